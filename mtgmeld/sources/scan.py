"""The objects of a JSON file of cards, in bounded memory, whatever its form and its faults.

A file is opened by what it holds, plain or gzip, and told by its content.  The typed decoder
wants whole objects.  Where an object ends is guessed by counting braces, which is fast and can
be misled by a brace inside a text; the decoder itself is the judge, and a guess that it refuses
is replaced by an exact search.  What does not decode is tried once more without the fields that
a card can do without.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import os
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from mtgmeld.errors import BadCardFile

CHUNK = 1 << 18
# how files begin that are no JSON, what they are, and what to do
_OTHER = {
    b"PK\x03\x04": ("a zip archive", "Unpack it first."),
    b"\xfd7zXZ\x00": ("a xz archive", "Unpack it first."),
    b"BZh": ("a bzip2 archive", "Unpack it first."),
    b"\xff\xfe": ("UTF-16 text", "JSON is UTF-8; convert it first."),
    b"\xfe\xff": ("UTF-16 text", "JSON is UTF-8; convert it first."),
}


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
        plain = io.BufferedReader(raw, CHUNK)
        head = plain.peek(6)[:6]
        for magic, (what, todo) in _OTHER.items():
            if head.startswith(magic):
                raise BadCardFile(path, f"it is {what}.", hint=todo)
        packed = head[:2] == b"\x1f\x8b"
        self._stream = gzip.GzipFile(fileobj=plain) if packed else plain

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes; none at the end."""
        data = b""
        try:
            # of a gzip stream one step at a time: more would lose what came before a break
            data = self._stream.read1(size)
        except EOFError:
            self.broken = "the gzip stream breaks off"
        except (gzip.BadGzipFile, zlib.error) as error:
            self.broken = f"the gzip stream is damaged ({error})"
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
        return Reader(name, raw, progress)
    except (BadCardFile, OSError) as error:
        raw.close()
        if isinstance(error, BadCardFile):
            raise
        raise BadCardFile(name, f"it cannot be read: {error.strerror}.") from None


T = TypeVar("T")

