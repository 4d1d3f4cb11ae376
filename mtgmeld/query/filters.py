"""Filters: each field turns an operator and a value into a test, and a tree into tests of it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import msgspec

from mtgmeld.cards import DECK_TYPES, PERMANENT_TYPES
from mtgmeld.errors import BadFilter, BadManaCost, near, one_of
from mtgmeld.game.characteristics import ZONES
from mtgmeld.mana import COLOR_WORDS, COLORS, MANA_TYPES, ManaCost, braced
from mtgmeld.names import normal_form, slashed
from mtgmeld.query.grammar import Node, tree, unquoted
from mtgmeld.query.things import Queryable, flat, letters, letters_of, normal
from mtgmeld.rules.citations import TwoAnswers

if TYPE_CHECKING:
    from lark import Token

Test = Callable[[Queryable], bool]


class Wanted(msgspec.Struct, frozen=True):
    """One comparison of a filter: a field, an operator, a value, and where they stand.

    ``asked`` says that the value stands in angle brackets: words for what is known in a game.
    """

    text: str
    field: str
    op: str
    value: str
    at: int
    op_at: int
    value_at: int
    asked: bool = False

    def wrong(self, why: str, at: int | None = None, near: Iterable[str] = ()) -> BadFilter:
        """Return the error about this comparison."""
        return BadFilter(self.text, self.value_at if at is None else at, why + _offer(near))

    def only(self, *ops: str) -> None:
        """Refuse an operator that the field does not know."""
        if self.op not in ops:
            raise self.wrong(f"{self.field} takes {' '.join(ops)}, not {self.op}", self.op_at)


def _offer(names: Iterable[str]) -> str:
    offered = one_of(names)
    return f".{offered}" if offered else ""


def negated(test: Test) -> Test:
    """Return the opposite test."""
    return lambda thing: not test(thing)


def signed(wanted: Wanted, test: Test) -> Test:
    """Return a test of membership, or its opposite for ``!=``."""
    wanted.only(":", "=", "!=")
    return negated(test) if wanted.op == "!=" else test


_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compares(left: Any, op: str, right: Any) -> bool:
    """Whether two numbers compare as an operator says."""
    return _COMPARE[op](left, right)


_ATTRIBUTE = {
    **dict.fromkeys(("mv", "cmc", "manavalue"), "mana_value"),
    **dict.fromkeys(("pow", "power"), "power"),
    **dict.fromkeys(("tou", "toughness"), "toughness"),
    **dict.fromkeys(("loy", "loyalty"), "loyalty"),
}


@lru_cache(maxsize=4096)
def _plain(text: str) -> Fraction | int | None:
    """Return a printed number; None for a star, a variable or anything else that varies."""
    try:
        made = Fraction(text.replace("\u00bd", ".5"))
    except (ValueError, ZeroDivisionError):
        return None
    return int(made) if made.denominator == 1 else made


def _number(wanted: Wanted) -> Test:
    get, compare = attrgetter(_ATTRIBUTE[wanted.field]), _COMPARE[wanted.op]
    word = wanted.value.strip().casefold()
    if word in ("odd", "even") and _ATTRIBUTE[wanted.field] == "mana_value":
        rest = 1 if word == "odd" else 0
        return signed(wanted, lambda thing: _any(get(thing), lambda v: v % 2 == rest))
    if word in _ATTRIBUTE:
        other = attrgetter(_ATTRIBUTE[word])
        return _between(get, other, wanted.op)
    if wanted.asked:
        parsed("amount", word)
        return lambda thing: _any(get(thing), lambda v: compare(v, thing.context.number(word)))
    number = _plain(word)
    if number is None and wanted.op in (":", "=") and word and set(word) <= set("0123456789+-*x"):
        return lambda thing: any(str(v).casefold() == word for v in _answers(get(thing)))
    if number is None:
        raise wanted.wrong(f"{wanted.value!r} is no number", near=near(word, _ATTRIBUTE))
    positive = wanted.op != "!="

    def test(thing: Queryable) -> bool:
        value = get(thing)
        if type(value) is int:
            return compare(value, number)
        if type(value) is TwoAnswers and not positive:
            return not _any(value, lambda v: bool(v == number))
        return _any(value, lambda v: compare(v, number))

    return test


def _any(value: Any, holds: Callable[[Any], bool]) -> bool:
    """Whether a number, or either of two answers, passes; what is no number does not."""
    if type(value) is TwoAnswers:
        return any(_any(answer, holds) for answer in value.answers)
    amount = _plain(value) if isinstance(value, str) else value
    return amount is not None and holds(amount)


def _answers(value: Any) -> tuple[Any, ...]:
    """Return either of two answers, or the one; none that is not known."""
    each = value.answers if type(value) is TwoAnswers else (value,)
    return tuple(answer for answer in each if answer is not None)


def _between(get: Callable[[Any], Any], other: Callable[[Any], Any], op: str) -> Test:
    compare = _COMPARE["=" if op == "!=" else op]

    def test(thing: Queryable) -> bool:
        right = other(thing)
        return _any(get(thing), lambda v: _any(right, lambda w: compare(v, w)))

    if op != "!=":
        return test
    # neither side may be missing: then there is nothing to compare
    return lambda thing: (
        _any(get(thing), _is_there) and _any(other(thing), _is_there) and not test(thing)
    )


def _is_there(value: Any) -> bool:
    return value is not None


_COLOR_WORDS = {word: letter for letter, word in COLOR_WORDS.items()}
_COLOR_WORDS |= dict.fromkeys(("colorless", "colourless", "c"), "")
_MANY = ("multicolor", "multicolored", "multicolour", "multicoloured", "m")


def _each(value: Any) -> tuple[frozenset[str], ...]:
    if type(value) is TwoAnswers:
        return tuple(letters(answer or "") for answer in value.answers)
    return () if value is None else (letters(value),)


def _colors(wanted: Wanted) -> Test:
    identity = wanted.field in ("id", "identity", "ci")
    get = attrgetter("color_identity" if identity else "colors")
    word = wanted.value.strip().casefold()
    if word in _MANY:
        # a split card with two colors was a multicolored card before 2017 too (old 708.3)
        return signed(wanted, lambda thing: len(letters_of(get(thing))) > 1)
    if word.isdigit() and len(word) == 1:
        compare, count = _COMPARE[wanted.op], int(word)
        return lambda thing: any(compare(len(s), count) for s in _each(get(thing)))
    letters = _COLOR_WORDS.get(word)
    if letters is None:
        letters = word.upper()
        if not letters or not set(letters) <= set(COLORS):
            known = (*_COLOR_WORDS, "multicolor")
            raise wanted.wrong(
                f"{wanted.value!r} names no colors (letters of WUBRG)", near=near(word, known)
            )
    if not letters and wanted.op == ":":
        return _subset(get, "=", frozenset())
    meant = ("<=" if identity else ">=") if wanted.op == ":" else wanted.op
    return _subset(get, meant, frozenset(letters))


def _subset(get: Callable[[Any], Any], op: str, letters: frozenset[str]) -> Test:
    if op == ">=" and len(letters) == 1:
        (letter,) = letters

        def has(thing: Queryable) -> bool:
            value = get(thing)
            return letter in (value if type(value) is str else letters_of(value))

        return has
    if op == ">=":
        return lambda thing: get(thing) is not None and letters <= letters_of(get(thing))
    if op == "!=":
        same = _subset(get, "=", letters)
        return lambda thing: get(thing) is not None and not same(thing)
    compare = _COMPARE[op]
    return lambda thing: any(compare(s, letters) for s in _each(get(thing)))


def _produces(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    letters = (_COLOR_WORDS.get(word) or ("C" if word in _COLOR_WORDS else word)).upper()
    if not letters or not set(letters) <= set(MANA_TYPES):
        raise wanted.wrong(f"{wanted.value!r} names no types of mana (letters of WUBRGC)")
    op = ">=" if wanted.op == ":" else wanted.op
    if op in ("<=", "<"):
        # what makes no mana at all is not meant
        inner = _subset(attrgetter("produced_mana"), op, frozenset(letters))
        return lambda thing: bool(thing.produced_mana) and inner(thing)
    return _subset(attrgetter("produced_mana"), op, frozenset(letters))


def _mana(wanted: Wanted) -> Test:
    text = wanted.value.strip()
    if "{" not in text:
        text = braced(_symbols(text))
    try:
        cost = ManaCost.parse(text)
    except BadManaCost as error:
        raise wanted.wrong(f"{wanted.value!r} is no mana cost") from error
    op = wanted.op
    if op in ("=", "!="):
        return signed(wanted, lambda thing: any(c == cost for c in _answers(thing.mana_cost)))
    want = _tally(cost)

    def holds(have: dict[str, Any]) -> bool:
        if op in (":", ">=", ">"):
            return _within(want, have) and (op != ">" or want != have)
        return _within(have, want) and (op != "<" or want != have)

    return lambda thing: any(holds(_tally(c)) for c in _answers(thing.mana_cost))


def _symbols(text: str) -> list[str]:
    """Split ``2WW`` into symbols: a run of digits is one."""
    out: list[str] = []
    for sign in text:
        if sign.isdigit() and out and out[-1].isdigit():
            out[-1] += sign
        else:
            out.append(sign)
    return out


def _tally(cost: ManaCost) -> dict[str, Any]:
    """Count symbols; generic mana is one amount."""
    found: dict[str, Any] = {}
    for s in cost:
        if s.kind != "generic":
            found[s.text] = found.get(s.text, 0) + 1
        elif s.value:
            found["generic"] = found.get("generic", 0) + s.value
    return found


def _within(small: dict[str, Any], large: dict[str, Any]) -> bool:
    return all(large.get(s, 0) >= n for s, n in small.items())


_PERMANENT = frozenset(PERMANENT_TYPES)
_TYPE_WORDS = (*sorted(word.casefold() for word in DECK_TYPES), "basic", "legendary", "snow")

# word -> layout that has the quality by itself; others get it as a flag
_LAYOUT_WORDS = {
    **{word: word for word in ("split", "transform")},
    **dict.fromkeys(("modal", "mdfc"), "modal_dfc"),
    **{word: word for word in ("meld", "flip", "adventure", "omen")},
}

_FLAG_WORDS = {
    "card": "a card",
    "token": "a token",
    "copy": "a copy of something",
    "ability": "an ability on the stack",
    "melded": "a melded permanent",
    "dfc": "represented by a double-faced card or token",
    "fuse": "has fuse",
    "aftermath": "has a half with aftermath",
    "fused": "a spell with both halves cast",
    "transformed": "a double-faced permanent with its back face up, not melded (701.27g)",
    "commander": "a commander",
    "playtest": "from a set outside the rules of sanctioned play",
    "tapped": "tapped",
    "attacking": "attacking",
    "blocking": "blocking",
    "facedown": "face down",
    "plotted": "a plotted card in exile",
    "unlocked": "a Room permanent with both halves unlocked",
}


def _has_type(word: str) -> Test:
    name = word.capitalize()
    if name in DECK_TYPES:
        return lambda thing: name in flat(thing.types)
    return lambda thing: name in flat(thing.supertypes)


def _has_flag(word: str) -> Test:
    return lambda thing: word in thing.flags


def _has_layout(word: str, layout: str) -> Test:
    return lambda thing: thing.layout == layout or word in thing.flags


def _permanent(thing: Queryable) -> bool:
    return thing.zone == "battlefield" or not _PERMANENT.isdisjoint(flat(thing.types))


def _spell(thing: Queryable) -> bool:
    if thing.zone:
        return thing.zone == "stack" and "ability" not in thing.flags
    return "Land" not in flat(thing.types) and "card" in thing.flags


def _historic(thing: Queryable) -> bool:
    return (
        "Legendary" in flat(thing.supertypes)
        or "Artifact" in flat(thing.types)
        or "Saga" in flat(thing.subtypes)
    )


def _nonbasic(thing: Queryable) -> bool:
    return "Land" in flat(thing.types) and "Basic" not in flat(thing.supertypes)


_QUALITIES: Mapping[str, tuple[str, Test]] = {
    **{word: (meaning, _has_flag(word)) for word, meaning in _FLAG_WORDS.items()},
    **{w: (f"has the layout {lay}", _has_layout(w, lay)) for w, lay in _LAYOUT_WORDS.items()},
    **{word: (f"has {word} in its type line", _has_type(word)) for word in _TYPE_WORDS},
    "permanent": ("a permanent, or a card or spell of a permanent type", _permanent),
    "spell": ("on the stack; of a card in no zone, that it is no land", _spell),
    "historic": ("legendary, an artifact, or a Saga", _historic),
    "nonbasic": ("a nonbasic land", _nonbasic),
    "room": ("has the subtype Room", lambda t: "Room" in flat(t.subtypes)),
    "nameless": ("has no name", lambda t: not flat(t.names)),
    "colorless": ("has no color", lambda t: not letters_of(t.colors)),
    "monocolor": ("has exactly one color", lambda t: len(letters_of(t.colors)) == 1),
    "multicolor": ("has more than one color", lambda t: len(letters_of(t.colors)) > 1),
    "untapped": (
        "a permanent that is not tapped",
        lambda t: t.zone == "battlefield" and "tapped" not in t.flags,
    ),
    "faceup": ("not face down", lambda t: "facedown" not in t.flags),
}

# what an object has in a game; a card by itself neither has it nor lacks it
IN_GAME = frozenset(
    "in zone owner controller counter ability copy commander fused transformed tapped untapped"
    " attacking blocking facedown plotted unlocked".split()
)

FLAGS: Mapping[str, str] = {word: meaning for word, (meaning, _) in _QUALITIES.items()}


def quality(wanted: Wanted) -> Test:
    """Return the test of an ``is:`` or ``not:``."""
    wanted.only(":", "=")
    word = wanted.value.strip().casefold().replace("-", "").replace(" ", "")
    if word not in FLAGS:
        raise wanted.wrong(f"{wanted.value!r} is no quality that is: knows", near=near(word, FLAGS))
    test = _QUALITIES[word][1]
    return negated(test) if wanted.field == "not" else test


CHOSEN_NAME = "chosen name"  # stands for the name that was chosen for the source (201.4)


def _name(wanted: Wanted) -> Test:
    if wanted.asked:
        words = wanted.value
        if words != CHOSEN_NAME:
            parsed("selector", words)
        return signed(
            wanted,
            lambda thing: not thing.context.names(words).isdisjoint(normal(flat(thing.names))),
        )
    whole = normal_form(wanted.value)
    parts = frozenset(slashed(wanted.value))
    if not whole:
        raise wanted.wrong("a name is missing")

    def test(thing: Queryable) -> bool:
        names = normal(flat(thing.names))
        return whole in names or parts <= names

    return signed(wanted, test)


def part_of_name(text: str) -> Test:
    """Return the test whether a text is part of one of the names."""
    wanted = normal_form(text)
    return lambda thing: any(wanted in name for name in normal(flat(thing.names)))


def _type(wanted: Wanted) -> Test:
    whole = normal_form(wanted.value)
    words = frozenset(whole.split())
    if not words:
        raise wanted.wrong("a type is missing")

    def test(thing: Queryable) -> bool:
        for group in (thing.types, thing.subtypes, thing.supertypes):
            if whole in normal(flat(group)):
                return True
        if len(words) == 1:
            return False
        line = flat(thing.types) + flat(thing.subtypes) + flat(thing.supertypes)
        return words <= normal(line)

    return signed(wanted, test)


def _keyword(wanted: Wanted) -> Test:
    word = normal_form(wanted.value)
    return signed(wanted, lambda thing: word in normal(flat(thing.keywords)))


def _layout(wanted: Wanted) -> Test:
    word = normal_form(wanted.value).replace(" ", "_").replace("-", "_")
    return signed(wanted, lambda thing: thing.layout == word)


def _zone(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    if word not in ZONES:
        raise wanted.wrong(f"{wanted.value!r} is no zone", near=near(word, ZONES) or ZONES)
    return signed(wanted, lambda thing: thing.zone == word)


_PLAYERS = ("target", "second target", "that player", "active player", "target's controller")


def _counter(wanted: Wanted) -> Test:
    word = wanted.value.strip().casefold()
    return signed(wanted, lambda thing: any(k.casefold() == word for k, _ in thing.counters))


def _player(wanted: Wanted) -> Test:
    get, word = attrgetter(wanted.field), wanted.value.strip().casefold()
    if not word:
        raise wanted.wrong("a player is missing")
    if word in ("opponent", "opponents"):
        return signed(wanted, lambda thing: (get(thing) or "you").casefold() != "you")
    if word in _PLAYERS:
        # who is meant is known where an ability is
        whose = attrgetter(f"{wanted.field}_name")
        return signed(wanted, lambda thing: whose(thing) in thing.context.players(word))
    if word.startswith("="):
        # an object in a game also answers to a player's own name
        name = word.removeprefix("=")
        return signed(
            wanted, lambda thing: getattr(thing, f"{wanted.field}_name", "").casefold() == name
        )
    return signed(wanted, lambda thing: (get(thing) or "").casefold() == word)


FIELDS: Mapping[str, Callable[[Wanted], Test]] = {
    "name": _name,
    **dict.fromkeys(("t", "type"), _type),
    **dict.fromkeys(_ATTRIBUTE, _number),
    **dict.fromkeys(("c", "color", "id", "identity", "ci"), _colors),
    **dict.fromkeys(("m", "mana"), _mana),
    "produces": _produces,
    **dict.fromkeys(("kw", "keyword"), _keyword),
    "layout": _layout,
    "counter": _counter,
    **dict.fromkeys(("is", "not"), quality),
    **dict.fromkeys(("in", "zone"), _zone),
    **dict.fromkeys(("owner", "controller"), _player),
}


class Filter(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A compiled filter.

    Attributes
    ----------
    text : str
        As it was written; compiling it again gives an equal filter.
    matches : callable
        Takes a :class:`~mtgmeld.query.Queryable` and says whether it passes.
    zones : tuple of str
        In a game, where what passes can be: the battlefield unless the filter says otherwise.
    asks : frozenset of str
        The fields that it compares, and the words of its ``is:`` and ``not:``.
    alone : bool
        Whether the characteristics of a thing say whether it passes, and nothing else does.
    """

    text: str
    matches: Callable[[Queryable], bool]
    zones: tuple[str, ...] = ("battlefield",)
    asks: frozenset[str] = frozenset()
    alone: bool = False

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
    return of_tree(text, tree("filter", text))


