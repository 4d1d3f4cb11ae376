"""Conformance vectors: written, checked by a stock validator, replayed, refused when damaged."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import mtgmeld as mm
from mtgmeld.cli import main
from mtgmeld.errors import BadScenario
from mtgmeld.rules.editions import POLICIES
from mtgmeld.scenario.normal import asks, filter_of, terms_of
from mtgmeld.scenario.vectors import (
    LEVELS,
    VERSION,
    Vector,
    about,
    bundled,
    from_line,
    line_of,
    replay,
    to_line,
)
from mtgmeld.scenario.vectors_schema import vectors_schema

HERE = Path(__file__).resolve().parent


@cache
def _lines() -> tuple[str, ...]:
    return tuple(to_line(v) for v in bundled())


@cache
def _tables() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in _lines())


@pytest.fixture(scope="module")
def lines() -> tuple[str, ...]:
    return _lines()


def parts(line: dict[str, Any]) -> list[dict[str, Any]]:
    return [line["start"], *line["steps"]]


def checks(line: dict[str, Any]) -> list[dict[str, Any]]:
    return [c for part in parts(line) for c in part["checks"]]


def test_every_bundled_situation_is_a_vector(lines: tuple[str, ...]) -> None:
    names = [json.loads(line)["id"] for line in lines]
    assert len(names) == len(set(names)), "ids are unique"
    assert all(json.loads(line)["schema"] == VERSION for line in lines)


def test_a_stock_validator_accepts_every_line(lines: tuple[str, ...]) -> None:
    jsonschema.Draft202012Validator.check_schema(vectors_schema())
    validator = jsonschema.Draft202012Validator(vectors_schema())
    for line in lines:
        validator.validate(json.loads(line))


def test_a_stock_validator_refuses_what_is_none() -> None:
    validator = jsonschema.Draft202012Validator(vectors_schema())
    good = json.loads(to_line(Vector("x", "case", mm.Scenario("x"))))
    validator.validate(good)
    step = {"level": "L1", "result": "done", "checks": [], "under_other_rules": []}
    step |= {"snapshot": good["start"]["snapshot"]}
    start, check = good["start"], {"object": "x", "ask": "mana_value", "expect": 1}
    validator.validate({**good, "steps": [{"do": "destroy", "objects": ["x"], **step}]})
    validator.validate({**good, "start": {**start, "checks": [check]}})

    def shown(**parts: Any) -> dict[str, Any]:
        return {**good, "start": {**start, "snapshot": {**start["snapshot"], **parts}}}

    def asking(field: str, value: str) -> dict[str, Any]:
        term = {"what": "quality", "op": "=", "value": "melded", "says": "", field: value}
        fits = {"object": "x", "ask": "fits", "where": [term], "expect": True}
        return {**good, "start": {**start, "checks": [fits]}}

    row = {"object": "x", "controller": "you"}
    validator.validate(shown(battlefield=[row], stack=[row | {"kind": "spell"}]))
    validator.validate(asking("op", "exactly ="))
    for spoilt in (
        {**good, "schema": "mtgmeld-vectors/1"},
        {**good, "kind": "poem"},
        {**good, "level": "L9"},
        {**good, "extra": 1},
        {**good, "setup": {**good["setup"], "stat": []}},
        {**good, "start": {**start, "checks": [{**check, "ask": "mana_valu"}]}},
        {**good, "start": {**start, "checks": [{**check, "expect": "1"}]}},
        {**good, "steps": [{"do": "destroy", "objects": ["x"]}]},
        {**good, "steps": [{"do": "destroi", "objects": ["x"], **step}]},
        {**good, "steps": [{"do": "destroy", "object": "x", **step}]},
        {**good, "steps": [{"do": "destroy", "objects": ["x"], **step, "result": "maybe"}]},
        {k: v for k, v in good.items() if k != "steps"},
        shown(battlefield=[{"object": "x"}]),
        shown(battlefield=[row | {"tapped": 0}]),
        shown(battlefield=[row | {"face": "up"}]),
        shown(stack=[row | {"kind": "card"}]),
        shown(turn={"of": "you", "step": "tea"}),
        shown(zones={"hand": {}}),
        asking("what", "colour"),
        asking("op", "~"),
        asking("value", "shiny"),
        {**good, "setup": {**good["setup"], "mana": {"you": "{G}"}}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(spoilt)


def test_lines_read_back_as_the_same_situation(lines: tuple[str, ...]) -> None:
    """What was normalized is played to the same end, and is normal already."""
    for line in lines:
        again = from_line(line)
        assert [str(o) for o in again.play().failures] == []
        assert to_line(again) == line


def test_version_1_is_still_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines as version 1 had them, one at least for each verb and field, hold as they did."""
    kept = HERE / "version_1.jsonl"
    count = len(kept.read_text(encoding="utf-8").splitlines())
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", str(kept)])
    assert capsys.readouterr().out == f"{count} vectors hold, 0 fail, 0 are wrong\n"
    assert ended.value.code == 0
    assert count > 50


