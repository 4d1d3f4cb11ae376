"""A meld pair in play: what melding takes, and what becomes of the melded permanent."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld import errors
from mtgmeld.explorers import meld_game_view
from mtgmeld.explorers.meld import LEYLINE, REPLACEMENTS, SENT, WHEEL

HOST = "Chittering Host"
RATS, SCAVENGERS = "Graf Rats", "Midnight Scavengers"
BRISELA = "Brisela, Voice of Nightmares"
BRUNA = "Bruna, the Fading Light"


def failed(board: Any) -> set[str]:
    rows = board.frames["conditions"]
    return set(rows[~rows["holds"]]["condition"])


def cards(board: Any) -> list[tuple[str, str]]:
    rows = board.frames["zones"]
    return list(zip(rows["zone"], rows["name"], strict=True))


def seen(board: Any, word: str) -> tuple[Any, Any]:
    rows = board.frames["triggers"]
    row = rows[rows["trigger"].str.contains(word, regex=False)].iloc[0]
    return row["melding"], row["leaving"]


def test_melded_it_is_one_permanent_of_two_cards() -> None:
    board = meld_game_view(HOST)
    assert failed(board) == set()
    objects = board.frames["objects"]
    assert list(objects["names"]) == [HOST]
    assert list(objects["mana_value"]) == [7]  # 202.3c
    assert objects["cards"].iloc[0] == f"{RATS}; {SCAVENGERS}"
    assert board.why[0].value == 7
    assert "202.3c" in board.why[0].rules
    move = board.frames["events"].query("name == @HOST").iloc[0]
    assert (move["objects_moved"], move["cards_moved"]) == (1, 2)
    assert seen(board, "is exiled")[0] == 2


@pytest.mark.parametrize(
    ("choices", "missing"),
    [
        ({"kinds": ("token", "card")}, f"{RATS} is a meld card"),  # 701.42b
        ({"kinds": ("card", "clone")}, "Clone is a meld card"),
        ({"kinds": ("borrowed", "card")}, f"{RATS} is owned by you"),  # 701.42a
        ({"kinds": ("card", "given away")}, f"{SCAVENGERS} is controlled by you"),
        ({"zones": ("battlefield", "hand")}, f"{SCAVENGERS} is on the battlefield"),
        ({"zones": ("graveyard", "battlefield")}, f"{RATS} is on the battlefield"),
    ],
)
def test_why_it_fails(choices: dict[str, Any], missing: str) -> None:
    board = meld_game_view(HOST, sent="destroyed", **choices)
    assert missing in failed(board)
    assert HOST not in set(board.frames["objects"]["names"])
    assert "not melded" in board.title
    marked = board.to_html().split(f">{missing}</td>")[1].split("</tr>")[0]
    assert "<mark>no</mark>" in marked


def test_a_token_is_exiled_and_ceases_and_the_card_stays_in_exile() -> None:
    """The example of 701.42c."""
    board = meld_game_view(HOST, kinds=("token", "card"))
    assert cards(board) == [("exile", SCAVENGERS)]
    assert board.message == ""
    assert "meld fails" in set(board.frames["events"]["event"])


def test_what_is_not_owned_is_not_exiled() -> None:
    board = meld_game_view(HOST, kinds=("borrowed", "card"))
    assert {zone for zone, _ in cards(board)} == {"battlefield"}
    assert "701.42a" in board.message


@pytest.mark.parametrize("order", [0, 1])
def test_it_dies(order: int) -> None:
    """One creature dies, two cards are put into the graveyard (712.21, 712.21e, 700.4)."""
    board = meld_game_view(HOST, sent="destroyed", order=order)
    names = [RATS, SCAVENGERS]
    assert cards(board) == [("graveyard", n) for n in (names[::-1] if order else names)]
    assert seen(board, "700.4") == (0, 1)
    assert seen(board, "put into a graveyard; once a card") == (0, 2)
    assert seen(board, "leaves the battlefield") == (2, 1)
    last = board.frames["events"].iloc[-1]
    assert (last["objects_moved"], last["cards_moved"]) == (1, 2)
    assert {"712.21", "712.21a", "712.21e"} <= set(last["rules"].split(", "))
    assert sorted(board.frames["objects"]["mana_value"]) == [2, 5]
    assert board.why[0].value == 7, "of the melded permanent as it last was"


@pytest.mark.parametrize(
    ("sent", "zone"),
    [
        ("sacrificed", "graveyard"),
        ("exiled", "exile"),
        ("returned to hand", "hand"),
        ("put on top of the library", "library"),
        ("put on the bottom of the library", "library"),
        ("put third from the top", "library"),
        ("blinked", "battlefield"),  # 712.21c: both return, as two permanents
    ],
)
def test_both_cards_go_together(sent: str, zone: str) -> None:
    board = meld_game_view(HOST, sent=sent)
    assert sorted(cards(board)) == sorted([(zone, RATS), (zone, SCAVENGERS)])
    assert len(board.frames["objects"]) == 2


def test_places_in_a_library_of_three_cards() -> None:
    def places(sent: str, order: int = 0) -> dict[str, int]:
        rows = meld_game_view(HOST, sent=sent, order=order).frames["zones"]
        return dict(zip(rows["name"], rows["place"], strict=True))

    assert places("put on top of the library") == {RATS: 4, SCAVENGERS: 5}
    assert places("put on top of the library", 1) == {SCAVENGERS: 4, RATS: 5}
    assert places("put on the bottom of the library") == {RATS: 1, SCAVENGERS: 2}


@pytest.mark.parametrize(
    ("replacement", "zone"),
    [
        (LEYLINE, "exile"),
        (WHEEL, "library"),
        (f"both, {LEYLINE} is applied", "exile"),
        (f"both, {WHEEL} is applied", "library"),
    ],
)
def test_one_replacement_for_both_cards(replacement: str, zone: str) -> None:
    """712.21d, 616.1: one effect applies, to the permanent as a whole."""
    board = meld_game_view(HOST, sent="destroyed", replacement=replacement)
    assert {z for z, _ in cards(board)} == {zone}
    assert len(cards(board)) == 2
    assert seen(board, "700.4") == (0, 0)
    assert "712.21d" in board.frames["events"].iloc[-1]["rules"]


@pytest.mark.parametrize(
    ("edition", "goes", "ends", "graveyard"),
    [
        (None, "stay", {"graveyard"}, 2),
        (None, "command", {"graveyard", "command"}, 2),  # 903.9a: it was put there first
        ("2020-06-01", "command", {"graveyard", "command"}, 1),  # then a replacement
    ],
)
def test_a_melded_commander_dies(
    edition: str | None, goes: str, ends: set[str], graveyard: int
) -> None:
    board = meld_game_view(
        BRISELA, sent="destroyed", commander=BRUNA, commander_goes=goes, edition=edition
    )
    assert {z for z, _ in cards(board)} == ends
    assert seen(board, "put into a graveyard; once a card") == (0, graveyard)
    if goes == "command":
        assert ("command", BRUNA) in cards(board)


def test_every_pair_melds_and_goes_everywhere() -> None:
    from mtgmeld.catalog import load_catalog

    for pair in load_catalog().meld_pairs:
        for sent in SENT:
            board = meld_game_view(pair.result.name, sent=sent)
            assert board.message == ""
            assert failed(board) == set()


@pytest.mark.parametrize(
    "choices",
    [
        {"result": "Fire // Ice"},
        {"kinds": ("card", "ghost")},
        {"zones": ("battlefield", "moon")},
        {"zones": ("hand", "battlefield"), "kinds": ("token", "card")},  # 111.7
        {"sent": "forgotten"},
        {"replacement": "nothing"},
        {"commander": "Grizzly Bears"},
        {"commander_goes": "home"},
        {"value": "smell"},
        {"edition": "1993-08-05"},
    ],
)
def test_what_is_no_choice_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(errors.MtgmeldError):
        meld_game_view(**{"result": HOST, **choices})


def test_the_replacements_are_those_of_their_texts() -> None:
    assert set(REPLACEMENTS) >= {"none", LEYLINE, WHEEL}


@pytest.mark.parametrize("sent", SENT)
@pytest.mark.parametrize("order", [0, 1])
def test_a_step_has_the_choices_that_it_asks_for(sent: str, order: int) -> None:
    """What nothing asks for is refused: the situation of the panel plays as it stands."""
    board = meld_game_view(HOST, sent=sent, order=order, replacement=LEYLINE)
    made = board.situation()
    assert made.play().holds
    steps = made.to_dict()["step"]
    assert len(steps) == 1 + (sent != "stays")
    wanted = [RATS, SCAVENGERS][:: -1 if order else 1]
    for step in steps:
        assert step.get("order", wanted) == wanted
        assert ("replacement" in step) == (step["do"] in ("destroy", "sacrifice"))
    if sent == "returned to hand":
        assert "order" not in steps[1]
    if sent in ("exiled", "destroyed"):
        assert "order" in steps[1]


def test_what_opens_holds_nothing_that_opens() -> None:
    """A summary with another in it cannot be worked by keyboard; all rules are told below it."""
    board = meld_game_view(HOST, sent="destroyed")
    page = board.to_html()
    parts = [part.split("</summary>")[0] for part in page.split("<summary")[1:]]
    assert any(" more" in part for part in parts)
    assert not [part for part in parts if "<details" in part]
    for rules in board.frames["events"]["rules"].dropna():
        assert all(f"<div>{rule}: " in page for rule in rules.split(", "))
