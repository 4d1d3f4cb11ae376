"""Rule numbers through time, and our own gist of each cited rule.

A rule is cited by its number in the newest known edition (``712.21c``), or with the date of
an edition that has the number (``708.6a@2017-01-20``).  The numbers come from the bundled
table that :mod:`mtgmeld.rules.build` makes; nothing heavy is loaded.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from mtgmeld.errors import BadDataFile, UnknownRule
from mtgmeld.errors import near as near_names
from mtgmeld.files import data_folder
from mtgmeld.rules.editions import NEWEST, Edition, edition

# The columns of the table; mtgmeld.rules.build says what each means.
HEADER = ("key", "number", "first", "last", "wording", "references", "origin", "fate")

__all__ = [
    "HEADER",
    "Stretch",
    "bearers",
    "gist",
    "key",
    "keys",
    "near",
    "number_in",
    "stretches",
    "words_for",
]

_AGAIN = "Install mtgmeld again."
_NUMBER = re.compile(r"\d{3}(\.\d{1,3}[a-z]?)?")


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A time in which a rule had one number and one wording.

    Attributes
    ----------
    number : str
    first, last : str
        The dates of the first and the last edition of this time.
    wording : int
        1, 2, ...: the wording, apart from the numbers of other rules in it.
    references : int
        1, 2, ...: the numbers of other rules in it.
    origin : str
        The rule of the edition before that it was split from, if any.
    fate : str
        The rule of the next edition that it was merged into, if any.
    """

    number: str
    first: str
    last: str
    wording: int
    references: int
    origin: str
    fate: str


@lru_cache(maxsize=1)
def _table() -> str:
    """Return the bundled table as it is; a line is looked up in it when it is asked for."""
    path = data_folder() / "rule_numbers.csv"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadDataFile(
            path, f"cannot be read: {error}.", hint="Install mtgmeld again."
        ) from error
    if not text.startswith(",".join(HEADER) + "\n"):
        raise BadDataFile(path, "the columns are not the known ones", line=1)
    return text


def _stretch(line: str) -> tuple[str, Stretch]:
    try:
        found, number, first, last, wording, references, origin, fate = line.split(",")
        return found, Stretch(number, first, last, int(wording), int(references), origin, fate)
    except ValueError as error:
        path = data_folder() / "rule_numbers.csv"
        at = _table().count("\n", 0, _table().index(line)) + 1
        raise BadDataFile(path, f"a damaged row: {error}", line=at) from error


def _lines(start: str) -> Iterator[str]:
    """Yield the lines that begin with a text; they stand together."""
    table = _table()
    at = table.find("\n" + start)
    while at >= 0 and table.startswith(start, at + 1):
        end = table.index("\n", at + 1)
        yield table[at + 1 : end]
        at = end


@lru_cache(maxsize=4096)
def _of_key(found: str) -> tuple[Stretch, ...]:
    return tuple(_stretch(line)[1] for line in _lines(found + ","))


def bearers(number: str) -> Iterator[tuple[str, Stretch]]:
    """Yield each rule that ever had a number, with the time in which it had it."""
    table, wanted = _table(), f",{number},"
    at = table.find(wanted)
    while at >= 0:
        start = table.rindex("\n", 0, at) + 1
        end = table.index("\n", at)
        found, stretch = _stretch(table[start:end])
        if stretch.number == number:
            yield found, stretch
        at = table.find(wanted, end)


@lru_cache(maxsize=1)
def keys() -> tuple[str, ...]:
    """Return every key of the table, sections too."""
    return tuple(dict.fromkeys(line.partition(",")[0] for line in _table().splitlines()[1:]))


def near(number: str) -> tuple[str, ...]:
    """Return known numbers that look like one that is unknown."""
    return tuple(near_names(number, (k for k in keys() if "." in k)))


