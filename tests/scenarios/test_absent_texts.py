"""Texts that are not modeled, and why an engine that has them answers every line alike.

``absent_texts.csv`` gives the reason for each paragraph, and what was played must bear it out.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.game.values import Event, GameObject
from mtgmeld.scenario import Run, Scenario
from mtgmeld.scenario.vectors import bundled, line_of

from .idle import expectations

WHERE = Path(__file__).with_name("absent_texts.csv")


@cache
def reasons() -> dict[tuple[str, int], str]:
    with WHERE.open(encoding="utf-8", newline="") as file:
        rows = [(r["face"], int(r["paragraph"]), r["why"]) for r in csv.DictReader(file)]
    assert [row[:2] for row in rows] == sorted({row[:2] for row in rows}), "each once, in order"
    return {(face, paragraph): why for face, paragraph, why in rows}


@cache
def lines() -> tuple[tuple[str, Scenario, list[dict[str, Any]]], ...]:
    """The lines that assume that a text is absent."""
    made = ((v, line_of(v)) for v in bundled())
    return tuple(
        (v.id, v.scenario, line["assumes_text_absent"])
        for v, line in made
        if line["assumes_text_absent"]
    )


# ---------------------------------------------------------------- what was played


def events(run: Run) -> Iterator[tuple[Event, mm.State, mm.State]]:
    """Yield what happened, each with the states before and after its step."""
    for done in run.transitions:
        for event in () if done is None else done.events:
            yield event, done.before, done.after


def states(run: Run) -> list[mm.State]:
    return [*run.state_list, *(t.after for t in run.transitions if t is not None)]


def objects(run: Run) -> list[GameObject]:
    return [obj for state in states(run) for obj in state.things.values()]


def of_card(obj: GameObject | None, face: str) -> bool:
    """Whether it is of a card with a face, or a copy of one."""
    values = () if obj is None else (obj.base, obj.copy)
    return any(f.name == face for each in values if each is not None for f in each.faces)


def is_up(obj: GameObject | None, face: str) -> bool:
    """Whether the face of that name is up."""
    values = None if obj is None else obj.copy or obj.base
    there = () if obj is None or values is None else values.faces[obj.face : obj.face + 1]
    return any(f.name == face for f in there)


def in_play(state: mm.State, face: str) -> bool:
    return any(o.zone == "battlefield" and is_up(o, face) for o in state.things.values())


def of_kind(run: Run, *kinds: str) -> list[str]:
    return [str(e) for e, *_ in events(run) if e.kind in kinds]


# ---------------------------------------------------------------- what would speak against it


def option(run: Run, face: str) -> list[str]:
    """It is activated, cast from a graveyard, or suspended."""
    found = [f"{o.id} is suspended" for o in objects(run) if of_card(o, face) and o.count("time")]
    for event, before, after in events(run):
        obj = after.last(event.obj) or before.last(event.obj)
        if not of_card(obj, face) or obj is None:
            continue
        again = event.kind == "cast" and obj.cast is not None and obj.cast.zone == "graveyard"
        if again or event.kind == "activate":
            found.append(str(event))
    return found


def begun(run: Run, face: str) -> list[str]:
    """It goes from a hand onto the battlefield."""
    return [
        str(e)
        for e, before, _ in events(run)
        if (e.kind, e.start, e.end) == ("move", "hand", "battlefield")
        and of_card(before.last(e.obj), face)
    ]


def resolves(run: Run, face: str) -> list[str]:
    return [str(e) for e, *_ in events(run) if e.kind == "resolve" and face in e.name.split(" // ")]


def damage(run: Run, face: str) -> list[str]:
    return of_kind(run, "damage", "combat damage")


def attacks(run: Run, face: str) -> list[str]:
    """There is an attack, without which nothing blocks."""
    return of_kind(run, "attacks", "combat damage")


def enters(run: Run, face: str) -> list[str]:
    return [
        str(e)
        for e, _, after in events(run)
        if (e.kind, e.end) == ("move", "battlefield")
        and any(is_up(after.last(i), face) for i in e.became)
    ]


def in_play_ever(run: Run, face: str) -> list[str]:
    return enters(run, face) + [str(s.step) for s in states(run) if in_play(s, face)]


def step(run: Run, face: str) -> list[str]:
    """A step begins while it is there."""
    return [
        str(e)
        for e, before, after in events(run)
        if e.kind == "step" and (in_play(before, face) or in_play(after, face))
    ]


def attached(run: Run, face: str) -> list[str]:
    return [f"{o.id} is attached" for o in objects(run) if o.attached is not None]


def targeted(run: Run, face: str) -> list[str]:
    found = []
    for state in states(run):
        for obj in state.things.values():
            chosen = (*(obj.cast.targets if obj.cast else ()),)
            chosen += (*(obj.ability.targets if obj.ability else ()),)
            found += [
                f"{obj.id} targets {i}"
                for i in chosen
                if isinstance(i, int) and of_card(state.last(i), face)
            ]
    return found


def discards(run: Run, face: str) -> list[str]:
    return of_kind(run, "discard") + [str(e) for e, *_ in events(run) if "701.21a" in e.rules]


def chapters(run: Run, face: str) -> list[str]:
    """It has a lore counter, enters, which gives it one, or is there as a step begins (714.3)."""
    lore = [f"{o.id} has lore" for o in objects(run) if of_card(o, face) and o.count("lore")]
    return lore + enters(run, face) + step(run, face)


AGAINST: dict[str, Callable[[Run, str], list[str]]] = {
    "an option that nobody takes": option,
    "it does not enter": enters,
    "it is never there": in_play_ever,
    "no damage is dealt": damage,
    "no lore counter": chapters,
    "nobody discards or sacrifices": discards,
    "nothing attacks or blocks": attacks,
    "nothing is attached": attached,
    "nothing targets it": targeted,
    "the game has begun": begun,
    "the spell never resolves": resolves,
    "the step does not come": step,
}


# ---------------------------------------------------------------- the reasons


def test_every_paragraph_that_is_absent_has_one_reason_and_none_is_idle() -> None:
    absent = {(row["face"], n) for _, _, rows in lines() for row in rows for n in row["paragraphs"]}
    assert absent == set(reasons())
    assert set(reasons().values()) == set(AGAINST)


def test_it_is_known_of_every_line_which_paragraphs_are_absent() -> None:
    unknown = [(i, r["face"]) for i, _, rows in lines() for r in rows if not r["paragraphs"]]
    assert unknown == []


def test_no_step_does_the_work_of_an_absent_text() -> None:
    """Where an engine with the text has done it already, the step would do it twice."""
    steps = [(v.id, step) for v in bundled() for step in line_of(v)["steps"]]
    assert [(i, step["stand_in"]) for i, step in steps if "stand_in" in step] == []


@pytest.mark.parametrize(("name", "scenario", "rows"), lines(), ids=[x[0] for x in lines()])
def test_what_was_played_bears_the_reasons_out(
    name: str, scenario: Scenario, rows: list[dict[str, Any]]
) -> None:
    """Under the rules of today, and under each other edition that the line asks about."""
    dates = dict.fromkeys(row.get("edition") for _, row in expectations(scenario))
    runs = [scenario.play(), *(scenario.play(edition=date) for date in dates if date)]
    for run in runs:
        for face, paragraph in [(r["face"], n) for r in rows for n in r["paragraphs"]]:
            why = reasons()[face, paragraph]
            assert AGAINST[why](run, face) == [], f"{face}, {paragraph}: {why}"


# ---------------------------------------------------------------- each reason may prove false

HALVAR, SWORD = "Halvar, God of Battle", "Sword of the Realms"
BEARS, TIBALT = "Grizzly Bears", "Tibalt, Cosmic Impostor"
ALEXANDER, JOURNEYS = "Summon: Alexander", "Azusa's Many Journeys"


def told(*cards: tuple[str, dict[str, Any]], steps: tuple[tuple[str, dict[str, Any]], ...]) -> Run:
    scenario = mm.Scenario("a reason that is false")
    for card, more in cards:
        scenario = scenario.start(card, **more)
    for verb, more in steps:
        scenario = scenario.step(verb, **more)
    return scenario.play()


FALSE: dict[str, tuple[str, Callable[[], Run]]] = {
    "an option that nobody takes": (
        "Destined",
        lambda: told(
            ("Destined // Lead", {"zone": "graveyard", "id": "x"}),
            (BEARS, {"id": "bears"}),
            steps=(("cast", {"object": "x", "half": "Lead", "target": "bears"}),),
        ),
    ),
    "it does not enter": (
        TIBALT,
        lambda: told(
            ("Valki, God of Lies", {"zone": "hand", "id": "x"}),
            steps=(("cast", {"object": "x", "face": TIBALT}), ("resolve", {})),
        ),
    ),
    "it is never there": (
        ALEXANDER,
        lambda: told(("Crystal Fragments", {"face": "back"}), steps=()),
    ),
    "no damage is dealt": (
        BEARS,
        lambda: told(
            (BEARS, {"id": "bears"}),
            ("Savannah Lions", {"id": "lions"}),
            steps=(("damage", {"to": "bears", "amount": 1, "source": "lions"}),),
        ),
    ),
    "no lore counter": (
        JOURNEYS,
        lambda: told((JOURNEYS, {"counters": {"lore": 1}}), steps=()),
    ),
    "nobody discards or sacrifices": (
        BEARS,
        lambda: told((BEARS, {"id": "bears"}), steps=(("sacrifice", {"object": "bears"}),)),
    ),
    "nothing attacks or blocks": (
        BEARS,
        lambda: told(
            (BEARS, {"id": "bears"}),
            steps=(("next step", {"to": "declare attackers"}), ("attack", {"object": "bears"})),
        ),
    ),
    "nothing is attached": (
        HALVAR,
        lambda: told(
            (HALVAR, {"id": "halvar"}),
            (SWORD, {"id": "sword"}),
            steps=(("attach", {"object": "sword", "to": "halvar"}),),
        ),
    ),
    "nothing targets it": (
        BEARS,
        lambda: told(
            (BEARS, {"id": "bears"}),
            ("Unsubstantiate", {"zone": "hand", "id": "x"}),
            steps=(("cast", {"object": "x", "target": "bears"}),),
        ),
    ),
    "the game has begun": (
        "Leyline of the Void",
        lambda: told(
            ("Leyline of the Void", {"zone": "hand", "id": "x"}),
            steps=(("put onto battlefield", {"object": "x"}),),
        ),
    ),
    "the spell never resolves": (
        "Unsubstantiate",
        lambda: told(
            (BEARS, {"id": "bears"}),
            ("Unsubstantiate", {"zone": "hand", "id": "x"}),
            steps=(("cast", {"object": "x", "target": "bears"}), ("resolve", {})),
        ),
    ),
    "the step does not come": (
        HALVAR,
        lambda: told((HALVAR, {}), steps=(("next step", {}),)),
    ),
}


@pytest.mark.parametrize("why", sorted(AGAINST))
def test_a_reason_that_is_false_is_seen(why: str) -> None:
    face, run = FALSE[why]
    assert AGAINST[why](run(), face) != []
