"""Turns, phases and steps, and what happens at their beginning and end (500-514)."""

from __future__ import annotations

from mtgmeld.errors import IllegalAction, RunawayTriggers, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.lasting import end_effects
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.pieces import STEPS
from mtgmeld.game.triggers import ABILITY

__all__ = ["next_step", "next_turn"]


def next_step(draft: Draft, act: A.NextStep) -> None:
    """Go on step by step until the one that is asked for, of the player that is asked for.

    The stack must be empty (500.2).  It stops early where something has triggered, so that
    nothing is passed by.
    """
    if draft.places.get("stack"):
        raise IllegalAction("the stack is not empty; resolve it first", ("500.2", "117.4"))
    if act.to is not None and act.to not in STEPS:
        raise UnknownName("step", act.to, STEPS)
    if act.of is not None:
        draft.player(act.of)
    for _ in range(len(STEPS) * (len(draft.players) + 1) + 1):
        _advance(draft, act)
        from mtgmeld.game.engine import settle

        settle(draft, act)
        arrived = (act.to is None or draft.step == act.to) and act.of in (None, draft.active)
        if arrived or draft.places.get("stack"):
            return
    raise RunawayTriggers("that step does not come")


def next_turn(draft: Draft, act: A.NextTurn) -> None:
    """Go on to the first main phase of the next turn, or of a player's next turn."""
    if draft.places.get("stack"):
        raise IllegalAction("the stack is not empty; resolve it first", ("500.2", "117.4"))
    turn = draft.turn
    for _ in range(len(STEPS) * (len(draft.players) + 1) + 1):
        _advance(draft, act)
        from mtgmeld.game.engine import settle

        settle(draft, act)
        arrived = draft.turn > turn and draft.step == "precombat main"
        if (arrived and act.of in (None, draft.active)) or draft.places.get("stack"):
            return
    raise RunawayTriggers("that turn does not come")


def _advance(draft: Draft, act: A.Action) -> None:
    _leave(draft)
    at = STEPS.index(draft.step)
    if at + 1 == len(STEPS):
        _new_turn(draft)
        at = -1
    draft.step = STEPS[at + 1]
    draft.priority = draft.active
    draft.emit(Event("step", 0, draft.step, player=draft.active, rules=(_RULES[draft.step],)))
    if draft.step == "untap":
        for obj in list(draft.battlefield()):
            if obj.controller == draft.active and obj.tapped:
                draft.change(obj.id, tapped=False)
    elif draft.step == "combat damage":
        _combat_damage(draft)
    elif draft.step == "cleanup":
        _clean_up(draft)
    elif draft.step == "draw" and draft.in_zone("library", draft.active):
        from mtgmeld.game.moving import draw

        draw(draft, A.Draw(**{**act.choices(), "player": draft.active}))
    _delayed(draft)


def _combat_damage(draft: Draft) -> None:
    """Say for each attacking creature that its damage is left to further steps (510.1, 510.2)."""
    for obj in draft.battlefield():
        if obj.attacking:
            draft.emit(
                Event(
                    "not modeled",
                    obj.id,
                    draft.name_of(obj.id),
                    player=obj.controller,
                    note="blocking and combat damage; give the damage as a further step",
                    rules=("510.1", "510.2"),
                )
            )


_RULES = {
    "untap": "502.3",
    "upkeep": "503.1",
    "draw": "504.1",
    "precombat main": "505.1",
    "beginning of combat": "507.1",
    "declare attackers": "508.1",
    "combat damage": "510.1",
    "end of combat": "511.1",
    "postcombat main": "505.1",
    "end": "513.1",
    "cleanup": "514.1",
}


def _leave(draft: Draft) -> None:
    """End what a step ends: mana empties, combat ends (106.4, 511.3)."""
    for p in draft.players:
        if p.pool:
            draft.change_player(p.name, pool=())
    if draft.step == "end of combat":
        for obj in list(draft.battlefield()):
            if obj.attacking:
                draft.change(obj.id, attacking=False)
        end_effects(draft, "end of combat")


def _clean_up(draft: Draft) -> None:
    """Remove damage and end the effects that last until end of turn, at once (514.2)."""
    for obj in list(draft.battlefield()):
        if obj.damage:
            draft.change(obj.id, damage=0)
    end_effects(draft, "end of turn")


def _new_turn(draft: Draft) -> None:
    draft.turn += 1
    draft.active = draft.turn_order[1] if len(draft.players) > 1 else draft.active
    draft.change_player(draft.active, turn_began=draft.turn)
    for p in draft.players:
        draft.change_player(p.name, land_plays=0)
    draft.this_turn = ()
    end_effects(draft, f"{draft.active}'s next turn")


def _delayed(draft: Draft) -> None:
    """Put delayed triggered abilities of this step onto the stack (603.7)."""
    due = [
        d
        for d in draft.delayed
        if d.when == "step"
        and d.note == draft.step
        and d.turn_of in ("", draft.active)
        and draft.turn >= d.not_before
    ]
    for d in due:
        draft.delayed = tuple(x for x in draft.delayed if x is not d)
        stamp = draft.tick()
        event = f"the {draft.step} step"
        bundle = Bundle(d.key, d.source, d.found, event, turned=d.turned, do=d.do)
        draft.put(Obj(stamp, "stack", d.player, d.player, ABILITY, timestamp=stamp, ability=bundle))
        draft.add_to("stack", (stamp,))
        draft.emit(Event("trigger", 0, d.key, (stamp,), player=d.player, rules=("603.7",)))
