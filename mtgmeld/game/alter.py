"""What one continuous effect does to one object in one layer, with the rule of that layer (613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mtgmeld.game.abilities import Alteration
from mtgmeld.game.amounts import number
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.mana import order
from mtgmeld.query.wanted import flat
from mtgmeld.rules.citations import Derived, TwoAnswers

__all__ = ["LAYERS", "counted", "parts_of"]

replace = msgspec.structs.replace

# the layers that change characteristics, in order; control (layer 2) is a status here
LAYERS = ("3", "4", "5", "6", "7a", "7b", "7c", "7d")
BASIC_LAND_TYPES = frozenset("Plains Island Swamp Mountain Forest".split())
# subtypes of card types other than creature, by what they go with (205.3)
SUBTYPES = {
    "Land": BASIC_LAND_TYPES
    | frozenset(
        "Cave Cloud Desert Gate Lair Locus Mine Planet Power-Plant Sphere Tower Town Urza's".split()
    ),
    "Artifact": frozenset(
        "Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator "
        "Junk Lander Map Powerstone Spacecraft Stone Treasure Vehicle".split()
    ),
    "Enchantment": frozenset(
        "Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine".split()
    ),
}
KEYWORD_COUNTERS = frozenset(
    (
        "deathtouch|decayed|double strike|exalted|first strike|flying|haste|hexproof"
        "|indestructible|lifelink|menace|reach|shadow|trample|vigilance"
    ).split("|")
)

# an amount in words, for the object it is asked of
Amounts = Callable[[str | int, Characteristics], int]


def parts_of(change: Alteration) -> tuple[str, ...]:
    """Return the layers in which an effect does something (613.6)."""
    found = []
    if change.name is not None:
        found.append("3")
    if (
        change.types is not None
        or change.add_types
        or change.subtypes is not None
        or change.add_subtypes
        or change.supertypes
        or change.lose_supertypes
        or change.like_last_exiled
    ):
        found.append("4")
    if change.colors is not None or change.add_colors:
        found.append("5")
    if change.keywords or change.lose_keywords or change.loses_abilities or change.grants:
        found.append("6")
    if change.power is not None or change.toughness is not None or change.like_last_exiled:
        found.append("7a" if change.defines else "7b")
    if change.add_power or change.add_toughness:
        found.append("7c")
    if change.switch:
        found.append("7d")
    return tuple(found)


def _step(value: Derived, new: Any, says: str, *rules: str) -> Derived:
    return value.because(f"changed by {says}", rules, value=new)


def _items(value: Any, keep: Callable[[str], bool] | None, new: tuple[str, ...] = ()) -> Any:
    """Return what is kept of a list-like value, and what is new; of a split card each half's."""
    if isinstance(value, TwoAnswers):
        return TwoAnswers(tuple(_items(answer, keep, new) for answer in value.answers))
    kept = value or () if keep is None else tuple(v for v in value or () if keep(v))
    return tuple(dict.fromkeys((*kept, *new)))


def _more(value: Derived, new: tuple[str, ...], says: str, *rules: str) -> Derived:
    return _step(value, _items(value.value, None, new), says, *rules)


def _kind(subtype: str) -> str:
    """Return the card type that a subtype goes with; creature types are too many to list."""
    return next((kind for kind, known in SUBTYPES.items() if subtype in known), "Creature")


def named(found: Characteristics, change: Alteration, says: str) -> Characteristics:
    """Layer 3: the name (613.1c)."""
    return replace(found, names=_step(found.names, (change.name,), says, "613.1c"))


def typed(
    found: Characteristics, change: Alteration, says: str, like: Characteristics | None
) -> Characteristics:
    """Layer 4: card types, subtypes and supertypes (613.1d)."""
    types, subtypes, supertypes = found.types, found.subtypes, found.supertypes
    text, keywords = found.text, found.keywords
    if change.types is not None:
        types = _step(types, change.types, says, "613.1d", "205.1a")
        kinds = set(change.types)
        kept = _items(subtypes.value, lambda s: _kind(s) in kinds)
        if kept != subtypes.value:
            subtypes = _step(subtypes, kept, says, "613.1d", "205.1a")
    if change.add_types:
        types = _more(types, change.add_types, says, "613.1d")
    if change.subtypes is not None:
        others = {_kind(s) for s in change.subtypes} or {"Creature"}
        new = _items(subtypes.value, lambda s: _kind(s) not in others, tuple(change.subtypes))
        rules = ["613.1d", "205.1a"]
        if "Land" in flat(types.value) and BASIC_LAND_TYPES.intersection(change.subtypes):
            rules.append("305.7")
            text = _step(text, (), says, "305.7")
            keywords = _step(keywords, (), says, "305.7")
        subtypes = _step(subtypes, new, says, *rules)
    if change.add_subtypes:
        subtypes = _more(subtypes, change.add_subtypes, says, "613.1d")
    if change.lose_supertypes:
        kept = _items(supertypes.value, lambda s: s not in change.lose_supertypes)
        supertypes = _step(supertypes, kept, says, "613.1d")
    if change.supertypes:
        supertypes = _more(supertypes, change.supertypes, says, "613.1d")
    if change.like_last_exiled and like is not None:
        was = tuple(dict.fromkeys((*flat(like.subtypes.value), "Shapeshifter")))
        subtypes = _step(subtypes, was, says, "613.1d", "607.2a")
    return replace(
        found, types=types, subtypes=subtypes, supertypes=supertypes, text=text, keywords=keywords
    )


