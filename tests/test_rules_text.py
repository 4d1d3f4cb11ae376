"""The reader for the official text."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

import mtgmeld.rules
from mtgmeld.errors import BadRulesText
from mtgmeld.rules.editions import EDITIONS, NEWEST
from mtgmeld.rules.text import (
    COLUMNS,
    date_of,
    follows,
    key_of,
    parse,
    read,
    read_text,
    refers_to,
)
from tests.rules_texts import BODY, HEAD, NUMBERS, TAIL, text


def write(path: Path, content: str, encoding: str = "utf-8", newline: str = "\n") -> Path:
    path.write_bytes(content.replace("\n", newline).encode(encoding))
    return path


def report(frame: pd.DataFrame) -> list[tuple[str, int | None]]:
    return [(r["kind"], r["line"]) for r in frame.attrs["report"]]


def test_a_whole_text_becomes_a_frame(tmp_path: Path) -> None:
    frame = mtgmeld.rules.read(write(tmp_path / "rules.txt", text()))
    assert tuple(frame.columns) == COLUMNS
    assert list(frame["number"]) == NUMBERS
    assert list(frame["section"]) == [n[:3] for n in NUMBERS]
    assert list(frame["parent"])[:3] == ["100", "100.1", "100.1"]
    assert set(frame["edition"]) == {"2019-04-01"}
    types = {c: str(frame[c].dtype) for c in COLUMNS}
    assert types == {
        "number": "string",
        "section": "string",
        "parent": "string",
        "text": "string",
        "examples": "object",
        "refers_to": "object",
        "edition": "string",
        "line": "Int64",
    }
    row = frame.set_index("number").loc["101.1"]
    assert row["text"] == "A card that argues with the text wins. This doesn’t hold for 100.1b."
    assert row["examples"] == (
        "A card says “nobody loses.” Then nobody loses.",
        "Two cards disagree. The one that forbids wins.",
    )
    assert row["refers_to"] == ("100.1b",)
    assert frame.attrs["report"] == []
    assert frame.attrs["sections"] == {
        "100": "General",
        "101": "Golden Things",
        "709": "Halves",
    }


def test_a_further_paragraph_belongs_to_its_rule(tmp_path: Path) -> None:
    frame = read(write(tmp_path / "rules.txt", text())).set_index("number")
    first, second = frame.loc["100.1b", "text"].split("\n")
    assert first.startswith("With more")
    assert second == "This paragraph belongs to the rule before it."


def test_the_line_of_each_rule_is_its_place_in_the_file(tmp_path: Path) -> None:
    lines = text().split("\n")
    for row in read(write(tmp_path / "rules.txt", text())).itertuples():
        assert lines[row.line - 1].startswith(row.number)


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize(
    ("encoding", "mark", "named"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8-sig", b"", "utf-8-sig"),
        ("cp1252", b"", "cp1252"),
        ("utf-16", b"", "utf-16"),
        ("utf-16-le", b"\xff\xfe", "utf-16"),
        ("utf-16-be", b"\xfe\xff", "utf-16"),
        ("utf-16-le", b"", "utf-16-le"),
        ("utf-16-be", b"", "utf-16-be"),
    ],
)
def test_every_encoding_and_line_end_reads_alike(
    tmp_path: Path, encoding: str, mark: bytes, named: str, newline: str
) -> None:
    plain = read_text(write(tmp_path / "plain.txt", text()))
    other = tmp_path / "other.txt"
    other.write_bytes(mark + text().replace("\n", newline).encode(encoding))
    found = read_text(other)
    assert found.rules == plain.rules
    assert (found.encoding, found.edition, found.report) == (named, plain.edition, ())


def test_a_compressed_text_reads_alike(tmp_path: Path) -> None:
    packed = tmp_path / "rules.txt.gz"
    packed.write_bytes(gzip.compress(text().encode("cp1252")))
    assert read_text(packed).rules == read_text(write(tmp_path / "p.txt", text())).rules


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("These rules are effective as of July 22, 2016.", "2016-07-22"),
        ("These rules are effective as of November 17, 2023", "2023-11-17"),
        ("These rules are effective as  of June 1 2020.", "2020-06-01"),
        ("These rules are effective as of Smarch 1, 2020.", ""),
        ("These rules are effective as of February 30, 2020.", ""),
        ("These rules are effective some day.", ""),
    ],
)
def test_the_date_is_that_of_the_head(line: str, date: str) -> None:
    assert date_of(["A title", line]) == date


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("See rule 709.4, “Halves.”", ("709.4",)),
        ("as described in rules 903.9b–c", ("903.9b", "903.9c")),
        ("steps 601.2a-d of rule 601", ("601.2a", "601.2b", "601.2c", "601.2d", "601")),
        ("between h and m stand 107.3h–m", ("107.3h", "107.3i", "107.3j", "107.3k", "107.3m")),
        ("an exception to 613.10.", ("613.10",)),
        ("See rule 704.", ("704",)),
        ("100 cards, 1993.1, and 2.5 inches", ()),
        ("rule 709.4 and once more rule 709.4", ("709.4",)),
        ("rules 704.5y–aa and 704.5ab", ("704.5y", "704.5z", "704.5aa", "704.5ab")),
        ("", ()),
    ],
)
def test_references_are_found(words: str, rules: tuple[str, ...]) -> None:
    assert refers_to(words) == rules


def test_numbers_follow_one_another_without_l_and_o() -> None:
    assert follows(key_of("709.5"), key_of("709.5a"))
    assert follows(key_of("107.3k"), key_of("107.3m"))
    assert follows(key_of("702.15n"), key_of("702.15p"))
    assert follows(key_of("709.5j"), key_of("710.1"))
    assert follows(key_of("709.9"), key_of("709.10"))
    assert follows(key_of("704.5z"), key_of("704.5aa"))
    assert not follows(key_of("709.5"), key_of("709.5b"))
    assert not follows(key_of("709.5"), key_of("709.7"))
    assert not follows(key_of("709.5"), key_of("710.2"))
    assert sorted(["709.10", "709.9", "709", "709.9a"], key=key_of) == [
        "709",
        "709.9",
        "709.9a",
        "709.10",
    ]


# -- slips of the publisher ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("709.2a The left", "709.2a. The left"),
        ("709.1. A card", "709.1 A card"),
        ("709.1. A card", "709.1.A card"),
    ],
)
def test_a_slip_after_the_number_is_read(tmp_path: Path, right: str, slip: str) -> None:
    good = read_text(write(tmp_path / "good.txt", text()))
    bad = read_text(write(tmp_path / "bad.txt", text().replace(right, slip)))
    assert bad.rules == good.rules
    assert bad.report == ()


# -- bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (b" \n\r\n ", "empty"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"PK\x03\x04word/document.xml", "Word"),
        (b"{\\rtf1\\ansi 100.1. A rule}", "rich-text"),
        (b"\x89PNG\r\n", "picture"),
        (b"\n<!DOCTYPE html>\n<p>100.1. A rule</p>", "web page"),
        (b"Dear diary,\nnothing happened.\n", "no text of the rules"),
        (b"price,name\n100.50 EUR,a lamp\n", "no text of the rules"),
        (b"a\x00b\x00c text with\nbytes \x00 in it, more than a few letters long", "bytes"),
    ],
)
def test_a_file_that_is_no_rules_text_is_refused_with_a_line(
    tmp_path: Path, content: bytes, why: str
) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(content)
    with pytest.raises(BadRulesText, match=why) as caught:
        read(path)
    assert caught.value.path == str(path)
    assert caught.value.line is not None


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRulesText, match=r"none\.txt: cannot be read"):
        read(tmp_path / "none.txt")
    with pytest.raises(BadRulesText, match="cannot be read"):
        read(tmp_path)


def test_a_byte_of_no_encoding_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    raw = text().encode("cp1252").replace(b"The left half", b"The \x81 half")
    path.write_bytes(raw)
    with pytest.raises(BadRulesText, match="0x81") as caught:
        read(path)
    assert caught.value.line == text().split("709.2a The left")[0].count("\n") + 1


def test_damaged_bytes_of_utf_8_are_read_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(text().encode().replace(b"The left half", b"The \xff half"))
    frame = read(path)
    assert list(frame["number"]) == NUMBERS
    assert report(frame) == [("encoding", text().split("709.2a The left")[0].count("\n") + 1)]
    assert frame.set_index("number").loc["709.2a", "text"].startswith("The \ufffd half")
    assert "doesn’t" in frame.set_index("number").loc["101.1", "text"]


def test_a_truncated_text_says_where_it_ends(tmp_path: Path) -> None:
    whole = text()
    part = whole[: whole.index("709.2. Each half") + 12]
    frame = read(write(tmp_path / "rules.txt", part))
    assert list(frame["number"]) == NUMBERS[:6]
    assert report(frame) == [("cut off", part.count("\n") + 1)]
    assert "709.2" in frame.attrs["report"][0]["what"]


def test_a_text_that_ends_before_a_section_names_it(tmp_path: Path) -> None:
    whole = text()
    frame = read(write(tmp_path / "rules.txt", whole[: whole.index("7. Further Things\n\n709. H")]))
    kinds = dict(report(frame))
    assert set(kinds) == {"cut off", "missing section"}
    assert any("709, Halves" in r["what"] for r in frame.attrs["report"])


def test_a_truncated_compressed_file_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt.gz"
    packed = gzip.compress(text().encode(), compresslevel=0)
    path.write_bytes(packed[: packed.index(b"709.2a The left half")])
    frame = read(path)
    assert list(frame["number"]) == NUMBERS[:6]
    assert [kind for kind, _ in report(frame)] == ["cut off", "cut off"]
    path.write_bytes(packed[:12])
    with pytest.raises(BadRulesText, match="ends before any text"):
        read(path)


def test_a_damaged_compressed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt.gz"
    packed = bytearray(gzip.compress(text().encode()))
    packed[-6] ^= 0xFF
    path.write_bytes(bytes(packed))
    with pytest.raises(BadRulesText, match="damaged"):
        read(path)


def test_a_lost_rule_is_reported(tmp_path: Path) -> None:
    body = BODY.replace("709.2b The right half comes second – always.\n\n", "")
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    line = text(body=body).split("709.2c")[0].count("\n") + 1
    assert report(frame) == [("gap", line)]
    assert "709.2c comes after 709.2a" in frame.attrs["report"][0]["what"]


def broken(width: int) -> str:
    """Return the text as a PDF's copy has it: lines broken at a width, no blank lines."""
    import textwrap

    out = []
    for line in BODY.split("\n"):
        out.extend(textwrap.wrap(line.strip(), width) or [])
    return HEAD.format(date="April 1, 2019") + "\n".join(out) + "\n" + TAIL


