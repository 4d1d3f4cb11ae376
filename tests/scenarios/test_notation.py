"""The notation: every field described, the schema, files that are read back as they were."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, get_origin

import jsonschema
import pytest

from mtgmeld.errors import BadScenario
from mtgmeld.game.abilities import KINDS, Alteration, Watch
from mtgmeld.game.actions import ACTIONS
from mtgmeld.game.setup import Start
from mtgmeld.records import fields_of, options_of, summary
from mtgmeld.scenario import Scenario, schema
from mtgmeld.scenario.asking import EXPECTATIONS
from mtgmeld.scenario.expectations import Expect
from mtgmeld.scenario.notation import Head, StepControl

PROJECT = Path(__file__).resolve().parents[2]
FILES = sorted((PROJECT / "data" / "scenarios").rglob("*.toml"))
FILES += sorted((PROJECT / "tests" / "cases").glob("*.toml"))


# --- descriptions -----------------------------------------------------------------------------


RECORDS: list[Any] = [Head, Start, StepControl, Expect, Alteration, Watch]


@pytest.mark.parametrize(
    "kind", [*RECORDS, *KINDS.values(), *ACTIONS.values()], ids=lambda kind: kind.__name__
)
def test_every_field_has_its_meaning_in_one_sentence(kind: Any) -> None:
    """The record is the schema: what a field means stands where the field stands."""
    without = [f.name for f in fields_of(kind) if not f.meaning]
    assert without == [], "write Annotated[TYPE, says(...)]"
    assert summary(kind).endswith(("`", ".", ")"))


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


# --- what an expectation asks -----------------------------------------------------------------

OBJECTS: dict[str, dict[str, Any]] = {
    "a token": {"token": "Bear"},
    "a token that is a copy": {"card": "Delver of Secrets", "token_copy": True},
    "face down": {"card": "Delver of Secrets", "face_down": True},
    "melded": {"card": "Brisela, Voice of Nightmares"},
    "a Room": {"card": "Bottomless Pool // Locker Room"},
    "fused": {
        "card": "Fire // Ice",
        "zone": "stack",
        "cast": "fused",
        "target": ["you", "it"],
    },
}
ANSWERS: dict[Any, Any] = {str: "it", int: 1, bool: True, list: ["it"], dict: {"it": 1}}
ANSWERS_OF: dict[str, Any] = {
    **dict.fromkeys(("mana_cost", "flashback_cost"), "{1}"),
    **dict.fromkeys(("owner", "controller", "known_to", "hidden_from"), "you"),
    "zone": "hand",
    "is": "t:creature",
    "devotion": {"green": 1},
    "costs": {"Fire": "{1}"},
}


def _answer(name: str) -> Any:
    kinds = [get_origin(kind) or kind for kind in options_of(EXPECTATIONS[name].type)]
    return ANSWERS_OF.get(name, next(ANSWERS[kind] for kind in ANSWERS if kind in kinds))


@pytest.mark.parametrize("start", OBJECTS.values(), ids=OBJECTS)
def test_whatever_is_asked_of_an_object_has_an_outcome(start: dict[str, Any]) -> None:
    """An expectation that finds nothing could not fail."""
    said = Scenario("It").start(id="it", **start)
    silent = []
    for name, one in EXPECTATIONS.items():
        if "object" in one.getters:
            asked = said.expect(object="it", **{name: _answer(name)})
            try:
                found = asked.play().outcomes
            except BadScenario:  # it has none, and the message says so
                continue
            silent += [] if found else [name]
    assert silent == []


@pytest.mark.parametrize(
    ("start", "back"),
    [
        ({"token": "Bear"}, "none"),
        ({"card": "Delver of Secrets", "token_copy": True}, "Insectile Aberration"),
        ({"card": "Delver of Secrets", "token_copy": True, "face": "back"}, "Insectile Aberration"),
        ({"card": "Graf Rats", "token_copy": True}, "none"),
        ({"card": "Grizzly Bears", "copy_of": "Delver of Secrets"}, "none"),
        ({"card": "Delver of Secrets", "copy_of": "Grizzly Bears"}, "Insectile Aberration"),
    ],
)
def test_the_back_face_of_what_is_no_card(start: dict[str, Any], back: str) -> None:
    """707.8a: a token that is a copy of something double-faced has both faces, others have one."""
    said = Scenario("Its back face").start(id="it", **start)
    assert [o.holds for o in said.expect(object="it", back_face=back).play().outcomes] == [True]
    other = said.expect(object="it", back_face="Grizzly Bears").play()
    assert [o.holds for o in other.outcomes] == [False]
