"""Objects of one state and of many states as frames: the same rows, however they are made."""

from __future__ import annotations

import pandas as pd
import pytest

from mtgmeld.frames import columns_of
from mtgmeld.frames.games import objects_frame, states_frame
from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from tests.statements.game import apply, game

ROOM = "Bottomless Pool // Locker Room"
ACTIONS: tuple[A.Action, ...] = (
    A.Tap(object="rats"),
    A.Attach(object="lignify", to="bears"),
    A.Change(object="bears", add_power=1),
    A.LayEffect(effect={"id": "e", "set": {"colors": "U"}, "what": "t:creature"}),
    A.EndEffect(id="e"),
    A.Meld(object="rats", with_="scavengers", id="host"),
    A.Resolve(),
    A.UnlockByEffect(object="room", half="Locker Room"),
    A.Destroy(object="anthem"),
    A.Destroy(object="host", order=["Graf Rats", "Midnight Scavengers"]),
    A.Note(),
)


def run(*, edition: str | None = None) -> list[State]:
    state = (
        game(edition=edition)
        .put("Graf Rats", id="rats")
        .put("Midnight Scavengers", id="scavengers")
        .put("Grizzly Bears", id="bears", counters={"+1/+1": 2})
        .put("Silvercoat Lion", id="lion", face_down=True)
        .put("Lignify", id="lignify", attached_to="lion")
        .put("Glorious Anthem", id="anthem")
        .put("Insectile Aberration", id="bug", owner="opponent")
        .put(ROOM, id="room", unlocked="left")
        .put(ROOM, "hand", id="card")
        .put("Fire // Ice", "graveyard")
        .put("Delver of Secrets", "stack")
        .state()
    )
    states = [state]
    for action in ACTIONS:
        states.append(apply(states[-1], action).after)
    return states


def test_the_columns_are_the_documented_ones() -> None:
    states = run()
    one, many = objects_frame(states[0]), states_frame(states)
    for made, names in ((one, ()), (many, ("state",))):
        assert list(made.columns) == [*names, *(c.name for c in columns_of("objects"))]
        for column in columns_of("objects"):
            assert str(made.dtypes[column.name]) == column.dtype
    assert str(many.dtypes["state"]) == "Int64"
    assert many.attrs["edition"] == one.attrs["edition"] == "2026-09-25"


@pytest.mark.parametrize("edition", [None, "2016-07-22"])
def test_a_run_has_the_rows_of_each_of_its_states(edition: str | None) -> None:
    states = run(edition=edition)
    many = states_frame(states)
    assert many["state"].nunique() == len(states)
    for n, state in enumerate(states):
        rows = many[many["state"] == n].drop(columns="state").reset_index(drop=True)
        pd.testing.assert_frame_equal(rows, objects_frame(state), check_dtype=True)


def test_what_the_cells_say() -> None:
    states = run()
    rows = objects_frame(states[0]).set_index("handle")
    assert rows.loc["bears", ["power", "toughness", "counters"]].tolist() == ["5", "5", "2 +1/+1"]
    assert rows.loc["lion", "face"] == "down"
    assert rows.loc["bug", "face"] == "back"
    assert rows.loc["lignify", "attached_to"] == states[0].name_of(states[0].find_one("lion"))
    assert rows.loc["room", ["names", "unlocked", "mana_value"]].tolist() == [
        "Bottomless Pool",
        "Bottomless Pool",
        1,
    ]
    assert rows.loc["card", "names"] == "Bottomless Pool; Locker Room"
    assert pd.isna(rows.loc["card", "unlocked"])
    assert pd.isna(rows.loc["card", "tapped"])
    assert not rows.loc["rats", "tapped"]
    # an effect from outside is seen: the host has Menace and +1/+1 of its own, +1/+1 of the anthem
    many = states_frame(states)
    host = many[many["names"] == "Chittering Host"].set_index("state")
    gone = ACTIONS.index(A.Destroy(object="anthem")) + 1
    assert host.loc[gone - 1, "power"] != host.loc[gone, "power"]
    assert int(host.loc[gone - 1, "power"]) - int(host.loc[gone, "power"]) == 1


def test_no_states_and_no_objects() -> None:
    assert states_frame([]).empty
    assert next(iter(states_frame([]).columns)) == "state"
    assert objects_frame(game().state()).empty
    assert len(states_frame([game().state(), run()[0]])) == len(objects_frame(run()[0]))
