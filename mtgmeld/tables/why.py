"""From a row of a table back to the derived values that its cells show."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.ask import unknown_value
from mtgmeld.catalog import Catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.frames import cell
from mtgmeld.rules.citations import Explanation
from mtgmeld.rules.editions import Edition
from mtgmeld.tables.columns import KEYS, TABLES
from mtgmeld.tables.dfc import dfc_rows
from mtgmeld.tables.identity import identity_rows
from mtgmeld.tables.meld import meld_rows
from mtgmeld.tables.named import name_rows
from mtgmeld.tables.rooms import room_rows
from mtgmeld.tables.rows import Policies, Row, Terms, numbers
from mtgmeld.tables.split import split_rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["explain_row"]

_ROWS = {
    "split": split_rows,
    "rooms": room_rows,
    "dfc": dfc_rows,
    "identity": identity_rows,
    "names": name_rows,
}


def explain_row(
    row: pd.Series[Any],
    column: str,
    *,
    edition: str | Edition | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> Explanation:
    """Say why a cell of a table is what it is.

    Parameters
    ----------
    row : pandas.Series
        A row of one of the tables, such as ``table.iloc[0]``.
    column : str
        A column of that table.
    edition, policies
        Those of the table by default.
    catalog : Catalog, optional
        The one that the table was made from; the bundled facts by default.

    Raises
    ------
    ImpossibleQuestion
        If it is no row of a table, or lacks a column that says what it is about.
    UnknownName
        If the table has no such column.
    """
    attrs = getattr(row, "attrs", {})
    table = _table(row, attrs.get("table"))
    terms = Terms.of(
        attrs.get("edition") if edition is None else edition,
        attrs.get("policies") if policies is None else policies,
        catalog,
    )
    if column not in [c.name for c in TABLES[table]]:
        raise unknown_value(column, [c.name for c in TABLES[table]])
    found = _found(row, table, terms)
    if column == "rules":
        rests = found.rules()
        derived = msgspec.structs.replace(rests, value=numbers(rests.rules, terms.edition))
    else:
        derived = found.values[column]
    return Explanation(found.subject, derived, terms.edition.date)


def _table(row: pd.Series[Any], named: str | None) -> str:
    """Return the table that a row is of: the one it remembers, or the one with its columns."""
    have = set(row.index)
    if named in TABLES:
        return str(named)
    for name, columns in TABLES.items():
        if {c.name for c in columns} == have:
            return name
    raise ImpossibleQuestion("this is no row of one of the tables: give table.iloc[0], say")


def _found(row: pd.Series[Any], table: str, terms: Terms) -> Row:
    missing = [name for name in KEYS[table] if name not in row.index]
    if missing:
        raise ImpossibleQuestion(
            f"the row lacks the column {missing[0]!r}, which says what it is about"
        )
    wanted = {name: _plain(row[name]) for name in KEYS[table]}
    for candidate in _candidates(str(wanted["card"]), table, terms):
        if all(cell(candidate.values[n].value) == v for n, v in wanted.items()):
            return candidate
    about = ", ".join(str(v) for v in wanted.values() if v is not None)
    raise ImpossibleQuestion(f"the {table} table has no such row under these rules: {about}")


def _plain(value: Any) -> Any:
    import pandas as pd

    return None if pd.isna(value) else value


@lru_cache(maxsize=256)
def _candidates(card: str, table: str, terms: Terms) -> tuple[Row, ...]:
    """Return the rows of a card; asked again for each cell, so they are kept."""
    if table == "meld":
        return tuple(meld_rows(terms.catalog.meld_pair(card), terms))
    return tuple(_ROWS[table](terms.catalog[card], terms))
