"""J. Copies of split cards and Rooms (S110-S117)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import of_card
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from mtgmeld.rules.editions import EDITIONS
from tests.statements.asking import CATALOG
from tests.statements.game import choice, game, happened, names_in, play, refused
from tests.statements.test_i_rooms import ANNEX, FURNACE, POOL, doors, held, room, triggers

WEAR = "Wear // Tear"


def bears() -> Setup:
    """Two creatures that may be targets."""
    made = game().put("Grizzly Bears", id="one", controller="opponent")
    return made.put("Grizzly Bears", id="two", controller="opponent")


# -- S110 -----------------------------------------------------------------------------------


@pytest.mark.statement("S110")
def test_a_copy_of_a_split_spell_has_its_half() -> None:
    state = bears().put("Fire // Ice", "hand", id="it").state()
    cast = A.CastSpell(object="it", half="Ice", target="one")
    done = play(state, cast, A.CopySpell(object="it", id="copy"))
    copy = done.after.characteristics("copy")
    assert copy.names.value == ("Ice",)
    assert copy.mana_value.value == 2
    assert copy.colors.value == "U"
    spell = done.after.things[done.after.find_one("copy")]
    assert spell.cast is not None
    assert not spell.cast.was_cast
    assert spell.cast.targets == (done.after.find_one("one"),)
    assert "707.10" in happened(done, "copy")[0].rules
    assert happened(done, "cast") == []
    new = play(state, cast, A.CopySpell(object="it", id="copy", target="two")).after
    chosen = new.things[new.find_one("copy")].cast
    assert chosen is not None
    assert chosen.targets == (new.find_one("two"),)
    # the copy resolves first; then it is gone, and it taps what it is told to
    gone = play(new, A.Resolve())
    assert gone.after.things[gone.after.find_one("two")].tapped
    assert not gone.after.things[gone.after.find_one("one")].tapped
    assert "704.5e" in happened(gone, "ceases")[0].rules


@pytest.mark.statement("S110")
def test_a_copy_of_a_fused_spell_is_fused() -> None:
    made = game().put("Mimic Vat", id="vat").put("Copy Enchantment", id="aura")
    state = made.put("Isochron Scepter", id="other").put(WEAR, "hand", id="it").state()
    cast = A.CastSpell(object="it", fused=True, target=["vat", "aura"])
    copied = A.CopySpell(object="it", id="copy", target=["other", "aura"])
    copy = play(state, cast, copied).after.characteristics("copy")
    assert copy.names.value == ("Wear", "Tear")
    assert copy.mana_value.value == 3
    bad = A.CopySpell(object="it", target=["aura", "vat"])
    refused(play(state, cast).after, bad, "601.2c")


@pytest.mark.statement("S110")
def test_a_copy_keeps_x() -> None:
    state = game().put("Cut // Ribbons", "graveyard", id="it").state()
    cast = A.CastSpell(object="it", half="Ribbons", x=3)
    done = play(state, cast, A.CopySpell(object="it", id="copy"))
    assert done.after.value("copy", "mana_value").value == 5
    # the copy was not cast from a graveyard, so nothing exiles it; it just ceases to exist
    gone = play(done.after, A.Resolve())
    assert names_in(gone.after, "exile") == []


# -- S111, S112 -----------------------------------------------------------------------------


def scepter() -> State:
    """Isochron Scepter with Wax // Wane exiled by it."""
    made = game().put("Isochron Scepter", "hand", id="scepter").put("Wax // Wane", "hand", id="wax")
    made.put("Fire // Ice", "hand", id="fire").put("Grizzly Bears", id="one")
    made.put("Copy Enchantment", id="aura", controller="opponent")
    state = play(made.state(), A.CastSpell(object="scepter"), A.Resolve()).after
    asked = choice(state, A.Resolve(may=True), "choose.object", "608.2d")
    assert asked.options == ("wax",), "Fire // Ice has mana value 4"
    return play(state, A.Resolve(may=True, choose={"object": "wax"})).after


