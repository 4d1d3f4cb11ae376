"""Layer 1: what an object is read from, and the abilities in its text (613.2, 707.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.cards import Face
from mtgmeld.catalog import ability_folders
from mtgmeld.game.abilities import Ability, heard_by
from mtgmeld.game.characteristics import Circumstances, CopiableValues, copy_of, derive
from mtgmeld.game.values import GameObject, Read, keep_read
from mtgmeld.query.things import flat
from mtgmeld.rules.editions import Edition, Readings, reading

if TYPE_CHECKING:
    from mtgmeld.game.state import Game


FACE_DOWN = CopiableValues("face down", (Face("", types=("Creature",), power="2", toughness="2"),))


replace = msgspec.structs.replace


def copiable_of(game: Game, obj: GameObject) -> CopiableValues:
    """Return what an object's characteristics are read from.

    Copy effects come first, the latest of them counts (613.2a); face-down status comes
    after them (613.2b), so a face-down permanent that becomes a copy shows nothing of it.
    """
    if obj.face_down:
        return FACE_DOWN
    if game.effects:
        for effect in reversed(game.effects):
            if effect.copy is not None and obj.id in effect.ids:
                found: CopiableValues = effect.copy
                return found
    return obj.copy or obj.base


in_zone = cache(Circumstances)  # where nothing but the zone counts


def circumstances_of(game: Game, obj: GameObject, what: CopiableValues) -> Circumstances:
    """Return where an object is and how, as far as its characteristics depend on it."""
    cast = obj.cast
    if obj.zone == "stack" and cast is not None:
        return Circumstances("stack", cast.halves, cast.face, (), cast.x)
    if obj.zone != "battlefield":
        return in_zone(obj.zone)
    # a copy has the one face that it copies, whichever side of its own card is up (712.9)
    face = obj.face if obj.face and (what is obj.base or len(what.faces) > 1) else 0
    if what.form.is_flip:  # and whatever copies a flip card has a status of its own (707.3)
        face = int(obj.flipped)
    if not what.form.is_split:
        return Circumstances("battlefield", (), face)
    unlocked = obj.unlocked
    if unlocked and unlocked[-1] >= len(what.faces):
        unlocked = tuple(h for h in unlocked if h < len(what.faces))
    lost = what.shared_type_line and _locks_lost(game, obj)
    return Circumstances("battlefield", (), face, unlocked, 0, lost)


LOST = "Room that loses its abilities"


def _locks_lost(game: Game, obj: GameObject) -> bool:
    """Whether a Room has lost its two locking abilities with all others (a named policy)."""
    return (
        bool(game.policies)
        and reading(LOST, game.policies) == "locks lost"
        and game.without(LOST).has_lost_abilities(obj)
    )


def as_copied(game: Game, obj: GameObject, *, token: bool = False) -> tuple[CopiableValues, int]:
    """Return the copiable values of an object for something that copies it, and the face (707.2).

    A new token copy of something double-faced has both of its faces, the same one up
    (707.8a); everything else copies the face that is up alone (707.8).
    """
    what = copiable_of(game, obj)
    how = circumstances_of(game, obj, what)
    made = copy_of(what, how, game.edition, token=token)
    if made.form.turns:
        return made, how.face
    own = obj.base
    if token and own.form.turns and len(own.faces) == 2 and len(made.faces) == 1:
        # its card still has two faces, and the copy effect gives both the same values
        both = copy_of(own, Circumstances("battlefield"), game.edition, token=True)
        if both.form.turns:
            return replace(both, faces=made.faces * 2), obj.face
    return made, 0


def with_exceptions(what: CopiableValues, change: Callable[[Face], Face]) -> CopiableValues:
    """Return copied values with an exception that the copy effect makes (707.9)."""
    return replace(what, faces=tuple(change(f) for f in what.faces))


def texts_of(game: Game, obj: GameObject) -> tuple[Ability, ...]:
    """Return the modeled abilities in an object's text, whether it has lost them or not."""
    return read_of(game, obj)[2]


def read_of(game: Game, obj: GameObject) -> Read:
    """Return what an object is read from and how it is, and the abilities in its text."""
    if game.effects or game.policies:
        return _read(game, obj)
    family = game.memo.family
    try:
        known, found = obj.read
        if known is family:
            return found
    except AttributeError:  # nothing is kept of it yet
        pass
    found = _read(game, obj)
    keep_read(obj, (family, found))
    return found


def _read(game: Game, obj: GameObject) -> Read:
    what = copiable_of(game, obj)
    how = circumstances_of(game, obj, what)
    return what, how, _abilities(what, how, game.edition, game.policies, ability_folders())


def index_of(game: Game) -> dict[str, tuple[tuple[Ability, int], ...]]:
    """Return the abilities in the text of permanents by kind, each with the permanent's number.

    They come in the order of the battlefield; some may have been lost, or their permanents may
    have left.
    """
    memo = game.memo
    if memo.index is not None:
        return memo.index
    found: dict[str, list[tuple[Ability, int]]] = {}
    things = game.things
    for i in game.places.get("battlefield", ()):
        for ability in texts_of(game, things[i]):
            if ability.zone == "battlefield":
                found.setdefault(ability.kind, []).append((ability, i))
    every = [a for rows in found.values() for a, _ in rows] + list(game.standing)
    from mtgmeld.game.card_abilities import given_by

    every += [a for e in game.effects if e.change is not None for a in given_by(e.change)]
    heard = frozenset(when for a in every for when in heard_by(a))
    made = {kind: tuple(rows) for kind, rows in found.items()}
    game.keep(memo.without_index().but(index=made, heard=heard))
    return made


@lru_cache(maxsize=65536)
def _abilities(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings, told: object
) -> tuple[Ability, ...]:
    from mtgmeld.game.card_abilities import abilities_in, of_keywords

    found = derive(what, how, edition, chosen)
    return (*abilities_in(found.written), *of_keywords(flat(found.keywords.value)))
