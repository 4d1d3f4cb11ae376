"""Sentences about players: one of them is spoken to."""

from __future__ import annotations

import pytest

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.player_words import does, whose
from tests.statements.game import game


def test_names_in_sentences() -> None:
    assert (whose("you"), whose("opponent"), whose("Ann")) == ("your", "opponent's", "Ann's")
    assert (does("you", "does"), does("Ann", "does")) == ("you do", "Ann does")
    assert (does("you", "has"), does("you", "is")) == ("you have", "you are")
    assert (does("you", "controls"), does("Ann", "controls")) == ("you control", "Ann controls")


@pytest.mark.parametrize(
    ("player", "own", "other"),
    [
        ("you", "of your own turn", "opponent's turn"),
        ("opponent", "of opponent's own", "your turn"),
    ],
)
def test_a_refusal_speaks_to_the_player(player: str, own: str, other: str) -> None:
    """709.5e: a door is unlocked in a main phase of the player's own turn."""
    active = "opponent" if player == "you" else "you"
    start = game(active=active).put("Bottomless Pool // Locker Room", id="room", owner=player)
    state = start.state()
    with pytest.raises(IllegalAction) as refused:
        apply(state, A.Unlock(object="room", half="left", player=player))
    assert own in str(refused.value)
    assert other in str(refused.value)
    assert "you's" not in str(refused.value)
    assert "you's" not in repr(state)


def test_your_upkeep_is_a_step_to_try_something_in() -> None:
    """An instant may be cast in any of these; a creature in none but an own main phase (307.1)."""
    state = game(active="opponent").put("Fire // Ice", "hand", owner="you", id="it").state()
    for during in ("your upkeep", "you's upkeep", "opponent's upkeep", "upkeep"):
        tried = A.CastSpell(
            object="it", half="Fire", target="opponent", player="you", during=during
        )
        apply(state, tried)
    bears = game().put("Grizzly Bears", "hand", id="bears").state()
    with pytest.raises(IllegalAction, match="it is the upkeep step"):
        apply(bears, A.CastSpell(object="bears", during="your upkeep"))
    with pytest.raises(IllegalAction, match="it is opponent's turn"):
        apply(bears, A.CastSpell(object="bears", during="opponent's precombat main"))
