"""All states that can be reached: every action tried in every state, like states merged."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

import msgspec

from mtgmeld.arrow import stream_of
from mtgmeld.errors import BadValue, ChoiceNeeded, MtgmeldError, RunawayTriggers
from mtgmeld.game.actions import Action
from mtgmeld.game.canonical import digest
from mtgmeld.game.engine import Pass, Transition, apply
from mtgmeld.game.faults import faults_in
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.resolution import Resolve
from mtgmeld.game.state import State
from mtgmeld.hooks import ask, frame_of

if TYPE_CHECKING:
    import pandas as pd
    from networkx import MultiDiGraph


replace = msgspec.structs.replace
Actions = Sequence[Action] | Callable[[State], Iterable[Action]] | None
Merge = bool | Callable[[State], Hashable]
Progress = Callable[[int, int, int], object]

MOST_STATES = 1_000_000
MOST_CHOICES = 10_000
# choices of an action that may hold several, and get one more each time that it asks
_SEVERAL = ("order", "replacement", "keep", "target")


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
    rules : tuple of str
        The rules that what happened rests on.
    """

    start: int
    end: int
    action: Action
    objects: int
    cards: int
    rules: tuple[str, ...] = ()


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

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", unlocked="left", id="room").state()
    >>> doors = [mm.actions.Unlock(object="room", half=half) for half in ("left", "right")]
    >>> found = mm.explore(game, doors)
    >>> len(found.states), len(found.edges), found.complete
    (2, 1, True)
    """

    states: tuple[State, ...]
    depths: tuple[int, ...]
    edges: tuple[Edge, ...]
    complete: bool
    faults: tuple[tuple[int, str], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many new states each depth brought, from depth 0.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> doors = [mm.actions.Unlock(object="room", half=half) for half in ("left", "right")]
        >>> mm.explore(game, doors, depth=2).counts
        (1, 2, 1)
        """
        found = Counter(self.depths)
        return tuple(found[d] for d in range(max(found) + 1))

    def __repr__(self) -> str:
        return (
            f"<Exploration: {len(self.states)} states, {len(self.edges)} transitions,"
            f" by depth {self.counts}>"
        )

    def to_frame(self, lists: bool = False) -> pd.DataFrame:
        """Return one row a state: see :func:`mtgmeld.frames.explored.exploration_frame`.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> doors = [mm.actions.Unlock(object="room", half=half) for half in ("left", "right")]
        >>> mm.explore(game, doors, depth=2).to_frame()[["state", "depth"]]
           state  depth
        0      0      0
        1      1      1
        2      2      1
        3      3      2
        """
        return frame_of(self, "states", lists)

    def transitions(self, lists: bool = False) -> pd.DataFrame:
        """Return one row a transition: see :func:`mtgmeld.frames.explored.edges_frame`.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> doors = [mm.actions.Unlock(object="room", half=half) for half in ("left", "right")]
        >>> mm.explore(game, doors, depth=2).transitions().iloc[:, :3]
           start  end  action
        0      0    1  unlock
        1      0    2  unlock
        2      2    3  unlock
        """
        return frame_of(self, "transitions", lists)

    def to_networkx(self) -> MultiDiGraph[int]:
        """Return a graph of networkx, a node a state, an edge a transition.

        A node has ``depth``, ``words`` and the ``state`` itself; an edge has ``action`` in
        words, ``objects``, ``cards`` and ``rules``.  ``graph`` has the edition.

        Raises
        ------
        MissingExtra
            If networkx is not installed.

        Examples
        --------
        >>> game = mm.new_game().put("Roaring Furnace", id="room").state()
        >>> graph = mm.explore(game, [mm.actions.LockOrUnlock(object="room")]).to_networkx()
        >>> graph.number_of_nodes(), graph.number_of_edges(), graph.nodes[0]["words"]
        (4, 8, 'unlocked: neither')
        """
        graph: MultiDiGraph[int] = ask("graph.networkx", self)
        return graph

    def to_mermaid(self) -> str:
        """Return the states and what leads from one to another as a Mermaid flow chart.

        Examples
        --------
        >>> game = mm.new_game().put("Bottomless Pool", id="room").state()
        >>> doors = [mm.actions.Unlock(object="room", half="right")]
        >>> print(mm.explore(game, doors).to_mermaid())
        flowchart LR
            s0["unlocked: neither"]
            s1["unlocked: Locker Room"]
            s0 -->|"unlock right"| s1
        """
        return str(ask("graph.mermaid", self))

    def to_dot(self) -> str:
        """Return the states and what leads from one to another in the language of Graphviz.

        Examples
        --------
        >>> game = mm.new_game().put("Grizzly Bears", id="bears").state()
        >>> print(mm.explore(game, [mm.actions.Tap(object="bears")]).to_dot())
        digraph explored {
            rankdir=LR;
            node [shape=box];
            s0 [label="battlefield"];
            s1 [label="tapped"];
            s0 -> s1 [label="tap"];
            s1 -> s1 [label="tap"];
        }
        """
        return str(ask("graph.dot", self))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return stream_of(self.to_frame(lists=True), requested_schema)


