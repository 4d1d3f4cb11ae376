"""Cards about casting: costs, permissions, prohibitions, counters, copies that are cast (601)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.acting.parts import Cards, spell

__all__ = ["CASTERS"]

_COUNTER = A.Counter(object="target")

CASTERS: Cards = {
    "Snapcaster Mage": (
        Ability(
            key="Snapcaster Mage#enters",
            kind="triggered",
            when="enters",
            this=True,
            target="(t:instant or t:sorcery) in:graveyard owner:you",
            do=(A.Allow(object="target", by="flashback"),),
        ),
    ),
    "Infernal Genesis": (
        Ability(
            key="Infernal Genesis#upkeep",
            kind="triggered",
            when="step",
            step="upkeep",
            do=(
                A.Mill(player="active player", count=1),
                A.CreateToken(
                    player="active player",
                    name="Minion",
                    subtypes=["Minion"],
                    colors="B",
                    power="1",
                    toughness="1",
                    count="mana value of the moved card",
                ),
            ),
        ),
    ),
    "Isochron Scepter": (
        Ability(
            key="Isochron Scepter#imprint",
            kind="triggered",
            when="enters",
            this=True,
            may=True,
            do=(A.Exile(object="one t:instant mv<=2 in:hand owner:you", with_="this"),),
        ),
        Ability(
            key="Isochron Scepter#copy",
            kind="activated",
            cost="{2}",
            taps=True,
            may=True,
            do=(A.CastCopy(object="exiled with this"),),
        ),
    ),
    "Goblin Electromancer": (
        Ability(
            key="Goblin Electromancer#cost",
            kind="cost",
            who="you",
            what="t:instant or t:sorcery",
            amount=-1,
        ),
    ),
    "Thalia, Guardian of Thraben": (
        Ability(key="Thalia, Guardian of Thraben#cost", kind="cost", what="-t:creature", amount=1),
    ),
    "Meddling Mage": (Ability(key="Meddling Mage#forbid", kind="forbid", of="cast", named=True),),
    "Pithing Needle": (
        Ability(key="Pithing Needle#forbid", kind="forbid", of="activate", named=True),
    ),
    "Void Winnower": (
        Ability(
            key="Void Winnower#forbid", kind="forbid", of="cast", who="opponent", what="mv:even"
        ),
    ),
    "Council of the Absolute": (
        Ability(key="Council of the Absolute#cost", kind="cost", who="you", named=True, amount=-2),
    ),
    "Omniscience": (
        Ability(
            key="Omniscience#allow",
            kind="allow",
            of="cast",
            source="hand",
            who="you",
            free=True,
            by="",
        ),
    ),
    "Crucible of Worlds": (
        Ability(
            key="Crucible of Worlds#allow",
            kind="allow",
            of="play",
            source="graveyard",
            who="you",
            what="t:land",
        ),
    ),
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
    "Counterspell": (spell("Counterspell", _COUNTER, target="is:spell"),),
    "Spell Snare": (spell("Spell Snare", _COUNTER, target="is:spell mv=2"),),
    "Disdainful Stroke": (spell("Disdainful Stroke", _COUNTER, target="is:spell mv>=4"),),
    "Red Elemental Blast": (
        Ability(
            key="Red Elemental Blast#modes",
            kind="spell",
            modes=(
                spell("Red Elemental Blast", _COUNTER, part="counter", target="is:spell color:u"),
                spell(
                    "Red Elemental Blast",
                    A.Destroy(object="target"),
                    part="destroy",
                    target="is:permanent color:u",
                ),
            ),
        ),
    ),
    "Past in Flames": (
        Ability(
            key="Past in Flames#spell",
            kind="spell",
            do=(
                A.Allow(
                    object="each (t:instant or t:sorcery) in:graveyard owner:you", by="flashback"
                ),
            ),
        ),
        Ability(
            key="Past in Flames#flashback",
            kind="allow",
            this=True,
            zone="graveyard",
            by="flashback",
            cost="{4}{R}",
        ),
    ),
}
