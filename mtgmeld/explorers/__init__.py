"""Explorers: thin controls over pure views.  They derive nothing.

Each view is a function of plain choices and needs no widgets; each explorer makes a panel of
controls over a view and needs the extra ``notebook``.  :data:`EXPLORERS` lists them: look-ups
in the tables (:func:`meld_explorer`, :func:`split_explorer`, :func:`room_explorer`), what the
engine plays (:func:`room_game`, :func:`meld_game`, :func:`split_casting`,
:func:`double_faced_explorer`, :func:`scenario_player`), one question at two dates
(:func:`edition_slider`), color against color identity (:func:`identity_explorer`), and those of
other packages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mtgmeld.errors import need
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import Control, Line, Moves, Number, Page, Slider, Steps, Typed
from mtgmeld.explorers.dates import edition_slider, edition_view, situation_view
from mtgmeld.explorers.double_faced import double_faced_explorer, double_faced_view
from mtgmeld.explorers.identity import identity_explorer, identity_view
from mtgmeld.explorers.lookup import (
    View,
    meld_explorer,
    meld_view,
    room_explorer,
    room_view,
    split_explorer,
    split_view,
)
from mtgmeld.explorers.meld import meld_game, meld_game_view
from mtgmeld.explorers.registry import EXPLORERS, explorer, panel
from mtgmeld.explorers.rooms import room_game, room_game_view
from mtgmeld.explorers.scenarios import (
    scenario_names,
    scenario_player,
    scenario_text,
    scenario_view,
)
from mtgmeld.explorers.split import split_cast_view, split_casting

__all__ = [
    "EXPLORERS",
    "Board",
    "Control",
    "Line",
    "Moves",
    "Number",
    "Page",
    "Slider",
    "Steps",
    "Table",
    "Typed",
    "View",
    "double_faced_explorer",
    "double_faced_view",
    "edition_slider",
    "edition_view",
    "explorer",
    "identity_explorer",
    "identity_view",
    "meld_explorer",
    "meld_game",
    "meld_game_view",
    "meld_view",
    "panel",
    "room_explorer",
    "room_game",
    "room_game_view",
    "room_view",
    "scenario_names",
    "scenario_player",
    "scenario_text",
    "scenario_view",
    "situation_view",
    "split_cast_view",
    "split_casting",
    "split_explorer",
    "split_view",
]

if TYPE_CHECKING:
    from mtgmeld.explorers.widgets import Panel as Panel
else:

    def __getattr__(name: str) -> Any:
        if name == "Panel":  # the one class that is made of widgets
            need("notebook", "ipywidgets", "anywidget")
            from mtgmeld.explorers.widgets import Panel

            return Panel
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
