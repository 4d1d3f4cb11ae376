"""Our own drawing of mana symbols: a circle with a letter or number.

The letter carries the meaning, the fill only repeats it, so that a symbol reads in black
and white.  A symbol of several parts is a circle drawn out, with a field for each part.
The letters are strokes, so that no font decides how a symbol looks and the same bytes come out
everywhere: a glyph is a width and an SVG path in a box 10 high, y growing downward, of absolute
M, L, C and Z commands only, so that one small reader serves SVG and matplotlib.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.mana import COLOR_WORDS, ManaCost, Symbol, symbol

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.offsetbox import AnnotationBbox, DrawingArea, OffsetBox

INK = "#1a1a1a"
NO_BREAK = "\u00a0"
FILLS = {
    "W": "#fdf6d8",
    "U": "#b5dcf3",
    "B": "#c9c3c0",
    "R": "#f5b39c",
    "G": "#a8d5b5",
    "C": "#e4e2e0",
    "S": "#e8f1f5",
    "": "#e4e2e0",
}
WORDS = COLOR_WORDS | {"C": "colorless"}

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


class Stroke(msgspec.Struct, frozen=True, gc=False):
    """One stroke or area of a drawing.

    Attributes
    ----------
    path : str
        An SVG path of absolute M, L, C and Z commands; y grows downward.
    fill : str
        A color, or empty.
    stroke : str
        A color, or empty.
    width : float
        The width of the stroke.
    """

    path: str
    fill: str
    stroke: str
    width: float


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """The shapes of one symbol in a box ``width`` wide and 20 high."""

    width: float
    shapes: tuple[Stroke, ...]


def _letters(text: str, cx: float, cy: float, height: float, widest: float) -> Iterator[Stroke]:
    """Yield the strokes of a text, centered, no wider than `widest`."""
    gap = 2.4
    glyphs = [GLYPHS[c] for c in text if c in GLYPHS]
    if not glyphs:
        return
    width = sum(g[0] for g in glyphs) + gap * (len(glyphs) - 1)
    scale = height / 10
    across = min(scale, widest / width) if width else scale
    left = cx - width * across / 2
    for glyph_width, path in glyphs:
        yield Stroke(moved(path, across, scale, left, cy - height / 2), "", INK, 0.17 * height)
        left += (glyph_width + gap) * across


def _text_width(text: str) -> float:
    return sum(GLYPHS[c][0] + 2.4 for c in text if c in GLYPHS) - 2.4


@lru_cache(maxsize=1024)
def shapes(one: Symbol) -> Drawing:
    """Return the drawing of one symbol.

    Parameters
    ----------
    one : Symbol
        A mana symbol as :func:`mtgmeld.mana.symbol` gives it.
    """
    parts = _parts(one)
    if len(parts) == 1:
        text, fill = parts[0]
        if len(text) <= 2:
            return Drawing(
                20, (Stroke(circle(10, 10, 9.3), fill, INK, 0.9), *_letters(text, 10, 10, 10, 12))
            )
        width = round(_text_width(text) * 0.9 + 9, 1)
        return Drawing(
            width,
            (Stroke(pill(width), fill, INK, 0.9), *_letters(text, width / 2, 10, 9, width - 8)),
        )
    step = 11.0
    width = step * len(parts) + 5
    drawn: list[Stroke] = [Stroke(pill(width), parts[0][1], INK, 0.9)]
    for i, (_, fill) in enumerate(parts[1:-1], start=1):
        left = 2.5 + step * i
        box = f"M{left:g} 0.7 L{left + step:g} 0.7 L{left + step:g} 19.3 L{left:g} 19.3 Z"
        drawn.append(Stroke(box, fill, INK, 0.9))
    left = 2.5 + step * (len(parts) - 1)
    drawn.append(
        Stroke(
            f"M{left:g} 19.3 L{left:g} 0.7 L{width - 10:g} 0.7"
            f" {arc(width - 10, 10, 9.3, 270, 450, start='L')} Z",
            parts[-1][1],
            INK,
            0.9,
        )
    )
    for i, (text, _) in enumerate(parts):
        drawn.extend(_letters(text, 2.5 + step * (i + 0.5), 10, 8.5, 7.5))
    return Drawing(width, tuple(drawn))


def _parts(one: Symbol) -> list[tuple[str, str]]:
    """Return the letters of a symbol's parts with the fill of each."""
    if one.kind == "half" and one.colors:
        return [(one.colors, FILLS[one.colors]), ("\u00bd", "#ffffff")]
    texts = one.text.split("/")
    fills = [FILLS.get(t, FILLS[""]) for t in texts]
    if texts[-1] == "P" and len(texts) > 1:
        fills[-1] = "#ffffff"
    return list(zip(texts, fills, strict=True))


# Two symbols that are no mana but stand beside it in costs of abilities.
OTHERS = {
    "T": Symbol("T", "tap", 0, ""),
    "Q": Symbol("Q", "untap", 0, ""),
}
_RUN = re.compile(r"(?:\{[^{}\s]{1,20}\})+")
_ONE = re.compile(r"\{([^{}\s]{1,20})\}")


