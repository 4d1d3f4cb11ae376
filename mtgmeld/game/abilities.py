"""Abilities and standing effects as data: what a card that acts is composed of.

The same records describe an ability of a card, which works while the object has the text
of that face, and an effect that a user lays on a situation, which works until it is ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mtgmeld.game.actions import Action

__all__ = ["Ability", "Alteration", "Condition", "heard_by", "with_parts"]


class Alteration(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a continuous effect does to characteristics, by layers 2 to 7 (613.1).

    Amounts may be a number or text (:func:`mtgmeld.game.amounts.amount`); ``mana value``,
    ``power`` and ``toughness`` are the object's own.

    Attributes
    ----------
    controller : str, optional
        ``you``: the controller of the ability controls the object (layer 2).
    name : str, optional
        Layer 3: the only name that it has.
    types, add_types, subtypes, add_subtypes : tuple of str
        Layer 4: what it has instead, or in addition.  A basic land type that a land has
        instead takes the abilities of its rules text (305.7).
    supertypes, lose_supertypes : tuple of str
        Layer 4: in addition, or no longer.
    colors, add_colors : str
        Layer 5: what it has instead, or in addition.
    keywords, lose_keywords : tuple of str
        Layer 6: keyword abilities that it gains or loses.
    grants : tuple of Ability
        Layer 6: other abilities that it gains.
    loses_abilities : bool
        Layer 6: whether it loses all abilities.
    power, toughness : str or int
        Layer 7b; 7a where a characteristic-defining ability does it (``defines``).
    add_power, add_toughness : str or int
        Layer 7c.
    switch : bool
        Layer 7d: whether power and toughness change places.
    like_last_exiled : bool
        Whether creature types (layer 4), power and toughness (layer 7b) are those of the last
        creature card that the source exiled (607.2a).
    """

    controller: str | None = None
    name: str | None = None
    types: tuple[str, ...] | None = None
    add_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] | None = None
    add_subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    lose_supertypes: tuple[str, ...] = ()
    colors: str | None = None
    add_colors: str = ""
    keywords: tuple[str, ...] = ()
    lose_keywords: tuple[str, ...] = ()
    grants: tuple[Ability, ...] = ()
    loses_abilities: bool = False
    power: str | int | None = None
    toughness: str | int | None = None
    add_power: str | int = 0
    add_toughness: str | int = 0
    switch: bool = False
    defines: bool = False
    like_last_exiled: bool = False


