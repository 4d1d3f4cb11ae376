"""When players may do something, and what effects allow and forbid (117, 101.2, 601.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mtgmeld.errors import IllegalAction
from mtgmeld.game.abilities import CostChange, Permission, Prohibition, comes_from
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import abilities_of, controller_of, live_abilities, points_at
from mtgmeld.game.player_words import is_meant, whose
from mtgmeld.game.selectors import holds
from mtgmeld.game.values import MAIN_STEPS, GameObject
from mtgmeld.game.views import matches
from mtgmeld.query.things import flat
from mtgmeld.rules.citations import cited, written

OWN_ZONES = ("hand", "graveyard", "library", "command")
Late = tuple[str, tuple[str, ...]]
OnPlayers = CostChange | Permission | Prohibition  # effects on what players do
_SILENT = {"untap": "502.4", "cleanup": "514.3"}


def no_priority(draft: Draft) -> Late | None:
    """Return why no player may act in this step, with the rule; None where players may."""
    rule = _SILENT.get(draft.step)
    if rule is None or draft.places.get("stack"):
        return None
    return f"no player gets priority in the {draft.step} step", (rule, "117.1")


def sorcery_time(draft: Draft, player: str) -> Late | None:
    """Return why a player could not cast a sorcery now, or None (307.1)."""
    rules = ("117.1a", "307.1")
    if draft.active != player:
        return f"it is {whose(draft.active)} turn", rules
    if draft.step not in MAIN_STEPS:
        return f"it is the {draft.step} step", rules
    if draft.places.get("stack"):
        return "the stack is not empty", rules
    return None


# what is forbidden -> the prohibitions that cover it; to play is to cast or to play a land
_COVERED: Mapping[str, tuple[str, ...]] = {
    "cast": ("cast", "play"),
    "play": ("play",),
    "unlock": ("unlock",),
    "activate": ("activate",),
}
_RULES: Mapping[str, tuple[str, ...]] = {
    "cast": ("601.3", "601.3a"),
    "play": ("305.1", "116.2a"),
    "unlock": ("709.5e", "116.2m"),
    "activate": ("602.5",),
}


def concerns(draft: Draft, ability: OnPlayers, source: GameObject | None, player: str) -> bool:
    """Whether an effect on what players do concerns a player."""
    return is_meant(ability.who, player, controller_of(draft, ability, source))


def chosen_name(draft: Draft, ability: OnPlayers, source: GameObject | None) -> str:
    """Return the card name that was chosen for an effect (201.4); empty for none."""
    given = ability.named if isinstance(ability.named, str) else ""
    name: str = draft.names.get(0 if source is None else source.id, given)
    return name


def applies_to(
    draft: Draft,
    ability: OnPlayers,
    source: GameObject | None,
    obj: GameObject,
    known: Characteristics,
) -> bool:
    """Whether an effect on spells, lands or permanents covers one, by name or by filter."""
    if not points_at(ability, source, obj):
        return False
    if ability.named:
        name = chosen_name(draft, ability, source)
        return bool(name) and name in flat(known.names.value)
    return matches(draft, ability.what, obj, known, controller_of(draft, ability, source))


def check_allowed(
    draft: Draft,
    action: str,
    player: str,
    obj: GameObject,
    known: Characteristics,
    label: str,
    zone: str = "",
) -> None:
    """Refuse what an effect forbids a player to do with an object.

    Parameters
    ----------
    draft : Draft
    action : str
        ``cast``, ``play`` (a land), ``unlock`` or ``activate``.
    player : str
    obj, known : Obj, Characteristics
        The spell as it would be on the stack (709.3a), the land with the face that is played,
        or the permanent.
    label : str
        What it is called in the refusal.
    zone : str
        Where a spell or land comes from.

    Raises
    ------
    IllegalAction
        If an effect forbids it.
    """
    for ability, source in live_abilities(draft, Prohibition):
        if ability.of not in _COVERED[action] or not concerns(draft, ability, source, player):
            continue
        if not comes_from(ability.source, zone):
            continue
        if not applies_to(draft, ability, source, obj, known):
            continue
        by = draft.name_of(source.id) if source is not None else ability.key
        rules = [*_RULES[action], "101.2"]
        if ability.named:
            name = chosen_name(draft, ability, source)
            if obj.base.form.is_split:
                rules += ["709.4d" if _is_fused(obj) else "709.3b", "709.4a"]
            rules.append("201.4")
            raise IllegalAction(
                f"{by} forbids to {action} {label}: {name} is the chosen name", cited(rules)
            )
        if action == "cast":
            label += f" (mana value {written(known.mana_value.value)})"
            if obj.base.form.is_split:
                rules.append("709.4d" if _is_fused(obj) else "709.3b")
        raise IllegalAction(f"{by} forbids to {action} {label}", cited(rules))


def cost_changes(
    draft: Draft, kind: str, obj: GameObject, known: Characteristics, player: str
) -> list[CostChange]:
    """Return what changes the cost of a spell, or of unlocking; its own text too (113.6d)."""
    rows = live_abilities(draft, CostChange)
    if obj.zone != "battlefield":
        own = (a for a in abilities_of(draft, obj) if isinstance(a, CostChange) and a.this)
        rows += [(a, obj) for a in own if holds(draft, a, obj, player)]
    return [
        ability
        for ability, source in rows
        if ability.of in (kind, "cast and unlock")
        and concerns(draft, ability, source, player)
        and applies_to(draft, ability, source, obj, known)
    ]


def as_though(
    draft: Draft, word: str, spell: GameObject, known: Characteristics, player: str
) -> bool:
    """Whether an effect lets a spell be cast as though it had an ability (601.3b, 702.51)."""
    return any(
        ability.of == word
        and concerns(draft, ability, source, player)
        and applies_to(draft, ability, source, spell, known)
        for ability, source in live_abilities(draft, Permission)
    )


def _is_fused(spell: GameObject) -> bool:
    return spell.cast is not None and len(spell.cast.halves) > 1


def permissions(
    draft: Draft, obj: GameObject, player: str
) -> Iterator[tuple[Permission, str, str, int]]:
    """Yield the permissions that concern a card: the ability, its name, whose, its object.

    They come from the card's own abilities (disturb, flashback), from effects that gave the
    card one (611.2), and from abilities of permanents and standing effects.
    """
    if obj.owner == player:
        for ability in abilities_of(draft, obj):
            if isinstance(ability, Permission) and ability.this and ability.zone == obj.zone:
                yield ability, ability.by, player, obj.id
    for effect in draft.effects:
        if effect.allows is not None and obj.id in effect.ids:
            if effect.allows.controller in ("", player):
                yield effect.allows, effect.allows.by or effect.allows.key, player, 0
    for ability, source in live_abilities(draft, Permission):
        if not ability.source or not comes_from(ability.source, obj.zone):
            continue
        if not concerns(draft, ability, source, player):
            continue
        if not _whose_zone(draft, ability, obj, player) or not points_at(ability, source, obj):
            continue
        name = ability.key if source is None else draft.name_of(source.id)
        giver = controller_of(draft, ability, source)
        yield ability, ability.by or name, giver, 0 if source is None else source.id


def is_there(draft: Draft, by: str | None) -> bool:
    """Whether a permission of this name is there, so that it alone says what may be cast (601.3).

    Any other name stands for an effect that is not modeled.
    """
    given = (e.allows for e in draft.effects if e.allows is not None)
    if any(by == (a.by or a.key) for a in given):
        return True
    return any(
        by == (a.by or (a.key if source is None else draft.name_of(source.id)))
        for a, source in live_abilities(draft, Permission, idle=True)
    )


def _whose_zone(draft: Draft, ability: Permission, obj: GameObject, player: str) -> bool:
    """Whether a permission reaches into the zone of the card's owner, and to this card of it."""
    owner = ability.owner or ("you" if obj.zone in OWN_ZONES else "any")
    if owner != "any" and (obj.owner == player) != (owner == "you"):
        return False
    # of a library only the top card is meant
    return obj.zone != "library" or draft.in_zone("library", obj.owner)[-1:] == (obj.id,)
