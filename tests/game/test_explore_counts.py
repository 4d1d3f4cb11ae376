"""Small worlds counted on paper: Rooms, meld pairs, split and double-faced cards.

Each docstring works out the number from the rules before the engine is asked.
"""

from __future__ import annotations

from math import comb, prod

import pytest

import mtgmeld as mm
from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from tests.game.counted import back_from_everywhere, exits, moves, placements, quiet, sound, walks

ROOM = "Dazzling Theater // Prop Room"
OTHER = "Charred Foyer // Warped Space"
DOORS = A.LockOrUnlock(object="room")


def room() -> State:
    return mm.new_game().put(ROOM, id="room").state()


def by_bits(n: int) -> tuple[int, ...]:
    """How many of 2 to the power of n states are k changes away, where a change flips one bit."""
    return tuple(comb(n, k) for k in range(n + 1))


# ------------------------------------------------------------------ Rooms


@pytest.mark.parametrize("tapped", [False, True])
@pytest.mark.parametrize("counters", [0, 1, 3])
def test_a_room_times_whatever_else_varies(tapped: bool, counters: int) -> None:
    """4 lock states, times 2 if it may be tapped, times n + 1 for up to n counters.

    Each is a factor of its own: nothing of it depends on the doors (709.5c, 110.5, 122.1).
    A shortest way changes each as often as it must, so the depths multiply as polynomials:
    1 + 2z + zz for the doors, 1 + z for tapping, 1 + z + ... for the counters.
    """

    def actions(state: State) -> list[A.Action]:
        (one,) = state.battlefield()
        more: list[A.Action] = [A.Tap(object="room"), A.Untap(object="room")] if tapped else []
        if one.count("time") < counters:
            more.append(A.PutCounters(object="room", kind="time"))
        if one.count("time"):
            more.append(A.RemoveCounters(object="room", kind="time"))
        return [DOORS, *more]

    depths = [1, 2, 1]
    for factor in ([1, 1] if tapped else [1], [1] * (counters + 1)):
        longer = [0] * (len(depths) + len(factor) - 1)
        for i, a in enumerate(depths):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        depths = longer
    found = sound(mm.explore(room(), actions, 12))
    assert found.complete
    assert len(found.states) == 4 * (2 if tapped else 1) * (counters + 1) == sum(depths)
    assert found.counts == tuple(depths)


@pytest.mark.parametrize("rooms", [1, 2, 3])
def test_rooms_beside_each_other(rooms: int) -> None:
    """2 doors a Room, 2 states a door: 4 to the power of n, by depth the binomials of 2n.

    Each state has 2n doors to change and n Rooms to blink: 3n transitions.  A blinked Room is
    another object with a new timestamp (400.7), which is no other state.
    """
    made = mm.new_game()
    for n in range(rooms):
        made.put(ROOM, id=f"room{n}")
    refs = [f"room{n}" for n in range(rooms)]
    actions: list[A.Action] = [A.LockOrUnlock(object=r) for r in refs]
    actions += [A.Blink(object=r) for r in refs]
    found = sound(mm.explore(made.state(), actions, 12))
    assert found.counts == by_bits(2 * rooms)
    assert len(found.edges) == 4**rooms * 3 * rooms