@pytest.mark.parametrize("width", range(24, 60, 3))
def test_a_copy_with_broken_lines_keeps_every_rule(tmp_path: Path, width: int) -> None:
    good = read(write(tmp_path / "good.txt", text()))
    frame = read(write(tmp_path / "broken.txt", broken(width)))
    assert list(frame["number"]) == NUMBERS
    # Every word of every rule is still there, in its rule.
    assert [" ".join(t.split()) for t in frame["text"]] == [
        " ".join(t.split()) for t in good["text"]
    ]
    joined = [r for r in frame.attrs["report"] if r["kind"] in ("joined", "out of order")]
    assert joined
    assert all(r["line"] for r in joined)


def test_a_reference_at_the_start_of_a_line_is_no_rule(tmp_path: Path) -> None:
    body = BODY.replace(
        "709.2c Neither half comes third.",
        "709.2c Neither half comes third, see rule\n101.1. It says more about that, as do rules\n"
        "709.2a and 709.2b.",
    )
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert list(frame["number"]) == NUMBERS
    assert [kind for kind, _ in report(frame)] == ["out of order", "joined"]
    assert "101.1" in frame.attrs["report"][0]["what"]


def test_a_page_number_is_left_out_and_reported(tmp_path: Path) -> None:
    body = BODY.replace("709.2c Neither", "17\n709.2c Neither")
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert [kind for kind, _ in report(frame)] == ["left out"]
    assert "17" not in frame.set_index("number").loc["709.2b", "text"]


