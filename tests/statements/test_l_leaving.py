"""Section L: a melded permanent leaves the battlefield (S135 to S158)."""

from __future__ import annotations

from typing import Any

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from tests.statements.game import choice, game, happened, names_in, play, refused

RATS, SCAVENGERS, HOST = "Graf Rats", "Midnight Scavengers", "Chittering Host"
GISELA, BRUNA = "Gisela, the Broken Blade", "Bruna, the Fading Light"
BRISELA = "Brisela, Voice of Nightmares"
BATTLEMENTS, GARRISON = "Hanweir Battlements", "Hanweir Garrison"
HANWEIR = "Hanweir, the Writhing Township"
RAGNAROK = "Ragnarok, Divine Deliverance"
VANILLE, FANG = "Vanille, Cheerful l'Cie", "Fang, Fearless l'Cie"

ORDER = [RATS, SCAVENGERS]
ANGELS = [GISELA, BRUNA]


def host(**more: Any) -> Setup:
    return game(**more).put(HOST)


def killed(start: Setup | State, ref: str = HOST, **choices: Any) -> Transition:
    state = start if isinstance(start, State) else start.state()
    choices.setdefault("order", ORDER if ref == HOST else ANGELS)
    return play(state, A.Destroy(object=ref, **choices))


def values(state: State, ref: int | str) -> tuple[int, int]:
    known = state.characteristics(ref)
    return int(known.power.value), int(known.toughness.value)


def obj(state: State, ref: str) -> Any:
    return state.things[state.find_one(ref)]


def stamps(state: State, zone: str = "exile") -> list[str]:
    """What is in a zone, the earliest timestamp first."""
    ids = sorted(state.in_zone(zone), key=lambda i: state.things[i].timestamp)
    return [state.name_of(i) for i in ids]


# ------------------------------------------------------------------ one leaves, two arrive


@pytest.mark.statement("S135")
def test_one_permanent_leaves_and_two_cards_arrive() -> None:
    start = (
        host()
        .watch("dies", "dies", "t:creature")
        .watch("cards", "put into graveyard", "is:card")
        .watch("from play", "put into graveyard", "is:card", **{"from": "battlefield"})
        .watch("leaves", "leaves", "is:permanent")
    )
    done = killed(start)
    assert dict(done.after.counts) == {"dies": 1, "cards": 2, "from play": 2, "leaves": 1}
    (event,) = happened(done, "move")
    assert (event.objects, event.cards, len(event.became)) == (1, 2, 2)
    assert "712.21" in event.rules


@pytest.mark.statement("S136")
def test_both_cards_are_front_face_up() -> None:
    after = killed(host()).after
    assert names_in(after, "graveyard", "you") == ORDER
    for name, size in ((SCAVENGERS, (3, 3)), (RATS, (2, 1))):
        known = after.characteristics(name)
        assert known.names.value == (name,)
        assert "Creature" in known.types.value
        assert values(after, name) == size
        assert obj(after, name).face == 0


@pytest.mark.statement("S137")
def test_each_card_triggers_by_its_own_front() -> None:
    start = (
        game()
        .put(HANWEIR)
        .watch("creature cards", "put into graveyard", "t:creature")
        .watch("land cards", "put into graveyard", "t:land", one_or_more=True)
        .watch("creatures", "dies", "t:creature")
        .watch("lands", "dies", "t:land")
    )
    after = killed(start, HANWEIR, order=[BATTLEMENTS, GARRISON]).after
    assert dict(after.counts) == {"creature cards": 1, "land cards": 1, "creatures": 1, "lands": 0}


@pytest.mark.statement("S137")
def test_titania_gains_life_once_for_a_land_card_of_a_melded_permanent() -> None:
    start = game().put(HANWEIR).put("Titania, Voice of Gaea")
    done = killed(start, HANWEIR, order=[BATTLEMENTS, GARRISON])
    assert play(done.after, A.Resolve()).after.player("you").life == 22


@pytest.mark.statement("S138")
@pytest.mark.parametrize("date", ["2016-08-26", "2016-09-30", "2026-04-17"])
def test_counts_of_objects_and_of_cards(date: str) -> None:
    start = host(edition=date).watch(
        "descended", "put into graveyard", "is:card -t:instant -t:sorcery"
    )
    after = killed(start).after
    moved = [e for e in after.this_turn if e.kind == "move" and e.end == "graveyard"]
    assert sum(e.objects for e in moved) == 1  # creatures that died this turn
    assert sum(e.cards for e in moved) == 2  # cards put into a graveyard this turn
    assert after.counts["descended"] == 2
    written = "712.21e" in moved[0].rules
    assert written is (date >= "2016-09-30")


@pytest.mark.statement("S138")
def test_a_melded_permanent_beside_another() -> None:
    start = game().put(BRISELA).put("Silvercoat Lion").state()
    done = play(start, A.Exile(object=[BRISELA, "Silvercoat Lion"]))
    moves = happened(done, "move")
    assert sum(e.objects for e in moves) == 2
    assert sum(e.cards for e in moves) == 3
    assert len({e.batch for e in moves}) == 1


@pytest.mark.statement("S138")
def test_a_token_is_no_card() -> None:
    start = game().put(BRISELA, token=True).put("Silvercoat Lion")
    start.watch("dies", "dies", "t:creature").watch("cards", "put into graveyard", "is:card")
    done = play(start.state(), A.Destroy(object=[BRISELA, "Silvercoat Lion"]))
    assert dict(done.after.counts) == {"dies": 2, "cards": 1}
    assert sum(e.cards for e in happened(done, "move")) == 1


# ------------------------------------------------------------------ order and owners


def stolen(**more: Any) -> Setup:
    """Brisela, whose cards are the opponent's, under your control."""
    return game(**more).put(BRISELA, owner="opponent", controller="you")


