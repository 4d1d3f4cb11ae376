"""pandas accessors: ``series.mana`` on mana costs, ``frame.mtg`` on cards of a file.

They are there after ``import mtgmeld.accessors``, or after any function of mtgmeld has made a
frame::

    frame["mana_cost"].mana.value
    frame.mtg.color_identity()

Each distinct value is worked out once.  The index of the caller's series or frame is kept, and
what is missing stays missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import pandas as pd

from mtgmeld.errors import BadCardFile, BadManaCost, UnknownName
from mtgmeld.frames import Column, frame, series
from mtgmeld.mana import COLORS, ManaCost, combine

if TYPE_CHECKING:
    from mtgmeld.sources import mtgjson
    from mtgmeld.sources.printed import Printed

__all__ = ["PAIR_COLUMNS", "ROW_COLUMNS", "CardAccessor", "ManaAccessor"]

ROW_COLUMNS = (
    Column("card", "string", "full name of the card"),
    Column("part", "Int64", "0 for the front face or first half, then 1, 2 and so on"),
    Column("face", "string", "name of the face or half"),
    Column("type_line", "string", "its type line"),
    Column("mana_cost", "string", "its own mana cost; NA without one"),
    Column("mana_value", "Int64", "mana value while this face is up or this half is cast"),
    Column("colors", "string", "colors meanwhile; empty for colorless; NA if unknown"),
)
PAIR_COLUMNS = (
    Column("result", "string", "combined back face"),
    Column("bearer", "string", "the card whose ability melds, as far as its text says so"),
    Column("counterpart", "string", "the other card"),
    Column("mana_value", "Int64", "mana value of the melded permanent (202.3c); NA if unknown"),
    Column("known", "boolean", "whether the pair table of the bundled facts has the pair"),
)


@pd.api.extensions.register_series_accessor("mana")
class ManaAccessor:
    """Mana values, colors, symbols and devotion of a column of mana costs.

    A cost is text such as ``{2}{W/U}``; an empty text is no mana cost, which has mana value 0
    (202.3a); the costs of halves may be joined by ``//`` and count together (709.4b).

    Raises
    ------
    AttributeError
        If the series does not hold text.
    BadManaCost
        For the first text that is no cost; :attr:`is_cost` finds them all.
    """

    def __init__(self, costs: pd.Series[Any]) -> None:
        kind = pd.api.types.infer_dtype(costs, skipna=True)
        if kind not in ("string", "empty") and not (kind == "mixed" and _all_costs(costs)):
            raise AttributeError(f".mana works on text, not on {kind}")
        self._costs = costs

    @property
    def value(self) -> pd.Series[Any]:
        """The mana values: Int64, or Float64 where a half or infinite symbol occurs (202.3)."""
        return self._each("Int64", lambda cost: cost.mana_value if cost else 0)

    @property
    def colors(self) -> pd.Series[Any]:
        """The colors in the order WUBRG; empty for colorless (105.2)."""
        return self._each("string", lambda cost: cost.colors if cost else "")

    @property
    def symbols(self) -> pd.Series[Any]:
        """The symbols of each cost as a tuple of texts without braces (709.4b)."""
        return self._each("object", lambda cost: tuple(s.text for s in cost) if cost else ())

    @property
    def whole(self) -> pd.Series[Any]:
        """The costs with generic mana added up, in the customary order; NA without a cost."""
        return self._each("string", lambda cost: str(cost.whole) if cost else None)

    @property
    def is_cost(self) -> pd.Series[Any]:
        """Whether each text is a mana cost or empty; NA where nothing is."""

        def readable(text: str) -> bool:
            try:
                _cost(text)
            except BadManaCost:
                return False
            return True

        return self._mapped("boolean", readable)

    def devotion(self, colors: str) -> pd.Series[Any]:
        """Return how many symbols of each cost are of any of `colors` (700.5), as Int64.

        Raises
        ------
        UnknownName
            If `colors` are not letters of WUBRG.
        """
        if not colors or any(c not in COLORS for c in colors):
            raise UnknownName("color", colors, tuple(COLORS))
        return self._each("Int64", lambda cost: cost.devotion(colors) if cost else 0)

    def _each(self, dtype: str, get: Callable[[ManaCost | None], Any]) -> pd.Series[Any]:
        return self._mapped(dtype, lambda text: get(_cost(text)))

    def _mapped(self, dtype: str, get: Callable[[str], Any]) -> pd.Series[Any]:
        codes, distinct = pd.factorize(self._costs)
        made = [get(str(text)) for text in distinct]
        if dtype == "object":
            values = [made[i] if i >= 0 else pd.NA for i in codes]
            found: pd.Series[Any] = pd.Series(values, dtype="object")
        else:
            once = series(Column("", dtype, ""), [*made, None])
            found = once.take([i if i >= 0 else len(made) for i in codes])
        found.index, found.name = self._costs.index, self._costs.name
        return found


def _all_costs(costs: pd.Series[Any]) -> bool:
    return all(isinstance(c, str | ManaCost) for c in costs.dropna())


def _cost(text: str) -> ManaCost | None:
    """Return a cost, halves combined; None for no cost."""
    halves = [h.strip() for h in text.split("//")]
    costs = [ManaCost.parse(h) for h in halves if h]
    return combine(costs) if costs else None


@pd.api.extensions.register_dataframe_accessor("mtg")
class CardAccessor:
    """Derived values of a frame whose rows are objects of a Scryfall or MTGJSON file.

    Such a frame comes from ``pandas.read_json`` or ``pandas.DataFrame(list_of_objects)``.  A
    row of an MTGJSON frame is one face; the rows of a card belong together.

    Raises
    ------
    AttributeError
        If the frame has not the columns of such a file.
    """

    def __init__(self, cards: pd.DataFrame) -> None:
        columns = set(map(str, cards.columns))
        if "name" in columns and columns & {"mana_cost", "card_faces", "oracle_text"}:
            self._is_scryfall = True
        elif "name" in columns and columns & {"manaCost", "faceName", "text", "manaValue"}:
            self._is_scryfall = False
        else:
            raise AttributeError(
                ".mtg needs the columns of a Scryfall or MTGJSON file: name, layout, "
                "mana_cost or manaCost, and so on"
            )
        self._frame = cards

    def color_identity(self, policies: Mapping[str, str] | None = None) -> pd.Series[Any]:
        """Return the color identity of each row's card (903.4); NA for what is no card.

        Parameters
        ----------
        policies : mapping, optional
            Readings other than the default, by the policy's name.

        Raises
        ------
        BadCardFile
            For the first row that is no card, with its index.
        """
        from mtgmeld.sources.derive import Deriver

        deriver = Deriver(policies, citations=False)
        values: list[str | None] = [None] * len(self._frame)
        for rows, card in self._cards():
            identity = deriver.distinct[deriver(card)].color_identity
            for row in rows:
                values[row] = identity
        made = series(Column("color_identity", "string", ""), values)
        made.index, made.name = self._frame.index, "color_identity"
        return made

    def matches(self, text: str) -> pd.Series[Any]:
        """Return whether each row's card passes a filter, as boolean.

        A card is judged as it is in a hand, a combined back face as the melded permanent.

        Parameters
        ----------
        text : str
            A filter in the syntax of :mod:`mtgmeld.query`.

        Raises
        ------
        BadFilter
        BadCardFile
            For the first row that is no card, with its index.
        """
        from mtgmeld.catalog import load_catalog
        from mtgmeld.query import compile_filter
        from mtgmeld.sources.choose import as_asked
        from mtgmeld.sources.meld import meld_cards, pair_of

        passes = compile_filter(text).matches
        values: list[bool | None] = [None] * len(self._frame)
        cards = list(self._cards())
        known = load_catalog()
        melds = meld_cards([c for _, c in cards if c.layout in ("meld", "meld_result")], known)
        for rows, card in cards:
            found = passes(as_asked(card, pair_of(card, melds, known)))
            for row in rows:
                values[row] = found
        made = series(Column("matches", "boolean", ""), values)
        made.index, made.name = self._frame.index, "matches"
        return made

    def split_rows(self) -> pd.DataFrame:
        """Return one row a face or half, under the index of the row that it came from.

        Returns
        -------
        pandas.DataFrame
            With the columns of :data:`ROW_COLUMNS`.

        Raises
        ------
        BadCardFile
            For the first row that is no card, with its index.
        """
        from mtgmeld.sources.derive import Deriver

        deriver = Deriver(citations=False)
        found: list[tuple[int, int, dict[str, Any]]] = []
        for rows, card in self._cards():
            values = deriver.distinct[deriver(card)]
            own = values.by_face()
            for part, face in enumerate(card.faces):
                row = rows[part] if len(rows) > 1 else rows[0]
                made = {
                    "card": card.name,
                    "part": part,
                    "face": face.name,
                    "type_line": face.type_line.text,
                    "mana_cost": own[part].mana_cost,
                    "mana_value": own[part].mana_value,
                    "colors": own[part].colors,
                }
                found.append((row, part, made))
        found.sort(key=lambda entry: entry[:2])
        result = frame(ROW_COLUMNS, [made for _, _, made in found], {})
        result.index = self._frame.index.take([row for row, _, _ in found])
        return result

    def meld_pairs(self) -> pd.DataFrame:
        """Return the meld pairs among the rows, with the mana value of what they meld into.

        Returns
        -------
        pandas.DataFrame
            With the columns of :data:`PAIR_COLUMNS`, by the name of the combined face.

        Raises
        ------
        BadCardFile
            For the first row that is no card, with its index.
        """
        from mtgmeld.catalog import load_catalog
        from mtgmeld.sources.derive import Deriver
        from mtgmeld.sources.meld import meld_cards

        known = load_catalog()
        melds = meld_cards(
            [card for _, card in self._cards() if card.layout in ("meld", "meld_result")], known
        )
        deriver = Deriver(citations=False)
        rows = []
        for pair in melds.pairs:
            value = None
            parts = [melds.parts.get(name) for name in pair.cards]
            if all(p is not None and not p.is_partial for p in parts):
                first, second = (p for p in parts if p is not None)
                value = deriver.melded_value(first, second)
            rows.append(
                {
                    "result": pair.result,
                    "bearer": pair.cards[0],
                    "counterpart": pair.cards[1],
                    "mana_value": value,
                    "known": pair.is_known,
                }
            )
        return frame(PAIR_COLUMNS, rows, {})

    def _cards(self) -> Iterator[tuple[list[int], Printed]]:
        """Yield each card with the positions of its rows."""
        return self._of_scryfall() if self._is_scryfall else self._of_mtgjson()

    def _objects(self, kind: type[msgspec.Struct]) -> Iterator[Any]:
        names = [f.encode_name for f in msgspec.structs.fields(kind)]
        columns = [c for c in names if c in self._frame.columns]
        table = self._frame[columns]
        for row, values in enumerate(table.itertuples(index=False, name=None)):
            plain = {
                column: value
                for column, value in zip(columns, values, strict=True)
                if not _missing(value)
            }
            try:
                # through text, so that what pandas made of a number or a list does not matter
                yield msgspec.json.decode(msgspec.json.encode(plain, enc_hook=_plain), type=kind)
            except (msgspec.MsgspecError, TypeError, UnicodeEncodeError, RecursionError) as error:
                raise self._wrong(row, str(error)) from None

    def _wrong(self, row: int, why: str) -> BadCardFile:
        return BadCardFile(f"frame row {self._frame.index[row]!r}", f"no card: {why}.")

    def _of_scryfall(self) -> Iterator[tuple[list[int], Printed]]:
        from mtgmeld.sources import scryfall
        from mtgmeld.sources.printed import NoCardError

        for row, card in enumerate(self._objects(scryfall.Whole)):
            try:
                yield [row], scryfall.printed(card)
            except NoCardError as error:
                raise self._wrong(row, str(error)) from None

    def _of_mtgjson(self) -> Iterator[tuple[list[int], Printed]]:
        from mtgmeld.sources import mtgjson
        from mtgmeld.sources.printed import NoCardError

        gather = mtgjson.Gather()
        places: dict[int, tuple[int, mtgjson.Object]] = {}
        for row, face in enumerate(self._objects(mtgjson.Object)):
            places[id(face)] = row, face
            try:
                whole = gather.add(face)
            except NoCardError as error:
                raise self._wrong(row, str(error)) from None
            if whole:
                yield self._joined(whole, places)
        for whole in gather.rest():
            yield self._joined(whole, places)

    @staticmethod
    def _joined(
        faces: list[mtgjson.Object], places: dict[int, tuple[int, mtgjson.Object]]
    ) -> tuple[list[int], Printed]:
        from mtgmeld.sources import mtgjson

        faces = sorted(faces, key=lambda f: f.side or "a")
        return [places[id(f)][0] for f in faces], mtgjson.printed(faces)


def _missing(value: Any) -> bool:
    return value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value))


def _plain(value: Any) -> Any:
    """Return what pandas or numpy made of a value as plain data."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()[:10]
    raise TypeError(f"{type(value).__name__} is no value of a card file")