def test_a_room_under_unlock_lock_blink_and_copy() -> None:
    """One card and at most two token copies, whose doors move as well.

    The card has 4 lock states.  A copy comes with both doors locked (709.5d), and copies are
    told apart by their handles: without copies 4 states, with one 4 x 4, with two 4 x 4 x 4.
    By depth each door is a change and each copy one, while the second copy needs the first:
    (1 + z)^2 (1 + z (1 + z)^2 + zz (1 + z)^4).  Blinking the card locks its doors and leaves
    the copies alone; it leads to no state that has not been there.

    Transitions: in a state with k copies 2 (k + 1) doors and the card's blink; a copy more
    where there are less than two; 4 (2 + 1 + 1) + 16 (4 + 1 + 1) + 64 (6 + 1).
    """

    def actions(state: State) -> list[A.Action]:
        copies = [h for h in ("one", "two") if any(i in state.things for i in _of(state, h))]
        more: list[A.Action] = [A.LockOrUnlock(object=h) for h in copies]
        if len(copies) < 2:
            more.append(A.CreateTokenCopy(of="room", id=("one", "two")[len(copies)]))
        return [DOORS, A.Blink(object="room"), *more]

    found = sound(mm.explore(room(), actions, 12))
    assert found.complete
    assert len(found.states) == 4 + 4**2 + 4**3
    depths = [0] * 9
    for copies in range(3):
        for k, n in enumerate(by_bits(2 + 2 * copies)):
            depths[copies + k] += n
    assert found.counts == tuple(depths)
    assert len(found.edges) == 4 * (2 + 1 + 1) + 16 * (4 + 1 + 1) + 64 * (6 + 1)
    tokens = [o for s in found.states for o in s.battlefield() if o.is_token]
    assert {o.unlocked for o in tokens} == {(), (0,), (1,), (0, 1)}


def _of(state: State, handle: str) -> tuple[int, ...]:
    return state.handles.get(handle, ())


def test_a_room_that_becomes_a_copy_keeps_its_doors() -> None:
    """5 bits: two doors each, and whether the first has become a copy of the second.

    Designations stay with the permanent (709.5c, 707.4), so the copy is one change and no
    other: 2 to the power of 5, by depth its binomials.  Each state has 4 doors, 1 copy and 2
    blinks; the blinked first Room is itself again with locked doors.
    """
    start = mm.new_game().put(ROOM, id="room").put(OTHER, id="other").state()
    copy = A.BecomeCopy(object="room", of="other")
    blinks = [A.Blink(object="room"), A.Blink(object="other")]
    found = sound(mm.explore(start, [DOORS, A.LockOrUnlock(object="other"), copy, *blinks], 12))
    assert found.counts == by_bits(5)
    assert len(found.edges) == 32 * (4 + 1 + 2)


# ------------------------------------------------------------------ meld pairs

# places without an order: the battlefield as it stood, for a creature also as one that has
# just come (302.6), and the hand
CREATURE, THING = 3, 2
PAIRS = {
    "Chittering Host": ("Graf Rats", "Midnight Scavengers", CREATURE, CREATURE),
    "Brisela": ("Bruna, the Fading Light", "Gisela, the Broken Blade", CREATURE, CREATURE),
    "Hanweir": ("Hanweir Garrison", "Hanweir Battlements", CREATURE, THING),
    "Mishra": ("Mishra, Claimed by Gix", "Phyrexian Dragon Engine", CREATURE, CREATURE),
    "Urza": ("Urza, Lord Protector", "The Mightstone and Weakstone", CREATURE, THING),
    "Ragnarok": ("Vanille, Cheerful l'Cie", "Fang, Fearless l'Cie", CREATURE, CREATURE),
}


def pair(name: str) -> State:
    return mm.new_game().put(PAIRS[name][0], id="a").put(PAIRS[name][1], id="b").state()


