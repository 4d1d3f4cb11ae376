"""Activating abilities; mana abilities and loyalty abilities among them (602, 605, 606)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeVar

from mtgmeld.errors import ChoiceNeeded, IllegalAction, UnknownName, UnsupportedRule
from mtgmeld.game.abilities import (
    Ability,
    Activated,
    Loyalty,
    ManaAbility,
    ManaChange,
    ManaTrigger,
    Permission,
)
from mtgmeld.game.actions import Action, Object, Pay, action
from mtgmeld.game.allowed import check_allowed, no_priority, sorcery_time
from mtgmeld.game.characteristics import (
    Characteristics,
    CopiableValues,
    answers_of,
    color_identity,
)
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.costs import check_other_costs, pay_other_costs
from mtgmeld.game.draft import Draft
from mtgmeld.game.layers import (
    abilities_of,
    characteristics_of,
    controller_of,
    gained_by,
    live_abilities,
    points_at,
)
from mtgmeld.game.moving import Draw, Mill, PutIntoLibrary, Search, Surveil
from mtgmeld.game.payment import MOST, Purpose, pay, pool_of
from mtgmeld.game.permissions import Cascade, Discover
from mtgmeld.game.player_words import does, is_meant
from mtgmeld.game.questions import answers, devotion
from mtgmeld.game.selectors import Context, amount, holds
from mtgmeld.game.state import Game
from mtgmeld.game.status import check_sick
from mtgmeld.game.targets import (
    Target,
    choose,
    division,
    kept_off,
    named,
    qualities_of_source,
    targets_for,
    without_target,
)
from mtgmeld.game.triggers import put_ability
from mtgmeld.game.values import Event, GameObject, Mana, StackAbility
from mtgmeld.game.views import matches
from mtgmeld.mana import COLORS, LAND_COLORS, MANA_TYPES, ManaCost, braced
from mtgmeld.query.things import flat, letters_of
from mtgmeld.records import checked_by, says
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import LIBRARY_NOT_MANA, TAPPED_FOR_MANA_REPLACED, Edition

Cost = Activated | ManaAbility | Loyalty  # what is activated at a cost


LANDS = ("type of land", "color of land")


_OF_LIBRARIES = (Mill, Draw, PutIntoLibrary, Search, Surveil, Cascade, Discover)


def letters(text: str) -> str:
    """Return the types of mana that stand in a text, in its order."""
    return "".join(c for c in text.upper() if c in MANA_TYPES)


def mana_letters(text: str) -> None:
    """Refuse a sign that is no type of mana (106.1b)."""
    for sign in text.upper():
        if sign not in MANA_TYPES and sign not in "{} ":
            raise UnknownName("type of mana", sign, MANA_TYPES)


ChosenMana = Annotated[str, checked_by(mana_letters)]


def is_mana_ability(ability: Cost, edition: Edition) -> Derived:
    """Say whether an activated ability is a mana ability (605.1a).

    From 2026-08-07 on one whose cost or effect moves a card to or from a library is none; to
    shuffle a library moves no card to it or from it.
    """
    adds = bool(getattr(ability, "mana", "")) or any(isinstance(i, AddMana) for i in ability.do)
    moves = any(isinstance(i, _OF_LIBRARIES) for i in (*ability.costs, *ability.do))
    rows = [
        ("it has no target", not ability.target),
        ("it could add mana", adds),
        ("it is no loyalty ability", not isinstance(ability, Loyalty)),
    ]
    if edition.has(LIBRARY_NOT_MANA):
        rows.append(("it moves no card to or from a library", not moves))
    parts = tuple(
        Derived(text, holds, "yes" if holds else "no", ("605.1a",)) for text, holds in rows
    )
    value = all(p.value for p in parts)
    return Derived("mana ability", value, "each of these must be so", ("605.1a",), parts)


def mana_abilities(game: Game, obj: GameObject) -> Sequence[ManaAbility]:
    """Return the activated mana abilities of an object: modeled ones, else those of its facts."""
    found = _producing(game, obj)
    if all(a.mana and not a.target and not a.costs and not a.do for a in found):
        return found  # nothing about them could be against it
    return [a for a in found if is_mana_ability(a, game.edition).value]


def _producing(game: Game, obj: GameObject) -> Sequence[ManaAbility]:
    """Return the activated abilities of an object that make mana, mana abilities or not."""
    every = abilities_of(game, obj)
    if not every:
        return _printed(game, obj)
    gained = [a for a in gained_by(game, obj) if isinstance(a, ManaAbility)]
    modeled = [a for a in every if isinstance(a, ManaAbility)]
    return modeled if len(modeled) > len(gained) else [*_printed(game, obj), *gained]


def _printed(game: Game, obj: GameObject) -> tuple[ManaAbility, ...]:
    """Return the mana abilities that basic land types and the facts give."""
    known, what = characteristics_of(game, obj), copiable_of(game, obj)
    kept = answers_of(known).setdefault(_printed, {})
    found: tuple[ManaAbility, ...] | None = kept.get(what)
    if found is None:
        found = kept[what] = _of_facts(known, what)
    return found


def _of_facts(known: Characteristics, what: CopiableValues) -> tuple[ManaAbility, ...]:
    found: list[ManaAbility] = []
    # what takes all abilities (613.1f) takes the one of a basic land type (305.6) as well
    if known.has_type("Land") and "613.1f" not in known.text.rules:
        found = [
            _tap(f"{subtype}#mana", LAND_COLORS[subtype])
            for subtype in flat(known.subtypes.value)
            if subtype in LAND_COLORS
        ]
    names = set(flat(known.text.value))
    more = [
        _tap(f"{face.name}#mana", kind)
        for face in what.faces
        if face.named_text in names and face.is_land
        for kind in face.produced_mana
    ]
    # what its basic land types make (305.6) is among the mana that the facts list
    made = {ability.mana for ability in found}
    return (*found, *(ability for ability in more if ability.mana not in made))


def _tap(key: str, kind: str) -> ManaAbility:
    return ManaAbility(key=key, mana="{" + kind + "}", taps=True)


# ---------------------------------------------------------------- types


@answers("could_produce")
def could_produce(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the types of mana that a permanent could produce, with a reason for each (106.7).

    Costs do not count; replacement effects do, in any order; permanents that ask each other
    define nothing by themselves.
    """
    if obj.id not in game.things:
        raise UnknownName("object in the game", game.ref_of(obj.id), ())
    settled = _settled(game)
    parts: list[Derived] = []
    for ability in _that_make(game, obj):
        made, why = types_of(game, obj, ability, settled)
        text = _after_changes(game, obj, ability, made)
        if text != made:
            why += f", which effects make {text or 'nothing'}"
        rules = ("106.7",) if text else ("106.5", "106.7")
        parts.append(Derived(ability.key, text, why, rules))
    value = _ordered("".join(p.value for p in parts))
    says = "what its abilities would give if they resolved now, costs ignored"
    if not value:
        says = "there is no type of mana that it could produce"
    return Derived("could produce", value, says, ("106.7",), tuple(parts))


