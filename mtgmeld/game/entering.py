"""How an object enters the battlefield: face, designations, copies, counters, tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from mtgmeld.cards import Face
from mtgmeld.errors import ChoiceNeeded, UnknownName
from mtgmeld.game.abilities import Alteration, Entering
from mtgmeld.game.actions import HANDLERS, Action, instruction
from mtgmeld.game.card_abilities import abilities_in
from mtgmeld.game.characteristics import CopiableValues, derive
from mtgmeld.game.copiable import as_copied, copiable_of, read_of, with_exceptions
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    live_abilities,
    points_at,
)
from mtgmeld.game.player_words import does, is_meant
from mtgmeld.game.selectors import amount, holds, number, x_of
from mtgmeld.game.targets import may_enchant
from mtgmeld.game.values import GameObject
from mtgmeld.game.views import matches, those_matching
from mtgmeld.rules.editions import (
    MELD_DOUBLE_FACED,
    MODAL_TRANSFORM,
    SPELL_KNOWN,
    X_ON_ENTERING,
    Edition,
    reading,
)

replace = msgspec.structs.replace


class EntersWith(msgspec.Struct, frozen=True, gc=False):
    """How an object is put onto the battlefield.

    Attributes
    ----------
    transformed, tapped, attacking, face_down : bool
    control : str
        Under whose control; the owner's if empty.
    counters : tuple of (str, int)
    attached_to : int, str or None
    resolving : bool
        Whether it is a spell that resolves.
    land_face : int
        The face with which a land is played (712.12).
    """

    transformed: bool = False
    tapped: bool = False
    attacking: bool = False
    face_down: bool = False
    control: str = ""
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    resolving: bool = False
    land_face: int = 0


_ATTACHED = frozenset(("Aura", "Equipment", "Fortification"))


def may_enter(
    draft: Draft, obj: GameObject, arrival: EntersWith
) -> tuple[str, tuple[str, ...]] | None:
    """Return why an object stays where it is when told to enter, with rules; None if it enters."""
    base = obj.base
    if arrival.face_down:
        return None
    if arrival.resolving:
        return None
    if arrival.transformed:
        stays = _stays_untransformed(draft, base)
        if stays is not None:
            return stays
        if not base.form.is_meld and not base.faces[1].is_permanent:
            return "its back face is no permanent card face", ("712.10", "400.4a")
        return None
    if arrival.land_face:
        return None
    if not base.faces[0].is_permanent:
        if base.form.is_modal:
            return "its front face is no permanent card", ("712.14b",)
        return "an instant or sorcery cannot enter the battlefield", ("400.4a",)
    if "Aura" in base.faces[0].subtypes:
        host, own = arrival.attached_to, abilities_in((base.faces[0].text,))
        if host is None:
            return "an Aura that has nothing to enchant stays where it is", ("303.4g",)
        if not may_enchant(draft, own, host, arrival.control or obj.owner):
            return "it cannot enchant that", ("303.4i",)
    return None


def _stays_untransformed(draft: Draft, base: CopiableValues) -> tuple[str, tuple[str, ...]] | None:
    rules = ("712.14a",)
    if base.form.transforms(draft.edition):
        return None
    if base.form.is_modal:
        return "only a transforming double-faced card could enter transformed", rules
    if base.form.is_meld:
        policy = "lone meld card entering transformed"
        if not draft.edition.has(MODAL_TRANSFORM):
            if draft.edition.has(MELD_DOUBLE_FACED):
                return "a meld card was no transforming double-faced card", rules
            return "a meld card was no double-faced card", rules
        if reading(policy, draft.policies) == "stays":
            return "a lone meld card stays (policy)", ("712.4c", "712.14a")
        return None
    return "it is no double-faced card", rules


def as_it_enters(obj: GameObject, old: GameObject, arrival: EntersWith) -> GameObject:
    """Return a new permanent, from what it was before, with the status that it enters with."""
    face = obj.face
    if arrival.resolving and old.cast is not None:
        face = old.cast.face
    elif arrival.transformed and obj.base.form.turns:
        face = 1
    elif arrival.land_face:
        face = arrival.land_face
    elif not obj.cards:
        face = old.face
    # 303.4h: what is nothing to be attached enters unattached
    host = arrival.attached_to
    if host is not None and not arrival.resolving:
        host = host if _ATTACHED.intersection(obj.base.faces[face].subtypes) else None
    return replace(
        obj,
        face=0 if arrival.face_down else face,
        face_down=arrival.face_down,
        tapped=arrival.tapped,
        attacking=arrival.attacking,
        counters=arrival.counters,
        attached=host,
        cast=old.cast if arrival.resolving else None,
        copy=old.copy if arrival.resolving and not obj.cards else None,
    )


def enter(draft: Draft, new: int, old: GameObject, arrival: EntersWith, act: Action) -> None:
    """Apply what modifies the entry of an object that has just entered.

    Effects look at the object as it exists on the battlefield (614.12): for a melded
    permanent, at the combined face.
    """
    obj = draft.things[new]
    if arrival.resolving:
        _carry_over(draft, old.id, new)
    own = _of_entering(draft, obj)
    if own:
        obj = _as_copy(draft, obj, own, act)
        own = _of_entering(draft, obj)
        _name_chosen(draft, obj, own, act)
    _modified(draft, obj, own, act)
    _designations(draft, new, old, arrival)
    if arrival.attacking and not _may_attack(draft, draft.things[new]):
        draft.change(new, attacking=False)


def _may_attack(draft: Draft, obj: GameObject) -> bool:
    """Whether what would enter attacking does; it enters otherwise too (506.3a-b, 506.3f)."""
    known = characteristics_of(draft, obj)
    creature = known.has_type("Creature") and not known.has_type("Battle")
    return creature and obj.controller == draft.active


def _of_entering(draft: Draft, obj: GameObject) -> list[Entering]:
    """Return the abilities of an object that say how it, or something, enters."""
    return [a for a in abilities_of(draft, obj) if isinstance(a, Entering)]


def _carry_over(draft: Draft, spell: int, permanent: int) -> None:
    """Let effects on a permanent spell go on applying to the permanent it becomes (400.7a)."""
    if any(spell in e.ids for e in draft.effects):
        draft.set_effects(
            tuple(
                replace(e, ids=tuple(dict.fromkeys(permanent if i == spell else i for i in e.ids)))
                for e in draft.effects
            )
        )


def _as_copy(draft: Draft, obj: GameObject, own: list[Entering], act: Action) -> GameObject:
    """Let an object enter as a copy where an ability of its own says so (614.12, 707.5)."""
    if obj.face_down:
        return obj
    for ability in own:
        if not ability.copies:
            continue
        options = [
            o for o in those_matching(draft, ability.copies, obj.controller) if o.id != obj.id
        ]
        if not options:
            return obj
        draft.used.add("as_copy")
        if act.as_copy is None:
            handles = [draft._handle_of(o.id) for o in options]
            raise ChoiceNeeded(
                obj.controller, "as_copy", (*handles, "none"), ("614.12", "707.5"), "what it copies"
            )
        if act.as_copy == "none":
            return obj
        chosen = draft.find_one(act.as_copy)
        if chosen not in [o.id for o in options]:
            raise UnknownName(
                "permanent to copy", str(act.as_copy), [draft._handle_of(o.id) for o in options]
            )
        what, _ = as_copied(draft, draft.things[chosen])
        what = replace(what, token=obj.base.token)
        if ability.change is not None:
            what = with_exceptions(what, _adding(ability.change))
        obj = draft.put(replace(obj, copy=what))
        name, note = draft.card_name(obj), f"enters as a copy of {draft.name_of(chosen)}"
        draft.say("copy", obj, "707.5", "707.2", name=name, player=obj.controller, note=note)
        # the copy may itself enter as a copy of something (707.5); it does so once
        return obj
    return obj


def _adding(change: Alteration) -> Callable[[Face], Face]:
    """Return the exception that a copy effect makes: a name, types in addition (707.9b)."""

    def add(face: Face) -> Face:
        if change.name is not None:
            face = replace(face, name=change.name, text_of=face.named_text)
        return replace(
            face,
            supertypes=tuple(dict.fromkeys((*face.supertypes, *change.supertypes))),
            subtypes=tuple(dict.fromkeys((*face.subtypes, *change.add_subtypes))),
            types=tuple(dict.fromkeys((*face.types, *change.add_types))),
        )

    return add


def _name_chosen(draft: Draft, obj: GameObject, own: list[Entering], act: Action) -> None:
    """Let a name be chosen as it enters (614.12, 201.4)."""
    for ability in own:
        if ability.enters == "choosing a name":
            player = obj.controller
            fields = {"object": obj.id, "player": player, "quality": ability.quality or None}
            naming = replace(instruction("choose name", **fields), choose=act.choose)
            HANDLERS[type(naming)](draft, naming)


def _modified(draft: Draft, obj: GameObject, own: list[Entering], act: Action) -> None:
    """Apply effects that let it enter tapped or with counters (614.12)."""
    rules = ["614.12"]
    tapped, counters = obj.tapped, dict(obj.counters)
    rows: list[tuple[Entering, GameObject | None]] = [
        (a, o) for a, o in live_abilities(draft, Entering) if o is None or o.id != obj.id
    ]
    rows += [(a, obj) for a in own]
    what, how, _ = read_of(draft, obj)
    counted = any(f.loyalty or f.defense for f in what.faces)
    if not rows and not counted and len(obj.counters) < 2:
        return
    known = characteristics_of(draft, obj)
    for ability, source in rows:
        whose = controller_of(draft, ability, source)
        if (
            ability.copies
            or ability.enters == "choosing a name"
            or not points_at(ability, source, obj)
        ):
            continue
        if not holds(draft, ability, source, whose):
            continue
        if not ability.this:
            if not is_meant(ability.who, obj.controller, whose):
                continue
            if not matches(draft, ability.what, obj, known, whose):
                continue
        tapped = tapped or (ability.tapped and not _paid(draft, ability, whose, act))
        for kind, n in ability.counters.items():
            more = amount(draft, n, whose, obj, x_of(draft, source, ability))
            if more:
                counters[kind] = counters.get(kind, 0) + more
                rules += [_rule_of_x(draft.edition)] if "x" in str(n) else []
    if counted:
        by_itself = derive(what, how, draft.edition, draft.policies)
        for kind, printed, rule in (
            ("loyalty", by_itself.loyalty, "306.5b"),
            ("defense", by_itself.defense, "310.4b"),
        ):
            if printed.value is not None:
                counters[kind] = counters.get(kind, 0) + number(printed.value)
                rules.append(rule)
    kept = tuple(sorted(counters.items()))
    if tapped == obj.tapped and kept == obj.counters:
        return
    draft.change(obj.id, tapped=tapped, counters=kept)
    if kept != obj.counters:
        note = "enters with " + ", ".join(f"{n} {kind}" for kind, n in kept)
        name = draft.name_of(obj.id)
        draft.say("counters", obj, *tuple(dict.fromkeys(rules)), name=name, note=note)


def _paid(draft: Draft, ability: Entering, player: str, act: Action) -> bool:
    """Whether a player does, as something enters, what keeps it untapped (614.12a).

    Raises
    ------
    ChoiceNeeded
    """
    life = draft.player(player).life
    amounts = [getattr(one, "amount", 0) for one in ability.unless]
    if not ability.unless or any(isinstance(n, int) and life + n < 0 for n in amounts):
        return False  # more life than there is cannot be paid (119.4)
    paid = act.choose.get("pay")
    if paid is None:
        what = f"whether {does(player, 'pays')}, so that it enters untapped"
        raise ChoiceNeeded(player, "choose.pay", (True, False), ("614.12a",), what)
    for one in ability.unless if paid else ():
        HANDLERS[type(one)](draft, replace(one, player=player))
    return bool(paid)


def _rule_of_x(edition: Edition) -> str:
    """Return the rule by which an ability of entering takes the X of the spell."""
    if edition.has(X_ON_ENTERING):
        return "107.3m"
    return "400.7d" if edition.has(SPELL_KNOWN) else "400.7c@2018-08-10"


def _designations(draft: Draft, new: int, old: GameObject, arrival: EntersWith) -> None:
    """Give the designation of the half that was cast, or none (709.5d)."""
    obj = draft.things[new]
    if obj.face_down or not copiable_of(draft, obj).shared_type_line or obj.copy is not None:
        return
    halves = old.cast.halves if arrival.resolving and old.cast is not None else ()
    if not halves:
        return
    draft.change(new, unlocked=halves)
    for half in halves:
        about: dict[str, Any] = {"half": half, "batch": draft.batch, "note": "while entering"}
        name, player = obj.base.faces[half].name, obj.controller
        draft.say("unlock", obj, "709.5d", "709.5h", name=name, player=player, **about)
