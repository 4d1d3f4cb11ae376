"""What a move leaves as events: each field as the rules have it."""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition
from mtgmeld.game.state import State
from mtgmeld.game.values import Event
from tests.statements.game import choice, game, happened, names_in, play, refused

BEARS, LIONS = "Grizzly Bears", "Savannah Lions"


def same(event: Event, kind: str, obj: int, name: str, **more: object) -> None:
    """Check every field of an event but the number of its batch; what is not given is empty."""
    expected = {f: getattr(Event(kind), f) for f in Event.__struct_fields__}
    expected |= {"obj": obj, "name": name, **more}
    given = {f: getattr(event, f) for f in Event.__struct_fields__}
    if "note" not in more:
        expected["note"] = given["note"]
    if "batch" not in more:
        expected["batch"] = given["batch"]
    assert given == expected


def one(done: Transition, kind: str, name: str = "") -> Event:
    (event,) = happened(done, kind, name)
    return event


def bears() -> State:
    return game().put(BEARS, id="it").state()


# --- moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "end", "player", "rules"),
    [
        (A.Destroy(object="it"), "graveyard", "you", ("400.7", "701.8a")),
        (A.Sacrifice(object="it"), "graveyard", "you", ("400.7", "701.21a")),
        (A.Exile(object="it", player="opponent"), "exile", "opponent", ("400.7", "701.13a")),
        (A.ReturnToHand(object="it"), "hand", "you", ("400.7",)),
        (A.PutIntoLibrary(object="it"), "library", "you", ("400.7",)),
        (A.PutIntoGraveyard(object="it"), "graveyard", "you", ("400.7",)),
        (A.PutIntoCommand(object="it"), "command", "you", ("400.7",)),
    ],
)
def test_a_permanent_that_moves_is_a_new_object(
    action: A.Action, end: str, player: str, rules: tuple[str, ...]
) -> None:
    """400.7, and the rule of what was done; an owner's zone takes it (400.3)."""
    start = bears()
    done = play(start, action)
    event = one(done, "move")
    new = done.after.find_one("it")
    assert new != start.find_one("it")
    same(
        event,
        "move",
        start.find_one("it"),
        BEARS,
        became=(new,),
        start="battlefield",
        end=end,
        objects=1,
        cards=1,
        player=player,
        rules=rules,
    )
    assert done.after.things[new].zone == end


@pytest.mark.parametrize(
    "action",
    [
        A.ReturnToHand(object="it"),
        A.PutIntoLibrary(object="it"),
        A.PutIntoGraveyard(object="it"),
        A.PutIntoCommand(object="it"),
        A.Destroy(object="it"),
    ],
)
def test_it_goes_to_its_owner_who_does_it(action: A.Action) -> None:
    """400.3: whoever controls it, and even in another player's turn."""
    start = game().put(BEARS, id="it", owner="opponent", controller="you").state()
    done = play(start, action)
    assert one(done, "move").player == "opponent"
    assert done.after.things[done.after.find_one("it")].owner == "opponent"


def test_an_indestructible_permanent_stays() -> None:
    """702.12b."""
    start = bears()
    hard = play(start, A.Change(object="it", keywords=["Indestructible"])).after
    done = play(hard, A.Destroy(object="it"))
    it = start.find_one("it")
    same(one(done, "stay"), "stay", it, BEARS, note="indestructible", rules=("702.12b",))
    assert happened(done, "move") == []
    assert done.after.things[it].zone == "battlefield"


def test_what_is_where_it_should_go_stays_there() -> None:
    """400.7: nothing moves within a graveyard or a hand."""
    start = game().put(BEARS, "graveyard", id="it").state()
    done = play(start, A.PutIntoGraveyard(object="it"))
    same(
        one(done, "stay"),
        "stay",
        start.find_one("it"),
        BEARS,
        became=(start.find_one("it"),),
        start="graveyard",
        end="graveyard",
        player="you",
        note="it is in zone graveyard already",
        rules=("400.7",),
    )
    assert done.after.find_one("it") == start.find_one("it")


