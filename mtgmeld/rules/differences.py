"""What became of every rule from one edition to another."""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.rules.editions import Edition
from mtgmeld.rules.loaded import as_text, find
from mtgmeld.rules.matching import Pair, match
from mtgmeld.rules.text import Rule, RulesText
from mtgmeld.rules.wording import as_html, pieces
from mtgmeld.rules.wording import as_text as changes_as_text
from mtgmeld.rules.words import Alphabet, Side, whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "KINDS", "Difference", "RulesDiff", "diff"]

KINDS = (
    "same",
    "renumbered",
    "reworded",
    "renumbered and reworded",
    "split",
    "merged",
    "added",
    "removed",
)
COLUMNS = (
    "old",
    "new",
    "kind",
    "similarity",
    "only_references",
    "changes",
    "old_text",
    "new_text",
)

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SHOWN = 200  # rows that a notebook shows


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
        return changes_as_text(pieces(_wording(self.old), _wording(self.new)))

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
    """

    old: str
    new: str
    rows: tuple[Difference, ...]
    sections: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def count(self) -> dict[str, int]:
        """Return how many rows there are of each kind."""
        counted = Counter(row.kind for row in self.rows)
        return {kind: counted[kind] for kind in KINDS}

    def changed(self) -> RulesDiff:
        """Return the differences without the rules that are the same."""
        kept = tuple(row for row in self.rows if row.kind != "same")
        return msgspec.structs.replace(self, rows=kept)

    def became(self, number: str) -> tuple[str, ...]:
        """Return the numbers that a rule of the older edition has in the newer one.

        Raises
        ------
        UnknownName
            If no row has the number.
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
        """
        import pandas as pd

        rows = self.rows

        def strings(values: Iterable[str | None]) -> object:
            return pd.array([v or None for v in values], dtype="string")

        frame = pd.DataFrame(
            {
                "old": strings(r.old.number if r.old else None for r in rows),
                "new": strings(r.new.number if r.new else None for r in rows),
                "kind": strings(r.kind for r in rows),
                "similarity": pd.array([r.similarity for r in rows], dtype="Float64"),
                "only_references": pd.array([r.only_references for r in rows], dtype="boolean"),
                "changes": strings(r.changes() for r in rows),
                "old_text": strings(_wording(r.old) if r.old else None for r in rows),
                "new_text": strings(_wording(r.new) if r.new else None for r in rows),
            }
        )
        frame.attrs["old_edition"] = self.old
        frame.attrs["new_edition"] = self.new
        frame.attrs["notes"] = list(self.notes)
        return frame

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
        """Return a line for each difference, and what changed in it below."""
        return "\n".join(self._lines())

    def __str__(self) -> str:
        return self.changed().to_text()

    def __repr__(self) -> str:
        return f"<RulesDiff: {self._title()}: {self._sums()}>"

    def to_html(self, most: int | None = None) -> str:
        """Return a table with the changes marked; every word of the texts is escaped."""
        rows = self.rows if most is None else self.rows[:most]
        body = "".join(_html_row(row) for row in rows)
        head = "".join(f"<th>{c}</th>" for c in ("old", "new", "kind", "similarity", "changes"))
        left = len(self.rows) - len(rows)
        more = f"<p>{left} more; choose sections, or use to_frame().</p>" if left else ""
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return (
            f'<div class="mtgmeld-diff"><p><b>{html.escape(self._title())}</b>:'
            f" {html.escape(self._sums())}</p><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{more}{notes}</div>"
        )

    def _repr_html_(self) -> str:
        return self.changed().to_html(most=_SHOWN)


def _html_row(row: Difference) -> str:
    like = "" if row.similarity is None else f"{row.similarity:.2f}"
    cells = (
        html.escape(row.old.number if row.old else ""),
        html.escape(row.new.number if row.new else ""),
        html.escape(row.kind),
        like,
        row.changes_html() if row.kind != "same" else "",
    )
    inner = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr style="text-align: left; vertical-align: top">{inner}</tr>'


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
        return as_text(find(source, folder))
    if isinstance(source, str) and _DATE.fullmatch(source) and not Path(source).exists():
        return as_text(find(source, folder))
    # what is neither, as_text refuses itself
    return as_text(source)  # type: ignore[arg-type]


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
    >>> mtgmeld.rules.diff("2018-04-27", "2026-04-17", sections="712")  # doctest: +SKIP
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
