"""Rule numbers through time, and our own gist of each cited rule.

A rule is cited by its number in the newest known edition (``712.21c``), or with the date of
an edition that has the number (``708.6a@2017-01-20``).  The numbers come from the bundled
table that :mod:`mtgmeld.rules.chain` makes; nothing heavy is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from mtgmeld.errors import BadDataFile, UnknownRule
from mtgmeld.errors import near as near_names
from mtgmeld.files import data_folder
from mtgmeld.rules.editions import EDITIONS, Edition, edition
from mtgmeld.rules.tables import rows_of

# The columns of the table; mtgmeld.rules.chain says what each means.
HEADER = ("key", "number", "first", "last", "wording", "references", "origin", "fate")

_NUMBER = re.compile(r"\d{3}(\.\d{1,3}[a-z]{0,2})?")


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


class Numbers:
    """A table of rule numbers through time; a line is looked up when it is asked for.

    Parameters
    ----------
    table : str
        As :func:`mtgmeld.rules.chain.table_of` makes it.
    editions : tuple of str
        The editions that it is of, oldest first.
    path : str
        Where it comes from.
    """

    def __init__(self, table: str, editions: tuple[str, ...], path: object) -> None:
        if not table.startswith(",".join(HEADER) + "\n"):
            raise BadDataFile(path, "the columns are not the known ones", line=1)
        self.table, self.editions, self.path = table, editions, path

    def _at(self, at: int) -> tuple[str, Stretch]:
        """Return the row of the line that a place of the table belongs to."""
        start = self.table.rindex("\n", 0, at) + 1
        line = self.table[start : self.table.index("\n", at)]
        try:
            found, number, first, last, wording, references, origin, fate = line.split(",")
            stretch = Stretch(number, first, last, int(wording), int(references), origin, fate)
        except ValueError as error:
            number_of_line = self.table.count("\n", 0, at) + 1
            why = f"a damaged row: {error}"
            raise BadDataFile(self.path, why, line=number_of_line) from error
        return found, stretch

    def _hits(self, wanted: str) -> Iterator[tuple[str, Stretch]]:
        at = self.table.find(wanted)
        while at >= 0:
            yield self._at(at + 1)
            at = self.table.find(wanted, at + 1)

    def of_key(self, found: str) -> tuple[Stretch, ...]:
        """Return the times of a rule by its key, none if there is no such key."""
        return tuple(stretch for _, stretch in self._hits(f"\n{found},"))

    def bearers(self, number: str) -> Iterator[tuple[str, Stretch]]:
        """Yield each rule that ever had a number, with the time in which it had it."""
        return (hit for hit in self._hits(f",{number},") if hit[1].number == number)

    def keys(self) -> tuple[str, ...]:
        """Return every key of the table, sections too."""
        lines = self.table.splitlines()[1:]
        return tuple(dict.fromkeys(line.partition(",")[0] for line in lines))

    def near(self, number: str) -> tuple[str, ...]:
        """Return known numbers that look like one that is unknown."""
        return tuple(near_names(number, (k for k in self.keys() if "." in k)))

    def key(self, rule: str, date: str = "") -> str:
        """Return the key of a rule; see :func:`key`. Its edition is one of the table."""
        number = str(rule).strip().partition("@")[0]
        if not isinstance(rule, str):
            raise UnknownRule(number, (), "Give it as text: of a number the last zeros are lost.")
        if not _NUMBER.fullmatch(number):
            raise UnknownRule(rule, self.near(number), "A number looks like 712.21a.")
        if date:
            for found, stretch in self.bearers(number):
                if stretch.first <= date <= stretch.last:
                    return found
            when = ", ".join(f"{s.first} to {s.last}" for _, s in self.bearers(number))
            hint = f"Editions that have it: {when}." if when else ""
            raise UnknownRule(rule, () if when else self.near(number), hint)
        if self.of_key(number):
            return number
        last = max(self.bearers(number), key=lambda b: b[1].last, default=None)
        if last is None:
            raise UnknownRule(rule, self.near(number))
        return last[0]


@lru_cache(maxsize=1)
def bundled() -> Numbers:
    """Return the table that comes with the package.

    Raises
    ------
    BadDataFile
        If it cannot be read.
    """
    path = data_folder() / "rule_numbers.csv"
    try:
        return Numbers(path.read_text(encoding="utf-8"), EDITIONS, path)
    except (OSError, UnicodeDecodeError) as error:
        why = f"cannot be read: {error}."
        raise BadDataFile(path, why, hint="Install mtgmeld again.") from error


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
    date = str(rule).strip().partition("@")[2]
    return bundled().key(rule, edition(date).date if date else "")


def stretches(rule: str) -> tuple[Stretch, ...]:
    """Return the times of a rule, oldest first; for what `rule` may be see :func:`key`.

    Raises
    ------
    UnknownRule
        If no known edition has it.
    """
    return bundled().of_key(key(rule))


@lru_cache(maxsize=8192)
def _number_in(rule: str, asked: str) -> str:
    if not rule[:1].isdigit():
        return rule  # a ruling or a card's text
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
        has it, with the date of that edition: ``709.5 (2024-09-20)``.

    Raises
    ------
    UnknownRule
        If no known edition has the rule.
    UnknownEdition
        If the date is none, or before the first known edition.

    Examples
    --------
    >>> mm.rules.number_in("712.4", "2018-06-08"), mm.rules.number_in("709.5", "2018-06-08")
    ('712.1', '709.5 (2024-09-20)')
    """
    return _number_in(rule, edition(date).date)


def by_number(rule: str) -> tuple[int, int, str]:
    """Return what sorts citations by number, with a date or without; what is no number is last."""
    match = re.match(r"(\d+)\.?(\d*)(.*)", rule)
    if match is None:
        return 10**6, 0, rule
    return int(match[1]), int(match[2] or 0), match[3]


@lru_cache(maxsize=1)
def _gists() -> dict[str, str]:
    return {row["number"]: row["gist"] for row in rows_of("rule_gists")}


def gist(rule: str) -> str:
    """Return our own sentence on what a rule is about, or an empty string.

    Examples
    --------
    >>> mm.rules.gist("709.5")
    "The shared type line of a Room: a locked half's name, cost and text are missing on the
     battlefield."
    """
    return _gists().get(key(rule), "") if str(rule)[:1].isdigit() else ""


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

    Examples
    --------
    >>> mm.rules.words_for("709.4", "2026-09-25")
    'Everywhere but on the stack the halves are combined.'
    """
    from mtgmeld.rules.loaded import text_of

    asked = edition(date).date
    return text_of(asked).get(number_in(rule, asked), "") or gist(rule)
