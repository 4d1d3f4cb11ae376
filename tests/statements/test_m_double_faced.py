"""M. Double-faced cards (S159-S171)."""

from __future__ import annotations

import pytest

from mtgmeld.game import actions as A
from mtgmeld.game.setup import Setup
from mtgmeld.game.state import State
from mtgmeld.rules.editions import EDITIONS
from tests.statements.game import choice, game, happened, play

HUNTMASTER, RAVAGER = "Huntmaster of the Fells", "Ravager of the Fells"
BEFORE_MODAL = tuple(d for d in EDITIONS if d <= "2025-07-25")
FROM_TOKENS = tuple(d for d in EDITIONS if d >= "2020-09-25")  # of copies of permanent spells
FROM_MODAL = tuple(d for d in EDITIONS if d >= "2025-09-19")


def have(state: State, obj: str) -> tuple[object, ...]:
    """Names, power and toughness, colors, mana value."""
    known = state.characteristics(obj)
    power, toughness = known.power.value, known.toughness.value
    size = None if power is None else (int(power), int(toughness))
    return known.names.value, size, known.colors.value, known.mana_value.value


def cards_in(state: State, zone: str, player: str = "") -> list[str]:
    """The cards in a zone by their front faces, in order from the bottom."""
    found = (state.things[i] for i in state.in_zone(zone, player))
    return [state.cards[o.cards[0]].card.front.name for o in found]


def cites(state: State, obj: str, value: str, *rules: str) -> None:
    found = state.explain(obj, value)
    assert set(rules) <= set(found.rules), str(found)


def at_upkeep(**more: object) -> Setup:
    return game(step="untap", **more).put(HUNTMASTER, id="wolf")


@pytest.mark.statement("S159")
def test_only_the_first_of_a_trigger_and_its_copy_transforms() -> None:
    state = at_upkeep().state()
    done = play(state, A.NextStep(to="upkeep"))
    trigger = done.after.places["stack"][0]
    done = play(done.after, A.CopyAbility(object=trigger))
    assert len(done.after.places["stack"]) == 2
    first = play(done.after, A.Resolve())
    assert have(first.after, "wolf")[0] == (RAVAGER,)
    # above the trigger that is left stands what it does as it becomes Ravager
    second = play(first.after, A.Resolve(), A.Resolve())
    assert have(second.after, "wolf")[0] == (RAVAGER,)
    assert second.after.player("opponent").life == 18
    (stayed,) = happened(second, "stay")
    assert "701.27f" in stayed.rules
    assert not happened(second, "transforms")


@pytest.mark.statement("S159")
def test_for_a_delayed_trigger_it_counts_from_when_it_was_created() -> None:
    # a delayed ability that turns it over at the next end step
    transform = A.AtStep(step="end", source="wolf", do_later=(A.Transform(object="this"),))
    state = game(step="postcombat main").put(HUNTMASTER, id="wolf").state()
    made = play(state, transform)
    done = play(made.after, A.NextStep(to="end"), A.Resolve())
    assert have(done.after, "wolf")[0] == (RAVAGER,)
    # it transforms in between: the delayed ability does nothing
    turned = (A.Transform(object="wolf"), A.Resolve())
    done = play(made.after, *turned, A.NextStep(to="end"), A.Resolve())
    assert have(done.after, "wolf")[0] == (RAVAGER,)
    (stayed,) = happened(done, "stay")
    assert "701.27f" in stayed.rules


@pytest.mark.statement("S159")
def test_how_often_it_turned_over_before_does_not_matter() -> None:
    """701.27f looks from when the ability was put there: before that it may have turned twice."""
    turned = (A.Transform(object="wolf"), A.Resolve())
    twice = (*turned, *turned)
    done = play(at_upkeep().state(), *twice, A.NextStep(to="upkeep"), A.Resolve())
    assert have(done.after, "wolf")[0] == (RAVAGER,)
    assert len(happened(done, "transforms")) == 1
    assert not happened(done, "stay")
    later = A.AtStep(step="end", source="wolf", do_later=(A.Transform(object="this"),))
    state = game(step="postcombat main").put(HUNTMASTER, id="wolf").state()
    done = play(state, *twice, later, A.NextStep(to="end"), A.Resolve())
    assert have(done.after, "wolf")[0] == (RAVAGER,)
    assert not happened(done, "stay")


