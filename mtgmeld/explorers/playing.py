"""Moves played one after the other; watches that count what triggers saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.explorers.board import Table
from mtgmeld.frames import Column, frame
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.setup import Setup
from mtgmeld.game.standing import EVENTS
from mtgmeld.game.state import State
from mtgmeld.game_frames import events_frame
from mtgmeld.rules.numbers import number_in, words_for

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "TRIGGER_COLUMNS",
    "Played",
    "events_table",
    "gists",
    "moment",
    "play",
    "triggers_frame",
    "watch_all",
]

_EVENTS = ("step", "event", "name", "from_zone", "to_zone", "player", "note", "rules")
_COUNTED = ("step", "event", "name", "from_zone", "to_zone", "objects_moved", "cards_moved")

TRIGGER_COLUMNS = (
    Column("trigger", "string", "what the ability waits for, or the ability of a card"),
    Column("times", "Int64", "how often it has triggered so far"),
)


class Played(msgspec.Struct, frozen=True):
    """Moves that were played.

    Attributes
    ----------
    start : State
    transitions : tuple of Transition
    done : tuple of str
        The moves that were made.
    message : str
        Why the next move was refused; empty where all were made.
    """

    start: State
    transitions: tuple[Transition, ...]
    done: tuple[str, ...]
    message: str = ""

    @property
    def state(self) -> State:
        """The state after the last move that was made."""
        return self.transitions[-1].after if self.transitions else self.start


def play(
    start: State, moves: Sequence[str], action: Callable[[State, str], Action | None]
) -> Played:
    """Play moves until one is refused.

    Parameters
    ----------
    start : State
    moves : sequence of str
    action : callable
        Takes the state and a move and returns the action; None where the move does nothing.
    """
    done: list[Transition] = []
    made: list[str] = []
    state = start
    for move in moves:
        try:
            act = action(state, move)
            if act is not None:
                done.append(apply(state, act))
                state = done[-1].after
        except (IllegalAction, ChoiceNeeded) as error:
            return Played(start, tuple(done), tuple(made), f"{move}: {error}")
        made.append(move)
    return Played(start, tuple(done), tuple(made))


def watch_all(setup: Setup, events: Iterable[str], what: str = "") -> Setup:
    """Lay a watch for each of some events, called as :data:`EVENTS` has them."""
    for event in events:
        setup.watch(event, event, what)
    return setup


def events_table(
    transitions: Sequence[Transition | None],
    caption: str = "what happened",
    *,
    counted: bool = False,
    watches: bool = False,
    now: int | None = None,
) -> Table:
    """Return what happened as a table: see :data:`mtgmeld.game_frames.EVENT_COLUMNS`.

    Parameters
    ----------
    transitions : sequence of Transition or None
        One a step.
    caption : str
    counted : bool
        Whether it is shown how many objects and cards moved.
    watches : bool
        Whether triggers of watches have rows; :func:`triggers_frame` counts them.
    now : int, optional
        The step whose rows are marked.

    Notes
    -----
    The rules of an event open to what each of them is about.
    """
    events = events_frame(transitions)
    told = [(e, t.after.edition.date) for t in transitions if t is not None for e in t.events]
    kept = [n for n, (e, _) in enumerate(told) if watches or e.kind != "trigger" or e.obj]
    events = events.iloc[kept].reset_index(drop=True)
    events["name"] = events["name"].str.replace(r"#.*$", " (ability)", regex=True)
    reasons = {
        (row, "rules"): said
        for row, n in enumerate(kept)
        if (said := gists(told[n][0].rules, told[n][1]))
    }
    marked = {(n, "step") for n, step in enumerate(events["step"]) if step == now}
    columns = (*_COUNTED, "note", "rules") if counted else _EVENTS
    return Table("events", events, columns, caption, differs=frozenset(marked), reasons=reasons)


def gists(rules: Iterable[str], date: str) -> str:
    """Return what each rule is about, a line each; nothing of those that are not known."""
    said = ((number_in(r, date), words_for(r, date)) for r in dict.fromkeys(rules))
    return "\n".join(f"{number}: {words}" for number, words in said if words)


def moment(state: State) -> str:
    """Return turn and step in words, and what is on the stack, the top last."""
    said = f"turn {state.turn} of {state.active}, {state.step}"
    stack = [state.name_of(i).partition("#")[0] for i in state.in_zone("stack")]
    abilities = [state.things[i].ability is not None for i in state.in_zone("stack")]
    named = [f"ability of {n}" if a else n for n, a in zip(stack, abilities, strict=True)]
    return f"{said}; on the stack: {', '.join(named)}" if named else said


def triggers_frame(state: State, transitions: Iterable[Transition]) -> pd.DataFrame:
    """Return how often each watch and each modeled ability of a card has triggered.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`TRIGGER_COLUMNS`.
    """
    rows = [{"trigger": EVENTS.get(w, w), "times": n} for w, n in state.counts.items()]
    seen = Counter(
        e.name for t in transitions for e in t.events if e.kind == "trigger" and "#" in e.name
    )
    rows += [{"trigger": f"ability of {n.partition('#')[0]}", "times": k} for n, k in seen.items()]
    return frame(TRIGGER_COLUMNS, rows, {"edition": state.edition.date})
