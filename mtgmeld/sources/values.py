"""The values of a card and of its faces, as a file's columns hold them."""

from __future__ import annotations

import msgspec

from mtgmeld.mana import Amount
from mtgmeld.sources.causes import Difference

__all__ = ["FaceValues", "Values"]


class FaceValues(msgspec.Struct, frozen=True, gc=False):
    """What one face or half gives while it is the one that counts.

    ``None`` means unknown.  The rules are numbers joined by commas.
    """

    mana_cost: str | None
    mana_value: Amount | None
    colors: str | None
    mana_value_rules: str = ""
    colors_rules: str = ""


class Values(msgspec.Struct, frozen=True, gc=False):
    """The derived values of a card as it is in a hand, of a combined back face in play.

    ``None`` means unknown; a token has no color identity.

    Attributes
    ----------
    layout, kind : str
        The file's layout; and ``room``, ``fuse``, ``aftermath``, ``split``, ``meld_result``,
        or the layout.
    mana_cost, mana_value, colors, color_identity
        The cost with its separate symbols, halves one after the other (709.4b).
    mana_value_rules, colors_rules, color_identity_rules : str
        Numbers of the rules, joined by commas.
    faces : tuple of FaceValues
        Empty for a card of one face, whose values are the card's.
    published : tuple
        Mana value, colors and color identity as the file gives them.
    compared : tuple of str
        The fields, of the card and of its faces, of which both file and rules give a value.
    differences : tuple of Difference
    flags : tuple of str
        What is unknown or odd.
    """

    layout: str
    kind: str
    mana_cost: str | None = None
    mana_value: Amount | None = None
    colors: str | None = None
    color_identity: str | None = None
    mana_value_rules: str = ""
    colors_rules: str = ""
    color_identity_rules: str = ""
    faces: tuple[FaceValues, ...] = ()
    published: tuple[float | None, str | None, str | None] = (None, None, None)
    compared: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    flags: tuple[str, ...] = ()

    def by_face(self) -> tuple[FaceValues, ...]:
        """Return the values of each face."""
        if self.faces:
            return self.faces
        rules = self.mana_value_rules, self.colors_rules
        return (FaceValues(self.mana_cost, self.mana_value, self.colors, *rules),)
