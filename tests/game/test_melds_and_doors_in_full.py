"""What melding, unlocking and locking leave as events, field by field; who may not do what."""

from __future__ import annotations

import pytest

from mtgmeld.errors import BadValue
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.melding import conditions
from mtgmeld.game.state import State
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play, refused
from tests.statements.test_i_rooms import POOL, room

RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"
GISELA, BRUNA = "Gisela, the Broken Blade", "Bruna, the Fading Light"
BEARS = "Grizzly Bears"


# --- melding ----------------------------------------------------------------------------------


def test_what_melding_asks_for() -> None:
    """Each ability that melds: own and control both on the battlefield; then 701.42b."""
    asked, cards = ("701.42a", "603.4", "608.2c"), ("701.42b",)
    made = game().put(GISELA, id="one").put(BRUNA, id="two", owner="opponent", controller="you")
    state = made.put(BRUNA, "hand", id="card").put(BRUNA, "exile", id="away").state()

    def rows(ref: str) -> list[tuple[str, bool, tuple[str, ...]]]:
        two = [state.things[state.find_one(r)] for r in ("one", ref)]
        return conditions(state, two[0], two[1], "you")

    first = [
        (f"{GISELA} is on the battlefield", True, asked),
        (f"{GISELA} is controlled by you", True, asked),
        (f"{GISELA} is owned by you", True, asked),
    ]
    last = [
        (f"{GISELA} is represented by one card", True, cards),
        (f"{GISELA} is a meld card", True, cards),
        (f"{BRUNA} is represented by one card", True, cards),
        (f"{BRUNA} is a meld card", True, cards),
        ("the two cards belong to one meld pair", True, ("701.42b", "712.5")),
    ]
    assert rows("two") == [
        *first,
        (f"{BRUNA} is on the battlefield", True, asked),
        (f"{BRUNA} is controlled by you", True, asked),
        (f"{BRUNA} is owned by you", False, asked),
        *last,
    ]
    assert rows("card")[3:6] == [
        (f"{BRUNA} is on the battlefield", False, asked),
        (f"{BRUNA} is controlled by you", True, asked),
        (f"{BRUNA} is owned by you", True, asked),
    ]
    # what is in exile is taken to have been exiled by the ability
    assert rows("away") == [*first, *last]
    assert rows("one")[-1] == ("the two cards belong to one meld pair", False, ("701.42b", "712.5"))


@pytest.mark.parametrize("swapped", [False, True])
def test_the_events_of_melding(swapped: bool) -> None:
    """701.42a: exile both, then one object of two cards enters; the bearer's card is first."""
    state = game().put(RATS, id="one").put(SCAVENGERS, id="two").state()
    act = A.Meld(object="two", with_="one") if swapped else A.Meld(object="one", with_="two")
    done = play(state, act)
    away = [e for e in happened(done, "move") if e.end == "exile"]
    assert {e.name for e in away} == {RATS, SCAVENGERS}
    assert {e.rules for e in away} == {("400.7", "701.42a")}
    assert {e.player for e in away} == {"you"}
    assert away[0].batch == away[1].batch
    event = one(done, "move", HOST)
    new = done.after.find_one(HOST)
    same(
        event,
        "move",
        away[0].became[0],
        HOST,
        became=(new,),
        start="exile",
        end="battlefield",
        objects=1,
        cards=2,
        player="you",
        batch=away[0].batch + 1,
        note=f"{RATS} and {SCAVENGERS} meld",
        rules=("701.42a", "712.4a", "712.14c", "400.7", "712.5a"),
    )
    host = done.after.things[new]
    assert [done.after.cards[c].card.name for c in host.cards] == [RATS, SCAVENGERS]
    assert (host.controller, host.owner, host.face, host.tapped) == ("you", "you", 1, False)
    assert done.after.find_one("one") == done.after.find_one("two") == new


