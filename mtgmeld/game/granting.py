"""Permissions that an effect gives to cards: flashback, playing what was exiled (601.3, 702.34)."""

from __future__ import annotations

from mtgmeld.errors import CannotBeDone
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.lasting import begin
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.moving import objects_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.state import Game
from mtgmeld.game.ways import MANA_COST
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived

__all__ = ["allow", "exile_as_it_resolves", "flashback_cost", "plot"]

_SPELLS = "t:instant or t:sorcery"


def allow(draft: Draft, act: A.Allow) -> None:
    """Let a player cast or play cards where they are now; an object that moves is another (400.7).

    ``flashback`` gives the cards that ability, by default for their mana cost.
    """
    found = objects_of(draft, act.object)
    player = act.player or draft.active
    for obj in found:
        if obj.zone in ("battlefield", "stack"):
            why = f"{draft.name_of(obj.id)} is on the {obj.zone}"
            raise CannotBeDone(why, ("601.2a",), obj.id)
    flashback = act.by == "flashback"
    cost = act.cost or (MANA_COST if flashback else "")
    permission = Ability(
        key=act.by or "a permission",
        kind="allow",
        controller="" if flashback else player,
        of="play" if act.play else "cast",
        by=act.by,
        what=_SPELLS if flashback else "",
        cost=cost,
        free=act.free,
    )
    change = Alteration(keywords=("Flashback",)) if flashback else None
    begin(draft, found, act.until, player, change=change, allows=permission)
    rules = ("702.34a", "611.2c") if flashback else ("601.3", "611.2c")
    for obj in found:
        note = f"{player} may cast it" if not flashback else f"gains flashback for {cost}"
        draft.emit(
            Event(
                "allow",
                obj.id,
                draft.name_of(obj.id),
                (obj.id,),
                player=player,
                note=note,
                rules=rules,
            )
        )


def plot(draft: Draft, act: A.Plot) -> None:
    """Let cards in exile become plotted: castable by their owners later on (702.170c-d)."""
    for obj in objects_of(draft, act.object):
        if obj.zone != "exile":
            continue
        permission = Ability(
            key="plot",
            kind="allow",
            controller=obj.owner,
            of="cast",
            by="plot",
            free=True,
            sorcery=True,
            not_before=draft.turn + 1,
        )
        begin(draft, [obj], None, obj.owner, allows=permission)
        name = draft.card_name(obj)
        draft.emit(Event("plot", obj.id, name, (obj.id,), player=obj.owner, rules=("702.170c",)))


def exile_as_it_resolves(draft: Draft, act: A.ExileAsItResolves) -> None:
    """Let a spell be exiled as it resolves instead of going to the graveyard (608.2n, 614.1a)."""
    from mtgmeld.game.records import instructions_of

    effect = Ability(
        key="exile as it resolves",
        kind="replace",
        when="resolves",
        to="graveyard",
        instead="exile",
        do=instructions_of(act.then),
    )
    begin(draft, objects_of(draft, act.object), None, act.player, replaces=effect)


def flashback_cost(game: Game, obj: Obj) -> Derived:
    """Return the cost of a flashback that an object gained, or of its own; None without one.

    A cost equal to the mana cost is asked for anew: of a split card in a graveyard it is the
    combined cost, of the half that was cast that half's (702.1b, 709.4b, 709.3b).
    """
    from mtgmeld.game.layers import abilities_of

    given = [
        e.allows.cost
        for e in game.effects
        if e.allows is not None and e.allows.by == "flashback" and obj.id in e.ids
    ]
    own = [a.cost for a in abilities_of(game, obj) if a.kind == "allow" and a.by == "flashback"]
    what = "flashback cost"
    if obj.cast is not None and obj.cast.by == "flashback" and not own:
        given = given or [MANA_COST]
    if not given and not own:
        return Derived(what, None, "it has no flashback", ("702.34a",))
    cost = (given or own)[0]
    if cost != MANA_COST:
        return Derived(what, ManaCost.parse(cost), f"flashback {cost}", ("702.34a",))
    known = characteristics_of(game, obj).mana_cost
    return Derived(what, known.value, "equal to its mana cost", ("702.34a", "702.1b"), (known,))
