"""Abilities and standing effects: one record a kind, of few fields each.

The same records describe an ability of a card, which works while the object has the text of
that face, and an effect that a user lays on a situation, which works until it is ended.  In a
table they are told apart by their verb (:data:`KINDS`); :mod:`mtgmeld.game.notation` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, ClassVar, cast

import msgspec

from mtgmeld.errors import BadManaCost, BadValue, UnknownName, near
from mtgmeld.game.actions import Action, CardType, Supertype, instruction
from mtgmeld.game.characteristics import ZONES as ALL_ZONES
from mtgmeld.mana import ManaCost
from mtgmeld.query import compile_filter
from mtgmeld.records import Line, Number, one_of, says

if TYPE_CHECKING:
    from mtgmeld.query.things import Queryable

# what a trigger or a watch may wait for
EVENTS: Mapping[str, str] = {
    "dies": "a permanent is put into a graveyard from the battlefield (700.4)",
    "enters": "a permanent enters the battlefield",
    "leaves": "a permanent leaves the battlefield",
    "enters or attacks": "a permanent enters the battlefield or attacks",
    "attacks": "a creature attacks",
    "transforms": "a permanent transforms",
    "cast": "a spell is cast",
    "unlock": "a half of a Room is unlocked (709.5h)",
    "fully unlock": "a Room gets its second unlocked half (709.5i)",
    "lock": "a half of a Room is locked",
    "tapped for mana": "a permanent is tapped for mana, and makes some (106.12a)",
    "put into graveyard": "a card is put into a graveyard; once a card",
    "put into exile": "a card is exiled; once a card",
    "put into hand": "a card is put into a hand; once a card",
    "put into library": "a card is put into a library; once a card",
    "put into command": "a card is put into the command zone; once a card",
    "leaves graveyard": "a card leaves a graveyard",
    "draw": "a card is drawn",
    "discard": "a card is discarded",
    "mill": "a card is milled",
    "countered": "a spell or ability is countered",
    "resolve": "a spell or ability resolves",
    "damage": "damage is dealt to a permanent",
    "damages a creature": "an object deals noncombat damage to a creature",
    "conjure": "an effect of an object conjures a card",
    "combat damage": "an object deals combat damage to a player",
    "step": "a step begins; which one is said by the field step",
}

# those that happen to what comes from somewhere
COMING = frozenset(
    ("enters", "enters or attacks", "cast", *(e for e in EVENTS if e.startswith("put into ")))
)

ZONES = tuple(zone for zone in ALL_ZONES if zone != "outside")
WHOSE = ("you", "opponent", "any")

field = msgspec.field
Counters = dict[str, Number | str]
Texts = str | tuple[str, ...]
# fields that mean the same in many abilities
Event = Annotated[str, says("the event that it waits for"), one_of("event", EVENTS)]
Tapped = Annotated[str, says("`tapped for mana`"), one_of("event", ("tapped for mana",))]
Whose = Annotated[
    str,
    says("`you` or `opponent`: whose objects, seen from its controller"),
    one_of("player word", WHOSE),
]
From = Annotated[
    str,
    says("the zone that it comes from; `-in:battlefield` for any but that, `in:hand or in:exile`"),
    msgspec.Meta(
        extra={"check": lambda text: zones_from(text)},
        extra_json_schema={"anyOf": [{"enum": list(ZONES)}, {"pattern": "(in|zone)(:|=|!=)"}]},
    ),
]
Target = Annotated[
    Texts,
    says(
        "a filter: what it targets; a list for several; `up to 2 FILTER`, `any number of FILTER`,"
        " `1 to 2 FILTER`"
    ),
]
Do = Annotated[
    tuple[Action, ...],
    says("what it does: a step or a list of steps, with selectors in the place of handles"),
]
Costs = Annotated[
    tuple[Action, ...], says("what else it costs: instructions; `a FILTER` for an object to choose")
]
Only = Annotated[str, says("a filter: what the mana may be spent on; `unlock` for unlock costs")]
CounterWords = Annotated[Counters, says("counters that it gets, by kind")]
Who = Annotated[
    str,
    says("`you` or `opponent`: which players, seen from its controller"),
    one_of("player word", WHOSE),
]
Named = Annotated[str | bool, says("only what has this card name")]


@lru_cache(maxsize=256)
def zones_from(text: str) -> frozenset[str]:
    """Return the zones that the field ``from`` stands for: one, or those that a filter allows.

    Raises
    ------
    UnknownName
        For a word that is no zone, with near ones.
    BadValue
        For a filter that asks for anything but zones, or allows none of them.
    BadFilter
    """
    if not text or text in ZONES:
        return frozenset((text,) if text else ZONES)
    if not re.search(r"[:=]", text):
        raise UnknownName("zone", text, near(text, ZONES) or ZONES)
    wanted = compile_filter(text)
    if not wanted.asks <= {"in", "zone"}:
        why = f"{text!r} must ask for zones alone, as -in:battlefield does"
        raise BadValue("the effect", "from", why)
    places = {zone: cast("Queryable", SimpleNamespace(zone=zone)) for zone in ZONES}
    found = frozenset(zone for zone, place in places.items() if wanted.matches(place))
    if not found:
        raise BadValue("the effect", "from", f"nothing is in {text!r}")
    return found


def comes_from(text: str, zone: str) -> bool:
    """Whether the field ``from`` means a zone; without one, every zone."""
    return not text or zone in zones_from(text)


class Alteration(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What a continuous effect does to characteristics, by layers 2 to 7 (613.1).

    Amounts may be a number or words (:mod:`mtgmeld.query.grammar`); ``mana value``, ``power``
    and ``toughness`` are the object's own.
    """

    controller: Annotated[
        str | None,
        says("`you`: the effect's controller controls it (layer 2)"),
        one_of("controller", ("you",)),
    ] = None
    name: Annotated[str | None, says("its only name (layer 3)")] = None
    types: Annotated[tuple[CardType, ...] | None, says("card types instead (layer 4)")] = None
    add_types: Annotated[tuple[CardType, ...], says("card types in addition")] = ()
    subtypes: Annotated[tuple[str, ...] | None, says("subtypes instead")] = None
    add_subtypes: Annotated[tuple[str, ...], says("subtypes in addition")] = ()
    supertypes: Annotated[tuple[Supertype, ...], says("supertypes in addition")] = ()
    lose_supertypes: Annotated[tuple[Supertype, ...], says("supertypes that it has no longer")] = ()
    colors: Annotated[str | None, says("colors instead, as letters (layer 5)")] = None
    add_colors: Annotated[str, says("colors in addition")] = ""
    keywords: Annotated[tuple[str, ...], says("keyword abilities that it gains (layer 6)")] = ()
    lose_keywords: Annotated[tuple[str, ...], says("keyword abilities that it loses")] = ()
    grants: Annotated[
        tuple[Ability, ...], says("other abilities that it gains, each as in an `[[effect]]` table")
    ] = ()
    loses_abilities: Annotated[bool, says("whether it loses all abilities")] = False
    power: Annotated[str | int | None, says("a number or an amount (layer 7b)")] = None
    toughness: Annotated[str | int | None, says("a number or an amount (layer 7b)")] = None
    add_power: Annotated[str | int, says("how much more power it has (layer 7c)")] = 0
    add_toughness: Annotated[str | int, says("how much more toughness it has (layer 7c)")] = 0
    switch: Annotated[bool, says("whether power and toughness change places (layer 7d)")] = False
    defines: Annotated[bool, says("whether power and toughness are defined in layer 7a")] = False
    like_last_exiled: Annotated[
        bool, says("whether it is like the last creature card exiled with its source")
    ] = False


