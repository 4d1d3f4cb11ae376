"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Nothing is timed in a test, and a busy machine is no failure.  The same tree draws the same
# examples, so that a check says the same twice; ``--hypothesis-profile=search`` draws others.
COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("search", **COMMON)
settings.register_profile("house", derandomize=True, database=None, **COMMON)
settings.load_profile("house")

PROJECT = Path(__file__).resolve().parents[1]
SHARED = PROJECT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The specification folder beside the project; without it the test is skipped, visibly."""
    if not (SHARED / "spec" / "statements.md").is_file():
        pytest.skip("the folder ../shared is not beside the project")
    return SHARED
