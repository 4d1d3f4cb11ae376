"""What the texts of the lines of the vectors need of the language, and its variations.

The values are those of the rules that stand beside them.
"""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.game import actions as A
from mtgmeld.game.card_abilities import modeled
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

BEARS, LION = "Grizzly Bears", "Silvercoat Lion"
SMASHING = "Shatterskull Smashing // Shatterskull, the Hammer Pass"
GOOSE, LILIANA, RIVER = "The Goose Mother", "Liliana, Heretical Healer", "River of Tears"
FOOD = A.CreateToken(types=("Artifact",), subtypes=("Food",), id="food")


def pool(state: State, player: str = "you") -> str:
    return "".join(m.type for m in state.player(player).pool)


def could(state: State, obj: str) -> Any:
    return state.explain(obj, "could_produce").value


# ---------------------------------------------------------------- tapped, unless life is paid


@pytest.mark.parametrize(("pays", "life", "tapped"), [(True, 17, False), (False, 20, True)])
@pytest.mark.parametrize("player", ["you", "opponent"])
def test_life_is_paid_as_it_enters_or_it_enters_tapped(
    player: str, pays: bool, life: int, tapped: bool
) -> None:
    """614.12a: its controller chooses before it enters, and pays life of their own (119.4)."""
    state = game(active=player).put(SMASHING, "hand", owner=player, id="it").state()
    land = A.PlayLand(object="it", player=player)
    asked = choice(state, land, "choose.pay", "614.12a")
    assert (asked.player, asked.options) == (player, (True, False))
    done = play(state, A.PlayLand(object="it", player=player, choose={"pay": pays})).after
    assert done.things[done.find_one("it")].tapped is tapped
    other = "opponent" if player == "you" else "you"
    assert (done.player(player).life, done.player(other).life) == (life, 20)


@pytest.mark.parametrize(("life", "may"), [(2, False), (3, True)])
def test_more_life_than_there_is_is_not_asked_for(life: int, may: bool) -> None:
    """119.4: 3 life may be paid from 3 life on, to the last of it; of 2 there is nothing to ask."""
    state = game(life={"you": life}).put(SMASHING, "hand", id="it").state()
    if may:
        choice(state, A.PlayLand(object="it"), "choose.pay", "614.12a")
        paid = play(state, A.PlayLand(object="it", choose={"pay": True})).after
        assert paid.player("you").life == 0
        return
    done = play(state, A.PlayLand(object="it")).after
    assert done.things[done.find_one("it")].tapped
    assert done.player("you").life == life


def test_both_ways_to_enter_are_explored() -> None:
    state = game().put(SMASHING, "hand", id="it").state()
    found = mm.explore(state, [A.PlayLand(object="it")], 1)
    assert found.counts == (1, 2)


def test_its_other_face_is_asked_for_nothing() -> None:
    """712.8f: the land's ability is not there while another face is up."""
    state = game().put("Akoum Warrior // Akoum Teeth", "hand", id="it").state()
    front = play(state, A.PutOntoBattlefield(object="it")).after
    assert not front.things[front.find_one("it")].tapped
    back = play(state, A.PlayLand(object="it")).after
    assert back.things[back.find_one("it")].tapped


def test_an_effect_of_ones_own_may_ask_for_other_life() -> None:
    """614.12: of an effect that lies on the situation, whose land pays is who controls the land."""
    made = game().put("Forest", "hand", id="it")
    state = made.effect(
        enters="tapped", what="t:land", unless={"do": "gain life", "amount": -2}
    ).state()
    choice(state, A.PlayLand(object="it"), "choose.pay", "614.12a")
    done = play(state, A.PlayLand(object="it", choose={"pay": True})).after
    assert (done.player("you").life, done.things[done.find_one("it")].tapped) == (18, False)


# ---------------------------------------------------------------- if you do


@pytest.mark.parametrize("foods", [0, 1])
def test_a_card_is_drawn_if_a_food_was_sacrificed(foods: int) -> None:
    """609.3: where there is none, nothing was sacrificed, and what rests on it does not happen."""
    made = game().put(GOOSE, id="goose").put("Forest", "library", id="top")
    state = play(made.put(BEARS).state(), *[FOOD] * foods, A.NextStep(to="declare attackers")).after
    state = play(state, A.Attack(object="goose")).after
    chosen = {"object": "food"} if foods else {}
    done = play(state, A.Resolve(may=True, choose=chosen)).after
    assert names_in(done, "hand", "you") == ["Forest"] * foods
    assert not [o for o in done.battlefield() if "Food" in done.name_of(o.id)]
    assert names_in(play(state, A.Resolve(may=False)).after, "hand", "you") == []


def test_a_zombie_comes_if_liliana_was_exiled() -> None:
    """400.7: who has died in the meantime is not exiled, and no token is created."""
    made = game().put(LILIANA, id="liliana").put(LION, id="lion")
    died = play(made.state(), A.Destroy(object="lion")).after
    done = play(died, A.Resolve()).after
    assert done.name_of(done.find_one("liliana")) == "Liliana, Defiant Necromancer"
    (token,) = [o for o in done.battlefield() if o.id != done.find_one("liliana")]
    known = done.characteristics(token.id)
    assert (known.power.value, known.toughness.value, known.colors.value) == ("2", "2", "B")
    late = play(died, A.Destroy(object="liliana"), A.Resolve()).after
    assert list(late.battlefield()) == []


