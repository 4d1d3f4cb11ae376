"""The values of a file are those of the rules functions, without any file of others."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtgmeld as mm
from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.game.characteristics import Circumstances, derive, derive_few, of_card, of_pair
from mtgmeld.rules.editions import edition
from mtgmeld.sources.catalogs import card_object, read_catalog, write_card_file
from mtgmeld.sources.read import load

CATALOG = load_catalog()
WHOLE = [c for c in CATALOG.subject if not c.is_partial]


def states(card: Card) -> list[Circumstances]:
    found = [Circumstances("hand"), Circumstances("battlefield")]
    found += [Circumstances("stack", cast=(i,)) for i in range(len(card.faces))]
    found += [Circumstances("battlefield", face=i) for i in range(min(2, len(card.faces)))]
    return [*found, Circumstances("battlefield", unlocked=(0,))]


def test_few_values_are_those_of_all() -> None:
    newest = edition(None)
    asked = 0
    for card in CATALOG.subject:
        pair = CATALOG.pair_of(card)
        for what in filter(None, (of_card(card), of_pair(pair) if pair else None)):
            for how in states(card):
                if what.layout == "split" and how.zone == "battlefield" and not card.is_room:
                    continue
                all_of_them = derive(what, how, newest)
                names, *few = derive_few(what, how, newest)
                assert names == all_of_them.names.value
                assert few == [all_of_them.mana_cost, all_of_them.mana_value, all_of_them.colors]
                asked += 1
    assert asked > 1_500


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("made") / "cards.json"
    assert write_card_file(where) == len(WHOLE)
    return where


def test_the_facts_come_back_from_a_card_file(path: Path) -> None:
    again = read_catalog(path)
    for card in WHOLE:
        if not card.is_card and card.layout != "meld_result":
            continue
        found = again[card.name]
        assert (found.layout, found.kind, found.playtest) == (
            card.layout, card.kind, card.playtest,
        )  # fmt: skip
        for one, other in zip(found.faces, card.faces, strict=True):
            for field in (
                "name mana_cost color_indicator defined_colors supertypes types subtypes "
                "power toughness loyalty defense"
            ).split():
                assert getattr(one, field) == getattr(other, field), (card.name, field)
    assert [str(p) for p in again.meld_pairs] == sorted(
        (str(p) for p in CATALOG.meld_pairs), key=lambda s: s.partition(" = ")[2]
    )


def test_columns_answer_as_a_question_does(path: Path) -> None:
    columns = load(path)
    assert columns.report.is_whole
    assert columns.report.warnings == []
    assert columns.report.differences == {}
    for row, card in enumerate(WHOLE):
        values = columns.values(row)
        asked = mm.ask(card, zone=None if card.layout == "meld_result" else "hand")
        assert columns.names[row] == card.name
        for name in ("mana_value", "colors", "color_identity"):
            answer = asked.value(name)
            assert getattr(values, name) == answer.value, (card.name, name)
            assert getattr(values, f"{name}_rules") == ", ".join(answer.all_rules)
        if len(card.faces) > 1 and not card.is_room and card.is_split:
            for half, own in zip(("left", "right"), values.faces, strict=False):
                assert own.mana_value == mm.ask(card, cast=half).value("mana_value").value


def test_an_object_publishes_what_the_rules_give() -> None:
    made = card_object(CATALOG["Brisela, Voice of Nightmares"],
                       CATALOG.meld_pair("Brisela, Voice of Nightmares"))  # fmt: skip
    assert (made["layout"], made["cmc"], made["colors"], made["color_identity"]) == (
        "meld", 11.0, [], ["W"],
    )  # fmt: skip
    assert len(made["all_parts"]) == 3