@pytest.mark.statement("S139")
@pytest.mark.parametrize("order", [ANGELS, ANGELS[::-1]])
def test_the_owner_orders_the_two_cards_in_a_graveyard(order: list[str]) -> None:
    state = stolen().put("Forest", "graveyard", owner="opponent").state()
    needed = choice(state, A.Destroy(object=BRISELA), "order", "712.21a")
    assert needed.player == "opponent"
    assert sorted(needed.options) == sorted([tuple(ANGELS), tuple(ANGELS[::-1])])
    after = killed(state, BRISELA, order=order).after
    assert names_in(after, "graveyard", "opponent") == ["Forest", *order]


@pytest.mark.statement("S139")
@pytest.mark.parametrize("order", [ANGELS, ANGELS[::-1]])
def test_terminus_on_a_stolen_brisela(order: list[str]) -> None:
    state = stolen().put("Island", "library", owner="opponent").state()
    bottom = A.PutIntoLibrary(object=BRISELA, where="bottom")
    needed = choice(state, bottom, "order", "712.21a")
    assert (needed.player, len(needed.options)) == ("opponent", 2)
    after = play(state, A.PutIntoLibrary(object=BRISELA, where="bottom", order=order)).after
    assert names_in(after, "library", "opponent") == [*order, "Island"]
    assert names_in(after, "library", "you") == []


@pytest.mark.statement("S139")
@pytest.mark.parametrize("player", ["you", "opponent"])
def test_the_order_in_a_library_is_hidden(player: str) -> None:
    def known(order: list[str]) -> Any:
        put = A.PutIntoLibrary(object=BRISELA, where="top", order=order)
        frame = play(stolen().state(), put).after.known_to(player)
        return frame[frame["zone"] == "library"]

    one, two = known(ANGELS), known(ANGELS[::-1])
    assert list(one["name"]) == ["hidden", "hidden"]
    assert one.equals(two)
    assert one["object"].isna().all()


@pytest.mark.statement("S139")
def test_an_order_must_name_the_two_cards() -> None:
    state = stolen().state()
    for order in ([], [GISELA], [GISELA, GISELA], ["Forest", "Island"]):
        choice(state, A.Destroy(object=BRISELA, order=order), "order")


@pytest.mark.statement("S140")
def test_both_cards_go_to_their_owners_zone() -> None:
    state = game(active="opponent").put(HOST, owner="you").state()
    taken = play(state, A.GainControl(object=HOST, player="opponent", until="end of turn")).after
    assert obj(taken, HOST).controller == "opponent"
    for action, zone in (
        (A.Destroy(object=HOST, order=ORDER), "graveyard"),
        (A.Sacrifice(object=HOST, player="opponent", order=ORDER), "graveyard"),
        (A.ReturnToHand(object=HOST), "hand"),
        (A.PutIntoLibrary(object=HOST, order=ORDER), "library"),
    ):
        after = play(taken, action).after
        assert sorted(names_in(after, zone, "you")) == sorted(ORDER)
        assert names_in(after, zone, "opponent") == []
    owners = {o.owner for o in play(taken, A.Exile(object=HOST)).after.things.values()}
    assert owners == {"you"}


@pytest.mark.statement("S141")
def test_to_hand_go_both_cards() -> None:
    done = play(game().put(BRISELA).state(), A.ReturnToHand(object=BRISELA))
    assert sorted(names_in(done.after, "hand", "you")) == sorted(ANGELS)
    (event,) = happened(done, "move")
    assert (event.objects, event.cards) == (1, 2)


@pytest.mark.statement("S141")
def test_an_opponent_cannot_cast_what_brisela_forbids() -> None:
    state = game(active="opponent").put(BRISELA, owner="you")
    state.put("Unsubstantiate", "hand", owner="opponent", id="theirs")
    state.put("Unsubstantiate", "hand", owner="you", id="mine")
    start = state.state()
    refused(start, A.CastSpell(object="theirs", target=BRISELA), "601.3a")
    play(start, A.CastSpell(object="mine", target=BRISELA))


def library(state: State, player: str = "you") -> list[str]:
    """A library by name from the top."""
    return names_in(state, "library", player)[::-1]


def with_library(size: int, **more: Any) -> State:
    start = game(**more).put(BRISELA)
    for name in ("Swamp", "Island", "Plains")[-size:] if size else ():
        start.put(name, "library")  # Plains is on top
    return start.state()


@pytest.mark.statement("S142")
def test_second_from_the_top() -> None:
    commit = A.PutIntoLibrary(object=BRISELA, where=2, order=ANGELS)  # Bruna above Gisela
    after = play(with_library(2), commit).after
    assert library(after) == ["Plains", BRUNA, GISELA, "Island"]
    swapped = A.PutIntoLibrary(object=BRISELA, where=2, order=ANGELS[::-1])
    assert library(play(with_library(2), swapped).after) == ["Plains", GISELA, BRUNA, "Island"]


@pytest.mark.statement("S142")
def test_second_from_the_top_by_the_other_reading() -> None:
    policies = {"melded permanent put nth from the top": "around"}
    commit = A.PutIntoLibrary(object=BRISELA, where=2, order=ANGELS)
    after = play(with_library(2, policies=policies), commit).after
    assert library(after) == [BRUNA, GISELA, "Plains", "Island"]
    third = A.PutIntoLibrary(object=BRISELA, where=3, order=ANGELS)
    after = play(with_library(3, policies=policies), third).after
    assert library(after) == ["Plains", BRUNA, GISELA, "Island", "Swamp"]


@pytest.mark.statement("S142")
@pytest.mark.parametrize(("size", "expected"), [(0, []), (1, ["Plains"])])
@pytest.mark.parametrize("where", [2, 3, 9])
def test_a_library_with_fewer_cards_takes_them_at_the_bottom(
    size: int, expected: list[str], where: int
) -> None:
    put = A.PutIntoLibrary(object=BRISELA, where=where, order=ANGELS)
    assert library(play(with_library(size), put).after) == [*expected, BRUNA, GISELA]


@pytest.mark.statement("S142")
def test_top_and_bottom() -> None:
    top = A.PutIntoLibrary(object=BRISELA, where="top", order=ANGELS)
    assert library(play(with_library(1), top).after) == [BRUNA, GISELA, "Plains"]
    bottom = A.PutIntoLibrary(object=BRISELA, where="bottom", order=ANGELS)
    assert library(play(with_library(1), bottom).after) == ["Plains", BRUNA, GISELA]


