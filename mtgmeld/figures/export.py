"""Captions, alternative text, and files that have the same bytes each time."""

from __future__ import annotations

import html
import io
import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import NotWritten
from mtgmeld.figures.style import QUIET, RC, figure_of, style
from mtgmeld.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "FORMATS",
    "alt_text",
    "caption",
    "describe",
    "heading",
    "notebook_style",
    "render",
    "save",
]

FORMATS = ("svg", "png", "pdf")

# No date, no version: what changes without the figure changing stays out of the file.
_METADATA: Mapping[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_NO_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ALT = "_mtgmeld_alt"
_SETTLING = 6  # rounds after which a layout no longer moves
_TITLE_PER_INCH = 12
_PER_INCH = 18.5  # letters of the caption's size


def caption(thing: Axes | Figure, edition: str, rules: Iterable[str]) -> None:
    """Write below a drawing which rules it shows and which edition of them.

    Parameters
    ----------
    thing : Axes or Figure
        A figure is captioned below its first Axes.
    edition : str
        The date of the edition.
    rules : iterable of str
        Rule numbers; each is written once, in order.
    """
    numbers = sorted(set(rules), key=_by_number)
    word = "Rule" if len(numbers) == 1 else "Rules"
    text = f"{word} {', '.join(numbers)}. " if numbers else ""
    text += f"Edition of {edition}."
    _below(_axes_of(thing), text)


def heading(ax: Axes, text: str) -> None:
    """Write a title: at the figure's upper left, or above the Axes if there are several."""
    figure = figure_of(ax)
    if len(figure.axes) > 1:
        ax.set_title(text, loc="left")
        return
    columns = max(20, int(figure.get_figwidth() * _TITLE_PER_INCH))
    figure.suptitle(
        textwrap.fill(text, columns), x=0.012, ha="left", fontsize=10, fontweight="bold"
    )


def _by_number(rule: str) -> tuple[int, int, str]:
    match = re.match(r"(\d+)\.?(\d*)(.*)", rule)
    if match is None:
        return 10**6, 0, rule
    return int(match[1]), int(match[2] or 0), match[3]


def _axes_of(thing: Axes | Figure) -> Axes:
    from matplotlib.figure import Figure

    return thing.axes[0] if isinstance(thing, Figure) else thing


def _below(ax: Axes, text: str) -> None:
    """Put small text below: at the figure's lower edge, or below the Axes if there are several."""
    figure = figure_of(ax)
    looks: dict[str, Any] = {"ha": "left", "fontsize": 7.5, "color": QUIET}
    if len(figure.axes) == 1:
        lines = textwrap.fill(text, max(30, int(figure.get_figwidth() * _PER_INCH)))
        figure.supxlabel(lines, x=0.012, **looks)
        return
    width = ax.get_position().width * figure.get_figwidth()

    def lower_edge(renderer: Any) -> Any:
        box = ax.xaxis.get_tightbbox(renderer)
        return box if box is not None and box.height else ax.get_window_extent(renderer)

    ax.annotate(
        textwrap.fill(text, max(30, int(width * _PER_INCH))),
        xy=(0.0, 0.0),
        xycoords=(ax.transAxes, lower_edge),
        xytext=(0, -6),
        textcoords="offset points",
        va="top",
        annotation_clip=False,
        **looks,
    )


def describe(thing: Axes | Figure, title: str, text: str) -> None:
    """Give a drawing its alternative text: what it is, and what it says to who cannot see it."""
    setattr(thing, _ALT, (title, " ".join(text.split())))


def _told(thing: Axes | Figure) -> tuple[str, str]:
    """Return title and text; a figure without its own has those of its Axes."""
    own: tuple[str, str] | None = getattr(thing, _ALT, None)
    if own is not None:
        return own
    parts = [_told(ax) for ax in getattr(thing, "axes", ()) or () if hasattr(ax, _ALT)]
    return "; ".join(t for t, _ in parts), " ".join(t for _, t in parts)


def alt_text(thing: Axes | Figure) -> str:
    """Return the alternative text of Axes or of a whole figure; empty without any."""
    title, text = _told(thing)
    return f"{title}: {text}" if title else ""


def render(thing: Axes | Figure, form: str) -> bytes:
    """Return a drawing as the bytes of a file: the same drawing, the same bytes.

    Parameters
    ----------
    thing : Axes or Figure
    form : str
        One of :data:`FORMATS`.
    """
    figure = figure_of(thing)
    title, text = map(_drawable, _told(figure))
    _mend_texts(figure)
    metadata = dict(_METADATA[form])
    if form == "png":
        metadata |= {"Title": title, "Description": text}
    elif form == "pdf":
        metadata |= {"Title": title or None, "Subject": text or None}
    out = io.BytesIO()
    with style(), _settled(figure):
        figure.savefig(out, format=form, metadata=metadata, bbox_inches="tight", pad_inches=0.06)
    if form != "svg":
        return out.getvalue()
    return _with_words(out.getvalue().decode("utf-8"), title, text).encode("utf-8")


def _drawable(text: str) -> str:
    """Return a text without what no file format of a figure can hold (XML 1.0, 2.2)."""
    return _NO_LETTER.sub("\ufffd", text)


def _mend_texts(figure: Figure) -> None:
    from matplotlib.text import Text

    for drawn in figure.findobj(Text):
        assert isinstance(drawn, Text)
        if _NO_LETTER.search(drawn.get_text()):
            drawn.set_text(_drawable(drawn.get_text()))


@contextmanager
def _settled(figure: Figure) -> Iterator[None]:
    """Hold the layout still: it depends on the resolution and on what was drawn before."""
    engine = figure.get_layout_engine()
    if engine is None:
        yield
        return
    dpi = figure.dpi
    figure.dpi = 72
    for _ in range(_SETTLING):
        figure.draw_without_rendering()
    figure.dpi = dpi
    figure.set_layout_engine("none")
    held = [ax for ax in figure.axes if ax.get_in_layout()]
    for ax in held:
        ax.set_position(tuple(round(v, 6) for v in ax.get_position().bounds))
    try:
        yield
    finally:
        for ax in held:
            ax.set_in_layout(True)
        figure.set_layout_engine(engine)


def _with_words(svg: str, title: str, text: str) -> str:
    """Return an SVG that names itself to a screen reader."""
    start = re.search(r"<svg\b[^>]*>", svg)
    if start is None or not title:
        return svg
    words = f"\n <title>{html.escape(title)}</title>\n <desc>{html.escape(text)}</desc>"
    tag = start[0][:-1] + ' role="img">'
    return svg[: start.start()] + tag + words + svg[start.end() :]


def save(thing: Axes | Figure, path: str | os.PathLike[str]) -> Path:
    """Write a drawing to a file whose ending says the format: svg, png or pdf.

    Raises
    ------
    NotWritten
        For another ending, or if the file cannot be written; what stood there stays.
    """
    target = Path(path)
    form = target.suffix.lstrip(".").lower()
    if form not in FORMATS:
        raise NotWritten(target, f"give a name that ends in one of: {', '.join(FORMATS)}")
    write_whole(target, render(thing, form))
    return target


def notebook_style() -> None:
    """Show figures in a notebook in the style of the house, as SVG with the same bytes each time.

    Put it into the first cell.  Outside a notebook it sets the style and nothing else.
    """
    import matplotlib.pyplot as plt
    from IPython.core.getipython import get_ipython
    from matplotlib.figure import Figure

    plt.rcParams.update(RC)
    shell: Any = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return
    shell.enable_matplotlib("inline")
    plt.rcParams.update(RC)
    formatters = shell.display_formatter.formatters
    for kind, formatter in formatters.items():
        if kind.startswith("image/") or kind == "application/pdf":
            formatter.pop(Figure, None)
    formatters["image/svg+xml"].for_type(Figure, lambda f: render(f, "svg").decode("utf-8"))
