"""Explorers: thin controls over pure views.  They derive nothing.

The views need no widgets; the panels need the extra ``lab``.
"""

from __future__ import annotations

from typing import Any

from mtgmeld.explorers.views import View, meld_view, room_view, split_view

_PANELS = {
    "Panel": "mtgmeld.explorers.panel",
    "meld_explorer": "mtgmeld.explorers.lookup",
    "room_explorer": "mtgmeld.explorers.lookup",
    "split_explorer": "mtgmeld.explorers.lookup",
}

__all__ = [
    "Panel",
    "View",
    "meld_explorer",
    "meld_view",
    "room_explorer",
    "room_view",
    "split_explorer",
    "split_view",
]


def __getattr__(name: str) -> Any:
    if name in _PANELS:
        from importlib import import_module

        from mtgmeld.extras import need_lab

        need_lab("ipywidgets")
        return getattr(import_module(_PANELS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