def _that_make(game: Game, obj: GameObject) -> list[Ability]:
    """Return every ability of an object that would make mana if it resolved, of any kind."""
    others = [
        a
        for a in abilities_of(game, obj)
        if not isinstance(a, ManaAbility) and any(isinstance(i, AddMana) for i in a.do)
    ]
    return [*_producing(game, obj), *others]


def _settled(game: Game) -> dict[int, str]:
    """Return what each permanent could produce, the least that agrees with itself.

    It begins with nothing and adds what follows from what is there already, so that lands
    which only ask each other get nothing (106.7).
    """
    asked = [(o, a) for o in game.battlefield() for a in _that_make(game, o)]
    found: dict[int, str] = {}
    while True:
        more = dict(found)
        for obj, ability in asked:
            made, _ = types_of(game, obj, ability, found)
            text = _after_changes(game, obj, ability, made)
            more[obj.id] = _ordered(more.get(obj.id, "") + text)
        if more == found:
            return found
        found = more


def _ordered(text: str) -> str:
    return "".join(t for t in MANA_TYPES if t in text)


def types_of(
    game: Game, obj: GameObject, ability: Ability, known: Mapping[int, str] | None = None
) -> tuple[str, str]:
    """Return the types of mana that an ability would make now, and why.

    Parameters
    ----------
    game : Game
    obj : GameObject
        Whose ability it is.
    ability : Ability
    known : mapping of int to str, optional
        What other permanents could produce; worked out if it is not given.
    """
    own = ability.mana if isinstance(ability, ManaAbility) else ""
    text = own or "".join(i.mana for i in ability.do if isinstance(i, AddMana))
    if text.endswith("any"):
        return COLORS, "mana of any color"
    head, _, rest = text.partition(":")
    if head in LANDS:
        settled = _settled(game) if known is None else known
        found = "".join(
            settled.get(o.id, "")
            for o in game.battlefield()
            if (o.controller == obj.controller) == (rest == "you")
            and characteristics_of(game, o).has_type("Land")
        )
        if head == "color of land":
            found = found.replace("C", "")  # colorless is a type and no color (106.1)
        whose = "its controller" if rest == "you" else "opponents"
        word = "color" if head == "color of land" else "type"
        return _ordered(found), f"any {word} that lands of {whose} could produce"
    if head == "color among":
        found = "".join(
            "".join(letters_of(characteristics_of(game, o).colors.value))
            for o in game.battlefield()
            if matches(game, rest, o, None, obj.controller)
        )
        return _ordered(found), f"a color among {rest}"
    if head == "count":
        kind, _, what = rest.partition(" per ")
        none = amount(game, f"count {what}", obj.controller, obj) == 0
        return ("" if none else kind), f"{kind} for each {what}"
    if head == "identity":
        found = "".join(
            color_identity(c.card, game.policies).value
            for c in game.cards.values()
            if c.commander and c.owner == obj.controller
        )
        return _ordered(found), "a color in the commander's color identity"
    if head == "devotion":
        some = "".join(c for c in COLORS if devotion(game, c, obj.controller).value)
        return some, "as much as the devotion to a color"
    return _ordered(letters(text)), f"adds {text}"


