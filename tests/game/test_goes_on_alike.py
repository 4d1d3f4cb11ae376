"""A state goes on alike however it was come by: what was worked out before decides nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import msgspec
import pytest

from mtgmeld.errors import MtgmeldError
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.state import State
from tests.statements.game import choice, game, names_in, play

WAYS: dict[str, Callable[[State], State]] = {
    "read back": lambda state: State.from_json(state.to_json()),
    "pickled": lambda state: pickle.loads(pickle.dumps(state)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "replaced": lambda state: msgspec.structs.replace(state, clock=state.clock),
    "said anew": lambda state: apply(state, A.Note(), edition=state.edition.date).before,
}


def taken() -> State:
    made = game(active="opponent").put("Bruna, the Fading Light", id="b", owner="you")
    state = made.put("Confiscate", "hand", id="aura", owner="opponent").state()
    cast = A.CastSpell(object="aura", player="opponent", target=["b"])
    return play(state, cast, A.Pass()).after


def taken_from_the_start() -> State:
    made = game().put("Bruna, the Fading Light", id="b", owner="you")
    return made.put("Confiscate", id="aura", owner="opponent", attached_to="b").state()


def borrowed() -> State:
    made = game().put("Grizzly Bears", id="b", owner="opponent").put("Forest", id="aura")
    gain = A.GainControl(object="b", player="you", until="end of turn")
    return play(made.state(), gain).after


def legends_and_a_copy() -> State:
    made = game().put("Grizzly Bears", id="b").put("Graf Rats", id="aura", commander=True)
    return made.effect(copy="Savannah Lions", what="t:planeswalker").state()


def wearing() -> State:
    made = game().put("Grizzly Bears", id="b")
    return (
        made.put("Lignify", id="aura", attached_to="b")
        .effect(set={"add_power": 1}, what="t:creature")
        .state()
    )


STATES = {
    one.__name__: one
    for one in (taken, taken_from_the_start, borrowed, legends_and_a_copy, wearing)
}
STEPS = (
    A.Note(),
    A.Blink(object="aura"),
    A.Blink(object="b"),
    A.Destroy(object="aura"),
    A.Destroy(object="b"),
    A.Sacrifice(object="aura"),
    A.Exile(object="aura"),
    A.ReturnToHand(object="aura"),
    A.Tap(object="b"),
    A.NextStep(to="end"),
    A.NextTurn(),
)


def outcome(state: State, action: A.Action) -> Transition | str:
    try:
        return apply(state, action)
    except MtgmeldError as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("start", STATES)
def test_a_state_that_was_come_by_otherwise_goes_on_alike(start: str, way: str) -> None:
    for action in STEPS:
        state = STATES[start]()
        other = WAYS[way](state)
        assert other == state
        first, again = outcome(state, action), outcome(other, action)
        twice = outcome(other, action)
        for found in (again, twice):
            if isinstance(first, str) or isinstance(found, str):
                assert found == first, action
            else:
                assert found.events == first.events, action
                assert found.after == first.after, action
                assert found.after.to_json() == first.after.to_json(), action


def test_what_took_control_gives_it_back_as_it_leaves() -> None:
    for state in (taken(), taken_from_the_start()):
        bruna = state.find_one("b")
        assert state.things[bruna].controller == "opponent"
        for gone in (A.Destroy(object="aura"), A.ReturnToHand(object="aura")):
            assert (
                apply(State.from_json(state.to_json()), gone).after.things[bruna].controller
                == "you"
            )


def test_control_effects_count_from_the_start() -> None:
    """613.1b, 611.3a: a permanent is controlled by whoever an effect on the table says."""
    effect = (
        game()
        .put("Grizzly Bears", id="b")
        .effect(set={"controller": "you"}, what="t:creature", controller="opponent")
    )
    for state in (taken_from_the_start(), effect.state()):
        bears = state.find_one("b")
        assert state.things[bears].controller == "opponent"
        assert not state.things[bears].since >= state.turn, "nobody said that control is new"


def test_who_controls_what_an_effect_gives_them_anyway_is_not_its_default() -> None:
    """110.2a: once the Aura has left, its owner controls it, whatever was said at the start."""
    made = game().put("Grizzly Bears", id="b", owner="you", controller="opponent")
    state = made.put("Confiscate", id="aura", owner="opponent", attached_to="b").state()
    after = apply(state, A.Destroy(object="aura")).after
    assert after.things[after.find_one("b")].controller == "you"


def test_a_copy_effect_at_the_start_hides_nothing_from_state_based_actions() -> None:
    """704.5f, 704.5j: what is there at the start is looked at, whatever else is about."""
    made = game().put("Brago, King Eternal", id="a").put("Brago, King Eternal", id="b")
    made = made.token("Wall", power=0, toughness=0)
    state = made.effect(copy="Savannah Lions", what="t:planeswalker").state()
    choice(state, A.Note(), "keep", "704.5j")
    after = apply(state, A.Note(keep="a")).after
    assert names_in(after, "battlefield") == ["Brago, King Eternal"]
    assert names_in(after, "graveyard", "you") == ["Brago, King Eternal"]


def test_a_commander_is_asked_about_whatever_effects_are_about() -> None:
    """903.9a, 704.6d."""
    for state in (legends_and_a_copy(), State.from_json(legends_and_a_copy().to_json())):
        choice(state, A.Destroy(object="aura"), "commander", "903.9a", "704.6d")
