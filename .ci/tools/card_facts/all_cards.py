"""The packed file of all cards, from a file of all card names and a list of newer cards."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from gzip import open as unzipped
from pathlib import Path

import msgspec

from mtgmeld.cards import PARTIAL, Card, Face
from mtgmeld.facts import About, pack
from mtgmeld.files import write_whole
from mtgmeld.mana import ManaCost
from mtgmeld.sources.catalogs import flavor_names
from mtgmeld.sources.printed import card_of, read_type_line
from mtgmeld.sources.read import Reading


def make_all_cards(atomic: Path, newer: Path | None, dates: Path | None, out: Path) -> About:
    """Write the packed file of all cards; return what it says of itself.

    Parameters
    ----------
    atomic : path
        A file of MTGJSON with every card name, plain or gzip.
    newer : path, optional
        A table of cards that are newer than it.
    dates : path, optional
        A file of Scryfall, whose printings that are no reprints say when a card was first there.
    out : path
        The file to write.
    """
    cards: dict[str, Card] = {}
    aliases: dict[str, str] = {}
    with Reading(atomic) as reading:
        for printed in reading.cards():
            made = card_of(printed)
            if made.name not in cards or printed.layout != "reversible_card":
                source = made.source if made.is_partial else reading.source.lower()
                cards[made.name] = msgspec.structs.replace(made, source=source)
            aliases.update((alias, made.name) for alias in flavor_names(printed))
    assert reading.report.is_whole, reading.report
    meta = _meta(atomic)
    source = f"MTGJSON {meta.get('version', '')}".strip()
    added = [c for c in _newer(newer) if c.name not in cards] if newer else []
    if added:
        last = max(c.released for c in added)
        source += f"; {len(added)} cards of sets to {last} by a list without their texts"
    cards.update((c.name, c) for c in added)
    first = _first(dates) if dates else {}
    for name, card in cards.items():
        if not card.released and name in first:
            released, code = first[name]
            cards[name] = msgspec.structs.replace(card, released=released, first_set=code)
    if first:
        dated = sum(bool(c.released) for c in cards.values())
        to = max(released for released, _ in first.values())
        source += f"; first dates of {dated:,} of them, those to {to} by Scryfall"
    about = About("bundled cards", str(meta.get("date", "")), source, len(cards))
    write_whole(out, pack(cards.values(), about, aliases.items()))
    return about


def _first(path: Path) -> dict[str, tuple[str, str]]:
    """Return the date and the set of each printing of a file that is no reprint, by its card."""
    with (unzipped if path.suffix == ".gz" else open)(path, "rb") as file:
        printings = [p for p in json.load(file) if not p["reprint"]]
    return {p["name"]: (p["released_at"], p["set"].upper()) for p in printings}


def _meta(path: Path) -> dict[str, str]:
    with (unzipped if path.suffix == ".gz" else open)(path, "rb") as file:
        found = json.load(file).get("meta", {})
    return found if isinstance(found, dict) else {}


def _newer(path: Path) -> Iterator[Card]:
    """Yield the cards of a table: costs, type lines and numbers are known, texts are not."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            power, _, toughness = row["front_pt"].partition("/")
            front = _face(row["front"], row["front_cost"], row["front_type"], power, toughness)
            second = _face(row["second"], row["second_cost"], row["second_type"])
            yield Card(
                row["card"], row["layout"], (front, second), row["released"], row["set"],
                source=PARTIAL,
            )  # fmt: skip


def _face(name: str, cost: str, line: str, power: str = "", toughness: str = "") -> Face:
    words = read_type_line(line)
    return Face(
        name,
        ManaCost.parse(cost) if cost else None,
        supertypes=words.supertypes,
        types=words.types,
        subtypes=words.subtypes,
        power=power or None,
        toughness=toughness or None,
    )
