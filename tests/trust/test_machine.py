"""A machine that plays at random: every state is sound, and every run replays from its text.

There is one rule for each action, with arguments drawn by the fields that it has, and rules
for what a player may legally do.  Steps are rows of the notation, so that what hypothesis
shrinks is a situation file.  One that fails is written to ``tests/trust/failures``, to be
mended and then kept in ``tests/trust/found``.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.files import write_whole
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.characteristics import VALUES
from mtgmeld.game.engine import Transition, apply, legal_actions
from mtgmeld.game.explore import faults_in, signature
from mtgmeld.game.standing import EFFECTS
from mtgmeld.game.state import State
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.checking import action_of
from tests.game.walks import with_choice
from tests.trust import arguments
from tests.trust.arguments import Draw, row_of
from tests.trust.begun import begun
from tests.trust.effort import EFFORT, effort
from tests.trust.tables import EFFECT_TABLES

FAILURES = Path(__file__).resolve().parent / "failures"
EXAMPLES, STEPS = 60, 25
MAY = 12  # rules for what a player may do, beside those for each action
MOST_CHOICES = 60


class Tally:
    """What the machine has done so far, for its report."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.runs = 0


class Play(RuleBasedStateMachine):
    """A situation that grows by random steps."""

    tally = Tally()

    def __init__(self) -> None:
        super().__init__()
        self.scenario = Scenario("a random run")
        self.rows: list[dict[str, Any]] = []
        self.state: State | None = None
        self.last: Transition | None = None
        self.text = ""
        self.fresh = self.failed = False
        self.cards: Any = ()

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.scenario = begun(data.draw)
        self._went(self.scenario.begin())
        assert self.state is not None
        self.cards = self.state.cards.keys()
        self.tally.runs += 1

    # ------------------------------------------------------------ steps

    def tried(self, draw: Draw, row: dict[str, Any]) -> None:
        """Take a step, each choice that it asks for drawn from what is offered."""
        assert self.state is not None
        kind = row["do"]
        self.tally.tried[kind] += 1
        try:
            done = self._filled(draw, action_of(row))
        except MtgmeldError as error:
            self.tally.refused[type(error).__name__] += 1
            self.tally.refused[kind] += 1
            self.holds("\n" not in str(error), f"{error!r} has several lines", row)
            return
        if done is None:
            return
        action, self.last = done
        self.tally.done[kind] += 1
        self.rows.append(row_of(action))
        self._went(self.last.after)

    def _filled(self, draw: Draw, action: Action) -> tuple[Action, Transition] | None:
        assert self.state is not None
        for _ in range(MOST_CHOICES):
            try:
                return action, apply(self.state, action)
            except ChoiceNeeded as asked:
                known = asked.player in [p.name for p in self.state.players]
                self.holds(known, f"{asked.player!r} is asked, and is no player", row_of(action))
                if not asked.options:
                    self.tally.refused[f"asked for {asked.argument} of nothing"] += 1
                    return None
                option = draw(st.sampled_from(_offered(asked)))
                action = with_choice(action, asked, option)
            except MtgmeldError:
                raise
            except Exception as error:
                self.kept(traceback.format_exc(), row_of(action), _place(error))
                raise
        self.tally.refused["asked for more and more"] += 1
        return None

    def _went(self, state: State) -> None:
        self.state, self.text, self.fresh = state, state.to_json(), True

    # ------------------------------------------------------------ what must hold

    @invariant()
    def unchanged(self) -> None:
        """A step that was refused, and looking at a state, change nothing in it."""
        if self.state is not None:
            self.holds(self.state.to_json() == self.text, "the state changed under a refusal")

    @precondition(lambda self: self.fresh)
    @invariant()
    def sound(self) -> None:
        """No invariant is broken, and no card comes or goes."""
        if self.state is None:
            return
        self.fresh = False
        broken = faults_in(self.state)
        self.holds(not broken, "; ".join(broken))
        self.holds(self.state.cards.keys() == self.cards, "cards came or went")
        again = State.from_json(self.text)
        self.holds(again == self.state, "it reads back as another state")
        self.holds(again.to_json() == self.text, "it is saved in two ways")
        for i, obj in self.state.things.items():
            if obj.ability is None:  # what it remembers is what it finds anew
                same = again.characteristics(i) == self.state.characteristics(i)
                self.holds(same, f"{self.state.name_of(i)} is remembered otherwise")

    @precondition(lambda self: len(self.rows) % 5 == 4)
    @invariant()
    def offers(self) -> None:
        """What a player may do can be done, with the first of each choice that is asked for."""
        if self.state is None:
            return
        for player in self.state.players:
            for legal in legal_actions(self.state, player.name):
                self._can(legal.action)

    def _can(self, action: Action) -> None:
        assert self.state is not None
        asked: set[str] = set()
        for _ in range(MOST_CHOICES):
            try:
                apply(self.state, action)
                return
            except ChoiceNeeded as choice:
                if not choice.options:
                    return
                asked.add(choice.argument)
                action = with_choice(action, choice, _offered(choice)[0])
            except IllegalAction as error:
                # of several choices the first ones need not go together
                self.holds(bool(asked), f"it is offered, and refused: {error}", row_of(action))
                return
            except MtgmeldError:
                return
            except Exception as error:
                self.kept(traceback.format_exc(), row_of(action), _place(error))
                raise

    @precondition(lambda self: len(self.rows) % 9 == 8)
    @invariant()
    def shown(self) -> None:
        """Frames and pages can be made of any state and any step."""
        if self.state is None:
            return
        try:
            assert len(self.state.objects()) >= 0
            self.state.zones()
            self.state._repr_html_()
            for player in self.state.players:
                self.state.known_to(player.name)
            for i in [i for i, o in self.state.things.items() if o.ability is None][-2:]:
                for name in VALUES:
                    assert str(self.state.explain(i, name))
            if self.last is not None:
                self.last.to_frame()
                self.last._repr_html_()
        except Exception as error:
            self.kept(traceback.format_exc(), None, _place(error))
            raise

    def holds(self, truth: bool, why: str, row: dict[str, Any] | None = None) -> None:
        """Fail, with the run kept as a file, if something is not so."""
        if not truth:
            raise AssertionError(self.kept(why, row))

    def kept(self, why: str, row: dict[str, Any] | None = None, place: str = "") -> str:
        """Write the run down for whoever mends what it shows: one file a kind of failure."""
        self.failed = True
        made = self.scenario
        for one in [*self.rows, *([] if row is None else [row])]:
            made = made.step(**one)
        text = made.to_toml()
        FAILURES.mkdir(exist_ok=True)
        name = re.sub(r"[^a-z]+", "-", (place or why).lower()).strip("-")[:60]
        notes = "\n".join(f"# {line}" for line in why.splitlines()[-12:])
        write_whole(FAILURES / f"{name}.toml", f"{notes}\n{text}")
        return f"{why}\n{text}"

    def teardown(self) -> None:
        """Every run replays from its text and comes to the same state."""
        if self.state is None or self.failed:
            return
        try:
            self._replays(self.state)
        except AssertionError:
            raise
        except Exception as error:
            self.kept(traceback.format_exc(), None, _place(error))
            raise

    def _replays(self, state: State) -> None:
        made = self.scenario
        for row in self.rows:
            made = made.step(**row)
        again = Scenario.from_text(made.to_toml())
        self.holds(again == made, "the text reads back as another situation")
        final = again.play().final
        self.holds(signature(final) == signature(state), "it replays otherwise")
        self.holds(final.to_json() == self.text, "it replays otherwise")


