"""Activating abilities of permanents: which there are, whether they may be, paying (602)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.filling import filled
from mtgmeld.game.layers import abilities_of, characteristics_of
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.producing import is_mana_ability, mana_abilities
from mtgmeld.game.prohibitions import check_allowed
from mtgmeld.game.seen import matches, those_matching
from mtgmeld.game.speaking import does, whose
from mtgmeld.game.spending import Purpose, pay
from mtgmeld.game.status import is_sick
from mtgmeld.game.targets import Target, colors_of_source, named, targets_for
from mtgmeld.game.timing import sorcery_time
from mtgmeld.game.triggers import ABILITY
from mtgmeld.mana import ManaCost

__all__ = [
    "activate",
    "activated",
    "check_activate",
    "check_costs",
    "check_tap",
    "named_ability",
    "pay_costs",
]


def activated(draft: Draft, obj: Obj) -> list[Ability]:
    """Return the modeled activated abilities of an object that are no mana abilities.

    They are those that work where it is (113.6).  Those that a user laid on the situation for
    such permanents are among them.
    """
    kinds = ("activated", "loyalty", "mana")
    found = [a for a in abilities_of(draft, obj) if a.kind in kinds and a.zone == obj.zone]
    found += [
        a
        for a in draft.standing
        if a.kind == "activated"
        and a.zone == obj.zone
        and matches(draft, a.what, obj, None, obj.controller)
    ]
    return [a for a in found if a.kind != "mana" or not is_mana_ability(a, draft.edition).value]


def named_ability(options: Sequence[Ability], name: str) -> list[Ability]:
    """Return the abilities that a key, its last part, or a piece of it stands for."""
    exact = [a for a in options if name in (a.key, a.key.rpartition("#")[2])]
    return exact or [a for a in options if name.casefold() in a.key.casefold()]


# ---------------------------------------------------------------- whether it may be


def check_tap(draft: Draft, obj: Obj, player: str, taps: bool, untaps: bool) -> None:
    """Refuse a cost of {T} or {Q} that cannot be paid (107.5, 107.6, 302.6)."""
    name = draft.name_of(obj.id)
    if obj.controller != player:
        raise IllegalAction(f"{does(player, 'does')} not control {name}", ("602.2", "108.4"))
    if taps and obj.tapped:
        raise IllegalAction(f"{name} is tapped already", ("107.5", "118.3"))
    if untaps and not obj.tapped:
        raise IllegalAction(f"{name} is untapped already", ("107.6", "118.3"))
    if (taps or untaps) and is_sick(draft, obj):
        symbol = "107.5" if taps else "107.6"
        raise IllegalAction(
            f"{name} has not been under {whose(player)} control since the turn began",
            ("302.6", symbol),
        )


def check_costs(draft: Draft, obj: Obj, ability: Ability, player: str) -> None:
    """Refuse an ability whose costs other than mana cannot be paid (602.2b, 118.3)."""
    check_tap(draft, obj, player, ability.taps, ability.untaps)
    for cost in ability.costs:
        if isinstance(cost, A.RemoveCounters) and obj.count(cost.kind) < cost.count:
            raise IllegalAction(
                f"{draft.name_of(obj.id)} has {obj.count(cost.kind)} {cost.kind} counters",
                ("602.2b", "118.3"),
            )
        if isinstance(cost, A.Sacrifice) and cost.object == "this":
            continue
        if isinstance(cost, A.Sacrifice) and not _to_sacrifice(draft, cost, player):
            raise IllegalAction(
                f"{does(player, 'has')} nothing to sacrifice for {ability.key}", ("602.2b", "118.3")
            )
        if isinstance(cost, A.Mill) and len(draft.in_zone("library", player)) < cost.count:
            raise IllegalAction(
                f"{whose(player)} library has fewer than {cost.count} cards", ("602.2b", "701.17b")
            )


def check_activate(draft: Draft, obj: Obj, ability: Ability, player: str) -> None:
    """Refuse an ability that may not be activated now (602.2, 602.5)."""
    check_costs(draft, obj, ability, player)
    known = characteristics_of(draft, obj)
    check_allowed(draft, "activate", player, obj, known, draft.name_of(obj.id))
    if ability.sorcery or ability.kind == "loyalty":
        late = sorcery_time(draft, player)
        if late is not None:
            rules = ("606.3",) if ability.kind == "loyalty" else ("602.5d",)
            raise IllegalAction(f"{ability.key} may not be activated now: {late[0]}", rules)
    if ability.target and not ability.target_may and not _options(draft, obj, ability, player):
        raise IllegalAction(f"{ability.key} has no legal target", ("602.2b", "601.2c", "115.1"))
    if ability.kind == "loyalty" and _used(draft, obj):
        raise IllegalAction(
            f"a loyalty ability of {draft.name_of(obj.id)} was activated this turn", ("606.3",)
        )


def _used(draft: Draft, obj: Obj) -> bool:
    """Whether a loyalty ability of a permanent has been activated this turn (606.3)."""
    return any(
        e.kind == "activate" and e.obj == obj.id and "606.3" in e.rules for e in draft.this_turn
    )


# ---------------------------------------------------------------- paying


def _to_sacrifice(draft: Draft, cost: A.Sacrifice, player: str) -> list[Obj]:
    """Return the permanents that a player could sacrifice for a cost such as ``a t:creature``."""
    text = str(cost.object)
    if not text.startswith("a "):
        return []
    return [o for o in those_matching(draft, text[2:], player) if o.controller == player]


def pay_costs(draft: Draft, obj: Obj, ability: Ability, act: A.Action, player: str) -> None:
    """Pay what an ability costs: mana, {T} or {Q}, and other things (602.2b, 601.2h)."""
    from mtgmeld.game.engine import HANDLERS

    if ability.cost:
        purpose = Purpose("activate", ability.key, obj, rules=("602.2b",))
        pay(draft, ManaCost.parse(ability.cost), getattr(act, "pay", None), player, purpose)
    if ability.taps or ability.untaps:
        draft.change(obj.id, tapped=ability.taps)
    for cost in ability.costs:
        ref: Any = getattr(cost, "object", None)
        fields: dict[str, Any] = {"player": player, "order": act.order}
        if ref == "this":
            fields["object"] = obj.id
        elif isinstance(cost, A.Sacrifice):
            fields["object"] = _chosen(draft, cost, act, player)
        HANDLERS[type(cost)](draft, replace(cost, **fields))


def _chosen(draft: Draft, cost: A.Sacrifice, act: A.Action, player: str) -> int:
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


def activate(draft: Draft, act: A.Activate) -> None:
    """Activate an ability: it goes onto the stack, a mana ability resolves at once (602.2)."""
    obj = draft.present(act.object)
    player = act.player or obj.controller
    options = activated(draft, obj)
    making = mana_abilities(draft, obj) if obj.zone == "battlefield" else []
    if act.ability is not None:
        options, making = named_ability(options, act.ability), named_ability(making, act.ability)
    if making and not options:
        from mtgmeld.game.mana_abilities import use_mana_ability

        use_mana_ability(draft, obj, making, act)
        return
    if not options:
        raise IllegalAction(
            f"{draft.name_of(obj.id)} has no such activated ability that is modeled", ("602.1",)
        )
    if len(options) > 1 or making:
        keys = [a.key for a in (*options, *making)]
        raise ChoiceNeeded(player, "ability", keys, ("602.2",), "which ability")
    ability = options[0]
    check_activate(draft, obj, ability, player)
    targets = _targets(draft, obj, ability, act, player)
    if obj.zone != "battlefield":
        draft.remember(obj)  # its cost may move it, and its effect may ask what it was (608.2h)
    pay_costs(draft, obj, ability, act, player)
    stamp = draft.tick()
    bundle = Bundle(ability.key, obj.id, (), "", targets, 0, obj.turned)
    draft.put(Obj(stamp, "stack", player, player, ABILITY, timestamp=stamp, ability=bundle))
    draft.add_to("stack", (stamp,))
    draft.priority = player  # 117.3c
    rules = ("602.2", "606.3") if ability.kind == "loyalty" else ("602.2",)
    draft.emit(Event("activate", obj.id, ability.key, (stamp,), player=player, rules=rules))


def _options(draft: Draft, obj: Obj, ability: Ability, player: str) -> tuple[Target, ...]:
    """Return what an ability could target, its source being of its colors (702.16b)."""
    text = filled(draft, ability.target, player, obj)
    return targets_for(draft, text, player, colors_of_source(draft, obj))


def _targets(
    draft: Draft, obj: Obj, ability: Ability, act: A.Activate, player: str
) -> tuple[Target, ...]:
    """Return the targets that are chosen on activation (602.2b, 601.2c)."""
    if not ability.target:
        return ()
    fits = _options(draft, obj, ability, player)
    targets = tuple(named(draft, act.target))
    if not targets:
        offered = [t if isinstance(t, str) else draft.ref_of(t) for t in fits]
        raise ChoiceNeeded(player, "target", offered, ("602.2b", "601.2c"))
    if any(t not in fits for t in targets):
        raise IllegalAction("that is no legal target", ("115.1", "601.2c"))
    return targets
