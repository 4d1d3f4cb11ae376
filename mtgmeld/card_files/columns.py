"""The columns of the frames of a card file."""

from __future__ import annotations

from mtgmeld.frames import Column

__all__ = [
    "CARD_COLUMNS",
    "CARD_FILE_TABLES",
    "CARD_RULES",
    "DIFFERENCE_COLUMNS",
    "FACE_COLUMNS",
    "FACE_RULES",
    "PAIR_COLUMNS",
]

_CARD = Column("card", "string", "full name of the card, halves and faces joined by //")
_LAYOUT = Column("layout", "string", "layout as the file has it; meld_result for a combined face")
_KIND = Column("kind", "string", "room, fuse, aftermath or split for split cards, else the layout")
_ID = Column("id", "string", "identifier in the file; NA where it gives none")
CARD_COLUMNS = (
    _CARD,
    _LAYOUT,
    _KIND,
    Column("mana_cost", "string", "mana cost of the card in a hand; NA without one"),
    Column("mana_value", "Int64", "mana value in a hand; of a combined face, in play (202.3)"),
    Column("colors", "string", "colors in the order WUBRG; empty for colorless; NA if unknown"),
    Column("color_identity", "string", "color identity (903.4); NA for what is no card"),
    Column("type_line", "string", "type line as the file has it"),
    Column(
        "differs", "string", "fields that the file has otherwise, joined by '; '; empty if none"
    ),
    Column("flags", "string", "what is unknown or odd, joined by '; '; empty if nothing"),
    Column("set", "string", "set code in the file; NA where it gives none"),
    Column("released", "string", "date in the file; NA where it gives none"),
    _ID,
)
CARD_RULES = (
    Column("mana_value_rules", "string", "rules that the mana value rests on"),
    Column("colors_rules", "string", "rules that the colors rest on"),
    Column("color_identity_rules", "string", "rules that the color identity rests on"),
)
FACE_COLUMNS = (
    _CARD,
    _LAYOUT,
    _KIND,
    Column("part", "Int64", "0 for the front face or first half, then 1, 2 and so on"),
    Column("face", "string", "name of the face or half"),
    Column("type_line", "string", "type line of the face or half"),
    Column("mana_cost", "string", "its own mana cost; NA without one"),
    Column("mana_value", "Int64", "mana value while this face is up or this half is cast"),
    Column("colors", "string", "colors meanwhile; empty for colorless; NA if unknown"),
    Column("card_mana_value", "Int64", "mana value of the card in a hand"),
    Column("color_identity", "string", "color identity of the card; NA for what is no card"),
    _ID,
)
FACE_RULES = (
    Column("mana_value_rules", "string", "rules that the mana value rests on"),
    Column("colors_rules", "string", "rules that the colors rest on"),
)
DIFFERENCE_COLUMNS = (
    _CARD,
    _LAYOUT,
    Column("part", "Int64", "the face or half, from 0; NA for the whole card"),
    Column("field", "string", "mana_value, colors, color_identity, face_mana_value, face_colors"),
    Column("published", "string", "what the file has"),
    Column("derived", "string", "what the rules give"),
    Column("cause", "string", "why they differ, as far as it can be told"),
    Column("rules", "string", "rules that the derived value rests on"),
    _ID,
)
PAIR_COLUMNS = (
    Column("result", "string", "combined back face"),
    Column("bearer", "string", "the card whose ability melds, as far as its text says so"),
    Column("counterpart", "string", "the other card"),
    Column("known", "boolean", "whether the pair table of the bundled facts has the pair"),
)
# rows -> columns
CARD_FILE_TABLES: dict[str, tuple[Column, ...]] = {
    "cards": (*CARD_COLUMNS, *CARD_RULES),
    "faces": (*FACE_COLUMNS, *FACE_RULES),
    "differences": DIFFERENCE_COLUMNS,
    "pairs": PAIR_COLUMNS,
}
