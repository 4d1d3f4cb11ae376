"""The same question at two dates, side by side: what differs is marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.comparing import COMPARED_COLUMNS, compare
from mtgmeld.errors import BadScenario, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.scenarios import CAN_BE_DONE, refusals
from mtgmeld.explorers.views import VALUES
from mtgmeld.frames import Column, frame
from mtgmeld.rules.citations import Explanation
from mtgmeld.rules.editions import EDITIONS, NEWEST, ROOMS, edition
from mtgmeld.scenario import Run, Scenario
from mtgmeld.tables import (
    color_identity_table,
    dfc_table,
    explain_row,
    meld_table,
    room_table,
    split_table,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ANSWER_COLUMNS",
    "dates_for",
    "edition_view",
    "rows_of",
    "situation_view",
    "values_of",
]

ANSWER_COLUMNS = (
    Column("row", "string", "what is asked about"),
    Column("first", "string", "the answer at the first date; NA where there is none"),
    Column("second", "string", "the answer at the second date; NA where there is none"),
)
# the cells of each row, by what the row is about
Side = dict[str, dict[str, str | None]]

_OBJECTS = ("zone", "controller", "names", "mana_cost", "mana_value", "colors", "type_line")


def _table_of(card: Card) -> tuple[Callable[..., pd.DataFrame], tuple[str, ...]]:
    """Return the table that a card belongs in, and the columns that tell its rows apart."""
    if card.is_room:
        return room_table, ("zone", "state")
    if card.is_split:
        return split_table, ("zone", "state")
    if card.layout in ("meld", "meld_result"):
        return meld_table, ("card", "state")
    if card.layout in ("transform", "modal_dfc"):
        return dfc_table, ("zone", "state")
    return color_identity_table, ("card",)


def rows_of(card: str, dates: Sequence[str]) -> tuple[str, ...]:
    """Return what the rows of a card's table are about, at any of some dates, in order."""
    name = load_catalog()[card].name
    return tuple(dict.fromkeys(label for d in dates for label in _known(name, d)[0]))


def values_of(card: str) -> tuple[str, ...]:
    """Return the values that may be asked for of a card: those that its table has."""
    return _known(load_catalog()[card].name, NEWEST)[1]


