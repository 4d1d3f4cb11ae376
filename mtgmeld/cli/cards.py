"""``mtgmeld cards``: a user's own card file, derived and compared."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING

import click

from mtgmeld.cli.options import as_json, policy_option, safe_csv_option, table_format
from mtgmeld.cli.output import emit, say, say_json, write_table

if TYPE_CHECKING:
    import pandas as pd

SHORT = ("card", "kind", "mana_cost", "mana_value", "colors", "color_identity", "type_line")


@click.command()
@click.argument("file", type=click.Path(), required=False)
@click.option("--where", metavar="FILTER", help='Only these cards: "is:room mv>=6".')
@click.option("--compare", is_flag=True, help="Where the file has it otherwise, and why.")
@click.option("--faces", is_flag=True, help="One row a face or half.")
@click.option("--pairs", is_flag=True, help="The meld pairs that the file shows.")
@click.option("--modeled", is_flag=True, help="By kind, what of the texts is modeled.")
@click.option("--strict", is_flag=True, help="Stop at the first damaged object.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Write the table to this file, whole or not at all: .csv, .parquet or .json.",
)
@table_format
@as_json
@safe_csv_option
@policy_option
def cards(
    file: str | None,
    where: str | None,
    compare: bool,
    faces: bool,
    pairs: bool,
    modeled: bool,
    strict: bool,
    out: str | None,
    form: str,
    policies: dict[str, str],
) -> int:
    """Derive mana value, colors and color identity of every card of FILE by the rules.

    FILE is a file of Scryfall or MTGJSON, plain or gzip.  Without --where, --compare, --faces
    or --out only the report is printed: how many cards of which layout, where the file has a
    value otherwise and why, what could not be read.  The exit code is 1 if objects were
    skipped, fields left out, or the file ends early.

    With --modeled no FILE is needed: it says of the cards in use, by kind, how many faces are
    wholly, partly and not modeled, which paragraphs are missing, and what these would need.
    """
    from mtgmeld.card_files import read_card_file
    from mtgmeld.errors import CardFileWarning

    if out is not None and not out.endswith((".csv", ".parquet", ".json")):
        raise click.UsageError(f"--out {out!r}: the file must end in .csv, .parquet or .json.")
    if modeled:
        from mtgmeld.catalog import load_catalog
        from mtgmeld.game.card_abilities import modeled_as_text

        if out is not None:
            write_table(modeled_frame(), out)
        elif form == "text":
            say(modeled_as_text(load_catalog()))
        else:
            emit(modeled_frame(), form, None)
        return 0
    if file is None:
        raise click.UsageError("give a FILE, or --modeled")
    if sum((compare, faces, pairs)) > 1:
        raise click.UsageError("--compare, --faces and --pairs are different tables; choose one.")
    with warnings.catch_warnings():
        # the report says the same
        warnings.simplefilter("ignore", CardFileWarning)
        shown = sys.stderr.isatty()
        made = read_card_file(file, where=where, policies=policies, strict=strict, progress=shown)
    rows = "differences" if compare else "faces" if faces else "pairs" if pairs else "cards"
    if out is not None:
        write_table(made.frame(rows), out)
    elif rows == "cards" and where is None:
        if form == "json":
            say_json(made.report.as_dict())
        else:
            say(made.report.to_text())
        return 0 if made.report.is_whole else 1
    else:
        frame = made.frame(rows)
        emit(frame[list(SHORT)] if rows == "cards" and form == "text" else frame, form, None)
    say(made.report.to_text(), err=True)
    return 0 if made.report.is_whole else 1


def modeled_frame() -> pd.DataFrame:
    """Return one row a face of the cards in use: how much is modeled, and what is missing."""
    import pandas as pd

    from mtgmeld.catalog import load_catalog
    from mtgmeld.game.card_abilities import modeled_by_kind

    by_kind = sorted(modeled_by_kind(load_catalog()).items())
    found = [
        (kind, name, how.word, how.says, how.needs)
        for kind, rows in by_kind
        for name, how in sorted(rows, key=lambda row: row[0])
    ]
    return pd.DataFrame(found, columns=["kind", "face", "modeled", "says", "needs"], dtype="string")
