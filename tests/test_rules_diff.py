"""What became of every rule from one edition to another."""

from __future__ import annotations

import csv
import gzip
import html
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import mtgmeld.rules
from mtgmeld.cli.rules import rules as command
from mtgmeld.errors import (
    BadRulesText,
    ImpossibleQuestion,
    UnknownEdition,
    UnknownEditionWarning,
    UnknownName,
    UnknownRule,
)
from mtgmeld.rules import loaded
from mtgmeld.rules.differences import COLUMNS, KINDS, as_html, as_text, diff, pieces
from mtgmeld.rules.lives import history
from mtgmeld.rules.loaded import find, text_of, use
from mtgmeld.rules.matching import Alphabet, Side, fold, masked, match
from mtgmeld.rules.numbers import number_in, words_for
from mtgmeld.rules.text import RulesText, parse, read, scan
from tests.rules_texts import text as whole_text
from tests.tools import tools


def edition(rules: str, date: str = "April 1, 2019") -> RulesText:
    """Return a text of numbered lines, in our own words."""
    lines = rules.strip().split("\n")
    heads = {line[:3]: f"{line[:3]}. Section of {line[:3]}" for line in lines}
    body: list[str] = []
    for line in lines:
        body.extend([heads.pop(line[:3])] if line[:3] in heads else [])
        body.append(line)
    head = f"These rules are effective as of {date}."
    return parse("made up", [head, "", *body, "Glossary"])


def kinds(old: str, new: str) -> dict[tuple[str, str], str]:
    found = diff(edition(old), edition(new, "April 1, 2020"))
    return {
        (r.old.number if r.old else "", r.new.number if r.new else ""): r.kind for r in found.rows
    }


BANANAS = "A banana that is eaten in the morning counts as half a pear."
CHERRIES = "Whoever picks a cherry from a tall tree owes the gardener a song about rivers."
LADDERS = "A ladder with seven steps may lean against any wall which is not painted green."
SNOW = "On days with snow each player keeps both hands in the pockets of the same coat."


def test_a_rule_is_the_same_renumbered_or_reworded() -> None:
    old = f"100.1. {BANANAS}\n100.2. {CHERRIES}\n100.3. {LADDERS}\n100.4. {SNOW}"
    new = (
        f"100.1. {BANANAS}\n100.2. {LADDERS}\n100.3. {CHERRIES.replace('tall', 'rather old')}\n"
        f"100.4. {SNOW.replace('snow', 'hail')}"
    )
    assert kinds(old, new) == {
        ("100.1", "100.1"): "same",
        ("100.3", "100.2"): "renumbered",
        ("100.2", "100.3"): "renumbered and reworded",
        ("100.4", "100.4"): "reworded",
    }


def test_a_rule_is_added_or_removed() -> None:
    assert kinds(f"100.1. {BANANAS}\n100.2. {SNOW}", f"100.1. {SNOW}\n100.2. {LADDERS}") == {
        ("100.1", ""): "removed",
        ("100.2", "100.1"): "renumbered",
        ("", "100.2"): "added",
    }


def test_a_rule_is_split() -> None:
    old = f"100.1. {BANANAS} {CHERRIES}\n100.2. {SNOW}"
    new = f"100.1. {BANANAS}\n100.1a {CHERRIES}\n100.2. {SNOW}"
    assert kinds(old, new) == {
        ("100.1", "100.1"): "split",
        ("100.1", "100.1a"): "split",
        ("100.2", "100.2"): "same",
    }


def test_rules_are_merged() -> None:
    old = f"100.1. {BANANAS}\n100.1a {CHERRIES}\n100.2. {SNOW}"
    new = f"100.1. {BANANAS} {CHERRIES}\n100.2. {SNOW}"
    assert kinds(old, new) == {
        ("100.1", "100.1"): "merged",
        ("100.1a", "100.1"): "merged",
        ("100.2", "100.2"): "same",
    }


def test_a_rule_written_anew_in_its_place_is_reworded() -> None:
    old = f"100.1. {BANANAS}\n100.2. {CHERRIES}\n100.2a {LADDERS}\n100.2b {SNOW}"
    new = old.replace(
        LADDERS, "Against a wall painted green may no ladder lean, with seven steps or not."
    )
    assert kinds(old, new)["100.2a", "100.2a"] == "reworded"
    other = old.replace(LADDERS, "Whoever sings last buys the pears.")
    assert ("100.2a", "") in kinds(old, other)


