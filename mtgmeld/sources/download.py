"""Fetching the bulk file of cards: resumable, checked, atomic."""

from __future__ import annotations

import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from mtgmeld.errors import DownloadFailed, NotWritten, UnknownName
from mtgmeld.mana import whole_number

__all__ = ["API", "Bulk", "bulk_files", "fetch"]

API = "https://api.scryfall.com"


def _version() -> str:
    try:
        return version("mtgmeld")
    except PackageNotFoundError:
        return "source"


_AGENT = f"mtgmeld/{_version()} (Python package; card facts for rules questions)"
_HEADERS = {"User-Agent": _AGENT, "Accept": "application/json;q=0.9,*/*;q=0.8"}
_CHUNK = 1 << 18
_LONGEST_INDEX = 4 << 20
_TIMEOUT = 30.0
_TRIES = 4
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))


class Bulk(msgspec.Struct, frozen=True):
    """A bulk file that the server offers.

    Attributes
    ----------
    type : str
        ``oracle_cards``, ``default_cards`` and so on.
    download_uri : str
    updated_at : str
    """

    type: str
    download_uri: str
    updated_at: str = ""


class _Index(msgspec.Struct):
    data: list[Bulk]


class _Progress(msgspec.Struct):
    """What is known of a file that has come in part."""

    uri: str
    tag: str
    total: int | None
    packed: bool


def bulk_files(base: str = API, *, sleep: Callable[[float], None] = time.sleep) -> list[Bulk]:
    """Return the bulk files that the server offers.

    Parameters
    ----------
    base : str
        Address of the API, whose ``/bulk-data`` lists the files.

    Raises
    ------
    DownloadFailed
        If there is no answer, or one that is no list of bulk files.
    """
    url = base.rstrip("/") + "/bulk-data"
    for wait in _waits():
        try:
            with _opened(url, {}) as answer:
                text = answer.read(_LONGEST_INDEX)
            return msgspec.json.decode(text, type=_Index).data
        except _Passing as error:
            if wait is None:
                raise DownloadFailed(url, error.why) from None
            sleep(max(wait, error.wait))
        except (msgspec.MsgspecError, UnicodeError):
            raise DownloadFailed(url, "the answer is no list of bulk files") from None
    raise AssertionError("unreachable")


