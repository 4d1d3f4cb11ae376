"""The rules: citations, editions, numbers through time, and a reader for the official text.

The heavier parts load when they are first used.
"""

from __future__ import annotations

from typing import Any

from mtgmeld.rules.citations import Derived, Explanation
from mtgmeld.rules.editions import CHANGES, NEWEST, Change, Edition, edition

# public name -> module that has it
_LATE: dict[str, str] = {
    "History": "mtgmeld.rules.lives",
    "RulesDiff": "mtgmeld.rules.differences",
    "RulesText": "mtgmeld.rules.text",
    "changes": "mtgmeld.rules.tables",
    "concordance": "mtgmeld.rules.tables",
    "contradictions": "mtgmeld.rules.tables",
    "diff": "mtgmeld.rules.differences",
    "find": "mtgmeld.rules.loaded",
    "gist": "mtgmeld.rules.numbers",
    "history": "mtgmeld.rules.lives",
    "number_in": "mtgmeld.rules.numbers",
    "read": "mtgmeld.rules.text",
    "read_text": "mtgmeld.rules.text",
    "use": "mtgmeld.rules.loaded",
    "words_for": "mtgmeld.rules.numbers",
}

__all__ = [
    "CHANGES",
    "NEWEST",
    "Change",
    "Derived",
    "Edition",
    "Explanation",
    "edition",
    *_LATE,
]


def __getattr__(name: str) -> Any:
    if name in _LATE:
        from importlib import import_module

        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