# ---------------------------------------------------------------- replacements


def mana_changes(game: Game, obj: GameObject) -> list[tuple[ManaChange, GameObject | None]]:
    """Return replacement effects on what tapping an object for mana makes (106.12b).

    What the object itself does instead is in the text of its ability, and comes first (614.15).
    """
    found = [
        (ability, source)
        for ability, source in live_abilities(game, ManaChange)
        if points_at(ability, source, obj)
        and is_meant(ability.who, obj.controller, you := controller_of(game, ability, source))
        and matches(game, ability.what, obj, None, you)
    ]
    return sorted(found, key=lambda each: not each[0].this)


def _after_changes(game: Game, obj: GameObject, ability: Ability, types: str) -> str:
    """Return the types that mana could have after replacement effects in any order (106.7)."""
    if not types or not getattr(ability, "taps", False):
        return types
    changes = [a for a, _ in mana_changes(game, obj) if a.becomes]
    last = [a for a in changes if not a.this] or changes
    return _ordered("".join(a.becomes for a in last)) if last else types


def activated(draft: Draft, obj: GameObject) -> list[Cost]:
    """Return the modeled activated abilities of an object that are no mana abilities.

    They are those that work where it is (113.6).  Those that a user laid on the situation for
    such permanents are among them.
    """
    every = abilities_of(draft, obj)
    if not every and not draft.standing:
        return []
    kinds = Activated | Loyalty | ManaAbility
    found: list[Cost] = [a for a in every if isinstance(a, kinds) and a.zone == obj.zone]
    found += [
        a
        for a in draft.standing
        if isinstance(a, Activated)
        and a.zone == obj.zone
        and matches(draft, a.what, obj, None, obj.controller)
    ]
    return [
        a
        for a in found
        if not isinstance(a, ManaAbility) or not is_mana_ability(a, draft.edition).value
    ]


OfCost = TypeVar("OfCost", bound=Ability)


def named_ability(options: Sequence[OfCost], name: str) -> list[OfCost]:
    """Return the abilities that a key, its last part, or a piece of it stands for."""
    exact = [a for a in options if name in (a.key, a.key.rpartition("#")[2])]
    return exact or [a for a in options if name.casefold() in a.key.casefold()]


# ---------------------------------------------------------------- whether it may be


def check_tap(draft: Draft, obj: GameObject, player: str, taps: bool, untaps: bool) -> None:
    """Refuse a cost of {T} or {Q} that cannot be paid (107.5, 107.6, 302.6)."""
    if obj.controller != player:
        why = f"{does(player, 'does')} not control {draft.name_of(obj.id)}"
        raise IllegalAction(why, ("602.2", "108.4"))
    if taps and obj.tapped:
        raise IllegalAction(f"{draft.name_of(obj.id)} is tapped already", ("107.5", "118.3"))
    if untaps and not obj.tapped:
        raise IllegalAction(f"{draft.name_of(obj.id)} is untapped already", ("107.6", "118.3"))
    if taps or untaps:
        check_sick(draft, obj, player, "107.5" if taps else "107.6")


