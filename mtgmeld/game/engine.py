"""The engine: an action takes a state to the next one and leaves events.

``apply`` is pure: it returns a new state and changes nothing that it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction, MtgmeldError, RunawayTriggers
from mtgmeld.game import actions as A
from mtgmeld.game import (
    casting,
    copying,
    lasting,
    mana_abilities,
    melding,
    moving,
    rooms,
    stack,
    status,
    turns,
)
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.lasting import lost_effects
from mtgmeld.game.layers import copiable_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.payment import can_pay, pool_of
from mtgmeld.game.state import State
from mtgmeld.game.state_based import check_once
from mtgmeld.game.status import check_attack
from mtgmeld.game.triggers import notice, put_on_stack
from mtgmeld.mana import ManaCost
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.editions import readings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HANDLERS", "Legal", "Transition", "apply", "castable", "legal_actions", "settle"]

MOST_ROUNDS = 300


def _note(draft: Draft, act: A.Note) -> None:
    """Do nothing."""


def _pass(draft: Draft, act: A.Pass) -> None:
    """Let every player pass: the top of the stack resolves, or the step ends (117.4)."""
    if draft.places.get("stack"):
        stack.resolve(draft, A.Resolve(**_choices(act)))
    else:
        turns.next_step(draft, A.NextStep(**_choices(act)))


def _choices(act: A.Action) -> dict[str, Any]:
    names = A.Action.__struct_fields__
    return {n: getattr(act, n) for n in names}


def _loyalty(draft: Draft, act: A.ActivateLoyalty) -> None:
    obj = draft.present(act.object)
    player = act.player or obj.controller
    known = draft.characteristics(obj.id)
    if "Planeswalker" not in known.types.value:
        raise IllegalAction(f"{draft.name_of(obj.id)} is no planeswalker", ("606.1",))
    moving.forbidden(draft, "activate", player, obj)
    late = casting.sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(f"loyalty abilities may not be activated now: {late[0]}", ("606.3",))
    draft.emit(
        Event(
            "activate",
            obj.id,
            draft.name_of(obj.id),
            (obj.id,),
            player=player,
            note="a loyalty ability; its effect is not modeled",
            rules=("606.3",),
        )
    )


HANDLERS: Mapping[type[A.Action], Callable[[Draft, Any], None]] = {
    A.CastSpell: casting.cast,
    A.PlayLand: casting.play_land,
    A.Unlock: rooms.unlock,
    A.Activate: mana_abilities.activate,
    A.ActivateLoyalty: _loyalty,
    A.Attack: status.attack,
    A.TapForMana: mana_abilities.tap_for_mana,
    A.ChooseName: moving.choose_name,
    A.Pass: _pass,
    A.Resolve: stack.resolve,
    A.Counter: stack.counter,
    A.CopySpell: copying.copy_spell,
    A.CopyAbility: copying.copy_ability,
    A.CastCopy: copying.cast_copy,
    A.Destroy: moving.destroy,
    A.Sacrifice: moving.sacrifice,
    A.Exile: moving.exile,
    A.ReturnToHand: moving.return_to_hand,
    A.PutIntoLibrary: moving.put_into_library,
    A.PutIntoGraveyard: moving.put_into_graveyard,
    A.PutIntoCommand: moving.put_into_command,
    A.Draw: moving.draw,
    A.Mill: moving.mill,
    A.Discard: moving.discard,
    A.PutOntoBattlefield: moving.put_onto_battlefield,
    A.Blink: moving.blink,
    A.Meld: melding.meld,
    A.UnlockByEffect: rooms.unlock_by_effect,
    A.LockByEffect: rooms.lock_by_effect,
    A.Transform: status.transform,
    A.TurnFaceDown: status.turn_face_down,
    A.TurnFaceUp: status.turn_face_up,
    A.Flip: status.flip,
    A.BecomeCopy: copying.become_copy,
    A.CreateToken: copying.create_token,
    A.CreateTokenCopy: copying.create_token_copy,
    A.PutCounters: moving.put_counters,
    A.RemoveCounters: moving.remove_counters,
    A.Attach: status.attach,
    A.GainControl: lasting.gain_control,
    A.Tap: status.tap,
    A.Untap: status.untap,
    A.Change: lasting.change,
    A.Damage: moving.damage,
    A.GainLife: moving.gain_life,
    A.AddMana: mana_abilities.add_mana,
    A.Shuffle: moving.shuffle,
    A.AtStep: moving.at_step,
    A.LayEffect: moving.lay_effect,
    A.EndEffect: moving.end_effect,
    A.Note: _note,
    A.NextStep: turns.next_step,
    A.NextTurn: turns.next_turn,
}


class Transition(msgspec.Struct, frozen=True, gc=False):
    """What an action did.

    Attributes
    ----------
    before, after : State
    action : Action
    events : tuple of Event
    """

    before: State
    action: A.Action
    after: State
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        kind = self.action.__struct_config__.tag
        return f"<Transition: {kind}, {len(self.events)} events>"

    def to_frame(self) -> pd.DataFrame:
        """Return one row an event: see :func:`mtgmeld.game_frames.events_frame`."""
        from mtgmeld.game_frames import events_frame

        return events_frame([self])


def apply(
    state: State,
    action: A.Action,
    *,
    edition: str | None = None,
    policies: Mapping[str, str] | None = None,
) -> Transition:
    """Return what an action does to a state.

    Parameters
    ----------
    state : State
    action : Action
    edition : str, optional
        A date; the state's own edition by default.
    policies : mapping, optional
        Readings other than the state's.

    Returns
    -------
    Transition
        With the state after it and the events in order.  State-based actions have been
        performed and abilities that triggered stand on the stack (704.3, 603.3).

    Raises
    ------
    IllegalAction
        With the rules that forbid it.
    ChoiceNeeded
        If a choice is called for that the action does not give; it lists the options.
    RunawayTriggers
        If nothing comes to rest.
    """
    if edition is not None or policies is not None:
        state = msgspec.structs.replace(
            state,
            edition=state.edition if edition is None else edition_of(edition),
            policies=state.policies if policies is None else readings(policies),
        )
    draft = Draft(state)
    if action.during is not None:
        _during(draft, action.during)
    HANDLERS[type(action)](draft, action)
    if action.during is not None:
        draft.step, draft.active = state.step, state.active
    settle(draft, action)
    return Transition(state, action, draft.freeze(), tuple(draft.events))


def _during(draft: Draft, when: str) -> None:
    """Try an action in another step: ``upkeep``, or ``opponent's upkeep``."""
    from mtgmeld.errors import UnknownName
    from mtgmeld.game.state import STEPS

    player, sign, step = when.partition("'s ")
    if sign:
        draft.active = draft.player(player).name
    else:
        step = when
    if step == "turn":
        return
    if step not in STEPS:
        raise UnknownName("step", step, STEPS)
    draft.step = step


