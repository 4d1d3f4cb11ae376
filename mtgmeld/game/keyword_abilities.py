"""Keyword abilities of spells: cascade, rebound (702.85, 702.88)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability

__all__ = ["KEYWORDS", "REBOUND", "of_keywords"]

KEYWORDS: dict[str, Ability] = {
    "Cascade": Ability(
        key="Cascade#cast",
        kind="triggered",
        when="cast",
        this=True,
        do=(A.Cascade(source="this"),),
    ),
}

# what happens as a spell with rebound that was cast from a hand resolves (702.88a)
REBOUND = Ability(
    key="Rebound#exile",
    kind="replace",
    when="resolves",
    to="graveyard",
    instead="exile",
    do=(
        A.AtStep(
            step="upkeep",
            of="you",
            about=["that card"],
            do_later=(A.MayCast(object="that card", by="rebound"),),
        ),
    ),
)


def of_keywords(keywords: Iterable[Any] | None) -> tuple[Ability, ...]:
    """Return the abilities that keywords stand for."""
    return tuple(KEYWORDS[k] for k in keywords or () if k in KEYWORDS)