@pytest.mark.statement("S160")
def test_a_clone_does_not_transform() -> None:
    state = game(step="untap").put("Clone", id="clone", copy_of=HUNTMASTER).state()
    done = play(state, A.NextStep(to="upkeep"), A.Resolve())
    (stayed,) = happened(done, "stay")
    assert {"701.27c", "712.9"} <= set(stayed.rules)
    assert have(done.after, "clone") == ((HUNTMASTER,), (2, 2), "RG", 4)
    assert done.after.things[done.after.find_one("clone")].face == 0


@pytest.mark.statement("S160")
def test_an_ordinary_permanent_does_not_transform() -> None:
    state = game().put("Grizzly Bears", id="bears").state()
    done = play(state, A.Transform(object="bears"))
    (stayed,) = happened(done, "stay")
    assert {"701.27c", "712.9"} <= set(stayed.rules)


@pytest.mark.statement("S161")
def test_a_double_faced_card_turns_over_and_stays_the_copy() -> None:
    state = game().put(HUNTMASTER, id="wolf").put("Grizzly Bears", id="bears").state()
    copied = play(state, A.BecomeCopy(object="wolf", of="bears", until="end of turn"))
    done = play(copied.after, A.Transform(object="wolf"))
    assert done.after.things[done.after.find_one("wolf")].face == 1
    assert have(done.after, "wolf") == (("Grizzly Bears",), (2, 2), "G", 2)
    cites(done.after, "wolf", "names", "707.2")
    # when the copy effect ends, the face that is up shows
    ended = play(done.after, A.NextTurn())
    assert have(ended.after, "wolf") == ((RAVAGER,), (4, 4), "RG", 4)


@pytest.mark.statement("S162")
@pytest.mark.parametrize("date", FROM_MODAL)
def test_a_modal_permanent_transforms_and_tibalt_has_no_loyalty(date: str) -> None:
    state = game(edition=date).put("Valki, God of Lies", id="valki").state()
    done = play(state, A.Transform(object="valki"))
    (turned,) = happened(done, "transforms")
    assert turned.note == "now Tibalt, Cosmic Impostor"
    (moved,) = happened(done, "move")
    assert (moved.name, moved.end) == ("Tibalt, Cosmic Impostor", "graveyard")
    assert "704.5i" in moved.rules
    assert cards_in(done.after, "graveyard", "you") == ["Valki, God of Lies"]


@pytest.mark.statement("S162")
@pytest.mark.parametrize("date", BEFORE_MODAL)
def test_until_2025_a_modal_permanent_did_not_transform(date: str) -> None:
    state = game(edition=date).put("Valki, God of Lies", id="valki").state()
    done = play(state, A.Transform(object="valki"))
    (stayed,) = happened(done, "stay")
    assert "712.9" in stayed.rules
    assert have(done.after, "valki")[0] == ("Valki, God of Lies",)


@pytest.mark.statement("S162")
@pytest.mark.parametrize("date", FROM_MODAL)
def test_it_does_not_turn_into_an_instant_or_sorcery(date: str) -> None:
    state = game(edition=date).put("Shatterskull, the Hammer Pass", id="land").state()
    done = play(state, A.Transform(object="land"))
    (stayed,) = happened(done, "stay")
    assert "712.10" in stayed.rules
    assert have(done.after, "land")[0] == ("Shatterskull, the Hammer Pass",)


