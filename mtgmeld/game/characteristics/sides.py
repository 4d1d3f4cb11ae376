"""Questions about what represents an object: its cards, and whether these have two faces."""

from __future__ import annotations

from collections.abc import Sequence

from mtgmeld.cards import Card
from mtgmeld.game.characteristics.model import Copiable, Status
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import MELD_DOUBLE_FACED, Edition

__all__ = ["back_face", "double_faced", "face_down_allowed", "represented_by", "transformed"]


def double_faced(card: Card, edition: Edition) -> Derived:
    """Say whether a card is a double-faced card (712.1); meld cards were none until 2023."""
    what = "double-faced"
    if card.layout in ("meld", "meld_result"):
        if edition.has(MELD_DOUBLE_FACED):
            return Derived(what, True, "a meld card is a double-faced card", ("712.1",))
        says = "a meld card was a kind of its own and no double-faced card"
        return Derived(what, False, says, ("712.1b@2017-01-20",))
    rule = "712.1" if edition.has(MELD_DOUBLE_FACED) else "711.1@2017-01-20"
    if card.is_double_faced:
        return Derived(what, True, "it has a card face on each side", (rule,))
    return Derived(what, False, "it has no card face on its back", (rule,))


def back_face(card: Card) -> Derived:
    """Return the back face of a card; nothing determines that of one meld card (712.4b)."""
    what = "back face"
    if card.layout == "meld":
        says = "the back of one meld card alone is not determined, and it is not the combined face"
        return Derived(what, None, says, ("712.4b",))
    if card.layout in ("transform", "modal_dfc") and len(card.faces) > 1:
        return Derived(what, card.faces[1], "the card face on its other side", ("712.1",))
    return Derived(what, None, "it has no back face", ("712.1",))


def transformed(cards: Sequence[Card], how: Status, *, two_faced_token: bool = False) -> Derived:
    """Say whether a permanent is a "transformed permanent" (701.27g).

    Parameters
    ----------
    cards : sequence of Card
        The cards that represent it; none for a token.
    how : Status
    two_faced_token : bool
    """
    what = "transformed permanent"
    if len(cards) > 1:
        says = "it is represented by more than one card, so it never is"
        return Derived(what, False, says, ("701.27g",))
    turns = two_faced_token or any(c.layout in ("transform", "modal_dfc") for c in cards)
    value = turns and how.zone == "battlefield" and how.face == 1
    says = "its back face is up" if value else "it has no back face that is up"
    return Derived(what, value, says, ("701.27g",))


def face_down_allowed(cards: Sequence[Card], *, two_faced_token: bool = False) -> Derived:
    """Say whether a face-up permanent that these cards represent can be turned face down (712.16).

    Parameters
    ----------
    cards : sequence of Card
        Two for a melded permanent; none for a token.
    two_faced_token : bool
    """
    what = "may be turned face down"
    if two_faced_token or any(c.is_double_faced for c in cards):
        says = "no melded or other double-faced permanent can be turned face down"
        return Derived(what, False, says, ("712.16",))
    return Derived(what, True, "nothing that represents it has two faces", ("712.16", "708.2a"))


def represented_by(what: Copiable, how: Status) -> Derived:
    """Return how many cards represent an object.

    A split card is one card (709.2), a melded permanent is represented by two (712.4a), a
    token or a copy of a spell by none (108.2b).
    """
    name = "cards that represent it"
    if what.token or (what.copied and how.zone == "stack"):
        says = "a token is no card" if what.token else "a copy of a spell is no card"
        return Derived(name, 0, says, ("108.2b",) if what.token else ("707.10",))
    if what.fronts:
        return Derived(name, 2, "the two cards of the meld pair", ("712.4a",))
    if what.layout == "split":
        return Derived(name, 1, "two halves, but one card", ("709.2",))
    return Derived(name, 1, "one card", ("108.2",))
