"""Actions: what a player does, or what an effect does; each registered with what carries it out.

A player casts, unlocks, activates; an effect destroys, exiles, creates.  The same records, with
selectors such as ``this`` or ``that card`` in the place of handles, are the instructions of
abilities and the steps of a situation file.  Each record stands beside its behavior, in the
module of its family; :func:`action` registers both, and from the record alone come the checks,
the schema and the reference page.  ``actions.Destroy`` and the like are found in the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, get_origin

import msgspec

from mtgmeld.cards import CARD_TYPES
from mtgmeld.errors import UnknownName, near
from mtgmeld.game.keyword_abilities import keyword
from mtgmeld.mana import COLORS
from mtgmeld.records import (
    MOST,
    Line,
    Number,
    checked_by,
    convert,
    fields_of,
    one_of,
    options_of,
    says,
)
from mtgmeld.registry import Registry

Ref = str | int
Refs = str | int | list[str | int]
# what a word in the place of a handle stands for; None where it is a handle
Select = Callable[[str], Sequence[Any] | None]

# choices that `choose = { name = ... }` gives
CHOICES: Mapping[str, str] = {
    "cast": "what is cast as an effect resolves: a card, half, face or fused spell; `none`",
    "counterpart": "which of several objects melds",
    "first": "which replacement of mana applies first; a list for an order",
    "half": "a half, where an effect offers it",
    "mode": "the mode of a spell or ability that has several",
    "modes": "the modes, where several are chosen",
    "discard": "the cards that are discarded",
    "bottom": "the cards that are put on the bottom of a library; `none` for none",
    "divide": "how much damage each is dealt, in the order of the targets, or by name",
    "manifest": "the card that is manifested",
    "option": "which of several things is done",
    "coin": "what comes up as a coin is flipped: `heads` or `tails`",
    "color": "the color that is chosen",
    "pay": "whether a player pays what is asked for",
    "name": "the card name that an ability asks for as it resolves",
    "object": "one of several objects, or a list of them; `none` to choose none",
    "exiled card": "one of the cards exiled with an object",
    "find": "the card that is found in a library, a list for several searches; `none` for none",
    "graveyard": "the cards that are put into the graveyard; `none` for none",
    "sacrifice": "what is sacrificed for a cost",
    "convoke": "the creatures that are tapped for a spell with convoke",
    "adds": "the type of mana that a trigger adds",
    "x": "the value of X of a spell that is cast as an effect resolves and whose cost is paid",
    "turn_of": "with `until`: only in this player's turn",
}


def color_letters(text: str) -> None:
    """Refuse a letter that is no color.

    Examples
    --------
    >>> mm.actions.color_letters("WU")
    """
    for letter in text:
        if letter.upper() not in COLORS:
            raise UnknownName("color", letter, COLORS)


SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")


def card_type(text: str) -> None:
    """Refuse a word that is no card type (205.2a).

    Examples
    --------
    >>> mm.actions.card_type("Creature")
    """
    if text not in CARD_TYPES:
        raise UnknownName("card type", text, near(text, CARD_TYPES) or CARD_TYPES)


def supertype(text: str) -> None:
    """Refuse a word that is no supertype (205.4a).

    Examples
    --------
    >>> mm.actions.supertype("Legendary")
    """
    if text not in SUPERTYPES:
        raise UnknownName("supertype", text, near(text, SUPERTYPES) or SUPERTYPES)


CardType = Annotated[str, checked_by(card_type)]
Supertype = Annotated[str, checked_by(supertype)]
ColorLetters = Annotated[str, checked_by(color_letters)]
Keyword = Annotated[str, checked_by(keyword)]
# fields that mean the same in many actions
_DONE_TO = says("what it is done to: a handle, a name or an object's number")
Object = Annotated[Ref, _DONE_TO]
Objects = Annotated[Refs, _DONE_TO]
AddTypes = Annotated[Sequence[str], says("card types or subtypes in addition")]
Amount = Annotated[Number | str, says("how many, as a number or an amount in words")]
Attacking = Annotated[bool, says("whether it enters attacking")]
By = Annotated[str | None, says("the effect that allows it, such as `flashback`, by its id")]
Colors = Annotated[ColorLetters | None, says("colors as letters")]
Control = Annotated[str | None, says("who controls it then; `owner` for its owner")]
Count = Annotated[Number, says("how many")]
CounterKind = Annotated[str, says("the kind of counter; `+1/+1` by default")]
Counters = Annotated[dict[str, Number], says("counters that it gets, by kind")]
Grants = Annotated[
    Sequence[dict[str, Any]], says("other abilities that it has, each as in an `[[effect]]` table")
]
FaceName = Annotated[str | None, says("the face, by `front`, `back` or its name")]
Free = Annotated[bool, says("whether it is cast without paying its mana cost")]
HalfName = Annotated[str | None, says("the half, by `left`, `right` or its name")]
Handle = Annotated[Line | None, says("a handle for what it makes")]
Keywords = Annotated[Sequence[Keyword], says("keyword abilities")]
NotLegendary = Annotated[bool, says("whether the copy is not legendary")]
Pay = Annotated[
    str | None,
    says("the mana that is paid, or `pool` to spend the player's; without it the cost is met"),
]
Power = Annotated[str | int | None, says("power: a number or an amount in words")]
Source = Annotated[Ref | None, says("the object whose doing it is")]
Subtypes = Annotated[Sequence[str], says("subtypes")]
Supertypes = Annotated[Sequence[Supertype], says("supertypes")]
Tapped = Annotated[bool, says("whether it enters tapped")]
Toughness = Annotated[str | int | None, says("toughness: a number or an amount in words")]
Transformed = Annotated[bool, says("whether it is cast, or enters, with its back face up")]
Types = Annotated[Sequence[CardType], says("card types")]
Until = Annotated[
    str | None,
    says(
        "what ends it: `end of turn`, `end of combat`, `NAME's next turn`, `OBJECT leaves`;"
        " `perpetually` for what goes with a card through all zones"
    ),
]
# an X below 0 is refused by the rules (107.1b), as a choice
X = Annotated[Annotated[int, msgspec.Meta(le=MOST)] | None, says("the value of X")]


class Choices(dict[str, Any]):
    """The choices that an action gives, with the names of those that were asked for.

    Examples
    --------
    >>> choices = mm.game.actions.Choices({"order": ["Graf Rats", "Midnight Scavengers"]})
    >>> choices.get("replacement"), choices.asked
    (None, {'replacement'})
    """

    asked: set[str]

    def __init__(self, given: Mapping[str, Any], asked: set[str] | None = None) -> None:
        super().__init__(given)
        self.asked = set() if asked is None else asked

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Choices:
        """Return choices as these.

        Examples
        --------
        >>> mm.game.actions.Choices.of({"may": True}).asked
        set()
        """
        return given if isinstance(given, Choices) else cls(given)

    def get(self, name: str, default: Any = None) -> Any:
        """Return a choice, which is asked for now.

        Examples
        --------
        >>> choices = mm.game.actions.Choices({"may": True})
        >>> choices.get("may"), choices.asked
        (True, {'may'})
        """
        self.asked.add(name)
        return super().get(name, default)

    def but(self, *without: str, **others: Any) -> Choices:
        """Return the choices with others, or without some; what is asked of them is known here.

        Examples
        --------
        >>> choices = mm.game.actions.Choices({"may": True, "keep": "a"})
        >>> choices.but("may", keep="b").get("keep"), choices.asked
        ('b', {'keep'})
        """
        kept = {name: value for name, value in self.items() if name not in without}
        return Choices(kept | others, self.asked)


# what an action may give that a question must ask for
ASKED = ("order", "replacement", "commander", "keep", "target", "as_copy", "may")


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What all actions share: who does it, and the choices that it may call for.

    In a graveyard or library the first of two cards in an order is at the bottom (712.21a); in
    exile the order is that of timestamps (712.21b).

    Examples
    --------
    >>> mm.actions.Destroy(object="host", order=["Graf Rats", "Midnight Scavengers"]).order
    ('Graf Rats', 'Midnight Scavengers')
    """

    player: Annotated[
        str | None, says("who does it; by default the object's controller, else the active player")
    ] = None
    order: Annotated[
        Sequence[str] | None,
        says("the two cards of a melded permanent, first to last: bottom to top, or by timestamp"),
    ] = None
    replacement: Annotated[
        str | list[str] | dict[str, str] | None,
        says("the replacement effect that applies, by its id or card; or one by object"),
    ] = None
    commander: Annotated[
        str | None, says("`command` or `stay`: whether a commander goes to the command zone")
    ] = None
    keep: Annotated[Refs | None, says("what stays under the legend rule")] = None
    target: Annotated[
        Refs | None, says("targets of the spell or ability, or of an ability that triggers")
    ] = None
    as_copy: Annotated[
        Ref | None, says("what a permanent enters as a copy of; `none` to decline")
    ] = None
    choose: Annotated[
        dict[Annotated[str, one_of("choice", CHOICES)], Any], says("other choices, by name")
    ] = {}
    may: Annotated[bool | None, says("whether to do what an ability that resolves offers")] = None
    during: Annotated[
        str | None,
        says("the step in which it is tried, as `upkeep`, `your upkeep` or `opponent's upkeep`"),
    ] = None

    # whether it turns permanents over, which an ability does but once (701.27f)
    turns_over: ClassVar[bool] = False
    # whether what it does is divided among targets as they are chosen (601.2d)
    divides: ClassVar[bool] = False
    # whether amounts such as ``power`` are those of each object that it changes (611.2d)
    own_amounts: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name in fields_listing(type(self), Sequence):
            value = getattr(self, name)
            if isinstance(value, list):
                msgspec.structs.force_setattr(self, name, tuple(value))

    def choices(self) -> dict[str, Any]:
        """Return who does it and the choices, for another action that is part of this one.

        Examples
        --------
        >>> mm.actions.Destroy(object="host", commander="stay").choices()["commander"]
        'stay'
        """
        return {name: getattr(self, name) for name in Action.__struct_fields__}

    @property
    def makes_creatures(self) -> bool:
        """Whether it may make a creature of what is none.

        Examples
        --------
        >>> mm.actions.Destroy(object="host").makes_creatures
        False
        """
        return False

    def found_by(self, select: Select) -> Action:
        """Return it with what selectors in fields of its own stand for.

        Examples
        --------
        >>> mm.actions.Destroy(object="host").found_by(lambda word: None).object
        'host'
        """
        return self


