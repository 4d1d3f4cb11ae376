"""Each characteristic from the faces that count: the value, and exactly the rules that give it."""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.cards import Face
from mtgmeld.game.characteristics import (
    VALUES,
    Characteristics,
    Circumstances,
    CopiableValues,
    as_permanent,
    copy_of,
    derive,
    derive_few,
    of_card,
    undetermined,
)
from mtgmeld.mana import ManaCost
from mtgmeld.rules.citations import Derived, TwoAnswers
from mtgmeld.rules.editions import readings
from tests.game.reasons import decided, worded
from tests.statements.asking import BACK_UP, BATTLEFIELD, CATALOG, NOW, at, cost, face_values, found

OLD = "2017-01-20"
ICE, WEAR, ROOM = "Fire // Ice", "Wear // Tear", "Bottomless Pool // Locker Room"
HAND = Circumstances("hand")
BEARS = face_values("Grizzly Bears")


def made(**facts: Any) -> CopiableValues:
    """A permanent with a face of these facts."""
    first = msgspec.structs.replace(BEARS.faces[0], name="It", **facts)
    return CopiableValues("normal", (first,))


def shown(what: CopiableValues, how: Circumstances = BATTLEFIELD) -> Characteristics:
    return derive(what, how, NOW)


def cites(found: Characteristics) -> dict[str, tuple[str, ...]]:
    for value in found:
        worded(value)
    return {name: found[name].rules for name in VALUES}


def test_each_characteristic_of_one_face_has_its_rule() -> None:
    """Section 2 has a rule for each part of a card; 109.3 lists them."""
    got = shown(BEARS)
    assert cites(got) == {
        "names": ("109.3", "201.2"),
        "mana_cost": ("109.3", "202.1"),
        "mana_value": ("109.3",),
        "colors": ("109.3", "105.2"),
        "color_indicator": ("109.3", "204.2"),
        "supertypes": ("109.3", "205.4"),
        "types": ("109.3", "205.2"),
        "subtypes": ("109.3", "205.3"),
        "power": ("109.3", "208.1"),
        "toughness": ("109.3", "208.1"),
        "loyalty": ("109.3", "209.1"),
        "defense": ("109.3", "210.1"),
        "keywords": ("109.3", "207.1"),
        "text": ("109.3", "207.1"),
    }
    assert [d.what for d in got] == [
        "names",
        "mana cost",
        "mana value",
        "colors",
        "color indicator",
        "supertypes",
        "types",
        "subtypes",
        "power",
        "toughness",
        "loyalty",
        "defense",
        "keywords",
        "rules text of",
    ]
    assert {d.policy for d in got} == {""}


def test_of_two_halves_709_4_gives_names_costs_types_and_abilities() -> None:
    """709.4a names, 709.4b cost and colors, 709.4c types and abilities."""
    rules = cites(found(WEAR, zone="hand"))
    assert rules["names"] == ("709.4", "709.4a")
    assert rules["mana_cost"] == ("709.4", "709.4b")
    assert rules["mana_value"] == ("202.3d", "709.4b")
    assert rules["types"] == ("709.4", "709.4c")
    assert rules["text"] == ("709.4", "709.4c")
    assert rules["keywords"] == ("709.4", "709.4c", "702.102a")  # fuse is in both text boxes
    assert cites(found(ICE, zone="hand"))["keywords"] == ("709.4", "709.4c")
    one = cites(found(WEAR, cast="left"))  # 709.3b: the half alone, so nothing is combined
    assert one["names"] == ("709.3b", "201.2")
    assert one["types"] == ("709.3b", "205.2")
    assert one["keywords"] == ("709.3b", "207.1")


def test_what_every_face_says_is_in_words_in_every_zone_and_edition() -> None:
    for name in (ICE, WEAR, ROOM, "Delver of Secrets", "Graf Rats", "Chic // Ago"):
        for zone in ("hand", "battlefield", "stack"):
            for date in (OLD, "2021-06-18", "2026-04-17"):
                for what in (face_values(name), copy_of(face_values(name), BATTLEFIELD, NOW)):
                    for value in derive(what, Circumstances(zone, cast=(0,)), at(date)):
                        worded(value)
    for value in shown(made(mana_cost=None)):
        worded(value)


# --- mana cost and mana value -----------------------------------------------------------------


def test_the_parts_of_a_combined_cost() -> None:
    """709.4b: the separate costs stay visible."""
    got = found(WEAR, zone="hand")
    assert got.mana_cost.value == cost("{1}{R}{W}")
    assert [(p.what, p.value, p.rules) for p in got.mana_cost.parts] == [
        ("mana cost of Wear", cost("{1}{R}"), ("202.1",)),
        ("mana cost of Tear", cost("{W}"), ("202.1",)),
    ]
    assert [(p.what, p.value, p.rules) for p in got.mana_value.parts] == [
        ("mana value of Wear", 2, ("202.3",)),
        ("mana value of Tear", 1, ("202.3",)),
    ]
    assert got.mana_value.value == 3
    assert found(WEAR, cast="left").mana_cost.parts == ()


