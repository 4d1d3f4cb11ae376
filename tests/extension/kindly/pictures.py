"""A figure and an explorer."""

from __future__ import annotations

from typing import Any

from mtgmeld import room_table
from mtgmeld.explorers import Control, explorer, panel
from mtgmeld.explorers.dates import edition_view
from mtgmeld.figures import figure, value_by_state


@figure("kind_room")
def kind_room(**how: Any) -> Any:
    """A kind Room by its locks."""
    return value_by_state(room_table("Locker Room").tail(2), **how)


@explorer
def kind_dates() -> Any:
    """A kind card at two dates."""
    return panel("Kind", edition_view, {"card": Control("Card", ["Fire // Ice", "Cut // Ribbons"])})
