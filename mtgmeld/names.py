"""The one resolver from a typed name to a card, half, face or combined back face."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from mtgmeld.cards import Card
from mtgmeld.errors import AmbiguousName, UnknownCard, near

__all__ = ["Names", "Resolved", "normal_form", "slashed"]

_FOLDS = str.maketrans(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u02bc": "'",
        "\u00b4": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
    }
)
_LIGATURES = (("\u00e6", "ae"), ("\u0153", "oe"), ("\u00f8", "o"), ("\u00df", "ss"))
_DROPPED = ("Mn", "Me", "Cf")
_SLASHES = re.compile(r"\s*/+\s*")
_LONGEST_NAME = 400


def normal_form(name: str) -> str:
    """Return a name without case, accents, curly signs and doubled spaces; slashes stay."""
    return _normal_form(name) if len(name) <= _LONGEST_NAME else name


@lru_cache(maxsize=65536)
def _normal_form(name: str) -> str:
    # folded before and after: the decomposition takes some of these signs apart and gives others
    text = unicodedata.normalize("NFKD", name.translate(_FOLDS)).casefold().translate(_FOLDS)
    for old, new in _LIGATURES:
        text = text.replace(old, new)
    # marks are accents; format characters (zero width spaces and the like) are invisible
    text = "".join(c for c in text if unicodedata.category(c) not in _DROPPED)
    return " ".join(text.split())


def slashed(name: str) -> tuple[str, ...]:
    """Return the normal forms of the halves that a name with slashes gives."""
    return tuple(p for p in _SLASHES.split(normal_form(name)) if p)


class Resolved(msgspec.Struct, frozen=True, gc=False):
    """What a name stands for.

    Attributes
    ----------
    card : Card
    face : int or None
        The half or face that was named; None when the whole card was.
    via : str
        ``name``, ``face`` or ``alias``.
    """

    card: Card
    face: int | None
    via: str


class Names:
    """An index of the names of cards.

    An exact name comes first, since a name may itself contain slashes; then the whole
    name in any spelling; then halves given with any separator; then a single half, face
    or combined back face; then other names (flavor names) of a printing.

    Parameters
    ----------
    cards : iterable of Card
    aliases : iterable of (str, Card)
        Other names for cards.
    """

    def __init__(self, cards: Iterable[Card], aliases: Iterable[tuple[str, Card]] = ()) -> None:
        self._exact: dict[str, Card] = {}
        self._whole: dict[str, list[Card]] = {}
        self._joined: dict[str, list[Card]] = {}
        self._parts: dict[str, list[tuple[Card, int]]] = {}
        self._aliases: dict[str, list[Card]] = {}
        for card in cards:
            self._exact.setdefault(card.name, card)
            _add(self._whole, normal_form(card.name), card)
            _add(self._joined, _slashed(card.name), card)
            if len(card.faces) > 1:
                for i, face in enumerate(card.faces):
                    rows = self._parts.setdefault(normal_form(face.name), [])
                    if (card, i) not in rows and all(c is not card for c, _ in rows):
                        rows.append((card, i))
        for name, card in aliases:
            _add(self._aliases, _slashed(name), card)

    def resolve(self, name: str) -> Resolved:
        """Return what a name stands for.

        Raises
        ------
        UnknownCard
            With near names.
        AmbiguousName
            If several cards have it; the message lists them.
        """
        if not isinstance(name, str) or not name.strip():
            raise UnknownCard(str(name)[:60], (), "A name was expected.")
        if len(name) > _LONGEST_NAME:
            raise UnknownCard(f"{name[:60]}...", (), "It is longer than any name.")
        card = self._exact.get(name)
        if card is not None:
            return Resolved(card, None, "name")
        plain = normal_form(name)
        found = _only(name, self._whole.get(plain, ()))
        if found is not None:
            return Resolved(found, None, "name")
        if "/" in plain:
            found = _only(name, self._joined.get(_slashed(name), ()))
            if found is not None:
                return Resolved(found, None, "name")
        halves = self._parts.get(plain, [])
        if len(halves) > 1:
            raise AmbiguousName(name, [c.name for c, _ in halves])
        if halves:
            return Resolved(halves[0][0], halves[0][1], "face")
        found = _only(name, self._aliases.get(_slashed(name), ()))
        if found is not None:
            return Resolved(found, None, "alias")
        raise UnknownCard(name, self.near(name))

    def near(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """Return names that look like `name`, nearest first."""
        known = {n: c.name for n, cards in self._whole.items() for c in cards}
        known.update({n: c.faces[i].name for n, rows in self._parts.items() for c, i in rows})
        hits = near(normal_form(name[:200]), known, limit, 70)
        return tuple(dict.fromkeys(known[key] for key in hits))


def _slashed(name: str) -> str:
    """Return the normal form with one separator for all."""
    return _SLASHES.sub("//", normal_form(name))


def _add(index: dict[str, list[Card]], key: str, card: Card) -> None:
    rows = index.setdefault(key, [])
    if card not in rows:
        rows.append(card)


def _only(name: str, cards: Iterable[Card]) -> Card | None:
    rows = list(cards)
    if len(rows) > 1:
        raise AmbiguousName(name, [c.name for c in rows])
    return rows[0] if rows else None
