"""Casting: what part of a card, what allows it, what it costs, when (601, 709.3, 712.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Annotated

import msgspec

from mtgmeld.cards import Face, half_of
from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import CostChange, Permission, comes_from
from mtgmeld.game.actions import (
    Action,
    By,
    FaceName,
    Free,
    HalfName,
    Object,
    Pay,
    Transformed,
    X,
    action,
)
from mtgmeld.game.allowed import (
    as_though,
    check_allowed,
    concerns,
    cost_changes,
    is_there,
    no_priority,
    permissions,
    sorcery_time,
)
from mtgmeld.game.characteristics import Characteristics, CopiableValues
from mtgmeld.game.costs import check_other_costs, convoked, convoking, pay_other_costs
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import characteristics_of, live_abilities
from mtgmeld.game.payment import Purpose, pay, with_x
from mtgmeld.game.selectors import Context, size_of
from mtgmeld.game.targets import (
    check_targets,
    division,
    modes_of_spell,
    spell_abilities,
    targets_of_spell,
)
from mtgmeld.game.triggers import done
from mtgmeld.game.values import Cast, Event, GameObject
from mtgmeld.game.views import matches
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.layouts import Layout
from mtgmeld.mana import ManaCost, Symbol, combine, symbol
from mtgmeld.query.things import flat
from mtgmeld.records import says
from mtgmeld.rules.citations import cited
from mtgmeld.rules.editions import COMBINED_SPLIT, FUSED_AS_A_WHOLE

replace = msgspec.structs.replace


# what a permission may be called only if a rule or an ability really gives it
KEYWORDS = ("aftermath", "flashback", "disturb", "commander", "adventure", "plot")
MANA_COST = "its mana cost"


class CastPart(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What part of a card is cast: a half, both halves, a face.

    Attributes
    ----------
    halves : tuple of int
        Halves of a split card, or the alternative characteristics of an adventurer card.
    face : int
    faces : tuple of Face
        What the spell will consist of.
    rules : tuple of str
        The rules that let it be chosen.
    transformed : bool
        Whether only an ability lets it be cast like this (712.11a).
    """

    halves: tuple[int, ...]
    face: int
    faces: tuple[Face, ...]
    rules: tuple[str, ...]
    transformed: bool = False

    @property
    def label(self) -> str:
        """The names that the spell will have."""
        return self.plain.label

    @property
    def plain(self) -> CastingOption:
        """The usual way to cast it."""
        return _plain(self)

    @property
    def fused(self) -> bool:
        """Whether both halves are cast (702.102a)."""
        return len(self.halves) > 1

    @property
    def aftermath(self) -> bool:
        """Whether it is a half with aftermath (702.127a)."""
        return len(self.halves) == 1 and "Aftermath" in self.faces[0].keywords

    @property
    def cost(self) -> ManaCost | None:
        """The mana cost of what is cast; None where a part of it has none (202.1b, 702.102c)."""
        costs = [f.mana_cost for f in self.faces if f.mana_cost is not None]
        return combine(costs).whole if len(costs) == len(self.faces) else None


class CastingOption(msgspec.Struct, frozen=True, gc=False):
    """A way to cast a card.

    Attributes
    ----------
    halves : tuple of int
    face : int
    label : str
        The names that the spell will have.
    by : str
        What allows it: empty from the hand, else ``aftermath``, ``flashback`` and so on, the
        name of a card, or the id of a standing effect.
    cost : ManaCost or None
        What the total cost starts from; None where there is no cost that could be paid (118.6).
    rules : tuple of str
        The rules that allow it.
    free : bool
        Whether it is cast without paying its mana cost.
    timed : bool
        Whether the usual times hold; not for a spell that is cast as an effect resolves (608.2g).
    sorcery : bool
        Whether it is cast only when a sorcery could be, whatever it is.
    alternative : bool
        Whether something is paid rather than the mana cost (118.9).
    rather : bool
        Whether an effect offers that beside what lets the card be cast.
    costs : tuple of Action
        What is paid beside mana then.
    once : tuple of (int, str)
        What lets that be done only once each turn: the object and the key of its ability.
    """

    halves: tuple[int, ...]
    face: int
    label: str
    by: str
    cost: ManaCost | None
    rules: tuple[str, ...]
    free: bool = False
    timed: bool = True
    sorcery: bool = False
    alternative: bool = False
    rather: bool = False
    costs: tuple[Action, ...] = ()
    once: tuple[int, str] = (0, "")


