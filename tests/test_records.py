"""A record is its own schema: Python and files are checked alike; other packages add actions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

import mtgmeld as mm
from mtgmeld.errors import BadScenario, BadValue, MtgmeldError, UnknownName
from mtgmeld.game.actions import ACTIONS, action_named, instruction
from mtgmeld.records import checked, checked_by, convert, fields_of, names_a, one_of, says, texts_in
from mtgmeld.scenario import Scenario

A = mm.actions


# --- the record -------------------------------------------------------------------------------


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is inside."""

    size: int = 0


def _even(text: str) -> None:
    if len(text) % 2:
        raise BadValue("a text", "", "it has an odd number of letters")


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record of every kind of field.

    What follows is no part of the sentence.
    """

    needed: Annotated[str, says("a text")]
    zone: Annotated[str, says("a word"), one_of("zone", ("hand", "exile"))] = "hand"
    number: Annotated[Annotated[int, msgspec.Meta(ge=0, le=5)] | None, says("a number")] = None
    pairs: Annotated[list[Annotated[str, checked_by(_even)]], says("texts")] = []
    by_name: Annotated[dict[Annotated[str, names_a("player")], int], says("numbers")] = {}
    inner: Annotated[Inner, says("a table")] = Inner()
    with_: Annotated[str, says("a word of Python")] = msgspec.field(default="", name="with")


def test_what_a_record_says_of_itself() -> None:
    assert next((f.name, f.attribute, f.meaning, f.required) for f in fields_of(Sample)) == (
        "needed",
        "needed",
        "a text",
        True,
    )
    assert fields_of(Sample)[-1].name == "with"
    named = convert({"needed": "x", "by_name": {"me": 1}}, Sample, "")
    assert [(f, t) for f, about, t in texts_in(named) if "names" in about] == [("by_name", "me")]


@pytest.mark.parametrize(
    ("table", "kind", "said"),
    [
        ({}, BadValue, "a sample: it is without the required field `needed`"),
        ({"number": 1}, BadValue, "without the required field `needed`"),
        ({"needed": 1}, BadValue, "field 'needed': it takes a text, not 1"),
        ({"needed": "x", "zoen": 1}, UnknownName, "field of a sample called 'zoen'. Did you mean"),
        ({"needed": "x", "zone": "hnad"}, UnknownName, "no zone called 'hnad'. Did you mean: hand"),
        ({"needed": "x", "number": -1}, BadValue, "-1 is below 0 [107.1b]"),
        ({"needed": "x", "number": 6}, BadValue, "6 is above 5"),
        ({"needed": "x", "number": 1.5}, BadValue, "it takes a whole number, not 1.5"),
        ({"needed": "x", "number": True}, BadValue, "it takes a whole number, not True"),
        ({"needed": "x", "pairs": ["ab", "abc"]}, BadValue, "an odd number of letters"),
        ({"needed": "x", "pairs": "ab"}, BadValue, "it takes a list, not 'ab'"),
        ({"needed": "x", "inner": {"siez": 1}}, UnknownName, "called 'siez'. Did you mean: size"),
        ({"needed": "x", "with_": "y"}, UnknownName, "called 'with_'. Did you mean: with"),
    ],
)
def test_what_is_wrong_is_said_in_words(
    table: dict[str, Any], kind: type[MtgmeldError], said: str
) -> None:
    with pytest.raises(kind) as caught:
        convert(table, Sample, "a sample")
    assert said in str(caught.value)


def test_a_record_of_python_is_checked_as_one_of_a_file() -> None:
    import numpy as np

    # what a type checker would have refused is what is tested
    made = checked(Sample(needed="x", number=np.int64(3)), "a sample")  # type: ignore[arg-type]  # that is what is tried
    assert type(made.number) is int
    with pytest.raises(BadValue, match="it takes a list"):
        # as is this
        checked(Sample(needed="x", pairs="ab"), "a sample")  # type: ignore[arg-type]  # that is what is tried


# --- the doors of Python ----------------------------------------------------------------------

START = mm.new_game().put("Grizzly Bears", id="bears").put("Forest", "library").state()
ODD: dict[str, Any] = {
    "letters for types": lambda: A.Change(object="bears", types="Creature"),
    "a keyword that is none": lambda: A.Change(object="bears", keywords=["Flyng"]),
    "letters that are no colors": lambda: A.Change(object="bears", colors="xyz"),
    "half a counter": lambda: A.PutCounters(object="bears", count=1.5),
    "a choice that nothing has": lambda: A.Resolve(choose={"moed": "draw"}),
    "a number for a player": lambda: A.Draw(player=5),
    "true for a number": lambda: A.GainLife(amount=True),
    "no object": lambda: A.Destroy(object=None),
}


@pytest.mark.parametrize("made", ODD.values(), ids=ODD.keys())
def test_apply_checks_the_kinds_of_values(made: Any) -> None:
    with pytest.raises((BadValue, UnknownName)):
        mm.apply(START, made())


def test_apply_takes_actions_alone() -> None:
    for odd in ({"do": "pass"}, A.Pass, A.Action(), None):
        with pytest.raises(BadValue, match="is no action"):
            mm.apply(START, odd)


def test_a_number_of_a_frame_names_its_object() -> None:
    number = START.objects()["object"].iloc[0]
    assert mm.apply(START, A.Destroy(object=number)).after.in_zone("graveyard", "you")
    assert START.characteristics(number).names.value == ("Grizzly Bears",)
    with pytest.raises(UnknownName):
        START.characteristics(99)


@pytest.mark.parametrize(
    "build",
    [
        lambda: mm.new_game(life=1.5),
        lambda: mm.new_game(players=[5, "you"]),
        lambda: mm.new_game().put("Forest", damage=1.5),
        lambda: mm.new_game().put("Forest", counters={"time": "1"}),
        lambda: mm.new_game().put("Forest", id=5),
        lambda: mm.new_game().put("Bottomless Pool", unlocked=5),
        lambda: mm.new_game().token("Bear", types="Creature"),
        lambda: mm.new_game().token("Bear", keywords=["Flyng"]),
    ],
)
def test_the_setup_checks_the_kinds_of_values(build: Any) -> None:
    with pytest.raises((BadValue, UnknownName)):
        build()


# --- one type for one field; what does not exist is refused -----------------------------------

BEAR = """title = "t"
[[start]]
card = "Grizzly Bears"
id = "bears"
[[step]]
"""


@pytest.mark.parametrize(
    "step",
    [
        'do = "create token"\nname = "Bear"\npower = 2\ntoughness = 2',
        'do = "create token"\nname = "Bear"\npower = "2"\ntoughness = "2"',
        'do = "create token copy"\nof = "bears"\npower = 2\ntoughness = 2\nid = "Bear"',
        'do = "change"\nobject = "bears"\npower = 2\ntoughness = 2',
    ],
)
def test_a_number_is_a_power_in_every_action(step: str) -> None:
    asks = '\n[[step.expect]]\nobject = "%s"\npower = 2\ntoughness = "2"'
    who = "bears" if "change" in step else "Bear"
    assert Scenario.from_text(BEAR + step + asks % who).play().holds


@pytest.mark.parametrize(
    "step",
    [
        'do = "change"\nobject = "bears"\nkeywords = ["Flyng"]',
        'do = "destroy"\nobject = "beras"',
        'do = "destroy"\nobject = "bears"\nchoose = { moed = "draw" }',
        'do = "next step"\nto = "upkep"',
    ],
)
def test_a_step_may_be_refused_for_a_name_of_nothing(step: str) -> None:
    run = Scenario.from_text(f"{BEAR}{step}\nillegal = true").play()
    assert run.holds
    assert run.final == run.state_list[0]
    with pytest.raises(BadScenario):
        Scenario.from_text(BEAR + step).play()


def test_a_field_of_nothing_is_no_refused_step() -> None:
    with pytest.raises(BadScenario, match="called 'objct'"):
        Scenario.from_text(BEAR + 'do = "destroy"\nobjct = "bears"\nillegal = true')


# --- what expectations ask --------------------------------------------------------------------

ASKED = """
title = "What may be asked"
[[start]]
card = "Grizzly Bears"
id = "a"
[[start]]
card = "Grizzly Bears"
id = "b"
[[start]]
card = "Isamaru, Hound of Konda"
id = "dog"
commander = true
[[start]]
card = "Hanweir Battlements"
id = "land"
[[start]]
card = "Leyline of the Void"
controller = "opponent"
[[start]]
card = "Rest in Peace"
[[effect]]
set = { grants = [{ id = "bite", trigger = "leaves", this = true, do = { do = "draw" } }] }
what = "t:bear"
[[expect]]
object = "a"
symbols = ["{1}", "{G}"]
replacements = ["Leyline of the Void", "Rest in Peace"]
[[step]]
do = "activate"
object = "land"
ability = "haste"
target = "dog"
[[step.expect]]
object = "Hanweir Battlements#haste"
targets = "dog"
[[step]]
do = "exile"
object = ["a", "b"]
[[step.expect]]
triggered = { bite = 2 }
[[step]]
do = "damage"
to = "opponent"
amount = 2
source = "dog"
combat = true
[[step.expect]]
commander_damage = { opponent = 2, you = 0 }
events = { life = 1 }
[[step.expect]]
commander_damage = { opponent = { "Isamaru, Hound of Konda" = 2 } }
"""


def test_costs_targets_replacements_given_triggers_and_commanders_are_asked() -> None:
    """107.4, 601.2c, 616.1, 603.3, 903.10a."""
    run = Scenario.from_text(ASKED).play()
    assert run.holds, "\n".join(map(str, run.failures))
    text = run.to_text()
    assert "move: Grizzly Bears (a) battlefield -> exile" in text
    assert "life: opponent (-2)" in text


@pytest.mark.parametrize(
    ("paid", "holds"), [("{1}{G}", True), ("{2}", True), ("{G}{C}", True), ("{3}", False)]
)
def test_what_was_paid_is_compared_as_mana(paid: str, holds: bool) -> None:
    """107.4b: generic mana is mana of any type; {G}{C} is not {C}{C}."""
    start = 'title = "t"\nmana = { you = "GC" }\n[[start]]\ncard = "Grizzly Bears"\nzone = "hand"\n'
    cast = '[[step]]\ndo = "cast"\nobject = "Grizzly Bears"\npay = "pool"\n'
    asks = f'[[step.expect]]\nobject = "Grizzly Bears"\npaid = "{paid}"'
    assert Scenario.from_text(start + cast + asks).play().holds is holds


# --- the registry of actions ------------------------------------------------------------------


def test_an_action_that_is_not_there_is_refused_with_near_names() -> None:
    with pytest.raises(UnknownName, match="Did you mean: destroy"):
        action_named("destory")
    assert set(ACTIONS) > {"cast", "destroy", "pass"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "required fields `object` and `with` (`with_` in Python)"),
        ({"object": "rats"}, "required field `with` (`with_` in Python)"),
        ({"with_": "rats"}, "required field `object`"),
        ({"with": "rats"}, "required field `object`"),
    ],
)
@pytest.mark.parametrize("do", ["meld", "fight"])
def test_all_missing_fields_are_named_at_once(do: str, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValue) as error:
        instruction(do, **fields)
    assert str(error.value).endswith(said)
    made = instruction(do, object="rats", with_="scavengers")
    assert made == instruction(do, **{"object": "rats", "with": "scavengers"})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cards": ["a"]}, ["called 'cards'", "It needs `object` and `with` (`with_` in Python)."]),
        ({"cards": ["a"], "name": "b"}, ["called 'cards'", "Nor is there one called 'name'."]),
        ({"a": 1, "b": 2, "c": 3}, ["called 'a'", "Nor is there one called 'b' or 'c'."]),
        ({"objekt": "rats"}, ["called 'objekt'. Did you mean: object?", "It needs `object` and"]),
        (
            {"object": "rats", "wiht": "x"},
            ["called 'wiht'", "It needs `with` (`with_` in Python)."],
        ),
        ({"tapped": 3, "wit": "x"}, ["There is no field", "'wit'", "It needs `object` and `with`"]),
    ],
)
def test_all_that_is_wrong_with_the_fields_is_said_at_once(
    fields: dict[str, Any], said: list[str]
) -> None:
    scenario = Scenario("melding").start("Graf Rats", id="rats")
    with pytest.raises((BadScenario, UnknownName, BadValue)) as file:
        Scenario.from_text(
            'title = "x"\n[[step]]\ndo = "meld"\n'
            + "".join(f"{name} = {value!r}\n" for name, value in fields.items())
        )
    with pytest.raises((BadScenario, UnknownName, BadValue)) as python:
        scenario.step("meld", **fields)
    assert [part for part in said if part not in str(file.value)] == []
    assert [part for part in said if part not in str(python.value)] == []


def test_a_field_that_is_there_is_not_said_to_be_missing() -> None:
    with pytest.raises(UnknownName) as error:
        instruction("meld", object="rats", with_="scavengers", cards=[])
    assert "It needs" not in str(error.value)
    assert "Nor is" not in str(error.value)
