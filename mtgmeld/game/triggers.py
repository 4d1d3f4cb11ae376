"""Which abilities trigger, on what, how often, and putting them onto the stack (603)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from mtgmeld.errors import ChoiceNeeded, RunawayTriggers
from mtgmeld.game.abilities import Doubling, Triggered, Waiting, Watch, comes_from, zones_from
from mtgmeld.game.actions import Action
from mtgmeld.game.card_abilities import abilities_in
from mtgmeld.game.characteristics import CopiableValues
from mtgmeld.game.copiable import copiable_of, index_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    live_abilities,
    points_at,
)
from mtgmeld.game.player_words import is_meant
from mtgmeld.game.selectors import Context, holds, x_of
from mtgmeld.game.targets import (
    Qualities,
    Target,
    choose,
    division,
    named,
    qualities_of,
    without_target,
)
from mtgmeld.game.values import Event, GameObject, StackAbility
from mtgmeld.game.views import matches
from mtgmeld.names import normal_form

LEAVE_GRAVEYARD = "leaves graveyard"
_MOVES = {
    "put into graveyard": "graveyard",
    "put into hand": "hand",
    "put into library": "library",
    "put into exile": "exile",
    "put into command": "command",
}


_MOVED = ("discard", "mill", "draw")  # told of a card that is in its new zone already


_LEAVING = ("dies", "leaves")
DAMAGES = "damages a creature"


_ENTERING = ("enters", "enters or attacks")


HIDDEN = ("hand", "library")


Hit = tuple[Event, tuple[int, ...]]


def could_hear(events: list[Event]) -> frozenset[str]:
    """Return the words for what abilities trigger on that could be about these events."""
    return frozenset().union(*[_words_for(e.kind, e.start, e.end) for e in events])


@cache
def _words_for(kind: str, start: str, end: str) -> frozenset[str]:
    if kind != "move":
        more = _ENTERING if kind == "attacks" else (DAMAGES,) if kind == "damage" else ()
        return frozenset((kind, *more))
    found = {*_MOVES}
    if start == "battlefield":
        found.update(_LEAVING)
    if start == "graveyard":
        found.add(LEAVE_GRAVEYARD)
    if end == "battlefield":
        found.update(_ENTERING)
    return frozenset(found)


def looks_back(ability: Waiting) -> bool:
    """Whether an ability of something that has just left still triggers (603.10a, 603.6c)."""
    if ability.when in ("dies", "leaves"):
        return True
    if ability.when != "put into graveyard":
        return False
    # what names other zones too is never one that looks back (603.6c)
    only = bool(ability.source) and zones_from(ability.source) == {"battlefield"}
    return ability.this or only


def one_a_batch(hits: list[Hit]) -> list[Hit]:
    """Return one hit for all that happened at once (603.2c); of damage to players, one for each."""
    batches: dict[tuple[int, str], Hit] = {}
    for event, found in hits:
        at = (event.batch, event.player if event.kind == "combat damage" else "")
        have = batches.get(at)
        batches[at] = (event, found if have is None else (*have[1], *found))
    return list(batches.values())


def hits_of(draft: Draft, ability: Waiting, source: GameObject | None, event: Event) -> list[Hit]:
    """Return each time that an ability triggers on an event: once a card where it counts cards."""
    hit = _match(draft, ability, source, event)
    if hit is None:
        return []
    if ability.when in _MOVES and not ability.this:
        cards = hit[1]
        if not ability.one_or_more:
            return [(event, _findable(draft, (i,))) for i in cards]
        return [(event, _findable(draft, cards))]
    return [hit]


def _findable(draft: Draft, became: tuple[int, ...], zone: str = "") -> tuple[int, ...]:
    """Return what an ability can find again: what is in a public zone (400.7e, 603.6)."""
    return tuple(
        i
        for i in became
        if (o := draft.get(i)) is not None and o.zone not in HIDDEN and (not zone or o.zone == zone)
    )


def _match(draft: Draft, ability: Waiting, source: GameObject | None, event: Event) -> Hit | None:
    """Return the event with the objects that the ability finds, if it triggers on it."""
    when = ability.when
    if event.kind == "move":
        return _match_move(draft, ability, source, event)
    if when == DAMAGES:
        if event.kind != "damage" or not event.by or not _is_creature(draft, event.obj):
            return None
    elif event.kind != when and not (when == "enters or attacks" and event.kind == "attacks"):
        return None
    if event.kind == "step":
        if ability.step != event.name:
            return None
        whose = controller_of(draft, ability, source)
        return (event, ()) if is_meant(ability.who, event.player, whose) else None
    if event.kind == "unlock" and ability.door:
        here = source is None or event.obj == source.id  # a standing effect is on any Room
        if not here or ability.door not in (event.name, _text_of_half(draft, event)):
            return None
        return event, (event.obj,)
    now = event.became[0] if event.kind in _MOVED and event.became else event.obj
    if when == DAMAGES:
        now = event.by
    return (event, (now,)) if _fits(draft, ability, source, now, event) else None


def _is_creature(draft: Draft, obj: int) -> bool:
    return draft.characteristics(obj).has_type("Creature")


def _text_of_half(draft: Draft, event: Event) -> str:
    """Return whose text the half has that was unlocked; a copy may have another name (707.9b)."""
    room = draft.last(event.obj)
    faces = () if room is None else copiable_of(draft, room).faces
    return faces[event.half].named_text if 0 <= event.half < len(faces) else ""


def _match_move(
    draft: Draft, ability: Waiting, source: GameObject | None, event: Event
) -> Hit | None:
    when = ability.when
    if when == "dies":
        if event.start != "battlefield" or not _any_in(draft, event, "graveyard"):
            return None
        found = _findable(draft, event.became, "graveyard")
        return (event, found) if _fits(draft, ability, source, event.obj, event) else None
    if when == "leaves":
        if event.start != "battlefield":
            return None
        found = _findable(draft, event.became)
        return (event, found) if _fits(draft, ability, source, event.obj, event) else None
    if when in ("enters", "enters or attacks"):
        if event.end != "battlefield" or not comes_from(ability.source, event.start):
            return None
        new = event.became[0]
        return (event, event.became) if _fits(draft, ability, source, new, event) else None
    if when == LEAVE_GRAVEYARD and event.start == "graveyard" != event.end and event.became:
        now = event.became[0]
        return (event, event.became) if _fits(draft, ability, source, now, event) else None
    zone = _MOVES.get(when)
    if event.start == event.end:
        return None  # exiled from exile: a new object, but no change of zones (400.8)
    if zone is None or not comes_from(ability.source, event.start):
        return None
    if ability.this:
        same = source is not None and (event.obj == source.id or source.id in event.became)
        return (event, event.became) if same and _any_in(draft, event, zone) else None
    hits = tuple(
        i
        for i in event.became
        if (o := draft.get(i)) is not None
        and o.zone == zone
        and o.cards
        and _fits(draft, ability, source, i, event)
    )
    return (event, hits) if hits else None


def _any_in(draft: Draft, event: Event, zone: str) -> bool:
    if event.end == zone:
        return True
    return any((o := draft.get(i)) is not None and o.zone == zone for i in event.became)


def _fits(
    draft: Draft, ability: Waiting, source: GameObject | None, obj: int, event: Event
) -> bool:
    if ability.this:
        return source is not None and source.id == obj
    if ability.others and source is not None and source.id == obj:
        return False
    if ability.attached:
        return source is not None and source.attached == obj
    whose = controller_of(draft, ability, source)
    now = draft.get(obj) or draft.abilities.get(obj)
    if now is not None:
        known = characteristics_of(draft, now)
    elif event.kind == "resolve" and now is None and obj not in draft.known:
        # an ability is gone as it resolves; no filter could ask anything of it
        return not ability.what and is_meant(ability.who, event.player, whose)
    elif obj in draft.known:
        now, known = draft.known[obj].obj, draft.known[obj].characteristics
    else:
        return False
    there = now.zone in ("battlefield", "stack") and ability.when != LEAVE_GRAVEYARD
    belongs = now.controller if there else now.owner
    if not is_meant(ability.who, belongs, whose):
        return False
    if event.mana and ability.mana and not set(ability.mana) & set(event.mana):
        return False
    if event.kind == "cast" and ability.source:
        if now.cast is None or not comes_from(ability.source, now.cast.zone):
            return False
    return matches(draft, ability.what, now, known, whose, Context(draft, whose, source))


def doubled(
    draft: Draft,
    doublers: list[tuple[Doubling, GameObject | None]],
    ability: Waiting,
    source: GameObject | None,
    event: Event,
) -> int:
    """Return how many more times an ability triggers (603.2d)."""
    there = doublers
    if event.kind == "move" and event.start == "battlefield" and looks_back(ability):
        # what left at the same time is still looked at (603.10a)
        at_once = (e.obj for e in draft.events if e.batch == event.batch and e.start == event.start)
        gone = (draft.known[i].obj for i in dict.fromkeys(at_once) if i in draft.known)
        left = [(a, o) for o in gone for a in abilities_of(draft, o) if isinstance(a, Doubling)]
        there = [*doublers, *left]
    return sum(_doubles(draft, other, obj, ability, source, event) for other, obj in there)


def _doubles(
    draft: Draft,
    doubler: Doubling,
    owner: GameObject | None,
    ability: Waiting,
    source: GameObject | None,
    event: Event,
) -> int:
    whose = controller_of(draft, doubler, owner)
    if controller_of(draft, ability, source) != whose:
        return 0
    about = source
    if doubler.when == "enters":
        if event.kind != "move" or event.end != "battlefield":
            return 0
        if ability.when not in ("enters", "enters or attacks"):
            return 0
        about = draft.get(event.became[0])
        if about is None:
            return 0
    if about is None:
        return int(not (doubler.what or doubler.this or doubler.attached))
    fits = points_at(doubler, owner, about) and matches(draft, doubler.what, about, None, whose)
    return int(fits)


ABILITY = CopiableValues("ability", ())


# of these more is to be asked: they have several words, and a spell may trigger on itself
_ALWAYS = frozenset(("move", "cast", "attacks", "damage"))


MOST_TRIGGERS = 2_000


class Pending(msgspec.Struct, gc=False):
    """An ability that has triggered and waits to be put onto the stack (603.3)."""

    ability: Triggered
    source: int
    controller: str
    found: tuple[int, ...]
    event: str
    x: int = 0
    about: str = ""


def done(draft: Draft, source: int, key: str) -> bool:
    """Whether what an ability does only once each turn was done this turn."""
    return any(
        e.kind == "once" and e.obj == source and e.name == key
        for e in (*draft.this_turn, *draft.events)
    )


def notice(draft: Draft) -> None:
    """Hold the new events against what could trigger on them, and count the watches (603.2).

    It looks at objects as they are now, right after the events; at what has left, as it last
    was (603.10a).  What has triggered waits in the draft until it is put onto the stack.
    """
    events = draft.events
    if draft.matched == len(events):
        return
    new = events[draft.matched :]
    draft.matched = len(events)
    if draft.memo.index is None:
        index_of(draft)
    heard = draft.memo.heard
    for event in new:
        if event.kind in _ALWAYS or event.kind in heard:
            break
    else:
        return  # nothing triggers on any of these
    watchers = _watchers(draft, new, heard)
    if not watchers:
        return
    pending: list[Pending] = draft.pending
    doublers = live_abilities(draft, Doubling)
    for ability, source in watchers:
        hits = [hit for e in new for hit in hits_of(draft, ability, source, e)]
        if ability.alone:  # 506.5
            hits = [
                h
                for h in hits
                if sum((e.kind, e.batch) == (h[0].kind, h[0].batch) for e in new) == 1
            ]
        if ability.one_or_more and hits:
            hits = one_a_batch(hits)
        for event, found in hits:
            times = 1 + doubled(draft, doublers, ability, source, event)
            whose = controller_of(draft, ability, source)
            if isinstance(ability, Watch):
                draft.count_up(ability.key, times)
                about = (0 if source is None else source.id, ability.key, found)
                note = f"counts {times}: {event.name}"
                draft.emit(Event("trigger", *about, player=whose, note=note, rules=("603.2",)))
                draft.matched = len(draft.events)
            if not isinstance(ability, Triggered):
                continue
            if not holds(draft, ability, source, whose):
                continue
            here = 0 if source is None else source.id
            if ability.once:
                if done(draft, here, ability.key):
                    continue
                draft.emit(Event("once", here, ability.key, rules=("603.2",)))
                draft.matched = len(draft.events)
            x = x_of(draft, source, ability)
            one = Pending(ability, here, whose, found, event.name, x, event.player)
            pending += [one] * times
        if len(pending) > MOST_TRIGGERS:
            raise RunawayTriggers(
                f"{len(pending)} abilities triggered at once; the limit is {MOST_TRIGGERS}",
                loops_in(draft),
            )


def loops_in(draft: Draft) -> tuple[str, ...]:
    """Return what has happened most often of late, for what never comes to rest."""
    late = [f"{e.kind}: {e.name}" for e in draft.events[-400:] if e.name]
    return tuple(name for name, n in Counter(late).most_common(4) if n > 1)


def _watchers(
    draft: Draft, events: list[Event], heard: frozenset[str]
) -> list[tuple[Waiting, GameObject | None]]:
    """Return abilities that could trigger: of permanents, and of what has just left (603.10a)."""
    found: list[tuple[Waiting, GameObject | None]] = []
    if heard:
        could = could_hear(events)
        if not heard.isdisjoint(could):
            found = [row for row in live_abilities(draft, Triggered, Watch) if row[0].when in could]
    for event in events:
        if event.kind == "move" and event.start == "battlefield":
            known = draft.known[event.obj]
            left = known.characteristics
            for ability in (*abilities_in(left.written), *left.gained):
                if isinstance(ability, Waiting) and looks_back(ability):
                    found.append((ability, known.obj))
        elif event.kind == "cast":
            spell = draft.get(event.obj)
            if spell is not None:
                for ability in abilities_of(draft, spell):
                    if isinstance(ability, Triggered) and ability.when == "cast" and ability.this:
                        found.append((ability, spell))
        elif event.kind == "move":
            for i in event.became:
                card = draft.get(i)
                if card is not None and card.zone not in ("battlefield", "stack"):
                    for ability in abilities_of(draft, card):
                        if isinstance(ability, Triggered) and ability.zone == card.zone:
                            found.append((ability, card))
    return found


def put_on_stack(draft: Draft, act: Action) -> None:
    """Put abilities that have triggered onto the stack, in APNAP order (603.3b)."""
    pending: list[Pending] = draft.pending
    draft.pending = []
    if len(pending) > 1:
        draft.used.add("order")
    for p in _in_order(draft, pending, act):
        modes = _modes(draft, p, act)
        targets = None if modes is None else _targets(draft, p, act, modes)
        if targets is None:
            gone = Event("removed", p.source, p.ability.key, player=p.controller, rules=("603.3d",))
            note = "it has no legal target, so it is taken off the stack"
            draft.emit(msgspec.structs.replace(gone, note=note))
            continue
        key, turned = p.ability.key, _turned(draft, p.source)
        bundle = StackAbility(key, p.source, p.found, p.event, targets, p.x, turned)
        divided = _divided(draft, p, act, modes or (), targets)
        bundle = msgspec.structs.replace(bundle, modes=modes or (), about=p.about, divided=divided)
        became = (put_ability(draft, bundle, p.controller),)
        note, rules = f"on: {p.event}", ("603.2", "603.3")
        draft.emit(
            Event("trigger", p.source, key, became, player=p.controller, note=note, rules=rules)
        )
    draft.matched = len(draft.events)


def put_ability(draft: Draft, bundle: StackAbility, player: str) -> int:
    """Put an ability onto the stack under a player's control; return its number (602.2a, 603.3)."""
    stamp = draft.tick()
    made = GameObject(stamp, "stack", player, player, ABILITY, timestamp=stamp, ability=bundle)
    draft.put(made)
    draft.add_to("stack", (stamp,))
    return stamp


