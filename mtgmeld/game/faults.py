"""Broken invariants of a state, each named."""

from __future__ import annotations

from collections import Counter

from mtgmeld.errors import ImpossibleState
from mtgmeld.game.characteristics import of_card
from mtgmeld.game.objects import Obj
from mtgmeld.game.pieces import SHARED_ZONES
from mtgmeld.game.state import Game

__all__ = ["faults_of", "refuse_host", "refuse_impossible"]


def faults_of(game: Game) -> tuple[str, ...]:
    """Return every broken invariant, in words; empty for a sound state."""
    found: list[str] = []
    placed = Counter(i for ids in game.places.values() for i in ids)
    for i, n in placed.items():
        if n > 1:
            found.append(f"object {i} stands in {n} places")
        if i not in game.things:
            found.append(f"a zone holds object {i}, which does not exist")
    represented: Counter[int] = Counter()
    for i, obj in game.things.items():
        found += _of_object(game, i, obj)
        represented.update(obj.cards)
        key = game.zone_key(obj.zone, obj.owner)
        if i not in game.places.get(key, ()):
            found.append(f"object {i} is not in the order of its zone {key}")
    for c in game.cards:
        if represented[c] != 1:
            found.append(
                f"card {game.cards[c].card.name} ({c}) represents {represented[c]} objects"
            )
    if game.active not in [p.name for p in game.players]:
        found.append(f"the active player {game.active!r} is no player")
    return tuple(found)


def _of_object(game: Game, i: int, obj: object) -> list[str]:
    from mtgmeld.game.objects import Obj

    assert isinstance(obj, Obj)
    name, found = game.card_name(obj), []
    names = [p.name for p in game.players]
    if obj.id != i:
        found.append(f"object {i} calls itself {obj.id}")
    if obj.owner not in names or obj.controller not in names:
        found.append(f"{name}: its owner or controller is no player")
    if obj.zone not in (*SHARED_ZONES, "hand", "library", "graveyard", "outside"):
        found.append(f"{name}: there is no zone {obj.zone!r}")
    if len(obj.cards) == 2 and obj.zone != "battlefield":
        found.append(f"{name}: two cards represent one object in zone {obj.zone} [712.21]")
    if len(obj.cards) == 2 and obj.base.layout != "melded":
        found.append(f"{name}: two cards represent an object that is not melded [712.4a]")
    if len(obj.cards) > 2:
        found.append(f"{name}: {len(obj.cards)} cards represent one object")
    if obj.base.layout == "melded" and len(obj.cards) != 2 and not obj.base.copied:
        found.append(f"{name}: a melded permanent without its two cards [712.4a]")
    sides = len(obj.base.faces) if obj.base.layout != "melded" else 2
    if obj.ability is None and not 0 <= obj.face < max(sides, 2):
        found.append(f"{name}: face {obj.face + 1} of {sides} is up [712.8]")
    if any(h not in (0, 1) for h in obj.unlocked):
        found.append(f"{name}: an unlocked designation of neither half [709.5c]")
    if len(obj.cards) == 1 and obj.base != of_card(game.cards[obj.cards[0]].card):
        found.append(f"{name}: it is not by itself what its card says [707.2]")
    if obj.unlocked and obj.zone != "battlefield":
        found.append(f"{name}: an unlocked designation off the battlefield [709.5c]")
    if obj.zone != "battlefield" and (obj.tapped or obj.attacking or obj.damage or obj.face_down):
        found.append(f"{name}: the status of a permanent off the battlefield [110.5]")
    if obj.zone not in ("battlefield", "stack") and obj.face:
        found.append(f"{name}: back face up in zone {obj.zone} [712.8a]")
    if not obj.cards and obj.ability is None and obj.zone not in ("battlefield", "stack"):
        found.append(f"{name}: a token or copy in zone {obj.zone} [111.7, 704.5e]")
    if any(n < 0 for _, n in obj.counters):
        found.append(f"{name}: fewer than no counters")
    if (
        isinstance(obj.attached, int)
        and obj.attached not in game.things
        and obj.zone == "battlefield"
    ):
        found.append(f"{name}: attached to what is gone [704.5m-n]")
    return found


# ---------------------------------------------------------------- a start that cannot be


def refuse_impossible(
    obj: Obj, name: str, *, cast: str | None, x: int, by: str, attached: bool
) -> None:
    """Refuse an object that could not be where and how it is said to be.

    Raises
    ------
    ImpossibleState
        With the rules that say so.
    """
    play, stack = obj.zone == "battlefield", obj.zone == "stack"
    faces = (obj.copy or obj.base).faces
    shown = faces[obj.face] if obj.face < len(faces) else faces[0]
    status = ("tapped", "attacking", "face_down")
    off = "attached_to" if attached else next((n for n in status if getattr(obj, n)), "")
    whole = not obj.face_down and obj.base.layout != "melded"
    rows: tuple[tuple[bool, str, str, tuple[str, ...]], ...] = (
        (not stack and cast is not None, "cast", "a half is cast on the stack", ("709.3",)),
        (not stack and bool(x), "x", "X is chosen for a spell on the stack", ("107.3a", "107.3g")),
        (not stack and bool(by), "by", "only a spell is cast by a permission", ("601.3b",)),
        (x < 0, "x", "X is no number below 0", ("107.3a", "107.1b")),
        (stack and shown.is_land, "zone", f"{shown.name} is a land, and no spell", ("305.9",)),
        (not play and bool(off), off, "only a permanent has that status", ("110.5",)),
        (
            play and whole and not shown.is_permanent,
            "zone",
            f"{name} is an instant or sorcery, and no permanent",
            ("304.4", "307.4"),
        ),
        (
            obj.face_down and obj.base.layout == "melded",
            "face_down",
            "a melded permanent cannot be face down",
            ("712.16",),
        ),
        (
            any(n < 0 for _, n in obj.counters),
            "counters",
            "there are no fewer counters than none",
            ("122.1",),
        ),
        (obj.damage < 0, "damage", "there is no damage below 0", ("107.1b",)),
    )
    for wrong, field, why, rules in rows:
        if wrong:
            raise ImpossibleState(why, rules, field)


def refuse_host(obj: Obj, host: Obj, name: str) -> None:
    """Refuse what something cannot be attached to.

    Raises
    ------
    ImpossibleState
        For itself, and for what is no permanent.
    """
    if obj.id == host.id:
        raise ImpossibleState(
            f"{name} cannot be attached to itself", ("301.5c", "303.4d"), "attached_to"
        )
    if host.zone != "battlefield":
        raise ImpossibleState(
            f"{name} is no permanent to be attached to", ("303.4", "301.5"), "attached_to"
        )
