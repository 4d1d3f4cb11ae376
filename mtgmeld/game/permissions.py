"""Actions that let players cast: permissions that last, and offers (601.3, 608.2g)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec.structs import replace

from mtgmeld.errors import BadValue, CannotBeDone, ChoiceNeeded, IllegalAction, RunawayTriggers
from mtgmeld.game.abilities import Alteration, Permission, Replacement
from mtgmeld.game.actions import Action, By, Choices, Free, Object, Objects, Ref, Until, action
from mtgmeld.game.allowed import is_there
from mtgmeld.game.casting import (
    MANA_COST,
    CastingOption,
    CastPart,
    CastSpell,
    cast_object,
    casting_options,
    check_whole,
    shapes,
    spell_of,
)
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.draft import Draft, objects_of
from mtgmeld.game.durations import begin
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.questions import answers
from mtgmeld.game.selectors import number
from mtgmeld.game.state import Game
from mtgmeld.game.values import Event, GameObject
from mtgmeld.game.views import matches
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.mana import ManaCost
from mtgmeld.names import normal_form
from mtgmeld.records import Number, says
from mtgmeld.rules.citations import Derived, written
from mtgmeld.rules.editions import CASCADE_TWO_CHECKS

_SPELLS = "t:instant or t:sorcery"


class Allow(Action, frozen=True, kw_only=True, tag="allow"):
    """Let a player cast or play cards; by ``flashback`` they gain that ability (702.34)."""

    object: Objects
    by: Annotated[
        str,
        says("what the permission is called; by `flashback` the card gains that ability"),
    ] = ""
    cost: Annotated[
        str | None,
        says("what is paid in place of the mana cost; `its mana cost` for that"),
    ] = None
    free: Free = False
    play: Annotated[bool, says("whether it may be played as a land too")] = False
    until: Until = "end of turn"


@action(Allow)
def allow(draft: Draft, act: Allow) -> None:
    """Let a player cast or play cards where they are now; an object that moves is another (400.7).

    ``flashback`` gives the cards that ability, by default for their mana cost.
    """
    found = objects_of(draft, act.object)
    player = act.player or draft.active
    for obj in found:
        if obj.zone in ("battlefield", "stack"):
            why = f"{draft.name_of(obj.id)} is on the {obj.zone}"
            raise CannotBeDone(why, ("601.2a",), obj.id)
    flashback = act.by == "flashback"
    cost = act.cost or (MANA_COST if flashback else "")
    permission = Permission(
        key=act.by or "a permission",
        controller="" if flashback else player,
        of="play" if act.play else "cast",
        by=act.by,
        what=_SPELLS if flashback else "",
        cost=cost,
        free=act.free,
    )
    change = Alteration(keywords=("Flashback",)) if flashback else None
    begin(draft, found, act.until, player, change=change, allows=permission)
    rules = ("702.34a", "611.2c") if flashback else ("601.3", "611.2c")
    for obj in found:
        note = f"{player} may cast it" if not flashback else f"gains flashback for {cost}"
        draft.say("allow", obj, *rules, player=player, note=note)


class Plot(Action, frozen=True, kw_only=True, tag="plot"):
    """Let cards in exile become plotted (702.170c)."""

    object: Objects


@action(Plot)
def plot(draft: Draft, act: Plot) -> None:
    """Let cards in exile become plotted: castable by their owners later on (702.170c-d)."""
    for obj in objects_of(draft, act.object):
        if obj.zone != "exile":
            continue
        permission = Permission(
            key="plot",
            controller=obj.owner,
            of="cast",
            by="plot",
            free=True,
            sorcery=True,
            not_before=draft.turn + 1,
        )
        begin(draft, [obj], None, obj.owner, allows=permission)
        name = draft.card_name(obj)
        draft.say("plot", obj, "702.170c", name=name, player=obj.owner)


class ExileAsItResolves(Action, frozen=True, kw_only=True, tag="exile as it resolves"):
    """Exile a spell as it resolves instead of putting it into a graveyard; then do more.

    ``then`` holds tables with ``do``, in which ``that card`` is the card in exile.
    """

    object: Object
    then: Annotated[Sequence[dict[str, Any]], says("what happens then, a list of steps")] = ()


@action(ExileAsItResolves)
def exile_as_it_resolves(draft: Draft, act: ExileAsItResolves) -> None:
    """Let a spell be exiled as it resolves instead of going to the graveyard (608.2n, 614.1a)."""
    from mtgmeld.game.notation import instructions_of

    effect = Replacement(
        key="exile as it resolves",
        to="graveyard",
        instead="exile",
        do=instructions_of(act.then),
    )
    begin(draft, objects_of(draft, act.object), None, act.player, replaces=effect)


@answers("flashback_cost")
def flashback_cost(game: Game, obj: GameObject, known: Characteristics) -> Derived:
    """Return the cost of a flashback that an object gained, or of its own; None without one.

    A cost equal to the mana cost is asked for anew: of a split card in a graveyard it is the
    combined cost, of the half that was cast that half's (702.1b, 709.4b, 709.3b).
    """
    from mtgmeld.game.layers import abilities_of

    given = [
        e.allows.cost
        for e in game.effects
        if e.allows is not None and e.allows.by == "flashback" and obj.id in e.ids
    ]
    own = [
        a.cost for a in abilities_of(game, obj) if isinstance(a, Permission) and a.by == "flashback"
    ]
    what = "flashback cost"
    if obj.cast is not None and obj.cast.by == "flashback" and not own:
        given = given or [MANA_COST]
    if not given and not own:
        return Derived(what, None, "it has no flashback", ("702.34a",))
    cost = (given or own)[0]
    if cost != MANA_COST:
        return Derived(what, ManaCost.parse(cost), f"flashback {cost}", ("702.34a",))
    printed = known.mana_cost
    return Derived(what, printed.value, "equal to its mana cost", ("702.34a", "702.1b"), (printed,))


RULES = ("608.2g",)


BY = "an effect that resolves"


# ---------------------------------------------------------------- what may be cast


class MayCast(Action, frozen=True, kw_only=True, tag="may cast"):
    """Let a player cast cards as an effect resolves, if the spell fits ``what`` (608.2g).

    ``choose.cast`` says what: the name of a card, half, face or fused spell, ``none``, or where
    ``many`` may be cast a list of these; each may be a table with ``part``, ``target`` and
    ``object``.
    """

    object: Objects
    what: Annotated[str, says("a filter that the spell must fit")] = ""
    free: Free = True
    many: Annotated[bool, says("whether several of the cards may be cast")] = False
    by: By = ""


@action(MayCast)
def may_cast(draft: Draft, act: MayCast) -> None:
    """Let a player cast what an effect offers, each spell tested by itself (601.3e, 709.3a)."""
    player = act.player or draft.active
    cards = objects_of(draft, act.object)
    by = act.by or BY
    offered = [(o, m) for o in cards for m in _offered(draft, o, player, act, by)]
    chosen = act.choose.get("cast")
    if chosen is None and offered:
        words = [*dict.fromkeys(m.label for _, m in offered), "none"]
        raise ChoiceNeeded(player, "choose.cast", words, RULES, "what to cast")
    listed = chosen if isinstance(chosen, list) else [chosen]
    listed = [c for c in listed if c not in (None, "none")]
    if len(listed) > 1 and not act.many:
        raise IllegalAction("one of the cards may be cast", RULES)
    for wanted in listed:
        _cast(draft, cards, wanted, act, player, by)
    if not listed:
        draft.emit(Event("stay", player=player, note="nothing is cast", rules=RULES))


def _offered(
    draft: Draft, obj: GameObject, player: str, act: MayCast, by: str
) -> Iterator[CastingOption]:
    """Yield the halves, faces and fused spells that could be cast now."""
    for found in casting_options(draft, obj, player, by):
        if found.by != by or found.timed:
            continue
        if found.face and not (obj.base.form.is_modal or is_there(draft, by)):
            continue  # an offer that does not say so is not for the back face (712.11)
        option = replace(found, free=act.free)
        try:
            if not _fits(draft, obj, option, act.what, player):
                continue
            check_whole(draft, obj, option, player)
        except IllegalAction:
            continue
        yield option


def _fits(draft: Draft, obj: GameObject, option: CastingOption, what: str, player: str) -> bool:
    spell, known = spell_of(draft, obj, option, player)
    return matches(draft, what, spell, known, player)


def _cast(
    draft: Draft, cards: list[GameObject], wanted: Any, act: MayCast, player: str, by: str
) -> None:
    """Cast one thing that was chosen: a word, or a table with ``part`` and what goes with it."""
    row = wanted if isinstance(wanted, dict) else {"part": wanted}
    obj, shape = _meant(draft, cards, row, player)
    spelled = CastSpell(
        object=obj.id,
        half=shape.faces[0].name if len(shape.halves) == 1 else None,
        face=None if shape.halves else shape.faces[0].name,
        fused=shape.fused,
        free=act.free,
        by=by,
        player=player,
        x=_x(row.get("x", act.choose.get("x"))),
        target=row.get("target", act.target),
        choose=Choices.of(act.choose).but("cast", "x"),
    )
    option = CastingOption(
        shape.halves, shape.face, shape.label, by, shape.cost, shape.rules, act.free
    )
    if not shape.aftermath and not shape.fused and not _fits(draft, obj, option, act.what, player):
        _, known = spell_of(draft, obj, option, player)
        value = written(known.mana_value.value)
        raise IllegalAction(
            f"{shape.label} (mana value {value}) is not what may be cast", ("601.3e", "709.3a")
        )
    try:
        cast_object(draft, obj, spelled, player)
    except ChoiceNeeded as asked:
        if asked.argument != "x":
            raise
        rules, what = asked.rules, f"the value of X of {shape.label}"
        raise ChoiceNeeded(player, "choose.x", asked.options, rules, what) from None


def _x(value: Any) -> int | None:
    """Return the X that was chosen for a spell whose mana cost is paid (601.2b)."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise BadValue("the action", "choose", "x takes a number")


