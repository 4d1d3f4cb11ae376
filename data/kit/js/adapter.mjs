// Runs vectors on an engine, compares, counts what was left out, and writes the results.
//
//   node adapter.mjs ../vectors.jsonl [--level L1] [--rule 709.5] [--only ID]
//        [--out results.jsonl] [--engine ./engine.mjs]
//
// This file is whole; what is yours is engine.mjs. GUIDE.md says what a line means.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { plainCost } from "./costs.mjs";
import { Handles, LeftOut } from "./handles.mjs";

const IN_ORDER = ["targets", "symbols", "colors_of_each", "names_of_each", "mana_value_of_each"];
const ORDERED_PARTS = ["library", "graveyard", "stack"];
const ROWS = ["stack", "battlefield"]; // the parts of a snapshot that are rows
const LEVELS = ["L0", "L1", "L2", "L3"];

const COSTS = ["mana_cost", "flashback_cost", "cost", "paid"];

/** Whether an answer is the expected one; order matters only where it is asked for. */
export function same(check, have) {
  const wanted = check.expect;
  if (COSTS.includes(check.ask) && typeof wanted === "string" && typeof have === "string") {
    return plainCost(wanted) === plainCost(have);
  }
  if (Array.isArray(wanted) && Array.isArray(have)) {
    const ordered = check.ordered || IN_ORDER.includes(check.ask);
    const [a, b] = ordered ? [wanted, have] : [sorted(wanted), sorted(have)];
    return JSON.stringify(a) === JSON.stringify(b);
  }
  if (isTable(wanted) && isTable(have)) {
    const names = new Set([...Object.keys(wanted), ...Object.keys(have)]);
    return [...names].every((n) => (wanted[n] ?? 0) === (have[n] ?? 0));
  }
  return wanted === have;
}

/** Whether a value of a snapshot is the expected one, in all that it has. */
export function exact(name, wanted, have, within = false) {
  const ordered = within || IN_ORDER.includes(name) || ORDERED_PARTS.includes(name);
  if (Array.isArray(wanted) && Array.isArray(have)) {
    const [a, b] = ordered ? [wanted, have] : [sorted(wanted), sorted(have)];
    return a.length === b.length && a.every((one, n) => exact("", one, b[n], ordered));
  }
  if (isTable(wanted) && isTable(have)) {
    const none = (table, key) => !Object.hasOwn(table, key) || (name === "counters" && !table[key]);
    return Object.keys({ ...wanted, ...have }).every((k) =>
      none(wanted, k) || none(have, k)
        ? none(wanted, k) && none(have, k)
        : exact(k, wanted[k], have[k], ordered),
    );
  }
  return same({ ask: name, expect: wanted }, have);
}

/**
 * What compares for itself in a part of a snapshot: the part, or of rows each value over all rows.
 *
 * `object` pairs the rows. A value is left out where no row of the engine's has it.
 */
export function columns(part, wanted, have) {
  const given = have !== undefined && have !== null;
  if (!ROWS.includes(part)) {
    return [{ what: part, wanted, have, agrees: given ? exact(part, wanted, have) : undefined }];
  }
  const whole = Array.isArray(have) && have.every(isTable);
  const inPairs = (rows) => (part === "stack" ? rows : sorted(rows));
  const [a, b] = [inPairs(wanted), whole ? inPairs(have) : []];
  const names = [...new Set(["object", ...a.flatMap(Object.keys)])];
  return names.map((name) => {
    const [x, y] = [a, b].map((rows) => rows.map((row) => row[name]));
    const known = given && (name === "object" || !b.length || b.some((row) => Object.hasOwn(row, name)));
    const rows = whole && a.length === b.length;
    const equal = rows && a.every((row, n) =>
      x[n] === undefined || y[n] === undefined ? x[n] === y[n] : exact(name, x[n], y[n]),
    );
    const more = name === "object" && b.some((row) => Object.keys(row).some((k) => !names.includes(k)));
    const nameless = name === "object" && y.includes(undefined);
    const agrees = known ? equal && !more && !nameless : undefined;
    return { what: `${part}, ${name}`, wanted: x, have: whole ? y : have, agrees };
  });
}

