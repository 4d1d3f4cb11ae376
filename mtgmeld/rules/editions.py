"""Editions of the rules by date, the dated changes that the engine knows, and named policies.

Every test of an edition in this package names a :class:`Change` of this module; a policy
decides where the rules are silent or pull two ways.
"""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from mtgmeld.errors import UnknownEdition, UnknownPolicy

__all__ = ["CHANGES", "EDITIONS", "NEWEST", "Change", "Edition", "Policy", "edition", "policies"]

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
    """

    name: str
    since: str
    before: str
    after: str
    rules: tuple[str, ...] = ()
    old_rules: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


_TABLE: list[Change] = []


def _change(
    name: str,
    since: str,
    before: str,
    after: str,
    rules: str = "",
    old_rules: str = "",
    statements: str = "",
) -> Change:
    made = Change(
        name,
        since,
        before,
        after,
        tuple(rules.split()),
        tuple(old_rules.split()),
        tuple(statements.split()),
    )
    _TABLE.append(made)
    return made


FUSED_AS_A_WHOLE = _change(
    "fused spell tested as a whole",
    "2016-09-30",
    "each half of a fused spell had to be castable by itself",
    "the fused spell as a whole is tested",
    "601.2e 702.102b",
    "",
    "S081",
)
CARDS_COUNTED = _change(
    "counts of objects and of cards",
    "2016-09-30",
    "no rule said how a melded permanent counts among things that moved",
    "it counts as one object and as two cards",
    "712.21e",
    "",
    "S138",
)
COMBINED_SPLIT = _change(
    "split cards have one combined set of characteristics",
    "2017-04-28",
    "each half answered for itself: two answers to a question, one to a comparison",
    "off the stack the halves are combined",
    "709.4 709.4b 202.3d",
    "708.2@2017-01-20 708.5@2017-01-20 708.6@2017-01-20 708.6a@2017-01-20",
    "S001 S023 S026 S027 S069 S081",
)
TAPPED_FOR_MANA_REPLACED = _change(
    "replacements of mana made by tapping",
    "2018-04-27",
    "no rule of its own for such replacements",
    "they change what the ability makes while it resolves",
    "106.12b",
    "",
    "S189 S190",
)
X_ON_ENTERING = _change(
    "X in abilities of entering",
    "2019-10-04",
    "such an ability had no value for X from the spell",
    "it takes the X of the spell that became the permanent",
    "107.3m",
    "",
    "S172 S173 S174 S175",
)
TIMESTAMPS_APNAP = _change(
    "simultaneous timestamps in APNAP order",
    "2020-04-17",
    "the active player set the whole order",
    "each player orders their own, the active player first",
    "613.7m",
    "613.6j@2020-01-24",
    "S145",
)
REPEATED_SYMBOLS = _change(
    "separate symbols of a split card's cost",
    "2020-04-17",
    "nothing said what a test on the symbols of a split card sees",
    "it sees the separate symbols",
    "709.4b",
    "",
    "S075",
)
COMMANDER_STATE_BASED = _change(
    "commander moves from graveyard or exile as a state-based action",
    "2020-07-03",
    "an optional replacement covered graveyard, exile, hand and library",
    "a replacement for hand and library, a state-based action for graveyard and exile",
    "903.9a 903.9b 903.9c",
    "903.9@2020-06-01",
    "S153 S154",
)
CASCADE_TWO_CHECKS = _change(
    "cascade checks the spell too",
    "2021-02-15",
    "only the exiled card's value was compared",
    "the spell that is cast must have a lesser value as well",
    "702.85a",
)
TRANSFORMED_SPELL_VALUE = _change(
    "value of a spell cast transformed",
    "2021-11-19",
    "only permanents took the front's cost; a spell with its back face up was not covered",
    "such a spell takes the front's cost as well",
    "202.3b 712.8c",
    "",
    "S032",
)
MELD_DOUBLE_FACED = _change(
    "meld cards are double-faced cards",
    "2023-04-14",
    "a meld card was not a double-faced card",
    "a meld card is one, but never transforms",
    "712.1 712.4c",
    "",
    "S019 S020",
)
TOKENS_TWO_FACES = _change(
    "token copies have two faces",
    "2023-04-14",
    "a token copy of a double-faced permanent had one face",
    "a token copy of a transforming object has both",
    "707.8a 707.10g",
    "",
    "S166 S168",
)
TRANSFORMED_COUNT = _change(
    "melded is not transformed",
    "2025-09-19",
    "nothing said that a melded permanent is no transformed permanent",
    "a rule says so",
    "701.27g",
    "",
    "S021",
)
MODAL_TRANSFORM = _change(
    "modal double-faced permanents transform",
    "2025-09-19",
    "only nonmodal ones did, and a modal card told to enter transformed stayed where it was",
    "every double-faced permanent but a melded one can, and such a card enters back face up",
    "712.3 712.9 712.14a 707.8a",
    "",
    "S133 S162 S163 S166 S168",
)
LIBRARY_NOT_MANA = _change(
    "abilities that move library cards are no mana abilities",
    "2026-08-07",
    "an ability that mills for its cost could be a mana ability",
    "an ability whose cost or effect moves a card to or from a library is none",
    "605.1a",
    "",
    "S186",
)

CHANGES: Mapping[str, Change] = {c.name: c for c in _TABLE}


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
