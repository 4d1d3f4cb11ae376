"""What is modeled of a card's text, and that what is not is said."""

from __future__ import annotations

import importlib
import pkgutil

import mtgmeld as mm
from mtgmeld.game import acting
from mtgmeld.game.acting import ACTING, PARTLY, VANILLA, is_modeled


def test_every_acting_face_is_one_of_the_facts() -> None:
    faces = {f.name for card in mm.load_catalog() for f in card.faces}
    assert set(ACTING) <= faces
    assert set(ACTING) >= PARTLY
    assert faces >= VANILLA
    assert not VANILLA & set(ACTING)


def test_a_face_stands_in_one_table_alone() -> None:
    tables = [importlib.import_module(f"{acting.__name__}.{m.name}") for m in _modules()]
    faces = [f for t in tables for name in t.__all__ for f in getattr(t, name) if name.isupper()]
    assert sorted(faces) == sorted(ACTING)


def _modules() -> list[pkgutil.ModuleInfo]:
    return [m for m in pkgutil.iter_modules(acting.__path__) if m.name != "parts"]


def test_a_face_that_acts_by_nothing_is_not_called_modeled() -> None:
    for name, abilities in ACTING.items():
        assert abilities or not is_modeled(name)


def test_a_row_and_a_run_say_what_is_not_modeled() -> None:
    run = (
        mm.Scenario("two creatures")
        .start("Grizzly Bears")
        .start("Serra Angel" if "Serra Angel" in mm.load_catalog() else "Bloodbraid Elf")
        .start("Urza, Planeswalker")
        .play()
    )
    rows = run.final.objects().set_index("names")["modeled"]
    assert rows["Grizzly Bears"]
    assert not rows["Urza, Planeswalker"]
    assert "Urza, Planeswalker" in run.not_modeled()
    assert "Grizzly Bears" not in run.not_modeled()
    assert "not or not wholly modeled: " in run.to_text()


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
