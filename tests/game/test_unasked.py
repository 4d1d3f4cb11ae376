"""A choice that nothing asks for is refused, in files and in Python, whatever its kind."""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadScenario, UnaskedChoice
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply_asked
from tests.statements.game import apply, game

IDLE: list[dict[str, Any]] = [
    {"order": ["Forest", "Memnite"]},
    {"replacement": "Rest in Peace"},
    {"commander": "stay"},
    {"keep": "bears"},
    {"target": "opponent"},
    {"as_copy": "bears"},
    {"may": True},
    {"choose": {"mode": "1"}},
    {"choose": {"find": "Forest"}},
    {"choose": {"x": 2}},
    {"choose": {"divide": [1, 1]}},
]
STEPS: list[dict[str, Any]] = [
    {"do": "tap", "object": "bears"},
    {"do": "draw"},
    {"do": "destroy", "object": "bears"},
    {"do": "cast", "object": "memnite"},
    {"do": "next step"},
]


@pytest.mark.parametrize("step", STEPS, ids=lambda s: str(s["do"]))
@pytest.mark.parametrize("idle", IDLE, ids=lambda i: str(next(iter(i))))
def test_it_is_refused_with_the_field(step: dict[str, Any], idle: dict[str, Any]) -> None:
    scenario = (
        mm.Scenario("idle")
        .start("Grizzly Bears", id="bears")
        .start("Memnite", zone="hand", id="memnite")
        .start("Forest", zone="library")
    )
    assert scenario.step(**step).play().holds
    with pytest.raises(BadScenario, match=f"field {next(iter(idle))}.*nothing asks for it"):
        scenario.step(**step, **idle).play()


def test_so_it_is_in_python() -> None:
    state = game().put("Grizzly Bears", id="bears").state()
    with pytest.raises(UnaskedChoice) as error:
        apply(state, A.Destroy(object="bears", keep="bears"))
    assert error.value.field == "keep"


def test_what_is_asked_for_is_taken() -> None:
    """An order by the owner (712.21a), a target (601.2c), an offer (608.2d), a copy (707.5)."""
    host = mm.Scenario("order").start("Chittering Host", id="host").start("Clone", zone="hand")
    rats = ["Graf Rats", "Midnight Scavengers"]
    for order in (rats, rats[::-1]):
        died = host.step("destroy", object="host", order=order)
        assert died.expect(zone="graveyard", player="you", cards=order).play().holds
    clone = host.step("cast", object="Clone").step("resolve", as_copy="host")
    assert clone.expect(object="Clone", names="Chittering Host").play().holds


@pytest.mark.parametrize("turned", [False, True])
def test_cards_that_are_exiled_at_once_come_in_the_order_that_is_named(turned: bool) -> None:
    """Each player orders what is their own (613.7m); of a melded permanent both (712.21c)."""
    rats = ["Graf Rats", "Midnight Scavengers"]
    wanted = rats[::-1] if turned else rats
    run = (
        mm.Scenario("both")
        .start("Chittering Host", id="host", controller="opponent")
        .start("Mimic Vat", id="vat")
        .step("destroy", object="host", order=rats)
        .step("resolve", may=True, order=wanted)
        .expect(zone="exile", cards=wanted)
    )
    assert run.play().holds


def test_what_an_offer_that_is_declined_would_ask_for_is_settled() -> None:
    run = (
        mm.Scenario("declined")
        .start("Chittering Host", id="host", controller="opponent")
        .start("Mimic Vat", id="vat")
        .step("destroy", object="host", order=["Graf Rats", "Midnight Scavengers"])
        .step("resolve", may=False, order=["Graf Rats", "Midnight Scavengers"])
        .expect(zone="exile", cards=[])
    )
    assert run.play().holds


def test_under_other_rules_a_choice_may_be_idle() -> None:
    """Where a situation is played again under rules that do not ask, the choice is left out."""
    scenario = (
        mm.Scenario("commander")
        .start("Brisela, Voice of Nightmares", id="b", commander="Bruna, the Fading Light")
        .step(
            "return to hand",
            object="b",
            commander="stay",
        )
        .expect(zone="hand", player="you", count=2)
    )
    assert scenario.play().holds
    assert scenario.play(edition="2016-09-30").holds


def test_what_a_delayed_step_is_about_is_found() -> None:
    """``about`` of a step stands for ``that card`` of what happens then (603.7c)."""
    start = mm.Scenario("later").start("Grizzly Bears", id="bears").start("Memnite", id="other")
    later = {"step": "end", "do_later": [{"do": "destroy", "object": "that card"}]}
    run = (
        start.step("at step", about=["bears"], **later).step("next step", to="end").step("resolve")
    )
    run = run.expect(object="bears", zone="graveyard").expect(object="other", zone="battlefield")
    assert run.play().holds
    with pytest.raises(BadScenario, match="bear"):
        start.step("at step", about=["bear"], **later).play()


BEARS, ROOM = "Grizzly Bears", "Glassworks // Shattered Yard"
TAPPER = {"id": "tap", "activated": "abilities", "taps": True, "what": "name:Memnite"} | {
    "target": "t:creature",
    "do": {"do": "tap", "object": "target"},
}


