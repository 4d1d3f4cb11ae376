"""Rooms: paying to unlock, unlocking and locking by effect (709.5)."""

from __future__ import annotations

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.casting import spend
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import controller_of, copiable_of, live_abilities
from mtgmeld.game.moving import forbidden
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import can_pay, pool_of
from mtgmeld.game.seen import matches
from mtgmeld.game.state import MAIN_STEPS
from mtgmeld.mana import ManaCost

__all__ = ["check_unlock", "lock_by_effect", "unlock", "unlock_by_effect", "unlock_cost"]


def room_of(draft: Draft, ref: int | str) -> Obj:
    """Return a permanent with a shared type line, or refuse."""
    obj = draft.things.get(draft.find_one(ref))
    if obj is None or obj.zone != "battlefield" or not copiable_of(draft, obj).shared_type_line:
        name = draft.name_of(draft.find_one(ref))
        raise IllegalAction(f"{name} is no Room permanent", ("709.5c", "709.5e"))
    return obj


def half_of(draft: Draft, obj: Obj, word: str) -> int:
    """Return a half by side or name."""
    faces = copiable_of(draft, obj).faces
    low = word.casefold()
    if low in ("left", "right"):
        return 0 if low == "left" else 1
    for i, face in enumerate(faces):
        if face.name.casefold() == low:
            return i
    raise UnknownName("half of this Room", word, ["left", "right", *(f.name for f in faces)])


def unlock_cost(draft: Draft, obj: Obj, half: int) -> tuple[ManaCost | None, tuple[str, ...]]:
    """Return what unlocking a half costs: its mana cost, changed by what names unlock costs.

    Effects on what spells cost do not change it (709.5e, 118.7a).
    """
    cost = copiable_of(draft, obj).faces[half].mana_cost
    rules: tuple[str, ...] = ("709.5e",)
    if cost is None:
        return None, rules
    for ability, source in live_abilities(draft, ("cost",)):
        if ability.of not in ("unlock", "cast and unlock"):
            continue
        whose = controller_of(draft, ability, source)
        if ability.who == "you" and whose != obj.controller:
            continue
        if ability.who == "opponent" and whose == obj.controller:
            continue
        if not ability.what or matches(draft, ability.what, obj, None, whose):
            cost = cost.more(ability.amount)
            rules = (*rules, "118.7a")
    return cost, rules


def check_unlock(draft: Draft, obj: Obj, half: int, player: str) -> None:
    """Refuse an unlock that may not be paid for now (709.5e, 116.2m)."""
    name = copiable_of(draft, obj).faces[half].name
    if obj.controller != player:
        raise IllegalAction(f"{player} does not control the Room", ("709.5e", "116.2m"))
    if half in obj.unlocked:
        raise IllegalAction(f"{name} is unlocked already", ("709.5e",))
    if draft.active != player or draft.step not in MAIN_STEPS:
        raise IllegalAction(
            f"{name} can be unlocked only in a main phase of {player}'s own turn, and it is"
            f" {draft.active}'s {draft.step} step",
            ("709.5e", "116.2m"),
        )
    if draft.places.get("stack"):
        raise IllegalAction(
            f"{name} can be unlocked only while the stack is empty", ("709.5e", "116.2m")
        )
    forbidden(draft, "unlock", player, obj)


def unlock(draft: Draft, act: A.Unlock) -> None:
    """Pay a locked half's mana cost: a special action that does not use the stack (116.1)."""
    obj = room_of(draft, act.object)
    player = act.player or obj.controller
    half = half_of(draft, obj, act.half)
    check_unlock(draft, obj, half, player)
    cost, rules = unlock_cost(draft, obj, half)
    name = copiable_of(draft, obj).faces[half].name
    if cost is None:
        raise IllegalAction(f"{name} has no mana cost that could be paid", ("118.6", "709.5e"))
    if act.pay == "pool":
        spend(draft, cost, player, f"unlocking {name}")
    elif act.pay is not None and not can_pay(cost, pool_of(act.pay)):
        raise IllegalAction(f"{act.pay} does not pay {cost} to unlock {name}", ("709.5e", "118.3"))
    give(draft, obj, half, player, f"paid {cost}", ("709.5e", "116.2m", *rules))


def give(draft: Draft, obj: Obj, half: int, player: str, note: str, rules: tuple[str, ...]) -> None:
    """Give an unlocked designation, and say whether the Room is now fully unlocked (709.5h-i)."""
    faces = copiable_of(draft, obj).faces
    had = obj.unlocked
    draft.change(obj.id, unlocked=tuple(sorted((*had, half))))
    draft.batch += 1
    draft.emit(
        Event(
            "unlock",
            obj.id,
            faces[half].name,
            (obj.id,),
            player=player,
            half=half,
            batch=draft.batch,
            note=note,
            rules=tuple(dict.fromkeys((*rules, "709.5h"))),
        )
    )
    if len(had) + 1 == len(faces):
        draft.emit(
            Event(
                "fully unlock",
                obj.id,
                draft.name_of(obj.id),
                (obj.id,),
                player=player,
                rules=("709.5i",),
            )
        )


def _chosen(
    draft: Draft, obj: Obj, word: str | None, fits: list[int], player: str, rules: tuple[str, ...]
) -> int | None:
    """Return the half that an effect unlocks or locks; None if there is none to choose."""
    faces = copiable_of(draft, obj).faces
    if word is not None:
        half = half_of(draft, obj, word)
        if half not in fits:
            raise IllegalAction(f"{faces[half].name} may not be chosen", rules)
        return half
    if not fits:
        return None
    if len(fits) > 1:
        raise ChoiceNeeded(player, "half", [faces[i].name for i in fits], rules, "a half")
    return fits[0]


def unlock_by_effect(draft: Draft, act: A.UnlockByEffect) -> None:
    """Unlock a locked half without a cost (709.5f); with none there, nothing happens."""
    obj = room_of(draft, act.object)
    player = act.player or obj.controller
    locked = [i for i in range(len(copiable_of(draft, obj).faces)) if i not in obj.unlocked]
    half = _chosen(draft, obj, act.half, locked, player, ("709.5f",))
    if half is None:
        draft.emit(
            Event(
                "stay", obj.id, draft.name_of(obj.id), note="no half is locked", rules=("709.5f",)
            )
        )
        return
    give(draft, obj, half, player, "by an effect", ("709.5f",))


def lock_by_effect(draft: Draft, act: A.LockByEffect) -> None:
    """Lock an unlocked half (709.5g); with none there, nothing happens."""
    obj = room_of(draft, act.object)
    player = act.player or obj.controller
    half = _chosen(draft, obj, act.half, list(obj.unlocked), player, ("709.5g",))
    if half is None:
        draft.emit(
            Event(
                "stay", obj.id, draft.name_of(obj.id), note="no half is unlocked", rules=("709.5g",)
            )
        )
        return
    name = copiable_of(draft, obj).faces[half].name
    draft.change(obj.id, unlocked=tuple(h for h in obj.unlocked if h != half))
    draft.emit(Event("lock", obj.id, name, (obj.id,), player=player, half=half, rules=("709.5g",)))
