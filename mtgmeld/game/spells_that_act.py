"""Instants and sorceries that act by name, composed like :mod:`mtgmeld.game.cards_that_act`."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability

__all__ = ["SPELLS"]


def _spell(name: str, *do: A.Action, part: str = "spell", **more: object) -> Ability:
    """Return the instructions of a spell, or of one mode of it."""
    return Ability(key=f"{name}#{part}", kind="spell", do=do, **more)  # type: ignore[arg-type]


_COUNTER = A.Counter(object="target")

SPELLS: dict[str, tuple[Ability, ...]] = {
    # counterspells
    "Counterspell": (_spell("Counterspell", _COUNTER, target="is:spell"),),
    "Spell Snare": (_spell("Spell Snare", _COUNTER, target="is:spell mv=2"),),
    "Disdainful Stroke": (_spell("Disdainful Stroke", _COUNTER, target="is:spell mv>=4"),),
    "Red Elemental Blast": (
        Ability(
            key="Red Elemental Blast#modes",
            kind="spell",
            modes=(
                _spell("Red Elemental Blast", _COUNTER, part="counter", target="is:spell color:u"),
                _spell(
                    "Red Elemental Blast",
                    A.Destroy(object="target"),
                    part="destroy",
                    target="is:permanent color:u",
                ),
            ),
        ),
    ),
    # split cards
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
        _spell(
            "Expansion",
            A.CopySpell(object="target"),
            target="(t:instant or t:sorcery) is:spell mv<=4",
        ),
    ),
    "Explosion": (
        _spell(
            "Explosion",
            A.Damage(to="target", amount="x"),
            A.Draw(player="second target", count="x"),
            target="any target",
            second_target="player",
        ),
    ),
    "Dusk": (_spell("Dusk", A.Destroy(object="each t:creature pow>=3")),),
    "Dawn": (
        _spell("Dawn", A.ReturnToHand(object="each t:creature pow<=2 in:graveyard owner:you")),
    ),
    "Mind": (_spell("Mind", A.Draw(count=2)),),
    "Life": (
        _spell(
            "Life",
            A.Change(
                object="each t:land controller:you", add_types=["Creature"], power=1, toughness=1
            ),
        ),
    ),
    "Death": (
        _spell(
            "Death",
            A.PutOntoBattlefield(object="target", control="you"),
            A.GainLife(amount="-mana value of the moved card"),
            target="t:creature in:graveyard owner:you",
        ),
    ),
    # names and choices
    "Transgress the Mind": (
        _spell(
            "Transgress the Mind",
            A.Exile(object="one mv>=3 in:hand owner:target"),
            target="player",
        ),
    ),
    "Cabal Therapy": (
        _spell(
            "Cabal Therapy",
            A.ChooseName(object="this", quality="-t:land"),
            A.Discard(object='each name:"<chosen name>" in:hand owner:target'),
            target="player",
        ),
    ),
    "Bile Blight": (
        _spell(
            "Bile Blight",
            A.Change(
                object="target and each t:creature <same name as target>",
                add_power=-3,
                add_toughness=-3,
            ),
            target="t:creature",
        ),
    ),
    "Violent Outburst": (
        _spell("Violent Outburst", A.Change(object="each t:creature controller:you", add_power=1)),
    ),
    # other spells
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
