"""The frames of a run and of its states: documented columns, and what the rules make of them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import mtgmeld as mm
from mtgmeld.errors import UnknownName
from mtgmeld.frames import Column, columns_of
from mtgmeld.scenario import Run, Scenario

FOLDER = Path(__file__).resolve().parents[2] / "data" / "scenarios"


def run_of(name: str) -> Run:
    return Scenario.from_file(FOLDER / f"{name}.toml").play()


def documented(made: pd.DataFrame, columns: tuple[Column, ...]) -> None:
    assert list(made.columns) == [c.name for c in columns]
    assert [str(d) for d in made.dtypes] == [c.dtype for c in columns]


def test_columns_and_dtypes_are_those_documented() -> None:
    run = run_of("712.21-dies-one-permanent-two-cards")
    documented(run.events(), columns_of("events"))
    documented(run.states(), columns_of("states"))
    documented(run.diff(0, 1), columns_of("differences"))
    documented(run.final.objects(), columns_of("objects"))
    documented(run.final.zones(), columns_of("zones"))
    documented(run.final.known_to("opponent"), columns_of("zones"))
    documented(mm.legal_table(run.final), columns_of("legal"))
    shown = run.expectations()
    assert list(shown.columns) == ["where", "what", "expected", "actual", "holds", "why"]
    assert str(shown["holds"].dtype) == "boolean"
    for made in (run.events(), run.states(), run.final.zones(), mm.legal_table(run.final)):
        assert made.attrs["edition"] == "2026-09-25"


def test_a_start_without_objects_has_the_same_columns() -> None:
    empty = Scenario("Nothing at all").play()
    documented(empty.events(), columns_of("events"))
    documented(empty.states(), columns_of("states"))
    documented(empty.final.zones(), columns_of("zones"))
    documented(empty.diff(0, 0), columns_of("differences"))
    assert len(empty.events()) == len(empty.states()) == len(empty.final.zones()) == 0


def test_the_events_of_a_death() -> None:
    events = run_of("712.21-dies-one-permanent-two-cards").events()
    died = events[events["event"] == "move"].iloc[0]
    assert died["name"] == "Chittering Host"
    assert (died["from_zone"], died["to_zone"]) == ("battlefield", "graveyard")
    assert (died["objects_moved"], died["cards_moved"]) == (1, 2)  # 712.21e
    assert len(died["became"].split("; ")) == 2
    assert "712.21" in died["rules"]
    assert (events["rules"] != "").all(), "every row has rules"
    assert events["seq"].tolist() == list(range(1, len(events) + 1))
    # watches count: one creature, two cards
    triggers = events[events["event"] == "trigger"]["name"].tolist()
    assert sorted(triggers) == ["card into graveyard"] * 2 + ["creature died"]


def test_the_states_before_and_after() -> None:
    run = run_of("712.21-dies-one-permanent-two-cards")
    states = run.states()
    before, after = (states[states["state"] == n] for n in (0, 1))
    assert before["names"].tolist() == ["Chittering Host"]
    assert before["cards"].tolist() == ["Graf Rats; Midnight Scavengers"]
    assert before["mana_value"].tolist() == [7]
    assert before["mana_cost"].isna().all()
    assert after["names"].tolist() == ["Graf Rats", "Midnight Scavengers"]
    assert after["mana_value"].tolist() == [2, 5]
    assert after["tapped"].isna().all(), "off the battlefield there is no such status"
    assert after["handle"].tolist() == ["host", "host"], "the handle stands for both"
    assert (states["rules"] != "").all()


def test_what_differs_between_two_states() -> None:
    run = run_of("709.5e-unlocking-is-a-special-action")
    last = len(run.state_list) - 1
    diff = run.diff(last - 1, last)
    changed = diff[diff["object"] == run.final.find_one("room")].set_index("column")
    assert changed.loc["unlocked", "before"] == "Bottomless Pool"
    assert changed.loc["unlocked", "after"] == "Bottomless Pool; Locker Room"
    assert changed.loc["mana_value", ["before", "after"]].tolist() == ["1", "6"]
    assert "709.5e" in changed.loc["unlocked", "rules"]
    assert "controller" not in changed.index
    back = run.diff(last, last - 1).set_index("column")
    assert back.loc["mana_value", ["before", "after"]].tolist() == ["6", "1"]
    assert len(run.diff(last, last)) == 0


def test_what_is_new_and_what_is_gone() -> None:
    run = run_of("712.21-dies-one-permanent-two-cards")
    diff = run.diff(0, 1)
    names = diff[diff["column"] == "names"].set_index("name")
    assert pd.isna(names.loc["Chittering Host", "after"])
    assert pd.isna(names.loc["Graf Rats", "before"])
    with pytest.raises(UnknownName, match="0 to 1"):
        run.diff(0, 2)


# --- what a player may know -------------------------------------------------------------------


def secrets() -> Run:
    return (
        Scenario("Hidden zones", players=["ann", "bob"], rules=["400.2", "401.2", "402.3"])
        .start("Graf Rats", zone="library", owner="ann")
        .start("Forest", zone="library", owner="ann")
        .start("Hanweir Garrison", zone="hand", owner="ann", id="garrison")
        .start("Grizzly Bears", zone="hand", owner="bob", id="bears")
        .start("Midnight Scavengers", zone="graveyard", owner="ann")
        .start("Silvercoat Lion", owner="bob", face_down=True, id="secret")
        .start("Chittering Host", owner="bob", id="host")
        .play()
    )


def test_hidden_zones_are_masked() -> None:
    state = secrets().final

    def names(seen: pd.DataFrame, zone: str, player: str) -> list[str]:
        return seen[(seen["zone"] == zone) & (seen["player"] == player)]["name"].tolist()

    ann, bob = state.known_to("ann"), state.known_to("bob")
    for seen in (ann, bob):
        assert names(seen, "library", "ann") == ["hidden", "hidden"], "nobody looks at a library"
        library = seen[seen["zone"] == "library"]
        assert library["object"].isna().all()
        assert all("401.2" in r for r in library["rules"])
        assert names(seen, "graveyard", "ann") == ["Midnight Scavengers"]
    assert names(ann, "hand", "ann") == ["Hanweir Garrison"]
    assert names(ann, "hand", "bob") == ["hidden"]
    assert names(bob, "hand", "ann") == ["hidden"]
    assert names(bob, "hand", "bob") == ["Grizzly Bears"]
    assert ann[ann["name"] == "hidden"]["object"].notna().sum() == 1, "the one that is face down"
    everything = state.zones()
    assert "hidden" not in everything["name"].tolist()


def test_a_face_down_permanent_is_known_to_its_controller_alone() -> None:
    state = secrets().final
    secret = state.find_one("secret")
    for player, name in (("ann", "hidden"), ("bob", "Silvercoat Lion")):
        seen = state.known_to(player).set_index("object")
        assert seen.loc[secret, "name"] == name  # 708.5
        assert "708.5" in seen.loc[secret, "rules"]


def test_the_order_of_two_cards_put_into_a_library_is_not_revealed() -> None:
    run = run_of("712.21a-bottom-of-the-library")
    for player in ("you", "opponent"):
        seen = run.final.known_to(player)
        library = seen[seen["zone"] == "library"]
        assert set(library["name"]) == {"hidden"}
        assert all("712.21a" in r for r in library["rules"])
    assert run.final.zones()["name"].tolist()[:2] == [
        "Vanille, Cheerful l'Cie",
        "Fang, Fearless l'Cie",
    ]


def test_both_sides_of_a_card_that_may_be_looked_at() -> None:
    state = secrets().final
    seen = state.known_to("bob").set_index("name")
    assert seen.loc["Midnight Scavengers", "other_side"] == "Chittering Host"  # 712.6
    assert pd.isna(seen.loc["Grizzly Bears", "other_side"])
    assert seen.loc[["hidden"], "other_side"].isna().all(), "what is hidden tells nothing"
    transformed = (
        mm.new_game().put("Insectile Aberration").put("Valki, God of Lies", "hand").state()
    )
    sides = transformed.zones().set_index("name")["other_side"]
    assert sides["Insectile Aberration"] == "Delver of Secrets"
    assert sides["Valki, God of Lies"] == "Tibalt, Cosmic Impostor"


@pytest.mark.parametrize(
    ("name", "power", "value"),
    [("Chittering Host", "5", 7), ("Brisela, Voice of Nightmares", "9", 11)],
)
def test_the_combined_back_face_is_known_to_all_whatever_is_hidden(
    name: str, power: str, value: int
) -> None:
    """Each player has the right to know its characteristics at all times (201.4e)."""
    hidden = Scenario("In a library").start("Gisela, the Broken Blade", zone="library")
    hidden = hidden.start("Graf Rats", zone="library", owner="opponent")
    seen = hidden.play().final.known_to("you")
    assert set(seen["name"]) == {"hidden"}
    assert seen["other_side"].isna().all()
    known = mm.characteristics(name)
    assert known.power.value == power
    assert known.mana_value.value == value
    assert name in mm.meld_table()["result"].tolist()


def test_legal_actions_as_a_table() -> None:
    state = Scenario("What may be done").start("Fire // Ice", zone="hand", id="card")
    state = state.start("Bottomless Pool // Locker Room", id="room", unlocked="left").play().final
    table = mm.legal_table(state)
    cast = table[table["action"] == "cast"]
    assert cast["object"].tolist() == ["card", "card"]
    assert cast["cost"].tolist() == ["{1}{R}", "{1}{U}"]
    assert all("709.3" in r for r in cast["rules"])
    unlock = table[table["action"] == "unlock"].iloc[0]
    assert unlock["cost"] == "{4}{U}"
    assert "116.2m" in unlock["rules"]
    assert table[table["action"] == "pass"]["object"].isna().all()
    blue = mm.legal_table(state, mana="{U}{U}")
    assert blue[blue["action"] == "cast"]["says"].tolist() == ["cast Ice from hand"]
    assert mm.legal_table(state, "opponent")["action"].tolist() == ["pass"]
    with pytest.raises(UnknownName):
        mm.legal_table(state, "nobody")
