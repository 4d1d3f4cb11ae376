"""What effects forbid: casting, playing, unlocking, activating (601.3a, 101.2)."""

from __future__ import annotations

from collections.abc import Mapping

from mtgmeld.errors import IllegalAction
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import controller_of, live_abilities
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.query.wanted import flat
from mtgmeld.rules.citations import cited, show

__all__ = ["check_allowed", "chosen_name", "concerns"]

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


def concerns(draft: Draft, ability: Ability, source: Obj | None, player: str) -> bool:
    """Whether an effect on what players do concerns a player."""
    whose = controller_of(draft, ability, source)
    if ability.who == "you":
        return player == whose
    return ability.who != "opponent" or player != whose


def chosen_name(draft: Draft, ability: Ability, source: Obj | None) -> str:
    """Return the card name that was chosen for an effect (201.4); empty for none."""
    name: str = draft.names.get(0 if source is None else source.id, ability.note)
    return name


def applies_to(
    draft: Draft, ability: Ability, source: Obj | None, obj: Obj, known: Characteristics
) -> bool:
    """Whether an effect on spells, lands or permanents covers one, by name or by filter."""
    if ability.named:
        name = chosen_name(draft, ability, source)
        return bool(name) and name in flat(known.names.value)
    return matches(draft, ability.what, obj, known, controller_of(draft, ability, source))


def check_allowed(
    draft: Draft,
    action: str,
    player: str,
    obj: Obj,
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
    for ability, source in live_abilities(draft, ("forbid",)):
        if ability.of not in _COVERED[action] or not concerns(draft, ability, source, player):
            continue
        if ability.source and ability.source != zone:
            continue
        if not applies_to(draft, ability, source, obj, known):
            continue
        by = draft.name_of(source.id) if source is not None else ability.key
        rules = [*_RULES[action], "101.2"]
        if ability.named:
            name = chosen_name(draft, ability, source)
            if obj.base.layout == "split":
                rules += ["709.4d" if _is_fused(obj) else "709.3b", "709.4a"]
            rules.append("201.4")
            raise IllegalAction(
                f"{by} forbids to {action} {label}: {name} is the chosen name", cited(rules)
            )
        if action == "cast":
            label += f" (mana value {show(known.mana_value.value)})"
            if obj.base.layout == "split":
                rules.append("709.4d" if _is_fused(obj) else "709.3b")
        raise IllegalAction(f"{by} forbids to {action} {label}", cited(rules))


def _is_fused(spell: Obj) -> bool:
    return spell.cast is not None and len(spell.cast.halves) > 1
