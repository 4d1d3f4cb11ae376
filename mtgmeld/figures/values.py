"""Mana value by state: a bar a state, its cost in symbols beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.style import HATCHES, INK, LINE, PALETTE, QUIET, axes, style
from mtgmeld.mana import ManaCost
from mtgmeld.symbols import draw_cost
from mtgmeld.tables import explain_row

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["rules_for", "rules_of", "value_by_state"]


class _Bar(msgspec.Struct, frozen=True):
    label: str
    group: str
    value: float | None
    cost: str | None


def value_by_state(
    frame: pd.DataFrame,
    *,
    value: str = "mana_value",
    state: str = "state",
    group: str | None = None,
    cost: str | None = "mana_cost",
    title: str | None = None,
    rules: Iterable[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a number for each state of a frame as bars, from top to bottom in its order.

    Parameters
    ----------
    frame : pandas.DataFrame
        Such as :func:`mtgmeld.room_table` returns.  ``frame.attrs["edition"]`` and the
        column ``rules`` fill the caption.
    value, state : str
        The columns of the number and of the words for each bar.
    group : str, optional
        A column that parts the bars into groups (``card``, ``zone``), each with its own
        color and hatch and a heading.
    cost : str, optional
        A column of mana costs, drawn as symbols beside the number; None for none.
    title : str, optional
    rules : iterable of str, optional
        The rule numbers of the caption; by default those that the value rests on.
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
    for name in (value, state, *((group,) if group else ())):
        if name not in frame.columns:
            raise UnknownName("column", name, map(str, frame.columns))
    bars = _bars(frame, value, state, group, cost)
    groups = list(dict.fromkeys(b.group for b in bars))
    headings = len(groups) if group else 0
    with style():
        ax = axes(ax, 0.75 + 0.27 * (len(bars) + headings))
        _draw(ax, bars, groups if group else [])
        what = value.replace("_", " ")
        ax.set_xlabel(what)
        words = title or f"{what.capitalize()} by {state}"
        heading(ax, words)
        caption(ax, str(frame.attrs.get("edition", "unknown")), rules or rules_for(frame, value))
        describe(ax, words, _in_words(bars, what))
    return ax


def rules_of(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the rule numbers of a frame's column ``rules``, each once."""
    if "rules" not in frame.columns:
        return ()
    cells = frame["rules"].dropna()
    return tuple(dict.fromkeys(r for cell in cells for r in str(cell).split(", ") if r))


def rules_for(frame: pd.DataFrame, value: str) -> tuple[str, ...]:
    """Return the rules that one value of a table's rows rests on, in the table's edition.

    A frame that is no table of ours has those of its column ``rules``.
    """
    if "table" not in frame.attrs:
        return rules_of(frame)
    terms = {"edition": frame.attrs["edition"], "policies": frame.attrs["policies"]}
    numbers = [r for _, row in frame.iterrows() for r in explain_row(row, value, **terms).rules]
    return tuple(dict.fromkeys(numbers))


def _bars(
    frame: pd.DataFrame, value: str, state: str, group: str | None, cost: str | None
) -> list[_Bar]:
    import pandas as pd

    bars = []
    for row in frame.to_dict("records"):
        number, text = row[value], row.get(cost) if cost else None
        bars.append(
            _Bar(
                str(row[state]),
                str(row[group]) if group else "",
                None if pd.isna(number) else float(number),
                None if text is None or pd.isna(text) else str(text),
            )
        )
    return bars


def _places(bars: Sequence[_Bar], groups: Sequence[str]) -> tuple[list[float], dict[str, float]]:
    """Return the height at which each bar and each heading stands."""
    at = 0.0
    places: list[float] = []
    heads: dict[str, float] = {}
    for bar in bars:
        if groups and bar.group not in heads:
            heads[bar.group] = at
            at += 1
        places.append(at)
        at += 1
    return places, heads


def _draw(ax: Axes, bars: Sequence[_Bar], groups: Sequence[str]) -> None:
    places, heads = _places(bars, groups)
    known = [b.value for b in bars if b.value is not None]
    widest = max(known, default=0) or 1
    for bar, place in zip(bars, places, strict=True):
        series = groups.index(bar.group) % len(PALETTE) if groups else 0
        if bar.value:
            ax.barh(
                place,
                bar.value,
                height=0.68,
                color=PALETTE[series],
                hatch=HATCHES[series],
                edgecolor=INK,
            )
        _write_value(ax, bar, place)
    ax.set_yticks(places, [b.label for b in bars])
    for name, place in heads.items():
        ax.text(
            0.0,
            place + 0.12,
            f" {name}",
            fontweight="bold",
            va="center",
            color=INK,
            transform=ax.get_yaxis_transform(),
        )
    last = max([*places, *heads.values()], default=0.0)
    ax.set_ylim(last + 0.6, -0.6)
    ax.set_xlim(0, widest * 1.45)
    ax.locator_params(axis="x", integer=True)
    ax.grid(axis="x", color=LINE)
    ax.tick_params(axis="y", length=0)


def _write_value(ax: Axes, bar: _Bar, place: float) -> None:
    if bar.value is None:
        ax.annotate(
            "none",
            (0, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            style="italic",
            color=QUIET,
        )
        return
    note = ax.annotate(
        f"{bar.value:g}",
        (bar.value, place),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontweight="bold",
    )
    if bar.cost:
        cost = ManaCost.parse(bar.cost)
        draw_cost(ax, 1.0, 0.5, cost, size=9.5, xycoords=note, offset=(5, 0), align=(0.0, 0.5))


def _in_words(bars: Sequence[_Bar], what: str) -> str:
    parts = []
    for bar in bars:
        where = f"{bar.group}, {bar.label}" if bar.group else bar.label
        number = "none" if bar.value is None else f"{bar.value:g}"
        parts.append(f"{where}: {number}" + (f" from {bar.cost}" if bar.cost else ""))
    return f"Bars of {what}. " + "; ".join(parts) + "."
