"""Random play in an older tree as well: what happened, what was refused, what it says.

``python -m tests.trust.beside WORKTREE --steps 40000 --seed 1`` lets the random machine of this
tree play, and asks a process of the older tree about every step: the events, the faults, the
objects and players afterwards, the characteristics of what moved, or who refuses and what may be
chosen.  Both trees have the abilities of cards that both know, and no others; what the older tree
does not know (an action, a field, an edition) is not tried.  A run goes on until a step makes two
states of it.

A difference is looked up in ``declared.toml``: there each kind stands with its reason.  Words and
citations (notes, messages, explanations) are counted apart.  The last line says how many steps
are alike, how many unlike for a declared reason, and how many nothing explains.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent.parent
UNKNOWN = "not known there"
Answer = dict[str, Any]


# ---------------------------------------------------------------- in a process of either tree


def answers() -> None:
    """Read what is asked, a line each, and write what comes of it."""
    state: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        made: Answer
        try:
            if "keys" in asked:
                made = {"keys": ability_keys()}
            elif "only" in asked:
                keep_abilities(asked["only"])
                made = known()
            elif "begin" in asked:
                made, state = begun_as(asked["begin"])
            else:
                made, after = answer(state, asked["row"])
                state = after if asked["goes"] and after is not None else state
        except Exception as error:  # whatever an older tree does, the other one is compared
            made = {"failed": type(error).__name__, "says": str(error)}
        print(as_text(made), flush=True)


def as_text(made: Answer) -> str:
    return json.dumps(made, default=str)


def _acting() -> Any:
    """Return the module of what cards do, by the name that it has in this tree or an older one."""
    try:
        return importlib.import_module("mtgmeld.game.card_abilities")
    except ImportError:  # as it was called before
        return importlib.import_module("mtgmeld.game.acting")


def ability_keys() -> list[str]:
    """Return the keys of the abilities of cards, and the keywords that stand for some."""
    from mtgmeld.game import keyword_abilities

    acting = _acting()
    if hasattr(acting, "ACTING"):  # as they were written before
        found = [a.key for several in acting.ACTING.values() for a in several]
        return found + list(keyword_abilities.KEYWORDS)  # type: ignore[attr-defined]  # an older tree
    found = [a.key for f in acting.faces_that_act() for a in acting.abilities_of_face(f)]
    return found + [k for k, word in keyword_abilities.keywords().items() if word.ability]


def keep_abilities(keys: Iterable[str]) -> None:
    """Leave the cards and keywords the abilities of some keys, and no others."""
    from mtgmeld.game import keyword_abilities

    acting, kept = _acting(), set(keys)
    if hasattr(acting, "ACTING"):
        for name, several in acting.ACTING.items():
            acting.ACTING[name] = tuple(a for a in several if a.key in kept)
        return
    entries = {
        name: msgspec.structs.replace(entry, ability=tuple(_kept(name, entry.ability, kept)))
        for name, entry in acting._entries().items()
    }
    words = {
        name: word if name in kept else msgspec.structs.replace(word, ability={})
        for name, word in keyword_abilities.keywords().items()
    }
    acting._entries = lambda: entries
    acting.keywords = lambda: words  # it is imported there


def _kept(name: str, rows: Iterable[dict[str, Any]], kept: set[str]) -> Iterator[dict[str, Any]]:
    for n, row in enumerate(rows, 1):
        if f"{name}#{row.get('id', n)}" in kept:
            yield {**row, "id": str(row.get("id", n))}


def known() -> Answer:
    """Return what a tree knows of that which the machine draws from."""
    from mtgmeld.game.actions import ACTIONS
    from mtgmeld.rules.editions import EDITIONS

    return {"actions": list(ACTIONS), "editions": [str(e) for e in EDITIONS]}


def begun_as(text: str) -> tuple[Answer, Any]:
    """Return what a situation begins with."""
    from mtgmeld.scenario import Scenario

    state = Scenario.from_text(text).begin()
    return {"objects": objects(state)}, state


OF_AN_OBJECT = (
    *("zone", "owner", "controller", "cards", "face_down", "tapped", "attacking"),
    *("unlocked", "counters", "attached", "damage", "named"),
)
OF_A_PLAYER = ("name", "life", "pool", "land_plays", "commander_damage")


def objects(state: Any) -> dict[str, Any]:
    """Return where and how everything is, and how the players stand."""
    made: dict[str, Any] = {
        str(i): {
            "faces": [f.name for f in o.base.faces],
            "back": bool(o.face or getattr(o, "flipped", False)),
            "called": state.name_of(i) if o.zone == "stack" else "",
            **{k: msgspec.to_builtins(getattr(o, k)) for k in OF_AN_OBJECT},
        }
        for i, o in state.things.items()
    }
    for p in state.players:
        made[p.name] = {k: msgspec.to_builtins(getattr(p, k)) for k in OF_A_PLAYER}
        made[p.name]["lost"] = bool(p.lost)
    made["turn"] = {"step": [state.turn, state.active, state.step, state.priority]}
    made["order"] = {k: list(v) for k, v in state.places.items() if v}
    return made


WORDS = ("note", "rules")


def answer(state: Any, row: dict[str, Any]) -> tuple[Answer, Any]:
    """Return what comes of a step, and the state after it."""
    from mtgmeld.errors import MtgmeldError
    from mtgmeld.game.characteristics import VALUES
    from mtgmeld.game.engine import apply

    try:
        from mtgmeld.scenario.notation import action_of
    except ImportError:  # as it was called before
        from mtgmeld.scenario.checking import (  # type: ignore[import-not-found,no-redef]  # an older tree
            action_of,
        )
    try:
        from mtgmeld.game.faults import faults_in
    except ImportError:  # where it stood before
        from mtgmeld.game.explore import (  # type: ignore[attr-defined,no-redef]  # an older tree
            faults_in,
        )
    try:
        action = action_of(row)
    except MtgmeldError as error:
        return {UNKNOWN: str(error)}, None
    try:
        done = apply(state, action)
    except MtgmeldError as error:
        refused: Answer = {"refused": type(error).__name__, "says": str(error)}
        if hasattr(error, "field"):
            refused["field"] = error.field
        if hasattr(error, "options"):
            refused["choice"] = [error.player, error.argument, sorted(map(str, error.options))]
        return refused, None
    after = done.after
    events = [msgspec.to_builtins(e) for e in done.events]
    touched = [i for e in done.events for i in e.became if i in after.things][-2:]
    told = {
        f"{i} {name}": (after.value(i, name).value, str(after.explain(i, name)))
        for i in dict.fromkeys(touched)
        if after.things[i].ability is None
        for name in VALUES
    }
    made = {
        "events": [{k: v for k, v in e.items() if k not in WORDS} for e in events],
        "faults": faults_in(after),
        "objects": objects(after),
        "clock": after.clock,
        "values": {k: v for k, (v, _) in told.items()},
        "notes": [[e[k] for k in WORDS] for e in events],
        "explained": {k: says for k, (_, says) in told.items()},
    }
    return made, after


# ---------------------------------------------------------------- what differs


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of difference that is meant.

    Attributes
    ----------
    kind : str
        In what the answers differ: ``refused``, ``choice``, ``events`` and so on.
    why : str
        What became of what, and by which rule.
    held : str
        The test that holds what is so now.
    do : str
        The actions with which it occurs, as a pattern.
    text : str
        The pattern of what the older tree has there, an arrow, and what the newer one has.
    row : str
        The whole step, as a pattern.
    after : str
        The event before it, as a pattern.
    covers : bool
        Whether whatever else differs in the same step comes of it.
    """

    kind: str
    text: str
    why: str
    held: str
    do: str = ".*"
    row: str = ".*"
    after: str = ".*"
    covers: bool = False

    def fits(self, row: Mapping[str, Any], found: Difference) -> bool:
        """Whether a difference is of this kind."""
        said = f"{found.before} => {found.now}"
        pairs = (
            (self.kind, found.kind),
            (self.do, row["do"]),
            (self.row, str(row)),
            (self.after, found.after),
            (self.text, said),
        )
        return all(re.fullmatch(pattern, text, re.DOTALL) for pattern, text in pairs)