def test_many_remarks_of_a_kind_are_one_with_a_count(tmp_path: Path) -> None:
    body = BODY.replace("709.2c Neither", "stray line\n" * 50 + "709.2c Neither")
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    (only,) = frame.attrs["report"]
    assert (only["kind"], only["count"]) == ("joined", 50)
    assert re.search(r"last at line \d+", only["what"])


@pytest.mark.parametrize(
    ("mark", "behind"), [("- ", " "), ("• ☆ ", " 🔗 "), ("* ", ". "), ("· ", "")]
)
def test_marks_of_a_web_page_are_left_out_and_reported(
    tmp_path: Path, mark: str, behind: str
) -> None:
    body = re.sub(r"(?m)^(709\.2[abc]) ", rf"{mark}\1{behind}", BODY)
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert list(frame["number"]) == NUMBERS
    assert frame.set_index("number").loc["709.2a", "text"] == "The left half comes first."
    assert [kind for kind, _ in report(frame)] == ["marks"] * 3


def test_numbers_without_a_space_are_read(tmp_path: Path) -> None:
    body = re.sub(r"(?m)^(\d+\.\d[abc]) ", r"\1", BODY)
    assert read_text(write(tmp_path / "a.txt", text(body=body))).rules == (
        read_text(write(tmp_path / "b.txt", text())).rules
    )


