"""What a made-up card says goes where the card goes: no other situation knows of it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.game.engine import apply
from mtgmeld.scenario.notation import action_of

ROOM = {"types": ["Enchantment"], "subtypes": ["Room"], "mana_cost": "{1}"}


def _room(do: dict[str, Any]) -> dict[str, Any]:
    hall = {"name": "Our Hall", "ability": [{"trigger": "unlock", "door": "Our Hall", "do": do}]}
    return {"layout": "split", "part": [{**ROOM, **hall}, {**ROOM, "name": "Our Attic"}]}


def _situation(do: dict[str, Any]) -> mm.State:
    start = [{"card": "Our Hall // Our Attic", "id": "room"}]
    tables = {"title": "A hall", "rules": ["709.5h"], "card": [_room(do)], "start": start}
    return mm.Scenario.from_dict(tables).begin()


def _do(state: mm.State, **step: Any) -> mm.State:
    return apply(state, action_of(step)).after


UNLOCK = {"do": "unlock", "object": "room", "half": "Our Hall"}
GAIN = {"do": "gain life", "amount": 2}
LOSE = {"do": "damage", "to": "opponent", "amount": 3}


def test_two_situations_with_the_same_names_are_played_in_turns() -> None:
    gains, loses = _situation(GAIN), _situation(LOSE)
    gains, loses = _do(gains, **UNLOCK), _do(loses, **UNLOCK)
    _situation({"do": "draw"})  # made up between the trigger and its resolution
    loses, gains = _do(loses, do="resolve"), _do(gains, do="resolve")
    assert [p.life for p in gains.players] == [22, 20]
    assert [p.life for p in loses.players] == [20, 17]


MELD: dict[str, Any] = {
    "layout": "meld",
    "part": [
        {
            "name": "Our Head",
            "power": 1,
            "toughness": 1,
            "ability": [
                {
                    "trigger": "step",
                    "step": "end",
                    "whose": "you",
                    "if": 'both name:"Our Tail"',
                    "do": {"do": "meld", "object": "this", "with": "counterpart"},
                }
            ],
        },
        {"name": "Our Tail", "power": 1, "toughness": 1},
        {
            "name": "Our Beast",
            "power": 5,
            "toughness": 5,
            "ability": [{"trigger": "enters", "this": True, "do": GAIN}],
        },
    ],
}

PROGRAM = """
import sys
import mtgmeld as mm
from mtgmeld.game.engine import apply
from mtgmeld.scenario.notation import action_of
state = mm.State.from_json(sys.stdin.read())
for step in ({steps}):
    state = apply(state, action_of(step)).after
print(state.to_json())
"""


@pytest.mark.parametrize(
    ("state", "steps"),
    [
        (lambda: _situation(GAIN), (UNLOCK, {"do": "resolve"})),
        (lambda: _do(_situation(LOSE), **UNLOCK), ({"do": "resolve"},)),
        (
            lambda: mm.Scenario.from_dict(
                {
                    "title": "A pair",
                    "rules": ["701.42a"],
                    "card": [MELD],
                    "start": [{"card": "Our Head"}, {"card": "Our Tail"}],
                }
            ).begin(),
            ({"do": "next step", "to": "end"}, {"do": "resolve"}, {"do": "resolve"}),
        ),
    ],
    ids=["a Room", "a trigger on the stack", "a pair that melds"],
)
def test_a_saved_state_acts_alike_in_a_fresh_process(state: Any, steps: Any) -> None:
    begun = state()
    text = begun.to_json()
    for step in steps:
        begun = _do(begun, **step)
    made = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(steps=", ".join(map(repr, steps)) + ",")],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout.strip() == begun.to_json()
    assert [p.life for p in begun.players] in ([22, 20], [20, 17])


def test_people_are_shown_names() -> None:
    state = _situation(GAIN)
    assert state.value("room", "text").value == ()
    state = _do(state, **UNLOCK)
    assert state.value("room", "text").value == ("Our Hall",)
    shown = f"{state.objects().to_string()} {state.value('room', 'text')} {state!r}"
    assert "{" not in shown.replace("{1}", "")


def test_a_made_up_card_leaves_the_cards_in_use() -> None:
    own = mm.Catalog([mm.load_catalog()["Grizzly Bears"]])
    before = mm.use_cards(own)
    try:
        in_use = mm.load_catalog()
        _situation(GAIN)
        assert mm.load_catalog() is in_use
    finally:
        mm.use_cards()
    assert before.catalog is in_use