def test_without_a_cost_the_value_is_0() -> None:
    """202.1b and 202.3a; a Room with both doors locked has no cost either (709.5)."""
    land = shown(made(mana_cost=None))
    decided(land.mana_cost, "mana cost", None, "109.3", "202.1b", says="no cost is there")
    decided(land.mana_value, "mana value", 0, "109.3")
    (part,) = land.mana_value.parts
    decided(part, "mana value of It", 0, "202.3a", says="no mana cost")
    room = found(ROOM, unlocked="")
    decided(room.mana_cost, "mana cost", None, "709.5", "202.1b", says="no cost is there")
    decided(room.mana_value, "mana value", 0, "709.5", "202.3a", says="there is no cost")
    assert room.mana_value.parts == ()
    nameless = msgspec.structs.replace(BEARS.faces[0], name="")
    (part,) = shown(CopiableValues("face down", (nameless,))).mana_value.parts
    assert part.what == "mana value of the object"


def test_x_is_chosen_on_the_stack_and_0_elsewhere() -> None:
    """202.3e, 107.3a on the stack and 107.3g off it."""
    chalice = face_values("Chalice of the Void")  # {X}{X}
    spell = derive(chalice, Circumstances("stack", x=3), NOW).mana_value
    assert spell.value == 6
    (part,) = spell.parts
    decided(part, "mana value of Chalice of the Void", 6, "202.3", "202.3e", "107.3a", says="X = 3")
    there = derive(chalice, Circumstances("battlefield", x=3), NOW).mana_value
    assert there.value == 0
    (part,) = there.parts
    decided(part, "mana value of Chalice of the Void", 0, "202.3", "202.3e", "107.3g", says="X = 0")
    (plain,) = shown(BEARS).mana_value.parts
    assert plain.says == "from {1}{G}"
    assert part.says == "from {X}{X} with X = 0"


def test_symbols_bring_their_rules() -> None:
    """A monocolored hybrid symbol counts its greater part (202.3f), a Phyrexian one 1 (202.3g)."""
    (part,) = shown(made(mana_cost=ManaCost.parse("{2/W}{W/P}{1}"))).mana_value.parts
    decided(part, "mana value of It", 4, "202.3", "202.3f", "202.3g")


# --- colors -----------------------------------------------------------------------------------


def parts(value: Derived) -> list[tuple[Any, tuple[str, ...]]]:
    assert {p.what for p in value.parts} <= {"colors"}
    return [(p.value, p.rules) for p in value.parts]


def test_where_colors_come_from() -> None:
    """105.2 and 202.2 by the cost, 204.2 by the indicator, 604.3 where an ability defines them."""
    got = shown(made(mana_cost=cost("{1}{W}{U}"), color_indicator="B")).colors
    decided(got, "colors", "WUB", "109.3", "105.2")
    assert parts(got) == [("WU", ("105.2", "202.2")), ("B", ("202.2e", "204.2"))]
    assert "{1}{W}{U}" in got.parts[0].says
    assert "color indicator of It" in got.parts[1].says
    ability = shown(made(mana_cost=cost("{1}{W}"), color_indicator="B", defined_colors="RG")).colors
    decided(ability, "colors", "RG", "109.3", "105.2")
    assert parts(ability) == [("RG", ("604.3", "105.2"))]
    devoid = shown(face_values("Mist Intruder")).colors
    decided(devoid, "colors", "", "109.3", "105.2")
    assert parts(devoid) == [("", ("604.3", "702.114a"))]
    assert "Mist Intruder" in devoid.parts[0].says
    none = shown(made(mana_cost=cost("{2}"))).colors
    decided(none, "colors", "", "109.3", "105.2c", "202.2b", says="no colored symbol")
    assert none.parts == ()


def test_an_ability_defines_the_colors_of_its_own_half_alone() -> None:
    """702.114a is about the object; the other half's symbols count still (709.4b)."""
    one, two = face_values(ICE).faces
    split = CopiableValues("split", (msgspec.structs.replace(one, defined_colors=""), two))
    assert derive(split, HAND, NOW).colors.value == "U"
    turned = CopiableValues("split", (one, msgspec.structs.replace(two, defined_colors="")))
    assert derive(turned, HAND, NOW).colors.value == "R"


def test_a_copy_has_its_colors_from_the_cost_it_copies() -> None:
    """707.2a."""
    got = shown(copy_of(BEARS, BATTLEFIELD, NOW)).colors
    decided(got, "colors", "G", "707.2", "105.2", "707.2a")


def test_indicators_are_in_the_customary_order() -> None:
    got = derive(face_values("Huntmaster of the Fells"), BACK_UP, NOW)
    decided(got.color_indicator, "color indicator", "RG", "712.8e", "204.2")


def test_loyalty_and_defense_are_what_is_printed() -> None:
    """209.1 and 210.1."""
    assert found("Arlinn Kord").loyalty.value == "3"
    battle = found("Invasion of Ravnica")
    assert (battle.defense.value, battle.loyalty.value) == ("4", None)
    assert found("Grizzly Bears").defense.value is None


# --- numbers, where they are ------------------------------------------------------------------


