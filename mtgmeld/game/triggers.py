"""Which abilities trigger on what has happened, and putting them onto the stack (603)."""

from __future__ import annotations

from collections import Counter

import msgspec

from mtgmeld.errors import RunawayTriggers
from mtgmeld.game.abilities import Ability
from mtgmeld.game.acting import abilities_in
from mtgmeld.game.actions import Action
from mtgmeld.game.amounts import x_of
from mtgmeld.game.characteristics import Copiable
from mtgmeld.game.conditions import condition_holds
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.filling import filled
from mtgmeld.game.hearing import could_hear, doubled, hits_of, looks_back, one_a_batch
from mtgmeld.game.keyword_abilities import of_keywords
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    live_abilities,
)
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.targets import Target, choose_one, named_any, targets_for
from mtgmeld.game.texts import index_of
from mtgmeld.query.amounts import letters_of
from mtgmeld.query.wanted import flat

__all__ = ["ABILITY", "loops_in", "notice", "put_on_stack"]

ABILITY = Copiable("ability", ())
# of these more is to be asked: a move is many things, and a spell may trigger on itself
_ALWAYS = ("move", "cast", "attacks")
MOST_TRIGGERS = 2_000


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
        hits = [hit for e in new for hit in hits_of(draft, ability, source, e)]
        if ability.one_or_more and hits:
            hits = one_a_batch(hits)
        for event, found in hits:
            times = 1 + doubled(draft, ability, source, event)
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
        could = could_hear(events)
        if not heard.isdisjoint(could):
            found = [row for row in live_abilities(draft, kinds) if row[0].when in could]
    for event in events:
        if event.kind == "move" and event.start == "battlefield":
            known = draft.known[event.obj]
            left = known.characteristics
            for ability in (*abilities_in(left.text.value), *left.gained):
                if ability.kind in kinds and looks_back(ability):
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
