"""Catalogs out of card files and card files out of catalogs; cards of a file as a filter sees them.

A catalog has facts and no texts; so the text of an object that is written is made of its mana
symbols and of the few words from which a reader tells keywords and defined colors.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.catalog import Catalog, bundled, catalog_of, load_catalog
from mtgmeld.errors import BadCardFile
from mtgmeld.facts import About
from mtgmeld.files import write_whole
from mtgmeld.game import characteristics as rules
from mtgmeld.game.characteristics import Circumstances, color_identity, derive
from mtgmeld.hooks import fills
from mtgmeld.layouts import layout
from mtgmeld.mana import COLOR_WORDS, COLORS, braced
from mtgmeld.query import CardFacts, Queryable, of_card
from mtgmeld.rules.editions import edition
from mtgmeld.sources.derive import NO_DECK
from mtgmeld.sources.printed import MELD_RESULT, Printed, Sizes, card_of, sizes_of, unread
from mtgmeld.sources.read import MELDS, Melds, Reading

_REMEMBERED = 2_048


def as_asked(card: Printed, pair: MeldPair | None = None) -> CardFacts:
    """Return a card as a filter sees it; what the file does not say passes no comparison."""
    made = card_of(card)
    facts = of_card(made, pair)
    if not made.is_partial and card.is_known:
        return facts
    if not card.is_known or any(unread(f.mana_cost) for f in card.faces):
        facts = msgspec.structs.replace(facts, mana_cost=None, mana_value=None, colors="")
    return msgspec.structs.replace(facts, color_identity=None)


def wanted_by(matches: Callable[[Queryable], bool]) -> Callable[[Printed, MeldPair | None], bool]:
    """Return whether a printed card passes a filter."""
    asked = 0

    def test(card: Printed, pair: MeldPair | None = None) -> bool:
        nonlocal asked
        asked += 1
        if asked % _REMEMBERED == 0:
            # each card is asked about once: what is remembered of it would only hold memory
            for cached in (of_card, derive, color_identity):
                cached.cache_clear()
        return matches(as_asked(card, pair))

    return test


def read_catalog(path: str | os.PathLike[str], *, strict: bool = False) -> Catalog:
    """Return the cards of a card file as a catalog, found by any of their names.

    The first printing of each card counts.  Flavor names of printings are further names of
    their card.  Tokens, emblems and cards that are in no deck are left out; a combined back
    face is kept with its pair.

    Parameters
    ----------
    path : path-like
        A file as for :func:`~mtgmeld.card_files.read_cards`.
    strict : bool
        Whether the first damaged object ends the reading with an error.

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.

    Examples
    --------
    >>> mm.read_catalog("cards.json").resolve("Locker Room").card.name
    'Bottomless Pool // Locker Room'
    """
    cards: dict[str, Card] = {}
    aliases: dict[tuple[str, str], None] = {}
    melds: list[Printed] = []
    with Reading(path, strict=strict) as reading:
        for card in _of_decks(reading.cards()):
            made = card_of(card)
            cards.setdefault(made.name, made)
            aliases.update(((alias, made.name), None) for alias in flavor_names(card))
            if card.layout in MELDS:
                melds.append(card)
    return Catalog(
        cards.values(),
        list(_pairs(melds, cards)),
        [(alias, cards[name]) for alias, name in aliases if alias not in cards],
        about=About(Path(path).name, "", reading.source, len(cards)),
    )


def _of_decks(cards: Iterable[Printed]) -> Iterator[Printed]:
    for card in cards:
        if card.layout not in NO_DECK and (card.layout in MELDS or layout(card.layout).is_card):
            yield card


def flavor_names(card: Printed) -> Iterator[str]:
    """Yield the other names of a printing."""
    names = [f.flavor_name for f in card.faces]
    if len(names) > 1 and all(names):
        yield " // ".join(n for n in names if n)
    yield from (n for n in names if n)


def _pairs(melds: list[Printed], cards: dict[str, Card]) -> Iterator[MeldPair]:
    known = bundled()
    for row in Melds(melds, known).pairs:
        found = [cards.get(name) for name in (*row.cards, row.result)]
        if None in found:
            continue
        bearer, counterpart, result = (c for c in found if c is not None)
        same = next((p for p in known.meld_pairs if p.result.name == row.result), None)
        rule, since = (same.rule, same.since) if same else ("712.5", result.released)
        yield MeldPair(rule, since, bearer, counterpart, result)


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
    melded = pair if card.form.is_melded else None
    what = rules.of_card(card) if melded is None else rules.of_pair(melded)
    found = derive(what, Circumstances("hand" if melded is None else "battlefield"), edition(None))
    cards = None if melded is None else melded.cards
    identity = color_identity(card) if cards is None else rules.identity_of_melded(cards)
    value = found.mana_value.value
    made: dict[str, Any] = {
        "object": "card",
        "name": card.name,
        "layout": card.layout if melded is None else "meld",
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
            {"object": "related_card", "component": part, "name": of.name}
            for part, of in (*(("meld_part", c) for c in pair.cards), (MELD_RESULT, pair.result))
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
    sizes = dict(zip(Sizes.__struct_fields__, sizes_of(face), strict=True))
    return made | {field: value for field, value in sizes.items() if value is not None}


def _text(face: Face) -> str:
    lines = [k for k in face.keywords if k in ("Fuse", "Aftermath")]
    defined = face.defined_colors
    if defined == COLORS:
        lines.append(f"{face.name} is all colors.")
    elif defined == "":
        lines.append("Devoid")
    elif defined:
        lines.append(f"{face.name} is {' and '.join(COLOR_WORDS[c] for c in defined)}.")
    if face.text_symbols:
        word = "Add " if face.produced_mana else ""
        lines.append(word + braced(face.text_symbols))
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
        Those of the tables by default, without those of which something is not known.
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
    chosen = list(catalog.subject) if cards is None else [catalog[str(c)] for c in cards]
    made = [card_object(c, catalog.pair_of(c)) for c in chosen if not c.is_partial]
    lines = ",\n".join(json.dumps(m, ensure_ascii=False) for m in made)
    write_whole(path, f"[\n{lines}\n]\n")
    return len(made)


@fills("read_catalog", str)
def _catalog_of(path: str) -> Catalog:
    """Return the catalog of a file, or of the files of a folder."""
    where = Path(path)
    if not where.is_dir():
        return read_catalog(where)
    endings = (".json", ".jsonl", ".gz", ".csv", ".parquet", ".sqlite")
    files = sorted(p for p in where.iterdir() if p.name.endswith(endings) and p.is_file())
    if not files:
        raise BadCardFile(path, "no card file is in the folder.")
    return catalog_of(*map(read_catalog, files), only=True)
