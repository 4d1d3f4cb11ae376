"""One zone change: what is replaced, what moves, what triggers on it (400.7, 614).

Whatever the rules let be chosen is chosen here, before anything moves (614, 616, 712.21).

One permanent may leave and two cards arrive (712.21); whatever replaces, orders, links or
counts is decided once, for all zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import Replacement, comes_from
from mtgmeld.game.actions import Action, instruction
from mtgmeld.game.characteristics import of_card
from mtgmeld.game.copiable import index_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import EntersWith, as_it_enters, enter, may_enter
from mtgmeld.game.layers import abilities_of, characteristics_of, live_abilities, points_at
from mtgmeld.game.player_words import is_meant
from mtgmeld.game.state import State
from mtgmeld.game.triggers import notice
from mtgmeld.game.values import Event, GameObject, StackAbility
from mtgmeld.game.views import matches
from mtgmeld.names import normal_form
from mtgmeld.query.things import flat
from mtgmeld.rules.citations import cited
from mtgmeld.rules.editions import CARDS_COUNTED, COMMANDER_STATE_BASED, TIMESTAMPS_APNAP, reading


@cache
def _rebound() -> Replacement:
    """Return what happens as a spell with rebound that was cast from a hand resolves (702.88a)."""
    later = instruction("may cast", object="that card", by="rebound")
    upkeep = {"step": "upkeep", "of": "you", "about": ["that card"], "do_later": [later]}
    do = (instruction("at step", **upkeep),)
    return Replacement(key="Rebound#exile", to="graveyard", instead="exile", do=do)


class ZoneChange(msgspec.Struct, frozen=True, gc=False):
    """An object about to change zones.

    Attributes
    ----------
    obj : int
    to : str
    where : str or int
        In a library: ``top``, ``bottom`` or a place from the top.
    by : str
        The player who does it.
    arrival : EntersWith
        How it enters, where it goes to the battlefield.
    unordered : bool
        Whether the order of two cards cannot matter, since they go on at once.
    recorded : bool
        Whether an ability keeps a record of what it exiles, so that the order of two cards
        must be chosen; without it a choice that is not given is taken as the order listed.
    resolved : bool
        Whether it is a spell that goes as the last part of resolving (608.2n).
    found : bool
        Whether an effect finds it as what it has made of an object (400.7j).
    rules : tuple of str
    counters : tuple
        Counters that the cards get in the new zone.
    """

    obj: int
    to: str
    where: str | int = "top"
    by: str = ""
    arrival: EntersWith = EntersWith()
    unordered: bool = False
    recorded: bool = False
    resolved: bool = False
    found: bool = False
    rules: tuple[str, ...] = ()
    counters: tuple[tuple[str, int | str], ...] = ()


class PlannedZoneChange(msgspec.Struct, gc=False):
    """A zone change after its replacements: where each card goes, and what is done ``then``."""

    going: ZoneChange
    obj: GameObject
    to: str
    where: str | int
    order: tuple[int, ...]
    apart: dict[int, str]
    counters: tuple[tuple[str, int | str], ...]
    rules: tuple[str, ...]
    notes: list[str]
    then: Replacement | None = None


def plan_of(draft: Draft, going: ZoneChange, obj: GameObject, act: Action) -> PlannedZoneChange:
    """Return what becomes of an object that is about to change zones.

    Raises
    ------
    ChoiceNeeded
        If a choice is called for that the action does not give.
    IllegalAction
        If it wants different replacement effects for the two cards of one permanent.
    """
    plan = PlannedZoneChange(
        going, obj, going.to, going.where, obj.cards, {}, going.counters, going.rules, []
    )
    if obj.ability is not None:
        return plan
    if obj.zone != "battlefield" or draft.standing or draft.effects or "replace" in index_of(draft):
        _replaced(draft, plan, act)
    _commander(draft, plan, act)
    if len(obj.cards) > 1:
        _order(draft, plan, act)
    return plan


def _replaced(draft: Draft, plan: PlannedZoneChange, act: Action) -> None:
    """Apply the replacement effects that fit, one by one, until none is left (616.1)."""
    obj = plan.obj
    used: set[tuple[str, str]] = set()
    while True:
        options = [o for o in _applicable(draft, plan) if (o[0].key, o[1]) not in used]
        if not options:
            return
        ability, source = _pick(draft, obj, options, act)
        used.add((ability.key, source))  # each applies to an event once (614.5)
        plan.to, _, place = ability.instead.partition(" ")
        plan.where = place or plan.where
        plan.counters = (*plan.counters, *ability.counters.items())
        plan.rules = (*plan.rules, "614.6", *(("712.21d",) if len(obj.cards) == 2 else ()))
        plan.notes.append(f"replaced by {source}")
        plan.then = ability if ability.do else None


def _label(draft: Draft, ability: Replacement, source: GameObject | None) -> str:
    return draft.card_name(source) if source is not None else ability.key


def replacements_of(state: State, obj: GameObject, to: str) -> list[str]:
    """Return the replacement effects that could apply if an object moved now, by card or id."""
    going = ZoneChange(obj.id, to)
    plan = PlannedZoneChange(
        going, obj, to, going.where, obj.cards, {}, going.counters, going.rules, []
    )
    return [label for _, label in _applicable(Draft.of(state), plan)]


def _applicable(draft: Draft, plan: PlannedZoneChange) -> list[tuple[Replacement, str]]:
    """Return the replacement effects that could apply to the event as it now stands."""
    obj = plan.obj
    found = list(_leaving_stack(draft, plan))
    for ability, source in live_abilities(draft, Replacement):
        if ability.to not in ("", plan.to) or ability.instead.partition(" ")[0] == plan.to:
            continue
        if not ability.attached and not points_at(ability, source, obj):
            continue
        if not comes_from(ability.source, obj.zone):
            continue
        whose = source.controller if source is not None else ability.controller or draft.active
        if ability.attached:
            if source is None or source.attached not in (obj.id, obj.owner):
                continue
        elif not is_meant(ability.who, obj.owner, whose):
            continue
        if matches(draft, ability.what, obj, None, whose):
            found.append((ability, _label(draft, ability, source)))
    if obj.zone != "battlefield":
        for own in abilities_of(draft, obj):
            if isinstance(own, Replacement) and own.this and own.to == plan.to:
                found.append((own, draft.card_name(obj)))
    return found


def _leaving_stack(draft: Draft, plan: PlannedZoneChange) -> Iterator[tuple[Replacement, str]]:
    """Yield what exiles a spell instead of letting it go elsewhere from the stack.

    A half with aftermath does so whatever let it be cast from the graveyard (702.127a).  Others
    do so only as the spell resolves: rebound (702.88a), and effects on the spell (614.1a).
    """
    obj = plan.obj
    if obj.zone != "stack" or obj.cast is None or plan.to in ("exile", "battlefield", "stack"):
        return
    keywords = flat(characteristics_of(draft, obj).keywords.value)
    by = rule = ""
    if obj.cast.zone == "graveyard" and "Aftermath" in keywords:
        by, rule = "aftermath", "702.127a"
    elif obj.cast.by == "flashback":
        by, rule = "flashback", "702.34a"
    if by:
        plan.rules = cited((*plan.rules, rule))
        yield Replacement(key=by, to="", instead="exile"), by
    if not plan.going.resolved or plan.to != "graveyard":
        return
    if "Rebound" in keywords and obj.cast.was_cast and obj.cast.zone == "hand":
        plan.rules = cited((*plan.rules, "702.88a"))
        yield _rebound(), "rebound"
    for effect in draft.effects:
        if effect.replaces is not None and obj.id in effect.ids:
            yield effect.replaces, effect.says


def _pick(
    draft: Draft, obj: GameObject, options: list[tuple[Replacement, str]], act: Action
) -> tuple[Replacement, str]:
    """Return the effect that the affected object's controller applies (616.1).

    There is nothing to choose between effects that do the same.
    """
    wanted = _wanted(draft, obj, act)
    words = {w for a, label in options for w in (a.key, label, *label.split(" + "))}
    if words.intersection(wanted):
        draft.used.add("replacement")
    first = options[0][0]
    if all(
        (a.instead, a.counters, a.do) == (first.instead, first.counters, first.do)
        for a, _ in options
    ):
        return options[0]
    for chosen in wanted:
        for ability, label in options:
            if chosen in (ability.key, label) or chosen in label.split(" + "):
                return ability, label
    raise ChoiceNeeded(
        obj.controller,
        "replacement",
        dict.fromkeys(label for _, label in options),
        ("616.1", "712.21d") if len(obj.cards) == 2 else ("616.1",),
        "which replacement effect applies",
    )


def _wanted(draft: Draft, obj: GameObject, act: Action) -> list[str]:
    """Return the replacement effects that an action names for an object, in order.

    Raises
    ------
    IllegalAction
        If the action wants different effects for the two cards of a melded permanent.
    """
    given = act.replacement
    if not isinstance(given, dict):
        return [given] if isinstance(given, str) else list(given or ())
    spelled = [h for h, ids in draft.handles.items() if ids == (obj.id,)]
    spelled += [str(obj.id), draft.name_of(obj.id)]
    spelled += [draft.cards[c].card.name for c in obj.cards]
    names = {normal_form(n) for n in spelled}
    found = list(dict.fromkeys(v for k, v in given.items() if normal_form(k) in names))
    if len(found) > 1:
        raise IllegalAction(
            f"{' and '.join(found)}: one of them applies, to {draft.card_name(obj)} as a whole",
            ("712.21d", "616.1"),
        )
    return found


def _commander(draft: Draft, plan: PlannedZoneChange, act: Action) -> None:
    """Let the owner put a commander card into the command zone (903.9, 903.9b-c)."""
    obj = plan.obj
    commanders = [c for c in obj.cards if draft.cards[c].commander]
    if not commanders or plan.to == "command":
        return
    zones: tuple[str, ...]
    rules: tuple[str, ...]
    if draft.edition.has(COMMANDER_STATE_BASED):
        zones, rules = ("hand", "library"), ("903.9b",)
    else:
        zones, rules = ("hand", "library", "graveyard", "exile"), ("903.9@2020-06-01",)
    if plan.to not in zones:
        return
    draft.used.add("commander")
    if act.commander is None:
        raise ChoiceNeeded(
            obj.owner,
            "commander",
            ("command", "stay"),
            (*rules, "903.9c") if len(obj.cards) == 2 else rules,
            "whether the commander goes to the command zone",
        )
    if act.commander not in ("command", "stay"):
        raise UnknownName("choice for a commander", act.commander, ("command", "stay"))
    if act.commander == "command":
        for c in commanders:
            plan.apart[c] = "command"
        extra: tuple[str, ...] = ()
        if len(obj.cards) == 2:
            extra = ("903.9c",) if rules == ("903.9b",) else ("903.9a@2020-06-01",)
        plan.rules = (*plan.rules, *rules, *extra)
        plan.notes.append("the commander goes to the command zone")
        if len(commanders) == len(obj.cards):
            plan.to, plan.where = "command", "top"


def _order(draft: Draft, plan: PlannedZoneChange, act: Action) -> None:
    """Put the two cards of a melded permanent into the order that the rules let be chosen."""
    obj = plan.obj
    together = [c for c in obj.cards if c not in plan.apart]
    if len(obj.cards) == 2 and plan.apart:
        draft.used.add("order")  # settled by what took one of them elsewhere
    if len(together) < 2:
        return
    if plan.to in ("graveyard", "library"):
        player, rules = obj.owner, ("712.21a",)
        what = f"the order of the two cards in the {plan.to}, bottom first"
    elif plan.to == "exile":
        player, rules = plan.going.by or obj.controller, ("712.21b",)
        what = "which of the two cards is exiled last"
    else:
        return
    if plan.going.unordered:
        return
    draft.used.add("order")
    names = {normal_form(draft.cards[c].card.name): c for c in together}
    given = [names[n] for n in map(normal_form, act.order or ()) if n in names]
    picked = tuple(dict.fromkeys(given))
    if not picked and plan.to == "exile" and not plan.going.recorded:
        plan.notes.append("exiled in the order listed")
        return
    if len(picked) != len(together):
        options = permutations(draft.cards[c].card.name for c in together)
        raise ChoiceNeeded(player, "order", options, rules, what)
    plan.order = picked
    plan.rules = (*plan.rules, *rules)


replace = msgspec.structs.replace


def move(draft: Draft, goings: Sequence[ZoneChange], act: Action) -> list[tuple[int, ...]]:
    """Move objects at once; return what each became.

    Parameters
    ----------
    draft : Draft
    goings : sequence of ZoneChange
    act : Action
        Whose choices decide about orders and replacements.

    Returns
    -------
    list of tuple of int
        For each object the objects that it became; the object itself where it stays.

    Raises
    ------
    ChoiceNeeded
        If a choice is called for that the action does not give.
    """
    plans: list[PlannedZoneChange | None] = []
    both = _found_both(draft, goings)
    for going in goings:
        if going.obj in both:
            going = replace(going, rules=(*going.rules, "712.21c"))
        obj = draft.things[going.obj]
        stays = _stays(draft, obj, going)
        if stays is None:
            plans.append(plan_of(draft, going, obj, act))
            continue
        plans.append(None)
        where: Any = {"start": obj.zone, "end": obj.zone, "player": obj.controller}
        draft.say("stay", obj, *stays[1], note=stays[0], **where)
    draft.batch += 1
    for plan in plans:
        if plan is not None and (plan.obj.zone in ("battlefield", "stack")):
            draft.remember(plan.obj)
    became: list[tuple[int, ...]] = [(g.obj,) for g in goings]
    for i in _sequence(draft, plans, act):
        plan = plans[i]
        assert plan is not None
        became[i] = _carry_out(draft, plan, act)
    notice(draft)
    for i, plan in enumerate(plans):
        if plan is not None and plan.then is not None:
            _go_on(draft, plan, became[i], act)
    return became


def _found_both(draft: Draft, goings: Sequence[ZoneChange]) -> frozenset[int]:
    """Return the objects that an effect finds as the two cards of one melded permanent."""
    if len(goings) < 2:
        return frozenset()
    now = draft.now
    found = () if now is None else (*now.found, *now.moved)
    ids = [g.obj for g in goings if g.found or g.obj in found]
    if len(ids) < 2:
        return frozenset()
    alone = {draft.things[i].cards: i for i in ids}
    pairs = (known.obj.cards for known in draft.known.values() if len(known.obj.cards) == 2)
    each = ([alone.get((card,), 0) for card in pair] for pair in pairs)
    return frozenset(i for two in each if all(two) for i in two)


def _go_on(draft: Draft, plan: PlannedZoneChange, became: tuple[int, ...], act: Action) -> None:
    """Do what a replacement effect says after what it has put in the event's place (614.1a)."""
    from mtgmeld.game.instructions import run

    assert plan.then is not None
    if plan.to == plan.then.instead.partition(" ")[0]:
        bundle = StackAbility(plan.then.key, plan.obj.id, became)
        run(draft, plan.then.do, bundle, plan.obj.controller, act)


