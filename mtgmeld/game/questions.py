"""Questions about objects of a game: one value with its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtgmeld.errors import UnknownName, near
from mtgmeld.game.amounts import amount
from mtgmeld.game.characteristics import VALUES, color_identity
from mtgmeld.game.devotion import counted_cost, devotion
from mtgmeld.game.seen import those_matching
from mtgmeld.mana import order
from mtgmeld.rules.citations import Derived, Explanation, TwoAnswers
from mtgmeld.rules.editions import REPEATED_SYMBOLS

if TYPE_CHECKING:
    from mtgmeld.game.characteristics import Characteristics
    from mtgmeld.game.state import Game

__all__ = ["amount_of", "explain_object", "value_of"]

COLORS = "WUBRG"


def value_of(game: Game, ref: int | str, name: str) -> Derived:
    """Return a characteristic, the color identity, the devotion or what could be produced.

    Raises
    ------
    UnknownName
        If there is no such value or object.
    """
    obj = game.find_one(ref)
    word = name.strip().lower().replace(" ", "_").replace("colour", "color")
    known = game.characteristics(obj)
    if word in VALUES:
        return known[word]
    if word == "color_identity":
        return _identity(game, obj)
    if word == "flashback_cost":
        from mtgmeld.game.granting import flashback_cost

        seen = game.last(obj)
        assert seen is not None
        return flashback_cost(game, seen)
    if word == "repeated_symbols":
        return _repeated(game, obj, known)
    if word == "devotion":
        return _devotion(game, obj)
    if word == "could_produce":
        from mtgmeld.game.producing import could_produce

        found = game.get(obj)
        if found is None:
            raise UnknownName("object in the game", str(ref), ())
        return could_produce(game, found)
    options = (
        *VALUES,
        "color_identity",
        "devotion",
        "could_produce",
        "flashback_cost",
        "repeated_symbols",
    )
    raise UnknownName("value", name, near(word, options, least=55) or options)


def _identity(game: Game, obj: int) -> Derived:
    """Return the identity fixed before the game for the cards that represent an object (903.4a)."""
    found = game.last(obj)
    if found is None or not found.cards:
        return Derived("color identity", None, "no card represents it", ("903.4a", "108.2b"))
    parts = tuple(color_identity(game.cards[c].card, game.policies) for c in found.cards)
    if len(parts) == 1:
        return parts[0]
    value = order("".join(p.value for p in parts))
    return Derived(
        "color identity", value, "fixed for each of its cards before the game", ("903.4a",), parts
    )


def _repeated(game: Game, obj: int, known: Characteristics) -> Derived:
    """Return the symbols that stand more than once in a mana cost (709.4b).

    None where the rules of the edition do not say what such a question sees in the cost of a
    split card.
    """
    what, cost = "repeated symbols", known.mana_cost
    value = cost.value
    found = game.last(obj)
    if value is None:
        return Derived(what, (), "it has no mana cost", ("202.1b",), (cost,))
    if isinstance(value, TwoAnswers):
        each = TwoAnswers(tuple(() if c is None else c.repeats() for c in value.answers))
        return Derived(what, each, "each half answers for itself", cost.rules, (cost,))
    combined = found is not None and found.base.layout == "split" and len(known.names.value) > 1
    if not combined:
        return Derived(what, value.repeats(), f"the symbols of {value}", ("202.1",), (cost,))
    if not game.edition.has(REPEATED_SYMBOLS):
        says = "no rule says yet whether the separate symbols are seen or the whole cost"
        return Derived(what, None, says, ("709.4b",), (cost,))
    says = f"the separate symbols are seen: {value}, though the whole cost is {value.whole}"
    return Derived(what, value.repeats(), says, ("709.4b",), (cost,))


def _devotion(game: Game, obj: int) -> Derived:
    """Return how much a permanent adds to each devotion (700.5), by policy for a Room."""
    found = game.last(obj)
    assert found is not None
    cost = counted_cost(game, found)
    counts = {c: 0 if cost.value is None else cost.value.devotion(c) for c in COLORS}
    text = ", ".join(f"{c} {n}" for c, n in counts.items() if n) or "none"
    says = "it has no mana cost" if cost.value is None else f"the symbols of {cost.value}"
    return Derived("devotion", text, says, ("700.5",), (cost,), cost.policy)


def amount_of(game: Game, text: str, player: str) -> Derived:
    """Return how much of something a player has, with what each object adds.

    Parameters
    ----------
    game : Game
    text : str
        ``count FILTER`` for permanents, or for objects in the zone that the filter names;
        ``types FILTER`` for card types among them; ``doors FILTER`` for unlocked doors of Rooms
        (709.5j), ``names FILTER`` for different names (201.2), ``devotion W`` for devotion
        (700.5).
    player : str
        Whose ``you`` the filter means.

    Raises
    ------
    UnknownName
        For other words.
    """
    player = game.player(player).name
    head, _, rest = text.strip().partition(" ")
    if head == "devotion":
        return devotion(game, order(rest.strip().upper()), player)
    value = amount(game, text, player, None)
    hits = those_matching(game, rest, player)
    if head == "doors":
        parts = tuple(
            Derived(
                game.card_name(o),
                len(o.unlocked),
                "its unlocked halves",
                ("709.5c", "709.5j"),
            )
            for o in hits
        )
        return Derived(text, value, "each unlocked half is a door", ("709.5j",), parts)
    if head == "names":
        parts = tuple(game.characteristics(o.id).names for o in hits)
        return Derived(text, value, "each name counts once", ("201.2",), parts)
    if head == "types":
        parts = tuple(game.characteristics(o.id).types for o in hits)
        return Derived(text, value, "each card type counts once", ("205.2a",), parts)
    parts = tuple(Derived(game.name_of(o.id), 1, "it fits the filter", ("109.2",)) for o in hits)
    return Derived(text, value, "each object counts once", ("109.2",), parts)


def explain_object(game: Game, ref: int | str, name: str) -> Explanation:
    """Say why a value of an object is what it is."""
    obj = game.find_one(ref)
    found = game.last(obj)
    where = "" if found is None else f" ({found.zone})"
    return Explanation(f"{game.name_of(obj)}{where}", value_of(game, ref, name), game.edition.date)
