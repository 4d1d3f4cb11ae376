"""Things timed by turns, each in a process of its own, in this tree and in an older one.

A process takes ``case size`` a line, prepares the case the first time, runs it, and answers with
the processor time that the run took.  Rounds go around all cases and trees, and the least time of
each counts: on a machine that others use as well, the least is what a thing takes by itself.
"""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["HERE", "Tree", "either", "least", "serve"]

HERE = Path(__file__).resolve().parent.parent
LONG = 2.0  # what takes longer is not run again
TOO_LONG = 60.0  # what would take longer is left out

Make = Callable[[int], Callable[[], object]]


class Tree:
    """A process that runs cases with the package of a tree."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), str(root)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.failed: dict[str, str] = {}

    def timed(self, module: str, case: str, size: int) -> float | None:
        """Return the processor time of a run; None for what the tree cannot do."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{module}\t{case}\t{size}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if answer.startswith("!"):
            self.failed[case] = answer[1:]
            return None
        return float(answer)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


Key = tuple[str, int]


def least(
    trees: Sequence[Tree], module: str, keys: Sequence[Key], rounds: int
) -> list[dict[Key, float]]:
    """Return of each tree the least time of each case and size, all run by turns."""
    found: list[dict[Key, float]] = [{} for _ in trees]
    for number in range(rounds):
        for key in keys:
            for tree, times in zip(trees, found, strict=True):
                have = times.get(key)
                if number and (have is None or have > LONG):
                    continue
                if not number and _hopeless(times, key):
                    continue
                took = tree.timed(module, *key)
                if took is not None:
                    times[key] = took if have is None else min(have, took)
    return found


def _hopeless(times: Mapping[Key, float], key: Key) -> bool:
    """Whether a size, by the next smaller one and in pairs, would take too long."""
    case, size = key
    smaller = [(n, t) for (name, n), t in times.items() if name == case and n < size]
    if not smaller:
        return False
    n, took = max(smaller)
    return took * (size / n) ** 2 > TOO_LONG


@cache
def either(place: str, older: str) -> Any:
    """Return what stands in one place of this tree and in another one of an older tree."""
    for module, _, name in (place.partition(":"), older.partition(":")):
        with suppress(ImportError, AttributeError):
            return getattr(importlib.import_module(module), name)
    raise ImportError(f"neither {place} nor {older} is there")


def serve(root: str) -> None:
    """Run cases as they are asked for, with the package of a tree."""
    sys.path[0] = str(HERE)
    sys.path.insert(0, root)
    importlib.import_module("mtgmeld")
    sys.path.remove(root)  # the benchmarks are those of this tree
    sys.modules.pop("benchmarks", None)
    ready: dict[tuple[str, str, str], Callable[[], object]] = {}
    for line in sys.stdin:
        module, case, size = key = tuple(line.rstrip("\n").split("\t"))
        try:
            if key not in ready:
                makers: Mapping[str, Make] = importlib.import_module(module).CASES
                ready[key] = makers[case](int(size))
                ready[key]()
                gc.collect()
                gc.freeze()
            run = ready[key]
            start = time.process_time()
            run()
            print(time.process_time() - start, flush=True)
        except Exception as error:  # an old tree may lack what is asked for
            print(f"!{type(error).__name__}: {' '.join(str(error).split())}", flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
