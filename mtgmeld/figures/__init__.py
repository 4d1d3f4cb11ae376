"""Figures: ``ax=None`` in, Axes out, one style, each with its rules, edition and words.

:data:`FIGURES` names those that ``mtgmeld figures`` exports; the functions behind them take
any frame of the fitting kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from mtgmeld.errors import UnknownName
from mtgmeld.figures.card import characteristics_card
from mtgmeld.figures.colors import color_against_identity
from mtgmeld.figures.diagrams import event_timeline, one_permanent_two_cards, room_states
from mtgmeld.figures.exploration import exploration_graph
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
    "color_against_identity",
    "describe",
    "draw",
    "event_timeline",
    "exploration_graph",
    "left_against_right",
    "meld_values",
    "notebook_style",
    "one_permanent_two_cards",
    "render",
    "room_states",
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


def _room_states() -> Axes:
    """The four lock states of a Room, with costs and triggers on the arrows."""
    from mtgmeld.game.acting import door_triggers
    from mtgmeld.tables import room_table

    card = "Unholy Annex // Ritual Chamber"
    return room_states(room_table(card), triggers=door_triggers(card.split(" // ")))


def _dfc_values() -> Axes:
    """Mana values of a nonmodal and a modal double-faced card, faces and copies."""
    from mtgmeld.tables import dfc_table

    cards = ["Huntmaster of the Fells", "Valki, God of Lies"]
    frame = dfc_table(cards)
    frame = frame[frame["zone"].isin(["hand", "battlefield"])]
    short = {"the card": "in hand"}
    for card in dict.fromkeys(frame["card"]):
        front, back = card.split(" // ")
        short |= {f"{front} permanent": "front face up", f"{back} permanent": "back face up"}
        short |= {f"copy of {back}": "copy of the back"}
        short |= {f"token copy of {back}": "token copy of the back"}
    named = frame.replace({"state": short})
    title = "Double-faced cards: which face gives the value"
    return value_by_state(named, group="card", title=title, rules=rules_for(frame, "mana_value"))


def _color_identity() -> Axes:
    """Colors of some cards against their color identity."""
    from mtgmeld.tables import color_identity_table

    cards = [
        "Fire // Ice",
        "Cecil, Dark Knight",
        "Vanille, Cheerful l'Cie",
        "Fang, Fearless l'Cie",
        "The Mightstone and Weakstone",
        "Phyrexian Dragon Engine",
        "Westvale Abbey",
        "Civilized Scholar",
    ]
    return color_against_identity(color_identity_table(cards))


def _melded_leaves() -> Axes:
    """A melded permanent dies: one permanent, two cards."""
    from mtgmeld.scenario import Scenario

    order = ["Graf Rats", "Midnight Scavengers"]
    run = (
        Scenario("Chittering Host dies")
        .start("Chittering Host", id="host")
        .step("destroy", object="host", order=order)
        .play()
    )
    move = run.events().iloc[0]
    return one_permanent_two_cards(
        str(move["name"]),
        [run.final.name_of(i) for i in run.final.in_zone("graveyard", "you")],
        ["graveyard"] * 2,
        objects=int(move["objects_moved"]),
        edition=run.final.edition.date,
        rules=str(move["rules"]).split(", "),
        note="its owner arranges the two",
    )


def _blink_timeline() -> Axes:
    """A melded permanent is exiled and returns as two permanents."""
    from mtgmeld.scenario import Scenario

    run = (
        Scenario("Chittering Host is exiled until the end step")
        .start("Chittering Host", id="host")
        .step("blink", object="host", until="end")
        .step("next step", to="end")
        .step("resolve")
        .play()
    )
    events = run.events()
    events = events[~events["event"].isin(["step", "removed"])]
    return event_timeline(events, title=run.scenario.title)


def _room_exploration() -> Axes:
    """Every state of a Room under unlocking, locking and blinking."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.explore import explore
    from mtgmeld.game.setup import new_game

    card = "Roaring Furnace // Steaming Sauna"
    doors = [
        kind(object="room", half=half)
        for kind in (A.UnlockByEffect, A.LockByEffect)
        for half in ("left", "right")
    ]
    found = explore(new_game().put(card, id="room").state(), [*doors, A.Blink(object="room")])
    return exploration_graph(found, title=f"{card}: every state")


def _meld_exploration() -> Axes:
    """A meld pair melds, and its permanent leaves in every way."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.explore import explore
    from mtgmeld.game.setup import new_game
    from mtgmeld.game.state import State

    pair = new_game().put("Hanweir Garrison", id="one").put("Hanweir Battlements", id="two")
    ways = [
        A.Destroy(object="one"),
        A.ReturnToHand(object="one"),
        A.PutIntoLibrary(object="one"),
        A.PutIntoLibrary(object="one", where="bottom"),
        A.Blink(object="one"),
    ]

    def actions(state: State) -> list[A.Action]:
        melded = any(obj.is_melded for obj in state.battlefield())
        return ways if melded else [A.Meld(object="one", with_="two")]

    return exploration_graph(explore(pair.state(), actions), title="Hanweir melds, and leaves")


def _castable() -> Axes:
    """What may be cast from a hand with some mana, and why not."""
    from mtgmeld.game.setup import new_game
    from mtgmeld.game_frames import castable_table

    state = (
        new_game()
        .put("Mimic Vat", controller="opponent")
        .put("Leyline of the Void", controller="opponent")
        .put("Fire // Ice", "hand")
        .put("Wear // Tear", "hand")
        .state()
    )
    frame = castable_table(state, mana="{1}{R}")
    columns = {"part": "cast", "total_cost": "cost", "mana_value": "value", "payable": "payable"}
    return characteristics_card(frame, columns=columns, title="With {1}{R} to spend")


def _editions() -> Axes:
    """The mana value of a split card in hand under the rules of 2017 and of today."""
    import pandas as pd

    from mtgmeld.tables import split_table

    parts = []
    rules: list[str] = []
    for date, word in (("2017-01-20", "January 2017"), (None, "today")):
        frame = split_table("Fire // Ice", edition=date)
        frame = frame[frame["zone"] == "hand"]
        rules += rules_for(frame, "mana_value")
        frame = frame.assign(group=f"rules of {word}")
        frame["state"] = frame["half"].fillna("the card")
        parts.append(frame)
    both = pd.concat(parts, ignore_index=True)
    both.attrs["edition"] = f"{parts[0].attrs['edition']} and of {parts[1].attrs['edition']}"
    title = "Fire // Ice in hand, then and now"
    return value_by_state(both, group="group", title=title, rules=rules)


FIGURES: Mapping[str, Callable[[], Axes]] = {
    "blink_timeline": _blink_timeline,
    "castable": _castable,
    "color_identity": _color_identity,
    "dfc_values": _dfc_values,
    "editions": _editions,
    "meld_exploration": _meld_exploration,
    "meld_values": _meld_values,
    "melded_leaves": _melded_leaves,
    "room_card": _room_card,
    "room_exploration": _room_exploration,
    "room_states": _room_states,
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
