"""Colors and color identity, with what gives each color."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.game.characteristics import color_identity
from mtgmeld.tables.rows import Cards, Policies, Row, Terms, answers, built, chosen, given

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["color_identity_table", "identity_rows"]

_COUNTED = (("basic land types in color identity", "counted"),)


def identity_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield the row of one card."""
    melded = card.layout == "meld_result"
    asked = terms.ask(card, zone="battlefield" if melded else "hand")
    identity = asked.color_identity()
    lands = identity if melded else color_identity(card, _COUNTED)
    steps = [d for depth, d in identity.walk() if depth and not d.parts and d.value]
    sources = "; ".join(f"{d.what}: {d.value} {d.says}" for d in steps) or "nothing"
    yield answers(
        asked,
        "identity",
        card=card.name,
        kind=card.kind,
        with_land_types=lands,
        comes_from=given("comes from", sources, "the steps of the color identity"),
    )


def color_identity_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return colors and color identity of cards, with what gives each color (903.4).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; every card of the catalog by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row a card.  Columns and dtypes: ``mtgmeld.tables.TABLES["identity"]``.
    """
    terms = Terms.of(edition, policies, catalog)
    every = sorted((c for c in terms.catalog if c.is_card), key=lambda c: c.name)
    cards = chosen(cards, terms.catalog, every)
    return built("identity", [r for card in cards for r in identity_rows(card, terms)], terms)
