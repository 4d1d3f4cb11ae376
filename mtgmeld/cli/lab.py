"""``mtgmeld lab``: JupyterLab on a working copy of the notebooks, without the network."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

__all__ = ["lab"]

CONFIG = Path(__file__).with_name("jupyter")


@click.command(context_settings={"ignore_unknown_options": False})
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the working copy is; mtgmeld-notebooks in your home folder by default.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="The port; 8888 or the next free one.")
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.argument("jupyter", nargs=-1, type=click.UNPROCESSED)
def lab(folder: Path | None, port: int | None, no_browser: bool, jupyter: tuple[str, ...]) -> None:
    """Open the notebooks in JupyterLab.

    You work on a copy, so that what you write survives an upgrade of mtgmeld: notebooks that
    are new or that you have not edited come fresh, those you edited stay.  JupyterLab asks
    no other machine for anything.  What follows -- goes to JupyterLab as it is.
    """
    from mtgmeld.extras import need_lab
    from mtgmeld.files import notebooks_folder
    from mtgmeld.notebooks.working_copy import trust, update

    need_lab("jupyterlab", "ipykernel", "ipywidgets", "matplotlib")
    source = notebooks_folder()
    target = (folder or Path.home() / "mtgmeld-notebooks").expanduser().absolute()
    report = update(source, target)
    click.echo(f"Notebooks in {target}: {report}", err=True)
    trust(source, target)
    arguments = jupyter_arguments(target, port, no_browser)
    if "--allow-root" in arguments:
        click.echo("Running as root, on this machine only.", err=True)
    click.echo("Starting JupyterLab; stop it with Ctrl-C.", err=True)
    path = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, (str(CONFIG), path)))
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance([*arguments, *jupyter])


def jupyter_arguments(target: Path, port: int | None, no_browser: bool) -> list[str]:
    """Return JupyterLab's arguments: this machine only, nothing asked of any other."""
    arguments = [
        f"--ServerApp.root_dir={target}",
        "--ServerApp.ip=127.0.0.1",
        "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
    ]
    if port is not None:
        # a port that was asked for is that port, not the next free one
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if no_browser:
        arguments.append("--no-browser")
    if sys.platform != "win32" and os.geteuid() == 0:
        arguments.append("--allow-root")
    return arguments
