"""``mtgmeld explain``: why a value is what it is."""

from __future__ import annotations

from typing import Any

import click

from mtgmeld.cli.options import cards_option, format_options, question_options
from mtgmeld.cli.output import emit


@click.command()
@question_options
@format_options
@cards_option
def explain(form: str, out: str | None, **question: Any) -> None:
    """Say why VALUE of CARD is what it is WHERE it is, with rule numbers.

    VALUE is a characteristic such as mana_value, colors, names or types, or color_identity;
    without one, and without options about how it is, the card is shown in every place at once.
    WHERE is a zone: battlefield, stack, hand, graveyard and so on.
    """
    from mtgmeld.question import explain as explain_value

    emit(explain_value(**question), form, out)
