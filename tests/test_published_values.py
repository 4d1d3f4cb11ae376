"""Computed mana value, colors and color identity against what card files publish.

Each difference is listed here with the rule that decides it; nothing else may differ.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from mtgmeld.catalog import load_catalog
from mtgmeld.game.characteristics import color_identity
from mtgmeld.mana import order
from mtgmeld.question import Asked, ask
from mtgmeld.rules.citations import Derived

Row = dict[str, str]
Difference = tuple[object, object]  # computed, published

# A back face has no cost, and files write 0; its mana value comes from the front (202.3b).
BACKS = {
    "Abolisher of Bloodlines": 5,
    "Arlinn, Embraced by the Moon": 4,
    "Aurora of Emrakul": 3,
    "Avacyn, the Purifier": 5,
    "Cecil, Redeemed Paladin": 1,
    "Chalice of Death": 3,
    "Garruk, the Veil-Cursed": 4,
    "Guildpact Paragon": 5,
    "Homicidal Brute": 3,
    "Insectile Aberration": 1,
    "Itlimoc, Cradle of the Sun": 3,
    "Azcanta, the Sunken Ruin": 2,
    "Jace, Telepath Unbound": 2,
    "Lord of Lineage": 4,
    "Moonrage Brute": 3,
    "Nicol Bolas, the Arisen": 4,
    "Oko, Shadowmoor Scion": 3,
    "Ravager of the Fells": 4,
    "Reflection of Kiki-Jiki": 3,
    "Sinuous Predator": 1,
    "Summon: Alexander": 1,
    "Treasure Cove": 2,
    "Withengar Unbound": 7,
}

# Files of 2019 have the colors of a nonmodal double-faced card on its faces only and leave
# the card's own empty; off the battlefield it is its front (712.8a).
FRONTS = {
    "Arlinn Kord // Arlinn, Embraced by the Moon": "RG",
    "Archangel Avacyn // Avacyn, the Purifier": "W",
    "Bloodline Keeper // Lord of Lineage": "B",
    "Civilized Scholar // Homicidal Brute": "U",
    "Delver of Secrets // Insectile Aberration": "U",
    "Garruk Relentless // Garruk, the Veil-Cursed": "G",
    "Growing Rites of Itlimoc // Itlimoc, Cradle of the Sun": "G",
    "Huntmaster of the Fells // Ravager of the Fells": "RG",
    "Jace, Vryn's Prodigy // Jace, Telepath Unbound": "U",
    "Kessig Prowler // Sinuous Predator": "G",
    "Nicol Bolas, the Ravager // Nicol Bolas, the Arisen": "UBR",
    "Search for Azcanta // Azcanta, the Sunken Ruin": "U",
    "Voldaren Pariah // Abolisher of Bloodlines": "B",
}

# column -> card or face -> computed, published
DOCUMENTED: dict[str, dict[str, Difference]] = {
    # 202.3b, 712.8e
    "mana_value": {name: (value, 0.0) for name, value in BACKS.items()},
    "rules_mana_value": {},
    "colours": {},
    # 709.4b, 202.3d: all halves count; these files count the first one of playtest cards
    "card_cmc": {
        "Bind // Liberate": (4, 2.0),
        "Indulge // Excess": (5, 3.0),
        "Smelt // Herd // Saw": (9, 1.0),
        "Start // Fire": (5, 3.0),
    },
    # 903.4 against 903.5d: its land type has the color, no symbol does
    "card_colour_identity": {
        "Murmuring Bosk": ("WB", "WBG"),
        # one half of these playtest cards is known by its name only
        "Chic // Ago": (None, "U"),
        "Fear (Not the Alpha One) // Loathing": (None, "B"),
        "Yeah Nah // Nah Yeah": (None, "U"),
    },
    "scryfall2019_color_identity": {"Murmuring Bosk": ("WB", "WBG")},
    "scryfall2019_cmc": {},
    # 712.8a
    "scryfall2019_colors": {name: (colors, "") for name, colors in FRONTS.items()},
}

# 903.4, 712.4b: no symbol and no indicator on the combined face, and its cards lend it no
# color; files give it the colors of the cards that meld.
COMBINED_FACES: dict[str, Difference] = {
    "Brisela, Voice of Nightmares": ("", "W"),
    "Chittering Host": ("", "B"),
    "Hanweir, the Writhing Township": ("", "R"),
}

# playtest cards whose mana value as a whole no file publishes
UNPUBLISHED = {
    "Chic // Ago",
    "Fear (Not the Alpha One) // Loathing",
    "Knowing // Half the Battle",
    "Takesies // Backsies",
    "There // They're // Their",
    "Yeah Nah // Nah Yeah",
}

# what the explanation of each differing value has to cite
DECIDING = {
    "mana_value": ("202.3b", "712.8e"),
    "card_cmc": ("202.3d", "709.4b"),
    "card_colour_identity": ("903.4", "903.5d"),
    "scryfall2019_color_identity": ("903.4", "903.5d"),
    "scryfall2019_colors": ("712.8a",),
}


def face_of(row: Row) -> Asked:
    """Return the question that one row of the published facts answers: that half or face."""
    card, index = load_catalog()[row["card_name"]], int(row["face_index"])
    if card.is_split:
        return ask(card, cast=str(index + 1))
    if card.layout in ("adventure", "prepare") and index:
        return ask(card, cast="right")
    zone = "battlefield" if card.faces[index].is_permanent else "stack"
    if len(card.faces) == 1:
        return ask(card, zone=zone)
    return ask(card, zone=zone, face="back" if index else "front")


def card_of(row: Row) -> Asked:
    """Return the question about the whole card: in a hand, or melded."""
    card = load_catalog()[row["card_name"]]
    return ask(card, zone="battlefield" if card.layout == "meld_result" else "hand")


def compared(row: Row) -> list[tuple[str, str, Derived, object]]:
    """Return column, name, computed value and published value of one row."""
    face = face_of(row)
    value, colors = face.value("mana_value"), face.value("colors")
    name = row["face_name"]
    found: list[tuple[str, str, Derived, object]] = [
        ("mana_value", name, value, float(row["mana_value"])),
        ("rules_mana_value", name, value, float(row["rules_mana_value"])),
        ("colours", name, colors, order(row["colours"])),
    ]
    if row["face_index"] != "0":
        return found
    card, name = card_of(row), row["card_name"]
    value, identity = card.value("mana_value"), card.value("color_identity")
    if row["card_cmc"]:
        found.append(("card_cmc", name, value, float(row["card_cmc"])))
    found.append(("card_colour_identity", name, identity, order(row["card_colour_identity"])))
    if row["scryfall2019_cmc"]:
        published = order(row["scryfall2019_color_identity"])
        colors = order(row["scryfall2019_colors"])
        found.append(("scryfall2019_cmc", name, value, float(row["scryfall2019_cmc"])))
        found.append(("scryfall2019_color_identity", name, identity, published))
        found.append(("scryfall2019_colors", name, card.value("colors"), colors))
    return found


def facts(shared: Path) -> list[Row]:
    with (shared / "cards" / "facts.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.shared
def test_nothing_differs_but_what_is_documented(shared: Path) -> None:
    rows = facts(shared)
    assert len(rows) == 391
    assert {r["card_name"] for r in rows if not r["card_cmc"]} == UNPUBLISHED
    differing: dict[str, dict[str, Difference]] = {column: {} for column in DOCUMENTED}
    for row in rows:
        for column, name, derived, published in compared(row):
            if derived.value != published:
                differing[column][name] = (derived.value, published)
                cited = derived.all_rules
                if derived.value is not None:
                    assert set(DECIDING[column]) <= set(cited), f"{name}: {column}: {cited}"
    assert differing == DOCUMENTED


@pytest.mark.shared
def test_a_combined_face_by_itself_has_only_its_own_colors(shared: Path) -> None:
    differing: dict[str, Difference] = {}
    results = [r for r in facts(shared) if r["category"] == "meld_result"]
    assert len(results) == 7
    for row in results:
        alone = color_identity(load_catalog()[row["card_name"]])
        published = order(row["card_colour_identity"])
        if alone.value != published:
            differing[row["card_name"]] = (alone.value, published)
            assert "903.4" in alone.all_rules
    assert differing == COMBINED_FACES


@pytest.mark.shared
def test_the_land_type_policy_gives_what_files_publish(shared: Path) -> None:
    counted = (("basic land types in color identity", "counted"),)
    row = next(r for r in facts(shared) if r["card_name"] == "Murmuring Bosk")
    bosk = color_identity(load_catalog()["Murmuring Bosk"], counted)
    assert bosk.value == order(row["card_colour_identity"])
