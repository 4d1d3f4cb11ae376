"""Standing effects as a user writes them: records of plain values that become abilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from mtgmeld.errors import BadValue, UnknownName, near
from mtgmeld.game.abilities import Ability, Alteration
from mtgmeld.game.effect_words import (
    EVENTS,
    WHOSE,
    ZONES,
    amount_words,
    change_of_cost,
    cost_text,
    filter_text,
    mana_types,
    one_of,
    step_word,
    whose_word,
    zone_word,
)
from mtgmeld.game.records import convert, instructions_of

__all__ = [
    "EFFECTS",
    "EVENTS",
    "ZONES",
    "Effect",
    "Watch",
    "effect_of",
    "kind_of",
    "watch_of",
]

Counters = dict[str, int | str]
Instructions = dict[str, Any] | list[dict[str, Any]]


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all standing effects share: what they are called, whose they are, what they affect."""

    id: str = ""
    controller: str = ""
    what: str = ""
    until: str = ""

    verb: ClassVar[str] = ""

    def ability(self, number: int) -> Ability:
        """Return the ability that does it; the number makes an id where none is given.

        Raises
        ------
        UnknownName
            For a word that stands for nothing, with near ones.
        BadFilter, BadManaCost
            For a filter or cost that does not parse.
        """
        filter_text(self.what)
        return Ability(
            key=self.id or f"effect {number}",
            controller=self.controller,
            until=self.until,
            what=self.what,
            who=whose_word(getattr(self, "whose", "") or getattr(self, "who", "")),
            **self._parts(),
        )

    def _parts(self) -> dict[str, Any]:
        raise NotImplementedError


class Replacement(Effect, frozen=True, kw_only=True):
    """Something that would be put into a zone goes to another instead (614.6)."""

    verb = "replace"
    replace: str
    instead: str
    whose: str = ""
    from_: str = msgspec.field(default="", name="from")
    counters: Counters = {}

    def _parts(self) -> dict[str, Any]:
        to = one_of(self.replace.removeprefix("put into "), ZONES, "zone")
        one_of(self.instead.partition(" ")[0], ZONES, "zone")
        return {
            "kind": "replace",
            "to": to,
            "instead": self.instead,
            "source": zone_word(self.from_),
            "counters": tuple(self.counters.items()),
        }


class Entering(Effect, frozen=True, kw_only=True):
    """Permanents enter tapped, or with counters (614.12)."""

    verb = "enters"
    enters: str
    whose: str = ""
    counters: Counters = {}

    def _parts(self) -> dict[str, Any]:
        how = one_of(self.enters, ("tapped", "with counters"), "way to enter")
        return {
            "kind": "enters",
            "tapped": how == "tapped",
            "counters": tuple(self.counters.items()),
        }


class CostChange(Effect, frozen=True, kw_only=True):
    """Spells, or unlocking, cost more or less (601.2f, 118.7)."""

    verb = "cost"
    cost: str
    who: str = ""
    of: str = "cast"
    named: str = ""

    def _parts(self) -> dict[str, Any]:
        amount, mana = change_of_cost(self.cost)
        of = one_of(self.of, ("cast", "unlock", "cast and unlock"), "kind of cost")
        named = bool(self.named)
        parts = {"amount": amount, "mana": mana, "of": of, "named": named, "note": self.named}
        return {"kind": "cost", **parts}


class Prohibition(Effect, frozen=True, kw_only=True):
    """Players may not do something (101.2, 601.3a)."""

    verb = "forbid"
    forbid: str
    who: str = ""
    named: str = ""
    from_: str = msgspec.field(default="", name="from")

    def _parts(self) -> dict[str, Any]:
        actions = ("cast", "play", "activate", "unlock")
        of = one_of(self.forbid, actions, "action that can be forbidden")
        parts = {"of": of, "named": bool(self.named), "note": self.named}
        return {"kind": "forbid", **parts, "source": zone_word(self.from_)}


