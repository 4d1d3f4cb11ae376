"""A. Characteristics by zone and face (S001-S022)."""

from __future__ import annotations

import pytest

from mtgmeld.game.characteristics import (
    Circumstances,
    back_face,
    double_faced,
    represented_by,
)
from mtgmeld.game.engine import apply
from mtgmeld.game.setup import new_game
from mtgmeld.game.status import TurnFaceDown
from mtgmeld.query import compile_filter, of_card
from mtgmeld.question import ask, explain
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.rules.numbers import stretches
from mtgmeld.tables import room_table, split_table
from tests.statements.asking import (
    APART,
    BATTLEFIELD,
    CATALOG,
    at,
    card,
    cost,
    face_values,
    fits,
    holds,
    pair,
    values,
)

OFF_STACK = ("hand", "library", "graveyard", "exile", "command", "outside")
ROOM = "Bottomless Pool // Locker Room"
FURNACE = "Roaring Furnace // Steaming Sauna"


@pytest.mark.statement("S001")
@pytest.mark.parametrize("zone", OFF_STACK)
def test_a_split_card_off_the_stack_has_one_combined_set(zone: str) -> None:
    holds("Fire // Ice", "names", ("Fire", "Ice"), "709.4", zone=zone)
    holds("Fire // Ice", "types", ("Instant",), "709.4", zone=zone)
    holds("Fire // Ice", "colors", "UR", "709.4", zone=zone)
    holds("Fire // Ice", "mana_cost", cost("{1}{R}{1}{U}"), "709.4", "709.4b", zone=zone)


@pytest.mark.statement("S001")
@pytest.mark.parametrize("date", APART)
def test_until_2017_a_question_had_two_answers_and_a_comparison_one(date: str) -> None:
    holds("Fire // Ice", "colors", TwoAnswers(("R", "U")), "708.2", "708.5", edition=date)
    holds("Fire // Ice", "names", TwoAnswers((("Fire",), ("Ice",))), "708.5", edition=date)
    holds("Commit // Memory", "mana_value", TwoAnswers((4, 6)), "708.5", edition=date)
    facts = of_card(card("Fire // Ice"), None, at(date))
    assert compile_filter("c:r").matches(facts)
    assert compile_filter("c:u").matches(facts)
    assert not compile_filter("c:g").matches(facts)
    assert fits("mv<=1", "Assault // Battery", zone="hand", edition=date)  # 708.6a


@pytest.mark.statement("S001")
@pytest.mark.parametrize("date", [d for d in EDITIONS if d > "2017-01-20"])
def test_from_2017_04_28_there_is_one_set(date: str) -> None:
    assert values("Fire // Ice", edition=date)["colors"] == "UR"


@pytest.mark.statement("S002")
def test_a_split_card_is_one_card() -> None:
    fire = card("Fire // Ice")
    assert card("Ice") is fire
    counted = represented_by(face_values("Fire // Ice"), Circumstances("graveyard"))
    assert counted.value == 1
    assert "709.2" in counted.rules
    # one row for the card in each zone, not one for each half
    table = split_table("Fire // Ice")
    assert (table[table["zone"] == "graveyard"]["state"] == "the card").sum() == 1
    # fused, both halves are on the stack and still one card
    assert ask("Wear // Tear", cast="fused").value("represented_by").value == 1


@pytest.mark.statement("S003")
def test_a_split_spell_has_the_half_that_was_cast_and_no_trace_of_the_other() -> None:
    have = values("Assault // Battery", cast="left")
    assert have == {
        "names": ("Assault",),
        "mana_cost": cost("{R}"),
        "mana_value": 1,
        "colors": "R",
        "color_indicator": "",
        "supertypes": (),
        "types": ("Sorcery",),
        "subtypes": (),
        "power": None,
        "toughness": None,
        "loyalty": None,
        "defense": None,
        "keywords": (),
        "text": ("Assault",),
    }
    for name in ("names", "mana_cost", "mana_value", "colors", "types", "text"):
        why = explain("Assault // Battery", name, cast="left")
        assert "709.3b" in why.rules
        assert "Battery" not in str(why).partition("\n")[2].partition("rules cited")[0]


