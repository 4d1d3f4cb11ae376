"""Other effects: changes, damage, life, mana, permissions, searching."""

from __future__ import annotations

from typing import Any

from mtgmeld.game.actions.base import Action, Ref, Refs

__all__ = [
    "AddMana",
    "Allow",
    "Cascade",
    "Change",
    "Damage",
    "Discover",
    "EndEffect",
    "ExileAsItResolves",
    "GainLife",
    "LayEffect",
    "MayCast",
    "Note",
    "Plot",
    "Reveal",
    "Search",
    "Shuffle",
    "Surveil",
    "WinGame",
]


class Change(Action, frozen=True, kw_only=True, tag="change"):
    """Change characteristics of permanents or spells by a continuous effect (611, 613)."""

    object: Refs
    until: str | None = "end of turn"
    power: str | int | None = None
    toughness: str | int | None = None
    add_power: str | int = 0
    add_toughness: str | int = 0
    switch: bool = False
    colors: str | None = None
    add_colors: str = ""
    types: list[str] | None = None
    add_types: list[str] = []
    subtypes: list[str] | None = None
    add_subtypes: list[str] = []
    keywords: list[str] = []
    lose_keywords: list[str] = []
    loses_abilities: bool = False
    name: str | None = None


class Damage(Action, frozen=True, kw_only=True, tag="damage"):
    """Deal damage to permanents or players (120)."""

    to: Refs
    amount: int | str
    source: Ref | None = None
    combat: bool = False


class GainLife(Action, frozen=True, kw_only=True, tag="gain life"):
    """Gain life, or lose it where negative (119)."""

    amount: int | str


class AddMana(Action, frozen=True, kw_only=True, tag="add mana"):
    """Add mana to a pool, without an ability of a permanent (106.4)."""

    mana: str
    only: str | None = None


class Allow(Action, frozen=True, kw_only=True, tag="allow"):
    """Let a player cast or play cards; by ``flashback`` they gain that ability (702.34)."""

    object: Refs
    by: str = ""
    cost: str | None = None
    free: bool = False
    play: bool = False
    until: str | None = "end of turn"


class MayCast(Action, frozen=True, kw_only=True, tag="may cast"):
    """Let a player cast cards as an effect resolves, if the spell fits ``what`` (608.2g).

    ``choose.cast`` says what: the name of a card, half, face or fused spell, ``none``, or where
    ``many`` may be cast a list of these; each may be a table with ``part``, ``target`` and
    ``object``.
    """

    object: Refs
    what: str = ""
    free: bool = True
    many: bool = False
    by: str = ""


class Cascade(Action, frozen=True, kw_only=True, tag="cascade"):
    """Do what the cascade of a spell says (702.85a)."""

    source: Ref


class Discover(Action, frozen=True, kw_only=True, tag="discover"):
    """Discover N (701.57)."""

    count: int | str


class Reveal(Action, frozen=True, kw_only=True, tag="reveal"):
    """Reveal cards; they stay where they are (701.20)."""

    object: Refs


class ExileAsItResolves(Action, frozen=True, kw_only=True, tag="exile as it resolves"):
    """Exile a spell as it resolves instead of putting it into a graveyard; then do more.

    ``then`` holds tables with ``do``, in which ``that card`` is the card in exile.
    """

    object: Ref
    then: list[dict[str, Any]] = []


class Plot(Action, frozen=True, kw_only=True, tag="plot"):
    """Let cards in exile become plotted (702.170c)."""

    object: Refs


class Search(Action, frozen=True, kw_only=True, tag="search"):
    """Search a library for a card, put it where ``to`` says, and shuffle (701.23)."""

    what: str = ""
    object: Ref | None = None
    to: str = "hand"
    unlike: str = ""


class Surveil(Action, frozen=True, kw_only=True, tag="surveil"):
    """Look at the top cards of a library and put some into the graveyard (701.25)."""

    count: int = 1


class WinGame(Action, frozen=True, kw_only=True, tag="win game"):
    """Win the game, or win it if ``of`` counts at least so much (104.2b)."""

    of: str = ""
    at_least: int = 0


class Shuffle(Action, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a library: its order is no longer known (701.24)."""


class LayEffect(Action, frozen=True, kw_only=True, tag="lay effect"):
    """Lay a standing effect on the game from here on."""

    effect: dict[str, Any]


class EndEffect(Action, frozen=True, kw_only=True, tag="end effect"):
    """End a standing effect."""

    id: str


class Note(Action, frozen=True, kw_only=True, tag="note"):
    """Do nothing: a place for expectations."""

    text: str = ""
