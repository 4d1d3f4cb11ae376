"""What ``is:`` and ``not:`` ask: qualities that follow from types and layout, and flags."""

from __future__ import annotations

from collections.abc import Mapping

from mtgmeld.errors import near
from mtgmeld.query.amounts import letters_of
from mtgmeld.query.things import Queryable
from mtgmeld.query.wanted import Test, Wanted, flat, negated

__all__ = ["FLAGS", "quality"]

PERMANENT_TYPES = frozenset("Artifact Battle Creature Enchantment Land Planeswalker".split())

_TYPE_WORDS = (
    "artifact battle creature enchantment instant kindred land planeswalker sorcery "
    "basic legendary snow"
).split()

# word -> layout that has the quality by itself; others get it as a flag
_LAYOUT_WORDS = {
    "split": "split",
    "transform": "transform",
    "modal": "modal_dfc",
    "mdfc": "modal_dfc",
    "meld": "meld",
    "flip": "flip",
    "adventure": "adventure",
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
    "transformed": "a double-faced permanent with its back face up (701.27g)",
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
    if name in ("Basic", "Legendary", "Snow"):
        return lambda thing: name in flat(thing.supertypes)
    return lambda thing: name in flat(thing.types)


def _has_flag(word: str) -> Test:
    return lambda thing: word in thing.flags


def _has_layout(word: str) -> Test:
    layout = _LAYOUT_WORDS[word]
    return lambda thing: thing.layout == layout or word in thing.flags


def _permanent(thing: Queryable) -> bool:
    return thing.zone == "battlefield" or not PERMANENT_TYPES.isdisjoint(flat(thing.types))


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


_DERIVED: Mapping[str, tuple[str, Test]] = {
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

FLAGS: Mapping[str, str] = {
    **_FLAG_WORDS,
    **{word: f"has the layout {layout}" for word, layout in _LAYOUT_WORDS.items()},
    **{word: f"has {word} in its type line" for word in _TYPE_WORDS},
    **{word: meaning for word, (meaning, _) in _DERIVED.items()},
}


def quality(wanted: Wanted) -> Test:
    """Return the test of an ``is:`` or ``not:``."""
    wanted.only(":", "=")
    word = wanted.value.strip().casefold().replace("-", "").replace(" ", "")
    if word not in FLAGS:
        raise wanted.wrong(f"{wanted.value!r} is no quality that is: knows", near=near(word, FLAGS))
    if word in _DERIVED:
        test = _DERIVED[word][1]
    elif word in _TYPE_WORDS:
        test = _has_type(word)
    else:
        test = _has_layout(word) if word in _LAYOUT_WORDS else _has_flag(word)
    return negated(test) if wanted.field == "not" else test
