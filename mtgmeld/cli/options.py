"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["edition_option", "policy_option", "read_policies"]

F = TypeVar("F", bound=Callable[..., Any])


def edition_option(command: F) -> F:
    """Add ``--edition``."""
    return click.option(
        "--edition",
        metavar="DATE",
        help="Rules in force on this date; the newest known by default.",
    )(command)


def policy_option(command: F) -> F:
    """Add ``--policy NAME=READING``, which may be given several times."""
    return click.option(
        "--policy",
        "policy",
        multiple=True,
        metavar="NAME=READING",
        help="A reading other than the default where the rules leave room.",
    )(command)


def read_policies(given: tuple[str, ...]) -> dict[str, str]:
    """Return the readings that ``--policy`` gave."""
    chosen = {}
    for item in given:
        name, sign, reading = item.partition("=")
        if not sign:
            raise click.UsageError(f"--policy {item!r}: give NAME=READING.")
        chosen[name.strip()] = reading.strip()
    return chosen
