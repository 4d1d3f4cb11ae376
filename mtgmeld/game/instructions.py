"""Carrying out what an ability says, one instruction after another (608.2c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mtgmeld.errors import CannotBeDone, ChoiceNeeded
from mtgmeld.game.abilities import Ability, with_parts
from mtgmeld.game.actions import HANDLERS, Action, Choices, fields_listing
from mtgmeld.game.card_abilities import ability_by_key
from mtgmeld.game.draft import Draft
from mtgmeld.game.selectors import Context
from mtgmeld.game.values import Event, GameObject, StackAbility

replace = msgspec.structs.replace
NUMBERS = ("amount", "count", "add_power", "add_toughness", "power", "toughness")
COMMON = frozenset(Action.__struct_fields__)
# what an action says that an instruction does not
_HANDED_ON = ("player", "order", "replacement", "commander", "keep", "target", "as_copy")
OWN = ("mana value", "power", "toughness")
SELECTABLE = ("object", "with_", "of", "to", "until", "source", "attached_to", "as_copy", "library")


def ability_of(draft: Draft, bundle: StackAbility) -> Ability | None:
    """Return the ability that stands on the stack, if it is known."""
    given = (a for e in draft.effects if e.change is not None for a in e.change.grants)
    # what it was given it had as it left, though the effect that gave it may be over (113.7a)
    known = draft.known.get(bundle.source)
    had = () if known is None else known.characteristics.gained
    for ability in with_parts((*had, *draft.standing, *given)):
        if ability.key == bundle.key:
            return ability
    return ability_by_key(bundle.key, _texts(draft, bundle))


def _texts(draft: Draft, bundle: StackAbility) -> Iterator[str]:
    """Yield the texts that may have an ability: a card's, and what made-up faces there say."""
    own = draft.last(bundle.source) if bundle.source else None
    if own is not None:
        yield from _said(own)
    yield bundle.key.partition("#")[0]
    for obj in (*draft.things.values(), *(known.obj for known in draft.known.values())):
        yield from _said(obj)
    for card in draft.cards.values():
        yield from (face.says for face in card.card.faces if face.says)


def _said(obj: GameObject) -> Iterator[str]:
    whats = (obj.base, obj.copy) if obj.copy is not None else (obj.base,)
    yield from (f.says for what in whats for f in (*what.faces, *what.fronts) if f.says)


def run(
    draft: Draft,
    instructions: tuple[Action, ...],
    bundle: StackAbility,
    player: str,
    act: Action,
) -> None:
    """Carry out instructions in order, selectors standing for objects (608.2c)."""
    ability = ability_of(draft, bundle)
    now = Context(
        draft,
        player,
        draft.last(bundle.source) if bundle.source else None,
        bundle.x,
        bundle.targets,
        bundle.found,
        bundle.about,
        ability=ability,
        act=act,
        linked=draft.links.get(str(bundle.source), ()),
        divided=bundle.divided,
    )
    before, draft.now = draft.now, now
    try:
        go_on(draft, instructions, now, act, bundle)
    finally:
        draft.now = before


def go_on(
    draft: Draft,
    instructions: tuple[Action, ...],
    now: Context,
    act: Action,
    bundle: StackAbility | None = None,
) -> None:
    """Carry out instructions in a context; each may refer to what those before it did."""
    for n, instruction in enumerate(instructions):
        if bundle is not None and _turned_since(draft, instruction, bundle):
            continue
        first = not n and getattr(now.ability, "if_done", False)
        bound = _bind(draft, instruction, now)
        if bound is None:
            if first:
                return  # what follows rests on the first instruction
            continue
        seen = len(draft.events)
        for name in _players(draft, instruction.player, now):
            done = _possible(draft, replace(_with_choices(bound, act), player=name))
            if first and not (done and draft.events[seen:]):
                return  # what is no longer there was not moved, say (609.3)
        _remember(now, draft.events[seen:])