def test_a_token_that_has_left_does_not_come_back() -> None:
    """111.8: it moves from the battlefield and no further."""
    state = game().put(BEARS, id="it", token=True).state()
    gone = play(state, A.Blink(object="it"))
    assert names_in(gone.after, "battlefield") == []
    assert names_in(gone.after, "exile") == []


def test_only_permanents_are_destroyed() -> None:
    """701.8a is about permanents (110.1)."""
    state = game().put(BEARS, "graveyard", id="it").state()
    error = refused(state, A.Destroy(object="it"), "110.1")
    assert f"{BEARS} is in zone graveyard" in str(error)


def test_whose_permanents_a_player_sacrifices() -> None:
    """701.21a: one's own, as many as asked for; as a cost not fewer (118.3)."""
    made = game().put(BEARS, id="it", controller="opponent").put(LIONS, id="cat")
    state = made.put(LIONS, id="other").state()
    error = refused(state, A.Sacrifice(object="it", player="you"), "701.21a")
    assert f"you do not control {BEARS}" in str(error)
    asked = choice(state, A.Sacrifice(what="t:creature"), "object", "701.21a", "608.2d")
    assert asked.player == "you"
    assert asked.options == ("cat", "other")
    theirs = play(state, A.Sacrifice(what="t:creature", player="opponent"))
    assert names_in(theirs.after, "graveyard", "opponent") == [BEARS]
    cost = A.Sacrifice(what="t:creature", player="opponent", count=2, cost=True)
    assert "controls 1 of the 2" in str(refused(state, cost, "118.3", "601.2h"))
    some = play(state, A.Sacrifice(what="t:creature", player="opponent", count=2))
    assert len(happened(some, "move")) == 1  # 609.3: as much as possible


def test_until_something_that_is_gone_nothing_is_exiled() -> None:
    """610.3a: the duration would end before it begins."""
    state = game().put(BEARS, id="it").put(LIONS, id="cat").state()
    gone = play(state, A.Destroy(object="cat")).after
    done = play(gone, A.Exile(object="it", until=state.find_one("cat")))
    assert happened(done, "move") == []
    event = one(done, "stay")
    assert event.rules == ("610.3a", "610.3b")
    assert "gone" in event.note


def test_what_was_exiled_until_something_left_goes_back() -> None:
    """610.3: to the zone it came from, by its owner."""
    made = game().put(BEARS, id="it", owner="opponent").put(LIONS, id="cat")
    state = made.put(BEARS, "hand", id="card").state()
    away = play(state, A.Exile(object="it", until="cat"), A.Exile(object="card", until="cat")).after
    assert len(names_in(away, "exile")) == 2
    back = play(away, A.Destroy(object="cat"))
    moved = {e.end: e for e in happened(back, "move", BEARS)}
    assert set(moved) == {"battlefield", "hand"}
    assert moved["battlefield"].player == "opponent"
    assert moved["hand"].player == "you"
    assert all("610.3" in e.rules for e in moved.values())


@pytest.mark.parametrize("where", ["top", "bottom", 2])
def test_a_place_in_a_library(where: str | int) -> None:
    """401.7: second from the top; in the owner's library (400.3)."""
    made = game().put(BEARS, id="it", owner="opponent", controller="you")
    for _ in range(3):
        made.put(LIONS, "library", owner="opponent")
    done = play(made.state(), A.PutIntoLibrary(object="it", where=where))
    order = names_in(done.after, "library", "opponent")
    assert order.index(BEARS) == {"top": 3, "bottom": 0, 2: 2}[where]
    assert one(done, "move").player == "opponent"


# --- cards from a library and a hand ----------------------------------------------------------


def test_a_card_drawn_is_one_card() -> None:
    """121.1; who is not said is the active player."""
    start = game().put("Fire // Ice", "library", id="it").state()
    done = play(start, A.Draw())
    new = done.after.find_one("it")
    same(
        one(done, "draw"),
        "draw",
        new,
        "Fire // Ice",
        became=(new,),
        player="you",
        cards=1,
        rules=("121.1",),
        note="",
    )
    assert one(done, "move").rules == ("400.7", "121.1")
    assert names_in(done.after, "hand", "you") == ["Fire // Ice"]
    empty = play(start, A.Draw(player="opponent"))
    event = one(empty, "draw")
    same(event, "draw", 0, "", player="opponent", rules=("121.3", "704.5b"))
    assert "no card" in event.note
    assert names_in(empty.after, "library", "you") == ["Fire // Ice"]


