"""A working copy of the bundled notebooks, which keeps the user's edits through upgrades."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec

from mtgmeld.errors import NotWritten
from mtgmeld.files import write_whole

__all__ = ["Report", "trust", "update"]

RECORD = ".mtgmeld.json"


class Report(msgspec.Struct, frozen=True):
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
        parts = [
            f"{len(names)} {word}"
            for names, word in (
                (self.added, "added"),
                (self.renewed, "renewed"),
                (self.kept, "left as they are"),
            )
            if names
        ]
        lines = [", ".join(parts) or "nothing to copy"]
        lines += [f"your {mine} is edited and stays; the new one is {new}" for mine, new in self.beside]
        return "\n".join(lines)


class _Seen(msgspec.Struct, frozen=True):
    """What was copied last: the whole file, and the part of it that a user edits."""

    whole: str
    edited: str


def update(source: Path, target: Path) -> Report:
    """Bring the working copy in `target` up to date with the notebooks in `source`.

    A file that the user edited is never overwritten.  Running a notebook is no edit: only
    the sources of its cells count.

    Raises
    ------
    NotWritten
        If the folder cannot be made or written.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(target, error.strerror or str(error)) from error
    record = _read_record(target / RECORD)
    added: list[str] = []
    renewed: list[str] = []
    beside: list[tuple[str, str]] = []
    kept: list[str] = []
    for path in _shipped(source):
        name = path.relative_to(source).as_posix()
        content = path.read_bytes()
        ours = _seen(path.suffix, content)
        mine = target / name
        last = record.get(name)
        if not mine.exists():
            added.append(name)
        else:
            have = _seen(path.suffix, mine.read_bytes())
            untouched = have.edited in {ours.edited, last.edited if last else ours.edited}
            if last == ours or have.whole == ours.whole:
                kept.append(name)
                record[name] = ours
                continue
            if untouched:
                renewed.append(name)
            else:
                new = _free_name(target, name, record)
                _put(target / new, content)
                record[name] = record[new] = ours
                beside.append((name, new))
                continue
        _put(mine, content)
        record[name] = ours
    lines = {n: msgspec.to_builtins(s) for n, s in sorted(record.items())}
    write_whole(target / RECORD, json.dumps(lines, indent=1) + "\n")
    return Report(tuple(added), tuple(renewed), tuple(beside), tuple(kept))


def _shipped(source: Path) -> list[Path]:
    return sorted(
        p
        for p in source.rglob("*")
        if p.is_file()
        and not any(
            part.startswith(".") or part == "__pycache__" for part in p.relative_to(source).parts
        )
    )


def _put(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(path, error.strerror or str(error)) from error
    write_whole(path, content)


def _free_name(target: Path, name: str, record: dict[str, _Seen]) -> str:
    """Return a name beside an edited file that no edited file has."""
    stem, dot, suffix = name.rpartition(".")
    number = 1
    while True:
        new = f"{stem}-new{number if number > 1 else ''}{dot}{suffix}"
        path = target / new
        last = record.get(new)
        if not path.exists():
            return new
        if last and _seen(path.suffix, path.read_bytes()).edited == last.edited:
            return new
        number += 1


def _seen(suffix: str, content: bytes) -> _Seen:
    edited = content
    if suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            edited = json.dumps([[c["cell_type"], "".join(c["source"])] for c in cells]).encode()
        except (ValueError, KeyError, TypeError):
            edited = content  # a damaged notebook counts as edited
    return _Seen(_digest(content), _digest(edited))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


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
    count = 0
    for path in _shipped(source):
        mine = target / path.relative_to(source)
        if path.suffix != ".ipynb" or not mine.exists():
            continue
        if mine.read_bytes() == path.read_bytes():
            notary.sign(nbformat.read(mine, as_version=4))
            count += 1
    return count
