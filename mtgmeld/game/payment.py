"""Paying a cost with mana: which mana of a pool pays for which symbol (601.2g-h, 107.4)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from mtgmeld.errors import BadManaCost
from mtgmeld.mana import ManaCost, Symbol, symbol

__all__ = ["Payment", "can_pay", "payment", "pool_of", "with_x"]

# the types of mana, and S for colorless mana from a snow source
TYPES = "WUBRGCS"
MOST = 1_000


class Payment(msgspec.Struct, frozen=True, gc=False):
    """What pays a cost.

    Attributes
    ----------
    mana : Counter of str
        How much mana of each type.
    life : int
        Life paid for Phyrexian symbols, 2 each (107.4f).
    """

    mana: Counter[str]
    life: int = 0

    def __str__(self) -> str:
        spent = "".join("{" + t + "}" for t in TYPES for _ in range(self.mana[t]))
        parts = [p for p in (spent, f"{self.life} life" if self.life else "") if p]
        return " and ".join(parts) or "nothing"


def pool_of(text: str) -> Counter[str]:
    """Return the mana that a text such as ``{2}{U}`` or ``UUR`` stands for, by type.

    A number is that much colorless mana.

    Raises
    ------
    BadManaCost
        For a sign that is no mana.
    """
    return Counter(_pool(text))


@lru_cache(maxsize=4096)
def _pool(text: str) -> dict[str, int]:
    pool: Counter[str] = Counter()
    if not text.strip():
        return pool
    if "{" not in text:
        text = "".join("{" + letter + "}" for letter in text if not letter.isspace())
    for s in ManaCost.parse(text):
        if s.kind == "generic":
            pool["C"] += int(s.value)
        elif s.text in TYPES:
            pool[s.text] += 1
        else:
            raise BadManaCost(text, text.find(str(s)), f"{s} is no mana that a pool could hold")
    if pool.total() > MOST:
        raise BadManaCost(text, 0, f"more than {MOST} mana begins")
    return pool


def with_x(cost: ManaCost, x: int) -> ManaCost:
    """Return a cost with X paid: each {X} is that much generic mana (107.3a, 107.3p)."""
    if not cost.variables:
        return cost
    generic = symbol(str(x))
    assert generic is not None
    return ManaCost(tuple(generic if s.kind == "variable" else s for s in cost)).whole


def payment(cost: ManaCost, pool: Counter[str], life: int = 1000) -> Payment | None:
    """Return which mana of a pool pays a cost, or None if it cannot (601.2h).

    Colored symbols come first, then those that leave a choice, each way tried, generic mana
    last.  Mana is spent rather than life.

    Parameters
    ----------
    cost : ManaCost
    pool : Counter of str
    life : int
        How much life may be paid for Phyrexian symbols (118.3).
    """
    fixed, choices, generic = _parts(cost.symbols)
    left = dict(pool)
    spent: dict[str, int] = {}
    for kind in fixed:
        if not left.get(kind) and kind == "C":
            kind = "S"
        if not left.get(kind):
            return None
        left[kind] -= 1
        spent[kind] = spent.get(kind, 0) + 1
    return _choose(choices, generic, left, spent, life, 0)


@lru_cache(maxsize=4096)
def _parts(
    symbols: tuple[Symbol, ...],
) -> tuple[tuple[str, ...], tuple[Symbol, ...], int]:
    """Return the symbols that one type pays for, those that leave a choice, the generic mana."""
    fixed = tuple(s.text for s in symbols if s.kind in ("colored", "colorless"))
    closed = ("colored", "colorless", "generic", "variable")
    choices = tuple(s for s in symbols if s.kind not in closed)
    return fixed, choices, sum(int(s.value) for s in symbols if s.kind == "generic")


def _choose(
    choices: tuple[Symbol, ...],
    generic: int,
    left: dict[str, int],
    spent: dict[str, int],
    life: int,
    paid: int,
) -> Payment | None:
    if sum(left.values()) < generic:
        return None
    if not choices:
        spent = dict(spent)
        if generic:
            # mana that pays least else goes first
            for kind in sorted(left, key=lambda k: (k not in "CS", -left[k])):
                used = min(left[kind], generic)
                spent[kind] = spent.get(kind, 0) + used
                generic -= used
        return Payment(Counter({k: n for k, n in spent.items() if n > 0}), paid)
    head, rest = choices[0], choices[1:]
    for way in _ways(head):
        if way.isdigit():
            found = _choose(rest, generic + int(way), left, spent, life, paid)
        elif way == "life":
            found = (
                _choose(rest, generic, left, spent, life, paid + 2) if life >= paid + 2 else None
            )
        elif left.get(way):
            less, more = dict(left), dict(spent)
            less[way] -= 1
            more[way] = more.get(way, 0) + 1
            found = _choose(rest, generic, less, more, life, paid)
        else:
            continue
        if found is not None:
            return found
    return None


def _ways(s: Symbol) -> list[str]:
    """Return what may pay for a symbol: a type of mana, generic mana, or life (107.4a-h)."""
    found = list(s.colors)
    if s.kind == "twobrid":
        found.append("2")
    elif s.kind == "colorless hybrid":
        found += ["C", "S"]
    elif s.kind == "snow":
        found = ["S"]
    elif s.kind in ("phyrexian", "hybrid phyrexian"):
        found.append("life")
    elif s.kind in ("half", "infinite"):
        found = []
    return found


def can_pay(cost: ManaCost, pool: Counter[str], life: int = 1000) -> bool:
    """Whether a pool can pay a cost (601.2h)."""
    return payment(cost, pool, life) is not None
