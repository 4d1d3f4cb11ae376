"""Finding the objects of a JSON file in bounded memory, whatever its whitespace.

The typed decoder wants whole objects.  Where an object ends is guessed by counting braces,
which is fast and can be misled by a brace inside a text; the decoder itself is the judge,
and a guess that it refuses is replaced by an exact search.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from mtgmeld.errors import BadCardFile
from mtgmeld.sources.opening import CHUNK, Reader

__all__ = ["LONGEST", "Objects", "Scanner"]

T = TypeVar("T")

LONGEST = 32 << 20
_DEPTH = 24
_GUESS = 16_384
_FAR = 1 << 16
_TRIES = 5_000

_SPACE = re.compile(rb"[ \t\r\n]*+")
_TEXT = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_STRING = re.compile(_TEXT, re.S)
_SCALAR = re.compile(rb"[^\s,\]}{\[\":]++")
_TOKEN = re.compile(_TEXT + rb"|[\[\]{}\"]", re.S)
# bytes that are no UTF-8 are a UnicodeError of their own before msgspec 0.23
_UNFIT = (msgspec.MsgspecError, UnicodeError, RecursionError)
_END = re.compile(rb"\}[ \t\r\n]*+(?:(?:,[ \t\r\n]*+)?+\{|\]|\Z)")
_START = re.compile(rb"[\s,\[]\{")


def _nested() -> re.Pattern[bytes]:
    """Return the pattern of an object or array that is nested at most ``_DEPTH`` deep."""
    inner = rb"[\[{](?:[^\"\[\]{}]++|" + _TEXT + rb")*+[\]}]"
    for _ in range(_DEPTH):
        inner = rb"[\[{](?:[^\"\[\]{}]++|" + _TEXT + rb"|" + inner + rb")*+[\]}]"
    return re.compile(inner, re.S)


_VALUE = _nested()


class Scanner:
    """A cursor over the bytes of a JSON file.

    Parameters
    ----------
    reader : Reader

    Attributes
    ----------
    stopped : str
        Why the rest of the file could not be read; empty while all is well.
    """

    def __init__(self, reader: Reader) -> None:
        self._read = reader.read
        self._reader = reader
        self.path = reader.path
        self.stopped = ""
        self._end = False
        self._lines = 1
        self._at = 0
        self._buffer = b""
        self._more()
        if self._buffer.startswith(b"\xef\xbb\xbf"):
            self._at = 3

    # ----- the buffer

    @property
    def line(self) -> int:
        """The line of the cursor, from 1."""
        return self._lines + self._buffer.count(b"\n", 0, self._at)

    def ahead(self, size: int) -> bytes:
        """Return up to `size` bytes from the cursor on without moving it."""
        while len(self._buffer) - self._at < size and self._more():
            pass
        return self._buffer[self._at : self._at + size]

    def _drop(self) -> None:
        """Forget what lies before the cursor."""
        self._lines += self._buffer.count(b"\n", 0, self._at)
        self._buffer, self._at = self._buffer[self._at :], 0

    def _more(self) -> bool:
        """Read on, forgetting what lies before the cursor; False at the end of the file."""
        if self._end:
            return False
        self._drop()
        data = self._read(max(CHUNK, len(self._buffer)))
        self._end = not data
        self._buffer += data
        return bool(data)

    def peek(self) -> int:
        """Move over whitespace; return the next byte, or -1 at the end."""
        while True:
            found = _SPACE.match(self._buffer, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return -1

    def take(self, byte: int) -> bool:
        """Move over `byte` if it is next."""
        if self.peek() != byte:
            return False
        self._at += 1
        return True

    # ----- single values

    def string(self) -> str | None:
        """Move over a string and return it; None if there is no whole string."""
        if self.peek() != 0x22:
            return None
        while True:
            found = _STRING.match(self._buffer, self._at)
            if found is not None:
                self._at = found.end()
                try:
                    value = json.loads(found[0])
                except ValueError:
                    return None
                return str(value)
            if len(self._buffer) - self._at > LONGEST or not self._more():
                return None

    def skip(self) -> bool:
        """Move over a value of any kind without keeping it; False if it has no end."""
        first = self.peek()
        if first == 0x22:
            return self.string() is not None
        if first not in b"[{":
            found = _SCALAR.match(self._buffer, self._at)
            while found is not None and found.end() == len(self._buffer) and self._more():
                found = _SCALAR.match(self._buffer, self._at)
            if found is None:
                return False
            self._at = found.end()
            return True
        depth = 0
        while True:
            for token in _TOKEN.finditer(self._buffer, self._at):
                mark = token[0]
                if mark == b'"':
                    self._at = token.start()
                    break
                if mark in b"{[":
                    depth += 1
                elif mark in b"}]":
                    depth -= 1
                self._at = token.end()
                if depth == 0:
                    return True
            else:
                self._at = len(self._buffer)
            if len(self._buffer) - self._at > LONGEST or not self._more():
                return False

    def members(self) -> Iterator[str]:
        """Yield the keys of the object at the cursor; the caller moves over each value."""
        if not self.take(0x7B):
            return
        while True:
            if self.take(0x7D):
                return
            self.take(0x2C)
            if self.peek() == 0x7D:
                continue
            key = self.string()
            if key is None or not self.take(0x3A):
                self.stopped = self.why_ended("an object")
                return
            yield key
            if self.stopped:
                return

    def value(self) -> bytes | None:
        """Return the bytes of the whole value at the cursor, and move over it; None if none."""
        if self.peek() not in b"[{":
            return None
        end = self.whole()
        if end is None:
            return None
        found = self._buffer[self._at : end]
        self._at = end
        return found

    def whole(self, broken: Callable[[], bool] = bool) -> int | None:
        """Return where the object or array at the cursor ends; None if it has no end.

        `broken` is asked, while the end is not in sight, whether it is worth going on.

        Raises
        ------
        BadCardFile
            If it is longer than any card.
        """
        while True:
            found = _VALUE.match(self._buffer, self._at)
            if found is not None:
                return found.end()
            held = len(self._buffer) - self._at
            if held > LONGEST:
                raise BadCardFile(
                    self.path,
                    f"an object is longer than {LONGEST >> 20} MiB, as no card is.",
                    line=self.line,
                )
            if (held > _FAR and broken()) or not self._more():
                return None

    def why_ended(self, where: str) -> str:
        """Return why nothing more can be read."""
        if self._reader.broken:
            return self._reader.broken
        return f"the file ends inside {where}" if self._end else f"{where} has no end"


class Objects(Generic[T]):
    """The objects of an array, or of a row of objects without one, decoded.

    Parameters
    ----------
    scanner : Scanner
        Its cursor stands inside the array, or before the first object.
    decode : callable
        Decodes the bytes of one object; raises ``msgspec.MsgspecError`` where they are no
        such object.
    rescue : callable
        Gets the bytes of what did not decode and the reason.  It returns an object, or
        None once it has noted the loss.
    is_card : callable
        Whether an object is one of those sought, not one inside another.
    """

    def __init__(
        self,
        scanner: Scanner,
        decode: Callable[[Any], T],
        rescue: Callable[[bytes, str], T | None],
        is_card: Callable[[T], bool],
    ) -> None:
        self._scan = scanner
        self._decode = decode
        self._rescue = rescue
        self._is_card = is_card

    def __iter__(self) -> Iterator[T]:
        scan, decode = self._scan, self._decode
        while not scan.stopped:
            first = scan.peek()
            if first == 0x5D:
                scan._at += 1
                return
            if first == -1:
                return
            if first == 0x2C:
                scan._at += 1
                continue
            if first != 0x7B:
                self._no_object()
                continue
            end = self._guess()
            if end is not None:
                try:
                    made = decode(memoryview(scan._buffer)[scan._at : end])
                except _UNFIT:
                    pass
                else:
                    yield made
                    scan._at = end
                    continue
            found = self._search()
            if found is not None:
                yield found[0]
                scan._at = found[1]

    def lines(self) -> Iterator[list[T]]:
        """Yield objects in batches as long as each is a line of its own.

        It ends before the first line that does not decode; iterating goes on from there.
        The cursor stands at the first object of a batch while that is out.
        """
        scan, decode = self._scan, self._decode
        scan._drop()
        while True:
            pieces = scan._buffer.split(b"\n")
            rest = pieces.pop()
            made: list[T] = []
            try:
                for piece in pieces:
                    made.append(decode(piece[:-1] if piece.endswith(b",") else piece))
            except _UNFIT:
                rest = b"\n".join([*pieces[len(made) :], rest])
                if made:
                    yield made
                scan._buffer = rest
                scan._lines += len(made)
                return
            if made:
                yield made
            scan._buffer = rest
            scan._lines += len(made)
            if len(rest) > LONGEST or not scan._more():
                return

    def _no_object(self) -> None:
        scan = self._scan
        self._rescue(scan.ahead(60), "an object was expected")
        if scan.peek() in b":}":
            scan._at += 1
        elif not scan.skip():
            scan.stopped = scan.why_ended("a value")

    def _guess(self) -> int | None:
        """Return where the object at the cursor seems to end, by counting braces."""
        scan = self._scan
        balance, at = 0, scan._at
        while True:
            found = _END.search(scan._buffer, at)
            if found is None or found.end() == len(scan._buffer):
                before = scan._at
                if len(scan._buffer) - before <= LONGEST and scan._more():
                    at -= before
                    continue
                if found is None:
                    return None
            end = found.start() + 1
            balance += scan._buffer.count(b"{", at, end) - scan._buffer.count(b"}", at, end)
            if balance == 0:
                return end
            if end - scan._at > _GUESS:
                return None
            at = end

    def _search(self) -> tuple[T, int] | None:
        """Decode the object at the cursor where the guess failed, or move past it."""
        scan = self._scan
        end = scan.whole(lambda: self._inside(len(scan._buffer)) is not None)
        why = "the object is damaged"
        if end is not None:
            piece = scan._buffer[scan._at : end]
            try:
                return self._decode(piece), end
            except RecursionError:
                why = "it is nested too deeply"
            except _UNFIT as error:
                why = str(error)
        following = self._inside(len(scan._buffer) if end is None else end)
        ended = following is None and end is None
        if ended:
            why = scan.why_ended("an object")
        stop = following or end or len(scan._buffer)
        saved = self._rescue(scan._buffer[scan._at : stop], why)
        if ended:
            scan.stopped = why
        if saved is not None:
            return saved, stop
        scan._at = stop
        return None

    def _inside(self, end: int) -> int | None:
        """Return where a further card starts before `end`, behind the start of this object."""
        scan = self._scan
        for tried, found in enumerate(_START.finditer(scan._buffer, scan._at + 1, end)):
            if tried > _TRIES:
                return None
            start = found.end() - 1
            stop = _VALUE.match(scan._buffer, start)
            if stop is None:
                continue
            try:
                made = self._decode(stop[0])
            except _UNFIT:
                continue
            if self._is_card(made):
                return start
        return None
