"""``mtgmeld check`` and ``mtgmeld refresh``: notebooks whose outputs hold."""

from __future__ import annotations

import click

__all__ = ["check", "refresh"]


@click.command()
@click.argument("path", nargs=-1, required=True)
@click.option("--quick", is_flag=True, help="Only the hygiene; run nothing.")
def check(path: tuple[str, ...], quick: bool) -> int:
    """Check notebooks: hygiene, then a strict run with one verdict a cell.

    A PATH is a notebook or a folder of them.  The exit code is 1 where something is wrong.
    """
    from mtgmeld.notebooks import find_notebooks
    from mtgmeld.notebooks.hygiene import hygiene
    from mtgmeld.notebooks.strict import run_strict

    bad = 0
    for notebook in find_notebooks(path):
        findings = hygiene(notebook)
        verdicts = () if quick else run_strict(notebook)
        wrong = [v for v in verdicts if not v.same]
        click.echo(f"{notebook}")
        for finding in findings:
            click.echo(f"  {finding}")
        for verdict in verdicts:
            click.echo("  " + str(verdict).replace("\n", "\n  "))
        summary = f"hygiene: {len(findings)} findings" if findings else "hygiene: clean"
        if not quick:
            summary += f"; {len(verdicts) - len(wrong)} cells same, {len(wrong)} not"
        click.echo(f"  {summary}")
        bad += bool(findings or wrong)
    return 1 if bad else 0


@click.command()
@click.argument("path", nargs=-1, required=True)
def refresh(path: tuple[str, ...]) -> int:
    """Run notebooks again and write their outputs, the same bytes each time.

    A PATH is a notebook or a folder of them.  A notebook with a failing cell is left as it
    was; the exit code is then 2.
    """
    from mtgmeld.notebooks import find_notebooks
    from mtgmeld.notebooks.hygiene import hygiene
    from mtgmeld.notebooks.refresh import refresh as refresh_one

    left = 0
    for notebook in find_notebooks(path):
        changed = refresh_one(notebook)
        click.echo(f"{notebook}: {'changed' if changed else 'same'}")
        for finding in hygiene(notebook):
            left += 1
            click.echo(f"  {finding}")
    return 1 if left else 0
