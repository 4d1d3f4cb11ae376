"""What a state is made of: cards, objects, players, effects, events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mtgmeld.cards import Card
from mtgmeld.game.abilities import Ability, Alteration, Permission, Replacement
from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import Characteristics, Circumstances, CopiableValues


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened.

    Attributes
    ----------
    kind : str
        ``move``, ``unlock``, ``lock``, ``cast``, ``resolve``, ``counter``, ``transform``,
        ``trigger``, ``mana``, ``step`` and so on.
    obj : int
        The object it happened to, as it was before.
    name : str
        What the object was called.
    became : tuple of int
        The objects it became; two for a melded permanent that leaves (712.21).
    start, end : str
        Zones before and after, for a move.
    objects, cards : int
        How many objects and how many cards moved (712.21e).
    player : str
        Who did it or whose it was.
    batch : int
        Events of one batch happened at once.
    note : str
        Details in words.
    rules : tuple of str
    by : int
        Of noncombat damage to a permanent, what dealt it.
    """

    kind: str
    obj: int = 0
    name: str = ""
    became: tuple[int, ...] = ()
    start: str = ""
    end: str = ""
    objects: int = 0
    cards: int = 0
    player: str = ""
    batch: int = 0
    note: str = ""
    rules: tuple[str, ...] = ()
    half: int = -1
    mana: str = ""
    by: int = 0


class Happened(msgspec.Struct, frozen=True, gc=False):
    """Events in order, to which more are added without copying all that came before.

    Attributes
    ----------
    blocks : tuple of tuple of Event
        As many whole blocks of :data:`BLOCK` events as there are, so that the same events are
        always kept alike.
    rest : tuple of Event

    Examples
    --------
    >>> none = mm.game.values.Happened()
    >>> two = none.and_then((mm.Event("tap"), mm.Event("untap")))
    >>> len(none), len(two), [event.kind for event in two]
    (0, 2, ['tap', 'untap'])
    """

    blocks: tuple[tuple[Event, ...], ...] = ()
    rest: tuple[Event, ...] = ()

    def __len__(self) -> int:
        return len(self.blocks) * BLOCK + len(self.rest)

    def __iter__(self) -> Iterator[Event]:
        for block in self.blocks:
            yield from block
        yield from self.rest

    def and_then(self, events: Sequence[Event]) -> Happened:
        """Return these events and more."""
        blocks, rest = self.blocks, (*self.rest, *events)
        while len(rest) >= BLOCK:
            blocks, rest = (*blocks, rest[:BLOCK]), rest[BLOCK:]
        return Happened(blocks, rest)


BLOCK = 64


