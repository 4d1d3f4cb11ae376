"""The kit for another engine's author: its files, its adapters run for real, answers compared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.cli import main
from mtgmeld.errors import BadScenario
from mtgmeld.scenario.kit import falsified, write_kit
from mtgmeld.scenario.reference import fill
from mtgmeld.scenario.results import columns, compare_results, exact, same
from mtgmeld.scenario.snapshots import PARTS, VALUES
from mtgmeld.scenario.vectors import Vector, bundled, from_line, line_of, write_lines

PROJECT = Path(__file__).resolve().parents[2]
# situations that have each result of a step, cards that meld, and a choice
SOME = (
    "S023-",
    "S067-",
    "S147-",
    "S174-",
    "709.5e-",
    "712.21-dies",
    "712.21d-",
    "MELD-021-",
    "SPLIT-038-",
)


@cache
def _all() -> tuple[dict[str, Any], ...]:
    return tuple(map(line_of, bundled()))


@cache
def _lines() -> tuple[dict[str, Any], ...]:
    return tuple(line_of(v) for v in bundled() if v.id.startswith(SOME))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    write_kit(tmp_path / "kit", _lines())
    return tmp_path / "kit"


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    code = ended.value.code
    assert isinstance(code, int)
    return code, capsys.readouterr().out


def test_the_kit_is_whole(kit: Path) -> None:
    names = {p.relative_to(kit).as_posix() for p in kit.rglob("*") if p.is_file()}
    assert {"GUIDE.md", "FREQUENCIES.md", "vectors.jsonl", "falsified.jsonl"} <= names
    assert {"vectors.schema.json", "js/adapter.mjs", "js/engine.mjs"} <= names
    assert {"java/Adapter.java", "java/MyEngine.java", "java/Handles.java"} <= names
    told = (kit / "FREQUENCIES.md").read_text(encoding="utf-8")
    verbs = [s["do"] for line in _lines() for s in line["steps"]]
    for verb in set(verbs):
        assert f"| `{verb}` | {verbs.count(verb)} |" in told


def test_the_guide_is_current() -> None:
    text = (PROJECT / "data" / "scenarios" / "VECTORS.md").read_text(encoding="utf-8")
    assert fill(text) == text, "run: mtgmeld schema --page data/scenarios/VECTORS.md"


def test_the_command_prints_the_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["vectors", "--rule", "709.5j", "--kit", str(tmp_path / "kit")])
    said = capsys.readouterr().err
    lines = (tmp_path / "kit" / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    levels = [json.loads(line)["level"] for line in lines]
    counts = ", ".join(f"{n} {levels.count(n)}" for n in ("L0", "L1", "L2", "L3"))
    assert said.rstrip().endswith(f"kit: {len(lines)} vectors ({counts})")


def test_lines_of_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, "vectors", "--rule", "709.5", "--level", "L0", "--level", "L1")
    assert code == 0
    assert {json.loads(line)["level"] for line in out.splitlines()} == {"L0", "L1"}


@pytest.mark.parametrize("more", [["--out", "x.jsonl"], ["--falsified"]])
def test_what_does_not_go_with_a_kit_is_refused(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, "vectors", "--kit", str(tmp_path / "kit"), *more)[0] == 2
    assert not (tmp_path / "kit").exists()


# ---------------------------------------------------------------- lines that are wrong


def test_every_falsified_line_fails_in_each_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only does each line fail: nothing in it holds, and none is refused as no vector."""
    wrong = []
    for line in map(falsified, _all()):
        run = from_line(json.dumps(line)).play()
        held: dict[str, list[bool]] = {}
        for o in run.outcomes:
            held.setdefault(o.where, []).append(o.holds)
        for where, holds in held.items():
            if "expectation" in where and "(rules of" not in where and all(holds):
                wrong.append((line["id"], where))
        for n in range(1, len(line["steps"]) + 1):
            if not any(o.where == f"step {n}" and not o.holds for o in run.outcomes):
                wrong.append((line["id"], f"step {n}"))
        shots = [o for o in run.outcomes if o.where.endswith("snapshot")]
        wrong += [(line["id"], f"{o.where}, {o.what}") for o in shots if o.holds]
        assert len(shots) == len(PARTS) * (len(line["steps"]) + 1)
    assert wrong == []
    file = tmp_path / "falsified.jsonl"
    file.write_text(write_lines(map(falsified, _lines())), encoding="utf-8")
    code, out = told(capsys, "run", "--vectors", str(file))
    assert code == 1
    assert out.splitlines()[-1] == f"0 vectors hold, {len(_lines())} fail, 0 are wrong"