def settle(draft: Draft, act: A.Action) -> None:
    """Perform state-based actions and stack what has triggered, until neither is left (117.5)."""
    for _ in range(MOST_ROUNDS):
        if draft.delayed:
            moving.returned(draft, act)
        lost_effects(draft)
        notice(draft)
        if check_once(draft, act):
            continue
        notice(draft)
        if not draft.pending:
            return
        put_on_stack(draft, act)
    raise RunawayTriggers(
        f"state-based actions and triggers do not come to rest in {MOST_ROUNDS} rounds"
    )


# ---------------------------------------------------------------- what may be done


class Legal(msgspec.Struct, frozen=True, gc=False):
    """Something that a player may do now.

    Attributes
    ----------
    action : Action
    says : str
    cost : str
    rules : tuple of str
        The rules that allow it.
    """

    action: A.Action
    says: str
    cost: str
    rules: tuple[str, ...]


def legal_actions(
    state: State, player: str | None = None, mana: str | None = None
) -> tuple[Legal, ...]:
    """Return what a player may do now, each with the rules that allow it.

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        Only what this mana (``{2}{U}``) pays for.

    Returns
    -------
    tuple of Legal
        Casting by half, face or fused; playing a land; unlocking; activating modelled
        abilities; tapping for mana; attacking; passing.
    """
    name = player or state.active
    state.player(name)
    draft = Draft(state)
    found = [*_casts(draft, name), *_lands(draft, name), *_permanents(draft, name)]
    found.append(Legal(A.Pass(player=name), "pass priority", "", ("117.3d",)))
    if mana is not None:
        pool = pool_of(mana)
        found = [f for f in found if not f.cost or can_pay(ManaCost.parse(f.cost), pool)]
    return tuple(found)


