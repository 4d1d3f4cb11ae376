"""Cards that find what left: exiled with them, returned, or sent elsewhere (607, 610.3, 614)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.acting.parts import Cards, enchant

__all__ = ["FINDERS"]

FINDERS: Cards = {
    "Duplicant": (
        Ability(
            key="Duplicant#enters",
            kind="triggered",
            when="enters",
            this=True,
            may=True,
            target="t:creature -is:token",
            do=(A.Exile(object="target", with_="this"),),
        ),
        Ability(
            key="Duplicant#size", kind="static", this=True, change=Alteration(like_last_exiled=True)
        ),
    ),
    "Otherworldly Journey": (
        Ability(
            key="Otherworldly Journey#spell",
            kind="spell",
            target="t:creature",
            do=(A.Blink(object="target", until="end", control="owner", counters={"+1/+1": 1}),),
        ),
    ),
    "False Demise": (
        enchant("False Demise", "t:creature"),
        Ability(
            key="False Demise#dies",
            kind="triggered",
            when="dies",
            attached=True,
            do=(A.PutOntoBattlefield(object="that card", control="you"),),
        ),
    ),
    "Mimic Vat": (
        Ability(
            key="Mimic Vat#dies",
            kind="triggered",
            when="dies",
            what="t:creature -is:token",
            may=True,
            if_done=True,
            do=(
                A.Exile(object="that card", with_="this"),
                A.PutIntoGraveyard(object="others exiled with this"),
            ),
        ),
        Ability(
            key="Mimic Vat#copy",
            kind="activated",
            cost="{3}",
            taps=True,
            do=(
                A.CreateTokenCopy(of="exiled with this"),
                A.Change(object="those tokens", keywords=["Haste"], until=None),
                A.AtStep(
                    step="end",
                    about=["those tokens"],
                    do_later=(A.Exile(object="that card"),),
                ),
            ),
        ),
    ),
    "Detention Sphere": (
        Ability(
            key="Detention Sphere#enters",
            kind="triggered",
            when="enters",
            this=True,
            may=True,
            target='is:permanent -t:land -name:"Detention Sphere"',
            do=(A.Exile(object="target", with_="this"),),
        ),
        Ability(
            key="Detention Sphere#leaves",
            kind="triggered",
            when="leaves",
            this=True,
            do=(A.PutOntoBattlefield(object="exiled with this"),),
        ),
    ),
    "Banisher Priest": (
        Ability(
            key="Banisher Priest#enters",
            kind="triggered",
            when="enters",
            this=True,
            target="t:creature controller:opponent",
            do=(A.Exile(object="target", until="this"),),
        ),
    ),
    "Swords to Plowshares": (
        Ability(
            key="Swords to Plowshares#spell",
            kind="spell",
            target="t:creature",
            do=(
                A.Exile(object="target"),
                A.GainLife(player="target's controller", amount="power of target"),
            ),
        ),
    ),
    "Cloudshift": (
        Ability(
            key="Cloudshift#spell",
            kind="spell",
            target="t:creature controller:you",
            do=(A.Blink(object="target", control="you"),),
        ),
    ),
    "Leyline of the Void": (
        Ability(
            key="Leyline of the Void#exile",
            kind="replace",
            to="graveyard",
            instead="exile",
            who="opponent",
            what="is:card",
        ),
    ),
    "Wheel of Sun and Moon": (
        enchant("Wheel of Sun and Moon", "player"),
        Ability(
            key="Wheel of Sun and Moon#library",
            kind="replace",
            to="graveyard",
            instead="library bottom",
            attached=True,
            what="is:card",
        ),
    ),
    "Rest in Peace": (
        Ability(key="Rest in Peace#exile", kind="replace", to="graveyard", instead="exile"),
    ),
    "Dauthi Voidwalker": (
        Ability(
            key="Dauthi Voidwalker#exile",
            kind="replace",
            to="graveyard",
            instead="exile",
            who="opponent",
            what="is:card",
            counters=(("void", 1),),
        ),
    ),
}
