"""What casting, resolving, copying and turning over leave as events and records, in full."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.state import State
from tests.game.test_moves_in_full import one, same
from tests.statements.game import choice, game, happened, names_in, play, refused
from tests.statements.test_i_rooms import POOL

BEARS, LIONS, ICE, WEAR = "Grizzly Bears", "Savannah Lions", "Fire // Ice", "Wear // Tear"
DELVER, RATS, HOST = "Delver of Secrets", "Graf Rats", "Chittering Host"
GIANT, CHALICE, GISELA = "Bonecrusher Giant", "Chalice of the Void", "Gisela, the Broken Blade"


def hand(*names: str) -> State:
    """Cards in a hand, called by their places."""
    made = game().put(BEARS, id="bear", controller="opponent")
    for i, name in enumerate(names):
        made.put(name, "hand", id=f"card{i}")
    return made.state()


# --- casting ----------------------------------------------------------------------------------


def test_a_spell_knows_how_it_was_cast() -> None:
    """601.2: the half, where from, its targets and what was spent on it."""
    state = hand(ICE)
    act = A.CastSpell(object="card0", half="Ice", target="bear")
    done = play(state, act)
    new = done.after.find_one("card0")
    event = one(done, "cast")
    same(
        event,
        "cast",
        new,
        "Ice",
        became=(new,),
        player="you",
        note="for {1}{U}",
        rules=event.rules,
    )
    assert "709.3" in event.rules
    record = done.after.things[new].cast
    assert record is not None
    assert (record.halves, record.face, record.x, record.zone) == ((1,), 0, 0, "hand")
    assert (record.by, record.paid, record.free, record.was_cast) == ("", "{1}{U}", False, True)
    assert record.targets == (state.find_one("bear"),)
    assert done.after.things[new].controller == "you"


def test_what_was_spent_is_remembered_as_it_was_paid() -> None:
    """106.4: with mana given, the mana; without it the total cost stands for it."""
    state = hand(BEARS)
    paid = play(state, A.CastSpell(object="card0", pay="{G}{G}")).after
    taken = play(state, A.CastSpell(object="card0")).after
    for after, spent in ((paid, "{G}{G}"), (taken, "{1}{G}")):
        record = after.things[after.find_one("card0")].cast
        assert record is not None
        assert record.paid == spent


def test_without_paying_its_mana_cost() -> None:
    """118.9: X is 0 (107.3b), and no other X may be chosen."""
    state = hand(CHALICE)
    done = play(state, A.CastSpell(object="card0", free=True))
    record = done.after.things[done.after.find_one("card0")].cast
    assert record is not None
    assert (record.free, record.x) == (True, 0)
    assert one(done, "cast").note == "without paying its mana cost"
    refused(state, A.CastSpell(object="card0", free=True, x=2), "107.3b")


def test_x_is_chosen_for_what_has_it() -> None:
    """601.2b and 107.3a; it is no less than 0 (107.1b)."""
    state = hand(CHALICE, BEARS)
    asked = choice(state, A.CastSpell(object="card0"), "x", "107.3a", "601.2b")
    assert asked.player == "you"
    done = play(state, A.CastSpell(object="card0", x=3))
    assert one(done, "cast").note.endswith(", X = 3")
    assert done.after.characteristics("card0").mana_value.value == 6
    refused(state, A.CastSpell(object="card0", x=-1), "107.1b")
    none = refused(state, A.CastSpell(object="card1", x=1), "107.3a")
    assert none.rules == ("107.3a",)
    assert f"{BEARS} has no X in its cost" in str(none)


@pytest.mark.parametrize(
    ("act", "halves", "name"),
    [
        (A.CastSpell(object="card0", face="Stomp", target="bear"), (1,), "Stomp"),
        (A.CastSpell(object="card0", half="Stomp", target="bear"), (1,), "Stomp"),
        (A.CastSpell(object="card0", half=GIANT), (), GIANT),
        (A.CastSpell(object="card0", face=GIANT), (), GIANT),
        (A.CastSpell(object="card1", face="Ice", target="bear"), (1,), "Ice"),
        (A.CastSpell(object="card1", half="Fire", target="bear"), (0,), "Fire"),
    ],
)
def test_the_part_that_is_cast(act: A.CastSpell, halves: tuple[int, ...], name: str) -> None:
    """709.3a for a half, 715.3 for an Adventure, by whatever word it is called."""
    done = play(hand(GIANT, ICE), act)
    spell = done.after.things[done.after.in_zone("stack")[-1]]
    assert spell.cast is not None
    assert (spell.cast.halves, spell.cast.face) == (halves, 0)
    assert done.after.characteristics(spell.id).names.value == (name,)


def test_why_something_may_not_be_cast() -> None:
    """601.3: nothing allows it from there; 702.102a: it has no fuse."""
    assert "Fire // Ice has no fuse" in str(
        refused(hand(ICE), A.CastSpell(object="card0", fused=True), "702.102a", "709.3")
    )
    for zone, where in (("graveyard", "the graveyard"), ("exile", "exile"), ("library", "library")):
        state = game().put(BEARS, zone, id="it").state()
        error = refused(state, A.CastSpell(object="it"), "601.3")
        assert where in str(error)
        assert f"you may not cast {BEARS} from" in str(error)
        assert "no rule or effect allows it" in str(error)
    state = game().put(BEARS, id="it").state()
    assert "is on the battlefield" in str(refused(state, A.CastSpell(object="it"), "601.2a"))
    late = game(active="opponent").put(BEARS, "hand", id="it", owner="you").state()
    assert f"{BEARS} may not be cast now" in str(refused(late, A.CastSpell(object="it")))


# --- resolving --------------------------------------------------------------------------------


def test_the_top_of_the_stack_resolves() -> None:
    """608.1, 405.5: nothing else does."""
    empty = refused(hand(), A.Resolve(), "608.1", "405.5")
    assert "the stack is empty" in str(empty)
    state = hand(BEARS, ICE)
    cast = play(state, A.CastSpell(object="card0")).after
    both = play(cast, A.CastSpell(object="card1", half="Ice", target="bear")).after
    error = refused(both, A.Resolve(object="card0"), "608.1", "405.5")
    assert f"{BEARS} is not on top of the stack" in str(error)


def test_the_events_of_a_resolving_permanent_spell() -> None:
    """608.3: it becomes a permanent under its controller's control."""
    state = play(hand(BEARS), A.CastSpell(object="card0")).after
    spell = state.find_one("card0")
    done = play(state, A.Resolve(object="card0"))
    same(
        one(done, "resolve"),
        "resolve",
        spell,
        BEARS,
        became=(spell,),
        player="you",
        rules=("608.1",),
        note="",
    )
    move = one(done, "move")
    new = done.after.find_one("card0")
    same(
        move,
        "move",
        spell,
        BEARS,
        became=(new,),
        start="stack",
        end="battlefield",
        objects=1,
        cards=1,
        player="you",
        rules=("400.7", "608.3"),
        note="",
    )


