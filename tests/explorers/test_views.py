"""Double-faced cards, color identity, two dates, situations: what the boards show."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mtgmeld import errors
from mtgmeld.explorers import (
    double_faced_view,
    edition_view,
    identity_view,
    scenario_names,
    scenario_text,
    scenario_view,
    situation_view,
)
from mtgmeld.explorers.dates import dates_for, rows_of, values_of
from mtgmeld.explorers.double_faced import faces_of

DELVER = "Delver of Secrets"


def values(board: Any, name: str) -> dict[str, int]:
    rows = board.frames[name]
    return dict(zip(rows["handle"], rows["mana_value"], strict=True))


def names(board: Any, name: str) -> dict[str, str]:
    rows = board.frames[name]
    return dict(zip(rows["handle"], rows["names"], strict=True))


# ------------------------------------------------------------------ double-faced cards


def test_the_back_face_takes_the_front_s_value_and_copies_of_it_do_not() -> None:
    """202.3b, 707.8a by the default reading of its policy."""
    board = double_faced_view(DELVER, face="back")
    assert values(board, "before") == {"card": 1, "token": 0, "clone": 0}
    assert set(names(board, "before").values()) == {"Insectile Aberration"}
    assert "202.3b" in board.why[0].rules
    assert double_faced_view(DELVER, face="back", object="clone").why[0].value == 0


def test_the_targets_of_what_triggers_as_a_card_turns_over_are_found() -> None:
    """Ravager of the Fells asks for a target as it turns up (603.3d)."""
    board = double_faced_view("Huntmaster of the Fells")
    assert board.message == ""
    assert "Ravager of the Fells" in set(board.tables[1].frame["names"])


@pytest.mark.parametrize(
    ("edition", "token"),
    [(None, "Insectile Aberration"), ("2023-02-03", DELVER)],  # one face until 2023-04-14
)
def test_who_turns_over(edition: str | None, token: str) -> None:
    """701.27c, 707.8a: the card and, since 2023, its token copy; never a Clone."""
    board = double_faced_view(DELVER, edition=edition)
    assert names(board, "after") == {
        "card": "Insectile Aberration",
        "token": token,
        "clone": DELVER,
    }


@pytest.mark.parametrize(("edition", "value"), [(None, 1), ("2021-11-19", 1), ("2021-06-18", 0)])
def test_a_spell_cast_transformed(edition: str | None, value: int) -> None:
    board = double_faced_view(DELVER, "stack", "back", edition=edition)
    assert names(board, "before")["card"] == "Insectile Aberration"
    assert values(board, "before")["card"] == value
    assert board.why[0].value == value


def test_a_copy_of_a_spell_becomes_a_token() -> None:
    now = double_faced_view(DELVER, "stack")
    assert names(now, "after") == {"card": DELVER, "token": DELVER}
    assert now.frames["after"]["zone"].tolist() == ["battlefield", "battlefield"]


@pytest.mark.parametrize("zone", ["hand", "graveyard", "library", "exile", "command"])
def test_elsewhere_only_the_front_face_is_there(zone: str) -> None:
    """712.8a."""
    board = double_faced_view(DELVER, zone)
    assert names(board, "before") == {"card": DELVER}
    assert faces_of(DELVER)[zone] == ("front",)
    with pytest.raises(errors.ImpossibleState, match=r"712\.8a"):
        double_faced_view(DELVER, zone, "back")


def test_a_modal_card_answers_for_the_face_that_is_cast() -> None:
    board = double_faced_view("Valki, God of Lies", "stack", "back")
    assert names(board, "before")["card"] == "Tibalt, Cosmic Impostor"
    assert values(board, "before")["card"] == 7  # 202.3b does not reach a modal card


@pytest.mark.parametrize(
    "choices",
    [
        {"card": "Graf Rats"},
        {"card": "Fire // Ice"},
        {"face": "side"},
        {"object": "ghost"},
        {"zone": "hand", "object": "token"},
        {"zone": "moon"},
        {"value": "smell"},
    ],
)
def test_no_double_faced_question(choices: dict[str, Any]) -> None:
    with pytest.raises(errors.MtgmeldError):
        double_faced_view(**{"card": DELVER, **choices})


# ------------------------------------------------------------------ color identity


def test_identity_of_a_set_of_cards() -> None:
    board = identity_view(["Fire // Ice", "Cecil, Dark Knight", "Westvale Abbey", "Ice"])
    rows = board.frames["identity"].set_index("card")
    assert rows.loc["Fire // Ice", ["colors", "color_identity"]].tolist() == ["UR", "UR"]
    cecil = "Cecil, Dark Knight // Cecil, Redeemed Paladin"
    assert rows.loc[cecil, ["colors", "color_identity"]].tolist() == ["B", "WB"]  # 903.4d
    abbey = "Westvale Abbey // Ormendahl, Profane Prince"
    assert rows.loc[abbey, ["colors", "color_identity"]].tolist() == ["", "B"]
    assert len(rows) == 3, "a half is its card, and each card has one row"
    assert board.title.startswith("3 cards, 2 with")
    made = board.to_html()
    assert made.count("<mark>") == 4
    opened = re.findall(r"<details><summary[^>]*>([A-Z]+|<i>|<mark>)", made)
    assert len(opened) == 6, "a cell with a reason opens"
    assert "903.4d" in made


@pytest.mark.parametrize(("reading", "identity"), [("left out", ""), ("counted", "G")])
def test_basic_land_types_by_the_reading(reading: str, identity: str) -> None:
    rows = identity_view("Forest", reading).frames["identity"]
    assert rows["color_identity"].tolist() == [identity]


def test_names_that_no_card_has_are_said_and_escaped() -> None:
    board = identity_view("Frie // Ice\n<img src=x onerror=alert(1)>\n\n  Ice  ")
    assert len(board.frames["identity"]) == 1
    assert "Fire // Ice" in board.message, "a near name"
    assert "<img" not in board.to_html()
    assert "&lt;img" in board.to_html()


def test_no_cards_is_an_empty_table() -> None:
    melded = identity_view("Chittering Host\nGraf Rats")
    assert melded.frames["identity"]["card"].tolist() == ["Graf Rats", "Chittering Host"]
    assert "Chittering Host is the combined back face of" in melded.message
    assert "Chittering Host" not in melded.situation().to_toml()
    assert len(identity_view("\n").frames["identity"]) == 0
    with pytest.raises(errors.UnknownName):
        identity_view("Ice", "sometimes")


# ------------------------------------------------------------------ two dates


def test_what_differs_between_two_dates() -> None:
    board = edition_view("Fire // Ice", "2017-01-20", "2017-04-28", "hand, the card")
    answers = board.frames["answers"].set_index("row")
    assert answers.loc["hand, the card"].tolist() == ["2 and 2", "4"]
    assert answers.loc["stack, Fire cast"].tolist() == ["2", "2"]
    changed = board.frames["differences"]
    zones = ("hand", "library", "graveyard", "exile", "command")
    assert set(changed["where"]) == {f"Fire // Ice, {z}, the card" for z in zones}
    assert set(changed["column"]) == {"names", "mana_cost", "mana_value", "colors"}
    row = changed[changed["column"] == "mana_value"].iloc[0]
    assert (row["old"], row["new"]) == ("2 and 2", "4")
    assert "708.2" in row["old_rules"]
    assert "708.4b" in row["new_rules"]  # the number of 709.4b then
    assert [w.value for w in board.why] == [2, 2, 4]
    assert [w.edition for w in board.why] == ["2017-01-20", "2017-01-20", "2017-04-28"]
    # each cell that differs is marked on both sides, in the answers and in the tables
    # and what is the same in five zones stands in one row
    marked = 2 * len(changed) / 5 + 2 * (changed["column"] == "mana_value").sum() / 5
    assert "hand, library, graveyard, exile, command: the card" in board.to_html()
    assert board.to_html().count("<mark>") == marked


def test_nothing_differs_within_one_edition() -> None:
    board = edition_view("Fire // Ice", "2017-05-01", "2017-06-30", value="names")
    assert len(board.frames["differences"]) == 0
    assert "<mark>" not in board.to_html()
    assert board.title.endswith(": 0 differences")


def test_only_a_spell_cast_transformed_changed_for_delver() -> None:
    board = edition_view(DELVER, "2021-06-18", "2021-11-19")
    changed = board.frames["differences"]
    assert changed["column"].tolist() == ["mana_value"]
    assert "cast transformed" in changed["where"].iloc[0]
    assert (changed["old"].iloc[0], changed["new"].iloc[0]) == ("0", "1")


def test_a_meld_pair_and_a_plain_card_can_be_asked_about() -> None:
    assert "Chittering Host, melded" in rows_of("Graf Rats", ["2026-04-17"])
    assert values_of("Grizzly Bears") == ("colors", "color_identity")
    assert edition_view("Grizzly Bears").why[0].value == "G"
    assert dates_for("Fire // Ice")[0] == "2016-07-22"
    assert dates_for("Locker Room")[0] >= "2024"


@pytest.mark.parametrize(
    "choices",
    [{"card": "Xyzzyx"}, {"first": "1993-01-01"}, {"row": "in the attic"}, {"value": "smell"}],
)
def test_no_question_of_two_dates(choices: dict[str, Any]) -> None:
    with pytest.raises(errors.MtgmeldError):
        edition_view(**{"card": "Fire // Ice", **choices})


def test_a_situation_at_two_dates() -> None:
    """903.9a: a dying melded commander reaches the graveyard since July 2020."""
    text = scenario_text("903.9a-a-melded-commander-dies")
    board = situation_view(text, "2020-06-01", "2020-07-03")
    answers = board.frames["answers"].set_index("row")
    deaths = [r for r in answers.index if r.startswith("triggered: ") and "graveyard" in r]
    assert deaths, list(answers.index)
    assert answers.loc[deaths[0]].tolist() == ["1", "2"]
    assert "counted" in set(board.frames["differences"]["column"])


def test_a_step_that_one_date_refuses_is_said() -> None:
    """A permission for cards of mana value 3 or less fitted Fire // Ice while it had two values."""
    text = """title = "Fire from the graveyard"
[[start]]
card = "Fire // Ice"
zone = "graveyard"
id = "card"
[[effect]]
allow = "cast"
from = "graveyard"
what = "mv<=3"
tested = "card"
[[step]]
do = "cast"
object = "card"
half = "Fire"
target = "opponent"
"""
    board = situation_view(text, "2017-01-20", "2017-04-28")
    assert "Under the rules of 2017-04-28" in board.message
    assert "601.3" in board.message
    assert board.frames["first"]["zone"].tolist() == ["stack"]
    assert board.frames["second"]["zone"].tolist() == ["graveyard"]
    player = scenario_view(text, 1, "2017-04-28")
    assert "(refused)" in player.title
    assert "601.3" in player.message
    with pytest.raises(errors.BadScenario):
        situation_view("no toml")


