"""How players are named: in sentences, where ``you`` is spoken to, and by an effect's words."""

from __future__ import annotations

_YOU = {"is": "are", "has": "have", "does": "do"}


def whose(player: str) -> str:
    """Return a player's name as an owner's: ``your``, ``opponent's``."""
    return "your" if player == "you" else f"{player}'s"


def does(player: str, verb: str) -> str:
    """Return a player with a verb, given as of a third person: ``you control``, ``Ann has``."""
    if player != "you":
        return f"{player} {verb}"
    return f"you {_YOU.get(verb) or verb.removesuffix('s')}"


def is_meant(word: str, player: str, you: str) -> bool:
    """Whether ``you`` or ``opponent``, in an effect of a player, means a player; "" means all."""
    return player == you if word == "you" else word != "opponent" or player != you