class Difference(msgspec.Struct, frozen=True):
    """The first place at which two answers differ, and what either has there."""

    kind: str
    before: str
    now: str
    after: str = ""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of difference that are meant, and the texts of cards that were mended."""

    difference: list[Declared]
    text: list[dict[str, str]]


def declared() -> Table:
    """Return what is declared."""
    text = HERE.with_name("declared.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Table)


def differences(before: Answer, now: Answer) -> list[Difference]:
    """Return in what two answers differ, apart from words."""
    if "events" not in before or "events" not in now:
        same = before.get("refused", before) == now.get("refused", now)
        if not same:
            return [Difference("refused", _outcome(before), _outcome(now))]
        return list(_unlike("choice", before.get("choice"), now.get("choice")))
    found = []
    rows = [[_event(e) for e in made["events"]] for made in (before, now)]
    for op, a, b, c, d in SequenceMatcher(None, *rows, autojunk=False).get_opcodes():
        if op == "replace" and b - a == d - c:
            found += [
                Difference("events", *pair) for pair in zip(rows[0][a:b], rows[1][c:d], strict=True)
            ]
        elif op != "equal":
            found += [
                Difference("gone", rows[0][n], "", rows[0][n - 1] if n else "") for n in range(a, b)
            ]
            found += [
                Difference("more", "", rows[1][n], rows[1][n - 1] if n else "") for n in range(c, d)
            ]
    for kind in ("faults", "objects", "values"):
        found += _unlike(kind, before[kind], now[kind])
    return found


def _unlike(kind: str, one: Any, two: Any) -> Iterator[Difference]:
    for a, b in _pairs(one, two):
        if a != b:
            yield Difference(kind, _short(a), _short(b))


def words(before: Answer, now: Answer) -> Iterator[Difference]:
    """Yield which words and citations differ."""
    for kind in ("says", "notes", "explained"):
        for a, b in _pairs(before.get(kind), now.get(kind)):
            if a != b:
                yield Difference(kind, str(a), str(b))


def _outcome(made: Answer) -> str:
    for kind in ("failed", "refused"):
        if kind in made:
            return f"{made[kind]}: {made.get('says', '')}"
    return "done: " + "; ".join(_event(e) for e in made["events"])


def _event(event: Mapping[str, Any]) -> str:
    return " ".join(f"{k}={v}" for k, v in event.items() if v not in ("", 0, -1, [], None))


def _pairs(one: Any, two: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what stands at the same place in two answers, down to single values."""
    if isinstance(one, dict) and isinstance(two, dict):
        for name in dict.fromkeys((*one, *two)):
            for a, b in _pairs(one.get(name), two.get(name)):
                yield (name, a), (name, b)
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for a, b in zip(one, two, strict=True):
            yield from _pairs(a, b)
    else:
        yield one, two


