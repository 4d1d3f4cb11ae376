"""A reader for the official text of the rules that a user has.

It reads every layout from 2016 on: the contents before the rules and the glossary and
credits after them are recognized and left out; every numbered rule becomes a row.
What was joined, left out or missing stands in a report with its line; nothing is guessed
silently.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import BadRulesText
from mtgmeld.rules.decoding import Remark, decode, read_bytes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "Rule", "RulesText", "date_of", "key_of", "read", "read_text", "refers_to"]

COLUMNS = ("number", "section", "parent", "text", "examples", "refers_to", "edition", "line")

# The number of a rule at the start of a line: a period after it is usual for 712.4, a slip
# for 712.4a, and sometimes forgotten.  A line of a broken copy that goes on after a
# reference ("601.2a and", "702.5, ...") is not taken for a rule.
_RULE = re.compile(r"\s*(\d{3})\.(\d{1,3})([a-z]?)(?:\.\s*|\s+|\.?$)(?![a-z,;)])(.*)", re.DOTALL)
_SECTION = re.compile(r"\s*(\d{3})\.\s+(\S.*)")
_CHAPTER = re.compile(r"\s*(\d)\.\s+(\S.*)")
_EXAMPLE = re.compile(r"\s*Examples?:\s*")
_EFFECTIVE = re.compile(r"effective\s+as\s+of\s+([A-Z][a-z]+)\s+(\d{1,2}),?\s+(\d{4})")
_ISO = re.compile(r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")
_REFERENCE = re.compile(
    r"(?<![\d.])(\d{3})\.(\d{1,3})([a-z]?)(?:[-\u2013]([a-z])(?![a-z]))?(?!\d)"
    r"|\b[Rr]ules?\s+(\d{3})(?![\d.]*\d)"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# The rules skip l and o, which look like digits.
_RULE_LETTERS = "abcdefghijkmnpqrstuvwxyz"


class Rule(msgspec.Struct, frozen=True, gc=False):
    """A numbered rule of one edition.

    Attributes
    ----------
    number : str
        ``712.4`` or ``712.4a``.
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
        return self.number[:-1] if self.number[-1].isalpha() else self.number[:3]


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
    """

    path: str
    edition: str
    encoding: str
    rules: tuple[Rule, ...]
    sections: dict[str, str]
    report: tuple[Remark, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return one row a numbered rule; see :func:`read`."""
        import pandas as pd

        rules = self.rules
        edition = self.edition or None
        frame = pd.DataFrame(
            {
                "number": pd.array([r.number for r in rules], dtype="string"),
                "section": pd.array([r.section for r in rules], dtype="string"),
                "parent": pd.array([r.parent for r in rules], dtype="string"),
                "text": pd.array([r.text for r in rules], dtype="string"),
                "examples": pd.Series([r.examples for r in rules], dtype="object"),
                "refers_to": pd.Series([refers_to(r.text) for r in rules], dtype="object"),
                "edition": pd.array([edition] * len(rules), dtype="string"),
                "line": pd.array([r.line for r in rules], dtype="Int64"),
            }
        )
        frame.attrs["path"] = self.path
        frame.attrs["edition"] = self.edition
        frame.attrs["encoding"] = self.encoding
        frame.attrs["sections"] = dict(self.sections)
        frame.attrs["report"] = [msgspec.to_builtins(r) for r in self.report]
        return frame


def key_of(number: str) -> tuple[int, int, str]:
    """Return what sorts rule numbers as the text has them; a section comes before its rules."""
    section, _, rest = number.partition(".")
    if not rest:
        return int(section), -1, ""
    letter = rest[-1] if rest[-1].isalpha() else ""
    return int(section), int(rest.rstrip(_LETTERS)), letter


def refers_to(text: str) -> tuple[str, ...]:
    """Return the rules that a text refers to, each once; a span of letters is written out."""
    if not _DIGITS(text):
        return ()
    found: dict[str, None] = {}
    for section, number, first, last, whole in _REFERENCE.findall(text):
        if whole:
            found[whole] = None
        elif last and first and first < last:
            for letter in _RULE_LETTERS:
                if first <= letter <= last:
                    found[f"{section}.{number}{letter}"] = None
        else:
            found[f"{section}.{number}{first}"] = None
    return tuple(found)


_DIGITS = re.compile(r"\d{3}").search


