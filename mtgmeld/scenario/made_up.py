"""Cards that a situation makes up: halves, faces, Rooms, a meld pair, with their abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import asdict, replace

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import beside, load_catalog
from mtgmeld.errors import BadValue, MtgmeldError
from mtgmeld.game.actions import CardType, ColorLetters, Keywords, Supertypes
from mtgmeld.game.card_abilities import written
from mtgmeld.game.notation import effect_of
from mtgmeld.game.placing import stated_face
from mtgmeld.layouts import layout
from mtgmeld.records import Line, convert, says
from mtgmeld.scenario.reading import Place


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A face or half of a made-up card."""

    name: Annotated[Line, says("the name, which no other card has")] = ""
    mana_cost: Annotated[str | None, says("the mana cost")] = None
    types: Annotated[Sequence[CardType], says("card types; a creature by default")] = ("Creature",)
    subtypes: Annotated[Sequence[str], says("subtypes, such as Room")] = ()
    supertypes: Supertypes = ()
    colors: Annotated[ColorLetters, says("its color indicator, as letters")] = ""
    power: Annotated[str | int | None, says("power")] = None
    toughness: Annotated[str | int | None, says("toughness")] = None
    loyalty: Annotated[str | int | None, says("loyalty")] = None
    keywords: Keywords = ()
    ability: Annotated[
        Sequence[dict[str, Any]], says("its abilities, each as in an `[[effect]]` table")
    ] = ()


class MadeUp(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[card]]``: a card that does not exist.

    With more than one part, ``part`` has them: two halves or faces, of a meld pair its two cards
    and what they meld into.
    """

    layout: Annotated[
        Literal["normal", "split", "transform", "modal_dfc", "meld", "flip", "adventure"],
        says("how its parts belong together"),
    ] = "normal"
    part: Annotated[Sequence[dict[str, Any]], says("its faces or halves, a table each")] = ()


def check_card(row: Mapping[str, Any], place: Place) -> None:
    """Refuse a made-up card that is wrong, with the field.

    Raises
    ------
    BadScenario
    """
    try:
        for part in _read(row)[2]:
            if part.name in load_catalog():
                raise BadValue("a made-up card", "name", f"{part.name!r} is a card that there is")
    except MtgmeldError as error:
        raise place.caused(error, row) from None


def _read(row: Mapping[str, Any]) -> tuple[str, list[Face], list[Part]]:
    made = convert(row, MadeUp, "a made-up card")
    form = layout(made.layout)
    wanted = 3 if form.is_meld else form.parts if form.parts > 1 else 0
    if len(made.part) != wanted or (bool(made.name) == bool(wanted)):
        why = f"it takes {wanted} parts, each with a name" if wanted else "it takes a name"
        raise BadValue(f"a made-up card of layout {made.layout!r}", "part", why)
    parts: list[Part] = [convert(p, Part, "a part of a made-up card") for p in made.part] or [made]
    for part in parts:
        if not part.name:
            raise BadValue("a part of a made-up card", "name", "it is missing")
        for n, ability in enumerate(part.ability, 1):
            effect_of({**ability, "id": f"{part.name}#{ability.get('id', n)}"}, n)
    return made.layout, [_face(p) for p in parts], parts


def _face(part: Part) -> Face:
    face = stated_face(part.name, asdict(part), usual=())
    return replace(face, says=written(part.name, part.ability))


@contextmanager
def in_use(rows: Sequence[Mapping[str, Any]]) -> Iterator[None]:
    """Have the cards of a situation in use beside those that are, within a block."""
    if not rows:
        yield
        return
    cards = []
    for row in rows:
        word, faces, _ = _read(row)
        if not layout(word).is_meld:
            cards.append(Card(" // ".join(f.name for f in faces), word, tuple(faces)))
            continue
        kinds = ("meld", "meld", "meld_result")
        trio = tuple(Card(f.name, kind, (f,)) for f, kind in zip(faces, kinds, strict=True))
        cards += [replace(card, trio=trio) for card in trio]
    with beside(cards):
        yield
