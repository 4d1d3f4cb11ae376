"""One style for every figure: readable at the width of a column, in gray, by any eye.

Colors come with a hatch each, so that a figure that is printed in gray still tells its
series apart; text stays text in SVG.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import BadValue, need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

INK = "#1a1a1a"
QUIET = "#5a5a5a"
LINE = "#d0d0d0"

# a set that stays apart for color-blind eyes, ordered so that neighbors differ in lightness
PALETTE = ("#0072b2", "#e6b94d", "#3d9b7e", "#a3d4ee", "#d38fb5", "#f2e9a0")
HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----", "||||")

# inches; at the width of a printed column (86 mm) its letters are about 6 points high
WIDTH = 5.0
SIZES = {"column": 86 / 25.4, "page": 170 / 25.4}

# lengths in points, at WIDTH; in a narrower room all of them shrink alike
_POINTS: dict[str, float] = {
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlepad": 8.0,
    "axes.labelsize": 9.0,
    "axes.linewidth": 0.8,
    "xtick.labelsize": 9.0,
    "ytick.labelsize": 9.0,
    "grid.linewidth": 0.7,
    "legend.fontsize": 9.0,
    "hatch.linewidth": 0.7,
    "patch.linewidth": 0.8,
}
RC: Any = {  # Any, since matplotlib's own types name every setting of one version
    "font.family": "DejaVu Sans",
    "text.color": INK,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": LINE,
    "legend.frameon": False,
    "figure.figsize": (WIDTH, 3.0),
    "figure.dpi": 100.0,
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "savefig.dpi": 200.0,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "mtgmeld",
    "pdf.fonttype": 42,
    **_POINTS,
}
# what matplotlib itself gives in points and the style leaves as it is
_MORE = {
    "axes.labelpad": 4.0,
    "lines.linewidth": 1.5,
    "xtick.major.size": 3.5,
    "ytick.major.size": 3.5,
    "xtick.major.width": 0.8,
    "ytick.major.width": 0.8,
    "xtick.major.pad": 3.5,
    "ytick.major.pad": 3.5,
}
_NO_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# a name of a card is a name, whatever stands in it
_PLAIN = {"text.parse_math": False, "text.usetex": False}


def style(scale: float | None = None) -> AbstractContextManager[None]:
    """Return a context in which matplotlib has the style of the house.

    Parameters
    ----------
    scale : float, optional
        For a drawing of our own in a room so much narrower than :data:`WIDTH`; no text in it
        is taken for a formula.

    Raises
    ------
    MissingExtra
        If the extra ``notebook`` is not installed.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> with mm.figures.style():
    ...     figure, ax = plt.subplots()
    """
    need("notebook", "matplotlib")
    import matplotlib

    if scale is None:
        return matplotlib.rc_context(RC)
    points: Any = {name: scale * value for name, value in {**_POINTS, **_MORE}.items()}
    return matplotlib.rc_context(RC | points | _PLAIN)


def inches(size: str | float | None) -> float:
    """Return the width that a word or a number stands for.

    Raises
    ------
    BadValue
        For another word, or a width that is none.
    """
    if isinstance(size, str) and size in SIZES:
        return SIZES[size]
    if size is None:
        return WIDTH
    if isinstance(size, int | float) and 1 <= size <= 40:
        return float(size)
    raise BadValue("the figure", "size", f"{size!r} is none of {', '.join(SIZES)}, 1 to 40 inches")


def axes(ax: Axes | None, height: float, width: float = WIDTH) -> Axes:
    """Return the Axes that were given, or those of a new figure, in inches."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(width, height))[1]


def figure_of(thing: Axes | Figure | SubFigure) -> Figure:
    """Return the figure that Axes stand in, or the figure itself."""
    from matplotlib.figure import Figure

    root: Any = thing
    while not isinstance(root, Figure):
        root = root.figure
    return root


def drawable(text: str) -> str:
    """Return a text without what no file format of a figure can hold (XML 1.0, 2.2)."""
    return _NO_LETTER.sub("\ufffd", text)


@lru_cache(maxsize=4096)
def _advance(letter: str, weight: str) -> float:
    """Return how far a letter goes, as a part of its size."""
    from matplotlib.font_manager import FontProperties, findfont, get_font
    from matplotlib.ft2font import LoadFlags

    font = get_font(findfont(FontProperties(family="DejaVu Sans", weight=weight)))
    if not font.get_char_index(ord(letter)):
        return 1.0  # another font draws it, or a box stands for it
    font.set_size(100, 72)  # matplotlib shares its fonts, and sets their size as it goes
    glyph = font.load_char(ord(letter), flags=LoadFlags.NO_HINTING)
    return float(glyph.linearHoriAdvance) / 65536 / 100


def wide(text: str, size: float, weight: str = "normal") -> float:
    """Return how wide a line of text is, in inches, whatever draws it."""
    return 1.03 * sum(_advance(letter, weight) for letter in drawable(text)) * size / 72


def fitted(text: str, width: float, size: float, weight: str = "normal") -> list[str]:
    """Wrap a text so that each line is at most so many inches wide; a long word is broken."""
    lines: list[str] = []
    for part in text.splitlines() or [""]:
        now = ""
        for word in part.split():
            longer = f"{now} {word}".strip()
            if now and wide(longer, size, weight) > width:
                lines.append(now)
                longer = word
            while len(longer) > 1 and wide(longer, size, weight) > width:
                fits = max(1, int(len(longer) * width / wide(longer, size, weight)))
                lines.append(longer[:fits])
                longer = longer[fits:]
            now = longer
        lines.append(now)
    return lines


def balanced(text: str, width: float, size: float, weight: str = "normal") -> list[str]:
    """Wrap a text in as few lines as :func:`fitted` does, each about as long as the others."""
    lines = fitted(text, width, size, weight)
    while width > 0.1:
        width -= 0.04
        closer = fitted(text, width, size, weight)
        if len(closer) > len(lines) or any(
            w not in text.split() for x in closer for w in x.split()
        ):
            break
        lines = closer
    return lines