# ------------------------------------------------------------------ exile and timestamps


def duplicant(ref: str, order: list[str] | None, **more: Any) -> State:
    start = game(**more).put("Duplicant", "hand").put(ref, owner="opponent").state()
    entered = play(start, A.PutOntoBattlefield(object="Duplicant", target=ref)).after
    if order is None:
        return entered
    return play(entered, A.Resolve(may=True, order=order)).after


@pytest.mark.statement("S143")
def test_the_player_who_exiles_orders_the_timestamps() -> None:
    needed = choice(duplicant(HOST, None), A.Resolve(may=True), "order", "712.21b")
    assert needed.player == "you"
    assert sorted(needed.options) == sorted([tuple(ORDER), tuple(ORDER[::-1])])


@pytest.mark.statement("S143")
@pytest.mark.parametrize(
    ("order", "size", "kinds"),
    [
        ([RATS, SCAVENGERS], (3, 3), {"Human", "Rogue", "Shapeshifter"}),
        ([SCAVENGERS, RATS], (2, 1), {"Rat", "Shapeshifter"}),
    ],
    ids=["Scavengers last", "Rats last"],
)
def test_duplicant_and_chittering_host(
    order: list[str], size: tuple[int, int], kinds: set[str]
) -> None:
    after = duplicant(HOST, order)
    assert stamps(after) == order
    assert values(after, "Duplicant") == size
    assert set(after.characteristics("Duplicant").subtypes.value) == kinds


@pytest.mark.statement("S143")
def test_the_active_player_has_no_say_in_it() -> None:
    """The exception holds whoever is active and whoever owns the cards (712.21b)."""
    start = game(active="opponent").put("Duplicant", "hand", owner="you").put(HOST, owner="you")
    entered = play(
        start.state(), A.PutOntoBattlefield(object="Duplicant", target=HOST, control="you")
    ).after
    assert choice(entered, A.Resolve(may=True), "order").player == "you"
    after = play(entered, A.Resolve(may=True, order=ORDER)).after
    assert stamps(after) == ORDER


@pytest.mark.statement("S143")
def test_an_order_given_without_need_is_kept() -> None:
    for order in (ORDER, ORDER[::-1]):
        assert stamps(play(host().state(), A.Exile(object=HOST, order=order)).after) == order


@pytest.mark.statement("S144")
@pytest.mark.parametrize("order", [[BATTLEMENTS, GARRISON], [GARRISON, BATTLEMENTS]])
def test_only_a_creature_card_counts_for_duplicant(order: list[str]) -> None:
    after = duplicant(HANWEIR, order)
    assert stamps(after) == order
    assert values(after, "Duplicant") == (2, 3)
    assert set(after.characteristics("Duplicant").subtypes.value) == {
        "Human",
        "Soldier",
        "Shapeshifter",
    }


@pytest.mark.statement("S144")
def test_an_exiled_card_that_is_exiled_again_is_a_new_object() -> None:
    after = duplicant(HOST, ORDER)
    again = play(after, A.Exile(object=SCAVENGERS)).after
    assert values(again, "Duplicant") == (2, 1)
    both = play(again, A.Exile(object=RATS)).after
    assert values(both, "Duplicant") == (2, 4)


TWO = A.Exile(object=["theirs", "mine"])


@pytest.mark.statement("S145")
@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2016-07-22", ["Silvercoat Lion", "Grizzly Bears"]),
        ("2020-01-24", ["Silvercoat Lion", "Grizzly Bears"]),
        ("2020-04-17", ["Grizzly Bears", "Silvercoat Lion"]),
        ("2022-10-07", ["Grizzly Bears", "Silvercoat Lion"]),
        ("2026-04-17", ["Grizzly Bears", "Silvercoat Lion"]),
    ],
)
def test_simultaneous_timestamps(date: str, expected: list[str]) -> None:
    """Your Grizzly Bears and their Silvercoat Lion are exiled together in your turn."""
    start = (
        game(edition=date)
        .put("Silvercoat Lion", owner="opponent", id="theirs")
        .put("Grizzly Bears", id="mine")
        .state()
    )
    assert stamps(play(start, TWO).after) == expected


@pytest.mark.statement("S145")
def test_the_order_of_players_begins_with_the_active_one() -> None:
    start = (
        game("you", "left", "right", active="right")
        .put("Silvercoat Lion", owner="left", id="theirs")
        .put("Grizzly Bears", owner="you", id="mine")
        .put(HOST, owner="right")
        .state()
    )
    exile = A.Exile(object=["theirs", HOST, "mine"], order=ORDER)
    assert stamps(play(start, exile).after) == [*ORDER, "Grizzly Bears", "Silvercoat Lion"]


# ------------------------------------------------------------------ effects that find both cards


@pytest.mark.statement("S146")
def test_otherworldly_journey_returns_both() -> None:
    start = host().put("Otherworldly Journey", "hand").state()
    gone = play(start, A.CastSpell(object="Otherworldly Journey", target=HOST), A.Resolve()).after
    assert sorted(names_in(gone, "exile")) == sorted(ORDER)
    after = play(gone, A.NextStep(to="end"), A.Resolve()).after
    assert sorted(names_in(after, "battlefield")) == sorted(ORDER)
    assert values(after, SCAVENGERS) == (4, 4)
    assert values(after, RATS) == (3, 2)
    assert [obj(after, n).count("+1/+1") for n in ORDER] == [1, 1]
    assert {obj(after, n).controller for n in ORDER} == {"you"}


@pytest.mark.statement("S146")
def test_otherworldly_journey_on_a_stolen_one_returns_both_to_the_owner() -> None:
    start = game().put(HOST, owner="opponent", controller="you").put("Otherworldly Journey", "hand")
    after = play(
        start.state(),
        A.CastSpell(object="Otherworldly Journey", target=HOST),
        A.Resolve(),
        A.NextStep(to="end"),
        A.Resolve(),
    ).after
    assert {obj(after, n).controller for n in ORDER} == {"opponent"}


