"""A state as text and back: JSON that names cards, and no code in it.

A card, and a face of one, is saved by its name where the catalog has it, else by its facts.
What an object is by itself follows from its cards and is not repeated.  The reasons of values
that are kept of objects which have left stand once each, in a table of their own.
"""

from __future__ import annotations

import math
import types
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import bundled
from mtgmeld.errors import BadSavedState, MtgmeldError
from mtgmeld.game.abilities import KINDS, Ability, Watch
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.characteristics import VALUES, Characteristics, CopiableValues, of_card, of_pair
from mtgmeld.game.moving import AtStep
from mtgmeld.game.notation import kind_of
from mtgmeld.game.state import State
from mtgmeld.game.values import Event, GameObject, Happened, LastKnown, PhysicalCard
from mtgmeld.hooks import fills
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived, TwoAnswers
from mtgmeld.rules.editions import Edition, edition, readings

VERSION = 1
_KIND = "mtgmeld state"
_MANY = ("things", "known")  # fields of a state that are written in their own way


@fills("saving.write", State)
def state_to_json(state: State) -> str:
    """Return a state as text: see :meth:`State.to_json`."""
    saver = _Saver()
    made: dict[str, Any] = {"kind": _KIND, "version": VERSION}
    for field in fields_of(State):
        value = getattr(state, field.name)
        if field.name not in _MANY and (field.required or value):
            made[field.name] = saver.plain(value)
    made["things"] = [saver.thing(state.cards, obj) for obj in state.things.values()]
    made["known"] = [
        {
            "obj": saver.thing(state.cards, last.obj),
            **{n: saver.reason(last.characteristics[n]) for n in VALUES},
            "gained": saver.plain(last.characteristics.gained),
            **_only_if("made_up", last.characteristics.made_up),
        }
        for last in state.known.values()
    ]
    made["reasons"] = saver.reasons
    return msgspec.json.encode(made).decode()


