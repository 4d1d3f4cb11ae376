"""P. Tap and untap symbols (S195-S199)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import apply, game, happened, play, refused

BATTLEMENTS, GARRISON = "Hanweir Battlements", "Hanweir Garrison"
TITANIA = "Titania, Voice of Gaea"
TAP = {"activated": "abilities", "id": "tap ability", "taps": True, "what": "t:creature"}
UNTAP = {"activated": "abilities", "id": "untap ability", "untaps": True, "what": "t:creature"}


def size(state: State, obj: str) -> tuple[int, int]:
    known = state.characteristics(obj)
    return int(known.power.value), int(known.toughness.value)


def granted(setup: Setup) -> Setup:
    return setup.effect(**TAP).effect(**UNTAP)


@pytest.mark.statement("S195")
def test_the_tap_symbol_needs_an_untapped_permanent() -> None:
    state = game().put(BATTLEMENTS, id="land", tapped=True).put(GARRISON, id="garrison").state()
    refused(state, A.TapForMana(object="land"), "107.5")
    refused(state, A.Activate(object="land", ability="meld"), "107.5")
    refused(state, A.Activate(object="land", ability="haste", target="garrison"), "107.5")
    done = play(state, A.Untap(object="land"), A.TapForMana(object="land"))
    assert done.after.things[done.after.find_one("land")].tapped


@pytest.mark.statement("S195")
def test_the_untap_symbol_needs_a_tapped_permanent() -> None:
    state = granted(game().put("Grizzly Bears", id="bears")).state()
    refused(state, A.Activate(object="bears", ability="untap ability"), "107.6")
    tapped = play(state, A.Activate(object="bears", ability="tap ability"))
    assert tapped.after.things[tapped.after.find_one("bears")].tapped
    refused(tapped.after, A.Activate(object="bears", ability="tap ability"), "107.5")
    again = play(tapped.after, A.Activate(object="bears", ability="untap ability"))
    assert not again.after.things[again.after.find_one("bears")].tapped


@pytest.mark.statement("S196")
def test_a_creature_needs_control_since_the_turn_began() -> None:
    setup = granted(game().put(TITANIA, "stack", id="titania"))
    cast = play(setup.state(), A.Resolve())
    refused(cast.after, A.Activate(object="titania", ability="tap ability"), "302.6", "107.5")
    hasty = play(cast.after, A.Change(object="titania", keywords=["Haste"]))
    done = play(hasty.after, A.Activate(object="titania", ability="tap ability"))
    assert done.after.things[done.after.find_one("titania")].tapped
    # {Q} alike
    turned = play(cast.after, A.Tap(object="titania"))
    refused(turned.after, A.Activate(object="titania", ability="untap ability"), "302.6", "107.6")
    # an opponent's turn makes no difference, the next own turn does
    theirs = play(cast.after, A.NextTurn())
    refused(theirs.after, A.Activate(object="titania", ability="tap ability"), "302.6")
    own = play(theirs.after, A.NextTurn(), A.Activate(object="titania", ability="tap ability"))
    assert own.after.things[own.after.find_one("titania")].tapped


@pytest.mark.statement("S196")
def test_control_must_have_been_continuous() -> None:
    state = granted(game().put("Grizzly Bears", id="bears", owner="opponent")).state()
    taken = play(state, A.GainControl(object="bears", until="end of turn"))
    refused(taken.after, A.Activate(object="bears", ability="tap ability"), "302.6")
    # back with its owner, whose latest turn had begun before
    back = play(taken.after, A.NextStep(to="cleanup"))
    assert back.after.things[back.after.find_one("bears")].controller == "opponent"
    refused(back.after, A.Activate(object="bears", ability="tap ability", during="end"), "302.6")
    theirs = play(back.after, A.NextTurn(), A.Activate(object="bears", ability="tap ability"))
    assert theirs.after.things[theirs.after.find_one("bears")].tapped


@pytest.mark.statement("S197")
def test_the_restriction_is_about_creatures_only() -> None:
    state = game().put(BATTLEMENTS, "hand", id="land").put(GARRISON, id="garrison").state()
    played = play(state, A.PlayLand(object="land"))
    melded = play(
        played.after, A.Activate(object="land", ability="meld", pay="{3}{R}{R}"), A.Resolve()
    )
    assert melded.after.name_of(melded.after.places["battlefield"][0]) == (
        "Hanweir, the Writhing Township"
    )
    # made a creature in the same turn, it may not
    animated = play(
        played.after, A.Change(object="land", add_types=["Creature"], power=3, toughness=3)
    )
    refused(animated.after, A.Activate(object="land", ability="meld"), "302.6", "107.5")
    refused(animated.after, A.TapForMana(object="land"), "302.6", "107.5")
    hasty = play(animated.after, A.Change(object="land", keywords=["Haste"]))
    assert happened(play(hasty.after, A.TapForMana(object="land")), "tapped for mana")


@pytest.mark.statement("S198")
def test_a_melded_permanent_is_new_for_the_clock() -> None:
    brisela = "Brisela, Voice of Nightmares"
    state = (
        game(step="postcombat main")
        .put("Gisela, the Broken Blade", id="gisela")
        .put("Bruna, the Fading Light", id="bruna")
        .state()
    )
    ended = play(state, A.NextStep(to="end"), A.Resolve())
    theirs = play(ended.after, A.NextStep(to="declare attackers"))
    assert theirs.after.active == "opponent"
    own = play(theirs.after, A.NextStep(to="declare attackers", of="you"))
    assert apply(own.after, A.Attack(object=brisela)).events[0].kind == "attacks"
    # melded in the own turn before combat, it may not attack
    early = game().put("Gisela, the Broken Blade", id="g").put("Bruna, the Fading Light", id="b")
    met = play(early.state(), A.Meld(object="g", with_="b"), A.NextStep(to="declare attackers"))
    refused(met.after, A.Attack(object=brisela), "302.6", "508.1a")


@pytest.mark.statement("S198")
def test_ragnarok_attacks_because_it_has_haste() -> None:
    name = "Ragnarok, Divine Deliverance"
    state = (
        game().put("Fang, Fearless l'Cie", id="f").put("Vanille, Cheerful l'Cie", id="v").state()
    )
    met = play(state, A.Meld(object="v", with_="f"), A.NextStep(to="declare attackers"))
    assert happened(play(met.after, A.Attack(object=name)), "attacks")
    slow = play(met.after, A.Change(object=name, lose_keywords=["Haste"]))
    refused(slow.after, A.Attack(object=name), "302.6")


@pytest.mark.statement("S198")
def test_urza_is_a_planeswalker_and_unaffected() -> None:
    name = "Urza, Planeswalker"
    state = (
        game()
        .put("Urza, Lord Protector", id="u")
        .put("The Mightstone and Weakstone", id="s")
        .state()
    )
    met = play(state, A.Meld(object="u", with_="s"))
    assert happened(play(met.after, A.ActivateLoyalty(object=name, ability="+2")), "activate")


@pytest.mark.statement("S199")
def test_transforming_keeps_the_object() -> None:
    state = game(step="untap").put("Delver of Secrets", id="delver").state()
    # what Delver does then is refused
    upkeep = play(state, A.NextStep(to="upkeep"), A.Resolve(may=False))
    before = upkeep.after.things[upkeep.after.find_one("delver")]
    grown = play(
        upkeep.after,
        A.Change(object="delver", add_power=2, add_toughness=2),
        A.PutCounters(object="delver", kind="charge", count=1),
    )
    turned = play(grown.after, A.Transform(object="delver"))
    after = turned.after.things[turned.after.find_one("delver")]
    assert (after.id, after.since, after.count("charge")) == (before.id, before.since, 1)
    assert after.timestamp > before.timestamp
    assert {"712.18", "613.7g"} <= set(happened(turned, "transforms")[0].rules)
    assert size(turned.after, "delver") == (5, 4)
    combat = play(turned.after, A.NextStep(to="declare attackers"), A.Attack(object="delver"))
    assert combat.after.things[after.id].attacking
    # the effect ends with the turn
    assert size(play(combat.after, A.NextTurn()).after, "delver") == (3, 2)
    # one that came this turn may not attack, whichever face is up
    new = game(step="upkeep").put("Delver of Secrets", id="delver", sick=True).state()
    late = play(new, A.Transform(object="delver"), A.NextStep(to="declare attackers"))
    refused(late.after, A.Attack(object="delver"), "302.6")
