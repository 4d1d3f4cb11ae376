"""How the rules compare names, numbers and card types, each answer with its reasons."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game.characteristics import (
    Characteristics,
    all_different_names,
    amount,
    card_types_among,
    different_name,
    has_name,
    passes,
    shares_name,
)
from mtgmeld.rules.citations import Derived
from tests.game.reasons import decided
from tests.statements.asking import found

# the last edition in which each half of a split card answered for itself
OLD = "2017-01-20"
ROOM = "Bottomless Pool // Locker Room"
BEARS, WARRIOR = "Grizzly Bears", "Elvish Warrior"


def hand(name: str, edition: str | None = None) -> Characteristics:
    return found(name, zone="hand", edition=edition)


# --- names ------------------------------------------------------------------------------------


def test_one_name_is_asked_by_201_2_and_two_by_709_4a() -> None:
    """A split card has two names, and one of them is enough (709.4a)."""
    name = f"has the name {BEARS}"
    decided(has_name(hand(BEARS), BEARS), name, True, "201.2", says="one of its names")
    decided(has_name([WARRIOR], BEARS), name, False, "201.2", says="none of its names")
    name = "has the name Ice"
    decided(has_name(hand("Fire // Ice"), "Ice"), name, True, "709.4a", says="one of its names")
    decided(has_name(hand(ROOM), "Ice"), name, False, "709.4a", says="none of its names")
    assert has_name(hand(BEARS), BEARS).says.startswith("one of")
    nameless = found(ROOM, unlocked="")  # 709.5: both halves are locked
    decided(has_name(nameless, "Ice"), name, False, "201.2", says="no name")


def test_until_2017_a_split_card_was_asked_for_a_name_by_708_7() -> None:
    old = hand("Fire // Ice", OLD)
    decided(has_name(old, "Ice"), "has the name Ice", True, "708.7@2017-01-20")
    assert has_name(old, "Ice").parts == (old.names,)


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


def test_one_different_name_than_a_group() -> None:
    """201.2c: it has a name and shares none; others without a name do not matter."""
    what = "different name"
    has = different_name([BEARS], [[WARRIOR], []])
    decided(has, what, True, "201.2c", says="none of the others")
    assert [p.value for p in has.parts] == [(BEARS,), (WARRIOR,), ()]
    shared = different_name([BEARS], [[WARRIOR], ["Ice", BEARS]])
    decided(shared, what, False, "201.2c", says=f"the name {BEARS} too")
    decided(different_name([], [[WARRIOR]]), what, False, "201.2c", says="without a name")


def test_until_2017_one_different_name_followed_708_6b() -> None:
    old, rules = hand("Fire // Ice", OLD), ("201.2c", "708.6b@2017-01-20")
    decided(different_name(old, [[BEARS]]), "different name", True, *rules)
    decided(different_name([BEARS], [[WARRIOR], old]), "different name", True, *rules)
    decided(different_name(["Ice"], [old]), "different name", False, *rules)


# --- numbers ----------------------------------------------------------------------------------


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
    for have, passed in zip((2, 3, 4), holds, strict=True):
        given = Derived("mana value", have, "as given", ("202.3",))
        word = "is compared" if passed else "does not pass"
        decided(passes(given, op, 3), f"mana value {op} 3", passed, "202.3", says=f"{have} {word}")
        assert passes(given, op, 3).parts == (given,)
        decided(passes(have, op, 3), f"value {op} 3", passed)


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("nothing", [None, "*", "1+*"])
def test_what_is_no_number_passes_nothing(nothing: str | None, op: str) -> None:
    """Neither a comparison nor its opposite: there is nothing to compare."""
    decided(passes(nothing, op, 0), f"value {op} 0", False, says="no number")


def test_printed_numbers_are_compared_as_numbers() -> None:
    """Power is kept as it is printed, and some cards have halves of a point (107.1)."""
    assert passes("10", ">", 9).value is True
    assert passes("3.5", ">", 3).value is True
    assert passes("3.5", "<", 4).value is True
    assert passes("1/2", "=", Fraction(1, 2)).value is True
    assert passes(found(BEARS).power, "=", 2).value is True
    girl = found("Little Girl").power
    assert passes(girl, "<", 1).value is True
    assert passes(girl, "=", Fraction(1, 2)).value is True
    assert passes("3\u00bd", ">", 3).value is True


@pytest.mark.parametrize(
    ("op", "number", "holds", "rule"),
    [
        ("=", 1, True, "708.6a@2017-01-20"),  # Tear
        ("=", 3, False, "708.6a@2017-01-20"),
        (">", 1, True, "708.6a@2017-01-20"),  # Wear
        ("!=", 1, False, "708.6b@2017-01-20"),  # since Tear has mana value 1
        ("!=", 3, True, "708.6b@2017-01-20"),
    ],
)
def test_until_2017_each_half_was_compared(op: str, number: int, holds: bool, rule: str) -> None:
    """Wear is 2 and Tear is 1; a negative comparison is the opposite of the positive one."""
    value = hand("Wear // Tear", OLD).mana_value
    answer = passes(value, op, number)
    decided(answer, f"mana value {op} {number}", holds, rule)
    one_passes = holds != (op == "!=")
    assert ("which is enough" in answer.says) is one_passes
    assert ("neither half" in answer.says) is not one_passes
    assert ("opposite" in answer.says) is (op == "!=")
    assert answer.parts == (value,)


def test_an_unknown_comparison_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no comparison called '=='") as refused:
        passes(3, "==", 3)
    assert refused.value.near == ("=", "<", "<=", ">", ">=", "!=")


def test_until_2017_a_value_used_as_a_number_was_the_sum() -> None:
    """708.5a of that edition: Wear has 2, Tear has 1."""
    value = hand("Wear // Tear", OLD).mana_value
    used = amount(value)
    decided(used, "mana value", 3, "708.5a@2017-01-20", says="sum")
    assert used.parts == (value,)
    newer = hand("Wear // Tear").mana_value
    assert amount(newer) is newer


# --- card types -------------------------------------------------------------------------------


def test_card_types_occur_once_each_in_the_order_of_205_2a() -> None:
    host = hand("Grizzly Bears")
    types = card_types_among([hand("Wear // Tear"), host, host.types])
    decided(types, "card types among them", ("Creature", "Instant"), "205.2a", says="2 card types")
    one = card_types_among([host.types])
    decided(one, "card types among them", ("Creature",), "205.2a", says="1 card type occurs")
    made = msgspec.structs.replace(host.types, value=("Sorcery", "Artifact", "Land"))
    assert card_types_among([made]).value == ("Artifact", "Land", "Sorcery")
