"""The stack: resolving and countering (608, 701.6)."""

from __future__ import annotations

import msgspec

from mtgmeld.errors import (
    CannotBeDone,
    ChoiceNeeded,
    IllegalAction,
    RunawayTriggers,
    UnsupportedRule,
)
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.conditions import condition_holds
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.events import Event
from mtgmeld.game.instructions import run
from mtgmeld.game.lasting import begin
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.selecting import ability_of
from mtgmeld.game.speaking import does
from mtgmeld.game.targets import Target, slots_of, spell_abilities, still_legal
from mtgmeld.game.triggers import loops_in
from mtgmeld.game.zone_change import Going, move
from mtgmeld.query.wanted import flat
from mtgmeld.rules.editions import PERMANENT_SPELL_COPIES

__all__ = ["counter", "resolve"]

replace = msgspec.structs.replace
MOST_RESOLVED = 500


def resolve(draft: Draft, act: A.Resolve) -> None:
    """Resolve the top of the stack (608.1), or all of it in order.

    Raises
    ------
    RunawayTriggers
        If the stack does not get empty: with what resolves again and again.
    """
    if not act.all:
        _resolve_top(draft, act)
        return
    from mtgmeld.game.engine import settle

    for _ in range(MOST_RESOLVED):
        if not draft.places.get("stack"):
            return
        _resolve_top(draft, act)
        settle(draft, act)
    raise RunawayTriggers(
        f"the stack is not empty after {MOST_RESOLVED} objects have resolved", loops_in(draft)
    )


def _resolve_top(draft: Draft, act: A.Resolve) -> None:
    order = draft.places.get("stack", ())
    if not order:
        raise IllegalAction("the stack is empty", ("608.1", "405.5"))
    top = order[-1]
    if act.object is not None and draft.find_one(act.object) != top:
        raise IllegalAction(
            f"{draft.name_of(draft.find_one(act.object))} is not on top of the stack;"
            f" {draft.name_of(top)} is",
            ("608.1", "405.5"),
        )
    obj = draft.things[top]
    draft.priority = draft.active  # 117.3b
    if obj.ability is not None:
        _resolve_ability(draft, obj, obj.ability, act)
    else:
        _resolve_spell(draft, obj, act)


def _resolve_spell(draft: Draft, obj: Obj, act: A.Resolve) -> None:
    known = characteristics_of(draft, obj)
    name = draft.name_of(obj.id)
    if known.types.value is None:  # a half of which no more than the name is known
        raise UnsupportedRule(
            f"what {name} is, is not known, nor where it goes", ("608.2n", "608.3")
        )
    targets = obj.cast.targets if obj.cast is not None else ()
    legal = _legal_targets(draft, obj, known)
    if any(targets) and not legal:
        draft.emit(
            Event("resolve", obj.id, name, note="all its targets are illegal", rules=("608.2b",))
        )
        move(draft, [Going(obj.id, "graveyard", by=obj.owner)], act)
        return
    draft.emit(Event("resolve", obj.id, name, (obj.id,), player=obj.controller, rules=("608.1",)))
    types = known.types.value
    if not any(t in flat(types) for t in ("Instant", "Sorcery")):
        attached = legal[0] if legal and "Aura" in flat(known.subtypes.value) else None
        if _is_copy_of_spell(obj) and not draft.edition.has(PERMANENT_SPELL_COPIES):
            _no_permanent(draft, obj, name, act)
            return
        if not obj.cards:
            obj = draft.put(replace(obj, base=replace(obj.base, token=True)))
        arrival = Arrival(resolving=True, control=obj.controller, attached_to=attached)
        rules = ("608.3",) if obj.cards else ("608.3f", "111.13")
        move(
            draft,
            [Going(obj.id, "battlefield", by=obj.controller, arrival=arrival, rules=rules)],
            act,
        )
        return
    _instructions(draft, obj, known, targets, act)
    if obj.id not in draft.things:
        return
    to, rules = "graveyard", ("608.2n",)
    if obj.base.layout == "adventure" and obj.cast is not None and obj.cast.halves == (1,):
        to, rules = "exile", ("715.3d",)
    going = Going(obj.id, to, by=obj.owner, rules=rules, resolved=True)
    became = move(draft, [going], act)[0]
    if to == "exile" and obj.cards:
        _may_play(draft, became, obj.controller)


def _is_copy_of_spell(obj: Obj) -> bool:
    """Whether it is a copy that was put onto the stack, not one of a card that was cast."""
    return not obj.cards and (obj.cast is None or not obj.cast.was_cast)


def _no_permanent(draft: Draft, obj: Obj, name: str, act: A.Resolve) -> None:
    """Put the copy of a permanent spell where it ceases to exist.

    Only a card could become a permanent by resolving, and what cannot be put onto the
    battlefield goes to the graveyard (608.3e), where a copy of a spell vanishes (704.5e).
    """
    draft.emit(
        Event(
            "stay",
            obj.id,
            name,
            player=obj.controller,
            note="a copy of a permanent spell cannot become a permanent yet",
            rules=("608.3", "608.3e"),
        )
    )
    move(draft, [Going(obj.id, "graveyard", by=obj.owner, rules=("608.3e",))], act)


