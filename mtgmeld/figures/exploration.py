"""The figure of what was explored: states in columns by depth, actions as arrows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mtgmeld.errors import BadValue
from mtgmeld.exploring import action_words, edges_frame, state_words
from mtgmeld.figures.export import caption, describe, heading
from mtgmeld.figures.layered import Arrow, Box, Point, layered
from mtgmeld.figures.style import INK, PALETTE, QUIET, WIDTH, axes, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mtgmeld.game.explore import Exploration
    from mtgmeld.game.state import State

__all__ = ["exploration_graph"]

MOST_STATES = 16
MOST_COLUMNS = 5
SIZE = 7.2  # points
LINE = 0.125  # inches
WRAPS = (13, 10, 8)  # letters of a label
# where on an arrow its label is tried, and how far beside it
_TRIED = tuple((part / 20, aside) for part in range(3, 18) for aside in (0.0, -0.1, 0.1))


def exploration_graph(
    explored: Exploration,
    *,
    words: Sequence[str] | Callable[[State], str] | None = None,
    title: str = "Every state",
    rules: Iterable[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw what was explored: each state a box, by depth from left to right, actions as arrows.

    An arrow stands for all actions that lead from one state to another; one to an earlier or
    the same depth is dashed, one that changes nothing is a loop above its box.

    Parameters
    ----------
    explored : Exploration
        Of at most 16 states and 4 actions deep.
    words : sequence of str or callable, optional
        What stands in the boxes, one text a state or made of a state; by default what is where,
        without what all states share.
    title : str
    rules : iterable of str, optional
        By default those that the transitions rest on.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    BadValue
        If there is too much to be read; a frame shows it all.
    """
    depth = max(explored.depths) + 1
    if len(explored.states) > MOST_STATES or depth > MOST_COLUMNS:
        raise BadValue(
            "the figure",
            "explored",
            f"{len(explored.states)} states in {depth} depths cannot be read in a figure, which"
            f" has room for {MOST_STATES} in {MOST_COLUMNS}; explore fewer actions or less deep,"
            " or show the frame of to_frame()",
        )
    said = _said(explored, words)
    level = explored.depths
    beside = any(level[e.start] == level[e.end] and e.start != e.end for e in explored.edges)
    outside = 0.45 if beside else 0.05
    labels, width, gap = _columns(explored, said, depth, WIDTH - 0.25 - outside)
    loops = {a: text for (a, b), text in labels.items() if a == b}
    links = {edge: text for edge, text in labels.items() if edge[0] != edge[1]}
    lines = [_fitted(text, width - 0.08) for text in said]
    sizes = [
        (LINE * len(own) + 0.14, 0.06 + LINE * (loops[n].count("\n") + 1) if n in loops else 0.0)
        for n, own in enumerate(lines)
    ]
    port = LINE * max([1, *(t.count("\n") + 1 for t in links.values())]) + 0.04
    boxes, arrows = layered(explored.depths, sizes, width, gap, port, list(links))
    with style():
        ax = _canvas(ax, boxes, arrows, loops)
        for n, (box, own) in enumerate(zip(boxes, lines, strict=True)):
            _draw_box(ax, box, own, n == 0)
            if n in loops:
                _draw_loop(ax, box, loops[n])
        for arrow in arrows:
            _draw_arrow(ax, arrow)
        taken = [_around(b.x, b.y + b.head / 2, b.width, b.height + b.head / 2) for b in boxes]
        for arrow in arrows:
            _draw_label(ax, arrow, links[arrow.start, arrow.end], arrows, taken)
        heading(ax, title)
        frame = edges_frame(explored)
        own_rules = dict.fromkeys(r for row in frame["rules"] for r in str(row).split(", ") if r)
        caption(ax, str(frame.attrs["edition"]), own_rules if rules is None else rules)
        describe(ax, title, _told(explored, said, labels))
    return ax


# ---------------------------------------------------------------- words


