"""Making mana: activated and triggered mana abilities, tapping for mana, replacements (605)."""

from __future__ import annotations

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName, UnsupportedRule
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.activating import check_costs, named_ability, pay_costs
from mtgmeld.game.amounts import amount
from mtgmeld.game.devotion import devotion
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import controller_of, live_abilities
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import MOST, pool_of
from mtgmeld.game.pieces import Mana
from mtgmeld.game.producing import (
    letters,
    mana_abilities,
    mana_changes,
    types_of,
)
from mtgmeld.game.seen import matches
from mtgmeld.mana import COLORS
from mtgmeld.rules.editions import TAPPED_FOR_MANA_REPLACED

__all__ = ["add_mana", "tap_for_mana", "use_mana_ability"]

Making = A.TapForMana | A.Activate


def tap_for_mana(draft: Draft, act: A.TapForMana) -> None:
    """Activate a mana ability with {T} in its cost; it resolves at once (106.12, 605.3b)."""
    obj = draft.present(act.object)
    options = [a for a in mana_abilities(draft, obj) if a.taps]
    if obj.zone != "battlefield" or not options:
        name = draft.name_of(obj.id)
        raise IllegalAction(
            f"{name} has no mana ability with {{T}} in its cost", ("106.12", "605.1a")
        )
    use_mana_ability(draft, obj, options, act)


def use_mana_ability(draft: Draft, obj: Obj, options: list[Ability], act: Making) -> None:
    """Activate one of the mana abilities of a permanent and resolve it at once (605.3b)."""
    player = act.player or obj.controller
    ability = _choose(draft, obj, options, act, player)
    check_costs(draft, obj, ability, player)
    pay_costs(draft, obj, ability, act, player)
    made = _made(draft, obj, ability, act, player)
    changed = _with_changes(draft, obj, made, act, player) if ability.taps else made
    _give(draft, obj, ability, changed, player, act)


def _choose(draft: Draft, obj: Obj, options: list[Ability], act: Making, player: str) -> Ability:
    """Return the ability that is meant: by its key, else by the mana that it makes."""
    if act.ability is not None:
        options = named_ability(options, act.ability)
        if not options:
            raise IllegalAction(f"{draft.name_of(obj.id)} has no such mana ability", ("605.1a",))
    if len(options) == 1 and act.mana is not None:
        types, _ = types_of(draft, obj, options[0])
        free = options[0].mana == "devotion:"  # a color may be chosen even where it makes nothing
        if types and not free and not set(letters(act.mana)) <= set(types):
            raise IllegalAction(f"{draft.name_of(obj.id)} does not make {act.mana}", ("106.7",))
    if len(options) > 1 and act.mana is not None:
        wanted = letters(act.mana)
        exact = [a for a in options if letters(a.mana) == wanted and ":" not in a.mana]
        fits = [
            a
            for a in options
            # a color may be chosen for devotion even where it makes nothing
            if set(wanted) <= set(types_of(draft, obj, a)[0]) or a.mana == "devotion:"
        ]
        options = exact or fits
        if not options:
            raise IllegalAction(f"{draft.name_of(obj.id)} does not make {act.mana}", ("106.7",))
    if len(options) > 1:
        kinds = sorted({a.mana for a in options})
        if act.mana is None and len(kinds) == len(options):
            raise ChoiceNeeded(player, "mana", kinds, ("605.3b",), "which mana ability")
        keys = [a.key for a in options]
        raise ChoiceNeeded(player, "ability", keys, ("605.3b",), "which mana ability")
    return options[0]


def _made(draft: Draft, obj: Obj, ability: Ability, act: Making, player: str) -> str:
    """Return the mana that an ability makes before replacements; an undefined type makes none."""
    head, sign, rest = ability.mana.partition(":")
    if head == "count":
        kind, _, what = rest.partition(" per ")
        return kind * amount(draft, f"count {what}", player, obj)
    if head == "devotion":
        color = _picked(COLORS, act, player)
        return color * int(devotion(draft, color, player).value)
    if sign or head == "any" or "/" in ability.mana:
        types, _ = types_of(draft, obj, ability)
        return _picked(types, act, player) if types else ""
    return letters(ability.mana)


def _picked(types: str, act: Making, player: str) -> str:
    wanted = letters(act.mana or "")
    if wanted and wanted[0] in types:
        return wanted[0]
    if act.mana is not None:
        # a color is one of five, a type of mana one of six
        raise IllegalAction(f"{act.mana} is none of {', '.join(types)}", ("105.4", "106.1b"))
    if len(types) == 1:
        return types
    raise ChoiceNeeded(player, "mana", list(types), ("106.7",), "the type of mana")


