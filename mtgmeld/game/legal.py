"""What a player may do now, each thing with the rules that allow it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game import activating, lands
from mtgmeld.game.draft import Draft
from mtgmeld.game.options import Option, options
from mtgmeld.game.payment import can_pay, pool_of
from mtgmeld.game.producing import mana_abilities
from mtgmeld.game.state import State
from mtgmeld.game.status import check_attack
from mtgmeld.mana import ManaCost

__all__ = ["Legal", "castable", "legal_actions"]


class Legal(msgspec.Struct, frozen=True, gc=False):
    """Something that a player may do now.

    Attributes
    ----------
    action : Action
    says : str
    cost : str
    rules : tuple of str
        The rules that allow it.
    """

    action: A.Action
    says: str
    cost: str
    rules: tuple[str, ...]


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
    """
    name = player or state.active
    state.player(name)
    draft = Draft.of(state)
    found = [
        Legal(o.action, _says(o), str(o.total), o.rules)
        for o in options(state, name, mana)
        if o.allowed and o.payable is not False
    ]
    found += _lands(draft, name)
    others = list(_permanents(draft, name))
    if mana not in (None, "pool"):
        pool = pool_of(str(mana))
        others = [f for f in others if not f.cost or can_pay(ManaCost.parse(f.cost), pool)]
    found += others
    found.append(Legal(A.Pass(player=name), "pass priority", "", ("117.3d",)))
    return tuple(found)


def castable(state: State, player: str, mana: str | None = None) -> tuple[Legal, ...]:
    """Return the halves, faces and fused spells that a player may cast now for some mana."""
    return tuple(f for f in legal_actions(state, player, mana) if isinstance(f.action, A.CastSpell))


def _says(option: Option) -> str:
    if option.kind == "unlock":
        return f"unlock {option.part}"
    x = "" if option.x is None else f" with X = {option.x}"
    by = f" by {option.by}" if option.by else ""
    return f"cast {option.part} from {option.zone}{by}{x}"


# ---------------------------------------------------------------- everything else


def _lands(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.things.values()):
        if obj.zone in ("battlefield", "stack") or not obj.cards:
            continue
        for i, face in enumerate(obj.base.faces):
            if not face.is_land or (i and obj.base.layout != "modal_dfc"):
                continue
            try:
                lands.check_land(draft, obj, i, player)
            except IllegalAction:
                continue
            action = A.PlayLand(object=draft.ref_of(obj.id), face=face.name, player=player)
            rules = ("305.1", "712.12") if len(obj.base.faces) > 1 else ("305.1",)
            yield Legal(action, f"play {face.name} from {obj.zone}", "", rules)


def _permanents(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.battlefield()):
        if obj.controller != player:
            continue
        ref = draft.ref_of(obj.id)
        for ability in activating.activated(draft, obj):
            try:
                activating.check_activate(draft, obj, ability, player)
            except IllegalAction:
                continue
            action: A.Action = A.Activate(object=ref, ability=ability.key, player=player)
            yield Legal(action, f"activate {ability.key}", ability.cost, ("602.2",))
        making = mana_abilities(draft, obj)
        for ability in making:
            try:
                activating.check_costs(draft, obj, ability, player)
            except IllegalAction:
                continue
            key = ability.key if len(making) > 1 else None
            if ability.taps:
                action = A.TapForMana(object=ref, ability=key, player=player)
                says = f"tap {draft.name_of(obj.id)} for mana"
                rules: tuple[str, ...] = ("106.12", "605.3a")
            else:
                action = A.Activate(object=ref, ability=ability.key, player=player)
                says, rules = f"activate {ability.key}", ("605.3a",)
            yield Legal(action, says if key is None else f"{says}: {key}", ability.cost, rules)
        if draft.step == "declare attackers" and draft.active == player:
            try:
                check_attack(draft, obj, player)
            except IllegalAction:
                continue
            attack = A.Attack(object=[ref], player=player)
            yield Legal(attack, f"attack with {draft.name_of(obj.id)}", "", ("508.1a",))
