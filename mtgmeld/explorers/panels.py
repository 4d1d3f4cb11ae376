"""Panels over what is played: a Room's doors, a meld pair, casting, faces, situations, dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.explorers.board import Board
from mtgmeld.explorers.controls import Choice, Dates, Line, Moves, Number, Page, Steps
from mtgmeld.explorers.dates import dates_for, edition_view, rows_of, situation_view, values_of
from mtgmeld.explorers.double_faced import OBJECTS, double_faced_view, faces_of
from mtgmeld.explorers.identity import LAND_TYPES, identity_view
from mtgmeld.explorers.meld import CARDS, KINDS, REPLACEMENTS, SENT, meld_game_view
from mtgmeld.explorers.panel import Options, Panel
from mtgmeld.explorers.rooms import MOVES, ROOM, VALUES_IN_PLAY, room_game_view
from mtgmeld.explorers.scenarios import (
    EMPTY,
    scenario_names,
    scenario_text,
    scenario_view,
    steps_of,
)
from mtgmeld.explorers.split import COSTS, FROM, PERMISSIONS, halves_of, split_cast_view
from mtgmeld.explorers.views import options
from mtgmeld.rules.editions import EDITIONS, NEWEST, POLICIES

__all__ = [
    "double_faced_explorer",
    "edition_slider",
    "identity_explorer",
    "meld_game",
    "room_game",
    "scenario_player",
    "split_casting",
]

Chosen = Mapping[str, Any]

_WHY = "Why is the"
_VALUES = tuple((text, name) for name, text in VALUES_IN_PLAY.items())
_NEWEST_FIRST = options(tuple(reversed(EDITIONS)))
_DOOR = ("cast", "pay", "unlock", "lock")
_PERMANENT = ("resolve", "blink", "copy", "steal", "next turn")


def _pairs(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((text, word) for word, text in words.items())


def _names(*kinds: str) -> tuple[tuple[str, str], ...]:
    return options([c.name for c in load_catalog().kind(*kinds)])


def room_game(card: str = "Bottomless Pool // Locker Room") -> Panel:
    """Return a panel that plays with a Room: its two doors, blinked, copied, given away.

    Parameters
    ----------
    card : str
        The Room to begin with.
    """

    def offer(chosen: Chosen) -> Options:
        copies = sum(move.startswith("copy") for move in chosen["moves"])
        handles = ["copy" if n == 1 else f"copy {n}" for n in range(1, copies + 1)]
        ref = chosen.get("object")
        of = f" of {ref}" if ref in handles else ""
        doors = [
            (half, tuple((MOVES[m], f"{m} {side}{of}") for m in _DOOR))
            for side, half in zip(("left", "right"), _halves(chosen.get("card")), strict=True)
        ]
        own = tuple((MOVES[m], m if m in ("resolve", "next turn") else m + of) for m in _PERMANENT)
        return {
            "card": _names("room"),
            "object": (("the Room", ROOM), *((f"the {h}", h) for h in handles)),
            "moves": (*doors, ("The whole Room", own)),
            "value": _VALUES,
        }

    def _halves(name: Any) -> list[str]:
        found = load_catalog()[name or card]
        return [f.name for f in found.faces]

    return Panel(
        "Room explorer",
        room_game_view,
        {
            "card": Choice("Room"),
            "moves": Moves("What happens"),
            "object": Choice("Act on and ask about"),
            "value": Choice(_WHY),
        },
        offer,
        {"card": load_catalog()[card].name},
        fill=lambda name, chosen: {"moves": ()} if name == "card" else {},
    )


def meld_game(result: str = "Chittering Host") -> Panel:
    """Return a panel that melds a pair, or says what is missing, and sends the result away.

    Parameters
    ----------
    result : str
        The pair to begin with: the combined back face, or either card.
    """
    zones = ("battlefield", "hand", "graveyard", "library", "exile")

    def offer(chosen: Chosen) -> Options:
        pair = load_catalog().meld_pair(chosen.get("result") or result)
        names = [c.name for c in pair.cards]
        made: dict[str, Any] = {
            "result": options([p.result.name for p in load_catalog().meld_pairs]),
            "sent": options(tuple(SENT)),
            "order": tuple((f"{a} below {b}", n) for n, (a, b) in enumerate((names, names[::-1]))),
            "replacement": options(tuple(REPLACEMENTS)),
            "commander": (("neither", ""), *((f"{n} is a commander", n) for n in names)),
            "commander_goes": (("stays there", "stay"), ("goes to the command zone", "command")),
            "value": _VALUES,
            "edition": _NEWEST_FIRST,
        }
        for letter, name in zip("ab", names, strict=True):
            made[f"zone_{letter}"] = tuple((f"{name}: {z}", z) for z in zones)
            kinds = KINDS if chosen.get(f"zone_{letter}") in (None, zones[0]) else CARDS
            made[f"kind_{letter}"] = tuple((KINDS[k], k) for k in kinds)
        return made

    def view(**chosen: Any) -> Board:
        zones_of = tuple(chosen.pop(f"zone_{n}") for n in "ab")
        kinds_of = tuple(chosen.pop(f"kind_{n}") for n in "ab")
        return meld_game_view(zones=zones_of, kinds=kinds_of, **chosen)

    labels = {
        "result": "Meld pair",
        "edition": "Rules of",
        "zone_a": "First card",
        "kind_a": "The first card is",
        "zone_b": "Second card",
        "kind_b": "The second card is",
        "sent": "Once melded it is",
        "order": "Order of the cards",
        "commander": "Commander",
        "commander_goes": "The commander",
        "replacement": "Replacement effects",
        "value": _WHY,
    }
    start = {"result": load_catalog().meld_pair(result).result.name, "sent": "destroyed"}
    return Panel("Meld explorer", view, labels, offer, start)


def split_casting(card: str = "Fire // Ice") -> Panel:
    """Return a panel that tries to cast a split card, or says what stops it.

    Parameters
    ----------
    card : str
        The card to begin with.
    """

    def offer(chosen: Chosen) -> Options:
        found = load_catalog()[chosen.get("card") or card]
        names = [f.name for f in found.faces]
        return {
            "card": _names("split", "fuse", "aftermath", "room"),
            "zone": options(FROM),
            "half": options(halves_of(found)),
            "named": (("no name is chosen", ""), *((f"{n} is the name", n) for n in names)),
            "cost": options(tuple(COSTS)),
            "permission": options(tuple(PERMISSIONS)),
            "value": _VALUES,
            "edition": _NEWEST_FIRST,
        }

    controls = {
        "card": Choice("Split card"),
        "half": Choice("Cast"),
        "zone": Choice("It is in"),
        "permission": Choice("Permission"),
        "x": Number("X", 0, 20),
        "mana": Line("Mana available", "such as {2}{R}; empty for any amount"),
        "named": Choice("A name is forbidden"),
        "cost": Choice("Change of costs"),
        "value": Choice(_WHY),
        "edition": Choice("Rules of"),
    }
    start = {"card": load_catalog()[card].name}
    return Panel("Split explorer", split_cast_view, controls, offer, start)


def double_faced_explorer(card: str = "Delver of Secrets") -> Panel:
    """Return a panel for a double-faced card, its token copy and a Clone of it.

    Parameters
    ----------
    card : str
        The card to begin with.
    """

    def offer(chosen: Chosen) -> Options:
        faces_in = faces_of(chosen.get("card") or card)
        zones = tuple(faces_in)
        zone = chosen.get("zone") if chosen.get("zone") in zones else zones[0]
        return {
            "card": _names("transform", "modal_dfc"),
            "zone": options(zones),
            "face": tuple((f"{f} face up", f) for f in faces_in[str(zone)]),
            "object": _pairs(OBJECTS.get(str(zone), {"card": "the card"})),
            "value": _VALUES,
            "edition": _NEWEST_FIRST,
        }

    labels = {
        "card": "Double-faced card",
        "zone": "Zone",
        "face": "Face",
        "object": "Ask about",
        "value": _WHY,
        "edition": "Rules of",
    }
    start = {"card": load_catalog()[card].name}
    return Panel("Double-faced explorer", double_faced_view, labels, offer, start)


def identity_explorer(
    cards: str = "Fire // Ice\nCecil, Dark Knight\nWestvale Abbey\nPhyrexian Dragon Engine",
    catalog: Catalog | None = None,
) -> Panel:
    """Return a panel for colors against color identity of any cards.

    Parameters
    ----------
    cards : str
        Names to begin with, each on a line of its own.
    catalog : Catalog, optional
        Where the names are looked up; the bundled facts by default.
    """

    def view(**chosen: Any) -> Board:
        return identity_view(**chosen, catalog=catalog)

    readings = tuple(POLICIES[LAND_TYPES].readings)
    return Panel(
        "Identity explorer",
        view,
        {
            "cards": Page("Cards", 6, "a name on each line"),
            "land_types": Choice("Basic land types are"),
        },
        lambda chosen: {"land_types": options(readings)},
        {"cards": cards},
    )


def edition_slider(
    card: str = "Fire // Ice",
    first: str = EDITIONS[0],
    second: str = NEWEST,
    *,
    situation: str | None = None,
) -> Panel:
    """Return a panel with the same question at two dates, what differs marked.

    Parameters
    ----------
    card : str
        The card to begin with.
    first, second : str
        Editions to begin with.
    situation : str, optional
        A bundled situation to begin with instead: both dates are then its rules.
    """
    start = {"first": first, "second": second}
    if situation is not None:
        return Panel(
            "Edition slider",
            lambda situation, **chosen: situation_view(scenario_text(situation), **chosen),
            {
                "situation": Choice("Situation"),
                "first": Dates("Rules of"),
                "second": Dates("against rules of"),
            },
            lambda chosen: {
                "situation": options(scenario_names()),
                "first": options(EDITIONS),
                "second": options(EDITIONS),
            },
            {"situation": situation, **start},
        )
    kinds = ("split", "fuse", "aftermath", "room", "meld", "transform", "modal_dfc")

    def offer(chosen: Chosen) -> Options:
        name = chosen.get("card") or card
        dates = dates_for(name)
        asked = [d if (d := chosen.get(k)) in dates else dates[0] for k in ("first", "second")]
        return {
            "card": _names(*kinds),
            "first": options(dates),
            "second": options(dates),
            "row": options(rows_of(name, [str(d) for d in asked])),
            "value": options(values_of(name)),
        }

    return Panel(
        "Edition slider",
        edition_view,
        {
            "card": Choice("Card"),
            "first": Dates("Rules of"),
            "second": Dates("against rules of"),
            "row": Choice("Ask about"),
            "value": Choice(_WHY),
        },
        offer,
        {"card": load_catalog()[card].name, **start},
    )


def scenario_player(situation: str = "712.21-dies-one-permanent-two-cards") -> Panel:
    """Return a panel that plays a situation step by step; it is loaded or written there.

    Parameters
    ----------
    situation : str
        The name of a bundled situation, or a text in the notation.
    """
    named = situation in scenario_names()
    text = scenario_text(situation) if named else situation or EMPTY

    def offer(chosen: Chosen) -> Options:
        steps = steps_of(chosen["text"])
        return {
            "load": (("a text of my own", ""), *options(scenario_names())),
            "step": tuple((said, n) for n, said in enumerate(steps)),
            "edition": (("as the situation says", ""), *_NEWEST_FIRST),
        }

    def fill(name: str, chosen: Chosen) -> dict[str, Any]:
        if name == "load" and chosen["load"]:
            return {"text": scenario_text(chosen["load"]), "step": 0}
        return {"load": ""} if name == "text" else {}

    return Panel(
        "Scenario player",
        scenario_view,
        {
            "load": Choice("Load"),
            "text": Page("Situation", 14),
            "step": Steps("Show"),
            "edition": Choice("Rules of"),
        },
        offer,
        {"load": situation if named else "", "text": text, "step": 0},
        fill=fill,
        hidden=("load",),
    )
