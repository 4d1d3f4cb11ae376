"""What of a split card may be cast, for what, and what stops it."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld import errors
from mtgmeld.explorers import split_cast_view
from mtgmeld.explorers.split import PERMISSIONS

SPELLS = "you may cast spells of mana value 3 or less from there"
CARDS = "you may cast cards of mana value 3 or less from there"


def spell(board: Any) -> dict[str, Any]:
    rows = board.frames["objects"]
    assert len(rows) == 1
    return dict(rows.iloc[0])


@pytest.mark.parametrize(
    ("choices", "names", "value"),
    [
        ({"card": "Fire // Ice", "half": "Ice"}, "Ice", 2),  # 709.3b
        ({"card": "Wear // Tear", "half": "fused"}, "Wear; Tear", 3),  # 702.102b
        ({"card": "Wear // Tear", "half": "left"}, "Wear", 2),
        ({"card": "Cut // Ribbons", "half": "right", "zone": "graveyard", "x": 3}, "Ribbons", 5),
        ({"card": "Cut // Ribbons", "half": "right", "zone": "graveyard"}, "Ribbons", 2),
        ({"card": "Locker Room", "half": "Locker Room"}, "Locker Room", 5),
    ],
)
def test_what_the_spell_is(choices: dict[str, Any], names: str, value: int) -> None:
    board = split_cast_view(**choices)
    assert board.message == ""
    assert spell(board)["zone"] == "stack"
    assert spell(board)["names"] == names
    assert spell(board)["mana_value"] == value
    assert board.why[0].value == value


@pytest.mark.parametrize(
    ("choices", "rule"),
    [
        ({"half": "left", "mana": "{R}"}, "601.2h"),
        ({"half": "left", "mana": "{1}{U}"}, "601.2h"),
        ({"half": "left", "named": "Fire"}, "601.3a"),
        ({"half": "left", "zone": "graveyard"}, "601.3"),
        ({"half": "fused"}, "702.102a"),
        ({"half": "left", "zone": "graveyard", "permission": CARDS}, "601.3"),  # 709.3a: 4
        ({"half": "left", "mana": "{1}{R}", "cost": "spells cost {1} more"}, "601.2h"),
    ],
)
def test_what_stops_it(choices: dict[str, Any], rule: str) -> None:
    board = split_cast_view("Fire // Ice", **choices)
    assert rule in board.message
    assert spell(board)["mana_value"] == 4, "the card stays where it is"
    assert board.why[0].value == 4


@pytest.mark.parametrize(
    "choices",
    [
        {"half": "left", "mana": "{1}{R}"},
        {"half": "left", "named": "Ice"},  # 201.4b, 709.4a: only the half of that name
        {"half": "right", "zone": "graveyard", "permission": SPELLS},  # 709.3a: the half counts
        {"half": "left", "mana": "{R}", "cost": "spells cost {1} less"},
        {"half": "left", "mana": "{R}", "cost": "red spells cost {1} less"},
        {"half": "left", "zone": "exile", "permission": "you may cast spells from there"},
    ],
)
def test_what_does_not_stop_it(choices: dict[str, Any]) -> None:
    board = split_cast_view("Fire // Ice", **choices)
    assert board.message == ""
    assert spell(board)["zone"] == "stack"


def test_the_effect_on_red_spells_leaves_the_blue_half_alone() -> None:
    board = split_cast_view("Fire // Ice", half="right", cost="red spells cost {1} less")
    costs = dict(
        zip(board.frames["castable"]["part"], board.frames["castable"]["total_cost"], strict=True)
    )
    assert costs == {"Fire": "{R}", "Ice": "{1}{U}"}


def test_the_table_says_of_each_part_why_not() -> None:
    board = split_cast_view("Cut // Ribbons", "graveyard", "left")
    rows = {r["part"]: r for r in board.frames["castable"].to_dict("records")}
    assert bool(rows["Ribbons"]["legal"])
    assert rows["Ribbons"]["by"] == "aftermath"
    assert not bool(rows["Cut"]["legal"])
    assert rows["Cut"]["why_not"] != ""
    marked = board.to_html().split('aria-current="true"')[1].split("</tr>")[0]
    assert "Cut" in marked


def test_from_hand_the_right_half_with_aftermath_may_not_be_cast() -> None:
    assert "702.127a" in split_cast_view("Cut // Ribbons", "hand", "right", x=1).message


def test_before_2017_the_card_had_two_answers() -> None:
    """Either half's value let the card be cast, so a permission for cards allowed it."""
    then = {"zone": "graveyard", "permission": CARDS, "edition": "2017-01-20"}
    assert split_cast_view("Fire // Ice", half="left", **then).message == ""


def test_every_half_of_every_card_from_hand() -> None:
    from mtgmeld.catalog import load_catalog
    from mtgmeld.explorers.split import halves_of

    refused = {}
    for card in load_catalog().kind("split", "fuse", "room"):
        for half in halves_of(card):
            board = split_cast_view(card.name, half=half)
            if board.message:
                refused[card.name if half == "fused" else half] = board.message
    # three cards whose second half is not known in full, and those aimed at what is not there: a
    # spell or an ability on the stack, a creature that attacks or is tapped
    # fused, each of the three costs both halves (702.102c), and so cannot be paid for (118.6)
    unknown = {half for half, said in refused.items() if "no mana cost" in said}
    fused = {"Chic // Ago", "Fear (Not the Alpha One) // Loathing", "Yeah Nah // Nah Yeah"}
    assert unknown == {"Ago", "Loathing", "Nah Yeah"} | fused
    on_the_stack = {"Expansion", "Odds", "Repudiate", "Spite", "Error", "When"}
    never_so = {"Order", "Response", "Warrant", "Push"}  # attacking, tapped
    assert {h for h in refused if "no legal target" in refused[h]} == on_the_stack | never_so
    assert set(refused) == unknown | on_the_stack | never_so


@pytest.mark.parametrize(
    "choices",
    [
        {"card": "Grizzly Bears"},
        {"zone": "moon"},
        {"half": "middle"},
        {"mana": "two"},
        {"mana": "<b>"},
        {"cost": "for free"},
        {"permission": "ask nicely"},
        {"value": "smell"},
        {"edition": "yesterday"},
    ],
)
def test_what_is_no_choice_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(errors.MtgmeldError):
        split_cast_view(**{"card": "Fire // Ice", **choices})


def test_the_permissions_name_what_is_tested() -> None:
    assert PERMISSIONS[CARDS] != PERMISSIONS[SPELLS]