LONGEST = 32 << 20
_DEPTH = 24
_DEEPEST = 200_000
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
                    if depth > _DEEPEST:
                        return False
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
    keyed : bool
        Whether each object stands behind a key, inside an object.
    """

    def __init__(
        self,
        scanner: Scanner,
        decode: Callable[[Any], T],
        rescue: Callable[[bytes, str], T | None],
        is_card: Callable[[T], bool],
        keyed: bool = False,
    ) -> None:
        self._scan = scanner
        self._keyed = keyed
        self._decode = decode
        self._rescue = rescue
        self._is_card = is_card

    def __iter__(self) -> Iterator[T]:
        scan, decode = self._scan, self._decode
        while not scan.stopped:
            first = scan.peek()
            if first == 0x5D or (first == 0x7D and self._keyed):
                scan._at += 1
                return
            if first == 0x22 and self._keyed and scan.string() is not None and scan.take(0x3A):
                continue
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


SCRYFALL, MTGJSON = "Scryfall", "MTGJSON"
_HEAD = 1 << 16
_SIGNS = {
    SCRYFALL: re.compile(
        rb'"(?:cmc|mana_cost|type_line|oracle_text|oracle_id|color_identity|collector_number'
        rb'|card_faces|released_at)"\s*:'
    ),
    MTGJSON: re.compile(
        rb'"(?:manaValue|convertedManaCost|manaCost|colorIdentity|uuid|faceName|setCode'
        rb'|baseSetSize|subtypes|supertypes)"\s*:'
    ),
}
_LIST_PAGE = re.compile(rb'\s*\{\s*"(?:object"\s*:\s*"list"|data"\s*:\s*\[)')
_ERROR_PAGE = re.compile(rb'"object"\s*:\s*"error"')
_MAP = re.compile(rb'\s*\{\s*"(?:meta|data)"\s*:\s*\{|\s*\{\s*"[^"]*"\s*:\s*(?:\[\s*)?\{\s*"')
# lists of sets: MTGJSON's SetList, and what Scryfall says of sets
_SETS = re.compile(
    rb'\s*(?:\{[^\[]{0,4000}?"data"\s*:\s*)?\[?\s*\{\s*'
    rb'(?:"object"\s*:\s*"set"|"(?:baseSetSize|block|code)"\s*:(?!.{0,4000}?"cards"\s*:))', re.S
)  # fmt: skip
_TABLES: dict[str, Callable[[bytes], bool]] = {
    "parquet": lambda head: head.startswith(b"PAR1"),
    "SQLite": lambda head: head.startswith(b"SQLite format 3\0"),
    "CSV": lambda head: (
        {b"name", b"uuid"} <= {h.strip(b'" \r') for h in head.partition(b"\n")[0].split(b",")}
    ),
}
# what the object of a card may begin with, where cards stand behind keys
_CARD_KEYS = frozenset(
    """
    artist artistIds asciiName attractionLights availability boosterTypes borderColor cardParts
    colorIdentity colorIndicator colors convertedManaCost layout manaCost name type uuid
    """.split()
)
_BEHIND_KEYS = re.compile(rb'\{\s*"[^"]*"\s*:\s*\{\s*"([A-Za-z]+)"')
KEYED = "behind keys"
# keys of one set in an MTGJSON file; anything else beside them is the name of a card or a set
_SET_KEYS = frozenset(
    """
    baseSetSize block booster cards cardsphereSetId code codeV3 decks isFoilOnly isForeignOnly
    isNonFoilOnly isOnlineOnly isPaperOnly isPartialPreview keyruneCode languages mcmId
    mcmIdExtras mcmName mtgoCode name parentCode releaseDate sealedProduct tcgplayerGroupId
    tokenSetCode tokens totalSetSize translations type
    """.split()
)


class Found(msgspec.Struct, frozen=True):
    """What a card file is.

    Attributes
    ----------
    source : str
        ``Scryfall`` or ``MTGJSON``.
    shape : str
        ``array``, ``objects in a row``, ``list page`` or ``map``.
    """

    source: str
    shape: str


class Stop(msgspec.Struct, frozen=True):
    """A place of the cursor.

    ``cards`` at an array of cards, ``released`` after the date of a set, ``set`` before
    another set.
    """

    what: str
    value: str = ""


def recognise(scanner: Scanner) -> Found:
    """Return what a card file is, without moving the cursor.

    Raises
    ------
    BadCardFile
        If it is no card file.
    """
    first = scanner.peek()
    head = scanner.ahead(_HEAD)
    path = scanner.path
    if first == -1:
        raise BadCardFile(path, "it is empty.")
    table = next((shape for shape, looks in _TABLES.items() if looks(head)), "")
    if table:
        return Found(MTGJSON, table)
    if first not in b"[{":
        raise BadCardFile(path, "it is no JSON file of cards.", line=scanner.line)
    if first == 0x7B and _ERROR_PAGE.search(head, 0, 400):
        raise BadCardFile(path, "it holds an error message of a server instead of cards.")
    if _SETS.match(head):
        raise BadCardFile(path, "it lists sets, not cards.", hint="Take a file of cards.")
    counts = {source: len(sign.findall(head)) for source, sign in _SIGNS.items()}
    source = max(counts, key=lambda s: counts[s])
    if first == 0x5B:
        return Found(source, "array")
    if source == SCRYFALL and _LIST_PAGE.match(head):
        return Found(source, "list page")
    if _MAP.match(head) and not (counts[SCRYFALL] and b'"object"' in head[:200]):
        return Found(source if any(counts.values()) else MTGJSON, "map")
    return Found(source, "objects in a row")


def stops(scanner: Scanner, found: Found) -> Iterator[Stop]:
    """Move the cursor to each array of cards in turn; the caller reads the array.

    The cursor stands inside the array, or before the first of several objects.
    """
    if found.shape == "array":
        scanner.take(0x5B)
        yield Stop("cards")
    elif found.shape == "objects in a row":
        yield Stop("cards")
    elif found.shape == "list page":
        for key in scanner.members():
            if key == "data" and scanner.take(0x5B):
                yield Stop("cards")
            elif not _passed(scanner):
                return
    else:
        yield from _inside(scanner, 0)


def _inside(scanner: Scanner, depth: int) -> Iterator[Stop]:
    """Walk an object of MTGJSON: cards by name or identifier, sets by code, or one set."""
    scanner.peek()
    found = _BEHIND_KEYS.match(scanner.ahead(400))
    if found is not None and found[1].decode() in _CARD_KEYS:
        scanner.take(0x7B)
        yield Stop("cards", KEYED)
        return
    for key in scanner.members():
        following = scanner.peek()
        known = key in _SET_KEYS
        if following == 0x5B and (key in ("cards", "tokens") or not known):
            scanner.take(0x5B)
            yield Stop("cards", key)
        elif following == 0x7B and not known and key != "meta" and depth < 3:
            yield Stop("set")
            yield from _inside(scanner, depth + 1)
        elif key == "releaseDate" and following == 0x22:
            yield Stop("released", scanner.string() or "")
        elif not _passed(scanner):
            return
        if scanner.stopped:
            return


def _passed(scanner: Scanner) -> bool:
    """Move over a value; note it where the file ends inside."""
    if scanner.skip():
        return True
    scanner.stopped = scanner.why_ended("a value")
    return False


R = TypeVar("R", bound=msgspec.Struct)

_NAME = re.compile(rb'"name"\s*:\s*("(?:[^"\\\n]|\\.){1,200}")')
_PATH = re.compile(r" - at `\$(.+)`$")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_TRIES = 60


def name_in(piece: bytes) -> str:
    """Return the first name in the bytes of an object, or an empty text."""
    found = _NAME.search(piece, 0, 65_536)
    if found is None:
        return ""
    try:
        name = str(json.loads(found[1]))
        name.encode()
    except ValueError:
        return ""
    return name


class Salvage(Generic[R]):
    """Decodes an object once more, leaving out fields that derivation can do without.

    Parameters
    ----------
    kind : type
        The Struct that is wanted.
    needed : frozenset of str
        Fields, as the file spells them, that a card cannot do without.
    """

    def __init__(self, kind: type[R], needed: frozenset[str]) -> None:
        self._decode = msgspec.json.Decoder(kind).decode
        self._needed = needed

    def __call__(self, piece: bytes, why: str) -> tuple[R | None, list[str]]:
        """Return the object and what was left out; or None and why there is none."""
        left_out: list[str] = []
        try:
            plain = json.loads(piece, parse_constant=str, parse_float=_finite, parse_int=_whole)
        except (ValueError, RecursionError) as error:
            return None, [why if isinstance(error, json.JSONDecodeError) else str(error)]
        if not isinstance(plain, dict):
            return None, ["an object was expected"]
        for _ in range(_TRIES):
            try:
                text = json.dumps(plain, ensure_ascii=False)
                return self._decode(text.encode()), left_out
            except msgspec.ValidationError as error:
                said = str(error)
            except UnicodeEncodeError:
                return None, ["a text of it is no valid Unicode"]
            except (msgspec.DecodeError, RecursionError) as error:
                return None, [str(error)]
            path = _PATH.search(said)
            if path is None or not self._drop(plain, path[1]):
                return None, [readable(said)]
            left_out.append(readable(said))
        return None, [why]

    def _drop(self, plain: dict[str, Any], path: str) -> bool:
        """Leave out the field that an error names; False if it is needed."""
        where: Any = plain
        owner, last = plain, ""
        for name, index in _STEP.findall(path):
            if name and isinstance(where, dict) and name in where:
                owner, last, where = where, name, where[name]
            elif index.isdigit() and isinstance(where, list) and int(index) < len(where):
                where = where[int(index)]
            else:
                break
        if not last or last in self._needed:
            return False
        del owner[last]
        return True


def readable(error: str) -> str:
    """Return a decoder's message with the field first."""
    found = _PATH.search(error)
    if found is None:
        return error
    return f"{found[1].lstrip('.')}: {error[: found.start()]}"


# NaN, Infinity and numbers beyond all bounds are texts: they fit no field of numbers
def _finite(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text[:20]


def _whole(text: str) -> int | str:
    return int(text) if len(text) < 300 else text[:20]
