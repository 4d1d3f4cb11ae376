"""Carrying out what a spell or ability says: selectors, amounts, players, one after another.

Instructions are the records of :mod:`mtgmeld.game.actions` with words in the place of objects;
here the words come to stand for objects (608.2).
"""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.cards_that_act import ability_by_key
from mtgmeld.game.characteristics import amount as used
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import amount, number
from mtgmeld.game.objects import Bundle
from mtgmeld.game.seen import matches
from mtgmeld.game.triggers import counterparts
from mtgmeld.query.wanted import flat

__all__ = ["Running", "ability_of", "run"]

replace = msgspec.structs.replace
NUMBERS = ("amount", "count", "add_power", "add_toughness")
OWN = ("mana value", "power", "toughness")
SELECTABLE = ("object", "with_", "of", "to", "until", "source", "attached_to", "as_copy")


def ability_of(draft: Draft, bundle: Bundle) -> Ability | None:
    """Return the ability that something on the stack is, or None."""
    standing: tuple[Ability, ...] = draft.standing
    for ability in standing:
        if ability.key == bundle.key:
            return ability
    return ability_by_key(bundle.key)


def _with_choices(instruction: A.Action, act: A.Action) -> Any:
    """Return an instruction with the choices that the action gives."""
    return replace(
        instruction,
        player=instruction.player or act.player,
        order=instruction.order or act.order,
        replacement=instruction.replacement or act.replacement,
        commander=instruction.commander or act.commander,
        keep=instruction.keep or act.keep,
        target=instruction.target or act.target,
        as_copy=instruction.as_copy or act.as_copy,
        choose={**act.choose, **instruction.choose},
    )


class Running(msgspec.Struct, gc=False):
    """What instructions may refer to while they are carried out.

    Attributes
    ----------
    bundle : Bundle
    ability : Ability or None
    player : str
        Who carries them out.
    act : Action
        Whose choices decide.
    linked : tuple of int
        What the source's ability had exiled before (607.2a).
    moved : tuple of int
        What the latest instruction that moved anything made of it (400.7j).
    made : tuple of int
        Tokens that the instructions have made so far.
    """

    bundle: Bundle
    ability: Ability | None
    player: str
    act: A.Action
    linked: tuple[int, ...]
    moved: tuple[int, ...] = ()
    made: tuple[int, ...] = ()


def run(
    draft: Draft, instructions: tuple[A.Action, ...], bundle: Bundle, player: str, act: A.Action
) -> None:
    """Carry out instructions in order, selectors standing for objects (608.2c)."""
    from mtgmeld.game.engine import HANDLERS

    linked = draft.links.get(str(bundle.source), ())
    now = Running(bundle, ability_of(draft, bundle), player, act, linked)
    for n, instruction in enumerate(instructions):
        if _turned_since(draft, instruction, bundle):
            continue
        bound = _bind(draft, instruction, now)
        if bound is None:
            if not n and now.ability is not None and now.ability.if_done:
                return  # what follows rests on the first instruction
            continue
        seen = len(draft.events)
        for name in _players(draft, instruction.player, now):
            HANDLERS[type(bound)](draft, replace(_with_choices(bound, act), player=name))
        moves = [e for e in draft.events[seen:] if e.kind == "move"]
        now.made = (*now.made, *(i for e in moves if not e.start for i in e.became))
        now.moved = tuple(i for e in moves if e.start for i in e.became) or now.moved


def _players(draft: Draft, word: str | None, now: Running) -> list[str]:
    """Return the players that an instruction is for; the ability's controller by default."""
    if word in (None, "you"):
        return [now.player]
    others = [p.name for p in draft.players if p.name != now.player]
    if word == "opponent":
        return others[:1]
    if word == "each opponent":
        return others
    if word == "active player":
        return [draft.active]
    if word == "target's controller":
        known = (draft.last(t) for t in now.bundle.targets if isinstance(t, int))
        return [obj.controller for obj in known if obj is not None]
    return [draft.player(str(word)).name]


def _turned_since(draft: Draft, instruction: A.Action, bundle: Bundle) -> bool:
    """Whether a permanent has turned over since an ability of its own was put there (701.27f)."""
    if not isinstance(instruction, A.Transform) or instruction.object != "this":
        return False
    now = draft.get(bundle.source)
    if now is None or now.turned == bundle.turned:
        return False
    draft.emit(
        Event(
            "stay",
            now.id,
            draft.name_of(now.id),
            (now.id,),
            note="it has transformed since the ability was put onto the stack",
            rules=("701.27f",),
        )
    )
    return True


def _bind(draft: Draft, instruction: A.Action, now: Running) -> Any:
    """Return the instruction with ids for its selectors, or None if nothing is left to act on."""
    fields: dict[str, Any] = {}
    for name in SELECTABLE:
        ref = getattr(instruction, name, None)
        if not isinstance(ref, str):
            continue
        ids = _select(draft, ref, now)
        if ids is None:
            continue
        if not ids:
            return None
        if name in ("object", "to") and _takes_list(instruction, name):
            fields[name] = list(ids)
        else:
            fields[name] = _one_of(draft, ids, ref, now)
    if getattr(instruction, "control", None) == "you":
        fields["control"] = now.player
    for name in NUMBERS:
        value = getattr(instruction, name, None)
        if isinstance(value, str) and not (name.startswith("add_") and value in OWN):
            fields[name] = _number(draft, value, now)
    if isinstance(instruction, A.AtStep):
        fields["found"] = [i for r in instruction.about for i in _select(draft, r, now) or ()]
    return replace(instruction, **fields) if fields else instruction


