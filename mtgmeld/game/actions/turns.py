"""Going on in the turn."""

from __future__ import annotations

from mtgmeld.game.actions.base import Action

__all__ = ["NextStep", "NextTurn"]


class NextStep(Action, frozen=True, kw_only=True, tag="next step"):
    """Go on to the next step, or to a named one of this or a later turn (500)."""

    to: str | None = None
    of: str | None = None


class NextTurn(Action, frozen=True, kw_only=True, tag="next turn"):
    """Go on to the first main phase of the next turn (500.1)."""

    of: str | None = None
