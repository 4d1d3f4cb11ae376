"""Checking and refreshing notebooks, and the working copy that ``mtgmeld lab`` opens."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zlib import crc32

import pytest
import zmq.asyncio
from click.testing import CliRunner

from mtgmeld import errors
from mtgmeld.cli.lab import jupyter_arguments
from mtgmeld.cli.notebooks import check
from mtgmeld.notebooks import find_notebooks
from mtgmeld.notebooks.hygiene import hygiene, read_notebook
from mtgmeld.notebooks.running import refresh, refreshed, run_strict
from mtgmeld.notebooks.working_copy import trust, update

PROJECT = Path(__file__).resolve().parents[1]
OURS = sorted((PROJECT / "notebooks").glob("*.ipynb"))


def code(source: str, count: int | None = 1, outputs: Any = (), **more: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": more.pop("id", f"c{crc32(source.encode()) % 10**6}"),
        "execution_count": count,
        "metadata": {"tags": more.pop("tags", [])},
        "outputs": list(outputs),
        "source": source,
    }


def shown(**data: Any) -> dict[str, Any]:
    kinds = {"plain": "text/plain", "html": "text/html", "png": "image/png", "svg": "image/svg+xml"}
    return {
        "output_type": "display_data",
        "metadata": {},
        "data": {kinds[k]: v for k, v in data.items()},
    }


def notebook(path: Path, *cells: dict[str, Any], **metadata: Any) -> Path:
    whole = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, **metadata}
    book = {"cells": list(cells), "metadata": whole, "nbformat": 4, "nbformat_minor": 5}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book), encoding="utf-8")
    return path


def test_a_clean_notebook_has_no_findings(tmp_path: Path) -> None:
    svg = shown(svg="<svg/>", png="aGk=", plain="<Figure size 500x300 with 1 Axes>")
    cells = (code("1", 1, id="a"), code("2", 2, [svg], id="b"))
    assert hygiene(notebook(tmp_path / "a.ipynb", *cells)) == ()


@pytest.mark.parametrize(
    ("cell", "word"),
    [
        (code("1", 2), "its count is 2, 1 was expected"),
        (code("", 1), "empty"),
        (code("1  # NBVAL_IGNORE_OUTPUT"), "marker NBVAL_IGNORE_OUTPUT"),
        (code("# NBVAL_SKIP\n1"), "marker NBVAL_SKIP"),
        (code("1", tags=["nbval-ignore-output"]), "tag nbval-ignore-output"),
        (code("1", tags=["nbval-skip"]), "tag nbval-skip"),
        (code("1", outputs=[shown(plain="<x object at 0x7f3a2c1d>")]), "memory address"),
        (code("1", outputs=[shown(html="<b>/home/ann/cards.csv</b>")]), "path of one machine"),
        (code("1", outputs=[shown(plain=r"C:\Users\ann\x")]), "path of one machine"),
        (code("1", outputs=[shown(png="aGk=")]), "only pixels"),
        (
            code(
                "1",
                outputs=[
                    {"output_type": "error", "ename": "KeyError", "evalue": "", "traceback": []}
                ],
            ),
            "ended in an error: KeyError",
        ),
    ],
)
def test_each_fault_is_found_once_with_its_cell(
    tmp_path: Path, cell: dict[str, Any], word: str
) -> None:
    found = hygiene(notebook(tmp_path / "a.ipynb", cell))
    assert [f.cell for f in found] == [1 if cell["source"] else None]
    assert word in found[0].what


def test_the_notebook_as_a_whole_is_looked_at(tmp_path: Path) -> None:
    path = notebook(tmp_path / "a.ipynb", code("1"), widgets={}, kernelspec={"name": "julia"})
    words = " ".join(map(str, hygiene(path)))
    assert "widget state" in words
    assert "'julia'" in words
    twice = notebook(tmp_path / "b.ipynb", code("1", 1, id="x"), code("2", 2, id="x"))
    assert any("same id 'x'" in f.what for f in hygiene(twice))
    broken = code("1")
    del broken["outputs"]
    assert "schema" in str(hygiene(notebook(tmp_path / "c.ipynb", broken))[0])


def test_ordinary_text_is_no_fault(tmp_path: Path) -> None:
    texts = ["1/1 and 2/2", "Fire // Ice", "</table>", "a/b/c", "0x10", "https://x/home/y"]
    outputs = [shown(plain=t, html=f"<td>{t}</td>") for t in texts]
    assert hygiene(notebook(tmp_path / "a.ipynb", code("1", 1, outputs))) == ()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cells": 1}', '{"cells": [], "nbformat": 3}'])
def test_what_is_no_notebook_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(errors.NoNotebook, match=r"a\.ipynb"):
        read_notebook(path)


def test_find_notebooks(tmp_path: Path) -> None:
    one = notebook(tmp_path / "x" / "b.ipynb")
    two = notebook(tmp_path / "x" / "deep" / "a.ipynb")
    notebook(tmp_path / "x" / ".ipynb_checkpoints" / "b.ipynb")
    assert find_notebooks([tmp_path / "x", one]) == (one, two)
    empty = tmp_path / "empty"
    empty.mkdir()
    other = tmp_path / "a.txt"
    other.write_text("")
    for path, why in ((empty, "holds no"), (other, "does not end"), (tmp_path / "no", "no such")):
        with pytest.raises(errors.NoNotebook, match=why):
            find_notebooks([path])


def test_need_names_the_extra() -> None:
    errors.need("lab", "json")
    with pytest.raises(errors.MissingExtra, match=r"pip install 'mtgmeld\[lab\]'"):
        errors.need("lab", "json", "no_such_package_here")


def test_refresh_gives_the_same_bytes_and_a_strict_run_agrees(tmp_path: Path) -> None:
    path = notebook(
        tmp_path / "a.ipynb",
        code("import pandas as pd\nprint('a')\nprint('b')", None, id="one"),
        code("pd.DataFrame({'a': [1, 2]})", None, id="two"),
        code("import ipywidgets\nipywidgets.Dropdown(options=['x'])", None, id="three"),
        code("1 / 0", None, id="four", tags=["raises-exception"]),
        widgets={"state": {}},
    )
    before = run_strict(path)
    assert [v.same for v in before] == [False] * 4
    assert "not compared" in before[0].says
    assert refresh(path)
    first = path.read_bytes()
    assert refresh(path) is False
    assert path.read_bytes() == first
    assert hygiene(path) == ()
    assert [v.same for v in run_strict(path)] == [True] * 4
    book = json.loads(first)
    assert [c["id"] for c in book["cells"]] == ["one", "two", "three", "four"]
    assert b"widget-view" not in first

    path.write_bytes(first.replace(b"<td>2<", b"<td>3<"))
    verdicts = run_strict(path)
    assert [v.same for v in verdicts] == [True, False, True, True]
    assert verdicts[1].cell == 2
    assert verdicts[1].says == "differs: text/html"
    assert set(verdicts[1].details) == {"now:   <td>2</td>", "saved: <td>3</td>"}
    done = CliRunner().invoke(check, [str(path)], standalone_mode=False)
    assert done.return_value == 1
    assert "cell [2]: differs: text/html" in done.output


def test_a_difference_deep_in_a_long_line_is_shown(tmp_path: Path) -> None:
    source = "print('so ' * 200 + 'here' + ' on' * 200)"
    path = notebook(tmp_path / "a.ipynb", code(source, None, id="a"))
    refresh(path)
    path.write_text(path.read_text().replace("so here on", "so there on"))
    (verdict,) = run_strict(path)
    assert verdict.says == "differs: stdout"
    now, saved = verdict.details
    assert now.startswith("now:")
    assert "so here on" in now
    assert saved.startswith("saved:")
    assert "so there on" in saved


def test_a_failing_cell_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = notebook(tmp_path / "a.ipynb", code("1", None, id="a"), code("nothing", None, id="b"))
    before = path.read_bytes()
    with pytest.raises(errors.NotebookFailed, match=r"cell \[2\]: NameError") as caught:
        refresh(path)
    assert caught.value.cell == 2
    assert path.read_bytes() == before


# --- what notebooks of others hold: it never hangs, and never ends in a traceback ---

WIDGETS = "import ipywidgets as w\n"


@pytest.mark.parametrize(
    "sources",
    [
        (f"{WIDGETS}o = w.Output()\no", "with o:\n    print('in')\n    display(7)", "o.outputs"),
        (f"{WIDGETS}o = w.Output()\nwith o:\n    1 / 0", "o.clear_output()\no.outputs"),
        (f"{WIDGETS}w.interact(lambda x: print(x) or x * 2, x=5);",),
        (f"{WIDGETS}@w.interact(x=(0, 5))\ndef f(x):\n    return x", "1"),
        ("from tqdm.notebook import tqdm\nsum(tqdm(range(30)))",),
        (
            "from IPython.display import clear_output\nfor i in range(4):\n"
            "    clear_output(wait=True)\n    print(i)",
            "print('a')\nclear_output()\nprint('b')",
        ),
        (
            "h = display('a', display_id='x')",
            "h.update('b')",
            "for i in range(3):\n    h.update(i)",
        ),
        ("1;", "x = 2\nx;", "3"),
        (
            "%config InlineBackend.figure_formats = ['svg']\nimport matplotlib.pyplot as plt",
            "plt.plot([1, 2], marker='o')\nplt.show()\nplt.hist([1, 2, 2]);",
        ),
        ("import sys\nprint('e', file=sys.stderr)\nprint('o')\nprint('c\\rd')",),
        ("exit()",),
    ],
    ids=[
        *("Output", "Output cleared", "interact", "interact decorator", "progress bar"),
        *("clear_output", "updated display", "semicolon", "svg", "streams", "exit"),
    ],
)
def test_what_a_frontend_shows_is_refreshed_and_holds(
    tmp_path: Path, sources: tuple[str, ...]
) -> None:
    cells = [code(source, None, id=f"c{n}") for n, source in enumerate(sources)]
    path = notebook(tmp_path / "a.ipynb", *cells)
    assert refresh(path)
    assert refresh(path) is False
    assert hygiene(path) == ()
    assert [str(v) for v in run_strict(path)] == [
        f"cell [{n}]: same" for n in range(1, len(sources) + 1)
    ]


def test_a_message_that_wakes_nobody_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No wait for the kernel is longer than a moment, whatever a cell may take."""
    whole, waits = zmq.asyncio.Socket.poll, []

    async def deaf(socket: zmq.asyncio.Socket, timeout: int | None = None, *how: Any) -> Any:
        waits.append(timeout)
        assert timeout is not None
        await asyncio.sleep(timeout / 1000)
        return await whole(socket, 0, *how)

    monkeypatch.setattr(zmq.asyncio.Socket, "poll", deaf)
    path = notebook(tmp_path / "a.ipynb", code("1 + 1", None), code("print(2)", None))
    assert refresh(path)
    assert waits
    assert max(waits) <= 500
    outputs = [c["outputs"] for c in json.loads(path.read_text())["cells"]]
    assert outputs[0][0]["data"]["text/plain"] == ["2"]
    assert outputs[1][0]["text"] == ["2\n"]


