"""A meld pair in play: what melding takes, the melded permanent, and how it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mtgmeld.cards import MeldPair
from mtgmeld.catalog import load_catalog
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import EDITION, PAIR, WHY, Chosen, Control, must_be
from mtgmeld.explorers.playing import (
    begin,
    events_table,
    first_choices,
    is_in,
    moment,
    only,
    scene,
    watches,
)
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames import citations, flag, frame, number, text
from mtgmeld.frames.games import objects_frame, zones_frame
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import EVENTS
from mtgmeld.game.engine import Transition
from mtgmeld.game.melding import conditions
from mtgmeld.game.state import State
from mtgmeld.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.explorers.widgets import Panel

KINDS: Mapping[str, str] = {
    "card": "a card that you own and control",
    "given away": "a card that you own and the opponent controls",
    "borrowed": "a card that the opponent owns and you control",
    "theirs": "a card that the opponent owns and controls",
    "token": "a token that is a copy of it",
    "clone": "a Clone that is a copy of it",
}
COMMANDER_GOES = {"stay": "stays there", "command": "goes to the command zone"}
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
    text("condition", "what melding takes", itemgetter(0)),
    flag("holds", "whether it is so", itemgetter(1)),
    citations("rules that ask for it", itemgetter(2)),
)
TRIGGER_COLUMNS = (
    text("trigger", "what an ability waits for"),
    number("melding", "how often it triggered as the cards were exiled and melded"),
    number("leaving", "how often it triggered as the melded permanent left"),
)
_OBJECTS = ("zone", "owner", "controller", "cards", "names", "mana_cost", "mana_value", "colors")
_WATCHED = (
    *("enters", "leaves", "dies"),
    *(f"put into {zone}" for zone in ("graveyard", "exile", "hand", "library", "command")),
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
        (kind ``objects``), ``zones``
        (kind ``zones``), ``triggers`` (:data:`TRIGGER_COLUMNS`),
        ``events`` (kind ``events``).

    Raises
    ------
    UnknownName
        For a word that is no choice.
    ImpossibleState
        For a token or a copy off the battlefield; and the errors of the catalog.

    Examples
    --------
    >>> board = mm.explorers.meld_game_view("Chittering Host", sent="destroyed")
    >>> board.frames["events"][["event", "objects_moved", "cards_moved"]].tail(1)
      event  objects_moved  cards_moved
    4  move              1            2
    """
    pair = load_catalog().meld_pair(result)
    names = [c.name for c in pair.cards]
    for kind in kinds:
        must_be("kind of card", kind, KINDS)
    must_be("way to go", sent, SENT)
    must_be("replacement", replacement, REPLACEMENTS)
    must_be("choice for a commander", commander_goes, COMMANDER_GOES)
    must_be("card of the pair", commander, ("", *names))
    begun = begin(_start(pair, zones, kinds, replacement, commander, edition))
    start = begun.start
    takes = conditions(start, start.present("a"), start.present("b"), "you")
    rows = frame(CONDITION_COLUMNS, takes, {"edition": start.edition.date})
    chosen: dict[str, Any] = {
        "order": names[::-1] if order else names,
        "replacement": REPLACEMENTS[replacement][1],
        "commander": commander_goes if commander else None,
    }
    stays = {**chosen, "commander": "stay" if commander else None}
    meld = A.Meld(object="a", with_="b", id="melded", player="you", **stays)

    def action(state: State, act: A.Action | None) -> A.Action | None:
        if act is None or act is meld:
            return act
        return replace(act, **chosen) if is_in(state, "melded", "battlefield") else None

    played = begun.play((meld, SENT[sent]), action, take=first_choices)
    done, state = played.transitions, played.state
    melded = done[0].after.handles.get("melded", ()) if done else ()
    ids = [i for h in ("melded", "a", "b") for i in state.handles.get(h, ())]
    ids = [i for i in dict.fromkeys(ids) if i in state.things]
    why = melded[0] if melded else (ids[0] if ids else None)
    said = f"{pair.result.name}, {sent}" if melded else f"{pair.result.name}: not melded"
    missing = frozenset((n, "holds") for n, holds in enumerate(rows["holds"]) if not holds)
    asked = Table("conditions", rows, (), "what melding takes", differs=missing)
    now = Table("objects", only(objects_frame(state), ids), _OBJECTS, "what there is now")
    shown = ("zone", "player", "place", "name")
    where = only(zones_frame(state), ids)
    return played.board(
        f"{said}; {moment(state)}; rules of {state.edition}",
        *((now,) if melded else (asked, now)),
        Table("zones", where, shown, "where, counted from the bottom"),
        Table("triggers", _triggers(start, done), (), "what triggers saw"),
        events_table(done, counted=True),
        *((asked,) if melded else ()),
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
) -> Scenario:
    rows: list[dict[str, Any]] = [{"card": "Forest", "zone": "library"} for _ in range(3)]
    rows.append({"card": "Forest"})  # whose power counts lands has some
    for handle, card, zone, kind in zip("ab", pair.cards, zones, kinds, strict=True):
        row: dict[str, Any] = {
            "card": "Clone" if kind == "clone" else card.name,
            "zone": zone,
            "id": handle,
            "owner": "opponent" if kind in ("borrowed", "theirs") else "you",
            "commander": commander == card.name and kind not in ("clone", "token"),
        }
        if zone == "battlefield":
            row["controller"] = "opponent" if kind in ("given away", "theirs") else "you"
        if kind == "token":
            row["token_copy"] = True
        elif kind == "clone":
            row["copy_of"] = card.name
        rows.append(row)
    for name in REPLACEMENTS[replacement][0]:
        how = {"controller": "opponent"} if name == LEYLINE else {"attached_to": "you"}
        rows.append({"card": name, **how})
    title = f"{pair.result.name} in play"
    return scene(title, edition=edition, start=rows, watch=watches(_WATCHED))


