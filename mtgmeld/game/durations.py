"""Continuous effects that actions begin and end (611.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec.structs import replace

from mtgmeld.catalog import Catalog, find
from mtgmeld.errors import ChoiceNeeded, UnknownName
from mtgmeld.game.abilities import Ability, Alteration, Copying, Static
from mtgmeld.game.actions import (
    CardType,
    ColorLetters,
    Grants,
    Keyword,
    Keywords,
    OnObjects,
    Power,
    Toughness,
    Until,
    action,
    color_letters,
)
from mtgmeld.game.characteristics import Circumstances, CopiableValues, copy_of, of_card
from mtgmeld.game.continuous import covers
from mtgmeld.game.copiable import as_copied
from mtgmeld.game.draft import Draft, objects_of, permanents_of
from mtgmeld.game.layers import characteristics_of, controller_of, effects_about, live_abilities
from mtgmeld.game.notation import effect_of
from mtgmeld.game.selectors import amount, size_of
from mtgmeld.game.values import PERPETUALLY, Continuous, Event, GameObject
from mtgmeld.game.views import matches
from mtgmeld.mana import COLORS
from mtgmeld.records import checked_by, says
from mtgmeld.rules.editions import edition

CHOSEN = "chosen"  # stands for a color that is chosen on resolution
DURATIONS = (
    "end of turn",
    "end of combat",
    "your next turn",
    "the end of your next turn",
    "PLAYER's next turn",
    "OBJECT leaves",
    "perpetually",
)


_LEAVES = " leaves"


_OWN = ("mana value", "power", "toughness")
_SIZES = ("power", "toughness", "add_power", "add_toughness")


def begin(
    draft: Draft, found: Iterable[GameObject], until: str | None, player: str | None, **what: Any
) -> None:
    """Begin a continuous effect on objects that are fixed now, with its timestamp (613.7b).

    Nothing begins where its duration is over already (611.2b).
    """
    lasts = _duration(draft, until, player or draft.active)
    ids = tuple(o.id for o in found)
    if lasts is None or not ids:
        draft.emit(Event("stay", note="the effect's duration is over already", rules=("611.2b",)))
        return
    says = f"an effect until {until}" if until else "an effect"
    made = Continuous(ids, draft.tick(), lasts, says, **what)
    draft.set_effects((*draft.effects, made))


def _duration(draft: Draft, until: str | None, player: str) -> str | None:
    """Return a duration in the words that end it; None if it has ended already."""
    if until in (None, "", "end of turn", "end of combat", PERPETUALLY):
        return until or ""
    text = str(until)
    if text == "your next turn":
        return f"{player}'s next turn"
    if text == "the end of your next turn":
        order = draft.turn_order
        return f"the end of turn {draft.turn + (order.index(player) or len(order))}"
    who, _, rest = text.rpartition("'s ")
    if rest == "next turn" and any(p.name == who for p in draft.players):
        return text
    if text.endswith(_LEAVES):
        source = draft.find_one(text.removesuffix(_LEAVES))
        now = draft.get(source)
        return f"{source}{_LEAVES}" if now is not None and now.zone == "battlefield" else None
    raise UnknownName("duration", text, DURATIONS)


def _letters(text: str) -> None:
    if text != CHOSEN:
        color_letters(text)


class Change(OnObjects, frozen=True, kw_only=True, tag="change"):
    """Change characteristics of permanents or spells by a continuous effect (611, 613)."""

    until: Until = "end of turn"
    power: Power = None
    toughness: Toughness = None
    add_power: Annotated[str | int, says("how much more power it has")] = 0
    add_toughness: Annotated[str | int, says("how much more toughness it has")] = 0
    switch: Annotated[bool, says("whether power and toughness change places")] = False
    colors: Annotated[
        Annotated[str, checked_by(_letters)] | None,
        says("colors instead; `chosen` for one to choose"),
    ] = None
    add_colors: Annotated[ColorLetters, says("colors in addition")] = ""
    types: Annotated[Sequence[CardType] | None, says("card types instead")] = None
    add_types: Annotated[Sequence[CardType], says("card types in addition")] = ()
    subtypes: Annotated[Sequence[str] | None, says("subtypes instead")] = None
    add_subtypes: Annotated[Sequence[str], says("subtypes in addition")] = ()
    keywords: Keywords = ()
    lose_keywords: Annotated[Sequence[Keyword], says("keyword abilities that it loses")] = ()
    loses_abilities: Annotated[bool, says("whether it loses all abilities")] = False
    grants: Grants = ()
    name: Annotated[str | None, says("the name")] = None

    own_amounts = True

    @property
    def makes_creatures(self) -> bool:
        """Whether it may make a creature of what is none."""
        return "Creature" in (*(self.types or ()), *self.add_types)


@action(Change)
def change(draft: Draft, act: Change) -> None:
    """Change characteristics of permanents or spells that are fixed now (611.2c).

    Amounts are settled now as well (611.2d).
    """
    found = [o for o in objects_of(draft, act.object) if o.zone == "stack"]
    if act.until == PERPETUALLY:
        found = objects_of(draft, act.object)
    found = found or permanents_of(draft, act.object)
    if act.colors == CHOSEN:
        act = replace(act, colors=_color(draft, act))
    own = any(getattr(act, n) in _OWN for n in _SIZES)
    for group in [[o] for o in found] if own else [found]:
        if group:
            made = _alteration(draft, act, group[0])
            begin(draft, group, act.until, act.player, change=made)
    for obj in found:
        draft.say("change", obj, "611.2c", "613.1")


def _color(draft: Draft, act: Change) -> str:
    """Return the color that is chosen as the effect is applied (105.4)."""
    color = str(act.choose.get("color", "")).upper()
    if len(color) != 1 or color not in COLORS:
        player = act.player or draft.active
        raise ChoiceNeeded(player, "choose.color", tuple(COLORS), ("105.4",), "the color")
    return color


def _alteration(draft: Draft, act: Change, obj: GameObject) -> Alteration:
    def settled(value: str | int) -> int:
        if value in _OWN:
            return size_of(characteristics_of(draft, obj), str(value))
        return amount(draft, value, act.player or obj.controller, obj)

    same = {n: getattr(act, n) for n in Alteration.__struct_fields__ if hasattr(act, n)}
    sizes = {n: settled(same[n]) for n in _SIZES if same[n] is not None}
    # what it gives is called after what gives it
    source = None if draft.now is None else draft.now.source
    name = "granted" if source is None else f"{draft.name_of(source.id)}#granted"
    rows = enumerate(act.grants, 1)
    same["grants"] = tuple(effect_of({"id": f"{name} {n}", **g}, n) for n, g in rows)
    return Alteration(**(same | sizes))


# ---------------------------------------------------------------- control, layer 2


class GainControl(OnObjects, frozen=True, kw_only=True, tag="gain control"):
    """Gain control of permanents (613.1b)."""

    until: Until = None


@action(GainControl)
def gain_control(draft: Draft, act: GainControl) -> None:
    """Gain control of permanents; status and designations stay (613.1b, 709.5c, 110.2)."""
    player = draft.player(act.player or draft.active).name
    found = permanents_of(draft, act.object)
    begin(draft, found, act.until, player, controller=player)
    settle_control(draft)
    for obj in found:
        draft.say("control", obj, "613.1b", "110.2", player=draft.things[obj.id].controller)


def settle_control(draft: Draft, start: bool = False) -> None:
    """Give each permanent the controller that effects give it (613.1b).

    Where no effect says anything, it is the player under whose control it entered (110.2a).
    Who is new as a controller begins to control it now (302.6), and it is removed from combat
    (506.4c).  At the ``start`` of a situation nothing is new; who is said to control what an
    effect gives them anyway is not who controls it by default, but its owner is.
    """
    taken = _taken(draft)
    for i in sorted({*taken, *draft.memo.taken}):
        held = draft.things.get(i)
        if held is None or held.zone != "battlefield":
            continue
        obj = held
        by_default = obj.under or obj.controller
        now = taken.get(obj.id, by_default)
        if start and now == by_default:
            by_default = obj.owner
        fields: dict[str, Any] = {"under": by_default if obj.id in taken else ""}
        if start:
            fields["controller"] = now
        elif now != obj.controller:
            fields |= {"controller": now, "since": draft.turn, "attacking": False}
        if any(getattr(obj, name) != value for name, value in fields.items()):
            draft.change(obj.id, **fields)


class _Control(NamedTuple):
    """An effect that gives control of permanents."""

    stamp: tuple[int, int]
    player: str
    ids: tuple[int, ...] = ()
    ability: Static | None = None
    source: GameObject | None = None


def _taken(draft: Draft) -> dict[int, str]:
    """Return who controls what effects have given away, each applied in its turn (613.7, 613.8).

    Each sees who controls what by then: an Aura that was taken acts for its new controller, and
    what a player takes from another one is what that player has without the effect.
    """
    left = [_Control((e.timestamp, 0), e.controller, e.ids) for e in draft.effects if e.controller]
    for ability, source in _taking(draft):
        stamp = (ability.stamp, 1) if source is None else (source.timestamp, 0)
        player = controller_of(draft, ability, source)
        left.append(_Control(stamp, player, (), ability, source))
    left.sort(key=lambda effect: effect.stamp)
    taken: dict[int, str] = {}
    by_default = {o.id: o.under or o.controller for o in draft.battlefield()} if left else {}
    while left:
        now = by_default | taken
        given = [_given(draft, effect, now) for effect in left]
        free = (n for n, effect in enumerate(left) if not _waits(draft, effect, now, given, n))
        first = next(free, 0)  # where each waits for another one, timestamps decide (613.8b)
        taken |= given[first]
        del left[first]
    return taken


def _given(draft: Draft, effect: _Control, now: Mapping[int, str]) -> dict[int, str]:
    """Return what an effect gives to whom, with who controls what by now."""
    ability, source, player = effect.ability, effect.source, effect.player
    if ability is None:
        return dict.fromkeys(effect.ids, player)
    if source is not None:
        player = now.get(source.id, player)
    return {
        obj.id: player
        for obj in draft.battlefield()
        if covers(draft, ability, source, player, replace(obj, controller=now[obj.id]))
    }


def _waits(
    draft: Draft,
    effect: _Control,
    now: Mapping[int, str],
    given: Sequence[Mapping[int, str]],
    place: int,
) -> bool:
    """Whether another effect would change what this one gives, or to whom (613.8a)."""
    return effect.ability is not None and any(
        _given(draft, effect, {**now, **other}) != given[place]
        for n, other in enumerate(given)
        if n != place
    )


def _taking(draft: Draft) -> list[tuple[Static, GameObject | None]]:
    """Return the static abilities that give control of something."""
    effects_about(draft)
    memo = draft.memo
    if memo.rows is not None and not memo.rows.taking and not memo.gaining:
        return []
    live = live_abilities(draft, Static)
    return [row for row in live if row[0].change.controller is not None]


# ---------------------------------------------------------------- ends


def end_effects(draft: Draft, until: str) -> None:
    """End the effects whose duration is over; control goes back (611.2a)."""
    standing = tuple(a for a in draft.standing if not a.until or a.until != until)
    if len(standing) != len(draft.standing):
        draft.set_standing(standing)
    kept = tuple(e for e in draft.effects if e.until != until)
    if len(kept) != len(draft.effects):
        draft.set_effects(kept)
        settle_control(draft)


def lost_effects(draft: Draft) -> None:
    """Forget effects on objects that are gone, and those that last no longer (400.7, 611.2b)."""
    if not draft.memo.taken and not effects_about(draft):
        return  # no effect is about, and nobody has what is not their own
    known = draft.before.settled and draft.effects is draft.before.effects
    if draft.effects and (draft.left or not known):
        kept = []
        for effect in draft.effects:
            if effect.until.endswith(_LEAVES):
                source = draft.get(int(effect.until.removesuffix(_LEAVES)))
                if source is None or source.zone != "battlefield":
                    continue
            ids = tuple(i for i in effect.ids if i in draft.things)
            if ids:
                kept.append(effect if len(ids) == len(effect.ids) else replace(effect, ids=ids))
        if tuple(kept) != draft.effects:
            draft.set_effects(tuple(kept))
    settle_control(draft)


def copied_card(name: str, token: bool = False, catalog: Catalog | None = None) -> CopiableValues:
    """Return the copiable values of a card, a face or a combined back face by its name (707.2).

    A copy of a double-faced object that is no token has the one face that is named (707.8).

    Raises
    ------
    UnknownCard, AmbiguousName
    """
    found = find(name, catalog)
    how = Circumstances("battlefield", face=found.face or 0)
    return replace(copy_of(of_card(found.card), how, edition()), token=token)


def lay(draft: Draft, effect: Ability) -> None:
    """Lay a standing effect on a game; a copy effect begins on what matches now (611.2c)."""
    if not isinstance(effect, Copying):
        draft.set_standing((*draft.standing, effect))
        return
    player = effect.controller or draft.players[0].name
    try:
        original = draft.last(draft.find_one(effect.copies))
    except UnknownName:
        original = None
    what = copied_card(effect.copies) if original is None else as_copied(draft, original)[0]
    skipped = 0 if original is None else original.id
    for obj in list(draft.battlefield()):
        if obj.id != skipped and matches(draft, effect.what, obj, None, player):
            own = replace(what, token=obj.base.token, fronts=obj.base.fronts)
            begin(draft, [obj], effect.until, player, copy=own)