def test_outputs_are_those_of_the_end(tmp_path: Path) -> None:
    sources = (
        "from IPython.display import clear_output\nprint('a')\nclear_output()\nprint('b')",
        "h = display('first', display_id='x')",
        "h.update('last')",
        "1;",
        f"{WIDGETS}o = w.Output()\nwith o:\n    print('kept')",
        "print(o.outputs[0]['text'])",
        "for n in range(3):\n    print(n, end='\\r')",
    )
    cells = [code(source, None, id=f"c{n}") for n, source in enumerate(sources)]
    path = notebook(tmp_path / "a.ipynb", *cells)
    refresh(path)
    shown = [c["outputs"] for c in json.loads(path.read_text())["cells"]]
    assert [o["text"] for o in shown[0]] == [["b\n"]]
    assert [o["data"]["text/plain"] for o in shown[1]] == [["'last'"]]
    assert shown[2] == shown[3] == shown[4] == []
    assert shown[5][0]["text"] == ["kept\n", "\n"]
    assert shown[6][0]["text"] == ["2\r"]


@pytest.mark.parametrize("backend", [None, "agg", "nope"])
def test_a_drawing_has_no_date_and_its_ids_do_not_depend_on_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str | None
) -> None:
    if backend is not None:
        monkeypatch.setenv("MPLBACKEND", backend)
    source = "%config InlineBackend.figure_formats = ['svg']\nimport matplotlib.pyplot as plt\n"
    path = notebook(tmp_path / "a.ipynb", code(f"{source}plt.plot([1, 2], 'o')\nplt.show()", None))
    refresh(path)
    (output,) = json.loads(path.read_text())["cells"][0]["outputs"]
    svg = "".join(output["data"]["image/svg+xml"])
    assert "dc:date" not in svg
    root = ElementTree.fromstring(svg)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    used = {v[1:] for e in root.iter() for k, v in e.items() if k.endswith("href")}
    assert used
    assert used <= set(ids)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("input('name? ')", "it asks for input, and nobody is there to answer"),
        ("import getpass\ngetpass.getpass()", "it asks for input, and nobody is there to answer"),
        ("while True:\n    pass", "it took longer than 2 seconds: give it more by --limit"),
        ("import os\nos._exit(1)", "the kernel died"),
        ("raise ValueError('a\\x1b[2Jb')", r"ValueError: a\x1b[2Jb"),
    ],
)
def test_a_cell_that_cannot_end_is_told(tmp_path: Path, source: str, says: str) -> None:
    path = notebook(
        tmp_path / "a.ipynb", code("1", 1, id="a"), code(source, 2, id="b"), code("3", 3, id="c")
    )
    before = path.read_bytes()
    with pytest.raises(errors.NotebookFailed) as caught:
        refresh(path, limit=2)
    assert caught.value.cell == 2
    assert f"cell [2]: {says}" in str(caught.value)
    assert path.read_bytes() == before
    first, second, third = run_strict(path, limit=2)
    assert first.says == "differs: has a new output 'text/plain'"
    assert not second.same
    assert third.says in ("it was never run", "differs: has a new output 'text/plain'")
    done = CliRunner().invoke(check, [str(path), "--limit", "2"], standalone_mode=False)
    assert done.return_value == 1
    assert f"cell [2]: failed: {says}" in done.output


