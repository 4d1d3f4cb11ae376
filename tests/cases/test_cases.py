"""Cases from other engines' tests and reports: each holds, and each is here or explained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mtgmeld.rules.numbers import key
from mtgmeld.scenario import Scenario
from tests.scenarios.idle import idle

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.glob("*.toml"))
ID = re.compile(r"[A-Z]+-\d+[a-z]?")


def outside() -> set[str]:
    """The cases that OUTSIDE.md says are no matter of these rules."""
    path = FOLDER / "OUTSIDE.md"
    if not path.is_file():
        return set()
    rows = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| ")]
    return {row.split("|")[1].strip() for row in rows} - {"case", "---"}


def case_of(path: Path) -> str:
    """The case that a file is about; several files may be about one."""
    found = ID.match(path.stem)
    assert found is not None, "a file is named by its case"
    return found[0]


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
    assert case_of(path)
    assert head.rules
    assert head.source, "where the situation was described"
    for rule in head.rules:
        assert key(rule) == rule, "rules are cited by their numbers in the newest edition"
    assert 10 < len(head.title) < 110
    assert not head.title.endswith(".")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_expectation_is_idle(path: Path) -> None:
    """Each value that is expected can fail: another value in its place does."""
    assert idle(Scenario.from_file(path)) == []


def test_no_case_is_both_here_and_outside() -> None:
    assert not {case_of(path) for path in FILES} & outside()


@pytest.mark.shared
def test_every_case_is_here_or_outside(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    wanted = {json.loads(line)["id"] for line in lines if line.strip()}
    assert not wanted - {case_of(path) for path in FILES} - outside()
