"""The notation: every field described, the schema, files that are read back as they were."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.standing import EFFECTS, Changes, Watch
from mtgmeld.scenario import Scenario, action_fields, fields, schema
from mtgmeld.scenario.notation import CONTROL, Expect, Head, Start

PROJECT = Path(__file__).resolve().parents[2]
FILES = sorted((PROJECT / "data" / "scenarios").rglob("*.toml"))
FILES += sorted((PROJECT / "tests" / "cases").glob("*.toml"))


def names(kind: type[msgspec.Struct]) -> set[str]:
    return {f.encode_name for f in msgspec.structs.fields(kind)}


# --- descriptions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "meaning"),
    [
        (Head, fields.HEAD),
        (Start, fields.START),
        (Expect, fields.EXPECT),
        (Changes, fields.ALTERATION),
    ],
)
def test_every_field_of_a_table_has_its_meaning(kind: Any, meaning: dict[str, str]) -> None:
    assert names(kind) == set(meaning), "a field has a line in mtgmeld/scenario/fields.py"


def test_every_field_of_an_effect_or_an_action_has_its_meaning() -> None:
    of_effects = set[str]().union(*(names(kind) for kind in (*EFFECTS.values(), Watch)))
    assert of_effects == set(fields.EFFECT)
    assert {"do", *CONTROL} == set(fields.CONTROL)
    without = [
        f"{action} {field}"
        for action, kind in ACTIONS.items()
        for field in names(kind)
        if not action_fields.about(action, field)
    ]
    assert without == [], "a field has a line in mtgmeld/scenario/fields.py"
    for action in ACTIONS:
        assert action_fields.summary(action).endswith("."), action


# --- the schema -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    made = schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(json.loads(json.dumps(made)))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_stock_validator_accepts_every_file(
    path: Path, validator: jsonschema.Draft202012Validator
) -> None:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    found = [f"{e.json_path}: {e.message[:200]}" for e in validator.iter_errors(tables)]
    assert found == []


def test_an_editor_is_told_what_each_field_means() -> None:
    made = schema()
    for name, part in [("the top", made), *made["$defs"].items()]:
        for field, shown in part.get("properties", {}).items():
            assert shown.get("description"), f"{name}.{field}"
    steps = made["$defs"]["Step"]["oneOf"]
    assert {step["properties"]["do"]["enum"][0] for step in steps} == set(ACTIONS)
    assert "battlefield" in made["$defs"]["Start"]["properties"]["zone"]["enum"]


# --- read back as it was ----------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_file_is_written_and_read_back_without_loss(path: Path, tmp_path: Path) -> None:
    scenario = Scenario.from_file(path)
    again = Scenario.from_text(scenario.to_toml())
    assert again == scenario
    assert again.to_dict() == tomllib.loads(path.read_text(encoding="utf-8"))
    target = tmp_path / path.name
    again.save(target)
    assert Scenario.from_file(target) == scenario


def test_built_in_python_it_equals_its_file() -> None:
    built = (
        Scenario(
            "Chittering Host dies: one permanent leaves, two cards arrive",
            rules=["712.21", "712.21e", "700.4", "712.8a"],
            statements=["S135", "S136", "S138"],
            texts=["000 712.4", "001 712.21", "003 When a pair of cards"],
        )
        .start("Chittering Host", id="host")
        .watch("creature died", "dies", "t:creature")
        .watch("card into graveyard", "put into graveyard")
        .step("destroy", object="host", order=["Graf Rats", "Midnight Scavengers"])
        .expect(
            triggered={"creature died": 1, "card into graveyard": 2},
            moved={"objects": 1, "cards": 2},
        )
        .expect(zone="graveyard", player="you", cards=["Graf Rats", "Midnight Scavengers"])
        .expect(
            note="the handle stands for both cards, each with its front face up",
            object="host",
            zone="graveyard",
            face="front",
            types="Creature",
        )
    )
    path = PROJECT / "data" / "scenarios" / "712.21-dies-one-permanent-two-cards.toml"
    assert built == Scenario.from_file(path)
    assert built.play().holds


def test_a_field_whose_name_is_a_word_of_python() -> None:
    built = Scenario("Two cards meld").start("Graf Rats").start("Midnight Scavengers")
    built = built.step("meld", object="Graf Rats", **{"with": "Midnight Scavengers"})
    spelled = built.step("exile", object="Graf Rats", with_="Midnight Scavengers")
    assert spelled.to_dict()["step"][1]["with"] == "Midnight Scavengers"
    assert Scenario.from_text(spelled.to_toml()) == spelled


def test_building_changes_nothing_that_was_there() -> None:
    first = Scenario("A card", start=[{"card": "Forest"}])
    second = first.start("Island").step("note").expect(zone="battlefield", count=2)
    third = second.expect(zone="battlefield", count=2)
    assert len(first.head.start) == 1
    assert len(second.head.step[0]["expect"]) == 1
    assert len(third.head.step[0]["expect"]) == 2
    tables = third.to_dict()
    tables["step"].clear()
    assert len(third.head.step) == 1
