"""Reading card files: every layout, every shape of file, and bad input."""

from __future__ import annotations

import csv
import gzip
import json
import re
import sqlite3
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.errors import BadCardFile, MtgmeldError, UnknownPolicy
from mtgmeld.sources.derive import Deriver
from mtgmeld.sources.read import Columns, load
from mtgmeld.sources.scan import CHUNK, LONGEST
from tests.sources.made import MTGJSON, SCRYFALL, face, mtgjson, objects, scryfall, sided


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(content: Any, name: str = "cards.json") -> Path:
        path = tmp_path / name
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        path.write_bytes(data)
        return path

    return written


def shown(columns: Columns) -> list[tuple[Any, ...]]:
    """Return what identifies a row and what is derived for it."""
    rows = []
    for i in range(len(columns)):
        v = columns.values(i)
        rows.append((columns.names[i], v.mana_value, v.colors, v.color_identity))
    return rows


# --- values -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def every_layout(tmp_path_factory: pytest.TempPathFactory) -> Columns:
    path = tmp_path_factory.mktemp("made") / "cards.json"
    path.write_text(json.dumps(objects()))
    return load(path)


@pytest.mark.parametrize("row", range(len(SCRYFALL)), ids=[r[0]["name"] for r in SCRYFALL])
def test_values_of_every_layout(every_layout: Columns, row: int) -> None:
    card, value, colors, identity, rule = SCRYFALL[row]
    found = every_layout.values(row)
    assert (found.mana_value, found.colors, found.color_identity) == (value, colors, identity)
    assert rule in found.mana_value_rules
    assert found.layout == ("meld_result" if card["name"] == "Both Wings" else card["layout"])


def test_no_object_of_any_layout_is_lost(every_layout: Columns) -> None:
    report = every_layout.report
    assert report.is_whole
    assert report.rows == report.objects == len(SCRYFALL)
    assert report.unknown_layouts == {"hologram": 2}
    assert sum(report.layouts.values()) == len(SCRYFALL)


FACES = {
    "Split // Halves": [(2, "R"), (3, "U")],  # each half as cast, 709.3b
    "A // B // C": [(1, "W"), (1, "U"), (5, "")],
    "Front // Back": [(2, "G"), (2, "R")],  # the back by the front's cost, 202.3b
    "Modal // Land": [(2, "B"), (0, "")],  # each face by its own, 712.8f
    "Up // Down": [(4, "W"), (4, "W")],  # the cost stays, 710.1c
    "Giant // Errand": [(3, "R"), (2, "U")],  # 715.3b
    "Ready // Spell": [(4, "U"), (1, "U")],  # 722.2a
    "Imp // Elf": [(0, "B"), (0, "G")],
    "Some // Day": [(1, ""), (2, "")],
    "Plain": [(3, "W")],
}


@pytest.mark.parametrize("name", FACES)
def test_values_of_each_face(every_layout: Columns, name: str) -> None:
    values = every_layout.values(every_layout.names.index(name))
    assert [(f.mana_value, f.colors) for f in values.by_face()] == FACES[name]


def test_kinds_of_split_cards(write: Any) -> None:
    room = "Enchantment \u2014 Room"
    cards = [
        scryfall("A // B", "split", card_faces=[face("A", line=room), face("B", line=room)]),
        scryfall("C // D", "split", card_faces=[face("C", text="Fuse (x)"), face("D")]),
        scryfall("E // F", "split", card_faces=[face("E"), face("F", text="Aftermath (x)")]),
        scryfall("G // H", "split", card_faces=[face("G"), face("H")]),
        scryfall("I", "saga"),
    ]
    columns = load(write(cards))
    kinds = [columns.values(i).kind for i in range(5)]
    assert kinds == ["room", "fuse", "aftermath", "split", "saga"]


def test_mtgjson_faces_become_cards(write: Any) -> None:
    faces = [f for row in MTGJSON for f in row[0]]
    columns = load(write(faces))
    assert columns.report.source == "MTGJSON"
    # a card comes when its last face has come; here the faces stand together
    names = [row[0][0].get("faceName") for row in MTGJSON]
    for (_, value, colors, identity), row, _ in zip(MTGJSON, shown(columns), names, strict=True):
        assert row[1:] == (value, colors, identity), row[0]
    assert columns.report.objects == len(faces)
    assert columns.report.is_whole


