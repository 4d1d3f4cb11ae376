"""Explorers: pure views, and panels whose every control can be turned through all its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld import errors, explorers
from mtgmeld.display import show, table_html
from mtgmeld.explorers import (
    Control,
    Panel,
    meld_explorer,
    meld_view,
    room_explorer,
    room_view,
    split_explorer,
    split_view,
)
from mtgmeld.explorers.lookup import VALUES

PANELS: list[Callable[[], Panel]] = [meld_explorer, split_explorer, room_explorer]


@pytest.mark.parametrize(
    ("state", "value", "answer", "rule"),
    [
        # 709.5: only unlocked halves count; 202.3d and 709.4b combine them
        ("both locked", "mana_value", 0, "709.5"),
        ("Bottomless Pool unlocked", "mana_value", 1, "709.5"),
        ("Locker Room unlocked", "mana_value", 5, "709.5"),
        ("both unlocked", "mana_value", 6, "202.3d"),
        ("both locked", "colors", "", "709.5"),
        ("both locked", "color_identity", "U", "903.4"),
    ],
)
def test_room_view(state: str, value: str, answer: object, rule: str) -> None:
    view = room_view("Locker Room", "battlefield", state, value)
    assert view.why.value == answer
    assert rule in view.why.rules
    assert view.frame.iloc[view.row]["state"] == state
    assert 'aria-current="true"' in view.to_html()


def test_split_view_follows_the_edition() -> None:
    now = split_view("Fire // Ice", "hand", "the card")
    assert now.why.value == 4
    assert str(split_view("Fire // Ice", "stack", "Fire cast").why.value) == "2"
    before = split_view("Fire // Ice", "hand", "the card", edition="2017-01-20")
    assert before.why.edition == "2017-01-20"
    assert set(before.frame["mana_value"]) == {2}
    assert "2017-01-20" in before.to_html()


def test_meld_view() -> None:
    assert meld_view("Graf Rats", "melded").why.value == 7  # 202.3c
    assert meld_view("Chittering Host", "copy of the melded permanent").why.value == 0


@pytest.mark.parametrize(
    ("choices", "word"),
    [
        ({"zone": "moon"}, "moon"),
        ({"state": "ajar"}, "both locked"),
        ({"value": "smell"}, "smell"),
        ({"card": "Fire // Ice"}, "no Room"),
        ({"card": "Lokker Room"}, "Locker Room"),
    ],
)
def test_a_wrong_choice_is_refused_with_what_there_is(
    choices: Mapping[str, str], word: str
) -> None:
    good = {"card": "Locker Room", "zone": "battlefield", "state": "both locked"}
    with pytest.raises(errors.MtgmeldError, match=word):
        room_view(**{**good, **choices})


@pytest.mark.parametrize("make", PANELS)
def test_every_control_through_all_its_values(make: Callable[[], Panel]) -> None:
    panel = make()
    for name, control in panel.controls.items():
        assert control.description, f"{name} has no label"
        for value in [v for _, v in control.options] or control.control.named("").values():
            control.value = value
            assert panel.choices[name] == control.control._stands(value, control.options)
            assert "mtgmeld-refused" not in panel.shown
            assert 'aria-current="true"' in panel.shown


def test_a_control_only_offers_what_its_neighbors_allow() -> None:
    panel = split_explorer("Wear // Tear", "stack")
    assert [v for _, v in panel.controls["state"].options] == [
        "Wear cast",
        "Tear cast",
        "both halves cast",
    ]
    panel.choose(state="both halves cast")
    panel.choose(card="Fire // Ice")  # no fuse (702.102)
    assert panel.choices["state"] == "Fire cast"
    assert panel.choices["zone"] == "stack", "a choice that still stands is kept"
    panel.choose(zone="graveyard")
    assert panel.choices["state"] == "the card"
    with pytest.raises(errors.UnknownName):
        panel.choose(zone="battlefield")


def test_panels_share_nothing() -> None:
    one, two = room_explorer(), room_explorer()
    before = two.shown
    one.choose(state="both unlocked", value="colors")
    assert two.shown == before
    assert one.shown != before


def test_without_a_kernel_a_reader_sees_the_same_table() -> None:
    panel = room_explorer("Restricted Office", "battlefield")
    panel.choose(state="both unlocked", value="colors")
    assert panel.shown in panel.to_html()
    assert "State: both unlocked" in panel.to_html()
    assert repr(panel).startswith("<Room explorer: Restricted Office // Lecture Hall: ")
    assert "colors WU [" in repr(panel)
    assert room_explorer("Restricted Office").to_html() == (
        room_explorer("Restricted Office").to_html()
    )


def test_what_a_notebook_keeps_follows_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    class Handle:
        def update(self, bundle: dict[str, str], raw: bool) -> None:
            assert raw
            outputs[-1] = bundle

    outputs: list[dict[str, str]] = []

    def display(bundle: dict[str, str], raw: bool, display_id: str = "") -> Handle:
        assert raw
        outputs.append(bundle)
        return Handle()

    monkeypatch.setattr("IPython.display.display", display)
    panel = room_explorer("Restricted Office", "battlefield")
    panel._ipython_display_()
    live, kept = outputs
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "State: both locked" in kept["text/html"]
    panel.choose(state="both unlocked")
    assert "State: both unlocked" in outputs[1]["text/html"]
    assert outputs[1]["text/plain"] == repr(panel)
    panel._hear({"do": "set", "key": "card", "value": "Botomless Pool"})
    assert "Botomless Pool" in outputs[1]["text/html"]
    assert outputs[0] is live, "a panel that is used is not drawn anew"


def test_a_refusal_is_a_message_in_the_panel_and_a_mistake_of_ours_is_not_hidden() -> None:
    class Good:
        def to_html(self) -> str:
            return "<p>fine</p>"

    def view(a: str) -> Good:
        if a == "<b>":
            raise errors.ImpossibleQuestion("there is no <b>", ("709.5",))
        if a == "broken":
            raise KeyError("a mistake of ours")
        return Good()

    made = explorers.panel("Test", view, {"a": Control("Choice", ("good", "<b>", "broken"))})
    assert "fine" in made.shown
    made.choose(a="<b>")
    assert "there is no &lt;b&gt; [709.5]</p>" in made.shown
    with pytest.raises(KeyError):
        made.choose(a="broken")


def test_values_are_columns_of_every_table() -> None:
    for table in (mm.meld_table, mm.split_table, mm.room_table):
        card = {"meld_table": "Graf Rats", "split_table": "Fire // Ice"}.get(
            table.__name__, "Locker Room"
        )
        assert set(VALUES) <= set(table(card).columns)


def test_a_table_is_escaped_and_symbols_are_drawn() -> None:
    frame = pd.DataFrame(
        {
            "card": ["<b>A</b>", pd.NA],
            "mana_cost": ["{1}{U}", pd.NA],
            "names": ["", "B"],
            "n": pd.array([1, pd.NA], dtype="Int64"),
            "yes": pd.array([True, pd.NA], dtype="boolean"),
        }
    )
    made = table_html(frame, caption="<i>", mark=1)
    assert "<b>" not in made
    assert "&lt;b&gt;A" in made
    assert "<caption>&lt;i&gt;</caption>" in made
    assert "svg" in made
    assert "<i>no name</i>" in made
    assert made.count("\u2013</td>") == 4
    assert ">yes</td>" in made
    assert made.index("aria-current") > made.index("no name")
    picked = show(frame, {"mana_cost": "cost"}, caption="C")
    assert "cost" in picked._repr_html_()
    assert "card" not in picked._repr_html_()
    assert repr(picked).splitlines()[0] == "C"
    with pytest.raises(errors.UnknownName, match="nothing"):
        show(frame, ["nothing"])
