"""Which tests reach which line, and whether one of them fails for a mutant."""

from __future__ import annotations

import functools
import gc
import json
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from types import FunctionType
from typing import Any

import libcst as cst
import pytest
from exchanging import exchange
from making import ROOT, Mutant, mutants

TESTS = (
    "tests/statements tests/game tests/cases tests/scenarios tests/test_explain.py"
    " tests/test_tables.py tests/test_published_values.py tests/test_mana.py tests/test_query.py"
    " tests/test_facts.py tests/test_comparing.py"
).split()
# tests that start other programs or take a second each
LEFT_OUT = (
    "test_only_typed_errors",
    "test_exit_codes_and_lines",
    "test_a_stock_validator",
    "test_deep_nesting",
    "test_a_cluster_finds_the_same",
    "test_other_rules_can_be_asked_for",
    "test_saving",
    "test_whatever_is",
    "test_vectors",
    "test_what_is_listed_as",
)
# what these hold is read from files and costs much to read again
KEPT = ("mtgmeld.catalog", "mtgmeld.facts", "mtgmeld.files", "mtgmeld.game.saving")
SLOW = 0.1  # seconds from which a test is among the last to be asked
LONGEST = 30  # seconds that a mutant may take before it counts as one that does not end


def caches(kept: tuple[str, ...] = KEPT) -> list[Any]:
    """Return each cached function of the package and of its tests."""
    kind = type(functools.lru_cache(lambda: None))
    found = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("mtgmeld", "tests") and module is not None:
            for value in vars(module).values():
                if isinstance(value, kind) and not value.__module__.startswith(kept):
                    found[id(value)] = value
    return list(found.values())


def arguments(more: list[str]) -> list[str]:
    skip = " and ".join(f"not {name}" for name in LEFT_OUT)
    options = ["-p", "no:nbval", "-o", "addopts=-p no:cacheprovider", "-k", skip]
    return [*options, *more, *TESTS]


class Reach:
    """Notes for each test the lines that it reaches, and how long it takes."""

    def __init__(self, packages: list[str]) -> None:
        import coverage

        self.cov = coverage.Coverage(
            data_file=None, source=packages, config_file=False, branch=False
        )
        self.took: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Any:
        for held in caches():
            held.cache_clear()
        self.cov.switch_context(item.nodeid)
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            self.took[item.nodeid] = time.perf_counter() - began
            self.cov.switch_context("")


def reach(out: Path) -> None:
    made = Reach(["mtgmeld"])
    made.cov.start()
    failed = pytest.main(arguments(["-q"]), plugins=[made])
    made.cov.stop()
    data = made.cov.get_data()
    names = sorted(made.took)
    number = {name: i for i, name in enumerate(names)}
    lines: dict[str, dict[int, list[int]]] = {}
    for file in sorted(data.measured_files()):
        where = data.contexts_by_lineno(file)
        lines[str(Path(file).relative_to(ROOT))] = {
            line: sorted(number[c] for c in found if c in number)
            for line, found in where.items()
            if any(c in number for c in found)
        }
    out.write_text(json.dumps({"tests": names, "took": made.took, "lines": lines}))
    print(f"{len(names)} tests, {sum(made.took.values()):.0f} s, exit {int(failed)}")


