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

__all__ = ["Column", "frame"]


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


def frame(
    columns: Sequence[Column], rows: Iterable[Mapping[str, Any]], attrs: Mapping[str, Any]
) -> pd.DataFrame:
    """Return a DataFrame with exactly the given columns and dtypes.

    A number column is Int64; it is Float64 instead only where a half mana symbol occurs,
    since a half is no whole number.  What is missing is NA.
    """
    import pandas as pd

    kept = list(rows)
    made = {}
    for column in columns:
        values = [cell(row.get(column.name)) for row in kept]
        dtype = column.dtype
        if dtype == "Int64" and any(isinstance(v, Fraction | float) for v in values):
            dtype = "Float64"
            values = [None if v is None else float(v) for v in values]
        made[column.name] = pd.Series(values, dtype=dtype)
    result = pd.DataFrame(made)
    result.attrs.update(attrs)
    return result