# where a combined face triggers with modes as it enters, three of them
MODES = {"modes": ["discard", "menace", "powerstones"]}
MELD = A.Meld(object="a", with_="b")


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("name", PAIRS)
def test_a_meld_pair_under_meld_die_blink_bounce_tuck(name: str, back: bool) -> None:
    """All that two cards can come to: 28 states, or 23 where one of them is no creature.

    A creature card is on the battlefield as it was, on the battlefield as one that has just
    come, in the hand, graveyard or library: 5 x 5 = 25 pairs of places, and where both are in
    one of two piles there are 2 orders instead of 1 (404.3, 401.4): 27.  The melded permanent
    is one state more, since it has always just come (400.7).  What is no creature has 4 places:
    5 x 4 + 2 + 1 = 23.

    By depth: 1; then each card by itself in one of its other places, and the melded one:
    4 + 4 + 1 or 4 + 3 + 1; the rest takes two actions, since each card is moved once and the
    melded permanent's ways out lead nowhere else.

    Abilities that trigger are put aside at once, so that states with an empty stack are counted.
    Coming back from anywhere adds transitions and no states.
    """
    one, two = PAIRS[name][2:]
    meld = A.Meld(object="a", with_="b", choose=MODES) if name == "Mishra" else MELD
    effects = [meld, *exits("a", "b", back=back)]

    def actions(state: State) -> list[A.Action]:
        waiting = state.in_zone("stack")
        return [A.Counter(object=waiting[-1])] if waiting else effects

    found = sound(mm.explore(pair(name), actions, 12))
    assert found.complete
    states = quiet(found)
    assert len(states) == placements([one, two]) + 1 == (28 if one == two else 23)
    assert sum(any(o.is_melded for o in s.battlefield()) for s in states) == 1
    if len(states) == len(found.states):  # nothing triggers on the way
        assert found.counts == (1, one + two + 3, placements([one, two]) - one - two - 3)


@pytest.mark.parametrize(
    ("name", "transitions", "more"),
    [
        ("Brisela", 222, 0),
        ("Ragnarok", 222, 2),
        ("Hanweir", 176, 0),
        ("Urza", 176 + 2 + 2, 6),
    ],
)
def test_transitions_of_a_meld_pair(name: str, transitions: int, more: int) -> None:
    """A card on the battlefield has 5 ways to go, one elsewhere 3: hand, top, bottom.

    Creatures: one of 27 pairs of places has 2 x 5 + 3 x 3 ways for a card times 5 places of
    the other one, for each of the two cards, 190; the second orders of graveyard and library
    have 6 each, 202; melding in the 4 with both on the battlefield, 206.  The melded permanent
    answers to both handles: 2 orders in the graveyard, 2 on top, 2 at the bottom, hand, blink:
    2 x 8, so 222.

    With a noncreature: 19 x 4 + (5 + 9) x 5 + 12, melding in 2, and 16: 176.

    What triggers is countered, and only what is done with an empty stack is counted.  The
    Mightstone and Weakstone enter with a choice of two modes where there is a creature to aim
    at (700.2b): blinked beside Urza, who stands there in 2 ways, and out of the melded
    permanent by either handle; put there from 3 places beside Urza, 6 more.  Vanille coming
    back out of the graveyard beside Fang, who stands there in 2 ways, has both of them trigger
    at once, and their player puts the two in order (603.3b): 2 more.
    """

    def counted(back: bool) -> tuple[int, int]:
        ways = [MELD, *exits("a", "b", back=back)]

        def actions(state: State) -> list[A.Action]:
            waiting = state.in_zone("stack")
            return [A.Counter(object=waiting[-1])] if waiting else ways

        found = sound(mm.explore(pair(name), actions, 12))
        edges = [e for e in found.edges if not found.states[e.start].in_zone("stack")]
        return len(edges), len(quiet(found))

    edges, states = counted(back=False)
    assert edges == transitions
    # a card that may come back has one way more in each state, the melded one both handles
    assert counted(back=True) == (transitions + 2 * states + more, states)


def test_from_every_state_of_a_pair_there_is_a_way_back() -> None:
    """With cards that come back from anywhere no state is a last one.

    Begun with two creatures that have just come, 4 x 4 + 2 + 1 = 19 states: what stood there
    from the beginning is the one thing that never comes again (400.7, 302.6).
    """
    made = mm.new_game().put(PAIRS["Brisela"][0], id="a", sick=True)
    start = made.put(PAIRS["Brisela"][1], id="b", sick=True).state()
    found = sound(mm.explore(start, [MELD, *exits("a", "b", back=True)], 9))
    assert found.complete
    assert len(found.states) == placements([2, 2]) + 1 == 19
    assert back_from_everywhere(found)
    without = mm.explore(start, [MELD, *exits("a", "b")], 9)
    assert len(without.states) == 19
    assert not back_from_everywhere(without)


