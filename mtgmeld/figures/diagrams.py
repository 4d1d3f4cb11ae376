"""Diagrams: the states of a Room, one permanent that becomes two cards, events in order."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import UnknownName
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.style import INK, LINE, PALETTE, QUIET, axes, style
from mtgmeld.figures.values import rules_for
from mtgmeld.mana import ManaCost
from mtgmeld.symbols import draw_cost

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["event_timeline", "one_permanent_two_cards", "room_states"]

_STATES = ("", "left", "right", "left,right")
_PLACES = {"": (0.5, 0.0), "left": (0.0, 1.0), "right": (1.0, 1.0), "left,right": (0.5, 2.0)}
_HALF_WIDTH, _HALF_HEIGHT = 0.34, 0.26


def _box(
    ax: Axes, x: float, y: float, lines: Sequence[str], marked: bool, width: float, height: float
) -> None:
    """Draw a box with a bold first line; a marked one has a thick edge and a fill."""
    from matplotlib.patches import FancyBboxPatch

    ax.add_patch(
        FancyBboxPatch(
            (x - width, y - height),
            2 * width,
            2 * height,
            boxstyle="round,pad=0,rounding_size=0.05",
            facecolor=PALETTE[3] if marked else "white",
            edgecolor=INK,
            linewidth=2.2 if marked else 1.0,
            zorder=2,
        )
    )
    step = 2 * height / (len(lines) + 0.6)
    for n, line in enumerate(lines):
        ax.text(
            x,
            y + height - (n + 0.8) * step,
            line,
            ha="center",
            va="center",
            fontsize=8.5,
            fontweight="bold" if n == 0 else "normal",
            zorder=3,
        )


def _bare(ax: Axes) -> None:
    ax.set_axis_off()


def room_states(
    frame: pd.DataFrame,
    *,
    mark: str | None = None,
    triggers: Iterable[str] = (),
    title: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the four lock states of a Room, with what it costs to go from one to the next.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of one Room as :func:`mtgmeld.room_table` returns them.
    mark : str, optional
        The state to mark: ``""``, ``left``, ``right`` or ``left,right``.
    triggers : iterable of str
        Names of the halves with an ability that triggers when that door is unlocked; their
        arrows say so (709.5h).
    title : str, optional
        The Room's name by default.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UnknownName
        If the frame is of no Room or of several, or there is no such state.
    """
    rows = frame[frame["zone"] == "battlefield"]
    names = list(dict.fromkeys(rows["card"]))
    if len(names) != 1 or set(rows["unlocked"]) != set(_STATES):
        raise UnknownName("Room in the frame", ", ".join(names) or "none", ("rows of one Room",))
    if mark is not None and mark not in _STATES:
        raise UnknownName("lock state", mark, _STATES)
    by_state = {str(r["unlocked"]): r for r in rows.to_dict("records")}
    halves = str(names[0]).split(" // ")
    acting = set(triggers)
    with style():
        ax = axes(ax, 4.4)
        _bare(ax)
        ax.set_xlim(-0.42, 1.42)
        ax.set_ylim(-0.34, 2.34)
        for state, (x, y) in _PLACES.items():
            row = by_state[state]
            called = str(row["names"]) or "no name"
            lines = [str(row["state"]), *textwrap.wrap(called.replace("; ", " and "), 24)]
            lines.append(f"mana value {row['mana_value']}, {row['colors'] or 'colorless'}")
            if lines[0] in (f"{called} unlocked",):
                lines.pop(1)
            _box(ax, x, y, lines, state == mark, _HALF_WIDTH, _HALF_HEIGHT)
        for side, half, start, end in (
            ("left", halves[0], "", "left"),
            ("right", halves[1], "", "right"),
            ("right", halves[1], "left", "left,right"),
            ("left", halves[0], "right", "left,right"),
        ):
            cost = by_state[start][f"unlock_{side}"]
            _arrow(ax, _PLACES[start], _PLACES[end], str(cost), half in acting)
        heading(ax, title or str(names[0]))
        rules = dict.fromkeys((*rules_for(rows, "mana_value"), "709.5e", "709.5g", "709.5h"))
        caption(ax, str(frame.attrs.get("edition", "unknown")), rules)
        told = "; ".join(
            f"{r['state']}: mana value {r['mana_value']}, {r['colors'] or 'colorless'}"
            for r in by_state.values()
        )
        costs = by_state[""]
        describe(
            ax,
            title or str(names[0]),
            f"Four lock states. {told}. Unlocking {halves[0]} costs {costs['unlock_left']},"
            f" {halves[1]} {costs['unlock_right']}; an effect that locks goes the other way.",
        )
    return ax


