"""Devotion: the symbols among the mana costs of a player's permanents (700.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtgmeld.game.layers import characteristics_of, copiable_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.speaking import whose
from mtgmeld.mana import ManaCost, combine
from mtgmeld.rules.citations import Derived, cited
from mtgmeld.rules.editions import reading

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["counted_cost", "devotion", "devotion_of"]

POLICY = "devotion to a Room"


def counted_cost(game: Game, obj: Obj) -> Derived:
    """Return the mana cost whose symbols count for devotion; of a Room a policy decides (700.5a).

    Devotion is counted before most effects, and the rule of Rooms names no layer.
    """
    cost = characteristics_of(game, obj).mana_cost
    what = copiable_of(game, obj)
    if obj.zone != "battlefield" or not what.shared_type_line:
        return cost
    rules = ("700.5a", "709.5")
    both = combine(f.mana_cost for f in what.faces if f.mana_cost is not None)
    if reading(POLICY, game.policies) == "both halves":
        says = "both halves count; the other reading leaves locked halves out"
        return cost.because(says, rules, both, POLICY)
    says = f"symbols of locked halves do not count; the other reading counts those of {both.whole}"
    return cost.because(says, rules, policy=POLICY)


def devotion_of(game: Game, obj: Obj, colors: str) -> Derived:
    """Return how much one permanent adds to a devotion."""
    cost = counted_cost(game, obj)
    value = cost.value.devotion(colors) if isinstance(cost.value, ManaCost) else 0
    says = "it has no mana cost" if cost.value is None else f"symbols of {cost.value}"
    name = game.name_of(obj.id)
    return Derived(f"{name}: devotion", value, says, ("700.5",), (cost,), cost.policy)


def devotion(game: Game, colors: str, player: str) -> Derived:
    """Return a player's devotion to colors, with what each permanent adds (700.5)."""
    parts = tuple(
        devotion_of(game, o, colors) for o in game.battlefield() if o.controller == player
    )
    total = sum(p.value for p in parts)
    policy = next((p.policy for p in parts if p.policy), "")
    says = f"symbols among the mana costs of {whose(player)} permanents"
    rules = cited(("700.5",))
    return Derived(f"devotion to {colors}", total, says, rules, parts, policy)
