"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
SHARED = PROJECT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The specification folder beside the project; without it the test is skipped, visibly."""
    if not (SHARED / "spec" / "statements.md").is_file():
        pytest.skip("the folder ../shared is not beside the project")
    return SHARED
