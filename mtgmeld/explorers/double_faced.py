"""A double-faced card: either face up, its token copy, a Clone of it, all of them turned over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from mtgmeld.cards import Card
from mtgmeld.errors import ChoiceNeeded, IllegalAction, ImpossibleQuestion, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.playing import events_table
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import ZONES
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State
from mtgmeld.game_frames import objects_frame
from mtgmeld.tables import dfc_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["OBJECTS", "double_faced_view", "faces_of"]

# the objects that are looked at, by zone
OBJECTS = {
    "battlefield": {
        "card": "the card",
        "token": "a token that is a copy of it",
        "clone": "a Clone that has become a copy of it",
    },
    "stack": {"card": "the spell", "token": "a copy of the spell"},
}
PLAYERS = ("you", "opponent", "third player")  # each copy has its own player: no legend rule
_SHOWN = (
    "handle",
    "face",
    "names",
    "mana_cost",
    "mana_value",
    "colors",
    "type_line",
    "power",
    "toughness",
)


def double_faced_view(
    card: str,
    zone: str = "battlefield",
    face: str = "front",
    object: str = "card",  # noqa: A002  (the word of the actions)
    value: str = "mana_value",
    edition: str | None = None,
) -> Board:
    """Look at a double-faced card, at copies of it, and at what comes of them.

    On the battlefield all of them are then told to transform; on the stack they resolve.

    Parameters
    ----------
    card : str
        A nonmodal or modal double-faced card.
    zone : str
    face : str
        ``front`` or ``back``: which is up.  On the stack a back face is that of a nonmodal
        card cast transformed, or of a modal card cast with that face.
    object : str
        What is explained: ``card``, ``token`` (on the stack the copy of the spell), ``clone``.
    value : str
    edition : str, optional

    Returns
    -------
    Board
        Frames: ``before`` and ``after`` (:data:`mtgmeld.game_frames.OBJECT_COLUMNS`), and
        ``events`` (:data:`mtgmeld.game_frames.EVENT_COLUMNS`).

    Raises
    ------
    ImpossibleQuestion
        If it is no such card.
    ImpossibleState
        For a face that cannot be up there; and the errors of the catalog.
    """
    setup = new_game(PLAYERS, edition=edition)
    found = setup.catalog.resolve(card).card
    if found.layout not in ("transform", "modal_dfc"):
        raise ImpossibleQuestion(
            f"{found.name} is neither a nonmodal nor a modal double-faced card", ("712.2", "712.3")
        )
    known = OBJECTS.get(zone, {"card": "the card"})
    if object not in known:
        raise UnknownName("object here", object, known)
    if face not in ("front", "back"):
        raise UnknownName("face", face, ("front", "back"))
    if zone == "stack":
        setup.put(found, zone, id="card", cast=face)
    else:
        counters = _counters(found) if zone == "battlefield" else {}
        setup.put(found, zone, id="card", face=face, counters=counters)
    if zone == "battlefield":
        setup.put("Clone", controller=PLAYERS[2], id="clone", counters=_counters(found))
    played = _played(setup.state(), _making(zone))
    then = _played(played[0], _afterwards(zone))
    if object not in played[0].handles:
        object = "card"  # noqa: A001  (the word of the actions)
    turned = "told to transform" if zone == "battlefield" else "resolved"
    tables = [Table("before", _objects(played[0]), _SHOWN, "as they are")]
    if zone in OBJECTS:
        tables.append(Table("after", _objects(then[0]), _SHOWN, f"once they are {turned}"))
        done = (*played[1], *then[1])
        tables.append(events_table(done))
    up = found.faces[face == "back"].name
    return Board(
        f"{up} up on {found.name}, {zone}; rules of {played[0].edition}",
        tuple(tables),
        " ".join(m for m in (played[2], then[2]) if m),
        why=(played[0].explain(object, value),),
    )


@lru_cache(maxsize=256)
def faces_of(card: str) -> Mapping[str, tuple[str, ...]]:
    """Return the zones that a card can be in, the battlefield first, and the faces up there."""
    rows = dfc_table(card)
    rows = rows[rows["object"] == "card"]
    found = {z: tuple(dict.fromkeys(rows.loc[rows["zone"] == z, "face"])) for z in ZONES}
    return MappingProxyType({zone: faces for zone, faces in found.items() if faces})


def _counters(card: Card) -> dict[str, int]:
    """Return what keeps a planeswalker or a battle on the battlefield (704.5i, 704.5v)."""
    types = {t for face in card.faces for t in face.types}
    kinds = {"Planeswalker": "loyalty", "Battle": "defense"}
    return {kind: 3 for name, kind in kinds.items() if name in types}


def _making(zone: str) -> tuple[A.Action, ...]:
    """Return the actions that make the copies."""
    if zone == "battlefield":
        token = A.CreateTokenCopy(of="card", id="token", player=PLAYERS[1])
        return (A.BecomeCopy(object="clone", of="card", player=PLAYERS[2]), token)
    return (A.CopySpell(object="card", id="token", player=PLAYERS[1]),) if zone == "stack" else ()


def _afterwards(zone: str) -> tuple[A.Action, ...]:
    if zone == "battlefield":
        return tuple(A.Transform(object=h) for h in OBJECTS[zone])
    return (A.Resolve(object="token"), A.Resolve(object="card")) if zone == "stack" else ()


def _played(state: State, actions: Sequence[A.Action]) -> tuple[State, tuple[Transition, ...], str]:
    """Play actions; one that is refused is left out."""
    done: list[Transition] = []
    refused: list[str] = []
    for act in actions:
        if not all(_there(state, h) for h in _handles(act)):
            continue
        try:
            done.append(apply(state, act))
            state = done[-1].after
        except (IllegalAction, ChoiceNeeded) as error:
            refused.append(str(error))
    return state, tuple(done), " ".join(refused)


def _there(state: State, handle: str) -> bool:
    """Whether a handle still stands for a permanent or a spell."""
    found = state.handles.get(handle, ())
    return any(state.things[i].zone in OBJECTS for i in found if i in state.things)


def _handles(act: A.Action) -> list[str]:
    return [str(v) for n in ("object", "of") if (v := getattr(act, n, None)) is not None]


def _objects(state: State) -> pd.DataFrame:
    objects = objects_frame(state)
    places = [i for h in ("card", "token", "clone") for i in state.handles.get(h, ())]
    rows = [n for i in places for n in objects.index[objects["object"] == i]]
    return objects.loc[rows].reset_index(drop=True)
