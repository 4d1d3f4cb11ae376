"""Section K: melding (S118 to S134)."""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.catalog import load_catalog
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"
GISELA, BRUNA = "Gisela, the Broken Blade", "Bruna, the Fading Light"
BRISELA = "Brisela, Voice of Nightmares"
BATTLEMENTS, GARRISON = "Hanweir Battlements", "Hanweir Garrison"
HANWEIR = "Hanweir, the Writhing Township"
MISHRA, ENGINE = "Mishra, Claimed by Gix", "Phyrexian Dragon Engine"
URZA, STONES = "Urza, Lord Protector", "The Mightstone and Weakstone"
TITANIA, ARGOTH = "Titania, Voice of Gaea", "Argoth, Sanctum of Nature"
VANILLE, FANG = "Vanille, Cheerful l'Cie", "Fang, Fearless l'Cie"
# three of the modes of what triggers as Mishra, Lost to Phyrexia enters
MODES = {"modes": ["discard", "menace", "powerstones"]}


def rats(**more: Any) -> Setup:
    """Graf Rats and Midnight Scavengers, just before combat."""
    return game(**more).put(RATS).put(SCAVENGERS)


def combat(state: State) -> State:
    """Go to the beginning of combat: what triggers there is on the stack."""
    return play(state, A.NextStep(to="beginning of combat")).after


def resolved(state: State, **choices: Any) -> Transition:
    return play(state, A.Resolve(**choices))


def in_play(state: State) -> list[str]:
    return names_in(state, "battlefield")


def values(state: State, ref: str) -> tuple[int, int]:
    known = state.characteristics(ref)
    return int(known.power.value), int(known.toughness.value)


# ------------------------------------------------------------------ which cards meld


@pytest.mark.statement("S118")
def test_only_the_two_cards_of_one_pair_meld() -> None:
    start = game().put(RATS, "exile").put(BRUNA, "exile").state()
    done = play(start, A.Meld(object=RATS, with_=BRUNA))
    assert sorted(names_in(done.after, "exile")) == [BRUNA, RATS]
    assert in_play(done.after) == []
    assert {"701.42b", "701.42c"} <= set(happened(done, "meld fails")[0].rules)


@pytest.mark.statement("S118")
def test_every_pair_and_no_other_two_cards_of_pairs_meld() -> None:
    pairs = load_catalog().meld_pairs
    assert len(pairs) == 7
    cards = [c for p in pairs for c in p.cards]
    for one in cards:
        for two in cards:
            if one is two:
                continue
            # with a land in play Titania, Gaea Incarnate survives
            start = game().put(one.name, "exile").put(two.name, "exile").put("Forest").state()
            modes = MODES if {one.name, two.name} == {MISHRA, ENGINE} else {}
            meld = A.Meld(object=one.name, with_=two.name, choose=modes)
            after = play(start, meld).after
            fits = [p for p in pairs if {one.name, two.name} == {c.name for c in p.cards}]
            if fits:
                melded = after.things[after.in_zone("battlefield")[1]]
                assert after.name_of(melded.id) == fits[0].result.name
                assert len(melded.cards) == 2
                assert after.in_zone("exile") == ()
            else:
                assert sorted(names_in(after, "exile")) == sorted([one.name, two.name])
                assert in_play(after) == ["Forest"]


@pytest.mark.statement("S118")
def test_two_copies_of_one_card_do_not_meld() -> None:
    start = game().put(RATS, "exile", id="one").put(RATS, "exile", id="two").state()
    after = play(start, A.Meld(object="one", with_="two")).after
    assert names_in(after, "exile") == [RATS, RATS]


def test_nothing_melds_with_itself() -> None:
    refused(game().put(RATS).state(), A.Meld(object=RATS, with_=RATS), "701.42b")


# ------------------------------------------------------------------ owned and controlled


def gisela(**bruna: Any) -> State:
    """Gisela and Bruna before the end step, as the trigger would need them."""
    return game(step="postcombat main").put(GISELA).put(BRUNA, **bruna).state()


