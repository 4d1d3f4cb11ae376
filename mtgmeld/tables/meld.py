"""Meld pairs: each front, the melded permanent, and a copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.cards import MeldPair
from mtgmeld.catalog import Catalog
from mtgmeld.rules.citations import Derived
from mtgmeld.tables.rows import Cards, Policies, Row, Terms, answers, built, chosen, given

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["meld_rows", "meld_table"]


def meld_rows(pair: MeldPair, terms: Terms) -> Iterator[Row]:
    """Yield the rows of one pair."""
    result = given("result", pair.result.name, "what the pair melds into")
    for card, state in zip(pair.cards, ("front A", "front B"), strict=True):
        asked = terms.ask(card)
        bears = card is pair.bearer
        says = "its ability melds the two" if bears else "the other card has the ability"
        yield answers(
            asked,
            "meld",
            card=card.name,
            state=state,
            zone="battlefield",
            result=result,
            bears_meld=Derived("bears meld", bears, says, ("712.4a", pair.rule)),
            represented_by=asked.value("represented_by"),
        )
    for copy, state in ((False, "melded"), (True, "copy of the melded permanent")):
        asked = terms.ask(pair.result, copy=copy)
        yield answers(
            asked,
            "meld",
            card=pair.result.name,
            state=state,
            zone="battlefield",
            result=result,
            represented_by=asked.value("represented_by"),
        )


def meld_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return meld pairs: each front, the melded permanent, a copy of it (712.8, 202.3c).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Any card of a pair or its combined face; by default every pair that the edition
        knows (712.5).
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Four rows a pair.  Columns and dtypes: ``mtgmeld.tables.TABLES["meld"]``.

    Raises
    ------
    ImpossibleQuestion
        If a card belongs to no pair; and the errors of :func:`mtgmeld.ask.ask`.
    """
    terms = Terms.of(edition, policies, catalog)
    pairs: tuple[MeldPair, ...]
    if cards is None:
        pairs = tuple(p for p in terms.catalog.meld_pairs if p.since <= terms.edition.date)
    else:
        named = chosen(cards, terms.catalog, ())
        pairs = tuple(dict.fromkeys(terms.catalog.meld_pair(c.name) for c in named))
    return built("meld", [r for pair in pairs for r in meld_rows(pair, terms)], terms)
