"""The dated changes of the rules that the engine knows, one table.

Every test of an edition in this package names a :class:`Change` of this module.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = [
    "CARDS_COUNTED",
    "CASCADE_TWO_CHECKS",
    "CHANGES",
    "COMBINED_SPLIT",
    "COMMANDER_STATE_BASED",
    "FUSED_AS_A_WHOLE",
    "LIBRARY_NOT_MANA",
    "MELD_DOUBLE_FACED",
    "MODAL_CARDS",
    "MODAL_TRANSFORM",
    "NAMELESS",
    "PERMANENT_SPELL_COPIES",
    "REPEATED_SYMBOLS",
    "ROOMS",
    "SEVEN_MELD_PAIRS",
    "SIX_MELD_PAIRS",
    "SPELL_KNOWN",
    "TAPPED_FOR_MANA_REPLACED",
    "TIMESTAMPS_APNAP",
    "TOKENS_TWO_FACES",
    "TRANSFORMED_COUNT",
    "TRANSFORMED_SPELL_VALUE",
    "X_ON_ENTERING",
    "Change",
]


class Change(msgspec.Struct, frozen=True, gc=False):
    """A substantive change of the rules.

    Attributes
    ----------
    name : str
    since : str
        The date of the first known edition that has it.
    before : str
        What held until then.
    after : str
        What holds from then on.
    rules : tuple of str
        The rules that say it now.
    old_rules : tuple of str
        Rules of earlier editions that said otherwise.
    statements : tuple of str
        The statements of the specification that it touches.
    """

    name: str
    since: str
    before: str
    after: str
    rules: tuple[str, ...] = ()
    old_rules: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


_TABLE: list[Change] = []


def _change(
    name: str,
    since: str,
    before: str,
    after: str,
    rules: str = "",
    old_rules: str = "",
    statements: str = "",
) -> Change:
    made = Change(
        name,
        since,
        before,
        after,
        tuple(rules.split()),
        tuple(old_rules.split()),
        tuple(statements.split()),
    )
    _TABLE.append(made)
    return made


FUSED_AS_A_WHOLE = _change(
    "fused spell tested as a whole",
    "2016-09-30",
    "each half of a fused spell had to be castable by itself",
    "the fused spell as a whole is tested",
    "601.2e 702.102b",
    "708.2b@2017-01-20",
    "S081",
)
CARDS_COUNTED = _change(
    "counts of objects and of cards",
    "2016-09-30",
    "no rule said how a melded permanent counts among things that moved",
    "it counts as one object and as two cards",
    "712.21e",
    "",
    "S138",
)
COMBINED_SPLIT = _change(
    "split cards have one combined set of characteristics",
    "2017-04-28",
    "each half answered for itself: two answers to a question, one to a comparison",
    "off the stack the halves are combined",
    "709.4 709.4b 202.3d",
    "708.2@2017-01-20 708.5@2017-01-20 708.6@2017-01-20 708.6a@2017-01-20",
    "S001 S023 S026 S027 S069 S081",
)
TAPPED_FOR_MANA_REPLACED = _change(
    "replacements of mana made by tapping",
    "2018-04-27",
    "no rule of its own for such replacements",
    "they change what the ability makes while it resolves",
    "106.12b",
    "",
    "S189 S190",
)
SPELL_KNOWN = _change(
    "what an ability knows of the spell that became its permanent",
    "2019-01-25",
    "the choices made as it was cast, X among them, and the mana spent",
    "anything about the spell, as it resolved",
    "400.7d",
    "400.7c@2018-08-10",
    "S172",
)
X_ON_ENTERING = _change(
    "X in abilities of entering",
    "2019-10-04",
    "that it takes the X of the spell followed from what it may know of that spell",
    "a rule of its own says that it takes the X of the spell that became the permanent",
    "107.3m",
    "",
    "S172 S173 S174 S175",
)
TIMESTAMPS_APNAP = _change(
    "simultaneous timestamps in APNAP order",
    "2020-04-17",
    "the active player set the whole order",
    "each player orders their own, the active player first",
    "613.7m",
    "613.6j@2020-01-24",
    "S145",
)
REPEATED_SYMBOLS = _change(
    "separate symbols of a split card's cost",
    "2020-04-17",
    "nothing said what a test on the symbols of a split card sees",
    "it sees the separate symbols",
    "709.4b",
    "",
    "S075",
)
COMMANDER_STATE_BASED = _change(
    "commander moves from graveyard or exile as a state-based action",
    "2020-07-03",
    "an optional replacement covered graveyard, exile, hand and library",
    "a replacement for hand and library, a state-based action for graveyard and exile",
    "903.9a 903.9b 903.9c",
    "903.9@2020-06-01",
    "S153 S154",
)
MODAL_CARDS = _change(
    "modal double-faced cards",
    "2020-09-25",
    "every double-faced card was one that transforms",
    "a modal one has the face that was chosen when it was cast or played",
    "712.8f 712.11b 712.12",
    "",
    "S013 S015 S033 S192",
)
PERMANENT_SPELL_COPIES = _change(
    "copies of permanent spells become tokens",
    "2020-09-25",
    "no rule let the copy of a permanent spell become a permanent",
    "it becomes a token as it resolves",
    "608.3f 111.13",
    "",
    "S116 S168",
)
NAMELESS = _change(
    "objects without a name",
    "2020-11-20",
    "nothing said how an object without a name compares",
    "it shares a name with nothing, and has no different name either",
    "201.2a 201.2b",
    "",
    "S064 S065",
)
CASCADE_TWO_CHECKS = _change(
    "cascade checks the spell too",
    "2021-02-15",
    "only the exiled card's value was compared",
    "the spell that is cast must have a lesser value as well",
    "702.85a",
)
TRANSFORMED_SPELL_VALUE = _change(
    "value of a spell cast transformed",
    "2021-11-19",
    "only permanents took the front's cost; a spell with its back face up was not covered",
    "such a spell takes the front's cost as well",
    "202.3b 712.8c",
    "",
    "S032",
)
SIX_MELD_PAIRS = _change(
    "six meld pairs",
    "2022-11-18",
    "there were three meld pairs",
    "three more pairs meld",
    "712.5 712.5d 712.5e 712.5f",
    "",
    "S118",
)
MELD_DOUBLE_FACED = _change(
    "meld cards are double-faced cards",
    "2023-04-14",
    "a meld card was not a double-faced card",
    "a meld card is one, but never transforms",
    "712.1 712.4b 712.4c",
    "713.1a@2023-02-03",
    "S019 S020",
)
TOKENS_TWO_FACES = _change(
    "token copies have two faces",
    "2023-04-14",
    "a token copy of a double-faced permanent had one face",
    "a token copy of a transforming object has both",
    "707.8a 707.10g",
    "",
    "S166 S168",
)
ROOMS = _change(
    "split cards with one type line",
    "2024-11-08",
    "every split card had all of both halves on the battlefield",
    "a permanent with one type line lacks what its locked halves have",
    "709.5 709.5a 709.5b 709.5c 709.5d 709.5e 116.2m",
    "",
    "S008 S009 S010 S011 S030 S047 S086 S087 S089 S113",
)
SEVEN_MELD_PAIRS = _change(
    "seven meld pairs",
    "2025-06-06",
    "there were six meld pairs",
    "one more pair melds",
    "712.5 712.5g",
    "",
    "S118",
)
TRANSFORMED_COUNT = _change(
    "melded is not transformed",
    "2025-09-19",
    "nothing said that a melded permanent is no transformed permanent",
    "a rule says so",
    "701.27g",
    "",
    "S021",
)
MODAL_TRANSFORM = _change(
    "modal double-faced permanents transform",
    "2025-09-19",
    "only nonmodal ones did, and a modal card told to enter transformed stayed where it was",
    "every double-faced permanent but a melded one can, and such a card enters back face up",
    "712.3 712.9 712.14a 707.8a",
    "",
    "S133 S162 S163 S166 S168",
)
LIBRARY_NOT_MANA = _change(
    "abilities that move library cards are no mana abilities",
    "2026-08-07",
    "an ability that mills for its cost could be a mana ability",
    "an ability whose cost or effect moves a card to or from a library is none",
    "605.1a",
    "",
    "S186",
)

CHANGES: Mapping[str, Change] = {c.name: c for c in _TABLE}
