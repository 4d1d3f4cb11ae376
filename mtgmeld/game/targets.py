"""Targets: what may be chosen, choosing them, and whether they are still legal (115, 601.2c)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mtgmeld.catalog import ability_folders
from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName, near
from mtgmeld.game.abilities import Ability, Enchant, Slot, Spell
from mtgmeld.game.actions import Ref, Refs
from mtgmeld.game.card_abilities import abilities_in
from mtgmeld.game.characteristics import Characteristics, answers_of
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.selectors import Context
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import fits, matches
from mtgmeld.mana import COLOR_WORDS, whole_number
from mtgmeld.query import compile_filter
from mtgmeld.query.things import flat, letters_of

Target = int | str
ANY_TARGET = "any target"
PLAYER, OPPONENT = "player", "opponent"  # alone, or before ``or FILTER``
NONE = ""  # stands for a target that was not chosen where none need be
Qualities = frozenset[str]

_EVERYTHING, _EACH_COLOR = "everything", ("each color", "every color", "all colors")
_PARTS = re.compile(r",? and (?:from )?|, (?:from )?")
# how a word of several objects ends, and the word of one
_PLURALS = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"))

_DAMAGEABLE = "t:creature or t:planeswalker or t:battle"


def targets_for(
    draft: Draft, text: str, player: str, qualities: Qualities, now: Context | None = None
) -> Iterator[Target]:
    """Yield the objects and players that a target filter allows, the objects first.

    Parameters
    ----------
    draft : Draft
    text : str
        A filter, whose ``in:`` names a zone other than the battlefield, ``any target``
        (115.4), ``player`` or ``opponent``, or one of these two ``or`` a filter.
    player : str
        Who chooses.
    qualities : frozenset of str
        Those of the source, for protection (702.16b).
    now : Context, optional
        What words in angle brackets refer to.
    """
    words, _, rest = text.partition(" or ")
    players: tuple[Target, ...] = ()
    if text == ANY_TARGET or words in (PLAYER, OPPONENT):
        mine = words == OPPONENT
        players = tuple(p.name for p in draft.players if not (mine and p.name == player))
        text = _DAMAGEABLE if text == ANY_TARGET else rest
        if not text:
            yield from players
            return
    things, wanted = draft.things, compile_filter(text)
    for zone in wanted.zones:
        for i in draft.in_zone(zone):
            obj = things[i]
            known = characteristics_of(draft, obj)
            if fits(draft, wanted, obj, known, player, now):
                if not kept_off(draft, i, player, qualities):
                    yield i
    yield from players


def without_target(
    draft: Draft, ability: Ability, player: str, qualities: Qualities, now: Context | None
) -> bool:
    """Whether an ability asks for a target that there is not (601.2c, 602.2b, 603.3d)."""
    return any(
        not slot.optional
        and next(targets_for(draft, slot.text, player, qualities, now), None) is None
        for slot in ability.slots
    )


def kept_off(draft: Draft, target: Target, player: str, qualities: Qualities) -> tuple[str, ...]:
    """Return the rules by which shroud, hexproof or protection keeps a player's source off."""
    if isinstance(target, str) or draft.things[target].zone != "battlefield":
        return ()
    obj = draft.things[target]
    keywords = _keywords(draft, obj)
    if "shroud" in keywords:
        return ("702.18a",)
    if obj.controller != player and "hexproof" in keywords:
        return ("702.11b",)
    if obj.controller != player and _from(keywords, "hexproof", qualities):
        return ("702.11d",)
    return ("702.16b",) if _from(keywords, "protection", qualities) else ()


def protected(draft: Draft, obj: GameObject, source: GameObject) -> bool:
    """Whether a permanent has protection from an object, or the source of an ability (702.16)."""
    return _from(_keywords(draft, obj), "protection", qualities_of_source(draft, source))


def _keywords(draft: Draft, obj: GameObject) -> set[str]:
    return {k.casefold() for k in flat(characteristics_of(draft, obj).keywords.value)}