def test_mtgjson_faces_apart_are_put_together(write: Any) -> None:
    one = sided("One // Two", "split", {"manaCost": "{1}"}, {"manaCost": "{2}"})
    other = sided("Six // Ten", "transform", {"manaCost": "{6}"}, {})
    columns = load(write([one[1], other[1], mtgjson("Alone"), other[0], one[0]]))
    assert [r[:2] for r in shown(columns)] == [("Alone", 0), ("Six // Ten", 6), ("One // Two", 3)]
    assert [f[0] for f in columns.faces[2]] == ["One", "Two"]


def test_mtgjson_faces_that_never_come_leave_the_card_flagged(write: Any) -> None:
    one = sided("One // Two", "split", {"manaCost": "{1}"}, {"manaCost": "{2}"})
    columns = load(write([one[0], mtgjson("Alone")]))
    assert len(columns) == 2
    values = columns.values(1)
    assert "faces missing in the file" in values.flags
    assert values.mana_value is None


def test_policies_decide_where_the_rules_leave_room(write: Any) -> None:
    path = write([scryfall("Grove", type_line="Land \u2014 Forest", color_identity=["G"])])
    assert load(path).values(0).color_identity == ""
    counted = {"basic land types in color identity": "counted"}
    assert load(path, policies=counted).values(0).color_identity == "G"
    with pytest.raises(UnknownPolicy):
        load(path, policies={"no such": "policy"})


def test_citations_can_be_left_out(write: Any) -> None:
    values = load(write(objects()), citations=False).values(0)
    assert (values.mana_value, values.mana_value_rules, values.colors_rules) == (3, "", "")


# --- unknown is not zero ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "unknown", "flag"),
    [
        ({"mana_cost": None}, {"mana_value", "colors", "color_identity"}, "no mana cost given"),
        ({"mana_cost": "{nonsense}"}, {"mana_value", "colors", "color_identity"},
         "mana cost not readable"),
        ({"mana_cost": "{9999999999999999}"}, {"mana_value", "colors", "color_identity"},
         "mana cost not readable"),
        ({"mana_cost": "{W}" * 350_000}, {"mana_value", "colors", "color_identity"},
         "mana cost not readable"),
        ({"oracle_text": None}, {"color_identity"}, "no rules text given"),
        ({"mana_cost": "{999999999999}"}, set(), None),
        ({"type_line": None}, {"mana_value", "colors", "color_identity"}, "no type line given"),
        ({"layout": None}, set(), "no layout given"),
        ({"color_indicator": None}, set(), None),
    ],
)  # fmt: skip
def test_what_is_missing_is_unknown(
    write: Any, change: dict[str, Any], unknown: set[str], flag: str | None
) -> None:
    card = scryfall("Odd", mana_cost="{1}{U}")
    card |= {k: v for k, v in change.items() if v is not None}
    for key in (k for k, v in change.items() if v is None):
        card.pop(key, None)
    columns = load(write([card, scryfall("Even")]))
    assert len(columns) == 2
    values = columns.values(0)
    for name in ("mana_value", "colors", "color_identity"):
        assert (getattr(values, name) is None) == (name in unknown), name
    assert (flag is None) == (values.flags == ())
    assert flag is None or flag in values.flags


def test_a_land_with_a_cost_is_flagged_as_odd(write: Any) -> None:
    land = {"type_line": "Land", "oracle_text": ""}
    cards = [
        scryfall("One", mana_cost="{1}"),
        scryfall("Field", **land),
        scryfall("Odd", mana_cost="{1}", **land),
        scryfall("A // B", "modal_dfc", card_faces=[face("A", "{1}"), face("B", "{2}", "Land")]),
    ]
    columns = load(write(cards))
    odd = [columns.names[i] for i in range(4) if columns.values(i).flags]
    assert odd == ["Odd", "A // B"]  # 202.1b
    assert columns.report.flags == {"a land with a mana cost": 2}


def test_a_cost_missing_at_the_top_of_a_two_faced_card_is_no_matter(write: Any) -> None:
    card = scryfall("A // B", "transform", card_faces=[face("A", "{3}"), face("B")])
    assert "mana_cost" not in card
    assert load(write([card])).values(0).mana_value == 3


def test_a_face_without_a_cost_field_is_unknown_alone(write: Any) -> None:
    card = scryfall("A // B", "modal_dfc", card_faces=[face("A", "{3}"), face("B")])
    del card["card_faces"][1]["mana_cost"]
    values = load(write([card])).values(0)
    assert [f.mana_value for f in values.faces] == [3, None]
    assert (values.mana_value, values.color_identity) == (3, None)


# --- meld pairs -------------------------------------------------------------------------------


