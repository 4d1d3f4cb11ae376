"""``python .ci/tools/card_facts all|tables|paragraphs``: making the bundled card facts."""

from __future__ import annotations

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from card_facts.all_cards import make_all_cards
from card_facts.tables import build_facts
from mtgmeld.catalog import ALL_CARDS
from mtgmeld.files import data_folder

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group()
def main() -> None:
    """Make the bundled card facts anew."""


@main.command("all")
@click.option("--from", "file", type=FILE, required=True, help="MTGJSON's file of all names.")
@click.option("--newer", type=FILE, help="A table of cards that are newer.")
@click.option("--dates", type=FILE, help="A file of Scryfall, for first dates.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
def all_cards(file: Path, newer: Path | None, dates: Path | None, out: Path | None) -> None:
    """Write the packed file of all cards."""
    path = out or data_folder() / ALL_CARDS
    about = make_all_cards(file, newer, dates, path)
    click.echo(f"{path}: {about}; {about.source}; {path.stat().st_size:,} bytes")


@main.command()
@click.option("--from", "file", type=FILE, required=True, help="A card file.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder.")
@click.option("--strict", is_flag=True, help="Stop at the first damaged object.")
def tables(file: Path, out: Path, strict: bool) -> None:
    """Write cards.csv and meld_pairs.csv anew.

    Cards of the tables are brought up to date; new split cards, Rooms and meld pairs come in.
    The exit code is 1 if a card or pair could not be taken over.
    """
    built = build_facts(file, out, strict=strict)
    click.echo(built.to_text())
    for loss in built.report.losses:
        click.echo(f"skipped: {loss}", err=True)
    sys.exit(1 if built.refused or not built.report.is_whole else 0)


if __name__ == "__main__":
    main()