# ------------------------------------------------------------------ situations


DIES = "712.21-dies-one-permanent-two-cards"


def test_a_situation_step_by_step() -> None:
    text = scenario_text(DIES)
    start, done = scenario_view(text, 0), scenario_view(text, 1)
    assert list(start.frames["objects"]["names"]) == ["Chittering Host"]
    assert len(start.frames["events"]) == 0
    assert sorted(done.frames["objects"]["names"]) == ["Graf Rats", "Midnight Scavengers"]
    changes = done.frames["changes"].to_dict("records")
    assert [(r["name"], r["what"]) for r in changes] == [
        ("Chittering Host", "is gone"),
        ("Graf Rats", "is new"),
        ("Midnight Scavengers", "is new"),
    ]
    assert "battlefield" in changes[0]["before"]
    assert set(done.frames["cells"]["name"]) == {r["name"] for r in changes}
    assert done.frames["expectations"]["holds"].all()
    assert len(start.frames["expectations"]) == 0
    assert scenario_view(text, 99).kept == {"step": 1}
    assert scenario_view(text, -3).kept == {"step": 0}


def test_values_and_rules_open_to_their_reasons() -> None:
    made = scenario_view(scenario_text(DIES), 0).to_html()
    why = made.split("<summary")[3].split("</details>")[0]
    assert ">7</summary>" in why
    assert "202.3c" in why
    after = scenario_view(scenario_text(DIES), 1).to_html()
    assert "712.21e: " in after, "what the rule is about stands beside its number"


