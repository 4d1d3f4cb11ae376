"""How many spells were cast in the turn before, and what asks for that (603.4, 601.2i)."""

from __future__ import annotations

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.canonical import signature
from mtgmeld.game.selectors import Context
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import choice, game, names_in, play, refused

FRONT, BACK = "Huntmaster of the Fells", "Ravager of the Fells"
UPKEEP = A.NextStep(to="upkeep")


def begun(face: str = "front", card: str = FRONT) -> Setup:
    made = game(step="precombat main").put(card, id="wolf", face=face)
    made.put("Memnite", "hand", id="one").put("Ornithopter", "hand", id="two")
    made.put("Lightning Bolt", "hand", id="bolt", owner="opponent").mana("opponent", "R")
    return made.put("Opt", "library").put("Opt", "library", owner="opponent")


def cast(state: State, *what: str) -> State:
    for one in what:
        by = {"player": "opponent", "target": "you"} if one == "bolt" else {}
        state = play(state, A.CastSpell(object=one, **by), A.Resolve()).after
    return state


def on_stack(state: State) -> list[str]:
    return [state.name_of(i) for i in state.in_zone("stack")]


@pytest.mark.parametrize(
    ("face", "spells", "turns"),
    [
        ("front", (), True),
        ("front", ("one",), False),
        ("front", ("bolt",), False),
        ("back", (), False),
        ("back", ("one",), False),
        ("back", ("one", "bolt"), False),  # two, but of two players
        ("back", ("one", "two"), True),
        ("back", ("one", "two", "bolt"), True),
    ],
)
@pytest.mark.parametrize("card", [FRONT, "Kruin Outlaw"])
def test_it_turns_by_what_was_cast_last_turn(
    card: str, face: str, spells: tuple[str, ...], turns: bool
) -> None:
    state = play(cast(begun(face, card).state(), *spells), UPKEEP).after
    assert state.active == "opponent"
    assert bool(on_stack(state)) == turns
    if turns:
        done = play(state, A.Resolve()).after
        assert done.present("wolf").face == (1 if face == "front" else 0)


def test_the_turn_before_the_last_one_counts_no_more() -> None:
    state = cast(begun("back").state(), "one", "two")
    after = play(state, UPKEEP, A.Resolve(), A.Resolve())
    assert after.after.present("wolf").face == 0
    # in the opponent's turn nothing is cast: it turns again
    again = play(after.after, A.NextStep(to="upkeep", of="you"))
    assert on_stack(again.after) == [f"{FRONT}#upkeep"]


def test_a_spell_that_was_countered_was_cast_and_a_copy_was_not() -> None:
    state = begun("back").put("Counterspell", "hand", id="no").mana("you", "UU").state()
    state = play(state, A.CastSpell(object="bolt", player="opponent", target="you")).after
    state = play(state, A.CopySpell(object="bolt")).after
    assert state.spells_cast() == {"opponent": 1}
    state = play(state, A.CastSpell(object="no", target="bolt")).after
    assert state.spells_cast() == {"opponent": 1, "you": 1}


def test_the_condition_is_asked_again_as_the_ability_resolves() -> None:
    """What was cast last turn does not change any more (603.4)."""
    state = play(begun().state(), UPKEEP).after
    state = play(state, A.AddMana(player="opponent", mana="R")).after
    cast_now = A.CastSpell(object="bolt", player="opponent", target="you")
    done = play(state, cast_now, A.Resolve(), A.Resolve())
    assert done.after.present("wolf").face == 1


def test_ravager_hits_a_planeswalker_and_a_creature_of_its_controller() -> None:
    made = begun().put("Jace Beleren", id="jace", owner="opponent", counters={"loyalty": 3})
    made.put("Grizzly Bears", id="theirs", owner="opponent").put("Grizzly Bears", id="mine")
    state = play(made.state(), UPKEEP).after
    asked = choice(state, A.Resolve(), "target")
    assert {"opponent", "jace"} <= set(asked.options)
    done = play(state, A.Resolve(target=["jace", "theirs"]), A.Resolve()).after
    assert done.present("jace").counters == (("loyalty", 1),)
    assert names_in(done, "graveyard", "opponent") == ["Grizzly Bears"]
    refused(state, A.Resolve(target=["jace", "mine"]), "603.3d")


def test_huntmaster_makes_a_wolf_as_it_enters_and_as_it_turns() -> None:
    state = play(begun().state(), A.Blink(object="wolf"), A.Resolve()).after
    assert state.player("you").life == 22
    turned = play(state, A.Transform(object="wolf"), A.Resolve()).after
    assert turned.player("opponent").life == 18
    back = play(turned, A.Transform(object="wolf"), A.Resolve()).after
    assert back.player("you").life == 24
    wolves = [o for o in back.battlefield() if back.name_of(o.id) == "Wolf Token"]
    assert len(wolves) == 2


def test_it_is_saved_and_read_back() -> None:
    state = play(cast(begun("back").state(), "one", "two"), A.NextTurn(), A.Resolve()).after
    assert state.cast_last_turn == {"you": 2}
    read = State.from_json(state.to_json())
    assert read.cast_last_turn == {"you": 2}
    plain = begun().state()
    assert "cast_last_turn" not in plain.to_json()  # as it was saved before there was the field
    assert State.from_json(plain.to_json()).cast_last_turn == {}


@pytest.mark.parametrize(("card", "same"), [(FRONT, False), ("Grizzly Bears", True)])
def test_states_differ_by_it_only_where_something_asks(card: str, same: bool) -> None:
    def went(*spells: str) -> State:
        made = game(step="precombat main").put(card, id="it", zone="hand")
        for name in ("a", "b"):
            made.put("Memnite", "hand", id=name)
        state = made.state()
        for name in ("a", "b"):
            if name in spells:
                state = play(state, A.CastSpell(object=name), A.Resolve()).after
            else:
                state = play(state, A.PutOntoBattlefield(object=name)).after
        return play(state, A.NextStep(to="beginning of combat")).after

    assert (signature(went("a", "b")) == signature(went())) is same


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("spells cast this turn", 3),
        ("spells cast this turn by you", 2),
        ("spells cast this turn by opponent", 1),
        ("most spells cast this turn", 2),
        ("most spells cast this turn by each opponent", 1),
        ("spells cast last turn", 0),
        ("twice spells cast this turn by you", 4),
    ],
)
def test_the_amounts_in_words(words: str, number: int) -> None:
    state = cast(begun().state(), "one", "two", "bolt")
    assert Context(state, "you").number(words) == number
    assert Context(state, "you").holds(f"{number} = {words}")


@pytest.mark.parametrize(
    "words", ["spells cast last year", "spells cast", "spells cast last turn by", "most spells"]
)
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(UnknownName, match="amount"):
        Context(begun().state(), "you").number(words)
