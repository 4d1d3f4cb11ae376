"""A bulk file of cards to columns: against reading its bytes, json.load, and other packages.

``cards`` makes a file of 35,000 cards (155 MB) in a temporary folder; ``cards-large`` one of
half a million printings (2.2 GB), only where it is asked for by name.  Every time is that of a
whole process, its start included.  The floor beside a row is what the same row would be for
decoding the needed fields with the typed decoder and deriving nothing: the rows of before held
columns against the bytes and against json.load as if decoding could be had for nothing.

Two packages that load such files are measured too where they are installed (``mtg-ssm``,
``mtgtools``), or in another interpreter that the variable ``MTGMELD_PEERS`` names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.generate import write_bulk
from benchmarks.measure import Row, outcome

__all__ = ["run", "run_large"]

ROUNDS = 5


def run() -> list[Row]:
    """Measure on 35,000 cards."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "oracle.json"
        size = write_bulk(path, 35_000)
        print(f"35,000 cards, {size / 1e6:.0f} MB", file=sys.stderr)
        ways = ["raw", "started", "decoded", "columns", "uncited", "json_loop"]
        peers = [p for p in ("mtg_ssm", "mtgtools") if _is_installed(p)]
        seen = _measure([*ways, *peers], path, ROUNDS)
        if _said("digest", path) != seen["json_loop"].said:
            raise AssertionError("the two derivations disagree")
    rows = [
        _times(seen, "columns", "decoded", 2.2),
        _speed(seen, "columns", "json_loop", 3.0),
        _memory(seen, "columns", "json_loop", 1 / 15),
        _times(seen, "columns", "uncited", 1.25),
    ]
    for peer, target in (("mtg_ssm", 4.0), ("mtgtools", 10.0)):
        if peer in seen:
            rows.append(_speed(seen, "columns", peer, target))
    return rows


def run_large() -> list[Row]:
    """Measure on half a million printings."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "printings.json"
        size = write_bulk(path, 35_000, 14)
        print(f"490,000 printings, {size / 1e9:.2f} GB", file=sys.stderr)
        seen = _measure(["raw", "started", "decoded", "columns", "json_lines"], path, 3)
        if _said("digest", path) != seen["json_lines"].said:
            raise AssertionError("the two derivations disagree")
    return [
        _times(seen, "columns", "raw", 3.0),
        _speed(seen, "columns", "json_lines", 1.0),
        outcome(
            f"{NAMES['columns']}: peak memory in MB",
            "a bound",
            seen["columns"].peaks,
            150.0,
            "at most",
            note=f"floor: {median(seen['decoded'].peaks):.0f} MB to decode and keep nothing",
        ),
    ]


NAMES = {
    "raw": "reading the bytes",
    "decoded": "typed decoding alone, which derives and keeps nothing",
    "columns": "columns of derived values with citations",
    "uncited": "the same without citations",
    "json_loop": "json.load and a loop that derives the same, uncited",
    "json_lines": "json.loads line by line and the same loop",
    "mtg_ssm": "loading with mtg-ssm, which derives nothing",
    "mtgtools": "loading with mtgtools, which derives nothing",
}


class _Seen:
    """What a way of reading took in each round."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.peaks: list[float] = []
        self.said = ""


def _is_installed(name: str) -> bool:
    return _ends_well([_python(name), "-c", f"import {name}"])


def _python(way: str) -> str:
    """Return the interpreter: that of ``MTGMELD_PEERS`` for other packages, if it is given."""
    peers = os.environ.get("MTGMELD_PEERS", "")
    return peers if peers and way in ("mtg_ssm", "mtgtools") else sys.executable


def _ends_well(command: Sequence[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _measure(ways: Sequence[str], path: Path, rounds: int) -> dict[str, _Seen]:
    """Run each way in turn, round by round, after one round that does not count."""
    seen = {way: _Seen() for way in ways}
    for number in range(rounds + 1):
        for way in ways:
            start = time.perf_counter()
            peak, said = _process(way, path)
            took = time.perf_counter() - start
            if number:
                seen[way].seconds.append(took)
                seen[way].peaks.append(peak)
                seen[way].said = said
    return seen


def _process(way: str, path: Path) -> tuple[float, str]:
    command = [_python(way), "-m", "benchmarks.readers", way, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    peak, _, said = done.stdout.strip().partition(" ")
    return float(peak), said


def _said(way: str, path: Path) -> str:
    return _process(way, path)[1]


def _row(
    seen: dict[str, _Seen],
    one: str,
    other: str,
    target: float,
    bound: str,
    ratio: Callable[[float, float], float],
    what: str = "",
) -> Row:
    def ratios(way: str) -> list[float]:
        pairs = zip(seen[way].seconds, seen[other].seconds, strict=True)
        return [ratio(a, b) for a, b in pairs]

    found, floor = ratios(one), median(ratios("decoded"))
    seconds = ", ".join(
        f"{NAMES.get(w, w)} {median(seen[w].seconds):.2f} s" for w in dict.fromkeys((one, other))
    )
    start = median(ratios("started"))
    note = f"floor: {floor:.2f} for typed decoding alone, {start:.2f} for imports alone; {seconds}"
    return outcome(f"{NAMES[one]}{what}", NAMES[other], found, target, bound, note=note)


def _times(seen: dict[str, _Seen], one: str, other: str, target: float) -> Row:
    return _row(seen, one, other, target, "at most", lambda a, b: a / b)


def _speed(seen: dict[str, _Seen], one: str, other: str, target: float) -> Row:
    return _row(
        seen, one, other, target, "at least", lambda a, b: b / a, ", how many times as fast"
    )


def _memory(seen: dict[str, _Seen], one: str, other: str, target: float) -> Row:
    pairs = list(zip(seen[one].peaks, seen[other].peaks, strict=True))
    found = [a / b for a, b in pairs]
    floor = median(seen["decoded"].peaks) / median(seen[other].peaks)
    a, b = median(seen[one].peaks), median(seen[other].peaks)
    note = f"floor: {floor:.3f} to decode and keep nothing; {a:.0f} MB against {b:.0f} MB"
    return outcome(f"{NAMES[one]}: peak memory", NAMES[other], found, target, "at most", note=note)
