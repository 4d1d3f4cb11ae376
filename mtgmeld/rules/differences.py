"""What became of every rule from one edition to another."""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.rules.editions import Edition
from mtgmeld.rules.loaded import find, text_from
from mtgmeld.rules.matching import Alphabet, Pair, Side, fold, match, whole
from mtgmeld.rules.tables import frame, html_table
from mtgmeld.rules.text import Rule, RulesText

if TYPE_CHECKING:
    import pandas as pd


KINDS = tuple(
    "same,renumbered,reworded,renumbered and reworded,split,merged,added,removed".split(",")
)
COLUMNS = tuple("old new kind similarity only_references changes old_text new_text".split())

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_STYLE = ' style="text-align: left; vertical-align: top"'
_SHOWN = 200  # rows that a notebook shows


# A rule number, a word, a symbol or a mark, with the space before it.
_TOKEN = re.compile(r"\s*(?:\d{3}\.\d{1,3}[a-z]{0,2}|\{[^}]*\}|[^\W_]+(?:['’][^\W_]+)*|\S)")
_SHORT = 2  # words in common between two changes that are not worth showing apart
_AROUND = 6  # words of the context


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A run of words: alike in both (`old` and `new` set, `changed` False), or changed."""

    old: str
    new: str
    changed: bool


def _folded(tokens: list[str]) -> list[str]:
    return [t.strip() if t.isascii() else fold(t) for t in tokens]


def pieces(old: str, new: str) -> list[Piece]:
    """Return two wordings as runs of words that are alike or changed, in order.

    Differences of type alone, such as curly quotation marks, count as alike.
    """
    from rapidfuzz.distance import Indel

    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    ends = len(left), len(right)
    found: list[Piece] = []
    i = j = 0
    for a, b, size in Indel.opcodes(_folded(left), _folded(right)).as_matching_blocks():
        at_an_end = a == b == 0 or (a + size, b + size) == ends
        if size <= _SHORT and not at_an_end:
            continue  # a word or two in common part no changes
        if i < a or j < b:
            found.append(Piece("".join(left[i:a]), "".join(right[j:b]), True))
        i, j = a + size, b + size
        if size:
            found.append(Piece("".join(left[a:i]), "".join(right[b:j]), False))
    return found


def _context(text: str, first: bool, last: bool) -> str:
    """Return a run of words in common, cut in its middle where it is long."""
    words = text.split(" ")
    keep = (0 if first else _AROUND) + (0 if last else _AROUND)
    if len(words) <= keep + 2:
        return text
    head = [] if first else words[:_AROUND]
    tail = [] if last else words[-_AROUND:]
    return " ".join([*head, "...", *tail])


def as_text(parts: list[Piece], whole: bool = False) -> str:
    """Return pieces as one text with ``[-gone-]`` and ``{+come+}``.

    Parameters
    ----------
    parts : list of Piece
    whole : bool
        Whether all words in common are shown, or only those around a change.
    """
    out = []
    for at, part in enumerate(parts):
        if not part.changed:
            text = part.new
            out.append(text if whole else _context(text, at == 0, at == len(parts) - 1))
            continue
        space = " " if (part.new or part.old)[:1].isspace() and out else ""
        gone, come = part.old.strip(), part.new.strip()
        marks = [f"[-{gone}-]"] if gone else []
        if come:
            marks.append(f"{{+{come}+}}")
        out.append(space + " ".join(marks))
    return "".join(out).replace("\n", " ").strip()


def as_html(parts: list[Piece]) -> str:
    """Return pieces as HTML with ``del`` and ``ins``; every word is escaped."""
    out = []
    for part in parts:
        if not part.changed:
            out.append(html.escape(part.new))
            continue
        if part.old.strip():
            space = " " if part.old[:1].isspace() else ""
            out.append(f"{space}<del>{html.escape(part.old.strip())}</del>")
        if part.new.strip():
            space = " " if part.new[:1].isspace() else ""
            out.append(f"{space}<ins>{html.escape(part.new.strip())}</ins>")
    return "".join(out).replace("\n", "<br>").strip()


class Difference(msgspec.Struct, frozen=True, gc=False):
    """A rule and what became of it.

    Attributes
    ----------
    old, new : Rule or None
    kind : str
        One of :data:`KINDS`.
    similarity : float or None
        Twice the words in common over the words of both; None for an added or removed rule.
    only_references : bool
        Whether nothing differs but the numbers of other rules.
    """

    old: Rule | None
    new: Rule | None
    kind: str
    similarity: float | None
    only_references: bool

    def changes(self) -> str:
        """Return what changed, word by word, with some words around it; empty if nothing did."""
        if self.old is None or self.new is None or whole(self.old) == whole(self.new):
            return ""
        return as_text(pieces(_wording(self.old), _wording(self.new)))

    def changes_html(self) -> str:
        """Return the rule with its changes marked, as HTML."""
        if self.old is None or self.new is None:
            mark, rule = ("ins", self.new) if self.old is None else ("del", self.old)
            return f"<{mark}>{html.escape(_wording(rule))}</{mark}>" if rule else ""
        return as_html(pieces(_wording(self.old), _wording(self.new)))


def _wording(rule: Rule) -> str:
    return "\n".join((rule.text, *(f"Example: {e}" for e in rule.examples)))


class RulesDiff(msgspec.Struct, frozen=True):
    """All differences between two editions.

    It prints as text, shows as HTML in a notebook, and becomes a DataFrame by
    :meth:`to_frame`.

    Attributes
    ----------
    old, new : str
        The dates of the editions; empty where a text has none.
    rows : tuple of Difference
        In the order of the newer edition, removed rules where they stood.
    sections : tuple of str
        The sections that are shown; empty for all.
    notes : tuple of str
        What the reader of either text had to join, leave out or miss.

    Examples
    --------
    >>> found = mm.rules.diff("old.txt", "new.txt")
    >>> found.old, found.new, len(found.rows)
    ('2019-04-01', '2020-05-01', 11)
    """

    old: str
    new: str
    rows: tuple[Difference, ...]
    sections: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def count(self) -> dict[str, int]:
        """Return how many rows there are of each kind.

        Examples
        --------
        >>> mm.rules.diff("old.txt", "new.txt").count()
        {'same': 7, 'renumbered': 0, 'reworded': 1, 'renumbered and reworded': 0, 'split': 0,
         'merged': 0, 'added': 2, 'removed': 1}
        """
        counted = Counter(row.kind for row in self.rows)
        return {kind: counted[kind] for kind in KINDS}

    def changed(self) -> RulesDiff:
        """Return the differences without the rules that are the same.

        Examples
        --------
        >>> [row.kind for row in mm.rules.diff("old.txt", "new.txt").changed().rows]
        ['reworded', 'added', 'added', 'removed']
        """
        kept = tuple(row for row in self.rows if row.kind != "same")
        return msgspec.structs.replace(self, rows=kept)

    def became(self, number: str) -> tuple[str, ...]:
        """Return the numbers that a rule of the older edition has in the newer one.

        Raises
        ------
        UnknownName
            If no row has the number.

        Examples
        --------
        >>> mm.rules.diff("old.txt", "new.txt").became("709.2a")
        ('709.2a',)
        """
        found = [row for row in self.rows if row.old is not None and row.old.number == number]
        if not found:
            near = [r.old.number for r in self.rows if r.old and r.old.number[:3] == number[:3]]
            raise UnknownName(f"rule of {self.old}", number, near[:3])
        return tuple(row.new.number for row in found if row.new is not None)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a difference.

        Returns
        -------
        pandas.DataFrame
            ``old`` and ``new`` (numbers), ``kind``, ``changes``, ``old_text`` and ``new_text``
            strings, NA where there is none; ``similarity`` Float64, NA for added and removed
            rules; ``only_references`` boolean: nothing differs but the numbers of other
            rules.  ``attrs`` has ``old_edition``, ``new_edition`` and ``notes``.

        Examples
        --------
        >>> mm.rules.diff("old.txt", "new.txt").changed().to_frame()[["old", "new", "kind"]]
              old     new      kind
        0   101.1   101.1  reworded
        1    <NA>  709.2c     added
        2    <NA>  709.2d     added
        3  709.2c    <NA>   removed
        """
        made = frame(
            " ".join(COLUMNS),
            map(_columns, self.rows),
            similarity="Float64",
            only_references="boolean",
        )
        made.attrs |= {"old_edition": self.old, "new_edition": self.new, "notes": [*self.notes]}
        return made

    def _title(self) -> str:
        where = f", section {', '.join(self.sections)}" if self.sections else ""
        return f"rules of {self.old or 'no date'} and {self.new or 'no date'}{where}"

    def _sums(self) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in self.count().items() if count)

    def _lines(self) -> Iterator[str]:
        yield self._title()
        for row in self.rows:
            old = row.old.number if row.old else ""
            new = row.new.number if row.new else ""
            place = f"{old} -> {new}" if old and new else old or new
            like = (
                "" if row.similarity is None or row.kind == "same" else f" ({row.similarity:.2f})"
            )
            yield f"{place}: {row.kind}{like}"
            said = row.changes()
            if not said and (row.old is None or row.new is None):
                rule = row.old or row.new
                said = rule.text.replace("\n", " ") if rule else ""
            if said:
                yield f"    {said}"
        yield self._sums() or "no rule"
        yield from self.notes

    def to_text(self) -> str:
        """Return a line for each difference, and what changed in it below.

        Examples
        --------
        >>> print(mm.rules.diff("old.txt", "new.txt").changed().to_text())
        rules of 2019-04-01 and 2020-05-01
        101.1 -> 101.1: reworded (0.93)
            A card that argues with the text [-wins-] {+loses+}. This doesn’t hold for 100.1b.
                Example: ... cards disagree. The one that forbids [-wins-] {+loses+}.
        709.2c: added
            A third half is new.
        709.2d: added
            So is a fourth.
        709.2c: removed
            Neither half comes third.
        1 reworded, 2 added, 1 removed
        """
        return "\n".join(self._lines())

    def __str__(self) -> str:
        return self.changed().to_text()

    def __repr__(self) -> str:
        return f"<RulesDiff: {self._title()}: {self._sums()}>"

    def to_html(self, most: int | None = None) -> str:
        """Return a table with the changes marked; every word of the texts is escaped.

        Examples
        --------
        >>> "<ins>" in mm.rules.diff("old.txt", "new.txt").to_html()
        True
        """
        rows = self.rows if most is None else self.rows[:most]
        left = len(self.rows) - len(rows)
        more = f"<p>{left} more; choose sections, or use to_frame().</p>" if left else ""
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        lead = f"<b>{html.escape(self._title())}</b>: {html.escape(self._sums())}"
        head = ("old", "new", "kind", "similarity", "changes")
        return html_table("diff", lead, head, map(_cells, rows), more + notes, _STYLE)

    def _repr_html_(self) -> str:
        return self.changed().to_html(most=_SHOWN)


