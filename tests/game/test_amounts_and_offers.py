"""Amounts in words, attaching, attacking, cascade and discover: values, events and rules."""

from __future__ import annotations

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.selectors import amount, number
from mtgmeld.game.state import State
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play, refused
from tests.statements.test_i_rooms import POOL

BEARS, LIONS, ICE = "Grizzly Bears", "Savannah Lions", "Fire // Ice"
ARLINN = "Arlinn Kord // Arlinn, Embraced by the Moon"


# --- amounts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"), [(3, 3), ("3", 3), ("-2", -2), ("*", 0), ("1+*", 0), (None, 0)]
)
def test_what_is_no_number_counts_0(value: object, expected: int) -> None:
    """107.2."""
    assert number(value) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (4, 4),
        ("4", 4),
        (" 4 ", 4),
        ("-4", -4),
        ("x", 5),
        ("half x", 3),  # rounded up (107.1a)
        ("count t:creature", 3),
        ("count t:creature c:w", 1),
        ("names t:creature", 2),
        ("types t:creature", 1),
        ("types is:permanent", 3),
        ("doors t:room", 1),
        ("mana value", 2),
        ("power", 2),
        ("toughness", 2),
        ("charge counters", 3),
        ("oil counters", 0),
    ],
)
def test_amounts_in_words(words: str | int, expected: int) -> None:
    """Counted among permanents, or of the source; different names are 201.2b."""
    made = game().put(BEARS, id="it", counters={"charge": 3}).put(BEARS).put(LIONS)
    state = made.put(POOL, unlocked="left").put("Forest").state()
    source = state.things[state.find_one("it")]
    assert amount(state, words, "you", source, 5) == expected


def test_other_words_are_refused_with_those_there_are() -> None:
    state = game().put(BEARS, id="it").state()
    with pytest.raises(UnknownName, match="no amount called 'many'") as refused_:
        amount(state, "many", "you", None)
    assert {"a number", "x", "half x", "count FILTER", "mana value", "power"} <= set(
        refused_.value.near
    )
    with pytest.raises(UnknownName):
        amount(state, "power", "you", None)  # of nothing


# --- attaching and attacking ------------------------------------------------------------------


def test_the_event_of_attaching() -> None:
    """701.3: to an object or a player; a new timestamp (613.7e); never to itself (301.5c)."""
    made = game().put("Diviner's Wand", id="wand").put(BEARS, id="it")
    state = made.put("Wheel of Sun and Moon", id="wheel", attached_to="you").state()
    done = play(state, A.Attach(object="wand", to="it"))
    wand = state.find_one("wand")
    same(
        one(done, "attach"),
        "attach",
        wand,
        "Diviner's Wand",
        became=(wand,),
        note=f"to {BEARS}",
        rules=("701.3a",),
    )
    assert done.after.things[wand].attached == state.find_one("it")
    assert done.after.things[wand].timestamp > state.things[wand].timestamp
    other = one(play(state, A.Attach(object="wheel", to="opponent")), "attach")
    assert other.note == "to opponent"
    itself = refused(state, A.Attach(object="wand", to="wand"), "301.5c", "303.4d")
    assert "attached to itself" in str(itself)


def attackers(**more: bool) -> State:
    made = game(step="declare attackers").put(BEARS, id="it", **more).put(LIONS, id="cat")
    made.put("Forest", id="land").put(BEARS, id="theirs", controller="opponent")
    return made.state()


def test_the_events_of_attacking() -> None:
    """508.1: all at once; what attacks becomes tapped unless it has vigilance (508.1f)."""
    state = play(attackers(), A.Change(object="cat", keywords=["Vigilance"])).after
    done = play(state, A.Attack(object=["it", "cat"]))
    first, second = happened(done, "attacks")
    for event, ref, name in ((first, "it", BEARS), (second, "cat", LIONS)):
        i = state.find_one(ref)
        same(
            event,
            "attacks",
            i,
            name,
            became=(i,),
            player="you",
            batch=first.batch,
            rules=("508.1",),
            note="",
        )
        assert done.after.things[i].attacking
    assert first.batch == 1
    assert done.after.things[state.find_one("it")].tapped
    assert not done.after.things[state.find_one("cat")].tapped


