"""``mtgmeld lab``: JupyterLab on a working copy of the notebooks, without the network."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mtgmeld.cli.output import say
from mtgmeld.errors import need
from mtgmeld.files import notebooks_folder
from mtgmeld.notebooks.working_copy import trust, update

INDEX = "index.ipynb"
CONFIG = Path(__file__).with_name("jupyter")


@click.command()
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
    """Open the notebooks in JupyterLab, at their index.

    You work on a copy, so that what you write survives an upgrade of mtgmeld: notebooks that
    are new or that you have not edited come fresh, those you edited (cells, tags, slides,
    attachments) stay, with the new one beside.  Outputs alone are no edit: a notebook that you
    ran is kept in the folder .before.  JupyterLab asks no other machine for anything.  What
    follows -- goes to JupyterLab as it is.
    """
    need("lab", "jupyterlab", "ipykernel", "anywidget", "matplotlib")
    source = notebooks_folder()
    target = (folder or Path.home() / "mtgmeld-notebooks").expanduser().absolute()
    report = update(source, target)
    say(f"Notebooks in {target}: {report}", err=True)
    trust(source, target)
    arguments = jupyter_arguments(target, port, no_browser)
    if "--allow-root" in arguments:
        say("Running as root, on this machine only.", err=True)
    say("Starting JupyterLab; stop it with Ctrl-C.", err=True)
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
        f"--LabApp.default_url=/lab/tree/{INDEX}",
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
