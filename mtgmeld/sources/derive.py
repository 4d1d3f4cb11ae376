"""Derived values of cards from files: the rules functions, asked once for each kind of card.

Nothing here is a rule.  A card's mana value, colors and color identity come from
:mod:`mtgmeld.game.characteristics`; cards that are alike in all that these look at share
one answer, so that a file of half a million cards asks a few thousand times.  Where a file
publishes another value, a cause is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Card
from mtgmeld.game import characteristics
from mtgmeld.game.characteristics import (
    Circumstances,
    CopiableValues,
    derive_few,
    identity_of_melded,
    of_card,
)
from mtgmeld.layouts import OF_FILES
from mtgmeld.layouts import layout as meaning
from mtgmeld.mana import Amount
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import POLICIES, Readings, edition, readings
from mtgmeld.sources.printed import (
    MELD_RESULT,
    NO_TYPES,
    Printed,
    PrintedFace,
    card_of,
    cost_of,
    split_keywords,
    unread,
)

# Each question is asked once, so that its cache would only hold memory.
color_identity = characteristics.color_identity.__wrapped__


class FaceValues(msgspec.Struct, frozen=True, gc=False):
    """What one face or half gives while it is the one that counts.

    ``None`` means unknown.  The rules are numbers joined by commas.
    """

    mana_cost: str | None = None
    mana_value: Amount | None = None
    colors: str | None = None
    mana_value_rules: str = ""
    colors_rules: str = ""


class Values(FaceValues, frozen=True, gc=False, kw_only=True):
    """The derived values of a card as it is in a hand, of a combined back face in play.

    ``None`` means unknown; a token has no color identity.  The cost has its separate symbols,
    halves one after the other (709.4b).

    Attributes
    ----------
    layout, kind : str
        The file's layout; and ``room``, ``fuse``, ``aftermath``, ``split``, ``meld_result``,
        or the layout.
    color_identity : str or None
    color_identity_rules : str
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
    color_identity: str | None = None
    color_identity_rules: str = ""
    faces: tuple[FaceValues, ...] = ()
    published: tuple[float | None, str | None, str | None] = (None, None, None)
    compared: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    flags: tuple[str, ...] = ()

    def by_face(self) -> tuple[FaceValues, ...]:
        """Return the values of each face."""
        return self.faces or (self,)


LANDS = "basic land types in color identity"
NO_DECK = frozenset(("planar", "scheme", "vanguard", "art_series"))

# cause -> what it means
CAUSES: dict[str, str] = {
    "basic land types": f"the policy {LANDS!r}: the file has the other reading (903.4, 903.5d)",
    "back face of its own": "the file counts the back face's own cost, which it has not (202.3b)",
    "cards of the melded permanent": "the file does not count the two cards (202.3c, 903.4a)",
    "combined back face counted": "the file counts the combined back face (712.4b)",
    "one half only": "the file counts one half of the card (202.3d, 709.4b)",
    "front face only": "the file leaves the other faces out (903.4d)",
    "number of symbols": "the file counts symbols, not what they are worth (202.3)",
    "half symbols": "the file rounds half a mana (202.3)",
    "a color-defining ability": "the file leaves out an ability that defines colors (604.3)",
    "no source in the file": "no cost, indicator or ability in the file gives the color (105.2)",
    "not in any deck": "the file gives no identity to a card that is in no deck (903.4)",
    "not what the cost gives": "the cost in the file gives another value (202.3)",
    "not what the card gives": "cost, indicator and text in the file give other colors",
}


class Difference(msgspec.Struct, frozen=True, gc=False):
    """A published value that is not the derived one.

    Attributes
    ----------
    part : int or None
        The face or half, from 0; None for the whole card.
    field : str
        ``mana_value``, ``colors``, ``color_identity``, ``face_mana_value`` or
        ``face_colors``.
    published, derived : object
    cause : str
        A key of :data:`CAUSES`.
    """

    part: int | None
    field: str
    published: Any
    derived: Any
    cause: str


