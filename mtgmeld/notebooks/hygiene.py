"""What a committed notebook must be before its outputs can be compared at all.

A comparison of outputs passes over cells without a count, cells marked to be skipped, and
pictures that are only pixels; and it cannot hold where an output carries an address or a
path.  Each of these is refused here.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.errors import NoNotebook, need
from mtgmeld.files import bytes_of

# the tag with which a notebook's runner passes over a cell
SKIP = "skip-execution"
LONGEST = 1 << 27  # bytes of a notebook, with all its pictures

MARKERS = re.compile(r"#\s*((?:NBVAL|PYTEST_VALIDATE)_(?:IGNORE_OUTPUT|SKIP|CHECK_OUTPUT))\b")
TAGS = re.compile(rf"(?:nbval|pytest-validate)-(?:ignore-output|skip|check-output)|{SKIP}")
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{4,}|\b0x[0-9a-fA-F]{8,}")
# an absolute path of the machine that ran it: /home/name/..., C:\Users\..., a temporary folder
FOLDER = re.compile(
    r"(?<![\w.:/<])/(?:home|Users|root|tmp|private|var|usr|opt|mnt|work|srv|workspace)/[\w.~-]+"
    r"|\b[A-Za-z]:\\{1,2}(?:Users|Temp|Windows)\\"
)
PIXELS = {"image/png", "image/jpeg"}
# a progress bar says how fast it went
SPEED = re.compile(r"\d(?:it/s|s/it)\b")


class Finding(msgspec.Struct, frozen=True, gc=False):
    """Something that is wrong with a notebook.

    Attributes
    ----------
    cell : int or None
        The code cell by the number that JupyterLab shows in brackets; None for the notebook as a
        whole.
    what : str
        What is wrong and what to do.
    invalid : bool
        Whether the schema of notebooks forbids it, so that nothing can be run.
    """

    cell: int | None
    what: str
    invalid: bool = False

    def __str__(self) -> str:
        place = "notebook" if self.cell is None else f"cell [{self.cell}]"
        return f"{place}: {self.what}"


class _Tags(msgspec.Struct):
    tags: list[str] = []


class _Output(msgspec.Struct):
    output_type: str
    data: dict[str, Any] = {}
    text: str | list[str] = ""
    ename: str = ""
    evalue: str = ""

    def texts(self) -> Iterator[str]:
        """Yield what is compared of it: everything but pixels."""
        yield "".join(self.text)
        yield self.evalue
        for kind, value in self.data.items():
            if not kind.startswith("image/") or kind == "image/svg+xml":
                lines = [value] if isinstance(value, str) else value
                whole = isinstance(lines, list) and all(isinstance(x, str) for x in lines)
                yield "".join(lines) if whole else json.dumps(value)


class _Cell(msgspec.Struct):
    cell_type: str
    source: str | list[str]
    metadata: _Tags
    id: str | None = None
    execution_count: int | None = None
    outputs: list[_Output] = []


class _Kernel(msgspec.Struct):
    name: str | None = None


class _About(msgspec.Struct):
    kernelspec: _Kernel = msgspec.field(default_factory=_Kernel)
    widgets: Any = msgspec.UNSET


class Notebook(msgspec.Struct):
    """A notebook, as far as the checks touch it."""

    cells: list[_Cell]
    metadata: _About = msgspec.field(default_factory=_About)
    nbformat: Any = None


def read_notebook(path: str | Path) -> Notebook:
    """Return a notebook.

    Raises
    ------
    NoNotebook
        If it cannot be read, or is no notebook of format 4.
    """
    try:
        notebook = msgspec.json.decode(bytes_of(path, LONGEST), type=Notebook)
    except OSError as error:
        raise NoNotebook(path, error.strerror or str(error)) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NoNotebook(path, f"it is no notebook: {error}") from None
    if notebook.nbformat != 4:
        raise NoNotebook(path, f"notebook format {notebook.nbformat}, 4 was expected")
    return notebook


def hygiene(path: str | Path) -> tuple[Finding, ...]:
    """Return what keeps a notebook's outputs from being compared honestly; nothing is good.

    Raises
    ------
    NoNotebook
        If the file is no notebook.
    """
    notebook = read_notebook(path)
    return (*_format(path), *_whole(notebook), *_cells(notebook, f"mtgmeld refresh {path}"))


def code_numbers(cells: Iterable[Any]) -> list[int]:
    """Return the number of each cell: that of JupyterLab's brackets after all cells ran in order.

    Cells of text, and empty ones, have that of the code cell before them.
    """
    ran = (c.cell_type == "code" and bool("".join(c.source).strip()) for c in cells)
    return list(accumulate(map(int, ran)))


def _format(path: str | Path) -> Iterator[Finding]:
    need("check", "nbformat")
    import nbformat

    try:
        with warnings.catch_warnings():
            # an id that occurs twice is reported with its cell, below
            warnings.simplefilter("ignore")
            nbformat.validate(nbformat.from_dict(json.loads(Path(path).read_bytes())))
    except nbformat.ValidationError as error:
        said = f"not valid by the notebook schema: {str(error).splitlines()[0]}"
        yield Finding(None, said, invalid=True)


def _whole(notebook: Notebook) -> Iterator[Finding]:
    if notebook.metadata.widgets is not msgspec.UNSET:
        yield Finding(None, "widget state is saved in it, which changes each time: refresh it")
    kernel = notebook.metadata.kernelspec.name
    if kernel != "python3":
        yield Finding(None, f"its kernel is {kernel!r}, python3 was expected: refresh it")


def _cells(notebook: Notebook, refresh: str) -> Iterator[Finding]:
    ids: set[str] = set()
    numbers = code_numbers(notebook.cells)
    ran = any(c.execution_count is not None for c in notebook.cells)
    if numbers and numbers[-1] and not ran:
        yield Finding(None, f"it never ran, so there is nothing to compare: {refresh}")
    for number, cell in zip(numbers, notebook.cells, strict=True):
        if cell.id in ids:
            yield Finding(number, f"another cell has the same id {cell.id!r}: refresh it")
        ids |= {cell.id} if cell.id is not None else set()
        if cell.cell_type != "code":
            continue
        source = "".join(cell.source)
        if not source.strip():
            yield Finding(number or None, "a code cell below it is empty: remove it")
            continue
        yield from (Finding(number, what) for what in _wrong(cell, source, number if ran else None))


def _wrong(cell: _Cell, source: str, expected: int | None) -> Iterator[str]:
    if cell.execution_count != expected:
        yield (
            f"its count is {cell.execution_count}, {expected} was expected: run all cells in order"
            " (a cell without a count would never be compared)"
        )
    if marker := MARKERS.search(source):
        yield f"the marker {marker[1]} keeps its output from being compared"
    for tag in filter(TAGS.search, cell.metadata.tags):
        yield f"the tag {tag} keeps its output from being compared"
    for output in cell.outputs:
        if output.output_type == "error" and "raises-exception" not in cell.metadata.tags:
            yield f"it ended in an error: {output.ename}"
        if "image/svg+xml" not in output.data and PIXELS & set(output.data):
            yield "its figure is only pixels, which are never compared: show SVG"
        for text in output.texts():
            if address := ADDRESS.search(text):
                yield f"its output has a memory address: {address[0]}"
            if folder := FOLDER.search(text):
                yield f"its output has a path of one machine: {folder[0]}"
            if SPEED.search(text):
                yield "its output has the speed of a progress bar: show none (disable=True)"
