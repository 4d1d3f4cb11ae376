"""E. Names and naming (S055-S067)."""

from __future__ import annotations

import pytest

from mtgmeld.game.characteristics import (
    all_different_names,
    different_name,
    has_name,
    shares_name,
)
from mtgmeld.tables import name_table
from tests.statements.asking import APART, found, holds

ROOM = "Bottomless Pool // Locker Room"
ELEVATOR = "Central Elevator // Promising Stairs"


def may_choose(card: str) -> dict[str, tuple[bool, str]]:
    """Each name of a card with whether it may be chosen, and the rules."""
    table = name_table(card)
    return {
        row["name"]: (bool(row["may_be_chosen"]), str(row["rules"])) for _, row in table.iterrows()
    }


@pytest.mark.statement("S055")
def test_two_names_and_one_in_common_is_enough() -> None:
    holds("Fire // Ice", "names", ("Fire", "Ice"), "709.4a", zone="hand")
    answer = shares_name(found("Fire // Ice", zone="hand"), ("Ice",))
    assert answer.value is True
    assert {"201.2a", "709.4a"} <= set(answer.all_rules)
    holds(ROOM, "names", ("Locker Room",), "709.5", unlocked="right")
    assert shares_name(found(ROOM, unlocked="right"), found(ROOM, unlocked="left")).value is False
    assert shares_name(found(ROOM, unlocked="right"), found(ROOM, zone="hand")).value is True


@pytest.mark.statement("S056")
def test_exactly_one_half_may_be_chosen() -> None:
    names = may_choose("Fire // Ice")
    assert {n: ok for n, (ok, _) in names.items()} == {
        "Fire": True,
        "Ice": True,
        "Fire // Ice": False,
    }
    assert all({"201.4b", "709.4a"} <= set(rules.split(", ")) for _, rules in names.values())


@pytest.mark.statement("S057")
def test_any_one_of_the_names_is_enough() -> None:
    for zone in ("hand", "library", "graveyard"):
        answer = has_name(found("Fire // Ice", zone=zone), "Ice")
        assert answer.value is True
        assert "709.4a" in answer.rules
    assert has_name(found("Fire // Ice", zone="hand"), "ice").value is True
    assert has_name(found("Fire // Ice", zone="hand"), "Assault").value is False


@pytest.mark.statement("S057")
@pytest.mark.parametrize("date", APART)
def test_any_one_of_the_names_was_enough_before_2017(date: str) -> None:
    assert has_name(found("Fire // Ice", zone="hand", edition=date), "Ice").value is True


@pytest.mark.statement("S058")
def test_on_the_stack_only_the_name_of_the_half_is_there() -> None:
    fire = has_name(found("Fire // Ice", cast="left"), "Ice")
    assert fire.value is False
    assert "709.3b" in fire.all_rules
    assert has_name(found("Fire // Ice", cast="right"), "Ice").value is True


@pytest.mark.statement("S059")
def test_a_fused_spell_has_both_names() -> None:
    fused = has_name(found("Wear // Tear", cast="fused"), "Tear")
    assert fused.value is True
    assert {"709.4d", "702.102b"} <= set(fused.all_rules)
    assert has_name(found("Wear // Tear", cast="right"), "Tear").value is True
    assert has_name(found("Wear // Tear", cast="left"), "Tear").value is False


@pytest.mark.statement("S060")
def test_a_named_half_is_judged_alone() -> None:
    table = name_table("Commit // Memory").set_index("name")
    assert table.loc["Memory", "type_line"] == "Sorcery"
    assert table.loc["Commit", "type_line"] == "Instant"
    assert table.loc["Commit", "mana_value"] == 4
    assert "201.4b" in table.loc["Commit", "rules"]


@pytest.mark.statement("S061")
def test_either_face_may_be_chosen_and_not_both() -> None:
    names = may_choose("Delver of Secrets")
    assert {n: ok for n, (ok, _) in names.items()} == {
        "Delver of Secrets": True,
        "Insectile Aberration": True,
        "Delver of Secrets // Insectile Aberration": False,
    }
    assert all({"201.4d", "712.19"} <= set(rules.split(", ")) for _, rules in names.values())


@pytest.mark.statement("S062")
def test_a_combined_face_may_be_chosen_by_its_own_characteristics() -> None:
    table = name_table("Hanweir, the Writhing Township").iloc[0]
    assert bool(table["may_be_chosen"])
    assert "Land" not in table["type_line"]
    assert {"201.4e", "712.19"} <= set(table["rules"].split(", "))
    assert name_table("Hanweir Battlements").iloc[0]["type_line"] == "Land"


@pytest.mark.statement("S063")
def test_naming_a_meld_result_binds_the_melded_permanent_only() -> None:
    name = "Urza, Planeswalker"
    melded = has_name(found(name), name)
    assert melded.value is True
    assert "712.8g" in melded.all_rules
    assert has_name(found(name, copy=True), name).value is True
    for part in ("Urza, Lord Protector", "The Mightstone and Weakstone"):
        for zone in ("battlefield", "hand", "graveyard"):
            assert has_name(found(part, zone=zone), name).value is False
        assert has_name(found(name), part).value is False
    elsewhere = has_name(found("Urza, Lord Protector", zone="graveyard"), name)
    assert "712.8a" in elsewhere.all_rules
    assert "201.4e" in may_choose(name)[name][1]


@pytest.mark.statement("S064")
def test_what_has_no_name_shares_it_with_nothing() -> None:
    locked = found(ROOM, unlocked="")
    other = found(ELEVATOR, unlocked="")
    answer = shares_name(locked, other)
    assert answer.value is False
    assert "201.2a" in answer.rules
    assert shares_name(locked, locked).value is False
    assert has_name(locked, "Bottomless Pool").value is False


@pytest.mark.statement("S065")
def test_different_names_need_a_name_each() -> None:
    locked, left = found(ELEVATOR, unlocked=""), found(ROOM, unlocked="left")
    answer = all_different_names([left, locked])
    assert answer.value is False
    assert "201.2b" in answer.rules
    right = found(ROOM, unlocked="right")
    assert all_different_names([left, right]).value is True
    assert all_different_names([left, right, found(ROOM, unlocked="left,right")]).value is False
    # 201.2c: others without a name do not matter to one that has its own
    assert different_name(left, [locked]).value is True
    assert different_name(locked, [left]).value is False


@pytest.mark.statement("S066")
def test_not_the_same_name_as_a_room_you_control() -> None:
    sought = found(ROOM, zone="library")
    one = shares_name(sought, found(ROOM, unlocked="right"))
    assert one.value is True  # so the search cannot find it
    assert {"201.2a", "709.5"} <= set(one.all_rules)
    assert shares_name(sought, found(ROOM, unlocked="")).value is False  # so it can


@pytest.mark.statement("S067")
def test_the_legend_rule_looks_at_names_as_they_are() -> None:
    brisela, gisela = "Brisela, Voice of Nightmares", "Gisela, the Broken Blade"
    assert found(brisela).supertypes.value == ("Legendary",)
    assert shares_name(found(brisela), found(gisela)).value is False
    assert shares_name(found(brisela), found(brisela)).value is True
    # a copy of Brisela is another one of that name
    assert shares_name(found(brisela), found(brisela, copy=True)).value is True
