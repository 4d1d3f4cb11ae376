"""What is kept about a state is what is worked out from nothing, whatever has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.setup import Setup, new_game
from mtgmeld.game.state import State
from tests.trust.kept import differences


def _board() -> Setup:
    made = new_game()
    for n in range(3):
        made.put("Grizzly Bears", id=f"bear {n}", owner="opponent" if n == 2 else "you")
    made.put("Forest", id="forest").put("Bottomless Pool // Locker Room", id="room")
    made.put("Delver of Secrets", id="delver").put("Silvercoat Lion", "hand", id="lion")
    return made.put("Fire // Ice", "hand", id="card")


# effects that are laid, and whether each object can be taken through the layers alone (613)
EFFECTS: dict[str, tuple[Sequence[dict[str, Any]], bool]] = {
    "anthem": ([{"set": {"add_power": 1, "add_toughness": 1}, "what": "t:creature"}], True),
    "of one side": ([{"set": {"keywords": ["Flying"]}, "what": "controller:opponent"}], True),
    "looks at what is tapped": ([{"set": {"add_power": 3}, "what": "is:tapped"}], True),
    "looks at counters": ([{"set": {"keywords": ["Haste"]}, "what": "pow>=3"}], True),
    "on spells": ([{"set": {"colors": "R"}, "what": "in:stack"}], True),
    "gives abilities": (
        [
            {
                "set": {"grants": [{"trigger": "dies", "this": True, "do": {"do": "draw"}}]},
                "what": "t:creature",
            }
        ],
        True,
    ),
    "by its own size": ([{"set": {"add_power": "toughness"}, "what": "t:creature"}], True),
    "two that do not meet": (
        [{"set": {"colors": "U"}, "what": "t:land"}, {"set": {"keywords": ["Reach"]}}],
        True,
    ),
    "counts": ([{"set": {"add_power": "count t:creature"}, "what": "t:creature"}], False),
    "under a condition": (
        [{"set": {"add_power": 1}, "what": "t:creature", "if": "3 <= count t:creature"}],
        False,
    ),
    "takes abilities": ([{"set": {"loses_abilities": True}, "what": "t:creature"}], False),
    "one makes what the other looks at": (
        [
            {"set": {"add_types": ["Creature"]}, "what": "t:land"},
            {"set": {"add_types": ["Artifact"]}, "what": "t:creature"},
        ],
        False,
    ),
}
STEPS: tuple[A.Action, ...] = (
    A.Tap(object="bear 0"),
    A.PutCounters(object="bear 0"),
    A.Untap(object="bear 0"),
    A.PutCounters(object="bear 1", kind="-1/-1", count=2),
    A.CreateToken(name="Bear", power="2", toughness="2", types=["Creature"], id="token"),
    A.Transform(object="delver"),
    A.GainControl(object="bear 2", player="you", until="end of turn"),
    A.Change(object="delver", add_power=2),
    A.CastSpell(object="lion"),
    A.Resolve(),
    A.UnlockByEffect(object="room", half="left", target="none"),
    A.UnlockByEffect(object="room", half="right"),
    A.Exile(object="bear 0"),
    A.Damage(to="delver", amount=1, source="lion"),
    A.Sacrifice(object="token"),
    A.BecomeCopy(object="forest", of="lion"),
    A.Resolve(),
    A.NextTurn(),
)


def _sound(state: State, steps: Sequence[A.Action]) -> State:
    done = 0
    for step in steps:
        try:
            state = apply(state, step).after
        except IllegalAction:
            continue  # one of the effects may be against it
        done += 1
        assert differences(state) == [], step
    assert done >= len(steps) - 2
    return state


@pytest.mark.parametrize("name", EFFECTS)
def test_what_effects_make_of_objects_is_kept_up_as_objects_change(name: str) -> None:
    made, (effects, alone) = _board(), EFFECTS[name]
    for n, effect in enumerate(effects):
        made.effect(id=f"effect {n}", **effect)
    state = apply(made.state(), A.Note()).after
    state.characteristics("bear 0")
    assert state.memo.rows.apart is alone
    _sound(state, STEPS)


def test_an_object_that_has_not_changed_is_not_worked_out_again() -> None:
    """A counter on one creature leaves what an anthem makes of another as it was (611.3a)."""
    made = _board().effect(id="anthem", set={"add_power": 1}, what="t:creature")
    state = apply(made.state(), A.Note()).after
    before = state.characteristics("bear 1")
    after = apply(state, A.PutCounters(object="bear 0")).after
    assert after.characteristics("bear 1") is before
    assert after.value("bear 0", "power").value == 4  # 2, the anthem, the counter


def test_what_its_source_is_changes_what_a_static_ability_does() -> None:
    """An effect of a permanent follows its controller and ends as it leaves (611.3a-b)."""
    made = _board().put("Glorious Anthem", id="source").put("Glorious Anthem", id="second")
    made.put("Diviner's Wand", id="wand", attached_to="bear 0")
    state = apply(made.state(), A.Note()).after
    _sound(
        state,
        (
            A.GainControl(object="source", player="opponent", until="end of turn"),
            A.Tap(object="second"),
            A.Attach(object="wand", to="bear 1"),
            A.PutCounters(object="bear 1"),
            A.NextTurn(),
            A.Exile(object="second"),
            A.Exile(object="bear 1"),
            A.ReturnToHand(object="source"),
        ),
    )
