"""Conformance vectors: situations as JSON Lines, so that another engine can be tested.

A line is a situation in its normal form, with the facts of its cards, what must hold at the start
and after each step, and what there is then.  The form is published as a JSON Schema with a version
of its own; lines of version 1, which were situations as they stand in their files, are still read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import find, load_catalog
from mtgmeld.errors import BadScenario, MtgmeldError, shown
from mtgmeld.files import bytes_of, data_folder
from mtgmeld.game.abilities import Static
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.card_abilities import abilities_in, modeled
from mtgmeld.game.keyword_abilities import keywords
from mtgmeld.game.layers import table_of
from mtgmeld.game.state import State
from mtgmeld.records import names_of
from mtgmeld.rules.editions import NEWEST, POLICIES
from mtgmeld.scenario.expectations import Outcome
from mtgmeld.scenario.made_up import in_use
from mtgmeld.scenario.normal import (
    action_of,
    checks_of,
    object_of,
    row_of,
    start_of,
    step_of,
    text_of,
    where_of,
)
from mtgmeld.scenario.notation import Head
from mtgmeld.scenario.playing import Run, Scenario
from mtgmeld.scenario.snapshots import snapshot

__all__ = [
    "KINDS",
    "LEVELS",
    "VERSION",
    "Vector",
    "about",
    "bundled",
    "counts",
    "from_line",
    "line_of",
    "replay",
    "to_line",
    "write_lines",
]

VERSION = "mtgmeld-vectors/2"
EARLIER = "mtgmeld-vectors/1"
LEVELS = {
    "L0": "characteristics at the start, from the facts in the line and the rules alone",
    "L1": "moves, melding, unlocking, casting, resolving, with what the texts of cards do",
    "L2": "choices, and what may be done",
    "L3": "earlier editions, other readings, effects and cards that do not exist",
}
KINDS = ("statement", "example", "case")

_SETUP = ("players", "active", "begins", "life", "mana", "land_played", "start", "effect", "watch")
_MOST_LINE = 1_000_000

# what a situation says of itself, beside its title and edition
ABOUT = tuple(
    f.encode_name
    for f in msgspec.structs.fields(Head)
    if f.encode_name not in (*_SETUP, "title", "edition", "expect", "step")
)

_KINDS_OF_VALUE: dict[type, str] = {
    str: "text",
    list: "array",
    dict: "object",
    bool: "truth value",
    object: "value",
}
_SHARED: dict[str, type] = {
    **dict.fromkeys(ABOUT, object),
    "schema": str,
    "id": str,
    "kind": str,
    "title": str,
    "rules": list,
    "edition": str,
    "setup": dict,
    "steps": list,
}
# the fields of a line by version, with what JSON has in them; those of 2 are needed but for a few
_FIELDS: dict[str, dict[str, type]] = {
    EARLIER: {**_SHARED, "expected": list},
    VERSION: {
        **_SHARED,
        "level": str,
        "facts": dict,
        "assumes_text_absent": list,
        "policies_that_matter": list,
        "start": dict,
        "falsified": bool,
    },
}
_NEEDED = ("id", "kind", "title", "rules", "edition", "setup", "steps")


class Vector(msgspec.Struct, frozen=True):
    """A situation with a name.

    Attributes
    ----------
    id : str
        The name of its file, without the ending.
    kind : str
        ``statement``, ``example`` or ``case``.
    scenario : Scenario
    snapshots : tuple of dict or None
        What there must be at the start and after each step; None where nothing is said.
    falsified : bool
        Whether its line says that all in it is wrong: then a step that is refused does not hold.
    """

    id: str
    kind: str
    scenario: Scenario
    snapshots: tuple[dict[str, Any] | None, ...] = ()
    falsified: bool = False

    def play(self) -> Run:
        """Play it, and hold it against its snapshots too."""
        own = self.scenario.head.edition or NEWEST
        run = self.scenario.play(edition=own if self.falsified else None)
        held = [
            outcome
            for n, wanted in enumerate(self.snapshots)
            if wanted is not None
            for outcome in _held(wanted, snapshot(run.state_list[n]), n)
        ]
        return replace(run, outcomes=(*run.outcomes, *held))


LONGEST_FILE = 1 << 26  # bytes; those that come with the package are a twentieth of it


def _held(wanted: Mapping[str, Any], found: Mapping[str, Any], number: int) -> Iterator[Outcome]:
    where = f"step {number}, snapshot" if number else "start, snapshot"
    for part in dict.fromkeys((*wanted, *found)):
        a, b = wanted.get(part), found.get(part)
        if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
            a, b = ([x for x, _ in pairs], [y for _, y in pairs]) if pairs else (a, a)
        expected, actual = (json.dumps(v, ensure_ascii=False, sort_keys=True) for v in (a, b))
        yield Outcome(where, part, expected, actual, a == b)


def _folders() -> Iterator[tuple[str, Path]]:
    """Yield each kind with the folder of its files, in the package or the source tree."""
    data = data_folder()
    yield "example", data / "scenarios"
    yield "statement", data / "scenarios" / "statements"
    packed = data / "cases"
    yield "case", packed if packed.is_dir() else data.parent / "tests" / "cases"


def bundled() -> tuple[Vector, ...]:
    """Return every situation that comes with the package, by kind and name.

    Raises
    ------
    BadScenario
        If a file is wrong.
    """
    found = [
        Vector(path.stem, kind, Scenario.from_file(path))
        for kind, folder in _folders()
        for path in sorted(folder.glob("*.toml"))
    ]
    return tuple(found)


def about(vector: Vector, rule: str) -> bool:
    """Whether a vector names a rule, or a rule under it: 709 has 709.5 and 709.5a."""
    given = rule.rstrip(".")
    for one in vector.scenario.to_dict().get("rules", ()):
        rest = one.removeprefix(given)
        if one.startswith(given) and not rest[:1].isdigit():
            return True
    return False


# ---------------------------------------------------------------- writing


def to_line(vector: Vector) -> str:
    """Return a vector as one line of JSON; it is played for that."""
    return _json(line_of(vector))


def _json(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(", ", ": "))


def line_of(vector: Vector) -> dict[str, Any]:
    """Return a vector as plain values: what a line has."""
    with in_use(vector.scenario.head.card):
        return _line(vector)


def _line(vector: Vector) -> dict[str, Any]:
    head, run = vector.scenario.head, vector.scenario.play()
    tables = vector.scenario.to_dict()
    first = run.state_list[0]
    absent = _absent(run)
    parts = [_part(head.expect, run, 0)]
    setup = _setup(head, first, parts[0]["snapshot"])
    steps = []
    for number, row in enumerate(head.step, 1):
        step = _step(row, run, number, [a["face"] for a in absent])
        parts.append(_part(row.get("expect", ()), run, number))
        steps.append(step)
    matter = _matter(head)
    whole = _level_of_setup(setup, tables, bool(matter))
    plain = _by_facts_alone(first, setup, {a["face"] for a in absent})
    levels = [max(whole, 0 if plain else 1), *(max(whole, _level_of_step(s)) for s in steps)]
    highest = []
    for n, (step, level) in enumerate(zip(({}, *steps), levels, strict=True)):
        of_checks = [max(level, _level_of_check(c, plain and not n)) for c in parts[n]["checks"]]
        for check, own in zip(parts[n]["checks"], of_checks, strict=True):
            if own > level:
                check |= {"level": f"L{own}", "expect": check.pop("expect")}
        parts[n] = {**step, "level": f"L{level}", **parts[n]}
        highest += [level, *of_checks]
    return {
        "schema": VERSION,
        "id": vector.id,
        "kind": vector.kind,
        "level": f"L{max(highest)}",
        "title": head.title,
        "rules": list(head.rules),
        "edition": head.edition or NEWEST,
        **{k: tables[k] for k in ABOUT if k in tables and k != "rules"},
        "assumes_text_absent": absent,
        "policies_that_matter": matter,
        "facts": _facts(setup),
        "setup": setup,
        "start": parts[0],
        "steps": parts[1:],
    }


def _setup(head: Head, state: State, seen: Mapping[str, Any]) -> dict[str, Any]:
    objects = sorted(state.things)  # in the order in which they were put there
    rows = zip(head.start, objects, strict=True)
    return {
        "players": [p.name for p in state.players],
        "active": state.active,
        "begins": state.step,
        "life": seen["life"],
        "mana": seen["mana"],
        "land_played": list(head.land_played),
        "objects": [object_of(row, state, state.things[i]) for row, i in rows],
        "watches": [
            {k: v for k, v in row.items() if k != "what"} | where_of(row.get("what"))
            for row in head.watch
        ],
        "effects": list(head.effect),
    }


def _part(rows: Sequence[Mapping[str, Any]], run: Run, number: int) -> dict[str, Any]:
    """Return the checks at a moment, those under other rules apart, and what there is then."""
    moment = run.moment(number)
    here: list[dict[str, Any]] = []
    apart: list[dict[str, Any]] = []
    for row in rows:
        if "edition" not in row and "policies" not in row:
            here += checks_of(row, moment)
            continue
        policies = row.get("policies", {})
        under: dict[str, Any] = {"edition": row.get("edition", run.final.edition.date)}
        under["readings"] = [{"policy": k, "reading": v} for k, v in policies.items()]
        if not apart or {k: apart[-1][k] for k in under} != under:
            apart.append({**under, "checks": []})
        apart[-1]["checks"] += checks_of(row, None)
    return {
        "checks": here,
        "under_other_rules": apart,
        "snapshot": snapshot(run.state_list[number]),
    }


def _step(row: Mapping[str, Any], run: Run, number: int, absent: list[str]) -> dict[str, Any]:
    before, after = run.moment(number - 1), run.moment(number)
    made = action_of(row, before, after)
    illegal, asks = row.get("illegal"), row.get("asks")
    made["result"] = "refused" if illegal is not None else "asks" if asks is not None else "done"
    if illegal is not None:
        made["refused_by"] = [] if illegal is True else [illegal]
    if asks is not None:
        made["asks"] = {"argument": asks}
        made["asks"] |= {"player": row["of_player"]} if "of_player" in row else {}
        made["asks"] |= {"options": row["options"]} if "options" in row else {}
    stands = _stands_in(row, run, number, absent)
    return {**made, **({"stand_in": stands} if stands else {})}


# who acts, and the turn: what no text does
_DOERS = ("casting", "activating", "turns", "resolution", "engine")
_PLAYED = ("unlock", "attack")


def _stands_in(row: Mapping[str, Any], run: Run, number: int, absent: Sequence[str]) -> str:
    """Return the face whose text a step does the work of; empty where there is none.

    It is a spell that has resolved in the step before and whose text is not wholly modeled: an
    engine with the whole text has done it.
    """
    verb = row["do"]
    if not absent or ACTIONS[verb].__module__.rpartition(".")[2] in _DOERS or verb in _PLAYED:
        return ""
    state = run.state_list[number - 1]
    for event in run.moment(number - 1).events:
        obj = state.last(event.obj) if event.kind == "move" and event.start == "stack" else None
        for face in () if obj is None else obj.base.faces:
            if face.name in absent and not face.is_permanent:
                return face.name
    return ""


def _absent(run: Run) -> list[dict[str, Any]]:
    """Return the faces whose text does more than is modeled, with the paragraphs that are not."""
    made = []
    for name, face in run.faces_not_modeled().items():
        found = modeled(face)
        row: dict[str, Any] = {"face": name, "paragraphs": list(found.missing)}
        made.append(row | ({} if found.paragraphs is None else {"of": found.paragraphs}))
    return made


def _matter(head: Head) -> list[dict[str, Any]]:
    """Return the policies that decide an answer of the line, with their readings."""
    rows = [*head.expect, *(e for step in head.step for e in step.get("expect", ()))]
    names = dict.fromkeys(name for row in rows for name in row.get("policies", {}))
    names |= dict.fromkeys(head.policies)
    return [
        {
            "policy": name,
            "here": head.policies.get(name, POLICIES[name].default),
            "readings": POLICIES[name].readings,
            "rules": list(POLICIES[name].rules),
        }
        for name in names
    ]


# ---------------------------------------------------------------- the facts of the cards


def _facts(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return the printed facts of each card that a line names, and of what its cards meld into."""
    cards: dict[str, Card] = {}
    catalog = load_catalog()
    for obj in setup["objects"]:
        for name in (obj.get("card"), obj.get("copy_of")):
            if name is None:
                continue
            card = find(name).card
            pair = catalog.pair_of(card)
            for one in (card,) if pair is None else (card, *pair.cards, pair.result):
                cards.setdefault(one.name, find(one.name).card)
    return {name: _card(card) for name, card in cards.items()}


