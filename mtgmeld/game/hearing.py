"""Whether an ability triggers on an event, on which objects, and how often (603)."""

from __future__ import annotations

from mtgmeld.game.abilities import Ability
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.filling import filled
from mtgmeld.game.layers import (
    characteristics_of,
    controller_of,
    copiable_of,
    live_abilities,
)
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches

__all__ = ["Hit", "could_hear", "doubled", "hits_of", "looks_back", "one_a_batch"]

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
HIDDEN = ("hand", "library")

Hit = tuple[Event, tuple[int, ...]]


def could_hear(events: list[Event]) -> set[str]:
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


def looks_back(ability: Ability) -> bool:
    """Whether an ability of something that has just left still triggers (603.10a, 603.6c)."""
    if ability.when in ("dies", "leaves"):
        return True
    return ability.when == "put into graveyard" and (ability.this or ability.source != "")


def one_a_batch(hits: list[Hit]) -> list[Hit]:
    """Return one hit for all that happened at once (603.2c)."""
    batches: dict[int, Hit] = {}
    for event, found in hits:
        have = batches.get(event.batch)
        batches[event.batch] = (event, found if have is None else (*have[1], *found))
    return list(batches.values())


def hits_of(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> list[Hit]:
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


def doubled(draft: Draft, ability: Ability, source: Obj | None, event: Event) -> int:
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
