"""The characteristics of an object in a game: what it is by itself, then layers 1 to 7.

Copiable values come first (613.2, 707.2), then the effects of the other layers in their order,
each by timestamp (613.1, 613.7).  Every change is a further step on top of the value's reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from mtgmeld.game.abilities import Ability
from mtgmeld.game.alter import counted
from mtgmeld.game.amounts import amount, holds, number
from mtgmeld.game.characteristics import (
    Characteristics,
    Copiable,
    Status,
    as_permanent,
    derive,
)
from mtgmeld.game.continuous import apply_layers, rows_of
from mtgmeld.game.copiable import as_copied, copiable_of, status_of, with_exceptions
from mtgmeld.game.objects import LastKnown, Obj
from mtgmeld.game.seen import zones_in
from mtgmeld.game.texts import index_of, texts_of
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = [
    "abilities_of",
    "amount",
    "as_copied",
    "characteristics_of",
    "controller_of",
    "copiable_of",
    "effects_about",
    "gained_by",
    "holds",
    "live_abilities",
    "number",
    "status_of",
    "with_exceptions",
]


@lru_cache(maxsize=65536)
def _alone(
    what: Copiable,
    how: Status,
    counters: tuple[tuple[str, int], ...],
    edition: Edition,
    chosen: Readings,
) -> Characteristics:
    """Return the characteristics of an object that no continuous effect touches."""
    found = derive(what, how, edition, chosen)
    if how.zone != "battlefield":
        return found
    if counters:
        found = counted(counted(found, counters, "6"), counters, "7c")
    return as_permanent(found)


def characteristics_of(game: Game, obj: Obj) -> Characteristics:
    """Return the characteristics of an object in a game, each with its reasons."""
    memo = game.memo
    if memo.plain and memo.effects is game.effects and memo.standing is game.standing:
        known = memo.family.known
        entry = known.get(obj.id)
        if entry is not None and entry[0] is obj:
            return entry[1]
        made = _of_itself(game, obj)
        known[obj.id] = (obj, made)
        return made
    table = _table(game)
    if table:
        found = table.get(obj.id)
        if found is not None and game.things.get(obj.id) is obj:
            return found
    return _of_itself(game, obj)


def _of_itself(game: Game, obj: Obj) -> Characteristics:
    what = copiable_of(game, obj)
    how = status_of(game, obj, what)
    if obj.zone not in ("battlefield", "stack"):
        defined = _defined(game, obj, what, how)
        if defined is not None:
            return defined
    return _alone(what, how, obj.counters, game.edition, game.policies)


def _defined(game: Game, obj: Obj, what: Copiable, how: Status) -> Characteristics | None:
    """Return the characteristics of a card that an ability of its own defines anywhere (604.3)."""
    own = tuple(
        (ability, obj)
        for ability in texts_of(game, obj)
        if ability.kind == "static" and ability.change is not None and ability.change.defines
    )
    if not own:
        return None
    now = {obj.id: derive(what, how, game.edition, game.policies)}
    rows = [r for r in rows_of(game, own, {}) if r.source is obj]
    apply_layers(game, rows, {obj.id: obj}, now)
    return now[obj.id]


def _table(game: Game) -> dict[int, Characteristics]:
    """Return what continuous effects make of the objects that they can reach.

    It is empty where there are no such effects.  While it is being made it holds what the
    layers so far have made of each object.
    """
    memo = game.memo
    if (
        memo.table is not None
        and memo.effects is game.effects
        and memo.standing is game.standing
        and (memo.links is game.links or not memo.table)
    ):
        return memo.table
    statics = tuple(
        (ability, obj)
        for ability, i in index_of(game).get("static", ())
        if ability.change is not None and (obj := game.things.get(i)) is not None
    )
    now: dict[int, Characteristics] = {}
    memo.links, memo.table = game.links, now
    rows = rows_of(game, statics, _exiled(game, statics))
    if not rows:
        memo.plain = not game.effects and not game.policies
        return now
    reached = {i for row in rows for i in row.ids or ()}
    if any(row.ability is not None and "stack" in zones_in(row.ability.what) for row in rows):
        reached.update(i for i, obj in game.things.items() if obj.zone == "stack")
    things = {i: game.things[i] for i in game.places.get("battlefield", ())}
    things.update((i, game.things[i]) for i in sorted(reached) if i in game.things)
    for i, obj in things.items():
        what = copiable_of(game, obj)
        now[i] = derive(what, status_of(game, obj, what), game.edition, game.policies)
    if not things:
        memo.table = None  # an empty table says that there are no effects
        return now
    apply_layers(game, rows, things, now)
    return now


def _exiled(game: Game, statics: tuple[tuple[Ability, Obj], ...]) -> dict[int, Characteristics]:
    """Return, by source, the last creature card that its ability exiled and that is still there."""
    found = {}
    for ability, source in statics:
        if ability.change is None or not ability.change.like_last_exiled:
            continue
        for i in reversed(game.links.get(f"{source.id}", ())):
            card = game.get(i)
            if card is not None and card.zone == "exile" and card.cards:
                known = characteristics_of(game, card)
                if known.has_type("Creature"):
                    found[source.id] = known
                    break
    return found


def abilities_of(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modeled abilities that an object has now, or had as it left (603.10a).

    Those in its own text come first, those that effects gave it after them (613.1f).
    """
    found = texts_of(game, obj)
    now = game.things.get(obj.id)
    if now is None:
        known: LastKnown | None = game.known.get(obj.id)
        if known is None:
            return found
        kept = found if known.characteristics.text.value else ()
        return (*kept, *known.characteristics.gained)
    gained = gained_by(game, obj)
    if found and _has_lost(game, obj):
        return gained
    return (*found, *gained) if gained else found


def gained_by(game: Game, obj: Obj) -> tuple[Ability, ...]:
    """Return the modeled abilities that effects give an object."""
    memo = game.memo
    if memo.plain and memo.effects is game.effects and memo.standing is game.standing:
        return ()
    known = _table(game).get(obj.id)
    return () if known is None else known.gained


def effects_about(game: Game) -> bool:
    """Whether there are continuous effects that may change characteristics."""
    memo = game.memo
    if memo.plain and memo.effects is game.effects and memo.standing is game.standing:
        return False
    return bool(game.effects) or bool(_table(game)) or game.memo.table is None


def _has_lost(game: Game, obj: Obj) -> bool:
    """Whether effects have taken the abilities in the text of an object."""
    known = _table(game).get(obj.id)
    return known is not None and not known.text.value


def live_abilities(game: Game, kinds: Iterable[str]) -> list[tuple[Ability, Obj | None]]:
    """Return abilities of given kinds that work now, with the object whose they are.

    An ability of a permanent works on the battlefield; one that says otherwise works where
    it says (113.6).  Standing effects have no object.
    """
    found: list[tuple[Ability, Obj | None]] = []
    if game.standing:
        found += [(a, None) for a in game.standing if a.kind in kinds]
    index = index_of(game)
    for kind in kinds:
        if kind in index:
            table, things = _table(game), game.things
            for ability, i in index[kind]:
                obj = things.get(i)
                if obj is not None and (not table or i not in table or table[i].text.value):
                    found.append((ability, obj))
    if game.effects or game.standing or "static" in index:
        for i, known in _table(game).items():
            if known.gained:
                found += [(a, game.things[i]) for a in known.gained if a.kind in kinds]
    return found


def controller_of(game: Game, ability: Ability, obj: Obj | None) -> str:
    """Return whose an ability or a standing effect is."""
    return obj.controller if obj is not None else ability.controller or game.players[0].name