class PhysicalCard(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A card as a thing: it keeps its identity through every zone.

    Attributes
    ----------
    id : int
    card : Card
    owner : str
    commander : bool
        The designation stays with the card wherever it goes (903.3).
    """

    id: int
    card: Card
    owner: str
    commander: bool = False


class Cast(msgspec.Struct, frozen=True, gc=False):
    """How a spell was cast; a permanent that it became can still ask (400.7d).

    Attributes
    ----------
    halves : tuple of int
        The halves that were cast; empty where there are none.
    face : int
        The face that was up.
    x : int
    zone : str
        Where it was cast from.
    by : str
        The permission that allowed it: empty from hand, else ``aftermath``, ``flashback``,
        ``disturb`` and so on.
    paid : str
        The mana spent, as a cost.
    free : bool
        Whether it was cast without paying its mana cost.
    was_cast : bool
        False for a copy that was put onto the stack (707.10).
    targets : tuple of int or str
        Objects and players, in the order of the instructions; empty text for none chosen.
    modes : tuple of int
        Of each modal instruction the mode that was chosen (700.2a).
    divided : tuple of int
        What each target gets of what is divided among them (601.2d).
    """

    halves: tuple[int, ...] = ()
    face: int = 0
    x: int = 0
    zone: str = "hand"
    by: str = ""
    paid: str = ""
    free: bool = False
    was_cast: bool = True
    targets: tuple[int | str, ...] = ()
    modes: tuple[int, ...] = ()
    divided: tuple[int, ...] = ()


class StackAbility(msgspec.Struct, frozen=True, gc=False):
    """An ability on the stack: where it came from and what it may refer to.

    Attributes
    ----------
    key : str
        The ability, as ``Card name#number``, or a standing effect's id.
    source : int
        The object whose ability it is; it may have left.
    found : tuple of int
        The objects that "that card" or "that creature" stands for (400.7e, 712.21c).
    event : str
        What made it trigger, in words; empty for an activated ability.
    targets : tuple of int or str
    x : int
    turned : int
        How often the source had turned over when the ability was put there (701.27f).
    do : tuple of Action
        The instructions of a delayed triggered ability.
    modes : tuple of int
        The modes that were chosen (700.2b).
    about : str
        The player that the event was about.
    divided : tuple of int
        What each target gets of what is divided among them (601.2d).
    """

    key: str
    source: int
    found: tuple[int, ...] = ()
    event: str = ""
    targets: tuple[int | str, ...] = ()
    x: int = 0
    turned: int = 0
    do: tuple[Action, ...] = ()
    modes: tuple[int, ...] = ()
    about: str = ""
    divided: tuple[int, ...] = ()


# what an object is read from and how it is, and the modeled abilities in its text
Read = tuple[CopiableValues, Circumstances, tuple[Ability, ...]]


class OfObject:
    """What was worked out of an object by itself, beside its fields: neither compared nor saved.

    It goes when the object goes, which nothing else has to watch.  The first two stand with the
    family of states that they hold for (:class:`mtgmeld.game.memo.Memo`).

    Attributes
    ----------
    read : tuple of object and Read
    alone : tuple of object and Characteristics
        Where no continuous effect is about.
    told : str
        What it is by itself, as the canonical form of a state says it.
    sound : tuple of str
        The players among whom nothing is wrong with it by itself.
    """

    __slots__ = ("alone", "read", "sound", "told")

    read: tuple[object, Read]
    alone: tuple[object, Characteristics]
    told: str
    sound: tuple[str, ...]


# an object is frozen, but what is kept beside its fields is not
keep_alone, keep_read, keep_sound, keep_told = (
    OfObject.__dict__[name].__set__ for name in OfObject.__slots__
)


def hand_on(old: OfObject, new: OfObject, alike: bool) -> None:
    """Keep what an object is read from for one that is read from the same, and if alike all."""
    try:
        keep_read(new, old.read)
        if alike:
            keep_alone(new, old.alone)
    except AttributeError:  # nothing was asked of it yet
        pass


class GameObject(msgspec.Struct, OfObject, frozen=True, gc=False):
    """An object in a zone.  Every zone change makes a new one (400.7).

    Attributes
    ----------
    id : int
        Unique in a game; a card's next incarnation has another.
    zone, owner, controller : str
    base : CopiableValues
        What it is by itself: what its card, its two cards or its token definition gives.
    cards : tuple of int
        The cards that represent it: one, two for a melded permanent, none for a token, a
        copy of a spell or an ability.
    timestamp : int
    since : int
        The turn in which its controller's control began (302.6).
    copy : CopiableValues or None
        What it became a copy of as it entered.
    cast : Cast or None
    ability : StackAbility or None
    attached : int, str or None
        The object or player it is attached to.
    turned : int
        How often it has transformed (701.27f).
    under : str
        Who would control it, where an effect gives control to somebody (613.1b); else empty.
    face : int
        Which face of its own card or token is up; 1 for the back.
    flipped : bool
        Its status (110.5), which shows while it is a flip card or copies one (710.2).
    """

    id: int
    zone: str
    owner: str
    controller: str
    base: CopiableValues
    cards: tuple[int, ...] = ()
    timestamp: int = 0
    since: int = -1
    face: int = 0
    face_down: bool = False
    tapped: bool = False
    attacking: bool = False
    unlocked: tuple[int, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    attached: int | str | None = None
    copy: CopiableValues | None = None
    cast: Cast | None = None
    ability: StackAbility | None = None
    damage: int = 0
    turned: int = 0
    named: str = ""
    under: str = ""
    flipped: bool = False

    @property
    def is_token(self) -> bool:
        """Whether it is a token on the battlefield, or one that has just left."""
        return self.base.token and self.ability is None

    @property
    def side_up(self) -> str:
        """Which side shows: ``front``, ``back`` (of a flip card, its other half) or ``down``."""
        other = self.flipped if (self.copy or self.base).form.is_flip else self.face
        return "down" if self.face_down else "back" if other else "front"

    @property
    def is_melded(self) -> bool:
        """Whether two cards represent it (712.4a)."""
        return len(self.cards) == 2

    def count(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        for name, n in self.counters:
            if name == kind:
                return n
        return 0


class LastKnown(msgspec.Struct, frozen=True, gc=False):
    """What an object was as it last existed in a public zone (608.2h)."""

    obj: GameObject
    characteristics: Characteristics


STEPS = (
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
)


MAIN_STEPS = ("precombat main", "postcombat main")


SHARED_ZONES = ("battlefield", "stack", "exile", "command")


class Mana(msgspec.Struct, frozen=True, gc=False):
    """One mana in a pool: its type, and a filter on what it may be spent for (106.6)."""

    type: str
    only: str = ""


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player.

    Attributes
    ----------
    name : str
    life : int
    pool : tuple of Mana
    turn_began : int
        The number of the player's latest turn; 0 before the first.
    land_plays : int
        Lands played this turn.
    commander_damage : tuple of (int, int)
        Combat damage by the physical id of each commander (903.10a).
    lost : str
        Why the player has lost; empty otherwise.
    poison : int
        Poison counters (122.1f).
    """

    name: str
    life: int = 20
    pool: tuple[Mana, ...] = ()
    turn_began: int = 0
    land_plays: int = 0
    commander_damage: tuple[tuple[int, int], ...] = ()
    lost: str = ""
    poison: int = 0


PERPETUALLY = "perpetually"  # what such an effect is about takes it through zones
NEXT_UNTAP = "next untap"  # what ends an effect by which something does not untap


class Continuous(msgspec.Struct, frozen=True, gc=False):
    """A continuous effect from something that resolved (611.2).

    Attributes
    ----------
    ids : tuple of int
        The objects that it applies to (611.2c).
    timestamp : int
    until : str
        What ends it; empty if only the end of the game does.
    says : str
    copy : CopiableValues or None
        Layer 1: what they are copies of.
    change : Alteration or None
        Layers 3 to 7.
    controller : str
        Layer 2: who controls them; empty if it says nothing about that.
    allows : Permission or None
        A permission to cast or play them, such as a flashback that they gained.
    replaces : Replacement or None
        A replacement effect on what happens to them.
    """

    ids: tuple[int, ...]
    timestamp: int
    until: str
    says: str
    copy: CopiableValues | None = None
    change: Alteration | None = None
    controller: str = ""
    allows: Permission | None = None
    replaces: Replacement | None = None


class DelayedTrigger(msgspec.Struct, frozen=True, gc=False):
    """A delayed triggered ability, or the end of an effect with a duration (603.7, 610.3)."""

    key: str
    when: str
    player: str
    do: tuple[Action, ...] = ()
    found: tuple[int, ...] = ()
    source: int = 0
    note: str = ""
    turn_of: str = ""
    not_before: int = 0
    at_once: bool = False
    turned: int = 0
