"""Two trees beside each other: what counts as alike, as declared, and as unexplained."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mtgmeld.errors import BadFilter
from mtgmeld.game import actions as A
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.rules.numbers import number_in
from tests.statements.game import apply, game
from tests.trust import beside
from tests.trust.beside import Difference, Report, answer, declared, differences, without, words

DONE: dict[str, Any] = {
    "events": [{"kind": "move", "obj": 3, "name": "Human", "became": [4]}, {"kind": "shuffle"}],
    "faults": [],
    "objects": {"4": {"zone": "hand", "tapped": False}, "you": {"life": 20, "lost": False}},
    "values": {"4 names": ["Human"]},
    "notes": [["", ["400.7"]], ["", []]],
    "explained": {"4 names": "as printed"},
}


def made(**other: Any) -> dict[str, Any]:
    return {**DONE, **other}


@pytest.mark.parametrize(
    ("now", "kinds"),
    [
        (DONE, []),
        (made(events=DONE["events"][:1]), ["gone"]),
        (made(events=[*DONE["events"], {"kind": "life"}]), ["more"]),
        (made(events=[{"kind": "scry"}, DONE["events"][1]]), ["events"]),
        (made(faults=["broken"]), ["faults"]),
        (made(objects={"4": {"zone": "exile", "tapped": True}}), ["objects"] * 3),
        (made(values={"4 names": ["Human", "Ox"]}), ["values"]),
        (made(notes=[["a", []], ["", []]], explained={"4 names": "printed so"}), []),
        ({"refused": "IllegalAction", "says": "no"}, ["refused"]),
    ],
)
def test_each_kind_of_difference_is_seen(now: dict[str, Any], kinds: list[str]) -> None:
    assert [found.kind for found in differences(DONE, now)] == kinds


def test_words_and_the_order_of_what_is_offered_count_apart() -> None:
    no = {"refused": "ChoiceNeeded", "says": "choose", "choice": ["you", "target", ["a", "b"]]}
    assert differences(no, {**no, "says": "one of them"}) == []
    assert [w.kind for w in words(no, {**no, "says": "one of them"})] == ["says"]
    fewer = {**no, "choice": ["you", "target", ["a"]]}
    assert [found.kind for found in differences(no, fewer)] == ["choice"]
    state = game().put("Forest", id="b").put("Forest", id="a").state()
    asked, after = answer(state, {"do": "lay effect", "effect": {"forbid": "nothing"}})
    assert beside.UNKNOWN in asked
    assert after is None


def test_a_step_is_alike_declared_or_unexplained() -> None:
    report = Report(None)
    draw = {"do": "draw"}
    loses = Difference("more", "", "kind=loses player=you")
    lost = Difference("objects", "you: lost: False", "you: lost: True")
    life = Difference("objects", "you: life: 20", "you: life: 19")
    report.step("", draw, [], [])
    report.step("", draw, [loses, lost], [])
    report.step("", draw, [loses, life], [])
    last = str(report).splitlines()[-1]
    assert last == "3 steps: 1 alike, 1 unlike for 1 declared reasons, 1 unexplained"


@pytest.mark.parametrize(
    ("before", "now", "fits"),
    [
        ("kind=move obj=2 name=Human became=[3]", "kind=move obj=2 name=Human Token became=[3]", 1),
        ("kind=move obj=2 name=Human became=[3]", "kind=move obj=2 name=Ox Token became=[3]", 0),
        ("kind=move obj=2 name=Human became=[3]", "kind=move obj=2 name=Human Token became=[4]", 0),
        ("kind=resolve obj=2 name=Ice", "kind=removed obj=2 name=Ice player=you", 1),
        ("kind=resolve obj=2 name=Ice", "kind=removed obj=3 name=Ice player=you", 0),
        ("kind=resolve obj=2 name=Ice", "kind=resolve obj=2 name=Fire", 0),
    ],
)
def test_what_is_declared_is_one_kind_and_no_more(before: str, now: str, fits: int) -> None:
    found = Difference("events", before, now)
    assert sum(d.fits({"do": "resolve"}, found) for d in declared().difference) == fits


def test_each_declared_difference_has_its_reason_and_its_test() -> None:
    for text in declared().text:
        assert text["key"] in beside.ability_keys()
    for one in declared().difference:
        assert (beside.ROOT / one.held).is_file(), one
        for rule in re.findall(r"\d{3}\.\d+[a-z]?", one.why):
            assert number_in(rule, EDITIONS[-1]) == rule, one
        for text in ("anything => anything", "kind=move obj=1 => kind=move obj=2"):
            assert not re.fullmatch(one.text, text, re.DOTALL), one


def test_a_choice_is_taken_out_of_a_step() -> None:
    row = {"do": "draw", "order": ["a"], "choose": {"find": "a", "cast": "none"}}
    assert without(row, "order") == {"do": "draw", "choose": row["choose"]}
    assert without(row, "choose.find") == {**row, "choose": {"cast": "none"}}
    assert without({"do": "draw", "choose": {"find": "a"}}, "choose.find") == {"do": "draw"}


def test_an_empty_filter_is_refused_as_a_filter() -> None:
    with pytest.raises(BadFilter, match="it is empty"):
        apply(game().state(), A.WinGame(at_least=1))
