"""The cards that act by name, each composed from the parts of :mod:`mtgmeld.game.abilities`.

No mechanism lives here: a card that needs one that does not exist needs it in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration, Condition, with_parts
from mtgmeld.game.keyword_abilities import KEYWORDS
from mtgmeld.game.permanents_that_act import PERMANENTS
from mtgmeld.game.spells_that_act import SPELLS

__all__ = ["ACTING", "VANILLA", "abilities_in", "ability_by_key", "is_modeled"]

Cards = dict[str, tuple[Ability, ...]]


def _meld(name: str, counterpart: str, **more: object) -> Ability:
    """Return an ability that melds its source with a counterpart, given as a filter."""
    condition = Condition(
        own_and_control=("this", counterpart),
        attacking=bool(more.pop("attacking", False)),
        at_least=int(str(more.pop("at_least", 0))),
        of=str(more.pop("of", "")),
        zone=str(more.pop("zone", "battlefield")),
    )
    fields: dict[str, object] = {
        "kind": "triggered",
        "key": f"{name}#meld",
        "do": (A.Meld(object="this", with_="counterpart"),),
        **more,
    }
    return Ability(condition=condition, **fields)  # type: ignore[arg-type]


def _enchant(name: str, what: str) -> Ability:
    """Return what an Aura can be attached to: its target as a spell, too (303.4a, 702.5a)."""
    return Ability(key=f"{name}#enchant", kind="enchant", target=what)


MELD: Cards = {
    "Graf Rats": (
        _meld(
            "Graf Rats",
            't:creature name:"Midnight Scavengers"',
            when="step",
            step="beginning of combat",
            who="you",
        ),
    ),
    "Midnight Scavengers": (
        Ability(
            key="Midnight Scavengers#enters",
            kind="triggered",
            when="enters",
            this=True,
            may=True,
            target="t:creature mv<=3 in:graveyard owner:you",
            do=(A.ReturnToHand(object="target"),),
        ),
    ),
    "Chittering Host": (
        Ability(
            key="Chittering Host#enters",
            kind="triggered",
            when="enters",
            this=True,
            do=(
                A.Change(
                    object="each other t:creature controller:you", add_power=1, keywords=["Menace"]
                ),
            ),
        ),
    ),
    "Hanweir Battlements": (
        Ability(key="Hanweir Battlements#mana", kind="mana", mana="{C}", taps=True),
        Ability(
            key="Hanweir Battlements#haste",
            kind="activated",
            cost="{R}",
            taps=True,
            target="t:creature",
            do=(A.Change(object="target", keywords=["Haste"]),),
        ),
        _meld(
            "Hanweir Battlements",
            't:creature name:"Hanweir Garrison"',
            kind="activated",
            cost="{3}{R}{R}",
            taps=True,
            condition_when="resolution",
        ),
    ),
    "Hanweir Garrison": (
        Ability(
            key="Hanweir Garrison#attacks",
            kind="triggered",
            when="attacks",
            this=True,
            do=(
                A.CreateToken(
                    name="Human",
                    subtypes=["Human"],
                    colors="R",
                    power="1",
                    toughness="1",
                    count=2,
                    tapped=True,
                ),
            ),
        ),
    ),
    "Hanweir, the Writhing Township": (
        Ability(
            key="Hanweir, the Writhing Township#attacks",
            kind="triggered",
            when="attacks",
            this=True,
            do=(
                A.CreateToken(
                    name="Eldrazi Horror",
                    subtypes=["Eldrazi", "Horror"],
                    power="3",
                    toughness="2",
                    count=2,
                    tapped=True,
                ),
            ),
        ),
    ),
    "Gisela, the Broken Blade": (
        _meld(
            "Gisela, the Broken Blade",
            't:creature name:"Bruna, the Fading Light"',
            when="step",
            step="end",
            who="you",
        ),
    ),
    "Bruna, the Fading Light": (
        Ability(
            key="Bruna, the Fading Light#cast",
            kind="triggered",
            when="cast",
            this=True,
            may=True,
            target="(t:angel or t:human) t:creature in:graveyard owner:you",
            do=(A.PutOntoBattlefield(object="target"),),
        ),
    ),
    "Brisela, Voice of Nightmares": (
        Ability(
            key="Brisela, Voice of Nightmares#forbid",
            kind="forbid",
            of="cast",
            who="opponent",
            what="mv<=3",
        ),
    ),
    "Mishra, Claimed by Gix": (
        _meld(
            "Mishra, Claimed by Gix",
            't:creature name:"Phyrexian Dragon Engine"',
            when="attacks",
            who="you",
            one_or_more=True,
            what="t:creature",
            attacking=True,
            condition_when="resolution",
            do=(
                A.GainLife(player="each opponent", amount="-count t:creature is:attacking"),
                A.GainLife(amount="count t:creature is:attacking"),
                A.Meld(object="this", with_="counterpart", tapped=True, attacking=True),
            ),
        ),
    ),
    "Mishra, Lost to Phyrexia": (
        Ability(
            key="Mishra, Lost to Phyrexia#modes",
            kind="triggered",
            when="enters or attacks",
            this=True,
        ),
    ),
    "Phyrexian Dragon Engine": (),
    "Urza, Lord Protector": (
        Ability(
            key="Urza, Lord Protector#cost",
            kind="cost",
            who="you",
            what="t:artifact or t:instant or t:sorcery",
            amount=-1,
        ),
        _meld(
            "Urza, Lord Protector",
            't:artifact name:"The Mightstone and Weakstone"',
            kind="activated",
            cost="{7}",
            sorcery=True,
            condition_when="resolution",
        ),
    ),
    "The Mightstone and Weakstone": (
        Ability(
            key="The Mightstone and Weakstone#mana",
            kind="mana",
            mana="{C}{C}",
            taps=True,
            only="t:artifact|unlock|activate",
        ),
    ),
    "Urza, Planeswalker": (),
    "Titania, Voice of Gaea": (
        Ability(
            key="Titania, Voice of Gaea#lands",
            kind="triggered",
            when="put into graveyard",
            what="t:land",
            who="you",
            one_or_more=True,
            do=(A.GainLife(amount=2),),
        ),
        _meld(
            "Titania, Voice of Gaea",
            't:land name:"Argoth, Sanctum of Nature"',
            when="step",
            step="upkeep",
            who="you",
            at_least=4,
            of="t:land",
            zone="graveyard",
        ),
    ),
    "Argoth, Sanctum of Nature": (
        Ability(key="Argoth, Sanctum of Nature#mana", kind="mana", mana="{G}", taps=True),
    ),
    "Titania, Gaea Incarnate": (
        Ability(
            key="Titania, Gaea Incarnate#size",
            kind="static",
            this=True,
            change=Alteration(
                power="count t:land controller:you",
                toughness="count t:land controller:you",
                defines=True,
            ),
        ),
    ),
    "Vanille, Cheerful l'Cie": (
        _meld(
            "Vanille, Cheerful l'Cie",
            't:creature name:"Fang, Fearless l\'Cie"',
            when="step",
            step="precombat main",
            who="you",
            pay="{3}{B}{G}",
        ),
    ),
    "Fang, Fearless l'Cie": (),
    "Ragnarok, Divine Deliverance": (
        Ability(
            key="Ragnarok, Divine Deliverance#dies",
            kind="triggered",
            when="dies",
            this=True,
            target="is:permanent",
            second_target="is:card -t:instant -t:sorcery -t:legendary in:graveyard owner:you",
            do=(
                A.Destroy(object="target"),
                A.PutOntoBattlefield(object="second target", control="you"),
            ),
        ),
    ),
}

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
        _enchant("False Demise", "t:creature"),
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
}

REPLACERS: Cards = {
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
        _enchant("Wheel of Sun and Moon", "player"),
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
    "Hook-Haunt Drifter": (
        Ability(
            key="Hook-Haunt Drifter#exile",
            kind="replace",
            to="graveyard",
            instead="exile",
            this=True,
        ),
    ),
    "Baithook Angler": (
        Ability(
            key="Baithook Angler#disturb",
            kind="allow",
            this=True,
            zone="graveyard",
            by="disturb",
            transformed=True,
            cost="{1}{U}",
        ),
    ),
}

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
}

TURNERS: Cards = {
    "Crystal Fragments": (
        Ability(
            key="Crystal Fragments#transform",
            kind="activated",
            cost="{5}{W}{W}",
            sorcery=True,
            do=(A.Blink(object="this", transformed=True, control="owner"),),
        ),
    ),
    "Cecil, Dark Knight": (
        Ability(
            key="Cecil, Dark Knight#transform", kind="activated", do=(A.Transform(object="this"),)
        ),
    ),
    "Huntmaster of the Fells": (
        Ability(
            key="Huntmaster of the Fells#upkeep",
            kind="triggered",
            when="step",
            step="upkeep",
            do=(A.Transform(object="this"),),
        ),
    ),
}

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
}

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
}

STATICS: Cards = {
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
    "Inquisitive Glimmer": (
        Ability(
            key="Inquisitive Glimmer#cost", kind="cost", who="you", what="t:enchantment", amount=-1
        ),
        Ability(key="Inquisitive Glimmer#unlock", kind="cost", who="you", amount=-1, of="unlock"),
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
    "Fractured Realm": (Ability(key="Fractured Realm#double", kind="double", extra=1),),
    "Yarok, the Desecrated": (
        Ability(key="Yarok, the Desecrated#double", kind="double", when="enters", extra=1),
    ),
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
    "Oath of Gideon": (
        Ability(
            key="Oath of Gideon#loyalty",
            kind="enters",
            who="you",
            what="t:planeswalker",
            counters=(("loyalty", 1),),
        ),
    ),
    "Confiscate": (
        _enchant("Confiscate", "is:permanent"),
        Ability(
            key="Confiscate#control",
            kind="static",
            attached=True,
            change=Alteration(controller="you"),
        ),
    ),
    "Lignify": (
        _enchant("Lignify", "t:creature"),
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
}

COUNTERS: Cards = {
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
}

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
        _enchant("Wild Growth", "t:land"),
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
}

ACTING: Cards = {
    name: abilities
    for group in (
        MELD,
        FINDERS,
        REPLACERS,
        COPIERS,
        TURNERS,
        ROOMS,
        CASTERS,
        STATICS,
        COUNTERS,
        MANA,
        SPELLS,
        PERMANENTS,
    )
    for name, abilities in group.items()
}

# Creatures without rules text, and lands whose mana the facts give: nothing is missing.
VANILLA = frozenset(
    """
    Grizzly Bears|Silvercoat Lion|Savannah Lions|Elite Vanguard
    |Plains|Island|Swamp|Mountain|Forest|Wastes
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


