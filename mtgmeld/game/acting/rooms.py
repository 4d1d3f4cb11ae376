"""Halves of Rooms that act, and what goes with Rooms (709.5)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.acting.parts import Cards

__all__ = ["ROOMS"]

_DOOR = (A.LockOrUnlock(object="target"),)
_YOUR_ROOM = "t:room controller:you"

ROOMS: Cards = {
    "Bottomless Pool": (
        Ability(
            key="Bottomless Pool#unlock",
            kind="triggered",
            when="unlock",
            door="Bottomless Pool",
            target="t:creature",
            target_may=True,
            do=(A.ReturnToHand(object="target"),),
        ),
    ),
    "Locker Room": (
        Ability(
            key="Locker Room#draw",
            kind="triggered",
            when="combat damage",
            what="t:creature controller:you",
            one_or_more=True,
            do=(A.Draw(count=1),),
        ),
    ),
    "Glassworks": (
        Ability(
            key="Glassworks#unlock",
            kind="triggered",
            when="unlock",
            door="Glassworks",
            target="t:creature controller:opponent",
            do=(A.Damage(to="target", amount=4),),
        ),
    ),
    "Ritual Chamber": (
        Ability(
            key="Ritual Chamber#unlock",
            kind="triggered",
            when="unlock",
            door="Ritual Chamber",
            do=(
                A.CreateToken(
                    name="Demon",
                    subtypes=["Demon"],
                    colors="B",
                    power="6",
                    toughness="6",
                    keywords=["Flying"],
                ),
            ),
        ),
    ),
    "Central Elevator": (
        Ability(
            key="Central Elevator#unlock",
            kind="triggered",
            when="unlock",
            door="Central Elevator",
            do=(A.Search(what="t:room", unlike="t:room controller:you"),),
        ),
    ),
    "Promising Stairs": (
        Ability(
            key="Promising Stairs#upkeep",
            kind="triggered",
            when="step",
            step="upkeep",
            who="you",
            do=(A.Surveil(count=1), A.WinGame(of="names t:room controller:you", at_least=8)),
        ),
    ),
    "Charred Foyer": (
        Ability(
            key="Charred Foyer#upkeep",
            kind="triggered",
            when="step",
            step="upkeep",
            who="you",
            do=(
                A.Exile(object="top of library"),
                A.Allow(object="the moved card", play=True),
            ),
        ),
    ),
    "Misty Salon": (
        Ability(
            key="Misty Salon#unlock",
            kind="triggered",
            when="unlock",
            door="Misty Salon",
            do=(
                A.CreateToken(
                    name="Spirit",
                    subtypes=["Spirit"],
                    colors="U",
                    power="doors t:room controller:you",
                    toughness="doors t:room controller:you",
                    keywords=["Flying"],
                ),
            ),
        ),
    ),
    "Smoky Lounge": (
        Ability(
            key="Smoky Lounge#main",
            kind="triggered",
            when="step",
            step="precombat main",
            who="you",
            do=(A.AddMana(mana="{R}{R}", only="t:room|unlock"),),
        ),
    ),
    "Surgical Suite": (
        Ability(
            key="Surgical Suite#unlock",
            kind="triggered",
            when="unlock",
            door="Surgical Suite",
            target="t:creature mv<=3 in:graveyard owner:you",
            do=(A.PutOntoBattlefield(object="target", control="you"),),
        ),
    ),
    "Greenhouse": (
        Ability(
            key="Greenhouse#lands",
            kind="static",
            what="t:land controller:you",
            change=Alteration(
                grants=(Ability(key="Greenhouse#mana", kind="mana", mana="any", taps=True),)
            ),
        ),
    ),
    "Erratic Apparition": (
        Ability(
            key="Erratic Apparition#enters",
            kind="triggered",
            when="enters",
            what="t:enchantment",
            who="you",
            do=(A.Change(object="this", add_power=1, add_toughness=1),),
        ),
        Ability(
            key="Erratic Apparition#unlocks",
            kind="triggered",
            when="fully unlock",
            who="you",
            do=(A.Change(object="this", add_power=1, add_toughness=1),),
        ),
    ),
    "Keys to the House": (
        Ability(
            key="Keys to the House#land",
            kind="activated",
            cost="{1}",
            taps=True,
            costs=(A.Sacrifice(object="this"),),
            do=(A.Search(what="t:basic t:land"),),
        ),
        Ability(
            key="Keys to the House#doors",
            kind="activated",
            cost="{3}",
            taps=True,
            costs=(A.Sacrifice(object="this"),),
            target=_YOUR_ROOM,
            do=_DOOR,
        ),
    ),
    "Marina Vendrell": (
        Ability(
            key="Marina Vendrell#enters",
            kind="triggered",
            when="enters",
            this=True,
            do=(
                A.Reveal(object="top 7 of library"),
                A.ReturnToHand(object="revealed t:enchantment"),
                A.PutIntoLibrary(object="revealed", where="bottom"),
            ),
        ),
        Ability(
            key="Marina Vendrell#doors",
            kind="activated",
            taps=True,
            sorcery=True,
            target=_YOUR_ROOM,
            do=_DOOR,
        ),
    ),
    "Inquisitive Glimmer": (
        Ability(
            key="Inquisitive Glimmer#cost", kind="cost", who="you", what="t:enchantment", amount=-1
        ),
        Ability(key="Inquisitive Glimmer#unlock", kind="cost", who="you", amount=-1, of="unlock"),
    ),
}
