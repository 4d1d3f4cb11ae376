"""How states, runs and situations show themselves in a notebook: HTML, everything escaped."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from mtgmeld.game.speaking import whose
from mtgmeld.printing import to_html
from mtgmeld.symbols import with_symbols

if TYPE_CHECKING:
    from mtgmeld.game.engine import Transition
    from mtgmeld.game.state import State
    from mtgmeld.scenario.play import Scenario
    from mtgmeld.scenario.runs import Run

__all__ = ["run_html", "scenario_html", "state_html", "transition_html"]

OBJECTS = (
    "zone",
    "controller",
    "names",
    "mana_cost",
    "mana_value",
    "colors",
    "type_line",
    "power",
    "toughness",
    "unlocked",
    "counters",
    "rules",
)
EVENTS = (
    "step",
    "event",
    "name",
    "from_zone",
    "to_zone",
    "objects_moved",
    "cards_moved",
    "note",
    "rules",
)


def state_html(state: State) -> str:
    """Return the objects of a state as a table."""
    when = f"turn {state.turn}, {whose(state.active)} {state.step}; rules of {state.edition}"
    return to_html(state.objects(), columns=OBJECTS, caption=when, id="mtgmeld-state")


def transition_html(done: Transition) -> str:
    """Return the events of a transition as a table."""
    frame = done.to_frame()
    columns = [c for c in EVENTS if c != "step"]
    return to_html(frame, columns=columns, id="mtgmeld-transition")


def scenario_html(scenario: Scenario) -> str:
    """Return a situation as its text."""
    return (
        f'<div class="mtgmeld-scenario"><p><b>{html.escape(scenario.title)}</b></p>'
        f"<pre>{html.escape(scenario.to_toml())}</pre></div>"
    )


def run_html(run: Run) -> str:
    """Return a run: what was checked, what happened, how it ended."""
    bad = len(run.failures)
    verdict = "every expectation holds" if not bad else f"{bad} expectations fail"
    checked = f"{len(run.outcomes)} checked: {verdict}"
    rows = run.expectations()
    parts = [
        f"<p><b>{with_symbols(run.scenario.title)}</b></p>",
        to_html(run.events(), columns=EVENTS, caption="what happened", id="mtgmeld-events"),
        state_html(run.final),
    ]
    if len(rows):
        columns = ("where", "what", "expected", "actual", "holds")
        parts.append(to_html(rows, columns=columns, caption=checked, id="mtgmeld-expectations"))
    for outcome in run.failures:
        if outcome.why:
            parts.append(f"<pre>{html.escape(outcome.why)}</pre>")
    return f'<div class="mtgmeld-run">{"".join(parts)}</div>'
