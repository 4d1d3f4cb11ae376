"""Making the bundled facts anew.  New cards here are made up."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from card_facts.tables import build_facts

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadCardFile, NotWritten
from mtgmeld.files import data_folder
from mtgmeld.question import explain
from tests.sources.made import face, related, scryfall

ROOM = "Enchantment \u2014 Room"
GATE = {"set": "new", "released_at": "2031-05-06"}
HALL = scryfall(
    "Front Hall // Back Stairs",
    "split",
    card_faces=[
        face("Front Hall", "{1}{W}", ROOM, "Flying is a word. {T}: Add {G}. (Or {R}.)"),
        face("Back Stairs", "{3}{W}", ROOM, "Devoid\nScry 1."),
    ],
    keywords=["Scry", "Devoid", "Haste"],
    produced_mana=["G"],
    **GATE,
)
PARTS = related("Upper Half", "Lower Half", result="Whole Thing")


def meld(name: str, cost: str, text: str, **more: Any) -> dict[str, Any]:
    line = "Legendary Creature \u2014 Golem"
    return scryfall(name, "meld", mana_cost=cost, type_line=line, oracle_text=text, power="2",
                    toughness="3", all_parts=PARTS, **{**GATE, **more})  # fmt: skip


PAIR = [
    meld("Lower Half", "{4}", "(Melds with Upper Half.)"),
    meld("Upper Half", "{2}{U}", "Exile them, then meld them."),
    meld("Whole Thing", "", "", color_indicator=["U"]),
]


@pytest.fixture
def build(tmp_path: Path) -> Any:
    def built(*cards: dict[str, Any], out: Path | None = None) -> Any:
        path = tmp_path / "cards.json"
        path.write_text(json.dumps(cards))
        return build_facts(path, out or tmp_path / "out")

    return built


def rows(folder: Path, name: str = "cards.csv") -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_a_new_room_comes_in(build: Any, tmp_path: Path) -> None:
    made = build(HALL)
    assert made.new == ["Front Hall // Back Stairs"]
    assert made.changed == []
    assert made.refused == {}
    assert made.cards == len(load_catalog().subject) + 1
    left, right = (r for r in rows(tmp_path / "out") if r["card"] == HALL["name"])
    assert {k: v for k, v in left.items() if v} == {
        "card": "Front Hall // Back Stairs", "layout": "split", "part": "0",
        "face": "Front Hall", "mana_cost": "{1}{W}", "types": "Enchantment", "subtypes": "Room",
        "text_symbols": "G", "produced_mana": "G", "paragraphs": "1",
        "spelled_out": "1", "first_set": "NEW",
        "released": "2031-05-06", "playtest": "no", "source": "scryfall",
    }  # fmt: skip
    assert (right["defined_colors"], right["produced_mana"]) == ("none", "")
    catalog = load_catalog(tmp_path / "out")
    # a half alone is its card, both of whose halves count anywhere but on the stack (202.3d)
    assert explain("Back Stairs", "mana_value", catalog=catalog).value == 2 + 4
    why = explain("Back Stairs", "mana_value", zone="stack", catalog=catalog)
    assert why.value == 4


def test_all_other_rows_stay_as_they_are(build: Any, tmp_path: Path) -> None:
    build(HALL)
    kept = [r for r in rows(tmp_path / "out") if r["card"] != HALL["name"]]
    assert kept == rows(data_folder())
    assert (tmp_path / "out" / "meld_pairs.csv").read_bytes() == (
        data_folder() / "meld_pairs.csv"
    ).read_bytes()


def test_a_new_meld_pair_comes_in_and_is_reported(build: Any, tmp_path: Path) -> None:
    made = build(*PAIR)
    assert [(p.cards, p.result) for p in made.pairs] == [
        (("Upper Half", "Lower Half"), "Whole Thing")  # the bearer of the ability first
    ]
    assert "new meld pair, check its letter: Upper Half + Lower Half" in made.to_text()
    assert rows(tmp_path / "out", "meld_pairs.csv")[-1] == {
        "rule": "712.5h", "since": "2031-05-06", "bearer": "Upper Half",
        "counterpart": "Lower Half", "result": "Whole Thing",
    }  # fmt: skip
    catalog = load_catalog(tmp_path / "out")
    assert explain("Whole Thing", "mana_value", catalog=catalog).value == 3 + 4  # 202.3c


def test_half_a_pair_is_refused_by_name_and_nothing_is_dropped_silently(build: Any) -> None:
    made = build(*PAIR[1:])
    assert made.pairs == []
    assert made.refused == {"pair of Whole Thing": "Lower Half is not in the file"}
    assert set(made.new) == {"Upper Half", "Whole Thing"}


def test_what_the_file_states_is_brought_up_to_date(build: Any, tmp_path: Path) -> None:
    gisela = scryfall("Gisela, the Broken Blade", "meld", mana_cost="{3}{W}", power="4",
                      toughness="3", type_line="Legendary Creature \u2014 Angel",
                      oracle_text="", keywords=[], **GATE)  # fmt: skip
    made = build(gisela)
    assert [str(c) for c in made.changed] == [
        "Gisela, the Broken Blade, mana_cost: {2}{W}{W} is now {3}{W}",
        "Gisela, the Broken Blade, subtypes: Angel|Horror is now Angel",
        "Gisela, the Broken Blade, paragraphs: 2 is now 0",
        "Gisela, the Broken Blade, spelled_out: 1 is now 0",
    ]
    row = next(r for r in rows(tmp_path / "out") if r["card"] == "Gisela, the Broken Blade")
    assert (row["first_set"], row["released"], row["source"]) == ("EMN", "2016-07-22", "mtgjson")
    assert "Meld" in row["keywords"]


def test_a_card_that_is_no_fact_is_refused_and_the_old_rows_stay(
    build: Any, tmp_path: Path
) -> None:
    odd = json.loads(json.dumps(HALL))
    odd["card_faces"][0]["mana_cost"] = "{nonsense}"
    gisela = scryfall("Gisela, the Broken Blade", "meld", mana_cost="{3}{W}", **GATE)
    gisela["type_line"] = "Legendary Creature"
    made = build(odd, gisela)
    assert made.refused["Gisela, the Broken Blade"] == "power: a creature has one"
    assert made.refused["Front Hall // Back Stairs"].startswith("mana_cost:")
    assert rows(tmp_path / "out") == rows(data_folder())


def test_the_earliest_printing_gives_set_and_date(build: Any, tmp_path: Path) -> None:
    later = HALL | {"set": "ltr", "released_at": "2033-01-01"}
    build(later, HALL, later)
    row = next(r for r in rows(tmp_path / "out") if r["card"] == HALL["name"])
    assert (row["first_set"], row["released"]) == ("NEW", "2031-05-06")


def test_nothing_is_written_where_it_cannot_be(build: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(NotWritten):
        build(HALL, out=tmp_path / "file")
    with pytest.raises(BadCardFile):
        build_facts(tmp_path / "file", tmp_path / "out")
    assert (tmp_path / "file").read_text() == "here"
    assert not (tmp_path / "out").exists()


@pytest.mark.shared
@pytest.mark.parametrize("code", ["DGM", "DSK", "EMN"])
def test_a_real_set_confirms_the_bundle(shared: Path, tmp_path: Path, code: str) -> None:
    made = build_facts(shared / f"samples/mtgjson/sets/{code}.json.gz", tmp_path)
    assert (made.new, made.changed, made.pairs, made.refused) == ([], [], [], {})
    assert rows(tmp_path) == rows(data_folder())
