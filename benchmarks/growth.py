"""How the time grows with what there is: with objects on the battlefield, and with effects.

The exponent is that of the line through the logarithms of sizes and times: 0 for what looks at
one thing however many there are, 1 in proportion, 2 in pairs.  What touches one object may grow
by 0.3, since a new state has a table of its objects; what asks for all of them by 1.1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.beside import HERE, Make, Tree, either, least
from benchmarks.measure import Row, outcome
from benchmarks.transitions import legal

OBJECTS = (100, 1_000, 10_000)
EFFECTS = (1, 10, 100, 1_000)
ROUNDS = 5
TIMES = 20  # how often an action is done in a run
ONE, ALL = 0.3, 1.1


def exponent(times: Mapping[int, float]) -> float:
    """Return the exponent of the growth of times by size."""
    at = [math.log(n) for n in times]
    found = [math.log(t) for t in times.values()]
    middle, mean = sum(at) / len(at), sum(found) / len(found)
    up = sum((x - middle) * (y - mean) for x, y in zip(at, found, strict=True))
    return up / sum((x - middle) ** 2 for x in at)


# ---------------------------------------------------------------- situations


def crowd(size: int, effects: Sequence[Mapping[str, Any]] = (), card: str = "Grizzly Bears") -> Any:
    """Return a state of so many creatures with standing effects."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply
    from mtgmeld.game.setup import new_game

    made = new_game()
    for n in range(size):
        made.put(card, id=f"bear {n}")
    for n, effect in enumerate(effects):
        made.effect(id=f"effect {n}", **effect)
    return apply(made.state(), A.Note()).after


def _again(state: Any, *actions: Any) -> Callable[[], object]:
    """Return doing each action on a state, a number of times."""
    from mtgmeld.game.engine import apply

    return lambda: [apply(state, action) for _ in range(TIMES) for action in actions]


