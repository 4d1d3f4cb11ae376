"""Paying costs: which mana pays for which symbol, restrictions, life, changes of costs."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgmeld.errors import BadManaCost, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.casting import reduced
from mtgmeld.game.payment import can_pay, payment, pool_of, with_x
from mtgmeld.mana import ManaCost
from tests.statements.game import game, happened, play, refused


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


def spends(text: str, pool: str, life: int = 20) -> str | None:
    made = payment(cost(text), pool_of(pool), life)
    return None if made is None else str(made)


@pytest.mark.parametrize(
    ("text", "pool", "spent"),
    [
        ("{1}{U}", "UU", "{U}{U}"),
        ("{1}{R}", "UU", None),
        ("{1}{U}", "U", None),
        # colorless mana pays generic symbols first, and alone pays {C} (107.4c)
        ("{1}{U}", "UC", "{U}{C}"),
        ("{C}", "U", None),
        ("{C}{1}", "CU", "{U}{C}"),
        # a hybrid symbol takes either color (107.4e), without robbing a fixed symbol
        ("{W/U}{W}", "WU", "{W}{U}"),
        ("{W/U}{W/U}", "WR", None),
        ("{R/W}{W/U}{U}", "RWU", "{W}{U}{R}"),
        ("{2/W}", "W", "{W}"),
        ("{2/W}", "UB", "{U}{B}"),
        ("{2/W}", "U", None),
        ("{2/W}{2/U}", "WRR", "{W}{R}{R}"),
        ("{0}", "", "nothing"),
        # a Phyrexian symbol takes its color, or 2 life (107.4f); mana rather than life
        ("{1}{G/P}", "GG", "{G}{G}"),
        ("{1}{G/P}", "R", "{R} and 2 life"),
        ("{G/P}{U/P}", "", "4 life"),
        ("{G/U/P}", "U", "{U}"),
        # snow mana pays a snow symbol and generic symbols (107.4h)
        ("{S}", "U", None),
        ("{S}{1}", "{S}{U}", "{U}{S}"),
    ],
)
def test_what_pays_for_what(text: str, pool: str, spent: str | None) -> None:
    assert spends(text, pool) == spent


def test_life_that_is_not_there_is_not_paid() -> None:
    assert spends("{G/P}{G/P}", "", life=3) is None
    assert spends("{G/P}{G/P}", "", life=4) == "4 life"


KINDS = ["W", "U", "B", "C", "1", "2", "W/U", "U/B", "2/W", "C/B", "G/P", "W/U/P"]


@given(st.lists(st.sampled_from(KINDS), max_size=4), st.text("WUBC", max_size=5))
def test_payable_exactly_if_some_assignment_pays(symbols: list[str], mana: str) -> None:
    """Held against every assignment of single mana to single symbols."""
    if not symbols:
        return
    whole = cost("".join("{" + s + "}" for s in symbols))
    expected = any(pays_in(order, tuple(symbols)) for order in set(permutations(mana)))
    assert can_pay(whole, Counter(mana)) is expected


def pays_in(order: tuple[str, ...], symbols: tuple[str, ...]) -> bool:
    """Whether the symbols can be paid in turn; a generic one takes what comes first."""
    if not symbols:
        return True
    head, rest = symbols[0], symbols[1:]
    parts = head.split("/")
    if "P" in parts and pays_in(order, rest):
        return True
    for letter in (p for p in parts if p in "WUBGC"):
        if letter in order:
            at = order.index(letter)
            if pays_in((*order[:at], *order[at + 1 :]), rest):
                return True
    need = next((int(p) for p in parts if p.isdigit()), None)
    return need is not None and len(order) >= need and pays_in(order[need:], rest)


def test_mana_that_is_no_mana_is_refused() -> None:
    for text in ("{W/U}", "{X}", "Q", "{1", "{2}Z"):
        with pytest.raises(BadManaCost):
            pool_of(text)
    assert pool_of("2UU") == Counter({"C": 2, "U": 2})


def test_x_is_generic_mana() -> None:
    assert str(with_x(cost("{X}{B}{B}"), 3)) == "{3}{B}{B}"
    assert str(with_x(cost("{X}{X}{U}"), 2)) == "{4}{U}"
    assert str(with_x(cost("{X}{B}{B}"), 0)) == "{B}{B}"


@pytest.mark.parametrize(
    ("start", "generic", "mana", "left"),
    [
        ("{3}{U}", 2, "", "{1}{U}"),
        ("{1}{U}", 3, "", "{U}"),
        ("{U}{U}", 2, "", "{U}{U}"),
        ("{2}", 3, "", "{0}"),
        # mana of a type takes that type, what is over takes generic mana (118.7b-d)
        ("{2}{U}{U}", 0, "{U}", "{2}{U}"),
        ("{2}{U}", 0, "{U}{U}", "{1}"),
        ("{2}{R}", 0, "{U}", "{1}{R}"),
        ("{R}", 0, "{U}", "{R}"),
        ("{U}", 0, "{U}", "{0}"),
    ],
)
def test_reductions(start: str, generic: int, mana: str, left: str) -> None:
    assert str(reduced(cost(start), generic, mana)) == left


def test_increases_come_before_reductions() -> None:
    made = game().put("Fire // Ice", "hand", id="it").put("Grizzly Bears", id="bear")
    made.effect(cost="-{3}", what="t:instant").effect(cost="{1}", what="t:instant")
    cast = A.CastSpell(object="it", half="Fire", target="opponent")
    assert happened(play(made.state(), cast), "cast")[0].note == "for {R}"


def test_costs_change_by_name_and_by_colored_mana() -> None:
    named = game().put("Fire // Ice", "hand", id="it").effect(cost="-{1}", named="Fire").state()
    done = play(named, A.CastSpell(object="it", half="Fire", target="opponent"))
    assert happened(done, "cast")[0].note == "for {R}"
    other = game().put("Fire // Ice", "hand", id="it").effect(cost="-{1}", named="Ice").state()
    done = play(other, A.CastSpell(object="it", half="Fire", target="opponent"))
    assert happened(done, "cast")[0].note == "for {1}{R}"
    made = game().put("Fire // Ice", "hand", id="it").effect(cost="{W}", what="c:r").state()
    done = play(made, A.CastSpell(object="it", half="Fire", target="opponent", pay="{1}{R}{W}"))
    assert happened(done, "cast")[0].note == "for {1}{R}{W}"
    made = game().put("Fire // Ice", "hand", id="it").effect(cost="-{R}", what="c:r").state()
    assert (
        happened(play(made, A.CastSpell(object="it", half="Fire", target="opponent")), "cast")[
            0
        ].note
        == "for {1}"
    )


def test_the_pool_is_spent_and_restricted_mana_first() -> None:
    made = game().put("Fire // Ice", "hand", id="it").mana("you", "RRU")
    state = made.mana("you", "R", only="t:instant").state()
    done = play(state, A.CastSpell(object="it", half="Fire", target="opponent", pay="pool"))
    left = done.after.player("you").pool
    assert sorted(m.type for m in left) in (["R", "R"], ["R", "U"])
    assert all(not m.only for m in left)


@pytest.mark.parametrize(
    ("only", "pays"),
    [
        ("t:instant", True),
        ("t:creature", False),
        ("unlock", False),
        ("activate", False),
        ("c:r mv<=2", True),
        ("unlock|t:sorcery|t:instant", True),
    ],
)
def test_restrictions_look_at_the_spell(only: str, pays: bool) -> None:
    made = game().put("Fire // Ice", "hand", id="it").mana("you", "RR", only=only)
    cast = A.CastSpell(object="it", half="Fire", target="opponent", pay="pool")
    if pays:
        assert play(made.state(), cast).after.player("you").pool == ()
    else:
        refused(made.state(), cast, "601.2h", "106.6")


def test_mana_for_doors_does_not_pay_for_abilities() -> None:
    made = game().put("Urza, Lord Protector", id="urza").mana("you", "7", only="unlock")
    refused(made.state(), A.Activate(object="urza", pay="pool"), "106.6")
    made = (
        game().put("Urza, Lord Protector", id="urza").mana("you", "7", only="activate t:legendary")
    )
    assert play(made.state(), A.Activate(object="urza", pay="pool")).after.player("you").pool == ()
    room = game().put("Bottomless Pool // Locker Room", id="room").mana("you", "U", only="activate")
    refused(room.state(), A.Unlock(object="room", half="left", pay="pool"), "106.6")


def test_phyrexian_symbols_cost_life() -> None:
    made = game(life=3).put("Fire // Ice", "hand", id="it").effect(cost="{W/P}", what="t:instant")
    done = play(
        made.state(), A.CastSpell(object="it", half="Fire", target="opponent", pay="{1}{R}")
    )
    assert done.after.player("you").life == 1
    assert "107.4f" in happened(done, "life")[0].rules
    poor = game(life=1).put("Fire // Ice", "hand", id="it").effect(cost="{W/P}", what="t:instant")
    with pytest.raises(IllegalAction, match=r"118\.3"):
        play(poor.state(), A.CastSpell(object="it", half="Fire", target="opponent", pay="{1}{R}"))
