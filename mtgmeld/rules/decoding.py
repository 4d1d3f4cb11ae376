"""Bytes of a rules file to its text: compression, encodings, line ends.

The publisher has sent the rules as Windows-1252, UTF-16, and UTF-8 with and without a
mark, with every kind of line end.
"""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import msgspec

from mtgmeld.errors import BadRulesText

__all__ = ["Decoded", "Remark", "decode", "head", "read_bytes"]

# The first bytes of files that people mistake for the plain text.
_OTHER_KINDS = (
    (b"%PDF", "this is a PDF document."),
    (b"PK\x03\x04", "this is a Word document or another archive."),
    (b"\xd0\xcf\x11\xe0", "this is an old Word document."),
    (b"{\\rtf", "this is a rich-text document."),
    (b"\x89PNG", "this is a picture."),
    (b"\xff\xd8\xff", "this is a picture."),
)
_TXT = "Use the plain text (TXT) of the rules."


class Remark(msgspec.Struct, frozen=True, gc=False):
    """Something that was read in part, joined, or left out.

    Attributes
    ----------
    line : int or None
        The first line that it concerns, counted from 1.
    kind : str
        ``encoding``, ``cut off``, ``joined``, ``out of order``, ``gap``, ``left out``,
        ``marks``, ``missing section``, ``no heading`` or ``no date``.
    what : str
        What was found and what was done about it.
    count : int
        How many lines it concerns.
    """

    line: int | None
    kind: str
    what: str
    count: int = 1


class Decoded(msgspec.Struct, frozen=True):
    """A file's text by lines, and how it was stored."""

    lines: list[str]
    encoding: str
    remarks: tuple[Remark, ...] = ()


def read_bytes(path: Path) -> tuple[bytes, tuple[Remark, ...]]:
    """Return a file's bytes, unpacked where it is a gzip file.

    A compressed file that ends early gives what could be unpacked and a remark.

    Raises
    ------
    BadRulesText
        If the file cannot be read, or is damaged inside.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadRulesText(path, f"cannot be read: {error.strerror or error}") from error
    if not raw.startswith(b"\x1f\x8b"):
        return raw, ()
    try:
        return gzip.decompress(raw), ()
    except EOFError:
        return _what_is_there(path, raw)
    except (OSError, zlib.error) as error:
        raise BadRulesText(
            path, f"the compressed file is damaged: {error}.", hint="Fetch it again."
        ) from error


def _what_is_there(path: Path, raw: bytes) -> tuple[bytes, tuple[Remark, ...]]:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        part = unpacker.decompress(raw)
    except zlib.error as error:
        raise BadRulesText(
            path, f"the compressed file is damaged: {error}.", hint="Fetch it again."
        ) from error
    if not part:
        raise BadRulesText(
            path, "the compressed file ends before any text.", hint="Fetch it again."
        )
    lines = part.count(b"\n") + 1
    return part, (Remark(lines, "cut off", "the compressed file ends early, in this line"),)


def head(path: Path) -> list[str]:
    """Return the first lines of a file, or none if it cannot be read as text."""
    try:
        with path.open("rb") as file:
            raw = file.read(20_000)
        if raw.startswith(b"\x1f\x8b"):
            raw = zlib.decompressobj(wbits=31).decompress(raw, 20_000)
        return decode(path, raw[:20_000]).lines
    except (OSError, zlib.error, BadRulesText):
        return []


def _line_of(raw: bytes, at: int) -> int:
    before = raw[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


def _text_of(path: object, raw: bytes) -> tuple[str, str, tuple[Remark, ...]]:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _utf_16(path, raw, "utf-16")
    sample = raw[:4000]
    if sample.count(0) > len(sample) // 4:
        ends = "utf-16-le" if sample[1::2].count(0) >= sample[::2].count(0) else "utf-16-be"
        return _utf_16(path, raw, ends)
    if b"\x00" in sample:
        line = _line_of(raw, raw.index(b"\x00"))
        raise BadRulesText(path, "it holds bytes that no text has.", line=line, hint=_TXT)
    marked = raw.startswith(b"\xef\xbb\xbf")
    try:
        return raw.decode("utf-8-sig"), "utf-8-sig" if marked else "utf-8", ()
    except UnicodeDecodeError as error:
        wrong = error
    text = raw.decode("utf-8-sig", "replace")
    bad = text.count("\ufffd")
    good = sum(1 for c in text if c > "\x7f") - bad
    if marked or good > bad:  # UTF-8 with some damaged bytes, not another encoding
        what = "bytes that are no UTF-8 were read as \ufffd"
        remark = Remark(_line_of(raw, wrong.start), "encoding", what, bad)
        return text, "utf-8-sig" if marked else "utf-8", (remark,)
    try:
        return raw.decode("cp1252"), "cp1252", ()
    except UnicodeDecodeError as error:
        raise BadRulesText(
            path,
            f"the byte {raw[error.start]:#04x} belongs neither to UTF-8 nor to Windows-1252.",
            line=_line_of(raw, error.start),
            hint=_TXT,
        ) from error


def _utf_16(path: object, raw: bytes, encoding: str) -> tuple[str, str, tuple[Remark, ...]]:
    try:
        return raw.decode(encoding), encoding, ()
    except UnicodeDecodeError as error:
        start = raw[: error.start].decode(encoding, "ignore")
        line = len(_split(start))
        if error.start < len(raw) - 2:
            raise BadRulesText(path, "bytes that are no UTF-16.", line=line, hint=_TXT) from error
        return start, encoding, (Remark(line, "cut off", "the file ends within a character"),)


def _split(text: str) -> list[str]:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def decode(path: object, raw: bytes) -> Decoded:
    """Return the lines of a rules file.

    Raises
    ------
    BadRulesText
        If the bytes are empty, belong to another kind of file, or are in no known encoding.
    """
    if not raw.strip():
        raise BadRulesText(path, "the file is empty.", line=1, hint=_TXT)
    for start, why in _OTHER_KINDS:
        if raw.startswith(start):
            raise BadRulesText(path, why, line=1, hint=_TXT)
    text, encoding, remarks = _text_of(path, raw)
    head = text[:2000].lstrip("\ufeff \t\r\n").lower()
    if head.startswith(("<!doctype", "<html", "<?xml")):
        raise BadRulesText(path, "this is a web page, not its text.", line=1, hint=_TXT)
    return Decoded(_split(text), encoding, remarks)
