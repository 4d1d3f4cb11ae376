"""Rule numbers through time."""

from __future__ import annotations

import csv
import datetime
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import mtgmeld
from mtgmeld.errors import BadDataFile, UnknownEdition, UnknownEditionWarning, UnknownRule
from mtgmeld.files import data_folder
from mtgmeld.game.keyword_abilities import keywords
from mtgmeld.rules import numbers
from mtgmeld.rules.editions import CHANGES, EDITIONS, MISSING, NEWEST, POLICIES
from mtgmeld.rules.lives import history
from mtgmeld.rules.numbers import HEADER, gist, key, number_in, words_for


@pytest.mark.parametrize(
    ("rule", "date", "number"),
    [
        ("712.21c", "2018-06-08", "712.4c"),
        ("712.21c", "2021-11-19", "713.4c"),
        ("712.21c", "2022-11-18", "713.5c"),
        ("712.21c", "2023-04-14", "712.21c"),
        ("712.21c", NEWEST, "712.21c"),
        ("709.4b", "2017-04-28", "708.4b"),
        ("709.3c", "2018-04-27", "708.3c"),
        ("107.3m", "2019-10-04", "107.3k"),
        ("107.3m", "2020-09-25", "107.3m"),
        ("106.12", "2018-04-27", "106.11"),
        ("106.12a", "2019-05-03", "106.11a"),
        ("106.12", "2019-06-14", "106.12"),
        ("613.7m", "2020-01-24", "613.6j"),
        ("613.7m", "2020-04-17", "613.7k"),
        ("613.7m", "2022-10-07", "613.7m"),
        ("702.102a", "2017-01-20", "702.101a"),
        ("702.102b", "2021-04-22", "702.102b"),
        ("707.12", "2021-06-18", "706.12"),
        ("709", "2018-06-08", "708"),
        ("712", "2018-06-08", "711"),
        ("605.1a", "2026-08-07", "605.1a"),
    ],
)
def test_a_rule_has_the_number_of_its_edition(rule: str, date: str, number: str) -> None:
    assert number_in(rule, date) == number


def test_a_date_between_two_editions_has_the_earlier_one() -> None:
    assert number_in("712.21", "2023-04-13") == "713.5"
    assert number_in("712.21", "2023-05-01") == "712.21"


def test_an_edition_object_will_do() -> None:
    assert number_in("712.21", mtgmeld.edition("2018-06-08")) == "712.4"


@pytest.mark.parametrize(
    ("rule", "date", "number"),
    [
        ("709.5", "2018-06-08", "709.5 (2024-09-20)"),
        # the letter of the first edition that has it, not today's
        ("107.3m", "2018-06-08", "107.3k (2019-10-04)"),
        ("712.21e", "2016-08-26", "712.4e (2016-09-30)"),
        ("708.6a@2017-01-20", NEWEST, "708.6a (2017-01-20)"),
        ("708.6a@2017-01-20", "2026-08-07", "708.6a (2017-01-20)"),
    ],
)
def test_a_rule_that_the_edition_lacks_is_cited_from_the_nearest(
    rule: str, date: str, number: str
) -> None:
    assert number_in(rule, date) == number


def test_a_number_with_a_date_is_the_rule_that_had_it_then() -> None:
    assert number_in("708.6a@2017-01-20", "2016-08-26") == "708.6a"
    assert number_in("712.4@2018-06-08", NEWEST) == "712.21"
    assert number_in("712.4", "2018-06-08") == "712.1"
    assert key("613.6j@2020-01-24") == "613.7m"
    assert key("903.9@2020-06-01") == "903.9b"
    # gone from the newest edition: the rule that had it last
    assert key("708.6a") == "708.6a@2017-01-20"


def test_a_number_with_two_letters_is_a_number() -> None:
    assert number_in("704.5aa", NEWEST) == "704.5aa"
    assert number_in("704.5aa", "2026-06-19") == "704.5z"
    assert key("704.5z@2026-06-19") == "704.5aa"


def test_a_number_that_stood_twice_is_that_of_both_rules() -> None:
    """On 2024-09-20 the rules on offspring and on impending had the same number."""
    assert number_in("702.175a", "2024-09-20") == "702.175a"
    assert number_in("702.176a", "2024-09-20") == "702.175a"
    assert history("702.176").steps[0].edition == "2024-09-20"
    assert key("702.175a@2024-09-20") == "702.175a"


def test_a_citation_without_a_number_comes_back() -> None:
    assert number_in("ruling", "2018-06-08") == "ruling"
    assert words_for("ruling", "2018-06-08") == ""


def test_an_unknown_number_names_near_ones() -> None:
    with pytest.raises(UnknownRule) as caught:
        number_in("712.21x", NEWEST)
    assert "712.21" in caught.value.near
    assert caught.value.name == "712.21x"
    with pytest.raises(UnknownRule, match=r"712\.21a"):
        history("seven")
    with pytest.raises(UnknownRule, match="2016-07-22 to 2017-01-20"):
        key("708.6a@2020-01-24")
    with pytest.raises(UnknownEdition):
        number_in("712.21", "2015-01-01")
    with pytest.raises(UnknownEdition):
        number_in("712.21", "last year")


