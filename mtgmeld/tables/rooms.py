"""Rooms by zone and lock state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.rules.citations import Derived
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
    given,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["room_rows", "room_table"]


def room_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield the rows of one Room."""
    if not card.is_room:
        raise ImpossibleQuestion(f"{card.name} is no Room", ("709.5",))
    left, right = card.faces
    for unlocked, state in (
        ("", "both locked"),
        ("left", f"{left.name} unlocked"),
        ("right", f"{right.name} unlocked"),
        ("left,right", "both unlocked"),
    ):
        yield answers(
            terms.ask(card, unlocked=unlocked),
            "rooms",
            card=card.name,
            zone="battlefield",
            state=state,
            unlocked=unlocked,
            unlock_left=_unlock_cost(card, 0, "left" in unlocked),
            unlock_right=_unlock_cost(card, 1, "right" in unlocked),
        )
    for cast, half in (("left", left), ("right", right)):
        asked = terms.ask(card, cast=cast)
        state = f"{half.name} cast"
        yield answers(asked, "rooms", card=card.name, zone="stack", state=state, cast=cast)
    for zone in OFF_STACK:
        asked = terms.ask(card, zone=zone)
        row = answers(asked, "rooms", card=card.name, zone=zone, state="the card")
        for each in apart(row, (left.name, right.name)):
            # under rules older than any Room there is a row for each half here too
            name = each.values.pop("half", None)
            if name is not None:
                each.values["state"] = given("state", f"the card, {name.value}", name.says)
            yield each


def _unlock_cost(card: Card, half: int, unlocked: bool) -> Derived:
    face = card.faces[half]
    what = f"unlock cost of {face.name}"
    if unlocked:
        return Derived(what, None, "it is unlocked", ("709.5e",))
    says = "the mana cost of the locked half, although the permanent lacks it"
    return Derived(what, face.mana_cost, says, ("709.5e",))


def room_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return Rooms by zone and lock state (709.5, 202.3d).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which Rooms; all by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Four rows a Room on the battlefield (by lock state), two on the stack, one for each
        other zone.  Columns and dtypes: ``mtgmeld.tables.TABLES["rooms"]``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no Room; and the errors of :func:`mtgmeld.ask.ask`.
    """
    terms = Terms.of(edition, policies, catalog)
    rooms = chosen(cards, terms.catalog, terms.catalog.kind("room"))
    return built("rooms", [r for card in rooms for r in room_rows(card, terms)], terms)
