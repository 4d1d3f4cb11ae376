"""Split cards by zone and by the half or halves cast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.tables.rows import (
    OFF_STACK,
    Cards,
    Policies,
    Row,
    Terms,
    answers,
    apart,
    built,
    chosen,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["split_rows", "split_table"]


def split_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield the rows of one split card."""
    if not card.is_split:
        raise ImpossibleQuestion(f"{card.name} is no split card", ("709.1",))
    names = tuple(f.name for f in card.faces)
    two = len(names) == 2
    sides = ("left", "right") if two else tuple(str(i + 1) for i in range(len(names)))
    for zone in OFF_STACK:
        asked = terms.ask(card, zone=zone)
        row = answers(asked, "split", card=card.name, kind=card.kind, zone=zone, state="the card")
        yield from apart(row, names)
    casts = [(side, f"{name} cast") for side, name in zip(sides, names, strict=True)]
    if card.has_fuse:
        casts.append(("fused", "both halves cast"))
    for cast, state in casts:
        asked = terms.ask(card, cast=cast)
        row = answers(
            asked,
            "split",
            card=card.name,
            kind=card.kind,
            zone="stack",
            state=state,
            cast=cast,
        )
        yield from apart(row, names)


def split_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return split cards by zone and by the half or halves cast (709.3, 709.4, 702.102).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which split cards; all but Rooms by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row for each zone off the stack, one for each half on it, one fused where the
        card has fuse.  Under editions before 2017-04-28 a row a half where each answered
        for itself.  Columns and dtypes: ``mtgmeld.tables.TABLES["split"]``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no split card; and the errors of :func:`mtgmeld.ask.ask`.
    """
    terms = Terms.of(edition, policies, catalog)
    cards = chosen(cards, terms.catalog, terms.catalog.kind("split", "fuse", "aftermath"))
    return built("split", [r for card in cards for r in split_rows(card, terms)], terms)