@lru_cache(maxsize=4096)
def _plain(shape: CastPart) -> CastingOption:
    label = " // ".join(f.name for f in shape.faces)
    return CastingOption(shape.halves, shape.face, label, "", shape.cost, shape.rules)


def shapes(obj: GameObject) -> tuple[CastPart, ...]:
    """Return the halves or faces of a card that could be cast at all (709.3, 712.11)."""
    return _shapes(obj.base)


@lru_cache(maxsize=4096)
def _shapes(what: CopiableValues) -> tuple[CastPart, ...]:
    return tuple(_shapes_of(what.faces, what.form))


def _shapes_of(faces: tuple[Face, ...], form: Layout) -> Iterator[CastPart]:
    if form.is_split:
        for i, face in enumerate(faces):
            yield CastPart((i,), 0, (face,), ("709.3", "709.3a"))
        if any("Fuse" in f.keywords for f in faces):
            yield CastPart(tuple(range(len(faces))), 0, faces, ("702.102a", "709.3"))
    elif form.is_modal:
        for i, face in enumerate(faces):
            if not face.is_land:
                yield CastPart((), i, (face,), ("712.11b", "712.11c"))
    elif faces and not faces[0].is_land:
        yield CastPart((), 0, faces[:1], (form.cast_by,))
        if form.chosen:
            yield CastPart((1,), 0, faces[1:2], (form.chosen, f"{form.chosen}a"))
    if form.turns and not form.is_modal:
        yield CastPart((), 1, faces[1:2], ("712.11a",), transformed=True)


def casting_options(
    draft: Draft, obj: GameObject, player: str, by: str | None = None, x: int = 0
) -> list[CastingOption]:
    """Return every way in which a player could cast a card, before timing, targets and payment.

    Parameters
    ----------
    draft : Draft
    obj : GameObject
        A card in any zone but the battlefield and the stack, or a copy of a card (707.12).
    player : str
    by : str, optional
        An effect, by any name, that lets the player cast it as it resolves.
    x : int
        The value of X, which a permission for spells of some mana value may look at (601.3e).
    """
    allowed, paid = _allowing(draft, obj, player), _instead(draft, obj, player)
    found = [_options_of(draft, obj, s, player, by, x, allowed, paid) for s in shapes(obj)]
    return [option for each in found for option in each]


# a permission as it concerns a card: its name, whose it is, and the object that gives it
_Allowing = Sequence[tuple[Permission, str, str, int]]
# what lets something else be paid for it: its name, and what it is once each turn
_Instead = Sequence[tuple[Permission, str, tuple[int, str]]]


def _options_of(
    draft: Draft,
    obj: GameObject,
    shape: CastPart,
    player: str,
    by: str | None,
    x: int,
    allowed: _Allowing,
    paid: _Instead,
) -> Sequence[CastingOption]:
    own = obj.owner == player
    if shape.aftermath and obj.zone != "graveyard":
        return ()  # 702.127a: such a half is cast from no other zone, whatever allows it
    if shape.fused and not (own and obj.zone == "hand"):
        return ()  # 702.102a
    plain = shape.plain
    found: list[CastingOption] = []
    if own and not shape.transformed:
        if obj.zone == "hand":
            found.append(plain)
        elif obj.zone == "graveyard" and shape.aftermath:
            rules = ("702.127a", *shape.rules)
            found.append(replace(plain, by="aftermath", rules=rules))
        elif obj.zone == "command" and any(draft.cards[c].commander for c in obj.cards):
            found.append(replace(plain, by="commander", rules=("903.8", *shape.rules)))
    if allowed:
        found += _allowed(draft, obj, shape, player, x, allowed)
    if paid:
        found += _otherwise_paid(draft, obj, found, player, x, paid)
    if by:
        named = by in KEYWORDS or any(by == m.by for m in found)
        if not (named or is_there(draft, by)):
            rules = ("601.3", "608.2g", *shape.rules)
            found.append(replace(plain, by=by, rules=rules, timed=False))
    return found


