"""Situations to begin from: themes of objects that meet each other, and any card of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadScenario
from mtgmeld.game.card_abilities import faces_that_act, modeled
from mtgmeld.game.values import STEPS
from mtgmeld.rules.editions import EDITIONS, POLICIES
from mtgmeld.scenario import Scenario
from tests.trust.arguments import Draw
from tests.trust.tables import EFFECT_TABLES, WATCHES

__all__ = ["ACTING", "THEMES", "begun"]

Row = dict[str, Any]


def on(card: str, **how: Any) -> Row:
    return {"card": card, **how}


def hand(*cards: str) -> tuple[Row, ...]:
    return tuple(on(c, zone="hand") for c in cards)


def at(zone: str, *cards: str) -> tuple[Row, ...]:
    return tuple(on(c, zone=zone) for c in cards)


# each a few objects that the rules let do something with each other
THEMES: tuple[tuple[Row, ...], ...] = (
    # melded permanents and their cards
    (on("Chittering Host"), *hand("Clone", "Cloudshift")),
    (on("Graf Rats"), on("Midnight Scavengers"), on("Graf Rats", token_copy=True)),
    (on("Hanweir Battlements"), on("Hanweir Garrison"), on("Blood Moon")),
    (on("Hanweir, the Writhing Township"), *hand("Copy Land")),
    (
        on("Brisela, Voice of Nightmares", commander="Gisela, the Broken Blade"),
        *hand("Swords to Plowshares"),
    ),
    (on("Gisela, the Broken Blade", commander=True), on("Bruna, the Fading Light")),
    (on("Urza, Planeswalker", commander=True), *at("graveyard", "Graf Rats")),
    (on("Urza, Lord Protector", commander=True), on("The Mightstone and Weakstone")),
    (on("Mishra, Claimed by Gix"), on("Phyrexian Dragon Engine", counters={"+1/+1": 1})),
    (on("Titania, Voice of Gaea"), on("Argoth, Sanctum of Nature")),
    (on("Vanille, Cheerful l'Cie"), on("Fang, Fearless l'Cie")),
    (on("Ragnarok, Divine Deliverance"), on("Leyline of the Void", controller="opponent")),
    # Rooms
    (on("Glassworks // Shattered Yard", unlocked=["left"]), *hand("Copy Enchantment")),
    (
        on("Smoky Lounge // Misty Salon", unlocked=["left", "right"]),
        on("Smoky Lounge // Misty Salon", token_copy=True),
        *hand("Roaring Furnace // Steaming Sauna"),
    ),
    (on("Bottomless Pool // Locker Room"), *hand("Unholy Annex // Ritual Chamber")),
    (on("Unholy Annex // Ritual Chamber", unlocked=["right"]), on("Starfield of Nyx")),
    # split cards
    hand("Wear // Tear", "Fire // Ice", "Commit // Memory"),
    (*at("graveyard", "Commit // Memory", "Appeal // Authority"), *hand("Armed // Dangerous")),
    (on("Beck // Call", zone="stack", cast="fused"), *hand("Alive // Well")),
    (on("Fire // Ice", zone="exile"), on("Isochron Scepter")),
    # double-faced cards
    (on("Huntmaster of the Fells"), on("Delver of Secrets", face="back")),
    (on("Valki, God of Lies"), *hand("Akoum Warrior // Akoum Teeth", "Shatterskull Smashing")),
    (on("Archangel Avacyn"), on("Arlinn Kord"), *hand("Baithook Angler")),
    (on("Bushi Tenderfoot"), on("Erayo, Soratami Ascendant")),
    (on("Nissa, Vastwood Seer"), on("Ajani, Sleeper Agent")),
    # copies, exile and return, replacements
    (on("Mimic Vat", controller="opponent"), *hand("Clone"), on("Duplicant")),
    (on("Leyline of the Void", controller="opponent"), on("Rest in Peace")),
    (on("Banisher Priest"), on("Grizzly Bears", owner="opponent"), *hand("Cloudshift")),
    (on("Wheel of Sun and Moon", attached_to="you"), *hand("Otherworldly Journey")),
    (on("Reflecting Pool"), on("Forest"), *hand("Hangarback Walker")),
    (on("Bloodbraid Elf", zone="stack"), *at("library", "Fire // Ice", "Forest")),
)


# the faces with an entry of their own whose text is wholly modeled
ACTING = tuple(
    sorted(
        {
            face.name
            for card in load_catalog().subject
            for face in card.faces
            if modeled(face).word == "wholly"
        }.intersection(faces_that_act())
    )
)


def _settings(draw: Draw, players: tuple[str, ...]) -> Row:
    """What stands at the top of the situation, each setting as a file has it."""
    head: Row = {}
    if draw(st.booleans()):
        head["edition"] = draw(st.sampled_from(EDITIONS))
    if not draw(st.integers(0, 3)):
        policy = draw(st.sampled_from([p for p in POLICIES.values() if len(p.readings) > 1]))
        head["policies"] = {policy.name: draw(st.sampled_from(list(policy.readings)[1:]))}
    if len(players) > 2:
        head["players"] = list(players)
    if not draw(st.integers(0, 3)):
        head["active"] = draw(st.sampled_from(players))
        head["begins"] = draw(st.sampled_from(STEPS))
    if draw(st.booleans()):
        head["mana"] = {draw(st.sampled_from(players)): "{W}{U}{B}{R}{G}{C}{C}{C}" * 2}
    return head


def _any_card(draw: Draw, players: tuple[str, ...], names: Sequence[str]) -> Row:
    """One card of some, anywhere."""
    made = on(draw(st.sampled_from(names)))
    zone = draw(st.sampled_from(("battlefield", "hand", "graveyard", "library", "exile")))
    if zone != "battlefield":
        return {**made, "zone": zone, "owner": draw(st.sampled_from(players))}
    more: Row = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "owner": st.sampled_from(players),
                "controller": st.sampled_from(players),
                "face": st.just("back"),
                "face_down": st.just(True),
                "tapped": st.just(True),
                "token_copy": st.just(True),
                "commander": st.just(True),
                "sick": st.just(True),
                "counters": st.just({"+1/+1": 1}),
                "unlocked": st.sampled_from((["left"], ["right"], ["left", "right"])),
                "copy_of": st.sampled_from(
                    ("Chittering Host", "Grizzly Bears", "Insectile Aberration", "Misty Salon")
                ),
            },
        )
        if draw(st.booleans())
        else st.just({})
    )
    return {**made, **more}


def begun(draw: Draw) -> Scenario:
    """Return a situation that can be, with no steps yet."""
    players = ("you", "opponent", "third")[: draw(st.sampled_from((2, 2, 2, 3)))]
    made = Scenario("a random run", **_settings(draw, players))
    rows = [r for i in draw(_themes) for r in THEMES[i]]
    for names in ([c.name for c in load_catalog().subject], ACTING):
        rows += [_any_card(draw, players, names) for _ in range(draw(st.integers(0, 3)))]
    rows += hand(*draw(st.lists(st.sampled_from(ACTING), max_size=3)))
    rows += [on("Forest", zone="library"), on("Grizzly Bears", zone="library")]
    for n, one in enumerate(rows):
        made = _if_possible(made, made.start(**one, id=f"o{n}"))
    if draw(st.booleans()):
        made = _if_possible(made, made.effect(**draw(st.sampled_from(EFFECT_TABLES))))
    for watch in draw(st.lists(st.sampled_from(WATCHES), max_size=2, unique_by=repr)):
        made = made.watch(**watch)
    return made


_themes = st.lists(st.integers(0, len(THEMES) - 1), min_size=1, max_size=2, unique=True)


def _if_possible(made: Scenario, more: Scenario) -> Scenario:
    """Return the situation with something more, or as it is if that cannot be."""
    try:
        more.begin()
    except BadScenario:
        return made
    return more
