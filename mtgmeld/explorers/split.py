"""A split card about to be cast: which half, from where, for what, and what stops it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from mtgmeld.cards import Card
from mtgmeld.errors import (
    ChoiceNeeded,
    IllegalAction,
    ImpossibleQuestion,
    UnknownName,
)
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.playing import events_table, moment
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State
from mtgmeld.game_frames import castable_table, objects_frame

__all__ = ["COSTS", "FROM", "PERMISSIONS", "halves_of", "split_cast_view"]

FROM = ("hand", "graveyard", "exile", "library", "command")

# effects that change what it costs, as they stand in a situation file
COSTS: Mapping[str, dict[str, Any] | None] = {
    "no change": None,
    "spells cost {1} more": {"cost": "{1}"},
    "spells cost {1} less": {"cost": "-{1}"},
    "spells of mana value 3 or less cost {1} more": {"cost": "{1}", "what": "mv<=3"},
    "red spells cost {1} less": {"cost": "-{1}", "what": "c:r"},
}

# what lets the card be cast from elsewhere
PERMISSIONS: Mapping[str, dict[str, Any] | None] = {
    "no effect": None,
    "you may cast spells from there": {},
    "you may cast spells of mana value 3 or less from there": {"what": "mv<=3"},
    "you may cast cards of mana value 3 or less from there": {"what": "mv<=3", "tested": "card"},
}
_CASTABLE = ("part", "by", "mana_cost", "total_cost", "legal", "payable", "why_not", "rules")
_OBJECTS = ("zone", "names", "mana_cost", "mana_value", "colors", "type_line")
MOST_TARGETS = 4
# something for each kind of spell to be aimed at
_TARGETS = ("Grizzly Bears", "Ornithopter", "Omniscience")


def halves_of(card: Card) -> tuple[str, ...]:
    """Return what may be chosen as cast: each half, and ``fused`` with fuse."""
    names = tuple(f.name for f in card.faces)
    return (*names, "fused") if card.has_fuse else names


def split_cast_view(
    card: str,
    zone: str = "hand",
    half: str = "left",
    x: int = 0,
    mana: str = "",
    named: str = "",
    cost: str = "no change",
    permission: str = "no effect",
    value: str = "mana_value",
    edition: str | None = None,
) -> Board:
    """Try to cast a half of a split card, or both fused.

    Parameters
    ----------
    card : str
        A split card, with or without fuse or aftermath, or a Room.
    zone : str
        Where it is: one of :data:`FROM`.
    half : str
        ``left``, ``right``, ``fused``, or the name of a half.
    x : int
        The value of X, where the cost has one.
    mana : str
        The mana that there is, as ``{2}{R}``; empty for any amount.
    named : str
        A name that was chosen for an effect which forbids spells of that name; empty for none.
    cost : str
        A change of costs: one of :data:`COSTS`.
    permission : str
        What lets the card be cast from elsewhere: one of :data:`PERMISSIONS`.
    value : str
        The value that is explained, of the spell or, if it may not be cast, of the card.
    edition : str, optional

    Returns
    -------
    Board
        Frames: ``castable`` (:data:`mtgmeld.game_frames.CASTABLE_COLUMNS`), ``objects``
        (:data:`mtgmeld.game_frames.OBJECT_COLUMNS`), ``events``
        (:data:`mtgmeld.game_frames.EVENT_COLUMNS`).

    Raises
    ------
    ImpossibleQuestion
        If the card is no split card.
    UnknownName
        For a word that is no choice.
    BadManaCost
        If the mana is not written as mana; and the errors of the catalog.
    """
    for word, known, what in (
        (zone, FROM, "zone to cast from"),
        (cost, COSTS, "change of costs"),
        (permission, PERMISSIONS, "permission"),
    ):
        if word not in known:
            raise UnknownName(what, word, known)
    state, found = _start(card, zone, named, cost, permission, edition)
    names = [f.name for f in found.faces]
    fused = half == "fused"
    if not fused and found.half(half) is None:
        raise UnknownName(f"half of {found.name}", half, halves_of(found))
    part = " // ".join(names) if fused else names[found.half(half) or 0]
    castable = castable_table(state, "you", mana or None)
    message = ""
    done: list[Transition] = []
    try:
        act = A.CastSpell(
            object="card",
            half=None if fused else half,
            fused=fused,
            x=x if x or _has_x(found, half) else None,
            pay=mana or None,
            player="you",
        )
        done.append(_with_targets(state, act))
    except (IllegalAction, ChoiceNeeded) as error:
        message = str(error)
    after = done[-1].after if done else state
    ids = after.find("card")
    objects = objects_frame(after)
    objects = objects[objects["object"].isin(ids)].reset_index(drop=True)
    rows = [i for i, p in enumerate(castable["part"]) if p == part]
    mark = rows[0] if rows else None
    how = f"{part} cast" if done else f"{part} not cast"
    return Board(
        f"{found.name}: {how}; {moment(after)}; rules of {after.edition}",
        (
            Table("castable", castable, _CASTABLE, "what may be cast", mark=mark),
            Table("objects", objects, _OBJECTS, "the spell" if done else "the card"),
            events_table(done),
        ),
        message,
        why=(after.explain("card", value),),
        lead=2,
    )


def _start(
    card: str, zone: str, named: str, cost: str, permission: str, edition: str | None
) -> tuple[State, Card]:
    setup = new_game(edition=edition)
    found = setup.catalog.resolve(card).card
    if not found.is_split:
        raise ImpossibleQuestion(f"{found.name} is no split card", ("709.1",))
    setup.put(found, zone, id="card", commander=zone == "command")
    for target in _TARGETS:
        setup.put(target, controller="opponent")
    for player in ("you", "opponent"):
        setup.put("Silvercoat Lion", "graveyard", owner=player)
    if named:
        setup.effect(forbid="cast", named=named, id="the name")
    change = COSTS[cost]
    if change is not None:
        setup.effect(**change, id="cost")
    allowed = PERMISSIONS[permission]
    if allowed is not None and zone != "hand":
        setup.effect(allow="cast", from_=zone, id="permission", **allowed)
    return setup.state(), found


def _has_x(card: Card, half: str) -> bool:
    faces = card.faces if half == "fused" else [card.faces[card.half(half) or 0]]
    return any(f.mana_cost is not None and "X" in f.mana_cost.variables for f in faces)


def _with_targets(state: State, act: A.CastSpell) -> Transition:
    """Cast a spell; of the targets that it could have the first are taken."""
    given: list[str | int] = []
    for _ in range(MOST_TARGETS):
        try:
            return apply(state, replace(act, target=given or None))
        except ChoiceNeeded as error:
            if error.argument != "target" or not error.options:
                raise
            given.append(error.options[0])
    return apply(state, replace(act, target=given))
