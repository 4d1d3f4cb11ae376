"""Halves of split cards that act (709)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.acting.parts import Cards, spell

__all__ = ["SPLIT"]

SPLIT: Cards = {
    "Wear": (
        Ability(
            key="Wear#spell", kind="spell", target="t:artifact", do=(A.Destroy(object="target"),)
        ),
    ),
    "Tear": (
        Ability(
            key="Tear#spell",
            kind="spell",
            target="t:enchantment",
            do=(A.Destroy(object="target"),),
        ),
    ),
    "Turn": (
        Ability(
            key="Turn#spell",
            kind="spell",
            target="t:creature",
            do=(
                A.Change(
                    object="target",
                    loses_abilities=True,
                    colors="R",
                    subtypes=["Weird"],
                    power=0,
                    toughness=1,
                ),
            ),
        ),
    ),
    "Burn": (
        Ability(
            key="Burn#spell",
            kind="spell",
            target="any target",
            do=(A.Damage(to="target", amount=2),),
        ),
    ),
    "Ice": (
        Ability(
            key="Ice#spell",
            kind="spell",
            target="is:permanent",
            do=(A.Tap(object="target"), A.Draw(count=1)),
        ),
    ),
    "Expansion": (
        spell(
            "Expansion",
            A.CopySpell(object="target"),
            target="(t:instant or t:sorcery) is:spell mv<=4",
        ),
    ),
    "Explosion": (
        spell(
            "Explosion",
            A.Damage(to="target", amount="x"),
            A.Draw(player="second target", count="x"),
            target="any target",
            second_target="player",
        ),
    ),
    "Dusk": (spell("Dusk", A.Destroy(object="each t:creature pow>=3")),),
    "Dawn": (
        spell("Dawn", A.ReturnToHand(object="each t:creature pow<=2 in:graveyard owner:you")),
    ),
    "Mind": (spell("Mind", A.Draw(count=2)),),
    "Life": (
        spell(
            "Life",
            A.Change(
                object="each t:land controller:you", add_types=["Creature"], power=1, toughness=1
            ),
        ),
    ),
    "Death": (
        spell(
            "Death",
            A.PutOntoBattlefield(object="target", control="you"),
            A.GainLife(amount="-mana value of the moved card"),
            target="t:creature in:graveyard owner:you",
        ),
    ),
}
