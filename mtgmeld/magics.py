"""``%load_ext mtgmeld``: ``%%scenario`` plays a cell, ``%why`` explains a value.

A refusal of ours is printed in one line, without a traceback.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import click

from mtgmeld.cli.options import read_policies
from mtgmeld.errors import MtgmeldError

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


@click.command(add_help_option=False)
@click.option("--edition")
@click.option("--policy", multiple=True)
@click.option("--as", "name")
def _scenario_line(edition: str | None, policy: tuple[str, ...], name: str | None) -> Any:
    return edition, read_policies(policy), name


@click.command(add_help_option=False)
@click.argument("card")
@click.argument("value")
@click.option("--zone")
@click.option("--cast")
@click.option("--x", type=int)
@click.option("--unlocked")
@click.option("--face")
@click.option("--melded", is_flag=True)
@click.option("--copy", is_flag=True)
@click.option("--token", is_flag=True)
@click.option("--edition")
@click.option("--policy", multiple=True)
def _why_line(card: str, value: str, policy: tuple[str, ...], **how: Any) -> Any:
    return card, value, {**how, "policies": read_policies(policy)}


def _parsed(command: click.Command, line: str) -> Any:
    return command.main(args=shlex.split(line), prog_name="", standalone_mode=False)


def _in_one_line(run: Callable[[], Any]) -> Any:
    """Return what a magic gives; a refusal is printed instead."""
    try:
        return run()
    except MtgmeldError as error:
        print(" ".join(str(error).split()))
    except click.ClickException as error:
        print(error.format_message())
    except ValueError as error:
        print(error)
    return None


def load_ipython_extension(shell: Any) -> None:
    """Register the magics; called by ``%load_ext mtgmeld``."""

    def scenario(line: str, cell: str) -> Any:
        """Play the cell, a situation in the notation.

        ``--edition DATE``, ``--policy NAME=READING``; ``--as NAME`` keeps the run in a variable.
        """

        def run() -> Any:
            from mtgmeld.scenario import Scenario

            edition, policies, name = _parsed(_scenario_line, line)
            done = Scenario.from_text(cell, "the cell").play(edition=edition, policies=policies)
            if name:
                if not name.isidentifier():
                    raise click.UsageError(f"{name!r} is no name of a variable")
                shell.user_ns[name] = done
            return done

        return _in_one_line(run)

    def why(line: str) -> Any:
        """Explain a value: ``%why CARD VALUE``, with the options of ``mtgmeld explain``."""

        def run() -> Any:
            from mtgmeld.ask import explain

            card, value, how = _parsed(_why_line, line)
            return explain(card, value, **how)

        return _in_one_line(run)

    shell.register_magic_function(scenario, "cell", "scenario")
    shell.register_magic_function(why, "line", "why")


def unload_ipython_extension(shell: Any) -> None:
    """Take the magics away again; called by ``%unload_ext mtgmeld``."""
    shell.magics_manager.magics["cell"].pop("scenario", None)
    shell.magics_manager.magics["line"].pop("why", None)