def test_history_of_the_rule_on_leaving_names_each_number_and_date() -> None:
    found = history("712.21")
    assert [(s.edition, s.number, s.change) for s in found.steps] == [
        ("2016-07-22", "712.4", "oldest known"),
        ("2021-07-23", "713.4", "renumbered"),
        ("2022-11-18", "713.5", "renumbered"),
        ("2023-04-14", "712.21", "renumbered"),
    ]
    text = str(found)
    for said in ("712.4", "713.4", "713.5", "712.21", "2021-07-23", "2022-11-18", "2023-04-14"):
        assert said in text


def test_history_tells_rewording_from_other_references() -> None:
    steps = {s.edition: s.change for s in history("712.21b").steps}
    assert steps["2020-04-17"] == "references"  # 613.6j became 613.7k
    assert steps["2022-10-07"] == "references"  # 613.7m
    assert steps["2024-07-30"] == "reworded"  # "enters"
    assert steps["2023-04-14"] == "renumbered"


def test_history_of_a_rule_that_is_gone_ends() -> None:
    last = history("708.6a").steps[-1]
    assert (last.edition, last.change) == ("2017-04-28", "gone")
    assert "2017-01-20" in last.detail
    assert "merged into 712.15" in history("713.10@2023-02-03").steps[-1].detail


def test_history_begins_where_the_rule_began() -> None:
    first = history("709.5").steps[0]
    assert (first.edition, first.change) == ("2024-09-20", "new")
    assert history("107.3m").steps[0].edition == "2019-10-04"


def test_history_names_other_bearers_of_the_number() -> None:
    assert "712.4@2021-06-18" in history("712.4").others
    assert history("712.4@2021-06-18").rule == "712.21"


def test_history_ends_and_begins_where_it_is_asked_to() -> None:
    found = history("712.21", until="2021-06-18")
    assert found.rule == "712.21"
    assert [s.number for s in found.steps] == ["712.4"]
    assert [s.edition for s in history("712.21", since="2022-01-01").steps] == [
        "2022-11-18",
        "2023-04-14",
    ]
    assert history("712.16", until="2026-09-25").steps[-1].change == "reworded"
    with pytest.raises(UnknownRule, match="first edition is of 2024-09-20"):
        history("709.5e", until="2018-06-08")
    with pytest.raises(UnknownEdition):
        history("712.16", since="2015-01-01")


def test_history_says_where_a_change_may_be_older() -> None:
    """Of 2024-06-07 no text is known, so what 2024-07-30 shows may have come with it."""
    steps = {s.edition: s.detail for s in history("712.21b").steps}
    assert "2024-06-07 is not known" in steps["2024-07-30"]
    assert "not known" not in steps["2023-04-14"]
    assert "2019-08-23 is not known" in history("601.3").steps[0].detail


def test_a_rule_that_was_split_or_written_anew_goes_on() -> None:
    assert "split from 601.3" in history("601.3").steps[0].detail
    assert "split from 714.3a" in history("714.3a").steps[0].detail
    assert history("400.7d").steps[0].edition == "2016-07-22"
    assert [s.change for s in history("400.7d").steps if s.edition == "2018-10-05"] == ["reworded"]


@pytest.mark.parametrize("missing", MISSING)
def test_a_date_within_a_span_that_is_not_known_is_said(missing: str) -> None:
    before = max(d for d in EDITIONS if d < missing)
    after = min(d for d in EDITIONS if d > missing)
    last = (datetime.date.fromisoformat(after) - datetime.timedelta(days=1)).isoformat()
    for asked in (missing, last):
        with pytest.warns(UnknownEditionWarning, match=f"edition of {missing}.*of {before}"):
            assert mtgmeld.edition(asked).date == before
        with pytest.warns(UnknownEditionWarning):
            number_in("709.4b", asked)
        with pytest.warns(UnknownEditionWarning):
            mtgmeld.explain("Fire // Ice", "mana value", edition=asked)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mtgmeld.edition(before).date == before
        assert mtgmeld.edition(after).date == after


def test_a_date_before_the_first_edition_is_refused_with_what_is_known() -> None:
    with pytest.raises(UnknownEdition, match="2016-07-22; 61 are known, to 2026-09-25"):
        mtgmeld.edition("2016-04-08")


def test_history_is_a_frame_and_html() -> None:
    found = history("712.21b")
    frame = found.to_frame()
    assert list(frame.columns) == ["rule", "edition", "number", "change", "detail"]
    assert {str(d) for d in frame.dtypes} == {"string"}
    assert len(frame) == len(found.steps)
    assert frame["detail"].isna().sum() == sum(not s.detail for s in found.steps)
    assert "<td>713.4b</td>" in found._repr_html_()


