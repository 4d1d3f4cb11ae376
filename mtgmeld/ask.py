"""Questions about a card: where it is, how it is there, and why a value is what it is.

A question needs no game: :func:`ask` turns a name and circumstances into what
characteristics are read from, and refuses circumstances that cannot occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.circumstances import Circumstances
from mtgmeld.errors import ImpossibleQuestion, UnknownName, near
from mtgmeld.game.characteristics import (
    VALUES,
    Characteristics,
    Copiable,
    Status,
    as_permanent,
    color_identity,
    copy_of,
    derive,
    double_faced,
    identity_of_melded,
    of_card,
    of_pair,
    represented_by,
    undetermined,
)
from mtgmeld.mana import COLORS
from mtgmeld.rules.citations import Derived, Explanation, TwoAnswers, cited
from mtgmeld.rules.editions import Edition, Readings, readings
from mtgmeld.rules.editions import edition as edition_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ASKABLE", "Asked", "ask", "characteristics", "explain"]

ASKABLE = (
    *VALUES,
    "type_line",
    "color_identity",
    "devotion",
    "double_faced",
    "represented_by",
)


class Asked(msgspec.Struct, frozen=True):
    """A question that can be answered: a card in circumstances that can occur.

    Attributes
    ----------
    subject : str
        The object and its circumstances in words.
    card : Card
        For a melded permanent its combined back face.
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
        found = derive(self.what, self.how, self.edition, self.policies)
        return as_permanent(found) if self.how.zone == "battlefield" else found

    def value(self, name: str) -> Derived:
        """Return one value with its reasons: one of :data:`ASKABLE`.

        Raises
        ------
        UnknownName
            If there is no such value.
        """
        match name:
            case "color_identity":
                return self.color_identity()
            case "devotion":
                return devotion_of(self.characteristics())
            case "type_line":
                return type_line_of(self.characteristics())
            case "double_faced":
                return double_faced(self.card, self.edition)
            case "represented_by":
                return represented_by(self.what, self.how)
        if name not in VALUES:
            raise unknown_value(name, ASKABLE)
        return self.characteristics()[name]

    def color_identity(self) -> Derived:
        """Return the color identity of the card, or of the cards of a melded permanent.

        None for a token and for a copy: only the card that represents an object has one.
        """
        if self.what.token:
            says = "only a card has one, and a token is no card"
            return Derived("color identity", None, says, ("903.4", "108.2b"))
        if self.what.copied:
            says = "a copy keeps that of the card which represents it, and that is not asked about"
            return Derived("color identity", None, says, ("903.4a",))
        if self.card.layout == "meld_result" and self.pair is not None:
            return identity_of_melded(self.pair, self.policies)
        found = color_identity(self.card, self.policies)
        if self.how.zone in ("battlefield", "stack"):
            # neither the half that was cast nor a lock nor the face that is up matters
            rules = cited((*found.rules, "903.4a"))
            return msgspec.structs.replace(found, rules=rules)
        return found


def devotion_of(found: Characteristics) -> Derived:
    """Return how much an object adds to the devotion to each color (700.5)."""
    cost = found.mana_cost
    parts = [f"{c} {found.devotion(c)}" for c in COLORS if found.devotion(c)]
    if found.colors.value is None:
        return Derived("devotion", None, "its mana cost is not known", ("700.5",), (cost,))
    says = "it has no mana cost" if cost.value is None else f"the symbols of {cost.value}"
    return Derived("devotion", ", ".join(parts) or "none", says, ("700.5",), (cost,))


