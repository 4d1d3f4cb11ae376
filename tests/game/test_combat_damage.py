"""Combat damage is assigned, then dealt all at once (510.1, 510.2)."""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadScenario

LOCKER = "Bottomless Pool // Locker Room"
Shares = dict[str, dict[str, int]]


def fighting(**head: Any) -> mm.Scenario:
    """Bears 2/2, Memnite 1/1 and an Angel 4/4 with a Room that waits for their damage."""
    made = mm.Scenario("combat", **head).start(LOCKER, id="room", unlocked="right")
    made = made.start("Grizzly Bears", id="bears").start("Memnite", id="memnite")
    made = made.start("Serra Angel", id="angel")
    other = head.get("players", ["you", "opponent"])[1]
    return made.start("Silvercoat Lion", id="lion", controller=other)


@pytest.mark.parametrize(
    ("assigned", "times"),
    [
        ({"bears": {"p2": 2}}, 1),
        ({"bears": {"p2": 2}, "memnite": {"p2": 1}}, 1),
        ({"bears": {"p2": 2}, "memnite": {"p3": 1}}, 2),
        ({"bears": {"p2": 2}, "memnite": {"p3": 1}, "angel": {"p2": 4}}, 2),
        ({"bears": {"lion": 2}}, 0),
        ({"lion": {"you": 2}}, 0),
        ({"lion": {"you": 2}, "angel": {"lion": 1, "p3": 3}}, 1),
    ],
)
def test_one_or_more_that_deal_it_to_a_player_trigger_once_a_player(
    assigned: Shares, times: int
) -> None:
    """Of what happens at once there is one event for each player that is dealt damage (603.2c)."""
    made = fighting(players=["you", "p2", "p3"]).step("combat damage", assigned=assigned)
    assert made.expect(events={"trigger": times}).play().holds


def test_one_source_that_damages_two_players_triggers_twice() -> None:
    made = fighting(players=["you", "p2", "p3"])
    step = {"source": "bears", "to": ["p2", "p3"], "amount": 2, "combat": True}
    assert made.step("damage", **step).expect(events={"trigger": 2}).play().holds


def test_one_or_more_that_die_trigger_once_whosever_they_are() -> None:
    """What says of no player to whom it happens is one event (603.2c)."""
    made = fighting().watch(id="deaths", when="dies", what="t:creature", one_or_more=True)
    step = made.step("destroy", object=["bears", "lion"])
    assert step.expect(triggered={"deaths": 1}).play().holds


def test_all_of_it_is_dealt_before_anything_dies() -> None:
    """Each of two 2/2s kills the other (510.2, 704.3)."""
    made = fighting().step("combat damage", assigned={"bears": {"lion": 2}, "lion": {"bears": 2}})
    made = made.expect(object="bears", zone="graveyard").expect(object="lion", zone="graveyard")
    assert made.play().holds


def test_lifelink_and_deathtouch_of_what_is_dealt_together() -> None:
    """Divided damage of one source is gained once (702.15b); 1 from deathtouch kills (702.2b)."""
    made = mm.Scenario("keywords", life=10)
    made = made.start("Serra Angel", id="a", controller="opponent")
    made = made.start("Serra Angel", id="b", controller="opponent")
    taker = {"power": 2, "toughness": 2, "keywords": ["Lifelink", "Deathtouch"]}
    made = made.start(made_up="Taker", id="it", **taker)
    made = made.step("combat damage", assigned={"it": {"a": 1, "b": 1}, "a": {"it": 4}})
    made = made.expect(life={"you": 12}, events={"life": 1})
    assert made.expect(zone="graveyard", player="opponent", count=2).play().holds


@pytest.mark.parametrize(
    ("assigned", "rule"),
    [
        ({"bears": {"opponent": 1}}, "510.1a"),
        ({"bears": {"opponent": 3}}, "510.1a"),
        ({"bears": {"opponent": 2, "lion": 0}}, "510.1a"),
        ({"bears": {}}, "510.1a"),
        ({"bears": {"opponent": 2}, "Grizzly Bears": {"opponent": 2}}, "510.1a"),
        ({"room": {"opponent": 1}}, "510.1a"),
    ],
)
def test_it_is_as_much_as_the_power(assigned: Shares, rule: str) -> None:
    assert fighting().step("combat damage", assigned=assigned, illegal=rule).play().holds


def test_a_misspelled_creature_or_player_is_named() -> None:
    wrong: list[Shares] = [{"baers": {"opponent": 2}}, {"bears": {"oponent": 2}}]
    for assigned in wrong:
        with pytest.raises(BadScenario, match=r"field assigned: .*'(baers|oponent)'"):
            fighting().step("combat damage", assigned=assigned).play()
