"""Objects of states as DataFrames: one state, or each state of a long run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
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

# columns that are not gathered from the distinct rows of what objects are and how
NUMBERS = ("object", "tapped")
FACTS = tuple(c.name for c in OBJECT_COLUMNS if c.name not in NUMBERS)
REASONS = ("names", "mana_cost", "mana_value", "colors")


def _facts(
    state: State, obj: Obj, known: Characteristics, what: Copiable, handle: str | None
) -> dict[str, Any]:
    """Return the cells of an object but its number and whether it is tapped."""
    from mtgmeld.game.acting import is_modeled

    play, stack = obj.zone == "battlefield", obj.zone == "stack"
    face = unlocked = None
    if play or stack:
        face = "down" if obj.face_down else "back" if obj.face else "front"
    if play and what.shared_type_line:
        unlocked = "; ".join(what.faces[h].name for h in obj.unlocked)
    value = known.mana_value.value
    rules = cited(r for name in REASONS for r in known[name].all_rules)
    return {
        "handle": handle,
        "zone": obj.zone,
        "owner": obj.owner,
        "controller": obj.controller,
        "cards": "; ".join(state.cards[c].card.name for c in obj.cards),
        "names": cell(known.names.value),
        "mana_cost": cell(known.mana_cost.value),
        "mana_value": None if isinstance(value, TwoAnswers) else value,
        "colors": cell(known.colors.value),
        "type_line": known.type_line,
        "power": None if known.power.value is None else str(known.power.value),
        "toughness": None if known.toughness.value is None else str(known.toughness.value),
        "face": face,
        "unlocked": unlocked,
        "counters": "; ".join(f"{n} {k}" for k, n in obj.counters),
        "attached_to": _host(state, obj),
        "modeled": all(is_modeled(f.name) for f in what.faces),
        "rules": ", ".join(number_in(r, state.edition.date) for r in rules),
    }


def _host(state: State, obj: Obj) -> str | None:
    return state.name_of(obj.attached) if isinstance(obj.attached, int) else obj.attached


class _Rows:
    """The distinct rows of objects, each made once, and the facts that belong to each."""

    def __init__(self) -> None:
        self.facts: list[dict[str, Any]] = []
        self.numbers: list[int] = []
        self.tapped: list[bool | None] = []
        self.facts_of: list[int] = []
        self._facts_at: dict[Any, int] = {}
        self._at: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no number of an object is given to another one

    def begin(self, state: State) -> None:
        """Forget which object has which row: handles, edition or policies are others now."""
        self._at = {}
        self._kept.append(state)

    def like(self, old: Obj, number: int, state: State, obj: Obj, handle: str | None) -> int:
        """Return the number of the row of an object that changed, no effect being about.

        Where it only became tapped or untapped, say, the facts stay those of the row before.
        """
        same = (
            number >= 0
            and obj.attached is None
            and old.attached is None
            and old.id == obj.id
            and old.base is obj.base
            and old.copy is obj.copy
            and old.cast is obj.cast
            and old.zone == obj.zone
            and old.controller == obj.controller
            and old.face == obj.face
            and old.counters == obj.counters
            and old.unlocked == obj.unlocked
            and old.face_down == obj.face_down
        )
        if not same or id(obj) in self._at:
            return self.row(state, obj, handle, True)
        return self._add(obj, self.facts_of[number], True)

    def row(self, state: State, obj: Obj, handle: str | None, plain: bool) -> int:
        """Return the number of an object's row; -1 for an ability, which has none."""
        # what no effect is about depends on the object alone, but for the name of its host
        alone = plain and obj.attached is None
        if alone and id(obj) in self._at:
            return self._at[id(obj)]
        if obj.ability is not None:
            return -1
        known, what = characteristics_of(state, obj), copiable_of(state, obj)
        of = (
            id(known),
            id(what),
            id(state.edition),
            handle,
            obj.zone,
            obj.owner,
            obj.controller,
            obj.cards,
            obj.face,
            obj.face_down,
            obj.unlocked,
            obj.counters,
            _host(state, obj),
        )
        facts = self._facts_at.get(of)
        if facts is None:
            facts = self._facts_at[of] = len(self.facts)
            self.facts.append(_facts(state, obj, known, what, handle))
            self._kept.append((known, what))
        return self._add(obj, facts, alone)

    def _add(self, obj: Obj, facts: int, alone: bool) -> int:
        number = len(self.numbers)
        self.numbers.append(obj.id)
        self.tapped.append(obj.tapped if obj.zone == "battlefield" else None)
        self.facts_of.append(facts)
        if alone:
            self._at[id(obj)] = number
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
    return _framed(rows, [p for p in picks if p >= 0], state.edition.date, {})


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
    picks: list[Any] = []
    handle: Callable[[int], str | None] = _no_handle
    place: dict[int, int] = {}
    now = np.empty(0, dtype=np.intp)
    before: State | None = None
    for state in states:
        things, plain = state.things, not effects_about(state)
        if (
            before is None
            or before.handles is not state.handles
            or before.edition is not state.edition
            or before.policies is not state.policies
        ):
            rows.begin(state)
            handle, before = _handles(state), None
        old = {} if before is None else before.things
        if plain and before is not None and things.keys() == old.keys():
            # in the same places stand the same objects, most of them unchanged
            changed = list(compress(things.values(), map(is_not, things.values(), old.values())))
            if state.memo.family.attached:
                changed += [o for o in things.values() if o.attached is not None]
            if changed:
                now = now.copy()
            for obj in changed:
                k = place[obj.id]
                now[k] = rows.like(old[obj.id], now[k], state, obj, handle(obj.id))
        else:
            found = [rows.row(state, o, handle(i), plain) for i, o in things.items()]
            now = np.asarray(found, dtype=np.intp)
            place = {i: k for k, i in enumerate(things)}
        picks.append(now[now >= 0] if state.places.get("stack") else now)
        before = state if plain else None
    sizes = [len(p) for p in picks]
    picked = np.concatenate(picks) if picks else now
    numbers = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    first = {"state": pd.Series(numbers, dtype="Int64")}
    return _framed(rows, picked, states[0].edition.date if states else "", first)


def _framed(rows: _Rows, picks: Any, date: str, columns: dict[str, Any]) -> pd.DataFrame:
    """Return a frame of picked rows after some columns; each distinct cell is made once."""
    import numpy as np
    import pandas as pd

    import mtgmeld.accessors  # noqa: F401 (a frame of ours has .mana and .mtg)

    at = np.asarray(picks, dtype=np.intp)
    facts_at = np.asarray(rows.facts_of, dtype=np.intp)[at]
    columns["object"] = pd.Series(np.asarray(rows.numbers, dtype=np.int64)[at], dtype="Int64")
    for column in OBJECT_COLUMNS[1:]:
        if column.name == "tapped":
            columns["tapped"] = series(column, rows.tapped).array.take(at)
            continue
        cells = [row[column.name] for row in rows.facts]
        columns[column.name] = series(column, cells).array.take(facts_at)
    result = pd.DataFrame(columns, copy=False)
    result.attrs.update({"edition": date})
    return result
