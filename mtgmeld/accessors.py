"""pandas accessors: ``series.mana`` on mana costs, ``frame.mtg`` on cards of a file.

They are there after ``import mtgmeld.accessors``, or after any function of mtgmeld has made a
frame::

    frame["mana_cost"].mana.value
    frame.mtg.color_identity()

Each distinct value is worked out once.  The index of the caller's series or frame is kept, and
what is missing stays missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import pandas as pd

from mtgmeld.errors import BadCardFile, BadManaCost, UnknownName
from mtgmeld.frames import Column, flag, frame, missing, series, text
from mtgmeld.frames.of_files import FACES, MELDED_VALUE, PAIRS, FileRow
from mtgmeld.mana import COLORS, ManaCost, combine

if TYPE_CHECKING:
    from mtgmeld.sources.derive import Values
    from mtgmeld.sources.printed import Printed
    from mtgmeld.sources.read import Melds


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
        self._is_scryfall = bool(columns & {"mana_cost", "card_faces", "oracle_text"})
        of_mtgjson = bool(columns & {"manaCost", "faceName", "text", "manaValue"})
        if "name" not in columns or not (self._is_scryfall or of_mtgjson):
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
        derived = self._derived(policies)
        return self._told(
            text("color_identity", ""), ((rows, v.color_identity) for rows, _, v in derived)
        )

    def _told(self, column: Column, found: Iterable[tuple[list[int], Any]]) -> pd.Series[Any]:
        """Return what was found for the rows of each card; NA where nothing was."""
        values: list[Any] = [None] * len(self._frame)
        for rows, value in found:
            for row in rows:
                values[row] = value
        made = series(column, values)
        made.index, made.name = self._frame.index, column.name
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
        from mtgmeld.query import compile_filter
        from mtgmeld.sources.catalogs import as_asked

        passes = compile_filter(text).matches
        cards = list(self._cards())
        melds = _melds(card for _, card in cards)
        found = ((rows, passes(as_asked(card, melds.pair_of(card)))) for rows, card in cards)
        return self._told(flag("matches", ""), found)

    def split_rows(self) -> pd.DataFrame:
        """Return one row a face or half, under the index of the row that it came from.

        Returns
        -------
        pandas.DataFrame
            With the columns of the kind ``faces``.

        Raises
        ------
        BadCardFile
            For the first row that is no card, with its index.
        """
        parts = sorted(
            (
                rows[part] if len(rows) > 1 else rows[0],
                part,
                FileRow(card.name, None, values, part, own, face.name, face.type_line.text),
            )
            for rows, card, values in self._derived()
            for part, (face, own) in enumerate(zip(card.faces, values.by_face(), strict=True))
        )
        result = frame(FACES, (part for *_, part in parts), {})
        result.index = self._frame.index.take([row for row, *_ in parts])
        return result

    def meld_pairs(self) -> pd.DataFrame:
        """Return the meld pairs among the rows, with the mana value of what they meld into.

        Returns
        -------
        pandas.DataFrame
            With the columns of the kind ``pairs``, by the name of the combined face.

        Raises
        ------
        BadCardFile
            For the first row that is no card, with its index.
        """
        from mtgmeld.sources.derive import Deriver

        melds = _melds(card for _, card in self._cards())
        deriver = Deriver(citations=False)

        def value_of(names: Iterable[str]) -> Any:
            parts = [p for n in names if (p := melds.parts.get(n)) is not None and not p.is_partial]
            return deriver.melded_value(*parts) if len(parts) == 2 else None

        values = series(MELDED_VALUE, [value_of(p.cards) for p in melds.pairs])
        made = frame([c for c in PAIRS.columns if c is not MELDED_VALUE], melds.pairs, {})
        made.insert(3, MELDED_VALUE.name, values)
        return made

    def _derived(
        self, policies: Mapping[str, str] | None = None
    ) -> Iterator[tuple[list[int], Printed, Values]]:
        """Yield each card with the positions of its rows and its values."""
        from mtgmeld.catalog import load_catalog
        from mtgmeld.sources.derive import Deriver
        from mtgmeld.sources.read import Columns, Report

        cards = list(self._cards())
        columns = Columns(Report("frame"), Deriver(policies, citations=False))
        for _, card in cards:
            columns.add(card)
        columns.resolve_melds(load_catalog())
        for at, (rows, card) in enumerate(cards):
            yield rows, card, columns.values(at)

    def _cards(self) -> Iterator[tuple[list[int], Printed]]:
        """Yield each card with the positions of its rows."""
        return self._of_scryfall() if self._is_scryfall else self._of_mtgjson()

    def _objects(self, kind: type[msgspec.Struct]) -> Iterator[Any]:
        from mtgmeld.sources import mtgjson

        names = [f.encode_name for f in msgspec.structs.fields(kind)]
        columns = [c for c in names if c in self._frame.columns]
        table = self._frame[columns]
        for row, values in enumerate(table.itertuples(index=False, name=None)):
            plain = {
                column: value
                for column, value in zip(columns, values, strict=True)
                if not missing(value)
            }
            try:
                yield mtgjson.of_row(plain, kind, _plain)
            except (msgspec.MsgspecError, TypeError, UnicodeEncodeError, RecursionError) as error:
                raise self._wrong(row, str(error)) from None

    def _wrong(self, row: int, why: str) -> BadCardFile:
        return BadCardFile(f"frame row {self._frame.index[row]!r}", f"no card: {why}.")

    def _taken(
        self, kind: type[msgspec.Struct], take: Callable[[Any], Any]
    ) -> Iterator[tuple[int, Any, Any]]:
        """Yield each row with its object and what is made of it."""
        from mtgmeld.sources.printed import NoCardError

        for row, given in enumerate(self._objects(kind)):
            try:
                made = take(given)
            except NoCardError as error:
                raise self._wrong(row, str(error)) from None
            yield row, given, made

    def _of_scryfall(self) -> Iterator[tuple[list[int], Printed]]:
        from mtgmeld.sources import scryfall

        for row, _, card in self._taken(scryfall.Object, scryfall.printed):
            yield [row], card

    def _of_mtgjson(self) -> Iterator[tuple[list[int], Printed]]:
        from mtgmeld.sources import mtgjson

        gather = mtgjson.Gather()
        places: dict[int, tuple[int, mtgjson.Object]] = {}

        def joined(faces: list[Any]) -> tuple[list[int], Printed]:
            faces = sorted(faces, key=lambda f: f.side or "a")
            return [places[id(f)][0] for f in faces], mtgjson.printed(faces)

        for row, face, whole in self._taken(mtgjson.Object, gather.add):
            # what is kept with it keeps its place in memory
            places[id(face)] = row, face
            if whole:
                yield joined(whole)
        yield from map(joined, gather.rest())


def _melds(cards: Iterable[Printed]) -> Melds:
    """Return the meld pairs among cards, completed from those that are known."""
    from mtgmeld.catalog import load_catalog
    from mtgmeld.sources.read import MELDS, Melds

    return Melds([card for card in cards if card.layout in MELDS], load_catalog())


def _plain(value: Any) -> Any:
    """Return what pandas or numpy made of a value as plain data."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()[:10]
    raise TypeError(f"{type(value).__name__} is no value of a card file")