@pytest.mark.statement("S119")
@pytest.mark.parametrize(
    "bruna",
    [
        {"owner": "opponent", "controller": "you"},
        {"owner": "you", "controller": "opponent"},
        {"owner": "opponent", "controller": "opponent"},
    ],
    ids=["borrowed", "lent", "theirs"],
)
def test_the_trigger_needs_the_counterpart_owned_and_controlled(bruna: dict[str, str]) -> None:
    done = play(gisela(**bruna), A.NextStep(to="end"))
    assert done.after.in_zone("stack") == ()
    assert done.after.in_zone("exile") == ()
    assert sorted(in_play(done.after)) == [BRUNA, GISELA]


@pytest.mark.statement("S119")
def test_the_trigger_needs_the_source_owned_and_controlled() -> None:
    start = game(step="postcombat main").put(GISELA, owner="opponent", controller="you").put(BRUNA)
    done = play(start.state(), A.NextStep(to="end"))
    assert done.after.in_zone("stack") == ()


@pytest.mark.statement("S119")
def test_a_player_who_owns_and_controls_both_melds() -> None:
    after = play(gisela(), A.NextStep(to="end"), A.Resolve()).after
    assert [after.name_of(i) for i in after.in_zone("battlefield")] == [BRISELA]
    assert after.in_zone("exile") == ()


@pytest.mark.statement("S119")
def test_an_effect_that_melds_refuses_what_is_not_owned_and_controlled() -> None:
    refused(
        gisela(owner="opponent", controller="you"), A.Meld(object=GISELA, with_=BRUNA), "701.42a"
    )
    refused(gisela(controller="opponent"), A.Meld(object=GISELA, with_=BRUNA), "701.42a")


# ------------------------------------------------------------------ when the "if" is checked


@pytest.mark.statement("S120")
def test_an_intervening_if_is_checked_again_on_resolution() -> None:
    done = play(gisela(), A.NextStep(to="end"), A.ReturnToHand(object=BRUNA), A.Resolve())
    assert in_play(done.after) == [GISELA]
    assert names_in(done.after, "hand", "you") == [BRUNA]
    assert done.after.in_zone("exile") == ()
    assert "603.4" in happened(done, "removed")[0].rules


@pytest.mark.statement("S120")
def test_an_intervening_if_is_checked_on_triggering() -> None:
    start = game(step="postcombat main").put(GISELA).put(BRUNA, "hand").state()
    late = play(start, A.NextStep(to="end"), A.PutOntoBattlefield(object=BRUNA)).after
    assert late.in_zone("stack") == ()


@pytest.mark.statement("S120")
def test_the_if_of_an_activated_ability_is_checked_on_resolution_only() -> None:
    alone = game().put(BATTLEMENTS).state()
    done = play(alone, A.Activate(object=BATTLEMENTS, ability="meld"), A.Resolve())
    assert in_play(done.after) == [BATTLEMENTS]
    assert done.after.things[done.after.find_one(BATTLEMENTS)].tapped  # the cost is paid
    assert done.after.in_zone("exile") == ()
    assert "608.2c" in happened(done, "stay")[0].rules


@pytest.mark.statement("S120")
def test_the_counterpart_may_come_between_activation_and_resolution() -> None:
    start = game().put(BATTLEMENTS).put(GARRISON, "hand").state()
    after = play(
        start,
        A.Activate(object=BATTLEMENTS, ability="meld"),
        A.PutOntoBattlefield(object=GARRISON),
        A.Resolve(),
    ).after
    assert [after.name_of(i) for i in after.in_zone("battlefield")] == [HANWEIR]


