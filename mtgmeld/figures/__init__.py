"""Figures: ``ax=None`` in, Axes out, one style, each with its rules, edition and words.

:data:`FIGURES` names those that ``mtgmeld figures`` exports; the functions behind them take
any frame of the fitting kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from mtgmeld.errors import UnknownName
from mtgmeld.figures.card import characteristics_card
from mtgmeld.figures.export import alt_text, caption, describe, notebook_style, render, save
from mtgmeld.figures.pairs import left_against_right, meld_values
from mtgmeld.figures.style import style
from mtgmeld.figures.values import rules_for, value_by_state

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "FIGURES",
    "alt_text",
    "caption",
    "characteristics_card",
    "describe",
    "draw",
    "left_against_right",
    "meld_values",
    "notebook_style",
    "render",
    "rules_for",
    "save",
    "style",
    "value_by_state",
]


def _meld_values() -> Axes:
    """The mana values of all melded permanents, as sums of two front faces."""
    from mtgmeld.tables import meld_table

    return meld_values(meld_table())


def _split_values() -> Axes:
    """Mana value of a plain, a fuse and an aftermath card, in hand and on the stack."""
    from mtgmeld.tables import split_table

    frame = split_table(["Fire // Ice", "Wear // Tear", "Cut // Ribbons"])
    frame = frame[frame["zone"].isin(["hand", "stack"])]
    rules = rules_for(frame, "mana_value")
    named = frame.replace({"state": {"the card": "in hand"}})
    title = "Split cards in hand and on the stack"
    return value_by_state(named, group="card", title=title, rules=rules)


def _room_values() -> Axes:
    """Mana value of a Room on the battlefield, by its lock state."""
    from mtgmeld.tables import room_table

    frame = room_table("Bottomless Pool // Locker Room")
    frame = frame[frame["zone"] == "battlefield"]
    return value_by_state(frame, title="Bottomless Pool // Locker Room on the battlefield")


def _room_card() -> Axes:
    """The characteristics of a Room of two colors, as a table."""
    from mtgmeld.tables import room_table

    frame = room_table("Restricted Office // Lecture Hall")
    return characteristics_card(frame[frame["zone"] == "battlefield"])


def _rooms_left_right() -> Axes:
    """All Rooms, the mana value of the left half against that of the right."""
    from mtgmeld.tables import room_table

    return left_against_right(room_table())


FIGURES: Mapping[str, Callable[[], Axes]] = {
    "meld_values": _meld_values,
    "room_card": _room_card,
    "room_values": _room_values,
    "rooms_left_right": _rooms_left_right,
    "split_values": _split_values,
}


def draw(name: str) -> Axes:
    """Draw one of :data:`FIGURES` in a new figure.

    Raises
    ------
    UnknownName
        With the names that there are.
    """
    if name not in FIGURES:
        raise UnknownName("figure", name, hint=f"There are: {', '.join(FIGURES)}.")
    return FIGURES[name]()