def apart(text: str) -> Iterator[str | tuple[Symbol, ...]]:
    """Yield the parts of a text: words, and runs of symbols such as ``{2}{U}``.

    Braces around anything that is no symbol are words.
    """
    at = 0
    for run in _RUN.finditer(text):
        found = [OTHERS.get(one[1]) or symbol(one[1]) for one in _ONE.finditer(run[0])]
        if any(s is None for s in found):
            continue
        if at < run.start():
            yield text[at : run.start()]
        yield tuple(s for s in found if s is not None)
        at = run.end()
    if at < len(text):
        yield text[at:]


def spoken(symbols: Iterable[Symbol]) -> str:
    """Return symbols in words, for a screen reader."""
    return ", ".join(_word(s) for s in symbols)


def _word(one: Symbol) -> str:
    if one.kind == "generic":
        return f"{one.text} generic"
    if one.kind == "infinite":
        return "infinite"
    if one.kind == "half":
        return f"half {WORDS.get(one.colors, 'generic')}"
    if one.kind in ("snow", "tap", "untap"):
        return one.kind
    if "/" not in one.text:
        return WORDS.get(one.text, one.text)
    words = {**WORDS, "P": "2 life", "2": "2 generic"}
    return " or ".join(words[t] for t in one.text.split("/"))


def cost_area(symbols: Iterable[Symbol], size: float) -> DrawingArea:
    """Return symbols as what matplotlib packs beside texts, so many points high."""
    from matplotlib.offsetbox import DrawingArea
    from matplotlib.patches import PathPatch

    scale = size / 20
    gap = 1.2
    drawings = [shapes(s) for s in symbols]
    width = sum(d.width for d in drawings) + gap * (len(drawings) - 1)
    area = DrawingArea(width * scale, size, 0, 0)
    left = 0.0
    for drawing in drawings:
        for one in drawing.shapes:
            area.add_artist(
                PathPatch(
                    _mpl_path(one.path, scale, left),
                    facecolor=one.fill or "none",
                    edgecolor=one.stroke or "none",
                    linewidth=one.width * scale,
                    capstyle="round",
                    joinstyle="round",
                    fill=bool(one.fill),
                )
            )
        left += drawing.width + gap
    return area


def is_drawn(text: str) -> bool:
    """Return whether a text has symbols in it that are drawn."""
    return any(not isinstance(part, str) for part in apart(text))


def mixed(text: str, size: float, **looks: Any) -> OffsetBox:
    """Return a line of text for matplotlib, the symbols in it drawn."""
    from matplotlib.offsetbox import HPacker, TextArea

    def kept(words: str) -> str:
        # SVG drops a space with which a text begins or ends, but none that does not break
        before, after = len(words) - len(words.lstrip()), len(words) - len(words.rstrip())
        return f"{before * NO_BREAK}{words.strip()}{after * NO_BREAK}"

    boxes: list[Any] = [
        TextArea(kept(part), textprops={"fontsize": size, **looks})
        if isinstance(part, str)
        else cost_area(part, 1.15 * size)
        for part in apart(text)
    ]
    return HPacker(children=boxes, pad=0, sep=0, align="center")


def draw_cost(
    ax: Axes,
    x: float,
    y: float,
    cost: ManaCost | Iterable[Symbol] | None,
    *,
    size: float = 10.0,
    xycoords: Any = "data",
    offset: tuple[float, float] = (0.0, 0.0),
    align: tuple[float, float] = (0.5, 0.5),
) -> AnnotationBbox | None:
    """Draw a mana cost on matplotlib axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : float
        The place, in `xycoords`.
    cost : ManaCost or iterable of Symbol or None
        None draws nothing.
    size : float
        The height of a symbol in points, whatever the scale of the axes.
    xycoords : str, transform or artist
        As for ``ax.annotate``.
    offset : tuple of float
        How far from the place, in points.
    align : tuple of float
        Which point of the drawing stands at the place, as parts of its width and height:
        ``(0, 0.5)`` puts its left edge there.

    Returns
    -------
    matplotlib.offsetbox.AnnotationBbox or None
    """
    from matplotlib.offsetbox import AnnotationBbox

    symbols = tuple(cost) if cost is not None else ()
    if not symbols:
        return None
    area = cost_area(symbols, size)
    box = AnnotationBbox(
        area,
        (x, y),
        xybox=offset,
        xycoords=xycoords,
        boxcoords="offset points",
        frameon=False,
        pad=0,
        box_alignment=align,
    )
    ax.add_artist(box)
    return box


def _mpl_path(path: str, scale: float, left: float) -> Any:
    """Return an SVG path of this module as a matplotlib path, y growing upward."""
    from matplotlib.path import Path

    codes: list[int] = []
    points: list[tuple[float, float]] = []
    first = (0.0, 0.0)
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        values = [float(n) for n in numbers.split()]
        pairs = [
            ((a + left) * scale, (20 - b) * scale)
            for a, b in zip(values[::2], values[1::2], strict=True)
        ]
        if command == "M":
            first = pairs[0]
            codes.append(int(Path.MOVETO))
        elif command == "L":
            codes.append(int(Path.LINETO))
        elif command == "C":
            codes += [int(Path.CURVE4)] * len(pairs)
        else:
            codes.append(int(Path.CLOSEPOLY))
            pairs = [first]
        points += pairs
    return Path(points, codes)