@pytest.mark.parametrize("zone", ["hand", "graveyard"])
def test_cards_elsewhere_do_not_meld(zone: str) -> None:
    """701.42a: each ability that melds is about permanents, or what it has exiled."""
    state = game().put(RATS, zone, id="one").put(SCAVENGERS, id="two").state()
    error = refused(state, A.Meld(object="one", with_="two"), "701.42a")
    assert f"you do not own and control {RATS} on the battlefield" in str(error)


def test_cards_in_exile_are_not_exiled_again() -> None:
    state = game().put(RATS, "exile", id="one").put(SCAVENGERS, id="two").state()
    done = play(state, A.Meld(object="one", with_="two", tapped=True, id="host"))
    assert [(e.name, e.end) for e in happened(done, "move")] == [
        (SCAVENGERS, "exile"),
        (HOST, "battlefield"),
    ]
    assert done.after.things[done.after.find_one("host")].tapped


def test_two_cards_that_do_not_meld_stay_in_exile() -> None:
    """701.42c; the event says what is missing (701.42b)."""
    state = game().put(RATS, id="one").put(BRUNA, id="two").state()
    done = play(state, A.Meld(object="one", with_="two", player="opponent", check=False))
    ids = tuple(done.after.find_one(r) for r in ("one", "two"))
    same(
        one(done, "meld fails"),
        "meld fails",
        ids[0],
        RATS,
        became=ids,
        start="exile",
        end="exile",
        player="opponent",
        note="not so: the two cards belong to one meld pair",
        rules=("701.42b", "701.42c"),
    )
    assert {e.player for e in happened(done, "move")} == {"opponent"}
    token = game().put(RATS, id="one").put(SCAVENGERS, id="two", token=True).state()
    lost = play(token, A.Meld(object="one", with_="two", check=False))
    assert happened(lost, "move", HOST) == []
    assert names_in(lost.after, "exile") == [RATS]


# --- standing effects ---------------------------------------------------------------------


def test_two_standing_effects_have_two_names() -> None:
    once = A.LayEffect(effect={"forbid": "cast", "id": "quiet"})
    state = play(game().state(), once).after
    with pytest.raises(BadValue, match="another standing effect is called 'quiet'") as error:
        apply(state, once)
    assert error.value.field == "id"
    assert "the effect" in str(error.value)


def test_who_may_not_do_what() -> None:
    """101.2: an effect that forbids is about the players and things that it names."""
    made = game().put(BEARS, "hand", id="it").put(POOL, id="room", unlocked="left")
    made.effect(forbid="cast", who="opponent", id="quiet")
    state = made.effect(forbid="unlock", what="mv>9", id="shut").state()
    assert happened(play(state, A.CastSpell(object="it")), "cast")
    assert happened(play(state, A.Unlock(object="room", half="right", pay="{4}{U}")), "unlock")
    mine = game().put(BEARS, "hand", id="it").put(POOL, id="room", unlocked="left")
    mine.effect(forbid="cast", who="you", id="quiet")
    state = mine.effect(forbid="unlock", who="you", what="t:room", id="shut").state()
    refused(state, A.CastSpell(object="it"), "601.3")
    refused(state, A.Unlock(object="room", half="right", pay="{4}{U}"))


# --- Rooms ------------------------------------------------------------------------------------


def test_the_events_of_unlocking() -> None:
    """709.5e: paid for by the controller as a special action; 709.5i with the second."""
    state = room(unlocked="left").state()
    done = play(state, A.Unlock(object="room", half="right", pay="{4}{U}"))
    it = state.find_one("room")
    same(
        one(done, "unlock"),
        "unlock",
        it,
        "Locker Room",
        became=(it,),
        player="you",
        half=1,
        note="paid {4}{U}",
        rules=("709.5e", "116.2m", "709.5h"),
    )
    assert one(done, "unlock").batch > 0
    same(
        one(done, "fully unlock"),
        "fully unlock",
        it,
        POOL,
        became=(it,),
        player="you",
        rules=("709.5i",),
        note="",
    )
    poor = refused(state, A.Unlock(object="room", half="right", pay="{U}"), "118.3", "709.5e")
    assert "{U} does not pay {4}{U} for unlocking Locker Room" in str(poor)
    again = refused(done.after, A.Unlock(object="room", half="right", pay="{4}{U}"), "709.5e")
    assert "Locker Room is unlocked already" in str(again)


