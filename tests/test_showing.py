"""How things show themselves: tables for print, HTML of states and runs, the magics."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pandas as pd
import pytest
from IPython.testing.globalipapp import start_ipython

import mtgmeld as mm
from mtgmeld.frames import Column, frame

HOSTILE = '<script>alert("x")</script> & {W}'

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
    assert "<caption>rules of 2026-04-17" in one
    with pytest.raises(ValueError, match="is no id"):
        mm.to_html(rooms, id='x" onload="alert(1)')


def test_markdown_and_latex() -> None:
    table = mm.room_table("Bottomless Pool // Locker Room")
    columns = ("state", "mana_cost", "mana_value")
    lines = mm.to_markdown(table, columns=columns).splitlines()
    assert re.match(r"\| both locked\s+\|\s+\|\s*0\s*\|", lines[2])
    latex = mm.to_latex(table, columns=columns, macro=r"\mana")
    assert r"\mana{4}\mana{U}" in latex
    assert r"mana\_value" in latex
    assert r"\{4\}\{U\}" in mm.to_latex(table, columns=columns)


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
    assert shell.run_line_magic("why", "Nothing mana_value") is None
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
