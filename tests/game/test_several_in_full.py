"""Where there is more than one: the first, which does not apply, does not hide the next."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.game import actions as A
from tests.game.test_legal_in_full import listed
from tests.game.test_moves_in_full import one
from tests.statements.game import choice, game, names_in, play, refused

BEARS, LIONS, BURN = "Grizzly Bears", "Savannah Lions", "Turn // Burn"
DRIFTER = "Baithook Angler // Hook-Haunt Drifter"
GIANT = "Bonecrusher Giant"


def test_lands_are_listed_whatever_came_before() -> None:
    """305.1: what is on the battlefield or the stack does not hide what is in a hand."""
    made = game().put("Island").put(BEARS).put("Lightning Bolt", "stack")
    made.put(BEARS, "hand").put("Plains", "graveyard").put("Forest", "hand", id="it")
    state = made.state()
    assert listed(state, A.PlayLand) == []  # the stack is not empty
    made = game().put("Island").put(BEARS, "hand").put("Plains", "graveyard")
    found = listed(made.put("Forest", "hand", id="it").state(), A.PlayLand)
    assert [f.says for f in found] == ["play Forest from hand"]


def test_a_land_that_an_effect_lets_be_played() -> None:
    """305.1: from a hand, unless an effect that is named lets it be played from elsewhere."""
    state = game().put("Forest", "graveyard", id="it").state()
    refused(state, A.PlayLand(object="it"), "305.1")
    done = play(state, A.PlayLand(object="it", by="an effect"))
    assert names_in(done.after, "battlefield") == ["Forest"]


def test_of_several_effects_those_that_apply_do() -> None:
    """614.1: one that is about another zone does not stop the next one from applying."""
    made = game().put(BEARS, id="it")
    start = made.put("Rest in Peace").state()
    laid = {"id": "away", "replace": "hand", "instead": "library bottom"}
    state = play(start, A.LayEffect(effect=laid)).after
    assert names_in(play(state, A.Destroy(object="it")).after, "exile") == [BEARS]
    assert names_in(play(state, A.ReturnToHand(object="it")).after, "library") == [BEARS]


def test_a_permission_beside_disturb() -> None:
    """702.146a is about the back face; another permission lets the front face be cast."""
    start = game().put(DRIFTER, "graveyard", id="it").state()
    refused(start, A.CastSpell(object="it"), "601.3")
    state = play(start, A.Allow(object="it", by="a permission")).after
    cast = play(state, A.CastSpell(object="it")).after
    assert cast.characteristics("it").names.value == ("Baithook Angler",)
    disturbed = play(state, A.CastSpell(object="it", transformed=True)).after
    assert disturbed.characteristics("it").names.value == ("Hook-Haunt Drifter",)


def test_an_adventure_again_by_another_permission() -> None:
    """715.3d: not as an Adventure by that permission; another one may let it be cast so."""
    made = game().put(GIANT, "hand", id="it").put(BEARS, id="bear")
    cast = A.CastSpell(object="it", half="Stomp", target="bear")
    exiled = play(made.state(), cast, A.Resolve()).after
    assert names_in(exiled, "exile") == [f"{GIANT} // Stomp"]
    refused(exiled, cast, "601.3")
    state = play(exiled, A.Allow(object="it", by="a permission")).after
    assert play(state, cast).after.characteristics("it").names.value == ("Stomp",)


@pytest.mark.parametrize(("how", "fused"), [({"half": "Turn"}, False), ({"fused": True}, True)])
def test_fuse_is_cited_for_what_is_fused(how: dict[str, Any], fused: bool) -> None:
    """702.102c: only a fused spell costs what both halves do; one half has its own cost alone."""
    state = game().put(BURN, "hand", id="it").put(BEARS, id="bear").state()
    event = one(play(state, A.CastSpell(object="it", target=["bear"] * (1 + fused), **how)), "cast")
    assert ("702.102c" in event.rules) == fused
    assert event.note == ("for {3}{U}{R}" if fused else "for {2}{U}")


def test_a_commander_that_cascade_passes() -> None:
    """903.9b: it would be put into a library, so its owner may have it in the command zone."""
    made = game().put(BEARS, id="source").put("Forest", "library").put(LIONS, "library")
    state = made.put(DRIFTER, "library", id="it", commander=True).state()
    act = A.Cascade(source="source", choose={"cast": "none"}, commander="command")
    done = play(state, act).after
    assert names_in(done, "command") == [DRIFTER]
    assert names_in(done, "library", "you") != []
    stays = A.Cascade(source="source", choose={"cast": "none"}, commander="stay")
    kept = play(state, stays).after
    assert DRIFTER in names_in(kept, "library", "you")
    asked = A.Cascade(source="source", choose={"cast": "none"})
    choice(state, asked, "commander", "903.9b")


def test_a_commander_that_is_discovered() -> None:
    """701.57a puts it into a hand where it is not cast, and 903.9b lets it go elsewhere."""
    made = game().put("Forest", "library")
    state = made.put(BEARS, "library", id="it", commander=True).state()
    act = A.Discover(count=2, choose={"cast": "none"}, commander="command")
    assert names_in(play(state, act).after, "command") == [BEARS]
    kept = A.Discover(count=2, choose={"cast": "none"}, commander="stay")
    assert names_in(play(state, kept).after, "hand", "you") == [BEARS]
    choice(state, A.Discover(count=2, choose={"cast": "none"}), "commander", "903.9b")


def test_what_may_be_cast_beside_what_may_not() -> None:
    """601.3e: of a split card in exile the half that fits, beside a way that does not."""
    made = game().put("Fire // Ice", "exile", id="it").put(BEARS, id="bear")
    state = play(made.state(), A.Allow(object="it", by="a permission")).after
    offer = A.MayCast(object="it", what="c:u", choose={"cast": "Ice"}, target="bear")
    assert play(state, offer).after.characteristics("it").names.value == ("Ice",)
    asked = choice(state, A.MayCast(object="it", what="c:u"), "choose.cast", "608.2g")
    assert asked.options == ("Ice", "none")


def test_a_double_faced_card_is_turned_up_with_its_front_face() -> None:
    """712.15a: whatever card it is, the front face is up."""
    state = game().put(DRIFTER, "library", id="it").state()
    down = play(state, A.PutOntoBattlefield(object="it", face_down=True)).after
    up = play(down, A.TurnFaceUp(object="it")).after
    assert up.characteristics("it").names.value == ("Baithook Angler",)
    assert up.things[up.find_one("it")].face == 0
