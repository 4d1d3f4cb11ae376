"""A moment of a run, and what the questions about it share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.game.state import State
from mtgmeld.rules.citations import TwoAnswers

if TYPE_CHECKING:
    from mtgmeld.game.events import Event

__all__ = ["Moment", "flat", "words"]


class Moment(msgspec.Struct):
    """What an expectation is held against: the states around a step, and its events."""

    before: State
    state: State
    events: Sequence[Event]


def words(value: Any) -> list[str]:
    """Return a word or words as a list."""
    return [value] if isinstance(value, str) else [str(v) for v in value]


def flat(value: Any) -> list[str]:
    """Return names as a list, those of both answers where there are two."""
    if isinstance(value, TwoAnswers):
        return [n for answer in value.answers for n in answer]
    return list(value or ())
