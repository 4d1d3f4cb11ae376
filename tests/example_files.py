"""The files that examples in docstrings read: a small card file, and two made-up rules texts."""

from __future__ import annotations

from pathlib import Path

from mtgmeld.sources.catalogs import write_card_file
from tests import rules_texts

CARDS = ["Fire // Ice", "Bottomless Pool // Locker Room", "Delver of Secrets"]


def write(folder: str | Path) -> None:
    """Put ``cards.json``, ``old.txt`` and ``new.txt`` into a folder."""
    write_card_file(Path(folder, "cards.json"), CARDS)
    newer = rules_texts.BODY.replace("wins", "loses").replace(
        "709.2c Neither half comes third.", "709.2c A third half is new.\n\n709.2d So is a fourth."
    )
    Path(folder, "old.txt").write_text(rules_texts.text(), encoding="utf-8")
    Path(folder, "new.txt").write_text(rules_texts.text("May 1, 2020", newer), encoding="utf-8")
