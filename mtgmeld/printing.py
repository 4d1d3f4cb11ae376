"""Frames for print: HTML with drawn mana symbols, Markdown, LaTeX.

The same frame gives the same bytes: an id is given, never made up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtgmeld.shown import table_html

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["to_html", "to_latex", "to_markdown"]

_SYMBOLS = re.compile(r"\\\{([0-9A-Z/]{1,9})\\\}")
# what Markdown, or the HTML and the formulas inside it, would take for markup
_MARKS = re.compile(r"[\\`*\[\]<|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")


def _shown(frame: pd.DataFrame, columns: Sequence[str] | None) -> pd.DataFrame:
    """Return the columns asked for as text; what is missing is an empty cell."""
    chosen = frame if columns is None else frame[list(columns)]
    return chosen.astype("object").where(chosen.notna(), "").map(str)


def to_html(
    frame: pd.DataFrame,
    *,
    id: str = "mtgmeld-table",  # noqa: A002  (the attribute's own name)
    caption: str | None = None,
    columns: Sequence[str] | None = None,
) -> str:
    """Return a frame as an HTML table, mana symbols drawn, everything else escaped.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table of ours, or one with costs such as ``{2}{U}`` in its cells.
    id : str
        The table's id: letters, digits, hyphens.
    caption : str, optional
        By default the edition of the rules, where the frame knows it.
    columns : sequence of str, optional
        Which columns, in which order.

    Raises
    ------
    UnknownName
        If the frame lacks a column.
    ValueError
        If the id is none that HTML allows.
    """
    text = caption if caption is not None else _edition(frame)
    return table_html(frame, columns=columns, caption=text, id=id)


def _edition(frame: pd.DataFrame) -> str:
    date = frame.attrs.get("edition")
    return f"rules of {date}" if date else ""


def to_markdown(frame: pd.DataFrame, *, columns: Sequence[str] | None = None) -> str:
    """Return a frame as a Markdown table; costs stay text, and nothing in a cell is markup.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : sequence of str, optional
    """

    def one(text: str) -> str:
        return _MARKS.sub(r"\\\g<0>", " ".join(text.splitlines()))

    shown = _shown(frame, columns).map(one).rename(columns=lambda name: one(str(name)))
    return str(shown.to_markdown(index=False, tablefmt="pipe", disable_numparse=True)) + "\n"


def to_latex(
    frame: pd.DataFrame,
    *,
    columns: Sequence[str] | None = None,
    caption: str | None = None,
    label: str | None = None,
    macro: str | None = None,
) -> str:
    r"""Return a frame as a LaTeX table with booktabs rules.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : sequence of str, optional
    caption, label : str, optional
    macro : str, optional
        A command for mana symbols, such as ``\mana``: ``{2}{U}`` becomes
        ``\mana{2}\mana{U}``.  Without it the braces are escaped.
    """
    style = _shown(frame, columns).style.hide(axis="index").format(escape="latex")
    style = style.format_index(escape="latex", axis="columns")
    text = str(style.to_latex(hrules=True, caption=caption, label=label))
    if macro is None:
        return text
    return _SYMBOLS.sub(lambda m: f"{macro}{{{m[1]}}}", text)
