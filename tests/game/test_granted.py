"""Abilities that effects give (613.1f), of cards in a hand (113.6) and of planeswalkers (606)."""

from __future__ import annotations

from typing import Any

from mtgmeld.game import actions as A
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import game, happened, names_in, play, refused


def with_wand() -> Setup:
    made = game().put("Grizzly Bears", id="bears")
    return made.put("Diviner's Wand", id="wand", attached_to="bears").put("Island", "library")


def test_an_equipped_creature_has_the_ability_and_loses_it() -> None:
    state = with_wand().state()
    done = play(state, A.Activate(object="bears", ability="draw", pay="{4}"))
    refused(state, A.Activate(object="wand", ability="draw"), "602.1")
    done = play(done.after, A.Resolve())
    # the other ability that it was given triggers on the card that is drawn
    assert [e.name for e in happened(done, "trigger")] == ["Diviner's Wand#grows"]
    state = play(done.after, A.Resolve()).after
    assert state.characteristics("bears").power.value == 3
    gone = play(state, A.Destroy(object="wand")).after
    refused(gone, A.Activate(object="bears", ability="draw"), "602.1")


def test_timestamps_decide_between_losing_and_gaining() -> None:
    # losing all abilities comes first, by its timestamp, so what the equipment gives stays
    made = game().put("Grizzly Bears", id="bears").put("Lignify", attached_to="bears")
    made.put("Diviner's Wand", attached_to="bears")
    play(made.state(), A.Activate(object="bears", ability="draw"))
    made = with_wand().put("Lignify", attached_to="bears")
    refused(made.state(), A.Activate(object="bears", ability="draw"), "602.1")


def test_a_standing_effect_may_give_abilities() -> None:
    grants = [{"activated": "abilities", "taps": True, "do": [{"do": "draw"}]}]
    made = game().put("Grizzly Bears", id="bears").put("Island", "library", id="card")
    made.effect(id="gift", what="t:bear", set={"grants": grants})
    done = play(made.state(), A.Activate(object="bears"), A.Resolve())
    assert names_in(done.after, "hand", "you") == ["Island"]
    assert done.after.things[done.after.find_one("bears")].tapped


def test_a_state_with_gained_abilities_reads_back() -> None:
    state = with_wand().state()
    left = play(state, A.Destroy(object="bears")).after
    again = State.from_json(left.to_json())
    assert again == left
    known = left.known[state.find_one("bears")].characteristics
    assert [a.key for a in known.gained] == ["Diviner's Wand#grows", "Diviner's Wand#draw"]


# -- in a hand -------------------------------------------------------------------------------


def transmuting(**how: Any) -> Setup:
    made = game(**how).put("Muddle the Mixture", "hand", id="muddle")
    return made.put("Counterspell", "library", id="two").put("Lightning Bolt", "library")


def test_an_ability_of_a_card_in_a_hand_works_there_only() -> None:
    state = play(transmuting().state(), A.Activate(object="muddle")).after
    assert names_in(state, "graveyard", "you") == ["Muddle the Mixture"]
    refused(state, A.Activate(object="muddle"), "602.1")
    done = play(state, A.Resolve(choose={"find": "two"}))
    assert names_in(done.after, "hand", "you") == ["Counterspell"]


def test_it_is_activated_like_a_sorcery_and_by_its_owner() -> None:
    refused(transmuting(step="upkeep").state(), A.Activate(object="muddle"), "602.5d")
    refused(transmuting().state(), A.Activate(object="muddle", player="opponent"), "602.2")


# -- loyalty ---------------------------------------------------------------------------------


def test_a_loyalty_ability_once_a_turn() -> None:
    made = game().put("Tamiyo, Collector of Tales", id="tamiyo", counters={"loyalty": 5})
    state = play(made.state(), A.ActivateLoyalty(object="tamiyo", ability="+1")).after
    assert state.things[state.find_one("tamiyo")].count("loyalty") == 6
    state = play(state, A.Resolve(choose={"name": "Fire"})).after
    refused(state, A.ActivateLoyalty(object="tamiyo", ability="+1"), "606.3")
    refused(state, A.Activate(object="tamiyo", ability="+1"), "606.3")
    later = play(state, A.NextTurn(of="you")).after
    play(later, A.ActivateLoyalty(object="tamiyo", ability="+1"))


def test_one_that_is_not_modeled_counts_as_well() -> None:
    state = game().put("Ajani, Sleeper Agent", id="ajani").state()
    done = play(state, A.ActivateLoyalty(object="ajani"))
    assert happened(done, "activate")
    refused(done.after, A.ActivateLoyalty(object="ajani"), "606.3")


# -- filters that speak of their source --------------------------------------------------------


def test_a_nameless_target_has_no_namesakes() -> None:
    made = game().put("Opalescence").put("Bile Blight", "hand", id="blight")
    made.put("Bottomless Pool // Locker Room", id="first")
    made.put("Bottomless Pool // Locker Room", id="second")
    made.effect(id="big", what="t:room", set={"add_toughness": 5})
    state = play(made.state(), A.CastSpell(object="blight", target="first"), A.Resolve()).after
    assert state.characteristics("first").toughness.value == 2
    assert state.characteristics("second").toughness.value == 5


def test_the_target_of_a_player_is_that_player() -> None:
    made = game("you", "left", "right").put("Cabal Therapy", "hand", id="therapy")
    for player in ("you", "left", "right"):
        made.put("Fire // Ice", "hand", id=f"{player}'s", owner=player)
    cast = A.CastSpell(object="therapy", target="right")
    done = play(made.state(), cast, A.Resolve(choose={"name": "Ice"}))
    assert [names_in(done.after, "hand", p) for p in ("you", "left", "right")] == [
        ["Fire // Ice"],
        ["Fire // Ice"],
        [],
    ]


def test_a_copy_with_another_name_keeps_its_text() -> None:
    made = game().put("Wall of Omens", id="wall").put("Island", "library")
    made.put("Sakashima the Impostor", "hand", id="sakashima")
    done = play(made.state(), A.CastSpell(object="sakashima"), A.Resolve(as_copy="wall"))
    known = done.after.characteristics("sakashima")
    assert known.names.value == ("Sakashima the Impostor",)
    assert "Legendary" in known.supertypes.value
    assert [e.name for e in happened(done, "trigger")] == ["Wall of Omens#enters"]
