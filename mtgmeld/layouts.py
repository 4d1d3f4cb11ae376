"""How the halves or faces of a card belong together, and what that lets it do.

A card keeps the word of its layout, as files and filters have it; :func:`layout` gives the record
that says what the word means, a row of ``data/layouts.csv``.  Nothing else compares the words.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.rules.editions import CHANGES, MODAL_TRANSFORM, Edition
from mtgmeld.rules.tables import listed, rows_of

Reason = tuple[str, tuple[str, ...]]


class Layout(msgspec.Struct, frozen=True, gc=False):
    """What the layout of a card or an object means.

    Attributes
    ----------
    word : str
        What files and filters call it.
    parts : int
        How many halves or faces a card of it has.
    is_card, is_token : bool
        What has it (108.2, 111); a combined back face is no card.
    is_split : bool
        Whether it has halves (709.1).
    is_double_faced : bool
        Whether both sides are card faces (712.1); meld cards count since 2023.
    turns : bool
        Whether either of its two faces may be up (712.2, 712.3).
    is_modal : bool
        Whether the face is chosen as it is cast or played (712.11b, 712.12).
    is_meld, is_melded : bool
        Whether it is a card of a meld pair alone (712.4), or a combined back face.
    is_flip : bool
        Whether its other half counts while it is flipped (710.2).
    inset : str
        The rule by which an inset part counts on the stack only; empty without one.
    chosen : str
        The rule by which the inset part may be cast instead.
    resolved : tuple of str and tuple of str, or None
        Where the inset part goes as it resolves, with the rules.
    two_faced_copies : str
        The dated change since which what copies a spell of it, or is a token copy of it, has
        both faces (707.8a, 707.10g).
    cast_by : str
        The rule by which its front is cast.
    named : tuple of str and tuple of str
        What of it may be chosen as a name, with the rules (201.4).
    identity : tuple of str and tuple of str, or None
        What of it counts for color identity beside its front, with the rules (903.4).
    """

    word: str
    parts: int
    is_card: bool
    is_token: bool
    is_split: bool
    is_double_faced: bool
    turns: bool
    is_modal: bool
    is_meld: bool
    is_melded: bool
    is_flip: bool
    inset: str
    chosen: str
    resolved: Reason | None
    two_faced_copies: str
    cast_by: str
    named: Reason
    identity: Reason | None

    def transforms(self, edition: Edition) -> bool:
        """Whether a permanent of it can transform; modal ones did not at first (712.9)."""
        return self.turns and (not self.is_modal or edition.has(MODAL_TRANSFORM))

    def copied_with_both_faces(self, edition: Edition) -> bool:
        """Whether a copied spell, or a token copy, has both faces (707.8a, 707.10g)."""
        return bool(self.two_faced_copies) and edition.has(CHANGES[self.two_faced_copies])


_KINDS = "card token split double_faced modal meld melded flip".split()


class _Layouts(dict[str, Layout]):
    def __missing__(self, word: str) -> Layout:
        return self["normal"]


def _layouts() -> dict[str, Layout]:
    made = _Layouts()
    for row in rows_of("layouts"):
        kinds, going = listed(row["kinds"]), listed(row["resolved"])
        flags: Any = {f"is_{kind}": kind in kinds for kind in _KINDS}
        made[row["layout"]] = Layout(
            word=row["layout"],
            parts=int(row["parts"]),
            turns="turns" in kinds,
            inset=row["inset"],
            chosen=row["chosen"],
            resolved=(going[0], going[1:]) if going else None,
            two_faced_copies=row["two_faced_copies"],
            cast_by=row["cast_by"],
            named=(row["named"], listed(row["named_rules"])),
            identity=(row["identity"], listed(row["identity_rules"])) if row["identity"] else None,
            **flags,
        )
    return made


LAYOUTS = _layouts()
# word of a card file -> layout that decides which faces count; a word that is missing is unknown
OF_FILES = {word: row["layout"] for row in rows_of("layouts") for word in listed(row["files"])}


def layout(word: str) -> Layout:
    """Return what a layout means; a word that no rule is about stands for one plain face."""
    return LAYOUTS[word]