def _allowing(draft: Draft, obj: GameObject, player: str) -> _Allowing:
    """Return the permissions to cast a card, whichever part of it they are about."""
    return [
        row
        for row in permissions(draft, obj, player)
        if row[0].of in ("cast", "play") and not (row[0].once and done(draft, row[3], row[0].key))
    ]


def _allowed(
    draft: Draft, obj: GameObject, shape: CastPart, player: str, x: int, allowed: _Allowing
) -> Iterator[CastingOption]:
    """Yield the ways that permissions allow, each tested on the spell or on the card (601.3e)."""
    for ability, name, giver, source in allowed:
        if ability.transformed != shape.transformed:
            continue
        if ability.by == "adventure" and shape.halves:
            continue  # 715.3d: not as an Adventure again
        if draft.turn < ability.not_before:
            continue
        rules = _PERMISSION_RULES.get(ability.by, ("601.3", "601.3e"))
        option = replace(shape.plain, by=name, rules=(*rules, *shape.rules), free=ability.free)
        option = replace(option, sorcery=ability.sorcery)
        if ability.once:
            option = replace(option, once=(source, ability.key))
        if ability.by == "flashback" or ability.transformed:
            option = replace(option, alternative=True)
        if ability.cost and ability.cost != MANA_COST:
            option = replace(option, cost=ManaCost.parse(ability.cost), alternative=True)
        old = obj.base.form.is_split and not draft.edition.has(COMBINED_SPLIT)
        if ability.tested == "card" or old:
            known = characteristics_of(draft, obj)
            fits = matches(draft, ability.what, obj, known, giver)
        else:
            spell, known = spell_of(draft, obj, option, player, 0 if option.free else x)
            fits = matches(draft, ability.what, spell, known, giver)
        if fits:
            yield option


def _instead(draft: Draft, obj: GameObject, player: str) -> _Instead:
    """Return what lets something else be paid for a card rather than its mana cost (118.9)."""
    found = []
    for ability, source in live_abilities(draft, Permission):
        if ability.of != "pay" or not comes_from(ability.source, obj.zone):
            continue
        here = (0 if source is None else source.id, ability.key)
        if not concerns(draft, ability, source, player) or (ability.once and done(draft, *here)):
            continue
        name = ability.by or (ability.key if source is None else draft.name_of(source.id))
        found.append((ability, name, here))
    return found


def _otherwise_paid(
    draft: Draft, obj: GameObject, found: list[CastingOption], player: str, x: int, paid: _Instead
) -> Iterator[CastingOption]:
    """Yield the ways of casting with something else paid rather than the mana cost (118.9)."""
    for ability, name, here in paid:
        for option in found:
            if option.free or option.alternative or option.cost is None:
                continue  # one alternative cost at most (118.9a)
            spell, known = spell_of(draft, obj, option, player, x)
            if not matches(draft, ability.what, spell, known, player):
                continue
            yield replace(
                option,
                by=name,
                cost=ManaCost.parse(ability.cost or "{0}"),
                rules=cited((*option.rules, "118.9")),
                alternative=True,
                rather=True,
                costs=tuple(_of_spell(cost, known) for cost in ability.costs),
                once=here if ability.once else (0, ""),
            )


def _of_spell(cost: Action, known: Characteristics) -> Action:
    """Return a cost in which the spell's own mana value is a number."""
    said = getattr(cost, "amount", None)
    if said not in ("mana value", "-mana value"):
        return cost
    value = size_of(known, "mana value")
    return replace(cost, amount=value if said == "mana value" else -value)


_PERMISSION_RULES = {
    "flashback": ("702.34a", "118.9"),
    "disturb": ("702.146a",),
    "adventure": ("715.3d",),
    "plot": ("702.170d", "118.9"),
}