def test_rules_alone_are_read_if_their_numbers_follow_one_another(tmp_path: Path) -> None:
    rules = "709.2. A rule.\n709.2a A letter.\n709.2b Another.\n"
    frame = read(write(tmp_path / "rules.txt", rules))
    assert list(frame["number"]) == ["709.2", "709.2a", "709.2b"]
    assert [kind for kind, _ in report(frame)] == ["no heading", "cut off", "no date"]
    with pytest.raises(BadRulesText):
        read(write(tmp_path / "prices.txt", "709.2 Euro\n701.9 Euro\n800.1 Euro\n"))


def test_numbers_on_lines_of_their_own_are_read(tmp_path: Path) -> None:
    body = re.sub(r"(?m)^(709\.2[abc]) ", r"\1\n", BODY)
    frame = read(write(tmp_path / "rules.txt", text(body=body))).set_index("number")
    assert list(frame.index) == NUMBERS
    assert frame.loc["709.2a", "text"] == "The left half comes first."


def test_two_texts_in_one_file_are_not_counted_twice(tmp_path: Path) -> None:
    frame = read(write(tmp_path / "rules.txt", text() + text()))
    assert list(frame["number"]) == NUMBERS
    assert {kind for kind, _ in report(frame)} == {"left out"}


def test_a_text_without_a_date_is_read_and_says_so(tmp_path: Path) -> None:
    undated = text().replace("effective as of April 1, 2019", "effective")
    frame = read(write(tmp_path / "rules.txt", undated))
    assert frame["edition"].isna().all()
    assert report(frame) == [("no date", 1)]
    named = read(write(tmp_path / "MagicCompRules 20190401.txt", undated))
    assert set(named["edition"]) == {"2019-04-01"}
    assert "2019-04-01" in named.attrs["report"][0]["what"]


# -- copies in other shapes: read right, or refused -----------------------------------------


def same(frame: pd.DataFrame) -> bool:
    """Whether a copy has every number, text and example of the whole text."""
    good = parse("good", text().split("\n")).to_frame()
    columns = ["number", "text", "examples"]
    return frame[columns].values.tolist() == good[columns].values.tolist()


MARKDOWN = {
    "bold numbers": (r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"**\1** "),
    "bold with the period outside": (r"(?m)^(\d{3}\.\d+[a-z]*)(\.?) ", r"**\1**\2 "),
    "a list of bold numbers": (r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"- **\1** "),
    "headings": (r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"#### \1 "),
    "escaped periods": (r"(?m)^(\d{3})\.(\d+[a-z]*)\.? ", r"**\1\\.\2** "),
    "links": (r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"[\1](#\1) "),
    "code": (r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"`\1` "),
    "a quotation": (r"(?m)^", "> "),
}


@pytest.mark.parametrize("shape", MARKDOWN)
@pytest.mark.parametrize("marked", [False, True])
def test_a_markdown_text_keeps_every_rule(tmp_path: Path, shape: str, marked: bool) -> None:
    copy = re.sub(*MARKDOWN[shape], text())
    if marked:  # headings, the glossary and the label of an example too
        copy = re.sub(r"(?m)^((?:> )?)(\d{3}\. .*|\d\. .*|Glossary|Credits)$", r"\1## \2", copy)
        copy = re.sub(r"(?m)^((?:> )?)Example:", r"\1*Example:*", copy)
    frame = read(write(tmp_path / "rules.md", copy))
    assert same(frame)
    assert frame.attrs["sections"] == {"100": "General", "101": "Golden Things", "709": "Halves"}
    assert set(frame["edition"]) == {"2019-04-01"}
    assert [kind for kind, _ in report(frame)] == ["marks"] * len(NUMBERS)