def castable(state: State, player: str, mana: str | None = None) -> tuple[Legal, ...]:
    """Return the halves, faces and fused spells that a player may cast now for some mana."""
    return tuple(f for f in legal_actions(state, player, mana) if isinstance(f.action, A.CastSpell))


def _casts(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.things.values()):
        if obj.zone in ("battlefield", "stack") or not obj.cards:
            continue
        for mode in casting.modes(draft, obj, player):
            try:
                spell, known = casting.check(draft, obj, mode, player)
                cost, rules = casting.total_cost(draft, spell, known, mode, player, 0)
            except IllegalAction:
                continue
            fused = len(mode.halves) > 1
            half = None
            if len(mode.halves) == 1:
                half = obj.base.faces[mode.halves[0]].name
            face = obj.base.faces[mode.face].name if obj.base.layout == "modal_dfc" else None
            action = A.CastSpell(
                object=draft._handle_of(obj.id)
                if not draft._handle_of(obj.id).isdigit()
                else obj.id,
                half=half,
                fused=fused,
                face=face,
                transformed=mode.face == 1 and obj.base.layout == "transform",
                by=mode.by or None,
                free=mode.free,
                player=player,
            )
            x = " with X = 0" if mode.cost is not None and mode.cost.variables else ""
            says = f"cast {mode.label} from {obj.zone}{x}"
            yield Legal(action, says, str(cost), tuple(dict.fromkeys((*mode.rules, *rules))))


def _lands(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.things.values()):
        if obj.zone in ("battlefield", "stack") or not obj.cards:
            continue
        for i, face in enumerate(obj.base.faces):
            if not face.is_land or (i and obj.base.layout != "modal_dfc"):
                continue
            try:
                casting.check_land(draft, obj, i, player)
            except IllegalAction:
                continue
            action = A.PlayLand(object=obj.id, face=face.name, player=player)
            rules = ("305.1", "712.12") if i else ("305.1",)
            yield Legal(action, f"play {face.name} from {obj.zone}", "", rules)


def _permanents(draft: Draft, player: str) -> Iterator[Legal]:
    for obj in list(draft.battlefield()):
        if obj.controller != player:
            continue
        yield from _unlocks(draft, obj, player)
        for ability in mana_abilities.activated(draft, obj):
            try:
                mana_abilities.check_activate(draft, obj, ability, player)
            except IllegalAction:
                continue
            action: A.Action = A.Activate(object=obj.id, ability=ability.key, player=player)
            yield Legal(action, f"activate {ability.key}", ability.cost, ("602.2",))
        if any(s.taps for s in mana_abilities.mana_abilities(draft, obj)):
            try:
                mana_abilities.check_tap(draft, obj, player, True, False)
            except IllegalAction:
                pass
            else:
                action = A.TapForMana(object=obj.id, player=player)
                yield Legal(
                    action, f"tap {draft.name_of(obj.id)} for mana", "", ("106.12", "605.3a")
                )
        if draft.step == "declare attackers" and draft.active == player:
            try:
                check_attack(draft, obj, player)
            except IllegalAction:
                continue
            attack = A.Attack(object=[obj.id], player=player)
            yield Legal(attack, f"attack with {draft.name_of(obj.id)}", "", ("508.1a",))


def _unlocks(draft: Draft, obj: Obj, player: str) -> Iterator[Legal]:
    what = copiable_of(draft, obj)
    if not what.shared_type_line or obj.face_down:
        return
    for half, face in enumerate(what.faces):
        try:
            rooms.check_unlock(draft, obj, half, player)
            cost, rules = rooms.unlock_cost(draft, obj, half)
        except (IllegalAction, ChoiceNeeded):
            continue
        if cost is None:
            continue
        action = A.Unlock(object=obj.id, half=face.name, player=player)
        yield Legal(action, f"unlock {face.name}", str(cost), (*rules, "116.2m"))


def refused(state: State, action: A.Action) -> MtgmeldError | None:
    """Return the refusal of an action, or None if it is legal."""
    try:
        apply(state, action)
    except (IllegalAction, ChoiceNeeded) as error:
        return error
    return None