def test_a_step_changes_what_is_already_there() -> None:
    text = """title = "A door opens"
[[start]]
card = "Bottomless Pool // Locker Room"
id = "room"
[[step]]
do = "unlock by effect"
object = "room"
half = "left"
"""
    rows = scenario_view(text, 1).frames["changes"].set_index("what")
    assert rows.loc["mana value", "before"] == "0"
    assert rows.loc["mana value", "after"] == "1"
    assert rows.loc["unlocked", "after"] == "Bottomless Pool"


def test_a_step_that_fails_is_said_and_the_steps_before_it_are_there() -> None:
    text = """title = "Too much"
[[start]]
card = "Chittering Host"
id = "host"
[[step]]
do = "return to hand"
object = "host"
[[step]]
do = "unlock by effect"
object = "host"
[[step]]
do = "draw"
"""
    board = scenario_view(text, 3)
    assert "line 10" in board.message
    assert "step 2" in board.message
    assert board.kept == {"step": 1}
    assert list(board.frames["objects"]["zone"]) == ["hand", "hand"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title = ",
        'title = "x"\n[[start]]\ncard = "Chitering Host"\n',
        'title = "x"\n[[start]]\ncard = "Chittering Host"\nzone = "hand"\n[[step]]\ndo = "pass"\n',
        "title = 'x'\n[[step]]\ndo = '<script>'\n",
        "a" * 2_000_000,
    ],
)
def test_what_is_no_situation_is_refused(text: str) -> None:
    with pytest.raises(errors.BadScenario):
        scenario_view(text)


