"""Which statements, scenarios, tests and notebook cells show each rule of the source texts."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from mtgmeld.errors import BadDataFile, MtgmeldError
from mtgmeld.rules.editions import policies
from mtgmeld.rules.tables import rows_of
from mtgmeld.rules.text import refers_to

PAGE = "COVERAGE.md"

_STATEMENT = re.compile(r"S\d{3}")
_SHOWN = 6  # names in a cell; the rest is counted


class Coverage(msgspec.Struct, frozen=True):
    """A rule or ruling of the source texts, and what shows it.

    Attributes
    ----------
    source : str
        The source text, ``000`` to ``004``.
    label : str
        The rule's number there, or its first words.
    rules : tuple of str
        The rules that say it now.
    statements, scenarios, tests, cells : tuple of str
        What shows one of these rules: statements of the specification, scenario files,
        tests of those statements, and cells of notebooks.
    """

    source: str
    label: str
    rules: tuple[str, ...]
    statements: tuple[str, ...]
    scenarios: tuple[str, ...]
    tests: tuple[str, ...]
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether no scenario, no test and no notebook shows it."""
        return not (self.scenarios or self.tests or self.cells)


def rules_in(text: str) -> tuple[str, ...]:
    """Return the rules that a list such as ``712.5a-g; 204`` names."""
    bare = re.findall(r"(?<![\d.])\d{3}(?![\d.])", text)
    return tuple(dict.fromkeys((*refers_to(text), *bare)))


def _touches(wanted: Iterable[str], named: Iterable[str]) -> bool:
    """Whether one of the named rules is wanted, or belongs to a section that is."""
    wanted = set(wanted)
    return any(rule in wanted or rule[:3] in wanted for rule in named)


def _marked(node: ast.AST, named: Mapping[str, ast.AST]) -> Iterator[str]:
    """Yield the statements of every ``statement`` mark in a node, or in what it names."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id in named:
            others = {k: v for k, v in named.items() if k != inner.id}
            yield from _marked(named[inner.id], others)
        elif (
            isinstance(inner, ast.Call)
            and isinstance(inner.func, ast.Attribute)
            and inner.func.attr == "statement"
        ):
            for argument in ast.walk(inner):
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield from _STATEMENT.findall(argument.value)


def _tests(
    body: Iterable[ast.stmt], named: Mapping[str, ast.AST], above: tuple[str, ...], prefix: str
) -> Iterator[tuple[str, str]]:
    """Yield each statement with each test marked with it."""
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        marks = (*above, *(n for mark in node.decorator_list for n in _marked(mark, named)))
        name = f"{prefix}::{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from _tests(node.body, named, marks, name)
        elif node.name.startswith("test"):
            yield from ((number, name) for number in marks)


def tests_of(folder: Path) -> dict[str, list[str]]:
    """Return the tests that are marked with each statement, by the statement's number."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        named = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        above = tuple(_marked(named["pytestmark"], named)) if "pytestmark" in named else ()
        name = path.relative_to(folder.parent).as_posix()
        for number, test in _tests(tree.body, named, above, name):
            listed = found.setdefault(number, [])
            if test not in listed:
                listed.append(test)
    return found


