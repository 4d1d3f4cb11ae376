"""Starting up: the import and the first table."""

from __future__ import annotations

import sys

from benchmarks.measure import Row, paired, process


def run() -> list[Row]:
    """Compare whole processes."""
    python = sys.executable

    def code(text: str) -> list[str]:
        return [python, "-c", text]

    return [
        paired(
            "import mtgmeld",
            process(code("import mtgmeld")),
            "an empty process that imports msgspec",
            process(code("import msgspec")),
            target=2.0,
        ),
        paired(
            "mtgmeld table rooms --format csv",
            process([python, "-m", "mtgmeld", "table", "rooms", "--format", "csv"]),
            "import pandas",
            process(code("import pandas")),
            target=1.5,
        ),
    ]
