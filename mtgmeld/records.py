"""Records that are their own schema: each field stands with its type, its bounds and its meaning.

A field is written ``name: Annotated[TYPE, says("what it means")]``.  From that come the checks
of files and of Python alike, the JSON Schema, the reference page and the saved form.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec.structs import astuple

from mtgmeld.errors import BadValue, MtgmeldError, UnknownName, near, shown

T = TypeVar("T")

# more of anything than a game has
MOST = 1_000


def says(meaning: str) -> msgspec.Meta:
    """Return what a field means, in one sentence."""
    return msgspec.Meta(description=meaning)


def checked_by(check: Callable[[str], object]) -> msgspec.Meta:
    """Return what looks at a text as a record is read; it raises an error for a wrong one."""
    return msgspec.Meta(extra={"check": check})


def one_of(kind: str, words: Iterable[str]) -> msgspec.Meta:
    """Return that a text is one of a few words; editors offer them."""
    listed = tuple(words)

    def check(word: str) -> None:
        if word and word not in listed:
            raise UnknownName(kind, word, near(word, listed) or listed)

    return msgspec.Meta(extra={"check": check}, extra_json_schema={"enum": list(listed)})


def names_a(kind: str) -> msgspec.Meta:
    """Return that a text names a thing of a kind, such as ``player``, that a situation has."""
    return msgspec.Meta(extra={"names": kind})


def one_line(text: str) -> None:
    """Refuse a name that would not stand on one line of a report.

    Raises
    ------
    BadValue
    """
    if not text.isprintable():
        raise BadValue("", "", f"{text[:40]!r} has characters that cannot be printed")


Line = Annotated[str, checked_by(one_line)]
# how many of something there are
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Field(msgspec.Struct, frozen=True):
    """A field of a record as a file has it.

    Attributes
    ----------
    name : str
        As it is written: ``with``.
    attribute : str
        As Python has it: ``with_``.
    type : object
        Without its meaning.
    meaning : str
    required : bool
    checked : object
        Its whole type, if its texts are checked by a function or name something.
    default : object
        What stands there unless something is given.
    """

    name: str
    attribute: str
    type: Any
    meaning: str
    required: bool
    checked: Any
    default: Any

    @property
    def told(self) -> str:
        """Its name, and the one that Python has where that is another."""
        same = self.name == self.attribute
        return f"`{self.name}`" + ("" if same else f" (`{self.attribute}` in Python)")


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """Return the fields of a record."""
    return tuple(
        Field(
            f.encode_name,
            f.name,
            *_bare(f.type),
            f.required,
            f.type if "extra={" in repr(f.type) else None,
            f.default if f.default_factory is msgspec.NODEFAULT else f.default_factory(),
        )
        for f in msgspec.structs.fields(kind)
    )


def names_of(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of the fields of a record as they are written."""
    return tuple(f.name for f in fields_of(kind))


def summary(kind: type) -> str:
    """Return what a record is, in one sentence."""
    first = (kind.__doc__ or "").partition("\n\n")[0]
    return " ".join(first.replace("``", "`").split())


def _bare(kind: Any) -> tuple[Any, str]:
    """Return a type without what is said about it, and its meaning."""
    if get_origin(kind) is not Annotated:
        return kind, ""
    told = (m.description for m in kind.__metadata__ if isinstance(m, msgspec.Meta))
    return get_args(kind)[0], next((t for t in told if t), "")


