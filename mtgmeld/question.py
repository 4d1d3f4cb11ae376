"""Questions about a card: where it is, how it is there, and why a value is what it is.

A question needs no game: :func:`ask` turns a name and circumstances into a state of one object,
to which the engine answers as it does in a game, and refuses circumstances that cannot occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import BadValue, ImpossibleQuestion, UnknownName
from mtgmeld.frames import explain_row
from mtgmeld.game.card_abilities import modeled_note
from mtgmeld.game.characteristics import (
    VALUES,
    Characteristics,
    Circumstances,
    CopiableValues,
    as_permanent,
    derive,
    of_card,
    of_pair,
    undetermined,
)
from mtgmeld.game.placing import Said
from mtgmeld.game.questions import answer, askable, of_cards
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State
from mtgmeld.game.values import Cast, GameObject, PhysicalCard
from mtgmeld.hooks import ask as ask_hook
from mtgmeld.hooks import frame_of, html_of
from mtgmeld.rules.citations import Derived, Explanation
from mtgmeld.rules.editions import Edition, Readings, readings
from mtgmeld.rules.editions import edition as edition_of

if TYPE_CHECKING:
    import pandas as pd

YOU = "you"
_TERMS = frozenset(("edition", "policies", "catalog"))


class Asked(msgspec.Struct, frozen=True):
    """A question that can be answered: a card in circumstances that can occur.

    Attributes
    ----------
    subject : str
        The object and its circumstances in words.
    card : Card
        For a melded permanent its combined back face.
    pair : MeldPair or None
    what : CopiableValues
        What the characteristics are read from.
    how : Circumstances
    edition : Edition
    policies : tuple of (str, str)
    lone_back : bool
        Whether the back face of a meld card alone is asked about (712.4b).
    """

    subject: str
    card: Card
    pair: MeldPair | None
    what: CopiableValues
    how: Circumstances
    edition: Edition
    policies: Readings = ()
    lone_back: bool = False

    def characteristics(self) -> Characteristics:
        """Return every characteristic with its reasons, as printed or copied."""
        if self.lone_back:
            return undetermined(
                "the back of one meld card alone has no characteristics that could be determined",
                ("712.4b",),
            )
        found = derive(self.what, self.how, self.edition, self.policies)
        return as_permanent(found) if self.how.zone == "battlefield" else found

    def state(self) -> State:
        """Return the state of a game with the object in it and nothing else."""
        what, how = self.what, self.how
        melded = self.card.form.is_melded and self.pair is not None
        cards = self.pair.cards if melded and self.pair is not None else (self.card,)
        own = () if what.copied or what.token else tuple(enumerate(cards, 1))
        ids, number = tuple(i for i, _ in own), len(own) + 1
        cast = Cast(how.cast, how.face, how.x) if how.zone == "stack" else None
        obj = GameObject(
            *(number, how.zone, YOU, YOU, what, ids),
            face=0 if what.form.is_flip else how.face,
            unlocked=how.unlocked,
            cast=cast,
            flipped=what.form.is_flip and bool(how.face),
        )
        empty = _empty(self.edition, self.policies)
        return replace(
            empty,
            cards={i: PhysicalCard(i, card, YOU) for i, card in own},
            things={number: obj},
            places={**empty.places, empty.zone_key(how.zone, YOU): (number,)},
            clock=number,
        )

    def subject_of(self, found: Derived, subject: str = "") -> str:
        """Return what a value is of: the card alone where it is one of the card, wherever it is."""
        one_card = not (self.what.copied or self.what.token or self.card.form.is_melded)
        return self.card.name if one_card and of_cards(found.what) else subject or self.subject

    def value(self, name: str) -> Derived:
        """Return one value with its reasons: whatever may be asked of an object of a game.

        Raises
        ------
        UnknownName
            If there is no such value.
        """
        known = self.characteristics()
        if name in VALUES:
            return known[name]
        state = self.state()
        (obj,) = state.things.values()
        return answer(state, obj, known, name)


@lru_cache(maxsize=256)
def _empty(edition: Edition, policies: Readings) -> State:
    made = new_game((YOU,), edition=edition.date, policies=dict(policies))
    return made.state()


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
        A card, a half, a face or a combined back face, in any spelling.  A half's name alone
        means the card (709.4a), on the stack that half as cast, on the battlefield the Room with
        that half unlocked; a back face means the permanent with that face up; a combined back
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

    Examples
    --------
    >>> asked = mm.ask("Bottomless Pool", zone="battlefield", unlocked="left")
    >>> asked.value("mana_value").value, asked.value("names").value
    (1, ('Bottomless Pool',))
    """
    rules_of, chosen = edition_of(edition), readings(policies)
    known = catalog or load_catalog()
    found = find(card, known)
    which = found.card
    pair = known.pair_of(which)
    if melded and which.form.is_meld and pair is not None:
        which = pair.result
    if which.form.is_melded and pair is None:
        raise ImpossibleQuestion(f"{which.name}: the catalog has no pair for it", ("712.5",))
    said = Said(
        card=which,
        named=found.face,
        zone=zone,
        cast=cast,
        x=x,
        unlocked=unlocked,
        face=face,
        melded=melded,
        copy=copy,
        token=token,
    )
    how = said.status()
    subject = said.in_words(how)
    what = of_pair(pair) if which.form.is_melded and pair else of_card(which)
    if copy or token:
        what, how = said.copied(what, how, rules_of)
    lone = which.form.is_meld and said.face == "back"
    return Asked(subject, which, pair, what, how, rules_of, chosen, lone)


