"""The rules files that a user has: which are in use, and which lie in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.arrow import pandas_of
from mtgmeld.errors import BadRulesText, UnknownEdition
from mtgmeld.rules.editions import EDITIONS, Edition, edition, iso
from mtgmeld.rules.text import Rule, RulesText, date_of, head, read_text

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "MTGMELD_RULES"

_IN_USE: dict[str, dict[str, str]] = {}


def text_from(source: RulesText | pd.DataFrame | str | os.PathLike[str]) -> RulesText:
    """Return the core of a text: as it is, from a frame, or from a file."""
    if isinstance(source, RulesText):
        return source
    if isinstance(source, str | os.PathLike):
        return read_text(source)
    return of_frame(pandas_of(source))


def of_frame(frame: pd.DataFrame) -> RulesText:
    """Return the core of a frame that :func:`read` made, or of a part of its rows.

    Raises
    ------
    BadRulesText
        If a column is missing.
    """
    lacking = [c for c in ("number", "text", "examples", "line") if c not in frame.columns]
    path = str(frame.attrs.get("path", "frame"))
    if lacking:
        raise BadRulesText(path, f"the frame has no column {lacking[0]!r}")
    rows: Iterable[Any] = zip(
        frame["number"], frame["text"], frame["examples"], frame["line"], strict=True
    )
    rules = tuple(Rule(str(n), str(t), tuple(e), int(at)) for n, t, e, at in rows)
    edition = str(frame.attrs.get("edition", ""))
    return RulesText(path, edition, "", rules, dict(frame.attrs.get("sections", {})))


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

    Examples
    --------
    >>> mm.rules.use("old.txt")
    ('2019-04-01',)
    >>> mm.rules.use()
    ()
    """
    texts = [text_from(s) for s in sources]
    for text in texts:
        if not text.edition:
            raise BadRulesText(text.path, "the text has no date.", hint="Its edition is unknown.")
    if not texts:
        _IN_USE.clear()
    for text in texts:
        _IN_USE[text.edition] = text.by_number()
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
    path = editions_in(Path(named)).get(date) if named else None
    return {} if path is None else _texts(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _texts(path: Path, _changed: int) -> dict[str, str]:
    return read_text(path).by_number()


def rule_files(folder: Path) -> list[Path]:
    """Return the text files of a folder, plain and compressed, by name.

    Raises
    ------
    BadRulesText
        If the folder does not exist or holds none.
    """
    if not folder.is_dir():
        raise BadRulesText(folder, "is no folder.", hint="Give a folder of rules files (TXT).")
    endings = (".txt", ".txt.gz", ".md", ".md.gz")
    found = sorted(p for p in folder.iterdir() if p.name.lower().endswith(endings) and p.is_file())
    if not found:
        raise BadRulesText(folder, "holds no rules file: no name ends in .txt, .md or either .gz")
    return found


def editions_in(folder: Path) -> Mapping[str, Path]:
    """Return the rules files of a folder by the date that the head of each names.

    Files without a date are left out.

    Raises
    ------
    BadRulesText
        If the folder does not exist or has no file with the name of a text.
    """
    files = rule_files(folder)
    return _dates(tuple((p, p.stat().st_mtime_ns) for p in files))


@lru_cache(maxsize=4)
def _dates(files: tuple[tuple[Path, int], ...]) -> dict[str, Path]:
    dated = ((date_of(head(path)), path) for path, _ in files)
    return {date: path for date, path in dated if date}


def find(date: str | Edition, folder: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the edition in force on a date: the last of a folder up to that date.

    Parameters
    ----------
    date : str or Edition
    folder : path, optional
        Where to look; without it the folder that ``MTGMELD_RULES`` names.

    Raises
    ------
    UnknownEdition
        If the folder has no file of that edition, or none is named.

    Examples
    --------
    >>> mm.rules.find("2019-04-20", folder=".").name
    'old.txt'
    """
    asked = iso(str(date))
    where = folder or os.environ.get(FOLDER)
    if not where:
        why = f"give a file, or a folder of rules files by folder= (--folder) or {FOLDER}."
        raise UnknownEdition(asked, why)
    have = editions_in(Path(where))
    best = max((d for d in have if d <= asked), default="")
    # The folder may have editions that this package does not know, and lack some that it does.
    wanted = "" if asked < EDITIONS[0] else max(d for d in EDITIONS if d <= asked)
    if not best or best < wanted:
        shown = ", ".join(sorted(have)) or "none with a date"
        lacking = wanted or f"{asked} or before"
        raise UnknownEdition(asked, f"{where} has no file of {lacking}; it has: {shown}.")
    if best == wanted:
        edition(asked)  # says where the edition in force on that date is not known
    return have[best]
