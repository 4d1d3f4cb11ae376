"""Double-faced cards by zone and face, with copies of the back face."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.tables.rows import OFF_STACK, Cards, Policies, Row, Terms, answers, built, chosen

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["dfc_rows", "dfc_table"]


def dfc_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield the rows of one nonmodal or modal double-faced card."""
    if card.layout not in ("transform", "modal_dfc"):
        raise ImpossibleQuestion(
            f"{card.name} is neither a nonmodal nor a modal double-faced card", ("712.2", "712.3")
        )
    modal = card.layout == "modal_dfc"
    about = {"card": card.name, "kind": "modal" if modal else "nonmodal"}
    for zone in OFF_STACK:
        asked = terms.ask(card, zone=zone)
        yield answers(
            asked, "dfc", **about, zone=zone, state="the card", face="front", object="card"
        )
    for zone, word in (("stack", "cast"), ("battlefield", "permanent")):
        for i, side in enumerate(("front", "back")):
            face = card.faces[i]
            if face.is_land if zone == "stack" else not face.is_permanent:
                continue
            turned = zone == "stack" and i and not modal
            state = f"{face.name} cast transformed" if turned else f"{face.name} {word}"
            asked = terms.ask(card, zone=zone, face=side)
            yield answers(asked, "dfc", **about, zone=zone, state=state, face=side, object="card")
    back = card.faces[1]
    if not back.is_permanent:
        return
    for kind, named in (("copy", "copy"), ("token", "token copy")):
        asked = terms.ask(card, zone="battlefield", face="back", **{kind: True})
        yield answers(
            asked,
            "dfc",
            **about,
            zone="battlefield",
            state=f"{named} of {back.name}",
            face="back",
            object=named,
        )


def dfc_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return double-faced cards by zone and face, with copies of the back face (712.8, 202.3b).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; all nonmodal and modal ones by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row for each zone off the stack and the battlefield; one for each face that can
        be there on the stack and the battlefield; one each for a copy and a token copy of
        the back face.  Columns and dtypes: ``mtgmeld.tables.TABLES["dfc"]``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no such card; and the errors of :func:`mtgmeld.ask.ask`.
    """
    terms = Terms.of(edition, policies, catalog)
    cards = chosen(cards, terms.catalog, terms.catalog.kind("transform", "modal_dfc"))
    return built("dfc", [r for card in cards for r in dfc_rows(card, terms)], terms)
