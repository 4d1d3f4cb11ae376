"""The catalog: the bundled card facts, the meld pairs, and look-up by any name."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from pathlib import Path

from mtgmeld.cards import PARTIAL, Card, Face, MeldPair
from mtgmeld.errors import BadDataFile, BadManaCost, ImpossibleQuestion, UnknownCard
from mtgmeld.files import data_folder
from mtgmeld.mana import COLORS, ManaCost, order, symbol
from mtgmeld.names import Names, Resolved

__all__ = ["Catalog", "load_catalog"]

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


class Catalog:
    """Cards and meld pairs, found by any of their names.

    Parameters
    ----------
    cards : iterable of Card
    pairs : iterable of MeldPair
    aliases : iterable of (str, Card)
        Other names (flavor names) for cards.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        pairs: Iterable[MeldPair] = (),
        aliases: Iterable[tuple[str, Card]] = (),
    ) -> None:
        self._cards = {c.name: c for c in cards}
        self._pairs = tuple(pairs)
        self._by_card = {c.name: p for p in self._pairs for c in (*p.cards, p.result)}
        # some card files name a meld card together with the face that it melds into
        melded = ((f"{c.name} // {p.result.name}", c) for p in self._pairs for c in p.cards)
        self.names = Names(self._cards.values(), (*aliases, *melded))

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards.values())

    def __contains__(self, name: object) -> bool:
        try:
            self.resolve(str(name))
        except LookupError:
            return False
        return True

    def __getitem__(self, name: str) -> Card:
        return self.resolve(name).card

    def __repr__(self) -> str:
        return f"<Catalog of {len(self)} cards, {len(self._pairs)} meld pairs>"

    def resolve(self, name: str) -> Resolved:
        """Return the card, and the half or face, that a name stands for.

        Parameters
        ----------
        name : str
            ``A // B``, ``A/B``, ``A`` or ``B``, in any case and spacing, with curly or straight
            apostrophes, with or without accents.

        Raises
        ------
        UnknownCard
            With near names.
        AmbiguousName
            If several cards have it.
        """
        return self.names.resolve(name)

    @property
    def meld_pairs(self) -> tuple[MeldPair, ...]:
        """The meld pairs, in the order of 712.5."""
        return self._pairs

    def meld_pair(self, name: str) -> MeldPair:
        """Return the pair that a card, its counterpart or their combined face belongs to (712.5).

        Raises
        ------
        UnknownCard
            If nothing has the name.
        ImpossibleQuestion
            If the card is no part of a pair.
        """
        card = self[name]
        pair = self._by_card.get(card.name)
        if pair is None:
            raise ImpossibleQuestion(f"{card.name} belongs to no meld pair", ("701.42b", "712.5"))
        return pair

    def pair_of(self, card: Card) -> MeldPair | None:
        """Return the pair of a card or combined face, or None."""
        return self._by_card.get(card.name)

    def result_of(self, one: Card, other: Card) -> Card | None:
        """Return the combined face of two cards, or None if they are no pair (701.42b)."""
        pair = self._by_card.get(one.name)
        if pair is None or {one.name, other.name} != {c.name for c in pair.cards}:
            return None
        return pair.result

    def search(self, text: str) -> tuple[Card, ...]:
        """Return the cards that pass a filter, by name.

        Each card is judged as it is in a hand (709.4, 712.8a), a combined back face as the
        melded permanent; ``is:card`` leaves combined back faces out.

        Parameters
        ----------
        text : str
            A filter such as ``t:creature mv<=3 -c:w``; see :mod:`mtgmeld.query`.

        Raises
        ------
        BadFilter
            With the position.
        """
        from mtgmeld.query import compile_filter, of_card

        matches = compile_filter(text).matches
        found = (c for c in self if matches(of_card(c, self.pair_of(c))))
        return tuple(sorted(found, key=lambda c: c.name))

    def kind(self, *kinds: str) -> tuple[Card, ...]:
        """Return the cards of any of the given kinds (see :attr:`Card.kind`), by name."""
        return tuple(sorted((c for c in self if c.kind in kinds), key=lambda c: c.name))


@cache
def load_catalog(folder: Path | None = None) -> Catalog:
    """Return the catalog of the bundled facts, or of another folder of the same form.

    Raises
    ------
    BadDataFile
        With file, line and column, if the facts are damaged.
    """
    where = folder or data_folder()
    cards = read_cards(where / "cards.csv")
    return Catalog(cards.values(), read_pairs(where / "meld_pairs.csv", cards))


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


def find(name: str | Card, catalog: Catalog | None = None) -> Resolved:
    """Return what a name stands for in a catalog, the bundled one by default."""
    if isinstance(name, Card):
        return Resolved(name, None, "name")
    if not isinstance(name, str):
        raise UnknownCard(repr(name), (), "Give a name or a Card.")
    return (catalog or load_catalog()).resolve(name)
