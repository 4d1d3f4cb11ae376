"""What may be cast, as a table; held against casting itself."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import mtgmeld as mm
from mtgmeld.cards import Card, Face
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadManaCost, ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.frames import columns_of
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.legality import legal_actions, options
from mtgmeld.game.payment import can_pay, lacking, pool_of
from mtgmeld.game.state import State
from mtgmeld.game.values import STEPS
from mtgmeld.mana import ManaCost
from tests.statements.game import game, refused


def table(state: State, **more: Any) -> pd.DataFrame:
    return mm.castable_table(state, **more).set_index(["card", "part"])


def situation() -> State:
    made = game().put("Fire // Ice", "hand").put("Commit // Memory", "hand")
    made.put("Cut // Ribbons", "graveyard").put("Wear // Tear", "hand").put("Mirrorweave", "hand")
    made.put("Bottomless Pool // Locker Room", id="room", unlocked="left")
    return made.put("Grizzly Bears", "hand").put("Silvercoat Lion", id="lion").state()


def test_columns_and_dtypes() -> None:
    made = mm.castable_table(situation(), mana="{3}{B}{B}")
    assert list(made.columns) == [c.name for c in columns_of("castable")]
    assert [str(t) for t in made.dtypes] == [c.dtype for c in columns_of("castable")]
    assert made.attrs["edition"] == mm.edition().date
    empty = mm.castable_table(game().state())
    assert list(empty.columns) == list(made.columns)
    assert [str(t) for t in empty.dtypes] == [c.dtype for c in columns_of("castable")]


def test_what_mana_pays_for() -> None:
    made = table(situation(), mana="{3}{B}{B}")
    ribbons = made.loc[("Cut // Ribbons", "Ribbons")]
    assert (ribbons["legal"], ribbons["payable"], ribbons["x"]) == (True, True, 3)
    assert ribbons["total_cost"] == "{3}{B}{B}"
    assert ribbons["mana_cost"] == "{X}{B}{B}"
    assert ribbons["mana_value"] == 5
    assert ribbons["spends"] == "{B}{B}{C}{C}{C}"
    assert "702.127a" in ribbons["rules"]
    fire = made.loc[("Fire // Ice", "Fire")]
    assert (fire["legal"], fire["payable"]) == (True, False)
    assert fire["spends"] is pd.NA
    memory = made.loc[("Commit // Memory", "Memory")]
    assert not memory["legal"]
    assert memory["payable"] is pd.NA
    assert memory["rules"] == "702.127a"
    assert memory["why_not"]
    wear = made.loc[("Wear // Tear", "Wear // Tear")]
    assert "601.2c" in wear["rules"], "there is no artifact"
    door = made.loc[("Bottomless Pool // Locker Room", "Locker Room")]
    assert (door["action"], door["legal"], door["payable"]) == ("unlock", True, False)
    assert door["mana_value"] is pd.NA
    assert ("Bottomless Pool // Locker Room", "Bottomless Pool") not in made.index


def test_hybrid_symbols_are_paid_either_way() -> None:
    for mana, payable in (("{2}{W}{U}", True), ("{2}{U}{U}", True), ("{2}{W}{B}", False)):
        row = table(situation(), mana=mana).loc[("Mirrorweave", "Mirrorweave")]
        assert bool(row["payable"]) is payable


@pytest.mark.parametrize("fuse", [True, False], ids=["fuse", "no fuse"])
@pytest.mark.parametrize("other", [Face("That"), Face("That", types=("Instant",))])
def test_a_spell_with_a_half_of_no_known_cost_is_not_cast_fused(other: Face, fuse: bool) -> None:
    """702.102c: the cost of each half is part of the total cost; none is no cost to pay (118.6)."""
    words = ("Fuse",) if fuse else ()
    this = Face("This", ManaCost.parse("{R}"), types=("Instant",), keywords=words)
    card = Card("This // That", "split", (this, replace(other, keywords=words)), source="partial")
    state = game(catalog=mm.Catalog([card])).put(card, "hand", id="it").state()
    assert {o.part: o.allowed for o in options(state, "you")} == {
        "This": True,
        "That": False,
        **({"This // That": False} if fuse else {}),
    }
    refused(state, A.CastSpell(object="it", fused=True), *(("202.1b", "118.6") if fuse else ()))
    refused(state, A.CastSpell(object="it", half="That"), "118.6")


def test_abilities_of_cards_in_a_hand_are_offered_where_they_work() -> None:
    """113.6, 702.53a: transmute is activated from a hand, as a sorcery would be cast (602.5d)."""
    made = game().put("Muddle the Mixture", "hand", id="mine").put("Perplex", "library")
    made.put("Muddle the Mixture", "graveyard").put("Muddle the Mixture", "hand", owner="opponent")
    activate = "activate Muddle the Mixture#transmute"

    def offered(state: State, player: str = "you") -> list[A.Action]:
        return [x.action for x in legal_actions(state, player) if x.says == activate]

    (action,) = offered(made.state())
    assert apply(made.state(), action).after.things
    assert offered(made.state(), "opponent") == []
    assert offered(replace(made.state(), step="upkeep")) == []
    assert legal_actions(made.state(), "you", "{1}{U}")[-1].says == "pass priority"
    assert not [x for x in legal_actions(made.state(), "you", "{1}{U}") if x.says == activate]
    assert [x for x in legal_actions(made.state(), "you", "{1}{U}{U}") if x.says == activate]


def test_without_mana_nothing_is_said_about_paying() -> None:
    made = mm.castable_table(situation())
    assert made["payable"].isna().all()
    assert made["spends"].isna().all()
    ribbons = made[made["part"] == "Ribbons"].iloc[0]
    assert ribbons["x"] == 0


def test_the_pool_counts_mana_only_for_what_it_may_be_spent_on() -> None:
    made = game().put("Fire // Ice", "hand").put("Grizzly Bears", "hand")
    state = made.mana("you", "RG", only="t:creature").state()
    found = mm.castable_table(state, mana="pool").set_index("part")
    assert bool(found.loc["Grizzly Bears", "payable"])
    assert not bool(found.loc["Fire", "payable"])
    free = mm.castable_table(state, mana="RG").set_index("part")
    assert bool(free.loc["Fire", "payable"])


def test_life_is_paid_where_it_is_there() -> None:
    for life, payable in ((20, True), (4, True), (3, False)):
        state = game(life=life).put("Dismember", "hand").put("Grizzly Bears").state()
        row = mm.castable_table(state, mana="{1}").iloc[0]
        assert bool(row["payable"]) is payable
    assert (
        mm.castable_table(game().put("Dismember", "hand").state(), mana="{1}").iloc[0]["spends"]
        == "{C} and 4 life"
    )


def test_bad_questions() -> None:
    with pytest.raises(UnknownName):
        mm.castable_table(situation(), player="nobody")
    with pytest.raises(BadManaCost):
        mm.castable_table(situation(), mana="{W/U}")


def test_the_numbers_of_an_old_edition_are_shown() -> None:
    state = game(edition="2018-06-08").put("Fire // Ice", "hand").state()
    assert "708.3" in mm.castable_table(state).iloc[0]["rules"]


# -- the table against casting itself -----------------------------------------------------------

CARDS = [
    c.name
    for c in load_catalog()
    if c.is_split or c.layout in ("modal_dfc", "adventure", "transform", "meld")
]
EFFECTS: list[dict[str, Any]] = [
    {"allow": "cast", "from": "graveyard", "what": "mv<=3"},
    {"allow": "cast", "from": "exile", "free": True},
    {"allow": "cast", "from": "graveyard", "tested": "card", "what": "mv<=4"},
    {"allow": "flash", "what": "t:sorcery"},
    {"allow": "play", "from": "library"},
    {"forbid": "cast", "what": "mv:even"},
    {"forbid": "cast", "named": "Ice"},
    {"forbid": "play", "from": "graveyard"},
    {"cost": "{1}", "what": "-t:creature"},
    {"cost": "-{1}", "what": "t:instant or t:sorcery"},
    {"cost": "-{2}", "of": "cast and unlock", "what": "t:enchantment"},
]
MANA = "{9}{W}{W}{U}{U}{B}{B}{R}{R}{G}{G}"
ZONES = st.sampled_from(["hand", "graveyard", "exile", "library", "command"])


@st.composite
def situations(draw: st.DrawFn) -> State:
    date = draw(st.sampled_from([None, "2016-07-22", "2016-11-11", "2019-05-03"]))
    made = game(
        step=draw(st.sampled_from(["precombat main"] * 9 + list(STEPS))),
        active=draw(st.sampled_from(["you", "you", "opponent"])),
        edition=date,
    )
    for name in draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=4)):
        owner = draw(st.sampled_from(["you", "you", "opponent"]))
        made.put(name, draw(ZONES), owner=owner)
    if draw(st.booleans()):
        made.put("Grizzly Bears", controller="opponent").put("Mimic Vat").put("Copy Enchantment")
    if draw(st.booleans()):
        made.put("Unholy Annex // Ritual Chamber", id="room")
    for table_ in draw(st.lists(st.sampled_from(EFFECTS), max_size=3)):
        made.effect(**table_, controller=draw(st.sampled_from(["you", "opponent"])))
    return made.state()


def carried_out(state: State, action: A.Action) -> Transition:
    """Carry out an action, taking the first option of each choice that it asks for."""
    for _ in range(8):
        try:
            return apply(state, action)
        except ChoiceNeeded as error:
            if error.argument == "target":
                have = action.target if isinstance(action.target, list) else []
                action = replace(action, target=[*have, error.options[0]])
            elif error.argument == "x":
                given: dict[str, Any] = {"x": 0}  # which an action that asks for it has
                action = replace(action, **given)
            else:
                raise
    raise AssertionError("it never has enough choices")


@given(situations())
@settings(max_examples=150, deadline=None)
def test_what_is_listed_as_allowed_is_legal_and_nothing_else_is(state: State) -> None:
    for option in options(state, "you", MANA):
        if not option.allowed:
            with pytest.raises(IllegalAction) as error:
                carried_out(state, option.action)
            assert set(option.rules) & set(error.value.rules), option
            continue
        action = option.action
        if option.payable:
            action = replace(action, pay=MANA)
        done = carried_out(state, action)
        assert done.after.faults() == ()
        if option.kind == "cast":
            spell = done.after.in_zone("stack")[0]
            assert done.after.value(spell, "mana_value").value == option.mana_value


@pytest.mark.parametrize(
    ("cost", "pool", "lacks"),
    [
        ("{1}{U}", "{C}{R}", "{U}"),  # red pays for the generic mana
        ("{3}{R}", "{R}", "{3}"),
        ("{C}{C}", "{C}", "{C}"),  # colorless mana, which no other type is (107.4c)
        ("{R}{W}{1}", "{1}{R}", "{W}"),
        ("{S}", "{R}", "{S}"),  # 107.4h
        ("{9}", "{R}", "much mana"),
    ],
)
def test_the_mana_that_is_lacking_is_the_least_that_would_pay(
    cost: str, pool: str, lacks: str
) -> None:
    have = pool_of(pool)
    assert lacking(ManaCost.parse(cost), have, 0) == lacks
    if lacks.startswith("{"):
        assert can_pay(ManaCost.parse(cost), have + pool_of(lacks.replace("{S}", "S")), 0)


def test_the_table_says_which_mana_is_lacking() -> None:
    rows = table(situation(), mana="{R}{R}")
    assert rows.loc[("Fire // Ice", "Fire"), "why_not"] == ""
    assert rows.loc[("Fire // Ice", "Ice"), "why_not"] == "{U} is lacking"
    assert rows.loc[("Bottomless Pool // Locker Room", "Locker Room"), "why_not"] == (
        "{2}{U} is lacking"  # of {4}{U}, two of the generic mana are there (709.5e)
    )