@pytest.mark.parametrize(
    ("first", "there"),
    [
        ({"do": "destroy", "object": "each t:artifact"}, False),
        ({"do": "destroy", "object": "each t:creature"}, True),
        ({"do": "exile", "object": "each in:graveyard"}, False),
        ({"do": "sacrifice", "object": "one t:artifact controller:you"}, False),
        ({"do": "sacrifice", "object": "one t:creature controller:you"}, True),
    ],
)
def test_what_follows_rests_on_something_having_happened(
    first: dict[str, Any], there: bool
) -> None:
    """609.3: the first instruction finds a creature alone, no artifact and no card."""
    made = game().put(LION, id="lion").put("Forest", "hand", id="forest")
    made = made.effect(
        trigger="enters",
        what="t:land",
        id="watch",
        if_done=True,
        do=[first, {"do": "gain life", "amount": 1}],
    )
    state = play(made.state(), A.PlayLand(object="forest")).after
    done = play(
        state, A.Resolve(choose={"object": "lion"} if "one t:creature" in str(first) else {})
    )
    assert done.after.player("you").life == 20 + there


# ---------------------------------------------------------------- a land was played this turn


def test_a_land_makes_other_mana_after_a_land_was_played() -> None:
    made = game().put(RIVER, id="river").put(RIVER, id="theirs", controller="opponent")
    state = made.put("Forest", "hand", id="forest").put("Island", "hand", id="island").state()
    tap = A.TapForMana(object="river")
    assert pool(play(state, tap).after) == "U"
    # 305.4: one that is put there was not played
    assert pool(play(state, A.PutOntoBattlefield(object="island"), tap).after) == "U"
    after = play(state, A.PlayLand(object="forest")).after
    assert pool(play(after, tap).after) == "B"
    assert pool(play(after, A.TapForMana(object="theirs")).after, "opponent") == "U"
    assert pool(play(after, A.NextTurn(), tap).after) == "U"


def test_what_it_could_produce_changes_with_it() -> None:
    """106.7: what the ability would make if it resolved now, replacement effects included."""
    made = game().put(RIVER, id="river").put("Reflecting Pool", id="pool")
    state = made.put("Forest", "hand", id="forest").state()
    assert (could(state, "river"), could(state, "pool")) == ("U", "U")
    after = play(state, A.PlayLand(object="forest")).after
    assert (could(after, "river"), could(after, "pool"), could(after, "forest")) == ("B", "BG", "G")


def test_what_its_own_text_replaces_comes_first() -> None:
    """614.15: so with another replacement effect there is no order to choose, and that is last."""
    made = game().put(RIVER, id="river").put("Forest", "hand", id="forest")
    made = made.effect(mana="tapped for mana", what="t:land", becomes="G", id="green")
    state = play(made.state(), A.PlayLand(object="forest")).after
    assert could(state, "river") == "G"
    assert pool(play(state, A.TapForMana(object="river")).after) == "G"


@pytest.mark.parametrize(("active", "may"), [("you", True), ("opponent", False)])
def test_a_mana_ability_is_used_while_its_condition_is_met(active: str, may: bool) -> None:
    """602.5b; what it could produce does not ask whether it may be activated (106.7)."""
    granted = {"id": "two", "adds": "{C}", "taps": True, "if": "your turn"}
    made = game(active=active).put(BEARS, owner="you", id="bears")
    state = made.effect(what="t:bear", set={"grants": [granted]}).state()
    tap = A.TapForMana(object="bears", player="you")
    offered = [
        one for one in mm.legal_actions(state, "you") if isinstance(one.action, A.TapForMana)
    ]
    assert bool(offered) is may
    assert could(state, "bears") == "C"
    if may:
        assert pool(play(state, tap).after) == "C"
    else:
        refused(state, tap, "602.5b")


# ---------------------------------------------------------------- colors that an ability defines


def test_a_paragraph_that_defines_colors_is_modeled_by_the_facts() -> None:
    """604.3, 604.3a: in every zone; the one of the Sphinx is one of its three."""
    catalog = mm.load_catalog()
    assert modeled(catalog["Transguild Courier"].front).word == "wholly"
    found = modeled(catalog["Sphinx of the Guildpact"].front)
    assert (found.word, found.missing, found.paragraphs) == ("partly", (3,), 3)
    devoid = modeled(catalog["Mist Intruder"].front)  # devoid is a keyword, and counted as one
    assert (devoid.word, devoid.missing) == ("partly", (3,))
    for zone in ("battlefield", "hand", "graveyard", "library", "exile"):
        state = game().put("Transguild Courier", zone, id="it").state()
        assert state.characteristics("it").colors.value == "WUBRG", zone


def test_a_color_that_an_ability_defines_goes_with_the_abilities() -> None:
    """613.1f is after 613.1e: what loses its abilities has its colors, which a copy has too."""
    made = game().put("Transguild Courier", id="it").put("Clone", "hand", id="clone")
    lost = made.effect(what='name:"Transguild Courier"', set={"loses_abilities": True}).state()
    assert lost.characteristics("it").colors.value == "WUBRG"
    cast = play(made.state(), A.CastSpell(object="clone"))
    copy = play(cast.after, A.Resolve(as_copy="it"))
    assert copy.after.characteristics("clone").colors.value == "WUBRG"
    assert happened(copy, "resolve")