def test_a_line_of_version_1_becomes_one_of_version_2() -> None:
    old = (HERE / "version_1.jsonl").read_text(encoding="utf-8").splitlines()
    for line in old:
        new = json.loads(to_line(from_line(line)))
        assert (new["schema"], new["id"]) == (VERSION, json.loads(line)["id"])
        assert from_line(json.dumps(new)).play().holds


def test_replaying_holds_and_a_changed_expectation_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = mm.Scenario("Fire // Ice in hand").start("Fire // Ice", zone="hand", id="card")
    good = to_line(Vector("good", "case", scenario.expect(object="card", mana_value=4)))
    bad = to_line(Vector("bad", "case", scenario.expect(object="card", mana_value=5)))
    file = tmp_path / "vectors.jsonl"
    file.write_text(good + "\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", str(file)])
    assert ended.value.code == 0
    assert "1 vectors hold, 0 fail, 0 are wrong" in capsys.readouterr().out
    file.write_text(good + "\n" + bad + "\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", str(file)])
    assert ended.value.code == 1
    said = capsys.readouterr().out
    assert "line 2: bad" in said
    assert "expected 5, got 4" in said


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"schema": "mtgmeld-vectors/1"}',
        '{"schema": "mtgmeld-vectors/2"}',
        '{"schema": []}',
        '{"schema": "mtgmeld-vectors/1", "id": "x", "kind": "case", "title": 1, "setup": {},'
        ' "steps": []}',
        "[" * 100_000,
        '{"schema": "mtgmeld-vectors/1", "id": "x", "kind": "case", "title": "t",'
        ' "setup": {"start": [{"card": "No Such Card"}]}, "steps": []}',
    ],
)
def test_a_damaged_line_is_named_and_the_rest_goes_on(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = to_line(Vector("good", "case", mm.Scenario("nothing happens")))
    file = tmp_path / "vectors.jsonl"
    file.write_text(line + "\n" + good + "\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", str(file)])
    assert ended.value.code == 2
    said = capsys.readouterr().out
    assert said.startswith("line 1: ")
    assert "1 vectors hold, 0 fail, 1 are wrong" in said


PLAIN = to_line(Vector("one", "case", mm.Scenario("nothing happens")))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("id", "\ud800", "'id' has characters that cannot be printed"),
        ("id", "a\x1b[31m", "'id' has characters that cannot be printed"),
        ("id", 5, "'id' is no text"),
        ("kind", "story", "'kind' is none of statement, example, case"),
        ("expected", [], "there is no field 'expected'"),
        ("facts", [], "'facts' is no object"),
        ("setup", [], "'setup' is no object"),
        ("start", {"snapshot": []}, "'snapshot' is no object"),
        ("steps", [1], "a step is no object"),
        ("steps", [{"do": "note", "checks": {}}], "'checks' of a step is no array"),
    ],
)
def test_what_is_no_vector_says_why(field: str, value: object, said: str) -> None:
    """A field that no reader knows or can read would leave something uncompared in silence."""
    with pytest.raises(BadScenario, match=re.escape(f"it is no vector: {said}")):
        from_line(json.dumps({**json.loads(PLAIN), field: value}))


@pytest.mark.parametrize(
    "field", ["id", "kind", "title", "rules", "edition", "setup", "start", "steps"]
)
def test_a_line_has_all_that_the_schema_asks_for(field: str) -> None:
    made = json.loads(PLAIN)
    del made[field]
    with pytest.raises(BadScenario, match=f"it is without '{field}'"):
        from_line(json.dumps(made))


