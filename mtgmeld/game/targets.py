"""Targets: what may be chosen, choosing them, and whether they are still legal (115, 601.2c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Refs
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.filling import filled
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches, zones_in
from mtgmeld.query.amounts import letters_of
from mtgmeld.query.wanted import flat

__all__ = [
    "ANY_TARGET",
    "PLAYER",
    "Target",
    "all_met",
    "choose_one",
    "may_enchant",
    "modes_of_spell",
    "slots_of",
    "spell_abilities",
    "still_legal",
    "targets_for",
    "targets_of_spell",
]

Target = int | str
ANY_TARGET = "any target"
PLAYER = "player"
NONE = ""  # stands for a target that was not chosen where none need be

_DAMAGEABLE = "t:creature or t:planeswalker or t:battle"
_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def targets_for(draft: Draft, text: str, player: str, colors: str = "") -> tuple[Target, ...]:
    """Return the objects and players that a target filter allows.

    Parameters
    ----------
    draft : Draft
    text : str
        A filter, whose ``in:`` names a zone other than the battlefield, ``any target``
        (115.4), or ``player``.
    player : str
        Who chooses.
    colors : str
        The colors of the source, for protection (702.16b).
    """
    if text == PLAYER:
        return tuple(p.name for p in draft.players)
    found: tuple[Target, ...] = tuple(
        i
        for zone in zones_in(text)
        for i in draft.in_zone(zone)
        if matches(
            draft, _DAMAGEABLE if text == ANY_TARGET else text, draft.things[i], None, player
        )
        and not _shielded(draft, draft.things[i], player, colors)
    )
    if text == ANY_TARGET:
        return (*found, *(p.name for p in draft.players))
    return found


def _shielded(draft: Draft, obj: Obj, player: str, colors: str) -> bool:
    """Whether shroud, hexproof or protection from a color keeps a player's source off."""
    if obj.zone != "battlefield":
        return False
    keywords = {k.casefold() for k in flat(draft.characteristics(obj.id).keywords.value)}
    if "shroud" in keywords or ("hexproof" in keywords and obj.controller != player):
        return True
    return any(f"protection from {_WORDS[c]}" in keywords for c in colors)


def colors_of_source(draft: Draft, source: Obj) -> str:
    """Return the colors that protection sees: of a spell, or of the source of an ability."""
    if source.ability is None:
        return "".join(letters_of(draft.characteristics(source.id).colors.value))
    known = draft.last(source.ability.source) if source.ability.source else None
    if known is None:
        return ""
    return "".join(letters_of(draft.characteristics(known.id).colors.value))


def still_legal(draft: Draft, ability: Ability, target: Target, source: Obj) -> bool:
    """Whether a target is legal as the spell or ability resolves (608.2b)."""
    if isinstance(target, str):
        return target != NONE
    if target not in draft.things:
        return False
    colors = colors_of_source(draft, source)
    known = draft.last(source.ability.source) if source.ability is not None else source
    text = filled(draft, ability.target, source.controller, known)
    return target in targets_for(draft, text, source.controller, colors)


def may_enchant(
    draft: Draft, abilities: Iterable[Ability], host: int | str, controller: str = ""
) -> bool:
    """Whether an Aura with these abilities may enchant an object or a player (303.4, 702.5a)."""
    wanted = [a.target for a in abilities if a.kind == "enchant"]
    if isinstance(host, str):
        return all(text == PLAYER for text in wanted)
    obj = draft.get(host)
    if obj is None or obj.zone != "battlefield":
        return False
    return all(t != PLAYER and matches(draft, t, obj, None, controller) for t in wanted)


def choose_one(
    draft: Draft,
    ability: Ability,
    options: Sequence[Target],
    given: Sequence[Target],
    player: str,
    rules: tuple[str, ...],
) -> Target:
    """Return the first given target that an ability may have; the only one is taken unasked.

    Raises
    ------
    ChoiceNeeded
        If none of those given fits.
    """
    fits = [t for t in given if t in options]
    if fits:
        return fits[0]
    if ability.target_may and ("none" in given or not options):
        return NONE
    if len(options) == 1 and not ability.target_may:
        return options[0]
    offered = [_word(draft, t) for t in options]
    if ability.target_may:
        offered.append("none")
    raise ChoiceNeeded(player, "target", offered, rules, f"a target for {ability.key}")


def _word(draft: Draft, target: Target) -> str:
    return target if isinstance(target, str) else draft.ref_of(target)


def named(draft: Draft, given: Refs | None) -> list[Target]:
    """Return the targets that an action names, as ids and players; ``none`` stays a word.

    One that is not there yet is left to the abilities that trigger: it may come to be by what
    the action does.  :func:`all_met` refuses it if it never does.
    """
    found: list[Target] = []
    for one in _listed(given):
        try:
            found.append(one if _is_word(draft, one) else draft.find_one(one))
        except UnknownName:
            draft.unmet = [*draft.unmet, one]
    return found


