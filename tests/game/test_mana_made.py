"""Mana abilities and the types of mana that lands could produce, with their reasons; payments."""

from __future__ import annotations

import msgspec
import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Loyalty
from mtgmeld.game.actions import Action
from mtgmeld.game.activating import is_mana_ability, mana_abilities
from mtgmeld.game.payment import payment, pool_of
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from mtgmeld.rules.editions import edition
from tests.game.reasons import decided
from tests.statements.asking import NOW
from tests.statements.game import choice, game, play, refused

BASICS = [("Plains", "W"), ("Island", "U"), ("Swamp", "B"), ("Mountain", "R"), ("Forest", "G")]
BEARS, ORCHARD = "Grizzly Bears", "Exotic Orchard"


def produced(state: State, ref: str) -> str:
    value: str = state.value(ref, "could_produce").value
    return value


@pytest.mark.parametrize(("name", "kind"), BASICS)
def test_each_basic_land_type_has_its_mana_ability(name: str, kind: str) -> None:
    """305.6, whatever is printed on the land."""
    state = game().put(name, id="it").state()
    land = state.things[state.find_one("it")]
    (ability,) = mana_abilities(state, land)
    assert (ability.mana, ability.taps, ability.kind) == ("{" + kind + "}", True, "mana")
    assert ability.key == f"{name}#mana"
    answer = state.value(land.id, "could_produce")
    decided(answer, "could produce", kind, "106.7", says="costs ignored")
    (part,) = answer.parts
    decided(part, f"{name}#mana", kind, "106.7", says=f"adds {{{kind}}}")
    made = play(state, A.TapForMana(object="it")).after
    assert [m.type for m in made.player("you").pool] == [kind]


def test_a_land_without_a_basic_type_has_what_its_facts_say() -> None:
    """Wastes have no basic land type; their own ability is printed (107.4c)."""
    state = game().put("Wastes", id="it").state()
    land = state.things[state.find_one("it")]
    assert [(a.key, a.mana) for a in mana_abilities(state, land)] == [("Wastes#mana", "{C}")]
    assert produced(state, "it") == "C"


def test_what_produces_nothing() -> None:
    """106.7: no type at all, so an effect that asks for one makes no mana (106.5)."""
    state = game().put(BEARS, id="it").put(ORCHARD, id="land").state()
    bear = state.value("it", "could_produce")
    decided(bear, "could produce", "", "106.7", says="no type of mana")
    assert bear.parts == ()
    orchard = state.value("land", "could_produce")
    decided(orchard, "could produce", "", "106.7", says="no type of mana")
    (part,) = orchard.parts
    assert part.rules == ("106.5", "106.7")


def test_lands_that_ask_other_lands() -> None:
    """106.7: Exotic Orchard asks the lands of opponents, for colors; 106.1: {C} is no color."""
    made = game().put(ORCHARD, id="land").put("Forest", id="mine")
    made.put("Island", controller="opponent").put("Wastes", controller="opponent")
    state = made.state()
    orchard = state.value("land", "could_produce")
    assert orchard.value == "U"
    assert orchard.parts[0].says == "any color that lands of opponents could produce"


@pytest.mark.parametrize(
    ("does", "moves"),
    [
        (A.Draw(), True),
        (A.Mill(), True),
        (A.Surveil(), True),
        (A.Search(what="t:land"), True),
        (A.PutIntoLibrary(object="it"), True),
        (A.Discover(count=3), True),
        (A.Shuffle(), False),
        (A.GainLife(amount=1), False),
    ],
    ids=lambda value: getattr(type(value), "__name__", ""),
)
def test_what_moves_a_card_to_or_from_a_library_is_no_mana_ability(
    does: Action, moves: bool
) -> None:
    """605.1a, from 2026-08-07: in the cost or in the effect; shuffling alone moves no card."""
    state = game().put("Forest", id="it").state()
    (ability,) = mana_abilities(state, state.things[state.find_one("it")])
    before, since = edition("2026-06-19"), edition("2026-08-07")
    for place in ("costs", "do"):
        made = msgspec.structs.replace(ability, **{place: (does,)})
        assert is_mana_ability(made, before).value is True
        assert is_mana_ability(made, since).value is not moves


