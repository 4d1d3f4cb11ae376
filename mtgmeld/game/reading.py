"""JSON read as records of a given type, every field checked; no code comes from it."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadSavedState
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.mana import ManaCost
from mtgmeld.rules.editions import Edition, edition

__all__ = ["cards_by_name", "entry", "faces_by_name", "fields_of", "only", "path", "read", "rows"]


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a record with their types."""
    return msgspec.structs.fields(kind)


@cache
def cards_by_name() -> dict[str, Card]:
    """Return the cards of the bundled catalog."""
    return {card.name: card for card in load_catalog()}


@cache
def faces_by_name() -> dict[str, Face]:
    """Return the faces whose name stands for one face only."""
    found: dict[str, list[Face]] = {}
    for card in load_catalog():
        for face in card.faces:
            found.setdefault(face.name, []).append(face)
    return {name: faces[0] for name, faces in found.items() if len(faces) == 1}


def only(row: Mapping[str, Any], known: Any, where: str) -> None:
    """Refuse a table with an entry that is not known."""
    for name in row:
        if name not in known:
            raise BadSavedState(path(where, name), "there is no such field")


def path(where: str, name: str | int) -> str:
    """Return where an entry stands."""
    return f"{where}.{name}" if where else str(name)


def entry(row: Any, name: str, where: str = "") -> Any:
    """Return an entry of a table that must be there."""
    if not isinstance(row, dict) or name not in row:
        raise BadSavedState(path(where, name), "it is missing")
    return row[name]


def rows(row: Any, name: str, where: str) -> list[Any]:
    """Return an entry of a table that must be a list."""
    found = entry(row, name, where)
    if not isinstance(found, list):
        raise BadSavedState(path(where, name), "it must be a list")
    return found


def read(kind: Any, data: Any, where: str) -> Any:
    """Return JSON as a value of a type.

    Raises
    ------
    BadSavedState
        With the place of what does not fit.
    """
    if kind is Any:
        return data
    special = _READERS.get(kind)
    if special is not None:
        return special(data, where)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        for arg in args:
            if _fits(arg, data):
                return read(arg, data, where)
        raise BadSavedState(where, f"{data!r:.60} does not belong there")
    if not _fits(kind, data):
        raise BadSavedState(where, f"{data!r:.60} does not belong there")
    if origin in (tuple, list):
        return _sequence(origin, args, data, where)
    if origin is dict:
        return {_key(args[0], k, where): read(args[1], v, path(where, k)) for k, v in data.items()}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return data if isinstance(data, kind) else _record(kind, data, where)
    return data


def _fits(kind: Any, data: Any) -> bool:
    """Whether JSON has the form of a type."""
    form = get_origin(kind) or kind
    if form in (None, types.NoneType):
        return data is None
    if form in (bool, int, str):
        return type(data) is form
    if form in (tuple, list):
        return isinstance(data, list)
    if form in (ManaCost, Edition):
        return isinstance(data, str)
    if form in (Card, Face):
        return isinstance(data, str | dict)
    return isinstance(data, dict) or type(data) is form


def _sequence(origin: Any, args: tuple[Any, ...], data: list[Any], where: str) -> Any:
    if origin is list or args[1:] == (...,):
        return origin(read(args[0], v, path(where, n)) for n, v in enumerate(data))
    if len(args) != len(data):
        raise BadSavedState(where, f"it takes {len(args)} entries")
    pairs = zip(args, data, strict=True)
    return tuple(read(a, v, path(where, n)) for n, (a, v) in enumerate(pairs))


def _key(kind: Any, text: str, where: str) -> Any:
    if kind is not int:
        return text
    if not (text.isascii() and text.isdecimal()):
        raise BadSavedState(path(where, text), "it must be a number")
    return int(text)


def _record(kind: type[msgspec.Struct], data: dict[str, Any], where: str) -> Any:
    fields = fields_of(kind)
    only(data, {f.encode_name for f in fields}, where)
    made = {}
    for f in fields:
        if f.encode_name in data:
            type_ = tuple[_Later, ...] if f.name == "do_later" else f.type
            made[f.name] = read(type_, data[f.encode_name], path(where, f.encode_name))
        elif f.required:
            raise BadSavedState(path(where, f.encode_name), "it is missing")
    return kind(**made)


def _action(data: Any, where: str) -> Action:
    kind = ACTIONS.get(str(entry(data, "do", where)))
    if kind is None:
        raise BadSavedState(path(where, "do"), f"there is no action {data['do']!r}")
    made: Action = _record(kind, {k: v for k, v in data.items() if k != "do"}, where)
    return made


class _Later:
    """An instruction for later: an action, or a table that becomes one (see ``AtStep``)."""


def _later(data: Any, where: str) -> Any:
    if isinstance(data, dict) and set(data) == {"row"}:
        return read(dict[str, Any], data["row"], where)
    return _action(data, where)


def _card(data: Any, where: str) -> Card:
    if isinstance(data, dict):
        made: Card = _record(Card, data, where)
        return made
    found = cards_by_name().get(read(str, data, where))
    if found is None:
        raise BadSavedState(where, f"the catalog has no card {data!r}")
    return found


def _face(data: Any, where: str) -> Face:
    if isinstance(data, dict):
        made: Face = _record(Face, data, where)
        return made
    found = faces_by_name().get(read(str, data, where))
    if found is None:
        raise BadSavedState(where, f"the catalog has no face {data!r}")
    return found


_READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    Action: _action,
    _Later: _later,
    Card: _card,
    Face: _face,
    ManaCost: lambda data, where: ManaCost.parse(read(str, data, where)),
    Edition: lambda data, where: edition(read(str, data, where)),
}
