"""How an object is there when a game is set up: its face, halves, loyalty, as a spell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

from msgspec.structs import replace

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.errors import ImpossibleState, UnknownName
from mtgmeld.game.characteristics import Copiable
from mtgmeld.game.objects import Cast, Obj
from mtgmeld.mana import whole_number

__all__ = [
    "all_handles",
    "as_spell",
    "face_up",
    "meldable",
    "token_card",
    "unlocked_halves",
    "with_loyalty",
]


def with_loyalty(obj: Obj, counters: Mapping[str, int] | None) -> Obj:
    """Give a planeswalker its loyalty and a battle its defense where nothing else is said."""
    faces = (obj.copy or obj.base).faces
    if obj.zone != "battlefield" or not faces:
        return obj
    printed = faces[obj.face if obj.face < len(faces) else 0]
    have = dict(obj.counters)
    for kind, value in (("loyalty", printed.loyalty), ("defense", printed.defense)):
        number = None if value is None else whole_number(value)
        if number is not None and kind not in (counters or {}):
            have[kind] = number
    return replace(obj, counters=tuple(sorted(have.items())))


def unlocked_halves(
    card: Card, base: Copiable, zone: str, unlocked: str | Iterable[str] | None
) -> tuple[int, ...]:
    """Return the unlocked halves of a Room by number, as they are named (709.5c)."""
    if unlocked is None:
        return ()
    words = unlocked.split(",") if isinstance(unlocked, str) else list(unlocked)
    words = [w.strip() for w in words if w.strip()]
    if words and not base.shared_type_line:
        raise ImpossibleState(
            f"{card.name} is no Room, so it has no unlocked designation",
            ("709.5c",),
            field="unlocked",
        )
    if words and zone != "battlefield":
        raise ImpossibleState(
            "only a permanent has unlocked designations", ("709.5c",), field="unlocked"
        )
    found = []
    for w in words:
        half = card.half(w)
        if half is None:
            raise UnknownName(f"half of {card.name}", w, [f.name for f in card.faces])
        found.append(half)
    return tuple(sorted(set(found)))


def face_up(card: Card, base: Copiable, zone: str, face: str | None, named: int | None) -> int:
    """Return which face is up: of the name given, or as it is said (712.8)."""
    if base.layout == "melded":
        return 1 if base.fronts else 0
    if face is None and named is not None and card.layout in ("transform", "modal_dfc", "flip"):
        return named if zone == "battlefield" else 0
    if face in (None, "front"):
        return 0
    if face != "back":
        index = card.half(str(face))
        if index is None:
            raise UnknownName(f"face of {card.name}", str(face), ("front", "back"))
    else:
        index = 1
    if index and (len(base.faces) < 2 or card.is_split):
        raise ImpossibleState(
            f"{card.name} has no back face of its own", ("712.4b", "712.1"), field="face"
        )
    if index and zone not in ("battlefield", "stack"):
        raise ImpossibleState(
            "off the battlefield only the front face is up", ("712.8a",), field="face"
        )
    return index


def as_spell(
    card: Card, base: Copiable, cast: str | None, named: int | None, x: int, by: str
) -> tuple[Cast, int]:
    """Return how a card is on the stack, and which of its faces is up (709.3, 712.8)."""
    if not card.is_split:
        back = cast == "back" or (cast is None and named == 1)
        return Cast((), 1 if back else 0, x, "hand", by), 1 if back else 0
    if cast == "fused":
        if not card.has_fuse:
            raise ImpossibleState(f"{card.name} has no fuse", ("702.102a",), field="cast")
        return Cast(tuple(range(len(base.faces))), 0, x), 0
    half = named if cast is None else card.half(cast)
    if half is None:
        raise ImpossibleState(
            f"{card.name} is on the stack as one of its halves: say which",
            ("709.3",),
            field="cast",
        )
    return Cast((half,), 0, x, "hand", by), 0


def meldable(card: Card, pair: MeldPair | None, zone: str) -> MeldPair:
    """Return the pair of a melded permanent, or refuse what cannot be one (701.42b, 712.21)."""
    if pair is None:
        raise ImpossibleState(f"{card.name} is no meld card", ("701.42b",), field="melded")
    if zone != "battlefield":
        raise ImpossibleState(
            f"{pair.result.name} exists on the battlefield only",
            ("712.8a", "712.21"),
            field="zone",
        )
    return pair


def token_card(name: str, more: MutableMapping[str, Any]) -> Card:
    """Return a token that is no copy as a card, taking its characteristics out of `more`."""
    power, toughness = more.pop("power", None), more.pop("toughness", None)
    face = Face(
        name,
        defined_colors=more.pop("colors", "") or None,
        types=tuple(more.pop("types", None) or ("Creature",)),
        subtypes=tuple(more.pop("subtypes", ())),
        supertypes=tuple(more.pop("supertypes", ())),
        keywords=tuple(more.pop("keywords", ())),
        power=None if power is None else str(power),
        toughness=None if toughness is None else str(toughness),
    )
    return Card(name, "token", (face,))


def all_handles(
    given: Mapping[str, tuple[int, ...]],
    unnamed: Mapping[str, Sequence[int]],
    named: Collection[str],
) -> dict[str, tuple[int, ...]]:
    """Return the handles, with the names of objects that have none.

    A name is a handle where one object alone has it; of several each has a number.
    """
    found = dict(given)
    for name, stamps in unnamed.items():
        alone = len(stamps) == 1 and name not in named and name not in found
        for n, stamp in enumerate(stamps, 1):
            found[name if alone else f"{name} #{n}"] = (stamp,)
    return found
