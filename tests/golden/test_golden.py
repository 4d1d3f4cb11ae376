"""What the tool says is what it said when it was recorded; README.md says what a difference is."""

from __future__ import annotations

import json
from difflib import unified_diff
from functools import cache

import pytest

from tests.golden.doors import KINDS, Maker, command, pieces
from tests.golden.record import HERE, by_id, recorded

MOST_LINES = 60
# the words of these are in part those of the libraries that read and write
EXACT = ("refusals/", "schema/", "display/")


@cache
def makers() -> dict[str, Maker]:
    return pieces()


def marked(name: str) -> object:
    return pytest.param(name, marks=[pytest.mark.exact] if name.startswith(EXACT) else [])


def readable(lines: dict[str, str]) -> str:
    """Vectors with a line a value."""
    return "\n".join(
        json.dumps(json.loads(v), ensure_ascii=False, indent=1) for v in lines.values()
    )


@pytest.mark.parametrize("name", [marked(n) for n in recorded()])
def test_it_says_what_it_said(name: str) -> None:
    again = f"python -m tests.golden.record {name}"
    make = makers().get(name)
    assert make is not None, f"{name} is recorded, but nothing makes it; remove it by: {again}"
    old, new = (HERE / name).read_text(encoding="utf-8"), make()
    if name.endswith(".jsonl"):
        had, has = by_id(old), by_id(new)
        both = sorted(had.keys() & has.keys())
        assert both
        old, new = readable({i: had[i] for i in both}), readable({i: has[i] for i in both})
    if old == new:
        return
    diff = list(
        unified_diff(old.splitlines(), new.splitlines(), "recorded", "now", lineterm="", n=2)
    )
    more = [f"... {len(diff) - MOST_LINES} more lines"] if len(diff) > MOST_LINES else []
    told = "\n".join([*diff[:MOST_LINES], *more])
    pytest.fail(
        f"{name} is no longer as it was recorded.\nIf a wrong became right, record it by: {again}\n"
        f"and name the rule in the commit.\n{told}",
        pytrace=False,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_vector_that_was_recorded_holds(kind: str) -> None:
    path = HERE / "vectors" / f"{kind}.jsonl"
    count = len(by_id(path.read_text(encoding="utf-8")))
    code, out, err = command("run", "--vectors", str(path))
    assert (code, out, err) == (0, f"{count} vectors hold, 0 fail, 0 are wrong\n", "")


def test_everything_but_new_situations_is_recorded() -> None:
    missing = {n for n in makers() if not n.startswith("situations/")} - set(recorded())
    assert missing == set(), "record it by: python -m tests.golden.record"
