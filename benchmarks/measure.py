"""Paired timing: two things in turn, the ratio pair by pair."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import msgspec

__all__ = ["Row", "outcome", "paired", "process"]


class Row(msgspec.Struct, frozen=True):
    """One benchmark's outcome.

    ``ratio`` is the median of name's time over against's time (or the inverse where
    ``unit`` is ``speed``), ``spread`` its least and greatest, ``bound`` says whether the
    target is a most (``at most``) or a least (``at least``).  ``floor`` is what it must not fall
    behind, where the target is not reached yet; ``before`` the ratio of an older tree.
    """

    name: str
    against: str
    ratio: float
    spread: tuple[float, float]
    target: float
    bound: str
    holds: bool
    note: str = ""
    floor: float | None = None
    before: float | None = None

    def reaches(self, bound: float) -> bool:
        """Whether the ratio is on the right side of a bound."""
        return self.ratio <= bound if self.bound == "at most" else self.ratio >= bound


def outcome(
    name: str, against: str, ratios: Sequence[float], target: float, bound: str, **more: Any
) -> Row:
    """Return the row of what was measured: the median of ratios, held against the target."""
    spread = min(ratios), max(ratios)
    made = Row(name, against, median(ratios), spread, target, bound, holds=False, **more)
    return msgspec.structs.replace(made, holds=made.reaches(target))


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
    return outcome(name, against, ratios, target, bound, note=note)


def _seconds(run: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    run()
    return clock() - start


def process(command: Sequence[str]) -> Callable[[], object]:
    """Return a callable that runs a whole process and fails if it does."""

    def run() -> object:
        return subprocess.run(command, check=True, capture_output=True)

    return run
