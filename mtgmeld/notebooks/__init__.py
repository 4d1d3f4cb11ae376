"""Notebooks: a working copy of ours, checks of anybody's, and re-running them to the same bytes.

Nothing here knows about cards; :mod:`mtgmeld.explorers` and :mod:`mtgmeld.figures` make what
the notebooks show.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mtgmeld.errors import NoNotebook

__all__ = ["find_notebooks"]


def find_notebooks(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """Return the notebooks that paths name; a folder stands for all that are in it.

    Raises
    ------
    NoNotebook
        If a path does not exist, is no notebook, or a folder holds none.
    """
    found: list[Path] = []
    for given in paths:
        path = Path(given)
        if path.is_dir():
            inside = sorted(
                p
                for p in path.rglob("*.ipynb")
                if not any(part.startswith(".") for part in p.relative_to(path).parts)
            )
            if not inside:
                raise NoNotebook(path, "the folder holds no notebook")
            found += inside
        elif not path.exists():
            raise NoNotebook(path, "there is no such file or folder")
        elif path.suffix != ".ipynb":
            raise NoNotebook(path, "it is no notebook: the name does not end in .ipynb")
        else:
            found.append(path)
    return tuple(dict.fromkeys(found))
