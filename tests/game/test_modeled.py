"""What is modeled of a card's text, and that what is not is said."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadDataFile
from mtgmeld.files import data_folder
from mtgmeld.game import card_abilities
from mtgmeld.game.card_abilities import Modeled, abilities_of_face, faces_that_act, modeled


def test_every_acting_face_is_one_of_the_facts_and_every_entry_reads() -> None:
    faces = {f.name for card in mm.load_catalog() for f in card.faces}
    assert set(faces_that_act()) <= faces
    for name in faces_that_act():
        assert abilities_of_face(name), name


def test_entries_have_as_many_paragraphs_as_the_texts() -> None:
    """How many there are, and how many of them are keyword abilities, is among the facts."""
    faces = {f.name: f for card in mm.load_catalog() for f in card.faces}
    for path in (data_folder() / "abilities").glob("*.toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("card", ()):
            face = faces[row["name"]]
            if face.paragraphs is not None:
                assert row["paragraphs"] == face.paragraphs, row["name"]
                assert len(row.get("keywords", ())) <= face.paragraphs - face.spelled_out


def test_a_face_stands_in_one_file_once() -> None:
    names = [
        row["name"]
        for path in (data_folder() / "abilities").glob("*.toml")
        for row in tomllib.loads(path.read_text(encoding="utf-8")).get("card", ())
    ]
    assert sorted(set(names)) == sorted(names)


def _of(name: str) -> Modeled:
    return modeled(next(f for f in mm.load_catalog()[name].faces if f.name == name))


def test_no_text_and_keywords_alone_are_wholly_modeled() -> None:
    for name in ("Grizzly Bears", "Forest", "Ornithopter", "Serra Angel"):
        assert _of(name).word == "wholly", name
    assert _of("Cosima, God of the Voyage") == Modeled(1, 1, (1,))  # a trigger that has no entry
    assert _of("Cosima, God of the Voyage").word == "not"


def test_a_keyword_that_the_engine_does_not_have_makes_its_bearer_partly_modeled() -> None:
    assert _of("Monastery Swiftspear").word == "wholly"  # haste and prowess
    assert _of("Devoted Retainer").word == "not"  # bushido alone
    assert _of("Samurai of the Pale Curtain").word != "wholly"


def test_a_part_is_said_with_the_paragraphs_that_are_missing() -> None:
    found = _of("Void Winnower")  # what it says of blocking is not modeled
    assert (found.word, found.missing, found.paragraphs) == ("partly", (2,), 2)
    assert found.says == "paragraph 2 of 2 not modeled"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("paragraphs = 1\nabilty = []", "ability"),
        ('paragraphs = 1\n[[card.ability]]\nparagraph = 2\ndo = { do = "draw" }', "paragraph"),
        ('paragraphs = 1\n[[card.ability]]\nparagraph = 1\ndo = { do = "drw" }', "draw"),
        (
            'paragraphs = 1\n[[card.ability]]\nparagraph = 1\nset = { keywords = ["Flyng"] }',
            "Flying",
        ),
        (
            'paragraphs = 1\n[[card.ability]]\nparagraph = 1\ndo = { do = "draw", count = "cont" }',
            "amount",
        ),
        ('paragraphs = 1\n[[card.ability]]\nparagraph = 1\ntriger = "dies"', "trigger"),
    ],
)
def test_a_slip_is_refused_with_file_line_and_near_names(
    entry: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.toml").write_text(f'[[card]]\nname = "Ours"\n{entry}\n', encoding="utf-8")
    monkeypatch.setattr(card_abilities, "ability_folders", lambda: ((tmp_path,), ()))
    with pytest.raises(BadDataFile, match=why) as caught:
        abilities_of_face("Ours")
    assert "own.toml, line" in str(caught.value)
    assert "Ours" in str(caught.value)


def test_a_row_and_a_run_say_what_is_not_modeled() -> None:
    run = (
        mm.Scenario("two creatures")
        .start("Grizzly Bears")
        .start("Serra Angel" if "Serra Angel" in mm.load_catalog() else "Bloodbraid Elf")
        .start("Void Winnower")
        .play()
    )
    rows = run.final.objects().set_index("names")["modeled"]
    assert rows["Grizzly Bears"]
    assert not rows["Void Winnower"]
    assert "Void Winnower" in run.not_modeled()
    assert "Grizzly Bears" not in run.not_modeled()
    assert "Text not modeled: Void Winnower (paragraph 2 of 2)." in run.to_text()


def test_locker_room_sees_combat_damage_to_a_player() -> None:
    """The right door draws a card for combat damage of one's creatures, and only while open."""
    for unlocked, drawn in (("right", 1), ("left", 0)):
        run = (
            mm.Scenario("combat damage")
            .start("Bottomless Pool // Locker Room", unlocked=unlocked)
            .start("Grizzly Bears", id="bears")
            .start("Forest", zone="library")
            .step("damage", to="opponent", amount=2, source="bears", combat=True)
            .step("resolve", all=True)
            .expect(zone="hand", player="you", count=drawn)
            .expect(life={"opponent": 18})
            .play()
        )
        assert run.holds, run.failures


