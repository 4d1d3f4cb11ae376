"""Casting spells and playing lands: what may be cast, from where, when, and for what (601)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.actions import CastSpell, PlayLand
from mtgmeld.game.characteristics import Characteristics, Status, derive, of_card
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.events import Event
from mtgmeld.game.layers import abilities_of, controller_of, live_abilities
from mtgmeld.game.objects import Cast, Obj
from mtgmeld.game.payment import can_pay, payment, pool_of, with_x
from mtgmeld.game.seen import matches
from mtgmeld.game.state import MAIN_STEPS, Mana
from mtgmeld.game.zone_change import Going, move
from mtgmeld.mana import ManaCost, combine
from mtgmeld.rules.citations import show
from mtgmeld.rules.editions import COMBINED_SPLIT, FUSED_AS_A_WHOLE

__all__ = ["Mode", "cast", "check", "modes", "play_land", "total_cost"]

replace = msgspec.structs.replace
ZERO = ManaCost.parse("{0}")


class Mode(msgspec.Struct, frozen=True, gc=False):
    """A way to cast a card.

    Attributes
    ----------
    halves : tuple of int
    face : int
    label : str
        The names that the spell will have.
    by : str
        What allows it: empty from the hand, else ``aftermath``, ``flashback`` and so on.
    cost : ManaCost or None
        What the cost starts from; None where there is no cost that could be paid (118.6).
    rules : tuple of str
        The rules that allow it.
    exile_after : bool
    permission : Ability or None
    """

    halves: tuple[int, ...]
    face: int
    label: str
    by: str
    cost: ManaCost | None
    rules: tuple[str, ...]
    free: bool = False
    timed: bool = True
    permission: Ability | None = None


def spell_of(
    draft: Draft, obj: Obj, mode: Mode, player: str, x: int = 0
) -> tuple[Obj, Characteristics]:
    """Return the spell that a card would be, with its characteristics (601.3e, 709.3a)."""
    cast = Cast(mode.halves, mode.face, x, obj.zone, mode.by, free=mode.free)
    base = obj.base if not obj.cards else of_card(draft.cards[obj.cards[0]].card)
    spell = replace(obj, zone="stack", controller=player, cast=cast, base=base, copy=None)
    known = derive(
        base, Status("stack", mode.halves, mode.face, (), x), draft.edition, draft.policies
    )
    return spell, known


def _shapes(obj: Obj) -> Iterator[tuple[tuple[int, ...], int, str]]:
    """Yield the halves or faces that could be cast: halves, face, label (709.3, 712.11b)."""
    base = obj.base
    if base.layout == "split":
        for i, face in enumerate(base.faces):
            yield (i,), 0, face.name
        if any("Fuse" in f.keywords for f in base.faces):
            yield tuple(range(len(base.faces))), 0, " // ".join(f.name for f in base.faces)
    elif base.layout == "modal_dfc":
        for i, face in enumerate(base.faces):
            if not face.is_land:
                yield (), i, face.name
    elif base.layout in ("adventure", "prepare"):
        yield (), 0, base.faces[0].name
        if base.layout == "adventure":
            yield (1,), 0, base.faces[1].name
    elif base.faces and not base.faces[0].is_land:
        yield (), 0, base.faces[0].name


def modes(draft: Draft, obj: Obj, player: str, by: str | None = None) -> list[Mode]:
    """Return every way in which a player could cast a card, before timing and payment."""
    found: list[Mode] = []
    for halves, face, label in _shapes(obj):
        faces = [obj.base.faces[i] for i in halves] if halves else [obj.base.faces[face]]
        costs = [f.mana_cost for f in faces if f.mana_cost is not None]
        cost = combine(costs).whole if costs else None
        fused = len(halves) > 1
        aftermath = not fused and "Aftermath" in faces[0].keywords
        rules = _shape_rules(obj, fused)
        if obj.zone == "hand" and obj.owner == player and not aftermath:
            found.append(Mode(halves, face, label, "", cost, rules))
        if fused and (obj.zone != "hand" or obj.owner != player):
            continue
        if obj.zone == "graveyard" and obj.owner == player and aftermath:
            found.append(Mode(halves, face, label, "aftermath", cost, ("702.127a", *rules)))
        if obj.zone == "command" and obj.owner == player:
            if any(draft.cards[c].commander for c in obj.cards):
                found.append(Mode(halves, face, label, "commander", cost, ("903.8", *rules)))
        if by and not (aftermath and obj.zone != "graveyard"):
            name = "aftermath" if aftermath else by
            found.append(Mode(halves, face, label, name, cost, ("601.3b", *rules), timed=False))
        for ability, source in _permissions(draft, obj, player):
            if aftermath and obj.zone != "graveyard":
                continue
            mode = Mode(halves, face, label, ability.by or ability.key, cost, ("601.3b", *rules))
            allowed = _permitted(draft, obj, mode, ability, source, player, aftermath)
            if allowed is not None:
                found.append(allowed)
    found += _transformed(draft, obj, player)
    return found


def _shape_rules(obj: Obj, fused: bool) -> tuple[str, ...]:
    if fused:
        return ("702.102a", "709.3")
    return {
        "split": ("709.3",),
        "modal_dfc": ("712.11b",),
        "adventure": ("715.3",),
        "transform": ("712.11",),
        "meld": ("712.8b",),
    }.get(obj.base.layout, ("601.2",))


def _permissions(draft: Draft, obj: Obj, player: str) -> Iterator[tuple[Ability, Obj | None]]:
    for ability, source in live_abilities(draft, ("allow",)):
        if ability.of not in ("cast", "play") or ability.source != obj.zone:
            continue
        whose = controller_of(draft, ability, source)
        if ability.who == "you" and whose != player:
            continue
        if ability.who == "opponent" and whose == player:
            continue
        yield ability, source


def _permitted(
    draft: Draft,
    obj: Obj,
    mode: Mode,
    ability: Ability,
    source: Obj | None,
    player: str,
    aftermath: bool,
) -> Mode | None:
    """Return the mode if a permission covers it: tested on the card, or on the spell (601.3e)."""
    mode = replace(mode, permission=ability, free=ability.free)
    if ability.cost and ability.cost != "its mana cost":
        mode = replace(mode, cost=ManaCost.parse(ability.cost))
    if aftermath:
        mode = replace(mode, by="aftermath")
    if ability.card or not draft.edition.has(COMBINED_SPLIT):
        return mode if matches(draft, ability.what, obj, None, player) else None
    spell, known = spell_of(draft, obj, mode, player)
    return mode if matches(draft, ability.what, spell, known, player) else None


def _transformed(draft: Draft, obj: Obj, player: str) -> Iterator[Mode]:
    """Yield casting with the back face up where the card's own ability allows it (712.11a)."""
    for ability in abilities_of(draft, obj):
        if ability.kind == "allow" and ability.this and ability.zone == obj.zone:
            if obj.owner == player:
                face = 1 if ability.transformed else 0
                cost = ManaCost.parse(ability.cost) if ability.cost else None
                yield Mode(
                    (),
                    face,
                    obj.base.faces[face].name,
                    ability.by,
                    cost,
                    ("712.11a", "702.146a"),
                    permission=ability,
                )