def brisela(**more: Any) -> dict[str, Any]:
    return scryfall("Brisela, Voice of Nightmares", "meld", type_line="Creature", **more)


def test_a_pair_whose_cards_are_not_in_the_file_comes_from_the_pair_table(write: Any) -> None:
    columns = load(write([brisela()]))
    values = columns.values(0)
    assert (values.layout, values.mana_value, values.color_identity) == ("meld_result", 11, "W")
    assert any("Gisela, the Broken Blade is not in the file" in w for w in columns.report.warnings)
    assert "mana value by the pair table" in values.flags


def test_one_card_of_the_pair_in_the_file_counts_before_the_pair_table(write: Any) -> None:
    gisela = scryfall("Gisela, the Broken Blade", "meld", mana_cost="{9}")
    columns = load(write([brisela(), gisela]))
    assert columns.values(0).mana_value == 9 + 7
    said = " ".join(columns.report.warnings)
    assert "Bruna, the Fading Light is not in the file" in said
    assert "Gisela, the Broken Blade is not in the file" not in said


def test_a_pair_that_nobody_knows_has_no_mana_value(write: Any) -> None:
    lone = scryfall("Both", "meld", type_line="Creature", all_parts=[
        {"component": "meld_part", "name": "This"},
        {"component": "meld_part", "name": "That"},
        {"component": "meld_result", "name": "Both"},
    ])  # fmt: skip
    columns = load(write([lone]))
    assert columns.values(0).mana_value is None
    assert any("the two cards of the melded permanent" in w for w in columns.report.warnings)
    assert any("the pair table has not: That + This = Both" in w for w in columns.report.warnings)
    assert [(p.result, p.is_known) for p in columns.pairs] == [("Both", False)]


def test_the_order_of_related_cards_does_not_matter(write: Any) -> None:
    rows = [dict(row[0]) for row in SCRYFALL if row[0]["layout"] == "meld"]
    for card in rows:
        card["all_parts"] = card["all_parts"][::-1]
    assert [r[1] for r in shown(load(write(rows[::-1])))] == [8, 5, 3]


# --- shapes of files --------------------------------------------------------------------------


def as_shape(shape: str, cards: list[dict[str, Any]]) -> bytes:
    texts = [json.dumps(c, ensure_ascii=False) for c in cards]
    made = {
        "array": "[" + ", ".join(texts) + "]",
        "a line each": "[\n" + ",\n".join(texts) + "\n]\n",
        "a line each, DOS": "[\r\n" + ",\r\n".join(texts) + "\r\n]\r\n",
        "tight": json.dumps(cards, separators=(",", ":")),
        "indented": json.dumps(cards, indent=2),
        "comma first": "[" + "\n, ".join(texts) + "]",
        "lines": "\n".join(texts),
        "lines with gaps": "\n\n".join(texts) + "\n\n",
        "list page": json.dumps({"object": "list", "has_more": False, "data": cards}),
        "list page, sorted": json.dumps({"data": cards, "object": "list"}, indent=1),
        "BOM": "\ufeff" + json.dumps(cards),
        "no end": "[\n" + ",\n".join(texts),
    }
    return made[shape].encode()


SHAPES = ["array", "a line each", "a line each, DOS", "tight", "indented", "comma first", "lines",
          "lines with gaps", "list page", "list page, sorted", "BOM"]  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_scryfall_files(
    write: Any, every_layout: Columns, shape: str, packed: bool
) -> None:
    data = as_shape(shape, objects())
    columns = load(write(gzip.compress(data) if packed else data, "anything.txt"))
    assert columns.report.source == "Scryfall"
    assert shown(columns) == shown(every_layout)
    assert columns.report.is_whole


@pytest.mark.parametrize("shape", ["a line each", "tight", "indented", "lines"])
def test_files_longer_than_the_buffer(write: Any, shape: str) -> None:
    cards = [scryfall(f"Card {i}", mana_cost=f"{{{i}}}", fill="{}," * 200) for i in range(2_000)]
    data = as_shape(shape, cards)
    assert len(data) > 2 * CHUNK
    columns = load(write(data))
    assert [r[:2] for r in shown(columns)] == [(f"Card {i}", i) for i in range(2_000)]
    assert columns.report.is_whole


@pytest.mark.parametrize("number", [0, 6, -3])
def test_one_card_alone(write: Any, every_layout: Columns, number: int) -> None:
    for indent in (None, 1):
        columns = load(write(json.dumps(objects()[number], indent=indent).encode()))
        assert columns.names == [objects()[number]["name"]]


