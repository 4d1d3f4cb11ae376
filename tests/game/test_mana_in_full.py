"""Making and spending mana: what is asked, what is refused, what it may be spent on."""

from __future__ import annotations

import pytest

from mtgmeld.errors import BadManaCost, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.activating import mana_abilities
from mtgmeld.game.casting import casting_options, check, total_cost
from mtgmeld.game.draft import Draft
from mtgmeld.game.payment import pool_of
from mtgmeld.game.state import State
from tests.game.test_mana_made import BASICS
from tests.game.test_moves_in_full import one
from tests.statements.game import apply, choice, game, names_in, play, refused

BEARS, LIONS, ORCHARD = "Grizzly Bears", "Savannah Lions", "Exotic Orchard"
BOSK, NYKTHOS, CONFLUENCE = "Murmuring Bosk", "Nykthos, Shrine to Nyx", "Mana Confluence"
GREENHOUSE, POOL = "Greenhouse // Rickety Gazebo", "Reflecting Pool"


def made(state: State, action: A.Action) -> str:
    """The mana that is in the active player's pool after an action."""
    return "".join(m.type for m in play(state, action).after.player("you").pool)


def produced(state: State, ref: str) -> object:
    return state.value(ref, "could_produce").value


# --- what a land makes ------------------------------------------------------------------------


def test_a_land_with_a_basic_type_has_its_other_abilities_too() -> None:
    """305.6 gives {G} to a Forest; what is printed on it makes white or black besides (106.7)."""
    state = game().put(BOSK, id="it").put(POOL, id="pool").state()
    assert produced(state, "it") == "WBG"
    assert produced(state, "pool") == "WBG"
    asked = choice(state, A.TapForMana(object="it"), "mana", "605.3b")
    assert (asked.player, asked.options) == ("you", ("{B}", "{G}", "{W}"))
    for kind in "WBG":
        assert made(state, A.TapForMana(object="it", mana=kind)) == kind
    other = refused(state, A.TapForMana(object="it", mana="U"), "106.7")
    assert f"{BOSK} does not make U" in str(other)


@pytest.mark.parametrize(("name", "kind"), BASICS)
def test_a_land_type_that_is_set_takes_what_was_printed(name: str, kind: str) -> None:
    """305.7: only the ability of the new type is left; 305.6: it makes mana of that type."""
    state = game().put(BOSK, id="it").put("Wastes", id="wastes").state()
    for ref in ("it", "wastes"):
        assert produced(play(state, A.Change(object=ref, subtypes=[name])).after, ref) == kind


def test_a_land_type_in_addition_takes_nothing() -> None:
    """305.7: it keeps its types and its text, and gains the ability of the new type."""
    state = game().put("Forest", id="forest").state()
    both = play(state, A.Change(object="forest", add_subtypes=["Swamp"])).after
    assert produced(both, "forest") == "BG"


@pytest.mark.parametrize("name", ["Forest", BOSK, "Wastes"])
def test_a_land_without_abilities_makes_nothing(name: str) -> None:
    """613.1f takes the ability of the land type as well, which came in layer 4 (305.6, 613.1d)."""
    state = play(game().put(name, id="it").state(), A.Change(object="it", loses_abilities=True))
    land = state.after.things[state.after.find_one("it")]
    assert not mana_abilities(state.after, land)
    refused(state.after, A.TapForMana(object="it"), "605.1a")
    typed = play(state.after, A.Change(object="it", subtypes=["Swamp"])).after
    assert produced(typed, "it") == ""  # the type comes in an earlier layer than the loss


def test_as_much_as_there_is_to_count() -> None:
    """106.5 does not come into it: the type is defined, the amount is that of the creatures."""
    state = game().put("Gaea's Cradle", id="it").put(BEARS).put(LIONS)
    state.put(BEARS, controller="opponent")
    assert made(state.state(), A.TapForMana(object="it")) == "GG"


def test_a_color_that_is_asked_for_in_vain() -> None:
    """106.5: where no type is defined there is no mana, whatever is asked for."""
    state = game().put(ORCHARD, id="it").state()
    done = play(state, A.TapForMana(object="it", mana="U"))
    assert one(done, "no mana").rules == ("106.5", "106.12a")
    assert done.after.player("you").pool == ()


