"""Checking an answer with all of its reasons: the value, the rules, words for each step."""

from __future__ import annotations

from typing import Any

from mtgmeld.rules.citations import Derived


def decided(answer: Derived, what: str, value: Any, *rules: str, says: str = "") -> None:
    """Check what is answered, the value, the rules of the last step, and a word of the reason."""
    assert answer.what == what
    assert answer.value == value, str(answer)
    assert type(answer.value) is type(value)
    assert answer.rules == rules
    assert says in answer.says, answer.says
    worded(answer)


def worded(answer: Derived) -> None:
    """Check that each step says in words what it is about and why, and cites numbers."""
    for _, step in answer.walk():
        assert isinstance(step, Derived)
        assert isinstance(step.what, str)
        assert step.what
        assert isinstance(step.says, str)
        assert step.says
        assert all(isinstance(rule, str) for rule in step.rules)
