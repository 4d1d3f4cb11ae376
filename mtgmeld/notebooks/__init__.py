"""Notebooks: a working copy of ours, checks of anybody's, and re-running them to the same bytes.

Nothing here knows about cards; :mod:`mtgmeld.explorers` and :mod:`mtgmeld.figures` make what
the notebooks show.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from mtgmeld.errors import NoNotebook, need


def find_notebooks(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """Return the notebooks that paths name; a folder stands for all that are in it.

    Raises
    ------
    NoNotebook
        If a path does not exist, is no notebook, or a folder holds none.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        try:
            found += _named(path)
        except OSError as error:
            raise NoNotebook(path, error.strerror or str(error)) from error
    return tuple(dict.fromkeys(found))


def _named(path: Path) -> list[Path]:
    if path.is_dir():
        found = files_in(path, "*.ipynb")
        if not found:
            raise NoNotebook(path, "the folder holds no notebook")
        return found
    if not path.exists():
        raise NoNotebook(path, "there is no such file or folder")
    if path.suffix != ".ipynb":
        raise NoNotebook(path, "it is no notebook: the name does not end in .ipynb")
    return [path]


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the files of a folder and of those in it, in order; nothing that is hidden."""
    inside = (p.relative_to(folder) for p in sorted(folder.rglob(pattern)))
    hidden = (".", "__pycache__")
    shown = (p for p in inside if not any(part.startswith(hidden) for part in p.parts))
    return [folder / p for p in shown if (folder / p).is_file()]


def import_nbformat_lightly() -> None:
    """Import nbformat without a grammar that takes a second or two to make.

    Where the package ``rfc3987_syntax`` is installed, jsonschema makes its grammar of web
    addresses as it is imported.  The schema of notebooks has no address in it, and jsonschema
    goes on without the package.  For a process of our own: others may want it.
    """
    need("check", "nbformat")
    grammar = "rfc3987_syntax"
    if grammar in sys.modules:
        return
    sys.modules[grammar] = None  # type: ignore[assignment]  # the way to say: not to be had
    try:
        import nbformat  # noqa: F401  (imported for later)
    finally:
        del sys.modules[grammar]
