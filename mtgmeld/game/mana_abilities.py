"""Mana abilities, what permanents could produce, and activating other abilities (605, 106)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import (
    abilities_of,
    amount,
    characteristics_of,
    controller_of,
    live_abilities,
)
from mtgmeld.game.objects import Bundle, Obj
from mtgmeld.game.payment import pool_of
from mtgmeld.game.prohibitions import check_allowed
from mtgmeld.game.seen import matches
from mtgmeld.game.spending import Purpose, pay
from mtgmeld.game.state import Game, Mana
from mtgmeld.game.status import is_sick
from mtgmeld.game.targets import Target, named, targets_for
from mtgmeld.game.timing import sorcery_time
from mtgmeld.game.triggers import ABILITY
from mtgmeld.mana import COLORS, ManaCost
from mtgmeld.rules.citations import Derived, cited
from mtgmeld.rules.editions import LIBRARY_NOT_MANA, Edition

__all__ = ["activate", "activated", "add_mana", "could_produce", "tap_for_mana"]

TYPES = COLORS + "C"


class Source(msgspec.Struct, frozen=True, gc=False):
    """A mana ability of a permanent.

    Attributes
    ----------
    mana : str
        ``{G}``; ``{W/U}`` for a choice; ``any``; ``same`` and others below for mana whose type
        depends on the game.
    taps : bool
    only : str
    key : str
    cost : str
    """

    mana: str
    taps: bool
    key: str
    only: str = ""
    cost: str = ""
    note: str = ""


def mana_abilities(game: Game, obj: Obj, edition: Edition | None = None) -> list[Source]:
    """Return the mana abilities that an object has: modelled ones, else those of its facts.

    An ability whose cost or effect moves library cards is none under the newest rules known
    from quotations (605.1a).
    """
    known = characteristics_of(game, obj)
    names = set(known.text.value or ())
    modelled = [a for a in abilities_of(game, obj) if a.kind == "mana"]
    found = [
        Source(a.mana, a.taps, a.key, a.only, a.cost, a.note)
        for a in modelled
        if not (a.note == "library" and game.edition.has(LIBRARY_NOT_MANA))
    ]
    if modelled:
        return found
    basic = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
    for subtype in known.subtypes.value or ():
        if subtype in basic and "Land" in known.types.value:
            found.append(Source("{" + basic[subtype] + "}", True, f"{subtype}#mana"))
    if found:
        return found
    from mtgmeld.game.layers import copiable_of

    for face in copiable_of(game, obj).faces:
        if face.name in names and face.produced_mana and face.is_land:
            found += [Source("{" + c + "}", True, f"{face.name}#mana") for c in face.produced_mana]
    return found


# ---------------------------------------------------------------- could produce


def could_produce(game: Game, obj: Obj, _asked: frozenset[int] = frozenset()) -> Derived:
    """Return the types of mana that a permanent could produce, with a reason for each (106.7).

    Costs do not count; replacement effects do, in any order; a loop of such permanents
    defines nothing by itself.
    """
    parts: list[Derived] = []
    types: set[str] = set()
    name = game.name_of(obj.id)
    for source in mana_abilities(game, obj):
        made, why = _types_of(game, obj, source, _asked | {obj.id})
        made = {t for m in made for t in _replaced(game, obj, m)} if source.taps else made
        if made:
            text = "".join(t for t in TYPES if t in made)
            parts.append(Derived(f"{source.key}", text, why, ("106.7",)))
        else:
            parts.append(Derived(f"{source.key}", "", why, ("106.5", "106.7")))
        types |= made
    value = "".join(t for t in TYPES if t in types)
    says = f"what {name}'s mana abilities would give if they resolved now, costs ignored"
    if not value:
        says = f"no type of mana can be defined for {name}"
    return Derived("could produce", value, says, ("106.7",), tuple(parts))


def _types_of(game: Game, obj: Obj, source: Source, asked: frozenset[int]) -> tuple[set[str], str]:
    text = source.mana
    if text == "any":
        return set(COLORS), "one mana of any color"
    head, _, rest = text.partition(":")
    if head in ("type of land", "color of land"):
        others = [
            o
            for o in game.battlefield()
            if o.id not in asked
            and "Land" in characteristics_of(game, o).types.value
            and (o.controller == obj.controller) == (rest == "you")
        ]
        found = {t for o in others for t in could_produce(game, o, asked).value}
        if head == "color of land":
            found &= set(COLORS)
        return found, f"of what lands of {rest} could produce"
    if head == "color among":
        found = set()
        for o in game.battlefield():
            if matches(game, rest, o, None, obj.controller):
                found |= set(characteristics_of(game, o).colors.value)
        return found, f"a color among {rest}"
    if head == "count":
        kind, _, what = rest.partition(" per ")
        if amount(game, f"count {what}", obj.controller, obj) == 0:
            return set(), "it would make no mana"
        return {kind}, f"{kind} for each {what}"
    if head == "devotion":
        best = {c for c in COLORS if devotion_to(game, c, obj.controller) > 0}
        return best, "as much as the devotion to a color"
    return set(_letters(text)), f"adds {text}"


def devotion_to(game: Game, colors: str, player: str) -> int:
    """Return a player's devotion to colors: symbols in costs of their permanents (700.5)."""
    return sum(
        characteristics_of(game, o).devotion(colors)
        for o in game.battlefield()
        if o.controller == player
    )