@pytest.mark.statement("S120")
def test_the_counterpart_may_leave_between_activation_and_resolution() -> None:
    start = game().put(BATTLEMENTS).put(GARRISON).state()
    after = play(
        start,
        A.Activate(object=BATTLEMENTS, ability="meld"),
        A.ReturnToHand(object=GARRISON),
        A.Resolve(),
    ).after
    assert in_play(after) == [BATTLEMENTS]
    assert after.things[after.find_one(BATTLEMENTS)].tapped
    assert names_in(after, "hand", "you") == [GARRISON]


@pytest.mark.statement("S120")
def test_the_if_later_in_a_text_is_checked_on_resolution_only() -> None:
    start = game(step="declare attackers").put(MISHRA).put(ENGINE).state()
    on_stack = play(start, A.Attack(object=[MISHRA])).after
    assert len(on_stack.in_zone("stack")) == 1
    after = play(on_stack, A.Resolve()).after
    assert sorted(in_play(after)) == [MISHRA, ENGINE]
    # the rest of the ability does not hang on the condition
    assert (after.player("you").life, after.player("opponent").life) == (21, 19)


# ------------------------------------------------------------------ all seven pairs


@pytest.mark.statement("S118")
def test_graf_rats_at_the_beginning_of_combat() -> None:
    after = resolved(combat(rats().state())).after
    assert [after.name_of(i) for i in after.in_zone("battlefield")] == [HOST]
    assert values(after, HOST) == (5, 6)


@pytest.mark.statement("S118")
def test_graf_rats_wait_for_their_own_controllers_combat() -> None:
    start = game(active="opponent").put(RATS, owner="you").put(SCAVENGERS, owner="you").state()
    assert combat(start).in_zone("stack") == ()


@pytest.mark.statement("S118")
def test_hanweir_battlements_for_mana_and_a_tap() -> None:
    start = game().put(BATTLEMENTS).put(GARRISON).mana("you", "{3}{R}{R}").state()
    done = play(start, A.Activate(object=BATTLEMENTS, ability="meld", pay="pool"), A.Resolve())
    assert [done.after.name_of(i) for i in done.after.in_zone("battlefield")] == [HANWEIR]
    assert done.after.player("you").pool == ()
    poor = game().put(BATTLEMENTS).put(GARRISON).mana("you", "{4}{R}").state()
    refused(poor, A.Activate(object=BATTLEMENTS, ability="meld", pay="pool"))
    tapped = game().put(BATTLEMENTS, tapped=True).put(GARRISON).state()
    refused(tapped, A.Activate(object=BATTLEMENTS, ability="meld"), "107.5")


@pytest.mark.statement("S118")
def test_gisela_at_the_beginning_of_the_end_step_of_her_controller() -> None:
    theirs = (
        game(step="postcombat main", active="opponent")
        .put(GISELA, owner="you")
        .put(BRUNA, owner="you")
        .state()
    )
    assert play(theirs, A.NextStep(to="end")).after.in_zone("stack") == ()
    after = play(gisela(), A.NextStep(to="end"), A.Resolve()).after
    assert after.name_of(after.in_zone("battlefield")[0]) == BRISELA


@pytest.mark.statement("S118")
def test_mishra_needs_both_to_attack() -> None:
    start = game(step="declare attackers").put(MISHRA).put(ENGINE).state()
    done = play(start, A.Attack(object=[MISHRA, ENGINE]), A.Resolve(choose=MODES))
    state = done.after
    melded = state.things[state.in_zone("battlefield")[0]]
    assert state.name_of(melded.id) == "Mishra, Lost to Phyrexia"
    assert melded.tapped
    assert melded.attacking
    # X is the number of attackers as the ability resolves
    assert (state.player("you").life, state.player("opponent").life) == (22, 18)
    alone = play(start, A.Attack(object=[ENGINE]), A.Resolve()).after
    assert len(alone.in_zone("battlefield")) == 2


@pytest.mark.statement("S118")
def test_mishra_drains_each_opponent() -> None:
    start = game("you", "left", "right", step="declare attackers").put(MISHRA).state()
    new = play(start, A.Attack(object=[MISHRA]), A.Resolve()).after
    assert [p.life for p in new.players] == [21, 19, 19]


