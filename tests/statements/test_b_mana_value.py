"""B. Mana value (S023-S040)."""

from __future__ import annotations

import pytest

from mtgmeld.game.characteristics import (
    CopiableValues,
    copy_of,
    derive,
    represented_by,
)
from mtgmeld.game.setup import new_game
from mtgmeld.query import compile_filter, of_card
from mtgmeld.question import ask, explain
from mtgmeld.rules.citations import TwoAnswers
from mtgmeld.rules.editions import EDITIONS, readings
from tests.statements.asking import (
    APART,
    BACK_UP,
    BATTLEFIELD,
    NOW,
    at,
    card,
    face_values,
    fits,
    found,
    holds,
    pair,
)

COMBINED = tuple(d for d in EDITIONS if d > "2017-01-20")
TOKEN = {"token copy back face up": "own front"}


@pytest.mark.statement("S023")
@pytest.mark.parametrize(
    ("name", "value"), [("Fire // Ice", 4), ("Assault // Battery", 5), ("Commit // Memory", 10)]
)
def test_off_the_stack_the_combined_cost_counts(name: str, value: int) -> None:
    for zone in ("hand", "library", "graveyard", "exile"):
        holds(name, "mana_value", value, "202.3d", "709.4b", zone=zone)
    for date in COMBINED:
        assert explain(name, "mana_value", edition=date).value == value


@pytest.mark.statement("S023")
@pytest.mark.parametrize("date", APART)
def test_until_2017_there_were_two_values(date: str) -> None:
    holds("Fire // Ice", "mana_value", TwoAnswers((2, 2)), "708.2", edition=date)
    holds("Assault // Battery", "mana_value", TwoAnswers((1, 4)), "708.2", edition=date)


@pytest.mark.statement("S023")
def test_commit_memory_came_with_the_combined_rule() -> None:
    # never two values in any edition of its time
    assert card("Commit // Memory").released == "2017-04-28"
    assert explain("Commit // Memory", "mana_value", edition="2017-04-28").value == 10


@pytest.mark.statement("S024")
@pytest.mark.parametrize("half", ["left", "right"])
def test_on_the_stack_the_half_that_was_cast_counts(half: str) -> None:
    holds("Fire // Ice", "mana_value", 2, "202.3d", "709.3b", cast=half)
    assert fits("mv=2", "Fire // Ice", zone="stack", cast=half)  # a target for Spell Snare


@pytest.mark.statement("S025")
def test_a_fused_spell_has_the_sum() -> None:
    holds("Wear // Tear", "mana_value", 3, "202.3d", cast="fused")
    assert fits("mv=2", "Wear // Tear", zone="stack", cast="left")
    assert not fits("mv=2", "Wear // Tear", zone="stack", cast="fused")


@pytest.mark.statement("S025")
@pytest.mark.parametrize("date", APART)
def test_a_fused_spell_had_one_value_before_2017_too(date: str) -> None:
    holds("Wear // Tear", "mana_value", 3, "708.2", "702.101b", cast="fused", edition=date)


@pytest.mark.statement("S026")
def test_a_comparison_off_the_stack_uses_the_combined_value() -> None:
    for date in COMBINED:
        assert not fits("mv<=2", "Fire // Ice", zone="hand", edition=date)
        assert not compile_filter("mv<=2").matches(of_card(card("Fire // Ice"), None, at(date)))


@pytest.mark.statement("S026")
@pytest.mark.parametrize("date", APART)
def test_until_2017_one_half_was_enough(date: str) -> None:
    assert fits("mv<=2", "Fire // Ice", zone="hand", edition=date)  # 708.6a
    assert compile_filter("mv<=2").matches(of_card(card("Fire // Ice"), None, at(date)))


@pytest.mark.statement("S027")
@pytest.mark.parametrize("date", EDITIONS)
def test_void_and_infernal_genesis(date: str) -> None:
    """A comparison asked each half until 2017 (708.6a); what was used was the sum (708.5a)."""
    old = date in APART
    assert fits("mv=1", "Assault // Battery", zone="hand", edition=date) is old
    assert fits("mv=5", "Assault // Battery", zone="hand", edition=date) is not old
    state = new_game(edition=date).put("Assault // Battery", "hand").state()
    assert state.amount("mana value of each in:hand").value == 5


