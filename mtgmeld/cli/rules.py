"""``mtgmeld rules``: numbers through time, and what changed from one edition to another."""

from __future__ import annotations

from typing import Any

import click

from mtgmeld.cli.options import Decorator, format_options
from mtgmeld.cli.output import emit, say


def _folder(says: str, **more: Any) -> Decorator[Any]:
    return click.option("--folder", type=click.Path(file_okay=False), help=says, **more)


@click.group()
def rules() -> None:
    """Rule numbers through time, and what changed from one edition to another."""


@rules.command(short_help="Print a rule through time, with every renumbering and rewording.")
@click.argument("number")
@click.option("--from", "since", metavar="DATE", help="Leave out what happened before.")
@click.option("--to", "until", metavar="DATE", help="Leave out what came after.")
@_folder("Follow the editions of this folder of rules files, and no others.")
@format_options
def history(number: str, form: str, out: str | None, **limits: Any) -> None:
    """Print a rule through time: first edition, each renumbering, each rewording.

    NUMBER is that of the newest edition (712.21a), or one with the date of an edition that
    has it (712.4@2018-06-08).
    """
    from mtgmeld.rules.lives import history as history_of

    emit(history_of(number, **limits), form, out)


@rules.command(short_help="Print what became of every rule from OLD to NEW.")
@click.argument("old")
@click.argument("new")
@click.option("--section", "sections", metavar="N,N", help="Only these sections: 709,712.")
@click.option("--all", "everything", is_flag=True, help="Rules that are the same too.")
@_folder(
    "Where the rules files (TXT, also gzipped) of the editions are.",
    envvar="MTGMELD_RULES",
    show_envvar=True,
)
@format_options
def diff(old: str, new: str, everything: bool, form: str, out: str | None, **which: Any) -> None:
    """Print what became of every rule from OLD to NEW.

    OLD and NEW are rules files, or dates of files in the folder of --folder.
    """
    from mtgmeld.rules.differences import diff as diff_of

    found = diff_of(old, new, **which)
    same = found.count()["same"]
    if not everything:
        found = found.changed()
        if same:
            say(f"{same} rules are the same and left out; --all shows them.", err=True)
    if form in ("text", "html"):
        emit(found, form, out)
    else:
        frame = found.to_frame()
        if form in ("markdown", "latex"):  # a cell of these holds no paragraphs
            frame = frame.drop(columns=["old_text", "new_text"])
        for note in found.notes:  # text and HTML hold them, a table has no place for them
            say(note, err=True)
        emit(frame, form, out)
