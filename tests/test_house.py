"""The house itself: formatting, types, directions of imports, light start, documentation."""

from __future__ import annotations

import ast
import doctest
import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from packaging.version import Version

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "mtgmeld"
HEAVY = ("matplotlib", "ipywidgets", "IPython", "jupyter_client", "jupyterlab", "pandas", "numpy")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "--no-cache", "."),
        ("ruff", "format", "--no-cache", "--check", "."),
        ("mypy",),
        ("mypy", ".ci/tools"),
    ],
    ids=" ".join,
)
def test_style_and_types(command: tuple[str, ...]) -> None:
    done = run(sys.executable, "-m", *command)
    assert done.returncode == 0, done.stdout + done.stderr


SILENCED = re.compile(r"# (?:noqa|type: ignore)(?P<code>: ?[A-Z]+\d+|\[[\w, -]+\])?(?P<rest>.*)")
WORDS = re.compile(r"[A-Za-z]{2,}\W+[A-Za-z]{1,}\W+[A-Za-z]{2,}")


def unexplained(text: str) -> Iterator[int]:
    """Yield the lines that silence a checker without its code, or without a reason in words.

    The reason stands after the code, or in a comment right above the line.
    """
    comments = [
        t
        for t in tokenize.generate_tokens(io.StringIO(text).readline)
        if t.type == tokenize.COMMENT
    ]
    alone = {t.start[0]: t.string for t in comments if t.line.strip() == t.string}
    for comment in comments:
        found = SILENCED.match(comment.string)
        if found is None:
            continue
        row = comment.start[0]
        reason = WORDS.search(found["rest"]) or WORDS.search(alone.get(row - 1, ""))
        if not found["code"] or reason is None:
            yield row


def test_what_silences_a_checker_has_a_code_and_a_reason() -> None:
    found = [
        f"{path.relative_to(PROJECT)}:{row}"
        for folder in ("mtgmeld", "tests", "benchmarks", "docs", ".ci")
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for row in unexplained(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x = id  # noqa: A001  (the word of the actions)", []),
        ("# the notation's own word is id\nx = id  # noqa: A001", []),
        ("x = id  # noqa: A001", [1]),
        ("x = id  # noqa", [1]),
        ("# the notation's own word is id\nx = id  # noqa", [2]),
        ("x = 1\n# the word\ny = f()  # type: ignore[misc]", [3]),
        ("y = f()  # type: ignore[misc]  # ipywidgets has no types", []),
        ("y = f()  # type: ignore  # ipywidgets has no types", [1]),
        ("y = '# noqa'", []),
    ],
)
def test_the_search_for_reasons_sees_what_it_should(text: str, wrong: list[int]) -> None:
    assert list(unexplained(text + "\n")) == wrong


# --- the direction of imports ---------------------------------------------------------------


def floors_of(mark: str, named: str) -> dict[str, int]:
    """Return the floor of each room in one of the tables of CONTRIBUTING."""
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| {mark}(\d) \w+ \| `({named})` \|", text, re.M)
    return {room: int(floor) for floor, room in rows}


FLOORS = floors_of("", r"[\w.]+")


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the package by its name without ``mtgmeld.``."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(p for p in parts if p != "__init__") or "__init__"
        found[name] = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    return found


def floor_of(name: str) -> int | None:
    """Return the floor of a module: that of the longest room that holds it."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        if ".".join(parts[:n]) in FLOORS:
            return FLOORS[".".join(parts[:n])]
    return None


def imports(tree: ast.AST, inside: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield each imported module of the package, and whether the import is in a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue  # an annotation is no dependency
        if isinstance(node, ast.Import):
            yield from ((a.name, inside) for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                full = f"{base}.{alias.name}"
                known = full.removeprefix("mtgmeld.") in modules()
                yield (full if known else base), inside
        else:
            within = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports(node, inside or within)


def edges() -> Iterator[tuple[str, str, bool]]:
    for name, tree in modules().items():
        for target, inside in imports(tree):
            if target == "mtgmeld" or target.startswith("mtgmeld."):
                yield name, target.removeprefix("mtgmeld").lstrip(".") or "__init__", inside


def test_every_module_has_a_room_on_the_map() -> None:
    assert len(set(FLOORS.values())) == 7
    lost = [name for name in modules() if name != "__init__" and floor_of(name) is None]
    assert lost == [], "give each a row in the table of CONTRIBUTING.md"


def test_imports_go_down_only() -> None:
    wrong = []
    for name, target, _inside in edges():
        if name == "__init__":
            if target == "hooks":  # the door hands down what fills them
                continue
            wrong.append(f"mtgmeld/__init__ imports {target}")
            continue
        here, there = floor_of(name), floor_of(target)
        if target == "__init__" and here != 7:
            wrong.append(f"{name} imports the whole package")
        elif here is not None and there is not None and there > here:
            wrong.append(f"{name} (floor {here}) imports {target} (floor {there})")
    assert wrong == []


ENGINE = floors_of("E", r"game\.\w+")


def engine_floor(name: str) -> int:
    """Return the floor of a module of the engine; what is in a folder is on the folder's."""
    return ENGINE[".".join(name.split(".")[:2])]


