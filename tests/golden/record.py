"""``python -m tests.golden.record [NAME ...]``: record again what the tool says.

A NAME is a piece (``tables/2026-04-17/rooms.csv``) or the beginning of some (``situations/case``);
without one, everything is recorded.  What nothing makes any more is removed; a vector stays when
its situation goes, since it must hold all the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.doors import pieces

HERE = Path(__file__).resolve().parent
ENDINGS = (".csv", ".json", ".jsonl", ".txt")


def recorded() -> list[str]:
    """The names of the pieces that are recorded."""
    found = (p for p in HERE.rglob("*") if p.suffix in ENDINGS)
    return sorted(p.relative_to(HERE).as_posix() for p in found)


def by_id(lines: str) -> dict[str, str]:
    """The vectors of a text by their names."""
    return {json.loads(line)["id"]: line + "\n" for line in lines.splitlines()}


def record(names: Sequence[str]) -> None:
    """Write the pieces whose name begins with one of the given."""
    wanted = tuple(names) or ("",)
    made = pieces()
    for name in sorted({*made, *recorded()}):
        if not name.startswith(wanted):
            continue
        path = HERE / name
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        if name not in made:
            path.unlink()
            print(f"removed {name}")
            continue
        text = made[name]()
        if path.suffix == ".jsonl":
            text = "".join(line for _, line in sorted((by_id(before) | by_id(text)).items()))
        if text != before:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"recorded {name}")


if __name__ == "__main__":
    record(sys.argv[1:])
