"""The tables of facts: their columns, and reading them with every check."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from mtgmeld.cards import PARTIAL, Card, Face, MeldPair
from mtgmeld.errors import BadDataFile, BadManaCost
from mtgmeld.mana import COLORS, ManaCost, order, symbol

__all__ = ["CARD_COLUMNS", "LAYOUTS", "PAIR_COLUMNS", "read_cards", "read_pairs"]

CARD_COLUMNS = (
    "card",
    "layout",
    "part",
    "face",
    "mana_cost",
    "supertypes",
    "types",
    "subtypes",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "color_indicator",
    "defined_colors",
    "keywords",
    "text_symbols",
    "produced_mana",
    "first_set",
    "released",
    "playtest",
    "source",
)
PAIR_COLUMNS = ("rule", "since", "bearer", "counterpart", "result")
LAYOUTS = frozenset(
    {
        "adventure",
        "battle",
        "flip",
        "meld",
        "meld_result",
        "modal_dfc",
        "normal",
        "prepare",
        "split",
        "token",
        "transform",
    }
)


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines, strict=True)
            try:
                _check_header(path, tuple(reader.fieldnames or ()), columns)
                for row in reader:
                    if None in row:
                        raise BadDataFile(
                            path, f"more than {len(columns)} fields", line=reader.line_num
                        )
                    for column in columns:
                        if row[column] is None:
                            raise BadDataFile(
                                path, "the field is missing", line=reader.line_num, column=column
                            )
                    yield reader.line_num, row
            except csv.Error as error:
                raise BadDataFile(path, f"not a CSV file: {error}", line=reader.line_num) from None
    except UnicodeDecodeError as error:
        raise BadDataFile(path, f"not UTF-8 text at byte {error.start}") from None
    except OSError as error:
        raise BadDataFile(path, f"cannot be read: {error.strerror or error}") from None


def _check_header(path: Path, have: tuple[str, ...], columns: tuple[str, ...]) -> None:
    if have == columns:
        return
    for column in columns:
        if column not in have:
            raise BadDataFile(path, "the column is missing", line=1, column=column)
    for column in have:
        if column not in columns:
            raise BadDataFile(path, "there is no such column", line=1, column=column)
    first = next(c for c, wanted in zip(have, (*columns, ""), strict=False) if c != wanted)
    raise BadDataFile(path, "the column is out of order", line=1, column=first)


_PAIR_RULE = re.compile(r"712\.5[a-z]")
_SHARED_BY_PARTS = ("layout", "first_set", "released", "playtest")
_TWO_PARTS = frozenset({"split", "transform", "modal_dfc", "flip", "adventure", "prepare"})


def read_cards(path: Path) -> dict[str, Card]:
    """Read the card facts, one row a face or half.

    Raises
    ------
    BadDataFile
        With file, line and column.
    """
    gathered: dict[str, list[tuple[int, dict[str, str], Face]]] = {}
    for line, row in _rows(path, CARD_COLUMNS):
        face = _face(path, line, row)
        rows = gathered.setdefault(row["card"], [])
        if row["part"] != str(len(rows)):
            raise BadDataFile(
                path,
                f"{row['card']!r} has part {row['part']!r} where {len(rows)} was expected",
                line=line,
                column="part",
            )
        for column in _SHARED_BY_PARTS if rows else ():
            if rows[0][1][column] != row[column]:
                raise BadDataFile(
                    path, "it differs from the first part's", line=line, column=column
                )
        rows.append((line, row, face))
    if not gathered:
        raise BadDataFile(path, "it has no cards")
    return {name: _card(path, name, rows) for name, rows in gathered.items()}


def _card(path: Path, name: str, rows: list[tuple[int, dict[str, str], Face]]) -> Card:
    line, first, _ = rows[0]
    faces = tuple(f for _, _, f in rows)
    if name != " // ".join(f.name for f in faces):
        raise BadDataFile(
            path, f"{name!r} is not its parts' names joined", line=line, column="card"
        )
    if (first["layout"] in _TWO_PARTS) != (len(faces) > 1):
        why = "lacks its second part" if len(faces) == 1 else "has more than one part"
        raise BadDataFile(path, f"{name!r} {why}", line=line, column="part")
    sources = {row["source"] for _, row, _ in rows}
    return Card(
        name,
        first["layout"],
        faces,
        first["released"],
        first["first_set"],
        first["playtest"] == "yes",
        PARTIAL if PARTIAL in sources else first["source"],
    )


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _face(path: Path, line: int, row: dict[str, str]) -> Face:
    def wrong(column: str, why: str) -> BadDataFile:
        return BadDataFile(path, why, line=line, column=column)

    def listed(column: str) -> tuple[str, ...]:
        return tuple(filter(None, row[column].split("|")))

    def colors(column: str, letters: str = COLORS) -> str:
        value = row[column]
        if any(c not in letters for c in value) or len(set(value)) != len(value):
            raise wrong(column, f"{value!r} are not letters of {letters}")
        return value

    needed = ["card", "face", "source"]
    if row["source"] != PARTIAL:
        needed.append("types")
    for column in needed:
        if not row[column].strip():
            raise wrong(column, "it is empty")
    if row["layout"] not in LAYOUTS:
        raise wrong("layout", f"{row['layout']!r} is no known layout")
    if row["playtest"] not in ("yes", "no"):
        raise wrong("playtest", "yes or no was expected")
    try:
        cost = ManaCost.parse(row["mana_cost"]) if row["mana_cost"] else None
    except BadManaCost as error:
        raise wrong("mana_cost", str(error)) from None
    if cost is not None and "Land" in listed("types"):
        raise wrong("mana_cost", "a land has none")
    if row["released"] and not _is_date(row["released"]):
        raise wrong("released", f"{row['released']!r} is no date such as 2016-07-22")
    for column in ("power", "toughness"):
        if ("Creature" in listed("types")) and not row[column]:
            raise wrong(column, "a creature has one")
    for text in listed("text_symbols"):
        if symbol(text) is None:
            raise wrong("text_symbols", f"{text!r} is no mana symbol")
    defined = None
    if row["defined_colors"]:
        defined = "" if row["defined_colors"] == "none" else order(colors("defined_colors"))
    return Face(
        name=row["face"],
        mana_cost=cost,
        color_indicator=order(colors("color_indicator")),
        defined_colors=defined,
        supertypes=listed("supertypes"),
        types=listed("types"),
        subtypes=listed("subtypes"),
        power=row["power"] or None,
        toughness=row["toughness"] or None,
        loyalty=row["loyalty"] or None,
        defense=row["defense"] or None,
        keywords=listed("keywords"),
        text_symbols=listed("text_symbols"),
        produced_mana=colors("produced_mana", COLORS + "C"),
    )


def read_pairs(path: Path, cards: dict[str, Card]) -> tuple[MeldPair, ...]:
    """Read the table of meld pairs (712.5).

    Raises
    ------
    BadDataFile
        With file, line and column.
    """
    pairs = []
    taken: set[str] = set()
    for line, row in _rows(path, PAIR_COLUMNS):
        if not _PAIR_RULE.fullmatch(row["rule"]):
            raise BadDataFile(
                path, f"{row['rule']!r} is no letter of 712.5", line=line, column="rule"
            )
        if not _is_date(row["since"]):
            raise BadDataFile(
                path, f"{row['since']!r} is no date such as 2016-07-22", line=line, column="since"
            )
        found = []
        for column, layout in (
            ("bearer", "meld"),
            ("counterpart", "meld"),
            ("result", "meld_result"),
        ):
            card = cards.get(row[column])
            if card is None or card.layout != layout:
                raise BadDataFile(
                    path,
                    f"{row[column]!r} is no {layout} card of the facts",
                    line=line,
                    column=column,
                )
            if card.name in taken:
                raise BadDataFile(
                    path, f"{card.name!r} stands in another place too", line=line, column=column
                )
            taken.add(card.name)
            found.append(card)
        pairs.append(MeldPair(row["rule"], row["since"], *found))
    return tuple(pairs)
