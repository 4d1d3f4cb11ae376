"""Permanents that act by name, composed like :mod:`mtgmeld.game.cards_that_act`."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration

__all__ = ["PERMANENTS"]

_DOOR = (A.LockOrUnlock(object="target"),)
_YOUR_ROOM = "t:room controller:you"

PERMANENTS: dict[str, tuple[Ability, ...]] = {
    # Rooms and what goes with them
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
    # characteristics
    "Opalescence": (
        Ability(
            key="Opalescence#animate",
            kind="static",
            others=True,
            what="t:enchantment -t:aura",
            change=Alteration(add_types=("Creature",), power="mana value", toughness="mana value"),
        ),
    ),
    "Glorious Anthem": (
        Ability(
            key="Glorious Anthem#size",
            kind="static",
            what="t:creature controller:you",
            change=Alteration(add_power=1, add_toughness=1),
        ),
    ),
    "Diviner's Wand": (
        Ability(
            key="Diviner's Wand#abilities",
            kind="static",
            attached=True,
            change=Alteration(
                grants=(
                    Ability(
                        key="Diviner's Wand#grows",
                        kind="triggered",
                        when="draw",
                        who="you",
                        do=(
                            A.Change(
                                object="this", add_power=1, add_toughness=1, keywords=["Flying"]
                            ),
                        ),
                    ),
                    Ability(
                        key="Diviner's Wand#draw",
                        kind="activated",
                        cost="{4}",
                        do=(A.Draw(count=1),),
                    ),
                )
            ),
        ),
    ),
    # copies
    "Mirage Mirror": (
        Ability(
            key="Mirage Mirror#copy",
            kind="activated",
            cost="{2}",
            target="t:artifact or t:creature or t:enchantment or t:land",
            do=(A.BecomeCopy(object="this", of="target", until="end of turn"),),
        ),
    ),
    "Sakashima the Impostor": (
        Ability(
            key="Sakashima the Impostor#enters",
            kind="enters",
            copies="t:creature",
            change=Alteration(name="Sakashima the Impostor", supertypes=("Legendary",)),
        ),
    ),
    # casting
    "Cast Through Time": (
        Ability(
            key="Cast Through Time#rebound",
            kind="static",
            what="is:spell (t:instant or t:sorcery) controller:you",
            change=Alteration(keywords=("Rebound",)),
        ),
    ),
    "Lilah, Undefeated Slickshot": (
        Ability(
            key="Lilah, Undefeated Slickshot#plot",
            kind="triggered",
            when="cast",
            what="is:multicolor (t:instant or t:sorcery)",
            who="you",
            source="hand",
            do=(
                A.ExileAsItResolves(
                    object="that spell", then=[{"do": "plot", "object": "that card"}]
                ),
            ),
        ),
    ),
    "Etali, Primal Storm": (
        Ability(
            key="Etali, Primal Storm#attacks",
            kind="triggered",
            when="attacks",
            this=True,
            do=(
                A.Exile(object="top of each library"),
                A.MayCast(object="the moved cards", many=True, by="Etali, Primal Storm"),
            ),
        ),
    ),
    "Chalice of the Void": (
        Ability(
            key="Chalice of the Void#counters",
            kind="enters",
            this=True,
            counters=(("charge", "x"),),
        ),
        Ability(
            key="Chalice of the Void#counter",
            kind="triggered",
            when="cast",
            what="mv=<charge counters>",
            do=(A.Counter(object="that spell"),),
        ),
    ),
    "Mindreaver": (
        Ability(
            key="Mindreaver#counter",
            kind="activated",
            cost="{U}{U}",
            costs=(A.Sacrifice(object="this"),),
            target="is:spell <same name as exiled>",
            do=(A.Counter(object="target"),),
        ),
    ),
    # libraries
    "Muddle the Mixture": (
        Ability(
            key="Muddle the Mixture#spell",
            kind="spell",
            target="is:spell (t:instant or t:sorcery)",
            do=(A.Counter(object="target"),),
        ),
        Ability(
            key="Muddle the Mixture#transmute",
            kind="activated",
            zone="hand",
            cost="{1}{U}{U}",
            costs=(A.Discard(object="this"),),
            sorcery=True,
            do=(A.Search(what="mv=<mana value>"),),
        ),
    ),
    "Tamiyo, Collector of Tales": (
        Ability(
            key="Tamiyo, Collector of Tales#+1",
            kind="loyalty",
            costs=(A.PutCounters(object="this", kind="loyalty", count=1),),
            do=(
                A.ChooseName(object="this", quality="-t:land"),
                A.Reveal(object="top 4 of library"),
                A.ReturnToHand(object='revealed name:"<chosen name>"'),
                A.PutIntoGraveyard(object="revealed"),
            ),
        ),
    ),
    # triggers
    "Panharmonicon": (
        Ability(
            key="Panharmonicon#double",
            kind="double",
            when="enters",
            what="t:artifact or t:creature",
            extra=1,
        ),
    ),
}