@pytest.mark.statement("S163")
def test_put_onto_the_battlefield_transformed() -> None:
    state = (
        game()
        .put("Delver of Secrets", "graveyard", id="delver")
        .put("Grizzly Bears", "graveyard", id="bears")
        .state()
    )
    done = play(state, A.PutOntoBattlefield(object="delver", transformed=True))
    assert have(done.after, "delver")[0] == ("Insectile Aberration",)
    done = play(state, A.PutOntoBattlefield(object="bears", transformed=True))
    (stayed,) = happened(done, "stay")
    assert "712.14a" in stayed.rules
    assert cards_in(done.after, "graveyard", "you") == ["Delver of Secrets", "Grizzly Bears"]


@pytest.mark.statement("S163")
def test_a_single_faced_copy_of_crystal_fragments_stays_in_exile() -> None:
    real = game().put("Crystal Fragments", id="real").state()
    done = play(real, A.Activate(object="real", ability="transform"), A.Resolve())
    assert have(done.after, "real")[0] == ("Summon: Alexander",)
    copy = game().put("Clever Impersonator", id="copy", copy_of="Crystal Fragments").state()
    done = play(copy, A.Activate(object="copy", ability="transform"), A.Resolve())
    assert cards_in(done.after, "exile") == ["Clever Impersonator"]
    assert done.after.places["battlefield"] == ()
    (stayed,) = happened(done, "stay")
    assert "712.14a" in stayed.rules


@pytest.mark.statement("S163")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_modal_card_stayed_until_2025(date: str) -> None:
    state = game(edition=date).put("Valki, God of Lies", "graveyard", id="valki").state()
    done = play(state, A.PutOntoBattlefield(object="valki", transformed=True))
    if date <= "2025-07-25":
        (stayed,) = happened(done, "stay")
        assert "712.14a" in stayed.rules
        assert cards_in(done.after, "graveyard", "you") == ["Valki, God of Lies"]
        return
    assert have(done.after, "valki")[0] == ("Tibalt, Cosmic Impostor",)
    # it entered this time, so it has its loyalty (306.5b)
    assert done.after.things[done.after.find_one("valki")].count("loyalty") == 5


@pytest.mark.statement("S164")
@pytest.mark.parametrize("zone", ["library", "hand", "graveyard", "exile"])
def test_a_modal_card_with_a_sorcery_in_front_stays(zone: str) -> None:
    state = game().put("Shatterskull Smashing", zone, id="card").state()
    done = play(state, A.PutOntoBattlefield(object="card"))
    (stayed,) = happened(done, "stay")
    assert "712.14b" in stayed.rules
    assert cards_in(done.after, zone, "you") == ["Shatterskull Smashing"]


@pytest.mark.statement("S165")
def test_a_clone_has_the_face_that_is_up() -> None:
    state = game().put("Insectile Aberration", id="bug").put("Clone", "hand", id="clone").state()
    done = play(state, A.CastSpell(object="clone"), A.Resolve(as_copy="bug"))
    known = done.after.characteristics("clone")
    assert (known.power.value, known.toughness.value) == ("3", "2")
    assert known.keywords.value == ("Flying",)
    assert known.colors.value == "U"
    assert known.color_indicator.value == "U"
    cites(done.after, "clone", "names", "707.8")
    cites(done.after, "clone", "colors", "204.2")
    assert known.mana_value.value == 0  # 202.3b, S039


@pytest.mark.statement("S166")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_token_copy_of_a_permanent_has_both_faces_from_2023(date: str) -> None:
    state = game(edition=date).put(RAVAGER, id="wolf").state()
    done = play(state, A.CreateTokenCopy(of="wolf", id="token"))
    assert have(done.after, "token")[0] == (RAVAGER,)
    turned = play(done.after, A.Transform(object="token"))
    if date >= "2023-04-14":
        assert done.after.things[done.after.find_one("token")].face == 1
        assert have(turned.after, "token")[:2] == ((HUNTMASTER,), (2, 2))
    else:
        (stayed,) = happened(turned, "stay")
        assert {"701.27c", "712.9"} <= set(stayed.rules)
        assert have(turned.after, "token")[0] == (RAVAGER,)


