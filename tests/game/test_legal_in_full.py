"""What is listed as allowed says the action, its cost and the rules; what mana abilities leave."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mtgmeld.game import actions as A
from mtgmeld.game.legality import Legal, legal_actions
from mtgmeld.game.state import State
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, play, refused

BEARS, MODAL, PATHWAY = "Grizzly Bears", "Akoum Warrior", "Branchloft Pathway"
BOLD = "Boulderloft Pathway"


def listed(state: State, kind: type[A.Action], player: str | None = None) -> list[Legal]:
    """Return what is listed of a kind, but for the faces that each is about."""
    every = legal_actions(state, player)
    return [replace(legal, faces=()) for legal in every if isinstance(legal.action, kind)]


def test_passing_is_always_listed() -> None:
    """117.3d."""
    state = game().state()
    assert legal_actions(state) == (Legal(A.Pass(player="you"), "pass priority", "", ("117.3d",)),)
    (theirs,) = legal_actions(state, "opponent")
    assert theirs.action == A.Pass(player="opponent")


def test_lands_that_may_be_played() -> None:
    """305.1, and either face of a modal card (712.12); once a turn, from a hand."""
    made = game().put("Forest", "hand", id="forest").put(PATHWAY, "hand", id="path")
    made.put(MODAL, "hand", id="teeth").put("Island", id="there").put(BEARS, "hand", id="bear")
    made.put("Swamp", "graveyard", id="gone").put("Mountain", "hand", owner="opponent")
    state = made.state()
    assert listed(state, A.PlayLand) == [
        Legal(
            A.PlayLand(object="forest", face="Forest", player="you"),
            "play Forest from hand",
            "",
            ("305.1",),
        ),
        *(
            Legal(
                A.PlayLand(object="path", face=face, player="you"),
                f"play {face} from hand",
                "",
                ("305.1", "712.12"),
            )
            for face in (PATHWAY, BOLD)
        ),
        Legal(
            A.PlayLand(object="teeth", face="Akoum Teeth", player="you"),
            "play Akoum Teeth from hand",
            "",
            ("305.1", "712.12"),
        ),
    ]
    played = play(state, listed(state, A.PlayLand)[0].action).after
    assert listed(played, A.PlayLand) == []
    for found in listed(state, A.PlayLand):
        play(state, found.action)


def test_spells_that_may_be_cast() -> None:
    """601.3: each half, with its cost and from where."""
    state = game().put("Fire // Ice", "hand", id="it").put(BEARS, id="bear").state()
    assert [(f.says, f.cost) for f in listed(state, A.CastSpell)] == [
        ("cast Fire from hand", "{1}{R}"),
        ("cast Ice from hand", "{1}{U}"),
    ]
    only = legal_actions(state, "you", "{1}{U}")
    assert [f.says for f in only if isinstance(f.action, A.CastSpell)] == ["cast Ice from hand"]
    x = game().put("Chalice of the Void", "hand", id="it").state()
    says = [f.says for f in legal_actions(x, "you", "{4}") if isinstance(f.action, A.CastSpell)]
    assert "cast Chalice of the Void from hand with X = 2" in says
    assert "cast Chalice of the Void from hand with X = 3" not in says


def test_lands_that_may_be_tapped() -> None:
    """605.3a, 106.12: untapped and one's own."""
    made = game().put("Forest", id="it").put("Island", id="tapped", tapped=True)
    state = made.put("Swamp", id="theirs", controller="opponent").state()
    assert listed(state, A.TapForMana) == [
        Legal(
            A.TapForMana(object="it", player="you"),
            "tap Forest for mana",
            "",
            ("106.12", "605.3a"),
        )
    ]