def check_costs(draft: Draft, obj: GameObject, ability: Cost, player: str) -> None:
    """Refuse an ability whose costs other than mana cannot be paid (602.2b, 118.3).

    Nor may it be activated where no player has priority (117.1b, 117.1d), nor while its condition
    is not met, a mana ability either (602.5b).
    """
    silent = no_priority(draft)
    if silent is not None:
        raise IllegalAction(f"{ability.key} may not be activated now: {silent[0]}", silent[1])
    check_tap(draft, obj, player, ability.taps, ability.untaps)
    check_other_costs(draft, ability.costs, obj, ability.key, player)
    if not holds(draft, ability, obj, player):
        raise IllegalAction(f"{ability.key}: its condition is not met", ("602.5b",))


def check_activate(draft: Draft, obj: GameObject, ability: Cost, player: str) -> None:
    """Refuse an ability that may not be activated now (602.2, 602.5)."""
    check_costs(draft, obj, ability, player)
    known = characteristics_of(draft, obj)
    check_allowed(draft, "activate", player, obj, known, draft.name_of(obj.id))
    if ability.sorcery:
        late = sorcery_time(draft, player)
        if late is not None:
            rules = ("606.3",) if isinstance(ability, Loyalty) else ("602.5d",)
            raise IllegalAction(f"{ability.key} may not be activated now: {late[0]}", rules)
    if ability.slots:
        # protection sees the qualities of the source (702.16b)
        now, qualities = Context(draft, player, obj), qualities_of_source(draft, obj)
        if without_target(draft, ability, player, qualities, now):
            why = f"{ability.key} has no legal target"
            raise IllegalAction(why, ("602.2b", "601.2c", "115.1"))
    if isinstance(ability, Loyalty) and _used(draft, obj) >= _often(draft, obj):
        raise IllegalAction(
            f"a loyalty ability of {draft.name_of(obj.id)} was activated this turn", ("606.3",)
        )


def _often(draft: Draft, obj: GameObject) -> int:
    """Return how often loyalty abilities of a permanent may be activated each turn (606.3)."""
    more = (a for a in abilities_of(draft, obj) if isinstance(a, Permission))
    return 2 if any(a.of == "loyalty twice" for a in more) else 1


def _used(draft: Draft, obj: GameObject) -> int:
    """Return how many loyalty abilities of a permanent were activated this turn (606.3)."""
    return sum(
        e.kind == "activate" and e.obj == obj.id and "606.3" in e.rules for e in draft.this_turn
    )


# ---------------------------------------------------------------- paying


def pay_costs(draft: Draft, obj: GameObject, ability: Cost, act: Action, player: str) -> None:
    """Pay what an ability costs: mana, {T} or {Q}, and other things (602.2b, 601.2h)."""
    if ability.cost:
        purpose = Purpose("activate", ability.key, obj, rules=("602.2b",))
        pay(draft, ManaCost.parse(ability.cost), getattr(act, "pay", None), player, purpose)
    if ability.taps or ability.untaps:
        draft.change(obj.id, tapped=ability.taps)
    pay_other_costs(draft, ability.costs, obj, act, player)


class Activate(Action, frozen=True, kw_only=True, tag="activate"):
    """Activate an ability of a permanent (602)."""

    object: Object
    ability: Annotated[str | None, says("which ability, by its name after `#`, or its id")] = None
    pay: Pay = None
    mana: Annotated[ChosenMana | None, says("the mana that is chosen, for a mana ability")] = None


