"""How the rules compare names, numbers and card types."""

from __future__ import annotations

import pytest

from mtgmeld.game.characteristics import Characteristics, all_different_names, shares_name
from mtgmeld.game.selectors import number
from mtgmeld.game.setup import new_game
from tests.game.reasons import decided
from tests.statements.asking import fits, found

# the last edition in which each half of a split card answered for itself
OLD = "2017-01-20"
ROOM = "Bottomless Pool // Locker Room"
BEARS, WARRIOR = "Grizzly Bears", "Elvish Warrior"


def hand(name: str, edition: str | None = None) -> Characteristics:
    return found(name, zone="hand", edition=edition)


# --- names ------------------------------------------------------------------------------------


def test_names_may_be_given_as_they_are() -> None:
    """A bare name is one name, not the letters of it."""
    decided(shares_name("Fire", ["Ice", "Fire"]), "same name", True, "201.2a")
    one, two = shares_name("Fire", ["Ice", "Fire"]).parts
    assert (one.what, one.value) == ("names", ("Fire",))
    assert (two.what, two.value) == ("names", ("Ice", "Fire"))
    assert shares_name("Fire", "Ice").value is False


def test_the_same_name_is_one_in_common() -> None:
    """201.2a: one in common is enough; what has no name has the same name as nothing."""
    both = shares_name(hand("Fire // Ice"), found("Fire // Ice", cast="right"))
    decided(both, "same name", True, "201.2a", says="Ice")
    decided(shares_name([BEARS], [WARRIOR]), "same name", False, "201.2a", says="common to both")
    for one, two in (([], [BEARS]), ([BEARS], []), ([], [])):
        decided(shares_name(one, two), "same name", False, "201.2a", says="without a name")


def test_until_2017_one_name_of_a_split_card_was_enough() -> None:
    """708.6a of that edition, whichever of the two is the split card."""
    old, rules = hand("Fire // Ice", OLD), ("201.2a", "708.6a@2017-01-20")
    decided(shares_name(old, "Ice"), "same name", True, *rules)
    decided(shares_name("Ice", old), "same name", True, *rules)
    decided(shares_name("Wear", old), "same name", False, *rules)


def test_different_names_are_a_name_each_and_none_in_common() -> None:
    """201.2b."""
    what = "different names"
    decided(all_different_names([[BEARS], [WARRIOR], ["Ice"]]), what, True, "201.2b", says="each")
    one = all_different_names([[BEARS], [WARRIOR], [BEARS]])
    decided(one, what, False, "201.2b", says=BEARS)
    assert len(one.parts) == 3
    decided(all_different_names([[BEARS], []]), what, False, "201.2b", says="no name")


def test_until_2017_different_names_of_split_cards_followed_708_6b() -> None:
    old, rules = hand("Fire // Ice", OLD), ("201.2b", "708.6b@2017-01-20")
    decided(all_different_names([[BEARS], old]), "different names", True, *rules)
    decided(all_different_names([["Ice"], old]), "different names", False, *rules, says="Ice")


# --- numbers ----------------------------------------------------------------------------------


OLD_RULES = {"edition": OLD, "zone": "hand"}


@pytest.mark.parametrize(
    ("op", "holds"),
    [
        ("=", (False, True, False)),
        ("!=", (True, False, True)),
        ("<", (True, False, False)),
        ("<=", (True, True, False)),
        (">", (False, False, True)),
        (">=", (False, True, True)),
    ],
)
def test_2_3_and_4_against_3(op: str, holds: tuple[bool, bool, bool]) -> None:
    for name, passed in zip((BEARS, "Centaur Courser", "Hill Giant"), holds, strict=True):
        assert fits(f"mv{op}3", name, zone="hand") is passed, name


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("nothing", ["Forest", "Tarmogoyf"])
def test_what_is_no_number_passes_nothing(nothing: str, op: str) -> None:
    """Neither a comparison nor its opposite: there is nothing to compare."""
    assert not fits(f"pow{op}0", nothing, zone="hand")


def test_halves_of_a_point_are_compared_as_numbers() -> None:
    """107.1: some cards have them."""
    assert fits("pow<1 pow=0.5 pow>0", "Little Girl")


@pytest.mark.parametrize(
    ("op", "against", "holds"),
    [("=", 1, True), ("=", 3, False), (">", 1, True), ("!=", 1, False), ("!=", 3, True)],
)
def test_until_2017_each_half_was_compared(op: str, against: int, holds: bool) -> None:
    """Wear is 2 and Tear is 1; a negative comparison is the opposite of the positive one.

    708.6a and 708.6b of that edition.
    """
    assert fits(f"mv{op}{against}", "Wear // Tear", **OLD_RULES) is holds


def test_until_2017_a_value_used_as_a_number_was_the_sum() -> None:
    """708.5a of that edition: Wear has 2, Tear has 1."""
    assert number(hand("Wear // Tear", OLD).mana_value.value) == 3
    assert number(hand("Wear // Tear").mana_value.value) == 3
    state = new_game(edition=OLD).put("Wear // Tear", "hand", id="it").state()
    assert state.amount("mana value of each in:hand").value == 3


# --- names in filters ---------------------------------------------------------------------------


def test_one_name_of_two_is_enough_and_what_has_none_has_not_any() -> None:
    """709.4a; 709.5: both halves are locked."""
    assert fits("name:Ice", "Fire // Ice", zone="hand")
    assert fits("name:Ice", "Fire // Ice", **OLD_RULES)  # 708.7 of that edition
    assert not fits("name:Ice", ROOM, zone="hand")
    assert not fits(f'name:"{WARRIOR}"', BEARS, zone="hand")
    assert not fits('name:"Bottomless Pool"', ROOM, unlocked="")
    assert fits("is:nameless", ROOM, unlocked="")


# --- card types -------------------------------------------------------------------------------


def test_card_types_occur_once_each() -> None:
    """205.2a, 709.4c: a split card off the stack has the types of both halves."""
    setup = new_game().put("Commit // Memory", "graveyard").put(BEARS, "graveyard")
    state = setup.put("Elvish Warrior", "graveyard").state()
    assert state.amount("types in:graveyard").value == 3