@pytest.mark.statement("S111")
def test_a_half_of_the_copy_is_chosen_anew_each_time() -> None:
    state = scepter()
    assert names_in(state, "exile") == ["Wax // Wane"]
    for half, target in (("Wax", "one"), ("Wane", "aura")):
        ready = play(state, A.Untap(object="scepter"), A.Activate(object="scepter", pay="{2}"))
        choice(ready.after, A.Resolve(may=True), "choose.half", "709.3")
        done = play(ready.after, A.Resolve(may=True, choose={"half": half}, target=target))
        event = happened(done, "cast")[0]
        assert event.name == half
        assert {"709.3c", "707.12"} & {r for e in done.events for r in e.rules}
        spell = done.after.in_zone("stack")[-1]
        assert done.after.characteristics(spell).names.value == (half,)
        assert done.after.characteristics(spell).mana_value.value == 1
        assert done.after.things[spell].cards == ()
        state = play(done.after, A.Resolve()).after
        assert names_in(state, "exile") == ["Wax // Wane"], "the card stays where it is"


@pytest.mark.statement("S111")
def test_the_copy_need_not_be_cast() -> None:
    ready = play(scepter(), A.Untap(object="scepter"), A.Activate(object="scepter", pay="{2}"))
    assert happened(play(ready.after, A.Resolve(may=False)), "cast") == []


@pytest.mark.statement("S111")
def test_a_copy_of_a_card_has_both_halves_until_it_is_cast() -> None:
    state = game().put("Fire // Ice", "exile", id="it").put("Grizzly Bears", id="bear").state()
    done = play(state, A.CastCopy(object="it", half="Ice", target="bear", id="copy"))
    copy = done.after.things[done.after.find_one("copy")]
    assert [f.name for f in copy.base.faces] == ["Fire", "Ice"]
    assert done.after.characteristics("copy").names.value == ("Ice",)
    # it is cast like any spell: its cost may be paid, and what forbids casting forbids it
    paid = A.CastCopy(object="it", half="Ice", target="bear", free=False, pay="{U}")
    refused(state, paid, "601.2h")
    quiet = game().put("Fire // Ice", "exile", id="it").effect(forbid="cast", id="quiet").state()
    refused(quiet, A.CastCopy(object="it", half="Ice"), "601.3")


@pytest.mark.statement("S111")
def test_an_aftermath_half_of_a_copy_is_cast_from_a_graveyard_only() -> None:
    state = game().put("Commit // Memory", "exile", id="it").state()
    refused(state, A.CastCopy(object="it", half="Memory"), "702.127a")
    buried = game().put("Commit // Memory", "graveyard", id="it").state()
    assert play(buried, A.CastCopy(object="it", half="Memory")).after.in_zone("stack")


@pytest.mark.statement("S112")
def test_copies_are_cast_one_by_one_and_the_others_cease_to_exist() -> None:
    made = bears().put("Fire // Ice", "exile", id="fire").put("Wax // Wane", "exile", id="wax")
    made.put("Copy Enchantment", id="aura", controller="opponent")
    one = A.CastCopy(object=["fire", "wax"], cast=["wax"], half="Wane")
    done = play(made.state(), one)
    assert [e.name for e in happened(done, "cast")] == ["Wane"]
    ceased = happened(done, "ceases")
    assert [e.name for e in ceased] == ["Fire // Ice"]
    assert "704.5e" in ceased[0].rules
    assert names_in(done.after, "exile") == ["Fire // Ice", "Wax // Wane"], "the cards stay"
    assert len(done.after.in_zone("stack")) == 1
    none = play(made.state(), A.CastCopy(object=["fire", "wax"], cast=[]))
    assert happened(none, "cast") == []
    assert len(happened(none, "ceases")) == 2
    # the same creature is a legal target of both halves
    both = A.CastCopy(object=["fire", "wax"], half=["Ice", "Wax"], target="one")
    names = [e.name for e in happened(play(made.state(), both), "cast")]
    assert names == ["Ice", "Wax"]


