"""What continuous effects make of objects, layer by layer (611, 613).

All permanents go through the layers together, so that an effect in one layer sees what the
layers before it have made of each of them, and an amount that counts permanents sees them as
they are by then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.game.abilities import Ability, Alteration, Static
from mtgmeld.game.card_abilities import given_by
from mtgmeld.game.characteristics import VALUES, Characteristics, as_permanent, by_counters
from mtgmeld.game.player_words import is_meant
from mtgmeld.game.selectors import Context, holds, number, size_of
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import Seen, zones_in
from mtgmeld.mana import order
from mtgmeld.query.filters import compile_filter
from mtgmeld.query.things import flat
from mtgmeld.rules.citations import Derived, TwoAnswers

if TYPE_CHECKING:
    from mtgmeld.game.state import Game


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


def abilities_lost(known: Characteristics) -> bool:
    """Whether effects have taken the abilities in a text, be it one that was empty before."""
    return not known.text.value and not {"613.1f", "305.7"}.isdisjoint(known.text.all_rules)


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
    gained = (*gained, *given_by(change))
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


class LayeredEffect(msgspec.Struct, gc=False):
    """A continuous effect on its way through the layers.

    Attributes
    ----------
    stamp : tuple of int
        Its timestamp (613.7a-b); a standing effect comes after what was there when it was laid.
    change : Alteration
    says : str
    player : str
        Whose ``you`` its filters and amounts mean.
    ids : tuple of int or None
        What it applies to: fixed for the effect of a resolved spell or ability (611.2c), for
        another one settled in the first layer in which it does something (613.6).
    parts : tuple of str
        The layers in which it does something.
    source : GameObject or None
        The object whose static ability it is.
    ability : Static or None
    like : Characteristics or None
        The last creature card that its source exiled, where the effect asks for it.
    waited : bool
        Whether it came later than its timestamp says, for what it depends on (613.8b).
    counted : dict
        What its amounts come to as it is applied, by their words and by whose they are.
    fixed : frozenset of int
        What it applies to, where that is fixed from the beginning.
    granted : bool
        Whether an effect gave its source the ability.
    """

    stamp: tuple[int, int]
    change: Alteration
    says: str
    player: str
    ids: tuple[int, ...] | None
    parts: tuple[str, ...]
    source: GameObject | None = None
    ability: Static | None = None
    like: Characteristics | None = None
    waited: bool = False
    counted: dict[tuple[str, str], int] = {}
    fixed: frozenset[int] = frozenset()
    granted: bool = False


class Laid(msgspec.Struct, gc=False):
    """The continuous effects of a game together.

    Attributes
    ----------
    layers : list
        Each layer with its effects, each with its number.
    apart : bool
        Whether what they make of an object depends on no other object, so that each may be taken
        through the layers alone.
    sources, fixed : frozenset of int
        The objects whose static abilities they are, and those that effects were fixed on.
    stack : bool
        Whether they may apply to spells.
    taking : bool
        Whether one of them gives control of something.
    """

    layers: list[tuple[str, list[tuple[int, LayeredEffect]]]]
    apart: bool
    sources: frozenset[int]
    fixed: frozenset[int]
    stack: bool
    taking: bool

    @classmethod
    def of(cls, rows: list[LayeredEffect], *, alone: bool) -> Laid:
        """Return effects together; ``alone`` says that nothing else ties objects to each other."""
        scopes = [r.ability for r in rows if r.ability is not None]
        return cls(
            [(layer, list(_in_order(rows, layer))) for layer in LAYERS],
            alone and all(map(_apart, rows)) and not any(_may_depend(rows, n) for n in "456"),
            frozenset(r.source.id for r in rows if r.source is not None),
            frozenset().union(*(r.fixed for r in rows)),
            any("stack" in zones_in(ability.what) for ability in scopes),
            any(r.change.controller is not None for r in rows),
        )

    def may_change(self, obj: int) -> bool:
        """Whether a change of one object changes nothing for others."""
        return self.apart and obj not in self.sources

    def reaches(self, obj: GameObject) -> bool:
        """Whether it is an object that they may apply to."""
        if obj.zone == "battlefield" or obj.id in self.fixed:
            return True
        return self.stack and obj.zone == "stack"


def _in_order(rows: list[LayeredEffect], layer: str) -> list[tuple[int, LayeredEffect]]:
    """Return the effects in a layer, those from characteristic-defining abilities first (613.3)."""
    mine = [(n, r) for n, r in enumerate(rows) if layer in r.parts]
    return sorted(mine, key=lambda row: not row[1].change.defines)


def _apart(row: LayeredEffect) -> bool:
    """Whether what an effect does to an object depends on no other object."""
    change, ability = row.change, row.ability
    if change.like_last_exiled or change.loses_abilities or change.subtypes is not None:
        return False  # others may lose what they do (305.7)
    if any(isinstance(given, Static) for given in given_by(change)):
        return False  # what is given may be about others
    amounts = (getattr(change, name) for name in _AMOUNTS)
    if not all(a is None or isinstance(a, int) or a in _OWN for a in amounts):
        return False
    return ability is None or not (ability.condition or "<" in ability.what)


def _may_depend(rows: list[LayeredEffect], layer: str) -> bool:
    """Whether an effect in a layer may change what another one applies to (613.8a)."""
    mine = [r for r in rows if layer in r.parts]
    written = frozenset().union(*(_written(r.change, layer) for r in mine))
    return len(mine) > 1 and any(
        not _read(r.ability).isdisjoint(written) for r in mine if r.ability is not None
    )


# what a filter looks at that effects of layers 4 to 6 may change; other fields read nothing of it
_READS = {
    "t": "types",
    "type": "types",
    "is": "types",
    "not": "types",
    "c": "colors",
    "color": "colors",
    "colorless": "colors",
    "monocolor": "colors",
    "multicolor": "colors",
    "kw": "keywords",
    "keyword": "keywords",
    "fuse": "keywords",
    "aftermath": "keywords",
    "produces": "text",
}


def _read(ability: Ability) -> frozenset[str]:
    """Return what the scope of a static ability looks at."""
    if ability.condition:
        return frozenset(_READS.values())
    asked = compile_filter(ability.what).asks if ability.what else ()
    return frozenset(_READS[word] for word in asked if word in _READS)


def _written(change: Alteration, layer: str) -> frozenset[str]:
    """Return what the part of an effect in a layer may change of what filters look at."""
    if layer == "5":
        return frozenset(("colors",))
    if layer == "6":
        return frozenset(("keywords", "text") if change.loses_abilities else ("keywords",))
    if layer != "4":
        return frozenset()
    # a basic land type takes abilities (305.7)
    return frozenset(("types", "keywords", "text") if change.subtypes is not None else ("types",))


_STATUS = re.compile("tapped|attack|block|damage")


def reads_status(rows: list[LayeredEffect]) -> bool:
    """Whether an effect may look at which permanents are tapped, attack or are damaged."""
    return any(
        _STATUS.search(text)
        for row in rows
        for text in (
            *(() if row.ability is None else (row.ability.what, *row.ability.conditions)),
            *(str(getattr(row.change, name)) for name in _AMOUNTS),
        )
    )


_OWN = ("mana value", "power", "toughness")  # amounts that each object answers for itself
_AMOUNTS = ("power", "toughness", "add_power", "add_toughness")
# amounts that are the same whatever object they are asked of
_SHARED = ("count ", "doors ", "names ", "types ", "devotion ")


def rows_of(
    game: Game, statics: tuple[tuple[Static, GameObject], ...], like: Mapping[int, Characteristics]
) -> list[LayeredEffect]:
    """Return the continuous effects that there are, by timestamp (613.7)."""
    rows: list[LayeredEffect] = []
    for effect in game.effects:
        if effect.change is not None:
            parts = parts_of(effect.change)
            stamp = (effect.timestamp, 0)
            fixed = frozenset(effect.ids)
            made = LayeredEffect(
                stamp, effect.change, effect.says, "", effect.ids, parts, fixed=fixed
            )
            rows.append(made)
    for ability in game.standing:
        if isinstance(ability, Static):
            player = ability.controller or game.players[0].name
            parts = parts_of(ability.change)
            stamp = (ability.stamp, 1)
            rows.append(
                LayeredEffect(
                    stamp, ability.change, ability.key, player, None, parts, ability=ability
                )
            )
    for ability, obj in statics:
        change = ability.change
        parts = parts_of(change)
        says = ability.key.partition("#")[0]
        rows.append(
            LayeredEffect(
                (obj.timestamp, 0),
                change,
                says,
                obj.controller,
                None,
                parts,
                obj,
                ability,
                like.get(obj.id),
            )
        )
    rows.sort(key=lambda row: row.stamp)
    return rows


def apply_layers(
    game: Game,
    rows: list[LayeredEffect],
    things: Mapping[int, GameObject],
    now: dict[int, Characteristics],
) -> None:
    """Take objects through layers 3 to 7; `now` holds them as the layer before left them.

    Parameters
    ----------
    game : Game
    rows : list of LayeredEffect
        By timestamp.
    things : mapping of int to Obj
        The objects that effects may apply to.
    now : dict of int to Characteristics
        Changed in place, so that whoever asks in between sees what holds by then.
    """
    lost: set[int] = set()
    for layer in LAYERS:
        _apply_in(game, layer, rows, things, now, lost)
        if layer == "6":
            while more := _granted(rows, things, now):
                rows = sorted((*rows, *more), key=lambda row: row.stamp)
                _apply_in(game, layer, more, things, now, lost)
        if layer in ("6", "7c"):
            for i, obj in things.items():
                if obj.counters and obj.zone == "battlefield":
                    now[i] = counted(now[i], obj.counters, layer)
    for i, obj in things.items():
        if obj.zone == "battlefield":
            now[i] = by_counters(as_permanent(now[i]), obj.counters)


def _apply_in(
    game: Game,
    layer: str,
    rows: list[LayeredEffect],
    things: Mapping[int, GameObject],
    now: dict[int, Characteristics],
    lost: set[int],
) -> None:
    """Apply what effects do in a layer, by timestamp and dependence (613.7, 613.8)."""
    waiting = [r for r in rows if layer in r.parts]
    for row in waiting:
        row.waited = False
    # effects from characteristic-defining abilities come first (613.3, 613.4a)
    waiting.sort(key=lambda r: not r.change.defines)
    written = frozenset().union(*(_written(r.change, layer) for r in waiting))
    while waiting:
        row = waiting.pop(_next(game, waiting, layer, written, things, now, lost))
        row.counted = {}
        if row.ids is None:
            row.ids = _scope(game, row, things, now, lost)
        for i in row.ids:
            if i in now:
                before = now[i].text
                now[i] = _applied(game, row, layer, things[i], now[i])
                if now[i].text is not before:
                    lost.add(i)


def _granted(
    rows: list[LayeredEffect],
    things: Mapping[int, GameObject],
    now: Mapping[int, Characteristics],
) -> list[LayeredEffect]:
    """Return the effects of static abilities that effects have given and that are not there yet.

    They come too late for the layers before; a timestamp is the later one of the object's and
    of the effect that gave the ability (613.7a).
    """
    there = {(r.source.id, id(r.ability)) for r in rows if r.source is not None}
    found = []
    for i, known in now.items():
        for ability in known.gained if things[i].zone == "battlefield" else ():
            if not isinstance(ability, Static) or (i, id(ability)) in there:
                continue
            givers = [r.stamp for r in rows if any(a is ability for a in given_by(r.change))]
            stamp = max((things[i].timestamp, 0), *givers)
            parts = tuple(part for part in parts_of(ability.change) if part >= "6")
            says, player = ability.key.partition("#")[0], things[i].controller
            found.append(
                LayeredEffect(
                    stamp,
                    ability.change,
                    says,
                    player,
                    None,
                    parts,
                    things[i],
                    ability,
                    granted=True,
                )
            )
    return sorted(found, key=lambda row: row.stamp)


def _scope(
    game: Game,
    row: LayeredEffect,
    things: Mapping[int, GameObject],
    now: Mapping[int, Characteristics],
    lost: set[int],
) -> tuple[int, ...]:
    """Return what an effect of a static ability applies to as things are by now (611.3a)."""
    ability, source = row.ability, row.source
    assert ability is not None
    if source is not None and source.id in lost and not row.granted:
        return ()
    if not holds(game, ability, source, row.player):
        return ()
    if ability.this:
        return () if source is None else (source.id,)
    if ability.attached:
        host = None if source is None else source.attached
        return (host,) if isinstance(host, int) else ()
    return tuple(i for i, obj in things.items() if _covers(game, row, obj, now[i]))


def _covers(game: Game, row: LayeredEffect, obj: GameObject, known: Characteristics) -> bool:
    """Whether an effect applies to an object that is like this by now."""
    if row.ability is None:
        return obj.id in row.fixed
    return covers(game, row.ability, row.source, row.player, obj, known)


def covers(
    game: Game,
    ability: Static,
    source: GameObject | None,
    player: str,
    obj: GameObject,
    known: Characteristics | None = None,
) -> bool:
    """Whether a static ability of a player's applies to an object (611.3a)."""
    if ability.this:
        return source is not None and source.id == obj.id
    if ability.attached:
        return source is not None and source.attached == obj.id
    if ability.others and source is not None and source.id == obj.id:
        return False
    wanted = compile_filter(ability.what) if ability.what else None
    if obj.zone not in (("battlefield",) if wanted is None else wanted.zones):
        return False
    if not is_meant(ability.who, obj.controller, player):
        return False
    return wanted is None or wanted.matches(Seen(game, obj, known, player))