@pytest.mark.statement("S028")
def test_x_counts_on_the_stack_only() -> None:
    holds("Cut // Ribbons", "mana_value", 4, "202.3e", "107.3g", zone="graveyard")
    holds("Cut // Ribbons", "mana_value", 5, "202.3e", "107.3a", cast="Ribbons", x=3)
    holds("Cut // Ribbons", "mana_value", 2, "202.3e", cast="Ribbons", x=0)


@pytest.mark.statement("S029")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "command"])
def test_a_room_card_has_the_sum_elsewhere(zone: str) -> None:
    holds("Unholy Annex // Ritual Chamber", "mana_value", 8, "202.3d", "709.4b", zone=zone)


@pytest.mark.statement("S030")
@pytest.mark.parametrize(
    ("unlocked", "value", "rules"),
    [
        ("", 0, ("709.5", "202.3a")),
        ("left", 1, ("709.5", "202.3")),
        ("right", 5, ("709.5", "202.3")),
        ("left,right", 6, ("709.5", "202.3", "202.3d")),
    ],
)
def test_a_room_permanent_counts_unlocked_halves(
    unlocked: str, value: int, rules: tuple[str, ...]
) -> None:
    name = "Bottomless Pool // Locker Room"
    holds(name, "mana_value", value, *rules, unlocked=unlocked)


@pytest.mark.statement("S031")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_nonmodal_back_uses_the_fronts_cost(date: str) -> None:
    for name, value in (("Ravager of the Fells", 4), ("Insectile Aberration", 1)):
        why = explain(name, "mana_value", edition=date)
        assert why.value == value
        assert {"202.3b", "712.8e"} <= set(why.derived.all_rules)


@pytest.mark.statement("S032")
@pytest.mark.parametrize("date", EDITIONS)
def test_a_spell_cast_transformed_uses_the_fronts_cost_since_2021(date: str) -> None:
    why = explain("Hook-Haunt Drifter", "mana_value", zone="stack", edition=date)
    assert why.value == (2 if date >= "2021-11-19" else 0)
    if date >= "2021-11-19":
        assert {"202.3b", "712.8c"} <= set(why.derived.all_rules)
    else:
        assert "202.3a" in why.derived.all_rules


@pytest.mark.statement("S033")
def test_a_modal_face_has_its_own_cost() -> None:
    tibalt = "Tibalt, Cosmic Impostor"
    holds(tibalt, "mana_value", 7, "712.8f", "202.3", zone="battlefield")
    pass_ = "Shatterskull, the Hammer Pass"
    holds(pass_, "mana_value", 0, "712.8f", "202.3a", zone="battlefield")
    smash = "Shatterskull Smashing"
    holds(smash, "mana_value", 2, "712.8a", "202.3e", zone="hand")
    holds(smash, "mana_value", 7, "712.8f", "202.3e", zone="stack", x=5)


@pytest.mark.statement("S034")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Chittering Host", 7),
        ("Hanweir, the Writhing Township", 3),
        ("Brisela, Voice of Nightmares", 11),
        ("Mishra, Lost to Phyrexia", 7),
        ("Urza, Planeswalker", 8),
        ("Titania, Gaea Incarnate", 3),
        ("Ragnarok, Divine Deliverance", 7),
    ],
)
def test_a_melded_permanent_has_the_sum_of_its_fronts(name: str, value: int) -> None:
    holds(name, "mana_value", value, "202.3c", "712.8g")
    for date in EDITIONS:
        assert explain(name, "mana_value", edition=date).value == value


@pytest.mark.statement("S035")
def test_no_cost_is_there_although_there_is_a_mana_value() -> None:
    for name, value, color, rule in (
        ("Brisela, Voice of Nightmares", 11, "W", "202.3c"),
        ("Insectile Aberration", 1, "U", "202.3b"),
    ):
        holds(name, "mana_cost", None, "202.1b")
        holds(name, "mana_value", value, rule)
        holds(name, "devotion", "none", "700.5", "202.1b")
        assert found(name).devotion(color) == 0
    assert found("Delver of Secrets", zone="battlefield").devotion("U") == 1


@pytest.mark.statement("S036")
def test_a_copy_of_a_melded_permanent_has_mana_value_0() -> None:
    holds("Chittering Host", "mana_value", 0, "202.3c", "712.8g", copy=True)
    have = found("Chittering Host", copy=True)
    assert (have.power.value, have.toughness.value) == ("5", "6")
    assert have.names.value == ("Chittering Host",)


