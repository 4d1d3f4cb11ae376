"""Rules that hold whatever is played: priority, combat, losing, the world rule, loyalty."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from mtgmeld.errors import IllegalAction, ImpossibleState
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.explore import explore
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

BATTLEMENTS = "Hanweir Battlements"


def battlements(step: str) -> State:
    made = game(step=step).put(BATTLEMENTS, id="b").put("Hanweir Garrison", id="g")
    return made.put("Forest", id="f").put("Swords to Plowshares", "hand", id="s").state()


# ------------------------------------------------------------ priority


@pytest.mark.parametrize(("step", "rule"), [("untap", "502.4"), ("cleanup", "514.3")])
def test_nobody_acts_in_a_step_without_priority(step: str, rule: str) -> None:
    """117.1: abilities, mana abilities and spells wait for priority, which nobody gets there."""
    state = battlements(step)
    for action in (
        A.Activate(object="b", ability="haste", target="g"),
        A.TapForMana(object="f"),
        A.CastSpell(object="s", target="g"),
    ):
        refused(state, action, rule)
    (only,) = legal_actions(state)
    assert isinstance(only.action, A.NextStep)
    assert only.rules[0] == rule
    play(state, only.action)


def test_what_triggered_in_the_cleanup_step_gives_priority() -> None:
    """514.3a: with something on the stack, players get priority in a cleanup step."""
    made = game(step="cleanup").put(BATTLEMENTS, id="b").put("Memnite", "hand", id="m")
    made = made.effect(trigger="enters", what="t:creature", do={"do": "gain life", "amount": 1})
    state = play(made.state(), A.PutOntoBattlefield(object="m")).after
    assert state.in_zone("stack")
    play(state, A.TapForMana(object="b"))


@pytest.mark.parametrize("step", ["upkeep", "draw", "precombat main", "declare attackers", "end"])
def test_in_other_steps_instants_and_abilities_are_fine(step: str) -> None:
    state = battlements(step)
    play(state, A.TapForMana(object="f"))
    play(state, A.CastSpell(object="s", target="g"))


# ------------------------------------------------------------ attackers


@pytest.mark.parametrize(
    "step", ["untap", "upkeep", "precombat main", "beginning of combat", "combat damage", "end"]
)
def test_attackers_are_declared_in_their_step(step: str) -> None:
    """508.1: as the declare attackers step begins, and at no other time."""
    refused(game(step=step).put("Grizzly Bears", id="b").state(), A.Attack(object="b"), "508.1")


def test_a_creature_with_defender_does_not_attack() -> None:
    """702.3b; one that has lost it may."""
    made = game(step="declare attackers").put("Wall of Omens", id="w")
    state = made.put("Grizzly Bears", id="b").state()
    refused(state, A.Attack(object="w"), "702.3b")
    refused(play(state, A.Change(object="b", keywords=["Defender"])).after, A.Attack(object="b"))
    play(play(state, A.Change(object="w", lose_keywords=["Defender"])).after, A.Attack(object="w"))


@pytest.mark.parametrize(
    "stops",
    [
        A.Change(object="b", types=["Artifact"]),
        A.GainControl(object="b", player="opponent"),
    ],
)
def test_what_stops_being_an_attacker_leaves_combat(stops: A.Action) -> None:
    """506.4: a creature that is none any more, or has another controller."""
    state = game(step="declare attackers").put("Grizzly Bears", id="b").state()
    state = play(state, A.Attack(object="b")).after
    assert state.things[state.find_one("b")].attacking
    after = play(state, stops).after
    assert not after.things[after.find_one("b")].attacking
    again = play(after, A.NextTurn()).after
    assert not again.things[again.find_one("b")].attacking


def test_what_is_no_creature_is_not_attacking_as_a_game_begins() -> None:
    """506.3; a land that an effect makes a creature is one."""
    made = game(step="declare attackers").put("Forest", id="land", attacking=True)
    with pytest.raises(ImpossibleState, match=r"Forest is no creature.*506\.3"):
        made.state()
    made.effect(what="t:land", set={"add_types": ["Creature"], "power": 1, "toughness": 1})
    assert made.state().things[made.state().find_one("land")].attacking
    for name in ("Polluted Cistern // Dim Oubliette", "Mimic Vat", "Liliana of the Veil"):
        with pytest.raises(ImpossibleState, match="only a creature attacks"):
            game(step="declare attackers").put(name, attacking=True).state()


@pytest.mark.parametrize(
    ("step", "whose", "rule"),
    [
        ("upkeep", "you", "511.3"),
        ("beginning of combat", "you", "511.3"),
        ("postcombat main", "you", "511.3"),
        ("declare attackers", "opponent", "506.2"),
        ("end", "opponent", "506.2"),
    ],
)
def test_nothing_attacks_outside_combat_or_in_another_players_turn(
    step: str, whose: str, rule: str
) -> None:
    """506.2: the active player is the attacking player; 511.3: after combat nothing attacks."""
    made = game(step=step).put("Grizzly Bears", attacking=True, controller=whose)
    with pytest.raises(ImpossibleState, match=rule.replace(".", r"\.")):
        made.state()
    game(step="combat damage").put("Grizzly Bears", attacking=True).state()


def test_an_animated_land_stops_attacking_as_its_effect_ends() -> None:
    """506.4 with 613.1d: what made it a creature may end in combat."""
    state = game(step="declare attackers").put("Forest", id="f").state()
    change = A.Change(object="f", add_types=["Creature"], power=2, toughness=2)
    state = play(state, change, A.Attack(object="f")).after
    gone = play(state, A.Change(object="f", types=["Land"])).after
    assert not gone.things[gone.find_one("f")].attacking


# ------------------------------------------------------------ losing


def test_who_has_lost_is_offered_nothing() -> None:
    """104.3, 800.4: a player who has lost takes no more part."""
    made = game(life=3).put("Forest", id="f").put("Swords to Plowshares", "hand", id="s")
    after = play(made.state(), A.GainLife(amount=-3, player="you")).after
    assert after.player("you").lost
    assert legal_actions(after, "you") == ()
    assert legal_actions(after, "opponent")


def test_a_card_drawn_from_an_empty_library_loses_the_game() -> None:
    """704.5b: at the next check, and once."""
    done = play(game().state(), A.Draw(player="opponent"))
    assert "704.5b" in done.after.player("opponent").lost
    assert not done.after.player("you").lost
    assert len(happened(done, "loses")) == 1
    two = game().put("Forest", "library", owner="you").state()
    assert not play(two, A.Draw(player="you")).after.player("you").lost
    assert play(two, A.Draw(player="you", count=2)).after.player("you").lost


def test_the_draw_of_a_turn_from_an_emptied_library_loses_too() -> None:
    """504.1, 704.5b; a library of which nothing was said is left out of account."""
    made = game().put("Forest", "library", owner="opponent")
    after = play(made.state(), A.Mill(player="opponent", count=1), A.NextTurn()).after
    assert "704.5b" in after.player("opponent").lost
    assert not play(game().state(), A.NextTurn()).after.player("opponent").lost


def test_ten_poison_counters_lose_the_game() -> None:
    """704.5c, 122.1f."""
    state = game().token("Infector", keywords=["Infect"], power=5, toughness=5, id="i").state()
    hit = A.Damage(source="i", to="opponent", amount=5)
    once = play(state, hit).after
    assert (once.player("opponent").poison, once.player("opponent").life) == (5, 20)
    assert not once.player("opponent").lost
    assert "704.5c" in play(once, hit).after.player("opponent").lost


# ------------------------------------------------------------ the world rule


def world(name: str, **more: object) -> dict[str, object]:
    return {"name": name, "types": ["Enchantment"], "supertypes": ["World"], **more}


def test_of_world_permanents_the_newest_stays_whoever_controls_it() -> None:
    """704.5k: all but the one that has been world for the shortest time."""
    made = game().token(**world("Old", id="o")).token(**world("New", id="n", owner="opponent"))
    after = play(made.state(), A.Note()).after
    assert names_in(after, "battlefield") == ["New"]


def test_world_permanents_that_come_at_once_all_go() -> None:
    """704.5k: in a tie for the shortest time all are put into graveyards."""
    made = game().put("The Abyss", "hand", id="a").put("Nether Void", "hand", id="b")
    after = play(made.state(), A.PutOntoBattlefield(object=["a", "b"])).after
    assert names_in(after, "battlefield") == []
    one_by_one = play(
        made.state(), A.PutOntoBattlefield(object="a"), A.PutOntoBattlefield(object="b")
    )
    assert names_in(one_by_one.after, "battlefield") == ["Nether Void"]


# ------------------------------------------------------------ loyalty


def test_the_loyalty_of_a_permanent_is_its_counters() -> None:
    """306.5b-c: it enters with the printed number, and has as much as it has counters."""
    made = game().put("Urza, Planeswalker", id="u").put("Arlinn, the Pack's Hope", "hand", id="a")
    state = made.state()
    assert state.value("u", "loyalty").value == "7"
    hurt = play(state, A.Damage(to="u", amount=3)).after
    value = hurt.value("u", "loyalty")
    assert value.value == "4"
    assert "306.5c" in value.rules
    assert (
        play(hurt, A.PutCounters(object="u", kind="loyalty", count=2))
        .after.value("u", "loyalty")
        .value
        == "6"
    )
    entered = play(state, A.PutOntoBattlefield(object="a")).after
    assert dict(entered.things[entered.find_one("a")].counters) == {"loyalty": 4}
    assert entered.value("a", "loyalty").value == "4"


def test_loyalty_elsewhere_is_the_printed_number() -> None:
    """306.5a: off the battlefield it is what is printed."""
    state = game().put("Arlinn, the Pack's Hope", "graveyard", id="a").state()
    assert state.value("a", "loyalty").value == "4"


def test_a_copy_of_a_planeswalker_has_the_loyalty_of_its_own_counters() -> None:
    made = (
        game()
        .put("Arlinn, the Pack's Hope", id="arlinn", controller="opponent")
        .put("Grizzly Bears", id="b")
    )
    after = play(made.state(), A.PutCounters(object="b", kind="loyalty", count=2)).after
    after = play(after, A.BecomeCopy(object="b", of="arlinn")).after
    assert after.value("b", "loyalty").value == "2"


# ------------------------------------------------------------ damage


def keyworded(*keywords: str, **more: object) -> State:
    made = game().token("Source", keywords=list(keywords), power=3, toughness=3, id="s", **more)
    return (
        made.put("Grizzly Bears", id="b", owner="opponent")
        .put("Urza, Planeswalker", id="u")
        .state()
    )


@pytest.mark.parametrize("to", ["opponent", "you", "b", "u"])
def test_lifelink_gains_life_whatever_is_damaged(to: str) -> None:
    """120.3f: the source's controller gains as much life as damage was dealt."""
    done = play(keyworded("Lifelink"), A.Damage(source="s", to=to, amount=3))
    lost = 3 if to == "you" else 0
    assert done.after.player("you").life == 20 + 3 - lost
    gained = [e for e in happened(done, "life") if e.note == "+3"]
    assert [(e.player, "120.3f" in e.rules) for e in gained] == [("you", True)]


