"""Targets, choices and what is listed: what is offered, what is refused, by which rules."""

from __future__ import annotations

import pytest

from mtgmeld.cards import Card, Face
from mtgmeld.errors import ChoiceNeeded, ImpossibleState, UnaskedChoice, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Entering, Triggered
from mtgmeld.game.engine import apply
from mtgmeld.game.layers import abilities_of
from mtgmeld.game.legality import Legal, legal_actions
from mtgmeld.game.selectors import x_of
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost
from tests.game.test_legal_in_full import listed
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play, refused

BEARS, LIONS, BURN = "Grizzly Bears", "Savannah Lions", "Turn // Burn"
GLASSWORKS, POOL = "Glassworks // Shattered Yard", "Bottomless Pool // Locker Room"
BATTLEMENTS, ALTAR, CHALICE = "Hanweir Battlements", "Phyrexian Altar", "Chalice of the Void"
DRIFTER = "Baithook Angler // Hook-Haunt Drifter"
WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def against(color: str, ref: str = "bear") -> A.Change:
    return A.Change(object=ref, keywords=[f"Protection from {color}"])


# --- protection -------------------------------------------------------------------------------


@pytest.mark.parametrize("color", WORDS.values())
def test_protection_from_the_color_of_a_spell(color: str) -> None:
    """702.16b: Burn is red, so only protection from red keeps it off."""
    start = game().put(BURN, "hand", id="it").put(BEARS, id="bear").state()
    state = play(start, against(color)).after
    cast = A.CastSpell(object="it", half="Burn", target="bear")
    if color == "red":
        refused(state, cast, "601.2c", "115.1")
    else:
        assert names_in(play(state, cast).after, "stack") == [BURN]


@pytest.mark.parametrize("kind", WORDS)
def test_protection_from_the_color_of_the_source_of_an_ability(kind: str) -> None:
    """702.16b: an ability has no color, its source has; as it is activated and as it resolves."""
    made = game().put(BEARS, id="it").put(LIONS, id="cat")
    laid = {
        "id": "poke",
        "activated": "abilities",
        "what": f'name:"{BEARS}"',
        "target": "t:creature",
        "do": [{"do": "damage", "to": "target", "amount": 1}],
    }
    state = play(made.state(), A.LayEffect(effect=laid), A.Change(object="it", colors=kind)).after
    act = A.Activate(object="it", ability="poke", target="cat")
    on = play(state, act).after
    assert happened(play(on, A.Resolve()), "damage")
    safe = play(on, against(WORDS[kind], "cat")).after
    assert one(play(safe, A.Resolve()), "removed").rules == ("608.2b",)
    for color in WORDS.values():
        kept = play(state, against(color, "cat")).after
        if color == WORDS[kind]:
            refused(kept, act, "115.1", "601.2c")
        else:
            play(kept, act)
    both = play(state, against(WORDS[kind], "cat"), against(WORDS[kind], "it")).after
    assert "has no legal target" in str(refused(both, act, "602.2b", "601.2c", "115.1"))


def test_protection_from_the_color_of_what_triggers() -> None:
    """702.16b and 603.3d: the unlocked half makes the Room red; without a target it goes."""
    made = game().put(GLASSWORKS, unlocked="right", id="room")
    state = made.put(BEARS, id="bear", controller="opponent").state()
    unlock = A.Unlock(object="room", half="left")
    on = play(state, unlock).after
    assert len(on.in_zone("stack")) == 1
    assert happened(play(on, A.Resolve()), "damage")
    late = play(play(on, against("red")).after, A.Resolve())
    assert one(late, "removed").rules == ("608.2b",)
    assert happened(late, "damage") == []
    early = play(play(state, against("red")).after, unlock)
    assert early.after.in_zone("stack") == ()
    assert one(early, "removed").rules == ("603.3d",)
    green = play(play(state, against("green")).after, unlock).after
    assert len(green.in_zone("stack")) == 1


def test_a_mode_whose_target_is_protected_cannot_be_chosen() -> None:
    """700.2a and 702.16b: of a red spell's two modes the one that has a target is left."""
    made = game().put("Red Elemental Blast", "hand", id="it").put("Counterspell", "hand", id="blue")
    made.put("Island", id="land").put(BEARS, "hand", id="bear").put(LIONS, id="cat")
    state = play(made.state(), A.Change(object="cat", colors="U"), against("red", "cat")).after
    state = play(state, A.CastSpell(object="bear")).after
    blue = play(state, A.CastSpell(object="blue", target="bear")).after
    cast = play(blue, A.CastSpell(object="it")).after
    spell = cast.things[cast.find_one("it")].cast
    assert spell is not None
    assert (spell.modes, spell.targets) == ((0,), (blue.find_one("blue"),))