def test_the_events_of_a_resolving_instant() -> None:
    """608.2n: as the last part it goes to its owner's graveyard."""
    state = play(hand(ICE), A.CastSpell(object="card0", half="Ice", target="bear")).after
    done = play(state, A.Resolve())
    resolve = one(done, "resolve")
    assert (resolve.name, resolve.player, resolve.rules) == ("Ice", "you", ("608.1",))
    (move,) = [e for e in happened(done, "move") if e.start == "stack"]
    assert (move.end, move.player, move.rules) == ("graveyard", "you", ("400.7", "608.2n"))


def test_an_adventure_is_exiled_and_may_be_played_by_its_player() -> None:
    """715.3d."""
    state = play(hand(GIANT), A.CastSpell(object="card0", half="Stomp", target="bear")).after
    done = play(state, A.Resolve())
    (move,) = [e for e in happened(done, "move") if e.start == "stack"]
    assert (move.end, move.rules) == ("exile", ("400.7", "715.3d"))
    again = play(done.after, A.CastSpell(object="card0"))
    assert "715.3d" in one(again, "cast").rules
    assert again.after.characteristics("card0").names.value == (GIANT,)
    refused(done.after, A.CastSpell(object="card0", player="opponent"), "601.3")


def test_a_spell_whose_targets_are_all_illegal_does_not_resolve() -> None:
    """608.2b."""
    state = play(hand(ICE), A.CastSpell(object="card0", half="Ice", target="bear")).after
    gone = play(state, A.Destroy(object="bear")).after
    done = play(gone, A.Resolve())
    same(
        one(done, "removed"),
        "removed",
        gone.find_one("card0"),
        "Ice",
        player="you",
        note="all its targets are illegal",
        rules=("608.2b",),
    )
    assert names_in(done.after, "graveyard", "you") == [ICE]