# -- copies of Room permanents ---------------------------------------------------------------


def copied(original: str, unlocked: str) -> State:
    """Copy Enchantment, cast and entered as a copy of a Room."""
    made = (
        room(original, unlocked).put("Copy Enchantment", "hand", id="copy").watch("door", "unlock")
    )
    cast = A.CastSpell(object="copy", pay="{2}{U}")
    return play(made.state(), cast, A.Resolve(as_copy="room")).after


@pytest.mark.statement("S113")
@pytest.mark.parametrize("unlocked", ["", "left", "right", "left,right"])
def test_copiable_values_include_both_halves(unlocked: str) -> None:
    state = copied(POOL, unlocked)
    what = copiable_of(state, state.things[state.find_one("copy")])
    assert what.faces == of_card(CATALOG[POOL]).faces
    assert what.shared_type_line
    done = play(state, A.Unlock(object="copy", half="Bottomless Pool", pay="{U}"))
    assert done.after.characteristics("copy").names.value == ("Bottomless Pool",)
    assert triggers(done, "Bottomless Pool") == 1
    other = play(state, A.Unlock(object="copy", half="Locker Room", pay="{4}{U}"))
    assert other.after.value("copy", "mana_value").value == 5


@pytest.mark.statement("S114")
def test_designations_are_not_copied() -> None:
    state = copied(POOL, "left,right")
    assert doors(state, "room") == ("unlocked", "unlocked")
    assert doors(state, "copy") == ("locked", "locked")
    known = state.characteristics("copy")
    assert known.names.value == ()
    assert known.mana_value.value == 0
    assert known.type_line == "Enchantment \N{EM DASH} Room"
    assert state.counts["door"] == 0
    assert state.things[state.find_one("copy")].cast is not None, "it was itself cast"


@pytest.mark.statement("S115")
def test_token_copies_enter_fully_locked() -> None:
    state = room(ANNEX, "left,right").watch("door", "unlock").state()
    done = play(state, A.CreateTokenCopy(of="room", count=2, id="tokens"))
    tokens = done.after.find("tokens")
    assert len(tokens) == 2
    for token in tokens:
        assert done.after.things[token].unlocked == ()
        assert done.after.characteristics(token).names.value == ()
        assert done.after.things[token].is_token
    assert done.after.counts["door"] == 0
    assert triggers(done, "Ritual Chamber") == 0


@pytest.mark.statement("S116")
@pytest.mark.parametrize(
    ("name", "half", "expected", "number"),
    [
        (ANNEX, "Ritual Chamber", ("locked", "unlocked"), 1),
        (POOL, "Locker Room", ("locked", "unlocked"), 0),
        (POOL, "Bottomless Pool", ("unlocked", "locked"), 1),
    ],
)
def test_a_copy_of_a_room_spell_keeps_the_half(
    name: str, half: str, expected: tuple[str, str], number: int
) -> None:
    state = held(name).state()
    cast = A.CastSpell(object="room", half=half)
    on_stack = play(state, cast, A.CopySpell(object="room", id="token"))
    assert on_stack.after.characteristics("token").names.value == (half,)
    done = play(on_stack.after, A.Resolve())
    token = done.after.things[done.after.find_one("token")]
    assert token.is_token
    assert doors(done.after, "token") == expected
    assert triggers(done, half) == number
    assert {"608.3f", "111.13"} <= {r for e in happened(done, "move") for r in e.rules}
    # it has the other half as well
    other = "right" if expected[0] == "unlocked" else "left"
    rest = play(done.after, A.Resolve(all=True)).after
    both = play(rest, A.Unlock(object="token", half=other)).after
    assert doors(both, "token") == ("unlocked", "unlocked")
    assert doors(both, "room") == expected