def test_lifelink_counts_all_that_is_dealt_at_once() -> None:
    done = play(keyworded("Lifelink"), A.Damage(source="s", to=["opponent", "b"], amount=2))
    assert done.after.player("you").life == 24
    changes = [(e.player, e.note) for e in happened(done, "life")]
    assert changes == [("opponent", "-2"), ("you", "+4")]


def test_lifelink_of_a_source_that_has_left_is_what_it_last_had() -> None:
    """608.2h, 702.15c."""
    state = keyworded("Lifelink")
    number = state.find_one("s")
    gone = play(state, A.Destroy(object="s")).after
    after = play(gone, A.Damage(source=number, to="opponent", amount=2)).after
    assert after.player("you").life == 22


def test_without_the_keyword_nothing_is_gained() -> None:
    after = play(keyworded(), A.Damage(source="s", to="opponent", amount=3)).after
    assert after.player("you").life == 20


def test_deathtouch_destroys_what_it_damages() -> None:
    """704.5h, 702.2b; not what is indestructible, and no planeswalker."""
    made = game().token("Snake", keywords=["Deathtouch"], power=1, toughness=1, id="s")
    made = made.put("Ragnarok, Divine Deliverance", id="r").put("Urza, Planeswalker", id="u")
    made = made.token("Rock", keywords=["Indestructible"], power=9, toughness=9, id="k")
    state = made.state()
    one = A.Damage(source="s", to=["u", "k"], amount=1)
    kept = play(state, one).after
    assert kept.get(kept.find_one("u"))
    assert kept.get(kept.find_one("k"))
    assert (
        "704.5h"
        in happened(
            play(
                game()
                .token("Snake", keywords=["Deathtouch"], power=1, toughness=1, id="s")
                .token("Giant", power=9, toughness=9, id="g")
                .state(),
                A.Damage(source="s", to="g", amount=1),
            ),
            "move",
        )[0].rules
    )


