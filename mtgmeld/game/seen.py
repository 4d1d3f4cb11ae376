"""Objects of a game as a filter sees them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mtgmeld.game.characteristics import Characteristics, Status, double_faced, transformed
from mtgmeld.game.objects import Obj

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["Seen", "matches", "those_matching", "zones_in"]


class Seen:
    """An object with the attributes that a filter asks for, each read when it is asked."""

    __slots__ = ("game", "known", "obj", "you")

    def __init__(self, game: Game, obj: Obj, known: Characteristics | None, you: str) -> None:
        self.game, self.obj, self.you = game, obj, you
        self.known = known if known is not None else game.characteristics(obj.id)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.known, name).value

    @property
    def color_identity(self) -> str:
        """The color identity of the cards that represent it."""
        from mtgmeld.game.characteristics import color_identity
        from mtgmeld.mana import order

        cards = [self.game.cards[c].card for c in self.obj.cards]
        return order("".join(color_identity(c, self.game.policies).value for c in cards))

    @property
    def produced_mana(self) -> str:
        """The mana that its printed abilities may give."""
        names = set(self.known.text.value)
        return "".join(f.produced_mana for f in self.obj.base.faces if f.name in names)

    @property
    def layout(self) -> str:
        """The layout of what it is read from."""
        return self.obj.base.layout

    @property
    def zone(self) -> str:
        """Where it is."""
        return self.obj.zone

    @property
    def owner(self) -> str:
        """``you`` or ``opponent``, as the effect's controller sees it."""
        return "you" if self.obj.owner == self.you else "opponent"

    @property
    def controller(self) -> str:
        """``you`` or ``opponent``, as the effect's controller sees it."""
        return "you" if self.obj.controller == self.you else "opponent"

    @property
    def owner_name(self) -> str:
        """The owner, by name."""
        return self.obj.owner

    @property
    def controller_name(self) -> str:
        """The controller, by name."""
        return self.obj.controller

    @property
    def flags(self) -> frozenset[str]:
        """The words that ``is:`` knows."""
        return flags_of(self.game, self.obj, self.known)


def flags_of(game: Game, obj: Obj, known: Characteristics) -> frozenset[str]:
    """Return the words that describe an object for ``is:``."""
    flags = set()
    if obj.zone == "battlefield":
        flags.add("permanent")
        flags.add("tapped" if obj.tapped else "untapped")
        if obj.attacking:
            flags.add("attacking")
        flags.add("facedown" if obj.face_down else "faceup")
        if _transformed(game, obj):
            flags.add("transformed")
    if obj.zone == "stack":
        flags.add("ability" if obj.ability is not None else "spell")
    if obj.is_token:
        flags.add("token")
    elif obj.cards:
        flags.add("card")
        if obj.zone != "battlefield":
            flags.add("nontoken")
    if obj.zone == "battlefield" and not obj.is_token:
        flags.add("nontoken")
    if obj.is_melded:
        flags.add("melded")
    if any(game.cards[c].commander for c in obj.cards):
        flags.add("commander")
    if obj.copy is not None or obj.base.copied:
        flags.add("copy")
    layout = obj.base.layout
    flags.add(layout)
    if layout == "split":
        flags.add("room" if obj.base.shared_type_line else "split")
    if _double_faced(game, obj):
        flags.add("dfc")
    if any(len(obj.unlocked) < len(obj.base.faces) for _ in (1,)) and "room" in flags:
        flags.add("locked" if not obj.unlocked else "partly-unlocked")
    if any(
        e.allows is not None and e.allows.by == "plot" and obj.id in e.ids for e in game.effects
    ):
        flags.add("plotted")
    if obj.counters:
        flags.add("countered")
    types, supertypes = known.types.value or (), known.supertypes.value or ()
    if not hasattr(types, "answers"):
        flags.update(t.lower() for t in types)
        flags.update(s.lower() for s in supertypes)
        if "Land" in types and "Basic" not in supertypes:
            flags.add("nonbasic")
    return frozenset(flags)


def _double_faced(game: Game, obj: Obj) -> bool:
    """Whether double-faced cards, or a token with two faces, represent it (712.1)."""
    if not obj.cards:
        return obj.base.layout in _TWO_FACES
    return all(double_faced(game.cards[c].card, game.edition).value for c in obj.cards)


def _transformed(game: Game, obj: Obj) -> bool:
    """Whether it is what effects call a transformed permanent (701.27g)."""
    if not obj.face:
        return False
    cards = [game.cards[c].card for c in obj.cards]
    two = not cards and obj.base.layout in _TWO_FACES
    return bool(transformed(cards, Status(obj.zone, face=obj.face), two_faced_token=two).value)


_TWO_FACES = ("transform", "modal_dfc")


@lru_cache(maxsize=4096)
def _compiled(text: str) -> Any:
    from mtgmeld.query import compile_filter

    return compile_filter(text)


def matches(game: Game, text: str, obj: Obj, known: Characteristics | None, you: str) -> bool:
    """Whether a filter fits an object; an empty filter fits all."""
    if not text:
        return True
    return bool(_compiled(text).matches(Seen(game, obj, known, you)))


def zones_in(text: str) -> tuple[str, ...]:
    """Return the zones in which a filter looks: the battlefield unless it names another."""
    for zone in ("graveyard", "exile", "hand"):
        if f"in:{zone}" in text or f"zone:{zone}" in text:
            return (zone,)
    return ("stack",) if "is:spell" in text else ("battlefield",)


def those_matching(game: Game, text: str, you: str) -> list[Obj]:
    """Return the objects that a filter fits, in the zone that it names or on the battlefield."""
    return [
        game.things[i]
        for zone in zones_in(text)
        for i in game.in_zone(zone)
        if matches(game, text, game.things[i], None, you)
    ]
