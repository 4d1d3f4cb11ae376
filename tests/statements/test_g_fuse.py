"""G. Fuse (S076-S081)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import options
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from mtgmeld.game.views import matches
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.rules.editions import EDITIONS
from tests.statements.asking import APART
from tests.statements.game import choice, game, happened, names_in, play, refused

WEAR = "Wear // Tear"
TURN = "Turn // Burn"

# the editions in which each half of a fused spell had to be castable by itself
BY_HALVES = tuple(d for d in EDITIONS if d < "2016-09-30")


def targets(**more: object) -> Setup:
    """An artifact and an enchantment of an opponent, and a creature."""
    made = game(**more).put("Mimic Vat", id="artifact", controller="opponent")
    made.put("Copy Enchantment", id="enchantment", controller="opponent")
    return made.put("Grizzly Bears", id="creature", controller="opponent")


def parts(state: State) -> set[str]:
    return {o.part for o in options(state, "you") if o.allowed}


@pytest.mark.statement("S076")
@pytest.mark.parametrize("zone", ["graveyard", "exile", "library"])
def test_fuse_works_only_from_hand(zone: str) -> None:
    state = targets().put(WEAR, zone, id="it").effect(allow="cast", **{"from": zone}).state()
    fused = A.CastSpell(object="it", fused=True, target=["artifact", "enchantment"])
    refused(state, fused, "702.102a")
    assert parts(state) == {"Wear", "Tear"}
    play(state, A.CastSpell(object="it", half="Wear", target="artifact"))
    hand = targets().put(WEAR, "hand", id="it").state()
    assert parts(hand) == {"Wear", "Tear", "Wear // Tear"}


@pytest.mark.statement("S076")
def test_a_card_without_fuse_is_not_fused() -> None:
    state = targets().put("Fire // Ice", "hand").state()
    refused(state, A.CastSpell(object="Fire // Ice", fused=True), "702.102a")


@pytest.mark.statement("S077")
def test_both_costs_are_paid() -> None:
    state = targets().put(WEAR, "hand", id="it").state()
    both = ["artifact", "enchantment"]
    fused = A.CastSpell(object="it", fused=True, target=both)
    done = play(state, fused)
    cast = happened(done, "cast")[0]
    assert cast.note == "for {1}{R}{W}"
    assert {"702.102a", "702.102c"} <= set(cast.rules)
    short = A.CastSpell(object="it", fused=True, target=both, pay="{1}{R}")
    refused(state, short, "601.2h")
    enough = A.CastSpell(object="it", fused=True, target=both, pay="{1}{R}{W}")
    assert play(state, enough).after.in_zone("stack")


@pytest.mark.statement("S078")
def test_without_paying_the_mana_cost_may_still_be_fused() -> None:
    state = game().put("Omniscience").put("Breaking // Entering", "hand", id="it").state()
    fused = A.CastSpell(object="it", fused=True, free=True, target="opponent")
    done = play(state, fused)
    spell = done.after.characteristics("it")
    assert spell.mana_value.value == 8
    assert spell.names.value == ("Breaking", "Entering")
    cast = happened(done, "cast")[0]
    assert "without paying" in cast.note
    assert "118.9" in cast.rules
    free = {o.part for o in options(state, "you", mana="") if o.payable}
    assert free == {"Breaking", "Entering", "Breaking // Entering"}


@pytest.mark.statement("S079")
def test_instructions_run_left_half_then_right_half() -> None:
    made = (
        game()
        .put("Midnight Scavengers", id="creature", controller="opponent")
        .put(TURN, "hand", id="it")
    )
    state = made.state()
    assert state.value("creature", "power").value == "3"
    cast = A.CastSpell(object="it", fused=True, target=["creature", "creature"])
    done = play(state, cast, A.Resolve())
    kinds = [e.kind for e in done.events if e.kind in ("change", "damage")]
    assert kinds == ["change", "damage"]
    assert names_in(done.after, "graveyard", "opponent") == ["Midnight Scavengers"]
    assert "704.5g" in next(e for e in happened(done, "move") if e.start == "battlefield").rules
    # 2 damage alone leaves a 3/3 alive, and so does becoming a 0/1
    for half in ("Turn", "Burn"):
        alone = play(state, A.CastSpell(object="it", half=half, target="creature"), A.Resolve())
        assert names_in(alone.after, "battlefield") == ["Midnight Scavengers"]


@pytest.mark.statement("S080")
def test_all_targets_are_chosen_on_casting() -> None:
    state = (
        targets().put("Isochron Scepter", id="other", controller="you").put(WEAR, "hand", id="it")
    )
    asked = choice(state.state(), A.CastSpell(object="it", fused=True), "target", "601.2c")
    assert set(asked.options) == {"artifact", "other"}
    swapped = ["enchantment", "artifact"]
    refused(state.state(), A.CastSpell(object="it", fused=True, target=swapped), "601.2c")
    # without an enchantment there is no target for the right half
    bare = game().put("Isochron Scepter").put(WEAR, "hand", id="it").state()
    refused(bare, A.CastSpell(object="it", fused=True), "601.2c")
    assert parts(bare) == {"Wear"}


@pytest.mark.statement("S080")
@pytest.mark.parametrize(
    ("left", "still"),
    [("artifact", ["enchantment"]), ("enchantment", ["artifact"])],
)
def test_the_spell_fails_only_if_all_targets_are_illegal(left: str, still: list[str]) -> None:
    state = targets().put(WEAR, "hand", id="it").state()
    fused = A.CastSpell(object="it", fused=True, target=["artifact", "enchantment"])
    cast = play(state, fused).after
    done = play(cast, A.ReturnToHand(object=left), A.Resolve())
    gone = happened(done, "move")
    assert [e.obj for e in gone if e.start == "battlefield"] == [
        i for ref in still for i in cast.find(ref)
    ]
    both = play(cast, A.ReturnToHand(object=["artifact", "enchantment"]), A.Resolve())
    assert "608.2b" in happened(both, "removed")[0].rules
    assert names_in(both.after, "graveyard", "you") == [WEAR]


@pytest.mark.statement("S081")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_fused_spell_was_tested_by_halves_in_the_oldest_editions(date: str) -> None:
    made = targets(edition=date).put(TURN, "hand", id="it")
    state = made.put("Void Winnower", controller="opponent").state()
    fused = A.CastSpell(object="it", fused=True, target=["creature", "creature"])
    if date in BY_HALVES:
        refused(state, fused, "708.2b@2016-08-26", "601.3a")
    else:
        assert play(state, fused).after.value("it", "mana_value").value == 5


@pytest.mark.statement("S081")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_fused_spell_has_one_combined_set_since_2017_04_28(date: str) -> None:
    state = targets(edition=date).put(WEAR, "hand", id="it").state()
    fused = A.CastSpell(object="it", fused=True, target=["artifact", "enchantment"])
    done = play(state, fused).after
    spell = done.things[done.find_one("it")]
    for color in ("r", "w"):
        assert matches(done, f"c:{color}", spell, None, "you"), "asked for a color: yes in all"
    names = done.value("it", "names").value
    if date in APART:
        assert names == TwoAnswers((("Wear",), ("Tear",)))
    else:
        assert names == ("Wear", "Tear")
    # one mana value in all of them
    assert done.value("it", "mana_value").value == 3
    assert names_in(play(done, A.Resolve()).after, "graveyard", "opponent") == [
        "Mimic Vat",
        "Copy Enchantment",
    ]
