"""The fields of a filter: each turns an operator and a value into a test of a thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from mtgmeld.errors import near
from mtgmeld.game.characteristics import ZONES
from mtgmeld.names import normal_form, slashed
from mtgmeld.query.amounts import AMOUNTS
from mtgmeld.query.qualities import FLAGS, quality
from mtgmeld.query.things import Queryable
from mtgmeld.query.wanted import Test, Wanted, flat, normal, signed

__all__ = ["FIELDS", "FLAGS", "part_of_name"]

# -- names ----------------------------------------------------------------------------------


def _name(wanted: Wanted) -> Test:
    whole = normal_form(wanted.value)
    parts = frozenset(slashed(wanted.value))
    if not whole:
        raise wanted.wrong("a name is missing")

    def test(thing: Queryable) -> bool:
        names = normal(flat(thing.names))
        return whole in names or parts <= names

    return signed(wanted, test)


def part_of_name(text: str) -> Test:
    """Return the test whether a text is part of one of the names."""
    wanted = normal_form(text)
    return lambda thing: any(wanted in name for name in normal(flat(thing.names)))


# -- types, keywords, layout ------------------------------------------------------------------


def _type(wanted: Wanted) -> Test:
    whole = normal_form(wanted.value)
    words = frozenset(whole.split())
    if not words:
        raise wanted.wrong("a type is missing")

    def test(thing: Queryable) -> bool:
        for group in (thing.types, thing.subtypes, thing.supertypes):
            if whole in normal(flat(group)):
                return True
        if len(words) == 1:
            return False
        line = flat(thing.types) + flat(thing.subtypes) + flat(thing.supertypes)
        return words <= normal(line)

    return signed(wanted, test)


def _keyword(wanted: Wanted) -> Test:
    word = normal_form(wanted.value)
    return signed(wanted, lambda thing: word in normal(flat(thing.keywords)))


def _layout(wanted: Wanted) -> Test:
    word = normal_form(wanted.value).replace(" ", "_").replace("-", "_")
    return signed(wanted, lambda thing: thing.layout == word)


# -- zones and players ------------------------------------------------------------------------


def _zone(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    if word not in ZONES:
        raise wanted.wrong(f"{wanted.value!r} is no zone", near=near(word, ZONES) or ZONES)
    return signed(wanted, lambda thing: thing.zone == word)


def _player(wanted: Wanted) -> Test:
    get, word = attrgetter(wanted.field), wanted.value.strip().casefold()
    if not word:
        raise wanted.wrong("a player is missing")
    if word in ("opponent", "opponents"):
        return signed(wanted, lambda thing: (get(thing) or "you").casefold() != "you")
    if word.startswith("="):
        # an object in a game also answers to a player's own name
        name = word.removeprefix("=")
        return signed(
            wanted, lambda thing: getattr(thing, f"{wanted.field}_name", "").casefold() == name
        )
    return signed(wanted, lambda thing: (get(thing) or "").casefold() == word)


FIELDS: Mapping[str, Callable[[Wanted], Test]] = {
    "name": _name,
    "t": _type,
    "type": _type,
    **AMOUNTS,
    "kw": _keyword,
    "keyword": _keyword,
    "layout": _layout,
    "is": quality,
    "not": quality,
    "in": _zone,
    "zone": _zone,
    "owner": _player,
    "controller": _player,
}
