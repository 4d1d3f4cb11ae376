"""Turns, steps and players: going on, playing lands, choosing names, winning (305, 500, 104)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import msgspec

from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import AmbiguousName, ChoiceNeeded, IllegalAction, RunawayTriggers, UnknownName
from mtgmeld.game.abilities import Permission, Untapping
from mtgmeld.game.actions import Action, By, FaceName, Object, action
from mtgmeld.game.allowed import check_allowed, concerns, is_there, permissions, sorcery_time
from mtgmeld.game.casting import half_named
from mtgmeld.game.characteristics import (
    Characteristics,
    Circumstances,
    CopiableValues,
    Nameable,
    derive,
    nameable,
)
from mtgmeld.game.draft import Draft
from mtgmeld.game.durations import end_effects
from mtgmeld.game.entering import EntersWith
from mtgmeld.game.layers import controller_of, live_abilities
from mtgmeld.game.moving import Discard, Draw, discard
from mtgmeld.game.player_words import does
from mtgmeld.game.selectors import amount
from mtgmeld.game.state_based import settle
from mtgmeld.game.status import untap_one
from mtgmeld.game.triggers import put_ability
from mtgmeld.game.values import NEXT_UNTAP, STEPS, Event, GameObject, Happened, StackAbility
from mtgmeld.game.views import matches
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.names import normal_form
from mtgmeld.query import compile_filter
from mtgmeld.query import of_card as seen_card
from mtgmeld.records import Number, says


class NextStep(Action, frozen=True, kw_only=True, tag="next step"):
    """Go on to the next step, or to a named one of this or a later turn (500)."""

    to: Annotated[str | None, says("the step to go on to; the very next one by default")] = None
    of: Annotated[str | None, says("the player whose step it must be")] = None


@action(NextStep)
def next_step(draft: Draft, act: NextStep) -> None:
    """Go on step by step until the one that is asked for, of the player that is asked for.

    The stack must be empty (500.2).  It stops early where something has triggered, so that
    nothing is passed by.
    """
    if act.to is not None and act.to not in STEPS:
        raise UnknownName("step", act.to, STEPS)
    if act.of is not None:
        draft.player(act.of)
    _go_on(draft, act, lambda: act.to is None or draft.step == act.to, "step")


def _go_on(draft: Draft, act: NextStep | NextTurn, arrived: Callable[[], bool], what: str) -> None:
    """Go on step by step; it stops early where something stands on the stack (500.2)."""
    if draft.places.get("stack"):
        raise IllegalAction("the stack is not empty; resolve it first", ("500.2", "117.4"))
    for _ in range(len(STEPS) * (len(draft.players) + 1) + 1):
        _advance(draft, act)
        settle(draft, act)
        if (arrived() and act.of in (None, draft.active)) or draft.places.get("stack"):
            return
    raise RunawayTriggers(f"that {what} does not come")


class NextTurn(Action, frozen=True, kw_only=True, tag="next turn"):
    """Go on to the first main phase of the next turn (500.1)."""

    of: Annotated[str | None, says("the player whose turn it must be")] = None


@action(NextTurn)
def next_turn(draft: Draft, act: NextTurn) -> None:
    """Go on to the first main phase of the next turn, or of a player's next turn."""
    turn = draft.turn
    _go_on(draft, act, lambda: draft.turn > turn and draft.step == "precombat main", "turn")


def _advance(draft: Draft, act: Action) -> None:
    _leave(draft)
    at = STEPS.index(draft.step)
    if at + 1 == len(STEPS):
        _new_turn(draft)
        at = -1
    draft.step = STEPS[at + 1]
    draft.priority = draft.active
    draft.emit(Event("step", 0, draft.step, player=draft.active, rules=(_RULES[draft.step],)))
    if draft.step == "untap":
        _untap_step(draft)
    elif draft.step == "combat damage":
        _combat_damage(draft)
    elif draft.step == "cleanup":
        _clean_up(draft, act)
    elif draft.step == "draw" and f"library:{draft.active}" in draft.places:
        # a library of which a situation says nothing is not taken for an empty one
        from mtgmeld.game.moving import draw

        draw(draft, Draw(**{**act.choices(), "player": draft.active}))
    _delayed(draft)


def _untap_step(draft: Draft) -> None:
    """Untap what the active player controls, and what others may untap as well (502.3)."""
    held = {i for e in draft.effects if e.until == NEXT_UNTAP for i in e.ids}
    also = [
        (ability, source)
        for ability, source in live_abilities(draft, Untapping)
        if controller_of(draft, ability, source) != draft.active
    ]
    for obj in list(draft.battlefield()):
        own = obj.controller == draft.active
        others = (
            obj.controller == controller_of(draft, a, s)
            and matches(draft, a.what, obj, None, obj.controller)
            for a, s in also
        )
        if obj.tapped and ((own and obj.id not in held) or any(others)):
            untap_one(draft, obj)
    mine = {o.id for o in draft.battlefield() if o.controller == draft.active}
    if held & mine:
        draft.set_effects(
            tuple(e for e in draft.effects if e.until != NEXT_UNTAP or not mine.intersection(e.ids))
        )


