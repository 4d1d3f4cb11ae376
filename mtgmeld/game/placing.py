"""Where an object is and how, as somebody says it: checked against its card and the rules.

A question about a card and the setup of a game say it in the same words, and are refused alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Card, Face, size_of
from mtgmeld.errors import ImpossibleQuestion, ImpossibleState, UnknownName, near
from mtgmeld.game.characteristics import ZONES, Circumstances, CopiableValues, copy_of, of_card
from mtgmeld.game.values import GameObject
from mtgmeld.mana import ManaCost, order, whole_number
from mtgmeld.rules.editions import Edition

IN_WORDS = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "hand": "in hand",
    "library": "in a library",
    "graveyard": "in a graveyard",
    "exile": "in exile",
    "command": "in the command zone",
    "outside": "outside the game",
}


class Said(msgspec.Struct, kw_only=True):
    """What is said of an object; :meth:`status` says it in the terms of the rules.

    Attributes
    ----------
    card : Card
        The card, or the combined back face of a melded permanent.
    named : int or None
        The half or face that was named.
    zone, cast, face : str or None
    x : int or None
    unlocked : tuple of str, or None
    melded, copy, token, face_down : bool
    refusal : type
        The kind of error that says what cannot be.
    """

    card: Card
    named: int | None = None
    zone: str | None = None
    cast: str | None = None
    x: int | None = None
    unlocked: str | Iterable[str] | None = None
    face: str | None = None
    melded: bool = False
    copy: bool = False
    token: bool = False
    face_down: bool = False
    refusal: type[ImpossibleQuestion] = ImpossibleQuestion

    def no(self, field: str, why: str, *rules: str) -> ImpossibleQuestion:
        """Return the refusal of something that is said."""
        return self.refusal(f"{self.card.name}: {why}", rules, field)

    def status(self) -> Circumstances:
        """Return where the object is and how.

        Raises
        ------
        ImpossibleQuestion
            For what cannot be; with the rules that say so.
        UnknownName
            For a zone, a half or a face that there is not.
        """
        self.zone = one_of("zone", self.zone, ZONES)
        self.face = one_of("face", self.face, ("front", "back"))
        card = self.card
        if self.melded and not card.form.is_melded:
            why = "it is no meld card, so it cannot be melded"
            raise self.no("melded", why, "701.42b", "712.4")
        if self.unlocked is not None:
            self._check_locks()
        self._check_parts()
        if self.x is not None and (not isinstance(self.x, int) or self.x < 0):
            raise self.no("x", f"X cannot be {self.x!r}", "107.3a", "107.1b")
        if card.form.is_melded:
            how = self._melded()
        elif card.is_split:
            how = self._split()
        elif card.form.inset:
            how = self._inset()
        else:
            how = self._faced()
        if self.token and how.zone != "battlefield":
            raise self.no("zone", "a token is on the battlefield or nowhere", "111.1", "111.7")
        return how

    def _check_parts(self) -> None:
        """Refuse halves and faces that the card has not."""
        card = self.card
        if self.cast is not None:
            if not (card.is_split or card.form.inset):
                why = "it has no halves to choose from when it is cast"
                raise self.no("cast", why, "709.3")
            if self.zone not in (None, "stack"):
                raise self.no("cast", "a half is chosen for the stack only", "709.3", "709.4")
        if self.face is not None and card.is_split:
            why = "a split card has halves, not faces; use cast or unlocked"
            raise self.no("face", why, "709.1")
        if (
            self.face == "back"
            and len(card.faces) < 2
            and not (card.form.is_meld or card.form.is_melded)
        ):
            raise self.no("face", "it has no back face", "712.1")

    def _check_locks(self) -> None:
        if not self.card.is_room:
            why = "only a Room permanent has unlocked designations"
            raise self.no("unlocked", why, "709.5c")
        if self.zone not in (None, "battlefield"):
            why = "only a permanent has unlocked designations"
            raise self.no("unlocked", why, "709.5c")
        if self.cast is not None:
            why = "a half is cast on the stack, unlocked on the battlefield"
            raise self.no("unlocked", why, "709.5c", "709.3b")

    def _melded(self) -> Circumstances:
        if self.zone not in (None, "battlefield"):
            where = IN_WORDS[self.zone]
            why = f"the combined face exists on the battlefield only, not {where}"
            raise self.no("zone", why, "712.8a", "712.21")
        if self.face is not None:
            why = "a melded permanent has its combined face and no other"
            raise self.no("face", why, "712.8g")
        return self._there("battlefield", self.card.faces)

    def _faced(self) -> Circumstances:
        card = self.card
        meld = card.form.is_meld
        index = self.named or 0
        if self.face is not None:
            index = int(self.face == "back" and not meld)
        zone = self.zone or self._usual_zone(card.faces[index])
        if zone not in ("battlefield", "stack") or (zone == "stack" and card.form.is_flip):
            if self.face == "back" and not meld:
                rule = "710.2" if card.form.is_flip else "712.8a"
                raise self.no("face", f"{IN_WORDS[zone]} it has its front face only", rule)
            index = 0
        self._check_place(zone, card.faces[index])
        return self._there(zone, (card.faces[index],), face=index)

    def _check_place(self, zone: str, face: Face) -> None:
        """Refuse an instant or sorcery on the battlefield, and a land on the stack."""
        if zone == "battlefield" and not face.is_permanent and face.types and not self.face_down:
            rules = ("111.5",) if self.token else ("110.4", "304.4", "307.4")
            raise self.no("zone", "an instant or sorcery is never on the battlefield", *rules)
        if zone == "stack" and face.is_land:
            raise self.no("zone", f"{face.name} is a land and never a spell", "305.1", "300.2a")

    def _split(self) -> Circumstances:
        card, zone = self.card, self.zone
        if zone == "battlefield" or self.token:
            self._check_place("battlefield", card.front)
        if self.unlocked is not None:
            words = self.unlocked.split(",") if isinstance(self.unlocked, str) else self.unlocked
            named = (w for w in (str(word).strip() for word in words) if w)
            halves = tuple(sorted({self._half(w) for w in named}))
            return self._there("battlefield", card.faces, unlocked=halves)
        if self.cast is not None:
            return self._spell(self._cast_halves(self.cast))
        spell = zone == "stack" or (zone is None and self.x is not None)
        if self.named is not None and spell and not self.token:
            return self._spell((self.named,))
        if self.named is not None and zone == "battlefield":
            return self._there(zone, card.faces, unlocked=(self.named,))
        if zone == "stack":
            why = "on the stack one half was cast; say which with cast"
            raise self.no("cast", why, "709.3", "709.3b")
        if zone is None:
            permanent = self.token or (self.copy and card.is_room)
            zone = "battlefield" if permanent else "hand"
        return self._there(zone, card.faces)

    def _spell(self, halves: tuple[int, ...]) -> Circumstances:
        return self._there("stack", [self.card.faces[i] for i in halves], cast=halves)

    def _cast_halves(self, word: str) -> tuple[int, ...]:
        if word.strip().casefold() != "fused":
            return (self._half(word),)
        if not self.card.has_fuse:
            why = "it has no fuse, so only one half is cast"
            raise self.no("cast", why, "702.102a", "709.3")
        return tuple(range(len(self.card.faces)))

    def _half(self, word: str) -> int:
        index = self.card.half(word)
        if index is None:
            names = [f.name for f in self.card.faces]
            sides = ["left", "right"] if len(names) == 2 else []
            raise UnknownName(f"half of {self.card.name}", word, [*sides, *names])
        return index

    def _inset(self) -> Circumstances:
        card, index = self.card, self.named or 0
        if self.cast is not None:
            index = self._half(self.cast)
        elif self.face is not None:
            index = int(self.face == "back")
        if self.zone not in (None, "stack"):
            if self.face == "back":
                why = f"{IN_WORDS[self.zone]} it has its normal characteristics"
                raise self.no("face", why, of_card(card).form.inset)
            index = 0
        stack = index == 1 or self.cast is not None or self.x is not None
        zone = self.zone or ("stack" if stack else self._usual_zone(card.front))
        self._check_place(zone, card.faces[index])
        return self._there(zone, (card.faces[index],), cast=(1,) if index == 1 else ())

    def _usual_zone(self, face: Face) -> str:
        if self.token:
            return "battlefield"
        if self.x is not None:
            return "stack"
        return "battlefield" if face.is_permanent else "hand"

    def _there(self, zone: str, faces: Iterable[Face], **how: Any) -> Circumstances:
        """Return the status, with X where there is one in a cost (107.3)."""
        if self.x is None:
            return Circumstances(zone, **how)
        if zone != "stack":
            raise self.no("x", "X has a value on the stack only", "107.3g", "202.3e")
        if not any(f.mana_cost is not None and f.mana_cost.variables for f in faces):
            raise self.no("x", "there is no X in that cost", "107.3a")
        return Circumstances(zone, x=self.x, **how)

    def copied(
        self, what: CopiableValues, how: Circumstances, edition: Edition
    ) -> tuple[CopiableValues, Circumstances]:
        """Return what a copy of the object is read from, and how that is there (707.2)."""
        made = copy_of(what, how, edition, token=self.token)
        # the one face of the copy is its front
        return made, replace(how, face=0) if made.layout == "single" else how

    def in_words(self, how: Circumstances) -> str:
        """Return the object and its circumstances in words."""
        card = self.card
        bits = []
        if card.form.is_melded:
            bits.append("" if self.copy or self.token else "melded permanent")
        elif how.zone == "stack" and how.cast:
            halves = " and ".join(card.faces[i].name for i in how.cast)
            bits.append(f"{halves} on the stack" + (", fused" if len(how.cast) > 1 else ""))
        elif how.zone == "battlefield" and card.is_room:
            names = [card.faces[i].name for i in how.unlocked]
            state = f"{' and '.join(names)} unlocked" if names else "both halves locked"
            bits.append(f"on the battlefield, {state}")
        else:
            bits.append(IN_WORDS[how.zone])
            if card.is_split and self.named is not None:
                bits.append(f"all of the card: {card.faces[self.named].name} alone is a spell only")
        if card.form.is_meld and self.face == "back":
            bits.append("its back alone")
        elif len(card.faces) > 1 and card.is_double_faced and how.zone in ("battlefield", "stack"):
            bits.append("back face up" if how.face else "front face up")
        elif card.form.is_flip and how.face:
            bits.append("flipped")
        if how.x:
            bits.append(f"X = {how.x}")
        head = "token copy of " if self.token else "copy of " if self.copy else ""
        said = "; ".join(b for b in bits if b)
        return f"{head}{card.name} ({said})" if said else f"{head}{card.name}"


def one_of(kind: str, word: str | None, known: tuple[str, ...]) -> str | None:
    """Return a word as it is known, whatever its case.

    Raises
    ------
    UnknownName
        If it is none of those.
    """
    if word is None or word in known:
        return word
    plain = word.strip().casefold()
    if plain in known:
        return plain
    raise UnknownName(kind, word, near(plain, known) or known)


# ---------------------------------------------------------------- a game that is set up


def refuse_impossible(obj: GameObject, name: str, *, by: str, attached: bool) -> None:
    """Refuse an object of a game that could not be as it is said to be.

    Raises
    ------
    ImpossibleState
        With the rules that say so.
    """
    play = obj.zone == "battlefield"
    status = ("tapped", "attacking", "face_down")
    off = "attached_to" if attached else next((n for n in status if getattr(obj, n)), "")
    copied = obj.copy is not None and not obj.face_down and not obj.copy.faces[0].is_permanent
    melded_down = obj.face_down and obj.base.form.is_melded
    below = any(n < 0 for _, n in obj.counters)
    allowed = bool(by) and obj.zone != "stack"
    refuse(
        (allowed, "by", "only a spell is cast by a permission", ("601.3b",)),
        (bool(off) and not play, off, "only a permanent has that status", ("110.5",)),
        (play and copied, "copy_of", f"{name} copies no permanent", ("304.4", "307.4")),
        (melded_down, "face_down", "a melded permanent cannot be face down", ("712.16",)),
        (below, "counters", "there are no fewer counters than none", ("122.1",)),
        (obj.damage < 0, "damage", "there is no damage below 0", ("107.1b",)),
    )


def refuse(*wrongs: tuple[bool, str, str, tuple[str, ...]]) -> None:
    """Refuse the first of several things that is wrong: its field, why, and the rules.

    Raises
    ------
    ImpossibleState
    """
    for wrong, field, why, rules in wrongs:
        if wrong:
            raise ImpossibleState(why, rules, field)


def refuse_host(obj: GameObject, host: GameObject, name: str) -> None:
    """Refuse what something cannot be attached to.

    Raises
    ------
    ImpossibleState
        For itself, and for what is no permanent.
    """
    field, itself, off = "attached_to", obj.id == host.id, host.zone != "battlefield"
    refuse(
        (itself, field, f"{name} cannot be attached to itself", ("301.5c", "303.4d")),
        (off, field, f"{name} is no permanent to be attached to", ("303.4", "301.5")),
    )


def with_loyalty(obj: GameObject, counters: Mapping[str, int] | None) -> GameObject:
    """Give a planeswalker its loyalty and a battle its defense where nothing else is said."""
    faces = (obj.copy or obj.base).faces
    if obj.zone != "battlefield" or not faces:
        return obj
    printed = faces[obj.face if obj.face < len(faces) else 0]
    have = dict(obj.counters)
    for kind, value in (("loyalty", printed.loyalty), ("defense", printed.defense)):
        number = None if value is None else whole_number(value)
        if number is not None and kind not in (counters or {}):
            have[kind] = number
    return replace(obj, counters=tuple(sorted(have.items())))


def stated_face(
    name: str, facts: Mapping[str, Any], usual: tuple[str, ...] = ("Creature",)
) -> Face:
    """Return a face that is printed nowhere, with the facts that somebody states.

    Parameters
    ----------
    name : str
    facts : mapping
        Mana cost, types and so on; ``colors`` are its color indicator.
    usual : tuple of str
        Its card types where none are stated.
    """
    colors, cost = facts.get("colors") or "", facts.get("mana_cost")
    words = {n: tuple(facts.get(n) or ()) for n in ("supertypes", "types", "subtypes", "keywords")}
    sizes = {n: size_of(facts.get(n), n) for n in ("power", "toughness", "loyalty")}
    face = Face(name, ManaCost.parse(cost) if cost else None, order(colors))
    face = replace(face, **(words | sizes | {"types": words["types"] or usual}))
    return face.with_keywords_alone()


def token_card(name: str, facts: Mapping[str, Any]) -> Card:
    """Return a token that is no copy as a card; what creates it defines its colors (111.3)."""
    face = stated_face(name, {**facts, "colors": "", "mana_cost": None})
    return Card(name, "token", (replace(face, defined_colors=facts.get("colors") or None),))


def all_handles(
    given: Mapping[str, tuple[int, ...]],
    unnamed: Mapping[str, Sequence[int]],
    named: Collection[str],
) -> dict[str, tuple[int, ...]]:
    """Return the handles, with the names of objects that have none.

    A name is a handle where one object alone has it; of several each has a number.
    """
    found = dict(given)
    for name, stamps in unnamed.items():
        alone = len(stamps) == 1 and name not in named and name not in found
        for n, stamp in enumerate(stamps, 1):
            found[name if alone else f"{name} #{n}"] = (stamp,)
    return found
