"""Continuous effects on everything at once, layer by layer (613).

All permanents go through the layers together, so that an effect in one layer sees what the
layers before it have made of each of them, and an amount that counts permanents sees them as
they are by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.alter import (
    LAYERS,
    abled,
    colored,
    counted,
    grown,
    named,
    parts_of,
    sized,
    switched,
    typed,
)
from mtgmeld.game.amounts import amount, holds, number
from mtgmeld.game.characteristics import VALUES, Characteristics, as_permanent
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches, zones_in

if TYPE_CHECKING:
    from mtgmeld.game.state import Game

__all__ = ["Row", "apply_layers", "rows_of"]

replace = msgspec.structs.replace


class Row(msgspec.Struct, gc=False):
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
    source : Obj or None
        The object whose static ability it is.
    ability : Ability or None
    like : Characteristics or None
        The last creature card that its source exiled, where the effect asks for it.
    waited : bool
        Whether it came later than its timestamp says, for what it depends on (613.8b).
    """

    stamp: tuple[int, int]
    change: Alteration
    says: str
    player: str
    ids: tuple[int, ...] | None
    parts: tuple[str, ...]
    source: Obj | None = None
    ability: Ability | None = None
    like: Characteristics | None = None
    waited: bool = False


def rows_of(
    game: Game, statics: tuple[tuple[Ability, Obj], ...], like: Mapping[int, Characteristics]
) -> list[Row]:
    """Return the continuous effects that there are, by timestamp (613.7)."""
    rows: list[Row] = []
    for effect in game.effects:
        if effect.change is not None:
            parts = parts_of(effect.change)
            stamp = (effect.timestamp, 0)
            rows.append(Row(stamp, effect.change, effect.says, "", effect.ids, parts))
    for ability in game.standing:
        if ability.kind == "static" and ability.change is not None:
            player = ability.controller or game.players[0].name
            parts = parts_of(ability.change)
            stamp = (ability.stamp, 1)
            rows.append(
                Row(stamp, ability.change, ability.key, player, None, parts, ability=ability)
            )
    for ability, obj in statics:
        change = ability.change
        assert change is not None
        parts = parts_of(change)
        says = ability.key.partition("#")[0]
        rows.append(
            Row(
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
    rows: list[Row],
    things: Mapping[int, Obj],
    now: dict[int, Characteristics],
) -> None:
    """Take objects through layers 3 to 7; `now` holds them as the layer before left them.

    Parameters
    ----------
    game : Game
    rows : list of Row
        By timestamp.
    things : mapping of int to Obj
        The objects that effects may apply to.
    now : dict of int to Characteristics
        Changed in place, so that whoever asks in between sees what holds by then.
    """
    lost: set[int] = set()
    for layer in LAYERS:
        waiting = [r for r in rows if layer in r.parts]
        for row in waiting:
            row.waited = False
        # effects from characteristic-defining abilities come first (613.3, 613.4a)
        waiting.sort(key=lambda r: not r.change.defines)
        while waiting:
            row = waiting.pop(_next(game, waiting, layer, things, now, lost))
            if row.ids is None:
                row.ids = _scope(game, row, things, now, lost)
            for i in row.ids:
                if i in now:
                    before = now[i].text
                    now[i] = _applied(game, row, layer, things[i], now[i])
                    if now[i].text is not before:
                        lost.add(i)
        if layer in ("6", "7c"):
            for i, obj in things.items():
                if obj.counters and obj.zone == "battlefield":
                    now[i] = counted(now[i], obj.counters, layer)
    for i, obj in things.items():
        if obj.zone == "battlefield":
            now[i] = as_permanent(now[i])


def _scope(
    game: Game,
    row: Row,
    things: Mapping[int, Obj],
    now: Mapping[int, Characteristics],
    lost: set[int],
) -> tuple[int, ...]:
    """Return what an effect of a static ability applies to as things are by now (611.3a)."""
    ability, source = row.ability, row.source
    assert ability is not None
    if source is not None and source.id in lost:
        return ()
    if ability.condition is not None and not holds(game, ability, source, row.player):
        return ()
    if ability.this:
        return () if source is None else (source.id,)
    if ability.attached:
        host = None if source is None else source.attached
        return (host,) if isinstance(host, int) else ()
    zones = zones_in(ability.what)
    return tuple(
        i
        for i, obj in things.items()
        if obj.zone in zones
        and not (ability.others and source is not None and source.id == i)
        and matches(game, ability.what, obj, now[i], row.player)
    )


def _next(
    game: Game,
    waiting: list[Row],
    layer: str,
    things: Mapping[int, Obj],
    now: dict[int, Characteristics],
    lost: set[int],
) -> int:
    """Return which effect comes next: the earliest that depends on no other (613.7, 613.8)."""
    if len(waiting) == 1 or layer not in ("4", "5", "6"):
        return 0
    for at, row in enumerate(waiting):
        if row.ids is not None or row.change.defines:
            return at
        if not any(
            _depends(game, row, other, layer, things, now, lost)
            for other in waiting
            if other is not row
        ):
            for skipped in waiting[:at]:
                skipped.waited = True
            return at
    return 0  # a loop of dependencies goes by timestamp (613.8b)


def _depends(
    game: Game,
    row: Row,
    other: Row,
    layer: str,
    things: Mapping[int, Obj],
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


def _applied(game: Game, row: Row, layer: str, obj: Obj, found: Characteristics) -> Characteristics:
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
    game: Game, row: Row, layer: str, obj: Obj, found: Characteristics
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
        if value in ("mana value", "power", "toughness"):
            return number(known[str(value).replace(" ", "_")].value)
        return amount(game, value, row.player or obj.controller, obj)

    if layer in ("7a", "7b"):
        return sized(found, change, says, amounts, row.like)
    if layer == "7c":
        return grown(found, change, says, amounts)
    return switched(found, says)
