"""A face that is chosen as an effect lets it be cast is that face: nothing is asked again."""

from __future__ import annotations

import pytest

import mtgmeld as mm

CARDS = {
    "Valki, God of Lies": ("Valki, God of Lies", "Tibalt, Cosmic Impostor"),
    "Akoum Warrior // Akoum Teeth": ("Akoum Warrior",),
    "Esika, God of the Tree // The Prismatic Bridge": (
        "Esika, God of the Tree",
        "The Prismatic Bridge",
    ),
    "Bonecrusher Giant // Stomp": ("Bonecrusher Giant", "Stomp"),
    "Fire // Ice": ("Fire", "Ice"),
    "Grizzly Bears": ("Grizzly Bears",),
    "Delver of Secrets": ("Delver of Secrets",),
}


@pytest.mark.parametrize("edition", ["2016-07-22", "2026-09-25"])
@pytest.mark.parametrize(("card", "part"), [(c, p) for c, parts in CARDS.items() for p in parts])
def test_the_part_that_is_chosen_is_cast(card: str, part: str, edition: str) -> None:
    """608.2g, 712.11b, 709.3a, 715.3: the choice of what is cast says which face or half."""
    made = mm.Scenario("offered", edition=edition).start(card, zone="exile", id="it")
    made = made.start("Serra Angel", id="angel")
    step = {"object": "it", "free": True, "by": "an effect", "choose": {"cast": part}}
    target = {"target": "angel"} if part in ("Ice", "Stomp") else {}
    if part == "Fire":
        target = {"target": "opponent"}
    made = made.step("may cast", **step, **target)
    assert made.expect(object="it", zone="stack", names=part).play().holds


def test_cascade_into_a_modal_card_casts_its_front() -> None:
    """702.85a."""
    made = mm.Scenario("cascade", edition="2016-07-22")
    made = made.start("Bloodbraid Elf", zone="stack", id="elf")
    made = made.start("Valki, God of Lies", zone="library", id="valki")
    made = made.step("cascade", source="elf", choose={"cast": "Valki, God of Lies"})
    assert made.expect(object="valki", zone="stack", mana_value=2).play().holds
