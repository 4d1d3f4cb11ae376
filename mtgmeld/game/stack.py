"""The stack: resolving and countering, and carrying out what an ability says (608)."""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.targets import Target, spell_abilities, still_legal
from mtgmeld.game.triggers import condition_holds, owned_pair
from mtgmeld.game.zone_change import Going, move
from mtgmeld.query.wanted import flat

__all__ = ["counter", "resolve", "run"]

replace = msgspec.structs.replace
SELECTABLE = ("object", "with_", "of", "to", "until", "source", "attached_to", "as_copy")


def resolve(draft: Draft, act: A.Resolve) -> None:
    """Resolve the top of the stack (608.1), or all of it in order."""
    if act.all:
        for _ in range(500):
            if not draft.places.get("stack"):
                return
            _resolve_top(draft, act)
            from mtgmeld.game.engine import settle

            settle(draft, act)
        return
    _resolve_top(draft, act)


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
    if obj.ability is not None:
        _resolve_ability(draft, obj, obj.ability, act)
    else:
        _resolve_spell(draft, obj, act)


def _resolve_spell(draft: Draft, obj: Obj, act: A.Resolve) -> None:
    known = characteristics_of(draft, obj)
    name = draft.name_of(obj.id)
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
    move(draft, [Going(obj.id, to, by=obj.owner, rules=rules)], act)


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
    spells = spell_abilities(known)
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
    aimed = iter(targets)
    for ability in spells:
        mine = tuple(t for t in (next(aimed, ""),)) if ability.target else ()
        legal = tuple(t for t in mine if still_legal(draft, ability, t, obj))
        bundle = Bundle(ability.key, obj.id, (), "", legal, obj.cast.x if obj.cast else 0)
        run(draft, ability.do, bundle, obj.controller, act)


def _legal_targets(draft: Draft, obj: Obj, known: Characteristics) -> tuple[Target, ...]:
    """Return the targets of a spell that are legal as it resolves (608.2b)."""
    targets = obj.cast.targets if obj.cast is not None else ()
    aimed = [a for a in spell_abilities(known) if a.target]
    if not aimed:
        return tuple(t for t in targets if isinstance(t, str) or t in draft.things)
    return tuple(t for a, t in zip(aimed, targets, strict=False) if still_legal(draft, a, t, obj))


def _ability_of(draft: Draft, bundle: Bundle) -> Ability | None:
    from mtgmeld.game.cards_that_act import ability_by_key

    standing: tuple[Ability, ...] = draft.standing
    for ability in standing:
        if ability.key == bundle.key:
            return ability
    return ability_by_key(bundle.key)


