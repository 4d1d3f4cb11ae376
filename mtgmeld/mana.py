"""Mana symbols and mana costs: values, colors, combination, devotion.

A cost keeps its separate symbols and its whole, since the rules ask for
either (709.4b).  Mana values are exact: whole numbers are ``int``, halves are
``fractions.Fraction``, and an infinite symbol gives ``math.inf``.

Colors everywhere are a string in the order ``WUBRG``; the empty string is
colorless.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import msgspec

from mtgmeld.errors import BadManaCost
from mtgmeld.hooks import html_of

__all__ = [
    "COLORS",
    "Amount",
    "ManaCost",
    "Symbol",
    "colors_of",
    "combine",
    "devotion",
    "order",
    "whole_number",
]

COLORS = "WUBRG"
COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
LAND_COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
MANA_TYPES = "WUBRGC"
_COLOR_SET = frozenset(COLORS)
_MANA_TYPES = frozenset(MANA_TYPES)

Amount: TypeAlias = int | float | Fraction

_RINGS = ("WUBRG", "WBGUR")


def _runs() -> Iterator[str]:
    """Yield the customary order of every set of colors: runs on the color wheel or across it."""
    for length in range(1, 6):
        for ring in _RINGS:
            for start in range(5):
                yield (ring * 2)[start : start + length]


_CANONICAL: dict[frozenset[str], str] = {}
for _run in _runs():
    _CANONICAL.setdefault(frozenset(_run), _run)

_MOST_DIGITS = 15
_NUMBER = re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}")
_LONGEST_COST = 2_000


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, with a sign or without.

    None for anything else, and for a longer number than any game has.
    """
    digits = text.removeprefix("-")
    plain = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return int(text) if plain else None


def order(colors: Iterable[str]) -> str:
    """Return color letters once each, in the order WUBRG."""
    present = set(colors)
    return "".join(c for c in COLORS if c in present)