@pytest.mark.statement("S118")
def test_urza_for_seven_only_as_a_sorcery() -> None:
    start = game().put(URZA).put(STONES).mana("you", "{7}")
    after = play(start.state(), A.Activate(object=URZA, ability="meld", pay="pool"), A.Resolve())
    state = after.after
    assert state.name_of(state.in_zone("battlefield")[0]) == "Urza, Planeswalker"
    assert state.things[state.in_zone("battlefield")[0]].count("loyalty") == 7
    for moment in ("upkeep", "beginning of combat", "opponent's precombat main"):
        refused(start.state(), A.Activate(object=URZA, ability="meld", during=moment), "602.5d")
    busy = game().put(URZA).put(STONES).put("Unsummon", "stack").state()
    refused(busy, A.Activate(object=URZA, ability="meld"), "602.5d")


@pytest.mark.statement("S118")
@pytest.mark.parametrize("lands", [3, 4])
def test_titania_needs_four_land_cards_in_the_graveyard(lands: int) -> None:
    start = game(active="opponent", step="end").put(TITANIA, owner="you").put(ARGOTH, owner="you")
    start.put("Forest", owner="you")
    for _ in range(lands):
        start.put("Forest", "graveyard", owner="you")
    start.put("Forest", "graveyard", owner="opponent")
    state = play(start.state(), A.NextStep(to="upkeep", of="you")).after
    if lands < 4:
        assert state.in_zone("stack") == ()
        return
    after = play(state, A.Resolve()).after
    melded = after.in_zone("battlefield")[1]
    assert after.name_of(melded) == "Titania, Gaea Incarnate"
    assert values(after, "Titania, Gaea Incarnate") == (1, 1)


@pytest.mark.statement("S118")
def test_vanille_for_a_payment_that_may_be_declined() -> None:
    start = game(step="draw").put(VANILLE).put(FANG).state()
    state = play(start, A.NextStep(to="precombat main")).after
    needed = choice(state, A.Resolve(), "may")
    assert needed.options == (True, False)
    assert needed.player == "you"
    declined = play(state, A.Resolve(may=False)).after
    assert sorted(in_play(declined)) == [FANG, VANILLE]
    after = play(state, A.Resolve(may=True)).after
    assert after.name_of(after.in_zone("battlefield")[0]) == "Ragnarok, Divine Deliverance"


@pytest.mark.statement("S118")
@pytest.mark.parametrize(
    ("source", "counterpart", "types"),
    [(GISELA, BRUNA, ["Enchantment"]), (URZA, STONES, ["Enchantment"])],
)
def test_the_counterpart_must_be_of_the_kind_that_the_ability_names(
    source: str, counterpart: str, types: list[str]
) -> None:
    start = game(step="postcombat main").put(source).put(counterpart).state()
    changed = play(start, A.Change(object=counterpart, types=types)).after
    if source == GISELA:
        assert play(changed, A.NextStep(to="end")).after.in_zone("stack") == ()
    else:
        after = play(changed, A.Activate(object=source, ability="meld"), A.Resolve()).after
        assert sorted(in_play(after)) == [STONES, URZA]


# ------------------------------------------------------------------ tokens and copies


@pytest.mark.statement("S121")
def test_a_token_does_not_meld_and_ceases_to_exist() -> None:
    start = game().put(SCAVENGERS).put(RATS, token=True).state()
    done = resolved(combat(start))
    assert in_play(done.after) == []
    assert names_in(done.after, "exile") == [SCAVENGERS]
    assert len(happened(done, "ceases")) == 1
    assert "701.42b" in happened(done, "meld fails")[0].rules


@pytest.mark.statement("S121")
def test_two_tokens_do_not_meld() -> None:
    start = game().put(SCAVENGERS, token=True).put(RATS, token=True).state()
    done = resolved(combat(start))
    assert in_play(done.after) == []
    assert done.after.in_zone("exile") == ()


