"""The notation of situations: the records of a file's tables, each field with its meaning.

A file is TOML.  :mod:`mtgmeld.scenario.reading` reads and checks it; what an expectation may ask
is registered in :mod:`mtgmeld.scenario.expectations`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from mtgmeld.errors import BadFilter, BadManaCost, BadValue, UnknownName, near
from mtgmeld.game.actions import ACTIONS, Action, action_named
from mtgmeld.game.notation import LATER, effect_of, instructions_of
from mtgmeld.game.setup import PlayerName
from mtgmeld.game.values import STEPS
from mtgmeld.records import Line, checked_by, convert, names_of, one_of, says


def _rule(number: str) -> None:
    from mtgmeld.rules.numbers import key

    key(number)


Rule = Annotated[str, checked_by(_rule)]
Step = Annotated[str, one_of("step", STEPS)]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands at the top of a file, and its tables."""

    title: Annotated[Line, says("what the situation shows, in one line")]
    rules: Annotated[
        list[Rule],
        says("the rules that it shows, by their numbers in the newest edition"),
    ] = []
    statements: Annotated[
        list[str],
        says("the numbered statements of the specification that it shows"),
    ] = []
    texts: Annotated[
        list[str],
        says("the rules and rulings of the source texts that it shows, as `000 712.4b`"),
    ] = []
    source: Annotated[str, says("where the situation was first described, in public")] = ""
    note: Annotated[str, says("anything a reader should know")] = ""
    edition: Annotated[
        str | None,
        says("a date: the rules in force on it; the newest edition by default"),
    ] = None
    policies: Annotated[
        dict[str, str],
        says("readings other than the default where the rules leave room, by name"),
    ] = {}
    players: Annotated[
        list[Line],
        says("names in turn order; `you` and `opponent` by default"),
    ] = []
    active: Annotated[
        PlayerName | None, says("whose turn it is; the first player's by default")
    ] = None
    step_name: Annotated[
        Step | None,
        says("the step in which it begins; the precombat main phase by default"),
    ] = msgspec.field(default=None, name="begins")
    life: Annotated[
        int | dict[PlayerName, int],
        says("life totals: a number for all, or a table by player; 20 by default"),
    ] = 20
    mana: Annotated[
        dict[PlayerName, str],
        says('mana in pools at the start, by player: `{ you = "{2}{U}" }`'),
    ] = {}
    land_played: Annotated[list[PlayerName], says("players who have played a land this turn")] = []
    card: Annotated[
        list[dict[str, Any]], says("cards that do not exist, with their abilities, a table each")
    ] = []
    start: Annotated[list[dict[str, Any]], says("the objects at the start, a table each")] = []
    watch: Annotated[
        list[dict[str, Any]],
        says("triggered abilities that only count, a table each"),
    ] = []
    effect: Annotated[list[dict[str, Any]], says("standing effects, a table each")] = []
    expect: Annotated[list[dict[str, Any]], says("what must hold at the start")] = []
    step: Annotated[list[dict[str, Any]], says("what is done, in order")] = []


class StepControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may stand in a step beside the action's own fields."""

    expect: Annotated[list[dict[str, Any]], says("what must hold after the step")] = []
    illegal: Annotated[
        Rule | bool | None,
        says("the rule that must refuse the step, or true; nothing is done then"),
    ] = None
    asks: Annotated[
        str | None,
        says("the argument for which a choice must be asked; nothing is done then"),
    ] = None
    of_player: Annotated[PlayerName | None, says("with `asks`: who must be asked")] = None
    options: Annotated[list[Any] | None, says("with `asks`: what must be offered")] = None
    note: Annotated[str, says("anything a reader should know")] = ""


CONTROL = names_of(StepControl)
_WITHIN: Mapping[str, Callable[[Any], object]] = {
    **dict.fromkeys(LATER, instructions_of),
    "effect": lambda row: effect_of(row, 1),
}


def control_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stands in a step beside the action's own fields."""
    kind = ACTIONS.get(str(row.get("do")))
    own = () if kind is None or "asks" in row else names_of(kind)
    return {k: v for k, v in row.items() if k in CONTROL and k not in own}


def action_of(row: Mapping[str, Any]) -> Action:
    """Return the action of a step.

    Raises
    ------
    UnknownName
        For an action, a field or a word that does not exist, with near ones.
    BadValue
        For a value of the wrong kind.
    """
    told = control_of(row)
    own = {k: v for k, v in row.items() if k not in told}
    if "do" not in own:
        raise BadValue("", "do", "it does not say what is done")
    made = convert(own, action_named(own["do"]), "")
    for field, read in _WITHIN.items():
        if field in own:
            try:
                read(own[field])
            except (UnknownName, BadValue, BadFilter, BadManaCost) as error:
                error.__dict__["field"] = field
                raise
    if made.during is not None:
        step = made.during.removeprefix("your ").rpartition("'s ")[2]
        if step not in (*STEPS, "turn"):
            raise UnknownName("step", step, near(step, STEPS) or STEPS, field="during")
    return made