def spell_of(
    draft: Draft, obj: GameObject, option: CastingOption, player: str, x: int = 0
) -> tuple[GameObject, Characteristics]:
    """Return the spell that a card would be, with its characteristics (601.3e, 709.3a)."""
    cast = Cast(option.halves, option.face, x, obj.zone, option.by, free=option.free)
    spell = replace(obj, zone="stack", controller=player, cast=cast, face=option.face)
    return spell, characteristics_of(draft, spell)


def half_named(draft: Draft, obj: GameObject, word: str, faces: tuple[Face, ...] = ()) -> int:
    """Return a half or face by side or by name.

    Raises
    ------
    UnknownName
        With the halves that there are.
    """
    faces = faces or obj.base.faces
    at = half_of(faces, word)
    if at is not None:
        return at
    sides = ["left", "right"] if obj.base.form.is_split else []
    names = [*sides, *(f.name for f in faces)]
    raise UnknownName(f"half or face of {draft.card_name(obj)}", word, names)


ZERO = ManaCost.parse("{0}")
Rules = tuple[str, ...]


def total_cost(
    draft: Draft,
    spell: GameObject,
    known: Characteristics,
    option: CastingOption,
    player: str,
    x: int,
) -> tuple[ManaCost, Rules]:
    """Return what a spell costs in all, with the rules.

    The mana cost of what is cast, or what is paid instead of it, plus additional costs and
    increases, minus reductions; each effect counts once, for a fused spell too (601.2f).
    """
    rules = ["601.2f"]
    if len(option.halves) > 1:
        rules.append("702.102c")
    if option.free:
        start = ZERO
        rules.append("118.9")
    else:
        start = ZERO if option.cost is None else option.cost
        if option.alternative:
            rules.append("118.9")
    cost = with_x(start, x)
    if option.by == "commander":
        tax = commander_tax(draft, spell)
        if tax:
            cost = cost.more(tax)
            rules.append("903.8")
    cost, more = changed(draft, cost, "cast", spell, known, player)
    return cost.whole, cited((*rules, *more))


def price(
    draft: Draft,
    spell: GameObject,
    known: Characteristics,
    option: CastingOption,
    player: str,
    x: int,
) -> tuple[ManaCost, Rules, Purpose]:
    """Return what a spell costs in all, with the rules, and what the mana is spent on."""
    total, rules = total_cost(draft, spell, known, option, player, x)
    return total, rules, Purpose("cast", option.label, spell, known)


def commander_tax(draft: Draft, obj: GameObject) -> int:
    """Return what a commander costs more: {2} for each time it was cast from there (903.8)."""
    return sum(2 * draft.counts.get(tax_key(c), 0) for c in obj.cards)


def tax_key(card: int) -> str:
    """Return the key under which casts of a commander from the command zone are counted."""
    return f"commander cast:{card}"


def changed(
    draft: Draft, cost: ManaCost, kind: str, obj: GameObject, known: Characteristics, player: str
) -> tuple[ManaCost, Rules]:
    """Return a cost with what effects add to it and take from it, with the rules.

    Parameters
    ----------
    draft : Draft
    cost : ManaCost
    kind : str
        ``cast`` or ``unlock``: an effect on what spells cost leaves unlock costs alone (709.5e).
    obj, known : Obj, Characteristics
        The spell or the Room.
    player : str
        Who pays.
    """
    found = cost_changes(draft, kind, obj, known, player)
    more = [a for a in found if not _less(a)]
    less = [a for a in found if _less(a)]
    for ability in more:
        cost = cost.more(ability.amount)
        if ability.mana:
            cost = cost.plus(ManaCost.parse(ability.mana)).whole
    for ability in less:
        cost = reduced(cost, -ability.amount, ability.mana.removeprefix("-"))
    return cost, ("118.7a",) if less else ()


def _less(ability: CostChange) -> bool:
    return ability.amount < 0 or ability.mana.startswith("-")


