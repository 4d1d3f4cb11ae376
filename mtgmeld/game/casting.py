"""Casting spells: choosing, checking, paying, and putting the spell onto the stack (601)."""

from __future__ import annotations

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import CastSpell
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.costs import tax_key, total_cost
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import live_abilities
from mtgmeld.game.objects import Cast, Obj
from mtgmeld.game.prohibitions import applies_to, check_allowed, concerns
from mtgmeld.game.spending import Purpose, pay
from mtgmeld.game.targets import modes_of_spell, targets_of_spell
from mtgmeld.game.timing import no_priority, sorcery_time
from mtgmeld.game.ways import Mode, half_named, modes, shapes, spell_of
from mtgmeld.game.zone_change import Going, move
from mtgmeld.query.wanted import flat
from mtgmeld.rules.citations import cited
from mtgmeld.rules.editions import FUSED_AS_A_WHOLE

__all__ = ["cast", "cast_object", "check"]

replace = msgspec.structs.replace


def cast(draft: Draft, act: CastSpell) -> None:
    """Cast a spell (601.2): choose half, face and X, check, choose targets, pay.

    Without ``pay`` the mana is taken to be there; ``free`` says that an effect lets it be cast
    without paying its mana cost, and ``by`` may name an effect that lets it be cast.
    """
    obj = draft.present(act.object)
    if obj.zone in ("battlefield", "stack"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is on the {obj.zone}", ("601.2a",))
    cast_object(draft, obj, act, act.player or obj.owner)


def cast_object(draft: Draft, obj: Obj, act: CastSpell, player: str) -> int:
    """Cast a card or a copy of a card; return the spell that it became."""
    mode = _pick(draft, obj, act, player)
    x = _x(obj, act, mode, player)
    spell, known = check(draft, obj, mode, player, x)
    modes = modes_of_spell(draft, known, act.target, act.choose.get("mode"), player)
    targets = targets_of_spell(draft, spell, known, act.target, player, modes)
    total, rules = total_cost(draft, spell, known, mode, player, x)
    purpose = Purpose("cast", mode.label, spell, known)
    spent = pay(draft, total, act.pay, player, purpose)
    record = Cast(mode.halves, mode.face, x, obj.zone, mode.by, str(spent or total), mode.free)
    record = replace(record, targets=targets, modes=modes)
    became = _put(draft, obj, mode, act, player, record)
    note = f"for {total}" + (f", X = {x}" if x else "")
    if mode.free:
        note = "without paying its mana cost" + (f", for {total}" if total.mana_value else "")
    draft.emit(
        Event(
            "cast",
            became,
            mode.label,
            (became,),
            player=player,
            note=note,
            rules=cited((*mode.rules, *rules)),
        )
    )
    draft.priority = player  # 117.3c
    return became


def _put(draft: Draft, obj: Obj, mode: Mode, act: CastSpell, player: str, record: Cast) -> int:
    """Put the card onto the stack as the spell that was chosen (601.2a, 709.3a)."""
    became: int = move(draft, [Going(obj.id, "stack", by=player, rules=("601.2a",))], act)[0][0]
    draft.change(became, controller=player, cast=record, face=mode.face)
    if mode.by == "commander":
        for card in obj.cards:
            draft.count_up(tax_key(card))
    return became


# ---------------------------------------------------------------- which way is meant


def _pick(draft: Draft, obj: Obj, act: CastSpell, player: str) -> Mode:
    """Return the way of casting that an action means.

    Raises
    ------
    ChoiceNeeded
        If a half is not chosen, or several effects allow it in different ways.
    IllegalAction
        If nothing allows it.
    """
    wanted, face = _part(draft, obj, act, player)
    found = modes(draft, obj, player, act.by, act.x or 0)
    fits = [m for m in found if m.face == face and m.halves == wanted]
    if act.by is not None:
        fits = [m for m in fits if m.by == act.by]
    if act.free:
        fits = [m for m in fits if m.free] or fits
    if not fits:
        raise IllegalAction(*_why_not(draft, obj, act, wanted, face, player))
    native = [m for m in fits if m.by in ("", "aftermath", "commander")]
    fits = fits if act.free else native or fits
    ways = list(dict.fromkeys(m.by for m in fits))
    if len(ways) > 1 and len({(m.cost, m.free, m.by == "flashback") for m in fits}) > 1:
        raise ChoiceNeeded(player, "by", ways, ("601.2b", "118.9a"), "what lets it be cast")
    mode = fits[0]
    if act.free and not mode.free:
        if mode.alternative:
            raise IllegalAction(
                f"{mode.label} is cast by {mode.by}; only one alternative cost applies",
                ("118.9a", "601.2b"),
            )
        mode = replace(mode, free=True)
    return mode


def _part(draft: Draft, obj: Obj, act: CastSpell, player: str) -> tuple[tuple[int, ...], int]:
    """Return the halves and the face that an action asks for (709.3, 712.11)."""
    faces, layout = obj.base.faces, obj.base.layout
    if act.fused:
        if not any("Fuse" in f.keywords for f in faces):
            raise IllegalAction(f"{draft.card_name(obj)} has no fuse", ("702.102a", "709.3"))
        return tuple(range(len(faces))), 0
    face = half_named(draft, obj, act.face) if act.face is not None else int(act.transformed)
    if layout == "split":
        if act.half is None and act.face is None:
            labels = [f.name for f in faces]
            raise ChoiceNeeded(player, "half", labels, ("709.3",), "the half to cast")
        half = half_named(draft, obj, act.half) if act.half is not None else face
        return (half,), 0
    if act.half is not None:
        half = half_named(draft, obj, act.half)
        return ((1,), 0) if layout == "adventure" and half == 1 else ((), half)
    if layout == "adventure" and face == 1:
        return (1,), 0
    return (), face


def _why_not(
    draft: Draft,
    obj: Obj,
    act: CastSpell,
    wanted: tuple[int, ...],
    face: int,
    player: str,
) -> tuple[str, tuple[str, ...]]:
    """Say why nothing lets a player cast a part of a card from where it is."""
    shape = next((s for s in shapes(obj) if s.halves == wanted and s.face == face), None)
    label = draft.card_name(obj) if shape is None else shape.label
    where = obj.zone if obj.zone == "exile" else f"the {obj.zone}"
    by = f" by {act.by}" if act.by else ""
    says = f"{player} may not cast {label} from {where}{by}"
    if shape is None:
        return f"{says}: a land is played, not cast", ("305.9", "601.3")
    if shape.fused:
        return f"{says} fused: fuse works in its owner's hand", ("702.102a",)
    if shape.aftermath:
        return f"{says}: a half with aftermath is cast from a graveyard", ("702.127a", "601.3")
    if shape.transformed:
        return f"{says}: nothing lets it be cast transformed", ("712.11", "712.11a", "601.3")
    if obj.zone == "graveyard" and any("Aftermath" in f.keywords for f in obj.base.faces):
        return f"{says}: aftermath is for the other half", ("702.127a", "601.3")
    return f"{says}: no rule or effect allows it", ("601.3",)


def _x(obj: Obj, act: CastSpell, mode: Mode, player: str) -> int:
    """Return the value of X (601.2b, 107.3a-b)."""
    if mode.cost is None or "X" not in mode.cost.variables:
        if act.x:
            raise IllegalAction(f"{mode.label} has no X in its cost", ("107.3a",))
        return 0
    if mode.free:
        if act.x:
            raise IllegalAction(
                f"X of {mode.label} can only be 0 when its mana cost is not paid", ("107.3b",)
            )
        return 0
    if act.x is None:
        raise ChoiceNeeded(
            player, "x", ("a number from 0",), ("107.3a", "601.2b"), "the value of X"
        )
    if act.x < 0:
        raise IllegalAction(f"X of {mode.label} cannot be {act.x}", ("107.1b", "107.3a"))
    return act.x


# ---------------------------------------------------------------- whether it may be cast now


def check(
    draft: Draft, obj: Obj, mode: Mode, player: str, x: int = 0
) -> tuple[Obj, Characteristics]:
    """Refuse a spell that may not be cast now (601.3); return the spell as it would be.

    Only what is cast is looked at: the half, the face, or the fused spell as a whole; in the
    oldest editions each half of a fused spell as well.

    Raises
    ------
    IllegalAction
        With the rule that forbids it.
    """
    spell, known = spell_of(draft, obj, mode, player, x)
    _check_time(draft, spell, known, mode, player)
    check_allowed(draft, "cast", player, spell, known, mode.label, obj.zone)
    if len(mode.halves) > 1 and not draft.edition.has(FUSED_AS_A_WHOLE):
        _check_halves(draft, obj, mode, player, x)
    if mode.cost is None and not mode.free:
        raise IllegalAction(
            f"{mode.label} has no mana cost that could be paid", ("202.1b", "118.6")
        )
    return spell, known


def _check_halves(draft: Draft, obj: Obj, mode: Mode, player: str, x: int) -> None:
    """Refuse a fused spell of which one half could not be cast alone (old 708.2b)."""
    for half in mode.halves:
        name = obj.base.faces[half].name
        alone = replace(mode, halves=(half,), label=name)
        one, its = spell_of(draft, obj, alone, player, x)
        try:
            check_allowed(draft, "cast", player, one, its, name, obj.zone)
        except IllegalAction as error:
            raise IllegalAction(
                f"{mode.label} cannot be cast fused, since {name} cannot be cast",
                ("708.2b@2016-08-26", *error.rules),
            ) from error


def _check_time(draft: Draft, spell: Obj, known: Characteristics, mode: Mode, player: str) -> None:
    """Refuse a spell at a time when it may not be cast (117.1a, 601.3b)."""
    if not mode.timed:
        return
    silent = no_priority(draft)
    if silent is not None:
        raise IllegalAction(f"{mode.label} may not be cast now: {silent[0]}", silent[1])
    quick = "Instant" in flat(known.types.value) or "Flash" in flat(known.keywords.value)
    if quick and not mode.sorcery:
        return
    late = sorcery_time(draft, player)
    if late is not None and mode.sorcery:
        raise IllegalAction(f"{mode.label} may not be cast now: {late[0]}", (*late[1], *mode.rules))
    if late is None or _as_though_flash(draft, spell, known, player):
        return
    raise IllegalAction(f"{mode.label} may not be cast now: {late[0]}", late[1])


def _as_though_flash(draft: Draft, spell: Obj, known: Characteristics, player: str) -> bool:
    """Whether an effect lets a spell be cast as though it had flash (601.3b)."""
    return any(
        ability.of == "flash"
        and concerns(draft, ability, source, player)
        and applies_to(draft, ability, source, spell, known)
        for ability, source in live_abilities(draft, ("allow",))
    )