def _resolve_ability(draft: Draft, obj: Obj, bundle: Bundle, act: A.Resolve) -> None:
    draft.take_from("stack", obj.id)
    draft.drop(obj.id)
    if bundle.do:
        draft.emit(
            Event("resolve", obj.id, bundle.key, player=obj.controller, rules=("608.1", "603.7"))
        )
        run(draft, bundle.do, bundle, obj.controller, act)
        return
    ability = _ability_of(draft, bundle)
    if ability is None:
        draft.emit(Event("not modeled", obj.id, bundle.key, note="nothing is known of the ability"))
        return
    player = obj.controller
    if any(bundle.targets) and not any(still_legal(draft, ability, t, obj) for t in bundle.targets):
        draft.emit(
            Event("resolve", obj.id, bundle.key, note="its target is illegal", rules=("608.2b",))
        )
        return
    source = draft.last(bundle.source) if bundle.source else None
    if ability.condition is not None:
        if not condition_holds(draft, ability, source, player):
            rules = ("603.4",) if ability.condition_when == "both" else ("608.2c",)
            draft.emit(
                Event(
                    "resolve",
                    obj.id,
                    bundle.key,
                    note="its condition is not true; nothing happens",
                    rules=rules,
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
                Event("resolve", obj.id, bundle.key, note=f"{player} declines", rules=("608.2d",))
            )
            return
    draft.emit(Event("resolve", obj.id, bundle.key, player=player, rules=("608.1",)))
    if ability.condition is not None and ability.condition.own_and_control:
        _meld(draft, ability, source, player, act)
        return
    run(draft, ability.do, bundle, player, act)


def _meld(draft: Draft, ability: Ability, source: Obj | None, player: str, act: A.Resolve) -> None:
    """Meld a source with the counterpart that the player picks on resolution (608.2d, 201.5)."""
    from mtgmeld.game.melding import meld

    assert source is not None
    found = owned_pair(draft, ability, source, player)
    assert found is not None
    options = found[0]
    picked = options[0]
    chosen = act.choose.get("counterpart")
    if len(options) > 1:
        if chosen is None:
            raise ChoiceNeeded(
                player,
                "choose.counterpart",
                [draft._handle_of(i) for i in options],
                ("608.2d", "201.5"),
                "which of several to exile",
            )
        picked = draft.find_one(chosen)
    entering = ability.do[0] if ability.do else None
    tapped = bool(getattr(entering, "tapped", False))
    attacking = bool(getattr(entering, "attacking", False))
    made = A.Meld(object=source.id, tapped=tapped, attacking=attacking, player=player, with_=picked)
    meld(draft, _with_choices(made, act))


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


def run(
    draft: Draft, instructions: tuple[A.Action, ...], bundle: Bundle, player: str, act: A.Action
) -> None:
    """Carry out instructions in order, selectors standing for objects (608.2c)."""
    from mtgmeld.game.engine import HANDLERS

    for instruction in instructions:
        if _turned_since(draft, instruction, bundle):
            continue
        bound = _bind(draft, instruction, bundle, player)
        if bound is None:
            continue
        bound = _with_choices(bound, act)
        if bound.player is None or instruction.player in (None, "you"):
            bound = replace(bound, player=player)
        HANDLERS[type(bound)](draft, bound)


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


def _bind(draft: Draft, instruction: A.Action, bundle: Bundle, player: str) -> Any:
    """Return the instruction with ids for its selectors, or None if nothing is left to act on."""
    fields: dict[str, Any] = {}
    if instruction.player == "opponent":
        fields["player"] = next(p.name for p in draft.players if p.name != player)
    elif instruction.player == "owner":
        fields["player"] = None
    for name in SELECTABLE:
        ref = getattr(instruction, name, None)
        if not isinstance(ref, str):
            continue
        ids = _select(draft, ref, bundle, player)
        if ids is None:
            continue
        if not ids:
            return None
        single = name not in ("object", "to") or not _takes_list(instruction, name)
        fields[name] = ids[0] if single else list(ids)
    if getattr(instruction, "amount", None) == "x":
        fields["amount"] = bundle.x
    return replace(instruction, **fields) if fields else instruction


_LISTS: dict[tuple[type, str], bool] = {}


def _takes_list(instruction: A.Action, name: str) -> bool:
    key = (type(instruction), name)
    if key not in _LISTS:
        _LISTS[key] = "list" in str(
            type(instruction).__annotations__.get(name, "")
        ) or "Refs" in str(type(instruction).__annotations__.get(name, ""))
    return _LISTS[key]


def _select(draft: Draft, ref: str, bundle: Bundle, player: str) -> list[Any] | None:
    """Return what a selector stands for now; None if the text is no selector."""
    if ref == "this":
        return (
            [bundle.source] if bundle.source in draft.things or bundle.source in draft.known else []
        )
    if ref in ("that card", "that creature", "those cards"):
        return [i for i in bundle.found if i in draft.things]
    if ref == "target":
        return [t for t in bundle.targets if t in draft.things or (isinstance(t, str) and t)]
    if ref == "exiled with this":
        linked = draft.links.get(str(bundle.source), ())
        return [i for i in linked if i in draft.things and draft.things[i].zone == "exile"]
    if ref == "you":
        return [player]
    if ref == "opponent":
        return [p.name for p in draft.players if p.name != player]
    if ref.startswith("each "):
        text = ref[5:]
        places = [z for z in ("graveyard", "hand", "exile") if f"in:{z}" in text] or ["battlefield"]
        return [
            i
            for z in places
            for i in draft.in_zone(z)
            if i != 0 and matches(draft, text, draft.things[i], None, player)
        ]
    return None


def counter(draft: Draft, act: A.Counter) -> None:
    """Counter a spell or ability: a card goes to its owner's graveyard (701.6a)."""
    obj = draft.things.get(draft.find_one(act.object))
    if obj is None or obj.zone != "stack":
        raise IllegalAction(f"{act.object} is not on the stack", ("701.6a",))
    name = draft.name_of(obj.id)
    draft.emit(Event("countered", obj.id, name, (obj.id,), rules=("701.6a",)))
    move(draft, [Going(obj.id, "graveyard", by=obj.owner, rules=("701.6a",))], act)
