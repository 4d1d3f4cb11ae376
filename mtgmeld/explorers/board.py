"""What an explorer shows: frames with their captions, a message, a picture, explanations."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.rules.citations import Explanation, show
from mtgmeld.shown import table_html

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Board", "Table", "alert"]

Place = tuple[int, str]

_ROW = "display:flex;flex-wrap:wrap;gap:0 2em;align-items:flex-start"
_SCROLL = "overflow-x:auto;max-width:100%"
# as wide as there is room, however wide a table in it would like to be
_FITTING = "width:0;min-width:100%"
_EMPTY = "padding:0 0.7em"
_ALERT = "border-left:4px solid;padding:0.2em 0.8em"


class Table(msgspec.Struct, frozen=True):
    """A frame on a board.

    Attributes
    ----------
    name : str
        What :attr:`Board.frames` calls it.
    frame : pandas.DataFrame
    columns : tuple of str, or mapping of str to str
        Those that are shown, with their headings; all where there is none.
    caption : str
    mark : int or None
        The row in question, from 0.
    differs : frozenset of (int, str)
        Cells, by row and column, that are marked.
    folded : bool
        Whether it opens by a click only.
    quiet : bool
        Whether the frame is there and not shown.
    reasons : mapping of (int, str) to Explanation or str
        Cells that open and say why.
    """

    name: str
    frame: Any
    columns: tuple[str, ...] | Mapping[str, str] = ()
    caption: str = ""
    mark: int | None = None
    differs: frozenset[Place] = frozenset()
    folded: bool = False
    quiet: bool = False
    reasons: Mapping[Place, Explanation | str] = {}

    def to_html(self) -> str:
        """Return the table; a cell with a reason opens by a click or by Enter."""
        if not len(self.frame):
            said = f"<b>{html.escape(self.caption)}</b>: nothing" if self.caption else "nothing"
            return f'<p style="{_EMPTY}">{said}</p>'

        def wrap(row: int, column: str, inner: str) -> str:
            if (row, column) in self.differs:
                inner = f"<mark>{inner}</mark>"
            why = self.reasons.get((row, column))
            if why is None:
                return inner
            if isinstance(why, str):
                return f"<details><summary>{inner}</summary>{_lines(why)}</details>"
            short = '<summary style="white-space:nowrap">'
            return f"<details>{short}{inner}</summary>{why.to_html()}</details>"

        made = table_html(
            self.frame,
            columns=self.columns or None,
            caption="" if self.folded else self.caption,
            mark=self.mark,
            heading=True,
            wrap=wrap if self.differs or self.reasons else None,
        )
        if self.folded:
            made = f"<details><summary>{html.escape(self.caption)}</summary>{made}</details>"
        return f'<div style="{_SCROLL}">{made}</div>'


class Board(msgspec.Struct, frozen=True):
    """What a panel shows for its choices.

    Attributes
    ----------
    title : str
        What is looked at, and how it is.
    tables : tuple of Table
    message : str
        Why the last choice could not be followed; empty where it was.
    picture : str
        An SVG drawing; empty for none.
    why : tuple of Explanation
        Explanations below the first tables, side by side where there are several.
    lead : int
        How many tables stand before the explanations.
    kept : dict
        Choices as they stand after what could not be followed was left out.
    """

    title: str
    tables: tuple[Table, ...] = ()
    message: str = ""
    picture: str = ""
    why: tuple[Explanation, ...] = ()
    lead: int = 1
    kept: dict[str, Any] = {}

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames by their names."""
        return {table.name: table.frame for table in self.tables}

    def to_html(self) -> str:
        """Return message, title, picture, tables and explanations; everything is escaped."""
        tables = [t.to_html() for t in self.tables if not t.quiet]
        parts = [alert(self.message)] if self.message else []
        parts.append(f"<p><b>{html.escape(self.title)}</b></p>")
        parts.append(self.picture)
        parts += tables[: self.lead]
        parts.append(_side_by_side(why.to_html() for why in self.why))
        parts += tables[self.lead :]
        return f'<div style="{_FITTING}">{"".join(parts)}</div>'

    def __str__(self) -> str:
        said = [self.title]
        for why in self.why:
            rules = ", ".join(why.rules)
            said.append(f"{why.derived.what} {show(why.value)} [{rules}]")
        return f"{'; '.join(said)} ({self.message})" if self.message else "; ".join(said)


def _side_by_side(parts: Iterable[str]) -> str:
    made = list(parts)
    if len(made) < 2:
        return "".join(made)
    cells = "".join(f'<div style="flex:1 1 16em;min-width:0">{part}</div>' for part in made)
    return f'<div style="{_ROW}">{cells}</div>'


def alert(message: str) -> str:
    """Return a message as HTML that a screen reader speaks at once."""
    return f'<p role="alert" style="{_ALERT}">{html.escape(message)}</p>'


def _lines(text: str) -> str:
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in text.splitlines())
    return f'<div class="mtgmeld-said">{lines}</div>'
