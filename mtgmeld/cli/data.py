"""``mtgmeld data``: fetching a card file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from mtgmeld.cli.options import json_option
from mtgmeld.cli.output import say, say_json
from mtgmeld.sources.download import API, KIND


@click.group()
def data() -> None:
    """Fetch a file of all cards."""


@data.command(short_help="Download the current bulk file of cards.")
@click.option(
    "--out",
    type=click.Path(),
    help="File or folder to write to; by default the user's cache folder.",
)
@click.option("--kind", default=KIND, show_default=True, help="Which bulk file.")
@click.option("--url", default=API, show_default=True, help="Address of the API.")
@json_option
def fetch(out: str | None, kind: str, url: str, form: str) -> None:
    """Download the current bulk file of cards.

    Without --out it is kept where "--cards fetched" finds it.  What has come is kept, so that
    the command can be called again after a failure; the file takes its place only once it is
    whole and checked.
    """
    from mtgmeld.sources.download import fetch as fetch_file

    with bar(kind) as progress:
        path = fetch_file(out, kind=kind, base=url, progress=progress)
    size = path.stat().st_size
    if form == "json":
        say_json({"file": str(path), "bytes": size})
    else:
        say(f"{path}: {size:,} bytes")


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int | None], None] | None]:
    """Show a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit="B", unit_scale=True, desc=title) as shown:

        def progress(place: int, total: int | None) -> None:
            shown.total = total
            shown.update(place - shown.n)

        yield progress