def _columns(row: Difference) -> Iterator[Any]:
    yield row.old and row.old.number
    yield row.new and row.new.number
    yield from (row.kind, row.similarity, row.only_references, row.changes() or None)
    yield row.old and _wording(row.old)
    yield row.new and _wording(row.new)


def _cells(row: Difference) -> Iterator[str]:
    yield html.escape(row.old.number if row.old else "")
    yield html.escape(row.new.number if row.new else "")
    yield html.escape(row.kind)
    yield "" if row.similarity is None else f"{row.similarity:.2f}"
    yield row.changes_html() if row.kind != "same" else ""


def _rows(old: Side, new: Side) -> Iterator[Difference]:
    pairs = match(old, new)
    olds = Counter(p.old for p in pairs)
    news = Counter(p.new for p in pairs)
    alphabet = Alphabet()
    for pair in pairs:
        o, n = pair.old, pair.new
        if o is None or n is None:
            kind = "added" if o is None else "removed"
            yield Difference(
                None if o is None else old.rules[o],
                None if n is None else new.rules[n],
                kind,
                None,
                False,
            )
            continue
        alike = old.wholes[o] == new.wholes[n]
        like = 1.0 if alike else alphabet.likeness(old.wholes[o], new.wholes[n])
        references = not alike and old.keys[o] == new.keys[n]
        kind = _kind(pair, old.numbers[o] != new.numbers[n], alike, olds[o] > 1, news[n] > 1)
        yield Difference(old.rules[o], new.rules[n], kind, round(like, 3), references)