def _letters(text: str) -> list[str]:
    return [c for c in text.upper() if c in TYPES]


def _replaced(game: Game, obj: Obj, kind: str) -> set[str]:
    """Return the types that a mana could turn into by replacement effects in any order (106.7)."""
    effects = [a for a, _ in _mana_changes(game, obj)]
    found = set()
    for order in permutations(effects[:4]):
        now = kind
        for effect in order:
            now = effect.becomes or now
        found.add(now)
    return found


def _mana_changes(game: Game, obj: Obj) -> list[tuple[Ability, Obj | None]]:
    """Return replacement effects on what tapping an object for mana makes (106.12b)."""
    found = []
    for ability, source in live_abilities(game, ("mana change",)):
        whose = controller_of(game, ability, source)
        if ability.who == "you" and obj.controller != whose:
            continue
        if matches(game, ability.what, obj, None, whose):
            found.append((ability, source))
    return found


# ---------------------------------------------------------------- making mana


def tap_for_mana(draft: Draft, act: A.TapForMana) -> None:
    """Activate a mana ability with {T} in its cost; it resolves at once (106.12, 605.3b)."""
    obj = draft.things[draft.find_one(act.object)]
    player = act.player or obj.controller
    options = [s for s in mana_abilities(draft, obj) if s.taps]
    name = draft.name_of(obj.id)
    if obj.zone != "battlefield" or not options:
        raise IllegalAction(f"{name} has no mana ability with {{T}}", ("106.12", "605.1a"))
    source = _choose_source(draft, obj, options, act, player)
    check_tap(draft, obj, player, True, False)
    if source.cost and draft.player(player).pool:
        purpose = Purpose("activate", name, obj, rules=("602.2b",))
        pay(draft, ManaCost.parse(source.cost), "pool", player, purpose)
    draft.change(obj.id, tapped=True)
    made = _made(draft, obj, source, act, player)
    made = _with_changes(draft, obj, made, act, player)
    _give(draft, obj, made, source.only, player)


def _choose_source(
    draft: Draft, obj: Obj, options: list[Source], act: A.TapForMana, player: str
) -> Source:
    if act.ability is not None:
        options = [s for s in options if act.ability in (s.key, s.key.rpartition("#")[2])]
        if len(options) == 1:
            return options[0]
    if act.mana is None and options:
        kinds = {s.mana for s in options}
        if len(kinds) > 1:
            raise ChoiceNeeded(player, "mana", sorted(kinds), ("605.3b",), "which mana ability")
        return options[0]
    wanted = _letters(act.mana or "")
    for source in options:
        if source.mana == act.mana:
            return source
    for source in options:
        made, _ = _types_of(draft, obj, source, frozenset((obj.id,)))
        # a color may be chosen for devotion even where it makes nothing
        if wanted and (set(wanted) <= made or source.mana == "devotion:"):
            return source
    what = act.mana or f"mana by {act.ability!r}"
    raise IllegalAction(f"{draft.name_of(obj.id)} does not make {what}", ("106.7", "106.5"))


def _made(draft: Draft, obj: Obj, source: Source, act: A.TapForMana, player: str) -> list[str]:
    """Return the mana that an ability makes, before replacements; undefined types make none."""
    head, _, rest = source.mana.partition(":")
    if head == "count":
        kind, _, what = rest.partition(" per ")
        return [kind] * amount(draft, f"count {what}", player, obj)
    if head == "devotion":
        color = _picked(draft, set(COLORS), act, player)
        return [color] * devotion_to(draft, color, player)
    if head == "any" or ":" in source.mana:
        types, _ = _types_of(draft, obj, source, frozenset((obj.id,)))
        if not types:
            return []
        return [_picked(draft, types, act, player)]
    if "/" in source.mana:
        return [_picked(draft, set(_letters(source.mana)), act, player)]
    return _letters(source.mana)