def scenarios_of(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the rules that each scenario file names under ``rules``."""
    named = _named_by(folder, "rules")
    return {name: rules_in("; ".join(listed)) for name, listed in named.items()}


def cells_of(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the rules that each cell of text in the notebooks names."""
    found = {}
    for path in sorted(folder.rglob("*.ipynb")) if folder.is_dir() else ():
        if ".ipynb_checkpoints" in path.parts:
            continue
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (OSError, ValueError, KeyError) as error:
            raise BadDataFile(path, f"cannot be read: {error}") from error
        for number, cell in enumerate(cells, 1):
            if cell.get("cell_type") == "markdown":
                named = refers_to("".join(cell["source"]))
                if named:
                    found[f"{path.relative_to(folder).as_posix()}, cell {number}"] = named
    return found


def cover(root: Path) -> list[Coverage]:
    """Return what shows each rule of the source texts in a source tree.

    Parameters
    ----------
    root : path
        The project's root, with ``tests``, ``notebooks`` and ``data/scenarios``.

    Raises
    ------
    MtgmeldError
        If the root has no tests: an installed package has none to show.
    BadDataFile
        If a scenario or a notebook cannot be read.
    """
    if not (root / "tests").is_dir():
        raise MtgmeldError(f"{root} has no tests: give the root of the source tree.")
    statements: Mapping[str, tuple[str, ...]] = {
        row["statement"]: tuple(row["rules"].split("; ")) for row in rows_of("statements")
    }
    marked = tests_of(root / "tests")
    scenarios = scenarios_of(root / "data" / "scenarios")
    cells = cells_of(root / "notebooks")
    out = []
    for row in rows_of("concordance"):
        rules = rules_in(row["rules"])
        touched = tuple(s for s, named in statements.items() if _touches(rules, named))
        out.append(
            Coverage(
                row["source"],
                row["label"],
                rules,
                touched,
                tuple(name for name, named in scenarios.items() if _touches(rules, named)),
                tuple(dict.fromkeys(t for s in touched for t in marked.get(s, ()))),
                tuple(name for name, named in cells.items() if _touches(rules, named)),
            )
        )
    return out


class Shown(msgspec.Struct, frozen=True):
    """What shows one statement of the specification.

    Attributes
    ----------
    statement : str
    rules : tuple of str
        The rules that it rests on.
    rests_on : str
        ``ruling`` or ``policy`` where the rules alone do not decide; empty where they do.
    policy : str
        The named policy that decides, if there is one.
    scenarios, tests : tuple of str
    """

    statement: str
    rules: tuple[str, ...]
    rests_on: str
    policy: str
    scenarios: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether a test or a situation is missing, or a policy has no name."""
        unnamed = self.rests_on == "policy" and not self.policy
        return not self.tests or not self.scenarios or unnamed


def cover_statements(root: Path) -> list[Shown]:
    """Return what shows each statement in a source tree.

    Raises
    ------
    BadDataFile
        If a scenario cannot be read.
    """
    marked = tests_of(root / "tests")
    situations = _named_by(root / "data" / "scenarios", "statements")
    by_statement = {p.statement: p.name for p in policies()}
    return [
        Shown(
            row["statement"],
            tuple(row["rules"].split("; ")),
            row["rests_on"],
            by_statement.get(row["statement"], ""),
            tuple(name for name, named in situations.items() if row["statement"] in named),
            tuple(marked.get(row["statement"], ())),
        )
        for row in rows_of("statements")
    ]


def _named_by(folder: Path, key: str) -> dict[str, list[str]]:
    """Return what each scenario file lists under a key of its head."""
    found = {}
    for path in sorted(folder.rglob("*.toml")) if folder.is_dir() else ():
        try:
            named = tomllib.loads(path.read_text(encoding="utf-8")).get(key, [])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadDataFile(path, f"cannot be read: {error}") from error
        listed = [named] if isinstance(named, str) else named
        found[path.relative_to(folder).as_posix()] = [str(n) for n in listed]
    return found


def _cell(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:_SHOWN])
    more = len(names) - _SHOWN
    text = f"{shown} and {more} more" if more > 0 else shown
    return text.replace("|", "\\|")


def page(rows: Iterable[Coverage], statements: Iterable[Shown] = ()) -> str:
    """Return the page of coverage as Markdown: rules of the texts, then statements."""
    out = [
        "# What shows each rule",
        "",
        "A row for each rule and ruling of the five source texts that `data/README.md` describes:",
        "the rules that say it now, and the statements of the specification, scenarios, tests and",
        "notebook cells that show one of these rules. `python .ci/tools coverage` makes this page;",
        "a test checks it.",
        "",
        "| text | rule there | now | statements | scenarios | tests | notebooks |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        fields = (row.rules, row.statements, row.scenarios, row.tests, row.cells)
        cells = " | ".join(_cell(names) for names in fields)
        label = row.label.replace("|", "\\|")
        out.append(f"| {row.source} | {label} | {cells} |")
    listed = list(statements)
    if listed:
        out += [
            "",
            "# What shows each statement",
            "",
            "Where the rules alone do not decide, the statement rests on a ruling or on a named",
            "policy; `mm.policies()` lists the readings of each.",
            "",
            "| statement | rules | rests on | situations | tests |",
            "| --- | --- | --- | --- | --- |",
        ]
    for one in listed:
        rests = f"{one.rests_on}: {one.policy}" if one.policy else one.rests_on
        cells = " | ".join((_cell(one.rules), rests, _cell(one.scenarios), _cell(one.tests)))
        out.append(f"| {one.statement} | {cells} |")
    return "\n".join(out) + "\n"