def test_every_module_of_the_engine_has_a_floor() -> None:
    there = {".".join(name.split(".")[:2]) for name in modules() if name.startswith("game.")}
    assert there == set(ENGINE), "give each a row in the engine's table of CONTRIBUTING.md"
    assert sorted(set(ENGINE.values())) == list(range(1, 10))


def test_imports_inside_the_engine_go_down_only() -> None:
    wrong = [
        f"{name} (E{engine_floor(name)}) imports {target} (E{engine_floor(target)})"
        for name, target, _ in edges()
        if name.startswith("game.") and target.startswith("game.")
        if engine_floor(target) > engine_floor(name)
    ]
    assert wrong == []


def test_no_module_imports_itself_by_a_roundabout_way() -> None:
    loaded: dict[str, set[str]] = {name: set() for name in modules()}
    for name, target, inside in edges():
        if (name.startswith("game") or not inside) and target in loaded and target != name:
            loaded[name].add(target)
    order = TopologicalSorter(loaded)
    order.prepare()  # raises CycleError with the modules of a cycle


def _example_lines(tree: ast.Module) -> int:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    said = (ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, kinds))
    found = (text.partition("\n\nExamples\n--------\n") for text in said)
    return sum(3 + len(examples.splitlines()) for _, there, examples in found if there)


def test_a_module_is_short_enough_to_have_one_subject() -> None:
    """The examples that a public name has to have do not count."""
    long = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = len(text.splitlines()) - _example_lines(ast.parse(text))
        long += [f"{path.relative_to(PROJECT)}: {lines}"] if lines > 800 else []
    assert long == []


def test_the_count_of_examples_leaves_the_rest_of_a_docstring() -> None:
    text = (
        'def f():\n    """Say.\n\n    More.\n\n    Examples\n    --------\n    >>> f()\n    """\n'
    )
    assert _example_lines(ast.parse(text)) == 4


def test_the_walk_over_imports_sees_what_it_should() -> None:
    tree = ast.parse(
        "from mtgmeld import errors\nimport mtgmeld.mana as m\n"
        "if TYPE_CHECKING:\n    import mtgmeld.cli\n"
        "class A:\n    def f(self):\n        from mtgmeld.symbols import draw_cost\n"
    )
    assert list(imports(tree)) == [
        ("mtgmeld.errors", False),
        ("mtgmeld.mana", False),
        ("mtgmeld.symbols", True),
    ]
    assert floor_of("rules.citations") == 1
    assert floor_of("rules.text") == 1
    assert floor_of("game.characteristics.derive") == 3
    assert floor_of("nowhere") is None


