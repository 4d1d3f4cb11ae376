"""The circumstances of a question: checked against one another, the card and the rules."""

from __future__ import annotations

from collections.abc import Iterable

from mtgmeld.cards import Card, Face
from mtgmeld.errors import ImpossibleQuestion, UnknownName, near
from mtgmeld.game.characteristics import ZONES, Status

__all__ = ["Circumstances"]

_PLACES = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "hand": "in hand",
    "library": "in a library",
    "graveyard": "in a graveyard",
    "exile": "in exile",
    "command": "in the command zone",
    "outside": "outside the game",
}


class Circumstances:
    """How an object is there, as asked; :meth:`status` says it in the terms of the rules.

    Parameters
    ----------
    card : Card
        The card, or the combined back face.
    named : int or None
        The half or face that was named.
    zone, cast, face : str or None
    x : int or None
    unlocked : str, iterable of str, or None
    melded, copy, token : bool
    """

    def __init__(
        self,
        card: Card,
        named: int | None,
        *,
        zone: str | None = None,
        cast: str | None = None,
        x: int | None = None,
        unlocked: str | Iterable[str] | None = None,
        face: str | None = None,
        melded: bool = False,
        copy: bool = False,
        token: bool = False,
    ) -> None:
        self.card, self.named, self.cast, self.x = card, named, cast, x
        self.melded, self.copy, self.token = melded, copy, token
        self.zone = _one_of("zone", zone, ZONES)
        self.face = _one_of("face", face, ("front", "back"))
        self.unlocked: tuple[str, ...] | None = None
        if unlocked is not None:
            words = unlocked.split(",") if isinstance(unlocked, str) else unlocked
            self.unlocked = tuple(w for w in (str(word).strip() for word in words) if w)

    def _no(self, why: str, *rules: str) -> ImpossibleQuestion:
        return ImpossibleQuestion(f"{self.card.name}: {why}", rules)

    def status(self) -> Status:
        """Return the status.

        Raises
        ------
        ImpossibleQuestion
            For circumstances that cannot occur; with the rules that say so.
        UnknownName
            For a half that the card does not have.
        """
        self._check()
        card = self.card
        if card.layout == "meld_result":
            how = self._melded_status()
        elif card.is_split:
            how = self._split_status()
        elif card.layout in ("adventure", "prepare"):
            how = self._inset_status()
        else:
            how = self._face_status()
        if self.token and how.zone != "battlefield":
            raise self._no("a token is on the battlefield or nowhere", "111.1", "111.7")
        return how

    def _check(self) -> None:
        card = self.card
        if self.melded and card.layout != "meld_result":
            raise self._no("it is no meld card, so it cannot be melded", "701.42b", "712.4")
        if self.unlocked is not None:
            self._check_locks()
        if self.cast is not None:
            if not (card.is_split or card.layout in ("adventure", "prepare")):
                raise self._no("it has no halves to choose from when it is cast", "709.3")
            if self.zone not in (None, "stack"):
                raise self._no("a half is chosen for the stack only", "709.3", "709.4")
        if self.face is not None and card.is_split:
            raise self._no("a split card has halves, not faces; use cast or unlocked", "709.1")
        if self.face == "back" and len(card.faces) < 2 and not card.layout.startswith("meld"):
            raise self._no("it has no back face", "712.1")
        if self.x is not None and (not isinstance(self.x, int) or self.x < 0):
            raise self._no(f"X cannot be {self.x!r}", "107.3a", "107.1b")

    def _check_locks(self) -> None:
        if not self.card.is_room:
            raise self._no("only a Room permanent has unlocked designations", "709.5c")
        if self.zone not in (None, "battlefield"):
            raise self._no("only a permanent has unlocked designations", "709.5c")
        if self.cast is not None:
            raise self._no(
                "a half is cast on the stack, unlocked on the battlefield", "709.5c", "709.3b"
            )

    def _melded_status(self) -> Status:
        if self.zone not in (None, "battlefield"):
            raise self._no(
                f"the combined face exists on the battlefield only, not {_PLACES[self.zone]}",
                "712.8a",
                "712.21",
            )
        if self.face is not None:
            raise self._no("a melded permanent has its combined face and no other", "712.8g")
        return Status("battlefield", x=self._x("battlefield", self.card.faces))

    def _face_status(self) -> Status:
        card = self.card
        if self.face is not None:
            index = 1 if self.face == "back" and card.layout != "meld" else 0
        else:
            index = self.named or 0
        zone = self.zone or self._usual_zone(card.faces[index])
        if zone not in ("battlefield", "stack") or (zone == "stack" and card.layout == "flip"):
            if self.face == "back" and card.layout != "meld":
                rule = "710.2" if card.layout == "flip" else "712.8a"
                raise self._no(f"{_PLACES[zone]} it has its front face only", rule)
            index = 0
        self._check_place(zone, card.faces[index])
        return Status(zone, face=index, x=self._x(zone, (card.faces[index],)))

    def _check_place(self, zone: str, face: Face) -> None:
        """Refuse an instant or sorcery on the battlefield, and a land on the stack."""
        if zone == "battlefield" and not face.is_permanent and face.types:
            rules = ("111.5",) if self.token else ("110.4", "304.4", "307.4")
            raise self._no("an instant or sorcery is never on the battlefield", *rules)
        if zone == "stack" and face.is_land:
            raise self._no(f"{face.name} is a land and never a spell", "305.1", "300.2a")

    def _split_status(self) -> Status:
        card, zone = self.card, self.zone
        if zone == "battlefield" or self.token:
            self._check_place("battlefield", card.front)
        if self.unlocked is not None:
            halves = tuple(sorted({self._half(w) for w in self.unlocked}))
            return Status("battlefield", unlocked=halves, x=self._x("battlefield", card.faces))
        if self.cast is not None:
            return self._spell(self._cast_halves(self.cast))
        if self.named is not None and zone in (None, "stack") and not self.token:
            return self._spell((self.named,))
        if self.named is not None and zone == "battlefield":
            return Status(zone, unlocked=(self.named,), x=self._x(zone, card.faces))
        if zone == "stack":
            raise self._no("on the stack one half was cast; say which with cast", "709.3", "709.3b")
        if zone is None:
            permanent = self.token or (self.copy and card.is_room)
            zone = "battlefield" if permanent else "hand"
        return Status(zone, x=self._x(zone, card.faces))

    def _spell(self, halves: tuple[int, ...]) -> Status:
        return Status(
            "stack", cast=halves, x=self._x("stack", [self.card.faces[i] for i in halves])
        )

    def _cast_halves(self, word: str) -> tuple[int, ...]:
        if word.strip().casefold() != "fused":
            return (self._half(word),)
        if not self.card.has_fuse:
            raise self._no("it has no fuse, so only one half is cast", "702.102a", "709.3")
        return tuple(range(len(self.card.faces)))

    def _half(self, word: str) -> int:
        index = self.card.half(word)
        if index is None:
            names = [f.name for f in self.card.faces]
            sides = ["left", "right"] if len(names) == 2 else []
            raise UnknownName(f"half of {self.card.name}", word, [*sides, *names])
        return index

    def _inset_status(self) -> Status:
        card = self.card
        index = self.named or 0
        if self.cast is not None:
            index = self._half(self.cast)
        elif self.face is not None:
            index = int(self.face == "back")
        if self.zone not in (None, "stack"):
            if self.face == "back":
                rule = "715.4" if card.layout == "adventure" else "722.4"
                raise self._no(f"{_PLACES[self.zone]} it has its normal characteristics", rule)
            index = 0
        stack = index == 1 or self.cast is not None or self.x is not None
        zone = self.zone or ("stack" if stack else self._usual_zone(card.front))
        self._check_place(zone, card.faces[index])
        return Status(zone, cast=(1,) if index == 1 else (), x=self._x(zone, (card.faces[index],)))

    def _usual_zone(self, face: Face) -> str:
        if self.token:
            return "battlefield"
        if self.x is not None:
            return "stack"
        return "battlefield" if face.is_permanent else "hand"

    def _x(self, zone: str, faces: Iterable[Face]) -> int:
        if self.x is None:
            return 0
        if zone != "stack":
            raise self._no("X has a value on the stack only", "107.3g", "202.3e")
        if not any(f.mana_cost is not None and f.mana_cost.variables for f in faces):
            raise self._no("there is no X in that cost", "107.3a")
        return self.x

    def describe(self, how: Status) -> str:
        """Return the object and its circumstances in words."""
        card = self.card
        bits = []
        if card.layout == "meld_result":
            bits.append("" if self.copy or self.token else "melded permanent")
        elif how.zone == "stack" and how.cast:
            halves = " and ".join(card.faces[i].name for i in how.cast)
            bits.append(f"{halves} on the stack" + (", fused" if len(how.cast) > 1 else ""))
        elif how.zone == "battlefield" and card.is_room:
            names = [card.faces[i].name for i in how.unlocked]
            state = f"{' and '.join(names)} unlocked" if names else "both halves locked"
            bits.append(f"on the battlefield, {state}")
        else:
            bits.append(_PLACES[how.zone])
        if card.layout == "meld" and self.face == "back":
            bits.append("its back alone")
        elif len(card.faces) > 1 and card.is_double_faced and how.zone in ("battlefield", "stack"):
            bits.append("back face up" if how.face else "front face up")
        elif card.layout == "flip" and how.face:
            bits.append("flipped")
        if how.x:
            bits.append(f"X = {how.x}")
        head = "token copy of " if self.token else "copy of " if self.copy else ""
        said = "; ".join(b for b in bits if b)
        return f"{head}{card.name} ({said})" if said else f"{head}{card.name}"


def _one_of(kind: str, word: str | None, known: tuple[str, ...]) -> str | None:
    if word is None or word in known:
        return word
    plain = word.strip().casefold()
    if plain in known:
        return plain
    raise UnknownName(kind, word, near(plain, known) or known)
