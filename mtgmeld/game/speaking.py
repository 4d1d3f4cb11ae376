"""How players are named in sentences: the one called ``you`` is spoken to."""

from __future__ import annotations

__all__ = ["does", "whose"]

_YOU = {"is": "are", "has": "have", "does": "do"}


def whose(player: str) -> str:
    """Return a player's name as an owner's: ``your``, ``opponent's``."""
    return "your" if player == "you" else f"{player}'s"


def does(player: str, verb: str) -> str:
    """Return a player with a verb, given as of a third person: ``you control``, ``Ann has``."""
    if player != "you":
        return f"{player} {verb}"
    return f"you {_YOU.get(verb) or verb.removesuffix('s')}"