def date_of(lines: Iterable[str]) -> str:
    """Return the date that the head of a text names, or an empty string."""
    for line in lines:
        if "ffective" not in line:
            continue
        hit = _EFFECTIVE.search(line)
        if hit and hit[1][:3] in _MONTHS:
            month = _MONTHS.index(hit[1][:3]) + 1
            try:
                return datetime.date(int(hit[3]), month, int(hit[2])).isoformat()
            except ValueError:
                return ""
    return ""


class _Line(msgspec.Struct, gc=False):
    """A line that has the shape of a numbered rule."""

    at: int
    number: str
    rest: str
    key: tuple[int, int, str]
    apart: bool  # whether it begins a paragraph as far as the lines around it tell


def _numbered(lines: list[str]) -> list[_Line]:
    found = []
    before = ""
    for at, line in enumerate(lines):
        if "0" <= line[:1] <= "9" or line[:1].isspace():
            hit = _RULE.match(line)
            if hit:
                section, number, letter, rest = hit.groups()
                apart = not before or before[-1] in '.”")'
                key = (int(section), int(number), letter)
                found.append(_Line(at, f"{section}.{number}{letter}", rest.rstrip(), key, apart))
        before = line.rstrip()
    return found


def _in_order(found: list[_Line]) -> tuple[list[_Line], list[_Line]]:
    """Part the lines that follow one another as rules do from those that only look like rules.

    A reference to a rule may begin a line of a broken copy.  Of all choices of lines whose
    numbers rise, the one with the most that begin a paragraph is kept.
    """
    if all(a.key < b.key for a, b in pairwise(found)):
        return found, []
    # best[i]: the worth of the best rising choice that ends at i, by a tree of prefix maxima
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
        mine = (best[0] + (3 if line.apart else 2), i)
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


def _end_of_rules(lines: list[str], first: int) -> int | None:
    """Return where the glossary or the credits begin, or None."""
    for at in range(first, len(lines)):
        if lines[at].strip() in ("Glossary", "Credits"):
            return at
    return None


def _headings(lines: list[str]) -> dict[str, str]:
    found = {}
    for line in lines:
        hit = _SECTION.match(line)
        if hit:
            found[hit[1]] = hit[2].rstrip()
    return found


def _follows(before: str, number: str) -> bool:
    """Whether a number is the next one after another within the rules."""
    a, b = key_of(before), key_of(number)
    if b[2]:
        wanted = _RULE_LETTERS[_RULE_LETTERS.find(a[2]) + 1 :][:1] if a[2] else "a"
        return a[:2] == b[:2] and b[2] == wanted
    return b[:2] == (a[0], a[1] + 1) or (b[0] > a[0] and b[1] == 1)


class _Notes:
    """Collects remarks and joins those of one kind when there are many."""

    def __init__(self) -> None:
        self.all: dict[str, list[tuple[int, str]]] = {}

    def add(self, kind: str, line: int, what: str) -> None:
        self.all.setdefault(kind, []).append((line, what))

    def remarks(self) -> Iterator[Remark]:
        for kind, items in self.all.items():
            if len(items) <= 20:
                yield from (Remark(line, kind, what) for line, what in items)
                continue
            more = f"the same for {len(items) - 1} more, the last at line {items[-1][0]}"
            what = f"{items[0][1]}; {more}"
            yield Remark(items[0][0], kind, what, len(items))


def _rules(
    lines: list[str],
    kept: list[_Line],
    strays: set[int],
    end: int,
    titles: dict[str, str],
    notes: _Notes,
) -> Iterator[Rule]:
    stops = [k.at for k in kept[1:]] + [end]
    for start, stop in zip(kept, stops, strict=True):
        parts = [start.rest]
        examples: list[str] = []
        for at in range(start.at + 1, stop):
            raw = lines[at]
            line = raw.strip()
            if not line:
                continue
            if line[0] == "E" and (hit := _EXAMPLE.match(line)):
                examples.append(line[hit.end() :])
                continue
            if line[0].isdigit() and at not in strays:
                section = _SECTION.match(line)
                if section and titles.get(section[1]) == section[2].rstrip():
                    continue
                chapter = _CHAPTER.match(line)
                if chapter and len(line) < 60:
                    continue
                if line.isdigit():
                    notes.add("left out", at + 1, f"nothing but {line}, a page's number")
                    continue
            target = examples or parts
            if raw[0] in " \t" and not examples:
                parts.append(line)  # a further paragraph, as the publisher indents it
                continue
            kind = "out of order" if at in strays else "joined"
            if kind == "joined":
                notes.add(kind, at + 1, f"a line without a number was joined to {start.number}")
            else:
                shown = line.split()[0]
                notes.add(kind, at + 1, f"{shown} is not next here: joined to {start.number}")
            target[-1] = f"{target[-1]} {line}"
        yield Rule(start.number, "\n".join(parts), tuple(examples), start.at + 1)


