"""The stack: resolving and countering (608, 701.6)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from mtgmeld.errors import (
    CannotBeDone,
    ChoiceNeeded,
    IllegalAction,
    RunawayTriggers,
    UnsupportedRule,
)
from mtgmeld.game.abilities import Permission, Prohibition, Triggered, with_parts
from mtgmeld.game.actions import ASKED, Action, Object, Ref, action
from mtgmeld.game.card_abilities import abilities_in
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.durations import begin
from mtgmeld.game.entering import EntersWith
from mtgmeld.game.instructions import ability_of, run
from mtgmeld.game.layers import characteristics_of, controller_of, live_abilities
from mtgmeld.game.moving import Shuffle, shuffle
from mtgmeld.game.player_words import does
from mtgmeld.game.selectors import holds
from mtgmeld.game.state_based import settle
from mtgmeld.game.targets import Target, kept_off, legal_targets, qualities_of, spell_abilities
from mtgmeld.game.triggers import loops_in
from mtgmeld.game.values import GameObject, StackAbility
from mtgmeld.game.views import matches
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.layouts import Reason
from mtgmeld.query.things import flat
from mtgmeld.records import says
from mtgmeld.rules.editions import NOT_COUNTERED, PERMANENT_SPELL_COPIES

replace = msgspec.structs.replace


MOST_RESOLVED = 500


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """Resolve the top of the stack, or the named object on it (608)."""

    object: Annotated[
        Ref | None,
        says("what must be on top of the stack; whatever is there by default"),
    ] = None
    all: Annotated[bool, says("whether all of the stack resolves, in order")] = False


@action(Resolve)
def resolve(draft: Draft, act: Resolve) -> None:
    """Resolve the top of the stack (608.1), or all of it in order.

    Raises
    ------
    RunawayTriggers
        If the stack does not get empty: with what resolves again and again.
    """
    if not act.all:
        _resolve_top(draft, act)
        return

    for _ in range(MOST_RESOLVED):
        if not draft.places.get("stack"):
            return
        _resolve_top(draft, act)
        settle(draft, act)
    raise RunawayTriggers(
        f"the stack is not empty after {MOST_RESOLVED} objects have resolved", loops_in(draft)
    )


def _resolve_top(draft: Draft, act: Resolve) -> None:
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
    draft.priority = draft.active  # 117.3b
    if obj.ability is not None:
        _resolve_ability(draft, obj, obj.ability, act)
    else:
        _resolve_spell(draft, obj, act)


def _resolve_spell(draft: Draft, obj: GameObject, act: Resolve) -> None:
    known = characteristics_of(draft, obj)
    name = draft.name_of(obj.id)
    if known.types.value is None:  # a half of which no more than the name is known
        raise UnsupportedRule(
            f"what {name} is, is not known, nor where it goes", ("608.2n", "608.3")
        )
    targets = obj.cast.targets if obj.cast is not None else ()
    legal = _legal_targets(draft, obj, known)
    if any(targets) and not legal:
        _removed(draft, obj, name, "all its targets are illegal")
        move(draft, [ZoneChange(obj.id, "graveyard", by=obj.owner)], act)
        return
    draft.say("resolve", obj, "608.1", name=name, player=obj.controller)
    types = known.types.value
    if not any(t in flat(types) for t in ("Instant", "Sorcery")):
        attached = legal[0] if legal and "Aura" in flat(known.subtypes.value) else None
        if _is_copy_of_spell(obj) and not draft.edition.has(PERMANENT_SPELL_COPIES):
            _no_permanent(draft, obj, name, act)
            return
        if not obj.cards:
            obj = draft.put(replace(obj, base=replace(obj.base, token=True)))
        arrival = EntersWith(resolving=True, control=obj.controller, attached_to=attached)
        rules = ("608.3",) if obj.cards else ("608.3f", "111.13")
        move(
            draft,
            [ZoneChange(obj.id, "battlefield", by=obj.controller, arrival=arrival, rules=rules)],
            act,
        )
        return
    _instructions(draft, obj, known, targets, act)
    if obj.id not in draft.things:
        return
    graveyard: Reason = ("graveyard", ("608.2n",))
    inset = obj.cast is not None and obj.cast.halves == (1,)
    to, after = (inset and obj.base.form.resolved) or graveyard
    going = ZoneChange(obj.id, to, by=obj.owner, rules=after, resolved=True)
    became = move(draft, [going], act)[0]
    if to == "library":
        shuffle(draft, Shuffle(player=obj.owner))
    if to == "exile" and obj.cards:
        _may_play(draft, became, obj.controller)


def _removed(
    draft: Draft, obj: GameObject, name: str, why: str, rules: tuple[str, ...] = ("608.2b",)
) -> None:
    """Say that a spell or ability leaves the stack without resolving.

    For want of a legal target it was countered by the rules, until that changed.
    """
    kind = "removed"
    if rules == ("608.2b",) and not draft.edition.has(NOT_COUNTERED):
        kind, rules = "countered", NOT_COUNTERED.old_rules
    draft.say(kind, obj, *rules, name=name, became=(), player=obj.controller, note=why)


def _is_copy_of_spell(obj: GameObject) -> bool:
    """Whether it is a copy that was put onto the stack, not one of a card that was cast."""
    return not obj.cards and (obj.cast is None or not obj.cast.was_cast)


def _no_permanent(draft: Draft, obj: GameObject, name: str, act: Resolve) -> None:
    """Put the copy of a permanent spell where it ceases to exist.

    Only a card could become a permanent by resolving, and what cannot be put onto the
    battlefield goes to the graveyard (608.3e), where a copy of a spell vanishes (704.5e).
    """
    note, player = "a copy of a permanent spell cannot become a permanent yet", obj.controller
    draft.say("stay", obj, "608.3", "608.3e", name=name, became=(), player=player, note=note)
    move(draft, [ZoneChange(obj.id, "graveyard", by=obj.owner, rules=("608.3e",))], act)


def _may_play(draft: Draft, ids: tuple[int, ...], player: str) -> None:
    """Let the player of an Adventure play the card from exile as long as it is there (715.3d)."""
    allows = Permission(key="adventure", of="play", by="adventure", controller=player)
    exiled = [draft.things[i] for i in ids if draft.things[i].zone == "exile"]
    if exiled:
        begin(draft, exiled, None, player, allows=allows)


def _instructions(
    draft: Draft,
    obj: GameObject,
    known: Characteristics,
    targets: tuple[Target, ...],
    act: Resolve,
) -> None:
    """Follow the instructions of each half, left to right (702.102d).

    A part whose target is illegal does nothing to it; the others work (608.2b).
    """
    spells = spell_abilities(known, () if obj.cast is None else obj.cast.modes)
    for half, written in zip(flat(known.text.value), known.written, strict=True):
        own = {a.key for a in with_parts(abilities_in((written,)))}
        if not any(a.key in own for a in spells):
            note = "its instructions are not modeled; give their effects as further steps"
            draft.say("not modeled", obj, name=half, became=(), player=obj.controller, note=note)
    left, shares = list(targets), () if obj.cast is None else obj.cast.divided
    for ability in spells:
        n = len(ability.slots)
        mine, left = left[:n], left[n:]
        divided, shares = shares[:n], shares[n:]
        legal = legal_targets(draft, ability, mine, obj)
        bundle = StackAbility(ability.key, obj.id, (), "", legal, obj.cast.x if obj.cast else 0)
        bundle = replace(bundle, divided=divided)
        run(draft, ability.do, bundle, obj.controller, act)


def _legal_targets(draft: Draft, obj: GameObject, known: Characteristics) -> tuple[Target, ...]:
    """Return the targets of a spell that are legal as it resolves (608.2b)."""
    targets = obj.cast.targets if obj.cast is not None else ()
    if not targets:
        return ()
    spells = spell_abilities(known, () if obj.cast is None else obj.cast.modes)
    if not any(a.slots for a in spells):
        qualities = qualities_of(known)
        return tuple(
            t
            for t in targets
            if isinstance(t, str)
            or (t in draft.things and not kept_off(draft, t, obj.controller, qualities))
        )
    found: list[Target] = []
    for ability in spells:
        mine, targets = targets[: len(ability.slots)], targets[len(ability.slots) :]
        found += [t for t in legal_targets(draft, ability, mine, obj) if t]
    return tuple(found)


def _resolve_ability(draft: Draft, obj: GameObject, bundle: StackAbility, act: Resolve) -> None:
    draft.take_from("stack", obj.id)
    draft.drop(obj.id)
    draft.abilities = {**draft.abilities, obj.id: obj}
    key, player = bundle.key, obj.controller
    if bundle.do:
        draft.say("resolve", obj, "608.1", "603.7", name=key, became=(), player=player)
        run(draft, bundle.do, bundle, player, act)
        return
    ability = ability_of(draft, bundle)
    if ability is None:
        note = "nothing is known of the ability"
        draft.say("not modeled", obj, name=key, became=(), note=note)
        return
    parts = [ability.modes[n] for n in bundle.modes] or [ability]
    legal: tuple[Target, ...] = ()
    left = bundle.targets
    for part in parts:
        mine, left = left[: len(part.slots)], left[len(part.slots) :]
        legal += legal_targets(draft, part, mine, obj)
    if any(bundle.targets) and not any(legal):
        _removed(draft, obj, key, "its target is illegal")
        return
    bundle = replace(bundle, targets=legal)
    source = draft.last(bundle.source) if bundle.source else None
    if isinstance(ability, Triggered) and not holds(draft, ability, source, player):
        _removed(draft, obj, key, "its condition is not true; nothing happens", ("603.4",))
        return
    pays = getattr(ability, "pay", "")
    if pays or getattr(ability, "may", False):
        draft.used.add("may")
        if act.may is None:
            what = f"whether to do what {key} offers" + (f" and pay {pays}" if pays else "")
            raise ChoiceNeeded(player, "may", (True, False), ("608.2d",), what)
        if not act.may:
            draft.used.update(ASKED)  # what was chosen for it is settled by declining
            for name in act.choose:
                act.choose.get(name)
            note = does(player, "declines")
            draft.say("resolve", obj, "608.2d", name=key, became=(), note=note)
            return
    draft.say("resolve", obj, "608.1", name=key, became=(), player=player)
    if not bundle.modes:
        run(draft, ability.do, bundle, player, act)
        return
    for part in parts:
        n = len(part.slots)
        now = replace(bundle, key=part.key, targets=legal[:n], divided=bundle.divided[:n])
        legal, bundle = legal[n:], replace(bundle, divided=bundle.divided[n:])
        run(draft, part.do, now, player, act)


class Counter(Action, frozen=True, kw_only=True, tag="counter"):
    """Counter a spell or ability (701.6)."""

    object: Object


@action(Counter)
def counter(draft: Draft, act: Counter) -> None:
    """Counter a spell or ability: a card goes to its owner's graveyard (701.6a)."""
    i = draft.find_one(act.object)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "stack":
        raise CannotBeDone(f"{draft.called(act.object)} is not on the stack", ("701.6a",), i)
    name = draft.name_of(obj.id)
    for ability, source in live_abilities(draft, Prohibition):
        if ability.of == "counter" and obj.ability is None:
            player = controller_of(draft, ability, source)
            if matches(draft, ability.what, obj, None, player):
                raise CannotBeDone(f"{name} cannot be countered", ("101.2",), obj.id)
    draft.say("countered", obj, "701.6a", name=name)
    move(draft, [ZoneChange(obj.id, "graveyard", by=obj.owner, rules=("701.6a",))], act)
