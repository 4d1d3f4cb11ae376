"""Derived values of cards from files: the rules functions, asked once for each kind of card.

Nothing here is a rule.  A card's mana value, colors and color identity come from
:mod:`mtgmeld.game.characteristics`; cards that are alike in all that these look at share
one answer, so that a file of half a million cards asks a few thousand times.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.game import characteristics
from mtgmeld.game.characteristics import (
    Copiable,
    Status,
    derive_few,
    identity_of_melded,
    of_card,
)
from mtgmeld.mana import Amount
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import Readings, edition, readings
from mtgmeld.sources.causes import compare
from mtgmeld.sources.keys import (
    alike,
    bare,
    core_key,
    cost_colors,
    identity_key,
    split_words,
)
from mtgmeld.sources.printed import (
    LAYOUTS,
    MELD_RESULT,
    NO_CARDS,
    TOKENS,
    Printed,
    PrintedFace,
    card_of,
    unread,
)
from mtgmeld.sources.text import LAND, NO_TYPES
from mtgmeld.sources.values import FaceValues, Values

__all__ = ["Deriver"]

# Each question is asked once, so that its cache would only hold memory.
color_identity = characteristics.color_identity.__wrapped__

IN_HAND = Status("hand")
IN_PLAY = Status("battlefield")
BAD_COST, NO_COST = "mana cost not readable", "no mana cost given"
NO_TEXT, NO_LAYOUT = "no rules text given", "unknown layout"
NO_LINE = "no type line given"
LAND_COST = "a land with a mana cost"
UNFIT_FACES = "faces do not fit the layout"
GIVEN_COLORS = "colors as the file gives them"
ALL_COMPARED = ("mana_value", "colors", "color_identity")
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
        self._cited: dict[tuple[str, ...], str] = {}
        self._cores: dict[Any, _Core] = {}
        self._identities: dict[Any, tuple[str, str]] = {}

    def __call__(self, card: Printed) -> int:
        """Return the index of a card's values in :attr:`distinct`.

        A combined back face has a mana value and a color identity only once its two cards
        are known; see :meth:`melded`.
        """
        published = (card.value, card.colors, card.identity)
        words = tuple(map(split_words, card.faces)) if len(card.faces) > 1 else ()
        layout = card.layout, card.inner
        key = (layout, published, card.flags, words, tuple(map(alike, card.faces)))
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.keep(self.fresh(card))
        return found

    def alike(
        self,
        layout: str,
        face: tuple[str, str, str, str],
        published: tuple[float | None, str | None, str | None],
    ) -> int | None:
        """Return the index of the values of a card of one face, from what is known already.

        It is for the most frequent case alone, and says None where anything is out of the
        ordinary: another way leads there.

        Parameters
        ----------
        layout : str
        face : tuple of str
            Mana cost, color indicator, signature of the text, and what counts of the type
            line.
        published : tuple
            Mana value, colors and color identity that the file gives.
        """
        cost, indicator, signature, line = face
        _, sign, colors = signature.partition("=")
        core = self._cores.get(
            ("normal", ((cost, indicator, colors if sign else None, line == NO_TYPES),))
        )
        found = self._identities.get(("normal", ((cost_colors(cost), indicator, signature, line),)))
        if core is None or found is None or unread(cost) or line == NO_TYPES:
            return None
        if LAYOUTS.get(layout) != "normal":
            return None
        if cost and line.startswith(LAND):
            return None
        derived = core.mana_value, core.colors, found[0]
        if published != derived or None in derived:
            return None
        return self.keep(
            Values(
                layout,
                layout,
                core.mana_cost,
                *derived,
                core.mana_value_rules,
                core.colors_rules,
                found[1],
                published=published,
                compared=ALL_COMPARED,
            )
        )

    def keep(self, values: Values) -> int:
        """Return the index of new values."""
        self.distinct.append(values)
        return len(self.distinct) - 1

    def fresh(self, card: Printed) -> Values:
        """Return the values of a card without looking for one that is alike."""
        if not card.is_known:
            return self._unknown(card)
        core = self._core(card)
        layout = card.layout
        values = Values(
            layout,
            core.kind or layout,
            core.mana_cost,
            core.mana_value,
            core.colors,
            None,
            core.mana_value_rules,
            core.colors_rules,
            published=(card.value, card.colors, card.identity),
            flags=(*card.flags, *_odd_faces(card)),
            faces=core.faces,
        )
        counted = [card.faces[i] for i in core.counted]
        if layout == MELD_RESULT:
            return _replace(values, mana_value=None, mana_value_rules="")
        values = self._with_identity(values, card)
        if any(unread(f.mana_cost) for f in counted):
            why = NO_COST if any(f.mana_cost is None for f in counted) else BAD_COST
            values = _replace(
                values, mana_cost=None, mana_value=None, colors=None, flags=(*values.flags, why)
            )
        elif layout in TOKENS:
            values = self._with_given_colors(values, card, core)
        return self._compared(card, values)

    def melded(self, values: Values, card: Printed, parts: tuple[Card, Card]) -> Values:
        """Return the values of a combined back face whose two cards are known (202.3c)."""
        made = card_of(card)
        what = Copiable("melded", made.faces, fronts=(parts[0].front, parts[1].front))
        _, _, value, _ = derive_few(what, IN_PLAY, self.edition, self.chosen)
        identity = identity_of_melded(MeldPair("", "", *parts, made), self.chosen)
        known = not any(p.is_partial for p in parts)
        new = _replace(
            values,
            mana_value=value.value if known else None,
            color_identity=identity.value if known else None,
            mana_value_rules=self.rules(value),
            color_identity_rules=self.rules(identity),
        )
        return self._compared(card, new)

    def melded_value(self, first: Card, second: Card) -> Amount:
        """Return the mana value of what two cards meld into (202.3c)."""
        what = Copiable("melded", first.faces, fronts=(first.front, second.front))
        value: Amount = derive_few(what, IN_PLAY, self.edition, self.chosen)[2].value
        return value

    def rules(self, derived: Derived) -> str:
        """Return the rule numbers of a value, joined by commas; one text for equal ones."""
        return self.cite(derived.all_rules) if self.citations else ""

    def cite(self, rules: tuple[str, ...]) -> str:
        """Return rule numbers joined by commas; one text for equal ones."""
        if not self.citations:
            return ""
        text = self._cited.get(rules)
        if text is None:
            text = self._cited[rules] = ", ".join(rules)
        return text

    def _core(self, card: Printed) -> _Core:
        """Return what mana costs, indicators and color-defining abilities give."""
        key = (card.rules_layout, core_key(card))
        found = self._cores.get(key)
        if found is None:
            found = self._cores[key] = self._fresh_core(card, bare(card))
        return found

    def _fresh_core(self, card: Printed, made: Card) -> _Core:
        what, how = of_card(made), IN_HAND
        if made.layout == MELD_RESULT:
            # in play; the cards that give its mana value come later
            what, how = Copiable("melded", made.faces), IN_PLAY
        names, cost, value, colors = derive_few(what, how, self.edition, self.chosen)
        return _Core(
            made.kind if made.is_split else "",
            None if cost.value is None else str(cost.value),
            value.value,
            colors.value,
            self.rules(value),
            self.rules(colors),
            tuple(i for i, f in enumerate(card.faces) if f.name in names),
            bool(colors.parts),
            self._faces(card, made) if len(card.faces) > 1 else (),
        )

    def _with_identity(self, values: Values, card: Printed) -> Values:
        if card.layout in NO_CARDS:
            return _replace(values, color_identity_rules=self.cite(NO_IDENTITY))
        key = (card.rules_layout, tuple(map(identity_key, card.faces)))
        found = self._identities.get(key)
        if found is None:
            derived = color_identity(bare(card), self.chosen)
            found = self._identities[key] = derived.value, self.rules(derived)
        unknown = any(unread(f.mana_cost) or f.text is None for f in card.faces)
        flags: tuple[str, ...] = ()
        if any(f.text is None for f in card.faces):
            flags = (NO_TEXT,)
        return _replace(
            values,
            color_identity=None if unknown else found[0],
            color_identity_rules=found[1],
            flags=(*values.flags, *flags),
        )

    def _with_given_colors(self, values: Values, card: Printed, core: _Core) -> Values:
        """Take the colors of a token from the file, where nothing printed gives them (111.3)."""
        rules = self.cite(TOKEN_COLORS)
        faces = tuple(
            _replace(own, colors=face.colors, colors_rules=rules)
            if not face.mana_cost and not own.colors
            else own
            for own, face in zip(values.faces, card.faces, strict=False)
        )
        if core.has_colors or any(card.faces[i].mana_cost for i in core.counted):
            return _replace(values, faces=faces)
        return _replace(
            values,
            colors=card.colors if card.colors is not None else card.faces[0].colors,
            colors_rules=rules,
            faces=faces,
            flags=(*values.flags, GIVEN_COLORS),
        )

    def _faces(self, card: Printed, made: Card) -> tuple[FaceValues, ...]:
        return tuple(self._face(f, made, i) for i, f in enumerate(card.faces))

    def _face(self, face: PrintedFace, card: Card, index: int) -> FaceValues:
        if unread(face.mana_cost):
            return FaceValues(None, None, None)
        _, _, value, colors = derive_few(*_shown(card, index), self.edition, self.chosen)
        rules = self.rules(value), self.rules(colors)
        return FaceValues(face.mana_cost or None, value.value, colors.value, *rules)

    def _unknown(self, card: Printed) -> Values:
        """Return what is known of a card whose layout or faces no rule of ours explains."""
        known = card.layout in LAYOUTS
        flags = (*card.flags, UNFIT_FACES if known else NO_LAYOUT)
        if not known and len(card.faces) == 1:
            plain = msgspec.structs.replace(card, inner="normal", flags=flags)
            return self.fresh(plain)
        blank = msgspec.structs.replace(card, layout="", inner="")
        return Values(
            card.layout,
            card.layout,
            faces=self._faces(card, bare(blank)) if len(card.faces) > 1 else (),
            published=(card.value, card.colors, card.identity),
            flags=flags,
        )

    def _compared(self, card: Printed, values: Values) -> Values:
        compared, found = compare(card, values, self.chosen)
        return _replace(values, compared=compared, differences=found)


class _Core(msgspec.Struct, frozen=True, gc=False):
    """What costs, indicators and abilities give, apart from what the file publishes."""

    kind: str
    mana_cost: str | None
    mana_value: Amount | None
    colors: str | None
    mana_value_rules: str
    colors_rules: str
    counted: tuple[int, ...]
    has_colors: bool
    faces: tuple[FaceValues, ...]


V = TypeVar("V", Values, FaceValues)


def _replace(values: V, **changes: Any) -> V:
    return msgspec.structs.replace(values, **changes)


def _odd_faces(card: Printed) -> tuple[str, ...]:
    """Return the flags of a card with a face of no type, or a land with a cost (202.1b)."""
    flags: tuple[str, ...] = ()
    if any(f.type_line.counted == NO_TYPES for f in card.faces):
        flags = (NO_LINE,)
    if any(f.mana_cost and "Land" in f.type_line.types for f in card.faces):
        flags = (*flags, LAND_COST)
    return flags


def _shown(card: Card, index: int) -> tuple[Copiable, Status]:
    """Return the object that has one face of a card, or half, as the one that counts."""
    if card.layout == "split":
        return of_card(card), Status("stack", cast=(index,))
    if card.layout in ("transform", "modal_dfc", "flip") and index < 2:
        return of_card(card), Status("battlefield", face=index)
    if card.layout in ("adventure", "prepare") and index == 1:
        return of_card(card), Status("stack", cast=(1,))
    return Copiable("normal", card.faces[index : index + 1]), IN_HAND
