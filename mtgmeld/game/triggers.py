"""Which abilities trigger on what has happened, and putting them onto the stack (603)."""

from __future__ import annotations

from collections import Counter

import msgspec

from mtgmeld.errors import RunawayTriggers
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Action
from mtgmeld.game.amounts import x_of
from mtgmeld.game.cards_that_act import abilities_in
from mtgmeld.game.characteristics import Copiable
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.filling import filled
from mtgmeld.game.keyword_abilities import of_keywords
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    copiable_of,
    holds,
    live_abilities,
)
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.targets import Target, choose_one, named_any, targets_for
from mtgmeld.game.texts import index_of
from mtgmeld.query.amounts import letters_of
from mtgmeld.query.wanted import flat

__all__ = ["condition_holds", "counterparts", "loops_in", "notice", "put_on_stack"]

ABILITY = Copiable("ability", ())
_MOVES = {
    "put into graveyard": "graveyard",
    "put into hand": "hand",
    "put into library": "library",
    "put into exile": "exile",
    "put into command": "command",
}
_MOVED = ("discard", "mill", "draw")  # told of a card that is in its new zone already
_LEAVING = ("dies", "leaves")
_ENTERING = ("enters", "enters or attacks")
# of these more is to be asked: a move is many things, and a spell may trigger on itself
_ALWAYS = ("move", "cast", "attacks")
MOST_TRIGGERS = 2_000
HIDDEN = ("hand", "library")


class Pending(msgspec.Struct, gc=False):
    """An ability that has triggered and waits to be put onto the stack (603.3)."""

    ability: Ability
    source: int
    controller: str
    found: tuple[int, ...]
    event: str
    x: int = 0


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
    for ability, source in watchers:
        hits = [hit for e in new for hit in _hits(draft, ability, source, e)]
        if ability.one_or_more and hits:
            hits = _one_a_batch(hits)
        for event, found in hits:
            times = 1 + _doubled(draft, ability, source, event)
            whose = controller_of(draft, ability, source)
            if ability.kind == "watch":
                draft.count_up(ability.key, times)
                draft.emit(
                    Event(
                        "trigger",
                        0 if source is None else source.id,
                        ability.key,
                        found,
                        player=whose,
                        note=f"counts {times}: {event.name}",
                        rules=("603.2",),
                    )
                )
                draft.matched = len(draft.events)
                continue
            if ability.condition is not None and ability.condition_when == "both":
                if not condition_holds(draft, ability, source, whose):
                    continue
            x = x_of(draft, source, ability)
            for _ in range(times):
                pending.append(
                    Pending(
                        ability, 0 if source is None else source.id, whose, found, event.name, x
                    )
                )
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
) -> list[tuple[Ability, Obj | None]]:
    """Return abilities that could trigger: of permanents, and of what has just left (603.10a)."""
    kinds = ("triggered", "watch")
    found: list[tuple[Ability, Obj | None]] = []
    if heard:
        could = _could(events)
        if not heard.isdisjoint(could):
            found = [row for row in live_abilities(draft, kinds) if row[0].when in could]
    for event in events:
        if event.kind == "move" and event.start == "battlefield":
            known = draft.known[event.obj]
            left = known.characteristics
            for ability in (*abilities_in(left.text.value), *left.gained):
                if ability.kind in kinds and _looks_back(ability):
                    found.append((ability, known.obj))
        elif event.kind == "cast":
            spell = draft.get(event.obj)
            if spell is not None:
                keywords = flat(characteristics_of(draft, spell).keywords.value)
                for ability in (*abilities_of(draft, spell), *of_keywords(keywords)):
                    if ability.kind == "triggered" and ability.when == "cast" and ability.this:
                        found.append((ability, spell))
        elif event.kind == "move":
            for i in event.became:
                card = draft.get(i)
                if card is not None and card.zone not in ("battlefield", "stack"):
                    for ability in abilities_of(draft, card):
                        if ability.kind == "triggered" and ability.zone == card.zone:
                            found.append((ability, card))
    return found