@pytest.mark.statement("S122")
def test_a_card_that_copies_a_meld_card_does_not_meld() -> None:
    start = game().put(RATS).put(SCAVENGERS, controller="opponent").put("Clone", "hand").state()
    cloned = play(start, A.PutOntoBattlefield(object="Clone", as_copy=SCAVENGERS)).after
    assert cloned.name_of(cloned.find_one("Clone")) == SCAVENGERS
    done = resolved(combat(cloned))
    assert sorted(names_in(done.after, "exile")) == ["Clone", RATS]
    assert in_play(done.after) == [SCAVENGERS]


@pytest.mark.statement("S122")
def test_a_meld_card_that_copies_its_counterpart_does_not_meld_with_another() -> None:
    """Graf Rats as a copy of Midnight Scavengers is still a Graf Rats card (701.42b)."""
    start = game().put(RATS, id="one").put(RATS, id="two").put(SCAVENGERS, owner="opponent")
    copied = play(start.state(), A.BecomeCopy(object="two", of=SCAVENGERS)).after
    done = resolved(combat(copied))
    assert names_in(done.after, "exile") == [RATS, RATS]


@pytest.mark.statement("S122")
def test_a_melded_permanent_that_copies_the_counterpart_is_three_cards_with_the_source() -> None:
    start = game().put(RATS).put(BRISELA).put(SCAVENGERS, owner="opponent").state()
    copied = play(start, A.BecomeCopy(object=BRISELA, of=SCAVENGERS)).after
    done = resolved(combat(copied), order=[GISELA, BRUNA])
    assert sorted(names_in(done.after, "exile")) == sorted([GISELA, BRUNA, RATS])
    own = game().put(RATS).put(HOST).put(SCAVENGERS, owner="opponent").state()
    own = combat(play(own, A.BecomeCopy(object=HOST, of=SCAVENGERS)).after)
    done = resolved(own, order=[RATS, SCAVENGERS])
    assert sorted(names_in(done.after, "exile")) == [RATS, RATS, SCAVENGERS]


@pytest.mark.statement("S123")
def test_a_meld_card_that_copies_something_else_has_not_its_own_name() -> None:
    start = rats().put("Grizzly Bears").state()
    copied = play(
        start, A.BecomeCopy(object=SCAVENGERS, of="Grizzly Bears", until="end of turn")
    ).after
    assert combat(copied).in_zone("stack") == ()


@pytest.mark.statement("S124")
def test_one_of_several_counterparts_is_picked_on_resolution() -> None:
    start = rats().put(SCAVENGERS, token=True, id="token").state()
    state = combat(start)
    ability = state.things[state.in_zone("stack")[0]].ability
    assert ability is not None
    assert ability.targets == ()
    needed = choice(state, A.Resolve(), "choose.counterpart", "608.2d", "201.5")
    assert needed.player == "you"
    assert set(needed.options) == {f"{SCAVENGERS} #1", "token"}

    card = resolved(state, choose={"counterpart": f"{SCAVENGERS} #1"}).after
    assert [card.name_of(i) for i in card.in_zone("battlefield")] == [SCAVENGERS, HOST]
    assert card.things[card.find_one("token")].zone == "battlefield"

    token = resolved(state, choose={"counterpart": "token"}).after
    assert in_play(token) == [SCAVENGERS]
    assert names_in(token, "exile") == [RATS]


@pytest.mark.statement("S124")
def test_the_source_is_always_one_of_the_two() -> None:
    """With two Graf Rats, the one whose ability resolves is exiled (201.5)."""
    start = game().put(RATS, id="one").put(RATS, id="two").put(SCAVENGERS).state()
    state = combat(start)
    assert len(state.in_zone("stack")) == 2
    top = state.things[state.in_zone("stack")[-1]].ability
    assert top is not None
    other = next(h for h in ("one", "two") if state.find_one(h) != top.source)
    after = resolved(state).after
    assert after.things[after.find_one(other)].zone == "battlefield"
    assert after.name_of(after.find_one(other)) == RATS
    rest = play(after, A.Resolve())
    assert in_play(rest.after) == in_play(after)  # the other's condition is false now