def _meant(
    draft: Draft, cards: list[GameObject], row: dict[str, Any], player: str
) -> tuple[GameObject, CastPart]:
    """Return the card and the part of it that a choice means."""
    word = row.get("part")
    if "object" in row:
        only = draft.find(row["object"])
        cards = [c for c in cards if c.id in only]
    every = [(c, s) for c in cards for s in shapes(c)]
    if word is None:
        found = every
    else:
        found = [(c, s) for c, s in every if normal_form(s.label) == normal_form(str(word))]
    if len(found) == 1:
        return found[0]
    words = dict.fromkeys(s.label for _, s in found or every)
    raise ChoiceNeeded(player, "choose.cast", (*words, "none"), RULES, "what to cast")


# ---------------------------------------------------------------- cascade and discover


class Cascade(Action, frozen=True, kw_only=True, tag="cascade"):
    """Do what the cascade of a spell says (702.85a)."""

    source: Annotated[Ref, says("the spell with cascade")]


@action(Cascade)
def cascade(draft: Draft, act: Cascade) -> None:
    """Exile cards until one is worth less than the spell; it may be cast; the others go back.

    Later editions ask for a lesser mana value of the spell as well (702.85a).
    """
    player = act.player or draft.active
    source = draft.find_one(act.source)
    limit = number(draft.characteristics(source).mana_value.value)
    rules = ("702.85a",)
    exiled, found = _until(draft, player, f"-t:land mv<{limit}", act, rules)
    if found:
        what = f"mv<{limit}" if draft.edition.has(CASCADE_TWO_CHECKS) else ""
        may_cast(draft, _offer(act, found, what, "cascade", player))
    _bottom(draft, exiled, player, act, rules)


