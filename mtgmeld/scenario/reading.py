"""Reading a situation file: its tables as plain values, and the places of errors in it.

Nothing in a file is ever run, and no value of it is taken for a path: it is data alone.
"""

from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import BadScenario, MtgmeldError, one_of

__all__ = ["LONGEST", "Place", "parse", "plain"]

LONGEST = 2_000_000
DEEPEST = 40


class Place(msgspec.Struct, frozen=True):
    """A file and a table in it, for errors that say where something is.

    Attributes
    ----------
    path : object
    text : str
        The file's text; empty where it was built in Python.
    where : tuple of (str, int)
        The tables that lead there, with their numbers from 0: ``step`` 0, ``expect`` 2.
    """

    path: object = "<scenario>"
    text: str = ""
    where: tuple[tuple[str, int], ...] = ()

    def at(self, table: str, number: int) -> Place:
        """Return the place of a table in this one."""
        return Place(self.path, self.text, (*self.where, (table, number)))

    def wrong(self, why: str, field: str = "", offered: Iterable[str] = ()) -> BadScenario:
        """Return the error with line and field, and names that may have been meant."""
        hint = one_of(offered).strip()
        why = f"{why}." if hint and not why.endswith((".", "?")) else why
        words = [f"{'expectation' if t == 'expect' else t} {n + 1}" for t, n in self.where]
        words += [f"field {field}"] if field else []
        column = ", ".join(words) or None
        return BadScenario(self.path, why, line=self.line(field), column=column, hint=hint)

    def caused(self, error: MtgmeldError, row: Mapping[str, Any]) -> BadScenario:
        """Return the error for what went wrong with a table, at the field that it speaks of."""
        field = str(getattr(error, "field", ""))
        said = getattr(error, "name", None) or getattr(error, "text", None)
        if said and not field:
            alike = [k for k, v in row.items() if k == said or _has(v, said)]
            within = [k for k, v in row.items() if str(said) in str(v)]
            field = next(iter([*alike, *within]), "")
        return self.wrong(str(error), field)

    def line(self, field: str = "") -> int | None:
        """Return the line of a field of the table, or of its head, if it can be found."""
        if not self.text:
            return None
        lines = self.text.splitlines()
        at, prefix = 0, ""
        for table, number in self.where:
            prefix = f"{prefix}.{table}" if prefix else table
            header = re.compile(rf"\s*\[\[\s*{re.escape(prefix)}\s*\]\]")
            heads = [n for n in range(at, len(lines)) if header.match(lines[n])]
            if len(heads) <= number:
                return at or None
            at = heads[number] + 1
        if field:
            key = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*=")
            for n in range(at, len(lines)):
                if lines[n].lstrip().startswith("[["):
                    break
                if key.match(lines[n]):
                    return n + 1
        return at or None


def _has(value: Any, said: object) -> bool:
    if isinstance(value, dict):
        return said in value or any(_has(v, said) for v in value.values())
    if isinstance(value, list):
        return any(_has(v, said) for v in value)
    return bool(value == said)


def parse(text: str, path: object = "<text>") -> dict[str, Any]:
    """Return the tables of a file; dates become text.

    Raises
    ------
    BadScenario
        With the line, if it is no TOML, or longer or deeper than any situation.
    """
    place = Place(path)
    if len(text) > LONGEST:
        raise place.wrong(f"it is longer than any situation ({LONGEST // 1_000_000} MB)")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(found[1]) if found else None
        why = re.sub(r" \(at .*\)$", "", str(error))
        raise BadScenario(path, f"it is no TOML: {why}", line=line) from None
    except ValueError:  # Python reads no whole number of so many digits
        raise place.wrong("a number in it is longer than any in a situation") from None
    except RecursionError:
        raise place.wrong(f"it is nested deeper than {DEEPEST} tables") from None
    return plain(tables, path)


def plain(tables: Mapping[str, Any], path: object = "<scenario>") -> dict[str, Any]:
    """Return tables of texts, numbers, lists and tables alone, all of them new.

    Dates are text, and None is left out.

    Raises
    ------
    BadScenario
        If they are nested too deep, or a number is none.
    """
    try:
        made: dict[str, Any] = _plain(dict(tables), 0)
    except RecursionError:
        raise Place(path).wrong(f"it is nested deeper than {DEEPEST} tables") from None
    except _NoNumber as error:
        raise Place(path).wrong(str(error), error.name) from None
    return made


class _NoNumber(ValueError):
    """A value that TOML and JSON read as a number, and that equals none, itself included."""

    def __init__(self, name: str, value: float) -> None:
        super().__init__(f"{value} is no number that anything in a game can have")
        self.name = name


def _plain(value: Any, depth: int, name: str = "") -> Any:
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, dict):
        return {k: _plain(v, depth + 1, str(k)) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_plain(v, depth + 1, name) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise _NoNumber(name, value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value
