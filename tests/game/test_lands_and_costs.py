"""Playing lands, paying costs, devotion: who, what, when, with the rules."""

from __future__ import annotations

import pytest

from mtgmeld.errors import UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.questions import devotion
from tests.game.reasons import decided, worded
from tests.game.test_moves_in_full import one, same
from tests.statements.game import game, happened, play, refused
from tests.statements.test_i_rooms import POOL

BEARS, MODAL, DELVER = "Grizzly Bears", "Akoum Warrior", "Delver of Secrets"


@pytest.mark.parametrize(
    ("name", "act", "played", "rules"),
    [
        ("Forest", A.PlayLand(object="it"), "Forest", ("305.1",)),
        (MODAL, A.PlayLand(object="it"), "Akoum Teeth", ("305.1", "712.12")),
        (MODAL, A.PlayLand(object="it", face="back"), "Akoum Teeth", ("305.1", "712.12")),
        (
            "Branchloft Pathway",
            A.PlayLand(object="it", face="front"),
            "Branchloft Pathway",
            ("305.1", "712.12"),
        ),
        (
            "Branchloft Pathway",
            A.PlayLand(object="it", face="back"),
            "Boulderloft Pathway",
            ("305.1", "712.12"),
        ),
    ],
)
def test_the_events_of_playing_a_land(
    name: str, act: A.PlayLand, played: str, rules: tuple[str, ...]
) -> None:
    """116.2a: a special action; either face of a modal card (712.12)."""
    done = play(game().put(name, "hand", id="it").state(), act)
    new = done.after.find_one("it")
    same(
        one(done, "play land"),
        "play land",
        new,
        played,
        became=(new,),
        player="you",
        rules=(*rules, "116.2a"),
        note="",
    )
    move = one(done, "move")
    assert (move.player, move.end, move.rules) == ("you", "battlefield", ("400.7", *rules))
    assert done.after.name_of(new) == played
    assert done.after.player("you").land_plays == 1
    assert done.after.in_zone("stack") == ()


def test_what_is_no_land_is_not_played() -> None:
    """305.9 and 712.12: a transforming card's back is not played, whatever is on it."""
    made = game().put(BEARS, "hand", id="bear").put(MODAL, "hand", id="teeth")
    made.put(DELVER, "hand", id="delver").put("Forest", id="there")
    state = made.put("Forest", "graveyard", id="gone").state()
    assert f"{BEARS} is no land" in str(refused(state, A.PlayLand(object="bear"), "305.1"))
    front = refused(state, A.PlayLand(object="teeth", face="front"), "305.1", "712.12")
    assert f"{MODAL} is no land" in str(front)
    back = refused(state, A.PlayLand(object="delver", face="back"), "712.12", "305.9")
    assert back.rules == ("712.12", "305.9")
    assert "only a modal card's back face" in str(back)
    there = refused(state, A.PlayLand(object="there"))
    assert there.rules == ("305.1", "116.2a")
    assert "Forest is on the battlefield" in str(there)
    gone = refused(state, A.PlayLand(object="gone"))
    assert gone.rules == ("305.1", "116.2a")
    assert "you may not play a land from graveyard" in str(gone)


def test_one_land_a_turn_in_one_s_own_main_phase() -> None:
    """305.2 and 305.3."""
    made = game().put("Forest", "hand", id="it").put("Island", "hand", id="two")
    state = made.put("Swamp", "hand", id="theirs", owner="opponent").state()
    after = play(state, A.PlayLand(object="it")).after
    second = refused(after, A.PlayLand(object="two"))
    assert second.rules == ("305.2",)
    assert "you have played a land this turn" in str(second)
    other = refused(state, A.PlayLand(object="theirs"))
    assert other.rules == ("305.3", "116.2a")
    assert "Swamp may not be played now" in str(other)
    late = game(step="end").put("Forest", "hand", id="it").state()
    assert refused(late, A.PlayLand(object="it")).rules == ("305.3", "116.2a")


# --- paying -----------------------------------------------------------------------------------


def test_a_cost_is_paid_whole_or_not_at_all() -> None:
    """601.2h, 118.3: it says what was given, and what for."""
    state = game().put(BEARS, "hand", id="it").state()
    error = refused(state, A.CastSpell(object="it", pay="{G}"), "601.2h", "118.3")
    assert f"{{G}} does not pay {{1}}{{G}} for {BEARS}" in str(error)
    none = refused(state, A.CastSpell(object="it", pay="pool"), "601.2h", "118.3")
    assert f"nothing in the pool does not pay {{1}}{{G}} for {BEARS}" in str(none)
    assert "more may not be spent" not in str(none)
    assert "106.6" not in none.rules
    full = play(state, A.AddMana(mana="{G}{G}{G}")).after
    cast = play(full, A.CastSpell(object="it", pay="pool")).after
    assert [m.type for m in cast.player("you").pool] == ["G"]