def targeted() -> mm.Scenario:
    """Three legal targets for each of a spell, a fused one, a trigger, and an ability."""
    made = mm.Scenario("surplus").start("Wax // Wane", id="wax", zone="hand")
    made = made.start("Wear // Tear", id="wear", zone="hand").start(ROOM, id="room")
    made = made.start("Prepare // Fight", id="fight", zone="graveyard").start("Memnite", id="m")
    made = made.start(made_up="Seal", id="seal", types=["Enchantment"]).effect(**TAPPER)
    for one in ("a", "b", "c"):
        made = made.start("Serra Angel", id=one, controller="opponent")
    return made


@pytest.mark.parametrize("surplus", ["b", "a"])  # another one, and one of them once more
@pytest.mark.parametrize(
    "step",
    [
        {"do": "cast", "object": "wax", "half": "Wax", "target": ["a"]},
        {"do": "cast", "object": "wear", "fused": True, "target": ["m", "seal"]},
        {"do": "cast", "object": "fight", "half": "Fight", "target": ["m", "a"]},
        {"do": "unlock", "object": "room", "half": "left", "target": ["a"]},
        {"do": "activate", "object": "m", "ability": "tap", "target": ["a"]},
    ],
    ids=lambda s: f"{s['do']} {s['object']}",
)
def test_a_surplus_target_is_refused_by_name(step: dict[str, Any], surplus: str) -> None:
    """Each instance of the word asks for one (601.2c, 602.2b, 603.3d); no other is swallowed."""
    assert targeted().step(**step).play().holds
    more = {**step, "target": [*step["target"], surplus]}
    with pytest.raises(BadScenario, match=rf"field 'target\.{surplus}': nothing asks for it"):
        targeted().step(**more).play()


def test_a_surplus_target_of_a_copy_is_refused() -> None:
    cast = targeted().step("cast", object="wax", half="Wax", target="a")
    cast.step("copy spell", object="wax", target=["b"]).play()
    with pytest.raises(BadScenario, match=r"target\.c"):
        cast.step("copy spell", object="wax", target=["b", "c"]).play()


def test_a_surplus_target_is_left_out_alone_where_the_rest_is_asked_for() -> None:
    state = (
        game().put("Wax // Wane", "hand", id="wax").put("Memnite", id="a").put("Memnite", id="b")
    )
    act = A.CastSpell(object="wax", half="Wax", target=["a", "b"])
    assert apply_asked(state.state(), act).action.target == ["a"]


def test_triggers_at_once_take_targets_in_turn() -> None:
    """Two abilities, two targets: each has its own (603.3d); with one named both have that."""
    start = targeted().effect(double="triggers")
    own = start.step("unlock", object="room", half="left", target=["a", "b"])
    own = own.step("resolve", all=True).expect(zone="graveyard", player="opponent", count=2)
    assert own.play().holds
    both = start.step("unlock", object="room", half="left", target="a").step("resolve", all=True)
    assert both.expect(zone="graveyard", player="opponent", count=1).play().holds
    with pytest.raises(BadScenario, match=r"target\.c"):
        start.step("unlock", object="room", half="left", target=["a", "b", "c"]).play()


@pytest.mark.parametrize("wrong", [{}, {"do": "drw"}, {"do": 3}, {"count": 1}], ids=str)
@pytest.mark.parametrize(
    "step",
    [
        {"do": "unless", "costs": ["WRONG"], "otherwise": [{"do": "draw"}]},
        {"do": "unless", "pays": "{1}", "otherwise": ["WRONG"], "choose": {"pay": False}},
        {"do": "if", "condition": "any t:creature", "then": ["WRONG"]},
        {"do": "for each", "then": ["WRONG"]},
        {"do": "flip coin", "then": ["WRONG"], "choose": {"coin": "heads"}},
        {"do": "one of", "options": {"a": ["WRONG"]}, "choose": {"option": "a"}},
        {"do": "at step", "step": "end", "do_later": ["WRONG"]},
    ],
    ids=lambda s: f"{s['do']} {sorted(s)[0]}",
)
def test_what_is_no_instruction_is_refused_wherever_instructions_stand(
    step: dict[str, Any], wrong: dict[str, Any]
) -> None:
    """What holds instructions reads them as such before it looks into them."""

    def filled(value: Any) -> Any:
        if isinstance(value, list):
            return [wrong if one == "WRONG" else one for one in value]
        return {k: filled(v) for k, v in value.items()} if isinstance(value, dict) else value

    with pytest.raises(BadScenario, match=r"step 1, .* no action called"):
        mm.Scenario("wrong").start("Memnite").step(**filled(step)).play()


@pytest.mark.parametrize(
    ("card", "cast", "modeled"),
    [
        ("Stifle", None, False),
        ("Doom Blade", None, False),
        ("Lightning Bolt", None, True),
        ("Fire // Ice", "right", True),
    ],
)
def test_it_is_said_where_the_text_is_not_modeled(
    card: str, cast: str | None, modeled: bool
) -> None:
    """Its targets are chosen as it is cast (601.2c); as it resolves a text may be missing."""
    spell = {} if cast is None else {"cast": cast}
    scenario = mm.Scenario("resolve").start("Grizzly Bears", id="bears")
    scenario = scenario.start(card, zone="stack", **spell)
    with pytest.raises(BadScenario, match="nothing asks for it") as error:
        scenario.step("resolve", target="bears").play()
    assert (f"; text not modeled: {card}" in str(error.value)) is not modeled
