"""Frames: each column is a record, one builder makes every frame, and every row says why.

A :class:`Kind` of frame is registered where it is defined, with its columns; :func:`columns_of`
reads them out, and :func:`explain_row` goes back from a row of any frame to the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from mtgmeld.errors import ImpossibleQuestion, UnknownName, near
from mtgmeld.hooks import load
from mtgmeld.mana import ManaCost
from mtgmeld.registry import load_others
from mtgmeld.rules.citations import Derived, Explanation, TwoAnswers, cited
from mtgmeld.rules.editions import NEWEST
from mtgmeld.rules.numbers import number_in

if TYPE_CHECKING:
    import pandas as pd


Get: TypeAlias = Callable[[Any], Any] | str | None


class Column(msgspec.Struct, frozen=True):
    """A column of a frame.

    Attributes
    ----------
    name : str
    dtype : str
        Its pandas dtype.
    means : str
        What it means, in one line.
    get : callable or str, optional
        What the column holds of that which a row is about, or the path of the attribute
        (``obj.zone``) that has it; by default the attribute, or the entry, that has the column's
        name.  A :class:`~mtgmeld.rules.citations.Derived` stands for its value.
    cites : bool
        Whether it holds citations, which stand in a frame as numbers of its edition.
    leads : bool
        Whether the first citation of a row is the one that decides, which is always seen.
    """

    name: str
    dtype: str
    means: str
    get: Get = None
    cites: bool = False
    leads: bool = False

    def of(self, item: Any) -> Any:
        """Return what the column holds of an item."""
        if self.get is None:
            return item.get(self.name) if hasattr(item, "get") else getattr(item, self.name)
        return attrgetter(self.get)(item) if isinstance(self.get, str) else self.get(item)


def text(name: str, means: str, get: Get = None) -> Column:
    """Return a column of text."""
    return Column(name, "string", means, get)


def number(name: str, means: str, get: Get = None) -> Column:
    """Return a column of numbers."""
    return Column(name, "Int64", means, get)


def flag(name: str, means: str, get: Get = None) -> Column:
    """Return a column of yes and no."""
    return Column(name, "boolean", means, get)


def citations(means: str, get: Get = None, *, leads: bool = False) -> Column:
    """Return the column ``rules``, which holds citations; where the first decides, it says so."""
    said = f"{means}, first the one that decides" if leads else means
    return Column("rules", "string", said, get, True, leads)


def numbers(rules: Iterable[str], date: str) -> str:
    """Return rule numbers as the edition of a date has them, each once."""
    return ", ".join(cited(number_in(r, date) for r in cited(rules)))


def cell(value: Any) -> Any:
    """Return a value as a frame holds it: no value is None, a cost and a list are text."""
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Derived):
        return cell(value.value)
    if isinstance(value, ManaCost):
        return str(value.whole)
    if isinstance(value, TwoAnswers):
        return str(value)
    if isinstance(value, tuple | list):
        return "; ".join(str(v) for v in value)
    return value


def series(column: Column, values: Sequence[Any]) -> pd.Series[Any]:
    """Return a column of a frame; what is missing is NA.

    A number column is Int64; it is Float64 instead only where a half mana symbol occurs,
    since a half is no whole number.  One whose cells are lists holds Python's objects.
    """
    import pandas as pd

    dtype = column.dtype
    if any(isinstance(v, list) for v in values):
        dtype = "object"
        values = [v if isinstance(v, list) else pd.NA if v is None else [v] for v in values]
    if dtype == "Int64" and any(isinstance(v, Fraction | float) for v in values):
        dtype = "Float64"
        values = [None if v is None else float(v) for v in values]
    made: pd.Series[Any] = pd.Series(values, dtype=dtype)
    return made


def cells(column: Column, items: Iterable[Any], date: str, lists: bool = False) -> list[Any]:
    """Return the cells of a column, for items under the edition of a date.

    With `lists` a cell of several values, or of citations, is a list of them.
    """
    found = map(column.of, items)
    if lists:
        return [_several(column, v, date) for v in found]
    if column.cites:
        return [v if v is None or isinstance(v, str) else _cited(v, date) for v in found]
    return [cell(v) for v in found]


def _several(column: Column, found: Any, date: str) -> Any:
    if found is not None and (column.cites or column.name.endswith("rules")):
        said = found if isinstance(found, str) else _cited(found, date)
        return [r for r in said.split(", ") if r]
    value = found.value if isinstance(found, Derived) else found
    return [str(v) for v in value] if isinstance(value, tuple | list) else cell(found)


def _cited(found: Derived | Iterable[str], date: str) -> str:
    return numbers(found.rules if isinstance(found, Derived) else found, date)


def frame(
    columns: Kind | Sequence[Column],
    items: Iterable[Any],
    attrs: Mapping[str, Any],
    lists: bool = False,
) -> pd.DataFrame:
    """Return a DataFrame with exactly the given columns and dtypes; see :func:`series`.

    Parameters
    ----------
    columns : Kind or sequence of Column
    items : iterable
        What each row is about: records or mappings.
    attrs : mapping
        What the frame remembers; ``edition`` is that of the citations.
    lists : bool
        Whether cells of several values hold them as a list, not joined in one text.
    """
    listed, kept = columns.columns if isinstance(columns, Kind) else columns, list(items)
    date = str(attrs.get("edition") or NEWEST)
    return framed({c.name: series(c, cells(c, kept, date, lists)) for c in listed}, attrs)


def noted(note: str) -> dict[str, str]:
    """Return what a frame remembers of the texts that are not modeled; nothing for none."""
    return {"not_modeled": note} if note else {}


def note_of(made: Any) -> str:
    """Return the sentence that says which texts are not modeled of what a frame is about."""
    return str(getattr(made, "attrs", {}).get("not_modeled", ""))


def framed(columns: Mapping[str, Any], attrs: Mapping[str, Any]) -> pd.DataFrame:
    """Return finished columns as a frame that remembers some things."""
    import pandas as pd

    load("accessors")  # a frame of ours has .mana and .mtg
    result = pd.DataFrame(columns, copy=False)
    result.attrs.update(attrs)
    return result


# ---------------------------------------------------------------- kinds of frames


class Kind(msgspec.Struct, frozen=True):
    """A kind of frame.

    Attributes
    ----------
    name : str
    own : list of Column
    keys : tuple of str
        The columns that say what a row is about.
    why : callable, optional
        Takes the kind, a row, the name of a column and the terms of :func:`explain_row`, and
        returns the explanation; None where the row can say no more than it holds.
    base : str
        The kind whose columns follow its own; empty for none.
    """

    name: str
    own: list[Column]
    keys: tuple[str, ...]
    why: Callable[..., Explanation | None] | None = None
    base: str = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Every column, in order, those of other packages last."""
        load_others("column")
        return (*self.own, *(KINDS[self.base].columns if self.base else ()))


