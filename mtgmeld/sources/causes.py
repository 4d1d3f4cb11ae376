"""Where a published value differs from the derived one, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card
from mtgmeld.game.characteristics import color_identity
from mtgmeld.mana import COLORS
from mtgmeld.rules.editions import POLICIES, Readings
from mtgmeld.sources.printed import MELD_RESULT, card_of, cost_of

if TYPE_CHECKING:
    from mtgmeld.sources.printed import Printed
    from mtgmeld.sources.values import Values

__all__ = ["CAUSES", "Difference", "compare"]

LANDS = "basic land types in color identity"
NO_DECK = frozenset(("planar", "scheme", "vanguard", "art_series"))

# cause -> what it means
CAUSES: dict[str, str] = {
    "basic land types": f"the policy {LANDS!r}: the file has the other reading (903.4, 903.5d)",
    "back face of its own": "the file counts the back face's own cost, which it has not (202.3b)",
    "cards of the melded permanent": "the file does not count the two cards (202.3c, 903.4a)",
    "combined back face counted": "the file counts the combined back face (712.4b)",
    "one half only": "the file counts one half of the card (202.3d, 709.4)",
    "front face only": "the file leaves the other faces out (903.4d)",
    "number of symbols": "the file counts symbols, not what they are worth (202.3)",
    "half symbols": "the file rounds half a mana (202.3)",
    "a color-defining ability": "the file leaves out an ability that defines colors (604.3)",
    "no source in the file": "no cost, indicator or ability in the file gives the color (105.2)",
    "not in any deck": "the file gives no identity to a card that is in no deck (903.4)",
    "not what the cost gives": "the cost in the file gives another value (202.3)",
    "not what the card gives": "cost, indicator and text in the file give other colors",
}


class Difference(msgspec.Struct, frozen=True, gc=False):
    """A published value that is not the derived one.

    Attributes
    ----------
    part : int or None
        The face or half, from 0; None for the whole card.
    field : str
        ``mana_value``, ``colors``, ``color_identity``, ``face_mana_value`` or
        ``face_colors``.
    published, derived : object
    cause : str
        A key of :data:`CAUSES`.
    """

    part: int | None
    field: str
    published: Any
    derived: Any
    cause: str


def compare(
    card: Printed, values: Values, chosen: Readings
) -> tuple[tuple[str, ...], tuple[Difference, ...]]:
    """Return which fields could be compared, and each published value that differs.

    Only what both the file and the rules say is compared: a token has no color identity.
    """
    compared, found = [], []
    for part, field, published, derived in _pairs(card, values):
        if published is None or derived is None:
            continue
        compared.append(field)
        if published == derived:
            continue
        if field.endswith("mana_value"):
            cause = _value(card, values, part, published, derived)
        elif field.endswith("colors"):
            cause = _colors(card_of(card), values, part, published)
        else:
            cause = _identity(card, card_of(card), chosen, published, derived)
        found.append(Difference(part, field, published, derived, cause))
    return tuple(compared), tuple(found)


def _pairs(card: Printed, values: Values) -> Iterator[tuple[int | None, str, Any, Any]]:
    yield None, "mana_value", card.value, values.mana_value
    yield None, "colors", card.colors, values.colors
    yield None, "color_identity", card.identity, values.color_identity
    if values.faces:
        for i, (face, own) in enumerate(zip(card.faces, values.faces, strict=True)):
            yield i, "face_mana_value", face.value, own.mana_value
            yield i, "face_colors", face.colors, own.colors


def _value(card: Printed, values: Values, part: int | None, published: Any, derived: Any) -> str:
    if card.layout == MELD_RESULT:
        return "cards of the melded permanent"
    own = cost_of(card.faces[part or 0].mana_cost)
    if part and card.layout == "transform" and published == (own.mana_value if own else 0):
        return "back face of its own"
    if part is None and any(published == f.mana_value for f in values.faces):
        return "one half only"
    counted = [cost_of(f.mana_cost) for f in card.faces]
    if part is not None or not values.faces:
        counted = [own]
    if published == sum(len(c.symbols) for c in counted if c is not None):
        return "number of symbols"
    if abs(published - derived) < 1:
        return "half symbols"
    return "not what the cost gives"


def _colors(made: Card, values: Values, part: int | None, published: str) -> str:
    faces = made.faces if part is None else made.faces[part : part + 1]
    if any(f.defined_colors is not None for f in faces):
        return "a color-defining ability"
    if part is None and any(published == f.colors for f in values.faces):
        return "one half only"
    if not any(f.mana_cost for f in faces) and not any(f.color_indicator for f in faces):
        return "no source in the file"
    return "not what the card gives"


def _identity(card: Printed, made: Card, chosen: Readings, published: str, derived: str) -> str:
    if card.layout == MELD_RESULT:
        return "cards of the melded permanent"
    for reading in POLICIES[LANDS].readings:
        if color_identity(made, ((LANDS, reading),)).value == published:
            return "basic land types"
    if not published and card.layout in NO_DECK:
        return "not in any deck"
    if card.layout == "meld" and set(published) > set(derived):
        return "combined back face counted"
    if any(f.defined_colors for f in made.faces) and set(published) < set(derived):
        return "a color-defining ability"
    for i, face in enumerate(made.faces if len(made.faces) > 1 else ()):
        alone = msgspec.structs.replace(made, layout="normal", faces=(face,))
        if color_identity(alone, chosen).value == published:
            return "one half only" if made.is_split or i else "front face only"
    if not any(c in derived for c in COLORS if c in published):
        return "no source in the file"
    return "not what the card gives"
