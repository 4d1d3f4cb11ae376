"""N. X, new objects and entering abilities (S172-S179)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.rules.numbers import number_in
from tests.statements.game import game, happened, names_in, play, refused

GOOSE, WALKER = "The Goose Mother", "Hangarback Walker"
HUNTMASTER = "Huntmaster of the Fells"
SCAVENGERS, RATS = "Midnight Scavengers", "Graf Rats"


def counters(state: State, obj: str, kind: str = "+1/+1") -> int:
    found = state.last(state.find_one(obj))
    assert found is not None
    return found.count(kind)


def size(state: State, obj: str) -> tuple[int, int]:
    known = state.characteristics(obj)
    return int(known.power.value), int(known.toughness.value)


def tokens(state: State) -> list[str]:
    return [state.name_of(o.id) for o in state.battlefield() if o.is_token]


@pytest.mark.statement("S172")
def test_abilities_of_entering_take_the_x_of_the_spell() -> None:
    state = game().put(GOOSE, "hand", id="goose").state()
    done = play(state, A.CastSpell(object="goose", x=3), A.Resolve())
    assert counters(done.after, "goose") == 3
    assert size(done.after, "goose") == (5, 5)
    (entered,) = happened(done, "counters")
    assert "107.3m" in entered.rules
    # half of X, rounded up
    food = play(done.after, A.Resolve())
    assert tokens(food.after) == ["Food Token", "Food Token"]


@pytest.mark.statement("S172")
@pytest.mark.parametrize("date", EDITIONS)
def test_x_carried_over_before_a_rule_of_its_own_said_so(date: str) -> None:
    """107.3k of 2019-10-04 is the first to speak of X, but 400.7c did its work from the start.

    By 400.7c an ability of a permanent that needs to know what was chosen as its spell was cast
    uses what is known of that spell, and X is chosen then (601.2b).
    """
    state = game(edition=date).put(GOOSE, "stack", id="goose", x=3).state()
    entered = play(state, A.Resolve())
    fed = play(entered.after, A.Resolve())
    assert counters(entered.after, "goose") == 3
    # until 2021-11-19 a token that nothing named was called by its subtypes alone (111.4)
    assert tokens(fed.after) == ["Food Token" if date >= "2021-11-19" else "Food"] * 2
    (added,) = happened(entered, "counters")
    cited = [number_in(r, date) for r in added.rules]
    if date < "2019-10-04":
        assert cited == ["614.12", "400.7c"]
    else:
        assert cited == ["614.12", "107.3k" if date <= "2020-08-07" else "107.3m"]
    # the X of the permanent itself is 0 in every edition (107.3f, then 107.3g)
    assert entered.after.characteristics("goose").mana_value.value == 2


@pytest.mark.statement("S173")
def test_the_x_of_the_permanent_itself_is_0() -> None:
    state = game().put(GOOSE, "stack", id="goose", x=3).state()
    assert state.characteristics("goose").mana_value.value == 5
    done = play(state, A.Resolve())
    why = done.after.explain("goose", "mana_value")
    assert why.value == 2
    assert "202.3e" in why.rules


@pytest.mark.statement("S174")
def test_without_such_a_spell_x_is_0() -> None:
    state = game().put(WALKER, "graveyard", id="walker").state()
    done = play(state, A.PutOntoBattlefield(object="walker"))
    assert names_in(done.after, "graveyard", "you") == [WALKER]
    moves = happened(done, "move")
    assert [(m.start, m.end) for m in moves] == [
        ("graveyard", "battlefield"),
        ("battlefield", "graveyard"),
    ]
    assert "704.5f" in moves[1].rules
    assert not happened(done, "counters")
    # nor does the new object remember the X of the spell that it once was (400.7)
    cast = game().put(WALKER, "stack", id="walker", x=2).state()
    again = play(cast, A.Resolve(), A.Blink(object="walker"))
    assert names_in(again.after, "graveyard", "you") == [WALKER]


@pytest.mark.statement("S175")
def test_a_copy_of_the_spell_keeps_x() -> None:
    state = game().put(WALKER, "stack", id="walker", x=2).state()
    copied = play(state, A.CopySpell(object="walker", id="copy"))
    assert copied.after.characteristics("copy").mana_value.value == 4
    done = play(copied.after, A.Resolve(object="copy"))
    assert done.after.things[done.after.find_one("copy")].is_token
    assert counters(done.after, "copy") == 2
    assert size(done.after, "copy") == (2, 2)


@pytest.mark.statement("S175")
def test_a_clone_has_no_x() -> None:
    state = (
        game()
        .put(WALKER, id="walker", counters={"+1/+1": 2})
        .put("Clone", "stack", id="clone")
        .state()
    )
    done = play(state, A.Resolve(as_copy="walker"))
    assert not happened(done, "counters")
    assert names_in(done.after, "graveyard", "you") == ["Clone"]


@pytest.mark.statement("S176")
def test_without_paying_x_is_0() -> None:
    free = {"by": "test", "free": True}
    state = game().put("Cut // Ribbons", "graveyard", id="card").state()
    done = play(state, A.CastSpell(object="card", half="Ribbons", **free))
    spell = done.after.things[done.after.find_one("card")]
    assert spell.cast is not None
    assert spell.cast.x == 0
    assert done.after.characteristics("card").mana_value.value == 2
    refused(state, A.CastSpell(object="card", half="Ribbons", x=3, **free), "107.3b")


@pytest.mark.statement("S177")
def test_a_zone_change_makes_a_new_object() -> None:
    state = (
        game()
        .put(HUNTMASTER, id="wolf", counters={"+1/+1": 1}, damage=1)
        .put("Wild Growth", id="aura", attached_to="wolf")
        .put("Lignify", id="lignify", attached_to="wolf")
        .state()
    )
    old = state.find_one("wolf")
    grown = play(state, A.Change(object="wolf", add_power=2, until=None))
    done = play(grown.after, A.Blink(object="wolf"))
    new = done.after.things[done.after.find_one("wolf")]
    assert new.id != old
    assert (new.counters, new.damage, new.zone) == ((), 0, "battlefield")
    assert size(done.after, "wolf") == (2, 2)
    # the Auras enchanted the old object, so they fall off
    assert sorted(names_in(done.after, "graveyard", "you")) == ["Lignify", "Wild Growth"]
    fell = [m for m in happened(done, "move") if m.end == "graveyard"]
    assert all("704.5m" in m.rules for m in fell)
    assert all("400.7" in m.rules for m in happened(done, "move"))


@pytest.mark.statement("S177")
def test_what_exiled_it_may_still_find_it() -> None:
    state = game().put(HUNTMASTER, id="wolf").put("Silvercoat Lion", id="lion").state()
    done = play(state, A.Blink(object="wolf", until="end"), A.NextStep(to="end"), A.Resolve())
    assert done.after.things[done.after.find_one("wolf")].zone == "battlefield"
    # once the card has moved again it is another object, which the effect does not find
    moved = play(
        state,
        A.Blink(object="wolf", until="end"),
        A.PutIntoLibrary(object="wolf"),
        A.NextStep(to="end"),
        A.Resolve(),
    )
    assert moved.after.things[moved.after.find_one("wolf")].zone == "library"


@pytest.mark.statement("S177")
def test_an_effect_on_a_permanent_spell_goes_on_applying_to_the_permanent() -> None:
    state = game().put("Grizzly Bears", "stack", id="bears").state()
    done = play(state, A.Change(object="bears", colors="U", until=None))
    assert done.after.characteristics("bears").colors.value == "U"
    entered = play(done.after, A.Resolve())
    assert entered.after.things[entered.after.find_one("bears")].zone == "battlefield"
    why = entered.after.explain("bears", "colors")
    assert (why.value, "613.1e" in why.rules) == ("U", True)


def duplicants() -> State:
    return (
        game()
        .put("Duplicant", id="first")
        .put("Duplicant", id="second")
        .put("Chittering Host", id="host", owner="opponent")
        .put("Grizzly Bears", id="bears", owner="opponent")
        .put("Silvercoat Lion", id="lion", owner="opponent")
        .state()
    )


@pytest.mark.statement("S178")
def test_two_duplicants_keep_separate_records() -> None:
    done = play(
        duplicants(),
        A.Exile(object="bears", with_="first"),
        A.Change(object="lion", power=5, toughness=5),
        A.Exile(object="lion", with_="second"),
    )
    assert size(done.after, "first") == (2, 2)
    assert done.after.characteristics("first").subtypes.value == ("Bear", "Shapeshifter")
    assert size(done.after, "second") == (2, 2)
    assert done.after.characteristics("second").subtypes.value == ("Cat", "Shapeshifter")
    why = done.after.explain("first", "power")
    assert {"607.2a", "613.4b"} <= set(why.rules)


@pytest.mark.statement("S178")
@pytest.mark.parametrize(
    ("last", "expected"), [(SCAVENGERS, (3, 3)), (RATS, (2, 1))], ids=["3/3", "2/1"]
)
def test_a_melded_permanent_adds_two_cards_to_one_record(
    last: str, expected: tuple[int, int]
) -> None:
    first = RATS if last == SCAVENGERS else SCAVENGERS
    done = play(duplicants(), A.Exile(object="host", order=[first, last], with_="first"))
    record = done.after.links[str(done.after.find_one("first"))]
    assert [done.after.name_of(i) for i in record] == [first, last]
    assert size(done.after, "first") == expected
    assert size(done.after, "second") == (2, 4)


@pytest.mark.statement("S178")
def test_a_card_exiled_again_is_outside_the_record() -> None:
    once = play(duplicants(), A.Exile(object="bears", with_="first"))
    assert size(once.after, "first") == (2, 2)
    again = play(once.after, A.Exile(object="bears"))
    assert again.after.things[again.after.find_one("bears")].zone == "exile"
    assert again.after.find_one("bears") != once.after.find_one("bears")
    assert size(again.after, "first") == (2, 4)
    # it does not change zones, so nothing sees it being put there (400.8)
    watched = game().put("Grizzly Bears", "exile", id="bears").watch("w", "put into exile").state()
    assert play(watched, A.Exile(object="bears")).after.counts["w"] == 0


@pytest.mark.statement("S178")
def test_a_new_duplicant_has_a_record_of_its_own() -> None:
    once = play(duplicants(), A.Exile(object="bears", with_="first"))
    again = play(once.after, A.Blink(object="first", target="lion"))
    # its trigger may exile another card; the old record is not its own
    assert size(again.after, "first") == (2, 4)


def false_demise() -> State:
    state = (
        game()
        .put("Chittering Host", id="host")
        .put("False Demise", id="aura", attached_to="host", owner="opponent")
        .state()
    )
    return play(state, A.Destroy(object="host", order=[RATS, SCAVENGERS])).after


@pytest.mark.statement("S179")
def test_a_zone_change_trigger_finds_both_cards_where_they_went() -> None:
    done = play(false_demise(), A.Resolve())
    assert sorted(names_in(done.after, "battlefield")) == [RATS, SCAVENGERS]
    assert {o.controller for o in done.after.battlefield()} == {"opponent"}


@pytest.mark.statement("S179")
def test_it_does_not_follow_them_further() -> None:
    state = false_demise()
    gone = play(state, A.Exile(object=RATS), A.Exile(object=SCAVENGERS), A.Resolve())
    assert names_in(gone.after, "battlefield") == []
    # not even back into the graveyard
    back = play(state, A.Exile(object=RATS), A.PutIntoGraveyard(object=RATS), A.Resolve())
    assert names_in(back.after, "battlefield") == [SCAVENGERS]
    assert RATS in names_in(back.after, "graveyard", "you")


@pytest.mark.statement("S179")
def test_if_only_one_left_the_other_returns() -> None:
    done = play(false_demise(), A.ReturnToHand(object=SCAVENGERS), A.Resolve())
    assert names_in(done.after, "battlefield") == [RATS]
