"""Two parts and their whole: meld pairs, and the halves of all Rooms."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mtgmeld.errors import UnknownName
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.style import HATCHES, INK, LINE, PALETTE, QUIET, axes, figure_of, style
from mtgmeld.figures.values import rules_for

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["left_against_right", "meld_values"]


def _need(frame: pd.DataFrame, *names: str) -> None:
    for name in names:
        if name not in frame.columns:
            raise UnknownName("column", name, map(str, frame.columns))


def meld_values(
    frame: pd.DataFrame, *, title: str = "Melded, both fronts count", ax: Axes | None = None
) -> Axes:
    """Draw the mana value of each melded permanent as the sum of its two front faces.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table as :func:`mtgmeld.meld_table` returns it.
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
    from matplotlib.transforms import blended_transform_factory

    _need(frame, "result", "state", "mana_value")
    wide = frame.pivot(index="result", columns="state", values="mana_value")
    wide = wide.loc[list(dict.fromkeys(frame["result"]))]
    with style():
        ax = axes(ax, 1.35 + 0.3 * len(wide))
        places = range(len(wide))
        first = [float(v) for v in wide["front A"]]
        second = [float(v) for v in wide["front B"]]
        ax.barh(places, first, 0.66, color=PALETTE[0], edgecolor=INK, label="card with meld")
        ax.barh(
            places,
            second,
            0.66,
            left=first,
            color=PALETTE[1],
            hatch=HATCHES[1],
            edgecolor=INK,
            label="its counterpart",
        )
        copies = [float(v) for v in wide["copy of the melded permanent"]]
        ax.plot(
            copies,
            places,
            "D",
            color="white",
            markeredgecolor=INK,
            markersize=6,
            label="copy of the result",
            clip_on=False,
            zorder=3,
        )
        for place, total in zip(places, wide["melded"], strict=True):
            ax.annotate(
                f"{total:g}",
                (float(total), place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontweight="bold",
            )
        ax.set_yticks(places, list(wide.index))
        ax.set_ylim(len(wide) - 0.4, -0.6)
        ax.set_xlim(0, max(map(float, wide["melded"])) * 1.12)
        ax.tick_params(axis="y", length=0, pad=8)
        ax.grid(axis="x", color=LINE)
        ax.set_xlabel("mana value")
        heading(ax, title)
        edge = figure_of(ax).transFigure if len(figure_of(ax).axes) == 1 else ax.transAxes
        legend = ax.legend(
            loc="lower left",
            bbox_to_anchor=(0.0, 1.0),
            bbox_transform=blended_transform_factory(edge, ax.transAxes),
            ncols=3,
            borderaxespad=0.3,
            columnspacing=1.2,
            handletextpad=0.5,
        )
        # it may be wider than the axes, which would shrink them; an empty title makes the room
        legend.set_in_layout(False)
        if len(figure_of(ax).axes) == 1:
            ax.set_title(" ")
        caption(ax, str(frame.attrs.get("edition", "unknown")), rules_for(frame, "mana_value"))
        words = "; ".join(
            f"{name}: {one:g} and {two:g} give {total:g}, a copy has {copy:g}"
            for name, one, two, total, copy in zip(
                wide.index, first, second, wide["melded"], copies, strict=True
            )
        )
        describe(ax, title, f"Bars of mana value in two parts. {words}.")
    return ax


def left_against_right(
    frame: pd.DataFrame, *, title: str = "Left half against right half", ax: Axes | None = None
) -> Axes:
    """Draw all Rooms of a table by the mana values of their halves; a number counts them.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table as :func:`mtgmeld.room_table` returns it.
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
    _need(frame, "card", "unlocked", "mana_value")
    halves = frame[frame["unlocked"].isin(["left", "right"])]
    wide = halves.pivot(index="card", columns="unlocked", values="mana_value")
    counted = Counter((int(r["left"]), int(r["right"])) for r in wide.to_dict("records"))
    top = max((max(place) for place in counted), default=1) + 1
    with style():
        ax = axes(ax, 4.4)
        for total in range(2, 2 * top, 2):
            ax.plot([0, total], [total, 0], color=LINE, linewidth=0.8, zorder=0)
            at = (total - 0.55, 0.55) if total < top else (top - 0.7, total - top + 0.7)
            ax.annotate(
                f"both {total}" if total < top + 6 else "",
                at,
                ha="center",
                va="center",
                rotation=-45,
                rotation_mode="anchor",
                fontsize=7.5,
                color=QUIET,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
                zorder=0.5,
            )
        for (left, right), count in sorted(counted.items()):
            ax.plot(left, right, "o", markersize=15, color=PALETTE[3], markeredgecolor=INK)
            ax.annotate(
                str(count), (left, right), ha="center", va="center_baseline", fontweight="bold"
            )
        ax.set_xlim(0, top)
        ax.set_ylim(0, top)
        ax.set_aspect("equal")
        ax.set_xlabel("mana value of the left half")
        ax.set_ylabel("mana value of the right half")
        heading(ax, title)
        caption(ax, str(frame.attrs.get("edition", "unknown")), rules_for(halves, "mana_value"))
        words = "; ".join(
            f"left {left}, right {right}: {count}"
            for (left, right), count in sorted(counted.items())
        )
        describe(ax, title, f"Points with the number of Rooms at each. {words}.")
    return ax
