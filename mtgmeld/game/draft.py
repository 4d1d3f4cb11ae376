"""A working copy of a state: handlers change it, and :meth:`Draft.freeze` gives the next state."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple, replace

from mtgmeld.game.abilities import Ability
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, copiable_of
from mtgmeld.game.memo import Memo
from mtgmeld.game.objects import LastKnown, Obj, Physical
from mtgmeld.game.pieces import Continuous, Delayed, Player
from mtgmeld.game.state import Game, State
from mtgmeld.game.texts import texts_of
from mtgmeld.rules.editions import Edition, Readings

__all__ = ["Draft"]


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
        Objects that are new or changed since the last check of state-based actions (704.3).
    gone : bool
        Whether a permanent has left since then.
    batch : int
        The number of the events that happen at once.
    seen : dict
        What was chosen for commanders that have moved.
    unmet : list of int or str
        Targets that the action names and that were not there when they were asked for.
    """

    players: tuple[Player, ...]
    cards: dict[int, Physical]
    things: dict[int, Obj]
    places: dict[str, tuple[int, ...]]
    active: str
    step: str
    turn: int
    priority: str
    effects: tuple[Continuous, ...]
    standing: tuple[Ability, ...]
    delayed: tuple[Delayed, ...]
    handles: dict[str, tuple[int, ...]]
    bearers: dict[str, tuple[int, ...]]
    known: dict[int, LastKnown]
    links: dict[str, tuple[int, ...]]
    counts: dict[str, int]
    this_turn: tuple[Event, ...]
    names: dict[int, str]
    clock: int
    edition: Edition
    policies: Readings
    memo: Memo
    # set as soon as the draft is made, so that no reader has to ask
    before: State = msgspec.UNSET  # type: ignore[assignment]
    events: list[Event] = []
    pending: list[Any] = []
    fresh: list[int] = []
    seen: dict[int, Any] = {}
    matched: int = 0
    batch: int = 0
    gone: bool = False
    unmet: list[int | str] = []

    @staticmethod
    def of(state: State) -> Draft:
        """Return a working copy of a state."""
        made = Draft(*astuple(state))
        made.before = state
        made.things = state.things.copy()
        made.places = state.places.copy()
        return made

    def freeze(self) -> State:
        """Return the state that the working copy has come to, state-based actions performed."""
        if not self.memo.settled:
            shared = self.memo is self.before.memo
            self.memo = self.memo.as_settled() if shared else self.memo
            self.memo.settled = True
        return State(
            self.players,
            self.cards,
            self.things,
            self.places,
            self.active,
            self.step,
            self.turn,
            self.priority,
            self.effects,
            self.standing,
            self.delayed,
            self.handles,
            self.bearers,
            self.known,
            self.links,
            self.counts,
            self.this_turn + tuple(self.events),
            self.names,
            self.clock,
            self.edition,
            self.policies,
            self.memo,
        )

    def tick(self) -> int:
        """Return the next timestamp or id."""
        self.clock += 1
        return self.clock

    def emit(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    def put(self, obj: Obj) -> Obj:
        """Store an object that is already in its zone."""
        old = self.things.get(obj.id)
        self.things[obj.id] = obj
        self.fresh.append(obj.id)
        if obj.zone == "battlefield":
            if obj.attached is not None:
                self.memo.family.attached = True
            if obj.under:
                self.memo.family.taken = True
            if old is not None and (
                old.base is not obj.base
                or old.copy is not obj.copy
                or old.face != obj.face
                or old.unlocked != obj.unlocked
                or old.face_down != obj.face_down
            ):
                self._turned(old, obj)
                return obj
        memo = self.memo
        if not memo.plain and (memo.table or memo.table is None):
            self.memo = memo.without_table()
        return obj

    def drop(self, obj: int) -> None:
        """Forget an object that has left its zone."""
        if self.things.pop(obj).zone == "battlefield":
            self.gone = True
            memo = self.memo
            if not memo.plain and (memo.table or memo.table is None):
                self.memo = memo.without_table()

    def _came(self, obj: int) -> None:
        """Hand on what was worked out to the battlefield with one more permanent."""
        memo = self.memo
        texts = texts_of(self, self.things[obj])
        if texts and memo.index is not None and memo.effects is self.effects:
            self.memo = memo.came(obj, texts)
        elif texts:
            self.memo = Memo(memo.family)
        elif not memo.plain and (memo.table or memo.table is None):
            self.memo = memo.without_table()

    def _turned(self, old: Obj, new: Obj) -> None:
        """Hand on what was worked out, as abilities come or go with a change of a permanent."""
        memo = self.memo
        texts = texts_of(self, new)
        if not texts and not texts_of(self, old):
            if not memo.plain and (memo.table or memo.table is None):
                self.memo = memo.without_table()
        elif memo.index is None or memo.effects is not self.effects:
            self.memo = Memo(memo.family)
        elif new.id in self.places["battlefield"]:
            self.memo = memo.turned(new.id, texts)
        elif not memo.plain and (memo.table or memo.table is None):
            self.memo = memo.without_table()  # its abilities come with it

    def change(self, obj: int, **fields: Any) -> Obj:
        """Change the status of an object; it stays the same object."""
        return self.put(replace(self.things[obj], **fields))

    def change_player(self, name: str, **fields: Any) -> None:
        """Change a player."""
        self.players = tuple(replace(p, **fields) if p.name == name else p for p in self.players)

    def add_to(self, key: str, ids: tuple[int, ...], at: int | None = None) -> None:
        """Put objects into a zone's order, on top unless a place is given."""
        order = self.places.get(key, ())
        if key == "battlefield":
            for i in ids:
                self._came(i)
        if at is None:
            self.places[key] = (*order, *ids)
        else:
            self.places[key] = (*order[:at], *ids, *order[at:])

    def take_from(self, key: str, obj: int) -> None:
        """Take an object out of a zone's order."""
        self.places[key] = tuple([i for i in self.places[key] if i != obj])

    def remember(self, obj: Obj) -> None:
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
        for handle in [h for h, ids in self.handles.items() if old in ids]:
            if self.handles is self.before.handles:
                self.handles = self.handles.copy()
            ids = self.handles[handle]
            if len(ids) == len(new) == 1:
                self.handles[handle] = new
                continue
            at = ids.index(old)
            mine = self._own(handle, new)
            self.handles[handle] = (*ids[:at], *mine, *ids[at + 1 :])

    def _own(self, handle: str, new: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of two new objects that the handle's own cards represent."""
        cards = self.bearers.get(handle, ())
        if len(new) < 2 or not cards:
            return new
        return tuple(i for i in new if set(self.things[i].cards) & set(cards)) or new

    def name_handle(self, handle: str, ids: tuple[int, ...]) -> None:
        """Give objects a handle."""
        if self.handles is self.before.handles:
            self.handles = self.handles.copy()
        if self.bearers is self.before.bearers:
            self.bearers = self.bearers.copy()
        self.handles[handle] = ids
        self.bearers[handle] = tuple(c for i in ids for c in self.things[i].cards)

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
