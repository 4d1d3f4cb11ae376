"""Printed facts: faces, halves, cards and meld pairs.  Nothing here knows about zones."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from mtgmeld.errors import BadValue
from mtgmeld.hooks import html_of
from mtgmeld.layouts import Layout
from mtgmeld.layouts import layout as layout_of
from mtgmeld.mana import ManaCost, whole_number
from mtgmeld.names import normal_form

__all__ = ["Card", "Face", "MeldPair", "size_of"]

PERMANENT_TYPES = ("Creature", "Artifact", "Enchantment", "Land", "Planeswalker", "Battle")  # 110.4
NONPERMANENT = ("Instant", "Sorcery")
# card types (205.2a): those of cards in a deck, then an older word and those of other cards
DECK_TYPES = (*PERMANENT_TYPES, *NONPERMANENT, "Kindred")
CARD_TYPES = (
    *(*DECK_TYPES, "Tribal"),
    *("Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"),
)
PARTIAL = "partial"
_WORD = re.compile(r"[^\W\d_]{2}")


def size_of(value: str | int | None, field: str = "power") -> str | None:
    """Return a power or toughness as it is printed: digits, signs, ``*``; no word (208).

    Raises
    ------
    BadValue
        If it is none.
    """
    if value is None or not _WORD.search(str(value)):
        return None if value is None else str(value)
    raise BadValue("", field, f"{value!r} is no {field} [208.1]")


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
    says : str
        What the text of a made-up face does: its abilities as JSON, in the tables of the notation.
    produced_mana : str
        Letters of WUBRGC that its own abilities may add; abilities that it gives to others
        do not count.
    paragraphs : int or None
        How many paragraphs its rules text has, reminder text apart; None if it is not known.
    spelled_out : int or None
        How many of these are more than keyword abilities.
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
    says: str = ""
    paragraphs: int | None = None
    spelled_out: int | None = None

    @property
    def type_line(self) -> str:
        """The type line as people write it."""
        left = " ".join(self.supertypes + self.types)
        return f"{left} \u2014 {' '.join(self.subtypes)}" if self.subtypes else left

    def with_keywords_alone(self) -> Face:
        """Return a face that is made up, whose text is its keyword abilities and no more."""
        return replace(self, paragraphs=int(bool(self.keywords)), spelled_out=0)

    @property
    def named_text(self) -> str:
        """Whose rules text it has, by name."""
        return self.text_of or self.name

    @property
    def text(self) -> str:
        """What its abilities are found by: the name of its text, or what is said of it."""
        return self.says or self.named_text

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

    def __str__(self) -> str:
        return self.name


class Card(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A card, or a combined back face of a meld pair, with its printed facts.

    Attributes
    ----------
    name : str
        Halves and faces joined by ``//`` with a space on either side.
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
        Where the facts come from; ``partial`` where a half is known by its name only, or no
        text is known.
    trio : tuple of Card
        Of a made-up card of a meld pair: the bearer, its counterpart and what they meld into.

    Examples
    --------
    >>> fire = mm.load_catalog().resolve("Fire // Ice").card
    >>> fire.layout, fire.first_set, [f.name for f in fire.faces]
    ('split', 'APC', ['Fire', 'Ice'])
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    released: str = ""
    first_set: str = ""
    playtest: bool = False
    source: str = ""
    trio: tuple[Card, ...] = ()

    @property
    def form(self) -> Layout:
        """What its layout means.

        Examples
        --------
        >>> mm.load_catalog().resolve("Graf Rats").card.form.is_double_faced
        True
        """
        return layout_of(self.layout)

    @property
    def is_split(self) -> bool:
        """Whether it has halves (709.1).

        Examples
        --------
        >>> mm.load_catalog().resolve("Fire // Ice").card.is_split
        True
        """
        return self.form.is_split

    @property
    def is_room(self) -> bool:
        """Whether its halves share one type line (709.5).

        Examples
        --------
        >>> [c.is_room for c in mm.load_catalog().kind("room")][:2]
        [True, True]
        """
        return self.is_split and all("Room" in f.subtypes for f in self.faces)

    @property
    def has_fuse(self) -> bool:
        """Whether both halves may be cast as one spell (702.102).

        Examples
        --------
        >>> mm.load_catalog().resolve("Wear // Tear").card.has_fuse
        True
        """
        return self.is_split and any("Fuse" in f.keywords for f in self.faces)

    @property
    def has_aftermath(self) -> bool:
        """Whether a half has aftermath (702.127).

        Examples
        --------
        >>> mm.load_catalog().resolve("Dusk // Dawn").card.has_aftermath
        True
        """
        return self.is_split and any("Aftermath" in f.keywords for f in self.faces)

    @property
    def kind(self) -> str:
        """``room``, ``fuse``, ``aftermath`` or ``split`` for split cards; else the layout.

        Examples
        --------
        >>> catalog = mm.load_catalog()
        >>> [catalog.resolve(name).card.kind for name in ("Fire", "Wear", "Dusk", "Graf Rats")]
        ['split', 'fuse', 'aftermath', 'meld']
        """
        if not self.is_split:
            return self.layout
        if self.is_room:
            return "room"
        if self.has_fuse:
            return "fuse"
        return "aftermath" if self.has_aftermath else "split"

    @property
    def is_double_faced(self) -> bool:
        """Whether both sides are card faces (712.1); meld cards count since 2023.

        Examples
        --------
        >>> mm.load_catalog().resolve("Graf Rats").card.is_double_faced
        True
        """
        return self.form.is_double_faced

    @property
    def is_card(self) -> bool:
        """Whether it is a card: a combined back face is none, nor is a token.

        Examples
        --------
        >>> mm.load_catalog().resolve("Chittering Host").card.is_card
        False
        """
        return self.form.is_card

    @property
    def is_partial(self) -> bool:
        """Whether a half or a text is not known: what it lacks is unknown, not absent.

        Examples
        --------
        >>> mm.load_catalog().resolve("Fire // Ice").card.is_partial
        False
        """
        return self.source == PARTIAL

    @property
    def front(self) -> Face:
        """The front face, or the first half.

        Examples
        --------
        >>> mm.load_catalog().resolve("Delver of Secrets").card.front.name
        'Delver of Secrets'
        """
        return self.faces[0]

    def half(self, which: str) -> int | None:
        """Return the index of a half or face by name or side, or None.

        Parameters
        ----------
        which : str
            ``left``, ``right``, ``front``, ``back``, a name in any spelling, or a number
            from 1.

        Examples
        --------
        >>> fire = mm.load_catalog().resolve("Fire // Ice").card
        >>> fire.half("right"), fire.half("Fire"), fire.half("Wear")
        (1, 0, None)
        """
        number = whole_number(normal_form(which))
        if number is not None:
            return number - 1 if 1 <= number <= len(self.faces) else None
        return half_of(self.faces, which)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Card {self.name!r} ({self.kind})>"

    def _repr_html_(self) -> str:
        return html_of(self)


def half_of(faces: Sequence[Face], which: str) -> int | None:
    """Return the index of a half or face by side (left, right, front, back) or name, or None."""
    word = normal_form(which)
    at = {"left": 0, "front": 0, "right": 1, "back": 1}.get(word)
    if at is not None and at < len(faces):
        return at
    return next((i for i, face in enumerate(faces) if normal_form(face.name) == word), None)


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

    Examples
    --------
    >>> pair = mm.load_catalog().meld_pair("Graf Rats")
    >>> pair.bearer.name, pair.counterpart.name, pair.result.name
    ('Graf Rats', 'Midnight Scavengers', 'Chittering Host')
    """

    rule: str
    since: str
    bearer: Card
    counterpart: Card
    result: Card

    @property
    def cards(self) -> tuple[Card, Card]:
        """The two cards, the bearer of the meld ability first.

        Examples
        --------
        >>> [card.name for card in mm.load_catalog().meld_pair("Chittering Host").cards]
        ['Graf Rats', 'Midnight Scavengers']
        """
        return self.bearer, self.counterpart

    def __str__(self) -> str:
        return f"{self.bearer.name} + {self.counterpart.name} = {self.result.name}"

    def __repr__(self) -> str:
        return f"<MeldPair {self} [{self.rule}]>"