def _tap(state: Any) -> Callable[[], object]:
    """Return tapping and untapping one object, state after state."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply

    tap, untap = A.Tap(object="bear 0"), A.Untap(object="bear 0")

    def run() -> None:
        now = state
        for _ in range(TIMES):
            now = apply(apply(now, tap).after, untap).after

    return run


def _exile(state: Any) -> Callable[[], object]:
    from mtgmeld.game import actions as A

    return _again(state, A.Exile(object="bear 0"))


def _counter(state: Any) -> Callable[[], object]:
    """Return putting a counter on one object, after which effects must be looked at again."""
    from mtgmeld.game import actions as A

    return _again(state, A.PutCounters(object="bear 0"))


def _tokens(state: Any) -> Callable[[], object]:
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply

    act = A.CreateToken(name="Zombie", power="2", toughness="2", types=["Creature"], count=20)
    return lambda: apply(state, act)


def _asked(ask: Callable[[Any], object]) -> Make:
    def make(size: int) -> Callable[[], object]:
        state = crowd(size)
        return lambda: ask(state)

    return make


def digest(state: Any) -> object:
    """Return the digest of a state, in this tree or an older one."""
    return either("mtgmeld.game.canonical:digest", "mtgmeld.game.likeness:digest")(state)


def _faults(state: Any) -> object:
    from mtgmeld.game.faults import faults_in

    return faults_in(state)


def _compared(number: int) -> Callable[[], object]:
    from mtgmeld.catalog import load_catalog
    from mtgmeld.comparing import compare

    cards = [c.name for c in load_catalog().kind("split", "fuse", "aftermath")][:number]
    # in that edition each half of a split card answered for itself
    return lambda: compare("split", "2016-07-22", cards=cards)


ANTHEM = {"set": {"add_power": 1, "add_toughness": 1}}
ELSEWHERE = {**ANTHEM, "what": "t:artifact"}
HERE_TOO = {**ANTHEM, "what": "t:creature"}
COUNTS = {"set": {"add_power": "count t:creature"}, "what": "t:creature"}
KEYWORD = {"set": {"keywords": ["Flying"]}, "what": "t:creature"}
DRAWS = {"trigger": "dies", "what": "t:artifact", "do": {"do": "draw"}}


def _watched(number: int) -> Callable[[], object]:
    from mtgmeld.game.setup import new_game

    made = new_game()
    for n in range(number):
        made.watch(f"watch {n}", "enters", "t:creature")
    return _tokens(made.state())


CASES: dict[str, Make] = {
    "tap": lambda n: _tap(crowd(n)),
    "tap by an effect elsewhere": lambda n: _tap(crowd(n, [ELSEWHERE])),
    "tap by an anthem": lambda n: _tap(crowd(n, [HERE_TOO])),
    "tap by effects elsewhere": lambda n: _tap(crowd(20, [ELSEWHERE] * n)),
    "tap by triggers elsewhere": lambda n: _tap(crowd(20, [DRAWS] * n)),
    "exile": lambda n: _exile(crowd(n)),
    "exile by an effect elsewhere": lambda n: _exile(crowd(n, [ELSEWHERE])),
    "counter": lambda n: _counter(crowd(n)),
    "anthem": lambda n: _counter(crowd(n, [HERE_TOO])),
    "anthems": lambda n: _counter(crowd(20, [HERE_TOO] * n)),
    "keywords": lambda n: _counter(crowd(20, [KEYWORD] * n)),
    "counted": lambda n: _counter(crowd(n, [COUNTS])),
    "counting effects": lambda n: _counter(crowd(200, [COUNTS] * n)),
    "watches": _watched,
    "legal": _asked(legal),
    "faults": _asked(_faults),
    "digest": _asked(digest),
    "objects": _asked(lambda state: state.objects()),
    "zones": _asked(lambda state: state.zones()),
    "to_json": _asked(lambda state: state.to_json()),
    "compare": _compared,
}


# case, what it is, sizes, what they are, the most that the exponent may be
GROWTHS: tuple[tuple[str, str, tuple[int, ...], str, float], ...] = (
    ("tap", "a tap", OBJECTS, "objects", ONE),
    ("tap by an effect elsewhere", "a tap, an effect on others", OBJECTS, "objects", ONE),
    ("tap by an anthem", "a tap, an anthem for all", OBJECTS, "objects", ONE),
    ("tap by effects elsewhere", "a tap, effects on others", EFFECTS, "effects", ONE),
    ("tap by triggers elsewhere", "a tap, triggers on others", EFFECTS, "triggers", ONE),
    ("exile", "one object exiled", OBJECTS, "objects", ONE),
    ("counter", "a counter", OBJECTS, "objects", ONE),
    ("exile by an effect elsewhere", "one exiled, an effect on others", OBJECTS, "objects", ALL),
    ("anthem", "a counter, an anthem for all", OBJECTS, "objects", ALL),
    ("anthems", "a counter, anthems for 20 creatures", EFFECTS, "effects", ALL),
    ("keywords", "a counter, keywords for 20 creatures", EFFECTS, "effects", ALL),
    ("counted", "a counter, creatures that count each other", OBJECTS, "objects", ALL),
    ("counting effects", "a counter, counting effects on 200", EFFECTS, "effects", ALL),
    ("watches", "20 tokens, watches", EFFECTS, "watches", ALL),
    ("legal", "the legal actions", OBJECTS, "objects", ALL),
    ("faults", "the faults", OBJECTS, "objects", ALL),
    ("digest", "the digest", OBJECTS, "objects", ALL),
    ("objects", "the objects as a frame", OBJECTS, "objects", ALL),
    ("zones", "the zones as a frame", OBJECTS, "objects", ALL),
    ("to_json", "the state as text", OBJECTS, "objects", ALL),
    ("compare", "what differs between two editions", (10, 30, 100), "split cards", ALL),
)


def run(against: Path | None = None) -> list[Row]:
    """Fit the growth of each, here and in an older tree."""
    trees = [Tree(root) for root in (HERE, against) if root is not None]
    found = []
    for case, what, sizes, of, most in GROWTHS:
        here, *others = least(trees, __name__, [(case, n) for n in sizes], ROUNDS)
        fits = [exponent({n: t for (_, n), t in times.items()}) for times in (here, *others)]
        told = [", ".join(f"{1000 * t:.2g}" for t in times.values()) for times in (here, *others)]
        found.append(
            outcome(
                f"{what}: growth over {', '.join(f'{n:,}' for n in sizes)} {of}",
                "1 in proportion, 2 in pairs",
                fits[:1],
                most,
                "at most",
                note=f"ms: {told[0]}" + "".join(f"; before {t}" for t in told[1:]),
                before=fits[1] if others else None,
            )
        )
    for tree in trees:
        tree.close()
    return found
