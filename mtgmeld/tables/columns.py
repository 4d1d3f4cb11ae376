"""The columns of every table: names, dtypes, meanings."""

from __future__ import annotations

from collections.abc import Mapping

from mtgmeld.frames import Column

__all__ = ["KEYS", "TABLES"]

_CARD = Column("card", "string", "full name of the card, halves and faces joined by //")
_ZONE = Column("zone", "string", "where the object is")
_STATE = Column("state", "string", "how it is there, in words")
_VALUES = (
    Column("names", "string", "names, joined by '; '; empty for a nameless object"),
    Column("mana_cost", "string", "mana cost of the object as a whole; NA without one"),
    Column("mana_value", "Int64", "mana value of the object"),
    Column("colors", "string", "colors in the order WUBRG; empty for colorless"),
    Column("type_line", "string", "type line of the object"),
)
_NUMBERS = (
    Column("power", "string", "power as printed; NA without one"),
    Column("toughness", "string", "toughness as printed; NA without one"),
    Column("loyalty", "string", "loyalty as printed; NA without one"),
)
_IDENTITY = Column("color_identity", "string", "color identity of the card; NA for a token")
_RULES = Column("rules", "string", "numbers of the rules that the row rests on, in its edition")

MELD_COLUMNS = (
    Column("result", "string", "name of the combined back face"),
    _CARD,
    _STATE,
    _ZONE,
    Column(
        "bears_meld", "boolean", "whether the card bears the ability that melds; NA for the result"
    ),
    *_VALUES,
    Column("color_indicator", "string", "colors of the indicator; empty without one"),
    *_NUMBERS,
    Column("keywords", "string", "keywords, joined by '; '"),
    Column("represented_by", "Int64", "how many cards represent the object"),
    _IDENTITY,
    _RULES,
)
SPLIT_COLUMNS = (
    _CARD,
    Column("kind", "string", "split, fuse, aftermath or room"),
    _ZONE,
    _STATE,
    Column("cast", "string", "left, right, fused or a half's number from 1; NA off the stack"),
    Column("half", "string", "the half that answers for itself (rules to 2017); NA where combined"),
    *_VALUES,
    Column("keywords", "string", "keywords, joined by '; '"),
    _IDENTITY,
    _RULES,
)
ROOM_COLUMNS = (
    _CARD,
    _ZONE,
    _STATE,
    Column(
        "unlocked",
        "string",
        "unlocked halves: '', left, right or left,right; NA off the battlefield",
    ),
    Column("cast", "string", "left or right on the stack; NA elsewhere"),
    *_VALUES,
    Column("unlock_left", "string", "cost to unlock the left half now; NA where it is not locked"),
    Column(
        "unlock_right", "string", "cost to unlock the right half now; NA where it is not locked"
    ),
    _IDENTITY,
    _RULES,
)
DFC_COLUMNS = (
    _CARD,
    Column("kind", "string", "nonmodal or modal"),
    _ZONE,
    _STATE,
    Column("face", "string", "front or back: the face that is up"),
    Column("object", "string", "card, copy, or token copy"),
    *_VALUES,
    Column("color_indicator", "string", "colors of the indicator; empty without one"),
    *_NUMBERS,
    _IDENTITY,
    _RULES,
)
IDENTITY_COLUMNS = (
    _CARD,
    Column("kind", "string", "layout, or room, fuse, aftermath, split"),
    Column("colors", "string", "colors of the card in hand"),
    _IDENTITY,
    Column(
        "with_land_types",
        "string",
        "the identity if basic land types are counted, as one ruling has it",
    ),
    Column("comes_from", "string", "what gives each color"),
    _RULES,
)
NAME_COLUMNS = (
    _CARD,
    Column("name", "string", "a name that a player may try to choose"),
    Column("may_be_chosen", "boolean", "whether it may be chosen"),
    Column(
        "type_line", "string", "type line that counts for a required quality; NA if not a choice"
    ),
    Column("colors", "string", "colors that count for a required quality; NA if not a choice"),
    Column(
        "mana_value", "Int64", "mana value that counts for a required quality; NA if not a choice"
    ),
    Column("says", "string", "why"),
    _RULES,
)

TABLES: Mapping[str, tuple[Column, ...]] = {
    "meld": MELD_COLUMNS,
    "split": SPLIT_COLUMNS,
    "rooms": ROOM_COLUMNS,
    "dfc": DFC_COLUMNS,
    "identity": IDENTITY_COLUMNS,
    "names": NAME_COLUMNS,
}

# the columns that tell the rows of a table apart
KEYS: Mapping[str, tuple[str, ...]] = {
    "meld": ("card", "state"),
    "split": ("card", "zone", "state", "half"),
    "rooms": ("card", "zone", "state"),
    "dfc": ("card", "zone", "state"),
    "identity": ("card",),
    "names": ("card", "name"),
}
