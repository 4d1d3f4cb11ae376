"""Frames of a user's own card file: derived values, and where the file says otherwise."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mtgmeld.catalog import Catalog
from mtgmeld.errors import CardFileWarning, UnknownName
from mtgmeld.frames import Column, series
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import show
from mtgmeld.sources.columns import Columns, PairRow
from mtgmeld.sources.read import load
from mtgmeld.sources.report import Report
from mtgmeld.sources.values import FaceValues, Values

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["CARD_FILE_TABLES", "CardFile", "read_card_file", "read_cards", "read_catalog"]

_CARD = Column("card", "string", "full name of the card, halves and faces joined by //")
_LAYOUT = Column("layout", "string", "layout as the file has it; meld_result for a combined face")
_KIND = Column("kind", "string", "room, fuse, aftermath or split for split cards, else the layout")
_ID = Column("id", "string", "identifier in the file; NA where it gives none")
CARD_COLUMNS = (
    _CARD,
    _LAYOUT,
    _KIND,
    Column("mana_cost", "string", "mana cost of the card in a hand; NA without one"),
    Column("mana_value", "Int64", "mana value in a hand; of a combined face, in play (202.3)"),
    Column("colors", "string", "colors in the order WUBRG; empty for colorless; NA if unknown"),
    Column("color_identity", "string", "color identity (903.4); NA for what is no card"),
    Column("type_line", "string", "type line as the file has it"),
    Column(
        "differs", "string", "fields that the file has otherwise, joined by '; '; empty if none"
    ),
    Column("flags", "string", "what is unknown or odd, joined by '; '; empty if nothing"),
    Column("set", "string", "set code in the file; NA where it gives none"),
    Column("released", "string", "date in the file; NA where it gives none"),
    _ID,
)
CARD_RULES = (
    Column("mana_value_rules", "string", "rules that the mana value rests on"),
    Column("colors_rules", "string", "rules that the colors rest on"),
    Column("color_identity_rules", "string", "rules that the color identity rests on"),
)
FACE_COLUMNS = (
    _CARD,
    _LAYOUT,
    _KIND,
    Column("part", "Int64", "0 for the front face or first half, then 1, 2 and so on"),
    Column("face", "string", "name of the face or half"),
    Column("type_line", "string", "type line of the face or half"),
    Column("mana_cost", "string", "its own mana cost; NA without one"),
    Column("mana_value", "Int64", "mana value while this face is up or this half is cast"),
    Column("colors", "string", "colors meanwhile; empty for colorless; NA if unknown"),
    Column("card_mana_value", "Int64", "mana value of the card in a hand"),
    Column("color_identity", "string", "color identity of the card; NA for what is no card"),
    _ID,
)
FACE_RULES = (
    Column("mana_value_rules", "string", "rules that the mana value rests on"),
    Column("colors_rules", "string", "rules that the colors rest on"),
)
DIFFERENCE_COLUMNS = (
    _CARD,
    _LAYOUT,
    Column("part", "Int64", "the face or half, from 0; NA for the whole card"),
    Column("field", "string", "mana_value, colors, color_identity, face_mana_value, face_colors"),
    Column("published", "string", "what the file has"),
    Column("derived", "string", "what the rules give"),
    Column("cause", "string", "why they differ, as far as it can be told"),
    Column("rules", "string", "rules that the derived value rests on"),
    _ID,
)
PAIR_COLUMNS = (
    Column("result", "string", "combined back face"),
    Column("bearer", "string", "the card whose ability melds, as far as its text says so"),
    Column("counterpart", "string", "the other card"),
    Column("known", "boolean", "whether the pair table of the bundled facts has the pair"),
)
# rows -> columns
CARD_FILE_TABLES: dict[str, tuple[Column, ...]] = {
    "cards": (*CARD_COLUMNS, *CARD_RULES),
    "faces": (*FACE_COLUMNS, *FACE_RULES),
    "differences": DIFFERENCE_COLUMNS,
    "pairs": PAIR_COLUMNS,
}


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
        c = self._columns
        gather = _Gather(c.deriver.distinct, c.codes)
        data = {
            "card": c.names,
            "layout": gather(lambda v: v.layout),
            "kind": gather(lambda v: v.kind),
            "mana_cost": gather(lambda v: _whole(v.mana_cost)),
            "mana_value": gather(lambda v: v.mana_value, "Int64"),
            "colors": gather(lambda v: v.colors),
            "color_identity": gather(lambda v: v.color_identity),
            "type_line": c.type_lines,
            "differs": gather(lambda v: _listed(d.field for d in v.differences)),
            "flags": gather(lambda v: _listed(v.flags)),
            "set": c.sets,
            "released": c.released,
            "id": c.ids,
            "mana_value_rules": gather(lambda v: v.mana_value_rules or None),
            "colors_rules": gather(lambda v: v.colors_rules or None),
            "color_identity_rules": gather(lambda v: v.color_identity_rules or None),
        }
        return self._framed(CARD_COLUMNS, CARD_RULES, data)

    def faces(self) -> pd.DataFrame:
        """Return one row a face or half, in the order of the file."""
        c = self._columns
        data: dict[str, list[Any]] = {column.name: [] for column in CARD_FILE_TABLES["faces"]}
        for row in range(len(c)):
            values = c.values(row)
            named = c.faces.get(row) or ((c.names[row], c.type_lines[row]),)
            for part, own in enumerate(values.by_face()):
                _add_face(data, c, row, part, values, own, named[min(part, len(named) - 1)])
        return self._framed(FACE_COLUMNS, FACE_RULES, data)

    def differences(self) -> pd.DataFrame:
        """Return one row a published value that is not the derived one, with its cause."""
        c = self._columns
        data: dict[str, list[Any]] = {column.name: [] for column in DIFFERENCE_COLUMNS}
        for row in range(len(c)):
            values = c.values(row)
            for d in values.differences:
                face = d.field.startswith("face_")
                source: Values | FaceValues = values.faces[d.part or 0] if face else values
                rules = getattr(source, f"{d.field.removeprefix('face_')}_rules")
                for name, value in (
                    ("card", c.names[row]),
                    ("layout", values.layout),
                    ("part", d.part),
                    ("field", d.field),
                    ("published", _plain(d.published)),
                    ("derived", _plain(d.derived)),
                    ("cause", d.cause),
                    ("rules", rules or None),
                    ("id", c.ids[row]),
                ):
                    data[name].append(value)
        return self._framed(DIFFERENCE_COLUMNS, (), data)

    def pairs(self) -> pd.DataFrame:
        """Return the meld pairs that the file shows, by the name of the combined face."""
        pairs: Sequence[PairRow] = self._columns.pairs
        data = {
            "result": [p.result for p in pairs],
            "bearer": [p.cards[0] for p in pairs],
            "counterpart": [p.cards[1] for p in pairs],
            "known": [p.is_known for p in pairs],
        }
        return self._framed(PAIR_COLUMNS, (), data)

    def _framed(
        self,
        columns: tuple[Column, ...],
        rules: tuple[Column, ...],
        data: Mapping[str, Any],
    ) -> pd.DataFrame:
        import pandas as pd

        import mtgmeld.accessors  # noqa: F401 (a frame of ours has .mana and .mtg)

        shown = columns + (rules if self._columns.deriver.citations else ())
        made = {
            c.name: data[c.name] if isinstance(data[c.name], pd.Series) else series(c, data[c.name])
            for c in shown
        }
        frame = pd.DataFrame(made)
        frame.attrs["report"] = self.report.as_dict()
        return frame


class _Gather:
    """Makes a column from the distinct values once and the index of each row."""

    def __init__(self, distinct: Sequence[Values], codes: Any) -> None:
        import numpy as np

        self._distinct = distinct
        self._codes: np.ndarray[Any, Any] = np.asarray(codes, dtype=np.intp)

    def __call__(self, get: Callable[[Values], Any], dtype: str = "string") -> pd.Series[Any]:
        once = series(Column("", dtype, ""), [get(v) for v in self._distinct])
        return once.take(self._codes).reset_index(drop=True)


@lru_cache(maxsize=16384)
def _whole(cost: str | None) -> str | None:
    """Return a cost as tables show it: generic mana added up, in the customary order."""
    return None if cost is None else str(ManaCost.parse(cost).whole)


def _listed(words: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(words))


def _plain(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return show(value)


def _add_face(
    data: dict[str, list[Any]],
    c: Columns,
    row: int,
    part: int,
    values: Values,
    own: FaceValues,
    named: tuple[str, str],
) -> None:
    for name, value in (
        ("card", c.names[row]),
        ("layout", values.layout),
        ("kind", values.kind),
        ("part", part),
        ("face", named[0]),
        ("type_line", named[1]),
        ("mana_cost", own.mana_cost),
        ("mana_value", own.mana_value),
        ("colors", own.colors),
        ("card_mana_value", values.mana_value),
        ("color_identity", values.color_identity),
        ("id", c.ids[row]),
        ("mana_value_rules", own.mana_value_rules or None),
        ("colors_rules", own.colors_rules or None),
    ):
        data[name].append(value)


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