def _card(card: Card) -> dict[str, Any]:
    made: dict[str, Any] = {"layout": card.layout, "faces": [_face(f) for f in card.faces]}
    pair = load_catalog().pair_of(card)
    if pair is not None:
        made["meld"] = {"cards": [c.name for c in pair.cards], "into": pair.result.name}
    return made


def _face(face: Face) -> dict[str, Any]:
    """Return what is printed on a face: a cost that is not there is null."""
    made: dict[str, Any] = {
        "name": face.name,
        "mana_cost": None if face.mana_cost is None else str(face.mana_cost),
        "supertypes": list(face.supertypes),
        "types": list(face.types),
        "subtypes": list(face.subtypes),
    }
    for name in ("power", "toughness", "loyalty", "defense"):
        value = getattr(face, name)
        made |= {} if value is None else {name: value}
    if face.color_indicator:
        made["color_indicator"] = face.color_indicator
    if face.defined_colors is not None:
        made["colors_by_own_ability"] = face.defined_colors
    abilities = [k for k in face.keywords if k in keywords()]  # files list actions too (701)
    if abilities:
        made["keywords"] = abilities
    if face.text_symbols:
        made["symbols_in_text"] = list(face.text_symbols)
    return made


# ---------------------------------------------------------------- levels

_FROM_FACTS = (
    "back_face cards color_identity color_indicator colors controller count counters defense"
    " different_names exists face fits has_keyword has_name keywords loyalty mana_cost mana_value"
    " names objects owner power repeated_symbols same_mana_cost shares_name subtypes supertypes"
    " symbols tapped text token toughness types unlocked zone devotion"
).split()
_CHOSEN = frozenset(names_of(Action)) - {"player", "target", "during"}
_LEGAL = ("allowed", "castable", "cost", "may_see")
_NO_CARD = ("change", "lay effect", "end effect", "at step", "note")


