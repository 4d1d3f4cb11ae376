"""E. Names and naming, in play (S058, S059, S063, S066, S202)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.legality import options
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from mtgmeld.rules.editions import EDITIONS
from tests.statements.game import choice, game, happened, names_in, play, refused

WEAR = "Wear // Tear"
POOL = "Bottomless Pool // Locker Room"
ELEVATOR = "Central Elevator // Promising Stairs"


def mage(name: str, card: str, date: str | None = None) -> State:
    """An opponent's Meddling Mage with a chosen name, a card in your hand, and targets."""
    made = game(edition=date).put("Meddling Mage", id="mage", controller="opponent")
    made.put("Mimic Vat", id="artifact").put("Copy Enchantment", id="enchantment")
    state = made.put(card, "hand", id="it").state()
    return play(state, A.ChooseName(object="mage", name=name, player="opponent")).after


def parts(state: State) -> set[str]:
    return {o.part for o in options(state, "you") if o.allowed}


@pytest.mark.statement("S058")
def test_on_the_stack_only_the_cast_half_s_name_is_checked() -> None:
    state = mage("Ice", "Fire // Ice")
    play(state, A.CastSpell(object="it", half="Fire", target="opponent"))
    ice = A.CastSpell(object="it", half="Ice", target="artifact")
    refused(state, ice, "601.3a", "201.4")
    assert parts(state) == {"Fire"}
    assert parts(mage("Fire", "Fire // Ice")) == {"Ice"}


@pytest.mark.statement("S058")
def test_the_whole_name_may_not_be_chosen() -> None:
    state = game().put("Meddling Mage", id="mage").state()
    refused(state, A.ChooseName(object="mage", name="Fire // Ice"), "201.4b", "709.4a")


@pytest.mark.statement("S059")
def test_a_fused_spell_has_both_names() -> None:
    state = mage("Tear", WEAR)
    assert parts(state) == {"Wear"}
    fused = A.CastSpell(object="it", fused=True, target=["artifact", "enchantment"])
    refused(state, fused, "601.3a", "709.4a")
    refused(state, A.CastSpell(object="it", half="Tear", target="enchantment"), "601.3a")
    play(state, A.CastSpell(object="it", half="Wear", target="artifact"))
    assert parts(mage("Wear", WEAR)) == {"Tear"}
    assert parts(mage("Burn", WEAR)) == {"Wear", "Tear", "Wear // Tear"}


@pytest.mark.statement("S059")
@pytest.mark.parametrize("date", EDITIONS)
def test_it_is_the_same_in_every_edition(date: str) -> None:
    assert parts(mage("Tear", WEAR, date)) == {"Wear"}


@pytest.mark.statement("S063")
@pytest.mark.parametrize(
    ("name", "stops"), [("Urza, Planeswalker", True), ("Urza, Lord Protector", False)]
)
def test_naming_a_meld_result_binds_the_melded_permanent(name: str, stops: bool) -> None:
    made = game().put("Urza, Planeswalker", id="urza")
    state = made.put("Pithing Needle", id="needle", controller="opponent").state()
    named = play(state, A.ChooseName(object="needle", name=name, player="opponent")).after
    loyalty = A.ActivateLoyalty(object="urza", ability="+2")
    if stops:
        refused(named, loyalty, "602.5", "201.4")
    else:
        assert happened(play(named, loyalty), "activate")


def urza(name: str) -> State:
    """Urza, Lord Protector unmelded, with a Pithing Needle."""
    made = game().put("Urza, Lord Protector", id="urza").put("The Mightstone and Weakstone")
    state = made.put("Pithing Needle", id="needle", controller="opponent").state()
    return play(state, A.ChooseName(object="needle", name=name, player="opponent")).after


@pytest.mark.statement("S063")
def test_the_cards_elsewhere_are_not_bound() -> None:
    meld = A.Activate(object="urza", pay="{7}")
    refused(urza("Urza, Lord Protector"), meld, "602.5")
    done = play(urza("Urza, Planeswalker"), meld, A.Resolve())
    refused(done.after, A.ActivateLoyalty(object="Urza, Planeswalker"), "602.5")
    # mana abilities are not bound
    stone = A.TapForMana(object="The Mightstone and Weakstone")
    assert play(urza("The Mightstone and Weakstone"), stone).after.player("you").pool