def options_of(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, one where it is none, each without what is said about it."""
    bare = _bare(kind)[0]
    if isinstance(bare, UnionType) or get_origin(bare) is Union:
        return tuple(o for part in get_args(bare) for o in options_of(part))
    return (bare,)


# ---------------------------------------------------------------- from plain values

_KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def convert(table: Mapping[str, Any], kind: type[T], what: str) -> T:
    """Return a table of plain values as a record.

    Raises
    ------
    UnknownName
        For a field that the record does not have, or a word that a field does not take, with
        near ones.
    BadValue
        For a value of the wrong kind, one that is missing, or a number out of bounds.
    """
    try:
        made = msgspec.convert(dict(table), kind)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), table, kind, what) from None
    for field, about, text in texts_in(made, "'check'"):
        if "check" in about:
            try:
                about["check"](text)
            except MtgmeldError as error:
                error.__dict__["field"] = field
                raise
    return made


def texts_in(record: Any, said: str = "") -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Yield the texts of a record that something is said about: field, what is said, text.

    ``said`` leaves out the fields whose type does not have it.
    """
    kind: Any = type(record)
    for f in _with_texts(kind, said):
        value = getattr(record, f.attribute)
        if value is not f.default:
            for about, text in _texts(value, f.checked):
                yield f.name, about, text


@cache
def _with_texts(kind: type[msgspec.Struct], said: str) -> tuple[Field, ...]:
    fields = (f for f in fields_of(kind) if f.checked is not None)
    return tuple(f for f in fields if said in repr(f.checked))


def _texts(value: Any, kind: Any) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield each text within a value with what its type says about it."""
    if get_origin(kind) is Annotated:
        if isinstance(value, str):
            yield from ((m.extra, value) for m in kind.__metadata__ if getattr(m, "extra", None))
        kind = get_args(kind)[0]
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        for option in get_args(kind):
            yield from _texts(value, option)
    elif isinstance(value, Mapping) and get_origin(kind) is dict:
        for key, inner in value.items():
            yield from _texts(key, get_args(kind)[0])
            yield from _texts(inner, get_args(kind)[1])
    elif isinstance(value, list | tuple) and get_origin(kind) in (list, tuple, Sequence):
        for inner in value:
            yield from _texts(inner, get_args(kind)[0])


def _refusal(said: str, table: Mapping[str, Any], kind: Any, what: str) -> BadValue | UnknownName:
    """Return what is wrong with a table, in words: msgspec says it in those of JSON."""
    said, _, at = said.partition(" - at `")
    at = at.rpartition("` in `")[2] or at
    path, of = re.findall(r"[^.\[\]$`]+", at), f" of {what}" if what else ""
    known = {f.name: f for f in fields_of(kind)}
    also = _also(table, kind, "" if path else said)
    if unknown := re.search(r"unknown field `(.+)`", said):
        names = tuple(known) if not path else _inner(known.get(path[0]))
        name, at = unknown[1], ".".join(path) or unknown[1]
        offered = near(name, names) or (names if len(names) <= 8 else ())
        return UnknownName(f"field{of}", name, offered, also, field=at)
    if missing := re.search(r"missing required field `(.+)`", said):
        lacks = [f.told for f in known.values() if f.required and f.name not in table]
        # of a record inside it is said one at a time
        lacks = [f"`{missing[1]}`"] if path else lacks
        fields = f"field{'s' * (len(lacks) > 1)} {' and '.join(lacks)}"
        return BadValue(what, ".".join(path), f"it is without the required {fields}")
    if bound := re.search(r"(>=|<=|>|<) (-?\d+)$", said):
        side = "below" if ">" in bound[1] else "above"
        rule = " [107.1b]" if bound[1] == ">=" and bound[2] == "0" else ""
        return BadValue(what, ".".join(path), f"{_at(table, path)} is {side} {bound[2]}{rule}")
    if wrong := re.search(r"Expected `(.+)`, got `(.+)`", said):
        takes = [_KINDS.get(k, k) for k in wrong[1].split(" | ") if k != "null"]
        said = f"it takes {' or '.join(takes)}, not {_at(table, path)}"
    return BadValue(what, ".".join(path), f"{said}{also and '. '}{also.removesuffix('.')}")


def _also(table: Mapping[str, Any], kind: Any, said: str) -> str:
    """Return what else is wrong with the fields of a table: those that are none, those it lacks."""
    known, tag = {f.name: f for f in fields_of(kind)}, kind.__struct_config__.tag_field
    none = [repr(n) for n in table if n not in known and n != tag and f"`{n}`" not in said]
    lacks = [f.told for f in known.values() if f.required and f.name not in table]
    start = "Nor is there one" if "unknown field" in said else "There is no field"
    parts = [f"{start} called {' or '.join(none)}."] if none else []
    if lacks and "missing" not in said:
        parts.append(f"It needs {' and '.join(lacks)}.")
    return " ".join(parts)


def _at(table: Any, path: list[str]) -> str:
    """Return the value at a place, as it is shown."""
    value = table
    for step in path:
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list | tuple) and step.isdecimal():
            value = value[int(step)]
    return shown(value) if isinstance(value, str) else shown(repr(value))[1:-1]


def _inner(field: Field | None) -> tuple[str, ...]:
    """Return the fields of a record that is a field of another."""
    for option in () if field is None else options_of(field.type):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return names_of(option)
    return ()


def checked(record: T, what: str) -> T:
    """Return a record that was built in Python, checked as one that is read from a file.

    ``what`` says what is wrong where something is, with ``{tag}`` for the word of the record.
    Numbers of numpy become those of Python, and a list that was a tuple a list.

    Raises
    ------
    BadValue
    """
    made_of: Any = record
    kind: Any = type(record)
    # most fields are not given, and of most others every text or number will do
    values = astuple(made_of)
    defaults, each = _at_once(kind)
    for n in compress(_NUMBERS, map(operator.is_not, values, defaults)):
        value, (right, of, check) = values[n], each[n]
        if type(value) in right or (not value and value == defaults[n]):
            continue
        if type(value) in of and of[type(value)].issuperset(map(type, value)):
            continue
        if check is None or type(value) is not str or not _passes(check, value):
            break
    else:
        return record
    given = {}
    for f in fields_of(kind):
        value = getattr(record, f.attribute)
        # what was not given needs no check
        if value is not f.default and (value or value != f.default):
            given[f.name] = _plain(value)
    made: T = convert(given, kind, what.format(tag=repr(kind.__struct_config__.tag)))
    return made


Check = Callable[[str], object]
AtOnce = tuple[frozenset[type], Mapping[type, frozenset[type]], Check | None]
_NUMBERS = range(MOST)


@cache
def _at_once(kind: type[msgspec.Struct]) -> tuple[tuple[Any, ...], tuple[AtOnce, ...]]:
    """Return the defaults of fields, and of each the types of which any value is right as it is.

    These are types of values, and by types of lists those of what is in them; and what looks at
    a text that is not right for being one.
    """
    whole = (f.type for f in msgspec.structs.fields(kind))
    each = ((frozenset(_any_of(w)), dict(_any_list(w)), next(_checks(w), None)) for w in whole)
    return tuple(f.default for f in fields_of(kind)), tuple(each)


def _passes(check: Check, text: str) -> bool:
    try:
        check(text)
    except MtgmeldError:
        return False
    return True


def _checks(kind: Any) -> Iterator[Check]:
    """Yield what looks at a text that may stand for a whole value."""
    if get_origin(kind) is Annotated:
        kind, *about = get_args(kind)
        checks = [m.extra["check"] for m in about if m.extra and "check" in m.extra]
        if kind is str:
            yield from checks
            return
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        for option in get_args(kind):
            yield from _checks(option)


def _plainly(kind: Any) -> tuple[Any, ...]:
    """Return the types in a type, none where more is said about it than what it means."""
    if get_origin(kind) is Annotated:
        kind, *about = get_args(kind)
        if any(m != says(m.description) for m in about):
            return ()
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return tuple(inner for option in get_args(kind) for inner in _plainly(option))
    return (kind,)


def _any_of(kind: Any) -> Iterator[type]:
    return (inner for inner in _plainly(kind) if inner in (str, int, bool))


def _any_list(kind: Any) -> Iterator[tuple[type, frozenset[type]]]:
    kept = {list: list, Sequence: tuple}  # as records keep what is given as a list
    for inner in _plainly(kind):
        if (origin := get_origin(inner)) in kept:
            yield kept[origin], frozenset(_any_of(get_args(inner)[0]))


def convert_plain(fields: Mapping[str, Any], kind: type[T], what: str) -> T:
    """Return values of Python, numpy's numbers and tuples among them, as a record.

    Raises
    ------
    UnknownName, BadValue
    """
    return convert({name: _plain(value) for name, value in fields.items()}, kind, what)


def _plain(value: Any) -> Any:
    """Return a value with the numbers of Python in the place of those of numpy."""
    if value is None or isinstance(value, str | int | float | msgspec.Struct):
        return value
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return value if (number := number_of(value)) is None else number


def number_of(value: Any) -> int | None:
    """Return a whole number of Python or numpy as Python's; None for what is none."""
    try:
        return operator.index(value)
    except TypeError:
        return None
