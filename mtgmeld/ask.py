"""Questions about a card: where it is, how it is there, and why a value is what it is.

A question needs no game: :func:`ask` turns a name and circumstances into what
characteristics are read from, and refuses circumstances that cannot occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.game.characteristics import (
    VALUES,
    ZONES,
    Characteristics,
    Copiable,
    Status,
    color_identity,
    derive,
    identity_of_melded,
    of_card,
    of_pair,
    undetermined,
)
from mtgmeld.mana import COLORS
from mtgmeld.rules.citations import Derived, Explanation
from mtgmeld.rules.editions import Edition, Readings, readings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ASKABLE", "Asked", "ask", "characteristics", "explain"]

ASKABLE = (*VALUES, "color_identity", "devotion")


class Asked(msgspec.Struct, frozen=True):
    """A question that can be answered: a card in circumstances that can occur.

    Attributes
    ----------
    subject : str
        The object and its circumstances in words.
    card : Card
    pair : MeldPair or None
    what : Copiable
        What the characteristics are read from.
    how : Status
    edition : Edition
    policies : tuple of (str, str)
    lone_back : bool
        Whether the back face of a meld card alone is asked about (712.4b).
    """

    subject: str
    card: Card
    pair: MeldPair | None
    what: Copiable
    how: Status
    edition: Edition
    policies: Readings = ()
    lone_back: bool = False

    def characteristics(self) -> Characteristics:
        """Return every characteristic with its reasons."""
        if self.lone_back:
            return undetermined(
                "the back of one meld card alone has no characteristics that could be determined",
                ("712.4b",),
            )
        return derive(self.what, self.how, self.edition, self.policies)

    def value(self, name: str) -> Derived:
        """Return one value with its reasons: a characteristic, the color identity or devotion.

        Raises
        ------
        UnknownName
            If there is no such value.
        """
        if name == "color_identity":
            return self.color_identity()
        found = self.characteristics()
        if name == "devotion":
            return devotion_of(found)
        if name not in VALUES:
            raise _unknown_value(name)
        return found[name]

    def color_identity(self) -> Derived:
        """Return the color identity of the card, or of the cards of a melded permanent."""
        if self.what.token or (self.what.copied and self.what.token):
            return Derived(
                "color identity",
                None,
                "only a card has one, and a token is no card",
                ("903.4", "108.2b"),
            )
        if self.card.layout == "meld_result" and self.pair is not None:
            return identity_of_melded(self.pair, self.policies)
        return color_identity(self.card, self.policies)


def devotion_of(found: Characteristics) -> Derived:
    """Return how much an object adds to the devotion to each color (700.5)."""
    cost = found.mana_cost
    parts = [f"{c} {found.devotion(c)}" for c in COLORS if found.devotion(c)]
    says = "it has no mana cost" if cost.value is None else f"the symbols of {cost.value}"
    return Derived("devotion", ", ".join(parts) or "none", says, ("700.5",), (cost,))


def _unknown_value(name: str) -> UnknownName:
    from rapidfuzz import process

    near = [hit[0] for hit in process.extract(name, ASKABLE, score_cutoff=55, limit=3)]
    return UnknownName("value", name, near or ASKABLE)


def ask(
    card: str | Card,
    *,
    zone: str | None = None,
    cast: str | None = None,
    x: int | None = None,
    unlocked: str | Iterable[str] | None = None,
    face: str | None = None,
    melded: bool = False,
    copy: bool = False,
    token: bool = False,
    edition: str | Edition | None = None,
    policies: Mapping[str, str] | Readings | None = None,
    catalog: Catalog | None = None,
) -> Asked:
    """Return the question about a card in the given circumstances.

    Parameters
    ----------
    card : str or Card
        A card, a half, a face or a combined back face, in any spelling.  A half means that
        half as cast; a back face means the permanent with that face up; a combined back
        face means the melded permanent.
    zone : str, optional
        One of ``battlefield``, ``stack``, ``hand``, ``library``, ``graveyard``, ``exile``,
        ``command``, ``outside``.  Without it: the stack where a half is cast, the
        battlefield for other permanents, the hand for the rest.
    cast : str, optional
        ``left``, ``right``, ``fused`` or the name of a half.
    x : int, optional
        The value of X on the stack.
    unlocked : str or iterable of str, optional
        The unlocked halves of a Room permanent: ``"left,right"``, names, or an empty string.
    face : str, optional
        ``front`` or ``back``.
    melded : bool
        Whether the card is part of its melded permanent.
    copy : bool
        Whether the object copies what is described (707.2).
    token : bool
        Whether the object is a token that copies what is described (707.8a).
    edition : str, optional
        A date; the newest edition by default.
    policies : mapping, optional
        Readings other than the default, by the policy's name.
    catalog : Catalog, optional
        Where the name is looked up; the bundled facts by default.

    Raises
    ------
    UnknownCard, AmbiguousName
        For the name.
    ImpossibleQuestion
        For circumstances that cannot occur; with the rules that say so.
    UnknownEdition, UnknownPolicy
        For the edition or a policy.
    """
    from mtgmeld.rules.editions import edition as edition_of

    catalog = catalog or load_catalog()
    found = find(card, catalog)
    which, named = found.card, found.face
    rules_of, chosen = edition_of(edition), readings(policies)
    pair = catalog.pair_of(which)
    if zone is not None and zone not in ZONES:
        raise UnknownName("zone", zone, [z for z in ZONES if z[:2] == zone[:2].lower()] or ZONES)
    if melded and which.layout == "meld" and pair is not None:
        which = pair.result
    circumstances = _Circumstances(
        which, pair, named, zone, cast, x, unlocked, face, melded, copy or token
    )
    how, lone = circumstances.status()
    what = _copiable(which, pair, how, copy, token)
    if token and not which.is_double_faced:
        what = msgspec.structs.replace(what, token=True)
    subject = circumstances.describe(how, copy, token)
    return Asked(subject, which, pair, what, how, rules_of, chosen, lone)


def _copiable(card: Card, pair: MeldPair | None, how: Status, copy: bool, token: bool) -> Copiable:
    """Return what the object is read from: itself, or a copy of what is described."""
    if card.layout == "meld_result" and pair is not None:
        return of_card(card) if copy or token else of_pair(pair)
    base = of_card(card)
    if token:
        return msgspec.structs.replace(base, copied=True, token=True)
    if not copy:
        return base
    if card.layout in ("transform", "modal_dfc") and how.zone == "battlefield":
        nonmodal = card.layout == "transform"
        return Copiable(
            "single",
            card.faces[how.face : how.face + 1],
            copied=True,
            lone_back=nonmodal and how.face == 1,
        )
    return msgspec.structs.replace(base, copied=True)


class _Circumstances:
    """The circumstances of a question, checked against one another and the card."""

    def __init__(
        self,
        card: Card,
        pair: MeldPair | None,
        named: int | None,
        zone: str | None,
        cast: str | None,
        x: int | None,
        unlocked: str | Iterable[str] | None,
        face: str | None,
        melded: bool,
        copy: bool,
    ) -> None:
        self.card, self.pair, self.named, self.copy = card, pair, named, copy
        self.zone, self.cast, self.x, self.face, self.melded = zone, cast, x, face, melded
        self.unlocked: tuple[str, ...] | None
        if unlocked is None:
            self.unlocked = None
        else:
            words = unlocked.split(",") if isinstance(unlocked, str) else list(unlocked)
            self.unlocked = tuple(w.strip() for w in words if w.strip())

    def _no(self, why: str, *rules: str) -> ImpossibleQuestion:
        return ImpossibleQuestion(f"{self.card.name}: {why}", rules)

    def status(self) -> tuple[Status, bool]:
        """Return the status, and whether a lone meld back is meant."""
        card = self.card
        self._check()
        if card.layout == "meld_result":
            if self.zone not in (None, "battlefield"):
                raise self._no(
                    f"the combined face exists on the battlefield only, not in zone {self.zone}",
                    "712.8a",
                    "712.21",
                )
            return Status("battlefield"), False
        if card.layout == "meld":
            lone = self.face == "back"
            return Status(self.zone or "battlefield"), lone
        if card.is_split:
            return self._split_status(), False
        index = 1 if self.face == "back" else 0 if self.face == "front" else (self.named or 0)
        if card.layout in ("adventure", "prepare"):
            return self._inset_status(index), False
        zone = self.zone or self._usual_zone(card.faces[index])
        face = index if zone in ("battlefield", "stack") else 0
        return Status(zone, face=face, x=self._x(zone, (card.faces[face],))), False

    def _check(self) -> None:
        card = self.card
        if self.melded and card.layout != "meld_result":
            raise self._no("it is no meld card, so it cannot be melded", "701.42b", "712.4")
        if self.unlocked is not None and not card.is_room:
            raise self._no("only a Room permanent has unlocked designations", "709.5c")
        if self.unlocked is not None and self.zone not in (None, "battlefield"):
            raise self._no("only a permanent has unlocked designations", "709.5c")
        if self.unlocked is not None and self.cast is not None:
            raise self._no(
                "a half is cast on the stack, unlocked on the battlefield", "709.5c", "709.3b"
            )
        if self.cast is not None and not (card.is_split or card.layout in ("adventure", "prepare")):
            raise self._no("it has no halves to choose from when it is cast", "709.3")
        if self.cast is not None and self.zone not in (None, "stack"):
            raise self._no("a half is chosen for the stack only", "709.3", "709.4")
        if self.face is not None and self.face not in ("front", "back"):
            raise UnknownName("face", self.face, ("front", "back"))
        if self.face == "back" and len(card.faces) < 2 and card.layout != "meld":
            raise self._no("it has no back face", "712.1")
        if self.face is not None and card.is_split:
            raise self._no("a split card has halves, not faces; use cast or unlocked", "709.1")
        if self.x is not None and (not isinstance(self.x, int) or self.x < 0):
            raise self._no(f"X cannot be {self.x!r}", "107.3a", "107.1b")

    def _split_status(self) -> Status:
        card, zone = self.card, self.zone
        if self.unlocked is not None:
            return Status(
                "battlefield", unlocked=tuple(sorted({self._half(w) for w in self.unlocked}))
            )
        if self.cast is not None:
            return self._spell(self._cast_halves(self.cast))
        if self.named is not None and zone == "battlefield" and card.is_room:
            return Status("battlefield", unlocked=(self.named,))
        if self.named is not None and zone in (None, "stack"):
            return self._spell((self.named,))
        if zone == "stack":
            raise self._no("on the stack one half was cast; say which with cast", "709.3", "709.3b")
        if zone == "battlefield" and not card.is_room:
            raise self._no(
                "an instant or sorcery is never on the battlefield", "110.4", "304.4", "307.4"
            )
        zone = zone or "hand"
        return Status(zone, x=self._x(zone, card.faces))

    def _spell(self, halves: tuple[int, ...]) -> Status:
        return Status(
            "stack", cast=halves, x=self._x("stack", [self.card.faces[i] for i in halves])
        )

    def _cast_halves(self, word: str) -> tuple[int, ...]:
        if word.casefold() != "fused":
            return (self._half(word),)
        if not self.card.has_fuse:
            raise self._no("it has no fuse, so only one half is cast", "702.102a", "709.3")
        return tuple(range(len(self.card.faces)))

    def _half(self, word: str) -> int:
        index = self.card.half(word)
        if index is None:
            names = [f.name for f in self.card.faces]
            raise UnknownName(f"half of {self.card.name}", word, ["left", "right", *names])
        return index

    def _inset_status(self, index: int) -> Status:
        if self.cast is not None:
            index = self._half(self.cast)
        cast_inset = index == 1 and self.zone in (None, "stack")
        zone = "stack" if cast_inset or self.cast is not None else self.zone or "battlefield"
        return Status(
            zone, cast=(1,) if cast_inset else (), x=self._x(zone, (self.card.faces[index],))
        )

    def _usual_zone(self, face: Face) -> str:
        if self.x is not None:
            return "stack"
        return "battlefield" if face.is_permanent else "hand"

    def _x(self, zone: str, faces: Iterable[Face]) -> int:
        if self.x is None:
            return 0
        if zone != "stack":
            raise self._no("X has a value on the stack only", "107.3g", "202.3e")
        if not any(f.mana_cost is not None and f.mana_cost.variables for f in faces):
            raise self._no("there is no X in that cost", "107.3a")
        return self.x

    def describe(self, how: Status, copy: bool, token: bool) -> str:
        """Return the object and its circumstances in words."""
        card = self.card
        bits = []
        if card.layout == "meld_result":
            bits.append("melded permanent" if not self.copy else "")
        elif how.zone == "stack" and how.cast:
            halves = " and ".join(card.faces[i].name for i in how.cast)
            bits.append(f"{halves} on the stack" + (", fused" if len(how.cast) > 1 else ""))
        elif how.zone == "battlefield" and card.is_room:
            names = [card.faces[i].name for i in how.unlocked]
            state = f"{' and '.join(names)} unlocked" if names else "both halves locked"
            bits.append(f"on the battlefield, {state}")
        else:
            place = {"hand": "in hand", "library": "in a library", "graveyard": "in a graveyard"}
            place |= {"exile": "in exile", "outside": "outside the game"}
            place |= {"command": "in the command zone"}
            bits.append(place.get(how.zone, f"on the {how.zone}"))
        if len(card.faces) > 1 and card.is_double_faced and how.zone in ("battlefield", "stack"):
            bits.append("back face up" if how.face else "front face up")
        if how.x:
            bits.append(f"X = {how.x}")
        head = f"{card.name}"
        if token:
            head = f"token copy of {head}"
        elif copy:
            head = f"copy of {head}"
        return f"{head} ({'; '.join(b for b in bits if b)})" if any(bits) else head


def characteristics(card: str | Card, **circumstances: Any) -> Characteristics:
    """Return the characteristics of a card in circumstances, each value with its reasons.

    Takes the arguments of :func:`ask` and raises its errors.
    """
    return ask(card, **circumstances).characteristics()


def explain(
    card: str | Card | pd.Series[Any], value: str | None = None, **circumstances: Any
) -> Explanation:
    """Say why a value of a card is what it is.

    Parameters
    ----------
    card : str, Card or pandas.Series
        A name as in :func:`ask`, or a row of one of the tables.
    value : str
        A characteristic (``names``, ``mana_cost``, ``mana_value``, ``colors``,
        ``color_indicator``, ``supertypes``, ``types``, ``subtypes``, ``power``, ``toughness``,
        ``loyalty``, ``defense``, ``keywords``, ``text``), ``color_identity`` or ``devotion``.
    **circumstances
        The other arguments of :func:`ask`.

    Returns
    -------
    Explanation
        A tree of steps, each with its rule numbers.

    Raises
    ------
    UnknownName
        If there is no such value; and the errors of :func:`ask`.
    """
    if value is None:
        raise UnknownName("value", "", ASKABLE)
    if isinstance(card, str | Card):
        asked = ask(card, **circumstances)
    else:
        from mtgmeld.tables import question_of

        asked = ask(**(question_of(card) | circumstances))
    name = value.strip().lower().replace(" ", "_").replace("colour", "color")
    return Explanation(asked.subject, asked.value(name), asked.edition.date)
