"""Two editions side by side: only what differs, each value with the rules of its time."""

from __future__ import annotations

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld.frames import columns_of

OLD = "2017-01-20"


def cell(table: object, where: str, column: str) -> dict[str, str]:
    rows = table[(table["where"] == where) & (table["column"] == column)].to_dict("records")
    assert len(rows) == 1, table.to_string()
    return rows[0]


def test_split_cards_then_and_now() -> None:
    found = mm.compare("split", OLD, cards="Fire // Ice")
    assert [(c, str(found[c].dtype)) for c in found.columns] == [
        (c.name, c.dtype) for c in columns_of("compared")
    ]
    assert found.attrs["editions"] == (OLD, "2026-09-25")
    value = cell(found, "Fire // Ice, hand, the card", "mana_value")
    assert (value["old"], value["new"]) == ("2 and 2", "4")
    assert "708.2" in value["old_rules"].split(", ")
    assert "709.4b" in value["new_rules"].split(", ")
    colors = cell(found, "Fire // Ice, hand, the card", "colors")
    assert (colors["old"], colors["new"]) == ("R and U", "UR")
    # on the stack only the half counts, then as now
    assert not found["where"].str.contains("stack").any()


def test_nothing_differs_between_an_edition_and_itself() -> None:
    assert len(mm.compare("rooms", "2026-04-17", cards="Bottomless Pool // Locker Room")) == 0
    assert len(mm.compare(mm.meld_table, "2025-09-19", "2026-04-17")) == 0


def test_a_situation_then_and_now() -> None:
    situation = (
        mm.Scenario("A melded commander dies")
        .start("Brisela, Voice of Nightmares", id="brisela", commander="Gisela, the Broken Blade")
        .watch("a card arrives", "put into graveyard", "is:card")
        .step(
            "destroy",
            object="brisela",
            commander="command",
            order=["Bruna, the Fading Light", "Gisela, the Broken Blade"],
        )
    )
    found = mm.compare(situation, "2020-06-01", "2020-07-03")
    counted = cell(found, "step 1, a card arrives", "counted")
    assert (counted["old"], counted["new"]) == ("1", "2")
    same = mm.compare(situation.play(edition="2020-06-01"), situation.play(edition="2020-07-03"))
    assert same.equals(found)


def test_a_split_card_in_a_situation_then_and_now() -> None:
    situation = (
        mm.Scenario("Fire // Ice")
        .start("Fire // Ice", zone="hand", id="card")
        .step("cast", object="card", half="Fire", target="opponent")
    )
    found = mm.compare(situation, OLD)
    value = cell(found, "start, card", "mana_value")
    assert (value["old"], value["new"]) == ("2 and 2", "4")
    assert "708.2" in value["old_rules"]
    assert "709.4b" in value["new_rules"]
    # the spell is one half, then as now
    assert not found["where"].str.startswith("step 1").any()


@pytest.mark.parametrize("made_in", [OLD, "2026-04-17"])
def test_a_table_of_either_edition_then_and_now(made_in: str) -> None:
    made = mm.split_table("Assault // Battery", edition=made_in)
    found = mm.compare(made, OLD, "2026-04-17")
    value = cell(found, "Assault // Battery, hand, the card", "mana_value")
    assert (value["old"], value["new"]) == ("1 and 4", "5")
    assert found.equals(mm.compare("split", OLD, cards="Assault // Battery"))
    hand = mm.compare(made[made["zone"] == "hand"], OLD)
    assert set(hand["where"]) == {"Assault // Battery, hand, the card"}


def test_equal_answers_of_both_halves_are_no_difference() -> None:
    found = mm.compare("split", OLD, cards="Fire // Ice")
    assert {"names", "mana_cost", "mana_value", "colors"} == set(found["column"])


def test_a_room_card_before_there_were_rooms_is_a_split_card() -> None:
    found = mm.compare("rooms", OLD, cards="Bottomless Pool")
    where = "Bottomless Pool // Locker Room, hand, the card"
    value = cell(found, where, "mana_value")
    assert (value["old"], value["new"]) == ("1 and 5", "6")
    # blue and blue is blue
    assert found[(found["where"] == where) & (found["column"] == "colors")].empty


