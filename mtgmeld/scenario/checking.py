"""Checking every table of a situation file: what is wrong, with line, field and near names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import AmbiguousName, BadScenario, MtgmeldError, UnknownCard, near, shown
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.pieces import STEPS
from mtgmeld.game.records import instructions_of, numbers_fit
from mtgmeld.game.setup import PLAYERS
from mtgmeld.game.standing import ZONES, Effect, Watch, effect_of, kind_of
from mtgmeld.scenario import fields
from mtgmeld.scenario.notation import CONTROL, FACTS, Control, Expect, Head, Start
from mtgmeld.scenario.reading import Place

__all__ = ["action_of", "check"]

MOST_ROWS = 2_000
MOST_PLAYERS = 100
MOST = 1_000
PLACES = (*ZONES, "outside")


class Names(msgspec.Struct, frozen=True):
    """What the tables of a file may speak of.

    Attributes
    ----------
    players : tuple of str
    watches : tuple of str
        Ids of watches.
    effects : tuple of str
        Ids of standing effects, those that a step lays among them.
    """

    players: tuple[str, ...] = PLAYERS
    watches: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()

    @classmethod
    def of(cls, head: Head) -> Names:
        """Return the names of a file."""
        laid = [row["effect"] for row in head.step if isinstance(row.get("effect"), dict)]
        rows = [row.get("id") for row in (*head.effect, *laid)]
        return cls(
            tuple(head.players) or PLAYERS,
            tuple(str(row.get("id")) for row in head.watch),
            tuple(str(i) for i in rows if i is not None),
        )


def check(tables: Mapping[str, Any], path: object = "<scenario>", text: str = "") -> Head:
    """Check every table of a situation and return its head.

    Raises
    ------
    BadScenario
        With line and field, and near names for a slip.
    """
    top = Place(path, text)
    head: Head = _record(tables, Head, top)
    known = Names.of(head)
    if len(head.players) > MOST_PLAYERS:
        raise top.wrong(f"more than {MOST_PLAYERS} players", "players")
    _one_line(tables, top, ("title",))
    for name in ("start", "watch", "effect", "expect", "step"):
        rows = getattr(head, name)
        if len(rows) > MOST_ROWS:
            raise top.wrong(f"more than {MOST_ROWS} tables [[{name}]]", name)
        for i, row in enumerate(rows):
            _CHECKS[name](row, top.at(name, i), known)
    _settings(head.edition, head.policies, tables, top)
    if head.step_name is not None:
        _step(head.step_name, "begins", top)
    for rule in head.rules:
        _rule(rule, "rules", top)
    return head


def _start(row: dict[str, Any], place: Place, known: Names) -> None:
    _record(row, Start, place)
    _one_line(row, place, ("id", "card", "token", "made_up"))
    _players(row, ("owner", "controller"), place, known)
    if sum(name in row for name in ("card", "token", "made_up")) != 1:
        raise place.wrong("give one of card, token and made_up")
    for name in FACTS:
        if name in row and ("card" in row or (name == "mana_cost" and "token" in row)):
            owner = "a made-up card" if name == "mana_cost" else "a token or a made-up card"
            raise place.wrong(f"{name} is a fact of {owner}", name)


def _watch(row: dict[str, Any], place: Place, known: Names) -> None:
    _one_line(row, place, ("id",))
    _ability(_record(row, Watch, place), row, place)
    if not row.get("id"):
        raise place.wrong("a watch needs an id, by which expectations ask for it", "id")


def _effect(row: dict[str, Any], place: Place, known: Names) -> None:
    _one_line(row, place, ("id",))
    try:
        kind = kind_of(row)
    except MtgmeldError as error:
        raise place.wrong(str(error)) from None
    made = _record(row, kind, place)
    _numbers(made, "the effect", place)
    _ability(made, row, place)


def _ability(record: Effect, row: Mapping[str, Any], place: Place) -> None:
    try:
        record.ability(1)
    except MtgmeldError as error:
        raise place.caused(error, row) from None


def _expect(row: dict[str, Any], place: Place, known: Names) -> None:
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
            _players(row[name], ("player",), place, known)
    if wanted.at is not None:
        _step(wanted.at, "at", place)
    if wanted.by is not None:
        _rule(wanted.by, "by", place)
    _together(row, place)
    _players(
        row, ("player", "owner", "controller", "turn_of", "hidden_from", "known_to"), place, known
    )
    for field in ("life", "mana", "lost", "priority"):
        _each(row, field, known.players, "player", place)
    _each(row, "zone", PLACES, "zone", place)
    _each(row, "events", fields.KINDS, "kind of event", place)
    _each(row, "moved", ("objects", "cards"), "thing that moves", place)
    _each(row, "counted", known.watches, "watch", place)
    for name in row.get("triggered", {}):
        _trigger(name, place, known)


# what an expectation may say without asking anything, and what goes with it
_FRAME = {"object", "player", "note", "edition", "policies", "last_known"}
_WITH = {
    "last_known": ("object",),
    "any_order": ("cards",),
    "matching": ("cards", "count", "different_names"),
    "with_mana": ("castable",),
    "by": ("refused",),
}
_OF_ZONE = {"count", "different_names"}
# what is asked of players, of the step and of what may be done, with an object or without
_OF_ALL = {"triggered", "counted", "amounts", "moved", "events", "life", "mana", "lost", "stack"}
_OF_ALL |= {"turn_of", "at", "priority", "castable", "costs", "allowed", "refused"}
_OF_EITHER = {"zone", "cards", "hidden_from"}


def _together(row: Mapping[str, Any], place: Place) -> None:
    """Refuse an expectation of which a part would go unheard."""
    for field, others in _WITH.items():
        if field in row and not row.keys() & set(others):
            raise place.wrong(f"{field} goes with {' or '.join(others)}", field)
    of_object = [f for f in row if f not in _FRAME | _WITH.keys() | _OF_ZONE | _OF_ALL | _OF_EITHER]
    of_zone = [f for f in row if f in _OF_ZONE]
    if "object" not in row and of_object:
        raise place.wrong(f"{of_object[0]} asks about an object: say which", of_object[0])
    if "object" in row and of_zone:
        raise place.wrong(f"{of_zone[0]} asks about a zone, not about an object", of_zone[0])
    if "object" not in row:
        asked = [*of_zone, *(f for f in row if f in ("cards", "hidden_from"))]
        if asked and "zone" not in row:
            raise place.wrong(f"{asked[0]} asks about a zone: say which", asked[0])
        if "zone" in row and not asked:
            raise place.wrong("it asks nothing about the zone", "zone")
    if row.get("exists") is False and len(row.keys() - _FRAME) > 1:
        raise place.wrong("what does not exist has nothing else to ask about", "exists")
    if not row.keys() - _FRAME:
        raise place.wrong("it asks nothing")


def _players(row: Mapping[str, Any], names: Iterable[str], place: Place, known: Names) -> None:
    for field in names:
        _each(row, field, known.players, "player", place)


def _each(
    row: Mapping[str, Any], field: str, options: Iterable[str], what: str, place: Place
) -> None:
    """Refuse a word, or one of several, that is none of the options."""
    value = row.get(field, ())
    for word in [value] if isinstance(value, str) else value:
        if word not in options:
            offered = near(str(word), options) or options
            raise place.wrong(f"there is no {what} {shown(word)}", field, offered)


def _trigger(name: str, place: Place, known: Names) -> None:
    """Refuse what is neither a watch, nor an effect, nor a card whose abilities trigger."""
    from mtgmeld.catalog import load_catalog
    from mtgmeld.game.keyword_abilities import KEYWORDS

    if name in known.watches or name in known.effects or name.startswith(_DELAYED):
        return
    if name.partition("#")[0] in KEYWORDS:
        return
    try:
        load_catalog().resolve(name.partition("#")[0])
    except AmbiguousName:
        return
    except UnknownCard as error:
        offered = [*near(name, (*known.watches, *known.effects)), *error.near]
        raise place.wrong(
            f"nothing that triggers is called {shown(name)}", "triggered", offered
        ) from None


# how delayed triggered abilities are called
_DELAYED = ("return that card", "at the next")


def _instruction(row: Mapping[str, Any], field: str, place: Place) -> None:
    try:
        action_of(row, place)
    except BadScenario as error:
        hint = f" {error.hint}" if error.hint else ""
        raise place.wrong(f"{error.why}{hint}", field) from None


def _action(row: dict[str, Any], place: Place, known: Names) -> None:
    _one_line(row, place, ("id",))
    action_of(row, place)
    told = {k: v for k, v in row.items() if k in CONTROL}
    if not isinstance(told.get("expect", []), list):
        raise place.wrong("write each expectation as a table [[step.expect]]", "expect")
    control: Control = _record(told, Control, place)
    if isinstance(control.illegal, str):
        _rule(control.illegal, "illegal", place)
    elif control.illegal is False:
        raise place.wrong("give the rule that refuses the step, or true", "illegal")
    _players(row, ("player", "of_player"), place, known)
    for name in ("of_player", "options"):
        if name in row and control.asks is None:
            raise place.wrong(f"{name} goes with asks", name)
    if control.illegal is not None and control.asks is not None:
        raise place.wrong("a step is refused, or it asks for a choice", "asks")
    for i, one in enumerate(control.expect):
        _expect(one, place.at("expect", i), known)


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
        if name is None:
            raise place.wrong("it does not say what is done", "do")
        offered = near(str(name), ACTIONS) or sorted(ACTIONS)
        raise place.wrong(f"there is no action {shown(name)}", "do", offered)
    own = {k: v for k, v in row.items() if k not in CONTROL}
    made: Action = _record(own, ACTIONS[name], place)
    if made.during is not None:
        _step(made.during.removeprefix("your ").rpartition("'s ")[2], "during", place)
    for field, read in (("do_later", instructions_of), ("effect", lambda e: effect_of(e, 1))):
        if field in own:
            try:
                read(own[field])
            except MtgmeldError as error:
                raise place.wrong(str(error), field) from None
    for field in ("count", "x"):
        n = getattr(made, field, None)
        if isinstance(n, int) and not 0 <= n <= MOST:
            raise place.wrong(f"{n} is not between 0 and {MOST}", field)
    _numbers(made, name, place)
    return made


def _numbers(record: object, what: str, place: Place) -> None:
    try:
        numbers_fit(record, what)
    except MtgmeldError as error:
        raise place.wrong(str(error), "counters") from None


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
            raise place.wrong(said.replace("Object missing", "it is without the"), field) from None
        names = [f.encode_name for f in msgspec.structs.fields(kind)]
        names += [*CONTROL, "do"] if kind in ACTIONS.values() else []
        field = inner.split(".")[0] or unknown[1]
        if field != unknown[1]:
            names = _inner_names(kind, field)
        offered = near(unknown[1], names)
        raise place.wrong(f"there is no field {shown(unknown[1])} here", field, offered) from None


def _inner_names(kind: Any, field: str) -> list[str]:
    """Return the fields of a record that is a field of another."""
    for f in msgspec.structs.fields(kind):
        if f.encode_name == field and isinstance(f.type, type):
            if issubclass(f.type, msgspec.Struct):
                return [inner.encode_name for inner in msgspec.structs.fields(f.type)]
    return []


def _settings(
    edition: str | None, policies: Mapping[str, str], row: Mapping[str, Any], place: Place
) -> None:
    from mtgmeld.rules.editions import POLICIES, readings
    from mtgmeld.rules.editions import edition as edition_of

    try:
        edition_of(edition)
    except MtgmeldError as error:
        raise place.wrong(str(error), "edition") from None
    for name in policies:
        if name not in POLICIES:
            offered = near(name, POLICIES) or POLICIES
            raise place.wrong(f"there is no policy {shown(name)}", "policies", offered)
    try:
        readings(policies)
    except MtgmeldError as error:
        raise place.wrong(str(error), "policies") from None


def _step(name: str, field: str, place: Place) -> None:
    if name not in (*STEPS, "turn"):
        raise place.wrong(f"there is no step {shown(name)}", field, near(name, STEPS) or STEPS)


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