def apply_apart(game: Game, laid: Laid, obj: GameObject, found: Characteristics) -> Characteristics:
    """Take one object through layers 3 to 7, where that depends on no other object."""
    covered: dict[int, bool] = {}
    play = obj.zone == "battlefield"
    for layer, rows in laid.layers:
        for n, row in rows:
            covers = covered.get(n)
            if covers is None:
                covers = covered[n] = _covers(game, row, obj, found)
            if covers:
                found = _in_layer(game, row, layer, obj, found)
        if play and obj.counters and layer in ("6", "7c"):
            found = counted(found, obj.counters, layer)
    return by_counters(as_permanent(found), obj.counters) if play else found


def _next(
    game: Game,
    waiting: list[LayeredEffect],
    layer: str,
    written: frozenset[str],
    things: Mapping[int, GameObject],
    now: dict[int, Characteristics],
    lost: set[int],
) -> int:
    """Return which effect comes next: the earliest that depends on no other (613.7, 613.8)."""
    if len(waiting) == 1 or layer not in ("4", "5", "6"):
        return 0
    for at, row in enumerate(waiting):
        if row.ids is not None or row.change.defines or row.ability is None:
            return at
        read = _read(row.ability)
        if row.source is not None:
            read |= {"text"}
        if read.isdisjoint(written) or not any(
            _depends(game, row, other, layer, things, now, lost)
            for other in waiting
            if other is not row and not read.isdisjoint(_written(other.change, layer))
        ):
            for skipped in waiting[:at]:
                skipped.waited = True
            return at
    return 0  # a loop of dependencies goes by timestamp (613.8b)


