"""Abilities, effects and instructions from plain tables, every word of them checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from mtgmeld import records
from mtgmeld.errors import BadValue, UnknownName, near
from mtgmeld.game import abilities as B
from mtgmeld.game.abilities import KINDS, ZONES, Ability, Alteration
from mtgmeld.game.actions import Action, instruction
from mtgmeld.game.keyword_abilities import keyword
from mtgmeld.game.values import STEPS
from mtgmeld.mana import MANA_TYPES, ManaCost
from mtgmeld.query import compile_filter
from mtgmeld.query.filters import parsed
from mtgmeld.records import convert


def one_of(value: str, options: Iterable[str], what: str) -> None:
    """Refuse a word that is none of several, with near ones."""
    listed = tuple(options)
    if value not in listed:
        raise UnknownName(what, value, near(value, listed) or listed)


def _filter(text: str) -> None:
    if text not in ("player", "any target"):
        compile_filter(text)


def _mana(text: str) -> str:
    """Return types of mana as letters."""
    letters = text.replace("{", "").replace("}", "").upper()
    for letter in letters:
        one_of(letter, MANA_TYPES, "type of mana")
    return letters


def _cost(text: str) -> None:
    if text != "its mana cost":
        ManaCost.parse(text)


def _zone_to(text: str) -> str:
    zone = text.removeprefix("put into ")
    one_of(zone, ZONES, "zone")
    return zone


def _conditions(condition: B.Texts) -> None:
    for text in [condition] if isinstance(condition, str) else condition:
        parsed("condition", text)


def _targets(target: B.Texts) -> None:
    for slot in B.slots_of(target):
        if slot.text:
            _filter(slot.text)


def _times(n: int) -> None:
    if not 0 < n <= 100:
        raise BadValue("the effect", "times", f"{n} is not between 1 and 100")


def _counters(counters: B.Counters) -> None:
    for n in counters.values():
        amount_words(n)


def amount_words(value: str | int | None) -> None:
    """Refuse an amount in words that is none, with near ones."""
    if isinstance(value, str):
        parsed("amount", value)


# what looks at a field that is not empty, by its name, and may return another value for it; of
# some records a field means something else
_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "what": _filter,
    "condition": _conditions,
    "target": _targets,
    "step": lambda text: one_of(text, STEPS, "step"),
    "to": _zone_to,
    "instead": lambda text: one_of(text.partition(" ")[0], ZONES, "zone"),
    "counters": _counters,
    "copies": _filter,
    "quality": _filter,
    "becomes": _mana,
    "times": _times,
    "cost": _cost,
    "pay": _cost,
}
_OF: Mapping[tuple[type[Ability], str], Callable[[Any], Any]] = {
    (B.CostChange, "cost"): B.change_of_cost,
    (B.Triggered, "mana"): _mana,
    (B.Watch, "mana"): _mana,
    (B.ManaTrigger, "mana"): lambda text: None if text == "same" else _mana(text),
    (B.ManaTrigger, "only"): _filter,
    (B.Copying, "copies"): lambda text: None,
}

# a field that says something with some verbs or events alone
_GOES_WITH: tuple[tuple[type[Ability], str, str, frozenset[str]], ...] = (
    (B.Permission, "of", "once", frozenset(("cast", "pay"))),
    (B.Permission, "of", "costs", frozenset(("pay",))),
    (B.Waiting, "when", "source", B.COMING),
    (B.Waiting, "when", "step", frozenset(("step",))),
    (B.Waiting, "when", "door", frozenset(("unlock",))),
    (B.Waiting, "when", "mana", frozenset(("tapped for mana",))),
)

_AMOUNTS = ("count", "amount", "add_power", "add_toughness")
LATER = ("then", "otherwise", "do_later")  # instructions that an instruction holds, as tables


@cache
def attributes_of(kind: type[msgspec.Struct]) -> Mapping[str, str]:
    """Return the names of the fields of a record by what they are called in a table."""
    return {f.name: f.attribute for f in records.fields_of(kind)}


def _tables(rows: Any, what: str) -> list[Mapping[str, Any]]:
    """Return a table, or a list of them, as a list."""
    found = [rows] if isinstance(rows, Mapping) else rows
    if not isinstance(found, list | tuple) or not all(isinstance(r, Mapping) for r in found):
        raise BadValue(what, "do", f"{rows!r} is no table")
    return list(found)


def instructions_of(rows: Any) -> tuple[Action, ...]:
    """Return instructions from a table with ``do``, or a list of such tables.

    Raises
    ------
    UnknownName
        For an action, field, amount or keyword that does not exist, with near ones.
    BadValue
        For what is no table, or a value of the wrong kind.
    """
    made: list[Action] = []
    for row in _tables(() if rows is None else rows, "an instruction"):
        try:
            action = instruction(row.get("do"), **{k: v for k, v in row.items() if k != "do"})
        except (UnknownName, BadValue) as error:
            error.field = "do"  # of the table in which the instruction stands
            raise
        for word in ("keywords", "lose_keywords"):
            for one in getattr(action, word, ()):
                keyword(one)
        laid = getattr(action, "effect", None)
        if isinstance(laid, Mapping):
            effect_of(laid, 1)
        for word in _AMOUNTS:
            amount_words(getattr(action, word, None))
        for word in LATER:
            later = getattr(action, word, ())
            instructions_of([row for row in later if not isinstance(row, Action)])
        made.append(action)
    return tuple(made)


def alteration_of(table: Any, key: str, what: str = "the change") -> Alteration:
    """Return what is done to characteristics, with the abilities that it gives."""
    if not isinstance(table, Mapping):
        raise BadValue(what, "", f"{table!r} is no table")
    rows = _tables(table.get("grants", ()), what)
    try:
        plain = convert({k: v for k, v in table.items() if k != "grants"}, Alteration, what)
    except (UnknownName, BadValue) as error:
        error.field = "set"  # of the table in which it stands
        raise
    for amount in (plain.power, plain.toughness, plain.add_power, plain.add_toughness):
        amount_words(amount)
    for one in (*plain.keywords, *plain.lose_keywords):
        keyword(one)
    grants = tuple(effect_of({**g, "id": _given(key, g, n)}, n) for n, g in enumerate(rows, 1))
    return msgspec.structs.replace(plain, grants=grants)


def _given(key: str, table: Mapping[str, Any], number: int) -> str:
    """Return what an ability that is given is called: by its card, or by the effect that gives."""
    card, on_card, _ = key.partition("#")
    own = table.get("id")
    return f"{card}#{own}" if on_card and own else str(own or f"{key}#{number}")


def effect_of(table: Mapping[str, Any], number: int, kind: type[Ability] | None = None) -> Ability:
    """Return an ability or a standing effect from its description.

    Parameters
    ----------
    table : mapping
        One verb of :data:`KINDS` with the fields that go with it.
    number : int
        Makes an id where none is given.
    kind : type, optional
        The record, where no verb tells it.

    Raises
    ------
    UnknownName
        For an unknown verb, field or word, with near ones.
    BadValue
        For a value of the wrong kind.
    BadFilter, BadManaCost
        For a filter or a cost that does not parse.
    """
    kind = kind or kind_of(table)
    what = f"an effect with {kind.verb!r}" if kind.verb else f"a {kind.kind}"
    key = str(table.get("id") or f"effect {number}")
    plain: dict[str, Any] = dict(table)
    made: dict[str, Any] = {}
    if "stamp" in plain:
        raise UnknownName(f"field of {what}", "stamp", ())
    fields = attributes_of(kind)
    for word in ("do", "costs", "unless"):
        if word in fields and word in plain:
            made[word] = instructions_of(plain.pop(word))
    if "modes" in fields and "modes" in plain:
        rows = _tables(plain.pop("modes"), what)
        card = key.partition("#")[0]
        made["modes"] = tuple(
            effect_of({**r, "id": f"{card}#{r.get('id', n)}"}, n, B.Spell)
            for n, r in enumerate(rows, 1)
        )
    for word in ("set", "except"):
        if word in fields and word in plain:
            made["change"] = alteration_of(plain.pop(word), key if "id" in table else "granted")
    read = convert({**plain, "id": key}, kind, what)
    for name in fields.values():
        check = _OF.get((kind, name), _CHECKS.get(name))
        value = getattr(read, name)
        found = None if check is None or value in ("", None) else check(value)
        if isinstance(found, str):
            made[name] = found
    if getattr(read, "who", "") == "any":
        made["who"] = ""
    if isinstance(read, B.Static) and read.who not in ("", "any"):
        whose = f"controller:{read.who}"
        made |= {"what": f"{whose} ({read.what})" if read.what else whose, "who": ""}
    if isinstance(read, B.Permission) and read.of in ("cast", "play"):
        if not (read.this or read.source):
            raise UnknownName("zone", "", B.ZONES)
    if isinstance(read, B.Waiting) and read.when == "step":
        one_of(read.step, STEPS, "step")
    ability = msgspec.structs.replace(read, **made)
    _all_mean_something(ability, what)
    return ability


def _all_mean_something(ability: Ability, what: str) -> None:
    """Refuse a field that says nothing with the verb or the event of an ability."""
    for kind, word, field, meant in _GOES_WITH:
        if not isinstance(ability, kind) or getattr(ability, word) in meant:
            continue
        if getattr(ability, field):
            name = next(n for n, f in attributes_of(type(ability)).items() if f == field)
            *words, last = (f"`{w}`" for w in sorted(meant))
            listed = f"{', '.join(words)} and {last}" if words else last
            raise BadValue(what, name, f"it goes with {listed}")


def kind_of(table: Mapping[str, Any]) -> type[Ability]:
    """Return the record of an ability by its verb.

    Raises
    ------
    UnknownName
        If there is no verb, or if there are two.
    """
    verbs = [v for v in KINDS if v in table]
    for verb in verbs:
        if attributes_of(KINDS[verb]).keys() >= set(verbs):  # cost beside allow
            return KINDS[verb]
    if verbs:
        why = f"it has one verb, not {' and '.join(verbs)}"
        raise BadValue("the effect", "", why)
    if "modes" in table:
        return B.Spell
    offered = [n for name in table for n in near(str(name), KINDS)]
    given = ", ".join(map(str, table)) or "no fields"
    raise UnknownName("verb of an effect", given, offered or KINDS)


def watch_of(table: Mapping[str, Any], number: int) -> Ability:
    """Return a trigger that only counts; raises the errors of :func:`effect_of`."""
    return effect_of(table, number, B.Watch)
