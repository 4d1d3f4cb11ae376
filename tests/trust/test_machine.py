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
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
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

from mtgmeld.catalog import bundled
from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.files import write_whole
from mtgmeld.game.abilities import KINDS
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.canonical import signature
from mtgmeld.game.characteristics import VALUES
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.explore import explore
from mtgmeld.game.faults import faults_in
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.state import State
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.notation import action_of
from tests.game.walks import with_choice
from tests.trust import arguments
from tests.trust.arguments import Draw, row_of
from tests.trust.begun import ACTING, THEMES, begun
from tests.trust.effort import EFFORT, KEPT, effort
from tests.trust.kept import differences
from tests.trust.tables import EFFECT_TABLES

FAILURES = Path(__file__).resolve().parent / "failures"
EXAMPLES, STEPS = 60, 25
MAY = 12  # rules for what a player may do, beside those for each action
ACTS = 12  # rules by which the text of a card acts: a spell, an ability, a door, an attack
MOST_CHOICES = 60
_ACTS = frozenset(("resolve", "trigger", "activate", "tapped for mana"))
_BY_A_CARD = frozenset(("cast", "activate", "unlock", "attack", "play land", "tap for mana"))


class Tally:
    """What the machine has done so far, for its report."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.acted: Counter[str] = Counter()  # faces of which something resolved or triggered
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
        self.conjured = 0  # whatever conjures, a step or a card, says each

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
        said = {e.name.partition("#")[0] for e in self.last.events if e.kind in _ACTS}
        self.tally.acted.update(said.intersection(ACTING))
        self.conjured += sum(e.kind == "conjure" for e in self.last.events)
        self._went(self.last.after)

    def _filled(self, draw: Draw, action: Action) -> tuple[Action, Transition] | None:
        assert self.state is not None
        for _ in range(MOST_CHOICES):
            try:
                return action, self._applied(action)
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

    def _applied(self, action: Action) -> Transition:
        """Take a step from memory and from the state read back; go on from either by turns."""
        assert self.state is not None
        done = apply(self.state, action)
        again = apply(State.from_json(self.text), action)
        same = done.events == again.events and done.after == again.after
        self.holds(same, "read back, it goes on otherwise", row_of(action))
        return again if len(self.rows) % 2 and not KEPT else done

    def _went(self, state: State) -> None:
        self.state, self.text, self.fresh = state, state.to_json(), True
        if KEPT:
            self.kept_well()

    # ------------------------------------------------------------ what must hold

    @invariant()
    def unchanged(self) -> None:
        """A step that was refused, and looking at a state, change nothing in it."""
        if self.state is not None:
            self.holds(self.state.to_json() == self.text, "the state changed under a refusal")

    @precondition(lambda self: self.fresh)
    @invariant()
    def sound(self) -> None:
        """No invariant is broken, no card goes, and none comes but what is conjured."""
        if self.state is None:
            return
        self.fresh = False
        broken = faults_in(self.state)
        self.holds(not broken, "; ".join(broken))
        cards = self.state.cards.keys()
        came = len(cards) - len(self.cards)
        self.holds(cards >= self.cards and came == self.conjured, "cards came or went")
        again = State.from_json(self.text)
        self.holds(again == self.state, "it reads back as another state")
        self.holds(again.to_json() == self.text, "it is saved in two ways")
        for i, obj in self.state.things.items():
            if obj.ability is None:  # what it remembers is what it finds anew
                same = again.characteristics(i) == self.state.characteristics(i)
                self.holds(same, f"{self.state.name_of(i)} is remembered otherwise")

    @precondition(lambda self: not KEPT and len(self.rows) % 7 == 6)
    @invariant()
    def kept_well(self) -> None:
        """What is kept about a state is what is worked out from nothing."""
        if self.state is not None:
            wrong = differences(self.state)
            self.holds(not wrong, "\n".join(wrong))

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


def _acts(name: str) -> Any:
    def acts(self: Play, data: st.DataObject) -> None:
        """Do something of a card, and let what it puts on the stack resolve."""
        assert self.state is not None
        player = data.draw(st.sampled_from([p.name for p in self.state.players]))
        found = [row_of(one.action) for one in legal_actions(self.state, player)]
        found = [row for row in found if row["do"] in _BY_A_CARD]
        if found:
            self.tried(data.draw, data.draw(st.sampled_from(found)))
        for _ in range(2):
            if self.state.in_zone("stack"):
                self.tried(data.draw, {"do": "resolve"})

    return _rule(name, acts)


def machine(tally: Tally) -> type[Play]:
    """Return the machine with a rule for each action, and some for what is legal."""
    body: dict[str, Any] = {"tally": tally}
    does = {"do_" + name.replace(" ", "_"): name for name in ACTIONS}
    does |= {"goes_on": "pass", "resolves": "resolve"}
    body |= {name: _one(name, action) for name, action in does.items()}
    body |= {name: _may(name) for name in (f"may_{n}" for n in range(MAY))}
    body |= {name: _acts(name) for name in (f"acts_{n}" for n in range(ACTS))}
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
            idle = [name for name in ACTING if name not in tally.acted]
            print(f"of {len(ACTING)} faces that act {len(idle)} did nothing:", *idle, sep="; ")
    assert tally.done.total() > tally.runs


def test_with_kept_everything_is_compared_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once as a run begins and once for each step that was done, several of one rule too."""
    compared, real = 0, differences

    def counted(state: State) -> list[str]:
        nonlocal compared
        compared += 1
        return real(state)

    monkeypatch.setitem(globals(), "KEPT", True)
    monkeypatch.setitem(globals(), "differences", counted)
    tally = Tally()
    run_state_machine_as_test(machine(tally), settings=effort(4, STEPS))
    assert tally.done.total() > tally.runs
    assert compared == tally.runs + tally.done.total()


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
    assert arguments.unnamed(action) == []


