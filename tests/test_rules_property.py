"""What holds for any input to the reader and the comparison."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.errors import BadRulesText
from mtgmeld.rules.differences import as_html, as_text, diff, pieces
from mtgmeld.rules.matching import Side, match
from mtgmeld.rules.text import RulesText, decode, key_of, parse, read_bytes, refers_to
from tests.rules_texts import text

WHOLE = text()
LINES = WHOLE.split("\n")
SOME = st.sampled_from([*LINES, "709.2b", "see rule 100.1.", "12", "  ", "Glossary", "709. Halves"])


def well_formed(found: RulesText) -> None:
    slips = {r.line for r in found.report if r.kind in ("twice", "out of order")}
    numbers = [r.number for r in found.rules if r.line not in slips]
    assert numbers == sorted(set(numbers), key=key_of)
    assert all(key_of(n) for n in numbers)
    lines = [r.line for r in found.rules]
    assert lines == sorted(lines)


def read_or_refused(reading: Callable[[], RulesText]) -> None:
    """Hold a reading to its promise: rules in order, or a refusal with a line."""
    try:
        found = reading()
    except BadRulesText as error:
        refused = error
    else:
        well_formed(found)
        return
    assert refused.line is not None


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    read_or_refused(lambda: parse("any", decode("any", raw)[0]))


@given(st.lists(SOME, max_size=60))
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    read_or_refused(lambda: parse("any", lines))


@given(st.data())
def test_a_damaged_text_is_read_in_order_or_refused(data: st.DataObject) -> None:
    raw = bytearray(WHOLE.encode())
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(raw) - 1))
        if data.draw(st.booleans()):
            raw[at] = data.draw(st.integers(0, 255))
        else:
            del raw[at : at + data.draw(st.integers(1, 200))]
        if not raw:
            break
    read_or_refused(lambda: parse("any", decode("any", bytes(raw))[0]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 700))
def test_a_compressed_file_cut_anywhere_is_read_or_refused(tmp_path: Path, at: int) -> None:
    packed = gzip.compress(WHOLE.encode())
    path = tmp_path / "cut.txt.gz"
    path.write_bytes(packed[: min(at, len(packed) - 1)])
    with suppress(BadRulesText):
        raw, remarks = read_bytes(path)
        if raw.startswith(b"Magic"):
            assert [r.kind for r in remarks] == ["cut off"]
        well_formed(parse(path, decode(path, raw)[0]))


WORDS = st.lists(
    st.sampled_from("a b the card rule 100.1 709.2b {R} it's — <b> & half".split()), max_size=25
).map(" ".join)


@given(WORDS, WORDS)
def test_pieces_put_together_are_both_wordings(old: str, new: str) -> None:
    parts = pieces(old, new)
    assert "".join(p.old for p in parts) == old
    assert "".join(p.new for p in parts) == new
    assert all(p.changed for p in parts if p.old.strip() != p.new.strip())
    page = as_html(parts)
    assert "<b>" not in page
    if old == new:
        assert "[-" not in as_text(parts)
        assert "<del>" not in page


def edition(texts: list[str]) -> RulesText:
    lines = ["100. General", *(f"100.{n}. {said}" for n, said in enumerate(texts, 1))]
    return parse("made up", lines)


@given(st.lists(WORDS, min_size=1, max_size=12), st.lists(WORDS, min_size=1, max_size=12))
def test_every_rule_is_in_exactly_one_main_pair(old: list[str], new: list[str]) -> None:
    left, right = edition(old), edition(new)
    pairs = match(Side(left.rules), Side(right.rules))
    main = [p for p in pairs if not p.part]
    olds = [p.old for p in pairs if p.old is not None]
    news = [p.new for p in pairs if p.new is not None]
    assert set(olds) == set(range(len(left.rules)))
    assert set(news) == set(range(len(right.rules)))
    assert len({p.old for p in main if p.old is not None}) == sum(p.old is not None for p in main)
    assert len({p.new for p in main if p.new is not None}) == sum(p.new is not None for p in main)


@given(st.lists(WORDS, min_size=1, max_size=12))
def test_an_edition_is_the_same_as_itself(texts: list[str]) -> None:
    found = diff(edition(texts), edition(texts))
    assert {r.kind for r in found.rows} == {"same"}
    assert all(r.old is not None and r.new is not None for r in found.rows)


@given(st.text(max_size=200))
def test_references_have_the_shape_of_numbers(said: str) -> None:
    for rule in refers_to(said):
        assert key_of(rule) >= 0
        assert rule[:3].isdecimal()
