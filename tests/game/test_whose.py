"""Whose objects, players and sources an effect is about: `you`, `opponent`, or anybody's."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld import actions as A
from mtgmeld.game.setup import Setup
from tests.statements.game import apply, game

WHOSE = [("you", (True, False)), ("opponent", (False, True)), ("any", (True, True))]


def lands(**effect: Any) -> Setup:
    made = game().put("Forest", id="mine")
    return made.put("Forest", id="theirs", controller="opponent").effect(**effect)


@pytest.mark.parametrize(("whose", "meant"), WHOSE)
def test_more_mana_of_lands_that_are_tapped(whose: str, meant: tuple[bool, bool]) -> None:
    """106.12b: a replacement of the mana, and 605.1b: a trigger that adds more."""
    double = lands(mana="tapped for mana", whose=whose, times=2)
    more = lands(whose=whose, **{"mana trigger": "tapped for mana"})
    for setup in (double, more):
        for land, player, doubled in zip(
            ("mine", "theirs"), ("you", "opponent"), meant, strict=True
        ):
            after = apply(setup.state(), A.TapForMana(object=land)).after
            assert len(after.player(player).pool) == (2 if doubled else 1), (whose, land)


@pytest.mark.parametrize(("whose", "meant"), WHOSE)
def test_more_damage_of_a_player_s_sources(whose: str, meant: tuple[bool, bool]) -> None:
    """614.1a: by whose source it is; what nothing deals has no source of anybody's."""
    setup = lands(damage="dealt", whose=whose, plus=1)
    sources = (("mine", meant[0]), ("theirs", meant[1]), (None, whose == "any"))
    for source, more in sources:
        act = A.Damage(to="opponent", amount=2, source=source)
        assert apply(setup.state(), act).after.player("opponent").life == (17 if more else 18)


@pytest.mark.parametrize(("to", "meant"), WHOSE)
def test_more_damage_to_a_player(to: str, meant: tuple[bool, bool]) -> None:
    """614.1a: by whom it is dealt to; a permanent is no player."""
    setup = lands(damage="dealt", to=to, plus=1).put("Hill Giant", id="giant")
    for player, more in zip(("you", "opponent"), meant, strict=True):
        after = apply(setup.state(), A.Damage(to=player, amount=2)).after
        assert after.player(player).life == (17 if more else 18)
    after = apply(setup.state(), A.Damage(to="giant", amount=1)).after
    assert after.things[after.find_one("giant")].damage == (2 if to == "any" else 1)


@pytest.mark.parametrize("what", ["t:land", None])
@pytest.mark.parametrize(("whose", "meant"), WHOSE)
def test_characteristics_of_a_player_s_permanents(
    whose: str, meant: tuple[bool, bool], what: str | None
) -> None:
    """611.3a: of what the player controls at any moment; 109.5: seen from its controller."""
    filtered = {} if what is None else {"what": what}
    state = lands(whose=whose, set={"colors": "U"}, **filtered).state()
    assert tuple(str(state.value(i, "colors").value) == "U" for i in ("mine", "theirs")) == meant
    after = apply(state, A.GainControl(object="mine", player="opponent")).after
    assert tuple(str(after.value(i, "colors").value) == "U" for i in ("mine", "theirs")) == (
        (meant[1],) * 2
    )
    other = lands(whose=whose, set={"colors": "U"}, controller="opponent", **filtered).state()
    seen = tuple(str(other.value(i, "colors").value) == "U" for i in ("mine", "theirs"))
    assert seen == meant[::-1]


@pytest.mark.parametrize(("whose", "meant"), WHOSE)
def test_what_is_laid_later_is_of_a_player_s_permanents_too(
    whose: str, meant: tuple[bool, bool]
) -> None:
    """613.1f, by an effect of a step."""
    table = {"set": {"keywords": ["Flying"]}, "what": "t:land", "whose": whose}
    after = apply(lands(mana="tapped for mana", times=1).state(), A.LayEffect(effect=table)).after
    flying = tuple("Flying" in after.value(i, "keywords").value for i in ("mine", "theirs"))
    assert flying == meant
