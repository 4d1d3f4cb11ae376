"""Deck lists in the spellings that sites and clients write."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

import mtgmeld as mm
from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog
from mtgmeld.cli import main
from mtgmeld.cli.decks import deck
from mtgmeld.decks import DECK_COLUMNS, card_name, deck_text, read_deck
from mtgmeld.display import to_text
from mtgmeld.errors import BadDeckList, ImpossibleQuestion, UnknownName
from mtgmeld.frames import columns_of
from mtgmeld.mana import ManaCost


def card(name: str, layout: str = "normal") -> Card:
    return Card(name, layout, tuple(Face(n) for n in name.split(" // ")))


CARDS = [
    card("Fire // Ice", "split"),
    card("Fireball"),
    card("SP//dr, Piloted by Peni"),
    card("Bonecrusher Giant // Stomp", "adventure"),
    card("Delver of Secrets // Insectile Aberration", "transform"),
    card("Who // What // When // Where // Why", "split"),
    card("Start // Finish", "split"),
    card("Start // Fire", "split"),
    card("J\u00f6tun Grunt"),
    card("Blightsteel Colossus"),
    card("Borrowing 100,000 Arrows"),
]
CATALOG = Catalog(CARDS, aliases=[("Megatron", CARDS[9])])


@pytest.mark.parametrize(
    ("written", "name", "named"),
    [
        ("Fire // Ice", "Fire // Ice", "name"),
        ("Fire/Ice", "Fire // Ice", "name"),
        ("Fire / Ice", "Fire // Ice", "name"),
        ("Fire//Ice", "Fire // Ice", "name"),
        ("fire /// ice", "Fire // Ice", "name"),
        ("Ice", "Fire // Ice", "face"),
        ("SP//dr, Piloted by Peni", "SP//dr, Piloted by Peni", "name"),
        ("sp//dr, piloted by peni", "SP//dr, Piloted by Peni", "name"),
        ("Stomp", "Bonecrusher Giant // Stomp", "face"),
        ("Bonecrusher Giant", "Bonecrusher Giant // Stomp", "face"),
        ("Insectile Aberration", "Delver of Secrets // Insectile Aberration", "face"),
        ("Delver of Secrets", "Delver of Secrets // Insectile Aberration", "face"),
        ("Who/What/When/Where/Why", "Who // What // When // Where // Why", "name"),
        ("Jotun Grunt", "J\u00f6tun Grunt", "name"),
        ("Megatron", "Blightsteel Colossus", "alias"),
    ],
)
def test_one_resolver_for_every_spelling(written: str, name: str, named: str) -> None:
    row = read_deck(f"3 {written}\n", catalog=CATALOG).iloc[0]
    assert (row["card"], row["named"], row["quantity"]) == (name, named, 3)
    assert row["problem"] == ""


@pytest.mark.parametrize(
    ("line", "quantity", "written"),
    [
        ("4 Fireball", 4, "Fireball"),
        ("4x Fireball", 4, "Fireball"),
        ("4X  Fireball", 4, "Fireball"),
        ("Fireball", 1, "Fireball"),
        ("1 Fire // Ice (DMR) 215", 1, "Fire // Ice"),
        ("1 Fire // Ice (MH2) 290 *F*", 1, "Fire // Ice"),
        ("1 Fireball [M10]", 1, "Fireball"),
        ("2 Fireball (PLST) M10-146", 2, "Fireball"),
        ("1 Fireball #!Commander", 1, "Fireball"),
        ("1 Borrowing 100,000 Arrows", 1, "Borrowing 100,000 Arrows"),
        ("Borrowing 100,000 Arrows", 1, "Borrowing 100,000 Arrows"),
    ],
)
def test_what_stands_around_a_name(line: str, quantity: int, written: str) -> None:
    row = read_deck(line + "\n", catalog=CATALOG).iloc[0]
    assert (row["quantity"], row["written"]) == (quantity, written)


def test_sections() -> None:
    deck = read_deck(
        "About\nName My deck\n\nCommander\n1 Fireball\n\nDeck\n2 Ice\n\n1 Stomp\n\n"
        "Sideboard\n// a comment\n# another\n3 Megatron\nSB: 1 Fireball\n",
        catalog=CATALOG,
    )
    assert list(deck["section"]) == ["commander", "main", "main", "sideboard", "sideboard"]
    assert list(deck["line"]) == [5, 8, 10, 15, 16]


def test_an_empty_line_starts_the_sideboard_where_there_are_no_headings() -> None:
    deck = read_deck("\n2 Ice\n1 Stomp\n\n3 Fireball\n", catalog=CATALOG)
    assert list(deck["section"]) == ["main", "main", "sideboard"]


def test_names_without_a_card_are_kept_with_the_reason() -> None:
    deck = read_deck("1 Firebal\n1 Start\n2 Fireball\n", catalog=CATALOG)
    assert deck["card"].isna().tolist() == [True, True, False]
    assert "Fireball" in deck["problem"][0]
    assert "Start // Finish" in deck["problem"][1]
    assert "Start // Fire" in deck["problem"][1]
    with pytest.raises(BadDeckList, match="line 2"):
        read_deck("1 Fireball\n1 Start\n", catalog=CATALOG, strict=True)


def test_columns_and_dtypes_are_as_documented() -> None:
    for text in ("", "1 Fireball\n"):
        deck = read_deck(text, catalog=CATALOG)
        assert [(c, str(d)) for c, d in deck.dtypes.items()] == [
            (c.name, c.dtype) for c in DECK_COLUMNS
        ]


LIST = "2 Fire // Ice\n1 Delver of Secrets\n1 Fire/Ice\n\n1 Stomp\n1 Nothing like it\n"


@pytest.mark.parametrize(
    ("style", "text"),
    [
        (
            "canonical",
            "Deck\n3 Fire // Ice\n1 Delver of Secrets // Insectile Aberration\n\n"
            "Sideboard\n1 Bonecrusher Giant // Stomp\n1 Nothing like it\n",
        ),
        (
            "arena",
            "Deck\n3 Fire // Ice\n1 Delver of Secrets\n\n"
            "Sideboard\n1 Bonecrusher Giant\n1 Nothing like it\n",
        ),
        (
            "mtgo",
            "3 Fire/Ice\n1 Delver of Secrets\n\n1 Bonecrusher Giant\n1 Nothing like it\n",
        ),
    ],
)
def test_formats_of_the_clients_come_back_as_the_same_deck(style: str, text: str) -> None:
    deck = read_deck(LIST, catalog=CATALOG)
    assert deck_text(deck, style, catalog=CATALOG) == text
    again = read_deck(text, catalog=CATALOG)
    assert deck_text(again, "canonical", catalog=CATALOG) == deck_text(
        deck, "canonical", catalog=CATALOG
    )


def test_an_unknown_style() -> None:
    with pytest.raises(UnknownName, match="scroll"):
        card_name(CARDS[0], "scroll")
    with pytest.raises(UnknownName, match="scroll"):
        deck_text(read_deck("", catalog=CATALOG), "scroll", catalog=CATALOG)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("\ufeff1 Roaring Furnace/Steaming Sauna\n", encoding="utf-8")
    for where in (path, str(path)):
        deck = mm.read_deck(where)
        assert list(deck["card"]) == ["Roaring Furnace // Steaming Sauna"]
        assert deck.attrs["deck"] == str(path)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda p: None, "No such file"),
        (lambda p: p.mkdir(), "directory"),
        (lambda p: p.write_bytes(b"\xff\xfe\x00"), "no UTF-8 text"),
    ],
)
def test_files_that_are_none(tmp_path: Path, make: Callable[[Path], object], says: str) -> None:
    path = tmp_path / "deck.txt"
    make(path)
    with pytest.raises(BadDeckList, match=says):
        read_deck(path)


def test_text_that_is_no_deck_gives_rows_without_cards() -> None:
    deck = read_deck("<html>\n\x00\n" + "x" * 10_000 + "\n", catalog=CATALOG)
    assert deck["card"].isna().all()
    assert isinstance(deck, pd.DataFrame)


# --- lists of others, in the shapes that they have ----------------------------------------

ARENA = """Commander
1 Fireball (M10) 136

