"""What a filter can be put to: anything with characteristics, and a card as it is in a hand."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Protocol

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.errors import BadFilter
from mtgmeld.game.characteristics import Circumstances, color_identity, derive, identity_of_melded
from mtgmeld.game.characteristics import of_card as copiable_of
from mtgmeld.game.characteristics import of_pair as copiable_of_pair
from mtgmeld.names import normal_form
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.rules.editions import Edition, edition


class Queryable(Protocol):
    """What a filter looks at.

    The values are those of a :class:`~mtgmeld.game.characteristics.Characteristics` without
    the reasons; each may be a :class:`~mtgmeld.rules.citations.TwoAnswers` (rules to 2017).
    ``flags`` holds words of :data:`~mtgmeld.query.FLAGS`.  ``zone``, ``owner`` and
    ``controller`` may be None or empty; ``owner`` and ``controller`` are ``you`` for the
    player whose filter it is.  ``context`` answers words in angle brackets.
    """

    @property
    def names(self) -> Any: ...
    @property
    def mana_cost(self) -> Any: ...
    @property
    def mana_value(self) -> Any: ...
    @property
    def colors(self) -> Any: ...
    @property
    def color_identity(self) -> Any: ...
    @property
    def supertypes(self) -> Any: ...
    @property
    def types(self) -> Any: ...
    @property
    def subtypes(self) -> Any: ...
    @property
    def keywords(self) -> Any: ...
    @property
    def power(self) -> Any: ...
    @property
    def toughness(self) -> Any: ...
    @property
    def loyalty(self) -> Any: ...
    @property
    def produced_mana(self) -> str: ...
    @property
    def layout(self) -> str: ...
    @property
    def flags(self) -> frozenset[str]: ...
    @property
    def zone(self) -> str | None: ...
    @property
    def owner(self) -> str | None: ...
    @property
    def controller(self) -> str | None: ...
    @property
    def counters(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def context(self) -> Any: ...


class CardFacts(msgspec.Struct, frozen=True, gc=False):
    """A card as a filter sees it: as it is in a hand, a combined back face as it is in play.

    The attributes are those of :class:`Queryable`.
    """

    names: Any
    mana_cost: Any
    mana_value: Any
    colors: Any
    color_identity: Any
    supertypes: Any
    types: Any
    subtypes: Any
    keywords: Any
    power: Any
    toughness: Any
    loyalty: Any
    produced_mana: str
    layout: str
    flags: frozenset[str]
    zone: str | None = None
    owner: str | None = None
    controller: str | None = None
    counters: tuple[tuple[str, int], ...] = ()

    @property
    def context(self) -> Any:
        """Nothing: what words in angle brackets stand for is known in a game alone."""
        raise BadFilter("<...>", 0, "what stands in angle brackets is known in a game alone")


@lru_cache(maxsize=65536)
def of_card(
    card: Card, pair: MeldPair | None = None, rules: Edition | str | None = None
) -> CardFacts:
    """Return a card as a filter sees it.

    Parameters
    ----------
    card : Card
        Halves are combined (709.4), of a double-faced card the front counts (712.8a).
    pair : MeldPair, optional
        For a combined back face: the pair whose fronts give its mana value (202.3c).
    rules : Edition or str, optional
        The newest edition by default.
    """
    melded = card.form.is_melded
    what = copiable_of_pair(pair) if melded and pair is not None else copiable_of(card)
    found = derive(what, Circumstances("battlefield" if melded else "hand"), edition(rules))
    if melded:
        identity = identity_of_melded(pair.cards).value if pair is not None else None
    else:
        identity = color_identity(card).value if card.is_card else None
    counted = card.faces if card.is_split else card.faces[:1]
    return CardFacts(
        names=found.names.value,
        mana_cost=found.mana_cost.value,
        mana_value=found.mana_value.value if pair is not None or not melded else None,
        colors=found.colors.value,
        color_identity=identity,
        supertypes=found.supertypes.value,
        types=found.types.value,
        subtypes=found.subtypes.value,
        keywords=found.keywords.value,
        power=found.power.value,
        toughness=found.toughness.value,
        loyalty=found.loyalty.value,
        produced_mana="".join(dict.fromkeys(c for f in counted for c in f.produced_mana)),
        layout=card.layout,
        flags=_flags(card),
    )


def _flags(card: Card) -> frozenset[str]:
    flags = {
        "card": card.is_card,
        "token": card.form.is_token,
        "dfc": card.is_double_faced,
        "fuse": card.has_fuse,
        "aftermath": card.has_aftermath,
        "melded": card.form.is_melded,
        "playtest": card.playtest,
    }
    return frozenset(word for word, holds in flags.items() if holds)


def flat(value: Any) -> tuple[str, ...]:
    """Return the items of a list-like value, of both answers where there are two."""
    if type(value) is TwoAnswers:
        return tuple(item for answer in value.answers for item in answer or ())
    return value or ()


@lru_cache(maxsize=8192)
def normal(words: tuple[str, ...]) -> frozenset[str]:
    """Return words without case, accents and curly signs."""
    return frozenset(map(normal_form, words))


def letters_of(value: Any) -> frozenset[str]:
    """Return the letters of either answer: each color is asked about apart (old 708.6c)."""
    if type(value) is TwoAnswers:
        return frozenset(letter for answer in value.answers for letter in answer or "")
    return letters(value or "")


@cache
def letters(colors: str) -> frozenset[str]:
    """Return the letters of a text."""
    return frozenset(colors)