@pytest.mark.statement("S004")
def test_off_the_stack_it_has_the_types_of_both_halves() -> None:
    holds("Commit // Memory", "types", ("Instant", "Sorcery"), "709.4c", zone="graveyard")
    state = new_game().put("Commit // Memory", "graveyard").state()
    assert state.amount("types in:graveyard").value == 2
    holds("Commit // Memory", "types", ("Instant",), "709.3b", cast="Commit")


@pytest.mark.statement("S005")
def test_off_the_stack_it_has_the_abilities_of_both_halves() -> None:
    holds("Wear // Tear", "text", ("Wear", "Tear"), "709.4c", zone="hand")
    # each half of the facts repeats it, and the card has it once
    assert [f.keywords.count("Fuse") for f in card("Wear // Tear").faces] == [1, 1]
    holds("Wear // Tear", "keywords", ("Fuse",), "709.4c", "702.102a", zone="hand")


@pytest.mark.statement("S006")
def test_a_fused_spell_is_combined() -> None:
    how = {"cast": "fused"}
    holds("Wear // Tear", "names", ("Wear", "Tear"), "709.4d", "702.102b", **how)
    holds("Wear // Tear", "colors", "WR", "709.4d", "702.102b", **how)
    holds("Wear // Tear", "mana_value", 3, "202.3d", "702.102b", **how)


@pytest.mark.statement("S007")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "command"])
def test_a_room_card_elsewhere_is_combined(zone: str) -> None:
    holds(ROOM, "names", ("Bottomless Pool", "Locker Room"), "709.4", "709.5", zone=zone)
    holds(ROOM, "mana_value", 6, "709.4b", zone=zone)
    holds(ROOM, "colors", "U", "709.4", "709.5", zone=zone)


@pytest.mark.statement("S008")
def test_a_room_spell_has_its_half_and_the_whole_type_line() -> None:
    how = {"zone": "stack", "cast": "right"}
    holds(ROOM, "names", ("Locker Room",), "709.3b", "709.5a", **how)
    holds(ROOM, "type_line", "Enchantment \u2014 Room", "709.3b", "709.5a", **how)
    holds(ROOM, "mana_value", 5, "709.3b", **how)
    holds(ROOM, "text", ("Locker Room",), "709.3b", **how)


@pytest.mark.statement("S009")
def test_a_room_permanent_has_only_unlocked_halves() -> None:
    how = {"unlocked": "left"}
    holds(FURNACE, "names", ("Roaring Furnace",), "709.5", **how)
    holds(FURNACE, "mana_cost", cost("{1}{R}"), "709.5", **how)
    holds(FURNACE, "colors", "R", "709.5", **how)
    holds(FURNACE, "mana_value", 2, "709.5", **how)
    holds(FURNACE, "text", ("Roaring Furnace",), "709.5", **how)
    holds(FURNACE, "type_line", "Enchantment \u2014 Room", "709.5", **how)


@pytest.mark.statement("S010")
def test_a_room_with_both_halves_locked_has_its_type_line_alone() -> None:
    have = values(FURNACE, zone="battlefield")
    assert have["names"] == ()
    assert have["mana_cost"] is None
    assert have["text"] == ()
    assert have["types"] == ("Enchantment",)
    assert have["subtypes"] == ("Room",)
    holds(FURNACE, "names", (), "709.5", zone="battlefield")
    holds(FURNACE, "colors", "", "709.5", "202.2b", zone="battlefield")
    holds(FURNACE, "mana_value", 0, "709.5", "202.3a", zone="battlefield")
    # unlocking needs no text: a rule permits it, for the cost of the locked half
    row = room_table(FURNACE).iloc[0]
    assert (row["unlock_left"], row["unlock_right"]) == ("{1}{R}", "{3}{U}{U}")
    assert "709.5e" in row["rules"].split(", ")