def _by_facts_alone(state: State, setup: Mapping[str, Any], absent: Container[str]) -> bool:
    """Whether no text changes a value at the start: what is printed and the rules say it all.

    What a copy is but for its exceptions (707.9) is known where the copier's own text is.
    """
    copiers = (find(o["card"]).card for o in setup["objects"] if "copy_of" in o and "card" in o)
    if any(face.name in absent for card in copiers for face in card.faces):
        return False
    faces = tuple(f.name for o in state.things.values() for f in o.base.faces)
    own = any(isinstance(a, Static) and a.change.defines for a in abilities_in(faces))
    return not own and not table_of(state)


def _level_of_check(check: Mapping[str, Any], plain: bool) -> int:
    if check["ask"] in _LEGAL:
        return 2
    return 0 if plain and check["ask"] in _FROM_FACTS else 1


@cache
def _no_card_does() -> frozenset[str]:
    rooms = (".effects", ".permissions")
    return frozenset(n for n, kind in ACTIONS.items() if kind.__module__.endswith(rooms))


def _level_of_step(step: Mapping[str, Any]) -> int:
    if step["do"] in _NO_CARD or step["do"] in _no_card_does():
        return 3
    return 2 if step["result"] != "done" or _CHOSEN & step.keys() else 1


def _level_of_setup(setup: Mapping[str, Any], tables: Mapping[str, Any], matter: bool) -> int:
    if matter or "card" in tables or setup["effects"]:
        return 3
    if tables.get("edition", NEWEST) != NEWEST:
        return 3
    if any("made_up" in obj for obj in setup["objects"]):
        return 3
    return 1 if setup["watches"] else 0


