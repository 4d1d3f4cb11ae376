"""Hostile input: only typed errors, and nothing from a file becomes markup."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import mtgmeld as mm
from mtgmeld.errors import MtgmeldError
from mtgmeld.notebooks.hygiene import read_notebook
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.results import compare_results
from mtgmeld.scenario.vectors import replay
from tests.trust import attack
from tests.trust.attack import ATTACK


def harmless(text: str) -> None:
    """No tag in it comes from the attack, and no attribute was broken out of."""
    tags = re.findall(r"<[^>]*>", text)
    assert tags
    for tag in tags:
        assert not re.match(r"<\s*(script|img)\b", tag, re.I), tag
        bare = re.sub(r'"[^"]*"', "", tag)
        assert "onerror" not in bare
        assert "script" not in bare.replace("description", "")


def test_what_is_shown_of_a_hostile_card_is_text() -> None:
    catalog = attack.catalog()
    card = catalog[ATTACK]
    harmless(card._repr_html_())
    harmless(mm.explain(card, "names", catalog=catalog).to_html())
    harmless(mm.to_html(mm.color_identity_table(card, catalog=catalog), caption=ATTACK))
    harmless(mm.show(mm.color_identity_table(card, catalog=catalog))._repr_html_())


def test_what_is_shown_of_a_hostile_situation_is_text() -> None:
    run = Scenario.from_text(attack.situation()).play()
    for shown in (run, run.scenario, run.state_list[0], run.transitions[0]):
        assert shown is not None
        harmless(shown._repr_html_())


def test_a_figure_with_a_hostile_title_is_text() -> None:
    from mtgmeld import figures

    frame = mm.room_table("Bottomless Pool // Locker Room")
    ax = figures.room_states(frame, title=ATTACK)
    svg = figures.render(ax, "svg").decode()
    assert "<script" not in svg
    assert "onerror=" not in re.sub(r">[^<]*<", "><", svg)


@pytest.mark.parametrize(
    "path", sorted(Path(mm.__file__).resolve().parent.rglob("*.py")), ids=lambda p: p.name
)
def test_nothing_from_a_file_is_run(path: Path) -> None:
    """No pickle, no eval, no exec; an import by name takes names of this package only."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(pickle|marshal|shelve|yaml)\b\.", text)
    assert not re.search(r"(?<![\w.])(eval|exec|compile)\(", text)
    assert not re.search(r"\b(os\.system|shell=True)\b", text)


def test_a_figure_with_letters_that_no_file_can_hold_is_whole() -> None:
    """Control characters and halves of surrogate pairs are no XML (XML 1.0, 2.2)."""
    from xml.etree import ElementTree

    from mtgmeld import figures

    title = "a\x00b\x1bc\ud800d\uffff"
    ax = figures.room_states(mm.room_table("Bottomless Pool // Locker Room"), title=title)
    root = ElementTree.fromstring(figures.render(ax, "svg"))
    assert "a\ufffdb\ufffdc\ufffdd\ufffd" in "".join(root.itertext())
    assert figures.render(ax, "png").startswith(b"\x89PNG")


def test_half_of_a_surrogate_pair_is_no_deck_list() -> None:
    from mtgmeld.errors import BadDeckList

    with pytest.raises(BadDeckList, match="surrogate"):
        mm.read_deck("4 Fire // Ice\n1 \ud800")


ENDLESS = Path("/dev/zero")


@pytest.mark.skipif(not ENDLESS.exists(), reason="no device without end there")
@pytest.mark.parametrize(
    "read",
    [
        Scenario.from_file,
        lambda path: list(replay(path)),
        lambda path: compare_results(path, ()),
        mm.read_deck,
        mm.rules.read_text,
        read_notebook,
        mm.read_cards,
    ],
)
def test_every_reader_is_bounded(read: Callable[[Path], object], tmp_path: Path) -> None:
    """A device without end, and a few thousand bytes that are millions of brackets."""
    packed = tmp_path / "bomb"
    packed.write_bytes(gzip.compress(b"[" * 30_000_000, compresslevel=9))
    for path in (ENDLESS, packed):
        with pytest.raises(MtgmeldError):
            read(path)
