"""``mtgmeld deck``: a deck list read, checked, or written for another client."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mtgmeld.cli.options import card_names, cards_option, format_options, policy_option
from mtgmeld.cli.output import emit, put, say
from mtgmeld.decks import STYLES, read_deck
from mtgmeld.frames import missing
from mtgmeld.tables import color_identity_table


def _columns(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    named = dict(item.partition("=")[::2] for item in given)
    wrong = [what for what in named if what not in ("card", "quantity", "section")]
    if wrong or not all(named.values()):
        raise click.UsageError("--column: give card=COLUMN, quantity=COLUMN or section=COLUMN.")
    return named


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--identity", is_flag=True, help="Colors and color identity of its cards.")
@click.option("--check", is_flag=True, help="Cards that the commander's color identity keeps out.")
@click.option("--write", type=click.Choice(tuple(STYLES)), help="The list, in this style.")
@click.option(
    "--commander",
    "commanders",
    multiple=True,
    metavar="NAME",
    shell_complete=card_names,
    help="Who leads the deck, where the list does not say; twice for two.",
)
@click.option(
    "--column",
    "named",
    multiple=True,
    callback=_columns,
    metavar="WHAT=COLUMN",
    help="Of a CSV, the column of the card, quantity or section.",
)
@format_options
@policy_option
@cards_option
def deck(
    file: str,
    identity: bool,
    check: bool,
    write: str | None,
    commanders: tuple[str, ...],
    named: dict[str, str],
    form: str,
    out: str | None,
    policies: dict[str, str],
) -> int:
    """Read the deck list FILE, or - for what is pasted, and print a row for each of its lines.

    It is read as Arena, MTGO, Moxfield, Archidekt, ManaBox, TappedOut, Cockatrice, Forge and XMage
    write it, or as CSV.  The exit code is 1 if a name has no card, or a card may not be in the
    deck.
    """
    if sum((identity, check, write is not None)) > 1:
        raise click.UsageError("--identity, --check and --write are different; choose one.")
    # a line alone could be the name of a file
    given = f"{sys.stdin.read()}\n\n" if file == "-" else Path(file)
    read = read_deck(given, columns=named, commander=commanders)
    wrong = read[read["card"].isna()]
    if write is not None:
        put(read.text(write), out)
    elif check:
        found = read.check(policies=policies)
        emit(found, form, out)
        return int(bool(len(found)))
    elif identity:
        names = list(dict.fromkeys(read["card"].dropna()))
        emit(color_identity_table(names, policies=policies), form, out)
    else:
        emit(read, form, out)
        return int(bool(len(wrong)))
    for line, problem in wrong[["line", "problem"]].itertuples(index=False, name=None):
        say(f"{'--commander' if missing(line) else f'line {line}'}: {problem}", err=True)
    return int(bool(len(wrong)))
