"""Keyword abilities: one record each, from ``data/abilities/keywords.toml`` (702).

A record says the rule, and what gives the keyword its effect: a part of the engine (``by``), or
abilities in the tables that cards take, which :mod:`mtgmeld.game.card_abilities` reads.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from mtgmeld.catalog import ability_folders, sparing
from mtgmeld.errors import BadDataFile, UnknownName, near
from mtgmeld.files import data_folder


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=_HasName)


class Keyword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A keyword ability.

    Attributes
    ----------
    name : str
    rule : str
    by : str
        The part of the engine that gives it its effect; empty for none.
    ability : dict
        What it stands for, as a table; empty for nothing that is said in that way.
    """

    name: str
    rule: str
    by: str = ""
    ability: dict[str, Any] = {}

    @property
    def modeled(self) -> bool:
        """Whether it has its effect here."""
        return bool(self.by or self.ability)


# keywords whose name is a part of what stands on a card
_ENDINGS = {"walk": "Landwalk", "cycling": "Cycling"}


def named_in(
    used: tuple[Path, ...],
    before: tuple[Path, ...],
    read: Callable[[Path, dict[str, Any]], Iterable[Named]],
) -> dict[str, Named]:
    """Return, by name, what is read from the tables of the files with abilities.

    Those of folders in use count before ours, ours before those of others and those that were.

    Raises
    ------
    BadDataFile
        If one is no TOML, or holds what cannot be read.
    """
    found: dict[str, Named] = {}
    for folder in reversed((*used, data_folder() / "abilities", *before)):
        for path in sorted(folder.glob("*.toml")):
            with sparing(folder):
                try:
                    tables = tomllib.loads(path.read_text(encoding="utf-8"))
                except (tomllib.TOMLDecodeError, UnicodeError) as error:
                    raise BadDataFile(path, str(error)) from None
                found.update({row.name: row for row in read(path, tables)})
    return found


def _keywords_in(path: Path, tables: dict[str, Any]) -> list[Keyword]:
    try:
        return msgspec.convert(tables.get("keyword", ()), list[Keyword])
    except msgspec.ValidationError as error:
        raise BadDataFile(path, f"a keyword: {error}") from None


@cache
def _in_folders(used: tuple[Path, ...], before: tuple[Path, ...]) -> dict[str, Keyword]:
    return named_in(used, before, _keywords_in)


def keywords() -> dict[str, Keyword]:
    """Return all keyword abilities that are known, by name."""
    return _in_folders(*ability_folders())


def keyword(text: str) -> Keyword:
    """Return the keyword ability that a text such as ``Flying`` or ``Ward {2}`` is one of.

    Raises
    ------
    UnknownName
        With near ones.
    """
    known = keywords()
    words = text.split()
    for n in range(len(words), 0, -1):
        found = known.get(" ".join(words[:n]))
        if found is not None:
            return found
    for ending, name in _ENDINGS.items():
        if text.endswith(ending) and len(words) == 1:
            return known[name]
    raise UnknownName("keyword ability", text, near(text, known))
