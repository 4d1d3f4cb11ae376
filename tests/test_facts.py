"""What the bundled facts hold: counts, single facts, every card that the specification names."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.errors import AmbiguousName
from mtgmeld.files import data_folder
from mtgmeld.layouts import LAYOUTS
from mtgmeld.mana import ManaCost

NAMED = Path(__file__).parent / "data" / "named_cards.txt"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The cards of the tables, without the packed file of all others."""
    return Catalog(load_catalog().subject, load_catalog().meld_pairs)


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def bundled() -> list[dict[str, str]]:
    header, *rows = rows_of(data_folder() / "cards.csv")
    return [dict(zip(header, row, strict=True)) for row in rows]


def named() -> list[tuple[str, list[str]]]:
    """The names that the statements, seeds and cases of the specification use, and where."""
    lines = NAMED.read_text(encoding="utf-8").splitlines()
    return [(name, where.split(", ")) for name, where in (line.split("\t") for line in lines)]


# --- what the facts hold -----------------------------------------------------------------


def test_how_many_cards_of_each_kind(catalog: Catalog) -> None:
    kinds = Counter(card.kind for card in catalog)
    assert kinds["meld"] == 14
    assert kinds["meld_result"] == 7
    assert kinds["split"] == 58
    assert kinds["fuse"] == 21
    assert kinds["aftermath"] == 27
    assert kinds["room"] == 30
    assert set(kinds) - {"fuse", "aftermath", "room"} <= set(LAYOUTS)


def test_seven_pairs_and_since_when(catalog: Catalog) -> None:
    assert [p.rule for p in catalog.meld_pairs] == [f"712.5{c}" for c in "abcdefg"]
    since = Counter(p.since for p in catalog.meld_pairs)
    assert since == {"2016-07-22": 3, "2022-11-18": 3, "2025-06-06": 1}
    melded = {c.name for p in catalog.meld_pairs for c in (*p.cards, p.result)}
    assert melded == {c.name for c in catalog.kind("meld", "meld_result")}


def test_the_bearer_has_the_meld_ability(catalog: Catalog) -> None:
    for pair in catalog.meld_pairs:
        assert "Meld" in pair.bearer.front.keywords
        assert "Meld" not in pair.counterpart.front.keywords
        assert "Meld" not in pair.result.front.keywords


def test_combined_faces_and_backs_have_no_cost(catalog: Catalog) -> None:
    """202.1b, 712.8: a modal face has its own cost, another back face none."""
    for card in catalog.kind("meld_result"):
        assert card.front.mana_cost is None
        assert not card.is_card
        assert not card.is_double_faced
    for card in catalog.kind("transform"):
        assert card.faces[1].mana_cost is None


def test_a_land_face_has_no_cost(catalog: Catalog) -> None:
    assert all(f.mana_cost is None for c in catalog for f in c.faces if f.is_land)


def test_rooms_share_their_type_line(catalog: Catalog) -> None:
    """709.5a."""
    for card in catalog.kind("room"):
        assert {f.type_line for f in card.faces} == {"Enchantment — Room"}
        assert len(card.faces) == 2
        assert all(f.mana_cost is not None for f in card.faces)


def test_fuse_stands_on_both_halves_and_aftermath_on_one(catalog: Catalog) -> None:
    """702.102a, 702.127a."""
    for card in catalog.kind("fuse"):
        assert [("Fuse" in f.keywords) for f in card.faces] == [True, True]
    for card in catalog.kind("aftermath"):
        assert [("Aftermath" in f.keywords) for f in card.faces] == [False, True]


def test_split_cards_with_more_than_two_parts(catalog: Catalog) -> None:
    parts = {c.name: len(c.faces) for c in catalog if len(c.faces) > 2}
    assert parts == {
        "Smelt // Herd // Saw": 3,
        "There // They're // Their": 3,
        "Who // What // When // Where // Why": 5,
    }
    assert all(catalog[name].playtest for name in parts)


def test_what_is_known_by_name_only(catalog: Catalog) -> None:
    partial = [c for c in catalog if c.is_partial]
    assert {c.name for c in partial} == {
        "Chic // Ago",
        "Fear (Not the Alpha One) // Loathing",
        "Yeah Nah // Nah Yeah",
    }
    assert all(c.playtest and c.faces[0].mana_cost and not c.faces[1].types for c in partial)


