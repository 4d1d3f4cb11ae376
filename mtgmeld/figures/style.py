"""One style for every figure: readable at the width of a column, in gray, by any eye.

Colors come with a hatch each, so that a figure that is printed in gray still tells its
series apart; text stays text in SVG.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from mtgmeld.extras import need_lab

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["HATCHES", "INK", "PALETTE", "RC", "WIDTH", "axes", "figure_of", "style"]

INK = "#1a1a1a"
QUIET = "#5a5a5a"
LINE = "#d0d0d0"

# a set that stays apart for color-blind eyes, ordered so that neighbors differ in lightness
PALETTE = ("#0072b2", "#e6b94d", "#3d9b7e", "#a3d4ee", "#d38fb5", "#f2e9a0")
HATCHES = ("", "////", "\\\\\\\\", "xxxx", "----", "||||")

# inches; at the width of a printed column (86 mm) its letters are about 6 points high
WIDTH = 5.0

RC: Any = {  # Any, since matplotlib's own types name every setting of one version
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "text.color": INK,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8.0,
    "axes.labelsize": 9.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 9.0,
    "ytick.labelsize": 9.0,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "hatch.linewidth": 0.7,
    "patch.linewidth": 0.8,
    "figure.figsize": (WIDTH, 3.0),
    "figure.dpi": 100.0,
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "savefig.dpi": 200.0,
    "savefig.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "mtgmeld",
    "pdf.fonttype": 42,
}


def style() -> AbstractContextManager[None]:
    """Return a context in which matplotlib has the style of the house.

    Raises
    ------
    MissingExtra
        If the extra ``lab`` is not installed.
    """
    need_lab("matplotlib")
    import matplotlib

    return matplotlib.rc_context(RC)


def axes(ax: Axes | None, height: float, width: float = WIDTH) -> Axes:
    """Return the Axes that were given, or those of a new figure, in inches."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(width, height))[1]


def figure_of(thing: Axes | Figure) -> Figure:
    """Return the figure that Axes stand in, or the figure itself."""
    from matplotlib.figure import Figure

    if isinstance(thing, Figure):
        return thing
    root = thing.figure
    while not isinstance(root, Figure):
        root = root.figure
    return root
