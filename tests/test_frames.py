"""Frames of every kind: their columns are records, and each cell of each row says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld.errors import ImpossibleQuestion, UnknownName
from mtgmeld.frames import KINDS, Column, add_column, columns_of, flag, frame, kind, number, text
from mtgmeld.game import actions as A

ROOM = "Bottomless Pool // Locker Room"


def played(edition: str | None = None) -> Any:
    situation = (
        mm.Scenario("A door")
        .start(ROOM, id="room", unlocked="left")
        .start("Graf Rats", id="rats")
        .start("Fire // Ice", zone="hand", id="card")
        .step("unlock by effect", object="room", half="right")
        .step("destroy", object="rats")
    )
    return situation.play(edition=edition)


def frames() -> dict[str, pd.DataFrame]:
    run = played()
    explored = mm.explore(run.final, [A.LockOrUnlock(object="room")], 2)
    cards = pd.DataFrame(
        [
            {"name": "Graf Rats", "layout": "meld", "mana_cost": "{1}{B}", "type_line": "Creature"},
            {
                "name": "Midnight Scavengers",
                "layout": "meld",
                "mana_cost": "{4}{B}",
                "type_line": "Creature",
            },
            {"name": "Chittering Host", "layout": "meld", "type_line": "Creature"},
        ]
    )
    return {
        **{name: mm.table(name, cards) for name, cards in TABLES.items()},
        "objects": run.final.objects(),
        "states": run.states(),
        "zones": run.final.zones(),
        "events": run.events(),
        "differences": run.diff(0, 2),
        "legal": mm.legal_table(run.final),
        "castable": mm.castable_table(run.final),
        "explored": explored.to_frame(),
        "transitions": explored.transitions(),
        "compared": mm.compare("split", "2016-07-22", cards="Fire // Ice"),
        "faces": cards.mtg.split_rows(),
        "pairs": cards.mtg.meld_pairs(),
    }


TABLES = {
    "dfc": "Delver of Secrets",
    "identity": "Fire // Ice",
    "meld": "Graf Rats",
    "names": "Fire // Ice",
    "rooms": ROOM,
    "split": "Fire // Ice",
}


def test_every_kind_has_its_columns_and_every_cell_says_why() -> None:
    made = frames()
    columns_of("objects")
    assert set(made) <= set(KINDS)
    assert all(c.means for known in KINDS.values() for c in known.columns)
    for name, table in made.items():
        assert len(table), name
        columns = columns_of(name)
        assert list(table.columns) == [c.name for c in columns], name
        assert [str(t) for t in table.dtypes] == [c.dtype for c in columns], name
        for n in range(len(table)):
            for column in columns:
                why = mm.explain(table.iloc[n], column.name)
                assert why.to_text(), (name, column.name)


@pytest.mark.parametrize("edition", ["2025-04-04", "2026-04-17"])
def test_a_row_of_a_game_says_what_its_state_says(edition: str) -> None:
    run = played(edition)
    objects = run.states()
    rows = objects[objects["handle"] == "room"]
    # 709.5: locked halves have no cost; the left one costs {U}, the other {4}{U}
    assert [mm.explain(row, "mana_value").value for _, row in rows.iterrows()] == [1, 6, 6]
    for n, (_, row) in enumerate(rows.iterrows()):
        there = run.state_list[n].explain("room", "mana_value")
        assert mm.explain(row, "mana_value") == there
        assert there.edition == mm.edition(edition).date
    changed = run.diff(0, 1).set_index("column").loc["mana_value"]
    changed["column"] = "mana_value"
    assert mm.explain(changed, "before").value == 1
    assert mm.explain(changed, "after").value == 6


def test_a_row_without_a_state_says_what_stands_in_it() -> None:
    run = played()
    events = run.events()
    died = events[events["event"] == "move"].iloc[0]
    why = mm.explain(died, "to_zone")
    assert why.value == "graveyard"
    assert ", ".join(why.rules) == died["rules"]
    assert why.derived.says == next(c.means for c in columns_of("events") if c.name == "to_zone")
    assert mm.explain(died).rules == why.rules


def test_rules_of_an_old_frame_keep_the_numbers_of_their_time() -> None:
    found = mm.compare("split", "2016-07-22", cards="Fire // Ice")
    row = found[found["column"] == "mana_value"].iloc[0]
    old, new = mm.explain(row, "old"), mm.explain(row, "new")
    assert (old.edition, new.edition) == ("2016-07-22", mm.edition().date)
    assert ", ".join(old.rules) == row["old_rules"]
    assert ", ".join(new.rules) == row["new_rules"]
    assert "708.2" in old.rules  # 709 of today
    assert "709.4b" in new.rules


def test_a_frame_is_copied_and_saved_with_what_it_came_from(tmp_path: Any) -> None:
    objects = played().final.objects()
    part = objects[objects["handle"] == "room"].copy()
    assert mm.explain(part.iloc[0], "names").rules == mm.explain(objects.iloc[0], "names").rules
    part.to_parquet(tmp_path / "objects.parquet")
    again = pd.read_parquet(tmp_path / "objects.parquet")
    # the state is not in the file: the row says what stands in it
    assert mm.explain(again.iloc[0], "mana_value").value == 6


def test_columns_may_be_left_out_but_not_what_a_row_is_about() -> None:
    objects = played().final.objects()
    some = objects[objects["handle"] == "room"][["object", "names", "mana_value"]]
    assert mm.explain(some.iloc[0], "mana_value").derived.parts
    with pytest.raises(ImpossibleQuestion):
        mm.explain(some.drop(columns="names").iloc[0], "mana_value")
    table = mm.room_table(ROOM)[["card", "zone", "state", "mana_value"]]
    assert mm.explain(table.iloc[-1], "mana_value").value == 6  # the card, {U} and {4}{U}


def test_rows_of_card_files_and_decks(tmp_path: Any) -> None:
    path = tmp_path / "cards.json"
    path.write_text(
        '[{"object": "card", "name": "Bear", "layout": "normal", "mana_cost": "{1}{G}",'
        ' "cmc": 3.0, "colors": ["G"], "color_identity": ["G"], "type_line": "Creature",'
        ' "oracle_text": "", "id": "1"}]'
    )
    made = mm.read_card_file(path)
    for rows in ("cards", "faces", "differences"):
        table = made.frame(rows)
        assert len(table) == 1
        for column in table.columns:
            assert mm.explain(table.iloc[0], column).to_text(), (rows, column)
    assert "202.3" in mm.explain(made.frame("cards").iloc[0], "mana_value").rules
    deck = mm.read_deck("1 Graf Rats\n")
    assert mm.explain(deck.iloc[0], "card").value == "Graf Rats"


def test_frames_of_two_states_that_are_joined_say_what_stands_in_them() -> None:
    run = played()
    one, two = (s.objects() for s in run.state_list[:2])
    both = pd.concat([one, two])
    rooms = both[both["handle"] == "room"]
    values = [mm.explain(row, "mana_value") for _, row in rooms.iterrows()]
    assert [v.value for v in values] == [1, 6]
    again = pd.concat([one, one])
    assert mm.explain(again.iloc[0], "names").derived == mm.explain(one.iloc[0], "names").derived


def test_what_is_no_row_and_no_column_is_refused() -> None:
    with pytest.raises(ImpossibleQuestion, match="no row"):
        mm.explain(pd.Series({"a": 1}), "a")
    with pytest.raises(UnknownName, match="mana_value"):
        mm.explain(played().final.objects().iloc[0], "mana_valeu")
    with pytest.raises(UnknownName, match="rooms"):
        columns_of("room")
    with pytest.raises(UnknownName, match="rooms"):
        mm.table("room")


def _letters(seen: Any) -> int:
    return len(seen.known.names.value[0])


@pytest.fixture
def added() -> Iterator[Any]:
    """Add columns, and take them away again."""
    kinds: list[str] = []

    def add(name: str, column: Column) -> None:
        add_column(name, column)
        kinds.append(name)

    yield add
    for name in kinds:
        KINDS[name].own.pop()


def test_a_new_column_is_one_entry(added: Any) -> None:
    """It stands in the frame, in its documentation, and says why."""
    added(
        "objects", number("letters", "letters of its name", lambda s: len(s.known.names.value[0]))
    )
    added("rooms", Column("devotion", "string", "what it adds to a devotion"))
    added("events", flag("told", "whether there is a note", lambda t: bool(t.event.note)))
    run = played()
    for made in (run.final.objects(), run.states()):
        room = made[made["handle"] == "room"].iloc[-1]
        assert room["letters"] == len("Bottomless Pool")
        assert mm.explain(room, "letters").value == len("Bottomless Pool")
        assert mm.explain(room, "mana_value").value == 6
    assert columns_of("states")[-1].means == "letters of its name"
    both = mm.room_table(ROOM).set_index("state").loc["both unlocked"]
    assert both["devotion"] == "U 2"  # {U} and {4}{U}, 700.5
    row = mm.room_table(ROOM).iloc[0]
    assert mm.explain(row, "devotion").derived == mm.ask(ROOM, unlocked="").value("devotion")
    assert str(run.events()["told"].dtype) == "boolean"
    with pytest.raises(ValueError, match="letters"):
        add_column("objects", number("letters", ""))
    with pytest.raises(UnknownName, match="objects"):
        add_column("objcts", number("letters", ""))


def test_a_new_kind_is_one_entry() -> None:
    made = kind(
        "test of a kind",
        (text("half", "a half"), number("long", "its letters", lambda h: h[1])),
        ("half",),
    )
    try:
        table = frame(made, [{"half": "Fire", 1: 4}], {"edition": "2026-04-17"})
        assert table.to_dict("records") == [{"half": "Fire", "long": 4}]
        assert mm.explain(table.iloc[0], "long").derived.says == "its letters"
    finally:
        del KINDS["test of a kind"]


def test_a_table_by_its_kind_is_the_table_by_its_name() -> None:
    makers = {
        "dfc": mm.dfc_table,
        "identity": mm.color_identity_table,
        "meld": mm.meld_table,
        "names": mm.name_table,
        "rooms": mm.room_table,
        "split": mm.split_table,
    }
    for name, card in TABLES.items():
        one, two = (
            mm.table(name, card, edition="2024-09-27"),
            makers[name](card, edition="2024-09-27"),
        )
        pd.testing.assert_frame_equal(one, two)
        assert one.attrs == two.attrs
        assert makers[name].__doc__
