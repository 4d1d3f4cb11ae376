"""``mtgmeld figures``: export the figures."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["figures"]


@click.command()
@click.argument("name", nargs=-1)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("figures"),
    show_default=True,
    help="The folder to write into; made where it is missing.",
)
@click.option(
    "--format", "formats", default="svg", show_default=True, help="Any of svg, png, pdf; by commas."
)
@click.option("--list", "listed", is_flag=True, help="Say which figures there are.")
def figures(name: tuple[str, ...], out: Path, formats: str, listed: bool) -> None:
    """Export the figures NAMEd, or all, the same bytes each time."""
    from mtgmeld.errors import NotWritten
    from mtgmeld.extras import need_lab

    need_lab("matplotlib")
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from mtgmeld.figures import FIGURES, draw, save
    from mtgmeld.figures.export import FORMATS
    from mtgmeld.figures.style import figure_of

    if listed:
        for figure, make in FIGURES.items():
            click.echo(f"{figure:20} {(make.__doc__ or '').splitlines()[0]}")
        return
    wanted = [f.strip().lower() for f in formats.split(",") if f.strip()]
    wrong = [f for f in wanted if f not in FORMATS]
    if wrong or not wanted:
        raise click.UsageError(f"--format {formats!r}: give any of {', '.join(FORMATS)}.")
    drawn = {n: draw(n) for n in dict.fromkeys(name or FIGURES)}  # a wrong name writes nothing
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(out, error.strerror or str(error)) from error
    for figure, ax in drawn.items():
        for form in wanted:
            click.echo(str(save(ax, out / f"{figure}.{form}")))
        plt.close(figure_of(ax))
