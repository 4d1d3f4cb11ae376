"""Rooms: paying to unlock, unlocking and locking by effect (709.5)."""

from __future__ import annotations

from typing import Annotated, Any

from mtgmeld.errors import CannotBeDone, ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import HalfName, OnObject, Pay, action
from mtgmeld.game.allowed import check_allowed, sorcery_time
from mtgmeld.game.casting import changed, half_named
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.payment import Purpose, pay
from mtgmeld.game.player_words import does, whose
from mtgmeld.game.values import GameObject
from mtgmeld.mana import ManaCost
from mtgmeld.records import says


def room_of(draft: Draft, ref: int | str) -> GameObject:
    """Return a permanent with a shared type line, or refuse."""
    i = draft.find_one(ref)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "battlefield" or not copiable_of(draft, obj).shared_type_line:
        raise CannotBeDone(f"{draft.name_of(i)} is no Room permanent", ("709.5c", "709.5e"), i)
    return obj


def half_of(draft: Draft, obj: GameObject, word: str) -> int:
    """Return a half by side or name."""
    return half_named(draft, obj, word, copiable_of(draft, obj).faces)


def unlock_cost(
    draft: Draft, obj: GameObject, half: int
) -> tuple[ManaCost | None, tuple[str, ...]]:
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


def check_unlock(draft: Draft, obj: GameObject, half: int, player: str) -> None:
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


def price(
    draft: Draft, obj: GameObject, half: int, player: str
) -> tuple[ManaCost, tuple[str, ...], Purpose]:
    """Return what unlocking a half costs now, with the rules, and what the mana is spent on.

    Raises
    ------
    IllegalAction
        If the half may not be unlocked, or has no cost that could be paid.
    """
    check_unlock(draft, obj, half, player)
    cost, rules = unlock_cost(draft, obj, half)
    name = copiable_of(draft, obj).faces[half].name
    if cost is None:
        raise IllegalAction(f"{name} has no mana cost that could be paid", ("118.6", "709.5e"))
    return cost, rules, Purpose("unlock", f"unlocking {name}", obj, rules=("709.5e",))


class Unlock(OnObject, frozen=True, kw_only=True, tag="unlock"):
    """Pay a locked half's mana cost to unlock it: a special action (709.5e, 116.2m)."""

    half: Annotated[str, says("the half, by `left`, `right` or its name")]
    pay: Pay = None


@action(Unlock)
def unlock(draft: Draft, act: Unlock) -> None:
    """Pay a locked half's mana cost: a special action that does not use the stack (116.1)."""
    obj = room_of(draft, act.object)
    player = act.player or obj.controller
    half = half_of(draft, obj, act.half)
    cost, rules, purpose = price(draft, obj, half, player)
    pay(draft, cost, act.pay, player, purpose)
    draft.priority = player  # 116.3
    give(draft, obj, half, player, f"paid {cost}", rules)


def give(
    draft: Draft, obj: GameObject, half: int, player: str, note: str, rules: tuple[str, ...]
) -> None:
    """Give an unlocked designation, and say whether the Room is now fully unlocked (709.5h-i)."""
    faces = copiable_of(draft, obj).faces
    had = obj.unlocked
    draft.change(obj.id, unlocked=tuple(sorted((*had, half))))
    draft.batch += 1
    rules = tuple(dict.fromkeys((*rules, "709.5h")))
    about: Any = {"half": half, "batch": draft.batch, "note": note}
    draft.say("unlock", obj, *rules, name=faces[half].name, player=player, **about)
    if len(had) + 1 == len(faces):
        draft.say("fully unlock", obj, "709.5i", player=player)


def _half_by_effect(
    draft: Draft, act: UnlockByEffect | LockByEffect, obj: GameObject, fits: list[int], none: str
) -> int | None:
    """Return the half that an effect unlocks or locks; None, and a word of it, without any."""
    rule = "709.5f" if isinstance(act, UnlockByEffect) else "709.5g"
    faces, word = copiable_of(draft, obj).faces, act.half or act.choose.get("half")
    if word is not None:
        half = half_of(draft, obj, word)
        if half not in fits:
            raise IllegalAction(f"{faces[half].name} may not be chosen", (rule,))
        return half
    if len(fits) > 1:
        names, player = [faces[i].name for i in fits], act.player or obj.controller
        raise ChoiceNeeded(player, "half", names, (rule,), "a half")
    if not fits:
        draft.say("stay", obj, rule, became=(), note=none)
    return fits[0] if fits else None


class UnlockByEffect(OnObject, frozen=True, kw_only=True, tag="unlock by effect"):
    """Unlock a locked half, without a cost (709.5f)."""

    half: HalfName = None


@action(UnlockByEffect)
def unlock_by_effect(draft: Draft, act: UnlockByEffect) -> None:
    """Unlock a locked half without a cost (709.5f); with none there, nothing happens."""
    obj = room_of(draft, act.object)
    locked = [i for i in range(len(copiable_of(draft, obj).faces)) if i not in obj.unlocked]
    half = _half_by_effect(draft, act, obj, locked, "no half is locked")
    if half is not None:
        player = act.player or obj.controller
        give(draft, obj, half, player, "by an effect", ("709.5f",))


class LockByEffect(OnObject, frozen=True, kw_only=True, tag="lock by effect"):
    """Lock an unlocked half (709.5g)."""

    half: HalfName = None


@action(LockByEffect)
def lock_by_effect(draft: Draft, act: LockByEffect) -> None:
    """Lock an unlocked half (709.5g); with none there, nothing happens."""
    obj = room_of(draft, act.object)
    half = _half_by_effect(draft, act, obj, list(obj.unlocked), "no half is unlocked")
    if half is not None:  # nothing triggers on it
        name, player = copiable_of(draft, obj).faces[half].name, act.player or obj.controller
        draft.change(obj.id, unlocked=tuple(h for h in obj.unlocked if h != half))
        draft.say("lock", obj, "709.5g", name=name, player=player, half=half)


class LockOrUnlock(OnObject, frozen=True, kw_only=True, tag="lock or unlock"):
    """Lock an unlocked half or unlock a locked one, whichever is chosen (709.5f-g)."""

    half: HalfName = None


@action(LockOrUnlock)
def lock_or_unlock(draft: Draft, act: LockOrUnlock) -> None:
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
    fields: dict[str, Any] = {"object": obj.id, "half": faces[half].name, "player": player}
    if half in obj.unlocked:
        lock_by_effect(draft, LockByEffect(**fields))
    else:
        unlock_by_effect(draft, UnlockByEffect(**fields))
