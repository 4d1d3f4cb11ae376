"""A characteristics card: a frame as a figure, for print."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import BadManaCost, UnknownName
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.style import INK, LINE, QUIET, WIDTH, axes, figure_of, style
from mtgmeld.figures.values import rules_of
from mtgmeld.mana import ManaCost
from mtgmeld.symbols import draw_cost

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["characteristics_card"]

COLUMNS: Mapping[str, str] = {
    "state": "state",
    "names": "names",
    "mana_cost": "cost",
    "mana_value": "mana value",
    "colors": "colors",
}
COSTS = ("mana_cost", "total_cost", "unlock_left", "unlock_right")
_WIDEST = 22
_LETTER = 0.6  # a letter's width against its height
_LINE = 1.45  # a line's height against that of its letters


class _Cell(msgspec.Struct, frozen=True):
    lines: tuple[str, ...]
    cost: ManaCost | None = None

    @property
    def width(self) -> float:
        """Letters across."""
        if self.cost is not None:
            return sum(2.0 if "/" not in s.text else 2.9 for s in self.cost)
        return max(map(len, self.lines), default=1)


def characteristics_card(
    frame: pd.DataFrame,
    *,
    columns: Mapping[str, str] | Iterable[str] | None = None,
    title: str | None = None,
    rules: Iterable[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a frame as a ruled table, mana costs as symbols.

    Parameters
    ----------
    frame : pandas.DataFrame
        Such as :func:`mtgmeld.room_table` returns.  ``frame.attrs["edition"]`` and the
        column ``rules`` fill the caption.
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; state, names, cost, mana value and colors by
        default.
    title : str, optional
        The name of the card by default.
    rules : iterable of str, optional
        The rule numbers of the caption; those of the frame by default.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of the fitting height by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UnknownName
        If the frame lacks a column.
    """
    chosen = _columns(frame, columns)
    rows = [[_cell(row[c], c) for c in chosen] for row in frame.to_dict("records")]
    heads = [_Cell((h,)) for h in chosen.values()]
    widths = [
        max([head.width * 1.15, *(row[i].width for row in rows)]) + 2  # a heading is bold
        for i, head in enumerate(heads)
    ]
    heights = [max(len(cell.lines) for cell in row) + 0.35 for row in ([*heads], *rows)]
    across, down = sum(widths), sum(heights)
    if title is None:
        cards = list(dict.fromkeys(frame["card"])) if "card" in frame.columns else []
        title = str(cards[0]) if len(cards) == 1 else "Characteristics"
    with style():
        size = min(9.0, WIDTH * 72 / (across * _LETTER))
        ax = axes(ax, (down * size * _LINE) / 72 + 0.75)
        if len(figure_of(ax).axes) > 1:
            width = ax.get_position().width * figure_of(ax).get_figwidth() * 72
            size = min(size, width / (across * _LETTER))
        _draw(ax, heads, rows, widths, heights, size)
        heading(ax, title)
        caption(ax, str(frame.attrs.get("edition", "unknown")), rules or rules_of(frame))
        describe(ax, title, _in_words(chosen, frame))
    return ax


def _columns(
    frame: pd.DataFrame, columns: Mapping[str, str] | Iterable[str] | None
) -> dict[str, str]:
    if columns is None:
        return {c: h for c, h in COLUMNS.items() if c in frame.columns}
    if isinstance(columns, Mapping):
        chosen = dict(columns)
    else:
        chosen = {c: c.replace("_", " ") for c in columns}
    for name in chosen:
        if name not in frame.columns:
            raise UnknownName("column", name, map(str, frame.columns))
    return chosen


def _cell(value: Any, column: str) -> _Cell:
    import pandas as pd

    if pd.isna(value):
        return _Cell(("\u2013",))
    if isinstance(value, bool):
        return _Cell(("yes" if value else "no",))
    text = str(value)
    if column in COSTS:
        try:
            return _Cell((text,), ManaCost.parse(text))
        except BadManaCost:
            pass
    if not text:
        return _Cell(("none" if column in ("names", "colors", "color_identity") else "",))
    return _Cell(tuple(textwrap.wrap(text, _WIDEST)) or ("",))


def _draw(
    ax: Axes,
    heads: Sequence[_Cell],
    rows: Sequence[Sequence[_Cell]],
    widths: Sequence[float],
    heights: Sequence[float],
    size: float,
) -> None:
    ax.set_axis_off()
    ax.set_xlim(0, sum(widths))
    ax.set_ylim(sum(heights), 0)
    top = 0.0
    for number, (row, height) in enumerate(zip((heads, *rows), heights, strict=True)):
        left = 0.0
        for cell, width in zip(row, widths, strict=True):
            _write(ax, cell, left + 0.6, top + height / 2, size, head=number == 0)
            left += width
        top += height
        ax.axhline(top, color=INK if number in (0, len(rows)) else LINE, linewidth=0.8)
    ax.axhline(0, color=INK, linewidth=0.8)


def _write(ax: Axes, cell: _Cell, x: float, y: float, size: float, head: bool) -> None:
    if cell.cost is not None:
        draw_cost(ax, x, y, cell.cost, size=size * 1.15, align=(0.0, 0.5))
        return
    ax.text(
        x,
        y,
        "\n".join(cell.lines),
        fontsize=size,
        va="center_baseline" if len(cell.lines) == 1 else "center",
        ha="left",
        linespacing=1.2,
        color=QUIET if head else INK,
        fontweight="bold" if head else "normal",
    )


def _in_words(chosen: Mapping[str, str], frame: pd.DataFrame) -> str:
    import pandas as pd

    rows = []
    for row in frame.to_dict("records"):
        cells = []
        for column, word in chosen.items():
            value = row[column]
            shown = "none" if pd.isna(value) or value == "" else str(value)
            cells.append(f"{word} {shown}")
        rows.append(", ".join(cells))
    return "A table. " + "; ".join(rows) + "."
