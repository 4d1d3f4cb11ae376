"""What the values of a printed card depend on: cards with equal keys share one answer."""

from __future__ import annotations

from typing import Any

from mtgmeld.cards import Card, Face
from mtgmeld.sources.printed import Printed, PrintedFace, cost_of
from mtgmeld.sources.text import NO_TYPES, split_keywords

__all__ = ["alike", "bare", "core_key", "cost_colors", "identity_key", "split_words"]


def bare(card: Printed) -> Card:
    """Return the card for the rules with no more than these look at here.

    The symbols of a text stand for its colors; :func:`~mtgmeld.sources.printed.card_of` gives
    the whole card, and gives the same values.
    """
    faces = []
    for face in card.faces:
        line, sign = face.type_line, face.signature() or ""
        keywords = split_keywords(face.text or "") if len(card.faces) > 1 else ()
        faces.append(
            Face(
                face.name,
                cost_of(face.mana_cost),
                face.indicator,
                face.defines(),
                (),
                line.types,
                line.subtypes,
                keywords=(*face.keywords, *keywords),
                text_symbols=tuple(sign.partition("=")[0]),
            )
        )
    return Card(card.name, card.rules_layout, tuple(faces))


def alike(face: PrintedFace) -> Any:
    """Return what the derived and compared values of a face depend on, its name apart."""
    published = face.colors, face.value
    return (face.mana_cost, face.indicator, face.signature(), face.type_line.counted, published)


def core_key(card: Printed) -> Any:
    """Return what the mana value, the colors and the kind of a card depend on."""
    faces = tuple(
        (f.mana_cost, f.indicator, f.defines(), f.type_line.counted == NO_TYPES) for f in card.faces
    )
    if len(faces) == 1:
        return faces
    names = [f.name for f in card.faces]
    alike_names = tuple(names.index(n) for n in names)
    return faces, tuple(map(split_words, card.faces)), alike_names


def split_words(face: PrintedFace) -> Any:
    """Return what the kind of a split card depends on."""
    words = (*face.keywords, *split_keywords(face.text or ""))
    return "Room" in face.type_line.subtypes, "Fuse" in words, "Aftermath" in words


def identity_key(face: PrintedFace) -> Any:
    """Return what the color identity of a face depends on."""
    colors = cost_colors(face.mana_cost)
    return (colors, face.indicator, face.signature(), face.type_line.counted)


def cost_colors(text: str | None) -> str:
    """Return the colors of a cost; none where there is no cost, or it cannot be read."""
    cost = cost_of(text)
    return cost.colors if cost is not None else ""
