"""Printing what a command found in the format asked for, or writing it whole to a file."""

from __future__ import annotations

import io
import json
import os
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from mtgmeld.cli.options import COLUMNS, SAFE_CSV
from mtgmeld.display import headings, to_html, to_latex, to_markdown, to_text
from mtgmeld.errors import need, printable
from mtgmeld.files import write_whole

if TYPE_CHECKING:
    import pandas as pd


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Print a text; what a terminal would obey is written out, since files of others hold it."""
    click.echo(printable(str(text)), err=err, nl=nl)


def put(text: str, out: str | None) -> None:
    """Print a text, or write it to a file."""
    if out is None:
        say(text, nl=False)
    else:
        write_whole(out, text)


def say_json(data: object) -> None:
    """Print plain data as one JSON document."""
    say(json.dumps(data, ensure_ascii=False, indent=1))


def draw_unseen() -> None:
    """Let figures be drawn for files alone: nothing is shown on a screen, whatever it says."""
    need("notebook", "matplotlib")
    before = os.environ.pop("MPLBACKEND", None)
    import matplotlib

    matplotlib.use("agg")
    if before is not None:
        os.environ["MPLBACKEND"] = before


def _meta(name: str) -> Any:
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else ctx.meta.get(name)


def render(frame: pd.DataFrame, form: str, width: int | None = None) -> str:
    """Return a frame as text in one of the formats; aligned text at most so wide.

    Raises
    ------
    UnknownName
        If it lacks a column that ``--columns`` names.
    """
    columns = _meta(COLUMNS)
    if form in ("csv", "json") and columns is not None:
        frame = frame[list(headings(frame, columns))]
    if form == "csv":
        return str((frame.map(_no_formula) if _meta(SAFE_CSV) else frame).to_csv(index=False))
    if form == "json":
        rows = json.loads(frame.to_json(orient="records", double_precision=15))
        return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
    if form == "markdown":
        return to_markdown(frame, columns=columns)
    if form == "latex":
        return to_latex(frame, columns=columns)
    if form == "html":
        return to_html(frame, columns=columns) + "\n"
    return to_text(frame, columns=columns, width=width) + "\n"


def _no_formula(cell: Any) -> Any:
    """Return a cell of a spreadsheet as text, where it would be taken for a formula."""
    formula = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if formula else cell


def emit(found: Any, form: str, out: str | None) -> None:
    """Print what was found, or write it to a file and say so on standard error.

    Parameters
    ----------
    found : pandas.DataFrame, or what has to_text, to_html and to_frame
    form : str
        One of the formats.
    out : str or None
    """
    words = hasattr(found, "to_text")
    if words and form in ("text", "html") and _meta(COLUMNS) is None:
        put((found.to_text() if form == "text" else found.to_html()) + "\n", out)
        return
    frame = found.to_frame() if hasattr(found, "to_frame") else found
    at_terminal = out is None and sys.stdout.isatty()
    text = render(frame, form, get_terminal_size().columns if at_terminal else None)
    if out is not None:
        _write(frame, out, text)
    elif form in ("csv", "json") and not sys.stdout.isatty():
        sys.stdout.write(text)  # another program gets the data as they are
        sys.stdout.flush()
    else:
        say(text, nl=False)


def write_table(frame: pd.DataFrame, out: str) -> None:
    """Write a frame to a file whose ending says how, and say so on standard error.

    Raises
    ------
    NotWritten
        If the file cannot be written.
    MissingExtra
        If its format needs the extra ``parquet``.
    """
    if out.endswith(".parquet"):
        need("parquet", "pyarrow")
        packed = io.BytesIO()
        frame.to_parquet(packed, index=False, engine="pyarrow")
        _write(frame, out, packed.getvalue())
    else:
        _write(frame, out, render(frame, "json" if out.endswith(".json") else "csv"))


def _write(frame: pd.DataFrame, out: str, content: str | bytes) -> None:
    write_whole(out, content)
    say(f"{out}: {len(frame)} rows", err=True)
