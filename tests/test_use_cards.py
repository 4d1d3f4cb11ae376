"""One catalog is in use, and everything obeys it: an invented file, and every card of the game."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld import catalog as C
from mtgmeld.catalog import Catalog, bundled, load_catalog, use_cards
from mtgmeld.cli import main
from mtgmeld.errors import BadCardFile, MtgmeldError, UnknownCard
from mtgmeld.explorers import EXPLORERS
from mtgmeld.explorers.identity import identity_view
from mtgmeld.facts import Packed
from mtgmeld.figures import FIGURES
from mtgmeld.figures.cards import color_against_identity
from mtgmeld.files import data_folder
from mtgmeld.scenario import vectors
from tests.conftest import PROJECT
from tests.sources.made import DASH, objects, related, scryfall
from tests.sources.test_shared import HALVES

MELDS = "exile them, then meld them into Both Wings."
PAIR = related("Left Wing", "Right Wing", result="Both Wings")


def invented() -> list[dict[str, Any]]:
    """A meld pair, a Room, a split card, a battle and others, each with a date and numbers."""
    made = []
    for card in json.loads(json.dumps(objects())):
        if card["layout"] in ("hologram", "front_card", "token", "emblem", "double_faced_token"):
            continue
        for part in (card, *card.get("card_faces", ())):
            if "Creature" in part.get("type_line", ""):
                part |= {"power": "2", "toughness": "2"}
        if card["name"] in ("Left Wing", "Right Wing", "Both Wings"):
            card |= {"type_line": f"Creature{DASH}Bird", "power": "3", "toughness": "3"}
        if card["name"] == "Left Wing":
            card["oracle_text"] = MELDS
        made.append(card | {"released_at": "2024-02-09"})
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "invented.json"
    path.write_text(json.dumps(invented()))
    return path


@pytest.fixture(autouse=True)
def as_before(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    monkeypatch.setenv("MTGMELD_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield
    C._put(None)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def go(*args: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(a) for a in args])
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return go


# --- putting a catalog in use -------------------------------------------------------------


def test_a_file_is_in_use_until_another_is(file: Path) -> None:
    with pytest.raises(UnknownCard):
        mm.explain("Hall // Kitchen", "mana_value")
    using = use_cards(file)
    assert using.catalog is load_catalog()
    assert mm.explain("Hall // Kitchen", "mana_value").value == 5
    assert mm.explain("Sol Ring", "mana_value").value == 1  # the others are still known
    assert mm.room_table()["card"].unique().tolist() == ["Hall // Kitchen"]
    use_cards()
    assert load_catalog() is bundled()
    with pytest.raises(UnknownCard):
        load_catalog().resolve("Hall // Kitchen")


def test_a_block_ends_its_use(file: Path) -> None:
    with use_cards(file) as catalog:
        assert load_catalog() is catalog
        with use_cards(bundled()):
            assert "Hall // Kitchen" not in load_catalog()
        assert "Hall // Kitchen" in load_catalog()
    assert load_catalog() is bundled()


def test_only_these_cards(file: Path) -> None:
    with use_cards(file, only=True), pytest.raises(UnknownCard, match=r"invented\.json"):
        mm.explain("Sol Ring", "mana_value")


def test_several_files_and_folders(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "more" / "other.json"
    other.parent.mkdir()
    other.write_text(
        json.dumps([scryfall("Plain", mana_cost="{9}"), scryfall("Second", mana_cost="{2}")])
    )
    with use_cards(file, other.parent) as catalog:
        assert catalog["Plain"].front.mana_cost == mm.ManaCost.parse("{2}{W}")  # the first counts
        assert mm.explain("Second", "mana_value").value == 2
        assert catalog.meld_pair("Left Wing").result.name == "Both Wings"
        assert catalog.meld_pair("Gisela, the Broken Blade").rule == "712.5c"
    with use_cards(other.parent, file) as catalog:
        assert mm.explain("Plain", "mana_value").value == 9


def test_what_is_no_card_file_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadCardFile):
        use_cards(tmp_path / "nowhere.json")
    with pytest.raises(BadCardFile, match="no card file is in the folder"):
        use_cards(tmp_path)
    assert load_catalog() is bundled()


def test_what_was_fetched(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTGMELD_CACHE", str(tmp_path / "cache"))
    with pytest.raises(BadCardFile, match="mtgmeld data fetch"):
        use_cards("fetched")
    (tmp_path / "cache").mkdir()
    file.rename(tmp_path / "cache" / "oracle_cards.jsonl.gz")
    with use_cards("fetched"):
        assert mm.explain("Hall // Kitchen", "mana_value").value == 5


def test_a_long_file_is_packed_for_the_next_time(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MTGMELD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(C, "_LONG", 5)
    cards = invented()
    cards[0] |= {"flavor_name": "Fancy"}
    file.write_text(json.dumps(cards))
    C._of_files.cache_clear()
    with use_cards(file, only=True) as read:
        pass
    C._of_files.cache_clear()
    monkeypatch.setattr(C, "ask", lambda *args: pytest.fail("the file was read again"))
    with use_cards(file, only=True) as packed:
        assert {c.name: c for c in packed} == {c.name: c for c in read}
        assert packed.meld_pairs == read.meld_pairs
        assert packed.resolve("fancy") == read.resolve("fancy")
        assert packed.resolve("Left Wing // Both Wings") == read.resolve("Left Wing // Both Wings")
        for kind in ("room", "split", "meld", "transform", "normal"):
            assert packed.kind(kind) == read.kind(kind)
        assert len(packed.subject) == len(read.subject) == len(packed) == len(read)
        assert mm.room_table()["card"].unique().tolist() == ["Hall // Kitchen"]
    monkeypatch.undo()
    monkeypatch.setenv("MTGMELD_CACHE", str(tmp_path / "cache"))
    file.write_text(json.dumps(cards[1:]))  # another file in its place is read
    with use_cards(file, only=True) as changed:
        assert len(changed) == len(read) - 1
    (kept,) = (tmp_path / "cache").glob("*.z")
    kept.write_bytes(b"damaged")
    C._of_files.cache_clear()
    with use_cards(file, only=True) as again:
        assert len(again) == len(changed)


def test_the_environment_names_a_file(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mtgmeld", "explain", "Hall // Kitchen", "mana_value"],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "MTGMELD_CARDS": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "mana value: 5" in done.stdout, done.stderr


# --- every door obeys it ------------------------------------------------------------------

SITUATION = """
title = "two invented cards meld"
rules = ["701.42a", "712.4"]

