"""What another program gets of the commands: JSON from each, and completion for shells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from mtgmeld.cli import COMMANDS, cli, main
from tests import example_files

PROJECT = Path(__file__).resolve().parents[1]
EMPTY = {"cells": [], "metadata": {"kernelspec": {"name": "python3"}}, "nbformat": 4}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    example_files.write(tmp_path)
    (tmp_path / "s.toml").write_text('title = "t"\n[[start]]\ncard = "Graf Rats"\n')
    (tmp_path / "deck.txt").write_text("1 Fire/Ice\n")
    (tmp_path / "n.ipynb").write_text(json.dumps({**EMPTY, "nbformat_minor": 5}))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    with pytest.raises(SystemExit):
        main(list(args))
    return json.loads(capsys.readouterr().out)


ASKED = {
    "table": ["rooms", "Bottomless Pool"],
    "explain": ["Fire // Ice", "mana_value"],
    "deck": ["deck.txt"],
    "cards": ["cards.json"],
    "run": ["s.toml"],
    "check": ["--quick", "n.ipynb"],
    "refresh": ["n.ipynb"],
    "figures": ["--list"],
    "rules": ["history", "709.5"],
}
# these write JSON and nothing else, or have nothing to say
NO_FORMAT = {"schema", "vectors", "lab", "data"}


def test_every_command_is_asked_for_json_here() -> None:
    assert set(ASKED) | NO_FORMAT == set(COMMANDS)


@pytest.mark.parametrize("command", ASKED)
def test_a_command_prints_one_json_document(
    command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = said(capsys, command, *ASKED[command], "--format", "json")
    assert found
    assert isinstance(found, dict | list)


def test_what_the_json_of_some_commands_says(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (told,) = said(capsys, "refresh", "n.ipynb", "--format", "json")
    assert told["notebook"] == "n.ipynb"
    assert told["findings"] == []
    assert said(capsys, "run", "s.toml", "--json") == said(
        capsys, "run", "s.toml", "--format", "json"
    )
    figures = said(capsys, "figures", "--list", "--format", "json")
    assert "room_states" in [f["figure"] for f in figures]
    assert said(capsys, "cards", "cards.json", "--format", "json")["path"] == "cards.json"
    faces = said(capsys, "cards", "--modeled", "--format", "json")
    assert {"kind", "face", "modeled", "says", "needs"} == set(faces[0])
    assert {f["modeled"] for f in faces} <= {"wholly", "partly", "not"}
    assert said(capsys, "cards", "--modeled", "--json") == faces
    needs = {f["face"]: f["needs"] for f in faces if f["kind"] == "split" and f["needs"]}
    assert needs["Research"] == "cards from outside the game"
    for form in ("text", "csv"):
        with pytest.raises(SystemExit):
            main(["cards", "--modeled", "--format", form])
        told = capsys.readouterr().out
        assert all(need in told for need in needs.values())
        rows = [line for line in told.splitlines() if "cards from outside the game" in line]
        assert len(rows) == 1
        assert "Research" in rows[0]


def test_replayed_vectors_are_counted_in_json(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["vectors", "--rule", "709.5j", "--out", "v.jsonl"])
    capsys.readouterr()
    lines = Path("v.jsonl").read_text(encoding="utf-8").splitlines()
    found = said(capsys, "run", "--vectors", "v.jsonl", "--format", "json")
    assert found == {"hold": len(lines), "fail": 0, "wrong": 0, "lines": []}
    Path("v.jsonl").write_text("\n".join([*lines, "{}"]))
    found = said(capsys, "run", "--vectors", "v.jsonl", "--format", "json")
    assert (found["hold"], found["wrong"]) == (len(lines), 1)
    assert found["lines"][0]["line"] == len(lines) + 1


def completed(*words: str) -> list[str]:
    """Return what bash is offered for the last word."""
    env = {**os.environ, "_MTGMELD_COMPLETE": "bash_complete"}
    env |= {"COMP_WORDS": " ".join(["mtgmeld", *words]), "COMP_CWORD": str(len(words))}
    env |= {"PYTHONPATH": str(PROJECT)}
    code = "from mtgmeld.cli import main; main([])"
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_a_shell_completes_names_of_cards_values_figures_and_commands() -> None:
    assert completed("expl") == ["explain"]
    pool = ["Bottomless Pool", "Bottomless Pool // Locker Room"]
    assert completed("explain", "bottomless") == pool
    assert completed("explain", '"Bottomless P') == pool
    assert completed("explain", "Fire", "mana_v") == ["mana_value"]


def test_completion_of_names_needs_no_pandas() -> None:
    """It must come at once."""
    code = (
        "import sys\n"
        "from mtgmeld.cli.explain import explain\n"
        "card = explain.params[0]\n"
        "found = card.shell_complete(__import__('click').Context(explain), 'wear')\n"
        "print([f.value for f in found], 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "['Wear', 'Wear // Tear'] False", done.stderr


@pytest.mark.parametrize("typed", ["black lot", "Black Lot", "BLACK LOT"])
def test_what_no_card_of_the_subject_begins_with_is_looked_up_among_all(typed: str) -> None:
    from mtgmeld.catalog import bundled

    assert bundled().beginning(typed) == ("Black Lotus",)
    assert bundled().beginning("no such name at all") == ()


def test_every_argument_that_takes_a_card_completes_it() -> None:
    context = click.Context(cli)
    for name in ("explain", "table"):
        command = cli.get_command(context, name)
        assert command is not None
        (card,) = (p for p in command.params if p.name == "card")
        assert card.shell_complete(context, "bottomless")
    assert CliRunner().invoke(cli, ["explain", "--help"]).exit_code == 0
