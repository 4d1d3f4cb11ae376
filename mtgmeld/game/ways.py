"""The ways to cast a card: which half or face, from where, and what allows it (601.3, 709.3)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mtgmeld.cards import Face
from mtgmeld.errors import UnknownName
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import abilities_of, characteristics_of, controller_of, live_abilities
from mtgmeld.game.objects import Cast, Obj
from mtgmeld.game.prohibitions import concerns
from mtgmeld.game.seen import matches
from mtgmeld.mana import ManaCost, combine
from mtgmeld.names import normal_form
from mtgmeld.rules.editions import COMBINED_SPLIT

__all__ = ["Mode", "Shape", "half_named", "modes", "permissions", "shapes", "spell_of"]

replace = msgspec.structs.replace

# what a permission may be called only if a rule or an ability really gives it
KEYWORDS = ("aftermath", "flashback", "disturb", "commander", "adventure", "plot")
MANA_COST = "its mana cost"
OWN_ZONES = ("hand", "graveyard", "library", "command")


class Shape(msgspec.Struct, frozen=True, gc=False):
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
        return " // ".join(f.name for f in self.faces)

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
        """The mana cost of what is cast; None where there is none (202.1b)."""
        costs = [f.mana_cost for f in self.faces if f.mana_cost is not None]
        return combine(costs).whole if costs else None


class Mode(msgspec.Struct, frozen=True, gc=False):
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


def shapes(obj: Obj) -> Iterator[Shape]:
    """Yield the halves or faces of a card that could be cast at all (709.3, 712.11)."""
    faces, layout = obj.base.faces, obj.base.layout
    if layout == "split":
        for i, face in enumerate(faces):
            yield Shape((i,), 0, (face,), ("709.3", "709.3a"))
        if any("Fuse" in f.keywords for f in faces):
            yield Shape(tuple(range(len(faces))), 0, faces, ("702.102a", "709.3"))
    elif layout == "modal_dfc":
        for i, face in enumerate(faces):
            if not face.is_land:
                yield Shape((), i, (face,), ("712.11b", "712.11c"))
    elif faces and not faces[0].is_land:
        rule = {"transform": "712.11", "meld": "712.8b", "adventure": "715.3"}.get(layout, "601.2")
        yield Shape((), 0, faces[:1], (rule,))
        if layout == "adventure":
            yield Shape((1,), 0, faces[1:2], ("715.3", "715.3a"))
    if layout == "transform":
        yield Shape((), 1, faces[1:2], ("712.11a",), transformed=True)


def modes(draft: Draft, obj: Obj, player: str, by: str | None = None, x: int = 0) -> list[Mode]:
    """Return every way in which a player could cast a card, before timing, targets and payment.

    Parameters
    ----------
    draft : Draft
    obj : Obj
        A card in any zone but the battlefield and the stack, or a copy of a card (707.12).
    player : str
    by : str, optional
        An effect, by any name, that lets the player cast it as it resolves.
    x : int
        The value of X, which a permission for spells of some mana value may look at (601.3e).
    """
    return [mode for shape in shapes(obj) for mode in _modes_of(draft, obj, shape, player, by, x)]


def _modes_of(
    draft: Draft, obj: Obj, shape: Shape, player: str, by: str | None, x: int
) -> Iterator[Mode]:
    own = obj.owner == player
    if shape.aftermath and obj.zone != "graveyard":
        return  # 702.127a: such a half is cast from no other zone, whatever allows it
    if shape.fused and not (own and obj.zone == "hand"):
        return  # 702.102a
    plain = Mode(shape.halves, shape.face, shape.label, "", shape.cost, shape.rules)
    found: list[Mode] = []
    if own and not shape.transformed:
        if obj.zone == "hand":
            found.append(plain)
        elif obj.zone == "graveyard" and shape.aftermath:
            rules = ("702.127a", *shape.rules)
            found.append(replace(plain, by="aftermath", rules=rules))
        elif obj.zone == "command" and any(draft.cards[c].commander for c in obj.cards):
            found.append(replace(plain, by="commander", rules=("903.8", *shape.rules)))
    found += _allowed(draft, obj, shape, plain, player, x)
    known = by in (*KEYWORDS, *(m.by for m in found)) or is_there(draft, by)
    if by and not known and not shape.transformed:
        rules = ("601.3", "608.2g", *shape.rules)
        found.append(replace(plain, by=by, rules=rules, timed=False))
    yield from found


# ---------------------------------------------------------------- permissions


def permissions(draft: Draft, obj: Obj, player: str) -> Iterator[tuple[Ability, str, str]]:
    """Yield the permissions that concern a card: the ability, its name, whose it is.

    They come from the card's own abilities (disturb, flashback), from effects that gave the
    card one (611.2), and from abilities of permanents and standing effects.
    """
    if obj.owner == player:
        for ability in abilities_of(draft, obj):
            if ability.kind == "allow" and ability.this and ability.zone == obj.zone:
                yield ability, ability.by, player
    for effect in draft.effects:
        if effect.allows is not None and obj.id in effect.ids:
            if effect.allows.controller in ("", player):
                yield effect.allows, effect.allows.by or effect.allows.key, player
    for ability, source in live_abilities(draft, ("allow",)):
        if ability.source != obj.zone or not concerns(draft, ability, source, player):
            continue
        if not _whose_zone(draft, ability, obj, player):
            continue
        name = ability.key if source is None else draft.name_of(source.id)
        yield ability, ability.by or name, controller_of(draft, ability, source)


def is_there(draft: Draft, by: str | None) -> bool:
    """Whether a permission of this name is there, so that it alone says what may be cast (601.3).

    Any other name stands for an effect that is not modeled.
    """
    given = (e.allows for e in draft.effects if e.allows is not None)
    if any(by == (a.by or a.key) for a in given):
        return True
    return any(
        by == (a.by or (a.key if source is None else draft.name_of(source.id)))
        for a, source in live_abilities(draft, ("allow",))
    )


def _whose_zone(draft: Draft, ability: Ability, obj: Obj, player: str) -> bool:
    """Whether a permission reaches into the zone of the card's owner, and to this card of it."""
    owner = ability.owner or ("you" if obj.zone in OWN_ZONES else "any")
    if owner != "any" and (obj.owner == player) != (owner == "you"):
        return False
    # of a library only the top card is meant
    return obj.zone != "library" or draft.in_zone("library", obj.owner)[-1:] == (obj.id,)


