"""Actions on permanents: status, faces, counters, damage, attaching (110.5, 120, 122, 701)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from mtgmeld.errors import CannotBeDone, IllegalAction
from mtgmeld.game.abilities import DamageChange
from mtgmeld.game.actions import (
    Action,
    Amount,
    CounterKind,
    OnObject,
    OnObjects,
    Ref,
    Refs,
    Source,
    action,
)
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.draft import Draft, objects_of, permanents_of
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    live_abilities,
    points_at,
)
from mtgmeld.game.moving import host_of
from mtgmeld.game.player_words import does, is_meant, whose
from mtgmeld.game.selectors import amount
from mtgmeld.game.state import Game
from mtgmeld.game.targets import may_enchant, protected
from mtgmeld.game.values import Event, GameObject
from mtgmeld.game.views import matches
from mtgmeld.mana import whole_number
from mtgmeld.query.things import flat
from mtgmeld.records import Number, says
from mtgmeld.rules.editions import FACE_DOWN_ATTEMPT


def why_not_transform(draft: Draft, obj: GameObject) -> tuple[str, tuple[str, ...]] | None:
    """Return why an instruction to transform does nothing, with rules; None if it works."""
    base = obj.base
    if obj.face_down:
        return "it is face down", ("712.15a",)
    if base.form.is_melded or len(obj.cards) == 2:
        return "a melded permanent does not transform", ("712.4c", "712.9")
    if base.form.is_meld:
        return "a meld card does not transform", ("712.4c", "712.9")
    if not base.form.turns or len(base.faces) < 2:
        return "no double-faced card or token represents it", ("701.27c", "712.9")
    if not base.form.transforms(draft.edition):
        return "modal double-faced permanents did not transform", ("712.9",)
    if not base.faces[1 - obj.face].is_permanent:
        return "its other face is an instant or sorcery", ("712.10",)
    return None


class Transform(OnObjects, frozen=True, kw_only=True, tag="transform"):
    """Transform permanents (701.27, 712.9)."""

    turns_over = True


@action(Transform)
def transform(draft: Draft, act: Transform) -> None:
    """Turn permanents over; each stays the same object (712.18, 613.7g)."""
    for obj in permanents_of(draft, act.object):
        no = why_not_transform(draft, obj)
        if no is not None:
            draft.say("stay", obj, *no[1], note=no[0])
            continue
        name, rules = draft.name_of(obj.id), ("701.27a", "712.18", "613.7g")
        draft.change(obj.id, face=1 - obj.face, turned=obj.turned + 1, timestamp=draft.tick())
        note = f"now {draft.name_of(obj.id)}"
        draft.say("transforms", obj, *rules, name=name, player=obj.controller, note=note)


class TurnFaceDown(OnObjects, frozen=True, kw_only=True, tag="turn face down"):
    """Turn permanents face down (708.2, 712.16)."""


@action(TurnFaceDown)
def turn_face_down(draft: Draft, act: TurnFaceDown) -> None:
    """Turn permanents face down; double-faced ones stay as they are (708.2, 712.16)."""
    for obj in permanents_of(draft, act.object):
        if obj.base.form.is_double_faced or obj.base.form.is_melded:
            note = "a double-faced permanent cannot be turned face down"
            if draft.edition.has(FACE_DOWN_ATTEMPT):
                note += ", and its copiable values stay what they are"
            name = draft.name_of(obj.id)
            draft.say("stay", obj, "712.16", name=name, note=note)
            continue
        draft.change(obj.id, face_down=True, timestamp=draft.tick())
        draft.say("face down", obj, "708.2a", name=draft.card_name(obj))


class TurnFaceUp(OnObjects, frozen=True, kw_only=True, tag="turn face up"):
    """Turn permanents face up (708.7)."""


@action(TurnFaceUp)
def turn_face_up(draft: Draft, act: TurnFaceUp) -> None:
    """Turn permanents face up; a Room gets no designation by it (708.7, 709.5d)."""
    for obj in permanents_of(draft, act.object):
        if not obj.face_down:
            continue
        if not obj.base.faces[0].is_permanent:
            name, note = "a face-down card", "it is an instant or sorcery"
            draft.say("stay", obj, "701.40g", "701.58g", name=name, became=(), note=note)
            continue
        draft.change(obj.id, face_down=False, face=0, timestamp=draft.tick())
        draft.say("face up", obj, "708.7", "712.15a")


class Flip(OnObject, frozen=True, kw_only=True, tag="flip"):
    """Flip a flip card (710.4)."""


@action(Flip)
def flip(draft: Draft, act: Flip) -> None:
    """Flip a flip card's permanent, once (710.4)."""
    for obj in permanents_of(draft, act.object):
        if not copiable_of(draft, obj).form.is_flip or obj.flipped:
            raise CannotBeDone(f"{draft.name_of(obj.id)} cannot flip", ("710.2", "710.4"), obj.id)
        draft.change(obj.id, flipped=True, timestamp=draft.tick())


