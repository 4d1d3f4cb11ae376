"""Where boxes and arrows of a graph stand that is drawn in columns; lengths are inches.

Boxes of a column stand one below the other, arrows leave and enter at their sides, each at a
place of its own.  An arrow over more than one column goes through a gap between boxes there.
Between two columns it bends first and runs level then, as long as its label: what stands above
that run meets no other arrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
Edge = tuple[int, int]

APART = 0.3  # between boxes of a column
LANE = 0.14  # between arrows in one gap


class Box(msgspec.Struct):
    """A box: its column, center, half width and half height, and what is kept free above it."""

    column: int
    x: float
    y: float
    width: float
    height: float
    head: float


class Arrow(msgspec.Struct, frozen=True):
    """An arrow from a box to another, as curves of which each begins where the last one ended.

    ``label`` is the place above the middle of which its label stands.
    """

    start: int
    end: int
    back: bool
    curves: tuple[Curve, ...]
    label: Point

    def at(self, part: float) -> Point:
        """Return the point after some part of the way, 0 to 1."""
        n = min(int(part * len(self.curves)), len(self.curves) - 1)
        t = part * len(self.curves) - n
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (
            sum(w * p[axis] for w, p in zip(weights, self.curves[n], strict=True))
            for axis in (0, 1)
        )
        return x, y


def layered(
    columns: Sequence[int],
    sizes: Sequence[tuple[float, float]],
    widths: Sequence[float],
    gaps: Sequence[tuple[float, float]],
    port: float,
    edges: Sequence[Edge],
) -> tuple[list[Box], list[Arrow]]:
    """Return where boxes and arrows stand.

    Parameters
    ----------
    columns : sequence of int
        The column of each box, from 0.
    sizes : sequence of (float, float)
        How high each box is at least, and how much is kept free above it.
    widths : sequence of float
        Of the boxes of each column.
    gaps : sequence of (float, float)
        After each column: how much is for bends, and then for level runs.
    port : float
        Between two arrows at one side of a box.
    edges : sequence of (int, int)
        From box to box, each once; none from a box to itself.
    """
    at_side: dict[tuple[int, str], list[Edge]] = {}
    for edge in edges:
        for n, side in zip(edge, _sides(columns, edge), strict=True):
            at_side.setdefault((n, side), []).append(edge)
    boxes = []
    for n, (column, (height, head)) in enumerate(zip(columns, sizes, strict=True)):
        most = max(len(at_side.get((n, side), ())) for side in "lr")
        half = max(height, port * most + 0.04) / 2
        left = sum(widths[:column]) + sum(map(sum, gaps[:column]))
        boxes.append(Box(column, left + widths[column] / 2, 0.0, widths[column] / 2, half, head))
    order = _ordered(columns, edges)
    for row in order:
        _stack(boxes, row)
    lanes: dict[tuple[int, float], int] = {}
    arrows = []
    for edge in edges:
        ends = [
            _port(boxes, n, side, at_side[n, side], edge)
            for n, side in zip(edge, _sides(columns, edge), strict=True)
        ]
        curves = _curves(boxes, order, edge, ends[0], ends[1], gaps, lanes)
        back = columns[edge[1]] <= columns[edge[0]]
        first, last = sorted(columns[n] for n in edge)
        x, y = ends[0] if back else ends[1]  # the end at the column that stands further right
        run = gaps[last - 1][1] if first < last else 0.0
        label = (x - run / 2, y) if run else curves[0][1]
        arrows.append(Arrow(*edge, back, curves, label))
    return boxes, arrows


def _sides(columns: Sequence[int], edge: Edge) -> str:
    """Return at which sides of its two boxes an arrow leaves and enters: left or right."""
    start, end = (columns[n] for n in edge)
    return "rr" if start == end else "rl" if start < end else "lr"


def _ordered(columns: Sequence[int], edges: Sequence[Edge]) -> list[list[int]]:
    """Return the boxes of each column from the top, near to what leads to them."""
    order: list[list[int]] = [[] for _ in range(max(columns) + 1)]
    for n, column in enumerate(columns):
        order[column].append(n)
    for column in range(1, len(order)):
        above = order[column - 1]

        def middle(n: int, above: list[int] = above) -> float:
            before = [above.index(a) for a, b in edges if b == n and a in above]
            return sum(before) / len(before) if before else len(above)

        order[column].sort(key=middle)
    return order


def _stack(boxes: list[Box], row: list[int]) -> None:
    """Stand the boxes of a column below each other, around the middle."""
    tall = sum(2 * boxes[n].height + boxes[n].head for n in row) + APART * (len(row) - 1)
    top = tall / 2
    for n in row:
        box = boxes[n]
        box.y = top - box.head - box.height
        top = box.y - box.height - APART


def _port(boxes: list[Box], n: int, side: str, edges: list[Edge], edge: Edge) -> Point:
    """Return where at a side an arrow leaves or enters; what goes up stands above."""
    box = boxes[n]

    def other(e: Edge) -> tuple[float, Edge]:
        return -boxes[e[1] if e[0] == n else e[0]].y, e

    nth = sorted(edges, key=other).index(edge)
    step = (2 * box.height - 0.04) / len(edges)
    y = box.y + step * ((len(edges) - 1) / 2 - nth)
    return box.x + (box.width if side == "r" else -box.width), y


def _curves(
    boxes: list[Box],
    order: list[list[int]],
    edge: Edge,
    tail: Point,
    head: Point,
    gaps: Sequence[tuple[float, float]],
    lanes: dict[tuple[int, float], int],
) -> tuple[Curve, ...]:
    """Return the curves of an arrow: level where it leaves, enters and passes a column."""
    first, last = (boxes[n].column for n in edge)
    if first == last:
        out = max(tail[0], head[0]) + 0.35
        return ((tail, (out, tail[1]), (out, head[1]), head),)
    points = [tail]
    way = 1 if last > first else -1
    for column in range(first + way, last, way):
        share = (column - first) / (last - first)
        y = _lane(boxes, order[column], column, tail[1] + share * (head[1] - tail[1]), lanes)
        box = boxes[order[column][0]]
        points += [(box.x - way * box.width, y), (box.x + way * box.width, y)]
    points.append(head)
    found: list[Curve] = []
    for n, (a, b) in enumerate(pairwise(points)):
        if n % 2:  # along a column
            found.append(_straight(a, b))
            continue
        column = first + way * (n // 2) - (way < 0)
        run = gaps[column][1]
        turn = (b[0] - run, b[1]) if way > 0 else (a[0] - run, a[1])
        if way > 0:
            found += (_bent(a, turn), _straight(turn, b))
        else:
            found += (_straight(a, turn), _bent(turn, b))
    return tuple(found)


def _straight(a: Point, b: Point) -> Curve:
    return a, a, b, b


def _bent(a: Point, b: Point) -> Curve:
    middle = (a[0] + b[0]) / 2
    return a, (middle, a[1]), (middle, b[1]), b


def _lane(
    boxes: list[Box], row: list[int], column: int, y: float, lanes: dict[tuple[int, float], int]
) -> float:
    """Return the height at which an arrow passes a column: in the nearest gap between boxes."""
    tops = [boxes[n].y + boxes[n].height + boxes[n].head for n in row]
    feet = [boxes[n].y - boxes[n].height for n in row]
    free = [tops[0] + APART / 2, *((f + t) / 2 for f, t in zip(feet, tops[1:], strict=False))]
    free.append(feet[-1] - APART / 2)
    nearest = min(free, key=lambda lane: abs(lane - y))
    taken = lanes.get((column, nearest), 0)
    lanes[column, nearest] = taken + 1
    return nearest + LANE * ((taken + 1) // 2) * (1 if taken % 2 else -1)
