"""E. Names and naming (S055-S067)."""

from __future__ import annotations

import pytest

from mtgmeld.game.characteristics import (
    all_different_names,
    shares_name,
)
from mtgmeld.tables import name_table
from tests.statements.asking import APART, fits, found, holds

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
        assert fits("name:Ice", "Fire // Ice", zone=zone)
        holds("Fire // Ice", "names", ("Fire", "Ice"), "709.4a", zone=zone)
    assert fits("name:ice", "Fire // Ice", zone="hand")
    assert not fits("name:Assault", "Fire // Ice", zone="hand")


@pytest.mark.statement("S057")
@pytest.mark.parametrize("date", APART)
def test_any_one_of_the_names_was_enough_before_2017(date: str) -> None:
    assert fits("name:Ice", "Fire // Ice", zone="hand", edition=date)


@pytest.mark.statement("S058")
def test_on_the_stack_only_the_name_of_the_half_is_there() -> None:
    holds("Fire // Ice", "names", ("Fire",), "709.3b", cast="left")
    assert not fits("name:Ice", "Fire // Ice", zone="stack", cast="left")
    assert fits("name:Ice", "Fire // Ice", zone="stack", cast="right")


@pytest.mark.statement("S059")
def test_a_fused_spell_has_both_names() -> None:
    holds("Wear // Tear", "names", ("Wear", "Tear"), "709.4d", "702.102b", cast="fused")
    assert fits("name:Tear", "Wear // Tear", zone="stack", cast="fused")
    assert fits("name:Tear", "Wear // Tear", zone="stack", cast="right")
    assert not fits("name:Tear", "Wear // Tear", zone="stack", cast="left")


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
    holds(name, "names", (name,), "712.8g")
    holds(name, "names", (name,), copy=True)
    wanted = f'name:"{name}"'
    assert fits(wanted, name)
    for part in ("Urza, Lord Protector", "The Mightstone and Weakstone"):
        for zone in ("battlefield", "hand", "graveyard"):
            assert not fits(wanted, part, zone=zone)
        assert not fits(f'name:"{part}"', name)
    part = "Urza, Lord Protector"
    holds(part, "names", (part,), "712.8a", zone="graveyard")
    assert "201.4e" in may_choose(name)[name][1]


@pytest.mark.statement("S064")
def test_what_has_no_name_shares_it_with_nothing() -> None:
    locked = found(ROOM, unlocked="")
    other = found(ELEVATOR, unlocked="")
    answer = shares_name(locked, other)
    assert answer.value is False
    assert "201.2a" in answer.rules
    assert shares_name(locked, locked).value is False
    assert not fits('name:"Bottomless Pool"', ROOM, unlocked="")


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
    assert shares_name(left, locked).value is False


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
