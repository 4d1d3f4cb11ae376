"""I. Rooms (S085-S109)."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.casting import casting_options
from mtgmeld.game.draft import Draft
from mtgmeld.game.engine import Transition
from mtgmeld.game.legality import legal_actions, options
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import apply, choice, game, happened, names_in, play, refused

POOL = "Bottomless Pool // Locker Room"
FURNACE = "Roaring Furnace // Steaming Sauna"
ANNEX = "Unholy Annex // Ritual Chamber"
WORKS = "Glassworks // Shattered Yard"
LOUNGE = "Smoky Lounge // Misty Salon"
SURGICAL = "Restricted Office // Lecture Hall"


def room(name: str = POOL, unlocked: str = "", **more: Any) -> Setup:
    """A Room permanent of yours, called ``room``."""
    return game(**more).put(name, id="room", unlocked=unlocked)


def held(name: str = POOL, **more: Any) -> Setup:
    """A Room card in your hand, called ``room``."""
    return game(**more).put(name, "hand", id="room")


def doors(state: State, ref: str = "room") -> tuple[str, str]:
    """The left and the right half, as they are."""
    unlocked = state.things[state.find_one(ref)].unlocked
    left, right = ("unlocked" if i in unlocked else "locked" for i in (0, 1))
    return left, right


def entered(half: str, name: str = POOL, **more: Any) -> Transition:
    """A Room whose half was cast and has resolved."""
    return play(held(name, **more).state(), A.CastSpell(object="room", half=half), A.Resolve())


def triggers(done: Transition, door: str) -> int:
    """How often a door's unlock ability was put onto the stack."""
    return len(happened(done, "trigger", f"{door}#unlock"))


# -- casting and entering -------------------------------------------------------------------


@pytest.mark.statement("S085")
def test_one_half_is_cast_at_a_time() -> None:
    state = held().state()
    ways = casting_options(Draft.of(state), state.things[state.find_one("room")], "you")
    assert [m.halves for m in ways] == [(0,), (1,)]
    assert all("709.3" in m.rules for m in ways)
    refused(state, A.CastSpell(object="room", fused=True), "709.3")
    choice(state, A.CastSpell(object="room"), "half", "709.3")


@pytest.mark.statement("S086")
@pytest.mark.parametrize(
    ("half", "expected"),
    [("Locker Room", ("locked", "unlocked")), ("Bottomless Pool", ("unlocked", "locked"))],
)
def test_it_enters_with_the_half_that_was_cast(half: str, expected: tuple[str, str]) -> None:
    done = entered(half)
    assert doors(done.after) == expected
    assert done.after.characteristics("room").names.value == (half,)
    assert "709.5d" in happened(done, "unlock", half)[0].rules


@pytest.mark.statement("S087")
@pytest.mark.parametrize("zone", ["graveyard", "library", "hand", "exile"])
def test_it_enters_locked_without_being_cast(zone: str) -> None:
    state = game().put(POOL, zone, id="room").state()
    done = play(state, A.PutOntoBattlefield(object="room"))
    assert doors(done.after) == ("locked", "locked")
    value = done.after.value("room", "mana_value")
    assert value.value == 0
    assert "709.5" in value.all_rules
    assert happened(done, "unlock") == []


@pytest.mark.statement("S087")
def test_a_blinked_room_is_locked() -> None:
    done = play(room(unlocked="left,right").state(), A.Blink(object="room"))
    assert doors(done.after) == ("locked", "locked")
    assert done.after.value("room", "mana_value").value == 0


@pytest.mark.statement("S088")
def test_casting_for_free_is_casting() -> None:
    state = held().put("Omniscience").state()
    cast = A.CastSpell(object="room", half="left", free=True)
    done = play(state, cast, A.Resolve())
    assert doors(done.after) == ("unlocked", "locked")


# -- unlocking by paying --------------------------------------------------------------------

