"""What each side of a card, half or object reads, by where it is (202, 709, 712).

Each function answers one layout and says the rules that decide.  Nothing else in the
package asks which half or face of an object counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.game.characteristics.model import Circumstances, CopiableValues
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import (
    COMBINED_SPLIT,
    MELD_DOUBLE_FACED,
    TRANSFORMED_SPELL_VALUE,
    Edition,
    Readings,
    reading,
)


def double_faced(card: Card, edition: Edition) -> Derived:
    """Say whether a card is a double-faced card (712.1); meld cards were none until 2023."""
    what = "double-faced"
    if card.form.is_meld or card.form.is_melded:
        if edition.has(MELD_DOUBLE_FACED):
            return Derived(what, True, "a meld card is a double-faced card", ("712.1",))
        says = "a meld card was a kind of its own and no double-faced card"
        return Derived(what, False, says, ("712.1b@2017-01-20",))
    rule = "712.1" if edition.has(MELD_DOUBLE_FACED) else "711.1@2017-01-20"
    if card.is_double_faced:
        return Derived(what, True, "it has a card face on each side", (rule,))
    return Derived(what, False, "it has no card face on its back", (rule,))


def back_face(card: Card | CopiableValues) -> Derived:
    """Return the back face of a card; nothing determines that of one meld card (712.4b).

    Of a token it is asked of the values that it was created with (707.8a).
    """
    what = "back face"
    if card.form.is_meld:
        says = "the back of one meld card alone is not determined, and it is not the combined face"
        return Derived(what, None, says, ("712.4b",))
    if card.form.turns and len(card.faces) > 1:
        return Derived(what, card.faces[1], "the card face on its other side", ("712.1",))
    return Derived(what, None, "it has no back face", ("712.1",))


def represented_by(what: CopiableValues, how: Circumstances) -> Derived:
    """Return how many cards represent an object.

    A split card is one card (709.2), a melded permanent is represented by two (712.4a), a
    token or a copy of a spell by none (108.2b).
    """
    name = "cards that represent it"
    if what.token or (what.copied and how.zone == "stack"):
        says = "a token is no card" if what.token else "a copy of a spell is no card"
        return Derived(name, 0, says, ("108.2b",) if what.token else ("707.10",))
    if what.fronts:
        return Derived(name, 2, "the two cards of the meld pair", ("712.4a",))
    if what.form.is_split:
        return Derived(name, 1, "two halves, but one card", ("709.2",))
    return Derived(name, 1, "one card", ("108.2",))


class CountingFaces(msgspec.Struct, frozen=True, gc=False):
    """The faces that count.

    Attributes
    ----------
    faces : tuple of Face
        Those whose name, mana cost, text and numbers the object has.
    says, rules : str, tuple of str
        Why these.
    types : tuple of Face
        Those whose type line it has; the same unless a type line is shared.
    values : tuple of Face or None
        Those whose mana costs give the mana value, where they are others.
    value_says, value_rules : str, tuple of str
        Why the mana value comes from there.
    value : int or None
        The mana value where a rule fixes it.
    apart : bool
        Whether each face answers for itself (split cards to 2017).
    policy : str
        The named policy that decided the mana value.
    decided : str
        The named policy that decided which faces count.
    """

    faces: tuple[Face, ...]
    says: str
    rules: tuple[str, ...]
    types: tuple[Face, ...]
    values: tuple[Face, ...] | None = None
    value_says: str = ""
    value_rules: tuple[str, ...] = ()
    value: int | None = None
    apart: bool = False
    policy: str = ""
    decided: str = ""


def _all(faces: tuple[Face, ...], says: str, rules: tuple[str, ...], **value: Any) -> CountingFaces:
    """Return faces that count whole, with what is said of the mana value beside."""
    return CountingFaces(faces, says, rules, faces, **value)


def _names(faces: tuple[Face, ...]) -> str:
    return " and ".join(f.name for f in faces)


def view(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    """Return the faces that count for an object."""
    seen = _BY_LAYOUT.get(what.layout, _one_face)(what, how, edition, chosen)
    if what.fronts and not what.form.is_melded and seen.value is None:
        return _melded_as_copy(seen, what.fronts, chosen)
    return seen


def _melded_as_copy(
    seen: CountingFaces, fronts: tuple[Face, ...], chosen: Readings
) -> CountingFaces:
    """Return the view of a melded permanent that is a copy of something else (a policy)."""
    policy = "melded permanent as a copy"
    if reading(policy, chosen) == "own fronts":
        return msgspec.structs.replace(
            seen,
            values=fronts,
            value_says=f"its own front faces count still, of {_names(fronts)}",
            value_rules=("202.3c",),
            policy=policy,
        )
    says = seen.value_says or "the mana cost that it copies counts"
    return msgspec.structs.replace(
        seen,
        value_says=f"{says}; the other reading counts its own front faces, {_value_of(fronts)}",
        value_rules=(*(seen.value_rules or ("707.2", "202.3")), "202.3c"),
        policy=policy,
    )


def _one_face(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    faces = what.faces[:1]
    if what.lone_back:
        return _all(
            faces,
            "it has the face that it copies and no other",
            ("707.8",),
            value_says="it is a copy of a back face, and the copy's own value is 0",
            value_rules=("202.3b", "712.8e"),
            value=0,
        )
    if what.copied:
        return _all(faces, "it has the values that it copies", ("707.2",))
    return _all(faces, "it has what is printed on it", ("109.3",))


def _split(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    if how.zone == "stack" and how.cast:
        return _split_spell(what, how, edition)
    if how.zone == "battlefield" and what.shared_type_line:
        return _room(what, how)
    if not edition.has(COMBINED_SPLIT):
        rules: tuple[str, ...] = ("708.2@2017-01-20", "708.5@2017-01-20")
        says = "off the stack each half answers for itself"
        own = "off the stack each half has a value of its own"
        return _all(what.faces, says, rules, value_says=own, value_rules=rules, apart=True)
    rules, says = ("709.4",), "off the stack its halves are combined"
    if what.shared_type_line:
        rules, says = ("709.4", "709.5"), f"{says}; locks count on the battlefield only"
    together = "off the stack the costs of all halves count together"
    return _all(what.faces, says, rules, value_says=together, value_rules=("202.3d", "709.4b"))


def _split_spell(what: CopiableValues, how: Circumstances, edition: Edition) -> CountingFaces:
    faces = tuple(what.faces[i] for i in how.cast)
    types = what.faces if what.shared_type_line else faces
    combined = edition.has(COMBINED_SPLIT)
    if len(faces) == 1:
        rules: tuple[str, ...] = ("709.3b",) if combined else ("708.2@2017-01-20",)
        if what.copied:
            rules = (*rules, "707.10")
        return CountingFaces(
            faces,
            f"on the stack it has only the half that was cast, {faces[0].name}",
            (*rules, "709.5a") if what.shared_type_line else rules,
            types,
            value_says="on the stack only the cost of the half that was cast counts",
            value_rules=("202.3d", *rules) if combined else rules,
        )
    together = "the costs of both halves of a fused spell count together"
    if combined:
        says, rules = "a fused spell has its halves combined", ("709.4d", "702.102b")
        of_value = ("202.3d", "702.102b")
        return CountingFaces(faces, says, rules, types, value_says=together, value_rules=of_value)
    says = "a fused spell has two sets of characteristics and one mana value"
    rules = ("708.2@2017-01-20", "702.101b@2017-01-20")
    return CountingFaces(faces, says, rules, types, faces, together, rules, apart=True)


def _room(what: CopiableValues, how: Circumstances) -> CountingFaces:
    if how.locks_lost:
        policy = "Room that loses its abilities"
        return _all(
            what.faces,
            "the two locking abilities are lost, so both halves count",
            ("709.5", "709.4"),
            value_rules=("202.3d", "709.5", "709.4b"),
            policy=policy,
            decided=policy,
        )
    faces = tuple(what.faces[i] for i in sorted(how.unlocked))
    if not faces:
        says = "both halves are locked, so it has the name, cost and text of neither"
        rules: tuple[str, ...] = ("709.5",)
    elif len(faces) == len(what.faces):
        says = "both halves are unlocked, so it has both combined"
        rules = ("709.5", "709.4")
    else:
        says = f"only {faces[0].name} is unlocked; the locked half gives no name, cost or text"
        rules = ("709.5",)
    return CountingFaces(
        faces,
        says,
        rules,
        what.faces,
        value_says="only the costs of unlocked halves count",
        value_rules=("202.3d", "709.5", "709.4b") if len(faces) > 1 else ("709.5",),
    )


def _nonmodal(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    front, back = what.faces[:1], what.faces[1:2]
    if how.zone not in ("battlefield", "stack"):
        return _front_alone(what)
    spell = how.zone == "stack"
    if how.face == 0:
        rules = ("712.8c", "712.11") if spell else ("712.8d",)
        return _all(front, "its front face is up", rules)
    says = "it was cast transformed, so its back face is up" if spell else "its back face is up"
    rules = ("712.8c", "712.11a") if spell else ("712.8e",)
    if what.copied:
        own = reading("token copy back face up", chosen) == "own front"
        copy_rule = "707.10g" if spell else "707.8a"
        value: dict[str, Any] = {"values": front}
        value_says = "it takes the mana cost of its own front face"
        if not own:
            value = {"value": 0}
            value_says = (
                "it is a copy of a back face, so its mana value is 0; the other reading counts "
                f"its own front face, {_value_of(front)}"
            )
        value_rules = ("202.3b", *(() if own or spell else ("712.8e",)), copy_rule)
        value |= {"value_says": value_says, "value_rules": value_rules}
        return _all(back, says, rules, policy="token copy back face up", **value)
    if spell and not edition.has(TRANSFORMED_SPELL_VALUE):
        none = "no rule yet gave a spell the cost of its front face"
        return _all(back, says, rules, value_says=none, value_rules=("202.3a",))
    value_says = "a back face takes the mana cost of its front face for this alone"
    value_rules = ("202.3b", "712.8c" if spell else "712.8e")
    return _all(back, says, rules, values=front, value_says=value_says, value_rules=value_rules)


def _front_alone(what: CopiableValues) -> CountingFaces:
    says = "outside the battlefield and the stack only its front face counts"
    return _all(what.faces[:1], says, ("712.8a",))


def _value_of(faces: tuple[Face, ...]) -> str:
    return str(sum(f.mana_cost.mana_value for f in faces if f.mana_cost is not None))


def _modal(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    if how.zone not in ("battlefield", "stack"):
        return _front_alone(what)
    face = what.faces[how.face : how.face + 1]
    side = "back" if how.face else "front"
    rules = ("712.8f", "712.11b") if how.zone == "stack" else ("712.8f",)
    return _all(face, f"its {side} face is up, and only that face counts", rules)


def _meld_card(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    rules = {"battlefield": ("712.8d",), "stack": ("712.8b",)}.get(how.zone, ("712.8a",))
    if not edition.has(MELD_DOUBLE_FACED):
        # one rule for all zones, of which only the part about the stack is left
        rules = ("712.8b",)
    return _all(what.faces[:1], "a meld card that is not melded has only its front face", rules)


def _melded(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    if what.lone_melded:
        return _all(
            what.faces,
            "it has the combined back face that it copies and no other",
            ("707.8", "707.2"),
            value=0,
            value_says="a copy of a melded permanent has mana value 0",
            value_rules=("202.3c", "712.8g"),
            policy="token copy of a melded permanent" if what.token else "",
        )
    return _all(
        what.faces,
        "a melded permanent has only its combined back face",
        ("712.8g",),
        values=what.fronts,
        value_says=f"the mana costs of both front faces count, of {_names(what.fronts)}",
        value_rules=("202.3c", "712.8g"),
    )


def _flip(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    if how.zone == "battlefield" and how.face == 1 and len(what.faces) > 1:
        top, bottom = what.faces[0], what.faces[1]
        flipped = msgspec.structs.replace(bottom, mana_cost=top.mana_cost)
        return _all((flipped,), "it is flipped; its mana cost stays", ("710.1c", "710.2"))
    return _all(what.faces[:1], "it is not flipped", ("710.2",))


def _inset(rules: tuple[str, ...], other: tuple[str, ...]) -> Callable[..., CountingFaces]:
    """Return the answer of a layout with alternative characteristics for a spell."""

    def answer(
        what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
    ) -> CountingFaces:
        if how.zone == "stack" and how.cast == (1,):
            return _all(what.faces[1:2], "as a spell it has its alternative characteristics", rules)
        return _all(what.faces[:1], "it has its normal characteristics", other)

    return answer


def _face_down(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings
) -> CountingFaces:
    return _all(what.faces[:1], "it is face down", ("708.2", "708.2a"))


_BY_LAYOUT: dict[
    str, Callable[[CopiableValues, Circumstances, Edition, Readings], CountingFaces]
] = {
    "split": _split,
    "transform": _nonmodal,
    "modal_dfc": _modal,
    "meld": _meld_card,
    "melded": _melded,
    "flip": _flip,
    "adventure": _inset(("715.3b",), ("715.4",)),
    "omen": _inset(("720.3b",), ("720.4",)),
    "prepare": _inset(("722.3c",), ("722.4",)),
    "face down": _face_down,
}


def reason(seen: CountingFaces) -> Derived:
    """Return the step that says which faces count."""
    return Derived("faces that count", tuple(f.name for f in seen.faces), seen.says, seen.rules)
