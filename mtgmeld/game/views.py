"""Objects of a game as a filter sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mtgmeld.errors import BadFilter
from mtgmeld.game.characteristics import Characteristics, answers_of, color_identity, double_faced
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.values import GameObject
from mtgmeld.mana import order
from mtgmeld.query import Filter, compile_filter
from mtgmeld.query.things import flat

if TYPE_CHECKING:
    from mtgmeld.game.selectors import Context
    from mtgmeld.game.state import Game


class Seen:
    """An object with the attributes that a filter asks for, each read when it is asked."""

    __slots__ = ("_context", "game", "known", "obj", "you")

    def __init__(
        self,
        game: Game,
        obj: GameObject,
        known: Characteristics | None,
        you: str,
        context: Context | None = None,
    ) -> None:
        self.game, self.obj, self.you, self._context = game, obj, you, context
        self.known = known if known is not None else game.characteristics(obj.id)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.known, name).value

    @property
    def context(self) -> Context:
        """What answers words in angle brackets."""
        found: Context | None = self._context or getattr(self.game, "now", None)
        if found is None:
            raise BadFilter(
                "<...>", 0, "what stands in angle brackets needs an ability that says it"
            )
        return found

    @property
    def counters(self) -> tuple[tuple[str, int], ...]:
        """The counters that are on it."""
        return self.obj.counters

    @property
    def color_identity(self) -> str:
        """The color identity of the cards that represent it."""
        cards = [self.game.cards[c].card for c in self.obj.cards]
        return order("".join(color_identity(c, self.game.policies).value for c in cards))

    @property
    def produced_mana(self) -> str:
        """The mana that its printed abilities may give."""
        names = set(self.known.text.value)
        return "".join(f.produced_mana for f in self.obj.base.faces if f.named_text in names)

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


def flags_of(game: Game, obj: GameObject, known: Characteristics) -> frozenset[str]:
    """Return the words of :data:`mtgmeld.query.FLAGS` that describe an object.

    Words that follow from types, subtypes and the zone are no flags.
    """
    what = copiable_of(game, obj)
    play, keywords = obj.zone == "battlefield", flat(known.keywords.value)
    flags = {
        obj.base.layout: True,
        "token": obj.is_token,
        "card": bool(obj.cards),
        "copy": what.copied,
        "ability": obj.ability is not None,
        "melded": obj.is_melded,
        "dfc": _double_faced(game, obj),
        "fuse": "Fuse" in keywords,
        "aftermath": "Aftermath" in keywords,
        "fused": obj.zone == "stack" and obj.cast is not None and len(obj.cast.halves) > 1,
        "transformed": play and _transformed(game, obj),
        "commander": any(game.cards[c].commander for c in obj.cards),
        "playtest": any(game.cards[c].card.playtest for c in obj.cards),
        "tapped": play and obj.tapped,
        "attacking": play and obj.attacking,
        "facedown": obj.face_down,
        "unlocked": play and what.shared_type_line and len(obj.unlocked) == len(what.faces),
        "plotted": any(
            e.allows is not None and e.allows.by == "plot" and obj.id in e.ids for e in game.effects
        ),
    }
    return frozenset(word for word, holds in flags.items() if holds)


def _double_faced(game: Game, obj: GameObject) -> bool:
    """Whether double-faced cards, or a token with two faces, represent it (712.1)."""
    if not obj.cards:
        return obj.base.form.turns
    return all(double_faced(game.cards[c].card, game.edition).value for c in obj.cards)


def _transformed(game: Game, obj: GameObject) -> bool:
    """Whether it is what effects call a transformed permanent (701.27g)."""
    cards = [game.cards[c].card for c in obj.cards]
    turns = any(c.form.turns for c in cards) if cards else obj.base.form.turns
    return turns and obj.face == 1 and len(cards) < 2


def matches(
    game: Game,
    text: str,
    obj: GameObject,
    known: Characteristics | None,
    you: str,
    context: Context | None = None,
) -> bool:
    """Whether a filter fits an object; an empty filter fits all.

    ``context`` answers words in angle brackets; without it, what is being carried out does.
    """
    if not text:
        return True
    if known is None:
        known = game.characteristics(obj.id)
    return fits(game, compile_filter(text), obj, known, you, context)


def fits(
    game: Game,
    wanted: Filter,
    obj: GameObject,
    known: Characteristics,
    you: str,
    context: Context | None = None,
) -> bool:
    """Whether a filter that is compiled fits an object."""
    if not wanted.alone:
        return wanted.matches(Seen(game, obj, known, you, context))
    kept = answers_of(known)
    found = kept.get(wanted.matches)
    if found is None:
        found = kept[wanted.matches] = wanted.matches(Seen(game, obj, known, you))
    return found


def zones_in(text: str) -> tuple[str, ...]:
    """Return the zones in which a filter looks: the battlefield unless it says otherwise."""
    return compile_filter(text).zones if text else ("battlefield",)


def those_matching(
    game: Game, text: str, you: str, context: Context | None = None
) -> list[GameObject]:
    """Return the objects that a filter fits, where it looks."""
    things, wanted = game.things, compile_filter(text) if text else None
    return [
        things[i]
        for zone in (wanted.zones if wanted else ("battlefield",))
        for i in game.in_zone(zone)
        if wanted is None or fits(game, wanted, things[i], game.characteristics(i), you, context)
    ]
