"""The pandas accessors.  Card objects here are made up."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest

import mtgmeld as mm
import mtgmeld.accessors
from mtgmeld.errors import BadCardFile, BadFilter, BadManaCost, UnknownName, UnknownPolicy
from mtgmeld.frames import columns_of
from mtgmeld.sources.catalogs import card_object


@pytest.fixture
def costs() -> pd.Series:
    texts = ["{2}{W/U}{G/P}", "", None, "{X}{X}", "{1}{R} // {W}", "{2}{W/U}{G/P}", "{2/B}{HR}"]
    return pd.Series(texts, index=list("abcdefg"), name="cost", dtype="string")


def test_values(costs: pd.Series) -> None:
    found = costs.mana.value
    assert found.tolist() == [4, 0, pd.NA, 0, 3, 4, 2.5]
    assert str(found.dtype) == "Float64"  # a half is no whole number
    assert str(costs[:6].mana.value.dtype) == "Int64"


def test_colors_symbols_and_the_whole(costs: pd.Series) -> None:
    assert costs.mana.colors.tolist() == ["WUG", "", pd.NA, "", "WR", "WUG", "BR"]
    assert costs.mana.symbols["a"] == ("2", "W/U", "G/P")
    assert costs.mana.symbols["b"] == ()
    assert costs.mana.symbols["c"] is pd.NA
    assert costs.mana.whole.tolist()[1:5] == [pd.NA, pd.NA, "{X}{X}", "{1}{R}{W}"]


def test_devotion(costs: pd.Series) -> None:
    assert costs.mana.devotion("W").tolist() == [1, 0, pd.NA, 0, 1, 1, 0]
    assert costs.mana.devotion("WG").tolist()[0] == 2  # 700.5
    assert str(costs.mana.devotion("B").dtype) == "Int64"
    with pytest.raises(UnknownName):
        costs.mana.devotion("C")


@pytest.mark.parametrize("get", ["value", "colors", "symbols", "whole", "is_cost"])
def test_the_index_and_the_name_are_kept(costs: pd.Series, get: str) -> None:
    found = getattr(costs.mana, get)
    assert found.index.equals(costs.index)
    assert found.name == "cost"
    pd.testing.assert_series_equal(costs, costs.copy())


def test_each_distinct_cost_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = mtgmeld.accessors._cost
    monkeypatch.setattr(mtgmeld.accessors, "_cost", lambda t: read.append(t) or real(t))
    many = pd.Series(["{W}", "{U}"] * 500)
    assert many.mana.value.sum() == 1000
    assert read == ["{W}", "{U}"]


def test_bad_costs() -> None:
    mixed = pd.Series(["{W}", "W", None])
    with pytest.raises(BadManaCost, match="'W'"):
        _ = mixed.mana.value
    assert mixed.mana.is_cost.tolist() == [True, False, pd.NA]


@pytest.mark.parametrize("values", [[1, 2], [1.5], [True]])
def test_a_series_without_text_has_no_costs(values: list[Any]) -> None:
    with pytest.raises(AttributeError, match="text"):
        _ = pd.Series(values).mana


def test_an_empty_series() -> None:
    for series in (pd.Series([], dtype="string"), pd.Series([None, None], dtype="object")):
        assert series.mana.value.isna().all()
        assert len(series.mana.colors) == len(series)


def scryfall() -> list[dict[str, Any]]:
    return [
        {
            "name": "One // Other",
            "layout": "split",
            "card_faces": [
                {"name": "One", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": ""},
                {
                    "name": "Other",
                    "mana_cost": "{1}{R}",
                    "type_line": "Instant",
                    "oracle_text": "{G}: that.",
                },
            ],
        },
        {
            "name": "Plain",
            "layout": "normal",
            "mana_cost": "{3}{W}",
            "type_line": "Creature \u2014 Bear",
            "oracle_text": "",
            "released_at": "2020-01-01",
            "cmc": 4,
        },
        {
            "name": "Front // Back",
            "layout": "transform",
            "card_faces": [
                {
                    "name": "Front",
                    "mana_cost": "{1}{B}",
                    "type_line": "Creature",
                    "oracle_text": "",
                    "colors": ["B"],
                },
                {
                    "name": "Back",
                    "mana_cost": "",
                    "type_line": "Creature",
                    "oracle_text": "",
                    "colors": ["R"],
                    "color_indicator": ["R"],
                },
            ],
        },
        {
            "name": "Goat",
            "layout": "token",
            "mana_cost": "",
            "type_line": "Token Creature",
            "oracle_text": "",
            "colors": ["W"],
        },
    ]


def mtgjson() -> list[dict[str, Any]]:
    return [
        {"name": "One // Other", "faceName": "Other", "side": "b", "layout": "split",
         "manaCost": "{1}{R}", "type": "Instant", "text": "{G}: that.", "uuid": "2",
         "otherFaceIds": ["1"]},
        {"name": "Plain", "layout": "normal", "manaCost": "{3}{W}", "type": "Creature"},
        {"name": "One // Other", "faceName": "One", "side": "a", "layout": "split",
         "manaCost": "{U}", "type": "Instant", "uuid": "1", "otherFaceIds": ["2"]},
    ]  # fmt: skip


def test_color_identity_of_a_scryfall_frame() -> None:
    frame = pd.DataFrame(scryfall(), index=[10, 20, 30, 40])
    frame["released_at"] = pd.to_datetime(frame["released_at"])
    found = frame.mtg.color_identity()
    assert found.tolist() == ["URG", "W", "BR", pd.NA]
    assert found.index.tolist() == [10, 20, 30, 40]
    assert str(found.dtype) == "string"


def test_color_identity_of_an_mtgjson_frame_is_that_of_the_card() -> None:
    frame = pd.DataFrame(mtgjson(), index=["x", "y", "z"])
    assert frame.mtg.color_identity().to_dict() == {"x": "URG", "y": "W", "z": "URG"}


def test_a_policy_of_color_identity() -> None:
    forest = pd.DataFrame(
        [{"name": "Grove", "layout": "normal", "mana_cost": "", "oracle_text": "",
          "type_line": "Land \u2014 Forest"}]
    )  # fmt: skip
    assert forest.mtg.color_identity().tolist() == [""]
    counted = {"basic land types in color identity": "counted"}
    assert forest.mtg.color_identity(counted).tolist() == ["G"]
    with pytest.raises(UnknownPolicy):
        forest.mtg.color_identity({"no such": "policy"})


def test_split_rows() -> None:
    rows = pd.DataFrame(scryfall(), index=[10, 20, 30, 40]).mtg.split_rows()
    assert rows.index.tolist() == [10, 10, 20, 30, 30, 40]
    assert rows["face"].tolist() == ["One", "Other", "Plain", "Front", "Back", "Goat"]
    assert rows["mana_value"].tolist() == [1, 2, 4, 2, 2, 0]  # 709.3b, 202.3b
    assert rows["colors"].tolist() == ["U", "R", "W", "B", "R", "W"]
    assert [(c, str(d)) for c, d in rows.dtypes.items()] == [
        (c.name, c.dtype) for c in columns_of("faces")
    ]
    faces = pd.DataFrame(mtgjson(), index=["x", "y", "z"]).mtg.split_rows()
    assert faces["face"].to_dict() == {"x": "Other", "y": "Plain", "z": "One"}
    assert faces["mana_value"].to_dict() == {"x": 2, "y": 4, "z": 1}


def test_meld_pairs() -> None:
    parts = [
        {"component": "meld_part", "name": "Left"},
        {"component": "meld_result", "name": "Both"},
        {"component": "meld_part", "name": "Right"},
    ]
    cards = [
        {"name": n, "layout": "meld", "mana_cost": c, "type_line": "Creature", "oracle_text": t,
         "all_parts": parts}
        for n, c, t in (
            ("Right", "{2}", "Do it, then meld them."),
            ("Left", "{1}{W}", "(Melds with Right.)"),
            ("Both", "", ""),
        )
    ]  # fmt: skip
    found = pd.DataFrame(cards).mtg.meld_pairs()
    assert found.to_dict("records") == [
        {"result": "Both", "bearer": "Right", "counterpart": "Left", "mana_value": 4,
         "known": False}
    ]  # fmt: skip
    assert len(pd.DataFrame(scryfall()).mtg.meld_pairs()) == 0


def test_filters_over_a_frame() -> None:
    frame = pd.DataFrame(scryfall(), index=[10, 20, 30, 40])
    found = frame.mtg.matches("is:split or id<=w -is:token")
    assert found.to_dict() == {10: True, 20: True, 30: False, 40: False}
    assert str(found.dtype) == "boolean"
    assert frame[frame.mtg.matches("mv=2 c:b")]["name"].tolist() == ["Front // Back"]
    faces = pd.DataFrame(mtgjson(), index=["x", "y", "z"])
    assert faces.mtg.matches("is:split mv=3").to_dict() == {"x": True, "y": False, "z": True}
    melded = [
        {"name": n, "layout": "meld", "mana_cost": c, "type_line": "Creature", "oracle_text": "",
         "all_parts": [{"component": "meld_part", "name": "L"},
                       {"component": "meld_part", "name": "R"},
                       {"component": "meld_result", "name": "B"}]}
        for n, c in (("B", ""), ("L", "{1}"), ("R", "{3}"))
    ]  # fmt: skip
    assert pd.DataFrame(melded).mtg.matches("mv=4").tolist() == [True, False, False]
    with pytest.raises(BadFilter):
        frame.mtg.matches("mv>=")


def test_rows_that_are_no_cards_are_named() -> None:
    frame = pd.DataFrame(
        {"name": ["Fine", ""], "layout": "normal", "mana_cost": "{1}"}, index=["a", "b"]
    )
    with pytest.raises(BadCardFile, match=r"'b'.*no name"):
        frame.mtg.color_identity()
    odd = pd.DataFrame({"name": ["Odd"], "layout": ["normal"], "card_faces": [{"a": object()}]})
    with pytest.raises(BadCardFile, match="row 0"):
        odd.mtg.split_rows()
    with pytest.raises(AttributeError, match="Scryfall or MTGJSON"):
        _ = pd.DataFrame({"a": [1]}).mtg


def test_arrays_and_numpy_scalars_are_understood() -> None:
    frame = pd.DataFrame(scryfall()[1:2])
    frame["colors"] = [np.array(["W"])]
    frame["cmc"] = np.float64(4)
    assert frame.mtg.color_identity().tolist() == ["W"]


def test_a_frame_of_ours_brings_the_accessors() -> None:
    code = (
        "import mtgmeld as mm\n"
        "frame = mm.room_table('Bottomless Pool // Locker Room')\n"
        "print(frame['mana_cost'].mana.value.dropna().max())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "6", done.stderr


def test_meld_results_have_their_values_in_a_frame() -> None:
    """202.3c, 903.4a: as read_cards gives them."""
    catalog = mm.load_catalog()
    pair = catalog.meld_pair("Brisela, Voice of Nightmares")
    cards = (pair.bearer, pair.counterpart, pair.result)
    frame = pd.DataFrame([card_object(c, pair) for c in cards])
    assert frame.mtg.color_identity().tolist() == ["W", "W", "W"]
    rows = frame.mtg.split_rows().set_index("card")
    assert rows.loc["Brisela, Voice of Nightmares", "mana_value"] == 11
    alone = pd.DataFrame([card_object(pair.result, pair)])  # the pair table has the others
    assert alone.mtg.color_identity().tolist() == ["W"]


def test_lists_that_a_table_has_as_text() -> None:
    frame = pd.DataFrame(
        {
            "name": ["Plain", "Other"],
            "layout": ["normal", "normal"],
            "manaCost": ["{2}{W}", None],
            "type": ["Creature", "Land"],
            "colorIndicator": [None, None],
            "text": ["", "{T}: Add {G}."],
            "keywords": ["Flying, First strike", "['Flying']"],
            "colors": ["['W']", ""],
            "manaValue": ["3.0", "0.0"],
        }
    )
    assert frame.mtg.color_identity().tolist() == ["W", "G"]
