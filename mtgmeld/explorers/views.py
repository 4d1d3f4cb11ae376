"""What the explorers show, as pure functions: choices in, frames and an explanation out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import UnknownName
from mtgmeld.rules.citations import Explanation, show
from mtgmeld.shown import table_html
from mtgmeld.tables import explain_row, meld_table, room_table, split_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VALUES", "View", "meld_view", "room_view", "split_view", "states_of"]

# values that may be asked about, with the words of the control
VALUES: Mapping[str, str] = {
    "mana_value": "mana value",
    "mana_cost": "mana cost",
    "colors": "colors",
    "names": "names",
    "type_line": "type line",
    "color_identity": "color identity",
}

_SHOWN = ("names", "mana_cost", "mana_value", "colors")
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "meld": ("card", "state", *_SHOWN, "power", "toughness", "represented_by"),
    "split": ("zone", "state", *_SHOWN),
    "rooms": ("zone", "state", *_SHOWN, "unlock_left", "unlock_right"),
}


class View(msgspec.Struct, frozen=True):
    """What a panel shows for its choices.

    Attributes
    ----------
    title : str
        The object and how it is.
    frame : pandas.DataFrame
        A row for each state of the card.
    row : int
        The row of the frame that was chosen.
    why : Explanation
        Why the value in question is what it is there.
    """

    title: str
    frame: Any
    row: int
    why: Explanation

    def to_html(self) -> str:
        """Return the table, the chosen row marked, and the explanation below it."""
        columns = _COLUMNS[self.frame.attrs["table"]]
        table = table_html(self.frame, columns=columns, caption=self.title, mark=self.row)
        return table + self.why.to_html()

    def __str__(self) -> str:
        derived = self.why.derived
        return f"{self.title}: {derived.what} {show(derived.value)} [{', '.join(self.why.rules)}]"


def states_of(frame: pd.DataFrame, zone: str) -> tuple[str, ...]:
    """Return the states that the rows of a table have in a zone, in order."""
    return tuple(dict.fromkeys(frame.loc[frame["zone"] == zone, "state"]))


def _view(frame: pd.DataFrame, zone: str, state: str, value: str) -> View:
    if value not in VALUES:
        raise UnknownName("value", value, VALUES)
    zones = list(dict.fromkeys(frame["zone"]))
    if zone not in zones:
        raise UnknownName("zone here", zone, zones)
    states = states_of(frame, zone)
    if state not in states:
        raise UnknownName(f"state in the zone {zone}", state, states)
    here = (frame["zone"] == zone) & (frame["state"] == state)
    row = int(here.to_numpy().argmax())
    why = explain_row(
        frame.iloc[row],
        value,
        edition=frame.attrs["edition"],
        policies=frame.attrs["policies"],
    )
    cards = dict.fromkeys(frame["result" if "result" in frame.columns else "card"])
    return View(f"{', '.join(cards)}: {zone}, {state}", frame, row, why)


def meld_view(result: str, state: str, value: str = "mana_value") -> View:
    """Return a meld pair's table and why a value is what it is in one state.

    Parameters
    ----------
    result : str
        The combined back face, or either card of the pair.
    state : str
        ``front A``, ``front B``, ``melded``, ``copy of the melded permanent``.
    value : str
        One of :data:`VALUES`.

    Raises
    ------
    UnknownName
        For a state or value that there is not; and the errors of
        :func:`mtgmeld.meld_table`.
    """
    return _view(meld_table(result), "battlefield", state, value)


def split_view(
    card: str, zone: str, state: str, value: str = "mana_value", edition: str | None = None
) -> View:
    """Return a split card's table and why a value is what it is in one state.

    Parameters
    ----------
    card : str
    zone : str
        ``hand``, ``stack`` and so on.
    state : str
        A state that the table has in the zone, such as ``Fire cast``.
    value : str
        One of :data:`VALUES`.
    edition : str, optional
        The date of the rules; the newest by default.

    Raises
    ------
    UnknownName
        For a zone, state or value that there is not; and the errors of
        :func:`mtgmeld.split_table`.
    """
    return _view(split_table(card, edition=edition), zone, state, value)


def room_view(card: str, zone: str, state: str, value: str = "mana_value") -> View:
    """Return a Room's table and why a value is what it is in one state.

    Parameters
    ----------
    card : str
    zone : str
    state : str
        A state that the table has in the zone, such as ``both locked``.
    value : str
        One of :data:`VALUES`.

    Raises
    ------
    UnknownName
        For a zone, state or value that there is not; and the errors of
        :func:`mtgmeld.room_table`.
    """
    return _view(room_table(card), zone, state, value)


def options(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return choices for a control: what is shown, and what it stands for."""
    return tuple((VALUES.get(n, n), n) for n in names)