UNLOCK = A.Unlock(object="room", half="right")


@pytest.mark.statement("S089")
@pytest.mark.parametrize("step", ["precombat main", "postcombat main"])
def test_unlocking_is_legal_in_a_main_phase_of_the_own_turn(step: str) -> None:
    state = room(unlocked="left", step=step).state()
    done = play(state, UNLOCK)
    assert doors(done.after) == ("unlocked", "unlocked")
    assert {"709.5e", "116.2m"} <= set(happened(done, "unlock")[0].rules)
    assert "unlock Locker Room" in [a.says for a in legal_actions(state)]


@pytest.mark.statement("S089")
@pytest.mark.parametrize(
    "step", ["upkeep", "draw", "beginning of combat", "declare attackers", "end"]
)
def test_unlocking_is_illegal_in_any_other_step(step: str) -> None:
    state = room(unlocked="left", step=step).state()
    refused(state, UNLOCK, "709.5e", "116.2m")
    assert "unlock Locker Room" not in [a.says for a in legal_actions(state)]


@pytest.mark.statement("S089")
def test_unlocking_is_illegal_in_another_turn_with_a_spell_or_for_another_player() -> None:
    mine = game(active="opponent").put(POOL, id="room", owner="you", unlocked="left").state()
    refused(mine, A.Unlock(object="room", half="right", player="you"), "709.5e")
    state = room(unlocked="left").put("Fire // Ice", "hand", id="fire").state()
    waiting = play(state, A.CastSpell(object="fire", half="Fire", target="opponent")).after
    refused(waiting, UNLOCK, "709.5e", "116.2m")
    refused(state, A.Unlock(object="room", half="right", player="opponent"), "709.5e")
    refused(state, A.Unlock(object="room", half="left"), "709.5e")


@pytest.mark.statement("S090")
def test_unlocking_does_not_use_the_stack() -> None:
    state = room(unlocked="left").state()
    done = play(state, UNLOCK)
    assert done.after.in_zone("stack") == ()
    assert done.after.priority == "you"
    # a trigger comes onto the stack after the half is unlocked, and its player has priority
    chamber = play(room(ANNEX, "left").state(), A.Unlock(object="room", half="right"))
    order = [e.kind for e in chamber.events if e.kind in ("unlock", "trigger")]
    assert order == ["unlock", "trigger"]
    assert len(chamber.after.in_zone("stack")) == 1
    assert chamber.after.priority == "you"
    assert doors(chamber.after) == ("unlocked", "unlocked")


@pytest.mark.statement("S091")
def test_the_unlock_cost_is_the_locked_half_s_mana_cost() -> None:
    state = room(unlocked="left").state()
    assert str(state.value("room", "mana_cost").value) == "{U}"
    refused(state, A.Unlock(object="room", half="right", pay="{4}{R}"), "709.5e", "118.3")
    done = play(state, A.Unlock(object="room", half="right", pay="{4}{U}"))
    assert happened(done, "unlock")[0].note == "paid {4}{U}"
    listed = {o.part: str(o.total) for o in options(room().state(), "you")}
    assert listed == {"Bottomless Pool": "{U}", "Locker Room": "{4}{U}"}


def unlock_cost(*permanents: str) -> str:
    made = room(unlocked="left")
    for name in permanents:
        made.put(name)
    return happened(play(made.state(), UNLOCK), "unlock")[0].note.removeprefix("paid ")


@pytest.mark.statement("S092")
def test_only_effects_that_name_unlock_costs_change_them() -> None:
    assert unlock_cost("Thalia, Guardian of Thraben") == "{4}{U}"
    assert unlock_cost("Inquisitive Glimmer") == "{3}{U}"
    assert unlock_cost("Inquisitive Glimmer", "Thalia, Guardian of Thraben") == "{3}{U}"
    # as a spell the half feels both
    made = held().put("Thalia, Guardian of Thraben").put("Inquisitive Glimmer").state()
    done = play(made, A.CastSpell(object="room", half="right"))
    assert happened(done, "cast")[0].note == "for {4}{U}"


