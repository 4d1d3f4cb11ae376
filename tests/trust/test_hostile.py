"""Hostile input: only typed errors, and nothing from a file becomes markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mtgmeld as mm
from mtgmeld.errors import MtgmeldError
from mtgmeld.files import data_folder
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.vectors import Vector, from_line, to_line
from tests.trust import attack
from tests.trust.attack import ATTACK

FILES = sorted((data_folder() / "scenarios").rglob("*.toml"))
quick = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A situation file with lines dropped, doubled, swapped or changed."""
    text = draw(st.sampled_from(FILES)).read_text(encoding="utf-8")
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(("drop", "double", "swap", "value", "junk", "cut")))
        if how == "drop" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "value":
            value = draw(
                st.sampled_from(
                    ("-1", "1e999", "true", '""', "[]", "{}", '"\\u0000"', "99999999999", "[[1]]")
                )
            )
            lines[at] = re.sub(r"=.*", lambda _, v=value: f"= {v}", lines[at])
        elif how == "junk":
            lines[at] = draw(st.text(max_size=40)).replace("\n", " ")
        else:
            lines[at] = lines[at][: len(lines[at]) // 2]
    return "\n".join(lines)


@quick
@given(spoilt())
def test_a_spoilt_situation_runs_or_is_refused(text: str) -> None:
    try:
        Scenario.from_text(text).play()
    except MtgmeldError:
        return


@quick
@given(st.text(max_size=300))
def test_any_text_is_a_situation_or_is_refused(text: str) -> None:
    try:
        Scenario.from_text(text).play()
    except MtgmeldError:
        return


@quick
@given(st.text(max_size=200), st.integers(0, 200))
def test_any_line_is_a_vector_or_is_refused(junk: str, at: int) -> None:
    good = to_line(Vector("x", "case", Scenario("x").start("Forest")))
    line = good[:at] + junk + good[at:]
    try:
        from_line(line).play()
    except MtgmeldError:
        return


def harmless(text: str) -> None:
    """No tag in it comes from the attack, and no attribute was broken out of."""
    tags = re.findall(r"<[^>]*>", text)
    assert tags
    for tag in tags:
        assert not re.match(r"<\s*(script|img)\b", tag, re.I), tag
        bare = re.sub(r'"[^"]*"', "", tag)
        assert "onerror" not in bare
        assert "script" not in bare.replace("description", "")


def test_what_is_shown_of_a_hostile_card_is_text() -> None:
    catalog = attack.catalog()
    card = catalog[ATTACK]
    harmless(card._repr_html_())
    harmless(mm.explain(card, "names", catalog=catalog).to_html())
    harmless(mm.to_html(mm.color_identity_table(card, catalog=catalog), caption=ATTACK))
    harmless(mm.show(mm.color_identity_table(card, catalog=catalog))._repr_html_())


def test_what_is_shown_of_a_hostile_situation_is_text() -> None:
    run = Scenario.from_text(attack.situation()).play()
    for shown in (run, run.scenario, run.state_list[0], run.transitions[0]):
        assert shown is not None
        harmless(shown._repr_html_())


def test_a_figure_with_a_hostile_title_is_text() -> None:
    from mtgmeld import figures

    frame = mm.room_table("Bottomless Pool // Locker Room")
    ax = figures.room_states(frame, title=ATTACK)
    svg = figures.render(ax, "svg").decode()
    assert "<script" not in svg
    assert "onerror=" not in re.sub(r">[^<]*<", "><", svg)


@pytest.mark.parametrize(
    "path", sorted(Path(mm.__file__).resolve().parent.rglob("*.py")), ids=lambda p: p.name
)
def test_nothing_from_a_file_is_run(path: Path) -> None:
    """No pickle, no eval, no exec; an import by name takes names of this package only."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(pickle|marshal|shelve|yaml)\b\.", text)
    assert not re.search(r"(?<![\w.])(eval|exec|compile)\(", text)
    assert not re.search(r"\b(os\.system|shell=True)\b", text)
