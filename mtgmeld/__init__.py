"""Meld pairs, split cards, Rooms and double-faced cards as the rules have them.

Every value answers "why?" with its rule numbers, the edition of the rules is an
argument, and a whole situation is a text file that anyone can replay.

The names below load what they need when they are first used; ``import mtgmeld``
itself is light.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

# public name -> module that has it ("" and a colon: the module itself)
_WHERE: dict[str, str] = {
    "Scenario": "mtgmeld.scenario",
    "actions": "mtgmeld.game.actions:",
    "apply": "mtgmeld.game.engine",
    "Card": "mtgmeld.cards",
    "Catalog": "mtgmeld.catalog",
    "ManaCost": "mtgmeld.mana",
    "MeldPair": "mtgmeld.cards",
    "MtgmeldError": "mtgmeld.errors",
    "ask": "mtgmeld.ask",
    "castable_table": "mtgmeld.game_frames",
    "characteristics": "mtgmeld.ask",
    "color_identity_table": "mtgmeld.tables",
    "deck_text": "mtgmeld.decks",
    "compare": "mtgmeld.comparing",
    "dfc_table": "mtgmeld.tables",
    "edition": "mtgmeld.rules.editions",
    "errors": "",
    "explain": "mtgmeld.ask",
    "explore": "mtgmeld.game.explore",
    "explorers": "",
    "figures": "",
    "legal_actions": "mtgmeld.game.engine",
    "legal_table": "mtgmeld.game_frames",
    "load_catalog": "mtgmeld.catalog",
    "load_ipython_extension": "mtgmeld.magics",
    "meld_table": "mtgmeld.tables",
    "name_table": "mtgmeld.tables",
    "new_game": "mtgmeld.game.setup",
    "policies": "mtgmeld.rules.editions",
    "read_card_file": "mtgmeld.card_files",
    "read_cards": "mtgmeld.card_files",
    "read_catalog": "mtgmeld.card_files",
    "read_deck": "mtgmeld.decks",
    "room_table": "mtgmeld.tables",
    "rules": "",
    "show": "mtgmeld.shown",
    "split_table": "mtgmeld.tables",
    "to_html": "mtgmeld.printing",
    "to_latex": "mtgmeld.printing",
    "to_markdown": "mtgmeld.printing",
    "unload_ipython_extension": "mtgmeld.magics",
}

__all__ = ["__version__", *_WHERE]


class _Package(ModuleType):
    """Keeps a function in its place where a module has the same name."""

    def __setattr__(self, name: str, value: Any) -> None:
        # importing a module of a package puts it among the package's names
        if not (isinstance(value, ModuleType) and _WHERE.get(name) == f"{__name__}.{name}"):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    where = _WHERE.get(name)
    if where is None:
        raise AttributeError(f"module 'mtgmeld' has no attribute {name!r}")
    if not where:
        return import_module(f"mtgmeld.{name}")
    if where.endswith(":"):
        return import_module(where[:-1])
    value = getattr(import_module(where), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