@pytest.mark.parametrize("keyword", ["Infect", "Wither"])
def test_infect_and_wither_shrink_creatures(keyword: str) -> None:
    """120.3d: as -1/-1 counters, and no damage is marked."""
    state = keyworded(keyword)
    after = play(state, A.Damage(source="s", to="b", amount=1)).after
    bears = after.things[after.find_one("b")]
    assert (dict(bears.counters), bears.damage) == ({"-1/-1": 1}, 0)
    assert after.value("b", "toughness").value == 1


def test_wither_takes_life_of_players_and_infect_does_not() -> None:
    """120.3a-b."""
    hit = A.Damage(source="s", to="opponent", amount=2)
    withered = play(keyworded("Wither"), hit).after.player("opponent")
    infected = play(keyworded("Infect"), hit).after.player("opponent")
    assert (withered.life, withered.poison) == (18, 0)
    assert (infected.life, infected.poison) == (20, 2)


def test_toxic_adds_poison_to_combat_damage_alone() -> None:
    """120.3g, 702.164c: beside the life that is lost."""
    state = keyworded("Toxic 2")
    fought = A.Damage(source="s", to="opponent", amount=3, combat=True)
    other = A.Damage(source="s", to="opponent", amount=3)
    combat = play(state, fought).after.player("opponent")
    assert (combat.life, combat.poison) == (17, 2)
    assert play(state, other).after.player("opponent").poison == 0