# ---------------------------------------------------------------- the adapters, for real

ECHO_JS = """
import { readFileSync } from "node:fs";
export default class Echo {
  about = { engine: "echo", version: "1", date: "2026-11-30" };
  constructor() {
    const lines = readFileSync(process.env.ANSWERS, "utf8").split("\\n").filter(Boolean);
    this.lines = new Map(lines.map((t) => [JSON.parse(t).id, JSON.parse(t)]));
  }
  begin(line) {
    const { start, steps } = this.lines.get(line.id);
    return { parts: [start, ...steps], at: 0, asked: 0 };
  }
  next(state) {
    state.at += 1;
    state.asked = 0;
    return state.parts[state.at];
  }
  do(state) { return { result: this.next(state).result }; }
  asks(state) { return { result: "asks", ...this.next(state).asks }; }
  ask(state) {
    const check = state.parts[state.at].checks[state.asked];
    state.asked += 1;
    return check.expect;
  }
  where(state, bearer) { return bearer; }
  snapshot(state) { return state.parts[state.at].snapshot; }
}
"""

ECHO_JAVA = """
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Echo implements Engine {
    private static final class Seen { List<Object> parts; int at; int asked; }
    private final Map<Object, Map<String, Object>> lines = new HashMap<>();

    public Echo() throws Exception {
        for (String text : Files.readAllLines(Path.of(System.getenv("ANSWERS")))) {
            Map<String, Object> line = Json.table(Json.parse(text));
            lines.put(line.get("id"), line);
        }
    }
    private static Map<String, Object> part(Object state) {
        Seen seen = (Seen) state;
        return Json.table(seen.parts.get(seen.at));
    }
    private static Map<String, Object> next(Object state) {
        ((Seen) state).at++;
        ((Seen) state).asked = 0;
        return part(state);
    }
    public Map<String, Object> about() {
        return Map.of("engine", "echo", "version", "1", "date", "2026-11-30");
    }
    public Object begin(Map<String, Object> line, Handles handles) {
        Map<String, Object> whole = lines.get(line.get("id"));
        Seen seen = new Seen();
        seen.parts = new ArrayList<>(List.of(whole.get("start")));
        seen.parts.addAll(Json.list(whole.get("steps")));
        return seen;
    }
    public String act(Object state, Map<String, Object> step, Handles handles) {
        return (String) next(state).get("result");
    }
    public Map<String, Object> asks(Object state, Map<String, Object> step, Handles handles) {
        return Json.table(next(state).get("asks"));
    }
    public Object ask(Object state, Map<String, Object> check, Handles handles) {
        int n = ((Seen) state).asked++;
        return Json.table(Json.list(part(state).get("checks")).get(n)).get("expect");
    }
    public Object where(Object state, Object bearer) { return bearer; }
    public Map<String, Object> snapshot(Object state, Handles handles) {
        return Json.table(part(state).get("snapshot"));
    }
}
"""

HANDLES_JS = """
import { Handles } from "./handles.mjs";
const now = new Map([["a", "A"], ["b", "B"], ["token", "T"]]);
const handles = new Handles((bearer) => now.get(bearer) ?? null);
handles.give("rats", ["a"]);
handles.give("scavengers", ["b"]);
handles.give("made", ["token"]);
const say = (...what) => console.log(JSON.stringify(what));
say(handles.objects("rats"), handles.called("A", "?"));
now.set("a", "host").set("b", "host"); // they meld
handles.give("host", ["a", "b"]);
say(handles.objects("rats"), handles.objects("host"), handles.called("host", "?"));
now.set("a", "A2").set("b", "B2"); // it dies: two cards
say(handles.objects("host"), handles.called("A2", "?"), handles.called("B2", "?"));
now.delete("token"); // it ceases to exist
say(handles.objects("made"), handles.objects("nothing"));
try { handles.object("host"); } catch (error) { say(error.constructor.name); }
"""
HANDLES_SAY = [
    [["A"], "rats"],
    [["host"], ["host"], "rats"],
    [["A2", "B2"], "rats", "scavengers"],
    [[], []],
    ["LeftOut"],
]


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [p for p in programs if shutil.which(p) is None]
    return pytest.mark.skipif(bool(missing), reason=f"there is no {', '.join(missing)} here")


