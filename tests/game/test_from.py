"""Where something comes from: a zone, or any but some (603.2, 603.6c, 614.6)."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.errors import BadFilter, BadValue, MtgmeldError, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import EVENTS, ZONES, zones_from
from mtgmeld.game.notation import effect_of, watch_of
from mtgmeld.game.setup import Setup
from tests.statements.game import game, play, refused

BEARS, MEMNITE = "Grizzly Bears", "Memnite"
FROM = ("battlefield", "hand", "library", "exile", "stack")


def counted(made: Setup, *actions: A.Action) -> int:
    return play(made.state(), *actions).after.counts["it"]


def test_it_is_a_zone_or_a_filter_of_zones() -> None:
    assert zones_from("hand") == {"hand"}
    assert zones_from("-in:battlefield") == set(ZONES) - {"battlefield"}
    assert zones_from("in:hand or in:library") == {"hand", "library"}
    assert zones_from("-(in:hand or in:library)") == set(ZONES) - {"hand", "library"}
    assert zones_from("zone!=stack -in:exile") == set(ZONES) - {"stack", "exile"}
    assert zones_from("") == set(ZONES)


@pytest.mark.parametrize("event", ["put into graveyard", "put into exile", "put into hand"])
@pytest.mark.parametrize("zone", FROM)
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("-in:battlefield", {"hand", "library", "exile", "stack", "graveyard"}),
        ("-in:battlefield -in:stack", {"hand", "library", "exile", "graveyard"}),
        ("in:library or in:hand", {"hand", "library"}),
        ("library", {"library"}),
        ("", set(ZONES)),
    ],
)
def test_a_card_is_put_somewhere_from_anywhere_but(
    event: str, zone: str, words: str, meant: set[str]
) -> None:
    to = event.removeprefix("put into ")
    if zone == to:
        return  # no change of zones (400.8)
    more = {"from_": words} if words else {}
    made = game().put(BEARS, zone, id="bears").watch("it", event, "t:creature", **more)
    moves: dict[str, A.Action] = {
        "graveyard": A.PutIntoGraveyard(object="bears"),
        "exile": A.Exile(object="bears"),
        "hand": A.ReturnToHand(object="bears"),
    }
    assert counted(made, moves[to]) == (zone in meant)


def test_what_dies_and_what_is_milled_at_once_is_told_apart() -> None:
    """A creature that dies, and one that goes there from a library: once each ability."""
    made = game().put(BEARS, id="bears").put(BEARS, "library")
    made.effect(id="died", trigger="dies", what="t:creature", do={"do": "gain life", "amount": 1})
    made.effect(
        id="else",
        trigger="put into graveyard",
        what="t:creature",
        from_="-in:battlefield",
        do={"do": "gain life", "amount": 10},
    )
    died = play(made.state(), A.Destroy(object="bears"), A.Resolve(all=True)).after
    assert died.player("you").life == 21
    milled = play(made.state(), A.Mill(), A.Resolve(all=True)).after
    assert milled.player("you").life == 30


def test_what_is_discarded_countered_or_resolves_comes_from_elsewhere() -> None:
    made = (
        game()
        .put("Fire // Ice", "hand", id="card")
        .watch("it", "put into graveyard", from_="-in:battlefield")
    )
    assert counted(made, A.Discard(object="card")) == 1
    made = game().put("Lightning Bolt", "hand", id="bolt").mana("you", "R")
    made.watch("it", "put into graveyard", from_="-in:battlefield -in:stack")
    assert counted(made, A.CastSpell(object="bolt", target="opponent"), A.Resolve()) == 0


def test_a_melded_permanent_that_dies_comes_from_the_battlefield_twice() -> None:
    for words, number in (("", 2), ("-in:hand", 2), ("-in:battlefield", 0)):
        made = game().put("Chittering Host", id="host")
        made.watch("it", "put into graveyard", from_=words)
        dies = A.Destroy(object="host", order=["Graf Rats", "Midnight Scavengers"])
        assert counted(made, dies) == number


@pytest.mark.parametrize(("words", "number"), [("battlefield", 1), ("-in:hand", 0), ("", 0)])
def test_only_from_the_battlefield_looks_back(words: str, number: int) -> None:
    """What triggers from several zones is no ability of leaving the battlefield (603.6c)."""
    more = {"from": words} if words else {}
    grants = [{"trigger": "put into graveyard", **more, "do": {"do": "gain life", "amount": 1}}]
    made = game().put(MEMNITE, id="it").put(BEARS, id="bears")
    made.effect(id="gift", what='name:"Memnite"', set={"grants": grants})
    done = play(made.state(), A.Destroy(object=["it", "bears"])).after
    assert len(done.in_zone("stack")) == 2 * number


def test_entering_from_anywhere_but_a_hand() -> None:
    for zone, number in (("hand", 0), ("graveyard", 1), ("exile", 1), ("library", 1)):
        made = game().put(BEARS, zone, id="bears").watch("it", "enters", from_="-in:hand")
        assert counted(made, A.PutOntoBattlefield(object="bears")) == number


def test_a_spell_cast_from_anywhere_but_a_hand() -> None:
    for zone, number in (("hand", 0), ("exile", 1), ("graveyard", 1)):
        made = game().put(MEMNITE, zone, id="it").watch("it", "cast", from_="-in:hand")
        made.effect(allow="cast", from_="-(in:hand or in:library)")
        assert counted(made, A.CastSpell(object="it")) == number


def test_a_prohibition_and_a_replacement_read_the_same_words() -> None:
    made = game().put(MEMNITE, "exile", id="far").put(MEMNITE, "hand", id="near")
    made.effect(allow="cast", from_="exile").effect(forbid="cast", from_="-in:hand")
    state = made.state()
    refused(state, A.CastSpell(object="far"), "601.3")
    play(state, A.CastSpell(object="near"))
    for zone, to in (("battlefield", "graveyard"), ("hand", "exile"), ("library", "exile")):
        made = game().put(BEARS, zone, id="bears")
        made.effect(replace="graveyard", instead="exile", from_="-in:battlefield")
        done = play(made.state(), A.PutIntoGraveyard(object="bears")).after
        assert done.present("bears").zone == to


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ("graveyrd", UnknownName, "graveyard"),
        ("-in:graveyrd", BadFilter, "graveyard"),
        ("-battlefield", UnknownName, "battlefield"),
        ("anywhere", UnknownName, "zone"),
        ("-in:battlefield t:creature", BadValue, "zones alone"),
        ("in:hand in:library", BadValue, "nothing is in"),
        ("in:outside", BadValue, "nothing is in"),
        ("in:", BadFilter, "in:"),
    ],
)
@pytest.mark.parametrize("verb", ["watch", "trigger", "replace", "allow", "forbid"])
def test_what_means_no_zone_is_refused(
    verb: str, words: str, error: type[MtgmeldError], says: str
) -> None:
    tables: dict[str, dict[str, Any]] = {
        "watch": {"id": "it", "when": "enters"},
        "trigger": {"trigger": "enters", "do": {"do": "draw"}},
        "replace": {"replace": "graveyard", "instead": "exile"},
        "allow": {"allow": "cast"},
        "forbid": {"forbid": "cast"},
    }
    read = watch_of if verb == "watch" else effect_of
    with pytest.raises(error, match=says):
        read({**tables[verb], "from": words}, 1)


# which events happen to something that comes from a zone, to a door, at a step, with mana
MEANT = {
    "from": {
        "enters", "enters or attacks", "cast", "put into graveyard", "put into exile",
        "put into hand", "put into library", "put into command",
    },
    "step": {"step"},
    "door": {"unlock"},
    "mana": {"tapped for mana"},
}  # fmt: skip
WORDS = {"from": "hand", "step": "upkeep", "door": "Locker Room", "mana": "{U}"}


@pytest.mark.parametrize("verb", ["watch", "trigger"])
@pytest.mark.parametrize("field", MEANT)
@pytest.mark.parametrize("event", EVENTS)
def test_a_field_that_says_nothing_of_an_event_is_refused(
    verb: str, field: str, event: str
) -> None:
    table: dict[str, Any] = {"id": "it", "step": "end"} if event == "step" else {"id": "it"}
    table |= {"when": event} if verb == "watch" else {"trigger": event, "do": {"do": "draw"}}
    read = watch_of if verb == "watch" else effect_of
    table[field] = WORDS[field]
    if event in MEANT[field]:
        assert read(table, 1)
        return
    with pytest.raises(BadValue, match=f"'{field}': it goes with `") as refusal:
        read(table, 1)
    assert all(f"`{word}`" in str(refusal.value) for word in MEANT[field])


def test_a_list_of_what_a_field_goes_with_ends_in_and() -> None:
    with pytest.raises(BadValue, match="'once': it goes with `cast` and `pay`"):
        effect_of({"allow": "flash", "once": True}, 1)
