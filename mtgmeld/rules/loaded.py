"""The rules files that a user has: which are in use, and which lie in a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mtgmeld.errors import BadRulesText, UnknownEdition
from mtgmeld.rules.decoding import head
from mtgmeld.rules.editions import Edition, edition
from mtgmeld.rules.layout import date_of
from mtgmeld.rules.text import RulesText, of_frame, read_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FOLDER", "as_text", "editions_in", "find", "rule_files", "text_of", "use"]

FOLDER = "MTGMELD_RULES"

_IN_USE: dict[str, dict[str, str]] = {}


def as_text(source: RulesText | pd.DataFrame | str | os.PathLike[str]) -> RulesText:
    """Return the core of a text: as it is, from a frame, or from a file."""
    if isinstance(source, RulesText):
        return source
    if isinstance(source, str | os.PathLike):
        return read_text(source)
    return of_frame(source)


def use(*sources: RulesText | pd.DataFrame | str | os.PathLike[str]) -> tuple[str, ...]:
    """Show the rules' own text beside rule numbers, from now on and in this process alone.

    Parameters
    ----------
    *sources
        Frames from :func:`mtgmeld.rules.read`, or paths, one for each edition; none at all
        forgets what was in use.

    Returns
    -------
    tuple of str
        The editions in use.

    Raises
    ------
    BadRulesText
        If a file is no rules text, or does not say since when it is in force.
    """
    texts = [as_text(s) for s in sources]
    for text in texts:
        if not text.edition:
            raise BadRulesText(text.path, "the text has no date.", hint="Its edition is unknown.")
    if not texts:
        _IN_USE.clear()
    for text in texts:
        _IN_USE[text.edition] = {r.number: r.text for r in text.rules}
    return tuple(sorted(_IN_USE))


def text_of(date: str) -> Mapping[str, str]:
    """Return the texts of an edition's rules by number, where the user has that edition.

    Raises
    ------
    BadRulesText
        If the folder that ``MTGMELD_RULES`` names does not exist, or its file of that edition
        is damaged.
    """
    known = _IN_USE.get(date)
    if known is not None:
        return known
    named = os.environ.get(FOLDER)
    if not named:
        return {}
    path = editions_in(Path(named)).get(date)
    return {} if path is None else _texts(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _texts(path: Path, _changed: int) -> dict[str, str]:
    return {r.number: r.text for r in read_text(path).rules}


def rule_files(folder: Path) -> list[Path]:
    """Return the text files of a folder, plain and compressed, by name.

    Raises
    ------
    BadRulesText
        If the folder does not exist or holds none.
    """
    if not folder.is_dir():
        raise BadRulesText(folder, "is no folder.", hint="Give a folder of rules files (TXT).")
    found = sorted(
        p for p in folder.iterdir() if p.name.lower().endswith((".txt", ".txt.gz")) and p.is_file()
    )
    if not found:
        raise BadRulesText(folder, "holds no rules file: no name ends in .txt or .txt.gz")
    return found


def editions_in(folder: Path) -> Mapping[str, Path]:
    """Return the rules files of a folder by the date that the head of each names.

    Files without a date are left out.

    Raises
    ------
    BadRulesText
        If the folder does not exist or has no file with a name in ``.txt`` or ``.txt.gz``.
    """
    files = rule_files(folder)
    return _dates(tuple((p, p.stat().st_mtime_ns) for p in files))


@lru_cache(maxsize=4)
def _dates(files: tuple[tuple[Path, int], ...]) -> dict[str, Path]:
    found = {}
    for path, _ in files:
        date = date_of(head(path))
        if date:
            found[date] = path
    return found


def find(date: str | Edition, folder: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the edition in force on a date.

    Parameters
    ----------
    date : str or Edition
    folder : path, optional
        Where to look; without it the folder that ``MTGMELD_RULES`` names.

    Raises
    ------
    UnknownEdition
        If the folder has no file of that edition, or none is named.
    """
    asked = str(date)
    where = folder or os.environ.get(FOLDER)
    if not where:
        why = f"give a file, or a folder of rules files by folder= (--folder) or {FOLDER}."
        raise UnknownEdition(asked, why)
    have = editions_in(Path(where))
    wanted = edition(asked).date
    if wanted in have:
        return have[wanted]
    if asked in have:  # an edition that this package does not know
        return have[asked]
    shown = ", ".join(sorted(have)) or "none with a date"
    raise UnknownEdition(asked, f"{where} has no file of {wanted}; it has: {shown}.")