def test_colorless_is_no_color() -> None:
    """105.4: a color is one of five, and colorless is none."""
    state = game().put(NYKTHOS, id="it").put(BEARS).state()
    act = A.TapForMana(object="it", mana="C", ability="devotion")
    error = refused(state, act, "105.4", "106.1b")
    assert "C is none of W, U, B, R, G" in str(error)


@pytest.mark.parametrize("mana", ["x", "U2", "blue"])
def test_there_are_six_types_of_mana(mana: str) -> None:
    """106.1b: what is none of them is not looked for among what may be chosen."""
    state = game().put(CONFLUENCE, id="it").state()
    with pytest.raises(UnknownName, match="no type of mana called"):
        apply(state, A.TapForMana(object="it", mana=mana))


def test_the_ability_is_chosen_where_several_make_it() -> None:
    """602.2: the player says which ability, since the mana does not tell the two apart."""
    state = game().put(GREENHOUSE, unlocked="left").put(POOL, id="it").state()
    keys = ("Reflecting Pool#mana", "Greenhouse#mana")
    asked = choice(state, A.TapForMana(object="it", mana="U"), "ability", "605.3b")
    assert asked.options == keys
    for key in keys:
        assert made(state, A.TapForMana(object="it", mana="U", ability=key)) == "U"


# --- what replaces it, and what comes with it -------------------------------------------------


def test_a_replacement_is_named_by_its_source_or_its_id() -> None:
    """616.1: the player whose mana it is chooses; black mana twice, or once, by the order."""
    laid = {"id": "black", "mana": "tapped for mana", "what": "t:land", "becomes": "B", "amount": 1}
    start = game().put("Forest", id="it").put("Mana Reflection").state()
    state = play(start, A.LayEffect(effect=laid)).after
    asked = choice(state, A.TapForMana(object="it"), "choose.first", "616.1")
    assert (asked.player, set(asked.options)) == ("you", {"black", "Mana Reflection"})
    assert made(state, A.TapForMana(object="it", choose={"first": "black"})) == "BB"
    assert made(state, A.TapForMana(object="it", choose={"first": "Mana Reflection"})) == "B"
    with pytest.raises(UnknownName, match="no replacement effect here called 'nothing'") as error:
        play(state, A.TapForMana(object="it", choose={"first": "nothing"}))
    assert set(error.value.near) == {"black", "Mana Reflection"}


def test_one_more_mana_of_a_type_that_was_made() -> None:
    """605.1b: a type that the land made, the choice of whoever tapped it where there are two."""
    plain = game().put("Forest", id="it").put("Mana Flare").state()
    # green is the only type there is, whatever is asked for
    assert made(plain, A.TapForMana(object="it", choose={"adds": "U"})) == "GG"
    laid = {"id": "two", "mana": "tapped for mana", "what": "t:land", "becomes": "BR", "amount": 1}
    state = play(plain, A.LayEffect(effect=laid)).after
    asked = choice(state, A.TapForMana(object="it"), "choose.adds", "605.1b")
    assert (asked.player, asked.options) == ("you", ("B", "R"))
    for kind in "BR":
        pool = made(state, A.TapForMana(object="it", choose={"adds": kind}))
        assert sorted(pool) == sorted("BR" + kind)


# --- mana given in a text ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("{U}{X}", 3, "no mana that a pool could hold"),
        ("{W/U}", 0, "no mana that a pool could hold"),
        ("{1001}", 0, "more than 1000 mana begins"),
    ],
)
def test_what_no_pool_holds(text: str, position: int, says: str) -> None:
    with pytest.raises(BadManaCost, match=says) as error:
        pool_of(text)
    assert (error.value.text, error.value.position) == (text, position)
    assert pool_of("{1000}").total() == 1000


# --- spending ---------------------------------------------------------------------------------


