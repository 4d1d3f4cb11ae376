"""The root of all errors, and what several of them use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["MtgmeldError", "one_of", "shown"]

LONGEST = 60
LONGEST_MESSAGE = 4_000


def shown(text: object) -> str:
    """Return what was typed in quotation marks, a long text cut."""
    said = str(text)
    return repr(said if len(said) <= LONGEST else said[: LONGEST - 3] + "...")


def one_of(names: Iterable[str], word: str = "Did you mean") -> str:
    """Return a sentence that offers near names, or an empty string."""
    listed = list(names)
    if not listed:
        return ""
    return f" {word}: {'; '.join(listed)}?"


class MtgmeldError(Exception):
    """The root of all errors of this package."""

    def __init__(self, message: str, **parts: Any) -> None:
        if len(message) > LONGEST_MESSAGE:  # a file may hold names of any length
            message = f"{message[: LONGEST_MESSAGE - 300]}... {message[-290:]}"
        super().__init__(message)
        self.message = message
        for name, value in parts.items():
            setattr(self, name, value)
        self._parts = parts

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.message, self._parts))


def _rebuild(kind: type[MtgmeldError], message: str, parts: dict[str, Any]) -> MtgmeldError:
    """Make the error again after a trip through another process."""
    error = kind.__new__(kind)
    MtgmeldError.__init__(error, message, **parts)
    return error
