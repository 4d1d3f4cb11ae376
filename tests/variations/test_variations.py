"""Each kind of fault that outside reports have found, told anew with other cards and zones.

A kind is called after the report that showed it first.  One report alone may be answered by a
special case; what it stands for is answered when the others hold as well.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.errors import BadScenario
from mtgmeld.rules.numbers import key
from mtgmeld.scenario import Scenario
from tests.scenarios.idle import idle

KINDS = (
    *("w01", "w02", "w03", "w04", "w05", "w08", "w09", "w10", "w12", "w14", "w15", "w16", "w17"),
    *("w19", "w20", "p-ll1", "h-ID-001", "p-d1b", "p-targetsempty", "p-defender"),
)

SITUATIONS: list[dict[str, Any]] = [
    table
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for table in tomllib.loads(path.read_text("utf-8"))["situation"]
]


def _said(table: dict[str, Any]) -> Scenario:
    return Scenario.from_dict({k: v for k, v in table.items() if k != "kind"})


@pytest.mark.parametrize("table", SITUATIONS, ids=lambda t: f"{t['kind']}: {t['title']}")
def test_it_holds(table: dict[str, Any]) -> None:
    said = _said(table)
    run = said.play()
    assert run.outcomes, "it checks nothing"
    assert run.holds, "\n".join(map(str, run.failures))
    assert all(state.faults() == () for state in run.state_list)
    assert [rule for rule in said.head.rules if key(rule) != rule] == []
    assert idle(said) == []


@pytest.mark.parametrize(
    "table",
    [
        {"step": [{"do": "create token", "name": "Bear", "power": "two"}]},
        {
            "start": [{"card": "Grizzly Bears"}],
            "step": [{"do": "create token copy", "of": "Grizzly Bears", "toughness": "two"}],
        },
        {"start": [{"token": "Bear", "power": "two", "toughness": 2}]},
        {"start": [{"made_up": "Bear", "power": 2, "toughness": "two"}]},
        {"card": [{"name": "Our Bear", "power": "two"}], "start": [{"card": "Our Bear"}]},
        {"effect": [{"set": {"power": "two"}, "what": "t:creature"}]},
    ],
    ids=lambda t: repr(t)[:60],
)
def test_a_word_is_no_power(table: dict[str, Any]) -> None:
    """208.1; of the kind w15: a number is a power everywhere, a word nowhere."""
    with pytest.raises(BadScenario, match="two"):
        Scenario.from_dict({"title": "A word", **table}).play()


def test_a_printed_power_may_have_a_star() -> None:
    """208.2; what is not known is no number."""
    for power in ("*", "1+*", "-1", "?", "3.5", "x"):
        start = {"token": "It", "power": power, "toughness": 9, "id": "it"}
        state = Scenario.from_dict({"title": "A star", "start": [start]}).begin()
        assert state.value("it", "power").value == power


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_three_variations(kind: str) -> None:
    assert sum(table["kind"] == kind for table in SITUATIONS) >= 3


def test_every_situation_is_of_a_kind() -> None:
    assert {table["kind"] for table in SITUATIONS} == set(KINDS)