KINDS: dict[str, Kind] = {}


def of_columns(frame: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Return some columns of a frame.

    Raises
    ------
    UnknownName
        For the first that it lacks, with near ones.
    """
    return frame[having(frame, names)]


def having(frame: pd.DataFrame, names: Iterable[str]) -> list[str]:
    """Return names of columns, all of which a frame has.

    Raises
    ------
    UnknownName
        For the first that it lacks, with near ones.
    """
    wanted, there = list(names), frame.columns
    for name in wanted:
        if name not in there:
            have = list(map(str, there))
            raise UnknownName("column", str(name), near(str(name), have, least=55) or have)
    return wanted


def read(frame: pd.DataFrame, names: Iterable[str]) -> dict[str, pd.Series[Any]]:
    """Return columns of a frame by name, to be read.

    They remember nothing: a column taken from the frame itself has a deep copy of all that the
    frame remembers, which costs more than its cells do.
    """
    import pandas as pd

    bare = pd.DataFrame(frame, copy=False)
    return {name: bare[name] for name in names}


def as_text(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with each cell as text; None for NA."""
    return frame.astype("string").astype("object").where(frame.notna(), None)


def records_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return each row of a frame as its plain cells by column; None for NA."""
    columns = read(frame, frame.columns)
    cells = (map(plain, values.tolist()) for values in columns.values())
    return [dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True)]


def kind(
    name: str,
    columns: Sequence[Column],
    keys: Sequence[str],
    why: Callable[..., Explanation | None] | None = None,
    base: str = "",
) -> Kind:
    """Register a kind of frame."""
    made = KINDS[name] = Kind(name, list(columns), tuple(keys), why, base)
    return made


def kind_named(name: str) -> Kind:
    """Return a kind of frame.

    Raises
    ------
    UnknownName
        If there is no such kind; with those that there are.
    """
    load("kind")
    if name not in KINDS:
        raise UnknownName("kind of frame", name, near(name, KINDS) or tuple(KINDS))
    return KINDS[name]


def columns_of(name: str) -> tuple[Column, ...]:
    """Return the columns of a kind of frame, such as ``rooms``, ``objects`` or ``events``.

    Raises
    ------
    UnknownName
        If there is no such kind; with those that there are.
    """
    return kind_named(name).columns


def leading(frame: pd.DataFrame) -> frozenset[str]:
    """Return the columns of a frame of ours in which the first citation of a row decides it."""
    known = KINDS.get(str(frame.attrs.get("table")))
    return frozenset(c.name for c in known.columns if c.leads) if known else frozenset()


def add_column(name: str, column: Column) -> None:
    """Add a column to a kind of frame: each such frame has it from now on, as its last.

    What the column gets is what a row is about: of ``objects`` it has ``state``, ``obj`` (the
    object), ``known`` (its characteristics) and ``what`` (what they are read from); of a table
    it is the row, with ``asked`` (the question) and ``get(NAME)`` for any value.

    Raises
    ------
    UnknownName
        If there is no such kind.
    ValueError
        If it has a column of that name.
    """
    found = kind_named(name)
    if column.name in [c.name for c in found.columns]:
        raise ValueError(f"{name} has a column {column.name!r}")
    found.own.append(column)


class Origin(str):
    """What a frame was made from, so that its rows can be explained: text where it is saved.

    Copies of a frame share it; a frame joined from frames of several has none.
    """

    made_from: Any

    @staticmethod
    def of(value: Any) -> Origin:
        """Return the origin of what a frame is made from."""
        made = Origin(type(value).__name__)
        made.made_from = value
        return made

    def __deepcopy__(self, memo: object) -> Origin:
        return self

    def __eq__(self, other: object) -> bool:
        # frames of two states are not joined as if they were of one
        return isinstance(other, Origin) and other.made_from is self.made_from

    def __hash__(self) -> int:
        return id(self.made_from)


def explain_row(row: pd.Series[Any], column: str | None = None, **terms: Any) -> Explanation:
    """Say why a cell of a frame is what it is.

    Parameters
    ----------
    row : pandas.Series
        A row of one of the frames, such as ``table.iloc[0]``.
    column : str, optional
        A column of that frame; the rules of the row by default.
    **terms
        ``edition``, ``policies`` and ``catalog`` of a table, where they are to be other than
        those that it was made under.

    Raises
    ------
    ImpossibleQuestion
        If it is no row of a frame, or lacks a column that says what it is about.
    UnknownName
        If the frame has no such column.
    """
    found = _kind_of(row)
    names = [c.name for c in found.columns]
    column = column or ("rules" if "rules" in names else names[-1])
    if column not in names:
        raise UnknownName("value", column, near(column, names, least=55) or names)
    why = None if found.why is None else found.why(found, row, column, **terms)
    return why or _as_it_stands(row, found, column)


def _kind_of(row: pd.Series[Any]) -> Kind:
    """Return the kind of frame that a row is of, by what it remembers or by its columns."""
    load("kind")
    named = getattr(row, "attrs", {}).get("table")
    if named in KINDS:
        return KINDS[named]
    have = set(getattr(row, "index", ()))
    names = {k: {c.name for c in known.columns} for k, known in KINDS.items()}
    # columns may have been left out, but for those that say what a row is about
    fit = [k for k, known in KINDS.items() if have <= names[k] and have.issuperset(known.keys)]
    if have and fit:
        return KINDS[min(fit, key=lambda k: len(names[k]))]
    raise ImpossibleQuestion("this is no row of one of the tables: give table.iloc[0], say")


def missing(value: Any) -> bool:
    """Return whether a cell is missing; a list never is."""
    if isinstance(value, str | int | list):
        return False
    import pandas as pd

    return value is None or bool(pd.api.types.is_scalar(value) and pd.isna(value))


def plain(value: Any) -> Any:
    """Return a cell as a plain value; None for NA."""
    return None if missing(value) else value


def _as_it_stands(row: pd.Series[Any], known: Kind, column: str) -> Explanation:
    """Return what a row itself says of a cell: the meaning of its column, the rules beside it."""
    dates = row.attrs.get("editions") or (row.attrs.get("edition") or NEWEST,)
    date = dates[0] if column == "old" else dates[-1]
    beside = next((c for c in (f"{column}_rules", "rules") if c in row.index), None)
    listed = str(plain(row[beside]) or "") if beside else ""
    # what the edition lacks stands there with the date of one that has it, as 201.2 (2016-08-26)
    parts = (r.partition(" (") for r in listed.split(", ") if r)
    rules = tuple(f"{n}@{other.removesuffix(')') or date}" for n, _, other in parts)
    means = next(c.means for c in known.columns if c.name == column)
    about = ", ".join(str(v) for k in known.keys if (v := plain(row[k])) is not None)
    what = column.replace("_", " ")
    return Explanation(
        f"{known.name}: {about}", Derived(what, plain(row[column]), means, rules), date
    )
