"""What is kept about a state against what is worked out from nothing: they must be the same.

A state hands on what has been worked out about it, so that the next one need not ask again
(`mtgmeld/game/memo.py`).  Here everything that is kept is asked of a state as it came about, and
of one with equal fields that nobody has asked anything yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mtgmeld.game.abilities import KINDS
from mtgmeld.game.canonical import digest
from mtgmeld.game.copiable import index_of
from mtgmeld.game.engine import Note, apply
from mtgmeld.game.faults import faults_in
from mtgmeld.game.layers import abilities_of, effects_about, live_abilities, table_of
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.state import State

__all__ = ["afresh", "differences"]


def afresh(state: State) -> State:
    """Return an equal state about which nothing is kept."""
    return msgspec.structs.replace(state)


def differences(kept: State) -> list[str]:
    """Return what a state answers otherwise than an equal one about which nothing is kept."""
    pairs = zip(_answers(kept), _answers(afresh(kept)), strict=True)
    return [f"{what}: {a!r}, afresh {b!r}" for (what, a), (_, b) in pairs if a != b]


def _answers(state: State) -> Iterator[tuple[str, Any]]:
    """Yield every answer that may be kept about a state, each with what it is about."""
    for i, obj in sorted(state.things.items()):
        called = state.ref_of(i)
        yield f"abilities of {called}", [a.key for a in abilities_of(state, obj)]
        if obj.ability is None:
            yield f"characteristics of {called}", state.characteristics(i)
            yield f"name of {called}", state.name_of(i)
    yield "whether effects are about", effects_about(state)
    yield "what effects make of objects", table_of(state)
    for kind in dict.fromkeys(KINDS.values()):
        live = live_abilities(state, kind)
        yield f"live {kind.kind}", [(a.key, None if o is None else o.id) for a, o in live]
    index_of(state)
    yield (
        "what may trigger",
        {a.key for rows in index_of(state).values() for a, i in rows if i in state.things},
    )
    yield "what is attached", state.memo.attached
    yield "what was taken", state.memo.taken
    for player in state.players:
        yield f"what {player.name} may do", legal_actions(state, player.name)
    yield "faults", faults_in(state)
    yield "digest", digest(state)
    # that no state-based action applies is kept too
    done = apply(state, Note())
    yield "what happens of itself", [e.kind for e in done.events]