def _only_if(name: str, words: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(words)} if words else {}


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

    def thing(self, cards: Mapping[int, PhysicalCard], obj: GameObject) -> dict[str, Any]:
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


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a record with their types."""
    return msgspec.structs.fields(kind)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _base_of(cards: Mapping[int, PhysicalCard], ids: tuple[int, ...]) -> CopiableValues | None:
    """Return what an object is by itself, as its cards have it (712.4a)."""
    if len(ids) == 1:
        return of_card(cards[ids[0]].card)
    pair = bundled().pair_of(cards[ids[0]].card) if len(ids) == 2 else None
    return None if pair is None else of_pair(pair)


@cache
def _bundled(kind: type) -> dict[str, Any]:
    """Return the bundled cards by name, or the faces whose name stands for one face only."""
    if kind is Card:
        return {card.name: card for card in bundled().subject}
    faces = [face for card in bundled().subject for face in card.faces]
    often = Counter(face.name for face in faces)
    return {face.name: face for face in faces if often[face.name] == 1}


def _by_name(saver: _Saver, value: Card | Face) -> Any:
    """Return the name of a bundled card or face that is the same, else the facts.

    Equal costs may differ in their symbols (709.4b), which are facts.
    """
    known = _bundled(type(value)).get(value.name)
    same = known == value and _symbols(known) == _symbols(value)
    return value.name if same else saver.fields(value)


def _symbols(value: Card | Face) -> list[str]:
    faces = value.faces if isinstance(value, Card) else (value,)
    return [str(f.mana_cost) for f in faces]


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
    Card: _by_name,
    Face: _by_name,
    AtStep: _of_at_step,
    Happened: lambda saver, events: saver.plain(tuple(events)),
}


# ---------------------------------------------------------------- a state that is read


@fills("saving.read", object)
def state_from_json(text: str | bytes) -> State:
    """Return the state that a text holds: see :meth:`State.from_json`."""
    try:
        data = msgspec.json.decode(str(text) if isinstance(text, str) else text)
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
    made: dict[str, Any] = {}
    known = {*State.__struct_fields__, "kind", "version", "reasons"}
    only(data, known, "")
    for field in fields_of(State):
        if field.name not in _MANY and (field.required or field.name in data):
            made[field.name] = read(field.type, entry(data, field.name), field.name)
    made["policies"] = readings(made["policies"])
    cards: dict[int, PhysicalCard] = made["cards"]
    things = [_thing(cards, row, f"things.{n}") for n, row in enumerate(rows(data, "things", ""))]
    made["things"] = {obj.id: obj for obj in things}
    reasons = _reasons(rows(data, "reasons", ""))
    lasts = [
        _last(cards, reasons, row, f"known.{n}") for n, row in enumerate(rows(data, "known", ""))
    ]
    made["known"] = {last.obj.id: last for last in lasts}
    return State(**made)


def _thing(cards: Mapping[int, PhysicalCard], row: Any, where: str) -> GameObject:
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
    made: GameObject = read(GameObject, row, where)
    return made


def _last(
    cards: Mapping[int, PhysicalCard], reasons: list[Derived], row: Any, where: str
) -> LastKnown:
    obj = _thing(cards, entry(row, "obj", where), f"{where}.obj")
    only(row, {"obj", "gained", "made_up", *VALUES}, where)
    values: dict[str, Any] = {
        n: _reason(reasons, entry(row, n, where), f"{where}.{n}") for n in VALUES
    }
    gained = read(tuple[Ability, ...], entry(row, "gained", where), f"{where}.gained")
    words = read(tuple[str, ...], row.get("made_up", []), f"{where}.made_up")
    return LastKnown(obj, Characteristics(**values, gained=gained, made_up=words))


def _reasons(rows: list[Any]) -> list[Derived]:
    """Return the table of reasons; each rests on earlier ones only."""
    made: list[Derived] = []
    for n, row in enumerate(rows):
        where = f"reasons.{n}"
        what, value, says, rules, parts, policy = read(_ROW, row, where)
        of = tuple(_reason(made, place, where) for place in parts)
        made.append(Derived(what, _value(value, where), says, rules, of, policy))
    return made


_ROW = tuple[str, Any, str, tuple[str, ...], tuple[int, ...], str]


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


# ---------------------------------------------------------------- reading by types


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
    if origin is Annotated:
        return read(args[0], data, where)
    if origin in (Union, types.UnionType):
        for arg in args:
            if _fits(arg, data):
                return read(arg, data, where)
    if not _fits(kind, data):
        raise BadSavedState(where, f"{data!r:.60} does not belong there")
    if origin in (tuple, list, Sequence):
        return _sequence(origin, args, data, where)
    if origin is dict:
        return {_key(args[0], k, where): read(args[1], v, path(where, k)) for k, v in data.items()}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return data if isinstance(data, kind) else _record(kind, data, where)
    return data


def _fits(kind: Any, data: Any) -> bool:
    """Whether JSON has the form of a type."""
    form = get_origin(kind) or kind
    if form is Annotated:
        return _fits(get_args(kind)[0], data)
    if form in (Union, types.UnionType):
        return any(_fits(arg, data) for arg in get_args(kind))
    if form in (None, types.NoneType):
        return data is None
    if form in (bool, int, str):
        return type(data) is form
    if form in (tuple, list, Sequence):
        return isinstance(data, list)
    if form in (ManaCost, Edition):
        return isinstance(data, str)
    if form in (Card, Face):
        return isinstance(data, str | dict)
    return isinstance(data, dict) or type(data) is form


def _sequence(origin: Any, args: tuple[Any, ...], data: list[Any], where: str) -> Any:
    if origin is not tuple or args[1:] == (...,):
        found = [read(args[0], v, path(where, n)) for n, v in enumerate(data)]
        return found if origin is list else tuple(found)
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


def _known(kind: type[Card] | type[Face], data: Any, where: str) -> Any:
    """Return a card or a face: a bundled one by its name, else by its facts."""
    if isinstance(data, dict):
        return _record(kind, data, where)
    found = _bundled(kind).get(read(str, data, where))
    if found is None:
        raise BadSavedState(where, f"the catalog has no {kind.__name__.lower()} {data!r}")
    return found


def _ability(data: Any, where: str) -> Ability:
    """Return an ability: its verb says which record it is."""
    if not isinstance(data, dict):
        raise BadSavedState(where, "an ability must be a table")
    try:
        # a watch may ask which mana, the word by which other abilities are told
        others = set(KINDS) - set(Watch.__struct_fields__)
        kind = Watch if "when" in data and not set(data) & others else kind_of(data)
    except MtgmeldError as error:
        raise BadSavedState(where, str(error)) from None
    made: Ability = _record(kind, data, where)
    return made


_READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    Action: _action,
    Ability: _ability,
    _Later: _later,
    Card: partial(_known, Card),
    Face: partial(_known, Face),
    ManaCost: lambda data, where: ManaCost.parse(read(str, data, where)),
    Happened: lambda data, where: Happened().and_then(read(tuple[Event, ...], data, where)),
    Edition: lambda data, where: edition(read(str, data, where)),
}