@lru_cache(maxsize=4096)
def key(rule: str) -> str:
    """Return the key of a rule: its number now, or its last one with the date of that edition.

    Parameters
    ----------
    rule : str
        A number of the newest edition; a number with the date of an edition that has it
        (``712.4@2018-06-08``); or a number that the newest edition no longer has, which means
        the rule that had it last.

    Raises
    ------
    UnknownRule
        If no known edition has it, or not the edition that is named.
    UnknownEdition
        If the date is none.
    """
    number, _, date = rule.strip().partition("@")
    if not _NUMBER.fullmatch(number):
        raise UnknownRule(rule, near(number), "A number looks like 712.21a.")
    if date:
        asked = min(edition(date).date, NEWEST)
        for found, stretch in bearers(number):
            if stretch.first <= asked <= stretch.last:
                return found
        when = ", ".join(f"{s.first} to {s.last}" for _, s in bearers(number))
        hint = f"Editions that have it: {when}." if when else ""
        raise UnknownRule(rule, () if when else near(number), hint)
    if _of_key(number):
        return number
    last = max(bearers(number), key=lambda b: b[1].last, default=None)
    if last is None:
        raise UnknownRule(rule, near(number))
    return last[0]


def stretches(rule: str) -> tuple[Stretch, ...]:
    """Return the times of a rule, oldest first; for what `rule` may be see :func:`key`.

    Raises
    ------
    UnknownRule
        If no known edition has it.
    """
    return _of_key(key(rule))


@lru_cache(maxsize=8192)
def _number_in(rule: str, asked: str) -> str:
    number, _, date = rule.partition("@")
    if not number[:1].isdigit():
        return rule  # a ruling or a card's text
    if date > NEWEST:  # known from quotations alone
        return number if asked >= date else f"{number} ({date})"
    asked = min(asked, NEWEST)
    times = stretches(rule)
    for time in times:
        if time.first <= asked <= time.last:
            return time.number
    if asked > times[-1].last:
        return f"{times[-1].number} ({times[-1].last})"
    later = next(t for t in times if t.first > asked)
    return f"{later.number} ({later.first})"


def number_in(rule: str, date: str | Edition) -> str:
    """Return the number that a cited rule has in the edition in force on a date.

    Parameters
    ----------
    rule : str
        A number of the newest edition (``712.21c``), or a number with the date of an edition
        that has it (``708.6a@2017-01-20``).  A citation that is no number, such as
        ``ruling``, comes back as it is.
    date : str or Edition

    Returns
    -------
    str
        The number.  If that edition has no such rule, the number in the nearest edition that
        has it, with the date of that edition: ``709.5 (2024-11-08)``.

    Raises
    ------
    UnknownRule
        If no known edition has the rule.
    UnknownEdition
        If the date is none, or before the first known edition.
    """
    return _number_in(rule, edition(date).date)


@lru_cache(maxsize=1)
def _gists() -> dict[str, str]:
    path = data_folder() / "rule_gists.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["number"]: row["gist"] for row in csv.DictReader(file)}
    except (OSError, UnicodeDecodeError, KeyError) as error:
        raise BadDataFile(
            path, f"cannot be read: {error}.", hint="Install mtgmeld again."
        ) from error


def gist(rule: str) -> str:
    """Return our own sentence on what a rule is about, or an empty string."""
    number, _, date = rule.partition("@")
    if not number[:1].isdigit() or date > NEWEST:
        return ""
    return _gists().get(key(rule), "")


def words_for(rule: str, date: str | Edition) -> str:
    """Return what is known of a rule in words.

    Parameters
    ----------
    rule : str
        As for :func:`number_in`.
    date : str or Edition

    Returns
    -------
    str
        The rule's own text where the user has loaded the rules file of that edition (with
        :func:`mtgmeld.rules.use`, or the folder that ``MTGMELD_RULES`` names); otherwise our
        own gist; an empty string where there is none.

    Raises
    ------
    UnknownRule
        If no known edition has the rule.
    """
    from mtgmeld.rules.loaded import text_of

    asked = edition(date).date
    number = number_in(rule, asked)
    texts = text_of(asked)
    return texts.get(number, "") or gist(rule)