@pytest.mark.statement("S037")
@pytest.mark.parametrize("policy", ["copied cost", "own fronts"])
def test_even_when_the_copy_is_itself_melded(policy: str) -> None:
    host, brisela = pair("Chittering Host"), pair("Brisela, Voice of Nightmares")
    copying = copy_of(brisela, BATTLEFIELD, NOW, onto=host)
    chosen = readings({"melded permanent as a copy": policy})
    value = derive(copying, BATTLEFIELD, NOW, chosen).mana_value
    assert value.value == 0
    assert "202.3c" in value.rules
    assert represented_by(copying, BATTLEFIELD).value == 2
    assert derive(host, BATTLEFIELD, NOW, chosen).mana_value.value == 7


@pytest.mark.statement("S038")
def test_a_melded_permanent_copying_something_with_a_cost() -> None:
    bears = copy_of(face_values("Grizzly Bears"), BATTLEFIELD, NOW, onto=pair("Chittering Host"))
    value = derive(bears, BATTLEFIELD, NOW).mana_value
    assert value.value == 2
    assert {"707.2", "202.3", "202.3c"} <= set(value.all_rules)
    assert value.policy == "melded permanent as a copy"
    assert "the other reading" in value.says
    assert "7" in value.says
    chosen = readings({"melded permanent as a copy": "own fronts"})
    letter = derive(bears, BATTLEFIELD, NOW, chosen).mana_value
    assert letter.value == 7
    assert "202.3c" in letter.all_rules
    assert letter.policy == "melded permanent as a copy"


@pytest.mark.statement("S039")
def test_a_copy_of_a_nonmodal_back_has_mana_value_0() -> None:
    holds("Ravager of the Fells", "mana_value", 0, "202.3b", "712.8e", copy=True)
    # even if its own card is double-faced
    delver = face_values("Delver of Secrets")
    huntmaster = face_values("Huntmaster of the Fells")
    copying = copy_of(huntmaster, BACK_UP, NOW, onto=delver)
    value = derive(copying, BACK_UP, NOW).mana_value
    assert value.value == 0
    assert {"202.3b", "712.8e"} <= set(value.rules)
    # a copy of the front has the front's cost
    front = copy_of(huntmaster, BATTLEFIELD, NOW, onto=delver)
    assert derive(front, BATTLEFIELD, NOW).mana_value.value == 4


@pytest.mark.statement("S040")
def test_a_token_copy_with_its_back_up_is_a_policy() -> None:
    name = "Ravager of the Fells"
    holds(name, "mana_value", 0, "202.3b", "712.8e", "707.8a", token=True)
    why = explain(name, "mana_value", token=True)
    assert why.derived.policy == "token copy back face up"
    assert "the other reading" in why.derived.says
    assert "4" in why.derived.says
    holds(name, "mana_value", 4, "202.3b", "707.8a", token=True, policies=TOKEN)
    other = explain(name, "mana_value", token=True, policies=TOKEN)
    assert other.derived.policy == "token copy back face up"


@pytest.mark.statement("S040")
def test_the_same_for_a_token_that_transforms_later_and_a_copied_spell() -> None:
    huntmaster = face_values("Huntmaster of the Fells")
    token: CopiableValues = copy_of(huntmaster, BATTLEFIELD, NOW, token=True)
    assert derive(token, BATTLEFIELD, NOW).mana_value.value == 4
    assert derive(token, BACK_UP, NOW).mana_value.value == 0
    assert derive(token, BACK_UP, NOW, readings(TOKEN)).mana_value.value == 4
    spell = "Hook-Haunt Drifter"
    holds(spell, "mana_value", 0, "202.3b", "707.10g", zone="stack", copy=True)
    holds(spell, "mana_value", 2, "202.3b", "707.10g", zone="stack", copy=True, policies=TOKEN)


@pytest.mark.statement("S040")
def test_before_2023_a_token_copy_had_one_face_and_no_choice_of_reading() -> None:
    name = "Ravager of the Fells"
    for policies in (None, TOKEN):
        why = explain(name, "mana_value", token=True, policies=policies, edition="2023-02-03")
        assert why.value == 0
        assert why.derived.policy == ""
    assert ask(name, token=True, edition="2023-04-14").what.layout == "transform"