@pytest.mark.statement("S146")
def test_of_two_cards_the_one_that_has_left_exile_is_not_found() -> None:
    start = host().put("Otherworldly Journey", "hand").state()
    gone = play(start, A.CastSpell(object="Otherworldly Journey", target=HOST), A.Resolve()).after
    moved = play(gone, A.PutIntoGraveyard(object=RATS)).after
    after = play(moved, A.NextStep(to="end"), A.Resolve()).after
    assert names_in(after, "battlefield") == [SCAVENGERS]
    assert RATS in names_in(after, "graveyard", "you")


@pytest.mark.statement("S147")
def test_false_demise_returns_both_under_its_controllers_control() -> None:
    start = (
        game(active="opponent")
        .put(HOST, owner="you")
        .put("False Demise", owner="opponent", attached_to=HOST)
        .state()
    )
    dead = play(start, A.Destroy(object=HOST, order=ORDER)).after
    assert len(dead.in_zone("stack")) == 1
    after = play(dead, A.Resolve()).after
    assert sorted(names_in(after, "battlefield")) == sorted(ORDER)
    assert {obj(after, n).controller for n in ORDER} == {"opponent"}
    assert {obj(after, n).owner for n in ORDER} == {"you"}


@pytest.mark.statement("S147")
def test_a_trigger_finds_only_what_stays_in_the_first_zone() -> None:
    start = host().put("False Demise", attached_to=HOST).state()
    dead = play(start, A.Destroy(object=HOST, order=ORDER)).after
    one = play(dead, A.Exile(object=RATS), A.Resolve()).after
    assert names_in(one, "battlefield") == [SCAVENGERS]
    # a card that left and came back is a new object (400.7, 603.6)
    back = play(dead, A.Exile(object=RATS), A.PutIntoGraveyard(object=RATS), A.Resolve()).after
    assert names_in(back, "battlefield") == [SCAVENGERS]
    none = play(dead, A.Exile(object=[RATS, SCAVENGERS]), A.Resolve()).after
    assert names_in(none, "battlefield") == []


@pytest.mark.statement("S147")
def test_false_demise_that_dies_together_with_its_creature_still_triggers() -> None:
    start = host().put("False Demise", attached_to=HOST).state()
    dead = play(start, A.Destroy(object=["False Demise", HOST], order=ORDER)).after
    after = play(dead, A.Resolve()).after
    assert sorted(names_in(after, "battlefield")) == sorted(ORDER)


def vat() -> State:
    """Mimic Vat's trigger on the stack after Chittering Host has died."""
    start = host().put("Mimic Vat").put("Grizzly Bears", "exile", exiled_with="Mimic Vat").state()
    return play(start, A.Destroy(object=HOST, order=ORDER)).after


@pytest.mark.statement("S148")
def test_mimic_vat_exiles_both() -> None:
    needed = choice(vat(), A.Resolve(), "may")
    assert needed.options == (True, False)
    after = play(vat(), A.Resolve(may=True, order=ORDER)).after
    assert stamps(after) == ORDER
    assert names_in(after, "graveyard", "you") == ["Grizzly Bears"]  # exiled with it before


@pytest.mark.statement("S148")
def test_mimic_vat_exiles_neither() -> None:
    after = play(vat(), A.Resolve(may=False)).after
    assert names_in(after, "exile") == ["Grizzly Bears"]
    assert names_in(after, "graveyard", "you") == ORDER


@pytest.mark.statement("S148")
def test_mimic_vat_exiles_what_is_left() -> None:
    moved = play(vat(), A.ReturnToHand(object=RATS)).after
    after = play(moved, A.Resolve(may=True)).after
    assert names_in(after, "exile") == [SCAVENGERS]
    gone = play(moved, A.ReturnToHand(object=SCAVENGERS), A.Resolve(may=True)).after
    assert names_in(gone, "exile") == ["Grizzly Bears"]  # "if you do"


@pytest.mark.statement("S148")
@pytest.mark.parametrize(("card", "size"), [(SCAVENGERS, (3, 3)), (RATS, (2, 1))])
def test_the_token_copies_one_of_the_cards(card: str, size: tuple[int, int]) -> None:
    state = play(vat(), A.Resolve(may=True), A.Activate(object="Mimic Vat")).after
    needed = choice(state, A.Resolve(), "choose.exiled card", "608.2d")
    assert {state.name_of(state.find_one(option)) for option in needed.options} == set(ORDER)
    after = play(state, A.Resolve(choose={"exiled card": card})).after
    (token,) = [o for o in after.things.values() if o.is_token]
    assert after.name_of(token.id) == card
    assert values(after, token.id) == size
    assert "Haste" in after.characteristics(token.id).keywords.value
    if after.places.get("stack"):
        after = play(after, A.Resolve(may=False)).after
    end = play(after, A.NextStep(to="end"), A.Resolve()).after
    assert not [o for o in end.things.values() if o.is_token]


@pytest.mark.statement("S149")
def test_a_flicker_brings_back_a_land_card_too() -> None:
    start = game().put(HANWEIR).put("Cloudshift", "hand").state()
    done = play(start, A.CastSpell(object="Cloudshift", target=HANWEIR), A.Resolve())
    assert sorted(names_in(done.after, "battlefield")) == [BATTLEMENTS, GARRISON]
    assert all(len(o.cards) == 1 for o in done.after.battlefield())
    assert done.after.characteristics(BATTLEMENTS).types.value == ("Land",)


@pytest.mark.statement("S149")
def test_a_stolen_one_flickered_stays_with_the_thief() -> None:
    start = game().put(HOST, owner="opponent", controller="you").put("Cloudshift", "hand").state()
    after = play(start, A.CastSpell(object="Cloudshift", target=HOST), A.Resolve()).after
    assert {obj(after, n).controller for n in ORDER} == {"you"}
    assert {obj(after, n).owner for n in ORDER} == {"opponent"}


def priest() -> State:
    start = game().put("Banisher Priest", "hand").put(HOST, owner="opponent").state()
    return play(start, A.PutOntoBattlefield(object="Banisher Priest")).after


