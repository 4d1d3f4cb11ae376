"""State-based actions: checked until none applies, all of one check at once (704)."""

from __future__ import annotations

from mtgmeld.errors import ChoiceNeeded
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, number
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.zone_change import Going, move
from mtgmeld.rules.editions import COMMANDER_STATE_BASED

__all__ = ["check_once"]


def check_once(draft: Draft, act: A.Action) -> bool:
    """Perform the state-based actions that apply now; return whether any did (704.3)."""
    done = _players(draft)
    done = _ceased(draft) or done
    goings: list[Going] = []
    names: list[tuple[Obj, Characteristics]] = []
    for obj in list(draft.battlefield()):
        known = characteristics_of(draft, obj)
        rule = _dies(draft, obj, known)
        if rule:
            goings.append(Going(obj.id, "graveyard", by=obj.owner, rules=rule))
        elif "Legendary" in known.supertypes.value:
            names.append((obj, known))
        done = _counters(draft, obj) or done
    if len(names) > 1:
        goings += _legends(draft, names, act)
    goings += _commanders(draft, act)
    if goings:
        move(draft, goings, act)
        return True
    return _unattached(draft) or done


def _players(draft: Draft) -> bool:
    done = False
    for p in draft.players:
        if p.lost:
            continue
        why = ""
        if p.life <= 0:
            why = "life total 0 or less [704.5a]"
        elif any(n >= 21 for _, n in p.commander_damage):
            why = "21 combat damage from one commander [704.6c, 903.10a]"
        if why:
            draft.change_player(p.name, lost=why)
            rules = ("704.5a",) if "704.5a" in why else ("704.6c", "903.10a")
            draft.emit(Event("loses", player=p.name, note=why, rules=rules))
            done = True
    return done


def _ceased(draft: Draft) -> bool:
    """Tokens outside the battlefield and copies of spells outside the stack cease (704.5d-e)."""
    done = False
    for obj in list(draft.things.values()):
        if obj.cards or obj.ability is not None or obj.zone in ("battlefield", "stack"):
            continue
        rule = "704.5d" if obj.is_token else "704.5e"
        name = draft.name_of(obj.id)
        draft.remember(obj)
        draft.take_from(draft.zone_key(obj.zone, obj.owner), obj.id)
        draft.drop(obj.id)
        draft.emit(
            Event(
                "ceases",
                obj.id,
                name,
                (),
                obj.zone,
                "",
                1,
                0,
                obj.owner,
                note="ceases to exist",
                rules=(rule, "111.7"),
            )
        )
        done = True
    return done


def _dies(draft: Draft, obj: Obj, known: Characteristics) -> tuple[str, ...]:
    """Return the rule by which a permanent is put into a graveyard now, if any."""
    types = known.types.value
    if "Creature" in types:
        toughness = number(known.toughness.value)
        if toughness <= 0:
            return ("704.5f",)
        if obj.damage >= toughness and "Indestructible" not in known.keywords.value:
            return ("704.5g",)
    if "Planeswalker" in types and not obj.count("loyalty"):
        return ("704.5i",)
    if "Battle" in types and not obj.count("defense"):
        return ("704.5v",)
    if "Aura" in known.subtypes.value and "Creature" not in types:
        if obj.attached is None:
            return ("704.5m",)
        if isinstance(obj.attached, int):
            host = draft.get(obj.attached)
            if host is None or host.zone != "battlefield":
                return ("704.5m",)
    return ()


def _counters(draft: Draft, obj: Obj) -> bool:
    both = min(obj.count("+1/+1"), obj.count("-1/-1"))
    if not both:
        return False
    kept = tuple((k, n - both if k in ("+1/+1", "-1/-1") else n) for k, n in obj.counters)
    draft.change(obj.id, counters=tuple((k, n) for k, n in kept if n))
    draft.emit(Event("counters", obj.id, draft.name_of(obj.id), rules=("704.5q",)))
    return True


def _legends(
    draft: Draft, legends: list[tuple[Obj, Characteristics]], act: A.Action
) -> list[Going]:
    """Return what the legend rule puts into graveyards (704.5j)."""
    goings: list[Going] = []
    gone: set[int] = set()
    for i, (obj, known) in enumerate(legends):
        if obj.id in gone:
            continue
        same = [
            o
            for o, k in legends[i:]
            if o.controller == obj.controller and set(k.names.value) & set(known.names.value)
        ]
        if len(same) < 2:
            continue
        given = act.keep if isinstance(act.keep, list) else [act.keep]
        wanted = {i for ref in given if ref is not None for i in draft.find(ref)}
        kept = [o.id for o in same if o.id in wanted]
        if len(kept) != 1:
            raise ChoiceNeeded(
                obj.controller,
                "keep",
                [draft.ref_of(o.id) for o in same],
                ("704.5j",),
                f"which {draft.name_of(obj.id)} stays",
            )
        for o in same:
            if o.id not in kept:
                gone.add(o.id)
                goings.append(Going(o.id, "graveyard", by=o.owner, rules=("704.5j",)))
    return goings


def _commanders(draft: Draft, act: A.Action) -> list[Going]:
    """Let owners move commanders that have just got into a graveyard or exile (704.6d, 903.9a)."""
    if not draft.edition.has(COMMANDER_STATE_BASED):
        return []
    goings = []
    for obj in draft.things.values():
        if obj.zone not in ("graveyard", "exile") or obj.id in draft.before.things:
            continue
        if obj.id in draft.seen or not any(draft.cards[c].commander for c in obj.cards):
            continue
        if act.commander is None:
            raise ChoiceNeeded(
                obj.owner,
                "commander",
                ("command", "stay"),
                ("903.9a", "704.6d"),
                f"whether {draft.card_name(obj)} goes to the command zone",
            )
        draft.seen[obj.id] = act.commander
        if act.commander == "command":
            goings.append(Going(obj.id, "command", by=obj.owner, rules=("903.9a", "704.6d")))
    return goings


def _unattached(draft: Draft) -> bool:
    """Take Equipment off what it cannot be attached to (704.5n)."""
    done = False
    for obj in list(draft.battlefield()):
        if not isinstance(obj.attached, int):
            continue
        host = draft.get(obj.attached)
        known = characteristics_of(draft, obj)
        if "Aura" in known.subtypes.value:
            continue
        if (
            host is None
            or host.zone != "battlefield"
            or not matches(draft, "t:creature", host, None, "")
        ):
            draft.change(obj.id, attached=None)
            draft.emit(Event("unattached", obj.id, draft.name_of(obj.id), rules=("704.5n",)))
            done = True
    return done
