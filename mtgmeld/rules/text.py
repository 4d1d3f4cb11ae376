"""A reader for the official text of the rules that a user has: bytes, lines, numbered rules.

The publisher has sent the rules as Windows-1252, UTF-16, and UTF-8 with and without a mark,
with every kind of line end.  Every layout from 2016 on has contents with the titles of the
sections, the rules under the same titles, a glossary and credits; a copy from a PDF, a web page
or a Markdown file may lack the contents, indent or mark its lines, and break them anywhere, so
that a reference to a rule begins a line.  Such lines are told apart by the order of the numbers.
What was joined, left out or missing stands in a report with its line; nothing is guessed
silently.
"""

from __future__ import annotations

import datetime
import gzip
import io
import os
import re
import zlib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import BadRulesText
from mtgmeld.rules import tables

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("number", "section", "parent", "text", "examples", "refers_to", "edition", "line")

MOST_BYTES = 8_000_000  # the rules of 2026 have one million
MOST_RULES = 20_000  # and three thousand numbers
_MANY = 20  # remarks of one kind; more are put together
_IN_A_ROW = 2  # numbers that follow one another where nothing else tells a rules text
_DIGITS = frozenset("0123456789")
_HEAD = 200  # lines in which the date is looked for
_TITLE = 60  # characters of the longest heading

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
_AGAIN = "Fetch it again."

