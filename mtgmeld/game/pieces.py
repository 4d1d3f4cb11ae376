"""What a state is made of besides its objects: players, mana, effects, steps and zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import Copiable

if TYPE_CHECKING:
    pass

__all__ = ["MAIN_STEPS", "SHARED_ZONES", "STEPS", "Continuous", "Delayed", "Mana", "Player"]

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
    """

    name: str
    life: int = 20
    pool: tuple[Mana, ...] = ()
    turn_began: int = 0
    land_plays: int = 0
    commander_damage: tuple[tuple[int, int], ...] = ()
    lost: str = ""


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
    copy : Copiable or None
        Layer 1: what they are copies of.
    change : Alteration or None
        Layers 3 to 7.
    controller : str
        Layer 2: who controls them; empty if it says nothing about that.
    allows : Ability or None
        A permission to cast or play them, such as a flashback that they gained.
    replaces : Ability or None
        A replacement effect on what happens to them.
    """

    ids: tuple[int, ...]
    timestamp: int
    until: str
    says: str
    copy: Copiable | None = None
    change: Alteration | None = None
    controller: str = ""
    allows: Ability | None = None
    replaces: Ability | None = None


class Delayed(msgspec.Struct, frozen=True, gc=False):
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