def _pick(draft: Draft, obj: Obj, act: CastSpell, player: str) -> Mode:
    """Return the way of casting that an action means."""
    found = modes(draft, obj, player, act.by)
    if act.by is not None:
        named = [m for m in found if m.by == act.by or (m.by == "aftermath" and not m.timed)]
        found = named or found
    wanted: tuple[int, ...] | None = None
    face = 0
    if act.fused:
        wanted = tuple(range(len(obj.base.faces)))
        if not any("Fuse" in f.keywords for f in obj.base.faces):
            raise IllegalAction(f"{draft.card_name(obj)} has no fuse", ("702.102a", "709.3"))
    elif act.half is not None:
        half = _half(draft, obj, act.half)
        wanted = (half,)
    if act.face is not None:
        face = _half(draft, obj, act.face)
    if act.transformed:
        face = 1
    fits = [m for m in found if m.face == face and (wanted is None or m.halves == wanted)]
    if obj.base.layout == "split" and wanted is None:
        labels = [f.name for f in obj.base.faces]
        raise ChoiceNeeded(player, "half", labels, ("709.3",), "the half to cast")
    if obj.base.layout == "adventure" and wanted in (None, (0,)):
        fits = [m for m in found if not m.halves]
    if not fits:
        raise IllegalAction(
            _why_not(draft, obj, act, player), _rules_against(draft, obj, act, wanted, face)
        )
    free = [m for m in fits if m.free] if act.free else fits
    return replace((free or fits)[0], free=act.free or (free or fits)[0].free)


