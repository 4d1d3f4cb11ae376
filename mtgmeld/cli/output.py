"""Printing a frame in the format asked for, or writing it whole to a file."""

from __future__ import annotations

import importlib.util
import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mtgmeld.errors import NotWritten
from mtgmeld.files import write_whole
from mtgmeld.printing import to_latex, to_markdown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "emit", "format_options", "render", "write_table"]

FORMATS = ("text", "csv", "json", "markdown", "html", "latex")

F = TypeVar("F", bound=Callable[..., Any])


def format_options(command: F) -> F:
    """Add ``--format`` and ``--out`` to a command."""
    command = click.option(
        "--out", type=click.Path(dir_okay=False), help="Write to this file, whole or not at all."
    )(command)
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How the table is written.",
    )(command)


def render(frame: pd.DataFrame, form: str) -> str:
    """Return a frame as text in one of :data:`FORMATS`."""
    if form == "csv":
        return str(frame.to_csv(index=False))
    if form == "json":
        rows = json.loads(frame.to_json(orient="records", double_precision=15))
        return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
    if form == "markdown":
        return to_markdown(frame)
    if form == "latex":
        return to_latex(frame)
    shown = frame.astype("object").where(frame.notna(), "").map(str)
    if form == "html":
        return str(shown.to_html(index=False, escape=True, border=0, classes="mtgmeld")) + "\n"
    # a number such as 712.10 is text here, and must stay so
    shown = shown.map(_line)
    return str(shown.to_markdown(index=False, tablefmt="simple", disable_numparse=True)) + "\n"


def _line(text: str) -> str:
    """A line feed inside a cell would end its row."""
    return " ".join(text.splitlines())


def emit(frame: pd.DataFrame, form: str, out: str | None) -> None:
    """Print a frame, or write it to a file and say so on standard error."""
    text = render(frame, form)
    if out is None:
        click.echo(text, nl=False)
        return
    write_whole(out, text)
    click.echo(f"{out}: {len(frame)} rows", err=True)


def write_table(frame: pd.DataFrame, out: str) -> None:
    """Write a frame to a file whose ending says how, and say so on standard error.

    Raises
    ------
    NotWritten
        If the file cannot be written, or what its format needs is not installed.
    """
    if out.endswith(".parquet"):
        if importlib.util.find_spec("pyarrow") is None:
            raise NotWritten(out, "a .parquet file needs the package pyarrow.")
        packed = io.BytesIO()
        frame.to_parquet(packed, index=False, engine="pyarrow")
        write_whole(out, packed.getvalue())
    else:
        write_whole(out, render(frame, "json" if out.endswith(".json") else "csv"))
    click.echo(f"{out}: {len(frame)} rows", err=True)
