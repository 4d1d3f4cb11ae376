"""``mtgmeld run`` and ``mtgmeld schema``: playing situation files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from mtgmeld.cli.options import edition_option, policy_option, read_policies
from mtgmeld.files import write_whole


@click.command()
@click.argument("file", nargs=-1, type=click.Path())
@click.option("--vectors", type=click.Path(), help="Replay a file of conformance vectors.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--quiet", is_flag=True, help="Print a line a file, and what fails.")
@edition_option
@policy_option
def run(
    file: tuple[str, ...],
    vectors: str | None,
    as_json: bool,
    quiet: bool,
    edition: str | None,
    policy: tuple[str, ...],
) -> int:
    """Play situation FILEs: events, the final state, and whether each expectation holds.

    Ends with 0 if all hold, 1 if one fails, 2 if a file is wrong.
    """
    from mtgmeld.errors import BadScenario
    from mtgmeld.scenario import Scenario

    if vectors is not None:
        if file or as_json or edition or policy:
            raise click.UsageError("--vectors goes with --quiet alone: each line has its own rules")
        return _replay(vectors, quiet)
    if not file:
        raise click.UsageError("give a situation file, or --vectors FILE")
    policies = read_policies(policy)
    made: list[dict[str, Any]] = []
    failed = wrong = 0
    for path in file:
        try:
            done = Scenario.from_file(path).play(edition=edition, policies=policies)
        except BadScenario as error:
            if len(file) == 1:
                raise
            wrong += 1
            click.echo(f"mtgmeld: {' '.join(str(error).split())}", err=True)
            continue
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
        click.echo(f"{len(file)} situations, {failed} with a failure, {wrong} wrong")
    return 2 if wrong else 1 if failed else 0


def _replay(path: str, quiet: bool) -> int:
    """Replay vectors: a line for each that fails, and the counts."""
    from mtgmeld.errors import BadScenario, MtgmeldError
    from mtgmeld.scenario.vectors import replay

    passed = failed = wrong = 0
    for number, vector, run in replay(path):
        if isinstance(run, MtgmeldError):
            wrong += 1
            click.echo(f"line {number}: {run}")
        elif run.holds:
            passed += 1
        else:
            failed += 1
            assert vector is not None
            click.echo(f"line {number}: {vector.id}")
            for o in run.failures:
                click.echo(f"     {o}")
    click.echo(f"{passed} vectors hold, {failed} fail, {wrong} are wrong")
    if not passed + failed + wrong:
        raise BadScenario(path, "there is no vector in it")
    return 2 if wrong else 1 if failed else 0


@click.command()
@click.option(
    "--kind", type=click.Choice(("example", "statement", "case")), help="Those of one kind only."
)
@click.option("--rule", metavar="NUMBER", help="Those of a rule and its subrules only.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write to this file.")
def vectors(kind: str | None, rule: str | None, out: str | None) -> None:
    """Write the bundled situations as JSON Lines, for testing another engine.

    The guide for readers is data/scenarios/VECTORS.md.
    """
    from mtgmeld.errors import UnknownName
    from mtgmeld.scenario.vectors import about, bundled, write

    found = [v for v in bundled() if kind in (None, v.kind) and (rule is None or about(v, rule))]
    if not found:
        raise UnknownName("vector", f"{kind or 'of any kind'}, rule {rule}")
    text = write(found)
    if out is None:
        click.echo(text, nl=False)
        return
    write_whole(out, text)
    click.echo(f"{out}: {len(found)} vectors", err=True)


@click.command()
@click.option("--vectors", is_flag=True, help="The schema of conformance vectors instead.")
@click.option("--page", type=click.Path(dir_okay=False), help="Make the tables of a page again.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write to this file.")
def schema(vectors: bool, page: str | None, out: str | None) -> None:
    """Print the JSON Schema of situation files; editors use it to complete and explain."""
    if page is not None:
        _page(page)
        return
    from mtgmeld.scenario import schema as situations
    from mtgmeld.scenario.vectors import vectors_schema

    made = vectors_schema if vectors else situations
    text = json.dumps(made(), ensure_ascii=False, indent=1) + "\n"
    write_whole(out, text) if out else click.echo(text, nl=False)


def _page(path: str) -> None:
    """Make the tables of a reference page again."""
    from mtgmeld.errors import MtgmeldError
    from mtgmeld.scenario.reference import fill

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MtgmeldError(f"{path}: it cannot be read: {error}") from None
    write_whole(path, fill(text))
