"""The tables: characteristics by zone, face, half and lock state, as DataFrames.

Each table has a documented, fixed list of columns in :data:`TABLES`; ``rules`` holds the
numbers, in the edition asked for, of every rule that the row rests on.  A frame remembers
its table, edition and policies in ``attrs``, and :func:`mtgmeld.explain` takes its rows.
"""

from mtgmeld.tables.columns import KEYS, TABLES
from mtgmeld.tables.dfc import dfc_table
from mtgmeld.tables.identity import color_identity_table
from mtgmeld.tables.meld import meld_table
from mtgmeld.tables.named import name_table
from mtgmeld.tables.rooms import room_table
from mtgmeld.tables.split import split_table
from mtgmeld.tables.why import explain_row

__all__ = [
    "KEYS",
    "TABLES",
    "color_identity_table",
    "dfc_table",
    "explain_row",
    "meld_table",
    "name_table",
    "room_table",
    "split_table",
]
