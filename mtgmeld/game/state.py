"""The state of a game: frozen values, and looking things up in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import AmbiguousName, CannotBeDone, UnknownName, near
from mtgmeld.game.abilities import Ability
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.memo import Memo
from mtgmeld.game.objects import LastKnown, Obj, Physical
from mtgmeld.game.pieces import SHARED_ZONES, Continuous, Delayed, Player
from mtgmeld.game.speaking import whose
from mtgmeld.mana import whole_number
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.game.characteristics import Characteristics
    from mtgmeld.rules.citations import Derived, Explanation

__all__ = ["Game", "State"]


class Game:
    """What a state and a working copy of one share: look-ups, nothing that changes."""

    __slots__ = ()

    players: Any
    cards: Any
    things: Any
    places: Any
    handles: Any
    bearers: Any
    known: Any
    links: Any
    names: Any
    effects: Any
    standing: Any
    turn: int
    active: str
    step: str
    edition: Edition
    policies: Readings
    memo: Memo

    def get(self, obj: int) -> Obj | None:
        """Return an object that exists now, or None."""
        found: Obj | None = self.things.get(obj)
        return found

    def last(self, obj: int) -> Obj | None:
        """Return an object as it is or as it last was (608.2h)."""
        now = self.get(obj)
        if now is not None:
            return now
        known: LastKnown | None = self.known.get(obj)
        return None if known is None else known.obj

    def present(self, ref: int | str) -> Obj:
        """Return the one object that a handle or name stands for and that exists now.

        Raises
        ------
        UnknownName, AmbiguousName
        CannotBeDone
            If it has left; what it became is a new object (400.7).
        """
        i = self.find_one(ref)
        now = self.get(i)
        if now is None:
            raise CannotBeDone(f"{self.name_of(i)} is no longer there", ("400.7",), i)
        return now

    def player(self, name: str) -> Player:
        """Return a player by name."""
        for p in self.players:
            if p.name == name:
                found: Player = p
                return found
        raise UnknownName("player", name, [p.name for p in self.players])

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players' names, the active player first (101.4)."""
        names = [p.name for p in self.players]
        at = names.index(self.active)
        return tuple(names[at:] + names[:at])

    def zone_key(self, zone: str, player: str) -> str:
        """Return the key of a zone: shared ones have one, others one a player."""
        return zone if zone in SHARED_ZONES else f"{zone}:{player}"

    def in_zone(self, zone: str, player: str = "") -> tuple[int, ...]:
        """Return the objects in a zone, from the bottom to the top or in order of arrival."""
        if zone in SHARED_ZONES:
            ids: tuple[int, ...] = self.places.get(zone, ())
            if not player:
                return ids
            return tuple(i for i in ids if self.things[i].owner == player)
        if player:
            own: tuple[int, ...] = self.places.get(f"{zone}:{player}", ())
            return own
        return tuple(i for p in self.players for i in self.places.get(f"{zone}:{p.name}", ()))

    def battlefield(self) -> Iterator[Obj]:
        """Yield every permanent."""
        objects = self.things
        for i in self.places.get("battlefield", ()):
            yield objects[i]

    def characteristics(self, obj: int | str) -> Characteristics:
        """Return the characteristics of an object, each value with its reasons."""
        found = obj if isinstance(obj, int) else self.find_one(obj)
        now = self.things.get(found)
        if now is None:
            known: LastKnown = self.known[found]
            return known.characteristics
        return characteristics_of(self, now)

    def name_of(self, obj: int) -> str:
        """Return what people call an object: its names, or the card's name if it has none."""
        found: Obj | None = self.things.get(obj)
        if found is not None:
            names = characteristics_of(self, found).names.value if found.ability is None else ()
        else:
            found = self.last(obj)
            if found is None:
                return f"object {obj}"
            names = self.known[obj].characteristics.names.value
        if found.ability is not None:
            return found.ability.key
        if type(names) is tuple and names:
            return names[0] if len(names) == 1 else " // ".join(names)
        return self.card_name(found)

    def called(self, ref: int | str) -> str:
        """Return what an action calls an object: the word that it has for it, else its name."""
        return ref if isinstance(ref, str) else self.name_of(ref)

    def card_name(self, obj: Obj) -> str:
        """Return the name of the card or cards that represent an object."""
        if obj.cards:
            return " + ".join(self.cards[c].card.name for c in obj.cards)
        return " // ".join(f.name for f in obj.base.faces) or "an object"

    def find(self, ref: int | str) -> tuple[int, ...]:
        """Return the objects that a handle or name stands for.

        A handle follows its card through zones; once a melded permanent has left, its
        handle stands for both cards (712.21c).  A name stands for the one object that has
        it, or that its card has.

        Raises
        ------
        UnknownName
            With near names.
        AmbiguousName
            If several objects have the name.
        """
        if isinstance(ref, int):
            if ref in self.things or ref in self.known:
                return (ref,)
            raise UnknownName("object", str(ref), ())
        if ref in self.handles:
            found: tuple[int, ...] = self.handles[ref]
            return found
        from mtgmeld.names import normal_form

        number = whole_number(ref)
        if number is not None and number in self.things:
            return (number,)
        wanted = normal_form(ref)
        hits = [i for i, o in self.things.items() if wanted in self._spellings(o)]
        if len(hits) == 1:
            return (hits[0],)
        if len(hits) > 1:
            zones = [
                f"{self.name_of(i)} ({self.things[i].zone}, {self._handle_of(i)})" for i in hits
            ]
            raise AmbiguousName(ref, zones, objects=True)
        raise self._unknown(ref)

    def _spellings(self, obj: Obj) -> set[str]:
        from mtgmeld.names import normal_form

        if obj.ability is not None:
            return {normal_form(obj.ability.key)}
        names = [self.cards[c].card.name for c in obj.cards]
        names += [
            f.name for c in obj.cards for f in self.cards[c].card.faces if len(obj.cards) == 1
        ]
        value = self.characteristics(obj.id).names.value
        if isinstance(value, tuple):
            names += value
        return {normal_form(n) for n in names}

    def _handle_of(self, obj: int) -> str:
        return self.ref_of(obj)

    def ref_of(self, obj: int) -> str:
        """Return a text that :meth:`find_one` takes for an object: its handle, else its number."""
        return next((h for h, ids in self.handles.items() if ids == (obj,)), str(obj))

    def _unknown(self, ref: str) -> UnknownName:
        known = [*self.handles, *(self.name_of(i) for i in self.things)]
        return UnknownName("object or handle", ref, near(ref, known))

    def find_one(self, ref: int | str) -> int:
        """Return the one object that a handle or name stands for.

        Raises
        ------
        UnknownName, AmbiguousName
            If there is none, or more than one.
        """
        found = self.find(ref)
        if len(found) != 1:
            listed = [f"{self.name_of(i)} ({i})" for i in found]
            raise AmbiguousName(str(ref), listed, objects=True)
        return found[0]


