"""Frames as figures, for print: a ruled table, and colors beside color identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from mtgmeld.arrow import Frame
from mtgmeld.errors import BadManaCost
from mtgmeld.figures.registry import figure
from mtgmeld.figures.sheet import Place, Sheet, known, need, rules_for, rules_of, sheet
from mtgmeld.figures.style import INK, LINE, QUIET, WIDTH, fitted, wide
from mtgmeld.frames.games import castable_table
from mtgmeld.game.setup import new_game
from mtgmeld.mana import COLORS, ManaCost
from mtgmeld.symbols import is_drawn
from mtgmeld.tables import color_identity_table, room_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COLUMNS: Mapping[str, str] = {
    "state": "state",
    "names": "names",
    "mana_cost": "cost",
    "mana_value": "mana value",
    "colors": "colors",
}
COSTS = ("mana_cost", "total_cost", "unlock_left", "unlock_right")
_SIZE = 9.0  # points
_WIDEST = 1.75  # inches
_NAME = 1.7  # inches that names beside colors may take: less than there is beside wide labels
_GAP = 0.15  # inches between columns
_LINE = 0.18  # inches a line


class _Cell(msgspec.Struct, frozen=True):
    lines: tuple[str, ...]
    cost: ManaCost | None = None
    weight: str = "normal"

    @property
    def width(self) -> float:
        """How wide it is, in inches."""
        if self.cost is not None:
            return sum(0.15 if len(s.text) < 3 else 0.26 for s in self.cost)
        return max((wide(line, _SIZE, self.weight) for line in self.lines), default=0.1)


def characteristics_card(
    frame: Frame,
    *,
    columns: Mapping[str, str] | Iterable[str] | None = None,
    title: str | None = None,
    rules: Iterable[str] | None = None,
    **where: Unpack[Place],
) -> Axes:
    """Draw a frame as a ruled table, mana costs as symbols.

    Parameters
    ----------
    frame : pandas.DataFrame
        Such as :func:`mtgmeld.room_table` returns.  ``frame.attrs["edition"]`` and the
        column ``rules`` fill the caption.
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; state, names, cost, mana value and colors by
        default.
    title : str, optional
        The name of the card by default.
    rules : iterable of str, optional
        The rule numbers of the caption; by default those that decide the mana values, and of
        a frame that is no table of ours all that it has.
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`, or without those has none that a card shows.

    Examples
    --------
    >>> ax = mm.figures.characteristics_card(mm.room_table("Bottomless Pool").head(4))
    >>> mm.figures.save(ax, "card.svg").name
    'card.svg'
    """
    frame = need(frame)
    if columns is None:
        columns = {c: h for c, h in COLUMNS.items() if c in frame.columns}
        if not columns:
            need(frame, *COLUMNS)
    elif not isinstance(columns, Mapping):
        columns = {c: c.replace("_", " ") for c in columns}
    need(frame, *columns)
    told = frame.to_dict("records")
    heads = [_Cell((h,), weight="bold") for h in columns.values()]
    rows = [heads, *([_cell(row[c], c) for c in columns] for row in told)]
    widths = [max(cell.width for cell in column) + _GAP for column in zip(*rows, strict=True)]
    across = sum(widths)
    shrink = min(1.0, (WIDTH - 0.16) / across)
    heights = [(max(len(c.lines) for c in row) + 0.45) * _LINE * shrink for row in rows]
    if title is None:
        cards = list(dict.fromkeys(frame["card"])) if "card" in frame.columns else []
        title = str(cards[0]) if len(cards) == 1 else "Characteristics"
    words = "; ".join(
        ", ".join(f"{h} {known(row[c]) or 'none'}" for c, h in columns.items()) for row in told
    )
    with sheet(
        sum(heights),
        title=title,
        words=f"A table. {words}.",
        of=frame,
        rules=_deciding(frame, columns) if rules is None else rules,
        limits=((0, across), (sum(heights), 0)),
        **where,
    ) as made:
        ax = made.ax
        ax.axhline(0, color=INK, linewidth=0.8 * made.scale)
        top = 0.0
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            left = 0.04
            for cell, width in zip(row, widths, strict=True):
                _write(made, cell, left, top + height / 2, shrink)
                left += width
            top += height
            edge = INK if number in (0, len(rows) - 1) else LINE
            ax.axhline(top, color=edge, linewidth=0.8 * made.scale)
    return ax


def _deciding(frame: pd.DataFrame, columns: Iterable[str]) -> tuple[str, ...]:
    """Return the rules that decide what is shown, of a table of ours the mana values alone."""
    shown = [c for c in columns if c == "mana_value"]
    return rules_for(frame, *shown) if shown and "table" in frame.attrs else rules_of(frame)


def _cell(value: Any, column: str) -> _Cell:
    import pandas as pd

    if pd.isna(value):
        return _Cell(("\u2013",))
    if isinstance(value, bool):
        return _Cell(("yes" if value else "no",))
    text = str(value)
    if column in COSTS:
        try:
            return _Cell((text,), ManaCost.parse(text))
        except BadManaCost:
            pass
    if not text and column in ("names", "colors", "color_identity"):
        text = "none"
    return _Cell(tuple(fitted(text, _WIDEST, _SIZE)))


def _write(made: Sheet, cell: _Cell, x: float, y: float, shrink: float) -> None:
    if cell.cost is not None:
        made.cost(x, y, cell.cost, size=1.15 * _SIZE * shrink, align=(0.0, 0.5))
        return
    if len(cell.lines) == 1 and is_drawn(cell.lines[0]):
        made.mixed(x, y, cell.lines[0], size=_SIZE * shrink)
        return
    made.text(
        x,
        y,
        "\n".join(cell.lines),
        size=_SIZE * shrink,
        va="center_baseline" if len(cell.lines) == 1 else "center",
        ha="left",
        linespacing=1.2,
        color=INK if cell.weight == "normal" else QUIET,
        fontweight=cell.weight,
    )


def color_against_identity(
    frame: Frame,
    *,
    title: str = "Color identity may go beyond the colors",
    **where: Unpack[Place],
) -> Axes:
    """Draw the colors of each card beside its color identity.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows as :func:`mtgmeld.color_identity_table` returns them.
    title : str
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks ``card``, ``colors``, ``color_identity`` or ``rules``.

    Examples
    --------
    >>> ax = mm.figures.color_against_identity(mm.color_identity_table(["Westvale Abbey"]))
    >>> mm.figures.save(ax, "identity.svg").name
    'identity.svg'
    """
    frame = need(frame, "card", "colors", "color_identity", "rules")
    rows = [
        (_called(row), known(row["colors"]), known(row["color_identity"]))
        for row in frame.to_dict("records")
    ]
    names = [fitted(name, _NAME, 8.5) for name, _, _ in rows]
    tall = [0.7 + 0.3 * len(lines) for lines in names]
    said = "; ".join(f"{n}: {c or 'none'}, identity {i or 'none'}" for n, c, i in rows)
    with sheet(
        0.3 * sum(tall) + 0.25,
        title=title,
        words=f"A row a card. {said}.",
        of=frame,
        rules=[r for r in rules_of(frame) if r.startswith(("903.4", "105.2", "709.4", "712.4b"))],
        limits=((0, 10), (sum(tall) + 0.1, -0.7)),
        **where,
    ) as made:
        ax = made.ax
        for x, head in ((5.6, "colors"), (8.5, "color identity")):
            made.text(x, -0.35, head, fontweight="bold")
        top = 0.0
        for (_, colors, identity), lines, height in zip(rows, names, tall, strict=True):
            y = top + height / 2
            made.text(0, y, "\n".join(lines), ha="left")
            _symbols(made, 5.6, y, colors)
            _symbols(made, 8.5, y, identity)
            top += height
            ax.plot([0, 10], [top, top], color=LINE, linewidth=0.6 * made.scale)
    return ax


def _called(row: Mapping[Any, Any]) -> str:
    """Return a card's name: of a double-faced card the front face's."""
    card = str(row["card"])
    return card.split(" // ")[0] if row.get("kind") in ("transform", "modal_dfc") else card


def _symbols(made: Sheet, x: float, y: float, letters: str) -> None:
    """Draw each color at its own place, so that columns compare at a glance."""
    if not letters:
        made.text(x, y, "none", size=8, color=QUIET)
        return
    for n, letter in enumerate(COLORS):
        place = x + (n - 2) * 0.55
        if letter in letters:
            made.cost(place, y, ManaCost.parse("{" + letter + "}"))
        else:
            made.ax.plot(place, y, ".", color=LINE, markersize=3 * made.scale)


# --- those with data of their own -----------------------------------------------------------


@figure("room_card", title="Restricted Office // Lecture Hall, door by door")
def _room(**how: Any) -> Axes:
    """The characteristics of a Room of two colors, as a table."""
    frame = room_table("Restricted Office // Lecture Hall")
    return characteristics_card(frame[frame["zone"] == "battlefield"], **how)


@figure("castable", title="{1}{R} casts Fire or Wear, nothing more")
def _castable(**how: Any) -> Axes:
    """What may be cast from a hand with some mana, and why not."""
    made = new_game().put("Fire // Ice", "hand").put("Wear // Tear", "hand")
    for aim in ("Mimic Vat", "Glorious Anthem"):  # what Wear and Tear can destroy
        made.put(aim, controller="opponent")
    frame = castable_table(made.state(), mana="{1}{R}")
    frame["answer"] = [
        f"no: {row['why_not']}" if row["why_not"] else "yes" for row in frame.to_dict("records")
    ]
    columns = {"part": "cast", "total_cost": "cost", "mana_value": "value", "answer": "castable"}
    return characteristics_card(frame, columns=columns, **how)


@figure("color_identity")
def _identities(**how: Any) -> Axes:
    """Colors of some cards against their color identity."""
    cards = [
        "Fire // Ice",
        "Cecil, Dark Knight",
        "Vanille, Cheerful l'Cie",
        "Fang, Fearless l'Cie",
        "The Mightstone and Weakstone",
        "Phyrexian Dragon Engine",
        "Westvale Abbey",
        "Civilized Scholar",
    ]
    return color_against_identity(color_identity_table(cards), **how)
