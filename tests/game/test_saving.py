"""A state as text and back."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.cards import Card, Face
from mtgmeld.errors import BadSavedState
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from tests.game.walks import filled, starts, step
from tests.statements.game import names_in, play

walks = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@walks
@given(starts(), st.data())
def test_a_state_reads_back_equal_and_goes_on_alike(start: State, data: st.DataObject) -> None:
    state = start
    for _ in range(10):
        again = State.from_json(state.to_json())
        assert again == state
        assert again.to_json() == state.to_json()
        done = filled(data.draw, state, step(data.draw, state))
        if done is None:
            continue
        action, expected = done
        found = apply(again, action)
        assert found.events == expected.events
        assert found.after == expected.after
        state = expected.after


def melded() -> State:
    return new_game(["you", "opponent"]).put("Urza, Planeswalker").state()


def reloaded(state: State) -> State:
    return State.from_json(state.to_json())


def test_a_melded_permanent_stays_one() -> None:
    state = reloaded(melded())
    assert state.characteristics("Urza, Planeswalker").mana_value.value == 8
    assert len(state.things[state.find_one("Urza, Planeswalker")].cards) == 2
    after = play(state, A.ReturnToHand(object="Urza, Planeswalker")).after
    assert sorted(names_in(after, "hand", "you")) == [
        "The Mightstone and Weakstone",
        "Urza, Lord Protector",
    ]


def test_a_card_of_the_catalog_stands_by_its_name_and_its_object_by_its_cards() -> None:
    data = json.loads(melded().to_json())
    cards = [row["card"] for row in data["cards"].values()]
    assert sorted(cards) == ["The Mightstone and Weakstone", "Urza, Lord Protector"]
    assert "base" not in data["things"][0]


def test_a_card_that_the_catalog_lacks_stands_by_its_facts() -> None:
    face = Face("Homemade", ManaCost.parse("{2}{W/U}"), types=("Creature",), power="1+*")
    own = Card("Homemade", "normal", (face,), "2026-01-01")
    state = new_game().put(own).put(own, "hand", id="other").state()
    again = reloaded(state)
    assert again == state
    assert again.cards[state.things[state.find_one("other")].cards[0]].card == own


def test_a_card_that_only_shares_a_name_with_the_catalog_keeps_its_facts() -> None:
    other = Card("Forest", "normal", (Face("Forest", types=("Land",)),))
    again = reloaded(new_game().put(other).state())
    assert again.characteristics("Forest").subtypes.value == ()


def test_costs_keep_their_separate_symbols() -> None:
    """A fused spell's {1}{R}{W} and a lone {2} are remembered symbol by symbol (709.4b)."""
    state = new_game().put("Fire // Ice", "stack", cast="Fire", id="spell").state()
    spell = state.find_one("spell")
    gone = play(state, A.Counter(object="spell")).after
    cost = reloaded(gone).known[spell].characteristics.mana_cost.value
    assert [str(s) for s in cost.symbols] == ["{1}", "{R}"]
    face = Face("Homemade", ManaCost.parse("{1}{1}"), types=("Artifact",))
    own = new_game().put(Card("Homemade", "normal", (face,))).state()
    cost = reloaded(own).characteristics("Homemade").mana_cost.value
    assert str(cost) == "{1}{1}"


@pytest.mark.parametrize(
    ("text", "value"),
    [("{\u00bd}{1}", Fraction(3, 2)), ("{\u221e}", math.inf), ("{HW}", Fraction(1, 2))],
)
def test_odd_mana_values_of_what_has_left(text: str, value: Any) -> None:
    face = Face("Homemade", ManaCost.parse(text), types=("Artifact",))
    state = new_game().put(Card("Homemade", "normal", (face,)), id="it").state()
    left = state.find_one("it")
    again = reloaded(play(state, A.Exile(object="it")).after)
    assert again.known[left].characteristics.mana_value.value == value
    assert again.characteristics("it").mana_value.value == value


def test_two_answers_of_what_has_left() -> None:
    state = new_game(edition="2016-07-22").put("Wear // Tear", "stack", cast="fused", id="it")
    start = state.state()
    spell = start.find_one("it")
    gone = play(start, A.Counter(object="it")).after
    again = reloaded(gone)
    assert again == gone
    answers = again.known[spell].characteristics.names.value.answers
    assert answers == (("Wear",), ("Tear",))


def test_edition_policies_and_effects_stay() -> None:
    policies = {"melded permanent put nth from the top": "around"}
    made = new_game(edition="2020-06-01", policies=policies).put("Chittering Host")
    made.effect(trigger="dies", what="t:creature", do=[{"do": "gain life", "amount": 3}])
    made.effect(set={"add_power": 1}, what="t:creature", id="anthem")
    made.watch("dies", "dies", "t:creature")
    state = play(
        made.state(),
        A.Destroy(object="Chittering Host", order=["Graf Rats", "Midnight Scavengers"]),
    ).after
    again = reloaded(state)
    assert again == state
    assert again.edition.date == "2020-06-01"
    assert again.policies == state.policies != ()
    assert play(again, A.Resolve()).after.player("you").life == 23


