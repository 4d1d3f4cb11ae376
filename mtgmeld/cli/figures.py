"""``mtgmeld figures``: export the figures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import click

from mtgmeld.cli.options import cards_option
from mtgmeld.cli.output import draw_unseen, say, say_json
from mtgmeld.files import make_folder, write_whole


def _figure_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from mtgmeld.figures import FIGURES

    return [name for name in FIGURES if name.startswith(incomplete)]


@click.command()
@click.argument("name", nargs=-1, shell_complete=_figure_names)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("figures"),
    show_default=True,
    help="The folder to write into; made where it is missing.",
)
@click.option(
    "--format",
    "formats",
    default="svg",
    show_default=True,
    help="Any of svg, png, pdf; by commas.  With --list: json.",
)
@click.option("--list", "listed", is_flag=True, help="Say which figures there are.")
@cards_option
def figures(name: tuple[str, ...], out: Path, formats: str, listed: bool) -> None:
    """Export the figures NAMEd, or all, the same bytes each time."""
    draw_unseen()
    from mtgmeld.figures import FIGURES
    from mtgmeld.figures.export import FORMATS

    if listed:
        said = {name: (make.__doc__ or "").splitlines()[0] for name, make in FIGURES.items()}
        if formats == "json":
            say_json([{"figure": name, "says": words} for name, words in said.items()])
        else:
            for figure, words in said.items():
                say(f"{figure:20} {words}")
        return
    wanted = [f.strip().lower() for f in formats.split(",") if f.strip()]
    wrong = [f for f in wanted if f not in FORMATS]
    if wrong or not wanted:
        raise click.UsageError(f"--format {formats!r}: give any of {', '.join(FORMATS)}.")
    names = list(dict.fromkeys(name or FIGURES))
    for one in names:
        FIGURES.named(one)  # a wrong name writes nothing
    make_folder(out)
    for figure, files in zip(names, _files(names, wanted), strict=True):
        for form, data in files.items():
            target = out / f"{figure}.{form}"
            write_whole(target, data)
            say(str(target))


def _files(names: list[str], formats: list[str]) -> Iterator[dict[str, bytes]]:
    """Yield the files of each figure, by format; drawn on all cores, where one can fork."""
    cores = min(os.cpu_count() or 1, len(names))
    if cores < 2 or "fork" not in get_all_start_methods():
        yield from map(_file, names, repeat(formats))
        return
    # a process that forks has the cards in use, and what is registered
    with ProcessPoolExecutor(cores, mp_context=get_context("fork")) as pool:
        yield from pool.map(_file, names, repeat(formats))


def _file(name: str, formats: list[str]) -> dict[str, bytes]:
    import matplotlib.pyplot as plt

    from mtgmeld.figures import draw
    from mtgmeld.figures.export import renders
    from mtgmeld.figures.style import figure_of

    drawn = draw(name)
    made = renders(drawn, formats)
    plt.close(figure_of(drawn))
    return made
