"""Damage, life and counters (119, 120, 122)."""

from __future__ import annotations

from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import amount, characteristics_of
from mtgmeld.game.moving import objects_of, permanents_of
from mtgmeld.game.objects import Obj

__all__ = ["damage", "gain_life", "put_counters", "remove_counters"]

_DAMAGEABLE = ("Creature", "Planeswalker", "Battle")  # 120.1


def damage(draft: Draft, act: A.Damage) -> None:
    """Deal damage to permanents and players (120.3); none where it would be 0 (120.8)."""
    source = None if act.source is None else draft.last(draft.find_one(act.source))
    player = act.player or (source.controller if source is not None else draft.active)
    much = amount(draft, act.amount, player, source)
    listed = act.to if isinstance(act.to, list) else [act.to]
    players = {p.name for p in draft.players}
    permanents_of(draft, [ref for ref in listed if ref not in players])
    if much <= 0:
        rules = ("120.8",) if much == 0 else ("107.1b", "120.8")
        draft.emit(Event("stay", note=f"{much} damage is not dealt", rules=rules))
        return
    for ref in listed:
        if isinstance(ref, str) and any(p.name == ref for p in draft.players):
            _damage_player(draft, ref, much, source, act.combat)
            continue
        for obj in permanents_of(draft, ref):
            known = characteristics_of(draft, obj)
            if not any(known.has_type(t) for t in _DAMAGEABLE):
                note = "it is no creature, planeswalker or battle"
                draft.emit(
                    Event("stay", obj.id, draft.name_of(obj.id), note=note, rules=("120.1",))
                )
                continue
            if known.has_type("Planeswalker"):
                left = max(0, obj.count("loyalty") - much)
                _set_counters(draft, obj, "loyalty", left)
            if known.has_type("Battle"):
                note = "the defense counters stay; what comes of the last is for further steps"
                draft.emit(
                    Event(
                        "not modeled", obj.id, draft.name_of(obj.id), note=note, rules=("120.3h",)
                    )
                )
            if known.has_type("Creature"):
                draft.change(obj.id, damage=obj.damage + much)
            draft.emit(
                Event(
                    "damage", obj.id, draft.name_of(obj.id), note=f"{much} damage", rules=("120.3",)
                )
            )


def _damage_player(draft: Draft, name: str, much: int, source: Obj | None, combat: bool) -> None:
    player = draft.player(name)
    dealt = dict(player.commander_damage)
    if combat and source is not None:
        for c in source.cards:
            if draft.cards[c].commander:
                dealt[c] = dealt.get(c, 0) + much
    draft.change_player(
        name, life=player.life - much, commander_damage=tuple(sorted(dealt.items()))
    )
    draft.emit(
        Event("damage", 0, name, player=name, note=f"{much} damage", rules=("120.3a", "903.10a"))
    )
    if combat and source is not None and much:
        draft.emit(
            Event(
                "combat damage",
                source.id,
                draft.name_of(source.id),
                (source.id,),
                player=name,
                batch=draft.batch,
                note=f"{much} to {name}",
                rules=("510.2", "120.3a"),
            )
        )


def gain_life(draft: Draft, act: A.GainLife) -> None:
    """Change a player's life total (119.3)."""
    name = act.player or draft.active
    much = amount(draft, act.amount, name, None)
    draft.change_player(name, life=draft.player(name).life + much)
    draft.emit(Event("life", player=name, note=f"{much:+d}", rules=("119.3",)))


def put_counters(draft: Draft, act: A.PutCounters) -> None:
    """Put counters on objects (122.6)."""
    for obj in objects_of(draft, act.object):
        _set_counters(draft, obj, act.kind, obj.count(act.kind) + act.count)
        draft.emit(
            Event(
                "counters",
                obj.id,
                draft.name_of(obj.id),
                note=f"{act.count} {act.kind}",
                rules=("122.6",),
            )
        )


def remove_counters(draft: Draft, act: A.RemoveCounters) -> None:
    """Remove counters from objects, as many as there are of those asked for (122.1, 609.3).

    As a cost they must all be there (118.3), which is checked before anything is paid.
    """
    for obj in objects_of(draft, act.object):
        taken = min(obj.count(act.kind), act.count)
        if not taken:
            note = f"it has no {act.kind} counters"
            draft.emit(
                Event("stay", obj.id, draft.name_of(obj.id), note=note, rules=("122.1", "609.3"))
            )
            continue
        _set_counters(draft, obj, act.kind, obj.count(act.kind) - taken)


def _set_counters(draft: Draft, obj: Obj, kind: str, n: int) -> None:
    counters = dict(obj.counters) | {kind: n}
    kept = tuple(sorted((k, v) for k, v in counters.items() if v))
    if kind == "loyalty" and n == 0:
        kept = tuple(sorted((*((k, v) for k, v in kept), ("loyalty", 0))))
    draft.change(obj.id, counters=kept)