def _from(keywords: set[str], ability: str, qualities: Qualities) -> bool:
    """Whether one of some keywords is an ability from one of some qualities (702.16a, 702.11d)."""
    for keyword in keywords:
        if keyword.startswith(f"{ability} from "):
            # from two qualities is short for two abilities (702.16g, 702.11f)
            words = _PARTS.split(keyword.removeprefix(f"{ability} from "))
            if any(word == _EVERYTHING or _meant_by(word, qualities) for word in words):
                return True
    return False


def _meant_by(word: str, qualities: Qualities) -> bool:
    if word in _EACH_COLOR:
        return "colorless" not in qualities
    return any(
        word.endswith(plural) and word.removesuffix(plural) + one in qualities
        for plural, one in _PLURALS
    )


def qualities_of(known: Characteristics) -> Qualities:
    """Return the words that protection and hexproof may mean: of colors, and of types (702.16a)."""
    kept = answers_of(known)
    found: Qualities | None = kept.get(qualities_of)
    if found is None:
        found = kept[qualities_of] = _qualities(known)
    return found


def _qualities(known: Characteristics) -> Qualities:
    colors = "".join(letters_of(known.colors.value))
    many = ("colorless", "monocolored", "multicolored")[min(len(colors), 2)]
    kinds = (known.supertypes, known.types, known.subtypes)
    types = (word.casefold() for kind in kinds for word in flat(kind.value))
    return frozenset((many, *(COLOR_WORDS[c] for c in colors), *types))


def qualities_of_source(draft: Draft, source: GameObject) -> Qualities:
    """Return the qualities that protection sees: of a spell, or of the source of an ability."""
    if source.ability is None:
        return qualities_of(draft.characteristics(source.id))
    known = draft.last(source.ability.source) if source.ability.source else None
    return frozenset() if known is None else qualities_of(draft.characteristics(known.id))


def legal_targets(
    draft: Draft, ability: Ability, targets: Sequence[Target], source: GameObject
) -> tuple[Target, ...]:
    """Return the targets of a spell or ability, :data:`NONE` for those that are illegal (608.2b).

    Of what asks for none they are taken as they are.
    """
    slots = ability.slots or (Slot("", True, 0),) * len(targets)
    pairs = zip(slots, targets, strict=False)
    return tuple(
        t if _still_legal(draft, ability, s, t, source, targets) else NONE for s, t in pairs
    )


def _still_legal(
    draft: Draft,
    ability: Ability,
    slot: Slot,
    target: Target,
    source: GameObject,
    targets: Sequence[Target],
) -> bool:
    if isinstance(target, str):
        return target != NONE
    if target not in draft.things:
        return False
    qualities = qualities_of_source(draft, source)
    known = draft.last(source.ability.source) if source.ability is not None else source
    now = Context(draft, source.controller, known, ability=ability, targets=tuple(targets))
    return target in targets_for(draft, slot.text, source.controller, qualities, now)


def may_enchant(
    draft: Draft, abilities: Iterable[Ability], host: int | str, controller: str = ""
) -> bool:
    """Whether an Aura with these abilities may enchant an object or a player (303.4, 702.5a)."""
    wanted = [a.target for a in abilities if isinstance(a, Enchant)]
    if isinstance(host, str):
        return all(text == PLAYER for text in wanted)
    obj = draft.get(host)
    if obj is None or obj.zone != "battlefield":
        return False
    return all(t != PLAYER and matches(draft, t, obj, None, controller) for t in wanted)