class Slot(msgspec.Struct, frozen=True, gc=False):
    """One target: the filter, whether it may be left out, and which of the targets it is."""

    text: str
    optional: bool
    group: int


_SEVERAL = re.compile(r"(?:(\d+|up) to (\d+)|any number of) ")
MANY = 10  # so many of "any number of targets"


@lru_cache(maxsize=4096)
def slots_of(target: Texts) -> tuple[Slot, ...]:
    """Return the targets that a text, or a list of them, asks for (115.1, 601.2c).

    ``up to 2 FILTER`` and ``any number of FILTER`` are several that may be left out; of
    ``1 to 2 FILTER`` the first may not.
    """
    found: list[Slot] = []
    for group, text in enumerate([target] if isinstance(target, str) else target):
        several = _SEVERAL.match(text)
        number = 1 if several is None else int(several[2] or MANY)
        least = 1 if several is None else int(several[1]) if (several[1] or "").isdigit() else 0
        rest = text if several is None else text[several.end() :]
        if text:
            found += [Slot(rest, n >= least, group) for n in range(number)]
    return tuple(found)


class Ability(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What all abilities and standing effects share."""

    key: Annotated[Line, says("what it is called; choices and `end effect` use it")] = field(
        default="", name="id"
    )
    controller: Annotated[
        str, says("whose effect it is: who `you` is for it; the first player's by default")
    ] = ""
    what: Annotated[
        str, says("a filter: what it affects, or what it waits for; everything without one")
    ] = ""
    until: Annotated[
        str, says("what ends it: `end of turn`, `end of combat`, or `NAME's next turn`")
    ] = ""
    stamp: Annotated[int, says("when it was laid on the game (613.7); not to be given")] = 0
    zone: Annotated[
        str,
        says("the zone in which its object must be for it to work (113.6)"),
        one_of("zone", ZONES),
    ] = "battlefield"
    this: Annotated[bool, says("whether only the object whose ability it is counts")] = False
    others: Annotated[bool, says("whether its own source is left out")] = False
    attached: Annotated[bool, says("whether what its object is attached to counts")] = False
    condition: Annotated[
        Texts, says("a condition, or several: what must be so for it to work or to trigger (603.4)")
    ] = field(default=(), name="if")

    kind: ClassVar[str] = ""
    verb: ClassVar[str] = ""
    # what only some have: fields of theirs, and nothing where an ability has none

    @property
    def who(self) -> str:
        """Whose object, spell or step: ``you``, ``opponent``, or empty for anybody's."""
        return ""

    @property
    def do(self) -> tuple[Action, ...]:
        """Its instructions."""
        return ()

    @property
    def modes(self) -> tuple[Ability, ...]:
        """Its modes (700.2)."""
        return ()

    @property
    def change(self) -> Alteration | None:
        """What it does to characteristics."""
        return None

    @property
    def target(self) -> Texts:
        """What it targets."""
        return ""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its targets."""
        return slots_of(self.target)

    @property
    def conditions(self) -> tuple[str, ...]:
        """Its conditions, all of which must hold."""
        return (self.condition,) if isinstance(self.condition, str) else self.condition


Modes = Annotated[
    tuple[Ability, ...], says("of a modal one, each mode as a table with `target` and `do`")
]


class Waiting(Ability, frozen=True, kw_only=True, gc=False):
    """What a trigger waits for."""

    who: Whose = field(default="", name="whose")
    one_or_more: Annotated[bool, says("whether objects that move at once trigger it once")] = False
    alone: Annotated[bool, says("whether it waits for what does it alone (506.5)")] = False
    door: Annotated[str, says("only the half of this name is meant")] = ""
    step: Annotated[str, says("of the event `step`: which step")] = ""
    source: From = field(default="", name="from")
    mana: Annotated[str, says("the types of mana that it waits for")] = ""

    @property
    def when(self) -> str:
        """The event."""
        return ""


class Watch(Waiting, frozen=True, kw_only=True, gc=False):
    """A triggered ability that only counts how often it triggers."""

    kind = "watch"
    when: Event


class Triggered(Waiting, frozen=True, kw_only=True, gc=False):
    """A triggered ability that does something (603).

    ``pay`` is what its controller may pay for it, ``if_done`` whether what follows the first
    instruction happens only if that one did something; of ``modes`` so many are chosen as
    ``choose`` says (700.2b).
    """

    kind = "triggered"
    verb = "trigger"
    when: Event = field(name="trigger")
    target: Target = ""
    may: Annotated[bool, says("whether its controller may decline as it resolves")] = False
    pay: Annotated[str, says("its mana cost")] = ""
    if_done: Annotated[
        bool, says("whether the rest happens only if the first instruction did something")
    ] = False
    once: Annotated[bool, says("whether it triggers only once each turn")] = False
    do: Do = ()
    modes: Modes = ()
    choose: Annotated[int, says("how many of the modes are chosen")] = 1


class Costing(Ability, frozen=True, kw_only=True, gc=False):
    """What an activated ability costs: mana, symbols, instructions with ``a FILTER`` to choose."""

    cost: Annotated[str, says("its mana cost")] = field(default="", name="pay")
    costs: Costs = ()
    taps: Annotated[bool, says("whether {T} is in its cost")] = False
    untaps: Annotated[bool, says("whether {Q} is in its cost")] = False
    sorcery: Annotated[bool, says("whether it may be activated only as a sorcery")] = False
    target: Target = ""
    do: Do = ()


class Activated(Costing, frozen=True, kw_only=True, gc=False):
    """Permanents have an activated ability (602)."""

    kind = "activated"
    verb = "activated"
    activated: Annotated[str, says("`abilities`"), one_of("thing that they have", ("abilities",))]
    modes: Modes = ()
    may: Annotated[bool, says("whether its controller may decline as it resolves")] = False


class ManaAbility(Costing, frozen=True, kw_only=True, gc=False):
    """A mana ability (605).

    ``adds`` is ``{G}``; ``{W/U}`` for a choice; ``any``; ``type of land:you`` or ``color of
    land:opponent``, what those lands could produce; ``color among:FILTER``; ``count:G per
    FILTER``; ``devotion:``; ``identity:commander``.
    """

    kind = "mana"
    verb = "adds"
    mana: Annotated[str, says("the mana that is added")] = field(name="adds")
    only: Only = ""


class Loyalty(Ability, frozen=True, kw_only=True, gc=False):
    """A loyalty ability: ``+1``, ``0`` or ``-3`` (606)."""

    kind = "loyalty"
    verb = "loyalty"
    loyalty: Annotated[str, says("the cost of a loyalty ability: `+1`, `0`, `-3`")]
    target: Target = ""
    do: Do = ()

    cost: ClassVar[str] = ""
    taps: ClassVar[bool] = False
    untaps: ClassVar[bool] = False
    sorcery: ClassVar[bool] = True

    @property
    def costs(self) -> tuple[Action, ...]:
        """The counters that are put on it or removed (606.4)."""
        n = int(self.loyalty)
        word = "put counters" if n > 0 else "remove counters"
        return (instruction(word, object="this", kind="loyalty", count=abs(n)),) if n else ()


class Spell(Ability, frozen=True, kw_only=True, gc=False):
    """What an instant or sorcery says: instructions, or modes one of which is chosen (700.2a).

    ``costs`` are additional costs (118.8).
    """

    kind = "spell"
    verb = "do"
    target: Target = ""
    costs: Costs = ()
    do: Do = ()
    modes: Modes = ()


class Enchant(Ability, frozen=True, kw_only=True, gc=False):
    """What an Aura can be attached to: its target as a spell, too (303.4a, 702.5a)."""

    kind = "enchant"
    verb = "enchant"
    target: Annotated[str, says("a filter: what the Aura may be attached to; `player`")] = field(
        name="enchant"
    )


class Static(Ability, frozen=True, kw_only=True, gc=False):
    """Characteristics of permanents are changed (613)."""

    kind = "static"
    verb = "set"
    change: Annotated[Alteration, says("what changes, as a table")] = field(
        default=Alteration(), name="set"
    )
    who: Whose = field(default="", name="whose")


class Replacement(Ability, frozen=True, kw_only=True, gc=False):
    """Something that would be put into a zone goes to another instead (614.6)."""

    kind = "replace"
    verb = "replace"
    to: Annotated[str, says("the zone into which something would be put")] = field(name="replace")
    instead: Annotated[
        str, says("the zone to which it goes instead; `library bottom` and `library top` too")
    ]
    who: Whose = field(default="", name="whose")
    source: From = field(default="", name="from")
    counters: CounterWords = {}
    do: Annotated[
        tuple[Action, ...], says("what is done beside it: a step or a list of steps")
    ] = ()


class Entering(Ability, frozen=True, kw_only=True, gc=False):
    """Permanents enter tapped, with counters, as copies, or as a name is chosen (614.12)."""

    kind = "enters"
    verb = "enters"
    enters: Annotated[
        str,
        says("`tapped`, `with counters`, `as a copy` or `choosing a name`"),
        one_of("way to enter", ("tapped", "with counters", "as a copy", "choosing a name")),
    ]
    who: Whose = field(default="", name="whose")
    counters: CounterWords = {}
    copies: Annotated[str, says("a filter: what it may enter as a copy of")] = ""
    quality: Annotated[str, says("a filter: what a name must fit that is chosen as it enters")] = ""
    unless: Annotated[
        tuple[Action, ...],
        says("of `tapped`: what its controller may do, so that it is not: instructions"),
    ] = ()
    change: Annotated[Alteration | None, says("what is different about the copy, as a table")] = (
        field(default=None, name="except")
    )

    @property
    def tapped(self) -> bool:
        """Whether what enters is tapped."""
        return self.enters == "tapped"


class CostChange(Ability, frozen=True, kw_only=True, gc=False):
    """Spells, or unlocking, cost more or less (601.2f, 118.7)."""

    kind = "cost"
    verb = "cost"
    cost: Annotated[str, says("`{1}` for more, `-{1}` for less")]
    who: Who = ""
    of: Annotated[
        str,
        says("which costs: `cast`, `unlock` or `cast and unlock`"),
        one_of("kind of cost", ("cast", "unlock", "cast and unlock")),
    ] = "cast"
    named: Named = False

    @property
    def amount(self) -> int:
        """By how much generic mana; below 0 for less."""
        return change_of_cost(self.cost)[0]

    @property
    def mana(self) -> str:
        """By which other symbols, with ``-`` before them for less."""
        return change_of_cost(self.cost)[1]


class Prohibition(Ability, frozen=True, kw_only=True, gc=False):
    """Players may not do something (101.2, 601.3a)."""

    kind = "forbid"
    verb = "forbid"
    of: Annotated[
        str,
        says("`cast`, `play`, `activate` or `unlock`"),
        one_of("action that can be forbidden", ("cast", "play", "activate", "unlock", "counter")),
    ] = field(name="forbid")
    who: Who = ""
    named: Named = False
    source: From = field(default="", name="from")


ALLOWED = ("cast", "play", "pay", "flash", "convoke", "loyalty twice", "any hand size")


class Permission(Ability, frozen=True, kw_only=True, gc=False):
    """A player may cast or play cards from a zone (601.3b), or cast otherwise than usual.

    ``pay`` lets ``cost`` and ``costs`` be paid rather than the mana cost of spells that are cast
    from a zone (118.9); ``convoke`` gives them that ability (702.51).
    """

    kind = "allow"
    verb = "allow"
    of: Annotated[
        str,
        says(
            "`cast`, `play`, `pay` for another cost, `flash` for casting at instant speed,"
            " `convoke`, `loyalty twice`, `any hand size`"
        ),
        one_of("action that can be allowed", ALLOWED),
    ] = field(name="allow")
    who: Who = "you"
    source: From = field(default="", name="from")
    owner: Annotated[
        str,
        says("`you`, `opponent` or `any`: whose cards may be cast; the caster's by default"),
        one_of("owner", WHOSE),
    ] = ""
    by: Annotated[str, says("what the permission is called, such as `flashback`")] = ""
    free: Annotated[bool, says("whether nothing is paid in place of the mana cost")] = False
    cost: Annotated[
        str, says("what is paid in place of the mana cost; `its mana cost` for that")
    ] = ""
    tested: Annotated[
        str,
        says("`spell` to test the filter on the spell, `card` to test it on the card (601.3e)"),
        one_of("thing to test", ("spell", "card")),
    ] = "spell"
    named: Named = False
    costs: Costs = ()
    once: Annotated[bool, says("whether it lets that be done only once each turn")] = False
    transformed: Annotated[bool, says("whether it is cast with its back face up")] = False
    sorcery: Annotated[bool, says("whether it may be done only as a sorcery")] = False
    not_before: Annotated[int, says("the number of the turn from which it holds")] = 0


class DamageChange(Ability, frozen=True, kw_only=True, gc=False):
    """Damage that sources deal is changed, or cannot be prevented (614.1a, 615.12)."""

    kind = "damage change"
    verb = "damage"
    damage: Annotated[
        str,
        says("`dealt` for any damage, `noncombat` for other than combat damage"),
        one_of("kind of damage", ("dealt", "noncombat")),
    ]
    who: Whose = field(default="", name="whose")
    against: Annotated[
        str,
        says("of damage, `opponent` for damage to opponents alone"),
        one_of("player word", WHOSE),
    ] = field(default="", name="to")
    plus: Annotated[int, says("how much more damage it is")] = 0
    times: Annotated[Number, says("how many times as much is made or dealt")] = 1
    unpreventable: Annotated[bool, says("whether the damage cannot be prevented")] = False


class Untapping(Ability, frozen=True, kw_only=True, gc=False):
    """Permanents of a player untap in other players' untap steps as well (502.3)."""

    kind = "untap"
    verb = "untap"
    untap: Annotated[
        str,
        says("`each other player's untap step`: they untap then as well"),
        one_of("time to untap", ("each other player's untap step",)),
    ]


class Copying(Ability, frozen=True, kw_only=True, gc=False):
    """Permanents that match now become copies of an object or card (707.2, 611.2c)."""

    kind = "copy"
    verb = "copy"
    copies: Annotated[
        str, says("an object, or a card, of which what matches now becomes a copy")
    ] = field(name="copy")


class Doubling(Ability, frozen=True, kw_only=True, gc=False):
    """Abilities trigger an additional time (603.2d)."""

    kind = "double"
    verb = "double"
    double: Annotated[str, says("`triggers`"), one_of("thing to double", ("triggers",))]
    when: Annotated[
        str, says("`enters` for triggers of entering only"), one_of("event", ("enters",))
    ] = ""


class ManaChange(Ability, frozen=True, kw_only=True, gc=False):
    """What a permanent that is tapped for mana makes is changed (106.12b)."""

    kind = "mana change"
    verb = "mana"
    mana: Tapped
    who: Whose = field(default="", name="whose")
    times: Annotated[int, says("how many times as much is made")] = 1
    becomes: Annotated[str, says("the type of mana that is made instead")] = ""
    amount: Annotated[int, says("1 for one mana in place of any amount")] = 0


class ManaTrigger(Ability, frozen=True, kw_only=True, gc=False):
    """Whenever a permanent is tapped for mana, more is added at once (605.1b)."""

    kind = "mana trigger"
    verb = "mana trigger"
    mana_trigger: Tapped = field(name="mana trigger")
    who: Whose = field(default="", name="whose")
    mana: Annotated[str, says("the mana that is added; `same` for one of a type that was made")] = (
        field(default="same", name="adds")
    )
    only: Only = ""


# verb -> the record; those that come first need more fields beside the verb to be meant
KINDS: Mapping[str, type[Ability]] = {
    kind.verb: kind
    for kind in (
        Replacement,
        Entering,
        CostChange,
        Prohibition,
        Permission,
        Static,
        Untapping,
        DamageChange,
        Copying,
        Doubling,
        ManaChange,
        ManaTrigger,
        Triggered,
        Activated,
        ManaAbility,
        Loyalty,
        Enchant,
        Spell,
    )
}


@lru_cache(maxsize=1024)
def change_of_cost(text: str) -> tuple[int, str]:
    """Read ``{1}``, ``-{2}`` or ``-{1}{U}``: generic mana as a number, other mana as symbols.

    Raises
    ------
    UnknownName
    """
    sign = "-" if text.startswith("-") else ""
    bare = text.lstrip("+-")
    try:
        cost = ManaCost.parse("{" + bare + "}" if bare.isdigit() else bare)
    except BadManaCost:
        raise UnknownName("change of a cost", text, ("{1}", "-{1}", "-{1}{U}")) from None
    generic = sum(int(s.value) for s in cost if s.kind == "generic")
    rest = "".join(str(s) for s in cost if s.kind != "generic")
    return (-generic if sign else generic), (sign + rest if rest else "")


def with_parts(abilities: Iterable[Ability]) -> Iterator[Ability]:
    """Yield abilities, their modes, and the abilities that they give to others."""
    for ability in abilities:
        yield ability
        yield from with_parts(ability.modes)
        if ability.change is not None:
            yield from with_parts(ability.change.grants)


def heard_by(ability: Ability) -> frozenset[str]:
    """Return the events that an ability waits for, or the abilities that it gives to others."""
    entry = _HEARD.get(id(ability))
    if entry is None:
        found = frozenset(a.when for a in with_parts((ability,)) if isinstance(a, Waiting))
        if len(_HEARD) > _MOST_HEARD:
            _HEARD.clear()
        # the ability is kept as well, so that its number stays its own
        entry = _HEARD[id(ability)] = ability, found
    return entry[1]


_HEARD: dict[int, tuple[Ability, frozenset[str]]] = {}
_MOST_HEARD = 10_000
