"""Continuous effects by layers: what rule 613 and the rules of copying give, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from mtgmeld.rules.citations import written
from tests.statements.game import apply, game, happened, names_in, play, refused

BEAR, LION, LIONS = "Grizzly Bears", "Silvercoat Lion", "Savannah Lions"
ROOM = "Bottomless Pool // Locker Room"
TURN = "end of turn"


def size(state: State, obj: str) -> tuple[int, int] | None:
    known = state.characteristics(obj)
    if known.power.value is None:
        return None
    return int(known.power.value), int(known.toughness.value)


def value(state: State, obj: str, name: str) -> Any:
    return state.value(obj, name).value


def cites(state: State, obj: str, name: str, *rules: str) -> None:
    why = state.explain(obj, name)
    assert set(rules) <= set(why.rules), str(why)


def change(obj: Any, **what: Any) -> A.Change:
    return A.Change(object=obj, **what)


def ogre(power: str = "2", toughness: str = "2", **more: Any) -> Setup:
    """A vanilla creature token of a given size."""
    return game().token("Ogre", id="ogre", power=power, toughness=toughness, **more)


# ------------------------------------------------------------ layer 1: copies (613.2, 707)


def test_a_clone_has_the_copiable_values_and_nothing_else() -> None:
    state = (
        game()
        .put(BEAR, id="bears", counters={"+1/+1": 1}, tapped=True)
        .put("Clone", "hand", id="clone")
        .state()
    )
    grown = play(
        state,
        change("bears", colors="U", add_power=3, keywords=["Flying"], add_types=["Artifact"]),
    )
    done = play(grown.after, A.CastSpell(object="clone"), A.Resolve(as_copy="bears"))
    assert size(done.after, "bears") == (6, 3)
    assert size(done.after, "clone") == (2, 2)
    assert value(done.after, "clone", "colors") == "G"
    assert value(done.after, "clone", "types") == ("Creature",)
    assert value(done.after, "clone", "keywords") == ()
    assert not done.after.things[done.after.find_one("clone")].tapped
    cites(done.after, "clone", "colors", "707.2")


def test_a_noncreature_that_became_a_creature_is_copied_without_that() -> None:
    # the artifact is a 5/5 creature for the turn; a copy of it is an artifact only (707.2)
    state = game().put("Mimic Vat", id="vat").put("Clever Impersonator", "stack", id="copy").state()
    done = play(
        state,
        change("vat", add_types=["Creature"], subtypes=["Construct"], power=5, toughness=5),
        A.Resolve(as_copy="vat"),
    )
    assert size(done.after, "vat") == (5, 5)
    assert value(done.after, "copy", "types") == ("Artifact",)
    assert value(done.after, "copy", "names") == ("Mimic Vat",)
    assert size(done.after, "copy") is None


def test_a_copy_of_a_copy_has_the_values_as_they_were_copied() -> None:
    state = (
        game()
        .put("Clone", id="first", copy_of=BEAR)
        .put("Clone", "stack", id="second")
        .put(LION, id="lion")
        .state()
    )
    done = play(state, A.Resolve(as_copy="first"))
    assert value(done.after, "second", "names") == (BEAR,)
    # once copied, changes of the original change nothing (707.2b)
    later = play(done.after, A.BecomeCopy(object="first", of="lion"))
    assert value(later.after, "first", "names") == (LION,)
    assert value(later.after, "second", "names") == (BEAR,)


def test_cytoshape_copies_until_end_of_turn_under_other_effects() -> None:
    # effects that are no copy effects go on applying to the copy (707.4)
    state = game().put(BEAR, id="bears").put("Chittering Host", id="host").state()
    done = play(
        state,
        change("bears", add_power=3, add_toughness=3),
        A.BecomeCopy(object="bears", of="host", until=TURN),
    )
    assert value(done.after, "bears", "names") == ("Chittering Host",)
    assert size(done.after, "bears") == (8, 9)
    assert value(done.after, "bears", "mana_value") == 0
    ended = play(done.after, A.NextTurn())
    assert value(ended.after, "bears", "names") == (BEAR,)
    assert size(ended.after, "bears") == (2, 2)
    # nothing entered or left (707.4)
    assert not happened(done, "move")


def test_the_latest_copy_effect_counts_and_the_one_before_shows_when_it_ends() -> None:
    state = game().put(BEAR, id="x").put(LION, id="lion").put(LIONS, id="lions").state()
    done = play(
        state,
        A.BecomeCopy(object="x", of="lion"),
        A.BecomeCopy(object="x", of="lions", until=TURN),
    )
    assert value(done.after, "x", "names") == (LIONS,)
    assert value(play(done.after, A.NextTurn()).after, "x", "names") == (LION,)


def test_mirrorweave_makes_each_other_creature_a_copy() -> None:
    state = (
        game()
        .put("Chittering Host", id="host", owner="opponent")
        .put("Brisela, Voice of Nightmares", id="brisela")
        .put(BEAR, id="bears", counters={"+1/+1": 1})
        .state()
    )
    done = play(state, A.BecomeCopy(object=["brisela", "bears"], of="host", until=TURN))
    assert size(done.after, "brisela") == (5, 6)
    assert value(done.after, "brisela", "mana_value") == 0
    assert value(done.after, "host", "mana_value") == 7
    assert size(done.after, "bears") == (6, 7)
    assert len(done.after.things[done.after.find_one("brisela")].cards) == 2
    ended = play(done.after, A.NextTurn())
    assert size(ended.after, "brisela") == (9, 10)
    assert value(ended.after, "brisela", "mana_value") == 11


@pytest.mark.parametrize(("reading", "expected"), [("copied cost", 2), ("own fronts", 7)])
def test_the_mana_value_of_a_melded_permanent_as_a_copy_is_a_policy(
    reading: str, expected: int
) -> None:
    state = (
        game(policies={"melded permanent as a copy": reading})
        .put("Chittering Host", id="host")
        .put(BEAR, id="bears")
        .state()
    )
    done = play(state, A.BecomeCopy(object="host", of="bears", until=TURN))
    assert value(done.after, "host", "mana_value") == expected
    policies = {step.policy for _, step in done.after.value("host", "mana_value").walk()}
    assert "melded permanent as a copy" in policies


def test_copy_enchantment_of_a_room_has_its_text_and_both_halves_locked() -> None:
    state = (
        game()
        .put(ROOM, id="room", unlocked="Bottomless Pool")
        .put("Copy Enchantment", "stack", id="copy")
        .state()
    )
    done = play(state, A.Resolve(as_copy="room"))
    assert value(done.after, "copy", "names") == ()
    assert value(done.after, "copy", "subtypes") == ("Room",)
    opened = play(done.after, A.Unlock(object="copy", half="right", pay="{4}{U}"))
    assert value(opened.after, "copy", "names") == ("Locker Room",)
    assert value(opened.after, "copy", "mana_value") == 5


def test_mirage_mirror_becomes_a_copy_again_and_again() -> None:
    state = (
        game()
        .put("Mirage Mirror", id="mirror")
        .put(ROOM, id="room")
        .put("Surgical Suite // Hospital Room", id="suite")
        .put(BEAR, id="bears")
        .state()
    )
    one = play(
        state,
        A.BecomeCopy(object="mirror", of="room", until=TURN),
        A.Unlock(object="mirror", half="right", pay="{4}{U}"),
    )
    assert value(one.after, "mirror", "names") == ("Locker Room",)
    bear = play(one.after, A.BecomeCopy(object="mirror", of="bears", until=TURN))
    assert size(bear.after, "mirror") == (2, 2)
    own = play(bear.after, A.NextTurn())
    assert value(own.after, "mirror", "names") == ("Mirage Mirror",)
    assert value(own.after, "mirror", "types") == ("Artifact",)
    # designations stay with the permanent (709.5c)
    again = play(own.after, A.BecomeCopy(object="mirror", of="suite", until=TURN))
    assert value(again.after, "mirror", "names") == ("Hospital Room",)
    assert value(again.after, "mirror", "mana_value") == 4
    assert not happened(again, "unlock")


def test_a_face_down_permanent_that_becomes_a_copy_shows_nothing_of_it() -> None:
    state = game().put(LION, id="down", face_down=True).put(BEAR, id="bears").state()
    done = play(state, A.BecomeCopy(object="down", of="bears"))
    assert value(done.after, "down", "names") == ()
    assert value(done.after, "down", "colors") == ""
    assert size(done.after, "down") == (2, 2)
    cites(done.after, "down", "names", "708.2a")
    up = play(done.after, A.TurnFaceUp(object="down"))
    assert value(up.after, "down", "names") == (BEAR,)


def test_a_clone_of_a_face_down_permanent_is_face_up_and_has_nothing() -> None:
    state = game().put(LION, id="down", face_down=True).put("Clone", "stack", id="clone").state()
    done = play(state, A.Resolve(as_copy="down"))
    clone = done.after.things[done.after.find_one("clone")]
    assert not clone.face_down
    assert value(done.after, "clone", "names") == ()
    assert value(done.after, "clone", "mana_cost") is None
    assert size(done.after, "clone") == (2, 2)


def test_a_flipped_permanent_that_copies_a_flip_card_is_flipped() -> None:
    state = (
        game()
        .put("Kenzo the Hardhearted", id="kenzo")
        .put("Erayo, Soratami Ascendant", id="erayo")
        .put("Insectile Aberration", id="bug")
        .state()
    )
    done = play(state, A.BecomeCopy(object="kenzo", of="erayo"))
    assert value(done.after, "kenzo", "names") == ("Erayo's Essence",)
    # a back face that is up is no flip
    other = play(state, A.BecomeCopy(object="bug", of="erayo", keep="bug"))
    assert value(other.after, "bug", "names") == ("Erayo, Soratami Ascendant",)


def test_an_exception_is_part_of_the_copiable_values() -> None:
    # 707.9b: types in addition are copied on
    state = (
        game()
        .put(BEAR, id="bears")
        .put("Phantasmal Image", "stack", id="image")
        .put("Clone", "hand", id="clone")
        .state()
    )
    done = play(
        state,
        A.Resolve(as_copy="bears"),
        A.CastSpell(object="clone"),
        A.Resolve(as_copy="image"),
    )
    assert value(done.after, "clone", "subtypes") == ("Bear", "Illusion")


def test_what_a_copy_was_is_known_after_it_has_left() -> None:
    state = game().put(BEAR, id="bears").put(LION, id="lion").state()
    old = state.find_one("bears")
    done = play(
        state,
        A.BecomeCopy(object="bears", of="lion", until=TURN),
        A.Destroy(object="bears"),
        A.CreateTokenCopy(of=old, id="token"),
    )
    assert value(done.after, "token", "names") == (LION,)  # 608.2h
    assert names_in(done.after, "graveyard", "you") == [BEAR]


# ------------------------------------------------------------ layer 2: control (613.1b)


def test_control_ends_with_its_duration_and_haste_is_another_layer() -> None:
    state = game().put(BEAR, id="bears", owner="opponent", tapped=True).state()
    done = play(
        state,
        A.GainControl(object="bears", until=TURN),
        A.Untap(object="bears"),
        change("bears", keywords=["Haste"]),
        A.NextStep(to="declare attackers"),
        A.Attack(object="bears"),
    )
    assert done.after.things[done.after.find_one("bears")].attacking
    ended = play(done.after, A.NextTurn())
    assert ended.after.things[ended.after.find_one("bears")].controller == "opponent"
    assert value(ended.after, "bears", "keywords") == ()


@pytest.mark.parametrize("lasting_first", [True, False])
def test_the_latest_control_effect_counts(lasting_first: bool) -> None:
    state = game("a", "b", "c").put(BEAR, id="bears", owner="a").state()
    lasting = A.GainControl(object="bears", player="b")
    short = A.GainControl(object="bears", player="c", until=TURN)
    order = (lasting, short) if lasting_first else (short, lasting)
    done = play(state, *order)
    expected = "c" if lasting_first else "b"
    assert done.after.things[done.after.find_one("bears")].controller == expected
    # the effect of one turn ends; the other one goes on either way
    ended = play(done.after, A.NextTurn())
    assert ended.after.things[ended.after.find_one("bears")].controller == "b"


def test_control_lasts_as_long_as_its_source_remains() -> None:
    state = game().put("Ornithopter", id="jail").put(BEAR, id="bears", owner="opponent").state()
    taken = play(state, A.GainControl(object="bears", until="jail leaves"))
    assert taken.after.things[taken.after.find_one("bears")].controller == "you"
    later = play(taken.after, A.NextTurn())
    assert later.after.things[later.after.find_one("bears")].controller == "you"
    gone = play(later.after, A.Destroy(object="jail"))
    assert gone.after.things[gone.after.find_one("bears")].controller == "opponent"
    # a duration that is over already begins nothing (611.2b)
    late = play(state, A.Destroy(object="jail"))
    with pytest.raises(UnknownName):
        apply(state, A.GainControl(object="bears", until="someday"))
    never = play(late.after, A.GainControl(object="bears", until="jail leaves"))
    assert never.after.things[never.after.find_one("bears")].controller == "opponent"


def test_a_static_ability_that_gives_control() -> None:
    state = (
        game()
        .put(BEAR, id="bears", owner="opponent")
        .put(LION, id="lion", owner="opponent")
        .state()
    )
    laid = play(
        state,
        A.LayEffect(
            effect={"set": {"controller": "you"}, "what": "t:bear", "id": "e", "controller": "you"}
        ),
    )
    assert laid.after.things[laid.after.find_one("bears")].controller == "you"
    assert laid.after.things[laid.after.find_one("lion")].controller == "opponent"
    assert laid.after.things[laid.after.find_one("bears")].since == laid.after.turn
    ended = play(laid.after, A.EndEffect(id="e"))
    assert ended.after.things[ended.after.find_one("bears")].controller == "opponent"


# ------------------------------------------------------------ layers 4 and 5


def test_types_set_and_added() -> None:
    state = game().put(BEAR, id="bears").put("Forest", id="forest").state()
    done = play(
        state,
        change("bears", add_types=["Artifact"]),
        change("bears", subtypes=["Frog"]),
        change("forest", add_types=["Creature"], power=1, toughness=1, add_subtypes=["Treefolk"]),
    )
    assert value(done.after, "bears", "types") == ("Creature", "Artifact")
    assert value(done.after, "bears", "subtypes") == ("Frog",)
    cites(done.after, "bears", "subtypes", "613.1d", "205.1a")
    assert value(done.after, "forest", "types") == ("Land", "Creature")
    assert value(done.after, "forest", "subtypes") == ("Forest", "Treefolk")
    # a card type that goes takes the subtypes that go with it (205.1a)
    land = play(state, change("bears", types=["Land"], subtypes=["Island"]))
    assert value(land.after, "bears", "subtypes") == ("Island",)
    assert size(land.after, "bears") is None
    cites(land.after, "bears", "power", "208.3")


def test_a_basic_land_type_instead_takes_the_text() -> None:
    state = game().put("Hanweir Battlements", id="land").state()
    done = play(state, change("land", subtypes=["Island"], until=None))
    assert value(done.after, "land", "subtypes") == ("Island",)
    assert value(done.after, "land", "names") == ("Hanweir Battlements",)
    cites(done.after, "land", "subtypes", "305.7")
    assert value(done.after, "land", "could_produce") == "U"
    refused(done.after, A.Activate(object="land", ability="meld"))


def test_colors_set_and_added_by_timestamp() -> None:
    state = game().put(BEAR, id="bears").state()
    done = play(state, change("bears", colors="W"), change("bears", add_colors="B"))
    assert value(done.after, "bears", "colors") == "WB"
    other = play(state, change("bears", add_colors="B"), change("bears", colors="W"))
    assert value(other.after, "bears", "colors") == "W"
    gone = play(other.after, change("bears", colors=""))
    assert value(gone.after, "bears", "colors") == ""
    cites(gone.after, "bears", "colors", "613.1e", "105.3")


# ------------------------------------------------------------ layer 6


def test_abilities_gained_and_lost_by_timestamp() -> None:
    gain, lose = change("x", keywords=["Flying"]), change("x", lose_keywords=["Flying"])
    state = game().put(BEAR, id="x").state()
    assert value(play(state, gain, lose).after, "x", "keywords") == ()
    assert value(play(state, lose, gain).after, "x", "keywords") == ("Flying",)
    everything = change("x", loses_abilities=True)
    assert value(play(state, gain, everything).after, "x", "keywords") == ()
    kept = play(state, everything, gain).after
    assert value(kept, "x", "keywords") == ("Flying",)
    cites(kept, "x", "keywords", "613.1f")


def test_lost_abilities_do_not_act() -> None:
    state = game(step="untap").put("Huntmaster of the Fells", id="wolf").state()
    lost = play(state, change("wolf", loses_abilities=True))
    assert play(lost.after, A.NextStep(to="upkeep")).after.places["stack"] == ()
    assert len(play(state, A.NextStep(to="upkeep")).after.places["stack"]) == 1


def test_a_keyword_counter_gives_its_keyword() -> None:
    state = game().put(BEAR, id="bears", counters={"flying": 1, "charge": 2}).state()
    assert value(state, "bears", "keywords") == ("Flying",)
    cites(state, "bears", "keywords", "613.1f", "122.1b")


# ------------------------------------------------------------ layer 7


def test_the_example_of_the_ogre() -> None:
    # 2/2, a counter, +4/+4, +0/+2 for all, then set to 0/1
    state = ogre(counters={"+1/+1": 1}).state()
    assert size(state, "ogre") == (3, 3)
    grown = play(state, change("ogre", add_power=4, add_toughness=4))
    assert size(grown.after, "ogre") == (7, 7)
    more = play(
        grown.after,
        A.LayEffect(effect={"set": {"add_toughness": 2}, "what": "t:creature controller:you"}),
    )
    assert size(more.after, "ogre") == (7, 9)
    less = play(more.after, change("ogre", power=0, toughness=1))
    assert size(less.after, "ogre") == (5, 8)
    cites(less.after, "ogre", "power", "613.4b", "613.4c", "122.1a")


def test_the_examples_of_switching() -> None:
    base = ogre("1", "3").state()
    one = play(base, change("ogre", add_toughness=1), change("ogre", switch=True))
    assert size(one.after, "ogre") == (4, 1)
    cites(one.after, "ogre", "power", "613.4d")
    grown = play(one.after, change("ogre", add_power=5))
    assert size(grown.after, "ogre") == (4, 6)
    # if +0/+1 ends before the switch does
    short = play(
        base, change("ogre", add_toughness=1), change("ogre", switch=True, until=None), A.NextTurn()
    )
    assert size(short.after, "ogre") == (3, 1)
    twice = play(one.after, change("ogre", switch=True))
    assert size(twice.after, "ogre") == (1, 4)


def test_setting_effects_go_by_timestamp_and_come_back() -> None:
    state = ogre().state()
    done = play(
        state,
        change("ogre", power=0, toughness=1, until=None),
        change("ogre", power=7, toughness=7),
    )
    assert size(done.after, "ogre") == (7, 7)
    assert size(play(done.after, A.NextTurn()).after, "ogre") == (0, 1)


def test_the_example_of_the_land_that_became_a_creature() -> None:
    state = game().put("Forest", id="land").state()
    done = play(
        state,
        change("land", add_types=["Creature"], power=3, toughness=3),
        change("land", add_power=1, add_toughness=1),
    )
    assert size(done.after, "land") == (4, 4)
    again = play(done.after, change("land", colors="BG", power=10, toughness=10))
    assert size(again.after, "land") == (11, 11)
    assert value(again.after, "land", "colors") == "BG"
    back = play(again.after, change("land", add_types=["Creature"], power=3, toughness=3))
    assert size(back.after, "land") == (4, 4)


def test_a_defining_ability_comes_before_what_sets_and_goes_with_all_abilities() -> None:
    name = "Titania, Gaea Incarnate"
    setup = game().put(name, id="titania").put("Forest").put("Forest", id="second")
    state = setup.state()
    assert size(state, "titania") == (2, 2)
    cites(state, "titania", "power", "613.4a")
    # an earlier effect that sets is not overridden by it (613.4a, 613.4b)
    fixed = play(state, change("titania", power=1, toughness=1, until=None))
    assert size(play(fixed.after, A.Transform(object="titania")).after, "titania") == (1, 1)
    fewer = play(state, A.Destroy(object="second"))
    assert size(fewer.after, "titania") == (1, 1)
    # without its abilities nothing defines it: 0/0, and it dies (704.5f)
    lost = play(
        state,
        A.Change(
            object="titania",
            loses_abilities=True,
            order=["Titania, Voice of Gaea", "Argoth, Sanctum of Nature"],
        ),
    )
    assert len(names_in(lost.after, "graveyard", "you")) == 2


def test_counters_and_effects_on_what_is_no_creature_wait() -> None:
    # 208.3a: the effect is there and does something once the permanent is a creature
    state = game().put("Forest", id="land", counters={"+1/+1": 2}).state()
    grown = play(state, change("land", add_power=1, add_toughness=1))
    assert size(grown.after, "land") is None
    awake = play(grown.after, change("land", add_types=["Creature"], power=1, toughness=1))
    assert size(awake.after, "land") == (4, 4)


def test_other_counters_on_power_and_toughness() -> None:
    state = ogre(counters={"+1/+0": 2, "-0/-1": 1, "+2/+2": 1}).state()
    assert size(state, "ogre") == (6, 3)


def test_amounts_are_settled_when_the_effect_begins() -> None:
    state = ogre().put("Forest").state()
    count = "count t:land controller:you"
    done = play(state, change("ogre", power=count, toughness="toughness", until=None))
    assert size(done.after, "ogre") == (1, 2)
    more = game().token("Ogre", id="ogre", power="2", toughness="2").put("Forest")
    later = play(
        more.put("Forest", "hand", id="second").state(),
        change("ogre", power=count),
        A.PlayLand(object="second"),
    )
    assert size(later.after, "ogre") == (1, 2)  # 611.2d


# ------------------------------------------------------------ the layers together (613.6-613.9)


def test_an_effect_sees_what_earlier_layers_made() -> None:
    # white creatures get +1/+1; a black creature is turned white, then red
    state = (
        ogre(colors="B")
        .effect(set={"add_power": 1, "add_toughness": 1}, what="t:creature c:w", whose="you")
        .state()
    )
    assert size(state, "ogre") == (2, 2)
    white = play(state, change("ogre", colors="W"))
    assert size(white.after, "ogre") == (3, 3)
    red = play(white.after, change("ogre", colors="R"))
    assert size(red.after, "ogre") == (2, 2)


def test_an_effect_goes_on_applying_to_what_it_began_with() -> None:
    # all noncreature artifacts become 2/2 artifact creatures: the second part finds them too
    state = (
        game()
        .put("Mimic Vat", id="vat")
        .put("Ornithopter", id="thopter")
        .effect(
            set={"add_types": ["Creature"], "power": 2, "toughness": 2},
            what="t:artifact -t:creature",
        )
        .state()
    )
    assert size(state, "vat") == (2, 2)
    assert size(state, "thopter") == (0, 2)
    cites(state, "vat", "power", "613.4b")


def test_an_anthem_reaches_what_became_a_creature() -> None:
    state = (
        game()
        .put("Starfield of Nyx", id="starfield")
        .put(ROOM, id="room", unlocked="left")
        .put("Omniscience", id="omniscience")
        .put("Mana Flare")
        .put("Contamination")
        .effect(set={"add_power": 1, "add_toughness": 1}, what="t:creature", whose="you")
        .state()
    )
    assert size(state, "room") == (2, 2)
    assert size(state, "omniscience") == (11, 11)
    assert size(state, "starfield") is None
    # with fewer than five enchantments the rest are none
    fewer = play(state, A.Destroy(object="omniscience"))
    assert size(fewer.after, "room") is None


def test_a_source_that_loses_its_abilities_in_layer_6() -> None:
    # what began in layer 4 goes on (613.6); what would begin in layer 7 does not
    began = (
        game()
        .put("Starfield of Nyx", id="starfield")
        .put(ROOM, id="room", unlocked="left")
        .put("Omniscience")
        .put("Mana Flare")
        .put("Contamination")
        .state()
    )
    lost = play(began, change("starfield", loses_abilities=True))
    assert size(lost.after, "room") == (1, 1)
    anthem = game().put("Glorious Anthem", id="anthem").put(BEAR, id="bears").state()
    assert size(anthem, "bears") == (3, 3)
    silent = play(anthem, change("anthem", loses_abilities=True))
    assert size(silent.after, "bears") == (2, 2)


def test_rooms_under_opalescence_and_an_anthem() -> None:
    # each enchantment is as large as its mana value, which counts unlocked halves alone
    state = (
        game()
        .put("Opalescence", id="opalescence")
        .put("Glorious Anthem", id="anthem")
        .put(ROOM, id="left", unlocked="left")
        .put(ROOM, id="right", unlocked="right")
        .put(ROOM, id="both", unlocked="left,right")
        .put(ROOM, id="none")
        .state()
    )
    sizes = {h: size(state, h) for h in ("left", "right", "both", "none", "anthem")}
    assert sizes == {
        "left": (2, 2),
        "right": (6, 6),
        "both": (7, 7),
        "none": (1, 1),
        "anthem": (4, 4),
    }
    assert size(state, "opalescence") is None
    # without the anthem what has no unlocked half is 0/0
    gone = play(state, A.Destroy(object="anthem"))
    assert gone.after.things.get(state.find_one("none")) is None


def test_dependency_overrides_timestamps() -> None:
    # the earlier effect gives all artifacts a type; the later one makes lands artifacts
    state = game().put("Forest", id="land").state()
    laid = play(
        state,
        A.LayEffect(effect={"set": {"add_subtypes": ["Equipment"]}, "what": "t:artifact"}),
        A.LayEffect(effect={"set": {"add_types": ["Artifact"]}, "what": "t:land"}),
    )
    assert value(laid.after, "land", "subtypes") == ("Forest", "Equipment")
    cites(laid.after, "land", "subtypes", "613.8b")


def test_a_loop_of_dependencies_goes_by_timestamp() -> None:
    # each would take away what the other applies to
    one = {"set": {"types": ["Artifact"]}, "what": "t:enchantment"}
    two = {"set": {"types": ["Enchantment"]}, "what": "t:artifact"}
    state = game().put("Mimic Vat", id="vat").put("Omniscience", id="omni").state()
    first = play(state, A.LayEffect(effect=one), A.LayEffect(effect=two)).after
    assert value(first, "vat", "types") == ("Enchantment",)
    assert value(first, "omni", "types") == ("Enchantment",)
    second = play(state, A.LayEffect(effect=two), A.LayEffect(effect=one)).after
    assert value(second, "vat", "types") == ("Artifact",)
    assert value(second, "omni", "types") == ("Artifact",)


def test_an_effect_on_an_object_ends_when_it_is_a_new_one() -> None:
    state = game().put(BEAR, id="bears").state()
    done = play(state, change("bears", add_power=3, until=None), A.Blink(object="bears"))
    assert size(done.after, "bears") == (2, 2)
    assert done.after.effects == ()


@pytest.mark.parametrize(
    ("until", "steps", "lasts"),
    [
        ("end of combat", [A.NextStep(to="end of combat")], True),
        ("end of combat", [A.NextStep(to="postcombat main")], False),
        (TURN, [A.NextStep(to="end")], True),
        (TURN, [A.NextStep(to="cleanup")], False),
        ("your next turn", [A.NextTurn(), A.NextStep(to="end")], True),
        ("your next turn", [A.NextTurn(of="you")], False),
        ("opponent's next turn", [A.NextStep(to="end")], True),
        ("opponent's next turn", [A.NextTurn()], False),
        (None, [A.NextTurn(of="you"), A.NextTurn(of="you")], True),
    ],
)
def test_durations(until: str | None, steps: list[A.Action], lasts: bool) -> None:
    state = ogre().state()
    done = play(state, A.Change(object="ogre", add_power=1, until=until, player="you"), *steps)
    assert size(done.after, "ogre") == ((3, 2) if lasts else (2, 2))


def test_damage_goes_with_the_effects_of_the_turn() -> None:
    # 514.2: both at once, so a 2/2 with +3/+3 and 4 damage survives the turn
    state = ogre().state()
    done = play(
        state,
        change("ogre", add_power=3, add_toughness=3),
        A.Damage(to="ogre", amount=4),
        A.NextStep(to="cleanup"),
    )
    assert size(done.after, "ogre") == (2, 2)
    assert done.after.things[done.after.find_one("ogre")].damage == 0


# ------------------------------------------------------------ reasons


def test_every_layer_is_a_step_on_top_of_the_ones_before() -> None:
    state = ogre(counters={"+1/+1": 1}).state()
    done = play(
        state, change("ogre", power=4, toughness=4), change("ogre", add_power=1, switch=True)
    )
    steps = [(s.value, s.rules) for _, s in done.after.value("ogre", "power").walk()]
    assert steps[0] == (5, ("613.4d",))  # toughness 4, +1 by the counter
    assert [v for v, _ in steps[1:]] == [6, 5, 4, "2"]
    assert steps[1][1] == ("613.4c", "122.1a")
    assert steps[2][1] == ("613.4c",)
    assert steps[3][1] == ("613.4b",)


def test_two_states_do_not_share_what_was_worked_out() -> None:
    state = ogre().state()
    one = apply(state, change("ogre", add_power=1)).after
    two = apply(state, change("ogre", add_power=2)).after
    assert [size(s, "ogre") for s in (state, one, two, one, state)] == [
        (2, 2),
        (3, 2),
        (4, 2),
        (3, 2),
        (2, 2),
    ]
    assert apply(state, change("ogre", add_power=1)).after == one


@pytest.mark.parametrize(
    ("edition", "keywords", "line"),
    [
        ("2017-01-20", "Flashback and Flashback", "Instant"),
        (None, "Flashback", "Instant"),
    ],
)
def test_a_split_card_that_gains_flashback(edition: str | None, keywords: str, line: str) -> None:
    """Until April 2017 each half answered for itself, so each has what the card gained (709.4b)."""
    state = game(edition=edition).put("Fire // Ice", "graveyard", id="card").state()
    after = apply(state, A.Allow(object="card", by="flashback")).after
    assert str(written(value(after, "card", "keywords"))) == keywords
    assert after.objects()["type_line"].tolist() == [line]


def test_a_half_that_is_not_known_leaves_the_type_line_open() -> None:
    """A card of which one half's types are not known has no type line that could be given."""
    state = game().put("Chic // Ago", "hand", id="card").state()
    assert state.objects()["type_line"].isna().all()
    assert state.objects()["mana_value"].isna().all()
