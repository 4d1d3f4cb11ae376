"""The rules: citations, editions, numbers through time, and a reader for the official text.

The heavier parts load when they are first used.
"""

from __future__ import annotations

from typing import Any

from mtgmeld.rules.citations import Derived, Explanation
from mtgmeld.rules.editions import CHANGES, NEWEST, Change, Edition, edition

_LATE: dict[str, str] = {}

__all__ = ["CHANGES", "NEWEST", "Change", "Derived", "Edition", "Explanation", "edition"]


def __getattr__(name: str) -> Any:
    if name in _LATE:
        from importlib import import_module

        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