@pytest.mark.parametrize(
    ("ref", "more", "says", "rule"),
    [
        ("land", {}, "Forest is no creature", "508.1a"),
        ("theirs", {}, f"you do not control {BEARS}", "508.1a"),
        ("it", {"tapped": True}, f"{BEARS} is tapped", "508.1a"),
        ("it", {"sick": True}, f"{BEARS} has not been under your control", "302.6"),
    ],
)
def test_what_may_not_attack(ref: str, more: dict[str, bool], says: str, rule: str) -> None:
    """508.1a and 302.6."""
    error = refused(attackers(**more), A.Attack(object=ref), rule)
    assert says in str(error)
    other = refused(attackers(), A.Attack(object="theirs", player="opponent"), "508.1", "506.2")
    assert "it is your turn" in str(other)


def test_an_instant_stays_face_down() -> None:
    """701.40g, 701.58g: it is revealed and stays as it is."""
    made = game().put(ICE, "library", id="it").put(BEARS, "library", id="bear")
    state = made.state()
    down = play(state, A.PutOntoBattlefield(object=["it", "bear"], face_down=True)).after
    done = play(down, A.TurnFaceUp(object=["it", "bear"]))
    stay = one(done, "stay")
    assert stay.note == "it is an instant or sorcery"
    assert stay.obj == down.find_one("it")
    assert stay.rules == ("701.40g", "701.58g")
    assert done.after.things[done.after.find_one("it")].face_down
    assert not done.after.things[done.after.find_one("bear")].face_down


# --- cascade and discover ---------------------------------------------------------------------


def library(*names: str, owner: str = "you") -> State:
    """A library, the first card on top; a creature of mana value 2 to cascade from."""
    made = game().put(BEARS, id="source").put(LIONS, id="cat")
    for i, name in reversed(list(enumerate(names))):
        made.put(name, "library", id=f"card{i}", owner=owner)
    return made.state()


def test_cascade_passes_lands_and_what_is_not_worth_less() -> None:
    """702.85a: exiled from the top; the rest goes to the bottom in a random order."""
    state = library("Forest", BEARS, LIONS, "Swamp")
    asked = choice(state, A.Cascade(source="source"), "choose.cast")
    assert asked.player == "you"
    assert asked.options == (LIONS, "none")
    done = play(state, A.Cascade(source="source", choose={"cast": LIONS}))
    assert names_in(done.after, "stack") == [LIONS]
    assert set(names_in(done.after, "library", "you")[:2]) == {"Forest", BEARS}
    assert names_in(done.after, "library", "you")[2] == "Swamp"
    exiled = [e for e in happened(done, "move") if e.end == "exile"]
    assert [e.name for e in exiled] == ["Forest", BEARS, LIONS]
    assert {(e.player, e.rules) for e in exiled} == {("you", ("400.7", "702.85a"))}
    shuffle = one(done, "shuffle")
    assert (shuffle.player, shuffle.rules) == ("you", ("702.85a",))
    assert "random order" in shuffle.note
    declined = play(state, A.Cascade(source="source", choose={"cast": "none"}))
    assert names_in(declined.after, "exile") == []
    stay = one(declined, "stay")
    assert (stay.player, stay.note) == ("you", "nothing is cast")


def test_cascade_is_of_who_is_told_to() -> None:
    """702.85a: the player who casts the spell."""
    state = library("Forest", LIONS, owner="opponent")
    act = A.Cascade(source="source", player="opponent", choose={"cast": LIONS})
    done = play(state, act)
    assert names_in(done.after, "library", "opponent") == ["Forest"]
    assert done.after.things[done.after.in_zone("stack")[-1]].controller == "opponent"


def test_a_discovered_card_is_cast_or_put_into_a_hand() -> None:
    """701.57a: of mana value N or less; either way its player has discovered (701.57c)."""
    state = library("Forest", ARLINN, BEARS)
    kept = play(state, A.Discover(count=2, choose={"cast": "none"}))
    assert names_in(kept.after, "hand", "you") == [BEARS]
    event = one(kept, "discover")
    assert (event.name, event.player, event.rules) == (BEARS, "you", ("701.57c",))
    assert event.note == "the discovered card for 2"
    assert set(names_in(kept.after, "library", "you")) == {"Forest", ARLINN}
    cast = play(state, A.Discover(count=2, choose={"cast": BEARS}))
    assert names_in(cast.after, "stack") == [BEARS]
    assert names_in(cast.after, "hand", "you") == []
    assert one(cast, "discover").player == "you"


