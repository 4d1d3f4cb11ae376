"""The situations in ``data/scenarios``: each holds, and says what it shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mtgmeld.rules.coverage import rules_in
from mtgmeld.rules.numbers import key
from mtgmeld.rules.tables import rows_of
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.expectations import hold
from mtgmeld.scenario.notation import Expect

FOLDER = Path(__file__).resolve().parents[2] / "data" / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))


def text_rows() -> list[tuple[str, set[str]]]:
    """Each rule and ruling of the source texts, with the rules that say it now."""
    return [
        (f"{row['source']} {row['label']}", set(rules_in(row["rules"])))
        for row in rows_of("concordance")
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_it_holds(path: Path) -> None:
    run = Scenario.from_file(path).play()
    assert run.outcomes, "it checks nothing"
    assert run.holds, "\n".join(map(str, run.failures))
    for state in run.state_list:
        assert state.faults() == ()


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_it_says_what_it_shows(path: Path) -> None:
    head = Scenario.from_file(path).head
    first = path.stem.partition("-")[0]
    assert re.fullmatch(r"\d{3}\.\d+[a-z]?", first), "a file is named by its rule"
    assert first in head.rules
    for rule in head.rules:
        assert key(rule) == rule, "rules are cited by their numbers in the newest edition"
    assert 10 < len(head.title) < 110
    assert not head.title.endswith(".")
    statements = {row["statement"] for row in rows_of("statements")}
    assert set(head.statements) <= statements
    known = {name for name, _ in text_rows()}
    assert set(head.texts) <= known, "a text and label of data/concordance.csv"


def test_titles_are_their_own() -> None:
    titles = [Scenario.from_file(path).title for path in FILES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("row", text_rows(), ids=lambda r: r[0])
def test_every_rule_and_ruling_of_the_source_texts_is_shown(row: tuple[str, set[str]]) -> None:
    name, rules = row
    shown = [
        path.name
        for path in FILES
        if name in (head := Scenario.from_file(path).head).texts and rules & set(head.rules)
    ]
    assert shown, f"no scenario says that it shows {name} by one of {sorted(rules)}"


# what an expectation says beside what it asks, and what other() has no opposite for
FRAME = {"object", "player", "note", "edition", "policies", "last_known", "any_order", "matching"}
FRAME |= {"with_mana", "by"}
LACKING = {"lacks_name", "none_of", "shares_name_with", "shares_no_name_with", "hidden_from"}


def other(field: str, value: Any) -> Any:
    """A value that differs from the expected one."""
    if field == "is":
        return f"-({value})"
    if field == "has_name":
        return "no such name"
    if field in ("has_keywords", "cites"):
        return ["no such word"]
    if field == "allowed":
        return {**value, "player": "nobody"}
    if field == "refused":
        return {"do": "note"}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "{W}{W}" if field in ("mana_cost", "repeated_symbols") else "WUBRG" + value
    if isinstance(value, list):
        return value[1:] if value else ["another"]
    return {
        k: v + 1 if isinstance(v, int) else f"W{v}" for k, v in (value or {"another": 0}).items()
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_expectation_is_idle(path: Path) -> None:
    """Each value that is expected can fail: another value in its place does."""
    scenario = Scenario.from_file(path)
    tables = scenario.to_dict()
    moments = [(0, tables.get("expect", []))]
    moments += [(n, s.get("expect", [])) for n, s in enumerate(tables.get("step", []), 1)]
    for step, rows in moments:
        for row in rows:
            run = scenario.play(edition=row.get("edition"), policies=row.get("policies"))
            told = {k: v for k, v in row.items() if k in FRAME}
            if "object" not in row and "zone" in row:
                told["zone"] = row["zone"]
            for field in row.keys() - FRAME - LACKING - told.keys():
                wanted = msgspec.convert({**told, field: other(field, row[field])}, Expect)
                found = hold(wanted, run.moment(step), "")
                assert not all(o.holds for o in found), f"step {step}: {field} cannot fail"
