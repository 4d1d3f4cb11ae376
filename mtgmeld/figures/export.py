"""Alternative text, and files that have the same bytes each time."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import NotWritten, UnknownName
from mtgmeld.figures.style import RC, drawable, figure_of, style
from mtgmeld.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")

# No date, no version: what changes without the figure changing stays out of the file.
_METADATA: Mapping[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_ALT = "_mtgmeld_alt"
_SETTLING = 8  # rounds in which a layout must come to rest


def describe(thing: Axes | Figure, title: str, text: str) -> None:
    """Give a drawing its alternative text: what it is, and what it says to who cannot see it.

    Examples
    --------
    >>> ax = mm.figures.draw("room_states")
    >>> mm.figures.describe(ax, "Doors", "Two doors.")
    >>> mm.figures.alt_text(ax)
    'Doors: Two doors.'
    """
    setattr(thing, _ALT, (title, " ".join(text.split())))


def _told(thing: Axes | Figure) -> tuple[str, str]:
    """Return title and text: one's own, those of a figure's Axes, or what Axes are labeled."""
    from matplotlib.figure import FigureBase

    own: tuple[str, str] | None = getattr(thing, _ALT, None)
    if own is not None:
        return own
    if not isinstance(thing, FigureBase):
        title = thing.get_title(loc="left") or thing.get_title()
        return title, ", ".join(filter(None, (thing.get_xlabel(), thing.get_ylabel())))
    parts = [_told(ax) for ax in thing.axes]
    return "; ".join(t for t, _ in parts if t), " ".join(t for _, t in parts if t)


def alt_text(thing: Axes | Figure) -> str:
    """Return the alternative text of Axes or of a whole figure; empty without any words.

    Examples
    --------
    >>> ax = mm.figures.value_by_state(mm.room_table("Bottomless Pool").head(4))
    >>> print(mm.figures.alt_text(ax))
    Mana value from 0 (both locked) to 6 (both unlocked): Bars of mana value. both locked: 0;
        Bottomless Pool unlocked: 1 from {U}; Locker Room unlocked: 5 from {4}{U};
        both unlocked: 6 from {4}{U}{U}.
    """
    return ": ".join(filter(None, _told(thing)))


def render(thing: Axes | Figure, form: str) -> bytes:
    """Return a drawing as the bytes of a file: the same drawing, the same bytes.

    Parameters
    ----------
    thing : Axes or Figure
    form : str
        One of :data:`FORMATS`.

    Examples
    --------
    >>> mm.figures.render(mm.figures.draw("room_states"), "svg")[:5]
    b'<?xml'
    """
    return renders(thing, (form,))[form]


def renders(thing: Axes | Figure, forms: Iterable[str]) -> dict[str, bytes]:
    """Return a drawing in several formats, its layout settled once for all of them."""
    forms, figure = tuple(forms), figure_of(thing)
    title, text = map(drawable, _told(figure))
    _mend_texts(figure)
    words: dict[str, dict[str, str | None]] = {
        "png": {"Title": title, "Description": text},
        "pdf": {"Title": title or None, "Subject": text or None},
    }
    for form in forms:
        if form not in FORMATS:
            raise UnknownName("format of figures", str(form), FORMATS)
    made = {}
    with style(), _settled(figure):
        # what is drawn, and a little more: worked out once, not anew in each format
        room = figure.get_tightbbox().padded(0.06)
        for form in forms:
            out = io.BytesIO()
            metadata = {**_METADATA[form], **words.get(form, {})}
            figure.savefig(out, format=form, metadata=metadata, bbox_inches=room)
            made[form] = out.getvalue()
    if "svg" in made:
        drawn = _everywhere_alike(made["svg"].decode("utf-8"))
        made["svg"] = _with_words(drawn, title, text).encode("utf-8")
    return made


def to_html(thing: Axes | Figure) -> str:
    """Return a drawing as an HTML image that says its alternative text.

    Examples
    --------
    >>> mm.figures.to_html(mm.figures.draw("room_states"))[:4]
    '<img'
    """
    data = base64.b64encode(render(thing, "svg")).decode("ascii")
    words = html.escape(drawable(alt_text(figure_of(thing))), quote=True)
    return f'<img alt="{words}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


def _mend_texts(figure: Figure) -> None:
    from matplotlib.text import Text

    for drawn in figure.findobj(Text):
        assert isinstance(drawn, Text)
        drawn.set_text(drawable(drawn.get_text()))


@contextmanager
def _settled(figure: Figure) -> Iterator[None]:
    """Hold the layout still: it depends on the resolution and on what was drawn before."""
    engine = figure.get_layout_engine()
    if engine is None:
        yield
        return
    dpi = figure.dpi
    figure.dpi = 288  # letters have their true width
    held = [ax for ax in figure.axes if ax.get_in_layout()]
    places: list[Any] = []
    for _ in range(_SETTLING):
        figure.draw_without_rendering()
        before, places = places, [[round(v, 6) for v in a.get_position().bounds] for a in held]
        if places == before:
            break
    figure.dpi = dpi
    figure.set_layout_engine("none")
    for ax, place in zip(held, places, strict=True):
        ax.set_position(tuple(place))
    try:
        yield
    finally:
        for ax in held:
            ax.set_in_layout(True)
        figure.set_layout_engine(engine)


_TAG = re.compile(r"<[^<>]*>")
_LONG = re.compile(r"(?<![\w.])-?\d+\.\d{4,}")
_MINUS_ZERO = re.compile(r"(?<![\w.-])-0(?![\w.])")
_ID = re.compile(r'(?<=\bid=")[a-z][0-9a-f]{10}(?=")')


def _everywhere_alike(svg: str) -> str:
    """Return an SVG of the same bytes on every processor.

    The last digits of an inverted matrix are not the same on all, and matplotlib makes the names
    of clip paths and markers of them, the sign of a zero, and the sixth digit of what lies
    between two.  Here lengths are written to a thousandth of a point, and the names are made of
    what is written, so that two figures on one page still share none.
    """
    svg = _TAG.sub(lambda tag: _MINUS_ZERO.sub("0", _LONG.sub(_short, tag[0])), svg)
    numbers = {name: f"{name[0]}{n}" for n, name in enumerate(dict.fromkeys(_ID.findall(svg)), 1)}
    if not numbers:
        return svg
    told = re.compile(rf"(?<=[\"#])(?:{'|'.join(numbers)})(?=[\")])")
    numbered = told.sub(lambda found: numbers[found[0]], svg)
    mark = hashlib.blake2s(numbered.encode("utf-8"), digest_size=4).hexdigest()
    return told.sub(lambda found: f"{numbers[found[0]]}-{mark}", svg)


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.3f}".rstrip("0").rstrip(".")


def _with_words(svg: str, title: str, text: str) -> str:
    """Return an SVG that names itself to a screen reader."""
    start = re.search(r"<svg\b[^>]*>", svg)
    if start is None or not (title or text):
        return svg
    words = f"\n <title>{html.escape(title or text)}</title>\n <desc>{html.escape(text)}</desc>"
    tag = start[0][:-1] + ' role="img">'
    return svg[: start.start()] + tag + words + svg[start.end() :]


def save(thing: Axes | Figure, path: str | os.PathLike[str]) -> Path:
    """Write a drawing to a file whose ending says the format: svg, png or pdf.

    Raises
    ------
    NotWritten
        For another ending, or if the file cannot be written; what stood there stays.

    Examples
    --------
    >>> mm.figures.save(mm.figures.draw("room_states"), "room.svg").name
    'room.svg'
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

    Examples
    --------
    >>> mm.figures.notebook_style()
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
    formatters["text/html"].for_type(Figure, to_html)
    formatters["image/svg+xml"].for_type(Figure, lambda f: render(f, "svg").decode("utf-8"))
