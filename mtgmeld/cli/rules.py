"""``mtgmeld rules``: numbers through time, differences of editions, the tables made again."""

from __future__ import annotations

from pathlib import Path

import click

from mtgmeld.cli.output import emit, format_options

FOLDER = click.option(
    "--folder",
    type=click.Path(file_okay=False),
    envvar="MTGMELD_RULES",
    show_envvar=True,
    help="Where the rules files (TXT, also gzipped) of the editions are.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def rules() -> None:
    """Rule numbers through time, and what changed from one edition to another."""


@rules.command(short_help="Print a rule through time, with every renumbering and rewording.")
@click.argument("number")
@format_options
def history(number: str, form: str, out: str | None) -> None:
    """Print a rule through time: first edition, each renumbering, each rewording.

    NUMBER is that of the newest edition (712.21a), or one with the date of an edition that
    has it (712.4@2018-06-08).
    """
    from mtgmeld.files import write_whole
    from mtgmeld.rules.lives import history as history_of

    found = history_of(number)
    if form in ("text", "html"):
        shown = (found.to_text() if form == "text" else found.to_html()) + "\n"
        write_whole(out, shown) if out else click.echo(shown, nl=False)
    else:
        emit(found.to_frame(), form, out)


@rules.command(short_help="Print what became of every rule from OLD to NEW.")
@click.argument("old")
@click.argument("new")
@click.option("--section", "sections", metavar="N,N", help="Only these sections: 709,712.")
@click.option("--all", "everything", is_flag=True, help="Rules that are the same too.")
@FOLDER
@format_options
def diff(
    old: str,
    new: str,
    sections: str | None,
    everything: bool,
    folder: str | None,
    form: str,
    out: str | None,
) -> None:
    """Print what became of every rule from OLD to NEW.

    OLD and NEW are rules files, or dates of files in the folder of --folder.
    """
    from mtgmeld.files import write_whole
    from mtgmeld.rules.differences import diff as diff_of

    found = diff_of(old, new, sections=sections, folder=folder)
    same = found.count()["same"]
    if not everything:
        found = found.changed()
        if same:
            click.echo(f"{same} rules are the same and left out; --all shows them.", err=True)
    if form in ("text", "html"):
        shown = (found.to_text() if form == "text" else found.to_html()) + "\n"
        write_whole(out, shown) if out else click.echo(shown, nl=False)
    else:
        frame = found.to_frame()
        if form in ("markdown", "latex"):  # a cell of these holds no paragraphs
            frame = frame.drop(columns=["old_text", "new_text"])
        for note in found.notes:  # text and HTML hold them, a table has no place for them
            click.echo(note, err=True)
        emit(frame, form, out)


@rules.command(short_help="Make the table of rule numbers anew from rules files.")
@FOLDER
@click.option(
    "--out", type=click.Path(dir_okay=False), help="The table; data/rule_numbers.csv by default."
)
def build(folder: str | None, out: str | None) -> None:
    """Make the table of rule numbers through time from a folder of rules files.

    The table has numbers and dates alone.  Every edition of the folder counts; to add one, put
    its file there, add its date to EDITIONS in mtgmeld/rules/editions.py, and run this again.
    """
    from mtgmeld.files import data_folder, write_whole
    from mtgmeld.rules.build import read_folder, table_of

    if not folder:
        raise click.UsageError("Give the folder of the rules files by --folder or MTGMELD_RULES.")
    texts = read_folder(Path(folder))
    for text in texts:
        for remark in text.report:
            click.echo(f"{text.path}, line {remark.line}: {remark.kind}: {remark.what}", err=True)
    table = table_of(texts)
    target = Path(out) if out else data_folder() / "rule_numbers.csv"
    write_whole(target, table)
    click.echo(f"{target}: {table.count(chr(10)) - 1} rows of {len(texts)} editions", err=True)


@rules.command(short_help="Make the page of what shows each rule.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    help="The root of the source tree; that of this package by default.",
)
@click.option("--out", type=click.Path(dir_okay=False), help="The page; COVERAGE.md by default.")
@click.option("--check", is_flag=True, help="Write nothing; fail if the page is not current.")
def coverage(root: str | None, out: str | None, check: bool) -> None:
    """Make the page of what shows each rule: statements, scenarios, tests, notebook cells.

    A test shows a rule if it is marked with a statement that rests on the rule
    (pytest.mark.statement), a scenario by its key "rules", a notebook by naming the rule in
    the text of a cell.
    """
    from mtgmeld.files import data_folder, write_whole
    from mtgmeld.rules.coverage import PAGE, cover, cover_statements, page

    tree = Path(root) if root else data_folder().parent
    rows = cover(tree)
    target = Path(out) if out else tree / PAGE
    statements = cover_statements(tree)
    made = page(rows, statements)
    empty = [row for row in rows if row.empty]
    for row in empty:
        click.echo(f"nothing shows {row.source} {row.label} ({'; '.join(row.rules)})", err=True)
    if check:
        current = target.is_file() and target.read_text(encoding="utf-8") == made
        if not current:
            raise click.ClickException(f"{target} is not current: run mtgmeld rules coverage.")
    else:
        write_whole(target, made)
    click.echo(f"{target}: {len(rows)} rows, {len(empty)} empty", err=True)
