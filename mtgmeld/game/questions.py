"""Questions about objects and players of a game: one value, or one amount, with its reasons.

A characteristic is asked for by its name.  What else may be asked is registered by
:func:`answers` where it is worked out, so that every door gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from mtgmeld.errors import UnknownName, near
from mtgmeld.game.card_abilities import faces_of, modeled_note
from mtgmeld.game.characteristics import (
    VALUES,
    Characteristics,
    Circumstances,
    color_identity,
    double_faced,
    identity_of_melded,
    represented_by,
)
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.player_words import whose
from mtgmeld.game.selectors import amount
from mtgmeld.game.state import Game, State
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import those_matching
from mtgmeld.hooks import fills, load
from mtgmeld.mana import COLOR_WORDS, COLORS, ManaCost, combine, order
from mtgmeld.rules.citations import Derived, Explanation, TwoAnswers, cited
from mtgmeld.rules.editions import REPEATED_SYMBOLS, reading

Answer = Callable[[Game, GameObject, Characteristics], Derived]
F = TypeVar("F", bound=Callable[..., Derived])

_ANSWERS: dict[str, Callable[..., Derived]] = {}
_OF_CARDS: set[str] = set()


def answers(name: str, *, of_cards: bool = False) -> Callable[[F], F]:
    """Register what answers a question by its name.

    It takes the game, the object as it is or last was, and its characteristics.  With `of_cards`
    the answer is a fact of the cards that represent the object, wherever that is.
    """

    def register(function: F) -> F:
        _ANSWERS[name] = function
        if of_cards:
            _OF_CARDS.add(name)
        return function

    return register


def of_cards(what: str) -> bool:
    """Whether a value is a fact of cards, the same wherever they are and however."""
    return re.sub("[ -]", "_", what) in _OF_CARDS


@lru_cache(maxsize=1)
def askable() -> tuple[str, ...]:
    """Return the names of all values that may be asked about."""
    load("question")
    return (*VALUES, *sorted(_ANSWERS))


def answer(game: Game, obj: GameObject, known: Characteristics, name: str) -> Derived:
    """Return one value of an object, whose characteristics are known, with its reasons.

    Raises
    ------
    UnknownName
        If there is no such value.
    """
    word = name.strip().lower().replace(" ", "_").replace("colour", "color")
    if word in VALUES:
        return known[word]
    if word not in askable():
        raise UnknownName("value", name, near(word, askable(), least=55) or askable())
    return _ANSWERS[word](game, obj, known)


@fills("question.value", State)
def value_of(game: Game, ref: int | str, name: str) -> Derived:
    """Return a value of an object that is there or was there: one of :func:`askable`.

    Raises
    ------
    UnknownName
        If there is no such value or object.
    """
    number = game.find_one(ref)
    obj = game.last(number)
    assert obj is not None
    return answer(game, obj, game.characteristics(number), name)


@fills("question.why", State)
def explain_object(game: Game, ref: int | str, name: str) -> Explanation:
    """Say why a value of an object is what it is."""
    number = game.find_one(ref)
    obj = game.last(number)
    found = value_of(game, number, name)
    subject, note = game.name_of(number), ""
    if obj is not None:
        anywhere = obj.cards and of_cards(found.what)
        subject = subject if anywhere else f"{subject} ({obj.zone})"
        note = modeled_note(faces_of((obj,)))
    return Explanation(subject, found, game.edition.date, note)


# ---------------------------------------------------------------- values


@answers("type_line")
def type_line(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the type line as people write it."""
    return type_line_of(known)


def type_line_of(found: Characteristics) -> Derived:
    """Return the type line as people write it, that of each half where each has its own."""
    parts = (found.supertypes, found.types, found.subtypes)
    if found.types.value is None:
        return replace(found.types, what="type line")
    if any(isinstance(p.value, TwoAnswers) for p in parts):
        halves = tuple(
            type_line_of(replace(found, supertypes=s, types=t, subtypes=u))
            for s, t, u in zip(*(p.parts for p in parts), strict=True)
        )
        value = TwoAnswers(tuple(h.value for h in halves))
        return Derived("type line", value, found.types.says, found.types.rules, halves)
    rules = cited(r for p in parts if p.value for r in p.rules) or found.types.rules
    return Derived("type line", found.type_line, found.types.says, rules)


