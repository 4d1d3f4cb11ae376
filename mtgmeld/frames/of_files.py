"""The columns of frames of card files, of one that we read and of one that pandas has read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.frames import Column, flag, kind, number, text
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import written

if TYPE_CHECKING:
    from mtgmeld.sources.derive import Difference, FaceValues, Values


class FileRow(msgspec.Struct):
    """A card, a face of it or a difference as a row of a frame."""

    card: str
    id: str | None
    values: Values
    part: int | None = None
    own: FaceValues | None = None
    face: str = ""
    type_line: str = ""
    other: Difference | None = None
    rules: str | None = None


def _listed(words: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(words))


@lru_cache(maxsize=16384)
def _whole(cost: str | None) -> str | None:
    """Return a cost as tables show it: generic mana added up, in the customary order."""
    return None if cost is None else str(ManaCost.parse(cost).whole)


def _shown(value: Any) -> str:
    return written(int(value) if isinstance(value, float) and value.is_integer() else value)


def _rules(of: str, where: str = "") -> Column:
    verb = "rest" if of == "colors" else "rests"
    return text(
        f"{of}_rules",
        f"rules that the {of.replace('_', ' ')} {verb} on",
        lambda row: getattr(getattr(row, where) if where else row, f"{of}_rules") or None,
    )


_CARD = text("card", "full name of the card, halves and faces joined by //")
_ID = text("id", "identifier in the file; NA where it gives none")
_LAYOUT = "layout as the file has it; meld_result for a combined face"
_KIND = "room, fuse, aftermath or split for split cards, else the layout"
# rows -> columns; those of cards are of :class:`Values`, or of the file's own columns
CARD_FILE_TABLES: dict[str, tuple[Column, ...]] = {
    "cards": (
        _CARD,
        text("layout", _LAYOUT),
        text("kind", _KIND),
        text("mana_cost", "mana cost of the card in a hand; NA without one",
             lambda v: _whole(v.mana_cost)),
        number("mana_value", "mana value in a hand; of a combined face, in play (202.3)"),
        text("colors", "colors in the order WUBRG; empty for colorless; NA if unknown"),
        text("color_identity", "color identity (903.4); NA for what is no card"),
        text("type_line", "type line as the file has it"),
        text("differs", "fields that the file has otherwise, joined by '; '; empty if none",
             lambda v: _listed(d.field for d in v.differences)),
        text("flags", "what is unknown or odd, joined by '; '; empty if nothing",
             lambda v: _listed(v.flags)),
        text("set", "set code in the file; NA where it gives none"),
        text("released", "date in the file; NA where it gives none"),
        _ID,
        _rules("mana_value"),
        _rules("colors"),
        _rules("color_identity"),
    ),
    "faces": (
        _CARD,
        text("layout", _LAYOUT, "values.layout"),
        text("kind", _KIND, "values.kind"),
        number("part", "0 for the front face or first half, then 1, 2 and so on"),
        text("face", "name of the face or half"),
        text("type_line", "type line of the face or half"),
        text("mana_cost", "its own mana cost; NA without one", "own.mana_cost"),
        number("mana_value", "mana value while this face is up or this half is cast",
               "own.mana_value"),
        text("colors", "colors meanwhile; empty for colorless; NA if unknown", "own.colors"),
        number("card_mana_value", "mana value of the card in a hand", "values.mana_value"),
        text("color_identity", "color identity of the card; NA for what is no card",
             "values.color_identity"),
        _ID,
        _rules("mana_value", "own"),
        _rules("colors", "own"),
    ),
    "differences": (
        _CARD,
        text("layout", _LAYOUT, "values.layout"),
        number("part", "the face or half, from 0; NA for the whole card"),
        text("field", "mana_value, colors, color_identity, face_mana_value, face_colors",
             "other.field"),
        text("published", "what the file has", lambda r: _shown(r.other.published)),
        text("derived", "what the rules give", lambda r: _shown(r.other.derived)),
        text("cause", "why they differ, as far as it can be told", "other.cause"),
        text("rules", "rules that the derived value rests on"),
        _ID,
    ),
    "pairs": (
        text("result", "combined back face"),
        text("bearer", "the card whose ability melds, as far as its text says so",
             lambda p: p.cards[0]),
        text("counterpart", "the other card", lambda p: p.cards[1]),
        flag("known", "whether the pair table of the bundled facts has the pair", "is_known"),
    ),
}  # fmt: skip
for _rows, _columns in CARD_FILE_TABLES.items():
    kind(f"card file: {_rows}", _columns, [_columns[0].name])
# what the frame of a file that pandas has read is asked for: less, and of a pair one value more
_OF_FRAMES = ("card", "part", "face", "type_line", "mana_cost", "mana_value", "colors")
FACES = kind(
    "faces", [c for c in CARD_FILE_TABLES["faces"] if c.name in _OF_FRAMES], ("card", "face")
)
MELDED_VALUE = number("mana_value", "mana value of the melded permanent (202.3c); NA if unknown")
PAIRS = kind(
    "pairs",
    (*CARD_FILE_TABLES["pairs"][:3], MELDED_VALUE, *CARD_FILE_TABLES["pairs"][3:]),
    ("result",),
)
