"""Frames of a user's own card file: derived values, and where the file says otherwise."""

from __future__ import annotations

from mtgmeld.card_files.columns import CARD_FILE_TABLES
from mtgmeld.card_files.frames import CardFile
from mtgmeld.card_files.reading import read_card_file, read_cards, read_catalog

__all__ = ["CARD_FILE_TABLES", "CardFile", "read_card_file", "read_cards", "read_catalog"]
