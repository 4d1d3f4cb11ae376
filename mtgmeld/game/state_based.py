"""State-based actions: checked until none applies, all of one check at once (704)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from mtgmeld.errors import ChoiceNeeded, RunawayTriggers
from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import Characteristics, answers_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.durations import lost_effects
from mtgmeld.game.layers import abilities_of, characteristics_of, effects_about
from mtgmeld.game.moving import returned
from mtgmeld.game.selectors import number
from mtgmeld.game.targets import may_enchant, protected
from mtgmeld.game.triggers import loops_in, notice, put_on_stack
from mtgmeld.game.values import Event, GameObject
from mtgmeld.game.views import matches
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.query.things import flat
from mtgmeld.rules.editions import COMMANDER_STATE_BASED

MOST_ROUNDS = 300
MOST_POISON = 10


def check_once(draft: Draft, act: Action, everything: bool) -> bool:
    """Perform the state-based actions that apply now; return whether any did (704.3).

    Without ``everything`` what has not changed since the last time is not looked at again.
    """
    things = draft.things
    new = list(things) if everything else [i for i in sorted({*draft.fresh}) if i in things]
    gone, draft.fresh, draft.gone = draft.gone, [], False
    told = everything or draft.dry or draft.players is not draft.before.players
    done = _players(draft) if told else False
    if not new and not gone:
        return done
    elsewhere = [i for i in new if things[i].zone != "battlefield"]
    if elsewhere:
        done = _ceased(draft, elsewhere) or done
    looked = _looked_at(draft, new, everything, gone)
    goings: list[ZoneChange] = []
    legends = worlds = attached = False
    for obj in looked:
        known = characteristics_of(draft, obj)
        seen = seen_in(known)
        rule = _dies(draft, obj, seen)
        if rule:
            goings.append(ZoneChange(obj.id, "graveyard", by=obj.owner, rules=rule))
        else:
            legends = legends or seen.legendary
            worlds = worlds or seen.world
        attached = attached or obj.attached is not None
        if obj.attacking and not known.has_type("Creature"):
            draft.change(obj.id, attacking=False)
            draft.say("removed", obj, "506.4", note="it is no creature, and leaves combat")
            done = True
        if obj.counters:
            done = _counters(draft, obj) or done
    draft.poisoned = frozenset()
    dying = {g.obj for g in goings}
    if legends:
        names = [(o, known) for o, known in _with(draft, "Legendary") if o.id not in dying]
        if len(names) > 1:
            goings += _legends(draft, names, act)
    if worlds:
        goings += _worlds(draft, [o for o, _ in _with(draft, "World") if o.id not in dying])
    if elsewhere:
        goings += _commanders(draft, elsewhere, act)
    if goings:
        draft.fresh += new  # what else is new is looked at again once these have gone
        draft.gone = draft.gone or gone
        move(draft, goings, act)
        return True
    return (attached and _unattached(draft, looked)) or done


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What state-based actions look at in characteristics.

    Attributes
    ----------
    toughness : number or None
        That of a creature.
    indestructible, creature, planeswalker, battle, aura, legendary, world : bool
    """

    toughness: Fraction | int | None
    indestructible: bool
    creature: bool
    planeswalker: bool
    battle: bool
    aura: bool
    legendary: bool
    world: bool


def seen_in(known: Characteristics) -> Seen:
    """Return what state-based actions look at in characteristics, worked out once."""
    kept = answers_of(known)
    found: Seen | None = kept.get(Seen)
    if found is None:
        types, supertypes = flat(known.types.value), flat(known.supertypes.value)
        creature = "Creature" in types
        found = kept[Seen] = Seen(
            number(known.toughness.value) if creature else None,
            "Indestructible" in flat(known.keywords.value),
            creature,
            "Planeswalker" in types,
            "Battle" in types,
            "Aura" in flat(known.subtypes.value),
            "Legendary" in supertypes,
            "World" in supertypes,
        )
    return found