def _stays(draft: Draft, obj: GameObject, going: ZoneChange) -> tuple[str, tuple[str, ...]] | None:
    """Return why an object does not change zones, with rules; None if it does."""
    if obj.zone == going.to and obj.zone not in ("exile", "library"):
        return f"it is in zone {obj.zone} already", ("400.7",)
    if obj.ability is not None and going.to == "battlefield":
        return "an ability is no card", ("110.1", "113.1")
    if obj.is_token and obj.zone not in ("battlefield", "stack"):
        return "a token that has left the battlefield cannot move on", ("111.8",)
    return may_enter(draft, obj, going.arrival) if going.to == "battlefield" else None


def _sequence(draft: Draft, plans: list[PlannedZoneChange | None], act: Action) -> list[int]:
    """Return the order of timestamps: each player's own, the active player first (613.7m).

    Until then the active player ordered all of them: as the action lists them, or as its
    ``order`` says of those that it names.
    """
    if len(plans) == 1:
        return [0] if plans[0] is not None else []
    moving = _ordered(draft, [(i, p) for i, p in enumerate(plans) if p is not None], act)
    if len(moving) < 2 or not draft.edition.has(TIMESTAMPS_APNAP):
        return [i for i, _ in moving]
    if len({_whose(p) for _, p in moving}) == 1:
        return [i for i, _ in moving]
    place = {name: n for n, name in enumerate(draft.turn_order)}
    return [i for i, _ in sorted(moving, key=lambda row: place[_whose(row[1])])]