@pytest.mark.statement("S093")
def test_a_prohibition_of_casting_does_not_forbid_unlocking() -> None:
    made = room(unlocked="left").put(FURNACE, "hand", id="spell").effect(forbid="cast", id="quiet")
    state = made.state()
    refused(state, A.CastSpell(object="spell", half="left"), "601.3")
    assert doors(play(state, UNLOCK).after) == ("unlocked", "unlocked")
    # one that names unlocking does
    named = room(unlocked="left").effect(forbid="unlock", id="shut").state()
    refused(named, UNLOCK, "709.5e", "101.2")


# -- unlocking and locking by effects --------------------------------------------------------


@pytest.mark.statement("S094")
def test_an_effect_unlocks_a_locked_half_for_nothing() -> None:
    both = room(unlocked="left,right").state()
    done = play(both, A.UnlockByEffect(object="room"))
    assert happened(done, "unlock") == []
    assert "709.5f" in happened(done, "stay")[0].rules
    left = room(unlocked="left").state()
    refused(left, A.UnlockByEffect(object="room", half="left"), "709.5f")
    done = play(left, A.UnlockByEffect(object="room"))
    assert doors(done.after) == ("unlocked", "unlocked")
    assert "709.5f" in happened(done, "unlock")[0].rules
    asked = choice(room().state(), A.UnlockByEffect(object="room"), "half", "709.5f")
    assert asked.options == ("Bottomless Pool", "Locker Room")


@pytest.mark.statement("S095")
def test_an_effect_locks_an_unlocked_half() -> None:
    state = room(WORKS, "left").state()
    refused(state, A.LockByEffect(object="room", half="right"), "709.5g")
    done = play(state, A.LockByEffect(object="room"))
    assert doors(done.after) == ("locked", "locked")
    assert done.after.characteristics("room").names.value == ()
    assert done.after.value("room", "mana_value").value == 0
    assert "709.5g" in happened(done, "lock", "Glassworks")[0].rules
    nothing = play(done.after, A.LockByEffect(object="room"))
    assert happened(nothing, "lock") == []
    both = room(WORKS, "left,right").state()
    asked = choice(both, A.LockByEffect(object="room"), "half", "709.5g")
    assert asked.options == ("Glassworks", "Shattered Yard")


@pytest.mark.statement("S096")
def test_a_half_is_locked_unlocked_and_triggers_again() -> None:
    made = room(WORKS, "left").put("Gisela, the Broken Blade", id="foe", controller="opponent")
    locked = play(made.state(), A.LockByEffect(object="room", half="left")).after
    unlock = A.Unlock(object="room", half="left", pay="{2}{R}")
    again = play(locked, unlock)
    assert triggers(again, "Glassworks") == 1
    done = play(again.after, A.Resolve())
    assert happened(done, "damage")[0].note == "4 damage"
    assert names_in(done.after, "graveyard", "opponent") == ["Gisela, the Broken Blade"]


# -- what triggers ---------------------------------------------------------------------------


@pytest.mark.statement("S097")
def test_a_door_triggers_on_entering_unlocked_and_when_paid_for_later() -> None:
    first = entered("Ritual Chamber", ANNEX)
    assert triggers(first, "Ritual Chamber") == 1
    demon = play(first.after, A.Resolve()).after.characteristics("Demon Token")
    assert (demon.power.value, demon.toughness.value) == ("6", "6")
    other = entered("Unholy Annex", ANNEX)
    assert triggers(other, "Ritual Chamber") == 0
    later = play(other.after, A.Unlock(object="room", half="right", pay="{3}{B}{B}"))
    assert triggers(later, "Ritual Chamber") == 1
    assert "709.5h" in happened(later, "unlock")[0].rules


