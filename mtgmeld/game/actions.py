"""Actions: records only.  What each does stands in the engine's handlers.

An action is what a player does (cast, unlock, activate) or what an effect does (destroy,
exile, create).  The same records, with selectors such as ``this`` or ``that card`` in the
place of handles, are the instructions of abilities, and the steps of a situation file.
"""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["ACTIONS", "Action"]

Ref = str | int
Refs = str | int | list[str | int]


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What all actions share: who does it, and the choices that it may call for.

    Attributes
    ----------
    player : str, optional
        Who does it; by default the controller of the object, else the active player.
    order : list of str, optional
        The order of the two cards of a melded permanent, first to last: in a graveyard or
        library from the bottom to the top, in exile by timestamp (712.21a-b).
    replacement : str, list or dict, optional
        The replacement effect that is applied, by its id or its card's name (616.1); a list
        where one after another applies, a dict by object where several objects move.
    commander : str, optional
        ``command`` or ``stay``, where a commander could go to the command zone (903.9).
    keep : str or list, optional
        The permanent that stays under the legend rule, one for each name (704.5j).
    target : str or list, optional
        Targets of the spell or ability, or of an ability that triggers (601.2c, 603.3d).
    as_copy : str, optional
        What a permanent enters as a copy of; ``none`` to decline.
    choose : dict, optional
        Other choices by their names.
    may : bool, optional
        Whether to do what an ability that resolves offers (608.2d).
    during : str, optional
        The step in which it is tried, where not the current one.
    """

    player: str | None = None
    order: list[str] | None = None
    replacement: str | list[str] | dict[str, str] | None = None
    commander: str | None = None
    keep: Refs | None = None
    target: Refs | None = None
    as_copy: Ref | None = None
    choose: dict[str, Any] = {}
    may: bool | None = None
    during: str | None = None

    def choices(self) -> dict[str, Any]:
        """Return who does it and the choices, for another action that is part of this one."""
        return {name: getattr(self, name) for name in Action.__struct_fields__}


# ------------------------------------------------------------------ what a player does


class CastSpell(Action, frozen=True, kw_only=True, tag="cast"):
    """Cast a card, one half, both halves fused, or a face of it (601.2, 709.3, 712.11)."""

    object: Ref
    half: str | None = None
    fused: bool = False
    face: str | None = None
    transformed: bool = False
    x: int | None = None
    free: bool = False
    by: str | None = None
    pay: str | None = None


class PlayLand(Action, frozen=True, kw_only=True, tag="play land"):
    """Play a land card, or the land face of a modal double-faced card (305, 712.12)."""

    object: Ref
    face: str | None = None
    by: str | None = None


class Unlock(Action, frozen=True, kw_only=True, tag="unlock"):
    """Pay a locked half's mana cost to unlock it: a special action (709.5e, 116.2m)."""

    object: Ref
    half: str
    pay: str | None = None


class Activate(Action, frozen=True, kw_only=True, tag="activate"):
    """Activate an ability of a permanent (602)."""

    object: Ref
    ability: str | None = None
    pay: str | None = None
    mana: str | None = None


