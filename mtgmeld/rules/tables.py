"""The bundled tables about the rules, read with every check; how tables are shown."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import BadDataFile
from mtgmeld.files import data_folder

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS: Mapping[str, str] = {
    "concordance": "source label edition rules status note contradiction unmatched",
    "contradictions": "code between one other we_do why rules",
    "dated_changes": "name since before after rules old_rules statements",
    "layouts": (
        "layout parts files kinds inset chosen resolved two_faced_copies cast_by named named_rules "
        "identity identity_rules"
    ),
    "policies": "policy reading meaning rules statement",
    "rule_gists": "number gist",
    "statements": "statement rules rests_on",
}


@lru_cache(maxsize=8)
def rows_of(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a bundled table, such as ``contradictions`` or ``statements``.

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
            if " ".join(reader.fieldnames or ()) != _COLUMNS[name]:
                raise BadDataFile(path, "the columns are not the known ones", line=1)
            for row in reader:
                if None in row or None in row.values():
                    why = "a row has too many or too few fields"
                    raise BadDataFile(path, why, line=reader.line_num)
                rows.append(row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        why = f"cannot be read: {error}."
        raise BadDataFile(path, why, hint="Install mtgmeld again.") from error
    return tuple(rows)


def listed(cell: str) -> tuple[str, ...]:
    """Return the values that a cell joins."""
    return tuple(cell.split("; ")) if cell else ()


def frame(columns: str, rows: Iterable[Iterable[Any]], **types: str) -> pd.DataFrame:
    """Return a frame of strings, None as NA, but for the columns whose types are given."""
    import pandas as pd

    names = columns.split()
    cells = [*zip(*rows, strict=True)] or [()] * len(names)
    return pd.DataFrame(
        {n: pd.Series(c, dtype=types.get(n, "string")) for n, c in zip(names, cells, strict=True)}
    )


_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def whole_dates(text: str) -> str:
    """Return text of HTML, already escaped, in which no date breaks over two lines."""
    return _DATE.sub(r'<span style="white-space:nowrap">\g<0></span>', text)


def html_table(
    name: str,
    lead: str,
    head: Iterable[str],
    rows: Iterable[Iterable[str]],
    after: str = "",
    style: str = "",
) -> str:
    """Return a table of HTML; every text is escaped already."""
    top, lead = "".join(f"<th>{column}</th>" for column in head), whole_dates(lead)
    body = "".join(f"<tr{style}>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="mtgmeld-{name}"><p>{lead}</p><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table>{after}</div>"
    )


def _bundled(name: str) -> pd.DataFrame:
    columns = _COLUMNS[name]
    return frame(columns, ([row[c] or None for c in columns.split()] for row in rows_of(name)))


def contradictions() -> pd.DataFrame:
    """Return where the source texts contradict one another, or the present rules.

    Returns
    -------
    pandas.DataFrame
        All strings: ``code``; ``between``, the texts (``000`` to ``004``, described in
        ``data/README.md``) or rules; ``one`` and ``other``, what each says; ``we_do`` and
        ``why``; ``rules``, joined by ``"; "``.

    Examples
    --------
    >>> mm.rules.contradictions()[["code", "between"]].head(2)
      code   between
    0  C01  003; 004
    1  C02  000; 001
    """
    return _bundled("contradictions")


def concordance() -> pd.DataFrame:
    """Return each rule and ruling of the source texts with the rules that say it now.

    Returns
    -------
    pandas.DataFrame
        All strings: ``source`` (``000`` to ``004``); ``label``, the rule's number there, or
        its first words; ``edition`` that the text fits; ``rules`` that say it now; ``status``;
        ``note``; ``contradiction``, codes of :func:`contradictions`; ``unmatched``, why no
        rule of the newest edition has its words (NA where one has).

    Examples
    --------
    >>> mm.rules.concordance()[["source", "label", "rules"]].head(2)
      source   label            rules
    0    000   712.1     712.1; 712.4
    1    000  712.1a  712.5; 712.5a-g
    """
    return _bundled("concordance")