@pytest.mark.statement("S116")
@pytest.mark.parametrize("date", EDITIONS)
@pytest.mark.parametrize(
    ("spell", "half"), [("Grizzly Bears", None), ("Mimic Vat", None), (ANNEX, "Ritual Chamber")]
)
def test_the_copy_of_a_permanent_spell_becomes_a_token_since_2020(
    date: str, spell: str, half: str | None
) -> None:
    """Until then 608.3 let only a card become a permanent, and a copy had to cease to exist.

    What its controller cannot put onto the battlefield goes to the graveyard (608.3e, under
    other numbers), where the copy of a spell is gone at once (704.5e).  The original, a card,
    becomes a permanent in every edition.
    """
    state = game(edition=date).put(spell, "stack", id="spell", cast=half).state()
    copied = play(state, A.CopySpell(object="spell", id="copy"))
    copy = copied.after.find_one("copy")
    done = play(copied.after, A.Resolve(object="copy"))
    if date >= "2020-09-25":
        token = done.after.things[done.after.find_one("copy")]
        assert (token.zone, token.is_token) == ("battlefield", True)
        assert {"608.3f", "111.13"} <= {r for e in happened(done, "move") for r in e.rules}
    else:
        assert done.after.in_zone("battlefield") == ()
        assert done.after.in_zone("graveyard") == ()
        (stayed,) = happened(done, "stay")
        assert (stayed.obj, stayed.rules) == (copy, ("608.3", "608.3e"))
        assert [e.rules for e in happened(done, "ceases")] == [("704.5e", "707.10a")]
        assert triggers(done, "Ritual Chamber") == 0
    both = play(done.after, A.Resolve(all=True))
    (card,) = [o for o in both.after.battlefield() if o.cards]
    assert not card.is_token


@pytest.mark.statement("S116")
@pytest.mark.parametrize("date", ["2020-08-07", "2020-09-25"])
def test_the_copy_of_a_card_that_is_cast_is_no_copy_of_a_spell(date: str) -> None:
    """By 704.5e a copy of a card may be on the battlefield, in older editions too (707.12)."""
    state = game(edition=date).put("Grizzly Bears", "exile", id="bears").state()
    cast = play(state, A.CastCopy(object="bears", id="copy"))
    done = play(cast.after, A.Resolve(all=True)).after
    assert done.things[done.find_one("copy")].zone == "battlefield"


@pytest.mark.statement("S117")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [("designations stay", ("unlocked", "locked")), ("designations lost", ("locked", "locked"))],
)
def test_a_room_that_becomes_a_copy_keeps_left_and_right(
    reading: str, expected: tuple[str, str]
) -> None:
    made = game(policies={"Room that becomes a copy of a Room": reading})
    made.put(FURNACE, id="a", unlocked="left").put(POOL, id="b").watch("door", "unlock")
    done = play(made.state(), A.BecomeCopy(object="a", of="b", until="end of turn"))
    assert doors(done.after, "a") == expected
    names = ("Bottomless Pool",) if expected[0] == "unlocked" else ()
    assert done.after.characteristics("a").names.value == names
    assert done.after.counts["door"] == 0
    assert triggers(done, "Bottomless Pool") == 0
    if expected[0] == "unlocked":
        back = play(done.after, A.NextTurn()).after
        assert back.characteristics("a").names.value == ("Roaring Furnace",)


@pytest.mark.statement("S117")
def test_designations_outlast_a_time_as_something_else() -> None:
    """A Room that is a copy of no Room has its designations, of no use until it ends (709.5c)."""
    made = game().put(FURNACE, id="a", unlocked="left").put("Copy Enchantment", id="b")
    away = play(made.state(), A.BecomeCopy(object="a", of="b", until="end of turn")).after
    assert away.characteristics("a").names.value == ("Copy Enchantment",)
    refused(away, A.Unlock(object="a", half="right"), "709.5e")
    back = play(away, A.NextTurn()).after
    assert doors(back, "a") == ("unlocked", "locked")
    assert back.characteristics("a").names.value == ("Roaring Furnace",)
