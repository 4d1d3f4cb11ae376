"""Real objects and files of the specification folder: all read, none lost, all compared."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.game.characteristics import Circumstances, color_identity, derive, of_card
from mtgmeld.rules.editions import edition
from mtgmeld.sources.printed import card_of
from mtgmeld.sources.read import Columns, Reading, load
from tests.conftest import SHARED

pytestmark = pytest.mark.shared

FILES = sorted(
    str(p.relative_to(SHARED))
    for folder in ("samples/scryfall", "samples/mtgjson", "bulk")
    for p in (SHARED / folder).rglob("*.json*")
) or ["samples"]
BULK = "bulk/scryfall_2019_oracle.json.gz"
COUNTED = {"basic land types in color identity": "counted"}


@cache
def loaded(name: str, counted: bool = False) -> Columns:
    return load(SHARED / name, policies=COUNTED if counted else None)


@cache
def plain(name: str) -> Any:
    path = SHARED / name
    return json.loads(
        gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_text()
    )


def objects_in(content: Any) -> list[dict[str, Any]]:
    """Return every card object of a parsed file, found in a way of its own."""
    if isinstance(content, list):
        return content
    if content.get("object") == "list":
        return content["data"]
    data = content.get("data")
    if data is None:
        return [content]
    if "cards" in data:
        return data["cards"] + data["tokens"]
    return [face for faces in data.values() for face in faces]


def cards_among(objects: list[dict[str, Any]]) -> int:
    """Return how many cards objects are: MTGJSON has one a face, and each meld card alone."""
    return sum(
        1 for o in objects if "object" in o or o["layout"] == "meld" or o.get("side") in (None, "a")
    )


@pytest.mark.parametrize("name", FILES)
def test_every_file_reads_and_no_row_is_lost(
    shared: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = loaded(name).report
    with capsys.disabled():
        print(f"\n{name}: " + ", ".join(f"{k} {n}" for k, n in report.layouts.items()), end="")
    objects = objects_in(plain(name))
    assert report.is_whole
    assert report.objects == len(objects)
    assert report.rows == cards_among(objects) == sum(report.layouts.values())
    assert report.unknown_layouts == {}


def test_all_layouts_are_there(shared: Path) -> None:
    layouts: Counter[str] = Counter()
    for name in FILES:
        layouts.update(loaded(name).report.layouts)
    wanted = """
        adventure aftermath augment case class double_faced_token emblem flip host leveler meld
        meld_result modal_dfc mutate normal planar prepare prototype reversible_card
        saga scheme split token transform vanguard
    """.split()
    assert sorted(layouts) == wanted


@pytest.mark.parametrize("name", FILES)
def test_columns_are_what_the_rules_functions_give_card_by_card(shared: Path, name: str) -> None:
    """The short way of the columns has no rule of its own: it equals the long way."""
    columns, newest, hand = loaded(name), edition(None), Circumstances("hand")
    with Reading(SHARED / name) as reading:
        cards = list(reading.cards())
    assert len(cards) == len(columns)
    for row, printed in enumerate(cards):
        values = columns.values(row)
        if values.layout == "meld_result":
            continue  # in play, with its two cards; tested below
        card = card_of(printed)
        found = derive(of_card(card), hand, newest)
        cost = found.mana_cost.value
        assert values.mana_cost == (None if cost is None else str(cost))
        assert values.mana_value == found.mana_value.value
        assert values.mana_value_rules == ", ".join(found.mana_value.all_rules)
        if "token" not in values.layout:
            assert values.colors == found.colors.value
            assert values.colors_rules == ", ".join(found.colors.all_rules)
        if card.is_card:
            identity = color_identity(card)
            assert values.color_identity == identity.value
            assert values.color_identity_rules == ", ".join(identity.all_rules)
        else:
            assert values.color_identity is None
        assert columns.names[row] == card.name


def differing(columns: Columns) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in range(len(columns)):
        for d in columns.values(row).differences:
            found.setdefault((d.field, d.cause), []).append(columns.names[row])
    return found


# What the file of 2019 has otherwise, and why.  Nothing else may differ.
#
# It gives no identity to avatars, whose texts have mana symbols; a vanguard is in no deck.
AVATARS = [
    "Eladamri, Lord of Leaves Avatar",
    "Elvish Champion Avatar",
    "Etched Oracle Avatar",
    "Master of the Wild Hunt Avatar",
    "Nekrataal Avatar",
]
# An oversized card of a challenge deck without a cost, an indicator or such an ability; its
# frame shows two colors.
FRAMED = ["Garruk the Slayer"]
# A published mistake: {3}{R} is worth 4.
MISCOUNTED = ["Goblin War Party"]


def test_the_file_of_2019_differs_only_where_it_is_listed(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = loaded(BULK, counted=True)
    found = differing(columns)
    with capsys.disabled():
        print("\n" + columns.report.to_text())
        for (field, cause), names in found.items():
            print(f"{field}, {cause}: {'; '.join(names)}")
    assert found == {
        ("color_identity", "not in any deck"): AVATARS,
        ("color_identity", "no source in the file"): FRAMED,
        ("colors", "no source in the file"): FRAMED,
        ("mana_value", "number of symbols"): MISCOUNTED,
    }
    # every card was compared, but for the identity of what is no card
    compared, layouts = columns.report.compared, columns.report.layouts
    no_cards = sum(layouts[name] for name in ("token", "double_faced_token", "emblem"))
    assert compared["mana_value"] == compared["colors"] == len(columns) == 20_030
    assert compared["color_identity"] == len(columns) - no_cards


def test_the_default_policy_differs_in_lands_with_basic_land_types_alone(shared: Path) -> None:
    found = differing(loaded(BULK))
    lands = found.pop(("color_identity", "basic land types"))
    assert found == differing(loaded(BULK, counted=True))
    columns = loaded(BULK)
    lines = dict(zip(columns.names, columns.type_lines, strict=True))
    basics = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
    assert len(lands) == 46
    for name in lands:
        assert "Land" in lines[name], name
        assert basics & set(lines[name].split()), name


def test_the_pairs_of_2019(shared: Path) -> None:
    columns = loaded(BULK)
    melded = {
        columns.names[r]: (v.mana_value, v.colors, v.color_identity)
        for r in range(len(columns))
        if (v := columns.values(r)).layout == "meld_result"
    }
    assert melded == {  # the sum of the two fronts (202.3c), no color of its own
        "Brisela, Voice of Nightmares": (4 + 7, "", "W"),
        "Chittering Host": (2 + 5, "", "B"),
        "Hanweir, the Writhing Township": (0 + 3, "", "R"),
    }
    assert [p.is_known for p in columns.pairs] == [True] * 3
    assert columns.report.warnings == []


@pytest.mark.parametrize("name", [n for n in FILES if "mtgjson" in n])
def test_mtgjson_differs_in_back_faces_and_land_types_alone(shared: Path, name: str) -> None:
    """MTGJSON gives a back face the value of the cost that it has not (202.3b)."""
    columns = loaded(name, counted=True)
    found = differing(columns)
    backs = found.pop(("face_mana_value", "back face of its own"), [])
    assert all(" // " in n for n in backs)
    if name.endswith("atomic_fixture_85_names.json"):
        # an excerpt without the indicator of this back face
        assert found.pop(("face_colors", "no source in the file")) == [
            "Delver of Secrets // Insectile Aberration"
        ]
    assert found == {}


@pytest.mark.parametrize("name", [n for n in FILES if "samples/scryfall" in n])
def test_scryfall_samples_agree(shared: Path, name: str) -> None:
    assert differing(loaded(name, counted=True)) == {}


ALL = "bulk/atomic_28101_names.json.gz"
# Cards of test printings, whose halves the file counts apart (202.3d, 709.4).
HALVES = ["Bind // Liberate", "Indulge // Excess", "Smelt // Herd // Saw", "Start // Fire"]
# Back faces whose color indicator this file leaves out (204).
INDICATORS = [
    "Jugan Defends the Temple // Remnant of the Rising Star",
    "Kumano Faces Kakkazan // Etching of Kumano",
    "The Long Reach of Night // Animus of Night's Reach",
]


def test_all_names_differ_only_where_it_is_listed(shared: Path) -> None:
    columns = loaded(ALL, counted=True)
    found = differing(columns)
    # a value of its own that a back face has not (202.3b): the file counts its cost
    backs = found.pop(("face_mana_value", "back face of its own"))
    assert {columns.values(columns.names.index(n)).layout for n in backs} == {"transform"}
    assert found == {
        ("mana_value", "one half only"): HALVES,
        ("colors", "no source in the file"): FRAMED,
        ("color_identity", "no source in the file"): FRAMED,
        ("face_colors", "no source in the file"): INDICATORS,
    }
    assert len(columns) == 28_101
    assert columns.report.compared["mana_value"] == 28_101
    assert columns.report.compared["colors"] == 28_101 - sum(
        columns.report.layouts[n] for n in ("split", "aftermath")
    )
    assert columns.report.compared["color_identity"] == 28_101
    assert columns.report.flags == {}


def test_by_default_land_types_alone_differ_besides(shared: Path) -> None:
    found = differing(loaded(ALL))
    lands = found.pop(("color_identity", "basic land types"))
    assert found == differing(loaded(ALL, counted=True))
    columns = loaded(ALL)
    lines = dict(zip(columns.names, columns.type_lines, strict=True))
    basics = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
    for name in lands:
        assert "Land" in lines[name], name
        assert basics & set(lines[name].replace(" // ", " ").split()), name
    assert lands


@pytest.mark.parametrize(
    ("name", "value", "colors"),
    [
        ("Bloomvine Regent // Claim Territory", 5, "G"),  # {3}{G}{G} (720.4)
        ("Marang River Regent // Coil and Catch", 6, "U"),  # {4}{U}{U}
        ("Scavenger Regent // Exude Toxin", 4, "B"),  # {3}{B}
    ],
)
def test_reversible_omens_have_the_values_of_one_side(
    shared: Path, name: str, value: int, colors: str
) -> None:
    columns = loaded(ALL)
    rows = [i for i, n in enumerate(columns.names) if n == name]
    assert rows
    for row in rows:
        values = columns.values(row)
        assert (values.mana_value, values.colors, values.color_identity) == (value, colors, colors)