const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const keyOf = (one) => (isTable(one) ? String(one.object) : String(one));
const byKey = (a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
const sorted = (list) => [...list].sort(byKey);

/** The counts, the differences, and the results of all lines. */
export class Report {
  constructor(about) {
    this.results = [{ schema: "mtgmeld-results/1", ...about }];
    this.levels = new Map();
    this.left = new Map();
    this.differences = [];
    this.whole = 0;
  }

  count(level, verdict, why) {
    const row = this.levels.get(level) ?? { agrees: 0, differs: 0, "left out": 0 };
    row[verdict] += 1;
    this.levels.set(level, row);
    if (verdict === "left out") this.left.set(why, (this.left.get(why) ?? 0) + 1);
  }

  compare(line, where, level, what, expected, answer, agrees) {
    this.count(level, agrees ? "agrees" : "differs");
    if (!agrees) this.differences.push({ id: line.id, where, what, expected, answer });
  }

  print(log = console.log) {
    log("level     agrees   differs  left out");
    for (const level of [...this.levels.keys()].sort()) {
      const row = this.levels.get(level);
      const cells = [row.agrees, row.differs, row["left out"]];
      log(level.padEnd(6) + cells.map((n) => String(n).padStart(10)).join(""));
    }
    log(`${this.whole} lines ran to their end`);
    for (const d of this.differences) {
      log(`DIFFERS ${d.id}, ${d.where}: ${d.what}`);
      log(`  expected ${JSON.stringify(d.expected)}, answered ${JSON.stringify(d.answer)}`);
    }
    const reasons = [...this.left].sort((a, b) => b[1] - a[1]);
    for (const [why, n] of reasons) log(`left out ${String(n).padStart(5)}: ${why}`);
  }
}

const without = (row, names) =>
  Object.fromEntries(Object.entries(row).filter(([k]) => !names.includes(k)));
const ANSWERS = ["level", "result", "refused_by", "checks", "under_other_rules", "snapshot"];

function attempt(run) {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof LeftOut) return { why: error.message };
    return { why: `the engine failed: ${error?.message ?? error}` };
  }
}

/** Ask all that a part of a line asks, compare, and keep the answers. */
function examine(engine, state, handles, line, part, where, report, most) {
  const kept = { answers: [], snapshot: null };
  for (const check of part.checks) {
    const level = check.level ?? part.level;
    const what = JSON.stringify(without(check, ["expect", "note", "level"]));
    const asked = without(check, ["expect", "level"]);
    const got = level > most ? { why: `level ${level}` } : attempt(() => engine.ask(state, asked, handles));
    if (got.why !== undefined || got.value === undefined) {
      const why = got.why ?? `no answer to ${check.ask}`;
      kept.answers.push({ left_out: why });
      report.count(level, "left out", why);
      continue;
    }
    kept.answers.push({ answer: got.value });
    const agrees = same(check, got.value);
    report.compare(line, where, level, what, check.expect, got.value, agrees);
  }
  const seen = attempt(() => engine.snapshot(state, handles)).value ?? null;
  kept.snapshot = seen;
  for (const [name, wanted] of Object.entries(part.snapshot)) {
    for (const one of columns(name, wanted, seen?.[name])) {
      const what = `snapshot, ${one.what}`;
      if (one.agrees === undefined) report.count(part.level, "left out", `no ${what}`);
      else report.compare(line, where, part.level, what, one.wanted, one.have, one.agrees);
    }
  }
  return kept;
}

/** What a part of a line compares, the level of each: its checks and its snapshot. */
const seenIn = (part) => [
  ...part.checks.map((check) => check.level ?? part.level),
  ...Object.entries(part.snapshot).flatMap(([k, v]) => columns(k, v).map(() => part.level)),
];

/** And of a step its result, and what it asks for. */
const toldIn = (part) => ["do", "asks"].filter((k) => part[k] !== undefined).map(() => part.level);

