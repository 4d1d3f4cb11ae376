"""Whether a name may be chosen for a required quality (201.4)."""

from __future__ import annotations

from mtgmeld.cards import Card
from mtgmeld.game.characteristics import Nameable, Status, derive, of_card
from mtgmeld.query import compile_filter
from mtgmeld.query import of_card as seen_card
from mtgmeld.rules.editions import Edition, Readings

__all__ = ["quality_of"]


def quality_of(choice: Nameable, text: str, edition: Edition, policies: Readings) -> bool:
    """Whether a half or face fits a filter by its own characteristics alone (201.4b, d, e)."""
    alone = Card(choice.name, "normal", (choice.face,))
    derive(of_card(alone), Status("hand"), edition, policies)
    return compile_filter(text).matches(seen_card(alone))
