"""What the texts in a state could do, whether they show now or not.

A locked half or the other face of a permanent may begin to act; so what is asked here is asked
of everything that is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from mtgmeld.catalog import ability_folders
from mtgmeld.game.abilities import Ability, Alteration, Static, Triggered, with_parts
from mtgmeld.game.card_abilities import abilities_in
from mtgmeld.game.characteristics import CopiableValues
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.state import State
from mtgmeld.game.values import Continuous
from mtgmeld.query.grammar import SPELLS_CAST

_MOVES = ("dies", "leaves", "enters", "put into")


def _written(what: CopiableValues) -> tuple[Ability, ...]:
    """Return the modeled abilities of all faces and halves, whether they show or not."""
    return tuple(with_parts(abilities_in(tuple(f.text for f in (*what.faces, *what.fronts)))))


class Latent(msgspec.Struct, frozen=True):
    """What is written on an object, and what that could do.

    Attributes
    ----------
    statics : tuple of Static
    animates : bool
        Whether it may make a creature of what is none.
    coinciding : frozenset of str
        The kinds of events on which it triggers, possibly with others at once.
    counts_spells : bool
        Whether it asks how many spells were cast this turn or the turn before.
    """

    statics: tuple[Static, ...]
    animates: bool
    coinciding: frozenset[str]
    counts_spells: bool = False


@lru_cache(maxsize=16384)
def _latent(told: object, *whats: CopiableValues) -> Latent:
    return latent_in([a for what in whats for a in _written(what)])


def latent_in(texts: Sequence[Ability]) -> Latent:
    """Return what abilities could do."""
    statics = tuple(a for a in texts if isinstance(a, Static))
    counts = any(SPELLS_CAST in repr(a) for a in texts)
    return Latent(statics, any(map(animates, texts)), coinciding(texts), counts)


def latent_of(state: State) -> dict[int, Latent]:
    """Return what the abilities of each object and of what it is a copy of could do."""
    told, found = ability_folders(), {}
    for i, obj in state.things.items():
        now = copiable_of(state, obj) if obj.copy or obj.face_down or state.effects else obj.base
        if now is obj.base and obj.copy is None:
            found[i] = _latent(told, now)
        else:
            copied = (w for w in (obj.copy, now) if w is not None and w is not obj.base)
            found[i] = _latent(told, obj.base, *copied)
    return found


def animates(ability: Ability) -> bool:
    """Whether an ability may make a creature of what is none."""
    change = ability.change
    if change is not None and "Creature" in (*(change.types or ()), *change.add_types):
        return True
    return any(act.makes_creatures for act in ability.do)


def makes_creatures(effect: Continuous) -> bool:
    """Whether an effect makes creatures, so that it may end and they are none."""
    change = effect.change
    return change is not None and "Creature" in (*(change.types or ()), *change.add_types)


def overrides(change: Alteration) -> bool:
    """Whether what an effect comes to depends on which other effects came before it."""
    amounts = (change.add_power, change.add_toughness)
    return any(isinstance(n, str) for n in amounts) or any(
        (
            change.controller,
            change.name,
            change.types is not None,
            change.subtypes is not None,
            change.lose_supertypes,
            change.colors is not None,
            change.lose_keywords,
            change.loses_abilities,
            change.power is not None,
            change.toughness is not None,
            change.like_last_exiled,
            change.grants,
        )
    )


def adds_only(effect: Continuous) -> bool:
    """Whether an effect comes to the same in whatever order it is taken."""
    return effect.change is not None and not overrides(effect.change)


def coinciding(abilities: Iterable[Ability]) -> frozenset[str]:
    """Return the kinds of events on which abilities trigger, possibly with others at once.

    The opening of a door is one event, and so is the entering of what an action puts in order.
    """
    found: set[str] = set()
    for a in abilities:
        if not isinstance(a, Triggered) or a.zone != "battlefield" or a.door:
            continue
        if a.this and a.when in ("enters", "cast"):
            continue
        if a.when.startswith(_MOVES):
            found.add("move")
        if a.when.endswith("attacks") or not a.when.startswith(_MOVES):
            found.add(f"{a.when.rpartition(' ')[2]} {a.step}")
    return frozenset(found)
