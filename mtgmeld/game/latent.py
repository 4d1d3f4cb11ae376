"""What the texts in a state could do, whether they show now or not.

A locked half or the other face of a permanent may begin to act; so what is asked here is asked
of everything that is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration, with_parts
from mtgmeld.game.acting import abilities_in
from mtgmeld.game.characteristics import Copiable
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.pieces import Continuous
from mtgmeld.game.state import State

__all__ = [
    "adds_only",
    "animates",
    "coinciding",
    "makes_creatures",
    "overrides",
    "own_texts",
    "texts_in",
]

_MOVES = ("dies", "leaves", "enters", "put into")


@lru_cache(maxsize=16384)
def _written(what: Copiable) -> tuple[Ability, ...]:
    """Return the modeled abilities of all faces and halves, whether they show or not."""
    names = tuple(f.text_of or f.name for f in (*what.faces, *what.fronts))
    return tuple(with_parts(abilities_in(names)))


def own_texts(state: State, obj: Obj) -> tuple[Ability, ...]:
    """Return the abilities of an object itself and of what it is a copy of."""
    found = list(_written(obj.base))
    for what in (obj.copy, copiable_of(state, obj)):
        if what is not None and what is not obj.base:
            found += _written(what)
    return tuple(found)


def texts_in(state: State) -> Iterator[Ability]:
    """Yield every ability that is written anywhere in a state."""
    for obj in state.things.values():
        yield from own_texts(state, obj)
    yield from with_parts(state.standing)


def animates(ability: Ability) -> bool:
    """Whether an ability may make a creature of what is none."""
    change = ability.change
    if change is not None and "Creature" in (*(change.types or ()), *change.add_types):
        return True
    return any(
        isinstance(act, A.BecomeCopy)
        or (isinstance(act, A.Change) and "Creature" in (*(act.types or ()), *act.add_types))
        for act in ability.do
    )


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
        if a.kind != "triggered" or a.zone != "battlefield" or a.door:
            continue
        if a.this and a.when in ("enters", "cast"):
            continue
        if a.when.startswith(_MOVES):
            found.add("move")
        if a.when.endswith("attacks") or not a.when.startswith(_MOVES):
            found.add(f"{a.when.rpartition(' ')[2]} {a.step}")
    return frozenset(found)
