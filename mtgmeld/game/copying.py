"""Copies: becoming one, tokens, copies of spells, and cards that are copied to be cast (707)."""

from __future__ import annotations

from msgspec.structs import replace

from mtgmeld.cards import Face
from mtgmeld.errors import CannotBeDone, IllegalAction, UnsupportedRule
from mtgmeld.game import actions as A
from mtgmeld.game.amounts import amount
from mtgmeld.game.casting import cast_object
from mtgmeld.game.characteristics import Copiable
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival, enter
from mtgmeld.game.events import Event
from mtgmeld.game.lasting import begin
from mtgmeld.game.layers import as_copied, copiable_of, with_exceptions
from mtgmeld.game.moving import objects_of, permanents_of
from mtgmeld.game.objects import LastKnown, Obj
from mtgmeld.game.targets import Target, targets_of_spell
from mtgmeld.rules.editions import MODAL_TRANSFORM, TOKENS_TWO_FACES, reading

MOST_TOKENS = 1_000
MOST_OBJECTS = 5_000

__all__ = ["become_copy", "cast_copy", "copy_spell", "create_token", "create_token_copy"]


def source_of(draft: Draft, ref: int | str) -> Obj:
    """Return the object to be copied, as it is or last was."""
    i = draft.find_one(ref)
    found = draft.last(i)
    if found is None or found.ability is not None:
        raise CannotBeDone("there is no such object to copy", ("707.2",), i)
    return found


def copied_from(draft: Draft, obj: Obj, token: bool = False) -> tuple[Copiable, int]:
    """Return the copiable values of an object that may have left (608.2h, 707.2)."""
    if obj.id in draft.things:
        return as_copied(draft, obj, token=token)
    known: LastKnown = draft.known[obj.id]
    return as_copied(draft, known.obj, token=token)


def _except(what: Copiable, not_legendary: bool, add_types: list[str]) -> Copiable:
    if not not_legendary and not add_types:
        return what

    def change(face: Face) -> Face:
        supertypes = tuple(s for s in face.supertypes if not (not_legendary and s == "Legendary"))
        kinds = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker")
        types = (*face.types, *(t for t in add_types if t in kinds))
        subtypes = (*face.subtypes, *(t for t in add_types if t not in kinds))
        return replace(
            face,
            supertypes=supertypes,
            types=tuple(dict.fromkeys(types)),
            subtypes=tuple(dict.fromkeys(subtypes)),
        )

    return with_exceptions(what, change)


def become_copy(draft: Draft, act: A.BecomeCopy) -> None:
    """Make permanents copies; designations and cards stay as they are (707.4, 709.5c)."""
    original = source_of(draft, act.of)
    what, face = copied_from(draft, original)
    if not what.faces[face].is_permanent:
        raise CannotBeDone(
            f"{draft.name_of(original.id)} is an instant or sorcery, which no permanent can be",
            ("110.4",),
            original.id,
        )
    what = _except(what, act.not_legendary, act.add_types)
    found = [o for o in permanents_of(draft, act.object) if o.id != original.id]
    for obj in found:
        own = replace(what, token=obj.base.token, fronts=obj.base.fronts)
        begin(draft, [obj], act.until, act.player or obj.controller, copy=own)
        lost = (
            own.shared_type_line
            and obj.unlocked
            and reading("Room that becomes a copy of a Room", draft.policies) == "designations lost"
        )
        if lost:
            draft.change(obj.id, unlocked=())
        draft.emit(
            Event(
                "copy",
                obj.id,
                draft.card_name(obj),
                (obj.id,),
                player=obj.controller,
                note=f"becomes a copy of {draft.name_of(original.id)}",
                rules=("707.2", "707.4"),
            )
        )


def create_token(draft: Draft, act: A.CreateToken) -> None:
    """Create tokens with given characteristics (111.3)."""
    face = Face(
        act.name,
        color_indicator="",
        defined_colors=act.colors or None,
        supertypes=tuple(act.supertypes),
        types=tuple(act.types) or ("Creature",),
        subtypes=tuple(act.subtypes),
        power=_size(draft, act.power, act.player or draft.active),
        toughness=_size(draft, act.toughness, act.player or draft.active),
        keywords=tuple(act.keywords),
    )
    if _stays(draft, face):
        return
    base = Copiable("token", (face,), token=True)
    for _ in range(_how_many(draft, amount(draft, act.count, act.player or draft.active, None))):
        _put_token(draft, base, 0, act, act.tapped, act.id)


