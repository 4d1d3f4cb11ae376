"""``mtgmeld data``: fetching a card file, and making the bundled facts anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from mtgmeld.sources.download import API


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def data() -> None:
    """Fetch a file of all cards, and make the bundled facts anew from one."""


@data.command(short_help="Write cards.csv and meld_pairs.csv anew from a card file.")
@click.option("--from", "file", required=True, type=click.Path(), help="A card file.")
@click.option(
    "--out", required=True, type=click.Path(file_okay=False), help="The folder to write to."
)
@click.option("--strict", is_flag=True, help="Stop at the first damaged object.")
def build(file: str, out: str, strict: bool) -> int:
    """Write cards.csv and meld_pairs.csv anew from a card file.

    Cards of the bundle are brought up to date; new split cards, Rooms and meld pairs come in.
    The exit code is 1 if a card or pair could not be taken over.
    """
    from mtgmeld.sources.build import build_facts

    size = Path(file).stat().st_size if Path(file).is_file() else None
    with bar(Path(file).name, size) as (add, _):
        built = build_facts(file, out, strict=strict, progress=add)
    click.echo(built.to_text())
    for loss in built.report.losses:
        click.echo(f"skipped: {loss}", err=True)
    return 1 if built.refused or not built.report.is_whole else 0


@data.command(short_help="Download the current bulk file of cards.")
@click.option(
    "--out",
    default=".",
    show_default=True,
    type=click.Path(),
    help="File or folder to write to; a folder gets the server's name of the file.",
)
@click.option("--kind", default="oracle_cards", show_default=True, help="Which bulk file.")
@click.option("--url", default=API, show_default=True, help="Address of the API.")
def fetch(out: str, kind: str, url: str) -> None:
    """Download the current bulk file of cards.

    What has come is kept, so that the command can be called again after a failure; the file
    takes its place only once it is whole and checked.
    """
    from mtgmeld.sources.download import fetch as fetch_file

    with bar(kind, None) as (_, at):
        path = fetch_file(out, kind=kind, base=url, progress=at)
    click.echo(f"{path}: {path.stat().st_size:,} bytes")


@contextmanager
def bar(
    title: str, size: int | None
) -> Iterator[tuple[Callable[[int], None] | None, Callable[[int, int | None], None] | None]]:
    """Show a progress bar on a terminal: for steps, and for a place out of a total."""
    if not sys.stderr.isatty():
        yield None, None
        return
    from tqdm import tqdm

    with tqdm(total=size, unit="B", unit_scale=True, desc=title) as shown:

        def add(step: int) -> None:
            shown.update(step)

        def at(place: int, total: int | None) -> None:
            shown.total = total
            shown.n = place
            shown.refresh()

        yield add, at
