"""MTGJSON's card objects: one object a face, put together to cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from mtgmeld.layouts import OF_FILES
from mtgmeld.names import normal_form
from mtgmeld.sources.printed import (
    MELD_RESULT,
    MELD_ROLE,
    NoCardError,
    Printed,
    PrintedFace,
    Sizes,
    layout_of,
    letters,
    own_keywords,
    own_mana,
    read_type_line,
    sizes_of,
    unreversed,
)

Letters = tuple[str, ...]
MISSING_FACES = "faces missing in the file"


class Identifiers(msgspec.Struct, gc=False, rename="camel"):
    """Identifiers of a card elsewhere."""

    scryfall_id: str | None = None
    scryfall_oracle_id: str | None = None


class Object(Sizes, gc=False, rename="camel"):
    """One face of a card, or a card of one face."""

    name: str = ""
    face_name: str | None = None
    side: str | None = None
    layout: str | None = None
    mana_cost: str | None = None
    type: str | None = None
    text: str | None = None
    mana_value: float | None = None
    converted_mana_cost: float | None = None
    face_mana_value: float | None = None
    face_converted_mana_cost: float | None = None
    colors: Letters | None = None
    color_identity: Letters | None = None
    color_indicator: Letters | None = None
    uuid: str | None = None
    other_face_ids: tuple[str, ...] | None = None
    card_parts: tuple[str, ...] | None = None
    set_code: str | None = None
    number: str | None = None
    identifiers: Identifiers | None = None
    keywords: tuple[str, ...] | None = None
    produced_mana: tuple[str, ...] | None = None
    flavor_name: str | None = None
    face_flavor_name: str | None = None
    ascii_name: str | None = None
    is_funny: bool | None = None
    original_release_date: str | None = None


_ITEM = re.compile(r"[^\s,\[\]'\"][^,\[\]'\"]*|\"[^\"]*\"|'[^']*'")
S = TypeVar("S", bound=msgspec.Struct)


def listed(text: str) -> list[str]:
    """Return the items of a list that was written as text: ``['W', 'U']`` or ``W, U``."""
    return [item.strip("\"' ") for item in _ITEM.findall(text)]


@cache
def _lists(kind: type[msgspec.Struct]) -> frozenset[str]:
    """Return the fields of a record that hold lists of texts."""
    fields = msgspec.structs.fields(kind)
    return frozenset(f.encode_name for f in fields if "tuple[str, ...]" in str(f.type))


def of_row(
    row: Mapping[str, Any], kind: type[S], plain_of: Callable[[Any], Any] | None = None
) -> S:
    """Return a row of a table as an object: lists may be texts, numbers too.

    Parameters
    ----------
    row : mapping
    kind : type
        The record that is wanted.
    plain_of : callable, optional
        Makes plain data of what JSON has not.

    Raises
    ------
    msgspec.MsgspecError
        If a value is of another kind.
    """
    lists = _lists(kind)
    plain = {k: listed(v) if k in lists and isinstance(v, str) else v for k, v in row.items()}
    for joined in ("cardParts", "identifiers"):  # names with commas, joined by commas
        if isinstance(row.get(joined), str):
            del plain[joined]
    # through text, so that what a table made of a number or a list does not matter
    packed = msgspec.json.encode(plain, enc_hook=plain_of)
    return msgspec.json.decode(packed, type=kind, strict=False)


def is_card(face: Object) -> bool:
    """Whether an object is a card or a face, not something inside one."""
    return bool(face.layout) and bool(face.name)


class Gather:
    """Puts faces together to cards; a card comes out as soon as all its faces are there.

    MTGJSON gives each face as an object of its own, not always one after the other.
    """

    def __init__(self) -> None:
        self._waiting: dict[object, list[Object]] = {}

    def add(self, face: Object) -> list[Object]:
        """Take a face; return the faces of its card if they are all there now, else none.

        Raises
        ------
        NoCardError
            If it has no name, or letters that are no colors.
        """
        if not face.name.strip():
            raise NoCardError("it has no name")
        for colors in (face.colors, face.color_identity, face.color_indicator):
            letters(colors)
        if face.layout == "meld" or face.side is None:
            return [face]
        others = face.other_face_ids
        key: object = (face.name, face.set_code, face.number)
        if face.uuid and others:
            key = frozenset((face.uuid, *others))
        group = self._waiting.setdefault(key, [])
        if any(f.side == face.side for f in group):
            self._waiting[key] = [face]
            return group
        group.append(face)
        if others and len(group) == len(others) + 1:
            return self._waiting.pop(key)
        return []

    def rest(self) -> Iterator[list[Object]]:
        """Yield the faces of each card that waits for faces which do not come."""
        waiting, self._waiting = self._waiting, {}
        yield from waiting.values()


def printed(faces: list[Object]) -> Printed:
    """Return the faces of one card as a printed card."""
    group = sorted(faces, key=lambda f: f.side or "a")
    first = group[0]
    layout, flags = layout_of(first.layout, len(group) > 1)
    made = tuple(map(_face, group))
    one = len(made) == 1
    value = first.mana_value if first.mana_value is not None else first.converted_mana_cost
    ids = first.identifiers or Identifiers()
    card = Printed(
        " // ".join(f.name for f in made),
        layout,
        made,
        value,
        # each object has the colors of its own face
        None if OF_FILES.get(layout) == "split" and not one else made[0].colors,
        letters(first.color_identity),
        ids.scryfall_id or first.uuid,
        ids.scryfall_oracle_id,
        first.set_code,
        first.original_release_date,
        flags=flags,
        playtest=bool(first.is_funny),
        has_front=first.side in (None, "a"),
    )
    if layout == "reversible_card":
        card.name = first.name
        return unreversed(card)
    if layout == "meld":
        _meld(card, first)
    elif len(group) < first.name.count(" // ") + 1:
        card.flags = (*card.flags, MISSING_FACES)
    return card


def _meld(card: Printed, face: Object) -> None:
    """Tell a combined back face from the two cards."""
    front, joined, back = face.name.partition(" // ")
    own = face.face_name or (back if joined and face.side == "b" else front)
    card.name = card.faces[0].name = own
    card.result = own if face.side == "b" else back if joined else ""
    card.parts = tuple(n for n in face.card_parts or () if n != card.result)
    if face.side == "b":
        card.layout = MELD_RESULT
    elif face.side != "a":
        card.flags = (*card.flags, MELD_ROLE)


def _face(face: Object) -> PrintedFace:
    value = face.face_mana_value
    text, keywords = face.text or "", face.keywords or ()
    produced = "".join(face.produced_mana or ())
    return PrintedFace(
        face.face_name or face.name,
        face.mana_cost or "",
        read_type_line(face.type or ""),
        text,
        letters(face.color_indicator) or "",
        letters(face.colors),
        value if value is not None else face.face_converted_mana_cost,
        None,
        *sizes_of(face),
        own_keywords(keywords, text) if face.side else keywords,
        own_mana(produced, text) if face.side else produced,
        face.face_flavor_name or (face.flavor_name if face.side is None else None) or _other(face),
    )


def _other(face: Object) -> str | None:
    """Return the name in plain letters where it is more than the name without its accents."""
    name = face.ascii_name
    return name if name and normal_form(name) != normal_form(face.face_name or face.name) else None
