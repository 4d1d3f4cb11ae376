"""Rooms in play, beyond the statements: copies for a time, face down, eerie, needles, choices."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import legal_actions
from tests.statements.game import choice, game, happened, names_in, play, refused
from tests.statements.test_i_rooms import FURNACE, POOL, doors, room

SURGICAL = "Surgical Suite // Hospital Room"


def test_designations_stay_on_what_is_no_room_any_more() -> None:
    """Mirage Mirror is a copy of one Room, then of another, for a turn each (709.5c, 707.4)."""
    made = game().put("Mirage Mirror", id="mirror").put(POOL, id="pool").put(SURGICAL, id="suite")
    state = made.watch("door", "unlock").state()
    copy = A.BecomeCopy(object="mirror", of="pool", until="end of turn")
    first = play(state, copy, A.Unlock(object="mirror", half="right", pay="{4}{U}")).after
    assert first.characteristics("mirror").names.value == ("Locker Room",)
    assert doors(first, "mirror") == ("locked", "unlocked")
    between = play(first, A.NextTurn()).after
    assert between.characteristics("mirror").names.value == ("Mirage Mirror",)
    refused(between, A.Unlock(object="mirror", half="left"), "709.5e")
    refused(between, A.UnlockByEffect(object="mirror"), "709.5c")
    other = A.BecomeCopy(object="mirror", of="suite", until="end of turn")
    third = play(between, A.NextTurn(), other)
    assert third.after.characteristics("mirror").names.value == ("Hospital Room",)
    assert third.after.value("mirror", "mana_value").value == 4
    assert happened(third, "unlock") == []
    assert third.after.counts["door"] == 1


def test_a_face_down_room_is_locked_when_it_is_turned_up() -> None:
    state = game().put(POOL, "library", id="room").state()
    down = play(state, A.PutOntoBattlefield(object="room", face_down=True)).after
    assert down.characteristics("room").names.value == ()
    refused(down, A.Unlock(object="room", half="left"), "709.5e")
    assert not [a for a in legal_actions(down) if isinstance(a.action, A.Unlock)]
    up = play(down, A.TurnFaceUp(object="room"))
    assert doors(up.after) == ("locked", "locked")
    assert happened(up, "unlock") == []


def test_a_room_that_is_turned_face_down_keeps_its_designations() -> None:
    down = play(room(unlocked="left").state(), A.TurnFaceDown(object="room")).after
    assert down.characteristics("room").names.value == ()
    up = play(down, A.TurnFaceUp(object="room")).after
    assert doors(up) == ("unlocked", "locked")


def test_eerie_counts_entering_and_fully_unlocking() -> None:
    made = game().put(POOL, "hand", id="room")
    made.watch("enters", "enters", "t:enchantment").watch("full", "fully unlock")
    cast = play(made.state(), A.CastSpell(object="room", half="left"), A.Resolve(all=True)).after
    assert (cast.counts["enters"], cast.counts["full"]) == (1, 0)
    done = play(cast, A.Unlock(object="room", half="right")).after
    assert (done.counts["enters"], done.counts["full"]) == (1, 1)


def test_a_needle_on_a_locked_half_binds_nothing_until_it_is_unlocked() -> None:
    """Unlocking is no ability, so a needle does not stop it (116.2m)."""
    made = room(unlocked="left").put("Pithing Needle", id="needle", named="Locker Room")
    made.effect(activated="abilities", what="t:room", pay="{4}", do=[{"do": "draw"}], id="wand")
    made.put("Grizzly Bears", "library")
    state = made.state()
    draw = A.Activate(object="room", pay="{4}")
    assert play(state, draw, A.Resolve()).after.in_zone("hand", "you")
    unlocked = play(state, A.Unlock(object="room", half="right", pay="{4}{U}")).after
    refused(unlocked, draw, "602.5", "709.4a")


@pytest.mark.parametrize(
    ("unlocked", "outcomes"),
    [
        ("", ("unlock Bottomless Pool", "unlock Locker Room")),
        ("left", ("lock Bottomless Pool", "unlock Locker Room")),
        ("left,right", ("lock Bottomless Pool", "lock Locker Room")),
    ],
)
def test_lock_or_unlock_offers_what_each_half_allows(
    unlocked: str, outcomes: tuple[str, ...]
) -> None:
    state = room(unlocked=unlocked).state()
    asked = choice(state, A.LockOrUnlock(object="room"), "half", "709.5f", "709.5g")
    assert asked.options == outcomes
    for i, outcome in enumerate(outcomes):
        done = play(state, A.LockOrUnlock(object="room", half=outcome)).after
        expected = list(doors(state))
        expected[i] = "locked" if expected[i] == "unlocked" else "unlocked"
        assert list(doors(done)) == expected
        by_name = outcome.split(" ", 1)[1]
        assert doors(play(state, A.LockOrUnlock(object="room", half=by_name)).after) == doors(done)


def test_the_counted_copy_of_a_room_spell_leaves_the_original_alone() -> None:
    made = game().put(POOL, "hand", id="room").put("Wall of Omens", id="wall").watch("d", "unlock")
    state = play(made.state(), A.CastSpell(object="room", half="left")).after
    copied = play(state, A.CopySpell(object="room", id="token")).after
    first = play(copied, A.Resolve(target="none")).after
    both = play(first, A.Resolve(), A.Resolve(target="none")).after
    assert [doors(both, ref) for ref in ("token", "room")] == [("unlocked", "locked")] * 2
    assert both.counts["d"] == 2
    assert names_in(both, "battlefield").count(POOL) == 2


def test_protection_takes_one_target_of_a_fused_spell() -> None:
    made = game().put("Grizzly Bears", id="keeper", controller="opponent")
    made.put("Savannah Lions", id="lancer", controller="opponent").put(
        "Turn // Burn", "hand", id="it"
    )
    cast = A.CastSpell(object="it", fused=True, target=["keeper", "lancer"])
    shield = A.Change(object="keeper", keywords=["Protection from red"])
    done = play(made.state(), cast, shield, A.Resolve()).after
    keeper = done.characteristics("keeper")
    assert (keeper.power.value, keeper.toughness.value) == ("2", "2")
    assert names_in(done, "graveyard", "opponent") == ["Savannah Lions"]
    # a blue half alone does not mind
    turned = A.CastSpell(object="it", half="Turn", target="keeper")
    known = play(made.state(), shield, turned, A.Resolve()).after.characteristics("keeper")
    assert (known.power.value, known.toughness.value) == (0, 1)
    refused(
        play(made.state(), shield).after,
        A.CastSpell(object="it", fused=True, target=["keeper", "lancer"]),
        "601.2c",
    )


def test_a_copy_of_a_card_may_cost_less() -> None:
    made = game().put("Fire // Ice", "hand", id="it").effect(cost="-{2}", what="is:copy")
    copy = A.CastCopy(object="it", half="Fire", target="opponent", free=False, pay="{R}", id="copy")
    done = play(made.state(), copy)
    assert happened(done, "cast")[0].note == "for {R}"
    assert done.after.value("copy", "mana_value").value == 2
    assert names_in(done.after, "hand", "you") == ["Fire // Ice"]


def test_a_spell_of_another_player_s_card_goes_home() -> None:
    made = game().put("Fire // Ice", "exile", id="it", owner="opponent")
    cast = A.CastSpell(
        object="it", half="Fire", target="opponent", by="Etali", free=True, player="you"
    )
    done = play(made.state(), cast, A.Resolve()).after
    assert names_in(done, "graveyard", "opponent") == ["Fire // Ice"]


def test_mana_value_four_or_greater_sees_the_half_that_was_cast() -> None:
    for half, fits in (("Bottomless Pool", False), ("Locker Room", True)):
        made = game().put(POOL, "hand", id="room").watch("big", "cast", "mv>=4")
        done = play(made.state(), A.CastSpell(object="room", half=half)).after
        assert done.counts["big"] == int(fits)


def test_a_furnace_is_red_only_while_its_red_half_is_unlocked() -> None:
    state = room(FURNACE, "left,right").state()
    done = play(state, A.LockByEffect(object="room", half="left")).after
    assert state.value("room", "colors").value == "UR"
    assert done.value("room", "colors").value == "U"
