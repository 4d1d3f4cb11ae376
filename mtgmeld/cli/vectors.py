"""``mtgmeld vectors``: situations written for testing other engines, and their answers compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mtgmeld.cli.options import cards_option, out_option
from mtgmeld.cli.output import draw_unseen, put, say
from mtgmeld.files import write_whole
from mtgmeld.scenario.vectors import (
    KINDS,
    LEVELS,
    about,
    bundled,
    counts,
    line_of,
    numbered_lines,
    to_line,
    write_lines,
)


@click.group(invoke_without_command=True)
@click.option("--kind", type=click.Choice(KINDS), help="Those of one kind only.")
@click.option("--rule", metavar="NUMBER", help="Those of a rule and its subrules only.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.Choice(tuple(LEVELS)),
    help="Those of a level only, or of several; L0 needs the facts in the lines alone.",
)
@click.option("--falsified", is_flag=True, help="Write lines in which every answer is wrong.")
@click.option(
    "--kit",
    type=click.Path(file_okay=False),
    help="Write a folder: the lines, true and falsified, schema, guide, adapters to fill in.",
)
@out_option
@cards_option
@click.pass_context
def vectors(
    ctx: click.Context,
    kind: str | None,
    rule: str | None,
    levels: tuple[str, ...],
    falsified: bool,
    kit: str | None,
    out: str | None,
) -> None:
    """Write the bundled situations as JSON Lines, for testing another engine.

    The guide for readers is GUIDE.md of the kit, or data/scenarios/VECTORS.md.
    """
    if ctx.invoked_subcommand is not None:
        return
    from mtgmeld.errors import UnknownName
    from mtgmeld.scenario import kit as kits

    if kit is not None and (out is not None or falsified):
        raise click.UsageError("--kit writes all its files itself: neither --out nor --falsified")
    found = [v for v in bundled() if kind in (None, v.kind) and (rule is None or about(v, rule))]
    lines = [line_of(v) for v in found]
    lines = [line for line in lines if not levels or line["level"] in levels]
    if not lines:
        asked = [kind or "of any kind", *levels, *([f"rule {rule}"] if rule else [])]
        raise UnknownName("vector", ", ".join(asked))
    if kit is not None:
        kits.write_kit(kit, lines)
        _count(kit, lines)
        return
    put(write_lines(map(kits.falsified, lines) if falsified else lines), out)
    if out is not None or levels:
        _count(out or "vectors", lines)


def _count(where: str, lines: list[dict[str, Any]]) -> None:
    told = ", ".join(f"{level} {n}" for level, n in counts(lines).items())
    say(f"{where}: {len(lines)} vectors ({told})", err=True)


@vectors.command(short_help="Compare the answers of another engine with the vectors.")
@click.argument("results", type=click.Path())
@click.option(
    "--vectors",
    "path",
    type=click.Path(),
    help="The lines that were asked; those of this version by default.",
)
@click.option("--figure", type=click.Path(dir_okay=False), help="Draw it: .svg, .png or .pdf.")
def compare(results: str, path: str | None, figure: str | None) -> int:
    """Compare the RESULTS of another engine: by level and rule, each difference with reasons.

    Ends with 0 if nothing differs, 1 if something does, 2 if the file is wrong.
    """
    from mtgmeld.scenario.results import compare_results

    if path is None:
        lines = [to_line(v) for v in bundled()]
    else:
        lines = [line for _, line in numbered_lines(path)]
    found = compare_results(results, lines)
    say(found.to_text())
    if figure is not None:
        _draw(found, figure)
    return 1 if found.differences else 0


def _draw(found: Any, target: str) -> None:
    """Draw the answers by level and verdict."""
    draw_unseen()
    from mtgmeld.figures import value_by_state
    from mtgmeld.figures.export import FORMATS, renders
    from mtgmeld.rules.editions import NEWEST
    from mtgmeld.scenario.results import VERDICTS

    form = Path(target).suffix.removeprefix(".")
    if form not in FORMATS:
        raise click.UsageError(f"--figure {target!r}: its name ends in {', '.join(FORMATS)}.")
    levels = found.by_level()
    rows = levels.melt(["level"], list(VERDICTS), "verdict", "answers").sort_values(
        "level", kind="stable"
    )
    rows.attrs["edition"] = NEWEST
    agrees, differs = (int(levels[v].sum()) for v in VERDICTS[:2])
    title = f"{found.engine}: {agrees} of {agrees + differs} answers agree"
    ax = value_by_state(
        rows, value="answers", state="verdict", group="level", cost=None, title=title, rules=()
    )
    write_whole(target, renders(ax, [form])[form])
    say(f"{target}: written", err=True)
