"""When a player may act: sorcery time, and the steps without priority (117)."""

from __future__ import annotations

from mtgmeld.game.draft import Draft
from mtgmeld.game.pieces import MAIN_STEPS
from mtgmeld.game.speaking import whose

__all__ = ["Late", "no_priority", "sorcery_time"]

Late = tuple[str, tuple[str, ...]]

_SILENT = {"untap": "502.4", "cleanup": "514.3"}


def no_priority(draft: Draft) -> Late | None:
    """Return why no player may act in this step, with the rule; None where players may."""
    rule = _SILENT.get(draft.step)
    if rule is None or draft.places.get("stack"):
        return None
    return f"no player gets priority in the {draft.step} step", (rule, "117.1")


def sorcery_time(draft: Draft, player: str) -> Late | None:
    """Return why a player could not cast a sorcery now, or None (307.1)."""
    rules = ("117.1a", "307.1")
    if draft.active != player:
        return f"it is {whose(draft.active)} turn", rules
    if draft.step not in MAIN_STEPS:
        return f"it is the {draft.step} step", rules
    if draft.places.get("stack"):
        return "the stack is not empty", rules
    return None
