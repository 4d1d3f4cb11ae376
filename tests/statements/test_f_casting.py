"""F. Casting split cards and the stack (S068-S075)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import legal_actions, options
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from mtgmeld.query import compile_filter, of_card
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.rules.editions import EDITIONS
from tests.statements.asking import APART, CATALOG
from tests.statements.game import apply, choice, game, happened, names_in, play, refused

POOL = "Bottomless Pool // Locker Room"
BREAKING = "Breaking // Entering"


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


def castable(state: State, player: str = "you", mana: str | None = None) -> set[str]:
    """The parts of cards that a player may cast now, and pay for where mana is given."""
    return {
        o.part
        for o in options(state, player, mana)
        if o.kind == "cast" and o.allowed and o.payable is not False
    }


# -- S068 -----------------------------------------------------------------------------------


@pytest.mark.statement("S068")
def test_a_half_is_chosen_first() -> None:
    state = game().put("Fire // Ice", "hand").state()
    asked = choice(state, A.CastSpell(object="Fire // Ice"), "half", "709.3")
    assert set(asked.options) == {"Fire", "Ice"}


@pytest.mark.statement("S068")
def test_only_the_chosen_half_is_tested_for_its_time() -> None:
    made = game(active="opponent").put("Grizzly Bears", id="bear")
    state = made.put("Commit // Memory", "hand", owner="you").state()
    commit = A.CastSpell(object="Commit // Memory", half="Commit", player="you", target="bear")
    done = play(state, commit)
    spell = done.after.characteristics("Commit // Memory")
    assert spell.types.value == ("Instant",)
    assert "709.3a" in happened(done, "cast")[0].rules
    # the sorcery half of another such card may not be cast then
    state = game(active="opponent").put("Cut // Ribbons", "hand", owner="you").state()
    refused(state, A.CastSpell(object="Cut // Ribbons", half="Cut", player="you"), "307.1")


@pytest.mark.statement("S068")
def test_only_the_chosen_half_is_paid_for() -> None:
    state = game().put("Fire // Ice", "hand").put("Grizzly Bears", id="bear").state()
    ice = A.CastSpell(object="Fire // Ice", half="Ice", pay="{U}{U}", target="bear")
    assert happened(play(state, ice), "cast")[0].note == "for {1}{U}"
    fire = A.CastSpell(object="Fire // Ice", half="Fire", pay="{U}{U}", target="bear")
    refused(state, fire, "601.2h")
    assert castable(state, mana="{U}{U}") == {"Ice"}
    assert castable(state, mana="{U}{R}") == {"Fire", "Ice"}


# -- S069 -----------------------------------------------------------------------------------


def allowing(name: str, date: str | None = None, tested: str = "spell") -> State:
    """A card in a graveyard from which spells with mana value 3 or less may be cast."""
    made = game(edition=date).put(name, "graveyard", id="it")
    return made.effect(allow="cast", **{"from": "graveyard"}, what="mv<=3", tested=tested).state()


@pytest.mark.statement("S069")
def test_a_permission_for_spells_is_tested_on_the_half() -> None:
    assert castable(allowing(POOL)) == {"Bottomless Pool"}
    assert castable(allowing(BREAKING)) == {"Breaking"}
    done = play(allowing(POOL), A.CastSpell(object="it", half="left"))
    assert {"709.3a", "601.3e"} <= set(happened(done, "cast")[0].rules)
    refused(allowing(POOL), A.CastSpell(object="it", half="right"), "601.3")
    play(allowing(BREAKING), A.CastSpell(object="it", half="Breaking", target="opponent"))
    refused(allowing(BREAKING), A.CastSpell(object="it", half="Entering"), "601.3")


@pytest.mark.statement("S069")
@pytest.mark.parametrize("date", EDITIONS)
def test_until_2017_the_card_passed_if_either_half_did(date: str) -> None:
    both = {"Breaking", "Entering"}
    assert castable(allowing(BREAKING, date)) == (both if date in APART else {"Breaking"})


# -- S070 -----------------------------------------------------------------------------------


@pytest.mark.statement("S070")
def test_a_permission_for_cards_is_tested_on_the_card() -> None:
    assert castable(allowing(POOL, tested="card")) == set()
    refused(allowing(POOL, tested="card"), A.CastSpell(object="it", half="left"), "601.3")


@pytest.mark.statement("S070")
def test_a_search_looks_at_the_card() -> None:
    state = game().put(POOL, "library", id="room").put("Grizzly Bears", "library").state()
    refused(state, A.Search(what="mv<=4", object="room"), "701.23a")
    asked = choice(state, A.Search(what="mv<=4"), "choose.find", "701.23a")
    assert asked.options == ("Grizzly Bears", "none")
    done = play(state, A.Search(what="mv=6 t:enchantment", object="room"))
    assert names_in(done.after, "hand", "you") == [POOL]


@pytest.mark.statement("S070")
@pytest.mark.parametrize("zone", ["graveyard", "library"])
def test_what_an_effect_exiles_is_chosen_by_the_card(zone: str) -> None:
    state = game().put(POOL, zone, id="room").state()
    room = of_card(CATALOG[POOL])
    assert not compile_filter("mv<=4").matches(room)
    assert state.value("room", "mana_value").value == 6


# -- S071 -----------------------------------------------------------------------------------


@pytest.mark.statement("S071")
def test_a_prohibition_looks_at_the_spell_as_cast() -> None:
    made = game().put("Void Winnower", controller="opponent").put("Grizzly Bears", id="bear")
    state = made.put("Turn // Burn", "hand", id="it").put("Wear // Tear", "hand").state()
    refused(state, A.CastSpell(object="it", half="Burn", target="bear"), "601.3a", "709.3b")
    refused(state, A.CastSpell(object="Wear // Tear", half="Wear"), "601.3a", "709.3b")
    play(state, A.CastSpell(object="it", half="Turn", target="bear"))
    done = play(state, A.CastSpell(object="it", fused=True, target=["bear", "bear"]))
    assert done.after.value("it", "mana_value").value == 5


@pytest.mark.statement("S071")
def test_the_card_itself_is_not_looked_at() -> None:
    # Turn // Burn has mana value 5 in the hand, Fire // Ice 4
    for name, expected in (("Turn // Burn", {"Turn", "Turn // Burn"}), ("Fire // Ice", set())):
        made = game().put("Grizzly Bears").put("Void Winnower", controller="opponent")
        assert castable(made.put(name, "hand").state()) == expected


# -- S072, S073 -----------------------------------------------------------------------------


def fused_cost(*permanents: str, who: str = "you") -> str:
    made = game().put("Wear // Tear", "hand").put("Mimic Vat", id="vat")
    made.put("Copy Enchantment", id="aura")
    for name in permanents:
        made.put(name, controller=who)
    done = play(
        made.state(), A.CastSpell(object="Wear // Tear", fused=True, target=["vat", "aura"])
    )
    event = happened(done, "cast")[0]
    assert "702.102c" in event.rules
    return event.note


@pytest.mark.statement("S072")
def test_a_generic_reduction_applies_once_to_the_total() -> None:
    assert fused_cost() == "for {1}{R}{W}"
    assert fused_cost("Goblin Electromancer") == "for {R}{W}"
    # and it takes generic mana only
    assert fused_cost("Goblin Electromancer", "Goblin Electromancer") == "for {R}{W}"


@pytest.mark.statement("S073")
def test_an_increase_applies_once_to_a_fused_spell() -> None:
    assert fused_cost("Thalia, Guardian of Thraben") == "for {2}{R}{W}"
    assert fused_cost("Thalia, Guardian of Thraben", "Goblin Electromancer") == "for {1}{R}{W}"


# -- S074 -----------------------------------------------------------------------------------


def flames() -> State:
    """Fire // Ice in a graveyard after Past in Flames has resolved."""
    state = game().put("Past in Flames", "hand").put("Fire // Ice", "graveyard", id="it").state()
    return play(state, A.CastSpell(object="Past in Flames", pay="{3}{R}"), A.Resolve()).after