def fetch(
    target: str | os.PathLike[str],
    *,
    kind: str = "oracle_cards",
    base: str = API,
    progress: Callable[[int, int | None], None] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Path:
    """Download a bulk file of cards.

    What has come is kept in a file beside the target until all of it is there and checked;
    only then does the target change.  Called again after a failure it goes on where it was,
    if the server still has the same file.

    Parameters
    ----------
    target : path-like
        The file to write, or a folder: then the server's name of the file is used.  The
        bytes are kept as they come, packed by gzip or not; readers tell by the content.
    kind : str
        Which bulk file.
    base : str
        Address of the API.
    progress : callable, optional
        Gets how many bytes have come in all, and how many there will be, if that is known.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    DownloadFailed
        If the server does not answer, or the file is not what it should be.
    UnknownName
        If the server offers no such file.
    NotWritten
        If the target cannot be written.
    """
    offered = bulk_files(base, sleep=sleep)
    found = next((b for b in offered if b.type == kind), None)
    if found is None:
        raise UnknownName("bulk file", kind, [b.type for b in offered])
    url = _checked_address(found.download_uri, base)
    path = Path(target)
    if path.is_dir():
        path = path / (Path(urlsplit(url).path).name or f"{kind}.json")
    part = path.with_name(f".{path.name}.part")
    notes = path.with_name(f".{path.name}.part.json")
    for wait in _waits():
        try:
            _go_on(url, part, notes, progress)
            break
        except _Passing as error:
            if wait is None:
                held = part.stat().st_size if part.exists() else 0
                hint = f"Run it again to go on at byte {held:,}." if held else ""
                raise DownloadFailed(url, error.why, hint) from None
            sleep(max(wait, error.wait))
        except OSError as error:
            raise NotWritten(part, error.strerror or str(error)) from None
    _check(url, part, notes)
    try:
        os.replace(part, path)
        notes.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritten(path, error.strerror or str(error)) from None
    return path


def _waits() -> list[float | None]:
    """Return how long to wait after each failure; None after the last."""
    return [*(2.0**n for n in range(_TRIES - 1)), None]


class _Passing(Exception):
    """A failure that may pass."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.why, self.wait = why, wait


def _checked_address(url: str, base: str) -> str:
    """Refuse an address of another kind, or one that is less safe than the index's."""
    scheme, wanted = urlsplit(url).scheme, urlsplit(base).scheme
    if scheme not in ("http", "https") or (wanted == "https" and scheme != "https"):
        raise DownloadFailed(url, f"an address that starts with {wanted}:// was expected")
    return url


def _opened(url: str, headers: dict[str, str]) -> Any:
    """Open an address; what may pass is :class:`_Passing`, the rest is final."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise DownloadFailed(url, "it is no web address")
    request = urllib.request.Request(url, headers={**_HEADERS, **headers})
    try:
        return urllib.request.urlopen(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        with error:
            if error.code in _PASSING:
                after = error.headers.get("Retry-After", "")
                raise _Passing(
                    f"the server answers {error.code}",
                    min(float(after), 120.0) if whole_number(after) is not None else 0.0,
                ) from None
            if error.code == 416:
                raise _Restart from None
            raise DownloadFailed(url, f"the server answers {error.code} {error.reason}") from None
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise _Passing(f"no answer ({reason})") from None


class _Restart(Exception):
    """The server does not have the rest of what has come."""


def _go_on(
    url: str,
    part: Path,
    notes: Path,
    progress: Callable[[int, int | None], None] | None,
) -> None:
    """Download what is missing of a file."""
    known = _read_notes(notes)
    held = part.stat().st_size if part.exists() else 0
    if known is None or known.uri != url or not known.tag:
        known, held = None, 0
    elif held and held == known.total:
        return
    headers = {"Accept-Encoding": "gzip"}
    if known is not None and held:
        headers |= {"Range": f"bytes={held}-", "If-Range": known.tag}
    try:
        answer = _opened(url, headers)
    except _Restart:
        part.unlink(missing_ok=True)
        raise _Passing("the server has another file now") from None
    with answer:
        going_on = answer.status == 206 and _starts_at(answer, held)
        if answer.status == 206 and not going_on:
            part.unlink(missing_ok=True)
            raise _Passing("the server sent another part than was asked for")
        held = held if going_on else 0
        length = answer.headers.get("Content-Length", "")
        size = whole_number(length)
        total = None if size is None else held + size
        tag = answer.headers.get("ETag", "")
        packed = answer.headers.get("Content-Encoding", "") == "gzip"
        made = _Progress(url, "" if tag.startswith("W/") else tag, total, packed)
        notes.write_bytes(msgspec.json.encode(made))
        with part.open("ab" if going_on else "wb") as out:
            while True:
                try:
                    data = answer.read(_CHUNK)
                except (http.client.HTTPException, OSError) as error:
                    raise _Passing(f"the connection broke off ({error})") from None
                if not data:
                    break
                out.write(data)
                held += len(data)
                if progress is not None:
                    progress(held, total)
    if total is not None and held < total:
        raise _Passing(f"the connection broke off after {held:,} of {total:,} bytes")


def _starts_at(answer: Any, held: int) -> bool:
    return str(answer.headers.get("Content-Range", "")).startswith(f"bytes {held}-")


def _read_notes(path: Path) -> _Progress | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Progress)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return None


def _check(url: str, part: Path, notes: Path) -> None:
    """Refuse a file that is not whole: every byte there, the gzip sound, the JSON closed."""
    known = _read_notes(notes)
    size = part.stat().st_size
    why = ""
    if known is not None and known.total is not None and size != known.total:
        why = f"{size:,} bytes came where {known.total:,} were announced"
    else:
        first, last = _ends(part)
        if (first, last) not in ((b"[", b"]"), (b"{", b"}")):
            why = "it is no whole JSON file"
    if why:
        part.unlink(missing_ok=True)
        notes.unlink(missing_ok=True)
        raise DownloadFailed(url, why, "What came was thrown away; run it again.")


def _ends(path: Path) -> tuple[bytes, bytes]:
    """Return the first and the last byte that is no space; nothing for a damaged gzip file."""
    from mtgmeld.sources.opening import open_cards

    first = last = b""
    with open_cards(path) as reader:
        while data := reader.read(1 << 20):
            text = data.strip()
            first = first or text[:1]
            last = text[-1:] or last
        if reader.broken:
            return b"", b""
    return first, last
