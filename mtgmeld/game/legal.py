"""What a player may do now, each thing with the rules that allow it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game import lands, mana_abilities
from mtgmeld.game.draft import Draft
from mtgmeld.game.options import Option, options
from mtgmeld.game.payment import can_pay, pool_of
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
    draft = Draft(state)
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
        for ability in mana_abilities.activated(draft, obj):
            try:
                mana_abilities.check_activate(draft, obj, ability, player)
            except IllegalAction:
                continue
            action: A.Action = A.Activate(object=ref, ability=ability.key, player=player)
            yield Legal(action, f"activate {ability.key}", ability.cost, ("602.2",))
        if any(s.taps for s in mana_abilities.mana_abilities(draft, obj)):
            try:
                mana_abilities.check_tap(draft, obj, player, True, False)
            except IllegalAction:
                pass
            else:
                action = A.TapForMana(object=ref, player=player)
                says = f"tap {draft.name_of(obj.id)} for mana"
                yield Legal(action, says, "", ("106.12", "605.3a"))
        if draft.step == "declare attackers" and draft.active == player:
            try:
                check_attack(draft, obj, player)
            except IllegalAction:
                continue
            attack = A.Attack(object=[ref], player=player)
            yield Legal(attack, f"attack with {draft.name_of(obj.id)}", "", ("508.1a",))