def test_every_card_of_a_theme_is_there() -> None:
    """One that no catalog has would be dropped in silence."""
    cards = {str(row["card"]) for theme in THEMES for row in theme if "card" in row}
    assert len(cards) > 60
    assert [name for name in cards if name not in bundled()] == []


def test_with_a_pool_every_theme_comes_to_the_same_states() -> None:
    """What other processes are sent, and send back, goes on as what is in memory does."""
    compared = 0
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for theme in THEMES:
            made = Scenario("a theme")
            for row in theme:
                made = made.start(**row)
            start = made.begin()
            alone = explore(start, None, 4)
            sent = explore(start, None, 4, executor=pool)
            assert (sent.states, sent.edges) == (alone.states, alone.edges), theme
            compared += len(alone.states)
    assert compared > 200


def test_the_machine_lays_effects_of_every_kind() -> None:
    of_an_object = {"adds", "loyalty", "enchant", "do"}  # these say something of an object's own
    assert {v for t in EFFECT_TABLES for v in t if v in KINDS} >= KINDS.keys() - of_an_object


# something for each kind of target, and cards to draw, to mill, to find and to return
_TABLE: list[dict[str, Any]] = [
    *({"card": c} for c in ("Serra Angel", "Memnite", "Glorious Anthem", "Forest")),
    *({"card": c, "zone": "library"} for c in ("Forest", "Beck // Call", "Lightning Bolt") * 2),
    *({"card": c, "zone": "graveyard"} for c in ("Grizzly Bears", "Forest", "Lightning Bolt")),
    {"card": "Grizzly Bears", "id": "bears"},
    {"card": "Silvercoat Lion", "owner": "opponent"},
    {"card": "Isochron Scepter", "owner": "opponent"},
    {"card": "Bottomless Pool // Locker Room", "unlocked": ["left"], "owner": "opponent"},
    {"card": "Lightning Bolt", "zone": "hand", "owner": "opponent"},
]


def _with_first_choices(state: State, action: Action) -> Transition | None:
    """Apply an action with the first of each choice that it asks for; None if it is refused."""
    for _ in range(MOST_CHOICES):
        try:
            return apply(state, action)
        except ChoiceNeeded as asked:
            if not asked.options:
                return None
            action = with_choice(action, asked, _offered(asked)[0])
        except MtgmeldError:
            return None
    return None


def _names_it(action: Action) -> bool:
    values = row_of(action).values()
    return any("it" in (v if isinstance(v, list) else [v]) for v in values)


RESOLVE = action_of({"do": "resolve"})
ATTACK = action_of({"do": "attack", "object": "bears"})
ON = [
    action_of({"do": "next step", "to": to})
    for to in ("upkeep", "precombat main", "beginning of combat", "declare attackers", "end")
]


def _walks(name: str, zone: str) -> tuple[set[str], int]:
    """Let a face do whatever it may, from a zone; return which faces acted, and the steps."""
    made = Scenario("a face that acts", begins="untap").start(card=name, zone=zone, id="it")
    for row in _TABLE:
        made = made.start(**row)
    acted: set[str] = set()
    steps = 0
    try:
        state = made.begin()
    except MtgmeldError:
        return acted, steps  # a card that cannot be there

    def taken(before: State, action: Action) -> State | None:
        nonlocal acted, steps
        done = _with_first_choices(before, action)
        if done is None:
            return None
        steps += 1
        what = (name, zone, row_of(action))
        assert not faults_in(done.after), what
        assert State.from_json(done.after.to_json()) == done.after, what
        acted |= {e.name.partition("#")[0] for e in done.events if e.kind in _ACTS}
        return done.after

    for step in ON:
        for one in (step, RESOLVE):
            state = taken(state, one) or state
        attacks = taken(state, ATTACK) if step is ON[3] else None
        for first in (state, *([attacks] if attacks else [])):
            for legal in legal_actions(first, "you"):
                after: State | None = first
                for one in (legal.action, *[RESOLVE] * 4) if _names_it(legal.action) else ():
                    after = None if after is None else taken(after, one)
    return acted & set(ACTING), steps


def test_every_face_that_acts_does_so_and_every_state_is_sound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each wholly modeled face with an entry, from hand, battlefield and graveyard.

    An ordinary run takes one face in ten.  What does nothing replaces, forbids or costs, or has
    no legal target there.
    """
    acted: set[str] = set()
    steps = 0
    faces = ACTING[:: 10 if EFFORT == 1 else 1]
    for name in faces:
        for zone in ("hand", "battlefield", "graveyard"):
            found, more = _walks(name, zone)
            acted, steps = acted | found, steps + more
    idle = sorted(set(faces) - acted)
    with capsys.disabled():
        if EFFORT > 1:
            print(f"\n{len(faces)} faces, {steps} steps, {len(idle)} did nothing: {idle}")
    assert len(idle) < len(faces) / 5, idle