def test_protection_prevents_damage_of_its_color() -> None:
    """702.16e: all that sources of the quality would deal; then nothing is gained by it."""
    made = game().token("Red", colors="R", keywords=["Lifelink"], power=2, toughness=2, id="s")
    made = made.token("Green", colors="G", power=2, toughness=2, id="g")
    state = made.token(
        "Knight", keywords=["Protection from red"], power=2, toughness=2, id="k"
    ).state()
    done = play(state, A.Damage(source="s", to="k", amount=2))
    assert done.after.things[done.after.find_one("k")].damage == 0
    assert done.after.player("you").life == 20
    assert "702.16e" in happened(done, "stay")[0].rules
    assert not names_in(
        play(state, A.Damage(source="g", to="k", amount=2)).after, "battlefield"
    ).count("Knight")


def test_poison_is_kept_in_a_saved_state() -> None:
    after = play(keyworded("Infect"), A.Damage(source="s", to="opponent", amount=2)).after
    assert State.from_json(after.to_json()) == after


# ------------------------------------------------------------ numbers and handles


def test_a_handle_that_is_a_number_is_no_object_number() -> None:
    """What is offered for an object means that object, whatever others are called."""
    made = game(step="declare attackers").put("Grizzly Bears", id="5").put("Graf Rats")
    state = apply(
        made.state(), A.CreateToken(name="Hasty", power="2", toughness="2", keywords=["Haste"])
    ).after
    for legal in legal_actions(state):
        if legal.says == "attack with Hasty":
            after = apply(state, legal.action).after
            assert [after.name_of(o.id) for o in after.battlefield() if o.attacking] == ["Hasty"]
            break
    else:
        pytest.fail("the token is not offered as an attacker")


