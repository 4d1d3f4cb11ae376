"""A Room in play: what the doors do, by the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtgmeld import errors
from mtgmeld.explorers import room_game_view
from mtgmeld.explorers.rooms import MOVES

POOL = "Bottomless Pool // Locker Room"
ENTERED = ("cast left", "resolve", "resolve")  # the Room, then what its door triggered


def row(board: Any, handle: str = "room") -> dict[str, Any]:
    found = board.frames["objects"]
    return dict(found[found["handle"] == handle].iloc[0])


def times(board: Any, word: str) -> int:
    found = board.frames["triggers"]
    return int(found[found["trigger"].str.contains(word, regex=False)]["times"].iloc[0])


@pytest.mark.parametrize(
    ("moves", "names", "value", "unlocked", "devotion"),
    [
        ((), "Bottomless Pool; Locker Room", 6, "<NA>", "U 2"),  # 709.4b: both off the stack
        (("cast right",), "Locker Room", 5, "<NA>", "U 1"),  # 709.3b: what is cast
        (ENTERED, "Bottomless Pool", 1, "Bottomless Pool", "U 1"),  # 709.5d
        ((*ENTERED, "pay right"), "Bottomless Pool; Locker Room", 6, "both", "U 2"),  # 709.5e
        ((*ENTERED, "unlock right"), "Bottomless Pool; Locker Room", 6, "both", "U 2"),  # 709.5f
        ((*ENTERED, "lock left"), "", 0, "", "none"),  # 709.5g
        ((*ENTERED, "blink"), "", 0, "", "none"),  # 709.5d: neither half was cast
        ((*ENTERED, "steal"), "Bottomless Pool", 1, "Bottomless Pool", "U 1"),  # 709.5c
    ],
)
def test_what_the_room_is(
    moves: tuple[str, ...], names: str, value: int, unlocked: str, devotion: str
) -> None:
    board = room_game_view(POOL, moves)
    found = row(board)
    assert board.message == ""
    assert found["names"] == names
    assert found["mana_value"] == value
    assert str(found["unlocked"]) == (
        "Bottomless Pool; Locker Room" if unlocked == "both" else unlocked
    )
    assert found["devotion"] == devotion


def test_the_value_is_explained_with_the_rule() -> None:
    board = room_game_view(POOL, (*ENTERED, "blink"))
    assert board.why[0].value == 0
    assert {"709.5", "202.3a"} <= set(board.why[0].rules)
    assert room_game_view(POOL, ENTERED, value="color_identity").why[0].value == "U"  # 903.4
    assert room_game_view(POOL, ENTERED, value="devotion").why[0].value == "U 1"


def test_triggers_are_counted() -> None:
    """Each door once, the second makes it fully unlocked; entering counts too (709.5h-i)."""
    board = room_game_view(POOL, (*ENTERED, "pay right"))
    assert times(board, "709.5h") == 2
    assert times(board, "709.5i") == 1
    assert times(board, "enters") == 1
    assert times(board, "ability of Bottomless Pool") == 1
    again = room_game_view(POOL, (*ENTERED, "pay right", "lock left", "pay left"))
    assert times(again, "709.5h") == 3
    assert times(again, "709.5i") == 2  # 709.5i: it has become so once more
    assert times(again, "is locked") == 1


def test_legal_unlocks_and_their_cost() -> None:
    now = room_game_view(POOL, ENTERED).frames["doors"]
    assert list(now["part"]) == ["Locker Room"]
    assert list(now["total_cost"]) == ["{4}{U}"]
    assert list(now["legal"]) == [True]
    # with an ability on the stack no special action may be taken (116.2m)
    late = room_game_view(POOL, ENTERED[:2]).frames["doors"]
    assert list(late["legal"]) == [False]
    assert "709.5e" in late["rules"].iloc[0]


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ((*ENTERED, "pay left"), "709.5e"),  # it is unlocked already
        ((*ENTERED, "steal", "pay right"), "709.5e"),  # in the other player's turn
        (("cast left", "cast left"), "601.2a"),  # it is on the stack
        (("pay left",), "709.5e"),  # in hand it has no doors
        ((*ENTERED, "cast right"), "601.2a"),
    ],
)
def test_a_move_that_is_refused_is_left_out_and_said(moves: tuple[str, ...], rule: str) -> None:
    board = room_game_view(POOL, moves)
    assert rule in board.message
    assert board.kept == {"moves": moves[:-1]}
    verb, _, side = moves[-1].partition(" ")
    half = {"left": "Bottomless Pool", "right": "Locker Room"}[side]
    assert board.message.startswith(f"{MOVES[verb]} ({half}): ")
    assert "mtgmeld-refused" in board.to_html()
    same = room_game_view(POOL, moves[:-1])
    assert board.frames["objects"].equals(same.frames["objects"])


def test_the_opponent_unlocks_what_was_given_away() -> None:
    moves = (*ENTERED, "steal", "next turn", "pay right")
    board = room_game_view(POOL, moves)
    assert board.message == ""
    assert row(board)["controller"] == "opponent"
    assert row(board)["mana_value"] == 6


def test_a_token_copy_is_locked_and_a_copy_of_the_spell_is_not() -> None:
    token = room_game_view(POOL, (*ENTERED, "copy", "pay right of copy"), "copy")
    assert row(token, "copy")["mana_value"] == 5
    assert row(token)["mana_value"] == 1
    assert token.why[0].value == 5
    spell = room_game_view(POOL, ("cast left", "copy", "resolve"), "copy")
    assert row(spell, "copy")["zone"] == "battlefield"
    assert row(spell, "copy")["unlocked"] == "Bottomless Pool"  # 709.5b, a ruling
    assert list(spell.frames["doors"]["part"]) == ["Locker Room"]


@pytest.mark.parametrize(
    ("moves", "state"),
    [
        (ENTERED, "Bottomless Pool unlocked"),
        ((*ENTERED, "pay right"), "both unlocked"),
        ((*ENTERED, "lock left"), "both locked"),
    ],
)
def test_the_diagram_says_where_the_room_is(moves: tuple[str, ...], state: str) -> None:
    picture = room_game_view(POOL, moves).picture
    assert picture.count("you are here") == 1
    marked = picture.split('aria-current="true"')[1].split("</g>")[0]
    assert state in marked
    assert f"{state}: mana value" in picture
    assert ", now" in picture
    # Bottomless Pool's own text triggers at its door, on both arrows that open it
    assert picture.count(">triggers<") == 2


def test_the_words_of_the_diagram_read_as_a_list_without_the_drawing() -> None:
    """Some viewers take the drawing away and leave the words in it."""
    left = re.sub(r"<[^>]*>", "", room_game_view(POOL, ENTERED).picture)
    words = [" ".join(part.split()) for part in left.split(";")]
    assert "unlock Locker Room: {4}{U}" in words
    assert "unlock Bottomless Pool: {U} triggers" in words
    assert "both locked mana value 0, colorless" in words
    assert "Bottomless Pool unlocked mana value 1, U \u25b2 you are here" in words


def test_in_hand_the_diagram_marks_nothing() -> None:
    assert "you are here" not in room_game_view(POOL).picture


@pytest.mark.parametrize(
    "choices",
    [
        {"card": "Fire // Ice"},
        {"card": "Lokker Room"},
        {"moves": ("knock",)},
        {"moves": ("cast middle",)},
        {"moves": ("blink left",)},
        {"moves": ("blink of nothing",)},
        {"object": "copy"},
        {"value": "smell"},
    ],
)
def test_what_is_no_choice_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(errors.MtgmeldError):
        room_game_view(**{"card": POOL, **choices})


ALL_MOVES = [
    move
    for verb in MOVES
    for move in (
        (f"{verb} left", f"{verb} right", f"{verb} right of copy")
        if verb in ("cast", "pay", "unlock", "lock")
        else (verb,)
        if verb in ("resolve", "next turn")
        else (verb, f"{verb} of copy")
    )
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(ALL_MOVES), max_size=9))
def test_any_moves_give_a_board(moves: list[str]) -> None:
    try:
        board = room_game_view("Unholy Annex // Ritual Chamber", moves)
    except errors.UnknownName:
        assert any("copy" in m for m in moves)  # there is no copy yet
        return
    kept = board.kept["moves"]
    assert list(kept) == moves[: len(kept)]
    assert (len(kept) == len(moves)) == (board.message == "")
    html = board.to_html()
    assert html.count("<table") == html.count("</table>")
