"""What ``is:`` says of objects in a game."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from mtgmeld.game.views import flags_of, matches
from mtgmeld.query import FLAGS
from tests.statements.game import game, play

ROOM = "Bottomless Pool // Locker Room"


def board() -> State:
    return (
        game(step="declare attackers")
        .put("Grizzly Bears", id="bears", tapped=True, commander=True)
        .put("Silvercoat Lion", id="down", face_down=True)
        .put("Chittering Host", id="host", attacking=True)
        .put("Insectile Aberration", id="bug")
        .put("Delver of Secrets", id="delver")
        .put("Kenzo the Hardhearted", id="flipped")
        .put("Clone", id="clone", copy_of="Grizzly Bears")
        .put("Graf Rats", id="token", token=True)
        .put(ROOM, id="both", unlocked="left,right")
        .put(ROOM, id="left", unlocked="left")
        .put("Wear // Tear", "hand", id="wear")
        .put("Fire // Ice", "hand", id="fire")
        .put("Cut // Ribbons", "graveyard", id="cut")
        .put("Wear // Tear", "stack", id="fused", cast="fused")
        .put("Wear // Tear", "stack", id="half", cast="Wear")
        .state()
    )


WHICH = {
    "tapped": {"bears"},
    "untapped": {"down", "host", "bug", "delver", "flipped", "clone", "token", "both", "left"},
    "commander": {"bears"},
    "facedown": {"down"},
    "attacking": {"host"},
    "melded": {"host"},
    "transformed": {"bug"},
    "dfc": {"host", "bug", "delver"},
    "copy": {"clone", "token"},
    "token": {"token"},
    "unlocked": {"both"},
    "room": {"both", "left"},
    "fuse": {"wear", "fused", "half"},
    "aftermath": {"cut"},
    "fused": {"fused"},
    "spell": {"fused", "half"},
    "ability": set(),
    "flip": {"flipped"},
    "nameless": {"down"},
}


@pytest.mark.parametrize("word", WHICH)
def test_which_objects_a_word_describes(word: str) -> None:
    state = board()
    found = {
        handle
        for handle, ids in state.handles.items()
        if matches(state, f"is:{word}", state.things[ids[0]], None, "you")
    }
    assert found == WHICH[word]


def test_a_copy_by_an_effect_is_a_copy_while_it_lasts() -> None:
    state = board()
    done = play(state, A.BecomeCopy(object="delver", of="bears", until="end of turn"))
    delver = done.after.things[done.after.find_one("delver")]
    assert matches(done.after, "is:copy", delver, None, "you")
    # its card has two faces still (712.9)
    assert matches(done.after, "is:dfc", delver, None, "you")
    turned = play(done.after, A.Transform(object="delver"))
    delver = turned.after.things[delver.id]
    assert matches(turned.after, "is:transformed t:bear", delver, None, "you")


def test_every_flag_is_a_word_that_filters_know() -> None:
    state = board()
    layouts = {o.base.layout for o in state.things.values()}
    for obj in state.things.values():
        words = flags_of(state, obj, state.characteristics(obj.id))
        assert words - layouts <= set(FLAGS)