@pytest.mark.statement("S011")
def test_a_fully_unlocked_room_is_combined() -> None:
    how = {"unlocked": "left,right"}
    holds(FURNACE, "names", ("Roaring Furnace", "Steaming Sauna"), "709.5", "709.4", **how)
    holds(FURNACE, "mana_cost", cost("{1}{R}{3}{U}{U}"), "709.5", "709.4", **how)
    holds(FURNACE, "colors", "UR", "709.5", "709.4", **how)
    holds(FURNACE, "mana_value", 7, "709.5", **how)


@pytest.mark.statement("S012")
@pytest.mark.parametrize("zone", OFF_STACK)
def test_elsewhere_a_double_faced_card_has_its_front_only(zone: str) -> None:
    name = "Ravager of the Fells"
    holds(name, "names", ("Huntmaster of the Fells",), "712.8a", zone=zone)
    holds(name, "colors", "RG", "712.8a", zone=zone)
    holds(name, "mana_value", 4, "712.8a", zone=zone)


@pytest.mark.statement("S013")
def test_a_double_faced_permanent_has_the_face_that_is_up() -> None:
    name = "Insectile Aberration"
    holds(name, "types", ("Creature",), "712.8e")
    holds(name, "subtypes", ("Human", "Insect"), "712.8e")
    holds(name, "mana_value", 1, "202.3b", "712.8e")
    holds("Delver of Secrets", "subtypes", ("Human", "Wizard"), "712.8d", zone="battlefield")
    holds("Tibalt, Cosmic Impostor", "types", ("Planeswalker",), "712.8f", zone="battlefield")


@pytest.mark.statement("S014")
def test_a_nonmodal_spell_is_front_face_up_unless_cast_transformed() -> None:
    holds("Baithook Angler", "names", ("Baithook Angler",), "712.8c", "712.11", zone="stack")
    holds("Hook-Haunt Drifter", "names", ("Hook-Haunt Drifter",), "712.11a", zone="stack")
    holds("Baithook Angler", "subtypes", ("Spirit",), "712.8c", zone="stack", face="back")


@pytest.mark.statement("S015")
def test_a_modal_spell_or_permanent_has_the_face_that_is_up() -> None:
    name = "Tibalt, Cosmic Impostor"
    for zone in ("stack", "battlefield"):
        holds(name, "supertypes", ("Legendary",), "712.8f", zone=zone)
        holds(name, "types", ("Planeswalker",), "712.8f", zone=zone)
        holds(name, "colors", "BR", "712.8f", zone=zone)
        holds(name, "mana_value", 7, "712.8f", zone=zone)
    holds(name, "names", (name,), "712.11b", zone="stack")
    holds("Valki, God of Lies", "names", ("Valki, God of Lies",), "712.8a", zone="hand")
    holds("Valki, God of Lies", "colors", "B", "712.8a", zone="hand")
    holds(name, "mana_value", 2, "712.8a", zone="hand")
    # put onto the battlefield another way it has its front face up
    holds("Valki, God of Lies", "names", ("Valki, God of Lies",), "712.8f", zone="battlefield")


@pytest.mark.statement("S016")
@pytest.mark.parametrize(
    ("zone", "rule"), [*((z, "712.8a") for z in OFF_STACK), ("stack", "712.8b")]
)
def test_a_meld_card_elsewhere_has_its_front_only(zone: str, rule: str) -> None:
    have = values("Gisela, the Broken Blade", zone=zone)
    assert have["names"] == ("Gisela, the Broken Blade",)
    assert (have["power"], have["toughness"]) == ("4", "3")
    holds("Gisela, the Broken Blade", "colors", "W", rule, zone=zone)
    holds("Gisela, the Broken Blade", "mana_value", 4, rule, zone=zone)