def explore(
    state: State,
    actions: Actions = None,
    depth: int = 4,
    *,
    merge: Merge = True,
    executor: Executor | None = None,
    limit: int = MOST_STATES,
    progress: Progress | None = None,
) -> Exploration:
    """Return every state that can be reached in at most `depth` actions.

    Parameters
    ----------
    state : State
    actions : sequence of Action or callable, optional
        What is tried in every state; a callable gives the actions for a state.  By default
        what each player may legally do, and resolving the top of the stack; no step is ended.
    depth : int
        How many rounds; the search ends earlier if a round finds no new state.
    merge : bool or callable
        Whether states that are alike count once (:func:`~mtgmeld.game.canonical.signature`);
        otherwise each way to a state counts.  A callable gives for a state what it is taken
        for: states with equal answers count once, as the first of them.
    executor : concurrent.futures.Executor, optional
        Carries the work of each depth: ``ProcessPoolExecutor()``, or that of a cluster.  States,
        actions and callables travel to other processes, so a callable must be a function that
        they can import, no lambda.
    limit : int
        The most states to keep.
    progress : callable, optional
        Called with the depth, the number of states found so far and how many of this depth
        wait, each time that all has been tried in a state.

    Returns
    -------
    Exploration
        The same whatever executor is given, with states and transitions in the same order.

    Raises
    ------
    BadValue
        If `depth` is no number from 0, or what is to be tried is no list of actions.
    RunawayTriggers
        If there are more than `limit` states, or an action with ten thousand ways to choose.
    ChoiceNeeded
        If an action asks for what cannot be listed: a number for X, a name of any card.  Give
        it in the action.

    Notes
    -----
    An action that is refused is no transition; one that asks for a choice is tried with each of
    the options.  Every state is checked for broken invariants (:func:`faults_in`).

    **Memory.**  A state with the transitions out of it takes some 5 kB, since states share what
    they have in common: `limit` states of a dozen transitions each take at most so much, a hundred
    thousand half a GB, a million 5 GB.  What a state
    is known by is 16 bytes.  Between processes a state travels whole, with what has happened in
    its turn, and each process sends a find once, so a pool pays where an action does much.

    **A cluster.**  Whatever has ``submit`` will do; each depth is handed out in 32 parts::

        from dask.distributed import Client
        with Client("scheduler:8786") as client:
            found = mm.explore(state, actions, 9, executor=client.get_executor())

    Examples
    --------
    >>> import mtgmeld as mm
    >>> room = mm.new_game().put("Roaring Furnace // Steaming Sauna", id="room").state()
    >>> doors = [mm.actions.LockOrUnlock(object="room")]
    >>> mm.explore(room, doors)
    <Exploration: 4 states, 8 transitions, by depth (1, 2, 1)>
    """
    if not isinstance(depth, int) or depth < 0:
        raise BadValue("explore", "depth", f"{depth!r} is no whole number from 0")
    if not (actions is None or callable(actions)):
        actions = tuple(map(_an_action, _listed(actions)))
    states, depths, edges = [state], [0], []
    known: dict[Hashable, int] = {}
    if merge:
        known[_key(state, merge)] = 0
    bad = [(0, f) for f in faults_in(state)]
    front = [0]
    complete = False
    for level in range(1, depth + 1):
        found = _expand_all([states[i] for i in front], actions, merge, executor)
        following: list[int] = []
        for done, (i, steps) in enumerate(zip(front, found, strict=True), 1):
            for action, key, after, objects, cards, rules, broken in steps:
                at = known.get(key) if merge else None
                if at is None:
                    assert after is not None, "a state is sent where it is found first"
                    at = len(states)
                    if at >= limit:
                        raise RunawayTriggers(f"there are more than {limit} states to explore")
                    if merge:
                        known[key] = at
                    states.append(after)
                    depths.append(level)
                    following.append(at)
                    bad += [(at, f) for f in broken]
                edges.append(Edge(i, at, action, objects, cards, rules))
            if progress is not None:
                progress(level, len(states), len(front) - done)
        if not following:
            complete = True
            break
        front = following
    return Exploration(tuple(states), tuple(depths), tuple(edges), complete, tuple(bad))


