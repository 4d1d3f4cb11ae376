"""What is read from rules texts and type lines.  The texts here are made up."""

from __future__ import annotations

import pytest

from mtgmeld.sources.printed import paragraphs, read_text, read_type_line, without_reminders


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("", ()),
        ("{2}{W}, {T}: do something.", ("2", "W")),
        ("{w/u}{T}{Q}{E}{CHAOS}{X}", ("W/U", "X")),
        ("{W} and {W} again", ("W", "W")),
        ("(You may pay {R}.)", ()),  # 903.4c
        ("{G} (and {R} (or {U}) never) {B}", ("G", "B")),
        ("{not a symbol} {} {9999999999999999999999}", ()),
        ("unclosed ({R}", ("R",)),
    ],
)
def test_symbols_without_reminder_text(text: str, symbols: tuple[str, ...]) -> None:
    assert read_text(text, "Thing").symbols == symbols


@pytest.mark.parametrize(
    ("text", "colors"),
    [
        ("Thing is all colors.", "WUBRG"),
        ("Flying\nThing is all colors.\nHexproof", "WUBRG"),
        ("This creature is all colors.", "WUBRG"),
        ("Thing is colorless.", ""),
        ("Thing is black.", "B"),
        ("Thing is red and green.", "RG"),
        ("Devoid (It has none.)", ""),
        ("Flying, devoid", ""),
        ("Ingest\nDevoid", ""),
        ("Thing is all colors until the turn ends.", None),
        ("If Thing is all colors. it wins", None),
        ("As long as it is night, Thing is black.", None),
        ("Another is all colors.", None),
        ("Thing is indestructible.", None),
        ("Cast only a spell with devoid.", None),
        ("Devoidness is a state.", None),
        ("", None),
    ],
)
def test_colors_that_an_ability_defines(text: str, colors: str | None) -> None:
    assert read_text(text, "Thing, the Other").defined_colors == colors


def test_keywords_of_split_cards() -> None:
    assert read_text("Deal damage.\nFuse (Cast both.)", "A").keywords == ("Fuse",)
    assert read_text("Aftermath (From a graveyard.)\nDo it.", "A").keywords == ("Aftermath",)
    assert read_text("The aftermath of a fuse.", "A").keywords == ()


def test_nested_reminders_go_from_the_inside() -> None:
    assert without_reminders("a (b (c) d) e") == "a  e"
    assert without_reminders("a) b (c") == "a) b (c"


@pytest.mark.parametrize(
    ("line", "groups"),
    [
        ("Instant", ((), ("Instant",), ())),
        (
            "Legendary Snow Artifact Creature \u2014 Bird Soldier",
            (("Legendary", "Snow"), ("Artifact", "Creature"), ("Bird", "Soldier")),
        ),
        ("Token Creature \u2014 Bear", ((), ("Creature",), ("Bear",))),
        ("Plane \u2014 Two Words", ((), ("Plane",), ("Two Words",))),
        ("Creature \u2014 Time Lord Doctor", ((), ("Creature",), ("Time Lord", "Doctor"))),
        ("Land - Urza's Tower", ((), ("Land",), ("Urza's", "Tower"))),
        ("Card", ((), ("Card",), ())),
        ("Emblem \u2014 Someone", ((), ("Emblem",), ("Someone",))),
        ("", ((), (), ())),
    ],
)
def test_type_lines(line: str, groups: tuple[tuple[str, ...], ...]) -> None:
    made = read_type_line(line)
    assert (made.supertypes, made.types, made.subtypes) == groups


@pytest.mark.parametrize(
    ("text", "keywords", "counts"),
    [
        ("", (), (0, 0)),
        ("Flying", ("Flying",), (1, 0)),
        ("Flying, first strike\nWard {2} (Pay it.)", ("Flying", "First strike", "Ward"), (2, 0)),
        ("(A reminder alone.)", (), (0, 0)),
        ("Flying\nWhenever it attacks, scry 1.", ("Flying", "Scry"), (2, 1)),
        ("Scry 2.", ("Scry",), (1, 1)),  # a keyword action is an instruction
        ("Landfall \u2014 Whenever a land enters, gain 1 life.", ("Landfall",), (1, 1)),
        ("Suspend 4\u2014{U} (Rather than cast it.)\nDraw a card.", ("Suspend",), (2, 1)),
        ("Ward\u2014Pay 3 life.", ("Ward",), (1, 0)),
    ],
)
def test_paragraphs(text: str, keywords: tuple[str, ...], counts: tuple[int, int]) -> None:
    assert paragraphs(text, keywords) == counts
