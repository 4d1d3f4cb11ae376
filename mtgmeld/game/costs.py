"""Costs other than mana: what is sacrificed, discarded, removed or paid as life (118, 601.2h)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import HANDLERS, Action
from mtgmeld.game.draft import Draft
from mtgmeld.game.moving import Mill, Sacrifice
from mtgmeld.game.selectors import amount, number
from mtgmeld.game.speaking import does, whose
from mtgmeld.game.status import GainLife, RemoveCounters
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import those_matching


def check_other_costs(
    draft: Draft, costs: tuple[Action, ...], obj: GameObject, label: str, player: str
) -> None:
    """Refuse what has a cost that cannot be paid (118.3)."""
    for cost in costs:
        if isinstance(cost, RemoveCounters) and obj.count(cost.kind) < number(cost.count):
            raise IllegalAction(
                f"{draft.name_of(obj.id)} has {obj.count(cost.kind)} {cost.kind} counters",
                ("602.2b", "118.3"),
            )
        if isinstance(cost, Sacrifice) and cost.object == "this":
            continue
        if isinstance(cost, Sacrifice) and not _to_sacrifice(draft, cost, player):
            raise IllegalAction(
                f"{does(player, 'has')} nothing to sacrifice for {label}", ("602.2b", "118.3")
            )
        if isinstance(cost, GainLife):
            less = -amount(draft, cost.amount, player, obj)
            if draft.player(player).life < less:
                raise IllegalAction(
                    f"{does(player, 'has')} less than {less} life", ("119.4", "118.3")
                )
        if isinstance(cost, Mill) and len(draft.in_zone("library", player)) < cost.count:
            raise IllegalAction(
                f"{whose(player)} library has fewer than {cost.count} cards", ("602.2b", "701.17b")
            )


def _to_sacrifice(draft: Draft, cost: Sacrifice, player: str) -> list[GameObject]:
    """Return the permanents that a player could sacrifice for a cost such as ``a t:creature``."""
    text = str(cost.object)
    if not text.startswith("a "):
        return []
    return [o for o in those_matching(draft, text[2:], player) if o.controller == player]


def pay_other_costs(
    draft: Draft, costs: tuple[Action, ...], obj: GameObject, act: Action, player: str
) -> None:
    """Pay them, with what an action chooses."""
    for cost in costs:
        ref: Any = getattr(cost, "object", None)
        fields: dict[str, Any] = {"player": player, "order": act.order}
        if ref == "this":
            fields["object"] = obj.id
        elif isinstance(cost, Sacrifice):
            fields["object"] = _chosen(draft, cost, act, player)
        HANDLERS[type(cost)](draft, replace(cost, **fields))


def _chosen(draft: Draft, cost: Sacrifice, act: Action, player: str) -> int:
    options = [o.id for o in _to_sacrifice(draft, cost, player)]
    given = act.choose.get("sacrifice")
    if given is not None:
        chosen = draft.find_one(given)
        if chosen not in options:
            raise IllegalAction(f"{given} cannot be sacrificed for this", ("602.2b", "701.21a"))
        return chosen
    if len(options) == 1:
        return options[0]
    offered = [draft.ref_of(i) for i in options]
    raise ChoiceNeeded(player, "choose.sacrifice", offered, ("602.2b",), "what to sacrifice")
