"""C. Color and color indicators (S041-S047)."""

from __future__ import annotations

import pytest

from mtgmeld.cards import Card, Face
from mtgmeld.game.characteristics import Circumstances, derive, of_card
from tests.statements.asking import CATALOG, NOW, cost, found, holds

RESULTS = (
    ("Mishra, Lost to Phyrexia", "BR"),
    ("Urza, Planeswalker", "WU"),
    ("Titania, Gaea Incarnate", "G"),
    ("Ragnarok, Divine Deliverance", "BG"),
)
COLORLESS = ("Chittering Host", "Hanweir, the Writhing Township", "Brisela, Voice of Nightmares")


@pytest.mark.statement("S041")
def test_color_comes_from_cost_indicator_or_ability() -> None:
    holds("Assault // Battery", "colors", "RG", "105.2", "202.2", zone="hand")
    holds("Assault // Battery", "colors", "R", "105.2", "202.2", cast="left")
    holds("Insectile Aberration", "colors", "U", "105.2", "204.2")
    # a characteristic-defining ability: all colors, and devoid
    holds("Transguild Courier", "colors", "WUBRG", "105.2", "604.3")
    holds("Mist Intruder", "colors", "", "604.3", "702.114a")


@pytest.mark.statement("S042")
@pytest.mark.parametrize("name", COLORLESS)
def test_nothing_gives_a_color(name: str) -> None:
    holds(name, "colors", "", "105.2c", "202.2b")
    fronts = [c.front for c in CATALOG.meld_pair(name).cards]
    for front in fronts:
        have = derive(of_card(CATALOG[front.name]), Circumstances("hand"), NOW).colors.value
        assert bool(have) is not front.is_land


@pytest.mark.statement("S043")
@pytest.mark.parametrize(("name", "colors"), RESULTS)
def test_an_indicator_colors_a_melded_permanent(name: str, colors: str) -> None:
    holds(name, "colors", colors, "202.2e", "204.2")
    holds(name, "color_indicator", colors, "204.2")


@pytest.mark.statement("S044")
def test_the_fronts_give_mana_value_and_no_color() -> None:
    name = "Brisela, Voice of Nightmares"
    assert all("W" in c.front.mana_cost.colors for c in CATALOG.meld_pair(name).cards)
    holds(name, "colors", "", "712.8g")
    holds(name, "mana_value", 11, "202.3c")
    assert CATALOG[name] in CATALOG.search("-c:w")  # a target for "nonwhite creature"


@pytest.mark.statement("S045")
def test_a_copy_takes_the_color() -> None:
    name = "Ragnarok, Divine Deliverance"
    holds(name, "colors", "BG", "707.2a", "204.2", copy=True)
    holds(name, "mana_value", 0, "202.3c", copy=True)
    holds("Grizzly Bears", "colors", "G", "707.2a", "202.2", copy=True)


@pytest.mark.statement("S046")
def test_a_back_face_has_the_color_of_its_indicator() -> None:
    holds("Cecil, Redeemed Paladin", "colors", "W", "202.2e", "712.8e")
    holds("Cecil, Dark Knight", "colors", "B", "202.2", zone="battlefield")


@pytest.mark.statement("S047")
@pytest.mark.parametrize(
    ("unlocked", "colors", "rule"),
    [
        ("left", "W", "105.2"),
        ("right", "U", "105.2"),
        ("left,right", "WU", "105.2"),
        ("", "", "105.2c"),
    ],
)
def test_the_colors_of_a_room_follow_its_unlocked_halves(
    unlocked: str, colors: str, rule: str
) -> None:
    name = "Restricted Office // Lecture Hall"
    holds(name, "colors", colors, "709.5", rule, unlocked=unlocked)


def test_hybrid_phyrexian_and_indicator_colors() -> None:
    face = Face("A", cost("{W/U}{G/P}{2/R}"), types=("Creature",), color_indicator="B")
    have = derive(of_card(Card("A", "normal", (face,))), Circumstances("hand"), NOW)
    assert have.colors.value == "WUBRG"  # 202.2d, 204.2
    assert found("Clone").colors.value == "U"
