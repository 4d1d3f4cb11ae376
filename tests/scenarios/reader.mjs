// An engine of its own for level L0: Rooms, split cards, double-faced cards, melded permanents and
// copies, from the facts of a line by the rules alone. It shares nothing with the one in Python.
import { LeftOut } from "./handles.mjs";

const COLORS = "WUBRG";
const symbols = (cost) => [...(cost ?? "").matchAll(/\{([^}]*)\}/g)].map((m) => m[1]);
const inOrder = (letters) => [...COLORS].filter((c) => letters.includes(c)).join("");

/** The mana value of a cost (202.3): hybrid counts its larger part, X is 0 or what was chosen. */
function valueOf(cost, x = 0) {
  return symbols(cost).reduce((sum, s) => {
    if (s === "X" || s === "Y" || s === "Z") return sum + x;
    if (/^\d+$/.test(s)) return sum + Number(s);
    return sum + Math.max(...s.split("/").map((p) => (/^\d+$/.test(p) ? Number(p) : 1)));
  }, 0);
}

const union = (lists) => [...new Set(lists.flat())];
const isRoom = (card) => card.layout === "split" && card.faces.every((f) => f.subtypes.includes("Room"));
const double = (card) => ["transform", "modal_dfc"].includes(card.layout);

export default class Reader {
  about = { engine: "a reader of facts", version: "1", date: "2026-11-30" };

  begin(line, handles) {
    this.facts = line.facts;
    const state = { objects: [], line };
    for (const row of line.setup.objects) {
      const object = { ...row };
      state.objects.push(object);
      handles.give(row.id, [object]);
    }
    return state;
  }

  where(state, bearer) {
    return bearer;
  }

  do(state, step) {
    throw new LeftOut(`do ${step.do}`);
  }

  asks(state, step) {
    throw new LeftOut(`do ${step.do}`);
  }

  card(o) {
    return o.copy_of === undefined ? this.facts[o.card] : this.named(o.copy_of);
  }

  named(name) {
    const found = Object.entries(this.facts).find(([n, c]) => n === name || c.faces.some((f) => f.name === name));
    return found[1];
  }

  /** The faces or halves whose characteristics the object has. */
  shown(o) {
    if (o.token !== undefined || o.made_up !== undefined) {
      const name = o.token ?? o.made_up;
      return [{ supertypes: [], subtypes: [], ...o, name, mana_cost: o.mana_cost ?? null, given: true }];
    }
    const card = this.card(o);
    if (isRoom(card) && o.zone === "battlefield") {
      return card.faces.filter((f) => (o.unlocked ?? []).includes(f.name)); // 709.5
    }
    if (card.layout === "split") {
      if (o.zone === "stack" && o.cast !== "fused") return card.faces.filter((f) => f.name === o.cast); // 709.3b
      return card.faces; // 709.4
    }
    if (double(card)) {
      const back = o.face === "back" || o.cast === "back" || (o.copy_of !== undefined && card.faces[1].name === o.copy_of);
      return [card.faces[back ? 1 : 0]]; // 712.8
    }
    return [card.faces[0]];
  }

  values(o) {
    if (o.face_down) return { names: [], mana_cost: null, mana_value: 0, colors: "", supertypes: [], types: ["Creature"], subtypes: [], power: 2, toughness: 2 };
    const faces = this.shown(o);
    const card = o.card === undefined ? null : this.card(o);
    const costs = faces.map((f) => f.mana_cost).filter((c) => c !== null);
    const names = faces.map((f) => f.name);
    const room = card !== null && isRoom(card) && o.zone === "battlefield";
    const types = room ? card.faces : faces; // the type line is shared and stays (709.5a)
    const list = (name) => union(types.map((f) => f[name] ?? []));
    const made = { names, supertypes: list("supertypes"), types: list("types"), subtypes: list("subtypes") };
    made.mana_cost = costs.length ? combined(costs) : null;
    made.mana_value = valueOf(made.mana_cost, o.zone === "stack" ? (o.x ?? 0) : 0);
    const back = card !== null && double(card) && faces[0] === card.faces[1];
    if (back && card.layout === "transform" && o.token_copy !== true && o.copy_of === undefined) made.mana_value = valueOf(card.faces[0].mana_cost); // 202.3b
    if (card?.layout === "meld_result" && o.copy_of === undefined && !o.token_copy) {
      const parts = card.meld.cards.map((n) => this.facts[n].faces[0].mana_cost);
      made.mana_value = parts.reduce((sum, c) => sum + valueOf(c), 0); // 202.3c
    }
    made.colors = inOrder(faces.map((f) => f.colors_by_own_ability ?? (f.given ? (f.colors ?? "") : "") + (f.color_indicator ?? "") + (f.mana_cost ?? "")).join(""));
    for (const name of ["power", "toughness"]) {
      const printed = faces.map((f) => f[name]).find((v) => v !== undefined);
      if (printed !== undefined && /^-?\d+$/.test(String(printed))) {
        made[name] = Number(printed) + (o.zone === "battlefield" ? plus(o.counters) : 0);
      }
    }
    return made;
  }

  identity(o) {
    const all = o.card === undefined ? [] : this.cards(o).flatMap((n) => this.facts[n].faces);
    const text = all.map((f) => (f.mana_cost ?? "") + (f.symbols_in_text ?? []).join("") + (f.color_indicator ?? "") + (f.colors_by_own_ability ?? ""));
    return inOrder(text.join(""));
  }

  cards(o) {
    if (o.token_copy || o.token !== undefined) return [];
    const card = this.facts[o.card];
    return card.layout === "meld_result" ? card.meld.cards : [o.card];
  }