def _short(value: Any) -> str:
    """Return a value behind the names that lead to it."""
    names = []
    while isinstance(value, tuple):
        names.append(str(value[0]))
        value = value[1]
    return ": ".join((*names, "nothing" if value is None else str(value)))


def shared(before: Answer, now: Answer) -> tuple[Answer, Answer]:
    """Return two answers whose events have the fields that both trees give them."""
    if "events" not in before or "events" not in now:
        return before, now
    both = [
        set.intersection(*(set(e) for e in made["events"])) if made["events"] else None
        for made in (before, now)
    ]
    keys = both[0] & both[1] if both[0] is not None and both[1] is not None else None

    def cut(made: Answer) -> Answer:
        rows = made["events"]
        return {**made, "events": [{k: e[k] for k in e if keys is None or k in keys} for e in rows]}

    return cut(before), cut(now)


# ---------------------------------------------------------------- the driver


class Tree:
    """A process that answers with the package of a tree."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE), "--answer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )

    def asked(self, **line: Any) -> Answer:
        """Return the answer to a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line, default=str) + "\n")
        self._process.stdin.flush()
        made: Answer = json.loads(self._process.stdout.readline())
        return made

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


class Report:
    """What was compared, and what came of it."""

    def __init__(self, folder: Path | None) -> None:
        self.table, self.folder = declared().difference, folder
        self.runs = self.steps = self.alike = self.unlike = self.parted = self.worded = 0
        self.unknown: Counter[str] = Counter()
        self.reasons: Counter[int] = Counter()
        self.others: Counter[str] = Counter()
        self.cases: dict[str, list[str]] = {}
        self.words: Counter[str] = Counter()

    def step(
        self, run: str, row: dict[str, Any], found: list[Difference], worded: list[Difference]
    ) -> None:
        """Count a step of a run, which is given as text."""
        self.steps += 1
        self.alike += not found
        if found and self.folder is not None:
            with (self.folder / "unlike.jsonl").open("a", encoding="utf-8") as file:
                file.write(as_text({"row": row, "found": msgspec.to_builtins(found)}) + "\n")
        self.worded += bool(worded) and not found
        self.words.update({one.kind for one in worded})
        fits = [
            next((n for n, d in enumerate(self.table) if d.fits(row, one)), None) for one in found
        ]
        covering = {n for n in fits if n is not None and self.table[n].covers}
        if not covering and None in fits:
            one = found[fits.index(None)]
            self.other(f"{row['do']}: {one.kind}", f"{one.before} BECAME {one.now}", run)
            return
        numbers = covering or {n for n in fits if n is not None}
        self.unlike += bool(found)
        self.reasons.update(numbers)

    def other(self, kind: str, case: str, run: str) -> None:
        """Count something that nothing explains."""
        self.others[kind] += 1
        cases = self.cases.setdefault(kind, [])
        if case not in cases and len(cases) < 4:
            cases.append(case)
            if self.folder is not None:
                name = f"{re.sub('[^a-z]+', '-', kind)}-{len(cases)}.toml"
                notes = "\n".join(f"# {line}" for line in case.splitlines())
                (self.folder / name).write_text(f"{notes}\n{run}", encoding="utf-8")

    def __str__(self) -> str:
        lines = [f"{self.runs} runs, of which {self.parted} ended where the states part"]
        what = ", ".join(f"{n} x {k}" for k, n in self.unknown.most_common())
        lines.append(f"not tried, as the older tree does not know it: {what or 'nothing'}")
        lines += [f"{n} x {self.table[k].why}" for k, n in self.reasons.most_common()]
        for kind, n in self.others.most_common():
            lines.append(f"{n} x UNEXPLAINED {kind}")
            lines += [f"    {case[:900]}" for case in self.cases[kind]]
        what = ", ".join(f"{n} x {k}" for k, n in self.words.most_common())
        lines.append(f"{self.worded} of the alike in other words or with other rules; all: {what}")
        lines.append(
            f"{self.steps} steps: {self.alike} alike, {self.unlike} unlike for "
            f"{len(self.reasons)} declared reasons, {self.others.total()} unexplained"
        )
        return "\n".join(lines)


