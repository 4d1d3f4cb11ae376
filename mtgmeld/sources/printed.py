"""A card as its file prints it, whichever file that is, and the same card for the rules.

Every reader turns its objects into :class:`Printed`; :func:`card_of` is the only way from
there to a :class:`~mtgmeld.cards.Card`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from mtgmeld.cards import PARTIAL, Card, Face
from mtgmeld.errors import BadManaCost
from mtgmeld.mana import COLORS, ManaCost, order
from mtgmeld.sources.text import TextFacts, TypeLine, read_text, signature

__all__ = [
    "LAYOUTS",
    "MELD_RESULT",
    "MELD_ROLE",
    "NO_CARDS",
    "TOKENS",
    "NoCardError",
    "Printed",
    "PrintedFace",
    "card_of",
    "cost_of",
    "letters",
    "unread",
    "unreversed",
]

# layout of a file -> layout that decides which faces count.  A layout that is missing here is
# unknown: its cards are kept and flagged.
LAYOUTS: dict[str, str] = {
    "adventure": "adventure",
    "aftermath": "split",
    "art_series": "art_series",
    "augment": "normal",
    "battle": "transform",
    "case": "normal",
    "class": "normal",
    "double_faced_token": "double_faced_token",
    "emblem": "emblem",
    "flip": "flip",
    "host": "normal",
    "leveler": "normal",
    "meld": "meld",
    "modal_dfc": "modal_dfc",
    "mutate": "normal",
    "normal": "normal",
    "planar": "normal",
    "prepare": "prepare",
    "prototype": "normal",
    "reversible_card": "reversible_card",
    "saga": "normal",
    "scheme": "normal",
    "split": "split",
    "token": "token",
    "transform": "transform",
    "vanguard": "normal",
}
# Objects that are no cards.
NO_CARDS = frozenset(("token", "double_faced_token", "emblem"))
# Objects whose colors nothing printed gives: what creates a token says them (111.3).
TOKENS = frozenset(("token", "double_faced_token"))
MELD_RESULT = "meld_result"
MELD_ROLE = "part or result of a meld pair not given"
_SEVERAL = frozenset(("adventure", "flip", "modal_dfc", "prepare", "split", "transform"))


class NoCardError(ValueError):
    """An object of a card file that is no card."""


class PrintedFace(msgspec.Struct, gc=False):
    """One face or half as its file prints it.

    ``mana_cost`` and ``text`` are None where the file does not say, and empty where it says
    that there is none.  ``colors`` and ``value`` are what the file publishes.
    """

    name: str
    mana_cost: str | None
    type_line: TypeLine
    text: str | None
    indicator: str = ""
    colors: str | None = None
    value: float | None = None
    layout: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[str, ...] = ()
    produced: str = ""
    flavor_name: str | None = None
    signed: str | msgspec.UnsetType | None = msgspec.UNSET

    def facts(self) -> TextFacts:
        """Return what the rules need from its text."""
        return read_text(self.text, self.name) if self.text else TextFacts()

    def signature(self) -> str | None:
        """Return what of its text colors and color identity rest on; None without a text."""
        if self.signed is msgspec.UNSET:
            self.signed = signature(self.text, self.name) if self.text else self.text
        return self.signed

    def defines(self) -> str | None:
        """Return the colors that an ability defines, or None where none does."""
        _, sign, colors = (self.signature() or "").partition("=")
        return colors if sign else None


class Printed(msgspec.Struct, gc=False):
    """A card as its file prints it.

    Attributes
    ----------
    name, layout : str
        As in the file; the layout ``meld_result`` marks a combined back face.
    faces : tuple of PrintedFace
    value, colors, identity : float, str, str or None
        What the file publishes for the whole card.
    inner : str
        Layout of the card that both sides of a reversible card show.
    parts, result : tuple of str, str
        Of a meld pair: the names of its two cards and of their combined back face, as far as
        the file says them.
    flags : tuple of str
        What was odd about it.
    """

    name: str
    layout: str
    faces: tuple[PrintedFace, ...]
    value: float | None = None
    colors: str | None = None
    identity: str | None = None
    id: str | None = None
    oracle_id: str | None = None
    set: str | None = None
    released: str | None = None
    inner: str = ""
    parts: tuple[str, ...] = ()
    result: str = ""
    flags: tuple[str, ...] = ()
    playtest: bool = False

    @property
    def rules_layout(self) -> str:
        """The layout that decides which faces count."""
        layout = self.inner or self.layout
        return LAYOUTS.get(layout, layout)

    @property
    def is_known(self) -> bool:
        """Whether the rules say which faces of this layout count."""
        layout = self.rules_layout
        if layout == MELD_RESULT:
            return True
        if layout not in LAYOUTS.values() or layout == "reversible_card":
            return False
        return len(self.faces) > 1 if layout in _SEVERAL else True


@lru_cache(maxsize=4096)
def letters(colors: tuple[str, ...]) -> str:
    """Return color letters as one string in the order WUBRG.

    Raises
    ------
    NoCardError
        If there is another letter.
    """
    if not all(c in COLORS and c for c in colors):
        raise NoCardError(f"{', '.join(colors)[:60]!r} are not colors")
    return order("".join(colors))


@lru_cache(maxsize=16384)
def _cost(text: str) -> ManaCost | None:
    try:
        return ManaCost.parse(text)
    except BadManaCost:
        return None


def cost_of(text: str | None) -> ManaCost | None:
    """Return the mana cost of a face; None where there is none or it cannot be read."""
    return _cost(text) if text and len(text) < 2_000 else None


def unread(text: str | None) -> bool:
    """Whether a cost is unknown: not given, or not to be read."""
    return text is None or (text != "" and cost_of(text) is None)


def unreversed(card: Printed) -> Printed:
    """Return the card that is printed on both sides of a reversible card."""
    half, odd = divmod(len(card.faces), 2)
    names = [f.name for f in card.faces]
    if odd or not half or names[:half] != names[half:]:
        return card
    front = card.faces[0]
    inner = front.layout or ("normal" if half == 1 else "")
    return msgspec.structs.replace(
        card,
        name=" // ".join(names[:half]),
        faces=card.faces[:half],
        inner="normal" if inner == "reversible_card" else inner,
        value=card.value if card.value is not None else front.value,
        colors=card.colors if card.colors is not None else front.colors,
    )


def card_of(card: Printed) -> Card:
    """Return the card for the rules.

    Where a cost or a text is unknown the card's source says ``partial``.
    """
    partial = any(unread(f.mana_cost) or f.text is None for f in card.faces)
    name = " // ".join(f.name for f in card.faces) if len(card.faces) > 1 else card.faces[0].name
    return Card(
        name,
        card.rules_layout,
        tuple(_face(f) for f in card.faces),
        card.released or "",
        card.set or "",
        card.playtest,
        PARTIAL if partial else "file",
    )


def _face(face: PrintedFace) -> Face:
    facts = face.facts()
    line = face.type_line
    return Face(
        face.name,
        cost_of(face.mana_cost),
        face.indicator,
        facts.defined_colors,
        line.supertypes,
        line.types,
        line.subtypes,
        face.power,
        face.toughness,
        face.loyalty,
        face.defense,
        _all_keywords(face.keywords, facts.keywords),
        facts.symbols,
        face.produced,
    )


def _all_keywords(given: Iterable[str], read: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*given, *read)))
