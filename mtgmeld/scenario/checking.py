"""Reading a situation file and checking every table of it, with line and field.

Nothing in a file is ever run, and no value of it is taken for a path: it is data alone.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import BadScenario, MtgmeldError
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.standing import EFFECTS, Effect, Watch, kind_of
from mtgmeld.scenario.notation import CONTROL, FACTS, Expect, Head, Start

__all__ = ["LONGEST", "Place", "action_of", "check", "parse", "plain"]

LONGEST = 2_000_000
MOST_ROWS = 2_000
DEEPEST = 40


class Place(msgspec.Struct, frozen=True):
    """A file and a table in it, for errors that say where something is.

    Attributes
    ----------
    path : object
    text : str
        The file's text; empty where it was built in Python.
    where : tuple of (str, int)
        The tables that lead there, with their numbers from 0: ``step`` 0, ``expect`` 2.
    """

    path: object = "<scenario>"
    text: str = ""
    where: tuple[tuple[str, int], ...] = ()

    def at(self, table: str, number: int) -> Place:
        """Return the place of a table in this one."""
        return Place(self.path, self.text, (*self.where, (table, number)))

    def wrong(self, why: str, field: str = "", near: Iterable[str] = ()) -> BadScenario:
        """Return the error with line and field."""
        listed = list(near)
        hint = f"Did you mean: {'; '.join(listed)}?" if listed else ""
        words = [f"{'expectation' if t == 'expect' else t} {n + 1}" for t, n in self.where]
        words += [f"field {field}"] if field else []
        column = ", ".join(words) or None
        return BadScenario(self.path, why, line=self.line(field), column=column, hint=hint)

    def caused(self, error: MtgmeldError, row: Mapping[str, Any]) -> BadScenario:
        """Return the error for what went wrong with a table, at the field that it speaks of."""
        said = getattr(error, "name", None) or getattr(error, "text", None)
        field = next((k for k, v in row.items() if said is not None and _has(v, said)), "")
        return self.wrong(str(error), field)

    def line(self, field: str = "") -> int | None:
        """Return the line of a field of the table, or of its head, if it can be found."""
        if not self.text:
            return None
        lines = self.text.splitlines()
        at, prefix = 0, ""
        for table, number in self.where:
            prefix = f"{prefix}.{table}" if prefix else table
            header = re.compile(rf"\s*\[\[\s*{re.escape(prefix)}\s*\]\]")
            heads = [n for n in range(at, len(lines)) if header.match(lines[n])]
            if len(heads) <= number:
                return at or None
            at = heads[number] + 1
        if field:
            key = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*=")
            for n in range(at, len(lines)):
                if lines[n].lstrip().startswith("[["):
                    break
                if key.match(lines[n]):
                    return n + 1
        return at or None


def _has(value: Any, said: object) -> bool:
    return value == said or (isinstance(value, list | dict) and said in value)


def parse(text: str, path: object = "<text>") -> dict[str, Any]:
    """Return the tables of a file; dates become text.

    Raises
    ------
    BadScenario
        With the line, if it is no TOML, or longer or deeper than any situation.
    """
    place = Place(path)
    if len(text) > LONGEST:
        raise place.wrong(f"it is longer than any situation ({LONGEST // 1_000_000} MB)")
    try:
        return plain(tomllib.loads(text), path)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(found[1]) if found else None
        why = re.sub(r" \(at .*\)$", "", str(error))
        raise BadScenario(path, f"it is no TOML: {why}", line=line) from None
    except RecursionError:
        raise place.wrong(f"it is nested deeper than {DEEPEST} tables") from None


def plain(tables: Mapping[str, Any], path: object = "<scenario>") -> dict[str, Any]:
    """Return tables of texts, numbers, lists and tables alone, all of them new; dates are text.

    Raises
    ------
    BadScenario
        If they are nested too deep.
    """
    try:
        made: dict[str, Any] = _plain(dict(tables), 0)
    except RecursionError:
        raise Place(path).wrong(f"it is nested deeper than {DEEPEST} tables") from None
    return made


def _plain(value: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, dict):
        return {k: _plain(v, depth + 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v, depth + 1) for v in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value


def check(tables: Mapping[str, Any], path: object = "<scenario>", text: str = "") -> Head:
    """Check every table of a situation and return its head.

    Raises
    ------
    BadScenario
        With line and field, and near names for a slip.
    """
    top = Place(path, text)
    head: Head = _record(tables, Head, top)
    _one_line(tables, top, ("title",))
    for name in ("start", "watch", "effect", "expect", "step"):
        rows = getattr(head, name)
        if len(rows) > MOST_ROWS:
            raise top.wrong(f"more than {MOST_ROWS} tables [[{name}]]", name)
        for i, row in enumerate(rows):
            _CHECKS[name](row, top.at(name, i))
    _settings(head.edition, head.policies, tables, top)
    if head.step_name is not None:
        _step(head.step_name, "begins", top)
    for rule in head.rules:
        _rule(rule, "rules", top)
    return head


def _start(row: dict[str, Any], place: Place) -> None:
    _record(row, Start, place)
    _one_line(row, place, ("id", "card", "token", "made_up"))
    if sum(name in row for name in ("card", "token", "made_up")) != 1:
        raise place.wrong("give one of card, token and made_up")
    for name in FACTS:
        if name in row and ("card" in row or (name == "mana_cost" and "token" in row)):
            owner = "a made-up card" if name == "mana_cost" else "a token or a made-up card"
            raise place.wrong(f"{name} is a fact of {owner}", name)


def _watch(row: dict[str, Any], place: Place) -> None:
    _one_line(row, place, ("id",))
    _ability(_record(row, Watch, place), row, place)
    if not row.get("id"):
        raise place.wrong("a watch needs an id, by which expectations ask for it", "id")


def _effect(row: dict[str, Any], place: Place) -> None:
    _one_line(row, place, ("id",))
    try:
        kind = kind_of(row)
    except MtgmeldError as error:
        near = [n for name in row for n in _near(name, EFFECTS)]
        raise place.wrong(str(error), near=near) from None
    _ability(_record(row, kind, place), row, place)


def _ability(record: Effect, row: Mapping[str, Any], place: Place) -> None:
    try:
        record.ability(1)
    except MtgmeldError as error:
        raise place.caused(error, row) from None


def _expect(row: dict[str, Any], place: Place) -> None:
    wanted: Expect = _record(row, Expect, place)
    _settings(wanted.edition, wanted.policies, row, place)
    for name, read in _READERS.items():
        value = row.get(name)
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and text not in ("", "none", "pool"):
                try:
                    read(text)
                except MtgmeldError as error:
                    raise place.wrong(str(error), name) from None
    for name in ("allowed", "refused"):
        if name in row:
            _instruction(row[name], name, place)
    if wanted.at is not None:
        _step(wanted.at, "at", place)
    if wanted.by is not None:
        _rule(wanted.by, "by", place)


def _instruction(row: Mapping[str, Any], field: str, place: Place) -> None:
    try:
        action_of(row, place)
    except BadScenario as error:
        near = f" {error.hint}" if error.hint else ""
        raise place.wrong(f"{error.why}{near}", field) from None


def _action(row: dict[str, Any], place: Place) -> None:
    _one_line(row, place, ("id",))
    action_of(row, place)
    if isinstance(row.get("illegal"), str):
        _rule(row["illegal"], "illegal", place)
    elif row.get("illegal", True) is not True:
        raise place.wrong("give the rule that refuses the step, or true", "illegal")
    if not isinstance(row.get("asks", ""), str):
        raise place.wrong("give the argument that takes the choice, as text", "asks")
    for name, other in (("of_player", "asks"), ("options", "asks"), ("illegal", "asks")):
        if name in row and (other in row) != (name != "illegal"):
            word = "with" if name != "illegal" else "without"
            raise place.wrong(f"{name} goes {word} {other}", name)
    wanted = row.get("expect", [])
    if not isinstance(wanted, list) or not all(isinstance(w, dict) for w in wanted):
        raise place.wrong("write each expectation as a table [[step.expect]]", "expect")
    for i, one in enumerate(wanted):
        _expect(one, place.at("expect", i))


_CHECKS = {
    "start": _start,
    "watch": _watch,
    "effect": _effect,
    "expect": _expect,
    "step": _action,
}


def _cost(text: str) -> object:
    from mtgmeld.mana import ManaCost

    return ManaCost.parse(text)


def _filter(text: str) -> object:
    from mtgmeld.query import compile_filter

    return compile_filter(text)


_READERS = {"is": _filter, "matching": _filter, "mana_cost": _cost, "with_mana": _cost}


def action_of(row: Mapping[str, Any], place: Place | None = None) -> Action:
    """Return the action of a step.

    Raises
    ------
    BadScenario
        For an unknown action or field, with near names.
    """
    place = place or Place()
    name = row.get("do")
    if not isinstance(name, str) or name not in ACTIONS:
        near = _near(str(name), ACTIONS) or sorted(ACTIONS)
        raise place.wrong(f"there is no action {name!r}", "do", near)
    own = {k: v for k, v in row.items() if k not in CONTROL}
    made: Action = _record(own, ACTIONS[name], place)
    if made.during is not None:
        _step(made.during.rpartition("'s ")[2], "during", place)
    return made


def _record(row: Any, kind: Any, place: Place) -> Any:
    """Return a table as a record, or refuse it at the field that is wrong."""
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        said, _, at = str(error).partition(" - at `$")
        inner = at.rstrip("`").lstrip(".")
        unknown = re.search(r"unknown field `(.+)`", said)
        if unknown is None:
            field = re.split(r"[.\[]", inner)[0]
            raise place.wrong(said.replace("Object", "the table"), field) from None
        names = [f.encode_name for f in msgspec.structs.fields(kind)]
        names += [*CONTROL, "do"] if kind in ACTIONS.values() else []
        field = inner.split(".")[0] or unknown[1]
        near = _near(unknown[1], names) if field == unknown[1] else []
        raise place.wrong(f"there is no field {unknown[1]!r} here", field, near) from None


def _settings(
    edition: str | None, policies: Mapping[str, str], row: Mapping[str, Any], place: Place
) -> None:
    from mtgmeld.rules.editions import edition as edition_of
    from mtgmeld.rules.editions import readings

    for field, read in (
        ("edition", lambda: edition_of(edition)),
        ("policies", lambda: readings(policies)),
    ):
        try:
            read()
        except MtgmeldError as error:
            raise place.wrong(str(error), field) from None


def _step(name: str, field: str, place: Place) -> None:
    from mtgmeld.game.state import STEPS

    if name not in (*STEPS, "turn"):
        near = _near(name, STEPS) or STEPS
        raise place.wrong(f"there is no step {name!r}", field, near)


def _rule(number: str, field: str, place: Place) -> None:
    from mtgmeld.rules.numbers import key

    try:
        key(number)
    except MtgmeldError as error:
        raise place.wrong(str(error), field) from None


def _one_line(row: Mapping[str, Any], place: Place, fields: Iterable[str]) -> None:
    """Refuse a name that would not stand on one line of a report."""
    for field in fields:
        value = row.get(field)
        if isinstance(value, str) and not value.isprintable():
            raise place.wrong(f"{value[:40]!r} has characters that cannot be printed", field)


def _near(name: str, known: Iterable[str]) -> list[str]:
    from rapidfuzz import process

    return [str(h[0]) for h in process.extract(name, list(known), score_cutoff=60, limit=3)]