def test_stars_and_underscores_of_a_rule_stay(tmp_path: Path) -> None:
    odd = "709.2c Neither is */* or 1+*, nor is __ a name."
    body = BODY.replace("709.2c Neither half comes third.", odd)
    plain = read(write(tmp_path / "plain.txt", text(body=body)))
    marked = re.sub(r"(?m)^(\d{3}\.\d+[a-z]*\.?) ", r"**\1** ", text(body=body))
    for frame in (plain, read(write(tmp_path / "marked.md", marked))):
        assert frame["text"].iloc[-1] == odd.partition(" ")[2]


@pytest.mark.parametrize("indent", ["    ", "\t", " \t  "])
def test_an_indented_text_keeps_its_headings_out_of_the_rules(tmp_path: Path, indent: str) -> None:
    copy = "\n".join(indent + line if line else line for line in text().split("\n"))
    frame = read(write(tmp_path / "rules.txt", copy))
    assert same(frame)
    assert report(frame) == []
    assert len(frame.attrs["sections"]) == 3


def test_a_text_without_contents_has_its_headings(tmp_path: Path) -> None:
    head, _, rest = text().partition("Contents\n")
    frame = read(
        write(tmp_path / "rules.txt", head + rest[rest.index("1. Game Concepts\n\n100") :])
    )
    assert same(frame)
    assert report(frame) == []
    assert frame.attrs["sections"] == {"100": "General", "101": "Golden Things", "709": "Halves"}
    # a section without rules, such as one that only opens a chapter
    bare = BODY.replace("7. Further Things\n", "7. Further Things\n\n700. Nothing\n")
    frame = read(write(tmp_path / "bare.txt", head + bare))
    assert same(frame)
    assert frame.attrs["sections"]["700"] == "Nothing"


def test_a_heading_in_the_middle_of_a_rule_is_no_heading(tmp_path: Path) -> None:
    """A line of a broken copy that begins like a heading is kept, and told."""
    body = BODY.replace(
        "709.2a The left half", "709.2a As said in rule\n101. It is so. The left half"
    )
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    said = frame.set_index("number").loc["709.2a", "text"]
    assert said == "As said in rule 101. It is so. The left half comes first."
    assert [kind for kind, _ in report(frame)] == ["joined"]
    body = BODY.replace("709.2a The left half", "709.2a In step\n4. Nothing more\nthe left half")
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert "4. Nothing more" in frame.set_index("number").loc["709.2a", "text"]


@pytest.mark.parametrize(
    "mark",
    ["\f", "\v", "\u2028", "\u2029", "\x85"],
    ids=["page", "tab", "line", "paragraph", "next"],
)
def test_separators_that_are_no_line_ends_part_rules(tmp_path: Path, mark: str) -> None:
    """Instead of line ends, at the head of a page, and within a rule."""
    assert same(read(write(tmp_path / "a.txt", text().replace("\n", mark))))
    pages = read(write(tmp_path / "b.txt", text().replace("\n7. Further", f"\n{mark}7. Further")))
    assert same(pages)
    assert report(pages) == []
    inside = read(write(tmp_path / "c.txt", text().replace("The left half", f"The{mark}left half")))
    assert same(inside)
    assert [kind for kind, _ in report(inside)] == ["joined"]
    lines = (tmp_path / "c.txt").read_bytes().decode().split("\n")
    for row in inside.itertuples():
        assert lines[row.line - 1].startswith(row.number)


def test_no_break_spaces_part_a_number_from_its_words(tmp_path: Path) -> None:
    copy = re.sub(r"(?m)^(\d[\d.]*[a-z]?) ", "\\1\xa0", text()).replace("as of", "as\xa0of")
    frame = read(write(tmp_path / "rules.txt", copy.replace("\n\n", "\n\xa0\n")))
    assert same(frame)
    assert report(frame) == []
    assert frame.attrs["edition"] == "2019-04-01"
    kept = read(write(tmp_path / "kept.txt", text().replace("left half", "left\xa0half")))
    assert kept.set_index("number").loc["709.2a", "text"] == "The left\xa0half comes first."