def _said(
    explored: Exploration, words: Sequence[str] | Callable[[State], str] | None
) -> tuple[str, ...]:
    if words is None:
        return state_words(explored)
    if callable(words):
        return tuple(words(state) for state in explored.states)
    if len(words) != len(explored.states):
        why = f"{len(words)} texts for {len(explored.states)} states; give one for each"
        raise BadValue("the figure", "words", why)
    return tuple(words)


def _columns(
    explored: Exploration, said: Sequence[str], columns: int, room: float
) -> tuple[dict[tuple[int, int], str], float, float]:
    """Return the labels of the arrows, the width of boxes, and of the gaps between columns.

    Boxes take as much as their longest word, and more where there is room; labels are wrapped
    closer until it all fits.
    """
    word = max((_wide(w) for text in said for w in text.split()), default=0.0) + 0.1
    for wrap in WRAPS:
        labels = _labels(explored, wrap)
        lines = [_wide(w) for (a, b), t in labels.items() if a != b for w in t.split("\n")]
        gap = max([0.3, *lines]) + 0.16
        if columns * word + (columns - 1) * gap <= room:
            break
    else:
        why = f"its words are too long for {columns} columns; give shorter words, or show the frame"
        raise BadValue("the figure", "words", why)
    if columns == 1:
        return labels, 1.6, gap
    width = max(word, min(1.5, 0.55 * room / columns, (room - gap * (columns - 1)) / columns))
    return labels, width, min((room - width * columns) / (columns - 1), gap + 0.6)


def _labels(explored: Exploration, wrap: int) -> dict[tuple[int, int], str]:
    """Return the label of each arrow: the actions that lead there, wrapped."""
    about = {getattr(e.action, "object", None) for e in explored.edges} - {None}
    found: dict[tuple[int, int], dict[str, None]] = {}
    for e in explored.edges:
        word = action_words(e.action, named=len(about) > 1)
        found.setdefault((e.start, e.end), {})[word] = None
    return {edge: _several(list(words), wrap) for edge, words in found.items()}


def _several(words: list[str], wrap: int) -> str:
    """Return several actions as lines, as many in a line as fit."""
    lines: list[str] = []
    for n, word in enumerate(words):
        more = f"{word}," if n + 1 < len(words) else word
        if lines and len(lines[-1]) + len(more) < wrap:
            lines[-1] += f" {more}"
        else:
            lines += textwrap.wrap(more, wrap)
    return "\n".join(lines)


def _told(explored: Exploration, said: Sequence[str], labels: dict[tuple[int, int], str]) -> str:
    counts = ", ".join(str(n) for n in explored.counts)
    states = "; ".join(f"{n} {text}" for n, text in enumerate(said))
    ways = "; ".join(
        f"{a} to {b} by {' '.join(text.split())}" for (a, b), text in sorted(labels.items())
    )
    return (
        f"{len(said)} states, new at each depth {counts}: {states}."
        f" Transitions, {len(explored.edges)} in all: {ways}."
    )


