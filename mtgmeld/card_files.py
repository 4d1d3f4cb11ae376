"""A card file of others: derived values as frames, with what was lost said as a warning."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import CardFileWarning, UnknownName
from mtgmeld.frames import Column, frame, framed, series
from mtgmeld.frames.of_files import CARD_FILE_TABLES, FileRow
from mtgmeld.sources.derive import Values
from mtgmeld.sources.read import Columns, Report, load

if TYPE_CHECKING:
    import pandas as pd


def known_rows(rows: str) -> str:
    """Return the name of a frame of a card file.

    Raises
    ------
    UnknownName
        If there is none of that name.
    """
    if rows not in CARD_FILE_TABLES:
        raise UnknownName("frame of a card file", rows, CARD_FILE_TABLES)
    return rows


class CardFile:
    """A card file that has been read: its report, and its frames.

    Each frame is made when it is asked for; :data:`CARD_FILE_TABLES` lists the columns.

    Attributes
    ----------
    report : Report
        Counts by layout, what was skipped and why, differences by cause.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self.report: Report = columns.report

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<CardFile {self.report.path!r}: {len(self):,} cards>"

    def frame(self, rows: str = "cards") -> pd.DataFrame:
        """Return one of the frames; ``attrs["report"]`` has the report as plain data.

        Parameters
        ----------
        rows : str
            ``cards``, ``faces``, ``differences`` or ``pairs``.

        Raises
        ------
        UnknownName
            For another word.
        """
        made: pd.DataFrame = getattr(self, known_rows(rows))()
        return made

    def cards(self) -> pd.DataFrame:
        """Return one row a card, in the order of the file."""
        import numpy as np

        c = self._columns
        own: dict[str, Sequence[Any]] = {
            "card": c.names, "type_line": c.type_lines, "set": c.sets, "released": c.released,
            "id": c.ids,
        }  # fmt: skip
        codes = np.asarray(c.codes, dtype=np.intp)

        def made(column: Column) -> pd.Series[Any]:
            if column.name in own:
                return series(column, own[column.name])
            # a column of the distinct values once, and which of them each row has
            once = series(column, [column.of(v) for v in c.deriver.distinct])
            return once.take(codes).reset_index(drop=True)

        return framed({column.name: made(column) for column in self._shown("cards")}, self._attrs())

    def faces(self) -> pd.DataFrame:
        """Return one row a face or half, in the order of the file."""
        c = self._columns

        def rows() -> Iterator[FileRow]:
            for at, values, row in self._each():
                named = c.faces.get(at) or ((c.names[at], c.type_lines[at]),)
                for part, own in enumerate(values.by_face()):
                    yield row(part, own, *named[min(part, len(named) - 1)])

        return frame(self._shown("faces"), rows(), self._attrs())

    def differences(self) -> pd.DataFrame:
        """Return one row a published value that is not the derived one, with its cause."""

        def rows() -> Iterator[FileRow]:
            for _, values, row in self._each():
                for d in values.differences:
                    field = d.field.removeprefix("face_")
                    of = values if field == d.field else values.faces[d.part or 0]
                    yield row(d.part, other=d, rules=getattr(of, f"{field}_rules") or None)

        return frame(CARD_FILE_TABLES["differences"], rows(), self._attrs())

    def pairs(self) -> pd.DataFrame:
        """Return the meld pairs that the file shows, by the name of the combined face."""
        return frame(CARD_FILE_TABLES["pairs"], self._columns.pairs, self._attrs())

    def _each(self) -> Iterator[tuple[int, Values, Callable[..., FileRow]]]:
        """Yield the place of each card, its values, and what makes a row of it."""
        c = self._columns
        for at in range(len(c)):
            values = c.values(at)
            yield at, values, partial(FileRow, c.names[at], c.ids[at], values)

    def _shown(self, rows: str) -> tuple[Column, ...]:
        """Return the columns of a frame, without those of citations where none are kept."""
        cited = self._columns.deriver.citations
        return tuple(c for c in CARD_FILE_TABLES[rows] if cited or not c.name.endswith("_rules"))

    def _attrs(self) -> dict[str, Any]:
        return {"report": self.report.as_dict()}


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
        A file of Scryfall (bulk array, JSON Lines, list page, one card), plain or gzip, or of
        MTGJSON: JSON (AtomicCards, AllPrintings, AllIdentifiers, a set, a list of cards), plain
        or gzip, CSV, parquet (with pyarrow) or SQLite.
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
    MissingExtra
        For a parquet file, if pyarrow is not installed.
    BadFilter, UnknownPolicy

    Examples
    --------
    >>> cards = mm.read_card_file("cards.json").cards()
    >>> cards[["card", "mana_value", "colors"]]
                                            card  mana_value colors
    0                                Fire // Ice           4     UR
    1             Bottomless Pool // Locker Room           6      U
    2  Delver of Secrets // Insectile Aberration           1      U
    """
    return _read(path, where, progress, policies=policies, citations=citations, strict=strict)


def _read(
    path: str | os.PathLike[str], where: str | None, progress: bool, **options: Any
) -> CardFile:
    if where is not None:
        from mtgmeld.query import for_cards
        from mtgmeld.sources.catalogs import wanted_by

        options["wanted"] = wanted_by(for_cards(where).matches)
    with _bar(path) if progress else nullcontext() as update:
        made = CardFile(load(path, progress=update, **options))
    report = made.report
    said = list(report.warnings)
    if report.skipped:
        said.append(f"{report.skipped:,} objects skipped; {report.losses[0]}")
    if report.noted:
        said.append(f"{report.noted:,} fields left out; {report.notes[0]}")
    if report.stopped:
        said.append(f"not read to the end: {report.stopped}")
    for words in said:
        warnings.warn(f"{report.path}: {words}", CardFileWarning, stacklevel=3)
    return made


@contextmanager
def _bar(path: str | os.PathLike[str]) -> Iterator[Callable[[int], Any]]:
    from tqdm.auto import tqdm

    where = Path(path)
    size = where.stat().st_size if where.is_file() else None
    with tqdm(total=size, unit="B", unit_scale=True, desc=where.name) as bar:
        yield bar.update


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
        As for :func:`read_card_file`, which says too what is warned of and raised.
    rows : str
        ``cards`` for one row a card, ``faces`` for one row a face or half, ``differences``
        for the published values that are not the derived ones, ``pairs`` for meld pairs.

    Returns
    -------
    pandas.DataFrame
        With the columns and dtypes of :data:`CARD_FILE_TABLES`; a mana value column is
        Float64 where a half or infinite symbol occurs.  ``attrs["report"]`` is the report
        as plain data.

    Raises
    ------
    BadCardFile, BadFilter, UnknownName, UnknownPolicy

    Examples
    --------
    >>> faces = mm.read_cards("cards.json", rows="faces", where="is:split")
    >>> faces[["face", "mana_value", "colors"]]
                  face  mana_value colors
    0             Fire           2      R
    1              Ice           2      U
    2  Bottomless Pool           1      U
    3      Locker Room           5      U
    """
    known_rows(rows)
    made = _read(path, where, progress, policies=policies, citations=citations, strict=strict)
    return made.frame(rows)