def _how_many(draft: Draft, count: int) -> int:
    """Return a number of tokens, if it is one that a state can show."""
    if count > MOST_TOKENS or count + len(draft.things) > MOST_OBJECTS:
        raise UnsupportedRule(
            f"{count} tokens at once are more than is modeled",
            ("111.1",),
        )
    return count


def _size(draft: Draft, value: str | None, player: str) -> str | None:
    """Return a power or toughness; one that is counted is settled as the token is created."""
    return value if value is None or " " not in value else str(amount(draft, value, player, None))


def create_token_copy(draft: Draft, act: A.CreateTokenCopy) -> None:
    """Create tokens that are copies; of a double-faced object with both faces (707.8a, 111.13)."""
    original = source_of(draft, act.of)
    what, face = copied_from(draft, original, token=True)
    what = _except(what, act.not_legendary, act.add_types)
    if act.power is not None or act.colors is not None:
        what = with_exceptions(
            what,
            lambda f: replace(
                f,
                power=act.power or f.power,
                toughness=act.toughness or f.toughness,
                defined_colors=act.colors if act.colors is not None else f.defined_colors,
            ),
        )
    if _stays(draft, what.faces[face]):
        return
    for _ in range(_how_many(draft, act.count)):
        _put_token(draft, what, face, act, False, act.id)


def _stays(draft: Draft, face: Face) -> bool:
    """Whether a token cannot be created, since it would be an instant or sorcery (304.4)."""
    if face.is_permanent:
        return False
    note = "a token cannot enter as an instant or sorcery"
    draft.emit(Event("stay", note=note, rules=("111.1", "304.4")))
    return True


def _put_token(
    draft: Draft, base: Copiable, face: int, act: A.Action, tapped: bool, handle: str | None
) -> int:
    player = act.player or draft.active
    stamp = draft.tick()
    draft.batch += 1
    obj = Obj(stamp, "battlefield", player, player, base, (), stamp, draft.turn, face=face)
    draft.put(obj)
    draft.add_to("battlefield", (stamp,))
    if handle:
        ids = draft.handles.get(handle, ())
        alive = tuple(i for i in ids if i in draft.things and draft.batch)
        draft.name_handle(handle, (*alive, stamp))
    draft.emit(
        Event(
            "move",
            stamp,
            " // ".join(f.name for f in base.faces),
            (stamp,),
            "",
            "battlefield",
            1,
            0,
            player,
            draft.batch,
            "a token is created",
            ("111.1", "111.2"),
        )
    )
    enter(draft, stamp, obj, Arrival(tapped=tapped), act)
    return stamp


def spell_at(draft: Draft, ref: int | str) -> Obj:
    """Return a spell on the stack, or refuse."""
    i = draft.find_one(ref)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "stack" or obj.ability is not None:
        raise CannotBeDone(f"{draft.called(ref)} is no spell on the stack", ("707.10", "112.1"), i)
    return obj


def copy_spell(draft: Draft, act: A.CopySpell) -> None:
    """Put a copy of a spell onto the stack: same halves, face, X and targets (707.10)."""
    spell = spell_at(draft, act.object)
    player = act.player or spell.controller
    base = _spell_base(draft, spell)
    stamp = draft.tick()
    record = None
    if spell.cast is not None:
        targets = _new_targets(draft, spell, act, player)
        record = replace(spell.cast, was_cast=False, by="", targets=targets)
    draft.put(Obj(stamp, "stack", player, player, base, (), stamp, cast=record, face=spell.face))
    draft.add_to("stack", (stamp,))
    if act.id:
        draft.name_handle(act.id, (stamp,))
    draft.emit(
        Event(
            "copy",
            spell.id,
            draft.name_of(spell.id),
            (stamp,),
            player=player,
            note="a copy of the spell is put onto the stack; it is not cast",
            rules=("707.10", "707.2"),
        )
    )


