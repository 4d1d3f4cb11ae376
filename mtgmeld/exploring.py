"""What was explored as DataFrames: states, transitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mtgmeld.frames import Column, frame
from mtgmeld.game.actions import Action
from mtgmeld.game.explore import Exploration
from mtgmeld.game.state import State

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EDGE_COLUMNS",
    "STATE_COLUMNS",
    "action_words",
    "edges_frame",
    "in_words",
    "state_words",
    "states_frame",
]

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")

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
    Column("rules", "string", "the rules that what happened rests on"),
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
        for zone in ZONES:
            row[zone] = "; ".join(in_words(state, i) for i in state.in_zone(zone))
        values = [state.characteristics(o.id).mana_value.value for o in state.battlefield()]
        row["mana_values"] = "; ".join(str(v) for v in values)
        yield row


def states_frame(explored: Exploration) -> pd.DataFrame:
    """Return one row a state, in the order in which they were found.

    Parameters
    ----------
    explored : Exploration

    Returns
    -------
    pandas.DataFrame
        As many rows as there are states, 11 columns; names and dtypes are :data:`STATE_COLUMNS`:
        ``state``, ``depth`` and ``faults`` Int64, the others string, empty where nothing is.
        ``attrs`` has ``counts``, the new states of each depth, and ``edition``, a date.
    """
    return frame(STATE_COLUMNS, _state_rows(explored), _attrs(explored))


def edges_frame(explored: Exploration) -> pd.DataFrame:
    """Return one row a transition, those of one state together.

    Parameters
    ----------
    explored : Exploration

    Returns
    -------
    pandas.DataFrame
        As many rows as there are transitions, 7 columns; names and dtypes are
        :data:`EDGE_COLUMNS`: ``start`` and ``end`` (numbers of states), ``objects_moved`` and
        ``cards_moved`` Int64, the others string.  ``attrs`` as of :func:`states_frame`.
    """
    rows = []
    for edge in explored.edges:
        action = edge.action
        given = {
            f: v
            for f in action.__struct_fields__
            if (v := getattr(action, f)) not in (None, False, {}, [], 0, "")
            or (f == "x" and v is not None)
        }
        rows.append(
            {
                "start": edge.start,
                "end": edge.end,
                "action": str(action.__struct_config__.tag),
                "arguments": ", ".join(f"{k.rstrip('_')}={v!r}" for k, v in given.items()),
                "objects_moved": edge.objects,
                "cards_moved": edge.cards,
                "rules": ", ".join(edge.rules),
            }
        )
    return frame(EDGE_COLUMNS, rows, _attrs(explored))


def _attrs(explored: Exploration) -> dict[str, Any]:
    return {"counts": explored.counts, "edition": explored.states[0].edition.date}


# ---------------------------------------------------------------- in few words


def state_words(explored: Exploration) -> tuple[str, ...]:
    """Return each state in few words: what is where, without what is the same in all of them.

    Where every state is about one card its name is left out, and the battlefield is taken for
    granted: ``unlocked: neither``, ``hand``.
    """
    found = [
        {z: [in_words(s, i) for i in s.in_zone(z)] for z in ZONES if s.in_zone(z)}
        for s in explored.states
    ]
    alone = {s.card_name(o) for s in explored.states for o in s.things.values()}
    if len(alone) == 1 and all(len(s.things) == 1 for s in explored.states):
        return tuple(_of_one_card(zone, words[0]) for row in found for zone, words in row.items())
    shared = [z for z in ZONES if all(row.get(z) == found[0].get(z) for row in found)]
    return tuple(
        "; ".join(f"{z}: {', '.join(words)}" for z, words in row.items() if z not in shared)
        or "nothing"
        for row in found
    )


def _of_one_card(zone: str, words: str) -> str:
    status = words.rpartition(" (")[2].removesuffix(")") if words.endswith(")") else ""
    if zone in ("battlefield", "stack"):
        return status or (words if zone == "stack" else zone)
    return zone


_SHORT = {
    "unlock by effect": "unlock",
    "lock by effect": "lock",
    "return to hand": "to hand",
    "put into graveyard": "to graveyard",
    "put into command zone": "to command zone",
    "put onto battlefield": "onto battlefield",
    "create token copy": "token copy",
}
_SAID = ("half", "face", "kind", "mana", "commander", "may")


def action_words(action: Action, *, named: bool = True) -> str:
    """Return an action in few words: what is done, to what if that is to be said, how chosen."""
    tag = str(action.__struct_config__.tag)
    words = [_SHORT.get(tag, tag)]
    if tag == "put into library":
        place = getattr(action, "where", "top")
        words[0] = {"top": "on top", "bottom": "to bottom"}.get(str(place), f"as card {place}")
    for field in _SAID:
        value = getattr(action, field, None)
        if isinstance(value, str) and value:
            words.append(value)
    if "half" in action.choose:
        words.append(str(action.choose["half"]))
    if tag == "lock or unlock":
        words = words[1:] or words
    about = getattr(action, "object", None)
    if named and isinstance(about, str):
        words.insert(0, f"{about}:")
    return " ".join(words)
