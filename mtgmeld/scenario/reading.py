"""Reading a situation file: its tables as plain values, every one checked, errors with their place.

Nothing in a file is ever run, and no value of it is taken for a path: it is data alone.
"""

from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import (
    AmbiguousName,
    BadScenario,
    MtgmeldError,
    UnknownCard,
    UnknownName,
    near,
    one_of,
    shown,
)
from mtgmeld.game.abilities import Ability, Watch
from mtgmeld.game.notation import effect_of
from mtgmeld.game.setup import FACTS, PLAYERS, Start
from mtgmeld.records import convert, names_of, texts_in
from mtgmeld.scenario.asking import EXPECTATIONS, GOES_WITH, About
from mtgmeld.scenario.expectations import Expect
from mtgmeld.scenario.notation import Head, StepControl, action_of, control_of

LONGEST = 2_000_000
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

    def wrong(self, why: str, field: str = "", offered: Iterable[str] = ()) -> BadScenario:
        """Return the error with line and field, and names that may have been meant."""
        hint = one_of(offered).strip()
        why = f"{why}." if hint and not why.endswith((".", "?")) else why
        words = [f"{'expectation' if t == 'expect' else t} {n + 1}" for t, n in self.where]
        words += [f"field {field}"] if field else []
        column = ", ".join(words) or None
        return BadScenario(self.path, why, line=self.line(field), column=column, hint=hint)

    def caused(self, error: MtgmeldError, row: Mapping[str, Any]) -> BadScenario:
        """Return the error for what went wrong with a table, at the field that it speaks of."""
        field = str(getattr(error, "field", "")).partition(".")[0]
        said = getattr(error, "name", None) or getattr(error, "text", None)
        if said and not field:
            alike = [k for k, v in row.items() if k == said or _has(v, said)]
            within = [k for k, v in row.items() if str(said) in str(v)]
            field = next(iter([*alike, *within]), "")
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
    if isinstance(value, dict):
        return said in value or any(_has(v, said) for v in value.values())
    if isinstance(value, list):
        return any(_has(v, said) for v in value)
    return bool(value == said)


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
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(found[1]) if found else None
        why = re.sub(r" \(at .*\)$", "", str(error))
        raise BadScenario(path, f"it is no TOML: {why}", line=line) from None
    except ValueError:  # Python reads no whole number of so many digits
        raise place.wrong("a number in it is longer than any in a situation") from None
    except RecursionError:
        raise place.wrong(f"it is nested deeper than {DEEPEST} tables") from None
    return plain(tables, path)


def plain(tables: Mapping[str, Any], path: object = "<scenario>") -> dict[str, Any]:
    """Return tables of texts, numbers, lists and tables alone, all of them new.

    Dates are text, and None is left out.

    Raises
    ------
    BadScenario
        If they are nested too deep, or a number is none.
    """
    try:
        made: dict[str, Any] = _plain(dict(tables), 0)
    except RecursionError:
        raise Place(path).wrong(f"it is nested deeper than {DEEPEST} tables") from None
    except _NoNumber as error:
        raise Place(path).wrong(str(error), error.name) from None
    return made


class _NoNumber(ValueError):
    """A value that TOML and JSON read as a number, and that equals none, itself included."""

    def __init__(self, name: str, value: float) -> None:
        super().__init__(f"{value} is no number that anything in a game can have")
        self.name = name


