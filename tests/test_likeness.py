"""Names that are offered for one that does not exist."""

from __future__ import annotations

import sys

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


NAMES = (
    "haggle", "who", "where", "act of treason", "the king", "emrakul, the promised end",
    "urbis protector", "urza, lord protector", "brisela, voice of nightmares", "rise",
    "goblin guide",
)  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "offered"),
    [
        # a part of a phrase that is like a short name is no likeness of the two
        ("hoggle woggle bxq", []),
        ("whoever wherever", []),
        ("godzilla, king of the monsters", []),
        # all its words in whatever order, without the signs between
        ("emrakul promised", ["emrakul, the promised end"]),
        ("guide goblin", ["goblin guide"]),
        ("urza protector", ["urza, lord protector", "urbis protector"]),
        # a slip in the words that a name begins with
        ("brisella", ["brisela, voice of nightmares"]),
        ("emrakul teh", ["emrakul, the promised end"]),
    ],
)
def test_a_phrase_is_offered_names_that_are_like_it_as_a_whole(
    phrase: str, offered: list[str]
) -> None:
    assert near(phrase, NAMES, least=70) == offered


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


@pytest.mark.parametrize(
    ("word", "first"), [("tapp", "tap"), ("unlokc", "unlock"), ("EXILLE", "exile"), ("put", "put")]
)
def test_without_the_library_near_names_are_offered_too(
    monkeypatch: pytest.MonkeyPatch, word: str, first: str
) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    assert near(word, ACTIONS)[0].startswith(first)
    assert "tap for mana" in near("mana", ACTIONS, limit=9)
    assert near("", ACTIONS) == near("qqqqqqqq", ACTIONS) == []
    assert len(near("counter", ACTIONS, limit=2)) == 2
