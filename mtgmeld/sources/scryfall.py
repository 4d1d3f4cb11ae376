"""Scryfall's card objects: the fields that are needed, typed, and the way to a printed card."""

from __future__ import annotations

import msgspec

from mtgmeld.sources.printed import (
    MELD_RESULT,
    MELD_ROLE,
    NoCardError,
    Printed,
    PrintedFace,
    letters,
    unreversed,
)
from mtgmeld.sources.text import own_keywords, own_mana, read_type_line

__all__ = ["Lean", "LeanFace", "Part", "Whole", "WholeFace", "is_card", "printed"]

Letters = tuple[str, ...]


class Part(msgspec.Struct, gc=False):
    """A related card."""

    component: str | None = None
    name: str | None = None


class LeanFace(msgspec.Struct, gc=False):
    """One face of a card: what derivation and comparison need."""

    name: str = ""
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    color_indicator: Letters | None = None
    colors: Letters | None = None
    cmc: float | None = None
    layout: str | None = None


class Lean(msgspec.Struct, gc=False):
    """A card: what derivation and comparison need."""

    name: str = ""
    layout: str | None = None
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    cmc: float | None = None
    colors: Letters | None = None
    color_identity: Letters | None = None
    color_indicator: Letters | None = None
    id: str | None = None
    set: str | None = None
    released_at: str | None = None
    all_parts: msgspec.Raw = msgspec.Raw(b"null")  # looked into for meld cards only
    card_faces: tuple[LeanFace, ...] | None = None


class WholeFace(LeanFace, gc=False):
    """One face of a card with all that the rules look at."""

    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    oracle_id: str | None = None
    flavor_name: str | None = None
    printed_name: str | None = None


class Whole(Lean, gc=False):
    """A card with all that the rules look at."""

    card_faces: tuple[WholeFace, ...] | None = None
    oracle_id: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    keywords: tuple[str, ...] | None = None
    produced_mana: tuple[str, ...] | None = None
    flavor_name: str | None = None
    printed_name: str | None = None
    set_type: str | None = None
    border_color: str | None = None


def is_card(card: Lean) -> bool:
    """Whether an object is a card of its own, not a face of one or a mention of one."""
    return bool(card.layout) and card.color_identity is not None


def printed(card: Lean) -> Printed:
    """Return a card object as a printed card.

    Raises
    ------
    NoCardError
        If it has no name, or letters that are no colors.
    """
    layout = card.layout or ""
    faces = card.card_faces or ()
    if not card.name.strip():
        raise NoCardError("it has no name")
    flags: tuple[str, ...] = ()
    if not layout:
        layout = "normal" if not faces else "no layout"
        flags = ("no layout given",)
    whole = card if isinstance(card, Whole) else None
    made = tuple(_face(f, layout, whole) for f in faces) if faces else (_only_face(card, whole),)
    if any(not f.name for f in made):
        raise NoCardError("a face has no name")
    colors = _letters(card.colors)
    if colors is None and faces:
        colors = made[0].colors
    result = Printed(
        card.name,
        layout,
        made,
        card.cmc,
        colors,
        _letters(card.color_identity),
        card.id,
        whole.oracle_id if whole is not None else None,
        card.set,
        card.released_at,
        flags=flags,
        playtest=whole is not None and _playtest(whole),
    )
    if layout == "reversible_card":
        return unreversed(result)
    return _meld(result, _related(card)) if layout == "meld" else result


def _letters(colors: Letters | None) -> str | None:
    return None if colors is None else letters(colors)


def _only_face(card: Lean, whole: Whole | None) -> PrintedFace:
    face = PrintedFace(
        card.name,
        card.mana_cost,
        read_type_line(card.type_line or ""),
        card.oracle_text,
        _letters(card.color_indicator) or "",
    )
    if whole is not None:
        face.power, face.toughness = whole.power, whole.toughness
        face.loyalty, face.defense = whole.loyalty, whole.defense
        face.keywords = whole.keywords or ()
        face.produced = "".join(whole.produced_mana or ())
        face.flavor_name = whole.flavor_name or whole.printed_name
    return face


def _face(face: LeanFace, layout: str, whole: Whole | None) -> PrintedFace:
    made = PrintedFace(
        face.name,
        face.mana_cost,
        read_type_line(face.type_line or ""),
        face.oracle_text,
        _letters(face.color_indicator) or "",
        _letters(face.colors),
        # a face's own value is published for reversible cards only
        face.cmc if layout == "reversible_card" else None,
        face.layout,
    )
    if isinstance(face, WholeFace):
        made.power, made.toughness = face.power, face.toughness
        made.loyalty, made.defense = face.loyalty, face.defense
        made.flavor_name = face.flavor_name or face.printed_name
    if whole is not None:
        text = face.oracle_text or ""
        made.keywords = own_keywords(whole.keywords or (), text)
        made.produced = own_mana("".join(whole.produced_mana or ()), text)
    return made


_RELATED = msgspec.json.Decoder(tuple[Part, ...] | None)


def _related(card: Lean) -> tuple[Part, ...]:
    try:
        return _RELATED.decode(card.all_parts) or ()
    except msgspec.MsgspecError:
        return ()


def _meld(card: Printed, related: tuple[Part, ...]) -> Printed:
    """Tell a combined back face from the two cards by what the file says of it."""
    own = [p.component for p in related if p.name == card.name]
    card.parts = tuple(p.name for p in related if p.component == "meld_part" and p.name)
    card.result = next((p.name for p in related if p.component == MELD_RESULT and p.name), "")
    if MELD_RESULT in own:
        card.layout = MELD_RESULT
    elif "meld_part" not in own:
        card.flags = (*card.flags, MELD_ROLE)
    return card


def _playtest(card: Whole) -> bool:
    return card.set_type == "funny" or card.border_color == "silver"