@action(Activate)
def activate(draft: Draft, act: Activate) -> None:
    """Activate an ability: it goes onto the stack, a mana ability resolves at once (602.2)."""
    obj = draft.present(act.object)
    player = act.player or obj.controller
    options = activated(draft, obj)
    making = mana_abilities(draft, obj) if obj.zone == "battlefield" else []
    if act.ability is not None:
        options, making = named_ability(options, act.ability), named_ability(making, act.ability)
    if making and not options:
        use_mana_ability(draft, obj, making, act)
        return
    if not options:
        raise IllegalAction(
            f"{draft.name_of(obj.id)} has no such activated ability that is modeled", ("602.1",)
        )
    if len(options) > 1 or making:
        if not making:
            _refuse_all(draft, obj, options, player)
        keys = [a.key for a in (*options, *making)]
        raise ChoiceNeeded(player, "ability", keys, ("602.2",), "which ability")
    ability = options[0]
    check_activate(draft, obj, ability, player)
    targets = _targets(draft, obj, ability, act, player)
    if obj.zone != "battlefield":
        draft.remember(obj)  # its cost may move it, and its effect may ask what it was (608.2h)
    pay_costs(draft, obj, ability, act, player)
    shares = division(draft, (ability,), targets, act.choose, Context(draft, player, obj))
    bundle = StackAbility(ability.key, obj.id, (), "", targets, 0, obj.turned, divided=shares)
    became = (put_ability(draft, bundle, player),)
    draft.priority = player  # 117.3c
    rules = ("602.2", "606.3") if isinstance(ability, Loyalty) else ("602.2",)
    draft.say("activate", obj, *rules, name=ability.key, became=became, player=player)


def _refuse_all(draft: Draft, obj: GameObject, options: list[Cost], player: str) -> None:
    """Refuse what none of several abilities may do, before it is asked which is meant."""
    first: IllegalAction | None = None
    for ability in options:
        try:
            check_activate(draft, obj, ability, player)
            return
        except IllegalAction as error:
            first = first or error
    if first is not None:
        raise first


def _targets(
    draft: Draft, obj: GameObject, ability: Cost, act: Activate, player: str
) -> tuple[Target, ...]:
    """Return the targets that are chosen on activation (602.2b, 601.2c)."""
    if not ability.slots:
        return ()
    draft.used.add("target")
    given = named(draft, act.target)
    now, qualities = Context(draft, player, obj), qualities_of_source(draft, obj)
    every = {t for s in ability.slots for t in targets_for(draft, s.text, player, qualities, now)}
    for one in given:
        if one not in every and one != "none":
            why = kept_off(draft, one, player, qualities)
            raise IllegalAction("that is no legal target", ("115.1", "601.2c", *why))
    rules = ("602.2b", "601.2c")
    if not given and not any(s.optional for s in ability.slots):
        offered = [t if isinstance(t, str) else draft.ref_of(t) for t in every]
        raise ChoiceNeeded(player, "target", offered, rules)
    return choose(draft, ability, player, given, qualities, now, rules) or ()


class TapForMana(Action, frozen=True, kw_only=True, tag="tap for mana"):
    """Activate a mana ability with the tap symbol in its cost (106.12, 605).

    ``mana`` says what to make where there is a choice, ``ability`` which ability to use.
    """

    object: Object
    ability: Annotated[str | None, says("which mana ability, by its name after `#`")] = None
    mana: Annotated[ChosenMana | None, says("the mana that is chosen")] = None
    pay: Pay = None


Making = TapForMana | Activate


@action(TapForMana)
def tap_for_mana(draft: Draft, act: TapForMana) -> None:
    """Activate a mana ability with {T} in its cost; it resolves at once (106.12, 605.3b)."""
    obj = draft.present(act.object)
    options = [a for a in mana_abilities(draft, obj) if a.taps]
    if obj.zone != "battlefield" or not options:
        name = draft.name_of(obj.id)
        raise IllegalAction(
            f"{name} has no mana ability with {{T}} in its cost", ("106.12", "605.1a")
        )
    use_mana_ability(draft, obj, options, act)


def use_mana_ability(
    draft: Draft, obj: GameObject, options: Sequence[ManaAbility], act: Making
) -> None:
    """Activate one of the mana abilities of a permanent and resolve it at once (605.3b)."""
    player = act.player or obj.controller
    ability = _choose(draft, obj, options, act, player)
    check_costs(draft, obj, ability, player)
    pay_costs(draft, obj, ability, act, player)
    made = _made(draft, obj, ability, act, player)
    changed = _with_changes(draft, obj, made, act, player) if ability.taps else made
    _give(draft, obj, ability, changed, player, act)


