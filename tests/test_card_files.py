"""Frames of a card file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld.card_files import CARD_FILE_TABLES, read_card_file, read_cards
from mtgmeld.errors import (
    AmbiguousName,
    BadCardFile,
    BadFilter,
    CardFileWarning,
    UnknownName,
    UnknownPolicy,
)
from mtgmeld.sources.catalogs import read_catalog
from tests.sources.made import SCRYFALL, face, objects, scryfall


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("made") / "cards.json"
    where.write_text(json.dumps(objects()))
    return where


@pytest.fixture(scope="module")
def cards(path: Path) -> pd.DataFrame:
    with pytest.warns(CardFileWarning, match="Both Wings"):
        return read_cards(path)


def write(tmp_path: Path, rows: Any) -> Path:
    where = tmp_path / "cards.json"
    where.write_text(json.dumps(rows))
    return where


pytestmark = pytest.mark.filterwarnings("ignore:.*pair table has not.*")


@pytest.mark.parametrize("rows", CARD_FILE_TABLES)
def test_columns_and_dtypes_are_as_documented(path: Path, rows: str) -> None:
    frame = read_cards(path, rows=rows)
    dtypes = {c: str(d) for c, d in frame.dtypes.items()}
    if "mana_value" in dtypes:
        assert dtypes["mana_value"] == "Float64"  # the file has a half
        dtypes["mana_value"] = "Int64"
    if "card_mana_value" in dtypes:
        dtypes["card_mana_value"] = "Int64"
    assert dtypes == {c.name: c.dtype for c in CARD_FILE_TABLES[rows]}
    assert frame.index.equals(pd.RangeIndex(len(frame)))


def test_whole_numbers_stay_whole_and_an_empty_selection_has_its_dtypes(tmp_path: Path) -> None:
    where = write(tmp_path, [scryfall("One", mana_cost="{1}")])
    for frame in (read_cards(where), read_cards(where, where="mv=9")):
        assert str(frame["mana_value"].dtype) == "Int64"
        assert str(frame["card"].dtype) == "string"


def test_one_row_a_card_with_its_values(cards: pd.DataFrame) -> None:
    assert len(cards) == len(SCRYFALL)
    for row, (_, value, colors, identity, rule) in zip(
        cards.itertuples(index=False), SCRYFALL, strict=True
    ):
        for found, wanted in (
            (row.mana_value, value),
            (row.colors, colors),
            (row.color_identity, identity),
        ):
            assert (found is pd.NA) if wanted is None else found == wanted, row.card
        assert not rule or rule in row.mana_value_rules.split(", ")


def test_costs_of_halves_are_added_up(cards: pd.DataFrame) -> None:
    costs = cards.set_index("card")["mana_cost"]
    assert costs["Split // Halves"] == "{3}{U}{R}"  # 709.4b, as every table shows it
    assert costs["Hall // Kitchen"] == "{3}{W}{B}"
    assert costs["Grove"] is pd.NA


def test_one_row_a_face(path: Path) -> None:
    faces = read_cards(path, rows="faces").set_index("face")
    assert faces.loc["Back", ["part", "mana_value", "card_mana_value"]].tolist() == [1, 2, 2]
    assert faces.loc["Halves", ["part", "mana_value", "card_mana_value"]].tolist() == [1, 3, 5]
    assert faces.loc["Halves", "colors"] == "U"
    assert faces.loc["Halves", "color_identity"] == "URG"
    assert faces.loc["Land", "mana_cost"] is pd.NA
    sides = [2 if c["layout"] == "reversible_card" else 1 for c in objects()]
    assert len(faces) == sum(
        len(c.get("card_faces", [0])) // n for c, n in zip(objects(), sides, strict=True)
    )


def test_differences_with_their_causes(tmp_path: Path) -> None:
    rows = [
        scryfall("Fine", mana_cost="{1}{W}", cmc=2.0, colors=["W"], color_identity=["W"]),
        scryfall("Grove", type_line="Land \u2014 Forest", color_identity=["G"]),
        scryfall("Miscounted", mana_cost="{3}{R}", cmc=2.0, color_identity=["R"]),
        scryfall("Rainbow", mana_cost="{4}", oracle_text="Rainbow is all colors.", colors=[],
                 color_identity=[]),
        scryfall("A // B", "split", cmc=2.0, colors=["W", "U"], color_identity=["U"],
                 card_faces=[face("A", "{1}{W}"), face("B", "{2}{U}")]),
        scryfall("F // K", "transform", cmc=2.0, color_identity=["G"], card_faces=[
            face("F", "{1}{G}", colors=["G"]),
            face("K", "", colors=["G"], color_indicator=["R"])]),
        scryfall("Framed", colors=["B"], color_identity=["B"]),
        scryfall("Avatar", "vanguard", oracle_text="{G}"),
        scryfall("Bear", "token", colors=["G"], color_identity=["G"]),
    ]  # fmt: skip
    found = read_cards(write(tmp_path, rows), rows="differences")
    told = [
        (r.card, r.part, r.field, r.published, r.derived, r.cause)
        for r in found.astype(object).where(found.notna(), None).itertuples(index=False)
    ]
    assert told == [
        ("Grove", None, "color_identity", "G", "{}", "basic land types"),
        ("Miscounted", None, "mana_value", "2", "4", "number of symbols"),
        ("Rainbow", None, "colors", "{}", "WUBRG", "a color-defining ability"),
        ("Rainbow", None, "color_identity", "{}", "WUBRG", "a color-defining ability"),
        ("A // B", None, "mana_value", "2", "5", "one half only"),
        ("A // B", None, "color_identity", "U", "WU", "one half only"),
        ("F // K", None, "color_identity", "G", "RG", "front face only"),
        ("F // K", 1, "face_colors", "G", "R", "not what the card gives"),
        ("Framed", None, "colors", "B", "{}", "no source in the file"),
        ("Framed", None, "color_identity", "B", "{}", "no source in the file"),
        ("Avatar", None, "color_identity", "{}", "G", "not in any deck"),
    ]
    by_card = read_cards(tmp_path / "cards.json").set_index("card")["differs"]
    assert by_card["Fine"] == ""
    assert by_card["Rainbow"] == "colors; color_identity"
    assert by_card["Bear"] == ""  # a token has no identity to compare


def test_every_cause_is_explained() -> None:
    from mtgmeld.sources.derive import CAUSES

    assert all(CAUSES.values())


def test_pairs(path: Path) -> None:
    pairs = read_cards(path, rows="pairs")
    assert pairs.to_dict("records") == [
        {"result": "Both Wings", "bearer": "Left Wing", "counterpart": "Right Wing",
         "known": False}
    ]  # fmt: skip


def test_the_report_goes_with_the_frame(path: Path) -> None:
    made = read_card_file(path)
    assert repr(made) == f"<CardFile {str(path)!r}: {len(SCRYFALL)} cards>"
    for rows in CARD_FILE_TABLES:
        report = made.frame(rows).attrs["report"]
        assert report["rows"] == len(SCRYFALL) == len(made)
        assert report["layouts"]["split"] == 3
        json.dumps(report)
    text = made.report.to_text()
    assert "unknown layouts, kept: hologram 2" in text
    with pytest.raises(UnknownName, match="printings"):
        made.frame("printings")


def test_losses_are_warned_of(tmp_path: Path) -> None:
    where = write(tmp_path, [scryfall("Fine"), {"name": 3}, scryfall("Odd", cmc="x")])
    with pytest.warns(CardFileWarning) as caught:
        frame = read_cards(where)
    assert frame["card"].tolist() == ["Fine", "Odd"]
    said = [str(w.message) for w in caught]
    assert len(said) == 2
    assert all(s.startswith(str(where)) for s in said)
    assert "object 2" in said[0]
    assert "object 3 (Odd): cmc" in said[1]
    assert caught[0].filename == __file__
    with pytest.raises(BadCardFile, match="line 1: object 2"):
        read_cards(where, strict=True)


# --- choosing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ("is:room", ["Hall // Kitchen"]),
        ("is:split mv>=7", ["A // B // C"]),
        ("is:melded mv=8", ["Both Wings"]),
        ("is:meld -is:melded", ["Left Wing", "Right Wing"]),
        ('name:"Halves"', ["Split // Halves"]),
        ("id:g id=g -is:token", ["Texty", "Wyrm // Omen", "Tale", "Changer"]),
        ("is:token", ["Bear", "Imp // Elf"]),
        ("mv=1.5", ["Halved"]),
        ("t:room or name:Zero", ["Zero", "Hall // Kitchen"]),
        ("name:nobody", []),
    ],
)
def test_where(path: Path, where: str, names: list[str]) -> None:
    made = read_card_file(path, where=where)
    assert made.cards()["card"].tolist() == names
    report = made.report
    assert report.rows + report.left_out == report.objects == len(SCRYFALL)


def test_what_is_unknown_passes_no_comparison(tmp_path: Path) -> None:
    rows = [scryfall("Odd", mana_cost="{nonsense}"), scryfall("Even", mana_cost="")]
    where = write(tmp_path, rows)
    assert read_cards(where, where="mv>=0")["card"].tolist() == ["Even"]
    assert read_cards(where, where="-mv>=0")["card"].tolist() == ["Odd"]
    assert read_cards(where, where="mv<1")["card"].tolist() == ["Even"]


def test_bad_questions(path: Path) -> None:
    with pytest.raises(BadFilter):
        read_cards(path, where="mv>=")
    with pytest.raises(UnknownPolicy):
        read_cards(path, policies={"none": "such"})
    with pytest.raises(UnknownName, match="decks"):
        read_cards(path, rows="decks")
    with pytest.raises(BadCardFile):
        read_cards(path.parent)


def test_columns_without_citations(path: Path) -> None:
    frame = read_cards(path, citations=False)
    assert not [c for c in frame.columns if c.endswith("_rules")]
    assert len(frame) == len(SCRYFALL)


# --- catalogs ---------------------------------------------------------------------------------


def test_a_catalog_of_a_card_file(tmp_path: Path) -> None:
    rows = [
        scryfall("Split // Halves", "split", card_faces=[face("Split"), face("Halves")]),
        scryfall("Goliath", flavor_name="Machine King", mana_cost="{12}"),
        scryfall("Goliath", mana_cost="{12}"),
        scryfall("Lab // Myth", "transform", card_faces=[
            face("Lab", flavor_name="The Lab", colors=[]),
            face("Myth", flavor_name="The Myth", colors=[])]),
        scryfall("Goat", "token"),
        scryfall("Start // One", "split", card_faces=[face("Start"), face("One")]),
        scryfall("Start // Two", "split", card_faces=[face("Start"), face("Two")]),
        *(row[0] for row in SCRYFALL if row[0]["layout"] == "meld"),
    ]  # fmt: skip
    catalog = read_catalog(write(tmp_path, rows))
    assert len(catalog) == 8
    assert catalog["halves"].name == "Split // Halves"
    assert catalog.resolve("machine king").card.name == "Goliath"
    assert catalog["The Myth"].name == catalog["The Lab // The Myth"].name == "Lab // Myth"
    assert "Goat" not in catalog
    with pytest.raises(AmbiguousName):
        catalog.resolve("Start")
    pair = catalog.meld_pair("Right Wing")
    assert pair.result.name == "Both Wings"
    deck = mm.read_deck("2 Machine King\n1 Split/Halves\n", catalog=catalog)
    assert deck["card"].tolist() == ["Goliath", "Split // Halves"]
    assert [c.name for c in catalog.search("is:split mv=0 -name:start")] == ["Split // Halves"]


def test_a_progress_bar_on_request(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read_cards(path, progress=True)
    assert "cards.json" in capsys.readouterr().err
    read_cards(path)
    assert capsys.readouterr().err == ""
