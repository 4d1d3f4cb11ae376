"""The buttons of every panel: what they copy and save, two states side by side, typed names."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld import errors, explorers
from mtgmeld.explorers import EXPLORERS, Panel, meld_game, room_explorer, room_game, split_casting
from mtgmeld.explorers.controls import Typed
from mtgmeld.explorers.lookup import meld_view, room_view, split_view
from mtgmeld.explorers.widgets import PRESSES

# a state of each panel that is not the one it begins with
CHOSEN: Mapping[str, dict[str, Any]] = {
    "double_faced_explorer": {"card": "Insectile Aberration", "face": "back", "object": "clone"},
    "edition_slider": {"card": "Wear", "second": "2017-04-28", "value": "colors"},
    "identity_explorer": {"cards": "4 Fire/Ice\n1x Westvale Abbey (SOI) 283"},
    "meld_explorer": {"result": "Graf Rats", "state": "front B"},
    "meld_game": {"result": "Brisela, Voice of Nightmares", "sent": "exiled", "order": 1},
    "room_explorer": {"card": "Locker Room", "state": "both unlocked", "value": "names"},
    "room_game": {"moves": ("cast right", "resolve", "pay left"), "value": "colors"},
    "scenario_player": {"load": "903.9a-a-melded-commander-dies", "step": 1},
    "split_casting": {"card": "Wear // Tear", "half": "fused", "cost": "spells cost {1} more"},
    "split_explorer": {"card": "Cut // Ribbons", "zone": "stack", "state": "Ribbons cast"},
}


@pytest.fixture(params=EXPLORERS)
def panel(request: pytest.FixtureRequest) -> Panel:
    made: Panel = EXPLORERS[request.param]()
    return made.choose(**CHOSEN.get(request.param, {}))


def saved(panel: Panel, key: str) -> bytes:
    told = panel.press(key)["save"]
    assert told["name"].endswith(f".{key}")
    assert told["name"].isascii()
    return base64.b64decode(told["base64"])


def test_the_examples_are_of_every_panel() -> None:
    assert set(CHOSEN) == set(EXPLORERS)
    assert [key for key, _ in room_game().presses] == list(PRESSES)


def test_copied_as_markdown(panel: Panel) -> None:
    text = panel.press("markdown")["copy"]
    assert text.startswith("**")
    board = panel._board
    for table in board.tables:
        if not table.quiet and len(table.frame) and not table.merged:
            assert text.count("\n|") > len(table.frame)
    for why in board.why:
        assert f"{why.derived.what} " in text
        assert all(rule in text for rule in why.rules)


def test_a_saved_table_reads_as_the_frame(panel: Panel) -> None:
    first = panel._board.tables[0].frame
    read = pd.read_csv(io.BytesIO(saved(panel, "csv")), dtype=str, keep_default_na=False)
    expected = first.astype("object").where(first.notna(), "").astype(str)
    assert read.to_dict("list") == expected.to_dict("list")


def test_a_saved_figure_is_a_drawing(panel: Panel) -> None:
    drawing = ElementTree.fromstring(saved(panel, "svg"))
    assert drawing.tag.endswith("svg")
    assert saved(panel, "png").startswith(b"\x89PNG\r\n\x1a\n")
    assert saved(panel, "svg") == saved(panel, "svg")


def test_a_copied_situation_plays_and_ends_as_the_panel_does(panel: Panel) -> None:
    made = mm.Scenario.from_text(panel.press("toml")["copy"])
    run = made.play()
    assert run.holds
    board = panel._board
    for name in ("objects", "after"):
        shown = board.frames.get(name)
        if shown is not None:
            ended = run.final.objects()
            ended = ended[ended["object"].isin(shown["object"].tolist())]
            for column in ("names", "mana_value", "colors", "zone"):
                assert set(ended[column].astype(str)) == set(shown[column].astype(str))


def test_the_line_of_python_brings_a_panel_there(panel: Panel) -> None:
    line = panel.press("link")["copy"]
    assert "\n" not in line
    again = eval(line, {"explorers": explorers})
    assert again.shown == panel.shown
    assert again.press("link")["copy"] == line
    panel.put_beside()
    name, control = next((n, c) for n, c in panel.controls.items() if len(c.options) > 1)
    if name != "moves":
        control.value = next(v for _, v in control.options if v != control.value)
    both = eval(panel.link(), {"explorers": explorers})
    assert both.shown == panel.shown
    assert ".put_beside()" in panel.link()


def test_a_line_of_its_own_keeps_how_the_panel_was_called() -> None:
    made = explorers.edition_slider(situation="903.9a-a-melded-commander-dies")
    assert made.link() == "explorers.edition_slider(situation='903.9a-a-melded-commander-dies')"
    assert room_explorer("Locker Room").link() == "explorers.room_explorer('Locker Room')"


def test_two_moments_side_by_side() -> None:
    panel = room_game("Bottomless Pool // Locker Room")
    panel.choose(moves=("cast left", "resolve"))
    one = panel.shown
    told = panel.press("beside")
    assert "stays" in told["said"]
    panel.choose(moves=())
    assert "hand, controlled by you" in panel.shown
    assert "battlefield, controlled by you" in panel.shown
    assert ["beside", "Take away what is beside"] in panel.presses
    panel.press("beside")
    panel.choose(moves=("cast left", "resolve"))
    assert panel.shown == one


def test_two_cards_side_by_side_stay_what_they_were() -> None:
    panel = room_explorer("Bottomless Pool // Locker Room").put_beside()
    panel.choose(card="Restricted Office", state="both unlocked")
    assert "Bottomless Pool // Locker Room: battlefield, both locked" in panel.shown
    assert "Restricted Office // Lecture Hall: battlefield, both unlocked" in panel.shown


@pytest.mark.parametrize("value", ["names", "mana_value", "mana_cost", "colors", "color_identity"])
def test_every_row_of_a_look_up_is_a_situation_that_holds(value: str) -> None:
    views = [
        *(
            meld_view(c, s, value)
            for c in ("Chittering Host", "Brisela, Voice of Nightmares")
            for s in ("front A", "front B", "melded", "copy of the melded permanent")
        ),
        *(room_view("Locker Room", z, s, value) for z, s in states(mm.room_table("Locker Room"))),
        *(
            split_view("Wear // Tear", z, s, value)
            for z, s in states(mm.split_table("Wear // Tear"))
        ),
        *(
            split_view("Fire // Ice", z, s, value, "2017-01-20")
            for z, s in states(mm.split_table("Fire // Ice", edition="2017-01-20"))
        ),
    ]
    for view in views:
        run = view.board.situation().play()
        assert run.holds, view.title
    assert sum(len(v.board.situation().head.expect) for v in views) > len(views) / 2


def states(table: pd.DataFrame) -> list[tuple[str, str]]:
    return list(dict.fromkeys(zip(table["zone"], table["state"], strict=True)))


def test_every_row_of_a_double_faced_card_is_a_situation() -> None:
    for card in ("Huntmaster of the Fells", "Valki, God of Lies", "Delver of Secrets"):
        for row in explorers.dates.rows_of(card, ("2026-09-25",)):
            board = explorers.edition_view(card, row=row)
            assert board.situation().play().holds, row


# ------------------------------------------------------------------ names that are typed


def test_a_card_is_typed_by_any_of_its_names() -> None:
    panel = room_game()
    for text in ("locker room", "Bottomless Pool/Locker Room", "bottomless pool"):
        panel.choose(card=text)
        assert panel.choices["card"] == "Bottomless Pool // Locker Room"
    assert explorers.meld_explorer("Graf Rats").choices["result"] == "Chittering Host"
    assert (
        explorers.double_faced_explorer("Homicidal Brute").choices["card"].startswith("Civilized")
    )
    assert explorers.edition_slider("sol ring").choices["card"] == "Sol Ring"


def test_names_on_offer_are_halves_and_back_faces_too() -> None:
    room = Typed("Room", kinds=("room",))
    assert room.named("lock")["Locker Room"] == "Bottomless Pool // Locker Room"
    assert "Fire // Ice" not in room.named("")
    every = Typed("Card")
    assert every.named("homicidal br") == {
        "Homicidal Brute": "Civilized Scholar // Homicidal Brute"
    }
    assert "Sol Ring" in every.named("SOL R")
    assert every.named("ring of") != {}
    assert every.named("no card has such a name") == {}
    with mm.use_cards(mm.Catalog([mm.load_catalog()["Sol Ring"]]), only=True):
        assert every.named("s") == {"Sol Ring": "Sol Ring"}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("Lokker Room", "Locker Room"),
        ("Fire // Ice", "Fire // Ice is none of these: Room"),
        ("", "A name was expected"),
        ("<img src=x onerror=1>", "&lt;img"),
    ],
)
def test_a_wrong_name_is_said_and_changes_nothing(typed: str, says: str) -> None:
    panel = room_game()
    before = panel.choices
    panel._hear({"do": "set", "key": "card", "value": typed})
    assert panel.choices == before
    assert says in panel.shown
    assert "mtgmeld-refused" in panel.shown
    assert panel.fields[0]["wrong"] == bool(typed)
    panel._hear({"do": "set", "key": "card", "value": "Restricted Office"})
    assert "mtgmeld-refused" not in panel.shown
    assert not panel.fields[0]["wrong"]
    with pytest.raises(errors.MtgmeldError):
        panel.choose(card=typed)


def test_what_is_chosen_must_be_there() -> None:
    with pytest.raises(errors.UnknownName, match="crad"):
        room_game().choose(crad="Locker Room")
    with pytest.raises(errors.UnknownName, match="smelted"):
        meld_game().choose(sent="smelted")
    with pytest.raises(errors.UnknownName, match="lemon"):
        room_game().press("lemon")


@pytest.mark.parametrize(
    ("raised", "says"),
    [
        (errors.ImpossibleQuestion("A Room has two doors.", ("709.5",)), "A Room has two doors."),
        (ValueError("no such <b>drawing</b>"), "no such <b>drawing</b>"),
        (ZeroDivisionError(), "ZeroDivisionError"),
    ],
)
@pytest.mark.parametrize("do", ["press", "names", "set"])
def test_what_goes_wrong_in_the_kernel_is_said_on_the_page(
    monkeypatch: pytest.MonkeyPatch, do: str, raised: Exception, says: str
) -> None:
    """In the live region, as text; an error that is none of ours is in the log as well."""

    def fails(*_: Any) -> Any:
        raise raised

    panel, sent = room_game(), []
    monkeypatch.setattr(panel, "send", sent.append)
    monkeypatch.setattr(panel, "press", fails)
    monkeypatch.setattr(Typed, "named", fails)
    monkeypatch.setattr(Typed, "_stands", fails)
    ours = isinstance(raised, errors.MtgmeldError)
    with nullcontext() if ours else pytest.raises(type(raised)):
        panel._hear({"do": do, "key": "card", "text": "x", "value": "x"})
    # what is wrong with a choice stands with the choices, too
    assert says in (panel.said if ours and do == "set" else sent[0]["said"])


def test_the_page_tells_places_and_texts() -> None:
    panel = split_casting()
    panel._hear({"do": "set", "key": "half", "value": 1})
    assert panel.choices["half"] == "Ice"
    panel._hear({"do": "set", "key": "x", "value": "99"})
    assert panel.choices["x"] == 20
    panel._hear({"do": "set", "key": "x", "value": "three"})
    assert panel.choices["x"] == 0
    game = room_game()
    game._hear({"do": "set", "key": "moves", "value": [0, 0]})
    assert game.choices["moves"] == ("cast left",)
    game._hear({"do": "set", "key": "moves", "value": "back"})
    assert game.choices["moves"] == ()


def test_no_two_buttons_have_one_name() -> None:
    for name in EXPLORERS:
        panel = EXPLORERS[name]()
        names = [text for _, text in panel.presses]
        for field in panel.fields:
            names += (
                [f"{t}: {row}" for row, texts in field.get("rows", ()) or () for t in texts]
                if (field["kind"] == "moves")
                else []
            )
        assert len(names) == len(set(names))


def test_two_moments_with_the_same_heading_are_copied_and_saved() -> None:
    """Of one edition beside itself two columns have one heading, and each its own cells."""
    made = EXPLORERS["edition_slider"]()
    made.choose(first=made.choices["second"])
    for key, _ in made.presses:
        assert made.press(key)
    made.press("beside")
    heads = made.press("markdown")["copy"].splitlines()[4]
    assert heads.count("rules of 2026-09-25") == 2
