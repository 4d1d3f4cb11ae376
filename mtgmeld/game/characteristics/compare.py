"""How the rules compare objects: by name, by a number, by the card types among them.

Each answer is a :class:`~mtgmeld.rules.citations.Derived` with the rules that decide.  The
arguments are characteristics, single derived values, or bare values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

from mtgmeld.errors import UnknownName
from mtgmeld.game.characteristics.model import Characteristics
from mtgmeld.names import normal_form
from mtgmeld.rules.citations import Derived, TwoAnswers, cited

__all__ = [
    "all_different_names",
    "amount",
    "card_types_among",
    "different_name",
    "has_name",
    "passes",
    "shares_name",
]

Named: TypeAlias = Characteristics | Derived | Iterable[str]

# the card types, in the order in which rule 205.2a lists them
CARD_TYPES = (
    "Artifact Battle Conspiracy Creature Dungeon Enchantment Instant Kindred Land Phenomenon "
    "Plane Planeswalker Scheme Sorcery Vanguard"
).split()

_POSITIVE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPERATORS = (*_POSITIVE, "!=")


def _names(thing: Named) -> Derived:
    """Return the names of a thing as a derived value."""
    if isinstance(thing, Characteristics):
        return thing.names
    if isinstance(thing, Derived):
        return thing
    given = (thing,) if isinstance(thing, str) else tuple(thing)
    return Derived("names", given, "as given", ())


def _listed(names: Derived) -> tuple[str, ...]:
    """Return every name, of both halves where each answers for itself (708.7 until 2017)."""
    value = names.value
    if isinstance(value, TwoAnswers):
        return tuple(name for answer in value.answers for name in answer or ())
    return tuple(value or ())


def _common(one: Derived, two: Derived) -> tuple[str, ...]:
    others = {normal_form(name) for name in _listed(two)}
    return tuple(name for name in _listed(one) if normal_form(name) in others)


def _old(*values: Derived) -> bool:
    return any(isinstance(v.value, TwoAnswers) for v in values)


def has_name(thing: Named, name: str) -> Derived:
    """Say whether a thing has a name (201.2, 709.4a).

    Parameters
    ----------
    thing : Characteristics, Derived, or iterable of str
    name : str
        In any spelling.
    """
    names = _names(thing)
    listed = _listed(names)
    value = any(normal_form(n) == normal_form(name) for n in listed)
    rule = "708.7@2017-01-20" if _old(names) else "709.4a" if len(listed) > 1 else "201.2"
    says = f"one of its names is {name}" if value else f"none of its names is {name}"
    if not listed:
        says = "it has no name"
    return Derived(f"has the name {name}", value, says, (rule,), (names,))


def shares_name(one: Named, two: Named) -> Derived:
    """Say whether two objects have the same name: one name in common is enough (201.2a).

    An object without a name has the same name as nothing, not even as another such object.
    """
    first, second = _names(one), _names(two)
    common = _common(first, second)
    if common:
        says = f"both have the name {common[0]}"
    elif _listed(first) and _listed(second):
        says = "no name is common to both"
    else:
        says = "an object without a name has the same name as nothing"
    rules = ["201.2a"]
    if _old(first, second):
        rules.append("708.6a@2017-01-20")
    return Derived("same name", bool(common), says, cited(rules), (first, second))


def all_different_names(things: Iterable[Named]) -> Derived:
    """Say whether objects have different names (201.2b).

    Each must have a name, and no two of them one in common.
    """
    names = tuple(_names(thing) for thing in things)
    says, value = "each has a name and no two have one in common", True
    if not all(_listed(n) for n in names):
        says, value = "one of them has no name", False
    else:
        for one, two in combinations(names, 2):
            common = _common(one, two)
            if common:
                says, value = f"two of them have the name {common[0]}", False
                break
    rules = ("201.2b", "708.6b@2017-01-20") if _old(*names) else ("201.2b",)
    return Derived("different names", value, says, rules, names)


def different_name(one: Named, others: Iterable[Named]) -> Derived:
    """Say whether one object has a different name than each of a group (201.2c).

    It must have a name itself; others without a name do not matter.
    """
    first, group = _names(one), tuple(_names(o) for o in others)
    common = next((c for other in group for c in _common(first, other)), None)
    if not _listed(first):
        says, value = "an object without a name has no different name either", False
    elif common is not None:
        says, value = f"another one has the name {common} too", False
    else:
        says, value = "it has a name, and none of the others has it", True
    rules = ("201.2c", "708.6b@2017-01-20") if _old(first, *group) else ("201.2c",)
    return Derived("different name", value, says, rules, (first, *group))


def passes(value: Any, op: str, number: Any) -> Derived:
    """Say whether a value passes a comparison.

    Off the stack a split card has one combined value (709.4b).  Until 2017-01-20 each half
    answered: a comparison was passed if either half passed it, and a negative one if no
    half passed the positive one (708.6a and 708.6b of that edition).

    Parameters
    ----------
    value : Derived, TwoAnswers, number or None
        None, an object that has no such value, passes nothing.
    op : str
        ``=``, ``!=``, ``<``, ``<=``, ``>`` or ``>=``.
    number : number

    Raises
    ------
    UnknownName
        If there is no such operator.
    """
    if op not in OPERATORS:
        raise UnknownName("comparison", str(op), OPERATORS)
    derived = value if isinstance(value, Derived) else Derived("value", value, "as given", ())
    bare = derived.value
    positive = _POSITIVE["=" if op == "!=" else op]
    if isinstance(bare, TwoAnswers):
        found = [a for a in (_number(x) for x in bare.answers) if a is not None]
        any_half = any(positive(a, number) for a in found)
        holds = not any_half if op == "!=" else any_half
        rule = "708.6b@2017-01-20" if op == "!=" else "708.6a@2017-01-20"
        says = "one half passes, which is enough" if any_half else "neither half passes"
        if op == "!=":
            says = "it is the opposite of the positive comparison, where " + says
        return Derived(f"{derived.what} {op} {number}", holds, says, (rule,), (derived,))
    have = _number(bare)
    if have is None:
        says, holds = "there is no number to compare", False
    else:
        holds = positive(have, number) != (op == "!=")
        says = f"{have} is compared" if holds else f"{have} does not pass"
    return Derived(f"{derived.what} {op} {number}", holds, says, derived.rules, (derived,))


def _number(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return Fraction(value.replace("\u00bd", ".5"))
        except (ValueError, ZeroDivisionError):
            return None
    return value


def amount(value: Derived) -> Derived:
    """Return the number that an effect uses when it takes a value without comparing it.

    Where each half of a split card answered for itself it was the sum (708.5a until
    2017-01-20); otherwise it is the value.
    """
    if not isinstance(value.value, TwoAnswers):
        return value
    total = sum(a for a in value.value.answers if a is not None)
    says = "a value that is used without a comparison is the sum of both halves"
    return Derived(value.what, total, says, ("708.5a@2017-01-20",), (value,))


def card_types_among(things: Iterable[Characteristics | Derived]) -> Derived:
    """Return the card types that occur among objects, each once, in the order of 205.2a.

    Parameters
    ----------
    things : iterable of Characteristics or Derived
        A split card off the stack has the types of both halves (709.4c).
    """
    parts = tuple(t.types if isinstance(t, Characteristics) else t for t in things)
    found = {name for part in parts for name in _listed(part)}
    known = tuple(t for t in CARD_TYPES if t in found)
    known += tuple(sorted(found - set(known)))
    says = f"{len(known)} card types occur" if len(known) != 1 else "1 card type occurs"
    return Derived("card types among them", known, says, ("205.2a",), parts)