def _in_order(draft: Draft, pending: list[Pending], act: Action) -> list[Pending]:
    """Return what has triggered in the order in which it goes onto the stack (603.3b).

    Each player orders their own: an ability is called by its own key, by the name of its object
    or by that object's handle.  The same ability several times needs no order.

    Raises
    ------
    ChoiceNeeded
        For the next of several that the action does not put in order.
    """
    if len(pending) == 1:
        return pending
    place = {name: n for n, name in enumerate(draft.turn_order)}
    wanted = [normal_form(str(word)) for word in act.order or ()]
    ranks: dict[tuple[int, int], list[Pending]] = {}
    for p in pending:
        rank = _rank(draft, p, wanted) if wanted else 0
        ranks.setdefault((place[p.controller], rank), []).append(p)
    for tied in ranks.values():
        keys = tuple(dict.fromkeys(p.ability.key for p in tied))
        if len(keys) > 1:
            what = "which of the abilities that triggered goes onto the stack next"
            raise ChoiceNeeded(tied[0].controller, "order", keys, ("603.3b",), what)
    return [p for key in sorted(ranks) for p in ranks[key]]


def _rank(draft: Draft, p: Pending, wanted: list[str]) -> int:
    """Return the place of an ability in the order that its controller gives."""
    key = normal_form(p.ability.key)
    if key in wanted:
        return wanted.index(key)
    words = [p.ability.key.partition("#")[0], draft.ref_of(p.source)]
    if p.source:
        words.append(draft.name_of(p.source))
    named = {normal_form(word) for word in words}
    return next((n for n, word in enumerate(wanted) if word in named), len(wanted))


