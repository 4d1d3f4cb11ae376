"""A Room in play: its two doors opened and shut, the permanent blinked, copied, given away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import VALUES_IN_PLAY, WHY, Chosen, Control, Moves, Typed, must_be
from mtgmeld.explorers.doors import doors_svg
from mtgmeld.explorers.playing import (
    begin,
    events_table,
    headed,
    is_in,
    moment,
    scene,
    triggers_frame,
    watches,
)
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames.games import castable_table, objects_frame
from mtgmeld.game import actions as A
from mtgmeld.game.legality import options
from mtgmeld.game.state import State
from mtgmeld.game.values import GameObject
from mtgmeld.tables import room_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mtgmeld.explorers.widgets import Panel

# what the buttons of a door and those of the permanent do
MOVES: Mapping[str, str] = {
    "cast": "Cast this half",
    "pay": "Pay to unlock",
    "unlock": "Unlock by an effect",
    "lock": "Lock by an effect",
    "resolve": "Resolve the top of the stack",
    "blink": "Blink",
    "copy": "Copy",
    "steal": "Opponent gains control",
    "next turn": "Next turn",
}
DOOR: Mapping[str, Callable[..., A.Action]] = {
    "cast": A.CastSpell,
    "pay": A.Unlock,
    "unlock": A.UnlockByEffect,
    "lock": A.LockByEffect,
}
_EVENTS = ("unlock", "fully unlock", "lock", "enters", "leaves")
_OBJECTS = headed(
    *("handle", "zone", "controller", "names", "mana_cost", "mana_value", "colors"),
    *("devotion", "unlocked"),
)
_DOORS = ("action", "part", "total_cost", "legal", "why_not", "rules")
ROOM = "room"


def room_game_view(
    card: str,
    moves: Sequence[str] = (),
    object: str = ROOM,  # noqa: A002  (the word of the actions)
    value: str = "mana_value",
) -> Board:
    """Play moves with a Room that starts in hand, and show what came of them.

    Parameters
    ----------
    card : str
        A Room, or a half of one.
    moves : sequence of str
        Each one of :data:`MOVES`; those of a door with ``left`` or ``right``, and any but
        ``resolve`` and ``next turn`` with ``of copy`` where a copy is meant: ``cast left``,
        ``pay right of copy``.  A move that is refused is left out, and the board says why.
    object : str
        The object in question: ``room`` or the handle of a copy (``copy``, ``copy 2``).
    value : str
        One of :data:`mtgmeld.explorers.controls.VALUES_IN_PLAY`.

    Returns
    -------
    Board
        Frames: ``objects`` (kind ``objects`` and ``devotion``,
        string), ``doors`` (kind ``castable``), ``triggers``
        (:data:`mtgmeld.explorers.playing.TRIGGER_COLUMNS`), ``events``
        (kind ``events``).

    Raises
    ------
    ImpossibleQuestion
        If the card is no Room.
    UnknownName
        For a move, an object or a value that there is not; and the errors of the catalog.

    Examples
    --------
    >>> board = mm.explorers.room_game_view("Bottomless Pool", ["cast left", "resolve"])
    >>> board.frames["objects"][["names", "zone", "mana_value"]]
                 names         zone  mana_value
    0  Bottomless Pool  battlefield           1
    """
    import pandas as pd

    found = load_catalog()[card]
    if not found.is_room:
        raise ImpossibleQuestion(f"{found.name} is no Room", ("709.5",))
    must_be("value", value, VALUES_IN_PLAY)
    start = scene(
        f"{found.name} in play",
        start=[{"card": found.name, "zone": "hand", "id": ROOM}],
        watch=watches(_EVENTS, "t:room"),
    )
    played = begin(start).play(moves, _action)
    state = played.state
    must_be("object here", object, (ROOM, *copies_in(state)))
    here = state.present(object) if state.find(object) else None
    objects = objects_frame(state)
    devotion = [str(state.value(int(i), "devotion").value) for i in objects["object"]]
    objects["devotion"] = pd.array(devotion, dtype="string")
    table = room_table(found)
    lock = None
    if here is not None and here.zone == "battlefield":
        lock = ",".join(("left", "right")[h] for h in here.unlocked)
    doors = _doors(state, here)
    halves = [f.name for f in found.faces]
    where = "gone" if here is None else f"{here.zone}, controlled by {here.controller}"
    mark = None if here is None else list(objects["object"]).index(here.id)
    return played.board(
        f"{found.name}: {where}; {moment(state)}",
        Table("objects", objects, _OBJECTS, mark=mark),
        Table("doors", doors, _DOORS, "what may be cast or unlocked now"),
        Table("triggers", triggers_frame(state, played.transitions), (), "triggers so far"),
        events_table(played.transitions),
        message=" ".join(f"{_in_words(move, halves)}: {why}." for move, why in played.refused),
        picture=doors_svg(table, lock),
        why=() if here is None else (state.explain(object, value),),
        kept={"moves": played.done},
        figure=lambda: _drawn(table, lock),
    )


def _in_words(move: str, halves: Sequence[str]) -> str:
    """Return a move as its button says it, and of which half."""
    verb, _, side = move.partition(" of ")[0].rpartition(" ")
    half = dict(zip(("left", "right"), halves, strict=True)).get(side)
    return f"{MOVES[verb]} ({half})" if half else MOVES[move.partition(" of ")[0]]


def _drawn(table: pd.DataFrame, lock: str | None) -> Axes:
    from mtgmeld.figures import room_states

    return room_states(table, mark=lock)


def copies_in(state: State) -> tuple[str, ...]:
    """Return the handles of the copies that were made."""
    return tuple(h for h in state.handles if h.startswith("copy"))


def _doors(state: State, here: GameObject | None) -> pd.DataFrame:
    """Return what may be cast or unlocked of an object, by its controller."""
    player = state.active if here is None else here.controller
    ref = "" if here is None else state.ref_of(here.id)
    rows = [n for n, o in enumerate(options(state, player)) if str(o.action.object) == ref]
    return castable_table(state, player).iloc[rows].reset_index(drop=True)


def _action(state: State, move: str) -> A.Action:
    """Return the action of a move."""
    words, _, ref = move.partition(" of ")
    ref = ref or ROOM
    verb, half = words, ""
    if words.endswith((" left", " right")):
        verb, _, half = words.rpartition(" ")
    must_be("move", verb, MOVES)
    if bool(half) != (verb in DOOR):
        raise UnknownName("move", move, MOVES)
    match verb:
        case "resolve":
            return A.Resolve()
        case "next turn":
            return A.NextTurn()
        case "blink":
            return A.Blink(object=ref)
        case "steal":
            return A.GainControl(object=ref, player="opponent")
        case "copy":
            number = len(copies_in(state)) + 1
            name = "copy" if number == 1 else f"copy {number}"
            if is_in(state, ref, "stack"):
                return A.CopySpell(object=ref, id=name)
            return A.CreateTokenCopy(of=ref, id=name)
    return DOOR[verb](object=ref, half=half)


@explorer
def room_game(card: str = "Bottomless Pool // Locker Room") -> Panel:
    """A Room in play: its two doors, and the whole blinked, copied, given away.

    Parameters
    ----------
    card : str
        The Room to begin with.

    Examples
    --------
    >>> mm.explorers.room_game("Bottomless Pool")
    <Room in play: Bottomless Pool // Locker Room: hand, controlled by you; turn 1 of you,
     precombat main; mana value 6 [202.3d, 709.4b, 202.3]>
    """

    def copies(chosen: Chosen) -> list[str]:
        made = sum(move.startswith("copy") for move in chosen["moves"])
        return ["copy" if n == 1 else f"copy {n}" for n in range(1, made + 1)]

    def moves(chosen: Chosen) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
        of = f" of {chosen['object']}" if chosen["object"] in copies(chosen) else ""
        halves = [face.name for face in load_catalog()[chosen["card"]].faces]
        doors = [
            (half, tuple((MOVES[m], f"{m} {side}{of}") for m in DOOR))
            for side, half in zip(("left", "right"), halves, strict=True)
        ]
        whole = [m for m in MOVES if m not in DOOR]
        own = ((MOVES[m], m if m in ("resolve", "next turn") else m + of) for m in whole)
        return [*doors, ("The whole Room", tuple(own))]

    def objects(chosen: Chosen) -> dict[str, str]:
        return {ROOM: "the Room"} | {h: f"the {h}" for h in copies(chosen)}

    controls = {
        "card": Typed("Room", kinds=("room",)),
        "moves": Moves("What happens", moves),
        "object": Control("Act on and ask about", objects),
        "value": WHY,
    }

    def fill(name: str, chosen: Chosen) -> Chosen:
        return {"moves": ()} if name == "card" else {}

    return panel("Room in play", room_game_view, controls, {"card": card}, fill=fill)
