"""Numbers and counting conditions that abilities speak of, as they are in a game now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mtgmeld.errors import UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import amount as used
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches, those_matching
from mtgmeld.mana import whole_number
from mtgmeld.query.wanted import flat

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["amount", "holds", "number", "x_of"]


def number(value: Any) -> int:
    """Return a power, toughness or amount as a number; what is undefined counts 0 (107.2)."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return 0
    return 0


def amount(game: Game, value: str | int, player: str, source: Obj | None, x: int = 0) -> int:
    """Return an amount that may be given in words.

    Parameters
    ----------
    game : Game
    value : str or int
        A number; ``x``, or ``half x`` rounded up (107.1a); ``count FILTER`` for objects in the
        zone that the filter names, else permanents, ``types FILTER`` for card types among them,
        ``names FILTER`` for different names (201.2b), ``doors FILTER`` for unlocked halves;
        ``mana value``, ``power``, ``toughness`` or ``KIND counters`` of the source.
    player : str
        Whose ``you`` the filters mean.
    source : Obj or None
    x : int

    Raises
    ------
    UnknownName
        For other words.
    """
    if isinstance(value, int):
        return value
    text = value.strip()
    number_given = whole_number(text)
    if number_given is not None:
        return number_given
    if text in ("x", "half x"):
        return x if text == "x" else (x + 1) // 2
    head, _, rest = text.partition(" ")
    if head in ("count", "names", "doors", "types"):
        return _counted(game, head, those_matching(game, rest, player))
    if source is not None and text.endswith(" counters"):
        return source.count(text.removesuffix(" counters"))
    if source is not None and text in ("mana value", "power", "toughness"):
        known = game.characteristics(source.id)
        return number(used(known[text.replace(" ", "_")]).value)
    words = ("a number", "x", "half x", "count FILTER", "mana value", "power", "toughness")
    raise UnknownName("amount", text, words)


def _counted(game: Game, what: str, hits: list[Obj]) -> int:
    if what == "count":
        return len(hits)
    if what == "doors":
        return sum(len(o.unlocked) for o in hits)
    each = "names" if what == "names" else "types"
    return len({word for o in hits for word in flat(game.characteristics(o.id)[each].value)})


def holds(game: Game, ability: Ability, source: Obj | None, player: str) -> bool:
    """Whether an ability's counting condition is true now."""
    condition = ability.condition
    if condition is None:
        return True
    if condition.at_least:
        whose = "" if condition.zone == "battlefield" else player
        hits = sum(
            matches(game, condition.of, game.things[i], None, player)
            for i in game.in_zone(condition.zone, whose)
        )
        return hits >= condition.at_least
    return True


def x_of(game: Game, source: Obj | None, ability: Ability) -> int:
    """Return X in an ability of an object that triggers or modifies how it enters (107.3).

    A spell has the X that was chosen for it.  Of a permanent only the abilities of entering
    take the X of the spell that it was (107.3m, and before that 400.7d), and not those that it
    copies (107.3j).
    """
    if source is None or source.cast is None:
        return 0
    if source.zone == "stack":
        return source.cast.x
    entering = ability.kind == "enters" or ability.when in ("enters", "enters or attacks")
    if not entering or source.copy is not None:
        return 0
    return source.cast.x
