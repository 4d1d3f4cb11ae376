"""The notation of situations: the records that a file's tables are checked against.

A file is TOML.  :mod:`mtgmeld.scenario.checking` reads and checks it; what each field means
stands in :mod:`mtgmeld.scenario.fields`.
"""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["CONTROL", "FACTS", "Control", "Expect", "Head", "Start"]

Words = str | list[str]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands at the top of a file, and its tables.

    What each field means: :data:`mtgmeld.scenario.fields.HEAD`.
    """

    title: str
    rules: list[str] = []
    statements: list[str] = []
    texts: list[str] = []
    source: str = ""
    note: str = ""
    edition: str | None = None
    policies: dict[str, str] = {}
    players: list[str] = []
    active: str | None = None
    step_name: str | None = msgspec.field(default=None, name="begins")
    life: int | dict[str, int] = 20
    mana: dict[str, str] = {}
    land_played: list[str] = []
    start: list[dict[str, Any]] = []
    watch: list[dict[str, Any]] = []
    effect: list[dict[str, Any]] = []
    expect: list[dict[str, Any]] = []
    step: list[dict[str, Any]] = []


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[start]]``: an object at the start.

    It is a ``card``, a ``token`` that is no copy, or a ``made_up`` card that does not exist.
    Cards of a library or graveyard are listed from the bottom to the top.  What each field
    means: :data:`mtgmeld.scenario.fields.START`.
    """

    card: str | None = None
    token: str | None = None
    made_up: str | None = None
    token_copy: bool = False
    id: str | None = None
    zone: str = "battlefield"
    owner: str | None = None
    controller: str | None = None
    copy_of: str | None = None
    unlocked: Words | None = None
    face: str | None = None
    face_down: bool = False
    cast: str | None = None
    x: int = 0
    by: str = ""
    tapped: bool = False
    attacking: bool = False
    counters: dict[str, int] = {}
    attached_to: str | None = None
    commander: bool | str = False
    sick: bool = False
    named: str | None = None
    melded: bool = False
    exiled_with: str | None = None
    damage: int = 0
    mana_cost: str | None = None
    types: list[str] | None = None
    subtypes: list[str] = []
    supertypes: list[str] = []
    colors: str = ""
    power: str | int | None = None
    toughness: str | int | None = None
    keywords: list[str] = []


# a word, a list of words, or a list for each of two answers
Answers = str | list[str | list[str]]


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[expect]]`` and ``[[step.expect]]``: what must hold at that moment.

    With ``object`` it asks about an object, which a handle follows through zones; after a
    melded permanent has left, about each of its two cards.  Without it, about a zone, the
    players or what has happened in the step.  What each field means:
    :data:`mtgmeld.scenario.fields.EXPECT`.
    """

    # which
    object: str | None = None
    last_known: bool = False
    edition: str | None = None
    policies: dict[str, str] = {}
    player: str | None = None
    note: str = ""

    # characteristics of the object
    names: Answers | None = None
    mana_cost: str | None = None
    mana_value: int | float | list[int | float] | None = None
    colors: str | list[str] | None = None
    color_indicator: str | None = None
    supertypes: Answers | None = None
    types: Answers | None = None
    subtypes: Answers | None = None
    power: str | int | None = None
    toughness: str | int | None = None
    loyalty: str | int | None = None
    defense: str | int | None = None
    keywords: Answers | None = None
    text: Answers | None = None
    has_keywords: Words | None = None
    color_identity: str | None = None
    devotion: dict[str, int] | None = None
    flashback_cost: str | None = None
    has_name: str | None = None
    lacks_name: str | None = None
    shares_name_with: str | None = None
    shares_no_name_with: str | None = None
    same_cost_as: str | None = None
    repeated_symbols: Words | None = None
    back_face: str | None = None
    could_produce: str | None = None
    is_: str | None = msgspec.field(default=None, name="is")
    cites: Words | None = None
    none_of: Words | None = None

    # its state
    zone: str | None = None
    owner: str | None = None
    controller: str | None = None
    tapped: bool | None = None
    attacking: bool | None = None
    face: str | None = None
    unlocked: Words | None = None
    counters: dict[str, int] | None = None
    attached_to: str | None = None
    cards: Words | None = None
    token: bool | None = None
    exists: bool | None = None
    new_object: bool | None = None
    known_to: str | None = None
    x: int | None = None
    paid: str | None = None
    targets: Words | None = None

    # zones, players, what happened
    any_order: bool = False
    count: int | None = None
    matching: str | None = None
    different_names: bool | None = None
    triggered: dict[str, int] | None = None
    counted: dict[str, int] | None = None
    amounts: dict[str, int] | None = None
    moved: dict[str, int] | None = None
    events: dict[str, int] | None = None
    life: dict[str, int] | None = None
    mana: dict[str, str] | None = None
    lost: Words | None = None
    stack: Words | None = None
    turn_of: str | None = None
    at: str | None = None
    priority: str | None = None
    hidden_from: str | None = None

    # what may be done
    castable: Words | None = None
    with_mana: str | None = None
    costs: dict[str, str] | None = None
    allowed: dict[str, Any] | None = None
    refused: dict[str, Any] | None = None
    by: str | None = None


# what is said of a token or a made-up card, which has no facts of its own
FACTS = ("mana_cost", "types", "subtypes", "supertypes", "colors", "power", "toughness", "keywords")


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may stand in a step beside the action's own fields.

    What each field means: :data:`mtgmeld.scenario.fields.CONTROL`.
    """

    expect: list[dict[str, Any]] = []
    illegal: str | bool | None = None
    asks: str | None = None
    of_player: str | None = None
    options: list[Any] | None = None
    note: str = ""


CONTROL = Control.__struct_fields__
