"""What a player may do now, and what casting and unlocking would cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from mtgmeld.cards import Face
from mtgmeld.errors import IllegalAction
from mtgmeld.game import activating, rooms
from mtgmeld.game import turns as lands
from mtgmeld.game.actions import Action
from mtgmeld.game.activating import Activate, TapForMana, mana_abilities
from mtgmeld.game.allowed import no_priority
from mtgmeld.game.casting import (
    CastingOption,
    CastPart,
    CastSpell,
    casting_options,
    check_whole,
    price,
    shapes,
)
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.engine import Pass
from mtgmeld.game.payment import Purpose, can_pay, lacking, payment, pool_of, usable
from mtgmeld.game.rooms import Unlock
from mtgmeld.game.state import State
from mtgmeld.game.status import Attack, check_attack, no_attack
from mtgmeld.game.turns import PlayLand
from mtgmeld.game.values import GameObject
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import cited

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
    had : tuple of Counter and int
        The mana and the life that do not suffice.
    faces : tuple of Face
        What would be cast, or the half behind the door.
    """

    action: CastSpell | Unlock
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
    had: tuple[Counter[str], int] | None = None
    faces: tuple[Face, ...] = ()

    @property
    def why_not(self) -> str:
        """Why it may not be done, or which mana is lacking."""
        if self.had is None or self.total is None:
            return self.why
        return f"{lacking(self.total, *self.had)} is lacking"


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
    return _options(Draft.of(state), player, mana)


def _options(draft: Draft, player: str, mana: str | None) -> tuple[Option, ...]:
    found = [o for obj in list(draft.things.values()) for o in _of_card(draft, obj, player, mana)]
    for obj in list(draft.battlefield()):
        found += _doors(draft, obj, player, mana)
    return tuple(found)


def _of_card(draft: Draft, obj: GameObject, player: str, mana: str | None) -> Iterator[Option]:
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
    obj: GameObject,
    part: CastPart | CastingOption,
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
    elif obj.base.form.is_modal:
        face = faces[0].name
    elif obj.base.form.chosen:
        half = faces[0].name
    action = CastSpell(
        object=draft.ref_of(obj.id),
        half=half,
        fused=len(part.halves) > 1,
        face=face,
        transformed=part.face == 1 and not obj.base.form.is_modal,
        by=by or None,
        free=free,
        x=x,
        player=player,
    )
    costs = [f.mana_cost for f in faces if f.mana_cost is not None]
    printed = costs[0].plus(*costs[1:]).whole if costs else None
    name, what = draft.card_name(obj), tuple(faces)
    return Option(action, "cast", name, obj.zone, part.label, by, printed, x=x, faces=what)


def _tried_ways(
    draft: Draft, obj: GameObject, player: str, mana: str | None
) -> dict[tuple[object, ...], Option]:
    """Return each way of casting a card; with X in its cost for the X that says most.

    With mana that is the highest X that it pays for, without mana the lowest that is allowed.
    """
    best: dict[tuple[object, ...], Option] = {}
    for x in _values_of_x(draft, obj, player, mana):
        for option in casting_options(draft, obj, player, x=x):
            variable = not option.free and option.cost is not None and "X" in option.cost.variables
            if x and not variable:
                continue
            key = (option.halves, option.face, option.by, option.free)
            now = _tried(draft, obj, option, player, mana, x if variable else None)
            if key not in best or _says_more(now, best[key]):
                best[key] = now
    return best


def _values_of_x(draft: Draft, obj: GameObject, player: str, mana: str | None) -> range:
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
    draft: Draft,
    obj: GameObject,
    option: CastingOption,
    player: str,
    mana: str | None,
    x: int | None,
) -> Option:
    """Return one way of casting with what the rules say to it now."""
    bare = _bare(draft, obj, option, option.by, player, option.free, x)
    try:
        spell, known = check_whole(draft, obj, option, player, x or 0)
    except IllegalAction as error:
        return replace(bare, why=_reason(error), rules=error.rules)
    total, rules, purpose = price(draft, spell, known, option, player, x or 0)
    return replace(
        bare,
        total=total,
        mana_value=known.mana_value.value,
        allowed=True,
        rules=cited((*option.rules, *rules)),
        **_pays(draft, total, player, mana, purpose),
    )


def _reason(error: IllegalAction) -> str:
    """Return a refusal without its rules, which stand apart."""
    return error.message.rpartition(" [")[0]


def _pays(
    draft: Draft, cost: ManaCost, player: str, mana: str | None, purpose: Purpose
) -> dict[str, Any]:
    """Return whether mana pays for something, and what it spends or what there was (601.2h)."""
    if mana is None:
        return {}
    if mana == "pool":
        pool = Counter(m.type for m in usable(draft, player, purpose))
    else:
        pool = pool_of(mana)
    life = draft.player(player).life
    made = payment(cost, pool, life)
    if made is None:
        return {"payable": False, "had": (pool, life)}
    return {"payable": True, "spends": str(made)}


def _doors(draft: Draft, obj: GameObject, player: str, mana: str | None) -> Iterator[Option]:
    """Yield each locked half of a Room that a player controls (709.5e)."""
    what = copiable_of(draft, obj)
    if not what.shared_type_line or obj.controller != player:
        return
    for half, face in enumerate(what.faces):
        if half in obj.unlocked:
            continue
        action = Unlock(object=draft.ref_of(obj.id), half=face.name, player=player)
        name, cost = draft.card_name(obj), face.mana_cost
        door = Option(action, "unlock", name, obj.zone, face.name, "", cost, faces=(face,))
        try:
            total, rules, purpose = rooms.price(draft, obj, half, player)
        except IllegalAction as error:
            yield replace(door, why=_reason(error), rules=error.rules)
            continue
        paid = _pays(draft, total, player, mana, purpose)
        yield replace(door, total=total, allowed=True, rules=rules, **paid)


