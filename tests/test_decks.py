"""Deck lists in the spellings that sites and clients write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog
from mtgmeld.decks import DECK_COLUMNS, card_name, deck_text, read_deck
from mtgmeld.errors import BadDeckList, UnknownName


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
    with pytest.raises(UnknownName, match="cockatrice"):
        card_name(CARDS[0], "cockatrice")
    with pytest.raises(UnknownName, match="cockatrice"):
        deck_text(read_deck("", catalog=CATALOG), "cockatrice", catalog=CATALOG)


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
