"""States, events and legal actions as DataFrames with documented columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mtgmeld.catalog import load_catalog
from mtgmeld.frames import Column, frame
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import Transition
from mtgmeld.game.events import Event
from mtgmeld.game.knowing import HIDDEN_PLACES, may_see
from mtgmeld.game.legal import Legal, legal_actions
from mtgmeld.game.objects import Obj
from mtgmeld.game.options import options
from mtgmeld.game.state import State
from mtgmeld.object_frames import OBJECT_COLUMNS, objects_frame, states_frame
from mtgmeld.rules.citations import cited
from mtgmeld.rules.numbers import number_in

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CASTABLE_COLUMNS",
    "DIFF_COLUMNS",
    "EVENT_COLUMNS",
    "LEGAL_COLUMNS",
    "OBJECT_COLUMNS",
    "ZONE_COLUMNS",
    "castable_table",
    "diff_frame",
    "events_frame",
    "legal_frame",
    "legal_table",
    "objects_frame",
    "states_frame",
    "zones_frame",
]

HIDDEN = "hidden"

ZONE_COLUMNS = (
    Column("zone", "string", "the zone"),
    Column("player", "string", "whose it is; NA for a shared zone"),
    Column("place", "Int64", "place from the bottom, from 1"),
    Column("object", "Int64", "the object's number; NA where it is hidden"),
    Column("name", "string", "what it is; 'hidden' where the player may not know"),
    Column(
        "other_side",
        "string",
        "the other face of its card, or the combined face that it melds into: who may look at a"
        " card may look at both sides (712.6); NA without one, and where it is hidden",
    ),
    Column("rules", "string", "rules about the zone's order and who may look"),
)
EVENT_COLUMNS = (
    Column("step", "Int64", "the step of the run, from 1"),
    Column("seq", "Int64", "the event's number within the run, from 1"),
    Column("event", "string", "what happened"),
    Column("name", "string", "what it happened to"),
    Column("object", "Int64", "the object as it was before; NA where none was"),
    Column("became", "string", "the objects it became, by number"),
    Column("from_zone", "string", "zone before; NA where nothing moved"),
    Column("to_zone", "string", "zone after; NA where nothing moved"),
    Column("objects_moved", "Int64", "objects that moved (712.21e); NA where nothing moved"),
    Column("cards_moved", "Int64", "cards that moved (712.21e); NA where nothing moved"),
    Column("player", "string", "who did it or whose it was; NA where nobody's"),
    Column("note", "string", "details in words; empty for none"),
    Column("rules", "string", "rules that made it so"),
)
DIFF_COLUMNS = (
    Column("object", "Int64", "the object's number; a new one after every zone change"),
    Column("name", "string", "what it is called"),
    Column("column", "string", "which column of the objects differs"),
    Column("before", "string", "value before; NA for a new object"),
    Column("after", "string", "value after; NA for one that is gone"),
    Column("rules", "string", "rules of what happened to it in between; empty if nothing did"),
)
LEGAL_COLUMNS = (
    Column("action", "string", "the action's name in a situation file"),
    Column("object", "string", "what it is done to, by its handle or number; NA for nothing"),
    Column("says", "string", "what it is, in words"),
    Column("cost", "string", "what it costs in all; NA where nothing is paid"),
    Column("rules", "string", "rules that allow it"),
)
CASTABLE_COLUMNS = (
    Column("action", "string", "cast, or unlock for a door of a Room"),
    Column("card", "string", "the card, by its whole name"),
    Column("zone", "string", "where it is"),
    Column("part", "string", "the half, the face, or the halves that would be fused"),
    Column("by", "string", "what lets it be cast; empty for the usual way"),
    Column("mana_cost", "string", "mana cost of that part; NA without one"),
    Column("total_cost", "string", "what it costs in all (601.2f); NA where it is not legal"),
    Column("mana_value", "Int64", "mana value of the spell; NA where it is none or not legal"),
    Column("x", "Int64", "X: the highest that can be paid for; NA without an X in the cost"),
    Column("legal", "boolean", "whether it may be done now, mana left aside"),
    Column(
        "payable", "boolean", "whether the mana pays for it; NA if not legal or no mana is given"
    ),
    Column("spends", "string", "the mana that it would take; NA where it is not payable"),
    Column("why_not", "string", "why it may not be done; empty where it may"),
    Column("rules", "string", "rules that allow or forbid it"),
)


def _rules(rules: Iterable[str], date: str) -> str:
    return ", ".join(number_in(r, date) for r in cited(rules))


def zones_frame(state: State, player: str | None = None) -> pd.DataFrame:
    """Return the content of every zone in order, from the bottom to the top.

    Parameters
    ----------
    state : State
    player : str, optional
        Show only what this player may know: other hands, every library, and so the order in
        which two cards of a melded permanent were put there, are hidden, and what others have
        face down (400.2, 712.21a, 708.5).

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`ZONE_COLUMNS`.
    """
    return frame(ZONE_COLUMNS, _zone_rows(state, player), {"edition": state.edition.date})


_ORDER = {"library": ("401.2", "712.21a"), "graveyard": ("404.2", "404.3")}


def _zone_rows(state: State, player: str | None) -> Iterator[dict[str, Any]]:
    for key, ids in state.places.items():
        zone, _, owner = key.partition(":")
        for place, i in enumerate(ids, 1):
            obj, rules = state.things[i], _ORDER.get(zone, ("400.2",))
            seen = True
            if player is not None:
                seen, why = may_see(obj, player)
                rules = (*rules, *why)
            yield {
                "zone": zone,
                "player": owner or None,
                "place": place,
                "object": i if seen or zone not in HIDDEN_PLACES else None,
                "name": state.name_of(i) if seen else HIDDEN,
                "other_side": _other_side(state, obj) if seen else None,
                "rules": _rules(rules, state.edition.date),
            }


def _other_side(state: State, obj: Obj) -> str | None:
    """Return what the other side of a card shows: of a meld card, the face that it helps form."""
    if len(obj.cards) != 1:
        return None
    card = state.cards[obj.cards[0]].card
    if card.layout == "meld":
        pair = load_catalog().pair_of(card)
        return None if pair is None else pair.result.name
    if card.layout in ("transform", "modal_dfc"):
        return card.faces[0 if obj.face else 1].name
    return None


def events_frame(transitions: Sequence[Transition | None]) -> pd.DataFrame:
    """Return one row an event.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`EVENT_COLUMNS`.
    """
    date = next((t.after.edition.date for t in transitions if t is not None), "")
    return frame(EVENT_COLUMNS, _event_rows(transitions), {"edition": date})


def _event_rows(transitions: Sequence[Transition | None]) -> Iterator[dict[str, Any]]:
    seq = 0
    for step, transition in enumerate(transitions, 1):
        if transition is None:
            continue
        date = transition.after.edition.date
        for e in transition.events:
            seq += 1
            moved = e.kind in ("move", "ceases", "meld fails") or bool(e.cards)
            yield {
                "step": step,
                "seq": seq,
                "event": e.kind,
                "name": e.name,
                "object": e.obj or None,
                "became": tuple(str(i) for i in e.became),
                "from_zone": e.start or None,
                "to_zone": e.end or None,
                "objects_moved": e.objects if moved else None,
                "cards_moved": e.cards if moved else None,
                "player": e.player or None,
                "note": e.note,
                "rules": _rules(e.rules, date),
            }


def legal_frame(legal: Iterable[Legal], date: str) -> pd.DataFrame:
    """Return one row a legal action.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`LEGAL_COLUMNS`.
    """
    rows = [
        {
            "action": str(a.action.__struct_config__.tag),
            "object": _done_to(a.action),
            "says": a.says,
            "cost": a.cost or None,
            "rules": _rules(a.rules, date),
        }
        for a in legal
    ]
    return frame(LEGAL_COLUMNS, rows, {"edition": date})


def _done_to(action: Action) -> str | None:
    refs = getattr(action, "object", None)
    listed = refs if isinstance(refs, list) else [] if refs is None else [refs]
    return "; ".join(map(str, listed)) or None


def legal_table(state: State, player: str | None = None, mana: str | None = None) -> pd.DataFrame:
    """Return what a player may do now, each with the rules that allow it.

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        Only what this mana (``{2}{U}``) pays for.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`LEGAL_COLUMNS`.

    Raises
    ------
    UnknownName
        If there is no such player.
    BadManaCost
        If the mana is not written as mana.
    """
    return legal_frame(legal_actions(state, player, mana), state.edition.date)


def castable_table(
    state: State, player: str | None = None, mana: str | None = None
) -> pd.DataFrame:
    """Return what a player could cast or unlock, for what, and whether some mana pays for it.

    One row for each half, face and fused spell of the cards in the player's hand and of those
    that something lets the player cast from elsewhere, and for each locked door of the player's
    Rooms; those that may not be chosen now say why (601.3, 709.3a, 709.5e).

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        The mana that is there, as ``{2}{U}``; ``pool`` is the player's own pool, in which mana
        with a restriction counts only for what it may be spent on (106.6).  Hybrid and
        Phyrexian symbols are paid in whichever way is possible (107.4e-f).

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`CASTABLE_COLUMNS`.

    Raises
    ------
    UnknownName
        If there is no such player.
    BadManaCost
        If the mana is not written as mana.
    """
    rows = [
        {
            "action": o.kind,
            "card": o.card,
            "zone": o.zone,
            "part": o.part,
            "by": o.by,
            "mana_cost": o.mana_cost,
            "total_cost": o.total,
            "mana_value": o.mana_value,
            "x": o.x if o.allowed else None,
            "legal": o.allowed,
            "payable": o.payable,
            "spends": o.spends or None,
            "why_not": o.why,
            "rules": _rules(o.rules, state.edition.date),
        }
        for o in options(state, player or state.active, mana)
    ]
    return frame(CASTABLE_COLUMNS, rows, {"edition": state.edition.date})


def _at(objects: pd.DataFrame, i: int, column: str) -> str | None:
    """Return a cell as text; None where there is no such row or no value."""
    if i not in objects.index:
        return None
    value: Any = objects.at[i, column]
    return None if str(value) == "<NA>" else str(value)


def diff_frame(before: State, after: State, events: Iterable[Event] = ()) -> pd.DataFrame:
    """Return what differs between two states, a row a cell.

    Parameters
    ----------
    before, after : State
    events : iterable of Event
        What happened between them, for the rules.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`DIFF_COLUMNS`.
    """
    old, new = objects_frame(before).set_index("object"), objects_frame(after).set_index("object")
    rules: dict[int, list[str]] = {}
    for e in events:
        for i in (e.obj, *e.became):
            rules.setdefault(i, []).extend(e.rules)
    rows = []
    for i in sorted({*old.index, *new.index}):
        for column in old.columns:
            one, two = _at(old, i, column), _at(new, i, column)
            if one != two:
                state = after if i in new.index else before
                rows.append(
                    {
                        "object": int(i),
                        "name": state.name_of(int(i)),
                        "column": column,
                        "before": one,
                        "after": two,
                        "rules": _rules(rules.get(int(i), ()), after.edition.date),
                    }
                )
    return frame(DIFF_COLUMNS, rows, {"edition": after.edition.date})
