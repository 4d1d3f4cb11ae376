"""Each invariant of a state, broken on purpose, is named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from mtgmeld.errors import ImpossibleState
from mtgmeld.game import actions as A
from mtgmeld.game.faults import faults_of
from mtgmeld.game.state import State
from tests.statements.game import game, play
from tests.statements.test_i_rooms import POOL

BEARS, LIONS, HOST, DELVER = (
    "Grizzly Bears",
    "Savannah Lions",
    "Chittering Host",
    "Delver of Secrets",
)


def start() -> State:
    made = game().put(BEARS, id="it").put(HOST, id="host").put(POOL, id="room")
    return made.put(DELVER, "hand", id="card").put(LIONS, id="token", token=True).state()


def changed(state: State, ref: str, **fields: Any) -> State:
    """The state with one object as it could never be."""
    i = state.find_one(ref)
    return replace(state, things={**state.things, i: replace(state.things[i], **fields)})


def test_a_sound_state_has_none() -> None:
    assert faults_of(start()) == ()
    assert faults_of(play(start(), A.Destroy(object="it")).after) == ()


@pytest.mark.parametrize(
    ("ref", "fields", "fault"),
    [
        ("it", {"owner": "nobody"}, f"{BEARS}: its owner or controller is no player"),
        ("it", {"controller": "nobody"}, f"{BEARS}: its owner or controller is no player"),
        ("host", {"base": "bears"}, "two cards represent an object that is not melded [712.4a]"),
        ("it", {"face": 2}, f"{BEARS}: face 3 of 1 is up [712.8]"),
        ("card", {"face": 1}, ": back face up in zone hand [712.8a]"),
        ("room", {"unlocked": (2,)}, f"{POOL}: an unlocked designation of neither half [709.5c]"),
        ("card", {"unlocked": (0,)}, "an unlocked designation off the battlefield [709.5c]"),
        ("it", {"base": "lions"}, f"{BEARS}: it is not by itself what its card says [707.2]"),
        ("card", {"tapped": True}, "the status of a permanent off the battlefield [110.5]"),
        ("card", {"attacking": True}, "the status of a permanent off the battlefield [110.5]"),
        ("card", {"damage": 1}, "the status of a permanent off the battlefield [110.5]"),
        ("card", {"face_down": True}, "the status of a permanent off the battlefield [110.5]"),
        ("it", {"counters": (("+1/+1", -1),)}, f"{BEARS}: fewer than no counters"),
        ("it", {"attached": 999}, f"{BEARS}: attached to what is gone [704.5m-n]"),
    ],
)
def test_an_object_that_could_not_be(ref: str, fields: dict[str, Any], fault: str) -> None:
    """The rule is in the fault; the rest of the state stays sound."""
    state = start()
    other = {"bears": state.things[state.find_one("it")].base}
    other["lions"] = state.things[state.find_one("token")].base
    given = {k: other.get(v, v) if isinstance(v, str) else v for k, v in fields.items()}
    found = faults_of(changed(state, ref, **given))
    assert len([f for f in found if fault in f]) == 1, found
    allowed = ("is not in the order of its zone",) if "owner" in fields else ()
    assert [f for f in found if fault not in f and not any(a in f for a in allowed)] == []


def test_two_cards_are_one_object_on_the_battlefield_only() -> None:
    """712.21 and 712.4a."""
    state = start()
    host = state.find_one("host")
    gone = replace(
        state,
        things={**state.things, host: replace(state.things[host], zone="exile", face=0)},
        places={
            **state.places,
            "battlefield": tuple(i for i in state.places["battlefield"] if i != host),
            "exile": (host,),
        },
    )
    # by its name it is two cards
    (fault,) = faults_of(gone)
    assert fault.endswith("two cards represent one object in zone exile [712.21]")


def test_a_melded_permanent_without_its_cards() -> None:
    """712.4a; the cards are then nowhere."""
    found = faults_of(changed(start(), "host", cards=()))
    assert f"{HOST}: a melded permanent without its two cards [712.4a]" in found
    assert sorted(f for f in found if f.startswith("card ")) == sorted(
        f for f in found if "represents 0 objects" in f
    )
    assert len(found) == 3
    three = changed(start(), "host", cards=tuple(start().cards)[:3])
    assert any("3 cards represent one object" in f for f in faults_of(three))


def test_every_object_stands_in_one_place() -> None:
    state = start()
    it = state.find_one("it")
    twice = replace(state, places={**state.places, "exile": (it,)})
    assert faults_of(twice) == (f"object {it} stands in 2 places",)
    lost = tuple(i for i in state.places["battlefield"] if i != it)
    nowhere = replace(state, places={**state.places, "battlefield": lost})
    assert faults_of(nowhere) == (f"object {it} is not in the order of its zone battlefield",)
    ghost = replace(state, places={**state.places, "exile": (999,)})
    assert faults_of(ghost) == ("a zone holds object 999, which does not exist",)


def test_numbers_and_players_are_what_they_say() -> None:
    state = start()
    it = state.find_one("it")
    assert f"object {it} calls itself 999" in faults_of(changed(state, "it", id=999))
    other = replace(state, active="nobody")
    assert faults_of(other) == ("the active player 'nobody' is no player",)
    assert any(
        "there is no zone 'limbo'" in f for f in faults_of(changed(state, "it", zone="limbo"))
    )


def test_each_card_represents_one_object() -> None:
    state = start()
    it = state.things[state.find_one("it")]
    found = faults_of(changed(state, "token", cards=it.cards, base=it.base))
    assert f"card {BEARS} ({it.cards[0]}) represents 2 objects" in found


def test_a_token_in_a_hand() -> None:
    """111.7: it would have ceased to exist."""
    state = start()
    token, hand = state.find_one("token"), state.zone_key("hand", "you")
    there = replace(
        state,
        things={**state.things, token: replace(state.things[token], zone="hand")},
        places={
            **state.places,
            "battlefield": tuple(i for i in state.places["battlefield"] if i != token),
            hand: (*state.places[hand], token),
        },
    )
    assert faults_of(there) == (f"{LIONS}: a token or copy in zone hand [111.7, 704.5e]",)


# --- a start that cannot be -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "zone", "how", "field", "rules"),
    [
        (BEARS, "battlefield", {"x": 1}, "x", ("107.3g", "202.3e")),
        ("Chalice of the Void", "stack", {"x": -1}, "x", ("107.3a", "107.1b")),
        ("Fire // Ice", "hand", {"cast": "left"}, "cast", ("709.3", "709.4")),
        (BEARS, "graveyard", {"by": "flashback"}, "by", ("601.3b",)),
        ("Forest", "stack", {}, "zone", ("305.1", "300.2a")),
        ("Fire // Ice", "battlefield", {}, "zone", ("110.4", "304.4", "307.4")),
        (BEARS, "hand", {"tapped": True}, "tapped", ("110.5",)),
        (BEARS, "exile", {"attacking": True}, "attacking", ("110.5",)),
        (BEARS, "graveyard", {"face_down": True}, "face_down", ("110.5",)),
        ("Lignify", "hand", {"attached_to": "other"}, "attached_to", ("110.5",)),
        (HOST, "battlefield", {"face_down": True}, "face_down", ("712.16",)),
        (BEARS, "battlefield", {"counters": {"+1/+1": -1}}, "counters", ("122.1",)),
        (BEARS, "battlefield", {"damage": -1}, "damage", ("107.1b",)),
        ("Lignify", "battlefield", {"attached_to": "it"}, "attached_to", ("301.5c", "303.4d")),
        ("Lignify", "battlefield", {"attached_to": "card"}, "attached_to", ("303.4", "301.5")),
    ],
)
def test_an_object_that_cannot_be_is_refused(
    name: str, zone: str, how: dict[str, Any], field: str, rules: tuple[str, ...]
) -> None:
    """The field that is wrong is named, with the rules that say so."""
    made = game().put(BEARS, id="other").put(BEARS, "hand", id="card")
    with pytest.raises(ImpossibleState) as error:
        made.put(name, zone, id="it", **how).state()
    assert error.value.field == field
    assert error.value.rules == rules
    assert str(error.value)


def test_what_may_be_face_down_or_an_instant_elsewhere_is_not_refused() -> None:
    made = game().put("Fire // Ice", id="it", face_down=True).put("Fire // Ice", "hand", id="card")
    made.put("Fire // Ice", "stack", id="spell", cast="left")
    assert faults_of(made.state()) == ()
