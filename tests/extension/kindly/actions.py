"""An action, and the dated change by which its rule is another."""

from __future__ import annotations

from mtgmeld.game.actions import Action, Count, Object, action
from mtgmeld.game.draft import Draft
from mtgmeld.rules import Change, dated_change

TWICE = dated_change(
    Change("praise counts twice", "2025-04-04", "once", "twice", rules=("119.3",)),
)


class Praise(Action, frozen=True, kw_only=True, tag="praise"):
    """Praise an object; its controller gains so much life."""

    object: Object
    count: Count = 1


@action(Praise)
def praise(draft: Draft, act: Praise) -> None:
    """Let the controller of an object gain life, twice as much since the change."""
    who = draft.present(act.object).controller
    times = 2 if draft.edition.has(TWICE) else 1
    draft.change_player(who, life=draft.player(who).life + times * act.count)