def test_unlocking_by_an_effect() -> None:
    """709.5f: without a cost; with one half locked there is nothing to choose."""
    done = play(room().state(), A.UnlockByEffect(object="room", half="left"))
    first = one(done, "unlock")
    assert happened(done, "fully unlock") == []
    assert (first.half, first.note, first.rules) == (0, "by an effect", ("709.5f", "709.5h"))
    chosen = A.UnlockByEffect(object="room", choose={"half": "right"})
    assert one(play(room().state(), chosen), "unlock").half == 1
    second = one(play(done.after, A.UnlockByEffect(object="room")), "unlock")
    assert (second.half, second.name) == (1, "Locker Room")
    assert first.batch == second.batch == 1


def test_the_event_of_locking() -> None:
    """709.5g, by whoever's effect it is; who is not said is the controller."""
    state = room(unlocked="left,right").state()
    it = state.find_one("room")
    for player, whose in ((None, "you"), ("opponent", "opponent")):
        act = A.LockByEffect(object="room", half="left", player=player)
        same(
            one(play(state, act), "lock"),
            "lock",
            it,
            "Bottomless Pool",
            became=(it,),
            player=whose,
            half=0,
            rules=("709.5g",),
            note="",
        )
    asked = choice(state, A.LockByEffect(object="room"), "half", "709.5g")
    assert asked.player == "you"
    assert asked.options == ("Bottomless Pool", "Locker Room")
    locked = play(state, A.LockByEffect(object="room", choose={"half": "left"})).after
    assert locked.things[it].unlocked == (1,)
    opened = play(locked, A.UnlockByEffect(object="room", choose={"half": "left"})).after
    assert opened.things[it].unlocked == (0, 1)


def test_where_there_is_no_half_to_choose_nothing_happens() -> None:
    """709.5f and 709.5g."""
    full, shut = room(unlocked="left,right").state(), room().state()
    for state, act, note, rule in (
        (full, A.UnlockByEffect(object="room"), "no half is locked", "709.5f"),
        (shut, A.LockByEffect(object="room"), "no half is unlocked", "709.5g"),
    ):
        done = play(state, act)
        it = state.find_one("room")
        same(one(done, "stay"), "stay", it, state.name_of(it), note=note, rules=(rule,))


def test_a_room_loses_its_locks_by_an_effect_on_itself_alone() -> None:
    """709.5 under the policy that the two abilities go with all others (613.1f)."""
    made = game(policies={"Room that loses its abilities": "locks lost"})
    state = made.put(POOL, id="room").put(BEARS, id="it").put("Lignify", "hand", id="aura").state()
    both = ("Bottomless Pool", "Locker Room")

    def names(after: State) -> tuple[str, ...]:
        value: tuple[str, ...] = after.characteristics("room").names.value
        return value

    assert names(state) == ()
    lost = A.Change(object="room", loses_abilities=True)
    assert names(play(state, lost).after) == both
    assert names(play(state, A.Change(object="it", loses_abilities=True)).after) == ()
    alive = A.Change(object="room", add_types=["Creature"], power=3, toughness=3)
    creature = play(state, alive).after
    assert names(creature) == ()
    # an Aura that takes the abilities of what it enchants
    on_it = A.PutOntoBattlefield(object="aura", attached_to="it")
    assert names(play(creature, on_it).after) == ()
    on_room = A.PutOntoBattlefield(object="aura", attached_to="room")
    assert names(play(creature, on_room).after) == both