def of_tree(text: str, node: Node) -> Filter:
    """Return the filter of a tree, which stands in the text."""
    zones = tuple(sorted(_zones(node) or _BATTLEFIELD))
    return Filter(text, _test(text, node), zones, _asks(node), _alone(node))


def _compared(node: Node) -> tuple[str, str, str, bool]:
    """Return field, operator and value of a comparison, and whether the value is asked for."""
    field, op, value = cast("list[Token]", node.children)
    return field.lower(), str(op), unquoted(value).strip().casefold(), value.type == "ASKED"


def _asks(node: Node) -> frozenset[str]:
    """Return the fields that a filter compares, and the words of its qualities."""
    if node.data == "part":
        return frozenset(("name",))
    if node.data == "comparison":
        field, _, value, _ = _compared(node)
        return frozenset((field, value) if field in ("is", "not") or value in FIELDS else (field,))
    return frozenset().union(*(_asks(cast("Node", child)) for child in node.children))


# fields that compare what the characteristics of a thing say (109.3)
_OF_CHARACTERISTICS = frozenset(("name", "t", "type", "c", "color", "m", "mana", "kw", "keyword"))
_OF_CHARACTERISTICS |= _ATTRIBUTE.keys()


def _alone(node: Node) -> bool:
    """Whether a filter compares characteristics alone, none of them with words about a game."""
    if node.data == "part":
        return True
    if node.data == "comparison":
        field, _, _, asked = _compared(node)
        return field in _OF_CHARACTERISTICS and not asked
    return all(_alone(cast("Node", child)) for child in node.children)