def _choose(
    draft: Draft, obj: GameObject, options: Sequence[ManaAbility], act: Making, player: str
) -> ManaAbility:
    """Return the ability that is meant: by its key, else by the mana that it makes."""
    if act.ability is not None:
        options = named_ability(options, act.ability)
        if not options:
            raise IllegalAction(f"{draft.name_of(obj.id)} has no such mana ability", ("605.1a",))
    if len(options) == 1 and act.mana is not None:
        types, _ = types_of(draft, obj, options[0])
        free = options[0].mana == "devotion:"  # a color may be chosen even where it makes nothing
        if types and not free and not set(letters(act.mana)) <= set(types):
            raise IllegalAction(f"{draft.name_of(obj.id)} does not make {act.mana}", ("106.7",))
    if len(options) > 1 and act.mana is not None:
        wanted = letters(act.mana)
        exact = [a for a in options if letters(a.mana) == wanted and ":" not in a.mana]
        fits = [
            a
            for a in options
            # a color may be chosen for devotion even where it makes nothing
            if set(wanted) <= set(types_of(draft, obj, a)[0]) or a.mana == "devotion:"
        ]
        options = exact or fits
        if not options:
            raise IllegalAction(f"{draft.name_of(obj.id)} does not make {act.mana}", ("106.7",))
    if len(options) > 1:
        kinds = sorted({a.mana for a in options})
        if act.mana is None and len(kinds) == len(options):
            raise ChoiceNeeded(player, "mana", kinds, ("605.3b",), "which mana ability")
        keys = [a.key for a in options]
        raise ChoiceNeeded(player, "ability", keys, ("605.3b",), "which mana ability")
    return options[0]


def _made(draft: Draft, obj: GameObject, ability: ManaAbility, act: Making, player: str) -> str:
    """Return the mana that an ability makes before replacements; an undefined type makes none."""
    head, sign, rest = ability.mana.partition(":")
    if head == "count":
        kind, _, what = rest.partition(" per ")
        return kind * amount(draft, f"count {what}", player, obj)
    if ability.mana.endswith(" any"):
        return _combined(int(ability.mana.split()[0]), act, player)
    if head == "devotion":
        color = _picked(COLORS, act, player)
        return color * int(devotion(draft, color, player).value or 0)
    if sign or head == "any" or "/" in ability.mana:
        types, _ = types_of(draft, obj, ability)
        return _picked(types, act, player) if types else ""
    return letters(ability.mana)


def _combined(number: int, act: Making, player: str) -> str:
    """Return so much mana in a combination of colors that is chosen (106.1)."""
    wanted = letters(act.mana or "")
    if len(wanted) == number and set(wanted) <= set(COLORS):
        return wanted
    if act.mana is not None:
        raise IllegalAction(f"{act.mana} is no {number} mana of colors", ("105.4", "106.1b"))
    what = f"{number} mana in any combination of colors"
    raise ChoiceNeeded(player, "mana", (f"{number} of {COLORS}",), ("106.1b",), what)


def _picked(types: str, act: Making, player: str) -> str:
    wanted = letters(act.mana or "")
    if wanted and wanted[0] in types:
        return wanted[0]
    if act.mana is not None:
        # a color is one of five, a type of mana one of six
        raise IllegalAction(f"{act.mana} is none of {', '.join(types)}", ("105.4", "106.1b"))
    if len(types) == 1:
        return types
    raise ChoiceNeeded(player, "mana", list(types), ("106.7",), "the type of mana")


# ---------------------------------------------------------------- replacements


def _with_changes(draft: Draft, obj: GameObject, made: str, act: Making, player: str) -> str:
    """Apply replacements of the mana, in the order that the affected player chooses (616.1)."""
    left = mana_changes(draft, obj) if made else []
    given = act.choose.get("first", ())
    order = [*map(str, given)] if isinstance(given, list | tuple) else [str(given)]
    while left:
        at, several = 0, len({(a.becomes, a.times) for a, _ in left}) > 1
        if several and not left[0][0].this and any(a.becomes for a, _ in left):
            labels = [draft.card_name(o) if o is not None else a.key for a, o in left]
            if not order:
                raise ChoiceNeeded(
                    player, "choose.first", labels, ("616.1",), "which replacement applies first"
                )
            wanted = order.pop(0)
            if wanted not in labels:
                raise UnknownName("replacement effect here", wanted, labels)
            at = labels.index(wanted)
        ability, _ = left.pop(at)
        if ability.becomes:
            made = ability.becomes * (ability.amount or len(made))
        if len(made) * ability.times > MOST:
            raise UnsupportedRule(f"more than {MOST} mana at once is not modeled", ("106.12b",))
        made = made * ability.times
    return made


