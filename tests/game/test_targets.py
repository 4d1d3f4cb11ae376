"""Targets: what may be chosen, what must be, what keeps them off, when they are illegal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import mtgmeld as mm
from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.engine import apply
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

ICE = A.CastSpell(object="it", half="Ice", target="bear")


@pytest.mark.parametrize(
    ("keyword", "owner", "legal"),
    [
        ("Shroud", "you", False),
        ("Shroud", "opponent", False),
        ("Hexproof", "you", True),
        ("Hexproof", "opponent", False),
        ("Protection from blue", "opponent", False),
        ("Protection from red", "opponent", True),
        ("Flying", "opponent", True),
    ],
)
def test_what_keeps_a_spell_off(keyword: str, owner: str, legal: bool) -> None:
    made = (
        game().put("Grizzly Bears", id="bear", controller=owner).put("Fire // Ice", "hand", id="it")
    )
    state = play(made.state(), A.Change(object="bear", keywords=[keyword])).after
    if legal:
        done = play(state, ICE, A.Resolve()).after
        assert done.things[done.find_one("bear")].tapped
    else:
        refused(state, ICE, "601.2c", "115.1")


def test_a_required_target_is_not_left_out() -> None:
    made = game().put("Grizzly Bears", id="bear").put("Fire // Ice", "hand", id="it")
    refused(made.state(), A.CastSpell(object="it", half="Ice", target="none"), "601.2c")


def test_a_target_that_may_be_left_out() -> None:
    room = "Bottomless Pool // Locker Room"
    made = game().put(room, "hand", id="room").put("Grizzly Bears", id="bear")
    cast = play(made.state(), A.CastSpell(object="room", half="left")).after
    asked = choice(cast, A.Resolve(), "target", "603.3d")
    assert asked.options == ("bear", "none")
    none = play(cast, A.Resolve(target="none"), A.Resolve()).after
    assert names_in(none, "battlefield") == ["Grizzly Bears", room]
    one = play(cast, A.Resolve(target="bear"), A.Resolve()).after
    assert names_in(one, "hand", "you") == ["Grizzly Bears"]


def test_any_target_is_a_creature_a_planeswalker_or_a_player() -> None:
    made = game().put("Turn // Burn", "hand", id="it").put("Mimic Vat", id="vat")
    made.put("Grizzly Bears", id="bear").put("Urza, Planeswalker", id="urza", controller="opponent")
    state = made.state()
    asked = choice(state, A.CastSpell(object="it", half="Burn"), "target", "601.2c")
    assert asked.options == ("bear", "urza", "you", "opponent")
    refused(state, A.CastSpell(object="it", half="Burn", target="vat"), "601.2c")
    burn = A.CastSpell(object="it", half="Burn", target="opponent")
    assert play(state, burn, A.Resolve()).after.player("opponent").life == 18
    urza = play(state, A.CastSpell(object="it", half="Burn", target="urza"), A.Resolve()).after
    assert urza.things[urza.find_one("urza")].count("loyalty") == 5


def test_the_one_target_there_is_need_not_be_named() -> None:
    made = game().put("Turn // Burn", "hand", id="it").put("Grizzly Bears", id="bear")
    done = play(made.state(), A.CastSpell(object="it", half="Turn"), A.Resolve()).after
    assert done.value("bear", "power").value == 0


def test_a_target_that_changed_zones_is_another_object() -> None:
    made = game().put("Turn // Burn", "hand", id="it").put("Grizzly Bears", id="bear")
    cast = play(made.state(), A.CastSpell(object="it", half="Turn", target="bear")).after
    done = play(cast, A.Blink(object="bear"), A.Resolve())
    assert "608.2b" in happened(done, "removed")[0].rules
    assert done.after.value("bear", "power").value == "2"


def test_an_aura_needs_something_to_enchant() -> None:
    bare = game().put("Confiscate", "hand", id="it").state()
    refused(bare, A.CastSpell(object="it"), "601.2c")
    made = game().put("Confiscate", "hand", id="it").put("Grizzly Bears", id="bear")
    made.put("Mimic Vat", id="vat")
    choice(made.state(), A.CastSpell(object="it"), "target", "601.2c")
    cast = play(made.state(), A.CastSpell(object="it", target="bear")).after
    gone = play(cast, A.ReturnToHand(object="bear"), A.Resolve())
    assert "608.2b" in happened(gone, "removed")[0].rules
    assert names_in(gone.after, "graveyard", "you") == ["Confiscate"]


def test_a_copy_that_gains_types() -> None:
    made = game().put("Grizzly Bears", id="bear").put("Wall of Omens", id="wall")
    add = ["Artifact", "Spirit"]
    done = play(made.state(), A.BecomeCopy(object="wall", of="bear", add_types=add)).after
    known = done.characteristics("wall")
    assert known.types.value == ("Creature", "Artifact")
    assert known.subtypes.value == ("Bear", "Spirit")


def test_another_player_searches_their_own_library() -> None:
    made = (
        game().put("Grizzly Bears", "library").put("Silvercoat Lion", "library", owner="opponent")
    )
    asked = choice(made.state(), A.Search(what="t:creature", player="opponent"), "choose.find")
    assert asked.options == ("Silvercoat Lion", "none")
    assert asked.player == "opponent"


def bruna() -> State:
    """Bruna in hand, two cards in the graveyard that her trigger may return."""
    made = game().put("Bruna, the Fading Light", "hand", id="bruna")
    made.put("Gisela, the Broken Blade", "graveyard", id="gisela")
    return made.put("Archangel Avacyn", "graveyard", id="angel").state()


def test_a_target_of_what_triggers_on_casting_is_none_of_the_spell() -> None:
    """A creature spell has no target (115.1), so it resolves after the card has left (608.2b)."""
    cast = A.CastSpell(object="bruna", target="gisela")
    done = play(bruna(), cast, A.Resolve(may=True), A.Resolve())
    assert sorted(names_in(done.after, "battlefield")) == [
        "Bruna, the Fading Light",
        "Gisela, the Broken Blade",
    ]


def test_a_target_may_come_to_be_by_the_action() -> None:
    """The legend rule makes cards of a second Ragnarok before the trigger's target is chosen.

    Casting performs state-based actions only when a player would get priority, which is also
    when the trigger goes on the stack (117.5, 603.3d): both cards are in the graveyard then.
    """
    made = game().put("Bruna, the Fading Light", "hand", id="bruna")
    for one in ("a", "b"):
        made.put("Ragnarok, Divine Deliverance", id=one)
    order = ["Vanille, Cheerful l'Cie", "Fang, Fearless l'Cie", "Bruna, the Fading Light"]
    cast = A.CastSpell(object="bruna", keep="a", order=order)
    asked = choice(made.state(), cast, "target", "603.3d")
    assert len(asked.options) == 2
    for option in asked.options:
        done = play(made.state(), replace(cast, target=option), A.Resolve(may=True))
        assert len(done.after.in_zone("graveyard")) == 1


def test_a_misspelled_target_is_named() -> None:
    """Where a spell asks for a target, and where only a trigger could take it."""
    swords = game().put("Swords to Plowshares", "hand", id="it")
    swords.put("Grizzly Bears").put("Silvercoat Lion")
    for state, spell in ((bruna(), "bruna"), (swords.state(), "it")):
        with pytest.raises(UnknownName, match="gisla"):
            apply(state, A.CastSpell(object=spell, target="gisla"))


def test_an_ability_with_one_target_missing_asks_for_none_of_the_others() -> None:
    """Its second target would be a nonlegendary card in a graveyard; there is none (603.3d)."""
    start = mm.new_game().put("Ragnarok, Divine Deliverance", id="dead").put("Forest", id="land")
    start = start.put("Forest", id="other")
    done = mm.apply(
        start.state(),
        mm.actions.Destroy(
            object="dead", order=["Vanille, Cheerful l'Cie", "Fang, Fearless l'Cie"]
        ),
    )
    assert [e.kind for e in done.events].count("removed") == 1
    assert "603.3d" in next(e.rules for e in done.events if e.kind == "removed")