# --- choosing targets -------------------------------------------------------------------------


def test_any_target_may_be_a_player() -> None:
    """115.4: creatures, planeswalkers and battles, and players, who are offered by name."""
    state = game().put(BURN, "hand", id="it").put(BEARS, id="bear").put("Forest").state()
    asked = choice(state, A.CastSpell(object="it", half="Burn"), "target", "601.2c")
    assert set(asked.options) == {"bear", "you", "opponent"}


def aura(*types: str, subtypes: tuple[str, ...] = ()) -> Card:
    face = Face("Unheard-of", ManaCost.parse("{1}"), types=types, subtypes=subtypes)
    return Card(face.name, "normal", (face,))


def test_an_aura_of_which_nothing_is_modeled_needs_what_it_will_enchant() -> None:
    """303.4a: its target is taken as given, and asked for where none is given."""
    made = game().put(aura("Enchantment", subtypes=("Aura",)), "hand", id="it")
    state = made.put(BEARS, id="bear").put("Forest", id="land").state()
    asked = choice(state, A.CastSpell(object="it"), "target", "303.4a", "601.2c")
    assert (asked.player, set(asked.options)) == ("you", {"bear", "land"})
    cast = play(state, A.CastSpell(object="it", target="bear")).after
    spell = cast.things[cast.find_one("it")].cast
    assert spell is not None
    assert spell.targets == (state.find_one("bear"),)


@pytest.mark.parametrize("kind", ["Instant", "Sorcery"])
def test_targets_of_a_spell_of_which_nothing_is_modeled(kind: str) -> None:
    """115.1: instants and sorceries may have them."""
    state = game().put(aura(kind), "hand", id="it").put(BEARS, id="bear").state()
    cast = play(state, A.CastSpell(object="it", target="bear")).after
    spell = cast.things[cast.find_one("it")].cast
    assert spell is not None
    assert spell.targets == (state.find_one("bear"),)


@pytest.mark.parametrize("kind", ["Enchantment", "Creature"])
def test_a_permanent_spell_that_is_no_aura_has_no_targets(kind: str) -> None:
    """115.1: so nothing asks for any."""
    state = game().put(aura(kind), "hand", id="it").put(BEARS, id="bear").state()
    with pytest.raises(UnaskedChoice, match="'target'"):
        play(state, A.CastSpell(object="it", target="bear"))


# --- what is listed ---------------------------------------------------------------------------


def test_abilities_that_may_be_activated() -> None:
    """602.2, and 605.3a for a mana ability without {T}; each as it can be played."""
    made = game().put(BATTLEMENTS, id="it").put(BEARS, id="bear").put(ALTAR, id="altar")
    state = made.state()
    expected = [
        ("it", f"{BATTLEMENTS}#haste", "{R}", ("602.2",)),
        ("it", f"{BATTLEMENTS}#meld", "{3}{R}{R}", ("602.2",)),
        ("altar", f"{ALTAR}#mana", "", ("605.3a",)),
    ]
    assert listed(state, A.Activate) == [
        Legal(A.Activate(object=ref, ability=key, player="you"), f"activate {key}", cost, rules)
        for ref, key, cost, rules in expected
    ]
    altar = play(state, listed(state, A.Activate)[-1].action.__class__(object="altar", mana="U"))
    assert [m.type for m in altar.after.player("you").pool] == ["U"]


@pytest.mark.parametrize(("mana", "found"), [("{R}", 2), ("{U}", 1), ("{3}{R}{R}", 3)])
def test_abilities_that_some_mana_pays_for(mana: str, found: int) -> None:
    """602.2b, 601.2h: {R} for one, {3}{R}{R} for the other; the Altar asks for no mana."""
    state = game().put(BATTLEMENTS, id="it").put(BEARS, id="bear").put(ALTAR, id="altar").state()
    hits = [f for f in legal_actions(state, "you", mana) if isinstance(f.action, A.Activate)]
    assert len(hits) == found


# --- counting conditions, and X ---------------------------------------------------------------


