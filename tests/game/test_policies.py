"""Each reading of each policy, seen in a game: where the rules pull two ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from mtgmeld.rules.editions import POLICIES
from tests.statements.game import game, names_in, play
from tests.statements.test_i_rooms import ANNEX, FURNACE, POOL, doors

Chosen = Mapping[str, str]


def melded_copy(chosen: Chosen) -> object:
    """The Host, of 2 + 5, becomes a copy of a card that costs 2."""
    start = game(policies=chosen).put("Chittering Host", id="host").put("Grizzly Bears", id="bears")
    done = play(start.state(), A.BecomeCopy(object="host", of="bears"))
    return done.after.value("host", "mana_value").value


def token_back_up(chosen: Chosen) -> object:
    """A token copy of a permanent with its back face up, whose front costs {2}{R}{G}."""
    start = game(policies=chosen).put("Huntmaster of the Fells", id="wolf", face="back")
    done = play(start.state(), A.CreateTokenCopy(of="wolf", id="token"))
    assert done.after.characteristics("token").names.value == ("Ravager of the Fells",)
    return done.after.value("token", "mana_value").value


def signet(chosen: Chosen) -> object:
    """A land as commander, and mana of the colors of its identity (903.4f: none without)."""
    start = game(policies=chosen).put("Forest", "command", id="forest", commander=True)
    state = start.put("Arcane Signet", id="signet").state()
    made = play(state, A.TapForMana(object="signet")).after.player("you").pool
    return state.value("forest", "color_identity").value, [m.type for m in made]


def devotion(chosen: Chosen) -> object:
    """{2}{B} is unlocked and {3}{B}{B} is locked."""
    state = game(policies=chosen).put(ANNEX, unlocked="left").state()
    return state.amount("devotion B").value


def bare_room(chosen: Chosen) -> object:
    """A Room, its left half unlocked, becomes a creature without abilities."""
    start = game(policies=chosen).put(FURNACE, id="room", unlocked="left").state()
    bare = A.Change(
        object="room", add_types=["Creature"], power=1, toughness=1, loses_abilities=True
    )
    return play(start, bare).after.characteristics("room").names.value


def copying_room(chosen: Chosen) -> object:
    """A Room, its left half unlocked, becomes a copy of another Room."""
    start = game(policies=chosen).put(POOL, id="room", unlocked="left").put(ANNEX, id="other")
    return doors(play(start.state(), A.BecomeCopy(object="room", of="other")).after)


def lone_meld_card(chosen: Chosen) -> object:
    """A meld card in a graveyard is to be returned transformed, without its counterpart."""
    start = game(policies=chosen).put("Graf Rats", "graveyard", id="rats").state()
    done = play(start, A.PutOntoBattlefield(object="rats", transformed=True)).after
    found = done.things[done.find_one("rats")]
    return found.zone, found.face


def second_from_the_top(chosen: Chosen) -> object:
    """A melded permanent goes second from the top of a library of two; read from its bottom.

    Given first to last the two cards lie from the bottom to the top, so the Scavengers are
    above the Rats: at the second place and below it, or around it, at the first and second.
    """
    start = game(policies=chosen).put("Plains", "library").put("Island", "library")
    order = ["Graf Rats", "Midnight Scavengers"]
    put = A.PutIntoLibrary(object="host", where=2, order=order)
    return names_in(play(start.put("Chittering Host", id="host").state(), put).after, "library")


def token_of_melded(chosen: Chosen) -> object:
    """A token copy of a melded permanent is told to transform."""
    start = game(policies=chosen).put("Chittering Host", id="host").state()
    token = A.CreateTokenCopy(of="host", id="token")
    after: State = play(start, token, A.Transform(object="token")).after
    return after.characteristics("token").names.value


GAMES: dict[str, tuple[Callable[[Chosen], object], dict[str, object]]] = {
    "melded permanent as a copy": (melded_copy, {"copied cost": 2, "own fronts": 7}),
    "token copy back face up": (token_back_up, {"zero": 0, "own front": 4}),
    "basic land types in color identity": (
        signet,
        {"left out": ("", []), "counted": ("G", ["G"])},
    ),
    "devotion to a Room": (devotion, {"unlocked halves": 1, "both halves": 3}),
    "Room that loses its abilities": (
        bare_room,
        {
            "locked stays locked": ("Roaring Furnace",),
            "locks lost": ("Roaring Furnace", "Steaming Sauna"),
        },
    ),
    "Room that becomes a copy of a Room": (
        copying_room,
        {"designations stay": ("unlocked", "locked"), "designations lost": ("locked", "locked")},
    ),
    "lone meld card entering transformed": (
        lone_meld_card,
        {"front face up": ("battlefield", 0), "stays": ("graveyard", 0)},
    ),
    "melded permanent put nth from the top": (
        second_from_the_top,
        {
            "from there down": ["Plains", "Graf Rats", "Midnight Scavengers", "Island"],
            "around": ["Plains", "Island", "Graf Rats", "Midnight Scavengers"],
        },
    ),
    "token copy of a melded permanent": (token_of_melded, {"one face": ("Chittering Host",)}),
}


@pytest.mark.parametrize("name", POLICIES)
def test_each_reading_can_be_played(name: str) -> None:
    played, expected = GAMES[name]
    assert {r: played({name: r}) for r in POLICIES[name].readings} == expected
    assert played({}) == expected[POLICIES[name].default]
