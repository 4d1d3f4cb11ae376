"""What characteristics are read from, how an object is there, and what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.errors import UnknownName, near
from mtgmeld.layouts import LAYOUTS, Layout
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived, TwoAnswers

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command", "outside")


class CopiableValues(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """The faces or halves that an object's characteristics are read from.

    A card gives its own; a copy effect replaces them by those of the object that is
    copied (707.2).

    Attributes
    ----------
    layout : str
        As of a card; ``melded`` for a melded permanent's combined face, ``single`` for
        one face that was copied alone, ``face down`` for an object without printed values.
    faces : tuple of Face
        Halves left to right, or front and back.
    fronts : tuple of Face
        For a melded permanent that is represented by its two cards: their front faces.
    copied : bool
        Whether they came by copying.
    token : bool
        Whether the object is a token.
    lone_back : bool
        Whether the one face was copied from the back of something nonmodal and double-faced
        (202.3b).
    lone_melded : bool
        Whether the one face is a copy of a melded permanent (202.3c).
    """

    layout: str
    faces: tuple[Face, ...]
    fronts: tuple[Face, ...] = ()
    copied: bool = False
    token: bool = False
    lone_back: bool = False
    lone_melded: bool = False

    @property
    def form(self) -> Layout:
        """What its layout means."""
        return LAYOUTS[self.layout]

    @property
    def shared_type_line(self) -> bool:
        """Whether the halves share one type line (709.5)."""
        return self.form.is_split and _rooms(self)


@lru_cache(maxsize=4096)
def _rooms(what: CopiableValues) -> bool:
    return all("Room" in f.subtypes for f in what.faces)


class Circumstances(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Where an object is and how it is there, as far as its characteristics depend on it.

    Attributes
    ----------
    zone : str
        One of :data:`ZONES`.
    cast : tuple of int
        On the stack: the halves that were cast, left to right; or the alternative
        characteristics of an adventurer card.  Empty where no half was chosen.
    face : int
        0 with the front face up, 1 with the back face up.
    unlocked : tuple of int
        The halves with an unlocked designation (709.5c).
    x : int
        The value of X on the stack (107.3).
    locks_lost : bool
        Whether the two locking abilities of a shared type line are gone (a named policy).
    """

    zone: str
    cast: tuple[int, ...] = ()
    face: int = 0
    unlocked: tuple[int, ...] = ()
    x: int = 0
    locks_lost: bool = False


class OfCharacteristics:
    """What was asked of characteristics, beside their fields: neither compared nor saved.

    Attributes
    ----------
    answers : dict
        By what asks: a filter's test, the kind of what is answered.
    """

    __slots__ = ("answers",)

    answers: dict[Any, Any]


