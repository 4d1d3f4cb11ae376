"""Panels over the views: every control through all its values, messages, no tracebacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from mtgmeld.explorers import (
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
from mtgmeld.explorers.controls import MoveButtons, StepButtons
from tests.explorers.test_views import DIES, HOSTILE

COMMANDER = "903.9a-a-melded-commander-dies"
PANELS: dict[str, Callable[[], Panel]] = {
    "room": room_game,
    "meld": meld_game,
    "split": split_casting,
    "double-faced": double_faced_explorer,
    "identity": identity_explorer,
    "dates": edition_slider,
    "dates of a situation": partial(edition_slider, situation=COMMANDER),
    "scenario": scenario_player,
}
# what a user might write
TEXTS = {
    "mana": ["{2}{R}", "{R}", "", "two", "<b>", "{", "{99999999999}", "\u2603"],
    "cards": ["Fire // Ice", "", "<script>", "Fire\nFire\nfire", "\u2603" * 1000],
    "text": ["", "title", HOSTILE, "a = [[[[", "title = 'x'\n" * 3, scenario_text(DIES)],
}


def shown(panel: Panel) -> str:
    text: str = panel.shown.value
    assert text.startswith('<div role="region"')
    assert text.count("<div") == text.count("</div>")
    assert "Traceback" not in text
    return text


def values_of(name: str, control: Any) -> list[Any]:
    """All values of a control; of one that takes any text, some good and some bad."""
    if name in TEXTS:
        return list(TEXTS[name])
    if hasattr(control, "min"):
        return list(range(control.min, control.max + 1))
    return [value for _, value in control.options]


@pytest.mark.parametrize("kind", PANELS)
def test_every_control_through_all_its_values(kind: str) -> None:
    panel = PANELS[kind]()
    for name, control in panel.controls.items():
        assert control.description, f"{name} has no label"
        if isinstance(control, MoveButtons):
            continue  # below
        for value in values_of(name, control):
            control.value = value
            assert panel.choices[name] == value
            shown(panel)


@pytest.mark.parametrize("kind", ["room", "meld", "double-faced", "dates"])
def test_no_choice_on_offer_is_refused(kind: str) -> None:
    """Where all choices are offered by the panel, none of them ends in a message alone."""
    panel = PANELS[kind]()
    for name, control in panel.controls.items():
        for value in values_of(name, control)[:12]:
            if not isinstance(control, MoveButtons):
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
    assert 'role="alert"' in shown(panel)
    assert "500.2" in shown(panel)
    moves.click("Resolve the top of the stack")
    assert moves.value == ("cast left", "resolve")
    assert 'role="alert"' not in shown(panel)
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
    assert 'role="alert"' not in shown(panel)


def test_another_room_starts_again_and_keeps_the_buttons_themselves() -> None:
    """A button that is put in another's place would lose the keyboard's focus."""
    panel = room_game()
    moves = panel.controls["moves"]
    before = [id(b) for row in moves._rows.children for b in row.children[1:]]
    moves.click("Cast this half", 0)
    panel.choose(card="Restricted Office // Lecture Hall")
    assert moves.value == ()
    assert moves._rows.children[0].children[0].value == "Restricted Office"
    assert [id(b) for row in moves._rows.children for b in row.children[1:]] == before


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
    assert 'role="alert"' in shown(panel)
    assert "<b>2" not in shown(panel)
    panel.choose(mana="{1}{R}")
    assert 'role="alert"' not in shown(panel)


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
    assert 'role="alert"' not in shown(panel)


# ------------------------------------------------------------------ the player of situations


def test_loading_writing_and_going_on() -> None:
    panel = scenario_player(DIES)
    steps = panel.controls["step"]
    assert isinstance(steps, StepButtons)
    steps.back.click()
    assert panel.choices["step"] == 0
    steps.forward.click()
    steps.forward.click()
    assert panel.choices["step"] == 1
    assert "Midnight Scavengers" in shown(panel)
    panel.choose(load=COMMANDER)
    assert panel.choices["text"] == scenario_text(COMMANDER)
    assert panel.choices["step"] == 0
    panel.choose(text=scenario_text(DIES))
    assert panel.choices["load"] == "", "a text of one's own"
    panel.choose(text="no toml")
    assert 'role="alert"' in shown(panel)
    assert "line 1" in shown(panel)
    panel.choose(text=scenario_text(DIES))
    assert 'role="alert"' not in shown(panel)


def test_a_text_of_one_s_own_to_begin_with() -> None:
    assert "My own situation" in shown(scenario_player(""))
    assert scenario_player(HOSTILE).choices["load"] == ""


def test_hostile_text_is_escaped_with_and_without_a_kernel() -> None:
    panels = [
        scenario_player(HOSTILE),
        identity_explorer("<script>alert(1)</script>\n<img src=x>"),
    ]
    for panel in panels:
        static = panel._repr_mimebundle_()["text/html"]
        for made in (shown(panel), static):
            for tag in ("<script", "<img", "<iframe", "<svg onload", "<b>bold"):
                assert tag not in made
        assert "&lt;" in static


# ------------------------------------------------------------------ all panels alike


@pytest.mark.parametrize("kind", PANELS)
def test_panels_share_nothing(kind: str) -> None:
    one, two = PANELS[kind](), PANELS[kind]()
    before = (two.choices, two.shown.value)
    for name, control in one.controls.items():
        if not isinstance(control, MoveButtons):
            control.value = values_of(name, control)[-1]
    assert (two.choices, two.shown.value) == before


@pytest.mark.parametrize("kind", PANELS)
def test_without_a_kernel_a_reader_sees_the_same(kind: str) -> None:
    panel = PANELS[kind]()
    bundle = panel._repr_mimebundle_()
    assert panel.shown.value in bundle["text/html"]
    for control in panel.controls.values():
        assert f"<li>{control.description}: " in bundle["text/html"]
    assert " at 0x" not in bundle["text/plain"]
    assert PANELS[kind]()._repr_mimebundle_()["text/html"] == bundle["text/html"]


@pytest.mark.parametrize("kind", PANELS)
def test_what_is_shown_is_said_to_a_screen_reader(kind: str) -> None:
    made = shown(PANELS[kind]())
    assert 'aria-live="polite"' in made
    for picture in re.findall(r"<svg[^>]*>", made):
        assert "aria-label=" in picture or 'aria-hidden="true"' in picture