def _give(
    draft: Draft, obj: GameObject, ability: ManaAbility, made: str, player: str, act: Making
) -> None:
    """Add mana to the pool, with the restrictions that come with it (106.6, 106.6a)."""
    name = draft.name_of(obj.id)
    if not made:
        note = "no mana is made"
        draft.say("no mana", obj, "106.5", "106.12a", name=name, player=player, note=note)
        return
    _add(draft, player, made, ability.only)
    rules = ["106.4"]
    if ability.taps:
        rules.insert(0, "106.12")
        if mana_changes(draft, obj) and draft.edition.has(TAPPED_FOR_MANA_REPLACED):
            rules.append("106.12b")
    if ability.only:
        rules += ["106.6", "106.6a"]
    kind, note = "tapped for mana" if ability.taps else "mana", f"adds {braced(made)}"
    draft.say(kind, obj, *rules, "605.3b", name=name, player=player, note=note, mana=made)
    if ability.taps:
        _triggered(draft, obj, made, act)


def _add(draft: Draft, player: str, made: str, only: str) -> None:
    pool = draft.player(player).pool
    draft.change_player(player, pool=(*pool, *(Mana(c, only) for c in made)))


def _triggered(draft: Draft, obj: GameObject, made: str, act: Making) -> None:
    """Let triggered mana abilities add their mana at once (605.1b, 605.4a)."""
    player = obj.controller
    for ability, source in live_abilities(draft, ManaTrigger):
        whose = controller_of(draft, ability, source)
        if not is_meant(ability.who, player, whose):
            continue
        if not points_at(ability, source, obj) or not matches(
            draft, ability.what, obj, None, whose
        ):
            continue
        extra = letters(ability.mana)
        if ability.mana == "same":
            extra = _one_type(made, act, player)
        _add(draft, player, extra, ability.only)
        rules, note = ("605.1b", "605.4a", "106.12a"), f"adds {braced(extra)}"
        draft.say("mana", obj, *rules, name=ability.key, player=player, note=note, mana=extra)


def _one_type(made: str, act: Making, player: str) -> str:
    """Return one of the types that were made, the player's choice where there are several."""
    types = "".join(dict.fromkeys(made))
    wanted = letters(str(act.choose.get("adds", "")))
    if wanted and wanted[0] in types:
        return wanted[0]
    if len(types) > 1:
        raise ChoiceNeeded(player, "choose.adds", list(types), ("605.1b",), "the type to add")
    return types


class AddMana(Action, frozen=True, kw_only=True, tag="add mana"):
    """Add mana to a pool, without an ability of a permanent (106.4)."""

    mana: Annotated[str, says("the mana: `{R}{R}`")]
    only: Annotated[
        str | None,
        says("a filter: what it may be spent on; `unlock` for unlock costs"),
    ] = None


@action(AddMana)
def add_mana(draft: Draft, act: AddMana) -> None:
    """Add mana to a player's pool, as the effect of what is no mana ability (106.4)."""
    player = act.player or draft.active
    made = "".join(pool_of(act.mana).elements())
    _add(draft, player, made, act.only or "")
    draft.emit(Event("mana", player=player, note=f"adds {act.mana}", mana=made, rules=("106.4",)))


NOT_MODELED = Loyalty(key="loyalty", loyalty="0")


class ActivateLoyalty(Action, frozen=True, kw_only=True, tag="activate loyalty"):
    """Activate a loyalty ability; of one that is not modeled only its legality counts (606)."""

    object: Object
    ability: Annotated[
        str | None,
        says("which loyalty ability, such as `+1`, where it is modeled"),
    ] = None


@action(ActivateLoyalty)
def activate_loyalty(draft: Draft, act: ActivateLoyalty) -> None:
    """Activate a loyalty ability; one that is not modeled does nothing but count (606.3)."""
    obj = draft.present(act.object)
    player = act.player or obj.controller
    if not characteristics_of(draft, obj).has_type("Planeswalker"):
        raise IllegalAction(f"{draft.name_of(obj.id)} is no planeswalker", ("606.1",))
    if any(isinstance(a, Loyalty) for a in abilities_of(draft, obj)):
        choices = {n: getattr(act, n) for n in Action.__struct_fields__}
        activate(draft, Activate(**choices, object=obj.id, ability=act.ability))
        return
    check_activate(draft, obj, NOT_MODELED, player)
    draft.say(
        "activate", obj, "606.3", player=player, note="a loyalty ability; its effect is not modeled"
    )
