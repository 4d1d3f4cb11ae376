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


def _with_literals(rules: str) -> str:
    """Return a grammar with terminals for its words in quotation marks.

    A word is followed by more, where it ends with a space, or by the end of a part.  What has
    several words comes before what is the first of them.
    """
    terminals: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        words = found[1].split()
        name = f"_{'_'.join(words).upper()}_"
        behind = r"\s" if found[1].endswith(" ") else r"[\s)]|$"
        terminals[f"{name}.{3 + (len(words) > 1)}"] = f"/{' '.join(words)}(?={behind})/"
        return name

    made = re.sub(r'"([a-z ]{2,})"', named, rules)
    return "\n".join([made, *(f"{name}: {pattern}" for name, pattern in terminals.items())])


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
    | "each " filter -> each
    | "each other " filter -> others
    | "one " filter -> chosen
    | "up to " quantity filter -> some
    | "up to " quantity "revealed" filter -> some_revealed
    | "up to " quantity "of those " filter -> some_moved
    | "random " quantity filter -> random
    | "any number of " filter -> any_number
    | "revealed" filter? -> revealed
    | _MOVED filter -> moved
    | "top " quantity? "of library" -> top
    | "counterpart" ATTACKING? filter? -> counterpart

?quantity: NUMBER -> number
         | X -> x
         | _OPEN amount _CLOSE
?amount: quantity
       | _MINUS amount -> minus
       | "half " amount -> half
       | "twice " amount -> twice
       | NUMBER "plus " amount -> plus
       | COUNTED filter -> counted
       | "that many" -> that_many
       | "types among " selector -> types_among
       | "number of " selector -> number_of
       | EXTREME PROPERTY "among " filter -> extreme
       | PROPERTY ("of " selector)? -> property
       | COUNTERS ("on " selector)? -> counters
       | "life of " selector -> life
       | CAST ("by " selector)? -> cast

?condition: "not " condition -> untrue
          | "at least " quantity filter -> at_least
          | "no " filter -> none
          | "any " filter -> some_there
          | NUMBER OP amount -> compared
          | "both " filter -> melding
          | NAMED "is " filter -> fits
          | FACT -> fact

NAMED.4: /(?:{_words(NAMED)})(?=[\s)]|$)/
_MOVED.5: /the moved cards(?= \()/
ATTACKING.4: /attacking(?=[\s)]|$)/
NUMBER.3: /[+-]?\d+(?=[\s)]|$)/
X.3: /x(?=[\s)]|$)/
_MINUS.4: /-(?=[a-z])/
COUNTED.3: /(?:{_words(COUNTED)})(?=\s)/
EXTREME.3: /(?:greatest|total)(?=\s)/
PROPERTY.3: /(?:{_words(PROPERTIES)})(?=[\s)]|$)/
COUNTERS.2: /[^\s()<>"]+ counters(?=[\s)]|$)/
CAST.4: /(?:most )?{SPELLS_CAST} (?:this|last) turn(?=[\s)]|$)/
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

    return Lark(
        _with_literals(GRAMMAR), parser="lalr", maybe_placeholders=False, start=list(_STARTS)
    )


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