def test_cards_milled_go_at_once() -> None:
    """701.17a: from the top; each is one card."""
    made = game().put(LIONS, "library", id="low").put(BEARS, "library", id="high")
    done = play(made.state(), A.Mill(count=2))
    first, second = happened(done, "mill")
    for event, ref, name in ((first, "high", BEARS), (second, "low", LIONS)):
        new = done.after.find_one(ref)
        same(
            event,
            "mill",
            new,
            name,
            became=(new,),
            player="you",
            cards=1,
            rules=("701.17a",),
            note="",
        )
    moved = happened(done, "move")
    assert {e.batch for e in moved} == {moved[0].batch}
    assert {e.rules for e in moved} == {("400.7", "701.17a")}
    assert {e.player for e in moved} == {"you"}


def test_milled_cards_may_be_put_elsewhere() -> None:
    """614.1a: what replaces a card's going to a graveyard sees milled cards, too."""
    made = game().put("Leyline of the Void", controller="opponent").put(BEARS, "library", id="it")
    done = play(made.state(), A.Mill())
    assert done.after.things[done.after.find_one("it")].zone == "exile"


def test_a_card_discarded_is_one_card() -> None:
    """701.9a, 709.2; what is elsewhere is not discarded."""
    start = game().put("Fire // Ice", "hand", id="it", owner="opponent").put(BEARS, id="bear")
    state = start.state()
    done = play(state, A.Discard(object="it"))
    same(
        one(done, "discard"),
        "discard",
        state.find_one("it"),
        "Fire // Ice",
        became=(done.after.find_one("it"),),
        player="opponent",
        cards=1,
        rules=("701.9a", "709.2"),
        note="",
    )
    move = one(done, "move")
    assert (move.rules, move.player) == (("400.7", "701.9a"), "opponent")
    assert f"{BEARS} is not in a hand" in str(refused(state, A.Discard(object="bear"), "701.9a"))


def test_a_library_that_is_shuffled() -> None:
    """701.24a."""
    state = game().put(BEARS, "library").state()
    same(
        one(play(state, A.Shuffle()), "shuffle"), "shuffle", 0, "", player="you", rules=("701.24a",)
    )
    other = one(play(state, A.Shuffle(player="opponent")), "shuffle")
    assert other.player == "opponent"
    assert "order" in other.note


# --- onto the battlefield ---------------------------------------------------------------------


def test_who_puts_a_card_onto_the_battlefield() -> None:
    """110.2a: the player who is told to; control may be given to another."""
    start = game().put(BEARS, "graveyard", id="it", owner="opponent").state()
    own = play(start, A.PutOntoBattlefield(object="it"))
    assert one(own, "move").player == "opponent"
    assert own.after.things[own.after.find_one("it")].controller == "opponent"
    mine = play(start, A.PutOntoBattlefield(object="it", player="you", tapped=True))
    assert one(mine, "move").player == "you"
    there = mine.after.things[mine.after.find_one("it")]
    assert (there.controller, there.owner, there.tapped) == ("you", "opponent", True)
    back = play(start, A.PutOntoBattlefield(object="it", player="you", control="owner"))
    assert back.after.things[back.after.find_one("it")].controller == "opponent"


def test_an_aura_may_be_put_onto_something() -> None:
    """303.4f: it enters attached to what is chosen."""
    made = game().put("Lignify", "graveyard", id="aura").put(BEARS, id="it").put(LIONS, id="cat")
    done = play(made.state(), A.PutOntoBattlefield(object="aura", attached_to="cat")).after
    assert done.things[done.find_one("aura")].attached == done.find_one("cat")


