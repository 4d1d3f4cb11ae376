"""The fields of a filter: each turns an operator and a value into a test of a thing."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from mtgmeld.errors import BadFilter, BadManaCost, one_of
from mtgmeld.mana import COLORS, ManaCost
from mtgmeld.names import normal_form, slashed
from mtgmeld.query.things import Queryable
from mtgmeld.rules.citations import TwoAnswers

__all__ = ["FIELDS", "FLAGS", "Test", "Wanted", "negated", "part_of_name"]

Test = Callable[[Queryable], bool]

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command", "outside")
MANA_TYPES = COLORS + "C"


class Wanted(msgspec.Struct, frozen=True):
    """One comparison of a filter: a field, an operator, a value, and where they stand."""

    text: str
    field: str
    op: str
    value: str
    at: int
    op_at: int
    value_at: int

    def wrong(self, why: str, at: int | None = None, near: Iterable[str] = ()) -> BadFilter:
        """Return the error about this comparison."""
        return BadFilter(self.text, self.value_at if at is None else at, why + _offer(near))

    def only(self, *ops: str) -> None:
        """Refuse an operator that the field does not know."""
        if self.op not in ops:
            raise self.wrong(f"{self.field} takes {' '.join(ops)}, not {self.op}", self.op_at)


def _offer(names: Iterable[str]) -> str:
    offered = one_of(names)
    return f".{offered}" if offered else ""


def near(word: str, known: Iterable[str]) -> list[str]:
    """Return known words that look like `word`, nearest first."""
    from rapidfuzz import process

    return [str(hit[0]) for hit in process.extract(word, list(known), score_cutoff=60, limit=3)]


def negated(test: Test) -> Test:
    """Return the opposite test."""
    return lambda thing: not test(thing)


def _signed(wanted: Wanted, test: Test) -> Test:
    """Return a test of membership, or its opposite for ``!=``."""
    wanted.only(":", "=", "!=")
    return negated(test) if wanted.op == "!=" else test


def _flat(value: Any) -> tuple[str, ...]:
    """Return the items of a list-like value, of both answers where there are two."""
    if type(value) is TwoAnswers:
        return tuple(item for answer in value.answers for item in answer or ())
    return value or ()


@lru_cache(maxsize=8192)
def _normal(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(normal_form, words))


# -- names ----------------------------------------------------------------------------------


def _name(wanted: Wanted) -> Test:
    whole = normal_form(wanted.value)
    parts = frozenset(slashed(wanted.value))
    if not whole:
        raise wanted.wrong("a name is missing")

    def test(thing: Queryable) -> bool:
        names = _normal(_flat(thing.names))
        return whole in names or parts <= names

    return _signed(wanted, test)


def part_of_name(text: str) -> Test:
    """Return the test whether a text is part of one of the names."""
    wanted = normal_form(text)
    return lambda thing: any(wanted in name for name in _normal(_flat(thing.names)))


# -- types, keywords, layout ------------------------------------------------------------------


def _type(wanted: Wanted) -> Test:
    whole = normal_form(wanted.value)
    words = frozenset(whole.split())
    if not words:
        raise wanted.wrong("a type is missing")

    def test(thing: Queryable) -> bool:
        for group in (thing.types, thing.subtypes, thing.supertypes):
            if whole in _normal(_flat(group)):
                return True
        if len(words) == 1:
            return False
        line = _flat(thing.types) + _flat(thing.subtypes) + _flat(thing.supertypes)
        return words <= _normal(line)

    return _signed(wanted, test)


def _keyword(wanted: Wanted) -> Test:
    word = normal_form(wanted.value)
    return _signed(wanted, lambda thing: word in _normal(_flat(thing.keywords)))


def _layout(wanted: Wanted) -> Test:
    word = normal_form(wanted.value).replace(" ", "_").replace("-", "_")
    return _signed(wanted, lambda thing: thing.layout == word)


# -- numbers ----------------------------------------------------------------------------------

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ATTRIBUTE = {
    "mv": "mana_value",
    "cmc": "mana_value",
    "manavalue": "mana_value",
    "pow": "power",
    "power": "power",
    "tou": "toughness",
    "toughness": "toughness",
    "loy": "loyalty",
    "loyalty": "loyalty",
}


@lru_cache(maxsize=4096)
def _plain(text: str) -> Fraction | int | None:
    """Return a printed number; None for a star, a variable or anything else that varies."""
    try:
        made = Fraction(text.replace("\u00bd", ".5"))
    except (ValueError, ZeroDivisionError):
        return None
    return int(made) if made.denominator == 1 else made


def _amount(value: Any) -> Any:
    return _plain(value) if isinstance(value, str) else value


def _number(wanted: Wanted) -> Test:
    get, compare = attrgetter(_ATTRIBUTE[wanted.field]), _COMPARE[wanted.op]
    word = wanted.value.strip().casefold()
    if word in ("odd", "even") and _ATTRIBUTE[wanted.field] == "mana_value":
        rest = 1 if word == "odd" else 0
        return _signed(wanted, lambda thing: _any(get(thing), lambda v: v % 2 == rest))
    if word in _ATTRIBUTE:
        other = attrgetter(_ATTRIBUTE[word])
        return _between(get, other, wanted.op)
    number = _plain(word)
    if number is None and wanted.op in (":", "=") and word and set(word) <= set("0123456789+-*x"):
        return lambda thing: _any_text(get(thing), word)
    if number is None:
        raise wanted.wrong(f"{wanted.value!r} is no number", near=near(word, _ATTRIBUTE))
    positive = wanted.op != "!="

    def test(thing: Queryable) -> bool:
        value = get(thing)
        if type(value) is int:
            return compare(value, number)
        if type(value) is TwoAnswers and not positive:
            return not _any(value, lambda v: bool(v == number))
        return _any(value, lambda v: compare(v, number))

    return test


def _any(value: Any, holds: Callable[[Any], bool]) -> bool:
    """Whether a number, or either of two answers, passes; what is no number does not."""
    if type(value) is TwoAnswers:
        return any(_any(answer, holds) for answer in value.answers)
    amount = _amount(value)
    return amount is not None and holds(amount)


def _any_text(value: Any, word: str) -> bool:
    if type(value) is TwoAnswers:
        return any(_any_text(answer, word) for answer in value.answers)
    return value is not None and str(value).casefold() == word


def _between(get: Callable[[Any], Any], other: Callable[[Any], Any], op: str) -> Test:
    compare = _COMPARE["=" if op == "!=" else op]

    def test(thing: Queryable) -> bool:
        right = other(thing)
        return _any(get(thing), lambda v: _any(right, lambda w: compare(v, w)))

    if op != "!=":
        return test
    # neither side may be missing: then there is nothing to compare
    return lambda thing: (
        _any(get(thing), _is_there) and _any(other(thing), _is_there) and not test(thing)
    )


def _is_there(value: Any) -> bool:
    return value is not None


# -- colors and mana --------------------------------------------------------------------------

_COLOR_WORDS = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "",
    "colourless": "",
    "c": "",
}
_MANY = ("multicolor", "multicolored", "multicolour", "multicoloured", "m")


@cache
def _letters(colors: str) -> frozenset[str]:
    return frozenset(colors)


def _each(value: Any) -> tuple[frozenset[str], ...]:
    if type(value) is TwoAnswers:
        return tuple(_letters(answer or "") for answer in value.answers)
    return () if value is None else (_letters(value),)


def _all(value: Any) -> frozenset[str]:
    """Return the letters of either answer: each color is asked about apart (old 708.6c)."""
    if type(value) is TwoAnswers:
        return frozenset(letter for answer in value.answers for letter in answer or "")
    return _letters(value or "")


def _colors(wanted: Wanted) -> Test:
    identity = wanted.field in ("id", "identity", "ci")
    get = attrgetter("color_identity" if identity else "colors")
    word = wanted.value.strip().casefold()
    if word in _MANY:
        # a split card with two colors was a multicolored card before 2017 too (old 708.3)
        return _signed(wanted, lambda thing: len(_all(get(thing))) > 1)
    if word.isdigit() and len(word) == 1:
        compare, count = _COMPARE[wanted.op], int(word)
        return lambda thing: any(compare(len(s), count) for s in _each(get(thing)))
    letters = _COLOR_WORDS.get(word)
    if letters is None:
        letters = word.upper()
        if not letters or not set(letters) <= set(COLORS):
            known = (*_COLOR_WORDS, "multicolor")
            raise wanted.wrong(
                f"{wanted.value!r} names no colors (letters of WUBRG)", near=near(word, known)
            )
    if not letters and wanted.op == ":":
        return _subset(get, "=", frozenset())
    meant = ("<=" if identity else ">=") if wanted.op == ":" else wanted.op
    return _subset(get, meant, frozenset(letters))


def _subset(get: Callable[[Any], Any], op: str, letters: frozenset[str]) -> Test:
    if op == ">=" and len(letters) == 1:
        (letter,) = letters

        def has(thing: Queryable) -> bool:
            value = get(thing)
            return letter in (value if type(value) is str else _all(value))

        return has
    if op == ">=":
        return lambda thing: get(thing) is not None and letters <= _all(get(thing))
    if op == "!=":
        same = _subset(get, "=", letters)
        return lambda thing: get(thing) is not None and not same(thing)
    compare = _COMPARE[op]
    return lambda thing: any(compare(s, letters) for s in _each(get(thing)))


def _produces(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    letters = (_COLOR_WORDS.get(word) or ("C" if word in _COLOR_WORDS else word)).upper()
    if not letters or not set(letters) <= set(MANA_TYPES):
        raise wanted.wrong(f"{wanted.value!r} names no types of mana (letters of WUBRGC)")
    op = ">=" if wanted.op == ":" else wanted.op
    if op in ("<=", "<"):
        # what makes no mana at all is not meant
        inner = _subset(attrgetter("produced_mana"), op, frozenset(letters))
        return lambda thing: bool(thing.produced_mana) and inner(thing)
    return _subset(attrgetter("produced_mana"), op, frozenset(letters))


def _mana(wanted: Wanted) -> Test:
    text = wanted.value.strip()
    if "{" not in text:
        text = "".join("{" + s + "}" for s in _symbols(text))
    try:
        cost = ManaCost.parse(text)
    except BadManaCost as error:
        raise wanted.wrong(f"{wanted.value!r} is no mana cost") from error
    op = wanted.op
    if op in ("=", "!="):
        return _signed(wanted, lambda thing: any(c == cost for c in _costs(thing)))
    want = _tally(cost)

    def holds(have: dict[str, Any]) -> bool:
        if op in (":", ">=", ">"):
            return _within(want, have) and (op != ">" or want != have)
        return _within(have, want) and (op != "<" or want != have)

    return lambda thing: any(holds(_tally(c)) for c in _costs(thing))


def _symbols(text: str) -> list[str]:
    """Split ``2WW`` into symbols: a run of digits is one."""
    out: list[str] = []
    for sign in text:
        if sign.isdigit() and out and out[-1].isdigit():
            out[-1] += sign
        else:
            out.append(sign)
    return out


def _costs(thing: Queryable) -> tuple[ManaCost, ...]:
    cost = thing.mana_cost
    if type(cost) is TwoAnswers:
        return tuple(c for c in cost.answers if c is not None)
    return () if cost is None else (cost,)


def _tally(cost: ManaCost) -> dict[str, Any]:
    """Count symbols; generic mana is one amount."""
    found: dict[str, Any] = {}
    for s in cost:
        if s.kind != "generic":
            found[s.text] = found.get(s.text, 0) + 1
        elif s.value:
            found["generic"] = found.get("generic", 0) + s.value
    return found


def _within(small: dict[str, Any], large: dict[str, Any]) -> bool:
    return all(large.get(s, 0) >= n for s, n in small.items())


# -- qualities --------------------------------------------------------------------------------

PERMANENT_TYPES = frozenset("Artifact Battle Creature Enchantment Land Planeswalker".split())

_TYPE_WORDS = (
    "artifact battle creature enchantment instant kindred land planeswalker sorcery "
    "basic legendary snow"
).split()

# word -> layout that has the quality by itself; others get it as a flag
_LAYOUT_WORDS = {
    "split": "split",
    "transform": "transform",
    "modal": "modal_dfc",
    "mdfc": "modal_dfc",
    "meld": "meld",
    "flip": "flip",
    "adventure": "adventure",
}

_FLAG_WORDS = {
    "card": "a card",
    "token": "a token",
    "copy": "a copy of something",
    "ability": "an ability on the stack",
    "melded": "a melded permanent",
    "dfc": "represented by a double-faced card or token",
    "fuse": "has fuse",
    "aftermath": "has a half with aftermath",
    "fused": "a spell with both halves cast",
    "transformed": "a double-faced permanent with its back face up that has transformed",
    "commander": "a commander",
    "playtest": "from a set outside the rules of sanctioned play",
    "tapped": "tapped",
    "attacking": "attacking",
    "blocking": "blocking",
    "facedown": "face down",
    "unlocked": "a Room permanent with both halves unlocked",
}


def _has_type(word: str) -> Test:
    name = word.capitalize()
    if name in ("Basic", "Legendary", "Snow"):
        return lambda thing: name in _flat(thing.supertypes)
    return lambda thing: name in _flat(thing.types)


def _has_flag(word: str) -> Test:
    return lambda thing: word in thing.flags


def _has_layout(word: str) -> Test:
    layout = _LAYOUT_WORDS[word]
    return lambda thing: thing.layout == layout or word in thing.flags


def _permanent(thing: Queryable) -> bool:
    return thing.zone == "battlefield" or not PERMANENT_TYPES.isdisjoint(_flat(thing.types))


def _spell(thing: Queryable) -> bool:
    if thing.zone:
        return thing.zone == "stack" and "ability" not in thing.flags
    return "Land" not in _flat(thing.types) and "card" in thing.flags


def _historic(thing: Queryable) -> bool:
    return (
        "Legendary" in _flat(thing.supertypes)
        or "Artifact" in _flat(thing.types)
        or "Saga" in _flat(thing.subtypes)
    )


def _nonbasic(thing: Queryable) -> bool:
    return "Land" in _flat(thing.types) and "Basic" not in _flat(thing.supertypes)


_DERIVED: Mapping[str, tuple[str, Test]] = {
    "permanent": ("a permanent, or a card or spell of a permanent type", _permanent),
    "spell": ("on the stack; of a card in no zone, that it is no land", _spell),
    "historic": ("legendary, an artifact, or a Saga", _historic),
    "nonbasic": ("a nonbasic land", _nonbasic),
    "room": ("has the subtype Room", lambda t: "Room" in _flat(t.subtypes)),
    "nameless": ("has no name", lambda t: not _flat(t.names)),
    "colorless": ("has no color", lambda t: not _all(t.colors)),
    "monocolor": ("has exactly one color", lambda t: len(_all(t.colors)) == 1),
    "multicolor": ("has more than one color", lambda t: len(_all(t.colors)) > 1),
    "untapped": (
        "a permanent that is not tapped",
        lambda t: t.zone == "battlefield" and "tapped" not in t.flags,
    ),
    "faceup": ("not face down", lambda t: "facedown" not in t.flags),
}

FLAGS: Mapping[str, str] = {
    **_FLAG_WORDS,
    **{word: f"has the layout {layout}" for word, layout in _LAYOUT_WORDS.items()},
    **{word: f"has {word} in its type line" for word in _TYPE_WORDS},
    **{word: meaning for word, (meaning, _) in _DERIVED.items()},
}


def _is(wanted: Wanted) -> Test:
    wanted.only(":", "=")
    word = wanted.value.strip().casefold().replace("-", "").replace(" ", "")
    if word not in FLAGS:
        raise wanted.wrong(f"{wanted.value!r} is no quality that is: knows", near=near(word, FLAGS))
    if word in _DERIVED:
        test = _DERIVED[word][1]
    elif word in _TYPE_WORDS:
        test = _has_type(word)
    else:
        test = _has_layout(word) if word in _LAYOUT_WORDS else _has_flag(word)
    return negated(test) if wanted.field == "not" else test


# -- zones and players ------------------------------------------------------------------------


def _zone(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    if word not in ZONES:
        raise wanted.wrong(f"{wanted.value!r} is no zone", near=near(word, ZONES) or ZONES)
    return _signed(wanted, lambda thing: thing.zone == word)


def _player(wanted: Wanted) -> Test:
    get, word = attrgetter(wanted.field), wanted.value.strip().casefold()
    if not word:
        raise wanted.wrong("a player is missing")
    if word in ("opponent", "opponents"):
        return _signed(wanted, lambda thing: (get(thing) or "you").casefold() != "you")
    return _signed(wanted, lambda thing: (get(thing) or "").casefold() == word)


FIELDS: Mapping[str, Callable[[Wanted], Test]] = {
    "name": _name,
    "t": _type,
    "type": _type,
    **dict.fromkeys(_ATTRIBUTE, _number),
    **dict.fromkeys(("c", "color", "id", "identity", "ci"), _colors),
    "kw": _keyword,
    "keyword": _keyword,
    "m": _mana,
    "mana": _mana,
    "produces": _produces,
    "layout": _layout,
    "is": _is,
    "not": _is,
    "in": _zone,
    "zone": _zone,
    "owner": _player,
    "controller": _player,
}
