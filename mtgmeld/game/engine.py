"""The engine: an action takes a state to the next one and leaves events.

``apply`` is pure: it returns a new state and changes nothing that it was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec.structs import astuple, replace

from mtgmeld.arrow import stream_of
from mtgmeld.errors import (
    BadValue,
    ChoiceNeeded,
    IllegalAction,
    MtgmeldError,
    UnaskedChoice,
    UnsupportedRule,
)
from mtgmeld.game import (  # noqa: F401  (each registers the actions of its family)
    activating,
    casting,
    copying,
    durations,
    effects,
    melding,
    moving,
    permissions,
    resolution,
    rooms,
    status,
    turns,
)
from mtgmeld.game.actions import ASKED, HANDLERS, Action, Choices, action
from mtgmeld.game.card_abilities import faces_of, modeled_note
from mtgmeld.game.draft import Draft
from mtgmeld.game.resolution import Resolve
from mtgmeld.game.state import State
from mtgmeld.game.state_based import settle
from mtgmeld.game.targets import all_met, left_over, refs_of
from mtgmeld.game.turns import NextStep
from mtgmeld.game.values import STEPS, Event
from mtgmeld.hooks import frame_of, html_of
from mtgmeld.records import checked, says
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.editions import readings

if TYPE_CHECKING:
    import pandas as pd

MOST_EVENTS = 50_000


class Note(Action, frozen=True, kw_only=True, tag="note"):
    """Do nothing: a place for expectations."""

    text: Annotated[str, says("what there is to say")] = ""


@action(Note)
def _note(draft: Draft, act: Note) -> None:
    """Do nothing."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Pass priority; when all have passed the top of the stack resolves or the step ends."""


@action(Pass)
def _pass(draft: Draft, act: Pass) -> None:
    """Let every player pass: the top of the stack resolves, or the step ends (117.4)."""
    if draft.places.get("stack"):
        resolution.resolve(draft, Resolve(**act.choices()))
    else:
        turns.next_step(draft, NextStep(**act.choices()))


class Transition(msgspec.Struct, frozen=True, gc=False):
    """What an action did.

    Attributes
    ----------
    before, after : State
    action : Action
    events : tuple of Event

    Examples
    --------
    >>> game = mm.new_game().put("Chittering Host", id="host").state()
    >>> dies = mm.actions.Destroy(object="host", order=["Graf Rats", "Midnight Scavengers"])
    >>> done = mm.apply(game, dies)
    >>> [event.kind for event in done.events]
    ['move']
    >>> [done.after.name_of(obj) for obj in done.after.in_zone("graveyard", "you")]
    ['Graf Rats', 'Midnight Scavengers']
    """

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        kind = self.action.__struct_config__.tag
        return f"<Transition: {kind}, {len(self.events)} events>"

    def _repr_html_(self) -> str:
        return html_of(self)

    def to_frame(self, lists: bool = False) -> pd.DataFrame:
        """Return one row an event: see :func:`mtgmeld.frames.games.events_frame`.

        Examples
        --------
        >>> game = mm.new_game().put("Chittering Host", id="host").state()
        >>> dies = mm.actions.Destroy(object="host", order=["Graf Rats", "Midnight Scavengers"])
        >>> done = mm.apply(game, dies)
        >>> done.to_frame()[["event", "name", "objects_moved", "cards_moved"]]
          event             name  objects_moved  cards_moved
        0  move  Chittering Host              1            2
        """
        return frame_of(self, "events", lists)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return stream_of(self.to_frame(lists=True), requested_schema)


