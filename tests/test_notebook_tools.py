"""Checking and refreshing notebooks, and the working copy that ``mtgmeld lab`` opens."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mtgmeld import errors
from mtgmeld.cli.lab import jupyter_arguments
from mtgmeld.cli.notebooks import check
from mtgmeld.extras import need_lab
from mtgmeld.notebooks import find_notebooks
from mtgmeld.notebooks.hygiene import hygiene, read_notebook
from mtgmeld.notebooks.refresh import refresh, refreshed
from mtgmeld.notebooks.strict import run_strict
from mtgmeld.notebooks.working_copy import trust, update

PROJECT = Path(__file__).resolve().parents[1]
OURS = sorted((PROJECT / "notebooks").glob("*.ipynb"))


def code(source: str, count: int | None = 1, outputs: Any = (), **more: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": more.pop("id", f"c{abs(hash(source)) % 10**6}"),
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
        (code("1", None), "its count is None"),
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
    assert [f.cell for f in found] == [1]
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


def test_need_lab_names_the_extra() -> None:
    need_lab("json")
    with pytest.raises(errors.MissingExtra, match=r"pip install 'mtgmeld\[lab\]'"):
        need_lab("json", "no_such_package_here")


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
    assert "cell 2: differs: text/html" in done.output


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
    with pytest.raises(errors.NotebookFailed, match=r"cell 2: NameError") as caught:
        refresh(path)
    assert caught.value.cell == 2
    assert path.read_bytes() == before


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
