"""Fetching the bulk file of cards: resumable, checked, atomic, and found again."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import msgspec

from mtgmeld._version import __version__
from mtgmeld.errors import DownloadFailed, NotWritten, UnknownName
from mtgmeld.files import cache_folder
from mtgmeld.mana import whole_number

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

API = "https://api.scryfall.com"
KIND = "oracle_cards"
LONGEST = 4 << 30
"""No card file is longer, packed; of what it unpacks to, four times as much is read."""

_LONGEST_INDEX = 4 << 20
_TIMEOUT = 30.0
_WAITS = (1.0, 2.0, 4.0)
_LONGEST_WAIT = 120.0
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))
_WORD = re.compile(r"[A-Za-z0-9][\w-]{0,60}")


class Bulk(msgspec.Struct, frozen=True):
    """A bulk file that the server offers.

    Attributes
    ----------
    type : str
        ``oracle_cards``, ``default_cards`` and so on.
    jsonl_download_uri, download_uri : str
        Where it is: one JSON object a line, packed, as it is offered since July 2026; and the
        one array of before.
    updated_at : str
    """

    type: str
    jsonl_download_uri: str = ""
    download_uri: str = ""
    updated_at: str = ""

    @property
    def address(self) -> str:
        """The address to fetch it from; empty where it has none."""
        return self.jsonl_download_uri or self.download_uri


class _Index(msgspec.Struct):
    data: list[Bulk]


class _Progress(msgspec.Struct):
    """What is known of a file that has come in part."""

    uri: str
    tag: str
    total: int | None


class _Passing(Exception):
    """A failure that may pass."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.why, self.wait = why, wait


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

    def read() -> list[Bulk]:
        text = b""
        with _opened(url, {}) as answer:
            for data in answer.iter_bytes():
                text += data
                if len(text) > _LONGEST_INDEX:
                    raise DownloadFailed(url, "the list of bulk files has no end")
        return msgspec.json.decode(text, type=_Index).data

    try:
        return _tried(url, read, sleep)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise DownloadFailed(url, "the answer is no list of bulk files") from None