def compare(old: Tree, steps: int, seed: int, edition: str, folder: Path | None) -> Report:
    """Play until so many steps are compared."""
    keys = old.asked(keys=True)["keys"]
    mended = {row["key"] for row in declared().text}
    keep = sorted(set(keys) & set(ability_keys()) - mended)
    keep_abilities(keep)
    there = old.asked(only=keep)

    from hypothesis import HealthCheck, Phase, settings
    from hypothesis import seed as seeded
    from hypothesis.stateful import run_state_machine_as_test

    from mtgmeld.errors import IllegalAction
    from mtgmeld.scenario import Scenario
    from tests.trust import begun
    from tests.trust.arguments import row_of
    from tests.trust.test_machine import STEPS, Play, Tally, machine

    report = Report(folder)
    begun.EDITIONS = tuple(e for e in begun.EDITIONS if str(e) in there["editions"])
    settings_of = begun._settings
    begun._settings = lambda draw, players: {"edition": edition, **settings_of(draw, players)}
    begun.EFFECT_TABLES = tuple(
        t for t in begun.EFFECT_TABLES if same_start(old, Scenario("an effect").effect(**t))
    )

    possible = begun._if_possible

    @cache
    def there_is(card: str) -> bool:
        return same_start(old, Scenario("a card").start(card=card, zone="hand"))

    def if_possible(made: Any, more: Any) -> Any:
        last = more._tables.get("start", [{}])[-1]
        return possible(made, more) if there_is(last.get("card", "Forest")) else made

    begun._if_possible = if_possible

    def begin(self: Any, data: Any) -> None:
        Play.begin(self, data)
        self.over = report.steps >= steps
        if self.over:
            return
        report.runs += 1
        text = self.scenario.to_toml()
        first = old.asked(begin=text)
        mine = json.loads(as_text({"objects": objects(self.state)}))
        if first != mine:
            self.over = True
            wrong = first if "failed" in first else list(_unlike("", first, mine))
            report.other("begin", str(wrong), text)

    def tried(self: Any, draw: Any, row: dict[str, Any]) -> None:
        if not self.over and report.steps < steps:
            Play.tried(self, draw, row)

    def applied(self: Any, action: Any) -> Any:
        from mtgmeld.game.engine import apply

        if self.over:
            raise IllegalAction("the states have parted", ())
        row = row_of(action)
        now, before, _ = both(old, self.state, row)
        if UNKNOWN in before:
            report.unknown[row["do"]] += 1
            raise IllegalAction("it is not known there", ())
        found = differences(before, now)
        if now.get("refused") == "UnaskedChoice":
            found = unasked(old, self.state, row, before, now)
        text = ""
        if found and report.folder is not None:
            made = self.scenario
            for done in (*self.rows, row):
                made = made.step(**done)
            text = made.to_toml()
        report.step(text, row, found, [] if found else list(words(before, now)))
        if "events" in now and any(before.get(k) != now[k] for k in ("objects", "values", "clock")):
            self.over = True
            report.parted += 1
        return apply(self.state, action)

    quiet = dict.fromkeys(("sound", "unchanged", "offers", "shown", "kept_well"), _nothing)
    body: dict[str, Any] = {"tried": tried, "_applied": applied, "teardown": _nothing, **quiet}
    base = machine(Tally())
    for name in vars(base):
        if name.startswith("do_") and name[3:].replace("_", " ") not in there["actions"]:
            body[name] = None  # no rule any more
    kind = type("Beside", (base,), body)
    kind.begin = _initial(begin)  # type: ignore[attr-defined]  # a rule is made of it
    while report.steps < steps:
        made = settings(
            max_examples=max(10, (steps - report.steps) // 20),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(seeded(seed)(kind), settings=made)
        seed += 1
        print(f"{report.steps} steps", file=sys.stderr, flush=True)
    return report


def both(
    old: Tree, state: Any, row: dict[str, Any], *, goes: bool = True
) -> tuple[Answer, Answer, Any]:
    """Return what comes of a step here and there, and the state after it here."""
    found, after = answer(state, row)
    now = json.loads(as_text(found))
    before = old.asked(row=row, goes=goes and after is not None)
    before, now = shared(before, now)
    return now, before, after


def unasked(
    old: Tree, state: Any, row: dict[str, Any], before: Answer, now: Answer
) -> list[Difference]:
    """Return in what two answers differ once nothing is chosen that nothing asks for.

    That the choice went for nothing in the older tree is asked of it: its answer is the same
    without.
    """
    found = [Difference("unasked", "", "")]
    while now.get("refused") == "UnaskedChoice":
        row = without(row, now["field"])
        now, again, _ = both(old, state, row, goes=False)
    plain = old.asked(row=row, goes=False)
    if shared(before, plain)[0] != shared(before, plain)[1]:
        found.append(Difference("asked", _outcome(before), _outcome(plain)))
    return found + differences(again, now)


def without(row: dict[str, Any], field: str) -> dict[str, Any]:
    """Return a step without one of its choices."""
    name, _, choice = field.partition(".")
    chosen = {k: v for k, v in row[name].items() if k != choice} if choice else None
    rest = {k: v for k, v in row.items() if k != name}
    return {**rest, name: chosen} if chosen else rest


def same_start(old: Tree, scenario: Any) -> bool:
    """Whether a situation begins alike in both trees: they know the same card by a name."""
    from mtgmeld.errors import MtgmeldError

    text = scenario.to_toml()
    there = old.asked(begin=text)
    try:
        here = json.loads(as_text(begun_as(text)[0]))
    except MtgmeldError:
        return "failed" in there
    return bool(there == here)


def _nothing(self: Any) -> None:
    """Stand in for what is checked elsewhere."""


def _initial(begin: Any) -> Any:
    from hypothesis import strategies as st
    from hypothesis.stateful import initialize

    return initialize(data=st.data())(begin)


def main() -> int:
    """Play, compare, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.beside", description=__doc__)
    parser.add_argument("tree", type=Path, nargs="?", help="an older tree")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="2026-04-17", help="of runs that name none")
    parser.add_argument("--cases", type=Path, help="a folder for the runs with what is unexplained")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answers()
        return 0
    if asked.tree is None:
        parser.error("an older tree is missing")
    old = Tree(asked.tree.resolve())
    report = compare(old, asked.steps, asked.seed, asked.edition, asked.cases)
    old.close()
    print(report)
    return 1 if report.others else 0


if __name__ == "__main__":
    sys.exit(main())
