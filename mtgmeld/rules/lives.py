"""A rule through time: its first edition, each renumbering, each rewording."""

from __future__ import annotations

import html
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.rules.editions import EDITIONS, NEWEST
from mtgmeld.rules.numbers import Stretch, bearers, gist, key, stretches

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "History", "Step", "history"]

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


def _before(date: str) -> str:
    at = EDITIONS.index(date)
    return EDITIONS[at - 1] if at else ""


def _after(date: str) -> str:
    return EDITIONS[EDITIONS.index(date) + 1]


def _first(time: Stretch) -> Step:
    before = _before(time.first)
    if not before:
        return Step(time.first, time.number, "oldest known", "")
    detail = f"not in {before}"
    if time.origin:
        detail += f"; split from {time.origin}"
    return Step(time.first, time.number, "new", detail)


def _next(old: Stretch, new: Stretch) -> Step:
    renumbered = old.number != new.number
    if old.wording != new.wording:
        change = "renumbered and reworded" if renumbered else "reworded"
    elif old.references != new.references:
        change = "renumbered, references" if renumbered else "references"
    else:
        change = "renumbered"
    detail = f"{old.number} in {old.last}" if renumbered else ""
    if old.wording == new.wording and old.references != new.references:
        detail += ("; " if detail else "") + "only the rules that it refers to have other numbers"
    return Step(new.first, new.number, change, detail)


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
    """

    rule: str
    steps: tuple[Step, ...]
    others: tuple[str, ...] = ()

    def _head(self) -> str:
        words = gist(self.rule)
        return f"{self.rule}: {words}" if words else self.rule

    def _tail(self) -> str:
        if not self.others:
            return ""
        listed = ", ".join(self.others)
        return f"Other rules that had the number {self.rule.partition('@')[0]}: {listed}"

    def to_text(self) -> str:
        """Return a line for each step."""
        wide = max(len(s.number) for s in self.steps)
        out = [self._head()]
        out.extend(
            f"  {s.edition}  {s.number:{wide}}  {s.change}" + (f" ({s.detail})" if s.detail else "")
            for s in self.steps
        )
        if self._tail():
            out.append(self._tail())
        return "\n".join(out)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return a table; everything in it is escaped."""
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td>{html.escape(cell)}</td>"
                for cell in (s.edition, s.number, s.change, s.detail)
            )
            + "</tr>"
            for s in self.steps
        )
        head = "".join(f"<th>{c}</th>" for c in COLUMNS[1:])
        tail = f"<p>{html.escape(self._tail())}</p>" if self.others else ""
        return (
            f'<div class="mtgmeld-history"><p><b>{html.escape(self._head())}</b></p>'
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{tail}</div>"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row a step.

        Returns
        -------
        pandas.DataFrame
            ``rule``, ``edition``, ``number``, ``change``, ``detail``, all strings; ``detail`` is
            NA where there is nothing to add.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "rule": pd.array([self.rule] * len(self.steps), dtype="string"),
                "edition": pd.array([s.edition for s in self.steps], dtype="string"),
                "number": pd.array([s.number for s in self.steps], dtype="string"),
                "change": pd.array([s.change for s in self.steps], dtype="string"),
                "detail": pd.array([s.detail or None for s in self.steps], dtype="string"),
            }
        )


def _steps(times: tuple[Stretch, ...]) -> Iterator[Step]:
    yield _first(times[0])
    for old, new in pairwise(times):
        yield _next(old, new)
    last = times[-1]
    if last.last != NEWEST:
        detail = f"{last.last} had it last"
        if last.fate:
            detail += f"; merged into {last.fate}"
        yield Step(_after(last.last), last.number, "gone", detail)


def history(rule: str) -> History:
    """Return a rule through time.

    Parameters
    ----------
    rule : str
        A number of the newest known edition (``712.21a``), a number with the date of an edition
        that has it (``712.4@2018-06-08``), or a number that the newest edition no longer has.

    Raises
    ------
    UnknownRule
        If no known edition has it, with near numbers.
    UnknownEdition
        If the date is none.
    """
    found = key(rule)
    number = found.partition("@")[0]
    others: dict[str, str] = {}
    for other, time in bearers(number):
        if other != found:
            others[other] = max(others.get(other, ""), time.last)
    listed = tuple(f"{number}@{date}" for date in sorted(others.values()))
    return History(found, tuple(_steps(stretches(found))), listed)