def test_an_ability_that_is_declined() -> None:
    """608.2d: its controller says so as it resolves."""
    made = game(step="draw").put("Vanille, Cheerful l'Cie").put("Fang, Fearless l'Cie")
    state = play(made.state(), A.NextStep(to="precombat main")).after
    (ability,) = state.in_zone("stack")
    bundle = state.things[ability].ability
    assert bundle is not None
    done = play(state, A.Resolve(may=False))
    same(
        one(done, "resolve"),
        "resolve",
        ability,
        bundle.key,
        note="you decline",
        rules=("608.2d",),
    )
    accepted = play(state, A.Resolve(may=True))
    same(
        happened(accepted, "resolve")[0],
        "resolve",
        ability,
        bundle.key,
        player="you",
        rules=("608.1",),
        note="",
    )


def test_the_events_of_countering() -> None:
    """701.6a: a card goes to its owner's graveyard; what is not on the stack stays."""
    state = play(hand(BEARS), A.CastSpell(object="card0")).after
    spell = state.find_one("card0")
    done = play(state, A.Counter(object="card0"))
    same(
        one(done, "countered"),
        "countered",
        spell,
        BEARS,
        became=(spell,),
        rules=("701.6a",),
        note="",
    )
    assert one(done, "move").rules == ("400.7", "701.6a")
    assert one(done, "move").player == "you"
    assert "bear is not on the stack" in str(refused(state, A.Counter(object="bear"), "701.6a"))


# --- copying ----------------------------------------------------------------------------------


def test_the_event_of_becoming_a_copy() -> None:
    """707.4: it stays the same object."""
    state = game().put(BEARS, id="it").put(LIONS, id="cat").state()
    done = play(state, A.BecomeCopy(object="it", of="cat"))
    it = state.find_one("it")
    same(
        one(done, "copy"),
        "copy",
        it,
        BEARS,
        became=(it,),
        player="you",
        note=f"becomes a copy of {LIONS}",
        rules=("707.2", "707.4"),
    )
    spell = play(hand(ICE), A.CastSpell(object="card0", half="Ice", target="bear")).after
    error = refused(spell, A.BecomeCopy(object="bear", of="card0"), "110.4")
    assert "instant or sorcery" in str(error)


def test_tokens_are_created_by_a_player() -> None:
    """111.1 and 111.2: its owner and controller is who creates it; it is no card."""
    for player, whose in ((None, "you"), ("opponent", "opponent")):
        made = A.CreateToken(
            name="Zombie",
            types=["Creature"],
            subtypes=["Zombie"],
            power="2",
            toughness="2",
            colors="B",
            player=player,
            id="token",
        )
        done = play(game().state(), made)
        new = done.after.find_one("token")
        same(
            one(done, "move"),
            "move",
            new,
            "Zombie",
            became=(new,),
            end="battlefield",
            objects=1,
            player=whose,
            rules=("111.1", "111.2"),
            note="a token is created",
        )
        token = done.after.things[new]
        assert (token.owner, token.controller, token.cards) == (whose, whose, ())
        known = done.after.characteristics("token")
        assert known.colors.value == "B"
        assert (known.power.value, known.toughness.value) == ("2", "2")
        assert known.type_line == "Creature \u2014 Zombie"
        assert known.color_indicator.value == ""


def test_a_size_that_is_counted_is_that_of_who_creates_it() -> None:
    """107.2: settled as the token is created, from its creator's side."""
    made = game().put(BEARS).put(LIONS, controller="opponent").put(LIONS, controller="opponent")
    count = "count t:creature controller:you"
    for player, size in (("you", "1"), ("opponent", "2")):
        act = A.CreateToken(
            name="Ooze", types=["Creature"], power=count, toughness=count, player=player, id="token"
        )
        after = play(made.state(), act).after
        known = after.characteristics("token")
        assert (known.power.value, known.toughness.value) == (size, size)
        many = A.CreateToken(name="Ooze", types=["Artifact"], count=count, player=player)
        assert len(happened(play(made.state(), many), "move")) == int(size)


@pytest.mark.parametrize(
    ("date", "faces"), [("2023-02-03", 1), ("2023-04-14", 2), ("2026-04-17", 2)]
)
def test_a_copy_of_a_double_faced_spell(date: str, faces: int) -> None:
    """707.10g: since 2023-04-14 the copy of a nonmodal one has both faces, too."""
    state = game(edition=date).put(DELVER, "hand", id="it").state()
    done = play(play(state, A.CastSpell(object="it")).after, A.CopySpell(object="it", id="copy"))
    assert len(done.after.things[done.after.find_one("copy")].base.faces) == faces
    assert done.after.characteristics("copy").names.value == (DELVER,)


