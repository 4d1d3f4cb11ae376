"""The tables: characteristics by zone, face, half and lock state, as DataFrames.

Each table has a documented, fixed list of columns in :data:`TABLES`; ``rules`` holds the
numbers, in the edition asked for, of every rule that the row rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mtgmeld.ask import Asked, ask
from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import ImpossibleQuestion
from mtgmeld.frames import Column, frame
from mtgmeld.game.characteristics import nameable
from mtgmeld.rules.citations import TwoAnswers, cited
from mtgmeld.rules.editions import Readings
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.numbers import number_in

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "TABLES",
    "color_identity_table",
    "dfc_table",
    "meld_table",
    "name_table",
    "room_table",
    "split_table",
]

OFF_STACK = ("hand", "library", "graveyard", "exile", "command")

_CARD = Column("card", "string", "full name of the card, halves and faces joined by //")
_ZONE = Column("zone", "string", "where the object is")
_STATE = Column("state", "string", "how it is there, in words")
_VALUES = (
    Column("names", "string", "names, joined by '; '; empty for a nameless object"),
    Column("mana_cost", "string", "mana cost of the object as a whole; NA without one"),
    Column("mana_value", "Int64", "mana value of the object"),
    Column("colors", "string", "colors in the order WUBRG; empty for colorless"),
    Column("type_line", "string", "type line of the object"),
)
_NUMBERS = (
    Column("power", "string", "power as printed; NA without one"),
    Column("toughness", "string", "toughness as printed; NA without one"),
    Column("loyalty", "string", "loyalty as printed; NA without one"),
)
_IDENTITY = Column("color_identity", "string", "color identity of the card; NA for a token")
_RULES = Column("rules", "string", "numbers of the rules that the row rests on, in its edition")

MELD_COLUMNS = (
    Column("result", "string", "name of the combined back face"),
    _CARD,
    _STATE,
    _ZONE,
    Column(
        "bears_meld", "boolean", "whether the card bears the ability that melds; NA for the result"
    ),
    *_VALUES,
    Column("color_indicator", "string", "colors of the indicator; empty without one"),
    *_NUMBERS,
    Column("keywords", "string", "keywords, joined by '; '"),
    Column("represented_by", "Int64", "how many cards represent the object"),
    _IDENTITY,
    _RULES,
)
SPLIT_COLUMNS = (
    _CARD,
    Column("kind", "string", "split, fuse, aftermath or room"),
    _ZONE,
    _STATE,
    Column("cast", "string", "left, right, fused or a half's number from 1; NA off the stack"),
    Column("half", "string", "the half that answers for itself (rules to 2017); NA where combined"),
    *_VALUES,
    Column("keywords", "string", "keywords, joined by '; '"),
    _IDENTITY,
    _RULES,
)
ROOM_COLUMNS = (
    _CARD,
    _ZONE,
    _STATE,
    Column(
        "unlocked",
        "string",
        "unlocked halves: '', left, right or left,right; NA off the battlefield",
    ),
    Column("cast", "string", "left or right on the stack; NA elsewhere"),
    *_VALUES,
    Column("unlock_left", "string", "cost to unlock the left half now; NA where it is not locked"),
    Column(
        "unlock_right", "string", "cost to unlock the right half now; NA where it is not locked"
    ),
    _IDENTITY,
    _RULES,
)
DFC_COLUMNS = (
    _CARD,
    Column("kind", "string", "nonmodal or modal"),
    _ZONE,
    _STATE,
    Column("face", "string", "front or back: the face that is up"),
    Column("object", "string", "card, copy, or token copy"),
    *_VALUES,
    Column("color_indicator", "string", "colors of the indicator; empty without one"),
    *_NUMBERS,
    _IDENTITY,
    _RULES,
)
IDENTITY_COLUMNS = (
    _CARD,
    Column("kind", "string", "layout, or room, fuse, aftermath, split"),
    Column("colors", "string", "colors of the card in hand"),
    _IDENTITY,
    Column(
        "with_land_types",
        "string",
        "the identity if basic land types are counted, as one ruling has it",
    ),
    Column("comes_from", "string", "what gives each color"),
    _RULES,
)
NAME_COLUMNS = (
    _CARD,
    Column("name", "string", "a name that a player may try to choose"),
    Column("may_be_chosen", "boolean", "whether it may be chosen"),
    Column(
        "type_line", "string", "type line that counts for a required quality; NA if not a choice"
    ),
    Column("colors", "string", "colors that count for a required quality; NA if not a choice"),
    Column(
        "mana_value", "Int64", "mana value that counts for a required quality; NA if not a choice"
    ),
    Column("says", "string", "why"),
    _RULES,
)

TABLES: Mapping[str, tuple[Column, ...]] = {
    "meld": MELD_COLUMNS,
    "split": SPLIT_COLUMNS,
    "rooms": ROOM_COLUMNS,
    "dfc": DFC_COLUMNS,
    "identity": IDENTITY_COLUMNS,
    "names": NAME_COLUMNS,
}

Cards = str | Card | Iterable[str | Card] | None
Policies = Mapping[str, str] | Readings | None


def _chosen(cards: Cards, catalog: Catalog, every: Iterable[Card]) -> tuple[Card, ...]:
    if cards is None:
        return tuple(every)
    listed = [cards] if isinstance(cards, str | Card) else list(cards)
    return tuple(dict.fromkeys(find(c, catalog).card for c in listed))


def _answer(asked: Asked) -> dict[str, Any]:
    """Return the columns that every table of characteristics shares."""
    found = asked.characteristics()
    row = {name: d.value for name, d in ((n, found[n]) for n in _SHARED)}
    row["type_line"] = _type_line(row)
    identity = asked.color_identity()
    row["color_identity"] = identity.value
    rules = cited(r for n in _CITED for r in found[n].all_rules)
    row["rules"] = ", ".join(
        number_in(r, asked.edition.date) for r in cited((*rules, *identity.rules))
    )
    return row


_SHARED = (
    "names mana_cost mana_value colors color_indicator supertypes types subtypes power toughness "
    "loyalty keywords"
).split()
_CITED = ("names", "mana_cost", "mana_value", "colors")


def _type_line(row: Mapping[str, Any]) -> str:
    def joined(name: str) -> tuple[str, ...]:
        value = row[name]
        if isinstance(value, TwoAnswers):
            return tuple(dict.fromkeys(v for answer in value.answers for v in answer))
        return tuple(value or ())

    left = " ".join(joined("supertypes") + joined("types"))
    right = " ".join(joined("subtypes"))
    return f"{left} \u2014 {right}" if right else left


def _apart(row: dict[str, Any], halves: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the row, or one row a half where each half answers for itself."""
    if not any(isinstance(v, TwoAnswers) for v in row.values()):
        yield row
        return
    for i, half in enumerate(halves):
        own = {k: v.answers[i] if isinstance(v, TwoAnswers) else v for k, v in row.items()}
        own["type_line"] = _type_line(own)
        yield own | {"half": half}


