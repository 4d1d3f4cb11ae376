"""A working copy of a state: handlers change it, and :meth:`Draft.freeze` gives the next state."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from mtgmeld.errors import CannotBeDone
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Refs
from mtgmeld.game.copiable import copiable_of, texts_of
from mtgmeld.game.layers import characteristics_of, effects_about
from mtgmeld.game.memo import Memo
from mtgmeld.game.state import Game, State
from mtgmeld.game.values import (
    PERPETUALLY,
    Continuous,
    DelayedTrigger,
    Event,
    GameObject,
    Happened,
    LastKnown,
    PhysicalCard,
    Player,
    hand_on,
)
from mtgmeld.rules.editions import Edition, Readings

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Draft(msgspec.Struct, Game, gc=False):
    """A state that may change; it is made for one action and thrown away.

    The first fields are those of a state, in the same order.

    Attributes
    ----------
    before : State
    events : list of Event
    matched : int
        How many of the events have been held against the triggers.
    pending : list of Pending
        Abilities that have triggered and wait (603.3).
    fresh : list of int
        Objects that are new, or changed in what state-based actions look at, since the last
        check of these (704.3).
    gone : bool
        Whether a permanent has left since then.
    left : bool
        Whether an object has left its zone at all.
    batch : int
        The number of the events that happen at once.
    seen : mapping
        What was chosen for commanders that have moved.
    unmet : tuple of int or str
        Targets that the action names and that were not there when they were asked for.
    given : mapping
        What each target that the action names stood for, as it was asked for.
    met : tuple of int or str
        What has become a target, each as often as it did.
    could : frozenset of int or str
        What could have become the target of an ability that chose one.
    aiming : tuple of str
        The abilities that have triggered and ask for targets.
    warded : mapping
        By object that an action names as a target: the rules that keep those abilities off it.
    used : set of str
        The choices of the action that a question has asked for.
    dry : frozenset of str
        Players who have been told to draw from an empty library since the last check (704.5b).
    poisoned : frozenset of int
        What has been dealt damage by a source with deathtouch since then (704.5h).
    abilities : mapping of int to GameObject
        Abilities that have left the stack.
    now : Context or None
        What the instructions that are being carried out may refer to.
    """

    players: tuple[Player, ...]
    cards: dict[int, PhysicalCard]
    things: dict[int, GameObject]
    places: dict[str, tuple[int, ...]]
    active: str
    step: str
    turn: int
    priority: str
    effects: tuple[Continuous, ...]
    standing: tuple[Ability, ...]
    delayed: tuple[DelayedTrigger, ...]
    handles: dict[str, tuple[int, ...]]
    bearers: dict[str, tuple[int, ...]]
    known: dict[int, LastKnown]
    links: dict[str, tuple[int, ...]]
    counts: dict[str, int]
    this_turn: Happened
    names: dict[int, str]
    clock: int
    edition: Edition
    policies: Readings
    cast_last_turn: dict[str, int] = {}
    # both are set as soon as the draft is made, so that no reader has to ask
    memo: Memo = msgspec.UNSET  # type: ignore[assignment]
    # as is this
    before: State = msgspec.UNSET  # type: ignore[assignment]
    events: list[Event] = []
    pending: list[Any] = []
    fresh: list[int] = []
    # what few actions need is made anew where it changes, so that no other has to make it
    seen: Mapping[int, Any] = NOTHING
    matched: int = 0
    batch: int = 0
    gone: bool = False
    left: bool = False
    unmet: tuple[int | str, ...] = ()
    given: Mapping[int | str, tuple[int | str, ...]] = NOTHING
    met: tuple[int | str, ...] = ()
    could: frozenset[int | str] = frozenset()
    aiming: tuple[str, ...] = ()
    warded: Mapping[int | str, tuple[str, ...]] = NOTHING
    dry: frozenset[str] = frozenset()
    poisoned: frozenset[int] = frozenset()
    abilities: Mapping[int, GameObject] = NOTHING
    used: set[str] = set()
    now: Any = None

    @staticmethod
    def of(state: State) -> Draft:
        """Return a working copy of a state."""
        if not state.memo.plain:
            effects_about(state)  # what is worked out of it now stays right, whatever comes
        made = Draft(*astuple(state))
        made.before, made.memo = state, state.memo
        made.things = state.things.copy()
        return made

    def keep(self, memo: Memo) -> None:
        """Take what has been worked out about it."""
        self.memo = memo

    def freeze(self, events: tuple[Event, ...], settled: bool = False) -> State:
        """Return the state that the working copy has come to by these events.

        ``settled`` says that no state-based action applies to it any more.
        """
        if events:
            self.this_turn = self.this_turn.and_then(events)
        made = State(*astuple(self)[:_OF_A_STATE])
        made.keep(self.memo, settled)
        return made

    def set_effects(self, effects: tuple[Continuous, ...]) -> None:
        """Let other continuous effects on objects be about; what was worked out goes with them."""
        self.effects, self.memo = effects, self.memo.without_index()

    def set_standing(self, standing: tuple[Ability, ...]) -> None:
        """Let other standing effects be about; what was worked out goes with them."""
        self.standing, self.memo = standing, self.memo.without_index()

    def tick(self) -> int:
        """Return the next timestamp or id."""
        self.clock += 1
        return self.clock

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    def say(
        self,
        kind: str,
        obj: GameObject,
        *rules: str,
        name: str | None = None,
        became: tuple[int, ...] | None = None,
        **more: Any,
    ) -> None:
        """Record an event that is about an object, under its name, with the rules."""
        i = obj.id
        if name is None:
            name = self.name_of(i)
        became = (i,) if became is None else became
        self.events.append(Event(kind, i, name, became, rules=rules, **more))

    def put(self, obj: GameObject) -> GameObject:
        """Store an object that is already in its zone."""
        i, zone = obj.id, obj.zone
        old = self.things.get(i)
        if old is not None:
            turns = _turns(old, obj)
            return self._stored(old, obj, turns, turns or _looked_at(old, obj))
        self.things[i] = obj
        if zone != "stack":  # to what is on the stack no state-based action applies
            self.fresh.append(i)
        if zone == "battlefield":
            self._noted(obj)
        if self.memo.laid:
            self._changed(i)
        return obj

    def change(self, obj: int, **fields: Any) -> GameObject:
        """Change the status of an object; it stays the same object."""
        old = self.things[obj]
        new = replace(old, **fields)
        if not _ASIDE.issuperset(fields):
            turns = not _TURNS.isdisjoint(fields)
            return self._stored(old, new, turns, turns or not _LOOKED_AT.isdisjoint(fields))
        self.things[obj] = new
        memo = self.memo
        if memo.laid and memo.status_read:
            self._changed(obj)
        hand_on(old, new, True)
        return new

    def _stored(self, old: GameObject, new: GameObject, turns: bool, looked: bool) -> GameObject:
        """Store an object that has changed: maybe in its text, or in what actions look at."""
        i, zone = new.id, new.zone
        self.things[i] = new
        if looked and zone != "stack":
            self.fresh.append(i)
        if zone == "battlefield":
            self._noted(new)
            if turns:
                self._turned(old, new)
                return new
        if not turns and old.zone == zone and old.cast is new.cast:
            hand_on(old, new, old.counters == new.counters)
        memo = self.memo
        if memo.laid and (memo.status_read or not _alike(old, new)):
            self._changed(i)
        return new

    def _noted(self, obj: GameObject) -> None:
        """Note whether a permanent is attached, and whether an effect gave it to somebody."""
        memo = self.memo
        if (obj.attached is not None) != (obj.id in memo.attached):
            self.memo = memo = memo.but(attached=memo.attached ^ {obj.id})
        if bool(obj.under) != (obj.id in memo.taken):
            self.memo = memo.but(taken=memo.taken ^ {obj.id})

    def drop(self, obj: int) -> None:
        """Forget an object that has left its zone."""
        memo, self.left = self.memo, True
        if self.things.pop(obj).zone == "battlefield":
            self.gone = True
            if obj in memo.attached or obj in memo.taken:
                left = frozenset((obj,))
                self.memo = memo.but(attached=memo.attached - left, taken=memo.taken - left)
        if self.memo.laid:
            self._changed(obj)

    def _changed(self, obj: int) -> None:
        """Let go of what effects make of objects, as one has changed that they may read."""
        self.fresh.append(obj)
        if self.policies:  # one of them lets an effect change what abilities a text has
            self.memo = self.memo.without_index()
        else:
            self.memo = self.memo.changed(obj)

    def _came(self, obj: int) -> None:
        """Hand on what was worked out to the battlefield with one more permanent."""
        memo = self.memo
        texts = texts_of(self, self.things[obj])
        if texts and memo.index is not None:
            self.memo = memo.came(obj, texts)
        elif texts:
            self.memo = memo.without_index()
        elif memo.laid:
            self._changed(obj)

    def _turned(self, old: GameObject, new: GameObject) -> None:
        """Hand on what was worked out, as abilities come or go with a change of a permanent."""
        memo = self.memo
        texts = texts_of(self, new)
        if not texts and not texts_of(self, old):
            if memo.laid:
                self._changed(new.id)
        elif memo.index is None or self.policies:
            self.memo = memo.without_index()
        elif new.id in self.places["battlefield"]:
            self.memo = memo.turned(new.id, texts)
        elif memo.laid:
            self._changed(new.id)  # its abilities come with it

    def change_player(self, name: str, **fields: Any) -> None:
        """Change a player."""
        self.players = tuple(replace(p, **fields) if p.name == name else p for p in self.players)

    def add_to(self, key: str, ids: tuple[int, ...], at: int | None = None) -> None:
        """Put objects into a zone's order, on top unless a place is given."""
        order = self.places.get(key, ())
        if key == "battlefield":
            for i in ids:
                self._came(i)
        at = len(order) if at is None else at
        self._set_order(key, (*order[:at], *ids, *order[at:]))

    def _set_order(self, key: str, ids: tuple[int, ...]) -> None:
        if self.places is self.before.places:  # most actions move nothing
            self.places = self.places.copy()
        self.places[key] = ids

    def take_from(self, key: str, obj: int) -> None:
        """Take an object out of a zone's order."""
        order = self.places[key]
        at = order.index(obj)
        self._set_order(key, order[:at] + order[at + 1 :])

    def remember(self, obj: GameObject) -> None:
        """Keep an object as it last was (608.2h)."""
        if self.known is self.before.known:
            self.known = self.known.copy()
        known = characteristics_of(self, obj)
        if self.effects:
            # what an effect makes it a copy of is part of what it last was
            obj = replace(obj, copy=copiable_of(self, obj) if not obj.face_down else obj.copy)
        self.known[obj.id] = LastKnown(obj, known)

    def follow(self, old: int, new: tuple[int, ...]) -> None:
        """Let handles of an object stand for what it became."""
        found = [(handle, ids) for handle, ids in self.handles.items() if old in ids]
        if not found:
            return
        self.handles = self.handles.copy()
        for handle, ids in found:
            at = ids.index(old)
            mine = new if len(ids) == len(new) == 1 else self._own(handle, new)
            self.handles[handle] = (*ids[:at], *mine, *ids[at + 1 :])

    def go_along(self, old: int, new: tuple[int, ...]) -> None:
        """Let what holds perpetually for an object hold for what it became as well."""
        for effect in self.effects:
            if effect.until == PERPETUALLY and old in effect.ids:
                took = replace(effect, ids=tuple(dict.fromkeys((*effect.ids, *new))))
                self.set_effects(tuple(took if e is effect else e for e in self.effects))

    def _own(self, handle: str, new: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of two new objects that the handle's own cards represent."""
        cards = self.bearers.get(handle, ())
        if len(new) < 2 or not cards:
            return new
        return tuple(i for i in new if set(self.things[i].cards) & set(cards)) or new

    def name_handle(self, handle: str, ids: tuple[int, ...]) -> None:
        """Give objects a handle."""
        cards = tuple(c for i in ids for c in self.things[i].cards)
        self.handles = {**self.handles, handle: ids}
        self.bearers = {**self.bearers, handle: cards}

    def link(self, key: str, ids: tuple[int, ...]) -> None:
        """Add objects to a record of what an ability exiled (607.2a)."""
        if self.links is self.before.links:
            self.links = self.links.copy()
        self.links[key] = self.links.get(key, ()) + ids

    def count_up(self, key: str, by: int = 1) -> None:
        """Count how often a watch has triggered."""
        if self.counts is self.before.counts:
            self.counts = self.counts.copy()
        self.counts[key] = self.counts.get(key, 0) + by


_OF_A_STATE = len(State.__struct_fields__)
# what neither state-based actions look at, nor an object by itself depends on
_ASIDE = frozenset(("tapped", "attacking", "since"))


# what changes the text of an object, and what else state-based actions look at
_TURNS = frozenset(("base", "copy", "face", "flipped", "unlocked", "face_down"))
_LOOKED_AT = frozenset(("controller", "damage", "attached", "counters", "zone"))


def _turns(old: GameObject, new: GameObject) -> bool:
    """Whether an object has changed in what its text depends on."""
    return (
        old.base is not new.base
        or old.copy is not new.copy
        or old.face != new.face
        or old.flipped != new.flipped
        or old.unlocked != new.unlocked
        or old.face_down != new.face_down
    )


def _looked_at(old: GameObject, new: GameObject) -> bool:
    """Whether an object has changed in what else state-based actions look at."""
    return (
        old.controller != new.controller
        or old.damage != new.damage
        or old.attached != new.attached
        or old.counters != new.counters
        or old.zone != new.zone
    )


def _alike(old: GameObject, new: GameObject) -> bool:
    """Whether nothing has changed but what is tapped, attacks, is damaged, and since when."""
    return (
        old.zone == new.zone
        and old.controller == new.controller
        and old.counters == new.counters
        and old.attached == new.attached
        and old.timestamp == new.timestamp
        and old.cast is new.cast
        and old.base is new.base
        and old.named == new.named
        and old.face == new.face
        and old.flipped == new.flipped
        and old.copy is new.copy
    )


def objects_of(draft: Draft, refs: Refs) -> list[GameObject]:
    """Return the objects that an action names and that exist; what has left is skipped."""
    things = draft.things
    if not isinstance(refs, list):
        found = draft.find(refs)
        if len(found) == 1:
            obj = things.get(found[0])
            return [] if obj is None else [obj]
        return [things[i] for i in found if i in things]
    ids = [i for r in refs for i in draft.find(r)]
    return [things[i] for i in dict.fromkeys(ids) if i in things]


def permanents_of(draft: Draft, refs: Refs) -> list[GameObject]:
    """Return the permanents that an action names."""
    found = objects_of(draft, refs)
    for obj in found:
        if obj.zone != "battlefield":
            raise CannotBeDone(
                f"{draft.name_of(obj.id)} is in zone {obj.zone}, not on the battlefield",
                ("110.1",),
                obj.id,
            )
    return found
