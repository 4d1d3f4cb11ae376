"""Fields that compare numbers, colors and mana costs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

from mtgmeld.errors import BadManaCost, near
from mtgmeld.mana import COLORS, ManaCost
from mtgmeld.query.things import Queryable
from mtgmeld.query.wanted import Test, Wanted, signed
from mtgmeld.rules.citations import TwoAnswers

__all__ = ["AMOUNTS", "letters_of"]

MANA_TYPES = COLORS + "C"

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
        return signed(wanted, lambda thing: _any(get(thing), lambda v: v % 2 == rest))
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


def letters_of(value: Any) -> frozenset[str]:
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
        return signed(wanted, lambda thing: len(letters_of(get(thing))) > 1)
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
            return letter in (value if type(value) is str else letters_of(value))

        return has
    if op == ">=":
        return lambda thing: get(thing) is not None and letters <= letters_of(get(thing))
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
        return signed(wanted, lambda thing: any(c == cost for c in _costs(thing)))
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


AMOUNTS: Mapping[str, Callable[[Wanted], Test]] = {
    **dict.fromkeys(_ATTRIBUTE, _number),
    **dict.fromkeys(("c", "color", "id", "identity", "ci"), _colors),
    "m": _mana,
    "mana": _mana,
    "produces": _produces,
}
