"""Moving objects between zones."""

from __future__ import annotations

import msgspec

from mtgmeld.game.actions.base import Action, Ref, Refs

__all__ = [
    "Blink",
    "Destroy",
    "Discard",
    "Draw",
    "Exile",
    "Meld",
    "Mill",
    "PutIntoCommand",
    "PutIntoGraveyard",
    "PutIntoLibrary",
    "PutOntoBattlefield",
    "ReturnToHand",
    "Sacrifice",
]


class Destroy(Action, frozen=True, kw_only=True, tag="destroy"):
    """Destroy permanents, at once (701.8)."""

    object: Refs


class Sacrifice(Action, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice permanents, or so many of a kind; as a cost all of them (701.21, 118.3)."""

    object: Refs | None = None
    what: str = ""
    count: int = 1
    cost: bool = False


class Exile(Action, frozen=True, kw_only=True, tag="exile"):
    """Exile objects, at once; ``with`` links them to a source, ``until`` returns them (610.3)."""

    object: Refs
    with_: Ref | None = msgspec.field(default=None, name="with")
    until: Ref | None = None
    counters: dict[str, int] = {}


class ReturnToHand(Action, frozen=True, kw_only=True, tag="return to hand"):
    """Return objects to their owners' hands."""

    object: Refs


class PutIntoLibrary(Action, frozen=True, kw_only=True, tag="put into library"):
    """Put objects into their owners' libraries: ``top``, ``bottom`` or a place from the top."""

    object: Refs
    where: str | int = "top"


class PutIntoGraveyard(Action, frozen=True, kw_only=True, tag="put into graveyard"):
    """Put objects into their owners' graveyards without destroying them."""

    object: Refs


class PutIntoCommand(Action, frozen=True, kw_only=True, tag="put into command zone"):
    """Put a card into the command zone."""

    object: Refs


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw cards (121)."""

    count: int | str = 1


class Mill(Action, frozen=True, kw_only=True, tag="mill"):
    """Put cards from the top of a library into its owner's graveyard (701.17)."""

    count: int = 1


class Discard(Action, frozen=True, kw_only=True, tag="discard"):
    """Discard cards (701.9)."""

    object: Refs


class PutOntoBattlefield(Action, frozen=True, kw_only=True, tag="put onto battlefield"):
    """Put cards onto the battlefield without casting them (712.14)."""

    object: Refs
    transformed: bool = False
    tapped: bool = False
    attacking: bool = False
    face_down: bool = False
    control: str | None = None
    counters: dict[str, int] = {}
    attached_to: Ref | None = None


class Blink(Action, frozen=True, kw_only=True, tag="blink"):
    """Exile a permanent, then return it, at once or at a later step (400.7, 712.21c)."""

    object: Refs
    until: str | None = None
    control: str | None = None
    counters: dict[str, int] = {}
    transformed: bool = False
    tapped: bool = False


class Meld(Action, frozen=True, kw_only=True, tag="meld"):
    """Exile two objects, then meld them (701.42, 712.4a)."""

    object: Ref
    with_: Ref = msgspec.field(name="with")
    tapped: bool = False
    attacking: bool = False
    check: bool = True
    id: str | None = None