@pytest.mark.statement("S150")
def test_banisher_priest_returns_both() -> None:
    exiled = play(priest(), A.Resolve()).after
    assert sorted(names_in(exiled, "exile")) == sorted(ORDER)
    done = play(exiled, A.Destroy(object="Banisher Priest"))
    assert sorted(names_in(done.after, "battlefield")) == sorted(ORDER)
    assert {obj(done.after, n).controller for n in ORDER} == {"opponent"}
    assert any("610.3" in e.rules for e in happened(done, "move"))


@pytest.mark.statement("S150")
def test_if_the_priest_left_before_nothing_is_exiled() -> None:
    done = play(priest(), A.Destroy(object="Banisher Priest"), A.Resolve())
    assert [done.after.name_of(i) for i in done.after.in_zone("battlefield")] == [HOST]
    assert done.after.in_zone("exile") == ()
    assert "610.3b" in happened(done, "stay")[0].rules


# ------------------------------------------------------------------ replacement effects


LEYLINE, WHEEL = "Leyline of the Void", "Wheel of Sun and Moon"


def replaced(**more: Any) -> Setup:
    """Your Chittering Host, the opponent's Leyline, and a Wheel on you."""
    return (
        game(**more)
        .put(HOST)
        .put(LEYLINE, owner="opponent")
        .put(WHEEL, attached_to="you")
        .put("Forest", "library")
    )


@pytest.mark.statement("S151")
def test_one_choice_of_the_controller_applies_to_both_cards() -> None:
    state = replaced().state()
    needed = choice(state, A.Destroy(object=HOST, order=ORDER), "replacement", "616.1", "712.21d")
    assert needed.player == "you"
    assert set(needed.options) == {LEYLINE, WHEEL}
    one = killed(state, replacement=LEYLINE).after
    assert sorted(names_in(one, "exile")) == sorted(ORDER)
    assert names_in(one, "library", "you") == ["Forest"]
    two = killed(state, replacement=WHEEL).after
    assert names_in(two, "exile") == []
    assert names_in(two, "library", "you") == [*ORDER, "Forest"]
    for after in (one, two):
        assert names_in(after, "graveyard", "you") == []


@pytest.mark.statement("S151")
def test_one_card_each_is_refused() -> None:
    state = replaced().state()
    for mixed in ({RATS: LEYLINE, SCAVENGERS: WHEEL}, {SCAVENGERS: LEYLINE, RATS: WHEEL}):
        refused(state, A.Destroy(object=HOST, order=ORDER, replacement=mixed), "712.21d")
    alike = {RATS: WHEEL, SCAVENGERS: WHEEL}
    after = play(state, A.Destroy(object=HOST, order=ORDER, replacement=alike)).after
    assert names_in(after, "library", "you") == [*ORDER, "Forest"]


@pytest.mark.statement("S151")
def test_two_permanents_may_be_replaced_differently() -> None:
    state = replaced().put("Grizzly Bears").state()
    chosen = {HOST: LEYLINE, "Grizzly Bears": WHEEL}
    done = play(state, A.Destroy(object=[HOST, "Grizzly Bears"], replacement=chosen, order=ORDER))
    assert sorted(names_in(done.after, "exile")) == sorted(ORDER)
    assert names_in(done.after, "library", "you") == ["Grizzly Bears", "Forest"]


@pytest.mark.statement("S151")
def test_the_controller_chooses_the_replacement_and_the_owner_the_order() -> None:
    start = (
        game()
        .put(HOST, owner="opponent", controller="you")
        .put(LEYLINE)
        .put(WHEEL, attached_to="opponent")
        .state()
    )
    assert choice(start, A.Destroy(object=HOST), "replacement").player == "you"
    ordered = choice(start, A.Destroy(object=HOST, replacement=WHEEL), "order", "712.21a")
    assert ordered.player == "opponent"


@pytest.mark.statement("S151")
def test_replacements_look_at_the_owner() -> None:
    """A card goes to its owner's graveyard: Leyline looks at that, whoever had control."""
    mine = game().put(HOST, owner="opponent", controller="you").put(LEYLINE).state()
    assert sorted(names_in(killed(mine).after, "exile")) == sorted(ORDER)
    theirs = game().put(HOST, owner="you", controller="opponent").put(LEYLINE).state()
    assert names_in(killed(theirs).after, "graveyard", "you") == ORDER


@pytest.mark.statement("S151")
def test_effects_that_do_the_same_need_no_choice() -> None:
    state = host().put(LEYLINE, owner="opponent").put("Rest in Peace").state()
    assert sorted(names_in(killed(state).after, "exile")) == sorted(ORDER)


@pytest.mark.statement("S151")
def test_dauthi_voidwalker_puts_a_counter_on_each() -> None:
    state = host().put("Dauthi Voidwalker", owner="opponent").state()
    after = killed(state).after
    assert [obj(after, n).counters for n in ORDER] == [(("void", 1),), (("void", 1),)]
    both = host().put("Dauthi Voidwalker", owner="opponent").put(LEYLINE, owner="opponent").state()
    needed = choice(both, A.Destroy(object=HOST, order=ORDER), "replacement", "616.1")
    assert set(needed.options) == {"Dauthi Voidwalker", LEYLINE}


@pytest.mark.statement("S152")
def test_a_death_replaced_by_exile_is_no_death() -> None:
    start = host().put("Rest in Peace").watch("dies", "dies", "t:creature")
    start.watch("leaves", "leaves", "t:creature").watch("exiled", "put into exile", "is:card")
    after = killed(start).after
    assert dict(after.counts) == {"dies": 0, "leaves": 1, "exiled": 2}
    assert len(after.in_zone("exile")) == 2


@pytest.mark.statement("S152")
def test_a_token_replaced_by_rest_in_peace_and_not_by_leyline() -> None:
    token = game().put(HOST, token=True).watch("dies", "dies", "t:creature")
    leyline = token.put(LEYLINE, owner="opponent").state()
    assert play(leyline, A.Destroy(object=HOST)).after.counts["dies"] == 1
    token = game().put(HOST, token=True).watch("dies", "dies", "t:creature")
    peace = token.put("Rest in Peace").state()
    assert play(peace, A.Destroy(object=HOST)).after.counts["dies"] == 0


