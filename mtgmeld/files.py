"""Where the bundled files are, and writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from functools import cache
from io import RawIOBase
from pathlib import Path

from mtgmeld.errors import NotWritten

__all__ = ["bytes_of", "cache_folder", "data_folder", "notebooks_folder", "write_whole"]

_PACKAGE = Path(__file__).resolve().parent


def bytes_of(path: str | os.PathLike[str], most: int) -> bytes:
    """Return what a file holds; one with more than so many bytes cannot be read (``OSError``).

    What a file says of its size is not asked: a device without end has none.
    """
    with Path(path).open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes")
    return found


@cache
def _folder(inside: str, beside: str) -> Path:
    """Return the copy inside an installed package, or the folder of the source tree."""
    packed = _PACKAGE / inside
    return packed if packed.is_dir() else _PACKAGE.parent / beside


def data_folder() -> Path:
    """Return the folder of the bundled facts."""
    return _folder("_data", "data")


def notebooks_folder() -> Path:
    """Return the folder of the notebooks that come with the package."""
    return _folder("_notebooks", "notebooks")


def cache_folder(*, make: bool = False) -> Path:
    """Return the folder for what was fetched: ``MTGMELD_CACHE``, or the user's cache folder."""
    from platformdirs import user_cache_path

    given = os.environ.get("MTGMELD_CACHE", "")
    path = Path(given) if given else user_cache_path("mtgmeld", appauthor=False)
    if make:
        path.mkdir(parents=True, exist_ok=True)
    return path


def make_folder(path: Path) -> None:
    """Make a folder, and those that it is in, where they are missing.

    Raises
    ------
    NotWritten
        With the reason.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(path, error.strerror or str(error)) from error


def fetched(kind: str = "oracle_cards") -> Path | None:
    """Return the card file of a kind that was fetched into the cache folder, or None."""
    found = (cache_folder() / f"{kind}{ending}" for ending in (".jsonl.gz", ".json"))
    have = [(path.stat().st_mtime, path) for path in found if path.is_file()]
    return max(have)[1] if have else None


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file whole or not at all: what stood there stays until the new one is complete.

    A link stays a link, and the file that it names is written.  What is no file, such as a
    device or a pipe, is written into: it is not replaced by a file.

    Raises
    ------
    NotWritten
        With the reason; nothing was changed.
    """
    target = Path(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    draft: str | None = None
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        if target.exists() and not target.is_file():
            with target.open("wb", buffering=0) as out:
                _write_all(out, data)
            return
        real = Path(os.path.realpath(target))
        handle, draft = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(draft, real.stat().st_mode & 0o777 if real.exists() else 0o666 & ~umask)
        os.replace(draft, real)
        draft = None
    except OSError as error:
        raise NotWritten(target, error.strerror or str(error)) from error
    finally:
        if draft is not None:
            Path(draft).unlink(missing_ok=True)


def _write_all(out: RawIOBase, data: bytes) -> None:
    """Write into a device or pipe, which may take less at a time than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[out.write(rest) or 0 :]