def _picked(draft: Draft, types: set[str], act: A.TapForMana, player: str) -> str:
    wanted = _letters(act.mana or "")
    if wanted and wanted[0] in types:
        return wanted[0]
    if len(types) == 1:
        return next(iter(types))
    raise ChoiceNeeded(player, "mana", sorted(types), ("106.7",), "the type of mana")


def _with_changes(
    draft: Draft, obj: Obj, made: list[str], act: A.TapForMana, player: str
) -> list[str]:
    """Apply replacements of the mana, in the order that the affected player chooses (616.1)."""
    effects = _mana_changes(draft, obj)
    if (
        len(effects) > 1
        and made
        and any(a.becomes for a, _ in effects)
        and any(a.times > 1 for a, _ in effects)
    ):
        wanted = act.choose.get("first")
        labels = [draft.card_name(o) if o else a.key for a, o in effects]
        if wanted is None:
            raise ChoiceNeeded(
                player, "choose.first", labels, ("616.1",), "which replacement applies first"
            )
        if wanted not in labels:
            raise UnknownName("replacement effect here", wanted, labels)
        effects.sort(key=lambda row: (draft.card_name(row[1]) if row[1] else row[0].key) != wanted)
    for ability, _ in effects:
        if not made:
            break
        if ability.becomes:
            made = [ability.becomes] * (1 if ability.amount == 1 else len(made))
        made = made * ability.times
    return made


def _give(draft: Draft, obj: Obj, made: list[str], only: str, player: str) -> None:
    name = draft.name_of(obj.id)
    text = "".join("{" + c + "}" for c in made)
    if not made:
        draft.emit(
            Event(
                "no mana",
                obj.id,
                name,
                (obj.id,),
                player=player,
                note="no mana is made",
                rules=("106.5", "106.12a"),
            )
        )
        return
    pool = draft.player(player).pool
    draft.change_player(player, pool=(*pool, *(Mana(c, only) for c in made)))
    draft.emit(
        Event(
            "tapped for mana",
            obj.id,
            name,
            (obj.id,),
            player=player,
            note=f"adds {text}",
            mana="".join(made),
            rules=("106.12", "106.4"),
        )
    )
    _triggered_mana(draft, obj, made)


def _triggered_mana(draft: Draft, obj: Obj, made: list[str]) -> None:
    """Let triggered mana abilities add their mana at once (605.1b, 605.4a)."""
    for ability, source in live_abilities(draft, ("mana trigger",)):
        whose = controller_of(draft, ability, source)
        if ability.who == "you" and obj.controller != whose:
            continue
        if ability.attached and (source is None or source.attached != obj.id):
            continue
        if not ability.attached and not matches(draft, ability.what, obj, None, whose):
            continue
        extra = [made[0]] if ability.mana == "same" else _letters(ability.mana)
        pool = draft.player(obj.controller).pool
        draft.change_player(obj.controller, pool=(*pool, *(Mana(c, ability.only) for c in extra)))
        text = "".join("{" + c + "}" for c in extra)
        draft.emit(
            Event(
                "mana",
                obj.id,
                ability.key,
                (obj.id,),
                player=obj.controller,
                note=f"adds {text}",
                mana="".join(extra),
                rules=("605.1b", "605.4a", "106.12a"),
            )
        )


def add_mana(draft: Draft, act: A.AddMana) -> None:
    """Add mana to a player's pool (106.4)."""
    player = act.player or draft.active
    pool = draft.player(player).pool
    made = list(pool_of(act.mana).elements())
    draft.change_player(player, pool=(*pool, *(Mana(c, act.only or "") for c in made)))
    draft.emit(
        Event("mana", player=player, note=f"adds {act.mana}", mana="".join(made), rules=("106.4",))
    )


# ---------------------------------------------------------------- other activated abilities


