"""Panels over the tables: choose a card, where it is and how, and a value; see why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from mtgmeld.catalog import load_catalog
from mtgmeld.explorers.panel import Options, Panel
from mtgmeld.explorers.views import VALUES, meld_view, options, room_view, split_view, states_of
from mtgmeld.rules.editions import EDITIONS
from mtgmeld.tables import meld_table, room_table, split_table

__all__ = ["meld_explorer", "room_explorer", "split_explorer"]

_TABLES = {"meld": meld_table, "split": split_table, "rooms": room_table}


@lru_cache(maxsize=256)
def _places(table: str, card: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the zones of a card's table, each with its states."""
    frame = _TABLES[table](card)
    return tuple((z, states_of(frame, z)) for z in dict.fromkeys(frame["zone"]))


def _offer(table: str, key: str, names: Iterable[str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    cards = tuple(names)
    card = chosen.get(key) if chosen.get(key) in cards else cards[0]
    places = dict(_places(table, str(card)))
    zone = chosen.get("zone")
    if zone not in places:
        zone = next(iter(places))
    return {
        key: options(cards),
        "zone": options(tuple(places)),
        "state": options(places[zone]),
        "value": options(tuple(VALUES)),
    }


def meld_explorer(result: str = "Chittering Host", state: str = "melded") -> Panel:
    """Return a panel for meld pairs: the pair, how it is, and the value in question."""

    def offer(chosen: Mapping[str, Any]) -> Options:
        names = [pair.result.name for pair in load_catalog().meld_pairs]
        offered = _offer("meld", "result", names, chosen)
        return {name: offered[name] for name in ("result", "state", "value")}

    return Panel(
        "Meld explorer",
        meld_view,
        {"result": "Meld pair", "state": "State", "value": "Why is the"},
        offer,
        {"result": load_catalog().meld_pair(result).result.name, "state": state},
    )


def split_explorer(card: str = "Fire // Ice", zone: str = "hand") -> Panel:
    """Return a panel for split cards: card, zone, half or halves, value, edition."""

    def offer(chosen: Mapping[str, Any]) -> Options:
        names = [c.name for c in load_catalog().kind("split", "fuse", "aftermath")]
        newest_first = tuple(reversed(EDITIONS))
        return {
            **_offer("split", "card", names, chosen),
            "edition": options(newest_first),
        }

    return Panel(
        "Split explorer",
        split_view,
        {
            "card": "Split card",
            "zone": "Zone",
            "state": "State",
            "value": "Why is the",
            "edition": "Rules of",
        },
        offer,
        {"card": load_catalog()[card].name, "zone": zone},
    )


def room_explorer(card: str = "Bottomless Pool // Locker Room", zone: str = "battlefield") -> Panel:
    """Return a panel for Rooms: card, zone, lock state or half cast, value."""

    def offer(chosen: Mapping[str, Any]) -> Options:
        names = [c.name for c in load_catalog().kind("room")]
        return _offer("rooms", "card", names, chosen)

    return Panel(
        "Room explorer",
        room_view,
        {"card": "Room", "zone": "Zone", "state": "State", "value": "Why is the"},
        offer,
        {"card": load_catalog()[card].name, "zone": zone},
    )
