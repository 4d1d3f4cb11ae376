"""Cards that name, find or pick out cards by their characteristics (201.4, 701.23)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.acting.parts import Cards, spell

__all__ = ["CHOOSERS"]

CHOOSERS: Cards = {
    "Transgress the Mind": (
        spell(
            "Transgress the Mind",
            A.Exile(object="one mv>=3 in:hand owner:target"),
            target="player",
        ),
    ),
    "Cabal Therapy": (
        spell(
            "Cabal Therapy",
            A.ChooseName(object="this", quality="-t:land"),
            A.Discard(object='each name:"<chosen name>" in:hand owner:target'),
            target="player",
        ),
    ),
    "Bile Blight": (
        spell(
            "Bile Blight",
            A.Change(
                object="target and each t:creature <same name as target>",
                add_power=-3,
                add_toughness=-3,
            ),
            target="t:creature",
        ),
    ),
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
}
