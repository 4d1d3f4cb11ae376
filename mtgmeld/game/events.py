"""Events: what happened, as records with the rules that made it so."""

from __future__ import annotations

import msgspec

__all__ = ["Event"]


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened.

    Attributes
    ----------
    kind : str
        ``move``, ``unlock``, ``lock``, ``cast``, ``resolve``, ``counter``, ``transform``,
        ``trigger``, ``mana``, ``step`` and so on.
    obj : int
        The object it happened to, as it was before.
    name : str
        What the object was called.
    became : tuple of int
        The objects it became; two for a melded permanent that leaves (712.21).
    start, end : str
        Zones before and after, for a move.
    objects, cards : int
        How many objects and how many cards moved (712.21e).
    player : str
        Who did it or whose it was.
    batch : int
        Events of one batch happened at once.
    note : str
        Details in words.
    rules : tuple of str
    """

    kind: str
    obj: int = 0
    name: str = ""
    became: tuple[int, ...] = ()
    start: str = ""
    end: str = ""
    objects: int = 0
    cards: int = 0
    player: str = ""
    batch: int = 0
    note: str = ""
    rules: tuple[str, ...] = ()
    half: int = -1
    mana: str = ""
