"""Conditions of abilities, and with what a card could meld (603.4, 701.42)."""

from __future__ import annotations

from mtgmeld.game.abilities import Ability
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import (
    holds,
)
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches

__all__ = ["condition_holds", "counterparts"]


def condition_holds(draft: Draft, ability: Ability, source: Obj | None, player: str) -> bool:
    """Whether an ability's condition is true now (603.4, 608.2c)."""
    condition = ability.condition
    if condition is None:
        return True
    if condition.own_and_control and not counterparts(draft, ability, source, player):
        return False
    return holds(draft, ability, source, player)


def counterparts(draft: Draft, ability: Ability, source: Obj | None, player: str) -> list[int]:
    """Return the permanents that a source could meld with under its own ability.

    The player must both own and control the source and the other one; the source is the
    object that the ability is on, whatever others are called (201.5).
    """
    condition = ability.condition
    if condition is None or source is None:
        return []
    now = draft.get(source.id)
    if now is None or now.zone != "battlefield":
        return []
    if now.owner != player or now.controller != player:
        return []
    if condition.attacking and not now.attacking:
        return []
    wanted = condition.own_and_control[1]
    return [
        obj.id
        for obj in draft.battlefield()
        if obj.id != source.id
        and obj.owner == player
        and obj.controller == player
        and (obj.attacking or not condition.attacking)
        and matches(draft, wanted, obj, None, player)
    ]
