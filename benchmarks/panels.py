"""Panels: a changed control answered, against the frames alone that the answer shows.

The view that a panel shows works out frames, explains values and draws doors.  What it is held
against is the frames alone: the same view, with nothing explained and nothing drawn.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from benchmarks.measure import Row, paired
from mtgmeld import explorers
from mtgmeld.explorers import dates, identity, lookup, rooms
from mtgmeld.explorers.controls import Moves, Number, Typed
from mtgmeld.game.state import State
from mtgmeld.rules.citations import Derived, Explanation

# the controls of each panel that are turned, and how many of their values are taken
MOST = 6
TEXTS = {
    "cards": (
        "Fire // Ice\nWear // Tear\nCut // Ribbons",
        "Cecil, Dark Knight\nWestvale Abbey",
        "Graf Rats\nMidnight Scavengers\nChittering Host",
        "Forest\nGrizzly Bears\nDelver of Secrets\nLocker Room",
    ),
    "mana": ("{1}{R}", "{R}", "{2}{U}{R}", "{1}{U}"),
}
CARDS = ("Fire // Ice", "Locker Room", "Graf Rats", "Delver of Secrets", "Sol Ring", "Wear // Tear")
DOORS = ("cast left", "resolve", "resolve", "pay right", "copy", "lock left", "blink")


TARGETS = {"room_game": 1.5, "edition_slider": 1.5}
# what explains and draws in the views; none of the frames rests on it
NOTHING = Explanation("", Derived("", None, "", ()), "")
EXPLAINING = ((State, "explain"), *((m, "explain_row") for m in (dates, identity, lookup)))


@contextmanager
def frames_alone() -> Iterator[None]:
    """Let views explain nothing and draw nothing."""
    with ExitStack() as stack:
        for owner, name in EXPLAINING:
            stack.enter_context(patch.object(owner, name, lambda *_, **__: NOTHING))
        stack.enter_context(patch.object(rooms, "doors_svg", lambda *_: ""))
        yield


def run() -> list[Row]:
    """Turn the controls of each panel through some of their values, there and back."""
    return [_row(name, make()) for name, make in explorers.EXPLORERS.items()]


def _row(name: str, panel: Any) -> Row:
    view = panel._view
    asked: list[dict[str, Any]] = []

    def recorded(**choices: Any) -> Any:
        asked.append(choices)
        return view(**choices)

    panel._view = recorded
    _turn(panel)
    panel._view = view
    once = list(asked)

    def frames() -> None:
        with frames_alone():
            for choices in once:  # none is kept, as the panel keeps none
                _frames(view(**choices))

    return paired(
        f"{name} answers {len(once)} changes",
        lambda: _turn(panel),
        "the frames alone",
        frames,
        target=TARGETS.get(name, 2.0),
        clock=time.process_time,
        note="the panel also explains values, draws doors and the page, and sets the controls;"
        " the frames come from the same views, with nothing explained and nothing drawn",
    )


def _frames(shown: Any) -> Any:
    return shown.frames if hasattr(shown, "frames") else shown.frame


def _turn(panel: Any) -> None:
    """Change each control through some of its values and back to what it was."""
    for name, control in panel.controls.items():
        first = control.value
        if isinstance(control.control, Moves):
            for n in range(1, len(DOORS) + 1):
                control.value = DOORS[:n]
        elif isinstance(control.control, Typed):
            named = control.control.named("").values() if control.control.kinds else CARDS
            for value in list(dict.fromkeys(named))[: MOST + 1]:
                control.value = value
        elif name in TEXTS:
            for value in TEXTS[name]:
                control.value = value
        elif control.options:
            for _, value in list(control.options)[: MOST + 1]:
                control.value = value
        elif isinstance(control.control, Number):
            for value in range(MOST):
                control.value = value
        control.value = first
