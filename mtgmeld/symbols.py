"""Our own drawing of mana symbols: a circle with a letter or number, for HTML and matplotlib.

The letter carries the meaning, the fill only repeats it, so that a symbol reads in black
and white.  A symbol of several parts is a circle drawn out, with a field for each part.
The letters are strokes of :mod:`mtgmeld.glyphs`, so that no font decides how a symbol looks
and the same bytes come out everywhere.

In HTML each run of symbols is one image to a screen reader, with its words as the label;
the customary text (``{2}{U}``) stands inside, hidden from sight only, so that it can be
searched and copied.  What hides it is taken away by viewers that take drawings away, such as
that of a notebook which is not trusted, so that the text stands in their place.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.glyphs import GLYPHS, arc, circle, moved, pill
from mtgmeld.mana import ManaCost, Symbol, symbol

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.offsetbox import AnnotationBbox

__all__ = ["Shape", "card_html", "cost_html", "draw_cost", "shapes", "spoken", "with_symbols"]

INK = "#1a1a1a"
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
WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}

# Two symbols that are no mana but stand beside it in costs of abilities.
OTHERS = {
    "T": Symbol("T", "tap", 0, ""),
    "Q": Symbol("Q", "untap", 0, ""),
}

_RUN = re.compile(r"(?:\{[^{}\s]{1,20}\})+")
_ONE = re.compile(r"\{([^{}\s]{1,20})\}")
# no width, and nothing painted beyond it: by the two properties that a sanitizer of styles does
# not let through, for where the text stays hidden the drawing must stay as well
_HIDDEN = "display:inline-block;inline-size:0;contain:paint;white-space:nowrap"


class Shape(msgspec.Struct, frozen=True, gc=False):
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
    shapes: tuple[Shape, ...]


def _letters(text: str, cx: float, cy: float, height: float, widest: float) -> Iterator[Shape]:
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
        yield Shape(moved(path, across, scale, left, cy - height / 2), "", INK, 0.17 * height)
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
                20, (Shape(circle(10, 10, 9.3), fill, INK, 0.9), *_letters(text, 10, 10, 10, 12))
            )
        width = round(_text_width(text) * 0.9 + 9, 1)
        return Drawing(
            width,
            (Shape(pill(width), fill, INK, 0.9), *_letters(text, width / 2, 10, 9, width - 8)),
        )
    step = 11.0
    width = step * len(parts) + 5
    drawn: list[Shape] = [Shape(pill(width), parts[0][1], INK, 0.9)]
    for i, (_, fill) in enumerate(parts[1:-1], start=1):
        left = 2.5 + step * i
        box = f"M{left:g} 0.7 L{left + step:g} 0.7 L{left + step:g} 19.3 L{left:g} 19.3 Z"
        drawn.append(Shape(box, fill, INK, 0.9))
    left = 2.5 + step * (len(parts) - 1)
    drawn.append(
        Shape(
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


@lru_cache(maxsize=1024)
def _svg(one: Symbol) -> str:
    drawn = shapes(one)
    inner = "".join(
        f'<path d="{s.path}" fill="{s.fill or "none"}" stroke="{s.stroke or "none"}"'
        f' stroke-width="{s.width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
        for s in drawn.shapes
    )
    return (
        f'<svg viewBox="0 0 {drawn.width:g} 20" width="{drawn.width / 18:.2f}em" height="1.11em"'
        f' style="vertical-align:-0.2em;margin:0 0.04em" aria-hidden="true">{inner}</svg>'
    )


@lru_cache(maxsize=4096)
def _run_html(symbols: tuple[Symbol, ...]) -> str:
    text = html.escape("".join(str(s) for s in symbols))
    label = html.escape(spoken(symbols), quote=True)
    drawn = "".join(_svg(s) for s in symbols)
    return (
        f'<span class="mtgmeld-mana" role="img" aria-label="{label}" title="{text}"'
        f' style="white-space:nowrap">{drawn}<span style="{_HIDDEN}">{text}</span></span>'
    )


def cost_html(cost: ManaCost | None) -> str:
    """Return a mana cost as HTML: drawn symbols, with the text inside.

    Parameters
    ----------
    cost : ManaCost or None
        None, an object without a mana cost, gives a dash (202.1b).
    """
    if cost is None:
        return '<span class="mtgmeld-mana" title="no mana cost">\u2013</span>'
    return _run_html(cost.symbols)


def with_symbols(text: str) -> str:
    """Return text as HTML, escaped, with the symbols in it (``{W}``) drawn.

    Braces around anything that is no symbol stay as they are.
    """
    out = []
    at = 0
    for run in _RUN.finditer(text):
        found = [_known(one[1]) for one in _ONE.finditer(run[0])]
        if any(s is None for s in found):
            continue
        out.append(html.escape(text[at : run.start()]))
        out.append(_run_html(tuple(s for s in found if s is not None)))
        at = run.end()
    out.append(html.escape(text[at:]))
    return "".join(out)


def _known(text: str) -> Symbol | None:
    return OTHERS.get(text) or symbol(text)


def card_html(card: Card) -> str:
    """Return the printed facts of a card as a small HTML table, one row a face or half."""
    rows = "".join(_face_row(face) for face in card.faces)
    head = "".join(f'<th scope="col">{h}</th>' for h in ("name", "cost", "type", "numbers"))
    facts = [card.kind.replace("_", " ")]
    if card.first_set:
        facts.append(f"first in {card.first_set}")
    if card.released:
        facts.append(card.released)
    caption = html.escape(f"{card.name} ({', '.join(facts)})")
    return (
        f'<table class="mtgmeld-card"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _face_row(face: Face) -> str:
    numbers = []
    if face.power is not None or face.toughness is not None:
        numbers.append(f"{face.power}/{face.toughness}")
    if face.loyalty is not None:
        numbers.append(f"loyalty {face.loyalty}")
    if face.defense is not None:
        numbers.append(f"defense {face.defense}")
    if face.color_indicator:
        numbers.append(f"color indicator {face.color_indicator}")
    cells = (
        f'<th scope="row">{html.escape(face.name)}</th>',
        f"<td>{cost_html(face.mana_cost)}</td>",
        f"<td>{html.escape(face.type_line)}</td>",
        f"<td>{html.escape(', '.join(numbers))}</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"


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
    from matplotlib.offsetbox import AnnotationBbox, DrawingArea
    from matplotlib.patches import PathPatch

    symbols = tuple(cost) if cost is not None else ()
    if not symbols:
        return None
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
