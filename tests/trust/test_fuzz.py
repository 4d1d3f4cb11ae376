"""Whatever stands in a file of others is read or refused: no other error, no end that never comes.

The targets and the ways to spoil their seeds are in :mod:`tests.trust.fuzzing`; the same targets
run under atheris with ``python -m tests.trust.fuzz``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trust.bombs import BOMBS
from tests.trust.effort import EFFORT, effort
from tests.trust.fuzzing import TARGETS, run, spoilt, target

EXAMPLES = 60


@pytest.mark.parametrize("name", TARGETS)
def test_anything_is_read_or_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    taken = [0, 0]

    @effort(EXAMPLES)
    @given(st.data())
    def reads(data: st.DataObject) -> None:
        taken[run(target(name), data.draw(spoilt(target(name))))] += 1

    reads()
    if EFFORT > 1:
        with capsys.disabled():
            print(f"\n{name}: {sum(taken)} inputs, {taken[1]} of them read")


@pytest.mark.parametrize("name", TARGETS)
def test_every_seed_is_read(name: str) -> None:
    for seed in target(name).seeds:
        assert run(target(name), seed.encode())


CRASHES = sorted((Path(__file__).resolve().parent / "crashes").glob("*/*"))


@pytest.mark.parametrize("path", CRASHES, ids=lambda p: f"{p.parent.name}: {p.stem}")
def test_what_once_crashed_is_read_or_refused(path: Path) -> None:
    run(target(path.parent.name.replace("_", " ")), path.read_bytes())


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory are set as on Unix")
def test_bombs_end_in_bounded_memory() -> None:
    """Deep, long and many: each is read or refused, in a process with little memory."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.bombs"],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{len(BOMBS)} bombs"
