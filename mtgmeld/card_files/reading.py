"""Reading a card file into frames or a catalog, with what was lost said as a warning."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.catalog import Catalog
from mtgmeld.errors import CardFileWarning, UnknownName
from mtgmeld.sources.read import load
from mtgmeld.sources.report import Report

if TYPE_CHECKING:
    import pandas as pd
from mtgmeld.card_files.columns import CARD_FILE_TABLES
from mtgmeld.card_files.frames import CardFile

__all__ = ["read_card_file", "read_cards", "read_catalog"]


def read_card_file(
    path: str | os.PathLike[str],
    *,
    where: str | None = None,
    policies: Mapping[str, str] | None = None,
    citations: bool = True,
    strict: bool = False,
    progress: bool = False,
) -> CardFile:
    """Read a card file and derive every card's values by the rules.

    Parameters
    ----------
    path : path-like
        A Scryfall file (bulk array, JSON Lines, list page, one card) or an MTGJSON file
        (AtomicCards, AllPrintings, a set, a list of cards), plain or gzip.
    where : str, optional
        A filter in the syntax of :mod:`mtgmeld.query`; other cards are left out.
    policies : mapping, optional
        Readings other than the default, by the policy's name.
    citations : bool
        Whether rule numbers stand beside the values.
    strict : bool
        Whether the first damaged object ends the reading with an error.
    progress : bool
        Whether a progress bar is shown.

    Warns
    -----
    CardFileWarning
        If objects were skipped, fields left out, the file ends early, or a meld pair was
        completed from the pair table.

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.
    BadFilter, UnknownPolicy
    """
    made = _read(path, where, policies, citations, strict, progress)
    _warn(made.report)
    return made


def _read(
    path: str | os.PathLike[str],
    where: str | None,
    policies: Mapping[str, str] | None,
    citations: bool,
    strict: bool,
    progress: bool,
) -> CardFile:
    wanted = None
    if where is not None:
        from mtgmeld.query import compile_filter
        from mtgmeld.sources.choose import wanted_by

        wanted = wanted_by(compile_filter(where).matches)
    with _bar(path) if progress else nullcontext() as update:
        columns = load(
            path,
            policies=policies,
            citations=citations,
            strict=strict,
            progress=update,
            wanted=wanted,
        )
    return CardFile(columns)


def _bar(path: str | os.PathLike[str]) -> AbstractContextManager[Callable[[int], None] | None]:
    from contextlib import contextmanager

    from tqdm.auto import tqdm

    @contextmanager
    def shown() -> Any:
        where = Path(path)
        size = where.stat().st_size if where.is_file() else None
        with tqdm(total=size, unit="B", unit_scale=True, desc=where.name) as bar:
            yield bar.update

    return shown()


def _warn(report: Report) -> None:
    said = list(report.warnings)
    if report.skipped:
        said.append(f"{report.skipped:,} objects skipped; {report.losses[0]}")
    if report.noted:
        said.append(f"{report.noted:,} fields left out; {report.notes[0]}")
    if report.stopped:
        said.append(f"not read to the end: {report.stopped}")
    for text in said:
        warnings.warn(f"{report.path}: {text}", CardFileWarning, stacklevel=3)


def read_cards(
    path: str | os.PathLike[str],
    *,
    rows: str = "cards",
    where: str | None = None,
    policies: Mapping[str, str] | None = None,
    citations: bool = True,
    strict: bool = False,
    progress: bool = False,
) -> pd.DataFrame:
    """Read a card file into a frame of derived values.

    Parameters
    ----------
    path, where, policies, citations, strict, progress
        As for :func:`read_card_file`.
    rows : str
        ``cards`` for one row a card, ``faces`` for one row a face or half, ``differences``
        for the published values that are not the derived ones, ``pairs`` for meld pairs.

    Returns
    -------
    pandas.DataFrame
        With the columns and dtypes of :data:`CARD_FILE_TABLES`; a mana value column is
        Float64 where a half or infinite symbol occurs.  ``attrs["report"]`` is the report
        as plain data.

    Warns
    -----
    CardFileWarning
        As :func:`read_card_file`.

    Raises
    ------
    BadCardFile, BadFilter, UnknownName, UnknownPolicy
    """
    if rows not in CARD_FILE_TABLES:
        raise UnknownName("frame of a card file", rows, CARD_FILE_TABLES)
    made = _read(path, where, policies, citations, strict, progress)
    _warn(made.report)
    return made.frame(rows)


def read_catalog(path: str | os.PathLike[str], *, strict: bool = False) -> Catalog:
    """Return the cards of a card file as a catalog, found by any of their names.

    The first printing of each card counts.  Flavor names of printings are further names of
    their card.  Tokens, emblems and cards that are in no deck are left out.

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.
    """
    from mtgmeld.sources.choose import read_catalog as read

    return read(path, strict=strict)