def test_the_legend_rule_offers_what_it_takes() -> None:
    state = game().put("Brago, King Eternal", id="5").put("Graf Rats").state()
    for kept in choice(state, A.CreateTokenCopy(of="5"), "keep").options:
        after = apply(state, A.CreateTokenCopy(of="5", keep=kept)).after
        assert sorted(names_in(after, "battlefield")) == ["Brago, King Eternal", "Graf Rats"]


def test_object_numbers_of_frames_are_taken_back() -> None:
    state = game().put("Grizzly Bears", id="b").state()
    found = np.int64(state.find_one("b"))
    assert state.find_one(found) == state.find_one("b")
    assert apply(state, A.Tap(object=found)).after.things[int(found)].tapped
    assert state.value(found, "power").value == "2"


# ------------------------------------------------------------ what does not resolve


def test_what_has_no_legal_target_left_does_not_resolve() -> None:
    """608.2b: it is removed from the stack; nothing that watches resolving sees it."""
    made = game().put("Swords to Plowshares", "hand", id="s").put("Grizzly Bears", id="b")
    made = made.watch("resolves", "resolve").watch("countered", "countered")
    gone = A.ReturnToHand(object="b")
    done = play(made.state(), A.CastSpell(object="s", target="b"), gone, A.Resolve())
    assert (done.after.counts["resolves"], done.after.counts["countered"]) == (0, 0)
    assert [e.rules for e in happened(done, "removed")] == [("608.2b",)]
    assert "Swords to Plowshares" in names_in(done.after, "graveyard", "you")


@pytest.mark.parametrize("edition", ["2016-08-26", "2018-01-19"])
def test_until_2018_it_was_countered(edition: str) -> None:
    """608.2b of 2018-01-19: countered on resolution, which is seen by what watches that."""
    made = game(edition=edition).put("Swords to Plowshares", "hand", id="s")
    made = made.put("Grizzly Bears", id="b").watch("countered", "countered")
    gone = A.ReturnToHand(object="b")
    done = play(made.state(), A.CastSpell(object="s", target="b"), gone, A.Resolve())
    assert done.after.counts["countered"] == 1
    assert happened(done, "countered")[0].rules == ("608.2b@2018-01-19",)


def test_a_watch_of_resolving_counts_abilities() -> None:
    made = game().put("Grizzly Bears", id="g").put(BATTLEMENTS, id="b").watch("r", "resolve")
    activate = A.Activate(object="b", ability="haste", target="g")
    assert play(made.state(), activate, A.Resolve()).after.counts["r"] == 1


def test_a_target_that_cannot_be_is_refused_for_a_trigger_too() -> None:
    """603.3d, 115.1: with one legal target, or none."""
    made = game().put("Surgical Suite // Hospital Room", id="room")
    made = made.put("Void Winnower", "graveyard", id="winnower")
    unlock = A.Unlock(object="room", half="left", target="winnower")
    refused(made.state(), unlock, "603.3d", "115.1")
    made = made.put("Grizzly Bears", "graveyard", id="bears")
    refused(made.state(), unlock, "603.3d", "115.1")
    play(made.state(), A.Unlock(object="room", half="left", target="bears"))