_OF_FILTERS = frozenset(("either", "both", "opposite", "comparison", "part"))
# what a text stands for: its head, then words, filters, or further parts
Parsed = tuple[Any, ...]


@lru_cache(maxsize=8192)
def parsed(kind: str, text: str) -> Parsed:
    """Return a ``selector``, ``amount`` or ``condition``, every filter in it compiled.

    Raises
    ------
    UnknownName, BadFilter
        For words or a filter that mean nothing, with near ones.
    """
    return _parts(text, tree(kind, text))


def _parts(text: str, node: Node) -> Parsed:
    made: list[Any] = [str(node.data)]
    for child in node.children:
        if isinstance(child, str):
            made.append(str(child))
        else:
            inner = child.data in _OF_FILTERS
            made.append(of_tree(text, child) if inner else _parts(text, child))
    return made[1] if made[0] == "together" and len(made) == 2 else tuple(made)


_BATTLEFIELD = frozenset(("battlefield",))
_IN_PLAY = frozenset(ZONES) - {"outside"}


def _zones(node: Node) -> frozenset[str] | None:
    """Return the zones in which a filter looks; None where it names none."""
    if node.data == "comparison":
        field, op, value, _ = _compared(node)
        if field == "is" and value == "spell":
            return frozenset(("stack",))
        if field not in ("in", "zone"):
            return None
        return _IN_PLAY - {value} if op == "!=" else frozenset((value,))
    if node.data == "part":
        return None
    parts = [_zones(cast("Node", child)) for child in node.children]
    named = [p for p in parts if p is not None]
    if not named:
        return None
    if node.data == "opposite":
        child = cast("Node", node.children[0])
        spell = child.data == "comparison" and str(child.children[0]).lower() == "is"
        return None if spell else _IN_PLAY - named[0]
    if node.data == "both":
        return frozenset.intersection(*named)
    return frozenset().union(*(_BATTLEFIELD if p is None else p for p in parts))