class OnObject(Action, frozen=True, kw_only=True):
    """What is done to one object.

    Examples
    --------
    >>> mm.actions.Attach(object="saddle", to="bears").object
    'saddle'
    """

    object: Object


class OnObjects(Action, frozen=True, kw_only=True):
    """What is done to objects, to one or to several at once.

    Examples
    --------
    >>> mm.actions.Tap(object=["bears", "ooze"]).object
    ['bears', 'ooze']
    """

    object: Objects


@cache
def fields_listing(kind: type[Action], form: object) -> tuple[str, ...]:
    """Return the fields of an action that may hold several things, in a list or a sequence.

    Examples
    --------
    >>> mm.game.actions.fields_listing(mm.actions.Damage, list)
    ('replacement', 'keep', 'target', 'to')
    """
    return tuple(
        f.attribute
        for f in fields_of(kind)
        if any(get_origin(option) is form for option in options_of(f.type))
    )


Handler = Callable[[Any, Any], None]
_Handler = TypeVar("_Handler", bound=Handler)
# every action by the word that follows ``do``, and what carries it out
ACTIONS: Registry[type[Action]] = Registry("action")
HANDLERS: dict[type[Action], Handler] = {}


def action(kind: type[Action]) -> Callable[[_Handler], _Handler]:
    """Register an action with the function that carries it out on a working copy of a state.

    From then on ``do = "..."`` with the tag of the record is a step of situations and an
    instruction of abilities; the schema and the reference page have it too.

    Parameters
    ----------
    kind : type of Action
        A record ``class Name(Action, frozen=True, kw_only=True, tag="word")``.

    Raises
    ------
    BadValue
        If another module has registered that word.

    Examples
    --------
    >>> class Wave(mm.actions.Action, frozen=True, kw_only=True, tag="wave"):
    ...     "Wave, which does nothing."
    >>> @mm.actions.action(Wave)
    ... def wave(draft, act):
    ...     "Let nothing happen."
    >>> mm.apply(mm.new_game().state(), Wave()).events
    ()
    """

    def register(handler: _Handler) -> _Handler:
        ACTIONS.add(str(kind.__struct_config__.tag), kind, kind.__module__)
        HANDLERS[kind] = handler
        return handler

    return register


