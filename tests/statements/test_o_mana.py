"""O. Mana (S180-S194)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.activating import is_mana_ability, mana_abilities
from mtgmeld.game.state import State
from mtgmeld.rules.editions import EDITIONS, edition
from tests.statements.game import choice, game, happened, names_in, play, refused

ANY = "WUBRG"


def pool(state: State, player: str = "you") -> str:
    return "".join(m.type for m in state.player(player).pool)


def could(state: State, obj: str, *rules: str) -> str:
    why = state.explain(obj, "could_produce")
    assert {"106.7", *rules} <= set(why.rules), str(why)
    assert isinstance(why.value, str)
    return why.value


@pytest.mark.statement("S180")
def test_mana_of_an_undefined_type_is_not_produced() -> None:
    state = game().put("Meteor Crater", id="crater").put("Ornithopter").state()
    done = play(state, A.TapForMana(object="crater"))
    assert pool(done.after) == ""
    (none,) = happened(done, "no mana")
    assert "106.5" in none.rules
    assert done.after.things[done.after.find_one("crater")].tapped
    assert could(state, "crater", "106.5") == ""
    colored = game().put("Meteor Crater", id="crater").put("Grizzly Bears").state()
    assert pool(play(colored, A.TapForMana(object="crater")).after) == "G"


@pytest.mark.statement("S181")
def test_could_produce_ignores_costs() -> None:
    state = (
        game()
        .put("Exotic Orchard", id="orchard")
        .put("Vivid Creek", id="creek", owner="opponent", tapped=True)
        .state()
    )
    assert could(state, "orchard") == ANY
    assert could(state, "creek") == ANY
    done = play(state, A.TapForMana(object="orchard", mana="{R}"))
    assert pool(done.after) == "R"
    # to use the ability is another matter
    fresh = game().put("Vivid Creek", id="creek", counters={"charge": 1}).state()
    once = play(fresh, A.TapForMana(object="creek", mana="{R}"))
    assert pool(once.after) == "R"
    untapped = play(once.after, A.Untap(object="creek")).after
    refused(untapped, A.TapForMana(object="creek", mana="{R}"), "118.3")
    assert could(untapped, "creek") == ANY


@pytest.mark.statement("S182")
def test_could_produce_includes_replacements() -> None:
    state = (
        game()
        .put("Reflecting Pool", id="pool")
        .put("Forest", id="forest")
        .put("Contamination", owner="opponent")
        .state()
    )
    assert could(state, "forest") == "B"
    assert could(state, "pool") == "B"
    assert pool(play(state, A.TapForMana(object="pool")).after) == "B"
    # without it
    plain = game().put("Reflecting Pool", id="pool").put("Forest").state()
    assert could(plain, "pool") == "G"
    # two such effects in any order: either may come last
    both = (
        game()
        .put("Forest", id="forest")
        .put("Contamination")
        .effect(mana="tapped for mana", becomes="{W}", what="t:land")
        .state()
    )
    assert could(both, "forest") == "WB"


@pytest.mark.statement("S183")
def test_an_ability_that_would_make_no_mana_gives_no_type() -> None:
    base = game().put("Gaea's Cradle", id="cradle").put("Reflecting Pool", id="pool")
    state = base.state()
    assert could(state, "cradle", "106.5") == ""
    assert could(state, "pool", "106.5") == ""
    done = play(state, A.TapForMana(object="pool"))
    assert (pool(done.after), len(happened(done, "no mana"))) == ("", 1)
    with_one = base.put("Grizzly Bears").state()
    assert could(with_one, "pool") == "G"


@pytest.mark.statement("S184")
def test_loops_define_nothing_by_themselves() -> None:
    names = {"yours": "you", "yours2": "you", "theirs": "opponent", "theirs2": "opponent"}
    setup = game()
    for handle, owner in names.items():
        setup = setup.put("Exotic Orchard", id=handle, owner=owner)
    state = setup.state()
    for handle in names:
        assert could(state, handle, "106.5") == ""
        assert pool(play(state, A.TapForMana(object=handle)).after, names[handle]) == ""
    forest = setup.put("Forest", owner="opponent").state()
    for handle in names:
        assert could(forest, handle) == "G"
        assert pool(play(forest, A.TapForMana(object=handle)).after, names[handle]) == "G"


@pytest.mark.statement("S184")
def test_reflecting_pools_alone_define_nothing() -> None:
    setup = game().put("Reflecting Pool", id="one").put("Reflecting Pool", id="two")
    assert could(setup.state(), "one") == ""
    assert could(setup.put("Mountain").state(), "one") == "R"


@pytest.mark.statement("S185")
def test_colorless_is_a_type_and_no_color() -> None:
    state = (
        game()
        .put("Exotic Orchard", id="orchard")
        .put("Reflecting Pool", id="theirs", owner="opponent")
        .put("Wastes", owner="opponent")
        .state()
    )
    assert could(state, "orchard", "106.5") == ""
    assert could(state, "theirs") == "C"
    own = game().put("Reflecting Pool", id="pool").put("Wastes").state()
    assert could(own, "pool") == "C"
    assert pool(play(own, A.TapForMana(object="pool")).after) == "C"


@pytest.mark.statement("S186")
def test_tapping_for_mana_needs_the_tap_symbol() -> None:
    setup = (
        game()
        .put("Phyrexian Altar", id="altar")
        .put("Grizzly Bears", id="bears")
        .put("Silvercoat Lion", id="lion")
        .put("Forest", id="forest")
        .watch("tapped", "tapped for mana")
    )
    state = setup.state()
    refused(state, A.TapForMana(object="altar", mana="{R}"), "106.12", "605.1a")
    needed = choice(state, A.Activate(object="altar", mana="{R}"), "choose.sacrifice")
    assert set(needed.options) == {"bears", "lion"}
    used = play(state, A.Activate(object="altar", mana="{R}", choose={"sacrifice": "lion"}))
    assert pool(used.after) == "R"
    assert names_in(used.after, "graveyard", "you") == ["Silvercoat Lion"]
    assert used.after.places["stack"] == ()  # it is a mana ability all the same (605.3b)
    # tapping a creature for convoke taps it and makes no mana
    convoked = play(used.after, A.Tap(object="bears"))
    assert convoked.after.counts["tapped"] == 0
    assert play(convoked.after, A.TapForMana(object="forest")).after.counts["tapped"] == 1
    nothing = game().put("Phyrexian Altar", id="altar").state()
    refused(nothing, A.Activate(object="altar", mana="{R}"), "118.3")


@pytest.mark.statement("S201")
@pytest.mark.statement("S186")
@pytest.mark.parametrize("date", [d for d in EDITIONS if d < "2026-08-07"])
def test_deranged_assistant_taps_for_mana_through_2026_06(date: str) -> None:
    state = (
        game(edition=date)
        .put("Deranged Assistant", id="assistant")
        .put("Forest", "library")
        .watch("tapped", "tapped for mana")
        .state()
    )
    assert [a.key for a in mana_abilities(state, state.present("assistant"))] == [
        "Deranged Assistant#mana"
    ]
    done = play(state, A.TapForMana(object="assistant"))
    assert (pool(done.after), done.after.counts["tapped"]) == ("C", 1)
    assert names_in(done.after, "graveyard", "you") == ["Forest"]
    again = play(done.after, A.Untap(object="assistant")).after
    refused(again, A.TapForMana(object="assistant"), "701.17b")


@pytest.mark.statement("S201")
@pytest.mark.statement("S186")
@pytest.mark.parametrize("date", [d for d in EDITIONS if d >= "2026-08-07"])
def test_from_2026_08_07_it_is_no_mana_ability(date: str) -> None:
    state = (
        game(edition=date)
        .put("Deranged Assistant", id="assistant")
        .put("Exotic Orchard", id="orchard", owner="opponent")
        .put("Reflecting Pool", id="pool")
        .put("Forest", "library")
        .watch("tapped", "tapped for mana")
        .state()
    )
    refused(state, A.TapForMana(object="assistant"), "106.12", "605.1a")
    done = play(state, A.Activate(object="assistant"))
    assert (pool(done.after), len(done.after.places["stack"])) == ("", 1)
    assert names_in(done.after, "graveyard", "you") == ["Forest"]
    done = play(done.after, A.Resolve())
    assert (pool(done.after), done.after.counts["tapped"]) == ("C", 0)
    # what it could produce asks for abilities of any kind (106.7)
    assert could(state, "assistant") == "C"


@pytest.mark.statement("S186")
def test_why_an_ability_is_a_mana_ability_or_not() -> None:
    state = game(edition="2026-04-17").put("Deranged Assistant", id="assistant").state()
    (ability,) = mana_abilities(state, state.present("assistant"))
    before, after = (is_mana_ability(ability, edition(d)) for d in ("2026-04-17", "2026-08-07"))
    assert (before.value, after.value) == (True, False)
    assert "605.1a" in after.rules
    assert [p.value for p in after.parts] == [True, True, True, False]


@pytest.mark.statement("S187")
def test_the_trigger_needs_mana_that_was_made() -> None:
    state = (
        game()
        .put("Nykthos, Shrine to Nyx", id="nykthos")
        .put("Mana Flare")
        .put("Grizzly Bears")
        .mana("you", "{2}")
        .watch("tapped", "tapped for mana")
        .state()
    )
    none = play(
        state,
        A.TapForMana(object="nykthos", ability="devotion", mana="{U}", pay="pool"),
    )
    assert (pool(none.after), none.after.counts["tapped"]) == ("", 0)
    assert "106.12a" in happened(none, "no mana")[0].rules
    # Mana Flare itself gives devotion to red
    some = play(
        state,
        A.TapForMana(object="nykthos", ability="devotion", mana="{R}", pay="pool"),
    )
    assert (pool(some.after), some.after.counts["tapped"]) == ("RR", 1)


@pytest.mark.statement("S187")
def test_forest_under_wild_growth() -> None:
    state = game().put("Forest", id="forest").put("Wild Growth", attached_to="forest").state()
    done = play(state, A.TapForMana(object="forest"))
    assert pool(done.after) == "GG"
    (extra,) = happened(done, "mana")
    assert {"106.12a", "605.1b"} <= set(extra.rules)


@pytest.mark.statement("S188")
def test_triggered_mana_abilities_resolve_at_once() -> None:
    state = (
        game()
        .put("Mana Flare")
        .put("Mountain", id="mountain")
        .put("Fire // Ice", "hand", id="fire")
        .put("Grizzly Bears", id="bears")
        .state()
    )
    tapped = play(state, A.TapForMana(object="mountain"))
    assert (pool(tapped.after), tapped.after.places["stack"]) == ("RR", ())
    (extra,) = happened(tapped, "mana")
    assert {"605.1b", "605.4a"} <= set(extra.rules)
    cast = play(tapped.after, A.CastSpell(object="fire", half="Fire", pay="pool", target=["bears"]))
    assert pool(cast.after) == ""


@pytest.mark.statement("S189")
def test_a_replacement_changes_what_the_ability_makes() -> None:
    setup = game().put("Forest", id="forest").put("Mana Reflection")
    one = play(setup.state(), A.TapForMana(object="forest"))
    assert pool(one.after) == "GG"
    (made,) = happened(one, "tapped for mana")
    assert made.mana == "GG"
    assert "106.12b" in made.rules
    both = play(setup.put("Nyxbloom Ancient").state(), A.TapForMana(object="forest"))
    assert pool(both.after) == "G" * 6
    # an opponent's land is not doubled
    theirs = setup.put("Forest", id="other", owner="opponent").state()
    assert pool(play(theirs, A.TapForMana(object="other")).after, "opponent") == "G"


@pytest.mark.statement("S190")
def test_it_does_not_multiply_mana_of_other_abilities() -> None:
    state = (
        game()
        .put("Forest", id="forest")
        .put("Mana Reflection")
        .put("Wild Growth", attached_to="forest")
        .state()
    )
    done = play(state, A.TapForMana(object="forest"))
    assert pool(done.after) == "GGG"
    assert [e.mana for e in happened(done, "mana")] == ["G"]


@pytest.mark.statement("S191")
def test_several_replacements_are_ordered_by_the_affected_player() -> None:
    state = game().put("Forest", id="forest").put("Contamination").put("Mana Reflection").state()
    needed = choice(state, A.TapForMana(object="forest"), "choose.first", "616.1")
    assert (needed.player, set(needed.options)) == ("you", {"Contamination", "Mana Reflection"})
    for first, expected in (("Mana Reflection", "B"), ("Contamination", "BB")):
        done = play(state, A.TapForMana(object="forest", choose={"first": first}))
        assert pool(done.after) == expected


@pytest.mark.statement("S191")
def test_of_three_replacements_the_whole_order_matters() -> None:
    state = (
        game()
        .put("Forest", id="forest")
        .put("Contamination")
        .put("Mana Reflection")
        .put("Nyxbloom Ancient")
        .state()
    )
    for order, expected in (
        (["Mana Reflection", "Nyxbloom Ancient"], 1),
        (["Mana Reflection", "Contamination"], 3),
        (["Nyxbloom Ancient", "Contamination"], 2),
        (["Contamination"], 6),
    ):
        done = play(state, A.TapForMana(object="forest", choose={"first": order}))
        assert pool(done.after) == "B" * expected


@pytest.mark.statement("S192")
@pytest.mark.parametrize("unlocked", ["Smoky Lounge", "Misty Salon", ""])
def test_a_room_makes_mana_only_while_that_half_is_unlocked(unlocked: str) -> None:
    state = (
        game(step="draw").put("Smoky Lounge // Misty Salon", id="room", unlocked=unlocked).state()
    )
    done = play(state, A.NextStep())
    if unlocked != "Smoky Lounge":
        assert done.after.places["stack"] == ()
        assert could(state, "room") == ""
        return
    assert could(state, "room") == "R"
    done = play(done.after, A.Resolve())
    assert pool(done.after) == "RR"


@pytest.mark.statement("S192")
def test_a_modal_card_makes_mana_only_with_its_land_face_up() -> None:
    state = (
        game()
        .put("Shatterskull, the Hammer Pass", id="land")
        .put("Shatterskull Smashing", "hand", id="card")
        .state()
    )
    assert could(state, "land") == "R"
    assert could(state, "card") == ""
    assert pool(play(state, A.TapForMana(object="land")).after) == "R"
    refused(state, A.TapForMana(object="card"), "106.12")


@pytest.mark.statement("S193")
def test_a_melded_permanent_has_no_front_face_mana_ability() -> None:
    name = "Hanweir, the Writhing Township"
    state = game().put(name, id="town").put("Reflecting Pool", id="pool").state()
    refused(state, A.TapForMana(object="town"), "106.12")
    assert could(state, "town") == ""
    assert could(state, "pool") == ""
    assert "712.8g" in state.explain("town", "text").rules
    front = game().put("Hanweir Battlements", id="land").put("Reflecting Pool", id="pool").state()
    assert could(front, "pool") == "C"
    assert pool(play(front, A.TapForMana(object="land")).after) == "C"


@pytest.mark.statement("S194")
def test_restrictions_stay_with_all_of_the_mana() -> None:
    state = (
        game()
        .put("The Mightstone and Weakstone", id="stone")
        .put("Mana Reflection")
        .put("Grizzly Bears", "hand", id="bears")
        .put("Ornithopter", "hand", id="thopter")
        .put("Phyrexian Altar", "hand", id="altar")
        .put("Bottomless Pool // Locker Room", id="room")
        .state()
    )
    done = play(state, A.TapForMana(object="stone"))
    assert pool(done.after) == "CCCC"
    assert {"106.6", "106.6a"} <= set(happened(done, "tapped for mana")[0].rules)
    assert len({m.only for m in done.after.player("you").pool}) == 1
    # none of it for a nonartifact spell, all of it for an artifact spell
    more = play(done.after, A.AddMana(mana="{G}"))
    refused(more.after, A.CastSpell(object="bears", pay="pool"), "106.6")
    cast = play(more.after, A.CastSpell(object="altar", pay="pool"))
    assert sorted(pool(cast.after)) == ["C", "G"]
    # and it may pay for what is no spell
    blue = play(done.after, A.AddMana(mana="{U}"))
    opened = play(blue.after, A.Unlock(object="room", half="Locker Room", pay="pool"))
    assert pool(opened.after) == ""
