"""Short forms for asking in tests: the value, and the rules that must be cited for it."""

from __future__ import annotations

from typing import Any

from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.game.characteristics import (
    Characteristics,
    Circumstances,
    CopiableValues,
    of_card,
    of_pair,
)
from mtgmeld.game.setup import new_game
from mtgmeld.game.views import matches
from mtgmeld.mana import ManaCost
from mtgmeld.question import ask, explain
from mtgmeld.rules.editions import EDITIONS, Edition, edition

CATALOG = load_catalog()
NOW = edition()
BATTLEFIELD = Circumstances("battlefield")
BACK_UP = Circumstances("battlefield", face=1)

# the editions in which each half of a split card answered for itself
APART = tuple(d for d in EDITIONS if d <= "2017-01-20")


def card(name: str) -> Card:
    return CATALOG[name]


def pair(name: str) -> CopiableValues:
    """What a melded permanent is read from."""
    return of_pair(CATALOG.meld_pair(name))


def face_values(name: str) -> CopiableValues:
    return of_card(CATALOG[name])


def cost(text: str) -> ManaCost:
    return ManaCost.parse(text)


def values(name: str, **how: Any) -> dict[str, Any]:
    """Every bare characteristic."""
    return ask(name, **how).characteristics().values()


def found(name: str, **how: Any) -> Characteristics:
    return ask(name, **how).characteristics()


def fits(text: str, name: str, **how: Any) -> bool:
    """Say whether an object fits a filter in a game."""
    setup = new_game(edition=how.pop("edition", None))
    state = setup.put(name, how.pop("zone", "battlefield"), id="it", **how).state()
    return matches(state, text, state.things[state.find_one("it")], None, "you")


def at(date: str) -> Edition:
    return edition(date)


def holds(name: str, value: str, expected: Any, *rules: str, **how: Any) -> None:
    """Check a value, and that its explanation cites the rules."""
    why = explain(name, value, **how)
    assert why.value == expected, str(why)
    missing = [r for r in rules if r not in why.rules]
    assert not missing, f"{missing} not cited: {why}"