def choose(
    draft: Draft,
    ability: Ability,
    player: str,
    given: Sequence[Target],
    qualities: Qualities,
    now: Context,
    rules: tuple[str, ...],
) -> tuple[Target, ...] | None:
    """Return a target for each slot of an ability; None where one has no legal target (603.3d).

    Those given are taken in their order; the only one that there is, is taken unasked.

    Raises
    ------
    ChoiceNeeded
        If there are several and none of those given fits.
    """
    for one in given:
        rules_of_it = kept_off(draft, one, player, qualities) if one in draft.things else ()
        if rules_of_it:
            draft.warded = {**draft.warded, one: rules_of_it}
    if without_target(draft, ability, player, qualities, now):
        return None  # nothing is asked for what is taken off the stack
    chosen: list[Target] = []
    left = list(given)
    named_some = False
    for slot in ability.slots:
        options = _left_for(draft, ability, slot, chosen, player, qualities, now)
        if not options and not slot.optional:
            return None
        draft.could = draft.could.union(options)
        fits = [t for t in left if t in options]
        if fits:
            chosen.append(fits[0])
            left.remove(fits[0])
            named_some = True
        elif slot.optional and ("none" in given or not options or named_some):
            chosen.append(NONE)
        elif len(options) == 1 and not slot.optional:
            chosen.append(options[0])
        else:
            raise _which(draft, ability, slot, options, player, rules)
    draft.met = (*draft.met, *chosen)
    return tuple(chosen)


def _left_for(
    draft: Draft,
    ability: Ability,
    slot: Slot,
    chosen: Sequence[Target],
    player: str,
    qualities: Qualities,
    now: Context,
) -> list[Target]:
    """Return what a slot may target where the slots before it have been given theirs.

    No target is chosen twice for one instance of the word (115.3).
    """
    rest = (NONE,) * (len(ability.slots) - len(chosen))
    now = replace(now, ability=ability, targets=(*chosen, *rest))
    taken = [t for t, s in zip(chosen, ability.slots, strict=False) if s.group == slot.group]
    there = targets_for(draft, slot.text, player, qualities, now)
    return [t for t in there if t not in taken]


def _which(
    draft: Draft,
    ability: Ability,
    slot: Slot,
    options: Sequence[Target],
    player: str,
    rules: tuple[str, ...],
) -> ChoiceNeeded:
    """Return the question which of several targets a slot is given."""
    offered = [_word(draft, t) for t in options] + (["none"] if slot.optional else [])
    return ChoiceNeeded(player, "target", offered, rules, f"a target for {ability.key}")


def _word(draft: Draft, target: Target) -> str:
    return target if isinstance(target, str) else draft.ref_of(target)


def named(draft: Draft, given: Refs | None, *, several: bool = False) -> list[Target]:
    """Return the targets that an action names, as ids and players; ``none`` stays a word.

    One that is not there yet is left to the abilities that trigger: it may come to be by what
    the action does.  :func:`all_met` refuses it if it never does.  One that stands for
    ``several`` objects by now means all of them where that is asked.
    """
    found: list[Target] = []
    for one in refs_of(given):
        meant: tuple[Target, ...] = (one,)
        try:
            if not _is_word(draft, one):
                meant = draft.find(one) if several else (draft.find_one(one),)
        except UnknownName:
            draft.unmet = (*draft.unmet, one)
        else:
            draft.given = {**draft.given, one: meant}
            found += meant
    return found


def all_met(draft: Draft) -> None:
    """Refuse targets that an action names and that nothing became, or nothing may aim at.

    Raises
    ------
    UnknownName
    IllegalAction
        If abilities that triggered asked for targets, and none of them, nor the spell, could
        have this one (603.3d).
    """
    for one in draft.unmet:
        draft.find(one)
    could = {*draft.met, *draft.could, "none"}
    for given, meant in draft.given.items():
        if draft.aiming and could.isdisjoint(meant):
            why = f"{draft.called(given)} is no legal target for {' or '.join(draft.aiming)}"
            more = [rule for one in meant for rule in draft.warded.get(one, ())]
            raise IllegalAction(why, ("603.3d", "601.2c", "115.1", *more))


def left_over(draft: Draft, given: Sequence[Ref]) -> list[Ref]:
    """Return the targets that are named more often than anything took them."""
    taken = Counter(draft.met)
    over = []
    for one in given:
        have = next((t for t in draft.given.get(one, ()) if taken[t]), None)
        if have is not None:
            taken[have] -= 1
        elif one != "none":
            over.append(one)
    return over


def refs_of(given: Refs | None) -> Sequence[int | str]:
    return given if isinstance(given, list) else [] if given is None else [given]


