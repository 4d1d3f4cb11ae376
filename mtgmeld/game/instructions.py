"""Carrying out what an ability says, one instruction after another (608.2c)."""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.errors import CannotBeDone, ChoiceNeeded
from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.objects import Bundle
from mtgmeld.game.selecting import (
    Running,
    ability_of,
    filled_in,
    number_of,
    one_of,
    select,
)

__all__ = ["run"]

replace = msgspec.structs.replace
NUMBERS = ("amount", "count", "add_power", "add_toughness")
COMMON = frozenset(A.Action.__struct_fields__)
OWN = ("mana value", "power", "toughness")
SELECTABLE = ("object", "with_", "of", "to", "until", "source", "attached_to", "as_copy")


def run(
    draft: Draft, instructions: tuple[A.Action, ...], bundle: Bundle, player: str, act: A.Action
) -> None:
    """Carry out instructions in order, selectors standing for objects (608.2c)."""
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
            if not _possible(draft, replace(_with_choices(bound, act), player=name)):
                if not n and now.ability is not None and now.ability.if_done:
                    return
        moves = [e for e in draft.events[seen:] if e.kind == "move"]
        now.made = (*now.made, *(i for e in moves if not e.start for i in e.became))
        shown = (e for e in draft.events[seen:] if e.kind == "reveal")
        now.revealed = (*now.revealed, *(i for e in shown for i in e.became))
        now.moved = tuple(i for e in moves if e.start for i in e.became) or now.moved


def _possible(draft: Draft, action: Any) -> bool:
    """Do as much of an instruction as is possible; return whether anything was (609.3)."""
    from mtgmeld.game.engine import HANDLERS

    while True:
        try:
            HANDLERS[type(action)](draft, action)
            return True
        except ChoiceNeeded as asked:
            if "." in asked.argument or asked.argument in COMMON:
                raise
            # an argument of the instruction is none of the action that carries it out
            raise asked.as_argument(f"choose.{asked.argument}") from None
        except CannotBeDone as error:
            name, rules = draft.name_of(error.obj), (*error.rules, "609.3")
            draft.emit(Event("stay", error.obj, name, (error.obj,), note=error.said, rules=rules))
            several = getattr(action, "object", None)
            if not isinstance(several, list):
                return False
            left = [i for i in several if i != error.obj]
            if not left or len(left) == len(several):
                return False
            action = replace(action, object=left)


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
    if word in ("target", "second target"):
        return [t for t in select(draft, word, now) or () if isinstance(t, str)]
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


def _bind(draft: Draft, instruction: A.Action, now: Running) -> Any:
    """Return the instruction with ids for its selectors, or None if nothing is left to act on."""
    fields: dict[str, Any] = {}
    for name in SELECTABLE:
        ref = getattr(instruction, name, None)
        if not isinstance(ref, str):
            continue
        ids = select(draft, ref, now)
        if ids is None:
            continue
        if not ids:
            return None
        if name in ("object", "to") and _takes_list(instruction, name):
            fields[name] = list(ids)
        else:
            fields[name] = one_of(draft, ids, ref, now)
    if getattr(instruction, "control", None) == "you":
        fields["control"] = now.player
    for name in NUMBERS:
        value = getattr(instruction, name, None)
        if isinstance(value, str) and not (name.startswith("add_") and value in OWN):
            fields[name] = number_of(draft, value, now)
    what = getattr(instruction, "what", None)
    if isinstance(what, str):
        fields["what"] = filled_in(draft, what, now)
    if isinstance(instruction, A.AtStep):
        fields["found"] = [i for r in instruction.about for i in select(draft, r, now) or ()]
    return replace(instruction, **fields) if fields else instruction


_LISTS: dict[tuple[type, str], bool] = {}


def _takes_list(instruction: A.Action, name: str) -> bool:
    key = (type(instruction), name)
    if key not in _LISTS:
        _LISTS[key] = "list" in str(
            type(instruction).__annotations__.get(name, "")
        ) or "Refs" in str(type(instruction).__annotations__.get(name, ""))
    return _LISTS[key]