class Discover(Action, frozen=True, kw_only=True, tag="discover"):
    """Discover N (701.57)."""

    count: Annotated[Number | str, says("the number")]


@action(Discover)
def discover(draft: Draft, act: Discover) -> None:
    """Exile cards until one is worth no more than N; it is cast or put into the hand (701.57a)."""
    player = act.player or draft.active
    rules = ("701.57a",)
    exiled, found = _until(draft, player, f"-t:land mv<={act.count}", act, rules)
    if found:
        name = draft.name_of(found)
        may_cast(draft, _offer(act, found, f"mv<={act.count}", "discover", player))
        if found in draft.things:
            move(draft, [ZoneChange(found, "hand", by=player, rules=rules)], act)
            exiled = [i for i in exiled if i != found]
        note = f"the discovered card for {act.count}"
        draft.emit(Event("discover", found, name, player=player, note=note, rules=("701.57c",)))
    else:
        note = "no card was discovered"
        draft.emit(Event("discover", player=player, note=note, rules=("701.57b",)))
    _bottom(draft, exiled, player, act, rules)


def _offer(act: Action, card: int, what: str, by: str, player: str) -> MayCast:
    choices: dict[str, Any] = {n: getattr(act, n) for n in Action.__struct_fields__}
    return MayCast(**{**choices, "player": player}, object=card, what=what, by=by)


def _until(
    draft: Draft, player: str, text: str, act: Action, rules: tuple[str, ...]
) -> tuple[list[int], int]:
    """Exile cards from the top of a library until one fits; return what they became, and it.

    A card that goes elsewhere instead was not exiled, and is not the one (614.6).

    Raises
    ------
    RunawayTriggers
        If cards go back into the library instead, for ever (104.4b).
    """
    exiled: list[int] = []
    # once each card has had its turn, whatever is still there comes again and again
    for _ in draft.in_zone("library", player):
        order = draft.in_zone("library", player)
        if not order:
            break
        going = ZoneChange(order[-1], "exile", by=player, rules=rules)
        for became in move(draft, [going], act)[0]:
            obj = draft.things[became]
            if obj.zone != "exile":
                continue
            exiled.append(became)
            if matches(draft, text, obj, characteristics_of(draft, obj), player):
                return exiled, became
    if draft.in_zone("library", player):
        loop = "what would be exiled from the library goes back there [104.4b]"
        raise RunawayTriggers("cards are exiled until one fits, and none is", (loop,))
    return exiled, 0


def _bottom(
    draft: Draft, exiled: list[int], player: str, act: Action, rules: tuple[str, ...]
) -> None:
    """Put the cards that are still in exile on the bottom, in an order that nobody knows."""
    left = [i for i in exiled if i in draft.things and draft.things[i].zone == "exile"]
    move(draft, [ZoneChange(i, "library", "bottom", by=player, rules=rules) for i in left], act)
    if len(left) > 1:
        note = "they lie at the bottom in a random order"
        draft.emit(Event("shuffle", player=player, note=note, rules=rules))