def test_a_condition_counts_what_a_player_controls() -> None:
    """109.4 and 110.2: what another player owns counts for who controls it; others do not."""
    made = game().put("Starfield of Nyx").put("Rest in Peace", id="it").put("Glorious Anthem")
    made.put("Glorious Anthem").put("Forest").put("Opalescence", controller="opponent")
    four = made.state()
    assert four.characteristics("it").types.value == ("Enchantment", "Creature")  # Opalescence
    made = game().put("Starfield of Nyx").put("Rest in Peace", id="it").put("Mana Reflection")
    made.put("Glorious Anthem").put("Forest").put(BEARS)
    made.put("Glorious Anthem", controller="opponent", owner="opponent")
    assert made.state().characteristics("it").types.value == ("Enchantment",)
    five = made.put("Mana Reflection", owner="opponent", controller="you").state()
    assert five.characteristics("it").types.value == ("Enchantment", "Creature")


def test_x_of_a_permanent_is_for_its_entering_alone() -> None:
    """107.3m: for abilities of entering; any other has X of 0 (107.3g)."""
    state = game().put(CHALICE, "hand", id="it").put(BEARS, id="bear").state()
    spell = play(state, A.CastSpell(object="it", x=2)).after
    enters = Entering(key="test", enters="with counters")
    dies = Triggered(key="test", when="dies")
    arrives = Triggered(key="test", when="enters")
    on = spell.things[spell.find_one("it")]
    assert [x_of(spell, on, a) for a in (enters, dies, arrives)] == [2, 2, 2]
    there = play(spell, A.Resolve()).after
    obj = there.things[there.find_one("it")]
    assert dict(obj.counters) == {"charge": 2}
    assert [x_of(there, obj, a) for a in (enters, dies, arrives)] == [2, 0, 2]
    assert x_of(there, None, enters) == 0


# --- what effects change ----------------------------------------------------------------------


def test_a_name_that_an_effect_gives() -> None:
    """613.1c: in layer 3, the only name that it has then."""
    state = game().put(BEARS, id="it").state()
    value = play(state, A.Change(object="it", name="Runeclaw Bear")).after.characteristics("it")
    assert value.names.value == ("Runeclaw Bear",)
    assert value.names.rules == ("613.1c",)


def test_a_size_that_asks_for_the_size_so_far() -> None:
    """613.4: power is set in layer 7b, so that what is added by it in 7c sees what was set."""
    laid = {"id": "tough", "set": {"add_toughness": "power"}}
    start = game().put(BEARS, id="it").state()
    state = play(start, A.LayEffect(effect=laid)).after
    assert state.characteristics("it").toughness.value == 4
    grown = play(state, A.Change(object="it", power=5)).after
    assert grown.characteristics("it").toughness.value == 7
    # a counter that came later is added later, by timestamps within 7c (613.7)
    more = play(state, A.PutCounters(object="it", count=1)).after
    assert more.characteristics("it").toughness.value == 5


def test_what_had_lost_its_abilities_had_none_as_it_left() -> None:
    """603.10a: an object that left has the abilities that it had then."""
    state = game().put("Glorious Anthem", id="it").put("Glorious Anthem", id="other").state()
    old, other = (state.things[state.find_one(ref)] for ref in ("it", "other"))
    lost = play(state, A.Change(object="it", loses_abilities=True)).after
    gone = play(lost, A.Destroy(object=["it", "other"])).after
    assert abilities_of(gone, old) == ()
    assert [a.kind for a in abilities_of(gone, other)] == ["static"]


# --- replacement ------------------------------------------------------------------------------


@pytest.mark.parametrize(("whose", "exiled"), [("your", "it"), ("an opponent's", "theirs")])
def test_whose_cards_are_replaced(whose: str, exiled: str) -> None:
    """614.6: a replacement of what is yours leaves what is another's, and the other way around."""
    made = game().put(BEARS, id="it").put(BEARS, id="theirs", owner="opponent")
    word = "you" if whose == "your" else "opponent"
    laid = {"id": "e", "replace": "graveyard", "instead": "exile", "whose": word}
    state = play(made.state(), A.LayEffect(effect=laid)).after
    done = play(state, A.Destroy(object=["it", "theirs"])).after
    for ref in ("it", "theirs"):
        zone = done.things[done.find_one(ref)].zone
        assert zone == ("exile" if ref == exiled else "graveyard")


def test_a_part_of_a_name_is_no_name() -> None:
    """616.1: the effect is chosen by the name of its source, not by a word of it."""
    made = game().put(BEARS, id="it").put("Rest in Peace")
    state = made.put("Wheel of Sun and Moon", attached_to="you").state()
    for word in ("in", "Rest", "Sun"):
        choice(state, A.Destroy(object="it", replacement=word), "replacement", "616.1")
    done = play(state, A.Destroy(object="it", replacement="Rest in Peace")).after
    assert names_in(done, "exile") == [BEARS]


