"""Deck lists: names in the spellings that sites and clients write, resolved to cards."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.errors import AmbiguousName, BadDeckList, UnknownCard, UnknownName
from mtgmeld.frames import Column, frame
from mtgmeld.names import Resolved

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DECK_COLUMNS", "STYLES", "card_name", "deck_text", "read_deck"]

STYLES = ("canonical", "arena", "mtgo")
_LONGEST = 8 << 20
_LONGEST_LINE = 500

DECK_COLUMNS = (
    Column("line", "Int64", "line of the list, from 1"),
    Column("section", "string", "main, sideboard, commander, companion or maybeboard"),
    Column("quantity", "Int64", "how many"),
    Column("written", "string", "the name as the list has it"),
    Column("card", "string", "full name of the card; NA where no card has the name"),
    Column("named", "string", "what the list named: name, face or alias; NA where nothing"),
    Column("problem", "string", "why no card was found; empty where one was"),
)

_SECTIONS = {
    "deck": "main",
    "main": "main",
    "mainboard": "main",
    "main deck": "main",
    "maindeck": "main",
    "sideboard": "sideboard",
    "side": "sideboard",
    "commander": "commander",
    "commanders": "commander",
    "companion": "companion",
    "maybeboard": "maybeboard",
    "considering": "maybeboard",
}
_ORDER = ("commander", "companion", "main", "sideboard", "maybeboard")
_TITLES = {
    "main": "Deck",
    "sideboard": "Sideboard",
    "commander": "Commander",
    "companion": "Companion",
    "maybeboard": "Maybeboard",
}
_COUNT = re.compile(r"(?P<count>\d{1,4})\s*[xX]?\s+(?=\S)")
_HEADING = re.compile(r"[\[#/ ]*(?P<word>[A-Za-z ]+?)\s*(?:\(\d+\))?\s*[:\]]?\s*")
# what sites put behind a name: a set in parentheses or brackets, a number, marks of foils
_TAIL = re.compile(
    r"\s+(?:[(\[][A-Za-z0-9]{2,6}[)\]](?:\s+[\w\u2605-]{1,8})?|\*[A-Z]{1,3}\*|#\S+|\^.*\^)$"
)


class _Entry(msgspec.Struct, frozen=True):
    line: int
    section: str
    quantity: int
    written: str


def read_deck(
    deck: str | os.PathLike[str], *, catalog: Catalog | None = None, strict: bool = False
) -> pd.DataFrame:
    """Read a deck list, resolving each name to a card.

    A name may be written ``A // B``, ``A/B``, ``A / B``, ``A`` or ``B``, in any case, with or
    without accents, or be a flavor name; ``//`` that belongs to a name is part of it.

    Parameters
    ----------
    deck : str or path-like
        The list itself, or the path of its file.  A text of one line is a path if there is
        such a file.  Lines are ``4 Name``, ``4x Name`` or ``Name``, with a set, a number or a
        mark behind it or not; headings and ``SB:`` start sections; a line that begins with
        ``//`` or ``#`` is a comment.
    catalog : Catalog, optional
        Where names are looked up; the bundled facts by default.
        :func:`~mtgmeld.card_files.read_catalog` gives one of all cards of a card file.
    strict : bool
        Whether a name that no card has ends the reading with an error.

    Returns
    -------
    pandas.DataFrame
        One row a line with a name; see :data:`DECK_COLUMNS`.

    Raises
    ------
    BadDeckList
        If the file cannot be read; or, with `strict`, for the first name without a card,
        with its line.
    """
    path, text = _text_of(deck)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadDeckList(path, "it is no valid Unicode: there is half of a surrogate pair.")
    catalog = catalog or load_catalog()
    rows = []
    answers: dict[str, tuple[Resolved | None, str]] = {}
    for entry in _entries(text):
        if entry.written not in answers:
            answers[entry.written] = _resolve(entry.written, catalog)
        found, problem = answers[entry.written]
        if found is None and strict:
            raise BadDeckList(path, problem, line=entry.line)
        rows.append(
            {
                "line": entry.line,
                "section": entry.section,
                "quantity": entry.quantity,
                "written": entry.written,
                "card": found.card.name if found else None,
                "named": found.via if found else None,
                "problem": problem,
            }
        )
    return frame(DECK_COLUMNS, rows, {"deck": path})


def _text_of(deck: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the path of a list, or a word for none, and its text."""
    if isinstance(deck, str):
        if "\n" in deck or len(deck) > 4_000 or "\0" in deck or not Path(deck).is_file():
            return "deck list", deck
    path = Path(deck)
    try:
        if path.stat().st_size > _LONGEST:
            raise BadDeckList(path, "it is too long for a deck list.")
        return str(path), path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadDeckList(path, f"it cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise BadDeckList(path, "it is no UTF-8 text.") from None


def _entries(text: str) -> Iterator[_Entry]:
    section, blank_ends_main, seen = "main", True, False
    for number, raw in enumerate(text.splitlines(), 1):
        # no name is as long as that; the rest of the line says nothing more
        line = raw[:_LONGEST_LINE].strip().lstrip("\ufeff")
        if not line:
            if seen and section == "main" and blank_ends_main:
                section = "sideboard"
            continue
        heading = _heading(line)
        if heading is not None:
            section, blank_ends_main = heading, False
            continue
        if line.startswith(("//", "#")) or line.casefold() == "about" or _is_title(line):
            continue
        where = section
        if line[:3].casefold() == "sb:":
            where, line, blank_ends_main = "sideboard", line[3:].strip(), False
        count = _COUNT.match(line)
        name = line[count.end() :] if count else line
        seen = True
        yield _Entry(number, where, int(count["count"]) if count else 1, _bare(name))


def _heading(line: str) -> str | None:
    """Return the section that a line starts, or None."""
    found = _HEADING.fullmatch(line)
    return _SECTIONS.get(found["word"].casefold()) if found else None


def _is_title(line: str) -> bool:
    """Whether a line is the title that a client writes over a list."""
    return line.startswith("Name ")


def _bare(name: str) -> str:
    """Return a name without what sites put behind it."""
    while True:
        shorter = _TAIL.sub("", name)
        if shorter == name:
            return name.strip()
        name = shorter


def _resolve(name: str, catalog: Catalog) -> tuple[Resolved | None, str]:
    try:
        return catalog.resolve(name), ""
    except (UnknownCard, AmbiguousName) as error:
        return None, str(error)


def card_name(card: Card, style: str = "canonical") -> str:
    """Return a card's name as a style of deck list writes it.

    Parameters
    ----------
    card : Card
    style : str
        ``canonical``: all halves or faces, ``A // B``.  ``arena``: halves as ``A // B``, of
        other cards the front face.  ``mtgo``: halves as ``A/B``, of other cards the front
        face.

    Raises
    ------
    UnknownName
        For another style.
    """
    if style not in STYLES:
        raise UnknownName("style of deck list", style, STYLES)
    if style == "canonical" or len(card.faces) == 1:
        return card.name
    if not card.is_split:
        return card.front.name
    return (" // " if style == "arena" else "/").join(f.name for f in card.faces)


def deck_text(
    deck: pd.DataFrame, style: str = "canonical", *, catalog: Catalog | None = None
) -> str:
    """Return a deck list as text, ready for a client.

    Parameters
    ----------
    deck : pandas.DataFrame
        As from :func:`read_deck`.  A name without a card is written as it was.
    style : str
        See :func:`card_name`.  ``mtgo`` marks the sideboard by an empty line, the others
        write headings.
    catalog : Catalog, optional
        The catalog that the names were looked up in.

    Raises
    ------
    UnknownName
        For an unknown style.
    UnknownCard
        If a card of the frame is not in the catalog.
    """
    if style not in STYLES:
        raise UnknownName("style of deck list", style, STYLES)
    catalog = catalog or load_catalog()
    counts: dict[str, dict[str, int]] = {}
    wanted = deck[["section", "quantity", "written", "card"]]
    for section, number, written, card in wanted.itertuples(index=False, name=None):
        name = card_name(catalog[card], style) if isinstance(card, str) else str(written)
        names = counts.setdefault(str(section), {})
        names[name] = names.get(name, 0) + int(number)
    blocks = []
    for section in sorted(counts, key=_ORDER.index):
        if style == "mtgo" and section == "maybeboard":
            continue
        lines = [f"{number} {name}" for name, number in counts[section].items()]
        if style != "mtgo":
            lines.insert(0, _TITLES[section])
        blocks.append((section, "\n".join(lines)))
    if style == "mtgo":
        main = "\n".join(text for section, text in blocks if section != "sideboard")
        side = "".join("\n\n" + text for section, text in blocks if section == "sideboard")
        return main + side + "\n"
    return "\n\n".join(text for _, text in blocks) + "\n"