def test_two_meld_pairs() -> None:
    """Four cards and two pairs: the placements of four, of two for either melded pair, and 1.

    Hanweir Garrison is a creature, the Battlements are none, Bruna and Gisela are: 3, 2, 3, 3
    places without an order.  Of all four cards separate those with k in graveyard and library
    have (k + 1) k! ways to lie there.
    """
    made = mm.new_game()
    places = (PAIRS["Hanweir"], PAIRS["Brisela"])
    for ref, card in zip("abcd", (*places[0][:2], *places[1][:2]), strict=True):
        made.put(card, id=ref)
    both = [MELD, A.Meld(object="c", with_="d"), *exits("a", "b", "c", "d")]
    found = sound(mm.explore(made.state(), both, 9))
    assert found.complete
    hanweir, brisela = places[0][2:], places[1][2:]
    expected = placements([*hanweir, *brisela]) + placements(hanweir) + placements(brisela) + 1
    assert len(found.states) == expected


def test_a_pair_with_a_commander() -> None:
    """Gisela is a commander: she has one place more, the command zone.

    6 x 5 + 2 + 1 = 33 states, by depth 1, 5 + 4 + 1, the rest (903.9a-b).

    Transitions: going to a graveyard, hand or library Gisela may go to the command zone instead.
    On the battlefield 2 ways each for dying, hand, top and bottom, 1 for the blink, 9; in a
    graveyard, a library or the command zone 6; in the hand, where she stays, 5.  That is
    (9 + 9 + 6 + 5 + 6 + 6) x 5 = 205, and 6 + 6 for second orders; for Bruna 19 x 6 + 6;
    melding in 4.  Brisela dies in 4 ways (2 orders by 2), goes to the hand in 2, on top in 3
    (2 orders, or Bruna alone), to the bottom in 3, and is blinked: 13 by either handle.
    """
    made = mm.new_game().put("Gisela, the Broken Blade", id="a", commander=True)
    start = made.put("Bruna, the Fading Light", id="b").state()
    found = sound(mm.explore(start, [MELD, *exits("a", "b")], 9))
    assert found.counts == (1, 10, 22)
    assert len(found.edges) == (205 + 12) + (19 * 6 + 6) + 4 + 2 * 13


# ------------------------------------------------------------------ split cards in every zone

OFF = 5  # hand, library, graveyard, exile, command zone


@pytest.mark.parametrize(
    ("card", "ways", "depths", "transitions"),
    [
        ("Rough // Tumble", ("left", "right"), (1, 6), 8 + 4 * 6 + 2 * 8),
        ("Ready // Willing", ("left", "right", "fused"), (1, 7), 9 + 4 * 6 + 3 * 8),
        ("Dusk // Dawn", ("left", "right"), (1, 5, 1), 7 + 7 + 3 * 6 + 2 * 8),
    ],
)
def test_a_split_card_through_all_zones(
    card: str, ways: tuple[str, ...], depths: tuple[int, ...], transitions: int
) -> None:
    """5 zones besides the stack and the battlefield, and a spell for each way to cast it.

    Plain 5 + 2; with fuse 5 + 3 (702.102a); with aftermath 5 + 2, the right half from the
    graveyard, so one action later (702.127a).  It is no permanent and stays where it is when
    it is put onto the battlefield (400.4a).

    Transitions: 6 moves in each state, one of which may change nothing; each way to cast it
    where it can be cast; a spell can resolve and be countered.
    """
    start = mm.new_game().put(card, "hand", id="card").state()
    cast: list[A.Action] = [
        A.CastSpell(object="card", fused=True)
        if w == "fused"
        else A.CastSpell(object="card", half=w)
        for w in ways
    ]
    actions = [*cast, A.Resolve(), A.Counter(object="card"), *moves("card")]
    found = sound(mm.explore(start, actions, 9))
    assert found.complete
    assert len(found.states) == OFF + len(ways)
    assert found.counts == depths
    assert len(found.edges) == transitions