@pytest.mark.statement("S074")
def test_flashback_for_the_mana_cost_is_combined_on_the_card_and_the_half_s_on_the_spell() -> None:
    state = flames()
    why = state.explain("it", "flashback_cost")
    assert why.value == cost("{2}{U}{R}")
    assert {"702.1b", "709.4b", "702.34a"} <= set(why.rules)
    assert "Flashback" in state.characteristics("it").keywords.value
    fire = A.CastSpell(object="it", half="Fire", pay="{1}{R}", target="opponent")
    done = play(state, fire)
    assert happened(done, "cast")[0].note == "for {1}{R}"
    assert done.after.value("it", "flashback_cost").value == cost("{1}{R}")
    gone = play(done.after, A.Resolve())
    assert names_in(gone.after, "exile") == ["Fire // Ice"]
    assert "702.34a" in happened(gone, "move")[0].rules


@pytest.mark.statement("S074")
def test_what_comes_into_the_graveyard_later_has_no_flashback() -> None:
    state = play(flames(), A.ReturnToHand(object="it"), A.Discard(object="it")).after
    refused(state, A.CastSpell(object="it", half="Fire"), "601.3")
    next_turn = play(flames(), A.NextTurn()).after
    refused(next_turn, A.CastSpell(object="it", half="Fire", player="you"), "601.3")


# -- S075 -----------------------------------------------------------------------------------


@pytest.mark.statement("S075")
def test_the_whole_cost_and_its_symbols_are_different_questions() -> None:
    state = game()
    for name in ("Fire // Ice", "Steam Augury", "Assault // Battery"):
        state.put(name, "hand")
    now = state.state()
    fire = now.value("Fire // Ice", "mana_cost")
    assert fire.value == now.value("Steam Augury", "mana_cost").value
    assert "709.4b" in fire.all_rules
    repeated = now.explain("Fire // Ice", "repeated_symbols")
    assert repeated.value == ("1",)
    assert "709.4b" in repeated.rules
    assert now.value("Steam Augury", "repeated_symbols").value == ()
    assert now.value("Assault // Battery", "repeated_symbols").value == ()


@pytest.mark.statement("S075")
@pytest.mark.parametrize("date", EDITIONS)
def test_the_separate_symbols_are_seen_since_2020(date: str) -> None:
    state = game(edition=date).put("Fire // Ice", "hand").put("Steam Augury", "hand").state()
    if date in APART:
        expected: object = TwoAnswers(((), ()))
    else:
        expected = ("1",) if date >= "2020-04-17" else None
    assert state.value("Fire // Ice", "repeated_symbols").value == expected
    assert state.value("Steam Augury", "repeated_symbols").value == ()


# -- what may be cast, as a list ------------------------------------------------------------


@pytest.mark.statement("S068")
def test_legal_actions_offer_each_half_with_its_rule() -> None:
    made = game().put("Fire // Ice", "hand").put("Grizzly Bears")
    found = {a.says: a for a in legal_actions(made.state(), mana="{1}{U}")}
    assert "cast Fire from hand" not in found
    assert "709.3" in found["cast Ice from hand"].rules
    assert apply(made.state(), found["cast Ice from hand"].action).after.in_zone("stack")
