"""The tables: characteristics by zone, face, half and lock state, as DataFrames.

Each table is a kind of frame (:func:`mtgmeld.frames.columns_of`) with a function that gives the
rows of a card; its columns answer by their names, as :func:`mtgmeld.explain` does, or by what
they get of a row.  ``rules`` holds the numbers, in the edition asked for, of every rule that the
row rests on.  A frame remembers its table, edition and policies in ``attrs``, and
:func:`mtgmeld.explain` takes its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.frames import (
    KINDS,
    Column,
    Kind,
    Origin,
    cell,
    citations,
    flag,
    frame,
    kind,
    noted,
    number,
    numbers,
    plain,
    text,
)
from mtgmeld.game.card_abilities import door_triggers, how_modeled, modeled_note, not_modeled
from mtgmeld.game.characteristics import (
    Circumstances,
    CopiableValues,
    color_identity,
    derive,
    nameable,
)
from mtgmeld.game.questions import askable, type_line_of
from mtgmeld.hooks import fills
from mtgmeld.question import Asked, ask
from mtgmeld.rules.citations import Derived, Explanation, TwoAnswers, cited
from mtgmeld.rules.editions import NEWEST, Edition, Readings, readings
from mtgmeld.rules.editions import edition as edition_of

if TYPE_CHECKING:
    import pandas as pd

# an empty name, cost or color is an answer like any other
_ALWAYS = ("names", "mana_cost", "mana_value", "colors", "color_identity")
OFF_STACK = ("hand", "library", "graveyard", "exile", "command")

Cards: TypeAlias = str | Card | Iterable[str | Card] | None
Policies: TypeAlias = Mapping[str, str] | Readings | None


class Under(TypedDict, total=False):
    """What a table is made under, as in :func:`table`."""

    edition: str | None
    policies: Policies
    catalog: Catalog | None
    lists: bool


class Terms(msgspec.Struct, frozen=True):
    """What a table is made under: the edition, the policies, the catalog."""

    edition: Edition
    policies: Readings
    catalog: Catalog

    @staticmethod
    def of(
        edition: str | Edition | None, policies: Policies = None, catalog: Catalog | None = None
    ) -> Terms:
        """Return the terms, checked."""
        return Terms(edition_of(edition), readings(policies), catalog or load_catalog())

    def ask(self, card: str | Card, **circumstances: Any) -> Asked:
        """Return a question under these terms."""
        return ask(card, **msgspec.structs.asdict(self), **circumstances)


class Row:
    """One row of a table: a question, and what the row says beside its answers.

    Each value is derived, so a cell and its explanation cannot differ.
    """

    def __init__(self, table: str, asked: Asked | None, subject: str = "", **about: Any) -> None:
        self.table, self.asked = table, asked
        self.subject = subject or ("" if asked is None else asked.subject)
        if asked is not None:
            about.setdefault("card", asked.card.name)
        self.values = {n: v if isinstance(v, Derived) else given(n, v) for n, v in about.items()}

    @property
    def card(self) -> Card:
        """The card that the question is about."""
        assert self.asked is not None
        return self.asked.card

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces or halves of what the question is about."""
        assert self.asked is not None
        return tuple(f for f in self.asked.what.faces if f.name)

    def get(self, name: str) -> Derived:
        """Return the value that the row has by a name."""
        found = self.values.get(name)
        if found is None:
            if self.asked is not None and name in askable():
                found = self.asked.value(name)
            else:
                found = absent(name)
            self.values[name] = found
        return found

    def all(self) -> dict[str, Derived]:
        """Return the values by column, but for the rules."""
        return {c.name: c.of(self) for c in KINDS[self.table].columns if not c.cites}

    def rules(self) -> Derived:
        """Return the rules that the row rests on; what is not there rests on none."""
        parts = tuple(
            d
            for name, d in self.all().items()
            if d.rules and (name in _ALWAYS or d.value not in (None, "", ()))
        )
        rules = cited(r for d in parts for r in d.all_rules)
        return Derived("rules", None, "every rule that this row rests on", rules, parts)

    def apart(self, column: str = "half", said: str = "{}") -> Iterator[Row]:
        """Yield the row, or one row a half where each half answers for itself (rules to 2017)."""
        values = self.all()
        if not any(isinstance(d.value, TwoAnswers) for d in values.values()):
            yield self
            return
        for i, half in enumerate(f.name for f in self.card.faces):
            own = {
                name: d.parts[i] if isinstance(d.value, TwoAnswers) else d
                for name, d in values.items()
            }
            own[column] = given(column, said.format(half), "each half answers for itself")
            yield Row(self.table, self.asked, f"{self.subject}: {half}", **own)


