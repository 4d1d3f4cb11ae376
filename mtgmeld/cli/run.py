"""``mtgmeld run`` and ``schema``: situation files and vectors played, and their schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from mtgmeld.cli import refuse
from mtgmeld.cli.options import cards_option, json_option, out_option, rules_options
from mtgmeld.cli.output import put, say, say_json
from mtgmeld.files import write_whole


@click.command()
@click.argument("file", nargs=-1, type=click.Path())
@click.option("--vectors", type=click.Path(), help="Replay a file of conformance vectors.")
@json_option
@click.option("--quiet", is_flag=True, help="Print a line a file, and what fails.")
@rules_options
@cards_option
def run(
    file: tuple[str, ...],
    vectors: str | None,
    form: str,
    quiet: bool,
    **rules: Any,
) -> int:
    """Play situation FILEs: events, the final state, and whether each expectation holds.

    Ends with 0 if all hold, 1 if one fails, 2 if a file is wrong.
    """
    from mtgmeld.errors import BadScenario
    from mtgmeld.scenario import Scenario

    as_json = form == "json"
    if vectors is not None:
        if file or any(rules.values()):
            raise click.UsageError("--vectors goes with no FILE: each line has its own rules")
        return _replay(vectors, as_json)
    if not file:
        raise click.UsageError("give a situation file, or --vectors FILE")
    made: list[dict[str, Any]] = []
    failed = wrong = 0
    for path in file:
        try:
            done = Scenario.from_file(path).play(**rules)
        except BadScenario as error:
            if len(file) == 1:
                raise
            wrong += 1
            refuse(error)
            continue
        failed += not done.holds
        if as_json:
            made.append({"file": str(path), **done.to_dict()})
        elif quiet:
            say(f"{'ok' if done.holds else 'FAIL':4} {path}: {len(done.outcomes)} checks")
            _tell(done.failures)
        else:
            say(done.to_text())
    if as_json:
        say_json(made)
    elif len(file) > 1:
        say(f"{len(file)} situations, {failed} with a failure, {wrong} wrong")
    return 2 if wrong else 1 if failed else 0


def _tell(failures: Any) -> None:
    for outcome in failures:
        say(f"     {outcome}")


def _replay(path: str, as_json: bool) -> int:
    """Replay vectors: a line for each that fails, and the counts."""
    from mtgmeld.errors import BadScenario, MtgmeldError
    from mtgmeld.scenario.vectors import replay

    passed = failed = wrong = 0
    lines: list[dict[str, Any]] = []
    for number, vector, run in replay(path):
        failures: list[str] = []
        if isinstance(run, MtgmeldError):
            wrong += 1
            says = str(run)
        elif run.holds:
            passed += 1
            continue
        else:
            failed += 1
            assert vector is not None
            says, failures = vector.id, [str(f) for f in run.failures]
        lines.append({"line": number, "says": says, "failures": failures})
        if not as_json:
            say(f"line {number}: {says}")
            _tell(failures)
    if as_json:
        say_json({"hold": passed, "fail": failed, "wrong": wrong, "lines": lines})
    else:
        say(f"{passed} vectors hold, {failed} fail, {wrong} are wrong")
    if not passed + failed + wrong:
        raise BadScenario(path, "there is no vector in it")
    return 2 if wrong else 1 if failed else 0


@click.command()
@click.option("--vectors", is_flag=True, help="The schema of conformance vectors instead.")
@click.option("--page", type=click.Path(dir_okay=False), help="Make the tables of a page again.")
@out_option
def schema(vectors: bool, page: str | None, out: str | None) -> None:
    """Print the JSON Schema of situation files; editors use it to complete and explain."""
    from mtgmeld.scenario import schema as situations
    from mtgmeld.scenario.reference import fill
    from mtgmeld.scenario.vectors_schema import vectors_schema

    if page is not None:
        try:
            write_whole(page, fill(Path(page).read_text(encoding="utf-8")))
        except UnicodeDecodeError as error:
            raise click.UsageError(f"{page}: it cannot be read: {error}") from None
        return
    made = vectors_schema if vectors else situations
    put(json.dumps(made(), ensure_ascii=False, indent=1) + "\n", out)