# ---------------------------------------------------------------- replacements


def _with_changes(draft: Draft, obj: Obj, made: str, act: Making, player: str) -> str:
    """Apply replacements of the mana, in the order that the affected player chooses (616.1)."""
    left = mana_changes(draft, obj) if made else []
    given = act.choose.get("first", ())
    order = [*map(str, given)] if isinstance(given, list | tuple) else [str(given)]
    while left:
        at = 0
        if any(a.becomes for a, _ in left) and len({(a.becomes, a.times) for a, _ in left}) > 1:
            labels = [draft.card_name(o) if o is not None else a.key for a, o in left]
            if not order:
                raise ChoiceNeeded(
                    player, "choose.first", labels, ("616.1",), "which replacement applies first"
                )
            wanted = order.pop(0)
            if wanted not in labels:
                raise UnknownName("replacement effect here", wanted, labels)
            at = labels.index(wanted)
        ability, _ = left.pop(at)
        if ability.becomes:
            made = ability.becomes * (ability.amount or len(made))
        if len(made) * ability.times > MOST:
            raise UnsupportedRule(f"more than {MOST} mana at once is not modeled", ("106.12b",))
        made = made * ability.times
    return made


def _give(draft: Draft, obj: Obj, ability: Ability, made: str, player: str, act: Making) -> None:
    """Add mana to the pool, with the restrictions that come with it (106.6, 106.6a)."""
    name = draft.name_of(obj.id)
    if not made:
        draft.emit(
            Event(
                "no mana",
                obj.id,
                name,
                (obj.id,),
                player=player,
                note="no mana is made",
                rules=("106.5", "106.12a"),
            )
        )
        return
    _add(draft, player, made, ability.only)
    rules = ["106.4"]
    if ability.taps:
        rules.insert(0, "106.12")
        if mana_changes(draft, obj) and draft.edition.has(TAPPED_FOR_MANA_REPLACED):
            rules.append("106.12b")
    if ability.only:
        rules += ["106.6", "106.6a"]
    draft.emit(
        Event(
            "tapped for mana" if ability.taps else "mana",
            obj.id,
            name,
            (obj.id,),
            player=player,
            note=f"adds {_braced(made)}",
            mana=made,
            rules=(*rules, "605.3b"),
        )
    )
    if ability.taps:
        _triggered(draft, obj, made, act)


def _add(draft: Draft, player: str, made: str, only: str) -> None:
    pool = draft.player(player).pool
    draft.change_player(player, pool=(*pool, *(Mana(c, only) for c in made)))


def _braced(made: str) -> str:
    return "".join("{" + c + "}" for c in made)


def _triggered(draft: Draft, obj: Obj, made: str, act: Making) -> None:
    """Let triggered mana abilities add their mana at once (605.1b, 605.4a)."""
    player = obj.controller
    for ability, source in live_abilities(draft, ("mana trigger",)):
        whose = controller_of(draft, ability, source)
        if ability.who == "you" and player != whose:
            continue
        if ability.attached:
            if source is None or source.attached != obj.id:
                continue
        elif not matches(draft, ability.what, obj, None, whose):
            continue
        extra = letters(ability.mana)
        if ability.mana == "same":
            extra = _one_type(made, act, player)
        _add(draft, player, extra, ability.only)
        draft.emit(
            Event(
                "mana",
                obj.id,
                ability.key,
                (obj.id,),
                player=player,
                note=f"adds {_braced(extra)}",
                mana=extra,
                rules=("605.1b", "605.4a", "106.12a"),
            )
        )


def _one_type(made: str, act: Making, player: str) -> str:
    """Return one of the types that were made, the player's choice where there are several."""
    types = "".join(dict.fromkeys(made))
    wanted = letters(str(act.choose.get("adds", "")))
    if wanted and wanted[0] in types:
        return wanted[0]
    if len(types) > 1:
        raise ChoiceNeeded(player, "choose.adds", list(types), ("605.1b",), "the type to add")
    return types


def add_mana(draft: Draft, act: A.AddMana) -> None:
    """Add mana to a player's pool, as the effect of what is no mana ability (106.4)."""
    player = act.player or draft.active
    made = "".join(pool_of(act.mana).elements())
    _add(draft, player, made, act.only or "")
    draft.emit(Event("mana", player=player, note=f"adds {act.mana}", mana=made, rules=("106.4",)))
