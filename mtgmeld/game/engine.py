"""The engine: an action takes a state to the next one and leaves events.

``apply`` is pure: it returns a new state and changes nothing that it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import (
    BadValue,
    ChoiceNeeded,
    IllegalAction,
    MtgmeldError,
    RunawayTriggers,
    UnsupportedRule,
)
from mtgmeld.game import actions as A
from mtgmeld.game import (
    activating,
    attaching,
    casting,
    copying,
    granting,
    lands,
    lasting,
    libraries,
    loyalty,
    mana_abilities,
    marking,
    melding,
    moving,
    naming,
    offers,
    players,
    rooms,
    stack,
    status,
    turns,
)
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.lasting import lost_effects
from mtgmeld.game.legal import Legal, castable, legal_actions
from mtgmeld.game.memo import Memo
from mtgmeld.game.pieces import STEPS
from mtgmeld.game.records import numbers_fit
from mtgmeld.game.state import State
from mtgmeld.game.state_based import check_once
from mtgmeld.game.targets import all_met
from mtgmeld.game.triggers import loops_in, notice, put_on_stack
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.editions import readings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HANDLERS", "Legal", "Transition", "apply", "castable", "legal_actions", "settle"]

MOST_EVENTS = 50_000
MOST_ROUNDS = 300


def _note(draft: Draft, act: A.Note) -> None:
    """Do nothing."""


def _pass(draft: Draft, act: A.Pass) -> None:
    """Let every player pass: the top of the stack resolves, or the step ends (117.4)."""
    if draft.places.get("stack"):
        stack.resolve(draft, A.Resolve(**act.choices()))
    else:
        turns.next_step(draft, A.NextStep(**act.choices()))


HANDLERS: Mapping[type[A.Action], Callable[[Draft, Any], None]] = {
    A.CastSpell: casting.cast,
    A.PlayLand: lands.play_land,
    A.Unlock: rooms.unlock,
    A.Activate: activating.activate,
    A.ActivateLoyalty: loyalty.activate_loyalty,
    A.Attack: status.attack,
    A.TapForMana: mana_abilities.tap_for_mana,
    A.ChooseName: naming.choose_name,
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
    A.LockOrUnlock: rooms.lock_or_unlock,
    A.Transform: status.transform,
    A.TurnFaceDown: status.turn_face_down,
    A.TurnFaceUp: status.turn_face_up,
    A.Flip: status.flip,
    A.BecomeCopy: copying.become_copy,
    A.CreateToken: copying.create_token,
    A.CreateTokenCopy: copying.create_token_copy,
    A.PutCounters: marking.put_counters,
    A.RemoveCounters: marking.remove_counters,
    A.Attach: attaching.attach,
    A.GainControl: lasting.gain_control,
    A.Tap: status.tap,
    A.Untap: status.untap,
    A.Change: lasting.change,
    A.Damage: marking.damage,
    A.GainLife: marking.gain_life,
    A.AddMana: mana_abilities.add_mana,
    A.Allow: granting.allow,
    A.MayCast: offers.may_cast,
    A.Cascade: offers.cascade,
    A.Discover: offers.discover,
    A.Reveal: libraries.reveal,
    A.ExileAsItResolves: granting.exile_as_it_resolves,
    A.Plot: granting.plot,
    A.Search: libraries.search,
    A.Surveil: libraries.surveil,
    A.WinGame: players.win_game,
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

    def _repr_html_(self) -> str:
        from mtgmeld.showing import transition_html

        return transition_html(self)

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
    UnknownName, AmbiguousName
        For an object or player that the action names, with near names.
    RunawayTriggers
        If nothing comes to rest.
    UnsupportedRule
        For more than is modeled: far more tokens, mana or events than any game has.
    """
    if edition is not None or policies is not None:
        state = msgspec.structs.replace(
            state,
            edition=state.edition if edition is None else edition_of(edition),
            policies=state.policies if policies is None else readings(policies),
            memo=Memo(),
        )
    draft = Draft.of(state)
    if action.player is not None:
        draft.player(action.player)
    numbers_fit(action, "the action")
    if action.choose:
        _choices_fit(action)
    if action.during is not None:
        _during(draft, action.during)
    try:
        HANDLERS[type(action)](draft, action)
        if action.during is not None:
            draft.step, draft.active = state.step, state.active
        settle(draft, action)
    except ChoiceNeeded:
        # a misspelled target is no missing one
        all_met(draft)
        raise
    all_met(draft)
    if max(len(state.this_turn) + len(draft.events), len(draft.known)) > MOST_EVENTS:
        raise UnsupportedRule(f"more than {MOST_EVENTS} events in a turn are not modeled")
    return Transition(state, action, draft.freeze(), tuple(draft.events))


# choices of several things in order; every other one is of one thing
_SEVERAL = ("first", "graveyard", "cast")
# what may be said of one of several spells that are cast (608.2g)
_OF_A_SPELL = frozenset(("part", "object", "target", "x"))


def _choices_fit(action: A.Action) -> None:
    """Refuse a choice that is no name, number or, where several are chosen, list of them."""
    for name, value in action.choose.items():
        several = name in _SEVERAL and isinstance(value, list)
        for one in value if several else (value,):
            if name == "cast" and isinstance(one, dict) and _OF_A_SPELL.issuperset(one):
                continue
            if not isinstance(one, str | int) or isinstance(one, bool):
                raise BadValue("the action", "choose", f"{name} takes a name or handle")


def _during(draft: Draft, when: str) -> None:
    """Try an action in another step: ``upkeep``, or ``opponent's upkeep``."""
    from mtgmeld.errors import UnknownName

    if when.startswith("your "):
        when = when.replace("your ", "you's ", 1)
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
        if draft.matched != len(draft.events):
            notice(draft)
        if not draft.pending:
            return
        put_on_stack(draft, act)
    raise RunawayTriggers(
        f"state-based actions and triggers do not come to rest in {MOST_ROUNDS} rounds",
        loops_in(draft),
    )


def refused(state: State, action: A.Action) -> MtgmeldError | None:
    """Return the refusal of an action, or None if it is legal."""
    try:
        apply(state, action)
    except (IllegalAction, ChoiceNeeded) as error:
        return error
    return None