def _remember(now: Context, events: list[Event]) -> None:
    """Keep what an instruction did, for those that follow."""
    moves = [e for e in events if e.kind == "move"]
    now.made = (*now.made, *(i for e in moves if not e.start for i in e.became))
    shown = (e for e in events if e.kind in ("reveal", "look"))
    now.revealed = (*now.revealed, *(i for e in shown for i in e.became))
    moved = [e for e in moves if e.start]
    if moved:
        now.moved = tuple(i for e in moved for i in e.became)
        now.left = tuple(e.obj for e in moved)
        now.many = len(moved)
    for event in events:
        if event.kind == "counters removed":
            now.many = event.objects


def _possible(draft: Draft, action: Any) -> bool:
    """Do as much of an instruction as is possible; return whether anything was (609.3)."""
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


def _players(draft: Draft, word: str | None, now: Context) -> list[str]:
    """Return the players that an instruction is for; the ability's controller by default."""
    if word is None:
        return [now.player]
    found = now.select(word)
    if found is None:
        return [draft.player(word).name]
    players = [p for p in found if isinstance(p, str)]
    return players[:1] if word == "opponent" else players


def _turned_since(draft: Draft, instruction: Action, bundle: StackAbility) -> bool:
    """Whether a permanent has turned over since an ability of its own was put there (701.27f)."""
    if not instruction.turns_over or getattr(instruction, "object", None) != "this":
        return False
    now = draft.get(bundle.source)
    if now is None or now.turned == bundle.turned:
        return False
    note = "it has transformed since the ability was put onto the stack"
    name = draft.name_of(now.id)
    draft.say("stay", now, "701.27f", name=name, note=note)
    return True


def _with_choices(instruction: Action, act: Action) -> Any:
    """Return an instruction with the choices that the action gives."""
    own: dict[str, Any] = {n: getattr(instruction, n) or getattr(act, n) for n in _HANDED_ON}
    return replace(instruction, **own, choose=Choices.of(act.choose).but(**instruction.choose))


def _bind(draft: Draft, instruction: Action, now: Context) -> Any:
    """Return the instruction with ids for its selectors, or None if nothing is left to act on."""
    fields: dict[str, Any] = {}
    for name in SELECTABLE:
        ref = getattr(instruction, name, None)
        if not isinstance(ref, str):
            continue
        ids = now.select(ref)
        if ids is None:
            continue
        if not ids:
            return None
        several = name in ("object", "to") and name in fields_listing(type(instruction), list)
        fields[name] = list(ids) if several else _one(draft, ids, ref, now)
    if instruction.__struct_config__.tag == "damage" and now.source is not None:
        # who deals damage is whose ability it is
        given = fields.get("source", getattr(instruction, "source", None))
        fields["source"] = given or now.source.id
    if getattr(instruction, "control", None) == "you":
        fields["control"] = now.player
    for name in NUMBERS:
        value = getattr(instruction, name, None)
        if isinstance(value, str) and not (value in OWN and instruction.own_amounts):
            fields[name] = now.number(value)
    instruction = instruction.found_by(now.select)
    return replace(instruction, **fields) if fields else instruction


def _one(draft: Draft, ids: list[Any], ref: str, now: Context) -> Any:
    """Return the one of several objects that the player picks on resolution (608.2d)."""
    if len(ids) == 1:
        return ids[0]
    word = "exiled card" if ref == "exiled with this" else ref.partition(" ")[0]
    options = [draft.ref_of(i) for i in ids]
    chosen = now.act.choose.get(word) if now.act is not None else None
    for i, option in zip(ids, options, strict=True):
        if chosen is not None and chosen in (i, option):
            return i
    if chosen is not None and (found := draft.find_one(chosen)) in ids:
        return found
    rules = ("608.2d", "201.5") if word == "counterpart" else ("608.2d",)
    raise ChoiceNeeded(now.player, f"choose.{word}", options, rules, f"which {word}")
