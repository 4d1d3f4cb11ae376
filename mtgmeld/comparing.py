"""The same question under two editions: only the cells that differ, each with both citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from mtgmeld import tables
from mtgmeld.arrow import pandas_of
from mtgmeld.errors import ImpossibleQuestion, MtgmeldError
from mtgmeld.frames import as_text, cell, explain_row, frame, kind, text
from mtgmeld.game.state import State
from mtgmeld.game.values import Event
from mtgmeld.rules.editions import Edition
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.numbers import number_in
from mtgmeld.scenario import Run, Scenario

if TYPE_CHECKING:
    import pandas as pd

COMPARED = kind(
    "compared",
    (
        text("where", "the row that differs: card, zone, state; or step and object"),
        text("column", "the column that differs"),
        text("old", "the value under the first edition; NA where there is none"),
        text("new", "the value under the second edition; NA where there is none"),
        text("old_rules", "rules of the old value, by their numbers then"),
        text("new_rules", "rules of the new value, by their numbers then"),
    ),
    ("where", "column"),
)
# columns that say which row it is; the others are compared
_WHERE = ("result", "card", "name", "zone", "state", "face", "object", "cast", "unlocked")
_NOT_COMPARED = ("rules", "half", "kind", "handle", "text_modeled", "trigger_left", "trigger_right")

# where, column, both values, and what gives the rules of one by what it was made from
Row = tuple[str, str, str | None, str | None, Callable[[Any], str | None]]


def compare(subject: Any, old: Any, new: Any = None, **arguments: Any) -> pd.DataFrame:
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
        Columns and dtypes: those of the kind ``compared``.  Where each half of a split card
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

    Examples
    --------
    >>> found = mm.compare("split", "2017-01-20", cards="Fire // Ice")
    >>> found[found.column == "mana_value"][["where", "old", "new"]].head(2)
                                where      old new
    2     Fire // Ice, hand, the card  2 and 2   4
    6  Fire // Ice, library, the card  2 and 2   4
    """
    if isinstance(subject, Run) and not isinstance(old, Run):
        subject = subject.scenario
    if isinstance(subject, Run):
        return _runs(subject, old)
    named = getattr(subject, "attrs", {}).get("table")
    if named in tables.TABLES and isinstance(old, str | Edition):
        return _again(subject, edition_of(old), edition_of(new))
    if isinstance(subject, str):
        subject = partial(tables.table, subject)
    if isinstance(subject, Scenario) or callable(subject):
        dates = (edition_of(old).date, edition_of(new).date)
        if isinstance(subject, Scenario):
            return _runs(*(subject.play(edition=date) for date in dates))
        return _frames(*(subject(edition=date, **arguments) for date in dates))
    if not hasattr(subject, "columns") or not hasattr(old, "columns"):
        raise ImpossibleQuestion("give a table's name, a function, a situation, or two frames")
    return _frames(pandas_of(subject), pandas_of(old))


def _made(rows: Iterable[Row], sides: tuple[Any, Any], editions: tuple[str, str]) -> pd.DataFrame:
    """Return what differs: of each pair of values those that are not the same, with their rules."""
    names = [c.name for c in COMPARED.columns]
    found = (
        dict(zip(names, (*told, was, now, *map(why, sides)), strict=True))
        for *told, was, now, why in rows
        if was != now
    )
    return frame(COMPARED, found, {"editions": editions})


def _joined(answers: Sequence[str | None], sign: str) -> str | None:
    """Return several answers in one cell, where what is empty would not be seen."""
    if len(answers) < 2:
        return answers[0] if answers else None
    return sign.join(a or "none" for a in answers)


def _listed(rules: Iterable[str]) -> str | None:
    return ", ".join(dict.fromkeys(rules)) or None


# ---------------------------------------------------------------- frames


def _again(made: pd.DataFrame, old: Edition, new: Edition) -> pd.DataFrame:
    """Return what differs in a table's cards; of a part of its rows only what is about them."""
    cards, policies = dict.fromkeys(made["card"]), made.attrs.get("policies")
    both = [
        tables.table(made.attrs["table"], cards, edition=e.date, policies=policies)
        for e in (old, new)
    ]
    if "zone" in made.columns:
        both = [b[b["zone"].isin(set(made["zone"]))].reset_index(drop=True) for b in both]
    return _frames(*both)


def _frames(old: pd.DataFrame, new: pd.DataFrame) -> pd.DataFrame:
    if list(old.columns) != list(new.columns):
        raise ImpossibleQuestion("the two frames have different columns")
    dates = (str(old.attrs.get("edition", "")), str(new.attrs.get("edition", "")))
    sides = _Side(old), _Side(new)
    return _made(_cells(*sides), sides, dates)