def test_a_spell_that_replaces_where_it_goes() -> None:
    """614.12: a countered spell is asked as well; the back face has that ability (712.8c)."""
    state = game().put(DRIFTER, "graveyard", id="it").state()
    spell = play(state, A.CastSpell(object="it", transformed=True)).after
    done = play(spell, A.Counter(object="it"))
    assert names_in(done.after, "exile") == [DRIFTER]
    assert f"replaced by {DRIFTER}" in one(done, "move").note
    front = game().put(DRIFTER, "hand", id="it").state()
    cast = play(front, A.CastSpell(object="it")).after
    assert names_in(play(cast, A.Counter(object="it")).after, "exile") == []


def test_what_was_attached_to_a_commander_that_went_further() -> None:
    """704.6d is followed by another check (704.3), in which the Equipment becomes unattached."""
    made = game().put(BEARS, id="it", commander=True)
    state = made.put("Diviner's Wand", id="wand", attached_to="it").state()
    done = play(state, A.Destroy(object="it", commander="command"))
    assert names_in(done.after, "command") == [BEARS]
    assert "704.5n" in one(done, "unattached").rules
    assert done.after.things[done.after.find_one("wand")].attached is None


# --- the stack --------------------------------------------------------------------------------


def later() -> State:
    """An ability that triggered at an end step, on the stack."""
    state = game().put(BEARS, "library").put(BEARS, id="it").state()
    set_up = play(state, A.AtStep(step="end", do_later=(A.Draw(),))).after
    return play(set_up, A.NextStep(to="end")).after


def test_the_events_of_a_delayed_trigger() -> None:
    """603.7 and 608.1; a copy of it is put onto the stack as well (707.10)."""
    state = later()
    (ability,) = state.in_zone("stack")
    name = "at the next end step"
    done = play(state, A.Resolve())
    rules = ("608.1", "603.7")
    same(one(done, "resolve"), "resolve", ability, name, player="you", rules=rules)
    copied = play(state, A.CopyAbility(object=ability, id="copy"))
    new = copied.after.find_one("copy")
    event = one(copied, "copy")
    same(event, "copy", ability, name, became=(new,), player="you", rules=("707.10",))
    assert copied.after.in_zone("stack") == (ability, new)


def test_what_is_copied_must_be_an_object_with_characteristics() -> None:
    """707.2: an ability on the stack has nothing that a permanent could copy."""
    state = later()
    (ability,) = state.in_zone("stack")
    error = refused(state, A.BecomeCopy(object="it", of=ability), "707.2")
    assert "there is no such object to copy" in str(error)


def test_a_copy_of_a_permanent_spell_once_came_to_nothing() -> None:
    """608.3e: until the rules let it become a token, it went to the graveyard."""
    state = game(edition="2019-01-25").put(BEARS, "hand", id="it").state()
    copied = play(state, A.CastSpell(object="it"), A.CopySpell(object="it", id="copy")).after
    copy = copied.find_one("copy")
    done = play(copied, A.Resolve())
    rules = ("608.3", "608.3e")
    same(one(done, "stay"), "stay", copy, BEARS, player="you", rules=rules)
    assert names_in(done.after, "battlefield") == []


def test_the_mana_value_of_a_copy_of_a_transformed_spell() -> None:
    """202.3b: 0, where the copy has the back face alone; the spell has that of its front face."""
    state = game(edition="2022-02-18").put(DRIFTER, "graveyard", id="it").state()
    spell = play(state, A.CastSpell(object="it", transformed=True)).after
    copied = play(spell, A.CopySpell(object="it", id="copy")).after
    assert copied.characteristics("it").mana_value.value == 2
    value = copied.characteristics("copy").mana_value
    assert value.value == 0
    assert "202.3b" in value.rules


def test_each_instruction_has_its_own_target() -> None:
    """601.2c, 608.2c: Explosion deals damage to the first, the second draws; x each."""
    made = game().put("Expansion // Explosion", "hand", id="it").put(BEARS, id="bear")
    for whose in ("you", "opponent"):
        made.put(LIONS, "library", owner=whose)
    cast = A.CastSpell(object="it", half="Explosion", x=1, target=["bear", "opponent"])
    done = play(made.state(), cast, A.Resolve())
    assert [e.name for e in happened(done, "damage")] == [BEARS]
    assert [e.player for e in happened(done, "draw")] == ["opponent"]
    asked = choice(made.state(), A.CastSpell(object="it", half="Explosion", x=1), "target")
    assert set(asked.options) == {"bear", "you", "opponent"}


