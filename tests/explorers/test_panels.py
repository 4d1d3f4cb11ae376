"""Panels over the views: every control through all its values, messages, no tracebacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from mtgmeld.catalog import load_catalog
from mtgmeld.explorers import (
    EXPLORERS,
    Panel,
    double_faced_explorer,
    edition_slider,
    identity_explorer,
    meld_game,
    room_game,
    scenario_player,
    scenario_text,
    split_casting,
)
from mtgmeld.explorers.controls import Moves, Number, Typed
from tests.explorers.test_views import DIES, HOSTILE

COMMANDER = "903.9a-a-melded-commander-dies"
PANELS: dict[str, Callable[[], Panel]] = {
    **EXPLORERS,
    "dates of a situation": partial(edition_slider, situation=COMMANDER),
}
# those whose every choice is offered, and none is typed
OFFERED = [n for n in PANELS if n not in ("identity_explorer", "scenario_player", "split_casting")]
# what a user might write
TEXTS = {
    "mana": ["{2}{R}", "{R}", "", "two", "<b>", "{", "{99999999999}", "\u2603"],
    "cards": ["Fire // Ice", "", "<script>", "Fire\nFire\nfire", "\u2603" * 1000],
    "text": ["", "title", HOSTILE, "a = [[[[", "title = 'x'\n" * 3, scenario_text(DIES)],
}


def shown(panel: Panel) -> str:
    text: str = panel.shown
    assert text.count("<div") == text.count("</div>")
    assert "Traceback" not in text
    return text


def values_of(name: str, control: Any) -> list[Any]:
    """All values of a control; of one that takes any text, some good and some bad."""
    if name in TEXTS:
        return list(TEXTS[name])
    if isinstance(control.control, Number):
        return list(range(control.control.least, control.control.most + 1))
    if isinstance(control.control, Typed):
        return list(dict.fromkeys(control.control.named("").values()))[:12]
    return [value for _, value in control.options]


@pytest.mark.parametrize("kind", PANELS)
def test_every_control_through_all_its_values(kind: str) -> None:
    panel = PANELS[kind]()
    for name, control in panel.controls.items():
        assert control.description, f"{name} has no label"
        if isinstance(control.control, Moves):
            continue  # below
        for value in values_of(name, control):
            control.value = value
            pair = name == "result"  # a pair is known by what it becomes
            stands = load_catalog().meld_pair(value).result.name if pair else value
            assert panel.choices[name] == stands
            shown(panel)


@pytest.mark.parametrize("kind", OFFERED)
def test_no_choice_on_offer_is_refused(kind: str) -> None:
    """Where all choices are offered by the panel, none of them ends in a message alone."""
    panel = PANELS[kind]()
    for name, control in panel.controls.items():
        for value in values_of(name, control)[:12]:
            if not isinstance(control.control, Moves):
                control.value = value
            assert "<table" in shown(panel)


def test_every_button_after_every_button() -> None:
    panel = room_game("Unholy Annex // Ritual Chamber")
    moves = panel.controls["moves"]
    every = [move for _, row in moves.options for _, move in row]
    assert len(every) == 13
    for first in every:
        for second in every:
            moves.value = (first, second)
            assert moves.value in ((first, second), (first,), ())
            shown(panel)


# ------------------------------------------------------------------ the Room's buttons


def test_clicks_play_and_a_refused_click_changes_nothing() -> None:
    panel = room_game()
    moves = panel.controls["moves"]
    moves.click("Cast this half", 0)
    moves.click("Next turn")
    assert moves.value == ("cast left",)
    assert "mtgmeld-refused" in shown(panel)
    assert "500.2" in shown(panel)
    moves.click("Resolve the top of the stack")
    assert moves.value == ("cast left", "resolve")
    assert "mtgmeld-refused" not in shown(panel)
    moves.click("Take back")
    assert moves.value == ("cast left",)
    moves.click("Start again")
    assert moves.value == ()
    with pytest.raises(LookupError):
        moves.click("Open sesame")


def test_a_copy_can_be_acted_on_until_it_is_taken_back() -> None:
    panel = room_game()
    moves = panel.controls["moves"]
    for text in ("Cast this half", *["Resolve the top of the stack"] * 2, "Copy"):
        moves.click(text)
    assert [v for _, v in panel.controls["object"].options] == ["room", "copy"]
    panel.choose(object="copy")
    moves.click("Pay to unlock", 1)
    assert moves.value[-1] == "pay right of copy"
    assert panel.choices["object"] == "copy"
    moves.click("Start again")
    assert panel.choices["object"] == "room"
    assert "mtgmeld-refused" not in shown(panel)


def test_another_room_starts_again() -> None:
    panel = room_game()
    moves = panel.controls["moves"]
    moves.click("Cast this half", 0)
    panel.choose(card="Restricted Office // Lecture Hall")
    assert moves.value == ()
    assert moves.options[0][0] == "Restricted Office"


# ------------------------------------------------------------------ what is on offer


def test_off_the_battlefield_there_are_no_tokens_and_no_control() -> None:
    panel = meld_game()
    panel.choose(kind_a="token")
    assert "not melded" in shown(panel)
    panel.choose(zone_a="hand")
    assert [v for _, v in panel.controls["kind_a"].options] == ["card", "theirs"]
    assert panel.choices["kind_a"] == "card"


def test_fused_is_offered_with_fuse_alone() -> None:
    panel = split_casting("Wear // Tear")
    panel.choose(half="fused")
    panel.choose(card="Fire // Ice")
    assert panel.choices["half"] == "Fire"
    assert [v for _, v in panel.controls["named"].options] == ["", "Fire", "Ice"]


def test_a_wrong_mana_is_a_message_and_a_right_one_takes_it_away() -> None:
    panel = split_casting()
    panel.choose(mana="<b>2</b>")
    assert "mtgmeld-refused" in shown(panel)
    assert "<b>2" not in shown(panel)
    panel.choose(mana="{1}{R}")
    assert "mtgmeld-refused" not in shown(panel)


def test_only_the_front_face_is_offered_off_the_battlefield() -> None:
    panel = double_faced_explorer()
    panel.choose(face="back", object="clone")
    panel.choose(zone="graveyard")
    assert panel.choices["face"] == "front"
    assert panel.choices["object"] == "card"


def test_a_room_is_asked_about_since_there_are_rooms() -> None:
    panel = edition_slider()
    panel.choose(card="Bottomless Pool // Locker Room")
    assert panel.choices["first"] >= "2024"
    assert "mtgmeld-refused" not in shown(panel)


# ------------------------------------------------------------------ the player of situations


def test_loading_writing_and_going_on() -> None:
    panel = scenario_player(DIES)
    assert [v for _, v in panel.controls["step"].options] == [0, 1]
    panel.choose(step=1)
    assert "Midnight Scavengers" in shown(panel)
    panel.choose(load=COMMANDER)
    assert panel.choices["text"] == scenario_text(COMMANDER)
    assert panel.choices["step"] == 0
    panel.choose(text=scenario_text(DIES))
    assert panel.choices["load"] == "", "a text of one's own"
    panel.choose(text="no toml")
    assert "mtgmeld-refused" in shown(panel)
    assert "line 1" in shown(panel)
    panel.choose(text=scenario_text(DIES))
    assert "mtgmeld-refused" not in shown(panel)


def test_a_text_of_one_s_own_to_begin_with() -> None:
    assert "My own situation" in shown(scenario_player(""))
    assert scenario_player(HOSTILE).choices["load"] == ""


def test_hostile_text_is_escaped_with_and_without_a_kernel() -> None:
    panels = [
        scenario_player(HOSTILE),
        identity_explorer("<script>alert(1)</script>\n<img src=x>"),
    ]
    for panel in panels:
        static = panel.to_html()
        for made in (shown(panel), static):
            for tag in ("<script", "<img", "<iframe", "<svg onload", "<b>bold"):
                assert tag not in made
        assert "&lt;" in static


# ------------------------------------------------------------------ all panels alike


@pytest.mark.parametrize("kind", PANELS)
def test_panels_share_nothing(kind: str) -> None:
    one, two = PANELS[kind](), PANELS[kind]()
    before = (two.choices, two.shown)
    for name, control in one.controls.items():
        if not isinstance(control.control, Moves):
            control.value = values_of(name, control)[-1]
    assert (two.choices, two.shown) == before


@pytest.mark.parametrize("kind", PANELS)
def test_without_a_kernel_a_reader_sees_the_same(kind: str) -> None:
    panel = PANELS[kind]()
    kept = panel.to_html()
    assert panel.shown in kept
    for control in panel.controls.values():
        assert f"<li>{control.description}: " in kept
    assert " at 0x" not in repr(panel)
    assert PANELS[kind]().to_html() == kept


@pytest.mark.parametrize("kind", PANELS)
def test_what_is_shown_is_said_to_a_screen_reader(kind: str) -> None:
    panel = PANELS[kind]()
    made = shown(panel)
    assert panel.said == panel._text != ""
    for picture in re.findall(r"<svg[^>]*>", made):
        assert "aria-label=" in picture or 'aria-hidden="true"' in picture