def test_a_refused_step_is_shown_as_such() -> None:
    text = """title = "No door there"
[[start]]
card = "Grizzly Bears"
[[step]]
do = "unlock by effect"
object = "Grizzly Bears"
illegal = "709.5c"
"""
    board = scenario_view(text, 1)
    assert "refused, as the situation says" in board.title
    assert board.message == ""


def test_names_of_situations_lead_to_their_texts() -> None:
    assert DIES in scenario_names()
    for name in ("", "../cards", "nothing"):
        with pytest.raises(errors.UnknownName):
            scenario_text(name)


HOSTILE = """title = "<script>alert(1)</script>"
[[start]]
made_up = "<img src=x onerror=alert(2)>"
id = "<b>bold</b>"
mana_cost = "{2}{U}"
[[watch]]
id = "<svg onload=alert(3)>"
when = "dies"
[[step]]
do = "destroy"
object = "<b>bold</b>"
note = "<i>"
[[step.expect]]
note = "</div><iframe>"
object = "<b>bold</b>"
zone = "graveyard"
"""


@pytest.mark.parametrize("step", [0, 1])
def test_hostile_text_is_shown_escaped(step: int) -> None:
    board = scenario_view(HOSTILE, step)
    made = board.to_html()
    for tag in ("<script", "<img", "<svg onload", "<b>bold", "<iframe", "</div><iframe"):
        assert tag not in made
    assert "&lt;img src=x" in made
    assert made.count("<div") == made.count("</div>")
    both = situation_view(HOSTILE).to_html()
    assert "<script" not in both
    assert "<svg onload" not in both
