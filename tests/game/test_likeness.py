"""States that count as one: they differ in no way that can make a difference later."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import mtgmeld as mm
from mtgmeld.game import actions as A
from mtgmeld.game.canonical import digest, signature
from mtgmeld.game.explore import choices_of, explore
from mtgmeld.game.state import State
from mtgmeld.rules.editions import edition
from tests.game.walks import EFFECTS, starts
from tests.statements.game import play

BEARS = "Grizzly Bears"


def world(*cards: str, **more: Any) -> State:
    """Cards on the battlefield, called a, b, c and so on."""
    made = mm.new_game(**more)
    for name, card in zip("abcdef", cards, strict=False):
        made.put(card, id=name)
    return made.state()


def went(state: State, *actions: A.Action) -> State:
    return play(state, *actions).after if actions else state


# ------------------------------------------------------------------ whatever is alike goes on alike


def after(state: State, action: A.Action) -> set[bytes]:
    """What states an action can lead to, each by what it is known by."""
    return {digest(done.after) for _, done in choices_of(state, action)}


def held(start: State, actions: Sequence[A.Action], depth: int) -> int:
    """Whatever counts as the same has the same to come; return how often that was asked."""
    groups: dict[bytes, list[State]] = {}
    for state in explore(start, actions, depth, merge=False, limit=4000).states:
        groups.setdefault(digest(state), []).append(state)
    asked = 0
    for first, *others in groups.values():
        for other in others[:5]:
            for action in actions:
                assert after(other, action) == after(first, action), action
                asked += 1
    return asked


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(starts(), st.data())
def test_states_that_are_alike_have_the_same_to_come(start: State, data: st.DataObject) -> None:
    handles = st.sampled_from(sorted(start.handles))
    words = data.draw(st.lists(st.sampled_from(sorted(EFFECTS)), min_size=2, max_size=3))
    words = [w for w in words if w != "later"]  # it is given object numbers
    actions: list[A.Action] = [EFFECTS[w](data.draw(handles), data.draw(handles)) for w in words]
    held(start, [*actions, A.Resolve(), A.NextStep()], 3)


WORLDS: dict[str, tuple[State, list[A.Action]]] = {
    "two permanents alike, and effects on either": (
        world(BEARS, BEARS),
        [
            A.Change(object="a", add_power=1),
            A.Change(object="b", power=0),
            A.Change(object="a", loses_abilities=True),
            A.PutCounters(object="b"),
            A.NextStep(to="cleanup"),
        ],
    ),
    "exiled until something leaves": (
        world("Banisher Priest", "Banisher Priest", BEARS),
        [
            A.Exile(object="c", until="a"),
            A.Exile(object="c", until="b"),
            A.ReturnToHand(object="a"),
            A.ReturnToHand(object="b"),
        ],
    ),
    "exiled one after another": (
        world("Duplicant", BEARS, "Graf Rats"),
        [
            A.Exile(object="b", with_="a"),
            A.Exile(object="c", with_="a"),
            A.ReturnToHand(object="b"),
            A.Blink(object="a", as_copy="none", may=False),
        ],
    ),
    "control taken back and forth": (
        world(BEARS, "Graf Rats"),
        [
            A.GainControl(object="a", player="opponent"),
            A.GainControl(object="a", player="you", until="end of turn"),
            A.GainControl(object="a", player="opponent", until="b leaves"),
            A.Destroy(object="b"),
            A.NextStep(to="cleanup"),
        ],
    ),
    "copies of copies": (
        world("Restricted Office // Lecture Hall", "Greenhouse // Rickety Gazebo", "Forest"),
        [
            A.BecomeCopy(object="a", of="b"),
            A.BecomeCopy(object="b", of="a", until="end of turn"),
            A.UnlockByEffect(object="a", half="left"),
            A.LockOrUnlock(object="b"),
            A.Blink(object="a"),
            A.NextStep(to="cleanup"),
        ],
    ),
    "two that trigger in the upkeep": (
        world("Charred Foyer // Warped Space", "Charred Foyer // Warped Space"),
        [
            A.Blink(object="a"),
            A.Blink(object="b"),
            A.UnlockByEffect(object="a", half="left"),
            A.UnlockByEffect(object="b", half="left"),
            A.NextStep(to="upkeep", of="you"),
        ],
    ),
    "back at the end of turn": (
        world(BEARS, "Delver of Secrets"),
        [
            A.Blink(object="a", until="end"),
            A.Blink(object="b", until="end", transformed=True),
            A.Transform(object="b"),
            A.NextStep(to="end"),
            A.Resolve(),
        ],
    ),
}


@pytest.mark.parametrize("name", WORLDS)
def test_small_worlds_go_on_alike(name: str) -> None:
    assert held(*WORLDS[name], depth=4) > 0


# ------------------------------------------------------------------ what makes no difference


def test_object_numbers_and_timestamps_make_none() -> None:
    """A permanent that leaves and comes back is a new object (400.7), and no new state here."""
    start = world("Restricted Office // Lecture Hall", "Forest")
    assert signature(went(start, A.Blink(object="a"))) == signature(start)
    one = went(start, A.Blink(object="a"), A.Blink(object="b"))
    two = went(start, A.Blink(object="b"), A.Blink(object="a"))
    assert signature(one) == signature(two)


def test_effects_that_only_add_have_no_order() -> None:
    """Adding is the same in either order (613.4c)."""
    more = [A.Change(object="a", add_power=1), A.Change(object="a", add_power=2, add_toughness=1)]
    start = world(BEARS)
    assert digest(went(start, *more)) == digest(went(start, *more[::-1]))


def test_a_copy_effect_that_another_has_replaced_is_gone() -> None:
    """Of two that do not end the later one says what the object is (613.2a, 613.7)."""
    start = world(BEARS, "Graf Rats", "Forest")
    last = A.BecomeCopy(object="a", of="b")
    assert digest(went(start, A.BecomeCopy(object="a", of="c"), last)) == digest(went(start, last))


def test_how_a_permanent_was_cast_makes_none_once_it_has_entered() -> None:
    """A Room cast as one half and then changed over is like one cast as the other (709.5)."""
    start = mm.new_game().put("Crude Abattoir // Unsavory Kitchen", "hand", id="a").state()
    cast = {h: [A.CastSpell(object="a", half=h), A.Resolve()] for h in ("left", "right")}
    over = [A.UnlockByEffect(object="a", half="right"), A.LockByEffect(object="a", half="left")]
    assert digest(went(start, *cast["left"], *over)) == digest(went(start, *cast["right"]))


def test_cards_alike_make_none_where_no_handle_tells_them_apart() -> None:
    start = world(BEARS, BEARS)
    one, two = went(start, A.Destroy(object="a")), went(start, A.Destroy(object="b"))
    assert signature(one) != signature(two)
    assert signature(one, handles=False) == signature(two, handles=False)
    moves: list[A.Action] = [A.Destroy(object="a"), A.Destroy(object="b")]
    assert explore(start, moves, 3).counts == (1, 2, 2)
    # by the name alone there is one way down, and in the graveyard two cards alike
    found = explore(start, moves, 3, merge=partial(signature, handles=False))
    assert found.counts == (1, 1, 1)


# ------------------------------------------------------------------ what does make a difference

ROOM = "Restricted Office // Lecture Hall"
COMMANDER = mm.new_game().put("Gisela, the Broken Blade", "command", id="a", commander=True).state()
BACK = A.PutIntoCommand(object="a")
DIFFERENT: dict[str, tuple[State, list[A.Action], list[A.Action]]] = {
    "tax on a commander [903.8]": (
        COMMANDER,
        [],
        [A.CastSpell(object="a"), A.PutIntoCommand(object="a")],
    ),
    "damage by a commander [903.10a]": (
        mm.new_game().put("Gisela, the Broken Blade", id="a", commander=True).state(),
        [A.Damage(to="opponent", amount=2, source="a")],
        [A.Damage(to="opponent", amount=2, source="a", combat=True)],
    ),
    "what an effect does to one of two alike": (
        world(BEARS, BEARS, "Forest"),
        [A.Change(object="a", add_power=1), A.Change(object="a", add_toughness=1)],
        [A.Change(object="a", add_power=1), A.Change(object="b", add_toughness=1)],
    ),
    "which effect came last [613.7]": (
        world(BEARS),
        [A.Change(object="a", power=1), A.Change(object="a", power=5)],
        [A.Change(object="a", power=5), A.Change(object="a", power=1)],
    ),
    "how long an effect lasts [611.2a]": (
        world(BEARS),
        [A.Change(object="a", add_power=1)],
        [A.Change(object="a", add_power=1, until="end of combat")],
    ),
    "who controls what another owns [110.2]": (
        world(BEARS),
        [],
        [A.GainControl(object="a", player="opponent")],
    ),
    "which source an exile lasts until [610.3]": (
        world("Banisher Priest", "Banisher Priest", BEARS),
        [A.Exile(object="c", until="a")],
        [A.Exile(object="c", until="b")],
    ),
    "where what is exiled goes back to [610.3]": (
        mm.new_game().put("Banisher Priest", id="a").put(BEARS, id="b").state(),
        [A.Exile(object="b", until="a")],
        [A.ReturnToHand(object="b"), A.Exile(object="b", until="a")],
    ),
    "with how many counters something comes back": (
        world(BEARS),
        [A.Blink(object="a", until="end")],
        [A.Blink(object="a", until="end", counters={"+1/+1": 1})],
    ),
    "under whose control something comes back": (
        world(BEARS),
        [A.Blink(object="a", until="end")],
        [A.Blink(object="a", until="end", control="opponent")],
    ),
    "the name that was chosen [201.4]": (
        world("Meddling Mage"),
        [A.ChooseName(object="a", name="Wear")],
        [A.ChooseName(object="a", name="Tear")],
    ),
    "whether a loyalty ability was used this turn [606.3]": (
        mm.new_game().put("Tibalt, Cosmic Impostor", id="a", counters={"loyalty": 5}).state(),
        [],
        [A.ActivateLoyalty(object="a")],
    ),
    "a creature that has just come [302.6]": (world(BEARS), [], [A.Blink(object="a")]),
    "a face that could turn into a creature [302.6]": (
        mm.new_game().put("Westvale Abbey", id="a").state(),
        [],
        [A.Blink(object="a")],
    ),
    "the order in a graveyard [404.3]": (
        world(BEARS, "Forest"),
        [A.Destroy(object="a"), A.Destroy(object="b")],
        [A.Destroy(object="b"), A.Destroy(object="a")],
    ),
    "which card was exiled last [607.2a]": (
        world("Duplicant", BEARS, "Graf Rats"),
        [A.Exile(object="b", with_="a"), A.Exile(object="c", with_="a")],
        [A.Exile(object="c", with_="a"), A.Exile(object="b", with_="a")],
    ),
    "what a token that is gone was a copy of [608.2h]": (
        world(BEARS, ROOM),
        [A.CreateTokenCopy(of="a", id="t"), A.Exile(object="t")],
        [A.CreateTokenCopy(of="b", id="t"), A.Exile(object="t")],
    ),
    "what a standing effect does": (
        world(BEARS),
        [A.LayEffect(effect={"id": "e", "set": {"add_power": 1}, "what": "t:creature"})],
        [A.LayEffect(effect={"id": "e", "set": {"add_power": 2}, "what": "t:creature"})],
    ),
    "what is left of a turn that an effect waits for": (
        mm.new_game().put("Fire // Ice", "exile", id="a").state(),
        [A.Plot(object="a"), A.NextTurn(of="you")],
        [A.NextTurn(of="you"), A.Plot(object="a")],
    ),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_a_rule_may_ask_for_tells_states_apart(what: str) -> None:
    start, one, two = DIFFERENT[what]
    assert signature(went(start, *one)) != signature(went(start, *two))


def test_a_static_ability_has_its_place_among_timestamps() -> None:
    """Two that set the same thing: the later counts (613.7), so which came first is told."""
    made = mm.new_game()
    made.effect(id="one", set={"power": 1}, what="t:creature").put(BEARS, id="a")
    start = made.state()
    two = A.LayEffect(effect={"id": "two", "set": {"power": 5}, "what": "t:creature"})
    again = A.LayEffect(effect={"id": "one", "set": {"power": 1}, "what": "t:creature"})
    first = went(start, two)
    second = went(start, A.EndEffect(id="one"), two, again)
    assert first.characteristics("a").power.value == 5
    assert second.characteristics("a").power.value == 1
    assert digest(first) != digest(second)


def put(card: str, **how: Any) -> State:
    return mm.new_game().put(card, id="a", **how).state()


def fighting(*, attacking: bool) -> State:
    made = mm.new_game(step="declare attackers")
    return made.put(BEARS, id="a", tapped=True, attacking=attacking).state()


def changed(state: State, ref: str, **fields: Any) -> State:
    """The same state, one object of it otherwise."""
    i = state.find_one(ref)
    return replace(state, things={**state.things, i: replace(state.things[i], **fields)})


def waiting(**fields: Any) -> State:
    """An ability on the stack, about one of two permanents alike, its source the other one."""
    made = mm.new_game().put("Banisher Priest", id="a").put("Banisher Priest", id="b")
    state = made.put(BEARS, id="c", owner="opponent", controller="opponent").state()
    start = went(state, A.Blink(object="a", target="c"))
    (i,) = start.in_zone("stack")
    bundle = start.things[i].ability
    assert bundle is not None
    return changed(start, str(i), ability=replace(bundle, **fields))


def bearing(host: str) -> State:
    """An Aura on one of two permanents alike."""
    made = mm.new_game().put(BEARS, id="a").put(BEARS, id="b")
    return made.put("Lignify", id="aura", attached_to=host).state()


def later(**fields: Any) -> State:
    """A delayed ability of a Delver's, about a Delver."""
    state = world("Delver of Secrets", "Delver of Secrets")
    start = went(state, A.Blink(object="b", until="end"))
    (delayed,) = start.delayed
    source = start.find_one("a")
    return replace(start, delayed=(replace(delayed, source=source, **fields),))


