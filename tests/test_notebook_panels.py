"""Our notebooks: each panel stands in that of its subject, and what they show is for a person."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.cli.lab import INDEX, jupyter_arguments
from mtgmeld.explorers import EXPLORERS

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NUMBERED = sorted(FOLDER.glob("[0-9]*.ipynb"))
SUBJECT = {
    "double_faced_explorer": "05",
    "edition_slider": "07",
    "identity_explorer": "09",
    "meld_explorer": "01",
    "meld_game": "04",
    "room_explorer": "03",
    "room_game": "03",
    "scenario_player": "10",
    "split_casting": "06",
    "split_explorer": "02",
}


def cells(path: Path) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return made


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_each_panel_stands_in_the_notebook_of_its_subject() -> None:
    assert set(SUBJECT) == set(EXPLORERS)
    for name, number in SUBJECT.items():
        (path,) = FOLDER.glob(f"{number}_*.ipynb")
        assert any(f"explorers.{name}(" in source(c) for c in cells(path)), name


@pytest.mark.parametrize("path", NUMBERED, ids=lambda p: p.stem)
def test_a_notebook_begins_with_its_answer_then_the_panel_then_the_code(path: Path) -> None:
    title, setup, *rest = cells(path)
    assert "**" in source(title), "the answer"
    assert len(source(setup).splitlines()) < 10
    code = [source(c) for c in rest if c["cell_type"] == "code"]
    if path.stem[:2] in SUBJECT.values():
        assert "explorers." in code[0]


@pytest.mark.parametrize("path", NUMBERED, ids=lambda p: p.stem)
def test_what_is_shown_has_no_word_of_our_own(path: Path) -> None:
    for cell in cells(path):
        if cell["cell_type"] != "code":
            continue
        assert not re.search(r"\brepr\(", source(cell)), cell["id"]
        for output in cell["outputs"]:
            shown = "".join(output.get("data", {}).get("text/html", ()))
            words = re.sub(r"<(?:style|svg).*?</(?:style|svg)>|<[^>]*>", " ", shown, flags=re.S)
            assert "{}" not in words, cell["id"]
            assert not re.search(r"\bC\d\d\b", words), cell["id"]


def test_the_index_leads_to_every_notebook_with_a_picture() -> None:
    text = "".join(map(source, cells(FOLDER / INDEX)))
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert {p.name for p in NUMBERED} <= set(links)
    assert "template_article.ipynb" in links
    for link in links:
        assert (FOLDER / link).exists(), link
    assert sum(link.startswith("pictures/") for link in links) == len(NUMBERED)


def test_lab_opens_the_index(tmp_path: Path) -> None:
    assert f"--LabApp.default_url=/lab/tree/{INDEX}" in jupyter_arguments(tmp_path, None, True)
