"""A frame as an HTML table that reads the same everywhere: symbols drawn, nothing random in it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.symbols import with_symbols

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Shown", "show", "table_html"]

# what an empty text says in a column where empty is an answer; NA is a dash everywhere
EMPTY = {
    "names": "no name",
    "colors": "colorless",
    "color_identity": "colorless",
    "unlocked": "none",
}
_ID = re.compile(r"[A-Za-z][\w-]*")
_TABLE = "line-height:1.4;border-collapse:collapse"
_HEADING = "text-align:left;font-weight:bold;padding:0.8em 0.7em 0.2em"
_MARK = "outline:2px solid currentColor;outline-offset:-2px;font-weight:bold"


def table_html(
    frame: pd.DataFrame,
    *,
    columns: Mapping[str, str] | Iterable[str] | None = None,
    caption: str = "",
    mark: int | None = None,
    id: str = "",  # noqa: A002  (the attribute's own name)
    wrap: Callable[[int, str, str], str] | None = None,
    heading: bool = False,
) -> str:
    """Return a frame as an HTML table.

    Parameters
    ----------
    frame : pandas.DataFrame
        Every text in it is escaped; mana symbols are drawn.
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; all by default.
    caption : str, optional
        A line above the table.
    mark : int, optional
        The row, from 0, that is marked as the one in question.
    id : str, optional
        The table's id: a letter, then letters, digits, ``-`` and ``_``.
    wrap : callable, optional
        Takes row, column and the finished HTML of a cell and returns what stands there.
    heading : bool
        Whether the caption looks like a heading, for a table that stands among others.

    Raises
    ------
    UnknownName
        If the frame lacks a column.
    ValueError
        If the id is none that HTML allows.
    """
    if id and not _ID.fullmatch(id):
        raise ValueError(f"{id!r} is no id: a letter, then letters, digits, - and _")
    chosen = _headings(frame, columns)
    side = {c: _side(frame, c) for c in chosen}
    head = "".join(f'<th scope="col"{side[c]}>{html.escape(h)}</th>' for c, h in chosen.items())
    rows = []
    values = [frame[c].tolist() for c in chosen]  # a column at a time is the quick way
    for number, row in enumerate(zip(*values, strict=True)):
        inner = {c: _cell(value, c) for c, value in zip(chosen, row, strict=True)}
        if wrap is not None:
            inner = {c: wrap(number, c, text) for c, text in inner.items()}
        cells = "".join(f"<td{side[c]}>{text}</td>" for c, text in inner.items())
        marked = f' aria-current="true" style="{_MARK}"' if number == mark else ""
        rows.append(f"<tr{marked}>{cells}</tr>")
    looks = f' style="{_HEADING}"' if heading else ""
    above = f"<caption{looks}>{with_symbols(caption)}</caption>" if caption else ""
    named = f' id="{id}"' if id else ""
    return (
        f'<table{named} class="mtgmeld" style="{_TABLE}">{above}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _side(frame: pd.DataFrame, column: str) -> str:
    """Return the attribute that puts words to the left, numbers to the right, and air between."""
    import pandas as pd

    dtype = frame[column].dtype
    number = pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_bool_dtype(dtype)
    return f' style="text-align:{"right" if number else "left"};padding:0.2em 0.7em"'


def _headings(
    frame: pd.DataFrame, columns: Mapping[str, str] | Iterable[str] | None
) -> dict[str, str]:
    if isinstance(columns, Mapping):
        chosen = dict(columns)
    else:
        names = map(str, frame.columns) if columns is None else columns
        chosen = {name: name.replace("_", " ") for name in names}
    for name in chosen:
        if name not in frame.columns:
            raise UnknownName("column", name, map(str, frame.columns))
    return chosen


class Shown(msgspec.Struct, frozen=True):
    """A frame made ready to be looked at: HTML in a notebook, aligned text elsewhere.

    Attributes
    ----------
    frame : pandas.DataFrame
    columns : dict of str to str
        The columns shown, with their headings.
    caption : str
    """

    frame: Any
    columns: dict[str, str]
    caption: str = ""

    def _repr_html_(self) -> str:
        return table_html(self.frame, columns=self.columns, caption=self.caption)

    def __repr__(self) -> str:
        import pandas as pd

        picked = self.frame[list(self.columns)].rename(columns=self.columns)
        text = picked.astype("object").where(picked.notna(), "\u2013")
        with pd.option_context("display.width", 0, "display.max_colwidth", None):
            lines = text.to_string(index=False)
        return f"{self.caption}\n{lines}" if self.caption else str(lines)


def show(
    frame: pd.DataFrame,
    columns: Mapping[str, str] | Iterable[str] | None = None,
    *,
    caption: str = "",
) -> Shown:
    """Return a frame made ready to be looked at, mana symbols drawn.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; all by default.
    caption : str, optional
        A line above the table.

    Raises
    ------
    UnknownName
        If the frame lacks a column.
    """
    return Shown(frame, _headings(frame, columns), caption)


def _cell(value: Any, column: str) -> str:
    import pandas as pd

    if value is None or (pd.api.types.is_scalar(value) and pd.isna(value)):
        return "\u2013"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if not text:
        return f"<i>{EMPTY[column]}</i>" if column in EMPTY else ""
    return with_symbols(text)
