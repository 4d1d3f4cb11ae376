"""Re-running a notebook so that the same code gives the same file, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mtgmeld.errors import NotebookFailed
from mtgmeld.files import write_whole
from mtgmeld.extras import need_lab
from mtgmeld.notebooks.hygiene import read_notebook

__all__ = ["refresh", "refreshed"]

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def refresh(path: str | Path) -> bool:
    """Run a notebook and write it with what it gave; return whether the file changed.

    Raises
    ------
    NoNotebook
        If the file is no notebook.
    NotebookFailed
        If a cell ends in an error; the file is left as it was.
    NotWritten
        If it cannot be written.
    MissingExtra
        If the extra ``lab`` is not installed.
    """
    before = Path(path).read_bytes() if Path(path).is_file() else b""
    after = refreshed(path).encode("utf-8")
    if after == before:
        return False
    write_whole(path, after)
    return True


def refreshed(path: str | Path, timeout: int = 600) -> str:
    """Return the text of a notebook after running all its cells with this Python.

    Kept are the sources, the cells' ids and tags.  Timings, widget states and whatever else
    changes from run to run go.  Errors as for :func:`refresh`.
    """
    need_lab("nbclient", "ipykernel")
    import nbformat

    read_notebook(path)
    # not nbformat.read, which mends a double id by a random one
    notebook = nbformat.v4.reads(Path(path).read_text(encoding="utf-8"))
    if notebook.nbformat_minor < 5:
        notebook.nbformat_minor = 5
    _clean(notebook)
    _run(path, notebook, timeout)
    _clean(notebook)
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def _run(path: str | Path, notebook: Any, timeout: int) -> None:
    import ipykernel.kernelspec
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from traitlets import default

    class ThisPython(KernelSpecManager):
        """Gives the kernel of the running interpreter, whatever is installed elsewhere."""

        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            return KernelSpec(**ipykernel.kernelspec.get_kernel_dict())

    class Manager(AsyncKernelManager):
        """Starts that kernel, and is stopped with the run since the client makes it."""

        @default("kernel_spec_manager")
        def _this_python(self) -> KernelSpecManager:
            return ThisPython()

    client = NotebookClient(
        notebook,
        kernel_manager_class=Manager,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        timeout=timeout,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(Path(path).absolute().parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise NotebookFailed(path, _failed(notebook), f"{error.ename}: {error.evalue}") from None
    except CellTimeoutError:
        raise NotebookFailed(path, None, f"a cell took longer than {timeout} seconds") from None
    except DeadKernelError:
        raise NotebookFailed(path, None, "the kernel died") from None


def _failed(notebook: Any) -> int | None:
    for number, cell in enumerate(notebook.cells, start=1):
        if any(o.output_type == "error" for o in cell.get("outputs", ())):
            return number
    return None


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
        for output in cell.get("outputs", ()):
            data = output.get("data")
            if data:
                data.pop(WIDGET_VIEW, None)
