"""Spending a player's mana: what it may be spent on, and taking it from the pool (106.4, 106.6)."""

from __future__ import annotations

from collections import Counter

import msgspec

from mtgmeld.errors import IllegalAction
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import Payment, payment, pool_of
from mtgmeld.game.pieces import Mana
from mtgmeld.game.seen import matches
from mtgmeld.mana import ManaCost

__all__ = ["Purpose", "pay", "usable"]


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
    obj: Obj | None = None
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
        made = payment(cost, pool_of(given), life)
        if made is None:
            raise IllegalAction(f"{given} does not pay {cost} for {purpose.label}", rules)
        _pay_life(draft, player, made.life)
        return made
    mine = usable(draft, player, purpose)
    made = payment(cost, Counter(m.type for m in mine), life)
    if made is None:
        have = "".join("{" + m.type + "}" for m in mine) or "nothing"
        other = len(draft.player(player).pool) - len(mine)
        rest = f" ({other} more may not be spent on it)" if other else ""
        raise IllegalAction(
            f"{have} in the pool{rest} does not pay {cost} for {purpose.label}",
            (*rules, "106.6") if other else rules,
        )
    _take(draft, player, mine, made)
    _pay_life(draft, player, made.life)
    return made


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
