"""All states that can be reached: every action tried in every state, like states merged.

Two states are alike when they differ only in object numbers, timestamps and turn numbers;
what has happened and how often a watch has counted does not tell them apart either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, MtgmeldError, RunawayTriggers
from mtgmeld.game.actions import Action
from mtgmeld.game.engine import apply, legal_actions
from mtgmeld.game.objects import Obj
from mtgmeld.game.state import State
from mtgmeld.game.status import is_sick
from mtgmeld.rules.citations import TwoAnswers

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Edge", "Exploration", "choices_of", "explore", "signature"]

replace = msgspec.structs.replace
Actions = Sequence[Action] | Callable[[State], Iterable[Action]] | None

MOST_STATES = 1_000_000
MOST_CHOICES = 64


class Edge(msgspec.Struct, frozen=True, gc=False):
    """A transition between two explored states.

    Attributes
    ----------
    start, end : int
        Numbers of the states.
    action : Action
        With the choices that were made.
    objects, cards : int
        How many objects and cards changed zones (712.21e).
    """

    start: int
    end: int
    action: Action
    objects: int
    cards: int


class Exploration(msgspec.Struct, frozen=True):
    """What can be reached from a state.

    Attributes
    ----------
    states : tuple of State
        Each once, in order of discovery; the first is the start.
    depths : tuple of int
        After how many actions each was reached first.
    edges : tuple of Edge
    complete : bool
        Whether nothing further can be reached: the last round found no new state.
    faults : tuple of (int, str)
        Broken invariants, by the state's number; empty where all is well.
    """

    states: tuple[State, ...]
    depths: tuple[int, ...]
    edges: tuple[Edge, ...]
    complete: bool
    faults: tuple[tuple[int, str], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many new states each depth brought, from depth 0."""
        found = Counter(self.depths)
        return tuple(found[d] for d in range(max(found) + 1))

    def __repr__(self) -> str:
        return (
            f"<Exploration: {len(self.states)} states, {len(self.edges)} transitions,"
            f" by depth {self.counts}>"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row a state: see :func:`mtgmeld.exploring.states_frame`."""
        from mtgmeld.exploring import states_frame

        return states_frame(self)

    def transitions(self) -> pd.DataFrame:
        """Return one row a transition: see :func:`mtgmeld.exploring.edges_frame`."""
        from mtgmeld.exploring import edges_frame

        return edges_frame(self)


def explore(
    state: State,
    actions: Actions = None,
    depth: int = 4,
    *,
    merge: bool = True,
    executor: Executor | None = None,
    limit: int = MOST_STATES,
) -> Exploration:
    """Return every state that can be reached in at most `depth` actions.

    Parameters
    ----------
    state : State
    actions : sequence of Action or callable, optional
        What is tried in every state; a callable gives the actions for a state.  By default
        what each player may legally do, passing left out.
    depth : int
    merge : bool
        Whether states that are alike count once; otherwise each way to a state counts.
    executor : concurrent.futures.Executor, optional
        Carries the work of each depth: a process pool, or the executor of a cluster.
    limit : int
        The most states to keep.

    Returns
    -------
    Exploration

    Raises
    ------
    RunawayTriggers
        If there are more than `limit` states.

    Notes
    -----
    An action that is refused is no transition; one that asks for a choice is tried with
    each of the options.  Every state is checked for broken invariants.
    """
    states, depths, edges = [state], [0], []
    known = {signature(state): 0}
    bad = [(0, f) for f in faults_in(state)]
    front = [0]
    complete = False
    for level in range(1, depth + 1):
        found = _expand_all([states[i] for i in front], actions, executor)
        following: list[int] = []
        for i, steps in zip(front, found, strict=True):
            for action, after, objects, cards, broken in steps:
                key = signature(after) if merge else None
                at = known.get(key) if merge else None
                if at is None:
                    at = len(states)
                    if at >= limit:
                        raise RunawayTriggers(f"there are more than {limit} states to explore")
                    if merge:
                        known[key] = at
                    states.append(after)
                    depths.append(level)
                    following.append(at)
                    bad += [(at, f) for f in broken]
                edges.append(Edge(i, at, action, objects, cards))
        if not following:
            complete = True
            break
        front = following
    return Exploration(tuple(states), tuple(depths), tuple(edges), complete, tuple(bad))


Step = tuple[Action, State, int, int, tuple[str, ...]]


def _expand_all(
    states: list[State], actions: Actions, executor: Executor | None
) -> Iterable[list[Step]]:
    if executor is None or len(states) < 2:
        return [_expand(s, actions) for s in states]
    size = max(1, len(states) // 32)
    chunks = [states[i : i + size] for i in range(0, len(states), size)]
    futures = [executor.submit(_expand_chunk, c, actions) for c in chunks]
    return [steps for f in futures for steps in f.result()]


def _expand_chunk(states: list[State], actions: Actions) -> list[list[Step]]:
    return [_expand(s, actions) for s in states]


def _expand(state: State, actions: Actions) -> list[Step]:
    """Return every transition out of a state."""
    if actions is None:
        tried: Iterable[Action] = _legal(state)
    elif callable(actions):
        tried = actions(state)
    else:
        tried = actions
    return [step for action in tried for step in _tried(state, action)]


def _legal(state: State) -> Iterator[Action]:
    for player in state.players:
        for legal in legal_actions(state, player.name):
            if legal.action.__struct_config__.tag != "pass":
                yield legal.action


def _tried(state: State, action: Action) -> Iterator[Step]:
    for made, done in choices_of(state, action):
        moved = [e for e in done.events if e.kind == "move"]
        yield (
            made,
            done.after,
            sum(e.objects for e in moved),
            sum(e.cards for e in moved),
            faults_in(done.after),
        )


def choices_of(state: State, action: Action) -> Iterator[tuple[Action, Any]]:
    """Yield an action with every combination of the choices it asks for, and what each does.

    A combination that is refused is left out.
    """
    waiting, tries = [action], 0
    while waiting and tries < MOST_CHOICES:
        tries += 1
        now = waiting.pop(0)
        try:
            yield now, apply(state, now)
        except ChoiceNeeded as error:
            waiting += _with_options(now, error)
        except MtgmeldError:
            continue


def _with_options(action: Action, asked: ChoiceNeeded) -> Iterator[Action]:
    head, _, rest = asked.argument.partition(".")
    for option in asked.options:
        value = list(option) if isinstance(option, tuple) else option
        if rest:
            yield replace(action, choose={**action.choose, rest: value})
        elif head in action.__struct_fields__:
            yield replace(action, **{head: value})


def faults_in(state: State) -> tuple[str, ...]:
    """Return broken invariants of a state, those of its values included.

    Beside :meth:`State.faults`: a melded permanent has no text but its combined face's, and
    every mana value is the sum of the parts that explain it.
    """
    found = list(state.faults())
    for obj in state.things.values():
        if obj.ability is not None:
            continue
        known = state.characteristics(obj.id)
        value = known.mana_value
        if value.parts and value.rules[:1] != ("202.3",) and not value.policy:
            each = tuple(p.value for p in value.parts)
            # while each half answered for itself there was no sum (rules to 2017)
            whole = TwoAnswers(each) if isinstance(value.value, TwoAnswers) else sum(each)
            if whole != value.value:
                name = state.name_of(obj.id)
                found.append(f"{name}: mana value {value.value}, parts make {whole}")
        if obj.is_melded and obj.copy is None:
            own = {f.name for f in obj.base.faces}
            if not set(known.text.value) <= own and not state.effects:
                found.append(f"{state.name_of(obj.id)}: has text of {known.text.value} [712.8g]")
    return tuple(found)


# ---------------------------------------------------------------- what makes two states alike


def signature(state: State) -> Any:
    """Return what a state is, apart from object numbers, timestamps and turn numbers."""
    of = {i: _of_object(state, o) for i, o in state.things.items()}
    zones = []
    for key in sorted(state.places):
        rows = [of[i] for i in state.places[key]]
        ordered = key.startswith(("library", "graveyard")) or key == "stack"
        zones.append((key, tuple(rows) if ordered else tuple(sorted(rows, key=repr))))
    effects = tuple(
        (tuple(of[i] for i in e.ids if i in of), e.until, repr(e.change), e.copy)
        for e in sorted(state.effects, key=lambda e: e.timestamp)
    )
    attached = tuple(
        sorted(
            (repr(of[i]), repr(_host(of, o.attached)))
            for i, o in state.things.items()
            if o.attached is not None
        )
    )
    players = tuple((p.name, p.life, p.pool, p.land_plays, p.lost) for p in state.players)
    links = tuple(
        sorted(repr(tuple(of[i] for i in ids if i in of)) for ids in state.links.values())
    )
    delayed = tuple(
        (d.key, d.when, d.player, d.note, tuple(of[i] for i in d.found if i in of))
        for d in state.delayed
    )
    names = tuple(sorted((repr(of[i]), n) for i, n in state.names.items() if i in of))
    standing = tuple(a.key for a in state.standing)
    where = (state.active, state.step, state.priority)
    return (where, players, tuple(zones), effects, attached, links, delayed, names, standing)


def _of_object(state: State, obj: Obj) -> tuple[Any, ...]:
    bundle = obj.ability
    ability = None
    if bundle is not None:
        source = state.last(bundle.source) if bundle.source else None
        ability = (bundle.key, source.cards if source is not None else (), bundle.x)
    return (
        obj.cards,
        obj.base if not obj.cards else None,
        obj.zone,
        obj.controller,
        obj.face,
        obj.face_down,
        obj.tapped,
        obj.attacking,
        obj.unlocked,
        obj.counters,
        obj.copy,
        None if obj.cast is None else (obj.cast.halves, obj.cast.face, obj.cast.x, obj.cast.by),
        ability,
        obj.damage,
        obj.zone == "battlefield" and is_sick(state, obj),
    )


def _host(of: dict[int, Any], attached: int | str | None) -> Any:
    """Return what an object is attached to, without its number."""
    return of.get(attached, attached) if isinstance(attached, int) else attached
