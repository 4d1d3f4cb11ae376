"""The one way to make a figure: Axes of one's own or given ones, title, caption, words.

A figure is designed for a room 5 inches wide.  In a narrower or lower one everything in it
shrinks alike, letters too, so that nothing lies on anything else; title and caption belong to
the Axes and stay in their room.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypedDict

from mtgmeld.arrow import Frame, pandas_of
from mtgmeld.errors import SmallLettersWarning
from mtgmeld.figures.export import describe
from mtgmeld.figures.style import INK, PALETTE, QUIET, WIDTH, axes, figure_of, fitted, inches, style
from mtgmeld.frames import explain_row, note_of, of_columns
from mtgmeld.mana import ManaCost
from mtgmeld.rules.numbers import by_number
from mtgmeld.symbols import draw_cost, is_drawn, mixed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.offsetbox import OffsetBox
    from matplotlib.transforms import Bbox

_PAD = 0.08  # inches at either side of a caption
_SMALL = 7.5  # points
_LEAST = 3.0  # what is smaller is read by nobody
_TITLE = 10.0
_SHARED = 0.75
Point = tuple[float, float]


class Place(TypedDict, total=False):
    """Where a figure is drawn: in Axes that are given, or as wide as `size` in a new figure.

    ``size`` is ``column``, ``page``, or inches.
    """

    ax: Axes | None
    size: str | float | None


class Sheet:
    """Axes to draw on; sizes and lengths are in points as in a room 5 inches wide.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    scale : float
        What a point is, 1 or less.
    width : float
        How wide the room is, in inches of the design.
    key : list
        What marks stand for: what is drawn of each, and words.
    """

    def __init__(self, ax: Axes, scale: float, width: float) -> None:
        self.ax, self.scale, self.width = ax, scale, width
        self.key: list[tuple[Any, str]] = []

    def explain_mark(self, words: str, **looks: Any) -> None:
        """Add an area, a marker or a line to the key that stands below the title."""
        from matplotlib.lines import Line2D
        from matplotlib.patches import Rectangle

        wide, high = 18 * self.scale, 7 * self.scale
        if "linestyle" in looks:
            handle: Any = Line2D([0, wide], [high / 2, high / 2], **looks)
        elif "marker" in looks:
            handle = Line2D([wide / 2], [high / 2], linestyle="", **looks)
        else:
            handle = Rectangle((0, 0), wide, high, edgecolor=INK, **looks)
        self.key.append((handle, words))

    def text(self, x: float, y: float, words: str, *, size: float = 8.5, **looks: Any) -> Any:
        """Write at a place, centered if nothing else is said."""
        asked = {"ha": "center", "va": "center", "color": INK, **looks}
        return self.ax.text(x, y, words, fontsize=size * self.scale, **asked)

    def beside(self, x: float, y: float, words: str, by: Point = (4, 0), **looks: Any) -> Any:
        """Write beside a place, so many points away."""
        if "fontsize" in looks:
            looks["fontsize"] *= self.scale
        return self.ax.annotate(
            words,
            (x, y),
            xytext=(by[0] * self.scale, by[1] * self.scale),
            textcoords="offset points",
            **{"va": "center", **looks},
        )

    def mixed(self, x: float, y: float, words: str, *, size: float, **looks: Any) -> None:
        """Write a line to the right of a place, the mana symbols in it drawn."""
        from matplotlib.offsetbox import AnnotationBbox

        box = mixed(words, size * self.scale, **{"color": INK, **looks})
        self.ax.add_artist(
            AnnotationBbox(box, (x, y), frameon=False, pad=0, box_alignment=(0.0, 0.5))
        )

    def cost(
        self,
        x: float,
        y: float,
        cost: ManaCost,
        *,
        size: float = 11,
        by: Point = (0, 0),
        **how: Any,
    ) -> None:
        """Draw a mana cost; see :func:`mtgmeld.symbols.draw_cost`."""
        offset = (by[0] * self.scale, by[1] * self.scale)
        draw_cost(self.ax, x, y, cost, size=size * self.scale, offset=offset, **how)

    def arrow(self, start: Point, end: Point, *, color: str = INK, width: float = 1.2) -> None:
        """Draw a straight arrow."""
        looks = {
            "arrowstyle": "-|>",
            "color": color,
            "linewidth": width * self.scale,
            "mutation_scale": 9 * self.scale,
            "shrinkA": 0,
            "shrinkB": 0,
        }
        self.ax.annotate("", end, start, arrowprops=looks, zorder=1)

    def box(self, x: float, y: float, wide: float, high: float, *, marked: bool = False) -> None:
        """Draw a box with round corners around a place; a marked one has a thick edge, a fill."""
        from matplotlib.patches import FancyBboxPatch

        self.ax.add_patch(
            FancyBboxPatch(
                (x - wide / 2, y - high / 2),
                wide,
                high,
                boxstyle="round,pad=0,rounding_size=0.05",
                facecolor=PALETTE[3] if marked else "white",
                edgecolor=INK,
                linewidth=(2.0 if marked else 1.0) * self.scale,
                zorder=3,
            )
        )

    def lines(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        step: float,
        *,
        size: float,
        bold: int = 0,
    ) -> None:
        """Write lines around a place, `step` apart, so many of the first ones bold."""
        down = 1 if self.ax.yaxis_inverted() else -1
        for n, line in enumerate(lines):
            at = y + down * step * (n - (len(lines) - 1) / 2)
            weight = "bold" if n < bold else "normal"
            self.text(x, at, line, size=size, fontweight=weight, zorder=4)


@contextmanager
def sheet(
    height: float,
    *,
    title: str,
    words: str,
    edition: str = "",
    rules: Iterable[str] | None = None,
    of: pd.DataFrame | None = None,
    note: str = "",
    limits: tuple[Point, Point] | None = None,
    ax: Axes | None = None,
    size: str | float | None = None,
) -> Iterator[Sheet]:
    """Give Axes to draw on, in the style of the house; then write title, caption and words.

    Parameters
    ----------
    height : float
        Without title and caption, in inches, of a figure as wide as
        :data:`mtgmeld.figures.style.WIDTH`.
    title : str
    words : str
        What the figure says, for who cannot see it.
    edition : str
        The date of the rules; by default that of the frame.
    rules : iterable of str, optional
        Those that what is shown rests on; by default all that the frame has.
    of : pandas.DataFrame, optional
        What is shown: the caption says which texts are not modeled of what it is about.
    note : str
        A sentence more for the caption.
    limits : tuple of (float, float), optional
        Of x and y, for a drawing without axes and ticks.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.
    size : str or float, optional
        The width of a new figure: ``column`` (86 mm), ``page`` (170 mm), or inches.

    Raises
    ------
    BadValue
        For a size that is none.
    MissingExtra
        If the extra ``notebook`` is not installed.

    Warns
    -----
    SmallLettersWarning
        If letters would be less than 3 points high, as in four Axes on 3 inches.

    Examples
    --------
    >>> how = {"title": "Doors", "words": "Two.", "edition": "2026-09-25", "rules": ["709.5"]}
    >>> with mm.figures.sheet(2, limits=((0, 1), (0, 1)), **how) as made:
    ...     _ = made.text(0.5, 0.5, "two doors")
    >>> mm.figures.alt_text(made.ax)
    'Doors: Two.'
    """
    if of is not None:
        edition = edition or str(of.attrs.get("edition", "unknown"))
        rules = rules_of(of) if rules is None else rules
    said = _caption(edition, rules or (), " ".join(filter(None, (note, note_of(of)))))
    # title and caption begin where the longest label of their column ends
    share = _SHARED if ax is not None and _is_one_of_several(ax) else 1.0
    height += 0.25 + 0.18 * _lines(title, share, _TITLE, "bold")
    height += 0.14 * _lines(said, share, _SMALL)
    if ax is None:
        room = (inches(size), height)
        scale = min(1.0, room[0] / WIDTH)
    else:
        room = _room(ax)
        scale = min(1.0, room[0] / WIDTH, room[1] / height)
        if limits:
            scale *= share
    _warn(_SMALL * scale, room)
    with style(scale):
        own = axes(ax, height * scale, room[0])
        if ax is not None:
            _dress(own, scale)
        made = Sheet(own, scale, room[0] / scale)
        if limits:
            own.set_axis_off()
            own.set(xlim=limits[0], ylim=limits[1])
        yield made
        width = share * (room[0] - 2 * _PAD)
        _header(made, title, width)
        _footer(own, said, width, scale)
        for axis in (own.xaxis, own.yaxis):  # made now, while no text is a formula
            for label in axis.get_ticklabels():
                label.set_parse_math(False)
        if ax is not None and figure_of(own).get_layout_engine() is None:
            _fit(own)
    describe(own, title, words)


def _warn(letters: float, room: Point) -> None:
    """Say of letters that are too small to be read how much room the figure would need."""
    if letters < _LEAST:
        wide, high = (side * _LEAST / letters for side in room)
        said = (
            f"the smallest letters are {letters:.1f} points high in a room of {room[0]:.1f} by"
            f" {room[1]:.1f} inches; give the Axes {wide:.1f} by {high:.1f}, or a figure of its own"
        )
        warnings.warn(said, SmallLettersWarning, stacklevel=4)


def _lines(text: str, share: float, size: float, weight: str = "normal") -> int:
    return len(fitted(text, share * (WIDTH - 2 * _PAD) / 1.1, size, weight)) if text else 0


def _is_one_of_several(ax: Axes) -> bool:
    """Whether a layout gives Axes as much width as the narrowest of their figure has."""
    return len(figure_of(ax).axes) > 1 and figure_of(ax).get_layout_engine() is not None


def _room(ax: Axes) -> Point:
    """Return how wide and high the room of Axes is, in inches: their cell, if they have one."""
    figure: Any = ax.figure
    whole = (figure.bbox.width / figure_of(ax).dpi, figure.bbox.height / figure_of(ax).dpi)
    spec = ax.get_subplotspec()
    here = ax.get_position(original=True)
    parts = (here.width, here.height)
    if spec is not None and figure_of(ax).get_layout_engine() is not None:
        top = spec.get_topmost_subplotspec()
        grid, cell, outer = top.get_gridspec(), spec.get_position(figure), top.get_position(figure)
        parts = (
            _share(grid.get_width_ratios(), top.colspan) * cell.width / outer.width,
            _share(grid.get_height_ratios(), top.rowspan) * cell.height / outer.height,
        )
    return whole[0] * parts[0], whole[1] * parts[1]


def _share(ratios: Any, span: range) -> float:
    return float(sum(ratios[n] for n in span) / sum(ratios))


def _dress(ax: Axes, scale: float) -> None:
    """Give Axes that somebody else made the looks of the house."""
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set(linewidth=0.8 * scale, edgecolor=QUIET)
    ax.set_axisbelow(True)
    ax.tick_params(
        labelsize=9 * scale, length=3.5 * scale, width=0.8 * scale, pad=3.5 * scale, colors=INK
    )
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set(fontsize=9 * scale, color=INK)
        axis.labelpad = 4 * scale


def _whole(ax: Axes) -> Any:
    """Return what says where Axes with their labels are."""
    from matplotlib.transforms import Bbox

    def place(renderer: Any) -> Bbox:
        boxes = [ax.get_window_extent(renderer)]
        if ax.axison:
            boxes += [b for a in (ax.xaxis, ax.yaxis) if (b := a.get_tightbbox(renderer))]
        return Bbox.union(boxes)

    return place


def attach(ax: Axes, box: OffsetBox, *, above: bool, away: float) -> None:
    """Put something above or below Axes and their labels, from their left edge on."""
    from matplotlib.offsetbox import AnnotationBbox

    corner = 1.0 if above else 0.0
    made = AnnotationBbox(
        box,
        (0.0, corner),
        xybox=(0.0, away if above else -away),
        xycoords=_whole(ax),
        boxcoords="offset points",
        box_alignment=(0.0, 1.0 - corner),
        frameon=False,
        pad=0,
        annotation_clip=False,
    )
    ax.add_artist(made)


def _written(text: str, width: float, size: float, **looks: Any) -> OffsetBox:
    from matplotlib.offsetbox import TextArea, VPacker

    # at a low resolution letters stand wider than they are; a line too wide would push the Axes
    lines = fitted(text, width / 1.1, size, looks.get("fontweight", "normal"))
    if not any(is_drawn(line) for line in lines):
        return TextArea("\n".join(lines), textprops={"fontsize": size, "linespacing": 1.2, **looks})
    rows: list[Any] = [mixed(line, size, **looks) for line in lines]
    return VPacker(children=rows, pad=0, sep=0.2 * size, align="left")


def _header(made: Sheet, title: str, width: float) -> None:
    """Write the title above Axes, in lines at most so many inches wide, and below it the key."""
    from matplotlib.offsetbox import DrawingArea, HPacker, TextArea, VPacker

    scale = made.scale
    parts: list[Any] = []
    if title:
        parts.append(_written(title, width, _TITLE * scale, color=INK, fontweight="bold"))
    pairs: list[Any] = []
    for handle, words in made.key:
        area = DrawingArea(18 * scale, 7 * scale)
        area.add_artist(handle)
        text = TextArea(words, textprops={"fontsize": 9 * scale, "color": INK})
        pairs.append(HPacker(children=[area, text], pad=0, sep=4 * scale, align="center"))
    if pairs:
        parts.append(HPacker(children=pairs, pad=0, sep=11 * scale, align="center"))
    if parts:
        box = VPacker(children=parts, pad=0, sep=6 * scale, align="left")
        attach(made.ax, box, above=True, away=6.0 * scale)


def _caption(edition: str, rules: Iterable[str], note: str = "") -> str:
    numbers = sorted(set(rules), key=by_number)
    word = "Rule" if len(numbers) == 1 else "Rules"
    said = f"{word} {', '.join(numbers)}. " if numbers else ""
    return f"{said}Edition of {edition}. {note}".rstrip()


def _footer(ax: Axes, text: str, width: float, scale: float) -> None:
    box = _written(text, width, _SMALL * scale, color=QUIET)
    attach(ax, box, above=False, away=6.0 * scale)


def caption(thing: Axes | Figure, edition: str, rules: Iterable[str]) -> None:
    """Write below a drawing of one's own which rules it shows and which edition of them.

    Parameters
    ----------
    thing : Axes or Figure
        A figure is captioned below its first Axes.
    edition : str
        The date of the edition.
    rules : iterable of str
        Rule numbers; each is written once, in order.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> mm.figures.caption(ax, "2026-09-25", ["709.5"])
    """
    ax: Any = thing if hasattr(thing, "get_subplotspec") else thing.axes[0]
    width = _room(ax)[0]
    _footer(ax, _caption(edition, rules), width - 2 * _PAD, min(1.0, width / WIDTH))


def _fit(ax: Axes) -> None:
    """Make Axes so small that they stand in their place with all that belongs to them."""
    figure: Any = ax.figure
    room: Bbox = ax.get_position(original=True)
    for _ in range(4):
        back = figure.transSubfigure.inverted()
        here = ax.get_window_extent().transformed(back)
        found = ax.get_tightbbox()
        if found is None:
            return
        around = found.transformed(back)
        left, low = here.x0 - around.x0, here.y0 - around.y0
        right, high = around.x1 - here.x1, around.y1 - here.y1
        wide, tall = room.width - left - right, room.height - low - high
        if min(wide, tall) <= 0:
            return
        ax.set_position((room.x0 + left, room.y0 + low, wide, tall))


# --- what figures ask of frames -------------------------------------------------------------


def need(frame: Frame, *names: str) -> pd.DataFrame:
    """Return a frame as one of pandas; refuse one that lacks a column."""
    frame = pandas_of(frame)
    of_columns(frame, names)
    return frame


def rules_of(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the rule numbers of a frame's column ``rules``, each once."""
    cells = frame["rules"].dropna() if "rules" in frame.columns else ()
    return tuple(dict.fromkeys(r for cell in cells for r in str(cell).split(", ") if r))


def rules_for(frame: Frame, *values: str, every: bool = False) -> tuple[str, ...]:
    """Return the rules that decide values of a table's rows, in the table's edition.

    Those that decide are those of the last step; with `every` those of each step on the way are
    there too.  A frame that is no table of ours has those of its column ``rules``.

    Examples
    --------
    >>> mm.figures.rules_for(mm.room_table("Bottomless Pool").head(2), "mana_value")
    ('709.5', '202.3a')
    >>> mm.figures.rules_for(mm.room_table("Bottomless Pool").head(2), "mana_value", every=True)
    ('709.5', '202.3a', '202.3')
    """
    frame = pandas_of(frame)
    if "table" not in frame.attrs:
        return rules_of(frame)
    told = [explain_row(row, value) for _, row in frame.iterrows() for value in values]
    found = (why.rules if every else map(why.number, why.derived.rules) for why in told)
    return tuple(dict.fromkeys(number for numbers in found for number in numbers))


def known(value: object) -> str:
    """Return a cell as text; nothing for what is missing."""
    text = str(value)
    return "" if text in ("<NA>", "None", "nan") else text
