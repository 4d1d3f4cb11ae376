"""Printed facts: faces, halves, cards and meld pairs.  Nothing here knows about zones."""

from __future__ import annotations

import msgspec

from mtgmeld.mana import ManaCost, whole_number

__all__ = ["Card", "Face", "MeldPair"]

DOUBLE_FACED = ("transform", "modal_dfc", "meld", "double_faced_token")
NONPERMANENT = ("Instant", "Sorcery")
PARTIAL = "partial"


class Face(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What is printed on one face or half of a card.

    Attributes
    ----------
    name : str
    mana_cost : ManaCost or None
        None where nothing is printed, which is not a cost of {0} (202.1b).
    color_indicator : str
        Colors in the order WUBRG; empty without an indicator (204).
    defined_colors : str or None
        What a characteristic-defining ability says of the colors (604.3): None where none
        does, empty for devoid (702.114a).
    supertypes, types, subtypes : tuple of str
    power, toughness, loyalty, defense : str or None
        As printed (``1+*`` is text); None where nothing is printed.
    keywords : tuple of str
    text_symbols : tuple of str
        The mana symbols in the rules text, reminder text apart, each as often as it stands.
    text_of : str
        Whose rules text it has, where a copy effect has changed the name (707.9b).
    produced_mana : str
        Letters of WUBRGC that its own abilities may add; abilities that it gives to others
        do not count.
    """

    name: str
    mana_cost: ManaCost | None = None
    color_indicator: str = ""
    defined_colors: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[str, ...] = ()
    text_symbols: tuple[str, ...] = ()
    produced_mana: str = ""
    text_of: str = ""

    @property
    def type_line(self) -> str:
        """The type line as people write it."""
        left = " ".join(self.supertypes + self.types)
        return f"{left} \u2014 {' '.join(self.subtypes)}" if self.subtypes else left

    @property
    def is_known(self) -> bool:
        """Whether more than its name is known; each card face has a card type."""
        return bool(self.types)

    @property
    def is_land(self) -> bool:
        """Whether Land is among its types."""
        return "Land" in self.types

    @property
    def is_permanent(self) -> bool:
        """Whether it has a permanent type (110.4)."""
        return not any(t in NONPERMANENT for t in self.types) and bool(self.types)


class Card(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A card, or a combined back face of a meld pair, with its printed facts.

    Attributes
    ----------
    name : str
        Halves and faces joined by `` // ``.
    layout : str
        ``normal``, ``split``, ``transform``, ``modal_dfc``, ``meld`` (a card of a pair),
        ``meld_result`` (a combined back face, which is no card), ``flip``, ``adventure``,
        ``prepare``, ``token`` and others that card files use.
    faces : tuple of Face
    released : str
        The date of its first set.
    first_set : str
    playtest : bool
        From a set outside the rules of sanctioned play.
    source : str
        Where the facts come from; ``partial`` where a half is known by its name only.
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    released: str = ""
    first_set: str = ""
    playtest: bool = False
    source: str = ""

    @property
    def is_split(self) -> bool:
        """Whether it has halves (709.1)."""
        return self.layout == "split"

    @property
    def is_room(self) -> bool:
        """Whether its halves share one type line (709.5)."""
        return self.layout == "split" and all("Room" in f.subtypes for f in self.faces)

    @property
    def has_fuse(self) -> bool:
        """Whether both halves may be cast as one spell (702.102)."""
        return self.layout == "split" and any("Fuse" in f.keywords for f in self.faces)

    @property
    def has_aftermath(self) -> bool:
        """Whether a half has aftermath (702.127)."""
        return self.layout == "split" and any("Aftermath" in f.keywords for f in self.faces)

    @property
    def kind(self) -> str:
        """``room``, ``fuse``, ``aftermath`` or ``split`` for split cards; else the layout."""
        if not self.is_split:
            return self.layout
        if self.is_room:
            return "room"
        if self.has_fuse:
            return "fuse"
        return "aftermath" if self.has_aftermath else "split"

    @property
    def is_double_faced(self) -> bool:
        """Whether both sides are card faces (712.1); meld cards count since 2023."""
        return self.layout in DOUBLE_FACED

    @property
    def is_card(self) -> bool:
        """Whether it is a card: a combined back face is none, nor is a token."""
        return self.layout not in ("meld_result", "token", "double_faced_token", "emblem")

    @property
    def is_partial(self) -> bool:
        """Whether a half is known by its name only: what it lacks is unknown, not absent."""
        return self.source == PARTIAL

    @property
    def front(self) -> Face:
        """The front face, or the first half."""
        return self.faces[0]

    def half(self, which: str) -> int | None:
        """Return the index of a half or face by name or side, or None.

        Parameters
        ----------
        which : str
            ``left``, ``right``, ``front``, ``back``, a name in any spelling, or a number
            from 1.
        """
        from mtgmeld.names import normal_form

        word = normal_form(which)
        sides = {"left": 0, "front": 0, "right": 1, "back": 1}
        if word in sides:
            return sides[word] if sides[word] < len(self.faces) else None
        number = whole_number(word)
        if number is not None:
            return number - 1 if 1 <= number <= len(self.faces) else None
        for i, face in enumerate(self.faces):
            if normal_form(face.name) == word:
                return i
        return None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Card {self.name!r} ({self.kind})>"

    def _repr_html_(self) -> str:
        from mtgmeld.symbols import card_html

        return card_html(self)


class MeldPair(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Two cards that meld, and what they meld into (712.5).

    Attributes
    ----------
    rule : str
        The letter of 712.5 that names the pair.
    since : str
        The first known edition with the pair.
    bearer : Card
        The card whose ability melds the two.
    counterpart : Card
    result : Card
        The combined back face.
    """

    rule: str
    since: str
    bearer: Card
    counterpart: Card
    result: Card

    @property
    def cards(self) -> tuple[Card, Card]:
        """The two cards, the bearer of the meld ability first."""
        return self.bearer, self.counterpart

    def __str__(self) -> str:
        return f"{self.bearer.name} + {self.counterpart.name} = {self.result.name}"

    def __repr__(self) -> str:
        return f"<MeldPair {self} [{self.rule}]>"
