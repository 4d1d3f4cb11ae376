"""Actions: records only.  What each does stands in the engine's handlers.

An action is what a player does (cast, unlock, activate) or what an effect does (destroy,
exile, create).  The same records, with selectors such as ``this`` or ``that card`` in the
place of handles, are the instructions of abilities, and the steps of a situation file.
"""

from __future__ import annotations

from mtgmeld.game.actions import altering, effects, moving, on_stack, playing, turns
from mtgmeld.game.actions.altering import (
    AtStep,
    Attach,
    BecomeCopy,
    CreateToken,
    CreateTokenCopy,
    Flip,
    GainControl,
    LockByEffect,
    LockOrUnlock,
    PutCounters,
    RemoveCounters,
    Tap,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
    UnlockByEffect,
    Untap,
)
from mtgmeld.game.actions.base import Action, Ref, Refs
from mtgmeld.game.actions.effects import (
    AddMana,
    Allow,
    Cascade,
    Change,
    Damage,
    Discover,
    EndEffect,
    ExileAsItResolves,
    GainLife,
    LayEffect,
    MayCast,
    Note,
    Plot,
    Reveal,
    Search,
    Shuffle,
    Surveil,
    WinGame,
)
from mtgmeld.game.actions.moving import (
    Blink,
    Destroy,
    Discard,
    Draw,
    Exile,
    Meld,
    Mill,
    PutIntoCommand,
    PutIntoGraveyard,
    PutIntoLibrary,
    PutOntoBattlefield,
    ReturnToHand,
    Sacrifice,
)
from mtgmeld.game.actions.on_stack import CastCopy, CopyAbility, CopySpell, Counter, Resolve
from mtgmeld.game.actions.playing import (
    Activate,
    ActivateLoyalty,
    Attack,
    CastSpell,
    ChooseName,
    Pass,
    PlayLand,
    TapForMana,
    Unlock,
)
from mtgmeld.game.actions.turns import NextStep, NextTurn

__all__ = [
    "ACTIONS",
    "Action",
    "Activate",
    "ActivateLoyalty",
    "AddMana",
    "Allow",
    "AtStep",
    "Attach",
    "Attack",
    "BecomeCopy",
    "Blink",
    "Cascade",
    "CastCopy",
    "CastSpell",
    "Change",
    "ChooseName",
    "CopyAbility",
    "CopySpell",
    "Counter",
    "CreateToken",
    "CreateTokenCopy",
    "Damage",
    "Destroy",
    "Discard",
    "Discover",
    "Draw",
    "EndEffect",
    "Exile",
    "ExileAsItResolves",
    "Flip",
    "GainControl",
    "GainLife",
    "LayEffect",
    "LockByEffect",
    "LockOrUnlock",
    "MayCast",
    "Meld",
    "Mill",
    "NextStep",
    "NextTurn",
    "Note",
    "Pass",
    "PlayLand",
    "Plot",
    "PutCounters",
    "PutIntoCommand",
    "PutIntoGraveyard",
    "PutIntoLibrary",
    "PutOntoBattlefield",
    "Ref",
    "Refs",
    "RemoveCounters",
    "Resolve",
    "ReturnToHand",
    "Reveal",
    "Sacrifice",
    "Search",
    "Shuffle",
    "Surveil",
    "Tap",
    "TapForMana",
    "Transform",
    "TurnFaceDown",
    "TurnFaceUp",
    "Unlock",
    "UnlockByEffect",
    "Untap",
    "WinGame",
]

# by the word that follows ``do``, in the order in which the reference lists them
ACTIONS: dict[str, type[Action]] = {
    str(c.__struct_config__.tag): c
    for module in (playing, on_stack, moving, altering, effects, turns)
    for c in vars(module).values()
    if isinstance(c, type) and issubclass(c, Action) and c is not Action
}
