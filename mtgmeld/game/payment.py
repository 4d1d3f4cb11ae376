"""Paying: what mana a cost takes, and what mana may be spent on (106, 118)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement

import msgspec

from mtgmeld.errors import BadManaCost, IllegalAction
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.values import Event, GameObject, Mana
from mtgmeld.game.views import matches
from mtgmeld.mana import MANA_TYPES, ManaCost, Symbol, braced, symbol

# the types of mana, and S for colorless mana from a snow source
TYPES = MANA_TYPES + "S"


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
        spent = "".join([f"{{{t}}}" * self.mana[t] for t in TYPES if t in self.mana])
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
        text = braced(letter for letter in text if not letter.isspace())
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


_MOST_LACKING = 4


def can_pay(cost: ManaCost, pool: Counter[str], life: int = 1000) -> bool:
    """Whether a pool can pay a cost (601.2h)."""
    return payment(cost, pool, life) is not None


def lacking(cost: ManaCost, pool: Counter[str], life: int = 1000) -> str:
    """Return the least mana that a pool lacks to pay a cost, as a cost, or as words for much."""
    for count in range(1, _MOST_LACKING + 1):
        for more in combinations_with_replacement("CWUBRGS", count):
            if can_pay(cost, pool + Counter(more), life):
                any_type = 0 if "C" in _parts(cost.symbols)[0] else more.count("C")
                generic = f"{{{any_type}}}" if any_type else ""
                return generic + "".join(f"{{{t}}}" for t in more[any_type:])
    return "much mana"


class Purpose(msgspec.Struct, frozen=True, gc=False):
    """What mana is spent on.

    Attributes
    ----------
    kind : str
        ``cast``, ``unlock`` or ``activate``.
    label : str
        What it is called in a refusal.
    obj, known : Obj, Characteristics or None
        The spell as it would be, the Room, or the source of the ability.
    rules : tuple of str
        The rules by which it must be paid.
    """

    kind: str
    label: str
    obj: GameObject | None = None
    known: Characteristics | None = None
    rules: tuple[str, ...] = ("601.2h",)


def may_spend(draft: Draft, only: str, purpose: Purpose, player: str) -> bool:
    """Whether restricted mana may be spent on something (106.6).

    A restriction is a list joined by ``|``: a filter on the spell that is cast, ``unlock`` for
    unlock costs, ``activate`` for costs of abilities, with a filter on their source if any.
    """
    for part in (p.strip() for p in only.split("|")):
        word, _, rest = part.partition(" ")
        if part == "unlock":
            if purpose.kind == "unlock":
                return True
        elif word == "activate":
            if purpose.kind == "activate" and _fits(draft, rest, purpose, player):
                return True
        elif purpose.kind == "cast" and _fits(draft, part, purpose, player):
            return True
    return False


def _fits(draft: Draft, text: str, purpose: Purpose, player: str) -> bool:
    if not text:
        return True
    return purpose.obj is not None and matches(draft, text, purpose.obj, purpose.known, player)


def usable(draft: Draft, player: str, purpose: Purpose) -> list[Mana]:
    """Return the mana of a player's pool that may be spent on something."""
    return [
        m
        for m in draft.player(player).pool
        if not m.only or may_spend(draft, m.only, purpose, player)
    ]


def pay(
    draft: Draft, cost: ManaCost, given: str | None, player: str, purpose: Purpose
) -> Payment | None:
    """Pay a cost, or check that what is given would pay it; return what was spent.

    Parameters
    ----------
    draft : Draft
    cost : ManaCost
    given : str or None
        None: the mana is taken to be there.  ``pool``: the player's own mana is spent.  A
        text such as ``{2}{U}``: that mana, from wherever it comes.
    player : str
    purpose : Purpose

    Raises
    ------
    IllegalAction
        If it does not pay the cost; partial payments are not allowed (601.2h, 118.3).
    """
    if given is None:
        return None
    life = draft.player(player).life
    rules = (*purpose.rules, "118.3")
    if given != "pool":
        made = _paid(cost.symbols, given, life)
        if made is None:
            raise IllegalAction(f"{given} does not pay {cost} for {purpose.label}", rules)
        _pay_life(draft, player, made.life)
        return made
    mine = usable(draft, player, purpose)
    made = payment(cost, Counter(m.type for m in mine), life)
    if made is None:
        have = braced(m.type for m in mine) or "nothing"
        other = len(draft.player(player).pool) - len(mine)
        rest = f" ({other} more may not be spent on it)" if other else ""
        raise IllegalAction(
            f"{have} in the pool{rest} does not pay {cost} for {purpose.label}",
            (*rules, "106.6") if other else rules,
        )
    _take(draft, player, mine, made)
    _pay_life(draft, player, made.life)
    return made


@lru_cache(maxsize=4096)
def _paid(symbols: tuple[Symbol, ...], given: str, life: int) -> Payment | None:
    """Return what mana in words pays for symbols, worked out once."""
    return payment(ManaCost(symbols), pool_of(given), life)


def _take(draft: Draft, player: str, mine: list[Mana], made: Payment) -> None:
    """Take the mana from the pool, that with a restriction first, since it is good for less."""
    due = Counter(made.mana)
    left: list[Mana] = []
    for m in sorted(draft.player(player).pool, key=lambda m: not m.only):
        if due[m.type] and m in mine:
            due[m.type] -= 1
        else:
            left.append(m)
    draft.change_player(player, pool=tuple(left))


def _pay_life(draft: Draft, player: str, life: int) -> None:
    if life:
        draft.change_player(player, life=draft.player(player).life - life)
        rules = ("107.4f", "118.3b")
        draft.emit(Event("life", player=player, note=f"pays {life} life", rules=rules))