def _turned(draft: Draft, source: int) -> int:
    now = draft.last(source) if source else None
    return 0 if now is None else now.turned


def _modes(draft: Draft, p: Pending, act: Action) -> tuple[int, ...] | None:
    """Return the modes of an ability that triggered; None if too few have targets (603.3c)."""
    if not p.ability.modes:
        return ()
    names = [m.key.rpartition("#")[2] for m in p.ability.modes]
    qualities = _qualities(draft, p)
    now = Context(draft, p.controller, draft.last(p.source), p.x, found=p.found)
    open_ = [
        n
        for n, m in enumerate(p.ability.modes)
        if not without_target(draft, m, p.controller, qualities, now)
    ]
    if len(open_) < p.ability.choose:
        return None
    given = act.choose.get("modes", act.choose.get("mode"))
    listed = [given] if isinstance(given, str) else list(given or ())
    chosen = tuple(sorted({names.index(str(g)) for g in listed if g in names}))
    if len(chosen) == p.ability.choose and set(chosen) <= set(open_):
        return chosen
    if len(open_) == p.ability.choose:
        return tuple(open_)
    words, many = [names[n] for n in open_], p.ability.choose
    what = f"{many} of the modes" if many > 1 else "the mode"
    raise ChoiceNeeded(p.controller, "choose.modes", words, ("603.3c", "700.2b"), what)