@pytest.mark.statement("S098")
@pytest.mark.parametrize(
    ("doubler", "unlocked", "expected"),
    [
        (None, "", 1),
        ("Yarok, the Desecrated", "", 1),
        ("Mirror Room // Fractured Realm", "right", 2),
        ("Mirror Room // Fractured Realm", "left", 1),
    ],
)
def test_it_is_no_enters_trigger(doubler: str | None, unlocked: str, expected: int) -> None:
    made = held(WORKS).put("Gisela, the Broken Blade", controller="opponent")
    made.put("Grizzly Bears", id="bear", controller="opponent")
    if doubler is not None:
        made.put(doubler, **({"unlocked": unlocked} if unlocked else {}))
    cast = A.CastSpell(object="room", half="Glassworks")
    done = play(made.state(), cast, A.Resolve(target="bear"))
    assert triggers(done, "Glassworks") == expected
    assert len(done.after.in_zone("stack")) == expected


@pytest.mark.statement("S098")
def test_yarok_doubles_a_trigger_of_entering() -> None:
    """The counter-test: the same doubler does work on an ability that triggers on entering."""
    made = game().put("Yarok, the Desecrated").put("Wall of Omens", "hand", id="wall")
    done = play(made.state(), A.CastSpell(object="wall"), A.Resolve())
    assert len(done.after.in_zone("stack")) == 2


@pytest.mark.statement("S099")
def test_unlocking_is_legal_without_a_target() -> None:
    state = room(WORKS, "right").put("Grizzly Bears").state()
    done = play(state, A.Unlock(object="room", half="left"))
    assert doors(done.after) == ("unlocked", "unlocked")
    assert done.after.in_zone("stack") == ()
    assert "603.3d" in happened(done, "removed", "Glassworks#unlock")[0].rules
    # with two targets the player chooses as the ability is put onto the stack
    made = room(WORKS, "right").put("Grizzly Bears", id="one", controller="opponent")
    both = made.put("Grizzly Bears", id="two", controller="opponent").state()
    asked = choice(both, A.Unlock(object="room", half="left"), "target", "603.3d")
    assert asked.options == ("one", "two")


@pytest.mark.statement("S100")
def test_fully_unlocking_is_the_second_designation() -> None:
    state = held(FURNACE).watch("full", "fully unlock").watch("door", "unlock").state()
    cast = play(state, A.CastSpell(object="room", half="left"), A.Resolve())
    assert cast.after.counts["full"] == 0
    paid = play(cast.after, A.Unlock(object="room", half="right"))
    assert paid.after.counts["full"] == 1
    assert "709.5i" in happened(paid, "fully unlock")[0].rules
    again = play(
        paid.after, A.LockByEffect(object="room", half="left"), A.UnlockByEffect(object="room")
    )
    assert again.after.counts == {"full": 2, "door": 3}


@pytest.mark.statement("S101")
def test_unlocking_gives_abilities_from_then_on() -> None:
    made = room("Charred Foyer // Warped Space", "right").put("Grizzly Bears", "library")
    made.put("Silvercoat Lion", "library")
    done = play(made.state(), A.Unlock(object="room", half="left"), A.NextStep(to="end"))
    assert done.after.in_zone("stack") == (), "the upkeep of this turn has been"
    # the next upkeep of yours is another matter
    later = play(done.after, A.NextStep(to="upkeep", of="you"))
    assert len(later.after.in_zone("stack")) == 1
    card = play(later.after, A.Resolve())
    assert names_in(card.after, "exile") == ["Silvercoat Lion"]
    main = play(card.after, A.NextStep(to="precombat main"))
    assert play(main.after, A.CastSpell(object="Silvercoat Lion", pay="{1}{W}"))


