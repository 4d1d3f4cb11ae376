"""The command line.  Each command lives in a module of its own and loads when it is called."""

from __future__ import annotations

import io
import os
import sys
import warnings
from importlib import import_module
from typing import Any

import click

from mtgmeld.errors import MtgmeldError, near, one_of, printable

# name of the command -> module and attribute, and the line that the overview shows
COMMANDS: dict[str, tuple[str, str]] = {
    "cards": ("mtgmeld.cli.cards:cards", "Derive and compare the cards of your own file."),
    "check": ("mtgmeld.cli.notebooks:check", "Check notebooks: every output, cell by cell."),
    "data": ("mtgmeld.cli.data:data", "Fetch a file of all cards."),
    "deck": ("mtgmeld.cli.decks:deck", "Read a deck list, check it, or write it for a client."),
    "explain": ("mtgmeld.cli.explain:explain", "Say why a value is what it is."),
    "figures": ("mtgmeld.cli.figures:figures", "Export the figures."),
    "lab": ("mtgmeld.cli.lab:lab", "Open the notebooks in JupyterLab."),
    "refresh": ("mtgmeld.cli.notebooks:refresh", "Run notebooks again, to the same bytes."),
    "rules": ("mtgmeld.cli.rules:rules", "Rule numbers through time, and what changed."),
    "run": ("mtgmeld.cli.run:run", "Play situation files."),
    "schema": ("mtgmeld.cli.run:schema", "Print the JSON Schema of situation files."),
    "vectors": ("mtgmeld.cli.vectors:vectors", "Write situations as vectors for other engines."),
    "table": ("mtgmeld.cli.tables:table", "Print a table of characteristics."),
}


class _Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = one_of(near(args[0], COMMANDS))
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mtgmeld")
def cli() -> None:
    """Meld pairs, split cards, Rooms and double-faced cards, every value with its rules."""


def main(args: list[str] | None = None) -> None:
    """Run the command line; a refusal is one line on standard error and exit code 2."""
    warnings.showwarning = _warn
    for stream in (sys.stdout, sys.stderr):
        # a terminal that lacks a letter gets its number, not a traceback
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code: Any = 2
    try:
        code = cli.main(args=args, prog_name="mtgmeld", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        refuse("stopped")
        code = 130
    except click.ClickException as error:
        ctx = getattr(error, "ctx", None)
        refuse(error.format_message(), ctx.command_path if ctx else "mtgmeld")
    except MtgmeldError as error:
        refuse(error)
    except BrokenPipeError:
        _close_output()
        code = 0
    except OSError as error:
        if error.filename is not None:
            refuse(f"{error.filename}: {error.strerror}")
        else:
            refuse(f"the output is not complete: {error.strerror}")
            _close_output()
    sys.exit(code if isinstance(code, int) else 0)


def refuse(why: object, who: str = "mtgmeld") -> None:
    """Say in one line why a command did not do what was asked."""
    click.echo(printable(f"{who}: {' '.join(str(why).split())}"), err=True)


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Say a warning in one line, as a refusal is said."""
    refuse(message)


def _close_output() -> None:
    """Let what is still to be written go nowhere: Python would try it again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