def test_what_makes_an_ability_a_mana_ability() -> None:
    """605.1a: no target, could add mana, no loyalty ability, no library card: each is said."""
    state = game().put("Forest", id="it").state()
    (ability,) = mana_abilities(state, state.things[state.find_one("it")])
    answer = is_mana_ability(ability, NOW)
    decided(answer, "mana ability", True, "605.1a", says="each of these")
    assert [(p.what, p.value, p.says, p.rules) for p in answer.parts] == [
        ("it has no target", True, "yes", ("605.1a",)),
        ("it could add mana", True, "yes", ("605.1a",)),
        ("it is no loyalty ability", True, "yes", ("605.1a",)),
        ("it moves no card to or from a library", True, "yes", ("605.1a",)),
    ]
    for change, at in (
        ({"target": "t:creature"}, 0),
        ({"mana": ""}, 1),
        ({}, 2),
    ):
        changed = msgspec.structs.replace(ability, **change)
        loyalty = Loyalty(key="it", loyalty="+1", do=(A.AddMana(mana="{G}"),))
        other = is_mana_ability(changed if change else loyalty, NOW)
        decided(other, "mana ability", False, "605.1a")
        assert [p.value for p in other.parts] == [i != at for i in range(4)]
        assert [p.says for p in other.parts] == [("no" if i == at else "yes") for i in range(4)]


@pytest.mark.parametrize(
    ("cost", "pool", "spent"),
    [
        # generic mana is paid with what pays least else, then with what there is most of
        ("{1}", "URC", "{C}"),
        ("{1}", "URR", "{R}"),
        ("{2}", "WUUC", "{U}{C}"),
        # what comes from a snow source without a color is colorless mana, too (107.4h)
        ("{C}", "{S}", "{S}"),
        ("{C}", "{S}{C}", "{C}"),
        ("{1}", "{S}{U}", "{S}"),
        ("{1}", "{S}{R}", "{S}"),
        ("{1}", "BWW", "{W}"),
        ("{2}", "BGGWWW", "{W}{W}"),
        ("{1}", "BBC", "{C}"),
    ],
)
def test_which_mana_is_spent(cost: str, pool: str, spent: str) -> None:
    made = payment(ManaCost.parse(cost), pool_of(pool))
    assert made is not None
    assert str(made) == spent


def test_life_is_paid_for_each_phyrexian_symbol() -> None:
    """107.4f and 118.3: 2 life each, and no more than there is."""
    cost = ManaCost.parse("{2/W}{G/P}{U/P}")
    made = payment(cost, pool_of("CC"), 4)
    assert made is not None
    assert (dict(made.mana), made.life) == ({"C": 2}, 4)
    assert payment(cost, pool_of("CC"), 3) is None


# --- targets ----------------------------------------------------------------------------------


def test_what_may_be_targeted_is_offered() -> None:
    """115.4: any target is a creature, planeswalker or battle, or a player."""
    made = game().put("Fire // Ice", "hand", id="it").put(BEARS, id="bear").put("Forest", id="land")
    state = made.put("Arlinn Kord", id="walker").state()
    asked = choice(state, A.CastSpell(object="it", half="Ice"), "target", "601.2c")
    assert asked.player == "you"
    assert set(asked.options) == {"bear", "land", "walker"}
    assert "a target for Ice" in str(asked)


def test_an_illegal_target_is_named() -> None:
    """601.2c and 115.1; without any legal target the spell cannot be cast."""
    state = game().put("Turn // Burn", "hand", id="it").put("Forest", id="land").state()
    none = refused(state, A.CastSpell(object="it", half="Turn"), "601.2c", "115.1")
    assert "Turn has no legal target" in str(none)
    made = game().put("Turn // Burn", "hand", id="it").put("Forest", id="land")
    both = made.put(BEARS, id="one").put(BEARS, id="two").state()
    wrong = refused(both, A.CastSpell(object="it", half="Turn", target="land"), "601.2c", "115.1")
    assert "land is no legal target for Turn" in str(wrong)