FACE_OBJECTS = [f for row in MTGJSON for f in row[0]]
BY_NAME: dict[str, list[dict[str, Any]]] = {}
for _face in FACE_OBJECTS:
    BY_NAME.setdefault(_face["name"], []).append(_face)
META = {"date": "2026-01-01", "version": "5"}
ONE_SET = {"baseSetSize": 3, "booster": {"x": [{"cards": {"a": 1}}]}, "cards": FACE_OBJECTS[:-4],
           "code": "TST", "releaseDate": "2021-02-03", "sealedProduct": [{"name": "Box"}],
           "tokens": FACE_OBJECTS[-4:], "translations": {"French": None}}  # fmt: skip


@pytest.mark.parametrize(
    "content",
    [
        FACE_OBJECTS,
        {"meta": META, "data": BY_NAME},
        {"data": BY_NAME, "meta": META},
        {"meta": META, "data": ONE_SET},
        {"meta": META, "data": {"TST": ONE_SET}},
        {"meta": META, "data": {"NIL": {"cards": [], "code": "NIL"}, "TST": ONE_SET}},
        {"TST": ONE_SET},
        BY_NAME,
    ],
    ids=["list", "atomic", "atomic, data first", "set", "all", "two sets", "bare", "bare atomic"],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_shapes_of_mtgjson_files(write: Any, content: Any, indent: int | None) -> None:
    columns = load(write(json.dumps(content, indent=indent).encode()))
    assert columns.report.source == "MTGJSON"
    assert sorted(r[:2] for r in shown(columns)) == sorted(
        r[:2] for r in shown(load(write(FACE_OBJECTS, "other.json")))
    )
    assert columns.report.is_whole
    if "TST" in json.dumps(content):
        assert set(columns.released) == {"2021-02-03"}


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it is empty"),
        (b"  \n ", "it is empty"),
        (b"[]", "no card is in it"),
        (b"<html></html>", "no JSON file of cards"),
        (b"17", "no JSON file of cards"),
        (b'{"object": "error", "details": "no"}', "an error message of a server"),
        (b'{"a": 1}', "no object in it is a card"),
        (b"[1, 2, 3]", "no object in it is a card"),
        (b'[{"name": ""}]', "no object in it is a card"),
        (b'{"meta": {}, "data": {}}', "no card is in it"),
        (b"PK\x03\x04", "zip archive"),
        (gzip.compress(b"", mtime=0), "it is empty"),
        (gzip.compress(b"[{}]", mtime=0)[:9], "it is empty"),
        (b"\x1f\x8b\x08garbage that is no gzip", "it is empty"),
        (b"[" * 100_000, "no"),
        (b'{"a":' * 100_000, "the file ends inside"),
    ],
)
def test_files_without_cards_are_refused(write: Any, data: bytes, says: str) -> None:
    path = write(data)
    with pytest.raises(BadCardFile, match=says) as caught:
        load(path)
    assert str(path) in str(caught.value)


BAD = {
    "cut": '{"object": "card", "name": "Bad", "layout": "nor',
    "no value": '{"object": "card", "name": "Bad", "layout": }',
    "a list for the cost": json.dumps({**scryfall("Bad"), "mana_cost": ["{W}"]}),
    "a number for the name": json.dumps({**scryfall("Bad"), "name": 7}),
    "no name": json.dumps({**scryfall("Bad"), "name": ""}),
    "a face without a name": json.dumps(scryfall("Bad", "split", card_faces=[{}, {}])),
    "no colors": json.dumps({**scryfall("Bad"), "color_indicator": ["purple"]}),
    "half a letter": json.dumps({**scryfall("Bad"), "oracle_text": "\ud800"}),
    "a number": "12",
    "null": "null",
    "a list": "[]",
    "deep": '{"name": "Bad", "layout": "normal", "x": ' + "[" * 3_000 + "]" * 3_000 + "}",
}


