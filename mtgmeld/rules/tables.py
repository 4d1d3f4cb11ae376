"""Tables about the rules: the dated changes, contradictions of sources, where each rule went."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mtgmeld.errors import BadDataFile
from mtgmeld.files import data_folder
from mtgmeld.rules.editions import CHANGES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["changes", "concordance", "contradictions", "rows_of"]

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "contradictions": ("code", "between", "one", "other", "we_do", "why", "rules"),
    "concordance": (
        "source",
        "label",
        "edition",
        "rules",
        "status",
        "note",
        "contradiction",
        "unmatched",
    ),
    "statements": ("statement", "rules", "rests_on"),
}


@lru_cache(maxsize=8)
def rows_of(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a bundled table: ``contradictions``, ``concordance``, ``statements``.

    Raises
    ------
    BadDataFile
        If the file cannot be read, or has other columns or a row that does not fit.
    """
    path = data_folder() / f"{name}.csv"
    rows = []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            if tuple(reader.fieldnames or ()) != _COLUMNS[name]:
                raise BadDataFile(path, "the columns are not the known ones", line=1)
            for row in reader:
                if None in row or None in row.values():
                    why = "a row has too many or too few fields"
                    raise BadDataFile(path, why, line=reader.line_num)
                rows.append(row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadDataFile(path, f"cannot be read: {error}") from error
    return tuple(rows)


def _frame(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {c: pd.array([row[c] or None for row in rows], dtype="string") for c in columns}
    )


def changes() -> pd.DataFrame:
    """Return the dated changes of the rules that this package knows, oldest first.

    Returns
    -------
    pandas.DataFrame
        All strings: ``name``; ``since``, the first known edition with it; ``before`` and
        ``after``, what held and what holds; ``rules`` that say it now; ``old_rules`` that said
        otherwise (NA where none did); ``statements`` of the specification that it touches (NA
        where none does).  Several values in a cell are joined by ``"; "``.
    """
    rows = [
        {
            "name": change.name,
            "since": change.since,
            "before": change.before,
            "after": change.after,
            "rules": "; ".join(change.rules),
            "old_rules": "; ".join(change.old_rules),
            "statements": "; ".join(change.statements),
        }
        for change in sorted(CHANGES.values(), key=lambda c: c.since)
    ]
    return _frame(("name", "since", "before", "after", "rules", "old_rules", "statements"), rows)


def contradictions() -> pd.DataFrame:
    """Return where the source texts contradict one another, or the present rules.

    Returns
    -------
    pandas.DataFrame
        All strings: ``code``; ``between``, the texts (``000`` to ``004``, described in
        ``data/README.md``) or rules; ``one`` and ``other``, what each says; ``we_do`` and
        ``why``; ``rules``, joined by ``"; "``.
    """
    return _frame(_COLUMNS["contradictions"], rows_of("contradictions"))


def concordance() -> pd.DataFrame:
    """Return each rule and ruling of the source texts with the rules that say it now.

    Returns
    -------
    pandas.DataFrame
        All strings: ``source`` (``000`` to ``004``); ``label``, the rule's number there, or
        its first words; ``edition`` that the text fits; ``rules`` that say it now; ``status``;
        ``note``; ``contradiction``, codes of :func:`contradictions`; ``unmatched``, why no
        rule of the newest edition has its words (NA where one has).
    """
    return _frame(_COLUMNS["concordance"], rows_of("concordance"))
