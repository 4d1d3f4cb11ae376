"""Objects of states as DataFrames: one state, or each state of a long run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_not
from typing import TYPE_CHECKING, Any

from mtgmeld.frames import Column, cell, series
from mtgmeld.game.characteristics import Characteristics, Copiable
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.layers import characteristics_of, effects_about
from mtgmeld.game.objects import Obj
from mtgmeld.game.state import State
from mtgmeld.rules.citations import TwoAnswers, cited
from mtgmeld.rules.numbers import number_in

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["OBJECT_COLUMNS", "objects_frame", "states_frame"]

OBJECT_COLUMNS = (
    Column("object", "Int64", "the object's number; a new one after every zone change"),
    Column("handle", "string", "the handle that actions use; NA without one"),
    Column("zone", "string", "where it is"),
    Column("owner", "string", "its owner"),
    Column("controller", "string", "its controller"),
    Column("cards", "string", "the cards that represent it, joined by '; '; empty for none"),
    Column("names", "string", "names, joined by '; '; empty for a nameless object"),
    Column("mana_cost", "string", "mana cost; NA without one"),
    Column("mana_value", "Int64", "mana value of the object"),
    Column("colors", "string", "colors in the order WUBRG; empty for colorless"),
    Column("type_line", "string", "type line"),
    Column("power", "string", "power; NA without one"),
    Column("toughness", "string", "toughness; NA without one"),
    Column("tapped", "boolean", "whether it is tapped; NA off the battlefield"),
    Column("face", "string", "front, back or down; NA off the battlefield and the stack"),
    Column("unlocked", "string", "unlocked halves by name; NA for what is no Room permanent"),
    Column("counters", "string", "counters, as '2 +1/+1'; empty for none"),
    Column("attached_to", "string", "what it is attached to; NA for nothing"),
    Column("modeled", "boolean", "whether everything that its text does is modeled"),
    Column("rules", "string", "rules that names, cost, value and colors rest on"),
)

# columns that say what an object is; the others say where it is and how
FACTS = (
    "cards",
    "names",
    "mana_cost",
    "mana_value",
    "colors",
    "type_line",
    "power",
    "toughness",
    "modeled",
    "rules",
)
STATUS = tuple(c.name for c in OBJECT_COLUMNS if c.name not in FACTS)
REASONS = ("names", "mana_cost", "mana_value", "colors")


def _facts(state: State, obj: Obj, known: Characteristics, what: Copiable) -> tuple[Any, ...]:
    """Return the cells that say what an object is, in the order of :data:`FACTS`."""
    from mtgmeld.game.cards_that_act import is_modeled

    value = known.mana_value.value
    rules = cited(r for name in REASONS for r in known[name].all_rules)
    return (
        "; ".join(state.cards[c].card.name for c in obj.cards),
        cell(known.names.value),
        cell(known.mana_cost.value),
        None if isinstance(value, TwoAnswers) else value,
        cell(known.colors.value),
        known.type_line,
        None if known.power.value is None else str(known.power.value),
        None if known.toughness.value is None else str(known.toughness.value),
        all(is_modeled(f.name) for f in what.faces),
        ", ".join(number_in(r, state.edition.date) for r in rules),
    )


def _status(state: State, obj: Obj, what: Copiable, handle: str | None) -> tuple[Any, ...]:
    """Return the cells that say where an object is and how, in the order of :data:`STATUS`."""
    play, stack = obj.zone == "battlefield", obj.zone == "stack"
    face = unlocked = None
    if play or stack:
        face = "down" if obj.face_down else "back" if obj.face else "front"
    if play and what.layout == "split" and what.shared_type_line:
        unlocked = "; ".join(what.faces[h].name for h in obj.unlocked)
    return (
        obj.id,
        handle,
        obj.zone,
        obj.owner,
        obj.controller,
        obj.tapped if play else None,
        face,
        unlocked,
        "; ".join(f"{n} {k}" for k, n in obj.counters),
        state.name_of(obj.attached) if isinstance(obj.attached, int) else obj.attached,
    )


class _Rows:
    """The distinct rows of objects, each made once, and which facts belong to each."""

    def __init__(self) -> None:
        self.facts: list[tuple[Any, ...]] = []
        self.status: list[tuple[Any, ...]] = []
        self.facts_of: list[int] = []
        self._facts_at: dict[Any, int] = {}
        self._at: dict[Any, int] = {}
        self._kept: list[Any] = []  # so that no number of an object is given to another one

    def row(self, state: State, obj: Obj, handle: str | None, plain: bool) -> int:
        """Return the number of an object's row; -1 for an ability, which has none."""
        if obj.ability is not None:
            return -1
        # what no effect is about depends on the object alone, but for the name of its host
        alone = plain and not isinstance(obj.attached, int)
        key = (id(obj), handle, id(state.edition), id(state.policies)) if alone else None
        found = self._at.get(key) if key is not None else None
        if found is not None:
            return found
        known, what = characteristics_of(state, obj), copiable_of(state, obj)
        of = (id(known), id(what), obj.cards, id(state.edition))
        facts = self._facts_at.get(of)
        if facts is None:
            facts = self._facts_at[of] = len(self.facts)
            self.facts.append(_facts(state, obj, known, what))
        self._kept.append((obj, known, what, state))
        number = len(self.status)
        self.status.append(_status(state, obj, what, handle))
        self.facts_of.append(facts)
        if key is not None:
            self._at[key] = number
        return number