def test_simultaneous_triggers_are_ordered_by_their_player() -> None:
    """603.3b: each player puts their own onto the stack in any order, the active player first."""
    made = game().put("Memnite", "hand", id="m")
    for name, whose in (("one", "you"), ("two", "you"), ("theirs", "opponent")):
        made = made.effect(
            id=name, trigger="enters", controller=whose, do={"do": "gain life", "amount": 1}
        )
    state = made.state()

    def order(*given: str) -> list[str]:
        after = play(state, A.PutOntoBattlefield(object="m", order=list(given))).after
        return [after.name_of(i) for i in after.in_zone("stack")]

    enter = A.PutOntoBattlefield(object="m")
    assert choice(state, enter, "order", "603.3b").options == ("one", "two")
    for given in (("two", "one"), ("two",), ("theirs", "two", "one")):
        assert order(*given) == ["two", "one", "theirs"]
    assert order("one") == ["one", "two", "theirs"]
    assert [
        (edge.action.order, len(edge.rules) > 0) for edge in explore(state, [enter], depth=1).edges
    ] == [(("one",), True), (("two",), True)]


def test_three_triggers_are_asked_for_one_after_the_other() -> None:
    """603.3b: an ability is named by its key, or by its object where that says it."""
    made = game().put("Leyline of the Void", "hand", id="m").put("Erratic Apparition", id="ghost")
    for name in ("one", "two"):
        made = made.effect(id=name, trigger="enters", do={"do": "gain life", "amount": 1})
    state = made.state()
    enter = A.PutOntoBattlefield(object="m")
    first = choice(state, enter, "order").options
    assert len(first) == 3
    second = choice(state, replace(enter, order=("two",)), "order").options
    assert set(second) == set(first) - {"two"}
    after = play(state, replace(enter, order=("two", "ghost"))).after
    assert [after.name_of(i).partition("#")[0] for i in after.in_zone("stack")] == [
        "two",
        "Erratic Apparition",
        "one",
    ]


def test_the_same_ability_twice_needs_no_order() -> None:
    """Doubled (603.2d), of two permanents, or on two cards at once: there is nothing to choose."""
    made = (
        game().put("Leyline of the Void", "hand", id="m").effect(double="triggers", when="enters")
    )
    made = made.put("Erratic Apparition").put("Erratic Apparition")
    after = play(made.state(), A.PutOntoBattlefield(object="m")).after
    assert len(after.in_zone("stack")) == 4


# ------------------------------------------------------------ faces and parts


def test_which_land_face_is_played_is_asked() -> None:
    """712.12: one of the faces that is a land; asked where both are."""
    made = game().put("Branchloft Pathway // Boulderloft Pathway", "hand", id="p")
    state = made.put(
        "Shatterskull Smashing // Shatterskull, the Hammer Pass", "hand", id="s"
    ).state()
    asked = choice(state, A.PlayLand(object="p"), "face", "712.12")
    assert asked.options == ("Branchloft Pathway", "Boulderloft Pathway")
    for face in asked.options:
        assert (
            play(state, A.PlayLand(object="p", face=face)).after.name_of(
                play(state, A.PlayLand(object="p", face=face)).after.find_one("p")
            )
            == face
        )
    # of one land face there is nothing to ask
    play(state, A.PlayLand(object="s", choose={"pay": False}))


