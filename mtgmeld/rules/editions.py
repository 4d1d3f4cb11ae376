"""Editions of the rules by date, what changed from one to another, and named policies.

A dated change is one row of ``data/dated_changes.csv`` and one name here, which the code that
differs asks for: ``edition.has(ROOMS)``.  A policy decides where the rules are silent or pull two
ways; it is the rows of its readings in ``data/policies.csv``.
"""

from __future__ import annotations

import datetime
import warnings
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.errors import BadValue, UnknownEdition, UnknownEditionWarning, UnknownPolicy
from mtgmeld.registry import Registry
from mtgmeld.rules.tables import frame, listed, rows_of

if TYPE_CHECKING:
    import pandas as pd

# Every edition whose full text was read, by the date from which it was in force.
EDITIONS: tuple[str, ...] = tuple(
    """
    2016-07-22 2016-08-26 2016-09-30 2016-11-11 2017-01-20 2017-04-28 2017-06-05 2017-07-08
    2017-08-25 2017-09-29 2018-01-19 2018-04-27 2018-06-08 2018-07-13 2018-08-10 2018-10-05
    2019-01-25 2019-05-03 2019-06-14 2019-07-12 2019-10-04 2020-01-24 2020-04-17 2020-06-01
    2020-07-03 2020-08-07 2020-09-25 2020-11-20 2021-02-05 2021-02-15 2021-04-22 2021-06-18
    2021-07-23 2021-11-19 2022-02-18 2022-04-29 2022-06-10 2022-07-08 2022-09-08 2022-10-07
    2022-11-18 2023-02-03 2023-04-14 2023-06-16 2023-11-17 2024-02-02 2024-03-08 2024-04-12
    2024-07-30 2024-09-20 2024-11-08 2025-04-04 2025-06-06 2025-07-25 2025-09-19 2025-11-14
    2026-01-16 2026-04-17 2026-06-19 2026-08-07 2026-09-25
    """.split()
)
NEWEST = EDITIONS[-1]

# Editions that were published, and whose text is not among those above.
MISSING = ("2019-08-23", "2021-09-24", "2024-06-07", "2025-02-07", "2026-02-27")


class Change(msgspec.Struct, frozen=True, gc=False):
    """A substantive change of the rules.

    Attributes
    ----------
    name : str
    since : str
        The date of the first known edition that has it.
    before : str
        What held until then.
    after : str
        What holds from then on.
    rules : tuple of str
        The rules that say it now.
    old_rules : tuple of str
        Rules of earlier editions that said otherwise.
    statements : tuple of str
        The statements of the specification that it touches.

    Examples
    --------
    >>> change = mm.rules.CHANGES["split cards have one combined set of characteristics"]
    >>> change.since, change.rules
    ('2017-04-28', ('709.4', '709.4b', '202.3d'))
    """

    name: str
    since: str
    before: str
    after: str
    rules: tuple[str, ...] = ()
    old_rules: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


_LISTS = ("rules", "old_rules", "statements")
# those of other packages are among them
CHANGES: Registry[Change] = Registry("change")


def dated_change(change: Change) -> Change:
    """Register a dated change, which code then asks for: ``edition.has(change)``.

    Raises
    ------
    BadValue
        If another change has its name.

    Examples
    --------
    >>> change = mm.rules.CHANGES["split cards have one combined set of characteristics"]
    >>> other = mm.rules.Change(change.name, "2020-01-01", "as before", "as now", (), (), ())
    >>> mm.rules.dated_change(other)
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadValue: a change, field 'split cards have one combined set of
    characteristics': the module of 2017-04-28 has registered it; choose another name
    """
    CHANGES.add(change.name, change, f"of {change.since}")
    return change


_OURS = {
    row["name"]: dated_change(msgspec.convert(row | {k: listed(row[k]) for k in _LISTS}, Change))
    for row in map(dict, rows_of("dated_changes"))
}

CARDS_COUNTED = _OURS["counts of objects and of cards"]
CASCADE_TWO_CHECKS = _OURS["cascade checks the spell too"]
COMBINED_SPLIT = _OURS["split cards have one combined set of characteristics"]
COMMANDER_STATE_BASED = _OURS["commander moves from graveyard or exile as a state-based action"]
FACE_DOWN_ATTEMPT = _OURS["face-down attempts on double-faced permanents"]
FUSED_AS_A_WHOLE = _OURS["fused spell tested as a whole"]
LIBRARY_NOT_MANA = _OURS["abilities that move library cards are no mana abilities"]
MELD_DOUBLE_FACED = _OURS["meld cards are double-faced cards"]
MODAL_TRANSFORM = _OURS["modal double-faced permanents transform"]
NOT_COUNTERED = _OURS["spells and abilities without a legal target left"]
PERMANENT_SPELL_COPIES = _OURS["copies of permanent spells become tokens"]
REPEATED_SYMBOLS = _OURS["separate symbols of a split card's cost"]
ROOMS = _OURS["split cards with one type line"]
SPELL_KNOWN = _OURS["what an ability knows of the spell that became its permanent"]
TAPPED_FOR_MANA_REPLACED = _OURS["replacements of mana made by tapping"]
TIMESTAMPS_APNAP = _OURS["simultaneous timestamps in APNAP order"]
TOKEN_NAMES = _OURS["names of tokens"]
TOKENS_TWO_FACES = _OURS["token copies have two faces"]
TRANSFORMED_SPELL_VALUE = _OURS["value of a spell cast transformed"]
X_ON_ENTERING = _OURS["X in abilities of entering"]


