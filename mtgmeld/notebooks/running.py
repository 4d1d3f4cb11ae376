"""Running notebooks: the same code gives the same file, byte for byte, or it is told what differs.

:func:`refresh` runs a notebook and writes what it gave, :func:`run_strict` runs it and compares;
both see outputs as a frontend does (cleared, updated, shown inside a widget), and both leave out
of account what changes from run to run by itself.
"""

from __future__ import annotations

import atexit
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import unified_diff
from itertools import pairwise, takewhile
from math import inf
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

import msgspec

from mtgmeld.errors import NotebookFailed, need, printable
from mtgmeld.files import write_whole
from mtgmeld.notebooks.hygiene import PIXELS, SKIP, code_numbers, read_notebook

LIMIT = 600
INLINE = "module://matplotlib_inline.backend_inline"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NEVER_COMPARED = {*PIXELS, WIDGET_VIEW}  # pixels differ by machine
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_BACKSPACE = re.compile("[^\n]\b")
_OVERWRITTEN = re.compile(r"^.*\r(?=[^\n])", re.M)
_DATE = re.compile(r"\s*<dc:date>[^<]*</dc:date>")
_DRAWN_ID = re.compile(r'(id="|href="#|url\(#)(([A-Za-z]+(?:\d+_\d+_)?)[0-9a-f]{10})\b')
_LOOK_AGAIN = 0.1  # seconds
_MOST_LINES = 12
_MOST_WIDTH = 160


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a strict run found in one code cell.

    Attributes
    ----------
    cell : int
        The code cell by the number that JupyterLab shows in brackets.
    same : bool
        Whether every output came out as it is saved.
    says : str
        ``same``, or what differs, in a line.
    details : tuple of str
        The lines that differ, shortened.
    """

    cell: int
    same: bool
    says: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join((f"cell [{self.cell}]: {self.says}", *(f"    {d}" for d in self.details)))


def refresh(path: str | Path, limit: float = LIMIT) -> bool:
    """Run a notebook and write it with what it gave; return whether the file changed.

    Parameters
    ----------
    path : str or Path
    limit : float
        How many seconds a cell may take.

    Raises
    ------
    NoNotebook
        If the file is no notebook.
    NotebookFailed
        If a cell ends in an error or takes too long; the file is left as it was.
    NotWritten
        If it cannot be written.
    MissingExtra
        If the extra ``check`` is not installed.
    """
    before = Path(path).read_bytes() if Path(path).is_file() else b""
    after = refreshed(path, limit).encode("utf-8")
    if after == before:
        return False
    write_whole(path, after)
    return True


def refreshed(path: str | Path, limit: float = LIMIT) -> str:
    """Return the text of a notebook after running all its cells with this Python.

    Kept are the sources, the cells' ids and tags.  Timings, widget states and whatever else
    changes from run to run go.  Errors as for :func:`refresh`.
    """
    import nbformat

    notebook = _read(path)
    cell, trouble = _run(path, notebook, limit)
    if trouble:
        raise NotebookFailed(path, cell, trouble)
    _clean(notebook)
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def run_strict(path: str | Path, limit: float = LIMIT) -> tuple[Verdict, ...]:
    """Run a notebook with this Python and compare each output with the saved one.

    Errors as for :func:`refresh`, but that an error or a cell that takes too long is a verdict,
    and NotebookFailed says that no cell could be run at all.
    """
    saved, notebook = _read(path), _read(path)
    last, trouble = _run(path, notebook, limit, allow_errors=True)
    if trouble and last is None:
        raise NotebookFailed(path, None, trouble)
    _clean(notebook)
    verdicts = []
    numbers = code_numbers(notebook.cells)
    for number, old, new in zip(numbers, saved.cells, notebook.cells, strict=True):
        if old.cell_type != "code" or not old.source.strip():
            continue
        if trouble and number >= (last or 0):
            says = f"failed: {trouble}" if number == last else "it was never run"
            verdicts.append(Verdict(number, False, says))
        else:
            verdicts.append(_compared(number, old, new))
    return tuple(verdicts)


def _read(path: str | Path) -> Any:
    need("check", "nbclient", "ipykernel")
    import nbformat

    read_notebook(path)
    # not nbformat.read, which mends a double id by a random one
    notebook = nbformat.v4.reads(Path(path).read_text(encoding="utf-8"))
    notebook.nbformat_minor = max(notebook.nbformat_minor, 5)
    _clean(notebook)
    return notebook


def _run(path: str | Path, notebook: Any, limit: float, **settings: Any) -> tuple[int | None, str]:
    """Run every cell in a kernel of this Python; whatever goes wrong ends the run.

    Returns the cell that ran last, and why the run ended before its end, if it did.
    """
    import ipykernel.kernelspec
    from jupyter_client.asynchronous.client import AsyncKernelClient
    from jupyter_client.channels import AsyncZMQSocketChannel
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from traitlets import Type, default

    class ThisPython(KernelSpecManager):
        """Gives the kernel of the running interpreter, whatever is installed elsewhere."""

        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            spec = ipykernel.kernelspec.get_kernel_dict()
            # a notebook draws into itself, whatever the environment has for other programs
            return KernelSpec(**{**spec, "env": {**spec.get("env", {}), "MPLBACKEND": INLINE}})

    class Channel(AsyncZMQSocketChannel):
        """Looks again and again whether a message is there.

        One that comes while another is sent wakes nobody: it would be found at the end of the
        wait, which is that of a cell.
        """

        async def get_msg(  # type: ignore[override]  # as the class above it has it
            self, timeout: float | None = None
        ) -> dict[str, Any]:
            ends = inf if timeout is None else monotonic() + timeout
            while True:
                try:
                    return await super().get_msg(max(0, min(_LOOK_AGAIN, ends - monotonic())))
                except Empty:
                    if monotonic() >= ends:
                        raise

    class Client(AsyncKernelClient):
        """Hears that kernel by such channels."""

        shell_channel_class = Type(Channel)
        iopub_channel_class = Type(Channel)

    class Manager(AsyncKernelManager):
        """Starts that kernel, and is stopped with the run since the client makes it."""

        @default("client_factory")
        def _hears(self) -> type[AsyncKernelClient]:
            return Client

        @default("kernel_spec_manager")
        def _this_python(self) -> KernelSpecManager:
            return ThisPython()

    at: list[int] = []
    numbers = code_numbers(notebook.cells)
    client = NotebookClient(
        notebook,
        kernel_manager_class=Manager,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        timeout=limit,
        record_timing=False,
        # what an Output widget holds goes back to it by way of this state
        store_widget_state=True,
        shutdown_kernel="immediate",
        on_cell_start=lambda cell_index, **_: at.append(numbers[cell_index]),
        resources={"metadata": {"path": str(Path(path).absolute().parent)}},
        **settings,
    )
    trouble = ""
    try:
        client.execute()
    except CellExecutionError as error:
        trouble = _said(error)
    except CellTimeoutError:
        trouble = f"it took longer than {limit:g} seconds: give it more by --limit SECONDS"
    except DeadKernelError:
        trouble = "the kernel died"
    except Exception as error:  # a kernel that does not start has no error of its own
        trouble = f"the kernel could not be used: {str(error) or type(error).__name__}"
        atexit.unregister(client._cleanup_kernel)  # there is nothing left to clean up
    return (at[-1] if at else None), trouble


def _said(error: Any) -> str:
    if error.ename == "StdinNotImplementedError":
        return "it asks for input, and nobody is there to answer: give the value in code"
    return f"{error.ename}: {error.evalue}"


# --- what changes from run to run --------------------------------------------------------------


def _clean(notebook: Any) -> None:
    """Take out what changes from run to run or from machine to machine."""
    import nbformat

    kept = {k: v for k, v in notebook.metadata.items() if k not in (*METADATA, "widgets")}
    notebook.metadata = nbformat.from_dict({**kept, **METADATA})
    ids: set[str] = set()
    for number, cell in enumerate(notebook.cells, start=1):
        name = cell.get("id")
        if not name or name in ids:
            name = f"cell-{number:02d}"
            while name in ids:
                name += "x"
            cell["id"] = name
        ids.add(name)
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _merged(cell.outputs)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            data.pop(WIDGET_VIEW, None)
            if "image/svg+xml" in data:
                data["image/svg+xml"] = _settled("".join(data["image/svg+xml"]))


def _merged(outputs: list[Any]) -> list[Any]:
    """Return the outputs with each stream in one piece, as it stands on a screen at the end."""
    merged: list[Any] = []
    streams: dict[str, Any] = {}
    for output in outputs:
        name = output.get("name") if output.output_type == "stream" else None
        if name in streams:
            streams[name].text += output.text
            continue
        merged.append(output)
        if name is not None:
            streams[name] = output
    for stream in streams.values():
        before = None
        while stream.text != before:
            before, stream.text = stream.text, _BACKSPACE.sub("", stream.text)
        stream.text = _OVERWRITTEN.sub("", stream.text)
    for i, (one, two) in enumerate(pairwise(merged)):
        # which of the two streams comes first is chance
        if one.get("name") == "stderr" and two.get("name") == "stdout":
            merged[i], merged[i + 1] = two, one
    return merged


def _settled(svg: str) -> str:
    """Return a drawing without its date, and with ids in order of appearance.

    matplotlib makes ids from a salt that is another one each time, but where ``svg.hashsalt`` is
    set; a drawing without a date is taken for one that was made with care, and left as it is.
    """
    undated, dates = _DATE.subn("", svg)
    if not dates:
        return svg
    numbers: dict[str, int] = defaultdict(lambda: len(numbers) + 1)
    return _DRAWN_ID.sub(lambda m: f"{m[1]}{m[3]}{numbers[m[2]]:010d}", undated)


# --- comparing ---------------------------------------------------------------------------------


def _compared(number: int, saved: Any, new: Any) -> Verdict:
    failed = [o for o in new.outputs if o.output_type == "error"]
    if failed and "raises-exception" not in new.metadata.get("tags", ()):
        return Verdict(number, False, f"failed: {printable(_said(failed[0]))}")
    if saved.execution_count is None or SKIP in saved.metadata.get("tags", ()):
        return Verdict(number, False, "not compared: it is skipped, or saved without a count")
    old, now = _by_kind(saved), _by_kind(new)
    says = [f"lacks output {kind!r}" for kind in old if kind not in now]
    says += [f"has a new output {kind!r}" for kind in now if kind not in old]
    details: list[str] = []
    for kind in old:
        if kind not in now or old[kind] == now[kind]:
            continue
        if len(old[kind]) != len(now[kind]):
            says.append(f"another number of outputs of {kind}")
        else:
            says.append(kind)
            pairs = zip(old[kind], now[kind], strict=True)
            details += [line for one, two in pairs if one != two for line in _details(one, two)]
    if not says:
        return Verdict(number, True, "same")
    if len(details) > _MOST_LINES:
        details = [*details[:_MOST_LINES], f"and {len(details) - _MOST_LINES} lines more"]
    return Verdict(number, False, f"differs: {', '.join(says)}", tuple(details))


def _by_kind(cell: Any) -> dict[str, list[str]]:
    """Return the texts of a cell's outputs, by their kind."""
    found: dict[str, list[str]] = defaultdict(list)
    for output in cell.outputs:
        if output.output_type == "stream":
            found[output.name].append(output.text)
        elif output.output_type == "error":
            found["error"].append(_said(output))
        for kind, value in output.get("data", {}).items():
            if kind not in NEVER_COMPARED:
                text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
                found[kind].append(text)
    return found


def _details(saved: str, now: str) -> Iterator[str]:
    """Yield the lines that differ; two long ones begin shortly before they do."""
    diff = unified_diff(now.splitlines(), saved.splitlines(), n=0, lineterm="")
    lines = [x for x in list(diff)[2:] if x[0] in "-+"]
    texts = [x[1:].strip() for x in lines]
    for i, (one, two) in enumerate(pairwise(texts)):
        if lines[i][0] == lines[i + 1][0] or max(len(one), len(two)) <= _MOST_WIDTH:
            continue
        same = takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))
        start = sum(1 for _ in same) - _MOST_WIDTH // 4
        if start > 0:
            texts[i], texts[i + 1] = f"...{one[start:]}", f"...{two[start:]}"
    for line, text in zip(lines, texts, strict=True):
        said = printable(f"{'now:  ' if line[0] == '-' else 'saved:'} {text}")
        yield said if len(said) <= _MOST_WIDTH else said[: _MOST_WIDTH - 3] + "..."
