"""The situations in ``data/scenarios``: each holds, and says what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtgmeld.rules.numbers import key
from mtgmeld.rules.tables import rows_of
from mtgmeld.scenario import Scenario
from tests.scenarios.idle import idle
from tests.tools import coverage_page

FOLDER = Path(__file__).resolve().parents[2] / "data" / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))


def text_rows() -> list[tuple[str, set[str]]]:
    """Each rule and ruling of the source texts, with the rules that say it now."""
    return [
        (f"{row['source']} {row['label']}", set(coverage_page.rules_in(row["rules"])))
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


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_expectation_is_idle(path: Path) -> None:
    """Each value that is expected can fail: another value in its place does."""
    assert idle(Scenario.from_file(path)) == []