def _may_play(draft: Draft, ids: tuple[int, ...], player: str) -> None:
    """Let the player of an Adventure play the card from exile as long as it is there (715.3d)."""
    allows = Ability(key="adventure", kind="allow", of="play", by="adventure", controller=player)
    exiled = [draft.things[i] for i in ids if draft.things[i].zone == "exile"]
    if exiled:
        begin(draft, exiled, None, player, allows=allows)


def _instructions(
    draft: Draft,
    obj: Obj,
    known: Characteristics,
    targets: tuple[Target, ...],
    act: A.Resolve,
) -> None:
    """Follow the instructions of each half, left to right (702.102d).

    A part whose target is illegal does nothing to it; the others work (608.2b).
    """
    spells = spell_abilities(known, () if obj.cast is None else obj.cast.modes)
    for half in flat(known.text.value):
        if not any(a.key.rpartition("#")[0] == half for a in spells):
            draft.emit(
                Event(
                    "not modeled",
                    obj.id,
                    half,
                    player=obj.controller,
                    note="its instructions are not modeled; give their effects as further steps",
                )
            )
    left = list(targets)
    for ability in spells:
        mine, left = left[: len(ability.targets)], left[len(ability.targets) :]
        legal = tuple(
            t if still_legal(draft, ability.aimed(n), t, obj) else "" for n, t in enumerate(mine)
        )
        bundle = Bundle(ability.key, obj.id, (), "", legal, obj.cast.x if obj.cast else 0)
        run(draft, ability.do, bundle, obj.controller, act)


def _legal_targets(draft: Draft, obj: Obj, known: Characteristics) -> tuple[Target, ...]:
    """Return the targets of a spell that are legal as it resolves (608.2b)."""
    targets = obj.cast.targets if obj.cast is not None else ()
    slots = slots_of(spell_abilities(known, () if obj.cast is None else obj.cast.modes))
    if not slots:
        return tuple(t for t in targets if isinstance(t, str) or t in draft.things)
    return tuple(t for s, t in zip(slots, targets, strict=False) if still_legal(draft, s, t, obj))


def _resolve_ability(draft: Draft, obj: Obj, bundle: Bundle, act: A.Resolve) -> None:
    draft.take_from("stack", obj.id)
    draft.drop(obj.id)
    if bundle.do:
        draft.emit(
            Event("resolve", obj.id, bundle.key, player=obj.controller, rules=("608.1", "603.7"))
        )
        run(draft, bundle.do, bundle, obj.controller, act)
        return
    ability = ability_of(draft, bundle)
    if ability is None:
        draft.emit(Event("not modeled", obj.id, bundle.key, note="nothing is known of the ability"))
        return
    player = obj.controller
    legal = tuple(
        t if still_legal(draft, ability.aimed(n), t, obj) else ""
        for n, t in enumerate(bundle.targets)
    )
    if any(bundle.targets) and not any(legal):
        draft.emit(
            Event("resolve", obj.id, bundle.key, note="its target is illegal", rules=("608.2b",))
        )
        return
    bundle = replace(bundle, targets=legal)
    source = draft.last(bundle.source) if bundle.source else None
    if ability.condition is not None and ability.condition_when == "both":
        if not condition_holds(draft, ability, source, player):
            draft.emit(
                Event(
                    "resolve",
                    obj.id,
                    bundle.key,
                    note="its condition is not true; nothing happens",
                    rules=("603.4",),
                )
            )
            return
    if ability.may or ability.pay:
        may = act.may
        if may is None:
            cost = f" and pay {ability.pay}" if ability.pay else ""
            raise ChoiceNeeded(
                player,
                "may",
                (True, False),
                ("608.2d",),
                f"whether to do what {bundle.key} offers{cost}",
            )
        if not may:
            draft.emit(
                Event(
                    "resolve",
                    obj.id,
                    bundle.key,
                    note=does(player, "declines"),
                    rules=("608.2d",),
                )
            )
            return
    draft.emit(Event("resolve", obj.id, bundle.key, player=player, rules=("608.1",)))
    run(draft, ability.do, bundle, player, act)


def counter(draft: Draft, act: A.Counter) -> None:
    """Counter a spell or ability: a card goes to its owner's graveyard (701.6a)."""
    i = draft.find_one(act.object)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "stack":
        raise CannotBeDone(f"{draft.called(act.object)} is not on the stack", ("701.6a",), i)
    name = draft.name_of(obj.id)
    draft.emit(Event("countered", obj.id, name, (obj.id,), rules=("701.6a",)))
    move(draft, [Going(obj.id, "graveyard", by=obj.owner, rules=("701.6a",))], act)
