"""D. Color identity (S048-S054)."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.cards import Card, Face
from mtgmeld.game.characteristics import color_identity
from mtgmeld.question import ask, explain
from mtgmeld.rules.editions import readings
from mtgmeld.tables import color_identity_table
from tests.statements.asking import CATALOG, cost, holds

LANDS = {"basic land types in color identity": "counted"}


@pytest.mark.statement("S048")
def test_symbols_of_cost_and_text_and_indicator() -> None:
    holds("Vanille, Cheerful l'Cie", "color_identity", "BG", "903.4")
    assert "{3}{B}{G}" in str(explain("Vanille, Cheerful l'Cie", "color_identity"))
    holds("Fang, Fearless l'Cie", "color_identity", "B", "903.4")
    # a color that only an ability defines
    holds("Transguild Courier", "color_identity", "WUBRG", "903.4", "604.3")


@pytest.mark.statement("S049")
def test_reminder_text_adds_nothing() -> None:
    holds("Midnight Scavengers", "color_identity", "B", "903.4")
    # Chittering Host is named in reminder text, a symbol in rules text counts
    assert CATALOG["Midnight Scavengers"].front.text_symbols == ()
    holds("Phyrexian Dragon Engine", "color_identity", "R", "903.4c")
    # the mana ability of a basic land stands in reminder text
    holds("Forest", "color_identity", "", "903.4")


@pytest.mark.statement("S050")
def test_both_halves_count_whatever_is_unlocked() -> None:
    holds("Fire // Ice", "color_identity", "UR", "903.4", "709.4", "709.4b", "709.4c")
    name = "Roaring Furnace // Steaming Sauna"
    for unlocked in ("", "left", "right", "left,right"):
        holds(name, "color_identity", "UR", "903.4", "903.4a", "709.4", unlocked=unlocked)
    holds("Fire // Ice", "color_identity", "UR", "903.4a", cast="left")


@pytest.mark.statement("S051")
@pytest.mark.parametrize(
    ("name", "colors"),
    [("Cecil, Dark Knight", "WB"), ("Civilized Scholar", "UR"), ("Valki, God of Lies", "BR")],
)
def test_the_back_face_counts(name: str, colors: str) -> None:
    holds(name, "color_identity", colors, "903.4d")
    holds(name, "color_identity", colors, "903.4d", zone="battlefield", face="back")


@pytest.mark.statement("S052")
@pytest.mark.parametrize(
    ("name", "colors"),
    [
        ("Phyrexian Dragon Engine", "R"),
        ("The Mightstone and Weakstone", ""),
        ("Fang, Fearless l'Cie", "B"),
    ],
)
def test_the_combined_face_does_not_count(name: str, colors: str) -> None:
    """903.4d takes in a back face, and 712.4b says that this one has nothing to take in."""
    holds(name, "color_identity", colors, "903.4", "712.4b")
    assert "903.4d" not in ask(name).value("color_identity").all_rules


@pytest.mark.statement("S053")
def test_identity_does_not_change_in_play() -> None:
    how: list[dict[str, Any]] = [
        {"zone": zone} for zone in ("hand", "stack", "battlefield", "graveyard", "command")
    ]
    for circumstances in how:
        holds("Gisela, the Broken Blade", "color_identity", "W", **circumstances)
    holds("Gisela, the Broken Blade", "color_identity", "W", "903.4a", zone="battlefield")
    # melded into colorless Brisela
    holds("Gisela, the Broken Blade", "colors", "", melded=True)
    holds("Gisela, the Broken Blade", "color_identity", "W", "903.4a", melded=True)
    for face in ("front", "back"):
        holds("Cecil, Dark Knight", "color_identity", "WB", "903.4a", face=face)


@pytest.mark.statement("S053")
def test_only_a_card_has_an_identity() -> None:
    assert ask("Cecil, Dark Knight", token=True).value("color_identity").value is None
    assert ask("Cecil, Dark Knight", copy=True).value("color_identity").value is None


@pytest.mark.statement("S054")
def test_basic_land_types_are_a_policy() -> None:
    holds("Forest", "color_identity", "", "903.4", "903.5d")
    why = explain("Forest", "color_identity")
    assert why.derived.policy == "basic land types in color identity"
    holds("Forest", "color_identity", "G", "903.5d", policies=LANDS)
    other = explain("Forest", "color_identity", policies=LANDS)
    assert other.derived.policy == "basic land types in color identity"
    row = color_identity_table("Forest").iloc[0]
    assert (row["color_identity"], row["with_land_types"]) == ("", "G")


@pytest.mark.statement("S054")
def test_a_commander_with_a_basic_land_type_differs() -> None:
    face = Face(
        "Ship",
        cost("{4}"),
        supertypes=("Legendary",),
        types=("Artifact",),
        subtypes=("Vehicle", "Island"),
    )
    ship = Card("Ship", "normal", (face,))
    default, other = color_identity(ship), color_identity(ship, readings(LANDS))
    assert (default.value, other.value) == ("", "U")
    assert default.policy == other.policy == "basic land types in color identity"
    assert "903.5d" in default.rules


@pytest.mark.statement("S054")
def test_a_card_without_a_basic_land_type_rests_on_no_policy() -> None:
    assert explain("Fire // Ice", "color_identity").derived.policy == ""