def test_a_back_face_cast_transformed() -> None:
    """Since 2021 such a spell takes its value from the front face."""
    (row,) = mm.compare(mm.dfc_table("Delver of Secrets"), "2018-06-08").to_dict("records")
    assert (row["column"], row["old"], row["new"]) == ("mana_value", "0", "1")
    assert "712.8c" in row["new_rules"]


def test_a_run_is_played_again_under_both() -> None:
    situation = mm.Scenario("Fire // Ice").start("Fire // Ice", zone="hand", id="card")
    found = mm.compare(situation.play(), OLD, "2026-04-17")
    assert found.equals(mm.compare(situation, OLD))
    assert "mana_value" in set(found["column"])


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(mm.errors.UnknownName, match="split"):
        mm.compare("splits", OLD)
    with pytest.raises(mm.errors.UnknownEdition):
        mm.compare("split", "1993-08-05")
    with pytest.raises(mm.errors.ImpossibleQuestion):
        mm.compare(mm.room_table("Bottomless Pool"), mm.meld_table())
    with pytest.raises(mm.errors.ImpossibleQuestion):
        mm.compare(mm.Scenario("a").play(), mm.Scenario("b").play())
    with pytest.raises(mm.errors.ImpossibleQuestion):
        mm.compare(3, OLD)


def test_a_situation_writes_a_value_as_the_tables_do() -> None:
    """One sum of generic mana in the customary order, and the names of both halves alike."""
    situation = mm.Scenario("A card").start("Fire // Ice", zone="hand", id="card")
    played = mm.compare(situation, OLD)
    table = mm.compare("split", OLD, cards="Fire // Ice")
    for column in ("mana_cost", "mana_value", "colors", "names"):
        one = cell(played, "start, card", column)
        two = cell(table, "Fire // Ice, hand, the card", column)
        assert (one["new"], one["old"]) == (two["new"], two["old"])
    assert cell(played, "start, card", "mana_cost")["new"] == "{2}{U}{R}"


def test_an_empty_value_in_a_situation_is_empty() -> None:
    """A colorless token, where older rules have none: no color is an empty cell, as in tables."""
    situation = (
        mm.Scenario("A copy of a colorless spell")
        .start("Mimic Vat", zone="stack", id="vat")
        .step("copy spell", object="vat", id="copy")
        .step("resolve")
    )
    found = mm.compare(situation, "2020-08-07")
    colors = cell(found, "step 2, copy", "colors")
    assert colors["new"] == ""
    assert pd.isna(colors["old"])
    assert not found.astype("string").eq("{}").any(axis=None)


def test_an_attempt_in_vain_differs_in_what_the_rules_say_of_it() -> None:
    """712.16 was reworded on 2026-06-19: nothing happens, and the copiable values stay."""
    tried = mm.Scenario.from_text(
        """
        title = "It stays face up"
        [[start]]
        card = "Chittering Host"
        [[step]]
        do = "turn face down"
        object = "Chittering Host"
        """
    )
    found = mm.compare(tried, "2026-04-17", "2026-06-19")
    (row,) = found.itertuples()
    assert (row.where, row.column) == ("step 1, Chittering Host", "stays")
    assert "copiable values" in row.new
    assert "copiable values" not in row.old
    assert (row.old_rules, row.new_rules) == ("712.16", "712.16")
    assert len(mm.compare(tried, "2026-06-19", "2026-09-25")) == 0


def test_a_mana_ability_that_moves_a_library_card_uses_the_stack_since_august_2026() -> None:
    """605.1a as of 2026-08-07: it is none then, so it goes onto the stack (602.2a, 605.3b)."""
    mills = (
        mm.Scenario("Mana for a milled card")
        .start("Deranged Assistant", id="assistant")
        .start("Forest", zone="library")
        .step("activate", object="assistant")
    )
    found = mm.compare(mills, "2026-06-19", "2026-08-07")
    mana = cell(found, "step 1, you", "mana")
    assert (mana["old"], pd.isna(mana["new"])) == ("{C}", True)
    assert "106.12" in mana["old_rules"]
    stack = cell(found, "step 1, the stack", "stack")
    assert (pd.isna(stack["old"]), stack["new"]) == (True, "Deranged Assistant#mana")
    assert stack["new_rules"] == "602.2"
    assert len(found) == 2
    assert len(mm.compare(mills, "2026-08-07", "2026-09-25")) == 0