def colored(found: Characteristics, change: Alteration, says: str) -> Characteristics:
    """Layer 5: colors (613.1e)."""
    colors = found.colors
    if change.colors is not None:
        colors = _step(colors, order(change.colors), says, "613.1e", "105.3")
    if change.add_colors:
        colors = _step(colors, _colors(colors.value, change.add_colors), says, "613.1e", "105.3")
    return replace(found, colors=colors)


def _colors(value: Any, more: str) -> Any:
    """Return colors with more, in order; of a split card those of each half (to 2017)."""
    if isinstance(value, TwoAnswers):
        return TwoAnswers(tuple(_colors(answer, more) for answer in value.answers))
    return order((value or "") + more)


def abled(found: Characteristics, change: Alteration, says: str) -> Characteristics:
    """Layer 6: abilities gained and lost (613.1f)."""
    keywords, text, gained = found.keywords, found.text, found.gained
    if change.loses_abilities:
        gained = ()
        keywords = _step(keywords, (), says, "613.1f")
        text = _step(text, (), says, "613.1f")
    if change.lose_keywords:
        kept = _items(keywords.value, lambda k: k not in change.lose_keywords)
        keywords = _step(keywords, kept, says, "613.1f")
    if change.keywords:
        keywords = _more(keywords, change.keywords, says, "613.1f")
    gained = (*gained, *change.grants)
    return replace(found, keywords=keywords, text=text, gained=gained)


def sized(
    found: Characteristics,
    change: Alteration,
    says: str,
    amounts: Amounts,
    like: Characteristics | None,
) -> Characteristics:
    """Layers 7a and 7b: power and toughness defined or set (613.4a-b)."""
    power, toughness = found.power, found.toughness
    rule = "613.4a" if change.defines else "613.4b"
    if change.like_last_exiled and like is not None:
        power = _step(power, number(like.power.value), says, rule, "607.2a")
        toughness = _step(toughness, number(like.toughness.value), says, rule, "607.2a")
    if change.power is not None:
        power = _step(power, amounts(change.power, found), says, rule)
    if change.toughness is not None:
        toughness = _step(toughness, amounts(change.toughness, found), says, rule)
    return replace(found, power=power, toughness=toughness)


def grown(
    found: Characteristics, change: Alteration, says: str, amounts: Amounts
) -> Characteristics:
    """Layer 7c: power and toughness modified (613.4c)."""
    power, toughness = found.power, found.toughness
    more = amounts(change.add_power, found)
    if more:
        power = _step(power, number(power.value) + more, says, "613.4c")
    more = amounts(change.add_toughness, found)
    if more:
        toughness = _step(toughness, number(toughness.value) + more, says, "613.4c")
    return replace(found, power=power, toughness=toughness)


def switched(found: Characteristics, says: str) -> Characteristics:
    """Layer 7d: power and toughness change places (613.4d)."""
    power, toughness = number(found.power.value), number(found.toughness.value)
    return replace(
        found,
        power=_step(found.power, toughness, says, "613.4d"),
        toughness=_step(found.toughness, power, says, "613.4d"),
    )


def _size_of(kind: str) -> tuple[int, int] | None:
    """Return what a counter such as +1/+1 adds to power and toughness; None for others (122.1a)."""
    up, slash, down = kind.partition("/")
    if not slash:
        return None
    try:
        return int(up), int(down)
    except ValueError:
        return None


def counted(
    found: Characteristics, counters: tuple[tuple[str, int], ...], layer: str
) -> Characteristics:
    """Apply keyword counters (layer 6, 122.1b) or counters on power and toughness (7c, 122.1a)."""
    if layer == "6":
        words = tuple(k.capitalize() for k, _ in counters if k in KEYWORD_COUNTERS)
        if not words:
            return found
        both = _items(found.keywords.value, None, words)
        return replace(
            found, keywords=found.keywords.because("counters", ("613.1f", "122.1b"), both)
        )
    if isinstance(found.types.value, TwoAnswers) or not found.has_type("Creature"):
        return found
    sizes = [(size, n) for kind, n in counters if (size := _size_of(kind)) is not None]
    power = sum(size[0] * n for size, n in sizes)
    toughness = sum(size[1] * n for size, n in sizes)
    rules = ("613.4c", "122.1a")
    if power:
        new = number(found.power.value) + power
        found = replace(found, power=found.power.because("counters", rules, new))
    if toughness:
        new = number(found.toughness.value) + toughness
        found = replace(found, toughness=found.toughness.because("counters", rules, new))
    return found
