"""Opening a card file: plain or gzip, by what it holds, with bounded reads."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from mtgmeld.errors import BadCardFile

__all__ = ["CHUNK", "Reader", "open_cards"]

CHUNK = 1 << 18
_ZIP, _XZ, _BZIP = b"PK\x03\x04", b"\xfd7zXZ\x00", b"BZh"


class Reader:
    """Bytes of a card file in bounded pieces.

    A gzip stream that breaks off gives what came before; :attr:`broken` then says why.

    Attributes
    ----------
    path : str
    size : int
        Size of the file on disk; 0 where it has none.
    broken : str
        Why the file ended early; empty while all is well.
    """

    def __init__(self, path: str, raw: io.FileIO, progress: Callable[[int], None] | None) -> None:
        self.path = path
        self.broken = ""
        self._raw = raw
        self._progress = progress
        self._seen = 0
        self.size = os.fstat(raw.fileno()).st_size
        self._stream: io.BufferedReader[Any] = io.BufferedReader(raw, CHUNK)
        head = self._stream.peek(6)[:6]
        for magic, word in ((_ZIP, "zip"), (_XZ, "xz"), (_BZIP, "bzip2")):
            if head.startswith(magic):
                raise BadCardFile(path, f"it is a {word} archive.", hint="Unpack it first.")
        if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise BadCardFile(path, "it is UTF-16 text.", hint="JSON is UTF-8; convert it first.")
        if head[:2] == b"\x1f\x8b":
            self._stream = io.BufferedReader(cast(io.FileIO, _Unzipped(self, self._stream)), CHUNK)

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes; none at the end."""
        try:
            data = self._stream.read1(size)
        except OSError as error:
            why = error.strerror or str(error)
            raise BadCardFile(self.path, f"it cannot be read on: {why}.") from None
        if self._progress is not None:
            now = self._raw.tell()
            self._progress(now - self._seen)
            self._seen = now
        return data

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
        self._raw.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class _Unzipped(io.RawIOBase):
    """A gzip stream that ends, with a note to its reader, where it is broken."""

    def __init__(self, reader: Reader, packed: io.BufferedReader[Any]) -> None:
        self._reader = reader
        self._zip = gzip.GzipFile(fileobj=packed)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            # one step at a time: a longer read would lose what came before the break
            data = self._zip.read1(len(buffer))
            buffer[: len(data)] = data
            return len(data)
        except EOFError:
            self._reader.broken = "the gzip stream breaks off"
        except (gzip.BadGzipFile, zlib.error) as error:
            self._reader.broken = f"the gzip stream is damaged ({error})"
        return 0

    def close(self) -> None:
        self._zip.close()
        super().close()


def open_cards(
    path: str | os.PathLike[str], progress: Callable[[int], None] | None = None
) -> Reader:
    """Open a card file for reading.

    Parameters
    ----------
    path : path-like
        A JSON file, plain or gzip; its name does not count.
    progress : callable, optional
        Gets the number of bytes of the file that each step has used up.

    Raises
    ------
    BadCardFile
        If it is missing, a folder, not readable, empty, or packed in another way.
    """
    where = Path(path)
    name = str(where)
    if "\0" not in name and where.is_dir():
        raise BadCardFile(name, "it is a folder.", hint="Name the card file inside it.")
    try:
        raw = io.FileIO(name, "rb")
    except FileNotFoundError:
        raise BadCardFile(name, "there is no such file.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadCardFile(name, f"it cannot be opened: {why}.") from None
    try:
        reader = Reader(name, raw, progress)
    except BadCardFile:
        raw.close()
        raise
    except OSError as error:
        raw.close()
        raise BadCardFile(name, f"it cannot be read: {error.strerror}.") from None
    return reader