def room_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return Rooms by zone and lock state (709.5, 202.3d).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which Rooms; all by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Four rows a Room on the battlefield (by lock state), two on the stack, one for each
        other zone.  Columns and dtypes: :data:`TABLES` under ``rooms``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no Room; and the errors of :func:`mtgmeld.ask.ask`.
    """
    catalog = catalog or load_catalog()
    rooms = _chosen(cards, catalog, catalog.kind("room"))
    for card in rooms:
        if not card.is_room:
            raise ImpossibleQuestion(f"{card.name} is no Room", ("709.5",))

    def rows() -> Iterator[dict[str, Any]]:
        for card in rooms:
            left, right = card.faces
            common: dict[str, Any] = {"edition": edition, "policies": policies, "catalog": catalog}
            for unlocked, state in (
                ("", "both locked"),
                ("left", f"{left.name} unlocked"),
                ("right", f"{right.name} unlocked"),
                ("left,right", "both unlocked"),
            ):
                row = _answer(ask(card, unlocked=unlocked, **common))
                row |= {"card": card.name, "zone": "battlefield", "state": state}
                row |= {"unlocked": unlocked}
                row["unlock_left"] = None if "left" in unlocked else left.mana_cost
                row["unlock_right"] = None if "right" in unlocked else right.mana_cost
                if unlocked != "left,right":
                    number = number_in("709.5e", edition_of(edition).date)
                    row["rules"] += f", {number}"
                yield row
            for cast, half in (("left", left), ("right", right)):
                row = _answer(ask(card, cast=cast, **common))
                yield row | {
                    "card": card.name,
                    "zone": "stack",
                    "state": f"{half.name} cast",
                    "cast": cast,
                }
            for zone in OFF_STACK:
                row = _answer(ask(card, zone=zone, **common))
                yield row | {"card": card.name, "zone": zone, "state": "the card"}

    return frame(ROOM_COLUMNS, rows(), _attrs("rooms", edition, policies))


def _attrs(table: str, edition: str | None, policies: Policies) -> dict[str, Any]:
    return {
        "table": table,
        "edition": edition_of(edition).date,
        "policies": dict(policies or {}),
    }


def split_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return split cards by zone and by the half or halves cast (709.3, 709.4, 702.102).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which split cards; all but Rooms by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row for each zone off the stack, one for each half on it, one fused where the
        card has fuse.  Under editions before 2017-04-28 a row a half where each answered
        for itself.  Columns and dtypes: :data:`TABLES` under ``split``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no split card; and the errors of :func:`mtgmeld.ask.ask`.
    """
    catalog = catalog or load_catalog()
    chosen = _chosen(cards, catalog, catalog.kind("split", "fuse", "aftermath"))
    for card in chosen:
        if not card.is_split:
            raise ImpossibleQuestion(f"{card.name} is no split card", ("709.1",))

    def rows() -> Iterator[dict[str, Any]]:
        for card in chosen:
            common: dict[str, Any] = {"edition": edition, "policies": policies, "catalog": catalog}
            names = tuple(f.name for f in card.faces)
            sides = (
                ("left", "right")
                if len(names) == 2
                else tuple(str(i + 1) for i in range(len(names)))
            )
            base = {"card": card.name, "kind": card.kind}
            for zone in OFF_STACK:
                row = _answer(ask(card, zone=zone, **common)) | base
                yield from _apart(row | {"zone": zone, "state": "the card"}, names)
            for side, name in zip(sides, names, strict=True):
                row = _answer(ask(card, cast=side, **common)) | base
                yield row | {"zone": "stack", "state": f"{name} cast", "cast": side}
            if card.has_fuse:
                row = _answer(ask(card, cast="fused", **common)) | base
                row |= {"zone": "stack", "state": "both halves cast", "cast": "fused"}
                yield from _apart(row, names)

    return frame(SPLIT_COLUMNS, rows(), _attrs("split", edition, policies))