def test_a_folder_of_ones_own_has_cards_and_what_their_texts_do(tmp_path: Path) -> None:
    """A made-up Room with an unlock trigger (709.5h), a split card, and a keyword."""
    bundled = (data_folder() / "cards.csv").read_text(encoding="utf-8").splitlines()
    columns = bundled[0].split(",")

    def row(card: str, part: int, face: str, **more: str) -> str:
        fields = {"card": card, "layout": "split", "part": str(part), "face": face, **more}
        fields |= {"mana_cost": "{1}", "playtest": "no", "source": "known"}
        return ",".join(fields.get(c, "") for c in columns)

    room = {"types": "Enchantment", "subtypes": "Room", "paragraphs": "1", "spelled_out": "1"}
    text = {"types": "Instant", "paragraphs": "1", "spelled_out": "1"}
    rows = [
        row("Our Hall // Our Attic", 0, "Our Hall", **room),
        row("Our Hall // Our Attic", 1, "Our Attic", **room),
        row("Our This // Our That", 0, "Our This", **text),
        row("Our This // Our That", 1, "Our That", **text),
    ]
    (tmp_path / "cards.csv").write_text("\n".join([bundled[0], *rows]) + "\n", encoding="utf-8")
    (tmp_path / "meld_pairs.csv").write_text(
        (data_folder() / "meld_pairs.csv").read_text(encoding="utf-8").splitlines()[0] + "\n",
        encoding="utf-8",
    )
    (tmp_path / "abilities").mkdir()
    (tmp_path / "abilities" / "ours.toml").write_text(
        """
[[card]]
name = "Our Hall"
paragraphs = 1
[[card.ability]]
paragraph = 1
trigger = "unlock"
door = "Our Hall"
do = { do = "gain life", amount = "twice count t:room controller:you" }

[[card]]
name = "Our This"
paragraphs = 1
[[card.ability]]
paragraph = 1
target = "any target"
do = { do = "damage", to = "target", amount = 3 }
""",
        encoding="utf-8",
    )
    with mm.use_cards(tmp_path):
        run = (
            mm.Scenario("ours")
            .start("Our Hall // Our Attic", id="room")
            .start("Our This // Our That", zone="hand", id="card")
            .step("unlock", object="room", half="Our Hall")
            .step("resolve")
            .expect(life={"you": 22})
            .step("cast", object="card", half="Our This", target="opponent")
            .step("resolve")
            .expect(life={"opponent": 17})
            .play()
        )
        assert run.holds, run.failures
        assert run.not_modeled() == ("Our Attic", "Our That")


LACKING = "Void Winnower (paragraph 2 of 2)"


