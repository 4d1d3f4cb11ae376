"""The state diagram of a Room as SVG, in the colors of the page, the state in question marked."""

from __future__ import annotations

import html
import textwrap
from typing import TYPE_CHECKING

from mtgmeld.frames import records_of
from mtgmeld.mana import ManaCost
from mtgmeld.symbols import shapes
from mtgmeld.tables import door_word

if TYPE_CHECKING:
    import pandas as pd

_WIDTH, _HEIGHT = 560, 312
_BOX = (200, 66)
_PLACES = {"left,right": (280, 40), "left": (110, 156), "right": (450, 156), "": (280, 272)}
_ARROWS = (("", "left"), ("", "right"), ("left", "left,right"), ("right", "left,right"))


def doors_svg(frame: pd.DataFrame, mark: str | None) -> str:
    """Return the four lock states of a Room and what it costs to go from one to another.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of one Room as :func:`mtgmeld.room_table` returns them.
    mark : str or None
        The lock state in question: ``""``, ``left``, ``right``, ``left,right``.

    Notes
    -----
    Between the shapes stand separators, which no drawing shows: where a viewer takes the
    drawing away and leaves its words, they still read as a list.
    """
    rows = {str(r["unlocked"]): r for r in records_of(frame) if r["zone"] == "battlefield"}
    card = str(rows[""]["card"])
    halves = card.split(" // ")
    parts, said = [], []
    for start, end in _ARROWS:
        opened = "left" if "left" in end and "left" not in start else "right"
        half = halves[opened == "right"]
        cost = str(rows[start][f"unlock_{opened}"] or "")
        parts.append(_arrow(start, end, half, cost, door_word(rows[start], opened)))
    for state, row in rows.items():
        value = f"mana value {row['mana_value']}, {row['colors'] or 'colorless'}"
        here = state == mark
        parts.append(_box(state, [str(row["state"]), value], here))
        said.append(f"{row['state']}: {value}{', now' if here else ''}")
    label = html.escape(f"Lock states of {card}. {'; '.join(said)}.", quote=True)
    return (
        f'<svg class="mtgmeld-doors" role="img" aria-label="{label}" width="{_WIDTH}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" style="max-width:100%;height:auto;display:block"'
        f' font-family="inherit" font-size="13" fill="currentColor">{"; ".join(parts)}</svg>'
    )


def _box(state: str, lines: list[str], here: bool) -> str:
    x, y = _PLACES[state]
    width, height = _BOX
    texts = []
    wrapped = [w for line in lines for w in textwrap.wrap(line, 30)]
    if here:
        wrapped.append("\u25b2 you are here")
    top = y - (len(wrapped) - 1) * 8 + 4
    for n, line in enumerate(wrapped):
        bold = ' font-weight="bold"' if n == 0 or (here and n == len(wrapped) - 1) else ""
        texts.append(
            f'<text x="{x}" y="{top + 16 * n}" text-anchor="middle"{bold}>'
            f"{html.escape(line)}</text>\n"
        )
    mark = ' aria-current="true"' if here else ""
    return (
        f'<g{mark}><rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}"'
        f' height="{height}" rx="8" fill="currentColor" fill-opacity="{0.14 if here else 0.02}"'
        f' stroke="currentColor" stroke-width="{3 if here else 1}"/>{"".join(texts)}</g>'
    )


def _arrow(start: str, end: str, half: str, cost: str, told: str) -> str:
    """Return an arrow with its cost beside it, and whether a trigger waits there."""
    (x1, y1), (x2, y2) = _PLACES[start], _PLACES[end]
    right = (x1 + x2) / 2 > _WIDTH / 2
    lean = 40 if x2 > x1 else -40
    y1, y2 = y1 - _BOX[1] // 2, y2 + _BOX[1] // 2
    x1, x2 = x1 + lean, x2 - lean
    # the head, along the line
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    bx, by = x2 - 9 * dx, y2 - 9 * dy
    head = f"{x2},{y2} {bx - 4 * dy:.1f},{by + 4 * dx:.1f} {bx + 4 * dy:.1f},{by - 4 * dx:.1f}"
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    # beside the line, on the side away from the middle of the drawing
    dy = 12 if my > _HEIGHT / 2 else -12
    symbols = [shapes(s) for s in ManaCost.parse(cost)] if cost else []
    width = sum(s.width + 1 for s in symbols)
    at = mx + 14 if right else mx - 14 - width
    drawn = []
    for one in symbols:
        drawn.append(f'<g transform="translate({at:g} {my + dy - 10:g})">{one.svg}</g>')
        at += one.width + 1
    word = ""
    if told:
        x = at + 4 if right else mx - 18 - width
        word = (
            f'<text x="{x:g}" y="{my + dy + 4:g}" text-anchor="{"start" if right else "end"}"'
            ' font-size="11" font-style="italic">' + told + "</text>"
        )
    return (
        f"<g><title>unlock {html.escape(half)}: {html.escape(cost)}</title> "
        f'<line x1="{x1}" y1="{y1}"'
        f' x2="{bx:.1f}" y2="{by:.1f}" stroke="currentColor" stroke-width="1.3"/>'
        f'<polygon points="{head}"/>{"".join(drawn)}{word}</g>'
    )
