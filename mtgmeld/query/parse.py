"""Reading a filter: a grammar for an LALR parser, and tests as nested closures."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import msgspec

from mtgmeld.errors import BadFilter, near, one_of
from mtgmeld.query.fields import FIELDS, part_of_name
from mtgmeld.query.things import Queryable
from mtgmeld.query.wanted import Test, Wanted, negated

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["Filter", "compile_filter"]

Node: TypeAlias = "Tree[Token]"

LONGEST = 1_000
DEEPEST = 40

GRAMMAR = r"""
?start: either
?either: both (_OR both)*
?both: term (_AND? term)*
?term: atom
     | _NOT atom -> opposite
?atom: _OPEN either _CLOSE
     | FIELD OP (VALUE | QUOTED) -> comparison
     | (WORD | QUOTED) -> part

_OR.3: /or(?=[\s()]|$)/i
_AND.3: /and(?=[\s()]|$)/i
_NOT.3: /-(?=[^\s)])/
_OPEN: "("
_CLOSE: ")"
FIELD.2: /[a-z_]+(?=:|!=|<|>|=)/i
OP.2: /:|!=|<=|>=|=|<|>/
QUOTED.2: /"(?:[^"\\]|\\.)*"/
VALUE: /[^\s()"]+/
WORD: /[^\s()"-][^\s()"]*/
%ignore /\s+/
"""


class Filter(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A compiled filter.

    Attributes
    ----------
    text : str
        As it was written; compiling it again gives an equal filter.
    matches : callable
        Takes a :class:`~mtgmeld.query.Queryable` and says whether it passes.
    """

    text: str
    matches: Callable[[Queryable], bool]

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Filter) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_filter, (self.text,)

    def __repr__(self) -> str:
        return f"compile_filter({self.text!r})"

    def __str__(self) -> str:
        return self.text


def compile_filter(text: str | Filter) -> Filter:
    """Return a filter, compiled once.

    Parameters
    ----------
    text : str
        In the syntax of :mod:`mtgmeld.query`; a filter comes back as it is.

    Raises
    ------
    BadFilter
        With the position, and near names for a field or a quality that does not exist.
    """
    if isinstance(text, Filter):
        return text
    if not isinstance(text, str):
        raise BadFilter(repr(text), 0, "text was expected")
    return _compiled(text)


@lru_cache(maxsize=4096)
def _compiled(text: str) -> Filter:
    plain = text.replace("\u201c", '"').replace("\u201d", '"')
    _bounded(text, plain)
    return Filter(text, _test(text, _tree(text, plain)))


def _bounded(text: str, plain: str) -> None:
    """Refuse what is empty, longer or deeper than any filter has to be."""
    if not plain.strip():
        raise BadFilter(text, 0, "it is empty")
    if len(plain) > LONGEST:
        raise BadFilter(text, LONGEST, f"it is longer than {LONGEST} characters")
    depth, quoted, before = 0, False, ""
    for at, sign in enumerate(plain):
        if sign == '"' and not (quoted and before == "\\"):
            quoted = not quoted
        elif not quoted:
            depth += (sign == "(") - (sign == ")")
            if depth > DEEPEST:
                raise BadFilter(text, at, f"more than {DEEPEST} parentheses are open")
        before = sign


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)


def _tree(text: str, plain: str) -> Node:
    from lark import UnexpectedCharacters, UnexpectedToken

    try:
        return _parser().parse(plain)
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise BadFilter(text, len(plain), "it ends too early") from None
        at = error.token.start_pos or 0
        raise BadFilter(text, at, f"{str(error.token)!r} does not fit here") from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        sign = plain[at]
        why = "a quotation is not closed" if sign == '"' else f"{sign!r} does not fit here"
        raise BadFilter(text, at, why) from None


def _test(text: str, node: Node) -> Test:
    """Return the test of a node; nesting is bounded by :data:`DEEPEST`."""
    if node.data in ("comparison", "part"):
        tokens = cast("list[Token]", node.children)
        return _comparison(text, *tokens) if node.data == "comparison" else _part(text, *tokens)
    tests = tuple(_test(text, cast("Node", child)) for child in node.children)
    if node.data == "opposite":
        return negated(tests[0])
    return _every(tests) if node.data == "both" else _some(tests)


def _every(tests: tuple[Test, ...]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda thing: one(thing) and two(thing)

    def test(thing: Queryable) -> bool:
        for each in tests:  # noqa: SIM110  (a loop is faster than a generator)
            if not each(thing):
                return False
        return True

    return test


def _some(tests: tuple[Test, ...]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda thing: one(thing) or two(thing)

    def test(thing: Queryable) -> bool:
        for each in tests:  # noqa: SIM110  (a loop is faster than a generator)
            if each(thing):
                return True
        return False

    return test


def _unquoted(token: Token) -> str:
    if token.type != "QUOTED":
        return str(token)
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def _comparison(text: str, field: Token, op: Token, value: Token) -> Test:
    name = field.lower()
    made = FIELDS.get(name)
    if made is None:
        known = near(name, FIELDS)
        hint = one_of(known) or f" Fields are: {', '.join(FIELDS)}."
        raise BadFilter(text, _at(field), f"there is no field {str(field)!r}.{hint}")
    return made(Wanted(text, name, str(op), _unquoted(value), _at(field), _at(op), _at(value)))


def _part(text: str, token: Token) -> Test:
    word = _unquoted(token)
    if token.type == "WORD" and any(sign in word for sign in ":=<>"):
        raise BadFilter(
            text, _at(token), f"{word!r} is no comparison; quote it if it is part of a name"
        )
    if token.type == "WORD" and word.lower() in ("or", "and"):
        raise BadFilter(text, _at(token), f"{word!r} joins nothing here; quote it if it is a name")
    if not word.strip():
        raise BadFilter(text, _at(token), "a part of a name is missing")
    return part_of_name(word)


def _at(token: Token) -> int:
    return token.start_pos or 0
