"""Printed cards as a filter sees them, and as a catalog holds them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.game.characteristics import color_identity, derive
from mtgmeld.query import CardFacts, Queryable, of_card
from mtgmeld.sources.meld import meld_cards
from mtgmeld.sources.printed import NO_CARDS, Printed, card_of, unread
from mtgmeld.sources.read import Reading

__all__ = ["as_asked", "read_catalog", "wanted_by"]

_REMEMBERED = 2_048
_NO_DECK = frozenset(("art_series", "planar", "scheme", "vanguard"))


def as_asked(card: Printed, pair: MeldPair | None = None) -> CardFacts:
    """Return a card as a filter sees it; what the file does not say passes no comparison."""
    made = card_of(card)
    facts = of_card(made, pair)
    if not made.is_partial and card.is_known:
        return facts
    if not card.is_known or any(unread(f.mana_cost) for f in card.faces):
        facts = msgspec.structs.replace(facts, mana_cost=None, mana_value=None, colors="")
    return msgspec.structs.replace(facts, color_identity=None)


def wanted_by(matches: Callable[[Queryable], bool]) -> Callable[[Printed, MeldPair | None], bool]:
    """Return whether a printed card passes a filter."""
    asked = 0

    def test(card: Printed, pair: MeldPair | None = None) -> bool:
        nonlocal asked
        asked += 1
        if asked % _REMEMBERED == 0:
            # each card is asked about once: what is remembered of it would only hold memory
            for cached in (of_card, derive, color_identity):
                cached.cache_clear()
        return matches(as_asked(card, pair))

    return test


def read_catalog(path: str | os.PathLike[str], *, strict: bool = False) -> Catalog:
    """Return the cards of a card file as a catalog, found by any of their names.

    The first printing of each card counts.  Flavor names of printings are further names of
    their card.  Tokens, emblems and cards that are in no deck are left out; a combined back
    face is kept with its pair.

    Parameters
    ----------
    path : path-like
        A file as for :func:`~mtgmeld.card_files.read_cards`.
    strict : bool
        Whether the first damaged object ends the reading with an error.

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.
    """
    cards: dict[str, Card] = {}
    aliases: dict[tuple[str, str], None] = {}
    melds: list[Printed] = []
    with Reading(path, strict=strict) as reading:
        for card in _of_decks(reading.cards()):
            made = card_of(card)
            cards.setdefault(made.name, made)
            aliases.update(((alias, made.name), None) for alias in _flavor_names(card))
            if card.layout in ("meld", "meld_result"):
                melds.append(card)
    return Catalog(
        cards.values(),
        list(_pairs(melds, cards)),
        [(alias, cards[name]) for alias, name in aliases if alias not in cards],
    )


def _of_decks(cards: Iterable[Printed]) -> Iterator[Printed]:
    for card in cards:
        if card.layout not in NO_CARDS and card.layout not in _NO_DECK:
            yield card


def _flavor_names(card: Printed) -> Iterator[str]:
    names = [f.flavor_name for f in card.faces]
    if len(names) > 1 and all(names):
        yield " // ".join(n for n in names if n)
    yield from (n for n in names if n)


def _pairs(melds: list[Printed], cards: dict[str, Card]) -> Iterator[MeldPair]:
    known = load_catalog()
    for row in meld_cards(melds, known).pairs:
        found = [cards.get(name) for name in (*row.cards, row.result)]
        if None in found:
            continue
        bearer, counterpart, result = (c for c in found if c is not None)
        same = next((p for p in known.meld_pairs if p.result.name == row.result), None)
        rule, since = (same.rule, same.since) if same else ("712.5", result.released)
        yield MeldPair(rule, since, bearer, counterpart, result)