def test_costs_are_written_in_the_customary_form(catalog: Catalog) -> None:
    written = {(r["card"], r["part"]): r["mana_cost"] for r in bundled()}
    for card in catalog:
        for i, face in enumerate(card.faces):
            assert written[card.name, str(i)] == str(face.mana_cost or "")


def test_rows_stand_in_the_order_of_names() -> None:
    names = [row["card"] for row in bundled()]
    assert names == sorted(names, key=str.casefold)


def test_no_text_is_in_the_facts() -> None:
    """Facts are names, numbers and words of the type line: no field holds a sentence."""
    for row in bundled():
        for column, value in row.items():
            if column not in ("card", "face"):
                assert not re.search(r"[.!?:;]", value), (row["card"], column)
                assert len(value) < 80


# --- single facts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost", "type_line", "body", "indicator"),
    [
        ("Midnight Scavengers", "{4}{B}", "Creature — Human Rogue", "3/3", ""),
        ("Graf Rats", "{1}{B}", "Creature — Rat", "2/1", ""),
        ("Chittering Host", None, "Creature — Eldrazi Horror", "5/6", ""),
        ("Hanweir Garrison", "{2}{R}", "Creature — Human Soldier", "2/3", ""),
        ("Hanweir Battlements", None, "Land", None, ""),
        (
            "Hanweir, the Writhing Township",
            None,
            "Legendary Creature — Eldrazi Ooze",
            "7/4",
            "",
        ),
        ("Bruna, the Fading Light", "{5}{W}{W}", "Legendary Creature — Angel Horror", "5/7", ""),
        ("Gisela, the Broken Blade", "{2}{W}{W}", "Legendary Creature — Angel Horror", "4/3", ""),
        ("Brisela, Voice of Nightmares", None, "Legendary Creature — Eldrazi Angel", "9/10", ""),
        ("Phyrexian Dragon Engine", "{3}", "Artifact Creature — Phyrexian Dragon", "2/2", ""),
        (
            "Mishra, Lost to Phyrexia",
            None,
            "Legendary Artifact Creature — Phyrexian Artificer",
            "9/9",
            "BR",
        ),
        ("The Mightstone and Weakstone", "{5}", "Legendary Artifact — Powerstone", None, ""),
        ("Urza, Planeswalker", None, "Legendary Planeswalker — Urza", None, "WU"),
        ("Titania, Gaea Incarnate", None, "Legendary Creature — Elemental Avatar", "*/*", "G"),
        ("Fang, Fearless l'Cie", "{2}{B}", "Legendary Creature — Human Warrior", "2/3", ""),
        ("Vanille, Cheerful l'Cie", "{3}{G}", "Legendary Creature — Human Cleric", "3/2", ""),
        (
            "Ragnarok, Divine Deliverance",
            None,
            "Legendary Creature — Beast Avatar",
            "7/6",
            "BG",
        ),
        ("Insectile Aberration", None, "Creature — Human Insect", "3/2", "U"),
        ("Cecil, Dark Knight", "{B}", "Legendary Creature — Human Knight", "2/3", ""),
        ("Cecil, Redeemed Paladin", None, "Legendary Creature — Human Knight", "4/4", "W"),
        ("Hook-Haunt Drifter", None, "Creature — Spirit", "1/2", "U"),
        ("Tibalt, Cosmic Impostor", "{5}{B}{R}", "Legendary Planeswalker — Tibalt", None, ""),
        ("Shatterskull Smashing", "{X}{R}{R}", "Sorcery", None, ""),
        ("Shatterskull, the Hammer Pass", None, "Land", None, ""),
        ("Ravager of the Fells", None, "Creature — Werewolf", "4/4", "RG"),
        ("Awoken Horror", None, "Creature — Kraken Horror", "7/8", "U"),
        ("The Sensational She-Hulk", "{3}{G}{W}{W}", "Legendary Creature — Gamma Hero", "6/6", ""),
        ("Silvercoat Lion", "{1}{W}", "Creature — Cat", "2/2", ""),
        ("Dryad Arbor", None, "Land Creature — Forest Dryad", "1/1", "G"),
        ("Ancestral Vision", None, "Sorcery", None, "U"),
        ("Living End", None, "Sorcery", None, "B"),
        (
            "Asmoranomardicadaistinaculdacar",
            None,
            "Legendary Creature — Human Wizard",
            "3/3",
            "BR",
        ),
        ("Lignify", "{1}{G}", "Kindred Enchantment — Treefolk Aura", None, ""),
        ("Ornithopter", "{0}", "Artifact Creature — Thopter", "0/2", ""),
        ("Little Girl", "{HW}", "Creature — Human Child", "½/½", ""),
        ("Gleemax", "{1000000}", "Legendary Artifact", None, ""),
        ("Memory", "{4}{U}{U}", "Sorcery", None, ""),
        ("Ribbons", "{X}{B}{B}", "Sorcery", None, ""),
    ],
)
def test_facts_that_the_specification_gives(
    catalog: Catalog,
    name: str,
    cost: str | None,
    type_line: str,
    body: str | None,
    indicator: str,
) -> None:
    found = catalog.resolve(name)
    face = found.card.faces[found.face or 0]
    assert face.name == name
    assert face.mana_cost == (None if cost is None else ManaCost.parse(cost))
    assert face.type_line == type_line
    assert (f"{face.power}/{face.toughness}" if face.power else None) == body
    assert face.color_indicator == indicator