def test_a_rule_whose_first_sentence_was_written_anew_is_split() -> None:
    first = "A player can't begin to sing a song unless a rule or a card lets that player sing it."
    second = (
        "If that player is no longer let to sing it after the first verse, the song is void and"
        " the evening goes back to the moment before it, see rule 101."
    )
    anew = "A player can begin to sing a song only if a rule or card lets that player sing it."
    more = (
        " It doesn't matter that a neighbor knocks on the wall between the second and third verse."
    )
    old = f"100.1. {BANANAS}\n100.2. {first} {second}\n100.3. {SNOW}"
    new = f"100.1. {BANANAS}\n100.2. {anew}\n100.3. {second}{more}\n100.4. {SNOW}"
    assert kinds(old, new) == {
        ("100.1", "100.1"): "same",
        ("100.2", "100.2"): "split",
        ("100.2", "100.3"): "split",
        ("100.3", "100.4"): "renumbered",
    }


@pytest.mark.shared
@pytest.mark.parametrize(
    ("dates", "number", "became", "kind"),
    [
        ("2019-07-12 2019-10-04", "601.3", {"601.3", "601.4"}, "split"),
        ("2026-01-16 2026-04-17", "714.3a", {"714.3a", "714.3b"}, "split"),
        ("2018-08-10 2018-10-05", "400.7c", {"400.7c"}, "reworded"),
        ("2017-01-20 2026-09-25", "201.2a", {"201.2a"}, "reworded"),
        ("2017-01-20 2026-09-25", "201.2b", {"201.2b"}, "reworded"),
        ("2017-01-20 2026-09-25", "201.2c", {"201.2c"}, "reworded"),
    ],
)
def test_no_rule_that_goes_on_is_removed_and_added(
    shared: Path, dates: str, number: str, became: set[str], kind: str
) -> None:
    old, new = dates.split()
    found = diff(old, new, folder=shared / "rules" / "cr")
    rows = [r for r in found.rows if r.old is not None and r.old.number == number]
    assert {r.new.number for r in rows if r.new} == became
    assert {r.kind for r in rows} == {kind}
    assert not [r for r in found.rows if r.kind == "added" and r.new and r.new.number in became]