def _half(draft: Draft, obj: Obj, word: str) -> int:
    sides = {"left": 0, "front": 0, "right": 1, "back": 1}
    low = word.casefold()
    if low in sides and sides[low] < len(obj.base.faces):
        return sides[low]
    for i, face in enumerate(obj.base.faces):
        if face.name.casefold() == low:
            return i
    raise UnknownName(
        f"half or face of {draft.card_name(obj)}", word, [f.name for f in obj.base.faces]
    )


def _why_not(draft: Draft, obj: Obj, act: CastSpell, player: str) -> str:
    what = act.half or act.face or draft.card_name(obj)
    where = f"from {'the ' if obj.zone not in ('exile',) else ''}{obj.zone}"
    return f"{player} may not cast {what if not act.fused else 'both halves'} {where}"


def _rules_against(
    draft: Draft, obj: Obj, act: CastSpell, wanted: tuple[int, ...] | None, face: int
) -> tuple[str, ...]:
    if act.fused:
        return ("702.102a",)
    if wanted and "Aftermath" in obj.base.faces[wanted[0]].keywords:
        return ("702.127a",)
    if any("Aftermath" in f.keywords for f in obj.base.faces) and obj.zone == "graveyard":
        return ("702.127a", "601.3")
    if obj.base.faces[face].is_land or (obj.base.faces and obj.base.faces[0].is_land):
        return ("305.9", "601.3")
    if face == 1 and obj.base.layout == "transform":
        return ("712.11", "712.11a")
    return ("601.3",)


# ---------------------------------------------------------------- whether, and for what


def check(
    draft: Draft, obj: Obj, mode: Mode, player: str, x: int = 0
) -> tuple[Obj, Characteristics]:
    """Refuse a spell that may not be cast now (601.3); return the spell as it would be.

    Raises
    ------
    IllegalAction
        With the rule that forbids it.
    """
    spell, known = spell_of(draft, obj, mode, player, x)
    _check_time(draft, known, mode, player)
    _check_forbidden(draft, spell, known, mode, player)
    if len(mode.halves) > 1 and not draft.edition.has(FUSED_AS_A_WHOLE):
        for half in mode.halves:
            alone = replace(mode, halves=(half,), label=obj.base.faces[half].name)
            one, its = spell_of(draft, obj, alone, player, x)
            _check_forbidden(draft, one, its, alone, player)
    if mode.cost is None and not mode.free:
        raise IllegalAction(
            f"{mode.label} has no mana cost that could be paid", ("202.1b", "118.6")
        )
    return spell, known


def sorcery_time(draft: Draft, player: str) -> tuple[str, tuple[str, ...]] | None:
    """Return why a player could not cast a sorcery now, or None (307.1)."""
    if draft.active != player:
        return f"it is {draft.active}'s turn", ("117.1a", "307.1")
    if draft.step not in MAIN_STEPS:
        return f"it is the {draft.step} step", ("117.1a", "307.1")
    if draft.places.get("stack"):
        return "the stack is not empty", ("117.1a", "307.1")
    return None


def _check_time(draft: Draft, known: Characteristics, mode: Mode, player: str) -> None:
    if not mode.timed:
        return
    if "Instant" in known.types.value or "Flash" in known.keywords.value:
        return
    late = sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(f"{mode.label} may not be cast now: {late[0]}", late[1])


def _check_forbidden(
    draft: Draft, spell: Obj, known: Characteristics, mode: Mode, player: str
) -> None:
    for ability, source in live_abilities(draft, ("forbid",)):
        if ability.of != "cast" or not _concerns(draft, ability, source, player):
            continue
        by = draft.name_of(source.id) if source is not None else ability.key
        if ability.named:
            chosen = draft.names.get(0 if source is None else source.id, ability.note)
            if chosen in known.names.value:
                raise IllegalAction(
                    f"{by}: spells named {chosen} cannot be cast", ("601.3a", "709.4a", "201.4")
                )
        elif matches(draft, ability.what, spell, known, controller_of(draft, ability, source)):
            value = show(known.mana_value.value)
            raise IllegalAction(
                f"{by} forbids casting {mode.label} (mana value {value})", ("601.3a", "101.2")
            )


