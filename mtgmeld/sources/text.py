"""What the rules need from a card's rules text and type line.

Of a text only its mana symbols, the colors that an ability defines, and two keywords of
split cards are kept; the text itself is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from mtgmeld.mana import COLORS, colors_of, order, symbol

__all__ = [
    "LAND",
    "NO_TYPES",
    "TextFacts",
    "TypeLine",
    "own_keywords",
    "own_mana",
    "read_text",
    "read_type_line",
    "signature",
    "split_keywords",
    "without_reminders",
]

_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOL = re.compile(r"\{([^{}\s]{1,20})\}")
_DEVOID = re.compile(r"(?:^|[,;] ?)devoid\s*(?=$|[,;])", re.I | re.M)
_DEFINES = re.compile(r"^(?P<who>[^.\n]{1,80}?) is (?P<what>all colors|[a-z, ]{3,40})\.\s*$", re.M)
_ITSELF = re.compile(
    r"this (?:card|spell|permanent|creature|artifact|enchantment|land|planeswalker|token)", re.I
)
_ADDS = re.compile(r"\badd\b[^.]*", re.I)
_ANY = re.compile(r"any (?:one )?(?:color|type|combination)")
_COLOR_WORD = re.compile(r" is (?:all|colorl|white|blue|black|red|green)")
_SPLIT_KEYWORD = re.compile(r"^(fuse|aftermath)\b", re.I | re.M)
_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
SUPERTYPES = frozenset(
    ("Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"),
)
_KINDS = frozenset(("Token", "Card", "Emblem"))
_TWO_WORDS = ("Time Lord",)
NO_TYPES, LAND = "no types", "Land"
_COUNTED = frozenset(("Forest", "Island", "Mountain", "Plains", "Room", "Swamp"))
_ONE_SUBTYPE = frozenset(("Plane", "Phenomenon", "Dungeon"))


class TextFacts(msgspec.Struct, frozen=True, gc=False):
    """What a rules text says that the rules of color need.

    Attributes
    ----------
    symbols : tuple of str
        Mana symbols, reminder text apart, each as often as it stands (903.4, 903.4c).
    defined_colors : str or None
        What a characteristic-defining ability says of the colors (604.3): None where none
        does, empty for colorless (702.114a).
    keywords : tuple of str
        ``Fuse`` and ``Aftermath``, where they stand.
    """

    symbols: tuple[str, ...] = ()
    defined_colors: str | None = None
    keywords: tuple[str, ...] = ()


class TypeLine(msgspec.Struct, frozen=True, gc=False):
    """The words of a type line, each in its group (205).

    Attributes
    ----------
    counted : str
        What of it mana value, colors and color identity can depend on.
    """

    text: str
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    counted: str = ""


def without_reminders(text: str) -> str:
    """Return a rules text without what stands in parentheses, which is reminder text."""
    while True:
        shorter = _REMINDER.sub("", text)
        if shorter == text:
            return text
        text = shorter


@lru_cache(maxsize=16384)
def _colors(symbols: tuple[str, ...]) -> str:
    return colors_of(symbols)


def signature(text: str, name: str) -> str:
    """Return what of a text the colors and the color identity of a card of one face rest on.

    It is one short text, the same for texts alike: the colors of the symbols, then the colors
    that an ability defines.  :func:`read_text` gives the facts themselves.
    """
    symbols = "{" in text
    defines = "evoid" in text or (" is " in text and _COLOR_WORD.search(text) is not None)
    if not (symbols or defines):
        return ""
    plain = without_reminders(text) if "(" in text else text
    found = _colors(tuple(_SYMBOL.findall(plain))) if symbols else ""
    defined = _defined(plain, name) if defines else None
    return found if defined is None else f"{found}={defined}"


def read_text(text: str, name: str) -> TextFacts:
    """Return what a rules text says that the rules of color need.

    Parameters
    ----------
    text : str
        The rules text of one face, in English.
    name : str
        The name of the face, by which it may speak of itself.
    """
    plain = without_reminders(text) if "(" in text else text
    symbols: tuple[str, ...] = ()
    if "{" in plain:
        made = (symbol(s) for s in _SYMBOL.findall(plain))
        symbols = tuple(s.text for s in made if s is not None)
    return TextFacts(symbols, _defined(plain, name), split_keywords(text))


def own_keywords(keywords: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the keywords that stand in a face's own text; files list those of the card."""
    words = without_reminders(text).casefold()
    return tuple(k for k in keywords if k.casefold() in words)


def own_mana(letters: str, text: str) -> str:
    """Return the mana types that a face's own text adds; files list those of the card."""
    said = " ".join(_ADDS.findall(text)) if letters else ""
    free = _ANY.search(said) is not None
    return "".join(c for c in "WUBRGC" if c in letters and ("{" + c + "}" in said or free))


def split_keywords(text: str) -> tuple[str, ...]:
    """Return which of ``Fuse`` and ``Aftermath`` a rules text has."""
    return tuple(dict.fromkeys(k.capitalize() for k in _SPLIT_KEYWORD.findall(text)))


def _defined(plain: str, name: str) -> str | None:
    if ("Devoid" in plain or "devoid" in plain) and _DEVOID.search(plain):
        return ""
    if " is " not in plain:
        return None
    for found in _DEFINES.finditer(plain):
        who = found["who"]
        if who != name and who != name.partition(",")[0] and not _ITSELF.fullmatch(who):
            continue
        colors = _color_words(found["what"])
        if colors is not None:
            return colors
    return None


def _color_words(words: str) -> str | None:
    """Return the colors that words name, or None where they name something else."""
    if words == "all colors":
        return COLORS
    if words == "colorless":
        return ""
    parts = [p for p in re.split(r", and |, | and ", words) if p]
    if not all(p in _NAMES for p in parts):
        return None
    return order(_NAMES[p] for p in parts)


@lru_cache(maxsize=16384)
def read_type_line(line: str) -> TypeLine:
    """Return the words of one face's type line.

    ``Token`` and ``Card`` before a type are no types; a planar type may have several words.
    """
    left, dash, right = line.partition("\u2014")
    if not dash:
        left, dash, right = line.partition(" - ")
    given = left.split()
    words = [w for w in given if w not in _KINDS] or given
    supertypes = tuple(w for w in words if w in SUPERTYPES)
    types = tuple(w for w in words if w not in SUPERTYPES)
    subtypes = _subtypes(right.strip(), types)
    counted = "|".join(s for s in subtypes if s in _COUNTED)
    if not types:
        counted = NO_TYPES
    elif "Land" in types:
        counted = f"{LAND}|{counted}"
    return TypeLine(line, supertypes, types, subtypes, counted)


def _subtypes(text: str, types: tuple[str, ...]) -> tuple[str, ...]:
    if not text:
        return ()
    if any(t in _ONE_SUBTYPE for t in types):
        return (text,)
    for pair in _TWO_WORDS:
        text = text.replace(pair, pair.replace(" ", "\u00a0"))
    return tuple(w.replace("\u00a0", " ") for w in text.split(" ") if w)
