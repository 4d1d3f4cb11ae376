"""Which faces or halves count for an object in each circumstance, and by which rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from mtgmeld.game.characteristics import Circumstances, CopiableValues, copy_of, derive
from mtgmeld.game.characteristics.faces import CountingFaces, reason, view
from mtgmeld.mana import ManaCost
from mtgmeld.rules.editions import readings
from tests.game.reasons import decided, worded
from tests.statements.asking import BACK_UP, BATTLEFIELD, NOW, at, face_values, pair

OLD = "2017-01-20"
ICE, WEAR, ROOM = "Fire // Ice", "Wear // Tear", "Bottomless Pool // Locker Room"
DELVER, MODAL, RATS, HOST = "Delver of Secrets", "Akoum Warrior", "Graf Rats", "Chittering Host"
FLIP, GIANT, YEAR = "Bushi Tenderfoot", "Bonecrusher Giant", "Studious First-Year"
TOKEN = readings({"token copy back face up": "own front"})
FRONTS = readings({"melded permanent as a copy": "own fronts"})
HAND, STACK, STACK_BACK = (
    Circumstances("hand"),
    Circumstances("stack"),
    Circumstances("stack", face=1),
)
LEFT, FUSED = Circumstances("stack", cast=(0,)), Circumstances("stack", cast=(0, 1))
APART = ("708.2@2017-01-20", "708.5@2017-01-20")
OLD_FUSED = ("708.2@2017-01-20", "702.101b@2017-01-20")


def seen(
    what: str | CopiableValues, how: Circumstances, date: str | None = None, chosen: Any = ()
) -> CountingFaces:
    """The faces that count; each step of each characteristic must be in words."""
    read = face_values(what) if isinstance(what, str) else what
    edition = NOW if date is None else at(date)
    for step in derive(read, how, edition, chosen):
        worded(step)
    return view(read, how, edition, chosen)


def copied(name: str, how: Circumstances = BATTLEFIELD, **more: Any) -> CopiableValues:
    return copy_of(face_values(name), how, NOW, **more)


@pytest.mark.parametrize(
    ("what", "how", "date", "counted", "rules", "value_rules"),
    [
        # what is printed (109.3), or copied (707.2)
        ("Grizzly Bears", BATTLEFIELD, None, (0,), ("109.3",), ()),
        (copied("Grizzly Bears"), BATTLEFIELD, None, (0,), ("707.2",), ()),
        # split cards: combined off the stack, wherever it was cast before
        (ICE, HAND, None, (0, 1), ("709.4",), ("202.3d", "709.4b")),
        (
            ICE,
            Circumstances("graveyard", cast=(0,)),
            None,
            (0, 1),
            ("709.4",),
            ("202.3d", "709.4b"),
        ),
        (ROOM, HAND, None, (0, 1), ("709.4", "709.5"), ("202.3d", "709.4b")),
        (ICE, HAND, OLD, (0, 1), APART, APART),
        # on the stack what was cast
        (ICE, LEFT, None, (0,), ("709.3b",), ("202.3d", "709.3b")),
        (ICE, LEFT, OLD, (0,), ("708.2@2017-01-20",), ("708.2@2017-01-20",)),
        (
            copied(ICE, LEFT),
            LEFT,
            None,
            (0,),
            ("709.3b", "707.10"),
            ("202.3d", "709.3b", "707.10"),
        ),
        (ROOM, LEFT, None, (0,), ("709.3b", "709.5a"), ("202.3d", "709.3b")),
        (WEAR, FUSED, None, (0, 1), ("709.4d", "702.102b"), ("202.3d", "702.102b")),
        (WEAR, FUSED, OLD, (0, 1), OLD_FUSED, OLD_FUSED),
        # Rooms by their doors
        (ROOM, BATTLEFIELD, None, (), ("709.5",), ("709.5",)),
        (ROOM, Circumstances("battlefield", unlocked=(1,)), None, (1,), ("709.5",), ("709.5",)),
        (
            ROOM,
            Circumstances("battlefield", unlocked=(1, 0)),
            None,
            (0, 1),
            ("709.5", "709.4"),
            ("202.3d", "709.5", "709.4b"),
        ),
        # nonmodal cards
        (DELVER, HAND, None, (0,), ("712.8a",), ()),
        (DELVER, STACK, None, (0,), ("712.8c", "712.11"), ()),
        (DELVER, BATTLEFIELD, None, (0,), ("712.8d",), ()),
        (DELVER, STACK_BACK, None, (1,), ("712.8c", "712.11a"), ("202.3b", "712.8c")),
        (DELVER, STACK_BACK, "2021-06-18", (1,), ("712.8c", "712.11a"), ("202.3a",)),
        (DELVER, BACK_UP, None, (1,), ("712.8e",), ("202.3b", "712.8e")),
        # modal cards
        (MODAL, HAND, None, (0,), ("712.8a",), ()),
        (MODAL, STACK, None, (0,), ("712.8f", "712.11b"), ()),
        (MODAL, STACK_BACK, None, (1,), ("712.8f", "712.11b"), ()),
        (MODAL, BATTLEFIELD, None, (0,), ("712.8f",), ()),
        (MODAL, BACK_UP, None, (1,), ("712.8f",), ()),
        # meld cards and melded permanents
        (RATS, BATTLEFIELD, None, (0,), ("712.8d",), ()),
        (RATS, STACK, None, (0,), ("712.8b",), ()),
        (RATS, HAND, None, (0,), ("712.8a",), ()),
        (RATS, HAND, OLD, (0,), ("712.8b",), ()),
        (pair(HOST), BATTLEFIELD, None, (0,), ("712.8g",), ("202.3c", "712.8g")),
        # flip cards, adventurer cards, preparation cards, face-down permanents
        (FLIP, BATTLEFIELD, None, (0,), ("710.2",), ()),
        (FLIP, Circumstances("graveyard", face=1), None, (0,), ("710.2",), ()),
        (GIANT, BATTLEFIELD, None, (0,), ("715.4",), ()),
        (GIANT, LEFT, None, (0,), ("715.4",), ()),
        (GIANT, Circumstances("exile", cast=(1,)), None, (0,), ("715.4",), ()),
        (GIANT, Circumstances("stack", cast=(1,)), None, (1,), ("715.3b",), ()),
        (YEAR, BATTLEFIELD, None, (0,), ("722.4",), ()),
        (YEAR, Circumstances("stack", cast=(1,)), None, (1,), ("722.3c",), ()),
        (
            CopiableValues("face down", face_values("Grizzly Bears").faces),
            BATTLEFIELD,
            None,
            (0,),
            ("708.2", "708.2a"),
            (),
        ),
    ],
)
def test_the_faces_that_count(
    what: str | CopiableValues,
    how: Circumstances,
    date: str | None,
    counted: tuple[int, ...],
    rules: tuple[str, ...],
    value_rules: tuple[str, ...],
) -> None:
    read = face_values(what) if isinstance(what, str) else what
    found = seen(what, how, date)
    assert found.faces == tuple(read.faces[i] for i in counted)
    assert found.rules == rules
    assert found.value_rules == value_rules
    assert bool(found.value_says) is bool(value_rules)
    assert found.apart is (date == OLD and len(counted) == 2)
    assert (found.policy, found.decided) == ("", "")
    names = tuple(read.faces[i].name for i in counted)
    decided(reason(found), "faces that count", names, *rules, says=found.says)
    # a shared type line is of both halves, even on the stack and behind locked doors (709.5)
    shared = what == ROOM
    assert found.types == (read.faces if shared else found.faces)


def test_what_is_said_about_doors_and_sides() -> None:
    """The reason names what is up, cast or unlocked."""
    assert "locks count on the battlefield only" in seen(ROOM, HAND).says
    assert "locked" not in seen(ICE, HAND).says
    assert "Fire" in seen(ICE, LEFT).says
    assert "both halves are locked" in seen(ROOM, BATTLEFIELD).says
    assert "Locker Room is" in seen(ROOM, Circumstances("battlefield", unlocked=(1,))).says
    assert (
        "both halves are unlocked" in seen(ROOM, Circumstances("battlefield", unlocked=(0, 1))).says
    )
    assert "cast transformed" in seen(DELVER, STACK_BACK).says
    assert "cast" not in seen(DELVER, BACK_UP).says
    assert "back face is up" in seen(MODAL, BACK_UP).says
    assert "front face is up" in seen(MODAL, BATTLEFIELD).says


def test_what_gives_the_mana_value() -> None:
    """A back face takes its front's cost (202.3b), a melded permanent both fronts' (202.3c)."""
    delver = face_values(DELVER)
    for how in (BACK_UP, STACK_BACK):
        found = seen(DELVER, how)
        assert (found.values, found.value) == (delver.faces[:1], None)
    old = seen(DELVER, STACK_BACK, "2021-06-18")
    assert (old.values, old.value) == (None, None)  # a back face has no cost of its own
    host = seen(pair(HOST), BATTLEFIELD)
    assert host.values == pair(HOST).fronts
    assert {f.name for f in host.values} == {"Graf Rats", "Midnight Scavengers"}
    assert all(f.name in host.value_says for f in host.values)
    wear = seen(WEAR, FUSED, OLD)  # two sets of characteristics, but one mana value
    assert wear.values == face_values(WEAR).faces
    assert derive(face_values(WEAR), FUSED, at(OLD)).mana_value.value == 3


def test_a_room_whose_locks_are_gone_has_both_halves() -> None:
    """A named policy; then it is a split card off the stack (709.4)."""
    found = seen(ROOM, Circumstances("battlefield", unlocked=(1,), locks_lost=True))
    assert found.faces == found.types == face_values(ROOM).faces
    assert found.rules == ("709.5", "709.4")
    assert found.value_rules == ("202.3d", "709.5", "709.4b")
    assert found.policy == found.decided == "Room that loses its abilities"
    how = Circumstances("battlefield", locks_lost=True)
    for step in derive(face_values(ROOM), how, NOW):
        assert step.policy in ("Room that loses its abilities", "")
    assert derive(face_values(ROOM), how, NOW).names.policy == "Room that loses its abilities"
    assert derive(face_values(ROOM), how, NOW).mana_value.policy == "Room that loses its abilities"


# --- copies -----------------------------------------------------------------------------------


def test_a_copied_back_face_has_no_cost_to_take() -> None:
    """202.3b and 712.8e: the value of the copy is 0, and it has that face alone (707.8)."""
    found = seen(copied(DELVER, BACK_UP), BATTLEFIELD)
    assert [f.name for f in found.faces] == ["Insectile Aberration"]
    assert (found.rules, found.value_rules) == (("707.8",), ("202.3b", "712.8e"))
    assert found.value == 0
    assert "own value is 0" in found.value_says


@pytest.mark.parametrize(
    ("how", "rules", "own_rules"),
    [
        (BACK_UP, ("202.3b", "712.8e", "707.8a"), ("202.3b", "707.8a")),
        (STACK_BACK, ("202.3b", "707.10g"), ("202.3b", "707.10g")),
    ],
)
def test_a_token_with_two_faces_and_its_back_up_is_a_policy(
    how: Circumstances, rules: tuple[str, ...], own_rules: tuple[str, ...]
) -> None:
    """Its value is 0 as of a copy of a back face, or that of its own front face."""
    token = copied(DELVER, how, token=True)
    front = face_values(DELVER).faces[:1]
    plain, own = seen(token, how), seen(token, how, chosen=TOKEN)
    assert [f.name for f in plain.faces] == ["Insectile Aberration"]
    assert (plain.value, plain.values, plain.value_rules) == (0, None, rules)
    assert "own front face, 1" in plain.value_says
    assert (own.value, own.values, own.value_rules) == (None, front, own_rules)
    assert own.value_says == "it takes the mana cost of its own front face"
    assert plain.policy == own.policy == "token copy back face up"


def test_a_copy_of_a_melded_permanent_has_mana_value_0() -> None:
    """202.3c and 712.8g; that a token has it too is a policy."""
    for token in (False, True):
        found = seen(copy_of(pair(HOST), BATTLEFIELD, NOW, token=token), BATTLEFIELD)
        assert [f.name for f in found.faces] == [HOST]
        assert (found.rules, found.value_rules) == (("707.8", "707.2"), ("202.3c", "712.8g"))
        assert (found.value, found.values) == (0, None)
        assert found.policy == ("token copy of a melded permanent" if token else "")


def test_a_melded_permanent_that_copies_a_split_card_is_a_policy() -> None:
    """By the copy its value is that of both halves, 2 and 2; by 202.3c its fronts', 2 and 5."""
    made = copied(ICE, onto=pair(HOST))
    plain = seen(made, BATTLEFIELD)
    assert plain.values is None
    assert plain.value_rules == ("202.3d", "709.4b", "202.3c")
    assert plain.value_says.startswith("off the stack the costs of all halves count together;")
    assert plain.value_says.endswith("its own front faces, 7")
    bears = seen(copied("Grizzly Bears", onto=pair(HOST)), BATTLEFIELD)
    assert bears.value_rules == ("707.2", "202.3", "202.3c")
    assert bears.value_says.startswith("the mana cost that it copies counts;")
    own = seen(made, BATTLEFIELD, chosen=FRONTS)
    assert (own.values, own.value_rules) == (pair(HOST).fronts, ("202.3c",))
    assert all(f.name in own.value_says for f in pair(HOST).fronts)
    assert plain.policy == own.policy == bears.policy == "melded permanent as a copy"
    assert derive(made, BATTLEFIELD, NOW).mana_value.value == 4
    assert derive(made, BATTLEFIELD, NOW, FRONTS).mana_value.value == 7