class Judge:
    """Runs mutants in forks of this process, which has collected the tests."""

    def __init__(self, todo: list[str], options: Any, reached: dict[str, Any], out: Path) -> None:
        self.todo, self.options, self.reached, self.out = todo, options, reached, out
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """A drawn example that fails is enough; it need not be made small."""
        from hypothesis import Phase, settings

        settings.register_profile(
            "once", settings.get_profile("house"), phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("once")

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        took, names = self.reached["took"], self.reached["tests"]
        for name in sorted(took, key=took.__getitem__)[:30]:  # warms what is read from files
            if name in items:
                session.config.hook.pytest_runtest_protocol(item=items[name], nextitem=None)
        done = {}
        if self.out.exists():
            done = {row["at"]: row for row in map(json.loads, self.out.read_text().splitlines())}
            for row in done.values():
                if row.get("test"):
                    self.killers[row["at"].rsplit(":", 1)[0]][row["test"]] += 1
        chosen = self.choose(done)
        print(f"{len(chosen)} mutants to judge", flush=True)
        gc.collect()
        # functions that a call made while the modules were loaded
        self.inside = [
            f
            for f in gc.get_objects()
            if isinstance(f, FunctionType)
            and "<locals>" in f.__qualname__
            and f.__module__.startswith("mtgmeld")
        ]
        gc.freeze()
        held = caches(() if self.options.clear_all else KEPT)
        if chosen:
            self.sound(session, items, held, chosen[0][1], took, names)
        with self.out.open("a") as file:
            for module, one in chosen:
                row = self.judge(session, items, held, module, one, took, names)
                file.write(json.dumps(row) + "\n")
                file.flush()
        return True

    def choose(self, done: dict[str, Any]) -> list[tuple[cst.Module, Mutant]]:
        options, every = self.options, []
        for file in self.todo:
            module, found = mutants(file)
            picked = found
            if options.sample and len(found) > options.sample:
                picked = random.Random(f"{options.seed} {file}").sample(found, options.sample)
                picked.sort(key=found.index)
            self.totals(file, len(found), len(picked))
            for one in picked:
                old = done.get(one.at)
                fits = old is not None and (old["from"], old["to"]) == one.said(module)
                again = options.again and old is not None and old["how"] in ("survived", "untested")
                if fits and not again:
                    continue
                every.append((module, one))
        return every

    def totals(self, file: str, of: int, picked: int) -> None:
        path = self.out.with_suffix(".totals.json")
        held = json.loads(path.read_text()) if path.exists() else {}
        held[file] = {"mutants": of, "judged": picked}
        path.write_text(json.dumps(held, indent=1))

    def tests(self, one: Mutant, took: dict[str, float], names: list[str]) -> list[str]:
        lines = self.reached["lines"].get(one.file, {})
        span = range(one.span[0], one.span[1] + 1)
        if not one.name:
            span = range(1, 100000)
        found = {i for line, on in lines.items() if int(line) in span for i in on}
        known = self.killers[f"{one.file}:{one.name or 'module'}"]
        files: dict[str, list[str]] = defaultdict(list)
        for name in sorted((names[i] for i in found), key=took.__getitem__):
            files[name.partition("::")[0]].append(name)
        turns = (
            (took[name] > SLOW, n, took[name], name)
            for each in files.values()
            for n, name in enumerate(each)
        )
        order = sorted((row[-1] for row in sorted(turns)), key=lambda name: -known[name])
        budget, kept = self.options.seconds, []
        for name in order:
            budget -= took[name]
            kept.append(name)
            if budget < 0:
                break
        return kept

    def sound(
        self,
        session: Any,
        items: dict[str, Any],
        held: list[Any],
        one: Mutant,
        took: dict[str, float],
        names: list[str],
    ) -> None:
        """Stop where a test fails although nothing is changed."""
        same = Mutant(one.file, one.name, one.line, one.span, one.at)
        row = self.judge(session, items, held, None, same, took, names)
        if row["how"] not in ("survived", "untested"):
            raise SystemExit(f"fails without any change: {row['test']}")

    def judge(
        self,
        session: Any,
        items: dict[str, Any],
        held: list[Any],
        module: cst.Module | None,
        one: Mutant,
        took: dict[str, float],
        names: list[str],
    ) -> dict[str, Any]:
        old, new = ("", "") if module is None else one.said(module)
        row = {"at": one.at, "line": one.line, "from": old, "to": new, "test": "", "of": 0}
        tests = [n for n in self.tests(one, took, names) if n in items]
        row["of"] = len(tests)
        if not tests:
            return row | {"how": "untested"}
        reader, writer = os.pipe()
        began = time.perf_counter()
        child = os.fork()
        if not child:
            self.child(session, [items[n] for n in tests], held, module, one, writer)
        os.close(writer)
        with os.fdopen(reader) as heard:
            said = heard.read()
        _, status = os.waitpid(child, 0)
        row["took"] = round(time.perf_counter() - began, 2)
        if os.WIFSIGNALED(status):
            row["how"] = "timeout" if os.WTERMSIG(status) == signal.SIGALRM else "killed"
        else:
            row["how"] = {0: "survived", 1: "killed", 3: "unfit"}[os.WEXITSTATUS(status)]
        row["test"] = said.strip()
        if row["how"] == "killed":
            self.killers[one.at.rsplit(":", 1)[0]][row["test"]] += 1
        return row

    def child(
        self,
        session: Any,
        items: list[Any],
        held: list[Any],
        module: cst.Module | None,
        one: Mutant,
        writer: int,
    ) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LONGEST)
        null = os.open(os.devnull, os.O_WRONLY)
        for number in (1, 2):
            os.dup2(null, number)
        try:
            fits = module is None or exchange(module, one, self.inside)
        except BaseException:
            os._exit(1)  # the module does not load
        if not fits:
            os._exit(3)
        for cached in held:
            cached.cache_clear()

        class Stop:
            def pytest_runtest_logreport(self, report: Any) -> None:
                if report.failed:
                    os.write(writer, report.nodeid.encode())
                    os._exit(1)

        try:
            session.config.pluginmanager.register(Stop())
            for item, after in zip(items, [*items[1:], None], strict=True):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        except BaseException:
            os._exit(1)
        os._exit(0)
