"""What a player may know of an object: hidden zones, and what is face down (400.2, 708.5)."""

from __future__ import annotations

from mtgmeld.game.values import GameObject

# zone -> the rule by which others may not look, and whether its owner may
HIDDEN_PLACES = {
    "library": ("401.2", False),
    "hand": ("402.3", True),
    "outside": ("400.11", True),
}


def may_see(obj: GameObject, player: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether a player may see what an object is, and the rules that say so.

    Nobody looks at a library, and so nobody learns in which order the two cards of a melded
    permanent were put there (712.21a).  Who may look at a double-faced card may look at both
    of its sides (712.6).
    """
    if obj.zone in HIDDEN_PLACES:
        rule, owner = HIDDEN_PLACES[obj.zone]
        order = ("712.21a",) if obj.zone == "library" else ()
        return owner and obj.owner == player, ("400.2", rule, *order)
    if obj.face_down:
        return obj.controller == player, ("708.5",)
    return True, ("400.2",)