def test_a_bare_carriage_return_ends_a_line(tmp_path: Path) -> None:
    frame = read(write(tmp_path / "rules.txt", text().replace("\n\n709.2a", "\r\r709.2a")))
    assert same(frame)
    assert report(frame) == []
    broken = read(write(tmp_path / "broken.txt", text().replace("left half", "left\rhalf")))
    assert same(broken)
    assert [kind for kind, _ in report(broken)] == ["joined"]


def test_a_number_that_stands_twice_is_that_of_two_rules(tmp_path: Path) -> None:
    body = BODY.replace("709.2b The right", "709.2a The right")
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert list(frame["number"]) == [*NUMBERS[:6], "709.2a", "709.2a", "709.2c"]
    assert list(frame["text"])[6:8] == [
        "The left half comes first.",
        "The right half comes second – always.",
    ]
    assert dict(report(frame)).keys() == {"twice", "gap"}
    both = read_text(tmp_path / "rules.txt").by_number()["709.2a"]
    assert both == "The left half comes first.\nThe right half comes second – always."


def test_rules_in_the_wrong_order_are_rules_all_the_same(tmp_path: Path) -> None:
    a, b = "709.2a The left half comes first.", "709.2b The right half comes second – always."
    body = BODY.replace(a, "@").replace(b, a).replace("@", b)
    frame = read(write(tmp_path / "rules.txt", text(body=body)))
    assert list(frame["number"])[6:8] == ["709.2b", "709.2a"]
    assert "out of order" in dict(report(frame))


def again(raw: bytes) -> bytes:
    """Encode as UTF-8 what was UTF-8, as Windows-1252 has it."""
    odd = "\x81\x8d\x8f\x90\x9d".encode("latin-1")
    return "".join(chr(b) if b in odd else bytes([b]).decode("cp1252") for b in raw).encode()


@pytest.mark.parametrize("times", [1, 2])
def test_utf_8_that_was_encoded_again_is_read_as_it_was_meant(tmp_path: Path, times: int) -> None:
    raw = text().encode()
    for _ in range(times):
        raw = again(raw)
    (tmp_path / "rules.txt").write_bytes(raw)
    frame = read(tmp_path / "rules.txt")
    assert same(frame)
    assert [kind for kind, _ in report(frame)] == ["encoding"]
    latin = text().encode().decode("latin-1").encode()
    (tmp_path / "latin.txt").write_bytes(latin)
    assert same(read(tmp_path / "latin.txt"))


def test_a_text_of_two_minds_on_its_encoding_is_refused(tmp_path: Path) -> None:
    head, middle, tail = text().partition("709.2a")
    (tmp_path / "rules.txt").write_bytes(head.encode() + again((middle + tail).encode()))
    with pytest.raises(BadRulesText, match="encoded as UTF-8 twice") as caught:
        read(tmp_path / "rules.txt")
    assert caught.value.line is not None
    assert caught.value.line > head.count("\n")


def test_characters_without_width_are_left_out_and_counted(tmp_path: Path) -> None:
    copy = re.sub(r"(?m)^(\d{3}\.)", "\u200b\\1", text()).replace("left half", "left\u2060 half")
    frame = read(write(tmp_path / "rules.txt", copy))
    assert same(frame)
    assert [kind for kind, _ in report(frame)] == ["encoding"]


def test_a_file_far_larger_than_the_rules_is_refused(tmp_path: Path) -> None:
    """A few thousand bytes that unpack to many millions, and a device that never ends."""
    bomb = tmp_path / "bomb.txt.gz"
    bomb.write_bytes(gzip.compress(b"100.1. A rule.\n" * 4_000_000, compresslevel=1))
    with pytest.raises(BadRulesText, match="more than 8 million bytes"):
        read(bomb)
    with pytest.raises(BadRulesText, match="more than 8 million bytes"):
        read("/dev/zero")
    many = tmp_path / "many.txt"
    many.write_text("".join(f"100.{n % 999}. A rule.\n" for n in range(30_000)), encoding="utf-8")
    with pytest.raises(BadRulesText, match="more than 20000 numbered lines"):
        read(many)


