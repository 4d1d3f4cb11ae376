"""A working copy of the bundled notebooks, which keeps the user's edits through upgrades."""

from __future__ import annotations

import hashlib
import json
import os
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.files import make_folder, write_whole
from mtgmeld.notebooks import files_in

RECORD = ".mtgmeld.json"
BEFORE = ".before"
# what Jupyter writes into a notebook by itself
_OF_JUPYTER = ("kernelspec", "language_info", "widgets", "execution", "trusted")
# what it offers to be set, as long as nobody has
_UNSET = {"editable": True, "slideshow": {"slide_type": ""}, "tags": []}


class Update(msgspec.Struct, frozen=True):
    """What :func:`update` did, as names relative to the folder.

    Attributes
    ----------
    added : tuple of str
        Files that were not there.
    renewed : tuple of str
        Files that the user had not edited, replaced by a newer version.
    beside : tuple of (str, str)
        A file that the user had edited, and the name under which the newer version now
        stands beside it.
    kept : tuple of str
        Files that were left as they are.
    """

    added: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()
    kept: tuple[str, ...] = ()

    def __str__(self) -> str:
        counted = {"added": self.added, "renewed": self.renewed, "left as they are": self.kept}
        parts = [f"{len(names)} {word}" for word, names in counted.items() if names]
        lines = [", ".join(parts) or "nothing to copy"]
        lines += [
            f"your {mine} is edited and stays; the new one is {new}" for mine, new in self.beside
        ]
        return "\n".join(lines)


class _Seen(msgspec.Struct, frozen=True):
    """What was copied last: the whole file, and the part of it that a user edits."""

    whole: str
    edited: str


def update(source: Path, target: Path) -> Update:
    """Bring the working copy in `target` up to date with the notebooks in `source`.

    A file that the user edited is never overwritten: sources, tags, slides, attachments and
    other metadata count.  Running a notebook is no edit; the one that was run goes to the folder
    ``.before`` when a newer one takes its place.

    Raises
    ------
    NotWritten
        If the folder cannot be made or written.
    """
    make_folder(target)
    record = _read_record(target / RECORD)
    added, renewed, kept = [], [], []
    beside: list[tuple[str, str]] = []
    for path in files_in(source):
        name, content = path.relative_to(source).as_posix(), path.read_bytes()
        mine, last = target / name, record.get(name)
        ours = record[name] = _seen(path.suffix, content)
        if not os.path.lexists(mine):
            added.append(name)
            _put(mine, content)
            continue
        # what is no file, such as a folder of that name, is the user's own
        have = _seen(path.suffix, mine.read_bytes()) if mine.is_file() else ours
        if last == ours or have.whole == ours.whole:
            kept.append(name)
        elif have.edited in {ours.edited, last.edited if last else ours.edited}:
            renewed.append(name)
            if last is None or have.whole != last.whole:
                _put(target / BEFORE / name, mine.read_bytes())
            _put(mine, content)
        else:
            new = _free_name(target, name, record)
            record[new] = ours
            beside.append((name, new))
            _put(target / new, content)
    lines = {n: msgspec.to_builtins(s) for n, s in sorted(record.items())}
    write_whole(target / RECORD, json.dumps(lines, indent=1) + "\n")
    return Update(tuple(added), tuple(renewed), tuple(beside), tuple(kept))


def _put(path: Path, content: bytes) -> None:
    make_folder(path.parent)
    write_whole(path, content)


def _free_name(target: Path, name: str, record: dict[str, _Seen]) -> str:
    """Return a name beside an edited file that no edited file has."""
    stem, dot, suffix = name.rpartition(".")
    for number in count(1):
        new = f"{stem}-new{number if number > 1 else ''}{dot}{suffix}"
        path, last = target / new, record.get(new)
        if not os.path.lexists(path):
            break
        if last and path.is_file():
            if _seen(path.suffix, path.read_bytes()).edited == last.edited:
                break
    return new


def _seen(suffix: str, content: bytes) -> _Seen:
    edited = content
    if suffix == ".ipynb":
        try:
            book = json.loads(content)
            cells = [_edited(cell) for cell in book["cells"]]
            edited = json.dumps([cells, _set(book["metadata"])], sort_keys=True).encode()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            edited = content  # a damaged notebook counts as edited
    return _Seen(*(hashlib.sha256(part).hexdigest() for part in (content, edited)))


def _edited(cell: dict[str, Any]) -> list[Any]:
    """Return what a user writes in a cell, and running it does not."""
    source, attached = "".join(cell["source"]), cell.get("attachments") or {}
    return [cell["cell_type"], source, _set(cell["metadata"]), attached]


def _set(metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata that somebody has set."""
    return {k: v for k, v in metadata.items() if k not in _OF_JUPYTER and v != _UNSET.get(k, ...)}


def _read_record(path: Path) -> dict[str, _Seen]:
    """Return what was copied last; a damaged record counts as none, so nothing is overwritten."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, _Seen])
    except (OSError, msgspec.DecodeError, UnicodeError):
        return {}


def trust(source: Path, target: Path) -> int:
    """Mark the notebooks that are exactly ours as trusted, so that Jupyter shows their figures.

    Returns how many were marked.  A notebook that differs from the bundled one in any byte
    stays as Jupyter has it.
    """
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    ours = (p for p in files_in(source, "*.ipynb") if (target / p.relative_to(source)).is_file())
    same = [p for p in ours if (target / p.relative_to(source)).read_bytes() == p.read_bytes()]
    for path in same:
        notary.sign(nbformat.read(path, as_version=4))
    return len(same)
