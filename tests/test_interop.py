"""Frames and explorations in other libraries' forms, and frames of others in ours."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld import errors
from mtgmeld.arrow import pandas_of

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
networkx = pytest.importorskip("networkx")

POOL = "Bottomless Pool // Locker Room"


def explored(card: str = "Roaring Furnace", **more: Any) -> mm.Exploration:
    room = mm.new_game().put(card, id="room", **more).state()
    return mm.explore(room, [mm.actions.LockOrUnlock(object="room")])


def test_every_state_of_a_room_is_a_node_and_every_step_an_edge() -> None:
    found = explored()
    graph = found.to_networkx()
    # 709.5c: each of two doors is locked or not, and one step changes one door
    assert graph.number_of_nodes() == 4
    assert sorted(dict(graph.out_degree()).values()) == [2, 2, 2, 2]
    assert networkx.is_strongly_connected(graph)
    assert networkx.shortest_path_length(graph, 0, 3) == 2
    assert [graph.nodes[n]["depth"] for n in graph] == list(found.depths)
    assert all(graph.nodes[n]["state"] is state for n, state in enumerate(found.states))
    assert all("709.5" in " ".join(d["rules"]) for *_, d in graph.edges(data=True))
    assert graph.graph == {"edition": mm.rules.NEWEST}


def test_mermaid_and_graphviz_have_a_line_for_each() -> None:
    found = explored()
    mermaid, dot = found.to_mermaid().splitlines(), found.to_dot().splitlines()
    assert mermaid[0] == "flowchart LR"
    assert len(mermaid) == 1 + len(found.states) + len(found.edges)
    assert sum("-->" in line for line in mermaid) == len(found.edges)
    assert sum(" -> " in line for line in dot) == len(found.edges)
    assert (dot[0], dot[-1]) == ("digraph explored {", "}")


def test_a_name_is_text_in_a_graph_whatever_is_in_it() -> None:
    """A made-up card named like the end of a label."""
    name = 'x"]; click s0 "javascript:alert(1)" \\'
    made_up = {"made_up": name, "types": ["Creature"], "toughness": 1, "id": "a"}
    start = mm.Scenario.from_dict({"title": "t", "start": [made_up]})
    found = mm.explore(start.begin(), [mm.actions.Tap(object="a")])
    for line in found.to_mermaid().splitlines()[1:]:
        assert line.count('"') == 2
    for line in found.to_dot().splitlines():
        plain = line.replace("\\\\", "").replace('\\"', "")
        assert plain.count('"') in (0, 2), line


def test_cells_of_several_values_are_lists_where_that_is_asked_for() -> None:
    rooms = mm.room_table(POOL, lists=True)
    joined = mm.room_table(POOL)
    both = rooms[rooms.state == "both unlocked"]
    assert both["names"].tolist() == [["Bottomless Pool", "Locker Room"]]
    assert both.explode("names")["names"].tolist() == ["Bottomless Pool", "Locker Room"]
    assert rooms.loc[0, "names"] == []  # both locked: no name at all (709.5)
    for column in ("names", "rules"):
        sign = "; " if column == "names" else ", "
        assert rooms[column].map(sign.join).tolist() == joined[column].tolist()
    same = [c for c in joined if not rooms[c].map(lambda v: isinstance(v, list)).any()]
    assert "mana_value" in same
    pd.testing.assert_frame_equal(rooms[same], joined[same])
    # shown as the joined one is
    assert mm.to_markdown(rooms, columns=["names"]) == mm.to_markdown(joined, columns=["names"])
    assert mm.to_html(rooms, columns=["names"]) == mm.to_html(joined, columns=["names"])


@pytest.mark.parametrize("kind", ["meld", "split", "rooms", "dfc", "identity", "names"])
def test_lists_say_in_every_table_what_the_text_says(kind: str) -> None:
    lists, joined = mm.table(kind, lists=True), mm.table(kind)
    assert list(lists.columns) == list(joined.columns)
    for column in joined:
        if isinstance(lists[column].iloc[0], list):
            sign = ", " if str(column).endswith("rules") else "; "
            said = lists[column].map(lambda v, s=sign: s.join(v) if isinstance(v, list) else v)
            expected = joined[column].astype("object")
            assert said.isna().tolist() == expected.isna().tolist()
            assert said.dropna().tolist() == expected.dropna().tolist()
        else:
            pd.testing.assert_series_equal(lists[column], joined[column])


def test_states_events_and_explorations_have_lists_too() -> None:
    host = mm.Scenario("dies").start("Chittering Host", id="host")
    run = host.step("destroy", object="host", order=["Graf Rats", "Midnight Scavengers"]).play()
    cards = run.states(lists=True)["cards"].tolist()
    assert cards[0] == ["Graf Rats", "Midnight Scavengers"]  # 712.8g: one permanent, two cards
    assert run.states(lists=True).explode("cards")["cards"].tolist()[:2] == cards[0]
    assert "712.21" in run.events(lists=True)["rules"].iloc[0]
    assert run.transitions[0] is not None
    assert run.transitions[0].to_frame(lists=True)["rules"].iloc[0][0] == "400.7"
    found = explored(unlocked="left,right")
    assert found.to_frame(lists=True)["battlefield"].map(len).tolist() == [1, 1, 1, 1]
    assert all(isinstance(r, list) for r in found.transitions(lists=True)["rules"])


def test_states_are_read_by_arrow_and_polars() -> None:
    found = explored()
    table = pyarrow.table(found)
    assert table.num_rows == 4
    assert str(table.schema.field("battlefield").type).startswith(("list<", "large_list<"))
    state = found.states[-1]
    frame = polars.from_arrow(pyarrow.table(state))
    assert frame["mana_value"].to_list() == state.objects()["mana_value"].tolist()
    assert frame["names"].to_list() == [["Roaring Furnace", "Steaming Sauna"]]
    done = mm.apply(state, mm.actions.Exile(object="room"))
    assert pyarrow.table(done).num_rows == len(done.events)


def test_a_frame_of_polars_is_taken_where_a_frame_is_asked_for() -> None:
    rooms = mm.room_table(POOL)
    theirs = polars.from_arrow(pyarrow.table(rooms))
    columns = ["state", "names", "mana_value"]
    assert mm.to_markdown(theirs, columns=columns) == mm.to_markdown(rooms, columns=columns)
    assert mm.to_latex(theirs, columns=columns) == mm.to_latex(rooms, columns=columns)
    assert repr(mm.show(theirs, columns)) == repr(mm.show(rooms, columns))
    assert "<td" in mm.to_html(theirs)
    back = pandas_of(theirs)
    assert [str(back[c].dtype) for c in columns] == ["string", "string", "Int64"]
    deck = mm.read_deck("Commander\n1 Gisela, the Broken Blade\n\nDeck\n2 Fire/Ice")
    same = polars.from_arrow(pyarrow.table(pd.DataFrame(deck)))
    assert mm.deck_text(same) == mm.deck_text(deck)
    assert mm.check_deck(same)["card"].tolist() == ["Fire // Ice"]


def test_a_figure_draws_a_frame_of_polars() -> None:
    rooms = mm.room_table(POOL).query("zone == 'battlefield'")
    theirs = polars.from_arrow(pyarrow.table(rooms))
    ours, same = (mm.figures.value_by_state(f, title="t") for f in (rooms, theirs))
    assert mm.figures.alt_text(same) == mm.figures.alt_text(ours)
    for draw in (mm.figures.room_states, mm.figures.characteristics_card):
        assert mm.figures.alt_text(draw(theirs))


@pytest.mark.parametrize("thing", [[1, 2], "rooms", None, {"a": [1]}, 3])
def test_what_is_no_frame_is_refused_by_its_name(thing: Any) -> None:
    with pytest.raises(errors.BadValue, match=type(thing).__name__):
        mm.to_markdown(thing)
    with pytest.raises(errors.BadValue, match=type(thing).__name__):
        mm.check_deck(thing)


def test_without_the_libraries_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['networkx'] = sys.modules['pyarrow'] = None\n"
        "import importlib.util, mtgmeld as mm\n"
        "found = importlib.util.find_spec\n"
        "mm.errors.find_spec = lambda n: None if n in ('networkx', 'pyarrow') else found(n)\n"
        "seen = mm.explore(mm.new_game().put('Graf Rats').state(), [], 0)\n"
        "for ask in (seen.to_networkx, seen.__arrow_c_stream__):\n"
        "    try: ask()\n"
        "    except mm.errors.MissingExtra as error: print(error.extra)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["graph", "parquet"], done.stderr