@pytest.mark.parametrize("shape", ["a line each", "array", "lines"])
@pytest.mark.parametrize("bad", BAD)
def test_a_bad_object_among_good_ones_is_named_and_passed(write: Any, bad: str, shape: str) -> None:
    cards = [json.dumps(scryfall(n, mana_cost="{1}")) for n in ("One", "Two", "Three")]
    texts = [cards[0], BAD[bad], *cards[1:]]
    data = {"a line each": "[\n" + ",\n".join(texts) + "\n]", "array": f"[{','.join(texts)}]",
            "lines": "\n".join(texts)}[shape]  # fmt: skip
    path = write(data.encode("utf-8", "surrogatepass"))
    columns = load(path)
    report = columns.report
    assert columns.names == ["One", "Two", "Three"]
    assert report.skipped == len(report.losses) == 1
    loss = report.losses[0]
    assert loss.item == 2
    assert loss.line == {"a line each": 3, "array": 1, "lines": 2}[shape]
    assert loss.why
    assert report.objects == 4
    if bad in ("cut", "no value", "no colors", "deep", "a list for the cost"):
        assert loss.name == "Bad"
    with pytest.raises(BadCardFile, match=rf"{re.escape(str(path))}, line {loss.line}: object 2"):
        load(path, strict=True)


@pytest.mark.parametrize(
    ("field", "value", "derived"),
    [
        ("cmc", '"three"', 1),
        ("cmc", "NaN", 1),
        ("cmc", "-Infinity", 1),
        ("cmc", "1e999", 1),
        ("cmc", "9" * 5_000, 1),
        ("colors", '"W"', 1),
        ("colors", "[1]", 1),
        ("color_identity", "{}", 1),
        ("id", "7", 1),
        ("set", "[]", 1),
        ("all_parts", '"none"', 1),
    ],
)
def test_a_bad_field_that_is_not_needed_costs_no_card(
    write: Any, field: str, value: str, derived: int
) -> None:
    odd = json.dumps({**scryfall("Odd", mana_cost="{1}"), field: 0}).replace(
        f'"{field}": 0', f'"{field}": {value}'
    )
    path = write(f"[{odd}, {json.dumps(scryfall('Even'))}]".encode())
    columns = load(path)
    assert columns.names == ["Odd", "Even"]
    assert columns.values(0).mana_value == derived
    assert columns.report.skipped == 0
    assert columns.report.noted == (field != "all_parts")  # only looked into for meld cards
    if field != "all_parts":
        assert columns.report.notes[0].why.startswith(field)
        with pytest.raises(BadCardFile, match=field):
            load(path, strict=True)


def test_huge_published_numbers_are_only_numbers(write: Any) -> None:
    columns = load(write([scryfall("Odd", mana_cost="{1}", cmc=10**40)]))
    assert columns.values(0).differences[0].published == 1e40


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("shape", ["array", "a line each", "lines", "list page", "indented"])
def test_a_file_that_breaks_off_keeps_what_came_before(
    write: Any, shape: str, packed: bool
) -> None:
    cards = [scryfall(f"Card {i}", mana_cost=f"{{{i}}}") for i in range(300)]
    data = as_shape(shape, cards)
    data = gzip.compress(data)[: len(gzip.compress(data)) // 2] if packed else data[:-2_000]
    path = write(data)
    columns = load(path)
    assert columns.names == [f"Card {i}" for i in range(len(columns))]
    assert 0 < len(columns) < 300
    assert columns.report.stopped
    assert ("gzip" in columns.report.stopped) == packed
    with pytest.raises(BadCardFile):
        load(path, strict=True)


def test_a_set_file_that_breaks_off(write: Any) -> None:
    data = json.dumps({"meta": META, "data": ONE_SET}).encode()
    for cut in range(200, len(data) - 2, 97):
        try:
            columns = load(write(data[:cut]))
        except BadCardFile:
            continue
        assert columns.report.stopped, cut


def test_duplicate_names_and_keys(write: Any) -> None:
    twice = [scryfall("Same", mana_cost="{1}"), scryfall("Same", mana_cost="{2}")]
    assert [r[:2] for r in shown(load(write(twice)))] == [("Same", 1), ("Same", 2)]
    doubled = json.dumps(twice[0])[:-1] + ', "mana_cost": "{7}"}'
    assert load(write(f"[{doubled}]".encode())).values(0).mana_value == 7


def test_the_report_keeps_a_thousand_losses_and_counts_all(write: Any) -> None:
    rows = [scryfall("Fine"), *({"name": ""} for _ in range(1_500))]
    report = load(write(rows)).report
    assert report.skipped == 1_500
    assert len(report.losses) == 1_000
    assert "and 1,480 more" in report.to_text()


BOMBS = {
    "a long text": b'[{"name": "' + b"a" * (64 << 20),
    "a long line": b'[\n{"name": "A", "layout": "normal"},\n{"name": "' + b"a" * (64 << 20),
    "a long key": b'{"meta": {"' + b"a" * (64 << 20),
    "brackets": b'[{"x": ' + b"[" * (40 << 20),
    "spaces": b"[" + b" " * (64 << 20),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_ends_in_bounded_memory(write: Any, bomb: str) -> None:
    packed = gzip.compress(BOMBS[bomb], 9)
    assert len(packed) < 1 << 18
    path = write(packed)
    tracemalloc.start()
    try:
        columns = load(path)
    except BadCardFile as error:
        said = str(error)
    else:
        said = columns.report.stopped
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert said
    # the longest object that is looked at, twice while the buffer grows, and the next piece
    assert peak < 5 * LONGEST


# --- whatever comes ---------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["{W}", "{X}{2/U}", "split", "meld", "token", "G", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def _paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        found.append((*here, key))
        if isinstance(inner, dict | list) and inner:
            found.extend(_paths(inner, (*here, key)))
    return found


@st.composite
def mutated(draw: Any, cards: list[dict[str, Any]]) -> bytes:
    """Return a file of a few cards with fields removed, retyped, or the text cut."""
    picked = json.loads(json.dumps(draw(st.lists(st.sampled_from(cards), min_size=1, max_size=4))))
    for _ in range(draw(st.integers(1, 3))):
        paths = _paths(picked)
        if not paths:
            break
        *way, last = draw(st.sampled_from(paths))
        owner: Any = picked
        for step in way:
            owner = owner[step]
        if draw(st.booleans()):
            del owner[last]
        else:
            owner[last] = draw(anything)
    data = json.dumps(picked).encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 3)) == 0:
        data = data[: draw(st.integers(0, len(data)))]
    return data


