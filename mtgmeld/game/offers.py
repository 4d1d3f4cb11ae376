"""Casting as an effect resolves: what it offers, cascade and discover (608.2g, 701.57, 702.85)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from mtgmeld.errors import BadValue, ChoiceNeeded, IllegalAction, RunawayTriggers
from mtgmeld.game import actions as A
from mtgmeld.game.casting import cast_object, check
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, number
from mtgmeld.game.moving import objects_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.targets import modes_of_spell, targets_of_spell
from mtgmeld.game.ways import Mode, Shape, modes, shapes, spell_of
from mtgmeld.game.zone_change import Going, move
from mtgmeld.names import normal_form
from mtgmeld.rules.citations import show
from mtgmeld.rules.editions import CASCADE_TWO_CHECKS

__all__ = ["cascade", "discover", "may_cast"]

RULES = ("608.2g",)
BY = "an effect that resolves"


# ---------------------------------------------------------------- what may be cast


def may_cast(draft: Draft, act: A.MayCast) -> None:
    """Let a player cast what an effect offers, each spell tested by itself (601.3e, 709.3a)."""
    player = act.player or draft.active
    cards = objects_of(draft, act.object)
    by = act.by or BY
    offered = [(o, m) for o in cards for m in _offered(draft, o, player, act, by)]
    chosen = act.choose.get("cast")
    if chosen is None and offered:
        words = [*dict.fromkeys(m.label for _, m in offered), "none"]
        raise ChoiceNeeded(player, "choose.cast", words, RULES, "what to cast")
    listed = chosen if isinstance(chosen, list) else [chosen]
    listed = [c for c in listed if c not in (None, "none")]
    if len(listed) > 1 and not act.many:
        raise IllegalAction("one of the cards may be cast", RULES)
    for wanted in listed:
        _cast(draft, cards, wanted, act, player, by)
    if not listed:
        draft.emit(Event("stay", player=player, note="nothing is cast", rules=RULES))


def _offered(draft: Draft, obj: Obj, player: str, act: A.MayCast, by: str) -> Iterator[Mode]:
    """Yield the halves, faces and fused spells that could be cast now."""
    for found in modes(draft, obj, player, by):
        if found.by != by or found.timed:
            continue
        mode = replace(found, free=act.free)
        try:
            if not _fits(draft, obj, mode, act.what, player):
                continue
            spell, known = check(draft, obj, mode, player)
            with suppress(ChoiceNeeded):  # there are targets to choose from
                chosen = modes_of_spell(draft, known, None, None, player)
                targets_of_spell(draft, spell, known, None, player, chosen)
        except IllegalAction:
            continue
        yield mode


def _fits(draft: Draft, obj: Obj, mode: Mode, what: str, player: str) -> bool:
    spell, known = spell_of(draft, obj, mode, player)
    return matches(draft, what, spell, known, player)


def _cast(
    draft: Draft, cards: list[Obj], wanted: Any, act: A.MayCast, player: str, by: str
) -> None:
    """Cast one thing that was chosen: a word, or a table with ``part`` and what goes with it."""
    row = wanted if isinstance(wanted, dict) else {"part": wanted}
    obj, shape = _meant(draft, cards, row, player)
    spelled = A.CastSpell(
        object=obj.id,
        half=shape.faces[0].name if len(shape.halves) == 1 else None,
        face=shape.faces[0].name if shape.face else None,
        fused=shape.fused,
        free=act.free,
        by=by,
        player=player,
        x=_x(row.get("x", act.choose.get("x"))),
        target=row.get("target", act.target),
        choose={k: v for k, v in act.choose.items() if k not in ("cast", "x")},
    )
    mode = Mode(shape.halves, shape.face, shape.label, by, shape.cost, shape.rules, act.free)
    if not shape.aftermath and not shape.fused and not _fits(draft, obj, mode, act.what, player):
        _, known = spell_of(draft, obj, mode, player)
        value = show(known.mana_value.value)
        raise IllegalAction(
            f"{shape.label} (mana value {value}) is not what may be cast", ("601.3e", "709.3a")
        )
    try:
        cast_object(draft, obj, spelled, player)
    except ChoiceNeeded as asked:
        if asked.argument != "x":
            raise
        rules, what = asked.rules, f"the value of X of {shape.label}"
        raise ChoiceNeeded(player, "choose.x", asked.options, rules, what) from None


def _x(value: Any) -> int | None:
    """Return the X that was chosen for a spell whose mana cost is paid (601.2b)."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise BadValue("the action", "choose", "x takes a number")


