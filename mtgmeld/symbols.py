"""Our own drawing of mana symbols: a circle with a letter or number.

The letter carries the meaning, the fill only repeats it, so that a symbol reads in black
and white.  A symbol of several parts is a circle drawn out, with a field for each part.
The letters are strokes, so that no font decides how a symbol looks and the same bytes come out
everywhere: a glyph is a width and an SVG path in a box 10 high, y growing downward, of absolute
M, L, C and Z commands only, so that one small reader serves SVG and matplotlib.  They stand in
``glyphs.txt``, a line each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path
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

GLYPHS: dict[str, tuple[float, str]] = {
    letter: (float(width), path)
    for letter, width, path in (
        line.split(" ", 2)
        for line in Path(__file__).with_name("glyphs.txt").read_text("utf-8").splitlines()
    )
}
_GAP = 2.4  # between two of them
# round edges 20 high: a circle, and the ends of a longer symbol, the right one at 0
_CIRCLE = (
    "M19.3 10 C19.3 15.14 15.14 19.3 10 19.3 C4.86 19.3 0.7 15.14 0.7 10"
    " C0.7 4.86 4.86 0.7 10 0.7 C15.14 0.7 19.3 4.86 19.3 10 Z"
)
_LEFT = "M10 19.3 C4.86 19.3 0.7 15.14 0.7 10 C0.7 4.86 4.86 0.7 10 0.7"
_RIGHT = "L0 0.7 C5.14 0.7 9.3 4.86 9.3 10 C9.3 15.14 5.14 19.3 0 19.3"

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

    @property
    def svg(self) -> str:
        """The shapes as elements of an SVG drawing."""
        return "".join(
            f'<path d="{s.path}" fill="{s.fill or "none"}" stroke="{s.stroke or "none"}"'
            f' stroke-width="{s.width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
            for s in self.shapes
        )


def _letters(text: str, cx: float, height: float, widest: float) -> Iterator[Stroke]:
    """Yield the strokes of a text, centered, no wider than `widest`."""
    scale = height / 10
    width = _text_width(text)
    across = min(scale, widest / width)
    left = cx - width * across / 2
    for glyph_width, path in (GLYPHS[c] for c in text if c in GLYPHS):
        yield Stroke(moved(path, across, scale, left, 10 - height / 2), "", INK, 0.17 * height)
        left += (glyph_width + _GAP) * across


def _text_width(text: str) -> float:
    return sum(GLYPHS[c][0] + _GAP for c in text if c in GLYPHS) - _GAP


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
            return Drawing(20, (Stroke(_CIRCLE, fill, INK, 0.9), *_letters(text, 10, 10, 12)))
        width = round(_text_width(text) * 0.9 + 9, 1)
        edge = Stroke(f"{_LEFT} {_end(width)}", fill, INK, 0.9)
        return Drawing(width, (edge, *_letters(text, width / 2, 9, width - 8)))
    step = 11.0
    width = step * len(parts) + 5
    lefts = [2.5 + step * i for i in range(len(parts))]
    edges = [f"{_LEFT} {_end(width)}"]
    for left, right in pairwise(lefts[1:]):
        edges.append(f"M{left:g} 0.7 L{right:g} 0.7 L{right:g} 19.3 L{left:g} 19.3 Z")
    edges.append(f"M{lefts[-1]:g} 19.3 L{lefts[-1]:g} 0.7 L{width - 10:g} 0.7 {_end(width)}")
    areas = [Stroke(edge, fill, INK, 0.9) for edge, (_, fill) in zip(edges, parts, strict=True)]
    letters = (_letters(t, x + step / 2, 8.5, 7.5) for (t, _), x in zip(parts, lefts, strict=True))
    return Drawing(width, (*areas, *chain.from_iterable(letters)))


def _end(width: float) -> str:
    return f"{moved(_RIGHT, 1, 1, width - 10, 0)} Z"


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
    box = AnnotationBbox(
        cost_area(symbols, size),
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

    kinds = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Z": Path.CLOSEPOLY}
    codes: list[int] = []
    points: list[tuple[float, float]] = []
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        values = [float(n) for n in numbers.split()]
        pairs = [
            ((a + left) * scale, (20 - b) * scale)
            for a, b in zip(values[::2], values[1::2], strict=True)
        ]
        if command == "M":
            first = pairs
        found = pairs or first  # Z goes back to where it began
        codes += [int(kinds[command])] * len(found)
        points += found
    return Path(points, codes)
