"""Status, copies, tokens, counters, and what is attached."""

from __future__ import annotations

from typing import Any

from mtgmeld.game.actions.base import Action, Ref, Refs

__all__ = [
    "AtStep",
    "Attach",
    "BecomeCopy",
    "CreateToken",
    "CreateTokenCopy",
    "Flip",
    "GainControl",
    "LockByEffect",
    "LockOrUnlock",
    "PutCounters",
    "RemoveCounters",
    "Tap",
    "Transform",
    "TurnFaceDown",
    "TurnFaceUp",
    "UnlockByEffect",
    "Untap",
]


class UnlockByEffect(Action, frozen=True, kw_only=True, tag="unlock by effect"):
    """Unlock a locked half, without a cost (709.5f)."""

    object: Ref
    half: str | None = None


class LockByEffect(Action, frozen=True, kw_only=True, tag="lock by effect"):
    """Lock an unlocked half (709.5g)."""

    object: Ref
    half: str | None = None


class LockOrUnlock(Action, frozen=True, kw_only=True, tag="lock or unlock"):
    """Lock an unlocked half or unlock a locked one, whichever is chosen (709.5f-g)."""

    object: Ref
    half: str | None = None


class Transform(Action, frozen=True, kw_only=True, tag="transform"):
    """Transform permanents (701.27, 712.9)."""

    object: Refs


class TurnFaceDown(Action, frozen=True, kw_only=True, tag="turn face down"):
    """Turn permanents face down (708.2, 712.16)."""

    object: Refs


class TurnFaceUp(Action, frozen=True, kw_only=True, tag="turn face up"):
    """Turn permanents face up (708.7)."""

    object: Refs


class AtStep(Action, frozen=True, kw_only=True, tag="at step"):
    """Create a delayed triggered ability that acts at the next such step (603.7).

    ``about`` names what its instructions find as ``that card``, ``source`` the object whose
    ability it is, their ``this``; ``of`` is whose step it must be; ``do_later`` holds the
    instructions, or tables with ``do``.
    """

    step: str
    of: str | None = None
    do_later: tuple[Any, ...] = ()
    source: Ref | None = None
    about: list[str] = []
    found: list[int] = []


class Flip(Action, frozen=True, kw_only=True, tag="flip"):
    """Flip a flip card (710.4)."""

    object: Ref


class BecomeCopy(Action, frozen=True, kw_only=True, tag="become copy"):
    """Make permanents copies of another object (707.4)."""

    object: Refs
    of: Ref
    until: str | None = None
    add_types: list[str] = []
    not_legendary: bool = False


class CreateToken(Action, frozen=True, kw_only=True, tag="create token"):
    """Create a token with given characteristics (111)."""

    name: str
    types: tuple[str, ...] = ("Creature",)
    subtypes: list[str] = []
    supertypes: list[str] = []
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    keywords: list[str] = []
    count: int | str = 1
    tapped: bool = False
    id: str | None = None


class CreateTokenCopy(Action, frozen=True, kw_only=True, tag="create token copy"):
    """Create a token that is a copy of an object (707.8a, 111.13)."""

    of: Ref
    count: int = 1
    not_legendary: bool = False
    add_types: list[str] = []
    power: str | None = None
    toughness: str | None = None
    colors: str | None = None
    id: str | None = None


class PutCounters(Action, frozen=True, kw_only=True, tag="put counters"):
    """Put counters on permanents or cards (122)."""

    object: Refs
    kind: str = "+1/+1"
    count: int = 1


class RemoveCounters(Action, frozen=True, kw_only=True, tag="remove counters"):
    """Remove counters (122)."""

    object: Refs
    kind: str = "+1/+1"
    count: int = 1


class Attach(Action, frozen=True, kw_only=True, tag="attach"):
    """Attach an Aura or Equipment to an object or player (701.3)."""

    object: Ref
    to: Ref


class GainControl(Action, frozen=True, kw_only=True, tag="gain control"):
    """Gain control of permanents (613.1b)."""

    object: Refs
    until: str | None = None


class Tap(Action, frozen=True, kw_only=True, tag="tap"):
    """Tap permanents (701.26)."""

    object: Refs


class Untap(Action, frozen=True, kw_only=True, tag="untap"):
    """Untap permanents (701.26)."""

    object: Refs
