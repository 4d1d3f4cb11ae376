"""A state as text and back: JSON that names cards, and no code in it.

A card, and a face of one, is saved by its name where the catalog has it, else by its facts.
What an object is by itself follows from its cards and is not repeated.  The reasons of values
that are kept of objects which have left stand once each, in a table of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadSavedState, MtgmeldError
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Action, AtStep
from mtgmeld.game.characteristics import VALUES, Characteristics, Copiable, of_card, of_pair
from mtgmeld.game.memo import Memo
from mtgmeld.game.objects import LastKnown, Obj, Physical
from mtgmeld.game.reading import (
    cards_by_name,
    entry,
    faces_by_name,
    fields_of,
    only,
    read,
    rows,
)
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived, TwoAnswers
from mtgmeld.rules.editions import Edition, readings

__all__ = ["VERSION", "state_from_json", "state_to_json", "text_of"]

VERSION = 1
_KIND = "mtgmeld state"
_MANY = ("things", "known", "memo")  # fields of a state that are written in their own way


def state_to_json(state: State) -> str:
    """Return a state as text: see :meth:`State.to_json`."""
    saver = _Saver()
    made: dict[str, Any] = {"kind": _KIND, "version": VERSION}
    for field in fields_of(State):
        if field.name not in _MANY:
            made[field.name] = saver.plain(getattr(state, field.name))
    made["things"] = [saver.thing(state.cards, obj) for obj in state.things.values()]
    made["known"] = [
        {
            "obj": saver.thing(state.cards, last.obj),
            **{n: saver.reason(last.characteristics[n]) for n in VALUES},
            "gained": saver.plain(last.characteristics.gained),
        }
        for last in state.known.values()
    ]
    made["reasons"] = saver.reasons
    return msgspec.json.encode(made).decode()


def text_of(value: Any) -> str:
    """Return a card, an action, an effect or the like as text; equal things have the same."""
    return msgspec.json.encode(_Saver().plain(value)).decode()


class _Saver:
    """What is being written, with the table of reasons so far."""

    def __init__(self) -> None:
        self.reasons: list[list[Any]] = []
        self.at: dict[bytes, int] = {}

    def plain(self, value: Any) -> Any:
        """Return a value as JSON has it."""
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, tuple | list):
            return [self.plain(v) for v in value]
        if isinstance(value, Mapping):
            return {str(k): self.plain(v) for k, v in value.items()}
        special = _WRITERS.get(type(value))
        if special is not None:
            return special(self, value)
        return self.fields(value)

    def fields(self, value: msgspec.Struct) -> dict[str, Any]:
        """Return the fields of a record that are not what they are by default."""
        made: dict[str, Any] = {}
        if isinstance(value, Action):
            made["do"] = value.__struct_config__.tag
        for field in fields_of(type(value)):
            item = getattr(value, field.name)
            if field.required or item != _default(field):
                made[field.encode_name] = self.plain(item)
        return made

    def thing(self, cards: Mapping[int, Physical], obj: Obj) -> dict[str, Any]:
        """Return an object; what it is by itself is left out where its cards say it."""
        made = self.fields(obj)
        if obj.base == _base_of(cards, obj.cards):
            del made["base"]
        return made

    def reason(self, derived: Derived) -> int:
        """Return the place of a derived value in the table, adding it and its parts."""
        parts = [self.reason(p) for p in derived.parts]
        row = [
            derived.what,
            _amount(derived.value),
            derived.says,
            list(derived.rules),
            parts,
            derived.policy,
        ]
        key = msgspec.json.encode(row)
        if key not in self.at:
            self.at[key] = len(self.reasons)
            self.reasons.append(row)
        return self.at[key]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _base_of(cards: Mapping[int, Physical], ids: tuple[int, ...]) -> Copiable | None:
    """Return what an object is by itself, as its cards have it (712.4a)."""
    if len(ids) == 1:
        return of_card(cards[ids[0]].card)
    pair = load_catalog().pair_of(cards[ids[0]].card) if len(ids) == 2 else None
    return None if pair is None else of_pair(pair)


def _of_card(saver: _Saver, card: Card) -> Any:
    known = cards_by_name().get(card.name)
    if known != card or not all(map(_same, known.faces, card.faces)):
        return saver.fields(card)
    return card.name


def _of_face(saver: _Saver, face: Face) -> Any:
    known = faces_by_name().get(face.name)
    return face.name if known is not None and _same(known, face) else saver.fields(face)


def _same(one: Face, two: Face) -> bool:
    """Whether faces are the same in every symbol; equal costs may differ in those (709.4b)."""
    return one == two and str(one.mana_cost) == str(two.mana_cost)


def _of_at_step(saver: _Saver, action: Action) -> Any:
    made = saver.fields(action)
    rows = made.get("do_later", ())
    given = getattr(action, "do_later", ())
    later = [r if isinstance(i, Action) else {"row": i} for r, i in zip(rows, given, strict=True)]
    return {**made, "do_later": later} if later else made


def _amount(value: Any) -> Any:
    """Return the value of a derived value: fractions, costs and two answers by a word."""
    if isinstance(value, ManaCost):
        return {"cost": str(value)}
    if isinstance(value, Fraction):
        return {"half": str(value)}
    if isinstance(value, float) and math.isinf(value):
        return {"half": "inf"}
    if isinstance(value, TwoAnswers):
        return {"answers": [_amount(v) for v in value.answers]}
    if isinstance(value, tuple):
        return [_amount(v) for v in value]
    return value


_WRITERS: Mapping[type, Callable[[_Saver, Any], Any]] = {
    ManaCost: lambda _, cost: str(cost),
    Edition: lambda _, rules: rules.date,
    Card: _of_card,
    Face: _of_face,
    AtStep: _of_at_step,
}


# ---------------------------------------------------------------- reading


def state_from_json(text: str | bytes) -> State:
    """Return the state that a text holds: see :meth:`State.from_json`."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSavedState("", f"it is no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise BadSavedState("kind", f"a saved state says {_KIND!r} there")
    if data.get("version") != VERSION:
        raise BadSavedState("version", f"this version of mtgmeld reads {VERSION}")
    try:
        state = _state(data)
        faults = state.faults()
    except BadSavedState:
        raise
    except (MtgmeldError, RecursionError, KeyError, ValueError, TypeError, IndexError) as error:
        raise BadSavedState("", f"it does not hang together: {error}") from None
    if faults:
        raise BadSavedState("", "; ".join(faults))
    return state


