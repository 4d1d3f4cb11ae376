"""``%load_ext mtgmeld``: ``%%scenario`` plays a cell, ``%why`` explains a value.

A refusal of ours is printed in one line, without a traceback.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import click

from mtgmeld.cli.options import question_options, rules_options
from mtgmeld.errors import MtgmeldError


@click.command(add_help_option=False)
@rules_options
@click.option("--as", "name")
def _scenario_line(**how: Any) -> dict[str, Any]:
    return how


@click.command(add_help_option=False)
@question_options
def _why_line(**question: Any) -> dict[str, Any]:
    return question


def _in_one_line(run: Callable[[dict[str, Any]], Any], command: click.Command, line: str) -> Any:
    """Return what a magic gives for its line; a refusal is printed instead."""
    try:
        return run(command.main(args=shlex.split(line), prog_name="", standalone_mode=False))
    except click.ClickException as error:
        print(error.format_message())
    except (MtgmeldError, ValueError) as error:
        print(" ".join(str(error).split()))
    return None


def load_ipython_extension(shell: Any) -> None:
    """Register the magics; called by ``%load_ext mtgmeld``.

    Examples
    --------
    >>> from IPython.core.interactiveshell import InteractiveShell
    >>> shell = InteractiveShell()
    >>> mm.load_ipython_extension(shell)
    >>> "scenario" in shell.magics_manager.magics["cell"]
    True
    """

    def scenario(line: str, cell: str) -> Any:
        """Play the cell, a situation in the notation.

        ``--edition DATE``, ``--policy NAME=READING``; ``--as NAME`` keeps the run in a variable.
        """

        def run(how: dict[str, Any]) -> Any:
            from mtgmeld.scenario import Scenario

            name = how.pop("name")
            done = Scenario.from_text(cell, "the cell").play(**how)
            if name:
                if not name.isidentifier():
                    raise click.UsageError(f"{name!r} is no name of a variable")
                shell.user_ns[name] = done
            return done

        return _in_one_line(run, _scenario_line, line)

    def why(line: str) -> Any:
        """Explain a value: ``%why CARD VALUE``, with the options of ``mtgmeld explain``."""

        def run(question: dict[str, Any]) -> Any:
            from mtgmeld.question import explain

            return explain(**question)

        return _in_one_line(run, _why_line, line)

    shell.register_magic_function(scenario, "cell", "scenario")
    shell.register_magic_function(why, "line", "why")


def unload_ipython_extension(shell: Any) -> None:
    """Take the magics away again; called by ``%unload_ext mtgmeld``.

    Examples
    --------
    >>> from IPython.core.interactiveshell import InteractiveShell
    >>> shell = InteractiveShell()
    >>> mm.load_ipython_extension(shell)
    >>> mm.unload_ipython_extension(shell)
    >>> "scenario" in shell.magics_manager.magics["cell"]
    False
    """
    shell.magics_manager.magics["cell"].pop("scenario", None)
    shell.magics_manager.magics["line"].pop("why", None)