def test_a_permanent_that_is_no_creature_has_no_power_or_toughness() -> None:
    """208.3; elsewhere it has what is printed on it."""
    vehicle = shown(made(types=("Artifact",), subtypes=("Vehicle",), power="3", toughness="5"))
    assert (vehicle.power.value, vehicle.toughness.value) == ("3", "5")
    there = as_permanent(vehicle)
    decided(there.power, "power", None, "208.3", says="no creature")
    decided(there.toughness, "toughness", None, "208.3", says="no creature")
    assert there.power.parts == (vehicle.power,)
    assert there.toughness.parts == (vehicle.toughness,)
    assert there.types == vehicle.types
    for power, toughness in (("3", None), (None, "5")):
        half = shown(made(types=("Artifact",), power=power, toughness=toughness))
        assert as_permanent(half).power.value is None
        assert as_permanent(half).toughness.value is None


def test_a_creature_keeps_its_numbers_and_what_has_none_is_as_it_was() -> None:
    bears = shown(BEARS)
    assert as_permanent(bears) is bears
    land = shown(made(types=("Land",), power=None, toughness=None))
    assert as_permanent(land) is land
    old = derive(face_values(ICE), HAND, at(OLD))  # two answers to what its types are
    assert as_permanent(old) is old
    nothing = undetermined("nothing determines it", ("712.4b",))
    assert as_permanent(nothing) is nothing


def test_what_nothing_determines() -> None:
    """712.4b: the back of one meld card."""
    nothing = undetermined("nothing determines it", ("712.4b",))
    for name, value in zip(VALUES, nothing, strict=True):
        what = "rules text of" if name == "text" else name.replace("_", " ")
        decided(value, what, None, "712.4b", says="nothing determines it")


# --- two answers, until 2017 ------------------------------------------------------------------


def test_until_2017_each_half_answered() -> None:
    """708.2 of that edition; what neither half has is no pair of answers."""
    got = derive(face_values(WEAR), HAND, at(OLD))
    apart = ("708.2@2017-01-20", "708.5@2017-01-20")
    assert got.mana_value.value == TwoAnswers((2, 1))
    assert got.names.value == TwoAnswers((("Wear",), ("Tear",)))
    assert got.power.value is None
    for name, value in zip(VALUES, got, strict=True):
        what = "rules text of" if name == "text" else name.replace("_", " ")
        assert (value.what, value.rules) == (what, apart)
        assert len(value.parts) == 2


def test_asking_for_a_few_values_gives_the_same() -> None:
    """The four values of every card, off the stack and on the battlefield."""
    for date in (OLD, "2026-04-17"):
        for card in CATALOG.subject:
            what = of_card(card)
            for how in (HAND, BATTLEFIELD):
                whole = derive(what, how, at(date))
                names, *few = derive_few(what, how, at(date))
                full: list[Any] = [whole.mana_cost, whole.mana_value, whole.colors]
                listed = whole.names.value
                if isinstance(listed, TwoAnswers):  # then they are those of the first half
                    listed = listed.answers[0]
                    full = [d.parts[0] for d in full]
                assert names == listed
                assert few == full
    room = face_values(ROOM)
    assert derive_few(room, BATTLEFIELD, NOW)[0] == ()
    token = copy_of(face_values("Delver of Secrets"), BACK_UP, NOW, token=True)
    own = readings({"token copy back face up": "own front"})
    assert derive_few(token, BACK_UP, NOW)[2].value == 0
    assert derive_few(token, BACK_UP, NOW, own)[2].value == 1


# --- halves of which the name alone is known --------------------------------------------------


def test_of_a_half_that_is_unknown_nothing_is_said() -> None:
    """The names and the text are known; what depends on the other facts is None."""
    got = found("Chic // Ago", zone="hand")
    assert got.names.value == ("Chic", "Ago")
    assert got.text.value == ("Chic", "Ago")
    for name in VALUES:
        if name in ("names", "keywords", "text"):
            continue
        assert got[name].value is None
        assert got[name].says == "of Ago no more than the name is known"
        assert len(got[name].parts) == 1
        assert got[name].rules == got[name].parts[0].rules
    known = found("Chic // Ago", cast="left")
    assert known.mana_value.value == 2
    # an unknown face that only the mana value depends on (202.3b), and a shared type line
    empty = Face("It")
    back = CopiableValues("transform", (empty, *face_values("Delver of Secrets").faces[1:]))
    assert derive(back, BACK_UP, NOW).mana_value.value is None
    first, second = face_values(ROOM).faces
    room = CopiableValues("split", (first, msgspec.structs.replace(second, types=())))
    left = derive(room, Circumstances("battlefield", unlocked=(0,)), NOW)
    assert left.types.value is None
    assert left.names.value == ("Bottomless Pool",)
    assert derive_few(room, Circumstances("battlefield", unlocked=(0,)), NOW)[2].value is None
    few = derive_few(face_values("Chic // Ago"), HAND, NOW)
    assert few[0] == ("Chic", "Ago")
    assert [d.value for d in few[1:]] == [None, None, None]