def test_loyalty_and_defense(catalog: Catalog) -> None:
    assert catalog["Urza, Planeswalker"].front.loyalty == "7"
    assert catalog["Invasion of Ravnica"].front.defense == "4"
    assert catalog["Graf Rats"].front.loyalty is None
    back = catalog["Garruk Relentless"].faces[1]
    assert back.types == ("Planeswalker",)
    assert back.loyalty is None


def test_characteristic_defining_colors(catalog: Catalog) -> None:
    """604.3; 702.114a: devoid makes an object colorless whatever its cost."""
    assert catalog["Transguild Courier"].front.defined_colors == "WUBRG"
    assert catalog["Sphinx of the Guildpact"].front.defined_colors == "WUBRG"
    assert catalog["Mist Intruder"].front.defined_colors == ""
    assert catalog["Transgress the Mind"].front.defined_colors == ""
    assert catalog["Graf Rats"].front.defined_colors is None
    assert {c.name for c in catalog for f in c.faces if "Devoid" in f.keywords} == {
        c.name for c in catalog for f in c.faces if f.defined_colors == ""
    }


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("Vanille, Cheerful l'Cie", "3 B G"),
        ("Fang, Fearless l'Cie", ""),
        ("Phyrexian Dragon Engine", "3 R R"),
        ("The Mightstone and Weakstone", "C C"),
        ("Midnight Scavengers", ""),
        ("Hanweir Battlements", "C R 3 R R"),
        ("Nykthos, Shrine to Nyx", "C 2"),
        ("Baithook Angler", "1 U"),
        ("Smoky Lounge", "R R"),
    ],
)
def test_symbols_in_the_text_as_often_as_they_stand(
    catalog: Catalog, name: str, symbols: str
) -> None:
    """903.4, 903.4c: for Vanille {3}{B}{G}; reminder text gives none."""
    found = catalog.resolve(name)
    assert found.card.faces[found.face or 0].text_symbols == tuple(symbols.split())


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Hanweir Battlements", "C"),
        ("Hanweir, the Writhing Township", ""),
        ("Argoth, Sanctum of Nature", "G"),
        ("Smoky Lounge", "R"),
        ("Misty Salon", ""),
        ("Greenhouse", ""),
        ("Forest", "G"),
        ("Wastes", "C"),
        ("Raugrin Triome", "WUR"),
        ("Shatterskull, the Hammer Pass", "R"),
        ("Shatterskull Smashing", ""),
        ("Search for Azcanta", ""),
        ("Azcanta, the Sunken Ruin", "U"),
        ("Ormendahl, Profane Prince", ""),
        ("Dryad Arbor", "G"),
        ("Mana Reflection", ""),
        ("Contamination", ""),
        ("River of Tears", "UB"),
    ],
)
def test_mana_that_a_face_itself_adds(catalog: Catalog, name: str, letters: str) -> None:
    """106.7, 305.6."""
    found = catalog.resolve(name)
    assert set(found.card.faces[found.face or 0].produced_mana) == set(letters)


