"""The figure of what was explored: states in columns by depth, actions as arrows."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from mtgmeld.errors import BadValue
from mtgmeld.figures.layered import Arrow, Box, Point, layered
from mtgmeld.figures.registry import figure
from mtgmeld.figures.sheet import Place, Sheet, sheet
from mtgmeld.figures.style import INK, QUIET, WIDTH, fitted, wide
from mtgmeld.frames.explored import actions_in_words, edges_frame, state_words
from mtgmeld.game import actions as A
from mtgmeld.game.explore import Exploration, explore
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_STATES = 16
MOST_COLUMNS = 5
SIZE = 7.2  # points
LINE = 0.125  # inches
WRAPS = (16, 13, 10, 8)  # letters of a label
BEND = 0.34  # inches at least for arrows to bend in


def exploration_graph(
    explored: Exploration,
    *,
    words: Sequence[str] | Callable[[State], str] | None = None,
    title: str = "Every state",
    rules: Iterable[str] | None = None,
    **where: Unpack[Place],
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
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    BadValue
        If there is too much to be read; a frame shows it all.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", id="room", unlocked="left").state()
    >>> found = mm.explore(game, [mm.actions.Unlock(object="room", half="right")])
    >>> mm.figures.save(mm.figures.exploration_graph(found), "states.svg").name
    'states.svg'
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
    outside = 0.75 if beside else 0.05
    labels, widths, gaps = _columns(explored, said, WIDTH - 0.25 - outside)
    loops = {a: text for (a, b), text in labels.items() if a == b}
    links = {edge: text for edge, text in labels.items() if edge[0] != edge[1]}
    lines = [
        [line for part in _parts(text) for line in fitted(part, widths[c] - 0.08, SIZE)]
        for text, c in zip(said, level, strict=True)
    ]
    lines[0].insert(0, "start")
    sizes = [
        (LINE * len(own) + 0.14, 0.06 + LINE * (loops[n].count("\n") + 1) if n in loops else 0.0)
        for n, own in enumerate(lines)
    ]
    port = LINE * max([1, *(t.count("\n") + 1 for t in links.values())]) + 0.06
    boxes, arrows = layered(level, sizes, widths, gaps, port, list(links))
    left, right, low, high = _around_all(boxes, arrows, loops)
    frame = edges_frame(explored)
    with sheet(
        high - low,
        title=title,
        words=_told(explored, said, labels),
        of=frame,
        rules=rules,
        note=_ORDER if any(_ORDERED.search(t) for t in said) else "",
        limits=((left, max(right, left + WIDTH - 0.16)), (low, high)),
        **where,
    ) as made:
        if any(arrow.back for arrow in arrows) or loops:
            looks = {"linestyle": (0, (4, 2)), "color": INK, "linewidth": 0.9 * made.scale}
            made.explain_mark("leads back to a state that was there before", **looks)
        for n, (box, own) in enumerate(zip(boxes, lines, strict=True)):
            made.box(box.x, box.y, 2 * box.width, 2 * box.height, marked=n == 0)
            made.lines(box.x, box.y, own, LINE, size=SIZE, bold=int(n == 0))
            if n in loops:
                _draw_loop(made, box, loops[n])
        for arrow in arrows:
            _draw_path(made, arrow.curves, arrow.back)
            level_run = level[arrow.start] != level[arrow.end]
            made.text(
                arrow.label[0] + (0.0 if level_run else 0.05),
                arrow.label[1] + (0.02 if level_run else 0.0),
                links[arrow.start, arrow.end],
                size=SIZE,
                linespacing=1.1,
                ha="center" if level_run else "left",
                va="bottom" if level_run else "top",
                zorder=2.5,
            )
    return made.ax


_ORDERED = re.compile(r"\b(?:graveyard|library): [^:]*, ")
_ORDER = "The last card of a graveyard or library is its top one."


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


def _parts(text: str) -> list[str]:
    """Return the parts of a text that stand best on lines of their own: a zone, each card."""
    return re.sub(r"(: |, )", lambda m: m[0].rstrip() + "\n", text).split("\n")


def _columns(
    explored: Exploration, said: Sequence[str], room: float
) -> tuple[dict[tuple[int, int], str], list[float], list[tuple[float, float]]]:
    """Return the labels of the arrows, the widths of columns, and the gaps between them.

    A column takes as much as its longest word, and where there is room its longest part; labels
    are wrapped closer until it all fits.
    """
    level = explored.depths
    columns = range(max(level) + 1)
    texts = [[t for t, c in zip(said, level, strict=True) if c == column] for column in columns]
    least = [max(_wide(w) for t in own for w in t.split() or [""]) + 0.1 for own in texts]
    wrapped = [[x for t in own for p in _parts(t) for x in fitted(p, 1.3, SIZE)] for own in texts]
    best = [max(map(_wide, own)) + 0.14 for own in wrapped]
    for wrap in WRAPS:
        labels = _labels(explored, wrap)
        runs = [0.0 for _ in columns[1:]]
        for (a, b), text in labels.items():
            if level[a] != level[b]:
                gap = max(level[a], level[b]) - 1
                runs[gap] = max(runs[gap], _wide(text) + 0.2)
        free = room - sum(least) - sum(runs) - BEND * len(runs)
        if free >= 0:
            break
    else:
        why = f"its words are too long for {len(columns)} columns; give shorter words, or show"
        raise BadValue("the figure", "words", f"{why} the frame")
    wanted = sum(b - a for a, b in zip(least, best, strict=True))
    part = min(1.0, free / wanted) if wanted > 0 else 0.0
    widths = [a + part * (b - a) for a, b in zip(least, best, strict=True)]
    more = min(0.5, (free - part * wanted) / len(runs)) if runs else 0.0
    return labels, widths, [(BEND + more, run) for run in runs]


def _labels(explored: Exploration, wrap: int) -> dict[tuple[int, int], str]:
    """Return the label of each arrow: the actions that lead there, wrapped."""
    found: dict[tuple[int, int], dict[str, None]] = {}
    for e, word in actions_in_words(explored):
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


# ---------------------------------------------------------------- drawing


def _wide(text: str) -> float:
    return max((wide(line, SIZE) for line in text.split("\n")), default=0.0)


def _around_all(
    boxes: list[Box], arrows: list[Arrow], loops: dict[int, str]
) -> tuple[float, float, float, float]:
    """Return the left, right, lower and upper edge of all that is drawn."""
    points = [p for a in arrows for c in a.curves for p in (c[0], c[3])]
    points += [(x, y + 2 * LINE) for x, y in (a.label for a in arrows)]
    points += [(c[1][0] + 0.6, c[1][1]) for a in arrows for c in a.curves if c[0][0] == c[3][0]]
    for b in boxes:
        points += [(b.x - b.width, b.y - b.height), (b.x + b.width, b.y + b.height + b.head)]
    for n, text in loops.items():
        points.append((boxes[n].x + boxes[n].width - 0.36 - _wide(text), boxes[n].y))
    xs, ys = zip(*points, strict=True)
    return min(xs) - 0.06, max(xs) + 0.06, min(ys) - 0.1, max(ys) + 0.1


def _draw_path(made: Sheet, curves: Sequence[Sequence[Point]], dashed: bool) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    points = [curves[0][0], *(p for curve in curves for p in curve[1:])]
    codes = [Path.MOVETO, *([Path.CURVE4] * (len(points) - 1))]
    made.ax.add_patch(
        FancyArrowPatch(
            path=Path(points, codes),
            arrowstyle="-|>",
            mutation_scale=8 * made.scale,
            color=INK,
            linewidth=0.9 * made.scale,
            linestyle=(0, (4, 2)) if dashed else "solid",
            zorder=2,
            capstyle="butt",
        )
    )


def _draw_loop(made: Sheet, box: Box, text: str) -> None:
    """Draw an arrow from a box to itself above it, with its label beside it."""
    top, right = box.y + box.height, box.x + box.width
    a, b = (right - 0.3, top), (right - 0.1, top)
    _draw_path(made, [(a, (a[0], top + 0.24), (b[0], top + 0.24), b)], True)
    looks: dict[str, Any] = {"size": SIZE, "ha": "right", "va": "bottom", "color": QUIET}
    made.text(right - 0.36, top + 0.05, text, zorder=4, **looks)


# ------------------------------------------------- those with data of their own


@figure("room_exploration", title="Blinked, a Room is locked again")
def _room(**how: Any) -> Axes:
    """Every state of a Room under unlocking, locking and blinking."""
    card = "Roaring Furnace // Steaming Sauna"
    doors = [
        kind(object="room", half=half)
        for kind in (A.UnlockByEffect, A.LockByEffect)
        for half in ("left", "right")
    ]
    found = explore(new_game().put(card, id="room").state(), [*doors, A.Blink(object="room")])
    return exploration_graph(found, **how)


@figure("meld_exploration", title="Melded, Hanweir leaves as two cards")
def _meld(**how: Any) -> Axes:
    """A meld pair melds, and its permanent leaves in every way."""
    pair = new_game().put("Hanweir Garrison", id="one").put("Hanweir Battlements", id="two")
    ways: list[A.Action] = [
        A.Destroy(object="one"),
        A.ReturnToHand(object="one"),
        A.PutIntoLibrary(object="one"),
        A.PutIntoLibrary(object="one", where="bottom"),
        A.Blink(object="one"),
    ]

    def actions(state: State) -> list[A.Action]:
        melded = any(obj.is_melded for obj in state.battlefield())
        return ways if melded else [A.Meld(object="one", with_="two")]

    found = explore(pair.state(), actions)
    return exploration_graph(found, **how)
