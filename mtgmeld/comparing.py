"""The same question under two editions: only the cells that differ, each with both citations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mtgmeld import tables
from mtgmeld.errors import ImpossibleQuestion, MtgmeldError, UnknownName
from mtgmeld.frames import Column, cell, frame
from mtgmeld.game.state import State
from mtgmeld.rules.editions import Edition
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.numbers import number_in
from mtgmeld.scenario import Run, Scenario

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COMPARED_COLUMNS", "compare"]

COMPARED_COLUMNS = (
    Column("where", "string", "the row that differs: card, zone, state; or step and object"),
    Column("column", "string", "the column that differs"),
    Column("old", "string", "the value under the first edition; NA where there is none"),
    Column("new", "string", "the value under the second edition; NA where there is none"),
    Column("old_rules", "string", "rules of the old value, by their numbers then"),
    Column("new_rules", "string", "rules of the new value, by their numbers then"),
)

_TABLES: Mapping[str, Callable[..., Any]] = {
    "dfc": tables.dfc_table,
    "identity": tables.color_identity_table,
    "meld": tables.meld_table,
    "names": tables.name_table,
    "rooms": tables.room_table,
    "split": tables.split_table,
}
# columns that say which row it is; the others are compared
_WHERE = ("result", "card", "name", "zone", "state", "face", "object", "cast", "unlocked")
_NOT_COMPARED = ("rules", "half", "kind", "handle")

Row = dict[str, Any]
Subject = Any


def compare(subject: Subject, old: Any, new: Any = None, **arguments: Any) -> pd.DataFrame:
    """Return what differs between two editions: a row a cell, with both values and citations.

    Parameters
    ----------
    subject : str, callable, Scenario, Run or pandas.DataFrame
        The name of a table (``split``, ``rooms``, ``meld``, ``dfc``, ``identity``, ``names``); a
        function that takes ``edition=`` and returns a frame of ours; a situation or a run of
        one, which is played under both; a frame that is one of the tables, which is made
        again for its cards; or the first of two frames or runs, the second of which is `old`.
    old, new : str
        Dates of the two editions; without `new` the newest.  With two frames or runs, `old`
        is the second and `new` is not given.
    **arguments
        Passed on to the table or function, such as ``cards=``.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`COMPARED_COLUMNS`.  Where each half of a split card
        answered for itself, both answers stand in one cell.  ``attrs["editions"]`` holds
        both dates.

    Raises
    ------
    UnknownName
        For a table that does not exist.
    UnknownEdition
        For a date that names no edition.
    ImpossibleQuestion
        If two things are given that cannot be compared.
    """
    if isinstance(subject, Run) and not isinstance(old, Run):
        subject = subject.scenario
    if isinstance(subject, Scenario):
        return _runs(
            subject.play(edition=edition_of(old).date), subject.play(edition=edition_of(new).date)
        )
    if isinstance(subject, Run):
        return _runs(subject, old)
    if getattr(subject, "attrs", {}).get("table") in _TABLES and isinstance(old, str | Edition):
        return _again(subject, edition_of(old), edition_of(new))
    if isinstance(subject, str):
        if subject not in _TABLES:
            raise UnknownName("table", subject, tuple(_TABLES))
        subject = _TABLES[subject]
    if callable(subject):
        return _frames(
            subject(edition=edition_of(old).date, **arguments),
            subject(edition=edition_of(new).date, **arguments),
        )
    if not hasattr(subject, "columns") or not hasattr(old, "columns"):
        raise ImpossibleQuestion("give a table's name, a function, a situation, or two frames")
    return _frames(subject, old)


def _made(rows: Iterator[Row], old: str, new: str) -> pd.DataFrame:
    return frame(COMPARED_COLUMNS, rows, {"editions": (old, new)})


# ---------------------------------------------------------------- frames


def _again(made: pd.DataFrame, old: Edition, new: Edition) -> pd.DataFrame:
    """Return what differs in a table's cards; of a part of its rows only what is about them."""
    make, policies = _TABLES[made.attrs["table"]], made.attrs.get("policies")
    cards = list(dict.fromkeys(made["card"]))
    more = {"policies": policies} if policies else {}
    both = [make(cards, edition=e.date, **more) for e in (old, new)]
    if "zone" in made.columns:
        both = [b[b["zone"].isin(set(made["zone"]))].reset_index(drop=True) for b in both]
    return _frames(*both)