def _ordered(
    draft: Draft, moving: list[tuple[int, PlannedZoneChange]], act: Action
) -> list[tuple[int, PlannedZoneChange]]:
    """Return what moves at once with those in order that an action names (404.3, 613.7m)."""
    if len(moving) < 2 or not act.order:
        return moving
    place = {normal_form(str(name)): n for n, name in enumerate(act.order)}
    named = {i: place.get(normal_form(draft.card_name(p.obj))) for i, p in moving}
    at = [n for n, (i, _) in enumerate(moving) if named[i] is not None]
    if len(at) < 2:
        return moving
    draft.used.add("order")
    found = list(moving)
    for n, row in zip(
        at, sorted((moving[n] for n in at), key=lambda r: named[r[0]] or 0), strict=True
    ):
        found[n] = row
    return found


def _whose(plan: PlannedZoneChange) -> str:
    """Return who orders an object's timestamp: its controller, else its owner (613.7m)."""
    entering = plan.going.arrival.control if plan.to == "battlefield" else ""
    return entering or plan.obj.owner


def _carry_out(draft: Draft, plan: PlannedZoneChange, act: Action) -> tuple[int, ...]:
    obj, going = plan.obj, plan.going
    name = draft.name_of(obj.id)
    draft.take_from(draft.zone_key(obj.zone, obj.owner), obj.id)
    draft.drop(obj.id)
    if obj.ability is not None:
        return ()
    if obj.is_token or not obj.cards:
        new = _one(draft, plan, act, None)
        made: tuple[int, ...] = (new,)
    else:
        made = tuple([_one(draft, plan, act, c) for c in plan.order])
    draft.follow(obj.id, made)
    draft.go_along(obj.id, made)
    rules = plan.rules
    if len(obj.cards) == 2:
        counted = ("712.21e",) if draft.edition.has(CARDS_COUNTED) else ()
        rules = ("712.21", *counted, *rules)
    if obj.counters:
        rules = (*rules, "122.2")
    who, note = going.by or obj.controller, "; ".join(plan.notes)
    rules = tuple(dict.fromkeys(("400.7", *rules)))
    moved = (obj.zone, plan.to, 1, len(obj.cards), who, draft.batch, note, rules)
    draft.emit(Event("move", obj.id, name, made, *moved))
    if plan.to == "battlefield":
        enter(draft, made[0], obj, going.arrival, act)
    return made


