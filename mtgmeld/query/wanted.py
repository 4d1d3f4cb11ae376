"""One comparison of a filter, and what every field needs to make a test of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from mtgmeld.errors import BadFilter, one_of
from mtgmeld.names import normal_form
from mtgmeld.query.things import Queryable
from mtgmeld.rules.citations import TwoAnswers

__all__ = ["Test", "Wanted", "flat", "negated", "normal", "signed"]

Test = Callable[[Queryable], bool]


class Wanted(msgspec.Struct, frozen=True):
    """One comparison of a filter: a field, an operator, a value, and where they stand."""

    text: str
    field: str
    op: str
    value: str
    at: int
    op_at: int
    value_at: int

    def wrong(self, why: str, at: int | None = None, near: Iterable[str] = ()) -> BadFilter:
        """Return the error about this comparison."""
        return BadFilter(self.text, self.value_at if at is None else at, why + _offer(near))

    def only(self, *ops: str) -> None:
        """Refuse an operator that the field does not know."""
        if self.op not in ops:
            raise self.wrong(f"{self.field} takes {' '.join(ops)}, not {self.op}", self.op_at)


def _offer(names: Iterable[str]) -> str:
    offered = one_of(names)
    return f".{offered}" if offered else ""


def negated(test: Test) -> Test:
    """Return the opposite test."""
    return lambda thing: not test(thing)


def signed(wanted: Wanted, test: Test) -> Test:
    """Return a test of membership, or its opposite for ``!=``."""
    wanted.only(":", "=", "!=")
    return negated(test) if wanted.op == "!=" else test


def flat(value: Any) -> tuple[str, ...]:
    """Return the items of a list-like value, of both answers where there are two."""
    if type(value) is TwoAnswers:
        return tuple(item for answer in value.answers for item in answer or ())
    return value or ()


@lru_cache(maxsize=8192)
def normal(words: tuple[str, ...]) -> frozenset[str]:
    """Return words without case, accents and curly signs."""
    return frozenset(map(normal_form, words))