def fetch(
    target: str | os.PathLike[str] | None = None,
    *,
    kind: str = KIND,
    base: str = API,
    limit: int = LONGEST,
    progress: Callable[[int, int | None], None] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Path:
    """Download a bulk file of cards.

    What has come is kept in a file beside the target until all of it is there and checked;
    only then does the target change.  Called again after a failure it goes on where it was,
    if the server still has the same file.

    Parameters
    ----------
    target : path-like, optional
        The file to write, or a folder: then the file is named by its kind.  By default it
        comes into the user's cache folder, where ``use_cards("fetched")`` finds it.  The bytes
        are kept as they come, packed by gzip or not; readers tell by the content.
    kind : str
        Which bulk file.
    base : str
        Address of the API.
    limit : int
        The most bytes that are taken.
    progress : callable, optional
        Gets how many bytes have come in all, and how many there will be, if that is known.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    DownloadFailed
        If the server does not answer, the file is not what it should be, or another fetch
        writes the same file.
    UnknownName
        If the server offers no such file.
    NotWritten
        If the target cannot be written.
    """
    offered = bulk_files(base, sleep=sleep)
    found = next((b for b in offered if b.type == kind and b.address), None)
    if found is None or not _WORD.fullmatch(kind):
        raise UnknownName("bulk file", kind, [b.type for b in offered if b.address])
    url = found.address
    _check_address(url, urlsplit(base).scheme)
    path = _placed(target, kind, ".jsonl.gz" if found.jsonl_download_uri else ".json")
    coming = _Coming(url, path, limit)
    with _alone(path, url):
        try:
            _tried(url, lambda: coming.go_on(progress), sleep)
            coming.check()
            os.replace(coming.part, path)
            coming.notes.unlink(missing_ok=True)
        except DownloadFailed as error:
            held = coming.held()
            hint = f" Run it again to go on at byte {held:,}." if held else ""
            raise DownloadFailed(url, error.why, error.hint or hint.strip()) from None
        except OSError as error:
            raise NotWritten(path, error.strerror or str(error)) from None
    return path


def _placed(target: str | os.PathLike[str] | None, kind: str, ending: str) -> Path:
    """Return the file to write: a server has no say in its name."""
    try:
        path = cache_folder(make=True) if target is None else Path(target)
        return path / f"{kind}{ending}" if path.is_dir() else path
    except (OSError, ValueError) as error:
        raise NotWritten(target, str(error)) from None


@contextmanager
def _alone(path: Path, url: str) -> Iterator[None]:
    """Hold a lock, so that two fetches of one file do not write into each other's part."""
    from filelock import FileLock, Timeout

    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    try:
        lock = FileLock(cache_folder(make=True) / f"{name}.lock")
        lock.acquire(timeout=0)
    except Timeout:
        raise DownloadFailed(
            url, f"another fetch is writing {path}", "Wait until it is done."
        ) from None
    except OSError as error:
        raise NotWritten(cache_folder(), error.strerror or str(error)) from None
    try:
        yield
    finally:
        lock.release()


def _tried(url: str, do: Callable[[], T], sleep: Callable[[float], None]) -> T:
    """Do something again after each failure that may pass."""
    for wait in (*_WAITS, None):
        try:
            return do()
        except _Passing as error:
            if wait is None:
                raise DownloadFailed(url, error.why) from None
            sleep(max(wait, error.wait))
    raise AssertionError("unreachable")


def _check_address(url: str, before: str) -> None:
    """Refuse an address of another kind, or one that is less safe than the one before."""
    try:
        scheme, host = urlsplit(url).scheme, urlsplit(url).hostname
    except ValueError as error:
        raise DownloadFailed(url, f"it is no web address ({error})") from None
    if scheme not in ("http", "https") or not host:
        raise DownloadFailed(url, "it is no web address: http:// or https:// was expected")
    if before == "https" != scheme:
        raise DownloadFailed(url, "an address that starts with https:// was expected")


@contextmanager
def _opened(url: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
    """Open an address; what may pass is :class:`_Passing`, the rest is final."""
    import httpx

    _check_address(url, "")
    own = {
        "User-Agent": f"mtgmeld/{__version__} (Python package; card facts for rules questions)",
        "Accept": "application/json;q=0.9,*/*;q=0.8",
    }

    def check(request: httpx.Request) -> None:
        # each step of a redirect passes here
        _check_address(str(request.url), urlsplit(url).scheme.lower())

    try:
        with (
            httpx.Client(
                headers=own,
                timeout=_TIMEOUT,
                follow_redirects=True,
                event_hooks={"request": [check]},
            ) as client,
            client.stream("GET", url, headers=headers) as answer,
        ):
            if answer.status_code in _PASSING:
                after = whole_number(answer.headers.get("Retry-After", "")) or 0
                raise _Passing(
                    f"the server answers {answer.status_code}", min(float(after), _LONGEST_WAIT)
                )
            if answer.is_error and answer.status_code != 416:
                raise DownloadFailed(url, f"the server answers {answer.status_code}")
            yield answer
    except httpx.UnsupportedProtocol as error:
        raise DownloadFailed(url, f"it leads to no web address ({error})") from None
    except (httpx.TooManyRedirects, httpx.DecodingError) as error:
        raise DownloadFailed(url, str(error).rstrip(".")) from None
    except httpx.ConnectError as error:
        raise _Passing(f"no answer ({error})") from None
    except httpx.RequestError as error:
        why = str(error).rstrip(".") or type(error).__name__
        raise _Passing(f"the connection broke off ({why})") from None
    except (httpx.InvalidURL, UnicodeError) as error:
        raise DownloadFailed(url, f"it is no web address ({error})") from None


class _Coming:
    """A file that comes, with the part of it that is there and what is noted of it."""

    def __init__(self, url: str, path: Path, limit: int) -> None:
        self.url, self.limit = url, limit
        self.part = path.with_name(f".{path.name}.part")
        self.notes = path.with_name(f".{path.name}.part.json")

    def held(self) -> int:
        """Return how many bytes are there."""
        return self.part.stat().st_size if self.part.exists() else 0

    def go_on(self, progress: Callable[[int, int | None], None] | None) -> None:
        """Download what is missing."""
        known, held = self._known(), self.held()
        if known is None or known.uri != self.url or not known.tag:
            known, held = None, 0
        elif held and held == known.total:
            return
        headers = {"Accept-Encoding": "gzip"}
        if known is not None and held:
            headers |= {"Range": f"bytes={held}-", "If-Range": known.tag}
        with _opened(self.url, headers) as answer:
            going_on, from_here = answer.status_code == 206, f"bytes {held}-"
            other = not answer.headers.get("Content-Range", "").startswith(from_here)
            if (going_on and other) or answer.status_code == 416:
                self.part.unlink(missing_ok=True)
                raise _Passing("the server sent another part than was asked for")
            held = held if going_on else 0
            size = whole_number(answer.headers.get("Content-Length", ""))
            total = None if size is None else held + size
            self._check_size(total or held)
            tag = answer.headers.get("ETag", "")
            made = _Progress(self.url, "" if tag.startswith("W/") else tag, total)
            self.notes.write_bytes(msgspec.json.encode(made))
            with self.part.open("ab" if going_on else "wb") as out:
                for data in answer.iter_raw():
                    held += len(data)
                    if held > self.limit:
                        out.truncate(0)
                        self._check_size(held)
                    out.write(data)
                    if progress is not None:
                        progress(held, total)
        if total is not None and held < total:
            raise _Passing(f"the connection broke off after {held:,} of {total:,} bytes")

    def _check_size(self, size: int) -> None:
        if size > self.limit:
            why = f"it is longer than {self.limit:,} bytes, as no card file is"
            raise DownloadFailed(self.url, why)

    def _known(self) -> _Progress | None:
        try:
            return msgspec.json.decode(self.notes.read_bytes(), type=_Progress)
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return None

    def check(self) -> None:
        """Refuse a file that is not whole: every byte there, the gzip sound, the JSON closed."""
        known, size, why = self._known(), self.part.stat().st_size, ""
        if known is not None and known.total is not None and size != known.total:
            why = f"{size:,} bytes came where {known.total:,} were announced"
        elif _ends(self.part, 4 * self.limit) not in ((b"[", b"]"), (b"{", b"}")):
            why = "it is no whole JSON file"
        if why:
            self.part.unlink(missing_ok=True)
            self.notes.unlink(missing_ok=True)
            raise DownloadFailed(self.url, why, "What came was thrown away; run it again.")


def _ends(path: Path, limit: int) -> tuple[bytes, bytes]:
    """Return the first and the last byte that is no space; nothing for a damaged gzip file."""
    from mtgmeld.sources.scan import open_cards

    first = last = b""
    with open_cards(path) as reader:
        seen = 0
        while data := reader.read(1 << 20):
            seen += len(data)
            text = data.strip()
            first = first or text[:1]
            last = text[-1:] or last
            if seen > limit:
                return b"", b""
        if reader.broken:
            return b"", b""
    return first, last