@answers("color_identity", of_cards=True)
def _identity(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the identity fixed before the game for the cards that represent an object (903.4a).

    Only a card has one; neither the half that was cast nor a lock nor the face that is up matters.
    """
    what = "color identity"
    if obj.base.token:
        says = "only a card has one, and a token is no card"
        return Derived(what, None, says, ("903.4", "108.2b"))
    if not obj.cards and obj.base.copied and obj.zone != "stack":
        says = "a copy keeps that of the card which represents it, and that is not asked about"
        return Derived(what, None, says, ("903.4a",))
    if not obj.cards:
        return Derived(what, None, "no card represents it", ("903.4a", "108.2b"))
    cards = [game.cards[c].card for c in obj.cards]
    if len(cards) > 1:
        return identity_of_melded(cards, game.policies)
    found = color_identity(cards[0], game.policies)
    in_play = obj.zone in ("battlefield", "stack")
    return replace(found, rules=cited((*found.rules, "903.4a"))) if in_play else found


@answers("double_faced", of_cards=True)
def _double_faced(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Say whether what represents an object is a double-faced card (712.1)."""
    if obj.cards:
        return double_faced(game.cards[obj.cards[0]].card, game.edition)
    if obj.base.copied and not obj.base.token and obj.zone != "stack":
        says = "a copy has the face that it copies; whether its card has two is not asked about"
        return Derived("double-faced", None, says, ("712.1", "707.8"))
    says = "no card represents it, and only a card is a double-faced card"
    return Derived("double-faced", False, says, ("712.1", "108.2b"))


@answers("represented_by")
def _represented_by(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    return represented_by(obj.base, Circumstances(obj.zone))


@answers("repeated_symbols")
def _repeated(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the symbols that stand more than once in a mana cost (709.4b).

    None where the rules of the edition do not say what such a question sees in the cost of a
    split card.
    """
    what, cost = "repeated symbols", known.mana_cost
    value = cost.value
    if _unknown(known):
        return Derived(what, None, "its mana cost is not known", cost.rules, (cost,))
    if value is None:
        return Derived(what, (), "it has no mana cost", ("202.1b",), (cost,))
    if isinstance(value, TwoAnswers):
        each = TwoAnswers(tuple(() if c is None else c.repeats() for c in value.answers))
        return Derived(what, each, "each half answers for itself", cost.rules, (cost,))
    if not obj.base.form.is_split or len(known.names.value) < 2:
        return Derived(what, value.repeats(), f"the symbols of {value}", ("202.1",), (cost,))
    if not game.edition.has(REPEATED_SYMBOLS):
        says = "no rule says yet whether the separate symbols are seen or the whole cost"
        return Derived(what, None, says, ("709.4b",), (cost,))
    says = f"the separate symbols are seen: {value}, though the whole cost is {value.whole}"
    return Derived(what, value.repeats(), says, ("709.4b",), (cost,))


# ---------------------------------------------------------------- devotion (700.5)

POLICY = "devotion to a Room"


def _unknown(known: Characteristics) -> bool:
    """Whether the mana cost is not known, which is not the same as having none (202.1b)."""
    return known.mana_cost.value is None and known.colors.value is None


def _counted_cost(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the mana cost whose symbols count for devotion; of a Room a policy decides (700.5a).

    Devotion is counted before most effects, and the rule of Rooms names no layer.
    """
    cost, what = known.mana_cost, copiable_of(game, obj)
    if obj.zone != "battlefield" or not what.shared_type_line:
        return cost
    rules = ("700.5a", "709.5")
    both = combine(f.mana_cost for f in what.faces if f.mana_cost is not None)
    if reading(POLICY, game.policies) == "both halves":
        says = "both halves count; the other reading leaves locked halves out"
        return cost.because(says, rules, both, POLICY)
    says = f"symbols of locked halves do not count; the other reading counts those of {both.whole}"
    return cost.because(says, rules, policy=POLICY)


@answers("devotion")
def _devotion(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return how much an object adds to the devotion to each color."""
    cost = _counted_cost(game, obj, known)
    value = cost.value
    if _unknown(known):
        return Derived("devotion", None, "its mana cost is not known", ("700.5",), (cost,))
    if isinstance(value, TwoAnswers):
        each = TwoAnswers(tuple(_by_color(c) for c in value.answers))
        says, rules = "each half answers for itself", ("700.5", *cost.rules)
        return Derived("devotion", each, says, rules, (cost,), cost.policy)
    says = "it has no mana cost" if value is None else f"the symbols of {value}"
    return Derived("devotion", _by_color(value), says, ("700.5",), (cost,), cost.policy)


def _by_color(cost: ManaCost | None) -> str:
    counts = {c: 0 if cost is None else cost.devotion(c) for c in COLORS}
    return ", ".join(f"{c} {n}" for c, n in counts.items() if n) or "none"


def devotion(game: Game, colors: str, player: str) -> Derived:
    """Return a player's devotion to colors, with what each permanent adds.

    None where the mana cost of a permanent is not known.
    """
    parts = tuple(_adds(game, o, colors) for o in game.battlefield() if o.controller == player)
    values = [p.value for p in parts]
    total = None if None in values else sum(values)
    policy = next((p.policy for p in parts if p.policy), "")
    says = f"symbols among the mana costs of {whose(player)} permanents"
    return Derived(f"devotion to {colors}", total, says, ("700.5",), parts, policy)


def _adds(game: Game, obj: GameObject, colors: str) -> Derived:
    """Return how much one permanent adds to a devotion."""
    known = characteristics_of(game, obj)
    cost = _counted_cost(game, obj, known)
    what = f"{game.name_of(obj.id)}: devotion"
    if _unknown(known):
        return Derived(what, None, "its mana cost is not known", ("700.5",), (cost,))
    value = cost.value.devotion(colors) if isinstance(cost.value, ManaCost) else 0
    says = "it has no mana cost" if cost.value is None else f"symbols of {cost.value}"
    return Derived(what, value, says, ("700.5",), (cost,), cost.policy)


# ---------------------------------------------------------------- amounts


@fills("question.amount", State)
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
        return devotion(game, _colors_in(rest, text), player)
    value = amount(game, text, player, None)
    if head not in ("count", "names", "doors", "types") or rest.startswith("among "):
        return Derived(text, value, "worked out of what is there now", ())
    hits = those_matching(game, rest, player)
    if head == "doors":
        parts = [_part(game.card_name(o), len(o.unlocked), _DOOR) for o in hits]
        says, rules = "each unlocked half is a door", ("709.5j",)
    elif head == "names":
        parts = [game.characteristics(o.id).names for o in hits]
        says, rules = "each name counts once", ("201.2",)
    elif head == "types":
        parts = [game.characteristics(o.id).types for o in hits]
        says, rules = "each card type counts once", ("205.2a",)
    else:
        parts = [_part(game.name_of(o.id), 1, _FITS) for o in hits]
        says, rules = "each object counts once", ("109.2",)
    return Derived(text, value, says, rules, tuple(parts))


_LETTERS = {word: letter for letter, word in COLOR_WORDS.items()}
_BESIDE = frozenset(("to", "and", "or"))


def _colors_in(said: str, text: str) -> str:
    """Return the letters of colors: ``W``, ``{U}{B}``, ``to black and red``."""
    words = [w for w in re.findall(r"[^\s{},]+", said.lower()) if w not in _BESIDE]
    colors = "".join(_LETTERS.get(word, word.upper()) for word in words)
    if not colors or not set(colors) <= set(COLORS):
        raise UnknownName("amount", text, tuple(f"devotion {color}" for color in COLORS))
    return order(colors)


_DOOR = ("its unlocked halves", ("709.5c", "709.5j"))
_FITS = ("it fits the filter", ("109.2",))


def _part(name: str, count: int, why: tuple[str, tuple[str, ...]]) -> Derived:
    return Derived(name, count, *why)
