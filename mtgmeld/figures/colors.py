"""Color against color identity: a row a card, five symbols each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import UnknownName
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.style import INK, LINE, QUIET, axes, style
from mtgmeld.mana import COLORS, ManaCost
from mtgmeld.symbols import draw_cost

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["color_against_identity"]


def color_against_identity(
    frame: pd.DataFrame, *, title: str = "Color and color identity", ax: Axes | None = None
) -> Axes:
    """Draw the colors of each card beside its color identity.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows as :func:`mtgmeld.color_identity_table` returns them.
    title : str
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UnknownName
        If the frame lacks a column.
    """
    for name in ("card", "colors", "color_identity", "rules"):
        if name not in frame.columns:
            raise UnknownName("column", name, map(str, frame.columns))
    rows = frame.to_dict("records")
    with style():
        ax = axes(ax, 1.25 + 0.3 * len(rows))
        ax.set_axis_off()
        ax.set_xlim(0, 10)
        ax.set_ylim(len(rows) - 0.4, -1.2)
        for x, head in ((5.6, "colors"), (8.5, "color identity")):
            ax.text(x, -0.85, head, ha="center", va="center", fontweight="bold", fontsize=8.5)
        told = []
        for y, row in enumerate(rows):
            ax.plot([0, 10], [y + 0.5, y + 0.5], color=LINE, linewidth=0.6)
            name = _called(row)
            ax.text(0, y, name, va="center", fontsize=8.5, color=INK)
            for x, value in ((5.6, row["colors"]), (8.5, row["color_identity"])):
                _symbols(ax, x, y, "" if str(value) == "<NA>" else str(value))
            told.append(
                f"{name}: {row['colors'] or 'none'}, identity {row['color_identity'] or 'none'}"
            )
        heading(ax, title)
        rules = {r: None for row in rows for r in str(row["rules"]).split(", ") if r}
        kept = [r for r in rules if r.startswith(("903.4", "105.2", "709.4", "712.4b"))]
        caption(ax, str(frame.attrs.get("edition", "unknown")), kept)
        describe(ax, title, f"A row a card. {'; '.join(told)}.")
    return ax


def _called(row: Mapping[Any, Any]) -> str:
    """Return a card's name: of a double-faced card the front face's."""
    card = str(row["card"])
    return card.split(" // ")[0] if row.get("kind") in ("transform", "modal_dfc") else card


def _symbols(ax: Axes, x: float, y: float, letters: str) -> None:
    """Draw each color at its own place, so that columns compare at a glance."""
    if not letters:
        ax.text(x, y, "none", ha="center", va="center", fontsize=8, color=QUIET)
        return
    for n, letter in enumerate(COLORS):
        place = x + (n - 2) * 0.55
        if letter in letters:
            draw_cost(ax, place, y, ManaCost.parse("{" + letter + "}"), size=11)
        else:
            ax.plot(place, y, ".", color=LINE, markersize=3)
