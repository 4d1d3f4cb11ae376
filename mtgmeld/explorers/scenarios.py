"""A situation played step by step: events, what changed, what it asks, and why."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import BadScenario, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import Chosen, Control, Page, Steps
from mtgmeld.explorers.playing import events_table, headed, moment
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.files import data_folder
from mtgmeld.frames import Column, frame, plain
from mtgmeld.frames.games import objects_frame
from mtgmeld.game.state import State
from mtgmeld.rules.citations import Explanation
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.scenario import Run, Scenario

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.explorers.widgets import Panel

# what an empty text area shows: where to begin
EMPTY = """title = "My own situation"

[[start]]
card = "Chittering Host"
id = "host"

[[step]]
do = "return to hand"
object = "host"
"""
# what is asked of a step that other rules may refuse
CAN_BE_DONE = "it can be done"
_EXPLAINED = ("names", "mana_cost", "mana_value", "colors")
_OBJECTS = headed(
    *("handle", "zone", "controller", *_EXPLAINED, "unlocked", "counters", "attached_to")
)
CHANGE_COLUMNS = (
    Column("object", "Int64", "the object's number"),
    Column("name", "string", "what it is called"),
    Column("what", "string", "what changed, or that it is new or gone"),
    Column("before", "string", "how it was; NA for a new object"),
    Column("after", "string", "how it is; NA for one that is gone"),
    Column("rules", "string", "rules of what happened to it; empty if nothing did"),
)
_CHECKED = ("where", "what", "expected", "actual", "holds")


@lru_cache(maxsize=1)
def scenario_names() -> tuple[str, ...]:
    """Return the names of the bundled situations: a rule's number and what they show of it.

    Examples
    --------
    >>> "712.21-dies-one-permanent-two-cards" in mm.explorers.scenario_names()
    True
    """
    folder = data_folder() / "scenarios"
    paths = sorted(folder.rglob("*.toml"))
    return tuple(path.relative_to(folder).with_suffix("").as_posix() for path in paths)


def scenario_text(name: str) -> str:
    """Return a bundled situation as text.

    Raises
    ------
    UnknownName
        If there is none of that name.

    Examples
    --------
    >>> mm.explorers.scenario_text("712.21-dies-one-permanent-two-cards")[:5]
    'title'
    """
    if name not in scenario_names():
        raise UnknownName("situation", name, hint="See data/scenarios.")
    path = data_folder() / "scenarios" / f"{name}.toml"
    return path.read_text(encoding="utf-8")


def steps_of(text: str) -> tuple[str, ...]:
    """Return the start and each step of a situation in words; the start alone if it is none."""
    try:
        steps = Scenario.from_text(text).head.step
    except BadScenario:
        return ("the start",)
    said = [f"step {n}: {step['do']}{_about(step)}" for n, step in enumerate(steps, 1)]
    return ("the start", *said)


def _about(step: Mapping[str, Any]) -> str:
    what = step.get("object", [])
    return f" {', '.join(map(str, what)) if isinstance(what, list) else what}" if what else ""


def scenario_view(text: str, step: int = 0, edition: str | None = None) -> Board:
    """Play a situation and show it after one of its steps.

    Parameters
    ----------
    text : str
        A situation in the notation.
    step : int
        0 for the start, else the number of a step.  A number beyond the last is the last.
    edition : str, optional
        A date other than the one that the situation names.

    Returns
    -------
    Board
        Frames: ``objects`` (kind ``objects``; names, cost, value
        and colors open to their explanations), ``events``
        (kind ``events``) up to the step, ``changes``
        (:data:`CHANGE_COLUMNS`), ``cells`` (kind ``differences``: each
        cell that the step changed), ``expectations``
        (:meth:`mtgmeld.scenario.Run.expectations`) after the step.  Where a step
        cannot be carried out the message says so, and the steps before it are shown.

    Raises
    ------
    BadScenario
        If the text is no situation, or its start is impossible; with line and field.

    Examples
    --------
    >>> text = mm.explorers.scenario_text("712.21-dies-one-permanent-two-cards")
    >>> mm.explorers.scenario_view(text, step=1).frames["events"][["event", "cards_moved"]]
         event  cards_moved
    0     move            2
    1  trigger         <NA>
    2  trigger         <NA>
    3  trigger         <NA>
    """
    run, message = _as_far_as_it_goes(text, edition or None)
    last = len(run.state_list) - 1
    at = max(0, min(step, last))
    state = run.state_list[at]
    objects = objects_frame(state)
    asked = f"step {at}" if at else "start"
    here = [n for n, o in enumerate(run.outcomes) if o.where.split(",")[0] == asked]
    checked = run.expectations().iloc[here].reset_index(drop=True)
    opens = {(n, "actual"): w for n, i in enumerate(here) if (w := run.outcomes[i].why)}
    held = len(run.outcomes) - len(run.failures)
    where = steps_of(text)[at]
    changed = run.diff(max(0, at - 1), at)
    failed = refusals(run)
    if at and run.transitions[at - 1] is None:
        where += " (refused)" if f"step {at}" in failed else " (refused, as the situation says)"
    for said, why_not in failed.items():
        message += f" Under the rules of {state.edition} {said} is refused: {why_not}"
    return Board(
        f"{run.scenario.title}: {where}; {moment(state)}; rules of {state.edition};"
        f" {held} of {len(run.outcomes)} expectations hold",
        (
            Table("objects", objects, _OBJECTS, "what there is", reasons=_reasons(state, objects)),
            events_table(
                run.transitions[:at], "what has happened", counted=True, watches=True, now=at
            ),
            Table("changes", _changes(changed), (), "what this step changed"),
            Table("cells", changed, quiet=True),
            Table("expectations", checked, _CHECKED, "what the situation asks here", reasons=opens),
        ),
        message.strip(),
        kept={"step": at},
        situation=lambda: Scenario.from_text(text),
    )


def refusals(run: Run) -> dict[str, str]:
    """Return the steps that the rules of another date refuse, and why."""
    return {o.where: o.actual for o in run.outcomes if o.what == CAN_BE_DONE and not o.holds}


def _as_far_as_it_goes(text: str, edition: str | None) -> tuple[Run, str]:
    """Play a situation; if a step fails, play the steps before it and say why."""
    scenario = Scenario.from_text(text)
    try:
        return scenario.play(edition=edition), ""
    except BadScenario as error:
        failed = error
    tables = scenario.to_dict()
    steps = tables.get("step", [])

    def first(n: int) -> Run | None:
        try:
            return Scenario.from_dict({**tables, "step": steps[:n]}).play(edition=edition)
        except BadScenario:
            return None

    fails = bisect_left(range(len(steps)), 1, key=lambda n: first(n) is None)
    run = first(fails - 1) if fails else None
    if run is None:
        raise failed
    return run, str(failed)


def _changes(cells: pd.DataFrame) -> pd.DataFrame:
    """Return what changed in short: an object that came or went has one row."""
    rows = []
    for (number, name), group in cells.groupby(["object", "name"], sort=False):
        old, new = (dict(zip(group["column"], group[c], strict=True)) for c in ("before", "after"))
        about = {"object": number, "name": name, "rules": group["rules"].iloc[0]}
        if group["before"].isna().all():
            rows.append({**about, "what": "is new", "after": _in_short(new)})
        elif group["after"].isna().all():
            rows.append({**about, "what": "is gone", "before": _in_short(old)})
        else:
            rows += [
                {**about, "what": c.replace("_", " "), "before": old[c], "after": new[c]}
                for c in group["column"]
                if c not in ("rules", "handle")
            ]
    return frame(CHANGE_COLUMNS, rows, {})


def _in_short(cells: Mapping[str, Any]) -> str:
    said = (plain(cells.get(c)) for c in ("zone", *_EXPLAINED, "type_line"))
    return "; ".join(str(v) for v in said if v)


def _reasons(state: State, objects: pd.DataFrame) -> dict[tuple[int, str], Explanation]:
    return {
        (n, name): state.explain(int(i), name)
        for n, i in enumerate(objects["object"])
        for name in _EXPLAINED
    }


@explorer
def scenario_player(situation: str = "712.21-dies-one-permanent-two-cards") -> Panel:
    """A situation step by step, loaded or written there.

    Parameters
    ----------
    situation : str
        The name of a bundled situation, or a text in the notation.

    Examples
    --------
    >>> mm.explorers.scenario_player("712.21-dies-one-permanent-two-cards")
    <Scenario player: Chittering Host dies: one permanent leaves, two cards arrive: the start; turn
     1 of you, precombat main; rules of 2026-09-25; 11 of 11 expectations hold>
    """
    named = situation in scenario_names()

    def fill(name: str, chosen: Chosen) -> dict[str, Any]:
        if name == "load" and chosen["load"]:
            return {"text": scenario_text(chosen["load"]), "step": 0}
        return {"load": ""} if name == "text" else {}

    def view(load: str, **chosen: Any) -> Board:
        return scenario_view(**chosen)

    dates = [("as the situation says", ""), *EDITIONS[::-1]]
    controls = {
        "load": Control("Load", [("a text of my own", ""), *scenario_names()]),
        "text": Page("Situation", rows=14),
        "step": Steps("Show", lambda chosen: dict(enumerate(steps_of(chosen["text"])))),
        "edition": Control("Rules of", dates),
    }
    start = {
        "load": situation if named else "",
        "text": scenario_text(situation) if named else situation or EMPTY,
        "step": 0,
    }
    return panel("Scenario player", view, controls, start, fill=fill)