@pytest.mark.statement("S063")
def test_copies_of_the_melded_permanent_are_bound() -> None:
    made = game().put("Urza, Planeswalker", id="urza", controller="opponent")
    made.put("Pithing Needle", id="needle", controller="opponent")
    state = made.put("Copy Enchantment", id="copy").state()
    become = A.BecomeCopy(object="copy", of="urza", not_legendary=True)
    counters = A.PutCounters(object="copy", kind="loyalty", count=7)
    copied = play(state, counters, become).after
    loyalty = A.ActivateLoyalty(object="copy", ability="+2", player="you")
    assert happened(play(copied, loyalty), "activate")
    name = A.ChooseName(object="needle", name="Urza, Planeswalker", player="opponent")
    refused(play(copied, name).after, loyalty, "602.5", "201.4")


def elevator(unlocked: str) -> Setup:
    """Central Elevator about to be unlocked beside a Bottomless Pool // Locker Room."""
    made = game().put(ELEVATOR, id="lift").put(POOL, id="pool", unlocked=unlocked)
    made.put(POOL, "library", id="second").put(
        "Glassworks // Shattered Yard", "library", id="glass"
    )
    return made.put("Grizzly Bears", "library")


def search(state: State) -> State:
    """Central Elevator unlocked, its ability on the stack."""
    return play(state, A.Unlock(object="lift", half="Central Elevator", pay="{3}{U}")).after


@pytest.mark.statement("S066")
@pytest.mark.parametrize(
    ("unlocked", "found"),
    [
        ("right", ("glass", "none")),
        ("left", ("glass", "none")),
        ("left,right", ("glass", "none")),
        ("", ("second", "glass", "none")),
    ],
)
def test_one_common_name_is_enough_and_a_room_without_a_name_matches_nothing(
    unlocked: str, found: tuple[str, ...]
) -> None:
    state = search(elevator(unlocked).state())
    asked = choice(state, A.Resolve(), "choose.find", "701.23b")
    assert asked.options == found
    second = A.Resolve(choose={"find": "second"})
    if "second" not in found:
        refused(state, second, "701.23a", "201.2a")
        return
    done = play(state, second)
    assert names_in(done.after, "hand", "you") == [POOL]
    assert happened(done, "shuffle")


@pytest.mark.statement("S066")
def test_nothing_need_be_found() -> None:
    done = play(search(elevator("left").state()), A.Resolve(choose={"find": "none"}))
    assert names_in(done.after, "hand", "you") == []
    assert happened(done, "shuffle")


@pytest.mark.statement("S066")
def test_a_room_of_another_player_does_not_count() -> None:
    made = game().put(ELEVATOR, id="lift")
    made.put(POOL, id="pool", unlocked="left", controller="opponent")
    state = search(made.put(POOL, "library", id="second").state())
    asked = choice(state, A.Resolve(), "choose.find")
    assert asked.options == ("second", "none")


@pytest.mark.statement("S202")
@pytest.mark.parametrize(
    ("card", "spell", "quality"),
    [
        ("Adventurous Eater", "Have a Bite", "t:sorcery"),
        ("Blossom-Blessed Angel", "Seed Suture", "t:sorcery"),
    ],
)
def test_the_spell_of_a_prepare_card_has_a_name_to_choose(
    card: str, spell: str, quality: str
) -> None:
    """722.5, 201.4a: by its own characteristics; the card has only its normal ones (722.4)."""
    state = game().put("Pithing Needle", id="needle").put(card, "hand", id="it").state()
    assert state.value("it", "names").value == (card,)
    for name, fits, fails in ((spell, quality, "t:creature"), (card, "t:creature", quality)):
        done = play(state, A.ChooseName(object="needle", name=name, quality=fits))
        assert done.after.names[done.after.find_one("needle")] == name
        assert "722.5" in happened(done, "name")[0].rules
        refused(state, A.ChooseName(object="needle", name=name, quality=fails), "722.5", "201.4a")
    refused(state, A.ChooseName(object="needle", name=f"{card} // {spell}"), "722.5")
