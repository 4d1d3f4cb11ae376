"""``mtgmeld table``: characteristics as a table."""

from __future__ import annotations

import click

from mtgmeld.cli.options import edition_option
from mtgmeld.cli.output import emit, format_options

KINDS = {
    "meld": "meld_table",
    "split": "split_table",
    "rooms": "room_table",
    "dfc": "dfc_table",
    "identity": "color_identity_table",
    "names": "name_table",
}


@click.command()
@click.argument("kind", type=click.Choice(tuple(KINDS)))
@click.argument("card", nargs=-1)
@format_options
@edition_option
def table(
    kind: str, card: tuple[str, ...], form: str, out: str | None, edition: str | None
) -> None:
    """Print a table of KIND, for the CARDs named or for all."""
    from mtgmeld import tables

    made = getattr(tables, KINDS[kind])(card or None, edition=edition)
    emit(made, form, out)