def _is_word(draft: Draft, ref: int | str) -> bool:
    return isinstance(ref, str) and (ref == "none" or any(p.name == ref for p in draft.players))


def spell_abilities(known: Characteristics, modes: Sequence[int] = ()) -> tuple[Ability, ...]:
    """Return the modeled instructions of a spell, those of the left half first (702.102d).

    Of an Aura, what it may be attached to (303.4a); of a modal instruction the mode that was
    chosen.
    """
    found = _with_modes(known)
    if not any(a.modes for a in found):
        return found
    chosen = iter(modes)
    return tuple(a.modes[next(chosen, 0)] if a.modes else a for a in found)


def _with_modes(known: Characteristics) -> tuple[Ability, ...]:
    kept, told = answers_of(known), ability_folders()
    found: tuple[Ability, ...]
    for_these, found = kept.get(_with_modes, (None, ()))
    if for_these is not told:
        every = abilities_in(known.written)
        found = tuple([a for a in every if isinstance(a, Spell | Enchant)])
        kept[_with_modes] = (told, found)
    return found


def modes_of_spell(
    draft: Draft,
    known: Characteristics,
    player: str,
    given: Refs | None = None,
    choices: Mapping[str, Any] | None = None,
) -> tuple[int, ...]:
    """Return the mode that is chosen for each modal instruction of a spell (601.2b, 700.2a).

    A mode whose target does not exist cannot be chosen; where one is left, or one alone fits
    the targets that are given, there is nothing to ask.
    """
    found = []
    modal = [a for a in _with_modes(known) if a.modes]
    if not modal:
        return ()
    wanted = choices.get("mode") if choices else None
    every = [m.key.rpartition("#")[2] for a in modal for m in a.modes]
    if wanted is not None and wanted not in every:
        raise UnknownName("mode", str(wanted), near(str(wanted), every) or every)
    for ability in modal:
        names = [m.key.rpartition("#")[2] for m in ability.modes]
        if wanted in names:
            found.append(names.index(str(wanted)))
            continue
        chosen = set(named(draft, given))
        qualities = qualities_of(known)
        options = [
            {t for s in m.slots for t in targets_for(draft, s.text, player, qualities)}
            for m in ability.modes
        ]
        possible = [n for n, m in enumerate(ability.modes) if not m.slots or options[n]]
        if not possible:
            raise IllegalAction(f"{_part(ability)} has no legal target", ("601.2c", "700.2a"))
        fits = [n for n in possible if chosen and chosen <= options[n]]
        left = fits if len(fits) == 1 else possible
        if len(left) > 1:
            words = [names[n] for n in left]
            raise ChoiceNeeded(player, "choose.mode", words, ("601.2b", "700.2a"), "the mode")
        found.append(left[0])
    return tuple(found)


def check_targets(
    draft: Draft,
    spell: GameObject,
    known: Characteristics,
    player: str,
    abilities: Sequence[Ability],
) -> None:
    """Refuse a spell of which a part has no legal target (601.2c)."""
    qualities = qualities_of(known)
    now = Context(draft, player, spell)
    for ability in abilities:
        if without_target(draft, ability, player, qualities, now):
            raise IllegalAction(f"{_part(ability)} has no legal target", ("601.2c", "115.1"))