def _check(path: object, lines: list[str], kept: list[_Line], titles: dict[str, str]) -> None:
    """Refuse a text that has numbers but is no text of the rules."""
    if kept and (any(k.number[:3] in titles for k in kept) or date_of(lines[:200])):
        return
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    why = (
        "this is no text of the rules: no numbered rule such as 100.1 under a heading such as"
        " 100. was found"
    )
    raise BadRulesText(
        path, why, line=first + 1, hint="Give the TXT file of the Comprehensive Rules."
    )


def _missing(
    kept: list[_Line], rules: tuple[Rule, ...], titles: dict[str, str], notes: _Notes
) -> None:
    for before, rule, line in zip(rules, rules[1:], kept[1:], strict=False):
        if not _follows(before.number, rule.number):
            notes.add(
                "gap",
                line.at + 1,
                f"after {before.number} comes {rule.number}, none between",
            )
    have = {r.section for r in rules}
    for number, title in titles.items():
        if number not in have:
            notes.add("missing section", 0, f"no rule of {number}, {title!r}, was found")


def parse(path: object, lines: list[str]) -> RulesText:
    """Return the rules in the lines of a text; :func:`read_text` reads a file.

    Raises
    ------
    BadRulesText
        If the lines are no text of the rules.
    """
    notes = _Notes()
    titles = _headings(lines)
    found = _numbered(lines)
    _check(path, lines, found, titles)
    end = _end_of_rules(lines, found[0].at)
    after = [] if end is None else [f for f in found if f.at > end]
    if end is not None:
        found = found[: len(found) - len(after)]
    kept, strays = _in_order(found)
    for stray in after:
        notes.add("left out", stray.at + 1, f"{stray.number} stands after the end of the rules")
    stop = len(lines) if end is None else end
    rules = tuple(_rules(lines, kept, {s.at for s in strays}, stop, titles, notes))
    _missing(kept, rules, titles, notes)
    if end is None:
        last = rules[-1]
        notes.add(
            "cut off",
            last.line,
            f"no glossary follows: the text may end early; {last.number} is last",
        )
    edition = date_of(lines[:200])
    if not edition:
        hit = _ISO.search(Path(str(path)).name)
        edition = "-".join(hit.groups()) if hit else ""
        source = f"the file's name says {edition}" if hit else "the edition is unknown"
        notes.add("no date", 1, f"the text does not say since when it is in force; {source}")
    remarks = tuple(Remark(r.line or None, r.kind, r.what, r.count) for r in notes.remarks())
    return RulesText(str(path), edition, "", rules, titles, remarks)


def read_text(path: str | os.PathLike[str]) -> RulesText:
    """Read a rules file; the light core of :func:`read`.

    Raises
    ------
    BadRulesText
        If the file cannot be read or is no text of the rules.
    """
    file = Path(path)
    raw, cut = read_bytes(file)
    decoded = decode(file, raw)
    text = parse(file, decoded.lines)
    return msgspec.structs.replace(
        text, encoding=decoded.encoding, report=(*cut, *decoded.remarks, *text.report)
    )


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
    >>> rules = mtgmeld.rules.read("MagicCompRules.txt")  # doctest: +SKIP
    >>> rules[rules.section == "709"]  # doctest: +SKIP
    """
    return read_text(path).to_frame()


def of_frame(frame: pd.DataFrame) -> RulesText:
    """Return the core of a frame that :func:`read` made, or of a part of its rows.

    Raises
    ------
    BadRulesText
        If a column is missing.
    """
    lacking = [c for c in ("number", "text", "examples", "line") if c not in frame.columns]
    path = str(frame.attrs.get("path", "frame"))
    if lacking:
        raise BadRulesText(path, f"the frame has no column {lacking[0]!r}")
    rows: Iterable[Any] = zip(
        frame["number"], frame["text"], frame["examples"], frame["line"], strict=True
    )
    rules = tuple(Rule(str(n), str(t), tuple(e), int(at)) for n, t, e, at in rows)
    edition = str(frame.attrs.get("edition", ""))
    return RulesText(path, edition, "", rules, dict(frame.attrs.get("sections", {})))
