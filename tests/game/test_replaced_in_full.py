"""Replaced moves, orders of two cards, triggers and what counts them, in full."""

from __future__ import annotations

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.setup import Setup
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play, refused

RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"
BEARS, LEYLINE, WHEEL = "Grizzly Bears", "Leyline of the Void", "Wheel of Sun and Moon"
ORDER = [RATS, SCAVENGERS]


# --- replacement effects ----------------------------------------------------------------------


def test_what_is_put_elsewhere_says_by_what() -> None:
    """614.6: the event never happens; a modified one does instead."""
    state = game().put(LEYLINE, controller="opponent").put(BEARS, id="it").state()
    done = play(state, A.Destroy(object="it"))
    move = one(done, "move")
    assert (move.start, move.end) == ("battlefield", "exile")
    assert move.note == f"replaced by {LEYLINE}"
    assert move.rules == ("400.7", "701.8a", "614.6")


def test_whose_cards_an_effect_is_about() -> None:
    """Leyline of the Void is about its controller's opponents."""
    made = game().put(LEYLINE).put(BEARS, id="mine").put(BEARS, id="other", owner="opponent")
    state = made.state()
    assert one(play(state, A.Destroy(object="mine")), "move").end == "graveyard"
    assert one(play(state, A.Destroy(object="other")), "move").end == "exile"
    # where the card already goes elsewhere nothing is replaced
    assert one(play(state, A.ReturnToHand(object="other")), "move").end == "hand"


def test_two_cards_are_replaced_as_one() -> None:
    """712.21d: one replacement effect for both cards of the permanent."""
    state = game().put(LEYLINE, controller="opponent").put(HOST, id="it").state()
    done = play(state, A.Destroy(object="it"))
    move = one(done, "move")
    assert (move.objects, move.cards, move.end) == (1, 2, "exile")
    assert move.rules == ("400.7", "712.21", "712.21e", "701.8a", "614.6", "712.21d")
    assert len(move.became) == 2


def both() -> Setup:
    """Two effects that would put what dies somewhere else."""
    made = game().put(LEYLINE, controller="opponent")
    return made.put(WHEEL, id="wheel", attached_to="you")


def test_the_controller_chooses_between_two_effects() -> None:
    """616.1: of the affected object; by the source's name."""
    state = both().put(BEARS, id="it").state()
    asked = choice(state, A.Destroy(object="it"), "replacement", "616.1")
    assert asked.player == "you"
    assert set(asked.options) == {LEYLINE, WHEEL}
    assert asked.rules == ("616.1",)
    void = play(state, A.Destroy(object="it", replacement=LEYLINE))
    assert one(void, "move").end == "exile"
    bottom = play(state, A.Destroy(object="it", replacement=WHEEL))
    assert one(bottom, "move").end == "library"
    assert names_in(bottom.after, "library", "you")[0] == BEARS


def test_milled_cards_ask_for_it_too() -> None:
    """616.1, as for what dies."""
    state = both().put(BEARS, "library", id="it").state()
    choice(state, A.Mill(), "replacement", "616.1")
    void = play(state, A.Mill(replacement=LEYLINE)).after
    assert void.things[void.find_one("it")].zone == "exile"


def test_both_cards_take_the_same_effect() -> None:
    """712.21d and 616.1: different wishes for the two cards cannot both come true."""
    state = both().put(HOST, id="it").state()
    asked = choice(state, A.Destroy(object="it", order=ORDER), "replacement", "616.1", "712.21d")
    assert set(asked.options) == {LEYLINE, WHEEL}
    two = A.Destroy(object="it", order=ORDER, replacement={RATS: LEYLINE, SCAVENGERS: WHEEL})
    error = refused(state, two, "712.21d", "616.1")
    assert "as a whole" in str(error)
    same_one = A.Destroy(object="it", order=ORDER, replacement={RATS: WHEEL, SCAVENGERS: WHEEL})
    assert one(play(state, same_one), "move").end == "library"


# --- the order of two cards -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "zone", "rule", "first"),
    [
        (A.Destroy(object="it"), "graveyard", "712.21a", "the order of the two cards in the gr"),
        (A.PutIntoLibrary(object="it"), "library", "712.21a", "the order of the two cards in the"),
    ],
)
def test_the_owner_orders_the_two_cards(
    act: A.Destroy | A.PutIntoLibrary, zone: str, rule: str, first: str
) -> None:
    """712.21a: in a graveyard or a library, bottom first."""
    state = game().put(HOST, id="it", owner="opponent").state()
    asked = choice(state, act, "order", rule)
    assert asked.player == "opponent"
    assert first in str(asked)
    assert {tuple(o) for o in asked.options} == {(RATS, SCAVENGERS), (SCAVENGERS, RATS)}
    for order in ([RATS, SCAVENGERS], [SCAVENGERS, RATS]):
        done = play(state, type(act)(object="it", order=order))
        assert names_in(done.after, zone, "opponent") == order
        assert rule in one(done, "move").rules


