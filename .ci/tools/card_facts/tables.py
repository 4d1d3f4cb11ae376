"""Making the bundled facts anew from a card file: the same tables, with what is new in it."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from mtgmeld.cards import PARTIAL
from mtgmeld.catalog import bundled
from mtgmeld.errors import BadDataFile
from mtgmeld.facts import CARD_COLUMNS, FACE_COLUMNS, PAIR_COLUMNS, read_facts, read_pairs, row_of
from mtgmeld.files import data_folder, make_folder, write_whole
from mtgmeld.sources.printed import MELD_RESULT, Printed, card_of
from mtgmeld.sources.read import Melds, PairRow, Reading, Report

Row = dict[str, str]

# what a file states plainly; the rest of a row that is there already was chosen by hand
STATED = tuple(c for c in FACE_COLUMNS if c not in ("keywords", "produced_mana"))


class Change(msgspec.Struct, frozen=True):
    """A fact that the file has otherwise than the bundle."""

    face: str
    column: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.face}, {self.column}: {self.old or 'nothing'} is now {self.new or 'nothing'}"


class Built(msgspec.Struct):
    """What making the facts anew gave.

    Attributes
    ----------
    report : Report
        Of the card file.
    cards : int
        Cards in the new table.
    new : list of str
        Cards that the bundle has not.
    changed : list of Change
    absent : list of str
        Cards of the bundle that are not in the file; their rows stay as they are.
    pairs : list of PairRow
        Meld pairs that the pair table has not; they are in the new one, under the next letter
        of 712.5, which is to be checked.
    refused : dict of str to str
        Cards, or pairs, that could not be taken over, and why.
    """

    report: Report
    cards: int = 0
    new: list[str] = []
    changed: list[Change] = []
    absent: list[str] = []
    pairs: list[PairRow] = []
    refused: dict[str, str] = {}

    def to_text(self) -> str:
        """Return this as lines of text."""
        out = [
            f"{self.cards:,} cards: {len(self.new):,} new, "
            f"{len({c.face for c in self.changed}):,} faces changed, "
            f"{len(self.absent):,} not in the file"
        ]
        out += [f"new: {name}" for name in self.new]
        out += [f"changed: {change}" for change in self.changed]
        for pair in self.pairs:
            cards = " + ".join(pair.cards)
            out.append(f"new meld pair, check its letter: {cards} = {pair.result}")
        out += [f"refused: {name}: {why}" for name, why in self.refused.items()]
        return "\n".join(out)


def build_facts(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    strict: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Built:
    """Write ``cards.csv`` and ``meld_pairs.csv`` anew from a card file.

    Cards of the bundle are brought up to date in what the file states plainly; every split
    card (Rooms too), meld card and combined back face that is new comes in.  The new tables
    are read back with every check before they take the place of what stands in `out`.

    Parameters
    ----------
    path : path-like
        A card file as for :func:`~mtgmeld.sources.read.load`.
    out : path-like
        The folder to write to; it is made if need be.
    strict : bool
        Whether the first damaged object ends the reading with an error.
    progress : callable, optional
        Gets the number of bytes of the file that each step has used up.

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.
    NotWritten
        If the tables cannot be written.
    """
    held = _bundled_cards()
    with Reading(path, strict=strict, progress=progress) as reading:
        found, melds = _wanted(reading.cards(), held)
        built = Built(reading.report)
    source = reading.source.lower()
    known = bundled()
    pairs = Melds(melds, known)
    for card in found.values():
        if card.layout == MELD_RESULT:
            card.flags = ()
    tables = dict(held)
    for name, card in found.items():
        _take(tables, name, card, source, built)
    built.absent = sorted(name for name in held if name not in found)
    built.cards = len(tables)
    rows = [row for name in sorted(tables, key=str.casefold) for row in tables[name]]
    cards_text = _text(CARD_COLUMNS, rows)
    pairs_text = _text(PAIR_COLUMNS, _pair_rows(pairs, tables, built))
    _write(Path(out), cards_text, pairs_text)
    return built


def _bundled_cards() -> dict[str, list[Row]]:
    tables: dict[str, list[Row]] = {}
    for row in _rows_of(data_folder() / "cards.csv"):
        tables.setdefault(row["card"], []).append(row)
    return tables


def _rows_of(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def _wanted(
    cards: Iterable[Printed], table: dict[str, list[Row]]
) -> tuple[dict[str, Printed], list[Printed]]:
    """Return the first printing of each card that belongs into the facts, and the meld cards."""
    found: dict[str, Printed] = {}
    melds: list[Printed] = []
    for card in cards:
        name = " // ".join(f.name for f in card.faces)
        if card.layout in ("meld", MELD_RESULT):
            melds.append(card)
        elif card.rules_layout != "split" and name not in table:
            continue
        held = found.get(name)
        if held is None or (card.released or "9") < (held.released or "9"):
            found[name] = card
    return found, melds


def _take(
    tables: dict[str, list[Row]], name: str, card: Printed, source: str, built: Built
) -> None:
    """Take a card over into the tables, if it passes every check."""
    new = _card_rows(card, source)
    old = tables.get(name)
    changes: list[Change] = []
    if old is not None:
        new, changes = _refreshed(old, new)
    why = _fault(new)
    if why:
        built.refused[name] = why
        return
    tables[name] = new
    built.changed += changes
    if old is None:
        built.new.append(name)


def _refreshed(old: list[Row], new: list[Row]) -> tuple[list[Row], list[Change]]:
    """Return rows of the bundle with what the file states, and what changed."""
    changes = [
        Change(was["face"], column, was[column], now[column])
        for was, now in zip(old, new, strict=True)
        for column in STATED
        if was[column] != now[column]
    ]
    if any(row["source"] == PARTIAL for row in old):
        return new, changes
    pairs = zip(old, new, strict=True)
    return [was | {column: now[column] for column in STATED} for was, now in pairs], changes


def _card_rows(card: Printed, source: str) -> list[Row]:
    made = card_of(card)
    rows = []
    for part, (printed, face) in enumerate(zip(card.faces, made.faces, strict=True)):
        of_face = row_of(face) | {"keywords": "|".join(sorted(face.keywords))}
        rows.append(
            {
                "card": made.name,
                "layout": card.rules_layout,
                "part": str(part),
                "face": face.name,
                **of_face,
                "mana_cost": of_face["mana_cost"] or printed.mana_cost or "",
                "first_set": (card.set or "").upper(),
                "released": card.released or "",
                "playtest": "yes" if card.playtest else "no",
                "source": source,
            }
        )
    return rows


def _fault(rows: list[Row]) -> str:
    """Return why rows are no facts, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.csv"
        path.write_text(_text(CARD_COLUMNS, rows), encoding="utf-8", newline="")
        try:
            read_facts(path)
        except BadDataFile as error:
            place = f"{error.column}: " if error.column else ""
            return f"{place}{error.why}"
    return ""


