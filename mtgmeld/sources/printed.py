"""A card as its file prints it, whichever file that is, and the same card for the rules.

Every reader turns its objects into :class:`Printed`; :func:`card_of` is the only way from
there to a :class:`~mtgmeld.cards.Card`.  Of a rules text only its mana symbols, the colors that
an ability defines, two keywords of split cards and how many paragraphs there are is kept; the
text itself is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from mtgmeld.cards import PARTIAL, Card, Face
from mtgmeld.errors import BadManaCost
from mtgmeld.layouts import OF_FILES
from mtgmeld.layouts import layout as meaning
from mtgmeld.mana import COLOR_WORDS, COLORS, MANA_TYPES, ManaCost, colors_of, order, symbol

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
_NAMES = {word: letter for letter, word in COLOR_WORDS.items()}
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


def paragraphs(text: str, keywords: Iterable[str]) -> tuple[int, int]:
    """Return how many paragraphs a text has, and how many are more than keyword abilities.

    Reminder text does not count.  A line of keyword abilities is a list of them, each with what
    belongs to it, such as a cost; it ends without a full stop unless a cost in words stands there.
    """
    lines = [x.strip() for x in without_reminders(text).split("\n") if x.strip()]
    known = tuple(k.casefold() for k in keywords)
    return len(lines), sum(1 for x in lines if not known or not _is_list_of(x.casefold(), known))


def _is_list_of(line: str, keywords: tuple[str, ...]) -> bool:
    head, dash, _ = line.partition("\u2014")
    if " " in head[-1:] or (line.endswith(".") and not dash):
        return False
    parts = [head] if dash else re.split(r"[,;] ", line)
    return all(p.startswith(keywords) for p in parts)


def own_keywords(keywords: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the keywords that stand in a face's own text; files list those of the card."""
    words = without_reminders(text).casefold()
    return tuple(k for k in keywords if k.casefold() in words)


def own_mana(letters: str, text: str) -> str:
    """Return the mana types that a face's own text adds; files list those of the card."""
    said = " ".join(_ADDS.findall(text)) if letters else ""
    free = _ANY.search(said) is not None
    return "".join(c for c in MANA_TYPES if c in letters and ("{" + c + "}" in said or free))


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


MELD_RESULT = "meld_result"
MELD_ROLE = "part or result of a meld pair not given"
# Spell types of what stands on a face beside the card itself (715.2, 720.2).
_ON_ONE_FACE = frozenset(("Adventure", "Omen"))


class NoCardError(ValueError):
    """An object of a card file that is no card."""


class Sizes(msgspec.Struct, gc=False):
    """What is printed in the corners of a face, in any file."""

    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None


Text = str | None
sizes_of: Callable[[Any], tuple[Text, Text, Text, Text]] = attrgetter(*Sizes.__struct_fields__)


class PrintedFace(msgspec.Struct, gc=False):
    """One face or half as its file prints it.

    ``mana_cost`` and ``text`` are None where the file does not say, and empty where it says
    that there is none.  ``colors`` and ``value`` are what the file publishes.
    """

    name: str
    mana_cost: str | None
    type_line: TypeLine
    text: str | None
    indicator: str = ""
    colors: str | None = None
    value: float | None = None
    layout: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[str, ...] = ()
    produced: str = ""
    flavor_name: str | None = None
    signed: str | msgspec.UnsetType | None = msgspec.UNSET

    def facts(self) -> TextFacts:
        """Return what the rules need from its text."""
        return read_text(self.text, self.name) if self.text else TextFacts()

    def signature(self) -> str | None:
        """Return what of its text colors and color identity rest on; None without a text."""
        if self.signed is msgspec.UNSET:
            self.signed = signature(self.text, self.name) if self.text else self.text
        return self.signed