def layouts_compared(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that compare a layout with a word, and do not ask what it means."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            words = [w for s in sides for w in ast.walk(s) if isinstance(w, ast.Constant)]
            asked = [s for s in sides if getattr(s, "attr", getattr(s, "id", "")) == "layout"]
            if asked and any(isinstance(w.value, str) for w in words):
                yield node.lineno


def test_layouts_are_asked_what_they_mean() -> None:
    """Files have words for layouts; beyond their readers, `mtgmeld.layouts` says what they mean."""
    found = [f"{n}:{row}" for n, tree in modules().items() for row in layouts_compared(tree)]
    # which frame an Omen's is stands among its subtypes, and a copied face has no frame at all
    beyond = ("game.characteristics.model", "game.placing")
    assert sorted({f.partition(":")[0] for f in found if not f.startswith("sources.")}) == [*beyond]
    assert len([f for f in found if not f.startswith("sources.")]) == len(beyond)


def test_the_search_for_compared_layouts_sees_what_it_should() -> None:
    tree = ast.parse(
        "a.layout == 'split'\nlayout in ('meld', 'melded')\na.layout == b.layout\na.kind == 'room'"
    )
    assert list(layouts_compared(tree)) == [1, 2]


# --- the start, the public names, the documentation -----------------------------------------


def test_a_fresh_import_is_light() -> None:
    code = f"import sys, mtgmeld; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = run(sys.executable, "-c", code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_the_command_line_starts_without_the_heavy_parts() -> None:
    code = (
        "import sys\nfrom mtgmeld.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = run(sys.executable, "-c", code)
    assert done.stdout.strip().endswith("[]"), done.stdout + done.stderr


def test_every_command_loads_and_has_a_line_of_help() -> None:
    import click

    from mtgmeld.cli import COMMANDS

    for name, (where, line) in COMMANDS.items():
        module, _, attribute = where.partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command), name
        assert command.name == name
        assert command.help, f"{name} has no help"
        assert line.endswith("."), name
        for one in getattr(command, "commands", {}).values():
            assert one.short_help, f"{name} {one.name} has no line of help of its own"


def test_every_line_of_a_list_of_commands_is_a_whole_sentence() -> None:
    from click.testing import CliRunner

    from mtgmeld.cli import COMMANDS, cli

    groups = {
        name: getattr(import_module(where.partition(":")[0]), where.partition(":")[2])
        for name, (where, _) in COMMANDS.items()
    }
    within = {n: list(g.commands) for n, g in groups.items() if hasattr(g, "commands")}
    assert set(within) == {"data", "rules", "vectors"}
    for name, listed in {"": list(COMMANDS), **within}.items():
        said = CliRunner().invoke(cli, [*([name] if name else []), "--help"]).output
        rows = dict(re.findall(r"^  (\w+) {2,}(\S.*)$", said.partition("Commands:")[2], re.M))
        assert sorted(rows) == sorted(listed)
        for command, line in rows.items():
            assert re.fullmatch(r"[A-Z].*[^.]\.", line), f"{name} {command}: {line}"


def test_every_public_name_exists() -> None:
    import mtgmeld

    for name in mtgmeld.__all__:
        assert getattr(mtgmeld, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = mtgmeld.no_such_name
    assert sorted(mtgmeld.__all__) == dir(mtgmeld)


MODULES = ("actions", "errors", "explorers", "figures", "rules")


def test_a_public_function_stays_one_after_its_module_was_imported() -> None:
    code = (
        "import mtgmeld as mm, mtgmeld.question\n"
        "mm.room_table('Bottomless Pool // Locker Room')\n"
        "print([n for n in mm.__all__ if type(getattr(mm, n)).__name__ == 'module'])"
    )
    done = run(sys.executable, "-c", code)
    assert done.stdout.strip() == str(list(MODULES)), done.stdout + done.stderr


# what a user writes, and what mypy and pyright say of it; nothing where it is right
TYPED = {
    "mm.room_table('x').query('y')": ("", ""),
    "mm.room_tabel(1)": ('has no attribute "room_tabel"; maybe "room_table"?', '"room_tabel"'),
    "mm.explain(3.5, 'mana_value')": (
        'No overload variant of "explain" matches argument',
        'No overloads for "explain" match',
    ),
    "mm.State().objcts()": ('"State" has no attribute "objcts"', '"objcts" for class "State"'),
    "mm.explorers.room_gmae()": ('has no attribute "room_gmae"', '"room_gmae"'),
    "mm.figures.drawn('room_states')": ('has no attribute "drawn"', '"drawn"'),
    "mm.rules.histori('709.5')": ('has no attribute "histori"', '"histori"'),
    "mm.rules.history('709.5').to_text()": ("", ""),
    "mm.actions.Destroy(objct='a')": ('Unexpected keyword argument "objct"', '"objct"'),
}


def _said_by_mypy(program: str, folder: Path) -> dict[int, str]:
    done = run(sys.executable, "-m", "mypy", "--config-file=", "-c", program)
    return dict(_by_line(re.findall(r"^<string>:(\d+): error: (.*)$", done.stdout, re.M)))


def _said_by_pyright(program: str, folder: Path) -> dict[int, str]:
    (folder / "program.py").write_text(program, encoding="utf-8")
    settings = {"extraPaths": [str(PROJECT)], "include": ["program.py"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = (sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable)
    done = run(*command, "--project", str(folder))
    if not done.stdout.startswith("{"):
        pytest.skip(
            f"pyright gets its program from npm, which does not answer: {done.stderr[-80:]}"
        )
    told = json.loads(done.stdout)["generalDiagnostics"]
    errors = [d for d in told if d["severity"] == "error"]
    return dict(_by_line((d["range"]["start"]["line"] + 1, d["message"]) for d in errors))


def _by_line(told: Iterable[tuple[Any, str]]) -> dict[int, str]:
    found: dict[int, str] = {}
    for line, message in told:
        found[int(line)] = found.get(int(line), "") + " " + message
    return found


@pytest.mark.parametrize("checker", [0, 1], ids=["mypy", "pyright"])
def test_a_type_checker_sees_through_the_front_door(checker: int, tmp_path: Path) -> None:
    program = "\n".join(["import mtgmeld as mm", *TYPED])
    told = (_said_by_mypy, _said_by_pyright)[checker](program, tmp_path)
    for number, (line, says) in enumerate(TYPED.items(), start=2):
        expected, found = says[checker], told.get(number)
        assert expected in (found or "") if expected else found is None, f"{line}: {found}"


def test_an_editor_completes_functions_not_modules() -> None:
    import jedi

    import mtgmeld

    project = jedi.Project(PROJECT)
    script = jedi.Script("import mtgmeld as mm\nmm.", project=project)
    offered = {c.name: c.type for c in script.complete(2, 3)}
    kinds = {name: offered.get(name) for name in mtgmeld.__all__}
    assert {n for n, kind in kinds.items() if kind == "module"} == set(MODULES)
    assert {n for n, kind in kinds.items() if kind == "instance"} == {"__version__"}
    assert set(kinds.values()) == {"class", "function", "instance", "module"}


def _undocumented() -> Iterator[str]:
    for name, tree in modules().items():
        if not ast.get_docstring(tree):
            yield name
        exported: set[str] = set()
        for node in tree.body:
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and node.targets[0].id == "__all__"
            ):
                exported = {
                    c.value
                    for c in ast.walk(node.value)
                    if isinstance(c, ast.Constant) and isinstance(c.value, str)
                }
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name in exported:
                if not ast.get_docstring(node):
                    yield f"{name}.{node.name}"
                if isinstance(node, ast.ClassDef):
                    for inner in node.body:
                        if (
                            isinstance(inner, ast.FunctionDef)
                            and not inner.name.startswith("_")
                            and not ast.get_docstring(inner)
                            and ast.unparse(inner.body[-1]) != "..."  # described by its class
                        ):
                            yield f"{name}.{node.name}.{inner.name}"


def test_every_public_name_has_a_docstring() -> None:
    assert list(_undocumented()) == []


def test_all_names_only_what_is_there() -> None:
    for name in modules():
        if name in ("__init__", "__main__") or name.startswith("cli.jupyter"):
            continue
        module = import_module(f"mtgmeld.{name}")
        for public in getattr(module, "__all__", ()):
            assert hasattr(module, public), f"{name}.__all__ has {public}"


def _pages_with_examples() -> list[Path]:
    pages = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
    return [p for p in pages if ">>> " in p.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", _pages_with_examples(), ids=lambda page: page.stem)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    result = doctest.testfile(
        str(page),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
    )
    assert result.failed == 0
    assert result.attempted >= 2


def test_the_documentation_has_a_page_for_each_public_name_and_each_frame() -> None:
    import mtgmeld
    from mtgmeld.frames import KINDS

    conf = run_path(str(PROJECT / "docs" / "conf.py"))
    listed = set("\n".join(conf["_names"]()).split())
    names = {n for n in mtgmeld.__all__ if n != "__version__"} - set(MODULES)
    assert listed >= names
    columns = "\n".join(conf["_columns"]())
    assert set(re.findall(r"^## (.+)$", columns, re.M)) == set(KINDS)
    for kind in KINDS.values():
        assert all(f"| `{c.name}` | {c.dtype} |" in columns for c in kind.columns)


def test_the_readme_has_its_two_commands_and_its_links_lead_somewhere() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    for name in ("start", "tests"):
        found = re.search(rf"<!-- command: {name} -->\n```sh\n(.+)\n```", text)
        assert found is not None, name
        assert "\n" not in found[1], "one command, one line"
    for page in ("README.md", "CONTRIBUTING.md", "notebooks/README.md", "docs/trust.md"):
        path = PROJECT / page
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{page}: {link}"


def test_constraints_are_names_and_versions_only() -> None:
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+", line) for line in lines)
    pinned = {line.partition("==")[0] for line in lines}
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = settings["project"]["optional-dependencies"].values()
    groups = settings["dependency-groups"].values()
    wanted = [*settings["project"]["dependencies"]]
    wanted += [w for several in (*extras, *groups) for w in several if isinstance(w, str)]
    names = {re.split(r"[\[<>=~ ]", w)[0].lower().replace("_", "-") for w in wanted}
    assert names - pinned == {"mtgmeld"}


def test_the_change_log_knows_this_version() -> None:
    import mtgmeld

    text = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    # a missing heading ends in the TypeError that it deserves
    newest = Version(re.search(r"^## ([\w.]+)", text, re.M)[1])  # type: ignore[index]
    assert newest >= Version(Version(mtgmeld.__version__).base_version)
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    fallback = settings["tool"]["hatch"]["version"]["fallback-version"]
    assert Version(fallback) == Version(f"{newest}.dev0"), "what a tree without git is called"


def test_effects_of_a_working_copy_are_put_through_what_forgets_with_them() -> None:
    """What was worked out goes with the effects that it was worked out under."""
    put = re.compile(r"\.(effects|standing)\s*(, [\w.]+ )?[+|]?= ")
    found = [
        f"{path.relative_to(PROJECT)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if put.search(line)
    ]
    assert found == [
        "mtgmeld/game/draft.py: self.effects, self.memo = effects, self.memo.without_index()",
        "mtgmeld/game/draft.py: self.standing, self.memo = standing, self.memo.without_index()",
    ]
