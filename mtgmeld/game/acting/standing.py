"""Cards whose effects stand: characteristics, control, counters, triggers doubled (613, 614)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration, Condition
from mtgmeld.game.acting.parts import Cards, enchant, spell

__all__ = ["STANDING"]

STANDING: Cards = {
    "Starfield of Nyx": (
        Ability(
            key="Starfield of Nyx#animate",
            kind="static",
            others=True,
            what="t:enchantment -t:aura -t:creature controller:you",
            condition=Condition(at_least=5, of="t:enchantment controller:you"),
            change=Alteration(add_types=("Creature",), power="mana value", toughness="mana value"),
        ),
    ),
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
    "Violent Outburst": (
        spell("Violent Outburst", A.Change(object="each t:creature controller:you", add_power=1)),
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
    "Confiscate": (
        enchant("Confiscate", "is:permanent"),
        Ability(
            key="Confiscate#control",
            kind="static",
            attached=True,
            change=Alteration(controller="you"),
        ),
    ),
    "Lignify": (
        enchant("Lignify", "t:creature"),
        Ability(
            key="Lignify#change",
            kind="static",
            attached=True,
            change=Alteration(subtypes=("Treefolk",), power=0, toughness=4, loses_abilities=True),
        ),
    ),
    "Wall of Omens": (
        Ability(
            key="Wall of Omens#enters",
            kind="triggered",
            when="enters",
            this=True,
            do=(A.Draw(count=1),),
        ),
    ),
    "Oath of Gideon": (
        Ability(
            key="Oath of Gideon#loyalty",
            kind="enters",
            who="you",
            what="t:planeswalker",
            counters=(("loyalty", 1),),
        ),
    ),
    "The Goose Mother": (
        Ability(
            key="The Goose Mother#counters", kind="enters", this=True, counters=(("+1/+1", "x"),)
        ),
        Ability(
            key="The Goose Mother#food",
            kind="triggered",
            when="enters",
            this=True,
            do=(
                A.CreateToken(name="Food", types=("Artifact",), subtypes=["Food"], count="half x"),
            ),
        ),
    ),
    "Hangarback Walker": (
        Ability(
            key="Hangarback Walker#counters", kind="enters", this=True, counters=(("+1/+1", "x"),)
        ),
    ),
    "Walking Ballista": (
        Ability(
            key="Walking Ballista#counters", kind="enters", this=True, counters=(("+1/+1", "x"),)
        ),
    ),
    "Fractured Realm": (Ability(key="Fractured Realm#double", kind="double", extra=1),),
    "Yarok, the Desecrated": (
        Ability(key="Yarok, the Desecrated#double", kind="double", when="enters", extra=1),
    ),
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