def meld_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return meld pairs: each front, the melded permanent, a copy of it (712.8, 202.3c).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Any card of a pair or its combined face; all pairs by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Four rows a pair.  Columns and dtypes: :data:`TABLES` under ``meld``.

    Raises
    ------
    ImpossibleQuestion
        If a card belongs to no pair; and the errors of :func:`mtgmeld.ask.ask`.
    """
    catalog = catalog or load_catalog()
    if cards is None:
        pairs: tuple[MeldPair, ...] = catalog.meld_pairs
    else:
        chosen = _chosen(cards, catalog, ())
        pairs = tuple(dict.fromkeys(catalog.meld_pair(c.name) for c in chosen))

    def rows() -> Iterator[dict[str, Any]]:
        for pair in pairs:
            common: dict[str, Any] = {"edition": edition, "policies": policies, "catalog": catalog}
            for card, state in zip(pair.cards, ("front A", "front B"), strict=True):
                row = _answer(ask(card, **common))
                row |= {"card": card.name, "bears_meld": card is pair.bearer, "represented_by": 1}
                yield row | {"result": pair.result.name, "state": state, "zone": "battlefield"}
            for copy, state in ((False, "melded"), (True, "copy of the melded permanent")):
                row = _answer(ask(pair.result, copy=copy, **common))
                row |= {"card": pair.result.name, "represented_by": 1 if copy else 2}
                if copy:
                    row["color_identity"] = None
                yield row | {"result": pair.result.name, "state": state, "zone": "battlefield"}

    return frame(MELD_COLUMNS, rows(), _attrs("meld", edition, policies))


def dfc_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return double-faced cards by zone and face, with copies of the back face (712.8, 202.3b).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; all nonmodal and modal ones by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`TABLES` under ``dfc``.

    Raises
    ------
    ImpossibleQuestion
        If a card is no such card; and the errors of :func:`mtgmeld.ask.ask`.
    """
    catalog = catalog or load_catalog()
    chosen = _chosen(cards, catalog, catalog.kind("transform", "modal_dfc"))
    for card in chosen:
        if card.layout not in ("transform", "modal_dfc"):
            raise ImpossibleQuestion(
                f"{card.name} is neither a nonmodal nor a modal double-faced card",
                ("712.2", "712.3"),
            )

    def rows() -> Iterator[dict[str, Any]]:
        for card in chosen:
            common: dict[str, Any] = {"edition": edition, "policies": policies, "catalog": catalog}
            modal = card.layout == "modal_dfc"
            base = {"card": card.name, "kind": "modal" if modal else "nonmodal"}
            for zone in OFF_STACK:
                row = _answer(ask(card, zone=zone, **common)) | base
                yield row | {"zone": zone, "state": "the card", "face": "front", "object": "card"}
            for zone, word in (("stack", "cast"), ("battlefield", "permanent")):
                for i, face in enumerate(("front", "back")):
                    printed = card.faces[i]
                    if zone == "stack" and printed.is_land:
                        continue
                    if zone == "battlefield" and not printed.is_permanent:
                        continue
                    state = f"{printed.name} {word}"
                    if zone == "stack" and i and not modal:
                        state = f"{printed.name} cast transformed"
                    row = _answer(ask(card, zone=zone, face=face, **common)) | base
                    yield row | {"zone": zone, "state": state, "face": face, "object": "card"}
            if not card.faces[1].is_permanent:
                continue
            for how in ("copy", "token"):
                row = (
                    _answer(
                        ask(card, zone="battlefield", face="back", **dict(common, **{how: True}))
                    )
                    | base
                )
                if how == "copy":
                    row["color_identity"] = None
                named = "copy" if how == "copy" else "token copy"
                state = f"{named} of {card.faces[1].name}"
                yield row | {"zone": "battlefield", "state": state, "face": "back", "object": named}

    return frame(DFC_COLUMNS, rows(), _attrs("dfc", edition, policies))


