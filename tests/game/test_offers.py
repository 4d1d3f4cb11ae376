"""Casting as an effect resolves, cascade, discover, rebound, plot, modes (608.2g, 700.2, 702)."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import options
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

VALKI = "Valki, God of Lies // Tibalt, Cosmic Impostor"
ELF = "Bloodbraid Elf"


def cascading(library: list[str], caster: str = ELF, **how: Any) -> State:
    """A spell with cascade on the stack, its ability above it; the library from the bottom."""
    made = game(**how).put(caster, "hand", id="caster")
    for n, name in enumerate(library):
        made.put(name, "library", id=f"card {n}")
    return play(made.state(), A.CastSpell(object="caster")).after


def offered(state: State, action: A.Action | None = None) -> set[str]:
    asked = choice(state, action or A.Resolve(), "choose.cast", "608.2g")
    return set(asked.options) - {"none"}


# -- cascade and discover --------------------------------------------------------------------


def test_cascade_exiles_until_a_lesser_nonland_card() -> None:
    # from the top: a land, a card of 8, then one of 1
    state = cascading(["Plains", "Lightning Bolt", "Breaking // Entering", "Island"])
    assert offered(state) == {"Lightning Bolt"}
    act = A.Resolve(choose={"cast": "Lightning Bolt"}, target="opponent")
    done = play(state, act)
    assert names_in(done.after, "stack") == [ELF, "Lightning Bolt"]
    assert names_in(done.after, "exile") == []
    library = names_in(done.after, "library", "you")
    assert library[-1] == "Plains"  # on top, as before
    assert sorted(library[:-1]) == ["Breaking // Entering", "Island"]


def test_what_is_not_cast_goes_to_the_bottom_too() -> None:
    state = cascading(["Plains", "Lightning Bolt"])
    done = play(state, A.Resolve(choose={"cast": "none"}))
    assert names_in(done.after, "library", "you") == ["Lightning Bolt", "Plains"]
    assert names_in(done.after, "stack") == [ELF]


def test_cascade_finds_nothing_in_a_library_of_lands() -> None:
    state = cascading(["Plains", "Island"])
    done = play(state, A.Resolve())
    assert sorted(names_in(done.after, "library", "you")) == ["Island", "Plains"]


@pytest.mark.parametrize(
    ("edition", "may"),
    [
        ("2021-02-05", {"Valki, God of Lies", "Tibalt, Cosmic Impostor"}),
        ("2021-02-15", {"Valki, God of Lies"}),
    ],
)
def test_the_spell_is_compared_as_well_since_2021(edition: str, may: set[str]) -> None:
    # the elf costs 4; the card counts 2 by its front, its back costs 7
    state = cascading([VALKI], edition=edition)
    assert offered(state) == may
    if len(may) == 1:
        refused(state, A.Resolve(choose={"cast": "Tibalt, Cosmic Impostor"}), "601.3e")


def test_each_half_answers_for_itself_before_the_halves_were_combined() -> None:
    # 2 and 6: until 2017 one lesser half is enough, and no rule asks about the spell
    state = cascading(["Breaking // Entering"], edition="2016-08-26")
    assert offered(state) == {"Breaking", "Entering"}
    state = cascading(["Plains", "Breaking // Entering"], edition="2017-04-28")
    assert names_in(play(state, A.Resolve()).after, "exile") == []


def test_a_copy_of_the_spell_does_not_cascade() -> None:
    state = cascading(["Lightning Bolt"])
    state = play(state, A.Resolve(choose={"cast": "none"})).after
    done = play(state, A.CopySpell(object="caster"))
    assert happened(done, "trigger") == []  # it is not cast (707.10)
    assert len(done.after.in_zone("stack")) == 2


def test_discover_takes_an_equal_value_and_cascade_does_not() -> None:
    made = game().put("Fire // Ice", "library")
    assert offered(made.state(), A.Discover(count=4)) == {"Fire"}  # Ice has no target
    done = play(made.state(), A.Discover(count=3))
    assert [e.rules for e in happened(done, "discover")] == [("701.57b",)]  # with no card
    assert names_in(done.after, "library", "you") == ["Fire // Ice"]
    assert happened(play(cascading(["Fire // Ice"]), A.Resolve()), "cast") == []


# -- what an effect offers -------------------------------------------------------------------


def test_several_cards_are_cast_only_where_the_effect_says_so() -> None:
    made = game().put("Lightning Bolt", "exile", id="bolt")
    state = made.put("Dusk // Dawn", "exile", id="dusk").state()
    both: dict[str, Any] = {"cast": ["Dusk", {"part": "Lightning Bolt", "target": "opponent"}]}
    one = A.MayCast(object=["bolt", "dusk"], choose=both)
    refused(state, one, "608.2g")
    many = A.MayCast(object=["bolt", "dusk"], choose=both, many=True)
    done = play(state, many)
    assert [e.name for e in happened(done, "cast")] == ["Dusk", "Lightning Bolt"]
    assert names_in(done.after, "stack") == ["Dusk // Dawn", "Lightning Bolt"]


def test_a_half_with_aftermath_is_not_offered_and_not_allowed() -> None:
    state = game().put("Dusk // Dawn", "exile", id="it").state()
    assert offered(state, A.MayCast(object="it")) == {"Dusk"}
    refused(state, A.MayCast(object="it", choose={"cast": "Dawn"}), "702.127a")


def test_what_an_effect_offers_ignores_the_usual_times() -> None:
    state = game(step="upkeep").put("Dusk // Dawn", "exile", id="it").state()
    assert offered(state, A.MayCast(object="it")) == {"Dusk"}


def test_x_is_zero_for_free() -> None:
    state = game().put("Expansion // Explosion", "exile", id="it").state()
    act = A.MayCast(object="it", choose={"cast": "Explosion"}, target=["opponent", "you"])
    done = play(state, act)
    assert done.after.things[done.after.find("it")[0]].cast.x == 0


# -- rebound and plot ------------------------------------------------------------------------


def rebounding(zone: str = "hand") -> Setup:
    made = game().put("Cast Through Time").put("Dusk // Dawn", zone, id="it")
    return made.put("Island", "library").put("Island", "library")


def test_rebound_is_for_a_spell_that_resolves_and_was_cast_from_a_hand() -> None:
    cast = A.CastSpell(object="it", half="Dusk")
    done = play(rebounding().state(), cast, A.Resolve())
    assert names_in(done.after, "exile") == ["Dusk // Dawn"]
    done = play(rebounding().state(), cast, A.Counter(object="it"))
    assert names_in(done.after, "graveyard", "you") == ["Dusk // Dawn"]
    made = rebounding("exile").effect(allow="cast", **{"from": "exile"}).state()
    done = play(made, cast, A.Resolve())
    assert names_in(done.after, "graveyard", "you") == ["Dusk // Dawn"]


def test_rebound_offers_the_card_once() -> None:
    cast = A.CastSpell(object="it", half="Dusk")
    state = play(rebounding().state(), cast, A.Resolve()).after
    state = play(state, A.NextStep(to="upkeep", of="you")).after
    assert offered(state) == {"Dusk"}
    done = play(state, A.Resolve(choose={"cast": "none"}))
    assert names_in(done.after, "exile") == ["Dusk // Dawn"]
    state = play(done.after, A.NextStep(to="upkeep", of="you")).after
    assert names_in(state, "stack") == []


def plotted() -> State:
    state = game().put("Fire // Ice", "exile", id="it").put("Island").state()
    return play(state, A.Plot(object="it")).after


def test_a_plotted_card_waits_for_a_later_turn_and_for_sorcery_time() -> None:
    state = plotted()
    assert [o.part for o in options(state, "you") if o.allowed] == []
    state = play(state, A.NextTurn(of="opponent"), A.NextTurn(of="you")).after
    allowed = {o.part: (o.by, o.total and str(o.total)) for o in options(state, "you") if o.allowed}
    assert allowed == {"Fire": ("plot", "{0}"), "Ice": ("plot", "{0}")}
    # instants, and yet not with something on the stack or in another step (702.170d)
    cast = A.CastSpell(object="it", half="Fire", during="upkeep")
    refused(state, cast, "702.170d")
    assert [o for o in options(state, "opponent") if o.allowed] == []


def test_a_card_that_moves_is_plotted_no_longer() -> None:
    state = play(plotted(), A.ReturnToHand(object="it"), A.Exile(object="it")).after
    state = play(state, A.NextTurn(of="you")).after
    assert [o for o in options(state, "you") if o.allowed] == []


def test_plotting_is_for_cards_in_exile() -> None:
    state = game().put("Fire // Ice", "hand", id="it").state()
    assert happened(play(state, A.Plot(object="it")), "plot") == []


def test_a_spell_that_is_countered_is_not_exiled_as_it_resolves() -> None:
    made = game().put("Lilah, Undefeated Slickshot").put("Depose // Deploy", "hand", id="it")
    state = play(
        made.state(), A.CastSpell(object="it", half="Deploy", order=["Prowess"]), A.Resolve()
    ).after
    done = play(state, A.Counter(object="it"))
    assert names_in(done.after, "graveyard", "you") == ["Depose // Deploy"]


# -- modes -----------------------------------------------------------------------------------


def blast(*permanents: str) -> Setup:
    made = game().put("Red Elemental Blast", "hand", id="blast")
    for name in permanents:
        made.put(name, id=name, controller="opponent")
    return made


def test_the_mode_follows_from_what_it_can_target() -> None:
    refused(blast("Grizzly Bears").state(), A.CastSpell(object="blast"), "601.2c")
    state = blast("Mindreaver").state()
    done = play(state, A.CastSpell(object="blast"), A.Resolve())
    assert names_in(done.after, "graveyard", "opponent") == ["Mindreaver"]


def test_a_mode_is_chosen_where_several_have_targets() -> None:
    made = blast("Mindreaver").put("Counterspell", "stack", id="spell", owner="opponent")
    state = made.state()
    asked = choice(state, A.CastSpell(object="blast"), "choose.mode", "700.2a")
    assert set(asked.options) == {"counter", "destroy"}
    done = play(state, A.CastSpell(object="blast", choose={"mode": "counter"}), A.Resolve())
    assert happened(done, "countered")
    done = play(state, A.CastSpell(object="blast", target="Mindreaver"), A.Resolve())
    assert names_in(done.after, "graveyard", "opponent") == ["Mindreaver"]


def test_a_copy_has_the_same_mode() -> None:
    made = blast("Mindreaver").put("Erratic Apparition", id="other", controller="opponent")
    state = play(made.state(), A.CastSpell(object="blast", target="Mindreaver")).after
    done = play(state, A.CopySpell(object="blast", target="other"), A.Resolve())
    assert names_in(done.after, "graveyard", "opponent") == ["Erratic Apparition"]


@pytest.mark.parametrize(
    "card", ["Baithook Angler", "Delver of Secrets", "Huntmaster of the Fells"]
)
@pytest.mark.parametrize("zone", ["exile", "hand", "graveyard"])
def test_an_offer_is_for_the_front_face_of_what_is_not_modal(card: str, zone: str) -> None:
    """712.11: front face up by default; an offer that says nothing of it is no other."""
    state = game().put(card, zone, id="it").state()
    offer = A.MayCast(object="it", by="an offer")
    assert offered(state, offer) == {card}
    done = play(state, A.MayCast(object="it", by="an offer", choose={"cast": card}))
    (spell,) = done.after.in_zone("stack")
    assert done.after.characteristics(spell).names.value == (card,)


def test_an_offer_is_for_either_face_of_a_modal_card() -> None:
    """712.11b."""
    state = game().put(VALKI, "exile", id="it").state()
    faces = set(VALKI.split(" // "))
    assert offered(state, A.MayCast(object="it", by="an offer")) == faces


def test_what_discover_and_cascade_find_is_cast_front_face_up() -> None:
    """702.85a, 701.57a, 712.11."""
    assert offered(cascading(["Plains", "Delver of Secrets"])) == {"Delver of Secrets"}
    found = game().put("Baithook Angler", "library", id="it").state()
    assert offered(found, A.Discover(count=3)) == {"Baithook Angler"}
