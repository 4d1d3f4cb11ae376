"""What a user gives by mistake is refused in words, by an error of the package."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import mtgmeld as mm
from mtgmeld import figures
from mtgmeld.catalog import bundled
from mtgmeld.errors import BadDataFile, BadValue, UnknownName, UnknownPolicy, UnknownRule
from mtgmeld.figures.export import renders
from mtgmeld.game.state import State

POOL = "Bottomless Pool // Locker Room"


def rooms() -> object:
    return mm.room_table(POOL)


@pytest.mark.parametrize(
    ("done", "error", "says"),
    [
        (lambda: mm.to_latex(rooms(), columns=["mana_valeu"]), UnknownName, "mana_value"),
        (lambda: mm.to_markdown(rooms(), columns=["nope"]), UnknownName, "column called 'nope'"),
        (lambda: mm.deck_text(rooms()), UnknownName, "'section'"),
        (lambda: renders(figures.draw("room_states"), ("gif",)), UnknownName, "svg"),
        (lambda: mm.load_catalog("no/such/place"), BadDataFile, "cards.csv"),
        (lambda: mm.ask("Forest", policies="x=y"), BadValue, "a table"),
        (lambda: mm.ask("Forest", policies=[("x", "y")]), BadValue, "a table"),
        (lambda: mm.ask("Forest", policies={"x": "y"}), UnknownPolicy, "'x'"),
        (lambda: mm.rules.gist(709.5), UnknownRule, "as text"),
        (lambda: mm.rules.history(709.5), UnknownRule, "as text"),
        (lambda: mm.rules.history("709.5z"), UnknownRule, "709.5"),
        (
            lambda: mm.new_game().put("Forest", id="f").state().characteristics("f")["colour"],
            UnknownName,
            "colors",
        ),
    ],
)
def test_it_is_refused_in_words(
    done: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as refused:
        done()
    assert isinstance(refused.value, mm.MtgmeldError)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "missing",
    [
        lambda: mm.new_game().put("Forest", id="f").state().characteristics("f")["colour"],
        lambda: bundled()["No Such Card"],
        lambda: mm.figures.FIGURES["no such figure"],
    ],
)
def test_a_key_that_is_missing_is_a_key_error(missing: Callable[[], object]) -> None:
    with pytest.raises(KeyError):
        missing()


def test_texts_of_numpy_are_texts() -> None:
    state = mm.new_game().put(POOL, id="room").state()
    assert State.from_json(np.str_(state.to_json())) == state


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_catalog_and_a_setup_can_be_copied_and_sent(again: Callable[[object], object]) -> None:
    """To another process, with every card of the game still to be found."""
    assert "Sol Ring" in bundled()
    made = again(mm.new_game().put(POOL, id="room"))
    assert made.put("Sol Ring", id="ring").state().value("ring", "mana_value").value == 1
    assert again(bundled())["Tarmogoyf"] == bundled()["Tarmogoyf"]
