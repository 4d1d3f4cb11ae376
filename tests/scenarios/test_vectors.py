"""Conformance vectors: written, checked by a stock validator, replayed, refused when damaged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import mtgmeld as mm
from mtgmeld.cli import main
from mtgmeld.errors import BadScenario
from mtgmeld.query.amounts import letters_of
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.vectors import (
    VERSION,
    Vector,
    about,
    bundled,
    from_line,
    replay,
    to_line,
    vectors_schema,
)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return [to_line(v) for v in bundled()]


def test_every_bundled_situation_is_a_vector(lines: list[str]) -> None:
    names = [json.loads(line)["id"] for line in lines]
    assert len(names) == len(set(names)), "ids are unique"
    assert all(json.loads(line)["schema"] == VERSION for line in lines)


def test_a_stock_validator_accepts_every_line(lines: list[str]) -> None:
    jsonschema.Draft202012Validator.check_schema(vectors_schema())
    validator = jsonschema.Draft202012Validator(vectors_schema())
    for line in lines:
        validator.validate(json.loads(line))


def test_a_stock_validator_refuses_what_is_none() -> None:
    validator = jsonschema.Draft202012Validator(vectors_schema())
    good = json.loads(to_line(Vector("x", "case", mm.Scenario("x"))))
    validator.validate(good)
    for spoilt in (
        {**good, "schema": "mtgmeld-vectors/0"},
        {**good, "kind": "poem"},
        {**good, "extra": 1},
        {**good, "setup": {"stat": []}},
        {**good, "expected": [{"mana_valu": 1}]},
        {**good, "steps": [{"do": "destroy", "object": "x"}]},
        {**good, "steps": [{"do": "destroi", "object": "x", "expected": []}]},
        {**good, "steps": [{"do": "destroy", "objekt": "x", "expected": []}]},
        {**good, "steps": [{"do": "destroy", "object": "x", "expected": [{"life": "x"}]}]},
        {k: v for k, v in good.items() if k != "steps"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(spoilt)


def test_lines_read_back_as_the_same_situation() -> None:
    for vector in bundled():
        again = from_line(to_line(vector))
        # a line always says its edition, a file may leave the newest out
        assert to_line(again) == to_line(vector)
        own, read = vector.scenario.to_dict(), again.scenario.to_dict()
        assert {**read, "edition": ""} == {**own, "edition": ""}


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
        ("expected", None, "'expected' is no array"),
        ("expectd", [], "there is no field 'expectd'"),
        ("setup", [], "'setup' is no object"),
        ("steps", [1], "a step is no object"),
        ("steps", [{"do": "note", "expected": {}}], "'expected' of a step is no array"),
    ],
)
def test_what_is_no_vector_says_why(field: str, value: object, said: str) -> None:
    """A field that no reader knows or can read would leave something uncompared in silence."""
    with pytest.raises(BadScenario, match=re.escape(f"it is no vector: {said}")):
        from_line(json.dumps({**json.loads(PLAIN), field: value}))


@pytest.mark.parametrize("field", ["id", "kind", "title", "rules", "edition", "setup", "steps"])
def test_a_line_has_all_that_the_schema_asks_for(field: str) -> None:
    made = json.loads(PLAIN)
    del made[field]
    with pytest.raises(BadScenario, match=f"it is without '{field}'"):
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


class Here:
    """This engine as the guide's reader wants one; told to, it says a wrong mana value."""

    def __init__(self, *, wrong: bool = False) -> None:
        self.wrong = wrong

    def begin(self, setup: dict[str, Any], edition: str) -> Any:
        return Scenario.from_dict({"title": "x", "edition": edition, **setup}).begin()

    def ask(self, state: Any, obj: str, field: str) -> Any:
        value = getattr(state.characteristics(obj), field).value
        if field == "colors":
            return "".join(c for c in "WUBRG" if c in letters_of(value))
        return value + 1 if self.wrong and field == "mana_value" else value


def test_the_reader_of_the_guide_reads(lines: list[str]) -> None:
    """As another engine would: all that it compares agrees, and a wrong value is found."""
    code = re.search(
        r"<!-- reader -->\n```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S
    )
    assert code is not None
    space: dict[str, Any] = {}
    exec(code[1], space)
    counts, differ = space["test"](lines, Here())
    assert differ == []
    assert counts["compared"] > 200
    _, differ = space["test"](lines, Here(wrong=True))
    assert {field for _, _, field, _, _ in differ} == {"mana_value"}


def test_the_guide_names_what_there_is() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert f"`{VERSION}`" in text
    properties = vectors_schema()["properties"]
    told = set(re.findall(r"`(\w+)`", text.split("## How to test")[0]))
    assert set(properties) - {"texts"} <= told


def test_a_name_or_a_field_that_stands_twice_is_refused(tmp_path: Path) -> None:
    good = to_line(Vector("good", "case", mm.Scenario("nothing happens")))
    file = tmp_path / "vectors.jsonl"
    file.write_text(good + "\n" + good + "\n" + good.replace('"id": ', '"id": "x", "id": ') + "\n")
    found = [run for _, _, run in replay(file)]
    assert found[0].holds
    assert "line 1 has the id 'good' already" in str(found[1])
    assert "'id' stands twice" in str(found[2])