def _one(draft: Draft, plan: PlannedZoneChange, act: Action, card: int | None) -> int:
    """Make the new object of one card, or of a token or copy, in its new zone."""
    obj, going = plan.obj, plan.going
    stamp = draft.tick()
    to = plan.to if card is None else plan.apart.get(card, plan.to)
    owner = obj.owner if card is None else draft.cards[card].owner
    base = obj.base if card is None else of_card(draft.cards[card].card)
    cards = () if card is None else (card,)
    if to == "battlefield":
        control = going.arrival.control or owner
        new = GameObject(stamp, to, owner, control, base, cards, stamp, draft.turn)
        new = as_it_enters(new, obj, going.arrival)
    else:
        new = GameObject(stamp, to, owner, owner, base, cards, stamp)
        if plan.counters and to != "command":
            kept = tuple((k, n) for k, n in plan.counters if isinstance(n, int) and n)
            new = replace(new, counters=kept) if kept else new
    draft.put(new)
    key = draft.zone_key(to, owner)
    at = None
    if to == "library" and plan.where != "top":
        at = _library_place(draft, plan, key, card)
    draft.add_to(key, (stamp,), at)
    return stamp


def _library_place(draft: Draft, plan: PlannedZoneChange, key: str, card: int | None) -> int:
    """Return the index, from the bottom, at which a card is put into a library (401.4, 401.7).

    The first card of an order lies below the second.
    """
    together = [c for c in plan.order if c not in plan.apart]
    nth = together.index(card) if card in together else 0
    if plan.where == "bottom":
        return nth
    before = len(draft.places.get(key, ())) - nth
    above = int(plan.where) - 1
    policy = "melded permanent put nth from the top"
    if len(together) > 1 and reading(policy, draft.policies) == "around":
        above = max(0, above - 1)
    return max(0, before - above) + nth