def _combat_damage(draft: Draft) -> None:
    """Say for each attacking creature that its damage is left to further steps (510.1, 510.2)."""
    for obj in draft.battlefield():
        if obj.attacking:
            note = "blocking and combat damage; give the damage as a further step"
            player, rules = obj.controller, ("510.1", "510.2")
            draft.say("not modeled", obj, *rules, became=(), player=player, note=note)


_RULES = {
    "untap": "502.3",
    "upkeep": "503.1",
    "draw": "504.1",
    "precombat main": "505.1",
    "beginning of combat": "507.1",
    "declare attackers": "508.1",
    "combat damage": "510.1",
    "end of combat": "511.1",
    "postcombat main": "505.1",
    "end": "513.1",
    "cleanup": "514.1",
}


def _leave(draft: Draft) -> None:
    """End what a step ends: mana empties, combat ends (106.4, 511.3)."""
    for p in draft.players:
        if p.pool:
            draft.change_player(p.name, pool=())
    if draft.step == "end of combat":
        for obj in list(draft.battlefield()):
            if obj.attacking:
                draft.change(obj.id, attacking=False)
        end_effects(draft, "end of combat")


HAND_SIZE = 7  # 402.2


def _clean_up(draft: Draft, act: Action) -> None:
    """Discard down to the hand size; then damage and effects of the turn end (514.1-2)."""
    player = draft.active
    free = any(
        a.of == "any hand size" and concerns(draft, a, source, player)
        for a, source in live_abilities(draft, Permission)
    )
    over = len(draft.in_zone("hand", player)) - HAND_SIZE
    if over > 0 and not free and act.choose.get("discard") is not None:
        discard(draft, Discard(**{**act.choices(), "player": player}, count=over))
    elif over > 0 and not free:  # as before this was modeled, a situation need not say which
        note = f"{over} cards are discarded; choose.discard says which"
        draft.emit(Event("not modeled", player=player, note=note, rules=("514.1", "402.2")))
    for obj in list(draft.battlefield()):
        if obj.damage:
            draft.change(obj.id, damage=0)
    end_effects(draft, "end of turn")
    end_effects(draft, f"the end of turn {draft.turn}")


def _new_turn(draft: Draft) -> None:
    draft.turn += 1
    draft.active = draft.turn_order[1] if len(draft.players) > 1 else draft.active
    draft.change_player(draft.active, turn_began=draft.turn)
    for p in draft.players:
        draft.change_player(p.name, land_plays=0)
    draft.cast_last_turn = draft.spells_cast()
    draft.this_turn = Happened()
    end_effects(draft, f"{draft.active}'s next turn")


def _delayed(draft: Draft) -> None:
    """Put delayed triggered abilities of this step onto the stack (603.7)."""
    due = [
        d
        for d in draft.delayed
        if d.when == "step"
        and d.note == draft.step
        and d.turn_of in ("", draft.active)
        and draft.turn >= d.not_before
    ]
    for d in due:
        draft.delayed = tuple(x for x in draft.delayed if x is not d)
        event = f"the {draft.step} step"
        bundle = StackAbility(d.key, d.source, d.found, event, turned=d.turned, do=d.do)
        became = (put_ability(draft, bundle, d.player),)
        draft.emit(Event("trigger", 0, d.key, became, player=d.player, rules=("603.7",)))


replace = msgspec.structs.replace


class PlayLand(Action, frozen=True, kw_only=True, tag="play land"):
    """Play a land card, or the land face of a modal double-faced card (305, 712.12)."""

    object: Object
    face: FaceName = None
    by: By = None


@action(PlayLand)
def play_land(draft: Draft, act: PlayLand) -> None:
    """Play a land: once a turn, in a main phase with an empty stack (305.1-2)."""
    obj = draft.present(act.object)
    player = act.player or obj.owner
    if not obj.base.faces:
        raise IllegalAction(f"{draft.name_of(obj.id)} is an ability, and no land", ("305.1",))
    face = 0
    if act.face is not None:
        face = half_named(draft, obj, act.face)
    elif obj.base.form.is_modal:
        lands = [i for i, one in enumerate(obj.base.faces) if one.is_land]
        if len(lands) > 1:
            names = [one.name for one in obj.base.faces]
            raise ChoiceNeeded(player, "face", names, ("712.12",), "the face to play")
        face = lands[0] if lands else 0
    if face and not obj.base.form.is_modal:
        raise IllegalAction(
            "only a modal card's back face may be played as a land", ("712.12", "305.9")
        )
    printed = obj.base.faces[face]
    if not printed.is_land:
        raise IllegalAction(f"{printed.name} is no land", ("305.1", "712.12"))
    check_land(draft, obj, face, player, act.by)
    draft.change_player(player, land_plays=draft.player(player).land_plays + 1)
    arrival = EntersWith(control=player, land_face=face)
    rules = ("305.1", "712.12") if len(obj.base.faces) > 1 else ("305.1",)
    going = ZoneChange(obj.id, "battlefield", by=player, arrival=arrival, rules=rules)
    became = move(draft, [going], act)[0][0]
    draft.priority = player  # 117.3c
    draft.emit(
        Event("play land", became, printed.name, (became,), player=player, rules=(*rules, "116.2a"))
    )