def test_basic_land_types_give_their_mana(catalog: Catalog) -> None:
    """305.6."""
    gives = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
    for card in catalog:
        for face in card.faces:
            if face.is_land:
                wanted = {gives[s] for s in face.subtypes if s in gives}
                assert wanted <= set(face.produced_mana), face.name


def test_mana_values_of_melded_permanents_add_up(catalog: Catalog) -> None:
    """202.3c."""
    sums = {
        pair.result.name: sum(
            c.front.mana_cost.mana_value for c in pair.cards if c.front.mana_cost is not None
        )
        for pair in catalog.meld_pairs
    }
    assert sums == {
        "Chittering Host": 7,
        "Hanweir, the Writhing Township": 3,
        "Brisela, Voice of Nightmares": 11,
        "Mishra, Lost to Phyrexia": 7,
        "Urza, Planeswalker": 8,
        "Titania, Gaea Incarnate": 3,
        "Ragnarok, Divine Deliverance": 7,
    }


# --- every name that the specification uses ----------------------------------------------


def test_every_card_that_the_specification_names_is_in_the_facts(catalog: Catalog) -> None:
    """Statements, seeds and cases."""
    names = named()
    assert len(names) > 250
    for name, where in names:
        found = catalog.resolve(name)
        face = found.card.faces[found.face] if found.face is not None else None
        assert name in (found.card.name, face and face.name), (name, where)


@pytest.mark.shared
def test_the_list_of_names_is_complete(shared: Path, catalog: Catalog) -> None:
    """Each card of the facts that a statement, a seed or a case names in full is in the list."""
    texts = [shared / "spec" / "statements.md", shared / "cases" / "cases.jsonl"]
    texts += sorted((shared / "seeds").iterdir())
    text = "\n".join(p.read_text(encoding="utf-8") for p in texts).replace("\u2019", "'")
    listed = {catalog.resolve(name).card.name for name, _ in named()}
    for card in catalog:
        if len(card.name) > 7 and re.search(rf"(?<!\w){re.escape(card.name)}(?!\w)", text):
            assert card.name in listed
    for name, where in named():
        if not all(w.startswith(("S0", "S1")) for w in where):
            assert name.split(",")[0].split()[0] in text, name


# --- values ------------------------------------------------------------------------------


def test_cards_are_values(catalog: Catalog) -> None:
    rats = catalog["Graf Rats"]
    with pytest.raises(AttributeError):
        # that it cannot be assigned is what is tested
        rats.name = "Other"  # type: ignore[misc]
    assert hash(rats) == hash(load_catalog()["Graf Rats"])
    assert str(rats) == "Graf Rats"
    assert repr(rats) == "<Card 'Graf Rats' (meld)>"
    assert repr(catalog["Fire // Ice"]) == "<Card 'Fire // Ice' (split)>"
    assert str(catalog.meld_pair("Graf Rats")) == (
        "Graf Rats + Midnight Scavengers = Chittering Host"
    )
    assert repr(catalog) == f"<Catalog of {len(catalog):,} cards, 7 meld pairs>"


def test_permanents_and_lands(catalog: Catalog) -> None:
    """110.4."""
    assert catalog["Graf Rats"].front.is_permanent
    assert catalog["Wastes"].front.is_land
    assert not catalog["Fire // Ice"].front.is_permanent
    assert not catalog["Shatterskull Smashing"].front.is_permanent
    assert catalog["Lignify"].front.is_permanent
    assert all(f.is_permanent for f in catalog["Unholy Annex"].faces)


def test_what_is_double_faced(catalog: Catalog) -> None:
    """712.1: meld cards are double-faced cards, split and flip cards are not."""
    kinds = {c.kind for c in catalog if c.is_double_faced}
    assert kinds == {"transform", "modal_dfc", "meld"}


def test_shared_halves_are_few(catalog: Catalog) -> None:
    shared_names = set()
    for card in catalog:
        for face in card.faces if len(card.faces) > 1 else ():
            try:
                catalog.resolve(face.name)
            except AmbiguousName:
                shared_names.add(face.name)
    assert shared_names == set()
