"""Mana symbols and costs: 105.2, 107.4, 202.1-202.3, 700.5, 709.4b."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgmeld.errors import BadManaCost
from mtgmeld.mana import ManaCost, colors_of, combine, devotion, order, symbol, total

HYBRID_PAIRS = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U")

SYMBOLS = (
    [str(n) for n in (0, 1, 2, 15, 16, 100, 1_000_000)]
    + list("XYZWUBRGCS")
    + list(HYBRID_PAIRS)
    + [f"{pair}/P" for pair in HYBRID_PAIRS]
    + [f"2/{c}" for c in "WUBRG"]
    + [f"C/{c}" for c in "WUBRG"]
    + [f"{c}/P" for c in "WUBRGC"]
    + [f"H{c}" for c in "WUBRG"]
    + ["½", "∞"]
)

costs = st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=12).map(
    lambda found: "".join("{" + s + "}" for s in found)
)


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


# --- symbols -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "value", "colors"),
    [
        ("0", "generic", 0, ""),
        ("7", "generic", 7, ""),
        ("1000000", "generic", 1_000_000, ""),
        ("X", "variable", 0, ""),
        ("Y", "variable", 0, ""),
        ("Z", "variable", 0, ""),
        ("W", "colored", 1, "W"),
        ("G", "colored", 1, "G"),
        ("C", "colorless", 1, ""),
        ("S", "snow", 1, ""),
        ("W/U", "hybrid", 1, "WU"),
        ("G/W", "hybrid", 1, "WG"),
        ("2/R", "twobrid", 2, "R"),
        ("C/B", "colorless hybrid", 1, "B"),
        ("B/P", "phyrexian", 1, "B"),
        ("C/P", "phyrexian", 1, ""),
        ("G/U/P", "hybrid phyrexian", 1, "UG"),
        ("½", "half", Fraction(1, 2), ""),
        ("HW", "half", Fraction(1, 2), "W"),
        ("∞", "infinite", math.inf, ""),
    ],
)
def test_every_kind_of_symbol(text: str, kind: str, value: float, colors: str) -> None:
    found = symbol(text)
    assert found is not None
    assert (found.text, found.kind, found.value, found.colors) == (text, kind, value, colors)
    assert str(found) == "{" + text + "}"


@pytest.mark.parametrize("text", SYMBOLS)
def test_a_symbol_reads_in_any_case_and_spacing(text: str) -> None:
    assert symbol(f" {text.lower()} ") == symbol(text)


@pytest.mark.parametrize("pair", HYBRID_PAIRS)
def test_the_colors_of_a_hybrid_symbol_may_stand_in_either_order(pair: str) -> None:
    left, right = pair.split("/")
    assert symbol(f"{right}/{left}") == symbol(pair)
    assert symbol(f"{right}/{left}/P") == symbol(f"{pair}/P")
    assert symbol(f"{left}/2") == symbol(f"2/{left}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "/",
        "//",
        "W/",
        "/W",
        "W/W",
        "2/2",
        "C/C",
        "2/C",
        "3/W",
        "2/W/P",
        "C/W/P",
        "W/U/B",
        "W/P/P",
        "P",
        "P/W",
        "X/W",
        "X/P",
        "S/P",
        "H",
        "HC",
        "HX",
        "WU",
        "-1",
        "+1",
        "1.5",
        "1/2",
        "1e3",
        "0x1",
        "T",
        "Q",
        "E",
        "CHAOS",
        "{W}",
        "W}",
        "ſ",
        "Ｗ",
        "٣",
        "²",
        "half",
        "infinity",
        "9" * 16,
        "W" * 1_000_000,
    ],
)
def test_what_is_no_mana_symbol(text: str) -> None:
    assert symbol(text) is None


def test_a_symbol_names_the_rule_for_its_value() -> None:
    rules = {s: symbol(s).rule for s in ("X", "W/U", "2/W", "C/W", "W/P", "G/U/P", "W", "3")}
    assert rules == {
        "X": "202.3e",
        "W/U": "202.3f",
        "2/W": "202.3f",
        "C/W": "202.3f",
        "W/P": "202.3g",
        "G/U/P": "202.3g",
        "W": "202.3",
        "3": "202.3",
    }


# --- values and colors -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "colors"),
    [
        ("{0}", 0, ""),
        ("{2}{W}{W}", 4, "W"),
        ("{U}{B}", 2, "UB"),
        ("{4}{B}{R}", 6, "BR"),
        ("{X}{R}{R}", 2, "R"),
        ("{X}{Y}{Z}", 0, ""),
        ("{2/W}{2/W}{2/W}", 6, "W"),
        ("{2/W}{2/U}{2/B}{2/R}{2/G}", 10, "WUBRG"),
        ("{R/W}{R/W}{R/W}", 3, "WR"),
        ("{1}{B/P}{B/P}", 3, "B"),
        ("{2}{G}{G/U/P}{U}", 5, "UG"),
        ("{C/W}{C/U}", 2, "WU"),
        ("{S}", 1, ""),
        ("{3}{C}", 4, ""),
        ("{1000000}", 1_000_000, ""),
    ],
)
def test_mana_value_and_colors(text: str, value: int, colors: str) -> None:
    """202.3, 202.3e-g; 105.2, 202.2."""
    assert cost(text).mana_value == value
    assert isinstance(cost(text).mana_value, int)
    assert cost(text).colors == colors


def test_halves_are_exact() -> None:
    assert cost("{HW}").mana_value == Fraction(1, 2)
    assert cost("{HW}{½}").mana_value == 1
    assert isinstance(cost("{HW}{½}").mana_value, int)
    assert cost("{½}" * 3).mana_value == Fraction(3, 2)
    assert cost("{1}{HR}").mana_value == Fraction(3, 2)
    assert cost("{HR}").colors == "R"


def test_infinity() -> None:
    assert cost("{∞}").mana_value == math.inf
    assert cost("{∞}{1}{½}").mana_value == math.inf


def test_x_has_the_announced_value_on_the_stack() -> None:
    """107.3g, 202.3e: 0 elsewhere."""
    ribbons = cost("{X}{B}{B}")
    assert ribbons.mana_value == 2
    assert ribbons.value(3) == 5
    assert cost("{X}{X}").value(2) == 4
    assert cost("{X}{HW}").value(1) == Fraction(3, 2)
    assert ribbons.variables == ("X",)
    assert cost("{Z}{X}{X}").variables == ("X", "Z")
    assert cost("{2}").variables == ()


# --- reading -----------------------------------------------------------------------------


@given(costs)
def test_reading_and_writing_gives_the_same_text(text: str) -> None:
    assert str(cost(text)) == text
    assert cost(str(cost(text))) == cost(text)


@given(costs)
def test_case_and_spaces_between_symbols_do_not_matter(text: str) -> None:
    assert str(cost(f" {text.lower().replace('}', '} ')}")) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("   ", 0),
        ("W", 0),
        ("2WW", 0),
        ("{", 0),
        ("}", 0),
        ("{}", 0),
        ("{W", 0),
        ("{W}{", 3),
        ("{W}}", 3),
        ("{{W}}", 0),
        ("{2}{W}x", 6),
        ("{2}{Q}", 3),
        ("{2}{T}{W}", 3),
        ("{1} {2} {W/W}", 8),
        ("{2}{W/U/B}", 3),
        ("{-1}", 0),
        ("{W}\x00", 3),
        ("{" + "9" * 16 + "}", 0),
        ("None", 0),
        ("{2}//{W}", 3),
    ],
)
def test_an_error_has_the_position(text: str, position: int) -> None:
    with pytest.raises(BadManaCost) as caught:
        cost(text)
    assert caught.value.position == position
    assert caught.value.text == text
    assert f"position {position}" in str(caught.value)
    with pytest.raises(ValueError, match="not a mana cost"):
        cost(text)


@pytest.mark.parametrize("text", ["{W}" * 400_000, "{" * 1_000_000, "x" * 1_000_000])
def test_absurdly_long_text_is_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(BadManaCost) as caught:
        cost(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("given_value", [None, 3, ["{W}"], b"{W}", {"W": 1}])
def test_what_is_no_text_is_refused(given_value: object) -> None:
    with pytest.raises(BadManaCost, match="text was expected"):
        # what the types forbid is refused at run time too
        ManaCost.parse(given_value)  # type: ignore[arg-type]


def test_large_numbers_are_kept() -> None:
    assert cost("{999999999999}").mana_value == 999_999_999_999
    many = cost("{999999999999999}" * 50)
    assert many.mana_value == 50 * 999_999_999_999_999
    assert many.whole.mana_value == many.mana_value


@given(st.text(max_size=40))
def test_any_text_is_a_cost_or_refused(text: str) -> None:
    try:
        found = cost(text)
    except BadManaCost as error:
        position = error.position
    else:
        position = 0
        assert cost(str(found)) == found
    assert 0 <= position <= len(text)


# --- equality ----------------------------------------------------------------------------


def test_a_cost_of_zero_is_not_the_lack_of_a_cost() -> None:
    """202.1b."""
    assert cost("{0}") is not None
    # the comparison by value is what is tested
    assert cost("{0}") != None  # noqa: E711
    assert cost("{0}").mana_value == 0
    assert str(cost("{0}")) == "{0}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{1}{R}{1}{U}", "{2}{U}{R}"),
        ("{R}{3}{G}", "{3}{R}{G}"),
        ("{G/W}", "{W/G}"),
        ("{0}{W}", "{W}"),
        ("{x}", "{X}"),
        ("{2}{3}", "{5}"),
    ],
)
def test_costs_that_ask_for_the_same_are_equal(one: str, other: str) -> None:
    """709.4b: the whole cost is compared, not the separate symbols."""
    assert cost(one) == cost(other)
    assert hash(cost(one)) == hash(cost(other))
    assert len({cost(one), cost(other)}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{1}", "{C}"),
        ("{1}", "{S}"),
        ("{1}", "{X}"),
        ("{X}", "{Y}"),
        ("{0}", "{X}"),
        ("{W/U}", "{W}"),
        ("{W/P}", "{W}"),
        ("{2/W}", "{2}"),
        ("{W}{W}", "{W}"),
        ("{HW}{HW}", "{W}"),
        ("{∞}", "{1000000}"),
        ("{C/W}", "{2/W}"),
    ],
)
def test_costs_that_ask_for_different_mana_differ(one: str, other: str) -> None:
    assert cost(one) != cost(other)


def test_a_cost_is_no_text() -> None:
    assert cost("{W}") != "{W}"
    assert cost("{W}").__eq__("{W}") is NotImplemented


@given(costs, st.randoms())
def test_the_order_of_symbols_does_not_change_the_cost(text: str, random: Random) -> None:
    parts = [str(s) for s in cost(text)]
    random.shuffle(parts)
    shuffled = cost("".join(parts))
    assert shuffled == cost(text)
    assert hash(shuffled) == hash(cost(text))
    assert shuffled.mana_value == cost(text).mana_value
    assert str(shuffled.whole) == str(cost(text).whole)


@given(costs)
def test_a_cost_survives_pickling(text: str) -> None:
    again = pickle.loads(pickle.dumps(cost(text)))
    assert again == cost(text)
    assert str(again) == text


def test_the_representation_can_be_typed_again() -> None:
    assert repr(cost("{2}{w/u}")) == "ManaCost.parse('{2}{W/U}')"


# --- whole costs and separate symbols -----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("{1}{R}{1}{U}", "{2}{U}{R}"),
        ("{R}{3}{G}", "{3}{R}{G}"),
        ("{1}{B}{3}{G}", "{4}{B}{G}"),
        ("{U}{B}{4}{B}{R}", "{4}{U}{B}{B}{R}"),
        ("{1}{R}{W}", "{1}{R}{W}"),
        ("{2}{W}{W}{5}{U}{U}", "{7}{W}{W}{U}{U}"),
        ("{G}{W}", "{G}{W}"),
        ("{W}{G}{U}{1}", "{1}{G}{W}{U}"),
        ("{G}{R}{B}{U}{W}", "{W}{U}{B}{R}{G}"),
        ("{R}{X}", "{X}{R}"),
        ("{1}{X}{G}{X}{R}{R}", "{X}{X}{1}{R}{R}{G}"),
        ("{U}{G/U/P}{G}{2}", "{2}{G}{G/U/P}{U}"),
        ("{W}{G/U}", "{G/U}{W}"),
        ("{0}", "{0}"),
        ("{0}{0}", "{0}"),
        ("{0}{W}", "{W}"),
        ("{C}{3}", "{3}{C}"),
        ("{½}{3}", "{3}{½}"),
        ("{½}{∞}", "{∞}{½}"),
        ("{C}{S}{HW}{2}", "{2}{HW}{S}{C}"),
        ("{C}{S}", "{S}{C}"),
    ],
)
def test_the_whole_cost_stands_in_the_customary_order(text: str, whole: str) -> None:
    assert str(cost(text).whole) == whole
    assert cost(text).whole == cost(text)


@given(costs)
def test_the_whole_cost_asks_for_the_same(text: str) -> None:
    whole = cost(text).whole
    assert whole == cost(text)
    assert whole.mana_value == cost(text).mana_value
    assert whole.colors == cost(text).colors
    assert str(whole.whole) == str(whole)


def test_separate_symbols_and_the_whole_are_different_questions() -> None:
    """709.4b: the same cost, but one has a symbol twice."""
    fire_ice = combine([cost("{1}{R}"), cost("{1}{U}")])
    assert fire_ice == cost("{2}{U}{R}")
    assert fire_ice.counts() == {"1": 2, "R": 1, "U": 1}
    assert fire_ice.repeats() == ("1",)
    assert cost("{2}{U}{R}").repeats() == ()
    assert combine([cost("{R}"), cost("{3}{G}")]).repeats() == ()
    assert cost("{1}{R}").plus(cost("{1}{U}")) == fire_ice
    assert fire_ice.mana_value == 4
    assert fire_ice.colors == "UR"


@given(st.lists(costs, min_size=1, max_size=5))
def test_a_combined_cost_is_the_sum(texts: list[str]) -> None:
    """202.3d."""
    both = combine(cost(t) for t in texts)
    assert both.mana_value == sum(cost(t).mana_value for t in texts)
    assert both.colors == order("".join(cost(t).colors for t in texts))
    assert str(both) == "".join(texts)


def test_combining_nothing_costs_nothing() -> None:
    assert combine([]).mana_value == 0
    assert combine([]) == cost("{0}")
    assert str(combine([]).whole) == "{0}"


@pytest.mark.parametrize(
    ("text", "more", "result"),
    [
        ("{1}{R}{W}", 1, "{2}{R}{W}"),
        ("{1}{R}{W}", -1, "{R}{W}"),
        ("{1}{R}{W}", -5, "{R}{W}"),
        ("{U}", -1, "{U}"),
        ("{U}", 1, "{1}{U}"),
        ("{4}{U}", -1, "{3}{U}"),
        ("{4}{R}{G}", -2, "{2}{R}{G}"),
        ("{2}", -2, "{0}"),
        ("{1}{R}{1}{U}", -2, "{U}{R}"),
        ("{X}{G}", 2, "{X}{2}{G}"),
        ("{2/W}", -2, "{2/W}"),
        ("{C}", -1, "{C}"),
        ("{W/U}", 0, "{W/U}"),
    ],
)
def test_a_change_applies_to_generic_mana_only(text: str, more: int, result: str) -> None:
    """118.7a, 601.2f."""
    assert str(cost(text).more(more)) == result


# --- devotion and colors -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "colors", "count"),
    [
        ("{2}{B}", "B", 1),
        ("{3}{B}{B}", "B", 2),
        ("{2}{B}{3}{B}{B}", "B", 3),
        ("{2}{B}", "W", 0),
        ("{R/W}{R/W}{R/W}", "R", 3),
        ("{R/W}{R/W}{R/W}", "W", 3),
        ("{R/W}{R/W}{R/W}", "RW", 3),
        ("{2/W}{2/U}", "U", 1),
        ("{G/U/P}{G}{U}", "G", 2),
        ("{B/P}", "B", 1),
        ("{X}{C}{5}", "WUBRG", 0),
        ("{HW}", "W", 1),
    ],
)
def test_devotion_counts_symbols(text: str, colors: str, count: int) -> None:
    """700.5: each symbol counts once, whatever it is worth."""
    assert cost(text).devotion(colors) == count


def test_devotion_of_many_leaves_out_what_has_no_cost() -> None:
    assert devotion([cost("{W}{W}"), None, cost("{1}{W/B}")], "W") == 3
    assert devotion([None], "W") == 0
    assert devotion([], "W") == 0


def test_colors_of_texts() -> None:
    assert colors_of(["3", "G", "{B}", "T", "W/P"]) == "WBG"
    assert colors_of([]) == ""
    assert order("GGWU") == "WUG"
    assert order("xyz") == ""


def test_total_of_a_pool() -> None:
    assert total({"U": 2, "C": 1}) == 3
    assert total({}) == 0
