"""Counts of reachable states, predicted on paper.

As chess engines are checked by counting positions, the small worlds here are counted:
each docstring works out the number before the engine is asked.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import factorial
from multiprocessing import get_context
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadValue
from mtgmeld.game import actions as A
from mtgmeld.game.canonical import signature
from mtgmeld.game.explore import Exploration

ROOM = "Roaring Furnace // Steaming Sauna"


def sound(explored: Exploration) -> Exploration:
    assert explored.faults == ()
    return explored


def room(**more: object) -> mm.game.state.State:
    return mm.new_game().put(ROOM, id="room", **more).state()


UNLOCK = [A.UnlockByEffect(object="room", half=h) for h in ("left", "right")]
LOCK = [A.LockByEffect(object="room", half=h) for h in ("left", "right")]
BLINK = [A.Blink(object="room")]


def test_one_room_has_four_lock_states() -> None:
    """Two designations, each there or not: 2 x 2 = 4 states.

    From both locked: one unlock reaches two new states, a second the last one, so the
    depths bring 1, 2, 1.  No trigger of Roaring Furnace finds a target, since no creature
    is there, so nothing stays on the stack (603.3d).
    """
    found = sound(mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9))
    assert found.counts == (1, 2, 1)
    assert found.complete
    assert len(found.states) == 4


def test_transitions_of_one_room() -> None:
    """In a state with k of 2 halves unlocked, 2-k can be unlocked and k locked: always 2.

    Blinking is possible in each of the four states: 4 x (2 + 1) = 12 transitions, and all
    four blinks lead to both locked (709.5d).
    """
    found = sound(mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9))
    assert len(found.edges) == 12
    blinks = [e for e in found.edges if isinstance(e.action, A.Blink)]
    assert [e.end for e in blinks] == [0, 0, 0, 0]


def test_one_room_without_merging_counts_ways() -> None:
    """Without merging every way counts: 3 transitions from each state, so 3 to the power of n."""
    found = sound(mm.explore(room(), UNLOCK + LOCK + BLINK, depth=4, merge=False))
    assert found.counts == (1, 3, 9, 27, 81)


def test_a_room_and_token_copies() -> None:
    """The card has 4 lock states; up to two token copies are made, all of them fully locked.

    Copies are not touched by the other actions, so a state is (lock state, copies):
    4 x 3 = 12 with at most two copies (709.5d, 111.3, 709.5c).
    """

    def actions(state: mm.game.state.State) -> list[A.Action]:
        tokens = sum(1 for o in state.battlefield() if o.is_token)
        copy: list[A.Action] = [A.CreateTokenCopy(of="room")] if tokens < 2 else []
        return [*UNLOCK, *LOCK, *copy]

    found = sound(mm.explore(room(), actions, depth=12))
    assert found.complete
    assert len(found.states) == 12
    for state in found.states:
        assert all(o.unlocked == () for o in state.battlefield() if o.is_token)


def test_paying_to_unlock_needs_no_mana_here_and_never_locks() -> None:
    """Paying only unlocks: from both locked 1 + 2 + 1 = 4 states and 2 + 2 = 4 transitions."""
    pay = [A.Unlock(object="room", half=h) for h in ("left", "right")]
    found = sound(mm.explore(room(), pay, depth=5))
    assert found.counts == (1, 2, 1)
    assert len(found.edges) == 4


def pair() -> mm.game.state.State:
    return (
        mm.new_game()
        .put("Graf Rats", id="rats")
        .put("Midnight Scavengers", id="scavengers")
        .state()
    )


MELD = A.Meld(object="rats", with_="scavengers")


def test_a_meld_pair_melds_and_dies() -> None:
    """Meld, then die: the owner arranges the two cards, so 2 states after it (712.21a).

    1 start, 1 melded, 2! = 2 orders in the graveyard.
    """
    found = sound(mm.explore(pair(), [MELD, A.Destroy(object="rats")], depth=2))
    melded = [s for s in found.states if any(o.is_melded for o in s.battlefield())]
    assert len(melded) == 1
    # destroying the lone card in the start is the other branch: 1 state, then none further
    dead = [s for s in found.states if len(s.in_zone("graveyard", "you")) == 2]
    assert len(dead) == factorial(2)


def test_a_melded_permanent_through_every_exit() -> None:
    """From the melded permanent: die 2 orders, top 2, bottom 2 (the library is empty, so top
    and bottom give the same two orders), hand 1, exile 1, blink 1.

    Distinct: graveyard 2, library 2, hand 1, exile 1, two permanents again 1 (712.21, 712.21c).
    Every exit moves one object and two cards (712.21e).
    """
    start = mm.new_game().put("Chittering Host", id="host").state()
    exits = [
        A.Destroy(object="host"),
        A.PutIntoLibrary(object="host", where="top"),
        A.PutIntoLibrary(object="host", where="bottom"),
        A.ReturnToHand(object="host"),
        A.Exile(object="host"),
        A.Blink(object="host"),
    ]

    def once(state: mm.game.state.State) -> list[A.Action]:
        return exits if any(o.is_melded for o in state.battlefield()) else []

    found = sound(mm.explore(start, once, depth=3))
    assert found.counts == (1, 2 + 2 + 1 + 1 + 1)
    for edge in found.edges:
        if not isinstance(edge.action, A.Blink):
            assert (edge.objects, edge.cards) == (1, 2)
    blink = next(e for e in found.edges if isinstance(e.action, A.Blink))
    # one permanent and two cards out, then two objects and two cards in
    assert (blink.objects, blink.cards) == (1 + 2, 2 + 2)


def test_a_split_card_through_its_spells() -> None:
    """Wear // Tear in hand: as Wear, as Tear, fused: 3 spells (709.3, 702.102a).

    Each resolves to the graveyard and destroys the artifact, the enchantment or both, which
    makes 3 states more: 1, 3, 3.
    """
    made = mm.new_game().put("Wear // Tear", "hand", id="card").put("Mimic Vat", id="vat")
    start = made.put("Copy Enchantment", id="copier").state()
    actions = [
        A.CastSpell(object="card", half="Wear"),
        A.CastSpell(object="card", half="Tear"),
        A.CastSpell(object="card", fused=True),
        A.Resolve(),
    ]
    found = sound(mm.explore(start, actions, depth=6))
    assert found.counts == (1, 3, 3)
    assert found.complete


def test_an_aftermath_card_through_all_zones() -> None:
    """Hand, Dusk on the stack, graveyard, Dawn on the stack, exile (702.127a).

    One way through, five states, and from exile nothing is castable.
    """
    start = mm.new_game().put("Dusk // Dawn", "hand", id="card").state()
    actions = [
        A.CastSpell(object="card", half="Dusk"),
        A.CastSpell(object="card", half="Dawn"),
        A.Resolve(),
    ]
    found = sound(mm.explore(start, actions, depth=9))
    assert found.counts == (1, 1, 1, 1, 1)
    assert found.complete


def test_a_process_pool_finds_the_same() -> None:
    alone = mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9)
    with ProcessPoolExecutor(2) as pool:
        shared = mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9, executor=pool)
    assert shared.counts == alone.counts
    assert [signature(s) for s in shared.states] == [signature(s) for s in alone.states]
    assert [(e.start, e.end) for e in shared.edges] == [(e.start, e.end) for e in alone.edges]


def by_mana_value(state: mm.game.state.State) -> int:
    """What a state is taken for in the next test."""
    return int(state.characteristics("room").mana_value.value)


def test_a_process_pool_finds_the_same_where_control_changes_hands() -> None:
    """What a process has seen before decides nothing: an Aura that takes control comes and goes."""
    game = mm.new_game(active="opponent").put("Bruna, the Fading Light", id="b", owner="you")
    state = game.put("Graf Rats", owner="you", id="g")
    state = state.put("Confiscate", "hand", id="aura", owner="opponent").state()
    tried = [
        A.CastSpell(object="aura", player="opponent", target=["b"]),
        A.Resolve(),
        A.Blink(object="aura"),
        A.Tap(object="g"),
        A.Untap(object="g"),
    ]
    alone = mm.explore(state, tried, depth=4)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        shared = mm.explore(state, tried, depth=4, executor=pool)
    assert (shared.states, shared.edges) == (alone.states, alone.edges)


def test_what_is_alike_may_be_said_otherwise() -> None:
    """Both locked 0, left 2, right 5, both 7: four values; 2 and 5 told apart, so four states.

    By whether anything is unlocked there are two: locked, and the first of the others.
    """
    with ProcessPoolExecutor(2) as pool:
        found = mm.explore(room(), UNLOCK + LOCK, 9, merge=by_mana_value, executor=pool)
    assert found.counts == (1, 2, 1)
    two = mm.explore(room(), UNLOCK + LOCK, 9, merge=lambda s: by_mana_value(s) > 0)
    assert two.counts == (1, 1)
    assert two.complete


def test_a_cluster_finds_the_same() -> None:
    """Any executor will do: here that of a local Dask cluster."""
    distributed = pytest.importorskip("distributed")
    alone = mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        shared = mm.explore(room(), UNLOCK + LOCK + BLINK, depth=9, executor=client.get_executor())
    assert shared.counts == alone.counts
    assert [signature(s) for s in shared.states] == [signature(s) for s in alone.states]


def test_frames_of_an_exploration() -> None:
    found = mm.explore(room(), UNLOCK + LOCK, depth=9)
    states, edges = found.to_frame(), found.transitions()
    assert list(states["mana_values"]) == ["0", "2", "5", "7"]
    assert list(states["depth"]) == [0, 1, 1, 2]
    assert len(edges) == len(found.edges)
    assert set(edges["action"]) == {"unlock by effect", "lock by effect"}


def test_too_many_states_are_refused() -> None:
    with pytest.raises(mm.errors.RunawayTriggers, match="more than 3 states"):
        mm.explore(room(), UNLOCK + LOCK, depth=9, limit=3)


@pytest.mark.parametrize("depth", [-1, 1.5, "3", None])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    with pytest.raises(BadValue, match="'depth'"):
        mm.explore(room(), LOCK, depth)


@pytest.mark.parametrize("tried", [LOCK[0], "lock", ["lock"], [None], lambda _: None])
def test_what_is_tried_is_a_list_of_actions(tried: Any) -> None:
    with pytest.raises(BadValue, match="'actions'"):
        mm.explore(room(), tried)


def test_actions_that_are_made_one_by_one_are_tried_in_every_state() -> None:
    """The four lock states are there whatever way the actions come."""
    made: Any = (a for a in UNLOCK + LOCK)
    assert mm.explore(room(), made) == mm.explore(room(), UNLOCK + LOCK)


def test_an_x_of_0_is_among_the_arguments() -> None:
    """A spell with X may be cast for 0, which is as much a choice as 2 (107.3a)."""
    state = mm.new_game().put("Walking Ballista", "hand", id="it").state()
    found = mm.explore(state, [A.CastSpell(object="it", x=n) for n in (0, 2)], depth=1)
    assert found.transitions()["arguments"].tolist() == ["object='it', x=0", "object='it', x=2"]


def test_progress_is_told_of_each_state_as_it_has_been_tried() -> None:
    """Each state of a depth is told of, and what has been found by then (no rule)."""
    room = mm.new_game().put("Roaring Furnace // Steaming Sauna", id="room").state()
    told: list[tuple[int, int, int]] = []
    found = mm.explore(
        room, [A.LockOrUnlock(object="room")], progress=lambda *row: told.append(row)
    )
    # neither half is unlocked, then the one or the other, then both; these lead back
    assert told == [(1, 3, 0), (2, 4, 1), (2, 4, 0), (3, 4, 0)]
    assert len(found.states) == 4
