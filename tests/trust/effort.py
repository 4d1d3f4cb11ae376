"""How hard the tests of this folder try: as hard as always, or so many times harder.

``MTGMELD_EFFORT=40`` multiplies the examples of every test that asks here, and lets
``--hypothesis-seed=N`` choose them; an ordinary run draws the same examples each time.
``MTGMELD_KEPT=1`` lets the random machine compare what is kept about a state with what is worked
out from nothing after every step, and go on from the state that keeps it.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

__all__ = ["EFFORT", "KEPT", "effort"]

EFFORT = max(1, int(os.environ.get("MTGMELD_EFFORT", "1") or "1"))
KEPT = bool(os.environ.get("MTGMELD_KEPT"))


def effort(examples: int, steps: int | None = None) -> settings:
    """Return settings for a test of so many examples in an ordinary run."""
    made = settings(
        max_examples=examples * EFFORT,
        deadline=None,
        derandomize=EFFORT == 1,
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    return made if steps is None else settings(made, stateful_step_count=steps)
