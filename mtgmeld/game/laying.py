"""Laying standing effects on a game, and copies that begin with them."""

from __future__ import annotations

from msgspec.structs import replace

from mtgmeld.catalog import Catalog, find
from mtgmeld.errors import UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Copiable, of_card
from mtgmeld.game.draft import Draft
from mtgmeld.game.lasting import begin
from mtgmeld.game.layers import as_copied
from mtgmeld.game.seen import matches

__all__ = ["copied_card", "lay"]


def copied_card(name: str, token: bool = False, catalog: Catalog | None = None) -> Copiable:
    """Return the copiable values of a card, a face or a combined back face by its name (707.2).

    A copy of a double-faced object that is no token has the one face that is named (707.8).

    Raises
    ------
    UnknownCard, AmbiguousName
    """
    found = find(name, catalog)
    base = of_card(found.card)
    if found.card.layout == "meld_result":
        return replace(base, token=token)
    if base.layout in ("transform", "modal_dfc"):
        face = found.face or 0
        back = base.layout == "transform" and face == 1
        faces = base.faces[face : face + 1]
        return Copiable("single", faces, copied=True, token=token, lone_back=back)
    if base.layout in ("meld", "flip"):
        return Copiable("single", base.faces[:1], copied=True, token=token)
    return replace(base, copied=True, token=token)


def lay(draft: Draft, effect: Ability) -> None:
    """Lay a standing effect on a game; a copy effect begins on what matches now (611.2c)."""
    if effect.kind != "copy":
        draft.standing = (*draft.standing, effect)
        return
    player = effect.controller or draft.players[0].name
    try:
        original = draft.last(draft.find_one(effect.copies))
    except UnknownName:
        original = None
    what = copied_card(effect.copies) if original is None else as_copied(draft, original)[0]
    skipped = 0 if original is None else original.id
    for obj in list(draft.battlefield()):
        if obj.id != skipped and matches(draft, effect.what, obj, None, player):
            own = replace(what, token=obj.base.token, fronts=obj.base.fronts)
            begin(draft, [obj], effect.until, player, copy=own)