def _concerns(draft: Draft, ability: Ability, source: Obj | None, player: str) -> bool:
    whose = controller_of(draft, ability, source)
    if ability.who == "you":
        return player == whose
    if ability.who == "opponent":
        return player != whose
    return True


def total_cost(
    draft: Draft, spell: Obj, known: Characteristics, mode: Mode, player: str, x: int
) -> tuple[ManaCost, tuple[str, ...]]:
    """Return what a spell costs in all, with the rules: increases, then reductions (601.2f)."""
    rules = ["601.2f"]
    if len(mode.halves) > 1:
        rules.append("702.102c")
    start = ZERO if mode.free or mode.cost is None else mode.cost
    cost = with_x(start, x)
    more = less = 0
    for ability, source in live_abilities(draft, ("cost",)):
        if ability.of != "cast" or not _concerns(draft, ability, source, player):
            continue
        if ability.named:
            chosen = draft.names.get(0 if source is None else source.id, ability.note)
            if chosen not in known.names.value:
                continue
        elif not matches(draft, ability.what, spell, known, controller_of(draft, ability, source)):
            continue
        if ability.amount > 0:
            more += ability.amount
        else:
            less += ability.amount
    if more:
        cost = cost.more(more)
    if less:
        cost = cost.more(less)
        rules.append("118.7a")
    return cost.whole, tuple(rules)


