"""Look-ups in the tables: a card, where it is and how, and a value; see why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import EDITION, PAIR, Chosen, Control, Typed, must_be
from mtgmeld.explorers.playing import scene
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames import explain_row, plain
from mtgmeld.rules.citations import Explanation, TwoAnswers
from mtgmeld.scenario import Scenario
from mtgmeld.tables import meld_table, room_table, split_table

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.explorers.widgets import Panel

# values that may be asked about, with the words of the control
VALUES: Mapping[str, str] = {
    "mana_value": "mana value",
    "mana_cost": "mana cost",
    "colors": "colors",
    "names": "names",
    "type_line": "type line",
    "color_identity": "color identity",
}
# those that a situation may expect
_EXPECTED = ("names", "mana_cost", "mana_value", "colors", "color_identity")
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

    Examples
    --------
    >>> view = mm.explorers.room_view("Bottomless Pool", "battlefield", "both locked")
    >>> view.row, view.why.value
    (0, 0)
    """

    title: str
    frame: Any
    row: int
    why: Explanation

    @property
    def board(self) -> Board:
        """What a panel shows: the table, the chosen row marked, and the explanation below it.

        Examples
        --------
        >>> mm.explorers.room_view("Bottomless Pool", "hand", "the card").board.title
        'Bottomless Pool // Locker Room: hand, the card'
        """
        columns = _COLUMNS[self.frame.attrs["table"]]
        zones = "zone" if "zone" in columns else ""
        table = Table("table", self.frame, columns, mark=self.row, merged=zones)
        row = self.frame.iloc[self.row]
        asked = partial(situation_of, self.title, row, self.why)
        return Board(self.title, (table,), why=(self.why,), situation=asked)

    def to_html(self) -> str:
        """Return the table, the chosen row marked, and the explanation below it.

        Examples
        --------
        >>> view = mm.explorers.room_view("Bottomless Pool", "battlefield", "both locked")
        >>> "<table" in view.to_html()
        True
        """
        return self.board.to_html()

    def __str__(self) -> str:
        derived = self.why.derived
        return f"{self.title}: {derived.what} {derived.in_words} [{', '.join(self.why.rules)}]"


def situation_of(title: str, row: pd.Series[Any], why: Explanation) -> Scenario:
    """Return a row of a table as a situation that expects what was asked about."""
    said = {k: plain(v) for k, v in row.items()}
    thing = f"{said.get('object', '')} {said.get('state', '')}".strip()
    there = {"card": said.get("result") or said["card"], "zone": said.get("zone", "hand")}
    if thing.startswith("front"):
        there["card"] = said["card"]
    elif thing.startswith("copy") and "face" in said:
        there |= {"card": "Clone", "copy_of": thing.removeprefix("copy copy of ")}
    elif thing.startswith(("copy", "token")):
        there["token_copy"] = True
    if said.get("unlocked"):
        there["unlocked"] = said["unlocked"].split(",")
    if said.get("face") == "back" and "copy_of" not in there:
        there["cast" if there["zone"] == "stack" else "face"] = "back"
    if said.get("cast"):
        there["cast"] = said["cast"]
    asked = why.derived.what.replace(" ", "_")
    expect = []
    # a half that answers for itself (rules to 2017) is no object of its own
    apart = said.get("half") or (asked == "color_identity" and "copy" in thing)
    if asked in _EXPECTED and not apart:
        value: Any = why.value
        if isinstance(value, TwoAnswers):
            value = value.answers
        if isinstance(value, tuple):
            value = list(value)
        elif value is None or not isinstance(value, int | float | Fraction):
            value = str("none" if value is None else value)
        expect.append({"object": "it", asked: value})
    return scene(title, edition=why.edition, start=[there | {"id": "it"}], expect=expect)


def _view(frame: pd.DataFrame, zone: str, state: str, value: str) -> View:
    places = _places_in(frame)
    must_be("value", value, VALUES)
    must_be("zone here", zone, places)
    must_be(f"state in the zone {zone}", state, places[zone])
    here = (frame["zone"] == zone) & (frame["state"] == state)
    row = int(here.to_numpy().argmax())
    terms = {name: frame.attrs[name] for name in ("edition", "policies")}
    why = explain_row(frame.iloc[row], value, **terms)
    named = dict.fromkeys(frame["result" if "result" in frame.columns else "card"])
    return View(f"{', '.join(named)}: {zone}, {state}", frame, row, why)


def _places_in(frame: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """Return the zones of a table, each with its states, in order."""
    found: dict[str, dict[str, None]] = {}
    for zone, state in zip(frame["zone"], frame["state"], strict=True):
        found.setdefault(zone, {})[state] = None
    return {zone: tuple(states) for zone, states in found.items()}


@lru_cache(maxsize=256)
def _places(table: Callable[..., pd.DataFrame], card: str) -> Mapping[str, tuple[str, ...]]:
    return _places_in(table(card))


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

    Examples
    --------
    >>> mm.explorers.meld_view("Chittering Host", "melded").why.value
    7
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

    Examples
    --------
    >>> mm.explorers.split_view("Fire // Ice", "stack", "Fire cast", "colors").why.value
    'R'
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

    Examples
    --------
    >>> view = mm.explorers.room_view("Bottomless Pool", "battlefield", "both locked", "names")
    >>> view.why.value
    ()
    """
    return _view(room_table(card), zone, state, value)


def _asked(table: Callable[..., pd.DataFrame], key: str = "card") -> dict[str, Control]:
    """Return the controls for where a card is, how, and what is asked."""

    def states(chosen: Chosen) -> tuple[str, ...]:
        return _places(table, chosen[key])[chosen.get("zone", "battlefield")]

    return {
        "zone": Control("Zone", lambda chosen: tuple(_places(table, chosen[key]))),
        "state": Control("State", states),
        "value": Control("Why is the", VALUES),
    }


@explorer
def meld_explorer(result: str = "Chittering Host", state: str = "melded") -> Panel:
    """Meld pairs: the pair, how it is, and the value in question.

    Examples
    --------
    >>> mm.explorers.meld_explorer("Chittering Host")
    <Meld explorer: Chittering Host: battlefield, melded; mana value 7 [202.3c, 712.8g, 202.3]>
    """
    asked = _asked(meld_table, "result")
    del asked["zone"]  # a table of melded permanents is of the battlefield alone
    start = {"result": result, "state": state}
    return panel("Meld explorer", meld_view, {"result": PAIR, **asked}, start)


@explorer
def split_explorer(card: str = "Fire // Ice", zone: str = "hand") -> Panel:
    """Split cards: card, zone, half or halves, value, edition.

    Examples
    --------
    >>> mm.explorers.split_explorer("Fire // Ice")
    <Split explorer: Fire // Ice: hand, the card; mana value 4 [202.3d, 709.4b, 202.3]>
    """
    of = Typed("Split card", kinds=("split", "fuse", "aftermath"))
    controls = {"card": of, **_asked(split_table), "edition": EDITION}
    return panel("Split explorer", split_view, controls, {"card": card, "zone": zone})


@explorer
def room_explorer(card: str = "Bottomless Pool // Locker Room", zone: str = "battlefield") -> Panel:
    """Rooms: card, zone, lock state or half cast, value.

    Examples
    --------
    >>> mm.explorers.room_explorer("Bottomless Pool")
    <Room explorer: Bottomless Pool // Locker Room: battlefield, both locked; mana value 0 [709.5,
     202.3a]>
    """
    controls = {"card": Typed("Room", kinds=("room",)), **_asked(room_table)}
    return panel("Room explorer", room_view, controls, {"card": card, "zone": zone})
