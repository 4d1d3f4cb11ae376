"""``python -m benchmarks [NAME ...] [--json]``: the one entry for every benchmark."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

import msgspec

# name -> module with ``run() -> list[Row]``
BENCHMARKS: dict[str, str] = {
    "start": "benchmarks.start",
    "rules": "benchmarks.rules",
}


def main() -> int:
    """Run the named benchmarks, or all, and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"any of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    unknown = [n for n in asked.name if n not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}")
    rows = [
        row
        for name in asked.name or BENCHMARKS
        for row in importlib.import_module(BENCHMARKS[name]).run()
    ]
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
