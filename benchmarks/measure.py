"""Paired timing: two things in turn, the ratio pair by pair."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

__all__ = ["Row", "paired", "process"]


class Row(msgspec.Struct, frozen=True):
    """One benchmark's outcome.

    ``ratio`` is the median of name's time over against's time (or the inverse where
    ``unit`` is ``speed``), ``spread`` its least and greatest, ``bound`` says whether the
    target is a most (``at most``) or a least (``at least``).
    """

    name: str
    against: str
    ratio: float
    spread: tuple[float, float]
    target: float
    bound: str
    holds: bool
    note: str = ""


def paired(
    name: str,
    run: Callable[[], object],
    against: str,
    other: Callable[[], object],
    *,
    target: float,
    bound: str = "at most",
    rounds: int = 7,
    invert: bool = False,
    note: str = "",
    scale: float = 1.0,
    clock: Callable[[], float] = time.perf_counter,
) -> Row:
    """Time two callables in turn and return the ratio of the first to the second.

    ``invert`` gives how many times as fast the first is; ``scale`` how often the first does
    what it is compared for while the second does it once.  With ``time.process_time`` as the
    clock, what other programs take does not count.
    """
    run()
    other()
    ratios = []
    for _ in range(rounds):
        first = _seconds(run, clock)
        second = _seconds(other, clock)
        ratios.append(scale * (second / first if invert else first / second))
    middle = median(ratios)
    holds = middle <= target if bound == "at most" else middle >= target
    return Row(name, against, middle, (min(ratios), max(ratios)), target, bound, holds, note)


def _seconds(run: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    run()
    return clock() - start


def process(command: Sequence[str]) -> Callable[[], object]:
    """Return a callable that runs a whole process and fails if it does."""

    def run() -> object:
        return subprocess.run(command, check=True, capture_output=True)

    return run
