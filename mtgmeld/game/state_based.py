"""State-based actions: checked until none applies, all of one check at once (704)."""

from __future__ import annotations

from mtgmeld.errors import ChoiceNeeded
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import abilities_of, characteristics_of, effects_about, number
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.targets import may_enchant
from mtgmeld.game.zone_change import Going, move
from mtgmeld.query.wanted import flat
from mtgmeld.rules.editions import COMMANDER_STATE_BASED

__all__ = ["check_once"]


def check_once(draft: Draft, act: A.Action) -> bool:
    """Perform the state-based actions that apply now; return whether any did (704.3).

    Where no continuous effect is about, what has not changed since the last time need not be
    looked at again.
    """
    everything = _unchecked(draft)
    new = list(draft.things) if everything else _changed(draft)
    gone, draft.fresh, draft.gone = draft.gone, [], False
    done = _players(draft) if everything or draft.players is not draft.before.players else False
    if not new and not gone:
        return done
    done = _ceased(draft, new) or done
    looked = _looked_at(draft, new, everything, gone)
    goings: list[Going] = []
    legends = False
    for obj in looked:
        known = characteristics_of(draft, obj)
        rule = _dies(draft, obj, known)
        if rule:
            goings.append(Going(obj.id, "graveyard", by=obj.owner, rules=rule))
        elif "Legendary" in flat(known.supertypes.value):
            legends = True
        if obj.counters:
            done = _counters(draft, obj) or done
    if legends:
        dying = {g.obj for g in goings}
        names = [(o, known) for o, known in _legendary(draft) if o.id not in dying]
        if len(names) > 1:
            goings += _legends(draft, names, act)
    if draft.memo.family.commanders:
        goings += _commanders(draft, act)
    if goings:
        draft.fresh += new  # what else is new is looked at again once these have gone
        draft.gone = draft.gone or gone
        move(draft, goings, act)
        return True
    return _unattached(draft, looked) or done


def _changed(draft: Draft) -> list[int]:
    """Return the objects that are new, or changed in what state-based actions look at."""
    things, before = draft.things, draft.before.things
    found = []
    for i in sorted({*draft.fresh}) if len(draft.fresh) > 1 else draft.fresh:
        now, old = things.get(i), before.get(i)
        if now is not None and (
            old is None
            or old.controller != now.controller
            or old.damage != now.damage
            or old.attached != now.attached
            or old.counters != now.counters
            or old.face != now.face
            or old.unlocked != now.unlocked
            or old.face_down != now.face_down
            or old.base is not now.base
            or old.copy is not now.copy
            or old.zone != now.zone
        ):
            found.append(i)
    return found


def _unchecked(draft: Draft) -> bool:
    """Whether all objects must be looked at: at first, and while effects are about."""
    before = draft.before
    same = draft.effects is before.effects and draft.standing is before.standing
    if same and before.memo.settled and draft.memo is before.memo:
        return effects_about(draft)
    family = draft.memo.family
    if not before.memo.settled:
        objects = draft.things.values()
        family.commanders = any(c.commander for c in draft.cards.values())
        family.attached = family.attached or any(o.attached is not None for o in objects)
        family.taken = family.taken or any(o.under for o in objects)
        return True
    return effects_about(draft) or effects_about(before)


def _looked_at(draft: Draft, new: list[int], everything: bool, gone: bool) -> list[Obj]:
    """Return the permanents that state-based actions might apply to now."""
    if everything:
        return list(draft.battlefield())
    things = draft.things
    if not draft.memo.family.attached:
        return [o for i in new if (o := things.get(i)) is not None and o.zone == "battlefield"]
    # what is attached depends on its host as well
    return [
        o
        for o in draft.battlefield()
        if o.id in new or (isinstance(o.attached, int) and (gone or o.attached in new))
    ]


def _legendary(draft: Draft) -> list[tuple[Obj, Characteristics]]:
    rows = [(o, characteristics_of(draft, o)) for o in draft.battlefield()]
    return [(o, known) for o, known in rows if "Legendary" in flat(known.supertypes.value)]


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


def _ceased(draft: Draft, new: list[int]) -> bool:
    """Tokens outside the battlefield and copies of spells outside the stack cease (704.5d-e)."""
    done = False
    for obj in [draft.things[i] for i in new]:
        if obj.cards or obj.ability is not None or obj.zone in ("battlefield", "stack"):
            continue
        rules = ("704.5d", "111.7") if obj.is_token else ("704.5e", "707.10a")
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
                rules=rules,
            )
        )
        done = True
    return done


def _dies(draft: Draft, obj: Obj, known: Characteristics) -> tuple[str, ...]:
    """Return the rule by which a permanent is put into a graveyard now, if any."""
    types = flat(known.types.value)
    if "Creature" in types:
        toughness = number(known.toughness.value)
        if toughness <= 0:
            return ("704.5f",)
        if obj.damage >= toughness and "Indestructible" not in flat(known.keywords.value):
            return ("704.5g",)
    if "Planeswalker" in types and not obj.count("loyalty"):
        return ("704.5i",)
    if "Battle" in types and not obj.count("defense"):
        return ("704.5v",)
    if "Aura" in flat(known.subtypes.value):
        if "Creature" in types:  # it can enchant nothing
            return ("303.4d", "704.5p", "704.5m")
        if not _may_stay(draft, obj):
            return ("704.5m",)
    return ()


def _may_stay(draft: Draft, aura: Obj) -> bool:
    """Whether what an Aura is attached to is there, and something that it may enchant (303.4c)."""
    if not isinstance(aura.attached, int):
        return aura.attached is not None
    return may_enchant(draft, abilities_of(draft, aura), aura.attached)


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
            if o.id not in gone
            and o.controller == obj.controller
            and set(flat(k.names.value)) & set(flat(known.names.value))
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


def _unattached(draft: Draft, looked: list[Obj]) -> bool:
    """Take off what cannot be attached to anything, or not to what it is on (704.5n, 704.5p)."""
    done = False
    for obj in looked:
        if obj.attached is None:
            continue
        known = characteristics_of(draft, obj)
        types, subtypes = flat(known.types.value), flat(known.subtypes.value)
        if "Aura" in subtypes:
            continue
        if not {"Creature", "Battle"}.isdisjoint(types) or _HOSTS.keys().isdisjoint(subtypes):
            rules = ("704.5p",)
        elif not any(_fits(draft, obj, text) for kind, text in _HOSTS.items() if kind in subtypes):
            rules = ("704.5n",)
        else:
            continue
        draft.change(obj.id, attached=None)
        draft.emit(Event("unattached", obj.id, draft.name_of(obj.id), rules=rules))
        done = True
    return done


# what may be attached, and to what (301.5, 301.6)
_HOSTS = {"Equipment": "t:creature", "Fortification": "t:land"}


def _fits(draft: Draft, obj: Obj, text: str) -> bool:
    """Whether an object is attached to a permanent that a filter names."""
    host = draft.get(obj.attached) if isinstance(obj.attached, int) else None
    return host is not None and host.zone == "battlefield" and matches(draft, text, host, None, "")
