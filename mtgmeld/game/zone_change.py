"""THE zone change: every object that goes from one zone to another goes through here.

One permanent may leave and two cards arrive (712.21); whatever replaces, orders, links or
counts is decided once, for all zones.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import of_card
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import enter, may_enter
from mtgmeld.game.events import Event
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.replacing import Going, Plan, plan_of
from mtgmeld.game.triggers import notice
from mtgmeld.rules.editions import (
    CARDS_COUNTED,
    TIMESTAMPS_APNAP,
    reading,
)

__all__ = ["Going", "move"]

replace = msgspec.structs.replace


def move(draft: Draft, goings: Sequence[Going], act: Action) -> list[tuple[int, ...]]:
    """Move objects at once; return what each became.

    Parameters
    ----------
    draft : Draft
    goings : sequence of Going
    act : Action
        Whose choices decide about orders and replacements.

    Returns
    -------
    list of tuple of int
        For each object the objects that it became; the object itself where it stays.

    Raises
    ------
    ChoiceNeeded
        If a choice is called for that the action does not give.
    """
    plans: list[Plan | None] = []
    for going in goings:
        obj = draft.things[going.obj]
        stays = _stays(draft, obj, going)
        if stays is None:
            plans.append(plan_of(draft, going, obj, act))
            continue
        plans.append(None)
        draft.emit(
            Event(
                "stay",
                obj.id,
                draft.name_of(obj.id),
                (obj.id,),
                obj.zone,
                obj.zone,
                player=obj.controller,
                note=stays[0],
                rules=stays[1],
            )
        )
    draft.batch += 1
    for plan in plans:
        if plan is not None and (plan.obj.zone in ("battlefield", "stack")):
            draft.remember(plan.obj)
    became: list[tuple[int, ...]] = [(g.obj,) for g in goings]
    for i in _sequence(draft, plans):
        plan = plans[i]
        assert plan is not None
        became[i] = _carry_out(draft, plan, act)
    notice(draft)
    for i, plan in enumerate(plans):
        if plan is not None and plan.then is not None:
            _go_on(draft, plan, became[i], act)
    return became


def _go_on(draft: Draft, plan: Plan, became: tuple[int, ...], act: Action) -> None:
    """Do what a replacement effect says after what it has put in the event's place (614.1a)."""
    from mtgmeld.game.instructions import run

    assert plan.then is not None
    if plan.to == plan.then.instead.partition(" ")[0]:
        bundle = Bundle(plan.then.key, plan.obj.id, became)
        run(draft, plan.then.do, bundle, plan.obj.controller, act)


def _stays(draft: Draft, obj: Obj, going: Going) -> tuple[str, tuple[str, ...]] | None:
    """Return why an object does not change zones, with rules; None if it does."""
    if obj.zone == going.to and obj.zone not in ("exile", "library"):
        return f"it is in zone {obj.zone} already", ("400.7",)
    if obj.ability is not None and going.to == "battlefield":
        return "an ability is no card", ("110.1", "113.1")
    if obj.is_token and obj.zone not in ("battlefield", "stack"):
        return "a token that has left the battlefield cannot move on", ("111.8",)
    return may_enter(draft, obj, going.arrival) if going.to == "battlefield" else None


def _sequence(draft: Draft, plans: list[Plan | None]) -> list[int]:
    """Return the order of timestamps: each player's own, the active player first (613.7m).

    Until then the active player ordered all of them: as the action lists them.
    """
    moving = [(i, p) for i, p in enumerate(plans) if p is not None]
    if len(moving) < 2 or not draft.edition.has(TIMESTAMPS_APNAP):
        return [i for i, _ in moving]
    if len({_whose(p) for _, p in moving}) == 1:
        return [i for i, _ in moving]
    place = {name: n for n, name in enumerate(draft.turn_order)}
    return [i for i, _ in sorted(moving, key=lambda row: place[_whose(row[1])])]


def _whose(plan: Plan) -> str:
    """Return who orders an object's timestamp: its controller, else its owner (613.7m)."""
    entering = plan.going.arrival.control if plan.to == "battlefield" else ""
    return entering or plan.obj.owner


def _carry_out(draft: Draft, plan: Plan, act: Action) -> tuple[int, ...]:
    obj, going = plan.obj, plan.going
    name = draft.name_of(obj.id)
    draft.take_from(draft.zone_key(obj.zone, obj.owner), obj.id)
    draft.drop(obj.id)
    if obj.ability is not None:
        return ()
    if obj.is_token or not obj.cards:
        new = _one(draft, plan, act, None)
        made: tuple[int, ...] = (new,)
    else:
        made = tuple([_one(draft, plan, act, c) for c in plan.order])
    draft.follow(obj.id, made)
    rules = plan.rules
    if len(obj.cards) == 2:
        counted = ("712.21e",) if draft.edition.has(CARDS_COUNTED) else ()
        rules = ("712.21", *counted, *rules)
    draft.emit(
        Event(
            "move",
            obj.id,
            name,
            made,
            obj.zone,
            plan.to,
            1,
            len(obj.cards),
            going.by or obj.controller,
            draft.batch,
            "; ".join(plan.notes),
            tuple(dict.fromkeys(("400.7", *rules))),
        )
    )
    if plan.to == "battlefield":
        enter(draft, made[0], obj, going.arrival, act)
    return made


def _one(draft: Draft, plan: Plan, act: Action, card: int | None) -> int:
    """Make the new object of one card, or of a token or copy, in its new zone."""
    obj, going = plan.obj, plan.going
    stamp = draft.tick()
    to = plan.to if card is None else plan.apart.get(card, plan.to)
    owner = obj.owner if card is None else draft.cards[card].owner
    base = obj.base if card is None else of_card(draft.cards[card].card)
    cards = () if card is None else (card,)
    if to == "battlefield":
        control = going.arrival.control or owner
        new = Obj(stamp, to, owner, control, base, cards, stamp, draft.turn)
    else:
        new = Obj(stamp, to, owner, owner, base, cards, stamp)
        if plan.counters and to != "command":
            kept = tuple((k, n) for k, n in plan.counters if isinstance(n, int))
            new = replace(new, counters=kept) if kept else new
    draft.put(new)
    key = draft.zone_key(to, owner)
    at = None
    if to == "library" and plan.where != "top":
        at = _library_place(draft, plan, key, card)
    draft.add_to(key, (stamp,), at)
    return stamp


def _library_place(draft: Draft, plan: Plan, key: str, card: int | None) -> int:
    """Return the index, from the bottom, at which a card is put into a library (401.4, 401.7).

    The first card of an order lies below the second.
    """
    together = [c for c in plan.order if c not in plan.apart]
    nth = together.index(card) if card in together else 0
    if plan.where == "bottom":
        return nth
    before = len(draft.places.get(key, ())) - nth
    above = int(plan.where) - 1
    policy = "melded permanent put nth from the top"
    if len(together) > 1 and reading(policy, draft.policies) == "around":
        above = max(0, above - 1)
    return max(0, before - above) + nth