def differences(
    card: Printed, values: Values, chosen: Readings
) -> tuple[tuple[str, ...], tuple[Difference, ...]]:
    """Return which fields could be compared, and each published value that differs.

    Only what both the file and the rules say is compared: a token has no color identity.
    """
    compared, found = [], []
    for part, field, published, derived in _pairs(card, values):
        if published is None or derived is None:
            continue
        compared.append(field)
        if published == derived:
            continue
        if field.endswith("mana_value"):
            cause = _value(card, values, part, published, derived)
        elif field.endswith("colors"):
            cause = _colors(card_of(card), values, part, published)
        else:
            cause = _identity(card, card_of(card), chosen, published, derived)
        found.append(Difference(part, field, published, derived, cause))
    return tuple(compared), tuple(found)


def _pairs(card: Printed, values: Values) -> Iterator[tuple[int | None, str, Any, Any]]:
    yield None, "mana_value", card.value, values.mana_value
    yield None, "colors", card.colors, values.colors
    yield None, "color_identity", card.identity, values.color_identity
    if values.faces:
        for i, (face, own) in enumerate(zip(card.faces, values.faces, strict=True)):
            yield i, "face_mana_value", face.value, own.mana_value
            yield i, "face_colors", face.colors, own.colors


def _value(card: Printed, values: Values, part: int | None, published: Any, derived: Any) -> str:
    if card.layout == MELD_RESULT:
        return "cards of the melded permanent"
    own = cost_of(card.faces[part or 0].mana_cost)
    if part and card.layout == "transform" and published == (own.mana_value if own else 0):
        return "back face of its own"
    if part is None and any(published == f.mana_value for f in values.faces):
        return "one half only"
    counted = [cost_of(f.mana_cost) for f in card.faces]
    if part is not None or not values.faces:
        counted = [own]
    if published == sum(len(c.symbols) for c in counted if c is not None):
        return "number of symbols"
    if abs(published - derived) < 1:
        return "half symbols"
    return "not what the cost gives"


def _colors(made: Card, values: Values, part: int | None, published: str) -> str:
    faces = made.faces if part is None else made.faces[part : part + 1]
    if any(f.defined_colors is not None for f in faces):
        return "a color-defining ability"
    if part is None and any(published == f.colors for f in values.faces):
        return "one half only"
    derived = values.colors if part is None else values.faces[part].colors
    beyond = set(published) - set(derived or "")
    if beyond and not any(f.mana_cost or f.color_indicator for f in faces):
        return "no source in the file"
    return "not what the card gives"


def _identity(card: Printed, made: Card, chosen: Readings, published: str, derived: str) -> str:
    if card.layout == MELD_RESULT:
        return "cards of the melded permanent"
    for reading in POLICIES[LANDS].readings:
        if color_identity(made, ((LANDS, reading),)).value == published:
            return "basic land types"
    if not published and card.layout in NO_DECK:
        return "not in any deck"
    if card.layout == "meld" and set(published) > set(derived):
        return "combined back face counted"
    if any(f.defined_colors for f in made.faces) and set(published) < set(derived):
        return "a color-defining ability"
    for i, face in enumerate(made.faces if len(made.faces) > 1 else ()):
        alone = replace(made, layout="normal", faces=(face,))
        if color_identity(alone, chosen).value == published:
            return "one half only" if made.is_split or i else "front face only"
    if published and not set(published) & set(derived):
        return "no source in the file"
    return "not what the card gives"


def alike(face: PrintedFace) -> Any:
    """Return what the derived and compared values of a face depend on, its name apart."""
    published = face.colors, face.value
    return (face.mana_cost, face.indicator, face.signature(), face.type_line.counted, published)


def split_words(face: PrintedFace) -> Any:
    """Return what the kind of a split card depends on."""
    words = (*face.keywords, *split_keywords(face.text or ""))
    return "Room" in face.type_line.subtypes, "Fuse" in words, "Aftermath" in words


IN_HAND = Circumstances("hand")
IN_PLAY = Circumstances("battlefield")
BAD_COST, NO_COST = "mana cost not readable", "no mana cost given"
NO_TEXT, NO_LAYOUT = "no rules text given", "unknown layout"
NO_LINE = "no type line given"
LAND_COST = "a land with a mana cost"
NO_GAME_PIECE = "no card of the game"
UNFIT_FACES = "faces do not fit the layout"
GIVEN_COLORS = "colors as the file gives them"
TOKEN_COLORS, NO_IDENTITY = ("111.3",), ("903.4", "108.2b")


