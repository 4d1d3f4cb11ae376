"""The bundled facts: the tables, read with every check, and the packed file of all cards."""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from types import GenericAlias
from typing import Any

import msgspec

from mtgmeld.cards import PARTIAL, Card, Face, MeldPair
from mtgmeld.errors import BadDataFile, BadManaCost
from mtgmeld.layouts import LAYOUTS, layout
from mtgmeld.mana import COLORS, MANA_TYPES, ManaCost, order, symbol, whole_number
from mtgmeld.names import joined

# what a row has of a face, by the names of its fields
FACE_COLUMNS = tuple(
    "mana_cost supertypes types subtypes power toughness loyalty defense color_indicator "
    "defined_colors keywords text_symbols produced_mana paragraphs spelled_out".split()
)
_LISTS = frozenset(f.name for f in msgspec.structs.fields(Face) if f.type == tuple[str, ...])
_SHARED_BY_PARTS = ("first_set", "released", "playtest")
CARD_COLUMNS = ("card", "layout", "part", "face", *FACE_COLUMNS, *_SHARED_BY_PARTS, "source")
PAIR_COLUMNS = ("rule", "since", "bearer", "counterpart", "result")
_PAIR_RULE = re.compile(r"712\.5[a-z]")


class _Row(dict[str, str]):
    """A row of a table, with its place."""

    def __init__(self, path: Path, line: int, cells: Iterable[tuple[str, str]]) -> None:
        super().__init__(cells)
        self.path, self.line = path, line

    def wrong(self, column: str | None, why: str) -> BadDataFile:
        """Return the error about a cell, or about the row."""
        return BadDataFile(self.path, why, line=self.line, column=column)

    def listed(self, column: str) -> tuple[str, ...]:
        """Return what a cell lists."""
        return tuple(filter(None, self[column].split("|")))

    def colors(self, column: str, letters: str = COLORS) -> str:
        """Return letters, of which a cell has each once at most."""
        value = self[column]
        if any(c not in letters for c in value) or len(set(value)) != len(value):
            raise self.wrong(column, f"{value!r} are not letters of {letters}")
        return value

    def check_date(self, column: str) -> None:
        """Refuse what is no date, written in full."""
        try:
            right = date.fromisoformat(self[column]).isoformat() == self[column]
        except ValueError:
            right = False
        if not right:
            raise self.wrong(column, f"{self[column]!r} is no date such as 2016-07-22")


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[_Row]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.reader(lines, strict=True)
            try:
                _check_header(path, tuple(next(reader, ())), columns)
                for cells in filter(None, reader):
                    row = _Row(path, reader.line_num, zip(columns, cells, strict=False))
                    if len(cells) > len(columns):
                        raise row.wrong(None, f"more than {len(columns)} fields")
                    if len(cells) < len(columns):
                        raise row.wrong(columns[len(cells)], "the field is missing")
                    yield row
            except csv.Error as error:
                raise BadDataFile(path, f"not a CSV file: {error}", line=reader.line_num) from None
    except UnicodeDecodeError as error:
        raise BadDataFile(path, f"not UTF-8 text at byte {error.start}") from None
    except OSError as error:
        raise BadDataFile(path, f"cannot be read: {error.strerror or error}") from None


def _check_header(path: Path, have: tuple[str, ...], columns: tuple[str, ...]) -> None:
    if have == columns:
        return
    if lacking := [c for c in columns if c not in have]:
        raise BadDataFile(path, "the column is missing", line=1, column=lacking[0])
    if unknown := [c for c in have if c not in columns]:
        raise BadDataFile(path, "there is no such column", line=1, column=unknown[0])
    first = next(c for c, wanted in zip(have, (*columns, ""), strict=False) if c != wanted)
    raise BadDataFile(path, "the column is out of order", line=1, column=first)


def read_facts(path: Path) -> dict[str, Card]:
    """Read the card facts, one row a face or half.

    Raises
    ------
    BadDataFile
        With file, line and column.
    """
    gathered: dict[str, list[tuple[_Row, Face]]] = {}
    for row in _rows(path, CARD_COLUMNS):
        face = _face(row)
        rows = gathered.setdefault(row["card"], [])
        if row["part"] != str(len(rows)):
            why = f"{row['card']!r} has part {row['part']!r} where {len(rows)} was expected"
            raise row.wrong("part", why)
        for column in ("layout", *_SHARED_BY_PARTS) if rows else ():
            if rows[0][0][column] != row[column]:
                raise row.wrong(column, "it differs from the first part's")
        rows.append((row, face))
    if not gathered:
        raise BadDataFile(path, "it has no cards")
    return {name: _card(name, rows) for name, rows in gathered.items()}


