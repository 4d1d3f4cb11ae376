"""What the random machine and the hostile input brought to light stays mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtgmeld.errors import RunawayTriggers, UnsupportedRule
from mtgmeld.game.actions import Discover, Resolve
from mtgmeld.game.engine import apply
from mtgmeld.game.faults import faults_in
from mtgmeld.game.setup import new_game
from mtgmeld.scenario import Scenario

FOLDER = Path(__file__).resolve().parent / "found"
FOUND = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FOUND, ids=lambda p: p.stem)
def test_it_holds_and_every_state_is_sound(path: Path) -> None:
    run = Scenario.from_file(path).play()
    assert run.outcomes
    assert run.holds, run.to_text()
    assert [f for state in run.state_list for f in faults_in(state)] == []


def test_a_card_that_always_goes_back_is_a_loop() -> None:
    """Each card goes back instead of being exiled, so that none is found (701.57a, 104.4b)."""
    made = new_game().put("Forest", "library").put("Grizzly Bears", "library")
    made.effect(replace="exile", instead="library bottom")
    with pytest.raises(RunawayTriggers, match="goes back there"):
        apply(made.state(), Discover(count=3))


def test_what_is_not_known_does_not_enter_the_battlefield() -> None:
    """Of a half that is known by its name alone nobody can say where its spell goes."""
    scenario = Scenario.from_file(FOLDER / "unknown-half.toml")
    with pytest.raises(UnsupportedRule, match="is not known"):
        apply(scenario.play().final, Resolve())
