"""The same question at two dates, side by side: what differs is marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.comparing import COMPARED, compare
from mtgmeld.errors import BadScenario
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import Chosen, Control, Slider, Typed, must_be
from mtgmeld.explorers.lookup import VALUES, situation_of
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.explorers.scenarios import CAN_BE_DONE, refusals, scenario_names, scenario_text
from mtgmeld.frames import Column, explain_row, frame, missing
from mtgmeld.rules.editions import EDITIONS, NEWEST, ROOMS, edition
from mtgmeld.scenario import Run, Scenario
from mtgmeld.tables import color_identity_table, dfc_table, meld_table, room_table, split_table

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.explorers.widgets import Panel

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
    if card.form.is_meld or card.form.is_melded:
        return meld_table, ("card", "state")
    if card.form.turns:
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
        ``differences`` (kind ``compared``).  Where each half of a
        split card answers for itself, both answers stand in one cell.

    Raises
    ------
    UnknownName
        For a row or a value that there is not; and the errors of the catalog and of the dates.

    Examples
    --------
    >>> board = mm.explorers.edition_view("Fire // Ice", "2017-01-20", value="mana_value")
    >>> sorted(board.frames)
    ['answers', 'differences', 'first', 'second']
    """
    catalog = catalog or load_catalog()
    found = find(card, catalog).card
    make, keys = _table_of(found)
    dates = [edition(first).date, edition(second).date]
    tables = [make(found, edition=d, catalog=catalog) for d in dates]
    labels = tuple(dict.fromkeys(n for t in tables for n in _labels(t, keys)))
    chosen = labels[0] if row is None else row
    must_be("row", chosen, labels)
    columns = [c for c in VALUES if c in tables[0].columns]
    asked = columns[0] if value is None else value
    must_be("value here", asked, columns)
    hits = [
        (table.iloc[n], date)
        for table, date in zip(tables, dates, strict=True)
        for n, label in enumerate(_labels(table, keys))
        if label == chosen
    ]
    why = [explain_row(said, asked, edition=date) for said, date in hits]
    asked_row = next(said for said, date in hits if date == hits[-1][1])
    sides = [_joined(t, keys, columns) for t in tables]
    return _compared(
        found.name,
        sides,
        dates,
        (*keys, *columns),
        lambda cells: cells[asked],
        asked.replace("_", " "),
        compare(*tables),
        chosen=chosen,
        why=tuple(why),
        situation=partial(situation_of, f"{found.name}: {chosen}", asked_row, why[-1]),
    )


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
    return None if missing(value) else str(value)


def _compared(
    about: str,
    sides: Sequence[Side],
    dates: Sequence[str],
    columns: Sequence[str],
    answer: Callable[[Mapping[str, str | None]], str | None],
    caption: str,
    changed: pd.DataFrame,
    *,
    chosen: str | None = None,
    **more: Any,
) -> Board:
    """Show the answers of two sides in one table, all cells in two, and what differs."""
    labels = list(dict.fromkeys((*sides[1], *sides[0])))
    rows = [[side.get(label, {}) for side in sides] for label in labels]
    said = [[answer(cells) if cells else None for cells in both] for both in rows]
    names = ("first", "second")
    mark = None if chosen is None else labels.index(chosen)
    listed = [
        {"row": label, "first": one, "second": two}
        for label, (one, two) in zip(labels, said, strict=True)
    ]
    answers = Table(
        "answers",
        frame(ANSWER_COLUMNS, listed, {}),
        {"row": "", **{n: f"rules of {d}" for n, d in zip(names, dates, strict=True)}},
        caption,
        mark=mark,
        differs=frozenset((n, c) for n, (a, b) in enumerate(said) if a != b for c in names),
        merged="row",
    )
    unlike = frozenset(
        (n, c) for n, (a, b) in enumerate(rows) for c in columns if a.get(c) != b.get(c)
    )
    kinds = [Column(c, "string", "") for c in columns]
    whole = [
        Table(
            name,
            frame(kinds, [both[n] for both in rows], {"edition": date}),
            caption=f"rules of {date}",
            mark=mark if chosen in side else None,
            differs=unlike,
            quiet=chosen is None,
            merged="zone" if "zone" in columns and chosen is not None else "",
        )
        for n, (name, date, side) in enumerate(zip(names, dates, sides, strict=True))
    ]
    words = f"what differs, with the rules of both dates ({len(changed)})"
    differences = Table("differences", changed, (), words, folded=chosen is not None)
    count = "1 difference" if len(changed) == 1 else f"{len(changed)} differences"
    return Board(f"{about}: {count}", (answers, *whole, differences), **more)


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

    Examples
    --------
    >>> text = mm.explorers.scenario_text("712.21-dies-one-permanent-two-cards")
    >>> sorted(mm.explorers.situation_view(text, "2018-06-08").frames)
    ['answers', 'differences', 'first', 'second']
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
    changed = compare(*runs) if len(runs) == len(dates) else frame(COMPARED, (), {})
    columns = ("about", *_OBJECTS, "value")
    message = " ".join(refused)
    end = "how it ends"
    return _compared(scenario.title, sides, dates, columns, _summary, end, changed, message=message)


