"""Cards that make mana, or change what is made (106, 605)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.acting.parts import Cards, enchant

__all__ = ["MANA"]

MANA: Cards = {
    "Reflecting Pool": (
        Ability(key="Reflecting Pool#mana", kind="mana", mana="type of land:you", taps=True),
    ),
    "Exotic Orchard": (
        Ability(key="Exotic Orchard#mana", kind="mana", mana="color of land:opponent", taps=True),
    ),
    "Fellwar Stone": (
        Ability(key="Fellwar Stone#mana", kind="mana", mana="color of land:opponent", taps=True),
    ),
    "Meteor Crater": (
        Ability(
            key="Meteor Crater#mana",
            kind="mana",
            mana="color among:is:permanent controller:you",
            taps=True,
        ),
    ),
    "Vivid Creek": (
        Ability(
            key="Vivid Creek#enters",
            kind="enters",
            this=True,
            tapped=True,
            counters=(("charge", 2),),
        ),
        Ability(key="Vivid Creek#blue", kind="mana", mana="{U}", taps=True),
        Ability(
            key="Vivid Creek#any",
            kind="mana",
            mana="any",
            taps=True,
            costs=(A.RemoveCounters(object="this", kind="charge"),),
        ),
    ),
    "Phyrexian Altar": (
        Ability(
            key="Phyrexian Altar#mana",
            kind="mana",
            mana="any",
            costs=(A.Sacrifice(object="a t:creature"),),
        ),
    ),
    "Gaea's Cradle": (
        Ability(
            key="Gaea's Cradle#mana",
            kind="mana",
            mana="count:G per t:creature controller:you",
            taps=True,
        ),
    ),
    "Nykthos, Shrine to Nyx": (
        Ability(key="Nykthos, Shrine to Nyx#colorless", kind="mana", mana="{C}", taps=True),
        Ability(
            key="Nykthos, Shrine to Nyx#devotion",
            kind="mana",
            mana="devotion:",
            taps=True,
            cost="{2}",
        ),
    ),
    "Cascading Cataracts": (
        Ability(key="Cascading Cataracts#colorless", kind="mana", mana="{C}", taps=True),
        Ability(key="Cascading Cataracts#colors", kind="mana", mana="any", taps=True, cost="{5}"),
    ),
    "Arcane Signet": (
        Ability(key="Arcane Signet#mana", kind="mana", mana="identity:commander", taps=True),
    ),
    "Mana Confluence": (Ability(key="Mana Confluence#mana", kind="mana", mana="any", taps=True),),
    "Contamination": (
        Ability(key="Contamination#mana", kind="mana change", what="t:land", becomes="B", amount=1),
    ),
    "Mana Reflection": (
        Ability(
            key="Mana Reflection#mana", kind="mana change", what="is:permanent", who="you", times=2
        ),
    ),
    "Nyxbloom Ancient": (
        Ability(
            key="Nyxbloom Ancient#mana", kind="mana change", what="is:permanent", who="you", times=3
        ),
    ),
    "Mana Flare": (
        Ability(key="Mana Flare#mana", kind="mana trigger", what="t:land", mana="same"),
    ),
    "Wild Growth": (
        enchant("Wild Growth", "t:land"),
        Ability(key="Wild Growth#mana", kind="mana trigger", attached=True, mana="{G}"),
    ),
    "Deranged Assistant": (
        Ability(
            key="Deranged Assistant#mana",
            kind="mana",
            mana="{C}",
            taps=True,
            costs=(A.Mill(count=1),),
            do=(A.AddMana(mana="{C}"),),
        ),
    ),
}