def characteristics(card: str | Card, **circumstances: Any) -> Characteristics:
    """Return the characteristics of a card in circumstances, each value with its reasons.

    Takes the arguments of :func:`ask` and raises its errors.

    Examples
    --------
    >>> found = mm.characteristics("Fire // Ice", zone="stack", cast="left")
    >>> found.colors.value, found.mana_value.value
    ('R', 2)
    """
    return ask(card, **circumstances).characteristics()


class Places(msgspec.Struct, frozen=True):
    """A card in every place that it can be in.

    It prints as a table in a terminal and shows as one in a notebook.

    Attributes
    ----------
    frame : pandas.DataFrame
        The table ``places`` of the card; its rows can be explained.
    """

    frame: Any

    def __repr__(self) -> str:
        return str(ask_hook("text", self))

    def _repr_html_(self) -> str:
        return html_of(self)

    def to_frame(self) -> pd.DataFrame:
        """Return the table."""
        found: pd.DataFrame = self.frame
        return found


@overload
def explain(card: str | Card | pd.Series[Any], value: str, **circumstances: Any) -> Explanation: ...


@overload
def explain(card: pd.Series[Any], value: None = None, **circumstances: Any) -> Explanation: ...


@overload
def explain(card: str | Card, value: None = None, **circumstances: Any) -> Places: ...


def explain(
    card: str | Card | pd.Series[Any], value: str | None = None, **circumstances: Any
) -> Explanation | Places:
    """Say why a value of a card is what it is, or a cell of a frame; or show the card everywhere.

    A card alone has what is printed on it, or what it copies; what its own abilities then do to
    it in a game, its state says (:meth:`State.explain`), on top of the same steps.

    Parameters
    ----------
    card : str, Card or pandas.Series
        A name as in :func:`ask`, or a row of any frame of ours.
    value : str, optional
        A characteristic (``names``, ``mana_cost``, ``mana_value``, ``colors``,
        ``color_indicator``, ``supertypes``, ``types``, ``subtypes``, ``power``, ``toughness``,
        ``loyalty``, ``defense``, ``keywords``, ``text``), ``type_line``, ``color_identity``,
        ``devotion``, ``double_faced``, ``represented_by``, ``could_produce``,
        ``flashback_cost`` or ``repeated_symbols``; of a row, any of its columns, its rules by
        default.  Without it, and without circumstances, a card is shown in every place that it
        can be in.
    **circumstances
        The other arguments of :func:`ask`; of a row only ``edition``, ``policies`` and
        ``catalog``, which otherwise are those of its table.

    Returns
    -------
    Explanation or Places
        A tree of steps, each with its rule numbers; of a card without a value its places.

    Raises
    ------
    UnknownName
        If there is no such value; and the errors of :func:`ask`.
    BadValue
        If there are circumstances and no value.

    Examples
    --------
    >>> why = mm.explain("Fire // Ice", "colors", zone="stack", cast="left")
    >>> print(why.to_text(gists=False))
    Fire // Ice (Fire on the stack) (rules of 2026-09-25)
    colors: R - on the stack it has only the half that was cast, Fire [709.3b, 105.2]
      colors: R - from {1}{R} [105.2, 202.2]
    >>> row = mm.room_table("Bottomless Pool").iloc[0]
    >>> mm.explain(row, "mana_value").value
    0
    """
    if value is None:
        if not isinstance(card, str | Card):
            return explain_row(card, **circumstances)
        circumstances = {n: v for n, v in circumstances.items() if v is not None and v is not False}
        if circumstances.keys() <= _TERMS:
            found = find(card, circumstances.get("catalog") or load_catalog()).card
            return Places(frame_of(found, "places", **circumstances))
        how = ", ".join(n for n in circumstances if n not in _TERMS)
        listed = ", ".join(askable())
        why = f"beside {how} it is needed, one of {listed}; a card alone is shown in every place"
        raise BadValue("the question", "value", why)
    if not isinstance(value, str):
        raise UnknownName("value", repr(value), askable())
    name = value.strip().lower().replace(" ", "_").replace("colour", "color")
    if not isinstance(card, str | Card):
        return explain_row(card, name, **circumstances)
    asked = ask(card, **circumstances)
    derived, note = asked.value(name), modeled_note(asked.what.faces)
    return Explanation(asked.subject_of(derived), derived, asked.edition.date, note)
