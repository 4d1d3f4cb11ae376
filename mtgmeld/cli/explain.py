"""``mtgmeld explain``: why a value is what it is."""

from __future__ import annotations

import click

from mtgmeld.cli.options import edition_option, policy_option, read_policies
from mtgmeld.cli.output import emit, format_options


@click.command()
@click.argument("card")
@click.argument("value")
@click.option("--zone", help="Where the object is: battlefield, stack, hand, graveyard and so on.")
@click.option("--cast", help="The half that was cast: left, right, fused, or its name.")
@click.option("--x", type=int, help="The value of X on the stack.")
@click.option("--unlocked", help="The unlocked halves of a Room: left,right, or '' for none.")
@click.option("--face", help="The face that is up: front or back.")
@click.option("--melded", is_flag=True, help="The permanent that the card melds into.")
@click.option("--copy", "copied", is_flag=True, help="An object that copies what is described.")
@click.option("--token", is_flag=True, help="A token that copies what is described.")
@edition_option
@policy_option
@format_options
def explain(
    card: str,
    value: str,
    zone: str | None,
    cast: str | None,
    x: int | None,
    unlocked: str | None,
    face: str | None,
    melded: bool,
    copied: bool,
    token: bool,
    edition: str | None,
    policy: tuple[str, ...],
    form: str,
    out: str | None,
) -> None:
    """Say why VALUE of CARD is what it is, with rule numbers.

    VALUE is a characteristic such as mana_value, colors, names or types, or color_identity.
    """
    from mtgmeld.ask import explain as explain_value
    from mtgmeld.files import write_whole

    why = explain_value(
        card,
        value,
        zone=zone,
        cast=cast,
        x=x,
        unlocked=unlocked,
        face=face,
        melded=melded,
        copy=copied,
        token=token,
        edition=edition,
        policies=read_policies(policy),
    )
    if form == "text" and out is None:
        click.echo(why.to_text())
    elif form == "text":
        write_whole(str(out), why.to_text() + "\n")
    elif form == "html":
        html = why.to_html() + "\n"
        write_whole(out, html) if out else click.echo(html, nl=False)
    else:
        emit(why.to_frame(), form, out)