def test_a_token_that_is_a_copy_with_an_exception() -> None:
    """707.9: the exception is part of its copiable values."""
    state = game().put(BEARS, id="it").state()
    plain = A.CreateTokenCopy(of="it", power="4", toughness="5", id="token")
    known = play(state, plain).after.characteristics("token")
    assert (known.power.value, known.toughness.value, known.colors.value) == ("4", "5", "G")
    for field, there in (("power", ("4", "2")), ("toughness", ("2", "4"))):
        alone = A.CreateTokenCopy(of="it", id="token", **{field: "4"})
        known = play(state, alone).after.characteristics("token")
        assert (known.power.value, known.toughness.value) == there
    black = A.CreateTokenCopy(of="it", colors="B", id="token")
    known = play(state, black).after.characteristics("token")
    assert (known.power.value, known.toughness.value, known.colors.value) == ("2", "2", "B")


def test_no_token_is_an_instant() -> None:
    """304.4: it would have to be on the battlefield."""
    state = game().put(ICE, "graveyard", id="it").state()
    done = play(state, A.CreateTokenCopy(of="it"))
    same(
        one(done, "stay"),
        "stay",
        0,
        "",
        note="a token cannot enter as an instant or sorcery",
        rules=("111.1", "304.4"),
    )
    assert happened(done, "move") == []


def test_the_event_of_copying_a_spell() -> None:
    """707.10: it is put onto the stack, not cast."""
    state = play(hand(ICE), A.CastSpell(object="card0", half="Ice", target="bear")).after
    done = play(state, A.CopySpell(object="card0", player="opponent", id="copy"))
    new = done.after.find_one("copy")
    event = one(done, "copy")
    same(
        event,
        "copy",
        state.find_one("card0"),
        "Ice",
        became=(new,),
        player="opponent",
        rules=("707.10", "707.2"),
    )
    assert "not cast" in event.note
    assert done.after.things[new].controller == "opponent"
    refused(state, A.CopySpell(object="bear"), "707.10", "112.1")


def test_the_events_of_casting_a_copy_of_a_card() -> None:
    """707.12 and 709.3c: the copy is made where the card is, then cast."""
    state = game().put(ICE, "exile", id="it").put(BEARS, id="bear").state()
    done = play(state, A.CastCopy(object="it", half="Ice", target="bear", id="copy"))
    event = one(done, "copy")
    same(
        event,
        "copy",
        state.find_one("it"),
        ICE,
        became=event.became,
        player="you",
        note="a copy of the card is made in exile",
        rules=("707.12", "709.3c"),
    )
    assert len(event.became) == 1
    assert one(done, "cast").name == "Ice"
    other = game().put(ICE, "exile", id="it").put(CHALICE, "exile", id="cup")
    state = other.put(BEARS, id="bear").state()
    error = refused(state, A.CastCopy(object="it", cast=["cup"]), "707.12")
    assert error.rules == ("707.12",)
    assert "was not copied" in str(error)
    twice = refused(state, A.CastCopy(object="it", cast=["it", "it"]), "707.12")
    assert "was copied once" in str(twice)
    cup = play(state, A.CastCopy(object="cup", x=2, free=False)).after
    assert cup.characteristics(cup.in_zone("stack")[-1]).mana_value.value == 4
    refused(state, A.CastCopy(object="bear"), "707.12")


# --- turning over, down and up ----------------------------------------------------------------


def test_the_event_of_transforming() -> None:
    """701.27a and 712.18: the same object, with a new timestamp (613.7g)."""
    state = game().put(DELVER, id="it").put(BEARS, id="bear").state()
    done = play(state, A.Transform(object=["it", "bear"]))
    it = state.find_one("it")
    same(
        one(done, "transforms"),
        "transforms",
        it,
        DELVER,
        became=(it,),
        player="you",
        note="now Insectile Aberration",
        rules=("701.27a", "712.18", "613.7g"),
    )
    assert done.after.things[it].timestamp > state.things[it].timestamp
    assert (done.after.things[it].face, done.after.things[it].turned) == (1, 1)
    bear = state.find_one("bear")
    same(
        one(done, "stay"),
        "stay",
        bear,
        BEARS,
        became=(bear,),
        note="no double-faced card or token represents it",
        rules=("701.27c", "712.9"),
    )
    back = play(done.after, A.Transform(object="it")).after.things[it]
    assert (back.face, back.turned) == (0, 2)


