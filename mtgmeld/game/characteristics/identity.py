"""Color identity, and what may be named: facts of the card, whatever becomes of it in play."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.mana import colors_of, order
from mtgmeld.rules.citations import Derived, cited
from mtgmeld.rules.editions import Readings, reading

__all__ = ["Nameable", "color_identity", "identity_of_melded", "nameable"]

_LAND_COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_LAND_POLICY = "basic land types in color identity"


@lru_cache(maxsize=16384)
def color_identity(card: Card, chosen: Readings = ()) -> Derived:
    """Return the color identity of a card (903.4).

    Halves, back faces and alternative characteristics count; the combined face of a meld
    pair does not (903.4, 903.4d, 712.4b).
    """
    faces = card.faces[:1] if card.layout == "meld" else card.faces
    counted = reading(_LAND_POLICY, chosen) == "counted"
    parts = tuple(p for f in faces for p in _face_parts(f, counted))
    value: str | None = order("".join(p.value for p in parts))
    rules, says = ["903.4"], "the colors of the mana symbols in its cost and text, of its indicator"
    if card.layout == "split":
        rules += ["709.4"]
        says += ", both halves" if len(card.faces) == 2 else ", all halves"
    elif card.layout in ("transform", "modal_dfc"):
        rules += ["903.4d"]
        says += ", both faces"
    elif card.layout == "meld":
        rules += ["712.4b", "903.4d"]
        says += "; the combined face does not count, since the back of one card has no values"
    elif len(faces) > 1:
        rules += ["903.4e"]
        says += ", alternative characteristics too"
    if not parts:
        says += "; there is none"
    lands = any(s in _LAND_COLORS for f in faces for s in f.subtypes)
    policy = ""
    if lands:
        policy = _LAND_POLICY
        rules.append("903.5d")
        says += "; basic land types are counted" if counted else "; basic land types are left out"
    unknown = next((f.name for f in faces if not f.is_known), None)
    if unknown is not None:
        value, says = None, f"of {unknown} no more than the name is known"
    return Derived("color identity", value, says, cited(rules), parts, policy)


def _face_parts(face: Face, lands: bool) -> list[Derived]:
    parts = []

    def add(value: str, says: str, *rules: str) -> None:
        if value:
            parts.append(Derived(f"colors of {face.name}", value, says, rules))

    if face.mana_cost is not None:
        add(face.mana_cost.colors, f"from the cost {face.mana_cost}", "903.4")
    symbols = "".join("{" + s + "}" for s in dict.fromkeys(face.text_symbols))
    add(
        colors_of(face.text_symbols), f"from the rules text, which has {symbols}", "903.4", "903.4c"
    )
    add(face.color_indicator, "from its color indicator", "903.4", "204.1")
    add(face.defined_colors or "", "an ability defines its colors", "903.4", "604.3")
    if lands:
        add(
            order(_LAND_COLORS.get(s, "") for s in face.subtypes),
            "from its basic land types",
            "903.5d",
        )
    return parts


def identity_of_melded(pair: MeldPair, chosen: Readings = ()) -> Derived:
    """Return the identities that the two cards of a melded permanent brought along (903.4a).

    The combined face is no card and adds nothing (712.4b).
    """
    parts = tuple(color_identity(c, chosen) for c in pair.cards)
    named = tuple(
        Derived(f"color identity of {c.name}", p.value, p.says, p.rules, p.parts, p.policy)
        for c, p in zip(pair.cards, parts, strict=True)
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
    rules: tuple[str, ...]
    if card.layout == "split":
        says, rules = "one half's name, judged by that half alone", ("201.4b", "709.4a")
    elif card.layout in ("transform", "modal_dfc"):
        says, rules = "either face's name, judged by that face", ("201.4d", "712.19")
    elif card.layout == "meld_result":
        says, rules = (
            "the combined back face, judged by its own characteristics",
            ("201.4e", "712.19"),
        )
    elif card.layout == "flip":
        says, rules = "the normal or the alternative name", ("201.4c", "710.5")
    elif card.layout in ("adventure", "prepare"):
        says = "the normal or the alternative name"
        rules = ("201.4f",) if card.layout == "adventure" else ("722.5",)
    else:
        says, rules = "the card's name", ("201.4",)
    faces = card.faces
    if card.layout == "flip" and len(faces) > 1:
        # flipping changes neither the mana cost nor the colors (710.1c)
        top, bottom = faces[:2]
        kept = msgspec.structs.replace(
            bottom, mana_cost=top.mana_cost, color_indicator=top.color_indicator
        )
        faces = (top, kept)
    return tuple(Nameable(f.name, f, says, rules) for f in faces)
