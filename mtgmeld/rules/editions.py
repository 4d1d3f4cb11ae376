"""Editions of the rules by date, and named policies.

A policy decides where the rules are silent or pull two ways.  The dated changes, which
:mod:`mtgmeld.rules.dated` has, are at hand here too.
"""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from mtgmeld.errors import UnknownEdition, UnknownPolicy
from mtgmeld.rules.dated import (
    CARDS_COUNTED,
    CASCADE_TWO_CHECKS,
    CHANGES,
    COMBINED_SPLIT,
    COMMANDER_STATE_BASED,
    FUSED_AS_A_WHOLE,
    LIBRARY_NOT_MANA,
    MELD_DOUBLE_FACED,
    MODAL_CARDS,
    MODAL_TRANSFORM,
    NAMELESS,
    PERMANENT_SPELL_COPIES,
    REPEATED_SYMBOLS,
    ROOMS,
    SEVEN_MELD_PAIRS,
    SIX_MELD_PAIRS,
    SPELL_KNOWN,
    TAPPED_FOR_MANA_REPLACED,
    TIMESTAMPS_APNAP,
    TOKENS_TWO_FACES,
    TRANSFORMED_COUNT,
    TRANSFORMED_SPELL_VALUE,
    X_ON_ENTERING,
    Change,
)

__all__ = [
    "CARDS_COUNTED",
    "CASCADE_TWO_CHECKS",
    "CHANGES",
    "COMBINED_SPLIT",
    "COMMANDER_STATE_BASED",
    "EDITIONS",
    "FUSED_AS_A_WHOLE",
    "LIBRARY_NOT_MANA",
    "MELD_DOUBLE_FACED",
    "MODAL_CARDS",
    "MODAL_TRANSFORM",
    "NAMELESS",
    "NEWEST",
    "PERMANENT_SPELL_COPIES",
    "POLICIES",
    "QUOTED",
    "REPEATED_SYMBOLS",
    "ROOMS",
    "SEVEN_MELD_PAIRS",
    "SIX_MELD_PAIRS",
    "SPELL_KNOWN",
    "TAPPED_FOR_MANA_REPLACED",
    "TIMESTAMPS_APNAP",
    "TOKENS_TWO_FACES",
    "TRANSFORMED_COUNT",
    "TRANSFORMED_SPELL_VALUE",
    "X_ON_ENTERING",
    "Change",
    "Edition",
    "Policy",
    "edition",
    "policies",
    "reading",
    "readings",
]

# Every edition whose full text was read, by the date from which it was in force.
EDITIONS: tuple[str, ...] = tuple(
    """
    2016-07-22 2016-08-26 2016-09-30 2016-11-11 2017-01-20 2017-04-28 2017-07-08 2017-08-25
    2017-09-29 2018-01-19 2018-04-27 2018-06-08 2018-07-13 2018-08-10 2019-01-25 2019-05-03
    2019-06-14 2019-07-12 2019-10-04 2020-01-24 2020-04-17 2020-06-01 2020-07-03 2020-08-07
    2020-09-25 2020-11-20 2021-02-05 2021-02-15 2021-04-22 2021-06-18 2021-11-19 2022-02-18
    2022-04-29 2022-06-10 2022-07-08 2022-09-08 2022-10-07 2022-11-18 2023-02-03 2023-04-14
    2023-11-17 2024-02-02 2024-03-08 2024-04-12 2024-07-30 2024-11-08 2025-04-04 2025-06-06
    2025-07-25 2025-09-19 2025-11-14 2026-01-16 2026-04-17
    """.split()
)

# One later edition, known only from quotations of a few rules.
QUOTED: tuple[str, ...] = ("2026-08-07",)

NEWEST = EDITIONS[-1]


class Edition(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """An edition of the rules.

    Attributes
    ----------
    date : str
        The date from which it was in force.
    """

    date: str

    def has(self, change: Change) -> bool:
        """Whether a change is in force."""
        return self.date >= change.since

    def __str__(self) -> str:
        return self.date


@lru_cache(maxsize=512)
def edition(date: str | Edition | None = None) -> Edition:
    """Return the edition in force on a date.

    Parameters
    ----------
    date : str, Edition or None
        ``YYYY-MM-DD``; None is the newest edition whose whole text is known.

    Raises
    ------
    UnknownEdition
        If the text is no date, or lies before the first known edition.
    """
    if date is None:
        return Edition(NEWEST)
    if isinstance(date, Edition):
        return date
    try:
        asked = datetime.date.fromisoformat(date).isoformat()
    except (TypeError, ValueError):
        raise UnknownEdition(str(date), "give a date such as 2018-06-08.") from None
    known = EDITIONS + QUOTED
    at = bisect_right(known, asked)
    if not at:
        raise UnknownEdition(date, f"the oldest known edition is of {known[0]}.")
    return Edition(known[at - 1])


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


_POLICIES = (
    Policy(
        "melded permanent as a copy",
        {
            "copied cost": "its mana value is that of the cost it copies",
            "own fronts": "its mana value stays the sum of its own front faces",
        },
        ("707.2", "202.3", "202.3c"),
        "S038",
    ),
    Policy(
        "token copy back face up",
        {
            "zero": "its mana value is 0, as for any copy of a back face",
            "own front": "its mana value comes from its own front face",
        },
        ("202.3b", "712.8e", "707.8a", "707.10g"),
        "S040",
    ),
    Policy(
        "basic land types in color identity",
        {
            "left out": "the identity has no color from a basic land type",
            "counted": "a basic land type adds its color, as one ruling has it",
        },
        ("903.4", "903.5d"),
        "S054",
    ),
    Policy(
        "devotion to a Room",
        {
            "unlocked halves": "symbols of locked halves do not count",
            "both halves": "both halves count, since devotion is counted before most effects",
        },
        ("700.5", "700.5a", "709.5"),
        "S107",
    ),
    Policy(
        "Room that loses its abilities",
        {
            "locked stays locked": "name, cost and text of a locked half stay missing",
            "locks lost": "the two locking abilities are lost like any other ability",
        },
        ("709.5", "709.5c"),
        "S108",
    ),
    Policy(
        "Room that becomes a copy of a Room",
        {
            "designations stay": "left and right designations stay as they are",
            "designations lost": "both halves are locked",
        },
        ("709.5c", "707.2", "707.4"),
        "S117",
    ),
    Policy(
        "lone meld card entering transformed",
        {
            "front face up": "it enters with its front face up",
            "stays": "it stays in the zone where it is",
        },
        ("712.4b", "712.4c", "712.14a"),
        "S133",
    ),
    Policy(
        "melded permanent put nth from the top",
        {
            "from there down": "both cards, the first at that place and the other below it",
            "around": "the first card above that place and the other at it",
        },
        ("712.21a", "401.4"),
        "S142",
    ),
    Policy(
        "token copy of a melded permanent",
        {
            "one face": "it has the combined face alone and cannot transform",
        },
        ("707.8", "707.8a", "712.4b", "202.3c"),
        "S170",
    ),
)

POLICIES: Mapping[str, Policy] = {p.name: p for p in _POLICIES}

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
    """
    if not chosen:
        return ()
    items = tuple(chosen.items()) if isinstance(chosen, Mapping) else chosen
    return _readings(items)


def reading(name: str, chosen: Readings) -> str:
    """Return the reading in force for a policy."""
    for policy, value in chosen:
        if policy == name:
            return value
    return POLICIES[name].default


def policies() -> tuple[Policy, ...]:
    """Return every named policy, with its readings, default first."""
    return _POLICIES
