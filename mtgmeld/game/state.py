"""The state of a game: frozen values, and looking things up in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.arrow import stream_of
from mtgmeld.errors import AmbiguousName, CannotBeDone, UnknownName, near
from mtgmeld.game.abilities import Ability
from mtgmeld.game.continuous import abilities_lost
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.memo import Memo
from mtgmeld.game.player_words import whose
from mtgmeld.game.values import (
    SHARED_ZONES,
    Continuous,
    DelayedTrigger,
    GameObject,
    Happened,
    LastKnown,
    PhysicalCard,
    Player,
)
from mtgmeld.hooks import ask, frame_of, html_of
from mtgmeld.mana import whole_number
from mtgmeld.records import number_of
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.game.characteristics import Characteristics
    from mtgmeld.rules.citations import Derived, Explanation


class Game:
    """What a state and a working copy of one share: look-ups, nothing that changes."""

    __slots__ = ()

    players: tuple[Player, ...]
    cards: dict[int, PhysicalCard]
    things: dict[int, GameObject]
    places: dict[str, tuple[int, ...]]
    handles: dict[str, tuple[int, ...]]
    bearers: dict[str, tuple[int, ...]]
    known: dict[int, LastKnown]
    links: dict[str, tuple[int, ...]]
    names: dict[int, str]
    counts: dict[str, int]
    this_turn: Happened
    cast_last_turn: dict[str, int]
    effects: tuple[Continuous, ...]
    standing: tuple[Ability, ...]
    turn: int
    active: str
    step: str
    edition: Edition
    policies: Readings
    memo: Memo

    def keep(self, memo: Memo) -> None:
        """Take what has been worked out about it.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats").state()
        >>> game.keep(game.memo)
        """
        raise NotImplementedError

    def get(self, obj: int) -> GameObject | None:
        """Return an object that exists now, or None.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> game.get(game.find_one("rats")).zone
        'battlefield'
        """
        return self.things.get(obj)

    def last(self, obj: int) -> GameObject | None:
        """Return an object as it is or as it last was (608.2h).

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> after = mm.apply(game, mm.actions.Destroy(object="rats")).after
        >>> after.last(game.find_one("rats")).zone
        'battlefield'
        """
        now = self.get(obj)
        if now is not None:
            return now
        known = self.known.get(obj)
        return None if known is None else known.obj

    def present(self, ref: int | str) -> GameObject:
        """Return the one object that a handle or name stands for and that exists now.

        Raises
        ------
        UnknownName, AmbiguousName
        CannotBeDone
            If it has left; what it became is a new object (400.7).

        Examples
        --------
        >>> mm.new_game().put("Graf Rats", id="rats").state().present("rats").zone
        'battlefield'
        """
        i = self.find_one(ref)
        now = self.get(i)
        if now is None:
            raise CannotBeDone(f"{self.name_of(i)} is no longer there", ("400.7",), i)
        return now

    def player(self, name: str) -> Player:
        """Return a player by name.

        Examples
        --------
        >>> mm.new_game(life=30).state().player("you").life
        30
        """
        for p in self.players:
            if p.name == name:
                return p
        raise UnknownName("player", name, [p.name for p in self.players])

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The players' names, the active player first (101.4).

        Examples
        --------
        >>> mm.new_game(["ann", "ben", "cleo"]).state().turn_order
        ('ann', 'ben', 'cleo')
        """
        names = [p.name for p in self.players]
        at = names.index(self.active)
        return tuple(names[at:] + names[:at])

    def spells_cast(self, *, last: bool = False) -> dict[str, int]:
        """Return how many spells each player has cast this turn, or cast in the turn before.

        Examples
        --------
        >>> mm.new_game().state().spells_cast(last=True)
        {}
        """
        if last:
            return self.cast_last_turn
        events = (*self.this_turn, *getattr(self, "events", ()))
        return dict(Counter(e.player for e in events if e.kind == "cast"))

    def zone_key(self, zone: str, player: str) -> str:
        """Return the key of a zone: shared ones have one, others one a player.

        Examples
        --------
        >>> game = mm.new_game().state()
        >>> game.zone_key("hand", "you"), game.zone_key("stack", "you")
        ('hand:you', 'stack')
        """
        return zone if zone in SHARED_ZONES else f"{zone}:{player}"

    def in_zone(self, zone: str, player: str = "") -> tuple[int, ...]:
        """Return the objects in a zone, from the bottom to the top or in order of arrival.

        Examples
        --------
        >>> game = mm.new_game().put("Fire // Ice", zone="hand").state()
        >>> [game.name_of(obj) for obj in game.in_zone("hand", "you")]
        ['Fire // Ice']
        """
        if zone in SHARED_ZONES:
            ids = self.places.get(zone, ())
            if not player:
                return ids
            return tuple(i for i in ids if self.things[i].owner == player)
        if player:
            return self.places.get(f"{zone}:{player}", ())
        return tuple(i for p in self.players for i in self.places.get(f"{zone}:{p.name}", ()))

    def battlefield(self) -> Iterator[GameObject]:
        """Yield every permanent.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats").put("Fire // Ice", zone="hand").state()
        >>> [game.name_of(obj.id) for obj in game.battlefield()]
        ['Graf Rats']
        """
        objects = self.things
        for i in self.places.get("battlefield", ()):
            yield objects[i]

    def characteristics(self, obj: int | str) -> Characteristics:
        """Return the characteristics of an object, each value with its reasons.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> game.characteristics("rats").mana_value.value
        2
        """
        found = obj if type(obj) is int else self.find_one(obj)
        now = self.things.get(found)
        if now is None:
            known: LastKnown | None = self.known.get(found)
            if known is None:
                raise self._unknown(str(obj))
            return known.characteristics
        return characteristics_of(self, now)

    def has_lost_abilities(self, obj: GameObject) -> bool:
        """Whether effects have taken the abilities in the text of an object (613.1f, 305.7).

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> game.has_lost_abilities(game.present("rats"))
        False
        """
        return abilities_lost(characteristics_of(self, obj))

    def without(self, policy: str) -> Game:
        """Return the game as it is under the default reading of a policy, to look at.

        Examples
        --------
        >>> game = mm.new_game(policies={"devotion to a Room": "both halves"}).state()
        >>> game.without("devotion to a Room").policies
        ()
        """
        return _Otherwise(self, tuple(row for row in self.policies if row[0] != policy))

    def name_of(self, obj: int) -> str:
        """Return what people call an object: its names, or the card's name if it has none.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> game.name_of(game.find_one("room"))
        'Bottomless Pool // Locker Room'
        """
        found = self.things.get(obj)
        if found is None:
            gone = self.known.get(obj)
            if gone is None:
                return f"object {obj}"
            found, names = gone.obj, gone.characteristics.names.value
        elif found.ability is None:
            names = characteristics_of(self, found).names.value
        if found.ability is not None:
            return found.ability.key
        if type(names) is tuple and names:
            return names[0] if len(names) == 1 else " // ".join(names)
        return self.card_name(found)

    def called(self, ref: int | str) -> str:
        """Return what an action calls an object: the word that it has for it, else its name.

        Examples
        --------
        >>> mm.new_game().put("Graf Rats", id="rats").state().called("rats")
        'rats'
        """
        return ref if isinstance(ref, str) else self.name_of(ref)

    def card_name(self, obj: GameObject) -> str:
        """Return the name of the card or cards that represent an object.

        Examples
        --------
        >>> game = mm.new_game().put("Chittering Host", id="host").state()
        >>> game.card_name(game.present("host"))
        'Graf Rats + Midnight Scavengers'
        """
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

        Examples
        --------
        >>> len(mm.new_game().put("Graf Rats").state().find("Graf Rats"))
        1
        """
        if not isinstance(ref, str):
            i = number_of(ref)
            if i is not None and (i in self.things or i in self.known):
                return (i,)
            raise UnknownName("object", str(ref), ())
        if ref in self.handles:
            return self.handles[ref]
        from mtgmeld.names import normal_form

        number = whole_number(ref.removeprefix("#"))
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

    def _spellings(self, obj: GameObject) -> set[str]:
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
        """Return a text that :meth:`find_one` takes for an object: its handle, else its number.

        A number that is somebody's handle is written ``#5``.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> game.ref_of(game.find_one("rats"))
        'rats'
        """
        memo = self.memo
        if memo.handles is not self.handles:
            refs = {ids[0]: h for h, ids in reversed(self.handles.items()) if len(ids) == 1}
            memo = memo.but(handles=self.handles, refs=refs)
            self.keep(memo)
        found = memo.refs.get(obj)
        if found is not None:
            return found
        return f"#{obj}" if str(obj) in self.handles else str(obj)

    def _unknown(self, ref: str) -> UnknownName:
        known = [*self.handles, *(self.name_of(i) for i in self.things)]
        return UnknownName("object or handle", ref, near(ref, known))

    def find_one(self, ref: int | str) -> int:
        """Return the one object that a handle or name stands for.

        Raises
        ------
        UnknownName, AmbiguousName
            If there is none, or more than one.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats", id="rats").state()
        >>> game.find_one("rats") == game.find_one("Graf Rats")
        True
        """
        found = self.find(ref)
        if len(found) != 1:
            listed = [f"{self.name_of(i)} ({i})" for i in found]
            raise AmbiguousName(str(ref), listed, objects=True)
        return found[0]


class _Otherwise(Game):
    """A game under other readings, which shares all but what is worked out of it."""

    __slots__ = ("_game", "memo", "policies")

    def __init__(self, game: Game, policies: Readings) -> None:
        self._game, self.policies, self.memo = game, policies, Memo()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def keep(self, memo: Memo) -> None:
        self.memo = memo


class Kept:
    """What follows from a state, beside its fields: it is neither compared nor saved.

    Attributes
    ----------
    memo : Memo
        What has been worked out about the state so far.
    settled : bool
        Whether it is known that no state-based action applies.
    """

    __slots__ = ("memo", "settled")

    memo: Memo
    settled: bool


# a state is frozen, but what is kept beside its fields is not
_put_memo, _put_settled = (Kept.__dict__[name].__set__ for name in Kept.__slots__)


class State(msgspec.Struct, Kept, Game, frozen=True, gc=False):
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
    delayed : tuple of DelayedTrigger
    handles : dict of str to tuple of int
    bearers : dict of str to tuple of int
        The cards that each handle was given to; it follows them.
    known : dict of int to LastKnown
        Objects that have left, as they last were.
    links : dict of str to tuple of int
        Objects exiled by an ability of an object, in timestamp order (607).
    counts : dict of str to int
        How often each watch has triggered.
    this_turn : Happened
        What has happened this turn.
    cast_last_turn : dict of str to int
        How many spells each player cast in the turn before.
    names : dict of int to str
        Names chosen for objects.
    clock : int
        The last timestamp or id that was given.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", id="room", unlocked="left").state()
    >>> game.value("room", "names").value, game.active, game.step
    (('Bottomless Pool',), 'you', 'precombat main')
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

    if not TYPE_CHECKING:  # for a type checker a misspelled name is none

        def __getattr__(self, name: str) -> Any:
            if name == "memo":
                permanents = list(self.battlefield())
                attached = frozenset(o.id for o in permanents if o.attached is not None)
                self.keep(
                    Memo(attached=attached, taken=frozenset(o.id for o in permanents if o.under))
                )
                return self.memo
            if name == "settled":
                return False
            raise AttributeError(name)

    def keep(self, memo: Memo, settled: bool | None = None) -> None:
        """Take what has been worked out about the state; it goes on from there.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats").state()
        >>> game.keep(game.memo, settled=True)
        >>> game.settled
        True
        """
        _put_memo(self, memo)
        if settled is not None:
            _put_settled(self, settled)

    def to_json(self) -> str:
        """Return the state as text, for :meth:`from_json` to read back.

        Cards stand in it by name where the bundled catalog has them, else by their facts.

        Examples
        --------
        >>> game = mm.new_game().put("Graf Rats").state()
        >>> mm.State.from_json(game.to_json()) == game
        True
        """
        return str(ask("saving.write", self))

    @classmethod
    def from_json(cls, text: str | bytes) -> State:
        """Return a state that was saved as text: equal, and going on alike.

        Raises
        ------
        BadSavedState
            If the text is no saved state, or one that cannot be; the message says where.

        Examples
        --------
        >>> text = mm.new_game().put("Graf Rats", id="rats").state().to_json()
        >>> mm.State.from_json(text).value("rats", "mana_value").value
        2
        """
        made: State = ask("saving.read", text)
        return made

    def faults(self) -> tuple[str, ...]:
        """Return every broken invariant, in words; empty for a sound state.

        Examples
        --------
        >>> mm.new_game().put("Graf Rats").state().faults()
        ()
        """
        found: tuple[str, ...] = ask("faults", self)
        return found

    def value(self, obj: int | str, name: str) -> Derived:
        """Return one characteristic of an object with its reasons.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> game.value("room", "mana_value").value, game.value("room", "names").value
        (0, ())
        """
        found: Derived = ask("question.value", self, obj, name)
        return found

    def amount(self, text: str, player: str | None = None) -> Derived:
        """Return how many permanents, doors or names a player has, or a devotion, with reasons.

        ``text`` is ``count FILTER``, ``doors FILTER``, ``names FILTER`` or ``devotion W``; the
        player is the active one by default.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", unlocked="left").state()
        >>> game.amount("devotion to blue").value
        1
        """
        found: Derived = ask("question.amount", self, text, player or self.active)
        return found

    def explain(self, obj: int | str, name: str) -> Explanation:
        """Say why a value of an object is what it is.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room", unlocked="left").state()
        >>> print(game.explain("room", "mana_value").to_text(gists=False))
        Bottomless Pool (battlefield) (rules of 2026-09-25)
        mana value: 1 - only the costs of unlocked halves count [709.5]
          mana value of Bottomless Pool: 1 - from {U} [202.3]
        """
        found: Explanation = ask("question.why", self, obj, name)
        return found

    def objects(self, lists: bool = False) -> pd.DataFrame:
        """Return one row an object: see :func:`mtgmeld.frames.games.objects_frame`.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", unlocked="left,right").state()
        >>> game.objects()[["names", "zone", "mana_value"]]
                                  names         zone  mana_value
        0  Bottomless Pool; Locker Room  battlefield           6
        >>> game.objects(lists=True).explode("names")["names"].tolist()
        ['Bottomless Pool', 'Locker Room']
        """
        return frame_of(self, "objects", lists)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return stream_of(self.objects(lists=True), requested_schema)

    def zones(self) -> pd.DataFrame:
        """Return every zone in order: see :func:`mtgmeld.frames.games.zones_frame`.

        Examples
        --------
        >>> game = mm.new_game().put("Fire // Ice", zone="hand").put("Graf Rats").state()
        >>> game.zones()[["zone", "player", "name"]]
                  zone player         name
        0  battlefield   <NA>    Graf Rats
        1         hand    you  Fire // Ice
        """
        return frame_of(self, "zones")

    def known_to(self, player: str) -> pd.DataFrame:
        """Return the zones as a player may know them, what is hidden masked (400.2, 712.21a).

        Examples
        --------
        >>> game = mm.new_game().put("Fire // Ice", zone="hand").state()
        >>> game.known_to("opponent")[["zone", "player", "name"]]
           zone player    name
        0  hand    you  hidden
        """
        return frame_of(self, "zones", self.player(player).name)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __repr__(self) -> str:
        when = f"turn {self.turn}, {whose(self.active)} {self.step}"
        return f"<State: {when}, {len(self.things)} objects>"