class ActivateLoyalty(Action, frozen=True, kw_only=True, tag="activate loyalty"):
    """Activate a loyalty ability; of one that is not modeled only its legality counts (606)."""

    object: Ref
    ability: str | None = None


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers (508.1)."""

    object: Refs


class TapForMana(Action, frozen=True, kw_only=True, tag="tap for mana"):
    """Activate a mana ability with the tap symbol in its cost (106.12, 605).

    ``mana`` says what to make where there is a choice, ``ability`` which ability to use.
    """

    object: Ref
    ability: str | None = None
    mana: str | None = None
    pay: str | None = None


class ChooseName(Action, frozen=True, kw_only=True, tag="choose name"):
    """Choose a card name for an object's effect (201.4); without ``name`` it is asked for."""

    object: Ref
    name: str | None = None
    quality: str | None = None


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Pass priority; when all have passed the top of the stack resolves or the step ends."""


# ------------------------------------------------------------------ the stack


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """Resolve the top of the stack, or the named object on it (608)."""

    object: Ref | None = None
    all: bool = False


class Counter(Action, frozen=True, kw_only=True, tag="counter"):
    """Counter a spell or ability (701.6)."""

    object: Ref


class CopySpell(Action, frozen=True, kw_only=True, tag="copy spell"):
    """Put a copy of a spell onto the stack; ``target`` gives it new targets (707.10, 707.10c)."""

    object: Ref
    id: str | None = None


class CopyAbility(Action, frozen=True, kw_only=True, tag="copy ability"):
    """Put a copy of an ability onto the stack (707.10)."""

    object: Ref
    id: str | None = None


class CastCopy(Action, frozen=True, kw_only=True, tag="cast copy"):
    """Copy cards and cast the copies, one by one; ``cast`` says which, by default all (707.12).

    ``half`` may be a list, one for each that is cast.
    """

    object: Refs
    cast: list[str | int] | None = None
    half: str | list[str] | None = None
    face: str | None = None
    free: bool = True
    x: int | None = None
    pay: str | None = None
    id: str | None = None


# ------------------------------------------------------------------ zone changes


class Destroy(Action, frozen=True, kw_only=True, tag="destroy"):
    """Destroy permanents, at once (701.8)."""

    object: Refs


class Sacrifice(Action, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice permanents, or so many of a kind; as a cost all of them (701.21, 118.3)."""

    object: Refs | None = None
    what: str = ""
    count: int = 1
    cost: bool = False


class Exile(Action, frozen=True, kw_only=True, tag="exile"):
    """Exile objects, at once; ``with`` links them to a source, ``until`` returns them (610.3)."""

    object: Refs
    with_: Ref | None = msgspec.field(default=None, name="with")
    until: Ref | None = None
    counters: dict[str, int] = {}


class ReturnToHand(Action, frozen=True, kw_only=True, tag="return to hand"):
    """Return objects to their owners' hands."""

    object: Refs


class PutIntoLibrary(Action, frozen=True, kw_only=True, tag="put into library"):
    """Put objects into their owners' libraries: ``top``, ``bottom`` or a place from the top."""

    object: Refs
    where: str | int = "top"


class PutIntoGraveyard(Action, frozen=True, kw_only=True, tag="put into graveyard"):
    """Put objects into their owners' graveyards without destroying them."""

    object: Refs


class PutIntoCommand(Action, frozen=True, kw_only=True, tag="put into command zone"):
    """Put a card into the command zone."""

    object: Refs


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw cards (121)."""

    count: int | str = 1


class Mill(Action, frozen=True, kw_only=True, tag="mill"):
    """Put cards from the top of a library into its owner's graveyard (701.17)."""

    count: int = 1


class Discard(Action, frozen=True, kw_only=True, tag="discard"):
    """Discard cards (701.9)."""

    object: Refs


class PutOntoBattlefield(Action, frozen=True, kw_only=True, tag="put onto battlefield"):
    """Put cards onto the battlefield without casting them (712.14)."""

    object: Refs
    transformed: bool = False
    tapped: bool = False
    attacking: bool = False
    face_down: bool = False
    control: str | None = None
    counters: dict[str, int] = {}
    attached_to: Ref | None = None


class Blink(Action, frozen=True, kw_only=True, tag="blink"):
    """Exile a permanent, then return it, at once or at a later step (400.7, 712.21c)."""

    object: Refs
    until: str | None = None
    control: str | None = None
    counters: dict[str, int] = {}
    transformed: bool = False
    tapped: bool = False


class Meld(Action, frozen=True, kw_only=True, tag="meld"):
    """Exile two objects, then meld them (701.42, 712.4a)."""

    object: Ref
    with_: Ref = msgspec.field(name="with")
    tapped: bool = False
    attacking: bool = False
    check: bool = True
    id: str | None = None


# ------------------------------------------------------------------ status and copies


class UnlockByEffect(Action, frozen=True, kw_only=True, tag="unlock by effect"):
    """Unlock a locked half, without a cost (709.5f)."""

    object: Ref
    half: str | None = None


