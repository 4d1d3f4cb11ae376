"""Other costs than the mana cost, convoke, hand size, and what digital play has (118.9, 702.51)."""

from __future__ import annotations

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadValue
from mtgmeld.game.notation import effect_of

BEARS, ANGEL = "Grizzly Bears", "Serra Angel"


def _played(scenario: mm.Scenario) -> None:
    run = scenario.play()
    assert run.holds, run.failures


def test_life_is_paid_rather_than_a_mana_cost_once_in_each_of_ones_turns() -> None:
    """Access Maze: as much as the spell's own mana value (118.9, 119.4, 709.3b)."""
    maze = {"card": "Cramped Vents // Access Maze", "unlocked": "right", "id": "maze"}
    start = (
        mm.Scenario("life")
        .start(**maze)
        .start("Fire // Ice", zone="hand", id="split")
        .start(ANGEL, zone="hand", id="angel")
        .start("Lightning Bolt", zone="hand", id="bolt")
    )
    by = {"by": "Access Maze"}
    _played(
        start.step("cast", object="split", half="Ice", target="maze", **by)
        .expect(life={"you": 18})  # of Ice alone, not of the card
        .step("resolve")
        .step("cast", object="angel", illegal=True, **by)  # once a turn
        .step("cast", object="angel", pay="{3}{W}{W}")  # the mana cost as ever
        .expect(life={"you": 18})
        .step("resolve")
        .step("next turn", of="opponent")
        .step("cast", object="bolt", target="opponent", illegal=True, **by)  # not one's own turn
        .step("next turn", of="you")
        .step("cast", object="bolt", target="opponent", **by)
        .expect(life={"you": 17})
    )


def test_life_that_one_has_not_cannot_be_paid() -> None:
    _played(
        mm.Scenario("no life", life=4)
        .start("Cramped Vents // Access Maze", unlocked="right")
        .start(ANGEL, zone="hand", id="angel")
        .step("cast", object="angel", by="Access Maze", illegal=True)  # 5 life (118.3, 119.4)
    )


def test_nothing_is_paid_for_a_spell_from_exile_that_one_may_cast() -> None:
    """Warped Space gives no permission; one alternative cost at most (118.9a)."""
    start = (
        mm.Scenario("exile")
        .start("Charred Foyer // Warped Space", unlocked="right", id="room")
        .start(ANGEL, zone="exile", id="angel")
        .start(BEARS, zone="exile", id="bears")
    )
    _played(start.step("cast", object="angel", by="Warped Space", illegal=True))
    may = start.step("allow", object=["angel", "bears"], by="a permission")
    _played(
        may.step("cast", object="angel", by="Warped Space", pay="{0}")
        .step("resolve")
        .step("cast", object="bears", by="Warped Space", illegal=True)
        .step("cast", object="bears", by="a permission", pay="{1}{G}")
    )
    free = start.step("allow", object="angel", by="a permission", free=True)
    _played(free.step("cast", object="angel", by="Warped Space", illegal=True))


CONVOKE = "Dazzling Theater // Prop Room"


def test_creatures_help_to_cast_creature_spells() -> None:
    """Each pays {1} or one mana of its color (702.51a); a summoning sick one too (302.6)."""
    start = (
        mm.Scenario("convoke")
        .start(CONVOKE, unlocked="left", id="room")
        .start(BEARS, id="green", sick=True)
        .start(ANGEL, id="white")
        .start(ANGEL, zone="hand", id="angel")
        .start("Lightning Bolt", zone="hand", id="bolt")
        .start(BEARS, id="theirs", controller="opponent")
    )
    both = {"convoke": ["green", "white"]}
    _played(
        start.step("cast", object="angel", choose=both, pay="{2}{W}")
        .expect(object="green", tapped=True)
        .expect(object="white", tapped=True)
        .expect(object="angel", is_="kw:convoke")
        .step("resolve")
    )
    # green pays generic mana alone: {3}{W}{W} less {1} is {2}{W}{W}
    _played(
        start.step("cast", object="angel", choose={"convoke": "green"}, pay="{4}", illegal=True)
    )
    _played(start.step("cast", object="angel", choose={"convoke": "green"}, pay="{2}{W}{W}"))
    for wrong in ("theirs", "room", ["green", "green"]):
        _played(start.step("cast", object="angel", choose={"convoke": wrong}, illegal=True))
    no = {"convoke": "green"}
    _played(start.step("cast", object="bolt", target="opponent", choose=no, illegal=True))
    locked = (
        mm.Scenario("locked")
        .start(CONVOKE, unlocked="right")
        .start(BEARS, id="green")
        .start(ANGEL, zone="hand", id="angel")
    )
    _played(locked.step("cast", object="angel", choose={"convoke": "green"}, illegal=True))


def test_no_more_creatures_help_than_the_cost_needs() -> None:
    three = (
        mm.Scenario("three").start(CONVOKE, unlocked="left").start(BEARS, zone="hand", id="bears")
    )
    for n in range(3):
        three = three.start("Memnite", id=f"memnite {n}")
    every = [f"memnite {n}" for n in range(3)]
    _played(three.step("cast", object="bears", choose={"convoke": every}, illegal=True))  # 702.51b
    _played(three.step("cast", object="bears", choose={"convoke": every[:2]}, illegal=True))
    _played(three.step("cast", object="bears", choose={"convoke": every[:1]}, pay="{G}"))