def color_identity_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    policies: Policies = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return colors and color identity of cards, with what gives each color (903.4).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; every card of the catalog by default.
    edition, policies, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: :data:`TABLES` under ``identity``.
    """
    from mtgmeld.game.characteristics import color_identity

    catalog = catalog or load_catalog()
    every = sorted((c for c in catalog if c.is_card), key=lambda c: c.name)
    land_policy = (("basic land types in color identity", "counted"),)

    def rows() -> Iterator[dict[str, Any]]:
        for card in _chosen(cards, catalog, every):
            melded = card.layout == "meld_result"
            asked = ask(
                card,
                zone="battlefield" if melded else "hand",
                edition=edition,
                policies=policies,
                catalog=catalog,
            )
            colors, identity = asked.value("colors"), asked.color_identity()
            rules = cited((*identity.all_rules, *colors.all_rules))
            steps = [d for depth, d in identity.walk() if depth and not d.parts and d.value]
            lands = identity if melded else color_identity(card, land_policy)
            yield {
                "card": card.name,
                "kind": card.kind,
                "colors": colors.value,
                "color_identity": identity.value,
                "with_land_types": lands.value,
                "comes_from": "; ".join(f"{d.what}: {d.value} {d.says}" for d in steps)
                or "nothing",
                "rules": ", ".join(number_in(r, asked.edition.date) for r in rules),
            }

    return frame(IDENTITY_COLUMNS, rows(), _attrs("identity", edition, policies))


def name_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return what a player may name when told to choose a card name (201.4, 709.4a, 712.19).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; all with more than one name, and the meld pairs, by default.
    edition, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row a half or face, and one for both names at once, which may not be chosen.
        Columns and dtypes: :data:`TABLES` under ``names``.
    """
    catalog = catalog or load_catalog()
    several = [c for c in catalog if len(c.faces) > 1 or c.layout in ("meld", "meld_result")]
    date = edition_of(edition).date

    def numbers(rules: Iterable[str]) -> str:
        return ", ".join(number_in(r, date) for r in rules)

    def rows() -> Iterator[dict[str, Any]]:
        for card in _chosen(cards, catalog, sorted(several, key=lambda c: c.name)):
            choices = nameable(card)
            for choice in choices:
                face = choice.face
                alone = Card(face.name, "normal", (face,))
                found = ask(alone, zone="hand", edition=edition, catalog=catalog).characteristics()
                yield {
                    "card": card.name,
                    "name": choice.name,
                    "may_be_chosen": True,
                    "type_line": face.type_line,
                    "colors": found.colors.value,
                    "mana_value": _named_value(card, face, catalog),
                    "says": choice.says,
                    "rules": numbers(choice.rules),
                }
            if len(card.faces) > 1:
                yield {
                    "card": card.name,
                    "name": card.name,
                    "may_be_chosen": False,
                    "says": "both names at once are no choice",
                    "rules": numbers(choices[0].rules),
                }

    return frame(NAME_COLUMNS, rows(), _attrs("names", edition, None))


def _named_value(card: Card, face: Any, catalog: Catalog) -> Any:
    """Return the mana value that counts for a name: a back face takes its front's cost."""
    if card.layout == "meld_result":
        return ask(card, catalog=catalog).value("mana_value").value
    if card.layout == "transform":
        side = "back" if face is card.faces[1] else "front"
        return ask(card, zone="battlefield", face=side, catalog=catalog).value("mana_value").value
    return face.mana_cost.mana_value if face.mana_cost is not None else 0


def question_of(row: pd.Series[Any]) -> dict[str, Any]:
    """Return the arguments of :func:`mtgmeld.ask.ask` that a row of a table answers."""
    import pandas as pd

    def have(name: str) -> Any:
        value = row.get(name)
        return None if value is None or value is pd.NA or pd.isna(value) else value

    asked: dict[str, Any] = {"card": have("card")}
    unlocked, cast, face = have("unlocked"), have("cast"), have("face")
    if unlocked is not None:
        asked["unlocked"] = unlocked
    elif cast is not None:
        asked["cast"] = cast
    else:
        asked["zone"] = have("zone")
        if face is not None:
            asked["face"] = face
    kind = have("object")
    asked["token"] = kind == "token copy"
    asked["copy"] = kind == "copy" or have("state") == "copy of the melded permanent"
    if row.attrs.get("edition"):
        asked["edition"] = row.attrs["edition"]
    return asked
