"""The engine: transitions and whole situations against a chess move, snapshots against rows.

The chess package is the reference for speed: a ``push`` and a ``pop`` of each legal move in a
position of many moves, which it plays without looking whether they are legal.  A transition
here is checked against the rules, leaves events with their rule numbers and a new state, and
keeps the state before it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.measure import Row, paired
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State

__all__ = ["run"]

POSITION = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MOVES = 4_000  # pushes and pops a round, for a few milliseconds on either side
ROUNDS = 15
GRAF_RATS, SCAVENGERS = "Graf Rats", "Midnight Scavengers"
ROOM = "Bottomless Pool // Locker Room"


def _chess(times: int) -> Callable[[], object]:
    """Return a callable that pushes and pops so many moves."""
    import chess

    board = chess.Board(POSITION)
    legal = list(board.legal_moves)
    moves = [legal[i % len(legal)] for i in range(times)]

    def run() -> None:
        push, pop = board.push, board.pop
        for move in moves:
            push(move)
            pop()

    return run


def _play(state: State, actions: Sequence[A.Action]) -> list[Transition]:
    """Play actions and keep every transition, and with it every state."""
    kept = []
    for action in actions:
        done = apply(state, action)
        kept.append(done)
        state = done.after
    return kept


def _repeated(state: State, actions: Sequence[A.Action], times: int) -> Callable[[], object]:
    def run() -> object:
        return [_play(state, actions) for _ in range(times)]

    return run


def board() -> State:
    """Twenty objects: lands, creatures, a Room, a melded permanent, a copy, a hand."""
    made = new_game()
    for n in range(9):
        made.put("Forest", id=f"land {n}")
    made.put("Grizzly Bears", id="bears").put("Silvercoat Lion", id="lion", owner="opponent")
    made.put(ROOM, id="room", unlocked="left").put("Chittering Host", id="host")
    made.put("Clone", id="clone", copy_of="Grizzly Bears").put("Delver of Secrets", id="delver")
    for name in ("Fire // Ice", "Wear // Tear", "Island", "Grizzly Bears", "Graf Rats"):
        made.put(name, "hand", id=f"{name} in hand")
    return apply(made.state(), A.Note()).after


TURN: tuple[A.Action, ...] = (
    A.PlayLand(object="Island in hand"),
    A.TapForMana(object="land 0"),
    A.TapForMana(object="land 1"),
    A.CastSpell(object="Grizzly Bears in hand", pay="pool"),
    A.Resolve(),
    A.Unlock(object="room", half="Locker Room", pay="{4}{U}"),
    A.Transform(object="delver"),
    A.PutCounters(object="bears"),
    A.Tap(object="bears"),
    A.Untap(object="bears"),
    A.Destroy(object="lion"),
    A.NextStep(),
)
MELD: tuple[A.Action, ...] = (
    A.Meld(object="rats", with_="scavengers", id="host"),
    A.Destroy(object="host", order=[GRAF_RATS, SCAVENGERS]),
)
UNLOCK: tuple[A.Action, ...] = (
    A.CastSpell(object="room", half="Locker Room", pay="{4}{U}"),
    A.Resolve(),
    A.Unlock(object="room", half="Bottomless Pool", pay="{U}"),
)


def snapshots(times: int) -> list[State]:
    """Return so many states of one run, each after a small change."""
    state, found = board(), []
    names = [f"land {n}" for n in range(9)] + ["bears", "lion", "host", "clone", "delver"]
    for n in range(times):
        ref = names[n % len(names)]
        now = state.things[state.find_one(ref)]
        action = A.Untap(object=ref) if now.tapped else A.Tap(object=ref)
        state = apply(state, action).after
        found.append(state)
    return found


def _frames(states: list[State]) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return making one frame, and making it from a list of dicts of the same cells."""
    import pandas as pd

    from mtgmeld.game_frames import states_frame

    frame = states_frame(states)
    rows: list[dict[str, Any]] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return lambda: states_frame(states), lambda: pd.DataFrame(rows)


def _against_chess(
    name: str, state: State, actions: Sequence[A.Action], times: int, each: int, target: float
) -> Row:
    """Compare a run of actions, which counts as `each` things, with chess moves."""
    return paired(
        name,
        _repeated(state, actions, times),
        "push and pop of a chess move",
        _chess(MOVES),
        target=target,
        bound="at least",
        rounds=ROUNDS,
        invert=True,
        scale=times * each / MOVES,
        clock=time.process_time,
    )


def run() -> list[Row]:
    """Compare speeds, each pair in turn."""
    pair = new_game().put(GRAF_RATS, id="rats").put(SCAVENGERS, id="scavengers").state()
    room = new_game().put(ROOM, "hand", id="room").state()
    taps = (A.Tap(object="bears"), A.Untap(object="bears"))
    ours, theirs = _frames(snapshots(1_000))
    # what is there for good is not looked through again while either side is timed
    gc.collect()
    gc.freeze()
    return [
        _against_chess("a transition: tap or untap, 20 objects", board(), taps, 1_000, 2, 1.0),
        _against_chess(
            "a transition: the mean of a turn's twelve, 20 objects",
            board(),
            TURN,
            100,
            len(TURN),
            1.0,
        ),
        _against_chess(
            "meld, then die, as a whole situation",
            apply(pair, A.Note()).after,
            MELD,
            200,
            1,
            0.25,
        ),
        _against_chess(
            "cast half, then unlock, as a whole situation",
            apply(room, A.Note()).after,
            UNLOCK,
            100,
            1,
            0.25,
        ),
        paired(
            "1,000 snapshots of 20 objects to one frame",
            ours,
            "a DataFrame from a list of dicts of the same cells",
            theirs,
            target=5.0,
            bound="at least",
            rounds=9,
            invert=True,
            clock=time.process_time,
        ),
    ]
