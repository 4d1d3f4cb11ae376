"""The one grammar of filters, selectors, amounts and conditions, and the trees that it gives.

What is read here is words and their structure; :mod:`mtgmeld.query.filters` makes tests of
filters, :mod:`mtgmeld.game.selectors` finds what the other three stand for in a game.  Where a
filter stands in another text, it is what is left of that text, or stands in parentheses.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from mtgmeld.errors import BadFilter, UnknownName, near

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

Node: TypeAlias = "Tree[Token]"

LONGEST = 1_000
DEEPEST = 40

# words of one selector each
NAMED = (
    "this",
    "that card",
    "that creature",
    "that spell",
    "those cards",
    "target",
    "second target",
    "third target",
    "the targets",
    "exiled with this",
    "others exiled with this",
    "the moved card",
    "the moved cards",
    "the object that moved",
    "those tokens",
    "the attached object",
    "top of each library",
    "you",
    "opponent",
    "each opponent",
    "each player",
    "active player",
    "that player",
    "target's controller",
    "second target's controller",
    "that card's controller",
    "target's owner",
)
PROPERTIES = ("mana value", "power", "toughness", "loyalty", "colors", "excess damage")
SPELLS_CAST = "spells cast"  # by players, this turn or the one before; `most` by one of them
COUNTED = ("count", "names", "doors", "types")
# circumstances that a condition may name
FACTS = (
    "your turn",
    "an opponent's turn",
    "it was cast",
    "you played a land this turn",
)


def _words(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


GRAMMAR = rf"""
?filter: either
?either: both (_OR both)*
?both: term (_AND? term)*
?term: atom
     | _NOT atom -> opposite
?atom: _OPEN either _CLOSE
     | FIELD OP (ASKED | VALUE | QUOTED) -> comparison
     | (WORD | QUOTED) -> part

