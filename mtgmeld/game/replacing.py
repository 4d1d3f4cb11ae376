"""What a zone change comes to: replacement effects, commanders, the order of two cards.

Whatever the rules let be chosen is chosen here, before anything moves (614, 616, 712.21).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import Action
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.keyword_abilities import REBOUND
from mtgmeld.game.layers import abilities_of, characteristics_of, live_abilities
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.texts import index_of
from mtgmeld.names import normal_form
from mtgmeld.query.wanted import flat
from mtgmeld.rules.citations import cited
from mtgmeld.rules.editions import COMMANDER_STATE_BASED

__all__ = ["Going", "Plan", "plan_of"]


class Going(msgspec.Struct, frozen=True, gc=False):
    """An object about to change zones.

    Attributes
    ----------
    obj : int
    to : str
    where : str or int
        In a library: ``top``, ``bottom`` or a place from the top.
    by : str
        The player who does it.
    arrival : Arrival
        How it enters, where it goes to the battlefield.
    unordered : bool
        Whether the order of two cards cannot matter, since they go on at once.
    recorded : bool
        Whether an ability keeps a record of what it exiles, so that the order of two cards
        must be chosen; without it a choice that is not given is taken as the order listed.
    resolved : bool
        Whether it is a spell that goes as the last part of resolving (608.2n).
    rules : tuple of str
    counters : tuple
        Counters that the cards get in the new zone.
    """

    obj: int
    to: str
    where: str | int = "top"
    by: str = ""
    arrival: Arrival = Arrival()
    unordered: bool = False
    recorded: bool = False
    resolved: bool = False
    rules: tuple[str, ...] = ()
    counters: tuple[tuple[str, int | str], ...] = ()


class Plan(msgspec.Struct, gc=False):
    """A zone change after its replacements: where each card goes, and what is done ``then``."""

    going: Going
    obj: Obj
    to: str
    where: str | int
    order: tuple[int, ...]
    apart: dict[int, str]
    counters: tuple[tuple[str, int | str], ...]
    rules: tuple[str, ...]
    notes: list[str]
    then: Ability | None = None


def plan_of(draft: Draft, going: Going, obj: Obj, act: Action) -> Plan:
    """Return what becomes of an object that is about to change zones.

    Raises
    ------
    ChoiceNeeded
        If a choice is called for that the action does not give.
    IllegalAction
        If it wants different replacement effects for the two cards of one permanent.
    """
    plan = Plan(going, obj, going.to, going.where, obj.cards, {}, going.counters, going.rules, [])
    if obj.ability is not None:
        return plan
    if obj.zone != "battlefield" or draft.standing or "replace" in index_of(draft):
        _replaced(draft, plan, act)
    _commander(draft, plan, act)
    if len(obj.cards) > 1:
        _order(draft, plan, act)
    return plan


def _replaced(draft: Draft, plan: Plan, act: Action) -> None:
    """Apply the replacement effects that fit, one by one, until none is left (616.1)."""
    obj = plan.obj
    used: set[tuple[str, str]] = set()
    while True:
        options = [o for o in _applicable(draft, plan) if (o[0].key, o[1]) not in used]
        if not options:
            return
        ability, source = _pick(draft, obj, options, act)
        used.add((ability.key, source))  # each applies to an event once (614.5)
        plan.to, _, place = ability.instead.partition(" ")
        plan.where = place or plan.where
        plan.counters = (*plan.counters, *ability.counters)
        plan.rules = (*plan.rules, "614.6", *(("712.21d",) if len(obj.cards) == 2 else ()))
        plan.notes.append(f"replaced by {source}")
        plan.then = ability if ability.do else None


def _label(draft: Draft, ability: Ability, source: Obj | None) -> str:
    return draft.card_name(source) if source is not None else ability.key


def _applicable(draft: Draft, plan: Plan) -> list[tuple[Ability, str]]:
    """Return the replacement effects that could apply to the event as it now stands."""
    obj = plan.obj
    found = list(_leaving_stack(draft, plan))
    for ability, source in live_abilities(draft, ("replace",)):
        if ability.to not in ("", plan.to) or ability.instead.partition(" ")[0] == plan.to:
            continue
        if ability.this and (source is None or source.id != obj.id):
            continue
        if ability.source and obj.zone != ability.source:
            continue
        whose = source.controller if source is not None else ability.controller or draft.active
        if ability.attached:
            if source is None or source.attached != obj.owner:
                continue
        elif (ability.who == "opponent" and obj.owner == whose) or (
            ability.who == "you" and obj.owner != whose
        ):
            continue
        if matches(draft, ability.what, obj, None, whose):
            found.append((ability, _label(draft, ability, source)))
    if obj.zone != "battlefield":
        for ability in abilities_of(draft, obj):
            if ability.kind == "replace" and ability.this and ability.to == plan.to:
                found.append((ability, draft.card_name(obj)))
    return found


def _leaving_stack(draft: Draft, plan: Plan) -> Iterator[tuple[Ability, str]]:
    """Yield what exiles a spell instead of letting it go elsewhere from the stack.

    A half with aftermath does so whatever let it be cast from the graveyard (702.127a).  Others
    do so only as the spell resolves: rebound (702.88a), and effects on the spell (614.1a).
    """
    obj = plan.obj
    if obj.zone != "stack" or obj.cast is None or plan.to in ("exile", "battlefield", "stack"):
        return
    keywords = flat(characteristics_of(draft, obj).keywords.value)
    by = rule = ""
    if obj.cast.zone == "graveyard" and "Aftermath" in keywords:
        by, rule = "aftermath", "702.127a"
    elif obj.cast.by == "flashback":
        by, rule = "flashback", "702.34a"
    if by:
        plan.rules = cited((*plan.rules, rule))
        yield Ability(key=by, kind="replace", instead="exile"), by
    if not plan.going.resolved or plan.to != "graveyard":
        return
    if "Rebound" in keywords and obj.cast.was_cast and obj.cast.zone == "hand":
        plan.rules = cited((*plan.rules, "702.88a"))
        yield REBOUND, "rebound"
    for effect in draft.effects:
        if effect.replaces is not None and obj.id in effect.ids:
            yield effect.replaces, effect.says


def _pick(
    draft: Draft, obj: Obj, options: list[tuple[Ability, str]], act: Action
) -> tuple[Ability, str]:
    """Return the effect that the affected object's controller applies (616.1).

    There is nothing to choose between effects that do the same.
    """
    first = options[0][0]
    if all(
        (a.instead, a.counters, a.do) == (first.instead, first.counters, first.do)
        for a, _ in options
    ):
        return options[0]
    for chosen in _wanted(draft, obj, act):
        for ability, label in options:
            if chosen in (ability.key, label) or chosen in label.split(" + "):
                return ability, label
    raise ChoiceNeeded(
        obj.controller,
        "replacement",
        dict.fromkeys(label for _, label in options),
        ("616.1", "712.21d") if len(obj.cards) == 2 else ("616.1",),
        "which replacement effect applies",
    )


def _wanted(draft: Draft, obj: Obj, act: Action) -> list[str]:
    """Return the replacement effects that an action names for an object, in order.

    Raises
    ------
    IllegalAction
        If the action wants different effects for the two cards of a melded permanent.
    """
    given = act.replacement
    if not isinstance(given, dict):
        return [given] if isinstance(given, str) else list(given or ())
    spelled = [h for h, ids in draft.handles.items() if ids == (obj.id,)]
    spelled += [str(obj.id), draft.name_of(obj.id)]
    spelled += [draft.cards[c].card.name for c in obj.cards]
    names = {normal_form(n) for n in spelled}
    found = list(dict.fromkeys(v for k, v in given.items() if normal_form(k) in names))
    if len(found) > 1:
        raise IllegalAction(
            f"{' and '.join(found)}: one of them applies, to {draft.card_name(obj)} as a whole",
            ("712.21d", "616.1"),
        )
    return found


def _commander(draft: Draft, plan: Plan, act: Action) -> None:
    """Let the owner put a commander card into the command zone (903.9, 903.9b-c)."""
    obj = plan.obj
    commanders = [c for c in obj.cards if draft.cards[c].commander]
    if not commanders or plan.to == "command":
        return
    zones: tuple[str, ...]
    rules: tuple[str, ...]
    if draft.edition.has(COMMANDER_STATE_BASED):
        zones, rules = ("hand", "library"), ("903.9b",)
    else:
        zones, rules = ("hand", "library", "graveyard", "exile"), ("903.9@2020-06-01",)
    if plan.to not in zones:
        return
    if act.commander is None:
        raise ChoiceNeeded(
            obj.owner,
            "commander",
            ("command", "stay"),
            (*rules, "903.9c") if len(obj.cards) == 2 else rules,
            "whether the commander goes to the command zone",
        )
    if act.commander not in ("command", "stay"):
        raise UnknownName("choice for a commander", act.commander, ("command", "stay"))
    if act.commander == "command":
        for c in commanders:
            plan.apart[c] = "command"
        extra: tuple[str, ...] = ()
        if len(obj.cards) == 2:
            extra = ("903.9c",) if rules == ("903.9b",) else ("903.9a@2020-06-01",)
        plan.rules = (*plan.rules, *rules, *extra)
        plan.notes.append("the commander goes to the command zone")
        if len(commanders) == len(obj.cards):
            plan.to, plan.where = "command", "top"


def _order(draft: Draft, plan: Plan, act: Action) -> None:
    """Put the two cards of a melded permanent into the order that the rules let be chosen."""
    obj = plan.obj
    together = [c for c in obj.cards if c not in plan.apart]
    if len(together) < 2:
        return
    if plan.to in ("graveyard", "library"):
        player, rules = obj.owner, ("712.21a",)
        what = f"the order of the two cards in the {plan.to}, bottom first"
    elif plan.to == "exile":
        player, rules = plan.going.by or obj.controller, ("712.21b",)
        what = "which of the two cards is exiled last"
    else:
        return
    if plan.going.unordered:
        return
    names = {normal_form(draft.cards[c].card.name): c for c in together}
    given = [names[n] for n in map(normal_form, act.order or ()) if n in names]
    picked = tuple(dict.fromkeys(given))
    if not picked and plan.to == "exile" and not plan.going.recorded:
        plan.notes.append("exiled in the order listed")
        return
    if len(picked) != len(together):
        options = permutations(draft.cards[c].card.name for c in together)
        raise ChoiceNeeded(player, "order", options, rules, what)
    plan.order = picked
    plan.rules = (*plan.rules, *rules)
