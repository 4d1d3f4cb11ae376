"""Loyalty abilities: when they may be activated, and how often (606)."""

from __future__ import annotations

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.activating import activate, check_activate
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import abilities_of, characteristics_of

__all__ = ["activate_loyalty"]

NOT_MODELED = Ability(key="loyalty", kind="loyalty")


def activate_loyalty(draft: Draft, act: A.ActivateLoyalty) -> None:
    """Activate a loyalty ability; one that is not modeled does nothing but count (606.3)."""
    obj = draft.present(act.object)
    player = act.player or obj.controller
    if not characteristics_of(draft, obj).has_type("Planeswalker"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is no planeswalker", ("606.1",))
    if any(a.kind == "loyalty" for a in abilities_of(draft, obj)):
        choices = {n: getattr(act, n) for n in A.Action.__struct_fields__}
        activate(draft, A.Activate(**choices, object=obj.id, ability=act.ability))
        return
    check_activate(draft, obj, NOT_MODELED, player)
    draft.emit(
        Event(
            "activate",
            obj.id,
            draft.name_of(obj.id),
            (obj.id,),
            player=player,
            note="a loyalty ability; its effect is not modeled",
            rules=("606.3",),
        )
    )