# ------------------------------------------------------------------ commanders

BEFORE, SINCE = "2020-06-01", "2020-07-03"


def commander(**more: Any) -> Setup:
    return game(**more).put(BRISELA, commander=GISELA).watch("dies", "dies", "t:creature")


@pytest.mark.statement("S153")
@pytest.mark.parametrize("date", [BEFORE, SINCE, "2026-04-17"])
@pytest.mark.parametrize(
    ("action", "zone"),
    [(A.ReturnToHand(object=BRISELA), "hand"), (A.PutIntoLibrary(object=BRISELA), "library")],
    ids=["hand", "library"],
)
def test_the_commander_goes_to_the_command_zone_and_the_other_card_on(
    date: str, action: A.Action, zone: str
) -> None:
    import msgspec

    state = commander(edition=date).state()
    rules = ("903.9b", "903.9c") if date >= SINCE else ("903.9@2020-06-01",)
    needed = choice(state, action, "commander", *rules)
    assert (needed.player, needed.options) == ("you", ("command", "stay"))
    go = msgspec.structs.replace(action, commander="command")
    done = play(state, go)
    assert names_in(done.after, "command") == [GISELA]
    assert names_in(done.after, zone, "you") == [BRUNA]
    (event,) = happened(done, "move")
    assert event.objects == 1
    order = ANGELS if zone == "library" else None  # a hand has none
    stay = msgspec.structs.replace(action, commander="stay", order=order)
    assert sorted(names_in(play(state, stay).after, zone, "you")) == sorted(ANGELS)


@pytest.mark.statement("S153")
def test_the_owner_of_a_stolen_commander_decides() -> None:
    state = game().put(BRISELA, owner="opponent", controller="you", commander=BRUNA).state()
    assert choice(state, A.ReturnToHand(object=BRISELA), "commander").player == "opponent"
    after = play(state, A.ReturnToHand(object=BRISELA, commander="command")).after
    assert names_in(after, "command") == [BRUNA]
    assert names_in(after, "hand", "opponent") == [GISELA]


@pytest.mark.statement("S154")
@pytest.mark.parametrize("date", [SINCE, "2026-04-17"])
def test_from_a_graveyard_the_commander_moves_by_a_state_based_action(date: str) -> None:
    start = commander(edition=date).watch("cards", "put into graveyard", "is:card").state()
    needed = choice(start, A.Destroy(object=BRISELA, order=ANGELS), "commander", "903.9a", "704.6d")
    assert needed.player == "you"
    done = killed(start, BRISELA, commander="command")
    assert dict(done.after.counts) == {"dies": 1, "cards": 2}
    assert names_in(done.after, "command") == [GISELA]
    assert names_in(done.after, "graveyard", "you") == [BRUNA]
    moves = happened(done, "move")
    assert [(e.start, e.end, e.cards) for e in moves] == [
        ("battlefield", "graveyard", 2),
        ("graveyard", "command", 1),
    ]
    stays = killed(start, BRISELA, commander="stay").after
    assert names_in(stays, "graveyard", "you") == ANGELS


@pytest.mark.statement("S154")
def test_from_exile_too() -> None:
    state = commander().state()
    choice(state, A.Exile(object=BRISELA), "commander", "903.9a")
    after = play(state, A.Exile(object=BRISELA, commander="command")).after
    assert (names_in(after, "command"), names_in(after, "exile")) == ([GISELA], [BRUNA])


@pytest.mark.statement("S154")
def test_it_is_asked_once_after_the_card_arrived() -> None:
    after = killed(commander(), BRISELA, commander="stay").after
    later = play(after, A.GainLife(amount=1)).after
    assert names_in(later, "graveyard", "you") == ANGELS


@pytest.mark.statement("S154")
@pytest.mark.parametrize(
    ("action", "zone"),
    [(A.Destroy(object=BRISELA), "graveyard"), (A.Exile(object=BRISELA), "exile")],
    ids=["graveyard", "exile"],
)
def test_an_optional_replacement_before(action: A.Action, zone: str) -> None:
    import msgspec

    start = commander(edition=BEFORE).watch("cards", "put into graveyard", "is:card").state()
    needed = choice(start, action, "commander", "903.9@2020-06-01")
    assert needed.player == "you"
    done = play(start, msgspec.structs.replace(action, commander="command"))
    assert names_in(done.after, "command") == [GISELA]
    assert names_in(done.after, zone, "you") == [BRUNA]
    assert len(happened(done, "move")) == 1  # straight into the command zone
    # the permanent itself was put into the graveyard: it died
    died = zone == "graveyard"
    assert dict(done.after.counts) == {"dies": int(died), "cards": int(died)}


@pytest.mark.statement("S154")
@pytest.mark.parametrize(("date", "dies"), [(BEFORE, 0), (SINCE, 1)])
def test_a_commander_of_one_card_dies_only_since(date: str, dies: int) -> None:
    start = game(edition=date).put(GISELA, commander=True).watch("dies", "dies", "t:creature")
    after = play(start.state(), A.Destroy(object=GISELA, commander="command")).after
    assert names_in(after, "command") == [GISELA]
    assert after.counts["dies"] == dies


@pytest.mark.statement("S154")
def test_an_effect_that_returns_the_card_does_not_find_the_commander_elsewhere() -> None:
    start = game(edition=BEFORE).put(BRISELA, commander=GISELA)
    state = start.put("False Demise", attached_to=BRISELA).state()
    dead = play(state, A.Destroy(object=BRISELA, commander="command")).after
    after = play(dead, A.Resolve()).after
    assert names_in(after, "battlefield") == [BRUNA]
    assert names_in(after, "command") == [GISELA]


@pytest.mark.statement("S154")
def test_a_melding_commander_that_goes_to_the_command_zone_does_not_meld() -> None:
    """Before, the owner could send it there instead of exile; the other stays (701.42c)."""
    state = game(edition=BEFORE).put(GISELA, commander=True).put(BRUNA).state()
    done = play(state, A.Meld(object=GISELA, with_=BRUNA, commander="command"))
    assert names_in(done.after, "command") == [GISELA]
    assert names_in(done.after, "exile") == [BRUNA]
    melds = play(state, A.Meld(object=GISELA, with_=BRUNA, commander="stay")).after
    assert melds.name_of(melds.in_zone("battlefield")[0]) == BRISELA
    now = game().put(GISELA, commander=True).put(BRUNA).state()
    melds = play(now, A.Meld(object=GISELA, with_=BRUNA)).after
    assert melds.name_of(melds.in_zone("battlefield")[0]) == BRISELA