def _triggers(start: State, done: Sequence[Transition]) -> pd.DataFrame:
    counts = [start.counts, *(t.after.counts for t in done)]
    rows = []
    for watch in _WATCHED:
        seen = [b[watch] - a[watch] for a, b in pairwise(counts)]
        melding, leaving = (*seen, None, None)[:2]
        rows.append({"trigger": EVENTS[watch], "melding": melding, "leaving": leaving})
    return frame(TRIGGER_COLUMNS, rows, {"edition": start.edition.date})


@explorer
def meld_game(result: str = "Chittering Host") -> Panel:
    """A meld pair in play: what melding takes, and where the permanent and its cards go.

    Parameters
    ----------
    result : str
        The pair to begin with: the combined back face, or either card.

    Examples
    --------
    >>> mm.explorers.meld_game("Chittering Host")
    <Meld pair in play: Chittering Host, destroyed; turn 1 of you, precombat main; on the stack:
     ability of Chittering Host; rules of 2026-09-25; mana value 7 [202.3c, 712.8g, 202.3]>
    """
    zones = ("battlefield", "hand", "graveyard", "library", "exile")

    def names(chosen: Chosen) -> list[str]:
        return [c.name for c in load_catalog().meld_pair(chosen["result"]).cards]

    def places(nth: int) -> Callable[[Chosen], dict[str, str]]:
        return lambda chosen: {z: f"{names(chosen)[nth]}: {z}" for z in zones}

    def kinds(letter: str) -> Callable[[Chosen], dict[str, str]]:
        def offered(chosen: Chosen) -> dict[str, str]:
            here = chosen[f"zone_{letter}"] == "battlefield"
            return {k: KINDS[k] for k in (KINDS if here else CARDS)}

        return offered

    def order(chosen: Chosen) -> dict[int, str]:
        one, two = names(chosen)
        return {0: f"{one} below {two}", 1: f"{two} below {one}"}

    def commanders(chosen: Chosen) -> dict[str, str]:
        return {"": "neither"} | {n: f"{n} is a commander" for n in names(chosen)}

    def view(**chosen: Any) -> Board:
        for word in ("zone", "kind"):
            chosen[f"{word}s"] = tuple(chosen.pop(f"{word}_{n}") for n in "ab")
        return meld_game_view(**chosen)

    controls = {
        "result": PAIR,
        "edition": EDITION,
        "zone_a": Control("First card", places(0)),
        "kind_a": Control("The first card is", kinds("a")),
        "zone_b": Control("Second card", places(1)),
        "kind_b": Control("The second card is", kinds("b")),
        "sent": Control("Once melded it is", tuple(SENT)),
        "order": Control("Order of the cards", order),
        "commander": Control("Commander", commanders),
        "commander_goes": Control("The commander", COMMANDER_GOES),
        "replacement": Control("Replacement effects", tuple(REPLACEMENTS)),
        "value": WHY,
    }
    start = {"result": result, "sent": "destroyed"}
    return panel("Meld pair in play", view, controls, start)