def reduced(cost: ManaCost, generic: int, mana: str = "") -> ManaCost:
    """Return a cost less some generic mana and less some mana of given types.

    A generic reduction takes generic mana only (118.7a).  Mana of a type takes mana of that
    type, and generic mana where the cost asks for too little of it (118.7b-d).
    """
    left: list[Symbol] = list(cost)
    over = generic
    wanted = Counter(s.text for s in ManaCost.parse(mana)) if mana else Counter[str]()
    for text, n in wanted.items():
        for _ in range(n):
            match = next((s for s in left if s.text == text), None)
            if match is None:
                over += 1
            else:
                left.remove(match)
    if not left:
        zero = symbol("0")
        assert zero is not None
        left = [zero]
    return ManaCost(tuple(left)).more(-over)


class CastSpell(Action, frozen=True, kw_only=True, tag="cast"):
    """Cast a card, one half, both halves fused, or a face of it (601.2, 709.3, 712.11)."""

    object: Object
    half: HalfName = None
    fused: Annotated[bool, says("whether both halves are cast at once (702.102)")] = False
    face: FaceName = None
    transformed: Transformed = False
    x: X = None
    free: Free = False
    by: By = None
    pay: Pay = None


@action(CastSpell)
def cast(draft: Draft, act: CastSpell) -> None:
    """Cast a spell (601.2): choose half, face and X, check, choose targets, pay.

    Without ``pay`` the mana is taken to be there; ``free`` says that an effect lets it be cast
    without paying its mana cost, and ``by`` may name an effect that lets it be cast.
    """
    obj = draft.present(act.object)
    if obj.zone in ("battlefield", "stack"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is on the {obj.zone}", ("601.2a",))
    cast_object(draft, obj, act, act.player or obj.owner)


def cast_object(draft: Draft, obj: GameObject, act: CastSpell, player: str) -> int:
    """Cast a card or a copy of a card; return the spell that it became."""
    option = _pick(draft, obj, act, player)
    x = _x(obj, act, option, player)
    spell, known = check(draft, obj, option, player, x)
    modes = modes_of_spell(draft, known, player, act.target, act.choose)
    abilities = spell_abilities(known, modes)
    targets = targets_of_spell(draft, spell, known, act.target, player, abilities)
    now = Context(draft, player, spell, x)
    divided = division(draft, abilities, targets, act.choose, now) if targets else ()
    more = tuple(c for a in abilities for c in getattr(a, "costs", ()))
    more += option.costs
    total, rules, purpose = price(draft, spell, known, option, player, x)
    helpers = convoking(draft, spell, known, act, player)
    if helpers:
        total, rules = convoked(draft, total, helpers), (*rules, "702.51a")
    spent = pay(draft, total, act.pay, player, purpose)
    pay_other_costs(draft, more, obj, act, player)
    for helper in helpers:
        draft.change(helper.id, tapped=True)
        draft.say("tap", helper, "701.26a", "702.51a")
    if option.once[1]:
        draft.emit(Event("once", *option.once, rules=("601.2b",)))
    record = Cast(
        option.halves, option.face, x, obj.zone, option.by, str(spent or total), option.free
    )
    record = replace(record, targets=targets, modes=modes, divided=divided)
    became = _put(draft, obj, option, act, player, record)
    note = f"for {total}" + (f", X = {x}" if x else "")
    if option.free:
        note = "without paying its mana cost" + (f", for {total}" if total.mana_value else "")
    rules = cited((*option.rules, *rules))
    draft.emit(
        Event("cast", became, option.label, (became,), player=player, note=note, rules=rules)
    )
    draft.priority = player  # 117.3c
    return became


def _put(
    draft: Draft, obj: GameObject, option: CastingOption, act: CastSpell, player: str, record: Cast
) -> int:
    """Put the card onto the stack as the spell that was chosen (601.2a, 709.3a)."""
    became: int = move(draft, [ZoneChange(obj.id, "stack", by=player, rules=("601.2a",))], act)[0][
        0
    ]
    draft.change(became, controller=player, cast=record, face=option.face)
    if option.by == "commander":
        for card in obj.cards:
            draft.count_up(tax_key(card))
    return became


# ---------------------------------------------------------------- which way is meant


def _pick(draft: Draft, obj: GameObject, act: CastSpell, player: str) -> CastingOption:
    """Return the way of casting that an action means.

    Raises
    ------
    ChoiceNeeded
        If a half is not chosen, or several effects allow it in different ways.
    IllegalAction
        If nothing allows it.
    """
    wanted, face = _part(draft, obj, act, player)
    found = casting_options(draft, obj, player, act.by, act.x or 0)
    fits = [m for m in found if m.face == face and m.halves == wanted]
    if act.by is not None:
        fits = [m for m in fits if m.by == act.by]
    if act.free:
        fits = [m for m in fits if m.free] or fits
    if not fits:
        raise IllegalAction(*_why_not(draft, obj, act, wanted, face, player))
    if act.by is None:
        fits = [m for m in fits if not m.rather] or fits
    native = [m for m in fits if m.by in ("", "aftermath", "commander")]
    fits = fits if act.free else native or fits
    ways = list(dict.fromkeys(m.by for m in fits))
    if len(ways) > 1 and len({(m.cost, m.free, m.by == "flashback") for m in fits}) > 1:
        raise ChoiceNeeded(player, "by", ways, ("601.2b", "118.9a"), "what lets it be cast")
    option = fits[0]
    if act.free and not option.free:
        if option.alternative:
            raise IllegalAction(
                f"{option.label} is cast by {option.by}; only one alternative cost applies",
                ("118.9a", "601.2b"),
            )
        option = replace(option, free=True)
    return option


def _part(
    draft: Draft, obj: GameObject, act: CastSpell, player: str
) -> tuple[tuple[int, ...], int]:
    """Return the halves and the face that an action asks for (709.3, 712.11)."""
    faces, form = obj.base.faces, obj.base.form
    named = [half_named(draft, obj, word) for word in (act.half, act.face) if word is not None]
    said = {*named, 1} if act.transformed else {*named}
    if len(said) > 1 or (act.fused and named):
        why = "two parts that differ are named, and one or a fused spell is cast"
        raise IllegalAction(f"{draft.card_name(obj)}: {why}", ("709.3", "712.11"))
    if act.fused:
        if not any("Fuse" in f.keywords for f in faces):
            raise IllegalAction(f"{draft.card_name(obj)} has no fuse", ("702.102a", "709.3"))
        return tuple(range(len(faces))), 0
    face = named[-1] if act.face is not None else int(act.transformed)
    if form.is_split:
        if act.half is None and act.face is None:
            labels = [f.name for f in faces]
            raise ChoiceNeeded(player, "half", labels, ("709.3",), "the half to cast")
        return (named[0] if act.half is not None else face,), 0
    if act.half is not None:
        half = named[0]
        return ((1,), 0) if form.chosen and half == 1 else ((), half)
    if form.chosen and face == 1:
        return (1,), 0
    if act.face is None and not act.transformed:
        _ask_which(draft, obj, act, player)
    return (), face


def _ask_which(draft: Draft, obj: GameObject, act: CastSpell, player: str) -> None:
    """Ask for the face or the part that is cast, if several could be (712.11b, 715.3)."""
    if len([s for s in shapes(obj) if not s.transformed]) < 2:
        return
    argument, what = ("half", "the part to cast") if obj.base.form.chosen else ("face", "")
    by = {m.by for m in casting_options(draft, obj, player, act.by) if act.by in (None, m.by)}
    ways = {
        (m.halves, m.face)
        for m in casting_options(draft, obj, player, act.by, act.x or 0)
        if m.by in by
    }
    parts = [s for s in shapes(obj) if not s.transformed]
    labels = [s.label for s in parts if (s.halves, s.face) in ways]
    if len(labels) > 1:
        rule = obj.base.form.chosen or "712.11b"
        raise ChoiceNeeded(player, argument, labels, (rule,), what or "the face to cast")


def _why_not(
    draft: Draft,
    obj: GameObject,
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


def _x(obj: GameObject, act: CastSpell, option: CastingOption, player: str) -> int:
    """Return the value of X (601.2b, 107.3a-b)."""
    if option.cost is None or "X" not in option.cost.variables:
        if act.x:
            raise IllegalAction(f"{option.label} has no X in its cost", ("107.3a",))
        return 0
    if option.free:
        if act.x:
            raise IllegalAction(
                f"X of {option.label} can only be 0 when its mana cost is not paid", ("107.3b",)
            )
        return 0
    if act.x is None:
        raise ChoiceNeeded(
            player, "x", ("a number from 0",), ("107.3a", "601.2b"), "the value of X"
        )
    if act.x < 0:
        raise IllegalAction(f"X of {option.label} cannot be {act.x}", ("107.1b", "107.3a"))
    return act.x


# ---------------------------------------------------------------- whether it may be cast now


def check(
    draft: Draft, obj: GameObject, option: CastingOption, player: str, x: int = 0
) -> tuple[GameObject, Characteristics]:
    """Refuse a spell that may not be cast now (601.3); return the spell as it would be.

    Only what is cast is looked at: the half, the face, or the fused spell as a whole; in the
    oldest editions each half of a fused spell as well.

    Raises
    ------
    IllegalAction
        With the rule that forbids it.
    """
    spell, known = spell_of(draft, obj, option, player, x)
    _check_time(draft, spell, known, option, player)
    check_allowed(draft, "cast", player, spell, known, option.label, obj.zone)
    if len(option.halves) > 1 and not draft.edition.has(FUSED_AS_A_WHOLE):
        _check_halves(draft, obj, option, player, x)
    if option.cost is None and not option.free:
        raise IllegalAction(
            f"{option.label} has no mana cost that could be paid", ("202.1b", "118.6")
        )
    more = (c for a in spell_abilities(known) for c in getattr(a, "costs", ()))
    check_other_costs(draft, (*more, *option.costs), obj, option.label, player)
    return spell, known


def check_whole(
    draft: Draft, obj: GameObject, option: CastingOption, player: str, x: int = 0
) -> tuple[GameObject, Characteristics]:
    """Refuse a spell that may not be cast now, or for which there is no target (601.2c).

    Raises
    ------
    IllegalAction
        With the rule that forbids it.
    """
    spell, known = check(draft, obj, option, player, x)
    with suppress(ChoiceNeeded):  # there are modes to choose from
        abilities = spell_abilities(known, modes_of_spell(draft, known, player))
        check_targets(draft, spell, known, player, abilities)
    return spell, known


def _check_halves(
    draft: Draft, obj: GameObject, option: CastingOption, player: str, x: int
) -> None:
    """Refuse a fused spell of which one half could not be cast alone (old 708.2b)."""
    for half in option.halves:
        name = obj.base.faces[half].name
        alone = replace(option, halves=(half,), label=name)
        one, its = spell_of(draft, obj, alone, player, x)
        try:
            check_allowed(draft, "cast", player, one, its, name, obj.zone)
        except IllegalAction as error:
            raise IllegalAction(
                f"{option.label} cannot be cast fused, since {name} cannot be cast",
                ("708.2b@2016-08-26", *error.rules),
            ) from error


def _check_time(
    draft: Draft, spell: GameObject, known: Characteristics, option: CastingOption, player: str
) -> None:
    """Refuse a spell at a time when it may not be cast (117.1a, 601.3b)."""
    if not option.timed:
        return
    silent = no_priority(draft)
    if silent is not None:
        raise IllegalAction(f"{option.label} may not be cast now: {silent[0]}", silent[1])
    quick = "Instant" in flat(known.types.value) or "Flash" in flat(known.keywords.value)
    if quick and not option.sorcery:
        return
    late = sorcery_time(draft, player)
    if late is not None and option.sorcery:
        raise IllegalAction(
            f"{option.label} may not be cast now: {late[0]}", (*late[1], *option.rules)
        )
    if late is None or as_though(draft, "flash", spell, known, player):
        return
    raise IllegalAction(f"{option.label} may not be cast now: {late[0]}", late[1])
