"""The bundled facts: the tables, read with every check, and the packed file of all cards."""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
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
    "paragraphs",
    "spelled_out",
    "first_set",
    "released",
    "playtest",
    "source",
)
PAIR_COLUMNS = ("rule", "since", "bearer", "counterpart", "result")


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


def read_facts(path: Path) -> dict[str, Card]:
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
    if (layout(first["layout"]).parts > 1) != (len(faces) > 1):
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
    counts = {c: whole_number(row[c]) for c in ("paragraphs", "spelled_out")}
    for column, number in counts.items():
        if row[column] and (number is None or not 0 <= number <= (counts["paragraphs"] or 0)):
            raise wrong(column, f"{row[column]!r} is no number of paragraphs")
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
        produced_mana=colors("produced_mana", MANA_TYPES),
        paragraphs=counts["paragraphs"],
        spelled_out=counts["spelled_out"],
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
        for column, word in (
            ("bearer", "meld"),
            ("counterpart", "meld"),
            ("result", "meld_result"),
        ):
            card = cards.get(row[column])
            if card is None or card.layout != word:
                raise BadDataFile(
                    path,
                    f"{row[column]!r} is no {word} card of the facts",
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


def _plain(value: Card | Face) -> dict[str, Any]:
    return {k: v for k, v in msgspec.structs.asdict(value).items() if k not in _MADE_UP}


def _row_of(kind: type[msgspec.Struct], **other: Any) -> Any:
    """Return the record of a row: the fields of a record one after the other, without names."""
    fields = [
        (f.name, other.get(f.name, f.type))
        for f in msgspec.structs.fields(kind)
        if f.name not in _MADE_UP
    ]
    return msgspec.defstruct(f"{kind.__name__}Row", fields, array_like=True, gc=False)


_FaceRow = _row_of(Face, mana_cost=str | None)
_CardRow = _row_of(Card, faces=GenericAlias(tuple, (_FaceRow, ...)))


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
        plain = _plain(card)
        plain["faces"] = tuple(_packed_face(f) for f in card.faces)
        rows.append(msgspec.Raw(encode(_CardRow(**plain))))
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
        tuple((p.rule, p.since, *_places(p, places)) for p in pairs),
        stamp,
    )
    return zlib.compress(encode(made), 9)


def _places(pair: MeldPair, places: Mapping[str, int]) -> tuple[int, int, int]:
    return places[pair.bearer.name], places[pair.counterpart.name], places[pair.result.name]


def _packed_face(face: Face) -> Any:
    plain = _plain(face)
    plain["mana_cost"] = None if face.mana_cost is None else str(face.mana_cost)
    return _FaceRow(**plain)


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
            faces = []
            for face in row.faces:
                plain = msgspec.structs.asdict(face)
                cost = plain["mana_cost"]
                plain["mana_cost"] = None if cost is None else ManaCost.parse(cost)
                faces.append(Face(**plain))
            made = {**msgspec.structs.asdict(row), "faces": tuple(faces)}
            found = self._made[place] = Card(**made)
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