def test_timestamps_of_what_enters_at_once_follow_its_controllers() -> None:
    """613.7m: the active player's objects first; what one player controls as that one lists it."""
    made = game().put(BEARS, "graveyard", id="it", owner="opponent")
    state = made.put(LIONS, "graveyard", id="cat").state()
    own = play(state, A.PutOntoBattlefield(object=["it", "cat"])).after
    assert own.find_one("cat") < own.find_one("it")
    mine = play(state, A.PutOntoBattlefield(object=["it", "cat"], control="you")).after
    assert mine.find_one("it") < mine.find_one("cat")


def test_what_blinks_is_exiled_by_who_says_so() -> None:
    """701.13a, and back under its owner's control as a new object (400.7)."""
    start = game().put(BEARS, id="it", owner="opponent", controller="you").state()
    other = happened(play(start, A.Blink(object="it", player="opponent")), "move")
    assert other[0].player == "opponent"
    done = play(start, A.Blink(object="it", player="you"))
    away, back = happened(done, "move")
    assert (away.player, away.end, away.rules) == ("you", "exile", ("400.7", "701.13a"))
    assert (back.start, back.end) == ("exile", "battlefield")
    new = done.after.things[done.after.find_one("it")]
    assert (new.controller, new.zone) == ("opponent", "battlefield")


# --- what is cited as something leaves, and comes back ------------------------------------------

LEAVING = ["destroy", "exile", "return to hand", "sacrifice", "put into library", "blink"]


def cited(run: mm.Run) -> list[tuple[str, set[str]]]:
    """The moves of a run: where to, and the rules."""
    moves = run.events().query("event == 'move'")
    return [
        (to, set(rules.split(", ")))
        for to, rules in zip(moves["to_zone"], moves["rules"], strict=True)
    ]


@pytest.mark.parametrize("do", LEAVING)
@pytest.mark.parametrize("card", ["Grizzly Bears", "Chittering Host"])
@pytest.mark.parametrize("counters", [{}, {"+1/+1": 2}, {"charge": 1, "shield": 1}])
def test_counters_that_cease_to_exist_cite_why(
    do: str, card: str, counters: dict[str, int]
) -> None:
    """122.2: no counter goes along from one zone to another."""
    order = (
        {}
        if card == "Grizzly Bears" or do == "blink"
        else {"order": ["Graf Rats", "Midnight Scavengers"]}
    )
    order = {} if do in ("return to hand", "exile") else order
    scenario = mm.Scenario("leaves").start(card, id="it", counters=counters)
    if do == "destroy" and "shield" in counters:
        do = "sacrifice"
    moves = cited(scenario.step(do, object="it", **order).play())
    assert ("122.2" in moves[0][1]) is bool(counters)
    assert not any("122.2" in rules for _, rules in moves[1:]), "what comes back has none"


@pytest.mark.parametrize(
    ("steps", "both"),
    [
        ([{"do": "blink", "object": "host"}], True),
        (
            [
                {"do": "blink", "object": "host", "until": "end"},
                {"do": "next step", "to": "end"},
                {"do": "resolve"},
            ],
            True,
        ),
        (
            [
                {"do": "exile", "object": "host", "until": "bears"},
                {"do": "destroy", "object": "bears"},
            ],
            True,
        ),
        ([{"do": "blink", "object": "bears"}], False),
        (
            [
                {"do": "exile", "object": "host"},
                {"do": "put onto battlefield", "object": "Graf Rats"},
                {"do": "put onto battlefield", "object": "Midnight Scavengers"},
            ],
            False,
        ),
    ],
    ids=["at once", "at the end step", "until it leaves", "one card", "one by one"],
)
def test_an_effect_that_finds_both_cards_cites_that_it_does(
    steps: list[dict[str, Any]], both: bool
) -> None:
    """712.21c: it finds both, and does the same to each."""
    scenario = mm.Scenario("back").start("Chittering Host", id="host")
    scenario = scenario.start("Grizzly Bears", id="bears")
    for step in steps:
        scenario = scenario.step(**step)
    back = [rules for to, rules in cited(scenario.play()) if to == "battlefield"]
    assert len(back) == (2 if both or len(steps) == 3 else 1)
    assert ["712.21c" in rules for rules in back] == [both] * len(back)