class Deriver:
    """Derives the values of printed cards; alike cards share one answer.

    Parameters
    ----------
    policies : mapping, optional
        Readings other than the default, by the policy's name.
    citations : bool
        Whether rule numbers are kept beside the values.

    Attributes
    ----------
    distinct : list of Values
        The answers so far; a card's answer is an index of this list.
    memo : dict
        What alike cards have in common, to that index.

    Raises
    ------
    UnknownPolicy
        If a policy or a reading does not exist.
    """

    def __init__(self, policies: Mapping[str, str] | None = None, citations: bool = True) -> None:
        self.chosen: Readings = readings(policies)
        self.edition = edition(None)
        self.citations = citations
        self.distinct: list[Values] = []
        self.memo: dict[Any, int] = {}

    def __call__(self, card: Printed) -> int:
        """Return the index of a card's values in :attr:`distinct`.

        A combined back face has a mana value and a color identity only once its two cards
        are known; see :meth:`melded`.
        """
        words = tuple(map(split_words, card.faces)) if len(card.faces) > 1 else ()
        layout = card.layout, card.inner
        key = (layout, card.published, card.flags, words, tuple(map(alike, card.faces)))
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.keep(self.fresh(card))
        return found

    def keep(self, values: Values) -> int:
        """Return the index of new values."""
        self.distinct.append(values)
        return len(self.distinct) - 1

    def fresh(self, card: Printed) -> Values:
        """Return the values of a card without looking for one that is alike."""
        if not card.is_known:
            return self._unknown(card)
        made = replace(card_of(card), source="")  # what is unknown is seen to here
        is_result = card.layout == MELD_RESULT
        what, how = of_card(made), IN_HAND
        if is_result:
            # in play; the cards that give its mana value come later
            what, how = CopiableValues("melded", made.faces), IN_PLAY
        names, cost, value, colors = derive_few(what, how, self.edition, self.chosen)
        values = Values(
            layout=card.layout,
            kind=made.kind if made.is_split else card.layout,
            mana_cost=None if cost.value is None else str(cost.value),
            mana_value=None if is_result else value.value,
            colors=colors.value,
            mana_value_rules="" if is_result else self.rules(value),
            colors_rules=self.rules(colors),
            faces=self._faces(card, made),
            published=card.published,
            flags=(*card.flags, *_odd_faces(card)),
        )
        if is_result:
            return values
        counted = [f for f in card.faces if f.name in names]
        values = self._with_identity(values, card, made)
        if any(unread(f.mana_cost) for f in counted):
            why = NO_COST if any(f.mana_cost is None for f in counted) else BAD_COST
            values = replace(
                values, mana_cost=None, mana_value=None, colors=None, flags=(*values.flags, why)
            )
        elif meaning(card.layout).is_token:
            given = not colors.parts and not any(f.mana_cost for f in counted)
            values = self._with_given_colors(values, card, given)
        return self._compared(card, values)

    def melded(self, values: Values, card: Printed, parts: tuple[Card, Card]) -> Values:
        """Return the values of a combined back face whose two cards are known (202.3c)."""
        made = card_of(card)
        what = CopiableValues("melded", made.faces, fronts=(parts[0].front, parts[1].front))
        _, _, value, _ = derive_few(what, IN_PLAY, self.edition, self.chosen)
        identity = identity_of_melded(parts, self.chosen)
        known = not any(p.is_partial for p in parts)
        new = replace(
            values,
            mana_value=value.value if known else None,
            color_identity=identity.value if known else None,
            mana_value_rules=self.rules(value),
            color_identity_rules=self.rules(identity),
        )
        return self._compared(card, new)

    def melded_value(self, first: Card, second: Card) -> Amount:
        """Return the mana value of what two cards meld into (202.3c)."""
        what = CopiableValues("melded", first.faces, fronts=(first.front, second.front))
        value: Amount = derive_few(what, IN_PLAY, self.edition, self.chosen)[2].value
        return value

    def rules(self, derived: Derived) -> str:
        """Return the rule numbers of a value, joined by commas; one text for equal ones."""
        return self._cited(derived.all_rules)

    def _cited(self, rules: tuple[str, ...]) -> str:
        return _joined(rules) if self.citations else ""

    def _with_identity(self, values: Values, card: Printed, made: Card) -> Values:
        if card.layout != MELD_RESULT and not meaning(card.layout).is_card:
            return replace(values, color_identity_rules=self._cited(NO_IDENTITY))
        derived = color_identity(made, self.chosen)
        no_text = any(f.text is None for f in card.faces)
        unknown = no_text or any(unread(f.mana_cost) for f in card.faces)
        return replace(
            values,
            color_identity=None if unknown else derived.value,
            color_identity_rules=self.rules(derived),
            flags=(*values.flags, NO_TEXT) if no_text else values.flags,
        )

    def _with_given_colors(self, values: Values, card: Printed, given: bool) -> Values:
        """Take the colors of a token from the file, where nothing printed gives them (111.3)."""
        rules = self._cited(TOKEN_COLORS)
        faces = tuple(
            replace(own, colors=face.colors, colors_rules=rules)
            if not face.mana_cost and not own.colors
            else own
            for own, face in zip(values.faces, card.faces, strict=False)
        )
        values = replace(values, faces=faces)
        if not given:
            return values
        colors = card.colors if card.colors is not None else card.faces[0].colors
        flags = (*values.flags, GIVEN_COLORS)
        return replace(values, colors=colors, colors_rules=rules, flags=flags)

    def _faces(self, card: Printed, made: Card) -> tuple[FaceValues, ...]:
        if len(card.faces) == 1:
            return ()
        return tuple(self._face(f, made, i) for i, f in enumerate(card.faces))

    def _face(self, face: PrintedFace, card: Card, index: int) -> FaceValues:
        if unread(face.mana_cost):
            return FaceValues()
        _, _, value, colors = derive_few(*_shown(card, index), self.edition, self.chosen)
        rules = self.rules(value), self.rules(colors)
        return FaceValues(face.mana_cost or None, value.value, colors.value, *rules)

    def _unknown(self, card: Printed) -> Values:
        """Return what is known of a card whose layout or faces no rule of ours explains."""
        known = card.layout in OF_FILES
        why = UNFIT_FACES if known else NO_LAYOUT
        flags = (*card.flags, NO_GAME_PIECE if card.layout == "front_card" else why)
        if not known and len(card.faces) == 1:
            return self.fresh(replace(card, inner="normal", flags=flags))
        form = meaning(card.rules_layout)
        front_decides = form.parts > 1 and not form.is_split
        if len(card.faces) == 1 and front_decides and card.has_front:
            # in a hand it has its front face alone (710.2, 712.8a, 715.4); its identity has more
            lone = replace(card, inner="normal", identity=None, flags=flags)
            return replace(self.fresh(lone), color_identity=None, color_identity_rules="")
        blank = replace(card, layout="", inner="")
        return Values(
            layout=card.layout,
            kind=card.layout,
            faces=self._faces(card, card_of(blank)),
            published=card.published,
            flags=flags,
        )

    def _compared(self, card: Printed, values: Values) -> Values:
        compared, found = differences(card, values, self.chosen)
        return replace(values, compared=compared, differences=found)


@cache
def _joined(rules: tuple[str, ...]) -> str:
    """Return rule numbers joined by commas."""
    return ", ".join(rules)


def _odd_faces(card: Printed) -> tuple[str, ...]:
    """Return the flags of a card with a face of no type, or a land with a cost (202.1b)."""
    odd = {
        NO_LINE: any(f.type_line.counted == NO_TYPES for f in card.faces),
        LAND_COST: any(f.mana_cost and "Land" in f.type_line.types for f in card.faces),
    }
    return tuple(flag for flag, holds in odd.items() if holds)


def _shown(card: Card, index: int) -> tuple[CopiableValues, Circumstances]:
    """Return the object that has one face of a card, or half, as the one that counts."""
    form = card.form
    if form.is_split:
        return of_card(card), Circumstances("stack", cast=(index,))
    if (form.turns or form.is_flip) and index < 2:
        return of_card(card), Circumstances("battlefield", face=index)
    if form.inset and index == 1:
        return of_card(card), Circumstances("stack", cast=(1,))
    return CopiableValues("normal", card.faces[index : index + 1]), IN_HAND
