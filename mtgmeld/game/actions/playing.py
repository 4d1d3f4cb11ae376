"""What a player does: casting, playing, unlocking, activating, attacking, passing."""

from __future__ import annotations

from mtgmeld.game.actions.base import Action, Ref, Refs

__all__ = [
    "Activate",
    "ActivateLoyalty",
    "Attack",
    "CastSpell",
    "ChooseName",
    "Pass",
    "PlayLand",
    "TapForMana",
    "Unlock",
]


class CastSpell(Action, frozen=True, kw_only=True, tag="cast"):
    """Cast a card, one half, both halves fused, or a face of it (601.2, 709.3, 712.11)."""

    object: Ref
    half: str | None = None
    fused: bool = False
    face: str | None = None
    transformed: bool = False
    x: int | None = None
    free: bool = False
    by: str | None = None
    pay: str | None = None


class PlayLand(Action, frozen=True, kw_only=True, tag="play land"):
    """Play a land card, or the land face of a modal double-faced card (305, 712.12)."""

    object: Ref
    face: str | None = None
    by: str | None = None


class Unlock(Action, frozen=True, kw_only=True, tag="unlock"):
    """Pay a locked half's mana cost to unlock it: a special action (709.5e, 116.2m)."""

    object: Ref
    half: str
    pay: str | None = None


class Activate(Action, frozen=True, kw_only=True, tag="activate"):
    """Activate an ability of a permanent (602)."""

    object: Ref
    ability: str | None = None
    pay: str | None = None
    mana: str | None = None


class ActivateLoyalty(Action, frozen=True, kw_only=True, tag="activate loyalty"):
    """Activate a loyalty ability; of one that is not modeled only its legality counts (606)."""

    object: Ref
    ability: str | None = None


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers (508.1)."""

    object: Refs


class TapForMana(Action, frozen=True, kw_only=True, tag="tap for mana"):
    """Activate a mana ability with the tap symbol in its cost (106.12, 605).

    ``mana`` says what to make where there is a choice, ``ability`` which ability to use.
    """

    object: Ref
    ability: str | None = None
    mana: str | None = None
    pay: str | None = None


class ChooseName(Action, frozen=True, kw_only=True, tag="choose name"):
    """Choose a card name for an object's effect (201.4); without ``name`` it is asked for."""

    object: Ref
    name: str | None = None
    quality: str | None = None


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Pass priority; when all have passed the top of the stack resolves or the step ends."""