def test_a_part_of_the_rules_without_contents_is_read(tmp_path: Path) -> None:
    part = BODY[BODY.index("709. Halves") :]
    frame = read(write(tmp_path / "rules.txt", part))
    assert list(frame["number"]) == NUMBERS[4:]
    assert frame.attrs["sections"] == {"709": "Halves"}
    assert {kind for kind, _ in report(frame)} == {"cut off", "no date"}


# -- the editions -------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize("date", EDITIONS)
def test_an_edition_is_read_without_loss(shared: Path, date: str) -> None:
    path = shared / "rules" / "cr" / f"{date}.txt.gz"
    frame = read(path)
    # counted another way: whatever line begins with three digits, a period and a digit
    packed = gzip.decompress(path.read_bytes())
    encoding = "cp1252" if b"\x92" in packed and b"\xe2\x80\x99" not in packed else "utf-8-sig"
    raw = packed.decode(encoding).replace("\r\n", "\n")
    wanted = [m[1] for m in re.finditer(r"(?m)^(\d{3}\.\d+[a-z]*)", raw)]
    assert list(frame["number"]) == wanted
    assert set(frame["edition"]) == {date}
    # slips of the publisher
    slips = {"2021-11-19": ["joined"], "2023-04-14": ["gap"], "2024-09-20": ["twice", "twice"]}
    twice = ["702.175", "702.175a"] if date == "2024-09-20" else []
    assert [n for n, count in Counter(wanted).items() if count > 1] == twice
    assert [kind for kind, _ in report(frame)] == slips.get(date, [])
    examples = sum(map(len, frame["examples"]))
    assert examples == len(re.findall(r"(?m)^Example: ", raw))
    # no word of the rules is lost: they end where the glossary begins
    body = raw[raw.index("\n100.1. ") : raw.rindex("\nGlossary\n")]
    lines = [
        line for line in body.split("\n") if line.strip() and not re.match(r"\d\. |\d{3}\. ", line)
    ]
    words = sum(len(re.sub(r"^(\d{3}\.\d+[a-z]*\.?|Example:)", "", x).split()) for x in lines)
    found = frame["text"].str.split().str.len().sum()
    found += sum(len(e.split()) for row in frame["examples"] for e in row)
    assert found == words


@pytest.mark.shared
def test_the_newest_edition_has_all_its_sections(shared: Path) -> None:
    frame = read(shared / "rules" / "cr" / f"{NEWEST}.txt.gz")
    assert len(frame) == 3166
    assert len(frame.attrs["sections"]) == 147
    assert frame.attrs["sections"]["600"] == "General"  # a section without rules
    assert frame.attrs["sections"]["709"] == "Split Cards"


@pytest.mark.shared
def test_a_broken_copy_of_an_edition_keeps_every_rule(shared: Path, tmp_path: Path) -> None:
    import textwrap

    path = shared / "rules" / "cr" / "2018-04-27.txt.gz"
    whole = list(read(path)["number"])
    raw = gzip.decompress(path.read_bytes()).decode()
    for width in (60, 100):
        out: list[str] = []
        for line in raw.split("\n"):
            out.extend(textwrap.wrap(line.strip(), width) or [""])
        # no blank lines, as a PDF's copy
        copy = "\n".join(line for line in out if line)
        frame = read(write(tmp_path / "copy.txt", copy))
        assert list(frame["number"]) == whole
        assert frame.attrs["report"]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        ("000", "712.1 1a 1b 3a 3b 3c 4 4a 4b 4c 4d 4e"),
        ("001", "712.21 21a 21b 21c 21d 21e"),
        ("002", "709.3a 3b 3c 4a 4b 4c 4d 5a 5b 5c 5d 5e 5f 5g 5h 5i 5j"),
    ],
)
def test_copies_from_web_pages_are_read(shared: Path, seed: str, numbers: str) -> None:
    (path,) = (shared / "seeds").glob(f"{seed}_*.txt")
    first, *rest = numbers.split()
    frame = read(path)
    assert list(frame["number"]) == [first, *(f"{first[:3]}.{n}" for n in rest)]
    assert "no date" in dict(report(frame))
