"""A meld pair in play: what melding takes, the melded permanent, and how it leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mtgmeld.cards import MeldPair
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import IllegalAction, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.playing import events_table, moment, watch_all
from mtgmeld.frames import Column, frame
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.melding import Condition, conditions
from mtgmeld.game.setup import Setup, new_game
from mtgmeld.game.standing import EVENTS
from mtgmeld.game.state import State
from mtgmeld.game_frames import objects_frame, zones_frame
from mtgmeld.rules.numbers import number_in

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CONDITION_COLUMNS", "KINDS", "REPLACEMENTS", "SENT", "meld_game_view"]

KINDS: Mapping[str, str] = {
    "card": "a card that you own and control",
    "given away": "a card that you own and the opponent controls",
    "borrowed": "a card that the opponent owns and you control",
    "theirs": "a card that the opponent owns and controls",
    "token": "a token that is a copy of it",
    "clone": "a Clone that is a copy of it",
}
# off the battlefield nobody controls a card, and there are no tokens and no copies
CARDS = ("card", "theirs")

SENT: Mapping[str, A.Action | None] = {
    "stays": None,
    "destroyed": A.Destroy(object="melded"),
    "sacrificed": A.Sacrifice(object="melded"),
    "exiled": A.Exile(object="melded"),
    "returned to hand": A.ReturnToHand(object="melded"),
    "put on top of the library": A.PutIntoLibrary(object="melded"),
    "put on the bottom of the library": A.PutIntoLibrary(object="melded", where="bottom"),
    "put third from the top": A.PutIntoLibrary(object="melded", where=3),
    "blinked": A.Blink(object="melded"),
}

LEYLINE, WHEEL = "Leyline of the Void", "Wheel of Sun and Moon"
# what stands on the table, and which of two effects is applied
REPLACEMENTS: Mapping[str, tuple[tuple[str, ...], str | None]] = {
    "none": ((), None),
    LEYLINE: ((LEYLINE,), LEYLINE),
    WHEEL: ((WHEEL,), WHEEL),
    f"both, {LEYLINE} is applied": ((LEYLINE, WHEEL), LEYLINE),
    f"both, {WHEEL} is applied": ((LEYLINE, WHEEL), WHEEL),
}

CONDITION_COLUMNS = (
    Column("condition", "string", "what melding takes"),
    Column("holds", "boolean", "whether it is so"),
    Column("rules", "string", "rules that ask for it"),
)
TRIGGER_COLUMNS = (
    Column("trigger", "string", "what an ability waits for"),
    Column("melding", "Int64", "how often it triggered as the cards were exiled and melded"),
    Column("leaving", "Int64", "how often it triggered as the melded permanent left"),
)
_OBJECTS = ("zone", "owner", "controller", "cards", "names", "mana_cost", "mana_value", "colors")
_WATCHED = (
    "enters",
    "leaves",
    "dies",
    "put into graveyard",
    "put into exile",
    "put into hand",
    "put into library",
    "put into command",
)


def meld_game_view(
    result: str,
    zones: Sequence[str] = ("battlefield", "battlefield"),
    kinds: Sequence[str] = ("card", "card"),
    sent: str = "stays",
    order: int = 0,
    replacement: str = "none",
    commander: str = "",
    commander_goes: str = "stay",
    value: str = "mana_value",
    edition: str | None = None,
) -> Board:
    """Meld a pair, or see what is missing; send the melded permanent away.

    Parameters
    ----------
    result : str
        The combined back face, or either card of the pair.
    zones : sequence of str
        Where each card of the pair starts.
    kinds : sequence of str
        What each is: one of :data:`KINDS`.
    sent : str
        What happens to the melded permanent: one of :data:`SENT`.
    order : int
        Which of the two cards lies below in a graveyard or library, and is exiled first:
        0 for the first of the pair, 1 for the second (712.21a-b).
    replacement : str
        Effects that replace going to a graveyard: one of :data:`REPLACEMENTS` (712.21d).
    commander : str
        The card of the pair that is a commander; empty for neither.
    commander_goes : str
        ``command`` or ``stay`` as the melded permanent leaves (903.9).
    value : str
        The value that is explained.
    edition : str, optional

    Returns
    -------
    Board
        Frames: ``conditions`` (:data:`CONDITION_COLUMNS`), ``objects``
        (:data:`mtgmeld.game_frames.OBJECT_COLUMNS`), ``zones``
        (:data:`mtgmeld.game_frames.ZONE_COLUMNS`), ``triggers`` (:data:`TRIGGER_COLUMNS`),
        ``events`` (:data:`mtgmeld.game_frames.EVENT_COLUMNS`).

    Raises
    ------
    UnknownName
        For a word that is no choice.
    ImpossibleState
        For a token or a copy off the battlefield; and the errors of the catalog.
    """
    pair = load_catalog().meld_pair(result)
    for word, known, what in (
        *((k, KINDS, "kind of card") for k in kinds),
        (sent, SENT, "way to go"),
        (replacement, REPLACEMENTS, "replacement"),
        (commander_goes, ("stay", "command"), "choice for a commander"),
        (commander, ("", *(c.name for c in pair.cards)), "card of the pair"),
    ):
        if word not in known:
            raise UnknownName(what, word, known)
    start = _start(pair, zones, kinds, replacement, commander, edition)
    one, two = start.present("a"), start.present("b")
    rows = _conditions_frame(start, conditions(start, one, two, "you"))
    choices = _choices(pair, order, replacement, commander, commander_goes)
    done: list[Transition] = []
    message = ""
    try:
        stays = {**choices, "commander": choices["commander"] and "stay"}
        act = A.Meld(object="a", with_="b", id="melded", player="you", **stays)
        done.append(apply(start, act))
        leaves = SENT[sent]
        if leaves is not None and _on_battlefield(done[0].after, "melded"):
            done.append(apply(done[0].after, replace(leaves, **choices)))
    except IllegalAction as error:
        message = str(error)
    state = done[-1].after if done else start
    melded = done[0].after.handles.get("melded", ()) if done else ()
    ids = [i for h in ("melded", "a", "b") for i in state.handles.get(h, ())]
    ids = [i for i in dict.fromkeys(ids) if i in state.things]
    why = melded[0] if melded else (ids[0] if ids else None)
    said = f"{pair.result.name}, {sent}" if melded else f"{pair.result.name}: not melded"
    missing = frozenset((n, "holds") for n, holds in enumerate(rows["holds"]) if not holds)
    asked = Table("conditions", rows, (), "what melding takes", differs=missing)
    now = Table("objects", _only(objects_frame(state), ids), _OBJECTS, "what there is now")
    return Board(
        f"{said}; {moment(state)}; rules of {state.edition}",
        (
            *((now,) if melded else (asked, now)),
            Table(
                "zones",
                _only(zones_frame(state), ids),
                ("zone", "player", "place", "name"),
                "where, counted from the bottom",
            ),
            Table("triggers", _triggers(start, done), (), "what triggers saw"),
            events_table(done, counted=True),
            *((asked,) if melded else ()),
        ),
        message,
        why=() if why is None else (state.explain(why, value),),
        lead=1 if melded else 2,
    )


def _start(
    pair: MeldPair,
    zones: Sequence[str],
    kinds: Sequence[str],
    replacement: str,
    commander: str,
    edition: str | None,
) -> State:
    setup: Setup = new_game(edition=edition)
    for _ in range(3):
        setup.put("Forest", "library")
    setup.put("Forest")  # whose power counts lands has some
    for handle, card, zone, kind in zip("ab", pair.cards, zones, kinds, strict=True):
        owner = "opponent" if kind in ("borrowed", "theirs") else "you"
        more: dict[str, Any] = {"owner": owner}
        if zone == "battlefield":
            more["controller"] = "opponent" if kind in ("given away", "theirs") else "you"
        more["commander"] = commander == card.name and kind != "clone"
        if kind == "token":
            more |= {"token": True, "commander": False}
        clone = kind == "clone"
        if clone:
            more["copy_of"] = card.name
        setup.put("Clone" if clone else card, zone, id=handle, **more)
    for name in REPLACEMENTS[replacement][0]:
        if name == LEYLINE:
            setup.put(name, controller="opponent")
        else:
            setup.put(name, attached_to="you")
    return watch_all(setup, _WATCHED).state()


def _choices(
    pair: MeldPair, order: int, replacement: str, commander: str, goes: str
) -> dict[str, Any]:
    names = [c.name for c in pair.cards]
    return {
        "order": names[::-1] if order else names,
        "replacement": REPLACEMENTS[replacement][1],
        "commander": goes if commander else None,
    }


def _conditions_frame(state: State, rows: Sequence[Condition]) -> pd.DataFrame:
    date = state.edition.date
    made = [
        {"condition": c, "holds": h, "rules": ", ".join(number_in(r, date) for r in rules)}
        for c, h, rules in rows
    ]
    return frame(CONDITION_COLUMNS, made, {"edition": date})


def _on_battlefield(state: State, handle: str) -> bool:
    found = state.handles.get(handle, ())
    return any(state.things[i].zone == "battlefield" for i in found if i in state.things)


def _only(rows: pd.DataFrame, ids: Sequence[int]) -> pd.DataFrame:
    kept = rows[rows["object"].isin(ids)]
    return kept.reset_index(drop=True)


def _triggers(start: State, done: Sequence[Transition]) -> pd.DataFrame:
    counts = [start.counts, *(t.after.counts for t in done)]
    rows = []
    for watch in _WATCHED:
        seen = [b[watch] - a[watch] for a, b in pairwise(counts)]
        melding, leaving = (*seen, None, None)[:2]
        rows.append({"trigger": EVENTS[watch], "melding": melding, "leaving": leaving})
    return frame(TRIGGER_COLUMNS, rows, {"edition": start.edition.date})