/** Play one line as far as the engine can, and no further than a level. */
export function play(engine, line, level, report) {
  const parts = [];
  const leave = (levels, why) => levels.forEach((one) => report.count(one, "left out", why));
  const stop = (why, from) => {
    for (const part of [line.start, ...line.steps].slice(from)) leave([...toldIn(part), ...seenIn(part)], why);
    report.results.push({ id: line.id, parts, stopped: why });
  };
  if (line.start.level > level) return stop(`level ${line.start.level}`, 0);
  const handles = new Handles((bearer) => engine.where(begun.value, bearer));
  const given = without(line, ["start", "steps", "level", "falsified"]);
  const begun = attempt(() => engine.begin(given, handles));
  if (begun.why !== undefined) return stop(begun.why, 0);
  const state = begun.value;
  parts.push(examine(engine, state, handles, line, line.start, "start", report, level));
  for (const [index, step] of line.steps.entries()) {
    const where = `step ${index + 1}`;
    if (step.level > level) return stop(`level ${step.level}`, index + 1);
    const asked = without(step, ANSWERS);
    const askedFor = step.asks !== undefined;
    const kept = {};
    if (step.stand_in !== undefined && engine.about.texts === "full") {
      kept.left_out = `the step does what ${step.stand_in} has done`;
      leave(toldIn(step), kept.left_out);
    } else {
      const done = attempt(() =>
        askedFor
          ? engine.asks(state, without(asked, ["asks"]), handles)
          : engine.do(state, asked, handles),
      );
      if (done.why !== undefined) {
        // what is left out, and was to change something, ends the line
        if (step.result === "done" || line.falsified) return stop(done.why, index + 1);
        kept.left_out = done.why;
        leave(toldIn(step), done.why);
      } else {
        const { result: told, ...choice } = done.value;
        const what = `the step (${step.do})`;
        report.compare(line, where, step.level, what, step.result, told, told === step.result);
        kept.result = told;
        if (askedFor && told === "asks" && choice.argument !== undefined) {
          kept.asked = choice;
          const agrees = Object.entries(step.asks).every(([k, v]) => same({ ask: "", expect: v }, choice[k]));
          const which = `what is asked (${step.do})`;
          report.compare(line, where, step.level, which, step.asks, choice, agrees);
        } else if (askedFor) leave([step.level], "what is asked");
        const apart = told !== step.result && (told === "done" || step.result === "done");
        if (apart && !line.falsified) {
          const why = "the step went another way";
          parts.push({ ...kept, answers: [], snapshot: null });
          leave(seenIn(step), why);
          return stop(why, index + 2);
        }
      }
    }
    parts.push({ ...kept, ...examine(engine, state, handles, line, step, where, report, level) });
  }
  report.whole += 1;
  report.results.push({ id: line.id, parts });
  return undefined;
}

/** Run the lines of a file. */
export function run(engine, lines, { level = "L3", rule = "", only = "" } = {}) {
  const report = new Report(engine.about);
  for (const text of lines) {
    if (!text.trim()) continue;
    const line = JSON.parse(text);
    if (line.schema !== "mtgmeld-vectors/2") throw new Error(`unknown schema ${line.schema}`);
    if (only && line.id !== only) continue;
    if (rule && !line.rules.some((r) => r.startsWith(rule))) continue;
    play(engine, line, level, report);
  }
  return report;
}

async function main(args) {
  const options = { level: "L3", rule: "", only: "", out: "", engine: "./engine.mjs" };
  let file = "../vectors.jsonl";
  for (let n = 0; n < args.length; n += 1) {
    const name = args[n].replace(/^--/, "");
    if (args[n].startsWith("--")) {
      if (!(name in options)) throw new Error(`there is no option ${args[n]}`);
      n += 1;
      if (args[n] === undefined) throw new Error(`${args[n - 1]} needs a value`);
      options[name] = args[n];
    } else file = args[n];
  }
  options.level = options.level.toUpperCase();
  if (!LEVELS.includes(options.level)) throw new Error(`--level is one of ${LEVELS.join(", ")}`);
  const { default: Engine } = await import(pathToFileURL(resolve(options.engine)).href);
  const report = run(new Engine(), readFileSync(file, "utf8").split("\n"), options);
  report.print();
  if (options.out) {
    writeFileSync(options.out, report.results.map((r) => `${JSON.stringify(r)}\n`).join(""));
  }
  process.exitCode = report.differences.length ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  // not awaited here: an engine may import from this file
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