def test_of_two_exiled_cards_the_last_is_chosen_where_it_is_recorded() -> None:
    """712.21b: by the player who exiles them; otherwise they go as they are listed."""
    state = game().put(HOST, id="it").put("Mimic Vat", id="vat").state()
    asked = choice(state, A.Exile(object="it", with_="vat", player="opponent"), "order", "712.21b")
    assert asked.player == "opponent"
    assert "exiled last" in str(asked)
    plain = one(play(state, A.Exile(object="it")), "move")
    assert plain.note == "exiled in the order listed"
    assert "712.21b" not in plain.rules
    hand = one(play(state, A.ReturnToHand(object="it")), "move")
    assert (hand.end, hand.cards, len(hand.became)) == ("hand", 2, 2)


# --- commanders -------------------------------------------------------------------------------


def test_a_commander_may_go_to_the_command_zone_instead_of_a_hand() -> None:
    """903.9b: as a replacement, for a hand and a library."""
    state = game().put(BEARS, id="it", commander=True, owner="opponent").state()
    for act in (A.ReturnToHand(object="it"), A.PutIntoLibrary(object="it")):
        asked = choice(state, act, "commander", "903.9b")
        assert asked.player == "opponent"
        assert asked.rules == ("903.9b",)
        assert asked.options == ("command", "stay")
        assert "whether the commander goes to the command zone" in str(asked)
        moved = one(play(state, type(act)(object="it", commander="command")), "move")
        assert moved.end == "command"
        assert moved.rules == ("400.7", "903.9b")
        assert moved.note == "the commander goes to the command zone"
        stayed = one(play(state, type(act)(object="it", commander="stay")), "move")
        assert stayed.end in ("hand", "library")
    with pytest.raises(UnknownName, match="choice for a commander called 'exile'") as wrong:
        apply(state, A.ReturnToHand(object="it", commander="exile"))
    assert wrong.value.near == ("command", "stay")


def test_half_a_commander_goes_alone() -> None:
    """903.9c: the card that is one goes; the other goes where the permanent would."""
    state = game().put(HOST, id="it", commander=RATS).state()
    asked = choice(state, A.ReturnToHand(object="it"), "commander")
    assert asked.rules == ("903.9b", "903.9c")
    done = play(state, A.ReturnToHand(object="it", commander="command"))
    assert names_in(done.after, "command", "you") == [RATS]
    assert names_in(done.after, "hand", "you") == [SCAVENGERS]
    assert one(done, "move").rules == ("400.7", "712.21", "712.21e", "903.9b", "903.9c")


# --- triggers ---------------------------------------------------------------------------------


def test_what_only_counts_leaves_an_event() -> None:
    """603.2: each time; what doubles triggers doubles the count (603.2d)."""
    made = game().put(BEARS, "graveyard", id="it").watch("arrivals", "enters")
    state = made.state()
    done = play(state, A.PutOntoBattlefield(object="it"))
    new = done.after.find_one("it")
    same(
        one(done, "trigger"),
        "trigger",
        0,
        "arrivals",
        became=(new,),
        player="you",
        note=f"counts 1: {BEARS}",
        rules=("603.2",),
    )
    assert done.after.counts["arrivals"] == 1
    made.effect(id="twice", double="triggers", when="enters", what="t:creature")
    twice = play(made.state(), A.PutOntoBattlefield(object="it"))
    assert one(twice, "trigger").note == f"counts 2: {BEARS}"
    assert twice.after.counts["arrivals"] == 2


def test_a_trigger_goes_onto_the_stack_and_says_on_what() -> None:
    """603.3: it is its controller's; 603.2 by the event."""
    made = game().put("Erratic Apparition", id="bird")
    state = made.put("Bottomless Pool // Locker Room", "hand", id="it").state()
    done = play(state, A.PutOntoBattlefield(object="it"))
    (ability,) = done.after.in_zone("stack")
    event = one(done, "trigger")
    same(
        event,
        "trigger",
        state.find_one("bird"),
        "Erratic Apparition#enters",
        became=(ability,),
        player="you",
        note=event.note,
        rules=("603.2", "603.3"),
    )
    assert event.note.startswith("on: ")
    assert happened(done, "trigger") == [event]