# ------------------------------------------------------------------ what it is as it arrives


@pytest.mark.statement("S125")
def test_two_departures_and_one_arrival() -> None:
    start = (
        rats()
        .watch("leaves", "leaves", "t:creature")
        .watch("leave together", "leaves", "t:creature", one_or_more=True)
        .watch("enters", "enters", "t:creature")
        .watch("exiled", "put into exile", "is:card")
        .watch("exiled together", "put into exile", "is:card", one_or_more=True)
        .state()
    )
    after = resolved(combat(start)).after
    assert dict(after.counts) == {
        "leaves": 2,
        "leave together": 1,
        "enters": 1,
        "exiled": 2,
        "exiled together": 1,
    }


@pytest.mark.statement("S125")
def test_the_arrival_is_one_object_of_two_cards() -> None:
    done = resolved(combat(rats().state()))
    moves = happened(done, "move")
    assert [(e.start, e.end, e.objects, e.cards) for e in moves] == [
        ("battlefield", "exile", 1, 1),
        ("battlefield", "exile", 1, 1),
        ("exile", "battlefield", 1, 2),
    ]
    assert moves[0].batch == moves[1].batch != moves[2].batch
    assert {"701.42a", "712.4a", "712.14c", "400.7"} <= set(moves[2].rules)


@pytest.mark.statement("S126")
def test_the_result_is_a_new_object() -> None:
    start = (
        game()
        .put(RATS, counters={"+1/+1": 2}, damage=1)
        .put(SCAVENGERS)
        .put("Lignify", attached_to=SCAVENGERS, id="aura")
        .state()
    )
    changed = play(start, A.Change(object=RATS, add_power=3, until="end of turn")).after
    assert values(changed, RATS)[0] == 7
    after = resolved(combat(changed)).after
    melded = after.things[after.in_zone("battlefield")[0]]
    assert values(after, HOST) == (5, 6)
    assert (melded.counters, melded.damage) == ((), 0)
    assert names_in(after, "graveyard", "you") == ["Lignify"]
    assert after.effects == () or all(melded.id not in e.ids for e in after.effects)


@pytest.mark.statement("S127")
def test_it_enters_untapped_under_the_melding_players_control() -> None:
    start = game().put(RATS, tapped=True).put(SCAVENGERS, tapped=True).state()
    after = resolved(combat(start)).after
    melded = after.things[after.in_zone("battlefield")[0]]
    assert not melded.tapped
    assert (melded.controller, melded.owner) == ("you", "you")


@pytest.mark.statement("S127")
def test_mishra_lost_to_phyrexia_enters_tapped_and_attacking() -> None:
    start = game().put(MISHRA).put(ENGINE).state()
    meld = A.Meld(object=MISHRA, with_=ENGINE, tapped=True, attacking=True, choose=MODES)
    after = play(start, meld).after
    melded = after.things[after.find_one("Mishra, Lost to Phyrexia")]
    assert (melded.tapped, melded.attacking) == (True, True)


@pytest.mark.statement("S128")
def test_effects_on_entering_look_at_the_combined_face() -> None:
    creatures = {"enters": "tapped", "what": "t:creature", "whose": "opponent"}
    start = game(step="postcombat main").put(GISELA).put(BRUNA)
    start.effect(controller="opponent", **creatures)
    after = play(start.state(), A.NextStep(to="end"), A.Resolve()).after
    assert after.things[after.find_one(BRISELA)].tapped


@pytest.mark.statement("S128")
@pytest.mark.parametrize(("what", "tapped"), [("t:land", False), ("t:creature", True)])
def test_hanweir_enters_as_a_creature_and_no_land(what: str, tapped: bool) -> None:
    start = game().put(BATTLEMENTS).put(GARRISON).effect(enters="tapped", what=what).state()
    after = play(start, A.Activate(object=BATTLEMENTS, ability="meld"), A.Resolve()).after
    assert after.things[after.find_one(HANWEIR)].tapped is tapped


