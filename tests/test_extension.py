"""What a stranger adds in a package of their own: each thing once, in at most two places.

``tests/extension`` is such a package, outside of ours and installed beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mtgmeld as mm

HOME = Path(__file__).parent / "extension"
PACKAGE, METADATA = HOME / "kindly", HOME / "kindly-1.dist-info"
Run = Callable[..., str]

# what is added -> the files of the package that say it, each with the words by which it does
ADDED = {
    "action": {"actions.py": "@action(Praise)"},
    "acting card": {
        "cards/cards.csv": "Kind Bear,normal",
        "cards/abilities/kindly.toml": "[[card]]",
    },
    "cards of a package": {"../kindly-1.dist-info/entry_points.txt": "[mtgmeld.cards]"},
    "keyword": {"cards/abilities/kindly.toml": "[[keyword]]"},
    "dated change": {"actions.py": "TWICE = dated_change("},
    "figure": {"pictures.py": '@figure("kind_room")'},
    "explorer": {"pictures.py": "@explorer"},
    "column": {"columns.py": "add_column("},
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    ours = str(Path(mm.__file__).parents[1])
    folders = [str(HOME), ours, os.environ.get("PYTHONPATH", "")]
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, folders)),
        "MTGMELD_CACHE": str(tmp_path / "cache"),
        "MPLBACKEND": "Agg",
    }

    def go(*args: str, code: int = 0, **more: str) -> str:
        command = [sys.executable, *args]
        done = subprocess.run(
            command, cwd=tmp_path, env={**env, **more}, capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return go


@pytest.mark.parametrize("what", ADDED)
def test_each_thing_is_said_in_at_most_two_places(what: str) -> None:
    """None of them is ours: nothing in mtgmeld knows of the package."""
    places = ADDED[what]
    assert 1 <= len(places) <= 2
    for name, words in places.items():
        text = (PACKAGE / name).read_text(encoding="utf-8")
        assert text.count(words) == 1, name
    own = ("kindly", "Praise", "praise", "Gentle", "Kind Bear")
    for path in (PACKAGE.parents[2] / "mtgmeld").rglob("*.py*"):
        if path.suffix in (".py", ".pyi"):
            text = path.read_text(encoding="utf-8")
            assert not any(f'{word}"' in text or f"class {word}" in text for word in own), path


def test_a_card_that_acts_a_keyword_an_action_and_a_dated_change(run: Run) -> None:
    """119.3: 3 life by the keyword, then 2 by the action, or twice as much since the change."""
    told = run("-m", "mtgmeld", "run", str(HOME / "kindly.toml"))
    assert told.count("  ok   ") == 5, told
    assert "FAIL" not in told


def test_cards_of_a_package_stand_behind_ours_and_no_code_of_it_runs_for_them(run: Run) -> None:
    """Found by name at the first look-up; what is listed and what ours say stays as it is."""
    told = run(
        "-c",
        "import sys, mtgmeld as mm\n"
        "from mtgmeld.catalog import load_catalog\n"
        "print([n for n in sys.modules if n.startswith('kindly')])\n"
        "bear = load_catalog().resolve('kind bear')\n"
        "print(bear.card.name, bear.via, [n for n in sys.modules if n.startswith('kindly')])\n"
        "print('Kind Bear' in {c.name for c in load_catalog()})\n"
        "print(mm.room_table()['card'].nunique())\n"
        "with mm.use_cards(mm.Catalog([]), only=True) as none:\n"
        "    print('Kind Bear' in none)\n",
    )
    assert told.split("\n")[:5] == ["[]", "Kind Bear name []", "False", "30", "False"], told


def test_cards_that_cannot_be_read_are_left_out_with_a_warning_that_names_the_package(
    run: Run, tmp_path: Path
) -> None:
    """A folder that is not there, a table and a file of abilities that are damaged."""
    for name, cards in (("bad_table", "card,layout\nA,B\n"), ("bad_abilities", None)):
        info, folder = tmp_path / f"{name}-1.dist-info", tmp_path / name / "cards"
        shutil.copytree(PACKAGE / "cards", folder)
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[mtgmeld.cards]\nall = {name}.cards\n")
        if cards is not None:
            (folder / "cards.csv").write_text(cards)
    toml = tmp_path / "bad_abilities" / "cards" / "abilities" / "kindly.toml"
    toml.write_text(toml.read_text().replace("paragraphs = 2", "paragraph = 2"))
    both = os.pathsep.join([str(HOME), str(tmp_path), str(PACKAGE.parents[2])])
    told = run(
        "-c",
        "import mtgmeld as mm\n"
        "print(mm.new_game().put('Kind Bear').put('Grizzly Bears').state().objects().shape[0])\n",
        PYTHONPATH=both,
    )
    assert told.startswith("2\n"), told
    assert "cards of kindly.no_cards (package kindly) are left out: " in told
    assert "cards of bad_table.cards (package bad_table) are left out: " in told
    wrong = "abilities of bad_abilities.cards (package bad_abilities) are left out: "
    assert f"{wrong}{toml}" in told
    assert "there is no field 'paragraph' of a card" in told


def test_what_the_action_takes_is_checked_by_its_record(run: Run, tmp_path: Path) -> None:
    text = (HOME / "kindly.toml").read_text(encoding="utf-8").rpartition("[[step]]")[0]
    wrong = 'do = "praise"\nobject = "Forest"\ncount = -1\nillegal = true\n'
    (tmp_path / "wrong.toml").write_text(f"{text}[[step]]\n{wrong}", encoding="utf-8")
    assert "field count: -1 is below 0" in run("-m", "mtgmeld", "run", "wrong.toml", code=2)


def test_what_cannot_be_loaded_is_left_out_with_a_warning(run: Run) -> None:
    """The package names a module that is not there."""
    told = run("-m", "mtgmeld", "figures", "--list")
    assert "figures of kindly.nothing_here (package kindly) are left out" in told


def test_the_lists_have_what_was_added(run: Run) -> None:
    assert "kind_room  " in run("-m", "mtgmeld", "figures", "--list")
    assert '"Praise an object; its controller gains so much life."' in run(
        "-m", "mtgmeld", "schema"
    )
    asked = run(
        "-c",
        "import mtgmeld as mm\n"
        "from mtgmeld.game import card_abilities\n"
        "from mtgmeld.catalog import load_catalog\n"
        "bear = load_catalog()['Kind Bear']\n"
        "print(card_abilities.modeled(bear.front).word)\n"
        "state = mm.new_game().put('Kind Bear').put('Forest').state()\n"
        "print(state.objects()['praised'].tolist())\n"
        "print(mm.explain(state.objects().iloc[0], 'praised').value)\n"
        "print('praise counts twice' in mm.rules.changes()['name'].tolist())\n"
        "made = mm.explorers.EXPLORERS['kind_dates']()\n"
        "made.choose(card='Cut // Ribbons')\n"
        "print('Cut // Ribbons' in made.shown)\n"
        "mm.figures.save(mm.figures.draw('kind_room'), 'kind.svg')\n",
    )
    assert asked.split("\n")[:5] == ["wholly", "[True, False]", "True", "True", "True"]
