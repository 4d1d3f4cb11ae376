"""Numbers that are 0 or less: damage that is none, counts that are refused."""

from __future__ import annotations

import pytest

from mtgmeld.errors import BadValue, MtgmeldError
from mtgmeld.game import actions as A
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import apply
from mtgmeld.scenario import Scenario
from tests.statements.game import game, happened, play


@pytest.mark.parametrize(("power", "rules"), [(-2, ("107.1b", "120.8")), (0, ("120.8",))])
@pytest.mark.parametrize("to", ["opponent", "host"])
def test_damage_of_a_power_of_0_or_less_is_none(
    power: int, rules: tuple[str, ...], to: str
) -> None:
    """A negative result counts as 0 (107.1b), and 0 damage is no damage at all (120.8).

    So nobody gains life by it, and nothing that waits for damage triggers.
    """
    state = game().put("Grizzly Bears", id="bears").put("Chittering Host", id="host")
    made = state.watch("hurt", when="damage").watch("hit", when="combat damage").state()
    weak = play(made, A.Change(object="bears", power=power, toughness=2)).after
    done = play(weak, A.Damage(to=to, amount="power", source="bears", combat=True))
    assert [p.life for p in done.after.players] == [20, 20]
    assert [o.damage for o in done.after.battlefield()] == [0, 0]
    assert happened(done, "damage") == happened(done, "trigger") == []
    assert [e.rules for e in done.events] == [rules]


def test_only_creatures_planeswalkers_battles_and_players_are_dealt_damage() -> None:
    """Of what is dealt damage 120.1 names these four; a land is none of them."""
    state = game().put("Forest", id="forest").put("Grizzly Bears", id="bears").state()
    done = play(state, A.Damage(to=["forest", "bears"], amount=1))
    assert [e.name for e in happened(done, "damage")] == ["Grizzly Bears"]
    assert [(e.name, e.rules) for e in happened(done, "stay")] == [("Forest", ("120.1",))]
    assert [o.damage for o in done.after.battlefield()] == [0, 1]


def test_damage_takes_all_but_the_last_defense_counter_of_a_battle() -> None:
    """Its defense counters go (120.3h); what comes of the last one is not modeled (310.11b)."""
    state = game().put("Grizzly Bears", id="battle", counters={"defense": 2}).state()
    state = play(state, A.Change(object="battle", add_types=["Battle"])).after
    done = play(state, A.Damage(to="battle", amount=1))
    assert happened(done, "not modeled") == []
    assert done.after.things[done.after.find_one("battle")].count("defense") == 1
    done = play(done.after, A.Damage(to="battle", amount=1))
    assert [e.rules for e in happened(done, "not modeled")] == [("120.3h", "310.11b")]


COUNTED: list[Action] = [
    A.Mill(count=-1),
    A.Draw(count=-1),
    A.PutCounters(object="bears", kind="time", count=-5),
    A.RemoveCounters(object="bears", kind="time", count=-5),
    A.CreateToken(name="Spirit", count=-1),
    A.Exile(object="bears", counters={"time": -2}),
]


@pytest.mark.parametrize("action", COUNTED, ids=lambda a: a.__struct_config__.tag)
def test_a_number_of_things_below_0_is_refused(action: Action) -> None:
    """Only numbers from 0 are chosen (107.1b)."""
    state = game().put("Grizzly Bears", id="bears").put("Forest", "library").state()
    with pytest.raises(BadValue, match=r"is below 0 \[107.1b\]"):
        apply(state, action)


WRONG = {
    "a step": '[[step]]\ndo = "blink"\nobject = "Forest"\ncounters = { time = -3 }',
    "an instruction": '[[effect]]\ntrigger = "dies"\ndo = { do = "mill", count = -3 }',
    "entering": '[[effect]]\nenters = "with counters"\ncounters = { time = -2 }',
    "a replacement": (
        '[[effect]]\nreplace = "graveyard"\ninstead = "exile"\ncounters = { time = -2 }'
    ),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
def test_a_number_below_0_in_a_file_is_refused_with_its_line(text: str) -> None:
    """Nothing has fewer counters than none (107.1b, 122.1)."""
    start = 'title = "below 0"\n[[start]]\ncard = "Forest"\n'
    with pytest.raises(MtgmeldError, match=r"line [45678], .*is below 0 \[107.1b\]"):
        Scenario.from_text(start + text)
