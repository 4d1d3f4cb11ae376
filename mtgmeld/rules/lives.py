"""A rule through time: its first edition, each renumbering, each rewording."""

from __future__ import annotations

import html
import os
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import UnknownEdition, UnknownRule
from mtgmeld.rules.editions import EDITIONS, MISSING, edition, iso
from mtgmeld.rules.numbers import Numbers, Stretch, bundled, gist
from mtgmeld.rules.tables import frame, html_table

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("rule", "edition", "number", "change", "detail")


class Step(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to a rule.

    Attributes
    ----------
    edition : str
        The first known edition that shows it.
    number : str
        The rule's number from then on; its last one where it is gone.
    change : str
        ``oldest known``, ``new``, ``renumbered``, ``reworded``, ``renumbered and reworded``,
        ``references`` (only the numbers of other rules in it changed), ``renumbered, references``
        or ``gone``.
    detail : str
    """

    edition: str
    number: str
    change: str
    detail: str


class History(msgspec.Struct, frozen=True):
    """A rule through time.

    It prints as text, shows as HTML in a notebook, and becomes a DataFrame by
    :meth:`to_frame`.

    Attributes
    ----------
    rule : str
        Its number in the newest known edition, or its last number with the date of the last
        edition that had it (``708.6a@2017-01-20``).
    steps : tuple of Step
        Oldest first.
    others : tuple of str
        Other rules that had the same number at another time.
    about : str
        Our gist of the rule, where there is one.

    Examples
    --------
    >>> life = mm.rules.history("709.5")
    >>> life.rule, life.steps[0].change, life.steps[0].edition
    ('709.5', 'new', '2024-09-20')
    """

    rule: str
    steps: tuple[Step, ...]
    others: tuple[str, ...] = ()
    about: str = ""

    def _head(self) -> str:
        return f"{self.rule}: {self.about}" if self.about else self.rule

    def _tail(self) -> str:
        if not self.others:
            return ""
        listed = ", ".join(self.others)
        return f"Other rules that had the number {self.rule.partition('@')[0]}: {listed}"

    def to_text(self) -> str:
        """Return a line for each step.

        Examples
        --------
        >>> print(mm.rules.history("709.5", until="2024-11-08").to_text())
        709.5: The shared type line of a Room: a locked half's name, cost and text are missing on
            the battlefield.
          2024-09-20  709.5  new (not in 2024-07-30)
        Other rules that had the number 709.5: 709.5@2021-06-18
        """
        wide = max((len(s.number) for s in self.steps), default=0)
        out = [self._head()]
        out.extend(
            f"  {s.edition}  {s.number:{wide}}  {s.change}" + (f" ({s.detail})" if s.detail else "")
            for s in self.steps
        )
        if self._tail():
            out.append(self._tail())
        return "\n".join(out)

    __str__ = __repr__ = to_text

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return a table; everything in it is escaped.

        Examples
        --------
        >>> "709.5" in mm.rules.history("709.5").to_html()
        True
        """
        rows = (map(html.escape, (s.edition, s.number, s.change, s.detail)) for s in self.steps)
        after = f"<p>{html.escape(self._tail())}</p>" if self.others else ""
        return html_table(
            "history", f"<b>{html.escape(self._head())}</b>", COLUMNS[1:], rows, after
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row a step.

        Returns
        -------
        pandas.DataFrame
            ``rule``, ``edition``, ``number``, ``change``, ``detail``, all strings; ``detail`` is
            NA where there is nothing to add.

        Examples
        --------
        >>> life = mm.rules.history("709.4", until="2017-06-09")
        >>> life.to_frame()[["edition", "number", "change"]]
              edition number change
        0  2017-04-28  708.4    new
        """
        rows = [(self.rule, s.edition, s.number, s.change, s.detail or None) for s in self.steps]
        return frame(" ".join(COLUMNS), rows)


def _next(old: Stretch, new: Stretch) -> Step:
    renumbered = old.number != new.number
    references = old.wording == new.wording and old.references != new.references
    if old.wording != new.wording:
        change = "renumbered and reworded" if renumbered else "reworded"
    elif references:
        change = "renumbered, references" if renumbered else "references"
    else:
        change = "renumbered"
    details = [f"{old.number} in {old.last}"] if renumbered else []
    if references:
        details.append("only the rules that it refers to have other numbers")
    return Step(new.first, new.number, change, "; ".join(details))


def _steps(times: tuple[Stretch, ...], editions: tuple[str, ...]) -> Iterator[Step]:
    first, last = times[0], times[-1]
    at = editions.index(first.first)
    detail = f"not in {editions[at - 1]}" if at else ""
    if first.origin:
        detail += f"; split from {first.origin}"
    yield Step(first.first, first.number, "new" if at else "oldest known", detail)
    for old, new in pairwise(times):
        yield _next(old, new)
    if last.last != editions[-1]:
        detail = f"{last.last} had it last"
        if last.fate:
            detail += f"; merged into {last.fate}"
        yield Step(editions[editions.index(last.last) + 1], last.number, "gone", detail)


def _unsure(step: Step, editions: tuple[str, ...]) -> Step:
    """Say of a step that it may have come with an edition that is not known."""
    at = editions.index(step.edition)
    before = editions[at - 1] if at else step.edition
    between = ", ".join(m for m in MISSING if before < m < step.edition and m not in editions)
    if not between:
        return step
    detail = f"{step.detail}; " if step.detail else ""
    return msgspec.structs.replace(step, detail=f"{detail}the text of {between} is not known")


def history(
    rule: str,
    *,
    since: str | None = None,
    until: str | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> History:
    """Return a rule through time.

    Parameters
    ----------
    rule : str
        A number of the newest known edition (``712.21a``), a number with the date of an edition
        that has it (``712.4@2018-06-08``), or a number that the newest edition no longer has.
    since : str, optional
        A date; what happened before it is left out.
    until : str, optional
        A date; what came after the edition in force then is left out.
    folder : path, optional
        A folder of rules files: its editions are followed, and no others.

    Raises
    ------
    UnknownRule
        If no known edition has it, with near numbers, or it is none yet at the end.
    UnknownEdition
        If a date is none, or before the first edition.
    BadRulesText
        If the folder has no rules files.

    Examples
    --------
    >>> [step.number for step in mm.rules.history("712.4", until="2018-06-08").steps]
    ['712.1']
    """
    date = str(rule).strip().partition("@")[2]
    if folder is None:
        numbers = bundled()
        dates = [edition(d).date if d else "" for d in (date, since, until)]
    else:
        numbers = _of_folder(Path(folder))
        dates = [_in(d, numbers.editions) if d else "" for d in (date, since, until)]
    found = numbers.key(rule, dates[0])
    number = found.partition("@")[0]
    others: dict[str, str] = {}
    for other, time in numbers.bearers(number):
        if other != found:
            others[other] = max(others.get(other, ""), time.last)
    listed = tuple(f"{number}@{last}" for last in sorted(others.values()))
    times = numbers.of_key(found)
    if dates[2] and dates[2] < times[0].first:
        raise UnknownRule(rule, (), f"Its first edition is of {times[0].first}.")
    steps = tuple(
        _unsure(step, numbers.editions)
        for step in _steps(times, numbers.editions)
        if dates[1] <= step.edition <= (dates[2] or step.edition)
    )
    known = folder is None or numbers.editions[-1] == EDITIONS[-1]
    return History(found, steps, listed, gist(found) if known else "")


def _of_folder(folder: Path) -> Numbers:
    from mtgmeld.rules.chain import read_folder, table_of

    texts = read_folder(folder)
    return Numbers(table_of(texts), tuple(t.edition for t in texts), folder)


def _in(date: str, editions: tuple[str, ...]) -> str:
    at = bisect_right(editions, iso(date))
    if not at:
        raise UnknownEdition(date, f"the oldest edition of the folder is of {editions[0]}.")
    return editions[at - 1]