Deck
4 Fire // Ice (DMR) 215
1 Bonecrusher Giant (ELD) 115

Sideboard
2 Delver of Secrets (MID) 47
"""
MTGO = "4 Fire/Ice\n1 Bonecrusher Giant\n1 Fireball\n\n2 Delver of Secrets\n"
MTGO_DEK = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="21122" Quantity="4" Sideboard="false" Name="Fire/Ice" Annotation="0" />
  <Cards CatID="78544" Quantity="1" Sideboard="false" Name="Bonecrusher Giant" Annotation="0" />
  <Cards CatID="1" Quantity="1" Sideboard="false" Name="Fireball" Annotation="0" />
  <Cards CatID="43352" Quantity="2" Sideboard="true" Name="Delver of Secrets" Annotation="0" />
</Deck>
"""
MOXFIELD = """1 Fireball (M10) 136 *F* #Burn #!Commander
4 Fire // Ice (DMR) 215 *E*
1 Bonecrusher Giant // Stomp (ELD) 115

SIDEBOARD:
2 Delver of Secrets // Insectile Aberration (MID) 47
"""
MOXFIELD_CSV = """"Count","Tradelist Count","Name","Edition","Condition","Foil","Collector Number"
"4","0","Fire // Ice","dmr","Near Mint","","215"
"1","0","Bonecrusher Giant // Stomp","eld","Near Mint","foil","115"
"""
ARCHIDEKT = """1x Fireball (m10) 136 *F* [Commander{top}] ^Have,#37d67a^
4x Fire // Ice (dmr) 215 [Removal,Draw]
1x Bonecrusher Giant // Stomp (eld) 115 [Creature]
2x Delver of Secrets // Insectile Aberration (mid) 47 [Sideboard]
1x J\u00f6tun Grunt (csp) 8 [Maybeboard{noDeck}{noPrice},Creature]
"""
ARCHIDEKT_CSV = """Quantity,Name,Finish,Condition,Category,Edition Code
4,Fire // Ice,Normal,NM,Removal,dmr
1,"Borrowing 100,000 Arrows",Normal,NM,Draw,ptk
2,Delver of Secrets // Insectile Aberration,Foil,NM,Sideboard,mid
1,Fireball,Normal,NM,Commander{top},m10
"""
MANABOX = """Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID
Fire // Ice,DMR,Dominaria Remastered,215,normal,rare,4,1,x
"SP//dr, Piloted by Peni",SPM,Spider-Man,147,foil,rare,1,2,y
"""
TAPPED = """Commander (1)
1x Fireball (M10) *CMDR*

Creature (2)
1x Bonecrusher Giant *F*
1x J\u00f6tun Grunt

Instant (4)
4x Fire / Ice

Sideboard (2)
2x Delver of Secrets
"""
COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Burn</deckname>
    <comments></comments>
    <zone name="main">
        <card number="4" name="Fire // Ice"/>
        <card number="1" name="Bonecrusher Giant"/>
    </zone>
    <zone name="side">
        <card number="2" name="Delver of Secrets"/>
    </zone>
    <zone name="tokens">
        <card number="1" name="Goblin"/>
    </zone>
