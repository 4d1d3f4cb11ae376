"""Records from plain tables: actions and effects, with errors that say what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from mtgmeld.errors import BadValue, UnknownName, near
from mtgmeld.game.actions import ACTIONS, Action

__all__ = ["convert", "instructions_of", "numbers_fit"]

T = TypeVar("T")


def convert(table: Mapping[str, Any], kind: type[T], what: str) -> T:
    """Return a table of plain values as a record.

    Raises
    ------
    UnknownName
        For a field that the record does not have, with near ones.
    BadValue
        For a value of the wrong kind, one that is missing, or a number of things below 0.
    """
    try:
        made = msgspec.convert(dict(table), kind)
    except msgspec.ValidationError as error:
        said, _, at = str(error).partition(" - at `$")
        inner = at.rstrip("`").lstrip(".")
        unknown = said.partition("unknown field `")[2].rstrip("`")
        if unknown:
            # T stands for a record, which the checker cannot know
            known = [f.encode_name for f in msgspec.structs.fields(kind)]  # type: ignore[arg-type]
            raise UnknownName(f"field of {what}", unknown, near(unknown, known) or known) from None
        raise BadValue(what, inner, said.replace("Object missing", "it is without the")) from None
    numbers_fit(made, what)
    return made


def numbers_fit(record: object, what: str) -> None:
    """Refuse a record with a number of things below 0 (107.1b).

    Raises
    ------
    BadValue
    """
    counted = {"count": getattr(record, "count", 0)}
    counters = getattr(record, "counters", None)
    if isinstance(counters, Mapping):
        counted |= {f"counters.{kind}": n for kind, n in counters.items()}
    for field, n in counted.items():
        if isinstance(n, int) and n < 0:
            raise BadValue(what, field, f"{n} is below 0 [107.1b]")


def instructions_of(rows: Any) -> tuple[Action, ...]:
    """Return instructions from a table with ``do``, or a list of such tables.

    Raises
    ------
    UnknownName
        For an action or field that does not exist, with near ones.
    BadValue
        For what is no table, or a value of the wrong kind.
    """
    if rows is not None and not isinstance(rows, Mapping | list | tuple):
        raise BadValue("an instruction", "do", f"{rows!r} is no table")
    made: list[Action] = []
    for row in [rows] if isinstance(rows, Mapping) else list(rows or ()):
        if not isinstance(row, Mapping):
            raise BadValue("an instruction", "do", f"{row!r} is no table")
        name = str(row.get("do"))
        if name not in ACTIONS:
            raise UnknownName("action", name, near(name, ACTIONS) or sorted(ACTIONS))
        made.append(convert(row, ACTIONS[name], f"the instruction {name!r}"))
    return tuple(made)