def laid(*order: int) -> State:
    """Two standing effects of which the later one counts."""
    made = [
        A.LayEffect(effect={"id": f"e{n}", "set": {"colors": "WU"[n]}, "what": "t:creature"})
        for n in order
    ]
    return went(world(BEARS), *made)


PRIEST, FOUND = waiting().find_one("b"), waiting().find_one("c")
OTHERWISE: dict[str, tuple[State, State]] = {
    "who owns a token [111.2]": (
        put(BEARS, token=True, controller="you"),
        put(BEARS, token=True, owner="opponent", controller="you"),
    ),
    "who controls a permanent [110.2a]": (
        went(put(BEARS, zone="hand"), A.PutOntoBattlefield(object="a")),
        went(put(BEARS, zone="hand"), A.PutOntoBattlefield(object="a", control="opponent")),
    ),
    "whose it is when an effect ends [611.2a]": (
        went(put(BEARS, sick=True), A.GainControl(object="a", until="end of turn")),
        went(
            put(BEARS, owner="you", controller="opponent"),
            A.GainControl(object="a", until="end of turn"),
        ),
    ),
    "what it is attached to [303.4]": (bearing("a"), bearing("b")),
    "face down [708.2]": (put(BEARS), put(BEARS, face_down=True)),
    "attacking [508.1]": (
        fighting(attacking=False),
        fighting(attacking=True),
    ),
    "new, where something may make a creature of it [302.6]": (
        world("Starfield of Nyx", "Leyline of the Void"),
        went(world("Starfield of Nyx", "Leyline of the Void"), A.Blink(object="b")),
    ),
    "damage [120.6]": (put(BEARS), went(put(BEARS), A.Damage(to="a", amount=1))),
    "lands played this turn [305.2]": (
        went(put("Forest", zone="hand"), A.PlayLand(object="a")),
        went(put("Forest", zone="hand"), A.PutOntoBattlefield(object="a")),
    ),
    "who has lost [104.3]": (put(BEARS), went(put(BEARS), A.WinGame(player="you"))),
    "life [119.1]": (put(BEARS), went(put(BEARS), A.GainLife(amount=1, player="opponent"))),
    "who has priority [117.1]": (put(BEARS), replace(put(BEARS), priority="opponent")),
    "which rules are in force": (put(BEARS), replace(put(BEARS), edition=edition("2020-07-03"))),
    "the source of an ability on the stack [113.7]": (waiting(), waiting(source=PRIEST)),
    "what an ability on the stack is about [400.7e]": (waiting(), waiting(found=(FOUND,))),
    "X of an ability on the stack [107.3]": (waiting(), waiting(x=1)),
    "that its source has transformed since [701.27f]": (waiting(), waiting(turned=1)),
    "that of a delayed ability has [701.27f]": (later(), later(turned=1)),
    "from which turn on it triggers [603.7]": (later(), later(not_before=3)),
    "which standing effect was laid last [613.7]": (laid(0, 1), laid(1, 0)),
    "where the cards of one handle lie in an order [712.21a]": (
        went(put("Chittering Host"), *(AWAY := [A.ReturnToHand(object="a")])),
        replace(
            went(put("Chittering Host"), *AWAY),
            handles={"a": went(put("Chittering Host"), *AWAY).handles["a"][::-1]},
        ),
    ),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_one_thing_otherwise_tells_states_apart(what: str) -> None:
    one, two = OTHERWISE[what]
    assert signature(one) != signature(two)


def test_an_order_is_told_where_two_abilities_trigger_at_once() -> None:
    """Two Rooms may have abilities in the same upkeep; these go to the stack as the Rooms came.

    A player may choose otherwise (603.3b); so long as that is not asked, the order counts.
    With one of them and a permanent that triggers on nothing it does not.
    """
    foyer = "Charred Foyer // Warped Space"
    for other, told in ((foyer, True), ("Forest", False)):
        start = world(foyer, other)
        one = went(start, A.Blink(object="a"), A.Blink(object="b"))
        two = went(start, A.Blink(object="b"), A.Blink(object="a"))
        assert (digest(one) != digest(two)) == told


def test_an_order_is_told_where_a_static_ability_sets_something() -> None:
    """Two permanents whose abilities set power: the later one counts (613.4b, 613.7).

    So it is told which came first, and only where such an ability is about.
    """
    blinks = [A.Blink(object="a"), A.Blink(object="b")]
    for cards, told in (
        (("Starfield of Nyx", "Leyline of the Void"), True),
        (("Forest", "Mimic Vat"), False),
    ):
        start = world(*cards)
        assert (digest(went(start, *blinks)) != digest(went(start, *blinks[::-1]))) == told


# ------------------------------------------------------------------ the same in every process

PROGRAM = """
import mtgmeld as mm
from mtgmeld.game.canonical import digest
made = mm.new_game().put("Huntmaster of the Fells", id="a").put("Banisher Priest", id="b")
state = made.put("Roaring Furnace // Steaming Sauna", "graveyard", id="c").state()
A = mm.actions
moves = [A.Transform(object="a"), A.Exile(object="a", until="b"), A.ReturnToHand(object="b")]
moves += [A.Change(object="b", add_power=1, keywords=["Flying"]), A.CreateTokenCopy(of="a")]
for one in mm.explore(state, moves, 3).states:
    print(digest(one).hex())
"""


def test_no_process_and_no_hash_seed_changes_it() -> None:
    """Sets and dictionaries come in other orders under another seed; what is found does not."""
    said = []
    for seed in ("0", "1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(done.stdout.split())
    assert len(said[0]) == len(set(said[0])) > 20
    assert said[0] == said[1] == said[2]
