"""Filters: the syntax, the fields, slips, and speed-neutral behavior of compiled tests."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import BadFilter
from mtgmeld.mana import ManaCost
from mtgmeld.query import FIELDS, FLAGS, CardFacts, compile_filter, of_card
from mtgmeld.rules.citations import TwoAnswers


def thing(**values: Any) -> CardFacts:
    plain: dict[str, Any] = {
        "names": ("Graf Rats",),
        "mana_cost": ManaCost.parse("{1}{B}"),
        "mana_value": 2,
        "colors": "B",
        "color_identity": "B",
        "supertypes": (),
        "types": ("Creature",),
        "subtypes": ("Rat",),
        "keywords": (),
        "power": "2",
        "toughness": "1",
        "loyalty": None,
        "produced_mana": "",
        "layout": "meld",
        "flags": frozenset({"card", "dfc"}),
    }
    return CardFacts(**(plain | values))


RATS = thing()
HOST = thing(
    names=("Chittering Host",),
    mana_cost=None,
    mana_value=7,
    colors="",
    color_identity="B",
    subtypes=("Eldrazi", "Horror"),
    keywords=("Haste", "Menace"),
    power=5,
    toughness=6,
    layout="melded",
    flags=frozenset({"card", "melded", "attacking", "tapped"}),
    zone="battlefield",
    owner="you",
    controller="opponent",
)
ROOM = thing(
    names=(),
    mana_cost=None,
    mana_value=0,
    colors="",
    color_identity="RU",
    types=("Enchantment",),
    subtypes=("Room",),
    power=None,
    toughness=None,
    layout="split",
    flags=frozenset({"card"}),
    zone="battlefield",
)
# Fire // Ice in a hand while each half answered for itself
OLD = thing(
    names=TwoAnswers((("Fire",), ("Ice",))),
    mana_cost=TwoAnswers((ManaCost.parse("{1}{R}"), ManaCost.parse("{1}{U}"))),
    mana_value=TwoAnswers((2, 2)),
    colors=TwoAnswers(("R", "U")),
    color_identity="UR",
    types=TwoAnswers((("Instant",), ("Instant",))),
    subtypes=TwoAnswers(((), ())),
    supertypes=TwoAnswers(((), ())),
    keywords=TwoAnswers(((), ())),
    power=None,
    toughness=None,
    layout="split",
    flags=frozenset({"card"}),
)


@pytest.mark.parametrize(
    ("text", "one", "holds"),
    [
        ("t:creature mv<=3", RATS, True),
        ("t:creature mv<=3", HOST, False),
        ("t:rat", RATS, True),
        ('t:"creature rat"', RATS, True),
        ('t:"creature horror"', RATS, False),
        ("t!=creature", RATS, False),
        ("-c:w", HOST, True),
        ("c:b", RATS, True),
        ("c=b", RATS, True),
        ("c=bw", RATS, False),
        ("c<=bw", RATS, True),
        ("c<b", RATS, False),
        ("c<bw", RATS, True),
        ("c>b", RATS, False),
        ("c!=b", RATS, False),
        ("c:black", RATS, True),
        ("c:c", HOST, True),
        ("c:colorless", HOST, True),
        ("c!=colorless", HOST, False),
        ("c:multicolor", HOST, False),
        ("c=0", HOST, True),
        ("c>=1", RATS, True),
        ("id:bg", RATS, True),
        ("id>=bg", RATS, False),
        ("ci=b", HOST, True),
        ("is:melded", HOST, True),
        ("not:melded", HOST, False),
        ("is:meld", RATS, True),
        ("is:dfc", RATS, True),
        ("is:permanent", HOST, True),
        ("is:permanent", OLD, False),
        ("is:tapped", HOST, True),
        ("is:untapped", HOST, False),
        ("is:untapped", ROOM, True),
        ("is:untapped", RATS, False),  # a card in no zone is neither
        ("is:attacking", HOST, True),
        ("is:room", ROOM, True),
        ("is:split", ROOM, True),
        ("is:nameless", ROOM, True),
        ("is:nameless", RATS, False),
        ("is:creature", HOST, True),
        ("is:spell", RATS, True),
        ("is:spell", HOST, False),
        ("is:faceup", HOST, True),
        ("kw:menace", HOST, True),
        ("kw:flying", HOST, False),
        ("pow=5", HOST, True),
        ("pow<tou", HOST, True),
        ("pow>tou", RATS, True),
        ("pow>=0", ROOM, False),  # no power, so no comparison with it
        ("pow!=3", ROOM, False),
        ("-pow=3", ROOM, True),
        ("mv:even", RATS, True),
        ("mv:odd", HOST, True),
        ("mv:even", ROOM, True),
        ("m:{b}", RATS, True),
        ("m:1b", RATS, True),
        ("m:{B}{B}", RATS, False),
        ("m={1}{B}", RATS, True),
        ("m<={2}{B}", RATS, True),
        ("m:{0}", HOST, False),  # no cost is not a cost of zero
        ("in:battlefield", HOST, True),
        ("zone:battlefield", RATS, False),
        ("owner:you", HOST, True),
        ("controller:you", HOST, False),
        ("controller:opponent", HOST, True),
        ("controller:opponent", ROOM, False),  # nobody is no opponent
        ("layout:melded", HOST, True),
        ('name:"graf rats"', RATS, True),
        ("name:graf", RATS, False),
        ("graf", RATS, True),
        ('"f rat"', RATS, True),
        ("host or rats", RATS, True),
        ("(host or rats) -t:rat", RATS, False),
        ("-(host or mv>5)", RATS, True),
        ("host OR rats and t:rat", RATS, True),
        # 708.6a of 2017-01-20: yes if either half passes; 708.6b: no if the positive one is yes
        ("name:fire name:ice", OLD, True),
        ('name:"Fire // Ice"', OLD, True),
        ("mv=2", OLD, True),
        ("mv=4", OLD, False),
        ("mv!=2", OLD, False),
        ("c:r c:u", OLD, True),
        ("c=r", OLD, True),
        ("c:ur", OLD, True),  # each color is asked about by itself (708.6c of that time)
        ("-c:r", OLD, False),
        ("c!=u", OLD, False),
        ("c:multicolor", OLD, True),  # 708.3 of that time
        ("m={1}{U}", OLD, True),
        ("t:instant", OLD, True),
    ],
)
def test_terms(text: str, one: CardFacts, holds: bool) -> None:
    assert compile_filter(text).matches(one) is holds


@pytest.mark.parametrize(
    ("power", "text", "holds"),
    [
        ("*", "pow>=0", False),
        ("*", "pow=*", True),
        ("1+*", "pow=1+*", True),
        ("-1", "pow<0", True),
        (".5", "pow<1", True),
        ("3", "pow=3", True),
        (3, "pow>=2.5", True),
    ],
)
def test_numbers_as_printed(power: Any, text: str, holds: bool) -> None:
    assert compile_filter(text).matches(thing(power=power)) is holds


@pytest.mark.parametrize(
    ("text", "position", "names"),
    [
        ("", 0, ()),
        ("   ", 0, ()),
        ("mv<=x", 4, ()),
        ("t:rat mv<=x", 10, ()),
        ("t:", 2, ()),
        ("(a", 2, ()),
        ("a)", 1, ()),
        ("()", 1, ()),
        ('name:"abc', 5, ()),
        ("--a", 1, ()),
        ("a or", 4, ()),
        ("or", 0, ()),
        ("or a", 0, ()),
        ("is:melderd", 3, ("melded",)),
        ("c:wq", 2, ()),
        ("c:azur", 2, ()),
        ("in:gravyard", 3, ("graveyard",)),
        ("typ:creature", 0, ("type",)),
        ("a keywrd:haste", 2, ("keyword",)),
        ("mana-value<=3", 0, ()),
        ("name>x", 4, ()),
        ("is!=token", 2, ()),
        ("m:{q}", 2, ()),
        ("produces:x", 9, ()),
        ("(" * 41 + "a" + ")" * 41, 40, ()),
        ("a " * 501, 1000, ()),
    ],
)
def test_slips(text: str, position: int, names: tuple[str, ...]) -> None:
    with pytest.raises(BadFilter) as caught:
        compile_filter(text)
    assert caught.value.position == position
    assert caught.value.text == text
    assert all(name in str(caught.value) for name in names)
    assert "\n" not in str(caught.value)


def test_text_round_trips_and_is_compiled_once() -> None:
    text = 't:creature (mv<=3 or "Graf") -c:w'
    made = compile_filter(text)
    assert made.text == text
    assert compile_filter(made.text) is made
    assert compile_filter(made) is made
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert hash(again) == hash(made)
    assert again.matches(RATS)
    with pytest.raises(AttributeError):
        # that it cannot be assigned is what is tested
        made.text = "x"  # type: ignore[misc]


def test_curly_signs_and_accents_do_not_matter() -> None:
    one = thing(names=("Lim-D\u00fbl\u2019s Vault",))
    assert compile_filter("name:\u201clim-dul's vault\u201d").matches(one)
    assert compile_filter("LIM-DUL'S").matches(one)


def test_deep_and_wide_filters_work() -> None:
    deep = "(" * 40 + "rats" + ")" * 40
    assert compile_filter(deep).matches(RATS)
    wide = " or ".join(["mv=9"] * 120 + ["mv=2"])
    assert compile_filter(wide).matches(RATS)


def test_every_field_and_quality_is_documented() -> None:
    import mtgmeld.query

    documented = mtgmeld.query.__doc__ or ""
    assert [f for f in FIELDS if f"``{f}``" not in documented] == []
    assert all(FLAGS.values())
    for flag in FLAGS:
        assert isinstance(compile_filter(f"is:{flag}").matches(RATS), bool)


def test_search() -> None:
    catalog = load_catalog()
    fits = [c.name for c in catalog.search("t:creature mv<=3 -c:w is:melded")]
    # 202.3c: 3 + 0 and 3 + 0 are the only sums of at most 3
    assert fits == ["Hanweir, the Writhing Township", "Titania, Gaea Incarnate"]
    assert [c.name for c in catalog.search('name:"Graf Rats"')] == ["Graf Rats"]
    assert [c.name for c in catalog.search("ice is:split mv=4")] == ["Fire // Ice"]
    # off the stack a Room is judged by both halves (709.4b), a double-faced card by its front
    assert catalog["Bottomless Pool"] in catalog.search("is:room mv=6")
    assert catalog["Delver of Secrets"] not in catalog.search("insectile")
    assert len(catalog.search("is:room")) == 30
    assert len(catalog.search("is:melded")) == 7
    with pytest.raises(BadFilter):
        catalog.search("mv<")


def test_a_combined_face_needs_its_pair_for_a_mana_value() -> None:
    catalog = load_catalog()
    host = catalog["Chittering Host"]
    assert of_card(host).mana_value is None
    assert of_card(host, catalog.pair_of(host)).mana_value == 7


_PIECES = st.sampled_from(
    ["t:", "mv", "<=", "3", "(", ")", "-", "or", "and", '"', "c:w", "is:room", " ", "x", "m:{W}"]
)


@given(st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=12).map("".join)))
def test_any_text_is_a_filter_or_a_bad_filter(text: str) -> None:
    position = 0
    try:
        made = compile_filter(text)
    except BadFilter as slip:
        made, position = None, slip.position
    assert 0 <= position <= len(text)
    if made is not None:
        assert made.text == text
        assert {made.matches(one) for one in (RATS, HOST, ROOM, OLD)} <= {True, False}


@pytest.mark.parametrize(
    "asked", ["is:commander", "t:room -is:tapped", "in:hand", "controller:you", "counter:lore"]
)
def test_what_is_known_in_a_game_alone_is_refused_of_cards(asked: str) -> None:
    """A commander is a designation in a game (903.3), as a zone and a controller are."""
    with pytest.raises(BadFilter, match="asked of objects in a game"):
        load_catalog().search(asked)
    assert compile_filter(asked), "in a game it is a filter like any other"