def apply(
    state: State,
    action: Action,
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
    UnaskedChoice
        For a choice that nothing asks for.
    UnsupportedRule
        For more than is modeled: far more tokens, mana or events than any game has.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
    >>> after = mm.apply(game, mm.actions.Unlock(object="room", half="left")).after
    >>> after.value("room", "names").value, after.value("room", "mana_value").value
    (('Bottomless Pool',), 1)
    """
    if edition is not None or policies is not None:
        state = replace(
            state,
            edition=state.edition if edition is None else edition_of(edition),
            policies=state.policies if policies is None else readings(policies),
        )
    handler = HANDLERS.get(type(action))
    if handler is None:
        raise BadValue("what is applied", "", f"{action!r} is no action")
    action = checked(action, "the action {tag}")
    draft = Draft.of(state)
    if action.player is not None:
        draft.player(action.player)
    given = action
    if action.choose:
        _choices_fit(action)
        action = replace(action, choose=Choices(action.choose))
    if action.during is not None:
        _during(draft, action.during)
    try:
        handler(draft, action)
        if action.during is not None:
            draft.step, draft.active = state.step, state.active
        settle(draft, action)
    except ChoiceNeeded:
        # a misspelled target is no missing one
        all_met(draft)
        raise
    if draft.given or draft.unmet:
        all_met(draft)
    _all_asked(given, action, draft)
    events = tuple(draft.events)
    if len(state.this_turn) + len(events) > MOST_EVENTS or len(draft.known) > MOST_EVENTS:
        raise UnsupportedRule(f"more than {MOST_EVENTS} events in a turn are not modeled")
    return Transition(state, given, draft.freeze(events, settled=True), events)


# choices of several things in order; every other one is of one thing
_SEVERAL = frozenset("convoke first find graveyard cast modes object discard bottom divide".split())
# what may be said of one of several spells that are cast (608.2g)
_OF_A_SPELL = frozenset(("part", "object", "target", "x"))


def _choices_fit(action: Action) -> None:
    """Refuse a choice that is no name, number or, where several are chosen, list of them."""
    for name, value in action.choose.items():
        several = name in _SEVERAL and isinstance(value, list)
        for one in value if several else (value,):
            if name == "cast" and isinstance(one, dict) and _OF_A_SPELL.issuperset(one):
                continue
            if name == "divide" and isinstance(one, dict):
                continue
            if name == "pay" and isinstance(one, bool):
                continue
            if not isinstance(one, str | int) or isinstance(one, bool):
                raise BadValue("the action", "choose", f"{name} takes a name or handle")


_CHOICES = slice(*(Action.__struct_fields__.index(n) for n in ("order", "during")))
_NONE_GIVEN = astuple(Action())[_CHOICES]


def _all_asked(given: Action, action: Action, draft: Draft) -> None:
    """Refuse a choice that nothing has asked for: it is a slip, and would be swallowed.

    Raises
    ------
    UnaskedChoice
    """
    if astuple(given)[_CHOICES] == _NONE_GIVEN:
        return
    vain = [n for n in ASKED if getattr(given, n) is not None and n not in draft.used]
    if given.choose:
        asked = Choices.of(action.choose).asked
        vain += [f"choose.{n}" for n in given.choose if n not in asked]
    if "target" in draft.used:
        vain += [f"target.{one}" for one in left_over(draft, refs_of(given.target))]
    if vain:
        what = f"the action {given.__struct_config__.tag!r}"
        note = _not_modeled(draft)
        why = f"; {note[0].lower()}{note[1:].removesuffix('.')}" if note else ""
        raise UnaskedChoice(what, vain[0], f"nothing asks for it{why}")


def _not_modeled(draft: Draft) -> str:
    """Return what is not modeled of the spells and abilities that an action has dealt with."""
    dealt = [draft.last(e.obj) for e in draft.events if e.obj]
    those = [o for o in dealt if o is not None and o.zone == "stack"]
    sources = [draft.last(o.ability.source) for o in those if o.ability is not None]
    return modeled_note(faces_of(o for o in (*those, *sources) if o is not None))


def apply_asked(state: State, action: Action) -> Transition:
    """Apply an action; a choice that nothing asks for is left out.

    Examples
    --------
    >>> game = mm.new_game().put("Grizzly Bears", id="bears").state()
    >>> act = mm.actions.Destroy(object="bears", keep="bears")
    >>> print(mm.game.engine.apply_asked(game, act).action.keep)
    None
    """
    while True:
        try:
            return apply(state, action)
        except UnaskedChoice as error:
            field, part, name = error.field.partition(".")
            idle: Any = None
            if field == "choose":
                idle = {n: v for n, v in action.choose.items() if n != name}
            elif part:
                idle = [one for one in refs_of(action.target) if str(one) != name] or None
            action = replace(action, **{field: idle})


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


def refused(state: State, action: Action) -> MtgmeldError | None:
    """Return the refusal of an action, or None if it is legal."""
    try:
        apply(state, action)
    except (IllegalAction, ChoiceNeeded) as error:
        return error
    return None