@settings(max_examples=400, suppress_health_check=[*HealthCheck])
@given(st.one_of(mutated(objects()), mutated(FACE_OBJECTS)))
def test_mutated_objects_give_rows_or_reasons(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "mutated.json"
    path.write_bytes(data)
    try:
        columns = load(path)
    except MtgmeldError as error:
        said = str(error)
    else:
        said = ""
    if said:
        assert said.startswith(str(path))
        return
    report = columns.report
    assert report.rows == len(columns) == sum(report.layouts.values())
    assert report.rows + report.skipped <= report.objects
    if report.source == "Scryfall":
        assert report.rows + report.skipped == report.objects
    for row in range(len(columns)):
        values = columns.values(row)
        assert columns.names[row]
        assert values.mana_value is None or values.mana_value >= 0
        assert values.colors is None or set(values.colors) <= set("WUBRG")
    report.to_text()
    json.dumps(report.as_dict())


SHAPED = [as_shape(shape, objects()[:12]) for shape in ("a line each", "tight", "list page")]
SHAPED += [json.dumps({"meta": META, "data": d}).encode() for d in (ONE_SET, BY_NAME)]


@settings(max_examples=300, suppress_health_check=[*HealthCheck])
@given(
    st.sampled_from(SHAPED),
    st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=3)), min_size=1, max_size=4),
    st.booleans(),
)
def test_damaged_bytes_give_rows_or_reasons(
    tmp_path: Path, data: bytes, damage: list[tuple[int, bytes]], packed: bool
) -> None:
    path = tmp_path / "damaged.json"
    made = bytearray(gzip.compress(data, mtime=0) if packed else data)
    for place, new in damage:
        made[place % len(made) : place % len(made) + 1] = new
    path.write_bytes(bytes(made))
    try:
        columns = load(path)
    except MtgmeldError as error:
        said = str(error)
    else:
        said = ""
    if said:
        assert said.startswith(str(path))
        return
    report = columns.report
    assert report.rows == len(columns) == sum(report.layouts.values())
    json.dumps(report.as_dict())


def test_a_mistake_of_ours_is_no_bad_object(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*args: Any) -> None:
        raise ValueError("a mistake")

    monkeypatch.setattr(Deriver, "fresh", mistaken)
    with pytest.raises(ValueError, match="a mistake"):
        load(write([scryfall("Fine")]))


# --- other forms of MTGJSON ---------------------------------------------------------------