def test_a_cell_has_the_number_that_jupyterlab_shows(tmp_path: Path) -> None:
    """Text and empty cells have none; the second cell that runs is [2] wherever it stands."""
    words = {"cell_type": "markdown", "metadata": {}, "source": "words", "id": "w"}
    path = notebook(
        tmp_path / "a.ipynb",
        words,
        code("1", 1, id="a"),
        {**words, "id": "v"},
        code("2", 2, id="b"),
    )
    assert [v.cell for v in run_strict(path)] == [1, 2]
    wrong = notebook(
        tmp_path / "b.ipynb", words, code("1", 1, id="a"), words, code("no", 2, id="b")
    )
    with pytest.raises(errors.NotebookFailed, match=r"b\.ipynb, cell \[2\]: NameError"):
        refresh(wrong)
    assert [f.cell for f in hygiene(wrong)] == [1], "the text below [1] has an id twice"


def test_a_notebook_that_never_ran_is_told_once_what_to_do(tmp_path: Path) -> None:
    path = notebook(tmp_path / "a.ipynb", code("1", None, id="a"), code("2", None, id="b"))
    (finding,) = hygiene(path)
    assert str(finding) == (
        f"notebook: it never ran, so there is nothing to compare: mtgmeld refresh {path}"
    )
    refresh(path)
    assert hygiene(path) == ()


