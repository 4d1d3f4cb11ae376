"""Playing a situation step by step, and holding each moment against what is expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.game.engine import Transition, apply
from mtgmeld.rules.citations import show
from mtgmeld.scenario.checking import action_of
from mtgmeld.scenario.expectations import Moment, Outcome, hold
from mtgmeld.scenario.notation import Expect
from mtgmeld.scenario.reading import Place
from mtgmeld.scenario.runs import Run

if TYPE_CHECKING:
    from mtgmeld.scenario.play import Scenario

__all__ = ["play_out"]

# what becomes of a step that is refused though nothing says that it must be
RAISE, FAIL, SKIP = "raise", "fail", "skip"


class _Line:
    """A situation played under one edition and one set of readings, as far as it was asked.

    ``refused`` says what becomes of a step that is refused: the file is wrong, or the run does
    not hold (where the reader asked for other rules), or the step is left out (where an
    expectation asks about other rules).
    """

    def __init__(
        self,
        scenario: Scenario,
        edition: str | None,
        policies: Mapping[str, str],
        refused: str,
    ) -> None:
        self.scenario, self.refused = scenario, refused
        self.states = [scenario.begin(edition, policies)]
        self.transitions: list[Transition | None] = []
        self.outcomes: list[Outcome] = []

    def moment(self, step: int) -> Moment:
        """Return the states around a step, after playing up to it; 0 is the start."""
        while len(self.transitions) < step:
            self._next()
        now = self.states[step]
        if not step:
            return Moment(now, now, ())
        done = self.transitions[step - 1]
        return Moment(self.states[step - 1], now, () if done is None else done.events)

    def _next(self) -> None:
        number = len(self.states)
        row = self.scenario.head.step[number - 1]
        done = self._step(row, number)
        self.transitions.append(done)
        self.states.append(self.states[-1] if done is None else done.after)

    def _step(self, row: Mapping[str, Any], number: int) -> Transition | None:
        """Carry out a step; None where it was refused, or asked for a choice, as expected."""
        illegal, asks = row.get("illegal"), row.get("asks")
        try:
            done = apply(self.states[-1], action_of(row))
        except IllegalAction as error:
            if illegal is None:
                self._refused(row, number, error)
                return None
            self._say(
                number,
                "illegal by",
                illegal,
                ", ".join(error.rules),
                illegal is True or illegal in error.rules,
                str(error),
            )
            return None
        except ChoiceNeeded as error:
            if asks is None:
                self._refused(row, number, error)
                return None
            self._asked(row, number, error)
            return None
        except MtgmeldError as error:
            self._refused(row, number, error)
            return None
        if illegal is not None:
            self._say(number, "illegal by", illegal, "it was legal", False)
        if asks is not None:
            self._say(number, "asks for", asks, "nothing was asked", False)
        return done

    def _asked(self, row: Mapping[str, Any], number: int, error: ChoiceNeeded) -> None:
        asks = row["asks"]
        self._say(number, "asks for", asks, error.argument, asks == error.argument, str(error))
        if "of_player" in row:
            whom = row["of_player"]
            self._say(number, "asks", whom, error.player, whom == error.player)
        if "options" in row:
            have = [list(o) if isinstance(o, tuple) else o for o in error.options]
            same = sorted(map(str, have)) == sorted(map(str, row["options"]))
            self._say(number, "options", row["options"], have, same)

    def _say(
        self, number: int, what: str, expected: Any, actual: Any, holds: bool, why: str = ""
    ) -> None:
        row = Outcome(f"step {number}", what, show(expected), show(actual), holds, why)
        self.outcomes.append(row)

    def _refused(self, row: Mapping[str, Any], number: int, error: MtgmeldError) -> None:
        if self.refused == FAIL:
            self._say(number, "it can be done", True, str(error), False)
            return
        if self.refused == SKIP and isinstance(error, IllegalAction):
            return
        place = Place(self.scenario._path, self.scenario._text).at("step", number - 1)
        if not isinstance(error, IllegalAction | ChoiceNeeded):
            raise place.caused(error, row)
        under = "" if self.refused == RAISE else f" under the rules of {self.states[-1].edition}"
        raise place.wrong(f"it cannot be done{under}: {error}", "do")


def play_out(
    scenario: Scenario, edition: str | None = None, policies: Mapping[str, str] | None = None
) -> Run:
    """Play a situation to its end and hold it against what is expected.

    Expectations under another edition or policy are held against the situation played again
    under it; there a step that is refused is left out.

    Raises
    ------
    BadScenario
        If the start is impossible, if a step is refused, or if an expectation asks about what
        does not exist; where other rules were asked for, such a step does not hold instead.
    """
    head, chosen = scenario.head, dict(policies or {})
    main = _Line(scenario, edition, chosen, FAIL if edition or chosen else RAISE)
    others: dict[Any, _Line] = {}
    outcomes: list[Outcome] = []

    def judge(rows: Sequence[Mapping[str, Any]], moment: Moment, where: str, place: Place) -> None:
        for n, row in enumerate(rows):
            wanted = msgspec.convert(row, Expect)
            label, here = f"{where}, expectation {n + 1}", moment
            if wanted.edition or wanted.policies:
                date = wanted.edition or edition
                readings = {**chosen, **wanted.policies}
                key = (date, tuple(sorted(readings.items())))
                if key not in others:
                    others[key] = _Line(scenario, date, readings, SKIP)
                here = others[key].moment(len(main.transitions))
                label += f" (rules of {here.state.edition})"
            try:
                outcomes.extend(hold(wanted, here, label))
            except MtgmeldError as error:
                if main.refused == RAISE:
                    raise place.at("expect", n).caused(error, row) from None
                outcomes.append(Outcome(label, "it can be asked", "yes", str(error), False))

    top = Place(scenario._path, scenario._text)
    judge(head.expect, main.moment(0), "start", top)
    for number, row in enumerate(head.step, 1):
        moment = main.moment(number)
        outcomes += main.outcomes
        main.outcomes.clear()
        judge(row.get("expect", ()), moment, f"step {number}", top.at("step", number - 1))
    return Run(scenario, tuple(main.states), tuple(main.transitions), tuple(outcomes))