# --- flip cards, records that lack a part -----------------------------------------------------


def test_a_flipped_permanent_keeps_its_mana_cost() -> None:
    """710.1c; all else is of the other half (710.2)."""
    found = seen(FLIP, Circumstances("battlefield", face=1))
    flipped = found.faces[0]
    assert flipped.name == "Kenzo the Hardhearted"
    assert flipped.mana_cost == ManaCost.parse("{W}")
    assert found.rules == ("710.1c", "710.2")
    worded(reason(found))


def test_of_a_record_with_the_front_alone_the_front_counts() -> None:
    bears = face_values("Grizzly Bears").faces
    flip = CopiableValues("flip", bears)
    assert seen(flip, Circumstances("battlefield", face=1)).faces == bears
    # of a meld card's record the combined face never counts (712.4b)
    both = CopiableValues("meld", (*face_values(RATS).faces, *pair(HOST).faces))
    assert seen(both, BATTLEFIELD).faces == face_values(RATS).faces
    single = CopiableValues("single", (*bears, *bears))
    assert seen(single, BATTLEFIELD).faces == bears


def test_no_value_is_fixed_where_costs_give_it() -> None:
    """Only copies of a back or a combined face have 0 whatever their costs are."""
    for name, how in ((ICE, HAND), (DELVER, BACK_UP), (MODAL, BACK_UP), (RATS, BATTLEFIELD)):
        assert seen(name, how).value is None
    odd = msgspec.structs.replace(copied("Grizzly Bears"), lone_back=True)
    assert seen(odd, BATTLEFIELD).value == 0