class Legal(msgspec.Struct, frozen=True, gc=False):
    """Something that a player may do now.

    Attributes
    ----------
    action : Action
    says : str
    cost : str
    rules : tuple of str
        The rules that allow it.
    faces : tuple of Face
        What would be cast or played, or the half behind the door; empty for anything else.
    """

    action: Action
    says: str
    cost: str
    rules: tuple[str, ...]
    faces: tuple[Face, ...] = ()


def legal_actions(
    state: State, player: str | None = None, mana: str | None = None
) -> tuple[Legal, ...]:
    """Return what a player may do now, each with the rules that allow it.

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        Only what this mana (``{2}{U}``) pays for; ``pool`` for the player's own.

    Returns
    -------
    tuple of Legal
        Casting by half, face or fused; playing a land; unlocking; activating modeled
        abilities; tapping for mana; attacking; passing.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", unlocked="left", id="room").state()
    >>> for legal in mm.legal_actions(game, mana="{4}{U}"):
    ...     print(legal.says, legal.cost, legal.rules)
    unlock Locker Room {4}{U} ('709.5e', '116.2m')
    pass priority  ('117.3d',)
    """
    name = player or state.active
    state.player(name)
    if state.player(name).lost:
        return ()
    draft = Draft.of(state)
    found = [
        Legal(o.action, _says(o), str(o.total), o.rules, o.faces)
        for o in _options(draft, name, mana)
        if o.allowed and o.payable is not False
    ]
    found += _lands(draft, name)
    others = list(_abilities(draft, name))
    if mana not in (None, "pool"):
        pool = pool_of(str(mana))
        others = [f for f in others if not f.cost or can_pay(ManaCost.parse(f.cost), pool)]
    found += others
    state.keep(draft.memo)  # which is as it was but for what has been worked out
    silent = no_priority(draft)
    if silent is None:
        found.append(Legal(Pass(player=name), "pass priority", "", ("117.3d",)))
    else:
        found.append(Legal(lands.NextStep(player=name), "go on to the next step", "", silent[1]))
    return tuple(found)


def castable(state: State, player: str, mana: str | None = None) -> tuple[Legal, ...]:
    """Return the halves, faces and fused spells that a player may cast now for some mana."""
    return tuple(f for f in legal_actions(state, player, mana) if isinstance(f.action, CastSpell))


def _says(option: Option) -> str:
    if option.kind == "unlock":
        return f"unlock {option.part}"
    x = "" if option.x is None else f" with X = {option.x}"
    by = f" by {option.by}" if option.by else ""
    return f"cast {option.part} from {option.zone}{by}{x}"


# ---------------------------------------------------------------- everything else


def _may(check: Callable[..., None], *args: object) -> bool:
    """Whether a check refuses nothing."""
    try:
        check(*args)
    except IllegalAction:
        return False
    return True


def _lands(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.things.values()):
        if obj.zone in ("battlefield", "stack") or not obj.cards:
            continue
        for i, face in enumerate(obj.base.faces):
            if not face.is_land or (i and not obj.base.form.is_modal):
                continue
            if not _may(lands.check_land, draft, obj, i, player):
                continue
            action = PlayLand(object=draft.ref_of(obj.id), face=face.name, player=player)
            rules = ("305.1", "712.12") if len(obj.base.faces) > 1 else ("305.1",)
            yield Legal(action, f"play {face.name} from {obj.zone}", "", rules, (face,))


# no ability of a card in a library can be activated; a spell's are for when it resolves
_IDLE = ("library", "stack", "outside")


def _abilities(draft: Draft, player: str) -> Iterator[Legal]:
    """Yield what permanents, and cards whose abilities work where they are (113.6), can do."""
    attacking = no_attack(draft, player) is None
    for obj in list(draft.things.values()):
        there = obj.zone == "battlefield"
        if obj.zone in _IDLE or player != (obj.controller if there else obj.owner):
            continue
        ref = draft.ref_of(obj.id)
        for ability in activating.activated(draft, obj):
            if not _may(activating.check_activate, draft, obj, ability, player):
                continue
            action: Action = Activate(object=ref, ability=ability.key, player=player)
            yield Legal(action, f"activate {ability.key}", ability.cost, ("602.2",))
        if not there:
            continue
        making = mana_abilities(draft, obj)
        for ability in making:
            if not _may(activating.check_costs, draft, obj, ability, player):
                continue
            key = ability.key if len(making) > 1 else None
            if ability.taps:
                action = TapForMana(object=ref, ability=key, player=player)
                says = f"tap {draft.name_of(obj.id)} for mana"
                rules: tuple[str, ...] = ("106.12", "605.3a")
            else:
                action = Activate(object=ref, ability=ability.key, player=player)
                says, rules = f"activate {ability.key}", ("605.3a",)
            yield Legal(action, says if key is None else f"{says}: {key}", ability.cost, rules)
        if attacking and _may(check_attack, draft, obj, player):
            attack = Attack(object=[ref], player=player)
            yield Legal(attack, f"attack with {draft.name_of(obj.id)}", "", ("508.1a",))
