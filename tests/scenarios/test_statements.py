"""The situations in ``data/scenarios/statements``: one for each statement, and each holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtgmeld.rules.editions import POLICIES
from mtgmeld.rules.numbers import key
from mtgmeld.rules.tables import rows_of
from mtgmeld.scenario import Scenario
from tests.scenarios.idle import expectations, idle

FOLDER = Path(__file__).resolve().parents[2] / "data" / "scenarios" / "statements"
FILES = sorted(FOLDER.glob("*.toml"))
FIRST, LAST = 1, 199
NUMBERS = [f"S{n:03}" for n in range(FIRST, LAST + 1)]
RULES = {row["statement"]: row["rules"].split("; ") for row in rows_of("statements")}

# exceptions of 400.7 that no situation shows: what they are about is not part of a game here
NOT_SHOWN = {
    "S177": {
        "400.7b",  # a static ability that gives a permanent spell an ability
        "400.7c",  # prevention of damage
        "400.7f",  # finding the Auras of what has left
        "400.7h",  # the rest of an effect that lets a card be cast
        "400.7i",  # the rest of an effect that lets a land be played
        "400.7k",  # madness
        "400.7m",  # stickers
    }
}


def of_statement(number: str) -> list[Path]:
    return [path for path in FILES if path.stem.startswith(f"{number}-")]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_statement_has_a_situation(number: str) -> None:
    files = of_statement(number)
    assert files, f"no file {number}-... in {FOLDER}"
    named = {rule for path in files for rule in Scenario.from_file(path).head.rules}
    today = {rule for rule in RULES[number] if "@" not in rule}
    missing = today - named
    assert missing == NOT_SHOWN.get(number, set()), "together they name the statement's rules"


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
    number = path.stem.partition("-")[0]
    assert head.statements == [number], "a file is named by its statement, and shows that one"
    for rule in head.rules:
        assert key(rule) == rule, "rules are cited by their numbers in the newest edition"
    assert 10 < len(head.title) < 110
    assert not head.title.endswith(".")


def test_titles_are_their_own() -> None:
    titles = [Scenario.from_file(path).title for path in FILES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_expectation_is_idle(path: Path) -> None:
    """Each value that is expected can fail: another value in its place does."""
    assert idle(Scenario.from_file(path)) == []


@pytest.mark.parametrize("policy", [p for p in POLICIES if POLICIES[p].statement in NUMBERS])
def test_every_reading_of_a_policy_is_shown(policy: str) -> None:
    number = POLICIES[policy].statement
    shown = {POLICIES[policy].default}
    for path in of_statement(number):
        scenario = Scenario.from_file(path)
        shown |= {scenario.head.policies.get(policy, POLICIES[policy].default)}
        shown |= {
            row["policies"][policy]
            for _, row in expectations(scenario)
            if policy in row.get("policies", {})
        }
    assert shown == set(POLICIES[policy].readings)


# the new words of its rule are known by their hash alone
UNKNOWN = {"S022"}


@pytest.mark.shared
def test_what_differs_between_editions_is_shown_in_both(shared: Path) -> None:
    text = (shared / "spec" / "statements.md").read_text(encoding="utf-8")
    noted = {line[:4] for line in text.splitlines() if "Editions:" in line}
    without = []
    for number in sorted(noted.intersection(NUMBERS) - UNKNOWN):
        asked: set[str | None] = set()
        for path in of_statement(number):
            scenario = Scenario.from_file(path)
            of_file = scenario.head.edition
            asked |= {row.get("edition", of_file) for _, row in expectations(scenario)}
        if len(asked) < 2:
            without.append(number)
    assert without == []
