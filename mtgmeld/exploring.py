"""What was explored as DataFrames: states, transitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mtgmeld.frames import Column, frame
from mtgmeld.game.explore import Exploration
from mtgmeld.game.state import State

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EDGE_COLUMNS", "STATE_COLUMNS", "edges_frame", "in_words", "states_frame"]

STATE_COLUMNS = (
    Column("state", "Int64", "the state's number, from 0"),
    Column("depth", "Int64", "after how many actions it was reached first"),
    Column("battlefield", "string", "permanents, with their state"),
    Column("stack", "string", "spells and abilities, the top last"),
    Column("hand", "string", "cards in hands"),
    Column("library", "string", "cards in libraries, the top last"),
    Column("graveyard", "string", "cards in graveyards, the top last"),
    Column("exile", "string", "cards in exile"),
    Column("command", "string", "cards in the command zone"),
    Column("mana_values", "string", "mana values of the permanents"),
    Column("faults", "Int64", "how many invariants are broken"),
)
EDGE_COLUMNS = (
    Column("start", "Int64", "the state before"),
    Column("end", "Int64", "the state after"),
    Column("action", "string", "the action's name in a situation file"),
    Column("arguments", "string", "its arguments and choices"),
    Column("objects_moved", "Int64", "objects that changed zones (712.21e)"),
    Column("cards_moved", "Int64", "cards that changed zones (712.21e)"),
)


def in_words(state: State, obj: int) -> str:
    """Return an object with what tells it apart: unlocked halves, face, counters, tapped."""
    found = state.things[obj]
    if found.ability is not None:
        return f"ability {found.ability.key}"
    bits = []
    if found.zone == "battlefield" and found.base.shared_type_line:
        halves = [found.base.faces[h].name for h in found.unlocked]
        bits.append(f"unlocked: {' and '.join(halves) or 'neither'}")
    if found.tapped:
        bits.append("tapped")
    if found.is_token:
        bits.append("token")
    bits += [f"{n} {k}" for k, n in found.counters]
    name = state.card_name(found) if not found.is_melded else state.name_of(obj)
    if found.zone == "stack" or found.face:
        name = state.name_of(obj)
    return f"{name} ({', '.join(bits)})" if bits else name


def _state_rows(explored: Exploration) -> Iterator[dict[str, Any]]:
    broken: dict[int, int] = {}
    for n, _ in explored.faults:
        broken[n] = broken.get(n, 0) + 1
    for n, (state, depth) in enumerate(zip(explored.states, explored.depths, strict=True)):
        row: dict[str, Any] = {"state": n, "depth": depth, "faults": broken.get(n, 0)}
        for zone in ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command"):
            row[zone] = "; ".join(in_words(state, i) for i in state.in_zone(zone))
        values = [state.characteristics(o.id).mana_value.value for o in state.battlefield()]
        row["mana_values"] = "; ".join(str(v) for v in values)
        yield row


def states_frame(explored: Exploration) -> pd.DataFrame:
    """Return one row a state.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`STATE_COLUMNS`.
    """
    return frame(STATE_COLUMNS, _state_rows(explored), {"counts": explored.counts})


def edges_frame(explored: Exploration) -> pd.DataFrame:
    """Return one row a transition.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`EDGE_COLUMNS`.
    """
    rows = []
    for edge in explored.edges:
        action = edge.action
        given = {
            f: v
            for f in action.__struct_fields__
            if (v := getattr(action, f)) not in (None, False, {}, [], 0, "")
        }
        rows.append(
            {
                "start": edge.start,
                "end": edge.end,
                "action": str(action.__struct_config__.tag),
                "arguments": ", ".join(f"{k.rstrip('_')}={v!r}" for k, v in given.items()),
                "objects_moved": edge.objects,
                "cards_moved": edge.cards,
            }
        )
    return frame(EDGE_COLUMNS, rows, {"counts": explored.counts})
