"""A card file that has been read, as frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import UnknownName
from mtgmeld.frames import Column, series
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import show
from mtgmeld.sources.columns import Columns, PairRow
from mtgmeld.sources.report import Report
from mtgmeld.sources.values import FaceValues, Values

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
from mtgmeld.card_files.columns import (
    CARD_COLUMNS,
    CARD_FILE_TABLES,
    CARD_RULES,
    DIFFERENCE_COLUMNS,
    FACE_COLUMNS,
    FACE_RULES,
    PAIR_COLUMNS,
)

__all__ = ["CardFile"]


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