def _divided(
    draft: Draft, p: Pending, act: Action, modes: tuple[int, ...], targets: tuple[Target, ...]
) -> tuple[int, ...]:
    """Return what each target gets of what is divided among them (603.3d, 601.2d)."""
    if not targets:
        return ()
    parts = [p.ability.modes[n] for n in modes] or [p.ability]
    now = Context(draft, p.controller, draft.last(p.source), p.x, found=p.found)
    return division(draft, parts, targets, act.choose, now)


def _targets(
    draft: Draft, p: Pending, act: Action, modes: tuple[int, ...]
) -> tuple[Target, ...] | None:
    """Return the targets of an ability that triggered; None if one cannot be chosen (603.3d)."""
    # what nothing has taken yet is meant for this one sooner than what something has
    given = sorted(named(draft, act.target, several=True), key=draft.met.count)
    found: list[Target] = []
    parts = [p.ability.modes[n] for n in modes] or [p.ability]
    if not any(part.slots for part in parts):
        return ()
    qualities = _qualities(draft, p)
    now = Context(draft, p.controller, draft.last(p.source), p.x, found=p.found)
    draft.aiming = (*draft.aiming, p.ability.key)
    draft.used.add("target")
    for part in parts:
        chosen = choose(draft, part, p.controller, given, qualities, now, ("603.3d", "601.2c"))
        if chosen is None:
            return None
        found += chosen
        for one in chosen:
            if one in given:
                given.remove(one)
    return tuple(found)


def _qualities(draft: Draft, p: Pending) -> Qualities:
    return qualities_of(draft.characteristics(p.source)) if p.source else frozenset()