def check_land(
    draft: Draft, obj: GameObject, face: int, player: str, by: str | None = None
) -> None:
    """Refuse a land that may not be played now (305.2-3).

    Raises
    ------
    IllegalAction
    """
    printed = obj.base.faces[face]
    if obj.zone in ("battlefield", "stack"):
        raise IllegalAction(f"{printed.name} is on the {obj.zone}", ("305.1", "116.2a"))
    late = sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(f"{printed.name} may not be played now: {late[0]}", ("305.3", "116.2a"))
    if draft.player(player).land_plays:
        raise IllegalAction(f"{does(player, 'has')} played a land this turn", ("305.2",))
    alone, known = _land(draft, obj, face)
    modeled = by is None or is_there(draft, by)  # another name: an effect that is not modeled
    if not (obj.zone == "hand" and obj.owner == player) and modeled:
        if not any(
            a.of == "play" and matches(draft, a.what, alone, known, whose)
            for a, _, whose, _ in permissions(draft, obj, player)
        ):
            raise IllegalAction(
                f"{player} may not play a land from {obj.zone}", ("305.1", "116.2a")
            )
    check_allowed(draft, "play", player, alone, known, printed.name, obj.zone)


@lru_cache(maxsize=4096)
def _one_face(what: CopiableValues, face: int) -> CopiableValues:
    return replace(what, layout="single", faces=(what.faces[face],))


def _land(draft: Draft, obj: GameObject, face: int) -> tuple[GameObject, Characteristics]:
    """Return the land with the face that is played, which alone is looked at (712.11c, 712.12)."""
    alone = replace(obj, base=_one_face(obj.base, face))
    return alone, derive(alone.base, Circumstances(obj.zone), draft.edition, draft.policies)


def choices_of(name: str) -> list[Nameable]:
    """Return the halves, faces or cards of a name, or refuse what is no one name (201.4b, d)."""
    catalog = load_catalog()
    try:
        found = catalog.resolve(name)
    except AmbiguousName as error:
        # cards that share a name: the name is one choice all the same
        wanted = normal_form(name)
        cards = [catalog.resolve(full).card for full in error.candidates]
        named = [c for card in cards for c in nameable(card) if normal_form(c.name) == wanted]
        if not named:  # words that several names begin with
            raise
        return named
    choices = nameable(found.card)
    face = found.face if found.face is not None else 0 if len(choices) == 1 else None
    if face is None:
        names = [c.name for c in choices]
        raise IllegalAction(
            f"{name!r} is not one name: choose {' or '.join(names)}", choices[0].rules
        )
    return [choices[face]]


def _fits(choice: Nameable, text: str) -> bool:
    """Whether a half or face fits a filter by its own characteristics alone (201.4b, d, e)."""
    alone = Card(choice.name, "normal", (choice.face,))
    return compile_filter(text).matches(seen_card(alone))


class ChooseName(Action, frozen=True, kw_only=True, tag="choose name"):
    """Choose a card name for an object's effect (201.4); without ``name`` it is asked for."""

    object: Object
    name: Annotated[str | None, says("the card name")] = None
    quality: Annotated[str | None, says("a filter that the name's half or face must fit")] = None


@action(ChooseName)
def choose_name(draft: Draft, act: ChooseName) -> None:
    """Choose a card name for an object's effect; a required quality is that of the name's face."""
    source = draft.find_one(act.object)
    player = act.player or draft.active
    name = act.name or act.choose.get("name")
    if name is None:
        raise ChoiceNeeded(player, "choose.name", ("a card name",), ("201.4",), "a card name")
    choices = choices_of(str(name))
    fits = [c for c in choices if not act.quality or _fits(c, act.quality)]
    if not fits:
        raise IllegalAction(
            f"{choices[0].name} does not fit {act.quality!r}, by its own characteristics",
            (*choices[0].rules, "201.4a"),
        )
    choice = fits[0]
    if draft.names is draft.before.names:
        draft.names = draft.names.copy()
    draft.names[source] = choice.name
    name, note = draft.name_of(source), f"chooses {choice.name}"
    draft.emit(Event("name", source, name, player=player, note=note, rules=choice.rules))


class WinGame(Action, frozen=True, kw_only=True, tag="win game"):
    """Win the game, or win it if ``of`` counts at least so much (104.2b)."""

    of: Annotated[str, says("a filter: what is counted")] = ""
    at_least: Annotated[Number, says("how many there must be")] = 0


@action(WinGame)
def win_game(draft: Draft, act: WinGame) -> None:
    """Let a player win, if there is enough of what the effect counts; the others lose (104.2b)."""
    player = act.player or draft.active
    if act.at_least and amount(draft, act.of, player, None) < act.at_least:
        return
    for other in draft.players:
        if other.name != player and not other.lost:
            draft.change_player(other.name, lost=f"{does(player, 'wins')} the game [104.2b]")
    draft.emit(Event("wins", player=player, rules=("104.2b",)))
