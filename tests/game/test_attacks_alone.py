"""A creature attacks alone if it is the only one declared, whatever comes later (506.5)."""

from __future__ import annotations

import pytest

import mtgmeld as mm


def walk(**head: str) -> mm.Scenario:
    made = mm.Scenario("alone", **head).start(
        "Derelict Attic // Widow's Walk", id="room", unlocked="right", owner="you"
    )
    made = made.start("Grizzly Bears", id="bears").start("Memnite", id="memnite")
    return made.step("next step", to="declare attackers")


def test_it_gets_what_it_gets_once_it_has_attacked_alone() -> None:
    """It is what the trigger waits for, no condition that is asked again (603.4)."""
    made = walk().step("attack", object="bears").expect(events={"trigger": 1})
    made = made.step("create token", subtypes=["Bear"], power=1, toughness=1, attacking=True)
    made = made.step("resolve").expect(object="bears", power=3, has_keywords="Deathtouch")
    assert made.expect(object="memnite", power=1).play().holds


@pytest.mark.parametrize("already", [True, False])
def test_what_attacks_already_was_not_declared(already: bool) -> None:
    made = walk().start(token="Bear", power=1, toughness=1, id="bear")
    if already:
        made = made.step("create token", name="Wolf", power=1, toughness=1, attacking=True)
    assert made.step("attack", object="bears").expect(events={"trigger": 1}).play().holds


def test_two_do_not_attack_alone_and_another_players_creature_is_not_meant() -> None:
    two = walk().step("attack", object=["bears", "memnite"]).expect(stack=[])
    assert two.play().holds
    theirs = walk(active="opponent").step("attack", object="bears").expect(stack=[])
    assert theirs.play().holds


@pytest.mark.parametrize(("objects", "times"), [(["bears"], 1), (["bears", "memnite"], 0)])
def test_a_watch_waits_for_it_as_well(objects: list[str], times: int) -> None:
    made = mm.Scenario("alone").start("Grizzly Bears", id="bears").start("Memnite", id="memnite")
    made = made.watch(id="alone", when="attacks", alone=True)
    made = made.step("next step", to="declare attackers").step("attack", object=objects)
    assert made.expect(triggered={"alone": times}).play().holds
