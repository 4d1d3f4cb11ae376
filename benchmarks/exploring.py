"""Exploring: a state's digest against the action that led to it, and many states on two cores."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.beside import HERE, Make, Tree, least
from benchmarks.measure import Row, outcome
from benchmarks.transitions import ROOM

__all__ = ["CASES", "run"]

ROUNDS = 7
STATES = 100_000
MINUTE = 60.0


def start() -> Any:
    """Return a state from which many can be reached."""
    from mtgmeld.game.setup import new_game

    made = new_game().put("Graf Rats", id="rats").put("Midnight Scavengers", id="scavengers")
    made.put(ROOM, id="room").put("Delver of Secrets", id="delver")
    made.put("Grizzly Bears", id="bears").put("Clone", id="clone")
    return made.put("Fire // Ice", "hand", id="card").state()


def tried() -> list[Any]:
    """Return what is tried in each state."""
    from mtgmeld.game import actions as A

    return [
        A.Tap(object="rats"),
        A.LockOrUnlock(object="room"),
        A.Transform(object="delver"),
        A.Destroy(object="bears"),
        A.Meld(object="rats", with_="scavengers", id="host"),
        A.Exile(object="clone"),
        A.PutCounters(object="bears", kind="+1/+1"),
        A.Discard(object="card"),
    ]


def _found(depth: int) -> Any:
    from mtgmeld.game.explore import explore

    return explore(start(), tried(), depth)


def _digests(depth: int) -> Callable[[], object]:
    """Return making the digest of each state that was reached, from nothing."""
    from benchmarks.growth import digest

    states = _found(depth).states
    return lambda: [digest(state) for state in states]


def _applied(depth: int) -> Callable[[], object]:
    """Return doing each action that led somewhere."""
    from mtgmeld.game.engine import apply

    found = _found(depth)
    done = [(found.states[edge.start], edge.action) for edge in found.edges]
    return lambda: [apply(state, action) for state, action in done]


def _explored(depth: int) -> Callable[[], object]:
    return lambda: _found(depth)


CASES: dict[str, Make] = {"digests": _digests, "applied": _applied, "explored": _explored}
DEPTH = 3


def run(against: Path | None = None) -> list[Row]:
    """Compare digests with actions, by turns, and explore a hundred thousand states."""
    trees = [Tree(root) for root in (HERE, against) if root is not None]
    keys = [("digests", DEPTH), ("applied", DEPTH), ("explored", DEPTH)]
    times = least(trees, __name__, keys, ROUNDS)
    for tree in trees:
        tree.close()
    found = _found(DEPTH)
    states, edges = len(found.states), len(found.edges)
    ratios = [t[keys[0]] / states / (t[keys[1]] / edges) for t in times]
    rates = [states / t[keys[2]] for t in times]
    before = f", before {rates[1]:,.0f}" if len(rates) > 1 else ""
    return [
        outcome(
            "the digest of a state",
            "the action that led to it",
            ratios[:1],
            2.0,
            "at most",
            note=f"{rates[0]:,.0f} states a second in one process{before}",
            before=ratios[1] if len(ratios) > 1 else None,
        ),
        _many(),
    ]


def _many() -> Row:
    """Explore a hundred thousand states on two cores; the ratio is that to a minute."""
    from mtgmeld.errors import RunawayTriggers
    from mtgmeld.game.explore import explore

    at = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        try:
            explore(start(), tried(), 30, executor=pool, limit=STATES)
        except RunawayTriggers:
            took = time.perf_counter() - at
        else:
            raise AssertionError(f"there are no {STATES} states")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    what, note = f"{STATES:,} states explored on two processes", f"{took:.0f} s, {memory:,.0f} MB"
    return outcome(what, "a minute", [took / MINUTE], 1.0, "at most", note=note)