class State(msgspec.Struct, Game, frozen=True, gc=False):
    """A game at one moment.

    Attributes
    ----------
    players : tuple of Player
        In turn order.
    cards : dict of int to Physical
    things : dict of int to Obj
        Every object that exists now.
    places : dict of str to tuple of int
        The order of each zone from the bottom to the top; hand, library and graveyard
        have one a player (``graveyard:you``).
    active, step, turn : str, str, int
    priority : str
    effects : tuple of Continuous
    standing : tuple of Ability
    delayed : tuple of Delayed
    handles : dict of str to tuple of int
    bearers : dict of str to tuple of int
        The cards that each handle was given to; it follows them.
    known : dict of int to LastKnown
        Objects that have left, as they last were.
    links : dict of str to tuple of int
        Objects exiled by an ability of an object, in timestamp order (607).
    counts : dict of str to int
        How often each watch has triggered.
    this_turn : tuple of Event
        What has happened this turn.
    names : dict of int to str
        Names chosen for objects.
    clock : int
        The last timestamp or id that was given.
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
    memo: Memo = msgspec.field(default_factory=Memo)

    def to_json(self) -> str:
        """Return the state as text, for :meth:`from_json` to read back.

        Cards stand in it by name where the bundled catalog has them, else by their facts.
        """
        from mtgmeld.game.saving import state_to_json

        return state_to_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> State:
        """Return a state that was saved as text: equal, and going on alike.

        Raises
        ------
        BadSavedState
            If the text is no saved state, or one that cannot be; the message says where.
        """
        from mtgmeld.game.saving import state_from_json

        return state_from_json(text)

    def faults(self) -> tuple[str, ...]:
        """Return every broken invariant, in words; empty for a sound state."""
        from mtgmeld.game.faults import faults_of

        return faults_of(self)

    def value(self, obj: int | str, name: str) -> Derived:
        """Return one characteristic of an object with its reasons."""
        from mtgmeld.game.questions import value_of

        return value_of(self, obj, name)

    def amount(self, text: str, player: str | None = None) -> Derived:
        """Return how many permanents, doors or names a player has, or a devotion, with reasons.

        ``text`` is ``count FILTER``, ``doors FILTER``, ``names FILTER`` or ``devotion W``; the
        player is the active one by default.
        """
        from mtgmeld.game.questions import amount_of

        return amount_of(self, text, player or self.active)

    def explain(self, obj: int | str, name: str) -> Explanation:
        """Say why a value of an object is what it is."""
        from mtgmeld.game.questions import explain_object

        return explain_object(self, obj, name)

    def objects(self) -> pd.DataFrame:
        """Return one row an object: see :func:`mtgmeld.game_frames.objects_frame`."""
        from mtgmeld.game_frames import objects_frame

        return objects_frame(self)

    def zones(self) -> pd.DataFrame:
        """Return every zone in order: see :func:`mtgmeld.game_frames.zones_frame`."""
        from mtgmeld.game_frames import zones_frame

        return zones_frame(self)

    def known_to(self, player: str) -> pd.DataFrame:
        """Return the zones as a player may know them, what is hidden masked (400.2, 712.21a)."""
        from mtgmeld.game_frames import zones_frame

        return zones_frame(self, self.player(player).name)

    def _repr_html_(self) -> str:
        from mtgmeld.showing import state_html

        return state_html(self)

    def __repr__(self) -> str:
        when = f"turn {self.turn}, {whose(self.active)} {self.step}"
        return f"<State: {when}, {len(self.things)} objects>"