def test_whatever_shows_a_result_says_which_text_is_not_modeled() -> None:
    """Frames, pages, explanations and figures of a game with such an object, and no others."""
    from mtgmeld.display import to_html
    from mtgmeld.figures import event_timeline
    from mtgmeld.frames import note_of

    def shown(name: str) -> list[str]:
        run = (
            mm.Scenario("a creature")
            .start(name, id="it")
            .start("Delver of Secrets", zone="hand")  # takes no part
            .step("tap", object="it")
            .play()
        )
        state = run.final
        frames = [
            state.objects(),
            state.zones(),
            run.states(),
            run.events(),
            run.diff(0, 1),
            mm.legal_table(state),
            mm.castable_table(state),
        ]
        axes = event_timeline(run.events())
        drawn = " ".join(t.get_text() for t in axes.findobj(_is_text))
        return [
            *map(note_of, frames),
            *map(to_html, frames),
            state.explain("it", "power").to_text(),
            state.explain("it", "power").to_html(),
            mm.explain(name, "power").to_text(),
            run.to_text(),
            run._repr_html_(),
            state._repr_html_(),
            json.dumps(run.to_dict()),
            " ".join(drawn.split()),
        ]

    marked = "Void Winnower"
    assert all(marked in said and "2 of 2" in said for said in shown("Void Winnower"))
    assert not any("not modeled" in said for said in shown("Grizzly Bears"))


def test_every_frame_with_objects_says_how_much_is_modeled_of_each() -> None:
    """An object each; nothing is said of what is hidden, of an ability, and of no object."""
    run = (
        mm.Scenario("what is modeled of each")
        .start("Void Winnower", id="it")
        .start("Order // Chaos", zone="hand")
        .start("Fire // Ice", zone="hand")
        .start("Bottomless Pool", unlocked="left")
        .start("Graf Rats", zone="hand", controller="opponent")
        .step("exile", object="it")
        .step("create token", subtypes=["Bear"], power="2", toughness="2")
        .step("sacrifice", object="Bear Token")
        .play()
    )
    state = run.final

    def said(frame: Any, key: str) -> dict[str, str | None]:
        found = frame["text_modeled"].astype(object).where(frame["text_modeled"].notna(), None)
        return dict(zip(frame[key].fillna("-"), found, strict=True))

    hand = {"Void Winnower": "partly", "Fire // Ice": "wholly", "Order // Chaos": "partly"}
    zones = {**hand, "Bottomless Pool": "wholly", "Graf Rats": "wholly"}
    assert said(state.zones(), "name") == zones
    mine = said(state.known_to("you"), "name")
    assert mine == {**{k: v for k, v in zones.items() if k != "Graf Rats"}, "hidden": None}
    events = said(run.events(), "name")
    assert events["Void Winnower"] == "partly"
    assert events["Bear Token"] in ("wholly", None)
    castable = said(mm.castable_table(state, "you"), "part")
    whole = dict.fromkeys(("Fire", "Ice", "Order", "Locker Room"), "wholly")
    assert castable == {**whole, "Chaos": "not"}
    legal = said(mm.legal_table(state, "you"), "says")
    assert legal["cast Chaos from hand"] == "not"
    assert legal["cast Ice from hand"] == "wholly"
    assert legal["pass priority"] is None


def test_a_shown_table_leaves_out_that_all_is_modeled() -> None:
    from mtgmeld.display import to_html

    frames = [
        (mm.legal_table(s), mm.castable_table(s), s.zones(), s.objects())
        for s in (mm.new_game().put(n, zone="hand").state() for n in ("Fire // Ice", "Pull"))
    ]
    for whole, lacking in zip(*frames, strict=True):
        for made in (to_html, mm.to_markdown):
            assert "text modeled" not in made(whole)
            assert "text modeled" in made(lacking)
    # asked for, it stands there all the same
    assert "text modeled" in mm.to_markdown(frames[0][0], columns=["says", "text_modeled"])