def test_every_row_of_the_table_is_sound() -> None:
    with (data_folder() / "rule_numbers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == HEADER
    known = set(EDITIONS)
    bearers: dict[tuple[str, str], str] = {}
    last: dict[str, str] = {}
    for row in rows:
        assert {row["first"], row["last"]} <= known
        assert row["first"] <= row["last"]
        if row["key"] in last:  # one time follows the other without a gap
            assert EDITIONS.index(row["first"]) == EDITIONS.index(last[row["key"]]) + 1
        last[row["key"]] = row["last"]
        for date in EDITIONS[EDITIONS.index(row["first"]) : EDITIONS.index(row["last"]) + 1]:
            bearer = bearers.setdefault((date, row["number"]), row["key"])
            twice = date == "2024-09-20" and row["number"] in ("702.175", "702.175a")
            assert bearer == row["key"] or twice
    for found, date in last.items():
        number, _, end = found.partition("@")
        assert bearers[date, number] == found
        assert date == (end or NEWEST)


def test_every_gist_is_of_a_known_rule() -> None:
    with (data_folder() / "rule_gists.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["number"] for row in rows}) == len(rows)
    for row in rows:
        assert key(row["number"]) == row["number"]
        assert row["gist"].endswith(".")


def test_every_rule_of_the_dated_changes_and_policies_is_known_and_has_a_gist() -> None:
    cited = {r for c in CHANGES.values() for r in (*c.rules, *c.old_rules)}
    cited |= {r for p in POLICIES.values() for r in p.rules}
    assert {r for r in cited if not gist(r)} == set()


def test_numbers_and_gists_load_nothing_heavy() -> None:
    code = (
        "import sys; from mtgmeld.rules.numbers import number_in, words_for;"
        "assert number_in('712.21c', '2018-06-08') == '712.4c';"
        "assert words_for('712.21c', '2018-06-08');"
        "import mtgmeld.rules;"
        "bad = {'pandas', 'numpy', 'rapidfuzz', 'matplotlib'} & set(sys.modules);"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])


def test_a_damaged_table_names_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = ",".join(HEADER)
    monkeypatch.setattr(numbers, "data_folder", lambda: tmp_path)
    table = tmp_path / "rule_numbers.csv"
    caches = (numbers.bundled, numbers.key, numbers._number_in)

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    try:
        forget()
        with pytest.raises(BadDataFile, match=r"rule_numbers\.csv"):
            number_in("100.1", NEWEST)
        table.write_text("number,date\n", encoding="utf-8")
        forget()
        with pytest.raises(BadDataFile, match="line 1"):
            number_in("100.1", NEWEST)
        table.write_text(f"{head}\n100.1,100.1,2016-07-22,2026-09-25,one,1,,\n", encoding="utf-8")
        forget()
        with pytest.raises(BadDataFile, match="line 2"):
            number_in("100.1", NEWEST)
    finally:
        forget()


@pytest.mark.shared
def test_every_rule_of_the_statements_is_known_and_has_a_gist(shared: Path) -> None:
    from mtgmeld.rules.text import refers_to

    text = (shared / "spec" / "statements.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("S")]
    assert len(lines) == 199
    cited = {r for line in lines for r in refers_to(line) if "." in r}
    lacking = {r for r in cited if not gist(r)}
    assert lacking == set()


@pytest.mark.shared
def test_the_table_is_what_the_command_makes_of_the_editions(shared: Path) -> None:
    from mtgmeld.rules.chain import read_folder, table_of

    texts = read_folder(shared / "rules" / "cr")
    assert tuple(t.edition for t in texts) == EDITIONS
    made = table_of(texts)
    assert made == (data_folder() / "rule_numbers.csv").read_text(encoding="utf-8")


def test_every_rule_cited_in_the_package_is_known() -> None:
    """A string that is a rule number names a rule of some edition."""
    import ast
    import re

    shape = re.compile(r"\d{3}\.\d{1,3}[a-z]?(@\d{4}-\d\d-\d\d)?")
    cited: dict[str, str] = {}
    for path in sorted(Path(mtgmeld.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said, _, examples = node.value.partition("Examples\n")
                if "old.txt" not in examples and "new.txt" not in examples:
                    said += examples  # the rules of those two files are invented
                for word in said.split():
                    if shape.fullmatch(word) and not word.endswith(".0"):
                        cited.setdefault(word, path.name)
    assert len(cited) > 100
    unknown = {}
    for rule, where in cited.items():
        try:
            key(rule)
        except UnknownRule:
            unknown[rule] = where
    assert unknown == {}


def test_every_keyword_has_a_rule_that_there_is() -> None:
    rules = {k.name: k.rule for k in keywords().values()}
    assert len(rules) > 150
    assert {name: rule for name, rule in rules.items() if key(rule) != rule} == {}
