"""Scryfall's card objects: the fields that are needed, typed, and the way to a printed card."""

from __future__ import annotations

import msgspec

from mtgmeld.sources.printed import (
    MELD_RESULT,
    MELD_ROLE,
    NoCardError,
    Printed,
    PrintedFace,
    Sizes,
    layout_of,
    letters,
    own_keywords,
    own_mana,
    read_type_line,
    sizes_of,
    unreversed,
)

Letters = tuple[str, ...]


class Part(msgspec.Struct, gc=False):
    """A related card."""

    component: str | None = None
    name: str | None = None


class Face(Sizes, gc=False):
    """One face of a card, or a card of one face: what derivation and comparison need."""

    name: str = ""
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    color_indicator: Letters | None = None
    colors: Letters | None = None
    cmc: float | None = None
    layout: str | None = None
    flavor_name: str | None = None
    printed_name: str | None = None


class Object(Face, gc=False):
    """A card."""

    color_identity: Letters | None = None
    id: str | None = None
    oracle_id: str | None = None
    set: str | None = None
    released_at: str | None = None
    set_type: str | None = None
    border_color: str | None = None
    keywords: tuple[str, ...] | None = None
    produced_mana: tuple[str, ...] | None = None
    all_parts: msgspec.Raw = msgspec.Raw(b"null")  # looked into for meld cards only
    card_faces: tuple[Face, ...] | None = None


def is_card(card: Object) -> bool:
    """Whether an object is a card of its own, not a face of one or a mention of one."""
    return bool(card.layout) and card.color_identity is not None


def printed(card: Object) -> Printed:
    """Return a card object as a printed card.

    Raises
    ------
    NoCardError
        If it has no name, or letters that are no colors.
    """
    faces = card.card_faces or ()
    if not card.name.strip():
        raise NoCardError("it has no name")
    layout, flags = layout_of(card.layout, bool(faces))
    made = tuple(_face(f, card) for f in faces or (card,))
    if any(not f.name for f in made):
        raise NoCardError("a face has no name")
    colors = letters(card.colors)
    if colors is None and faces:
        colors = made[0].colors
    result = Printed(
        card.name,
        layout,
        made,
        card.cmc,
        colors,
        letters(card.color_identity),
        card.id,
        card.oracle_id,
        card.set,
        card.released_at,
        flags=flags,
        playtest=card.set_type == "funny" or card.border_color == "silver",
    )
    if layout == "reversible_card":
        return unreversed(result)
    return _meld(result, _related(card)) if layout == "meld" else result


def _face(face: Face, card: Object) -> PrintedFace:
    alone = face is card
    text, keywords = face.oracle_text or "", card.keywords or ()
    produced = "".join(card.produced_mana or ())
    return PrintedFace(
        face.name,
        face.mana_cost,
        read_type_line(face.type_line or ""),
        face.oracle_text,
        letters(face.color_indicator) or "",
        # what is published for a card of one face is that of the card
        None if alone else letters(face.colors),
        # a face's own value is published for reversible cards only
        face.cmc if card.layout == "reversible_card" and not alone else None,
        None if alone else face.layout,
        *sizes_of(face),
        keywords if alone else own_keywords(keywords, text),
        produced if alone else own_mana(produced, text),
        face.flavor_name or face.printed_name,
    )


_RELATED = msgspec.json.Decoder(tuple[Part, ...] | None)


def _related(card: Object) -> tuple[Part, ...]:
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