def check_tap(draft: Draft, obj: Obj, player: str, taps: bool, untaps: bool) -> None:
    """Refuse a cost of {T} or {Q} that cannot be paid (107.5, 107.6, 302.6)."""
    name = draft.name_of(obj.id)
    if obj.controller != player:
        raise IllegalAction(f"{player} does not control {name}", ("602.2", "108.4"))
    if taps and obj.tapped:
        raise IllegalAction(f"{name} is tapped already", ("107.5", "602.5"))
    if untaps and not obj.tapped:
        raise IllegalAction(f"{name} is untapped already", ("107.6", "602.5"))
    if (taps or untaps) and is_sick(draft, obj):
        symbol = "107.5" if taps else "107.6"
        raise IllegalAction(
            f"{name} has not been under {player}'s control since the turn began", ("302.6", symbol)
        )


def activated(draft: Draft, obj: Obj) -> list[Ability]:
    """Return the modelled activated abilities of a permanent, those of the user included."""
    found = [a for a in abilities_of(draft, obj) if a.kind in ("activated", "loyalty")]
    found += [
        a
        for a in draft.standing
        if a.kind == "activated" and matches(draft, a.what, obj, None, obj.controller)
    ]
    return found


def check_activate(draft: Draft, obj: Obj, ability: Ability, player: str) -> None:
    """Refuse an ability that may not be activated now (602.2, 602.5)."""
    check_tap(draft, obj, player, ability.taps, ability.untaps)
    known = characteristics_of(draft, obj)
    check_allowed(draft, "activate", player, obj, known, draft.name_of(obj.id))
    if ability.sorcery or ability.kind == "loyalty":
        late = sorcery_time(draft, player)
        if late is not None:
            rules = ("606.3",) if ability.kind == "loyalty" else ("602.5d",)
            raise IllegalAction(f"{ability.key} may not be activated now: {late[0]}", rules)


def activate(draft: Draft, act: A.Activate) -> None:
    """Activate an ability: it goes onto the stack, mana abilities resolve at once (602.2)."""
    obj = draft.things[draft.find_one(act.object)]
    player = act.player or obj.controller
    options = activated(draft, obj)
    if act.ability is not None:
        options = [a for a in options if act.ability in (a.key, a.key.rpartition("#")[2])] or [
            a for a in options if act.ability.casefold() in a.key.casefold()
        ]
    if not options:
        if any(s.taps for s in mana_abilities(draft, obj)) and act.ability is None:
            tap_for_mana(
                draft,
                A.TapForMana(object=obj.id, mana=act.mana, player=act.player, choose=act.choose),
            )
            return
        raise IllegalAction(
            f"{draft.name_of(obj.id)} has no such activated ability that is modelled", ("602.1",)
        )
    if len(options) > 1:
        raise ChoiceNeeded(player, "ability", [a.key for a in options], ("602.2",), "which ability")
    ability = options[0]
    check_activate(draft, obj, ability, player)
    if ability.cost:
        purpose = Purpose("activate", ability.key, obj, rules=("602.2b",))
        pay(draft, ManaCost.parse(ability.cost), act.pay, player, purpose)
    targets: tuple[Target, ...] = ()
    if ability.target:
        fits = targets_for(draft, ability.target, player)
        targets = tuple(named(draft, act.target))
        if not targets:
            offered = [t if isinstance(t, str) else draft.ref_of(t) for t in fits]
            raise ChoiceNeeded(player, "target", offered, ("602.2b", "601.2c"))
        if any(t not in fits for t in targets):
            raise IllegalAction("that is no legal target", ("115.1", "601.2c"))
    if ability.taps or ability.untaps:
        draft.change(obj.id, tapped=ability.taps)
    stamp = draft.tick()
    bundle = Bundle(ability.key, obj.id, (), "", targets, 0, obj.turned)
    draft.put(Obj(stamp, "stack", player, player, ABILITY, timestamp=stamp, ability=bundle))
    draft.add_to("stack", (stamp,))
    draft.priority = player  # 117.3c
    draft.emit(Event("activate", obj.id, ability.key, (stamp,), player=player, rules=("602.2",)))


def is_mana_ability(
    edition: Edition, *, target: bool, adds_mana: bool, loyalty: bool, library: bool
) -> Derived:
    """Return whether an activated ability is a mana ability (605.1a)."""
    rows: Iterable[tuple[str, bool]] = (
        ("it has no target", not target),
        ("it could add mana", adds_mana),
        ("it is no loyalty ability", not loyalty),
        ("it moves no library card", not (library and edition.has(LIBRARY_NOT_MANA))),
    )
    parts = tuple(
        Derived(text, holds, "yes" if holds else "no", ("605.1a",)) for text, holds in rows
    )
    return Derived(
        "mana ability", all(p.value for p in parts), "each must hold", cited(("605.1a",)), parts
    )