@pytest.mark.parametrize(("unlocked", "left"), [("left", 7), ("right", 8), ("left, right", 8)])
def test_a_hand_of_more_than_seven_cards_is_discarded_down_to_seven(
    unlocked: str, left: int
) -> None:
    """In the cleanup step (514.1), unless there is no maximum hand size (402.2)."""
    scenario = mm.Scenario("hand").start(
        "Roaring Furnace // Steaming Sauna", unlocked=unlocked.split(", "), controller="you"
    )
    for n in range(8):
        scenario = scenario.start("Forest", zone="hand", id=f"forest {n}")
    if "right" in unlocked:  # its other ability draws at the end step; the library is not told
        scenario = scenario.step("next step", to="end").step("resolve")
    chosen = {"discard": ["forest 3"]} if left == 7 else {}
    scenario = scenario.step("next step", to="cleanup", choose=chosen)
    _played(scenario.expect(zone="hand", player="you", count=left))


def test_a_card_in_hand_is_changed_for_ever_by_what_noncombat_damage_does() -> None:
    """Unsavory Kitchen: in every zone from then on; not for combat damage, nor by others."""
    start = (
        mm.Scenario("kitchen")
        .start("Crude Abattoir // Unsavory Kitchen", unlocked="right")
        .start(BEARS, zone="hand", id="card")
        .start(ANGEL, id="theirs", controller="opponent")
        .start(ANGEL, id="mine")
        .start("Assault // Battery", zone="hand", id="assault")
    )
    _played(
        start.step("cast", object="assault", half="Assault", target="theirs")
        .step("resolve")
        .expect(triggered={"Unsavory Kitchen": 1})
        .step("resolve", choose={"object": "card"})
        .expect(object="card", power=4, keywords=["Haste"], zone="hand")
        .step("cast", object="card")
        .expect(object="card", power=4, zone="stack")
        .step("resolve")
        .expect(object="card", power=4, toughness=2, zone="battlefield")
        .step("destroy", object="card")
        .expect(object="card", power=4, zone="graveyard")
        .step("next turn")
        .expect(object="card", power=4)
    )
    for none in ({"combat": True, "source": "mine"}, {"source": "theirs"}):
        run = start.step("damage", to="theirs", amount=1, **none)
        _played(run.expect(triggered={"Unsavory Kitchen": 0}))
    by_mine = start.step("damage", to="theirs", amount=1, source="mine")  # the one event there is
    _played(by_mine.expect(triggered={"Unsavory Kitchen": 1}))
    to_player = start.step("damage", to="opponent", amount=1, source="mine")
    _played(to_player.expect(triggered={"Unsavory Kitchen": 0}))


def test_a_duplicate_is_conjured_into_the_hand_and_then_a_creature_strikes_first() -> None:
    card = "Solitary Study // Endless Corridor"
    start = mm.Scenario("corridor").start(card, id="room", unlocked="left").start(BEARS, id="bears")
    run = (
        start.expect(object="bears", power=3)  # Solitary Study
        .step("unlock", object="room", half="Endless Corridor")
        .step("resolve")
        .expect(zone="hand", player="you", cards=[card])
        .expect(stack=["Endless Corridor#conjured"])
        .step("resolve")
        .expect(object="bears", keywords=["First strike"])
    ).play()
    assert run.holds, run.failures
    assert mm.State.from_json(run.final.to_json()).to_json() == run.final.to_json()
    copy = mm.Scenario("token").start(card, token_copy=True, id="token").start(BEARS)
    _played(
        copy.step("unlock", object="token", half="Endless Corridor")
        .step("resolve")
        .expect(zone="hand", player="you", count=0)  # a token is no card
        .expect(stack=[])
    )


def test_a_condition_counts_for_effects_of_every_kind() -> None:
    """What an effect forbids, allows or costs "if" so, it does only while it is so."""
    base = mm.Scenario("if").start(BEARS, zone="hand", id="bears")
    for verb in ({"forbid": "cast"}, {"cost": "{1}"}):
        for if_, holds in (("any t:artifact", False), ("no t:artifact", True)):
            scenario = base.effect(id="one", **verb, **{"if": if_})
            step = scenario.step("cast", object="bears", pay="{1}{G}", illegal=holds or None)
            assert step.play().holds, (verb, if_)


@pytest.mark.parametrize(
    "table",
    [
        {"allow": "flash", "once": True},
        {"allow": "play", "from": "graveyard", "once": True},
        {"allow": "cast", "from": "graveyard", "costs": [{"do": "gain life", "amount": -1}]},
    ],
)
def test_a_field_that_nothing_would_look_at_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(BadValue):
        effect_of(table, 1)


@pytest.mark.parametrize(
    "costs",
    [[{}], [{"object": "bears"}], [{"do": "sacrifice", "what": "t:creature", "count": "x"}]],
)
def test_a_cost_that_is_no_instruction_is_refused(costs: list[dict[str, object]]) -> None:
    """What is asked for before it is known whether a player can pay is read as what is done."""
    game = mm.new_game().put("Grizzly Bears", id="bears").state()
    with pytest.raises(mm.errors.MtgmeldError, match=r"no action called|a whole number"):
        mm.apply(game, mm.actions.Unless(pays="{1}", costs=costs, otherwise=[{"do": "draw"}]))
