"""Effects on a permanent's status: transform, face down, tapped, attacking."""

from __future__ import annotations

from mtgmeld.errors import CannotBeDone, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, copiable_of
from mtgmeld.game.moving import permanents_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.speaking import does, whose
from mtgmeld.game.state import Game
from mtgmeld.rules.editions import MODAL_TRANSFORM

__all__ = ["transform", "why_not_transform"]


def why_not_transform(draft: Draft, obj: Obj) -> tuple[str, tuple[str, ...]] | None:
    """Return why an instruction to transform does nothing, with rules; None if it works."""
    base = obj.base
    if obj.face_down:
        return "it is face down", ("712.15a",)
    if base.layout == "melded" or len(obj.cards) == 2:
        return "a melded permanent does not transform", ("712.4c", "712.9")
    if base.layout == "meld":
        return "a meld card does not transform", ("712.4c", "712.9")
    if base.layout not in ("transform", "modal_dfc") or len(base.faces) < 2:
        return "no double-faced card or token represents it", ("701.27c", "712.9")
    if base.layout == "modal_dfc" and not draft.edition.has(MODAL_TRANSFORM):
        return "modal double-faced permanents did not transform", ("712.9",)
    if not base.faces[1 - obj.face].is_permanent:
        return "its other face is an instant or sorcery", ("712.10",)
    return None


def transform(draft: Draft, act: A.Transform) -> None:
    """Turn permanents over; each stays the same object (712.18, 613.7g)."""
    for obj in permanents_of(draft, act.object):
        no = why_not_transform(draft, obj)
        if no is not None:
            draft.emit(
                Event("stay", obj.id, draft.name_of(obj.id), (obj.id,), note=no[0], rules=no[1])
            )
            continue
        name = draft.name_of(obj.id)
        stamp = draft.tick()
        draft.change(obj.id, face=1 - obj.face, turned=obj.turned + 1, timestamp=stamp)
        draft.emit(
            Event(
                "transforms",
                obj.id,
                name,
                (obj.id,),
                player=obj.controller,
                note=f"now {draft.name_of(obj.id)}",
                rules=("701.27a", "712.18", "613.7g"),
            )
        )


def turn_face_down(draft: Draft, act: A.TurnFaceDown) -> None:
    """Turn permanents face down; double-faced ones stay as they are (708.2, 712.16)."""
    for obj in permanents_of(draft, act.object):
        if obj.base.layout in ("transform", "modal_dfc", "melded", "meld"):
            draft.emit(
                Event(
                    "stay",
                    obj.id,
                    draft.name_of(obj.id),
                    (obj.id,),
                    note="a double-faced permanent cannot be turned face down",
                    rules=("712.16",),
                )
            )
            continue
        draft.change(obj.id, face_down=True, timestamp=draft.tick())
        draft.emit(Event("face down", obj.id, draft.card_name(obj), (obj.id,), rules=("708.2a",)))


def turn_face_up(draft: Draft, act: A.TurnFaceUp) -> None:
    """Turn permanents face up; a Room gets no designation by it (708.7, 709.5d)."""
    for obj in permanents_of(draft, act.object):
        if not obj.face_down:
            continue
        if not obj.base.faces[0].is_permanent:
            draft.emit(
                Event(
                    "stay",
                    obj.id,
                    "a face-down card",
                    note="it is an instant or sorcery",
                    rules=("701.40g", "701.58g"),
                )
            )
            continue
        draft.change(obj.id, face_down=False, face=0, timestamp=draft.tick())
        draft.emit(
            Event("face up", obj.id, draft.name_of(obj.id), (obj.id,), rules=("708.7", "712.15a"))
        )


def flip(draft: Draft, act: A.Flip) -> None:
    """Flip a flip card's permanent, once (710.4)."""
    for obj in permanents_of(draft, act.object):
        if obj.base.layout != "flip" or obj.face:
            raise CannotBeDone(f"{draft.name_of(obj.id)} cannot flip", ("710.2", "710.4"), obj.id)
        draft.change(obj.id, face=1, timestamp=draft.tick())


def tap(draft: Draft, act: A.Tap) -> None:
    """Tap permanents (701.26a)."""
    for obj in permanents_of(draft, act.object):
        if not obj.tapped:
            draft.change(obj.id, tapped=True)
            draft.emit(Event("tap", obj.id, draft.name_of(obj.id), (obj.id,), rules=("701.26a",)))


def untap(draft: Draft, act: A.Untap) -> None:
    """Untap permanents (701.26b)."""
    for obj in permanents_of(draft, act.object):
        if obj.tapped:
            draft.change(obj.id, tapped=False)
            draft.emit(Event("untap", obj.id, draft.name_of(obj.id), (obj.id,), rules=("701.26b",)))


def attack(draft: Draft, act: A.Attack) -> None:
    """Declare attackers: untapped creatures without summoning sickness (508.1a, 302.6)."""
    found = permanents_of(draft, act.object)
    player = act.player or draft.active
    if draft.active != player:
        raise IllegalAction(f"it is {whose(draft.active)} turn", ("508.1", "506.2"))
    for obj in found:
        check_attack(draft, obj, player)
    for obj in found:
        known = characteristics_of(draft, obj)
        draft.change(
            obj.id, attacking=True, tapped=obj.tapped or not known.has_keyword("Vigilance")
        )
    draft.batch += 1
    for obj in found:
        draft.emit(
            Event(
                "attacks",
                obj.id,
                draft.name_of(obj.id),
                (obj.id,),
                player=player,
                batch=draft.batch,
                rules=("508.1",),
            )
        )


def check_attack(draft: Draft, obj: Obj, player: str) -> None:
    """Refuse an attacker (508.1a, 302.6)."""
    known = characteristics_of(draft, obj)
    name = draft.name_of(obj.id)
    if not known.has_type("Creature"):
        raise IllegalAction(f"{name} is no creature", ("508.1a",))
    if obj.controller != player:
        raise IllegalAction(f"{does(player, 'does')} not control {name}", ("508.1a",))
    if obj.tapped:
        raise IllegalAction(f"{name} is tapped", ("508.1a",))
    if is_sick(draft, obj):
        raise IllegalAction(
            f"{name} has not been under {whose(player)} control since the turn began",
            ("302.6", "508.1a"),
        )


def is_sick(draft: Game, obj: Obj) -> bool:
    """Whether a creature may not attack or use {T} and {Q} yet (302.6, 702.10)."""
    known = characteristics_of(draft, obj)
    if not known.has_type("Creature") or known.has_keyword("Haste"):
        return False
    return obj.since >= draft.player(obj.controller).turn_began


def is_room(draft: Draft, obj: Obj) -> bool:
    """Whether a permanent's halves share a type line (709.5)."""
    return copiable_of(draft, obj).shared_type_line
