"""Holding a moment of a run against what is expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.rules.citations import show
from mtgmeld.scenario.about_objects import object_rows
from mtgmeld.scenario.about_zones import happened, player_rows, zone_rows
from mtgmeld.scenario.moments import Moment
from mtgmeld.scenario.notation import Expect
from mtgmeld.scenario.possible import Row, possible

if TYPE_CHECKING:
    from mtgmeld.game.events import Event

__all__ = ["Moment", "Outcome", "hold", "told_of"]


class Outcome(msgspec.Struct, frozen=True):
    """Whether one expectation holds.

    Attributes
    ----------
    where : str
        ``start`` or ``step 2``, and the expectation's number.
    what : str
        The field that was asked about.
    expected, actual : str
    holds : bool
    why : str
        The reasons of the actual value, with rule numbers.
    """

    where: str
    what: str
    expected: str
    actual: str
    holds: bool
    why: str = ""

    def __str__(self) -> str:
        if self.holds:
            return f"{self.where}: {self.what} = {self.actual}"
        tail = f"\n      why: {self.why}" if self.why else ""
        return f"{self.where}: {self.what}: expected {self.expected}, got {self.actual}{tail}"


def hold(wanted: Expect, moment: Moment, where: str) -> list[Outcome]:
    """Return the outcome of each field of an expectation.

    Raises
    ------
    MtgmeldError
        If it asks about what does not exist.
    """
    rows = list(_rows(wanted, moment))
    return [
        Outcome(
            where,
            what,
            show(expected),
            show(actual),
            holds,
            why if holds or "[" in why else _story(why, moment),
        )
        for what, expected, actual, holds, why in rows
    ]


_MOST_TOLD = 12


def _story(why: str, moment: Moment) -> str:
    """Return a reason with what happened in the step, for a value that is no characteristic."""
    told = [why] if why else []
    told += [told_of(e, moment.state.edition.date) for e in moment.events[:_MOST_TOLD]]
    left = len(moment.events) - _MOST_TOLD
    told += [f"and {left} more events"] if left > 0 else []
    return "\n           ".join(told)


def told_of(event: Event, date: str) -> str:
    """Return an event on one line, with its rules by their numbers in an edition."""
    from mtgmeld.rules.numbers import number_in

    move = f" {event.start} -> {event.end}" if event.end else ""
    if event.cards > 1:
        move += f", one object, {event.cards} cards"
    note = f" ({event.note})" if event.note else ""
    rules = ", ".join(number_in(r, date) for r in event.rules)
    return f"{event.kind}: {event.name}{move}{note} [{rules}]"


def _rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
    if wanted.object is not None:
        yield from object_rows(wanted, moment)
    else:
        yield from zone_rows(wanted, moment)
    yield from player_rows(wanted, moment.state)
    yield from happened(wanted, moment)
    yield from possible(wanted, moment.state)
