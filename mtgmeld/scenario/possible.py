"""What may be done at a moment: casting, costs, and whether an action is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError
from mtgmeld.game.actions import CastSpell
from mtgmeld.game.engine import apply
from mtgmeld.game.legal import castable
from mtgmeld.game.options import options
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from mtgmeld.scenario.checking import action_of
from mtgmeld.scenario.notation import Expect

__all__ = ["Row", "possible"]

# what was asked, expected and found, whether it holds, and why
Row = tuple[str, Any, Any, bool, str]


def possible(wanted: Expect, state: State) -> Iterator[Row]:
    """Yield what holds of what may be cast, of costs, and of what is allowed or refused."""
    if wanted.castable is not None:
        player = wanted.player or state.active
        ids = state.find(wanted.object) if wanted.object is not None else None
        found = []
        for legal in castable(state, player, wanted.with_mana):
            act = legal.action
            assert isinstance(act, CastSpell)
            if ids is None or state.find_one(act.object) in ids:
                found.append(legal.says.removeprefix("cast ").partition(" from ")[0])
        found = list(dict.fromkeys(found))
        expected = [wanted.castable] if isinstance(wanted.castable, str) else wanted.castable
        yield "castable", expected, found, sorted(expected) == sorted(found), ""
    if wanted.costs is not None:
        totals = _totals(wanted, state)
        for part, cost in wanted.costs.items():
            actual = totals.get(part)
            same = actual is not None and ManaCost.parse(cost) == actual
            yield f"cost of {part}", cost, actual or "nothing of it may be done", same, "601.2f"
    if wanted.allowed is not None:
        refusal = _refusal(state, wanted.allowed)
        yield (
            f"allowed to {wanted.allowed.get('do')}",
            True,
            refusal or "allowed",
            refusal is None,
            "",
        )
    if wanted.refused is not None:
        refusal = _refusal(state, wanted.refused)
        rules = refusal.rules if isinstance(refusal, IllegalAction) else ()
        holds = bool(rules) and (wanted.by is None or wanted.by in rules)
        yield (
            f"refused to {wanted.refused.get('do')}",
            wanted.by or "refused",
            refusal or "allowed",
            holds,
            "",
        )


def _totals(wanted: Expect, state: State) -> dict[str, ManaCost | None]:
    """Return what it costs in all to cast each part, or to unlock each door, that may be now."""
    ids = None if wanted.object is None else state.find(wanted.object)
    return {
        o.part: o.total
        for o in options(state, wanted.player or state.active)
        if o.allowed and (ids is None or state.find_one(o.action.object) in ids)
    }


def _refusal(state: State, row: dict[str, Any]) -> MtgmeldError | None:
    try:
        apply(state, action_of(row))
    except (IllegalAction, ChoiceNeeded) as error:
        return error
    return None