# What a list, a heading, a quotation or bold type of a web page or of Markdown puts before a
# number and behind it; a link's address.
_BEFORE = "-\u2022*\u2606\u00b7#>_`[\\"
_AROUND = _BEFORE + " \t\xa0:"
_THIN = "\u200b\u2060\ufeff"
_OPEN = r"[" + re.escape(_BEFORE) + r"\s]*"
_CLOSE = r"(?:[*_`\]]|\(#[^)\s]*\))*"
# The number of a rule at the start of a line: a period after it is usual for 712.4, a slip
# for 712.4a, and sometimes forgotten.  Web pages put a link's mark behind it, or lose the space.
# A line of a broken copy that goes on after a reference ("601.2a and", "702.5, ...") is not
# taken for a rule.
_RULE = re.compile(
    rf"{_OPEN}(([0-9]{{3}})\\?\.([0-9]{{1,3}})([a-z]{{0,2}})){_CLOSE}"
    rf"(?:\\?\.{_CLOSE}[ \t\xa0]*|[ \t\xa0]+|\s*$|(?=[A-Z\u201c(]))"
    r"(?:[\U0001f517\u00b6][ \t]*)?(?![a-z,;)])"
)
_HEADING = re.compile(rf"{_OPEN}(\d{{3}}|\d)\\?\.{_CLOSE}\s+(\S.*)")
_TAIL = re.compile(r"[\s*_`#\]]*(?:\(#[^)\s]*\))?\s*$")
_EXAMPLE = re.compile(r"([>*_\s]*)Examples?:" + _CLOSE + r"\s*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKDOWN = re.compile(r"[\s>*\u2022\-]*(?:\*\*|__|#+ |`|\d{3}\\\.)")
_BOLD = re.compile(r"(\*\*)(?=\S)(.+?)(?<=\S)\1")
_QUOTED = re.compile(r"\s*>+ ?")
# A page's end, and separators of lines that are no line ends to most programs.
_BREAKS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"

_ISO = re.compile(r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")
_EFFECTIVE = re.compile(r"effective\s+as\s+of\s+([A-Z][a-z]+)\s+(\d{1,2}),?\s+(\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_REFERENCE = re.compile(
    r"[0-9][0-9][0-9](?:\.([0-9]{1,3})([a-z]{1,2}(?![a-z])|[a-z]?)"
    r"(?:[-\u2013]([a-z]{1,2})(?![a-z]))?)?(?![0-9])"
)

# The rules skip l and o, which look like digits; after z comes aa.
_ALPHABET = "abcdefghijkmnpqrstuvwxyz"
LETTERS = (*_ALPHABET, *(a + b for a in _ALPHABET for b in _ALPHABET))
# The key of a number: 2 for each letter, so that a slip with l or o has a place as well.
_RULE_STEP = 2000
_SECTION_STEP = 1000 * _RULE_STEP
_PLACE = {"": 0, **{c: 2 * i for i, c in enumerate(LETTERS, 1)}}
_PLACE |= {"l": _PLACE["k"] + 1, "o": _PLACE["n"] + 1}


class Remark(msgspec.Struct, frozen=True, gc=False):
    """Something that was read in part, joined, or left out.

    Attributes
    ----------
    line : int or None
        The first line that it concerns, counted from 1.
    kind : str
        ``encoding``, ``cut off``, ``joined``, ``twice``, ``out of order``, ``gap``, ``left out``,
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


class Rule(msgspec.Struct, frozen=True, gc=False):
    """A numbered rule of one edition.

    Attributes
    ----------
    number : str
        ``712.4`` or ``712.4a``; a number that the text has twice stands in two rules.
    text : str
        Its paragraphs, a line each.
    examples : tuple of str
        Its examples, without the label.
    line : int
        The line of the file where it begins, counted from 1.
    """

    number: str
    text: str
    examples: tuple[str, ...]
    line: int

    @property
    def section(self) -> str:
        """The three digits."""
        return self.number[:3]

    @property
    def parent(self) -> str:
        """The rule that a letter belongs to, or the section that a rule belongs to."""
        return self.number.rstrip(_ALPHABET + "lo") if self.number[-1].isalpha() else self.section

    @property
    def refers_to(self) -> tuple[str, ...]:
        """The rules that its text refers to."""
        return refers_to(self.text)


class RulesText(msgspec.Struct, frozen=True):
    """One edition as it was read.

    Attributes
    ----------
    path : str
    edition : str
        The date from which it is in force; empty where the text has none.
    encoding : str
    rules : tuple of Rule
        In the order of the text.
    sections : dict of str to str
        Each section's title.
    report : tuple of Remark
        What was joined, left out or missing; empty for a whole text.

    Examples
    --------
    >>> text = mm.rules.read_text("new.txt")
    >>> text.edition, len(text.rules), text.sections["709"]
    ('2020-05-01', 10, 'Halves')
    """

    path: str
    edition: str
    encoding: str
    rules: tuple[Rule, ...]
    sections: dict[str, str]
    report: tuple[Remark, ...] = ()

    def by_number(self) -> dict[str, str]:
        """Return the text of each rule by its number; of one that stands twice, both.

        Examples
        --------
        >>> mm.rules.read_text("new.txt").by_number()["709.2d"]
        'So is a fourth.'
        """
        found: dict[str, str] = {}
        for rule in self.rules:
            before = found.get(rule.number)
            found[rule.number] = rule.text if before is None else f"{before}\n{rule.text}"
        return found

    def to_frame(self) -> pd.DataFrame:
        """Return one row a numbered rule; see :func:`read`.

        Examples
        --------
        >>> mm.rules.read_text("new.txt").to_frame()[["number", "section", "parent"]].head(3)
           number section parent
        0   100.1     100    100
        1  100.1a     100  100.1
        2  100.1b     100  100.1
        """
        import pandas as pd

        names = [name for name in COLUMNS if name != "edition"]
        frame = tables.frame(
            " ".join(names),
            map(attrgetter(*names), self.rules),
            examples="object",
            refers_to="object",
            line="Int64",
        )
        edition = pd.Series([self.edition or None] * len(self.rules), dtype="string")
        frame.insert(COLUMNS.index("edition"), "edition", edition)
        frame.attrs |= {
            "path": self.path,
            "edition": self.edition,
            "encoding": self.encoding,
            "sections": dict(self.sections),
            "report": [msgspec.to_builtins(r) for r in self.report],
        }
        return frame


# -- numbers and references ---------------------------------------------------------------


def key_of(number: str) -> int:
    """Return what sorts rule numbers as the text has them; a section comes before its rules."""
    section, _, rest = number.partition(".")
    bare = rest.rstrip(_ALPHABET + "lo")
    return int(section) * _SECTION_STEP + int(bare or 0) * _RULE_STEP + _letters(rest[len(bare) :])


def _letters(letters: str) -> int:
    return _PLACE.get(letters, _RULE_STEP - 1)


def follows(before: int, after: int) -> bool:
    """Whether the key of a number is the next one after another's within the rules."""
    if after % _RULE_STEP:
        return after == before + 2  # the next letter
    if after // _SECTION_STEP == before // _SECTION_STEP:
        return after == (before // _RULE_STEP + 1) * _RULE_STEP
    return after > before and after % _SECTION_STEP == _RULE_STEP


def has_digit(text: str) -> bool:
    """Whether a text has a digit: only then can it refer to a rule."""
    return not _DIGITS.isdisjoint(text)  # far quicker than a search for a pattern


def refers_to(text: str) -> tuple[str, ...]:
    """Return the rules that a text refers to, each once; a span of letters is written out."""
    if not has_digit(text):
        return ()
    found: dict[str, None] = {}
    for hit in _REFERENCE.finditer(text):
        start = hit.start()
        number, first, last = hit.groups()
        before = text[start - 1 : start]
        if before.isdigit() or before == ".":
            continue
        section = text[start : start + 3]
        if number is None:
            # A bare number of three digits is a section only after the word.
            if text[max(start - 6, 0) : start].rstrip().lower().endswith(("rule", "rules")):
                found[section] = None
        elif last and first and _PLACE.get(first, 0) < _PLACE.get(last, 0):
            for letter in LETTERS:
                if _PLACE[first] <= _PLACE[letter] <= _PLACE[last]:
                    found[f"{section}.{number}{letter}"] = None
        else:
            found[f"{section}.{number}{first}"] = None
    return tuple(found)


# -- bytes to lines -----------------------------------------------------------------------


def read_bytes(path: Path) -> tuple[bytes, tuple[Remark, ...]]:
    """Return a file's bytes, unpacked where it is a gzip file.

    A compressed file that ends early gives what could be unpacked and a remark.

    Raises
    ------
    BadRulesText
        If the file cannot be read, is damaged inside, or is far larger than the rules.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        raise BadRulesText(path, f"cannot be read: {why}") from error
    report: tuple[Remark, ...] = ()
    if raw.startswith(b"\x1f\x8b") and len(raw) <= MOST_BYTES:
        try:
            raw = gzip.GzipFile(fileobj=io.BytesIO(raw)).read(MOST_BYTES + 1)
        except EOFError:
            raw = zlib.decompressobj(wbits=31).decompress(raw, MOST_BYTES + 1)
            if not raw:
                why = "the compressed file ends before any text."
                raise BadRulesText(path, why, hint=_AGAIN) from None
            cut = "the compressed file ends early, in this line"
            report = (Remark(raw.count(b"\n") + 1, "cut off", cut),)
        except (OSError, zlib.error) as error:
            why = f"the compressed file is damaged: {error}."
            raise BadRulesText(path, why, hint=_AGAIN) from error
    if len(raw) > MOST_BYTES:
        why = f"it has more than {MOST_BYTES // 1_000_000} million bytes; no edition has so many."
        raise BadRulesText(path, why, hint=_TXT)
    return raw, report


def head(path: Path) -> list[str]:
    """Return the first lines of a file, or none if it cannot be read as text."""
    try:
        with path.open("rb") as file:
            raw = file.read(20_000)
        if raw.startswith(b"\x1f\x8b"):
            raw = zlib.decompressobj(wbits=31).decompress(raw, 20_000)
        return decode(path, raw[:20_000])[0]
    except (OSError, zlib.error, BadRulesText):
        return []


def _split(text: str) -> list[str]:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _line_of(raw: bytes, at: int) -> int:
    return len(_split(raw[:at].decode("latin-1")))


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
    named = "utf-8-sig" if marked else "utf-8"
    try:
        return raw.decode("utf-8-sig"), named, ()
    except UnicodeDecodeError as error:
        wrong = error
    text = raw.decode("utf-8-sig", "replace")
    bad = text.count("\ufffd")
    if marked or sum(c > "\x7f" for c in text) > 2 * bad:  # UTF-8 with some damaged bytes
        what = "bytes that are no UTF-8 were read as \ufffd"
        return text, named, (Remark(_line_of(raw, wrong.start), "encoding", what, bad),)
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


# The first two bytes of every quotation mark and dash, read as Windows-1252 or Latin-1.
_TWICE = re.compile("\u00e2[\u20ac\x80]")


def _once(path: object, text: str) -> tuple[str, bool]:
    """Undo UTF-8 that was taken for Windows-1252 and encoded again, as often as it was done."""
    again = False
    while "\u00e2" in text and (hit := _TWICE.search(text)) is not None:
        again = True
        raw = bytearray()
        try:
            for char in text:  # five bytes have no character in Windows-1252 and stay as they are
                raw += bytes((ord(char),)) if char in "\x81\x8d\x8f\x90\x9d" else _single(char)
            text = raw.decode("utf-8")
        except UnicodeError as error:
            raise BadRulesText(
                path,
                "it was encoded as UTF-8 twice, in part or with losses: the characters cannot be"
                " told.",
                line=len(_split(text[: hit.start()])),
                hint=_TXT,
            ) from error
    return text, again


def _single(char: str) -> bytes:
    try:
        return char.encode("cp1252")
    except UnicodeEncodeError:
        return char.encode("latin-1")


def decode(path: object, raw: bytes) -> tuple[list[str], str, tuple[Remark, ...]]:
    """Return the lines of a rules file, its encoding, and what was odd about it.

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
    first = text[:2000].lstrip("\ufeff \t\r\n").lower()
    if first.startswith(("<!doctype", "<html", "<?xml")):
        raise BadRulesText(path, "this is a web page, not its text.", line=1, hint=_TXT)
    text, again = _once(path, text)
    if again:
        what = "the text was encoded as UTF-8 twice, and was read as it was meant"
        remarks = (*remarks, Remark(1, "encoding", what))
    text = text.removeprefix("\ufeff")  # which says how it is encoded
    thin = sum(map(text.count, _THIN))
    if thin:
        what = "characters without width were left out"
        remarks = (*remarks, Remark(1, "encoding", what, thin))
        text = text.translate(dict.fromkeys(map(ord, _THIN)))
    return _split(text), encoding, remarks


# -- lines to rules -----------------------------------------------------------------------


class Numbered(msgspec.Struct, gc=False):
    """A line that has the shape of a numbered rule, its place counted from 0."""

    at: int
    number: str
    rest: str
    key: int

    @property
    def section(self) -> str:
        """The three digits."""
        return self.number[:3]


Heading = tuple[int, str, str]  # its place, its number (one digit or three), its title


class _Notes:
    """Collects remarks and puts those of one kind together when there are many."""

    def __init__(self, where: Sequence[int]) -> None:
        self.where = where
        self.all: dict[str, list[tuple[int | None, str]]] = {}

    def add(self, kind: str, at: int | None, what: str) -> None:
        line = None if at is None else self.where[at]
        self.all.setdefault(kind, []).append((line, what))

    def remarks(self) -> Iterator[Remark]:
        for kind, items in self.all.items():
            if len(items) <= _MANY:
                yield from (Remark(line, kind, what) for line, what in items)
                continue
            line, what = items[0]
            last = items[-1][0]
            more = f"and {len(items) - 1} more of the kind"
            more += "" if last is None else f", the last at line {last}"
            yield Remark(line, kind, f"{what}; {more}", len(items))


def date_of(lines: Iterable[str]) -> str:
    """Return the date that the head of a text names, or an empty string."""
    hit = _EFFECTIVE.search(" ".join(lines))
    if hit and hit[1][:3] in _MONTHS:
        try:
            month = _MONTHS.index(hit[1][:3]) + 1
            return datetime.date(int(hit[3]), month, int(hit[2])).isoformat()
        except ValueError:
            pass
    return ""


def scan(lines: Sequence[str]) -> tuple[list[Numbered], list[Heading]]:
    """Return every line that has the shape of a numbered rule, or of a heading."""
    found = []
    heads = []
    for at, line in enumerate(lines):
        if not line:
            continue
        first = line[0]
        if "0" <= first <= "9":
            if "." not in line[1:5]:
                continue
        elif (first not in _BEFORE and not first.isspace()) or line.isspace():
            continue
        hit = _RULE.match(line)
        if hit is not None:
            whole, section, number, letters = hit.groups()
            if "\\" in whole:
                whole = f"{section}.{number}{letters}"
            key = int(section) * _SECTION_STEP + int(number) * _RULE_STEP + _letters(letters)
            found.append(Numbered(at, whole, line[hit.end() :].rstrip(), key))
        elif (hit := _HEADING.match(line)) is not None:
            title = _TAIL.sub("", hit[2])
            if title:
                heads.append((at, hit[1], " ".join(title.split())))
    return found, heads


def _begins_paragraph(lines: Sequence[str], at: int) -> bool:
    before = lines[at - 1].rstrip() if at else ""
    return not before or before[-1] in '.”")'


def in_order(lines: Sequence[str], found: list[Numbered]) -> tuple[list[Numbered], list[Numbered]]:
    """Part the lines that follow one another as rules do from those that only look like rules.

    Of all choices of lines whose numbers rise, the one with the most lines is kept; a line
    that begins a paragraph counts for more.
    """
    if all(a.key < b.key for a, b in pairwise(found)):
        return found, []
    # tree: for each number the worth of the best rising choice up to it, by prefix maxima
    order = {key: i + 1 for i, key in enumerate(sorted({f.key for f in found}))}
    tree: list[tuple[int, int]] = [(0, -1)] * (len(order) + 1)
    back: list[int] = []
    top = (0, -1)
    for i, line in enumerate(found):
        rank = order[line.key]
        best, at = (0, -1), rank - 1
        while at > 0:
            best = max(best, tree[at])
            at -= at & -at
        back.append(best[1])
        mine = (best[0] + (3 if _begins_paragraph(lines, line.at) else 2), i)
        top = max(top, mine)
        at = rank
        while at < len(tree):
            tree[at] = max(tree[at], mine)
            at += at & -at
    kept = set()
    at = top[1]
    while at >= 0:
        kept.add(at)
        at = back[at]
    return (
        [f for i, f in enumerate(found) if i in kept],
        [f for i, f in enumerate(found) if i not in kept],
    )


def _slips(
    lines: Sequence[str], kept: list[Numbered], strays: list[Numbered], notes: _Notes
) -> tuple[list[Numbered], list[Numbered]]:
    """Take back rules that the publisher numbered twice, or set in the wrong place.

    Such a line stands alone, after a whole paragraph and between rules of its section; a line
    that a broken copy begins with a reference does not.
    """
    places = [k.at for k in kept]
    numbers = {k.number for k in kept}
    whole = {n.at for n in (*kept, *strays)}
    back: list[Numbered] = []
    for stray in strays:
        after = bisect_right(places, stray.at)
        near = {k.section for k in kept[max(after - 1, 0) : after + 1]}
        above = stray.at - 2
        alone = above >= 0 and not lines[stray.at - 1].strip()
        if (
            alone
            and stray.section in near
            and (above in whole or _begins_paragraph(lines, above + 1))
        ):
            back.append(stray)
            if stray.number in numbers:
                notes.add("twice", stray.at, f"{stray.number} is the number of another rule too")
            else:
                notes.add("out of order", stray.at, f"{stray.number} is a rule all the same")
    left = [stray for stray in strays if stray not in back]
    return sorted((*kept, *back), key=lambda n: n.at), left


def _headings(
    heads: Sequence[Heading], kept: Sequence[Numbered]
) -> tuple[dict[str, str], set[int], list[str]]:
    """Return the titles of the sections, which lines within the rules are headings, and the
    sections of the contents that have no heading and no rule.

    A heading within the rules stands between rules of lesser sections and its own or greater
    ones, is short and ends without a period.
    """
    first = kept[0]
    # The last heading of the first rule's section before it begins the rules.
    starts = [at for at, number, _ in heads if at < first.at and number == first.section]
    start = max(starts, default=0)
    contents = {n: title for at, n, title in heads if at < start and len(n) > 1}
    titles = dict(contents)
    places = [k.at for k in kept]
    inside: set[int] = set()
    for at, number, title in heads:
        after = bisect_right(places, at)
        digits = len(number)
        before = kept[after - 1].number[:digits] if after else ""
        then = kept[after].number[:digits] if after < len(kept) else number
        if at < start or not before < number <= then or len(title) > _TITLE:
            continue
        if title[-1] in ".,;:" and contents.get(number) != title:
            continue
        inside.add(at)
        if digits > 1:
            titles.setdefault(number, title)
    have = {k.section for k in kept} | {n for at, n, _ in heads if at in inside}
    return titles, inside, [n for n in contents if n not in have]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _rules(
    lines: Sequence[str],
    kept: Sequence[Numbered],
    end: int,
    leave: Collection[int],
    strays: Collection[int],
    notes: _Notes,
) -> Iterator[Rule]:
    """Yield each rule with the lines up to the next one."""
    stops = [k.at for k in kept[1:]] + [end]
    for start, stop in zip(kept, stops, strict=True):
        parts = [start.rest]
        examples: list[str] = []
        for at in range(start.at + 1, stop):
            raw = lines[at]
            line = raw.strip()
            if not line or at in leave:
                continue
            if line[0] in "E>*_" and (hit := _EXAMPLE.match(line)):
                said = line[hit.end() :]
                marks = hit[1].strip(" >")
                examples.append(said.removesuffix(marks) if marks else said)
                continue
            if at in strays:
                shown = line.split()[0].rstrip(".")
                notes.add("out of order", at, f"{shown} was joined to {start.number}")
            elif line.isdigit():
                notes.add("left out", at, f"nothing but {line}, the number of a page")
                continue
            elif not examples and _indent(raw) > _indent(lines[start.at]):
                parts.append(line)  # a further paragraph, as the publisher indents it
                continue
            else:
                notes.add("joined", at, f"a line without a number, to {start.number}")
            target = examples or parts
            target[-1] = f"{target[-1]} {line}" if target[-1] else line
        yield Rule(start.number, "\n".join(parts), tuple(examples), notes.where[start.at])


def _refuse(path: object, lines: Sequence[str], where: Sequence[int]) -> BadRulesText:
    first = next((n for n, line in zip(where, lines, strict=True) if line.strip()), 1)
    why = (
        "this is no text of the rules: it has no numbered rule such as 100.1 under a heading"
        " such as 100. General."
    )
    return BadRulesText(path, why, line=first, hint="Give the TXT file of the Comprehensive Rules.")


def _plain(lines: Sequence[str], found: Sequence[Numbered]) -> Sequence[str]:
    """Return the lines of a Markdown text without quotation marks, escapes and bold type."""
    if any(_QUOTED.match(lines[line.at]) for line in found):
        lines = [_QUOTED.sub("", line, count=1) for line in lines]
    if not any(_MARKDOWN.match(lines[line.at]) for line in found):
        return lines
    return [_ESCAPED.sub(r"\1", _BOLD.sub(r"\2", line)) for line in lines]


def parse(path: object, lines: Sequence[str]) -> RulesText:
    """Return the rules in the lines of a text; :func:`read_text` reads a file.

    Raises
    ------
    BadRulesText
        If the lines are no text of the rules.
    """
    where: Sequence[int] = range(1, len(lines) + 1)
    whole = "".join(lines)
    for mark in (mark for mark in _BREAKS if mark in whole):
        parts = [line.split(mark) if mark in line else (line,) for line in lines]
        where = [n for n, part in zip(where, parts, strict=True) for _ in part]
        lines = [line for part in parts for line in part]
    notes = _Notes(where)
    found, heads = scan(lines)
    for line in found:
        if lines[line.at].lstrip()[0] in _BEFORE:
            notes.add("marks", line.at, f"the marks around {line.number} were left out")
    plain = _plain(lines, found)
    if plain is not lines:
        lines = plain
        found, heads = scan(lines)
    if not found:
        raise _refuse(path, lines, where)
    if len(found) > MOST_RULES:
        why = f"it has more than {MOST_RULES} numbered lines; no edition has so many."
        raise BadRulesText(path, why, line=where[found[MOST_RULES].at], hint=_TXT)
    end = next(
        (
            at
            for at in range(found[0].at, len(lines))
            if len(lines[at]) < _TITLE and lines[at].strip(_AROUND) in ("Glossary", "Credits")
        ),
        None,
    )
    open_end, end = end is None, len(lines) if end is None else end
    for line in found:
        if line.at > end:
            notes.add("left out", line.at, f"{line.number} stands after the end of the rules")
    kept, strays = in_order(lines, [f for f in found if f.at < end])
    if strays:
        kept, strays = _slips(lines, kept, strays, notes)
    titles, inside, lacking = _headings([h for h in heads if h[0] < end], kept)
    edition = date_of(lines[:_HEAD])
    if not edition and not any(k.section in titles for k in kept):
        # A part of the rules without a heading: its numbers at least follow one another.
        if sum(follows(a.key, b.key) for a, b in pairwise(kept)) < _IN_A_ROW:
            raise _refuse(path, lines, where)
        notes.add("no heading", kept[0].at, "no section has a heading; the numbers are in order")
    rules = tuple(_rules(lines, kept, end, inside, {s.at for s in strays}, notes))
    for before, after in pairwise(kept):
        if after.key > before.key and not follows(before.key, after.key):
            what = f"{after.number} comes after {before.number}, nothing between"
            notes.add("gap", after.at, what)
    for number in lacking:
        what = f"{number}, {titles[number]}: in the contents, not in the rules"
        notes.add("missing section", None, what)
    if open_end:
        what = f"no glossary follows: the text may end early; {kept[-1].number} is its last rule"
        notes.add("cut off", len(lines) - 1, what)
    if not edition:
        hit = _ISO.search(Path(str(path)).name)
        edition = "-".join(hit.groups()) if hit else ""
        source = f"the file's name says {edition}" if hit else "the edition is unknown"
        notes.add("no date", 0, f"the text does not say since when it is in force; {source}")
    return RulesText(str(path), edition, "", rules, titles, tuple(notes.remarks()))


def read_text(path: str | os.PathLike[str]) -> RulesText:
    """Read a rules file; the light core of :func:`read`.

    Raises
    ------
    BadRulesText
        If the file cannot be read or is no text of the rules.

    Examples
    --------
    >>> [rule.number for rule in mm.rules.read_text("old.txt").rules][:3]
    ['100.1', '100.1a', '100.1b']
    """
    raw, cut = read_bytes(Path(path))
    lines, encoding, odd = decode(path, raw)
    text = parse(path, lines)
    return msgspec.structs.replace(text, encoding=encoding, report=(*cut, *odd, *text.report))


def read(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read the official text of one edition.

    Parameters
    ----------
    path : path
        A text file as published, also compressed with gzip.

    Returns
    -------
    pandas.DataFrame
        One row a numbered rule, in the order of the text: ``number``, ``section``,
        ``parent`` and ``text`` strings, ``examples`` and ``refers_to`` tuples of strings,
        ``edition`` string (NA where the text has no date), ``line`` Int64.
        ``attrs["report"]`` lists what was joined, left out or missing, with the line;
        it is empty for a whole text.  ``attrs["sections"]`` has the titles of the sections,
        ``attrs["edition"]``, ``attrs["encoding"]`` and ``attrs["path"]`` the rest.

    Raises
    ------
    BadRulesText
        If the file cannot be read or is no text of the rules.

    Examples
    --------
    >>> rules = mm.rules.read("old.txt")
    >>> rules[rules.section == "709"][["number", "refers_to"]].head(2)
      number refers_to
    4  709.1        ()
    5  709.2  (101.1,)
    """
    return read_text(path).to_frame()