def test_which_face_is_cast_is_asked() -> None:
    """712.11b, 715.3, 720.3: asked where there is a choice."""
    made = game().put("Cosima, God of the Voyage // The Omenkeel", "hand", id="c")
    made = made.put("Shatterskull Smashing // Shatterskull, the Hammer Pass", "hand", id="s")
    made = made.put("Runescale Stormbrood // Chilling Screech", "hand", id="o")
    state = made.state()
    asked = choice(state, A.CastSpell(object="c"), "face", "712.11b")
    assert asked.options == ("Cosima, God of the Voyage", "The Omenkeel")
    play(state, A.CastSpell(object="c", face="The Omenkeel"))
    choice(state, A.CastSpell(object="s"), "x")
    asked = choice(state, A.CastSpell(object="o"), "half", "720.3")
    assert asked.options == ("Runescale Stormbrood", "Chilling Screech")
    done = play(state, A.CastSpell(object="o", half="Runescale Stormbrood"))
    assert done.after.name_of(done.after.find_one("o")) == "Runescale Stormbrood"


def test_what_is_offered_says_which_part() -> None:
    state = game().put("Runescale Stormbrood // Chilling Screech", "hand", id="o").state()
    for legal in legal_actions(state):
        if isinstance(legal.action, A.CastSpell):
            assert isinstance(apply(state, legal.action).after, State)


def test_an_omen_is_shuffled_into_its_owners_library() -> None:
    """720.3d; a copy of it ceases to exist there."""
    made = game().put("Runescale Stormbrood // Chilling Screech", "hand", id="o")
    state = made.put("Memnite", "stack", owner="opponent", id="m").state()
    cast = A.CastSpell(object="o", half="Chilling Screech", target="m")
    done = play(state, cast, A.Resolve())
    assert done.after.things[done.after.find_one("o")].zone == "library"
    assert happened(done, "shuffle")
    again = play(state, cast, A.Counter(object="o")).after
    assert again.things[again.find_one("o")].zone == "graveyard"


def test_what_copies_a_flip_card_can_flip() -> None:
    """The example of 707.3: its copiable values are those of the flip card, the status its own."""
    made = game().put("Clone", id="clone", copy_of="Bushi Tenderfoot")
    made = made.put("Bushi Tenderfoot", id="own").put("Delver of Secrets", id="d", face="back")
    state = made.state()
    assert state.name_of(state.find_one("clone")) == "Bushi Tenderfoot"
    flipped = play(state, A.Flip(object="clone")).after
    assert flipped.name_of(flipped.find_one("clone")) == "Kenzo the Hardhearted"
    assert flipped.name_of(flipped.find_one("own")) == "Bushi Tenderfoot"
    with pytest.raises(Exception, match="cannot flip"):
        apply(flipped, A.Flip(object="clone"))
    turned = play(state, A.BecomeCopy(object="d", of="own")).after
    assert turned.name_of(turned.find_one("d")) == "Bushi Tenderfoot"


def test_a_flipped_permanent_stays_flipped_as_it_becomes_another_copy() -> None:
    """110.5, 710.4: the status stays, and counts again with what can be flipped."""
    made = game().put("Bushi Tenderfoot", id="own").put("Grizzly Bears", id="b")
    state = play(made.put("Budoka Gardener", id="g").state(), A.Flip(object="own")).after
    bears = play(state, A.BecomeCopy(object="own", of="b")).after
    assert bears.name_of(bears.find_one("own")) == "Grizzly Bears"
    again = play(bears, A.BecomeCopy(object="own", of="g")).after
    assert again.name_of(again.find_one("own")) == "Dokai, Weaver of Life"


def test_what_is_illegal_says_so() -> None:
    with pytest.raises(IllegalAction):
        apply(game().put("Grizzly Bears", id="b").state(), A.Attack(object="b"))


def test_no_counters_are_no_difference() -> None:
    """122.1: an object with zero counters of a kind has none."""
    bare = game().put("Grizzly Bears", id="b").state()
    assert game().put("Grizzly Bears", id="b", counters={"+1/+1": 0}).state() == bare
    for kind in ("+1/+1", "loyalty"):
        after = play(bare, A.PutCounters(object="b", kind=kind, count=0)).after
        assert after.things[after.find_one("b")].counters == ()
    gone = play(bare, A.Exile(object="b", counters={"time": 0})).after
    assert gone.things[gone.find_one("b")].counters == ()


