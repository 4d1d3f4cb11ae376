"""Names that are offered for one that does not exist."""

from __future__ import annotations

import pytest

from mtgmeld.errors import near
from mtgmeld.game.actions import ACTIONS
from mtgmeld.query import FIELDS

COLORS = ("red", "blue", "green", "white", "black")


@pytest.mark.parametrize(
    ("word", "first"),
    [
        # two letters that changed places, one too many, one too few, another one
        ("atp", "tap"),
        ("tapp", "tap"),
        ("ap", "tap"),
        ("tab", "tap"),
        ("TAP", "tap"),
        ("mlil", "mill"),
        ("meldd", "meld"),
        ("unlokc", "unlock"),
        ("exille", "exile"),
        ("untpa", "untap"),
    ],
)
def test_a_slip_of_the_keys_offers_the_action_that_was_meant(word: str, first: str) -> None:
    assert near(word, ACTIONS)[0] == first


def test_a_word_of_a_longer_name_offers_the_name() -> None:
    assert "tap for mana" in near("mana", ACTIONS)
    assert "put counters" in near("counters", ACTIONS)


def test_a_short_word_that_is_like_none_offers_none() -> None:
    """Most short names have a letter in common with another; that is no likeness."""
    for word in ("did", "zz", "q", "xyz", "", "   "):
        assert near(word, COLORS) == []


def test_names_of_two_letters() -> None:
    assert near("mx", ("mv", "pow", "tou", "t", "id")) == ["mv"]
    assert near("di", ("mv", "id", "t")) == ["id"]
    assert near("xy", ("mv", "id", "t")) == []
    assert near("m", ("mv", "id", "t")) == []
    assert "mv" in near("vm", FIELDS)


def test_the_nearest_comes_first_and_few_are_offered() -> None:
    assert near("gren", COLORS) == ["green"]
    assert near("aaab", ("aaba", "aabb", "bbbb", "baab", "aaab")) == ["aaab", "aaba", "aabb"]
    assert len(near("counter", ACTIONS)) <= 3