def _kind(pair: Pair, renumbered: bool, alike: bool, split: bool, merged: bool) -> str:
    # A rule in several pairs: what is shared tells whether it was split or merged.
    if split and (pair.part or not merged):
        return "split"
    if merged:
        return "merged"
    if alike:
        return "renumbered" if renumbered else "same"
    return "renumbered and reworded" if renumbered else "reworded"


def _text(source: object, folder: str | os.PathLike[str] | None) -> RulesText:
    if isinstance(source, Edition):
        return text_from(find(source, folder))
    if isinstance(source, str) and _DATE.fullmatch(source) and not Path(source).exists():
        return text_from(find(source, folder))
    # what is neither, text_from refuses itself
    return text_from(source)  # type: ignore[arg-type]


def _wanted(sections: str | Iterable[str] | None, *texts: RulesText) -> tuple[str, ...]:
    if sections is None:
        return ()
    listed = sections.split(",") if isinstance(sections, str) else sections
    wanted = tuple(dict.fromkeys(str(s).strip() for s in listed if str(s).strip()))
    known = {r.section for t in texts for r in t.rules} | {n for t in texts for n in t.sections}
    for section in wanted:
        if section not in known:
            near = sorted(n for n in known if n[:2] == section[:2])
            raise UnknownName("section", section, near)
    return wanted


