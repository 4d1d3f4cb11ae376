"""Cards of the catalog as objects of a card file, for examples and tests.

The catalog has facts and no texts; so the text of such an object is made of its mana symbols
and of the few words from which a reader tells keywords and defined colors.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.files import write_whole
from mtgmeld.game.characteristics import Status, color_identity, derive, of_card, of_pair
from mtgmeld.game.characteristics import identity_of_melded as melded_identity
from mtgmeld.mana import COLORS
from mtgmeld.rules.editions import edition

__all__ = ["card_object", "write_card_file"]

_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def card_object(card: Card, pair: MeldPair | None = None) -> dict[str, Any]:
    """Return a card as an object in the shape of Scryfall's.

    The values that such a file publishes (``cmc``, ``colors``, ``color_identity``) are those
    of the rules.

    Parameters
    ----------
    card : Card
    pair : MeldPair, optional
        The pair of a meld card or combined back face.
    """
    melded = card.layout == "meld_result" and pair is not None
    what = of_pair(pair) if melded and pair is not None else of_card(card)
    found = derive(what, Status("battlefield" if melded else "hand"), edition(None))
    identity = melded_identity(pair) if melded and pair is not None else color_identity(card)
    value = found.mana_value.value
    made: dict[str, Any] = {
        "object": "card",
        "name": card.name,
        "layout": "meld" if melded else card.layout,
        "cmc": None if value is None else float(value),
        "colors": list(found.colors.value or ""),
        "color_identity": list(identity.value or ""),
        "type_line": " // ".join(f.type_line for f in card.faces),
        "set": card.first_set.lower(),
        "released_at": card.released,
        "set_type": "funny" if card.playtest else "expansion",
        "keywords": list(dict.fromkeys(k for f in card.faces for k in f.keywords)),
        "produced_mana": list(dict.fromkeys(c for f in card.faces for c in f.produced_mana)),
    }
    if len(card.faces) == 1:
        made |= _face_fields(card.faces[0])
    else:
        made["card_faces"] = [
            {"object": "card_face", "name": f.name, **_face_fields(f)} for f in card.faces
        ]
    if pair is not None:
        made["all_parts"] = [
            {"object": "related_card", "component": part, "name": name}
            for part, name in (
                ("meld_part", pair.bearer.name),
                ("meld_part", pair.counterpart.name),
                ("meld_result", pair.result.name),
            )
        ]
    return made


def _face_fields(face: Face) -> dict[str, Any]:
    made: dict[str, Any] = {
        "mana_cost": "" if face.mana_cost is None else str(face.mana_cost),
        "type_line": face.type_line,
        "oracle_text": _text(face),
    }
    if face.color_indicator:
        made["color_indicator"] = list(face.color_indicator)
    for field in ("power", "toughness", "loyalty", "defense"):
        value = getattr(face, field)
        if value is not None:
            made[field] = value
    return made


def _text(face: Face) -> str:
    lines = [k for k in face.keywords if k in ("Fuse", "Aftermath")]
    defined = face.defined_colors
    if defined == COLORS:
        lines.append(f"{face.name} is all colors.")
    elif defined == "":
        lines.append("Devoid")
    elif defined:
        lines.append(f"{face.name} is {' and '.join(_WORDS[c] for c in defined)}.")
    if face.text_symbols:
        word = "Add " if face.produced_mana else ""
        lines.append(word + "".join("{" + s + "}" for s in face.text_symbols))
    if not set(face.produced_mana) <= set(face.text_symbols):
        lines.append("Add one mana of any type.")
    return "\n".join(lines)


def write_card_file(
    path: str | os.PathLike[str],
    cards: Iterable[str | Card] | None = None,
    *,
    catalog: Catalog | None = None,
) -> int:
    """Write cards of a catalog as a file in the shape of Scryfall's; return how many.

    Parameters
    ----------
    path : path-like
    cards : iterable of str or Card, optional
        All of the catalog by default, those of which only a name is known left out.
    catalog : Catalog, optional
        The bundled facts by default.

    Raises
    ------
    UnknownCard, AmbiguousName
        For a name.
    NotWritten
        If the file cannot be written.
    """
    catalog = catalog or load_catalog()
    chosen = list(catalog) if cards is None else [catalog[str(c)] for c in cards]
    made = [card_object(c, catalog.pair_of(c)) for c in chosen if not c.is_partial]
    lines = ",\n".join(json.dumps(m, ensure_ascii=False) for m in made)
    write_whole(path, f"[\n{lines}\n]\n")
    return len(made)
