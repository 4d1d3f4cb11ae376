"""What several tables of the cards that act are made of."""

from __future__ import annotations

from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Action

__all__ = ["Cards", "enchant", "spell"]

Cards = dict[str, tuple[Ability, ...]]


def enchant(name: str, what: str) -> Ability:
    """Return what an Aura can be attached to: its target as a spell, too (303.4a, 702.5a)."""
    return Ability(key=f"{name}#enchant", kind="enchant", target=what)


def spell(name: str, *do: Action, part: str = "spell", **more: object) -> Ability:
    """Return the instructions of a spell, or of one mode of it."""
    # the fields are named where a table gives them
    return Ability(key=f"{name}#{part}", kind="spell", do=do, **more)  # type: ignore[arg-type]