def given(what: str, value: Any, says: str = "as asked") -> Derived:
    """Return a value that says what a row is about."""
    return Derived(what.replace("_", " "), value, says, ())


def absent(what: str) -> Derived:
    """Return what a row says of that which is not there."""
    return given(what, None, "it does not apply here")


# ---------------------------------------------------------------- the registry of tables


class Table(msgspec.Struct, frozen=True):
    """A table: its kind of frame, the rows of a card, and the cards that it has by default.

    ``alike`` gives the card by which others are known too, such as the two of a meld pair.
    """

    kind: Kind
    rows: Callable[[Card, Terms], Iterator[Row]]
    every: Callable[[Terms], Iterable[Card]]
    alike: Callable[[Card, Terms], Card] = lambda card, terms: card


TABLES: dict[str, Table] = {}


def register(
    name: str,
    columns: tuple[Column, ...],
    keys: tuple[str, ...],
    every: Any,
    **more: Any,
) -> Callable[[Any], Any]:
    """Register a table by the function that gives the rows of a card."""

    def made(
        rows: Callable[[Card, Terms], Iterator[Row]],
    ) -> Callable[[Card, Terms], Iterator[Row]]:
        TABLES[name] = Table(kind(name, columns, keys, _why), rows, every, **more)
        return rows

    return made


def table(
    kind: str,
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
    lists: bool = False,
) -> pd.DataFrame:
    """Return a table of cards.

    Parameters
    ----------
    kind : str
        ``meld``: meld pairs, each front, the melded permanent, a copy of it.  ``split``: split
        cards by zone and by the half or halves cast.  ``rooms``: Rooms by zone and lock state.
        ``dfc``: double-faced cards by zone and face, with copies of the back face.
        ``identity``: colors and color identity, with what gives each color.  ``names``: what a
        player may name when told to choose a card name.  ``places``: one card wherever it can
        be, zones in which it is the same together.
    cards : str, Card or iterable of them, optional
        Which cards; every one that the table is about by default, and of meld pairs those that
        the edition knows (712.5).
    edition, policies, catalog
        As in :func:`mtgmeld.question.ask`.
    lists : bool
        Whether cells of several values, and of rules, hold them as a list, so that ``explode``
        gives a row for each; such a column has the dtype object.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: ``mtgmeld.frames.columns_of(kind)``.

    Raises
    ------
    UnknownName
        If there is no such table.
    ImpossibleQuestion
        If the table is not about a card; and the errors of :func:`mtgmeld.question.ask`.

    Examples
    --------
    >>> mm.table("meld", "Graf Rats")[["state", "mana_cost", "mana_value"]]
                              state mana_cost  mana_value
    0                       front A    {1}{B}           2
    1                       front B    {4}{B}           5
    2                        melded      <NA>           7
    3  copy of the melded permanent      <NA>           0
    >>> rooms = mm.table("rooms", "Bottomless Pool", lists=True)
    >>> rooms[rooms.state == "both unlocked"].explode("names")[["names", "mana_value"]]
                 names  mana_value
    3  Bottomless Pool           6
    3      Locker Room           6
    """
    if kind not in TABLES:
        raise UnknownName("table", kind, tuple(sorted(TABLES)))
    made, terms = TABLES[kind], Terms.of(edition, policies, catalog)
    if cards is None:
        found: Iterable[Card] = made.every(terms)
    else:
        listed = [cards] if isinstance(cards, str | Card) else list(cards)
        found = (find(c, terms.catalog).card for c in listed)
    chosen = list(dict.fromkeys(made.alike(card, terms) for card in found))
    rows = [row for card in chosen for row in made.rows(card, terms)]
    attrs: dict[str, Any] = {
        "table": kind,
        "edition": terms.edition.date,
        "policies": dict(terms.policies),
    }
    if _MODELED in made.kind.own:
        attrs |= noted(modeled_note(f for card in chosen for f in card.faces))
    if terms.catalog is not load_catalog():
        attrs["of"] = Origin.of(terms.catalog)
    return frame(made.kind, rows, attrs, lists)


