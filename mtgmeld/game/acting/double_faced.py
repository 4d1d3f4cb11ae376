"""Faces of double-faced cards that act (712)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.acting.parts import Cards

__all__ = ["DOUBLE_FACED"]

DOUBLE_FACED: Cards = {
    "Crystal Fragments": (
        Ability(
            key="Crystal Fragments#transform",
            kind="activated",
            cost="{5}{W}{W}",
            sorcery=True,
            do=(A.Blink(object="this", transformed=True, control="owner"),),
        ),
    ),
    "Cecil, Dark Knight": (
        Ability(
            key="Cecil, Dark Knight#transform", kind="activated", do=(A.Transform(object="this"),)
        ),
    ),
    "Huntmaster of the Fells": (
        Ability(
            key="Huntmaster of the Fells#upkeep",
            kind="triggered",
            when="step",
            step="upkeep",
            do=(A.Transform(object="this"),),
        ),
    ),
    "Baithook Angler": (
        Ability(
            key="Baithook Angler#disturb",
            kind="allow",
            this=True,
            zone="graveyard",
            by="disturb",
            transformed=True,
            cost="{1}{U}",
        ),
    ),
    "Hook-Haunt Drifter": (
        Ability(
            key="Hook-Haunt Drifter#exile",
            kind="replace",
            to="graveyard",
            instead="exile",
            this=True,
        ),
    ),
}