class Edition(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """An edition of the rules.

    Attributes
    ----------
    date : str
        The date from which it was in force.

    Examples
    --------
    >>> mm.edition("2018-01-01")
    Edition(date='2017-09-29')
    """

    date: str

    def has(self, change: Change) -> bool:
        """Whether a change is in force.

        Examples
        --------
        >>> old, new = mm.edition("2017-01-20"), mm.edition()
        >>> change = mm.rules.CHANGES["split cards have one combined set of characteristics"]
        >>> old.has(change), new.has(change)
        (False, True)
        """
        return self.date >= change.since

    def __str__(self) -> str:
        return self.date


def iso(date: str) -> str:
    """Return a date as the editions have it.

    Raises
    ------
    UnknownEdition
        If the text is no date.
    """
    try:
        return datetime.date.fromisoformat(date).isoformat()
    except (TypeError, ValueError):
        raise UnknownEdition(str(date), "give a date such as 2018-06-08.") from None


@lru_cache(maxsize=512)
def _in_force(date: str) -> tuple[Edition, str]:
    """Return the known edition in force on a date, and a later one in force that is not known."""
    asked = iso(date)
    at = bisect_right(EDITIONS, asked)
    if not at:
        why = f"the oldest known one is of {EDITIONS[0]}; {len(EDITIONS)} are known, to {NEWEST}."
        raise UnknownEdition(date, why)
    found = EDITIONS[at - 1]
    return Edition(found), max((m for m in MISSING if found < m <= asked), default="")


def edition(date: str | Edition | None = None) -> Edition:
    """Return the edition in force on a date.

    Where the one that was in force is not known, a warning says so
    (:class:`mtgmeld.errors.UnknownEditionWarning`), and the one before it is returned.

    Parameters
    ----------
    date : str, Edition or None
        ``YYYY-MM-DD``; None is the newest edition whose whole text is known.

    Raises
    ------
    UnknownEdition
        If the text is no date, or lies before the first known edition.

    Examples
    --------
    >>> mm.edition().date, mm.edition("2024-10-01").date
    ('2026-09-25', '2024-09-20')
    """
    if date is None:
        return Edition(NEWEST)
    if isinstance(date, Edition):
        return date
    found, missing = _in_force(date)
    if missing:
        said = (
            f"The edition of {missing}, in force on {date}, is not among those known:"
            f" the answer is by the one of {found}."
        )
        warnings.warn(said, UnknownEditionWarning, stacklevel=2)
    return found


class Policy(msgspec.Struct, frozen=True, gc=False):
    """A named reading for a place where the rules are silent or pull two ways.

    Attributes
    ----------
    name : str
    readings : dict of str to str
        Each reading with what it means; the first is the default.
    rules : tuple of str
    statement : str
    """

    name: str
    readings: dict[str, str]
    rules: tuple[str, ...]
    statement: str = ""

    @property
    def default(self) -> str:
        """The reading that holds unless another is asked for."""
        return next(iter(self.readings))


def _policies() -> dict[str, Policy]:
    found: dict[str, Policy] = {}
    for row in rows_of("policies"):
        name = row["policy"]
        policy = found.setdefault(name, Policy(name, {}, listed(row["rules"]), row["statement"]))
        policy.readings[row["reading"]] = row["meaning"]
    return found


POLICIES: Mapping[str, Policy] = _policies()

Readings = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def _readings(items: Readings) -> Readings:
    for name, reading in items:
        policy = POLICIES.get(name)
        if policy is None:
            raise UnknownPolicy(name, POLICIES)
        if reading not in policy.readings:
            raise UnknownPolicy(reading, policy.readings, f"It belongs to {name!r}.")
    return tuple(sorted((n, r) for n, r in items if r != POLICIES[n].default))


def readings(chosen: Mapping[str, str] | Readings | None = None) -> Readings:
    """Return chosen readings, checked, without those that are the default anyway.

    Raises
    ------
    UnknownPolicy
        For a policy or reading that does not exist.
    BadValue
        For what is no table of readings.
    """
    if not chosen:
        return ()
    asked: object = chosen
    if not isinstance(asked, Mapping | tuple):
        why = "it takes a table with the reading of each policy, such as {'a policy': 'a reading'}"
        raise BadValue("policies", "", f"{why}, not {chosen!r}")
    return _readings(tuple(chosen.items()) if isinstance(chosen, Mapping) else chosen)


def reading(name: str, chosen: Readings) -> str:
    """Return the reading in force for a policy."""
    return dict(chosen).get(name) or POLICIES[name].default


def policies() -> tuple[Policy, ...]:
    """Return every named policy, with its readings, default first.

    Examples
    --------
    >>> policy = mm.policies()[0]
    >>> policy.name, list(policy.readings)
    ('melded permanent as a copy', ['copied cost', 'own fronts'])
    """
    return tuple(POLICIES.values())


def changes() -> pd.DataFrame:
    """Return the dated changes of the rules that are known, oldest first.

    Returns
    -------
    pandas.DataFrame
        All strings: ``name``; ``since``, the first known edition with it; ``before`` and
        ``after``, what held and what holds; ``rules`` that say it now; ``old_rules`` that said
        otherwise (NA where none did); ``statements`` of the specification that it touches (NA
        where none does).  Several values in a cell are joined by ``"; "``.

    Examples
    --------
    >>> mm.rules.changes()[["since", "name"]].head(2)
            since                            name
    0  2016-09-30   fused spell tested as a whole
    1  2016-09-30  counts of objects and of cards
    """
    told = sorted({**_OURS, **CHANGES}.values(), key=lambda change: change.since)
    cells = (
        [v if isinstance(v, str) else "; ".join(v) or None for v in msgspec.structs.astuple(change)]
        for change in told
    )
    return frame(" ".join(Change.__struct_fields__), cells)
