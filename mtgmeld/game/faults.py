"""Broken invariants of a state, each named."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain

from mtgmeld.cards import Card
from mtgmeld.game.characteristics import ZONES, of_card
from mtgmeld.game.state import State
from mtgmeld.game.values import STEPS, GameObject, keep_sound
from mtgmeld.hooks import fills
from mtgmeld.rules.citations import Derived, TwoAnswers


@fills("faults", State)
def faults_of(game: State) -> tuple[str, ...]:
    """Return every broken invariant, in words; empty for a sound state."""
    found: list[str] = []
    players = tuple(p.name for p in game.players)
    order = {key: frozenset(ids) for key, ids in game.places.items()}
    placed = Counter(chain.from_iterable(game.places.values()))
    if placed.total() > len(placed):
        found += [f"object {i} stands in {n} places" for i, n in placed.items() if n > 1]
    if not game.things.keys() >= placed.keys():
        gone = (i for i in placed if i not in game.things)
        found += [f"a zone holds object {i}, which does not exist" for i in gone]
    represented = Counter(chain.from_iterable(obj.cards for obj in game.things.values()))
    for i, obj in game.things.items():
        if not _sound(obj, players):
            wrong = _wrong(obj, tuple(game.cards[c].card for c in obj.cards), players)
            found += [f"{game.card_name(obj)}: {why}" for why in wrong]
            if not wrong:
                keep_sound(obj, players)
        if obj.id != i:
            found.append(f"object {i} calls itself {obj.id}")
        if obj.zone == "battlefield" and isinstance(obj.attached, int):
            if obj.attached not in game.things:
                found.append(f"{game.card_name(obj)}: attached to what is gone [704.5m-n]")
        key = game.zone_key(obj.zone, obj.owner)
        if i not in order.get(key, ()):
            found.append(f"object {i} is not in the order of its zone {key}")
    for c, card in game.cards.items():
        if represented.get(c) != 1:
            found.append(f"card {card.card.name} ({c}) represents {represented[c]} objects")
    if game.active not in players:
        found.append(f"the active player {game.active!r} is no player")
    if game.step not in STEPS:
        found.append(f"there is no step {game.step!r} [500.1]")
    return tuple(found)


def _sound(obj: GameObject, players: tuple[str, ...]) -> bool:
    """Whether it is known that nothing is wrong with an object by itself."""
    try:
        return obj.sound == players
    except AttributeError:  # it was not asked yet
        return False


def _wrong(obj: GameObject, cards: tuple[Card, ...], players: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is wrong with an object by itself."""
    zone, melded = obj.zone, obj.base.form.is_melded
    play, two = zone == "battlefield", len(cards) == 2
    sides = 2 if melded else len(obj.base.faces)
    status = obj.tapped or obj.attacking or obj.damage or obj.face_down or obj.flipped
    rows: tuple[tuple[object, str], ...] = (
        (
            obj.owner not in players or obj.controller not in players,
            "its owner or controller is no player",
        ),
        (zone not in ZONES, f"there is no zone {zone!r}"),
        (two and not play, f"two cards represent one object in zone {zone} [712.21]"),
        (two and not melded, "two cards represent an object that is not melded [712.4a]"),
        (len(cards) > 2, f"{len(cards)} cards represent one object"),
        (
            melded and not two and not obj.base.copied,
            "a melded permanent without its two cards [712.4a]",
        ),
        (
            obj.ability is None and not 0 <= obj.face < max(sides, 2),
            f"face {obj.face + 1} of {sides} is up [712.8]",
        ),
        (
            not {0, 1}.issuperset(obj.unlocked),
            "an unlocked designation of neither half [709.5c]",
        ),
        (
            len(cards) == 1 and obj.base != of_card(cards[0]),
            "it is not by itself what its card says [707.2]",
        ),
        (obj.unlocked and not play, "an unlocked designation off the battlefield [709.5c]"),
        (status and not play, "the status of a permanent off the battlefield [110.5]"),
        (
            obj.face and zone not in ("battlefield", "stack"),
            f"back face up in zone {zone} [712.8a]",
        ),
        (
            not cards and obj.ability is None and zone not in ("battlefield", "stack"),
            f"a token or copy in zone {zone} [111.7, 704.5e]",
        ),
        (any(n < 0 for _, n in obj.counters), "fewer than no counters"),
    )
    return tuple(text for wrong, text in rows if wrong)


def faults_in(state: State) -> tuple[str, ...]:
    """Return broken invariants of a state, those of its values included.

    Beside :meth:`State.faults`: a melded permanent has no text but its combined face's, and
    every mana value is the sum of the parts that explain it.
    """
    found = list(state.faults())
    for obj in state.things.values():
        if obj.ability is not None:
            continue
        known = state.characteristics(obj.id)
        # of a half that is known by its name alone nothing can be summed
        if known.mana_value.value is None:
            continue
        wrong = _no_sum(known.mana_value)
        if wrong:
            found.append(f"{state.name_of(obj.id)}: {wrong}")
        if obj.is_melded and obj.copy is None:
            own = {f.name for f in obj.base.faces}
            if not set(known.text.value) <= own and not state.effects:
                found.append(f"{state.name_of(obj.id)}: has text of {known.text.value} [712.8g]")
    return tuple(found)


@lru_cache(maxsize=16384)
def _no_sum(value: Derived) -> str:
    """Say where a mana value is not the sum of its parts; empty where it is."""
    if not value.parts or value.rules[:1] == ("202.3",) or value.policy:
        return ""
    each = tuple(p.value for p in value.parts)
    # while each half answered for itself there was no sum (rules to 2017)
    whole = TwoAnswers(each) if isinstance(value.value, TwoAnswers) else sum(each)
    return "" if whole == value.value else f"mana value {value.value}, parts make {whole}"
