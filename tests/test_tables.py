"""The tables: columns, dtypes, rows, values, and that every cell explains itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from mtgmeld import tables
from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.errors import (
    AmbiguousName,
    ImpossibleQuestion,
    UnknownCard,
    UnknownEdition,
    UnknownName,
    UnknownPolicy,
)
from mtgmeld.frames import KINDS, cell, columns_of
from mtgmeld.mana import ManaCost
from mtgmeld.question import explain
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.tables import TABLES

EVERYWHERE = ("Fire // Ice", "Chittering Host", "Delver of Secrets", "Bottomless Pool", "Sol Ring")
MAKERS: dict[str, Callable[..., pd.DataFrame]] = {
    "meld": tables.meld_table,
    "split": tables.split_table,
    "rooms": tables.room_table,
    "dfc": tables.dfc_table,
    "identity": tables.color_identity_table,
    "names": tables.name_table,
    "places": lambda cards=EVERYWHERE, **under: tables.table("places", cards, **under),
}
OFF_STACK = ["hand", "library", "graveyard", "exile", "command"]


@pytest.fixture(scope="module", params=sorted(MAKERS))
def table(request: pytest.FixtureRequest) -> pd.DataFrame:
    return MAKERS[request.param]()


def test_every_table_is_tested_and_has_a_maker() -> None:
    assert set(MAKERS) == set(TABLES)


# --- form ---


def test_columns_and_dtypes_are_as_documented(table: pd.DataFrame) -> None:
    columns = columns_of(table.attrs["table"])
    assert list(table.columns) == [c.name for c in columns]
    assert [str(t) for t in table.dtypes] == [c.dtype for c in columns]
    assert all(c.means for c in columns)
    assert len(table) > 0


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_no_rows_keep_columns_and_dtypes(name: str) -> None:
    empty = MAKERS[name]([])
    assert len(empty) == 0
    assert [str(t) for t in empty.dtypes] == [c.dtype for c in columns_of(name)]


def test_a_frame_remembers_what_it_is(table: pd.DataFrame) -> None:
    assert table.attrs["edition"] == EDITIONS[-1]
    assert table.attrs["policies"] == {}


def test_the_rows_of_a_table_differ_by_their_keys(table: pd.DataFrame) -> None:
    keys = list(KINDS[table.attrs["table"]].keys)
    assert not table.duplicated(subset=keys).any()


def test_every_row_has_rules_in_the_form_of_rule_numbers(table: pd.DataFrame) -> None:
    number = re.compile(r"\d{3}\.\d{1,3}[a-z]?( \(\d{4}-\d\d-\d\d\))?")
    for cited in table["rules"]:
        listed = cited.split(", ")
        assert all(number.fullmatch(n) for n in listed)
        assert len(set(listed)) == len(listed)


# planeswalkers that a planeswalker transforms into keep its loyalty and have none printed
NO_LOYALTY = ("Arlinn, Embraced by the Moon", "Garruk, the Veil-Cursed")


def test_a_number_that_is_not_printed_is_na_and_never_zero(table: pd.DataFrame) -> None:
    for name, kind in (
        ("power", "Creature"),
        ("toughness", "Creature"),
        ("loyalty", "Planeswalker"),
    ):
        if name in table:
            has = table["type_line"].str.contains(kind)
            if name == "loyalty":
                has &= ~table["names"].isin(NO_LOYALTY)
            assert table.loc[has, name].notna().all()
            assert not (table[name] == "").any()
            if name == "loyalty":
                assert table.loc[~has, name].isna().all()


# --- every cell explains itself ---


def check_cells(table: pd.DataFrame, **terms: Any) -> None:
    for i in range(len(table)):
        row = table.iloc[i]
        for column in table.columns:
            why = explain(row, column, **terms)
            shown = cell(why.value)
            if shown is None:
                assert pd.isna(row[column]), f"{row.name} {column}: {why}"
            else:
                assert shown == row[column], f"{row.name} {column}: {why}"
            assert why.edition == table.attrs["edition"]
            if column == "rules":
                assert list(why.rules) == row["rules"].split(", ")


def test_each_cell_equals_its_explanation(table: pd.DataFrame) -> None:
    check_cells(table)


@pytest.mark.parametrize("name", sorted(MAKERS))
@pytest.mark.parametrize("date", ["2016-07-22", "2018-06-08", "2022-11-18"])
def test_each_cell_equals_its_explanation_in_an_old_edition(name: str, date: str) -> None:
    some: dict[str, str | list[str]] = {
        "meld": "Chittering Host",
        "split": ["Fire // Ice", "Wear // Tear", "Commit // Memory"],
        "dfc": ["Delver of Secrets", "Valki, God of Lies", "Baithook Angler"],
        "rooms": "Bottomless Pool",
        "identity": ["Fire // Ice", "Graf Rats", "Cecil, Dark Knight"],
        "names": ["Fire // Ice", "Chittering Host", "Delver of Secrets"],
        "places": list(EVERYWHERE),
    }
    check_cells(MAKERS[name](some[name], edition=date))


def test_each_cell_equals_its_explanation_under_other_policies() -> None:
    other = {"token copy back face up": "own front"}
    made = tables.dfc_table("Ravager of the Fells", policies=other)
    check_cells(made)
    assert made.attrs["policies"] == other
    token = made[made["object"] == "token copy"].iloc[0]
    assert token["mana_value"] == 4


def test_the_rules_of_a_cell_are_among_those_of_its_row(table: pd.DataFrame) -> None:
    # what is not there (no power, no loyalty) rests on nothing in the row
    for i in range(0, len(table), 7):
        row = table.iloc[i]
        cited = set(row["rules"].split(", "))
        for column in ("names", "mana_cost", "mana_value", "colors", "color_identity"):
            if column in table:
                assert set(explain(row, column).rules) <= cited, column


def test_a_row_without_its_frame_is_still_known_by_its_columns() -> None:
    row = tables.room_table("Bottomless Pool").iloc[1]
    bare = pd.Series(row.to_dict())
    assert explain(bare, "mana_value").value == 1


def test_a_row_may_be_asked_about_under_another_edition() -> None:
    row = tables.split_table("Fire // Ice").iloc[0]
    assert explain(row, "mana_value").value == 4
    row = tables.dfc_table("Hook-Haunt Drifter").set_index("state", drop=False)
    cast = row.loc["Hook-Haunt Drifter cast transformed"]
    assert cast["mana_value"] == 2
    assert explain(cast, "mana_value", edition="2021-06-18").value == 0


def test_what_is_no_row_of_a_table() -> None:
    row = tables.room_table("Bottomless Pool").iloc[0]
    with pytest.raises(UnknownName, match="mana_value"):
        explain(row, "mana_valu")
    with pytest.raises(ImpossibleQuestion, match="state"):
        explain(row.drop("state"), "mana_value")
    with pytest.raises(ImpossibleQuestion, match="no row"):
        explain(pd.Series({"a": 1}), "a")
    changed = row.copy()
    changed["state"] = "half open"
    with pytest.raises(ImpossibleQuestion, match="no such row"):
        explain(changed, "mana_value")


# --- Rooms ---


def test_thirty_rooms_with_four_lock_states_and_the_other_zones() -> None:
    made = tables.room_table()
    assert made["card"].nunique() == 30
    assert len(made) == 30 * (4 + 2 + 5)
    for _, room in made.groupby("card"):
        play = room[room["zone"] == "battlefield"]
        assert list(play["unlocked"]) == ["", "left", "right", "left,right"]
        assert list(room[room["zone"] == "stack"]["cast"]) == ["left", "right"]
        assert list(room["zone"])[6:] == OFF_STACK


@pytest.mark.parametrize(
    ("name", "values", "colors"),
    [
        ("Bottomless Pool // Locker Room", [0, 1, 5, 6], ["", "U", "U", "U"]),
        ("Restricted Office // Lecture Hall", [0, 4, 7, 11], ["", "W", "U", "WU"]),
    ],
)
def test_the_lock_states_of_a_room(name: str, values: list[int], colors: list[str]) -> None:
    made = tables.room_table(name)
    play = made[made["zone"] == "battlefield"]
    assert list(play["mana_value"]) == values
    assert list(play["colors"]) == colors
    assert list(play["mana_cost"].isna()) == [True, False, False, False]


def test_rooms_follow_from_their_halves() -> None:
    """The table against the printed costs: 709.5 in play, 709.3b on the stack, 709.4 elsewhere."""
    halves = {c.name: [f.mana_cost for f in c.faces] for c in load_catalog().kind("room")}
    for _, row in tables.room_table().iterrows():
        left, right = halves[row["card"]]
        if row["zone"] == "battlefield":
            there = [c for c, s in ((left, "left"), (right, "right")) if s in row["unlocked"]]
        elif row["zone"] == "stack":
            there = [left if row["cast"] == "left" else right]
        else:
            there = [left, right]
        assert row["mana_value"] == sum(c.mana_value for c in there)
        assert row["colors"] == "".join(x for x in "WUBRG" if any(x in c.colors for c in there))
        assert row["type_line"] == "Enchantment \u2014 Room"
        if row["zone"] == "battlefield":
            locked = [str(c) for c in (left, right) if c not in there or left == right]
            shown = [v for v in (row["unlock_left"], row["unlock_right"]) if not pd.isna(v)]
            assert len(shown) == 2 - len(there)
            assert set(shown) <= set(locked)


# --- split cards ---


def test_split_cards_by_zone_and_half() -> None:
    made = tables.split_table()
    kinds = made.groupby("kind")["card"].nunique()
    assert dict(kinds) == {"split": 58, "fuse": 21, "aftermath": 27}
    for name, card in made.groupby("card"):
        parts = len(load_catalog()[str(name)].faces)
        assert list(card["zone"])[:5] == OFF_STACK
        stack = card[card["zone"] == "stack"]
        fused = ["fused"] if card["kind"].iloc[0] == "fuse" else []
        sides = ["left", "right"] if parts == 2 else [str(i + 1) for i in range(parts)]
        assert list(stack["cast"]) == sides + fused
    assert made["half"].isna().all()


def test_halves_answer_apart_in_editions_to_2017() -> None:
    made = tables.split_table("Assault // Battery", edition="2017-01-20")
    hand = made[made["zone"] == "hand"]
    assert list(hand["half"]) == ["Assault", "Battery"]
    assert list(hand["mana_value"]) == [1, 4]
    assert list(hand["colors"]) == ["R", "G"]
    assert list(hand["names"]) == ["Assault", "Battery"]
    assert hand["rules"].str.contains("708.5").all()
    fused = tables.split_table("Wear // Tear", edition="2017-01-20")
    fused = fused[fused["cast"] == "fused"]
    assert list(fused["colors"]) == ["R", "W"]
    assert list(fused["mana_value"]) == [3, 3]


def test_rooms_under_rules_older_than_any_room() -> None:
    made = tables.room_table("Bottomless Pool", edition="2016-07-22")
    hand = made[made["zone"] == "hand"]
    assert list(hand["state"]) == ["the card, Bottomless Pool", "the card, Locker Room"]
    assert list(hand["mana_value"]) == [1, 5]


def test_what_is_not_known_is_na_and_never_zero() -> None:
    """Of one half of a playtest card no more than the name is known."""
    made = tables.split_table("Chic // Ago").set_index("state")
    values = ["mana_cost", "mana_value", "colors", "type_line", "color_identity"]
    assert made.loc[["the card", "Ago cast", "both halves cast"], values].isna().all(axis=None)
    assert made.loc["Chic cast", "mana_value"] == 2
    assert made.loc["Ago cast", "names"] == "Ago"
    assert tables.name_table("Chic // Ago")["mana_value"].isna().tolist() == [False, True, True]
    identity = tables.color_identity_table("Chic // Ago")
    assert pd.isna(identity.loc[0, "color_identity"])
    assert load_catalog().search("name:ago mv>=0") == ()
    assert "no more than the name" in explain("Chic // Ago", "mana_value").derived.says


def test_a_room_and_a_card_of_three_parts_are_split_cards_too() -> None:
    assert len(tables.split_table("Bottomless Pool")) == 7
    three = tables.split_table("Smelt // Herd // Saw")
    assert list(three[three["zone"] == "hand"]["mana_value"]) == [9]
    assert list(three[three["zone"] == "stack"]["mana_value"]) == [1, 6, 2]


# --- meld pairs ---


def test_seven_pairs_with_four_rows_each() -> None:
    made = tables.meld_table()
    assert len(made) == 28
    states = ["front A", "front B", "melded", "copy of the melded permanent"]
    assert list(made["state"]) == states * 7
    values = made.pivot(index="result", columns="state", values="mana_value")
    for _, row in values.iterrows():
        assert row["melded"] == row["front A"] + row["front B"]
        assert row["copy of the melded permanent"] == 0
    by_state = made.groupby("state")["represented_by"].unique()
    assert [list(by_state[s]) for s in states] == [[1], [1], [2], [1]]
    melded = made[made["state"] == "melded"].set_index("result")
    assert dict(melded["mana_value"]) == {
        "Chittering Host": 7,
        "Hanweir, the Writhing Township": 3,
        "Brisela, Voice of Nightmares": 11,
        "Mishra, Lost to Phyrexia": 7,
        "Urza, Planeswalker": 8,
        "Titania, Gaea Incarnate": 3,
        "Ragnarok, Divine Deliverance": 7,
    }
    assert made[made["state"] == "melded"]["mana_cost"].isna().all()
    assert made[made["state"] == "melded"]["bears_meld"].isna().all()
    assert list(made[made["state"] == "front A"]["bears_meld"]) == [True] * 7


@pytest.mark.parametrize(
    ("date", "pairs"), [("2016-07-22", 3), ("2022-11-18", 6), ("2025-06-06", 7)]
)
def test_the_pairs_that_an_edition_knows(date: str, pairs: int) -> None:
    made = tables.meld_table(edition=date)
    assert made["result"].nunique() == pairs
    # asked about by name, a later pair is there all the same
    assert len(tables.meld_table("Ragnarok, Divine Deliverance", edition=date)) == 4


def test_any_name_of_a_pair_gives_its_rows_once() -> None:
    made = tables.meld_table(["Graf Rats", "Midnight Scavengers", "Chittering Host"])
    assert list(made["card"]) == [
        "Graf Rats",
        "Midnight Scavengers",
        "Chittering Host",
        "Chittering Host",
    ]


# --- double-faced cards ---


def test_a_nonmodal_card_by_zone_and_face() -> None:
    made = tables.dfc_table("Delver of Secrets")
    assert list(made["state"]) == [
        *["the card"] * 5,
        "Delver of Secrets cast",
        "Insectile Aberration cast transformed",
        "Delver of Secrets permanent",
        "Insectile Aberration permanent",
        "copy of Insectile Aberration",
        "token copy of Insectile Aberration",
    ]
    assert list(made["mana_value"]) == [1] * 9 + [0, 0]
    assert list(made["color_identity"].isna()) == [False] * 9 + [True, True]


def test_no_land_is_cast_and_no_instant_or_sorcery_stays() -> None:
    made = tables.dfc_table("Shatterskull Smashing")
    states = list(made["state"])
    assert "Shatterskull Smashing cast" in states
    assert "Shatterskull, the Hammer Pass permanent" in states
    assert "Shatterskull, the Hammer Pass cast" not in states
    assert "Shatterskull Smashing permanent" not in states


def test_a_permanent_that_is_no_creature_has_no_power() -> None:
    made = tables.dfc_table("The Omenkeel").set_index("state")
    assert pd.isna(made.loc["The Omenkeel permanent", "power"])  # 208.3
    assert made.loc["The Omenkeel cast", "power"] == "3"


# --- identity and names ---


def test_identity_of_every_card() -> None:
    made = tables.color_identity_table().set_index("card")
    cards = [c for c in load_catalog().subject if c.is_card]
    assert len(made) == len(cards)
    assert made.loc["The Mightstone and Weakstone", "color_identity"] == ""
    assert made.loc["Vanille, Cheerful l'Cie", "color_identity"] == "BG"
    assert made.loc["Fang, Fearless l'Cie", "color_identity"] == "B"
    cecil = made.loc["Cecil, Dark Knight // Cecil, Redeemed Paladin"]
    assert (cecil["colors"], cecil["color_identity"]) == ("B", "WB")
    assert "indicator" in cecil["comes_from"]
    assert made.loc["Forest", "with_land_types"] == "G"
    assert (made["color_identity"] != made["with_land_types"]).sum() > 0


def test_names_that_may_be_chosen() -> None:
    made = tables.name_table()
    for name, card in made.groupby("card"):
        parts = len(load_catalog()[str(name)].faces)
        assert card["may_be_chosen"].sum() == parts
        assert len(card) == parts + (parts > 1)
        refused = card[~card["may_be_chosen"]]
        assert refused[["type_line", "colors", "mana_value"]].isna().all(axis=None)


def test_a_named_face_is_judged_by_its_own_characteristics() -> None:
    made = tables.name_table("Delver of Secrets").set_index("name")
    # 201.4d, 202.3a: a name is no permanent, so no front lends it a cost
    assert made.loc["Insectile Aberration", "mana_value"] == 0
    assert made.loc["Insectile Aberration", "colors"] == "U"
    # 710.1c: flipping changes neither cost nor color
    flipped = tables.name_table("Erayo's Essence").set_index("name")
    assert flipped.loc["Erayo's Essence", "mana_value"] == 2
    assert flipped.loc["Erayo's Essence", "colors"] == "U"


# --- arguments ---


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_bad_arguments(name: str) -> None:
    make = MAKERS[name]
    with pytest.raises(UnknownCard):
        make("No Such Card At All")
    with pytest.raises(AmbiguousName):
        make("Seed Suture")
    with pytest.raises(UnknownEdition):
        make(edition="soon")
    with pytest.raises(UnknownCard):
        make([3])
    if name != "names":
        with pytest.raises(UnknownPolicy):
            make(policies={"no such": "policy"})


@pytest.mark.parametrize(
    ("name", "card", "rule"),
    [
        ("rooms", "Fire // Ice", "709.5"),
        ("split", "Delver of Secrets", "709.1"),
        ("dfc", "Graf Rats", "712.2"),
        ("meld", "Grizzly Bears", "712.5"),
    ],
)
def test_a_card_of_another_kind(name: str, card: str, rule: str) -> None:
    with pytest.raises(ImpossibleQuestion) as caught:
        MAKERS[name](card)
    assert rule in caught.value.rules
    assert card in str(caught.value)


def test_another_catalog() -> None:
    half = Face("Half", ManaCost.parse("{1}{HW}"), types=("Instant",))
    whole = Face("Whole", ManaCost.parse("{2}"), types=("Sorcery",))
    own = Catalog([Card("Half // Whole", "split", (half, whole))])
    made = tables.split_table(catalog=own)
    assert made["card"].unique().tolist() == ["Half // Whole"]
    # a half symbol is worth one half, which is no whole number
    assert str(made["mana_value"].dtype) == "Float64"
    assert made["mana_value"].iloc[0] == 3.5
    assert explain(made.iloc[0], "colors", catalog=own).value == "W"
    with pytest.raises(UnknownCard):
        tables.split_table("Fire // Ice", catalog=own)
