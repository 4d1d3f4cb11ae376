"""What represents an object, its two sides, and what a copy of it is read from."""

from __future__ import annotations

import msgspec
import pytest

from mtgmeld.cards import Card
from mtgmeld.game.characteristics import (
    VALUES,
    Circumstances,
    CopiableValues,
    back_face,
    copy_of,
    derive,
    double_faced,
    of_card,
    represented_by,
)
from mtgmeld.rules.citations import Derived
from tests.game.reasons import decided, worded
from tests.statements.asking import BACK_UP, BATTLEFIELD, NOW, at, card, face_values, found, pair

DELVER, MODAL, RATS, HOST = "Delver of Secrets", "Akoum Warrior", "Graf Rats", "Chittering Host"
DRIFTER = "Baithook Angler // Hook-Haunt Drifter"
STACK, STACK_BACK = Circumstances("stack"), Circumstances("stack", face=1)


# --- sides ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "date", "value", "rule"),
    [
        # 712.1: nonmodal, modal and meld cards have a face, or half of one, on each side
        (RATS, None, True, "712.1"),
        (HOST, None, True, "712.1"),
        (DELVER, None, True, "712.1"),
        (MODAL, None, True, "712.1"),
        ("Fire // Ice", None, False, "712.1"),
        # until 2023 meld cards had a section of their own
        (RATS, "2017-01-20", False, "712.1b@2017-01-20"),
        (HOST, "2017-01-20", False, "712.1b@2017-01-20"),
        (DELVER, "2017-01-20", True, "711.1@2017-01-20"),
        ("Fire // Ice", "2017-01-20", False, "711.1@2017-01-20"),
    ],
)
def test_which_cards_are_double_faced(name: str, date: str | None, value: bool, rule: str) -> None:
    edition = NOW if date is None else at(date)
    decided(double_faced(card(name), edition), "double-faced", value, rule)


def test_the_back_face() -> None:
    """712.1, and 712.4b for a meld card; a split card has two halves on one side."""
    for name, back in ((DELVER, "Insectile Aberration"), (MODAL, "Akoum Teeth")):
        answer = back_face(card(name))
        assert (answer.what, answer.value.name, answer.rules) == ("back face", back, ("712.1",))
        worded(answer)
    for name in ("Fire // Ice", "Grizzly Bears", "Bonecrusher Giant"):
        decided(back_face(card(name)), "back face", None, "712.1", says="no back face")
    decided(back_face(card(RATS)), "back face", None, "712.4b", says="not determined")
    front = msgspec.structs.replace(card(DELVER), faces=card(DELVER).faces[:1])
    decided(back_face(front), "back face", None, "712.1")  # a record that lacks it


# --- cards that represent it ------------------------------------------------------------------


def test_how_many_cards_represent_an_object() -> None:
    """A melded permanent 2 (712.4a), a token or a copied spell 0, anything else 1 (108.2)."""
    what = "cards that represent it"
    bears, split = face_values("Grizzly Bears"), face_values("Fire // Ice")
    decided(represented_by(pair(HOST), BATTLEFIELD), what, 2, "712.4a")
    decided(represented_by(split, Circumstances("hand")), what, 1, "709.2")
    decided(represented_by(bears, BATTLEFIELD), what, 1, "108.2")
    # a card that is a copy of something stays a card
    decided(represented_by(copy_of(bears, BATTLEFIELD, NOW), BATTLEFIELD), what, 1, "108.2")
    token = copy_of(bears, BATTLEFIELD, NOW, token=True)
    decided(represented_by(token, BATTLEFIELD), what, 0, "108.2b", says="a token")
    spell = copy_of(split, STACK, NOW)
    decided(represented_by(spell, STACK), what, 0, "707.10", says="a copy of a spell")


def test_what_is_no_card_is_read_as_a_token() -> None:
    """108.2b, whatever a card file calls it."""
    made = msgspec.structs.replace(card("Grizzly Bears"), layout="token")
    assert represented_by(of_card(made), BATTLEFIELD).value == 0
    assert represented_by(of_card(card("Grizzly Bears")), BATTLEFIELD).value == 1


def both_sides(name: str, other: str) -> Card:
    """A meld card in a record that has the combined face as well."""
    one, back = card(name), card(other).faces[0]
    return msgspec.structs.replace(one, faces=(*one.faces, back))


def test_of_a_lone_meld_card_only_the_front_counts() -> None:
    """712.4b, also where a record has the combined face with the card."""
    record = both_sides(RATS, HOST)
    assert of_card(record).faces == card(RATS).faces
    assert copy_of(of_card(record), BATTLEFIELD, NOW).faces == card(RATS).faces
    assert copy_of(CopiableValues("meld", record.faces), BATTLEFIELD, NOW).faces == card(RATS).faces


def test_a_combined_face_by_itself_is_what_a_copy_has() -> None:
    """Nothing but a melded permanent has the fronts' mana value; a copy has 0 (202.3c)."""
    alone = of_card(card(HOST))
    assert alone.layout == "melded"
    value = derive(alone, BATTLEFIELD, NOW).mana_value
    assert value.value == 0
    assert "202.3c" in value.rules
    assert derive(alone, BATTLEFIELD, NOW).names.rules[:2] == ("707.8", "707.2")


