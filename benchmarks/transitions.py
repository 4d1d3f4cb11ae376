"""Transitions and the list of what is legal, against the chess package doing the same.

What a transition here does: the name of an object is resolved, what the rules forbid is refused,
the state before stays, and whatever ends a game is looked for.  Of a chess package that is
``parse_uci`` of the move, a copy of the board, ``push``, and ``outcome``.  The rows of before
held a transition against ``push`` and ``pop`` alone, which check no legality, keep no earlier
position, resolve no name and test for no end: they compared what both sides leave out with what
only this one does, and their targets said how far apart two different things may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.beside import Make, either

POSITION = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GRAF_RATS, SCAVENGERS = "Graf Rats", "Midnight Scavengers"
ROOM = "Bottomless Pool // Locker Room"
TURN_LENGTH = 12


def _chess(times: int) -> Callable[[], object]:
    """Return a callable that plays each legal move, as often as it takes for so many moves."""
    import chess

    board = chess.Board(POSITION)
    moves = [m.uci() for m in board.legal_moves]
    made = [moves[i % len(moves)] for i in range(times)]

    def run() -> None:
        for text in made:
            after = board.copy()
            after.push(board.parse_uci(text))
            after.outcome()

    return run


def _chess_moves(times: int) -> Callable[[], object]:
    """Return a callable that lists the legal moves so often."""
    import chess

    board = chess.Board(POSITION)
    return lambda: [list(board.legal_moves) for _ in range(times)]


def _play(state: Any, actions: Sequence[Any]) -> list[Any]:
    """Play actions and keep every transition, and with it every state."""
    from mtgmeld.game.engine import apply

    kept = []
    for action in actions:
        done = apply(state, action)
        kept.append(done)
        state = done.after
    return kept


def board() -> Any:
    """Twenty objects: lands, creatures, a Room, a melded permanent, a copy, a hand."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply
    from mtgmeld.game.setup import new_game

    made = new_game()
    for n in range(9):
        made.put("Forest", id=f"land {n}")
    made.put("Grizzly Bears", id="bears").put("Silvercoat Lion", id="lion", owner="opponent")
    made.put(ROOM, id="room", unlocked="left").put("Chittering Host", id="host")
    made.put("Clone", id="clone", copy_of="Grizzly Bears").put("Delver of Secrets", id="delver")
    for name in ("Fire // Ice", "Wear // Tear", "Island", "Grizzly Bears", "Graf Rats"):
        made.put(name, "hand", id=f"{name} in hand")
    return apply(made.state(), A.Note()).after


def _turn() -> list[Any]:
    from mtgmeld.game import actions as A

    return [
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
    ]


def _repeated(state: Any, actions: Sequence[Any], times: int) -> Callable[[], object]:
    return lambda: [_play(state, actions) for _ in range(times)]


def _taps(times: int) -> Callable[[], object]:
    from mtgmeld.game import actions as A

    return _repeated(board(), [A.Tap(object="bears"), A.Untap(object="bears")], times // 2)


def _a_turn(times: int) -> Callable[[], object]:
    return _repeated(board(), _turn(), times // TURN_LENGTH)


def _meld(times: int) -> Callable[[], object]:
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply
    from mtgmeld.game.setup import new_game

    pair = new_game().put(GRAF_RATS, id="rats").put(SCAVENGERS, id="scavengers").state()
    does = [
        A.Meld(object="rats", with_="scavengers", id="host"),
        A.Destroy(object="host", order=[GRAF_RATS, SCAVENGERS]),
    ]
    return _repeated(apply(pair, A.Note()).after, does, times)


def _unlock(times: int) -> Callable[[], object]:
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply
    from mtgmeld.game.setup import new_game

    room = new_game().put(ROOM, "hand", id="room").state()
    does = [
        A.CastSpell(object="room", half="Locker Room", pay="{4}{U}"),
        A.Resolve(),
        A.Unlock(object="room", half="Bottomless Pool", pay="{U}"),
    ]
    return _repeated(apply(room, A.Note()).after, does, times)


def legal(state: Any) -> Any:
    """Return what a player may do, in this tree or an older one."""
    places = "mtgmeld.game.legality:legal_actions", "mtgmeld.game.legal:legal_actions"
    return either(*places)(state)


def _legal(times: int) -> Callable[[], object]:
    state = board()
    return lambda: [legal(state) for _ in range(times)]


def _snapshots(times: int) -> list[Any]:
    """Return so many states of one run, each after a small change."""
    from mtgmeld.game import actions as A
    from mtgmeld.game.engine import apply

    state, found = board(), []
    names = [f"land {n}" for n in range(9)] + ["bears", "lion", "host", "clone", "delver"]
    for n in range(times):
        ref = names[n % len(names)]
        now = state.things[state.find_one(ref)]
        action = A.Untap(object=ref) if now.tapped else A.Tap(object=ref)
        state = apply(state, action).after
        found.append(state)
    return found


def _states_frame(states: list[Any]) -> Any:
    places = "mtgmeld.frames.games:states_frame", "mtgmeld.game_frames:states_frame"
    return either(*places)(states)


def _frame_of_states(times: int) -> Callable[[], object]:
    states = _snapshots(times)
    return lambda: _states_frame(states)


def _frame_of_dicts(times: int) -> Callable[[], object]:
    import pandas as pd

    frame = _states_frame(_snapshots(times))
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return lambda: pd.DataFrame(rows)


CASES: dict[str, Make] = {
    "chess": _chess,
    "chess moves": _chess_moves,
    "taps": _taps,
    "turn": _a_turn,
    "meld": _meld,
    "unlock": _unlock,
    "legal": _legal,
    "frame of states": _frame_of_states,
    "frame of dicts": _frame_of_dicts,
}