# kinds of events, as `events = { move = 1 }` counts them
EVENT_KINDS: Mapping[str, str] = {
    "activate": "an ability is activated",
    "allow": "a permission begins",
    "attach": "something is attached",
    "attacks": "a creature attacks",
    "cast": "a spell is cast",
    "ceases": "a token or copy ceases to exist",
    "change": "an effect changes characteristics",
    "combat damage": "combat damage is dealt to a player",
    "control": "control changes",
    "copy": "a copy is made, or something becomes one",
    "conjure": "a card is conjured",
    "countered": "a spell or ability is countered",
    "coin": "a coin is flipped",
    "counters": "counters are put on something or removed",
    "counters removed": "an effect or a cost has removed counters",
    "damage": "damage is dealt",
    "discard": "a card is discarded",
    "draw": "a card is drawn, or none is left",
    "face down": "a permanent is turned face down",
    "face up": "a permanent is turned face up",
    "fully unlock": "a Room gets its second unlocked half",
    "life": "a life total changes",
    "lock": "a half is locked",
    "look": "a card is looked at",
    "loses": "a player loses",
    "mana": "mana is added, by a trigger or an effect",
    "meld fails": "cards that cannot be melded stay in exile",
    "mill": "a card is milled",
    "move": "an object changes zones; a token is created",
    "name": "a card name is chosen",
    "no mana": "a mana ability makes nothing",
    "not modeled": "something happens that is not modeled: nothing is left out in silence",
    "once": "what triggers only once each turn has done so",
    "play land": "a land is played",
    "removed": "an ability has no legal target and leaves the stack",
    "resolve": "a spell or ability resolves",
    "scry": "a player scries",
    "search": "a library is searched",
    "shuffle": "a library is shuffled",
    "stay": "something was told to happen and does not, with the rule",
    "step": "a step begins",
    "surveil": "a player surveils",
    "discover": "a player discovers",
    "plot": "a card becomes plotted",
    "reveal": "a card is revealed",
    "tap": "a permanent is tapped",
    "tapped for mana": "a permanent is tapped for mana and makes some",
    "transforms": "a permanent transforms",
    "trigger": "an ability triggers, or a watch counts",
    "unattached": "Equipment comes off",
    "unlock": "a half is unlocked",
    "untap": "a permanent is untapped",
    "wins": "a player wins",
}

# words in the place of handles, in what an ability or effect does
SELECTORS: Mapping[str, str] = {
    "this": "the object whose ability it is",
    "that card": "what the event was about: both cards of a melded permanent (712.21c)",
    "target": "what is targeted",
    "second target": "the other thing that is targeted; also `third target`, `the targets`",
    "target's controller": "who controls it, or did; also `target's owner` and the like",
    "exiled with this": "the cards that the ability has a record of (607.2a)",
    "others exiled with this": "those that it had before",
    "the moved card": "what the instruction before moved",
    "the object that moved": "the same as it was before it moved",
    "the moved cards (FILTER)": "those of them that the filter fits",
    "those tokens": "what the instruction before made",
    "revealed FILTER": "what the instructions have revealed or looked at",
    "the attached object": "what the source is attached to",
    "top of library": "the top card of the player's library; also `top 2 of library`",
    "counterpart": "an object with which the source could meld, chosen on resolution",
    "each FILTER": "everything on the battlefield, or in the zone named, that the filter fits",
    "each other FILTER": "the same without the source",
    "one FILTER": "one of them, chosen on resolution",
    "up to 2 FILTER": "so many, chosen on resolution; also `any number of FILTER`",
    "up to 2 of those FILTER": "of what was moved; `up to 1 revealed FILTER` of what was revealed",
    "random 2 FILTER": "so many at random: which, is told",
    "you": "the controller",
    "opponent": "the other players",
    "each player": "all players in turn order; also `each opponent`",
    "that player": "the player that the event was about, or for whom it is done",
    "active player": "whose turn it is",
}

# amounts in words
AMOUNTS: Mapping[str, str] = {
    "x": "X",
    "half x": "half of X, or of another amount, rounded up; also `twice x`, `1 plus x`, `-x`",
    "count FILTER": "how many permanents the filter fits, or objects in the zone that it names",
    "names FILTER": "how many different names they have (201.2)",
    "doors FILTER": "how many unlocked doors they have (709.5j)",
    "types FILTER": "how many card types they have; in expectations",
    "devotion W": "devotion to colors (700.5); in expectations",
    "mana value": "of the object itself; `mana value of SELECTOR` of others",
    "power": "of the object itself; `power of SELECTOR` of others, added up",
    "toughness": "of the object itself; also `colors`, `loyalty`, `excess damage`",
    "KIND counters": "how many are on the object itself; `KIND counters on SELECTOR` on others",
    "greatest power among FILTER": "the greatest that there is; `total power among FILTER`",
    "number of SELECTOR": "how many objects it stands for",
    "types among SELECTOR": "how many card types these objects have",
    "that many": "how many objects or counters the instruction before moved",
    "life of you": "a player's life total",
}