def _listed(actions: object) -> Iterable[object]:
    """Return what is to be tried, or refuse what is no list."""
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        why = f"{type(actions).__name__} is no list of actions; give [ACTION, ...]"
        raise BadValue("explore", "actions", why)
    return actions


def _an_action(given: object) -> Action:
    if not isinstance(given, Action):
        why = f"{type(given).__name__} is no action; give those of mtgmeld.actions"
        raise BadValue("explore", "actions", why)
    return given


# an action with its choices, what the state after it is known by, that state where these
# processes find it first, objects and cards that moved, rules, broken invariants
Step = tuple[Action, Hashable, State | None, int, int, tuple[str, ...], tuple[str, ...]]


def _key(state: State, merge: Merge) -> Hashable:
    """Return what a state is known by."""
    if callable(merge):
        return merge(state)
    return digest(state) if merge else None


def _expand_all(
    states: list[State], actions: Actions, merge: Merge, executor: Executor | None
) -> Iterator[list[Step]]:
    if executor is None or len(states) < 2:
        yield from _expand_each(states, actions, merge)
        return
    size = max(1, len(states) // 32)
    chunks = [states[i : i + size] for i in range(0, len(states), size)]
    futures = [executor.submit(_expand_chunk, c, actions, merge) for c in chunks]
    for future in futures:
        yield from future.result()


def _expand_chunk(states: list[State], actions: Actions, merge: Merge) -> list[list[Step]]:
    return list(_expand_each(states, actions, merge))


def _expand_each(states: list[State], actions: Actions, merge: Merge) -> Iterator[list[Step]]:
    """Yield every transition out of each state; a state that is met again is not repeated."""
    met: set[Hashable] = set()
    for state in states:
        yield list(_expand(state, actions, merge, met))


def _expand(state: State, actions: Actions, merge: Merge, met: set[Hashable]) -> Iterator[Step]:
    if actions is None:
        tried: Iterable[Action] = _legal(state)
    elif callable(actions):
        tried = map(_an_action, _listed(actions(state)))
    else:
        tried = actions
    for action in tried:
        for made, done in choices_of(state, action):
            moved = [e for e in done.events if e.kind == "move"]
            objects, cards = sum(e.objects for e in moved), sum(e.cards for e in moved)
            rules = tuple(dict.fromkeys(rule for e in done.events for rule in e.rules))
            key = _key(done.after, merge)
            if merge and key in met:
                yield made, key, None, objects, cards, rules, ()
                continue
            met.add(key)
            yield made, key, done.after, objects, cards, rules, faults_in(done.after)


def _legal(state: State) -> Iterator[Action]:
    """Yield what each player may do, and letting the top of the stack resolve (117.4)."""
    for player in state.players:
        for legal in legal_actions(state, player.name):
            if not isinstance(legal.action, Pass):
                yield legal.action
    if state.places["stack"]:
        yield Resolve()


def choices_of(state: State, action: Action) -> Iterator[tuple[Action, Transition]]:
    """Yield an action with every combination of the choices it asks for, and what each does.

    A combination that is refused is left out.

    Raises
    ------
    RunawayTriggers
        If there are more than ten thousand combinations.
    ChoiceNeeded
        If it asks for what cannot be listed.
    """
    waiting, tries = deque([action]), 0
    while waiting:
        tries += 1
        if tries > MOST_CHOICES:
            kind = action.__struct_config__.tag
            raise RunawayTriggers(f"{kind}: more than {MOST_CHOICES} combinations of choices")
        now = waiting.popleft()
        try:
            done = apply(state, now)
        except ChoiceNeeded as error:
            waiting += _with_options(now, error)
        except RunawayTriggers:
            raise
        except MtgmeldError:
            continue
        else:
            yield now, done


def _with_options(action: Action, asked: ChoiceNeeded) -> Iterator[Action]:
    """Yield an action with each option of a choice that it asks for."""
    head, _, rest = asked.argument.partition(".")
    if head == "x" or rest == "name":
        raise asked
    for option in asked.options:
        value = list(option) if isinstance(option, tuple) else option
        if rest:
            yield replace(action, choose={**action.choose, rest: value})
        elif head in _SEVERAL:
            have = getattr(action, head)
            before = [] if have is None else have if isinstance(have, list) else [have]
            yield replace(
                action, **{head: [*before, *(value if isinstance(value, list) else [value])]}
            )
        elif head in action.__struct_fields__:
            yield replace(action, **{head: value})