def _pair_rows(melds: Melds, tables: dict[str, list[Row]], built: Built) -> Iterator[Row]:
    """Yield the rows of the pair table, and those of new pairs behind them."""
    last = "712.5`"
    for row in _rows_of(data_folder() / "meld_pairs.csv"):
        last = row["rule"]
        yield row
    for pair in melds.pairs:
        if pair.is_known:
            continue
        lacking = [n for n in (*pair.cards, pair.result) if n not in tables]
        since = max((tables[n][0]["released"] for n in pair.cards if n in tables), default="")
        if lacking or not since:
            why = f"{lacking[0]} is not in the file" if lacking else "the file has no date"
            built.refused[f"pair of {pair.result}"] = why
            continue
        last = last[:-1] + chr(ord(last[-1]) + 1)
        built.pairs.append(pair)
        names = dict(zip(("bearer", "counterpart"), pair.cards, strict=True))
        yield {"rule": last, "since": since, **names, "result": pair.result}


def _text(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _write(folder: Path, cards: str, pairs: str) -> None:
    """Write both tables once they have passed every check together."""
    with tempfile.TemporaryDirectory() as draft:
        for name, text in (("cards.csv", cards), ("meld_pairs.csv", pairs)):
            (Path(draft) / name).write_text(text, encoding="utf-8", newline="")
        read_pairs(Path(draft) / "meld_pairs.csv", read_facts(Path(draft) / "cards.csv"))
    make_folder(folder)
    write_whole(folder / "cards.csv", cards)
    write_whole(folder / "meld_pairs.csv", pairs)