def test_a_room_through_all_zones() -> None:
    """5 zones, 2 spells, 4 lock states: 11 (709.5).

    From the hand 4 other zones, 2 spells, and onto the battlefield with both doors locked
    (709.5d): 7; then either door, by resolving that half or by an effect: 2; then both: 1.
    Transitions: hand 6 + 2; 6 in each of 4 zones; a spell 6 + 2; on the battlefield 6 + 2 doors.
    """
    start = mm.new_game().put(ROOM, "hand", id="room").state()
    cast: list[A.Action] = [A.CastSpell(object="room", half=h) for h in ("left", "right")]
    actions = [*cast, A.Resolve(), A.Counter(object="room"), DOORS, *moves("room")]
    found = sound(mm.explore(start, actions, 9))
    assert found.counts == (1, 7, 2, 1)
    assert found.complete
    assert len(found.edges) == 8 + 4 * 6 + 2 * 8 + 4 * 8


# ------------------------------------------------------------------ double-faced cards


def test_a_transforming_card_through_faces_and_zones() -> None:
    """2 faces x 2 (as it stood, or just come), 5 zones, 1 spell: 10 states.

    Only the front face can be cast (712.11).  From the battlefield: the other face, blinked,
    5 zones: 7.  Then the blinked one's other face, and the spell from the hand: 2.  Turning
    over does not make it new (712.18); off the battlefield and back from a blink its front
    face is up (712.8a).

    Transitions: on the battlefield 6 moves, the turn, the blink and staying when it is put
    there transformed: 9.  Elsewhere 7: the moves and being put there transformed; in the hand
    it can be cast, as a spell resolve or be countered.
    """
    start = mm.new_game().put("Delver of Secrets", id="card").state()
    actions = [
        *moves("card"),
        A.CastSpell(object="card"),
        A.CastSpell(object="card", face="Insectile Aberration"),
        A.Resolve(),
        A.Counter(object="card"),
        A.Transform(object="card"),
        A.Blink(object="card"),
        A.PutOntoBattlefield(object="card", transformed=True),
    ]
    found = sound(mm.explore(start, actions, 9))
    assert found.counts == (1, 7, 2)
    assert found.complete
    assert len(found.edges) == 4 * 9 + 4 * 7 + 8 + 9


def test_a_modal_card_through_faces_and_zones() -> None:
    """5 zones, 2 spells, on the battlefield 3: Mila, Lukka with 5 loyalty, Mila with 5.

    From the hand 4 zones, either face as a spell (712.11), Mila put there: 7.  Lukka resolves
    with 5 loyalty counters (306.5b): 1.  Turned over he is Mila with these counters: 1.  Mila
    without any turned over is a planeswalker with loyalty 0 and goes to the graveyard (704.5i),
    which is no new state.
    """
    start = mm.new_game().put("Mila, Crafty Companion", "hand", id="card").state()
    actions = [
        *moves("card"),
        A.CastSpell(object="card", face="Mila, Crafty Companion"),
        A.CastSpell(object="card", face="Lukka, Wayward Bonder"),
        A.Resolve(),
        A.Counter(object="card"),
        A.Transform(object="card"),
        A.Blink(object="card"),
    ]
    found = sound(mm.explore(start, actions, 9))
    assert found.counts == (1, 7, 1, 1)
    assert found.complete


# ------------------------------------------------------------------ ways, not states


@pytest.mark.parametrize("rooms", [1, 2])
def test_ways_through_rooms_are_powers(rooms: int) -> None:
    """Without merging: 3n transitions from each state, so 3n to the power of d ways."""
    made = mm.new_game()
    for n in range(rooms):
        made.put(ROOM, id=f"room{n}")
    actions: list[A.Action] = []
    for n in range(rooms):
        actions += [A.LockOrUnlock(object=f"room{n}"), A.Blink(object=f"room{n}")]
    found = sound(mm.explore(made.state(), actions, 3, merge=False))
    assert found.counts == tuple((3 * rooms) ** d for d in range(4))