def ran(folder: Path, *command: str, answers: Path | None = None) -> tuple[int, str]:
    env = {**os.environ, **({} if answers is None else {"ANSWERS": str(answers)})}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def counted(out: str) -> list[int]:
    """The answers that agree, that differ, and that were left out, of all levels."""
    rows = [line.split() for line in out.splitlines() if line.startswith("L")]
    return [sum(int(row[n]) for row in rows) for n in (1, 2, 3)]


def table_of(out: str) -> dict[str, list[int]]:
    rows = [line.split() for line in out.splitlines() if line.startswith("L")]
    return {row[0]: [int(n) for n in row[1:4]] for row in rows}


def adapters(kit: Path) -> dict[str, tuple[Path, list[str]]]:
    return {
        "js": (kit / "js", ["node", "adapter.mjs"]),
        "java": (kit / "java", ["java", "Adapter"]),
    }


@pytest.fixture(
    params=[
        pytest.param("js", marks=needs("node")),
        pytest.param("java", marks=needs("javac", "java")),
    ]
)
def adapter(request: pytest.FixtureRequest, kit: Path) -> tuple[Path, list[str], list[str]]:
    """The folder of an adapter, how it is run, and how with an engine that echoes answers."""
    folder, command = adapters(kit)[request.param]
    if request.param == "java":
        (folder / "Echo.java").write_text(ECHO_JAVA, encoding="utf-8")
        code, _ = ran(
            folder, "javac", "-Xlint:all", "-Werror", *sorted(p.name for p in folder.glob("*.java"))
        )
        assert code == 0
        return folder, command, ["--engine", "Echo"]
    (folder / "echo.mjs").write_text(ECHO_JS, encoding="utf-8")
    return folder, command, ["--engine", "./echo.mjs"]


