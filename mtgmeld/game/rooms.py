"""Rooms: paying to unlock, unlocking and locking by effect (709.5)."""

from __future__ import annotations

from mtgmeld.errors import CannotBeDone, ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.costs import changed
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, copiable_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.prohibitions import check_allowed
from mtgmeld.game.speaking import does, whose
from mtgmeld.game.spending import Purpose, pay
from mtgmeld.game.timing import sorcery_time
from mtgmeld.game.ways import half_named
from mtgmeld.mana import ManaCost

__all__ = [
    "check_unlock",
    "lock_by_effect",
    "lock_or_unlock",
    "unlock",
    "unlock_by_effect",
    "unlock_cost",
]


def room_of(draft: Draft, ref: int | str) -> Obj:
    """Return a permanent with a shared type line, or refuse."""
    i = draft.find_one(ref)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "battlefield" or not copiable_of(draft, obj).shared_type_line:
        raise CannotBeDone(f"{draft.name_of(i)} is no Room permanent", ("709.5c", "709.5e"), i)
    return obj


def half_of(draft: Draft, obj: Obj, word: str) -> int:
    """Return a half by side or name."""
    return half_named(draft, obj, word, copiable_of(draft, obj).faces)


def unlock_cost(draft: Draft, obj: Obj, half: int) -> tuple[ManaCost | None, tuple[str, ...]]:
    """Return what unlocking a half costs: its mana cost, changed by what names unlock costs.

    The half has that cost although the permanent lacks it; effects on what spells cost do not
    change it (709.5e, 118.7a).
    """
    cost = copiable_of(draft, obj).faces[half].mana_cost
    rules = ("709.5e", "116.2m")
    if cost is None:
        return None, rules
    known = characteristics_of(draft, obj)
    cost, more = changed(draft, cost, "unlock", obj, known, obj.controller)
    return cost.whole, (*rules, *more)


def check_unlock(draft: Draft, obj: Obj, half: int, player: str) -> None:
    """Refuse an unlock that may not be paid for now (709.5e, 116.2m).

    Raises
    ------
    IllegalAction
    """
    rules = ("709.5e", "116.2m")
    name = copiable_of(draft, obj).faces[half].name
    if obj.controller != player:
        raise IllegalAction(f"{does(player, 'does')} not control the Room", rules)
    if half in obj.unlocked:
        raise IllegalAction(f"{name} is unlocked already", ("709.5e",))
    late = sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(
            f"{name} can be unlocked only in a main phase of {whose(player)} own turn"
            f" while the stack is empty, and {late[0]}",
            rules,
        )
    known = characteristics_of(draft, obj)
    check_allowed(draft, "unlock", player, obj, known, name)


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
    purpose = Purpose("unlock", f"unlocking {name}", obj, rules=("709.5e",))
    pay(draft, cost, act.pay, player, purpose)
    draft.priority = player  # 116.3
    give(draft, obj, half, player, f"paid {cost}", rules)


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
    word = act.half or act.choose.get("half")
    half = _chosen(draft, obj, word, locked, player, ("709.5f",))
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
    word = act.half or act.choose.get("half")
    half = _chosen(draft, obj, word, list(obj.unlocked), player, ("709.5g",))
    if half is None:
        draft.emit(
            Event(
                "stay", obj.id, draft.name_of(obj.id), note="no half is unlocked", rules=("709.5g",)
            )
        )
        return
    take(draft, obj, half, player)


def take(draft: Draft, obj: Obj, half: int, player: str) -> None:
    """Take an unlocked designation away; nothing triggers on it (709.5g)."""
    name = copiable_of(draft, obj).faces[half].name
    draft.change(obj.id, unlocked=tuple(h for h in obj.unlocked if h != half))
    draft.emit(Event("lock", obj.id, name, (obj.id,), player=player, half=half, rules=("709.5g",)))


def lock_or_unlock(draft: Draft, act: A.LockOrUnlock) -> None:
    """Lock or unlock a half: of each only the other of the two is possible (709.5f-g, 608.2d)."""
    obj = room_of(draft, act.object)
    player = act.player or obj.controller
    faces = copiable_of(draft, obj).faces
    outcomes = [
        f"{'lock' if i in obj.unlocked else 'unlock'} {face.name}" for i, face in enumerate(faces)
    ]
    word = act.half or act.choose.get("half")
    if word is None:
        rules = ("709.5f", "709.5g", "608.2d")
        raise ChoiceNeeded(player, "half", outcomes, rules, "what to lock or unlock")
    half = outcomes.index(word) if word in outcomes else half_of(draft, obj, str(word))
    if half in obj.unlocked:
        lock_by_effect(draft, A.LockByEffect(object=obj.id, half=faces[half].name, player=player))
    else:
        made = A.UnlockByEffect(object=obj.id, half=faces[half].name, player=player)
        unlock_by_effect(draft, made)