class _Side:
    """A frame under one edition: its cells as text, and the rows of each thing it is about."""

    def __init__(self, table: pd.DataFrame) -> None:
        self.cells: dict[Any, list[str | None]] = as_text(table).to_dict("list")
        # each is asked for several times
        self.row: Callable[[int], Any] = cache(table.iloc.__getitem__)
        self.rows: dict[tuple[str, ...], list[int]] = {}
        about = zip(*(self.cells[c] for c in _WHERE if c in self.cells), strict=True)
        for n, key in enumerate(about):
            # several rows where each half answers for itself, and of a Room says which it is
            whole = ("the card" if v and v.startswith("the card, ") else v or "" for v in key)
            self.rows.setdefault(tuple(whole), []).append(n)

    def answers(self, key: tuple[str, ...], column: str) -> list[str | None]:
        """Return the cells of a column that are about a thing."""
        return [self.cells[column][n] for n in self.rows.get(key, ())]

    def rules(self, key: tuple[str, ...], column: str) -> str | None:
        """Return the rules of a value where it can be explained, else those of its row."""
        found: list[str] = []
        for n in self.rows.get(key, ()):
            try:
                found += explain_row(self.row(n), column).rules
            except MtgmeldError:
                found += (self.cells.get("rules", {n: None})[n] or "").split(", ")
        return _listed(r for r in found if r)


def _cells(old: _Side, new: _Side) -> Iterator[Row]:
    compared = [c for c in old.cells if c not in (*_WHERE, *_NOT_COMPARED)]
    for key in dict.fromkeys((*old.rows, *new.rows)):
        for column in compared:
            was, now = old.answers(key, column), new.answers(key, column)
            # two halves that both say what the one card says now are no difference
            if (set(was) or {None}) != (set(now) or {None}):
                where, why = ", ".join(filter(None, key)), methodcaller("rules", key, column)
                yield where, column, _joined(was, " and "), _joined(now, " and "), why


# ---------------------------------------------------------------- runs


def _runs(old: Run, new: Run) -> pd.DataFrame:
    if old.scenario != new.scenario:
        raise ImpossibleQuestion("two runs of one situation are compared, not of two")
    dates = (old.final.edition.date, new.final.edition.date)
    return _made(_run_cells(old, new), (old, new), dates)


_STACKED = ("activate", "trigger", "resolve", "countered")
_MANA = ("tapped for mana", "mana")
_ASKED = ("zone", "names", "mana_cost", "mana_value", "colors", "types", "power", "toughness")


def _run_cells(old: Run, new: Run) -> Iterator[Row]:
    for n, states in enumerate(zip(old.state_list, new.state_list, strict=True)):
        where = "start" if n == 0 else f"step {n}"
        for handle in dict.fromkeys((*states[0].handles, *states[1].handles)):
            for column in _ASKED:
                was, now = (_answers(s, handle, column) for s in states)
                yield f"{where}, {handle}", column, was, now, partial(_cited, n, handle, column)
        for who, column, kinds, (was, now) in _of_all(states):
            yield f"{where}, {who}", column, was, now, partial(_of_events, n, kinds=kinds)
        for key in states[0].counts:
            was, now = (str(c) if (c := s.counts.get(key)) is not None else None for s in states)
            yield f"{where}, {key}", "counted", was, now, partial(_of_events, n)
        # what was tried in vain under both: where they say another thing of it
        stays = _events(n, old, "stay"), _events(n, new, "stay")
        for before, after in zip(*stays, strict=False):
            if before.name == after.name:
                why = partial(_of_events, n, kinds=("stay",))
                yield f"{where}, {before.name}", "stays", before.note, after.note, why


def _of_all(
    states: Sequence[State],
) -> Iterator[tuple[str, str, tuple[str, ...], tuple[str | None, ...]]]:
    """Yield what no object has: abilities on the stack, life, mana; and the events about it."""
    stacks = ([s.name_of(i) for i in s.in_zone("stack") if s.things[i].ability] for s in states)
    yield "the stack", "stack", _STACKED, tuple(_joined(names, " | ") for names in stacks)
    for players in zip(*(s.players for s in states), strict=True):
        name = players[0].name
        yield name, "life", ("life",), tuple(str(p.life) for p in players)
        pools = ("".join(f"{{{m.type}}}" for m in p.pool) or None for p in players)
        yield name, "mana", _MANA, tuple(pools)


def _there(state: State, handle: str) -> list[int]:
    return [i for i in state.handles.get(handle, ()) if i in state.things]


def _answers(state: State, handle: str, column: str) -> str | None:
    """Return a value of what a handle stands for, as in a table; several objects, several."""
    there = [state.things[i] for i in _there(state, handle)]
    if column == "zone":
        return _joined([o.zone for o in there], " | ")
    values = [cell(state.value(o.id, column)) for o in there if o.ability is None]
    return _joined([None if v is None else str(v) for v in values], " | ")


def _cited(n: int, handle: str, column: str, run: Run) -> str | None:
    """Return the rules of a value; of a zone those of the moves that led there."""
    if column == "zone":
        return _of_events(n, run)
    state = run.state_list[n]
    there = [i for i in _there(state, handle) if state.things[i].ability is None]
    return _listed(r for i in there for r in state.explain(i, column).rules)


def _events(n: int, run: Run, kind: str) -> list[Event]:
    done = run.transitions[n - 1] if n else None
    return [e for e in (() if done is None else done.events) if e.kind == kind]


def _of_events(n: int, run: Run, kinds: tuple[str, ...] = ("move",)) -> str | None:
    """Return the rules of the moves of a step, or of events of other kinds."""
    date = run.final.edition.date
    return _listed(number_in(r, date) for k in kinds for e in _events(n, run, k) for r in e.rules)
