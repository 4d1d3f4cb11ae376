"""Strokes of the letters and numbers in mana symbols, and the outlines around them.

A glyph is a width and an SVG path in a box 10 high, y growing downward, of absolute
M, L, C and Z commands only, so that one small reader serves SVG and matplotlib.
"""

from __future__ import annotations

import math
import re

__all__ = ["GLYPHS", "arc", "circle", "moved", "pill"]

_SIX = (
    "M5.4 0.7 C4.8 0.2 4.1 0 3.4 0 C1.2 0 0 2.2 0 5.6 C0 8.4 1.2 10 3 10 C4.8 10 6 8.7 6 6.8"
    " C6 5 4.8 3.8 3.1 3.8 C1.4 3.8 0 5 0 6.6"
)
_NINE = (
    "M0.6 9.3 C1.2 9.8 1.9 10 2.6 10 C4.8 10 6 7.8 6 4.4 C6 1.6 4.8 0 3 0 C1.2 0 0 1.3 0 3.2"
    " C0 5 1.2 6.2 2.9 6.2 C4.6 6.2 6 5 6 3.4"
)

GLYPHS: dict[str, tuple[float, str]] = {
    "0": (6, "M3 0 C5 0 6 2 6 5 C6 8 5 10 3 10 C1 10 0 8 0 5 C0 2 1 0 3 0 Z"),
    "1": (4, "M0.4 2.2 L2.8 0 L2.8 10"),
    "2": (6, "M0 2.5 C0 1 1.2 0 3 0 C4.8 0 6 1.1 6 2.7 C6 5 2 7 0 10 L6 10"),
    "3": (
        6,
        "M0.3 1.2 C1 0.4 2 0 3 0 C4.8 0 5.8 1 5.8 2.4 C5.8 4 4.5 4.8 2.6 4.8"
        " C4.8 4.8 6 5.8 6 7.4 C6 9 4.8 10 3 10 C1.8 10 0.7 9.6 0 8.6",
    ),
    "4": (6.4, "M4.7 10 L4.7 0 L0 7 L6.4 7"),
    "5": (
        6,
        "M5.6 0 L1 0 L0.5 4.6 C1.2 4 2 3.7 3 3.7 C4.8 3.7 6 5 6 6.8 C6 8.7 4.8 10 3 10"
        " C1.8 10 0.7 9.6 0 8.7",
    ),
    "6": (6, _SIX),
    "7": (6, "M0 0 L6 0 L2 10"),
    "8": (
        6,
        "M3 0 C4.6 0 5.6 1 5.6 2.4 C5.6 3.8 4.6 4.8 3 4.8 C1.4 4.8 0.4 3.8 0.4 2.4"
        " C0.4 1 1.4 0 3 0 Z M3 4.8 C4.9 4.8 6 5.9 6 7.4 C6 8.9 4.9 10 3 10 C1.1 10 0 8.9 0 7.4"
        " C0 5.9 1.1 4.8 3 4.8 Z",
    ),
    "9": (6, _NINE),
    "W": (10, "M0 0 L2.5 10 L5 2 L7.5 10 L10 0"),
    "U": (7, "M0 0 L0 6.5 C0 8.8 1.3 10 3.5 10 C5.7 10 7 8.8 7 6.5 L7 0"),
    "B": (
        6.4,
        "M0 0 L0 10 L3.4 10 C5.4 10 6.4 8.9 6.4 7.3 C6.4 5.8 5.4 4.8 3.4 4.8 L0 4.8"
        " M3.2 4.8 C5 4.8 5.9 3.8 5.9 2.4 C5.9 1 5 0 3.2 0 L0 0",
    ),
    "R": (
        6.4,
        "M0 10 L0 0 L3.3 0 C5.2 0 6.2 1.1 6.2 2.7 C6.2 4.4 5.2 5.4 3.3 5.4 L0 5.4 M3.4 5.4 L6.4 10",
    ),
    "G": (
        7,
        "M6.9 1.8 C6.1 0.6 5 0 3.8 0 C1.5 0 0 2 0 5 C0 8 1.5 10 3.9 10 C5.3 10 6.3 9.4 7 8.5"
        " L7 5.4 L4.2 5.4",
    ),
    "C": (6.7, "M6.7 1.8 C6 0.6 5 0 3.8 0 C1.5 0 0 2 0 5 C0 8 1.5 10 3.8 10 C5 10 6 9.4 6.7 8.2"),
    "S": (
        6,
        "M5.8 1.6 C5.2 0.5 4.2 0 3 0 C1.3 0 0.2 1 0.2 2.5 C0.2 4.2 1.6 4.6 3.1 5"
        " C4.8 5.4 6 6 6 7.6 C6 9.1 4.8 10 3 10 C1.6 10 0.5 9.4 0 8.2",
    ),
    "X": (6.4, "M0 0 L6.4 10 M6.4 0 L0 10"),
    "Y": (6.6, "M0 0 L3.3 5 L6.6 0 M3.3 5 L3.3 10"),
    "Z": (6, "M0 0 L6 0 L0 10 L6 10"),
    "P": (6, "M0 10 L0 0 L3.2 0 C5.1 0 6 1.2 6 2.9 C6 4.6 5.1 5.7 3.2 5.7 L0 5.7"),
    "T": (6.6, "M0 0 L6.6 0 M3.3 0 L3.3 10"),
    "Q": (
        7,
        "M3.5 0 C5.7 0 7 2 7 5 C7 8 5.7 10 3.5 10 C1.3 10 0 8 0 5 C0 2 1.3 0 3.5 0 Z"
        " M4.4 7 L7 10.4",
    ),
    "\u221e": (
        12,
        "M6 5 C4.6 2.6 3.6 1.9 2.6 1.9 C1 1.9 0 3.2 0 5 C0 6.8 1 8.1 2.6 8.1"
        " C3.6 8.1 4.6 7.4 6 5 C7.4 2.6 8.4 1.9 9.4 1.9 C11 1.9 12 3.2 12 5"
        " C12 6.8 11 8.1 9.4 8.1 C8.4 8.1 7.4 7.4 6 5 Z",
    ),
    "\u00bd": (
        8.4,
        "M0.3 1 L1.5 0 L1.5 4.6 M7 0 L1.5 10 M5.3 6.7 C5.5 5.9 6.1 5.6 6.8 5.6"
        " C7.7 5.6 8.2 6.1 8.2 6.8 C8.2 7.9 6.2 8.6 5.3 10 L8.4 10",
    ),
}

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _short(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def moved(path: str, across: float, down: float, x: float, y: float) -> str:
    """Return a path scaled by `across` and `down`, then moved by `x` and `y`."""
    count = 0

    def change(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        value = float(match[0])
        return _short(value * across + x if count % 2 else value * down + y)

    return _NUMBER.sub(change, path)


def arc(cx: float, cy: float, r: float, begin: float, end: float, start: str = "M") -> str:
    """Return an arc as cubic curves; angles in degrees, clockwise from the right.

    `start` is the command that reaches the first point, ``M`` or ``L``.
    """
    steps = max(1, math.ceil(abs(end - begin) / 90))
    delta = math.radians((end - begin) / steps)
    reach = 4 / 3 * math.tan(delta / 4)
    angle = math.radians(begin)
    x, y = cx + r * math.cos(angle), cy + r * math.sin(angle)
    out = [f"{start}{_short(x)} {_short(y)}"]
    for _ in range(steps):
        after = angle + delta
        nx, ny = cx + r * math.cos(after), cy + r * math.sin(after)
        points = (
            x - reach * r * math.sin(angle),
            y + reach * r * math.cos(angle),
            nx + reach * r * math.sin(after),
            ny - reach * r * math.cos(after),
            nx,
            ny,
        )
        out.append("C" + " ".join(_short(p) for p in points))
        angle, x, y = after, nx, ny
    return " ".join(out)


def circle(cx: float, cy: float, r: float) -> str:
    """Return a circle as a closed path."""
    return f"{arc(cx, cy, r, 0, 360)} Z"


def pill(width: float) -> str:
    """Return a box 20 high with round ends as a closed path."""
    return f"{arc(10, 10, 9.3, 90, 270)} {arc(width - 10, 10, 9.3, 270, 450, start='L')} Z"