class Permission(Effect, frozen=True, kw_only=True):
    """A player may cast or play cards from a zone (601.3b), or cast at instant speed."""

    verb = "allow"
    allow: str
    who: str = "you"
    from_: str = msgspec.field(default="", name="from")
    owner: str = ""
    by: str = ""
    free: bool = False
    cost: str = ""
    tested: str = "spell"

    def _parts(self) -> dict[str, Any]:
        of = one_of(self.allow, ("cast", "play", "flash"), "action that can be allowed")
        return {
            "kind": "allow",
            "of": of,
            "source": "" if of == "flash" else one_of(self.from_, ZONES, "zone"),
            "owner": one_of(self.owner, WHOSE, "owner") if self.owner else "",
            "by": self.by,
            "free": self.free,
            "cost": cost_text(self.cost),
            "card": one_of(self.tested, ("spell", "card"), "thing to test") == "card",
        }


class Changes(Alteration, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a standing effect does to characteristics; ``grants`` are effects like this one."""

    # as written they are tables; alteration() makes abilities of them
    grants: tuple[dict[str, Any], ...] = ()  # type: ignore[assignment]

    def alteration(self, key: str) -> Alteration:
        """Return it with the abilities that it gives."""
        plain = {f: getattr(self, f) for f in Alteration.__struct_fields__ if f != "grants"}
        made = (effect_of({"id": f"{key}#{n}", **g}, n) for n, g in enumerate(self.grants, 1))
        return Alteration(**plain, grants=tuple(made))


class Setting(Effect, frozen=True, kw_only=True):
    """Characteristics of permanents are changed (613)."""

    verb = "set"
    set: Changes
    whose: str = ""
    others: bool = False

    def ability(self, number: int) -> Ability:
        """Return the ability that does it."""
        whose = whose_word(self.whose)
        text = f"controller:{whose} ({self.what})" if self.what else f"controller:{whose}"
        made = super().ability(number)
        return msgspec.structs.replace(made, what=text, who="") if whose else made

    def _parts(self) -> dict[str, Any]:
        for name in ("power", "toughness", "add_power", "add_toughness"):
            amount_words(getattr(self.set, name))
        change = self.set.alteration(self.id or "granted")
        return {"kind": "static", "change": change, "others": self.others}


class Copying(Effect, frozen=True, kw_only=True):
    """Permanents that match now become copies of an object or card (707.2, 611.2c)."""

    verb = "copy"
    copy: str

    def _parts(self) -> dict[str, Any]:
        return {"kind": "copy", "copies": self.copy}


class Doubling(Effect, frozen=True, kw_only=True):
    """Abilities trigger an additional time (603.2d)."""

    verb = "double"
    double: str
    when: str = ""

    def _parts(self) -> dict[str, Any]:
        one_of(self.double, ("triggers",), "thing to double")
        when = one_of(self.when, ("enters",), "event") if self.when else ""
        return {"kind": "double", "when": when, "extra": 1}


class ManaChange(Effect, frozen=True, kw_only=True):
    """What a permanent that is tapped for mana makes is changed (106.12b)."""

    verb = "mana"
    mana: str
    whose: str = ""
    times: int = 1
    becomes: str = ""
    amount: int = 0

    def _parts(self) -> dict[str, Any]:
        one_of(self.mana, ("tapped for mana",), "event")
        becomes = mana_types(self.becomes)
        if not 0 < self.times <= 100:
            raise BadValue("the effect", "times", f"{self.times} is not between 1 and 100")
        parts = {"times": self.times, "becomes": becomes, "amount": self.amount}
        return {"kind": "mana change", **parts}


class ManaTrigger(Effect, frozen=True, kw_only=True):
    """Whenever a permanent is tapped for mana, more is added at once (605.1b)."""

    verb = "mana trigger"
    mana_trigger: str = msgspec.field(name="mana trigger")
    whose: str = ""
    adds: str = "same"
    only: str = ""

    def _parts(self) -> dict[str, Any]:
        one_of(self.mana_trigger, ("tapped for mana",), "event")
        adds = self.adds if self.adds == "same" else mana_types(self.adds)
        return {"kind": "mana trigger", "mana": adds, "only": filter_text(self.only)}


class Triggered(Effect, frozen=True, kw_only=True):
    """A triggered ability that does something (603)."""

    verb = "trigger"
    trigger: str
    whose: str = ""
    one_or_more: bool = False
    door: str = ""
    step: str = ""
    from_: str = msgspec.field(default="", name="from")
    mana: str = ""
    target: str = ""
    may: bool = False
    do: Instructions = []

    def _parts(self) -> dict[str, Any]:
        parts = _waiting(self, self.trigger)
        do = {"do": instructions_of(self.do), "may": self.may, "target": filter_text(self.target)}
        return {"kind": "triggered", **parts, **do}


class Activation(Effect, frozen=True, kw_only=True):
    """Permanents have an activated ability (602)."""

    verb = "activated"
    activated: str
    pay: str = ""
    taps: bool = False
    untaps: bool = False
    sorcery: bool = False
    target: str = ""
    do: Instructions = []

    def _parts(self) -> dict[str, Any]:
        one_of(self.activated, ("abilities",), "thing that they have")
        cost = {"cost": cost_text(self.pay), "taps": self.taps, "untaps": self.untaps}
        do = {"do": instructions_of(self.do), "target": filter_text(self.target)}
        return {"kind": "activated", "sorcery": self.sorcery, **cost, **do}


class Watch(Effect, frozen=True, kw_only=True):
    """A triggered ability that only counts how often it triggers."""

    when: str
    whose: str = ""
    one_or_more: bool = False
    door: str = ""
    step: str = ""
    from_: str = msgspec.field(default="", name="from")
    mana: str = ""

    def _parts(self) -> dict[str, Any]:
        return {"kind": "watch", **_waiting(self, self.when)}


# verb -> the record of the fields that go with it
EFFECTS: Mapping[str, type[Effect]] = {
    kind.verb: kind for kind in Effect.__subclasses__() if kind.verb
}


def _waiting(of: Triggered | Watch, when: str) -> dict[str, Any]:
    """Return what a trigger waits for."""
    return {
        "when": one_of(when, EVENTS, "event"),
        "one_or_more": of.one_or_more,
        "door": of.door,
        "step": step_word(of.step, when),
        "source": zone_word(of.from_),
        "mana": mana_types(of.mana),
    }


def effect_of(table: Mapping[str, Any], number: int) -> Ability:
    """Return a standing effect from its description.

    Parameters
    ----------
    table : mapping
        One verb of :data:`EFFECTS` with the fields that go with it.
    number : int
        Makes an id where none is given.

    Raises
    ------
    UnknownName
        For an unknown verb, field or word, with near ones.
    BadValue
        For a value of the wrong kind.
    BadFilter, BadManaCost
        For a filter or a cost that does not parse.
    """
    return convert(table, kind_of(table), _called(table)).ability(number)


def kind_of(table: Mapping[str, Any]) -> type[Effect]:
    """Return the record of an effect by its verb.

    Raises
    ------
    UnknownName
        If there is no verb, or if there are two.
    """
    verbs = [v for v in EFFECTS if v in table]
    for verb in verbs:
        fields = {f.encode_name for f in msgspec.structs.fields(EFFECTS[verb])}
        if fields.issuperset(verbs):  # cost beside allow, mana beside trigger
            return EFFECTS[verb]
    if verbs:
        why = f"it has one verb, not {' and '.join(verbs)}"
        raise BadValue("the effect", "", why)
    offered = [n for name in table for n in near(str(name), EFFECTS)]
    given = ", ".join(map(str, table)) or "no fields"
    raise UnknownName("verb of an effect", given, offered or EFFECTS)


def _called(table: Mapping[str, Any]) -> str:
    return f"an effect with {kind_of(table).verb!r}"


def watch_of(table: Mapping[str, Any], number: int) -> Ability:
    """Return a trigger that only counts; raises the errors of :func:`effect_of`."""
    return convert(table, Watch, "a watch").ability(number)