def _one_of(draft: Draft, ids: list[Any], ref: str, now: Running) -> Any:
    """Return the one of several objects that the player picks on resolution (608.2d)."""
    if len(ids) == 1:
        return ids[0]
    word = _CHOICES.get(ref, ref)
    options = [draft.ref_of(i) for i in ids]
    chosen = now.act.choose.get(word)
    for i, option in zip(ids, options, strict=True):
        if chosen is not None and chosen in (i, option):
            return i
    if chosen is not None and (found := draft.find_one(chosen)) in ids:
        return found
    rules = ("608.2d", "201.5") if ref == "counterpart" else ("608.2d",)
    raise ChoiceNeeded(now.player, f"choose.{word}", options, rules, f"which {word}")


_CHOICES = {"exiled with this": "exiled card"}


def _number(draft: Draft, text: str, now: Running) -> int:
    """Return an amount as the effect is applied, from last known information too (608.2h)."""
    if text == "x":
        return now.bundle.x
    sign, words = (-1, text[1:]) if text.startswith("-") else (1, text)
    what, of, whom = words.partition(" of ")
    if of and whom == "target":
        targets = [t for t in now.bundle.targets if isinstance(t, int) and t]
        return sign * sum(_used(draft, t, what) for t in targets)
    if of and (ids := _select(draft, whom, now)) is not None:
        return sign * sum(_used(draft, i, what) for i in ids)
    source = draft.last(now.bundle.source) if now.bundle.source else None
    return sign * amount(draft, words, now.player, source, now.bundle.x)


def _used(draft: Draft, obj: int, what: str) -> int:
    """Return a value of an object that an effect uses without comparing it."""
    return number(used(draft.characteristics(obj)[what.replace(" ", "_")]).value)


_LISTS: dict[tuple[type, str], bool] = {}


def _takes_list(instruction: A.Action, name: str) -> bool:
    key = (type(instruction), name)
    if key not in _LISTS:
        _LISTS[key] = "list" in str(
            type(instruction).__annotations__.get(name, "")
        ) or "Refs" in str(type(instruction).__annotations__.get(name, ""))
    return _LISTS[key]


def _select(draft: Draft, ref: str, now: Running) -> list[Any] | None:
    """Return what a selector stands for now; None if the text is no selector."""
    bundle, player = now.bundle, now.player
    if ref == "this":
        return (
            [bundle.source] if bundle.source in draft.things or bundle.source in draft.known else []
        )
    if ref in ("that card", "that creature", "those cards"):
        return [i for i in bundle.found if i in draft.things]
    if ref in ("target", "second target"):
        both = bundle.targets
        if now.ability is not None and now.ability.second_target:
            both = both[1:] if ref == "second target" else both[:1]
        return [t for t in both if t in draft.things or (isinstance(t, str) and t)]
    if ref in ("exiled with this", "others exiled with this"):
        linked = draft.links.get(str(bundle.source), ()) if ref[0] == "e" else now.linked
        return [i for i in linked if i in draft.things and draft.things[i].zone == "exile"]
    if ref == "named cards in target's hand":
        name = draft.names.get(bundle.source, "")
        players = [t for t in bundle.targets if isinstance(t, str)]
        cards = [i for p in players if p for i in draft.in_zone("hand", p)]
        return [i for i in cards if name in flat(draft.characteristics(i).names.value)]
    if ref == "the moved card":
        return [i for i in now.moved if i in draft.things]
    if ref == "top of library":
        return list(draft.in_zone("library", player)[-1:])
    if ref == "those tokens":
        return [i for i in now.made if i in draft.things]
    if ref == "counterpart":
        assert now.ability is not None
        source = draft.last(bundle.source)
        options = counterparts(draft, now.ability, source, player)
        if not options:
            note = "its condition is not true; nothing is exiled"
            draft.emit(Event("stay", bundle.source, bundle.key, note=note, rules=("608.2c",)))
        return options
    if ref == "you":
        return [player]
    if ref == "opponent":
        return [p.name for p in draft.players if p.name != player]
    if ref.startswith("each "):
        others = ref.startswith("each other ")
        found = _every(draft, ref[11 if others else 5 :], player)
        return [i for i in found if not (others and i == bundle.source)]
    if ref.startswith("one "):
        return _one(draft, ref[4:], now)
    return None


def _every(draft: Draft, text: str, player: str) -> list[Any]:
    """Return the objects that a filter fits, on the battlefield if it names no other zone."""
    places = [z for z in ("graveyard", "hand", "exile") if f"in:{z}" in text] or ["battlefield"]
    return [
        i
        for z in places
        for i in draft.in_zone(z)
        if matches(draft, text, draft.things[i], None, player)
    ]


def _one(draft: Draft, text: str, now: Running) -> list[Any]:
    """Return the object that the player chooses on resolution; it is no target (608.2d)."""
    fits = _every(draft, text, now.player)
    ref = now.act.choose.get("object")
    if not fits or ref == "none":
        return []
    if ref is None:
        options = [draft.ref_of(i) for i in fits]
        raise ChoiceNeeded(now.player, "choose.object", options, ("608.2d",), "an object")
    chosen = draft.find_one(ref)
    if chosen not in fits:
        raise IllegalAction(f"{draft.name_of(chosen)} may not be chosen", ("608.2d",))
    return [chosen]
