"""Total costs: of a spell, of unlocking; increases, then reductions (601.2f, 118.7)."""

from __future__ import annotations

from collections import Counter

from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import live_abilities
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import with_x
from mtgmeld.game.prohibitions import applies_to, concerns
from mtgmeld.game.ways import Mode
from mtgmeld.mana import ManaCost, Symbol, symbol
from mtgmeld.rules.citations import cited

__all__ = ["changed", "commander_tax", "reduced", "total_cost"]

ZERO = ManaCost.parse("{0}")
Rules = tuple[str, ...]


def total_cost(
    draft: Draft, spell: Obj, known: Characteristics, mode: Mode, player: str, x: int
) -> tuple[ManaCost, Rules]:
    """Return what a spell costs in all, with the rules.

    The mana cost of what is cast, or what is paid instead of it, plus additional costs and
    increases, minus reductions; each effect counts once, for a fused spell too (601.2f).
    """
    rules = ["601.2f"]
    if len(mode.halves) > 1:
        rules.append("702.102c")
    if mode.free:
        start = ZERO
        rules.append("118.9")
    else:
        start = ZERO if mode.cost is None else mode.cost
        if mode.alternative:
            rules.append("118.9")
    cost = with_x(start, x)
    if mode.by == "commander":
        tax = commander_tax(draft, spell)
        if tax:
            cost = cost.more(tax)
            rules.append("903.8")
    cost, more = changed(draft, cost, "cast", spell, known, player)
    return cost.whole, cited((*rules, *more))


def commander_tax(draft: Draft, obj: Obj) -> int:
    """Return what a commander costs more: {2} for each time it was cast from there (903.8)."""
    return sum(2 * draft.counts.get(tax_key(c), 0) for c in obj.cards)


def tax_key(card: int) -> str:
    """Return the key under which casts of a commander from the command zone are counted."""
    return f"commander cast:{card}"


def changed(
    draft: Draft, cost: ManaCost, kind: str, obj: Obj, known: Characteristics, player: str
) -> tuple[ManaCost, Rules]:
    """Return a cost with what effects add to it and take from it, with the rules.

    Parameters
    ----------
    draft : Draft
    cost : ManaCost
    kind : str
        ``cast`` or ``unlock``: an effect on what spells cost leaves unlock costs alone (709.5e).
    obj, known : Obj, Characteristics
        The spell or the Room.
    player : str
        Who pays.
    """
    found = [
        ability
        for ability, source in live_abilities(draft, ("cost",))
        if ability.of in (kind, "cast and unlock")
        and concerns(draft, ability, source, player)
        and applies_to(draft, ability, source, obj, known)
    ]
    more = [a for a in found if not _less(a)]
    less = [a for a in found if _less(a)]
    for ability in more:
        cost = cost.more(ability.amount)
        if ability.mana:
            cost = cost.plus(ManaCost.parse(ability.mana)).whole
    for ability in less:
        cost = reduced(cost, -ability.amount, ability.mana.removeprefix("-"))
    return cost, ("118.7a",) if less else ()


def _less(ability: Ability) -> bool:
    return ability.amount < 0 or ability.mana.startswith("-")


def reduced(cost: ManaCost, generic: int, mana: str = "") -> ManaCost:
    """Return a cost less some generic mana and less some mana of given types.

    A generic reduction takes generic mana only (118.7a).  Mana of a type takes mana of that
    type, and generic mana where the cost asks for too little of it (118.7b-d).
    """
    left: list[Symbol] = list(cost)
    over = generic
    wanted = Counter(s.text for s in ManaCost.parse(mana)) if mana else Counter[str]()
    for text, n in wanted.items():
        for _ in range(n):
            match = next((s for s in left if s.text == text), None)
            if match is None:
                over += 1
            else:
                left.remove(match)
    if not left:
        zero = symbol("0")
        assert zero is not None
        left = [zero]
    return ManaCost(tuple(left)).more(-over)