def _why(
    known: Kind,
    row: pd.Series[Any],
    column: str,
    *,
    edition: str | Edition | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> Explanation:
    """Say why a cell of a table is what it is, by the derived value that it shows."""
    terms = Terms.of(
        row.attrs.get("edition") if edition is None else edition,
        row.attrs.get("policies") if policies is None else policies,
        catalog or getattr(row.attrs.get("of"), "made_from", None),
    )
    found = _found(row, known, terms)
    derived: Derived = next(c for c in known.columns if c.name == column).of(found)
    if column == "rules":
        derived = msgspec.structs.replace(derived, value=numbers(derived.rules, terms.edition.date))
    of_card = found.asked and found.asked.subject_of(derived, found.subject)
    note = "" if found.asked is None else modeled_note(found.faces)
    return Explanation(of_card or found.subject, derived, terms.edition.date, note)


def _found(row: pd.Series[Any], known: Kind, terms: Terms) -> Row:
    missing = [name for name in known.keys if name not in row.index]
    if missing:
        raise ImpossibleQuestion(
            f"the row lacks the column {missing[0]!r}, which says what it is about"
        )
    wanted = {name: plain(row[name]) for name in known.keys}
    keys = [c for c in known.columns if c.name in known.keys]
    for candidate in _candidates(str(wanted["card"]), known.name, terms):
        if all(cell(c.of(candidate)) == wanted[c.name] for c in keys):
            return candidate
    about = ", ".join(str(v) for v in wanted.values() if v is not None)
    raise ImpossibleQuestion(f"the {known.name} table has no such row under these rules: {about}")


@lru_cache(maxsize=1024)
def _candidates(card: str, table: str, terms: Terms) -> tuple[Row, ...]:
    """Return the rows of a card; asked again for each cell, so they are kept."""
    return tuple(TABLES[table].rows(terms.catalog[card], terms))


# ---------------------------------------------------------------- columns


def _of_card(name: str, means: str) -> Column:
    return text(name, means, lambda r: given(name, getattr(r.card, name)))


def _how_modeled(row: Row) -> Derived:
    said = "; ".join(f"{name}: {says}" for name, says in not_modeled(row.faces).items())
    return given("text modeled", how_modeled(row.faces).word, said or "all of it is")


_CARD = text("card", "full name of the card, halves and faces joined by //")
_KIND = _of_card("kind", "split, fuse, aftermath or room")
_ZONE = text("zone", "where the object is", lambda r: given("zone", r.asked.how.zone))
_STATE = text("state", "how it is there, in words")
_VALUES = (
    text("names", "names, joined by '; '; empty for a nameless object"),
    text("mana_cost", "mana cost of the object as a whole; NA without one"),
    number("mana_value", "mana value of the object"),
    text("colors", "colors in the order WUBRG; empty for colorless"),
    text("type_line", "type line of the object"),
)
_INDICATOR = text("color_indicator", "colors of the indicator; empty without one")
_NUMBERS = tuple(
    text(name, f"{name} as printed; NA without one") for name in ("power", "toughness", "loyalty")
)
_KEYWORDS = text("keywords", "keywords, joined by '; '")
_IDENTITY = text("color_identity", "color identity of the card; NA for a token")
_MODELED = text(
    "text_modeled", "how much of what its text does is modeled: wholly, partly, not", _how_modeled
)
_RULES = citations("numbers of the rules that the row rests on, in its edition", Row.rules)


# ---------------------------------------------------------------- meld pairs


@register(
    "meld",
    (
        text("result", "name of the combined back face"),
        _CARD,
        _STATE,
        _ZONE,
        flag("bears_meld", "whether the card bears the ability that melds; NA for the result"),
        *_VALUES,
        _INDICATOR,
        *_NUMBERS,
        _KEYWORDS,
        number("represented_by", "how many cards represent the object"),
        _IDENTITY,
        _MODELED,
        _RULES,
    ),
    ("card", "state"),
    # under the newest known rules there are the pairs of sets that came after them, too
    lambda terms: [
        p.result
        for p in terms.catalog.meld_pairs
        if p.since <= terms.edition.date or terms.edition.date == NEWEST
    ],
    alike=lambda card, terms: terms.catalog.meld_pair(card.name).result,
)
def _meld_rows(card: Card, terms: Terms) -> Iterator[Row]:
    pair = terms.catalog.meld_pair(card.name)
    result = given("result", pair.result.name, "what the pair melds into")
    for front, state in zip(pair.cards, ("front A", "front B"), strict=True):
        bears = front is pair.bearer
        says = "its ability melds the two" if bears else "the other card has the ability"
        said = Derived("bears meld", bears, says, ("712.4a", pair.rule))
        yield Row("meld", terms.ask(front), state=state, result=result, bears_meld=said)
    for copy, state in ((False, "melded"), (True, "copy of the melded permanent")):
        yield Row("meld", terms.ask(pair.result, copy=copy), state=state, result=result)


# ---------------------------------------------------------------- split cards and Rooms


@register(
    "split",
    (
        _CARD,
        _KIND,
        _ZONE,
        _STATE,
        text("cast", "left, right, fused or a half's number from 1; NA off the stack"),
        text("half", "the half that answers for itself (rules to 2017); NA where combined"),
        *_VALUES,
        _KEYWORDS,
        _IDENTITY,
        _MODELED,
        _RULES,
    ),
    ("card", "zone", "state", "half"),
    lambda terms: terms.catalog.kind("split", "fuse", "aftermath"),
)
def _split_rows(card: Card, terms: Terms) -> Iterator[Row]:
    if not card.is_split:
        raise ImpossibleQuestion(f"{card.name} is no split card", ("709.1",))
    for zone in OFF_STACK:
        yield from Row("split", terms.ask(card, zone=zone), state="the card").apart()
    names = [f.name for f in card.faces]
    sides = list(SIDES) if len(names) == 2 else [str(i + 1) for i in range(len(names))]
    casts = [(side, f"{name} cast") for side, name in zip(sides, names, strict=True)]
    if card.has_fuse:
        casts.append(("fused", "both halves cast"))
    for cast, state in casts:
        yield from Row("split", terms.ask(card, cast=cast), state=state, cast=cast).apart()


SIDES = ("left", "right")


def _by_door(
    column: Callable[[str, str, Any], Column], what: str, means: str, get: Callable[[Row, int], Any]
) -> Iterator[Column]:
    """Yield a column for each door of a Room; off the battlefield there is none."""
    for half, side in enumerate(SIDES):
        name = f"{what}_{side}"

        def found(row: Row, half: int = half, name: str = name) -> Any:
            there = row.asked is not None and row.asked.how.zone == "battlefield"
            return get(row, half) if there else absent(name)

        yield column(name, means.format(side), found)


def _door_trigger(row: Row, half: int) -> Derived:
    face = row.faces[half]
    said = f"what the text of {face.name} does as it is unlocked"
    return Derived(f"trigger {SIDES[half]}", door_triggers(face), said, ("709.5h",))


NOT_MODELED = "text not modeled"


def door_word(row: Mapping[Any, Any], side: str, triggers: Iterable[str] | None = None) -> str:
    """Return what a drawing of a Room says of a door, by a row: it triggers, or is not modeled.

    Parameters
    ----------
    row : mapping
        Of the table ``rooms``.
    side : str
        ``left`` or ``right``.
    triggers : iterable of str, optional
        The halves that trigger, where the row is not asked.
    """
    if triggers is not None:
        half = str(row["card"]).split(" // ")[side == "right"]
        return "triggers" if half in set(triggers) else ""
    told = plain(row.get(f"trigger_{side}"))
    if told is None:
        return NOT_MODELED
    return "triggers" if told else ""


def _unlock_cost(row: Row, half: int) -> Derived:
    assert row.asked is not None
    face = row.card.faces[half]
    cost, says = face.mana_cost, "the mana cost of the locked half, although the permanent lacks it"
    if half in row.asked.how.unlocked:
        cost, says = None, "it is unlocked"
    return Derived(f"unlock cost of {face.name}", cost, says, ("709.5e",))


@register(
    "rooms",
    (
        _CARD,
        _ZONE,
        _STATE,
        text("unlocked", "unlocked halves: '', left, right or left,right; NA off the battlefield"),
        text("cast", "left or right on the stack; NA elsewhere"),
        *_VALUES,
        *_by_door(
            text,
            "unlock",
            "cost to unlock the {} half now; NA where it is not locked",
            _unlock_cost,
        ),
        *_by_door(
            flag,
            "trigger",
            "whether something triggers when the {} half is unlocked; NA where its text is not"
            " modeled, and off the battlefield",
            _door_trigger,
        ),
        _IDENTITY,
        _MODELED,
        _RULES,
    ),
    ("card", "zone", "state"),
    lambda terms: terms.catalog.kind("room"),
)
def _room_rows(card: Card, terms: Terms) -> Iterator[Row]:
    if not card.is_room:
        raise ImpossibleQuestion(f"{card.name} is no Room", ("709.5",))
    left, right = (f.name for f in card.faces)
    for unlocked, state in (
        ("", "both locked"),
        ("left", f"{left} unlocked"),
        ("right", f"{right} unlocked"),
        ("left,right", "both unlocked"),
    ):
        yield Row("rooms", terms.ask(card, unlocked=unlocked), state=state, unlocked=unlocked)
    for cast, half in zip(SIDES, (left, right), strict=True):
        yield Row("rooms", terms.ask(card, cast=cast), state=f"{half} cast", cast=cast)
    for zone in OFF_STACK:
        # under rules older than any Room there is a row for each half here too
        row = Row("rooms", terms.ask(card, zone=zone), state="the card")
        yield from row.apart("state", "the card, {}")


# ---------------------------------------------------------------- double-faced cards


@register(
    "dfc",
    (
        _CARD,
        text("kind", "nonmodal or modal"),
        _ZONE,
        _STATE,
        text("face", "front or back: the face that is up"),
        text("object", "card, copy, or token copy"),
        *_VALUES,
        _INDICATOR,
        *_NUMBERS,
        _IDENTITY,
        _MODELED,
        _RULES,
    ),
    ("card", "zone", "state"),
    lambda terms: terms.catalog.kind("transform", "modal_dfc"),
)
def _dfc_rows(card: Card, terms: Terms) -> Iterator[Row]:
    if not card.form.turns:
        raise ImpossibleQuestion(
            f"{card.name} is neither a nonmodal nor a modal double-faced card", ("712.2", "712.3")
        )
    modal, back = card.form.is_modal, card.faces[1]

    def row(state: str, side: str, thing: str = "card", **circumstances: Any) -> Row:
        about = {"kind": "modal" if modal else "nonmodal", "state": state, "object": thing}
        return Row("dfc", terms.ask(card, **circumstances), face=side, **about)

    for zone in OFF_STACK:
        yield row("the card", "front", zone=zone)
    for zone, word in (("stack", "cast"), ("battlefield", "permanent")):
        for face, side in zip(card.faces, ("front", "back"), strict=True):
            if face.is_land if zone == "stack" else not face.is_permanent:
                continue
            turned = zone == "stack" and face is back and not modal
            state = f"{face.name} cast transformed" if turned else f"{face.name} {word}"
            yield row(state, side, zone=zone, face=side)
    if back.is_permanent:
        for how, named in (("copy", "copy"), ("token", "token copy")):
            about: dict[str, Any] = {"zone": "battlefield", "face": "back", how: True}
            yield row(f"{named} of {back.name}", "back", named, **about)


# ---------------------------------------------------------------- color identity


def _with_land_types(row: Row) -> Derived:
    if row.card.form.is_melded:
        return row.get("color_identity")
    return color_identity(row.card, (("basic land types in color identity", "counted"),))


def _comes_from(row: Row) -> Derived:
    identity = row.get("color_identity")
    steps = [d for depth, d in identity.walk() if depth and not d.parts and d.value]
    sources = "; ".join(f"{d.what}: {d.value} {d.says}" for d in steps) or "nothing"
    return given("comes from", sources, "the steps of the color identity")


def _named(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda c: c.name)


@register(
    "identity",
    (
        _CARD,
        _of_card("kind", "layout, or room, fuse, aftermath, split"),
        text("colors", "colors of the card in hand"),
        _IDENTITY,
        text(
            "with_land_types",
            "the identity if basic land types are counted, as one ruling has it",
            _with_land_types,
        ),
        text("comes_from", "what gives each color", _comes_from),
        _RULES,
    ),
    ("card",),
    lambda terms: _named(c for c in terms.catalog.subject if c.is_card),
)
def _identity_rows(card: Card, terms: Terms) -> Iterator[Row]:
    zone = "battlefield" if card.form.is_melded else "hand"
    yield Row("identity", terms.ask(card, zone=zone))


# ---------------------------------------------------------------- names that may be chosen


@register(
    "names",
    (
        _CARD,
        text("name", "a name that a player may try to choose"),
        flag("may_be_chosen", "whether it may be chosen"),
        text("type_line", "type line that counts for a required quality; NA if not a choice"),
        text("colors", "colors that count for a required quality; NA if not a choice"),
        number("mana_value", "mana value that counts for a required quality; NA if not a choice"),
        text("says", "why"),
        _RULES,
    ),
    ("card", "name"),
    lambda terms: _named(
        c for c in terms.catalog.subject if len(c.faces) > 1 or c.form.is_meld or c.form.is_melded
    ),
)
def _name_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield a row for each name of a card, judged by its half or face alone, and one for all."""
    choices = nameable(card)

    judged = ("type_line", "colors", "mana_value")
    rules = choices[0].rules

    def row(subject: str, name: str, may: bool, says: str, values: Iterable[Derived]) -> Row:
        chosen = Derived("may be chosen", may, says, rules)
        told = {"name": name, "may_be_chosen": chosen, "says": given("says", says, "why")}
        told |= zip(judged, values, strict=True)
        return Row("names", None, subject, card=card.name, **told)

    for choice in choices:
        alone = CopiableValues("single", (choice.face,))
        found = derive(alone, Circumstances("hand"), terms.edition, terms.policies)
        values = (type_line_of(found), found.colors, found.mana_value)
        because = (d.because(choice.says, choice.rules) for d in values)
        yield row(f"the name {choice.name}", choice.name, True, choice.says, because)
    if len(card.faces) > 1:
        says = "both names at once are no choice"
        refused = (Derived(name.replace("_", " "), None, says, rules) for name in judged)
        yield row(f"the names of {card.name} at once", card.name, False, says, refused)


# ---------------------------------------------------------------- one card in every place


def _of_layout(card: Card, terms: Terms) -> str:
    """Return the table that has a card's places, if one is about cards of its kind."""
    if terms.catalog.pair_of(card) is not None:
        return "meld"
    if card.is_split:
        return "rooms" if card.is_room else "split"
    return "dfc" if card.form.turns else ""


def _result(card: Card, terms: Terms) -> Card:
    """Return the card by which the places of a card are known."""
    pair = terms.catalog.pair_of(card)
    return card if pair is None else pair.result


def _simple_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield the rows of a card that is the same everywhere but for where it is."""
    last = ("battlefield",) if card.front.is_permanent else ()
    for zone in (*OFF_STACK, *(() if card.front.is_land else ("stack",)), *last):
        state = {"stack": "the spell", "battlefield": "the permanent"}.get(zone, "the card")
        yield Row("places", terms.ask(card.name, zone=zone), state=state)


def _alike(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows, those of zones in which a card is the same as one."""
    found: dict[tuple[Any, ...], Row] = {}
    zones: dict[tuple[Any, ...], list[str]] = {}
    for row in rows:
        made = Row("places", row.asked, row.subject, **row.values)
        zone = made.values.pop("zone", None) or given("zone", made.asked and made.asked.how.zone)
        same = tuple(c.of(made) if c.cites else cell(c.of(made)) for c in _PLACES if c is not _ZONE)
        found.setdefault(same, made)
        zones.setdefault(same, []).append(str(zone.value))
    for same, row in found.items():
        row.values["zone"] = given("zone", ", ".join(zones[same]))
        yield row


_PLACES = (
    _CARD,
    text("zone", "where the object is; zones in which it is the same, together"),
    _STATE,
    *_VALUES,
    *_NUMBERS,
    _IDENTITY,
    _RULES,
)


@register(
    "places",
    _PLACES,
    ("card", "zone", "state", "names"),
    lambda terms: _named(c for c in terms.catalog.subject if c.is_card),
    alike=_result,
)
def _place_rows(card: Card, terms: Terms) -> Iterator[Row]:
    name = _of_layout(card, terms)
    rows = (TABLES[name].rows if name else _simple_rows)(card, terms)
    if name == "meld":
        fronts = (_simple_rows(c, terms) for c in terms.catalog.meld_pair(card.name).cards)
        apart = (r for r in chain(*fronts) if r.asked and r.asked.how.zone != "battlefield")
        rows = chain(apart, rows)
    yield from _alike(rows)


@fills("frame.places", Card)
def _places(card: Card, **under: Unpack[Under]) -> pd.DataFrame:
    """Return a card in every place that it can be in."""
    return table("places", card, **under)


# ---------------------------------------------------------------- each table by a name of its own


def meld_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return meld pairs: each front, the melded permanent, a copy of it (712.8, 202.3c).

    See :func:`table`.

    Examples
    --------
    >>> mm.meld_table("Chittering Host")[["state", "names", "mana_value"]]
                              state                names  mana_value
    0                       front A            Graf Rats           2
    1                       front B  Midnight Scavengers           5
    2                        melded      Chittering Host           7
    3  copy of the melded permanent      Chittering Host           0
    """
    return table("meld", cards, **under)


def split_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return split cards by zone and by the half or halves cast (709.3, 709.4, 702.102).

    One row for each zone off the stack, one for each half on it, one fused where the card has
    fuse.  Under editions before 2017-04-28 a row a half where each answered for itself.  See
    :func:`table`.

    Examples
    --------
    >>> fire = mm.split_table("Fire // Ice")
    >>> fire[fire.zone.isin(["hand", "stack"])][["zone", "state", "mana_value", "colors"]]
        zone      state  mana_value colors
    0   hand   the card           4     UR
    5  stack  Fire cast           2      R
    6  stack   Ice cast           2      U
    """
    return table("split", cards, **under)


def room_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return Rooms by zone and lock state (709.5, 202.3d).

    Four rows a Room on the battlefield (by lock state), two on the stack, one for each other
    zone.  See :func:`table`.

    Examples
    --------
    >>> rooms = mm.room_table("Bottomless Pool")
    >>> rooms[rooms.zone == "battlefield"][["state", "names", "mana_value"]]
                          state                         names  mana_value
    0               both locked                                         0
    1  Bottomless Pool unlocked               Bottomless Pool           1
    2      Locker Room unlocked                   Locker Room           5
    3             both unlocked  Bottomless Pool; Locker Room           6
    """
    return table("rooms", cards, **under)


def dfc_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return double-faced cards by zone and face, with copies of the back face (712.8, 202.3b).

    One row for each zone off the stack and the battlefield; one for each face that can be there
    on the stack and the battlefield; one each for a copy and a token copy of the back face.  See
    :func:`table`.

    Examples
    --------
    >>> delver = mm.dfc_table("Delver of Secrets").query("zone == 'battlefield'")
    >>> delver[["state", "names", "mana_value"]]
                                     state                 names  mana_value
    7          Delver of Secrets permanent     Delver of Secrets           1
    8       Insectile Aberration permanent  Insectile Aberration           1
    9         copy of Insectile Aberration  Insectile Aberration           0
    10  token copy of Insectile Aberration  Insectile Aberration           0
    """
    return table("dfc", cards, **under)


def color_identity_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return colors and color identity of cards, with what gives each color (903.4).

    See :func:`table`.

    Examples
    --------
    >>> cards = mm.color_identity_table(["Fire // Ice", "Westvale Abbey"])
    >>> cards[["card", "colors", "color_identity"]]
                                              card colors color_identity
    0                                  Fire // Ice     UR             UR
    1  Westvale Abbey // Ormendahl, Profane Prince                     B
    """
    return table("identity", cards, **under)


def name_table(cards: Cards = None, **under: Unpack[Under]) -> pd.DataFrame:
    """Return what a player may name when told to choose a card name (201.4, 709.4a, 712.19).

    A name is judged by the characteristics of its half or face alone (201.4b, 201.4d, 201.4e); a
    back face without a mana cost has the mana value 0 there, since it is no permanent or spell
    (202.3a).  See :func:`table`.

    Examples
    --------
    >>> mm.name_table("Fire // Ice")[["name", "mana_value", "colors"]]
              name  mana_value colors
    0         Fire           2      R
    1          Ice           2      U
    2  Fire // Ice        <NA>   <NA>
    """
    return table("names", cards, **under)