def test_mana_with_a_restriction_is_spent_on_what_it_is_for() -> None:
    """106.6: and spent first, since it is good for less."""
    state = game().put(BEARS, "hand", id="it").put(POOL, id="room").state()
    some = play(state, A.AddMana(mana="{G}{G}", only="unlock")).after
    error = refused(some, A.CastSpell(object="it", pay="pool"), "106.6", "118.3")
    assert "(2 more may not be spent on it)" in str(error)
    mixed = play(some, A.AddMana(mana="{G}{G}", only="t:creature | unlock")).after
    cast = play(mixed, A.CastSpell(object="it", pay="pool")).after
    assert [m.only for m in cast.player("you").pool] == ["unlock", "unlock"]
    more = play(mixed, A.AddMana(mana="{U}{U}{G}")).after
    opened = play(more, A.Unlock(object="room", half="right", pay="pool")).after
    assert [m.type for m in opened.player("you").pool] in (["U", "G"], ["G", "U"])


def test_life_that_is_paid() -> None:
    """107.4f and 118.3b: 2 for each symbol; a player pays no more than there is (118.3)."""
    state = game().put("Ajani, Sleeper Agent", "hand", id="it").state()
    life = state.player("you").life
    done = play(state, A.CastSpell(object="it", pay="{1}{G}{W}"))
    assert done.after.player("you").life == life - 2
    same(
        one(done, "life"),
        "life",
        0,
        "",
        player="you",
        note="pays 2 life",
        rules=("107.4f", "118.3b"),
    )
    mana = play(state, A.CastSpell(object="it", pay="{1}{G}{W}{W}"))
    assert happened(mana, "life") == []
    poor = play(state, A.Damage(to="you", amount=life - 1)).after
    refused(poor, A.CastSpell(object="it", pay="{1}{G}{W}"), "118.3")
    pool = play(poor, A.AddMana(mana="{1}{G}{W}")).after
    refused(pool, A.CastSpell(object="it", pay="pool"), "118.3")


# --- devotion ---------------------------------------------------------------------------------


def test_devotion_says_what_each_permanent_adds() -> None:
    """700.5: the symbols among the mana costs of a player's permanents."""
    made = game().put(BEARS, id="it").put("Forest", id="land").put(BEARS, controller="opponent")
    answer = devotion(made.state(), "G", "you")
    decided(answer, "devotion to G", 1, "700.5", says="your permanents")
    assert answer.policy == ""
    assert [(p.what, p.value, p.rules) for p in answer.parts] == [
        (f"{BEARS}: devotion", 1, ("700.5",)),
        ("Forest: devotion", 0, ("700.5",)),
    ]
    assert "symbols of {1}{G}" in answer.parts[0].says
    assert "no mana cost" in answer.parts[1].says
    assert devotion(made.state(), "U", "you").value == 0


def test_devotion_needs_colors_and_other_amounts_cite_no_count() -> None:
    """700.5; what is counted by no rule of counting names none."""
    state = game().put(BEARS).state()
    for text in ("devotion", "devotion to", "devotion Q", "devotion C", "devotion to grean"):
        with pytest.raises(UnknownName, match="devotion W"):
            state.amount(text)
    for text in ("devotion {G}", "devotion g", "devotion to green", "devotion green and blue"):
        assert state.amount(text).value == 1
    # each letter of a word was a color of its own: "to blue" is not black and blue
    assert state.amount("devotion to blue").value == 0
    assert state.amount("life of you").rules == ()
    assert state.amount("count t:creature").rules == ("109.2",)


def test_devotion_of_a_room_is_a_policy() -> None:
    """700.5a and 709.5: {U} is on the left door, {4}{U} on the right one."""
    policy = "devotion to a Room"
    for unlocked, seen in (("left", 1), ("", 0), ("left,right", 2)):
        made = game().put(POOL, unlocked=unlocked)
        plain = devotion(made.state(), "U", "you")
        assert plain.value == seen
        assert plain.policy == policy
        cost = plain.parts[0].parts[0]
        assert cost.rules == ("700.5a", "709.5")
        assert "locked halves" in cost.says
        both = game(policies={policy: "both halves"}).put(POOL, unlocked=unlocked)
        whole = devotion(both.state(), "U", "you")
        assert (whole.value, whole.policy) == (2, policy)
        assert "both halves count" in whole.parts[0].parts[0].says
        for answer in (plain, whole):
            worded(answer)