MELD_ROWS = [
    {"name": "Left Wing // Both Wings", "faceName": "Left Wing", "side": "a", "layout": "meld",
     "manaCost": "{2}{W}", "type": "Creature", "colorIdentity": ["W"], "colors": ["W"]},
    {"name": "Right Wing // Both Wings", "faceName": "Right Wing", "side": "a", "layout": "meld",
     "manaCost": "{4}{B}", "type": "Creature", "colorIdentity": ["B"], "colors": ["B"]},
    {"name": "Both Wings", "faceName": "Both Wings", "side": "b", "layout": "meld",
     "type": "Creature", "colorIdentity": ["W", "B"], "colors": []},
]  # fmt: skip
ROWS = [
    {"name": "Plain", "layout": "normal", "manaCost": "{2}{W}", "manaValue": 3.0,
     "type": "Creature \u2014 Bird", "text": "Flying, first strike", "setCode": "TST",
     "colors": ["W"], "colorIdentity": ["W"], "keywords": ["Flying", "First strike"]},
    {"name": "Split // Halves", "faceName": "Split", "side": "a", "layout": "split",
     "manaCost": "{1}{R}", "manaValue": 5.0, "type": "Instant", "colors": ["R"],
     "colorIdentity": ["R", "U"]},
    {"name": "Split // Halves", "faceName": "Halves", "side": "b", "layout": "split",
     "manaCost": "{2}{U}", "manaValue": 5.0, "type": "Instant", "colors": ["U"],
     "colorIdentity": ["R", "U"]},
]  # fmt: skip
for _at, _row in enumerate(ROWS + MELD_ROWS):
    _row["uuid"] = f"id-{_at}"
FOUND = {"Plain": (3, "W", "W"), "Split // Halves": (5, "UR", "UR")}


def read_out(columns: Columns) -> dict[str, tuple[Any, ...]]:
    values = map(columns.values, range(len(columns)))
    return {
        name: (v.mana_value, v.colors, v.color_identity)
        for name, v in zip(columns.names, values, strict=True)
    }


def as_text(row: dict[str, Any], form: str) -> dict[str, Any]:
    """Return a row with its lists as the tables of MTGJSON have them."""
    return {
        k: (", ".join(v) if form == "joined" else repr(v)) if isinstance(v, list) else v
        for k, v in row.items()
    }


def test_cards_behind_their_identifiers(tmp_path: Path) -> None:
    """Like AllIdentifiers: each object a card or a face, behind its uuid."""
    for name, content in (
        ("wrapped", {"meta": {"date": "2026-07-09"}, "data": {r["uuid"]: r for r in ROWS}}),
        ("bare", {r["uuid"]: r for r in ROWS}),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(content))
        columns = load(path)
        assert read_out(columns) == FOUND, name
        assert columns.report.is_whole
        assert columns.report.objects == 3


@pytest.mark.parametrize("form", ["joined", "repr"])
def test_a_csv_of_mtgjson(tmp_path: Path, form: str) -> None:
    path = tmp_path / "cards.csv"
    names = list(dict.fromkeys(k for r in ROWS for k in r))
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, names)
        writer.writeheader()
        writer.writerows(as_text(r, form) for r in ROWS)
    columns = load(path)
    assert read_out(columns) == FOUND
    assert (columns.report.source, columns.report.shape) == ("MTGJSON", "CSV")
    assert columns.report.is_whole
    path.write_text("name,uuid,manaValue\nOdd,x,many\nFine,y,1\n")
    assert load(path).report.skipped == 1
    with pytest.raises(BadCardFile, match="object 1"):
        load(path, strict=True)


@pytest.mark.parametrize("as_lists", [True, False])
def test_a_parquet_file_of_mtgjson(tmp_path: Path, as_lists: bool) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    path = tmp_path / "cards.parquet"
    rows = ROWS if as_lists else [as_text(r, "joined") for r in ROWS]
    names = dict.fromkeys(k for r in rows for k in r)
    parquet.write_table(
        pyarrow.Table.from_pylist([{n: r.get(n) for n in names} for r in rows]), path
    )
    columns = load(path)
    assert read_out(columns) == FOUND
    assert columns.report.shape == "parquet"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BadCardFile, match="no parquet file"):
        load(path)


def test_a_sqlite_file_of_mtgjson(tmp_path: Path) -> None:
    path = tmp_path / "all.sqlite"
    names = list(dict.fromkeys(k for r in ROWS for k in r))
    with sqlite3.connect(path) as base:
        base.execute(f"CREATE TABLE cards ({', '.join(names)})")
        for row in ROWS:
            text = as_text(row, "joined")
            marks = ", ".join("?" * len(names))
            base.execute(f"INSERT INTO cards VALUES ({marks})", [text.get(n) for n in names])
        base.execute("CREATE TABLE sets (code, releaseDate)")
        base.execute("INSERT INTO sets VALUES ('TST', '2024-02-09')")
    base.close()
    columns = load(path)
    assert read_out(columns) == FOUND
    assert columns.released[0] == "2024-02-09"
    assert columns.report.shape == "SQLite"
    with sqlite3.connect(path) as base:
        base.execute("DROP TABLE sets")
        base.execute("CREATE TABLE sets (code)")  # dates are not needed for anything else
    assert load(path).released[0] is None
    with sqlite3.connect(path) as base:
        base.execute("DROP TABLE cards")
    base.close()
    with pytest.raises(BadCardFile, match="no table of cards"):
        load(path)


