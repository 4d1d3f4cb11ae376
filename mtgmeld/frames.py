"""Building DataFrames with documented columns: one list of columns a table, one builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import TwoAnswers

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Column", "frame", "series"]


class Column(msgspec.Struct, frozen=True):
    """A column of a table: its name, its pandas dtype, and what it means."""

    name: str
    dtype: str
    means: str


def cell(value: Any) -> Any:
    """Return a value as a frame holds it: no value is None, a cost and a list are text."""
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, ManaCost):
        return str(value.whole)
    if isinstance(value, TwoAnswers):
        return str(value)
    if isinstance(value, tuple | list):
        return "; ".join(str(v) for v in value)
    return value


def series(column: Column, values: Sequence[Any]) -> pd.Series[Any]:
    """Return a column of a frame; what is missing is NA.

    A number column is Int64; it is Float64 instead only where a half mana symbol occurs,
    since a half is no whole number.
    """
    import pandas as pd

    dtype = column.dtype
    if dtype == "Int64" and any(isinstance(v, Fraction | float) for v in values):
        dtype = "Float64"
        values = [None if v is None else float(v) for v in values]
    made: pd.Series[Any] = pd.Series(values, dtype=dtype)
    return made


def frame(
    columns: Sequence[Column], rows: Iterable[Mapping[str, Any]], attrs: Mapping[str, Any]
) -> pd.DataFrame:
    """Return a DataFrame with exactly the given columns and dtypes; see :func:`series`."""
    import pandas as pd

    import mtgmeld.accessors  # noqa: F401 (a frame of ours has .mana and .mtg)

    kept = list(rows)
    result = pd.DataFrame(
        {c.name: series(c, [cell(row.get(c.name)) for row in kept]) for c in columns}
    )
    result.attrs.update(attrs)
    return result