# ------------------------------------------------------------------ looking back


@pytest.mark.statement("S155")
def test_leaves_the_battlefield_abilities_look_back() -> None:
    start = (
        game()
        .put(RAGNAROK)
        .put("Forest")
        .put("Grizzly Bears", "graveyard")
        .put("Thalia, Guardian of Thraben", "graveyard")
        .state()
    )
    dead = play(start, A.Destroy(object=RAGNAROK, order=[FANG, VANILLE])).after
    assert [dead.name_of(i) for i in dead.in_zone("stack")] == [f"{RAGNAROK}#dies"]
    after = play(dead, A.Resolve()).after
    assert names_in(after, "battlefield") == ["Grizzly Bears"]  # nonlegendary only
    assert "Forest" in names_in(after, "graveyard", "you")
    assert {FANG, VANILLE} <= set(names_in(after, "graveyard", "you"))


@pytest.mark.statement("S155")
def test_without_a_card_to_return_the_trigger_is_removed() -> None:
    """Fang and Vanille are both legendary (603.3d)."""
    done = play(
        game().put(RAGNAROK).put("Forest").state(),
        A.Destroy(object=RAGNAROK, order=[FANG, VANILLE]),
    )
    assert done.after.in_zone("stack") == ()
    assert "603.3d" in happened(done, "removed")[0].rules


@pytest.mark.statement("S155")
def test_a_permanent_that_has_lost_its_abilities_has_none_to_look_back_to() -> None:
    start = (
        game()
        .put(RAGNAROK)
        .put("Lignify", attached_to=RAGNAROK)
        .put("Grizzly Bears", "graveyard")
        .state()
    )
    for refs in ([RAGNAROK], [RAGNAROK, "Lignify"]):
        done = play(start, A.Destroy(object=list(refs), order=[FANG, VANILLE]))
        assert done.after.in_zone("stack") == ()


@pytest.mark.statement("S155")
def test_front_face_abilities_of_a_melded_permanent_do_not_trigger() -> None:
    start = game().put("Titania, Gaea Incarnate").put("Forest").put("Island", "hand").state()
    after = play(start, A.Discard(object="Island")).after
    assert after.player("you").life == 20
    assert after.in_zone("stack") == ()


@pytest.mark.statement("S156")
def test_last_known_information_is_that_of_the_melded_permanent() -> None:
    start = host().put("Swords to Plowshares", "hand", owner="opponent").state()
    cast = A.CastSpell(object="Swords to Plowshares", target=HOST, player="opponent")
    after = play(start, cast, A.Resolve()).after
    assert sorted(names_in(after, "exile")) == sorted(ORDER)
    assert (after.player("you").life, after.player("opponent").life) == (25, 20)


@pytest.mark.statement("S156")
def test_its_controller_is_the_last_one() -> None:
    start = game().put(HOST, owner="opponent", controller="you", counters={"+1/+1": 2})
    state = start.put("Swords to Plowshares", "hand").state()
    before = state.find_one(HOST)
    after = play(state, A.CastSpell(object="Swords to Plowshares", target=HOST), A.Resolve()).after
    assert after.player("you").life == 27
    assert after.characteristics(before).names.value == (HOST,)
    assert values(after, before) == (7, 8)


# ------------------------------------------------------------------ copies


@pytest.mark.statement("S157")
def test_a_melded_permanent_that_copies_something_leaves_as_two_cards() -> None:
    start = host().put("Grizzly Bears").watch("dies", "dies", "t:creature").state()
    copied = play(start, A.BecomeCopy(object=HOST, of="Grizzly Bears", until="end of turn")).after
    ref = start.find_one(HOST)
    assert values(copied, ref) == (2, 2)
    done = play(copied, A.Destroy(object=ref, order=ORDER))
    assert names_in(done.after, "graveyard", "you") == ORDER
    assert done.after.counts["dies"] == 1
    (event,) = happened(done, "move")
    assert (event.name, event.objects, event.cards) == ("Grizzly Bears", 1, 2)
    assert values(done.after, SCAVENGERS) == (3, 3)


@pytest.mark.statement("S158")
def test_a_clone_of_a_melded_permanent_leaves_as_one_card() -> None:
    start = host().put("Clone", "hand").watch("cards", "put into graveyard", "is:card").state()
    cloned = play(start, A.PutOntoBattlefield(object="Clone", as_copy=HOST)).after
    assert values(cloned, "Clone") == (5, 6)
    if cloned.places["stack"]:
        cloned = play(cloned, A.Resolve()).after
    done = play(cloned, A.Destroy(object="Clone"))
    assert names_in(done.after, "graveyard", "you") == ["Clone"]
    assert done.after.counts["cards"] == 1


@pytest.mark.statement("S158")
def test_a_token_copy_leaves_as_a_token() -> None:
    start = host().watch("cards", "put into graveyard", "is:card")
    start.watch("dies", "dies", "t:creature")
    state = play(start.state(), A.CreateTokenCopy(of=HOST, id="token")).after
    if state.places["stack"]:
        state = play(state, A.Resolve()).after
    done = play(state, A.Destroy(object="token"))
    assert dict(done.after.counts) == {"cards": 0, "dies": 1}
    assert names_in(done.after, "graveyard", "you") == []
    assert len(happened(done, "ceases")) == 1
    assert names_in(done.after, "battlefield") == [f"{RATS} + {SCAVENGERS}"]


# ------------------------------------------------------------------ elsewhere in the specification


