"""How the rules compare the names of objects.

Each answer is a :class:`~mtgmeld.rules.citations.Derived` with the rules that decide.  The
arguments are characteristics, single derived values, or bare values.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from mtgmeld.game.characteristics.model import Characteristics
from mtgmeld.names import normal_form
from mtgmeld.rules.citations import Derived, TwoAnswers, cited

Named: TypeAlias = Characteristics | Derived | Iterable[str]


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
