"""Moves played one after the other; watches that count what triggers saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import fields, replace

from mtgmeld.errors import BadScenario, ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.explorers.board import Board, Table
from mtgmeld.frames import Column, frame
from mtgmeld.frames.games import events_frame
from mtgmeld.game.abilities import EVENTS
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import Transition, apply, apply_asked
from mtgmeld.game.state import State
from mtgmeld.rules.numbers import number_in, words_for
from mtgmeld.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

MOST_TARGETS = 4
_EVENTS = ("step", "event", "name", "from_zone", "to_zone", "player", "note", "rules")
_COUNTED = ("step", "event", "name", "from_zone", "to_zone", "objects_moved", "cards_moved")

TRIGGER_COLUMNS = (
    Column("trigger", "string", "what the ability waits for, or the ability of a card"),
    Column("times", "Int64", "how often it has triggered so far"),
)


class Played(msgspec.Struct, frozen=True):
    """A situation, and the moves that were played from its start.

    Attributes
    ----------
    scene : Scenario
    start : State
    transitions : tuple of Transition
    done : tuple
        The moves that were made.
    refused : tuple of (move, str)
        The moves that were refused, and why.
    """

    scene: Scenario
    start: State
    transitions: tuple[Transition, ...] = ()
    done: tuple[Any, ...] = ()
    refused: tuple[tuple[Any, str], ...] = ()

    @property
    def state(self) -> State:
        """The state after the last move that was made."""
        return self.transitions[-1].after if self.transitions else self.start

    def play(
        self,
        moves: Iterable[Any],
        action: Callable[[State, Any], Action | None],
        *,
        go_on: bool = False,
        take: Callable[[State, Action], Transition] = apply,
    ) -> Played:
        """Play moves until one is refused.

        Parameters
        ----------
        moves : iterable
        action : callable
            Takes the state and a move and returns the action; None where the move does nothing.
        go_on : bool
            Whether the moves after one that is refused are played all the same.
        take : callable
            What carries out an action: :func:`first_choices` makes choices that are not given.
        """
        now = self
        for move in moves:
            try:
                act = action(now.state, move)
                made = () if act is None else (take(now.state, act),)
            except (IllegalAction, ChoiceNeeded) as error:
                now = replace(now, refused=(*now.refused, (move, str(error))))
                if not go_on:
                    break
            else:
                done, transitions = (*now.done, move), (*now.transitions, *made)
                now = replace(now, done=done, transitions=transitions)
        return now

    def situation(self) -> Scenario:
        """Return the situation with the steps that were played."""
        steps = [_step(t.action) for t in self.transitions]
        return Scenario.from_dict({**self.scene.to_dict(), "step": steps})

    def board(self, title: str, *tables: Table, **more: Any) -> Board:
        """Return what is shown of it; a message says what was refused."""
        message = " ".join(why for _, why in self.refused)
        return Board(title, tables, **{"message": message, "situation": self.situation, **more})


def first_choices(state: State, act: Action) -> Transition:
    """Carry out an action; of the targets and modes that it needs the first are taken.

    A choice that stands for every step is taken where it is asked for.
    """
    given: dict[str, list[Any]] = {"target": [], "choose.modes": []}
    while True:
        target, modes = given.values()
        chosen: dict[str, Any] = {"target": target} if target else {}
        if modes:
            chosen["choose"] = {**getattr(act, "choose", {}), "modes": modes}
        try:
            return apply_asked(state, replace(act, **chosen))
        except ChoiceNeeded as error:
            left = [o for o in error.options if o not in modes]
            if error.argument not in given or not left or len(target) > MOST_TARGETS:
                raise
            given[error.argument].append(left[0])


def is_in(state: State, handle: str, *zones: str) -> bool:
    """Whether a handle stands for an object in one of some zones."""
    found = state.handles.get(handle, ())
    return any(state.things[i].zone in zones for i in found if i in state.things)


def headed(*columns: str) -> dict[str, str]:
    """Return columns with their headings; what is called in a situation is an object."""
    return {c: "object" if c == "handle" else c.replace("_", " ") for c in columns}


def only(rows: pd.DataFrame, ids: Iterable[int]) -> pd.DataFrame:
    """Return the rows of some objects."""
    return rows[rows["object"].isin(list(ids))].reset_index(drop=True)


def scene(title: str, **tables: Any) -> Scenario:
    """Return a situation from its tables; what is empty or false is left out."""
    made = {"title": title} | {k: v for k, v in tables.items() if v}
    made["start"] = [{k: v for k, v in row.items() if v} for row in made.get("start", ())]
    return Scenario.from_dict(made)


def begin(start: Scenario) -> Played:
    """Begin a situation; what cannot be is refused in its own words."""
    try:
        return Played(start, start.begin())
    except BadScenario as error:
        why = error.__context__
        raise (why if isinstance(why, MtgmeldError) else error) from None


def _step(act: Action) -> dict[str, Any]:
    """Return an action as a step of a situation; what is so by default is left out."""
    row: dict[str, Any] = msgspec.to_builtins(act)
    usual = {f.encode_name for f in fields(act) if getattr(act, f.name) == f.default}
    return {k: v for k, v in row.items() if k not in usual and v not in (None, [], {}, ())}


def watches(events: Iterable[str], what: str = "") -> list[dict[str, str]]:
    """Return a watch for each of some events, called as :data:`EVENTS` has them."""
    more = {"what": what} if what else {}
    return [{"id": event, "when": event, **more} for event in events]


def events_table(
    transitions: Sequence[Transition | None],
    caption: str = "what happened",
    *,
    counted: bool = False,
    watches: bool = False,
    now: int | None = None,
) -> Table:
    """Return what happened as a table: see kind ``events``.

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