def targets_of_spell(
    draft: Draft,
    spell: GameObject,
    known: Characteristics,
    given: Refs | None,
    player: str,
    abilities: Sequence[Ability],
) -> tuple[Target, ...]:
    """Return the targets of a spell as it is cast, those of each instruction in order (601.2c).

    Of an instant or sorcery spell whose instructions are not modeled the targets are taken as
    they are given.  A permanent spell that is no Aura has none (115.1): those given are for
    what triggers as it is cast.

    Raises
    ------
    IllegalAction
        If there is no legal target, or one that was given is not legal.
    ChoiceNeeded
        If there are several and none was given.
    """
    listed = named(draft, given)
    if not any(a.slots for a in abilities):
        aura = "Aura" in flat(known.subtypes.value)
        if abilities or (
            not aura and not {"Instant", "Sorcery"}.intersection(flat(known.types.value))
        ):
            return ()
        if not listed and aura:
            hosts = [draft.ref_of(o.id) for o in draft.battlefield()]
            raise ChoiceNeeded(
                player, "target", hosts, ("303.4a", "601.2c"), "what the Aura will enchant"
            )
        draft.used.add("target")
        qualities = qualities_of(known)
        for one in listed:
            rules = kept_off(draft, one, player, qualities) if one != "none" else ()
            if rules:
                why = f"{_word(draft, one)} cannot be its target"
                raise IllegalAction(why, ("601.2c", *rules))
        draft.met = (*draft.met, *listed)
        return tuple(listed)
    check_targets(draft, spell, known, player, abilities)
    draft.used.add("target")
    qualities = qualities_of(known)
    now = Context(draft, player, spell)
    slots = [(a, s) for a in abilities for s in a.slots]
    found: list[Target] = []
    for n, (ability, slot) in enumerate(slots):
        before = [t for t, (a, _) in zip(found, slots, strict=False) if a is ability]
        options = _left_for(draft, ability, slot, before, player, qualities, now)
        if not options and not slot.optional:
            raise IllegalAction(f"{_part(ability)} has too few legal targets", ("601.2c", "115.3"))
        mine = listed[:1]
        none = slot.optional and mine == ["none"]
        fits = none or (bool(mine) and mine[0] in options)
        for_later = slot.optional or len(options) == 1
        if mine and not fits and for_later and len(listed) < len(slots) - n:
            mine = []
        listed = listed[1:] if mine else listed
        if mine and not fits:
            what = _word(draft, mine[0])
            why = f"{what} is no legal target for {_part(ability)}"
            rules = () if none else kept_off(draft, mine[0], player, qualities)
            raise IllegalAction(why, ("601.2c", "115.1", *rules))
        if mine:
            found.append(NONE if none else mine[0])
        elif slot.optional and (not options or given is not None):
            found.append(NONE)
        elif len(options) == 1 and not slot.optional:
            found.append(options[0])
        else:
            raise _which(draft, ability, slot, options, player, ("601.2c",))
    draft.met = (*draft.met, *found)
    return tuple(found)


def division(
    draft: Draft,
    abilities: Sequence[Ability],
    targets: Sequence[Target],
    choices: Mapping[str, Any],
    now: Context,
) -> tuple[int, ...]:
    """Return what each target gets of what is divided among them (601.2d); empty for nothing."""
    found: list[int] = []
    left = list(targets)
    for ability in abilities:
        mine, left = left[: len(ability.slots)], left[len(ability.slots) :]
        parts = [act for act in getattr(ability, "do", ()) if act.divides]
        there = [t for t in mine if t != NONE]
        shares: Iterator[int] = iter(())
        if parts:
            shares = iter(shares_of(draft, there, now.number(parts[0].amount), choices, now.player))
        found += [next(shares, 0) if t != NONE else 0 for t in mine]
    return tuple(found) if any(found) else ()


def shares_of(
    draft: Draft, among: Sequence[Target], much: int, choices: Mapping[str, Any], player: str
) -> list[int]:
    """Return how a number is divided as ``choose.divide`` says, at least 1 each (601.2d)."""
    if len(among) < 2:
        return [much] * len(among)
    words = [_word(draft, one) for one in among]
    given = choices.get("divide")
    if isinstance(given, dict):
        given = [given.get(word, 0) for word in words]
    shares = [whole_number(str(n)) or 0 for n in (given if isinstance(given, list | tuple) else ())]
    if len(shares) != len(among):
        what = f"how {much} is divided among {' and '.join(words)}"
        raise ChoiceNeeded(player, "choose.divide", words, ("601.2d",), what)
    if sum(shares) != much or min(shares) < 1:
        raise IllegalAction(f"{shares} does not divide {much}, at least 1 each", ("601.2d",))
    return shares


def _part(ability: Ability) -> str:
    """Return the name of the half or face whose ability it is."""
    return ability.key.partition("#")[0]