class LockByEffect(Action, frozen=True, kw_only=True, tag="lock by effect"):
    """Lock an unlocked half (709.5g)."""

    object: Ref
    half: str | None = None


class LockOrUnlock(Action, frozen=True, kw_only=True, tag="lock or unlock"):
    """Lock an unlocked half or unlock a locked one, whichever is chosen (709.5f-g)."""

    object: Ref
    half: str | None = None


class Transform(Action, frozen=True, kw_only=True, tag="transform"):
    """Transform permanents (701.27, 712.9)."""

    object: Refs


class TurnFaceDown(Action, frozen=True, kw_only=True, tag="turn face down"):
    """Turn permanents face down (708.2, 712.16)."""

    object: Refs


class TurnFaceUp(Action, frozen=True, kw_only=True, tag="turn face up"):
    """Turn permanents face up (708.7)."""

    object: Refs


class AtStep(Action, frozen=True, kw_only=True, tag="at step"):
    """Create a delayed triggered ability that acts at the next such step (603.7).

    ``about`` names what its instructions find as ``that card``, ``source`` the object whose
    ability it is, their ``this``; ``of`` is whose step it must be; ``do_later`` holds the
    instructions, or tables with ``do``.
    """

    step: str
    of: str | None = None
    do_later: tuple[Any, ...] = ()
    source: Ref | None = None
    about: list[str] = []
    found: list[int] = []


class Flip(Action, frozen=True, kw_only=True, tag="flip"):
    """Flip a flip card (710.4)."""

    object: Ref


class BecomeCopy(Action, frozen=True, kw_only=True, tag="become copy"):
    """Make permanents copies of another object (707.4)."""

    object: Refs
    of: Ref
    until: str | None = None
    add_types: list[str] = []
    not_legendary: bool = False


class CreateToken(Action, frozen=True, kw_only=True, tag="create token"):
    """Create a token with given characteristics (111)."""

    name: str
    types: tuple[str, ...] = ("Creature",)
    subtypes: list[str] = []
    supertypes: list[str] = []
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    keywords: list[str] = []
    count: int | str = 1
    tapped: bool = False
    id: str | None = None


class CreateTokenCopy(Action, frozen=True, kw_only=True, tag="create token copy"):
    """Create a token that is a copy of an object (707.8a, 111.13)."""

    of: Ref
    count: int = 1
    not_legendary: bool = False
    add_types: list[str] = []
    power: str | None = None
    toughness: str | None = None
    colors: str | None = None
    id: str | None = None


class PutCounters(Action, frozen=True, kw_only=True, tag="put counters"):
    """Put counters on permanents or cards (122)."""

    object: Refs
    kind: str = "+1/+1"
    count: int = 1


class RemoveCounters(Action, frozen=True, kw_only=True, tag="remove counters"):
    """Remove counters (122)."""

    object: Refs
    kind: str = "+1/+1"
    count: int = 1


class Attach(Action, frozen=True, kw_only=True, tag="attach"):
    """Attach an Aura or Equipment to an object or player (701.3)."""

    object: Ref
    to: Ref


class GainControl(Action, frozen=True, kw_only=True, tag="gain control"):
    """Gain control of permanents (613.1b)."""

    object: Refs
    until: str | None = None


class Tap(Action, frozen=True, kw_only=True, tag="tap"):
    """Tap permanents (701.26)."""

    object: Refs


class Untap(Action, frozen=True, kw_only=True, tag="untap"):
    """Untap permanents (701.26)."""

    object: Refs


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


# ------------------------------------------------------------------ turns


class NextStep(Action, frozen=True, kw_only=True, tag="next step"):
    """Go on to the next step, or to a named one of this or a later turn (500)."""

    to: str | None = None
    of: str | None = None


class NextTurn(Action, frozen=True, kw_only=True, tag="next turn"):
    """Go on to the first main phase of the next turn (500.1)."""

    of: str | None = None


ACTIONS: dict[str, type[Action]] = {
    str(c.__struct_config__.tag): c for c in Action.__subclasses__()
}
