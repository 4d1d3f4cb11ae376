"""Random runs played in an older tree as well: what happened, what was refused, what it says.

``python -m tests.trust.beside WORKTREE --steps 40000 --seed 1`` lets the random machine of this
tree play so many steps, and asks a process of each tree about every one of them: the events, the
refusal in its words, the faults, and the explanations of what changed.  Each kind of difference
is printed once, with how often there was one and the first case.  An action or a card that the
older tree does not know ends the comparison of a run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent.parent
UNKNOWN = "not known there"
Answer = dict[str, Any]


# ---------------------------------------------------------------- in a process of either tree


def answers() -> None:
    """Read situations and rows, a line each, and write what comes of them."""
    from mtgmeld.scenario import Scenario

    state: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        made: Answer
        try:
            if "begin" in asked:
                state = Scenario.from_text(asked["begin"]).begin()
                made = {}
            else:
                made, after = _answer(state, asked["row"])
                state = after if asked["goes"] and after is not None else state
        except Exception as error:  # whatever an older tree does, the other one is compared
            made = {"failed": type(error).__name__, "says": str(error)}
        print(json.dumps(made, default=str), flush=True)


def _answer(state: Any, row: dict[str, Any]) -> tuple[Answer, Any]:
    import msgspec

    from mtgmeld.errors import MtgmeldError
    from mtgmeld.game.characteristics import VALUES
    from mtgmeld.game.engine import apply

    try:
        from mtgmeld.scenario.notation import action_of
    except ImportError:  # as it was called before
        from mtgmeld.scenario.checking import (  # type: ignore[import-not-found,no-redef]  # an older tree
            action_of,
        )
    try:
        from mtgmeld.game.faults import faults_in
    except ImportError:  # where it stood before
        from mtgmeld.game.explore import (  # type: ignore[attr-defined,no-redef]  # an older tree
            faults_in,
        )
    try:
        action = action_of(row)
    except MtgmeldError as error:
        return {UNKNOWN: str(error)}, None
    try:
        done = apply(state, action)
    except MtgmeldError as error:
        return {"refused": type(error).__name__, "says": str(error)}, None
    after = done.after
    events = [msgspec.to_builtins(e) for e in done.events]
    touched = [i for e in done.events for i in e.became if i in after.things][-2:]
    says = {
        f"{i} {name}": str(after.explain(i, name))
        for i in dict.fromkeys(touched)
        if after.things[i].ability is None
        for name in VALUES
    }
    return {"events": events, "faults": faults_in(after), "explained": says}, after


# ---------------------------------------------------------------- the driver


class Tree:
    """A process that answers with the package of a tree."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE), "--answer", str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )

    def asked(self, **line: Any) -> Answer:
        """Return the answer to a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line, default=str) + "\n")
        self._process.stdin.flush()
        answer: Answer = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


class Run:
    """What the machine tried in one run: the situation, each row, and whether it went on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows: list[tuple[dict[str, Any], bool]] = []


def played(steps: int, seed: int) -> list[Run]:
    """Return runs of the random machine with so many steps in all."""
    from hypothesis import HealthCheck, settings
    from hypothesis import seed as seeded
    from hypothesis.stateful import run_state_machine_as_test

    from tests.trust.arguments import row_of
    from tests.trust.test_machine import STEPS, Play, Tally, machine

    runs: list[Run] = []
    base = machine(Tally())

    def begin(self: Play, data: Any) -> None:
        Play.begin(self, data)
        runs.append(Run(self.scenario.to_toml()))

    def applied(self: Play, action: Any) -> Any:
        from mtgmeld.game.engine import apply

        assert self.state is not None
        row = (row_of(action), False)
        runs[-1].rows.append(row)
        done = apply(self.state, action)
        runs[-1].rows[-1] = (row[0], True)
        return done

    quiet = dict.fromkeys(("sound", "unchanged", "offers", "shown", "kept_well"), _nothing)
    body: dict[str, Any] = {"_applied": applied, "teardown": _nothing, **quiet}
    kind = type("Recorded", (base,), body)
    kind.begin = _initial(begin)  # type: ignore[attr-defined]  # a rule is made of it
    while sum(len(run.rows) for run in runs) < steps:
        left = steps - sum(len(run.rows) for run in runs)
        made = settings(
            max_examples=max(10, left // 50),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(seeded(seed)(kind), settings=made)
        seed += 1
    return runs


def _nothing(self: Any) -> None:
    """Stand in for what is checked elsewhere."""


def _initial(begin: Any) -> Any:
    from hypothesis import strategies as st
    from hypothesis.stateful import initialize

    return initialize(data=st.data())(begin)


def compared(old: Tree, new: Tree, run: Run) -> Iterator[tuple[str, str]]:
    """Yield each step of a run with what differs there; empty where nothing does."""
    first = [tree.asked(begin=run.text) for tree in (old, new)]
    if any(first):
        yield "begin", UNKNOWN if first[0] else f"begins no longer: {first[1]}"
        return
    for row, goes in run.rows:
        before = old.asked(row=row, goes=goes)
        now = new.asked(row=row, goes=goes)
        found = "; ".join(difference(before, now))
        yield row["do"], found
        if UNKNOWN in before or (goes and ("events" in before) != ("events" in now)):
            return


def difference(before: Answer, now: Answer) -> Iterator[str]:
    """Yield in what two answers differ."""
    if UNKNOWN in before:
        yield UNKNOWN
        return
    for part in dict.fromkeys((*before, *now)):
        one, two = before.get(part), now.get(part)
        if part == "events" and one is not None and two is not None:
            shared = [e.keys() & f.keys() for e, f in zip(one, two, strict=False)]
            short = [
                [{k: e[k] for k in keys} for e, keys in zip(es, shared, strict=False)]
                for es in (one, two)
            ]
            one, two = (*short[0], len(one)), (*short[1], len(two))
            for a, b in zip(one, two, strict=False):
                if a != b:
                    yield f"events: {a} became {b}"
                    break
        elif isinstance(one, dict) and isinstance(two, dict):
            for name in one:
                if one[name] != two.get(name):
                    what = f"{part}, {name.partition(' ')[2]}"
                    yield f"{what}: {one[name]!r} became {two.get(name)!r}"
                    break
        elif one != two:
            yield f"{part}: {one} became {two}"


def main() -> int:
    """Play, compare, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.beside", description=__doc__)
    parser.add_argument("tree", type=Path, nargs="?", help="an older tree")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", help="of runs that name none, where the trees' newest differ")
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answers()
        return 0
    if asked.tree is None:
        parser.error("an older tree is missing")
    runs = played(asked.steps, asked.seed)
    print(f"{len(runs)} runs played", file=sys.stderr, flush=True)
    old, new = Tree(asked.tree.resolve()), Tree(ROOT)
    steps = same = 0
    kinds: Counter[str] = Counter()
    first: dict[str, str] = {}
    for run in runs:
        if asked.edition and "\nedition = " not in f"\n{run.text}":
            run.text = f'edition = "{asked.edition}"\n{run.text}'
        for do, found in compared(old, new, run):
            steps += 1
            same += not found
            if found:
                kind = f"{do}: {found.partition(':')[0]}"
                kinds[kind] += 1
                first.setdefault(kind, found[:400])
    old.close()
    new.close()
    print(f"{len(runs)} runs, {steps} steps compared, {same} the same, {steps - same} not")
    for kind, number in kinds.most_common():
        print(f"{number} x {kind}\n    {first[kind]}")
    return 0 if same == steps else 1


if __name__ == "__main__":
    sys.exit(main())