def _plain(value: Any, depth: int, name: str = "") -> Any:
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, dict):
        return {k: _plain(v, depth + 1, str(k)) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_plain(v, depth + 1, name) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise _NoNumber(name, value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value


# ---------------------------------------------------------------- checking

MOST_ROWS = 2_000
MOST_PLAYERS = 100


def _ids(rows: Any) -> Iterator[str]:
    """Yield the ids in tables and in the tables within them: an effect may give abilities."""
    for row in rows if isinstance(rows, list | tuple) else (rows,):
        if isinstance(row, dict):
            if isinstance(row.get("id"), str):
                yield row["id"]
            for inner in row.values():
                yield from _ids(inner)


class KnownNames(msgspec.Struct, frozen=True):
    """What the tables of a file may speak of: players, and ids of watches and effects."""

    players: tuple[str, ...]
    watches: tuple[str, ...]
    effects: tuple[str, ...]

    @classmethod
    def of(cls, head: Head) -> KnownNames:
        """Return the names of a file, with the effects that steps lay and effects give."""
        return cls(
            tuple(head.players) or PLAYERS,
            tuple(str(row.get("id")) for row in head.watch),
            tuple(_ids((*head.effect, *head.step))),
        )

    def check(self, record: Any, place: Place) -> None:
        """Refuse a record that names what is not there."""
        for field, about, name in texts_in(record):
            kind = about.get("names")
            if kind == "trigger":
                self._trigger(name, place)
            elif kind is not None:
                known = self.watches if kind == "watch" else self.players
                if name not in known:
                    error = UnknownName(kind, name, near(name, known) or known)
                    raise place.wrong(str(error), field)

    def _trigger(self, name: str, place: Place) -> None:
        """Refuse what is neither a watch, nor an effect, nor a card whose abilities trigger."""
        from mtgmeld.catalog import load_catalog
        from mtgmeld.game.keyword_abilities import keywords

        whole = name.partition("#")[0]
        mine = (*self.watches, *self.effects)
        if name in mine or whole in mine or name.startswith(_DELAYED) or whole in keywords():
            return
        try:
            load_catalog().resolve(whole)
        except AmbiguousName:
            return
        except UnknownCard as error:
            why = f"nothing that triggers is called {shown(name)}"
            raise place.wrong(why, "triggered", [*near(name, mine), *error.near]) from None


# how delayed triggered abilities are called
_DELAYED = ("return that card", "at the next")


def check(tables: Mapping[str, Any], path: object = "<scenario>", text: str = "") -> Head:
    """Check every table of a situation and return its head.

    Raises
    ------
    BadScenario
        With line and field, and near names for a slip.
    """
    top = Place(path, text)
    head: Head = _record(tables, Head, top)
    known = KnownNames.of(head)
    if len(head.players) > MOST_PLAYERS:
        raise top.wrong(f"more than {MOST_PLAYERS} players", "players")
    for name, look in _TABLES.items():
        rows = getattr(head, name)
        if len(rows) > MOST_ROWS:
            raise top.wrong(f"more than {MOST_ROWS} tables [[{name}]]", name)
        for i, row in enumerate(rows):
            look(row, top.at(name, i), known)
    _settings(head.edition, head.policies, top)
    known.check(head, top)
    return head


def _record(row: Any, kind: Any, place: Place) -> Any:
    """Return a table as a record, or refuse it at the field that is wrong."""
    if not isinstance(row, Mapping):
        raise place.wrong("it is no table")
    try:
        return convert(row, kind, "")
    except MtgmeldError as error:
        raise place.caused(error, row) from None


def _start(row: dict[str, Any], place: Place, known: KnownNames) -> None:
    known.check(_record(row, Start, place), place)
    if sum(name in row for name in ("card", "token", "made_up")) != 1:
        raise place.wrong("give one of card, token and made_up")
    for name in FACTS:
        if name in row and ("card" in row or (name == "mana_cost" and "token" in row)):
            owner = "a made-up card" if name == "mana_cost" else "a token or a made-up card"
            raise place.wrong(f"{name} is a fact of {owner}", name)


def _effect(
    row: dict[str, Any], place: Place, _: KnownNames, kind: type[Ability] | None = None
) -> None:
    try:
        effect_of(row, 1, kind)
    except MtgmeldError as error:
        raise place.caused(error, row) from None


def _watch(row: dict[str, Any], place: Place, known: KnownNames) -> None:
    _effect(row, place, known, Watch)
    if not row.get("id"):
        raise place.wrong("a watch needs an id, by which expectations ask for it", "id")


def _expect(row: dict[str, Any], place: Place, known: KnownNames) -> None:
    wanted = _record(row, Expect, place)
    _settings(wanted.edition, wanted.policies, place)
    for name in ("allowed", "refused"):
        if name in row:
            try:
                action = action_of(row[name])
            except MtgmeldError as error:
                raise place.wrong(str(error), name) from None
            known.check(action, place)
    _together(row, place)
    known.check(wanted, place)


# what an expectation may say without asking anything
_FRAME = names_of(About)


def _together(row: Mapping[str, Any], place: Place) -> None:
    """Refuse an expectation of which a part would go unheard."""
    for field, others in GOES_WITH.items():
        if field in row and not row.keys() & set(others):
            raise place.wrong(f"{field} goes with {' or '.join(others)}", field)
    asked = [f for f in row if f not in _FRAME]
    scopes = {f: EXPECTATIONS[f].getters.keys() for f in asked}
    if "object" not in row:
        of_zone = [f for f in asked if "zone" in scopes[f]]
        for f in asked:
            if not scopes[f] & {"zone", "all"} and f != "zone":
                raise place.wrong(f"{f} asks about an object: say which", f)
        if of_zone and "zone" not in row:
            raise place.wrong(f"{of_zone[0]} asks about a zone: say which", of_zone[0])
        if "zone" in row and not of_zone:
            raise place.wrong("it asks nothing about the zone", "zone")
    for f in asked if "object" in row else ():
        if scopes[f] == {"zone"}:
            raise place.wrong(f"{f} asks about a zone, not about an object", f)
    if row.get("exists") is False and len(asked) > 1:
        raise place.wrong("what does not exist has nothing else to ask about", "exists")
    if not asked:
        raise place.wrong("it asks nothing")


def _step(row: dict[str, Any], place: Place, known: KnownNames) -> None:
    told = control_of(row)
    if not isinstance(told.get("expect", []), list):
        raise place.wrong("write each expectation as a table [[step.expect]]", "expect")
    control: StepControl = _record(told, StepControl, place)
    if control.illegal is False:
        raise place.wrong("give the rule that refuses the step, or true", "illegal")
    try:
        known.check(action_of(row), place)
    except UnknownName as error:
        # a word that names nothing may be what must be refused, a field that is none may not
        if control.illegal is not True or error.name in row or error.field == "do":
            raise place.caused(error, row) from None
    except BadScenario:
        raise
    except MtgmeldError as error:
        raise place.caused(error, row) from None
    known.check(control, place)
    for name in ("of_player", "options"):
        if name in told and control.asks is None:
            raise place.wrong(f"{name} goes with asks", name)
    if control.illegal is not None and control.asks is not None:
        raise place.wrong("a step is refused, or it asks for a choice", "asks")
    for i, one in enumerate(control.expect):
        _expect(one, place.at("expect", i), known)


_TABLES: Mapping[str, Callable[[dict[str, Any], Place, KnownNames], None]] = {
    "start": _start,
    "watch": _watch,
    "effect": _effect,
    "expect": _expect,
    "step": _step,
}


def _settings(edition: str | None, policies: Mapping[str, str], place: Place) -> None:
    from mtgmeld.rules.editions import POLICIES, readings
    from mtgmeld.rules.editions import edition as edition_of

    try:
        edition_of(edition)
    except MtgmeldError as error:
        raise place.wrong(str(error), "edition") from None
    try:
        for name in policies:
            if name not in POLICIES:
                raise UnknownName("policy", name, near(name, POLICIES) or POLICIES)
        readings(policies)
    except MtgmeldError as error:
        raise place.wrong(str(error), "policies") from None