def counts(lines: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return how many lines there are of each level."""
    found = Counter(line["level"] for line in lines)
    return Counter({level: found[level] for level in LEVELS})


# ---------------------------------------------------------------- reading


def from_line(line: str, path: object = "<line>", number: int | None = None) -> Vector:
    """Return the vector of one line, of this version or the one before.

    Raises
    ------
    BadScenario
        With the line's number, if it is none.
    """
    if len(line) > _MOST_LINE:
        raise BadScenario(path, "it is longer than any vector (1 MB)", line=number)
    try:
        made = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise BadScenario(path, f"not JSON: {error}", line=number) from None
    if not isinstance(made, dict) or made.get("schema") not in (*_FIELDS,):
        have = made.get("schema") if isinstance(made, dict) else None
        said = f"its schema is {have!r}, not {VERSION!r} or {EARLIER!r}"
        raise BadScenario(path, said, line=number)
    wrong = _wrong(made)
    if wrong:
        raise BadScenario(path, f"it is no vector: {wrong}", line=number)
    read = _scenario_of_1 if made["schema"] == EARLIER else _scenario_of_2
    try:
        scenario = Scenario.from_dict(read(made), path)
    except BadScenario as error:
        raise BadScenario(path, error.message, line=number) from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        said = f"it is not in the normal form: {error}"
        raise BadScenario(path, said, line=number) from None
    seen = made["schema"] == VERSION
    parts = (made["start"], *made["steps"]) if seen else ()
    shots = tuple(p.get("snapshot") for p in parts)
    return Vector(made["id"], made["kind"], scenario, shots, made.get("falsified", False))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a field that stands in it twice has no one meaning."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(n for i, (n, _) in enumerate(pairs) if n in dict(pairs[:i]))
        raise ValueError(f"{shown(twice)} stands twice in one object")
    return made


def _wrong(made: Mapping[str, Any]) -> str:
    """Return what keeps a table from being a vector, its situation left aside."""
    fields = _FIELDS[made["schema"]]
    held = "expected" if made["schema"] == EARLIER else "checks"
    needed = (*_NEEDED, "start") if made["schema"] == VERSION else _NEEDED
    for name in made:
        if name not in fields:
            return f"there is no field {shown(name)}"
    for name, kind in fields.items():
        if name not in made and name in needed:
            return f"it is without {name!r}"
        if name in made and not isinstance(made[name], kind):
            return f"{name!r} is no {_KINDS_OF_VALUE[kind]}"
    if made["kind"] not in KINDS:
        return f"'kind' is none of {', '.join(KINDS)}"
    if not made["id"].isprintable():
        return "'id' has characters that cannot be printed"
    if not all(isinstance(step, dict) for step in made["steps"]):
        return "a step is no object"
    if not all(isinstance(step.get(held, []), list) for step in made["steps"]):
        return f"{held!r} of a step is no array"
    parts = (made.get("start", {}), *made["steps"])
    if not all(isinstance(p.get("snapshot"), dict | None) for p in parts):
        return "'snapshot' is no object"
    return ""


def _head(made: Mapping[str, Any]) -> dict[str, Any]:
    tables: dict[str, Any] = {"title": made["title"]}
    for name in ABOUT:
        if made.get(name):
            tables[name] = made[name]
    if made.get("edition") not in (None, NEWEST):
        tables["edition"] = made["edition"]
    return tables


def _scenario_of_1(made: Mapping[str, Any]) -> dict[str, Any]:
    tables: dict[str, Any] = {**_head(made), **made["setup"]}
    if made.get("expected"):
        tables["expect"] = made["expected"]
    steps = []
    for row in made["steps"]:
        step = {k: v for k, v in row.items() if k != "expected"}
        if row.get("expected"):
            step["expect"] = row["expected"]
        steps.append(step)
    if steps:
        tables["step"] = steps
    return tables


# what a line has of a step beside the action
OF_A_STEP = (
    "level",
    "result",
    "refused_by",
    "asks",
    "stand_in",
    "checks",
    "under_other_rules",
    "snapshot",
)


def _scenario_of_2(made: Mapping[str, Any]) -> dict[str, Any]:
    setup = dict(made["setup"])
    tables = _head(made)
    tables["start"] = [start_of(obj) for obj in setup.pop("objects", ())]
    tables["effect"] = setup.pop("effects", [])
    tables["watch"] = [_watch(row) for row in setup.pop("watches", ())]
    tables |= setup
    tables["expect"] = _rows(made["start"])
    steps: list[dict[str, Any]] = []
    for row in made["steps"]:
        step = step_of({k: v for k, v in row.items() if k not in OF_A_STEP})
        if row["result"] == "refused":
            step["illegal"] = next(iter(row["refused_by"]), True)
        if "asks" in row:
            asks = row["asks"]
            step["asks"] = asks["argument"]
            step |= {"of_player": asks["player"]} if "player" in asks else {}
            step |= {"options": asks["options"]} if "options" in asks else {}
        step["expect"] = _rows(row)
        steps.append({k: v for k, v in step.items() if k != "expect" or v})
    tables["step"] = steps
    return {k: v for k, v in tables.items() if v not in ([], {})}


def _watch(row: Mapping[str, Any]) -> dict[str, Any]:
    made = {k: v for k, v in row.items() if k not in ("where", "filter")}
    text = text_of(row)
    return made | ({"what": text} if text else {})


def _rows(part: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = [row_of(check) for check in part["checks"]]
    for under in part.get("under_other_rules", ()):
        frame: dict[str, Any] = {"edition": under["edition"]}
        chosen = {r["policy"]: r["reading"] for r in under["readings"]}
        frame |= {"policies": chosen} if chosen else {}
        rows += [row_of(check) | frame for check in under["checks"]]
    return rows


def write_lines(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return lines of vectors as JSON Lines."""
    return "".join(f"{_json(line)}\n" for line in lines)


def replay(path: str | Path) -> Iterator[tuple[int, Vector | None, Run | MtgmeldError]]:
    """Yield each line of a file with the vector and its run, or the error that it is.

    A name that an earlier line has is an error.

    Raises
    ------
    BadScenario
        If the file cannot be read.
    """
    seen: dict[str, int] = {}
    for number, line in numbered_lines(path):
        try:
            vector = from_line(line, path, number)
            first = seen.setdefault(vector.id, number)
            if first != number:
                said = f"line {first} has the id {shown(vector.id)} already"
                raise BadScenario(path, said, line=number)
            yield number, vector, vector.play()
        except MtgmeldError as error:
            yield number, None, error


def numbered_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers.

    Raises
    ------
    BadScenario
        If the file cannot be read, or is longer than vectors or answers ever are.
    """
    try:
        text = bytes_of(path, LONGEST_FILE).decode("utf-8")
    except OSError as error:
        raise BadScenario(path, f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadScenario(path, f"it is no UTF-8 text at byte {error.start}") from None
    yield from ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip())