def all_met(draft: Draft) -> None:
    """Refuse targets that an action names and that nothing became.

    Raises
    ------
    UnknownName
    """
    for one in draft.unmet:
        draft.find(one)


def named_any(draft: Draft, given: Refs | None) -> list[Target]:
    """Return all that an action's targets stand for: some may be several objects by now."""
    found: list[Target] = []
    for one in _listed(given):
        try:
            found += [one] if _is_word(draft, one) else draft.find(one)
        except UnknownName:
            draft.unmet = [*draft.unmet, one]
    return found


def _listed(given: Refs | None) -> Sequence[int | str]:
    return given if isinstance(given, list) else [] if given is None else [given]


def _is_word(draft: Draft, ref: int | str) -> bool:
    return isinstance(ref, str) and (ref == "none" or any(p.name == ref for p in draft.players))


def spell_abilities(known: Characteristics, modes: Sequence[int] = ()) -> tuple[Ability, ...]:
    """Return the modeled instructions of a spell, those of the left half first (702.102d).

    Of an Aura, what it may be attached to (303.4a); of a modal instruction the mode that was
    chosen.
    """
    chosen = iter(modes)
    return tuple(a.modes[next(chosen, 0)] if a.modes else a for a in _with_modes(known))


def _with_modes(known: Characteristics) -> list[Ability]:
    from mtgmeld.game.acting import abilities_in

    return [a for a in abilities_in(flat(known.text.value)) if a.kind in ("spell", "enchant")]


def slots_of(abilities: Sequence[Ability]) -> tuple[Ability, ...]:
    """Return one entry a target: the instruction as far as that target is concerned."""
    return tuple(a.aimed(n) for a in abilities for n in range(len(a.targets)))


def modes_of_spell(
    draft: Draft,
    known: Characteristics,
    given: Refs | None,
    wanted: str | None,
    player: str,
) -> tuple[int, ...]:
    """Return the mode that is chosen for each modal instruction of a spell (601.2b, 700.2a).

    A mode whose target does not exist cannot be chosen; where one is left, or one alone fits
    the targets that are given, there is nothing to ask.
    """
    found = []
    for ability in _with_modes(known):
        if not ability.modes:
            continue
        names = [m.key.rpartition("#")[2] for m in ability.modes]
        if wanted in names:
            found.append(names.index(str(wanted)))
            continue
        chosen = set(named(draft, given))
        colors = "".join(letters_of(known.colors.value))
        options = [set(targets_for(draft, m.target, player, colors)) for m in ability.modes]
        possible = [n for n, m in enumerate(ability.modes) if not m.target or options[n]]
        if not possible:
            raise IllegalAction(f"{_part(ability)} has no legal target", ("601.2c", "700.2a"))
        fits = [n for n in possible if chosen and chosen <= options[n]]
        left = fits if len(fits) == 1 else possible
        if len(left) > 1:
            words = [names[n] for n in left]
            raise ChoiceNeeded(player, "choose.mode", words, ("601.2b", "700.2a"), "the mode")
        found.append(left[0])
    return tuple(found)


def targets_of_spell(
    draft: Draft,
    spell: Obj,
    known: Characteristics,
    given: Refs | None,
    player: str,
    modes: Sequence[int] = (),
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
    slots = slots_of(spell_abilities(known, modes))
    if not slots:
        aura = "Aura" in flat(known.subtypes.value)
        if not aura and not {"Instant", "Sorcery"}.intersection(flat(known.types.value)):
            return ()
        if not listed and aura:
            hosts = [draft.ref_of(o.id) for o in draft.battlefield()]
            raise ChoiceNeeded(
                player, "target", hosts, ("303.4a", "601.2c"), "what the Aura will enchant"
            )
        return tuple(listed)
    colors = "".join(letters_of(known.colors.value))
    texts = [filled(draft, slot.target, player, spell) for slot in slots]
    offered = [targets_for(draft, text, player, colors) for text in texts]
    for slot, options in zip(slots, offered, strict=True):
        if not options and not slot.target_may:
            raise IllegalAction(f"{_part(slot)} has no legal target", ("601.2c", "115.1"))
    found: list[Target] = []
    for n, (slot, options) in enumerate(zip(slots, offered, strict=True)):
        mine = listed[:1]
        none = slot.target_may and mine == ["none"]
        fits = none or (bool(mine) and mine[0] in options)
        if mine and not fits and len(options) == 1 and len(listed) < len(slots) - n:
            mine = []  # the only option is not named; what is named is for a later part
        listed = listed[1:] if mine else listed
        if mine and not fits:
            what = _word(draft, mine[0])
            raise IllegalAction(f"{what} is no legal target for {_part(slot)}", ("601.2c", "115.1"))
        found.append(choose_one(draft, slot, options, mine, player, ("601.2c",)))
    return tuple(found)


def _part(ability: Ability) -> str:
    """Return the name of the half or face whose ability it is."""
    return ability.key.partition("#")[0]
