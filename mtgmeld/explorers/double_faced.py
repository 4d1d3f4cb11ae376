"""A double-faced card: either face up, its token copy, a Clone of it, all of them turned over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import EDITION, WHY, Chosen, Control, Typed, must_be
from mtgmeld.explorers.playing import begin, events_table, first_choices, headed, is_in, only, scene
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames.games import objects_frame
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import ZONES
from mtgmeld.game.state import State
from mtgmeld.tables import dfc_table

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.explorers.widgets import Panel

PLAYERS = ("you", "opponent", "third player")  # each copy has its own player: no legend rule


class _Zone(msgspec.Struct, frozen=True):
    """What is looked at in a zone: objects, how copies are made, what is then done with all."""

    objects: Mapping[str, str]
    making: tuple[A.Action, ...] = ()
    then: tuple[A.Action, ...] = ()
    said: str = ""


ZONES_OF_COPIES = {
    "battlefield": _Zone(
        {
            "card": "the card",
            "token": "a token that is a copy of it",
            "clone": "a Clone that has become a copy of it",
        },
        (
            A.BecomeCopy(object="clone", of="card", player=PLAYERS[2]),
            A.CreateTokenCopy(of="card", id="token", player=PLAYERS[1]),
        ),
        tuple(A.Transform(object=handle) for handle in ("card", "token", "clone")),
        "told to transform",
    ),
    "stack": _Zone(
        {"card": "the spell", "token": "a copy of the spell"},
        (A.CopySpell(object="card", id="token", player=PLAYERS[1]),),
        (A.Resolve(object="token"), A.Resolve(object="card")),
        "resolved",
    ),
}
_ELSEWHERE = _Zone({"card": "the card"})
_SHOWN = headed(
    *("handle", "face", "names", "mana_cost", "mana_value", "colors", "type_line"),
    *("power", "toughness"),
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
        Frames: ``before`` and ``after`` (kind ``objects``), and
        ``events`` (kind ``events``).

    Raises
    ------
    ImpossibleQuestion
        If it is no such card.
    ImpossibleState
        For a face that cannot be up there; and the errors of the catalog.

    Examples
    --------
    >>> board = mm.explorers.double_faced_view("Delver of Secrets")
    >>> board.frames["after"]["names"].tolist()
    ['Insectile Aberration', 'Insectile Aberration', 'Delver of Secrets']
    """
    found = load_catalog()[card]
    if not found.form.turns:
        raise ImpossibleQuestion(
            f"{found.name} is neither a nonmodal nor a modal double-faced card", ("712.2", "712.3")
        )
    here = ZONES_OF_COPIES.get(zone, _ELSEWHERE)
    must_be("object here", object, here.objects)
    must_be("face", face, ("front", "back"))
    row = {"card": found.name, "zone": zone, "id": "card"}
    rows: list[dict[str, Any]] = [row | {"cast" if zone == "stack" else "face": face}]
    if zone == "battlefield":
        rows.append({"card": "Clone", "controller": PLAYERS[2], "id": "clone"})
        rows = [r | {"counters": _counters(found)} for r in rows]
    start = scene(f"{found.name} and copies", players=[*PLAYERS], edition=edition, start=rows)
    made = begin(start).play(here.making, _if_there, go_on=True, take=first_choices)
    then = made.play(here.then, _if_there, go_on=True, take=first_choices)
    if object not in made.state.handles:
        object = "card"  # noqa: A001  (the word of the actions)
    tables = [Table("before", _objects(made.state), _SHOWN, "as they are")]
    if here.then:
        tables.append(Table("after", _objects(then.state), _SHOWN, f"once they are {here.said}"))
        tables.append(events_table(then.transitions))
    up = found.faces[face == "back"].name
    title = f"{up} up on {found.name}, {zone}; rules of {made.state.edition}"
    return then.board(title, *tables, why=(made.state.explain(object, value),))


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


def _if_there(state: State, act: A.Action) -> A.Action | None:
    """Return an action if what it is about is still a permanent or a spell."""
    handles = [str(v) for n in ("object", "of") if (v := getattr(act, n, None)) is not None]
    return act if all(is_in(state, h, *ZONES_OF_COPIES) for h in handles) else None


def _objects(state: State) -> pd.DataFrame:
    ids = [i for h in ("card", "token", "clone") for i in state.handles.get(h, ())]
    rows = only(objects_frame(state), ids)
    return rows.sort_values("object", key=lambda some: some.map(ids.index), ignore_index=True)


@explorer
def double_faced_explorer(card: str = "Delver of Secrets") -> Panel:
    """A double-faced card, its token copy and a Clone of it, all of them turned over.

    Parameters
    ----------
    card : str
        The card to begin with.

    Examples
    --------
    >>> mm.explorers.double_faced_explorer("Delver of Secrets")
    <Double-faced explorer: Delver of Secrets up on Delver of Secrets // Insectile Aberration,
     battlefield; rules of 2026-09-25; mana value 1 [712.8d, 202.3]>
    """

    def faces(chosen: Chosen) -> dict[str, str]:
        return {f: f"{f} face up" for f in faces_of(chosen["card"])[chosen["zone"]]}

    def objects(chosen: Chosen) -> Mapping[str, str]:
        return ZONES_OF_COPIES.get(chosen["zone"], _ELSEWHERE).objects

    controls = {
        "card": Typed("Double-faced card", kinds=("transform", "modal_dfc")),
        "zone": Control("Zone", lambda chosen: tuple(faces_of(chosen["card"]))),
        "face": Control("Face", faces),
        "object": Control("Ask about", objects),
        "value": WHY,
        "edition": EDITION,
    }
    return panel("Double-faced explorer", double_faced_view, controls, {"card": card})