def test_a_board_in_markdown_has_the_mark_in_the_row_and_the_sentence_once() -> None:
    board = mm.explorers.split_cast_view("Push // Pull", half="right")
    said = board.to_markdown()
    assert said.count("Pull (paragraph 1 of 1)") == 1
    head = next(line for line in said.splitlines() if line.startswith("| part"))
    assert "text modeled" in head
    row = next(line for line in said.splitlines() if line.startswith("| Pull"))
    assert "| not " in row
    assert "modeled" not in mm.explorers.room_game_view("Bottomless Pool").to_markdown()


def _is_text(artist: object) -> bool:
    return hasattr(artist, "get_text")


def test_the_sentence_names_three_texts_and_counts_the_others() -> None:
    names = [
        "Void Winnower",
        "Cosima, God of the Voyage",
        "Phantasmal Image",
        "Shatterskull Smashing",
        "Mindreaver",
    ]
    faces = [mm.load_catalog()[n].front for n in names]
    assert card_abilities.modeled_note(faces[:1]) == f"Text not modeled: {LACKING}."
    assert card_abilities.modeled_note(faces).endswith("and 2 more.")
    assert card_abilities.modeled_note([mm.load_catalog()["Forest"].front]) == ""


ROOM = """
[[card]]
name = "{name}"
paragraphs = 2
[[card.ability]]
paragraph = 1
{what}
"""


@pytest.mark.parametrize(
    ("what", "word"),
    [
        ('trigger = "unlock"\ndoor = "Our Hall"\ndo = { do = "draw" }', "triggers"),
        ('set = { add_power = 1 }\nwhat = "t:creature"', "text not modeled"),
    ],
)
def test_a_door_whose_text_is_not_modeled_is_not_drawn_as_one_without_trigger(
    what: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mtgmeld.cards import Card, Face
    from mtgmeld.explorers.doors import doors_svg
    from mtgmeld.figures import room_states

    monkeypatch.setattr(card_abilities, "ability_folders", lambda: ((tmp_path,), ()))
    (tmp_path / "own.toml").write_text(ROOM.format(name="Our Hall", what=what), encoding="utf-8")
    looks = {"mana_cost": mm.ManaCost.parse("{1}"), "types": ("Enchantment",)}
    hall = Face("Our Hall", subtypes=("Room",), paragraphs=2, spelled_out=2, **looks)
    attic = Face("Our Attic", subtypes=("Room",), paragraphs=0, spelled_out=0, **looks)
    card = Card("Our Hall // Our Attic", "split", (hall, attic))
    rows = mm.room_table(card, catalog=mm.Catalog([card]))
    axes = room_states(rows)
    assert [t.get_text() for t in axes.texts].count(word) == 2  # both arrows that open it
    assert doors_svg(rows, None).count(f">{word}<") == 2
    assert set(rows["text_modeled"]) == {"partly"}
    assert rows["trigger_right"].eq(False).all()


@pytest.mark.parametrize("asked_before", [False, True])
def test_a_folder_s_abilities_count_while_it_is_in_use(asked_before: bool, tmp_path: Path) -> None:
    """Whether they were asked for before or not; afterwards ours are there again (no rule)."""
    from mtgmeld.game.keyword_abilities import keyword
    from mtgmeld.game.layers import abilities_of

    def said() -> tuple[list[str], str]:
        state = mm.new_game().put("Gisela, the Broken Blade", id="it").state()
        own = abilities_of(state, state.present("it"))
        return [a.key.partition("#")[2] for a in own], keyword("Horsemanship").by

    ours = said() if asked_before else None
    for name in ("cards.csv", "meld_pairs.csv"):
        (tmp_path / name).write_bytes((data_folder() / name).read_bytes())
    (tmp_path / "abilities").mkdir()
    text = ROOM.format(name="Gisela, the Broken Blade", what='id="own"\ndo = { do = "draw" }')
    text += '[[keyword]]\nname = "Horsemanship"\nrule = "702.31"\nby = "theirs"\n'
    (tmp_path / "abilities" / "own.toml").write_text(text, encoding="utf-8")
    with mm.use_cards(tmp_path):
        assert said() == (["own"], "theirs")
    again = said()
    assert "own" not in again[0]
    assert again[1] == "blocks"
    assert ours in (None, again)