def _unchecked(draft: Draft) -> bool:
    """Whether all objects must be looked at: at first, and while effects are about."""
    before = draft.before
    if not before.settled or draft.effects is not before.effects:
        return True
    rows = draft.memo.rows
    if rows is not None and rows is before.memo.rows and draft.standing is before.standing:
        return False
    if not effects_about(draft) and not effects_about(before):
        return False
    # the effects are the same, and what they look at has changed for what is fresh alone
    return draft.standing is not before.standing or draft.memo.rows is not before.memo.rows


def _looked_at(draft: Draft, new: list[int], everything: bool, gone: bool) -> list[GameObject]:
    """Return the permanents that state-based actions might apply to now."""
    if everything:
        return list(draft.battlefield())
    things = draft.things
    if not draft.memo.attached:
        return [o for i in new if (o := things.get(i)) is not None and o.zone == "battlefield"]
    # what is attached depends on its host as well
    return [
        o
        for o in draft.battlefield()
        if o.id in new or (isinstance(o.attached, int) and (gone or o.attached in new))
    ]


def _with(draft: Draft, supertype: str) -> list[tuple[GameObject, Characteristics]]:
    rows = [(o, characteristics_of(draft, o)) for o in draft.battlefield()]
    return [(o, known) for o, known in rows if supertype in flat(known.supertypes.value)]


def _worlds(draft: Draft, worlds: list[GameObject]) -> list[ZoneChange]:
    """Return what the world rule puts into graveyards: all but the newest (704.5k).

    Of those that have come at once none is the newest.
    """
    if len(worlds) < 2:
        return []
    newest = max(worlds, key=lambda o: o.timestamp)
    came = [e for e in draft.events if e.kind == "move" and e.end == "battlefield"]
    batch = {e.batch for e in came if newest.id in e.became}
    together = {i for e in came if e.batch in batch for i in e.became}
    alone = sum(o.id in together for o in worlds) < 2
    return [
        ZoneChange(o.id, "graveyard", by=o.owner, rules=("704.5k",))
        for o in worlds
        if o is not newest or not alone
    ]


def _players(draft: Draft) -> bool:
    done = False
    for p in draft.players:
        if p.lost:
            continue
        why: tuple[str, ...] = ()
        if p.life <= 0:
            why = ("life total 0 or less", "704.5a")
        elif p.name in draft.dry:
            why = ("a card drawn from an empty library", "704.5b")
        elif p.poison >= MOST_POISON:
            why = (f"{p.poison} poison counters", "704.5c")
        elif any(n >= 21 for _, n in p.commander_damage):
            why = ("21 combat damage from one commander", "704.6c", "903.10a")
        if why:
            note = f"{why[0]} [{', '.join(why[1:])}]"
            draft.change_player(p.name, lost=note)
            draft.emit(Event("loses", player=p.name, note=note, rules=why[1:]))
            done = True
    draft.dry = frozenset()
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
        about = {"start": obj.zone, "objects": 1, "player": obj.owner, "note": "ceases to exist"}
        draft.say("ceases", obj, *rules, name=name, became=(), **about)
        done = True
    return done


def _dies(draft: Draft, obj: GameObject, seen: Seen) -> tuple[str, ...]:
    """Return the rule by which a permanent is put into a graveyard now, if any."""
    toughness = seen.toughness
    if toughness is not None:
        if toughness <= 0:
            return ("704.5f",)
        if not seen.indestructible:
            if obj.damage >= toughness:
                return ("704.5g",)
            if obj.id in draft.poisoned:
                return ("704.5h",)
    if seen.planeswalker and not obj.count("loyalty"):
        return ("704.5i",)
    if seen.battle and not obj.count("defense"):
        return ("704.5v",)
    if seen.aura:
        if seen.creature:  # it can enchant nothing
            return ("303.4d", "704.5p", "704.5m")
        if not _may_stay(draft, obj):
            return ("704.5m",)
    return ()


