"""What a person waits for to see something: figures as files, tables as HTML and as text."""

from __future__ import annotations

import io
from collections.abc import Callable

import matplotlib as mpl

import mtgmeld as mm
from benchmarks.measure import Row, paired
from mtgmeld.display import to_text
from mtgmeld.figures import draw
from mtgmeld.figures.export import FORMATS, renders
from mtgmeld.figures.style import figure_of


def _figure(name: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return how a figure is written in all formats, and how matplotlib alone writes it."""
    mpl.use("agg")
    drawn = draw(name)
    figure = figure_of(drawn)

    def plain() -> None:
        for form in FORMATS:
            figure.savefig(io.BytesIO(), format=form, bbox_inches="tight")

    return lambda: renders(drawn, FORMATS), plain


def run() -> list[Row]:
    """Compare with what matplotlib and pandas need for as much.

    A layout is settled once for all formats of a figure: with ``bbox_inches="tight"`` matplotlib
    itself lays it out and draws it twice in each.
    """
    rows = []
    for name in ("room_values", "room_exploration", "blink_timeline"):
        ours, plain = _figure(name)
        against = f"matplotlib's savefig in {len(FORMATS)} formats"
        rows.append(paired(f"{name}: renders", ours, against, plain, target=1.2))
    rooms = mm.room_table()
    rows.append(
        paired(
            "to_text of all Rooms, 80 wide",
            lambda: to_text(rooms, width=80),
            "DataFrame.to_string",
            lambda: rooms.to_string(),
            target=8.0,
        )
    )
    return rows