def _arrow(
    ax: Axes, start: tuple[float, float], end: tuple[float, float], cost: str, acts: bool
) -> None:
    """Draw an arrow up from one state to another, with its cost beside it."""
    up = _HALF_HEIGHT + 0.02
    lean = 0.22 if end[0] > start[0] else -0.22
    tail = (start[0] + lean, start[1] + up)
    head = (end[0] - lean, end[1] - up)
    ax.annotate(
        "",
        head,
        tail,
        arrowprops={
            "arrowstyle": "-|>",
            "color": INK,
            "linewidth": 1.2,
            "shrinkA": 0,
            "shrinkB": 0,
        },
        zorder=1,
    )
    x, y = (tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2
    right = x > 0.5
    draw_cost(
        ax,
        x,
        y,
        ManaCost.parse(cost),
        size=11,
        offset=(8 if right else -8, 0),
        align=(0.0 if right else 1.0, 0.5),
    )
    if acts:
        ax.annotate(
            "triggers",
            (x, y),
            xytext=(8 if right else -8, -11),
            textcoords="offset points",
            ha="left" if right else "right",
            va="center",
            fontsize=7.5,
            color=QUIET,
            fontstyle="italic",
        )


def one_permanent_two_cards(
    permanent: str,
    cards: Sequence[str],
    zones: Sequence[str],
    *,
    objects: int = 1,
    edition: str,
    rules: Iterable[str],
    note: str = "",
    title: str = "One permanent leaves, two cards arrive",
    ax: Axes | None = None,
) -> Axes:
    """Draw how a melded permanent leaves: one object on the left, its cards on the right.

    Parameters
    ----------
    permanent : str
        What left.
    cards : sequence of str
        What arrived, in order.
    zones : sequence of str
        Where each card went.
    objects : int
        How many objects moved (712.21e).
    edition : str
    rules : iterable of str
        Rules that the move rests on, in the numbers of the edition.
    note : str
        A line below the arrow: what replaced it, who chose.
    title : str
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
    """
    with style():
        ax = axes(ax, 1.25 + 0.75 * len(cards))
        _bare(ax)
        ax.set_xlim(0, 4)
        ax.set_ylim(-0.55, len(cards) - 0.45)
        middle = (len(cards) - 1) / 2
        _box(ax, 0.72, middle, [*textwrap.wrap(permanent, 18), "battlefield"], False, 0.7, 0.42)
        for n, (card, zone) in enumerate(zip(cards, zones, strict=True)):
            y = len(cards) - 1 - n
            _box(ax, 3.2, y, [*textwrap.wrap(card, 20), zone], True, 0.76, 0.38)
            ax.annotate(
                "",
                (2.4, y),
                (1.46, middle),
                arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.2},
            )
        words = f"{objects} object, {len(cards)} cards"
        below = "\n".join(textwrap.wrap(note, 26)) if note else ""
        ax.text(1.86, len(cards) - 0.62, words, ha="center", va="bottom", fontsize=8.5)
        if below:
            ax.text(1.86, -0.5, below, ha="center", va="bottom", fontsize=7.5, color=QUIET)
        heading(ax, title)
        caption(ax, edition, rules)
        went = "; ".join(f"{c} to {z}" for c, z in zip(cards, zones, strict=True))
        describe(ax, title, f"{permanent} leaves the battlefield as {words}: {went}. {note}")
    return ax


def event_timeline(
    frame: pd.DataFrame, *, title: str = "What happened", ax: Axes | None = None
) -> Axes:
    """Draw events from top to bottom, a column a zone: moves as arrows, the rest as dots.

    Parameters
    ----------
    frame : pandas.DataFrame
        Events as :meth:`mtgmeld.scenario.Run.events` returns them.
    title : str
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = frame.to_dict("records")
    zones = _zones(frame)
    place = {z: n for n, z in enumerate(zones)}
    left = len(zones) + 0.15
    with style():
        ax = axes(ax, 1.3 + 0.36 * max(1, len(rows)))
        _bare(ax)
        ax.set_xlim(-0.6, left + 3.4)
        ax.set_ylim(len(rows) - 0.4, -1.1)
        for zone, x in place.items():
            ax.text(x, -0.75, zone, ha="center", va="center", fontsize=8, fontweight="bold")
            ax.plot([x, x], [-0.45, len(rows) - 0.5], color=LINE, linewidth=0.8, zorder=0)
        told = []
        for y, row in enumerate(rows):
            text = _event_text(row)
            told.append(text)
            start, end = _known(row["from_zone"]), _known(row["to_zone"])
            if start in place and end in place and start != end:
                ax.annotate(
                    "",
                    (place[end], y),
                    (place[start], y),
                    arrowprops={"arrowstyle": "-|>", "color": PALETTE[0], "linewidth": 1.6},
                )
                for x in (place[start], place[end]):
                    ax.plot(x, y, "o", color=PALETTE[0], markersize=3.5)
            else:
                x = place.get(end, place.get("battlefield", 0))
                ax.plot(x, y, "s", color=PALETTE[1], markeredgecolor=INK, markersize=5)
            ax.text(
                left, y, textwrap.shorten(text, 62, placeholder=" ..."), va="center", fontsize=8
            )
        heading(ax, title)
        rules = [r for row in rows for r in str(row["rules"]).split(", ") if r]
        caption(ax, str(frame.attrs.get("edition", "unknown")), dict.fromkeys(rules))
        describe(ax, title, f"Events in order: {'; '.join(told)}.")
    return ax


def _known(value: object) -> str:
    text = str(value)
    return "" if text in ("<NA>", "None", "nan") else text


def _zones(frame: pd.DataFrame) -> list[str]:
    """Return the zones that occur, in the order of a table."""
    seen = {_known(v) for c in ("from_zone", "to_zone") for v in frame[c]} - {""}
    usual = ("library", "hand", "stack", "battlefield", "graveyard", "exile", "command")
    found = [z for z in usual if z in seen]
    return found or ["battlefield"]


def _event_text(row: Mapping[Any, Any]) -> str:
    counts = ""
    cards, objects = _known(row["cards_moved"]), _known(row["objects_moved"])
    if objects and cards and cards != objects:
        counts = f" ({objects} object, {cards} cards)"
    kind = str(row["event"])
    return f"{kind}: {row['name']}{counts}"