def type_line_of(found: Characteristics) -> Derived:
    """Return the type line as people write it, that of each half where each has its own."""
    parts = (found.supertypes, found.types, found.subtypes)
    if found.types.value is None:
        return msgspec.structs.replace(found.types, what="type line")
    if any(isinstance(p.value, TwoAnswers) for p in parts):
        halves = tuple(
            type_line_of(msgspec.structs.replace(found, supertypes=s, types=t, subtypes=u))
            for s, t, u in zip(*(p.parts for p in parts), strict=True)
        )
        value = TwoAnswers(tuple(h.value for h in halves))
        return Derived("type line", value, found.types.says, found.types.rules, halves)
    rules = cited(r for p in parts if p.value for r in p.rules) or found.types.rules
    return Derived("type line", found.type_line, found.types.says, rules)


def unknown_value(name: str, known: Iterable[str]) -> UnknownName:
    """Return the error for a value or column that does not exist, with near names."""
    listed = list(known)
    return UnknownName("value", name, near(name, listed, least=55) or listed)


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
        ``command``, ``outside``.  Without it: the stack where a half is cast or X is given,
        the hand for a split card as a whole and for other instants and sorceries, the
        battlefield for the rest.
    cast : str, optional
        ``left``, ``right``, ``fused``, the number of a half from 1, or its name.
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
    UnknownName
        For a zone, a face or a half that does not exist.
    UnknownEdition, UnknownPolicy
        For the edition or a policy.
    """
    rules_of, chosen = edition_of(edition), readings(policies)
    known = catalog or load_catalog()
    found = find(card, known)
    which = found.card
    pair = known.pair_of(which)
    if melded and which.layout == "meld" and pair is not None:
        which = pair.result
    if which.layout == "meld_result" and pair is None:
        raise ImpossibleQuestion(f"{which.name}: the catalog has no pair for it", ("712.5",))
    asked = Circumstances(
        which,
        found.face,
        zone=zone,
        cast=cast,
        x=x,
        unlocked=unlocked,
        face=face,
        melded=melded,
        copy=copy,
        token=token,
    )
    how = asked.status()
    subject = asked.describe(how)
    what = of_pair(pair) if which.layout == "meld_result" and pair else of_card(which)
    if copy or token:
        what = copy_of(what, how, rules_of, token=token)
        if what.layout == "single":
            # the one face of the copy is its front
            how = msgspec.structs.replace(how, face=0)
    lone = which.layout == "meld" and asked.face == "back"
    return Asked(subject, which, pair, what, how, rules_of, chosen, lone)


def characteristics(card: str | Card, **circumstances: Any) -> Characteristics:
    """Return the characteristics of a card in circumstances, each value with its reasons.

    Takes the arguments of :func:`ask` and raises its errors.
    """
    return ask(card, **circumstances).characteristics()


def explain(
    card: str | Card | pd.Series[Any], value: str | None = None, **circumstances: Any
) -> Explanation:
    """Say why a value of a card is what it is, or a cell of a table.

    Parameters
    ----------
    card : str, Card or pandas.Series
        A name as in :func:`ask`, or a row of one of the tables.
    value : str
        A characteristic (``names``, ``mana_cost``, ``mana_value``, ``colors``,
        ``color_indicator``, ``supertypes``, ``types``, ``subtypes``, ``power``, ``toughness``,
        ``loyalty``, ``defense``, ``keywords``, ``text``), ``type_line``, ``color_identity``,
        ``devotion``, ``double_faced`` or ``represented_by``; of a row, any of its columns.
    **circumstances
        The other arguments of :func:`ask`; of a row only ``edition``, ``policies`` and
        ``catalog``, which otherwise are those of its table.

    Returns
    -------
    Explanation
        A tree of steps, each with its rule numbers.

    Raises
    ------
    UnknownName
        If there is no such value; and the errors of :func:`ask`.
    """
    if not isinstance(value, str):
        raise UnknownName("value", "" if value is None else repr(value), ASKABLE)
    name = value.strip().lower().replace(" ", "_").replace("colour", "color")
    if not isinstance(card, str | Card):
        from mtgmeld.tables import explain_row

        return explain_row(card, name, **circumstances)
    asked = ask(card, **circumstances)
    return Explanation(asked.subject, asked.value(name), asked.edition.date)