def _card(name: str, rows: list[tuple[_Row, Face]]) -> Card:
    first, _ = rows[0]
    faces = tuple(face for _, face in rows)
    if name != " // ".join(f.name for f in faces):
        raise first.wrong("card", f"{name!r} is not its parts' names joined")
    if (layout(first["layout"]).parts > 1) != (len(faces) > 1):
        why = "lacks its second part" if len(faces) == 1 else "has more than one part"
        raise first.wrong("part", f"{name!r} {why}")
    return Card(
        name,
        first["layout"],
        faces,
        first["released"],
        first["first_set"],
        first["playtest"] == "yes",
        PARTIAL if any(row["source"] == PARTIAL for row, _ in rows) else first["source"],
    )


def _face(row: _Row) -> Face:
    needed = ["card", "face", "source"]
    if row["source"] != PARTIAL:
        needed.append("types")
    for column in needed:
        if not row[column].strip():
            raise row.wrong(column, "it is empty")
    if row["layout"] not in LAYOUTS:
        raise row.wrong("layout", f"{row['layout']!r} is no known layout")
    if row["playtest"] not in ("yes", "no"):
        raise row.wrong("playtest", "yes or no was expected")
    try:
        cost = ManaCost.parse(row["mana_cost"]) if row["mana_cost"] else None
    except BadManaCost as error:
        raise row.wrong("mana_cost", str(error)) from None
    made: dict[str, Any] = {
        c: row.listed(c) if c in _LISTS else row[c] or None for c in FACE_COLUMNS
    }
    if cost is not None and "Land" in made["types"]:
        raise row.wrong("mana_cost", "a land has none")
    if row["released"]:
        row.check_date("released")
    for column in ("power", "toughness"):
        if "Creature" in made["types"] and not row[column]:
            raise row.wrong(column, "a creature has one")
    for text in made["text_symbols"]:
        if symbol(text) is None:
            raise row.wrong("text_symbols", f"{text!r} is no mana symbol")
    counts = {c: whole_number(row[c]) for c in ("paragraphs", "spelled_out")}
    for column, number in counts.items():
        if row[column] and (number is None or not 0 <= number <= (counts["paragraphs"] or 0)):
            raise row.wrong(column, f"{row[column]!r} is no number of paragraphs")
    defined = row["defined_colors"] or None
    if defined is not None:
        defined = "" if defined == "none" else order(row.colors("defined_colors"))
    made |= {"name": row["face"], "mana_cost": cost, "defined_colors": defined, **counts}
    made["color_indicator"] = order(row.colors("color_indicator"))
    made["produced_mana"] = row.colors("produced_mana", MANA_TYPES)
    return Face(**made)


def row_of(face: Face) -> dict[str, str]:
    """Return what a row of the table has of a face, as :func:`read_facts` reads it."""
    values = {column: getattr(face, column) for column in FACE_COLUMNS}
    values |= {column: "|".join(values[column]) for column in _LISTS}
    if face.defined_colors == "":
        values["defined_colors"] = "none"
    return {column: "" if value is None else str(value) for column, value in values.items()}


def read_pairs(path: Path, cards: dict[str, Card]) -> tuple[MeldPair, ...]:
    """Read the table of meld pairs (712.5).

    Raises
    ------
    BadDataFile
        With file, line and column.
    """
    pairs = []
    taken: set[str] = set()
    for row in _rows(path, PAIR_COLUMNS):
        if not _PAIR_RULE.fullmatch(row["rule"]):
            raise row.wrong("rule", f"{row['rule']!r} is no letter of 712.5")
        row.check_date("since")
        found = []
        for column in ("bearer", "counterpart", "result"):
            word = "meld_result" if column == "result" else "meld"
            card = cards.get(row[column])
            if card is None or card.layout != word:
                raise row.wrong(column, f"{row[column]!r} is no {word} card of the facts")
            if card.name in taken:
                raise row.wrong(column, f"{card.name!r} stands in another place too")
            taken.add(card.name)
            found.append(card)
        pairs.append(MeldPair(row["rule"], row["since"], *found))
    return tuple(pairs)


# --- all cards, packed ------------------------------------------------------------------------


class About(msgspec.Struct, frozen=True, array_like=True):
    """Where the facts of a catalog come from.

    Attributes
    ----------
    what : str
        What they are.
    date : str
        The date up to which they are known; empty where it is not known.
    source : str
    cards : int
    """

    what: str
    date: str = ""
    source: str = ""
    cards: int = 0

    def __str__(self) -> str:
        when = f" of {self.date}" if self.date else ""
        return f"{self.what}{when} ({self.cards:,} cards)"


_MADE_UP = ("says", "trio")  # what only the cards have that a situation makes up


def _row_kind(kind: type[msgspec.Struct], **other: Any) -> Any:
    """Return the record of a row: the fields of a record one after the other, without names."""
    fields = [
        (f.name, other.get(f.name, f.type))
        for f in msgspec.structs.fields(kind)
        if f.name not in _MADE_UP
    ]
    return msgspec.defstruct(f"{kind.__name__}Row", fields, array_like=True, gc=False)


_FaceRow = _row_kind(Face, mana_cost=str | None)
_CardRow = _row_kind(Card, faces=GenericAlias(tuple, (_FaceRow, ...)))