def _meant(draft: Draft, cards: list[Obj], row: dict[str, Any], player: str) -> tuple[Obj, Shape]:
    """Return the card and the part of it that a choice means."""
    word = row.get("part")
    if "object" in row:
        only = draft.find(row["object"])
        cards = [c for c in cards if c.id in only]
    every = [(c, s) for c in cards for s in shapes(c)]
    if word is None:
        found = every
    else:
        found = [(c, s) for c, s in every if normal_form(s.label) == normal_form(str(word))]
    if len(found) == 1:
        return found[0]
    words = dict.fromkeys(s.label for _, s in found or every)
    raise ChoiceNeeded(player, "choose.cast", (*words, "none"), RULES, "what to cast")


# ---------------------------------------------------------------- cascade and discover


def cascade(draft: Draft, act: A.Cascade) -> None:
    """Exile cards until one is worth less than the spell; it may be cast; the others go back.

    Later editions ask for a lesser mana value of the spell as well (702.85a).
    """
    player = act.player or draft.active
    source = draft.find_one(act.source)
    limit = number(draft.characteristics(source).mana_value.value)
    rules = ("702.85a",)
    exiled, found = _until(draft, player, f"-t:land mv<{limit}", act, rules)
    if found:
        what = f"mv<{limit}" if draft.edition.has(CASCADE_TWO_CHECKS) else ""
        may_cast(draft, _offer(act, found, what, "cascade", player))
    _bottom(draft, exiled, player, act, rules)


def discover(draft: Draft, act: A.Discover) -> None:
    """Exile cards until one is worth no more than N; it is cast or put into the hand (701.57a)."""
    player = act.player or draft.active
    rules = ("701.57a",)
    exiled, found = _until(draft, player, f"-t:land mv<={act.count}", act, rules)
    if found:
        name = draft.name_of(found)
        may_cast(draft, _offer(act, found, f"mv<={act.count}", "discover", player))
        if found in draft.things:
            move(draft, [Going(found, "hand", by=player, rules=rules)], act)
            exiled = [i for i in exiled if i != found]
        note = f"the discovered card for {act.count}"
        draft.emit(Event("discover", found, name, player=player, note=note, rules=("701.57c",)))
    else:
        note = "no card was discovered"
        draft.emit(Event("discover", player=player, note=note, rules=("701.57b",)))
    _bottom(draft, exiled, player, act, rules)


def _offer(act: A.Action, card: int, what: str, by: str, player: str) -> A.MayCast:
    choices: dict[str, Any] = {n: getattr(act, n) for n in A.Action.__struct_fields__}
    return A.MayCast(**{**choices, "player": player}, object=card, what=what, by=by)


def _until(
    draft: Draft, player: str, text: str, act: A.Action, rules: tuple[str, ...]
) -> tuple[list[int], int]:
    """Exile cards from the top of a library until one fits; return what they became, and it.

    A card that goes elsewhere instead was not exiled, and is not the one (614.6).

    Raises
    ------
    RunawayTriggers
        If cards go back into the library instead, for ever (104.4b).
    """
    exiled: list[int] = []
    # once each card has had its turn, whatever is still there comes again and again
    for _ in draft.in_zone("library", player):
        order = draft.in_zone("library", player)
        if not order:
            break
        going = Going(order[-1], "exile", by=player, rules=rules)
        for became in move(draft, [going], act)[0]:
            obj = draft.things[became]
            if obj.zone != "exile":
                continue
            exiled.append(became)
            if matches(draft, text, obj, characteristics_of(draft, obj), player):
                return exiled, became
    if draft.in_zone("library", player):
        loop = "what would be exiled from the library goes back there [104.4b]"
        raise RunawayTriggers("cards are exiled until one fits, and none is", (loop,))
    return exiled, 0


def _bottom(
    draft: Draft, exiled: list[int], player: str, act: A.Action, rules: tuple[str, ...]
) -> None:
    """Put the cards that are still in exile on the bottom, in an order that nobody knows."""
    left = [i for i in exiled if i in draft.things and draft.things[i].zone == "exile"]
    move(draft, [Going(i, "library", "bottom", by=player, rules=rules) for i in left], act)
    if len(left) > 1:
        note = "they lie at the bottom in a random order"
        draft.emit(Event("shuffle", player=player, note=note, rules=rules))