  ask(state, check, handles) {
    if (check.object === undefined) return this.ofZone(state, check, handles);
    const o = handles.object(check.object);
    const known = this.values(o);
    switch (check.ask) {
      case "names": case "mana_cost": case "mana_value": case "colors": case "types":
      case "supertypes": case "subtypes": case "power": case "toughness":
        return known[check.ask];
      case "zone": case "owner": case "controller":
        return o[check.ask];
      case "face":
        return o.face_down ? "down" : (o.face ?? "front");
      case "tapped": case "attacking":
        return o[check.ask] ?? false;
      case "counters":
        return o.counters ?? {};
      case "unlocked":
        return o.unlocked ?? [];
      case "cards":
        return this.cards(o);
      case "text":
        return this.shown(o).map((f) => f.name);
      case "color_indicator":
        return inOrder(this.shown(o).map((f) => f.color_indicator ?? "").join(""));
      case "color_identity":
        return this.identity(o);
      case "symbols":
        return symbols(known.mana_cost).map((s) => `{${s}}`);
      case "repeated_symbols": {
        const all = this.shown(o).flatMap((f) => symbols(f.mana_cost));
        return [...new Set(all.filter((s, n) => all.indexOf(s) !== n))].map((s) => `{${s}}`);
      }
      case "has_name":
        return known.names.includes(check.name);
      case "has_keyword":
        return this.shown(o).some((f) => (f.keywords ?? []).includes(check.keyword));
      case "keywords":
        return union(this.shown(o).map((f) => f.keywords ?? []));
      case "shares_name":
        return known.names.some((n) => this.values(handles.object(check.with)).names.includes(n));
      case "same_mana_cost":
        return JSON.stringify(symbols(known.mana_cost).sort()) === JSON.stringify(symbols(this.values(handles.object(check.with)).mana_cost).sort());
      case "back_face": {
        const card = this.facts[o.card];
        if (card.layout === "meld") return null; // 712.4b
        return double(card) ? card.faces[1].name : null;
      }
      case "devotion":
        return symbols(known.mana_cost).filter((s) => s.includes(check.color)).length;
      case "exists":
        return true;
      case "token":
        return o.token !== undefined || o.token_copy === true;
      case "fits":
        return check.where.every((t) => this.fits(o, t) !== (t.not ?? false));
      default:
        throw new LeftOut(`ask ${check.ask}`);
    }
  }

  fits(o, term) {
    const known = this.values(o);
    const low = (list) => list.map((w) => w.toLowerCase());
    switch (term.what) {
      case "type":
        return low([...known.supertypes, ...known.types, ...known.subtypes]).includes(term.value.toLowerCase());
      case "color":
        return [...term.value.toUpperCase()].every((c) => known.colors.includes(c));
      case "mana value": {
        const [a, b] = [known.mana_value, Number(term.value)];
        return { "=": a === b, "<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b, "!=": a !== b }[term.op];
      }
      case "quality": {
        const card = this.facts[o.card];
        if (term.value === "dfc") return double(card) || ["meld", "meld_result"].includes(card.layout);
        if (term.value === "melded") return card.layout === "meld_result" && !o.token_copy;
        if (term.value === "faceup") return !o.face_down;
        if (term.value === "nonbasic") return known.types.includes("Land") && !known.supertypes.includes("Basic");
        if (term.value === "transformed") return o.face === "back";
        if (term.value === "commander") return (o.commander ?? []).length > 0;
        if (term.value === "token") return o.token !== undefined || o.token_copy === true;
        if (term.value === "permanent") return !known.types.some((t) => t === "Instant" || t === "Sorcery");
        throw new LeftOut(`quality ${term.value}`);
      }
      case "name":
        return known.names.includes(term.value);
      case "owner": case "controller":
        return o[term.what] === term.value;
      default:
        throw new LeftOut(`term ${term.what}`);
    }
  }

  ofZone(state, check, handles) {
    const inZone = state.objects.filter((o) => o.zone === check.zone && (check.player === undefined || o.owner === check.player));
    const found = inZone.filter((o) => (check.where ?? []).every((t) => this.fits(o, t) !== (t.not ?? false)));
    if (check.ask === "objects") return found.map((o) => handles.called(o, o.card));
    if (check.ask === "count") return found.length;
    if (check.ask === "different_names") {
      const names = found.map((o) => this.values(o).names);
      const all = names.flat();
      return names.every((n) => n.length > 0) && new Set(all).size === all.length;
    }
    throw new LeftOut(`ask ${check.ask}`);
  }

  snapshot(state, handles) {
    const zones = { hand: {}, library: {}, graveyard: {}, exile: [], command: [] };
    for (const p of state.line.setup.players) for (const z of ["hand", "graveyard"]) zones[z][p] = [];
    for (const o of state.objects) {
      if (o.zone in zones) {
        const list = Array.isArray(zones[o.zone]) ? zones[o.zone] : (zones[o.zone][o.owner] ??= []);
        list.push(handles.called(o, o.card));
      }
    }
    const row = (o) => ({ object: o.id, owner: o.owner, controller: o.controller, ...this.values(o) });
    return {
      life: state.line.setup.life,
      zones,
      battlefield: state.objects.filter((o) => o.zone === "battlefield").map((o) => ({ ...row(o), cards: this.cards(o) })),
    };
  }
}

const plus = (counters = {}) => (counters["+1/+1"] ?? 0) - (counters["-1/-1"] ?? 0);

function combined(costs) {
  if (costs.length === 1) return costs[0];
  const all = costs.flatMap(symbols);
  const x = all.filter((s) => s === "X");
  const generic = all.filter((s) => /^\d+$/.test(s)).reduce((a, b) => a + Number(b), 0);
  const rest = all.filter((s) => s !== "X" && !/^\d+$/.test(s));
  return [...x, ...(generic ? [String(generic)] : []), ...rest].map((s) => `{${s}}`).join("");
}
