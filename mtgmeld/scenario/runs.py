"""A situation that was played: its states, its events, and what held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.game.engine import Transition
from mtgmeld.game.state import State
from mtgmeld.scenario.expectations import Moment, Outcome, told_of

if TYPE_CHECKING:
    import pandas as pd


__all__ = ["Run"]


class Run(msgspec.Struct, frozen=True):
    """A situation that was played.

    Attributes
    ----------
    scenario : Scenario
    state_list : tuple of State
        The start and the state after each step.
    transitions : tuple of Transition or None
        One a step; None where the step was refused as expected.
    outcomes : tuple of Outcome
    """

    scenario: Any
    state_list: tuple[State, ...]
    transitions: tuple[Transition | None, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def holds(self) -> bool:
        """Whether every expectation holds."""
        return all(o.holds for o in self.outcomes)

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """The expectations that do not hold."""
        return tuple(o for o in self.outcomes if not o.holds)

    @property
    def final(self) -> State:
        """The state at the end."""
        return self.state_list[-1]

    def moment(self, step: int) -> Moment:
        """Return the states around a step and its events; 0 is the start."""
        if step == 0:
            return Moment(self.state_list[0], self.state_list[0], ())
        done = self.transitions[step - 1] if step <= len(self.transitions) else None
        events = () if done is None else done.events
        at = min(step, len(self.state_list) - 1)
        return Moment(self.state_list[max(0, at - 1)], self.state_list[at], events)

    def events(self) -> pd.DataFrame:
        """Return one row an event: see :data:`mtgmeld.game_frames.EVENT_COLUMNS`."""
        from mtgmeld.game_frames import events_frame

        return events_frame(self.transitions)

    def states(self) -> pd.DataFrame:
        """Return the objects of every state: see :func:`mtgmeld.game_frames.states_frame`."""
        from mtgmeld.game_frames import states_frame

        return states_frame(self.state_list)

    def diff(self, a: int, b: int) -> pd.DataFrame:
        """Return what differs between two states, by their numbers from 0, the start.

        Returns
        -------
        pandas.DataFrame
            Columns and dtypes: :data:`mtgmeld.game_frames.DIFF_COLUMNS`.

        Raises
        ------
        UnknownName
            If the run has no state of that number.
        """
        from mtgmeld.game_frames import diff_frame

        for n in (a, b):
            if not 0 <= n < len(self.state_list):
                raise UnknownName("state of the run", str(n), (f"0 to {len(self.state_list) - 1}",))
        done = self.transitions[min(a, b) : max(a, b)]
        events = [e for t in done if t is not None for e in t.events]
        return diff_frame(self.state_list[a], self.state_list[b], events)

    def expectations(self) -> pd.DataFrame:
        """Return one row a checked value.

        Returns
        -------
        pandas.DataFrame
            ``where``, ``what``, ``expected``, ``actual``, ``why`` strings, ``holds`` boolean.
        """
        from mtgmeld.frames import Column, frame

        columns = (
            Column("where", "string", "the step and the expectation"),
            Column("what", "string", "what is asked"),
            Column("expected", "string", "the expected value"),
            Column("actual", "string", "the value found"),
            Column("holds", "boolean", "whether they agree"),
            Column("why", "string", "reasons of the value found"),
        )
        rows = [{n: getattr(o, n) for n in Outcome.__struct_fields__} for o in self.outcomes]
        return frame(columns, rows, {"edition": self.final.edition.date})

    def to_text(self, events: bool = True) -> str:
        """Return the run as text: events, the final state, each expectation."""
        date = self.final.edition.date
        out = [f"{self.scenario.title} (rules of {date})"]
        if events:
            for number, done in enumerate(self.transitions, 1):
                out.append(f"  step {number}: {self.scenario.head.step[number - 1]['do']}")
                if done is None:
                    out.append("    refused, as expected")
                    continue
                out += [f"    {told_of(e, date)}" for e in done.events]
            out.append("  at the end:")
            for key, ids in self.final.places.items():
                if ids:
                    out.append(f"    {key}: {'; '.join(self.final.name_of(i) for i in ids)}")
            missing = self.not_modeled()
            if missing:
                out.append(f"  not or not wholly modeled: {'; '.join(missing)}")
        for o in self.outcomes:
            out.append(f"  {'ok  ' if o.holds else 'FAIL'} {o}")
        return "\n".join(out)

    def _repr_html_(self) -> str:
        from mtgmeld.showing import run_html

        return run_html(self)

    def not_modeled(self) -> tuple[str, ...]:
        """Return the faces that took part whose text does more than is modeled.

        Nothing of theirs is played unless a step or a standing effect says it.
        """
        from mtgmeld.game.acting import is_modeled

        names = {
            face.name: None
            for state in self.state_list
            for obj in state.things.values()
            for face in obj.base.faces
            if obj.zone in ("battlefield", "stack") and not obj.is_token
        }
        return tuple(n for n in names if n and not is_modeled(n))

    def __repr__(self) -> str:
        bad = len(self.failures)
        verdict = "all hold" if not bad else f"{bad} fail"
        return f"<Run of {self.scenario.title!r}: {len(self.outcomes)} checks, {verdict}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the outcomes as plain values."""
        return {
            "title": self.scenario.title,
            "edition": self.final.edition.date,
            "holds": self.holds,
            "outcomes": [msgspec.to_builtins(o) for o in self.outcomes],
        }