def _no_handle(obj: int) -> str | None:
    return None


def _handles(state: State) -> Callable[[int], str | None]:
    return {i: h for h, ids in reversed(list(state.handles.items())) for i in ids}.get


def objects_frame(state: State) -> pd.DataFrame:
    """Return one row an object.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`OBJECT_COLUMNS`; abilities on the stack are left out.
    """
    rows, handle = _Rows(), _handles(state)
    picks = [rows.row(state, o, handle(i), False) for i, o in state.things.items()]
    return _framed(rows, [p for p in picks if p >= 0], state.edition.date)


def states_frame(states: Sequence[State]) -> pd.DataFrame:
    """Return the objects of several states, one row an object and state.

    The row of an object that does not change is made once and gathered, so that long runs cost
    little.

    Returns
    -------
    pandas.DataFrame
        A column ``state`` (Int64, from 0) before those of :data:`OBJECT_COLUMNS`.
    """
    import numpy as np
    import pandas as pd

    rows = _Rows()
    picks: list[int] = []
    sizes: list[int] = []
    before: State | None = None
    handle: Callable[[int], str | None] = _no_handle
    objects: list[Obj] = []
    now: list[int] = []
    for state in states:
        plain = not effects_about(state)
        same = plain and before is not None and before.edition is state.edition
        if before is None or state.handles is not before.handles:
            handle, same = _handles(state), False
        old, objects = objects, list(state.things.values())
        if same and len(old) == len(objects):
            changed = [k for k, new in enumerate(map(is_not, objects, old)) if new]
            changed += [k for k, o in enumerate(objects) if o.attached is not None]
            now = now.copy()
            for k in changed:
                now[k] = rows.row(state, objects[k], handle(objects[k].id), plain)
        else:
            now = [rows.row(state, o, handle(o.id), plain) for o in objects]
        shown = now if min(now, default=0) >= 0 else [p for p in now if p >= 0]
        picks += shown
        sizes.append(len(shown))
        before = state if plain else None
    result = _framed(rows, picks, states[0].edition.date if states else "")
    numbers = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    result.insert(0, "state", pd.Series(numbers, dtype="Int64"))
    return result


def _framed(rows: _Rows, picks: Sequence[int], date: str) -> pd.DataFrame:
    """Return a frame of picked rows: each distinct value becomes a cell once and is gathered."""
    import numpy as np
    import pandas as pd

    import mtgmeld.accessors  # noqa: F401 (a frame of ours has .mana and .mtg)

    at = np.asarray(picks, dtype=np.intp)
    facts_at = np.asarray(rows.facts_of, dtype=np.intp)[at]
    facts = dict(zip(FACTS, zip(*rows.facts, strict=True), strict=True)) if rows.facts else {}
    status = dict(zip(STATUS, zip(*rows.status, strict=True), strict=True)) if rows.status else {}
    columns: dict[str, Any] = {}
    for column in OBJECT_COLUMNS:
        own, taken = (facts, facts_at) if column.name in FACTS else (status, at)
        columns[column.name] = series(column, own.get(column.name, ())).array.take(taken)
    result = pd.DataFrame(columns, copy=False)
    result.attrs.update({"edition": date})
    return result
