"""Explorers: thin controls over pure views.  They derive nothing.

Each view is a function of plain choices and needs no widgets; each panel is made of controls
over a view and needs the extra ``lab``.

Look-ups in the tables: :func:`meld_explorer`, :func:`split_explorer`, :func:`room_explorer`.
What is played by the engine: :func:`room_game`, :func:`meld_game`, :func:`split_casting`,
:func:`double_faced_explorer`, :func:`scenario_player`.  The same question at two dates:
:func:`edition_slider`.  Color against color identity: :func:`identity_explorer`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mtgmeld.explorers.views import View, meld_view, room_view, split_view

_VIEWS = {
    "Board": "board",
    "Table": "board",
    "double_faced_view": "double_faced",
    "edition_view": "dates",
    "identity_view": "identity",
    "meld_game_view": "meld",
    "room_game_view": "rooms",
    "scenario_names": "scenarios",
    "scenario_text": "scenarios",
    "scenario_view": "scenarios",
    "situation_view": "dates",
    "split_cast_view": "split",
}
_PANELS = {
    "Panel": "panel",
    "double_faced_explorer": "panels",
    "edition_slider": "panels",
    "identity_explorer": "panels",
    "meld_explorer": "lookup",
    "meld_game": "panels",
    "room_explorer": "lookup",
    "room_game": "panels",
    "scenario_player": "panels",
    "split_casting": "panels",
    "split_explorer": "lookup",
}

__all__ = [
    "Board",
    "Panel",
    "Table",
    "View",
    "double_faced_explorer",
    "double_faced_view",
    "edition_slider",
    "edition_view",
    "identity_explorer",
    "identity_view",
    "meld_explorer",
    "meld_game",
    "meld_game_view",
    "meld_view",
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


def __getattr__(name: str) -> Any:
    where = _VIEWS.get(name)
    if name in _PANELS:
        from mtgmeld.extras import need_lab

        need_lab("ipywidgets")
        where = _PANELS[name]
    if where is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{where}"), name)
