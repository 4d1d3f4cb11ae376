"""``mtgmeld table``: characteristics as a table."""

from __future__ import annotations

from typing import Any

import click

from mtgmeld.cli.options import card_names, cards_option, format_options, rules_options
from mtgmeld.cli.output import emit
from mtgmeld.tables import TABLES
from mtgmeld.tables import table as table_of


@click.command()
@click.argument("kind", type=click.Choice(tuple(TABLES)))
@click.argument("card", nargs=-1, shell_complete=card_names)
@format_options
@rules_options
@cards_option
def table(kind: str, card: tuple[str, ...], form: str, out: str | None, **rules: Any) -> None:
    """Print a table of KIND, for the CARDs named or for all."""
    emit(table_of(kind, card or None, **rules), form, out)
