"""Filters that speak of their source: what stands in angle brackets is filled in (608.2c).

``mv=<charge counters>`` compares with a number that the source has; ``<same name as target>``
stands for a filter on names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mtgmeld.game.amounts import amount
from mtgmeld.game.objects import Obj
from mtgmeld.query.wanted import flat

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["filled"]

_BRACKETS = re.compile(r"<([a-z0-9+/ -]+)>")
NOTHING = "(t:creature -t:creature)"


def filled(
    game: Game,
    text: str,
    player: str,
    source: Obj | None,
    targets: Iterable[int | str] = (),
    x: int = 0,
) -> str:
    """Return a filter with what its source fills in.

    Parameters
    ----------
    game : Game
    text : str
        A filter.  ``<AMOUNT>`` is an amount of the source (see
        :func:`~mtgmeld.game.amounts.amount`), ``<chosen name>`` the name that was chosen for it;
        ``<same name as target>`` and ``<same name as exiled>`` fit objects that have a name in
        common with its target, or with a card that it exiled (201.2a, 607.2a).  ``owner:target``
        means the player that is its target.
    player : str
    source : Obj or None
    targets : iterable of int or str
    x : int

    Raises
    ------
    UnknownName
        For other words in brackets.
    """
    if "<" not in text and "owner:target" not in text:
        return text
    chosen = [t for t in targets if t]

    def fill(found: re.Match[str]) -> str:
        words = found[1]
        if words == "chosen name":
            name: str = game.names.get(0 if source is None else source.id, "")
            return name
        if words == "same name as target":
            return _named_like(game, [t for t in chosen if isinstance(t, int)])
        if words == "same name as exiled":
            linked = game.links.get(str(0 if source is None else source.id), ())
            there = [i for i in linked if (o := game.get(i)) is not None and o.zone == "exile"]
            return _named_like(game, there)
        return str(amount(game, words, player, source, x))

    text = _BRACKETS.sub(fill, text)
    whose = next((t for t in chosen if isinstance(t, str)), player)
    return text.replace("owner:target", f'owner:"={whose}"')


def _named_like(game: Game, ids: Iterable[int]) -> str:
    """Return a filter for objects that share a name; a nameless object shares none (201.2a)."""
    names = [n for i in ids for n in flat(game.characteristics(i).names.value)]
    if not names:
        return NOTHING
    return "(" + " or ".join(f'name:"{n}"' for n in dict.fromkeys(names)) + ")"