def _could(events: list[Event]) -> set[str]:
    """Return the words for what abilities trigger on that could be about these events."""
    found: set[str] = set()
    for event in events:
        if event.kind == "move":
            found.update(_MOVES)
            if event.start == "battlefield":
                found.update(_LEAVING)
            if event.end == "battlefield":
                found.update(_ENTERING)
        else:
            found.add(event.kind)
            if event.kind == "attacks":
                found.update(_ENTERING)
    return found


def _looks_back(ability: Ability) -> bool:
    """Whether an ability of something that has just left still triggers (603.10a, 603.6c)."""
    if ability.when in ("dies", "leaves"):
        return True
    return ability.when == "put into graveyard" and (ability.this or ability.source != "")


Hit = tuple[Event, tuple[int, ...]]


def _one_a_batch(hits: list[Hit]) -> list[Hit]:
    batches: dict[int, Hit] = {}
    for event, found in hits:
        have = batches.get(event.batch)
        batches[event.batch] = (event, found if have is None else (*have[1], *found))
    return list(batches.values())


def _hits(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> list[Hit]:
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


def _match(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> Hit | None:
    """Return the event with the objects that the ability finds, if it triggers on it."""
    when = ability.when
    if event.kind == "move":
        return _match_move(draft, ability, source, event)
    if event.kind != when and not (when == "enters or attacks" and event.kind == "attacks"):
        return None
    if event.kind == "step":
        if ability.step != event.name:
            return None
        whose = controller_of(draft, ability, source)
        if ability.who == "you" and event.player != whose:
            return None
        if ability.who == "opponent" and event.player == whose:
            return None
        return event, ()
    if event.kind == "unlock" and ability.door:
        here = source is None or event.obj == source.id  # a standing effect is on any Room
        if not here or ability.door not in (event.name, _text_of_half(draft, event)):
            return None
        return event, (event.obj,)
    now = event.became[0] if event.kind in _MOVED and event.became else event.obj
    return (event, (now,)) if _fits(draft, ability, source, now, event) else None


def _text_of_half(draft: Draft, event: Event) -> str:
    """Return whose text the half has that was unlocked; a copy may have another name (707.9b)."""
    room = draft.last(event.obj)
    faces = () if room is None else copiable_of(draft, room).faces
    return faces[event.half].text_of if 0 <= event.half < len(faces) else ""


def _match_move(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> Hit | None:
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
        if event.end != "battlefield":
            return None
        new = event.became[0]
        return (event, event.became) if _fits(draft, ability, source, new, event) else None
    zone = _MOVES.get(when)
    if event.start == event.end:
        return None  # exiled from exile: a new object, but no change of zones (400.8)
    if zone is None or (ability.source and ability.source != event.start):
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


def _fits(draft: Draft, ability: Ability, source: Obj | None, obj: int, event: Event) -> bool:
    if ability.this:
        return source is not None and source.id == obj
    if ability.others and source is not None and source.id == obj:
        return False
    if ability.attached:
        return source is not None and source.attached == obj
    whose = controller_of(draft, ability, source)
    now = draft.get(obj)
    if now is not None:
        known = characteristics_of(draft, now)
    elif obj in draft.known:
        now, known = draft.known[obj].obj, draft.known[obj].characteristics
    else:
        return False
    belongs = now.controller if now.zone in ("battlefield", "stack") else now.owner
    if ability.who == "you" and belongs != whose:
        return False
    if ability.who == "opponent" and belongs == whose:
        return False
    if event.mana and ability.mana and not set(ability.mana) & set(event.mana):
        return False
    if event.kind == "cast" and ability.source:
        if now.cast is None or now.cast.zone != ability.source:
            return False
    return matches(draft, filled(draft, ability.what, whose, source), now, known, whose)


def _doubled(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> int:
    """Return how many more times an ability triggers (603.2d)."""
    return sum(
        _doubles(draft, other, obj, ability, source, event)
        for other, obj in live_abilities(draft, ("double",))
    )


def _doubles(
    draft: Draft,
    doubler: Ability,
    owner: Obj | None,
    ability: Ability,
    source: Obj | None,
    event: Event,
) -> int:
    whose = controller_of(draft, doubler, owner)
    if controller_of(draft, ability, source) != whose:
        return 0
    if doubler.when == "enters":
        if event.kind != "move" or event.end != "battlefield":
            return 0
        if ability.when not in ("enters", "enters or attacks"):
            return 0
        entered = draft.get(event.became[0])
        if entered is None or not matches(draft, doubler.what, entered, None, whose):
            return 0
    return doubler.extra or 1


def condition_holds(draft: Draft, ability: Ability, source: Obj | None, player: str) -> bool:
    """Whether an ability's condition is true now (603.4, 608.2c)."""
    condition = ability.condition
    if condition is None:
        return True
    if condition.own_and_control and not counterparts(draft, ability, source, player):
        return False
    return holds(draft, ability, source, player)


def counterparts(draft: Draft, ability: Ability, source: Obj | None, player: str) -> list[int]:
    """Return the permanents that a source could meld with under its own ability.

    The player must both own and control the source and the other one; the source is the
    object that the ability is on, whatever others are called (201.5).
    """
    condition = ability.condition
    if condition is None or source is None:
        return []
    now = draft.get(source.id)
    if now is None or now.zone != "battlefield":
        return []
    if now.owner != player or now.controller != player:
        return []
    if condition.attacking and not now.attacking:
        return []
    wanted = condition.own_and_control[1]
    return [
        obj.id
        for obj in draft.battlefield()
        if obj.id != source.id
        and obj.owner == player
        and obj.controller == player
        and (obj.attacking or not condition.attacking)
        and matches(draft, wanted, obj, None, player)
    ]


def put_on_stack(draft: Draft, act: Action) -> None:
    """Put abilities that have triggered onto the stack, in APNAP order (603.3b)."""
    pending: list[Pending] = draft.pending
    draft.pending = []
    place = {name: n for n, name in enumerate(draft.turn_order)}
    for p in sorted(pending, key=lambda p: place[p.controller]):
        targets = _targets(draft, p, act)
        if targets is None:
            draft.emit(
                Event(
                    "removed",
                    p.source,
                    p.ability.key,
                    player=p.controller,
                    note="it has no legal target, so it is taken off the stack",
                    rules=("603.3d",),
                )
            )
            continue
        stamp = draft.tick()
        bundle = Bundle(
            p.ability.key, p.source, p.found, p.event, targets, p.x, _turned(draft, p.source)
        )
        draft.put(
            Obj(
                stamp, "stack", p.controller, p.controller, ABILITY, timestamp=stamp, ability=bundle
            )
        )
        draft.add_to("stack", (stamp,))
        draft.emit(
            Event(
                "trigger",
                p.source,
                p.ability.key,
                (stamp,),
                player=p.controller,
                note=f"on: {p.event}",
                rules=("603.2", "603.3"),
            )
        )
    draft.matched = len(draft.events)


def _turned(draft: Draft, source: int) -> int:
    now = draft.last(source) if source else None
    return 0 if now is None else now.turned


def _targets(draft: Draft, p: Pending, act: Action) -> tuple[Target, ...] | None:
    """Return the targets of an ability that triggered; None if one cannot be chosen (603.3d)."""
    colors = "" if not p.source else _colors(draft, p.source)
    given = named_any(draft, act.target)
    chosen: list[Target] = []
    for n in range(len(p.ability.targets)):
        aimed = p.ability.aimed(n)
        text = filled(draft, aimed.target, p.controller, draft.last(p.source))
        options = targets_for(draft, text, p.controller, colors)
        options = tuple(t for t in options if t not in chosen)
        if not options and not aimed.target_may:
            return None
        rules = ("603.3d", "601.2c")
        chosen.append(choose_one(draft, aimed, options, given, p.controller, rules))
    return tuple(chosen)


def _colors(draft: Draft, source: int) -> str:
    return "".join(letters_of(draft.characteristics(source).colors.value))
