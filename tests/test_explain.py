"""Questions about a card and their explanations: circumstances, refusals, forms."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.display import to_markdown
from mtgmeld.errors import (
    AmbiguousName,
    BadValue,
    ImpossibleQuestion,
    MtgmeldError,
    UnknownCard,
    UnknownEdition,
    UnknownName,
    UnknownPolicy,
)
from mtgmeld.game.characteristics import VALUES, ZONES
from mtgmeld.game.questions import askable
from mtgmeld.game.setup import new_game
from mtgmeld.mana import ManaCost
from mtgmeld.question import ask, characteristics, explain
from mtgmeld.rules.citations import Derived, Explanation, written
from mtgmeld.rules.editions import EDITIONS, POLICIES
from mtgmeld.tables import table

ROOM = "Bottomless Pool // Locker Room"


# --- the subrule that decides, not the general rule alone ---

HALVES = {
    "names": "709.4a",
    "mana_cost": "709.4b",
    "mana_value": "709.4b",
    "colors": "709.4b",
    "types": "709.4c",
    "keywords": "709.4c",
    "text": "709.4c",
}


@pytest.mark.parametrize("value", HALVES)
@pytest.mark.parametrize(
    ("card", "how"),
    [
        *(("Fire // Ice", {"zone": z}) for z in ("hand", "library", "graveyard", "exile")),
        ("Wear // Tear", {"zone": "graveyard"}),
        ("Who // What // When // Where // Why", {"zone": "hand"}),
        (ROOM, {"zone": "graveyard"}),
        (ROOM, {"unlocked": "left,right"}),
    ],
)
def test_what_is_combined_of_two_halves_cites_the_rule_of_that_value(
    card: str, how: dict[str, Any], value: str
) -> None:
    """709.4a is about names, 709.4b about cost, colors and value, 709.4c about types and text."""
    assert HALVES[value] in explain(card, value, **how).derived.rules


@pytest.mark.parametrize("value", HALVES)
@pytest.mark.parametrize(
    ("card", "how"),
    [
        ("Fire // Ice", {"zone": "stack", "cast": "left"}),
        (ROOM, {"unlocked": "left"}),
        (ROOM, {"unlocked": ""}),
        ("Graf Rats", {}),
    ],
)
def test_what_has_one_half_or_none_cites_no_rule_of_two(
    card: str, how: dict[str, Any], value: str
) -> None:
    cited = explain(card, value, **how).derived.rules
    assert [r for r in cited if r.startswith("709.4")] == []


def test_a_color_identity_cites_what_combines_costs_and_texts_of_halves() -> None:
    """Symbols count in the mana cost (709.4b) and in the rules text (709.4c) of a card (903.4)."""
    assert {"903.4", "709.4b", "709.4c"} <= {*explain("Fire // Ice", "color_identity").rules}
    assert "709.4b" not in explain("Sol Ring", "color_identity").rules


# --- values of the card, and values that are empty ---

MELD_CARDS = [
    "The Mightstone and Weakstone",
    "Graf Rats",
    "Hanweir Garrison",
    "Urza, Lord Protector",
]


@pytest.mark.parametrize("card", MELD_CARDS)
def test_the_identity_of_a_meld_card_cites_why_its_back_does_not_count(card: str) -> None:
    """712.4b, not 903.4d, which is about back faces that have something to add."""
    why = explain(card, "color_identity")
    assert "712.4b" in why.rules
    assert "903.4d" not in why.rules
    assert "903.4d" in explain("Delver of Secrets", "color_identity").rules


@pytest.mark.parametrize("value", ["color_identity", "double_faced"])
@pytest.mark.parametrize(
    ("card", "how", "heading"),
    [
        ("The Mightstone and Weakstone", {}, "The Mightstone and Weakstone"),
        ("Graf Rats", {"zone": "graveyard"}, "Graf Rats"),
        ("Fire // Ice", {"zone": "stack", "cast": "left"}, "Fire // Ice"),
        (ROOM, {"unlocked": "left"}, ROOM),
        ("Insectile Aberration", {}, "Delver of Secrets // Insectile Aberration"),
        ("Chittering Host", {}, "Chittering Host (melded permanent)"),
        ("Sol Ring", {"token": True}, "token copy of Sol Ring (on the battlefield)"),
    ],
)
def test_what_a_card_is_wherever_it_is_says_no_place(
    card: str, how: dict[str, Any], heading: str, value: str
) -> None:
    """903.4 and 712.1 are about the card; a token has none, and is what it is where it is."""
    why = explain(card, value, **how)
    assert why.subject == heading
    assert why.to_text().startswith(f"{heading} (rules of ")
    assert f"<b>{heading} (rules of " in why.to_html()
    assert explain(card, "mana_value", **how).subject.startswith(f"{heading.split(' (')[0]} (")


def test_in_a_game_and_of_a_table_it_says_no_place_either() -> None:
    game = new_game(("you", "opponent"))
    state = game.put("Graf Rats", id="rats").state()
    assert state.explain("rats", "color_identity").subject == "Graf Rats"
    assert state.explain("rats", "mana_value").subject == "Graf Rats (battlefield)"
    row = table("identity", "Graf Rats").iloc[0]
    assert explain(row, "color_identity").subject == "Graf Rats"
    assert explain(row, "with_land_types").subject == "Graf Rats"
    assert explain(row, "colors").subject == "Graf Rats (in hand)"


@pytest.mark.parametrize(
    ("card", "value", "how", "said"),
    [
        ("The Mightstone and Weakstone", "color_identity", {}, "color identity: colorless"),
        ("Sol Ring", "colors", {}, "colors: colorless"),
        (ROOM, "colors", {"unlocked": ""}, "colors: colorless"),
        (ROOM, "names", {"unlocked": ""}, "names: no name"),
        (ROOM, "text", {"unlocked": ""}, "rules text of: none"),
        ("Sol Ring", "keywords", {}, "keywords: none"),
        ("Sol Ring", "color_indicator", {}, "color indicator: none"),
        ("Sol Ring", "power", {}, "power: none"),
        ("Graf Rats", "could_produce", {}, "could produce: none"),
        ("Fire // Ice", "keywords", {"edition": "2016-07-22"}, "keywords: none and none"),
    ],
)
def test_a_value_that_is_empty_says_so_in_words(
    card: str, value: str, how: dict[str, Any], said: str
) -> None:
    why = explain(card, value, **how)
    what, _, word = said.partition(": ")
    assert f"\n{said} - " in why.to_text()
    assert f"<li>{what}: <b>{word}</b>" in why.to_html()
    assert why.to_frame()["value"][0] == word
    assert f" {word} " in to_markdown(why.to_frame()).splitlines()[2]
    assert repr(why).startswith(f"<Explanation: {why.subject}: {what} {word} [")
    assert str(why.derived).startswith(f"{what} {word} [")
    assert "{}" not in why.to_text() + why.to_html() + repr(why)


# --- the values that the first step promises ---


@pytest.mark.parametrize(
    ("card", "value", "how", "expected", "rule"),
    [
        ("Chittering Host", "mana_value", {}, 7, "202.3c"),
        ("Chittering Host", "mana_value", {"copy": True}, 0, "202.3c"),
        ("Fire // Ice", "mana_value", {"zone": "stack", "cast": "left"}, 2, "202.3d"),
        ("Fire // Ice", "mana_value", {"zone": "hand"}, 4, "202.3d"),
        ("Insectile Aberration", "mana_value", {}, 1, "202.3b"),
        ("The Mightstone and Weakstone", "color_identity", {}, "", "903.4"),
        ("Vanille, Cheerful l'Cie", "color_identity", {}, "BG", "903.4"),
        ("Fang, Fearless l'Cie", "color_identity", {}, "B", "903.4"),
        ("Cecil, Dark Knight", "color_identity", {}, "WB", "903.4"),
    ],
)
def test_promised(card: str, value: str, how: dict[str, Any], expected: object, rule: str) -> None:
    why = explain(card, value, **how)
    assert why.value == expected
    assert rule in why.rules
    assert rule in str(why)


# --- what a name alone means ---


OFF = "hand, library, graveyard, exile, command"


@pytest.mark.parametrize(
    ("name", "zone", "names"),
    [
        ("Ice", "hand", ("Fire", "Ice")),  # a half is its card, but on the stack (709.4)
        ("fire/ice", "hand", ("Fire", "Ice")),
        ("Locker Room", "hand", ("Bottomless Pool", "Locker Room")),
        (ROOM, "hand", ("Bottomless Pool", "Locker Room")),
        ("Insectile Aberration", "battlefield", ("Insectile Aberration",)),
        ("Delver of Secrets", "battlefield", ("Delver of Secrets",)),
        ("Chittering Host", "battlefield", ("Chittering Host",)),
        ("Shatterskull Smashing", "hand", ("Shatterskull Smashing",)),
        ("Shatterskull, the Hammer Pass", "battlefield", ("Shatterskull, the Hammer Pass",)),
        ("Bonecrusher Giant", "battlefield", ("Bonecrusher Giant",)),
        ("Stomp", "stack", ("Stomp",)),
        ("Act of Treason", "hand", ("Act of Treason",)),
        ("Erayo's Essence", "battlefield", ("Erayo's Essence",)),
    ],
)
def test_the_usual_circumstances_of_a_name(name: str, zone: str, names: tuple[str, ...]) -> None:
    asked = ask(name)
    assert asked.how.zone == zone
    assert asked.characteristics().names.value == names


def test_a_half_alone_is_its_card_and_says_so_but_on_the_stack() -> None:
    """709.4: off the stack the halves are one object; 709.3b: on it there is the half alone."""
    why = explain("Ice", "mana_value")
    assert why.value == 4
    assert "in hand; all of the card: Ice alone is a spell only" in why.subject
    assert "alone" not in explain("Fire // Ice", "mana_value").subject
    spell = explain("Ice", "mana_value", zone="stack")
    assert (spell.value, spell.subject) == (2, "Fire // Ice (Ice on the stack)")
    assert explain("Ice", "mana_value", zone="graveyard").value == 4
    # of a Room the half that is named is the unlocked one (709.5)
    assert explain("Locker Room", "mana_value", zone="battlefield").value == 5
    assert explain("Ribbons", "mana_value", x=3).value == 5, "X is a spell's: {X}{B}{B} (202.3e)"


PLACES = {
    "Bottomless Pool": {  # 709.5, 709.3b, 709.4b
        ("battlefield", "both locked"): 0,
        ("battlefield", "Bottomless Pool unlocked"): 1,
        ("battlefield", "Locker Room unlocked"): 5,
        ("battlefield", "both unlocked"): 6,
        ("stack", "Bottomless Pool cast"): 1,
        ("stack", "Locker Room cast"): 5,
        (OFF, "the card"): 6,
    },
    "Sol Ring": {
        (OFF, "the card"): 1,
        ("stack", "the spell"): 1,
        ("battlefield", "the permanent"): 1,
    },
    "Forest": {(OFF, "the card"): 0, ("battlefield", "the permanent"): 0},  # no spell (305.1)
    "Lightning Bolt": {(OFF, "the card"): 1, ("stack", "the spell"): 1},  # never there (304.4)
    "Cut": {(OFF, "the card"): 4, ("stack", "Cut cast"): 2, ("stack", "Ribbons cast"): 2},
}


@pytest.mark.parametrize("card", PLACES)
def test_a_card_without_a_value_is_shown_in_every_place(card: str) -> None:
    places = explain(card)
    frame = places.to_frame()
    rows = frame.set_index(["zone", "state"])["mana_value"].to_dict()
    assert rows == PLACES[card]
    assert all(explain(row, "mana_value").value == row["mana_value"] for _, row in frame.iterrows())
    said = repr(places).split()
    assert all(word in said for _, state in rows for word in state.split())
    assert "<table" in places._repr_html_()


def test_a_meld_pair_and_an_older_edition_in_every_place() -> None:
    frame = explain("Bruna, the Fading Light").to_frame()
    melded = frame[frame["state"] == "melded"]
    assert melded["mana_value"].tolist() == [11]  # 4 and 7 (202.3c)
    assert set(frame["card"]) >= {"Gisela, the Broken Blade", "Bruna, the Fading Light"}
    old = explain("Fire // Ice", edition="2017-01-20").to_frame()
    assert old["mana_value"].tolist() == [2, 2, 2, 2], "each half for itself (708.2 of that time)"


def test_elsewhere_a_face_or_half_stands_for_its_card() -> None:
    assert characteristics("Insectile Aberration", zone="graveyard").names.value == (
        "Delver of Secrets",
    )
    assert characteristics("Ice", zone="graveyard").names.value == ("Fire", "Ice")
    assert characteristics("Stomp", zone="hand").names.value == ("Bonecrusher Giant",)


def test_circumstances_in_other_spellings() -> None:
    one = ask(ROOM, unlocked="left, Locker Room")
    assert one.how.unlocked == (0, 1)
    assert ask(ROOM, unlocked=["right"]).how.unlocked == (1,)
    assert ask("Fire // Ice", zone=" Stack ", cast=" RIGHT ").how.cast == (1,)
    assert ask("Wear // Tear", cast="Fused").how.cast == (0, 1)
    assert ask("Delver of Secrets", face="BACK").how.face == 1
    assert ask("Fire // Ice", cast="2").how.cast == (1,)


def test_x_means_the_stack() -> None:
    asked = ask("Shatterskull Smashing", x=3)
    assert asked.how.zone == "stack"
    assert asked.value("mana_value").value == 5


# --- what cannot be ---


@pytest.mark.parametrize(
    ("card", "how", "rule"),
    [
        ("Fire // Ice", {"cast": "fused"}, "702.102a"),
        (ROOM, {"cast": "fused"}, "702.102a"),
        ("Fire // Ice", {"unlocked": "left"}, "709.5c"),
        (ROOM, {"unlocked": "left", "zone": "hand"}, "709.5c"),
        (ROOM, {"unlocked": "left", "cast": "left"}, "709.5c"),
        ("Grizzly Bears", {"melded": True}, "701.42b"),
        ("Delver of Secrets", {"melded": True}, "701.42b"),
        ("Graf Rats", {"melded": True, "zone": "hand"}, "712.8a"),
        ("Chittering Host", {"zone": "stack"}, "712.8a"),
        ("Chittering Host", {"face": "back"}, "712.8g"),
        ("Graf Rats", {"melded": True, "face": "front"}, "712.8g"),
        ("Grizzly Bears", {"face": "back"}, "712.1"),
        ("Fire // Ice", {"face": "back"}, "709.1"),
        ("Delver of Secrets", {"face": "back", "zone": "hand"}, "712.8a"),
        ("Delver of Secrets", {"cast": "left"}, "709.3"),
        ("Fire // Ice", {"cast": "left", "zone": "hand"}, "709.3"),
        ("Fire // Ice", {"zone": "stack"}, "709.3b"),
        ("Fire // Ice", {"zone": "battlefield"}, "304.4"),
        ("Act of Treason", {"zone": "battlefield"}, "307.4"),
        ("Shatterskull Smashing", {"zone": "battlefield"}, "307.4"),
        ("Shatterskull, the Hammer Pass", {"zone": "stack"}, "305.1"),
        ("Hanweir Battlements", {"zone": "stack"}, "305.1"),
        ("Grizzly Bears", {"token": True, "zone": "hand"}, "111.1"),
        ("Act of Treason", {"token": True}, "111.5"),
        ("Ribbons", {"x": -1}, "107.3a"),
        ("Ribbons", {"x": 2, "zone": "hand"}, "107.3g"),
        ("Cut // Ribbons", {"cast": "Cut", "x": 2}, "107.3a"),
        ("Grizzly Bears", {"x": 2}, "107.3a"),
        ("Stomp", {"face": "back", "zone": "exile"}, "715.4"),
        ("Erayo's Essence", {"face": "back", "zone": "hand"}, "710.2"),
    ],
)
def test_impossible(card: str, how: dict[str, Any], rule: str) -> None:
    with pytest.raises(ImpossibleQuestion) as caught:
        ask(card, **how)
    assert rule in caught.value.rules
    assert rule in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("card", "how", "near"),
    [
        ("Fire // Ice", {"zone": "gravyard"}, "graveyard"),
        ("Fire // Ice", {"cast": "lefft"}, "left"),
        (ROOM, {"unlocked": "left,lockr room"}, "Locker Room"),
        ("Delver of Secrets", {"face": "bakc"}, "back"),
    ],
)
def test_unknown_words(card: str, how: dict[str, Any], near: str) -> None:
    with pytest.raises(UnknownName) as caught:
        ask(card, **how)
    assert near in caught.value.near
    assert isinstance(caught.value, LookupError)


def test_unknown_and_ambiguous_cards() -> None:
    with pytest.raises(UnknownCard) as unknown:
        ask("Chittering Hots")
    assert "Chittering Host" in unknown.value.near
    with pytest.raises(AmbiguousName) as ambiguous:
        ask("Seed Suture")
    assert len(ambiguous.value.candidates) == 3
    for nothing in ("", "   ", "//", "\n"):
        with pytest.raises(UnknownCard):
            ask(nothing)
    with pytest.raises(UnknownCard):
        # what the types forbid is refused at run time too
        ask(None)  # type: ignore[arg-type]


def test_unknown_values_editions_and_policies() -> None:
    with pytest.raises(UnknownName) as caught:
        explain("Fire // Ice", "mana_valu")
    assert "mana_value" in caught.value.near
    asked: list[dict[str, Any]] = [{"zone": "hand"}, {"copy": True}, {"cast": "left", "token": 1}]
    for how in asked:
        with pytest.raises(BadValue, match=f"beside {', '.join(how)} it is needed.*mana_value"):
            explain("Fire // Ice", **how)
    with pytest.raises(UnknownName):
        explain("Fire // Ice", "")
    with pytest.raises(UnknownEdition):
        ask("Fire // Ice", edition="2012-01-01")
    with pytest.raises(UnknownPolicy):
        ask("Fire // Ice", policies={"no": "such"})
    with pytest.raises(UnknownPolicy):
        ask("Fire // Ice", policies={"token copy back face up": "seven"})


def test_a_combined_face_without_its_pair() -> None:
    host = load_catalog()["Chittering Host"]
    with pytest.raises(ImpossibleQuestion):
        ask(host, catalog=Catalog([host]))


# --- forms of an explanation ---


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_text_says_value_steps_and_rules() -> None:
    lines = explain("Chittering Host", "mana_value").to_text(gists=False).splitlines()
    assert len(lines) == 4
    assert "7" in lines[1]
    assert "[202.3c, 712.8g]" in lines[1]
    assert "Graf Rats: 2 - from {1}{B} [202.3]" in lines[2]
    assert "Midnight Scavengers: 5 - from {4}{B} [202.3]" in lines[3]


def test_text_ends_with_what_is_cited() -> None:
    """A paragraph for people, unless it is left out; there is none where nothing is cited."""
    why = explain("Chittering Host", "mana_value")
    whole, short = why.to_text(), why.to_text(gists=False)
    assert str(why) == whole
    assert whole.startswith(short)
    head, *notes = whole.removeprefix(short).strip().splitlines()
    assert head == "rules cited:"
    assert [line.split()[0] for line in notes] == ["202.3c", "712.8g", "202.3"]
    bare = Explanation("it", Derived("size", 3, "as counted", ()), "2026-04-17")
    assert bare.to_text() == "it (rules of 2026-04-17)\nsize: 3 - as counted"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"),
        ("", "{}"),
        ((), "{}"),
        ([], "{}"),
        (("a", "b"), "a, b"),
        (Fraction(1, 2), "0.5"),
        (3, "3"),
        (True, "True"),
    ],
)
def test_values_as_people_write_them(value: object, text: str) -> None:
    assert written(value) == text


def test_html_of_a_step_without_rules() -> None:
    why = Explanation("it", Derived("size", 3, "as counted", ()), "2026-04-17")
    assert "<ul><li>size: <b>3</b> - as counted</li></ul>" in why.to_html()


def test_a_rule_of_which_no_gist_is_known_has_no_title() -> None:
    why = Explanation("it", Derived("size", 3, "as counted", ("100.2",)), "2026-04-17")
    assert "[100.2]" in why.to_html()


def test_frame_has_one_row_a_step() -> None:
    why = explain("Chittering Host", "mana_value")
    frame = why.to_frame()
    assert frame.attrs == {"edition": why.edition, "subject": why.subject}
    assert list(frame.columns) == ["step", "depth", "what", "value", "says", "rules", "policy"]
    assert [str(t) for t in frame.dtypes] == ["Int64", "Int64", *["string"] * 5]
    assert list(frame["step"]) == [1, 2, 3]
    assert list(frame["depth"]) == [0, 1, 1]
    assert list(frame["value"]) == ["7", "2", "5"]
    assert frame["policy"].isna().all()


def test_html_is_whole_and_escaped() -> None:
    tags = _Tags(explain("Chittering Host", "mana_value").to_html())
    assert "7" in tags.text
    assert "202.3c" in tags.text
    face = Face("<script>alert(1)</script> & Co", ManaCost.parse("{U}"), types=("Creature",))
    evil = Card(face.name, "normal", (face,))
    for value in ("names", "mana_value", "colors", "color_identity"):
        made = _Tags(explain(evil, value).to_html())
        assert "script" not in made.tags
    assert "<script>alert(1)</script> & Co" in _Tags(explain(evil, "names").to_html()).text


def test_numbers_are_those_of_the_edition() -> None:
    now = explain("Fire // Ice", "mana_value", zone="hand")
    then = explain("Fire // Ice", "mana_value", zone="hand", edition="2018-06-08")
    assert now.value == then.value == 4
    assert "709.4b" in now.rules
    assert "708.4b" in then.rules
    assert then.edition == "2018-06-08"
    assert "2018-06-08" in str(then)


def test_an_edition_is_the_one_in_force_on_a_date() -> None:
    assert explain("Fire // Ice", "names", edition="2018-07-01").edition == "2018-06-08"


def test_a_policy_is_named() -> None:
    why = explain("Ravager of the Fells", "mana_value", token=True)
    assert "policy: token copy back face up" in str(why)
    assert "token copy back face up" in why.to_html()
    assert "token copy back face up" in set(why.to_frame()["policy"].dropna())


def test_an_explanation_travels() -> None:
    why = explain("Chittering Host", "mana_value")
    again = pickle.loads(pickle.dumps(why))
    assert again == why
    assert str(again) == str(why)


def test_every_value_of_every_card_has_a_reason() -> None:
    for card in load_catalog():
        for name in askable():
            why = explain(card, name)
            assert why.derived.says
            assert why.rules


# --- whatever is asked, an answer or a typed refusal ---

_NAMES = [c.name for c in load_catalog()]
_PARTS = [f.name for c in load_catalog() for f in c.faces]


def _or_text(*known: str) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(known), st.text(max_size=12))


_HOW = st.fixed_dictionaries(
    {},
    optional={
        "zone": _or_text(*ZONES),
        "cast": _or_text("left", "right", "fused", "1", "2", "3", "4", "Ice"),
        "x": st.integers(-2, 9),
        "unlocked": st.one_of(
            _or_text("", "left", "right", "left,right", "right,right", ","),
            st.lists(st.sampled_from(["left", "right", "1", "x"]), max_size=3),
        ),
        "face": _or_text("front", "back"),
        "melded": st.booleans(),
        "copy": st.booleans(),
        "token": st.booleans(),
        "edition": _or_text(*EDITIONS),
        "policies": st.dictionaries(
            _or_text(*POLICIES), _or_text("own front", "zero", "counted"), max_size=2
        ),
    },
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_or_text(*_NAMES, *_PARTS), _HOW)
def test_only_typed_errors(name: str, how: dict[str, Any]) -> None:
    try:
        asked = ask(name, **how)
    except MtgmeldError as error:
        refused = str(error)
    else:
        refused = ""
        for value in askable():
            derived = asked.value(value)
            assert derived.rules
        assert asked.subject
        have = asked.characteristics().values()
        assert set(have) == set(VALUES)
    assert "\n" not in refused


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(_NAMES), st.sampled_from(EDITIONS), st.sampled_from(["hand", "graveyard"]))
def test_off_stack_and_battlefield_every_zone_is_alike(name: str, date: str, zone: str) -> None:
    def have(**how: Any) -> Callable[[], Any]:
        return ask(name, edition=date, **how).characteristics

    if load_catalog()[name].layout == "meld_result":
        with pytest.raises(ImpossibleQuestion):
            have(zone=zone)
        return
    assert have(zone=zone)().values() == have(zone="library")().values()