# --- copies -----------------------------------------------------------------------------------


def names(what: CopiableValues, how: Circumstances, date: str | None = None) -> tuple[str, ...]:
    value: tuple[str, ...] = derive(what, how, NOW if date is None else at(date)).names.value
    return value


def test_a_copy_of_a_meld_card_is_one_face() -> None:
    """A permanent copies the face that is up (707.8); its back is no part of it (712.4b)."""
    what = face_values(RATS)
    made = copy_of(what, BATTLEFIELD, NOW)
    assert (made.layout, made.faces, made.copied, made.token) == ("single", what.faces, True, False)
    token = copy_of(what, BATTLEFIELD, NOW, token=True)
    assert represented_by(token, BATTLEFIELD).value == 0
    # a melded permanent that becomes the copy is still two cards, and their costs may count
    host = copy_of(what, BATTLEFIELD, NOW, onto=pair("Brisela, Voice of Nightmares"))
    assert represented_by(host, BATTLEFIELD).value == 2


@pytest.mark.parametrize(
    ("name", "front", "back"),
    [
        (DELVER, "Delver of Secrets", "Insectile Aberration"),
        (MODAL, "Akoum Warrior", "Akoum Teeth"),
    ],
)
def test_a_permanent_that_copies_has_the_face_that_is_up_alone(
    name: str, front: str, back: str
) -> None:
    """707.8, for nonmodal and modal cards; off the battlefield it is the front (712.8a)."""
    what = face_values(name)
    for how, up, there in ((BATTLEFIELD, front, 0), (BACK_UP, back, 1)):
        made = copy_of(what, how, NOW)
        assert (made.layout, made.faces) == ("single", what.faces[there : there + 1])
        assert names(made, BATTLEFIELD) == (up,)
        assert represented_by(made, BATTLEFIELD).value == 1
        onto = copy_of(what, how, NOW, onto=pair(HOST))
        assert represented_by(onto, BATTLEFIELD).value == 2
    for elsewhere in (Circumstances("graveyard"), Circumstances("graveyard", face=1)):
        assert names(copy_of(what, elsewhere, NOW), BATTLEFIELD) == (front,)


def test_only_the_copied_back_of_a_nonmodal_card_has_mana_value_0() -> None:
    """202.3b is about nonmodal ones: the copied back of a modal one has its own cost."""
    hulk = face_values("Bruce Banner")
    assert derive(copy_of(hulk, BACK_UP, NOW), BATTLEFIELD, NOW).mana_value.value == 6
    aberration = copy_of(face_values(DELVER), BACK_UP, NOW)
    assert derive(aberration, BATTLEFIELD, NOW).mana_value.value == 0


def test_a_token_copy_has_two_faces_from_the_edition_that_says_so() -> None:
    """707.8a: nonmodal from 2023-04-14, modal from 2025-09-19; before that the face that is up."""
    for name, date, two in (
        (DELVER, "2023-02-03", False),
        (DELVER, "2023-04-14", True),
        (MODAL, "2023-04-14", False),
        (MODAL, "2025-07-25", False),
        (MODAL, "2025-09-19", True),
    ):
        what = face_values(name)
        made = copy_of(what, BACK_UP, at(date), token=True)
        assert made.faces == (what.faces if two else what.faces[1:])
        assert made.layout == (what.layout if two else "single")
        assert represented_by(made, BATTLEFIELD).value == 0


def test_a_copied_spell_has_two_faces_from_the_edition_that_says_so() -> None:
    """707.10g: before it, a copy of a spell with its back face up had that face alone."""
    what = face_values(DRIFTER)
    old = copy_of(what, STACK_BACK, at("2022-02-18"))
    assert (old.layout, old.faces) == ("single", what.faces[1:])
    assert copy_of(what, STACK_BACK, NOW).faces == what.faces


# --- the characteristics as a whole -----------------------------------------------------------


def test_characteristics_are_listed_in_the_order_of_their_names() -> None:
    all_of_it = found("Fire // Ice", zone="hand")
    assert [d.value for d in all_of_it] == [all_of_it[name].value for name in VALUES]
    assert list(all_of_it.values()) == list(VALUES)
    with pytest.raises(KeyError, match="'height'"):
        all_of_it["height"]


def test_the_type_line() -> None:
    """205.1: supertypes, card types, a dash, subtypes; in old editions one a half."""
    assert found("Brisela, Voice of Nightmares").type_line == (
        "Legendary Creature \u2014 Eldrazi Angel"
    )
    assert found("Fire // Ice", zone="hand").type_line == "Instant"
    old = found("Commit // Memory", zone="hand", edition="2017-04-28")
    assert old.type_line == "Instant Sorcery"
    apart = found("Commit // Memory", zone="hand", edition="2017-01-20")
    assert apart.type_line == "Instant and Sorcery"
    # where one of the three is the same for both halves
    plain = Derived("supertypes", ("Legendary",), "an effect adds it", ("613.1d",))
    both = msgspec.structs.replace(apart, supertypes=plain)
    assert both.type_line == "Legendary Instant and Legendary Sorcery"
    unknown = msgspec.structs.replace(
        apart, types=msgspec.structs.replace(apart.types, value=type(apart.types.value)((None, ())))
    )
    assert unknown.type_line is None