def test_creatures_that_may_attack() -> None:
    """508.1a: untapped, under control since the turn began, in one's own combat."""
    made = game(step="declare attackers").put(BEARS, id="it").put(BEARS, id="tapped", tapped=True)
    made.put(BEARS, id="sick", sick=True).put("Forest", id="land")
    state = made.put(BEARS, id="theirs", controller="opponent").state()
    assert listed(state, A.Attack) == [
        Legal(A.Attack(object=["it"], player="you"), f"attack with {BEARS}", "", ("508.1a",))
    ]
    assert listed(state, A.Attack, "opponent") == []
    assert listed(game().put(BEARS).state(), A.Attack) == []


# --- mana abilities ---------------------------------------------------------------------------


def test_the_event_of_tapping_for_mana() -> None:
    """106.12 and 605.3b: it resolves at once."""
    state = game().put("Forest", id="it").state()
    done = play(state, A.TapForMana(object="it"))
    it = state.find_one("it")
    same(
        one(done, "tapped for mana"),
        "tapped for mana",
        it,
        "Forest",
        became=(it,),
        player="you",
        note="adds {G}",
        mana="G",
        rules=("106.12", "106.4", "605.3b"),
    )
    assert done.after.things[it].tapped
    assert done.after.in_zone("stack") == ()


def test_what_a_land_does_not_make_is_refused() -> None:
    """106.7, 605.1a: by the type and by the ability."""
    state = game().put("Forest", id="it").put(BEARS, id="bear").state()
    error = refused(state, A.TapForMana(object="it", mana="U"), "106.7")
    assert "Forest does not make U" in str(error)
    refused(state, A.TapForMana(object="it", ability="nothing"), "605.1a")
    none = refused(state, A.TapForMana(object="bear"), "106.12", "605.1a")
    assert f"{BEARS} has no mana ability" in str(none)


def test_one_of_several_types_is_chosen() -> None:
    """106.7: an Orchard makes one mana of a type that the player chooses."""
    made = game().put("Exotic Orchard", id="it").put("Island", controller="opponent")
    state = made.put("Swamp", controller="opponent").state()
    asked = choice(state, A.TapForMana(object="it"), "mana", "106.7")
    assert (asked.player, asked.options) == ("you", ("U", "B"))
    for kind in "UB":
        done = play(state, A.TapForMana(object="it", mana=kind))
        assert one(done, "tapped for mana").mana == kind
    refused(state, A.TapForMana(object="it", mana="G"), "106.7")


def test_an_orchard_alone_makes_no_mana() -> None:
    """106.5: it is tapped all the same."""
    state = game().put("Exotic Orchard", id="it").state()
    done = play(state, A.TapForMana(object="it"))
    it = state.find_one("it")
    same(
        one(done, "no mana"),
        "no mana",
        it,
        "Exotic Orchard",
        became=(it,),
        player="you",
        note="no mana is made",
        rules=("106.5", "106.12a"),
    )
    assert done.after.things[it].tapped
    assert done.after.player("you").pool == ()


def test_mana_that_an_effect_adds() -> None:
    """106.4."""
    done = play(game().state(), A.AddMana(mana="{G}{G}", player="opponent"))
    same(
        one(done, "mana"),
        "mana",
        0,
        "",
        player="opponent",
        note="adds {G}{G}",
        mana="GG",
        rules=("106.4",),
    )
    assert [m.type for m in done.after.player("opponent").pool] == ["G", "G"]


@pytest.mark.parametrize("whose", ["you", "opponent"])
def test_a_triggered_mana_ability_adds_mana_at_once(whose: str) -> None:
    """605.1b and 605.4a: Wild Growth on a land, for whoever taps it."""
    made = game().put("Forest", id="it", controller=whose, owner=whose)
    state = made.put("Wild Growth", id="aura", attached_to="it").state()
    done = play(state, A.TapForMana(object="it", player=whose))
    event = one(done, "mana")
    it = state.find_one("it")
    assert (event.obj, event.became, event.player) == (it, (it,), whose)
    assert event.name.startswith("Wild Growth")
    assert (event.mana, event.note) == ("G", "adds {G}")
    assert event.rules == ("605.1b", "605.4a", "106.12a")
    assert [m.type for m in done.after.player(whose).pool] == ["G", "G"]
