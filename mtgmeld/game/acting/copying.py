"""Cards that enter as copies or become copies (707)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.acting.parts import Cards

__all__ = ["COPIERS"]

COPIERS: Cards = {
    "Clone": (Ability(key="Clone#enters", kind="enters", copies="t:creature"),),
    "Body Double": (
        Ability(key="Body Double#enters", kind="enters", copies="t:creature in:graveyard"),
    ),
    "Phantasmal Image": (
        Ability(
            key="Phantasmal Image#enters",
            kind="enters",
            copies="t:creature",
            change=Alteration(add_subtypes=("Illusion",)),
        ),
    ),
    "Copy Enchantment": (
        Ability(key="Copy Enchantment#enters", kind="enters", copies="t:enchantment"),
    ),
    "Clever Impersonator": (
        Ability(key="Clever Impersonator#enters", kind="enters", copies="is:permanent -t:land"),
    ),
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
}