</cockatrice_deck>
"""
FORGE = """[metadata]
Name=Burn
[Avatar]

[Commander]
1 Fireball|M10|1
[Main]
4 Fire // Ice|DMR|1
1 Bonecrusher Giant|ELD
[Sideboard]
2 Delver of Secrets|MID|[47]
"""
XMAGE = """NAME:Burn
4 [DMR:215] Fire // Ice
1 [ELD:115] Bonecrusher Giant
SB: 2 [MID:47] Delver of Secrets
LAYOUT MAIN:(1,1)(CMC,false,50)|([DMR:215],)
"""
FIRE, GIANT, DELVER = CARDS[0].name, CARDS[3].name, CARDS[4].name
DECK = {("main", FIRE): 4, ("main", GIANT): 1, ("sideboard", DELVER): 2}
BURN = {("commander", "Fireball"): 1}
GRUNT = "J\u00f6tun Grunt"


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        (ARENA, DECK | BURN),
        (MTGO, DECK | {("main", "Fireball"): 1}),
        (MTGO_DEK, DECK | {("main", "Fireball"): 1}),
        (MOXFIELD, DECK | {("main", "Fireball"): 1}),
        (MOXFIELD_CSV, {("main", FIRE): 4, ("main", GIANT): 1}),
        (ARCHIDEKT, DECK | BURN | {("maybeboard", GRUNT): 1}),
        (
            ARCHIDEKT_CSV,
            {("main", FIRE): 4, ("main", CARDS[10].name): 1, ("sideboard", DELVER): 2} | BURN,
        ),
        (MANABOX, {("main", FIRE): 4, ("main", CARDS[2].name): 1}),
        (TAPPED, DECK | BURN | {("main", GRUNT): 1}),
        (COCKATRICE, DECK),
        (FORGE, DECK | BURN),
        (XMAGE, DECK),
        ("Lands\n2 Fireball\n\nCreatures:\n1 Stomp\n",
         {("main", "Fireball"): 2, ("main", GIANT): 1}),
        ("2 Fireball\n\n1 Stomp\n\nSideboard\n1 Ice\n",
         {("main", "Fireball"): 2, ("main", GIANT): 1, ("sideboard", FIRE): 1}),
        ("Qty;Card\n2;Fire/Ice\n", {("main", FIRE): 2}),
        ("card\tcount\tsideboard\nFireball\t1\ttrue\n", {("sideboard", "Fireball"): 1}),
    ],
)  # fmt: skip
def test_lists_of_sites_and_clients(text: str, deck: dict[tuple[str, str], int]) -> None:
    read = read_deck(text, catalog=CATALOG)
    assert read["problem"].tolist() == [""] * len(read)
    found = {(r.section, r.card): r.quantity for r in read.itertuples()}
    assert found == deck


def test_the_line_of_each_card_is_known() -> None:
    assert read_deck(MTGO_DEK, catalog=CATALOG)["line"].tolist() == [5, 6, 7, 8]
    assert read_deck(FORGE, catalog=CATALOG)["line"].tolist() == [6, 8, 9, 11]
    assert read_deck(MANABOX, catalog=CATALOG)["line"].tolist() == [2, 3]


@pytest.mark.parametrize("style", ["dek", "cockatrice", "forge", "csv", "arena", "canonical"])
def test_what_is_written_for_a_client_comes_back(style: str) -> None:
    deck = read_deck(FORGE if style != "cockatrice" else COCKATRICE, catalog=CATALOG)
    again = read_deck(deck.text(style, catalog=CATALOG), catalog=CATALOG)
    sections = [s if style != "dek" or s != "commander" else "sideboard" for s in deck["section"]]
    assert sorted(again["section"]) == sorted(sections)
    assert sorted(zip(again["card"], again["quantity"], strict=True)) == sorted(
        zip(deck["card"], deck["quantity"], strict=True)
    )
    assert again["problem"].tolist() == [""] * len(deck)


def test_names_with_signs_of_xml_are_written_safely() -> None:
    catalog = Catalog([card('Say "<&>"')])
    deck = read_deck('1 Say "<&>"', catalog=catalog)
    for style in ("dek", "cockatrice"):
        again = read_deck(deck.text(style, catalog=catalog), catalog=catalog)
        assert again["card"].tolist() == ['Say "<&>"']


def test_columns_of_a_table_can_be_named() -> None:
    text = "what,how many,where\nFireball,3,Side\n"
    columns = {"card": "what", "quantity": "how many", "section": "where"}
    with pytest.raises(BadDeckList, match="Its columns are: name, n"):
        read_deck("name,n\nFireball,3\n", columns={"quantity": "many"}, catalog=CATALOG)
    row = read_deck(text, columns=columns, catalog=CATALOG).iloc[0]
    assert (row["card"], row["quantity"], row["section"]) == ("Fireball", 3, "sideboard")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<?xml version='1.0'?>\n<Deck><Cards Name='Fire", "line 2"),
        ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><Deck/>", "entities"),
    ],
)
def test_damaged_lists(text: str, says: str) -> None:
    with pytest.raises(BadDeckList, match=says):
        read_deck(text, catalog=CATALOG)


def test_a_combined_back_face_is_no_card_of_a_deck() -> None:
    row = mm.read_deck("1 Brisela, Voice of Nightmares\n").iloc[0]
    assert pd.isna(row["card"])
    assert "Gisela, the Broken Blade and Bruna, the Fading Light" in row["problem"]
    named = "1 Bruna, the Fading Light // Brisela, Voice of Nightmares\n"
    assert mm.read_deck(named)["card"].tolist() == ["Bruna, the Fading Light"]


# --- what may be in a deck ----------------------------------------------------------------


def test_cards_of_other_colors_may_not_be_in_a_commander_deck() -> None:
    """903.5c, and 903.5d for what has a basic land type."""
    deck = mm.read_deck(
        "Commander\n1 Gisela, the Broken Blade\n\nDeck\n1 Fire // Ice\n1 Sol Ring\n2 Plains\n"
        "1 Forest\n1 Temple Garden\n1 Bruna, the Fading Light\n1 Nobody At All\n\n"
        "Sideboard\n1 Doom Blade\n"
    )
    made = deck.check("commander").set_index("card")
    assert list(made.index) == ["Fire // Ice", "Forest", "Temple Garden", "Nobody At All"]
    assert made["allowed"].tolist()[:3] == [False] * 3
    assert made["allowed"].isna().tolist()[3]
    fire, forest = made.loc["Fire // Ice"], made.loc["Forest"]
    assert (fire["color_identity"], fire["commander_identity"]) == ("UR", "W")
    assert "U, R" in fire["why"]
    assert "903.5c" in fire["rules"]
    assert "could produce G" in forest["why"]
    assert "903.5d" in forest["rules"]
    counted = deck.check(policies={"basic land types in color identity": "counted"})
    assert "903.5c" in counted.set_index("card").loc["Forest", "rules"]


def test_two_commanders_have_the_colors_of_both() -> None:
    deck = mm.read_deck(
        "Commander\n1 Gisela, the Broken Blade\n1 Graf Rats\nDeck\n1 Fire // Ice\n1 Chittering Host"
    )
    made = deck.check()
    # they cannot lead a deck together, which changes nothing in what is said of the others
    leaders = ["Gisela, the Broken Blade", "Graf Rats"]
    assert made["card"].tolist() == [*leaders, "Fire // Ice", "Chittering Host"]
    assert made["commander_identity"].unique().tolist() == ["WB"]


def leader(name: str, colors: str = "", kind: str = "Creature Human", **facts: Any) -> Card:
    first, *subtypes = kind.split()
    facts = {"supertypes": ("Legendary",), "types": (first,), "subtypes": tuple(subtypes), **facts}
    cost = ManaCost.parse(f"{{{colors}}}") if colors else None
    return Card(name, "normal", (Face(name, cost, paragraphs=0, **facts),))


LEADERS = Catalog(
    [
        leader("Ann", "W", keywords=("Partner", "Scry")),
        leader("Ben", "U", keywords=("Partner",)),
        leader("Cat", "B", keywords=("Partner", "Partner with")),
        leader("Dan", "R", keywords=("Partner", "Partner with")),
        leader("Eve", "G", keywords=("Partner\u2014Survivors",)),
        leader("Fay", "W", keywords=("Partner\u2014Survivors", "Partner")),
        leader("Gus", "U", keywords=("Friends forever",)),
        leader("Hal", "B", keywords=("Choose a background",)),
        leader("Ida", "R", keywords=("Choose a Background",)),
        leader("Past", "G", "Enchantment Background"),
        leader("Helper", "W", keywords=("Doctor\u2019s companion",)),
        leader("Healer", "U", "Creature Time Lord Doctor"),
        leader("Human Healer", "U", "Creature Human Time Lord Doctor"),
        leader("Lone", "B"),
        leader("Nobody Special", "R", supertypes=()),
    ]
)


@pytest.mark.parametrize(
    ("leaders", "wrong", "rule"),
    [
        ("Ann", "", ""),
        ("Lone", "", ""),
        ("Past", "Past", "702.124k"),
        ("Nobody Special", "Nobody Special", "903.3"),
        ("Ann, Ben", "", ""),
        ("Cat, Dan", "", ""),
        ("Eve, Fay", "", ""),
        ("Hal, Past", "", ""),
        ("Helper, Healer", "", ""),
        ("Healer, Helper", "", ""),
        ("Ann, Cat", "Ann Cat", "702.124f"),
        ("Ann, Fay", "Ann Fay", "702.124f"),
        ("Eve, Gus", "Eve Gus", "702.124f"),
        ("Hal, Ida", "Hal Ida", "702.124a"),
        ("Ann, Past", "Ann Past", "702.124a"),
        ("Helper, Human Healer", "Helper Human Healer", "702.124a"),
        ("Ann, Lone", "Ann Lone", "702.124a"),
        ("Lone, Lone", "Lone", "702.124a"),
        ("Ann, Nobody Special", "Ann Nobody Special", "903.3"),
        ("Ann, Ben, Fay", "Ann Ben Fay", "702.124g"),
    ],
)
def test_who_may_lead_a_deck(leaders: str, wrong: str, rule: str) -> None:
    text = "Commander\n" + leaders.replace(", ", "\n") + "\n\nDeck\n"
    made = read_deck(text, catalog=LEADERS).check(catalog=LEADERS)
    assert " ".join(made["card"]) == wrong
    assert made["allowed"].tolist() == [False] * len(made)
    assert all(rule in rules for rules in made["rules"][-1:])


def test_a_commander_that_is_no_card_is_told_and_leaves_the_identity_open() -> None:
    deck = read_deck("Commander\nAnn\nBenn\n\nAnn\nLone\n", catalog=LEADERS)
    made = deck.check(catalog=LEADERS).set_index("card")
    assert list(made.index) == ["Benn", "Ann", "Lone"]
    assert made["allowed"].isna().all()
    assert made["commander_identity"].isna().all()
    assert "Ben" in made.loc["Benn", "why"]
    assert "Ann and Benn is not known" in made.loc["Lone", "why"]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("Commander\nAnn\n\nBen\n\nCat\n", "commander main main"),
        ("Commander\n\nAnn\nBen\n\nCat\n", "commander commander main"),
        ("// COMMANDER\nAnn\n\n\nBen\nSIDEBOARD:\nCat\n\nDan\n",
         "commander main sideboard sideboard"),
        ("Commander (1)\nAnn\n\nCompanion\nBen\n\nCat\n", "commander companion main"),
        ("Deck\nBen\n\nCat\n\nCommander\nAnn\n", "main main commander"),
        ("Commander\nAnn\n\nMaybeboard\nCreatures (1)\nBen\n\nLands (1)\nCat\n",
         "commander maybeboard maybeboard"),
    ],
)  # fmt: skip
def test_an_empty_line_ends_commanders_and_companions(text: str, sections: str) -> None:
    assert " ".join(read_deck(text, catalog=LEADERS)["section"]) == sections


def test_the_rule_that_keeps_a_card_out_is_always_seen() -> None:
    """However many rows rest on it, and however many others a row rests on."""
    for cards in (["Graf Rats"], ["Graf Rats", "Fire // Ice", "Lightning Bolt"]):
        text = "Commander\n1 Urza, Lord Protector\n\n" + "\n".join(cards)
        made = mm.read_deck(text).check()
        assert made["rules"].str.startswith("903.5c").all()
        shown = to_text(made).splitlines()[2:]
        assert ["903.5c" in line for line in shown] == [True] * len(made)
        assert mm.to_html(made).count("903.5c") >= len(made)


@pytest.mark.parametrize("form", ["text", "csv", "json", "markdown", "latex", "html"])
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1 Gisela, the Broken Blade\n\nDeck\n1 Fire // Ice", "903.5c"),
        ("1 Gisela, the Broken Blade\n\nDeck\n1 Delver of Secrets", "903.5c"),
        ("1 Gisela, the Broken Blade\n\nDeck\n1 Forest", "903.5d"),
    ],
)
def test_the_rule_that_keeps_a_card_out_comes_first_in_every_form(
    text: str, rule: str, form: str
) -> None:
    """903.5c for its color identity, 903.5d for a basic land type; 903.4 is about the value."""
    given = f"Commander\n{text}"
    done = CliRunner().invoke(deck, ["-", "--check", "--format", form], input=given)
    seen = re.findall(r"\b(?:709|712|903)\.\d+\w?\b", re.sub(r'title="[^"]*"', "", done.output))
    assert len(seen) > 1
    assert seen[0] == rule
    means = {c.name: c.means for c in columns_of("deck check")}
    assert means["rules"] == "rules that say so, first the one that decides"


def test_a_deck_without_a_commander_cannot_be_checked() -> None:
    with pytest.raises(ImpossibleQuestion, match="no commander"):
        mm.read_deck("1 Sol Ring").check()
    with pytest.raises(UnknownName, match="brawl"):
        mm.read_deck("1 Sol Ring").check("brawl")


def test_the_identity_of_a_basic_land_says_how_published_lists_have_it() -> None:
    why = mm.explain("Forest", "color_identity")
    assert why.value == ""
    assert "published lists count them" in why.to_text()
    assert "basic land types in color identity" in why.to_text()


def test_a_combined_back_face_is_told_apart_from_a_name_that_no_card_has() -> None:
    deck = mm.read_deck(
        "Commander\n1 Gisela, the Broken Blade\n\n1 Chittering Host\n1 Nobody At All\n"
    )
    host, nobody = deck.check()["why"]
    assert "combined back face of Graf Rats and Midnight Scavengers, and no card (712.4)" in host
    assert "There is no card, half or face called 'Nobody At All'." in nobody


@pytest.mark.parametrize("text", ["Quantity;Kartenname\n2;Fireball\n", "count,title\n1,Fireball\n"])
def test_a_table_whose_column_of_cards_is_not_known_is_refused(text: str) -> None:
    title = text.split("\n")[0].replace(",", ";").split(";")[1]
    with pytest.raises(BadDeckList, match=f"line 1: no column is known to name.*{title}"):
        read_deck(text, catalog=CATALOG)
    row = read_deck(text, catalog=CATALOG, columns={"card": title}).iloc[0]
    assert (row["card"], row["quantity"]) == ("Fireball", int(text.split("\n")[1][0]))


# --- in a terminal ------------------------------------------------------------------------

PASTED = "Commander\n1 Gisela, the Broken Blade\n\nDeck\n2 Fire/Ice\n1 Sol Ring\n"


@pytest.mark.parametrize(
    ("pasted", "options", "code", "says"),
    [
        (PASTED, [], 0, ["main", "Fire/Ice", "Fire // Ice"]),
        (PASTED + "1 Sol Rign\n", [], 1, ["Did you mean: Sol Ring"]),
        (PASTED, ["--identity"], 0, ["Fire // Ice", "UR", "from the cost {1}{R}"]),
        (PASTED + "1 Sol Rign\n", ["--identity"], 1, ["line 7: ", "Did you mean: Sol Ring"]),
        (PASTED, ["--check"], 1, ["Fire // Ice", "903.5c"]),
        (PASTED.replace("2 Fire/Ice\n", ""), ["--check"], 0, []),
        (PASTED.replace("Deck\n", ""), ["--check"], 1, ["Fire // Ice", "903.5c"]),
        (PASTED.replace("2 Fire/Ice", "1 Sol Rign"), ["--check"], 1, ["Did you mean: Sol Ring"]),
        ("Commander\nGisela, the Broken Blade\nSol Rign\n", ["--check"], 1, ["Sol Rign"]),
        (
            "Commander\nGisela, the Broken Blade\nBrisela, Voice of Nightmares\n",
            ["--check"],
            1,
            ["combined back face"],
        ),
        (PASTED, ["--write", "mtgo"], 0, ["2 Fire/Ice\n1 Sol Ring\n"]),
        (
            "Menge;Karte\n3;Ice\n",
            ["--column", "card=Karte", "--column", "quantity=Menge"],
            0,
            ["3"],
        ),
        ("Sol Ring", [], 0, ["Sol Ring"]),
        (PASTED, ["--check", "--identity"], 2, ["choose one"]),
        (PASTED, ["--column", "Karte"], 2, ["--column"]),
        (PASTED, ["--column", "name=Karte"], 2, ["--column"]),
        ("1 Sol Ring\n", ["--check"], 2, ["the list names no commander [903.3, 903.4]"]),
        ("1 Ice\n", ["--check", "--commander", "Gisela, the Broken Blade"], 1, ["903.5c"]),
        ("1 Plains\n", ["--check", "--commander", "Gisela, the Broken Blade"], 0, []),
        ("1 Ice\n", ["--commander", "Gisella, the Broken Blade"], 1, ["Did you mean: Gisela"]),
        ("1 Ice\n", ["--write", "mtgo", "--commander", "Gisella"], 1, ["--commander: There is no"]),
        ("Commander\n1 Ice\n", ["--commander", "Gisela"], 2, ["names its commander itself"]),
        ("count,title\n1,Ice\n", [], 2, ["--column card="]),
    ],
)
def test_a_pasted_list_is_answered_in_a_terminal(
    pasted: str,
    options: list[str],
    code: int,
    says: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(pasted.encode())))
    with pytest.raises(SystemExit) as ended:
        main(["deck", "-", *options])
    said = "".join(capsys.readouterr())
    assert [part for part in says if part not in said] == []
    assert ended.value.code == code


GISELA = "Gisela, the Broken Blade"


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        (f"1 Fire // Ice\n1 {GISELA}", {"commander": 1, "main": 1}),
        ("1 Fire // Ice", {"commander": 1, "main": 1}),
        (f"2 {GISELA}", {"commander": 1, "main": 1}),
        (f"1 Fire // Ice\n\n1 {GISELA}", {"commander": 1, "main": 1}),
        (f"1 Fire // Ice\nMaybeboard\n1 {GISELA}", {"commander": 1, "main": 1, "maybeboard": 1}),
    ],
)
def test_a_commander_that_is_named_beside_the_list(text: str, quantities: dict[str, int]) -> None:
    read = read_deck(text, commander=GISELA)
    assert read.groupby("section")["quantity"].sum().to_dict() == quantities
    assert read.loc[0, ["section", "card"]].tolist() == ["commander", GISELA]
    assert pd.isna(read.loc[0, "line"]) == (GISELA not in text or "Maybeboard" in text)
    written = "\n".join(f"{n} {c}" for n, c in zip(read["quantity"], read["card"], strict=True))
    own = read_deck(f"Commander\n{written.replace(chr(10), chr(10) * 2 + 'Deck' + chr(10), 1)}")
    assert read.check().equals(own.check())


def test_commanders_that_are_named_are_checked_as_those_of_a_section() -> None:
    names = ["Gisela, the Broken Blade", "Bruna, the Fading Light"]
    section = read_deck("Commanders\n" + "".join(f"1 {n}\n" for n in names) + "\nDeck\n1 Fire/Ice")
    named = read_deck("1 Fire/Ice", commander=names)
    assert named.check().equals(section.check())
    wrong = read_deck("1 Fire/Ice", commander="Gisella, the Broken Blade")
    assert "Did you mean: Gisela, the Broken Blade?" in wrong.loc[0, "problem"]
    # a name that no card has is taken from the list as well
    assert read_deck("1 Gisella\n1 Ice", commander="Gisella")["section"].tolist() == [
        "commander",
        "main",
    ]


def test_a_list_that_has_commanders_takes_no_other() -> None:
    with pytest.raises(ImpossibleQuestion, match=f"names its commander itself: {GISELA}"):
        read_deck(f"Commander\n1 {GISELA}\n\nDeck\n1 Ice", commander="Bruna, the Fading Light")
    with pytest.raises(BadDeckList, match="Did you mean: Gisela"):
        read_deck("1 Ice", commander="Gisella, the Broken Blade", strict=True)