def enters_attacking(card: str, **how: Any) -> bool:
    """Return whether a card that is put onto the battlefield attacking does."""
    table = how.pop("effect", {"what": "t:swamp", "set": {"add_types": ["Creature"]}})
    state = game(step="declare attackers").put(card, "hand", id="it").effect(**table).state()
    done = play(state, A.PutOntoBattlefield(object="it", attacking=True, **how))
    assert not happened(done, "removed")
    it = done.after.things[done.after.find_one("it")]
    assert it.zone == "battlefield"
    return it.attacking


def test_only_a_creature_of_the_attacking_player_enters_attacking() -> None:
    """506.3a: what is no creature enters, and never attacks; 506.3b: nor another player's."""
    assert enters_attacking("Grizzly Bears")
    for card in ("Forest", "Mimic Vat", "Polluted Cistern // Dim Oubliette"):
        assert not enters_attacking(card)
    assert not enters_attacking("Grizzly Bears", control="opponent")


def test_what_an_effect_makes_a_creature_enters_attacking() -> None:
    """506.3a with 613.1d, and what it makes no creature does not."""
    lands = {"what": "t:forest", "set": {"add_types": ["Creature"], "power": 1, "toughness": 1}}
    assert enters_attacking("Forest", effect=lands)
    none = {"what": "t:creature", "set": {"types": ["Artifact"]}}
    assert not enters_attacking("Grizzly Bears", effect=none)
    battle = {"what": "t:creature", "set": {"add_types": ["Battle"]}}
    assert not enters_attacking("Grizzly Bears", effect=battle, counters={"defense": 3})  # 506.3f


def test_what_is_made_attacking_is_a_creature_too() -> None:
    """506.3a: tokens."""
    state = game(step="declare attackers").state()
    for kind, attacks in (("Artifact", False), ("Creature", True)):
        token = A.CreateToken(
            name="Wall", types=[kind], power=1, toughness=1, attacking=True, id="it"
        )
        done = play(state, token)
        assert done.after.things[done.after.find_one("it")].attacking == attacks
        assert not happened(done, "removed")


@pytest.mark.parametrize("zone", ["graveyard", "exile", "battlefield"])
def test_a_delayed_trigger_is_about_what_its_step_says(zone: str) -> None:
    """603.7c: it does something to that object, where it still is; a new one is none (400.7)."""
    state = game(step="precombat main").put("Grizzly Bears", zone, id="it").state()
    back = [{"do": "return to hand", "object": "that card"}]
    laid = play(state, A.AtStep(step="end", about=["it"], do_later=back)).after
    done = play(laid, A.NextStep(to="end"), A.Resolve())
    assert names_in(done.after, "hand", "you") == ["Grizzly Bears"]
    gone = play(laid, A.PutIntoLibrary(object="it"), A.NextStep(to="end"), A.Resolve())
    assert names_in(gone.after, "library", "you") == ["Grizzly Bears"]


@pytest.mark.parametrize("kind", [None, "+1/+1"])
def test_counters_that_go_are_an_event_and_none_are_none(kind: str | None) -> None:
    """122.1; 701.21a: who sacrifices nothing is asked nothing."""
    state = game().put("Grizzly Bears", id="it", counters={"+1/+1": 2}).state()
    named = {} if kind is None else {"kind": kind}
    done = play(state, A.RemoveCounters(object="it", **named))
    assert [e.kind for e in done.events] == ["counters removed"]
    none = play(state, A.PutCounters(object="it", kind="charge", count=0)).after
    assert none.things[none.find_one("it")].counters == (("+1/+1", 2),)
    assert play(state, A.Sacrifice(player="you", count=0)).after.find_one("it")