@pytest.mark.parametrize(
    ("ask", "expect", "said"),
    [
        ("castable", "", "the answer to 'castable' is a list of texts, not ''"),
        ("mana_value", "1", "the answer to 'mana_value' is a number, not '1'"),
        ("mana_value", True, "the answer to 'mana_value' is a number, not True"),
        ("tapped", 0, "the answer to 'tapped' is a true or false, not 0"),
        ("mana_valu", 1, "There is no question called 'mana_valu'. Did you mean: mana_value"),
    ],
)
def test_an_answer_of_another_type_is_refused(ask: str, expect: object, said: str) -> None:
    made = json.loads(PLAIN)
    made["start"]["checks"] = [{"object": "x", "ask": ask, "expect": expect}]
    with pytest.raises(BadScenario, match=re.escape(said)):
        from_line(json.dumps(made))


def test_a_file_without_a_vector_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text("\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", str(file)])
    assert ended.value.code == 2
    assert "there is no vector in it" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["mine.toml"], ["--json"], ["--edition", "2017-01-20"]])
def test_what_says_nothing_about_vectors_is_refused(more: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", "--vectors", "vectors.jsonl", *more])
    assert ended.value.code == 2


def test_the_command_writes_the_file_whole(tmp_path: Path) -> None:
    out = tmp_path / "vectors.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["vectors", "--out", str(out)])
    assert ended.value.code == 0
    assert out.read_text().count("\n") == len(bundled())


@pytest.mark.parametrize(
    ("rule", "given", "named"),
    [
        ("709.5", ["709.5a"], True),
        ("709.5", ["709.5"], True),
        ("709", ["712.1", "709.4b"], True),
        ("709.", ["709.4b"], True),
        ("712.2", ["712.21", "712.20"], False),
        ("709.5a", ["709.5"], False),
        ("709", [], False),
    ],
)
def test_a_vector_is_about_its_rules(rule: str, given: list[str], named: bool) -> None:
    assert about(Vector("x", "case", mm.Scenario("x", rules=given)), rule) is named


def test_some_vectors_only(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["vectors", "--kind", "statement", "--rule", "709.5"])
    assert ended.value.code == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {v["kind"] for v in found} == {"statement"}
    assert all(any(r.startswith("709.5") for r in v["rules"]) for v in found)
    with pytest.raises(SystemExit) as ended:
        main(["vectors", "--rule", "709.99"])
    assert ended.value.code == 2
    assert "709.99" in capsys.readouterr().err


GUIDE = Path(mm.__file__).resolve().parents[1] / "data" / "scenarios" / "VECTORS.md"


def test_the_guide_names_what_there_is() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert f"`{VERSION}`" in text
    assert all(f"| `{level}` | {meaning}" in text for level, meaning in LEVELS.items())
    schema = vectors_schema()
    told = set(re.findall(r"`(\w+)`", text))
    for part in (
        schema,
        schema["$defs"]["Setup"],
        schema["$defs"]["Card"],
        schema["$defs"]["Absent"],
    ):
        assert set(part["properties"]) <= told


# ---------------------------------------------------------------- the normal form


JSON = {
    "text": str,
    "text or null": str | None,
    "number": int,
    "true or false": bool,
    "list of texts": list,
    "list of lists": list,
    "list of numbers": list,
    "numbers by name": dict,
}


def test_each_question_has_one_type_of_answer() -> None:
    for line in _tables():
        for check in checks(line):
            kind = asks()[check["ask"]][0]
            assert isinstance(check["expect"], JSON[kind]), (line["id"], check)


def test_owner_and_controller_are_always_written() -> None:
    objects = [o for line in _tables() for o in line["setup"]["objects"]]
    assert all({"id", "zone", "owner", "controller"} <= o.keys() for o in objects)


def test_no_filter_is_left_where_terms_or_objects_say_it() -> None:
    assert [(line["id"], c) for line in _tables() for c in checks(line) if "filter" in c] == []


@pytest.mark.parametrize(
    "text",
    ["t:creature mv<=3 -c:w", 'name:"Graf Rats" controller:you', "is:token pow=6 -tou>2", "mv=5"],
)
def test_a_filter_is_said_back_from_its_terms(text: str) -> None:
    terms = terms_of(text)
    assert terms is not None
    assert filter_of(terms) == text


def test_a_quality_that_must_not_be_is_a_term_of_its_opposite() -> None:
    assert terms_of("not:Face-Up") == terms_of("-is:faceup")
    assert terms_of("-not:token") == terms_of("is:token")


@pytest.mark.parametrize("text", ["t:creature or t:land", "-(t:creature mv=1)", "mv=<x>"])
def test_what_is_no_row_of_terms_is_none(text: str) -> None:
    assert terms_of(text) is None


def test_targets_stand_with_the_half_that_has_them() -> None:
    scenario = (
        mm.Scenario("both halves")
        .start("Wear // Tear", zone="hand", id="card")
        .start("Mimic Vat", id="vat")
        .start("Glorious Anthem", id="anthem")
        .step("cast", object="card", fused=True, target=["vat", "anthem"])
        .expect(object="card", targets=["vat", "anthem"])
    )
    line = line_of(Vector("x", "case", scenario))
    grouped = [{"of": "Wear", "targets": ["vat"]}, {"of": "Tear", "targets": ["anthem"]}]
    assert line["steps"][0]["targets"] == grouped
    assert line["steps"][0]["snapshot"]["stack"][0]["targets"] == grouped


def test_a_spell_begins_on_the_stack_with_its_targets() -> None:
    """A spell that needs targets and has none could not be there (115.1, 601.2c)."""
    for line in _tables():
        for obj in line["setup"]["objects"]:
            if obj["zone"] != "stack":
                continue
            assert "targets" in obj
            faces = line["facts"][obj["card"]]["faces"]
            types = {t for f in faces for t in f["types"]}
            assert obj["targets"] or not types & {"Instant", "Sorcery"}, (line["id"], obj)


def test_damage_has_a_source() -> None:
    found = [(line["id"], s) for line in _tables() for s in line["steps"] if s["do"] == "damage"]
    assert [i for i, step in found if "source" not in step] == []


def test_nothing_is_drawn_from_an_empty_library_without_the_loss() -> None:
    """A draw that no card meets loses the game (704.5b); nothing asks what comes else."""
    for vector in bundled():
        run = vector.scenario.play()
        for number, done in enumerate(run.transitions, 1):
            dry = (
                [e.player for e in done.events if e.kind == "draw" and not e.became] if done else []
            )
            lost = {p.name for p in run.state_list[number].players if p.lost}
            assert set(dry) <= lost, vector.id


def test_objects_are_called_by_the_handle_that_is_theirs_alone() -> None:
    """Both cards of a melded permanent that has left have its handle, so neither is called so."""
    scenario = (
        mm.Scenario("it dies")
        .start("Chittering Host", id="host")
        .step("destroy", object="host", order=["Graf Rats", "Midnight Scavengers"])
        .expect(zone="graveyard", player="you", cards=["Graf Rats", "Midnight Scavengers"])
    )
    line = line_of(Vector("x", "case", scenario))
    assert line["start"]["snapshot"]["battlefield"][0]["object"] == "host"
    dead = line["steps"][0]["snapshot"]["zones"]["graveyard"]["you"]
    assert dead == ["Graf Rats", "Midnight Scavengers"]


def test_tokens_are_named_as_the_rules_have_it() -> None:
    """A token whose name nothing says is called by its subtypes and the word Token (111.4)."""
    found = [
        (line["id"], p["object"], p["names"], p["subtypes"])
        for line in _tables()
        if line["edition"] >= "2021-11-19"
        for part in parts(line)
        for p in part["snapshot"]["battlefield"]
        if p["token"] and p["names"] == [" ".join(p["subtypes"])]
    ]
    assert found == []


# ---------------------------------------------------------------- levels and marks


def test_levels_follow_from_what_a_line_uses() -> None:
    def level(scenario: mm.Scenario) -> str:
        return str(line_of(Vector("x", "case", scenario))["level"])

    card = mm.Scenario("x").start("Fire // Ice", zone="hand", id="card")
    asked = card.expect(object="card", mana_value=4)
    assert level(asked) == "L0"
    assert level(asked.step("discard", object="card")) == "L1"
    assert level(asked.expect(object="card", castable=["Fire"], with_mana="{1}{R}")) == "L2"
    assert level(asked.step("cast", object="card", asks="half")) == "L2"
    assert level(asked.effect(forbid="cast", id="none")) == "L3"
    bears = mm.Scenario("x").start("Grizzly Bears", id="bears")
    assert level(bears.step("change", object="bears", power=3, toughness=3)) == "L3"
    anthem = bears.start("Glorious Anthem").expect(object="bears", power=3)
    assert level(anthem) == "L1", "a text changes the value"
    old = mm.Scenario("x", edition="2017-01-20").start("Fire // Ice", zone="hand", id="card")
    assert level(old.expect(object="card", mana_value=[2, 2])) == "L3"


def test_other_rules_stand_apart_and_raise_no_level() -> None:
    scenario = (
        mm.Scenario("x")
        .start("Fire // Ice", zone="hand", id="card")
        .expect(object="card", mana_value=4)
        .expect(object="card", mana_value=[2, 2], edition="2017-01-20")
    )
    start = line_of(Vector("x", "case", scenario))["start"]
    assert start["level"] == "L0"
    assert start["checks"] == [{"object": "card", "ask": "mana_value", "expect": 4}]
    two = {"object": "card", "ask": "mana_value_of_each", "expect": [2, 2]}
    assert start["under_other_rules"] == [
        {"edition": "2017-01-20", "readings": [], "checks": [two]}
    ]


def test_most_lines_need_no_more_than_the_rules_of_today() -> None:
    found = Counter(line["level"] for line in _tables())
    assert found["L3"] < sum(found.values()) / 4
    assert min(found.values()) > 30


def test_a_policy_that_decides_an_answer_stands_in_the_line() -> None:
    """Each reading is tried; where an answer changes, the line has that reading and its answer."""
    silent = []
    for vector, line in zip(bundled(), _tables(), strict=True):
        known = {row["policy"] for row in line["policies_that_matter"]}
        others = {p.name: list(p.readings)[1:] for p in POLICIES.values() if p.name not in known}
        if vector.scenario.play(policies={n: r[0] for n, r in others.items() if r}).holds:
            continue  # nothing changes with all of them at once
        for name, readings in others.items():
            for reading in readings:
                if not vector.scenario.play(policies={name: reading}).holds:
                    silent.append((vector.id, name, reading))
    assert silent == []


def test_what_is_not_modeled_is_marked() -> None:
    scenario = (
        mm.Scenario("a card whose text is not known here")
        .start("Grizzly Bears", id="bears")
        .start("Sakashima the Impostor", id="other")
    )
    assert line_of(Vector("x", "case", scenario))["assumes_text_absent"] == [
        {"face": "Sakashima the Impostor", "paragraphs": [1], "of": 1}
    ]


def test_a_name_or_a_field_that_stands_twice_is_refused(tmp_path: Path) -> None:
    good = to_line(Vector("good", "case", mm.Scenario("nothing happens")))
    file = tmp_path / "vectors.jsonl"
    file.write_text(good + "\n" + good + "\n" + good.replace('"id": ', '"id": "x", "id": ') + "\n")
    found = [run for _, _, run in replay(file)]
    assert found[0].holds
    assert "line 1 has the id 'good' already" in str(found[1])
    assert "'id' stands twice" in str(found[2])


def test_facts_have_keyword_abilities_alone(lines: tuple[str, ...]) -> None:
    """No keyword action (701) and no ability word (207.2c) is among them."""
    facts = [card for line in lines for card in json.loads(line)["facts"].values()]
    have = {k for card in facts for face in card["faces"] for k in face.get("keywords", ())}
    assert {"Flying", "Fuse", "Aftermath", "Disturb", "Devoid"} <= have
    assert not have & {"Meld", "Transform", "Mill", "Surveil", "Imprint", "Eerie", "Heroic"}


def test_each_card_of_a_pair_says_what_it_melds_into(lines: tuple[str, ...]) -> None:
    """Those that a situation makes up do too."""
    seen = 0
    for line in lines:
        for name, card in json.loads(line)["facts"].items():
            if card["layout"] in ("meld", "meld_result"):
                assert name in (*card["meld"]["cards"], card["meld"]["into"]), line[:80]
                seen += name == "Our Tail"
    assert seen


def test_a_copy_with_exceptions_that_are_not_modeled_is_not_known_from_facts() -> None:
    def level(name: str) -> str:
        scenario = mm.Scenario("a copy").start(name, id="it", copy_of="Grizzly Bears")
        start = line_of(Vector("x", "case", scenario.expect(object="it", power=2)))["start"]
        return str(start["level"])

    assert level("Sakashima the Impostor") == "L1"
    assert level("Clone") == "L0"


def test_a_check_that_needs_more_than_the_start_has_a_level_of_its_own() -> None:
    """The values beside it are asked at the level of the start."""
    scenario = (
        mm.Scenario("what a half is worth, and whether it may be cast")
        .start("Fire // Ice", id="card", zone="hand")
        .expect(object="card", mana_value=4, castable=[])
    )
    line = line_of(Vector("x", "case", scenario))
    worth, castable = line["start"]["checks"]
    assert (line["level"], line["start"]["level"]) == ("L2", "L0")
    assert "level" not in worth
    assert castable["level"] == "L2"
    assert list(castable)[-1] == "expect"
    assert json.loads(to_line(from_line(json.dumps(line)))) == line
