"""The rows of transitions, of the legal actions, and of snapshots as a frame.

What each is held against, and why not against a push and a pop, says `benchmarks.transitions`.
Each row has a target, and a floor: what was reached before this way of measuring, which nothing
may fall behind.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.beside import HERE, Tree, least
from benchmarks.measure import Row, outcome
from benchmarks.transitions import TURN_LENGTH

__all__ = ["run"]

ROUNDS = 25
MOVE, MOVES = ("chess", 100), ("chess moves", 30)
# case and how often in a run, of how many things, what it is, target, floor
SPEEDS: tuple[tuple[tuple[str, int], int, str, float, float], ...] = (
    (("taps", 400), 400, "a transition: tap or untap, 20 objects", 4.0, 2.3),
    (("turn", 10 * TURN_LENGTH), 10 * TURN_LENGTH, "the mean of a turn's twelve", 1.0, 0.55),
    (("meld", 30), 30, "meld, then die, as a whole situation", 0.3, 0.17),
    (("unlock", 20), 20, "a Room cast and unlocked, as a whole situation", 0.2, 0.09),
)
AGAINST = "a chess move: parse_uci, copy, push, outcome"
LEGAL = ("legal", 4)
FRAME, DICTS = ("frame of states", 1_000), ("frame of dicts", 1_000)


def run(against: Path | None = None) -> list[Row]:
    """Compare speeds, all by turns, here and in an older tree."""
    trees = [Tree(root) for root in (HERE, against) if root is not None]
    keys = [MOVE, MOVES, LEGAL, FRAME, DICTS, *(key for key, *_ in SPEEDS)]
    times = least(trees, "benchmarks.transitions", keys, ROUNDS)
    move = min(t[MOVE] for t in times) / MOVE[1]
    listing = min(t[MOVES] for t in times) / MOVES[1]

    def row(
        name: str, other: str, ratios: list[float], target: float, bound: str, floor: float
    ) -> Row:
        before = ratios[1] if len(ratios) > 1 else None
        return outcome(name, other, ratios[:1], target, bound, floor=floor, before=before)

    found = [
        row(what, AGAINST, [move / (t[key] / each) for t in times], target, "at least", floor)
        for key, each, what, target, floor in SPEEDS
    ]
    ratios = [t[LEGAL] / LEGAL[1] / listing for t in times]
    what = "the legal actions, 20 objects"
    found.append(row(what, "the list of legal chess moves", ratios, 6.0, "at most", 17.0))
    ratios = [t[DICTS] / t[FRAME] for t in times]
    what = "1,000 snapshots of 20 objects to one frame"
    other = "a DataFrame from a list of dicts of the same cells"
    found.append(row(what, other, ratios, 5.0, "at least", 4.0))
    for tree in trees:
        tree.close()
    return found