def test_life_is_paid_with_mana_of_a_pool() -> None:
    """107.4f: {R/P} is paid with red mana or 2 life; the mana goes first where it is there."""
    state = game().put("Gut Shot", "hand", id="it").put(BEARS, id="bear").state()
    life = state.player("you").life
    cast = A.CastSpell(object="it", target="bear", pay="pool")
    assert play(state, cast).after.player("you").life == life - 2
    red = play(play(state, A.AddMana(mana="{R}")).after, cast).after
    assert (red.player("you").life, red.player("you").pool) == (life, ())


def test_a_restriction_is_cited_only_where_there_is_one() -> None:
    """106.6 has no part in it where all the mana may be spent, and is just too little."""
    start = game().put(BEARS, "hand", id="it").state()
    state = play(start, A.AddMana(mana="{G}")).after
    error = refused(state, A.CastSpell(object="it", pay="pool"), "601.2h", "118.3")
    assert "106.6" not in error.rules
    assert "may not be spent" not in str(error)


@pytest.mark.parametrize(
    ("only", "may"),
    [
        ("activate", True),
        ("activate t:land", True),
        ("activate t:land controller:you", True),
        ("activate t:creature controller:you", False),
        ("t:creature | activate t:land", True),
        ("t:land", False),  # only to cast a land, which nobody does
        ("unlock", False),
    ],
)
def test_mana_that_is_for_abilities(only: str, may: bool) -> None:
    """106.6: Hanweir Battlements is a land, whose ability costs {R}."""
    start = game().put("Hanweir Battlements", id="it").put(BEARS, id="bear").state()
    state = play(start, A.AddMana(mana="{R}", only=only)).after
    act = A.Activate(object="it", ability="haste", target="bear", pay="pool")
    if may:
        assert play(state, act).after.player("you").pool == ()
    else:
        refused(state, act, "106.6", "118.3")


# --- what spells cost -------------------------------------------------------------------------


def test_a_commander_costs_more_each_time() -> None:
    """903.8: {2} for each time that it was cast from the command zone before."""
    state = game().put(BEARS, "command", id="it", commander=True).state()
    first = play(state, A.CastSpell(object="it"))
    assert one(first, "cast").note == "for {1}{G}"
    back = play(first.after, A.Counter(object="it", commander="command")).after
    assert names_in(back, "command") == [BEARS]
    assert one(play(back, A.CastSpell(object="it")), "cast").note == "for {3}{G}"
    for now, rules in ((state, ("601.2f",)), (back, ("601.2f", "903.8"))):
        draft = Draft.of(now)
        obj = draft.present("it")
        (mode,) = casting_options(draft, obj, "you", None, 0)
        spell, known = check(draft, obj, mode, "you")
        assert total_cost(draft, spell, known, mode, "you", 0)[1] == rules


def test_a_reduction_takes_generic_mana_only() -> None:
    """118.7a: {3} less than {1}{G} is {G}; the rule is cited for that, and for no increase."""
    start = game().put(BEARS, "hand", id="it").state()
    less = play(start, A.LayEffect(effect={"id": "less", "cost": "-{3}"})).after
    event = one(play(less, A.CastSpell(object="it")), "cast")
    assert event.note == "for {G}"
    assert "118.7a" in event.rules
    more = play(start, A.LayEffect(effect={"id": "more", "cost": "{3}"})).after
    event = one(play(more, A.CastSpell(object="it")), "cast")
    assert event.note == "for {4}{G}"
    assert "118.7a" not in event.rules


# --- a commander that is drawn ----------------------------------------------------------------


def test_a_commander_may_be_kept_out_of_a_hand() -> None:
    """903.9b: its owner may put it into the command zone instead, when it is drawn, too."""
    state = game().put(LIONS, "library").put(BEARS, "library", id="it", commander=True).state()
    asked = choice(state, A.Draw(), "commander", "903.9b")
    assert (asked.player, asked.options) == ("you", ("command", "stay"))
    away = play(state, A.Draw(commander="command"))
    assert names_in(away.after, "command") == [BEARS]
    assert names_in(away.after, "hand", "you") == []
    kept = play(state, A.Draw(commander="stay")).after
    assert names_in(kept, "hand", "you") == [BEARS]
