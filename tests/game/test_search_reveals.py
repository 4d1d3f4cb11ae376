"""A card that must have some quality is revealed as it is found, where it goes unseen."""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm


def library() -> mm.Scenario:
    made = mm.Scenario("search").start("Forest", zone="library", id="forest")
    return made.start("Lightning Bolt", zone="library", id="bolt")


@pytest.mark.parametrize(
    ("step", "times"),
    [
        ({"what": "t:basic", "object": "forest"}, 1),
        ({"what": "t:instant", "to": "library top", "object": "bolt"}, 1),
        ({"what": "t:basic", "to": "battlefield", "object": "forest"}, 0),  # all see it there
        ({"what": "t:instant", "to": "exile", "object": "bolt"}, 0),
        ({"object": "bolt"}, 0),  # any card: nothing is asked of it
        ({"what": "t:basic", "choose": {"find": "none"}}, 0),
    ],
)
def test_a_search_by_a_quality_reveals_what_it_finds(step: dict[str, Any], times: int) -> None:
    """701.23a-b, 701.20a."""
    assert library().step("search", **step).expect(events={"reveal": times}).play().holds


def test_central_elevator_reveals_a_room_unlike_those_that_are_there() -> None:
    """201.2a: a name in common with an unlocked Room keeps a card back, with a locked one none."""
    made = library().start("Central Elevator // Promising Stairs", id="lift")
    made = made.start("Glassworks // Shattered Yard", id="here", unlocked="left")
    made = made.start("Bottomless Pool // Locker Room", id="locked")
    made = made.start("Glassworks // Shattered Yard", zone="library", id="same")
    made = made.start("Bottomless Pool // Locker Room", zone="library", id="pool")
    made = made.step("unlock", object="lift", half="left")
    asked = made.step("resolve", asks="choose.find", options=["pool", "none"])
    assert asked.play().holds
    done = made.step("resolve", choose={"find": "pool"})
    assert done.expect(zone="hand", cards="pool", events={"reveal": 1, "shuffle": 1}).play().holds


def test_invent_reveals_both() -> None:
    made = library().start("Invert // Invent", zone="hand", id="it").start("Forest", id="a")
    made = made.start("Beck // Call", zone="library", id="call")
    made = made.step("cast", object="it", half="Invent")
    made = made.step("resolve", choose={"find": ["bolt", "call"]})
    assert made.expect(events={"reveal": 2}).play().holds