def diff(
    old: RulesText | pd.DataFrame | Edition | str | os.PathLike[str],
    new: RulesText | pd.DataFrame | Edition | str | os.PathLike[str],
    *,
    sections: str | Iterable[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> RulesDiff:
    """Compare two editions: what became of every rule.

    Parameters
    ----------
    old, new : frame of :func:`mtgmeld.rules.read`, path, or date
        A date is looked up among the files of `folder`.
    sections : str or list of str, optional
        Only rules that stand in one of these sections in either edition: ``"709,712"``.
    folder : path, optional
        Where the rules files of dates are; without it the folder that ``MTGMELD_RULES`` names.

    Returns
    -------
    RulesDiff
        Every rule of both editions is ``same``, ``renumbered``, ``reworded``, ``renumbered and
        reworded``, ``split``, ``merged``, ``added`` or ``removed``.

    Raises
    ------
    ImpossibleQuestion
        If the second edition is older than the first.
    BadRulesText
        If a file is no rules text.
    UnknownEdition
        If no file of a date is known.
    UnknownName
        For a section that neither text has.

    Examples
    --------
    >>> found = mm.rules.diff("old.txt", "new.txt", sections="101")
    >>> found.changed().to_frame()[["old", "kind"]]
         old      kind
    0  101.1  reworded
    """
    first, second = _text(old, folder), _text(new, folder)
    if first.edition and second.edition and first.edition > second.edition:
        raise ImpossibleQuestion(
            f"The first text is of {first.edition}, the second of {second.edition}: give the"
            " older edition first."
        )
    wanted = _wanted(sections, first, second)
    rows = tuple(
        row
        for row in _rows(Side(first.rules), Side(second.rules))
        if not wanted
        or (row.old is not None and row.old.section in wanted)
        or (row.new is not None and row.new.section in wanted)
    )
    notes = tuple(
        f"{text.path}"
        + (f", line {remark.line}" if remark.line else "")
        + f": {remark.kind}: {remark.what}"
        for text in (first, second)
        for remark in text.report
    )
    return RulesDiff(first.edition, second.edition, rows, wanted, notes)