@lru_cache(maxsize=512)
def _known(card: str, date: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rows and the values of a card's table; asked again for each control."""
    found = load_catalog()[card]
    make, keys = _table_of(found)
    table = make(found, edition=date)
    return tuple(_labels(table, keys)), tuple(v for v in VALUES if v in table.columns)


def dates_for(card: str) -> tuple[str, ...]:
    """Return the editions in which a card may be asked about: a Room since there are Rooms."""
    found = load_catalog()[card]
    return tuple(d for d in EDITIONS if not found.is_room or edition(d).has(ROOMS))


def _labels(table: pd.DataFrame, keys: Sequence[str]) -> list[str]:
    rows = table[list(keys)].astype("string").to_dict("records")
    return [", ".join(str(r[k]) for k in keys) for r in rows]


def edition_view(
    card: str,
    first: str = EDITIONS[0],
    second: str = NEWEST,
    row: str | None = None,
    value: str | None = None,
    catalog: Catalog | None = None,
) -> Board:
    """Show a card's table at two dates side by side, and why one value is what it is at each.

    Parameters
    ----------
    card : str
        A Room, a split card, a meld card or its result, a double-faced card; of any other
        card colors and color identity are shown.
    first, second : str
        Dates of the rules.
    row : str, optional
        What is explained: one of :func:`rows_of`; the first row by default.
    value : str, optional
        One of :func:`values_of`; the first by default.
    catalog : Catalog, optional

    Returns
    -------
    Board
        Frames: ``answers`` (:data:`ANSWER_COLUMNS`), the value asked for in every row;
        ``first`` and ``second``, all values, strings throughout, their rows aligned; and
        ``differences`` (:data:`mtgmeld.comparing.COMPARED_COLUMNS`).  Where each half of a
        split card answers for itself, both answers stand in one cell.

    Raises
    ------
    UnknownName
        For a row or a value that there is not; and the errors of the catalog and of the dates.
    """
    catalog = catalog or load_catalog()
    found = find(card, catalog).card
    make, keys = _table_of(found)
    dates = [edition(first).date, edition(second).date]
    tables = [make(found, edition=d, catalog=catalog) for d in dates]
    labels = tuple(dict.fromkeys(n for t in tables for n in _labels(t, keys)))
    chosen = labels[0] if row is None else row
    if chosen not in labels:
        raise UnknownName("row", chosen, labels)
    columns = [c for c in VALUES if c in tables[0].columns]
    asked = columns[0] if value is None else value
    if asked not in columns:
        raise UnknownName("value here", asked, columns)
    sides = [_joined(t, keys, columns) for t in tables]
    shown = [{label: row[asked] for label, row in side.items()} for side in sides]
    changed = compare(*tables)
    aligned = _aligned(dates, sides, (*keys, *columns), chosen)
    answers = _answers(shown, dates, asked.replace("_", " "), chosen)
    why = [w for t, d in zip(tables, dates, strict=True) for w in _why(t, keys, chosen, asked, d)]
    return Board(
        f"{found.name}: {_count(changed)}",
        (answers, *aligned, _differences(changed, folded=True)),
        why=tuple(why),
    )


def _why(
    table: pd.DataFrame, keys: Sequence[str], label: str, value: str, date: str
) -> list[Explanation]:
    labels = _labels(table, keys)
    hits = [n for n, said in enumerate(labels) if said == label]
    return [explain_row(table.iloc[n], value, edition=date) for n in hits]


def _joined(table: pd.DataFrame, keys: Sequence[str], columns: Sequence[str]) -> Side:
    """Return the cells of each row as text; of rows about the same thing both answers."""
    rows: Side = {}
    for label, row in zip(_labels(table, keys), table.to_dict("records"), strict=True):
        cells = {c: _text(row[c]) for c in (*keys, *columns)}
        if label in rows:
            before = rows[label]
            # the identity is of the whole card, and a type that both have is one type
            one = [c for c in ("color_identity", "type_line") if before.get(c) == cells.get(c)]
            both = [c for c in columns if c not in one]
            cells |= {c: f"{before[c] or 'none'} and {cells[c] or 'none'}" for c in both}
        rows[label] = cells
    return rows


def _text(value: Any) -> str | None:
    import pandas as pd

    return None if pd.isna(value) else str(value)


def _aligned(
    dates: Sequence[str], sides: Sequence[Side], columns: Sequence[str], chosen: str | None = None
) -> tuple[Table, ...]:
    """Return the tables of two sides, rows aligned and the cells that differ marked."""
    labels = list(dict.fromkeys((*sides[1], *sides[0])))
    kinds = tuple(Column(c, "string", "") for c in columns)
    rows = [[side.get(label, {}) for label in labels] for side in sides]
    cells = frozenset(
        (n, c)
        for n, (one, two) in enumerate(zip(*rows, strict=True))
        for c in columns
        if one.get(c) != two.get(c)
    )
    at = None if chosen is None else labels.index(chosen)
    return tuple(
        Table(
            name,
            frame(kinds, each, {"edition": date}),
            (),
            f"rules of {date}",
            mark=at if chosen in side else None,
            differs=cells,
        )
        for name, date, side, each in zip(("first", "second"), dates, sides, rows, strict=True)
    )


def _differences(changed: pd.DataFrame, *, folded: bool) -> Table:
    words = "what differs, with the rules of both dates"
    return Table("differences", changed, (), f"{words} ({len(changed)})", folded=folded)


def _count(changed: pd.DataFrame) -> str:
    return "1 difference" if len(changed) == 1 else f"{len(changed)} differences"


def _answers(
    sides: Sequence[Mapping[str, str | None]],
    dates: Sequence[str],
    caption: str,
    chosen: str | None = None,
) -> Table:
    """Return the answers at both dates in one table, those that differ marked."""
    labels = list(dict.fromkeys((*sides[1], *sides[0])))
    rows = [{"row": n, "first": sides[0].get(n), "second": sides[1].get(n)} for n in labels]
    unlike = [n for n, row in enumerate(rows) if row["first"] != row["second"]]
    return Table(
        "answers",
        frame(ANSWER_COLUMNS, rows, {}),
        {"row": "", "first": f"rules of {dates[0]}", "second": f"rules of {dates[1]}"},
        caption,
        mark=None if chosen is None else labels.index(chosen),
        differs=frozenset((n, c) for n in unlike for c in ("first", "second")),
    )


def situation_view(text: str, first: str = EDITIONS[0], second: str = NEWEST) -> Board:
    """Play a situation under the rules of two dates and show the ends side by side.

    Parameters
    ----------
    text : str
        A situation in the notation.
    first, second : str
        Dates of the rules.

    Returns
    -------
    Board
        Frames: ``answers``, ``first``, ``second`` and ``differences`` as in
        :func:`edition_view`: the objects at the end, how often each watch has triggered, and
        what the situation asks.
        Where a step is refused at one of the dates the message says so.

    Raises
    ------
    BadScenario
        If the text is no situation.
    """
    scenario = Scenario.from_text(text)
    dates = [edition(first).date, edition(second).date]
    sides: list[Side] = []
    runs: list[Run] = []
    refused: list[str] = []
    for date in dates:
        try:
            run = scenario.play(edition=date)
        except BadScenario as error:
            sides.append({})
            refused.append(f"Under the rules of {date}: {error}")
            continue
        runs.append(run)
        sides.append(_ending(run))
        refused += [
            f"Under the rules of {date} {step} is refused: {why}"
            for step, why in refusals(run).items()
        ]
    shown = [{label: _summary(row) for label, row in side.items()} for side in sides]
    aligned = _aligned(dates, sides, ("about", *_OBJECTS, "value"))
    quiet = tuple(replace(table, quiet=True) for table in aligned)
    answers = _answers(shown, dates, "how it ends")
    changed = compare(*runs) if len(runs) == len(dates) else frame(COMPARED_COLUMNS, (), {})
    return Board(
        f"{scenario.title}: {_count(changed)}",
        (answers, *quiet, _differences(changed, folded=False)),
        " ".join(refused),
    )


def _summary(row: Mapping[str, str | None]) -> str:
    return "; ".join(v for k, v in row.items() if v and k != "about")


def _ending(run: Run) -> Side:
    """Return what a situation has come to: objects, counts, answers, each by its label."""
    rows: Side = {}

    def add(label: str, cells: dict[str, str | None]) -> None:
        n = 1
        while (name := label if n == 1 else f"{label} #{n}") in rows:
            n += 1
        rows[name] = {"about": name, **cells}

    objects = run.final.objects().to_dict("records")
    for row in objects:
        add(_text(row["cards"]) or "a token", {c: _text(row[c]) for c in _OBJECTS})
    for watch, n in run.final.counts.items():
        add(f"triggered: {watch}", {"value": str(n)})
    for outcome in run.outcomes:
        if outcome.what == CAN_BE_DONE:
            continue
        actual = "nothing" if outcome.actual == "{}" else outcome.actual
        add(f"{outcome.where}: {outcome.what}", {"value": actual})
    return rows
