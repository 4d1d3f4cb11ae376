"""Layer 1: what the characteristics of an object in a game are read from (613.2, 707.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.cards import Face
from mtgmeld.game.characteristics import Copiable, Status, copy_of
from mtgmeld.game.objects import Obj
from mtgmeld.rules.editions import reading

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["as_copied", "copiable_of", "status_of", "with_exceptions"]

FACE_DOWN = Copiable("face down", (Face("", types=("Creature",), power="2", toughness="2"),))
TWO_FACED = ("transform", "modal_dfc")
replace = msgspec.structs.replace


def copiable_of(game: Game, obj: Obj) -> Copiable:
    """Return what an object's characteristics are read from.

    Copy effects come first, the latest of them counts (613.2a); face-down status comes
    after them (613.2b), so a face-down permanent that becomes a copy shows nothing of it.
    """
    if obj.face_down:
        return FACE_DOWN
    if game.effects:
        for effect in reversed(game.effects):
            if effect.copy is not None and obj.id in effect.ids:
                found: Copiable = effect.copy
                return found
    return obj.copy or obj.base


def status_of(game: Game, obj: Obj, what: Copiable) -> Status:
    """Return where an object is and how, as far as its characteristics depend on it."""
    cast = obj.cast
    if obj.zone == "stack" and cast is not None:
        return Status("stack", cast.halves, cast.face, (), cast.x)
    if obj.zone != "battlefield":
        return Status(obj.zone)
    # a copy has the one face that it copies, whichever side of its own card is up (712.9)
    # and a flip card is flipped only if the object itself is one that has flipped (710.2)
    face = obj.face if obj.face and (what is obj.base or len(what.faces) > 1) else 0
    if what.layout == "flip" and obj.base.layout != "flip":
        face = 0
    if what.layout != "split":
        return Status("battlefield", (), face)
    unlocked = obj.unlocked
    if unlocked and unlocked[-1] >= len(what.faces):
        unlocked = tuple(h for h in unlocked if h < len(what.faces))
    lost = what.shared_type_line and _locks_lost(game, obj)
    return Status("battlefield", (), face, unlocked, 0, lost)


def _locks_lost(game: Game, obj: Obj) -> bool:
    """Whether a Room has lost its two locking abilities with all others (a named policy)."""
    if not game.policies:
        return False
    if reading("Room that loses its abilities", game.policies) != "locks lost":
        return False
    for effect in game.effects:
        if effect.change is not None and effect.change.loses_abilities and obj.id in effect.ids:
            return True
    from mtgmeld.game.texts import texts_of

    return any(
        ability.attached and ability.change is not None and ability.change.loses_abilities
        for other in game.battlefield()
        if other.attached == obj.id
        for ability in texts_of(game, other)
    )


def as_copied(game: Game, obj: Obj, *, token: bool = False) -> tuple[Copiable, int]:
    """Return the copiable values of an object for something that copies it, and the face (707.2).

    A new token copy of something double-faced has both of its faces, the same one up
    (707.8a); everything else copies the face that is up alone (707.8).
    """
    what = copiable_of(game, obj)
    how = status_of(game, obj, what)
    made = copy_of(what, how, game.edition, token=token)
    if made.layout in TWO_FACED:
        return made, how.face
    own = obj.base
    if token and own.layout in TWO_FACED and len(own.faces) == 2 and len(made.faces) == 1:
        # its card still has two faces, and the copy effect gives both the same values
        both = copy_of(own, Status("battlefield"), game.edition, token=True)
        if both.layout in TWO_FACED:
            return replace(both, faces=made.faces * 2), obj.face
    return made, 0


def with_exceptions(what: Copiable, change: Callable[[Face], Face]) -> Copiable:
    """Return copied values with an exception that the copy effect makes (707.9)."""
    return replace(what, faces=tuple(change(f) for f in what.faces))
