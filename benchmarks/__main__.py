"""``python -m benchmarks [NAME ...] [--json]``: the one entry for every benchmark."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

import msgspec

from benchmarks.measure import Row

# name -> module with ``run() -> list[Row]``, or the module and the function
BENCHMARKS: dict[str, str] = {
    "cards": "benchmarks.cards",
    "cards-large": "benchmarks.cards:run_large",
    "start": "benchmarks.start",
    "rules": "benchmarks.rules",
    "engine": "benchmarks.engine",
    "panels": "benchmarks.panels",
}
# what runs only where it is named: it needs gigabytes
NAMED_ONLY = frozenset({"cards-large"})


def _run(where: str) -> list[Row]:
    module, _, function = where.partition(":")
    rows: list[Row] = getattr(importlib.import_module(module), function or "run")()
    return rows


def main() -> int:
    """Run the named benchmarks, or all but the largest, and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"any of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    unknown = [n for n in asked.name if n not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}")
    names = asked.name or [n for n in BENCHMARKS if n not in NAMED_ONLY]
    rows = [row for name in names for row in _run(BENCHMARKS[name])]
    if asked.json:
        print(json.dumps([msgspec.to_builtins(r) for r in rows], indent=1))
        return 0
    for r in rows:
        verdict = "holds" if r.holds else "FALLS SHORT"
        print(
            f"{r.name}\n    against {r.against}: ratio {r.ratio:.2f}"
            f" ({r.spread[0]:.2f} to {r.spread[1]:.2f}), target {r.bound} {r.target:g}: {verdict}"
            + (f"\n    {r.note}" if r.note else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