class Condition(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What must be true for an ability: checked on triggering, resolution or both (603.4).

    Attributes
    ----------
    own_and_control : tuple of str
        Each is ``this`` or a filter with a name: an object that the ability's controller
        both owns and controls.
    attacking : bool
        Whether those objects must be attacking.
    at_least, of : int, str
        At least so many objects in a zone (``zone``) match the filter.
    """

    own_and_control: tuple[str, ...] = ()
    attacking: bool = False
    at_least: int = 0
    of: str = ""
    zone: str = "battlefield"


class Ability(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An ability of a card, or a standing effect.

    Attributes
    ----------
    key : str
        ``Card#number``, or the id that a user gave.
    kind : str
        ``watch`` and ``triggered``; ``activated`` and ``mana``; ``replace`` (of a zone change),
        ``enters``, ``cost``, ``forbid``, ``allow``, ``static``, ``double`` (more triggers),
        ``mana change``, ``spell`` (what a spell does), ``enchant`` (what an Aura may be attached
        to), ``loyalty``.
    controller : str
        Whose effect it is, for one that no object has.
    stamp : int
        When such an effect was laid on the game (613.7).
    when : str
        The event: ``dies``, ``enters``, ``leaves``, ``put into graveyard`` and other zones,
        ``unlock``, ``fully unlock``, ``tapped for mana``, ``cast``, ``attacks``, ``transforms``,
        ``step``.
    what : str
        A filter on the object of the event, or on what is affected.
    who : str
        ``you`` or ``opponent``: whose object, spell or step; empty for anybody's.
    this : bool
        Whether only the object itself counts.
    others : bool
        Whether the object itself is left out.
    one_or_more : bool
        Whether objects that move at once trigger it once.
    cost : str
        Mana to activate it.
    costs : tuple of Action
        What else to pay: instructions, ``this`` for the object, ``a FILTER`` for one to choose.
    mana : str
        What a mana ability adds: ``{G}``; ``{W/U}`` for a choice; ``any``; ``type of land:you``
        or ``color of land:opponent``, what those lands could produce; ``color among:FILTER``;
        ``count:G per FILTER``; ``devotion:``; of a triggered one ``same``.
    only : str
        What the mana may be spent on (:func:`mtgmeld.game.spending.may_spend`).
    target, second_target : str
        Filters of what it targets; empty for none.
    modes : tuple of Ability
        Of a modal spell: one of them is chosen as it is cast (700.2a).
    if_done : bool
        Whether what follows the first instruction happens only if that one did something.
    target_may : bool
        Whether the target may be left out ("up to one").
    of : str
        What is allowed or forbidden (``cast``, ``play``, ``flash``, ``unlock``, ``activate``),
        or whose cost changes (``cast``, ``unlock``, ``cast and unlock``).
    source, owner : str
        The zone from which it is allowed, and whose card it must be; of an event or a
        replacement, the zone from which the object moves or was cast.
    not_before : int
        The turn from which it is allowed.
    amount, mana : int, str
        By how much generic mana, and by which other symbols, a cost changes.
    """

    key: str
    kind: str
    controller: str = ""
    stamp: int = 0
    when: str = ""
    what: str = ""
    who: str = ""
    this: bool = False
    others: bool = False
    one_or_more: bool = False
    door: str = ""
    step: str = ""
    zone: str = "battlefield"
    until: str = ""

    # triggered and activated
    do: tuple[Action, ...] = ()
    may: bool = False
    pay: str = ""
    cost: str = ""
    costs: tuple[Action, ...] = ()
    taps: bool = False
    untaps: bool = False
    sorcery: bool = False
    target: str = ""
    target_may: bool = False
    second_target: str = ""
    modes: tuple[Ability, ...] = ()
    if_done: bool = False
    condition: Condition | None = None
    condition_when: str = "both"
    attached: bool = False

    # replace, enters, cost, forbid, allow, double
    to: str = ""
    instead: str = ""
    counters: tuple[tuple[str, int | str], ...] = ()
    tapped: bool = False
    extra: int = 0
    amount: int = 0
    of: str = "cast"
    source: str = ""
    card: bool = False
    owner: str = ""
    by: str = ""
    free: bool = False
    not_before: int = 0
    transformed: bool = False
    copies: str = ""
    once: bool = False
    named: bool = False

    # static
    change: Alteration | None = None

    # mana
    mana: str = ""
    times: int = 1
    becomes: str = ""
    only: str = ""
    note: str = ""

    @property
    def targets(self) -> tuple[str, ...]:
        """The filter of each target."""
        return tuple(t for t in (self.target, self.second_target) if t)

    def aimed(self, n: int) -> Ability:
        """Return the ability as far as its target at a place is concerned."""
        if n == 0 or not self.second_target:
            return self
        return msgspec.structs.replace(self, target=self.second_target, second_target="")


def with_parts(abilities: Iterable[Ability]) -> Iterator[Ability]:
    """Yield abilities, their modes, and the abilities that they give to others."""
    for ability in abilities:
        yield ability
        yield from with_parts(ability.modes)
        if ability.change is not None:
            yield from with_parts(ability.change.grants)


def heard_by(ability: Ability) -> frozenset[str]:
    """Return the events that an ability waits for, or the abilities that it gives to others."""
    if ability.kind not in ("triggered", "watch") and (
        ability.change is None or not ability.change.grants
    ):
        return frozenset()
    waiting = (a for a in with_parts((ability,)) if a.kind in ("triggered", "watch"))
    return frozenset(a.when for a in waiting)
