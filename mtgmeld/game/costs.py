"""Costs paid by other than mana: sacrifices, counters, life, tapping for convoke (118, 601.2h)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import HANDLERS, Action
from mtgmeld.game.allowed import as_though
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.moving import Mill, Sacrifice, controlled
from mtgmeld.game.player_words import does, whose
from mtgmeld.game.selectors import amount, number
from mtgmeld.game.status import GainLife, RemoveCounters
from mtgmeld.game.values import GameObject
from mtgmeld.mana import ManaCost, Symbol
from mtgmeld.query.things import letters_of


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


def _to_sacrifice(draft: Draft, cost: Sacrifice, player: str) -> list[int]:
    """Return the permanents that a player could sacrifice for a cost such as ``a t:creature``."""
    text = str(cost.object)
    return controlled(draft, text[2:], player) if text.startswith("a ") else []


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
    options = _to_sacrifice(draft, cost, player)
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


def convoking(
    draft: Draft, spell: GameObject, known: Characteristics, act: Action, player: str
) -> list[GameObject]:
    """Return the creatures that are tapped for a spell with convoke (702.51a)."""
    given = act.choose.get("convoke")
    if given is None:
        return []
    rules = ("702.51a",)
    if not known.has_keyword("Convoke") and not as_though(draft, "convoke", spell, known, player):
        raise IllegalAction(f"{draft.name_of(spell.id)} has no convoke", rules)
    found = [draft.present(ref) for ref in (given if isinstance(given, list) else [given])]
    for obj in found:
        helps = obj.zone == "battlefield" and obj.controller == player and not obj.tapped
        if not helps or not characteristics_of(draft, obj).has_type("Creature"):
            what = f"no untapped creature that {does(player, 'controls')}"
            raise IllegalAction(f"{draft.name_of(obj.id)} is {what}", rules)
    if len({o.id for o in found}) != len(found):
        raise IllegalAction("a creature is tapped once", rules)
    return found


def convoked(draft: Draft, cost: ManaCost, helpers: list[GameObject]) -> ManaCost:
    """Return what is left of a cost: each creature pays {1} or one mana of its color (702.51a)."""
    colors = [letters_of(characteristics_of(draft, o).colors.value) for o in helpers]
    generic = sum(int(s.value) for s in cost if s.kind == "generic")
    left = _less_convoked(list(cost), generic, colors)
    if left is None:
        raise IllegalAction(f"more creatures are tapped than {cost} needs", ("702.51a", "702.51b"))
    return ManaCost(tuple(left[0])).more(left[1]).whole


def _less_convoked(
    symbols: list[Symbol], generic: int, colors: list[frozenset[str]]
) -> tuple[list[Symbol], int] | None:
    if not colors:
        return [s for s in symbols if s.kind != "generic"], generic
    for n, s in enumerate(symbols):
        if s.kind != "generic" and colors[0].intersection(s.colors):
            found = _less_convoked([*symbols[:n], *symbols[n + 1 :]], generic, colors[1:])
            if found is not None:
                return found
    return _less_convoked(symbols, generic - 1, colors[1:]) if generic else None
