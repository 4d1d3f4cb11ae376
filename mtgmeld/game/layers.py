"""The characteristics of an object in a game: what it is by itself, then layers 1 to 7.

Copiable values come first (613.2, 707.2), then the effects of the other layers in their order,
each by timestamp (613.1, 613.7).  Every change is a further step on top of the value's reasons.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from mtgmeld.game.abilities import Ability, Static, Triggered, Watch
from mtgmeld.game.characteristics import (
    Characteristics,
    Circumstances,
    CopiableValues,
    as_permanent,
    by_counters,
    derive,
)
from mtgmeld.game.continuous import (
    Laid,
    apply_apart,
    apply_layers,
    counted,
    reads_status,
    rows_of,
)
from mtgmeld.game.copiable import (
    index_of,
    read_of,
    texts_of,
)
from mtgmeld.game.memo import NO_TABLE
from mtgmeld.game.selectors import holds
from mtgmeld.game.values import GameObject, LastKnown, keep_alone
from mtgmeld.rules.editions import Edition, Readings

if TYPE_CHECKING:
    from mtgmeld.game.state import Game


@lru_cache(maxsize=65536)
def _alone(
    what: CopiableValues,
    how: Circumstances,
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
    return by_counters(as_permanent(found), counters)


def characteristics_of(game: Game, obj: GameObject) -> Characteristics:
    """Return the characteristics of an object in a game, each with its reasons."""
    memo = game.memo
    if memo.plain:
        try:
            family, made = obj.alone
            if family is memo.family:
                return made
        except AttributeError:  # nothing is kept of it yet
            pass
        what, how, texts = read_of(game, obj)
        if texts and (defined := _defined(game, obj)) is not None:
            return defined
        made = _alone(what, how, obj.counters, game.edition, game.policies)
        keep_alone(obj, (memo.family, made))
        return made
    table = table_of(game)
    if table:
        found = table.get(obj.id)
        if found is not None and game.things.get(obj.id) is obj:
            return found
    return _defined(game, obj) or _alone_in(game, obj)


def _alone_in(game: Game, obj: GameObject) -> Characteristics:
    what, how, _ = read_of(game, obj)
    return _alone(what, how, obj.counters, game.edition, game.policies)


def _defined(game: Game, obj: GameObject) -> Characteristics | None:
    """Return the characteristics of a card that an ability of its own defines anywhere (604.3).

    They may change with whatever the ability counts.
    """
    if obj.zone in ("battlefield", "stack"):
        return None
    texts = texts_of(game, obj)
    own = [a for a in texts if isinstance(a, Static) and a.change.defines] if texts else []
    if not own:
        return None
    now = {obj.id: _before_layers(game, obj)}
    rows = rows_of(game, tuple((a, obj) for a in own), {})
    rows = [r for r in rows if r.source is obj]
    apply_layers(game, rows, {obj.id: obj}, now)
    return now[obj.id]


def table_of(game: Game) -> dict[int, Characteristics]:
    """Return what continuous effects make of the objects that they can reach.

    It is empty where there are no such effects.  While it is being made it holds what the
    layers so far have made of each object.
    """
    index = index_of(game)
    memo = game.memo
    made, laid = memo.table, memo.rows
    if made is not None and (memo.links is game.links or laid is None or laid.apart):
        return _kept_up(game, made) if memo.stale else made
    statics = tuple(
        (ability, obj)
        for ability, i in index.get("static", ())
        if isinstance(ability, Static) and (obj := game.things.get(i)) is not None
    )
    now: dict[int, Characteristics] = {}
    memo = memo.but(**NO_TABLE).but(links=game.links, table=now)
    game.keep(memo)
    rows = rows_of(game, statics, _exiled(game, statics))
    memo.laid = bool(rows)
    memo.status_read = reads_status(rows)
    memo.plain = not rows and not game.effects and not game.policies
    memo.rows = laid = Laid.of(rows, alone=not game.policies)
    if not rows:
        memo.gaining = ()
        return now
    things = {i: game.things[i] for i in game.places.get("battlefield", ())}
    if laid.stack:
        reached = {i for i, obj in game.things.items() if laid.reaches(obj)}
    else:
        reached = {i for i in laid.fixed if i in game.things}
    things.update((i, game.things[i]) for i in sorted(reached) if i not in things)
    for i, obj in things.items():
        now[i] = _before_layers(game, obj)
        if laid.apart:
            now[i] = apply_apart(game, laid, obj, now[i])
    if not laid.apart:
        apply_layers(game, rows, things, now)
    memo.gaining = tuple(i for i, known in now.items() if known.gained)
    return now


def _before_layers(game: Game, obj: GameObject) -> Characteristics:
    what, how, _ = read_of(game, obj)
    return derive(what, how, game.edition, game.policies)


def _kept_up(game: Game, made: dict[int, Characteristics]) -> dict[int, Characteristics]:
    """Return the table with the objects that have changed, where none depends on another."""
    memo, table, things = game.memo, made.copy(), game.things
    for i in memo.stale:
        obj = things.get(i)
        if obj is not None and memo.rows.reaches(obj):
            table[i] = apply_apart(game, memo.rows, obj, _before_layers(game, obj))
        else:
            table.pop(i, None)
    gaining = [i for i in {*(memo.gaining or ()), *memo.stale} if i in table and table[i].gained]
    gaining.sort(key=lambda i: (things[i].zone != "battlefield", i))
    game.keep(memo.but(table=table, stale=frozenset(), gaining=tuple(gaining)))
    return table


def _exiled(
    game: Game, statics: tuple[tuple[Ability, GameObject], ...]
) -> dict[int, Characteristics]:
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


def abilities_of(game: Game, obj: GameObject) -> tuple[Ability, ...]:
    """Return the modeled abilities that an object has now, or had as it left (603.10a).

    Those in its own text come first, those that effects gave it after them (613.1f).
    """
    found = read_of(game, obj)[2]
    if obj.id not in game.things:
        known: LastKnown | None = game.known.get(obj.id)
        if known is None:
            return found
        kept = found if known.characteristics.text.value else ()
        return (*kept, *known.characteristics.gained)
    if game.memo.plain:
        return found
    gained = gained_by(game, obj)
    if found and _has_lost(game, obj):
        return gained
    return (*found, *gained) if gained else found


def gained_by(game: Game, obj: GameObject) -> tuple[Ability, ...]:
    """Return the modeled abilities that effects give an object."""
    if game.memo.plain:
        return ()
    known = table_of(game).get(obj.id)
    return () if known is None else known.gained


def effects_about(game: Game) -> bool:
    """Whether there are continuous effects that may change characteristics."""
    if game.memo.plain:
        return False
    table_of(game)
    return bool(game.effects) or game.memo.laid


def _has_lost(game: Game, obj: GameObject) -> bool:
    """Whether effects have taken the abilities in the text of an object."""
    known = table_of(game).get(obj.id)
    return known is not None and not known.text.value


Kind = TypeVar("Kind", bound=Ability)


def live_abilities(
    game: Game, *kinds: type[Kind], idle: bool = False
) -> list[tuple[Kind, GameObject | None]]:
    """Return abilities of given kinds that work now, with the object whose they are.

    An ability of a permanent works on the battlefield; one that says otherwise works where
    it says (113.6).  Standing effects have no object.  With ``idle`` those are there as well
    whose condition is not true now.
    """
    memo = game.memo
    index = index_of(game) if memo.index is None else memo.index
    laid = not memo.plain and (game.effects or game.standing or "static" in index)
    if not (laid or game.standing):
        for each in kinds:
            if each.kind in index:
                break
        else:
            return []
    found: list[tuple[Kind, GameObject | None]] = []
    if game.standing:
        found += [(a, None) for a in game.standing if isinstance(a, kinds)]
    for each in kinds:
        kind = each.kind
        if kind in index:
            table, things = {} if memo.plain else table_of(game), game.things
            for ability, i in index[kind]:
                obj = things.get(i)
                if obj is not None and (not table or i not in table or table[i].text.value):
                    # the index has them by kind
                    found.append((ability, obj))  # type: ignore[arg-type]
    if laid:
        table = table_of(game)
        gaining = game.memo.gaining
        for i in table if gaining is None else gaining:
            found += [(a, game.things[i]) for a in table[i].gained if isinstance(a, kinds)]
    if not idle and any(a.condition for a, _ in found):
        return [(a, o) for a, o in found if isinstance(a, _TRIGGERS) or _works(game, a, o)]
    return found


# whether these trigger is asked as the event happens, and their effect again (603.4)
_TRIGGERS = (Triggered, Watch)


def _works(game: Game, ability: Ability, obj: GameObject | None) -> bool:
    return holds(game, ability, obj, controller_of(game, ability, obj))


def points_at(ability: Ability, source: GameObject | None, obj: GameObject) -> bool:
    """Whether an ability is about an object: its own, another, or what it is attached to."""
    if ability.this:
        return source is not None and source.id == obj.id
    if ability.attached:
        return source is not None and source.attached in (obj.id, obj.controller)
    return not (ability.others and source is not None and source.id == obj.id)


def controller_of(game: Game, ability: Ability, obj: GameObject | None) -> str:
    """Return whose an ability or a standing effect is."""
    return obj.controller if obj is not None else ability.controller or game.players[0].name
