"""What a copy is read from: the copiable values that it takes over (707)."""

from __future__ import annotations

import msgspec

from mtgmeld.game.characteristics.model import Copiable, Status
from mtgmeld.rules.editions import MODAL_TRANSFORM, TOKENS_TWO_FACES, Edition

__all__ = ["copy_of"]


def copy_of(
    what: Copiable,
    how: Status,
    edition: Edition,
    *,
    token: bool = False,
    onto: Copiable | None = None,
) -> Copiable:
    """Return what a copy of an object is read from.

    Parameters
    ----------
    what : Copiable
        What the object that is copied is read from.
    how : Status
        Where it is and how it is there: of a double-faced permanent the face that is up
        counts (707.8).
    edition : Edition
    token : bool
        Whether the copy is a token that was created as one (707.8a), rather than a permanent
        or token that becomes a copy or enters as one.
    onto : Copiable, optional
        What becomes the copy.  A melded permanent that copies something is still
        represented by its two cards (202.3c).

    Returns
    -------
    Copiable
        With all halves of a split card (709.5); with both faces for a token or a copied
        spell where the edition has it so (707.8a, 707.10g); else with one face.
    """
    fronts = onto.fronts if onto is not None else ()
    if what.layout == "melded":
        return Copiable(
            "melded", what.faces, fronts=fronts, copied=True, token=token, lone_melded=True
        )
    if what.layout == "meld":
        return Copiable("single", what.faces[:1], fronts=fronts, copied=True, token=token)
    if what.layout in ("transform", "modal_dfc") and not _both_faces(what, how, edition, token):
        face = how.face if how.zone in ("battlefield", "stack") else 0
        return Copiable(
            "single",
            what.faces[face : face + 1],
            fronts=fronts,
            copied=True,
            token=token,
            lone_back=face == 1 and what.layout == "transform",
        )
    return msgspec.structs.replace(what, fronts=fronts, copied=True, token=token)


def _both_faces(what: Copiable, how: Status, edition: Edition, token: bool) -> bool:
    """Whether a copy of a double-faced object has two faces itself (707.8a, 707.10g)."""
    if not token and how.zone != "stack":
        return False
    return edition.has(TOKENS_TWO_FACES if what.layout == "transform" else MODAL_TRANSFORM)