@lru_cache(maxsize=4096)
def _wide(text: str) -> float:
    """Return how wide a line of text is, in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    shape = TextPath((0, 0), text, size=SIZE, prop=FontProperties("DejaVu Sans"))
    return 1.04 * float(shape.get_extents().width) / 72


def _fitted(text: str, width: float) -> list[str]:
    """Wrap a text at spaces so that each line is at most so wide, as far as words allow."""
    lines: list[str] = []
    for part in text.split("\n"):
        now = ""
        for word in part.split():
            longer = f"{now} {word}".strip()
            if now and _wide(longer) > width:
                lines.append(now)
                now = word
            else:
                now = longer
        lines.append(now)
    return lines


# ---------------------------------------------------------------- drawing


def _canvas(ax: Axes | None, boxes: list[Box], arrows: list[Arrow], loops: dict[int, str]) -> Axes:
    """Return Axes in which a unit is an inch, as far as there is room."""
    points = [p for a in arrows for c in a.curves for p in (c[0], c[3])]
    points += [a.at(part / 8) for a in arrows for part in range(9)]
    for b in boxes:
        points += [(b.x - b.width, b.y - b.height), (b.x + b.width, b.y + b.height + b.head)]
    for n, text in loops.items():
        wide = max(map(_wide, text.split("\n")))
        points.append((boxes[n].x + boxes[n].width - 0.36 - wide, boxes[n].y))
    left, right = min(x for x, _ in points) - 0.06, max(x for x, _ in points) + 0.06
    low, high = min(y for _, y in points) - 0.1, max(y for _, y in points) + 0.1
    ax = axes(ax, high - low + 0.7)
    ax.set_axis_off()
    ax.set_xlim(left, max(right, left + WIDTH - 0.1))
    ax.set_ylim(low, high)
    ax.set_aspect("equal", anchor="NW")
    return ax


def _draw_box(ax: Axes, box: Box, lines: Sequence[str], first: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    ax.add_patch(
        FancyBboxPatch(
            (box.x - box.width, box.y - box.height),
            2 * box.width,
            2 * box.height,
            boxstyle="round,pad=0,rounding_size=0.05",
            facecolor=PALETTE[3] if first else "white",
            edgecolor=INK,
            linewidth=2.0 if first else 1.0,
            zorder=3,
        )
    )
    for n, line in enumerate(lines):
        y = box.y + LINE * ((len(lines) - 1) / 2 - n)
        ax.text(box.x, y, line, ha="center", va="center", fontsize=SIZE, zorder=4)


def _draw_path(ax: Axes, curves: Sequence[Sequence[Point]], dashed: bool) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    points = [curves[0][0], *(p for curve in curves for p in curve[1:])]
    codes = [Path.MOVETO, *([Path.CURVE4] * (len(points) - 1))]
    ax.add_patch(
        FancyArrowPatch(
            path=Path(points, codes),
            arrowstyle="-|>",
            mutation_scale=8,
            color=INK,
            linewidth=0.9,
            linestyle=(0, (4, 2)) if dashed else "solid",
            zorder=2,
            capstyle="butt",
        )
    )


def _draw_arrow(ax: Axes, arrow: Arrow) -> None:
    _draw_path(ax, arrow.curves, arrow.back)


def _draw_loop(ax: Axes, box: Box, text: str) -> None:
    """Draw an arrow from a box to itself above it, with its label beside it."""
    top, right = box.y + box.height, box.x + box.width
    a, b = (right - 0.3, top), (right - 0.1, top)
    _draw_path(ax, [(a, (a[0], top + 0.24), (b[0], top + 0.24), b)], True)
    ax.text(
        right - 0.36,
        top + 0.05,
        text,
        ha="right",
        va="bottom",
        fontsize=SIZE,
        color=QUIET,
        zorder=4,
    )


Area = tuple[float, float, float, float]


def _around(x: float, y: float, width: float, height: float) -> Area:
    return x - width, y - height, x + width, y + height


def _shared(one: Area, two: Area) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _draw_label(
    ax: Axes, arrow: Arrow, text: str, arrows: Sequence[Arrow], taken: list[Area]
) -> None:
    """Write what an arrow stands for on it, where it covers no box, no label, few other arrows."""
    lines = text.split("\n")
    width, height = max(map(_wide, lines)) / 2 + 0.03, LINE * len(lines) / 2
    others = [a.at(part / 20) for a in arrows if a is not arrow for part in range(21)]

    def covered(tried: tuple[float, float]) -> tuple[float, float]:
        x, y = arrow.at(tried[0])
        area = _around(x + tried[1], y, width, height)
        crossed = sum(area[0] < x < area[2] and area[1] < y < area[3] for x, y in others)
        away = abs(tried[0] - 0.5) + abs(tried[1])
        return round(sum(_shared(area, one) for one in taken) + 0.004 * crossed, 6), away

    part, aside = min(_TRIED, key=covered)
    x, y = arrow.at(part)
    x += aside
    taken.append(_around(x, y, width, height))
    ax.text(
        x,
        y,
        text,
        ha="center",
        va="center",
        fontsize=SIZE,
        linespacing=1.1,
        color=QUIET if arrow.back else INK,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        zorder=2.5,
    )