def _made(kind: Any, one: Any, **other: Any) -> Any:
    """Return a record as a row, or a row as a record, with other values for some fields."""
    values = msgspec.structs.asdict(one) | other
    for name in _MADE_UP:
        values.pop(name, None)
    return kind(**values)


class _Content(msgspec.Struct, array_like=True):
    about: About
    cards: list[msgspec.Raw]
    names: dict[str, tuple[int, ...]]
    layouts: dict[str, tuple[int, ...]]
    aliases: dict[str, tuple[tuple[str, int], ...]]
    pairs: tuple[tuple[str, str, int, int, int], ...] = ()
    stamp: str = ""


def pack(
    cards: Iterable[Card],
    about: About,
    aliases: Iterable[tuple[str, str]] = (),
    pairs: Iterable[MeldPair] = (),
    stamp: str = "",
) -> bytes:
    """Return cards as one packed file, which :class:`Packed` reads.

    Parameters
    ----------
    cards : iterable of Card
    about : About
        What the file is to say of itself; the cards are counted here.
    aliases : iterable of (str, str), optional
        Other names, each with the name of its card.
    pairs : iterable of MeldPair, optional
    stamp : str
        What the file was made from, for a reader that wants to know whether it is still so.
    """
    encode = msgspec.msgpack.encode
    rows: list[msgspec.Raw] = []
    names: dict[str, list[int]] = {}
    layouts: dict[str, list[int]] = {}
    places: dict[str, int] = {}
    for place, card in enumerate(sorted(cards, key=lambda c: c.name)):
        faces = tuple(
            _made(_FaceRow, f, mana_cost=None if f.mana_cost is None else str(f.mana_cost))
            for f in card.faces
        )
        rows.append(msgspec.Raw(encode(_made(_CardRow, card, faces=faces))))
        places[card.name] = place
        for key in dict.fromkeys(joined(n) for n in (card.name, *(f.name for f in card.faces))):
            names.setdefault(key, []).append(place)
        layouts.setdefault(card.layout, []).append(place)
    others: dict[str, list[tuple[str, int]]] = {}
    for alias, name in aliases:
        others.setdefault(joined(alias), []).append((alias, places[name]))
    made = _Content(
        msgspec.structs.replace(about, cards=len(rows)),
        rows,
        {key: tuple(where) for key, where in names.items()},
        {layout: tuple(where) for layout, where in layouts.items()},
        {key: tuple(found) for key, found in others.items()},
        tuple(
            (
                p.rule,
                p.since,
                places[p.bearer.name],
                places[p.counterpart.name],
                places[p.result.name],
            )
            for p in pairs
        ),
        stamp,
    )
    return zlib.compress(encode(made), 9)


class Packed:
    """The file of all cards: a card is made when it is asked for.

    Attributes
    ----------
    about : About
    aliases : dict of str to tuple of (str, int)
        Normal form of another name, to that name and the places of the cards that have it.
    stamp : str
        What it was made from.

    Raises
    ------
    BadDataFile
        If there is no such file, or it is damaged.
    """

    def __init__(self, path: Path) -> None:
        try:
            content = msgspec.msgpack.decode(zlib.decompress(path.read_bytes()), type=_Content)
        except OSError as error:
            raise BadDataFile(path, f"cannot be read: {error.strerror or error}") from None
        except (zlib.error, msgspec.MsgspecError, UnicodeError) as error:
            raise BadDataFile(path, f"is damaged: {error}") from None
        self._path = path
        self.about, self.aliases, self.stamp = content.about, content.aliases, content.stamp
        self._rows, self._names, self._layouts = content.cards, content.names, content.layouts
        self._pairs = content.pairs
        self._made: dict[int, Card] = {}
        self._decode = msgspec.msgpack.Decoder(_CardRow).decode

    def __reduce__(self) -> tuple[type[Packed], tuple[Path]]:
        return Packed, (self._path,)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Card]:
        return map(self.card, range(len(self._rows)))

    def card(self, place: int) -> Card:
        """Return the card at a place."""
        found = self._made.get(place)
        if found is None:
            row = self._decode(self._rows[place])
            faces = tuple(
                _made(
                    Face, f, mana_cost=None if f.mana_cost is None else ManaCost.parse(f.mana_cost)
                )
                for f in row.faces
            )
            found = self._made[place] = _made(Card, row, faces=faces)
        return found

    def pairs(self) -> tuple[MeldPair, ...]:
        """Return the meld pairs."""
        return tuple(MeldPair(r, s, *map(self.card, names)) for r, s, *names in self._pairs)

    def every(self) -> Iterable[str]:
        """Return the normal forms of all names of cards, halves and faces."""
        return self._names

    def at(self, key: str) -> list[Card]:
        """Return the cards that have a name, given in its normal form."""
        return [self.card(place) for place in self._names.get(key, ())]

    def of_layout(self, layouts: Iterable[str]) -> list[Card]:
        """Return the cards of layouts."""
        return [self.card(place) for name in layouts for place in self._layouts.get(name, ())]