class Characteristics(msgspec.Struct, OfCharacteristics, frozen=True, gc=False):
    """The characteristics of an object, each a :class:`~mtgmeld.rules.citations.Derived`.

    Attributes
    ----------
    names : Derived of tuple of str
        Empty for a nameless object (201.2).
    mana_cost : Derived of ManaCost or None
    mana_value : Derived of int, Fraction or float
    colors, color_indicator : Derived of str
        Letters in the order WUBRG.
    supertypes, types, subtypes, keywords : Derived of tuple of str
    power, toughness, loyalty, defense : Derived of str, int or None
        Text as printed (``*``), a number once an effect has set or changed it.
    text : Derived of tuple of str
        The faces or halves whose rules text the object has, by name.
    gained : tuple of Ability
        Modeled abilities that effects have given it (613.1f).
    made_up : tuple of str
        Where one of these faces is made up: what each says, or its name.
    """

    names: Derived
    mana_cost: Derived
    mana_value: Derived
    colors: Derived
    color_indicator: Derived
    supertypes: Derived
    types: Derived
    subtypes: Derived
    power: Derived
    toughness: Derived
    loyalty: Derived
    defense: Derived
    keywords: Derived
    text: Derived
    gained: tuple[Any, ...] = ()
    made_up: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """What the abilities in its text are found by, face by face (``Face.text``)."""
        names = self.text.value
        if not names:
            return ()
        if self.made_up:
            return self.made_up
        if isinstance(names, TwoAnswers):
            return tuple(name for answer in names.answers for name in answer or ())
        found: tuple[str, ...] = names
        return found

    def __getitem__(self, name: str) -> Derived:
        if name not in VALUES:
            raise UnknownName("characteristic", str(name), near(str(name), VALUES) or VALUES)
        value: Derived = getattr(self, name)
        return value

    def __iter__(self) -> Iterator[Derived]:
        return (getattr(self, name) for name in VALUES)

    def values(self) -> dict[str, Any]:
        """Return the bare values by name."""
        return {name: getattr(self, name).value for name in VALUES}

    @property
    def type_line(self) -> str | None:
        """The type line as people write it; two where each half answers for itself (to 2017).

        None where it is not known.
        """
        parts = (self.supertypes.value, self.types.value, self.subtypes.value)
        if any(isinstance(p, TwoAnswers) for p in parts):
            each = [p.answers if isinstance(p, TwoAnswers) else (p, p) for p in parts]
            lines = dict.fromkeys(_type_line(*half) for half in zip(*each, strict=True))
            return None if None in lines else " and ".join(str(line) for line in lines)
        return _type_line(*parts)

    def has_type(self, word: str) -> bool:
        """Whether it has a card type; either answer counts where there are two (to 2017)."""
        return _lists(self.types.value, word)

    def has_keyword(self, word: str) -> bool:
        """Whether it has a keyword ability; either answer counts where there are two (to 2017)."""
        return _lists(self.keywords.value, word)

    def devotion(self, colors: str) -> int:
        """How much the object adds to devotion to `colors` (700.5)."""
        cost = self.mana_cost.value
        return cost.devotion(colors) if isinstance(cost, ManaCost) else 0


# characteristics are frozen, but what is kept beside their fields is not
_keep_answers = OfCharacteristics.__dict__["answers"].__set__


def answers_of(known: Characteristics) -> dict[Any, Any]:
    """Return what was asked of characteristics so far, to be added to."""
    try:
        return known.answers
    except AttributeError:  # this is the first question
        _keep_answers(known, {})
        return known.answers


VALUES = tuple(n for n in Characteristics.__struct_fields__ if n not in ("gained", "made_up"))


def _lists(value: Any, word: str) -> bool:
    """Whether a word is in a list-like value; nothing is in one that is not known."""
    if type(value) is TwoAnswers:
        return any(word in (answer or ()) for answer in value.answers)
    return word in (value or ())


def _type_line(
    supertypes: tuple[str, ...] | None,
    types: tuple[str, ...] | None,
    subtypes: tuple[str, ...] | None,
) -> str | None:
    if types is None:
        return None
    left = " ".join((*(supertypes or ()), *types))
    return f"{left} \u2014 {' '.join(subtypes)}" if subtypes else left


@lru_cache(maxsize=65536)
def of_card(card: Card) -> CopiableValues:
    """Return what a card's characteristics are read from; a lone meld card has its front only."""
    if card.form.is_meld:
        return CopiableValues("meld", card.faces[:1])
    if card.form.is_melded:
        return CopiableValues("melded", card.faces, copied=True, lone_melded=True)
    layout = card.layout
    if layout == "adventure" and "Omen" in card.faces[-1].subtypes:
        layout = "omen"  # an inset frame as an Adventure's, and rules of its own (720)
    return CopiableValues(layout, card.faces, token=not card.is_card)


@lru_cache(maxsize=256)
def of_pair(pair: MeldPair) -> CopiableValues:
    """Return what the characteristics of a melded permanent are read from (712.8g)."""
    first, second = pair.cards
    return CopiableValues("melded", pair.result.faces, fronts=(first.front, second.front))
