"""What happens on the stack: resolving, countering, copying."""

from __future__ import annotations

from mtgmeld.game.actions.base import Action, Ref, Refs

__all__ = ["CastCopy", "CopyAbility", "CopySpell", "Counter", "Resolve"]


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """Resolve the top of the stack, or the named object on it (608)."""

    object: Ref | None = None
    all: bool = False


class Counter(Action, frozen=True, kw_only=True, tag="counter"):
    """Counter a spell or ability (701.6)."""

    object: Ref


class CopySpell(Action, frozen=True, kw_only=True, tag="copy spell"):
    """Put a copy of a spell onto the stack; ``target`` gives it new targets (707.10, 707.10c)."""

    object: Ref
    id: str | None = None


class CopyAbility(Action, frozen=True, kw_only=True, tag="copy ability"):
    """Put a copy of an ability onto the stack (707.10)."""

    object: Ref
    id: str | None = None


class CastCopy(Action, frozen=True, kw_only=True, tag="cast copy"):
    """Copy cards and cast the copies, one by one; ``cast`` says which, by default all (707.12).

    ``half`` may be a list, one for each that is cast.
    """

    object: Refs
    cast: list[str | int] | None = None
    half: str | list[str] | None = None
    face: str | None = None
    free: bool = True
    x: int | None = None
    pay: str | None = None
    id: str | None = None
