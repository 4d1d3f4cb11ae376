"""Figures: ``ax=None`` in, Axes out, one style, each with its rules, edition and words.

Each draws a frame of the fitting kind, alone or in any Axes; ``size=`` is the width of a new
figure.  :data:`FIGURES` lists those that :func:`draw` and ``mtgmeld figures`` draw by name with
data of their own, with those of other packages.
"""

from __future__ import annotations

from importlib.util import find_spec

from mtgmeld.errors import MissingExtra

if find_spec("matplotlib") is None:
    raise MissingExtra("notebook", "matplotlib")

from mtgmeld.figures.cards import characteristics_card, color_against_identity
from mtgmeld.figures.diagrams import event_timeline, one_permanent_two_cards, room_states
from mtgmeld.figures.exploration import exploration_graph
from mtgmeld.figures.export import alt_text, describe, notebook_style, render, save, to_html
from mtgmeld.figures.registry import FIGURES, draw, figure
from mtgmeld.figures.sheet import caption, rules_for, sheet
from mtgmeld.figures.style import style
from mtgmeld.figures.values import left_against_right, meld_values, value_by_state

__all__ = [
    "FIGURES",
    "alt_text",
    "caption",
    "characteristics_card",
    "color_against_identity",
    "describe",
    "draw",
    "event_timeline",
    "exploration_graph",
    "figure",
    "left_against_right",
    "meld_values",
    "notebook_style",
    "one_permanent_two_cards",
    "render",
    "room_states",
    "rules_for",
    "save",
    "sheet",
    "style",
    "to_html",
    "value_by_state",
]
