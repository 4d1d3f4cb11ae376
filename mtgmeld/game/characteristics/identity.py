"""Color identity, and what may be named: facts of the card, whatever becomes of it in play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.mana import LAND_COLORS, braced, colors_of, order
from mtgmeld.rules.citations import Derived, cited
from mtgmeld.rules.editions import Readings, reading

_ALTERNATIVE = (", alternative characteristics too", ("903.4e",))
_LAND_POLICY = "basic land types in color identity"


@lru_cache(maxsize=16384)
def color_identity(card: Card, chosen: Readings = ()) -> Derived:
    """Return the color identity of a card (903.4).

    Halves, back faces and alternative characteristics count; the combined face of a meld
    pair does not (903.4, 903.4d, 903.4e, 712.4b).
    """
    faces = card.faces[:1] if card.form.is_meld else card.faces
    counted = reading(_LAND_POLICY, chosen) == "counted"
    parts = tuple(p for f in faces for p in _face_parts(f, counted))
    value: str | None = order("".join(p.value for p in parts))
    too, more = card.form.identity or (_ALTERNATIVE if len(faces) > 1 else ("", ()))
    if len(faces) > 2:
        too = too.replace("both", "all")
    rules = ["903.4", *more]
    says = f"the colors of the mana symbols in its cost and text, of its indicator{too}"
    if not parts:
        says += "; there is none"
    lands = any(s in LAND_COLORS for f in faces for s in f.subtypes)
    policy = ""
    if lands:
        policy = _LAND_POLICY
        rules.append("903.5d")
        says += "; basic land types are "
        says += "counted" if counted else "left out, where published lists count them"
    unknown = next((f.name for f in faces if not f.is_known), None)
    if unknown is not None:
        value, says = None, f"of {unknown} no more than the name is known"
    elif card.is_partial:
        value, says = None, f"not all of the costs and texts of {card.name} are known"
    return Derived("color identity", value, says, cited(rules), parts, policy)


def _face_parts(face: Face, lands: bool) -> list[Derived]:
    parts = []

    def add(value: str, says: str, *rules: str) -> None:
        if value:
            parts.append(Derived(f"colors of {face.name}", value, says, rules))

    if face.mana_cost is not None:
        add(face.mana_cost.colors, f"from the cost {face.mana_cost}", "903.4")
    symbols = braced(dict.fromkeys(face.text_symbols))
    add(
        colors_of(face.text_symbols), f"from the rules text, which has {symbols}", "903.4", "903.4c"
    )
    add(face.color_indicator, "from its color indicator", "903.4", "204.1")
    add(face.defined_colors or "", "an ability defines its colors", "903.4", "604.3")
    if lands:
        add(
            order(LAND_COLORS.get(s, "") for s in face.subtypes),
            "from its basic land types",
            "903.5d",
        )
    return parts


def identity_of_melded(cards: Sequence[Card], chosen: Readings = ()) -> Derived:
    """Return the identities that the two cards of a melded permanent brought along (903.4a).

    The combined face is no card and adds nothing (712.4b).
    """
    parts = tuple(color_identity(c, chosen) for c in cards)
    named = tuple(
        Derived(f"color identity of {c.name}", p.value, p.says, p.rules, p.parts, p.policy)
        for c, p in zip(cards, parts, strict=True)
    )
    known = all(p.value is not None for p in parts)
    return Derived(
        "color identity",
        order("".join(p.value for p in parts)) if known else None,
        "fixed before the game for each of the two cards; the combined face adds nothing",
        ("903.4a", "903.4", "712.4b"),
        named,
    )


class Nameable(msgspec.Struct, frozen=True, gc=False):
    """A name that a player may choose, and the face whose characteristics count for it.

    Attributes
    ----------
    name : str
    face : Face
    says : str
    rules : tuple of str
    """

    name: str
    face: Face
    says: str
    rules: tuple[str, ...]


def nameable(card: Card) -> tuple[Nameable, ...]:
    """Return each name that a player may choose for a card (201.4).

    A half, never both (201.4b); either face of a double-faced card (201.4d); the
    combined back face of a meld pair by its own name (201.4e).
    """
    says, rules = card.form.named
    faces = card.faces
    if card.form.is_flip and len(faces) > 1:
        # flipping changes neither the mana cost nor the colors (710.1c)
        top, bottom = faces[:2]
        kept = msgspec.structs.replace(
            bottom, mana_cost=top.mana_cost, color_indicator=top.color_indicator
        )
        faces = (top, kept)
    return tuple(Nameable(f.name, f, says, rules) for f in faces)