@pytest.mark.statement("S017")
def test_an_unmelded_meld_card_on_the_battlefield_has_its_front_only() -> None:
    holds("Hanweir Battlements", "types", ("Land",), "712.8d", zone="battlefield")
    holds("Hanweir Battlements", "supertypes", (), "712.8d", zone="battlefield")
    holds("Hanweir Battlements", "mana_value", 0, "712.8d", "202.3a", zone="battlefield")


@pytest.mark.statement("S018")
def test_a_melded_permanent_has_the_combined_face_only() -> None:
    name = "Hanweir, the Writhing Township"
    holds(name, "types", ("Creature",), "712.8g")
    holds("Hanweir Battlements", "types", ("Creature",), "712.8g", melded=True)
    holds(name, "text", (name,), "712.8g")
    have = values(name)
    assert (have["power"], have["toughness"]) == ("7", "4")


@pytest.mark.statement("S019")
def test_the_back_of_one_meld_card_is_undetermined() -> None:
    back = back_face(card("Graf Rats"))
    assert back.value is None
    assert back.rules == ("712.4b",)
    asked = ask("Graf Rats", face="back")
    assert set(asked.characteristics().values().values()) == {None}
    holds("Graf Rats", "names", None, "712.4b", face="back")
    holds("Graf Rats", "mana_value", None, "712.4b", face="back")
    assert back_face(card("Delver of Secrets")).value.name == "Insectile Aberration"
    # explicit from 2023-04-14
    assert explain("Graf Rats", "names", face="back", edition="2023-04-14").rules == ("712.4b",)
    before = explain("Graf Rats", "names", face="back", edition="2023-02-03")
    assert before.value is None
    assert before.rules == ("712.4b (2023-04-14)",)


@pytest.mark.statement("S020")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_meld_card_is_double_faced_since_2023(date: str) -> None:
    since = date >= "2023-04-14"
    why = explain("Bruna, the Fading Light", "double_faced", edition=date)
    assert why.value is since
    if since:
        assert why.rules == ("712.1",)
    elif date <= "2021-06-18":
        assert why.rules == ("712.1b",)
    elif date <= "2022-10-07":
        assert why.rules == ("713.1b",)
    else:
        assert why.rules == ("713.1a",)
    assert double_faced(card("Delver of Secrets"), at(date)).value is True
    assert double_faced(card("Fire // Ice"), at(date)).value is False


@pytest.mark.statement("S020")
def test_double_faced_predicates_match_meld_cards() -> None:
    assert card("Bruna, the Fading Light") in CATALOG.search("is:dfc")


@pytest.mark.statement("S021")
def test_a_melded_permanent_is_no_transformed_permanent() -> None:
    assert not fits("is:transformed", "Brisela, Voice of Nightmares")
    delver = "Delver of Secrets"
    assert fits("is:transformed", delver, face="back")
    assert fits("is:transformed", "Valki, God of Lies", face="back")
    assert fits("is:transformed", delver, face="back", token=True)
    assert not fits("is:transformed", delver)
    assert not fits("is:transformed", delver, zone="stack", face="back")
    assert not fits("is:transformed", "Grizzly Bears")
    assert "2025-09-19" in {time.first for time in stretches("701.27g")}


@pytest.mark.statement("S022")
def test_a_double_faced_permanent_cannot_be_turned_face_down() -> None:
    delver = {"card": "Delver of Secrets"}
    # a Clone of the melded permanent is represented by a card with one face
    clone = {"card": "Clone", "copy_of": "Chittering Host"}
    for how, turns in (
        ({"card": "Chittering Host"}, False),
        (delver, False),
        (delver | {"token": True}, False),
        ({"card": "Graf Rats"}, False),
        ({"card": "Grizzly Bears"}, True),
        (clone, True),
    ):
        state = new_game().put(**how, id="it").state()
        done = apply(state, TurnFaceDown(object="it"))
        assert done.after.things[state.find_one("it")].face_down is turns
        assert any("712.16" in e.rules for e in done.events) is not turns
    assert represented_by(pair("Chittering Host"), BATTLEFIELD).value == 2
