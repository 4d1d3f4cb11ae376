"""H. Aftermath (S082-S084)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import options
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import game, happened, names_in, play, refused

COMMIT = "Commit // Memory"


def holding(zone: str) -> Setup:
    return game().put(COMMIT, zone, id="it").put("Grizzly Bears", id="bear")


def parts(state: State) -> dict[str, str]:
    """What may be cast, with what allows it."""
    return {o.part: o.by for o in options(state, "you") if o.allowed}


@pytest.mark.statement("S082")
def test_each_half_has_its_zone() -> None:
    hand, graveyard = holding("hand").state(), holding("graveyard").state()
    refused(hand, A.CastSpell(object="it", half="Memory"), "702.127a")
    refused(graveyard, A.CastSpell(object="it", half="Commit"), "702.127a")
    assert parts(hand) == {"Commit": ""}
    assert parts(graveyard) == {"Memory": "aftermath"}
    cast = play(graveyard, A.CastSpell(object="it", half="Memory", pay="{4}{U}{U}"))
    assert "702.127a" in happened(cast, "cast")[0].rules
    play(hand, A.CastSpell(object="it", half="Commit", target="bear"))


@pytest.mark.statement("S082")
@pytest.mark.parametrize("zone", ["hand", "exile", "library"])
def test_no_effect_lets_the_half_be_cast_from_elsewhere(zone: str) -> None:
    state = holding(zone).effect(allow="cast", **{"from": zone}).state()
    refused(state, A.CastSpell(object="it", half="Memory", free=True, by="Etali"), "702.127a")
    assert set(parts(state)) == {"Commit"}


@pytest.mark.statement("S082")
def test_a_sorcery_half_keeps_its_times_in_the_graveyard() -> None:
    state = game(active="opponent").put(COMMIT, "graveyard", owner="you", id="it").state()
    refused(state, A.CastSpell(object="it", half="Memory"), "307.1")


def memory() -> State:
    """Memory on the stack, cast from a graveyard."""
    return play(holding("graveyard").state(), A.CastSpell(object="it", half="Memory")).after


@pytest.mark.statement("S083")
@pytest.mark.parametrize(
    "leaving",
    [
        A.Resolve(),
        A.Counter(object="it"),
        A.ReturnToHand(object="it"),
        A.PutIntoLibrary(object="it", where=2),
    ],
    ids=["resolved", "countered", "returned", "into the library"],
)
def test_it_is_exiled_whenever_it_leaves_the_stack(leaving: A.Action) -> None:
    done = play(memory(), leaving)
    assert names_in(done.after, "exile") == [COMMIT]
    assert "702.127a" in next(e for e in happened(done, "move") if e.start == "stack").rules
    # in exile it is the whole card again
    assert done.after.value("it", "mana_value").value == 10


@pytest.mark.statement("S083")
def test_the_other_half_goes_to_the_graveyard() -> None:
    state = holding("hand").state()
    done = play(state, A.CastSpell(object="it", half="Commit", target="bear"), A.Resolve())
    assert names_in(done.after, "graveyard", "you") == [COMMIT]


def snapped() -> State:
    """Commit // Memory in a graveyard after Snapcaster Mage gave it flashback."""
    state = holding("graveyard").put("Snapcaster Mage", "hand").state()
    cast = A.CastSpell(object="Snapcaster Mage", pay="{1}{U}")
    done = play(state, cast, A.Resolve(), A.Resolve(object=None))
    return done.after


@pytest.mark.statement("S084")
def test_a_half_without_aftermath_follows_the_effect_that_let_it_be_cast() -> None:
    state = snapped()
    assert str(state.value("it", "flashback_cost").value.whole) == "{7}{U}{U}{U}"
    cast = play(state, A.CastSpell(object="it", half="Commit", pay="{3}{U}", target="bear"))
    event = happened(cast, "cast")[0]
    assert event.note == "for {3}{U}"
    assert "702.34a" in event.rules
    done = play(cast.after, A.Resolve())
    assert names_in(done.after, "exile") == [COMMIT]
    assert "702.34a" in next(e for e in happened(done, "move") if e.start == "stack").rules
    # another effect says nothing of exile
    other = holding("graveyard").effect(allow="cast", **{"from": "graveyard"}).state()
    done = play(other, A.CastSpell(object="it", half="Commit", target="bear"), A.Resolve())
    assert names_in(done.after, "graveyard", "you") == [COMMIT]


@pytest.mark.statement("S084")
@pytest.mark.parametrize("by", ["flashback", "an effect", "aftermath"])
def test_the_aftermath_half_is_exiled_whatever_let_it_be_cast(by: str) -> None:
    state = snapped()
    if by == "an effect":
        state = holding("graveyard").effect(allow="cast", id=by, **{"from": "graveyard"}).state()
    done = play(state, A.CastSpell(object="it", half="Memory", by=by), A.Resolve())
    assert names_in(done.after, "exile") == [COMMIT]
    assert "702.127a" in next(e for e in happened(done, "move") if e.start == "stack").rules