def _frames(old: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    if list(old.columns) != list(new.columns):
        raise ImpossibleQuestion("the two frames have different columns")
    dates = (str(old.attrs.get("edition", "")), str(new.attrs.get("edition", "")))
    return _made(_cells(old, new), *dates)


def _cells(old: pd.DataFrame, new: pd.DataFrame) -> Iterator[Row]:
    keys = [c for c in _WHERE if c in old.columns]
    before, after = _grouped(old, keys), _grouped(new, keys)
    for key in dict.fromkeys((*before, *after)):
        one, two = before.get(key, []), after.get(key, [])
        for column in old.columns:
            if column in keys or column in _NOT_COMPARED:
                continue
            was, now = _value(old, one, column), _value(new, two, column)
            # two halves that both say what the one card says now are no difference
            if _each(old, one, column) != _each(new, two, column):
                yield {
                    "where": ", ".join(k for k in key if k),
                    "column": column,
                    "old": was,
                    "new": now,
                    "old_rules": _rules(old, one, column),
                    "new_rules": _rules(new, two, column),
                }


def _grouped(table: pd.DataFrame, keys: Sequence[str]) -> dict[tuple[str, ...], list[int]]:
    """Return the numbers of the rows of each key; several where each half answers for itself."""
    found: dict[tuple[str, ...], list[int]] = {}
    for n, row in enumerate(table[list(keys)].itertuples(index=False, name=None)):
        found.setdefault(tuple(_whole(_text(v) or "") for v in row), []).append(n)
    return found


def _whole(state: str) -> str:
    """Return how a card is there, without the half that a row of the Room table is about."""
    return "the card" if state.startswith("the card, ") else state


def _text(value: Any) -> str | None:
    text = str(value)
    return None if value is None or text in ("<NA>", "nan") else text


def _each(table: pd.DataFrame, rows: Sequence[int], column: str) -> set[str | None]:
    values = list(table[column])
    return {_text(values[n]) for n in rows} or {None}


def _value(table: pd.DataFrame, rows: Sequence[int], column: str) -> str | None:
    """Return a cell as text; the answers of both halves joined where there are two."""
    values = list(table[column])
    answers = [_text(values[n]) for n in rows]
    if not answers:
        return None
    if len(answers) == 1:
        return answers[0]
    return " and ".join(_said(a) for a in answers)


def _said(answer: str | None) -> str:
    """Return one of several answers in a cell: what is empty would not be seen there."""
    return answer or "none"


def _rules(table: pd.DataFrame, rows: Sequence[int], column: str) -> str | None:
    """Return the rules of a cell: of the value itself where it can be explained, else the row's."""
    found: list[str] = []
    for n in rows:
        try:
            found += tables.explain_row(table.iloc[n], column).rules
        except MtgmeldError:
            if "rules" in table.columns:
                found += str(list(table["rules"])[n]).split(", ")
    return ", ".join(dict.fromkeys(found)) or None


# ---------------------------------------------------------------- runs


def _runs(old: Run, new: Run) -> pd.DataFrame:
    if old.scenario != new.scenario:
        raise ImpossibleQuestion("two runs of one situation are compared, not of two")
    return _made(_run_cells(old, new), old.final.edition.date, new.final.edition.date)


_ASKED = ("zone", "names", "mana_cost", "mana_value", "colors", "types", "power", "toughness")


def _run_cells(old: Run, new: Run) -> Iterator[Row]:
    for n, (before, after) in enumerate(zip(old.state_list, new.state_list, strict=True)):
        where = "start" if n == 0 else f"step {n}"
        for handle in dict.fromkeys((*before.handles, *after.handles)):
            for column in _ASKED:
                was, now = _answers(before, handle, column), _answers(after, handle, column)
                if was != now:
                    yield {
                        "where": f"{where}, {handle}",
                        "column": column,
                        "old": was,
                        "new": now,
                        "old_rules": _cited(old, n, handle, column),
                        "new_rules": _cited(new, n, handle, column),
                    }
        for key, count in before.counts.items():
            if count != after.counts.get(key):
                yield {
                    "where": f"{where}, {key}",
                    "column": "counted",
                    "old": str(count),
                    "new": _text(after.counts.get(key)),
                    "old_rules": _of_events(old, n),
                    "new_rules": _of_events(new, n),
                }


def _there(state: State, handle: str) -> tuple[int, ...]:
    return tuple(i for i in state.handles.get(handle, ()) if i in state.things)


def _answers(state: State, handle: str, column: str) -> str | None:
    """Return a value of what a handle stands for, as in a table; several objects, several."""
    found: list[str | None] = []
    for i in _there(state, handle):
        if column == "zone":
            found.append(state.things[i].zone)
        elif state.things[i].ability is None:
            value = cell(state.value(i, column).value)
            found.append(None if value is None else str(value))
    if len(found) == 1:
        return found[0]
    return " | ".join(_said(a) for a in found) or None


def _cited(run: Run, n: int, handle: str, column: str) -> str | None:
    """Return the rules of a value; of a zone those of the moves that led there."""
    if column == "zone":
        return _of_events(run, n)
    state = run.state_list[n]
    rules = [
        r
        for i in _there(state, handle)
        if state.things[i].ability is None
        for r in state.explain(i, column).rules
    ]
    return ", ".join(dict.fromkeys(rules)) or None


def _of_events(run: Run, n: int) -> str | None:
    """Return the rules of the moves of a step."""
    done = run.transitions[n - 1] if n else None
    events = () if done is None else done.events
    date = run.final.edition.date
    rules = [number_in(r, date) for e in events if e.kind == "move" for r in e.rules]
    return ", ".join(dict.fromkeys(rules)) or None
