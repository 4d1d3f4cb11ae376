"""What the counts of explored states are held against: formulas, and what holds of every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

from mtgmeld.game import actions as A
from mtgmeld.game.explore import Exploration
from mtgmeld.game.state import State


def sound(explored: Exploration) -> Exploration:
    """Nothing is broken in any state, and designations are given to Rooms alone (709.5c)."""
    assert explored.faults == ()
    for edge in explored.edges:
        before, after = explored.states[edge.start], explored.states[edge.end]
        for obj in after.battlefield():
            had = before.things.get(obj.id)
            if set(obj.unlocked) - set(had.unlocked if had is not None else ()):
                assert "Room" in after.characteristics(obj.id).subtypes.value
    return explored


def placements(unordered: Sequence[int]) -> int:
    """How many ways there are for cards that each have so many places without an order.

    Whoever is in none of these is in one of two piles, a graveyard or a library.  Of k cards
    there are k! orders, and k + 1 ways to cut an order into two piles.
    """
    cards = range(len(unordered))
    return sum(
        (k + 1) * factorial(k) * prod(unordered[c] for c in cards if c not in piled)
        for k in range(len(unordered) + 1)
        for piled in combinations(cards, k)
    )


def quiet(explored: Exploration) -> list[State]:
    """The states in which nothing waits on the stack."""
    return [s for s in explored.states if not s.in_zone("stack")]


def walks(explored: Exploration, steps: int) -> tuple[int, ...]:
    """How many ways there are through a graph, by their length."""
    at, found = Counter({0: 1}), [1]
    for _ in range(steps):
        after: Counter[int] = Counter()
        for edge in explored.edges:
            after[edge.end] += at[edge.start]
        at = after
        found.append(sum(at.values()))
    return tuple(found)


def back_from_everywhere(explored: Exploration) -> bool:
    """Whether each state can be reached from each other one."""
    into: dict[int, set[int]] = {}
    for edge in explored.edges:
        into.setdefault(edge.end, set()).add(edge.start)
    seen, new = {0}, [0]
    while new:
        new = [n for n in {n for at in new for n in into.get(at, ())} if n not in seen]
        seen.update(new)
    return len(seen) == len(explored.states)


def moves(ref: str) -> list[A.Action]:
    """Move a card to each zone by an effect."""
    return [
        A.ReturnToHand(object=ref),
        A.PutIntoLibrary(object=ref),
        A.PutIntoGraveyard(object=ref),
        A.Exile(object=ref),
        A.PutIntoCommand(object=ref),
        A.PutOntoBattlefield(object=ref),
    ]


def exits(*refs: str, back: bool = False) -> Iterator[A.Action]:
    """Die, bounce, tuck on top and to the bottom, blink; and come back from anywhere."""
    for ref in refs:
        yield A.Destroy(object=ref)
        yield A.ReturnToHand(object=ref)
        yield A.PutIntoLibrary(object=ref)
        yield A.PutIntoLibrary(object=ref, where="bottom")
        yield A.Blink(object=ref)
        if back:
            yield A.PutOntoBattlefield(object=ref)