_OR.3: /or(?=[\s()]|$)/i
_AND.3: /and(?=[\s()]|$)/i
_NOT.3: /-(?=[^\s)])/
_OPEN: "("
_CLOSE: ")"
FIELD.2: /[a-z_]+(?=:|!=|<|>|=)/i
OP.2: /:|!=|<=|>=|=|<|>/
QUOTED.2: /"(?:[^"\\]|\\.)*"/
ASKED.3: /<[^<>]+>/
VALUE: /[^\s()"]+/
WORD: /[^\s()"-][^\s()"]*/

?selector: one (_AND one)* -> together
?one: NAMED -> named
    | _EACH filter -> each
    | _EACH_OTHER filter -> others
    | _ONE filter -> chosen
    | _UP_TO quantity filter -> some
    | _UP_TO quantity _REVEALED filter -> some_revealed
    | _UP_TO quantity _OF_THOSE filter -> some_moved
    | _RANDOM quantity filter -> random
    | _ANY_NUMBER filter -> any_number
    | _REVEALED filter? -> revealed
    | _MOVED filter -> moved
    | _TOP quantity? _OF_LIBRARY -> top
    | _COUNTERPART ATTACKING? filter? -> counterpart

?quantity: NUMBER -> number
         | X -> x
         | _OPEN amount _CLOSE
?amount: quantity
       | _MINUS amount -> minus
       | _HALF amount -> half
       | _TWICE amount -> twice
       | NUMBER _PLUS amount -> plus
       | COUNTED filter -> counted
       | _THAT_MANY -> that_many
       | _TYPES_AMONG selector -> types_among
       | _NUMBER_OF selector -> number_of
       | EXTREME PROPERTY _AMONG filter -> extreme
       | PROPERTY (_OF selector)? -> property
       | COUNTERS (_ON selector)? -> counters
       | _LIFE_OF selector -> life
       | CAST (_BY selector)? -> cast

?condition: _NOT_WORD condition -> untrue
          | _AT_LEAST quantity filter -> at_least
          | _NO filter -> none
          | _ANY filter -> some_there
          | NUMBER OP amount -> compared
          | _BOTH filter -> melding
          | NAMED _IS filter -> fits
          | FACT -> fact

NAMED.4: /(?:{_words(NAMED)})(?=[\s)]|$)/
_EACH.3: /each(?=\s)/
_EACH_OTHER.4: /each other(?=\s)/
_ONE.3: /one(?=\s)/
_UP_TO.3: /up to(?=\s)/
_ANY_NUMBER.3: /any number of(?=\s)/
_REVEALED.3: /revealed(?=[\s)]|$)/
_MOVED.5: /the moved cards(?= \()/
_TOP.3: /top(?=\s)/
_OF_LIBRARY.3: /of library(?=[\s)]|$)/
_COUNTERPART.3: /counterpart(?=[\s)]|$)/
ATTACKING.4: /attacking(?=[\s)]|$)/
NUMBER.3: /[+-]?\d+(?=[\s)]|$)/
X.3: /x(?=[\s)]|$)/
_MINUS.4: /-(?=[a-z])/
_HALF.3: /half(?=\s)/
_TWICE.3: /twice(?=\s)/
_PLUS.3: /plus(?=\s)/
COUNTED.3: /(?:{_words(COUNTED)})(?=\s)/
_THAT_MANY.3: /that many(?=[\s)]|$)/
_TYPES_AMONG.4: /types among(?=\s)/
_OF_THOSE.3: /of those(?=\s)/
_RANDOM.3: /random(?=\s)/
_NUMBER_OF.3: /number of(?=\s)/
EXTREME.3: /(?:greatest|total)(?=\s)/
PROPERTY.3: /(?:{_words(PROPERTIES)})(?=[\s)]|$)/
_OF.3: /of(?=\s)/
_AMONG.3: /among(?=\s)/
COUNTERS.2: /[^\s()<>"]+ counters(?=[\s)]|$)/
_ON.3: /on(?=\s)/
_LIFE_OF.3: /life of(?=\s)/
CAST.4: /(?:most )?{SPELLS_CAST} (?:this|last) turn(?=[\s)]|$)/
_BY.3: /by(?=\s)/
_NOT_WORD.3: /not(?=\s)/
_AT_LEAST.3: /at least(?=\s)/
_NO.3: /no(?=\s)/
_ANY.3: /any(?=\s)/
_BOTH.3: /both(?=\s)/
_IS.3: /is(?=\s)/
FACT.4: /(?:{_words(FACTS)})$/
%ignore /\s+/
"""

_STARTS = ("filter", "selector", "amount", "condition")
# the words with which the texts other than filters may begin, to be offered
BEGINNINGS = {
    "selector": [
        *NAMED,
        *"each FILTER|each other FILTER|one FILTER|up to 2 FILTER|top 2 of library"
        "|any number of FILTER|revealed FILTER|counterpart FILTER".split("|"),
    ],
    "amount": [
        *PROPERTIES,
        *(f"{w} FILTER" for w in COUNTED),
        *"a number|x|half x|twice x|1 plus x"
        "|power of SELECTOR|number of SELECTOR|KIND counters|life of you"
        "|greatest power among FILTER|total power among FILTER"
        "|spells cast last turn by SELECTOR|most spells cast this turn".split("|"),
    ],
    "condition": [
        *FACTS,
        *"at least 2 FILTER|no FILTER|any FILTER|not CONDITION|both FILTER"
        "|this is FILTER|3 <= AMOUNT".split("|"),
    ],
}


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False, start=list(_STARTS))


@lru_cache(maxsize=8192)
def tree(kind: str, text: str) -> Node:
    """Return the tree of a ``filter``, ``selector``, ``amount`` or ``condition``.

    Raises
    ------
    BadFilter
        For a filter, with the position.
    UnknownName
        For the others, with near words.
    """
    from lark import UnexpectedCharacters, UnexpectedToken

    plain = text.replace("\u201c", '"').replace("\u201d", '"')
    _bounded(text, plain)
    try:
        return _parser().parse(plain if kind == "filter" else plain.strip(), start=kind)
    except UnexpectedToken as error:
        ended = error.token.type == "$END"
        at = len(plain) if ended else error.token.start_pos or 0
        why = "it ends too early" if ended else f"{str(error.token)!r} does not fit here"
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        quoted = plain[at] == '"'
        why = "a quotation is not closed" if quoted else f"{plain[at]!r} does not fit here"
    if kind == "filter":
        raise BadFilter(text, at, why)
    known = BEGINNINGS[kind]
    raise UnknownName(kind, text, near(text, known) or known, f"({why})")


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


def unquoted(token: Token) -> str:
    """Return the text of a word or a quotation."""
    if token.type == "ASKED":
        return token[1:-1].strip()
    if token.type != "QUOTED":
        return str(token)
    return re.sub(r"\\(.)", r"\1", token[1:-1])