def test_what_waits_for_a_later_step_comes_back() -> None:
    state = new_game().put("Chittering Host").put("Otherworldly Journey", "hand").state()
    state = play(
        state, A.CastSpell(object="Otherworldly Journey", target="Chittering Host"), A.Resolve()
    ).after
    later = play(reloaded(state), A.NextStep(to="end"), A.Resolve()).after
    assert sorted(names_in(later, "battlefield")) == ["Graf Rats", "Midnight Scavengers"]


def test_instructions_for_later_given_as_tables() -> None:
    effect = {
        "trigger": "enters",
        "what": "t:creature",
        "do": [{"do": "at step", "step": "end", "do_later": [{"do": "draw", "count": 1}]}],
    }
    made = new_game().effect(**effect).put("Grizzly Bears", "hand").put("Forest", "library")
    state = play(made.state(), A.PutOntoBattlefield(object="Grizzly Bears")).after
    assert reloaded(state) == state
    state = play(reloaded(state), A.Resolve()).after
    state = play(reloaded(state), A.NextStep(to="end"), A.Resolve()).after
    assert names_in(state, "hand", "you") == ["Forest"]


# ------------------------------------------------------------------ what is no saved state


def changed(path: str, value: Any) -> str:
    """The text of a state with one entry changed, or left out."""
    state = new_game().put("Chittering Host").put("Forest", "library").put("Clone").state()
    order = ["Graf Rats", "Midnight Scavengers"]
    state = apply(state, A.Destroy(object="Chittering Host", order=order)).after
    data = json.loads(state.to_json())
    at = data
    *heads, last = path.split(".")
    for head in heads:
        at = at[int(head)] if isinstance(at, list) else at[head]
    if value is ...:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("kind", "something else", "kind"),
        ("version", 99, "version"),
        ("turn", "one", "turn"),
        ("turn", True, "turn"),
        ("places", ..., "places"),
        ("more", 1, "more"),
        ("edition", "last year", ""),
        ("edition", 3, "edition"),
        ("policies", [["no such policy", "x"]], ""),
        ("players.0.life", None, "players.0.life"),
        ("players.0.luck", 1, "players.0.luck"),
        ("cards.1.card", "No Such Card", "cards.1.card"),
        ("cards.1.card", 7, "cards.1.card"),
        ("things.0.zone", ..., "things.0.zone"),
        ("things.0.zone", "moon", ""),
        ("things.0.id", 77, ""),
        ("things.0.cards", [77], "things.0.cards"),
        ("things.0.cards", [], "things.0.base"),
        ("things.0.tapped", "yes", "things.0.tapped"),
        ("things.0", 5, "things.0"),
        ("things.0.face", 3, ""),
        ("places.library:you", [], ""),
        ("active", "nobody", ""),
        ("step", "siesta", ""),
        ("reasons.0", [], "reasons.0"),
        ("reasons.0.4", [0], "reasons.0"),
        ("reasons.0.1", {"code": "1"}, "reasons.0"),
        ("known.0.power", 9999, "known.0.power"),
        ("known.0.luck", 1, "known.0.luck"),
        (
            "delayed",
            [{"key": "k", "when": "step", "player": "you", "do": [{"do": "eat"}]}],
            "delayed.0.do.0.do",
        ),
    ],
)
def test_a_damaged_text_is_refused_with_the_place(path: str, value: Any, where: str) -> None:
    with pytest.raises(BadSavedState) as error:
        State.from_json(changed(path, value))
    assert error.value.where == where
    assert "to_json" in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, b"\xff\xfe", "{}"])
def test_what_is_no_json_or_another_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadSavedState):
        State.from_json(text)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 40),
    st.sampled_from(("", "you", "graveyard", "Forest", "{1}", "x")),
    st.just([]),
    st.just({}),
    st.just([0, "a"]),
    st.just({"do": "draw"}),
)


@settings(walks, max_examples=150)
@given(starts(), st.data())
def test_any_damage_is_refused_or_leaves_a_sound_state(start: State, data: st.DataObject) -> None:
    state = start
    for _ in range(4):
        done = filled(data.draw, state, step(data.draw, state))
        state = state if done is None else done[1].after
    whole = json.loads(state.to_json())
    _damage(data, whole)
    try:
        found = State.from_json(json.dumps(whole))
    except BadSavedState:
        return
    assert found.faults() == ()
    for i in found.things:
        found.characteristics(i)


def _damage(data: st.DataObject, at: Any) -> None:
    """Change one entry somewhere inside."""
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        inside = at[key]
        if not isinstance(inside, dict | list) or not inside or not data.draw(st.integers(0, 5)):
            break
        at = inside
    if data.draw(st.booleans()):
        at[key] = data.draw(JUNK)
    else:
        del at[key]
