"""Fetching a bulk file, from a server on this machine alone."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from mtgmeld.errors import DownloadFailed, NotWritten, UnknownName
from mtgmeld.files import fetched
from mtgmeld.sources.download import bulk_files, fetch
from mtgmeld.sources.read import load
from tests.sources.made import objects

CONTENT = json.dumps(objects()).encode()
LINES = "".join(json.dumps(o) + "\n" for o in objects()).encode()


def today(kind: str, where: str) -> dict[str, Any]:
    """Return an entry of the index in the shape that it has since July 2026."""
    return {
        "object": "bulk_data", "id": "27bf3214-1271-490b-bdfe-c0be6c23d02e", "type": kind,
        "updated_at": "2026-10-01T09:01:55.977+00:00", "uri": f"{where}/27bf3214",
        "name": kind.replace("_", " ").title(), "description": "One object a line.",
        "jsonl_download_uri": f"{where}/{kind}-20261001090155.jsonl.gz", "compressed_size": 1000,
    }  # fmt: skip


class Server:
    """A server whose next answers a test decides."""

    def __init__(self) -> None:
        self.content = CONTENT
        self.tag = '"one"'
        self.packed = False
        self.seen: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.cuts: list[int] = []  # after how many bytes each answer breaks off
        self.codes: list[int] = []  # status instead of an answer
        self.index: bytes | None = None
        self.lines = False  # whether the index is that of 2026-07 and later
        self.moved: dict[str, str] = {}  # path -> where a redirect leads
        self.ranges = True
        self.answer: Callable[[Any], None] = self.gives
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                outer.paths.append(self.path)
                outer.seen.append(dict(self.headers))
                if outer.codes:
                    self.send_response(outer.codes.pop(0))
                    self.send_header("Retry-After", "7")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                if self.path in outer.moved:
                    self.send_response(302)
                    self.send_header("Location", outer.moved[self.path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                if self.path == "/bulk-data":
                    self._give(outer.index_page(), 200, 0, {})
                    return
                outer.answer(self)

            def _give(self, body: bytes, status: int, start: int, more: dict[str, str]) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                cut = outer.cuts.pop(0) if outer.cuts and self.path != "/bulk-data" else None
                self.wfile.write(body if cut is None else body[:cut])

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def index_page(self) -> bytes:
        if self.index is not None:
            return self.index
        rows = [
            {"object": "bulk_data", "type": kind, "updated_at": "2026-01-01",
             "download_uri": f"{self.url}/files/{kind}.json"}
            for kind in ("oracle_cards", "default_cards")
        ]  # fmt: skip
        if self.lines:
            rows = [today(kind, f"{self.url}/{kind}") for kind in ("oracle_cards", "all_cards")]
        return json.dumps({"object": "list", "data": rows}).encode()

    def gives(self, handler: Any) -> None:
        body = gzip.compress(self.content, mtime=0) if self.packed else self.content
        more = {"ETag": self.tag, "Accept-Ranges": "bytes"}
        if self.packed:
            more["Content-Encoding"] = "gzip"
        wanted = handler.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        if wanted and self.ranges and handler.headers.get("If-Range") == self.tag:
            if start >= len(body):
                handler.send_response(416)
                handler.send_header("Content-Length", "0")
                handler.end_headers()
                return
            more["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
            handler._give(body[start:], 206, start, more)
        else:
            handler._give(body, 200, 0, more)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def naps() -> list[float]:
    return []


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("MTGMELD_CACHE", str(where))
    return where


def get(server: Server, target: Path | None, naps: list[float], **more: Any) -> Path:
    return fetch(target, base=server.url, sleep=naps.append, **more)


def leftovers(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.name.startswith("."))


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_file_comes_whole(
    server: Server, tmp_path: Path, naps: list[float], packed: bool
) -> None:
    server.packed = packed
    seen: list[tuple[int, int | None]] = []
    path = get(server, tmp_path, naps, progress=lambda *at: seen.append(at))
    assert path == tmp_path / "oracle_cards.json"
    data = path.read_bytes()
    assert (gzip.decompress(data) if packed else data) == CONTENT
    assert len(load(path)) == len(objects())
    assert seen[-1] == (len(data), len(data))
    assert leftovers(tmp_path) == []
    assert naps == []
    assert server.paths == ["/bulk-data", "/files/oracle_cards.json"]


def test_it_says_who_asks(server: Server, tmp_path: Path, naps: list[float]) -> None:
    get(server, tmp_path, naps)
    for headers in server.seen:
        assert headers["User-Agent"].startswith("mtgmeld/")
        assert "json" in headers["Accept"]
    assert server.seen[1]["Accept-Encoding"] == "gzip"


def test_another_kind_and_another_name(server: Server, tmp_path: Path, naps: list[float]) -> None:
    path = get(server, tmp_path / "mine.json", naps, kind="default_cards")
    assert path == tmp_path / "mine.json"
    assert server.paths[-1] == "/files/default_cards.json"
    with pytest.raises(UnknownName, match="oracle_cards"):
        get(server, tmp_path, naps, kind="oracel_cards")


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_it_goes_on_after_a_break(
    server: Server, tmp_path: Path, naps: list[float], packed: bool
) -> None:
    server.packed, server.cuts = packed, [100, 50]
    path = get(server, tmp_path, naps)
    assert len(load(path)) == len(objects())
    assert [h.get("Range") for h in server.seen[1:]] == [None, "bytes=100-", "bytes=150-"]
    assert naps == [1.0, 2.0]
    assert leftovers(tmp_path) == []


def test_called_again_it_goes_on_where_it_was(
    server: Server, tmp_path: Path, naps: list[float]
) -> None:
    target = tmp_path / "cards.json"
    target.write_text("what was there")
    server.cuts = [10, 10, 10, 10]
    with pytest.raises(DownloadFailed, match="go on at byte 40"):
        get(server, target, naps)
    assert target.read_text() == "what was there"
    assert leftovers(tmp_path) == [".cards.json.part", ".cards.json.part.json"]
    get(server, target, naps)
    assert server.seen[-1]["Range"] == "bytes=40-"
    assert target.read_bytes() == CONTENT
    assert leftovers(tmp_path) == []


def test_another_file_on_the_server_begins_anew(
    server: Server, tmp_path: Path, naps: list[float]
) -> None:
    server.cuts = [100] * 4
    with pytest.raises(DownloadFailed):
        get(server, tmp_path, naps)
    server.content, server.tag = json.dumps(objects()[:5]).encode(), '"two"'
    path = get(server, tmp_path, naps)
    assert path.read_bytes() == server.content


def test_a_server_without_ranges_or_tags_begins_anew(
    server: Server, tmp_path: Path, naps: list[float]
) -> None:
    server.cuts, server.ranges = [100], False
    assert get(server, tmp_path, naps).read_bytes() == CONTENT
    server.cuts, server.tag = [100], 'W/"weak"'
    assert get(server, tmp_path, naps).read_bytes() == CONTENT
    assert "Range" not in server.seen[-1]


@pytest.mark.parametrize("code", [429, 503])
def test_a_busy_server_is_asked_again_after_the_time_that_it_says(
    server: Server, tmp_path: Path, naps: list[float], code: int
) -> None:
    server.codes = [code, code]
    get(server, tmp_path, naps)
    assert naps == [7.0, 7.0]
    server.codes = [code] * 4
    with pytest.raises(DownloadFailed, match=str(code)):
        get(server, tmp_path, naps)


def test_a_refusal_is_final(server: Server, tmp_path: Path, naps: list[float]) -> None:
    server.codes = [404]
    with pytest.raises(DownloadFailed, match="answers 404"):
        get(server, tmp_path, naps)
    assert naps == []
    server.moved = {"/files/oracle_cards.json": "/gone"}
    server.answer = lambda handler: handler.send_error(404, "\x1b[31mred")
    with pytest.raises(DownloadFailed) as caught:
        get(server, tmp_path, naps)
    assert str(caught.value).endswith("not downloaded: the server answers 404.")


@pytest.mark.parametrize(
    "content", [b'[{"name": "cut', b"<html>busy</html>", b"", b'{"object": "list"', b"[}"]
)
def test_what_is_no_whole_json_never_takes_the_place(
    server: Server, tmp_path: Path, naps: list[float], content: bytes
) -> None:
    target = tmp_path / "cards.json"
    target.write_text("what was there")
    server.content = content
    with pytest.raises(DownloadFailed):
        get(server, target, naps)
    assert target.read_text() == "what was there"
    assert leftovers(tmp_path) == []


def test_a_damaged_gzip_never_takes_the_place(
    server: Server, tmp_path: Path, naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.packed = True
    real = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda data, mtime=0: real(data)[:-6] + b"\0" * 6)
    with pytest.raises(DownloadFailed, match="no whole JSON"):
        get(server, tmp_path, naps)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("index", [b"", b"<html>", b"[]", b'{"data": 3}', b'{"data": [{}]}'])
def test_an_index_that_is_none(
    server: Server, tmp_path: Path, naps: list[float], index: bytes
) -> None:
    server.index = index
    with pytest.raises(DownloadFailed, match="no list of bulk files"):
        get(server, tmp_path, naps)


@pytest.mark.parametrize("uri", ["file:///etc/hostname", "ftp://x/y", "oracle.json"])
def test_addresses_of_another_kind_are_refused(
    server: Server, tmp_path: Path, naps: list[float], uri: str
) -> None:
    server.index = json.dumps({"data": [{"type": "oracle_cards", "download_uri": uri}]}).encode()
    with pytest.raises(DownloadFailed, match="http"):
        get(server, tmp_path, naps)
    with pytest.raises(DownloadFailed, match="no web address"):
        bulk_files("file:///etc")


def test_nobody_there(tmp_path: Path, naps: list[float]) -> None:
    with pytest.raises(DownloadFailed, match="no answer"):
        fetch(tmp_path, base="http://127.0.0.1:9", sleep=naps.append)
    assert naps == [1.0, 2.0, 4.0]


def test_a_disk_that_is_full(
    server: Server, tmp_path: Path, naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "cards.json"
    target.write_text("what was there")

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mtgmeld.sources.download.os.replace", full)
    with pytest.raises(NotWritten, match="No space left"):
        get(server, target, naps)
    assert target.read_text() == "what was there"
    with pytest.raises(NotWritten):
        get(server, tmp_path / "nowhere" / "cards.json", naps)


# --- the index of today ------------------------------------------------------------------


def test_packed_lines_are_fetched_from_the_index_of_today(
    server: Server, cache: Path, naps: list[float]
) -> None:
    server.lines, server.content = True, gzip.compress(LINES, mtime=0)
    assert fetched() is None
    path = get(server, None, naps)
    assert path == cache / "oracle_cards.jsonl.gz"
    assert fetched() == path
    assert server.paths == ["/bulk-data", "/oracle_cards/oracle_cards-20261001090155.jsonl.gz"]
    made = load(path)
    assert len(made) == len(objects())
    assert made.report.is_whole


def test_an_entry_with_both_addresses_gives_the_new_one_and_one_with_none_is_no_file(
    server: Server, tmp_path: Path, naps: list[float]
) -> None:
    server.content = gzip.compress(LINES, mtime=0)
    both = {**today("oracle_cards", server.url), "download_uri": f"{server.url}/old.json"}
    none = {"object": "bulk_data", "type": "rulings"}
    server.index = json.dumps({"data": [both, none]}).encode()
    assert get(server, tmp_path, naps).name == "oracle_cards.jsonl.gz"
    with pytest.raises(UnknownName, match="oracle_cards"):
        get(server, tmp_path, naps, kind="rulings")


# --- servers and addresses that are not as they should be --------------------------------


def test_a_server_has_no_say_in_the_name_of_the_file(
    server: Server, tmp_path: Path, naps: list[float]
) -> None:
    mine = tmp_path / "notes.json"
    mine.write_text("mine")
    for uri in ("/notes.json", "/..", "/..%2fnotes.json", "/a%00b", "/" + "n" * 300, "/"):
        server.index = json.dumps(
            {"data": [{"type": "oracle_cards", "download_uri": server.url + uri}]}
        ).encode()
        assert get(server, tmp_path, naps) == tmp_path / "oracle_cards.json"
    assert mine.read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.json", "oracle_cards.json"]


def test_no_redirect_to_what_is_less_safe(
    server: Server, tmp_path: Path, naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("ftp://127.0.0.1:1/x", "file:///etc/hostname", "gopher://x/"):
        server.moved = {"/files/oracle_cards.json": place}
        with pytest.raises(DownloadFailed, match="no web address"):
            get(server, tmp_path, naps)
    server.moved = {"/files/oracle_cards.json": "/files/elsewhere.json"}
    assert get(server, tmp_path, naps).read_bytes() == CONTENT
    server.moved = {"/files/oracle_cards.json": "/files/oracle_cards.json"}
    with pytest.raises(DownloadFailed, match="redirects"):
        get(server, tmp_path, naps)
    assert naps == []

    def tell(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"Location": "http://elsewhere.example/x"})

    real = httpx.Client
    monkeypatch.setattr(
        httpx, "Client", lambda **more: real(transport=httpx.MockTransport(tell), **more)
    )
    with pytest.raises(DownloadFailed, match="starts with https://"):
        bulk_files("https://cards.example", sleep=naps.append)


@pytest.mark.parametrize(
    "address",
    [
        "http://[", "http://a..b", "http://" + "a" * 80, "not a web address", "", "file:///etc",
        "http://127.0.0.1\n", "http://127.0.0.1:99999", "https://", "http://user@", "//x/y",
    ],
)  # fmt: skip
def test_odd_addresses_are_refused(tmp_path: Path, naps: list[float], address: str) -> None:
    with pytest.raises(DownloadFailed) as caught:
        fetch(tmp_path, base=address, sleep=naps.append)
    assert str(caught.value).isprintable()


def test_a_file_without_end_is_refused(server: Server, tmp_path: Path, naps: list[float]) -> None:
    server.content = b"[" + b" " * 100_000 + b"]"
    with pytest.raises(DownloadFailed, match="longer than 1,000 bytes"):
        get(server, tmp_path, naps, limit=1_000)
    server.packed = True  # 100 kB, packed into some hundred bytes
    with pytest.raises(DownloadFailed, match="no whole JSON"):
        get(server, tmp_path, naps, limit=1_000)
    assert [p.name for p in tmp_path.iterdir() if p.suffix != ".json"] == []
    server.index = b'{"data": [' + b" " * (5 << 20)
    with pytest.raises(DownloadFailed, match="has no end"):
        get(server, tmp_path, naps)


def test_two_at_once_on_one_file(server: Server, tmp_path: Path, naps: list[float]) -> None:
    going, done = threading.Event(), threading.Event()
    real = server.answer

    def slow(handler: Any) -> None:
        going.set()
        done.wait(20)
        real(handler)

    server.answer = slow
    first = threading.Thread(target=get, args=(server, tmp_path / "cards.json", naps))
    first.start()
    assert going.wait(20)
    with pytest.raises(DownloadFailed, match="another fetch is writing"):
        get(server, tmp_path / "cards.json", naps)
    done.set()
    first.join()
    assert (tmp_path / "cards.json").read_bytes() == CONTENT
    assert leftovers(tmp_path) == []
    server.answer = real
    assert get(server, tmp_path / "cards.json", naps).read_bytes() == CONTENT
