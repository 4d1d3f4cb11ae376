"""Continuous effects of resolved spells and abilities: how they begin and how they end (611.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Alteration
from mtgmeld.game.amounts import amount
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import characteristics_of, controller_of, live_abilities, number
from mtgmeld.game.moving import objects_of, permanents_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.pieces import Continuous
from mtgmeld.game.seen import matches
from mtgmeld.game.texts import index_of

__all__ = [
    "begin",
    "change",
    "end_effects",
    "gain_control",
    "lost_effects",
    "settle_control",
]

DURATIONS = (
    "end of turn",
    "end of combat",
    "your next turn",
    "PLAYER's next turn",
    "OBJECT leaves",
)
_LEAVES = " leaves"
_OWN = ("mana value", "power", "toughness")


def begin(
    draft: Draft, found: Iterable[Obj], until: str | None, player: str | None, **what: Any
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
    draft.effects = (*draft.effects, Continuous(ids, draft.tick(), lasts, says, **what))


def _duration(draft: Draft, until: str | None, player: str) -> str | None:
    """Return a duration in the words that end it; None if it has ended already."""
    if until in (None, "", "end of turn", "end of combat"):
        return until or ""
    text = str(until)
    if text == "your next turn":
        return f"{player}'s next turn"
    who, _, rest = text.rpartition("'s ")
    if rest == "next turn" and any(p.name == who for p in draft.players):
        return text
    if text.endswith(_LEAVES):
        source = draft.find_one(text.removesuffix(_LEAVES))
        now = draft.get(source)
        return f"{source}{_LEAVES}" if now is not None and now.zone == "battlefield" else None
    raise UnknownName("duration", text, DURATIONS)


def change(draft: Draft, act: A.Change) -> None:
    """Change characteristics of permanents or spells that are fixed now (611.2c).

    Amounts are settled now as well (611.2d).
    """
    found = [o for o in objects_of(draft, act.object) if o.zone == "stack"]
    found = found or permanents_of(draft, act.object)
    own = any(v in _OWN for v in (act.power, act.toughness, act.add_power, act.add_toughness))
    for group in [[o] for o in found] if own else [found]:
        if group:
            made = _alteration(draft, act, group[0])
            begin(draft, group, act.until, act.player, change=made)
    for obj in found:
        draft.emit(
            Event("change", obj.id, draft.name_of(obj.id), (obj.id,), rules=("611.2c", "613.1"))
        )


def _alteration(draft: Draft, act: A.Change, obj: Obj) -> Alteration:
    def settled(value: str | int) -> int:
        if value in _OWN:
            return number(characteristics_of(draft, obj)[str(value).replace(" ", "_")].value)
        return amount(draft, value, act.player or obj.controller, obj)

    return Alteration(
        name=act.name,
        types=None if act.types is None else tuple(act.types),
        add_types=tuple(act.add_types),
        subtypes=None if act.subtypes is None else tuple(act.subtypes),
        add_subtypes=tuple(act.add_subtypes),
        colors=act.colors,
        add_colors=act.add_colors,
        keywords=tuple(act.keywords),
        lose_keywords=tuple(act.lose_keywords),
        loses_abilities=act.loses_abilities,
        power=None if act.power is None else settled(act.power),
        toughness=None if act.toughness is None else settled(act.toughness),
        add_power=settled(act.add_power),
        add_toughness=settled(act.add_toughness),
        switch=act.switch,
    )


# ---------------------------------------------------------------- control, layer 2


def gain_control(draft: Draft, act: A.GainControl) -> None:
    """Gain control of permanents; status and designations stay (613.1b, 709.5c, 110.2)."""
    player = draft.player(act.player or draft.active).name
    found = permanents_of(draft, act.object)
    begin(draft, found, act.until, player, controller=player)
    settle_control(draft)
    for obj in found:
        draft.emit(
            Event(
                "control",
                obj.id,
                draft.name_of(obj.id),
                (obj.id,),
                player=draft.things[obj.id].controller,
                rules=("613.1b", "110.2"),
            )
        )


def settle_control(draft: Draft) -> None:
    """Give each permanent the controller that the latest effect says (613.1b, 613.7).

    Where no effect says anything, it is the player under whose control it entered (110.2a).
    Who is new as a controller begins to control it now (302.6), and it is removed from combat
    (506.4c).
    """
    family = draft.memo.family
    if not (draft.effects or draft.standing or family.taken or "static" in index_of(draft)):
        return
    taken: dict[int, list[tuple[int, str]]] = {}
    for effect in draft.effects:
        if effect.controller:
            for i in effect.ids:
                taken.setdefault(i, []).append((effect.timestamp, effect.controller))
    for ability, source in live_abilities(draft, ("static",)):
        if ability.change is None or ability.change.controller is None:
            continue
        player = controller_of(draft, ability, source)
        stamp = ability.stamp if source is None else source.timestamp
        for obj in draft.battlefield():
            if ability.attached:
                fits = source is not None and source.attached == obj.id
            else:
                fits = matches(draft, ability.what, obj, None, player)
            if fits:
                taken.setdefault(obj.id, []).append((stamp, player))
    for obj in list(draft.battlefield()):
        if obj.id not in taken and not obj.under:
            continue
        by_default = obj.under or obj.controller
        now = max(taken[obj.id])[1] if obj.id in taken else by_default
        fields: dict[str, Any] = {"under": by_default if obj.id in taken else ""}
        if now != obj.controller:
            fields |= {"controller": now, "since": draft.turn, "attacking": False}
        if any(getattr(obj, name) != value for name, value in fields.items()):
            draft.change(obj.id, **fields)


# ---------------------------------------------------------------- ends


def end_effects(draft: Draft, until: str) -> None:
    """End the effects whose duration is over; control goes back (611.2a)."""
    standing = tuple(a for a in draft.standing if not a.until or a.until != until)
    if len(standing) != len(draft.standing):
        draft.standing = standing
    kept = tuple(e for e in draft.effects if e.until != until)
    if len(kept) != len(draft.effects):
        draft.effects = kept
        settle_control(draft)


def lost_effects(draft: Draft) -> None:
    """Forget effects on objects that are gone, and those that last no longer (400.7, 611.2b)."""
    memo = draft.memo
    same = memo.effects is draft.effects and memo.standing is draft.standing
    if memo.plain and same and not memo.family.taken:
        return  # no effect is about, and nobody has what is not their own
    if draft.effects:
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
            draft.effects = tuple(kept)
    settle_control(draft)
