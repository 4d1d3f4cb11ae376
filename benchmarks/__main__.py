"""``python -m benchmarks [NAME ...] [--json] [--against WORKTREE]``: the one entry for all.

With ``--against`` the rows of the engine are run in an older tree as well, by turns with those of
this one: ``git worktree add ../before HEAD~1`` makes one.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import sys
from pathlib import Path

import msgspec

from benchmarks.measure import Row

# name -> module with ``run() -> list[Row]``, or the module and the function
BENCHMARKS: dict[str, str] = {
    "cards": "benchmarks.cards",
    "cards-large": "benchmarks.cards:run_large",
    "facts": "benchmarks.facts",
    "start": "benchmarks.start",
    "rules": "benchmarks.rules",
    "engine": "benchmarks.engine",
    "growth": "benchmarks.growth",
    "exploring": "benchmarks.exploring",
    "panels": "benchmarks.panels",
    "seen": "benchmarks.seen",
}
# what runs only where it is named: it needs gigabytes
NAMED_ONLY = frozenset({"cards-large"})


def _run(where: str, against: Path | None) -> list[Row]:
    module, _, function = where.partition(":")
    run = getattr(importlib.import_module(module), function or "run")
    rows: list[Row] = run(against) if inspect.signature(run).parameters else run()
    return rows


def _held(row: Row) -> str:
    return "holds" if row.floor is None or row.reaches(row.floor) else "BROKEN"


def main() -> int:
    """Run the named benchmarks, or all but the largest, and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"any of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--against", type=Path, help="an older tree, whose rows stand beside")
    asked = parser.parse_args()
    unknown = [n for n in asked.name if n not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}")
    names = asked.name or [n for n in BENCHMARKS if n not in NAMED_ONLY]
    rows = [row for name in names for row in _run(BENCHMARKS[name], asked.against)]
    if asked.json:
        print(json.dumps([msgspec.to_builtins(r) for r in rows], indent=1))
        return 0
    for r in rows:
        verdict = "holds" if r.holds else "FALLS SHORT"
        print(
            f"{r.name}\n    against {r.against}: ratio {r.ratio:.2f}"
            f" ({r.spread[0]:.2f} to {r.spread[1]:.2f}), target {r.bound} {r.target:g}: {verdict}"
            + (f", floor {r.floor:g}: {_held(r)}" if r.floor is not None else "")
            + (f", before {r.before:.2f}" if r.before is not None else "")
            + (f"\n    {r.note}" if r.note else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
