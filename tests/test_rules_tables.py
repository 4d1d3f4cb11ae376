"""The tables about the rules, and the page of what shows each rule."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import mtgmeld.rules
from mtgmeld.errors import BadDataFile, MtgmeldError
from mtgmeld.rules import editions, tables
from mtgmeld.rules.differences import RulesDiff, diff
from mtgmeld.rules.editions import CHANGES, EDITIONS, NEWEST
from mtgmeld.rules.matching import Alphabet, fold, masked
from mtgmeld.rules.numbers import key, stretches
from mtgmeld.rules.tables import rows_of
from mtgmeld.rules.text import read_text
from tests.tools import PROJECT, coverage_page, tools

Coverage, cells_of, cover = coverage_page.Coverage, coverage_page.cells_of, coverage_page.cover
cover_statements, page = coverage_page.cover_statements, coverage_page.page
rules_in = coverage_page.rules_in


# -- dated changes ------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_begins_in_an_edition_that_shows_it(name: str) -> None:
    """One of its rules is new or reworded in that edition, or an old rule is gone from it."""
    change = CHANGES[name]
    assert change.since in EDITIONS
    shown = set()
    for rule in (*change.rules, *change.old_rules):
        times = stretches(rule)
        shown |= {times[0].first} if times[0].first > EDITIONS[0] else set()
        shown |= {new.first for old, new in pairwise(times) if new.wording != old.wording}
        if times[-1].last != NEWEST:
            shown.add(EDITIONS[EDITIONS.index(times[-1].last) + 1])
    assert change.since in shown


@pytest.mark.parametrize(
    ("name", "since"),
    [
        ("split cards have one combined set of characteristics", "2017-04-28"),
        ("X in abilities of entering", "2019-10-04"),
        ("separate symbols of a split card's cost", "2020-04-17"),
        ("simultaneous timestamps in APNAP order", "2020-04-17"),
        ("commander moves from graveyard or exile as a state-based action", "2020-07-03"),
        ("names of tokens", "2021-11-19"),
        ("meld cards are double-faced cards", "2023-04-14"),
        ("token copies have two faces", "2023-04-14"),
        ("split cards with one type line", "2024-09-20"),
        ("modal double-faced permanents transform", "2025-09-19"),
        ("abilities that move library cards are no mana abilities", "2026-08-07"),
    ],
)
def test_the_known_changes_have_their_dates(name: str, since: str) -> None:
    assert CHANGES[name].since == since


def test_every_change_is_asked_by_the_code_that_differs() -> None:
    """Each has one name, and a module outside the rules asks for it."""
    names = {
        change.name: name
        for name, change in vars(editions).items()
        if name.isupper() and isinstance(change, editions.Change)
    }
    assert set(names) == set(CHANGES)
    asked = {
        node.id if isinstance(node, ast.Name) else node.attr
        for path in (PROJECT / "mtgmeld").rglob("*.py")
        if "rules" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name | ast.Attribute)
    }
    asked |= {
        names[row["two_faced_copies"]] for row in rows_of("layouts") if row["two_faced_copies"]
    }
    assert set(names.values()) - asked == set()


def test_changes_are_a_frame() -> None:
    frame = mtgmeld.rules.changes()
    assert list(frame.columns) == [
        "name",
        "since",
        "before",
        "after",
        "rules",
        "old_rules",
        "statements",
    ]
    assert {str(d) for d in frame.dtypes} == {"string"}
    assert len(frame) == len(CHANGES)
    assert frame["since"].is_monotonic_increasing
    split = frame.set_index("name").loc["split cards have one combined set of characteristics"]
    assert "708.6a@2017-01-20" in split["old_rules"].split("; ")


@pytest.mark.shared
def test_every_statement_that_names_an_edition_is_touched_by_a_change(shared: Path) -> None:
    text = (shared / "spec" / "statements.md").read_text(encoding="utf-8")
    touched = {s for change in CHANGES.values() for s in change.statements}
    # explicit since a date and the same before; a rewording that changes no answer here; and
    # one from before the first edition
    apart = {"S021", "S022", "S031"}
    dated = {
        line[:4] for line in text.splitlines() if re.match(r"S\d{3}\.", line) and "Editions" in line
    }
    assert len(dated) > 20
    assert dated - touched - apart == set()


# -- contradictions, concordance, statements ------------------------------------------------


def test_contradictions_are_a_frame() -> None:
    frame = mtgmeld.rules.contradictions()
    assert list(frame.columns) == ["code", "between", "one", "other", "we_do", "why", "rules"]
    assert frame["code"].is_unique
    assert not frame.isna().any().any()
    for cell in frame["rules"]:
        for rule in cell.split("; "):
            assert key(rule)


def test_every_contradiction_of_the_concordance_is_told() -> None:
    codes = set(mtgmeld.rules.contradictions()["code"])
    named = mtgmeld.rules.concordance()["contradiction"].dropna()
    assert {c for cell in named for c in cell.split("; ")} <= codes


@pytest.mark.shared
def test_contradictions_are_all_those_of_the_specification(shared: Path) -> None:
    text = (shared / "spec" / "contradictions.md").read_text(encoding="utf-8")
    codes = re.findall(r"(?m)^\| (C\d\d) \|", text)
    assert list(mtgmeld.rules.contradictions()["code"]) == codes


@pytest.mark.shared
def test_the_concordance_is_that_of_the_specification(shared: Path) -> None:
    import csv

    with (shared / "spec" / "concordance.csv").open(encoding="utf-8", newline="") as file:
        wanted = [
            (r["seed_file"][:3], r["seed_label"], r["current_rule"]) for r in csv.DictReader(file)
        ]
    assert [(r["source"], r["label"], r["rules"]) for r in rows_of("concordance")] == wanted


@pytest.mark.shared
def test_the_statements_are_those_of_the_specification(shared: Path) -> None:
    text = (shared / "spec" / "statements.md").read_text(encoding="utf-8")
    listed = {row["statement"]: row["rules"].split("; ") for row in rows_of("statements")}
    numbers = re.findall(r"(?m)^(S\d{3})\.", text)
    assert list(listed)[: len(numbers)] == numbers
    assert listed["S035"] == ["202.1b", "202.3a", "202.3b", "202.3c", "700.5"]
    assert listed["S027"] == ["709.4b", "202.3d", "708.6a@2017-01-20", "708.5a@2017-01-20"]
    for line in text.splitlines():
        if re.match(r"S\d{3}\.", line):
            first = re.search(r"\[[^\]]*?(\d{3}\.\d+[a-z]?)", line)
            assert first is not None
            assert listed[line[:4]][0] == first[1]


def test_a_damaged_table_names_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "data_folder", lambda: tmp_path)
    path = tmp_path / "statements.csv"
    try:
        for content, why in (
            (None, "cannot be read"),
            ("a,b\n", "line 1"),
            ("statement,rules,rests_on\nS001,709.4,\nS002\n", "line 3"),
            ("statement,rules,rests_on\nS001,709.4,,\n", "line 2"),
        ):
            rows_of.cache_clear()
            if content is not None:
                path.write_text(content, encoding="utf-8")
            with pytest.raises(BadDataFile, match=why):
                rows_of("statements")
    finally:
        rows_of.cache_clear()


# -- the computed match agrees with the concordance -----------------------------------------


@cache
def editions_diff(folder: Path, old: str) -> RulesDiff:
    return diff(folder / f"{old}.txt.gz", folder / f"{NEWEST}.txt.gz")


NUMBERED = [row for row in rows_of("concordance") if re.match(r"\d{3}\.\d", row["label"])]
WORDED = [
    row
    for row in rows_of("concordance")
    if not re.match(r"\d{3}\.\d", row["label"]) and not row["unmatched"]
]


def test_the_concordance_has_its_rows() -> None:
    assert len(NUMBERED) == 12 + 6 + 17
    assert len(WORDED) == 8
    without = [r["label"] for r in NUMBERED if r["unmatched"]]
    assert without == ["712.1b", "712.3c (with Clone example)"]


@pytest.mark.shared
@pytest.mark.parametrize("row", NUMBERED, ids=lambda r: f"{r['source']}-{r['label']}")
def test_a_numbered_row_agrees_with_the_computed_match(shared: Path, row: dict[str, str]) -> None:
    old = "2018-04-27" if row["source"] == "000" else "2024-11-08"
    number = row["label"].split()[0]
    found = editions_diff(shared / "rules" / "cr", old).became(number)
    if row["unmatched"]:
        assert found == ()
    else:
        assert found
        assert set(found) <= set(rules_in(row["rules"]))
        if row["status"] in ("moved", "same wording"):
            kinds = {
                r.kind
                for r in editions_diff(shared / "rules" / "cr", old).rows
                if r.old is not None and r.old.number == number
            }
            assert kinds <= {"same", "renumbered"}


@pytest.mark.parametrize("row", NUMBERED, ids=lambda r: f"{r['source']}-{r['label']}")
def test_a_numbered_row_agrees_with_the_numbers_through_time(row: dict[str, str]) -> None:
    date = "2018-04-27" if row["source"] == "000" else "2024-11-08"
    found = key(f"{row['label'].split()[0]}@{date}")
    if row["unmatched"]:
        assert "@" in found  # gone
    else:
        assert found in rules_in(row["rules"])


@pytest.mark.shared
@pytest.mark.parametrize("row", WORDED, ids=lambda r: f"{r['source']}-{r['label'][:12]}")
def test_a_paragraph_is_most_like_the_rule_that_the_concordance_names(
    shared: Path, row: dict[str, str]
) -> None:
    (path,) = (shared / "seeds").glob(f"{row['source']}_*.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    (said, *_) = [line for line in lines if line.lstrip("•*- ").startswith(row["label"])]
    newest = read_text(shared / "rules" / "cr" / f"{NEWEST}.txt.gz")
    letters = Alphabet()
    wanted = masked(fold(said))
    best = max(newest.rules, key=lambda r: letters.likeness(wanted, masked(fold(r.text))))
    assert best.number == rules_in(row["rules"])[0]


@pytest.mark.shared
def test_the_meld_rules_move_as_the_specification_says(shared: Path) -> None:
    folder = shared / "rules" / "cr"
    found = diff("2018-04-27", NEWEST, sections="712", folder=folder)
    rows = {r.old.number: r for r in found.rows if r.old is not None}
    for letter in ("", "a", "b", "c", "d", "e"):
        row = rows[f"712.4{letter}"]
        assert row.new is not None
        assert row.new.number == f"712.21{letter}"
        assert row.kind == ("renumbered and reworded" if letter in ("b", "d") else "renumbered")
    said = rows["712.4b"].changes()
    assert "[-613.6j-] {+613.7m+}" in said
    assert "[-the battlefield-]" in said
    said = rows["712.4d"].changes()
    assert "903.9a" in said.split("-]")[0]
    assert "903.9b" in said.split("{+")[1]


@pytest.mark.shared
def test_far_and_adjacent_matches_agree(shared: Path) -> None:
    """The match of two far editions finds nearly what the chain of all editions finds."""
    found = editions_diff(shared / "rules" / "cr", "2018-04-27")
    assert len({r.old.number for r in found.rows if r.old is not None}) == 2277
    assert len({r.new.number for r in found.rows if r.new is not None}) == 3166
    wrong = [
        (row.old.number, row.new.number)
        for row in found.rows
        if row.old is not None
        and row.new is not None
        and row.kind not in ("split", "merged")
        and key(f"{row.old.number}@2018-04-27") != row.new.number
    ]
    assert len(wrong) <= 0.01 * 2277


# -- coverage -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "rules"),
    [
        ("712.21", ("712.21",)),
        ("712.5; 712.5a-c", ("712.5", "712.5a", "712.5b", "712.5c")),
        ("204; 202.2e; 105.2", ("202.2e", "105.2", "204")),
        ("712.21a (see 401.4, 404.3)", ("712.21a", "401.4", "404.3")),
        ("", ()),
    ],
)
def test_lists_of_rules_are_read(listed: str, rules: tuple[str, ...]) -> None:
    assert rules_in(listed) == rules


def tree(root: Path) -> Path:
    """Write a small source tree with a test, a scenario and a notebook."""
    (root / "tests").mkdir()
    (root / "tests" / "test_a.py").write_text(
        "import pytest\n"
        "CASES = [pytest.param(1, marks=pytest.mark.statement('S139'))]\n"
        "@pytest.mark.statement('S135')\n"
        "def test_leaving(): ...\n"
        "@pytest.mark.parametrize('n', [\n"
        "    pytest.param(1, marks=pytest.mark.statement('S143')),\n"
        "    pytest.param(2, marks=[pytest.mark.statement('S144', 'S145')]),\n"
        "])\n"
        "def test_order(n): ...\n"
        "@pytest.mark.parametrize('n', CASES)\n"
        "def test_owner(n): ...\n"
        "@pytest.mark.statement('S151')\n"
        "class TestReplacing:\n"
        "    def test_one(self): ...\n"
        "def test_nothing(): 'S146'\n",
        encoding="utf-8",
    )
    scenarios = root / "data" / "scenarios"
    scenarios.mkdir(parents=True)
    (scenarios / "leave.toml").write_text('rules = ["712.21c", "400.7"]\n', encoding="utf-8")
    (root / "notebooks").mkdir()
    cells = [
        {"cell_type": "markdown", "source": ["Nothing here."]},
        {"cell_type": "markdown", "source": ["As 712.21e says, ", "two cards."]},
        {"cell_type": "code", "source": ["'709.3a'"]},
    ]
    (root / "notebooks" / "meld.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return root


def test_what_shows_a_rule_is_found(tmp_path: Path) -> None:
    rows = {(r.source, r.label): r for r in cover(tree(tmp_path))}
    assert rows["001", "712.21"].tests == ("tests/test_a.py::test_leaving",)
    assert rows["001", "712.21a"].tests == ("tests/test_a.py::test_owner",)
    assert rows["001", "712.21b"].tests == ("tests/test_a.py::test_order",)
    assert rows["001", "712.21c"].scenarios == ("leave.toml",)
    assert rows["001", "712.21c"].tests == ()
    assert rows["001", "712.21d"].tests == ("tests/test_a.py::TestReplacing::test_one",)
    assert rows["001", "712.21e"].cells == ("meld.ipynb, cell 2",)
    assert rows["001", "712.21e"].statements == ("S138",)
    assert not rows["001", "712.21e"].empty
    assert rows["002", "709.3a"].empty
    assert coverage_page.tests_of(tmp_path / "tests")["S145"] == ["tests/test_a.py::test_order"]
    assert "S146" not in coverage_page.tests_of(tmp_path / "tests")


def test_a_tree_without_tests_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MtgmeldError, match="no tests"):
        cover(tmp_path)


def test_a_damaged_notebook_or_scenario_is_named(tmp_path: Path) -> None:
    tree(tmp_path)
    (tmp_path / "notebooks" / "bad.ipynb").write_text("{", encoding="utf-8")
    with pytest.raises(BadDataFile, match=r"bad\.ipynb"):
        cells_of(tmp_path / "notebooks")
    (tmp_path / "notebooks" / "bad.ipynb").unlink()
    (tmp_path / "data" / "scenarios" / "bad.toml").write_text("rules = [", encoding="utf-8")
    with pytest.raises(BadDataFile, match=r"bad\.toml"):
        cover(tmp_path)


def test_the_page_counts_what_it_leaves_out() -> None:
    row = Coverage("001", "a|b", ("712.21",), (), (), tuple(f"t{n}" for n in range(9)), ())
    line = page([row]).splitlines()[-1]
    assert line == r"| 001 | a\|b | 712.21 |  |  | t0, t1, t2, t3, t4, t5 and 3 more |  |"


def test_the_tool_writes_and_checks_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree(tmp_path)
    asked = ["coverage", "--root", str(root)]
    assert tools.main([*asked, "--check"]) == 1
    assert "not current" in capsys.readouterr().out
    assert tools.main(asked) == 0
    said = capsys.readouterr().out
    assert "nothing shows 002 709.3a" in said
    assert f"{len(rows_of('concordance'))} rows" in said
    assert tools.main([*asked, "--check"]) == 0
    assert tools.main(["coverage", "--root", str(tmp_path / "data")]) == 2
    assert "no tests" in capsys.readouterr().err


def test_every_rule_of_the_source_texts_has_a_row_with_a_statement() -> None:
    rows = cover(PROJECT)
    assert len(rows) == len(rows_of("concordance")) == 73
    assert [r.label for r in rows if not r.statements] == []


def test_the_page_names_only_what_is_there() -> None:
    text = (PROJECT / "COVERAGE.md").read_text(encoding="utf-8")
    for name in re.findall(r"tests/[\w/]+\.py", text):
        assert (PROJECT / name).is_file(), name
    for name in re.findall(r"[\w/-]+\.ipynb", text):
        assert (PROJECT / "notebooks" / name).is_file(), name
    for name in re.findall(r"[\w/.-]+\.toml", text):
        assert (PROJECT / "data" / "scenarios" / name).is_file(), name


def test_the_page_is_current_and_has_no_empty_row() -> None:
    rows = cover(PROJECT)
    assert [f"{r.source} {r.label}" for r in rows if r.empty] == []
    assert (PROJECT / "COVERAGE.md").read_text(encoding="utf-8") == page(
        rows, cover_statements(PROJECT)
    )


def test_every_statement_has_a_test_a_situation_and_a_named_policy() -> None:
    shown = cover_statements(PROJECT)
    assert [one.statement for one in shown] == [f"S{n:03}" for n in range(1, 1 + len(shown))]
    assert [one.statement for one in shown if one.empty] == []
    decided = {one.statement: one.policy for one in shown if one.rests_on == "policy"}
    assert len(decided) == 9
    assert decided["S040"] == "token copy back face up"