def test_what_is_far_too_large_is_refused(tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(whole_text(), encoding="utf-8")
    bomb = tmp_path / "bomb.txt.gz"
    bomb.write_bytes(gzip.compress(b"100.1. A rule.\n" * 3_000_000, compresslevel=1))
    for path in (str(bomb), "/dev/zero"):
        with pytest.raises(BadRulesText, match="million bytes"):
            diff(good, path)


def test_every_rule_of_both_editions_is_in_a_row() -> None:
    old = edition(f"100.1. {BANANAS}\n100.2. {BANANAS}\n100.3. {SNOW}\n100.4. No.")
    new = edition(f"100.1. {BANANAS}\n101.1. {BANANAS}\n101.2. Yes.", "April 1, 2020")
    pairs = match(Side(old.rules), Side(new.rules))
    assert {p.old for p in pairs} - {None} == set(range(4))
    assert {p.new for p in pairs} - {None} == set(range(3))
    assert sum(p.old is not None and not p.part for p in pairs) == 4


def test_where_texts_are_alike_the_place_decides() -> None:
    """Two rules say the same in each section; each stays with its section."""
    old = f"100.1. {BANANAS}\n100.2. {LADDERS}\n101.1. {CHERRIES}\n101.2. {LADDERS}"
    new = f"200.1. {CHERRIES}\n200.2. {LADDERS}\n201.1. {BANANAS}\n201.2. {LADDERS}"
    assert set(kinds(old, new)) == {
        ("100.1", "201.1"),
        ("100.2", "201.2"),
        ("101.1", "200.1"),
        ("101.2", "200.2"),
    }


def test_a_rule_cut_down_above_its_letters_stays_their_heading() -> None:
    long = "There are two fruits of this kind, and each of them is told with color and season."
    old = f"100.1. {long}\n100.1a {CHERRIES}\n100.1b {LADDERS}\n100.2. {SNOW}"
    new = (
        f"100.1. {SNOW}\n101.5. There are two fruits of this kind.\n"
        f"101.5a {CHERRIES}\n101.5b {LADDERS}"
    )
    assert kinds(old, new) == {
        ("100.1", "101.5"): "renumbered and reworded",
        ("100.1a", "101.5a"): "renumbered",
        ("100.1b", "101.5b"): "renumbered",
        ("100.2", "100.1"): "renumbered",
    }


def test_type_is_no_rewording() -> None:
    old = "100.1. It’s “half” a banana – always."
    new = '100.1. It\'s "half" a banana - always.'
    assert kinds(old, new) == {("100.1", "100.1"): "same"}


def test_other_references_alone_are_marked() -> None:
    old = edition(f"100.1. {BANANAS} See rule 100.2.\n100.2. {SNOW}")
    new = edition(f"100.1. {BANANAS} See rule 101.1.\n101.1. {SNOW}", "April 1, 2020")
    first, second = diff(old, new).rows
    assert (first.kind, first.only_references) == ("reworded", True)
    assert (second.kind, second.only_references) == ("renumbered", False)
    assert first.changes().endswith("See rule [-100.2-] {+101.1+}.")


def test_a_changed_example_is_a_rewording() -> None:
    old = edition(f"100.1. {BANANAS}\nExample: Ann eats one.")
    new = edition(f"100.1. {BANANAS}\nExample: Bob eats one.", "April 1, 2020")
    (row,) = diff(old, new).rows
    assert row.kind == "reworded"
    assert "[-Ann-] {+Bob+}" in row.changes()


def test_similarity_is_twice_the_common_words_over_all() -> None:
    assert Alphabet().likeness("one two three four", "one two four") == pytest.approx(6 / 7)
    assert Alphabet().likeness("one two", "three four five") == 0.0
    old = edition("100.1. One two three four five six seven eight.")
    new = edition("100.1. One two three four five six seven nine ten.", "April 1, 2020")
    assert diff(old, new).rows[0].similarity == pytest.approx(14 / 17, abs=0.001)


def test_folding_and_masking() -> None:
    assert fold("  It’s\u00a0“half”\n–  so ") == 'It\'s "half" - so'
    assert (
        masked("see rule 613.6j, rules 903.9b-c and rule 704") == "see rule #, rules # and rule #"
    )


# -- the object ---------------------------------------------------------------------------


@pytest.fixture
def two() -> tuple[RulesText, RulesText]:
    old = edition(
        f"100.1. {BANANAS}\n100.2. {CHERRIES}\n709.1. {LADDERS} <b>& so on</b>\n709.2. {SNOW}"
    )
    new = edition(
        f"100.1. {BANANAS}\n709.1. {LADDERS} <i>& so on</i>\n710.1. {CHERRIES}\n710.2. No.",
        "April 1, 2020",
    )
    return old, new


def test_the_frame_has_its_columns(two: tuple[RulesText, RulesText]) -> None:
    found = mtgmeld.rules.diff(*two)
    frame = found.to_frame()
    assert tuple(frame.columns) == COLUMNS
    assert {c: str(frame[c].dtype) for c in COLUMNS} == dict.fromkeys(COLUMNS, "string") | {
        "similarity": "Float64",
        "only_references": "boolean",
    }
    assert len(frame) == len(found.rows)
    assert frame.attrs["old_edition"] == "2019-04-01"
    assert frame.attrs["new_edition"] == "2020-04-01"
    by_kind = frame.set_index("kind")
    assert by_kind["new"].isna()["removed"]
    assert by_kind["old"].isna()["added"]
    assert by_kind["similarity"].isna()["added"]
    assert set(frame["kind"]) <= set(KINDS)
    counted = found.count()
    assert tuple(counted) == KINDS
    assert sum(counted.values()) == len(frame)


def test_sections_choose_rules_of_either_edition(two: tuple[RulesText, RulesText]) -> None:
    numbers = {
        (r.old.number if r.old else "", r.new.number if r.new else "")
        for r in diff(*two, sections="710").rows
    }
    assert numbers == {("100.2", "710.1"), ("", "710.2")}
    assert len(diff(*two, sections=["709", "710"]).rows) == 4
    assert len(diff(*two, sections="709, 710").rows) == 4
    with pytest.raises(UnknownName, match="712"):
        diff(*two, sections="712")


def test_text_and_html_say_what_changed_and_escape_it(two: tuple[RulesText, RulesText]) -> None:
    found = diff(*two)
    shown = str(found)
    assert "709.1: reworded" in shown or "709.1 -> 709.1: reworded" in shown
    assert "[-b>-] {+i>+}" in shown or "[-b-] {+i+}" in shown
    assert "100.2 -> 710.1: renumbered" in shown
    assert "709.2: removed" in shown
    page = found.to_html()
    assert "<b>&" not in page
    assert "<i>" not in page
    assert "&lt;" in page
    assert f"<del>{html.escape(SNOW)}</del>" in page
    assert "<ins>No.</ins>" in page
    # the notebook leaves out what is the same
    assert BANANAS[:20] not in found._repr_html_()


def test_a_notebook_says_what_it_leaves_out() -> None:
    many = "\n".join(f"100.{n}. Number {n} is a number of its own kind." for n in range(1, 251))
    old, new = edition("101.1. Nothing."), edition(f"{many}\n101.1. Nothing.", "April 1, 2020")
    page = diff(old, new)._repr_html_()
    assert page.count("<tr style") == 200
    assert "50 more" in page


def test_became_names_the_new_numbers(two: tuple[RulesText, RulesText]) -> None:
    found = diff(*two)
    assert found.became("100.2") == ("710.1",)
    assert found.became("709.2") == ()
    with pytest.raises(UnknownName):
        found.became("709.9")


def test_two_editions_in_the_wrong_order_are_refused(two: tuple[RulesText, RulesText]) -> None:
    old, new = two
    with pytest.raises(ImpossibleQuestion, match=r"2020-04-01.*2019-04-01.*older edition first"):
        diff(new, old)
    assert {r.kind for r in diff(old, old).rows} == {"same"}


def test_what_the_reader_noted_is_told(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text(whole_text().split("709.2. Each")[0], encoding="utf-8")
    found = diff(path, edition(f"100.1. {BANANAS}", "April 1, 2020"))
    assert any("cut off" in note and "old.txt" in note for note in found.notes)
    assert found.to_frame().attrs["notes"] == list(found.notes)


# -- words --------------------------------------------------------------------------------


def test_words_are_shown_gone_and_come() -> None:
    parts = pieces("The left half comes first.", "The right half comes first.")
    assert as_text(parts) == "The [-left-] {+right+} half comes first."
    assert as_html(parts) == "The <del>left</del> <ins>right</ins> half comes first."
    assert "".join(p.old for p in parts) == "The left half comes first."
    assert "".join(p.new for p in parts) == "The right half comes first."
    assert as_text(pieces("one", "one two")) == "one {+two+}"
    assert as_text(pieces("one two", "one")) == "one [-two-]"
    assert as_text(pieces("It’s so.", "It's so.")) == "It's so."


def test_long_runs_in_common_are_cut_unless_asked_for() -> None:
    common = " ".join(f"w{n}" for n in range(40))
    parts = pieces(f"{common} old", f"{common} new")
    assert as_text(parts) == "... w34 w35 w36 w37 w38 w39 [-old-] {+new+}"
    assert as_text(parts, whole=True) == f"{common} [-old-] {{+new+}}"


def test_words_are_escaped() -> None:
    page = as_html(pieces("a <script> b", "a <b onload=x> b"))
    assert "<script" not in page
    assert "<b " not in page


# -- files, folders, and the text beside a number -------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for date, name in (("April 27, 2018", "first"), ("June 8, 2018", "second")):
        body = whole_text(date)
        if name == "second":
            body = body.replace("The left half comes first.", "The left half comes last.")
        (tmp_path / f"{name}.txt").write_bytes(body.encode("cp1252"))
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def _nothing_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(loaded.FOLDER, raising=False)
    use()


def test_dates_are_looked_up_in_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = diff("2018-04-27", "2018-06-08", folder=folder)
    assert [(r.kind, r.new.number) for r in found.changed().rows if r.new] == [
        ("reworded", "709.2a")
    ]
    # a date between two editions means the one in force
    assert find("2018-05-01", folder).name == "first.txt"
    with pytest.raises(UnknownEdition, match="2018-04-27, 2018-06-08"):
        find("2020-01-24", folder)
    with pytest.raises(UnknownEdition, match="MTGMELD_RULES"):
        find("2018-04-27")
    monkeypatch.setenv(loaded.FOLDER, str(folder))
    assert find(mtgmeld.edition("2018-06-08")).name == "second.txt"
    assert repr(diff("2018-04-27", mtgmeld.edition("2018-06-08"))) == repr(found)
    with pytest.raises(BadRulesText, match="is no folder"):
        find("2018-04-27", folder / "none")
    (folder / "empty").mkdir()
    with pytest.raises(BadRulesText, match="no rules file"):
        find("2018-04-27", folder / "empty")


def test_the_dates_of_a_folder_count_and_not_those_that_are_known(folder: Path) -> None:
    """An edition between two known ones, and one from before the first, are the folder's own."""
    for when, name in (("August 23, 2019", "third"), ("April 8, 2016", "oldest")):
        (folder / f"{name}.txt").write_text(whole_text(when), encoding="utf-8")
    assert find("2019-08-23", folder).name == "third.txt"
    assert find("2019-09-30", folder).name == "third.txt"
    assert find("2016-05-01", folder).name == "oldest.txt"
    assert diff("2016-04-08", "2019-08-23", folder=folder).old == "2016-04-08"
    for lacking in ("2019-10-04", "2017-01-20"):  # known, and not in the folder
        with pytest.raises(UnknownEdition, match=f"no file of {lacking}"):
            find(lacking, folder)
    with pytest.raises(UnknownEdition, match="2016-04-01 or before"):
        find("2016-04-01", folder)
    with pytest.raises(UnknownEdition, match="give a date"):
        find("yesterday", folder)


def test_a_date_whose_edition_neither_the_folder_nor_this_package_has_is_said(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text(whole_text("July 12, 2019"), encoding="utf-8")
    with pytest.warns(UnknownEditionWarning, match="2019-08-23"):
        assert find("2019-09-01", tmp_path).name == "a.txt"


def test_a_history_follows_the_editions_of_a_folder(folder: Path) -> None:
    (folder / "notes.txt").unlink()
    found = history("709.2a", folder=folder)
    assert [(s.edition, s.change) for s in found.steps] == [
        ("2018-04-27", "oldest known"),
        ("2018-06-08", "reworded"),
    ]
    assert found.about == ""  # our gist is of the rule that has the number now
    assert history("709.2a", folder=folder, until="2018-05-01").steps == found.steps[:1]
    with pytest.raises(UnknownEdition, match="oldest edition of the folder is of 2018-04-27"):
        history("709.2a", folder=folder, since="2018-04-01")
    with pytest.raises(UnknownRule):
        history("712.21", folder=folder)
    code, out, _ = call("history", "709.2a", "--folder", str(folder), "--from", "2018-06-08")
    assert (code, out.count("reworded"), out.count("2018-04-27")) == (0, 1, 0)


def test_a_loaded_text_stands_beside_its_number(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words_for("709.2", "2018-04-27") == "However many halves, it is one card."
    monkeypatch.setenv(loaded.FOLDER, str(folder))
    # 709.2 was 708.2 then, which these made-up texts do not have: our gist stays
    assert number_in("709.2", "2018-04-27") == "708.2"
    assert words_for("709.2", "2018-04-27") == "However many halves, it is one card."
    assert words_for("100.1a", "2018-04-27").startswith("With exactly two")
    assert words_for("100.1a", "2026-09-25") == ""
    monkeypatch.delenv(loaded.FOLDER)
    assert words_for("100.1a", "2018-04-27") == ""
    assert use(read(folder / "first.txt")) == ("2018-04-27",)
    assert words_for("100.1a", "2018-04-27").startswith("With exactly two")
    assert use(folder / "second.txt") == ("2018-04-27", "2018-06-08")
    assert use() == ()
    assert text_of("2018-04-27") == {}


def test_a_table_that_was_shown_before_says_what_is_loaded_now(folder: Path) -> None:
    table = mtgmeld.room_table("Bottomless Pool")
    table["rules"] = "100.1a"
    table.attrs["edition"] = "2018-04-27"
    assert "With exactly two" not in mtgmeld.to_html(table)
    use(read(folder / "first.txt"))
    assert "With exactly two" in mtgmeld.to_html(table)
    use()
    assert "With exactly two" not in mtgmeld.to_html(table)


def test_a_folder_that_does_not_exist_is_no_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(loaded.FOLDER, str(tmp_path / "none"))
    with pytest.raises(BadRulesText, match="is no folder"):
        words_for("709.2", "2018-04-27")


def test_a_text_without_a_date_is_not_put_to_use(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("709.2. A rule.\n709.2a A letter.\n709.2b Another.\n", encoding="utf-8")
    with pytest.raises(BadRulesText, match="no date"):
        use(path)


def test_a_frame_with_rows_left_out_can_be_compared(folder: Path) -> None:
    old, new = read(folder / "first.txt"), read(folder / "second.txt")
    part = new[new["section"] == "709"]
    found = diff(old, part)
    assert found.count()["removed"] == 4
    with pytest.raises(BadRulesText, match="no column 'text'"):
        diff(old.drop(columns="text"), new)


# -- the command --------------------------------------------------------------------------


def call(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(command, args)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def test_the_command_prints_each_format(folder: Path, tmp_path: Path) -> None:
    asked = ("diff", "2018-04-27", "2018-06-08", "--folder", str(folder))
    code, out, err = call(*asked)
    assert code == 0
    assert "709.2a" in out
    assert "[-first-] {+last+}" in out
    assert "8 rules are the same" in err
    rows = list(csv.DictReader(io.StringIO(call(*asked, "--format", "csv")[1])))
    assert [(r["old"], r["new"], r["kind"]) for r in rows] == [("709.2a", "709.2a", "reworded")]
    (row,) = json.loads(call(*asked, "--format", "json")[1])
    assert row["similarity"] == pytest.approx(0.8)
    assert "| 709.2a" in call(*asked, "--format", "markdown")[1]
    assert "<del>first</del>" in call(*asked, "--format", "html")[1]
    target = tmp_path / "out.csv"
    assert call(*asked, "--all", "--format", "csv", "--out", str(target))[0] == 0
    assert len(target.read_text(encoding="utf-8").splitlines()) > 9
    assert "709.2a" not in call(*asked, "--section", "100")[1]


def test_what_was_not_read_is_said_beside_a_table_too(tmp_path: Path) -> None:
    cut = tmp_path / "cut.txt"
    cut.write_text(whole_text().rsplit("Glossary", 1)[0], encoding="utf-8")
    for form in ("text", "csv", "json"):
        args = ["diff", str(cut), str(cut), "--format", form]
        made = CliRunner().invoke(command, args)
        assert made.exit_code == 0
        said = made.stdout if form == "text" else made.stderr
        assert "cut off: no glossary follows" in said


def test_many_remarks_without_a_line_are_counted() -> None:
    from mtgmeld.rules.text import _Notes

    notes = _Notes(range(1, 9))
    for section in range(702, 730):
        notes.add("missing section", None, f"{section}")
    (remark,) = notes.remarks()
    assert remark.what == "702; and 27 more of the kind"


def test_a_markdown_table_has_a_line_for_each_row(folder: Path) -> None:
    asked = ("diff", "2018-04-27", "2018-06-08", "--folder", str(folder), "--all")
    lines = call(*asked, "--format", "markdown")[1].strip().split("\n")
    assert len(lines) == 2 + 9
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


def test_the_command_prints_a_history() -> None:
    code, out, _ = call("history", "712.21")
    assert code == 0
    assert call("history", "712.21", "--to", "2022-11-17")[1].count("713.5") == 0
    assert re.findall(r"20\d\d-\d\d-\d\d  (\S+)", out) == ["712.4", "713.4", "713.5", "712.21"]
    rows = list(csv.DictReader(io.StringIO(call("history", "712.21", "--format", "csv")[1])))
    assert [r["number"] for r in rows] == ["712.4", "713.4", "713.5", "712.21"]


def test_the_tool_makes_the_table(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "notes.txt").unlink()
    target = tmp_path / "numbers.csv"
    assert tools.main(["numbers", "--folder", str(folder), "--out", str(target)]) == 0
    assert "2 editions" in capsys.readouterr().out
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert [r["wording"] for r in rows if r["key"] == "709.2a"] == ["1", "2"]
    assert {r["key"] for r in rows if "." not in r["key"]} == {"100", "101", "709"}
    assert "half" not in target.read_text(encoding="utf-8").lower()


def test_the_tool_refuses_what_it_cannot_make(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["numbers", "--folder", str(folder), "--out", str(tmp_path / "x.csv")]
    assert tools.main(asked) == 2
    assert "notes.txt" in capsys.readouterr().err
    (folder / "notes.txt").write_bytes((folder / "first.txt").read_bytes())
    assert tools.main(asked) == 2
    assert "Keep one" in capsys.readouterr().err
    assert not (tmp_path / "x.csv").exists()


def test_scanning_finds_no_rule_in_prose() -> None:
    assert scan(["It costs 100.5 coins.", "100.5, that is.", "12.5 of them", ""]) == ([], [])
