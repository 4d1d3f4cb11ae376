"""Where the rules stand in a text: numbered lines, headings, the end, the date.

Every layout from 2016 on has contents with the titles of the sections, the rules under
the same titles, a glossary and credits.  A copy from a PDF or a web page may break its lines
anywhere, so that a reference to a rule begins a line; such lines are told apart by the order
of the numbers.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

__all__ = [
    "LETTERS",
    "MARKS",
    "Headings",
    "Numbered",
    "date_of",
    "end_of_rules",
    "follows",
    "headings",
    "in_order",
    "is_chapter",
    "key_of",
    "scan",
]

# The number of a rule at the start of a line: a period after it is usual for 712.4, a slip
# for 712.4a, and sometimes forgotten.  Web pages put a list mark before it and a link's mark
# behind it, or lose the space.  A line of a broken copy that goes on after a reference
# ("601.2a and", "702.5, ...") is not taken for a rule.
MARKS = "-\u2022*\u2606\u00b7"
_RULE = re.compile(
    r"[" + MARKS + r"\s]*(([0-9]{3})\.([0-9]{1,3})([a-z]?))"
    r"(?:\.[ \t\xa0]*|[ \t\xa0]+|\.?\s*$|(?=[A-Z\u201c(]))(?:[\U0001f517\u00b6][ \t]*)?(?![a-z,;)])"
)
_SECTION = re.compile(r"(\d{3})\.\s+(\S.*)")
_CHAPTER = re.compile(r"\d\.\s+\S")
_EFFECTIVE = re.compile(r"effective\s+as\s+of\s+([A-Z][a-z]+)\s+(\d{1,2}),?\s+(\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The rules skip l and o, which look like digits.
LETTERS = "abcdefghijkmnpqrstuvwxyz"
# The key of a number: 2 for each letter, so that a slip with l or o has a place as well.
_RULE_STEP = 100
_SECTION_STEP = 1000 * _RULE_STEP
_PLACE = {"": 0, **{c: 2 * i for i, c in enumerate(LETTERS, 1)}}
_PLACE |= {"l": _PLACE["k"] + 1, "o": _PLACE["n"] + 1}


class Numbered(msgspec.Struct, gc=False):
    """A line that has the shape of a numbered rule.

    Attributes
    ----------
    at : int
        Its place among the lines, counted from 0.
    number : str
    rest : str
        What follows the number.
    key : int
        Sorts as the rules are ordered; see :func:`key_of`.
    """

    at: int
    number: str
    rest: str
    key: int


class Headings(msgspec.Struct, frozen=True):
    """The sections.

    Attributes
    ----------
    titles : dict of str to str
    inside : dict of int to str
        Which lines within the rules are headings, with their section.
    lacking : tuple of str
        The sections of the contents that have no heading and no rule.
    """

    titles: dict[str, str]
    inside: dict[int, str]
    lacking: tuple[str, ...]


def key_of(number: str) -> int:
    """Return what sorts rule numbers as the text has them; a section comes before its rules."""
    section, _, rest = number.partition(".")
    if not rest:
        return int(section) * _SECTION_STEP
    letter = rest[-1] if rest[-1].isalpha() else ""
    bare = rest[:-1] if letter else rest
    return int(section) * _SECTION_STEP + int(bare) * _RULE_STEP + _PLACE[letter]


def follows(before: int, after: int) -> bool:
    """Whether the key of a number is the next one after another's within the rules."""
    if after % _RULE_STEP:
        return after == before + 2  # the next letter
    if after // _SECTION_STEP == before // _SECTION_STEP:
        return after == (before // _RULE_STEP + 1) * _RULE_STEP
    return after > before and after % _SECTION_STEP == _RULE_STEP


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


def scan(lines: Sequence[str]) -> tuple[list[Numbered], list[tuple[int, str, str]]]:
    """Return every line that has the shape of a numbered rule, and of a section's heading.

    A heading is given with its place, its number and its title.
    """
    found = []
    heads = []
    match = _RULE.match
    for at, line in enumerate(lines):
        if not line:
            continue
        first = line[0]
        if "0" <= first <= "9":
            if line[3:4] != ".":
                continue
            if line[4:5].isspace():
                hit = _SECTION.match(line)
                if hit:
                    heads.append((at, hit[1], hit[2].rstrip()))
                continue
        elif not first.isspace() and first not in MARKS:
            continue
        hit = match(line)
        if hit is not None:
            whole, section, number, letter = hit.groups()
            key = int(section) * _SECTION_STEP + int(number) * _RULE_STEP + _PLACE[letter]
            found.append(Numbered(at, whole, line[hit.end() :].rstrip(), key))
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


def end_of_rules(lines: list[str], first: int) -> int | None:
    """Return where the glossary or the credits begin after a first rule, or None."""
    try:
        return lines.index("Glossary", first)
    except ValueError:
        pass
    for at in range(first, len(lines)):
        if lines[at].strip() in ("Glossary", "Credits"):
            return at
    return None


def headings(
    heads: Sequence[tuple[int, str, str]], rules: Sequence[Numbered], end: int
) -> Headings:
    """Return the sections, from the contents and from the headings within the rules.

    A heading within the rules has the title that the contents have; where they have none
    for it, it is short, ends without a period, and a rule of its section comes next.
    """
    hits = [hit for hit in heads if hit[0] < end]
    first = rules[0]
    # The last heading of the first rule's section before it begins the rules.
    starts = [at for at, number, _ in hits if at < first.at and number == first.number[:3]]
    start = max(starts, default=0)
    contents = {number: title for at, number, title in hits if at < start}
    titles = dict(contents)
    places = [r.at for r in rules]
    inside: dict[int, str] = {}
    for at, number, title in hits:
        if at < start:
            continue
        if number in contents:
            if contents[number] == title:
                inside[at] = number
            continue
        after = bisect_right(places, at)
        follower = rules[after].number if after < len(rules) else ""
        if len(title) <= 60 and title[-1] not in ".,;:" and follower.startswith(number):
            inside[at] = number
            titles[number] = title
    have = {r.number[:3] for r in rules} | set(inside.values())
    return Headings(titles, inside, tuple(n for n in contents if n not in have))


def is_chapter(line: str) -> bool:
    """Whether a line is the heading of a chapter, such as ``7. Additional Rules``."""
    return len(line) <= 60 and line[-1] not in ".,;:" and _CHAPTER.match(line) is not None