def _test(text: str, node: Node) -> Test:
    """Return the test of a node; nesting is bounded."""
    if node.data in ("comparison", "part"):
        tokens = cast("list[Token]", node.children)
        return _comparison(text, *tokens) if node.data == "comparison" else _part(text, *tokens)
    tests = [_test(text, cast("Node", child)) for child in node.children]
    if node.data == "opposite":
        return negated(tests[0])
    return _joined(_both if node.data == "both" else _either, tests)


def _both(one: Test, two: Test) -> Test:
    return lambda thing: one(thing) and two(thing)


def _either(one: Test, two: Test) -> Test:
    return lambda thing: one(thing) or two(thing)


def _joined(join: Callable[[Test, Test], Test], tests: list[Test]) -> Test:
    """Return tests as one, in halves of halves: a long row of them is not nested deeply."""
    if len(tests) == 1:
        return tests[0]
    middle = len(tests) // 2
    return join(_joined(join, tests[:middle]), _joined(join, tests[middle:]))


def _comparison(text: str, field: Token, op: Token, value: Token) -> Test:
    name = field.lower()
    made = FIELDS.get(name)
    if made is None:
        known = near(name, FIELDS)
        hint = one_of(known) or f" Fields are: {', '.join(FIELDS)}."
        raise BadFilter(text, _at(field), f"there is no field {str(field)!r}.{hint}")
    asked = value.type == "ASKED"
    if asked and made not in (_number, _name):
        raise BadFilter(text, _at(value), f"{name} takes no words in angle brackets")
    places = (_at(field), _at(op), _at(value))
    return made(Wanted(text, name, str(op), unquoted(value), *places, asked))


def _part(text: str, token: Token) -> Test:
    word = unquoted(token)
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