@pytest.mark.statement("S128")
def test_oath_of_gideon_gives_urza_one_loyalty_more() -> None:
    start = game().put(URZA).put(STONES).put("Oath of Gideon").state()
    after = play(start, A.Activate(object=URZA, ability="meld"), A.Resolve()).after
    assert after.things[after.find_one("Urza, Planeswalker")].count("loyalty") == 8


@pytest.mark.statement("S129")
def test_enters_abilities_of_the_combined_face_trigger_and_no_others() -> None:
    start = rats().put("Grizzly Bears", "graveyard").put("Silvercoat Lion").state()
    melded = resolved(combat(start)).after
    on_stack = [melded.name_of(i) for i in melded.in_zone("stack")]
    assert on_stack == ["Chittering Host#enters"]
    after = play(melded, A.Resolve()).after
    assert names_in(after, "graveyard", "you") == ["Grizzly Bears"]
    lion = after.characteristics("Silvercoat Lion")
    assert values(after, "Silvercoat Lion") == (3, 2)
    assert "Menace" in lion.keywords.value
    assert values(after, HOST) == (5, 6)  # others only


@pytest.mark.statement("S129")
def test_a_meld_card_that_enters_by_itself_triggers_its_own() -> None:
    start = game().put(SCAVENGERS, "hand").put("Grizzly Bears", "graveyard").state()
    after = play(start, A.PutOntoBattlefield(object=SCAVENGERS), A.Resolve(may=True)).after
    assert names_in(after, "hand", "you") == ["Grizzly Bears"]


@pytest.mark.statement("S130")
def test_a_melded_creature_is_new_under_its_controller() -> None:
    made = play(gisela(), A.NextStep(to="end"), A.Resolve()).after
    obj = made.things[made.find_one(BRISELA)]
    assert obj.since == made.turn
    own = play(made, A.NextTurn(of="you"), A.NextStep(to="declare attackers")).after
    play(own, A.Attack(object=BRISELA))
    early = game(step="declare attackers").put(GISELA).put(BRUNA).state()
    early = play(early, A.Meld(object=GISELA, with_=BRUNA)).after
    refused(early, A.Attack(object=BRISELA), "302.6")


@pytest.mark.statement("S130")
@pytest.mark.parametrize(
    ("one", "two", "result"),
    [
        (BATTLEMENTS, GARRISON, HANWEIR),
        (RATS, SCAVENGERS, HOST),
        (VANILLE, FANG, "Ragnarok, Divine Deliverance"),
    ],
)
def test_haste_lets_it_attack_at_once(one: str, two: str, result: str) -> None:
    start = game(step="declare attackers").put(one, sick=True).put(two, sick=True).state()
    melded = play(start, A.Meld(object=one, with_=two), *([A.Resolve()] if one == RATS else []))
    play(melded.after, A.Attack(object=result))


@pytest.mark.statement("S131")
def test_it_is_one_permanent_for_sacrifices_costs_and_counts() -> None:
    state = game().put(HOST).put("Forest").state()
    effect = A.Sacrifice(what="t:creature", count=2, order=[RATS, SCAVENGERS])
    done = play(state, effect)
    assert len(happened(done, "move")) == 1
    assert names_in(done.after, "graveyard", "you") == [RATS, SCAVENGERS]
    refused(state, A.Sacrifice(what="t:creature", count=2, cost=True), "118.3")
    play(state, A.Sacrifice(what="t:creature", count=1, cost=True, order=[RATS, SCAVENGERS]))
    bears = game().put(HOST).put("Grizzly Bears").state()
    needed = choice(bears, A.Sacrifice(what="t:creature"), "object", "701.21a")
    assert set(needed.options) == {HOST, "Grizzly Bears"}