@pytest.mark.statement("S102")
def test_designations_stay_when_control_changes() -> None:
    made = game().put(POOL, id="room", controller="opponent", unlocked="left")
    state = made.put("Confiscate", "hand").state()
    done = play(state, A.CastSpell(object="Confiscate", target="room"), A.Resolve())
    assert done.after.things[done.after.find_one("room")].controller == "you"
    assert doors(done.after) == ("unlocked", "locked")
    assert happened(done, "unlock") == []
    paid = play(done.after, A.Unlock(object="room", half="right", pay="{4}{U}"))
    assert doors(paid.after) == ("unlocked", "unlocked")
    owner = A.Unlock(object="room", half="right", player="opponent")
    refused(done.after, owner, "709.5e")


@pytest.mark.statement("S103")
def test_designations_go_with_the_permanent() -> None:
    state = room(ANNEX, "left,right").watch("door", "unlock").state()
    old = state.find_one("room")
    away = play(state, A.Blink(object="room", until="end")).after
    back = play(away, A.NextStep(to="end"), A.Resolve())
    assert back.after.find_one("room") != old
    assert doors(back.after) == ("locked", "locked")
    assert back.after.counts["door"] == 0
    assert triggers(back, "Ritual Chamber") == 0


@pytest.mark.statement("S104")
def test_two_rooms_are_independent() -> None:
    made = game().put(LOUNGE, id="lounge").put(POOL, id="pool", unlocked="left,right")
    done = play(made.state(), A.Unlock(object="lounge", half="Misty Salon"), A.Resolve())
    assert doors(done.after, "lounge") == ("locked", "unlocked")
    assert doors(done.after, "pool") == ("unlocked", "unlocked")
    spirit = done.after.characteristics("Spirit Token")
    assert (spirit.power.value, spirit.toughness.value) == ("3", "3")


@pytest.mark.statement("S105")
def test_doors_count_designations_and_names_count_once() -> None:
    made = game().put(POOL, id="one", unlocked="left").put(POOL, id="two", unlocked="left")
    state = made.put(SURGICAL, controller="opponent", unlocked="left").state()
    counted = state.amount("doors t:room controller:you")
    assert counted.value == 2
    assert "709.5j" in counted.all_rules
    assert state.amount("names t:room controller:you").value == 1
    assert state.amount("count t:room controller:you").value == 2


@pytest.mark.statement("S105")
def test_eight_names_among_unlocked_doors_win_the_game() -> None:
    rooms = (POOL, FURNACE, ANNEX, "Central Elevator // Promising Stairs")
    for unlocked, won in (("left,right", True), ("right", False)):
        made = game(step="untap")
        for name in rooms:
            made.put(name, unlocked=unlocked)
        made.put("Grizzly Bears", "library")
        state = made.state()
        assert state.amount("names t:room controller:you").value == (8 if won else 4)
        upkeep = play(state, A.NextStep(to="upkeep")).after
        top = choice(upkeep, A.Resolve(), "choose.graveyard", "701.25a")
        assert top.options == ("Grizzly Bears", "none")
        done = play(upkeep, A.Resolve(choose={"graveyard": "Grizzly Bears"}))
        assert names_in(done.after, "graveyard", "you") == ["Grizzly Bears"]
        assert bool(happened(done, "wins")) is won
        assert ("104.2b" in done.after.player("opponent").lost) is won


# -- other effects ---------------------------------------------------------------------------


def starfield(unlocked: str) -> State:
    made = room(unlocked=unlocked).put("Starfield of Nyx")
    for i in range(4):
        made.put("Copy Enchantment", id=f"other {i}")
    return made.state()


@pytest.mark.statement("S106")
def test_a_size_from_the_mana_value_follows_the_locks() -> None:
    state = starfield("left")
    one = state.characteristics("room")
    assert (one.power.value, one.toughness.value) == (1, 1)
    both = play(state, UNLOCK).after.characteristics("room")
    assert (both.power.value, both.toughness.value) == (6, 6)
    done = play(state, A.LockByEffect(object="room"))
    assert names_in(done.after, "graveyard", "you") == [POOL]
    assert "704.5f" in happened(done, "move")[0].rules


