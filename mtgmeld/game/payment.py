"""Paying costs: what a pool can pay for, and the total cost of a spell (601.2f-h, 106.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mtgmeld.mana import ManaCost, Symbol, symbol

__all__ = ["can_pay", "payment", "pool_of", "with_x"]

TYPES = "WUBRGC"


def pool_of(text: str) -> Counter[str]:
    """Return the mana that a text such as ``{2}{U}`` or ``UUR`` stands for, by type.

    A number is that much colorless mana.
    """
    pool: Counter[str] = Counter()
    if "{" in text:
        for s in ManaCost.parse(text):
            if s.kind == "generic":
                pool["C"] += int(s.value)
            elif s.text in TYPES:
                pool[s.text] += 1
            elif s.kind == "snow":
                pool["C"] += 1
        return pool
    for letter in text.upper().replace(" ", ""):
        if letter in TYPES:
            pool[letter] += 1
    return pool


def with_x(cost: ManaCost, x: int) -> ManaCost:
    """Return a cost with X paid: each {X} is that much generic mana (107.3a)."""
    if not cost.variables:
        return cost
    made: list[Symbol] = []
    for s in cost:
        if s.kind == "variable":
            generic = symbol(str(x))
            assert generic is not None
            made.append(generic)
        else:
            made.append(s)
    return ManaCost(tuple(made)).whole


def payment(cost: ManaCost, pool: Counter[str], life: bool = True) -> Counter[str] | None:
    """Return which mana of a pool pays a cost, or None if it cannot (601.2h).

    Colored symbols come first, then hybrid ones by every choice, generic last.  A Phyrexian
    symbol may be paid with life.
    """
    colored = [s for s in cost if s.kind in ("colored", "colorless")]
    choices = [s for s in cost if s.kind not in ("colored", "colorless", "generic", "variable")]
    generic = sum(int(s.value) for s in cost if s.kind == "generic")
    left, spent = Counter(pool), Counter[str]()
    for s in colored:
        if not left[s.text]:
            return None
        left[s.text] -= 1
        spent[s.text] += 1
    return _choose(choices, generic, left, spent, life)


def _choose(
    choices: list[Symbol], generic: int, left: Counter[str], spent: Counter[str], life: bool
) -> Counter[str] | None:
    if not choices:
        if sum(left.values()) < generic:
            return None
        spent = Counter(spent)
        # mana that pays least else goes first
        for kind in sorted(left, key=lambda k: (k != "C", -left[k])):
            used = min(left[kind], generic)
            spent[kind] += used
            generic -= used
        return +spent
    head, rest = choices[0], choices[1:]
    for way in _ways(head, life):
        if way.startswith("generic"):
            found = _choose(rest, generic + int(way[7:]), left, spent, life)
        elif way == "life":
            found = _choose(rest, generic, left, spent, life)
        elif left[way]:
            less, more = Counter(left), Counter(spent)
            less[way] -= 1
            more[way] += 1
            found = _choose(rest, generic, less, more, life)
        else:
            continue
        if found is not None:
            return found
    return None


def _ways(s: Symbol, life: bool) -> list[str]:
    """Return what may pay for a symbol: a type of mana, generic mana, or life (107.4)."""
    ways: Iterable[str] = s.colors
    found = list(ways)
    if s.kind == "twobrid":
        found.append("generic2")
    elif s.kind == "colorless hybrid":
        found.append("C")
    elif s.kind == "snow":
        found = ["generic1"]
    elif s.kind in ("phyrexian", "hybrid phyrexian") and life:
        found.append("life")
    return found


def can_pay(cost: ManaCost, pool: Counter[str]) -> bool:
    """Whether a pool can pay a cost (601.2h)."""
    return payment(cost, pool) is not None
