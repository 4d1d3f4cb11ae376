"""Damaged facts are refused with file, line and column."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadDataFile
from mtgmeld.facts import CARD_COLUMNS, PAIR_COLUMNS, read_facts, read_pairs
from mtgmeld.files import data_folder


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def put(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerows(rows)
    return path


@pytest.fixture
def small(tmp_path: Path) -> list[list[str]]:
    """Header, one card with one face (line 2), one with two (lines 3 and 4), a land (line 5)."""
    rows = rows_of(data_folder() / "cards.csv")
    keep = {"Graf Rats": 0, "Fire // Ice": 1, "Hanweir Battlements": 2}
    found = [r for r in rows[1:] if r[0] in keep]
    return [rows[0], *sorted(found, key=lambda r: (keep[r[0]], r[2]))]


def refused(path: Path, read: Callable[[Path], object] = read_facts) -> BadDataFile:
    with pytest.raises(BadDataFile) as caught:
        read(path)
    error = caught.value
    assert error.path == str(path)
    assert str(path) in str(error)
    if error.line is not None:
        assert f"line {error.line}" in str(error)
    if error.column is not None:
        assert error.column in str(error)
    return error


def at(column: str) -> int:
    return CARD_COLUMNS.index(column)


def test_the_small_file_is_sound(tmp_path: Path, small: list[list[str]]) -> None:
    cards = read_facts(put(tmp_path / "cards.csv", small))
    assert list(cards) == ["Graf Rats", "Fire // Ice", "Hanweir Battlements"]
    assert cards["Fire // Ice"] == load_catalog()["Fire // Ice"]


@pytest.mark.parametrize(
    ("line", "column", "value"),
    [
        (2, "card", ""),
        (2, "card", "Other Name"),
        (2, "layout", "splitt"),
        (2, "layout", ""),
        (2, "part", "1"),
        (2, "part", "first"),
        (4, "part", "0"),
        (4, "part", "2"),
        (3, "layout", "normal"),
        (2, "face", " "),
        (2, "mana_cost", "{1}{Q}"),
        (2, "mana_cost", "1B"),
        (5, "mana_cost", "{2}"),
        (2, "types", ""),
        (2, "power", ""),
        (2, "toughness", ""),
        (2, "color_indicator", "BX"),
        (2, "color_indicator", "BB"),
        (2, "color_indicator", "black"),
        (2, "defined_colors", "all"),
        (2, "text_symbols", "3|T"),
        (2, "text_symbols", "{3}"),
        (2, "produced_mana", "any"),
        (2, "released", "22.07.2016"),
        (2, "released", "2016-02-30"),
        (2, "released", "20160722"),
        (4, "released", "2001-06-05"),
        (4, "first_set", "INV"),
        (4, "playtest", "yes"),
        (2, "playtest", "maybe"),
        (2, "source", ""),
    ],
)
def test_a_damaged_field_is_named_with_line_and_column(
    tmp_path: Path, small: list[list[str]], line: int, column: str, value: str
) -> None:
    small[line - 1][at(column)] = value
    error = refused(put(tmp_path / "cards.csv", small))
    assert error.column == column
    # the parts of a card are compared where the second one stands
    assert error.line == (4 if (line, column) == (3, "layout") else line)


def test_a_missing_second_half(tmp_path: Path, small: list[list[str]]) -> None:
    del small[3]
    error = refused(put(tmp_path / "cards.csv", small))
    assert error.line == 3


def test_a_second_part_of_a_card_with_one_face(tmp_path: Path, small: list[list[str]]) -> None:
    for line in (3, 4):
        small[line - 1][at("layout")] = "normal"
    error = refused(put(tmp_path / "cards.csv", small))
    assert (error.line, error.column) == (3, "part")


def test_parts_whose_names_do_not_make_the_card(tmp_path: Path, small: list[list[str]]) -> None:
    small[3][at("face")] = "Snow"
    error = refused(put(tmp_path / "cards.csv", small))
    assert (error.line, error.column) == (3, "card")


def test_a_card_twice(tmp_path: Path, small: list[list[str]]) -> None:
    small.append(list(small[1]))
    error = refused(put(tmp_path / "cards.csv", small))
    assert (error.line, error.column) == (6, "part")


@pytest.mark.parametrize("columns", [CARD_COLUMNS, PAIR_COLUMNS])
def test_damaged_headers(tmp_path: Path, columns: tuple[str, ...]) -> None:
    def read(path: Path) -> object:
        return read_facts(path) if columns is CARD_COLUMNS else read_pairs(path, {})

    path = tmp_path / "table.csv"
    for column in columns:
        error = refused(put(path, [[c for c in columns if c != column]]), read)
        assert (error.line, error.column) == (1, column)
    error = refused(put(path, [[*columns, "rarity"]]), read)
    assert (error.line, error.column) == (1, "rarity")
    error = refused(put(path, [[columns[1], columns[0], *columns[2:]]]), read)
    assert (error.line, error.column) == (1, columns[1])
    error = refused(put(path, [[*columns, columns[0]]]), read)
    assert error.line == 1
    error = refused(put(path, [[]]), read)
    assert error.line == 1


def test_rows_with_too_few_and_too_many_fields(tmp_path: Path, small: list[list[str]]) -> None:
    path = tmp_path / "cards.csv"
    short = [*small[:2], small[2][:-1], *small[3:]]
    error = refused(put(path, short))
    assert (error.line, error.column) == (3, "source")
    long = [*small[:2], [*small[2], "more"], *small[3:]]
    assert refused(put(path, long)).line == 3


def test_files_that_are_no_tables(tmp_path: Path, small: list[list[str]]) -> None:
    path = tmp_path / "cards.csv"
    assert "cannot be read" in str(refused(path))
    assert "cannot be read" in str(refused(tmp_path))
    put(path, small)
    whole = path.read_bytes()
    path.write_bytes(b"")
    refused(path)
    path.write_bytes(whole.split(b"\n")[0] + b"\n")
    assert "no cards" in str(refused(path))
    path.write_bytes(whole + b'"Graf Bats,normal')
    assert refused(path).line is not None
    path.write_bytes(whole + b"\xff\xfe\n")
    assert "not UTF-8" in str(refused(path))
    path.write_bytes(whole[: len(whole) // 2])
    refused(path)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(
    tmp_path: Path, small: list[list[str]]
) -> None:
    path = put(tmp_path / "cards.csv", small)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert len(read_facts(path)) == 3


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("rule", "712.5"),
        ("rule", "701.42b"),
        ("since", "2016"),
        ("since", ""),
        ("bearer", "Graf Bats"),
        ("bearer", "Grizzly Bears"),
        ("bearer", "Chittering Host"),
        ("bearer", "Hanweir Garrison"),
        ("counterpart", "Graf Rats"),
        ("result", "Midnight Scavengers"),
        ("result", "Brisela"),
        ("result", ""),
    ],
)
def test_damaged_pairs(tmp_path: Path, column: str, value: str) -> None:
    cards = {c.name: c for c in load_catalog()}
    rows = rows_of(data_folder() / "meld_pairs.csv")
    assert len(read_pairs(put(tmp_path / "pairs.csv", rows), cards)) == 7
    rows[1][PAIR_COLUMNS.index(column)] = value
    error = refused(put(tmp_path / "pairs.csv", rows), lambda path: read_pairs(path, cards))
    if value != "Hanweir Garrison":
        assert (error.line, error.column) == (2, column)
    else:
        assert (error.line, error.column) == (3, "counterpart")


def test_a_folder_of_the_same_form(tmp_path: Path, small: list[list[str]]) -> None:
    with pytest.raises(BadDataFile):
        load_catalog(tmp_path)
    put(tmp_path / "cards.csv", small)
    own = load_catalog(tmp_path)
    assert len(own) == 3
    assert own.meld_pairs == ()