def test_one_cell_without_a_count_is_told(tmp_path: Path) -> None:
    path = notebook(tmp_path / "a.ipynb", code("1", 1, id="a"), code("2", None, id="b"))
    (finding,) = hygiene(path)
    assert str(finding).startswith("cell [2]: its count is None, 2 was expected")


def test_the_speed_of_a_progress_bar_is_told(tmp_path: Path) -> None:
    path = notebook(
        tmp_path / "a.ipynb", code("from tqdm import tqdm\nfor _ in tqdm(range(3)):\n    pass")
    )
    refresh(path)
    (finding,) = hygiene(path)
    assert finding.cell == 1
    assert "speed of a progress bar" in finding.what


def test_a_kernel_that_does_not_start_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ipykernel.kernelspec

    broken = {"argv": [sys.executable, "-c", "raise SystemExit(3)"]}
    monkeypatch.setattr(ipykernel.kernelspec, "get_kernel_dict", lambda: broken)
    path = notebook(tmp_path / "a.ipynb", code("1"))
    for run in (refresh, run_strict):
        with pytest.raises(errors.NotebookFailed, match="the kernel could not be used"):
            run(path)


def test_nbval_and_the_strict_run_find_the_same_differences(tmp_path: Path) -> None:
    sources = ("print('a')", "{'b': 1}", "display('c'); display('d')", "1 / 0", "'same'", "x = 1")
    cells = [code(s, None, id=f"c{n}") for n, s in enumerate(sources)]
    cells[3]["metadata"]["tags"] = ["raises-exception"]
    path = notebook(tmp_path / "a.ipynb", *cells)
    refresh(path)
    book = json.loads(path.read_text())
    outputs = [c["outputs"] for c in book["cells"]]
    outputs[0][0]["text"] = ["b\n"]
    outputs[1][0]["data"]["text/plain"] = ["{'b': 2}"]
    del outputs[2][1]
    outputs[3][0]["evalue"] = "another"
    outputs[5].append({"output_type": "stream", "name": "stdout", "text": ["more"]})
    path.write_text(json.dumps(book))
    verdicts = run_strict(path)
    assert [v.same for v in verdicts] == [False, False, False, False, True, False]
    assert [v.says for v in verdicts] == [
        "differs: stdout",
        "differs: text/plain",
        "differs: another number of outputs of text/plain",
        "differs: error",
        "same",
        "differs: lacks output 'stdout'",
    ]
    command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "-p", "no:cacheprovider"]
    command += ["--nbval", "--nbval-current-env", "-c", os.devnull, str(path)]
    done = subprocess.run(
        [*command, f"--junitxml={tmp_path / 'x'}"],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    cases = list(ElementTree.parse(tmp_path / "x").iter("testcase"))
    assert [c.find("failure") is None for c in cases] == [v.same for v in verdicts], done.stdout


def test_a_cell_has_one_number_in_jupyterlab_check_and_nbval(tmp_path: Path) -> None:
    """The count that the kernel gives a cell, past text and an empty cell; also to ask for one."""
    sources = ("x = 1", "", "x", "print('a')")
    cells = [code(s, None, id=f"c{n}") for n, s in enumerate(sources)]
    text = {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "words"}
    path = notebook(tmp_path / "a.ipynb", text, *cells[:3], text | {"id": "u"}, cells[3])
    refresh(path)
    book = json.loads(path.read_text())
    book["cells"][-1]["outputs"][0]["text"] = ["b\n"]
    path.write_text(json.dumps(book))
    assert [c["execution_count"] for c in book["cells"] if c.get("source")[:1] == ["x"]] == [2]
    assert [v.cell for v in run_strict(path) if not v.same] == [3]

    def tested(*more: str) -> tuple[list[str], str]:
        command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "-p", "no:cacheprovider"]
        command += ["-p", "mtgmeld.notebooks.as_tests", "--nbval", "--nbval-current-env"]
        done = subprocess.run(
            [*command, "-c", os.devnull, f"--junitxml={tmp_path / 'x'}", *more],
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        cases = ElementTree.parse(tmp_path / "x").iter("testcase")
        return [str(c.get("name")) for c in cases], done.stdout

    names, told = tested(str(path))
    assert names == ["Cell 1", "empty cell below 1", "Cell 2", "Cell 3"]
    assert "a.ipynb::Cell 3" in told
    assert "1 failed, 3 passed" in told
    names, told = tested(f"{path}::Cell 2")
    assert names == ["Cell 2"]


def test_check_as_json_and_as_a_junit_report(tmp_path: Path) -> None:
    good = notebook(tmp_path / "a.ipynb", code("1", None, id="a"))
    refresh(good)
    bad = notebook(tmp_path / "b.ipynb", code("print('\\x1b[2J')", 2, [shown(plain="<b>")], id="a"))
    torn = tmp_path / "c.ipynb"
    torn.write_text("{")
    junit = tmp_path / "report.xml"
    arguments = [str(tmp_path), "--json", "--junit", str(junit)]
    done = CliRunner().invoke(check, arguments, standalone_mode=False)
    assert done.return_value == 2
    assert "c.ipynb: it is no notebook" in done.stderr
    one, two, three = json.loads(done.stdout)
    assert one == {
        "good": True,
        "notebook": str(good),
        "error": None,
        "findings": [],
        "cells": [{"cell": 1, "same": True, "says": "same", "details": []}],
    }
    assert two["notebook"] == str(bad)
    assert [f["cell"] for f in two["findings"]] == [1]
    assert two["cells"][0]["says"].startswith("differs: lacks output 'text/plain'")
    assert three["notebook"] == str(torn)
    assert "it is no notebook" in three["error"]
    suites = ElementTree.parse(junit).getroot()
    assert [(s.get("tests"), s.get("failures"), s.get("errors")) for s in suites] == [
        ("2", "0", "0"),
        ("2", "2", "0"),
        ("1", "0", "1"),
    ]
    assert {c.get("name") for c in suites[1]} == {"hygiene", "cell [1]"}
    assert not any(c.find("failure") is None for c in suites[1])


@pytest.mark.parametrize(
    "cell",
    [
        *(None, 7, {}, {"cell_type": "code"}),
        *({**code("1"), field: None} for field in code("1")),
        *({**code("1"), field: 7} for field in code("1")),
        *({**code("1"), "outputs": [wrong]} for wrong in (7, {}, {"output_type": "error"})),
        code("1", outputs=[{"output_type": "stream", "name": "stdout", "text": {}}]),
        code("1", outputs=[{**shown(), "data": [1]}]),
        code("1", outputs=[{**shown(), "data": {"text/plain": [1, {}]}}]),
        code("1", tags=[7]),
        code("1", tags={"a": 1}),
    ],
    ids=repr,
)
def test_a_cell_that_is_none_is_told(tmp_path: Path, cell: Any) -> None:
    path = notebook(tmp_path / "a.ipynb", cell)
    done = CliRunner().invoke(check, [str(path)], standalone_mode=False)
    assert done.exception is None
    assert done.return_value in (1, 2)
    assert "schema" in done.output or "it is no notebook" in done.output or "count" in done.output


def test_paths_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    deep = tmp_path / "a.ipynb"
    deep.write_text("[" * 100_000)
    with pytest.raises(errors.NoNotebook, match="it is no notebook"):
        read_notebook(deep)
    for path, why in (("a" * 300, "name too long"), (str(deep / "b.ipynb"), "no such")):
        with pytest.raises(errors.NoNotebook, match=f"(?i){why}"):
            find_notebooks([path])


def test_nbformat_is_imported_without_a_grammar_that_no_notebook_needs() -> None:
    script = (
        "import sys\nfrom mtgmeld.notebooks import import_nbformat_lightly\n"
        "import_nbformat_lightly()\nimport nbformat\n"
        "print('rfc3987_syntax' in sys.modules, end=' ')\n"
        "cell = {'cell_type': 'code', 'id': 'a', 'metadata': {}, 'source': ''}\n"
        "book = {'nbformat': 4, 'nbformat_minor': 5, 'metadata': {}, 'cells': [cell]}\n"
        "try:\n    nbformat.validate(book)\n"
        "except nbformat.ValidationError as error:\n    print('required' in str(error))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.exact
@pytest.mark.parametrize("path", OURS, ids=lambda p: p.stem)
def test_our_notebooks_are_clean_and_a_refresh_changes_nothing(path: Path) -> None:
    assert hygiene(path) == ()
    assert refreshed(path) == path.read_text(encoding="utf-8")


@pytest.fixture
def shipped(tmp_path: Path) -> Callable[..., Path]:
    def make(**sources: str) -> Path:
        folder = tmp_path / "shipped"
        for name, source in sources.items():
            notebook(folder / f"{name}.ipynb", code(source, id="a"))
        (folder / "README.md").write_text("index")
        (folder / ".ipynb_checkpoints").mkdir(exist_ok=True)
        (folder / ".ipynb_checkpoints" / "x.ipynb").write_text("")
        return folder

    return make


def test_a_working_copy_is_made_and_then_left_alone(
    tmp_path: Path, shipped: Callable[..., Path]
) -> None:
    mine = tmp_path / "mine"
    first = update(shipped(one="1", two="2"), mine)
    assert first.added == ("README.md", "one.ipynb", "two.ipynb")
    assert not (mine / ".ipynb_checkpoints").exists()
    again = update(shipped(one="1", two="2"), mine)
    assert again.kept == first.added
    assert (again.added, again.renewed, again.beside) == ((), (), ())


def test_an_upgrade_brings_new_notebooks_and_keeps_edited_ones(
    tmp_path: Path, shipped: Callable[..., Path]
) -> None:
    mine = tmp_path / "mine"
    update(shipped(one="1", two="2"), mine)
    edited = notebook(mine / "one.ipynb", code("my own", id="a")).read_bytes()
    # running a notebook changes its outputs, which is no edit
    notebook(mine / "two.ipynb", code("2", 7, [shown(plain="2")], id="a"))
    report = update(shipped(one="1 new", two="2 new", three="3"), mine)
    assert report.added == ("three.ipynb",)
    assert report.renewed == ("two.ipynb",)
    assert report.beside == (("one.ipynb", "one-new.ipynb"),)
    assert (mine / "one.ipynb").read_bytes() == edited
    assert "1 new" in (mine / "one-new.ipynb").read_text()
    assert "2 new" in (mine / "two.ipynb").read_text()
    # asked again, nothing more happens
    assert update(shipped(one="1 new", two="2 new", three="3"), mine).beside == ()
    # a later version replaces the one that was put beside, unless that is edited too
    update(shipped(one="1 newer"), mine)
    assert "1 newer" in (mine / "one-new.ipynb").read_text()
    notebook(mine / "one-new.ipynb", code("mine as well", id="a"))
    report = update(shipped(one="1 newest"), mine)
    assert report.beside == (("one.ipynb", "one-new2.ipynb"),)
    assert "mine as well" in (mine / "one-new.ipynb").read_text()


@pytest.mark.parametrize(
    "edit",
    [
        lambda book: book["cells"][0].update(source="mine"),
        lambda book: book["cells"].append(code("mine", id="b")),
        lambda book: book["cells"][0]["metadata"].update(tags=["mine"]),
        lambda book: book["cells"][0]["metadata"].update(slideshow={"slide_type": "slide"}),
        lambda book: book["cells"][0].update(attachments={"a.png": {"image/png": "AAAA"}}),
        lambda book: book["metadata"].update(mine="notes"),
    ],
    ids=["source", "cell", "tag", "slide", "attachment", "metadata"],
)
def test_an_upgrade_keeps_all_that_a_user_writes(
    tmp_path: Path, shipped: Callable[..., Path], edit: Callable[[Any], Any]
) -> None:
    mine = tmp_path / "mine"
    update(shipped(one="1"), mine)
    book = json.loads((mine / "one.ipynb").read_text())
    edit(book)
    (mine / "one.ipynb").write_text(json.dumps(book))
    report = update(shipped(one="1 new"), mine)
    assert report.beside == (("one.ipynb", "one-new.ipynb"),)
    assert json.loads((mine / "one.ipynb").read_text()) == book


def test_an_upgrade_takes_no_notice_of_what_jupyter_writes(
    tmp_path: Path, shipped: Callable[..., Path]
) -> None:
    mine = tmp_path / "mine"
    update(shipped(one="1"), mine)
    book = json.loads((mine / "one.ipynb").read_text())
    book["metadata"] |= {"language_info": {"name": "python", "version": "3.99"}, "widgets": {}}
    book["cells"][0]["metadata"] |= {"editable": True, "slideshow": {"slide_type": ""}, "tags": []}
    book["cells"][0]["metadata"] |= {"execution": {}, "trusted": True}
    book["cells"][0] |= {"execution_count": 9, "outputs": [shown(plain="of an hour")]}
    (mine / "one.ipynb").write_text(json.dumps(book))
    report = update(shipped(one="1 new"), mine)
    assert report.renewed == ("one.ipynb",)
    assert "1 new" in (mine / "one.ipynb").read_text()
    # what it had put out is not lost
    assert json.loads((mine / ".before" / "one.ipynb").read_text()) == book


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there")
def test_what_is_no_file_is_left_alone(tmp_path: Path, shipped: Callable[..., Path]) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "README.md").symlink_to("nowhere")
    (mine / "one.ipynb").mkdir()
    os.mkfifo(mine / "two.ipynb")
    (mine / "three.ipynb").write_text("[" * 100_000)
    report = update(shipped(one="1", two="2", three="3"), mine)
    assert report.kept == ("README.md", "one.ipynb", "two.ipynb")
    assert report.beside == (("three.ipynb", "three-new.ipynb"),)
    assert not (mine / "README.md").exists()


def test_files_that_were_there_before_are_never_overwritten(
    tmp_path: Path, shipped: Callable[..., Path]
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "README.md").write_text("my notes")
    (mine / "one.ipynb").write_text("no notebook")
    (mine / ".mtgmeld.json").write_text("damaged")
    report = update(shipped(one="1"), mine)
    assert (mine / "README.md").read_text() == "my notes"
    assert (mine / "one.ipynb").read_text() == "no notebook"
    assert dict(report.beside) == {"README.md": "README-new.md", "one.ipynb": "one-new.ipynb"}


def test_a_deleted_notebook_comes_back(tmp_path: Path, shipped: Callable[..., Path]) -> None:
    mine = tmp_path / "mine"
    update(shipped(one="1"), mine)
    (mine / "one.ipynb").unlink()
    assert update(shipped(one="1"), mine).added == ("one.ipynb",)


def test_a_folder_that_cannot_be_made_is_one_clear_error(
    tmp_path: Path, shipped: Callable[..., Path]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(errors.NotWritten, match="file"):
        update(shipped(one="1"), blocked / "mine")


def test_only_our_own_bytes_are_trusted(
    tmp_path: Path, shipped: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    mine = tmp_path / "mine"
    source = shipped(one="1", two="2")
    update(source, mine)
    assert trust(source, mine) == 2
    notebook(mine / "one.ipynb", code("edited", id="a"))
    assert trust(source, mine) == 1


def test_jupyterlab_is_told_to_stay_on_this_machine(tmp_path: Path) -> None:
    arguments = jupyter_arguments(tmp_path, 8123, True)
    assert "--ServerApp.ip=127.0.0.1" in arguments
    assert "--ServerApp.port=8123" in arguments
    assert "--ServerApp.port_retries=0" in arguments
    assert "--no-browser" in arguments
    assert "--LabApp.extension_manager=readonly" in arguments
    assert any("NeverCheckForUpdate" in a for a in arguments)
    assert not any(
        a.startswith("--ServerApp.port") for a in jupyter_arguments(tmp_path, None, False)
    )
