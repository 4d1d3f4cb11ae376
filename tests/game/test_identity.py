"""Color identity and the names that may be chosen, each part with its rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mtgmeld.cards import Card
from mtgmeld.game.characteristics import (
    Nameable,
    color_identity,
    identity_of_melded,
    nameable,
)
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived
from mtgmeld.rules.editions import readings
from tests.game.reasons import decided, worded
from tests.statements.asking import CATALOG, card

LANDS = "basic land types in color identity"
COUNTED = readings({LANDS: "counted"})


def with_faces(one: Card, **changes: Any) -> Card:
    """A card whose first face has other facts."""
    first = msgspec.structs.replace(one.faces[0], **changes)
    return msgspec.structs.replace(one, faces=(first, *one.faces[1:]))


def parts(answer: Derived) -> list[tuple[str, Any, tuple[str, ...]]]:
    return [(p.what, p.value, p.rules) for p in answer.parts]


@pytest.mark.parametrize(
    ("name", "value", "rules", "says"),
    [
        ("Grizzly Bears", "G", ("903.4",), "indicator"),
        ("Fire // Ice", "UR", ("903.4", "709.4", "709.4b", "709.4c"), ", both halves"),
        ("Huntmaster of the Fells", "RG", ("903.4", "903.4d"), ", both faces"),
        ("Akoum Warrior", "R", ("903.4", "903.4d"), ", both faces"),
        ("Graf Rats", "B", ("903.4", "712.4b"), "combined face does not count"),
        ("Bonecrusher Giant", "R", ("903.4", "903.4e"), ", alternative characteristics too"),
        ("Bushi Tenderfoot", "W", ("903.4", "903.4e"), ", alternative characteristics too"),
    ],
)
def test_what_counts_for_color_identity(
    name: str, value: str, rules: tuple[str, ...], says: str
) -> None:
    """903.4: halves, back faces (903.4d) and alternative characteristics (903.4e) as well."""
    answer = color_identity(card(name))
    decided(answer, "color identity", value, *rules, says=says)
    assert answer.says.startswith("the colors of the mana symbols")
    assert answer.policy == ""
    assert "there is none" not in answer.says
    for other in (", both halves", ", both faces", "combined", ", alternative"):
        assert (other in answer.says) is (other in says)


def test_a_split_card_of_more_halves_counts_all() -> None:
    """709.4, on the one card that has five."""
    five = card("Who // What // When // Where // Why")
    rules = ("903.4", "709.4", "709.4b", "709.4c")
    decided(color_identity(five), "color identity", "WUBRG", *rules, says=", all halves")


def test_each_source_of_a_color_is_a_part() -> None:
    """Cost, symbols in the text without reminder text (903.4c), indicator, an ability."""
    one = with_faces(
        card("Grizzly Bears"),
        name="It",
        mana_cost=ManaCost.parse("{2}{W}"),
        text_symbols=("B", "B", "T"),
        color_indicator="U",
        defined_colors="WUBRG",
    )
    answer = color_identity(one)
    decided(answer, "color identity", "WUBRG", "903.4")
    assert parts(answer) == [
        ("colors of It", "W", ("903.4",)),
        ("colors of It", "B", ("903.4", "903.4c")),
        ("colors of It", "U", ("903.4", "204.1")),
        ("colors of It", "WUBRG", ("903.4", "604.3")),
    ]
    said = [p.says for p in answer.parts]
    assert "{2}{W}" in said[0]
    assert said[1].count("{B}") == 1
    assert "indicator" in said[2]
    assert "defines" in said[3]


def test_what_gives_no_color_is_no_part() -> None:
    """An ability that makes something colorless, a cost of generic mana (903.4)."""
    one = with_faces(card("Grizzly Bears"), mana_cost=ManaCost.parse("{2}"), defined_colors="")
    decided(color_identity(one), "color identity", "", "903.4", says="there is none")
    assert color_identity(one).parts == ()
    assert color_identity(one).says.startswith("the colors of the mana symbols")
    bare = with_faces(card("Grizzly Bears"), mana_cost=None)
    assert color_identity(bare).parts == ()


@pytest.mark.parametrize(
    ("subtype", "color"),
    [("Plains", "W"), ("Island", "U"), ("Swamp", "B"), ("Mountain", "R"), ("Forest", "G")],
)
def test_basic_land_types_count_under_the_policy(subtype: str, color: str) -> None:
    """The mana ability that each type brings (305.6) is no printed symbol; 903.5d has them."""
    one = with_faces(card("Grizzly Bears"), name="It", mana_cost=None, subtypes=("Urza's", subtype))
    left = color_identity(one)
    decided(left, "color identity", "", "903.4", "903.5d", says="types are left out")
    assert left.policy == LANDS
    assert left.says.startswith("the colors of the mana symbols")
    counted = color_identity(one, COUNTED)
    decided(counted, "color identity", color, "903.4", "903.5d", says="types are counted")
    assert parts(counted) == [("colors of It", color, ("903.5d",))]
    assert "basic land types" in counted.parts[0].says


def test_of_a_half_that_is_unknown_there_is_no_identity() -> None:
    """709.4: both halves count, and of one no more than the name is known."""
    answer = color_identity(card("Chic // Ago"))
    rules = ("903.4", "709.4", "709.4b", "709.4c")
    decided(answer, "color identity", None, *rules, says="of Ago no more than the name")


def test_a_meld_card_with_its_combined_face_in_the_record_counts_its_front() -> None:
    """903.4d is about back faces; that of one meld card has no characteristics (712.4b)."""
    red = card("Huntmaster of the Fells").faces[0]
    rats = card("Graf Rats")
    record = msgspec.structs.replace(rats, faces=(*rats.faces, red))
    assert color_identity(record).value == "B"


def test_a_melded_permanent_brings_both_identities() -> None:
    """903.4a: they are fixed before the game; the combined face is no card (712.4b)."""
    pair = CATALOG.meld_pair("Brisela, Voice of Nightmares")
    answer = identity_of_melded(pair.cards)
    decided(answer, "color identity", "W", "903.4a", "903.4", "712.4b", says="adds nothing")
    each = [color_identity(c) for c in pair.cards]
    assert parts(answer) == [
        (f"color identity of {c.name}", "W", ("903.4", "712.4b")) for c in pair.cards
    ]
    assert [(p.says, p.parts, p.policy) for p in answer.parts] == [
        (e.says, e.parts, "") for e in each
    ]
    assert {p.what for p in each} == {"color identity"}


def test_a_melded_permanent_brings_identities_under_the_same_policies() -> None:
    made = CATALOG.meld_pair("Hanweir, the Writhing Township")
    island = with_faces(made.counterpart, subtypes=("Island",), text_symbols=())
    pair = msgspec.structs.replace(made, counterpart=island)
    assert identity_of_melded(pair.cards).value == "R"
    answer = identity_of_melded(pair.cards, COUNTED)
    assert answer.value == "UR"
    assert [p.policy for p in answer.parts] == ["", LANDS]
    worded(answer)


# --- names that may be chosen -----------------------------------------------------------------


def only(card: Card) -> tuple[list[str], set[tuple[str, ...]]]:
    found: tuple[Nameable, ...] = nameable(card)
    assert all(n.says for n in found)
    return [n.name for n in found], {n.rules for n in found}


@pytest.mark.parametrize(
    ("name", "names", "rules"),
    [
        ("Grizzly Bears", ["Grizzly Bears"], ("201.4",)),
        ("Fire // Ice", ["Fire", "Ice"], ("201.4b", "709.4a")),
        ("Delver of Secrets", ["Delver of Secrets", "Insectile Aberration"], ("201.4d", "712.19")),
        ("Akoum Warrior", ["Akoum Warrior", "Akoum Teeth"], ("201.4d", "712.19")),
        ("Graf Rats", ["Graf Rats"], ("201.4",)),
        ("Chittering Host", ["Chittering Host"], ("201.4e", "712.19")),
        ("Bushi Tenderfoot", ["Bushi Tenderfoot", "Kenzo the Hardhearted"], ("201.4c", "710.5")),
        ("Bonecrusher Giant", ["Bonecrusher Giant", "Stomp"], ("201.4f",)),
        ("Studious First-Year", ["Studious First-Year", "Rampant Growth"], ("722.5",)),
    ],
)
def test_which_names_may_be_chosen(name: str, names: list[str], rules: tuple[str, ...]) -> None:
    """201.4 to 201.4f, and 722.5 for preparation cards."""
    assert only(card(name)) == (names, {rules})


def test_the_other_name_of_a_flip_card_has_its_cost_and_colors() -> None:
    """710.1c: flipping changes neither."""
    one = with_faces(card("Bushi Tenderfoot"), color_indicator="U")
    top, bottom = (n.face for n in nameable(one))
    assert bottom.mana_cost == top.mana_cost == ManaCost.parse("{W}")
    assert bottom.color_indicator == top.color_indicator == "U"
    assert (top.name, bottom.name) == ("Bushi Tenderfoot", "Kenzo the Hardhearted")
    alone = msgspec.structs.replace(one, faces=one.faces[:1])
    assert [n.name for n in nameable(alone)] == ["Bushi Tenderfoot"]