def action_named(word: object) -> type[Action]:
    """Return the record of an action.

    Raises
    ------
    UnknownName
        With near names.

    Examples
    --------
    >>> mm.actions.action_named("destroy").__name__
    'Destroy'
    """
    if not isinstance(word, str) or word not in ACTIONS:
        raise UnknownName("action", str(word), near(str(word), ACTIONS) or ACTIONS)
    return ACTIONS[word]


def instruction(do: object, /, **fields: Any) -> Action:
    """Return an action by its word and its fields.

    Raises
    ------
    UnknownName
        For an action or field that does not exist, with near ones.
    BadValue
        For a value of the wrong kind.

    Examples
    --------
    >>> mm.actions.instruction("destroy", object="this").object
    'this'
    >>> mm.actions.instruction("meld")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadValue: the instruction 'meld': it is without the required fields `object`
    and `with` (`with_` in Python)
    """
    kind = action_named(do)
    written = {f.attribute: f.name for f in fields_of(kind)}  # ``with_`` as Python has it, too
    named = {written.get(name, name): value for name, value in fields.items()}
    return convert(named, kind, f"the instruction {do!r}")


if TYPE_CHECKING:  # what the registry has, for those who cannot look into it
    from mtgmeld.game.activating import Activate as Activate
    from mtgmeld.game.activating import ActivateLoyalty as ActivateLoyalty
    from mtgmeld.game.activating import AddMana as AddMana
    from mtgmeld.game.activating import TapForMana as TapForMana
    from mtgmeld.game.casting import CastSpell as CastSpell
    from mtgmeld.game.copying import BecomeCopy as BecomeCopy
    from mtgmeld.game.copying import CastCopy as CastCopy
    from mtgmeld.game.copying import CopyAbility as CopyAbility
    from mtgmeld.game.copying import CopySpell as CopySpell
    from mtgmeld.game.copying import CreateToken as CreateToken
    from mtgmeld.game.copying import CreateTokenCopy as CreateTokenCopy
    from mtgmeld.game.durations import Change as Change
    from mtgmeld.game.durations import GainControl as GainControl
    from mtgmeld.game.effects import DivideDamage as DivideDamage
    from mtgmeld.game.effects import Fight as Fight
    from mtgmeld.game.effects import FlipCoin as FlipCoin
    from mtgmeld.game.effects import ForEach as ForEach
    from mtgmeld.game.effects import If as If
    from mtgmeld.game.effects import KeepTapped as KeepTapped
    from mtgmeld.game.effects import LookAt as LookAt
    from mtgmeld.game.effects import ManifestDread as ManifestDread
    from mtgmeld.game.effects import OneOf as OneOf
    from mtgmeld.game.effects import Scry as Scry
    from mtgmeld.game.effects import Unless as Unless
    from mtgmeld.game.engine import Note as Note
    from mtgmeld.game.engine import Pass as Pass
    from mtgmeld.game.melding import Meld as Meld
    from mtgmeld.game.moving import AtStep as AtStep
    from mtgmeld.game.moving import Blink as Blink
    from mtgmeld.game.moving import Destroy as Destroy
    from mtgmeld.game.moving import Discard as Discard
    from mtgmeld.game.moving import Draw as Draw
    from mtgmeld.game.moving import EndEffect as EndEffect
    from mtgmeld.game.moving import Exile as Exile
    from mtgmeld.game.moving import LayEffect as LayEffect
    from mtgmeld.game.moving import Mill as Mill
    from mtgmeld.game.moving import PutIntoCommand as PutIntoCommand
    from mtgmeld.game.moving import PutIntoGraveyard as PutIntoGraveyard
    from mtgmeld.game.moving import PutIntoLibrary as PutIntoLibrary
    from mtgmeld.game.moving import PutOntoBattlefield as PutOntoBattlefield
    from mtgmeld.game.moving import ReturnToHand as ReturnToHand
    from mtgmeld.game.moving import Reveal as Reveal
    from mtgmeld.game.moving import Sacrifice as Sacrifice
    from mtgmeld.game.moving import Search as Search
    from mtgmeld.game.moving import Shuffle as Shuffle
    from mtgmeld.game.moving import Surveil as Surveil
    from mtgmeld.game.permissions import Allow as Allow
    from mtgmeld.game.permissions import Cascade as Cascade
    from mtgmeld.game.permissions import Discover as Discover
    from mtgmeld.game.permissions import ExileAsItResolves as ExileAsItResolves
    from mtgmeld.game.permissions import MayCast as MayCast
    from mtgmeld.game.permissions import Plot as Plot
    from mtgmeld.game.resolution import Counter as Counter
    from mtgmeld.game.resolution import Resolve as Resolve
    from mtgmeld.game.rooms import LockByEffect as LockByEffect
    from mtgmeld.game.rooms import LockOrUnlock as LockOrUnlock
    from mtgmeld.game.rooms import Unlock as Unlock
    from mtgmeld.game.rooms import UnlockByEffect as UnlockByEffect
    from mtgmeld.game.status import Attach as Attach
    from mtgmeld.game.status import Attack as Attack
    from mtgmeld.game.status import Damage as Damage
    from mtgmeld.game.status import Flip as Flip
    from mtgmeld.game.status import GainLife as GainLife
    from mtgmeld.game.status import PutCounters as PutCounters
    from mtgmeld.game.status import RemoveCounters as RemoveCounters
    from mtgmeld.game.status import Tap as Tap
    from mtgmeld.game.status import Transform as Transform
    from mtgmeld.game.status import TurnFaceDown as TurnFaceDown
    from mtgmeld.game.status import TurnFaceUp as TurnFaceUp
    from mtgmeld.game.status import Untap as Untap
    from mtgmeld.game.turns import ChooseName as ChooseName
    from mtgmeld.game.turns import NextStep as NextStep
    from mtgmeld.game.turns import NextTurn as NextTurn
    from mtgmeld.game.turns import PlayLand as PlayLand
    from mtgmeld.game.turns import WinGame as WinGame
else:

    def __getattr__(name: str) -> Any:
        for kind in () if name.startswith("_") else ACTIONS.values():
            if kind.__name__ == name:
                globals()[name] = kind  # it is asked for but once
                return kind
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({"Action", "action", *(kind.__name__ for kind in ACTIONS.values())})