def cast(draft: Draft, act: CastSpell) -> None:
    """Cast a spell (601.2): choose half, face and X, check, determine the cost, pay."""
    obj = draft.things[draft.find_one(act.object)]
    player = act.player or (obj.owner if obj.zone != "battlefield" else draft.active)
    if obj.zone in ("battlefield", "stack"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is on the {obj.zone}", ("601.2a",))
    mode = _pick(draft, obj, act, player)
    x = _x(draft, obj, act, mode, player)
    spell, known = check(draft, obj, mode, player, x)
    total, rules = total_cost(draft, spell, known, mode, player, x)
    _pay(draft, total, act.pay, player, known, mode.label)
    became = put_spell(draft, obj, mode, act, player, x, total)
    draft.emit(
        Event(
            "cast",
            became,
            mode.label,
            (became,),
            player=player,
            note=f"for {total}" + (f", X = {x}" if x else ""),
            rules=tuple(dict.fromkeys((*mode.rules, *rules))),
        )
    )


def put_spell(
    draft: Draft, obj: Obj, mode: Mode, act: CastSpell, player: str, x: int, total: ManaCost
) -> int:
    """Put the card onto the stack as the spell that was chosen (601.2a, 709.3a)."""
    became = move(draft, [Going(obj.id, "stack", by=player, rules=("601.2a",))], act)[0][0]
    given = (
        act.target if isinstance(act.target, list) else [] if act.target is None else [act.target]
    )
    targets = tuple(_target(draft, t) for t in given)
    record = Cast(
        mode.halves, mode.face, x, obj.zone, mode.by, str(total), mode.free, True, targets
    )
    draft.change(became, controller=player, cast=record, face=mode.face)
    return became


def _target(draft: Draft, ref: int | str) -> int | str:
    if isinstance(ref, str) and any(p.name == ref for p in draft.players):
        return ref
    return draft.find_one(ref)


def _x(draft: Draft, obj: Obj, act: CastSpell, mode: Mode, player: str) -> int:
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
    return act.x


def _pay(
    draft: Draft,
    total: ManaCost,
    given: str | None,
    player: str,
    known: Characteristics,
    label: str,
) -> None:
    """Check what was given against the cost; ``pool`` spends the player's mana (601.2h)."""
    if given is None:
        return
    if given != "pool":
        if not can_pay(total, pool_of(given)):
            raise IllegalAction(f"{given} does not pay {total} for {label}", ("601.2h", "118.3"))
        return
    spend(draft, total, player, label, known)


def spend(
    draft: Draft, total: ManaCost, player: str, label: str, known: Characteristics | None = None
) -> None:
    """Spend mana from a player's pool, restricted mana only on what it is for (106.6)."""
    pool = draft.player(player).pool
    usable = [m for m in pool if not m.only or _may_spend(m.only, label, known)]
    from collections import Counter

    paid = payment(total, Counter(m.type for m in usable))
    if paid is None:
        have = "".join("{" + m.type + "}" for m in usable) or "nothing usable"
        raise IllegalAction(
            f"{have} in the pool does not pay {total} for {label}", ("601.2h", "106.6")
        )
    left: list[Mana] = []
    for m in sorted(pool, key=lambda m: not m.only):
        if paid[m.type] and m in usable:
            paid[m.type] -= 1
        else:
            left.append(m)
    draft.change_player(player, pool=tuple(left))


def _may_spend(only: str, label: str, known: Characteristics | None) -> bool:
    """Whether restricted mana may be spent: ``unlock`` stands for unlock costs."""
    from mtgmeld.query import compile_filter

    for part in only.split("|"):
        if part.strip() == "unlock":
            if known is None:
                return True
            continue
        if known is not None and compile_filter(part.strip()).matches(_Plain(known)):
            return True
    return False


class _Plain:
    """Characteristics as a filter sees them, without an object."""

    def __init__(self, known: Characteristics) -> None:
        self.known = known

    flags: frozenset[str] = frozenset(("spell",))
    zone = "stack"
    owner = controller = "you"
    layout = produced_mana = color_identity = ""

    def __getattr__(self, name: str) -> object:
        return getattr(self.known, name).value


# ---------------------------------------------------------------- lands


def play_land(draft: Draft, act: PlayLand) -> None:
    """Play a land: special action, once a turn, in a main phase with an empty stack (305.1-2)."""
    obj = draft.things[draft.find_one(act.object)]
    player = act.player or obj.owner
    face = 0
    if act.face is not None:
        face = _half(draft, obj, act.face)
    elif obj.base.layout == "modal_dfc" and not obj.base.faces[0].is_land:
        face = 1
    if face and obj.base.layout != "modal_dfc":
        raise IllegalAction(
            "only a modal card's back face may be played as a land", ("712.12", "305.9")
        )
    printed = obj.base.faces[face]
    if not printed.is_land:
        raise IllegalAction(f"{printed.name} is no land", ("305.1", "712.12"))
    check_land(draft, obj, face, player, act.by)
    draft.change_player(player, land_plays=draft.player(player).land_plays + 1)
    arrival = Arrival(control=player, land_face=face)
    became = move(
        draft, [Going(obj.id, "battlefield", by=player, arrival=arrival, rules=("305.1",))], act
    )[0][0]
    draft.emit(
        Event(
            "play land", became, printed.name, (became,), player=player, rules=("305.1", "712.12")
        )
    )


def check_land(draft: Draft, obj: Obj, face: int, player: str, by: str | None = None) -> None:
    """Refuse a land that may not be played now (305.2-3)."""
    printed = obj.base.faces[face]
    late = sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(f"{printed.name} may not be played now: {late[0]}", ("305.3", "116.2a"))
    if draft.player(player).land_plays:
        raise IllegalAction(f"{player} has played a land this turn", ("305.2",))
    if not (obj.zone == "hand" and obj.owner == player) and by is None:
        allowed = any(
            a.of == "play" and _land_allowed(draft, a, obj, face, player)
            for a, _ in _permissions(draft, obj, player)
        )
        if not allowed:
            raise IllegalAction(f"{player} may not play a land from {obj.zone}", ("305.1", "601.3"))
    for ability, source in live_abilities(draft, ("forbid",)):
        if (
            ability.of in ("cast", "play")
            and ability.named
            and _concerns(draft, ability, source, player)
        ):
            chosen = draft.names.get(0 if source is None else source.id, ability.note)
            if ability.of == "play" and chosen == printed.name:
                raise IllegalAction(f"lands named {chosen} cannot be played", ("101.2", "201.4"))


def _land_allowed(draft: Draft, ability: Ability, obj: Obj, face: int, player: str) -> bool:
    """Whether a permission covers the face that is played (712.11c, 712.12)."""
    alone = replace(obj, base=replace(obj.base, layout="single", faces=(obj.base.faces[face],)))
    known = derive(alone.base, Status(obj.zone), draft.edition, draft.policies)
    return matches(draft, ability.what, alone, known, player)