@pytest.mark.statement("S107")
@pytest.mark.parametrize(
    ("unlocked", "halves", "both"),
    [("", 0, 3), ("left", 1, 3), ("right", 2, 3), ("left,right", 3, 3)],
)
def test_devotion_counts_symbols_by_policy(unlocked: str, halves: int, both: int) -> None:
    state = room(ANNEX, unlocked).state()
    why = state.amount("devotion B")
    assert why.value == halves
    assert why.policy == "devotion to a Room"
    assert {"700.5", "700.5a", "709.5"} <= set(why.all_rules)
    other = room(ANNEX, unlocked, policies={"devotion to a Room": "both halves"}).state()
    assert other.amount("devotion B").value == both
    assert state.amount("devotion W").value == 0


@pytest.mark.statement("S107")
def test_mana_for_devotion_follows_the_same_policy() -> None:
    for reading, expected in (("unlocked halves", 1), ("both halves", 3)):
        made = room(ANNEX, "left", policies={"devotion to a Room": reading})
        state = made.put("Nykthos, Shrine to Nyx", id="shrine").state()
        done = play(state, A.TapForMana(object="shrine", mana="B"))
        assert [m.type for m in done.after.player("you").pool] == ["B"] * expected


@pytest.mark.statement("S108")
def test_a_room_without_abilities_keeps_designations_and_its_locked_half_stays_missing() -> None:
    bare = A.Change(
        object="room", add_types=["Creature"], power=1, toughness=1, loses_abilities=True
    )
    done = play(room(FURNACE, "left").state(), bare)
    assert doors(done.after) == ("unlocked", "locked")
    known = done.after.characteristics("room")
    assert known.names.value == ("Roaring Furnace",)
    assert str(known.mana_cost.value) == "{1}{R}"
    assert known.text.value == ()
    assert (known.power.value, known.toughness.value) == (1, 1)
    # unlocking needs no text
    paid = play(done.after, UNLOCK).after
    assert paid.characteristics("room").names.value == ("Roaring Furnace", "Steaming Sauna")
    policy = {"Room that loses its abilities": "locks lost"}
    other = play(room(FURNACE, "left", policies=policy).state(), bare).after
    assert doors(other) == ("unlocked", "locked")
    assert other.characteristics("room").names.value == ("Roaring Furnace", "Steaming Sauna")
    assert other.value("room", "mana_value").value == 7


@pytest.mark.statement("S108")
def test_a_room_that_is_a_creature_keeps_its_designations() -> None:
    state = starfield("left")
    assert "Creature" in state.characteristics("room").types.value
    assert doors(state) == ("unlocked", "locked")


@pytest.mark.statement("S109")
def test_mana_for_rooms_and_doors_pays_for_both() -> None:
    made = game(step="draw").put(LOUNGE, unlocked="left").put(FURNACE, id="room")
    made.put(FURNACE, "hand", id="spell").put("Fire // Ice", "hand", id="fire")
    state = play(made.state(), A.NextStep(to="precombat main"), A.Resolve()).after
    assert [m.type for m in state.player("you").pool] == ["R", "R"]
    door = A.Unlock(object="room", half="Roaring Furnace", pay="pool")
    assert play(state, door).after.player("you").pool == ()
    spell = A.CastSpell(object="spell", half="Roaring Furnace", pay="pool")
    assert play(state, spell).after.player("you").pool == ()
    fire = A.CastSpell(object="fire", half="Fire", pay="pool", target="opponent")
    refused(state, fire, "106.6")
    payable = {o.part for o in options(state, "you", "pool") if o.payable}
    assert payable == {"Roaring Furnace"}
    with pytest.raises(IllegalAction, match=r"106\.6"):
        apply(state, A.CastSpell(object="fire", half="Ice", pay="pool", target="room"))
