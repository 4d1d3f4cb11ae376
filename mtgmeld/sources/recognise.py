"""Telling card files apart by what they hold, and finding the arrays of cards in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from mtgmeld.errors import BadCardFile
from mtgmeld.sources.scan import Scanner

__all__ = ["MTGJSON", "SCRYFALL", "Found", "Stop", "recognise", "stops"]

SCRYFALL, MTGJSON = "Scryfall", "MTGJSON"
_HEAD = 1 << 16
_SIGNS = {
    SCRYFALL: re.compile(
        rb'"(?:cmc|mana_cost|type_line|oracle_text|oracle_id|color_identity|collector_number'
        rb'|card_faces|released_at)"\s*:'
    ),
    MTGJSON: re.compile(
        rb'"(?:manaValue|convertedManaCost|manaCost|colorIdentity|uuid|faceName|setCode'
        rb'|baseSetSize|subtypes|supertypes)"\s*:'
    ),
}
_LIST_PAGE = re.compile(rb'\s*\{\s*"(?:object"\s*:\s*"list"|data"\s*:\s*\[)')
_ERROR_PAGE = re.compile(rb'"object"\s*:\s*"error"')
_MAP = re.compile(rb'\s*\{\s*"(?:meta|data)"\s*:\s*\{|\s*\{\s*"[^"]*"\s*:\s*(?:\[\s*)?\{\s*"')
# keys of one set in an MTGJSON file; anything else beside them is the name of a card or a set
_SET_KEYS = frozenset(
    """
    baseSetSize block booster cards cardsphereSetId code codeV3 decks isFoilOnly isForeignOnly
    isNonFoilOnly isOnlineOnly isPaperOnly isPartialPreview keyruneCode languages mcmId
    mcmIdExtras mcmName mtgoCode name parentCode releaseDate sealedProduct tcgplayerGroupId
    tokenSetCode tokens totalSetSize translations type
    """.split()
)


class Found(msgspec.Struct, frozen=True):
    """What a card file is.

    Attributes
    ----------
    source : str
        ``Scryfall`` or ``MTGJSON``.
    shape : str
        ``array``, ``objects in a row``, ``list page`` or ``map``.
    """

    source: str
    shape: str


class Stop(msgspec.Struct, frozen=True):
    """A place of the cursor.

    ``cards`` at an array of cards, ``released`` after the date of a set, ``set`` before
    another set.
    """

    what: str
    value: str = ""


def recognise(scanner: Scanner) -> Found:
    """Return what a card file is, without moving the cursor.

    Raises
    ------
    BadCardFile
        If it is no card file.
    """
    first = scanner.peek()
    head = scanner.ahead(_HEAD)
    path = scanner.path
    if first == -1:
        raise BadCardFile(path, "it is empty.")
    if first not in b"[{":
        raise BadCardFile(path, "it is no JSON file of cards.", line=scanner.line)
    if first == 0x7B and _ERROR_PAGE.search(head, 0, 400):
        raise BadCardFile(path, "it holds an error message of a server instead of cards.")
    counts = {source: len(sign.findall(head)) for source, sign in _SIGNS.items()}
    source = max(counts, key=lambda s: counts[s])
    if first == 0x5B:
        return Found(source, "array")
    if source == SCRYFALL and _LIST_PAGE.match(head):
        return Found(source, "list page")
    if _MAP.match(head) and not (counts[SCRYFALL] and b'"object"' in head[:200]):
        return Found(source if any(counts.values()) else MTGJSON, "map")
    return Found(source, "objects in a row")


def stops(scanner: Scanner, found: Found) -> Iterator[Stop]:
    """Move the cursor to each array of cards in turn; the caller reads the array.

    The cursor stands inside the array, or before the first of several objects.
    """
    if found.shape == "array":
        scanner.take(0x5B)
        yield Stop("cards")
    elif found.shape == "objects in a row":
        yield Stop("cards")
    elif found.shape == "list page":
        for key in scanner.members():
            if key == "data" and scanner.take(0x5B):
                yield Stop("cards")
            elif not _passed(scanner):
                return
    else:
        yield from _inside(scanner, 0)


def _inside(scanner: Scanner, depth: int) -> Iterator[Stop]:
    """Walk an object of MTGJSON: cards by name, sets by code, or one set."""
    for key in scanner.members():
        following = scanner.peek()
        known = key in _SET_KEYS
        if following == 0x5B and (key in ("cards", "tokens") or not known):
            scanner.take(0x5B)
            yield Stop("cards", key)
        elif following == 0x7B and not known and key != "meta" and depth < 3:
            yield Stop("set")
            yield from _inside(scanner, depth + 1)
        elif key == "releaseDate" and following == 0x22:
            yield Stop("released", scanner.string() or "")
        elif not _passed(scanner):
            return
        if scanner.stopped:
            return


def _passed(scanner: Scanner) -> bool:
    """Move over a value; note it where the file ends inside."""
    if scanner.skip():
        return True
    scanner.stopped = scanner.why_ended("a value")
    return False