# Cards that act whose text does more than is modeled: a row or a log says so.
PARTLY = frozenset(
    """
    Hanweir Garrison|Hanweir, the Writhing Township|Mishra, Claimed by Gix
    |Mishra, Lost to Phyrexia|Phyrexian Dragon Engine|The Mightstone and Weakstone
    |Urza, Planeswalker|Argoth, Sanctum of Nature|Titania, Gaea Incarnate
    |Vanille, Cheerful l'Cie|Fang, Fearless l'Cie|Ragnarok, Divine Deliverance
    |Leyline of the Void|Rest in Peace|Dauthi Voidwalker|Crystal Fragments|Cecil, Dark Knight
    |Huntmaster of the Fells|The Goose Mother|Hangarback Walker|Walking Ballista
    |Cabal Therapy|Lilah, Undefeated Slickshot|Mindreaver|Sakashima the Impostor
    |Tamiyo, Collector of Tales|Diviner's Wand|Starfield of Nyx|Oath of Gideon
    |Phantasmal Image|Vivid Creek
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


def is_modeled(name: str) -> bool:
    """Whether everything that a face's text does is modeled."""
    return (name in ACTING and name not in PARTLY) or name in VANILLA


@lru_cache(maxsize=4096)
def abilities_in(names: tuple[str, ...] | None) -> tuple[Ability, ...]:
    """Return the modeled abilities in the text of the named faces."""
    if not names or not isinstance(names, tuple):
        return ()
    return tuple(a for name in names for a in ACTING.get(name, ()))


_BY_KEY = {
    a.key: a
    for abilities in (*ACTING.values(), tuple(KEYWORDS.values()))
    for a in with_parts(abilities)
}


def ability_by_key(key: str) -> Ability | None:
    """Return an ability by its key, or None."""
    return _BY_KEY.get(key)


def door_triggers(halves: Iterable[str]) -> tuple[str, ...]:
    """Return those halves whose modeled text triggers when that door is unlocked (709.5h)."""
    return tuple(h for h in halves if any(a.door == h for a in ACTING.get(h, ())))