@pytest.mark.parametrize(
    "content",
    [
        {"meta": {"date": "x"}, "data": [{"baseSetSize": 3, "code": "TST", "name": "Test",
                                          "sealedProduct": [{"name": "Box"}]}]},
        [{"baseSetSize": 3, "code": "TST", "name": "Test", "type": "expansion"}],
        {"object": "list", "has_more": False, "data": [
            {"object": "set", "id": "x", "code": "tst", "name": "Test", "card_count": 3}]},
        {"object": "set", "code": "tst", "name": "Test"},
    ],
)  # fmt: skip
def test_lists_of_sets_are_refused(tmp_path: Path, content: Any) -> None:
    path = tmp_path / "sets.json"
    path.write_text(json.dumps(content))
    with pytest.raises(BadCardFile, match="lists sets, not cards"):
        load(path)


def test_a_set_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    one = {"baseSetSize": 2, "block": "x", "code": "TST", "cards": ROWS, "tokens": []}
    for content in ({"data": one}, {"data": {"TST": one}}):
        path.write_text(json.dumps(content))
        assert read_out(load(path)) == FOUND


# --- what is missing ----------------------------------------------------------------------


def test_a_back_face_that_is_missing_leaves_what_the_front_decides(tmp_path: Path) -> None:
    """712.8a: in a hand a double-faced card has its front face's characteristics alone."""
    path = tmp_path / "cards.json"
    front = {
        "name": "Front // Back", "faceName": "Front", "side": "a", "layout": "transform",
        "manaCost": "{1}{G}", "type": "Creature", "uuid": "1", "colorIdentity": ["G"],
    }  # fmt: skip
    path.write_text(json.dumps([front]))
    columns = load(path)
    assert read_out(columns) == {"Front": (2, "G", None)}  # the back may add to the identity
    assert "faces missing in the file" in columns.values(0).flags
    path.write_text(json.dumps([{**front, "side": "b", "faceName": "Back"}]))
    assert read_out(load(path)) == {"Back": (None, None, None)}


def test_a_cause_is_named_only_where_it_is_one(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    more = scryfall("More", colors=["B"], color_identity=["B"])  # the file has more than we find
    less = scryfall("Less", mana_cost="{G}", colors=[], color_identity=[])
    path.write_text(json.dumps([more, less]))
    columns = load(path)
    causes = [{d.field: d.cause for d in columns.values(i).differences} for i in range(2)]
    assert causes[0] == {
        "colors": "no source in the file", "color_identity": "no source in the file",
    }  # fmt: skip
    assert causes[1] == {
        "colors": "not what the card gives", "color_identity": "not what the card gives",
    }  # fmt: skip


@pytest.mark.parametrize("lacks", [(), ("faceName",), ("side",), ("faceName", "side", "cardParts")])
def test_the_two_cards_of_a_pair_are_not_said_to_be_missing(
    tmp_path: Path, lacks: tuple[str, ...]
) -> None:
    """A meld card is in the file under both names joined; what is joined behind is no other card.

    The values are those of 202.3c, whatever of the pair the file leaves out.
    """
    pair = ["Gisela, the Broken Blade", "Bruna, the Fading Light"]
    result = "Brisela, Voice of Nightmares"
    rows = [
        {"name": f"{n} // {result}", "faceName": n, "side": "a", "layout": "meld",
         "manaCost": cost, "type": "Legendary Creature", "cardParts": [*pair, result]}
        for n, cost in zip(pair, ("{2}{W}{W}", "{5}{W}{W}"), strict=True)
    ]  # fmt: skip
    rows.append({"name": result, "faceName": result, "side": "b", "layout": "meld",
                 "type": "Legendary Creature", "cardParts": [*pair, result]})  # fmt: skip
    rows = [{k: v for k, v in row.items() if k not in lacks} for row in rows]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"data": {"cards": rows}}))
    columns = load(path)
    assert not [w for w in columns.report.warnings if "not in the file" in w]
    assert [columns.values(n).mana_value for n in range(3)] == [4, 7, 11]
    assert columns.names == [*pair, result]