def _new_targets(draft: Draft, spell: Obj, act: A.CopySpell, player: str) -> tuple[Target, ...]:
    """Return the targets of a copy: the original's, unless new ones are chosen (707.10c)."""
    assert spell.cast is not None
    if act.target is None:
        return spell.cast.targets
    known = draft.characteristics(spell.id)
    return targets_of_spell(draft, spell, known, act.target, player, spell.cast.modes)


def _spell_base(draft: Draft, spell: Obj) -> Copiable:
    """Return what a copy of a spell is read from; a double-faced one keeps both faces (707.10g)."""
    base = copiable_of(draft, spell)
    if base.layout in ("transform", "modal_dfc"):
        since = TOKENS_TWO_FACES if base.layout == "transform" else MODAL_TRANSFORM
        if not draft.edition.has(since):
            face = base.faces[spell.face : spell.face + 1]
            return Copiable(
                "single",
                face,
                copied=True,
                lone_back=base.layout == "transform" and spell.face == 1,
            )
    return replace(base, copied=True)


def copy_ability(draft: Draft, act: A.CopyAbility) -> None:
    """Put a copy of an ability onto the stack (707.10)."""
    i = draft.find_one(act.object)
    obj = draft.things.get(i)
    if obj is None or obj.ability is None:
        raise CannotBeDone(f"{draft.called(act.object)} is no ability on the stack", ("707.10",), i)
    stamp = draft.tick()
    draft.put(replace(obj, id=stamp, timestamp=stamp))
    draft.add_to("stack", (stamp,))
    if act.id:
        draft.name_handle(act.id, (stamp,))
    draft.emit(
        Event("copy", obj.id, obj.ability.key, (stamp,), player=obj.controller, rules=("707.10",))
    )


def cast_copy(draft: Draft, act: A.CastCopy) -> None:
    """Copy cards and cast the copies that the player chooses, one by one (707.12, 709.3c).

    Each copy is made in the zone of its card and cast like any card, so of a split card a half
    is chosen.  A copy that is not cast ceases to exist (704.5e).
    """
    cards = objects_of(draft, act.object)
    player = act.player or draft.active
    copies = {card.id: _copy_of_card(draft, card, player) for card in cards}
    if act.cast is None:
        chosen = [c.id for c in cards]
    else:
        chosen = [i for ref in act.cast for i in draft.find(ref)]
        for i in chosen:
            if i not in copies or chosen.count(i) > 1:
                why = "was not copied" if i not in copies else "was copied once"
                raise IllegalAction(f"{draft.name_of(i)} {why}", ("707.12",))
    halves = act.half if isinstance(act.half, list) else [act.half] * len(chosen)
    for i, half in zip(chosen, [*halves, *[None] * len(chosen)], strict=False):
        made = A.CastSpell(
            object=copies[i].id,
            half=half or act.choose.get("half"),
            face=act.face,
            x=act.choose.get("x") if act.x is None else act.x,
            free=act.free,
            by="copy",
            pay=act.pay,
            target=act.target,
            choose=act.choose,
        )
        became = cast_object(draft, copies[i], made, player)
        if act.id:
            named = draft.handles.get(act.id, ()) if len(chosen) > 1 else ()
            draft.name_handle(act.id, (*named, became))


def _copy_of_card(draft: Draft, card: Obj, player: str) -> Obj:
    if not card.cards or card.zone in ("battlefield", "stack"):
        why = f"{draft.name_of(card.id)} is no card to copy"
        raise CannotBeDone(why, ("707.12",), card.id)
    stamp = draft.tick()
    base = replace(card.base, copied=True)
    copy = draft.put(Obj(stamp, card.zone, player, player, base, (), stamp))
    draft.add_to(draft.zone_key(card.zone, player), (stamp,))
    draft.emit(
        Event(
            "copy",
            card.id,
            draft.card_name(card),
            (stamp,),
            player=player,
            note=f"a copy of the card is made in {card.zone}",
            rules=("707.12", "709.3c") if base.layout == "split" else ("707.12",),
        )
    )
    return copy