[[start]]
card = "Left Wing"
id = "left"
[[start]]
card = "Right Wing"
id = "right"
[[start]]
card = "Hall // Kitchen"
id = "room"
unlocked = ["left"]

[[expect]]
object = "room"
mana_value = 1

[[step]]
do = "meld"
object = "left"
with = "right"

[[step.expect]]
object = "left"
names = ["Both Wings"]
mana_value = 8
"""


def test_a_pair_that_is_newer_than_the_newest_known_rules_is_in_the_table(tmp_path: Path) -> None:
    path = tmp_path / "soon.json"
    path.write_text(json.dumps([card | {"released_at": "2099-02-09"} for card in invented()]))
    with use_cards(path):
        assert "Both Wings" in set(mm.meld_table()["card"])
        assert "Both Wings" not in set(mm.meld_table(edition="2026-04-17")["card"])
        assert len(mm.meld_table("Both Wings", edition="2026-04-17")) == 4


def test_every_table(file: Path) -> None:
    with use_cards(file):
        assert set(mm.meld_table()["card"]) >= {"Left Wing", "Both Wings"}
        assert set(mm.split_table()["card"]) == {"Split // Halves", "A // B // C"}
        assert set(mm.room_table()["card"]) == {"Hall // Kitchen"}
        assert set(mm.dfc_table()["card"]) == {"Front // Back", "Modal // Land", "Siege // Won"}
        assert "Grove" in set(mm.color_identity_table()["card"])
        assert "Kitchen" in set(mm.name_table()["name"])


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure(file: Path, name: str) -> None:
    from matplotlib import pyplot

    with use_cards(file):
        axes = FIGURES[name]()
    assert axes.figure is not None
    pyplot.close("all")


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_panel(file: Path, name: str) -> None:
    with use_cards(file):
        assert "Traceback" not in EXPLORERS[name]().shown


def test_a_situation_and_its_vector(file: Path, tmp_path: Path, run: Any) -> None:
    path = tmp_path / "wings.toml"
    path.write_text(SITUATION)
    with use_cards(file):
        assert mm.Scenario.from_file(path).play().holds
    code, out, err = run("run", path, "--cards", file)
    assert (code, err) == (0, ""), out
    assert run("run", path)[0] != 0


def test_vectors_of_invented_cards_are_replayed(file: Path, tmp_path: Path, run: Any) -> None:
    """A line names the cards and brings their facts; they are looked up among those in use."""
    with use_cards(file):
        vector = vectors.Vector("wings", "example", mm.Scenario.from_text(SITUATION))
        made = vectors.to_line(vector)
    assert set(json.loads(made)["facts"]) == {
        "Both Wings",
        "Hall // Kitchen",
        "Left Wing",
        "Right Wing",
    }
    path = tmp_path / "vectors.jsonl"
    path.write_text(made)
    code, out, err = run("run", "--vectors", path, "--cards", file)
    assert (code, err) == (0, ""), out
    assert "1 vectors hold, 0 fail, 0 are wrong" in out


def test_every_command(file: Path, tmp_path: Path, run: Any) -> None:
    assert "mana value: 5" in run("explain", "Hall // Kitchen", "mana_value", "--cards", file)[1]
    assert "Hall // Kitchen" in run("table", "rooms", "--cards", file)[1]
    assert run("table", "rooms", "Hall // Kitchen")[0] == 2
    name = next(iter(FIGURES))
    assert run("figures", name, "--out", tmp_path, "--cards", file)[0] == 0
    code, _, err = run("explain", "Hall", "mana_value", "--cards", tmp_path / "no.json")
    assert code == 2
    assert "no.json: there is no such file" in err


def test_a_deck_and_the_accessors(file: Path) -> None:
    with use_cards(file):
        assert list(mm.read_deck("2 Hall/Kitchen\n1 Sol Ring\n")["card"]) == [
            "Hall // Kitchen",
            "Sol Ring",
        ]


# --- every card of the game ---------------------------------------------------------------


def drawn() -> list[str]:
    """Ten names of each layout, by a seed."""
    by_layout: dict[str, list[str]] = {}
    for card in bundled():
        by_layout.setdefault(card.layout, []).append(card.name)
    return [
        name
        for layout, names in sorted(by_layout.items())
        for name in Random(layout).sample(sorted(names), min(10, len(names)))
    ]


def test_ten_names_of_each_layout_answer() -> None:
    whole = bundled()
    asked = 0
    for name in [n for n in drawn() if whole[n].is_card]:
        card = whole[name]
        value = mm.explain(name, "mana_value", zone="hand").value
        if not card.is_partial:
            assert value == mm.ask(card, zone="hand").value("mana_value").value
        assert mm.color_identity_table(name)["card"].tolist() == [card.name]
        text = (
            'title = "in a hand"\nrules = ["202.3"]\n[[start]]\n'
            f'card = {json.dumps(name, ensure_ascii=False)}\nid = "it"\nzone = "hand"\n'
        )
        assert mm.Scenario.from_text(text).play().holds
        asked += 1
    assert asked > 60


def test_the_same_names_in_a_figure_and_in_a_panel() -> None:
    from matplotlib import pyplot
    from matplotlib.text import Text

    whole = bundled()
    by_layout: dict[str, list[str]] = {}
    for name in drawn():
        if whole[name].is_card:
            by_layout.setdefault(whole[name].layout, []).append(whole[name].name)
    for layout, names in by_layout.items():
        ax = color_against_identity(mm.color_identity_table(names), title=layout)
        drawn_texts = "\n".join(t.get_text() for t in ax.figure.findobj(Text))
        assert [n for n in names if n.split(" // ")[0][:12] not in drawn_texts] == []
        pyplot.close("all")
        board = identity_view("\n".join(names))
        assert board.frames["identity"]["card"].tolist() == names
        assert board.message == ""


@pytest.mark.shared
def test_ten_names_of_each_layout_of_the_published_file_answer(shared: Path) -> None:
    """As it names its cards and layouts, in each door."""
    from matplotlib import pyplot

    published = json.loads(
        gzip.decompress((shared / "bulk" / "atomic_28101_names.json.gz").read_bytes())
    )
    by_layout: dict[str, set[str]] = {}
    for name, cards in published["data"].items():
        for card in cards:
            by_layout.setdefault(card["layout"], set()).add(name)
    assert len(by_layout) == 21
    for layout, named in sorted(by_layout.items()):
        names = Random(layout).sample(sorted(named), min(10, len(named)))
        for name in names:
            card = load_catalog()[name]
            zone = "hand" if card.is_card else "battlefield"
            value = published["data"][name][0]["manaValue"]
            if name in HALVES:  # the file counts them apart
                value = sum(part["faceManaValue"] for part in published["data"][name])
            assert mm.explain(name, "mana_value", zone=zone).value == value, name
            start = mm.Scenario("there it is").start(name, zone=zone, id="it")
            assert start.expect(object="it", mana_value=value).play().holds, name
        board = identity_view("\n".join(names))
        assert len(board.frames["identity"]) == len(names), layout
        melded = [n for n in names if not load_catalog()[n].is_card]
        said = [n for n in names if f"{n} is the combined back face of" in board.message]
        assert said == melded
        assert bool(board.message) == bool(melded), layout
        table = mm.color_identity_table(names)
        assert len(table) == len({load_catalog()[n].name for n in names})
        color_against_identity(table, title=layout)
        pyplot.close("all")


def test_all_double_faced_cards_are_in_their_table() -> None:
    cards = set(mm.dfc_table()["card"])
    whole = bundled()
    assert cards == {c.name for c in whole if c.layout in ("transform", "modal_dfc")}
    assert len(cards) > 320


def test_how_many_cards_are_known_and_from_when() -> None:
    about = bundled().about()
    assert about.cards == len(bundled()) == len(list(bundled()))
    for text in ((PROJECT / "README.md"), (PROJECT / "data" / "README.md")):
        said = text.read_text(encoding="utf-8")
        assert f"{about.cards:,}" in said, text
        assert about.date in said, text


def test_when_cards_were_first_there_as_far_as_it_is_known() -> None:
    whole = bundled()
    for name, date, code in (
        ("Sol Ring", "1993-08-05", "LEA"),
        ("Tarmogoyf", "2007-05-04", "FUT"),
        ("Bottomless Pool", "2024-09-27", "DSK"),
        ("Seedling Charm", "1996-10-08", "MIR"),
        ("Emergency Phytomedic", "2026-10-02", "FRA"),
        ("Solphim, Mayhem Dominus", "", ""),
    ):
        assert (whole[name].released, whole[name].first_set) == (date, code)
    dated = sum(bool(c.released) for c in Packed(data_folder() / C.ALL_CARDS))
    said = (PROJECT / "data" / "README.md").read_text(encoding="utf-8")
    assert f"{dated - 38:,} cards to 2019-10-04" in said  # the others are those of a list
    assert f"first dates of {dated:,} of them" in whole.about().source


def test_an_empty_catalog_is_not_replaced() -> None:
    with pytest.raises(UnknownCard):
        mm.ask("Sol Ring", catalog=Catalog(()))
    with pytest.raises(MtgmeldError):
        mm.new_game(catalog=Catalog(())).put("Sol Ring")
