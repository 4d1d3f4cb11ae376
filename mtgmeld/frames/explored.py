"""What was explored as frames, states and transitions, and in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.frames import frame, kind, number, text
from mtgmeld.frames.games import attrs_of, tag_of
from mtgmeld.game.actions import Action
from mtgmeld.game.explore import Edge, Exploration
from mtgmeld.game.state import State
from mtgmeld.hooks import fills

if TYPE_CHECKING:
    import pandas as pd


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
    if found.zone == "stack" or found.side_up == "back":
        name = state.name_of(obj)
    return f"{name} ({', '.join(bits)})" if bits else name


class _Found(msgspec.Struct, frozen=True, gc=False):
    """A state with its number, how deep it was found, and how many faults it has."""

    number: int
    state: State
    depth: int
    faults: int

    def mana_values(self) -> list[str]:
        """Return the mana values of the permanents."""
        known = map(self.state.characteristics, (o.id for o in self.state.battlefield()))
        return [str(k.mana_value.value) for k in known]


def _in_zone(zone: str) -> Callable[[_Found], list[str]]:
    return lambda f: [in_words(f.state, i) for i in f.state.in_zone(zone)]


ZONES = {
    "battlefield": "permanents, with their state",
    "stack": "spells and abilities, the top last",
    "hand": "cards in hands",
    "library": "cards in libraries, the top last",
    "graveyard": "cards in graveyards, the top last",
    "exile": "cards in exile",
    "command": "cards in the command zone",
}
EXPLORED = kind(
    "explored",
    (
        number("state", "the state's number, from 0", "number"),
        number("depth", "after how many actions it was reached first"),
        *(text(zone, means, _in_zone(zone)) for zone, means in ZONES.items()),
        text("mana_values", "mana values of the permanents", _Found.mana_values),
        number("faults", "how many invariants are broken"),
    ),
    ("state",),
)


def _arguments(edge: Edge) -> str:
    """Return the arguments and choices of an action that are not what they are by default."""
    given = {f: getattr(edge.action, f) for f in edge.action.__struct_fields__}
    return ", ".join(
        f"{name.rstrip('_')}={value!r}"
        for name, value in given.items()
        if value not in (None, False, {}, [], 0, "") or (name == "x" and value is not None)
    )


TRANSITIONS = kind(
    "transitions",
    (
        number("start", "the state before"),
        number("end", "the state after"),
        text("action", "the action's name in a situation file", lambda e: tag_of(e.action)),
        text("arguments", "its arguments and choices", _arguments),
        number("objects_moved", "objects that changed zones (712.21e)", "objects"),
        number("cards_moved", "cards that changed zones (712.21e)", "cards"),
        text("rules", "the rules that what happened rests on", lambda e: ", ".join(e.rules)),
    ),
    ("start", "action", "end"),
)


@fills("frame.states", Exploration)
def exploration_frame(explored: Exploration, lists: bool = False) -> pd.DataFrame:
    """Return one row a state, in the order in which they were found.

    With `lists` a cell of several values is a list of them.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``explored``
        (:func:`mtgmeld.frames.columns_of`); text is empty where nothing is.  ``attrs`` has
        ``counts``, the new states of each depth, and ``edition``, a date.
    """
    broken = Counter(n for n, _ in explored.faults)
    found = enumerate(zip(explored.states, explored.depths, strict=True))
    rows = (_Found(n, s, depth, broken[n]) for n, (s, depth) in found)
    return frame(EXPLORED, rows, _attrs(explored), lists)


@fills("frame.transitions", Exploration)
def edges_frame(explored: Exploration, lists: bool = False) -> pd.DataFrame:
    """Return one row a transition, those of one state together; with `lists` its rules as a list.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``transitions``; ``start`` and ``end`` are numbers
        of states.  ``attrs`` as of :func:`exploration_frame`.
    """
    return frame(TRANSITIONS, explored.edges, _attrs(explored), lists)


def _attrs(explored: Exploration) -> dict[str, Any]:
    return {"counts": explored.counts, **attrs_of(*explored.states)}


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
    tag = tag_of(action)
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


def actions_in_words(explored: Exploration) -> Iterator[tuple[Edge, str]]:
    """Yield each transition with its action in words; whose it is where objects are several."""
    about = {getattr(e.action, "object", None) for e in explored.edges} - {None}
    return ((e, action_words(e.action, named=len(about) > 1)) for e in explored.edges)
