"""Objects: what is in a zone, what represents it, and its status."""

from __future__ import annotations

import msgspec

from mtgmeld.cards import Card
from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import Characteristics, Copiable

__all__ = ["Bundle", "Cast", "LastKnown", "Obj", "Physical"]


class Physical(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
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


class Bundle(msgspec.Struct, frozen=True, gc=False):
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
    """

    key: str
    source: int
    found: tuple[int, ...] = ()
    event: str = ""
    targets: tuple[int | str, ...] = ()
    x: int = 0
    turned: int = 0
    do: tuple[Action, ...] = ()


class Obj(msgspec.Struct, frozen=True, gc=False):
    """An object in a zone.  Every zone change makes a new one (400.7).

    Attributes
    ----------
    id : int
        Unique in a game; a card's next incarnation has another.
    zone, owner, controller : str
    base : Copiable
        What it is by itself: what its card, its two cards or its token definition gives.
    cards : tuple of int
        The cards that represent it: one, two for a melded permanent, none for a token, a
        copy of a spell or an ability.
    timestamp : int
    since : int
        The turn in which its controller's control began (302.6).
    copy : Copiable or None
        What it became a copy of as it entered.
    cast : Cast or None
    ability : Bundle or None
    attached : int, str or None
        The object or player it is attached to.
    turned : int
        How often it has transformed (701.27f).
    under : str
        Who would control it, where an effect gives control to somebody (613.1b); else empty.
    """

    id: int
    zone: str
    owner: str
    controller: str
    base: Copiable
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
    copy: Copiable | None = None
    cast: Cast | None = None
    ability: Bundle | None = None
    damage: int = 0
    turned: int = 0
    named: str = ""
    under: str = ""

    @property
    def is_token(self) -> bool:
        """Whether it is a token on the battlefield, or one that has just left."""
        return self.base.token and self.ability is None

    @property
    def is_melded(self) -> bool:
        """Whether two cards represent it (712.4a)."""
        return len(self.cards) == 2

    def count(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        return next((n for k, n in self.counters if k == kind), 0)


class LastKnown(msgspec.Struct, frozen=True, gc=False):
    """What an object was as it last existed in a public zone (608.2h)."""

    obj: Obj
    characteristics: Characteristics
