"""Cards of meld pairs that act, and the permanents that they meld into (701.42, 712.4)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, Alteration, Condition
from mtgmeld.game.acting.parts import Cards

__all__ = ["MELD"]


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
    # the fields are named where the table gives them
    return Ability(condition=condition, **fields)  # type: ignore[arg-type]


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
