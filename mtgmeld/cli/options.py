"""Options that several commands share, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]

FORMATS = ("text", "csv", "json", "markdown", "html", "latex")
SAFE_CSV = "mtgmeld.safe_csv"
COLUMNS = "mtgmeld.columns"
_JSON = "mtgmeld.json"


def together(*options: Decorator[Any]) -> Decorator[Any]:
    """Return one decorator that adds several options, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def card_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return how a shell completes the name of a card."""
    from mtgmeld.catalog import bundled

    return list(bundled().beginning(incomplete))


def _value_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from mtgmeld.game.questions import askable

    return [name for name in askable() if name.startswith(incomplete)]


def _readings(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for item in given:
        name, sign, reading = item.partition("=")
        if not sign:
            raise click.UsageError(f"--policy {item!r}: give NAME=READING.")
        chosen[name.strip()] = reading.strip()
    return chosen


def _use(ctx: click.Context, _: click.Parameter, given: tuple[str, ...]) -> None:
    if given:
        from mtgmeld.catalog import use_cards

        ctx.with_resource(use_cards(*given))


def _in_zone(ctx: click.Context, _: click.Parameter, given: str | None) -> None:
    if given is not None:
        ctx.default_map = {"zone": given}


# the cards of the file are in use as long as the command runs
cards_option = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    expose_value=False,
    callback=_use,
    help='A card file or a folder to look up cards in, or "fetched"; others are still known.',
)
_edition_option = click.option(
    "--edition",
    metavar="DATE",
    help="Rules in force on this date; the newest known by default.",
)
policy_option = click.option(
    "--policy",
    "policies",
    multiple=True,
    callback=_readings,
    metavar="NAME=READING",
    help="A reading other than the default where the rules leave room.",
)
# under which rules
rules_options = together(_edition_option, policy_option)
out_option = click.option(
    "--out", type=click.Path(dir_okay=False), help="Write to this file, whole or not at all."
)
safe_csv_option = click.option(
    "--safe-csv",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, on: ctx.meta.update({SAFE_CSV: on}),
    help="In CSV, an apostrophe before what a spreadsheet would take for a formula.",
)


def _columns(ctx: click.Context, _: click.Parameter, given: str | None) -> None:
    if given is not None:
        ctx.meta[COLUMNS] = [name.strip() for name in given.split(",") if name.strip()]


columns_option = click.option(
    "--columns",
    metavar="NAMES",
    expose_value=False,
    callback=_columns,
    help="These columns, by commas, in this order.",
)


def format_option(forms: tuple[str, ...], says: str) -> Decorator[Any]:
    """Return the option that says in which form what was found is given; text by default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default="text",
        show_default=True,
        callback=lambda ctx, _, form: "json" if ctx.meta.get(_JSON) else form,
        help=says,
    )


table_format = format_option(FORMATS, "How the table is written.")
format_options = together(table_format, columns_option, out_option, safe_csv_option)
as_json = click.option(
    "--json",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, on: ctx.meta.update({_JSON: on}),
    help="The same as --format json.",
)
# what a command says in words, as data for another program instead
json_option = together(format_option(("text", "json"), "Words, or one JSON document."), as_json)
# a question about one card: what :func:`mtgmeld.explain` takes
question_options = together(
    click.argument("card", shell_complete=card_names),
    click.argument("value", required=False, shell_complete=_value_names),
    click.argument("where", required=False, is_eager=True, expose_value=False, callback=_in_zone),
    click.option(
        "--zone", help="Where the object is: battlefield, stack, hand, graveyard and so on."
    ),
    click.option("--cast", help="The half that was cast: left, right, fused, or its name."),
    click.option("--x", type=int, help="The value of X on the stack."),
    click.option("--unlocked", help="The unlocked halves of a Room: left,right, or '' for none."),
    click.option("--face", help="The face that is up: front or back."),
    click.option("--melded", is_flag=True, help="The permanent that the card melds into."),
    click.option("--copy", is_flag=True, help="An object that copies what is described."),
    click.option("--token", is_flag=True, help="A token that copies what is described."),
    rules_options,
)
