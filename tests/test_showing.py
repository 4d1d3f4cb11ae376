"""How things show themselves: tables for print, HTML of states and runs, the magics."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from IPython.testing.globalipapp import start_ipython

import mtgmeld as mm
from mtgmeld.display import show, table_html, to_html, to_text
from mtgmeld.explorers import Board, Table
from mtgmeld.frames import Column, frame, records_of
from mtgmeld.rules.citations import Derived, Explanation
from mtgmeld.rules.editions import NEWEST
from tests import example_files

HOSTILE = '<script>alert("x")</script> & {W}'

UNBROKEN = '<span style="white-space:nowrap">{}</span>'

DIES = """
title = "Chittering Host dies"

[[start]]
card = "Chittering Host"
id = "host"

[[step]]
do = "destroy"
object = "host"
order = ["Graf Rats", "Midnight Scavengers"]

[[step.expect]]
moved = { objects = 1, cards = 2 }
"""


class Balanced(HTMLParser):
    """Fails on tags that do not close in order."""

    void = frozenset(("path", "br", "img", "circle"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.void:
            return
        assert self.open.pop() == tag


def balanced(text: str) -> Balanced:
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    return parser


def hostile() -> object:
    columns = (Column("name", "string", "a name"), Column("cost", "string", "a cost"))
    return frame(columns, [{"name": HOSTILE, "cost": "{2}{U}"}], {"edition": HOSTILE})


def test_html_escapes_all_but_draws_symbols() -> None:
    text = mm.to_html(hostile())
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert 'aria-label="' in text
    assert "svg" in balanced(text).seen


def test_html_is_the_same_each_time_and_has_the_id_asked_for() -> None:
    rooms = mm.room_table("Bottomless Pool // Locker Room")
    one, two = mm.to_html(rooms, id="rooms"), mm.to_html(rooms, id="rooms")
    assert one == two
    assert one.startswith('<table id="rooms" class="mtgmeld"')
    assert f"<caption>rules of {UNBROKEN.format('2026-09-25')}<" in one
    with pytest.raises(ValueError, match="is no id"):
        mm.to_html(rooms, id='x" onload="alert(1)')


def test_markdown_and_latex() -> None:
    table = mm.room_table("Bottomless Pool // Locker Room")
    columns = ("state", "mana_cost", "mana_value")
    lines = mm.to_markdown(table, columns=columns).splitlines()
    assert re.match(r"\| state +\| mana cost +\| +mana value \|", lines[0])
    assert re.fullmatch(r"\|:-+\|:-+\|-+:\|", lines[1]), "numbers stand to the right"
    assert re.match(r"\| both locked +\| – +\| +0 \|", lines[2])
    latex = mm.to_latex(table, columns=columns, macro=r"\mana")
    assert latex.startswith(r"\begin{tabular}{llr}")
    assert r"\mana{4}\mana{U}" in latex
    assert "mana value" in latex
    assert r"\{4\}\{U\}" in mm.to_latex(table, columns=columns)


@pytest.mark.parametrize(
    ("caption", "written"),
    [
        ("50% of $x$ & more", r"50\% of \$x\$ \& more"),
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("a_b^c ~ #1", r"a\_b\textasciicircum{}c \textasciitilde{} \#1"),
    ],
)
def test_a_caption_is_no_command_of_latex(caption: str, written: str) -> None:
    table = mm.room_table("Bottomless Pool // Locker Room")
    latex = mm.to_latex(table, columns=("state",), caption=caption, label="tab:rooms")
    assert rf"\caption{{{written}}}" in latex
    assert r"\label{tab:rooms}" in latex


def test_columns_that_say_nothing_are_left_out_unless_asked_for() -> None:
    table = mm.room_table("Bottomless Pool // Locker Room")
    play = table[table["zone"] == "battlefield"]
    assert play["cast"].isna().all()
    for made in (mm.to_html(play), mm.to_markdown(play), mm.to_latex(play), repr(mm.show(play))):
        assert "cast" not in made
        assert "no name" in made, "a locked Room has no name, which says something (709.5)"
    assert "cast" in mm.to_markdown(play, columns=["state", "cast"])
    assert "cast" in mm.to_markdown(play.iloc[:0]), "of no rows every column is shown"


def test_rules_are_folded_and_those_that_tell_rows_apart_come_first() -> None:
    frame = pd.DataFrame({"card": ["a", "b"], "rules": ["201.2, 709.10, 709.5", "105.2"]})
    assert "709.5, 709.10" in mm.to_markdown(frame), "in the order of the rules, none left out"
    frame["rules"] = ["105.2, 201.2, 202.3, 709.5, 709.4", "105.2, 201.2, 202.3, 712.8"]
    text = mm.to_markdown(frame)
    assert "709.4, 709.5 and 3 more" in text
    assert "105.2, 201.2, 202.3" in mm.to_markdown(frame, columns=["rules"])
    page = mm.to_html(frame)
    balanced(page)
    first = page.partition("<details>")[2].partition("</details>")[0]
    seen, _, rest = first.partition("</summary>")
    assert re.findall(r">([\d.]+)</abbr>", seen) == ["709.4", "709.5"]
    assert re.findall(r">([\d.]+)</abbr>", rest) == ["105.2", "201.2", "202.3"]
    # on hover, and as the name of what a screen reader takes for one thing
    assert re.search(r'<abbr role="img" title="709\.5: [A-Z][^"]+">709\.5</abbr>', seen)
    old = frame.assign(rules="708.4")
    old.attrs["edition"] = "2017-01-20"
    assert 'title="708.4: ' in mm.to_html(old), "by the number that the edition has"
    other = frame.assign(rules="none of ours, <b>")
    assert "&lt;b&gt;" in mm.to_html(other)


@pytest.mark.parametrize(
    ("rules", "folded", "whole"),
    [
        ("709.4", "709.4", "709.4"),
        ("903.5c, 709.4, 202.1", "903.5c, 202.1, 709.4", "903.5c, 202.1, 709.4"),
        ("709.4b, 903.4, 105.2", "709.4b, 105.2, 903.4", "709.4b, 105.2, 903.4"),
        (
            "903.5c, 903.4, 709.10, 202.1",
            "903.5c, 202.1 and 2 more",
            "903.5c, 202.1, 709.10, 903.4",
        ),
        (
            "105.2, 903.4, 709.5, 712.8, 202.1",
            "105.2, 202.1 and 3 more",
            "105.2, 202.1, 709.5, 712.8, 903.4",
        ),
    ],
)
def test_what_decides_stays_first_where_a_column_says_that_it_is(
    rules: str, folded: str, whole: str
) -> None:
    """Every other row rests on it too, so that it tells none apart."""
    first, *others = rules.split(", ")
    alike = ", ".join((first, *(r for r in others if r != "202.1")))
    made = pd.DataFrame({"card": list("abc"), "rules": [rules, alike, alike]})
    made.attrs["table"] = "deck check"
    assert to_text(made).splitlines()[2].partition(" ")[2].strip() == folded
    assert mm.to_markdown(made).splitlines()[2].split("|")[2].strip() == folded
    assert to_text(made, columns=["rules"]).splitlines()[2].strip() == whole
    page = mm.to_html(made).partition("<tr><td")[2].partition("</tr>")[0]
    balanced(f"<tr><td{page}</tr>")
    assert re.findall(r">([\d.]+[a-z]?)</abbr>", page.partition("</summary>")[0])[:1] == [first]
    assert made["rules"][0] == rules, "what is shown changes nothing in the frame"


@pytest.mark.parametrize("date", ["2016-01-22", "2026-09-25"])
@pytest.mark.parametrize(
    ("words", "dates"),
    [
        ("rules of DATE", 1),
        ("<b>DATE</b> & {W} since DATE", 2),
        ("DATE", 1),
        ("from DATE to DATE.", 2),
        ("1DATE, DATE1 and no date 26-9-25", 0),
    ],
)
def test_a_date_in_a_heading_stays_in_one_line(words: str, dates: int, date: str) -> None:
    said, table = words.replace("DATE", date), pd.DataFrame({"a": [1]})
    why = Explanation(said, Derived("value", 1, "as given", ("202.3",)), NEWEST)
    scenario = mm.Scenario(said)
    shown = {
        "explanation": why.to_html().replace(f" (rules of {UNBROKEN.format(NEWEST)})", ""),
        "board": Board(said).to_html(),
        "caption": mm.to_html(table, caption=said),
        "column": mm.to_html(table, columns={"a": said}),
        "folded": Table("t", table, caption=said, folded=True).to_html(),
        "empty": Table("t", table[:0], caption=said).to_html(),
        "situation": scenario._repr_html_(),
        "run": scenario.play()._repr_html_().partition("<table")[0],
    }
    found = {where: page.count(UNBROKEN.format(date)) for where, page in shown.items()}
    assert found == dict.fromkeys(shown, dates)
    assert not any("<b>2" in page.replace(f"<p><b>{date}", "") for page in shown.values())


def test_the_dates_of_two_editions_stay_in_one_line_above_their_differences(tmp_path: Path) -> None:
    example_files.write(tmp_path)
    lead = (
        mm.rules.diff(tmp_path / "old.txt", tmp_path / "new.txt").to_html().partition("<table>")[0]
    )
    dates = re.findall(r"\d{4}-\d\d-\d\d", lead)
    assert len(dates) == 2
    assert all(UNBROKEN.format(date) in lead for date in dates)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 140, 200])
@pytest.mark.parametrize("kind", ["rooms", "dfc", "split", "meld", "identity", "names"])
def test_a_table_fits_a_terminal(kind: str, width: int) -> None:
    cards = {
        "rooms": "Bottomless Pool // Locker Room",
        "dfc": "Huntmaster of the Fells",
        "split": "Fire // Ice",
        "meld": "Brisela, Voice of Nightmares",
        "identity": "Fire // Ice",
        "names": "Fire // Ice",
    }
    table = mm.table(kind, cards[kind])
    text = to_text(table, width=width)
    assert max(map(len, text.splitlines())) <= width
    said = " ".join(text.split())
    for column in ("state", "names", "zone", "name"):
        for value in table[column].dropna() if column in table else ():
            for word in str(value).split():
                assert word[: width // 4] in said, "nothing is cut off"
    assert to_text(table, width=10_000) == to_text(table)


def test_what_every_row_says_is_said_once_and_zones_alike_are_one_row() -> None:
    text = to_text(mm.room_table("Bottomless Pool // Locker Room"), width=80)
    assert text.count("Bottomless Pool // Locker Room") == 1
    assert "hand, library, graveyard, exile, command" in text


def test_a_table_that_its_reader_sorts_has_our_symbols_and_is_the_same_each_time() -> None:
    pytest.importorskip("itables")
    table = mm.room_table("Bottomless Pool // Locker Room").assign(card="<script>x</script>")
    one, two = (mm.show(table, sortable=True, caption="<i>")._repr_html_() for _ in range(2))
    assert one == two
    assert "<script>x" not in one
    assert "mtgmeld-mana" in one
    assert "mana value" in one
    assert "src=" not in one.partition("<table")[2], "nothing is fetched"
    assert repr(mm.show(table, sortable=True)) == repr(mm.show(table))


class Remembered:
    """Something that a frame remembers, and how often it was copied."""

    copies = 0

    def __deepcopy__(self, memo: object) -> Remembered:
        self.copies += 1
        return self


@pytest.mark.parametrize(
    "way",
    [
        table_html,
        to_html,
        mm.to_markdown,
        to_text,
        records_of,
        lambda f: show(f)._repr_html_(),
        lambda f: Table("rows", f).to_html(),
        lambda f: Table("rows", f, merged="0").to_html(),
    ],
    ids=("table", "html", "markdown", "text", "records", "show", "board", "merged"),
)
def test_what_a_frame_remembers_is_not_copied_for_each_column(way: Callable[[Any], Any]) -> None:
    copies = []
    for columns in (2, 40):
        cells = pd.DataFrame({str(n): ["{1}{U}", pd.NA, "", "{1}{U}"] for n in range(columns)})
        cells.attrs["of"] = remembered = Remembered()
        way(cells)
        copies.append(remembered.copies)
        assert cells.attrs == {"of": remembered}
    assert copies[0] == copies[1]


@pytest.mark.parametrize("kind", ["rooms", "split", "meld", "dfc", "identity"])
@pytest.mark.parametrize("lists", [False, True])
def test_the_rows_of_a_frame_are_its_cells(kind: str, *, lists: bool) -> None:
    table = mm.table(kind, lists=lists).head(40)
    plain = table.astype(object).where(table.notna(), None)
    assert records_of(table) == plain.to_dict("records")
    assert records_of(table.head(0)) == []


@pytest.mark.parametrize(
    ("one", "other", "dtype", "alike"),
    [
        ("W", "W", "string", True),
        ("W", "U", "string", False),
        ("", pd.NA, "string", False),
        (pd.NA, pd.NA, "string", True),
        ("<NA>", pd.NA, "string", False),
        (1, 1, "Int64", True),
        (0, pd.NA, "Int64", False),
        (1.5, 1.5, "Float64", True),
        (1.5, 1, "Float64", False),
        (True, True, "boolean", True),
        (True, False, "boolean", False),
        (False, pd.NA, "boolean", False),
        (["W"], ["W"], "object", True),
        (["W"], ["W", "U"], "object", False),
        ([], pd.NA, "object", False),
    ],
)
def test_rows_are_one_row_where_all_else_is_the_same(
    one: Any, other: Any, dtype: str, *, alike: bool
) -> None:
    cells = pd.DataFrame({"zone": ["hand", "exile"], "value": pd.Series([one, other], dtype=dtype)})
    board = Table("rows", cells, merged="zone", mark=1)
    assert board.to_html().count("<tr") - 1 == (1 if alike else 2)
    assert ("hand, exile" in board.to_html()) is alike
    assert "aria-current" in board.to_html().rpartition("<tr")[2]


def test_a_state_and_a_run_show_themselves() -> None:
    run = mm.Scenario.from_text(DIES).play()
    for shown in (run.state_list[0], run, run.scenario, run.transitions[0]):
        text = shown._repr_html_()
        balanced(text)
        assert text == shown._repr_html_()
    assert repr(run) == "<Run of 'Chittering Host dies': 2 checks, all hold>"
    assert "0x" not in repr(run.state_list[0])


def test_a_title_with_markup_is_escaped() -> None:
    run = mm.Scenario(HOSTILE).play()
    assert "<script" not in run._repr_html_()
    assert "<script" not in run.scenario._repr_html_()


@pytest.fixture(scope="module")
def shell() -> object:
    made = start_ipython()
    made.run_line_magic("load_ext", "mtgmeld")
    return made


def test_scenario_magic_plays_the_cell_and_keeps_the_run(shell: object) -> None:
    run = shell.run_cell_magic("scenario", "--as kept", DIES)
    assert run.holds
    assert shell.user_ns["kept"] is run
    older = shell.run_cell_magic("scenario", "--edition 2018-06-08", DIES)
    assert older.final.edition.date == "2018-06-08"


def test_scenario_magic_refuses_in_one_line(shell: object, capsys: object) -> None:
    assert shell.run_cell_magic("scenario", "", 'title = "x"\n[[step]]\ndo = "destory"\n') is None
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "destroy" in said
    assert "line 3" in said


def test_why_magic_explains(shell: object, capsys: object) -> None:
    why = shell.run_line_magic("why", '"Fire // Ice" mana_value --zone hand')
    assert why.value == 4
    assert shell.run_line_magic("why", "Xyzzyx mana_value") is None
    assert "There is no card" in capsys.readouterr().out


def test_a_bar_in_a_markdown_table_is_no_border() -> None:
    table = pd.DataFrame({"a|b": ["left|right", "two\nlines"]})
    head, _, *rows = mm.to_markdown(table).splitlines()
    assert head.replace(" ", "") == r"|a\|b|"
    assert [r.replace(" ", "") for r in rows] == [r"|left\|right|", "|twolines|"]


MARKUP = "<img src=x> [a](javascript:b) **c** `d` _e_ f_g ~~h~~ $i$ &lt; &amp &x; \\\\ 1+*"


def test_a_cell_of_a_markdown_table_is_text() -> None:
    """What a stock parser makes of it says the same words, and holds no tag but the table's."""
    import mistune

    table = pd.DataFrame({MARKUP: [MARKUP]})
    made = mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "math"])(
        mm.to_markdown(table)
    )
    assert set(re.findall(r"</?(\w+)", made)) == {"table", "thead", "tbody", "tr", "th", "td"}
    cells = re.findall(r"<t[hd][^>]*>(.*)</t[hd]>", made)
    assert [html.unescape(c) for c in cells] == [MARKUP] * 2


# --- the hooks by which a value shows itself ---------------------------------------------------


def test_a_hook_takes_a_subclass_too_and_gives_on_what_it_is_given() -> None:
    from mtgmeld.hooks import ask, fills

    class Low:
        pass

    class Lower(Low):
        pass

    @fills("word.loud", Low)
    def loud(value: Low, word: str, *, times: int = 1) -> str:
        return f"{type(value).__name__}: {word * times}"

    assert ask("word.loud", Lower(), "ah", times=2) == "Lower: ahah"
    with pytest.raises(LookupError, match=r"nothing fills the hook 'word\.quiet' for a Lower"):
        ask("word.quiet", Lower())


def test_a_value_shows_itself_before_anything_else_was_imported() -> None:
    code = (
        "from mtgmeld.mana import ManaCost\nimport sys\n"
        "assert 'mtgmeld.display' not in sys.modules\n"
        "print('svg' in ManaCost.parse('{U}')._repr_html_())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]