def test_a_plotted_card_is_cast_without_paying_on_a_later_turn() -> None:
    """702.170d: from exile, at sorcery speed, without paying its mana cost (118.9)."""
    made = game().put(BEARS, "exile", id="it")
    for whose in ("you", "opponent"):
        made.put("Forest", "library", owner=whose).put("Forest", "library", owner=whose)
    refused(made.state(), A.CastSpell(object="it", by="plot"), "601.3")
    plotted = play(made.state(), A.Plot(object="it")).after
    refused(plotted, A.CastSpell(object="it"), "601.3")
    later = play(plotted, A.NextTurn(), A.NextTurn()).after
    done = play(later, A.CastSpell(object="it"))
    event = one(done, "cast")
    assert event.note == "without paying its mana cost"
    assert event.rules == ("702.170d", "118.9", "601.2", "601.2f")


def test_as_though_it_had_flash() -> None:
    """601.3b: an effect on some spells is about the spell as it would be, and about no other."""
    made = game(active="opponent").put(BEARS, "hand", id="it", owner="you")
    state = made.put("Terminus", "hand", id="other", owner="you").state()
    for ref in ("it", "other"):
        refused(state, A.CastSpell(object=ref), "117.1a")
    laid = {"id": "quick", "allow": "flash", "what": "t:creature is:spell", "controller": "you"}
    quick = play(state, A.LayEffect(effect=laid)).after
    assert names_in(play(quick, A.CastSpell(object="it")).after, "stack") == [BEARS]
    refused(quick, A.CastSpell(object="other"), "117.1a")


def test_a_spell_is_not_cast_again() -> None:
    """601.2a: a card is moved to the stack from where it is."""
    state = game().put(BEARS, "hand", id="it").state()
    spell = play(state, A.CastSpell(object="it")).after
    assert "is on the stack" in str(refused(spell, A.CastSpell(object="it"), "601.2a"))


# --- names that nothing bears -----------------------------------------------------------------


def test_a_half_that_a_room_lacks() -> None:
    """709.5e: one of its halves is unlocked, by side or by name."""
    state = game().put(POOL, id="it").state()
    with pytest.raises(UnknownName, match=f"half or face of {POOL} called 'middle'") as error:
        apply(state, A.Unlock(object="it", half="middle"))
    assert error.value.name == "middle"
    assert error.value.near == ("left", "right", "Bottomless Pool", "Locker Room")


def test_a_half_without_a_mana_cost_stays_locked() -> None:
    """118.6: a cost that is not there cannot be paid (709.5e)."""
    faces = [
        Face(name, cost, types=("Enchantment",), subtypes=("Room",))
        for name, cost in (("Hall", ManaCost.parse("{U}")), ("Void", None))
    ]
    card = Card("Hall // Void", "split", tuple(faces))
    state = game().put(card, id="it", unlocked="left").state()
    error = refused(state, A.Unlock(object="it", half="Void"), "118.6", "709.5e")
    assert "Void has no mana cost that could be paid" in str(error)


def test_what_cannot_be_copied_on_entering() -> None:
    """707.5: one of the permanents that it may be a copy of."""
    made = game().put("Clone", "hand", id="it").put(BEARS, id="bear").put("Forest", id="land")
    spell = play(made.state(), A.CastSpell(object="it")).after
    with pytest.raises(UnknownName, match="no permanent to copy called 'land'") as error:
        apply(spell, A.Resolve(as_copy="land"))
    assert error.value.near == ("bear",)
    with pytest.raises(ChoiceNeeded) as asked:
        apply(spell, A.Resolve())
    assert asked.value.options == ("bear", "none")


def test_a_land_is_no_spell() -> None:
    """305.1; and 122.1: a permanent may be said to have no counters of a kind."""
    with pytest.raises(ImpossibleState, match="Forest is a land and never a spell") as error:
        game().put("Forest", "stack").state()
    assert error.value.rules == ("305.1", "300.2a")
    assert error.value.field == "zone"
    assert game().put(BEARS, counters={"charge": 0}).state().faults() == ()


def test_what_is_face_down_does_not_transform() -> None:
    """712.15a; what is no double-faced card does not either (701.27c), face up."""
    made = game().put("Delver of Secrets // Insectile Aberration", "library", id="it")
    state = made.state()
    down = play(state, A.PutOntoBattlefield(object="it", face_down=True)).after
    done = play(down, A.Transform(object="it"))
    assert one(done, "stay").rules == ("712.15a",)
    assert done.after.things[done.after.find_one("it")].face == 0
