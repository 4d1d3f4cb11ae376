"""A reader for the official text of the rules that a user has.

It reads every layout from 2016 on: the contents before the rules and the glossary and
credits after them are recognized and left out; every numbered rule becomes a row.
What was joined, left out or missing stands in a report with its line; nothing is guessed
silently.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import BadRulesText
from mtgmeld.rules.decoding import Remark, decode, read_bytes
from mtgmeld.rules.layout import (
    LETTERS,
    MARKS,
    Headings,
    Numbered,
    date_of,
    end_of_rules,
    follows,
    headings,
    in_order,
    is_chapter,
    scan,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "COLUMNS",
    "Rule",
    "RulesText",
    "has_digit",
    "of_frame",
    "parse",
    "read",
    "read_text",
    "refers_to",
]

COLUMNS = ("number", "section", "parent", "text", "examples", "refers_to", "edition", "line")

_EXAMPLE = re.compile(r"Examples?:\s*")
_ISO = re.compile(r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")
_REFERENCE = re.compile(
    r"[0-9][0-9][0-9](?:\.([0-9]{1,3})([a-z]?)(?:[-\u2013]([a-z])(?![a-z]))?)?(?![0-9])"
)
_MANY = 20  # remarks of one kind; more are put together
_DIGITS = frozenset("0123456789")
_IN_A_ROW = 2  # numbers that follow one another where nothing else tells a rules text
_HEAD = 200  # lines in which the date is looked for


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
        numbers = [r.number for r in rules]
        frame = pd.DataFrame(
            {
                "number": pd.array(numbers, dtype="string"),
                "section": pd.array([n[:3] for n in numbers], dtype="string"),
                "parent": pd.array([r.parent for r in rules], dtype="string"),
                "text": pd.array([r.text for r in rules], dtype="string"),
                "examples": pd.Series([r.examples for r in rules], dtype="object"),
                "refers_to": pd.Series([refers_to(r.text) for r in rules], dtype="object"),
                "edition": pd.array([self.edition or None] * len(rules), dtype="string"),
                "line": pd.array([r.line for r in rules], dtype="Int64"),
            }
        )
        frame.attrs["path"] = self.path
        frame.attrs["edition"] = self.edition
        frame.attrs["encoding"] = self.encoding
        frame.attrs["sections"] = dict(self.sections)
        frame.attrs["report"] = [msgspec.to_builtins(r) for r in self.report]
        return frame


def has_digit(text: str) -> bool:
    """Whether a text has a digit: only then can it refer to a rule."""
    # One look for a character is far quicker than a search for a pattern.
    return (
        "1" in text
        or "7" in text
        or "6" in text
        or "5" in text
        or "0" in text
        or "2" in text
        or "3" in text
        or "4" in text
        or "8" in text
        or "9" in text
    )


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
        elif last and first and first < last:
            for letter in LETTERS:
                if first <= letter <= last:
                    found[f"{section}.{number}{letter}"] = None
        else:
            found[f"{section}.{number}{first}"] = None
    return tuple(found)


class _Notes:
    """Collects remarks and puts those of one kind together when there are many."""

    def __init__(self) -> None:
        self.all: dict[str, list[tuple[int | None, str]]] = {}

    def add(self, kind: str, line: int | None, what: str) -> None:
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
            if line[0] == "E" and (hit := _EXAMPLE.match(line)):
                examples.append(line[hit.end() :])
                continue
            if at in strays:
                shown = line.split()[0].rstrip(".")
                notes.add("out of order", at + 1, f"{shown} was joined to {start.number}")
            elif line.isdigit():
                notes.add("left out", at + 1, f"nothing but {line}, the number of a page")
                continue
            elif line[0].isdigit() and is_chapter(line):
                continue
            elif raw[0] in " \t" and not examples:
                parts.append(line)  # a further paragraph, as the publisher indents it
                continue
            else:
                notes.add("joined", at + 1, f"a line without a number, to {start.number}")
            target = examples or parts
            target[-1] = f"{target[-1]} {line}" if target[-1] else line
        yield Rule(start.number, "\n".join(parts), tuple(examples), start.at + 1)


def _refuse(path: object, lines: Sequence[str]) -> BadRulesText:
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    why = (
        "this is no text of the rules: it has no numbered rule such as 100.1 under a heading"
        " such as 100. General."
    )
    hint = "Give the TXT file of the Comprehensive Rules."
    return BadRulesText(path, why, line=first + 1, hint=hint)


def _missing(
    kept: Sequence[Numbered], found: Headings, open_end: bool, lines: int, notes: _Notes
) -> None:
    for before, after in pairwise(kept):
        if not follows(before.key, after.key):
            what = f"{after.number} comes after {before.number}, nothing between"
            notes.add("gap", after.at + 1, what)
    for number in found.lacking:
        title = found.titles[number]
        notes.add("missing section", None, f"{number}, {title}: in the contents, not in the rules")
    if open_end:
        what = f"no glossary follows: the text may end early; {kept[-1].number} is its last rule"
        notes.add("cut off", lines, what)


def parse(path: object, lines: list[str]) -> RulesText:
    """Return the rules in the lines of a text; :func:`read_text` reads a file.

    Raises
    ------
    BadRulesText
        If the lines are no text of the rules.
    """
    notes = _Notes()
    found, shaped = scan(lines)
    if not found:
        raise _refuse(path, lines)
    glossary = end_of_rules(lines, found[0].at)
    end = len(lines) if glossary is None else glossary
    for line in found:
        if lines[line.at][0] not in _DIGITS and lines[line.at].lstrip()[0] in MARKS:
            notes.add("marks", line.at + 1, f"the marks around {line.number} were left out")
    for late in found:
        if late.at > end:
            notes.add("left out", late.at + 1, f"{late.number} stands after the end of the rules")
    kept, strays = in_order(lines, [f for f in found if f.at < end])
    heads = headings(shaped, kept, end)
    edition = date_of(lines[:_HEAD])
    if not edition and not any(k.number[:3] in heads.titles for k in kept):
        # A part of the rules without a heading: its numbers at least follow one another.
        if sum(follows(a.key, b.key) for a, b in pairwise(kept)) < _IN_A_ROW:
            raise _refuse(path, lines)
        notes.add(
            "no heading", kept[0].at + 1, "no section has a heading; the numbers are in order"
        )
    rules = tuple(_rules(lines, kept, end, heads.inside, {s.at for s in strays}, notes))
    _missing(kept, heads, glossary is None, len(lines), notes)
    if not edition:
        hit = _ISO.search(Path(str(path)).name)
        edition = "-".join(hit.groups()) if hit else ""
        source = f"the file's name says {edition}" if hit else "the edition is unknown"
        notes.add("no date", 1, f"the text does not say since when it is in force; {source}")
    return RulesText(str(path), edition, "", rules, heads.titles, tuple(notes.remarks()))


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