def test_of_offered_cards_one_is_cast() -> None:
    """601.3e and 709.3a: each spell by itself, a half by its own name."""
    made = game().put(ICE, "exile", id="ice").put(LIONS, "exile", id="lions")
    state = made.put(BEARS, id="bear").state()
    offer = A.MayCast(object=["ice", "lions"], what="mv<=2")
    asked = choice(state, offer, "choose.cast", "608.2g")
    assert set(asked.options) >= {"Fire", "Ice", LIONS, "none"}
    ice = A.MayCast(object=["ice", "lions"], what="mv<=2", choose={"cast": "Ice"}, target="bear")
    assert play(state, ice).after.characteristics("ice").names.value == ("Ice",)
    two = A.MayCast(object=["ice", "lions"], what="mv<=2", choose={"cast": ["Ice", LIONS]})
    assert "one of the cards may be cast" in str(refused(state, two))
    much = A.MayCast(object="ice", what="mv<=1", choose={"cast": "Ice"}, target="bear")
    error = refused(state, much, "601.3e", "709.3a")
    assert "Ice (mana value 2) is not what may be cast" in str(error)
    named = A.MayCast(
        object=["ice", "lions"],
        what="mv<=2",
        choose={"cast": {"object": "lions"}},
    )
    assert names_in(play(state, named).after, "stack") == [LIONS]


@pytest.mark.parametrize(
    ("what", "to", "rule"),
    [
        ("lignify", "land", "303.4j"),  # it enchants creatures
        ("lignify", "you", "303.4j"),
        ("growth", "it", "303.4j"),  # it enchants lands
        ("wheel", "it", "303.4j"),  # it enchants players
        ("lignify", "it", "701.3b"),  # where it is already
        ("cat", "it", "701.3b"),  # a creature is attached to nothing
        ("wand", "land", "301.5"),  # it equips creatures
        ("wand", "you", "301.5"),
    ],
)
def test_what_cannot_be_attached_does_not_move(what: str, to: str, rule: str) -> None:
    """701.3b: it stays where it is, on what it was attached to, with its timestamp."""
    made = game().put(BEARS, id="it").put(LIONS, id="cat").put("Forest", id="land")
    made.put("Lignify", id="lignify", attached_to="it")
    made.put("Wild Growth", id="growth", attached_to="land")
    made.put("Wheel of Sun and Moon", id="wheel", attached_to="you")
    state = made.put("Diviner's Wand", id="wand").state()
    done = play(state, A.Attach(object=what, to=to))
    stays = one(done, "stay")
    assert [e.kind for e in done.events] == ["stay"]
    assert {"701.3b", rule}.issubset(stays.rules)
    assert done.after.things[state.find_one(what)] == state.things[state.find_one(what)]


@pytest.mark.parametrize(("to", "zone"), [("it", "battlefield"), ("land", "hand"), ("you", "hand")])
def test_an_aura_that_cannot_enchant_it_stays_in_its_zone(to: str, zone: str) -> None:
    """303.4i: put onto the battlefield attached to what it cannot enchant, it does not go there."""
    made = game().put(BEARS, id="it").put("Forest", id="land").put("Lignify", "hand", id="aura")
    done = play(made.state(), A.PutOntoBattlefield(object="aura", attached_to=to))
    aura = done.after.things[done.after.find_one("aura")]
    assert aura.zone == zone
    if zone == "hand":
        assert "303.4i" in one(done, "stay").rules


def test_what_is_no_aura_or_equipment_enters_unattached() -> None:
    """303.4h."""
    made = game().put(BEARS, id="it").put(LIONS, "hand", id="cat")
    done = play(made.state(), A.PutOntoBattlefield(object="cat", attached_to="it"))
    assert done.after.things[done.after.find_one("cat")].attached is None


@pytest.mark.parametrize("library", [(), ("Forest",), ("Commit // Memory", "Forest")])
def test_who_finds_nothing_has_discovered_as_well(library: tuple[str, ...]) -> None:
    """701.57b: the process is complete even if nothing in it was possible; 4 + 6 is above 3."""
    made = game()
    for card in library:
        made.put(card, "library")
    done = play(made.state(), A.Discover(count=3))
    found = one(done, "discover")
    assert (found.player, found.name, found.rules) == ("you", "", ("701.57b",))
    assert len(done.after.in_zone("library", "you")) == len(library)