def _allowed(
    draft: Draft, obj: Obj, shape: Shape, plain: Mode, player: str, x: int
) -> Iterator[Mode]:
    """Yield the ways that permissions allow, each tested on the spell or on the card (601.3e)."""
    for ability, name, whose in permissions(draft, obj, player):
        if ability.of not in ("cast", "play") or ability.transformed != shape.transformed:
            continue
        if ability.by == "adventure" and shape.halves:
            continue  # 715.3d: not as an Adventure again
        if draft.turn < ability.not_before:
            continue
        rules = _PERMISSION_RULES.get(ability.by, ("601.3", "601.3e"))
        mode = replace(plain, by=name, rules=(*rules, *shape.rules), free=ability.free)
        mode = replace(mode, sorcery=ability.sorcery)
        if ability.by == "flashback" or ability.transformed:
            mode = replace(mode, alternative=True)
        if ability.cost and ability.cost != MANA_COST:
            mode = replace(mode, cost=ManaCost.parse(ability.cost), alternative=True)
        old = obj.base.layout == "split" and not draft.edition.has(COMBINED_SPLIT)
        if ability.card or old:
            known = characteristics_of(draft, obj)
            fits = matches(draft, ability.what, obj, known, whose)
        else:
            spell, known = spell_of(draft, obj, mode, player, 0 if mode.free else x)
            fits = matches(draft, ability.what, spell, known, whose)
        if fits:
            yield mode


_PERMISSION_RULES = {
    "flashback": ("702.34a", "118.9"),
    "disturb": ("702.146a",),
    "adventure": ("715.3d",),
    "plot": ("702.170d", "118.9"),
}


def spell_of(
    draft: Draft, obj: Obj, mode: Mode, player: str, x: int = 0
) -> tuple[Obj, Characteristics]:
    """Return the spell that a card would be, with its characteristics (601.3e, 709.3a)."""
    cast = Cast(mode.halves, mode.face, x, obj.zone, mode.by, free=mode.free)
    spell = replace(obj, zone="stack", controller=player, cast=cast, face=mode.face)
    return spell, characteristics_of(draft, spell)


def half_named(draft: Draft, obj: Obj, word: str, faces: tuple[Face, ...] = ()) -> int:
    """Return a half or face by side or by name.

    Raises
    ------
    UnknownName
        With the halves that there are.
    """
    faces = faces or obj.base.faces
    wanted = normal_form(word)
    at = {"left": 0, "front": 0, "right": 1, "back": 1}.get(wanted)
    if at is not None and at < len(faces):
        return at
    for i, face in enumerate(faces):
        if normal_form(face.name) == wanted:
            return i
    sides = ["left", "right"] if obj.base.layout == "split" else []
    names = [*sides, *(f.name for f in faces)]
    raise UnknownName(f"half or face of {draft.card_name(obj)}", word, names)