def test_ways_into_graveyards_are_orders() -> None:
    """n creatures destroyed one by one: n (n-1) ... ways to a depth, and as many graveyards."""
    made = mm.new_game()
    for ref in "abcd":
        made.put("Grizzly Bears", id=ref)
    kill: list[A.Action] = [A.Destroy(object=ref) for ref in "abcd"]
    ways = tuple(prod(range(4, 4 - d, -1)) for d in range(5))
    assert mm.explore(made.state(), kill, 9, merge=False).counts == ways == (1, 4, 12, 24, 24)
    assert sound(mm.explore(made.state(), kill, 9)).counts == ways


@pytest.mark.parametrize("name", ["Hanweir", "Brisela"])
def test_ways_are_walks_through_the_merged_graph(name: str) -> None:
    """If like states go on alike, ways are the walks through the graph of merged states.

    So the number of ways, which needs no merging, is the sum over a power of its matrix.
    """
    effects = [MELD, *exits("a", "b", back=True)]
    merged = mm.explore(pair(name), effects, 9)
    ways = mm.explore(pair(name), effects, 3, merge=False)
    assert ways.counts == walks(merged, 3)


# ------------------------------------------------------------------ what is legal, by default


def test_legal_actions_with_a_land_and_a_room() -> None:
    """A Forest taps once for {G}; each of two doors is paid for once (709.5e): 2 x 2 x 2.

    Paying only unlocks, and the mana is not spent since no payment is named: (1 + z)^3 by
    depth, and each of 3 things is done in half of the 8 states: 12 transitions.
    """
    start = mm.new_game().put("Forest").put(OTHER).state()
    found = sound(mm.explore(start, depth=9))
    assert found.counts == by_bits(3)
    assert found.complete
    assert len(found.edges) == 3 * 4


def test_legal_actions_with_a_split_card() -> None:
    """Wear has a target, Tear none, so they are not fused either (601.2c): one spell, one end.

    It resolves into the graveyard, and the artifact creature that it destroys goes to another.
    """
    made = mm.new_game().put("Wear // Tear", "hand")
    start = made.put("Phyrexian Dragon Engine", controller="opponent", owner="opponent").state()
    found = sound(mm.explore(start, depth=9))
    assert found.counts == (1, 1, 1)
    end = found.states[-1]
    assert [len(end.in_zone("graveyard", p.name)) for p in end.players] == [1, 1]


def test_legal_actions_in_another_players_turn() -> None:
    """In an upkeep no land is played, no door paid for; an instant may be cast (117.1a)."""
    made = mm.new_game(step="upkeep").put("Forest", "hand").put(OTHER)
    start = made.put("Ready // Willing", "hand", owner="opponent").state()
    found = sound(mm.explore(start, depth=9))
    # either half or both, then it resolves into the one graveyard
    assert found.counts == (1, 3, 1)


def test_what_cannot_be_listed_is_asked_for() -> None:
    """X may be any number (107.3a): the exploration says so and leaves none out in silence."""
    start = mm.new_game().put("Crime // Punishment", "hand", id="card").state()
    spell = A.CastSpell(object="card", half="Punishment")
    with pytest.raises(mm.errors.ChoiceNeeded, match="X"):
        mm.explore(start, [spell], 2)
    few: list[A.Action] = [A.CastSpell(object="card", half="Punishment", x=x) for x in range(3)]
    assert mm.explore(start, few, 1).counts == (1, 3)


def test_each_set_of_targets_is_tried() -> None:
    """Turn // Burn fused has two targets, in order: of n creatures, and of these and 2 players.

    The halves may have the same target: n (n + 2) spells beside n for Turn and n + 2 for Burn.
    """
    made = mm.new_game().put("Turn // Burn", "hand", id="card")
    for ref in "ab":
        made.put("Grizzly Bears", id=ref)
    spells: list[A.Action] = [A.CastSpell(object="card", half=h) for h in ("Turn", "Burn")]
    spells.append(A.CastSpell(object="card", fused=True))
    found = sound(mm.explore(made.state(), spells, 1))
    assert found.counts == (1, 2 + 4 + 2 * 4)