def test_an_adapter_counts_agrees_and_differs(
    adapter: tuple[Path, list[str], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """As delivered it leaves all out; true answers all agree, and wrong ones all differ."""
    folder, command, echo = adapter
    true, false = folder.parent / "vectors.jsonl", folder.parent / "falsified.jsonl"
    code, out = ran(folder, *command, str(true))
    agrees, differs, left = counted(out)
    assert (code, agrees, differs) == (0, 0, 0)
    assert left == compared(_lines())
    assert "begin is not written yet" in out

    results = folder / "results.jsonl"
    code, out = ran(folder, *command, str(true), *echo, "--out", str(results), answers=true)
    assert (code, counted(out)) == (0, [compared(_lines()), 0, 0])
    assert f"{len(_lines())} lines ran to their end" in out
    found = compare_results(results, true.read_text(encoding="utf-8").splitlines())
    assert found.engine == "echo 1 2026-11-30"
    assert {a.verdict for a in found.answers} == {"agrees"}
    assert len(found.answers) == compared(_lines())

    code, out = ran(folder, *command, str(false), *echo, answers=true)
    assert (code, counted(out)) == (1, [0, compared(map(falsified, _lines())), 0])
    found = compare_results(results, false.read_text(encoding="utf-8").splitlines())
    assert {a.verdict for a in found.answers} == {"differs"}
    assert f"{len(found.answers)} differ" in found.to_text()


def compared(lines: Iterable[dict[str, Any]]) -> int:
    """How many things lines compare: results, questions, checks, and each value of snapshots."""
    return sum(
        ("do" in part)
        + ("asks" in part)
        + len(part["checks"])
        + sum(len(list(columns(k, v, None))) for k, v in part["snapshot"].items())
        for line in lines
        for part in (line["start"], *line["steps"])
    )


@pytest.mark.parametrize("level", ["L0", "l0", "L1", "L2"])
def test_an_adapter_goes_no_further_than_a_level(
    level: str, adapter: tuple[Path, list[str], list[str]]
) -> None:
    """What is beyond is left out under its own level: the totals are those without one."""
    folder, command, echo = adapter
    true = folder.parent / "vectors.jsonl"
    _, out = ran(folder, *command, str(true), *echo, "--level", level, answers=true)
    totals = table_of(out)
    _, out = ran(folder, *command, str(true), *echo, answers=true)
    assert {k: sum(row) for k, row in totals.items()} == {k: r[0] for k, r in table_of(out).items()}
    within = 0
    for line in _lines():
        for part in (line["start"], *line["steps"]):
            if part["level"] > level.upper():
                break
            within += compared([{"start": part, "steps": []}])
            within -= sum(c.get("level", "") > level.upper() for c in part["checks"])
    assert sum(row[0] for row in totals.values()) == within > 0
    assert sum(row[1] for row in totals.values()) == 0


@pytest.mark.parametrize("args", [["--level", "L4"], ["--level"], ["--depth", "L1"]])
def test_an_adapter_refuses_what_it_does_not_know(
    args: list[str], adapter: tuple[Path, list[str], list[str]]
) -> None:
    folder, command, echo = adapter
    done = subprocess.run(
        [*command, "../vectors.jsonl", *echo, *args],
        cwd=folder,
        env={**os.environ, "ANSWERS": "../vectors.jsonl"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.strip().splitlines() == [
        "--level is one of L0, L1, L2, L3"
        if "L4" in args
        else "--level needs a value"
        if args == ["--level"]
        else "there is no option --depth"
    ]


@needs("node")
def test_an_engine_may_import_from_the_adapter(kit: Path) -> None:
    for name in ("adapter", "costs"):
        (kit / "js" / "mine.mjs").write_text(
            f'import {{ {"same" if name == "adapter" else "plainCost"} }} from "./{name}.mjs";\n'
            'import Base from "./engine.mjs";\nexport default class extends Base {}\n',
            encoding="utf-8",
        )
        code, out = ran(kit / "js", "node", "adapter.mjs", "--engine", "./mine.mjs")
        assert (code, counted(out)[2]) == (0, compared(_lines()))


# an engine that is right but for one part of what it shows; what differs then in the lines above
MUTANTS = {
    "turn": "s.turn = {};",
    "life": "s.life = {};",
    "mana": "s.mana = {};",
    "zones": "s.zones = {};",
    "library": "s.zones.library = {};",
    "exile": "delete s.zones.exile;",
    "battlefield, object": "s.battlefield = s.battlefield.map(() => ({}));",
    "stack, object": "s.stack = s.stack.map(() => ({}));",
    "battlefield, counters": "for (const p of s.battlefield) p.counters = {};",
    "battlefield, power": "for (const p of s.battlefield.slice(1)) delete p.power;",
    "stack, targets": "for (const o of s.stack) for (const t of o.targets) t.targets.reverse();",
    "stack, mana_value": "for (const o of s.stack) o.mana_value = o.mana_value + 1;",
    "no rows": "s.battlefield = [];",
}
SHOWING = {
    "turn": {"of": "you", "step": "upkeep"},
    "life": {"you": 20},
    "mana": {"you": "GG"},
    "lost": [],
    "zones": {
        "hand": {"you": []},
        "library": {"you": ["x", "y"]},
        "graveyard": {"you": ["x", "y"]},
        "exile": ["x", "y"],
        "command": [],
    },
    "stack": [
        {"object": "s", "mana_value": 1, "targets": [{"of": "s", "targets": ["b", "a"]}]},
    ],
    "battlefield": [
        {"object": "a", "power": 1, "counters": {"charge": 1}, "mana_cost": "{1}{G}"},
        {"object": "b", "power": 2, "counters": {}, "mana_cost": None},
    ],
}


def shown_by(kit: Path, mutation: str) -> tuple[Any, list[list[Any]]]:
    """What an engine shows after a mutation, and what the adapter in JavaScript finds of it."""
    code = f"""
import {{ columns }} from "./adapter.mjs";
const wanted = {json.dumps(SHOWING)};
const s = structuredClone(wanted);
{mutation}
const found = Object.entries(wanted).flatMap(([k, v]) => columns(k, v, s[k]));
console.log(JSON.stringify([s, found.map((c) => [c.what, c.agrees ?? null])]));
"""
    (kit / "js" / "try.mjs").write_text(code, encoding="utf-8")
    _, out = ran(kit / "js", "node", "try.mjs")
    seen, found = json.loads(out)
    return seen, found


@needs("node")
@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_differs_where_it_is_wrong(name: str, kit: Path) -> None:
    seen, found = shown_by(kit, MUTANTS[name])
    again = [
        [what, agrees] for k, v in SHOWING.items() for what, _, _, agrees in columns(k, v, seen[k])
    ]
    assert again == found, "both compare alike"
    wrong = [what for what, agrees in found if agrees is False]
    if name == "no rows":
        assert wrong == ["battlefield, object", *(f"battlefield, {k}" for k in ROW)]
    elif name in ("library", "exile"):
        assert wrong == ["zones"]
    else:
        assert wrong == [name]
    if name.endswith("object"):
        part = name.partition(",")[0]
        assert all(a is None for what, a in found if what.startswith(part) and what != name)


ROW = ("power", "counters", "mana_cost")


@needs("node")
def test_what_an_engine_does_not_show_is_left_out(kit: Path) -> None:
    _, found = shown_by(kit, "delete s.stack; for (const p of s.battlefield) delete p.power;")
    assert [what for what, agrees in found if agrees is None] == [
        "stack, object",
        "stack, mana_value",
        "stack, targets",
        "battlefield, power",
    ]
    assert not [what for what, agrees in found if agrees is False]


# what the reader shows of a start
READ = {
    *("life", "zones"),
    *(f"battlefield, {n}" for n in ("object", "owner", "controller", "cards", *VALUES)),
}


def at_level_0(lines: Iterable[dict[str, Any]]) -> tuple[int, int, int]:
    """The checks of level 0, and how many values of its snapshots the reader shows or leaves."""
    starts = [n["start"] for n in lines if n["start"]["level"] == "L0"]
    asked = sum("level" not in check for start in starts for check in start["checks"])
    names = [c[0] for s in starts for k, v in s["snapshot"].items() for c in columns(k, v, None)]
    shown = sum(name in READ for name in names)
    return asked, shown, len(names) - shown


@needs("node")
def test_facts_and_rules_alone_give_all_of_level_0(tmp_path: Path) -> None:
    """A second engine, written in JavaScript from the guide, agrees on every start of L0."""
    lines = _all()
    write_kit(tmp_path, lines)
    shutil.copy(Path(__file__).with_name("reader.mjs"), tmp_path / "js")
    command = ("node", "adapter.mjs", "--engine", "./reader.mjs", "--level", "L0")
    code, out = ran(tmp_path / "js", *command, "../vectors.jsonl")
    asked, shown, hidden = at_level_0(lines)
    assert (code, table_of(out)["L0"]) == (0, [asked + shown, 0, hidden]), out
    assert counted(out)[:2] == [asked + shown, 0], "of later levels it answers nothing"
    assert asked > 300
    _, out = ran(tmp_path / "js", *command, "../falsified.jsonl")
    asked, shown, hidden = at_level_0(map(falsified, lines))
    assert table_of(out)["L0"] == [0, asked + shown, hidden], "each of them differs"
    assert counted(out)[0] == 0
    wrong = {line.split()[1].rstrip(",") for line in out.splitlines() if line.startswith("DIFFERS")}
    assert wrong == {n["id"] for n in lines if n["start"]["level"] == "L0"}


@needs("node")
def test_handles_follow_through_melding_leaving_and_copying(kit: Path) -> None:
    (kit / "js" / "try.mjs").write_text(HANDLES_JS, encoding="utf-8")
    _, out = ran(kit / "js", "node", "try.mjs")
    assert [json.loads(line) for line in out.splitlines()] == HANDLES_SAY


# ---------------------------------------------------------------- results compared

ROOM = (
    mm.Scenario("a locked Room", rules=["709.5", "202.3d"])
    .start("Bottomless Pool // Locker Room", id="room")
    .expect(object="room", mana_value=0, names=[])
    .step("unlock", object="room", half="left")
    .expect(object="room", mana_value=1)
)


LIFE = {"you": 20, "opponent": 20}


def answered(tmp_path: Path, *rows: Any) -> Path:
    head = {"schema": "mtgmeld-results/1", "engine": "mine", "version": "2", "date": "2026-12-01"}
    file = tmp_path / "results.jsonl"
    file.write_text("".join(f"{json.dumps(r)}\n" for r in (head, *rows)), encoding="utf-8")
    return file


def room_line(tmp_path: Path) -> Path:
    file = tmp_path / "vectors.jsonl"
    file.write_text(write_lines([line_of(Vector("room", "case", ROOM))]), encoding="utf-8")
    return file


def test_a_difference_is_told_with_both_answers_and_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = {"answers": [{"answer": 6}, {"left_out": "names"}], "snapshot": {"life": LIFE}}
    step = {"result": "done", "answers": [{"answer": 1}]}
    step["snapshot"] = {"life": {**LIFE, "you": 19}}
    file = answered(tmp_path, {"id": "room", "parts": [start, step]})
    vectors = room_line(tmp_path)
    code, out = told(capsys, "vectors", "compare", str(file), "--vectors", str(vectors))
    assert code == 1
    said = " ".join(out.split())
    assert "mine 2 2026-12-01: agreement by level" in said
    assert "L0 1 0 1 1 24 L1 1 0 2 1 27" in said
    assert "709.5 3 2 51" in said, "agrees, differs, left out"
    assert "room, start: mana_value of room [709.5, 202.3d] expected 0 answered 6 because" in said
    assert "room, step 1: snapshot, life" in said
    assert "1 names" in said.partition("left out, by reason")[2]


def test_a_difference_in_a_line_that_leaves_a_text_out_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An engine with the whole text may differ there, rightly."""
    scenario = (
        mm.Scenario("a text that is not modeled", rules=["707.2"])
        .start("Sakashima the Impostor", id="it")
        .expect(object="it", power=3)
    )
    line = write_lines([line_of(Vector("text", "case", scenario))])
    vectors = tmp_path / "vectors.jsonl"
    vectors.write_text(line, encoding="utf-8")
    part = {"answers": [{"answer": 4}], "snapshot": None}
    file = answered(tmp_path, {"id": "text", "parts": [part]})
    code, out = told(capsys, "vectors", "compare", str(file), "--vectors", str(vectors))
    assert code == 1
    assert "1 differ, 1 in lines that leave a text out" in out
    assert "  the line leaves out what the text of Sakashima the Impostor does" in out


def test_what_an_engine_did_not_come_to_is_left_out(tmp_path: Path) -> None:
    start = {"answers": [{"answer": 0}, {"answer": []}], "snapshot": None}
    row = {"id": "room", "parts": [start], "stopped": "do unlock"}
    lines = room_line(tmp_path).read_text(encoding="utf-8").splitlines()
    found = compare_results(answered(tmp_path, row), lines)
    why = [(a.where, a.verdict, a.why) for a in found.answers if "snapshot" not in a.what]
    assert why == [
        ("start", "agrees", ""),
        ("start", "agrees", ""),
        ("step 1", "left out", "do unlock"),
        ("step 1", "left out", "do unlock"),
    ]
    shown = [a for a in found.answers if "snapshot" in a.what]
    assert {a.why for a in shown if a.where == "step 1"} == {"do unlock"}
    assert {a.verdict for a in shown} == {"left out"}
    assert "no snapshot, battlefield, unlocked" in {a.why for a in shown if a.where == "start"}


def test_a_comparison_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = {"answers": [{"answer": 0}, {"answer": ["x"]}], "snapshot": None}
    file = answered(tmp_path, {"id": "room", "parts": [start]})
    figure = tmp_path / "agreement.svg"
    args = ("--vectors", str(room_line(tmp_path)), "--figure", str(figure))
    assert told(capsys, "vectors", "compare", str(file), *args)[0] == 1
    text = figure.read_text(encoding="utf-8")
    assert "1 of 2 answers agree" in text
    wrong = ("--vectors", str(room_line(tmp_path)), "--figure", str(tmp_path / "x.gif"))
    assert told(capsys, "vectors", "compare", str(file), *wrong)[0] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no json\n", "not JSON"),
        ("[]\n", "it is no object"),
        ('{"schema": "mtgmeld-results/9", "engine": "x"}\n', "its schema is 'mtgmeld-results/9'"),
        ('{"id": "nobody", "parts": []}\n', "there is no vector 'nobody'"),
        ('{"id": "room", "parts": 1}\n', "it is not in the form of results"),
        ('{"id": "room", "parts": []}\n', "does not say which engine"),
        ("", "does not say which engine"),
    ],
)
def test_what_are_no_results_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(text, encoding="utf-8")
    lines = room_line(tmp_path).read_text(encoding="utf-8").splitlines()
    with pytest.raises(BadScenario, match=said):
        compare_results(file, lines)


@pytest.mark.parametrize(
    ("check", "have", "agrees"),
    [
        ({"ask": "names", "expect": ["A", "B"]}, ["B", "A"], True),
        ({"ask": "names", "expect": ["A"]}, ["A", "A"], False),
        ({"ask": "objects", "ordered": True, "expect": ["A", "B"]}, ["B", "A"], False),
        ({"ask": "targets", "expect": ["A", "B"]}, ["B", "A"], False),
        ({"ask": "counters", "expect": {}}, {"charge": 0}, True),
        ({"ask": "counters", "expect": {"charge": 1}}, {}, False),
        ({"ask": "mana_value", "expect": 1}, True, False),
        ({"ask": "mana_value", "expect": 0}, False, False),
        ({"ask": "mana_cost", "expect": None}, None, True),
        ({"ask": "mana_cost", "expect": None}, "{0}", False),
        ({"ask": "power", "expect": 2}, "2", False),
        ({"ask": "mana_cost", "expect": "{2}{R}{U}"}, "{1}{R}{1}{U}", True),
        ({"ask": "mana_cost", "expect": "{2}{R}{U}"}, "{2}{R}{R}", False),
        ({"ask": "cost", "expect": "{0}"}, "", False),
    ],
)
def test_when_answers_are_the_same(check: dict[str, Any], have: Any, agrees: bool) -> None:
    assert same(check, have) is agrees


@pytest.mark.parametrize(
    ("name", "wanted", "have", "agrees"),
    [
        ("life", {"you": 20}, {"you": 20.0}, True),
        ("life", {"you": 20}, {}, False),
        ("life", {}, {"you": 20}, False),
        ("counters", {}, {"charge": 0}, True),
        ("counters", {"charge": 1}, {}, False),
        ("mana", {}, {"you": "G"}, False),
        ("zones", {"exile": ["x", "y"]}, {"exile": ["y", "x"]}, True),
        ("zones", {"graveyard": {"a": ["x", "y"]}}, {"graveyard": {"a": ["y", "x"]}}, False),
        (
            "targets",
            [{"of": "s", "targets": ["a", "b"]}],
            [{"of": "s", "targets": ["b", "a"]}],
            False,
        ),
        ("mana_cost", "{2}{R}", "{1}{R}{1}", True),
        ("mana_cost", None, "", False),
        ("tapped", False, 0, False),
    ],
)
def test_values_of_snapshots_compare_whole(name: str, wanted: Any, have: Any, agrees: bool) -> None:
    assert exact(name, wanted, have) is agrees


def test_rows_are_paired_by_what_they_are_called() -> None:
    wanted = [{"object": "a", "power": 1}, {"object": "b", "power": 2}]
    rows = {
        "turned": ([{"object": "b", "power": 2}, {"object": "a", "power": 1}], [True, True]),
        "changed": ([{"object": "a", "power": 2}, {"object": "b", "power": 1}], [True, False]),
        "too few": ([{"object": "a", "power": 1}], [False, False]),
        "without": ([{"object": "a"}, {"object": "b"}], [True, None]),
        "more": ([{"object": "a", "sick": 1}, {"object": "b"}], [False, None]),
        "no rows": (["a", "b"], [False, False]),
    }
    for name, (have, found) in rows.items():
        assert [c[3] for c in columns("battlefield", wanted, have)] == found, name
    assert [c[3] for c in columns("stack", wanted, rows["turned"][0])] == [False, False]
