"""Copies: becoming one, tokens, copies of spells, and cards that are copied to be cast (707)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from mtgmeld.cards import CARD_TYPES, Face, size_of
from mtgmeld.errors import CannotBeDone, IllegalAction, UnsupportedRule
from mtgmeld.game.abilities import Alteration
from mtgmeld.game.actions import (
    Action,
    AddTypes,
    Amount,
    Attacking,
    Colors,
    Count,
    FaceName,
    Free,
    Grants,
    Handle,
    Keywords,
    NotLegendary,
    OnObject,
    OnObjects,
    Pay,
    Power,
    Ref,
    Subtypes,
    Supertypes,
    Tapped,
    Toughness,
    Types,
    Until,
    X,
    action,
)
from mtgmeld.game.casting import CastSpell, cast_object
from mtgmeld.game.characteristics import Circumstances, CopiableValues, copy_of, of_card
from mtgmeld.game.copiable import as_copied, copiable_of, with_exceptions
from mtgmeld.game.draft import Draft, objects_of, permanents_of
from mtgmeld.game.durations import begin
from mtgmeld.game.entering import EntersWith, as_it_enters, enter
from mtgmeld.game.notation import effect_of
from mtgmeld.game.placing import token_card
from mtgmeld.game.selectors import amount
from mtgmeld.game.targets import NONE, named, spell_abilities, targets_of_spell
from mtgmeld.game.values import Event, GameObject
from mtgmeld.records import says
from mtgmeld.rules.editions import TOKEN_NAMES, reading

MOST_TOKENS = 1_000
MOST_OBJECTS = 5_000


def source_of(draft: Draft, ref: int | str) -> GameObject:
    """Return the object to be copied, as it is or last was."""
    i = draft.find_one(ref)
    found = draft.last(i)
    if found is None or found.ability is not None:
        raise CannotBeDone("there is no such object to copy", ("707.2",), i)
    return found


def _put_new(draft: Draft, obj: GameObject, handle: str | None, *among: int) -> None:
    """Put an object that comes from nowhere into its zone, with a handle for it and others."""
    draft.put(obj)
    draft.add_to(draft.zone_key(obj.zone, obj.owner), (obj.id,))
    if handle:
        draft.name_handle(handle, (*among, obj.id))


def _except(
    what: CopiableValues, not_legendary: bool, add_types: Sequence[str], **instead: str | None
) -> CopiableValues:
    """Return what is copied with the exceptions of an effect, other facts among them (707.9)."""
    others: dict[str, Any] = {n: value for n, value in instead.items() if value is not None}
    if not not_legendary and not add_types and not others:
        return what

    def change(face: Face) -> Face:
        supertypes = tuple(s for s in face.supertypes if not (not_legendary and s == "Legendary"))
        types = (*face.types, *(t for t in add_types if t in CARD_TYPES))
        subtypes = (*face.subtypes, *(t for t in add_types if t not in CARD_TYPES))
        return replace(
            face,
            supertypes=supertypes,
            types=tuple(dict.fromkeys(types)),
            subtypes=tuple(dict.fromkeys(subtypes)),
            **others,
        )

    return with_exceptions(what, change)


class BecomeCopy(OnObjects, frozen=True, kw_only=True, tag="become copy"):
    """Make permanents copies of another object (707.4)."""

    of: Annotated[Ref, says("the object that is copied")]
    until: Until = None
    add_types: AddTypes = ()
    not_legendary: NotLegendary = False

    @property
    def makes_creatures(self) -> bool:
        """Whether it may make a creature of what is none."""
        return True


@action(BecomeCopy)
def become_copy(draft: Draft, act: BecomeCopy) -> None:
    """Make permanents copies; designations and cards stay as they are (707.4, 709.5c)."""
    original = source_of(draft, act.of)
    what, face = as_copied(draft, original)
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
        name, note = draft.card_name(obj), f"becomes a copy of {draft.name_of(original.id)}"
        draft.say("copy", obj, "707.2", "707.4", name=name, player=obj.controller, note=note)


class CreateToken(Action, frozen=True, kw_only=True, tag="create token"):
    """Create a token with given characteristics (111)."""

    name: Annotated[str, says("the name; by default its subtypes and the word Token (111.4)")] = ""
    types: Types = ("Creature",)
    subtypes: Subtypes = ()
    supertypes: Supertypes = ()
    colors: Colors = ""
    power: Power = None
    toughness: Toughness = None
    keywords: Keywords = ()
    count: Amount = 1
    tapped: Tapped = False
    attacking: Attacking = False
    grants: Grants = ()
    id: Handle = None


@action(CreateToken)
def create_token(draft: Draft, act: CreateToken) -> None:
    """Create tokens with given characteristics (111.3)."""
    player = act.player or draft.active
    word = ("Token",) if draft.edition.has(TOKEN_NAMES) else ()
    name = act.name or " ".join((*act.subtypes, *word))
    facts = {n: getattr(act, n) for n in ("supertypes", "types", "subtypes", "colors", "keywords")}
    sizes = {n: _size(draft, getattr(act, n), player) for n in ("power", "toughness")}
    base = of_card(token_card(name, facts | sizes))
    if _stays(draft, base.faces[0]):
        return
    arrival = EntersWith(tapped=act.tapped, attacking=act.attacking)
    grants = tuple(effect_of({"id": f"{name}#{n}", **g}, n) for n, g in enumerate(act.grants, 1))
    for _ in range(_how_many(draft, amount(draft, act.count, player, None))):
        made = _put_token(draft, base, 0, act, arrival, act.id)
        if grants and made in draft.things:
            # what it was created with it has for as long as it is there (111.3)
            begin(draft, [draft.things[made]], None, player, change=Alteration(grants=grants))


def _how_many(draft: Draft, count: int) -> int:
    """Return a number of tokens, if it is one that a state can show."""
    if count > MOST_TOKENS or count + len(draft.things) > MOST_OBJECTS:
        raise UnsupportedRule(f"{count} tokens at once are more than is modeled", ("111.1",))
    return count


def _size(draft: Draft, value: str | int | None, player: str) -> str | None:
    """Return a power or toughness; one that is counted is settled as the token is created."""
    if isinstance(value, str) and " " in value:
        value = amount(draft, value, player, None)
    return size_of(value)


class CreateTokenCopy(Action, frozen=True, kw_only=True, tag="create token copy"):
    """Create a token that is a copy of an object (707.8a, 111.13)."""

    of: Annotated[Ref, says("the object that is copied")]
    count: Count = 1
    not_legendary: NotLegendary = False
    add_types: AddTypes = ()
    power: Power = None
    toughness: Toughness = None
    colors: Colors = None
    id: Handle = None


@action(CreateTokenCopy)
def create_token_copy(draft: Draft, act: CreateTokenCopy) -> None:
    """Create tokens that are copies; of a double-faced object with both faces (707.8a, 111.13)."""
    original = source_of(draft, act.of)
    what, face = as_copied(draft, original, token=True)
    player = act.player or draft.active
    sizes = {n: _size(draft, getattr(act, n), player) or None for n in ("power", "toughness")}
    what = _except(what, act.not_legendary, act.add_types, defined_colors=act.colors, **sizes)
    if _stays(draft, what.faces[face]):
        return
    for _ in range(_how_many(draft, act.count)):
        _put_token(draft, what, face, act, EntersWith(), act.id)


def _stays(draft: Draft, face: Face) -> bool:
    """Whether a token cannot be created, since it would be an instant or sorcery (304.4)."""
    if face.is_permanent:
        return False
    note = "a token cannot enter as an instant or sorcery"
    draft.emit(Event("stay", note=note, rules=("111.1", "304.4")))
    return True


def _put_token(
    draft: Draft,
    base: CopiableValues,
    face: int,
    act: Action,
    arrival: EntersWith,
    handle: str | None,
) -> int:
    player = act.player or draft.active
    stamp = draft.tick()
    draft.batch += 1
    obj = GameObject(stamp, "battlefield", player, player, base, (), stamp, draft.turn, face=face)
    obj = as_it_enters(obj, obj, arrival)
    others = draft.handles.get(handle, ()) if handle else ()
    _put_new(draft, obj, handle, *(i for i in others if i in draft.things))
    name, note = " // ".join(f.name for f in base.faces), "a token is created"
    moved = ("", "battlefield", 1, 0, player, draft.batch, note, ("111.1", "111.2"))
    draft.emit(Event("move", stamp, name, (stamp,), *moved))
    enter(draft, stamp, obj, arrival, act)
    return stamp


class Conjure(Action, frozen=True, kw_only=True, tag="conjure"):
    """Make a card that is a duplicate of an object's card, in its controller's hand (digital)."""

    of: Annotated[Ref, says("the object")]
    id: Handle = None


@action(Conjure)
def conjure(draft: Draft, act: Conjure) -> None:
    """Make a duplicate of a card in a hand; what is no card, such as a token, has none.

    No rule says what conjuring is: it is an action of digital play.
    """
    found = draft.last(draft.find_one(act.of))
    if found is None or len(found.cards) != 1:
        raise CannotBeDone("no card is there to be duplicated", ("608.2c",), draft.find_one(act.of))
    player = act.player or found.controller
    number = max(draft.cards, default=0) + 1
    card = replace(draft.cards[found.cards[0]], id=number, owner=player, commander=False)
    if draft.cards is draft.before.cards:
        draft.cards = draft.cards.copy()
    draft.cards[number] = card
    stamp = draft.tick()
    base = of_card(card.card)
    _put_new(draft, GameObject(stamp, "hand", player, player, base, (number,), stamp), act.id)
    draft.go_along(found.id, (stamp,))
    name = card.card.name
    draft.emit(Event("conjure", found.id, name, (stamp,), "", "hand", 1, 1, player))


def spell_at(draft: Draft, ref: int | str) -> GameObject:
    """Return a spell on the stack, or refuse."""
    i = draft.find_one(ref)
    obj = draft.things.get(i)
    if obj is None or obj.zone != "stack" or obj.ability is not None:
        raise CannotBeDone(f"{draft.called(ref)} is no spell on the stack", ("707.10", "112.1"), i)
    return obj


class CopySpell(OnObject, frozen=True, kw_only=True, tag="copy spell"):
    """Put a copy of a spell onto the stack; ``target`` gives it new targets (707.10, 707.10c)."""

    id: Handle = None


@action(CopySpell)
def copy_spell(draft: Draft, act: CopySpell) -> None:
    """Put a copy of a spell onto the stack: same halves, face, X and targets (707.10)."""
    spell = spell_at(draft, act.object)
    player = act.player or spell.controller
    # that of a double-faced spell keeps both faces (707.10g)
    how = Circumstances("stack", face=spell.face)
    base = copy_of(copiable_of(draft, spell), how, draft.edition)
    stamp, record = draft.tick(), spell.cast
    if record is not None:
        record = replace(record, was_cast=False, by="")
        if act.target is not None:  # new targets are chosen (707.10c)
            known = draft.characteristics(spell.id)
            says = spell_abilities(known, record.modes)
            targets = targets_of_spell(draft, spell, known, act.target, player, says)
            record = replace(record, targets=targets)
    copy = GameObject(stamp, "stack", player, player, base, (), stamp, cast=record, face=spell.face)
    _put_new(draft, copy, act.id)
    note = "a copy of the spell is put onto the stack; it is not cast"
    draft.say("copy", spell, "707.10", "707.2", became=(stamp,), player=player, note=note)


class CopyAbility(OnObject, frozen=True, kw_only=True, tag="copy ability"):
    """Put a copy of an ability onto the stack (707.10)."""

    id: Handle = None


@action(CopyAbility)
def copy_ability(draft: Draft, act: CopyAbility) -> None:
    """Put a copy of an ability onto the stack (707.10)."""
    i = draft.find_one(act.object)
    obj = draft.things.get(i)
    if obj is None or obj.ability is None:
        raise CannotBeDone(f"{draft.called(act.object)} is no ability on the stack", ("707.10",), i)
    stamp = draft.tick()
    _put_new(draft, replace(obj, id=stamp, timestamp=stamp), act.id)
    draft.say("copy", obj, "707.10", name=obj.ability.key, became=(stamp,), player=obj.controller)


class CastCopy(OnObjects, frozen=True, kw_only=True, tag="cast copy"):
    """Copy cards and cast the copies, one by one; ``cast`` says which, by default all (707.12).

    ``half`` may be a list, one for each that is cast.
    """

    cast: Annotated[
        Sequence[str | int] | None, says("which of the copies are cast; all by default")
    ] = None
    half: Annotated[
        str | Sequence[str] | None, says("the half; a list with one for each copy that is cast")
    ] = None
    face: FaceName = None
    free: Free = True
    x: X = None
    pay: Pay = None
    id: Handle = None


@action(CastCopy)
def cast_copy(draft: Draft, act: CastCopy) -> None:
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
    given = act.half
    halves = [given] * len(chosen) if given is None or isinstance(given, str) else given
    target = act.target
    for i, half in zip(chosen, [*halves, *[None] * len(chosen)], strict=False):
        made = CastSpell(
            object=copies[i].id,
            half=half or act.choose.get("half"),
            face=act.face,
            x=act.choose.get("x") if act.x is None else act.x,
            free=act.free,
            by="copy",
            pay=act.pay,
            target=target,
            choose=act.choose,
        )
        became = cast_object(draft, copies[i], made, player)
        if isinstance(target, list):
            target = _left_over(draft, target, draft.things[became])
        if act.id:
            named = draft.handles.get(act.id, ()) if len(chosen) > 1 else ()
            draft.name_handle(act.id, (*named, became))


def _left_over(draft: Draft, given: list[Ref], spell: GameObject) -> list[Ref]:
    """Return the targets that are for the copies cast later: each has its own (601.2c)."""
    assert spell.cast is not None
    for one in spell.cast.targets:
        if given and (named(draft, given[0]) or [NONE])[0] in (one, one or "none"):
            given = given[1:]
    return given


def _copy_of_card(draft: Draft, card: GameObject, player: str) -> GameObject:
    if not card.cards or card.zone in ("battlefield", "stack"):
        why = f"{draft.name_of(card.id)} is no card to copy"
        raise CannotBeDone(why, ("707.12",), card.id)
    stamp = draft.tick()
    base = replace(card.base, copied=True)
    copy = GameObject(stamp, card.zone, player, player, base, (), stamp)
    _put_new(draft, copy, None)
    draft.say(
        "copy",
        card,
        *("707.12", "709.3c") if base.form.is_split else ("707.12",),
        name=draft.card_name(card),
        became=(stamp,),
        player=player,
        note=f"a copy of the card is made in {card.zone}",
    )
    return copy
