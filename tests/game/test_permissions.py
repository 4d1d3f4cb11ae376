"""Permissions and prohibitions: what lets a card be cast or played, and what forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.legality import legal_actions, options
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

BONECRUSHER = "Bonecrusher Giant // Stomp"
VALKI = "Valki, God of Lies"
SMASHING = "Shatterskull Smashing"


def parts(state: State, player: str = "you") -> dict[str, str]:
    """What a player may cast, with what allows it."""
    return {o.part: o.by for o in options(state, player) if o.kind == "cast" and o.allowed}


def may(zone: str, **more: Any) -> dict[str, Any]:
    return {"allow": "cast", "from": zone, **more}


# -- whose zone, which zone ------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["graveyard", "hand", "library", "exile"])
def test_nothing_is_cast_from_elsewhere_without_a_permission(zone: str) -> None:
    state = game().put("Fire // Ice", zone, id="it", owner="opponent").state()
    refused(state, A.CastSpell(object="it", half="Fire", player="you"), "601.3")
    assert parts(state) == {}


def test_a_permission_means_the_own_zone_unless_it_says_otherwise() -> None:
    made = game().put("Fire // Ice", "graveyard", id="it", owner="opponent")
    assert parts(made.effect(**may("graveyard")).state()) == {}
    made = game().put("Fire // Ice", "graveyard", id="it", owner="opponent")
    theirs = made.effect(**may("graveyard", owner="opponent", id="theirs")).state()
    assert parts(theirs) == {"Fire": "theirs"}
    done = play(
        theirs, A.CastSpell(object="it", half="Fire", target="opponent", player="you"), A.Resolve()
    )
    # it goes to its owner's graveyard (400.3)
    assert names_in(done.after, "graveyard", "opponent") == ["Fire // Ice"]
    assert parts(theirs, "opponent") == {}


def test_exile_is_nobody_s_zone() -> None:
    made = game().put("Fire // Ice", "exile", id="it", owner="opponent")
    assert set(parts(made.effect(**may("exile")).state())) == {"Fire"}


def test_of_a_library_only_the_top_card_is_meant() -> None:
    made = game().put("Grizzly Bears", "library", id="below").put("Silvercoat Lion", "library")
    state = made.effect(**may("library", what="t:creature")).state()
    assert set(parts(state)) == {"Silvercoat Lion"}
    refused(state, A.CastSpell(object="below"), "601.3")


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("t:instant", {"Commit", "Fire", "Ice"}),
        ("t:sorcery", {"Memory", "Cut", "Ribbons"}),
        ("mv<=2", {"Fire", "Ice", "Cut", "Ribbons"}),
        ("mv>=4", {"Commit", "Memory", "Ribbons"}),
        ("name:Fire", {"Fire"}),
        ("name:Commit or c:r", {"Commit", "Fire", "Cut"}),
    ],
)
def test_a_permission_by_type_value_and_name(what: str, expected: set[str]) -> None:
    made = game().put("Fire // Ice", "graveyard").put("Commit // Memory", "graveyard")
    made.put("Cut // Ribbons", "graveyard").put("Grizzly Bears")
    state = made.effect(**may("graveyard", what=what, id="it")).state()
    allowed = {o.part for o in options(state, "you") if o.allowed and o.by == "it"}
    assert allowed == expected


def test_a_permission_by_value_looks_at_x() -> None:
    made = game().put("Cut // Ribbons", "graveyard", id="it", owner="opponent")
    state = made.effect(**may("graveyard", what="mv<=4", id="it", owner="opponent")).state()
    cast = A.CastSpell(object="it", half="Ribbons", player="you", x=2)
    assert play(state, cast).after.value("it", "mana_value").value == 4
    refused(state, A.CastSpell(object="it", half="Ribbons", player="you", x=3), "601.3")
    option = next(o for o in options(state, "you", "BB9") if o.part == "Ribbons")
    assert option.x == 2


def test_a_permission_with_its_own_cost_and_one_for_nothing() -> None:
    made = game().put("Grizzly Bears", "graveyard", id="it")
    state = made.effect(**may("graveyard", cost="{7}", id="dear")).state()
    done = play(state, A.CastSpell(object="it"))
    cast = happened(done, "cast")[0]
    assert cast.note == "for {7}"
    assert "118.9" in cast.rules
    refused(state, A.CastSpell(object="it", free=True), "118.9a")
    made = game().put("Grizzly Bears", "graveyard", id="it")
    made.effect(**may("graveyard", cost="{7}", id="dear"))
    both = made.effect(**may("graveyard", free=True, id="gift")).state()
    asked = choice(both, A.CastSpell(object="it"), "by", "118.9a")
    assert asked.options == ("dear", "gift")
    free = play(both, A.CastSpell(object="it", by="gift"))
    assert "without paying" in happened(free, "cast")[0].note


def test_an_effect_that_resolves_may_be_named() -> None:
    state = game(step="end").put("Grizzly Bears", "exile", id="it", owner="opponent").state()
    done = play(state, A.CastSpell(object="it", by="Etali", free=True, player="you"))
    assert {"608.2g", "118.9"} <= set(happened(done, "cast")[0].rules)
    spell = done.after.things[done.after.in_zone("stack")[0]]
    assert (spell.controller, spell.owner) == ("you", "opponent")
    # an ability's name is no effect: the card must really have it
    refused(state, A.CastSpell(object="it", by="flashback", player="you"), "601.3")


# -- times -----------------------------------------------------------------------------------


def test_as_though_it_had_flash_is_tested_on_the_spell() -> None:
    made = game(active="opponent").put("Cut // Ribbons", "hand", owner="you", id="it")
    made.put("Breaking // Entering", "hand", owner="you").put("Grizzly Bears", id="bear")
    state = made.effect(allow="flash", what="mv<=2", controller="you").state()
    assert set(parts(state)) == {"Cut", "Breaking"}
    play(state, A.CastSpell(object="it", half="Cut", target="bear"))


@pytest.mark.parametrize(("step", "rule"), [("untap", "502.4"), ("cleanup", "514.3")])
def test_no_player_has_priority_in_some_steps(step: str, rule: str) -> None:
    state = game(step=step).put("Fire // Ice", "hand", id="it").state()
    refused(state, A.CastSpell(object="it", half="Fire"), rule)


def test_the_caster_has_priority_afterward_and_then_the_active_player() -> None:
    made = game(active="opponent").put("Fire // Ice", "hand", owner="you", id="it")
    done = play(made.state(), A.CastSpell(object="it", half="Fire", target="opponent"))
    assert done.after.priority == "you"
    assert play(done.after, A.Resolve()).after.priority == "opponent"


# -- prohibitions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "stopped"),
    [
        ({"forbid": "cast", "what": "mv>=4"}, {"Commit"}),
        ({"forbid": "cast", "what": "t:creature"}, {"Grizzly Bears"}),
        ({"forbid": "cast", "named": "Fire"}, {"Fire"}),
        ({"forbid": "play", "named": "Fire"}, {"Fire"}),
        ({"forbid": "cast", "who": "opponent"}, set()),
        ({"forbid": "cast", "from": "graveyard"}, set()),
        ({"forbid": "cast", "from": "hand"}, {"Commit", "Grizzly Bears", "Fire", "Ice"}),
        ({"forbid": "unlock"}, set()),
    ],
)
def test_a_prohibition_by_value_type_name_player_and_zone(
    effect: dict[str, Any], stopped: set[str]
) -> None:
    made = game().put("Commit // Memory", "hand").put("Fire // Ice", "hand")
    made.put("Grizzly Bears", "hand").put("Silvercoat Lion", id="target")
    everything = set(parts(made.state()))
    assert everything == {"Commit", "Fire", "Ice", "Grizzly Bears"}
    assert set(parts(made.effect(**effect).state())) == everything - stopped


def test_forbidding_to_play_a_name_stops_the_land_and_not_the_spell() -> None:
    back = "Shatterskull, the Hammer Pass"
    for name, cast, played in ((SMASHING, False, True), (back, True, False)):
        made = game().put(SMASHING, "hand", id="it").effect(forbid="play", named=name)
        state = made.state()
        says = [a.says for a in legal_actions(state)]
        assert any(s.startswith(f"cast {SMASHING}") for s in says) is cast
        assert (f"play {back} from hand" in says) is played
        if not played:
            refused(state, A.PlayLand(object="it", face="back"), "101.2", "201.4")


def test_an_x_spell_is_tested_with_the_x_that_is_chosen() -> None:
    made = game().put("Cut // Ribbons", "graveyard", id="it")
    state = made.put("Void Winnower", controller="opponent").state()
    refused(state, A.CastSpell(object="it", half="Ribbons", x=2), "601.3a")
    done = play(state, A.CastSpell(object="it", half="Ribbons", x=1))
    assert done.after.value("it", "mana_value").value == 3
    option = next(o for o in options(state, "you", "BB4") if o.part == "Ribbons")
    assert (option.allowed, option.payable, option.x) == (True, True, 3)
    odd = next(o for o in options(state, "you") if o.part == "Ribbons")
    assert (odd.allowed, odd.x) == (True, 1)


# -- particular ways ---------------------------------------------------------------------------


def test_a_card_without_a_mana_cost_is_cast_for_another_cost_only() -> None:
    made = game().put("Living End", "hand", id="it")
    refused(made.state(), A.CastSpell(object="it"), "118.6", "202.1b")
    assert play(made.state(), A.CastSpell(object="it", free=True, by="cascade"))


def test_x_is_zero_where_the_mana_cost_is_not_paid() -> None:
    state = game().put("Omniscience").put(SMASHING, "hand", id="it").state()
    refused(state, A.CastSpell(object="it", free=True, x=2), "107.3b")
    done = play(state, A.CastSpell(object="it", free=True))
    assert done.after.value("it", "mana_value").value == 2
    choice(state, A.CastSpell(object="it"), "x", "107.3a")


def test_a_modal_card_is_cast_by_a_face() -> None:
    state = game().put(VALKI, "hand", id="it").state()
    done = play(state, A.CastSpell(object="it", face="Tibalt, Cosmic Impostor"))
    cast = happened(done, "cast")[0]
    assert cast.note == "for {5}{B}{R}"
    assert "712.11b" in cast.rules
    assert done.after.value("it", "mana_value").value == 7
    assert set(parts(state)) == {VALKI, "Tibalt, Cosmic Impostor"}
    for option in options(state, "you"):
        spell = play(state, option.action).after.characteristics("it")
        assert spell.names.value == (option.part,)


def test_disturb_casts_the_back_face() -> None:
    state = game().put("Baithook Angler", "graveyard", id="it").state()
    assert parts(state) == {"Hook-Haunt Drifter": "disturb"}
    cast = A.CastSpell(object="it", transformed=True, pay="{1}{U}")
    done = play(state, cast)
    assert "702.146a" in happened(done, "cast")[0].rules
    assert done.after.characteristics("it").names.value == ("Hook-Haunt Drifter",)
    hand = game().put("Baithook Angler", "hand", id="it").state()
    refused(hand, cast, "712.11a")


def test_flashback_of_a_card_s_own() -> None:
    made = game().put("Past in Flames", "graveyard", id="it").put("Fire // Ice", "graveyard")
    state = made.state()
    assert str(state.value("it", "flashback_cost").value) == "{4}{R}"
    done = play(state, A.CastSpell(object="it", pay="{4}{R}"), A.Resolve())
    assert names_in(done.after, "exile") == ["Past in Flames"]
    assert set(parts(done.after)) == {"Fire"}
    refused(state, A.CastSpell(object="it", free=True), "118.9a")
    # a flashback that was gained is an alternative cost as well, even for the mana cost
    fire = A.CastSpell(object="Fire // Ice", half="Fire", free=True)
    refused(done.after, fire, "118.9a", "601.2b")


def test_one_land_a_turn() -> None:
    made = game().put("Wastes", "hand", id="one").put("Wastes", "hand", id="two")
    made.put("Wastes", "graveyard", id="three").put("Crucible of Worlds")
    state = made.state()
    first = play(state, A.PlayLand(object="one")).after
    for ref in ("two", "three"):
        refused(first, A.PlayLand(object=ref), "305.2")
        assert play(state, A.PlayLand(object=ref)).after.player("you").land_plays == 1
    refused(state, A.PlayLand(object="Crucible of Worlds"), "305.1")


def test_a_commander_costs_two_more_each_time() -> None:
    made = game().put("Gisela, the Broken Blade", "command", id="it", commander=True)
    state = made.state()
    notes = []
    for _ in range(3):
        done = play(state, A.CastSpell(object="it"))
        notes.append(happened(done, "cast")[0].note)
        state = play(done.after, A.Counter(object="it", commander="command")).after
    assert notes == ["for {2}{W}{W}", "for {4}{W}{W}", "for {6}{W}{W}"]
    assert "903.8" in happened(done, "cast")[0].rules
    refused(
        game().put("Fire // Ice", "command", id="it").state(), A.CastSpell(object="it", half="Fire")
    )


def test_an_adventurer_card_is_played_from_exile_but_not_as_an_adventure() -> None:
    state = game().put(BONECRUSHER, "hand", id="it").put("Grizzly Bears", id="bear").state()
    assert set(parts(state)) == {"Bonecrusher Giant", "Stomp"}
    stomp = A.CastSpell(object="it", half="Stomp", target="bear")
    done = play(state, stomp, A.Resolve())
    assert names_in(done.after, "exile") == [BONECRUSHER]
    assert parts(done.after) == {"Bonecrusher Giant": "adventure"}
    refused(done.after, stomp, "601.3")
    giant = play(done.after, A.CastSpell(object="it"))
    assert "715.3d" in happened(giant, "cast")[0].rules
    # countered, it is in the graveyard, and the permission is gone
    gone = play(play(state, stomp).after, A.Counter(object="it")).after
    assert names_in(gone, "graveyard", "you") == [BONECRUSHER]
    assert parts(gone) == {}


def test_exiling_lets_a_card_be_played_for_a_time() -> None:
    state = game().put(SMASHING, "exile", id="it").state()
    refused(state, A.PlayLand(object="it", face="back"), "305.1")
    allowed = play(state, A.Allow(object="it", play=True)).after
    assert play(allowed, A.PlayLand(object="it", face="back", choose={"pay": False}))
    assert set(parts(allowed)) == {SMASHING}
    later = play(allowed, A.NextTurn(), A.NextTurn()).after
    refused(later, A.PlayLand(object="it", face="back"), "305.1")
    cast_only = play(state, A.Allow(object="it")).after
    refused(cast_only, A.PlayLand(object="it", face="back"), "305.1")


def test_words_of_effects_are_checked() -> None:
    for table in (
        {"allow": "cast"},
        {"allow": "cast", "from": "sideboard"},
        {"allow": "cast", "from": "hand", "owner": "me"},
        {"forbid": "think"},
        {"cost": "much"},
        {"cost": "{1}", "of": "draw"},
        {"allow": "cast", "from": "hand", "fre": True},
    ):
        with pytest.raises(UnknownName):
            game().effect(**table)


def test_a_permission_that_is_named_allows_what_it_covers_and_no_more() -> None:
    """Of a modal card in hand the face that is cast is looked at (712.11c): 2 is, 7 is not.

    What is called otherwise stands for an effect that is not modeled.
    """
    made = game().put(VALKI, "hand", id="it").put(SMASHING, "exile", id="land")
    made = made.effect(**may("hand", id="cheap", what="mv<=3", free=True))
    state = made.effect(id="lands", allow="play", what="mv=1", **{"from": "exile"}).state()
    play(state, A.CastSpell(object="it", face="front", by="cheap"))
    refused(state, A.CastSpell(object="it", face="back", by="cheap"), "601.3")
    play(state, A.CastSpell(object="it", face="back", by="another"))
    back = "Shatterskull, the Hammer Pass"
    refused(state, A.PlayLand(object="land", face=back, by="lands"), "305.1")
    play(state, A.PlayLand(object="land", face=back, by="another", choose={"pay": False}))


def test_a_permission_for_one_card_is_none_for_another() -> None:
    """An effect covers the cards that it was made for (611.2c)."""
    made = game().put("Fire // Ice", "exile", id="one").put("Fire // Ice", "exile", id="two")
    state = play(made.state(), A.Allow(object="one", by="gift")).after
    play(state, A.CastSpell(object="one", half="Fire", target="opponent", by="gift"))
    refused(state, A.CastSpell(object="two", half="Fire", target="opponent", by="gift"), "601.3")