class Tap(OnObjects, frozen=True, kw_only=True, tag="tap"):
    """Tap permanents (701.26)."""


@action(Tap)
def tap(draft: Draft, act: Tap) -> None:
    """Tap permanents (701.26a)."""
    for obj in permanents_of(draft, act.object):
        if not obj.tapped:
            draft.change(obj.id, tapped=True)
            draft.say("tap", obj, "701.26a")


class Untap(OnObjects, frozen=True, kw_only=True, tag="untap"):
    """Untap permanents (701.26)."""


@action(Untap)
def untap(draft: Draft, act: Untap) -> None:
    """Untap permanents (701.26b)."""
    for obj in permanents_of(draft, act.object):
        if obj.tapped and untap_one(draft, obj):
            draft.say("untap", obj, "701.26b")


def untap_one(draft: Draft, obj: GameObject) -> bool:
    """Untap a permanent, or remove a stun counter from it instead (122.1d)."""
    if obj.count("stun"):
        _set_counters(draft, obj, "stun", obj.count("stun") - 1)
        return False
    draft.change(obj.id, tapped=False)
    return True


class Attack(OnObjects, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers (508.1)."""


@action(Attack)
def attack(draft: Draft, act: Attack) -> None:
    """Declare attackers: untapped creatures without summoning sickness (508.1a, 302.6)."""
    found = permanents_of(draft, act.object)
    player = act.player or draft.active
    late = no_attack(draft, player)
    if late is not None:
        raise IllegalAction(*late)
    for obj in found:
        check_attack(draft, obj, player)
    for obj in found:
        known = characteristics_of(draft, obj)
        draft.change(
            obj.id, attacking=True, tapped=obj.tapped or not known.has_keyword("Vigilance")
        )
    draft.batch += 1
    for obj in found:
        draft.say("attacks", obj, "508.1", player=player, batch=draft.batch)


def no_attack(draft: Draft, player: str) -> tuple[str, tuple[str, ...]] | None:
    """Return why a player may not declare attackers now, with rules; None where they may."""
    if draft.active != player:
        return f"it is {whose(draft.active)} turn", ("508.1", "506.2")
    if draft.step != "declare attackers":
        why = "attackers are declared in the declare attackers step"
        return f"{why}, and it is the {draft.step} step", ("508.1", "506.1")
    return None


def check_attack(draft: Draft, obj: GameObject, player: str) -> None:
    """Refuse an attacker (508.1a, 302.6)."""
    known = characteristics_of(draft, obj)
    if not known.has_type("Creature"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is no creature", ("508.1a",))
    name = draft.name_of(obj.id)
    if known.has_keyword("Defender"):
        raise IllegalAction(f"{name} has defender", ("702.3b", "508.1c"))
    if obj.controller != player:
        raise IllegalAction(f"{does(player, 'does')} not control {name}", ("508.1a",))
    if obj.tapped:
        raise IllegalAction(f"{name} is tapped", ("508.1a",))
    check_sick(draft, obj, player, "508.1a")


def check_sick(draft: Game, obj: GameObject, player: str, rule: str) -> None:
    """Refuse a creature that may not attack or use {T} and {Q} yet (302.6)."""
    if is_sick(draft, obj):
        why = f"has not been under {whose(player)} control since the turn began"
        raise IllegalAction(f"{draft.name_of(obj.id)} {why}", ("302.6", rule))


def is_sick(draft: Game, obj: GameObject) -> bool:
    """Whether a creature may not attack or use {T} and {Q} yet (302.6, 702.10)."""
    known = characteristics_of(draft, obj)
    if not known.has_type("Creature") or known.has_keyword("Haste"):
        return False
    return obj.since >= draft.player(obj.controller).turn_began


def is_room(draft: Draft, obj: GameObject) -> bool:
    """Whether a permanent's halves share a type line (709.5)."""
    return copiable_of(draft, obj).shared_type_line


_DAMAGEABLE = ("Creature", "Planeswalker", "Battle")  # 120.1


class Damage(Action, frozen=True, kw_only=True, tag="damage"):
    """Deal damage to permanents or players (120)."""

    to: Annotated[Refs, says("the objects and players that are dealt damage")]
    amount: Annotated[int | str, says("how much")]
    source: Source = None
    combat: Annotated[bool, says("whether it is combat damage")] = False


@action(Damage)
def damage(draft: Draft, act: Damage) -> None:
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
    _deal(draft, source, dict.fromkeys(listed, much), act.combat)


class CombatDamage(Action, frozen=True, kw_only=True, tag="combat damage"):
    """Deal combat damage as creatures have assigned it, all of it at once (510.1, 510.2)."""

    assigned: Annotated[
        dict[str, dict[str, Number]],
        says("what each creature deals to each: `{ bears = { opponent = 2 } }`"),
    ]


@action(CombatDamage)
def combat_damage(draft: Draft, act: CombatDamage) -> None:
    """Deal what is assigned; each creature assigns as much as its power (510.1a)."""
    players = {p.name for p in draft.players}
    dealers: dict[int, dict[str, int]] = {}
    for ref, to in act.assigned.items():
        permanents_of(draft, [ref, *(one for one in to if one not in players)])
        source = draft.things[draft.find_one(ref)]
        name = draft.name_of(source.id)
        if not characteristics_of(draft, source).has_type("Creature"):
            raise IllegalAction(f"{name} is no creature", ("510.1a",))
        power = amount(draft, "power", source.controller, source)
        if source.id in dealers or sum(to.values()) != power or min(to.values(), default=0) < 1:
            why = f"{name} assigns its power once, which is {power}, and no less than 1 to each"
            raise IllegalAction(why, ("510.1a",))
        dealers[source.id] = to
    draft.batch += 1
    for i, to in dealers.items():
        _deal(draft, draft.things[i], to, True)


def _deal(draft: Draft, source: GameObject | None, shares: Mapping[Any, int], combat: bool) -> None:
    """Let a source deal to each of some permanents and players so much damage (120.3)."""
    players = {p.name for p in draft.players}
    known = None if source is None else draft.characteristics(source.id)
    keywords = frozenset(flat(known.keywords.value)) if known is not None else frozenset()
    dealt, by = 0, 0 if source is None or combat else source.id
    changes = live_abilities(draft, DamageChange)
    prevented = not any(a.unpreventable for a, _ in changes)
    for ref, much in shares.items():
        if ref in players:
            hit = _changed(draft, changes, source, much, str(ref), combat)
            _damage_player(draft, str(ref), hit, source, keywords, combat)
            dealt += hit
            continue
        hit = _changed(draft, changes, source, much, "", combat)
        for obj in permanents_of(draft, ref):
            if prevented and source is not None and protected(draft, obj, source):
                draft.say("stay", obj, "702.16e", became=(), note="protection prevents the damage")
            elif _damage_permanent(draft, obj, hit, keywords, by):
                dealt += hit
    if dealt and source is not None and "Lifelink" in keywords:
        gain_life(draft, GainLife(player=source.controller, amount=dealt), "120.3f", "702.15b")


def _changed(
    draft: Draft,
    changes: list[tuple[DamageChange, GameObject | None]],
    source: GameObject | None,
    much: int,
    player: str,
    combat: bool,
) -> int:
    """Return how much damage a source deals after what changes it, more first (614.1a, 616.1)."""
    fits = []
    for ability, owner in changes:
        whose_ = controller_of(draft, ability, owner)
        dealer = "" if source is None else source.controller
        # nobody deals it, or it is dealt to no player: only what says nothing of whom fits
        by = is_meant(ability.who, dealer, whose_) and (dealer or ability.who in ("", "any"))
        to = is_meant(ability.against, player, whose_) and (
            player or ability.against in ("", "any")
        )
        if not _deals(draft, ability, owner, source, whose_):
            continue
        if by and to and not (combat and ability.damage == "noncombat"):
            fits.append(ability)
    for ability in sorted(fits, key=lambda a: a.times):
        much = (much + ability.plus) * ability.times
    return much


def _deals(
    draft: Draft,
    ability: DamageChange,
    owner: GameObject | None,
    source: GameObject | None,
    you: str,
) -> bool:
    """Whether what deals damage is what an effect on damage is about."""
    if source is None:
        return not (ability.what or ability.this or ability.attached)
    return points_at(ability, owner, source) and matches(draft, ability.what, source, None, you)


_SHRINKS = frozenset(("Infect", "Wither"))  # as -1/-1 counters (120.3d)


def _damage_permanent(
    draft: Draft, obj: GameObject, much: int, keywords: frozenset[str], by: int
) -> bool:
    """Deal damage to a permanent, with its results (120.3c-h); return whether it was dealt."""
    known = characteristics_of(draft, obj)
    if not any(known.has_type(t) for t in _DAMAGEABLE):
        note = "it is no creature, planeswalker or battle"
        draft.say("stay", obj, "120.1", became=(), note=note)
        return False
    rules = ["120.3"]
    if known.has_type("Planeswalker"):
        _set_counters(draft, obj, "loyalty", max(0, obj.count("loyalty") - much))
    if known.has_type("Battle"):
        rules.append("120.3h")
        if much < obj.count("defense"):
            _set_counters(draft, obj, "defense", obj.count("defense") - much)
        else:
            note = "the defense counters stay; what comes of the last is for further steps"
            draft.say("not modeled", obj, "120.3h", "310.11b", became=(), note=note)
    obj = draft.things[obj.id]
    if known.has_type("Creature") and keywords & _SHRINKS:
        rules += ["120.3d", *(_RESULTS[k] for k in sorted(keywords & _SHRINKS))]
        _set_counters(draft, obj, "-1/-1", obj.count("-1/-1") + much)
    elif known.has_type("Creature"):
        draft.change(obj.id, damage=obj.damage + much)
    if known.has_type("Creature") and "Deathtouch" in keywords:
        draft.poisoned |= {obj.id}
        rules.append(_RESULTS["Deathtouch"])
    draft.say("damage", obj, *rules, became=(), note=f"{much} damage", by=by)
    return True


_RESULTS = {"Deathtouch": "702.2b", "Infect": "702.90c", "Wither": "702.80a"}


def _damage_player(
    draft: Draft,
    name: str,
    much: int,
    source: GameObject | None,
    keywords: frozenset[str],
    combat: bool,
) -> None:
    """Deal damage to a player: life, or poison counters, and more of them for toxic (120.3)."""
    player = draft.player(name)
    dealt = dict(player.commander_damage)
    if combat and source is not None:
        for c in source.cards:
            if draft.cards[c].commander:
                dealt[c] = dealt.get(c, 0) + much
    rules = ["120.3a", "903.10a"]
    life, poison = much, 0
    if "Infect" in keywords:
        life, poison, rules = 0, much, ["120.3b", "702.90b", "903.10a"]
    toxic = _toxic(keywords) if combat else 0
    if toxic:
        rules += ["120.3g", "702.164c"]
    draft.change_player(
        name,
        life=player.life - life,
        poison=player.poison + poison + toxic,
        commander_damage=tuple(sorted(dealt.items())),
    )
    draft.emit(Event("damage", 0, name, player=name, note=f"{much} damage", rules=tuple(rules)))
    if life:
        draft.emit(Event("life", player=name, note=f"{-life:+d}", rules=("120.3a", "119.3")))
    if combat and source is not None:
        note = f"{much} to {name}"
        rule = rules[0]
        batch = draft.batch
        draft.say("combat damage", source, "510.2", rule, player=name, batch=batch, note=note)


def _toxic(keywords: frozenset[str]) -> int:
    """Return the total toxic value: a keyword without a number is toxic 1 (702.164b)."""
    words = (k.partition(" ") for k in keywords)
    return sum(whole_number(n or "1") or 0 for word, _, n in words if word == "Toxic")


class GainLife(Action, frozen=True, kw_only=True, tag="gain life"):
    """Gain life, or lose it where negative (119)."""

    amount: Annotated[int | str, says("how much; negative for losing it")]


@action(GainLife)
def gain_life(draft: Draft, act: GainLife, *because: str) -> None:
    """Change a player's life total (119.3)."""
    name = act.player or draft.active
    much = amount(draft, act.amount, name, None)
    draft.change_player(name, life=draft.player(name).life + much)
    rules = (*because, "119.3")
    draft.emit(Event("life", player=name, note=f"{much:+d}", rules=rules))


class PutCounters(OnObjects, frozen=True, kw_only=True, tag="put counters"):
    """Put counters on permanents or cards (122)."""

    kind: CounterKind = "+1/+1"
    count: Annotated[Number | str, says("how many counters")] = 1


@action(PutCounters)
def put_counters(draft: Draft, act: PutCounters) -> None:
    """Put counters on objects (122.6)."""
    for obj in objects_of(draft, act.object):
        more = amount(draft, act.count, obj.controller, obj)
        _set_counters(draft, obj, act.kind, obj.count(act.kind) + more)
        draft.say("counters", obj, "122.6", became=(), note=f"{more} {act.kind}")


class RemoveCounters(OnObjects, frozen=True, kw_only=True, tag="remove counters"):
    """Remove counters (122)."""

    kind: CounterKind = "+1/+1"
    count: Amount = 1


@action(RemoveCounters)
def remove_counters(draft: Draft, act: RemoveCounters) -> None:
    """Remove counters from objects, as many as there are of those asked for (122.1, 609.3).

    As a cost they must all be there (118.3), which is checked before anything is paid.
    """
    for obj in objects_of(draft, act.object):
        taken = min(obj.count(act.kind), amount(draft, act.count, obj.controller, obj))
        if not taken:
            note = f"it has no {act.kind} counters"
            draft.say("stay", obj, "122.1", "609.3", became=(), note=note)
            continue
        _set_counters(draft, obj, act.kind, obj.count(act.kind) - taken)
        name, note = draft.name_of(obj.id), f"{taken} {act.kind}"
        draft.say("counters removed", obj, "122.1", name=name, became=(), note=note, objects=taken)


def _set_counters(draft: Draft, obj: GameObject, kind: str, n: int) -> None:
    counters = dict(obj.counters) | {kind: n}
    kept = tuple(sorted((k, v) for k, v in counters.items() if v))
    draft.change(obj.id, counters=kept)


def why_not_attached(
    draft: Draft, obj: GameObject, host: int | str
) -> tuple[str, tuple[str, ...]] | None:
    """Return why an instruction to attach a permanent does nothing, with rules (701.3b)."""
    known = characteristics_of(draft, obj)
    kinds = set(flat(known.subtypes.value))
    if not kinds & {"Aura", "Equipment", "Fortification"}:
        return "it is no Aura, Equipment or Fortification", ("701.3b",)
    if obj.attached == host:
        return "it is attached to that already", ("701.3b",)
    if "Aura" in kinds:
        if known.has_type("Creature"):
            return "an Aura that is a creature enchants nothing", ("701.3b", "303.4d")
        if not may_enchant(draft, abilities_of(draft, obj), host, obj.controller):
            return "it cannot enchant that", ("701.3b", "303.4j")
        return None
    if "Equipment" in kinds and known.has_type("Creature") and not known.has_keyword("Reconfigure"):
        return "an Equipment that is a creature equips nothing", ("701.3b", "301.5c")
    wanted, rule = ("t:creature", "301.5") if "Equipment" in kinds else ("t:land", "301.6")
    if isinstance(host, str) or not matches(draft, wanted, draft.things[host], None, ""):
        return "it cannot be attached to that", ("701.3b", rule)
    return None


class Attach(OnObject, frozen=True, kw_only=True, tag="attach"):
    """Attach an Aura or Equipment to an object or player (701.3)."""

    to: Annotated[Ref, says("the object or player")]


@action(Attach)
def attach(draft: Draft, act: Attach) -> None:
    """Attach a permanent to an object or player it may be attached to (701.3)."""
    obj = draft.present(act.object)
    permanents_of(draft, obj.id)
    host = host_of(draft, act.to)
    if host == obj.id:
        why = "an object cannot be attached to itself"
        raise CannotBeDone(why, ("301.5c", "303.4d"), obj.id)
    if isinstance(host, int):
        permanents_of(draft, draft.present(host).id)
    name = draft.name_of(obj.id)
    no = why_not_attached(draft, obj, host)
    if no is not None:
        draft.say("stay", obj, *no[1], name=name, note=no[0])
        return
    draft.change(obj.id, attached=host, timestamp=draft.tick())
    to = host if isinstance(host, str) else draft.name_of(host)
    draft.say("attach", obj, "701.3a", name=name, note=f"to {to}")