@pytest.mark.parametrize(
    ("name", "melded", "note"),
    [(HOST, True, "a melded permanent"), (RATS, False, "a meld card")],
)
def test_what_melds_does_not_transform(name: str, melded: bool, note: str) -> None:
    """712.4c, also a token that is a copy of a melded permanent (712.9)."""
    state = game().put(name, id="it").state()
    event = one(play(state, A.Transform(object="it")), "stay")
    assert (event.name, event.rules) == (name, ("712.4c", "712.9"))
    assert event.note == f"{note} does not transform"
    if melded:
        token = game().put(name, id="it", token=True).state()
        assert "melded" in one(play(token, A.Transform(object="it")), "stay").note


@pytest.mark.parametrize("name", [DELVER, "Akoum Warrior", RATS, HOST])
def test_what_has_two_faces_stays_face_up(name: str) -> None:
    """712.16."""
    state = game().put(name, id="it").state()
    done = play(state, A.TurnFaceDown(object="it"))
    it = state.find_one("it")
    same(
        one(done, "stay"),
        "stay",
        it,
        name,
        became=(it,),
        note="a double-faced permanent cannot be turned face down,"
        " and its copiable values stay what they are",
        rules=("712.16",),
    )
    assert not done.after.things[it].face_down


def test_the_events_of_turning_face_down_and_up() -> None:
    """708.2a, 708.7; each time it gets a new timestamp (613.7f)."""
    state = game().put(BEARS, id="it").state()
    it = state.find_one("it")
    down = play(state, A.TurnFaceDown(object="it"))
    same(
        one(down, "face down"),
        "face down",
        it,
        BEARS,
        became=(it,),
        rules=("708.2a",),
        note="",
    )
    up = play(down.after, A.TurnFaceUp(object="it"))
    same(
        one(up, "face up"),
        "face up",
        it,
        BEARS,
        became=(it,),
        rules=("708.7", "712.15a"),
        note="",
    )
    stamps = [s.things[it].timestamp for s in (state, down.after, up.after)]
    assert stamps == sorted(set(stamps))


def test_the_events_of_tapping_and_untapping() -> None:
    """701.26a and 701.26b; what is tapped already does not become tapped."""
    state = game().put(BEARS, id="it").state()
    it = state.find_one("it")
    down = play(state, A.Tap(object="it"))
    same(one(down, "tap"), "tap", it, BEARS, became=(it,), rules=("701.26a",), note="")
    assert happened(play(down.after, A.Tap(object="it")), "tap") == []
    up = play(down.after, A.Untap(object="it"))
    same(one(up, "untap"), "untap", it, BEARS, became=(it,), rules=("701.26b",), note="")
    assert happened(play(up.after, A.Untap(object="it")), "untap") == []


# --- entering ---------------------------------------------------------------------------------


def test_the_half_of_a_room_that_was_cast_is_unlocked_as_it_enters() -> None:
    """709.5d and 709.5h."""
    state = play(game().put(POOL, "hand", id="it").state(), A.CastSpell(object="it", half="left"))
    done = play(state.after, A.Resolve())
    new = done.after.find_one("it")
    same(
        one(done, "unlock"),
        "unlock",
        new,
        "Bottomless Pool",
        became=(new,),
        player="you",
        half=0,
        batch=one(done, "move").batch,
        note="while entering",
        rules=("709.5d", "709.5h"),
    )
    assert done.after.things[new].unlocked == (0,)


def test_counters_that_a_permanent_enters_with() -> None:
    """306.5b: a planeswalker with its printed loyalty."""
    state = game().put("Arlinn Kord", "graveyard", id="it").state()
    done = play(state, A.PutOntoBattlefield(object="it"))
    new = done.after.find_one("it")
    event = one(done, "counters")
    assert (event.obj, event.name, event.became) == (new, "Arlinn Kord", (new,))
    assert event.note == "enters with 3 loyalty"
    assert "306.5b" in event.rules
    assert done.after.things[new].counters == (("loyalty", 3),)


def test_what_enters_as_a_copy() -> None:
    """614.12 and 707.5: its controller chooses among what is there."""
    state = game().put("Clone", "graveyard", id="it").put(BEARS, id="bear").state()
    asked = choice(state, A.PutOntoBattlefield(object="it"), "as_copy", "614.12", "707.5")
    assert asked.player == "you"
    assert asked.options == ("bear", "none")
    done = play(state, A.PutOntoBattlefield(object="it", as_copy="bear"))
    assert done.after.characteristics("it").names.value == (BEARS,)
    (event,) = [e for e in done.events if "707.5" in e.rules]
    assert event.rules == ("707.5", "707.2")
    assert BEARS in event.note
