"""The words of standing effects, each checked: events, zones, players, amounts, costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mtgmeld.errors import BadManaCost, UnknownName, near
from mtgmeld.game.pieces import STEPS
from mtgmeld.mana import ManaCost, whole_number
from mtgmeld.query import compile_filter

__all__ = [
    "EVENTS",
    "WHOSE",
    "ZONES",
    "amount_words",
    "change_of_cost",
    "cost_text",
    "filter_text",
    "mana_types",
    "one_of",
    "step_word",
    "whose_word",
    "zone_word",
]

# what a trigger or a watch may wait for
EVENTS: Mapping[str, str] = {
    "dies": "a permanent is put into a graveyard from the battlefield (700.4)",
    "enters": "a permanent enters the battlefield",
    "leaves": "a permanent leaves the battlefield",
    "enters or attacks": "a permanent enters the battlefield or attacks",
    "attacks": "a creature attacks",
    "transforms": "a permanent transforms",
    "cast": "a spell is cast",
    "unlock": "a half of a Room is unlocked (709.5h)",
    "fully unlock": "a Room gets its second unlocked half (709.5i)",
    "lock": "a half of a Room is locked",
    "tapped for mana": "a permanent is tapped for mana, and makes some (106.12a)",
    "put into graveyard": "a card is put into a graveyard; once a card",
    "put into exile": "a card is exiled; once a card",
    "put into hand": "a card is put into a hand; once a card",
    "put into library": "a card is put into a library; once a card",
    "put into command": "a card is put into the command zone; once a card",
    "draw": "a card is drawn",
    "discard": "a card is discarded",
    "mill": "a card is milled",
    "countered": "a spell or ability is countered",
    "resolve": "a spell or ability resolves",
    "damage": "damage is dealt to a permanent",
    "combat damage": "an object deals combat damage to a player",
    "step": "a step begins; which one is said by the field step",
}
ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")
WHOSE = ("you", "opponent", "any")


def step_word(step: str, when: str) -> str:
    """Return the step that a trigger waits for."""
    return one_of(step, STEPS, "step") if step or when == "step" else ""


def filter_text(text: str) -> str:
    """Return a filter, checked."""
    if text:
        compile_filter(text)
    return text


def one_of(value: str, options: Iterable[str], what: str) -> str:
    """Return a word that is one of several, or refuse it with near ones."""
    listed = tuple(options)
    if value not in listed:
        raise UnknownName(what, value, near(value, listed) or listed)
    return value


def amount_words(value: str | int | None) -> None:
    """Check an amount in words, as :func:`mtgmeld.game.amounts.amount` reads it."""
    if not isinstance(value, str) or whole_number(value.strip()) is not None:
        return
    head, _, rest = value.strip().partition(" ")
    if head in ("count", "names", "doors") and rest:
        compile_filter(rest)
        return
    words = ("x", "half x", "mana value", "power", "toughness")
    one_of(value.strip(), (*words, "count FILTER", "names FILTER", "doors FILTER"), "amount")


def whose_word(word: str) -> str:
    """Return whose something is; empty for anybody."""
    return "" if word in ("", "any") else one_of(word, WHOSE, "player word")


def zone_word(word: str) -> str:
    """Return a zone; empty for any."""
    return one_of(word, ZONES, "zone") if word else ""


def mana_types(text: str) -> str:
    """Return types of mana as letters."""
    letters = text.replace("{", "").replace("}", "").upper()
    for letter in letters:
        one_of(letter, "WUBRGC", "type of mana")
    return letters


def cost_text(text: str) -> str:
    """Return a cost that stands in the place of the mana cost, checked."""
    if text and text != "its mana cost":
        ManaCost.parse(text)
    return text


def change_of_cost(text: str) -> tuple[int, str]:
    """Read ``{1}``, ``-{2}`` or ``-{1}{U}``: generic mana as a number, other mana as symbols."""
    sign = "-" if text.startswith("-") else ""
    bare = text.lstrip("+-")
    if bare.isdigit():
        bare = "{" + bare + "}"
    try:
        cost = ManaCost.parse(bare)
    except BadManaCost:
        raise UnknownName("change of a cost", text, ("{1}", "-{1}", "-{1}{U}")) from None
    generic = sum(int(s.value) for s in cost if s.kind == "generic")
    rest = "".join(str(s) for s in cost if s.kind != "generic")
    return (-generic if sign else generic), (sign + rest if rest else "")