@pytest.mark.statement("S166")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_token_copy_of_a_card_elsewhere_likewise(date: str) -> None:
    state = game(edition=date).put("Delver of Secrets", "graveyard", id="card").state()
    done = play(state, A.CreateTokenCopy(of="card", id="token"), A.Transform(object="token"))
    both = date >= "2023-04-14"
    assert have(done.after, "token")[0] == (
        ("Insectile Aberration",) if both else ("Delver of Secrets",)
    )


@pytest.mark.statement("S166")
@pytest.mark.parametrize("date", EDITIONS)
def test_of_a_modal_permanent_or_card_from_2025(date: str) -> None:
    both = date >= "2025-09-19"
    for zone in ("battlefield", "exile"):
        state = game(edition=date).put("Valki, God of Lies", zone, id="valki").state()
        done = play(
            state,
            A.CreateTokenCopy(of="valki", id="token", not_legendary=True),
            A.PutCounters(object="token", kind="loyalty", count=2),
            A.Transform(object="token"),
        )
        assert have(done.after, "token")[0] == (
            ("Tibalt, Cosmic Impostor",) if both else ("Valki, God of Lies",)
        )


@pytest.mark.statement("S166")
def test_a_token_copy_is_read_from_the_same_face_as_other_copy_effects_leave_it() -> None:
    state = game().put(HUNTMASTER, id="wolf").put("Grizzly Bears", id="bears").state()
    done = play(
        state,
        A.BecomeCopy(object="wolf", of="bears", until="end of turn"),
        A.CreateTokenCopy(of="wolf", id="token"),
    )
    assert have(done.after, "token")[0] == ("Grizzly Bears",)
    # a copy effect leaves the card double-faced, so the token has two faces, both the Bears
    done = play(done.after, A.Transform(object="token"))
    assert happened(done, "transforms")
    assert have(done.after, "token")[0] == ("Grizzly Bears",)


@pytest.mark.statement("S167")
def test_a_token_that_enters_as_a_copy_has_one_face() -> None:
    state = game().put(HUNTMASTER, id="wolf").put("Clone", id="clone", copy_of="Grizzly Bears")
    # a token copy of the Clone card: the replacement of entering applies to it
    made = play(
        state.put("Clone", "graveyard", id="card").state(),
        A.CreateTokenCopy(of="card", id="token", as_copy="wolf"),
    )
    assert have(made.after, "token") == ((HUNTMASTER,), (2, 2), "RG", 4)
    assert made.after.things[made.after.find_one("token")].is_token
    done = play(made.after, A.Transform(object="token"))
    (stayed,) = happened(done, "stay")
    assert {"701.27c", "712.9"} <= set(stayed.rules)


@pytest.mark.statement("S168")
@pytest.mark.parametrize("date", FROM_TOKENS)
def test_a_copy_of_a_double_faced_spell_becomes_a_double_faced_token(date: str) -> None:
    state = game(edition=date).put("Hook-Haunt Drifter", "stack", id="spell", cast="back").state()
    copied = play(state, A.CopySpell(object="spell", id="copy"))
    done = play(copied.after, A.Resolve(object="copy"))
    token = done.after.things[done.after.find_one("copy")]
    assert (token.zone, token.is_token) == ("battlefield", True)
    assert have(done.after, "copy")[0] == ("Hook-Haunt Drifter",)
    assert "608.3f" in happened(done, "move")[0].rules
    turned = play(done.after, A.Transform(object="copy"))
    if date >= "2023-04-14":
        assert token.face == 1
        assert have(turned.after, "copy")[0] == ("Baithook Angler",)
    else:
        assert have(turned.after, "copy")[0] == ("Hook-Haunt Drifter",)
        assert "712.9" in happened(turned, "stay")[0].rules


