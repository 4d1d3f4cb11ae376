"""What holds in every state that can be reached, whatever is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.game import actions as A
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.state import State
from tests.game.walks import filled, starts, step
from tests.statements.game import choice, game, play, refused

STEPS = 12
walks = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def frozen(state: State) -> dict[str, Any]:
    """Every field, with copies of the tables, to hold the state against later."""
    return {
        name: dict(value) if isinstance(value := getattr(state, name), Mapping) else value
        for name in State.__struct_fields__
        if name != "memo"
    }


def unchanged(state: State, before: dict[str, Any]) -> None:
    now = frozen(state)
    assert now == before
    for name, value in before.items():
        if isinstance(value, dict):
            assert all(now[name][k] is v for k, v in value.items())
        else:
            assert now[name] is value


@walks
@given(starts(), st.data())
def test_whatever_is_done_the_state_is_sound(start: State, data: st.DataObject) -> None:
    state = start
    for _ in range(STEPS):
        done = filled(data.draw, state, step(data.draw, state))
        if done is None:
            continue
        after = done[1].after
        assert after.faults() == (), f"after {done[0]}"
        state = after


@walks
@given(starts(), st.data())
def test_cards_are_conserved(start: State, data: st.DataObject) -> None:
    """No card is made or lost, none changes its owner or is in two places (400.7, 108.3)."""
    state = start
    for _ in range(STEPS):
        done = filled(data.draw, state, step(data.draw, state))
        if done is None:
            continue
        state = done[1].after
        assert state.cards == start.cards
        represented = sorted(c for obj in state.things.values() for c in obj.cards)
        assert represented == sorted(start.cards), f"after {done[0]}"
        for obj in state.things.values():
            assert {state.cards[c].owner for c in obj.cards} <= {obj.owner}


@walks
@given(starts(), st.data())
def test_apply_changes_nothing_that_it_was_given(start: State, data: st.DataObject) -> None:
    state = start
    for _ in range(STEPS):
        before = frozen(state)
        done = filled(data.draw, state, step(data.draw, state))
        unchanged(state, before)
        if done is None:
            continue
        assert done[1].before is state
        state = done[1].after


@walks
@given(starts(), st.data())
def test_what_moves_is_counted_as_objects_and_cards(start: State, data: st.DataObject) -> None:
    """One object leaves with as many cards as represented it, and as many objects arrive."""
    state = start
    for _ in range(STEPS):
        done = filled(data.draw, state, step(data.draw, state))
        if done is None:
            continue
        for event in done[1].events:
            if event.kind != "move":
                continue
            assert event.objects == 1
            assert event.end == "battlefield" or len(event.became) == max(1, event.cards)
        state = done[1].after


@settings(walks, max_examples=40)
@given(starts(), st.data())
def test_what_is_listed_as_legal_can_be_done(start: State, data: st.DataObject) -> None:
    """No listed action is refused, whatever choices are made among those offered."""
    state = start
    for _ in range(6):
        for player in state.players:
            for one in legal_actions(state, player.name):
                done = filled(data.draw, state, one.action)
                assert done is not None, one
                assert done[1].after.faults() == ()
        went = filled(data.draw, state, step(data.draw, state))
        state = state if went is None else went[1].after


def test_an_ability_without_a_target_is_not_listed() -> None:
    battlements = game().put("Hanweir Battlements")
    haste = A.Activate(object="Hanweir Battlements", ability="haste")
    refused(battlements.state(), haste, "601.2c")
    says = [one.says for one in legal_actions(battlements.state(), "you")]
    assert not any("haste" in text for text in says)
    says = [one.says for one in legal_actions(battlements.put("Clone", "hand").state(), "you")]
    assert not any("haste" in text for text in says)
    with_one = battlements.put("Grizzly Bears").state()
    assert any("haste" in one.says for one in legal_actions(with_one, "you"))


def test_a_fused_spell_needs_a_target_for_each_half() -> None:
    start = game().put("Wear // Tear", "hand").put("Mimic Vat").put("Reflecting Pool")
    start.put("Phyrexian Dragon Engine")  # two artifacts to choose from, no enchantment
    refused(start.state(), A.CastSpell(object="Wear // Tear", fused=True), "601.2c")


def test_the_only_target_of_one_half_need_not_be_named() -> None:
    """Of a fused Wear // Tear the target of Tear alone is asked for and given (601.2c)."""
    made = game().put("Wear // Tear", "hand").put("Mimic Vat")
    made.put("Rest in Peace").put("Leyline of the Void")
    start = made.state()
    cast = A.CastSpell(object="Wear // Tear", fused=True)
    needed = choice(start, cast, "target")
    assert set(needed.options) == {"Rest in Peace", "Leyline of the Void"}
    done = play(start, A.CastSpell(object="Wear // Tear", fused=True, target=["Rest in Peace"]))
    spell = done.after.things[done.after.in_zone("stack")[0]]
    assert spell.cast is not None
    assert spell.cast.targets == (start.find_one("Mimic Vat"), start.find_one("Rest in Peace"))
    both = A.CastSpell(object="Wear // Tear", fused=True, target=["Rest in Peace", "Mimic Vat"])
    refused(start, both, "601.2c")


def test_an_aura_targets_and_stays_on_what_it_may_enchant() -> None:
    made = game().put("False Demise", "hand").put("Wheel of Sun and Moon", "hand")
    made.put("Grizzly Bears").put("Forest").put("Silvercoat Lion")
    start = made.state()
    needed = choice(start, A.CastSpell(object="False Demise"), "target", "601.2c")
    assert set(needed.options) == {"Grizzly Bears", "Silvercoat Lion"}
    refused(start, A.CastSpell(object="False Demise", target="Forest"), "601.2c")
    wheel = choice(start, A.CastSpell(object="Wheel of Sun and Moon"), "target")
    assert set(wheel.options) == {"you", "opponent"}
    on = play(start, A.CastSpell(object="False Demise", target="Grizzly Bears"), A.Resolve()).after
    bears = on.find_one("Grizzly Bears")
    assert on.things[on.find_one("False Demise")].attached == bears
    gone = play(on, A.Change(object="Grizzly Bears", types=["Artifact"]))
    aura = gone.after.things[gone.after.find_one("False Demise")]
    assert aura.zone == "graveyard"
    assert any("704.5m" in e.rules for e in gone.events)
