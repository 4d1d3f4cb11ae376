"""Looking into a library: searching it, and surveil (701.23, 701.25)."""

from __future__ import annotations

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import shares_name
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.moving import objects_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.zone_change import Going, move

__all__ = ["findable", "reveal", "search", "surveil"]

RULES = ("701.23a", "701.23b")


def findable(draft: Draft, act: A.Search, player: str) -> list[Obj]:
    """Return the cards of a library that a search may find, each tested as a card (709.4).

    ``unlike`` leaves out a card as soon as one of its names is a name of one of the permanents
    that this filter fits; a permanent without a name shares none (201.2a).
    """
    found = []
    others = [
        characteristics_of(draft, o).names
        for o in draft.battlefield()
        if act.unlike and matches(draft, act.unlike, o, None, player)
    ]
    for i in draft.in_zone("library", player):
        obj = draft.things[i]
        known = characteristics_of(draft, obj)
        if not matches(draft, act.what, obj, known, player):
            continue
        if any(shares_name(known.names, names).value for names in others):
            continue
        found.append(obj)
    return found


def search(draft: Draft, act: A.Search) -> None:
    """Search a library for a card, reveal it, put it where the effect says, shuffle (701.23).

    A player need not find a card that has to have some quality (701.23b).
    """
    player = act.player or draft.active
    fits = findable(draft, act, player)
    ref = act.choose.get("find") if act.object is None else act.object
    if ref is None and fits:
        names = [draft.ref_of(o.id) for o in fits]
        raise ChoiceNeeded(player, "choose.find", (*names, "none"), RULES, "which card to find")
    if ref in (None, "none"):
        draft.emit(Event("search", player=player, note="no card is found", rules=RULES))
    else:
        found = draft.find_one(ref)
        if found not in [o.id for o in fits]:
            raise IllegalAction(
                f"{draft.name_of(found)} is no card that this search may find",
                ("701.23a", "201.2a") if act.unlike else ("701.23a",),
            )
        name = draft.name_of(found)
        where, _, place = act.to.partition(" ")
        move(draft, [Going(found, where, place or "top", by=player, rules=("701.23a",))], act)
        draft.emit(Event("search", found, name, player=player, note="found", rules=RULES))
    note = "the order is no longer known"
    draft.emit(Event("shuffle", player=player, note=note, rules=("701.24a",)))


def surveil(draft: Draft, act: A.Surveil) -> None:
    """Look at the top cards; put any number of them into the graveyard (701.25a)."""
    player = act.player or draft.active
    top = draft.in_zone("library", player)[::-1][: act.count]
    if not top:
        return
    chosen = act.choose.get("graveyard")
    if chosen is None:
        names = [draft.ref_of(i) for i in top]
        raise ChoiceNeeded(
            player,
            "choose.graveyard",
            (*names, "none"),
            ("701.25a",),
            "which of the cards go to the graveyard",
        )
    listed = chosen if isinstance(chosen, list) else [] if chosen == "none" else [chosen]
    going = [draft.find_one(ref) for ref in listed]
    for i in going:
        if i not in top:
            raise IllegalAction(f"{draft.name_of(i)} is not among the cards", ("701.25a",))
    move(draft, [Going(i, "graveyard", by=player, rules=("701.25a",)) for i in going], act)
    draft.emit(Event("surveil", player=player, note=f"surveils {act.count}", rules=("701.25a",)))


def reveal(draft: Draft, act: A.Reveal) -> None:
    """Reveal cards: all players see them where they are (701.20a)."""
    player = act.player or draft.active
    for obj in objects_of(draft, act.object):
        name = draft.card_name(obj)
        draft.emit(Event("reveal", obj.id, name, (obj.id,), player=player, rules=("701.20a",)))