def _depends(
    game: Game,
    row: LayeredEffect,
    other: LayeredEffect,
    layer: str,
    things: Mapping[int, GameObject],
    now: dict[int, Characteristics],
    lost: set[int],
) -> bool:
    """Whether applying another effect would change what an effect applies to (613.8a)."""
    hit = other.ids if other.ids is not None else _scope(game, other, things, now, lost)
    hit = tuple(i for i in hit if i in now)
    if not hit:
        return False
    before = _scope(game, row, things, now, lost)
    kept = {i: now[i] for i in hit}
    for i in hit:
        now[i] = _applied(game, other, layer, things[i], now[i])
    gone = lost | {i for i in hit if now[i].text is not kept[i].text}
    after = _scope(game, row, things, now, gone)
    now.update(kept)
    return before != after


def _applied(
    game: Game, row: LayeredEffect, layer: str, obj: GameObject, found: Characteristics
) -> Characteristics:
    """Return an object's characteristics with the part of an effect in a layer applied."""
    made = _in_layer(game, row, layer, obj, found)
    if not row.waited:
        return made
    steps = {}
    for name in VALUES:
        step = made[name]
        if step is not found[name]:
            steps[name] = replace(step, rules=(*step.rules, "613.8b"))
    return replace(made, **steps)


def _in_layer(
    game: Game, row: LayeredEffect, layer: str, obj: GameObject, found: Characteristics
) -> Characteristics:
    change, says = row.change, row.says
    if layer == "3":
        return named(found, change, says)
    if layer == "4":
        return typed(found, change, says, row.like)
    if layer == "5":
        return colored(found, change, says)
    if layer == "6":
        return abled(found, change, says)

    def amounts(value: str | int, known: Characteristics) -> int:
        if isinstance(value, int):
            return value
        if value in _OWN:
            return size_of(known, str(value))
        player, text = row.player or obj.controller, str(value)
        shared = row.source is not None or text.startswith(_SHARED)
        if shared and (text, player) in row.counted:
            return row.counted[text, player]
        number = Context(game, player, row.source or obj, ability=row.ability).number(value)
        if shared:
            row.counted[text, player] = number
        return number

    if layer in ("7a", "7b"):
        return sized(found, change, says, amounts, row.like)
    if layer == "7c":
        return grown(found, change, says, amounts)
    return switched(found, says)
