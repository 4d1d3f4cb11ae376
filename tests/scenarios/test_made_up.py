"""Made-up cards: objects at the start that no card file has."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import BadScenario
from mtgmeld.scenario import Scenario


def test_a_made_up_card_has_the_facts_that_are_given() -> None:
    ship = {
        "made_up": "Ship",
        "mana_cost": "{4}",
        "supertypes": ["Legendary"],
        "types": ["Artifact"],
        "subtypes": ["Vehicle", "Island"],
        "colors": "U",
        "power": 4,
        "toughness": 5,
        "keywords": ["Flying"],
        "zone": "graveyard",
        "id": "ship",
    }
    state = Scenario("A made-up card").start(**ship).begin()
    known = state.characteristics("ship")
    assert known.names.value == ("Ship",)
    assert str(known.mana_cost.value) == "{4}"
    assert (known.mana_value.value, known.colors.value, known.color_indicator.value) == (
        4,
        "U",
        "U",
    )
    assert known.supertypes.value == ("Legendary",)
    assert known.types.value == ("Artifact",)
    assert known.subtypes.value == ("Vehicle", "Island")
    assert (known.power.value, known.toughness.value) == ("4", "5")
    assert known.keywords.value == ("Flying",)
    assert state.in_zone("graveyard", "you") == state.find("ship")


def test_without_a_cost_it_has_none() -> None:
    state = Scenario("A land").start(made_up="Land", types=["Land"], id="land").begin()
    assert state.characteristics("land").mana_cost.value is None


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"card": "Grizzly Bears", "made_up": "Bears"}, ""),
        ({"zone": "hand"}, ""),
        ({"card": "Grizzly Bears", "power": 3}, "power"),
        ({"card": "Grizzly Bears", "mana_cost": "{G}"}, "mana_cost"),
        ({"token": "Bear", "mana_cost": "{G}"}, "mana_cost"),
    ],
)
def test_facts_of_a_card_are_not_given_again(row: dict[str, Any], field: str) -> None:
    with pytest.raises(BadScenario) as error:
        Scenario("Wrong").start(**row)
    assert field in str(error.value)


def test_a_cost_that_is_none_is_refused_with_its_table() -> None:
    scenario = Scenario("Wrong").start(made_up="Ship", mana_cost="four")
    with pytest.raises(BadScenario, match="start 1"):
        scenario.begin()
