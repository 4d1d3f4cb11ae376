"""What a committed notebook must be before its outputs can be compared at all.

A comparison of outputs passes over cells without a count, cells marked to be skipped, and
pictures that are only pixels; and it cannot hold where an output carries an address or a
path.  Each of these is refused here.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.errors import NoNotebook

__all__ = ["Finding", "hygiene", "read_notebook"]

MARKERS = re.compile(r"#\s*((?:NBVAL|PYTEST_VALIDATE)_(?:IGNORE_OUTPUT|SKIP|CHECK_OUTPUT))\b")
TAGS = re.compile(r"(?:nbval|pytest-validate)-(?:ignore-output|skip|check-output)|skip-execution")
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{4,}|\b0x[0-9a-fA-F]{8,}")
# an absolute path of the machine that ran it: /home/name/..., C:\Users\..., a temporary folder
FOLDER = re.compile(
    r"(?<![\w.:/<])/(?:home|Users|root|tmp|private|var|usr|opt|mnt|work|srv|workspace)/[\w.~-]+"
    r"|\b[A-Za-z]:\\{1,2}(?:Users|Temp|Windows)\\"
)


class Finding(msgspec.Struct, frozen=True, gc=False):
    """Something that is wrong with a notebook.

    Attributes
    ----------
    cell : int or None
        The cell, counted from 1 over all cells; None for the notebook as a whole.
    what : str
        What is wrong and what to do.
    """

    cell: int | None
    what: str

    def __str__(self) -> str:
        place = "notebook" if self.cell is None else f"cell {self.cell}"
        return f"{place}: {self.what}"


def read_notebook(path: str | Path) -> dict[str, Any]:
    """Return a notebook as plain data.

    Raises
    ------
    NoNotebook
        If it cannot be read, or is no notebook of format 4.
    """
    try:
        notebook = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise NoNotebook(path, error.strerror or str(error)) from error
    except ValueError as error:
        raise NoNotebook(path, f"it is no notebook: {error}") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise NoNotebook(path, "it is no notebook: it has no list of cells")
    if notebook.get("nbformat") != 4:
        raise NoNotebook(path, f"notebook format {notebook.get('nbformat')}, 4 was expected")
    return notebook


def hygiene(path: str | Path) -> tuple[Finding, ...]:
    """Return what keeps a notebook's outputs from being compared honestly; nothing is good.

    Raises
    ------
    NoNotebook
        If the file is no notebook.
    """
    notebook = read_notebook(path)
    return (*_format(notebook), *_whole(notebook), *_cells(notebook))


def _format(notebook: Mapping[str, Any]) -> Iterator[Finding]:
    import nbformat

    try:
        with warnings.catch_warnings():
            # an id that occurs twice is reported with its cell, below
            warnings.simplefilter("ignore")
            nbformat.validate(nbformat.from_dict(dict(notebook)))
    except nbformat.ValidationError as error:
        yield Finding(None, f"not valid by the notebook schema: {str(error).splitlines()[0]}")


def _whole(notebook: Mapping[str, Any]) -> Iterator[Finding]:
    metadata = notebook.get("metadata", {})
    if "widgets" in metadata:
        yield Finding(None, "widget state is saved in it, which changes each time: refresh it")
    kernel = metadata.get("kernelspec", {}).get("name")
    if kernel != "python3":
        yield Finding(None, f"its kernel is {kernel!r}, python3 was expected: refresh it")


def _cells(notebook: Mapping[str, Any]) -> Iterator[Finding]:
    expected = 0
    ids: set[str] = set()
    for number, cell in enumerate(notebook["cells"], start=1):
        name = cell.get("id")
        if name is not None and name in ids:
            yield Finding(number, f"another cell has the same id {name!r}: refresh it")
        ids.add(name)
        if cell.get("cell_type") != "code":
            continue
        source = "".join(cell.get("source", ""))
        if not source.strip():
            yield Finding(number, "the code cell is empty: remove it")
            continue
        expected += 1
        count = cell.get("execution_count")
        if count != expected:
            yield Finding(
                number,
                f"its count is {count}, {expected} was expected: run all cells in order"
                " (a cell without a count would never be compared)",
            )
        marker = MARKERS.search(source)
        if marker:
            yield Finding(number, f"the marker {marker[1]} keeps its output from being compared")
        for tag in cell.get("metadata", {}).get("tags", ()):
            if TAGS.search(tag):
                yield Finding(number, f"the tag {tag} keeps its output from being compared")
        yield from _outputs(number, cell)


def _outputs(number: int, cell: Mapping[str, Any]) -> Iterator[Finding]:
    allowed = "raises-exception" in cell.get("metadata", {}).get("tags", ())
    for output in cell.get("outputs", ()):
        if output.get("output_type") == "error" and not allowed:
            yield Finding(number, f"it ended in an error: {output.get('ename')}")
        data = output.get("data", {})
        if "image/png" in data or "image/jpeg" in data:
            if "image/svg+xml" not in data:
                yield Finding(
                    number, "its figure is only pixels, which are never compared: show SVG"
                )
        for text in _texts(output):
            address = ADDRESS.search(text)
            if address:
                yield Finding(number, f"its output has a memory address: {address[0]}")
            folder = FOLDER.search(text)
            if folder:
                yield Finding(number, f"its output has a path of one machine: {folder[0]}")


def _texts(output: Mapping[str, Any]) -> Iterator[str]:
    if "text" in output:
        yield "".join(output["text"])
    for kind, value in output.get("data", {}).items():
        if not kind.startswith("image/") or kind == "image/svg+xml":
            yield "".join(value) if isinstance(value, list | str) else json.dumps(value)
    if output.get("output_type") == "error":
        yield str(output.get("evalue", ""))
