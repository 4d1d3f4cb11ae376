"""The scanner gives the same objects as a whole-file parser, in bounded memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgmeld.errors import BadCardFile
from mtgmeld.sources import scan as opening
from mtgmeld.sources.scan import LONGEST, Objects, Scanner, open_cards

DECODER = msgspec.json.Decoder(dict[str, Any])


class Pieces:
    """A reader that gives its bytes in pieces of the size that a test wants."""

    def __init__(self, data: bytes, size: int) -> None:
        self.path, self.broken, self._data, self._size = "pieces.json", "", data, size

    def read(self, size: int) -> bytes:
        got, self._data = self._data[: self._size], self._data[self._size :]
        return got


def over(data: bytes, size: int) -> Scanner:
    # the scanner asks no more of its reader than what Pieces has
    return Scanner(Pieces(data, size))  # type: ignore[arg-type]


def scan(data: bytes, size: int = 7) -> tuple[list[Any], list[tuple[int, str]], Scanner]:
    scanner = over(data, size)
    lost: list[tuple[int, str]] = []

    def rescue(piece: bytes, why: str) -> None:
        lost.append((scanner.line, why))

    if scanner.peek() == ord("["):
        scanner.take(ord("["))
    found = list(Objects(scanner, DECODER.decode, rescue, lambda d: "layout" in d))
    return found, lost, scanner


values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab"\\{}[],: \n\u00e9', max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("k}{", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
objects = st.dictionaries(st.text('xy{"', max_size=3), values, max_size=4)


@given(st.lists(objects, max_size=5), st.sampled_from([None, 0, 1, 2]), st.integers(1, 40))
def test_objects_of_an_array(rows: list[Any], indent: int | None, size: int) -> None:
    found, lost, scanner = scan(json.dumps(rows, indent=indent).encode(), size)
    assert found == rows
    assert (lost, scanner.stopped) == ([], "")


@given(st.lists(objects, max_size=5), st.sampled_from(["\n", " ", "\r\n\r\n"]), st.integers(1, 40))
def test_objects_in_a_row(rows: list[Any], gap: str, size: int) -> None:
    found, lost, _ = scan(gap.join(json.dumps(r) for r in rows).encode(), size)
    assert found == rows
    assert lost == []


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_file_that_breaks_off_loses_the_last_object_only(rows: list[Any], data: Any) -> None:
    text = json.dumps(rows)
    ends = [len(json.dumps(rows[: i + 1])) - 1 for i in range(len(rows))]
    cut = data.draw(st.integers(1, len(text) - 1))
    found, lost, scanner = scan(text[:cut].encode(), 13)
    whole = sum(1 for end in ends if end <= cut)
    assert found == rows[:whole]
    assert bool(scanner.stopped) == bool(lost)


def card(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "layout": "normal", **more}


@pytest.mark.parametrize(
    "bad",
    [
        '{"name": "x", "cmc": , "layout": "normal"}',
        '{"name": "x" "layout": "normal"}',
        '{"name": "x, "layout": "normal"}',
        '{"name": "x", "layout": "normal"',
        '{"name": "x", "faces": [{"name": "y"}, "layout": "normal"}',
        '{"name": "x", "n": NaN}',
        '{"name": "x", "a": [1, 2}',
        "17",
        '"text"',
        "null",
        "[1, {}]",
        "nonsense",
    ],
)
@pytest.mark.parametrize("gap", [",\n", ", "])
@pytest.mark.parametrize("size", [5, 100_000])
def test_one_bad_object_among_good_ones(bad: str, gap: str, size: int) -> None:
    good = [card(n, parts=[{"name": "in"}], text="{T}: a } b") for n in "ABCD"]
    made = [json.dumps(g) for g in good]
    text = "[" + gap.join([*made[:2], bad, *made[2:]]) + "]"
    found, lost, _ = scan(text.encode(), size)
    assert found == good
    assert len(lost) >= 1
    assert lost[0][0] == (3 if "\n" in gap else 1)


def test_a_stray_brace_costs_no_object() -> None:
    text = "[" + json.dumps(card("A")) + "}, " + json.dumps(card("B")) + "]"
    found, lost, _ = scan(text.encode())
    assert found == [card("A"), card("B")]
    assert lost == [(1, "an object was expected")]


def test_braces_inside_texts_do_not_mislead() -> None:
    rows = [card(n, text=t) for n, t in zip("ABC", ["}, {", "{{{{{", '}\\"}]'], strict=True)]
    for size in (3, 50, 10_000):
        found, lost, _ = scan(json.dumps(rows).encode(), size)
        assert found == rows
        assert lost == []


def test_the_line_is_that_of_the_object() -> None:
    scanner = over(b'[\n{"a": 1},\n\n{"a":\n2}\n, {"a": 3}]', 4)
    scanner.take(ord("["))
    seen = [
        (d["a"], scanner.line)
        for d in Objects(scanner, DECODER.decode, lambda p, w: None, lambda d: True)
    ]
    assert seen == [(1, 2), (2, 4), (3, 6)]


def test_lines_hand_over_to_the_search_where_an_object_spans_lines() -> None:
    rows = [card(n) for n in "ABCD"]
    texts = [json.dumps(r) for r in rows]
    texts[2] = json.dumps(rows[2], indent=1)
    scanner = over(("[\n" + ",\n".join(texts) + "\n]\n").encode(), 30)
    scanner.take(ord("["))
    scanner.peek()
    reading = Objects(scanner, DECODER.decode, lambda p, w: None, lambda d: True)
    first = [row for batch in reading.lines() for row in batch]
    assert first == rows[:2]
    assert first + list(reading) == rows


@given(values, st.integers(1, 9))
def test_skipping_a_value_ends_behind_it(value: Any, size: int) -> None:
    scanner = over(b"  " + json.dumps(value).encode() + b"  !", size)
    assert scanner.skip()
    assert scanner.peek() == ord("!")


@given(st.dictionaries(st.text(max_size=5), values, max_size=5), st.integers(1, 9))
def test_members_are_the_keys_in_order(value: dict[str, Any], size: int) -> None:
    scanner = over(json.dumps(value).encode(), size)
    keys = []
    for key in scanner.members():
        keys.append(key)
        assert scanner.skip()
    assert keys == list(value)


def test_an_endless_object_is_refused_in_bounded_memory() -> None:
    class Endless:
        path, broken, given = "bomb.json", "", 0

        def read(self, size: int) -> bytes:
            self.given += size
            return b"a" * size

    endless = Endless()
    # the scanner asks no more of its reader than this
    scanner = Scanner(endless)  # type: ignore[arg-type]
    scanner._buffer = b'[{"name": "' + scanner._buffer
    scanner.take(ord("["))
    with pytest.raises(BadCardFile, match="longer than 32 MiB"):
        list(Objects(scanner, DECODER.decode, lambda p, w: None, lambda d: True))
    assert endless.given < 4 * LONGEST


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda p: None, "there is no such file"),
        (lambda p: p.mkdir(), "it is a folder"),
        (lambda p: p.write_bytes(b"PK\x03\x04...."), "it is a zip archive"),
        (lambda p: p.write_bytes("[]".encode("utf-16")), "it is UTF-16 text"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, make: Any, says: str) -> None:
    path = tmp_path / "cards.json"
    make(path)
    with pytest.raises(BadCardFile, match=says) as caught:
        open_cards(path)
    assert str(path) in str(caught.value)


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cards.json"
    path.write_text("[]")

    def refuse(name: str, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(opening.io, "FileIO", refuse)
    with pytest.raises(BadCardFile, match="Permission denied"):
        open_cards(path)


def test_a_value_without_end_is_given_up_early() -> None:
    """A file of opening brackets alone packs a thousandfold; it is not walked to its end."""
    data = b"[" * 5_000_000
    found, lost, scanner = scan(data, 1 << 18)
    assert found == []
    assert len(lost) == 1
    assert scanner.stopped == "a value has no end"
    assert len(scanner.ahead(10)) == 10  # it stands near the beginning
