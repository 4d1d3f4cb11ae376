"""Mutation check: change the code in one place, and see whether a test fails.

    python .ci/mutations reach                     which tests reach which line
    python .ci/mutations run MODULE... [--sample N --seed S]
    python .ci/mutations show [--all]              the score, and what survived

mutmut gives the mutations; its own runner leaves out every function with a decorator, and keeps
from one mutant to the next what ``lru_cache`` holds.  Here a mutant is a fork of one process in
which the tests are collected already: the code of the one function is exchanged, all caches are
emptied, and the tests that reach the line run until one fails: those that failed for neighbors
first, then the fastest of each file in turn.  It needs ``mutmut`` and ``coverage`` besides the
packages of the tests.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from judging import Judge, arguments, reach
from making import ROOT


def show(out: Path, everything: bool) -> None:
    rows = {row["at"]: row for row in map(json.loads, out.read_text().splitlines())}
    totals = json.loads(out.with_suffix(".totals.json").read_text())
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows.values():
        table[row["at"].split(":")[0]][row["how"]] += 1
    print("| module | mutants | judged | killed | timed out | survived | untested | score |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    whole: Counter[str] = Counter()
    for file, found in sorted(table.items()):
        whole += found
        print(_line(file.removeprefix("mtgmeld/"), totals.get(file, {}).get("mutants", 0), found))
    print(_line("all", sum(totals[f]["mutants"] for f in table if f in totals), whole))
    if everything:
        for row in sorted(rows.values(), key=lambda r: (r["at"].split(":")[0], r["line"])):
            if row["how"] not in ("killed", "timeout"):
                print(f"{row['at']} line {row['line']} [{row['how']} {row['of']}]")
                print(f"    - {row['from'][:150]}\n    + {row['to'][:150]}")


def _line(name: str, mutants: int, found: Counter[str]) -> str:
    judged = sum(found.values()) - found["unfit"]
    good = found["killed"] + found["timeout"]
    cells = [name, mutants, judged, found["killed"], found["timeout"], found["survived"]]
    score = f"{100 * good / judged:.1f} %" if judged else ""
    return "| " + " | ".join(map(str, [*cells, found["untested"], score])) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("do", choices=("reach", "run", "show"))
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--work", type=Path, default=Path("build/mutations"))
    parser.add_argument("--sample", type=int, default=0, help="mutants of a module; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15.0, help="of tests for one mutant")
    parser.add_argument("--again", action="store_true", help="judge again what survived")
    parser.add_argument("--clear-all", action="store_true", help="read the files again, too")
    parser.add_argument("--all", action="store_true", help="show each mutant that survived")
    options = parser.parse_intermixed_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    work = options.work
    work.mkdir(parents=True, exist_ok=True)
    if options.do == "reach":
        reach(work / "reach.json")
    elif options.do == "show":
        show(work / "mutants.jsonl", options.all)
    else:
        reached = json.loads((work / "reach.json").read_text())
        judge = Judge(options.modules, options, reached, work / "mutants.jsonl")
        pytest.main(arguments(["-p", "no:terminal", "-s"]), plugins=[judge])


if __name__ == "__main__":
    main()
