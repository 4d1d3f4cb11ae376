"""State-based actions one by one (704.5), each with its rule and what it leaves."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.setup import Setup
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play

BEARS, LIONS, BATTLE = "Grizzly Bears", "Savannah Lions", "Invasion of Ravnica"
ARLINN, WAND, BREAKER = "Arlinn Kord", "Diviner's Wand", "Gisela, the Broken Blade"


def bears() -> Setup:
    return game().put(BEARS, id="it", owner="opponent", controller="you")


# --- players ----------------------------------------------------------------------------------


def test_a_player_with_no_life_loses() -> None:
    """704.5a, at 0 or less; at 1 not yet."""
    state = game().put(BEARS, id="it").state()
    life = state.player("opponent").life
    safe = play(state, A.Damage(to="opponent", amount=life - 1, source="it"))
    assert happened(safe, "loses") == []
    done = play(safe.after, A.Damage(to="opponent", amount=1, source="it"))
    same(
        one(done, "loses"),
        "loses",
        0,
        "",
        player="opponent",
        note="life total 0 or less [704.5a]",
        rules=("704.5a",),
    )
    assert done.after.player("opponent").lost == "life total 0 or less [704.5a]"
    assert not done.after.player("you").lost
    again = play(done.after, A.Note())
    assert happened(again, "loses") == []


# --- tokens and copies ------------------------------------------------------------------------


def test_a_token_elsewhere_ceases_to_exist() -> None:
    """704.5d and 111.7, in each other zone."""
    for act, zone in (
        (A.Destroy(object="it"), "graveyard"),
        (A.Exile(object="it"), "exile"),
        (A.ReturnToHand(object="it"), "hand"),
        (A.PutIntoLibrary(object="it"), "library"),
    ):
        state = game().put(BEARS, id="it", token=True, owner="opponent").state()
        done = play(state, act)
        event = one(done, "ceases")
        same(
            event,
            "ceases",
            one(done, "move").became[0],
            BEARS,
            start=zone,
            objects=1,
            player="opponent",
            note="ceases to exist",
            rules=("704.5d", "111.7"),
        )
        assert done.after.in_zone(zone, "opponent") == ()


def test_a_copy_of_a_spell_elsewhere_ceases_to_exist() -> None:
    """704.5e and 707.10a."""
    state = game().put("Fire // Ice", "hand", id="it").put(BEARS, id="bear").state()
    cast = play(state, A.CastSpell(object="it", half="Ice", target="bear")).after
    done = play(play(cast, A.CopySpell(object="it", id="copy")).after, A.Resolve())
    event = one(done, "ceases")
    assert (event.start, event.rules) == ("graveyard", ("704.5e", "707.10a"))
    assert (event.objects, event.cards, event.player) == (1, 0, "you")


# --- permanents that die ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "rules"),
    [
        (A.PutCounters(object="it", kind="-1/-1", count=2), ("704.5f", "122.2")),
        (A.PutCounters(object="it", kind="-1/-1", count=3), ("704.5f", "122.2")),
        (A.Damage(to="it", amount=2), ("704.5g",)),
        (A.Damage(to="it", amount=3), ("704.5g",)),
    ],
)
def test_a_creature_dies(act: A.Action, rules: tuple[str, ...]) -> None:
    """704.5f for toughness 0 or less, 704.5g for lethal damage, into its owner's graveyard.

    Counters on it cease to exist (122.2).
    """
    done = play(bears().state(), act)
    move = one(done, "move")
    assert (move.name, move.end, move.player) == (BEARS, "graveyard", "opponent")
    assert move.rules == ("400.7", *rules)
    assert names_in(done.after, "graveyard", "opponent") == [BEARS]


def test_less_than_lethal_damage_and_an_indestructible_creature() -> None:
    """702.12b: it is not destroyed; toughness 0 is no destruction (704.5f)."""
    state = bears().state()
    assert happened(play(state, A.Damage(to="it", amount=1)), "move") == []
    hard = play(state, A.Change(object="it", keywords=["Indestructible"])).after
    assert happened(play(hard, A.Damage(to="it", amount=5)), "move") == []
    shrunk = play(hard, A.PutCounters(object="it", kind="-1/-1", count=2))
    assert one(shrunk, "move").rules == ("400.7", "704.5f", "122.2")


def test_what_is_no_creature_does_not_die_of_its_toughness() -> None:
    """704.5f and 704.5g are about creatures; it has no toughness (208.3)."""
    state = game().put(WAND, id="it").state()
    assert happened(play(state, A.PutCounters(object="it", kind="-1/-1", count=2)), "move") == []


def test_a_planeswalker_without_loyalty_dies() -> None:
    """704.5i."""
    state = game().put(ARLINN, id="it").state()
    some = play(state, A.RemoveCounters(object="it", kind="loyalty", count=2)).after
    assert some.things[some.find_one("it")].zone == "battlefield"
    done = play(some, A.RemoveCounters(object="it", kind="loyalty", count=1))
    assert one(done, "move").rules == ("400.7", "704.5i")


def test_a_battle_without_defense_goes() -> None:
    """704.5v; with a counter left it stays."""
    state = game().put(BATTLE, id="it", counters={"defense": 2}).state()
    assert state.things[state.find_one("it")].zone == "battlefield"
    some = play(state, A.RemoveCounters(object="it", kind="defense", count=1))
    assert happened(some, "move") == []
    done = play(some.after, A.RemoveCounters(object="it", kind="defense", count=1))
    assert one(done, "move").rules == ("400.7", "704.5v")


def test_an_aura_without_what_it_may_enchant_goes() -> None:
    """704.5m and 303.4c."""
    made = game().put(BEARS, id="it").put("Lignify", id="aura", attached_to="it")
    state = made.put(LIONS, id="cat").state()
    assert happened(play(state, A.Tap(object="cat")), "move") == []
    done = play(state, A.Destroy(object="it"))
    aura = one(done, "move", "Lignify")
    assert (aura.end, aura.rules) == ("graveyard", ("400.7", "704.5m"))


def test_equipment_comes_off_what_it_cannot_be_attached_to() -> None:
    """704.5n: it stays on the battlefield."""
    made = game().put(BEARS, id="it").put(WAND, id="wand", attached_to="it").put(LIONS, id="cat")
    state = made.state()
    wand = state.find_one("wand")
    assert state.things[wand].attached == state.find_one("it")
    assert happened(play(state, A.Destroy(object="cat")), "unattached") == []
    done = play(state, A.Destroy(object="it"))
    same(one(done, "unattached"), "unattached", wand, WAND, rules=("704.5n",), note="")
    assert done.after.things[wand].attached is None
    assert done.after.things[wand].zone == "battlefield"
    token = game().put(BEARS, id="it").put(WAND, id="wand", attached_to="it").state()
    land = play(token, A.Change(object="it", types=["Artifact"]))
    assert one(land, "unattached").rules == ("704.5n",)


def test_equipment_that_is_a_creature_is_attached_to_nothing() -> None:
    """704.5p and 301.5c: it becomes unattached and stays."""
    state = game().put(BEARS, id="it").put(WAND, id="wand", attached_to="it").state()
    alive = A.Change(object="wand", add_types=["Creature"], power=3, toughness=3)
    done = play(state, alive)
    same(
        one(done, "unattached"),
        "unattached",
        state.find_one("wand"),
        WAND,
        rules=("704.5p",),
        note="",
    )
    assert happened(done, "move") == []
    # and neither is what is no Equipment any more
    plain = play(state, A.Change(object="wand", subtypes=["Clue"]))
    assert one(plain, "unattached").rules == ("704.5p",)


def test_an_aura_that_is_a_creature_goes() -> None:
    """303.4d: it enchants nothing (704.5p), and an Aura on nothing goes (704.5m)."""
    made = game().put(BEARS, id="it").put("Lignify", id="aura", attached_to="it")
    alive = A.Change(object="aura", add_types=["Creature"], power=3, toughness=3)
    done = play(made.state(), alive)
    move = one(done, "move", "Lignify")
    assert (move.end, move.rules) == ("graveyard", ("400.7", "303.4d", "704.5p", "704.5m"))
    assert happened(done, "unattached") == []


# --- counters ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plus", "minus", "left"),
    [(2, 1, (("+1/+1", 1),)), (1, 2, (("-1/-1", 1),)), (2, 2, ())],
)
def test_plus_and_minus_counters_go_in_pairs(
    plus: int, minus: int, left: tuple[tuple[str, int], ...]
) -> None:
    """704.5q: as many of each as there are of both; other counters stay."""
    state = game().put(BEARS, id="it", counters={"+1/+1": plus, "charge": 3}).state()
    done = play(state, A.PutCounters(object="it", kind="-1/-1", count=minus))
    it = state.find_one("it")
    pairs = [e for e in happened(done, "counters") if e.rules == ("704.5q",)]
    assert len(pairs) == 1
    same(pairs[0], "counters", it, BEARS, rules=("704.5q",), note="")
    assert dict(done.after.things[it].counters) == {**dict(left), "charge": 3}
    none = play(state, A.PutCounters(object="it", kind="charge", count=1))
    assert [e for e in happened(none, "counters") if "704.5q" in e.rules] == []


# --- the legend rule --------------------------------------------------------------------------


def test_of_two_legends_of_one_player_one_stays() -> None:
    """704.5j: the player chooses; each goes to its owner's graveyard."""
    state = game().put(BREAKER, id="one").put(BREAKER, "graveyard", id="two").state()
    back = A.PutOntoBattlefield(object="two")
    asked = choice(state, back, "keep", "704.5j")
    assert asked.player == "you"
    assert set(asked.options) == {"one", "two"}
    done = play(state, A.PutOntoBattlefield(object="two", keep="two"))
    (died,) = [e for e in happened(done, "move") if e.end == "graveyard"]
    assert (died.name, died.rules, died.player) == (BREAKER, ("400.7", "704.5j"), "you")
    assert names_in(done.after, "battlefield") == [BREAKER]
    theirs = game().put(BREAKER).put(BREAKER, "graveyard", id="two", owner="opponent").state()
    both = play(theirs, back).after
    assert names_in(both, "battlefield") == [BREAKER, BREAKER]
    other = game().put(BREAKER).put("Bruna, the Fading Light", "graveyard", id="two").state()
    assert len(names_in(play(other, back).after, "battlefield")) == 2


# --- commanders -------------------------------------------------------------------------------


@pytest.mark.parametrize("act", [A.Destroy(object="it"), A.Exile(object="it")])
def test_a_commander_may_go_to_the_command_zone(act: A.Destroy | A.Exile) -> None:
    """903.9a and 704.6d: once it is in a graveyard or in exile, its owner may move it."""
    state = game().put(BREAKER, id="it", commander=True, owner="opponent").state()
    asked = choice(state, act, "commander", "903.9a", "704.6d")
    assert asked.player == "opponent"
    assert asked.options == ("command", "stay")
    assert f"whether {BREAKER} goes to the command zone" in str(asked)
    made = type(act)(object="it", commander="command")
    done = play(state, made)
    first, second = happened(done, "move")
    assert second.start == first.end
    assert (second.end, second.player) == ("command", "opponent")
    assert second.rules == ("400.7", "903.9a", "704.6d")
    stays = play(state, type(act)(object="it", commander="stay"))
    assert len(happened(stays, "move")) == 1