class Printed(msgspec.Struct, gc=False):
    """A card as its file prints it.

    Attributes
    ----------
    name, layout : str
        As in the file; the layout ``meld_result`` marks a combined back face.
    faces : tuple of PrintedFace
    value, colors, identity : float, str, str or None
        What the file publishes for the whole card.
    inner : str
        Layout of the card that both sides of a reversible card show.
    parts, result : tuple of str, str
        Of a meld pair: the names of its two cards and of their combined back face, as far as
        the file says them.
    flags : tuple of str
        What was odd about it.
    has_front : bool
        Whether the file has its front face or first half.
    """

    name: str
    layout: str
    faces: tuple[PrintedFace, ...]
    value: float | None = None
    colors: str | None = None
    identity: str | None = None
    id: str | None = None
    oracle_id: str | None = None
    set: str | None = None
    released: str | None = None
    inner: str = ""
    parts: tuple[str, ...] = ()
    result: str = ""
    flags: tuple[str, ...] = ()
    playtest: bool = False
    has_front: bool = True

    @property
    def published(self) -> tuple[float | None, str | None, str | None]:
        """Mana value, colors and color identity as the file has them."""
        return self.value, self.colors, self.identity

    @property
    def rules_layout(self) -> str:
        """The layout that decides which faces count."""
        layout = self.inner or self.layout
        return OF_FILES.get(layout, layout)

    @property
    def is_known(self) -> bool:
        """Whether the rules say which faces of this layout count."""
        layout = self.rules_layout
        if layout == MELD_RESULT:
            return True
        if layout not in OF_FILES.values() or layout in ("reversible_card", "front_card"):
            return False
        return len(self.faces) > 1 if meaning(layout).parts > 1 else True


def letters(colors: tuple[str, ...] | None) -> str | None:
    """Return color letters as one string in the order WUBRG; None where none are given.

    Raises
    ------
    NoCardError
        If there is another letter.
    """
    return None if colors is None else _letters(colors)


@lru_cache(maxsize=4096)
def _letters(colors: tuple[str, ...]) -> str:
    if not all(c in COLORS and c for c in colors):
        raise NoCardError(f"{', '.join(colors)[:60]!r} are not colors")
    return order("".join(colors))


@lru_cache(maxsize=16384)
def _cost(text: str) -> ManaCost | None:
    try:
        return ManaCost.parse(text)
    except BadManaCost:
        return None


def cost_of(text: str | None) -> ManaCost | None:
    """Return the mana cost of a face; None where there is none or it cannot be read."""
    return _cost(text) if text and len(text) < 2_000 else None


def unread(text: str | None) -> bool:
    """Whether a cost is unknown: not given, or not to be read."""
    return text is None or (text != "" and cost_of(text) is None)


def layout_of(given: str | None, several: bool) -> tuple[str, tuple[str, ...]]:
    """Return the layout of a card of one face or several, and what is odd about it."""
    if given:
        return given, ()
    return "no layout" if several else "normal", ("no layout given",)


def unreversed(card: Printed) -> Printed:
    """Return the card that is printed on both sides of a reversible card.

    A file may give the faces of both sides or those of one; the card's own name tells which.
    Where it does not say how the faces of a side belong together, their subtypes do.
    """
    names = [f.name for f in card.faces]
    if len(names) < 2 or names[: len(names) // 2] != names[len(names) // 2 :]:
        names = card.name.split(" // ")
    half, odd = divmod(len(names), 2)
    faces = card.faces[:half]
    if odd or names[:half] != names[half:] or [f.name for f in faces] != names[:half]:
        return card
    inner = faces[0].layout
    if inner in (None, "", "reversible_card"):
        second = faces[-1].type_line.subtypes
        inner = "normal" if half == 1 else "adventure" if _ON_ONE_FACE & {*second} else ""
    return msgspec.structs.replace(
        card,
        name=" // ".join(names[:half]),
        faces=faces,
        inner=inner or "",
        value=card.value if card.value is not None else faces[0].value,
        colors=card.colors if card.colors is not None else faces[0].colors,
    )


def card_of(card: Printed) -> Card:
    """Return the card for the rules.

    Where a cost or a text is unknown the card's source says ``partial``.
    """
    partial = any(unread(f.mana_cost) or f.text is None for f in card.faces)
    name = " // ".join(f.name for f in card.faces) if len(card.faces) > 1 else card.faces[0].name
    return Card(
        name,
        card.rules_layout,
        tuple(_face(f) for f in card.faces),
        card.released or "",
        card.set or "",
        card.playtest,
        PARTIAL if partial else "file",
    )


def _face(face: PrintedFace) -> Face:
    facts = face.facts()
    line = face.type_line
    keywords = tuple(dict.fromkeys((*face.keywords, *facts.keywords)))
    lines = (None, None) if face.text is None else paragraphs(face.text, keywords)
    return Face(
        face.name,
        cost_of(face.mana_cost),
        face.indicator,
        facts.defined_colors,
        line.supertypes,
        line.types,
        line.subtypes,
        *sizes_of(face),
        keywords,
        facts.symbols,
        face.produced,
        paragraphs=lines[0],
        spelled_out=lines[1],
    )
