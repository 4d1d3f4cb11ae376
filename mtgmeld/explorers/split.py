"""A split card about to be cast: which half, from where, for what, and what stops it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import EDITION, WHY, Chosen, Control, Line, Number, Typed, must_be
from mtgmeld.explorers.playing import begin, events_table, first_choices, moment, only, scene
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames.games import castable_table, objects_frame
from mtgmeld.game import actions as A
from mtgmeld.scenario import Scenario

if TYPE_CHECKING:
    from mtgmeld.explorers.widgets import Panel

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
# something for each kind of spell to be aimed at, by whose it is
_TARGETS = {
    "opponent": ("Grizzly Bears", "Ornithopter", "Omniscience", "Tundra", "Watchwolf"),
    "you": ("Grizzly Bears", "Forest"),
}
_BURIED = ("Silvercoat Lion", "Shock")


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
        Frames: ``castable`` (kind ``castable``), ``objects``
        (kind ``objects``), ``events``
        (kind ``events``).

    Raises
    ------
    ImpossibleQuestion
        If the card is no split card.
    UnknownName
        For a word that is no choice.
    BadManaCost
        If the mana is not written as mana; and the errors of the catalog.

    Examples
    --------
    >>> board = mm.explorers.split_cast_view("Fire // Ice", half="left", mana="{U}")
    >>> board.message
    '{U} does not pay {1}{R} for Fire [601.2h, 118.3]'
    """
    must_be("zone to cast from", zone, FROM)
    must_be("change of costs", cost, COSTS)
    must_be("permission", permission, PERMISSIONS)
    found = load_catalog()[card]
    start = _start(found, zone, named, cost, permission, edition)
    begun = begin(start)
    names = [f.name for f in found.faces]
    fused = half == "fused"
    at = 0 if fused else found.half(half)
    if at is None:
        raise UnknownName(f"half of {found.name}", half, halves_of(found))
    part = " // ".join(names) if fused else names[at]
    costs = [f.mana_cost for f in (found.faces if fused else found.faces[at : at + 1])]
    has_x = any(c is not None and "X" in c.variables for c in costs)
    castable = castable_table(begun.start, "you", mana or None)
    act = A.CastSpell(
        object="card",
        half=None if fused else half,
        fused=fused,
        x=x if x or has_x else None,
        pay=mana or None,
        player="you",
    )
    played = begun.play((act,), lambda _, cast: cast, take=first_choices)
    done, after = played.transitions, played.state
    objects = only(objects_frame(after), after.find("card"))
    how = f"{part} cast" if done else f"{part} not cast"
    parts = list(castable["part"])
    mark = parts.index(part) if part in parts else None
    return played.board(
        f"{found.name}: {how}; {moment(after)}; rules of {after.edition}",
        Table("castable", castable, _CASTABLE, "what may be cast", mark=mark),
        Table("objects", objects, _OBJECTS, "the spell" if done else "the card"),
        events_table(done),
        why=(after.explain("card", value),),
        lead=2,
    )


def _start(
    found: Card, zone: str, named: str, cost: str, permission: str, edition: str | None
) -> Scenario:
    if not found.is_split:
        raise ImpossibleQuestion(f"{found.name} is no split card", ("709.1",))
    rows: list[dict[str, Any]] = [{"card": found.name, "zone": zone, "id": "card"}]
    if zone == "command":
        rows[0]["commander"] = True
    for player, targets in _TARGETS.items():
        rows += [{"card": target, "controller": player} for target in targets]
        rows += [{"card": one, "zone": "graveyard", "owner": player} for one in _BURIED]
    effects: list[dict[str, Any]] = []
    if named:
        effects.append({"forbid": "cast", "named": named, "id": "the name"})
    change, allowed = COSTS[cost], PERMISSIONS[permission]
    if change is not None:
        effects.append({**change, "id": "cost"})
    if allowed is not None and zone != "hand":
        effects.append({"allow": "cast", "from": zone, "id": "permission", **allowed})
    return scene(f"Casting {found.name}", edition=edition, start=rows, effect=effects)


@explorer
def split_casting(card: str = "Fire // Ice") -> Panel:
    """A split card about to be cast: which half, from where, for what, or what stops it.

    Parameters
    ----------
    card : str
        The card to begin with.

    Examples
    --------
    >>> mm.explorers.split_casting("Fire // Ice")
    <Split card being cast: Fire // Ice: Fire cast; turn 1 of you, precombat main; on the stack:
     Fire; rules of 2026-09-25; mana value 2 [202.3d, 709.3b, 202.3]>
    """

    def halves(chosen: Chosen) -> tuple[str, ...]:
        return halves_of(load_catalog()[chosen["card"]])

    def forbidden(chosen: Chosen) -> dict[str, str]:
        names = [face.name for face in load_catalog()[chosen["card"]].faces]
        return {"": "no name is chosen"} | {n: f"{n} is the name" for n in names}

    controls = {
        "card": Typed("Split card", kinds=("split", "fuse", "aftermath", "room")),
        "half": Control("Cast", halves),
        "zone": Control("It is in", FROM),
        "permission": Control("Permission", tuple(PERMISSIONS)),
        "x": Number("X"),
        "mana": Line("Mana available", hint="such as {2}{R}; empty for any amount"),
        "named": Control("A name is forbidden", forbidden),
        "cost": Control("Change of costs", tuple(COSTS)),
        "value": WHY,
        "edition": EDITION,
    }
    return panel("Split card being cast", split_cast_view, controls, {"card": card})
