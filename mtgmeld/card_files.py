"""A card file of others: derived values as frames, with what was lost said as a warning."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import CardFileWarning, UnknownName
from mtgmeld.frames import Column, flag, frame, framed, kind, number, series, text
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import written
from mtgmeld.sources.derive import Difference, FaceValues, Values
from mtgmeld.sources.read import Columns, Report, load

if TYPE_CHECKING:
    import pandas as pd


class _Row(msgspec.Struct):
    """A card, a face of it or a difference as a row of a frame."""

    card: str
    id: str | None
    values: Values
    part: int | None = None
    own: FaceValues | None = None
    face: str = ""
    type_line: str = ""
    other: Difference | None = None
    rules: str | None = None


def _listed(words: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(words))


@lru_cache(maxsize=16384)
def _whole(cost: str | None) -> str | None:
    """Return a cost as tables show it: generic mana added up, in the customary order."""
    return None if cost is None else str(ManaCost.parse(cost).whole)


def _shown(value: Any) -> str:
    return written(int(value) if isinstance(value, float) and value.is_integer() else value)


def _rules(of: str, where: str = "") -> Column:
    verb = "rest" if of == "colors" else "rests"
    return text(
        f"{of}_rules",
        f"rules that the {of.replace('_', ' ')} {verb} on",
        lambda row: getattr(getattr(row, where) if where else row, f"{of}_rules") or None,
    )


_CARD = text("card", "full name of the card, halves and faces joined by //")
_ID = text("id", "identifier in the file; NA where it gives none")
_LAYOUT = "layout as the file has it; meld_result for a combined face"
_KIND = "room, fuse, aftermath or split for split cards, else the layout"
# rows -> columns; those of cards are of :class:`Values`, or of the file's own columns
CARD_FILE_TABLES: dict[str, tuple[Column, ...]] = {
    "cards": (
        _CARD,
        text("layout", _LAYOUT),
        text("kind", _KIND),
        text("mana_cost", "mana cost of the card in a hand; NA without one",
             lambda v: _whole(v.mana_cost)),
        number("mana_value", "mana value in a hand; of a combined face, in play (202.3)"),
        text("colors", "colors in the order WUBRG; empty for colorless; NA if unknown"),
        text("color_identity", "color identity (903.4); NA for what is no card"),
        text("type_line", "type line as the file has it"),
        text("differs", "fields that the file has otherwise, joined by '; '; empty if none",
             lambda v: _listed(d.field for d in v.differences)),
        text("flags", "what is unknown or odd, joined by '; '; empty if nothing",
             lambda v: _listed(v.flags)),
        text("set", "set code in the file; NA where it gives none"),
        text("released", "date in the file; NA where it gives none"),
        _ID,
        _rules("mana_value"),
        _rules("colors"),
        _rules("color_identity"),
    ),
    "faces": (
        _CARD,
        text("layout", _LAYOUT, "values.layout"),
        text("kind", _KIND, "values.kind"),
        number("part", "0 for the front face or first half, then 1, 2 and so on"),
        text("face", "name of the face or half"),
        text("type_line", "type line of the face or half"),
        text("mana_cost", "its own mana cost; NA without one", "own.mana_cost"),
        number("mana_value", "mana value while this face is up or this half is cast",
               "own.mana_value"),
        text("colors", "colors meanwhile; empty for colorless; NA if unknown", "own.colors"),
        number("card_mana_value", "mana value of the card in a hand", "values.mana_value"),
        text("color_identity", "color identity of the card; NA for what is no card",
             "values.color_identity"),
        _ID,
        _rules("mana_value", "own"),
        _rules("colors", "own"),
    ),
    "differences": (
        _CARD,
        text("layout", _LAYOUT, "values.layout"),
        number("part", "the face or half, from 0; NA for the whole card"),
        text("field", "mana_value, colors, color_identity, face_mana_value, face_colors",
             "other.field"),
        text("published", "what the file has", lambda r: _shown(r.other.published)),
        text("derived", "what the rules give", lambda r: _shown(r.other.derived)),
        text("cause", "why they differ, as far as it can be told", "other.cause"),
        text("rules", "rules that the derived value rests on"),
        _ID,
    ),
    "pairs": (
        text("result", "combined back face"),
        text("bearer", "the card whose ability melds, as far as its text says so",
             lambda p: p.cards[0]),
        text("counterpart", "the other card", lambda p: p.cards[1]),
        flag("known", "whether the pair table of the bundled facts has the pair", "is_known"),
    ),
}  # fmt: skip
for _rows, _columns in CARD_FILE_TABLES.items():
    kind(f"card file: {_rows}", _columns, [_columns[0].name])


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
        makers: dict[str, Callable[[], pd.DataFrame]] = {
            "cards": self.cards,
            "faces": self.faces,
            "differences": self.differences,
            "pairs": self.pairs,
        }
        if rows not in makers:
            raise UnknownName("frame of a card file", rows, makers)
        return makers[rows]()

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

        def rows() -> Iterator[_Row]:
            for at in range(len(c)):
                values = c.values(at)
                named = c.faces.get(at) or ((c.names[at], c.type_lines[at]),)
                for part, own in enumerate(values.by_face()):
                    face, line = named[min(part, len(named) - 1)]
                    yield _Row(c.names[at], c.ids[at], values, part, own, face, line)

        return frame(self._shown("faces"), rows(), self._attrs())

    def differences(self) -> pd.DataFrame:
        """Return one row a published value that is not the derived one, with its cause."""
        c = self._columns

        def rows() -> Iterator[_Row]:
            for at in range(len(c)):
                values = c.values(at)
                for d in values.differences:
                    of: Values | FaceValues = values
                    if d.field.startswith("face_"):
                        of = values.faces[d.part or 0]
                    rules = getattr(of, f"{d.field.removeprefix('face_')}_rules") or None
                    yield _Row(c.names[at], c.ids[at], values, d.part, other=d, rules=rules)

        return frame(CARD_FILE_TABLES["differences"], rows(), self._attrs())

    def pairs(self) -> pd.DataFrame:
        """Return the meld pairs that the file shows, by the name of the combined face."""
        return frame(CARD_FILE_TABLES["pairs"], self._columns.pairs, self._attrs())

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
    if rows not in CARD_FILE_TABLES:
        raise UnknownName("frame of a card file", rows, CARD_FILE_TABLES)
    made = _read(path, where, progress, policies=policies, citations=citations, strict=strict)
    return made.frame(rows)
