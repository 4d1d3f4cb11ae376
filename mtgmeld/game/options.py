"""What may be cast or unlocked, from where, for what, and whether some mana pays for it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game import rooms
from mtgmeld.game.casting import check
from mtgmeld.game.costs import total_cost
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import copiable_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import payment, pool_of
from mtgmeld.game.spending import Purpose, usable
from mtgmeld.game.state import State
from mtgmeld.game.targets import modes_of_spell, targets_of_spell
from mtgmeld.game.ways import Mode, Shape, modes, shapes
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import cited

__all__ = ["Option", "options"]

MOST_X = 40
FEW_X = 8  # without mana: enough to find one that parity or a limit allows
replace = msgspec.structs.replace


class Option(msgspec.Struct, frozen=True, gc=False):
    """A way to cast a card, or to unlock a door, that a player may think of now.

    Attributes
    ----------
    action : CastSpell or Unlock
    kind : str
        ``cast`` or ``unlock``.
    card, zone, part : str
        The card, where it is, and the half, face or halves.
    by : str
        What allows it; empty for the usual way.
    mana_cost, total : ManaCost or None
        The mana cost of the part, and what it costs in all.
    mana_value : object
        The mana value of the spell; None for a door.
    x : int or None
        The value of X that was tried: the highest that can be paid for.
    allowed : bool
        Whether it may be done now, mana left aside.
    why : str
        Why not; empty where it may.
    rules : tuple of str
        The rules that allow or forbid it.
    payable : bool or None
        Whether the mana pays for it; None where no mana was given, or it is not allowed.
    spends : str
        The mana that would be spent.
    """

    action: A.CastSpell | A.Unlock
    kind: str
    card: str
    zone: str
    part: str
    by: str
    mana_cost: ManaCost | None
    total: ManaCost | None = None
    mana_value: object = None
    x: int | None = None
    allowed: bool = False
    why: str = ""
    rules: tuple[str, ...] = ()
    payable: bool | None = None
    spends: str = ""


# ---------------------------------------------------------------- spells and doors


def options(state: State, player: str, mana: str | None = None) -> tuple[Option, ...]:
    """Return every way to cast a card and to unlock a door, allowed or not.

    Parameters
    ----------
    state : State
    player : str
    mana : str, optional
        The mana that is there, as ``{2}{U}``, or ``pool`` for the player's own pool.  Without
        it nothing is said about paying.

    Returns
    -------
    tuple of Option
        Of the cards in the player's hand and of those that something lets the player cast from
        elsewhere, each half, face and fused spell; of the player's Rooms each locked half.
    """
    state.player(player)
    draft = Draft.of(state)
    found = [o for obj in list(draft.things.values()) for o in _of_card(draft, obj, player, mana)]
    for obj in list(draft.battlefield()):
        found += _doors(draft, obj, player, mana)
    return tuple(found)


def _of_card(draft: Draft, obj: Obj, player: str, mana: str | None) -> Iterator[Option]:
    if obj.zone in ("battlefield", "stack") or not obj.cards:
        return
    tried = _tried_ways(draft, obj, player, mana)
    if not tried and not (obj.zone == "hand" and obj.owner == player):
        return
    for shape in shapes(obj):
        mine = [o for key, o in tried.items() if key[:2] == (shape.halves, shape.face)]
        yield from mine
        if mine or shape.transformed:
            continue
        rules: tuple[str, ...] = ("601.3",)
        why = f"nothing lets it be cast from {obj.zone}"
        if shape.aftermath:
            rules, why = ("702.127a",), "a half with aftermath is cast from a graveyard"
        elif shape.fused:
            rules, why = ("702.102a",), "fuse works in its owner's hand"
        yield replace(_bare(draft, obj, shape, "", player), why=why, rules=rules)


def _bare(
    draft: Draft,
    obj: Obj,
    part: Shape | Mode,
    by: str,
    player: str,
    free: bool = False,
    x: int | None = None,
) -> Option:
    """Return an option with what is known of it before it is tried."""
    half = face = None
    faces = [obj.base.faces[i] for i in part.halves] or [obj.base.faces[part.face]]
    if len(part.halves) == 1:
        half = faces[0].name
    elif obj.base.layout == "modal_dfc":
        face = faces[0].name
    action = A.CastSpell(
        object=draft.ref_of(obj.id),
        half=half,
        fused=len(part.halves) > 1,
        face=face,
        transformed=part.face == 1 and obj.base.layout == "transform",
        by=by or None,
        free=free,
        x=x,
        player=player,
    )
    costs = [f.mana_cost for f in faces if f.mana_cost is not None]
    printed = costs[0].plus(*costs[1:]).whole if costs else None
    return Option(action, "cast", draft.card_name(obj), obj.zone, part.label, by, printed, x=x)


def _tried_ways(
    draft: Draft, obj: Obj, player: str, mana: str | None
) -> dict[tuple[object, ...], Option]:
    """Return each way of casting a card; with X in its cost for the X that says most.

    With mana that is the highest X that it pays for, without mana the lowest that is allowed.
    """
    best: dict[tuple[object, ...], Option] = {}
    for x in _values_of_x(draft, obj, player, mana):
        for mode in modes(draft, obj, player, x=x):
            variable = not mode.free and mode.cost is not None and "X" in mode.cost.variables
            if x and not variable:
                continue
            key = (mode.halves, mode.face, mode.by, mode.free)
            now = _tried(draft, obj, mode, player, mana, x if variable else None)
            if key not in best or _says_more(now, best[key]):
                best[key] = now
    return best


def _values_of_x(draft: Draft, obj: Obj, player: str, mana: str | None) -> range:
    costs = [f.mana_cost for f in obj.base.faces if f.mana_cost is not None]
    if not any("X" in c.variables for c in costs):
        return range(1)
    if mana is None:
        return range(FEW_X)
    most = draft.player(player).pool if mana == "pool" else list(pool_of(mana).elements())
    return range(min(len(most), MOST_X), -1, -1)


def _says_more(now: Option, before: Option) -> bool:
    return _weight(now) > _weight(before)


def _weight(option: Option) -> tuple[bool, bool, int]:
    """Paid for with the highest X; else allowed with the lowest."""
    x = option.x or 0
    return bool(option.payable), option.allowed, x if option.payable else -x


def _tried(
    draft: Draft, obj: Obj, mode: Mode, player: str, mana: str | None, x: int | None
) -> Option:
    """Return one way of casting with what the rules say to it now."""
    bare = _bare(draft, obj, mode, mode.by, player, mode.free, x)
    try:
        spell, known = check(draft, obj, mode, player, x or 0)
        with contextlib.suppress(ChoiceNeeded):  # there are targets to choose from
            chosen = modes_of_spell(draft, known, None, None, player)
            targets_of_spell(draft, spell, known, None, player, chosen)
    except IllegalAction as error:
        return replace(bare, why=_reason(error), rules=error.rules)
    total, rules = total_cost(draft, spell, known, mode, player, x or 0)
    purpose = Purpose("cast", mode.label, spell, known)
    payable, spends = _pays(draft, total, player, mana, purpose)
    return replace(
        bare,
        total=total,
        mana_value=known.mana_value.value,
        allowed=True,
        rules=cited((*mode.rules, *rules)),
        payable=payable,
        spends=spends,
    )


def _reason(error: IllegalAction) -> str:
    """Return a refusal without its rules, which stand apart."""
    return error.message.rpartition(" [")[0]


def _pays(
    draft: Draft, cost: ManaCost, player: str, mana: str | None, purpose: Purpose
) -> tuple[bool | None, str]:
    if mana is None:
        return None, ""
    if mana == "pool":
        pool = Counter(m.type for m in usable(draft, player, purpose))
    else:
        pool = pool_of(mana)
    made = payment(cost, pool, draft.player(player).life)
    return made is not None, "" if made is None else str(made)


def _doors(draft: Draft, obj: Obj, player: str, mana: str | None) -> Iterator[Option]:
    """Yield each locked half of a Room that a player controls (709.5e)."""
    what = copiable_of(draft, obj)
    if not what.shared_type_line or obj.controller != player:
        return
    for half, face in enumerate(what.faces):
        if half in obj.unlocked:
            continue
        action = A.Unlock(object=draft.ref_of(obj.id), half=face.name, player=player)
        door = Option(
            action, "unlock", draft.card_name(obj), obj.zone, face.name, "", face.mana_cost
        )
        cost, rules = rooms.unlock_cost(draft, obj, half)
        if cost is None:
            yield replace(door, why="it has no mana cost", rules=("118.6", "709.5e"))
            continue
        try:
            rooms.check_unlock(draft, obj, half, player)
        except IllegalAction as error:
            yield replace(door, why=_reason(error), rules=error.rules)
            continue
        payable, spends = _pays(draft, cost, player, mana, Purpose("unlock", face.name, obj))
        yield replace(door, total=cost, allowed=True, rules=rules, payable=payable, spends=spends)