def _offered(asked: ChoiceNeeded) -> tuple[Any, ...]:
    """Return what may be chosen; of X that it is a number is all that is said."""
    return (0, 1, 2) if asked.argument in ("x", "choose.x") else asked.options


def _place(error: BaseException) -> str:
    """Return where in the package an error arose."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/mtgmeld/" in f.filename]
    last = frames[-1]
    return f"{type(error).__name__} {Path(last.filename).stem} {last.name}"


def _rule(name: str, does: Callable[[Play, st.DataObject], None]) -> Any:
    """Return a rule with a name of its own: by it hypothesis leaves rules out of a run."""
    does.__name__ = name
    return rule(data=st.data())(does)


def _one(name: str, action: str) -> Any:
    def tries(self: Play, data: st.DataObject) -> None:
        assert self.state is not None
        self.tried(data.draw, arguments.row(data.draw, self.state, action))

    return _rule(name, tries)


def _may(name: str) -> Any:
    def may(self: Play, data: st.DataObject) -> None:
        assert self.state is not None
        names = [p.name for p in self.state.players]
        player = data.draw(st.sampled_from((*(self.state.active,) * 3, *names)))
        mana = data.draw(st.sampled_from((None, "pool")))
        found = [row_of(one.action) for one in legal_actions(self.state, player, mana)]
        others = [row for row in found if row["do"] != "pass"]
        # passing is left to its own rule where something else can be done
        self.tried(data.draw, data.draw(st.sampled_from(others or [{"do": "pass"}])))

    return _rule(name, may)


def machine(tally: Tally) -> type[Play]:
    """Return the machine with a rule for each action, and some for what is legal."""
    body: dict[str, Any] = {"tally": tally}
    does = {"do_" + name.replace(" ", "_"): name for name in ACTIONS}
    does |= {"goes_on": "pass", "resolves": "resolve"}
    body |= {name: _one(name, action) for name, action in does.items()}
    body |= {name: _may(name) for name in (f"may_{n}" for n in range(MAY))}
    return type("Machine", (Play,), body)


def test_the_machine_finds_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    run_state_machine_as_test(machine(tally), settings=effort(EXAMPLES, STEPS))
    with capsys.disabled():
        if EFFORT > 1:
            print(
                f"\n{tally.runs} runs, {tally.tried.total()} steps tried, {tally.done.total()} done"
            )
            print("done:", dict(tally.done.most_common()))
            print("refused:", dict(tally.refused.most_common()))
    assert tally.done.total() > tally.runs


def test_every_action_is_tried_and_most_can_be_done() -> None:
    """Each action, in each of some situations, with drawn arguments and choices."""
    done: set[str] = set()

    @effort(12)
    @given(st.data())
    def tries(data: st.DataObject) -> None:
        state = begun(data.draw).begin()
        for action in ACTIONS:
            for _ in range(2):
                if _done(data.draw, state, arguments.row(data.draw, state, action)):
                    done.add(action)

    tries()
    missing = set(ACTIONS) - done
    assert len(missing) < (1 if EFFORT > 3 else len(ACTIONS) // 3), missing


def _done(draw: Draw, state: State, row: dict[str, Any]) -> bool:
    action = action_of(row)
    for _ in range(MOST_CHOICES):
        try:
            apply(state, action)
            return True
        except ChoiceNeeded as asked:
            if not asked.options:
                return False
            action = with_choice(action, asked, draw(st.sampled_from(_offered(asked))))
        except MtgmeldError:
            return False
    return False


@pytest.mark.parametrize("action", ACTIONS)
def test_the_machine_knows_every_field(action: str) -> None:
    assert arguments.covers(action) == []


def test_the_machine_lays_effects_of_every_kind() -> None:
    assert {v for t in EFFECT_TABLES for v in t if v in EFFECTS} == set(EFFECTS)