@pytest.mark.statement("S131")
def test_it_is_one_target() -> None:
    start = game().put(HOST).put("Swords to Plowshares", "hand").state()
    legal = mm.legal_actions(start, "you")
    assert any("Swords" in one.says for one in legal)
    cast = play(start, A.CastSpell(object="Swords to Plowshares", target=HOST))
    record = cast.after.things[cast.after.in_zone("stack")[0]].cast
    assert record is not None
    assert record.targets == (start.find_one(HOST),)


# ------------------------------------------------------------------ transforming


@pytest.mark.statement("S132")
@pytest.mark.parametrize("ref", [SCAVENGERS, GARRISON, HOST, "Hanweir, the Writhing Township"])
def test_transforming_a_meld_card_or_a_melded_permanent_does_nothing(ref: str) -> None:
    start = game().put(ref).state()
    before = start.characteristics(ref).values()
    done = play(start, A.Transform(object=[ref]))
    assert done.after.characteristics(ref).values() == before
    assert happened(done, "transforms") == []
    assert "712.4c" in happened(done, "stay")[0].rules


@pytest.mark.statement("S132")
def test_moonmist_with_two_human_meld_cards() -> None:
    start = game().put(SCAVENGERS).put(GARRISON).put("Delver of Secrets").state()
    humans = [i for i in start.things if "Human" in start.characteristics(i).subtypes.value]
    assert len(humans) == 3
    after = play(start, A.Transform(object=list(humans))).after
    assert sorted(after.name_of(i) for i in humans) == [
        GARRISON,
        "Insectile Aberration",
        SCAVENGERS,
    ]


@pytest.mark.statement("S133")
def test_a_lone_meld_card_told_to_enter_transformed() -> None:
    def put(**more: Any) -> Transition:
        start = game(**more).put(RATS, "graveyard").state()
        return play(start, A.PutOntoBattlefield(object=RATS, transformed=True))

    now = put().after
    assert in_play(now) == [RATS]
    assert now.things[now.find_one(RATS)].face == 0
    assert values(now, RATS) == (2, 1)
    stays = put(policies={"lone meld card entering transformed": "stays"})
    assert names_in(stays.after, "graveyard", "you") == [RATS]
    assert {"712.4c", "712.14a"} <= set(happened(stays, "stay")[0].rules)
    for date in ("2016-07-22", "2023-02-03", "2023-04-14", "2025-07-25"):
        assert names_in(put(edition=date).after, "graveyard", "you") == [RATS]
    assert in_play(put(edition="2025-09-19").after) == [RATS]


# ------------------------------------------------------------------ a melded commander


@pytest.mark.statement("S134")
def test_a_melded_commander_is_the_commander() -> None:
    start = game(life=40).put(GISELA, commander=True).put(BRUNA).state()
    hit = play(start, A.Damage(to="opponent", amount=4, source=GISELA, combat=True)).after
    melded = play(hit, A.Meld(object=GISELA, with_=BRUNA)).after
    nearly = play(melded, A.Damage(to="opponent", amount=16, source=BRISELA, combat=True)).after
    assert nearly.player("opponent").lost == ""
    done = play(nearly, A.Damage(to="opponent", amount=1, source=BRISELA, combat=True))
    assert done.after.player("opponent").lost != ""
    assert "903.10a" in happened(done, "loses")[0].rules
    assert done.after.player("opponent").life == 19


@pytest.mark.statement("S134")
def test_damage_of_the_other_card_or_not_in_combat_is_not_counted() -> None:
    start = game(life=40).put(GISELA, commander=True).put(BRUNA).state()
    other = play(start, A.Damage(to="opponent", amount=21, source=BRUNA, combat=True)).after
    assert other.player("opponent").lost == ""
    melded = play(other, A.Meld(object=GISELA, with_=BRUNA)).after
    spell = play(melded, A.Damage(to="opponent", amount=15, source=BRISELA)).after
    assert spell.player("opponent").lost == ""
    assert spell.player("opponent").commander_damage == ()
