"""Reading an edition of the rules, and comparing two.

The texts are the user's: a folder of rules files named by ``MTGMELD_RULES``, or the one beside
the project.  Without them there is nothing to measure, and a line says so.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
import time
from collections.abc import Callable
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from benchmarks.measure import Row, outcome, paired
from mtgmeld.rules.differences import RulesDiff, diff
from mtgmeld.rules.loaded import editions_in
from mtgmeld.rules.numbers import key
from mtgmeld.rules.text import RulesText, read, read_text

OLD, NEW, BEFORE = "2018-04-27", "2026-09-25", "2026-08-07"
CUTOFF = 0.4  # as that service has it
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "rules" / "cr"


def reference(old: RulesText, new: RulesText) -> dict[str, str]:
    """Match two editions as a public service does: difflib over words.

    Rules with the same number and text are put aside; for each other rule difflib looks for
    the three closest texts by words; the best pairs are taken first.
    """
    same = {r.number: r.text for r in new.rules}
    found = {r.number: r.number for r in old.rules if same.get(r.number) == r.text}
    right = [r for r in new.rules if r.number not in found]
    words = [r.text.split(" ") for r in right]
    numbers: dict[tuple[str, ...], list[str]] = {}
    for rule, listed in zip(right, words, strict=True):
        numbers.setdefault(tuple(listed), []).append(rule.number)
    scored: list[tuple[float, str, str]] = []
    for rule in old.rules:
        if rule.number in found:
            continue
        mine = rule.text.split(" ")
        for close in get_close_matches(mine, words, n=3, cutoff=CUTOFF):
            like = SequenceMatcher(None, close, mine).ratio()
            scored.extend((like, rule.number, n) for n in numbers[tuple(close)])
    taken = set(found.values())
    for _, one, other in sorted(scored, reverse=True):
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def ours(found: RulesDiff) -> dict[str, str]:
    """Return the first new number of each old rule."""
    pairs: dict[str, str] = {}
    for row in found.rows:
        if row.old is not None and row.new is not None:
            pairs.setdefault(row.old.number, row.new.number)
    return pairs


def right(pairs: dict[str, str], old: RulesText) -> float:
    """Return the share of rules that a match sends where the chain of all editions does.

    A rule that is gone is right if it is sent nowhere.
    """
    good = 0
    for rule in old.rules:
        where = key(f"{rule.number}@{OLD}")
        good += pairs.get(rule.number) == (None if "@" in where else where)
    return good / len(old.rules)


def _seconds(run: Callable[..., object], *args: object) -> float:
    start = time.perf_counter()
    run(*args)
    return time.perf_counter() - start


def lines_of(path: Path) -> list[str]:
    """Read and decode the lines of a file, and nothing else."""
    raw = path.read_bytes()
    if path.suffix == ".gz":
        raw = gzip.decompress(raw)
    return raw.decode("utf-8").splitlines()


def run() -> list[Row]:
    """Compare reading with decoding, and our match with difflib's."""
    folder = Path(os.environ.get("MTGMELD_RULES") or BESIDE)
    have = editions_in(folder) if folder.is_dir() else {}
    lacking = [d for d in (OLD, NEW, BEFORE) if d not in have]
    if lacking:
        print(f"rules: left out, no rules file of {', '.join(lacking)}", file=sys.stderr)
        return []
    rows = []
    with tempfile.TemporaryDirectory() as space:
        plain = Path(space) / "rules.txt"
        plain.write_text("\n".join(lines_of(have[NEW])), encoding="utf-8")
        for path, kind in ((plain, "plain"), (have[NEW], "as stored")):
            rows.append(
                paired(
                    f"rules.read of the {NEW} edition, {kind}",
                    lambda path=path: read(path),
                    "reading and decoding its lines",
                    lambda path=path: lines_of(path),
                    target=10.0,
                    rounds=31,
                )
            )
    old, new, before = (read_text(have[d]) for d in (OLD, NEW, BEFORE))
    diff(old, new)
    far = [_seconds(diff, old, new) for _ in range(5)]
    start = time.perf_counter()
    baseline = reference(old, new)
    slow = time.perf_counter() - start
    far += [_seconds(diff, old, new) for _ in range(5)]
    near = [_seconds(diff, before, new) for _ in range(5)]
    rows.append(
        outcome(
            f"rules.diff of {OLD} and {NEW}",
            f"difflib's closest matches by words ({slow:.1f} s)",
            [slow / t for t in far],
            50.0,
            "at least",
        )
    )
    rows.append(
        outcome(
            f"rules.diff of {BEFORE} and {NEW}",
            f"the same baseline on {OLD} and {NEW}",
            [t / slow for t in near],
            0.1,
            "at most",
        )
    )
    mine, theirs = right(ours(diff(old, new)), old), right(baseline, old)
    letters = [f"712.4{letter}" for letter in ("", *"abcde")]
    meld = all(ours(diff(old, new)).get(n) == n.replace("712.4", "712.21") for n in letters)
    rows.append(
        Row(
            "rules matched as all editions one by one match them",
            "the same of the baseline",
            mine / theirs,
            (mine / theirs, mine / theirs),
            1.0,
            "at least",
            mine >= theirs and meld,
            note=f"{mine:.2%} against {theirs:.2%}; meld letters {'right' if meld else 'WRONG'}",
        )
    )
    return rows
