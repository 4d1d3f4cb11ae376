"""A Room in play: its two doors opened and shut, the permanent blinked, copied, given away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.doors import doors_svg
from mtgmeld.explorers.playing import (
    events_table,
    moment,
    play,
    triggers_frame,
    watch_all,
)
from mtgmeld.game import actions as A
from mtgmeld.game.acting import door_triggers
from mtgmeld.game.objects import Obj
from mtgmeld.game.options import options
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State
from mtgmeld.game_frames import castable_table, objects_frame
from mtgmeld.tables import room_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MOVES", "VALUES_IN_PLAY", "copies_in", "room_game_view"]

VALUES_IN_PLAY: Mapping[str, str] = {
    "mana_value": "mana value",
    "names": "names",
    "mana_cost": "mana cost",
    "colors": "colors",
    "devotion": "devotion",
    "types": "types",
    "color_identity": "color identity",
}

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
_EVENTS = ("unlock", "fully unlock", "lock", "enters", "leaves")
_OBJECTS = ("handle", "zone", "controller", "names", "mana_cost", "mana_value", "colors")
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
        One of :data:`VALUES_IN_PLAY`.

    Returns
    -------
    Board
        Frames: ``objects`` (:data:`mtgmeld.game_frames.OBJECT_COLUMNS` and ``devotion``,
        string), ``doors`` (:data:`mtgmeld.game_frames.CASTABLE_COLUMNS`), ``triggers``
        (:data:`mtgmeld.explorers.playing.TRIGGER_COLUMNS`), ``events``
        (:data:`mtgmeld.game_frames.EVENT_COLUMNS`).

    Raises
    ------
    ImpossibleQuestion
        If the card is no Room.
    UnknownName
        For a move, an object or a value that there is not; and the errors of the catalog.
    """
    setup = new_game()
    found = setup.catalog.resolve(card).card
    if not found.is_room:
        raise ImpossibleQuestion(f"{found.name} is no Room", ("709.5",))
    if value not in VALUES_IN_PLAY:
        raise UnknownName("value", value, VALUES_IN_PLAY)
    watch_all(setup.put(found, "hand", id=ROOM), _EVENTS, "t:room")
    played = play(setup.state(), moves, _action)
    state = played.state
    if object not in (ROOM, *copies_in(state)):
        raise UnknownName("object here", object, (ROOM, *copies_in(state)))
    here = state.present(object) if state.find(object) else None
    objects = _objects(state)
    table = room_table(found)
    lock = None
    if here is not None and here.zone == "battlefield":
        lock = ",".join(("left", "right")[h] for h in here.unlocked)
    doors = _doors(state, here)
    halves = [f.name for f in found.faces]
    where = "gone" if here is None else f"{here.zone}, controlled by {here.controller}"
    mark = None if here is None else list(objects["object"]).index(here.id)
    return Board(
        f"{found.name}: {where}; {moment(state)}",
        (
            Table("objects", objects, (*_OBJECTS, "devotion", "unlocked"), mark=mark),
            Table(
                "doors",
                doors,
                ("action", "part", "total_cost", "legal", "why_not", "rules"),
                "what may be cast or unlocked now",
            ),
            Table("triggers", triggers_frame(state, played.transitions), (), "triggers so far"),
            events_table(played.transitions),
        ),
        played.message,
        doors_svg(table, lock, door_triggers(halves)),
        () if here is None else (state.explain(object, value),),
        kept={"moves": played.done},
    )


def copies_in(state: State) -> tuple[str, ...]:
    """Return the handles of the copies that were made."""
    return tuple(h for h in state.handles if h.startswith("copy"))


def _doors(state: State, here: Obj | None) -> pd.DataFrame:
    """Return what may be cast or unlocked of an object, by its controller."""
    player = state.active if here is None else here.controller
    ref = "" if here is None else state.ref_of(here.id)
    rows = [n for n, o in enumerate(options(state, player)) if str(o.action.object) == ref]
    return castable_table(state, player).iloc[rows].reset_index(drop=True)


def _objects(state: State) -> pd.DataFrame:
    objects = objects_frame(state)
    devotion = [str(state.value(int(i), "devotion").value) for i in objects["object"]]
    objects["devotion"] = devotion
    return objects.astype({"devotion": "string"})


def _action(state: State, move: str) -> A.Action:
    """Return the action of a move."""
    words, _, ref = move.partition(" of ")
    ref = ref or ROOM
    verb, half = words, ""
    if words.endswith((" left", " right")):
        verb, _, half = words.rpartition(" ")
    spell = any(state.things[i].zone == "stack" for i in state.find(ref) if i in state.things)
    number = len(copies_in(state)) + 1
    name = "copy" if number == 1 else f"copy {number}"
    made: dict[str, Any] = {
        "cast": lambda: A.CastSpell(object=ref, half=half),
        "pay": lambda: A.Unlock(object=ref, half=half),
        "unlock": lambda: A.UnlockByEffect(object=ref, half=half),
        "lock": lambda: A.LockByEffect(object=ref, half=half),
        "resolve": lambda: A.Resolve(),
        "blink": lambda: A.Blink(object=ref),
        "copy": lambda: (
            A.CopySpell(object=ref, id=name) if spell else A.CreateTokenCopy(of=ref, id=name)
        ),
        "steal": lambda: A.GainControl(object=ref, player="opponent"),
        "next turn": lambda: A.NextTurn(),
    }
    if verb not in made or bool(half) != (verb in ("cast", "pay", "unlock", "lock")):
        raise UnknownName("move", move, MOVES)
    action: A.Action = made[verb]()
    return action