def _state(data: dict[str, Any]) -> State:
    made: dict[str, Any] = {"memo": Memo()}
    known = {*State.__struct_fields__, "kind", "version", "reasons"} - {"memo"}
    only(data, known, "")
    for field in fields_of(State):
        if field.name not in _MANY:
            made[field.name] = read(field.type, entry(data, field.name), field.name)
    made["policies"] = readings(made["policies"])
    cards: dict[int, Physical] = made["cards"]
    things = [_thing(cards, row, f"things.{n}") for n, row in enumerate(rows(data, "things", ""))]
    made["things"] = {obj.id: obj for obj in things}
    reasons = _reasons(rows(data, "reasons", ""))
    lasts = [
        _last(cards, reasons, row, f"known.{n}") for n, row in enumerate(rows(data, "known", ""))
    ]
    made["known"] = {last.obj.id: last for last in lasts}
    return State(**made)


def _thing(cards: Mapping[int, Physical], row: Any, where: str) -> Obj:
    if not isinstance(row, dict):
        raise BadSavedState(where, "an object must be a table")
    if "base" not in row:
        ids = tuple(read(tuple[int, ...], row.get("cards", []), f"{where}.cards"))
        if any(i not in cards for i in ids):
            raise BadSavedState(f"{where}.cards", "there is no such card")
        base = _base_of(cards, ids)
        if base is None:
            raise BadSavedState(f"{where}.base", "it is missing, and no card stands for it")
        row = {**row, "base": base}
    made: Obj = read(Obj, row, where)
    return made


def _last(cards: Mapping[int, Physical], reasons: list[Derived], row: Any, where: str) -> LastKnown:
    obj = _thing(cards, entry(row, "obj", where), f"{where}.obj")
    only(row, {"obj", "gained", *VALUES}, where)
    values: dict[str, Any] = {
        n: _reason(reasons, entry(row, n, where), f"{where}.{n}") for n in VALUES
    }
    gained = read(tuple[Ability, ...], entry(row, "gained", where), f"{where}.gained")
    return LastKnown(obj, Characteristics(**values, gained=gained))


def _reasons(rows: list[Any]) -> list[Derived]:
    """Return the table of reasons; each rests on earlier ones only."""
    made: list[Derived] = []
    for n, row in enumerate(rows):
        where = f"reasons.{n}"
        if not isinstance(row, list) or len(row) != 6:
            raise BadSavedState(where, "a reason has six entries")
        what, value, says, rules, parts, policy = row
        made.append(
            Derived(
                read(str, what, where),
                _value(value, where),
                read(str, says, where),
                read(tuple[str, ...], rules, where),
                tuple(_reason(made, p, where) for p in read(tuple[int, ...], parts, where)),
                read(str, policy, where),
            )
        )
    return made


def _reason(made: list[Derived], place: Any, where: str) -> Derived:
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(made):
        raise BadSavedState(where, f"there is no reason {place!r} before it")
    return made[place]


def _value(value: Any, where: str) -> Any:
    if isinstance(value, list):
        return tuple(_value(v, where) for v in value)
    if not isinstance(value, dict):
        return value
    word, given = next(iter(value.items()), ("", None))
    if word == "cost" and len(value) == 1:
        return ManaCost.parse(read(str, given, where))
    if word == "half" and len(value) == 1:
        return math.inf if given == "inf" else Fraction(read(str, given, where))
    if word == "answers" and len(value) == 1 and isinstance(given, list):
        return TwoAnswers(tuple(_value(v, where) for v in given))
    raise BadSavedState(where, "there is no such value")