@pytest.mark.statement("S168")
@pytest.mark.parametrize("date", FROM_TOKENS)
def test_a_copy_of_a_modal_spell_from_2025(date: str) -> None:
    state = game(edition=date).put("Valki, God of Lies", "stack", id="spell").state()
    done = play(
        state,
        A.CopySpell(object="spell", id="copy"),
        A.Resolve(object="copy"),
        A.PutCounters(object="copy", kind="loyalty", count=2),
        A.Transform(object="copy"),
    )
    both = date >= "2025-09-19"
    expected = "Tibalt, Cosmic Impostor" if both else "Valki, God of Lies"
    assert have(done.after, "copy")[0] == (expected,)


@pytest.mark.statement("S169")
def test_a_clone_of_a_melded_permanent_has_the_combined_face_only() -> None:
    brisela = "Brisela, Voice of Nightmares"
    state = (
        game().put(brisela, id="brisela", owner="opponent").put("Clone", "hand", id="clone").state()
    )
    done = play(state, A.CastSpell(object="clone", by="test"), A.Resolve(as_copy="brisela"))
    assert have(done.after, "clone") == ((brisela,), (9, 10), "", 0)
    cites(done.after, "clone", "mana_value", "202.3c")
    cites(done.after, "clone", "names", "707.8")
    turned = play(done.after, A.Transform(object="clone"))
    assert "712.9" in happened(turned, "stay")[0].rules
    # it is one card, so nothing splits
    died = play(done.after, A.Destroy(object="clone"))
    assert cards_in(died.after, "graveyard", "you") == ["Clone"]
    # the opponent's Brisela keeps cheap spells from being cast, and a copy has its own
    own = game().put(brisela, id="brisela").put("Clone", "stack", id="clone").state()
    needed = choice(own, A.Resolve(as_copy="brisela"), "keep", "704.5j")
    assert set(needed.options) == {"brisela", "clone"}
    kept = play(own, A.Resolve(as_copy="brisela", keep="brisela"))
    assert cards_in(kept.after, "graveyard", "you") == ["Clone"]
    other = play(
        own,
        A.Resolve(
            as_copy="brisela",
            keep="clone",
            order=["Gisela, the Broken Blade", "Bruna, the Fading Light"],
        ),
    )
    assert cards_in(other.after, "graveyard", "you") == [
        "Gisela, the Broken Blade",
        "Bruna, the Fading Light",
    ]


@pytest.mark.statement("S170")
def test_a_token_copy_of_a_melded_permanent_has_one_face() -> None:
    state = game().put("Chittering Host", id="host").state()
    done = play(state, A.CreateTokenCopy(of="host", id="token"))
    assert have(done.after, "token") == (("Chittering Host",), (5, 6), "", 0)
    cites(done.after, "token", "mana_value", "202.3c")
    policy = {step.policy for _, step in done.after.value("token", "mana_value").walk()}
    assert "token copy of a melded permanent" in policy
    turned = play(done.after, A.Transform(object="token"))
    (stayed,) = happened(turned, "stay")
    assert "712.9" in stayed.rules
    assert have(turned.after, "token") == (("Chittering Host",), (5, 6), "", 0)
    gone = play(done.after, A.Destroy(object="token"))
    assert cards_in(gone.after, "graveyard", "you") == []


@pytest.mark.statement("S171")
def test_a_copy_of_a_meld_card_elsewhere_is_its_front() -> None:
    state = (
        game()
        .put("Graf Rats", "graveyard", id="rats")
        .put("Body Double", "stack", id="double")
        .put("Midnight Scavengers", id="scavengers")
        .state()
    )
    done = play(state, A.Resolve(as_copy="rats"))
    assert have(done.after, "double") == (("Graf Rats",), (2, 1), "B", 2)
    cites(done.after, "double", "names", "707.2")
    # the card is still Body Double, which belongs to no pair
    melded = play(done.after, A.Meld(object="double", with_="scavengers"))
    (failed,) = happened(melded, "meld fails")
    assert {"701.42b", "701.42c"} <= set(failed.rules)
    assert cards_in(melded.after, "exile") == ["Body Double", "Midnight Scavengers"]