def _may_stay(draft: Draft, aura: GameObject) -> bool:
    """Whether what an Aura is attached to is there, and something that it may enchant (303.4c)."""
    if not isinstance(aura.attached, int):
        return aura.attached is not None
    if not may_enchant(draft, abilities_of(draft, aura), aura.attached):
        return False
    return not protected(draft, draft.things[aura.attached], aura)  # 702.16c


def _counters(draft: Draft, obj: GameObject) -> bool:
    both = min(obj.count("+1/+1"), obj.count("-1/-1"))
    if not both:
        return False
    kept = tuple((k, n - both if k in ("+1/+1", "-1/-1") else n) for k, n in obj.counters)
    draft.change(obj.id, counters=tuple((k, n) for k, n in kept if n))
    draft.say("counters", obj, "704.5q", became=())
    return True


def _legends(
    draft: Draft, legends: list[tuple[GameObject, Characteristics]], act: Action
) -> list[ZoneChange]:
    """Return what the legend rule puts into graveyards (704.5j)."""
    goings: list[ZoneChange] = []
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
        draft.used.add("keep")
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
                goings.append(ZoneChange(o.id, "graveyard", by=o.owner, rules=("704.5j",)))
    return goings


def _commanders(draft: Draft, new: list[int], act: Action) -> list[ZoneChange]:
    """Let owners move commanders that have just got into a graveyard or exile (704.6d, 903.9a)."""
    goings: list[ZoneChange] = []
    for i in new:
        obj = draft.things.get(i)
        if obj is None or obj.zone not in ("graveyard", "exile") or i in draft.before.things:
            continue
        if obj.id in draft.seen or not any(draft.cards[c].commander for c in obj.cards):
            continue
        if not draft.edition.has(COMMANDER_STATE_BASED):
            break
        draft.used.add("commander")
        if act.commander is None:
            raise ChoiceNeeded(
                obj.owner,
                "commander",
                ("command", "stay"),
                ("903.9a", "704.6d"),
                f"whether {draft.card_name(obj)} goes to the command zone",
            )
        draft.seen = {**draft.seen, obj.id: act.commander}
        if act.commander == "command":
            goings.append(ZoneChange(obj.id, "command", by=obj.owner, rules=("903.9a", "704.6d")))
    return goings


def _unattached(draft: Draft, looked: list[GameObject]) -> bool:
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
            rules: tuple[str, ...] = ("704.5p",)
        elif not any(_fits(draft, obj, text) for kind, text in _HOSTS.items() if kind in subtypes):
            rules = ("704.5n",)
        elif isinstance(obj.attached, int) and protected(draft, draft.things[obj.attached], obj):
            rules = ("704.5n", "702.16d")
        else:
            continue
        draft.change(obj.id, attached=None)
        draft.say("unattached", obj, *rules, became=())
        done = True
    return done


# what may be attached, and to what (301.5, 301.6)
_HOSTS = {"Equipment": "t:creature", "Fortification": "t:land"}


def _fits(draft: Draft, obj: GameObject, text: str) -> bool:
    """Whether an object is attached to a permanent that a filter names."""
    host = draft.get(obj.attached) if isinstance(obj.attached, int) else None
    return host is not None and host.zone == "battlefield" and matches(draft, text, host, None, "")


def settle(draft: Draft, act: Action) -> None:
    """Perform state-based actions and stack what has triggered, until neither is left (117.5)."""
    before = draft.before
    for _ in range(MOST_ROUNDS):
        if draft.delayed:
            returned(draft, act)
        memo = draft.memo
        if memo.taken or not memo.plain:
            lost_effects(draft)
        if draft.matched != len(draft.events):
            notice(draft)
        everything = _unchecked(draft)
        changed = draft.fresh or draft.gone or draft.dry or draft.players is not before.players
        if (everything or changed) and check_once(draft, act, everything):
            continue
        if draft.matched != len(draft.events):
            notice(draft)
        if not draft.pending:
            return
        put_on_stack(draft, act)
    raise RunawayTriggers(
        f"state-based actions and triggers do not come to rest in {MOST_ROUNDS} rounds",
        loops_in(draft),
    )
