"""One question has one answer, whatever door it is asked at: cards, states, tables, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner

import mtgmeld as mm
from mtgmeld.catalog import load_catalog
from mtgmeld.cli import cli
from mtgmeld.errors import ImpossibleQuestion, MtgmeldError, UnknownName
from mtgmeld.frames import cell, columns_of
from mtgmeld.game.questions import askable
from mtgmeld.rules.citations import Derived, TwoAnswers

CATALOG = load_catalog()
EDITIONS = ("2016-07-22", "2020-06-01", "2025-04-04", mm.edition().date)
ROOM = "Bottomless Pool // Locker Room"  # {U} and {4}{U}
BOTH = {"devotion to a Room": "both halves"}
POLICIES: tuple[Mapping[str, str], ...] = (
    {},
    BOTH,
    {"basic land types in color identity": "counted"},
    {"token copy back face up": "own front"},
)
ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")
# where a card is and how, in the words that every door takes
PLACES: tuple[dict[str, Any], ...] = (
    *({"zone": zone} for zone in ZONES),
    *({"zone": "stack", "cast": cast} for cast in ("left", "right", "fused")),
    *({"zone": "stack", "cast": cast, "x": 3} for cast in ("left", "right")),
    *(
        {"unlocked": halves, "zone": "battlefield"}
        for halves in ("", "left", "right", "left,right")
    ),
    *({"zone": zone, "face": face} for zone in ZONES[:3] for face in ("front", "back")),
    {"zone": "battlefield", "token": True},
    {"zone": "battlefield", "token": True, "face": "back"},
    {"zone": "battlefield", "melded": True},
    {"zone": "stack", "x": 3},
    {"zone": "hand", "x": 3},
    {"zone": "graveyard", "unlocked": "left"},
    {"zone": "exile", "melded": True},
    {"zone": "hand", "token": True},
)


def some() -> Iterator[str]:
    """Yield a few cards of every kind, and those with something odd about them."""
    kinds: dict[str, int] = {}
    for card in sorted(CATALOG, key=lambda c: c.name):
        kinds[card.kind] = kinds.get(card.kind, 0) + 1
        if card.is_card and (kinds[card.kind] <= 4 or card.is_room):
            yield card.name
    yield from ("Hangarback Walker", "Chalice of the Void", "Dryad Arbor", "Exotic Orchard")


CARDS = tuple(dict.fromkeys(some()))


def differing(alone: Mapping[str, Derived], in_game: Mapping[str, Derived]) -> list[str]:
    """Return the values that differ.

    In a game the abilities of a permanent act on what it is by itself (613, 604.3); that is then
    the first step of the reasons, and what is asked about a card alone.
    """
    found = [n for n, first in alone.items() if first != in_game[n]]
    acted = {n for n in found if alone[n] in [step for _, step in in_game[n].walk()]}
    if acted & {"supertypes", "types", "subtypes"}:
        acted.add("type_line")
    return [n for n in found if n not in acted]


def either(ask: Any) -> Any:
    """Return what a door gives, or how it refuses: the kind of error, its rules, its words."""
    try:
        return ask()
    except MtgmeldError as error:
        return isinstance(error, ImpossibleQuestion), getattr(error, "rules", ()), str(error)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_alone_and_in_a_game(card: str) -> None:
    """The same words give the same answers with the same reasons, or the same refusal."""
    compared = 0
    for edition in EDITIONS:
        for policies in POLICIES if edition == EDITIONS[-1] else ({},):
            terms: dict[str, Any] = {"edition": edition, "policies": policies}
            for place in PLACES:
                alone = either(partial(mm.ask, card, **place, **terms))
                made = either(partial(mm.new_game(**terms).put, card, id="it", **place))
                if getattr(alone, "lone_back", False):
                    # a question about the back of one meld card alone has an answer (712.4b),
                    # but no object shows it
                    assert made[1] == ("712.4b", "712.1")
                    continue
                if isinstance(alone, tuple) or isinstance(made, tuple):
                    assert alone == made, place
                    continue
                compared += 1
                state = made.state()
                in_game = {name: state.value("it", name) for name in askable()}
                assert differing({n: alone.value(n) for n in askable()}, in_game) == [], place
                for name in ("mana_value", "devotion", "color_identity"):
                    why = mm.explain(card, name, **place, **terms)
                    assert state.explain("it", name).derived == why.derived == in_game[name]
    assert compared > 20


@pytest.mark.parametrize("unlocked", ["", "left", "right", "left,right"])
@pytest.mark.parametrize("policies", [{}, BOTH], ids=["unlocked halves", "both halves"])
def test_devotion_to_a_room_at_every_door(unlocked: str, policies: dict[str, str]) -> None:
    """700.5: symbols among mana costs; a locked half has none (709.5), unless they count before.

    The Room has {U} on either half.
    """
    halves = 2 if policies else len([h for h in unlocked.split(",") if h])
    text = f"U {halves}" if halves else "none"
    state = mm.new_game(policies=policies).put(ROOM, id="room", unlocked=unlocked).state()
    asked = mm.ask(ROOM, unlocked=unlocked, policies=policies).value("devotion")
    assert asked.value == text
    assert asked.policy == "devotion to a Room"
    assert state.value("room", "devotion") == asked
    assert state.explain("room", "devotion").derived == asked
    assert mm.explain(ROOM, "devotion", unlocked=unlocked, policies=policies).derived == asked
    assert state.amount("devotion U").value == halves
    assert state.amount("devotion WU").value == halves
    assert state.amount("devotion B").value == 0
    options = [f"--policy={k}={v}" for k, v in policies.items()]
    done = CliRunner().invoke(cli, ["explain", ROOM, "devotion", "--unlocked", unlocked, *options])
    assert done.exit_code == 0, done.output
    assert re.search(rf"^devotion: {text} ", done.output, re.M), done.output
    situation = (
        mm.Scenario("A Room", policies=policies)
        .start(ROOM, id="room", unlocked=unlocked)
        .expect(object="room", devotion={"U": halves})
    )
    assert situation.play().holds


@pytest.mark.parametrize("name", ["mana_value", "names", "colors", "mana_cost", "type_line"])
def test_a_table_answers_as_a_state_does(name: str) -> None:
    for edition in (EDITIONS[1], EDITIONS[-1]):
        table = mm.table("rooms", ROOM, edition=edition)
        for _, row in table[table["zone"] == "battlefield"].iterrows():
            made = mm.new_game(edition=edition).put(ROOM, id="it", unlocked=row["unlocked"])
            found = made.state().value("it", name)
            assert mm.explain(row, name).derived == found
            assert str(row[name]) == str(cell(found)) or (found.value is None and row.isna()[name])
        table = mm.table("split", "Fire // Ice", edition=edition)
        for _, row in table[table["zone"] == "stack"].iterrows():
            made = mm.new_game(edition=edition).put(
                "Fire // Ice", "stack", id="it", cast=row["cast"]
            )
            assert mm.explain(row, name).derived == made.state().value("it", name)


def test_x_at_every_door() -> None:
    """202.3e, 107.3: X is what was chosen for it on the stack, and 0 anywhere else."""
    card = "Hangarback Walker"  # {X}{X}
    spell = mm.new_game().put(card, "stack", id="it", x=3).state()
    assert spell.value("it", "mana_value").value == 6
    assert mm.ask(card, x=3).value("mana_value") == spell.value("it", "mana_value")
    assert mm.ask(card, zone="hand").value("mana_value").value == 0
    for refused in (
        lambda: mm.ask(card, zone="hand", x=3),
        lambda: mm.new_game().put(card, "hand", x=3),
        lambda: mm.ask("Grizzly Bears", zone="stack", x=3),
        lambda: mm.new_game().put("Grizzly Bears", "stack", x=3),
    ):
        with pytest.raises(ImpossibleQuestion, match=r"X|no X"):
            refused()


def test_a_half_that_answers_for_itself_does_so_for_devotion_too() -> None:
    """Until 2017 each half of a split card answered for itself (708.2 of that time)."""
    card = "Fire // Ice"  # {1}{R} and {1}{U}
    state = mm.new_game(edition="2016-07-22").put(card, "hand", id="it").state()
    found = state.value("it", "devotion")
    assert found.value == TwoAnswers(("R 1", "U 1"))
    assert mm.ask(card, edition="2016-07-22").value("devotion") == found
    assert mm.ask(card).value("devotion").value == "U 1, R 1"


def test_what_is_not_known_is_nothing_at_any_door() -> None:
    """Of a half that is known by its name alone the mana cost is not known, which is not none."""
    card = next(c for c in CATALOG if c.is_split and not all(f.is_known for f in c.faces))
    state = mm.new_game().put(card, "hand", id="it").state()
    for name in ("devotion", "repeated_symbols", "mana_value", "color_identity"):
        assert state.value("it", name).value is None
        assert mm.ask(card).value(name) == state.value("it", name)


def test_only_a_card_is_double_faced_and_has_an_identity() -> None:
    """712.1, 903.4, 108.2b: a token is no card; what a copy copies says nothing of its card."""
    card = "Delver of Secrets"
    for name, value in (("double_faced", False), ("color_identity", None)):
        assert mm.ask(card, token=True).value(name).value is value
        made = mm.new_game().put(card, token=True, id="it").state()
        assert made.value("it", name) == mm.ask(card, token=True).value(name)
        assert mm.ask(card, copy=True).value(name).value is None
    clone = mm.new_game().put("Clone", id="it", copy_of=card).state()
    assert clone.value("it", "double_faced").value is False
    assert clone.value("it", "color_identity").value == "U"
    assert mm.ask(card).value("double_faced").value is True


def test_every_door_knows_the_same_values() -> None:
    state = (
        mm.new_game().put("Exotic Orchard", id="it").put("Forest", controller="opponent").state()
    )
    assert state.value("it", "could_produce").value == "G"
    assert mm.explain("Forest", "could produce").value == "G"
    assert mm.explain("Forest", "Colour identity").value == ""
    with pytest.raises(UnknownName) as alone:
        mm.explain("Forest", "devotoin")
    with pytest.raises(UnknownName) as in_game:
        state.explain("it", "devotoin")
    assert alone.value.near == in_game.value.near == ("devotion",)


@pytest.mark.parametrize(
    ("card", "rule"),
    [("Bonecrusher Giant", "715.4"), ("Runescale Stormbrood", "720.4")],
)
def test_alternative_characteristics_are_those_of_a_spell(card: str, rule: str) -> None:
    """Anywhere else it has its normal ones, by the rules of its kind of frame."""
    found = CATALOG[card]
    for ask in (
        partial(mm.ask, card, zone="graveyard", face="back"),
        partial(mm.new_game().put, card, "graveyard", face="back"),
    ):
        with pytest.raises(ImpossibleQuestion) as refused:
            ask()
        assert refused.value.rules == (rule,)
    inset = found.faces[1].name
    spell = mm.new_game().put(inset, "stack", id="it").state()
    assert spell.value("it", "names").value == (inset,)
    assert mm.ask(inset).value("names") == spell.value("it", "names")


QUESTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Fire // Ice", "mana_value", {"zone": "hand"}),
    ("Fire // Ice", "devotion", {"zone": "graveyard"}),
    ("Fire // Ice", "colors", {"zone": "stack", "cast": "right"}),
    ("Wear // Tear", "mana_value", {"zone": "stack", "cast": "fused"}),
    ("Hangarback Walker", "mana_value", {"zone": "stack", "x": 3}),
    ("Hangarback Walker", "mana_value", {"zone": "battlefield"}),
    ("Delver of Secrets", "mana_value", {"zone": "battlefield", "face": "back"}),
    ("Delver of Secrets", "mana_value", {"zone": "battlefield", "face": "back", "token": True}),
    ("Brisela, Voice of Nightmares", "mana_value", {"zone": "battlefield", "melded": True}),
    ("Brisela, Voice of Nightmares", "color_identity", {"zone": "battlefield", "melded": True}),
    (ROOM, "devotion", {"zone": "battlefield", "unlocked": "left"}),
    (ROOM, "repeated_symbols", {"zone": "hand"}),
    (ROOM, "names", {"zone": "battlefield", "unlocked": ""}),
    ("Forest", "could_produce", {"zone": "battlefield"}),
    ("Grizzly Bears", "represented_by", {"zone": "battlefield", "token": True}),
)


@pytest.mark.parametrize(("card", "name", "place"), QUESTIONS)
@pytest.mark.parametrize("date", [EDITIONS[0], EDITIONS[-1]])
def test_one_question_at_every_door(card: str, name: str, place: dict[str, Any], date: str) -> None:
    """``ask``, ``explain``, a state, its frame and the command line say the same."""

    def asked_alone() -> Derived:
        return mm.ask(card, **place, edition=date).value(name)

    def asked_in_game() -> mm.State:
        return mm.new_game(edition=date).put(card, id="it", **place).state()

    words = [w for k, v in place.items() for w in ([f"--{k}"] if v is True else [f"--{k}", str(v)])]
    done = CliRunner().invoke(cli, ["explain", card, name, *words, "--edition", date])
    alone, in_game = either(asked_alone), either(asked_in_game)
    if isinstance(alone, tuple):  # what could not be then: a Room before there were Rooms
        assert alone == in_game
        assert done.exit_code == 2
        return
    found = in_game.value("it", name)
    assert alone == found
    why = mm.explain(card, name, **place, edition=date)
    assert why.derived == in_game.explain("it", name).derived == found
    assert done.output.startswith(why.to_text()), done.output
    if name in {column.name for column in columns_of("objects")}:
        row = in_game.objects().iloc[0]
        assert mm.explain(row, name).derived == found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("count in:library", 2),
        ("count in:graveyard", 1),
        ("count in:library t:island", 0),
        ("count t:land", 1),
        ("count in:library or in:graveyard", 3),
        ("count -in:graveyard", 3),  # two in the library, one on the battlefield
        ("count -in:library", 2),
        ("count in!=library", 2),
        ("count -(in:library or in:graveyard)", 1),
        ("count in:library or t:island", 3),  # Islands are looked for on the battlefield
    ],
)
def test_zones_in_filters_mean_what_they_say(text: str, number: int) -> None:
    """An amount in a state, and in an expectation of a situation."""
    places = (("Forest", "library"), ("Forest", "library"), ("Island", "graveyard"))
    setup, situation = mm.new_game(), mm.Scenario("Zones in filters")
    for n, (card, zone) in enumerate((*places, ("Island", "battlefield"))):
        setup = setup.put(card, zone, id=f"land {n}")
        situation = situation.start(card, zone=zone, id=f"land {n}")
    assert setup.state().amount(text).value == number
    assert situation.expect(amounts={text: number}).play().holds
