"""``mtgmeld run`` and ``mtgmeld schema``: playing situation files."""

from __future__ import annotations

import json

import click

from mtgmeld.cli.options import edition_option, policy_option, read_policies
from mtgmeld.files import write_whole


@click.command()
@click.argument("file", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--quiet", is_flag=True, help="Print a line a file, and what fails.")
@edition_option
@policy_option
def run(
    file: tuple[str, ...],
    as_json: bool,
    quiet: bool,
    edition: str | None,
    policy: tuple[str, ...],
) -> int:
    """Play situation FILEs: events, the final state, and whether each expectation holds.

    Ends with 0 if all hold, 1 if one fails, 2 if a file is wrong.
    """
    from mtgmeld.scenario import Scenario

    policies = read_policies(policy)
    made, failed = [], 0
    for path in file:
        done = Scenario.from_file(path).play(edition=edition, policies=policies)
        failed += not done.holds
        if as_json:
            made.append({"file": str(path), **done.to_dict()})
        elif quiet:
            verdict = "ok" if done.holds else "FAIL"
            click.echo(f"{verdict:4} {path}: {len(done.outcomes)} checks")
            for o in done.failures:
                click.echo(f"     {o}")
        else:
            click.echo(done.to_text())
    if as_json:
        click.echo(json.dumps(made, ensure_ascii=False, indent=1))
    elif len(file) > 1:
        click.echo(f"{len(file)} situations, {failed} with a failure")
    return 1 if failed else 0


@click.command()
@click.option("--out", type=click.Path(dir_okay=False), help="Write to this file.")
def schema(out: str | None) -> None:
    """Print the JSON Schema of situation files."""
    from mtgmeld.scenario import schema as made

    text = json.dumps(made(), ensure_ascii=False, indent=1) + "\n"
    write_whole(out, text) if out else click.echo(text, nl=False)