@pytest.mark.statement("S020")
@pytest.mark.parametrize(("date", "hits"), [("2023-02-03", 0), ("2023-04-14", 1)])
def test_effects_on_double_faced_cards_see_meld_cards_since_2023(date: str, hits: int) -> None:
    start = game(edition=date).put(BRUNA, "hand").watch("double-faced", "discard", "is:dfc")
    assert play(start.state(), A.Discard(object=BRUNA)).after.counts["double-faced"] == hits
    other = game(edition=date).put("Delver of Secrets", "hand").watch("dfc", "discard", "is:dfc")
    after = play(other.state(), A.Discard(object="Delver of Secrets")).after
    assert after.counts["dfc"] == 1


@pytest.mark.statement("S021")
def test_a_melded_permanent_is_not_transformed() -> None:
    count = A.GainLife(amount="count is:transformed")
    start = game().put(BRISELA).put("Delver of Secrets").state()
    assert play(start, count).after.player("you").life == 20
    turned = play(start, A.Transform(object="Delver of Secrets")).after
    assert play(turned, count).after.player("you").life == 21
    back = play(turned, A.Transform(object="Delver of Secrets")).after
    assert play(back, count).after.player("you").life == 20
    # it need not have turned over: with its back face up it is a transformed permanent
    entered = game().put("Delver of Secrets", face="back").state()
    assert play(entered, count).after.player("you").life == 21


@pytest.mark.statement("S022")
@pytest.mark.parametrize("ref", [HOST, RATS, "Delver of Secrets"])
def test_double_faced_permanents_stay_face_up(ref: str) -> None:
    start = game().put(ref).put("Grizzly Bears").state()
    before = start.characteristics(ref).values()
    done = play(start, A.TurnFaceDown(object=[ref, "Grizzly Bears"]))
    assert not obj(done.after, ref).face_down
    assert done.after.characteristics(ref).values() == before
    assert obj(done.after, "Grizzly Bears").face_down
    assert "712.16" in happened(done, "stay")[0].rules


@pytest.mark.statement("S200")
@pytest.mark.parametrize("ref", [HOST, RATS, "Delver of Secrets"])
@pytest.mark.parametrize(("date", "said"), [("2026-04-17", False), ("2026-06-19", True)])
def test_an_attempt_to_turn_it_face_down_leaves_its_copiable_values(
    ref: str, date: str, said: bool
) -> None:
    """712.16: so it was before, since nothing happens; from 2026-06-19 the rule says it."""
    start = game(edition=date).put(ref).put("Clone", "hand").state()
    tried = play(start, A.TurnFaceDown(object=[ref]))
    (stay,) = happened(tried, "stay")
    assert ("copiable values" in stay.note) is said
    copied = play(tried.after, A.PutOntoBattlefield(object="Clone", as_copy=ref)).after
    assert copied.characteristics("Clone").values() == (
        play(start, A.PutOntoBattlefield(object="Clone", as_copy=ref))
        .after.characteristics("Clone")
        .values()
    )


@pytest.mark.statement("S067")
def test_brisela_and_gisela_are_different_names() -> None:
    state = game().put(BRISELA).put(GISELA).state()
    assert len(play(state, A.Note()).after.in_zone("battlefield")) == 2


@pytest.mark.statement("S067")
def test_of_two_briselas_one_stays_and_the_other_is_two_cards_in_the_graveyard() -> None:
    state = game().put(BRISELA, id="one").put(BRISELA, id="two").state()
    needed = choice(state, A.Note(), "keep", "704.5j")
    assert set(needed.options) == {"one", "two"}
    after = play(state, A.Note(keep="one", order=ANGELS)).after
    assert names_in(after, "graveyard", "you") == ANGELS
    assert obj(after, "one").zone == "battlefield"
    theirs = game().put(BRISELA).put(BRISELA, owner="opponent").state()
    assert len(play(theirs, A.Note()).after.in_zone("battlefield")) == 2


@pytest.mark.statement("S067")
def test_of_three_with_one_name_one_stays() -> None:
    state = game().put(GISELA, id="one").put(GISELA, id="two").put(GISELA, id="three").state()
    for kept in ("one", "two", "three"):
        done = play(state, A.Note(keep=kept))
        assert names_in(done.after, "battlefield") == [GISELA]
        assert obj(done.after, kept).zone == "battlefield"
        assert len(happened(done, "move")) == 2


@pytest.mark.statement("S067")
def test_several_names_at_once() -> None:
    state = game().put(BRISELA, id="one").put(BRISELA, id="two")
    state.put(GISELA, id="three").put(GISELA, id="four")
    after = play(state.state(), A.Note(keep=["one", "four"], order=ANGELS)).after
    kept = {h for h in ("one", "two", "three", "four") if len(after.find(h)) == 1}
    assert {h for h in kept if obj(after, h).zone == "battlefield"} == {"one", "four"}


@pytest.mark.statement("S053")
def test_a_melded_commander_keeps_the_identity_of_its_card() -> None:
    start = game().put(GISELA, commander=True).put(BRUNA).state()
    before = start.value(GISELA, "color_identity")
    after = play(start, A.Meld(object=GISELA, with_=BRUNA)).after
    assert after.characteristics(BRISELA).colors.value == ""
    melded = after.value(BRISELA, "color_identity")
    assert (before.value, melded.value) == ("W", "W")
    assert "903.4a" in melded.all_rules


def test_a_handle_of_a_card_follows_that_card_through_melding_and_leaving() -> None:
    start = game().put(RATS, id="rats").put(SCAVENGERS, id="scavengers").state()
    melded = play(start, A.Meld(object="rats", with_="scavengers", id="host")).after
    assert melded.find("rats") == melded.find("scavengers") == melded.find("host")
    dead = play(melded, A.Destroy(object="host", order=ORDER)).after
    assert dead.name_of(dead.find_one("rats")) == RATS
    assert dead.name_of(dead.find_one("scavengers")) == SCAVENGERS
    assert set(dead.find("host")) == {dead.find_one("rats"), dead.find_one("scavengers")}


def test_what_has_left_the_battlefield_as_a_token_goes_nowhere_else() -> None:
    start = game().put("Grizzly Bears", token=True, id="token").state()
    done = play(start, A.Blink(object="token"))
    assert done.after.in_zone("battlefield") == ()
    assert names_in(done.after, "exile") == []