class Symbol(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One mana symbol.

    Attributes
    ----------
    text : str
        What stands between the braces, in the customary form (``2/W``).
    kind : str
        ``generic``, ``variable``, ``colored``, ``colorless``, ``snow``, ``hybrid``,
        ``twobrid``, ``phyrexian``, ``hybrid phyrexian``, ``colorless hybrid``, ``half``,
        ``infinite``.
    value : int or float or Fraction
        Its part of a mana value, variables counting 0 (202.3e-g).
    colors : str
        The colors it gives (105.2).
    """

    text: str
    kind: str
    value: Amount
    colors: str

    def __str__(self) -> str:
        return "{" + self.text + "}"

    @property
    def rule(self) -> str:
        """The rule that says what this symbol adds to a mana value."""
        return _KINDS[self.kind][1]


# where a kind of symbol stands in a cost, and the rule of its part of a mana value
_KINDS = {
    "variable": (0, "202.3e"),
    "generic": (1, "202.3"),
    "infinite": (1, "202.3"),
    "half": (2, "202.3"),
    "snow": (3, "202.3"),
    "colorless": (4, "202.3"),
    "twobrid": (5, "202.3f"),
    "colorless hybrid": (5, "202.3f"),
    "hybrid": (6, "202.3f"),
    "hybrid phyrexian": (7, "202.3g"),
    "phyrexian": (7, "202.3g"),
    "colored": (7, "202.3"),
}


def symbol(text: str) -> Symbol | None:
    """Return the mana symbol that stands for `text`, or None when there is none.

    Parameters
    ----------
    text : str
        What stands between the braces, in any case; the colors of a hybrid symbol may stand
        in either order.
    """
    return _symbol(text) if len(text) <= _LONGEST_SYMBOL else None


_LONGEST_SYMBOL = 20


@lru_cache(maxsize=4096)
def _symbol(text: str) -> Symbol | None:
    s = text.strip()
    if _NUMBER.fullmatch(s):
        return Symbol(str(int(s)), "generic", int(s), "")
    s = s.upper() if s.isascii() else s
    if s in _PLAIN:
        kind, value = _PLAIN[s]
        return Symbol(s, kind, value, s if s in COLORS else "")
    if len(s) == 2 and s[0] == "H" and s[1] in COLORS:
        return Symbol(s, "half", Fraction(1, 2), s[1])
    parts = s.split("/")
    phyrexian = parts[-1] == "P"
    return _parted(tuple(parts[:-1]) if phyrexian else tuple(parts), phyrexian)


_PLAIN: dict[str, tuple[str, Amount]] = {
    "\u00bd": ("half", Fraction(1, 2)),
    "\u221e": ("infinite", math.inf),
    **dict.fromkeys("XYZ", ("variable", 0)),
    **dict.fromkeys(COLORS, ("colored", 1)),
    "C": ("colorless", 1),
    "S": ("snow", 1),
}


def _parted(parts: tuple[str, ...], phyrexian: bool) -> Symbol | None:
    """Return a symbol of several parts, in the order in which they are printed."""
    if len(parts) == 1 and phyrexian and parts[0] in _MANA_TYPES:
        return Symbol(f"{parts[0]}/P", "phyrexian", 1, order(parts[0]))
    if len(parts) != 2 or parts[0] == parts[1]:
        return None
    colors = order(p for p in parts if p in _COLOR_SET)
    if len(colors) == 2:
        text = "/".join(_CANONICAL[frozenset(colors)])
        if phyrexian:
            return Symbol(f"{text}/P", "hybrid phyrexian", 1, colors)
        return Symbol(text, "hybrid", 1, colors)
    other = parts[1] if parts[0] in _COLOR_SET else parts[0]
    if len(colors) != 1 or phyrexian or other not in ("2", "C"):
        return None
    kind, value = ("twobrid", 2) if other == "2" else ("colorless hybrid", 1)
    return Symbol(f"{other}/{colors}", kind, value, colors)


def _whole(amount: Amount) -> Amount:
    """Return an int where the amount is whole."""
    if isinstance(amount, Fraction) and amount.denominator == 1:
        return int(amount)
    return amount


class ManaCost(msgspec.Struct, frozen=True, cache_hash=True, gc=False, eq=False):
    """A mana cost.

    Two costs are equal when they ask for the same mana: the generic amounts
    are compared as a sum and the order of the symbols does not count, so the
    combined cost of Fire // Ice equals ``{2}{U}{R}`` although its separate
    symbols differ (709.4b).

    Attributes
    ----------
    symbols : tuple of Symbol
        The separate symbols.

    Examples
    --------
    >>> cost = mm.ManaCost.parse("{1}{U}{R}")
    >>> str(cost), cost.mana_value, cost.colors
    ('{1}{U}{R}', 3, 'UR')
    >>> mm.ManaCost.parse("{R}{U}{1}") == cost
    True
    """

    symbols: tuple[Symbol, ...]

    @staticmethod
    def parse(text: str) -> ManaCost:
        """Read a cost such as ``{2}{W/U}{G/P}``.

        Parameters
        ----------
        text : str
            Symbols in braces, in any case.  ``{0}`` is a cost of zero; a card without a
            mana cost has None instead of a cost (202.1b).

        Raises
        ------
        BadManaCost
            With the position of the first character that does not fit.

        Examples
        --------
        >>> [symbol.kind for symbol in mm.ManaCost.parse("{2}{W/U}{G/P}").symbols]
        ['generic', 'hybrid', 'phyrexian']
        """
        if not isinstance(text, str):
            raise BadManaCost(repr(text), 0, "text was expected")
        if len(text) > _LONGEST_COST:
            raise BadManaCost(text, _LONGEST_COST, "it is longer than any cost")
        return _parse(text)

    def __str__(self) -> str:
        return "".join(str(s) for s in self.symbols)

    def __repr__(self) -> str:
        return f"ManaCost.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        return html_of(self)

    def _key(self) -> tuple[Amount, frozenset[tuple[str, int]]]:
        return _asked(self.symbols)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ManaCost):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self.symbols)

    @property
    def mana_value(self) -> Amount:
        """The total amount of mana, each variable counting 0 (202.3, 202.3e-g).

        Examples
        --------
        >>> mm.ManaCost.parse("{X}{2/W}{U}").mana_value
        3
        """
        return self.value(0)

    def value(self, x: int = 0) -> Amount:
        """The total amount of mana with `x` for each {X} (202.3e).

        Examples
        --------
        >>> mm.ManaCost.parse("{X}{X}{R}").value(x=3)
        7
        """
        total: Amount = 0
        for s in self.symbols:
            total += x if s.text == "X" else s.value
        return _whole(total)

    @property
    def colors(self) -> str:
        """The colors of its symbols (105.2, 202.2).

        Examples
        --------
        >>> mm.ManaCost.parse("{R/W}{B}").colors
        'WBR'
        """
        return order(c for s in self.symbols for c in s.colors)

    @property
    def variables(self) -> tuple[str, ...]:
        """The letters among X, Y and Z that occur.

        Examples
        --------
        >>> mm.ManaCost.parse("{X}{X}{R}").variables
        ('X',)
        """
        return _variables(self.symbols)

    def counts(self) -> dict[str, int]:
        """How often each separate symbol occurs, in order of appearance (709.4b).

        Examples
        --------
        >>> mm.ManaCost.parse("{1}{U}{U}").counts()
        {'1': 1, 'U': 2}
        """
        return dict(Counter(s.text for s in self.symbols))

    def repeats(self) -> tuple[str, ...]:
        """The separate symbols that occur more than once (709.4b).

        Examples
        --------
        >>> mm.ManaCost.parse("{1}{U}{U}").repeats()
        ('U',)
        """
        return tuple(s for s, n in self.counts().items() if n > 1)

    @property
    def whole(self) -> ManaCost:
        """The same cost with generic mana added up, in the customary order.

        Examples
        --------
        >>> str(mm.ManaCost.parse("{1}{R}{1}{U}").whole)
        '{2}{U}{R}'
        """
        return _whole_cost(self.symbols)

    def plus(self, *others: ManaCost) -> ManaCost:
        """Return this cost and others as one (709.4b).

        Examples
        --------
        >>> fire, ice = (mm.ManaCost.parse(text) for text in ("{1}{R}", "{1}{U}"))
        >>> str(fire.plus(ice)), str(fire.plus(ice).whole)
        ('{1}{R}{1}{U}', '{2}{U}{R}')
        """
        return combine((self, *others))

    def more(self, generic: int) -> ManaCost:
        """Return the cost with `generic` mana more, or less where negative (601.2f, 118.7a).

        Examples
        --------
        >>> str(mm.ManaCost.parse("{2}{U}").more(-1))
        '{1}{U}'
        """
        have, rest = _parts(self.symbols)
        return ManaCost((*_generic(max(0, have + generic), rest), *rest)).whole

    def devotion(self, colors: str) -> int:
        """How many symbols are of any of `colors` (700.5).

        Examples
        --------
        >>> mm.ManaCost.parse("{U}{U/R}{2}").devotion("U")
        2
        """
        return sum(1 for s in self.symbols if set(s.colors) & set(colors))


def _parts(symbols: tuple[Symbol, ...]) -> tuple[int, tuple[Symbol, ...]]:
    """Return how much generic mana there is, and the other symbols."""
    rest = tuple(s for s in symbols if s.kind != "generic")
    return sum(int(s.value) for s in symbols if s.kind == "generic"), rest


def _generic(amount: int, rest: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    if amount or not rest:
        return (Symbol(str(amount), "generic", amount, ""),)
    return ()


@lru_cache(maxsize=8192)
def _parse(text: str) -> ManaCost:
    found: list[Symbol] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] != "{":
            raise BadManaCost(text, at, "an opening brace is missing")
        end = text.find("}", at)
        if end < 0:
            raise BadManaCost(text, at, "a closing brace is missing")
        made = symbol(text[at + 1 : end])
        if made is None:
            raise BadManaCost(text, at, f"{text[at : min(end + 1, at + 20)]} is no mana symbol")
        found.append(made)
        at = end + 1
    if not found:
        raise BadManaCost(text, 0, "it has no symbol (a card without a cost has None)")
    return ManaCost(tuple(found))


def combine(costs: Iterable[ManaCost]) -> ManaCost:
    """Return several costs as one that keeps the separate symbols (202.3d, 709.4b)."""
    return ManaCost(tuple(s for cost in costs for s in cost.symbols))


@lru_cache(maxsize=8192)
def _asked(symbols: tuple[Symbol, ...]) -> tuple[Amount, frozenset[tuple[str, int]]]:
    """Return what a cost asks for: generic mana as a sum, other symbols in no order."""
    generic, rest = _parts(symbols)
    return generic, frozenset(Counter(s.text for s in rest).items())


@lru_cache(maxsize=8192)
def _variables(symbols: tuple[Symbol, ...]) -> tuple[str, ...]:
    return tuple(sorted({s.text for s in symbols if s.kind == "variable"}))


@lru_cache(maxsize=8192)
def _whole_cost(symbols: tuple[Symbol, ...]) -> ManaCost:
    generic, rest = _parts(symbols)
    ring = _CANONICAL.get(frozenset(c for s in rest for c in s.colors), COLORS)

    def place(s: Symbol) -> tuple[int, float, str]:
        # a Phyrexian hybrid symbol stands between its two colors
        where = [ring.index(c) for c in s.colors]
        return _KINDS[s.kind][0], sum(where) / len(where) if where else -1, s.text

    return ManaCost(tuple(sorted((*_generic(generic, rest), *rest), key=place)))


def colors_of(symbols: Iterable[str]) -> str:
    """Return the colors of symbols given as texts; symbols that are not mana give none."""
    found = (symbol(s.strip("{}")) for s in symbols)
    return order(c for s in found if s is not None for c in s.colors)


def braced(symbols: Iterable[str]) -> str:
    """Return symbols in braces, as a cost writes them."""
    return "".join("{" + symbol + "}" for symbol in symbols)


def devotion(costs: Iterable[ManaCost | None], colors: str) -> int:
    """Count the symbols of any of `colors` among costs; an object without a cost adds 0 (700.5)."""
    return sum(cost.devotion(colors) for cost in costs if cost is not None)


def total(amounts: Mapping[str, int]) -> int:
    """Return how much mana there is in all in a pool such as ``{"U": 2, "C": 1}``."""
    return sum(amounts.values())
