"""What each field of an action means, one line a field; see :mod:`mtgmeld.scenario.fields`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

import msgspec

from mtgmeld.game.actions import ACTIONS, Action

__all__ = ["about", "shared_fields", "summary"]

# of actions, where a field means the same in all of them
_ACTION: Mapping[str, str] = {
    "player": "who does it; by default the object's controller, else the active player",
    "order": "the two cards of a melded permanent, first to last: bottom to top, or by timestamp",
    "replacement": "the replacement effect that applies, by its id or card; or one by object",
    "commander": "`command` or `stay`: whether a commander goes to the command zone",
    "keep": "what stays under the legend rule",
    "target": "targets of the spell or ability, or of an ability that triggers",
    "as_copy": "what a permanent enters as a copy of; `none` to decline",
    "choose": "other choices, by name",
    "may": "whether to do what an ability that resolves offers",
    "during": "the step in which it is tried, as `upkeep`, `your upkeep` or `opponent's upkeep`",
    "object": "what it is done to: a handle, a name or an object's number",
    "half": "the half, by `left`, `right` or its name",
    "face": "the face, by `front`, `back` or its name",
    "pay": "the mana that is paid, or `pool` to spend the player's; without it the cost is met",
    "free": "whether it is cast without paying its mana cost",
    "x": "the value of X",
    "by": "the effect that allows it, such as `flashback`, by its id",
    "id": "a handle for what it makes",
    "count": "how many",
    "until": "what ends it: `end of turn`, `end of combat`, `NAME's next turn`, `OBJECT leaves`",
    "counters": "counters that it gets, by kind",
    "tapped": "whether it enters tapped",
    "attacking": "whether it enters attacking",
    "transformed": "whether it is cast, or enters, with its back face up",
    "face_down": "whether it is face down",
    "control": "who controls it then; `owner` for its owner",
    "attached_to": "the object or player that it enters attached to",
    "not_legendary": "whether the copy is not legendary",
    "add_types": "card types or subtypes in addition",
    "name": "the name",
    "types": "card types",
    "subtypes": "subtypes",
    "supertypes": "supertypes",
    "colors": "colors as letters",
    "power": "power",
    "toughness": "toughness",
    "keywords": "keyword abilities",
    "kind": "the kind of counter; `+1/+1` by default",
    "source": "the object whose doing it is",
}

_OWN: Mapping[str, str] = {
    "cast fused": "whether both halves are cast at once (702.102)",
    "activate ability": "which ability, by its name after `#`, or its id",
    "activate mana": "the mana that is chosen, for a mana ability",
    "tap for mana ability": "which mana ability, by its name after `#`",
    "tap for mana mana": "the mana that is chosen",
    "activate loyalty ability": "which loyalty ability, such as `+1`, where it is modeled",
    "choose name name": "the card name",
    "choose name quality": "a filter that the name's half or face must fit",
    "resolve object": "what must be on top of the stack; whatever is there by default",
    "resolve all": "whether all of the stack resolves, in order",
    "cast copy cast": "which of the copies are cast; all by default",
    "cast copy half": "the half; a list with one for each copy that is cast",
    "sacrifice object": "what is sacrificed; without it, so many of a kind",
    "sacrifice what": "a filter: the kind that is sacrificed",
    "sacrifice cost": "whether it is a cost, which cannot be paid in part (118.3)",
    "exile with": "the object whose ability keeps a record of it (607.2a)",
    "exile until": "the object at whose leaving it returns (610.3)",
    "put into library where": "`top`, `bottom`, or a place from the top",
    "blink until": "the step at whose beginning it returns; at once by default",
    "meld with": "the other object",
    "meld check": "whether the player must own and control both",
    "at step step": "the step at whose beginning it happens",
    "at step do_later": "what happens then, a list of steps",
    "at step about": "what `that card` stands for then",
    "at step of": "whose step it must be",
    "at step found": "the objects that `that card` stands for, by number",
    "become copy of": "the object that is copied",
    "create token copy of": "the object that is copied",
    "put counters count": "how many counters",
    "attach to": "the object or player",
    "change types": "card types instead",
    "change subtypes": "subtypes instead",
    "change colors": "colors instead",
    "change add_colors": "colors in addition",
    "change add_subtypes": "subtypes in addition",
    "change add_power": "how much more power it has",
    "change add_toughness": "how much more toughness it has",
    "change lose_keywords": "keyword abilities that it loses",
    "change loses_abilities": "whether it loses all abilities",
    "change switch": "whether power and toughness change places",
    "damage to": "the objects and players that are dealt damage",
    "damage amount": "how much",
    "damage combat": "whether it is combat damage",
    "gain life amount": "how much; negative for losing it",
    "add mana mana": "the mana: `{R}{R}`",
    "add mana only": "a filter: what it may be spent on; `unlock` for unlock costs",
    "allow play": "whether it may be played as a land too",
    "allow by": "what the permission is called; by `flashback` the card gains that ability",
    "allow cost": "what is paid in place of the mana cost; `its mana cost` for that",
    "lay effect effect": "the effect, as in an `[[effect]]` table",
    "may cast what": "a filter that the spell must fit",
    "may cast many": "whether several of the cards may be cast",
    "cascade source": "the spell with cascade",
    "discover count": "the number",
    "exile as it resolves then": "what happens then, a list of steps",
    "search what": "a filter: what may be found",
    "search object": "the card that is found",
    "search to": "where it is put: `hand`, `battlefield`, `graveyard` or `library top`",
    "search unlike": "a filter: it shares a name with none of these permanents",
    "win game of": "a filter: what is counted",
    "win game at_least": "how many there must be",
    "end effect id": "which effect",
    "note text": "what there is to say",
    "next step to": "the step to go on to; the very next one by default",
    "next step of": "the player whose step it must be",
    "next turn of": "the player whose turn it must be",
}


def about(action: str, field: str) -> str:
    """Return what a field of an action means; without an action, what it means in most."""
    return _OWN.get(f"{action} {field}") or _ACTION.get(field, "")


def shared_fields() -> tuple[str, ...]:
    """Return the fields that every action has."""
    return tuple(f.encode_name for f in msgspec.structs.fields(Action))


def summary(action: str) -> str:
    """Return what an action does, in one sentence."""
    text = inspect.getdoc(ACTIONS[action]) or ""
    return " ".join(text.partition("\n\n")[0].replace("``", "`").split())
