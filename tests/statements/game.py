"""Short forms for playing situations out in tests."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.setup import Setup, new_game
from mtgmeld.game.state import State
from mtgmeld.game.values import Event

__all__ = ["apply", "choice", "game", "happened", "names_in", "new_game", "play", "refused"]


def game(*players: str, **more: Any) -> Setup:
    """A game of two players, ``you`` being active in the first main phase."""
    return new_game(players or ("you", "opponent"), **more)


def play(state: State, *actions: Action) -> Transition:
    """Play actions in order; each must leave a sound state.  Return the last transition."""
    done: Transition | None = None
    for action in actions:
        done = apply(state, action)
        state = done.after
        assert state.faults() == (), f"after {action}"
    assert done is not None
    return done


def refused(state: State, action: Action, *rules: str) -> IllegalAction:
    """Check that an action is illegal, and by which rules."""
    with pytest.raises(IllegalAction) as error:
        apply(state, action)
    missing = [r for r in rules if r not in error.value.rules]
    assert not missing, f"{missing} not cited: {error.value}"
    return error.value


def choice(state: State, action: Action, argument: str, *rules: str) -> ChoiceNeeded:
    """Check that an action needs a choice, and by which rules it is given."""
    with pytest.raises(ChoiceNeeded) as error:
        apply(state, action)
    assert error.value.argument == argument
    missing = [r for r in rules if r not in error.value.rules]
    assert not missing, f"{missing} not cited: {error.value}"
    return error.value


def happened(done: Transition, kind: str, name: str = "") -> list[Event]:
    """Events of a kind, of anything or of what is called so."""
    return [e for e in done.events if e.kind == kind and name in ("", e.name)]


def names_in(state: State, zone: str, player: str = "") -> list[str]:
    """The cards in a zone by name, in order from the bottom."""
    return [state.card_name(state.things[i]) for i in state.in_zone(zone, player)]