def _summary(row: Mapping[str, str | None]) -> str:
    return "; ".join(v for k, v in row.items() if v and k != "about")


def _ending(run: Run) -> Side:
    """Return what a situation has come to: objects, counts, answers, each by its label."""
    rows: Side = {}

    def add(label: str, cells: dict[str, str | None]) -> None:
        names = (label, *(f"{label} #{n}" for n in range(2, len(rows) + 2)))
        name = next(n for n in names if n not in rows)
        rows[name] = {"about": name, **cells}

    for row in run.final.objects().to_dict("records"):
        add(_text(row["cards"]) or "a token", {c: _text(row[c]) for c in _OBJECTS})
    for watch, n in run.final.counts.items():
        add(f"triggered: {watch}", {"value": str(n)})
    for outcome in run.outcomes:
        if outcome.what == CAN_BE_DONE:
            continue
        actual = "nothing" if outcome.actual == "{}" else outcome.actual
        add(f"{outcome.where}: {outcome.what}", {"value": actual})
    return rows


@explorer
def edition_slider(
    card: str = "Fire // Ice",
    first: str = EDITIONS[0],
    second: str = NEWEST,
    *,
    situation: str | None = None,
) -> Panel:
    """The same question at two dates, what differs marked.

    Parameters
    ----------
    card : str
        The card to begin with.
    first, second : str
        Editions to begin with.
    situation : str, optional
        A bundled situation to begin with instead: both dates are then its rules.

    Examples
    --------
    >>> mm.explorers.edition_slider("Fire // Ice")
    <Edition slider: Fire // Ice: 20 differences; mana value 2 [708.2, 708.5, 202.3]; mana value 2
     [708.2, 708.5, 202.3]; mana value 4 [202.3d, 709.4b, 202.3]>
    """
    start = {"first": first, "second": second}

    def sliders(dates: Any) -> dict[str, Control]:
        return {"first": Slider("Rules of", dates), "second": Slider("against rules of", dates)}

    if situation is not None:

        def view(situation: str, **dates: Any) -> Board:
            return situation_view(scenario_text(situation), **dates)

        controls = {"situation": Control("Situation", scenario_names()), **sliders(EDITIONS)}
        return panel("Edition slider", view, controls, {"situation": situation, **start})

    def rows(chosen: Chosen) -> tuple[str, ...]:
        return rows_of(chosen["card"], (chosen["first"], chosen["second"]))

    controls = {
        "card": Typed("Card"),
        **sliders(lambda chosen: dates_for(chosen["card"])),
        "row": Control("Ask about", rows),
        "value": Control(
            "Why is the", lambda chosen: {v: VALUES[v] for v in values_of(chosen["card"])}
        ),
    }
    return panel("Edition slider", edition_view, controls, {"card": card, **start})
